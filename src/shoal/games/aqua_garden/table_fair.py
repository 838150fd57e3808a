"""The fair of Aqua Garden on the page: the track with its owners, Standby, ads, the Sea board as a shop, milestones, and where one can go."""

from typing import Any

from shoal.engine.table import Words

from .forecast import bag_left, best_ad, nearest_tank
from .notation import (
    AD_WORDS, ADS, FINISHED, FLAPJACK, GROUP_WORDS, GROUPS, KIND_WORDS, KINDS, NONE, REGULAR, SEATS, TANK_WORDS, TANKS, WAITING, ad, adv,
    buy, claim, go, is_go,
)
from .table_scene import Scene, face, name_of, spread, tap, target

CORNERS = (8, 12)
"""The last space of the top row and the first of the bottom row of a track of 19 spaces."""

MOST_NAMED = 2
"""Of a milestone that lacks more than so many tokens they are only shown."""


def space_at(space: int, spaces: int) -> tuple[int, int]:
    """(row, column) on a board of eight columns: the top row, the right edge, the bottom row back."""
    top, bottom = CORNERS
    if space <= top:
        return 1, space
    if space < bottom:
        return space - top + 1, top
    return bottom - top + 1, max(1, top - (space - bottom))


# ---- the track


def fair(scene: Scene) -> Words:
    """The spaces, Standby, the ads in the middle, the Sea board."""
    return {
        "spaces": [space(scene, number) for number in range(1, scene.box.spaces + 1)],
        "places": standby(scene),
        "standby_note": standby_note(scene),
        "ads": [ad_words(scene, number) for number in range(ADS)],
        "sea": sea(scene),
        "sea_note": sea_note(scene),
        "note": fair_note(scene),
    }


def space(scene: Scene, number: int) -> Words:
    """A space with its tokens and its owner; where the owner can go glows, where it cannot says why."""
    state = scene.state
    counts = [state.fair[number * REGULAR + kind] for kind in range(REGULAR)]
    owners = [owner(scene, token) for token in range(state.tokens) if state.owner[token] == number]
    is_ad = not scene.box.fish_space[number]
    row, col = space_at(number, scene.box.spaces)
    words: Words = {"id": f"space-{number}", "n": number, "ad": is_ad, "owners": owners, "tap": None, "why": "", "row": row, "col": col}
    words["tokens"] = spread(scene, counts, f"space.{number}")
    words["gone"] = not is_ad and not any(counts) and not owners
    there = scene.t("table.space.ad") if is_ad else scene.listed([scene.a(kind, n) for kind, n in enumerate(counts) if n]) or scene.t("table.space.empty")
    who = scene.listed([o["name"] for o in owners])
    words["label"] = scene.t("table.space.owned" if who else "table.space.label", n=number, there=there, who=who)
    if scene.asked == "owner":
        words["tap"] = tap(scene, scene.text(go(number)))
        if words["tap"] is None:
            words["why"] = closed(scene, number, owners)
        else:
            words["label"] = scene.t("table.space.go", n=number, there=there)
    return words


def owner(scene: Scene, token: int) -> Words:
    """An owner token: that of a seat has its mark."""
    return {"seat": token if token < scene.players else None, "name": scene.name(token), "id": f"owner-{token + 1}"}


def closed(scene: Scene, number: int, owners: list[Words]) -> str:
    """Why a space cannot be chosen; "" for those behind, which nobody would try."""
    assert scene.me is not None
    here = scene.state.owner[scene.me]
    if number <= here:
        return ""
    if owners:
        return str(scene.t("table.space.taken", who=owners[0]["name"]))
    reason, rule = scene.state.why_not(scene.me, go(number))
    return f"{reason[:1].upper()}{reason[1:]} ({rule})."


def standby(scene: Scene) -> list[Words]:
    """Places from the top down: who has finished there, who still waits there, and the points of the last round."""
    state, found = scene.state, []
    shown = 1 if scene.players == 1 else SEATS
    for place in range(shown, 0, -1):
        finished = [owner(scene, token) for token in range(state.tokens) if state.owner[token] == FINISHED and state.standby[token] == place]
        waiting = [owner(scene, token) for token in range(state.tokens) if state.owner[token] == WAITING and state.standby[token] == place]
        found.append({"place": scene.t(f"place.{place}"), "points": int(scene.box.standby[place - 1]), "finished": finished, "waiting": waiting})
    return found


