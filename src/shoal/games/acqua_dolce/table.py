"""How Acqua Dolce lies on the table, for a page: everything that `table.html.jinja` shows, made from a view.

A view holds a mask and the table's own public facts, so nothing hidden can get here. Numbers are the engine's.
"""

from collections.abc import Mapping

from shoal.engine.table import View, Words

from .advice import warming
from .forecast import needs_of, price_of, turned_on
from .notation import fish_of, step_of, swap_high, swap_low, take
from .table_log import log_lines
from .table_scene import Scene, counted, letter, need_words, number_keys, symbol, tap, title
from .table_tank import balance, choices, coming, final_tank, floor, goals, last_phase, phases, thermometer, to_win, when, zones

__all__ = ["board", "log_lines", "score_board"]


def board(view: View, draft: Mapping[str, str]) -> Words:
    """Context of `table.html.jinja`. `draft["select"]` is what this observer has tapped but not played, such as `play neon x2`."""
    scene = Scene(view, draft.get("select", ""))
    main, more = buttons(scene)
    judging = scene.judging and not view.over
    context: Words = {
        "say": view.game.texts,
        "main": main,
        "more": more,
        "where": where_we_are(scene),
        "facts": facts(scene),
        "over": view.over,
        "judging": judging,
        "goals": goals(scene),
        "lead": lead(scene),
        "zones": zones(scene),
        "floor": floor(scene),
        "thermometer": thermometer(scene),
        "food": balance(scene),
        "coming": [] if judging or view.over else coming(scene),
        "when": "" if judging or view.over else when(scene),
        "phases": phases(scene) if judging else [],
        "choices": choices(scene) if judging else [],
        "last": [] if judging else last_phase(scene),
        "row": row(scene),
        "hand": None,
        "to_win": [],
        "warmth": scene.state.degrees,
    }
    if scene.me is not None and not view.over:
        context |= {"hand": hand(scene, scene.me), "to_win": to_win(scene, scene.me)} | question(scene)
    glowing = [one for zone in context["zones"] for one in zone["species"]] + ((context["hand"] or {}).get("cards") or []) + context["row"]["cards"]
    number_keys(glowing)
    return context


def where_we_are(scene: Scene) -> str:
    """`Round 6 · Control Phase in 2 turns`"""
    state, t = scene.state, scene.t
    if scene.view.over:
        return str(t("table.where_over"))
    if scene.judging:
        return str(t("table.where_control", round=state.rounds + 1))
    return str(t("table.where", round=state.rounds + 1, n=state.players + 1 - state.turns))


def lead(scene: Scene) -> str:
    state = scene.state
    return str(scene.t("table.lead_judging" if scene.judging else "table.lead", need=state.need, all=state.objectives.bit_count()))


def facts(scene: Scene) -> dict[int, str]:
    """What is open to all about each seat: how many cards, which of them were taken openly, who is King."""
    state, t = scene.state, scene.t
    found = {}
    for seat in range(scene.players):
        parts = [t("table.cards", n=state.hand_size[seat])]
        known = [counted(scene, card, number).lower() for card, number in enumerate(scene.held(seat)) if number]
        if known and seat != scene.me and not scene.view.over:
            parts.append(t("table.took", names=", ".join(known)))
        if seat == state.king and not scene.view.over:
            parts.append(t("table.king"))
        found[seat] = " · ".join(parts)
    return found


# ---- the question, and what can be pressed beside it


def question(scene: Scene) -> Words:
    """The line below the question, where something tapped has more to say than the game."""
    game, state, t = scene.game, scene.state, scene.t
    card, number = scene.chosen_play
    if card:
        price = price_of(game, state, card, number)
        said = price.words if scene.kind(card).card == "fish" else t(f"table.would.{scene.kind(card).card}")
        turned = turned_on(game, state, card, number)
        parts = [t("table.would.play", cards=counted(scene, card, number), price=said)]
        parts += [t("table.would.on", names=", ".join(turned))] if turned else []
        left = state.hand_size[scene.me or 0] - number + price.cards
        parts += [t("table.would.out")] if left == 0 else []
        return {"because": " ".join(parts)}
    if scene.is_chosen("temp"):
        return {"because": warming(game, state, step_of(scene.action)).capitalize() + "."}
    if scene.is_chosen("fish"):
        words = next(choice["words"] for choice in choices(scene) if choice["text"] == scene.chosen)
        return {"because": f"{words[:1].upper()}{words[1:]}."}
    return {}


