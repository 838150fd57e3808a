"""The question that a seat of Aqua Garden is asked, in words."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from shoal.engine.game import Prompt
from shoal.engine.state import Masked
from shoal.engine.texts import Texts

from .components import CARPET_NAMES
from .forecast import fit, oxygen, plain
from .notation import FINISHED, GROUP_WORDS, KINDS, NONE, PASS, TANK_WORDS, WAITING, group_of, is_buy, is_claim, kind_of

if TYPE_CHECKING:
    from . import AquaGardenGame


def prompt_of(game: "AquaGardenGame", masked: Masked) -> Prompt:
    state, texts = masked.state, game.texts
    if masked.is_terminal():
        return Prompt(texts("prompt.over"), game.result(state).title)
    step = where(game, state)
    if masked.is_chance():
        return Prompt(step, texts("prompt.setup" if state.round == 0 else "prompt.refill"))
    if masked.observer != state.turn:
        return Prompt(step, texts("prompt.wait", who=f"{{seat_{state.turn + 1}}}"), next_words(game, state, masked.observer))
    return Prompt(step, *QUESTIONS[masked.decision()](game, masked))


def where(game: "AquaGardenGame", state: Any) -> str:
    """`Round 2 of 3`, and how far the turn is."""
    rounds = plain(state.box).rounds[state.players]
    if state.round == 0:
        return game.texts("prompt.where_setup")
    return game.texts("prompt.where", round=state.round, rounds=rounds)


def seat_name(game: "AquaGardenGame", state: Any, token: int) -> str:
    """Whose owner it is, for a sentence."""
    return game.texts("lucy") if token == state.players else f"{{seat_{token + 1}}}"


def next_words(game: "AquaGardenGame", state: Any, observer: int) -> str:
    """Who moves when this turn is over, as the owners stand now."""
    token = state.next_to_move()
    if token < 0 or state.owner[state.turn] == WAITING:
        return game.texts("prompt.behind_first")
    if token == observer:
        return game.texts("prompt.you_next")
    return game.texts("prompt.again" if token == state.turn else "prompt.next", who=seat_name(game, state, token))


# ---- words that several questions need


def listed(game: "AquaGardenGame", counts: list[int]) -> str:
    """`2 turtles and a small fish`."""
    return joined(game.texts, [counted(game, kind, n) for kind, n in enumerate(counts) if n])


def joined(texts: Texts, words: Sequence[str], key: str = "and") -> str:
    """`a, b and c`."""
    return texts(key, before=", ".join(words[:-1]), last=words[-1]) if len(words) > 1 else "".join(words)


def counted(game: "AquaGardenGame", kind: int, n: int) -> str:
    """`a turtle`, `2 turtles`."""
    return game.texts(f"token.{game.tokens[kind].id}.{'a' if n == 1 else 'many'}", n=n)


def near_tanks(state: Any, seat: int) -> tuple[int, int]:
    """The two tanks beside a seat's employee."""
    carpet = state.carpet[seat]
    box = plain(state.box)
    return box.near_first[carpet], box.near_second[carpet]


def stands(game: "AquaGardenGame", state: Any, seat: int) -> str:
    first, second = (TANK_WORDS[tank] for tank in near_tanks(state, seat))
    return game.texts("prompt.stands", first=first, second=second)


# ---- the questions


def _owner(game: "AquaGardenGame", masked: Masked) -> tuple[str, str]:
    state, seat = masked.state, masked.observer
    legal = masked.legal_actions()
    if legal == [PASS]:
        return game.texts("prompt.only_pass"), game.texts("prompt.only_pass_because")
    if state.players == 1:
        return game.texts("prompt.go"), game.texts("prompt.go_alone")
    others = [state.owner[token] for token in range(state.tokens) if token != seat and state.owner[token] not in (WAITING, FINISHED)]
    waiting = [token for token in range(state.tokens) if token != seat and state.owner[token] == WAITING]
    if waiting or not others:
        return game.texts("prompt.go"), game.texts("prompt.go_first" if waiting else "prompt.go_last")
    token = min((t for t in range(state.tokens) if t != seat and state.owner[t] not in (WAITING, FINISHED)), key=lambda t: state.owner[t])
    return game.texts("prompt.go"), game.texts("prompt.go_behind", who=seat_name(game, state, token), space=state.owner[token])


def _walk(game: "AquaGardenGame", masked: Masked) -> tuple[str, str]:
    state, seat = masked.state, masked.observer
    box = plain(state.box)
    because = game.texts("prompt.walk_because", free=box.free_steps, most=box.most_steps, price=box.step_price)
    holding = game.texts("prompt.holding", tokens=listed(game, list(state.hand)))
    return game.texts("prompt.walk", carpet=CARPET_NAMES[state.carpet[seat]]), f"{holding} {because}"


