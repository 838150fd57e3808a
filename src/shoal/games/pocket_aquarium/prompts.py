"""What is asked of the player of Pocket Aquarium."""

from typing import Any

from shoal.engine.game import Prompt
from shoal.engine.state import Masked

from .notation import COLUMNS, STOPS
from .refusals import line_text


def prompt_of(game: Any, masked: Masked) -> Prompt:
    t, state = game.texts, masked.state
    if masked.is_terminal():
        return Prompt(t("prompt.over"), game.result(state).title)
    if masked.is_chance():
        return Prompt(t("prompt.deal_step"), t("prompt.deal"), t("prompt.deal_because"))
    step = step_text(game, state)
    if masked.observer < 0:
        return Prompt(step, t("prompt.wait"), watching(game, state))
    if masked.decision() == "food_swap":
        column = COLUMNS[state.food - 1]
        return Prompt(step, t("prompt.food", column=column), t("prompt.food_because", column=column))
    return Prompt(step, t("prompt.turn"), watching(game, state))


def step_text(game: Any, state: Any) -> str:
    """`7 turns left`, this one included. How many there were in all, only the record tells."""
    return str(game.texts("prompt.step", n=state.tables.length[state.path] - state.stop))


def watching(game: Any, state: Any) -> str:
    at = state.path * STOPS + state.stop
    if not state.tables.watched[at]:
        return str(game.texts("prompt.turn_corner"))
    return str(game.texts("prompt.turn_because", line=line_text(state)))
