"""Texts that people read."""

from pathlib import Path

import pytest

from shoal.engine.texts import Texts
from shoal.games import game_ids, load_game


@pytest.fixture
def texts(tmp_path: Path) -> Texts:
    (tmp_path / "texts.en.toml").write_text('[a]\nb = "Hello {name}"\n[a.cards]\none = "one card"\nmany = "{n} cards"\n', encoding="utf-8")
    return Texts(tmp_path)


def test_values_are_filled_in(texts: Texts) -> None:
    assert texts("a.b", name="North") == "Hello North"


@pytest.mark.parametrize(("n", "text"), [(0, "0 cards"), (1, "one card"), (2, "2 cards")])
def test_one_and_many(texts: Texts, n: int, text: str) -> None:
    assert texts("a.cards", n=n) == text


def test_a_missing_key_or_value_is_our_mistake(texts: Texts) -> None:
    for key in ("a.c", "a.b", "a.cards"):
        with pytest.raises(KeyError):
            texts(key)
    assert texts.get("a.c", "none") == "none" and texts.get("a.b") == "Hello {name}"
    assert texts.keys() == ["a.b", "a.cards.one", "a.cards.many"]


def test_a_folder_without_texts_has_none(tmp_path: Path) -> None:
    assert Texts(tmp_path).keys() == []


@pytest.mark.parametrize("game_id", game_ids())
def test_every_option_value_of_a_game_that_is_no_flag_has_a_name(game_id: str) -> None:
    game = load_game(game_id)
    for option in game.options:
        for value in option.values:
            assert isinstance(value, (bool, int)) or game.texts.get(f"options.{option.key}.{value}"), (option.key, value)
