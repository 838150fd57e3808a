"""How Aqua Garden lies on the table, for a page: everything that `table.html.jinja` shows, made from a view.

A view holds a mask and the table's own public facts, so nothing hidden can get here. Numbers are the engine's.
"""

from collections.abc import Mapping

from shoal.engine.table import View, Words

from .notation import (
    FINISHED, GROUP_WORDS, KIND_WORDS, KINDS, TANK_WORDS, WAITING, ad_of, aim, group_of, is_ad, is_adv, is_claim, is_go, steps_of,
)
from .prompts import trouble
from .table_fair import advanced, bag, fair, milestones, reach
from .table_garden import final, mini, own, repairs, walks
from .table_guide import guide
from .table_log import log_lines
from .table_scene import Scene, number_keys
from .table_typed import typed_layout

__all__ = ["board", "log_lines", "score_board", "typed_layout"]


def board(view: View, draft: Mapping[str, str]) -> Words:
    """Context of `table.html.jinja`. `draft["select"]` is what this observer has tapped but not played, such as `place turtle C`."""
    scene = Scene(view, draft.get("select", ""))
    main, more = buttons(scene)
    mine = scene.me
    context: Words = {
        "say": view.game.texts, "main": main, "more": more, "where": where_we_are(scene), "step": step_words(scene), "facts": facts(scene),
        "stage": scene.asked, "over": view.over, "fair": fair(scene), "reach": reach(scene), "walks": walks(scene) if scene.asked == "walk" else [],
        "milestones": milestones(scene),
        "own": own(scene, mine) if mine is not None else None, "stage_tank": repairs(scene), "ads": scene.asked == "ad", "advanced": advanced(scene),
        "others": [mini(scene, seat) for seat in seats_after(scene) if seat != mine], "bag": bag(scene) if scene.state.bag_size else None,
        "guide": guide(scene) if not view.over else [], "guide_basis": scene.t("table.guide.basis", n=scene.box.supply), **question(scene),
    }
    number_keys(glowing(context))
    return context


def glowing(context: Words) -> list[Words]:
    """What can be tapped, in the order of the page."""
    own_ = context["own"] or {"hand": [], "tanks": []}
    spaces = context["fair"]["spaces"]
    tanks = [one for tank in own_["tanks"] for one in tank["tokens"]]
    options = (context["stage_tank"] or {"options": []})["options"]
    return [*own_["hand"], *context["walks"], *spaces, *options, *(context["fair"]["ads"] if context["ads"] else []), *context["fair"]["sea"], *tanks]


def seats_after(scene: Scene) -> list[int]:
    """All seats, from the observer's left on."""
    first = (scene.me + 1) if scene.me is not None else 0
    return [(first + i) % scene.players for i in range(scene.players)]


def where_we_are(scene: Scene) -> str:
    """`Round 2 of 3 · 15 in the bag`"""
    state, t = scene.state, scene.t
    if scene.view.over:
        return str(t("table.where_over"))
    rounds = scene.box.rounds[scene.players]
    return str(t("table.where", round=max(1, state.round), rounds=rounds, n=state.bag_size))


def step_words(scene: Scene) -> str:
    """`Round 2 of 3 · go 9 ✓ · walk 2 ✓ · tend the tanks · end`: how far the turn is."""
    state, t = scene.state, scene.t
    if scene.view.over or state.round == 0:
        return str(t("prompt.where_setup"))
    parts = [t("prompt.where", round=state.round, rounds=scene.box.rounds[scene.players])]
    if scene.stage == "owner":
        return " · ".join([*parts, t("table.step.owner")])
    done = turn_so_far(scene)
    parts += [f"{text} ✓" for text in done if text.split()[0] in ("go", "walk")]
    parts.append(t(f"table.step.{scene.stage}"))
    return " · ".join(parts)


def turn_so_far(scene: Scene) -> list[str]:
    """The moves of the turn that goes on."""
    found: list[str] = []
    for event in reversed(scene.view.events):
        if event.seat != scene.state.turn or event.text == "pass":
            break
        found.append(event.text)
        if event.text.startswith("go "):
            break
    return found[::-1]


