"""Why something cannot be done in Aquarium, in words, with the rule that says so."""

from pathlib import Path
from typing import Any

from shoal.engine.texts import Texts

from .notation import (
    ACTIONS, BREED, BREEDING, BUY, BUYING, DROP, DROPPING, FEED, FEEDING, FISH, FLUSH, GIVE, GIVING, HOLD, KINDS, PASS, PHASE1, PHASE2, PLUS1, SHOP, STARVE,
    SWAP, SWAPPING, TAKE, TAKING, TURN, bit_of, card_of, fish_of, is_play,
)

TEXTS = Texts(Path(__file__).parent)
VERB_OF_STAGE = {DROPPING: DROP, SWAPPING: SWAP, GIVING: GIVE, TAKING: TAKE, FEEDING: STARVE, BREEDING: BREED}


def refusal(state: Any, seat: int, action: int) -> tuple[str, str]:
    """(reason, rule) for an action that is not legal now."""
    if state.is_terminal():
        return TEXTS("refuse.over"), ""
    if state.is_chance():
        return TEXTS("refuse.chance"), ""
    if not 0 <= action < ACTIONS:
        return TEXTS("refuse.unknown"), ""
    if seat not in state.actors():
        return _not_asked(state, seat)
    if state.stage in (PHASE1, PHASE2):
        return _no_card(state, seat, action)
    if state.stage == TURN:
        return _no_turn(state, action)
    if state.stage == BUYING:
        return _no_purchase(state, seat, action)
    return _no_fish(state, seat, action)


def _not_asked(state: Any, seat: int) -> tuple[str, str]:
    if state.stage in (PHASE1, PHASE2):
        return (TEXTS("refuse.buyer"), "R8") if seat == state.active else (TEXTS("refuse.chosen"), "R41")
    return TEXTS("refuse.turn", seat=state.asked + 1), "R22" if state.stage == FEEDING else "R37"


def _no_card(state: Any, seat: int, action: int) -> tuple[str, str]:
    if not is_play(action):
        return TEXTS("refuse.choose_card"), "R41"
    card = card_of(action)
    if card != HOLD and (card >= PLUS1) != (state.stage == PHASE2):
        return TEXTS("refuse.phase", phase="II" if card >= PLUS1 else "I"), "R3"
    if card != HOLD and state.spent[seat] & bit_of(card):
        return TEXTS("refuse.spent"), "R43"
    return TEXTS("refuse.unknown"), ""


def _no_turn(state: Any, action: int) -> tuple[str, str]:
    limit = state.tables.market_limit
    if action == PASS:
        return TEXTS("refuse.full", limit=limit), "R6"
    if action == FLUSH:
        return TEXTS("refuse.flush", limit=limit, n=state.market_size), "R6"
    if action == SHOP:
        return TEXTS("refuse.stall"), "R33"
    return TEXTS("refuse.turn_first"), ""


def _no_purchase(state: Any, seat: int, action: int) -> tuple[str, str]:
    if action != BUY:
        return TEXTS("refuse.buy_first"), ""
    if state.market_size == 0:
        return TEXTS("refuse.nothing"), "R9"
    return TEXTS("refuse.poor", price=state.price, n=state.coins[seat]), "R7"


def _no_fish(state: Any, seat: int, action: int) -> tuple[str, str]:
    if state.stage == FEEDING and action == FEED:
        return TEXTS("refuse.hungry", bill=state.bill(seat), n=state.coins[seat]), "R21"
    verb = VERB_OF_STAGE[state.stage]
    if not verb <= action < verb + FISH:
        return TEXTS(f"refuse.now.{state.decision()}"), ""
    kind = fish_of(action)
    fish = state.box.names[kind]
    if state.stage == BREEDING:
        return _no_pair(state, seat, kind, fish)
    if state.stage in (GIVING, FEEDING):
        return TEXTS("refuse.not_yours", fish=fish), "R26"
    return TEXTS("refuse.not_there", fish=fish), "R8"


def _no_pair(state: Any, seat: int, kind: int, fish: str) -> tuple[str, str]:
    if not (state.arrived >> kind) & 1:
        return TEXTS("refuse.old", fish=fish), "R18"
    if state.aquariums[seat * KINDS + kind] < 2:
        return TEXTS("refuse.single", fish=fish), "R18"
    if kind == FISH - 1:
        return TEXTS("refuse.bank"), "R24"
    return TEXTS("refuse.small", fish=fish), "R19"
