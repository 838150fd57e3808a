"""Why a move of Aqua Garden is worth thinking of, in points, funds and oxygen; from a mask only."""

from collections.abc import Sequence
from typing import Any

from shoal.engine.state import Masked

from .forecast import Ahead, oxygen
from .notation import (
    ADS,
    FINISH,
    GROUP_WORDS,
    KIND_WORDS,
    PASS,
    REGULAR,
    SEATS,
    TANK_WORDS,
    ad_of,
    group_of,
    is_ad,
    is_adv,
    is_aim,
    is_buy,
    is_claim,
    is_go,
    is_release,
    is_remove,
    is_walk,
    kind_of,
    released_kind,
    tank_of,
)


def reason(game: Any, masked: Masked, action: int) -> str:
    """One line about what an action of the mask's observer brings."""
    line = said(game, masked, action)
    return line[:1].upper() + line[1:]


def said(game: Any, masked: Masked, action: int) -> str:
    state, seat, texts = masked.state, masked.observer, game.texts
    if action == PASS:
        return _pass(game, state)
    if action == FINISH:
        return str(texts("hint.end", n=state.funds[seat]))
    if is_go(action):
        return _go(game, state, seat, action)
    if is_walk(action):
        return _walk(game, masked, action)
    if is_release(action):
        return str(texts("hint.release", token=texts(f"token.{KIND_WORDS[released_kind(action)]}.the")))
    if is_claim(action):
        return _claim(game, state, group_of(action))
    if is_ad(action):
        return str(texts("hint.ad", n=state.ad_pay(seat, ad_of(action))))
    if is_aim(action):
        return str(texts("hint.aim", token=texts(f"token.{KIND_WORDS[kind_of(action)]}.the"), tank=TANK_WORDS[tank_of(action)]))
    return _tank(game, masked, action)


# ---- single moves


def _pass(game: Any, state: Any) -> str:
    place = state.finished + 1
    points = state.tables.standby[min(place, SEATS) - 1]
    return str(game.texts("hint.pass_last" if state.is_last_round() else "hint.pass", place=game.texts(f"place.{place}"), n=points))


def _go(game: Any, state: Any, seat: int, space: int) -> str:
    """What lies there, and how many spaces are given up for it."""
    skipped = space - state.owner[seat] - 1
    rest = game.texts("hint.skips", n=skipped) if skipped else game.texts("hint.next")
    if not state.tables.fish_space[space]:
        best = max((state.ad_pay(seat, ad) for ad in range(ADS) if not state.ads_used >> ad & 1), default=0)
        return str(game.texts("hint.go_ad", n=best, rest=rest))
    tokens = [state.fair[space * REGULAR + kind] for kind in range(REGULAR)]
    return str(game.texts("hint.go", tokens=_tokens(game, tokens), rest=rest))


def _walk(game: Any, masked: Masked, action: int) -> str:
    """The tanks in reach then, and what the way pays or costs."""
    state, seat = masked.state, masked.observer
    after = Ahead(masked).after(action)
    carpet = after.carpet[seat]
    tanks = [TANK_WORDS[after.tables.near_first[carpet]], TANK_WORDS[after.tables.near_second[carpet]]]
    earned = after.funds[seat] - state.funds[seat]
    key = "earns" if earned > 0 else "costs" if earned < 0 else "free"
    return str(game.texts(f"hint.walk_{key}", first=tanks[0], second=tanks[1], n=abs(earned)))


def _claim(game: Any, state: Any, group: int) -> str:
    card, place = state.cards[group], state.cubes[group]
    points = state.tables.card_points[card * SEATS + place]
    reward = [state.tables.rewards[group * len(KIND_WORDS) + kind] for kind in range(len(KIND_WORDS))] if place == 0 else []
    named = game.texts(f"group.{GROUP_WORDS[group]}")
    if not any(reward):
        return str(game.texts("hint.claim", group=named, n=points))
    return str(game.texts("hint.claim_first", group=named, n=points, tokens=_tokens(game, reward)))


def _tank(game: Any, masked: Masked, action: int) -> str:
    """What a token brings to its tank, or takes from it."""
    state, seat = masked.state, masked.observer
    ahead = Ahead(masked)
    after = ahead.after(action)
    tank = tank_of(action)
    used, supply = oxygen(state.tables, after.tank(seat, tank))
    gain = after.scores()[seat] - state.scores()[seat]
    words = {"tank": TANK_WORDS[tank], "used": used, "supply": supply, "n": gain, "gain": f"+{gain}" if gain > 0 else f"−{-gain}" if gain else "±0"}
    if is_remove(action):
        return str(game.texts("hint.remove", **words))
    if ahead.repairs(action):
        return str(game.texts("hint.crowded", token=game.texts(f"token.{KIND_WORDS[kind_of(action)]}.the"), **words))
    met = [group for group in range(len(GROUP_WORDS)) if after.fulfilling(seat, group) and not state.fulfilling(seat, group)]
    met = [group for group in met if not state.achieved[seat * len(GROUP_WORDS) + group]]
    if met:
        return str(game.texts("hint.fulfils", group=game.texts(f"group.{GROUP_WORDS[met[0]]}"), **words))
    price = state.funds[seat] - after.funds[seat] if is_buy(action) or is_adv(action) else 0
    return str(game.texts("hint.bought" if price else "hint.placed", price=price, **words))


def _tokens(game: Any, tokens: Sequence[int]) -> str:
    """`2 turtles and a shark`."""
    named = [game.texts(f"token.{KIND_WORDS[kind]}.{'a' if number == 1 else 'many'}", n=number) for kind, number in enumerate(tokens) if number]
    if len(named) < 2:
        return "".join(named)
    return str(game.texts("and", before=", ".join(named[:-1]), last=named[-1]))
