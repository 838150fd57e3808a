"""Component files in general: one schema, a provenance for every value, a hash of the values."""

import copy
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from shoal.engine.components import PROVENANCES, Components
from shoal.engine.errors import ComponentError
from shoal.games import game_ids, load_game

TEXT = """
schema = 1
provenance = "rulebook"
cards = 3

[deck]
size = 99
colour = "red"
colour_provenance = ["assumed"]

[[kind]]
id = "fish"
points = [1, 2]
provenance = "public"

[sources]
box = "mine"
"""


def read(text: str) -> Components:
    return Components.parse(text, "box.toml")


def test_every_value_has_the_nearest_provenance() -> None:
    assert list(read(TEXT).values()) == [("cards", 3, ["rulebook"]), ("deck.size", 99, ["rulebook"]), ("deck.colour", "red", ["assumed"]),
                                         ("kind[fish].id", "fish", ["public"]), ("kind[fish].points", [1, 2], ["public"])]
    assert read(TEXT).assumed() == [("deck.colour", "red")]


def test_the_hash_depends_on_values_only() -> None:
    box = read(TEXT)
    assert read("# note\n" + TEXT.replace('"rulebook"', '"derived"').replace('box = "mine"', 'box = "yours"')).hash == box.hash
    assert read(TEXT.replace('size = 99\ncolour = "red"', 'colour = "red"\nsize = 99')).hash == box.hash
    others = [read(TEXT.replace(old, new)).hash for old, new in (("99", "98"), ("red", "blue"), ("[1, 2]", "[2, 1]"), ("cards", "card"), ('"fish"', '"snail"'))]
    assert len({box.hash, *others}) == 6


@pytest.mark.parametrize(("text", "words"), [
    ("", "schema"), ("schema = 2", "schema"), ('schema = "1"', "schema"), ("schema", "TOML"), ("schema = 1\n[deck]\nsize = 1", "deck.size: the provenance"),
    ('schema = 1\n[deck]\nsize = 1\nprovenance = "rumour"', "rumour"), ('schema = 1\n[deck]\nsize = 1\nprovenance = ["public", "rumour"]', "rumour"),
    ('schema = 1\n[deck]\nsize = 1\nprovenance = 3', "provenance is 3"),
    ("schema = 0x" + "f" * 20_000, "schema: this number is far too big"),
    ("schema = 1\n[deck]\npoints = [1, [2, 9223372036854775808]]", "deck.points.2.2: this number"),
    ("schema = 1\nx" + ".a" * 5_000 + " = 1", "tables within tables"),
])
def test_files_of_another_form_are_refused(text: str, words: str) -> None:
    with pytest.raises(ComponentError, match=words) as caught:
        read(text)
    assert str(caught.value).startswith("box.toml: ") and "\n" not in str(caught.value)


def test_a_missing_table_is_named() -> None:
    with pytest.raises(ComponentError, match=r"box.toml: the table \[market\] is missing"):
        read(TEXT)["market"]


def test_dates_and_other_values_of_toml_have_a_hash_too() -> None:
    assert read('schema = 1\nprovenance = "public"\nday = 2022-10-06\nx = inf\n').hash


@pytest.mark.parametrize("game_id", game_ids())
def test_the_games_keep_the_schema(game_id: str) -> None:
    components = load_game(game_id).components
    assert all(tags and set(tags) <= set(PROVENANCES) for _, _, tags in components.values())
    assert len(components.hash) == 16


# ---- files that do not keep the schema

def tables(game_id: str) -> dict[str, Any]:
    return tomllib.loads((load_game(game_id).folder / "components.toml").read_text(encoding="utf-8"))


def refused(game: Any, changed: dict[str, Any]) -> str:
    """What the game says to these tables."""
    with pytest.raises(ComponentError) as caught:
        game.use(Components(changed, "mine.toml"))
    return str(caught.value)


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where a table, list or value stands in the file."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if not str(key).endswith("provenance") and (path or key not in ("schema", "sources")):
            yield (*path, key)
            yield from paths(inner, (*path, key))


def changed_at(original: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    changed = copy.deepcopy(original)
    inner: Any = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


@pytest.mark.parametrize("game_id", game_ids())
def test_what_is_said_about_the_game_has_types_too(game_id: str) -> None:
    game, original = load_game(game_id), tables(game_id)
    for key, value in original["game"].items():
        expected = {str: "a text", int: "a whole number", list: "a list of"}[type(value)]
        said = refused(game, changed_at(original, ("game", key), 2.55)) if not key.endswith("provenance") else f"game.{key}: {expected}"
        assert f"game.{key}: {expected}" in said
    assert refused(game, changed_at(original, ("game", "title"), 255)) == "mine.toml: game.title: a text is expected, not 255"
    assert refused(game, changed_at(original, ("game", "titel"), "x")) == "mine.toml: game: the key 'titel' is unknown; did you mean 'title'?"
    assert refused(game, original | {"game": {"year": 2000}}) == "mine.toml: game.title: the key 'title' is missing"
    assert refused(game, original | {"game": 255}) == "mine.toml: game: a table [game] is expected, not 255"


@pytest.mark.parametrize("game_id", game_ids())
def test_every_value_of_another_sort_is_refused_with_its_place(game_id: str) -> None:
    game, original = load_game(game_id), tables(game_id)
    for path in paths(original):
        said = refused(game, changed_at(original, path, 2.5))
        assert said.startswith(f"mine.toml: {path[0]}") and " expected" in said and said.endswith(", not 2.5") and "\n" not in said


@pytest.mark.parametrize("game_id", game_ids())
def test_every_misspelt_key_is_refused_with_its_place(game_id: str) -> None:
    """Everywhere but among keys that are the file's own names, such as areas or numbers of cards by kind."""
    game, original = load_game(game_id), tables(game_id)
    own_names = {"areas", "directions", "school", "shoal", "tank", "removed", "players", "influence_phase1", "influence_phase2"}
    for path in paths(original):
        if isinstance(path[-1], str) and not own_names & set(path[-2:-1]) and not path[-1].startswith("name_"):
            said = refused(game, changed_at(original, (*path[:-1], f"{path[-1]}z"), 1))
            assert "is unknown; did you mean" in said or "there is no such table; did you mean [" in said


def test_a_long_value_is_not_repeated_whole() -> None:
    said = refused(load_game("aquarium"), tables("aquarium") | {"rules": ["much"] * 1000})
    assert said.startswith("mine.toml: rules: a table [rules] is expected, not ['much', ") and len(said) < 120


def test_missing_keys_and_tables_are_named() -> None:
    game, original = load_game("aquarium"), tables("aquarium")
    del original["colours"][0]["name"]
    assert refused(game, original) == "mine.toml: colours[p].name: the key 'name' is missing"
    del original["colours"]
    assert refused(game, original) == "mine.toml: colours: the table [colours] is missing"
    assert "colors: there is no such table; did you mean [colours]?" in refused(game, original | {"colors": []})