def standby_note(scene: Scene) -> str:
    """What Standby decides: the next round, or points; alone, nothing before the last round."""
    key = "points" if last_round(scene) else "alone" if scene.players == 1 else "order"
    return str(scene.t(f"table.standby.{key}"))


def last_round(scene: Scene) -> bool:
    return bool(scene.state.round >= scene.box.rounds[scene.players])


def fair_note(scene: Scene) -> str:
    """Who moves when this turn is over."""
    state = scene.state
    if scene.view.over or state.round == 0 or scene.players == 1:
        return str(scene.t("table.fair.alone") if scene.players == 1 else "")
    if scene.stage == "owner":
        if scene.asked:
            return str(scene.t("table.fair.forward"))
        return str(scene.t("table.fair.you_choose") if state.turn == scene.me else scene.t("table.fair.chooses", who=scene.name(state.turn)))
    return str(scene.t("table.fair.next", who=mover(scene, state.next_to_move())))


def mover(scene: Scene, token: int) -> str:
    """Who moves, for a sentence; nobody at the end of a round."""
    if token < 0:
        return str(scene.t("table.fair.nobody"))
    where = scene.state.owner[token]
    return str(scene.t("table.fair.on", who=scene.name(token), n=where)) if where not in (WAITING, FINISHED) else scene.name(token)


# ---- where one can go


def reach(scene: Scene) -> list[Words]:
    """Every space that can be chosen, and leaving, with what it means."""
    if scene.asked != "owner":
        return []
    rows = []
    for text, action in scene.legal.items():
        if is_go(action):
            counts = [scene.state.fair[action * REGULAR + kind] for kind in range(REGULAR)]
            is_ad = not scene.box.fish_space[action]
            row = {"n": action, "tokens": [] if is_ad else spread(scene, counts), "tag": scene.t("table.space.ad") if is_ad else ""}
            rows.append(row | {"words": go_words(scene, action), "tap": tap(scene, text)})
    if "pass" in scene.legal:
        rows.append({"n": "–", "tokens": [], "tag": scene.t("table.reach.pass"), "words": pass_words(scene), "tap": tap(scene, "pass")})
    return rows


def go_words(scene: Scene, number: int) -> str:
    """`fits A or B; you move again`"""
    parts = []
    if scene.box.fish_space[number]:
        kinds = [kind for kind in range(REGULAR) if scene.state.fair[number * REGULAR + kind]]
        parts = [kind_words(scene, kind, len(kinds) > 1) for kind in kinds]
    else:
        assert scene.me is not None
        best = best_ad(scene.state, scene.me)
        parts.append(scene.t("table.reach.ad_advanced" if scene.state.advanced else "table.reach.ad" if best else "table.reach.ad_nothing", n=best))
    if again(scene, number):
        parts.append(scene.t("table.reach.again"))
    if number == scene.box.spaces and scene.players > 1:
        parts.append(scene.t("table.reach.last"))
    return "; ".join(parts)


def kind_words(scene: Scene, kind: int, named: bool) -> str:
    """Which tanks could take a token as they are; several tokens are named."""
    before = f"{scene.one(kind)}: " if named else ""
    fits = [tank for tank in range(TANKS) if scene.fit(kind, tank).fits]
    tanks = scene.t("table.reach.any") if len(fits) == TANKS else ", ".join(TANK_WORDS[tank] for tank in fits)
    if fits:
        return f"{before}{scene.t('table.reach.fits', tanks=tanks)}"
    possible = any(scene.fit(kind, tank).possible for tank in range(TANKS))
    key = "squeezes" if possible else "seaweed" if scene.box.needs[kind] else "nowhere"
    return f"{before}{scene.t(f'table.reach.{key}')}"


def again(scene: Scene, number: int) -> bool:
    """Whether the same seat moves next if it stops on a space, everybody else staying where they are."""
    if scene.players == 1:
        return False
    state = scene.state
    others = [token for token in range(state.tokens) if token != scene.me and state.owner[token] != FINISHED]
    return bool(others) and all(state.owner[token] > number for token in others)


