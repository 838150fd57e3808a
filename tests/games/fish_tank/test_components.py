"""The box: what is in it, and component files that describe none."""

import copy
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from shoal.engine.components import Components
from shoal.engine.errors import ComponentError, OptionError, ShoalError
from shoal.games.fish_tank.notation import KINDS
from tests.games.fish_tank.plays import GAME

TEXT = (GAME.folder / "components.toml").read_text(encoding="utf-8")


def with_tables(tables: dict[str, Any]) -> Any:
    """The game with these components."""
    other = copy.copy(GAME)
    other.use(Components(tables, "box.toml"))
    return other


TABLES = tomllib.loads(TEXT)


def fresh() -> dict[str, Any]:
    return copy.deepcopy(TABLES)


def test_the_box_has_99_cards_of_12_kinds_and_plants_on_their_backs() -> None:
    fish = [kind for kind in GAME.kinds[1:] if kind.card == "fish"]
    creatures = [kind for kind in GAME.kinds[1:] if kind.card == "creature"]
    assert [kind.copies for kind in fish] == [9] * 9 and [kind.copies for kind in creatures] == [6] * 3
    assert GAME.box.cards == 99 == sum(kind.copies for kind in GAME.kinds)
    assert GAME.box.names[1:] == tuple("danio guppy bala neon zebra discus redtail swordtail angelfish shrimp snail loach plant".split())
    assert "".join(kind.letter for kind in GAME.kinds[1:]) == "DGBNZCRWAHSLP"
    assert sum("tiers" in kind.data and len(kind.data["tiers"]) > 1 or len(kind.data.get("shapes", [])) > 1 for kind in fish) == 8


def test_every_value_says_where_it_is_known_from_and_no_printed_number_is_assumed() -> None:
    assert all(tags for _, _, tags in GAME.components.values())
    assumed = dict(GAME.components.assumed())
    assert not any(path.endswith(("points", "copies", "min", "max", "length")) for path in assumed)
    assert "tie_break.counts_plants" in assumed


def test_the_hash_speaks_of_values_only() -> None:
    commented = Components.parse("# other comments\n" + TEXT.replace('provenance = "public"', 'provenance = "assumed"'), "x")
    assert commented.hash == GAME.components.hash
    changed = Components.parse(TEXT.replace("points = 11", "points = 12", 1), "x")
    assert changed.hash != GAME.components.hash


def test_an_owners_corrections_are_played(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace("points = 6 } ]", "points = 9 } ]", 1), encoding="utf-8")
    game = GAME.with_components(path)
    grid = "....\nZZ..\n....\n...."
    assert (game.score_text(grid)[0].total, GAME.score_text(grid)[0].total) == (9, 6)
    assert game.box != GAME.box and game.new_state(2) != GAME.new_state(2)


def test_a_promo_kind_can_be_added() -> None:
    tables = fresh()
    tables["kind"].insert(12, copy.deepcopy(tables["kind"][0]) | {"id": "tetra", "letter": "T", "name": "Tetra", "copies": 6})
    game = with_tables(tables)
    assert game.new_state(6).pile_size == 105 and game.max_actions == GAME.max_actions + 1
    assert game.text_to_action("pick tetra") == game.max_actions - 1


def test_a_tie_break_without_plants() -> None:
    tables = fresh()
    tables["tie_break"]["counts_plants"] = False
    game = with_tables(tables)
    assert [game.box.breaks_ties[k] for k in range(1, 14)] == [1] * 12 + [0]


def test_too_few_cards_are_refused_with_the_number() -> None:
    tables = fresh()
    for kind in tables["kind"][:12]:
        kind["copies"] = 5
    game = with_tables(tables)
    assert game.new_state(2).pile_size == 60 and game.new_state(3).pile_size == 60
    with pytest.raises(OptionError, match="4 players need 64 cards; this box has 60"):
        game.new_state(4)


# ---- files that describe no box

