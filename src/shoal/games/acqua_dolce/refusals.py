"""Why something cannot be done in Acqua Dolce, in words, with the rule that says so."""

from pathlib import Path
from typing import Any

from shoal.engine.texts import Texts

from .notation import (
    ACT,
    DRAW,
    EAT,
    EAT_ACTION,
    EXPEL,
    EXPEL_ACTION,
    KINDS,
    OPEN,
    PLAY_ACTION,
    SCHOOL,
    STARVE,
    STARVE_ACTION,
    STOP,
    fish_of,
    is_fish,
    is_play,
    is_swap,
    is_take,
    is_temp,
    played_kind,
    played_number,
    step_of,
    swap_high,
    swap_low,
    take,
)

TEXTS = Texts(Path(__file__).parent)
VERBS = {EAT: ("eat", EAT_ACTION), STARVE: ("starve", STARVE_ACTION), EXPEL: ("expel", EXPEL_ACTION)}


def refusal(state: Any, seat: int, action: int) -> tuple[str, str]:
    """(reason, rule) for an action that is not legal now."""
    if state.is_terminal():
        return TEXTS("refuse.over"), ""
    if state.is_chance():
        return TEXTS("refuse.chance"), ""
    if seat != state.turn:
        return TEXTS("refuse.judging" if state.stage in VERBS else "refuse.turn", seat=state.turn + 1), "R44"
    if not 0 <= action:
        return TEXTS("refuse.unknown"), ""
    if state.stage in VERBS:
        return _no_choice(state, action)
    if state.stage != ACT:
        return _no_card(state, action, "refuse.open_first" if state.stage == OPEN else "refuse.refill_first", "R44" if state.stage == OPEN else "R14")
    return _no_action(state, seat, action)


def _no_choice(state: Any, action: int) -> tuple[str, str]:
    """Of a judge."""
    verb, base = VERBS[state.stage]
    rule = {EAT: "R2", STARVE: "R31", EXPEL: "R9"}[state.stage]
    if not is_fish(action) or not base < action < base + KINDS:
        return TEXTS(f"refuse.{verb}_first"), "R45"
    card = fish_of(action)
    if not 0 < card <= state.tables.fish or state.tank[card] == 0:
        return TEXTS("refuse.not_in_tank", card=_name(state, card)), "R45"
    return TEXTS(f"refuse.no_{verb}", card=_name(state, card)), rule


def _no_card(state: Any, action: int, otherwise: str, rule: str) -> tuple[str, str]:
    """Of the deck or the row."""
    if action == DRAW:
        return TEXTS("refuse.no_deck"), "R15"
    if is_take(action):
        if state.unique_deck:
            return TEXTS("refuse.unique_deck"), "R28"
        return TEXTS("refuse.not_in_row", card=_name(state, action - take(0))), "R44"
    return TEXTS(otherwise), rule


def _no_action(state: Any, seat: int, action: int) -> tuple[str, str]:
    if action == DRAW or is_take(action):
        return _no_card(state, action, "", "")
    if is_temp(action):
        return _no_temp(state, action)
    if action == STOP:
        return TEXTS("refuse.stop", n=state.tables.actions - state.taken), "R8"
    if is_play(action):
        return _no_play(state, seat, played_kind(action), played_number(action))
    if is_swap(action):
        return _no_swap(state, seat, swap_low(action), swap_high(action))
    return TEXTS("refuse.no_phase" if EAT_ACTION < action < PLAY_ACTION else "refuse.unknown"), ""


def _no_temp(state: Any, action: int) -> tuple[str, str]:
    if not state.temperature:
        return TEXTS("refuse.no_thermometer"), "R47"
    if state.moves >= state.tables.moves_per_turn:
        return TEXTS("refuse.moved", n=state.tables.moves_per_turn), "R47"
    if step_of(action) not in state.tables.steps[: state.tables.step_count]:
        return TEXTS("refuse.step"), "R47"
    return TEXTS("refuse.scale", degrees=state.degrees + step_of(action), low=state.tables.coldest, high=state.tables.warmest), "R25"


def _no_play(state: Any, seat: int, card: int, number: int) -> tuple[str, str]:
    held = _held(state, seat, card)
    if held == 0:
        return TEXTS("refuse.not_in_hand", card=_name(state, card)), ""
    if not state.tables.needs[card] & SCHOOL:
        return TEXTS("refuse.no_school", card=_name(state, card)), "R46"
    return TEXTS("refuse.too_many", card=_name(state, card), n=held), ""


def _no_swap(state: Any, seat: int, low: int, high: int) -> tuple[str, str]:
    if low > high:
        return TEXTS("refuse.unknown"), ""
    missing = next((card for card in (low, high) if _held(state, seat, card) == 0), 0)
    if missing:
        return TEXTS("refuse.not_in_hand", card=_name(state, missing)), ""
    return TEXTS("refuse.one_only", card=_name(state, low)), "R14"


def _held(state: Any, seat: int, card: int) -> int:
    return int(state.hands[seat * KINDS + card]) if 0 < card <= state.tables.kinds else 0


def _name(state: Any, card: int) -> str:
    return str(state.box.names[card]) if 0 < card <= state.tables.kinds else "such a card"