def facts(scene: Scene) -> dict[int, str]:
    """What is open to all about each seat: where its owner is, money, points."""
    state, t, found = scene.state, scene.t, {}
    for seat in range(scene.players):
        at, place = state.owner[seat], state.standby[seat]
        if scene.view.over or state.round == 0:
            where = ""
        elif at == WAITING:
            where = t("table.facts.waits", place=t(f"place.{place}")) if place else ""
        elif at == FINISHED:
            where = t("table.facts.left", place=t(f"place.{place}"))
        else:
            where = t("table.facts.on", n=at)
        parts = [where, t("table.funds", n=state.funds[seat]), t("table.points", n=scene.points(seat))]
        found[seat] = " · ".join(str(part) for part in parts if part)
    return found


# ---- the question, and what can be pressed beside it


def question(scene: Scene) -> Words:
    """The line below the question, where something tapped has more to say than the game."""
    t = scene.t
    if scene.action < 0 or scene.ahead is None or scene.me is None:
        return {}
    if scene.verb in ("place", "buy", "adv"):
        one = scene.fit(scene.chosen_kind, scene.chosen_tank)
        words = {"tank": TANK_WORDS[scene.chosen_tank], "token": scene.the(scene.chosen_kind), "uses": one.uses, "supply": one.supply}
        buying = {"ask": t("table.would.buying", token=scene.a(scene.chosen_kind), tank=words["tank"])} if scene.verb == "buy" else {}
        if scene.ahead.repairs(scene.action):
            return buying | {"because": f"{t('table.would.squeeze', **words)} {trouble(scene.game, scene.ahead.after(scene.action), scene.me)}"}
        return buying | {"because": t("table.would.fits", **words) + left_over(scene) + worth(scene)}
    if scene.verb == "remove":
        asked = {} if scene.asked == "repair" else {"ask": t("table.would.removing")}
        return asked | {"because": removal_words(scene)}
    if scene.verb == "claim":
        group = group_of(scene.action)
        reward = [scene.a(kind, n) for kind in range(KINDS) if (n := scene.box.rewards[group * KINDS + kind])]
        return {"because": t("table.would.claim") if scene.state.cubes[group] else t("table.would.claim_first", tokens=scene.listed(reward))}
    if is_go(scene.action):
        row = next(row for row in reach(scene) if row["n"] == scene.action)
        return {"because": f"{row['words'][:1].upper()}{row['words'][1:]}."}
    if scene.verb == "walk":
        row = next(row for row in walks(scene) if row["text"] == scene.chosen)
        return {"because": row["words"]}
    return {}


def left_over(scene: Scene) -> str:
    """The funds that a purchase leaves."""
    if scene.verb not in ("buy", "adv"):
        return ""
    assert scene.ahead is not None and scene.me is not None
    return f" {scene.t('table.would.keeps', n=scene.ahead.after(scene.action).funds[scene.me])}"


def worth(scene: Scene) -> str:
    """What a move changes in points, if it does."""
    assert scene.ahead is not None and scene.me is not None
    gain = scene.ahead.points_after(scene.action) - scene.points(scene.me)
    return f" {scene.t('table.would.gain', n=gain)}" if gain > 0 else f" {scene.t('table.would.loss', n=-gain)}" if gain < 0 else ""


def removal_words(scene: Scene) -> str:
    """What leaves, what follows it, and what it costs."""
    assert scene.ahead is not None and scene.me is not None
    gone = scene.ahead.leaves_too(scene.action)
    gone[scene.chosen_kind] -= 1
    parts = [scene.t("table.repair.too", tokens=scene.listed([scene.a(kind, n) for kind, n in enumerate(gone) if n]))] if any(gone) else []
    if scene.ahead.repairs(scene.action):
        parts.append(trouble(scene.game, scene.ahead.after(scene.action), scene.me))
    words = " ".join([scene.t("table.would.remove", token=scene.the(scene.chosen_kind)), *(part[:1].upper() + part[1:] for part in parts)])
    return words + worth(scene)


def buttons(scene: Scene) -> tuple[Words | None, list[Words]]:
    """The main button and those beside it."""
    if not scene.legal:
        return None, []
    main = main_button(scene)
    return main, beside(scene, main)


