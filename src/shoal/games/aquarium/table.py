"""How Aquarium lies on the table, for a page: everything that `table.html.jinja` shows, made from a view.

A view holds a mask and the table's own public facts, so nothing hidden can get here. Numbers are the engine's.
"""

from collections.abc import Mapping

from shoal.engine.table import View, Words

from .notation import BANK, CARD_WORDS
from .table_log import log_lines
from .table_market import last_purchase, market, price_strip, sealed_row, story
from .table_scene import Scene, number_keys
from .table_tanks import aquarium, bill, bill_without, chart, choice, hand, influence, own

__all__ = ["board", "log_lines", "score_board"]


def board(view: View, draft: Mapping[str, str]) -> Words:
    """Context of `table.html.jinja`. `draft["select"]` is what this observer has tapped but not played, such as `drop p1`."""
    scene = Scene(view, draft.get("select", ""))
    main, more = buttons(scene)
    mine = scene.me
    context: Words = {
        "say": view.game.texts, "main": main, "more": more, "where": where_we_are(scene), "step": step(scene), "facts": facts(scene),
        "stage": scene.stage, "over": view.over, "market": market(scene), "strip": price_strip(scene), "sealed": None, "story": [], "before": None,
        "bill": None, "choice": None, "hand": None, "own": None, "influence": None,
        "others": [aquarium(scene, seat) for seat in seats_after(scene) if seat != mine],
    }
    if not view.over:
        context |= {"sealed": sealed_row(scene), "story": story(scene), "before": last_purchase(scene)}
        context["influence"] = influence(scene) if scene.players == 2 else None
    if mine is not None:
        context["own"] = own(scene, mine)
        context |= for_me(scene, mine) | question(scene, mine)
        number_keys([*context["market"]["cards"], *context["own"]["cards"], *(context["hand"] or []), *((context["choice"] or {}).get("options", []))])
    return context


def for_me(scene: Scene, seat: int) -> Words:
    """What only somebody with a seat is shown: the hand, the bill, the choice of pairs."""
    if scene.view.over:
        return {}
    words: Words = {"hand": hand(scene, seat)}
    if scene.asked == "feed":
        words["bill"] = bill(scene, seat)
    if scene.asked == "breed":
        words["choice"] = choice(scene, seat)
    return words


def seats_after(scene: Scene) -> list[int]:
    """All seats, from the observer's left on."""
    first = (scene.me + 1) if scene.me is not None else 0
    return [(first + i) % scene.players for i in range(scene.players)]


def where_we_are(scene: Scene) -> str:
    """`Feeding 1 of 3 held · 37 cards left`"""
    state, t = scene.state, scene.t
    total = int(state.tables.feedings[scene.players])
    if scene.view.over:
        return str(t("table.where_over"))
    left = int(state.unseen_size) + (total - int(state.feedings) if state.deck_cards else 0)
    return str(t("table.where", held=state.feedings, all=total, left=left))


def step(scene: Scene) -> str:
    """`Round 1 of 3 · East's purchase · Phase I, what can be bought`; at a feeding, what it interrupts."""
    state, t = scene.state, scene.t
    total = int(state.tables.feedings[scene.players])
    if scene.stage == "feed":
        follows = "last" if state.feedings == total else "effect" if state.executing else "draw"
        card = t(f"table.act.{CARD_WORDS[scene.told.played[-1].card]}.name") if follows == "effect" and scene.told.played else ""
        return f"{t('table.step.feeding', number=state.feedings, feedings=total)} · {t(f'table.step.{follows}', card=card)}"
    part = {"phase2": "phase2", "buy": "phase2", "turn": "", "": ""}.get(scene.stage, "phase1" if not any(state.shown2) else "")
    words = [t("prompt.step", number=min(state.feedings + 1, total), feedings=total)]
    if scene.stage not in ("", "turn"):
        words.append(t("table.step.mine") if state.active == scene.me else t("table.step.theirs", who=scene.name(state.active)))
    return " · ".join([*words, t(f"table.step.{part}")] if part else words)


