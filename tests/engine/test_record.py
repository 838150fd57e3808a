"""Records: what is read, what is refused and where, and what is left of an interrupted file."""

from collections import deque
from typing import Any

import pytest

from shoal.engine.errors import OptionError, RecordError
from shoal.engine.record import Record, read_option
from shoal.games import load_game

GAME: Any = load_game("fish_tank")
HAND = ("danio", "danio", "guppy", "bala", "neon", "zebra", "discus", "redtail")


def record(**more: str) -> Record:
    """A two-player game, dealt and picked once."""
    made = Record.of(GAME, 2, GAME.effective_options(2), more)
    for seat in (1, 2):
        for kind in HAND:
            made.add(None, f"deal {seat} {kind}")
    made.add(0, "pick danio")
    made.add(1, "pick guppy")
    return made


def end(text: str) -> Any:
    return deque(Record.parse(text).positions(load_game), 1)[0][1]


def with_header(key: str, line: str) -> str:
    return "\n".join(line if old.startswith(f"[{key} ") else old for old in record().dump().split("\n"))


def test_a_record_reads_as_it_was_written() -> None:
    made = record(note='a "quoted" text \\ with # and ü\n')
    again = Record.parse(made.dump())
    assert (again.header, again.entries) == (made.header, made.entries)
    assert again.dump() == made.dump()
    assert again.lines[0] == len(made.header) + 2


def test_the_form_is_header_lines_then_one_line_for_each_event() -> None:
    lines = record().dump().split("\n")
    assert lines[:4] == ['[game "fish_tank"]', '[rules_version "1"]', f'[box "{GAME.components.hash}"]', '[players "2"]']
    assert lines[4:7] == ['[option.fewer_kinds "false"]', '[option.pair_rounds "16"]', '[option.placement_reveal "simultaneous"]']
    assert lines[7:9] == ['[option.pass_before_place "false"]', '[option.auto_forced "true"]']
    assert lines[9:11] == ["", "* deal 1 danio"] and lines[-3:] == ["1 pick danio", "2 pick guppy", ""]


def test_comments_blank_lines_and_spaces_do_not_matter() -> None:
    lines = record(note="a # is no comment here").dump().split("\n")
    loose = "# by hand\r\n" + "\r\n\r\n".join(f"  {line.replace(' ', '  ') if not line.startswith('[') else line}   # note" for line in lines if line) + "\r\n"
    assert end(loose) == end("\n".join(lines))
    assert Record.parse(loose).header["note"] == "a # is no comment here"


def test_a_header_value_that_ends_in_a_backslash_may_have_a_comment() -> None:
    text = record(note="C:\\").dump().replace('[note "C:\\\\"]', '[note "C:\\\\"]   # a folder')
    assert Record.parse(text).header["note"] == "C:\\"


@pytest.mark.parametrize("text", ["", "\n", "hello\n", "[game]\n", "{}\n", "\x00\n", "1 pick danio\n"])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        Record.parse(text)


@pytest.mark.parametrize("key", ["game", "rules_version", "box", "players"])
def test_a_missing_header_line_is_named(key: str) -> None:
    with pytest.raises(RecordError, match=rf"\[{key} "):
        Record.parse(with_header(key, ""))


