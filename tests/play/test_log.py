"""A log of changes rebuilds the match, whatever happened in it."""

import json
import random

import pytest

from shoal.engine.errors import RecordError
from shoal.games import load_game
from shoal.play.chance import SeededChance, SystemChance
from shoal.play.log import rebuild, row_of
from shoal.play.match import Match
from shoal.play.parts import Change, Seat

from .auction import GAME
from .playing import inside, play_random, shown

SEATS = [Seat("North"), Seat("East"), Seat("Bo", "greedy")]


def random_change(match: Match, rng: random.Random) -> Change:
    """Some command that is possible now."""
    seat = rng.randrange(3)
    if match.request is not None and rng.random() < 0.5:
        return match.plan_answer_undo(0 if match.request.seat else 1, rng.random() < 0.7)
    if match.can_undo(seat) == "free" or (match.can_undo(seat) and match.request is None):
        if rng.random() < 0.25 or match.over:
            return match.plan_undo(seat)
    if rng.random() < 0.05:
        return match.plan_seat(2, Seat("Bo", rng.choice(["greedy", "random"])))
    if match.over:
        return match.plan_undo(0, consent=True)
    seat = rng.choice(match.actors)
    return match.plan_choose(seat, [rng.choice(match.legal(seat))])


def fresh(game_id: str) -> Match:
    game = GAME if game_id == "auction" else load_game(game_id)
    return Match(game, 3, None, [Seat(seat.name, seat.bot) for seat in SEATS], SeededChance(5))


@pytest.mark.parametrize(("game_id", "steps"), [("auction", 250), ("fish_tank", 120)])
def test_a_log_rebuilds_the_match_at_every_step(game_id: str, steps: int) -> None:
    match, rng = fresh(game_id), random.Random(steps)
    rows = []
    change = match.plan_begin()
    for step in range(steps):
        rows.append(json.loads(json.dumps(row_of(match, change))))
        match.apply(change)
        if step % 5 == 0 or step > steps - 20:
            again = fresh(game_id)
            rebuild(again, rows)
            assert inside(again) == inside(match)
            assert again.seats == match.seats and again.chance.numbers[:match.draws] == match.chance.numbers[:match.draws]
            assert [shown(again, observer) for observer in range(-1, 3)] == [shown(match, observer) for observer in range(-1, 3)]
        change = random_change(match, rng)


def test_undone_draws_come_back_the_same_after_a_restart() -> None:
    match = fresh("auction")
    rows = []

    def do(change: Change) -> None:
        rows.append(row_of(match, change))
        match.apply(change)

    do(match.plan_begin())
    numbers = list(match.chance.numbers)
    while len(match.chance.numbers) == len(numbers):
        seat = match.waiting_for()[0]
        do(match.plan_choose(seat, [match.legal(seat)[0]]))
    drawn = match.entries[-1].text
    do(match.plan_undo(match.entries[-2].seat or 0, consent=True))
    again = Match(GAME, 3, None, match.seats, SystemChance())
    rebuild(again, rows)
    seat = again.waiting_for()[0]
    again.choose(seat, [again.legal(seat)[0]])
    assert again.entries[-1].text == drawn


def test_a_log_of_other_rules_is_refused() -> None:
    match = fresh("auction")
    row = row_of(match, match.plan_begin())
    row["entries"][0] = "1 take left"
    with pytest.raises(RecordError, match="line 1"):
        rebuild(fresh("auction"), [row])


def test_a_log_reads_like_a_record() -> None:
    match = fresh("auction")
    match.apply(match.plan_begin())
    play_random(match, random.Random(1), 2)
    seat = match.waiting_for()[0]
    row = row_of(match, match.plan_choose(seat, match.legal(seat)[:1]))
    assert row["kind"] == "choose" and row["seat"] == seat + 1
    assert {text.split()[0] for draft in row["drafts"].values() for text in draft["actions"]} <= {"bid", "double"}
