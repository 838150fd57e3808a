"""Gardens of a real table: tapped together or typed, they are the same, and what does not fit is said."""

import pytest

from shoal.engine.errors import UnknownText
from shoal.games.aqua_garden.layout import EXAMPLE, garden_text, read_layouts, sketched
from shoal.games.aqua_garden.notation import KIND_WORDS
from shoal.games.aqua_garden.table import typed_layout

from .gardens import GAME


def drawn(layout, brush=""):
    return typed_layout(GAME, layout, brush)


def tapped(layout, *taps):
    """The layout after taps on `TANK token`, on what takes a token out (`TANK-token-0`), or on a button of the rest (`funds 2`)."""
    for tap in taps:
        drawing = drawn(layout, tap.partition(" ")[2])
        tanks = {tank["letter"]: tank for tank in drawing["tanks"]}
        buttons = {f"{row['id']} {n}": link for row in drawing["rest"] for n, link in enumerate(row["taps"], 1)}
        tokens = {token["id"]: token for tank in drawing["tanks"] for token in tank["tokens"]}
        links = buttons | tokens
        layout = (links[tap] if tap in links else tanks[tap[0]]["add"])["layout"]
    return layout


def test_a_garden_can_be_tapped_together():
    tanks = ("A small", "A large", "A small", "A large", "C turtle", "C seaweed", "C turtle", "C coral", "E whale")
    rest = ("funds 1", *["funds 2"] * 6, "milestone-fish 1", "milestone-shark 1", "milestone-shark 1", "standby 1")
    assert tapped("", *tanks, *rest) == "A 2 small 2 large | C 2 turtle seaweed coral | E whale | funds 7 | fish 1 shark 2 | standby 1"
    assert GAME.score_text(tapped("", *tanks, *rest))[0].total == GAME.score_text(EXAMPLE)[0].total == 29


def test_taps_take_back_what_taps_have_done():
    assert tapped("A 2 small | funds 1 | fish 4 | standby 4", "A-small-1", "A-small-0", "funds 1", "milestone-fish 1", "standby 1") == ""
    assert [row["words"] for row in drawn("turtle 2 | standby 1")["rest"]][:3] == ["0", "not reached", "2nd: 4 points"]
    assert len(drawn(f"funds {GAME.box.most_funds}")["rest"][0]["taps"]) == 1


def test_a_tank_out_of_order_says_why_and_can_be_mended():
    tanks = {tank["letter"]: tank for tank in drawn("A 3 small 2 large | B turtle | C shark small")["tanks"]}
    assert tanks["A"]["problem"] == "it uses 5 of 4 oxygen" and "something that they need is missing" in tanks["B"]["problem"] and tanks["C"]["problem"]
    assert not tanks["D"]["problem"]
    with pytest.raises(UnknownText, match="line 1: tank A is not in order: it uses 5 of 4 oxygen"):
        GAME.score_text("A 3 small 2 large")
    assert GAME.score_text(tapped("B turtle", "B seaweed"))[0].total == 2


def test_what_cannot_be_read_is_left_out_of_the_drawing():
    assert garden_text(sketched(GAME.box, "\n# nothing\nA 2 small | B 1 dragon | funds many | shark 2\nA large")) == "A 2 small | shark 2"
    assert garden_text(read_layouts(GAME.box, EXAMPLE.lower())[0]) == garden_text(sketched(GAME.box, EXAMPLE))
    assert [one["brush"] for one in drawn("", "dragon")["palette"] if one["chosen"]] == [KIND_WORDS[0]]
