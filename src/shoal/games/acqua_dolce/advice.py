"""Why a move of Acqua Dolce is worth thinking of, in a sentence; from a mask only."""

from typing import Any

from shoal.engine.state import Masked

from .forecast import price_of, turned_on
from .notation import DRAW, KINDS, STOP, fish_of, is_fish, is_play, is_take, is_temp, played_kind, played_number, step_of, swap_high, swap_low


def reason(game: Any, masked: Masked, action: int) -> str:
    """One line about what an action of the mask's observer changes."""
    state = masked.state
    if is_play(action):
        return playing(game, state, masked.observer, played_kind(action), played_number(action))
    if action == DRAW or is_take(action):
        return taking(game, state, masked.observer, action)
    if action == STOP:
        return str(game.texts("hint.stop"))
    if is_temp(action):
        return warming(game, state, step_of(action))
    if is_fish(action):
        return str(game.texts(f"hint.{state.decision()}", name=game.noun(fish_of(action)), n=state.tank[fish_of(action)]))
    return str(game.texts("hint.swap", one=game.noun(swap_low(action)), other=game.noun(swap_high(action))))


def playing(game: Any, state: Any, seat: int, card: int, number: int) -> str:
    price = price_of(game, state, card, number)
    turned = turned_on(game, state, card, number)
    left = state.hand_size[seat] - number + price.cards
    parts = [price.words if game.kinds[card].card == "fish" else game.texts(f"hint.{game.kinds[card].card}")]
    parts += [game.texts("hint.turns_on", names=", ".join(turned))] if turned else []
    parts += [game.texts("hint.hand", n=left) if left else game.texts("hint.out")]
    return "; ".join(parts)


def taking(game: Any, state: Any, seat: int, card: int) -> str:
    if card == DRAW:
        return str(game.texts("hint.draw"))
    if game.kinds[card].is_school:
        have = state.tank[card] + state.hands[seat * KINDS + card] + 1
        return str(game.texts("hint.school", name=game.noun(card), have=have, want=state.tables.school))
    return str(game.texts("hint.take", price=price_of(game, state, card).words))


def warming(game: Any, state: Any, step: int) -> str:
    """Who would die of it at the next check, and who would live."""
    box, degrees = game.box, state.degrees + step
    lives = [(box.low[c] <= state.degrees <= box.high[c], box.low[c] <= degrees <= box.high[c], c) for c in range(1, box.fish + 1) if state.tank[c]]
    lost = [game.noun(card) for before, after, card in lives if before and not after]
    won = [game.noun(card) for before, after, card in lives if after and not before]
    if not lost and not won:
        return str(game.texts("hint.temp_same", degrees=degrees))
    parts = [game.texts("hint.temp_lost", names=", ".join(lost))] if lost else []
    parts += [game.texts("hint.temp_won", names=", ".join(won))] if won else []
    return "; ".join(parts)