def pass_words(scene: Scene) -> str:
    """Which place one takes, and what it is good for."""
    place = scene.state.finished + 1
    if last_round(scene):
        return str(scene.t("table.reach.pass_points", place=scene.t(f"place.{place}"), n=scene.box.standby[place - 1]))
    if scene.players == 1:
        return str(scene.t("table.reach.pass_alone"))
    return str(scene.t("table.reach.pass_order", place=scene.t(f"place.{place}"), round=scene.state.round + 1))


# ---- ads and advanced fish


def ad_words(scene: Scene, number: int) -> Words:
    """An ad with what it would pay whoever looks (a spectator: whose turn it is)."""
    seat = scene.me if scene.me is not None else scene.state.turn
    kinds = [kind for kind in range(KINDS) if scene.box.ad_per[number * KINDS + kind]]
    per = scene.box.ad_per[number * KINDS + kinds[0]]
    used = bool(scene.state.ads_used >> number & 1)
    pays = scene.state.ad_pay(seat, number)
    who = scene.t("table.ad.you", n=pays) if scene.me is not None else scene.t("table.ad.who", who=scene.name(seat), n=pays)
    return {
        "symbols": [KIND_WORDS[kind] for kind in kinds], "rule": scene.t("table.ad.per", n=per), "pays": pays, "you": scene.t("table.ad.used") if used else who,
        "title": scene.t("table.ad.title", n=per, kinds=scene.listed([scene.one(kind) for kind in kinds])), "text": f"ad {AD_WORDS[number]}",
        "tap": tap(scene, scene.text(ad(number))), "used": used,
    }


def advanced(scene: Scene) -> list[Words]:
    """Every advanced fish by every tank: what it would bring, and whether it fits."""
    state = scene.state
    found: list[Words] = []
    if scene.asked != "ad" or not state.advanced or scene.ahead is None or scene.me is None:
        return found
    now = scene.points(scene.me) - state.funds[scene.me] // scene.box.funds_per_point
    for kind in range(FLAPJACK, KINDS):
        tanks = [offer(scene, kind, tank, now) for tank in range(TANKS)]
        about = scene.t("table.adv.about", fee=scene.box.fee[kind], oxygen=scene.box.oxygen[kind], n=state.side[kind])
        found.append(face(scene, kind, about=about, pays=scene.t(f"table.adv.{KIND_WORDS[kind]}"), tanks=tanks))
    return found


def offer(scene: Scene, kind: int, tank: int, now: int) -> Words:
    """One advanced fish in one tank: points that it brings as the tanks are now, without the money it costs."""
    assert scene.me is not None and scene.ahead is not None
    text = scene.text(adv(kind, tank))
    one = scene.fit(kind, tank)
    words: Words = {"tank": TANK_WORDS[tank], "text": text, "tap": tap(scene, text), "gain": "", "note": "", "why": "", "name": scene.one(kind)}
    if words["tap"] is None:
        reason, rule = scene.state.why_not(scene.me, adv(kind, tank))
        short = "full" if one.full else "lacks" if one.lacks else "gone" if not scene.state.side[kind] else "poor"
        return words | {"note": scene.t(f"table.adv.{short}"), "why": f"{reason[:1].upper()}{reason[1:]} ({rule})."}
    after = scene.ahead.after(scene.legal[text])
    gain = int(after.scores()[scene.me]) - after.funds[scene.me] // scene.box.funds_per_point - now
    over = one.uses - one.supply
    return words | {"gain": f"+{gain}" if gain >= 0 else f"−{-gain}", "note": scene.t("table.adv.fits") if over <= 0 else scene.t("table.adv.over", n=over)}


# ---- the Sea board


def sea(scene: Scene) -> list[Words]:
    """What is for sale, kind by kind; what can be bought now glows."""
    tokens = []
    for kind in range(KINDS):
        if number := scene.state.sea[kind]:
            token = face(scene, kind, n=number if number > 1 else "", count=int(number), id=f"sea-{KIND_WORDS[kind]}")
            token["vt"] = name_of(scene, "sea", kind, number - 1)
            if scene.asked in ("tend", "reward", "aim"):
                here = scene.verb == "buy" and scene.chosen_kind == kind
                text = scene.chosen if here else target(scene, "buy", kind, range(TANKS))
                token["tap"] = tap(scene, text)
                token["why"] = "" if token["tap"] else unsold(scene, kind)
            tokens.append(token)
    return tokens