def buttons(scene: Scene) -> tuple[Words | None, list[Words]]:
    """The main button and those beside it."""
    t, action = scene.t, scene.action
    card, number = scene.chosen_play
    stop = [{"label": t("table.do.stop"), "cmd": "stop", "id": "do-stop"}] if "stop" in scene.legal and scene.chosen != "stop" else []
    if card:
        main: Words = {"label": t("table.do.play", cards=counted(scene, card, number)), "cmd": scene.chosen}
        return main, other_numbers(scene, card, number) + stop
    if action < 0:
        return None, stop
    if scene.is_chosen("draw"):
        label = t("table.do.draw")
    elif scene.is_chosen("take"):
        label = t("table.do.take", card=title(scene, action - take(0)))
    elif scene.is_chosen("temp"):
        warmer = step_of(action) > 0
        label = t("table.do.warm" if warmer else "table.do.cool", degrees=scene.state.degrees + step_of(action))
    elif scene.is_chosen("swap"):
        label = t("table.do.swap", one=scene.noun(swap_low(action)), other=scene.noun(swap_high(action)))
    elif scene.is_chosen("fish"):
        label = t(f"table.do.{scene.stage}", card=counted(scene, fish_of(action), scene.state.tank[fish_of(action)] if scene.stage == "expel" else 1))
    else:
        label = t("table.do.stop")
    return {"label": label, "cmd": scene.chosen}, stop


def other_numbers(scene: Scene, card: int, number: int) -> list[Words]:
    """One card of a school, or all of them."""
    name = scene.kind(card).id
    held = scene.held(scene.me or 0)[card]
    if not scene.kind(card).is_school or held == 1:
        return []
    if number == 1:
        return [{"label": scene.t("table.do.all", n=held), "select": f"play {name} x{held}", "id": "play-all"}]
    return [{"label": scene.t("table.do.one"), "select": f"play {name}", "id": "play-one"}]


# ---- the open cards, the hand


def row(scene: Scene) -> Words:
    """The open cards and the deck."""
    state, t = scene.state, scene.t
    cards: list[Words] = []
    for card in range(1, scene.box.kinds + 1):
        for i in range(state.row[card]):
            kind = scene.kind(card)
            pressed = tap(scene, f"take {kind.id}")
            if pressed is not None:
                pressed["chosen"] = pressed["chosen"] and i == 0
            cards.append({"id": f"open-{kind.id}-{i + 1}", "symbol": symbol(kind), "name": title(scene, card), "tap": pressed})
    word = (
        t("table.row.judging") if scene.judging else t("table.row.asked") if scene.asked in ("open", "refill") else t("table.row.action") if scene.asked else ""
    )
    return {
        "cards": cards,
        "deck": t("table.row.deck", n=state.deck_size),
        "discards": t("table.row.discards", n=state.discards_size),
        "tap": tap(scene, "draw"),
        "word": word,
        "unique": bool(state.unique_deck),
    }


def hand(scene: Scene, seat: int) -> Words:
    """The own cards, each with its requirements and its price now, and what else may be done with them."""
    asked = scene.asked == "act"
    cards = [face(scene, card, i, number) for card, number in enumerate(scene.held(seat)) if number for i in range(number)]
    return {
        "cards": cards,
        "asked": asked,
        "note": scene.t("table.hand.asked" if asked else "table.hand.still"),
        "swap": swaps(scene, seat) if asked else None,
        "temps": temps(scene) if asked else [],
        "stop": stop_why(scene) if asked else "",
        "empty": not cards,
    }


