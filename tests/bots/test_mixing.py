"""Regret matching finds the equilibrium of a small sealed game that has none without mixing. Played in the plain form, where tests may make games."""

from importlib import import_module
from typing import Annotated

import pytest

from shoal._forms import SECOND
from shoal._plain import load_second
from shoal.engine.form import compiled

if compiled():
    load_second()
PACKAGE = SECOND if compiled() else "shoal"
facts, tree, engine = (import_module(f"{PACKAGE}.{name}") for name in ("engine.facts", "bots.search_tree", "engine.state"))

Two = Annotated[list[int], "int", 2]

WON = ((2, 0), (0, 1))
"""What seat 1 wins from seat 2, by the choices of both: seat 1 chooses 0 in one of three games, and so does seat 2."""

BIG = 1000.0
"""The scale of worths, so large that they grow in proportion to leads."""


class Pennies(engine.State):
    """Both choose 0 or 1, sealed."""

    chosen: Two

    def __init__(self):
        self.set_out(engine.Box())
        self.players = 2

    def status(self):
        return facts.OVER if 0 not in self.chosen else facts.DECISION

    def next_actor(self, after):
        return next((seat for seat in range(after + 1, 2) if self.chosen[seat] == 0), facts.NOBODY)

    def fill_legal(self, seat, out):
        out[:2] = [0, 1]
        return 2

    def step(self, seat, action):
        self.chosen[seat] = action + 1

    def points(self, seat):
        if 0 in self.chosen:
            return 0
        won = WON[self.chosen[0] - 1][self.chosen[1] - 1]
        return won if seat == 0 else -won


def grown(seat, mixing, seed):
    knobs = tree.Knobs()
    knobs.load(knobs.dump() | {"mixing": mixing, "scale": BIG, "gamma": 0.05})
    made = tree.Tree(Pennies(), seat, seed, knobs)
    made.open([0, 1], [0.0, 0.0])
    return made


@pytest.mark.parametrize("seat", [0, 1])
def test_the_average_strategy_is_the_equilibrium(seat):
    first, second = grown(seat, True, 1).mix(8_000)
    assert first / (first + second) == pytest.approx(1 / 3, abs=0.05)


def test_what_the_other_may_do_about_it():
    """An opponent that knew the mixture could win hardly more than the game is worth, two thirds a game for seat 1."""
    first, second = grown(0, True, 2).mix(8_000)
    p = first / (first + second)
    assert min(p * WON[0][0] + (1 - p) * WON[1][0], p * WON[0][1] + (1 - p) * WON[1][1]) > 2 / 3 - 0.1
