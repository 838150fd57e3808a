"""Aquariums on the page: one's own and those of the others, the bill at feeding time, pairs that may breed, influence decks."""

from typing import Any

from shoal.engine.table import Words

from .notation import ADD, BREED, CARD_WORDS, CARDS, COLOURS, FISH, HALF, HOLD, KINDS, PHASE_CARDS, PLUS1, SIZES, bit_of
from .pricing import food_sizes, free_fish, influence_copies, sizes_of
from .table_log import arrival
from .table_market import just_bought
from .table_scene import Scene, face, offer, spread, symbol, tap


def aquarium(scene: Scene, seat: int) -> Words:
    """Fish and plants, breeding pair, purse, stars and spent cards of a seat."""
    state, t = scene.state, scene.t
    cards = spread(scene, scene.cards_of(seat), f"tank-{seat + 1}")
    words = {"seat": seat, "cards": cards, "zone": f"tank-{seat + 1}", "pair_zone": f"pair-{seat + 1}", "pair": pair(scene, seat), "stars": scene.stars(seat)}
    words["coins"] = int(state.coins[seat]) if scene.sees_purse(seat) else "?"
    words["income"] = int(state.tables.income[state.tank[seat] - 1]) if state.tank[seat] else 0
    words["parts"] = ", ".join(t("table.stars", what=line.title, n=line.points) for line in scene.game.score_sheet(state, seat).lines if line.points)
    spent = [t(f"table.act.{CARD_WORDS[card]}.short") for card in range(ADD, HALF + 1) if state.spent[seat] & bit_of(card)]
    words["spent"] = t("table.spent", cards=", ".join(spent)) if spent else t("table.none_spent")
    words["eats"] = eats(scene, seat) if scene.stage == "feed" else ""
    return words


def eats(scene: Scene, seat: int) -> str:
    """What a seat has paid in the feeding going on, or would have to pay for all its fish."""
    for fact in reversed(scene.told.facts):
        if fact.key == "feed" and fact.seat == seat:
            return str(scene.t("table.bill.fed", n=fact.n) if fact.n else scene.t("table.bill.fed_free"))
        if fact.key == "feeding":
            break
    return str(scene.t("table.bill.needs", n=scene.state.bill(seat)))


def pair(scene: Scene, seat: int) -> list[Words]:
    kind = scene.state.tank[seat] - 1
    return [face(scene, kind, f"pair-{seat + 1}", i) for i in range(2)] if kind >= 0 else []


def own(scene: Scene, seat: int) -> Words:
    """One's own aquarium: the fish that may be given away, or starve, glow and say what that saves."""
    words = aquarium(scene, seat)
    offer(scene, words["cards"], "give")
    if scene.asked == "feed":
        offer(scene, words["cards"], "starve")
        for card in words["cards"]:
            if card["tap"]:
                less = saved(scene, seat, card["kind"])
                card |= {"tag": f"−{less}", "label": f"{card['label']}, {scene.t('table.card.saves', n=less)}"}
    words["food"] = food_words(scene, seat) if not scene.view.over and scene.stage != "feed" else ""
    words["coming"] = None
    if scene.asked == "take":
        mark(words["cards"], int(scene.state.given) - 1, 1)
    if scene.asked == "breed" and scene.chosen.startswith("breed "):
        kind = scene.chosen_kind
        mark(words["cards"], kind, 2)
        words["coming"] = [face(scene, kind), face(scene, kind)]
        words["coming_income"] = int(scene.state.tables.income[kind])
    return words


def mark(cards: list[Words], kind: int, number: int) -> None:
    """So many cards of a kind are about to go."""
    for card in [card for card in cards if card["kind"] == kind][:number]:
        card["cls"] = "goes"


def bill_without(scene: Scene, seat: int, kind: int) -> int:
    """What feeding would cost if one fish of a kind (-1 for none) had starved: the largest that are left go free for the plants."""
    held = scene.cards_of(seat)
    if kind >= 0:
        held[kind] -= 1
    return int(scene.state.food) * food_sizes(scene.state, held)