@pytest.mark.parametrize(("key", "line", "words"), [
    ("game", '[game "chess"]', "chess"),
    ("rules_version", '[rules_version "99"]', "version 99"),
    ("box", '[box "0000000000000000"]', "other components"),
    ("players", '[players "7"]', "2 to 6"),
    ("players", '[players "two"]', "a number of players"),
    ("players", '[players "-2"]', "a number of players"),
    ("option.fewer_kinds", '[option.fewer_kinds "maybe"]', "maybe"),
    ("option.pair_rounds", '[option.pair_round "16"]', "pair_rounds"),
    ("option.auto_forced", "", "option.auto_forced"),
])
def test_a_header_that_does_not_fit_is_refused(key: str, line: str, words: str) -> None:
    parsed = Record.parse(with_header(key, line))
    with pytest.raises(RecordError, match=words) as caught:
        list(parsed.positions(load_game))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("old", "new", "words"), [
    ('[players "2"]', "[players 2]", "line 4"),
    ('[players "2"]', '[players "2"', "line 4"),
    ('[players "2"]', '[players "\\q"]', "line 4"),
    ('[players "2"]', '[players "2"]\n[players "2"]', "line 5: players stands"),
    ("* deal 1 zebra", '[late "1"]', "line 16: a header line"),
    ("1 pick danio", "pick danio", "line 27: 'pick danio'"),
    ("1 pick danio", "0 pick danio", "line 27"),
    ("1 pick danio", "1", "line 27"),
    ("1 pick danio", "+ pick danio", "line 27"),
])
def test_lines_of_no_known_form_are_refused_when_read(old: str, new: str, words: str) -> None:
    text = record().dump()
    assert old in text
    with pytest.raises(RecordError, match=words):
        Record.parse(text.replace(old, new, 1))


@pytest.mark.parametrize(("old", "new", "words"), [
    ("1 pick danio", "1 pick snail", "line 27: there is no snail in your hand"),
    ("1 pick danio", "1 pick Danio", "line 27: 'Danio' is no kind"),
    ("1 pick danio", "1 place d4", "line 27: pick a card first"),
    ("1 pick danio", "3 pick danio", "line 27: there is no seat 3"),
    ("1 pick danio", "* draw 1 danio", "line 27: 'draw 1 danio' is a draw, but now seats 1, 2 must decide"),
    ("2 pick guppy", "1 pick danio", "line 28: you have chosen"),
    ("* deal 1 zebra", "* deal 2 zebra", "line 16: 'deal 2 zebra' cannot be drawn now; possible: deal 1 danio, deal 1 guppy, .*deal 1 loach$"),
    ("* deal 1 zebra", "1 pick danio", "line 16: 'pick danio' is a move, but now a draw comes: deal 1 danio"),
    ("* deal 1 zebra", "* deal 1 plant", "line 16"),
])
def test_moves_that_are_not_legal_are_refused_with_their_line_and_reason(old: str, new: str, words: str) -> None:
    text = record().dump()
    with pytest.raises(RecordError, match=words):
        end(text.replace(old, new, 1))


def test_seats_may_answer_a_sealed_stage_in_any_order() -> None:
    text = record().dump()
    assert end(text.replace("1 pick danio\n2 pick guppy", "2 pick guppy\n1 pick danio")) == end(text)


@pytest.mark.parametrize(("tail", "kept"), [
    ("1 place d4", True), ("1 place d", False), ("1 place e4", False), ("1", False), ("1 ", False), ("* deal 1 danio", False), ("3 place d4", False),
    ("[x", False), ("1 place d4 # said", True),
])
def test_an_unfinished_last_line_is_taken_if_it_is_a_whole_legal_move(tail: str, kept: bool) -> None:
    parsed = Record.parse(record().dump() + tail)
    game, state = deque(parsed.positions(load_game), 1)[0]
    parsed.finish(game, state)
    assert (parsed.entries[-1] == (0, "place d4")) == kept
    assert state.actors() == ([1] if kept else [0, 1])


def test_replay_shows_each_position_before_its_move() -> None:
    seen = [(state.stage, seat, text) for _, state, seat, _, text in record().replay(load_game)]
    assert seen[0] == (0, None, "deal 1 danio") and seen[-1] == (3, 1, "pick guppy") and len(seen) == 18


def test_options_as_typed() -> None:
    assert read_option(" pair_rounds = 8,16 ") == ("pair_rounds", "8,16")
    with pytest.raises(OptionError, match="KEY=VALUE"):
        read_option("pair_rounds")
