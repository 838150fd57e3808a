"""Choices made in advance: played at once when the seat's turn comes, or dropped and told; known to nobody else."""

import asyncio
import random
from pathlib import Path

import pytest

from shoal.engine.errors import IllegalAction, ShoalError
from shoal.engine.facts import SPECTATOR
from shoal.games import load_game
from shoal.play import log
from shoal.play.ahead import possible
from shoal.play.chance import SeededChance
from shoal.play.match import Match
from shoal.play.parts import Change, Seat
from shoal.play.table import NotAllowed
from shoal.play.tables import Tables

from .auction import LEFT, SINGLE
from .playing import inside, shown
from .test_match import auction
from .test_tables import open_table, run

TURNS = ("aquarium", "acqua_dolce", "aqua_garden")
"""Games in which people wait for each other."""


def match_of(game_id: str, seed: int = 3, players: int = 2) -> Match:
    return Match.new(load_game(game_id), players, None, None, SeededChance(seed))


def leave(match: Match, seat: int, *actions: int) -> None:
    match.apply(match.plan_premove(seat, actions))


def garden() -> Match:
    """Seat 1 is asked alone; seat 2 waits and may choose in advance."""
    match = match_of("aqua_garden")
    assert match.actors == [0] and match.can_premove(1) and not match.can_premove(0)
    return match


def finish_turn(match: Match, seat: int) -> None:
    while match.actors == [seat] and not match.over:
        match.choose(seat, [match.legal(seat)[0]])


def test_what_was_chosen_in_advance_is_played_when_the_turn_comes() -> None:
    match, same = garden(), garden()
    go = match.read(1, "go 5")
    leave(match, 1, *go)
    finish_turn(match, 0)
    finish_turn(same, 0)
    same.choose(1, go)
    assert [(entry.seat, entry.text) for entry in match.entries] == [(entry.seat, entry.text) for entry in same.entries]
    assert match.premoves == {} and match.decision == same.decision and match.opened == same.opened


def test_what_is_impossible_then_is_dropped_and_told_to_its_seat_alone() -> None:
    match = garden()
    leave(match, 1, *match.read(1, "go 1"))
    match.choose(0, match.read(0, "go 1"))
    finish_turn(match, 0)
    assert match.actors == [1] and match.premoves[1].lapsed
    view = match.view(1)
    assert view.premove_texts == ["go 1"] and view.to_json()["premove_lapsed"] and match.view(0).premove is None
    match.choose(1, [match.legal(1)[0]])
    assert match.premoves == {}


def test_it_is_all_or_nothing() -> None:
    """The second of two moves does not follow from the first: neither is played."""
    match = garden()
    leave(match, 1, *match.read(1, "go 5 then go 6"))
    finish_turn(match, 0)
    assert match.actors == [1] and match.premoves[1].lapsed and all(entry.seat != 1 for entry in match.entries)


def test_who_is_asked_or_chooses_with_others_chooses_at_once() -> None:
    match = auction()
    match.choose(0, [5, SINGLE])
    for seat in (0, 1):
        assert not match.can_premove(seat)
        with pytest.raises(IllegalAction, match="asked now"):
            match.plan_premove(seat, [LEFT])


def test_it_is_not_played_where_several_choose_at_once() -> None:
    match = auction()
    match.choose(0, [5, SINGLE])
    match.choose(1, [3, SINGLE])
    assert match.actors == [0] and match.can_premove(1)
    leave(match, 1, 2)
    match.choose(0, [LEFT])
    assert match.is_sealed and match.waiting_for() == [0, 1] and match.draft(1) == [] and match.premoves[1].lapsed
    match.choose(1, [2])
    assert match.premoves == {} and match.draft(1) == [2]


def test_it_can_be_replaced_and_withdrawn() -> None:
    match = garden()
    with pytest.raises(ShoalError, match="Nothing is chosen in advance"):
        match.plan_premove(1, [])
    leave(match, 1, *match.read(1, "go 5"))
    leave(match, 1, *match.read(1, "go 6"))
    assert match.view(1).premove_texts == ["go 6"]
    leave(match, 1)
    finish_turn(match, 0)
    assert match.premoves == {} and match.actors == [1] and all(entry.seat != 1 for entry in match.entries)


