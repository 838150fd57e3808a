"""What happened, as lines: who moved first stands first, and choices that lay sealed stand in the game's order."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from shoal.engine.record import Record
from shoal.games import load_game
from shoal.terminal.screen import Screen
from shoal.terminal.showing import show_batches
from shoal.terminal.story import Happened, in_batches, visible
from shoal.terminal.watching import match_as_recorded

RECORD = Path(__file__).parents[1] / "playthroughs" / "aquarium_four_players.record"
NAMES = ["Ada", "Bo", "Cy", "Di"]


def test_who_moves_first_stands_first(capsys: pytest.CaptureFixture[str]) -> None:
    events = [Happened(1, None, "deal", "first 3"), Happened(2, 2, "move", "go 5"), Happened(3, 0, "move", "go 2"), Happened(4, 2, "move", "go 7")]
    show_batches(Screen(), in_batches(events), NAMES[:3])
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [["first", "3"], ["Cy", "go", "5"], ["Ada", "go", "2"], ["Cy", "go", "7"]]


def test_sealed_choices_stand_in_the_order_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    """In Aquarium the influence cards are opened from the left neighbour of the active player on, whoever chose first."""
    record = Record.parse(RECORD.read_text(encoding="utf-8"))
    match = match_as_recorded(record, load_game("aquarium"))
    events = [event for event in visible(match.events(-1)) if event.seat is not None and event.decision == "phase1"]
    rounds = [events[i:i + 3] for i in range(0, len(events), 3)]
    assert all(len({event.seat for event in round_}) == 3 for round_ in rounds) and any(seats_of(round_) != sorted(seats_of(round_)) for round_ in rounds)
    for round_ in rounds:
        show_batches(Screen(), in_batches(round_), NAMES)
        assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [NAMES[seat] for seat in seats_of(round_)]


def seats_of(events: Sequence[Happened]) -> list[int]:
    return [event.seat for event in events if event.seat is not None]


def lines(*moves: tuple[int | None, str, str]) -> list[list[str]]:
    """For each batch, what each seat did."""
    events = [Happened(number, seat, decision, text) for number, (seat, decision, text) in enumerate(moves, 1)]
    return [[f"{seat + 1} {', '.join(texts)}" for seat, texts in batch.moves.items()] for batch in in_batches(events)]


def test_a_turn_is_one_line() -> None:
    turn = [(0, "owner", "go 1"), (0, "walk", "walk 2"), (0, "tend", "buy coral d"), (0, "tend", "end")]
    other = [(1, "owner", "go 2"), (1, "ad", "ad shark")]
    assert lines(*turn, *other, *turn, *turn) == [["1 go 1, walk 2, buy coral d, end", "2 go 2, ad shark"], *[["1 go 1, walk 2, buy coral d, end"]] * 2]


def test_a_round_is_a_line_for_each_seat() -> None:
    one = [(seat, decision, decision) for decision in ("pick", "place", "flip") for seat in (0, 1)]
    assert lines(*one, *one) == [["1 pick, place, flip", "2 pick, place, flip"]] * 2


def test_who_comes_back_after_others_have_gone_on_begins_a_line() -> None:
    """A choice of Phase II, the purchase that it was about, and the next turn of the same seat are three things."""
    assert lines((0, "phase2", "double"), (1, "phase2", "double"), (2, "buy", "decline"), (0, "turn", "shop"), (1, "phase1", "add"), (2, "phase1", "hold")) == [
        ["1 double", "2 double", "3 decline"], ["1 shop", "2 add", "3 hold"],
    ]
    assert lines((0, "phase1", "exchange"), (1, "phase1", "exchange"), (0, "give", "give p1"), (0, "take", "take p2"), (1, "give", "give r1")) == [
        ["1 exchange, give p1, take p2", "2 exchange"], ["2 give r1"],
    ]


def test_draws_begin_a_batch() -> None:
    assert lines((None, "deal", "deal a"), (0, "act", "draw"), (None, "draw", "draw b"), (0, "pay", "pay")) == [["1 draw"], ["1 pay"]]