def food_words(scene: Scene, seat: int) -> str:
    """What feeding all would cost at every food cost there is, now and, where the market may be bought, with it."""
    costs = [value for value, copies in enumerate(scene.box.food) if copies]
    held = scene.cards_of(seat)
    words = scene.t("table.food", costs=either(scene, costs), coins=either(scene, [cost * food_sizes(scene.state, held) for cost in costs]))
    if scene.asked not in ("turn", "buy") or not scene.state.market_size:
        return str(words)
    both = [mine + more for mine, more in zip(held, scene.state.market, strict=True)]
    return f"{words}; {scene.t('table.food_with', coins=either(scene, [cost * food_sizes(scene.state, both) for cost in costs]))}"


def either(scene: Scene, numbers: list[int]) -> str:
    """`2, 4 or 6`"""
    if len(set(numbers)) == 1:
        return str(numbers[0])
    return str(scene.t("table.either", some=", ".join(map(str, numbers[:-1])), last=numbers[-1]))


def saved(scene: Scene, seat: int, kind: int) -> int:
    return bill_without(scene, seat, -1) - bill_without(scene, seat, kind)


def bill(scene: Scene, seat: int) -> list[Words]:
    """The sum of a feeding: food cost, what eats, to pay, purse, and what is left."""
    state, t = scene.state, scene.t
    held = scene.cards_of(seat)
    sizes = sizes_of(state, held)
    free = min(free_fish(state, held), len(sizes))
    cost, coins = int(state.bill(seat)), int(state.coins[seat])
    eat = str(sum(sizes)) + (f" − {sum(sizes[:free])}" if free else "")
    parts = [
        {"head": t("table.bill.food"), "icon": "ration", "big": int(state.food), "small": t("table.bill.each"), "cls": ""},
        {"head": t("table.bill.eat"), "icon": "", "big": eat, "small": t("table.bill.plants", n=free) if free else t("table.bill.no_plants"), "cls": ""},
        {"head": t("table.bill.pay"), "icon": "coin", "big": cost, "small": f"{sum(sizes[free:])} × {state.food}", "cls": "bad" if cost > coins else ""},
        {"head": t("table.bill.have"), "icon": "coin", "big": coins,
         "small": t("table.bill.short", n=cost - coins) if cost > coins else t("table.bill.left", n=coins - cost), "cls": ""},
    ]
    if scene.chosen.startswith("starve "):
        kind = scene.chosen_kind
        after = bill_without(scene, seat, kind)
        stars = scene.stars(seat) - stars_lost(scene, seat, {kind: 1})
        small = t("table.bill.still_short", n=after - coins) if after > coins else t("table.bill.then", coins=coins - after, stars=stars)
        head = t("table.bill.after", fish=scene.kind(kind).name)
        parts.append({"head": head, "icon": "coin", "big": after, "small": small, "cls": "bad" if after > coins else "good"})
    return parts


def stars_lost(scene: Scene, seat: int, gone: dict[int, int]) -> int:
    """Stars that a seat loses if so many fish of these kinds leave its aquarium."""
    held = scene.cards_of(seat)
    for kind, number in gone.items():
        held[kind] -= number
    after = scene.game.lines(held, scene.state.sets_repeat, scene.state.fish_shared, 0)
    return scene.stars(seat) - int(sum(line.points for line in after))


def choice(scene: Scene, seat: int) -> Words:
    """The breeding window: every pair with what it would earn and cost, and keeping all."""
    state, t = scene.state, scene.t
    old = int(state.tank[seat])
    options = []
    for action, text in scene.view.legal:
        kind = scene.kind(action - BREED) if action >= BREED else None
        if kind is not None:
            lost = stars_lost(scene, seat, {kind.number: 2})
            earns = int(state.tables.income[kind.number])
            small = t("table.breed.earns", n=earns)
            if old:
                small = t("table.breed.upgrade", n=earns, before=state.tables.income[old - 1], fish=scene.kind(old - 1).name)
            words = {"symbol": symbol(kind), "title": t("table.breed.breed", fish=kind.name), "small": small, "worth": scene.stars(seat) - lost, "change": lost}
        else:
            small = t("table.breed.keep_old", n=state.tables.income[old - 1], fish=scene.kind(old - 1).name) if old else t("table.breed.keep_all")
            words = {"symbol": "", "title": t("table.breed.keep"), "small": small, "worth": scene.stars(seat), "change": 0}
        options.append(words | {"text": text, "tap": tap(scene, text)})
    return {"cards": just_bought(scene), "options": options, "how": arrival(scene.view, scene.names())}


