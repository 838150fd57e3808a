"""The market of Aquarium on the page: what lies there, how its price comes about, and what the sealed cards did."""

from typing import Any

from shoal.engine.table import Words

from .notation import CARD_WORDS, DOUBLE, FISH, HALF, KINDS, MINUS1, NONE, PHASE2, PLUS1
from .pricing import INFLUENCE, SIGNS, priced, range_of_prices, shown_steps
from .table_log import did, outcome
from .table_scene import Scene, face, offer, spread

IN_PHASE_1 = ("phase1", "drop", "swap", "give", "take")


def market(scene: Scene) -> Words:
    """The cards, free places and the deck."""
    state, t = scene.state, scene.t
    cards = spread(scene, state.market, "market")
    for verb in ("drop", "swap", "take"):
        offer(scene, cards, verb)
    choosing = scene.asked in ("drop", "swap", "take")
    for card in cards:
        if scene.stage == "feed":
            card["cls"] = "is-dim"
        elif choosing and not card["tap"]:
            card["why"] = t("table.market.no_plants")
    limit = int(state.tables.market_limit)
    title = "waits" if scene.stage == "feed" else "empty" if not cards else "title"
    note = t("table.market.feeding") if scene.stage == "feed" else t("table.market.note", n=limit)
    return {"title": t(f"table.market.{title}"), "note": note, "cards": cards, "free": max(0, limit - len(cards)), "decks": decks(scene)}


def decks(scene: Scene) -> list[Words]:
    """What is left to draw, when feeding time can come, what has gone."""
    state, t = scene.state, scene.t
    total = int(state.tables.feedings[scene.players])
    left = int(state.unseen_size) + (total - int(state.feedings) if state.deck_cards else 0)
    gone = [scene.box.names[kind] for kind in range(KINDS) if state.discards[kind] for _ in range(state.discards[kind])]
    rows = [{"icon": "deck", "strong": left, "words": t("table.deck.left", n=left)}]
    rows.append({"icon": "feeding", "strong": f"{state.feedings}/{total}", "words": next_feeding(scene)})
    rows.append({"icon": "act_remove", "strong": len(gone), "words": t("table.deck.gone", cards=listed(gone)) if gone else t("table.deck.nothing_gone")})
    return rows


def listed(ids: list[str]) -> str:
    """`2 b3, p1`: every kind with its number."""
    parts = []
    for name in dict.fromkeys(ids):
        number = ids.count(name)
        parts.append(f"{number} {name}" if number > 1 else name)
    return ", ".join(parts)


def next_feeding(scene: Scene) -> str:
    """In how many cards the next Feeding Time can come, as all can work out from the piles."""
    state, t = scene.state, scene.t
    if not state.deck_cards or state.feedings >= state.tables.feedings[scene.players]:
        return str(t("table.deck.no_feeding"))
    low, high = feeding_range(state)
    return str(t("table.deck.feeding_now") if high <= 1 else t("table.deck.feeding", low=low, high=high))


def feeding_range(state: Any) -> tuple[int, int]:
    """The earliest and the latest card from here that can be Feeding Time."""
    if state.feeding_ahead:
        return 1, int(state.pile_left)
    before, pile = int(state.pile_left), int(state.pile) + 1
    piles = int(state.box.piles[state.players])
    while pile < piles:
        size = state.deck_cards // piles + (pile < state.deck_cards % piles)
        if state.box.feeding_piles[state.players] >> pile & 1:
            return before + 1, before + size + 1
        before, pile = before + size, pile + 1
    return before, before


# ---- the price

def price_strip(scene: Scene) -> Words | None:
    """Base, modifiers, final price: each part as it becomes known."""
    state, t = scene.state, scene.t
    if scene.view.over or scene.stage == "feed" or not state.market_size and scene.stage != "buy":
        return None
    sealed = state.stage == PHASE2
    card = scene.own_card() if sealed else NONE
    steps = priced(int(state.base()), [(card, scene.me or 0)]) if sealed and card > 1 else shown_steps(state)
    base = " + ".join(str(scene.kind(kind).price) for kind in range(KINDS) for _ in range(state.market[kind]))
    parts = [{"head": t("table.price.base"), "big": int(state.base()), "coin": True, "small": base if "+" in base else "", "unknown": False}]
    for head, cards in (("netted", (PLUS1, MINUS1)), ("doubled", (DOUBLE,)), ("halved", (HALF,))):
        parts.append(part(scene, t(f"table.price.{head}"), [step for step in steps if step.card in cards], sealed))
    return {"parts": parts, "final": final(scene, steps, sealed, bool(card))}