def paths(table: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = table.items() if isinstance(table, dict) else enumerate(table) if isinstance(table, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from paths(value, (*path, key))


def changed(path: tuple[Any, ...], value: Any, remove: bool = False) -> dict[str, Any]:
    tables = fresh()
    inner: Any = tables
    for key in path[:-1]:
        inner = inner[key]
    if remove:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return tables


WRONG: tuple[Any, ...] = (None, -1, 0, 5, 17, 10**12, 1.5, True, "", "x", "plant", [], [1], ["left"] * 9, {}, [{}], {"x": 1})


def test_no_wrong_value_does_worse_than_a_refusal() -> None:
    """Every value of the file in turn, removed or replaced by nonsense: a clear refusal, or a box that can be played."""
    refused = 0
    for path in paths(fresh()):
        if path[0] == "sources" or str(path[-1]).endswith("provenance"):
            continue
        for tables in [changed(path, None, remove=True), *(changed(path, value) for value in WRONG)]:
            try:
                game = with_tables(tables)
                assert len(game.box.copies) == KINDS
                game.score_text("\n".join("P" * game.box.side for _ in range(game.box.side)))
            except ShoalError as error:
                refused += 1
                assert "\n" not in str(error) and len(str(error)) < 400
    assert refused > 1000


@pytest.mark.parametrize(("old", "new", "where"), [
    ("side = 4 ", "side = 9 ", "aquarium.side"),
    ("cards_per_hand = 8", "cards_per_hand = 7", "draft"),
    ("cards_per_hand = 8", "cards_per_hand = 1", "draft.cards_per_hand"),
    ('["left", "right"]', '["left", "up"]', "draft.pass_direction"),
    ("copies = 9", "copies = -9", r"kind\[danio\].copies"),
    ("copies = 9", 'copies = "nine"', r"kind\[danio\].copies"),
    ('letter = "G"', 'letter = "d"', "letter"),
    ('id = "guppy"', 'id = "danio"', "danio"),
    ('direction = "rising"', 'direction = "sideways"', r"kind\[guppy\].direction"),
    ("rising       = [1, -1]", "rising       = [0, 0]", "directions.rising"),
    ('".##.", "#..#"]', '".##.", "#.#"]', "area"),
    ('remove = ["bala", "neon"]', 'remove = ["bela"]', "fewer_kinds.remove"),
    ("max = 2,", "max = 20,", r"tiers.max"),
    ("length = 2, points", "length = 2, pionts", "the key 'pionts' is unknown; did you mean 'points'"),
    ("max = 2,", "mxa = 2,", r"kind\[redtail\].tiers\[1\]: the key 'mxa' is unknown; did you mean 'max'"),
    ("side = 4 ", "sied = 4 ", "aquarium: the key 'sied' is unknown; did you mean 'side'"),
    ("card = \"fish\"", "", r"kind\[danio\].card: the key 'card' is missing$"),
    ('letter = "G"', 'letter = "G"\ncolour = "red"', "the key 'colour' is unknown; there are id, letter"),
    ("schema = 1", "schema = 2", "schema"),
    ('provenance = "rulebook"', 'provenance = "hearsay"', "provenance"),
    ("[aquarium]", "[aquarium", "TOML"),
    ("[draft]", "[drift]", r"\[draft\]"),
])
def test_a_file_that_does_not_fit_is_refused_with_the_place(tmp_path: Path, old: str, new: str, where: str) -> None:
    assert old in TEXT
    path = tmp_path / "box.toml"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ComponentError, match=where) as caught:
        GAME.with_components(path)
    assert "box.toml" in str(caught.value) or "draft" in str(caught.value)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ComponentError, match="cannot be read"):
        GAME.with_components(tmp_path / "missing.toml")
    with pytest.raises(ComponentError, match="cannot be read"):
        GAME.with_components(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b"schema = 1\n# \xe9\n")
    with pytest.raises(ComponentError, match="UTF-8"):
        GAME.with_components(tmp_path / "latin.toml")
