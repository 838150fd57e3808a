"""Looking up rules."""

import re

import pytest

from shoal.games import game_ids, load_game
from shoal.terminal.markdown import plain
from shoal.terminal.rulings import Rulings, UnknownRule

from .conftest import Shoal

TEXT = """\
# Pond rules

## Turns

Everybody takes a stone.

### Passing on

Hands go left.

- **P1** A stone once taken stays taken.
- **P2** Stones are grey.
  Even when wet.

## Rulings

| no | point | ruling |
|---|---|---|
| R1 | players | two |
| R11 | flips | at most one, see P1 |

## W3 Waiting

Nobody waits.
"""


def test_an_id_in_a_list_gives_its_item() -> None:
    assert Rulings(TEXT).find("p2") == "- **P2** Stones are grey.\n  Even when wet."


def test_an_id_in_a_table_gives_its_row_with_the_titles() -> None:
    assert Rulings(TEXT).find("R11") == "**R11**\n- point: flips\n- ruling: at most one, see P1"


def test_an_id_in_a_heading_gives_its_section() -> None:
    assert Rulings(TEXT).find("w3") == "## W3 Waiting\n\nNobody waits."


def test_a_heading_gives_its_section_with_what_is_below_it() -> None:
    found = Rulings(TEXT).find("turns")
    assert found.startswith("## Turns") and "Hands go left." in found and "Rulings" not in found


def test_a_part_of_a_heading_will_do() -> None:
    assert Rulings(TEXT).find("passing").startswith("### Passing on")


def test_a_word_gives_the_rules_that_speak_of_it() -> None:
    assert Rulings(TEXT).find("grey") == "- **P2** Stones are grey.\n  Even when wet."


def test_a_word_gives_the_rows_that_begin_with_it() -> None:
    table = "# Pays\n\n| letter | kind | pays |\n|---|---|---|\n| S | Snail | 5 |\n| D | Danio | 11 |\n"
    assert Rulings(table).find("snail") == "**S**\n- kind: Snail\n- pays: 5"


def test_the_number_of_an_id_will_do() -> None:
    assert Rulings(TEXT).find("11") == Rulings(TEXT).find("R11")
    assert Rulings(TEXT).find("2") == Rulings(TEXT).find("P2")


def test_the_row_of_a_piece_comes_before_headings_that_name_it() -> None:
    text = "## Two danios\n\n| kind | pays |\n|---|---|\n| Pearl danio | 11 |\n| `danio` | a move |\n\n## R9 Four danios\n\nA triple.\n"
    assert Rulings(text).find("danio") == "**Pearl danio**\n- pays: 11\n\n## R9 Four danios\n\nA triple."


def test_unknown_rules_name_near_ones() -> None:
    with pytest.raises(UnknownRule, match="there is no rule 'R12'; near it are R1, R11"):
        Rulings(TEXT).find("R12")
    with pytest.raises(UnknownRule, match="`rules` shows them all"):
        Rulings(TEXT).find("qqqq", "rules")


def test_the_rules_of_a_game_from_the_command_line(shoal: Shoal) -> None:
    done = shoal("rules", "fish_tank", "r11")
    assert done.code == 0 and "R11" in done.out
    assert shoal("rules", "fish_tank").out.startswith("Fish Tank\n=========\n\nThe rules in our own words")
    unknown = shoal("rules", "fish_tank", "R99")
    assert unknown.code == 1 and "there is no rule 'R99'" in unknown.err
    assert "`shoal rules fish_tank` shows them all" in shoal("rules", "fish_tank", "qqq").err
    assert shoal("rules", "fish_tank", "angelfish").out.startswith("A\n\n • kind: Angelfish\n")


@pytest.mark.parametrize("game_id", game_ids())
def test_rules_and_guide_are_laid_out_for_a_page(shoal: Shoal, game_id: str) -> None:
    """In a pipe too: wrapped, and without the signs of Markdown."""
    bots = ["--bots", "random"] if load_game(game_id).seats[1] > 1 else []
    play = ["play", game_id, *bots, "--seed", "3", "--seat", "1"]
    for done in (shoal("rules", game_id), shoal(*play, typed="rules\nquit\n"), shoal(*play, typed="guide\nquit\n")):
        assert done.code == 0 and not done.err and "there is no rule" not in done.out.lower()
        assert all(len(line) <= 80 for line in done.out.splitlines())
        assert not re.search(r"\*\*|^#+ [A-Z]|^ *\|.*\|$|^```|\]\(", done.out, re.MULTILINE)
    assert len(done.out.split("> guide", 1)[1].splitlines()) > 10


def test_plain_text_keeps_headings_lists_and_tables() -> None:
    text = "# Pays\n\nWhat *each* kind pays, in `points` as printed.\n\n- **R1** one\n\n| kind | pays |\n|---|---|\n| Snail | 5 |\n"
    assert plain(text, 24).splitlines() == [
        "Pays", "====", "", "What each kind pays, in", "points as printed.", "", " • R1 one", "", " kind   pays", " ───────────", " Snail  5",
    ]