def facts(scene: Scene) -> dict[int, str]:
    """What is open to all about each seat, and who goes shopping."""
    found = {}
    for seat in range(scene.players):
        purse = scene.t("table.coins", n=scene.state.coins[seat]) if scene.sees_purse(seat) else scene.t("table.purse")
        words = scene.t("table.facts", purse=purse, stars=scene.t("table.star_count", n=scene.stars(seat)))
        shopping = seat == scene.state.active and scene.stage not in ("", "turn") and not scene.view.over
        found[seat] = f"{words} · {scene.t('table.buying')}" if shopping else str(words)
    return found


def question(scene: Scene, seat: int) -> Words:
    """The line below the question where a tapped card has more to say than the game."""
    if scene.asked == "feed" and scene.chosen.startswith("starve "):
        after = bill_without(scene, seat, scene.chosen_kind)
        return {"because": scene.t("table.would.starve", fish=scene.kind(scene.chosen_kind).name, n=after)}
    if scene.asked in ("phase1", "phase2") and scene.chosen in CARD_WORDS[1:]:
        return {"because": scene.t(f"table.would.{scene.chosen}")}
    return {}


# ---- buttons beside the question

def buttons(scene: Scene) -> tuple[Words | None, list[Words]]:
    """The main button and those beside it."""
    t, state = scene.t, scene.state
    if scene.asked == "turn":
        return turn_buttons(scene)
    if scene.asked == "buy":
        decline = {"label": t("table.do.decline"), "cmd": "decline", "id": "decline"}
        if "buy" not in scene.legal:
            return decline, []
        return {"label": t("table.do.buy", n=state.price) if state.price else t("table.do.buy_free"), "cmd": "buy"}, [decline]
    if scene.asked == "feed":
        return feed_buttons(scene)
    if scene.asked == "breed":
        keep = {"label": t("table.do.keep"), "cmd": "keep", "id": "keep-all"}
        if scene.chosen_kind >= 0:
            return {"label": t("table.do.breed", fish=scene.kind(scene.chosen_kind).name), "cmd": scene.chosen}, [keep]
        return (keep, []) if scene.chosen else (None, [keep])
    if not scene.chosen:
        return None, []
    if scene.asked in ("phase1", "phase2"):
        return {"label": t("table.do.seal", card=t(f"table.act.{scene.chosen}.name")), "cmd": scene.chosen}, []
    return {"label": t(f"table.do.{scene.asked}", fish=scene.kind(scene.chosen_kind).name), "cmd": scene.chosen}, []


def turn_buttons(scene: Scene) -> tuple[Words, list[Words]]:
    t, state = scene.t, scene.state
    pays = state.tables.pass_income + state.tables.bank_extra * scene.cards_of(state.active)[BANK]
    offered = {
        "pass": {"label": t("table.do.pass", n=pays), "cmd": "pass", "id": "do-pass"},
        "flush": {"label": t("table.do.flush"), "cmd": "flush", "id": "do-flush"},
        "shop": {"label": t("table.do.shop", price=state.base()), "cmd": "shop", "id": "do-shop"},
    }
    found = [offered[text] for text in ("shop", "pass", "flush") if text in scene.legal]
    return found[0] if len(found) == 1 else {k: v for k, v in found[0].items() if k != "id"}, found[1:]


def feed_buttons(scene: Scene) -> tuple[Words, list[Words]]:
    t, state = scene.t, scene.state
    assert scene.me is not None
    cost = int(state.bill(scene.me))
    feed: Words = {"label": t("table.do.feed", n=cost), "cmd": "feed"} if "feed" in scene.legal else {
        "label": t("table.do.feed", n=cost), "why": t("table.do.feed_not", n=cost - int(state.coins[scene.me]))}
    if scene.chosen_kind >= 0:
        after = bill_without(scene, scene.me, scene.chosen_kind)
        return {"label": t("table.do.starve", fish=scene.kind(scene.chosen_kind).name, n=after), "cmd": scene.chosen}, [feed]
    return feed, []


# ---- the score page

def score_board(view: View, seat: int, lit: frozenset[str]) -> Words:
    """Context of `score.html.jinja`: colours by sizes, with the cards that earn a line lit."""
    scene = Scene(view, "")
    words = chart(scene, seat, lit)
    cards = [card for row in words["rows"] for card in row["cells"] if card] + words["rest"]
    label = ", ".join(card["name"] for card in cards if not lit or card["cls"] == "is-lit")
    return words | {"say": view.game.texts, "label": label}
