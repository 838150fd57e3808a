"""What a player could keep by going out now: the objectives that stand after a Control Phase with the best of judges."""

from typing import Any

from .features import kept_by
from .notation import EAT, EXPEL, fish_of
from .scoring import objectives_in

MOST = 1500
"""Positions that are looked at; where there are more, the best of these has to do."""


def best_kept(state: Any, seat: int) -> int:
    """A bit for each objective in play that this seat could keep, by running out of cards now or in the Control Phase that it judges.

    If that is enough to win, these do stand after choices that are allowed; and in all but the longest phases there are no better choices.
    """
    kept = kept_by(state, seat)
    if kept.bit_count() >= state.need or state.on.bit_count() < state.need:
        return kept                                # enough; or too few stand already, and a Control Phase turns none on
    return max((kept, search(state.running_out(seat), {})), key=int.bit_count)


def search(trial: Any, known: dict[Any, int]) -> int:
    """The most that any choices of the judge lead to."""
    if not EAT <= trial.stage <= EXPEL:
        return settled(trial)
    key = (trial.stage, trial.meals, tuple(trial.tank))
    if key not in known:
        known[key] = 0
        for action in trial.legal_actions(trial.turn):
            if known[key].bit_count() >= trial.need or len(known) > MOST:
                break
            known[key] = max((known[key], search(trial.having_judged(fish_of(action)), known)), key=int.bit_count)
    return known[key]


def settled(trial: Any) -> int:
    """The objectives that stand when nothing more is to be chosen; the temperature is looked at last."""
    tank = [number if card > trial.tables.fish or lives(trial, card) else 0 for card, number in enumerate(trial.tank)]
    return objectives_in(trial.tables, tank) & int(trial.objectives)


def lives(state: Any, card: int) -> bool:
    """Whether a fish lives at the temperature of the tank, where that matters."""
    return not state.temperature or bool(state.tables.low[card] <= state.degrees <= state.tables.high[card])