def main_button(scene: Scene) -> Words | None:
    t, text, action = scene.t, scene.chosen, scene.action
    if action < 0:
        claims = [text for text, action in scene.legal.items() if is_claim(action)]
        if claims and not scene.state.hand_size:
            return claim_button(scene, claims[0])
        return {"label": t("table.do.end"), "cmd": "end"} if "end" in scene.legal else None
    if is_go(action):
        tokens = [] if not scene.box.fish_space[action] else [row["tokens"] for row in reach(scene) if row["n"] == action][0]
        names = scene.listed([scene.one(token["kind"]) for token in tokens]) or t("table.space.ad_to")
        return {"label": t("table.do.go", n=action, names=names), "cmd": text}
    if scene.verb == "walk":
        return {"label": t("table.do.walk", n=steps_of(action)), "cmd": text}
    if is_ad(action):
        return {"label": t("table.do.ad", n=scene.state.ad_pay(scene.me or 0, ad_of(action))), "cmd": text}
    if is_claim(action):
        return claim_button(scene, text)
    if scene.verb in ("pass", "end"):
        return {"label": t(f"table.do.{scene.verb}"), "cmd": text}
    words = {"token": scene.one(scene.chosen_kind), "tank": TANK_WORDS[scene.chosen_tank] if scene.chosen_tank >= 0 else ""}
    price = scene.box.fee[scene.chosen_kind] if is_adv(action) else scene.box.price[scene.chosen_kind]
    return {"label": t(f"table.do.{scene.verb}", price=price, **words), "cmd": text}


def claim_button(scene: Scene, text: str) -> Words:
    group = GROUP_WORDS.index(text.split()[1])
    points = scene.game.milestones[scene.state.cards[group]].points[scene.state.cubes[group]]
    return {"label": scene.t("table.do.claim", group=scene.t(f"group.{GROUP_WORDS[group]}"), n=points), "cmd": text}


def beside(scene: Scene, main: Words | None) -> list[Words]:
    """Other things to do: let go of what is chosen, buy before a reward, claim, remove, end the turn, leave the fair."""
    t, found = scene.t, []
    taken = main["cmd"] if main else ""
    if scene.verb == "place" and (text := f"release {KIND_WORDS[scene.chosen_kind]}") in scene.legal:
        found.append({"label": t("table.do.release_it"), "cmd": text, "id": "do-release"})
    if scene.asked == "reward" and scene.verb == "place":
        text = scene.text(aim(scene.chosen_kind, scene.chosen_tank))
        if text in scene.legal:
            found.append({"label": t("table.do.aim_first", tank=TANK_WORDS[scene.chosen_tank]), "cmd": text, "id": "do-aim"})
    if "end" in scene.legal and taken != "end":
        found.append({"label": t("table.do.end"), "cmd": "end", "id": "do-end"})
    if "pass" in scene.legal and taken != "pass":
        found.append({"label": t("table.do.pass"), "select": "pass", "id": "do-pass"})
    if scene.asked in ("tend", "reward", "aim") and scene.verb in ("remove", "buy", "claim"):
        found.append({"label": t("table.do.not_that"), "ui": "clear", "id": "do-clear"})
    return found


# ---- the score page


def score_board(view: View, seat: int, lit: frozenset[str]) -> Words:
    """Context of `score.html.jinja`: six tanks with the tokens that earn a line of the sheet lit."""
    scene = Scene(view, "")
    cards = [scene.t("table.milestone.took", group=scene.t(f"group.{group}"), n=points) for group, points in claims_of(scene, seat)]
    money = scene.t("table.funds", n=scene.state.funds[seat])
    return {"say": view.game.texts, "label": scene.t("table.score.label"), "below": " · ".join([money, *cards]), **final(scene, seat, lit)}


def claims_of(scene: Scene, seat: int) -> list[tuple[str, int]]:
    """(group, points) of the milestones that a seat has claimed."""
    found = []
    for group, word in enumerate(GROUP_WORDS):
        if place := scene.state.achieved[seat * len(GROUP_WORDS) + group]:
            found.append((word, scene.game.milestones[scene.state.cards[group]].points[place - 1]))
    return found