def test_an_undo_ends_it_and_so_does_a_bot_in_its_seat() -> None:
    match = match_of("aqua_garden", players=3)
    first = match.actors[0]
    waits, leaves = (seat for seat in range(3) if seat != first)
    match.choose(first, match.read(first, "go 3"))
    leave(match, waits, *match.read(waits, "go 5"))
    leave(match, leaves, *match.read(leaves, "go 6"))
    match.apply(match.plan_seat(leaves, Seat("Bot", "greedy")))
    assert set(match.premoves) == {waits} and not match.can_premove(leaves)
    match.undo(first)
    assert match.premoves == {}


@pytest.mark.parametrize("game_id", TURNS)
def test_nobody_else_can_tell_and_a_log_keeps_it(game_id: str) -> None:
    """Two games alike but for what is chosen in advance: all that others are given is the same until it is played."""
    rng, match, twin = random.Random(2), match_of(game_id), match_of(game_id)
    left = 0
    for _ in range(60):
        if match.over:
            break
        for seat in range(2):
            if match.can_premove(seat) and seat not in match.premoves and (found := possible(match.state.masked(seat))):
                assert found == possible(twin.state.masked(seat))
                leave(match, seat, rng.choice(found))
                left += 1
                for observer in (1 - seat, SPECTATOR):
                    assert shown(match, observer) == shown(twin, observer)
                assert match.version_for(seat) > twin.version_for(seat)
                leave(match, seat)
                twin.own_changes[seat] += 2
                assert shown(match, seat) == shown(twin, seat)
        seat = match.waiting_for()[0]
        action = rng.choice(match.legal(seat))
        match.choose(seat, [action])
        twin.choose(seat, [action])
    assert left > 3


@pytest.mark.parametrize("game_id", TURNS)
def test_games_with_premoves_replay_from_their_logs(game_id: str) -> None:
    rng = random.Random(4)
    match = Match(load_game(game_id), 2, None, None, SeededChance(9))
    rows, played = [], 0

    def do(change: Change) -> None:
        rows.append(log.row_of(match, change))
        match.apply(change)

    do(match.plan_begin())
    for _ in range(80):
        if match.over:
            break
        for seat in range(2):
            if match.can_premove(seat) and (found := possible(match.state.masked(seat))):
                do(match.plan_premove(seat, [rng.choice(found)]))
        seat = match.waiting_for()[0]
        before = [other for other in match.premoves if other != seat]
        do(match.plan_choose(seat, [rng.choice(match.legal(seat))]))
        played += sum(other not in match.premoves for other in before)
        again = Match(load_game(game_id), 2, None, None, SeededChance(9))
        log.rebuild(again, rows)
        assert inside(again) == inside(match)
    assert played > 3


def test_a_table_keeps_it_over_a_restart_and_plays_it(tmp_path: Path) -> None:
    found: dict[str, str] = {}

    async def begin(tables: Tables) -> None:
        table = await open_table(tables, "", "", game="aqua_garden", seed=3)
        first, other = table.tokens[0], table.tokens[1]
        go = table.match.read(1, "go 5")
        with pytest.raises(NotAllowed, match="does not play seat 2"):
            await table.premove(first, 1, go)
        with pytest.raises(NotAllowed, match="only watches"):
            await table.premove(table.spectator, 1, go)
        rows = table.rows
        await asyncio.gather(table.premove(other, 1, go, "key"), table.premove(other, 1, go, "key"))
        assert table.rows == rows + 1
        found.update(id=table.id, inside=inside(table.match))

    async def go_on(tables: Tables) -> None:
        table = await tables.get(found["id"])
        assert inside(table.match) == found["inside"] and table.match.view(1).premove_texts == ["go 5"]
        while table.match.actors == [0]:
            await table.act(table.tokens[0], 0, [table.match.legal(0)[0]])
        assert [entry.text for entry in table.match.entries if entry.seat == 1][0] == "go 5"

    run(tmp_path / "t.sqlite", begin)
    run(tmp_path / "t.sqlite", go_on)