# ---- action cards

def hand(scene: Scene, seat: int) -> list[Words]:
    """One's own nine action cards: those that can be sealed now glow, the others say why not."""
    cards = []
    for card in (HOLD, *range(PLUS1, HALF + 1), *range(ADD, PLUS1)) if scene.stage in ("phase2", "buy") else range(HOLD, HALF + 1):
        word = CARD_WORDS[card]
        words: Words = {"icon": f"act_{word}", "name": scene.t(f"table.act.{word}.name"), "small": scene.t(f"table.act.{word}.does")}
        words |= {"tap": None, "why": "", "sealed": card == scene.own_card() and not scene.legal}
        if word in scene.legal:
            words["tap"] = tap(scene, word)
        else:
            words |= closed(scene, seat, card)
        cards.append(words)
    return cards


def closed(scene: Scene, seat: int, card: int) -> Words:
    """Why a card cannot be sealed now."""
    t = scene.t
    if card > HOLD and scene.state.spent[seat] & bit_of(card):
        return {"small": t("table.act.spent"), "why": t("table.act.spent_why")}
    if scene.stage == "phase2" and card < PLUS1 and card != HOLD:
        return {"small": t("table.act.phase1"), "why": t("table.act.phase1_why")}
    if scene.stage == "phase1" and card >= PLUS1:
        return {"small": t("table.act.phase2"), "why": t("table.act.phase2_why")}
    return {"why": t("table.act.not_now")}


def influence(scene: Scene) -> list[Words]:
    """Two players: what is left in each influence deck, by counting; the card that lies face down among it."""
    state, t = scene.state, scene.t
    decks = []
    for phase, first in enumerate((ADD, PLUS1), 1):
        cards = [(HOLD, int(state.box.influence[(phase - 1) * CARDS + HOLD]))]
        cards += [(card, influence_copies(state, card)) for card in range(first, first + PHASE_CARDS)]
        left = [{"icon": f"act_{CARD_WORDS[card]}", "name": t(f"table.act.{CARD_WORDS[card]}.name"), "n": copies} for card, copies in cards]
        spent = [t(f"table.act.{CARD_WORDS[card]}.short") for card in range(first, first + PHASE_CARDS) for _ in range(state.influence_spent[card])]
        decks.append({"title": t(f"table.influence.phase{phase}"), "n": sum(copies for _, copies in cards), "left": left,
                      "spent": t("table.spent", cards=", ".join(spent)) if spent else t("table.none_spent")})
    return decks


def chart(scene: Scene, seat: int, lit: frozenset[str]) -> Words:
    """The finished aquarium as the grid of colours and sizes, with the cards that earn a line of the sheet lit."""
    held = scene.cards_of(seat)
    names = scene.box.names
    rows: list[Words] = []
    for colour in range(COLOURS):
        cells = []
        for kind in range(colour * SIZES, (colour + 1) * SIZES):
            card: Any = None
            if held[kind]:
                card = face(scene, kind) | {"badge": f"×{held[kind]}" if held[kind] > 1 else "", "cls": light(lit, names[kind], held[kind])}
            cells.append(card)
        rows.append({"name": scene.kind(colour * SIZES).name.split()[0], "cells": cells})
    rest = []
    for kind in range(FISH - 1, KINDS):
        if held[kind]:
            rest.append(face(scene, kind) | {"badge": f"×{held[kind]}" if held[kind] > 1 else "", "cls": light(lit, names[kind], held[kind])})
    return {"rows": rows, "rest": rest, "pair": pair(scene, seat)}


def light(lit: frozenset[str], name: str, number: int) -> str:
    if not lit:
        return ""
    return "is-lit" if any((name if i == 0 else f"{name}.{i + 1}") in lit for i in range(number)) else "is-dim"