def _tend(game: "AquaGardenGame", masked: Masked) -> tuple[str, str]:
    state, seat = masked.state, masked.observer
    legal = masked.legal_actions()
    claims = [game.texts(f"group.{GROUP_WORDS[group_of(action)]}") for action in legal if is_claim(action)]
    claim = game.texts("prompt.may_claim", groups=joined(game.texts, claims)) if claims else ""
    if not state.hand_size:
        buys = "buy" if any(is_buy(action) for action in legal) else "only"
        money = prices(game, state, seat) if buys == "buy" else game.texts("prompt.end_poor", n=state.funds[seat])
        return game.texts(f"prompt.end_{'claim_' if claims else ''}{buys}"), " ".join(part for part in (claim, stands(game, state, seat), money) if part)
    parts = (stands(game, state, seat), *homeless(game, state, seat, legal), claim)
    return game.texts("prompt.place", tokens=listed(game, list(state.hand))), " ".join(part for part in parts if part)


def prices(game: "AquaGardenGame", state: Any, seat: int) -> str:
    """What the Sea board asks, and what there is to pay it."""
    asked = sorted(set(plain(state.box).price))
    price = joined(game.texts, [str(price) for price in asked], "or")
    return game.texts("prompt.end_because", n=state.funds[seat], price=price)


def homeless(game: "AquaGardenGame", state: Any, seat: int, legal: Sequence[int]) -> list[str]:
    """What no near tank can take, what is missing, and whether that can be bought."""
    box, found = plain(state.box), []
    sold = {kind_of(action) for action in legal if is_buy(action)}
    for kind in range(KINDS):
        if state.hand[kind] and not any(fit(box, state.tank(seat, tank), kind).possible for tank in near_tanks(state, seat)):
            hosts = [other for other in range(KINDS) if box.needs[kind] >> other & 1]
            needs = joined(game.texts, [game.texts(f"token.{game.tokens[other].id}.one") for other in hosts], "or")
            key = "prompt.homeless" if sold.intersection(hosts) else "prompt.homeless_poor"
            found.append(game.texts(key, token=game.texts(f"token.{game.tokens[kind].id}.a").capitalize(), needs=needs))
    return found


def _reward(game: "AquaGardenGame", masked: Masked) -> tuple[str, str]:
    return game.texts("prompt.reward", tokens=listed(game, list(masked.state.prize))), game.texts("prompt.reward_because")


def _aim(game: "AquaGardenGame", masked: Masked) -> tuple[str, str]:
    state = masked.state
    token, tank = game.tokens[state.aim_kind].id, TANK_WORDS[state.aim_tank]
    one = fit(plain(state.box), state.tank(masked.observer, state.aim_tank), state.aim_kind)
    key = "prompt.aim" if one.possible else "prompt.aim_need"
    return game.texts(key, token=game.texts(f"token.{token}.the"), tank=tank), game.texts("prompt.aim_because", tank=tank)


def _repair(game: "AquaGardenGame", masked: Masked) -> tuple[str, str]:
    state, tank = masked.state, TANK_WORDS[masked.state.broken]
    return game.texts("prompt.repair", tank=tank), trouble(game, state, masked.observer)


def trouble(game: "AquaGardenGame", state: Any, seat: int) -> str:
    """What is wrong with the tank that is out of order."""
    held = state.tank(seat, state.broken)
    used, supply = oxygen(plain(state.box), held)
    parts = [game.texts("prompt.over_oxygen", tank=TANK_WORDS[state.broken], used=used, supply=supply)] if used > supply else []
    pairs = [(a, b) for a in range(KINDS) for b in range(a) if held[a] and held[b] and plain(state.box).shuns[a] >> b & 1]
    for a, b in pairs:
        one, other = (game.texts(f"token.{game.tokens[kind].id}.many_bare") for kind in (b, a))
        parts.append(game.texts("prompt.clash", one=one.capitalize(), other=other))
    if state.placed != NONE:
        parts.append(game.texts("prompt.stays", token=game.texts(f"token.{game.tokens[state.placed].id}.the").capitalize()))
    return " ".join(parts)


def _ad(game: "AquaGardenGame", masked: Masked) -> tuple[str, str]:
    return game.texts("prompt.ad_advanced" if masked.state.advanced else "prompt.ad"), game.texts("prompt.ad_because")


QUESTIONS = {"owner": _owner, "walk": _walk, "tend": _tend, "reward": _reward, "aim": _aim, "repair": _repair, "ad": _ad}