def unsold(scene: Scene, kind: int) -> str:
    """Why a kind on the Sea board cannot be bought now."""
    assert scene.me is not None
    tanks = scene.near(scene.me) if scene.asked == "tend" else (scene.state.aim_tank,) if scene.asked == "aim" else ()
    if scene.state.funds[scene.me] < scene.box.price[kind]:
        return str(scene.t("table.sea.poor", n=scene.state.funds[scene.me], price=scene.box.price[kind]))
    if not tanks or tanks == (NONE,):
        return str(scene.t("table.sea.reward"))
    reason, rule = scene.state.why_not(scene.me, buy(kind, tanks[0]))
    return f"{reason[:1].upper()}{reason[1:]} ({rule})."


def sea_note(scene: Scene) -> str:
    prices = {scene.box.price[kind] for kind in range(KINDS)}
    return str(scene.t("table.sea.price", n=min(prices)))


# ---- milestones


def milestones(scene: Scene) -> list[Words]:
    """The four cards: what one tank must hold, what the nearest tank of the observer lacks, the cubes, the reward, and claiming."""
    return [milestone(scene, group) for group in range(GROUPS) if scene.state.cards[group] != NONE]


def milestone(scene: Scene, group: int) -> Words:
    state, t = scene.state, scene.t
    card = scene.game.milestones[state.cards[group]]
    seat = scene.me
    tank, missing = nearest_tank(scene.box, scene.tanks(seat), card.number) if seat is not None else (NONE, [0] * KINDS)
    done = seat is not None and state.achieved[seat * GROUPS + group] > 0
    need = []
    for kind, number in enumerate(card.tank):
        need += [face(scene, kind, cls="lack" if i >= number - missing[kind] and not done and seat is not None else "") for i in range(number)]
    cubes: list[Words] = [{"points": points, "seat": None} for points in (card.points[:1] if scene.players == 1 else card.points)]
    for other in range(scene.players):
        if place := state.achieved[other * GROUPS + group]:
            cubes[place - 1]["seat"] = other
    words: Words = {
        "id": f"milestone-{GROUP_WORDS[group]}", "title": t(f"table.milestone.{GROUP_WORDS[group]}"), "need": need, "cubes": cubes,
        "tap": tap(scene, scene.text(claim(group))),
        "reward": [] if state.cubes[group] else spread(scene, [scene.box.rewards[group * KINDS + kind] for kind in range(KINDS)], cls="prize"),
        "done": done, "shows": scene.listed([scene.a(kind, n) for kind, n in enumerate(card.tank) if n]),
    }
    words["status"] = status(scene, group, card, tank, missing, done)
    return words


def status(scene: Scene, group: int, card: Any, tank: int, missing: list[int], done: bool) -> str:
    """How far the observer is: claimed, can be claimed, or what the nearest tank lacks."""
    state, t = scene.state, scene.t
    if scene.me is None:
        return str(t("table.milestone.next", n=card.points[min(state.cubes[group], len(card.points) - 1)]))
    if done:
        return str(t("table.milestone.done", n=card.points[state.achieved[scene.me * GROUPS + group] - 1]))
    worth = card.points[min(state.cubes[group], len(card.points) - 1)]
    if not any(missing):
        return str(t("table.milestone.ready" if scene.asked == "tend" else "table.milestone.holds", tank=TANK_WORDS[tank], n=worth))
    if sum(missing) > MOST_NAMED:
        return str(t("table.milestone.next", n=worth))
    lacks = scene.listed([scene.a(kind, n) for kind, n in enumerate(missing) if n])
    return str(t("table.milestone.lacks", tank=TANK_WORDS[tank], tokens=lacks, n=worth))


def bag(scene: Scene) -> Words:
    """What the bag still holds, which anybody can work out."""
    tokens = [face(scene, kind, n=n if n > 1 else "", words=scene.a(kind, n)) for kind, n in bag_left(scene.state)]
    return {"tokens": tokens, "left": scene.t("table.bag_left", n=scene.state.bag_size)}
