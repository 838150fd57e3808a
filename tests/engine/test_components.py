"""Component files in general: one schema, a provenance for every value, a hash of the values."""

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
