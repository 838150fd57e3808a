"""Why something cannot be done in Aqua Garden, in words, with the rule that says so."""

from pathlib import Path
from typing import Any

from shoal.engine.texts import Texts

from .notation import (
    ACTIONS, AD, AD_WORDS, AIM, FINISH, FLAPJACK, GROUP_WORDS, GROUPS, KIND_WORDS, OWNER, PASS, REPAIR, REWARD, TANK_WORDS, TEND,
    WALK, ad_of, cell, group_of, is_ad, is_adv, is_aim, is_buy, is_claim, is_go, is_place, is_release, is_remove, is_walk, kind_of, released_kind, steps_of,
    tank_of,
)
from .prompts import joined

TEXTS = Texts(Path(__file__).parent)

Reason = tuple[str, str]
"""(what is wrong, the rule that says so)."""


def refusal(state: Any, seat: int, action: int) -> Reason:
    """(reason, rule) for an action that is not legal now."""
    if state.is_terminal():
        return TEXTS("refuse.over"), ""
    if state.is_chance():
        return TEXTS("refuse.chance"), ""
    if not 0 <= action < ACTIONS:
        return TEXTS("refuse.unknown"), ""
    if seat != state.turn:
        return TEXTS("refuse.turn", seat=state.turn + 1), "R6"
    return _STAGES[state.stage](state, seat, action)


# ---- at the fair


def _owner(state: Any, seat: int, action: int) -> Reason:
    if action == PASS:
        return (TEXTS("refuse.pass_alone"), "R41") if state.players == 1 else (TEXTS("refuse.pass"), "R7")
    if is_go(action):
        return _space(state, seat, action)
    if is_remove(action):
        return _removal(state, seat, action) if state.early_remove else (TEXTS("refuse.remove_later"), "R20")
    return TEXTS("refuse.space_first"), ""


def _space(state: Any, seat: int, space: int) -> Reason:
    here, box = state.owner[seat], state.tables
    if space > box.spaces:
        return TEXTS("refuse.no_space", n=box.spaces), "R1"
    if space <= here:
        return TEXTS("refuse.same_space" if space == here else "refuse.back", space=here), "R8"
    for token in range(state.tokens):
        if state.owner[token] == space:
            who = TEXTS("refuse.lucy") if token == state.players else TEXTS("refuse.seat", seat=token + 1)
            return TEXTS("refuse.taken", who=who, space=space), "R32" if token == state.players else ""
    if box.fish_space[space] == 0 and box.section[space] == box.section[here]:
        return TEXTS("refuse.ad_used"), "R42"
    return TEXTS("refuse.section"), "R41"


def _walk(state: Any, seat: int, action: int) -> Reason:
    box = state.tables
    if is_remove(action):
        return _removal(state, seat, action) if state.early_remove else (TEXTS("refuse.remove_later"), "R20")
    if not is_walk(action):
        return TEXTS("refuse.walk_first", free=box.free_steps), "R10"
    if steps_of(action) > box.most_steps:
        return TEXTS("refuse.too_far", most=box.most_steps), "R50"
    return TEXTS("refuse.step_price", steps=steps_of(action), free=box.free_steps, n=state.funds[seat], price=box.step_price), "R12"


# ---- tanks


def _tend(state: Any, seat: int, action: int) -> Reason:
    if is_place(action) or is_release(action):
        kind = kind_of(action) if is_place(action) else released_kind(action)
        if state.hand[kind] == 0:
            return TEXTS("refuse.not_in_hand", token=_name(kind)), "R22"
        return _no_room(state, seat, kind, tank_of(action), _near(state, seat))
    if is_buy(action):
        return _purchase(state, seat, kind_of(action), tank_of(action), _near(state, seat), "R15")
    if is_remove(action):
        return _removal(state, seat, action)
    if is_claim(action):
        return _claim(state, seat, group_of(action))
    if action == FINISH:
        return TEXTS("refuse.hands", n=state.hand_size), "R22"
    return TEXTS("refuse.aim_later" if is_aim(action) else "refuse.tending"), "R28" if is_aim(action) else ""


def _near(state: Any, seat: int) -> list[int]:
    box, carpet = state.tables, state.carpet[seat]
    return [box.near_first[carpet], box.near_second[carpet]]


def _no_room(state: Any, seat: int, kind: int, tank: int, tanks: list[int]) -> Reason:
    """Why a token cannot go into a tank."""
    if tank not in tanks:
        return TEXTS("refuse.far", tank=TANK_WORDS[tank], tanks=_tanks(tanks)), "R15"
    return _no_keep(state, seat, kind, tank)


def _no_keep(state: Any, seat: int, kind: int, tank: int) -> Reason:
    box, where = state.tables, TANK_WORDS[tank]
    if state.contents[cell(seat, tank, kind)] and box.single >> kind & 1:
        return TEXTS("refuse.single", token=_name(kind), tank=where), "R18"
    return TEXTS("refuse.needs", token=_name(kind), needs=_needs(state, kind), tank=where), "R18"