def part(scene: Scene, head: str, steps: list[Any], sealed: bool) -> Words:
    """One kind of modifier: the cards revealed, or that they are not known yet."""
    t = scene.t
    words = {"head": head, "coin": False, "unknown": not steps, "big": "–", "small": ""}
    if steps:
        words["big"] = " ".join(SIGNS[step.card] for step in steps)
        words["small"] = t("table.price.yours") if sealed else ", ".join(who(scene, step.seat) for step in steps)
    elif sealed:
        words |= {"big": "?", "small": t("table.price.sealed")}
    elif scene.stage != "buy":
        words |= {"big": "?", "small": t("table.price.later")}
    return words


def who(scene: Scene, seat: int) -> str:
    return str(scene.t("table.influence.deck")) if seat == INFLUENCE else scene.name(seat)


def final(scene: Scene, steps: list[Any], sealed: bool, own: bool) -> Words:
    """What is to be paid, to whom; or what it can become."""
    state, t = scene.state, scene.t
    if sealed:
        low, high = range_of_prices(state)
        return {"head": t("table.price.if_hold" if own else "table.price.so_far"), "big": steps[-1].price, "small": t("table.price.range", low=low, high=high)}
    if scene.stage != "buy":
        return {"head": t("table.price.so_far"), "big": steps[-1].price, "small": t("table.price.may_change")}
    paid = [t("table.price.to", who=scene.name(seat), n=state.half_pays(seat)) for seat in range(scene.players) if state.half_pays(seat)]
    return {"head": t("table.price.final"), "big": int(state.price), "small": ", ".join(paid) or t("table.price.to_bank")}


# ---- sealed and revealed cards

def sealed_row(scene: Scene) -> Words | None:
    """The card of every other seat in the phase that goes on: all sealed ones look alike."""
    state, t = scene.state, scene.t
    second = scene.stage in ("phase2", "buy") or any(state.shown2)
    if scene.stage == "phase1" or second or state.executing:
        shown = state.shown2 if second else state.shown1
        slots = [slot(scene, seat, int(shown[seat])) for seat in scene.others()]
        if scene.players == 2:
            slots.append(influence_slot(scene, int(state.influence2 if second else state.influence1)))
        key = "revealed" if any(state.shown2) else "phase2" if second else "phase1"
        return {"title": t(f"table.sealed.{key}"), "why": t(f"table.sealed.{key}_note"), "slots": slots}
    return None


def slot(scene: Scene, seat: int, shown: int) -> Words:
    sealed = seat in scene.view.answered or scene.state.committed[seat] != NONE
    return {"seat": seat} | card_slot(scene, shown, sealed)


def influence_slot(scene: Scene, shown: int) -> Words:
    """The influence card lies face down, unseen by anybody, from the moment the other card is chosen."""
    down = any(scene.state.committed[seat] for seat in range(scene.players)) or scene.stage in ("drop", "swap", "give", "take", "breed")
    return {"seat": None} | card_slot(scene, shown, down)


def card_slot(scene: Scene, shown: int, down: bool) -> Words:
    """A card face up, or face down, or not chosen yet."""
    word = CARD_WORDS[shown]
    if shown:
        return {"sort": "face", "icon": f"act_{word}", "word": scene.t(f"table.act.{word}.name")}
    return {"sort": "back" if down else "open", "icon": "", "word": ""}


def story(scene: Scene) -> list[Words]:
    """What each card of Phase I did in the purchase going on."""
    return cards_played(scene) if scene.state.executing else []


def cards_played(scene: Scene) -> list[Words]:
    seats = [None if one.seat == INFLUENCE else one.seat for one in scene.told.played]
    return [{"seat": seat, "icon": f"act_{CARD_WORDS[one.card]}", "words": did(scene.game, one)} for seat, one in zip(seats, scene.told.played, strict=True)]


def last_purchase(scene: Scene) -> Words | None:
    """While somebody thinks about the next turn: what the cards did in the purchase just before, what it cost and why, and who was paid."""
    ends = outcome(scene.view, scene.names())
    if scene.stage != "turn" or not ends:
        return None
    buyer = scene.told.turns[-2][0]
    title = scene.t("table.step.mine") if buyer == scene.me else scene.t("table.step.theirs", who=scene.name(buyer))
    lines = [{"seat": buyer, "icon": "coin", "words": words} for words in ends]
    return {"title": scene.t("table.before", purchase=title), "lines": cards_played(scene) + lines}


def just_bought(scene: Scene) -> list[Words]:
    """While a pair may breed: the kinds that have just arrived, with how many there are now."""
    state, seat = scene.state, scene.me
    assert seat is not None
    cards = []
    for kind in range(FISH):
        if state.arrived >> kind & 1:
            held = int(state.aquariums[seat * KINDS + kind])
            card = face(scene, kind)
            cards.append(card | ({"badge": f"×{held}", "label": f"{card['label']}, {scene.t('table.card.held', n=held)}"} if held > 1 else {}))
    offer(scene, cards, "breed")
    return cards
