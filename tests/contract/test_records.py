"""Records and traces of random games of every kind."""

import json
from collections import deque
from typing import Any

import pytest

from shoal.engine import trace
from shoal.engine.errors import RecordError
from shoal.engine.record import Record
from shoal.engine.state import Rng
from shoal.games import load_game
from tests.contract.walks import Case, fingerprint, plain_cases, walk


def record_of(case: Case, seed: int) -> tuple[Record, Any]:
    """A whole game as a record, and its end; draws and moves in the order in which they happened."""
    game = case.game
    record = Record.of(game, case.players, game.effective_options(case.players, case.options))
    end = None
    for state, event in walk(case, seed):
        record.add(event.seat, game.outcome_to_text(event.number) if event.seat is None else game.action_to_text(event.number))
        end = state
    return record, end


def replayed(record: Record) -> Any:
    return deque(record.positions(load_game), 1)[0][1]


def test_a_record_replays_to_the_same_end(case: Case) -> None:
    record, end = record_of(case, 1)
    again = Record.parse(record.dump())
    assert again.header == record.header and again.entries == record.entries and again.dump() == record.dump()
    assert replayed(again) == without_memory(end)


def without_memory(state: Any) -> Any:
    twin = state.copy()
    twin.remember(False)
    return twin


def test_a_record_with_a_wrong_line_is_refused_at_that_line(plain_case: Case) -> None:
    record, _ = record_of(plain_case, 2)
    lines = record.dump().split("\n")
    first = next(i for i, line in enumerate(lines) if not line) + 1
    for at in range(first, len(lines) - 2, max(23, len(lines) // 12)):      # a dozen lines also of a long game
        seat = lines[at].split()[0]
        other_sort = "1" if seat == "*" else "*"
        for wrong in (f"{seat} no such thing", f"9 {lines[at].partition(' ')[2]}", f"{other_sort} {lines[at].partition(' ')[2]}", f"{lines[at + 1]} x"):
            spoiled = Record.parse("\n".join([*lines[:at], wrong, *lines[at + 1 :]]))
            with pytest.raises(RecordError, match=f"line {at + 1}: "):
                replayed(spoiled)


def test_moves_after_the_end_are_refused(plain_case: Case) -> None:
    record, _ = record_of(plain_case, 3)
    for seat, written in record.entries[-1:] + record.entries[:1]:
        longer = Record(record.header, [*record.entries, (seat, written)])
        with pytest.raises(RecordError, match="after the end"):
            replayed(longer)


def test_a_record_cut_off_anywhere_replays_up_to_there(plain_case: Case) -> None:
    """As when the power fails while it is written."""
    record, _ = record_of(plain_case, 4)
    text, game = record.dump(), plain_case.game
    head = text.index("\n\n") + 2
    for at in range(head, len(text), max(37, len(text) // 40 | 1)):
        cut = Record.parse(text[:at])
        whole = text[:at].count("\n", head)
        assert len(cut.entries) == whole
        state = replayed(cut)
        cut.finish(game, state)
        assert len(cut.entries) in (whole, whole + 1)
        if len(cut.entries) > whole:
            assert fingerprint(replayed(Record(cut.header, cut.entries))) == fingerprint(state)


# ---- traces

def test_traces_say_all_that_can_be_asked(case: Case) -> None:
    game = case.game
    state = case.start()
    lines = list(trace.random_trace(game, state, Rng(1, "trace")))
    assert [line["n"] for line in lines] == list(range(1, len(lines) + 1)) and {line["game"] for line in lines} == {1}
    assert [line["kind"] == "over" for line in lines] == [False] * (len(lines) - 1) + [True]
    keys = ["game", "n", "kind", "decision", "actors", "legal", "chance", "applied", "public"]
    for line in lines[:-1]:
        assert list(line) == keys and line["kind"] in ("decision", "chance") and line["decision"]
        check_line(line)
    end = lines[-1]
    assert list(end)[: len(keys)] == keys and end["applied"] is None and end["scores"] == state.scores()
    assert [sheet["total"] for sheet in end["sheets"]] == end["scores"]
    assert end["winners"] == [seat + 1 for seat in game.result(state).winners] == end["result"]["winners"]
    assert all(json.loads(trace.dump_line(line)) == line and "\n" not in trace.dump_line(line) for line in lines)


def check_line(line: dict[str, Any]) -> None:
    seat, written = line["applied"]["seat"], line["applied"]["text"]
    if line["kind"] == "chance":
        assert seat is None and written in line["chance"] and line["actors"] == [] and line["legal"] == {}
        parts = [tuple(map(int, share.split("/"))) for share in line["chance"].values()]
        assert sum(weight for weight, _ in parts) == parts[0][1] and len({total for _, total in parts}) == 1
    else:
        assert seat == line["actors"][0] and written in line["legal"][str(seat)] and line["chance"] == {}
        assert list(line["legal"]) == [str(actor) for actor in line["actors"]]
        assert all(texts == sorted(texts) for texts in line["legal"].values())


def test_what_spectators_see_in_a_trace_is_their_mask(plain_case: Case) -> None:
    state = plain_case.start()
    state.advance(Rng(1))
    shown = state.masked(-1).to_json()
    del shown["memory"]
    assert trace.position_line(plain_case.game, state, 1, 1)["public"] == shown


def test_traces_are_repeatable_and_depend_on_the_seed() -> None:
    for case in plain_cases()[:3]:
        def hashed(seed: int, case: Case = case) -> str:
            return trace.hash_lines(trace.random_traces(case.game, case.players, case.options, 2, seed))
        assert hashed(1) == hashed(1) != hashed(2)