def face(scene: Scene, card: int, ordinal: int, number: int) -> Words:
    """A card of the hand. Of a school the first tap chooses one, every further one the next, a tap on a chosen card plays."""
    game, state, kind = scene.game, scene.state, scene.kind(card)
    chosen_card, chosen_number = scene.chosen_play
    chosen = card == chosen_card and ordinal < chosen_number
    wanted = chosen_number if chosen else chosen_number + 1 if card == chosen_card else 1
    after = list(state.tank)
    after[card] += wanted if kind.is_school else 1
    price = price_of(game, state, card, wanted if kind.is_school else 1)
    turned = turned_on(game, state, card, wanted if kind.is_school else 1)
    cost = price.words if kind.card == "fish" else scene.t("price.free")
    if not price.cards and turned:
        cost = scene.t("table.hand.turns_on", names=", ".join(turned))
    text = f"play {kind.id}" + (f" x{wanted}" if wanted > 1 and kind.is_school else "")
    pressed = tap(scene, text)
    if pressed is not None:
        pressed["chosen"] = chosen
    return {
        "id": f"mine-{kind.id}-{ordinal + 1}",
        "symbol": symbol(kind),
        "letter": letter(kind),
        "name": title(scene, card),
        "needs": need_words(needs_of(game, after, card), False),
        "range": f"{scene.box.low[card]}–{scene.box.high[card]} °C" if state.temperature and kind.card == "fish" else "",
        "cost": cost,
        "pay": price.cards > 0,
        "tap": pressed,
        "chosen": chosen,
    }


def swaps(scene: Scene, seat: int) -> Words:
    """Which card goes with the one that is tapped, or why none is offered."""
    t = scene.t
    first = scene.chosen_play[0] or (swap_low(scene.action) if scene.is_chosen("swap") else 0)
    second = swap_high(scene.action) if scene.is_chosen("swap") else 0
    if not first:
        return {"label": t("table.swap.title"), "why": t("table.swap.why") if scene.state.hand_size[seat] > 1 else t("table.swap.few"), "with": []}
    pairs = []
    for card, number in enumerate(scene.held(seat)):
        if number > (1 if card == first else 0):
            text = " ".join(["swap", *sorted((scene.kind(first).id, scene.kind(card).id))])
            if button := tap(scene, text):
                pairs.append({"name": scene.noun(card), "id": f"swap-{scene.kind(card).id}", "tap": button, "chosen": card == second})
    return {"label": t("table.swap.with", card=scene.noun(first)), "why": "" if pairs else t("table.swap.few"), "with": pairs}


def temps(scene: Scene) -> list[Words]:
    """Moves of the thermometer."""
    steps = list(scene.box.steps)[: scene.box.step_count]
    return [
        {"label": f"{'+' if step > 0 else '−'}{abs(step)}", "id": f"temp-{'up' if step > 0 else 'down'}-{abs(step)}", "tap": button}
        for step in steps
        if (button := tap(scene, f"temp {step:+d}"))
    ]


def stop_why(scene: Scene) -> str:
    """Why the turn cannot be ended yet, and why the thermometer rests."""
    state, t = scene.state, scene.t
    parts = [] if "stop" in scene.legal else [t("table.stop", n=max(0, state.tables.actions - state.taken))]
    parts += [t("table.moved")] if state.temperature and state.moves >= state.tables.moves_per_turn else []
    return " ".join(parts)


# ---- the score page


def score_board(view: View, seat: int, lit: frozenset[str]) -> Words:
    """Context of `score.html.jinja`: the one tank, and how many cards a seat still held."""
    scene = Scene(view, "")
    cards = scene.state.hand_size[seat]
    held = scene.t("sheet.out.cards", n=cards) if cards else scene.t("table.score.empty")
    return {
        "say": view.game.texts,
        "label": scene.t("table.score.label"),
        "left": held,
        **final_tank(scene, lit),
    }