def _purchase(state: Any, seat: int, kind: int, tank: int, tanks: list[int], rule: str) -> Reason:
    if state.sea[kind] == 0:
        return TEXTS("refuse.not_on_sea", token=_name(kind)), "R45"
    if kind >= FLAPJACK and not state.advanced_on_sale:
        return TEXTS("refuse.not_on_sale", token=_name(kind)), "R36"
    if state.funds[seat] < state.tables.price[kind]:
        return TEXTS("refuse.poor", token=_name(kind), price=state.tables.price[kind], n=state.funds[seat]), "R13"
    if tank not in tanks:
        key = "refuse.far_reward" if state.stage != TEND else "refuse.far_purchase"
        return TEXTS(key, tank=TANK_WORDS[tank], tanks=_tanks(tanks)), rule
    if state.stage == AIM and kind == state.aim_kind and tank == state.aim_tank:
        return TEXTS("refuse.aimed_place", token=_name(kind), tank=TANK_WORDS[tank]), "R28"
    return _no_keep(state, seat, kind, tank)


def _removal(state: Any, seat: int, action: int) -> Reason:
    kind, tank = kind_of(action), tank_of(action)
    return TEXTS("refuse.not_in_tank", token=_name(kind), tank=TANK_WORDS[tank]), "R20"


def _claim(state: Any, seat: int, group: int) -> Reason:
    if state.achieved[seat * GROUPS + group]:
        return TEXTS("refuse.claimed", group=_group(group)), "R25"
    return TEXTS("refuse.not_reached", group=_group(group)), "R4"


# ---- rewards


def _reward(state: Any, seat: int, action: int) -> Reason:
    served = [tank for tank in range(len(TANK_WORDS)) if state.served >> tank & 1]
    if is_place(action) or is_release(action) or is_aim(action):
        kind = released_kind(action) if is_release(action) else kind_of(action)
        if state.prize[kind] == 0:
            return TEXTS("refuse.no_prize", token=_name(kind)), "R26"
        if is_aim(action) and state.purchasable(seat) == 0:
            return TEXTS("refuse.nothing_to_buy"), "R28"
        return _no_keep(state, seat, kind, tank_of(action))
    if is_buy(action):
        return _purchase(state, seat, kind_of(action), tank_of(action), served, "R28")
    if is_remove(action):
        return _removal(state, seat, action)
    return TEXTS("refuse.reward_first"), "R26"


def _aim(state: Any, seat: int, action: int) -> Reason:
    token, tank = _name(state.aim_kind), TANK_WORDS[state.aim_tank]
    kept = state.keepable(seat, state.aim_tank) >> state.aim_kind & 1
    if not kept:
        return TEXTS("refuse.buy_need", token=token, tank=tank, needs=_needs(state, state.aim_kind)), "R28"
    if is_buy(action):
        tanks = [t for t in range(len(TANK_WORDS)) if (state.served | 1 << state.aim_tank) >> t & 1]
        return _purchase(state, seat, kind_of(action), tank_of(action), tanks, "R28")
    if is_remove(action):
        if state.contents[cell(seat, tank_of(action), kind_of(action))]:
            return TEXTS("refuse.aim_needs", needs=_name(kind_of(action)), token=token, tank=tank), "R28"
        return _removal(state, seat, action)
    return TEXTS("refuse.aimed", token=token, tank=tank), "R28"


def _needs(state: Any, kind: int) -> str:
    return joined(TEXTS, [_name(other) for other in range(len(KIND_WORDS)) if state.tables.needs[kind] >> other & 1], "or")


def _repair(state: Any, seat: int, action: int) -> Reason:
    tank = TANK_WORDS[state.broken]
    if not is_remove(action) or tank_of(action) != state.broken:
        return TEXTS("refuse.repair_first", tank=tank), "R17"
    kind = kind_of(action)
    if state.contents[cell(seat, state.broken, kind)] == 0:
        return _removal(state, seat, action)
    if kind == state.placed:
        return TEXTS("refuse.just_placed", token=_name(kind)), "R17"
    return TEXTS("refuse.aim_needs", needs=_name(kind), token=_name(state.aim_kind), tank=tank), "R28"


# ---- advertising


def _advertising(state: Any, seat: int, action: int) -> Reason:
    if is_ad(action):
        return TEXTS("refuse.ad_twice", ad=_name(KIND_WORDS.index(AD_WORDS[ad_of(action)]))), "R42"
    if not is_adv(action):
        return TEXTS("refuse.ad_first_advanced" if state.advanced else "refuse.ad_first"), "R24"
    kind = kind_of(action)
    if not state.advanced or kind < FLAPJACK:
        return TEXTS("refuse.not_advanced" if kind >= FLAPJACK else "refuse.no_advanced_fish", token=_name(kind)), "R35"
    if state.side[kind] == 0:
        return TEXTS("refuse.none_beside", token=_name(kind)), "R35"
    fee = state.tables.fee[kind]
    if state.funds[seat] < fee:
        return TEXTS("refuse.poor", token=_name(kind), price=fee, n=state.funds[seat]), "R35"
    return _no_keep(state, seat, kind, tank_of(action))


_STAGES = {OWNER: _owner, WALK: _walk, TEND: _tend, REWARD: _reward, AIM: _aim, REPAIR: _repair, AD: _advertising}


def _name(kind: int) -> str:
    return TEXTS(f"token.{KIND_WORDS[kind]}.one") if 0 <= kind < len(KIND_WORDS) else ""


def _group(group: int) -> str:
    return TEXTS(f"group.{GROUP_WORDS[group]}")


def _tanks(tanks: list[int]) -> str:
    return joined(TEXTS, [TANK_WORDS[tank] for tank in tanks]) or TEXTS("refuse.no_tank")
