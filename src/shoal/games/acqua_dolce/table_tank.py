"""The shared tank of Acqua Dolce for a page: objectives, fish by zones, food, and the Control Phase, now or to come."""

from typing import Any

from shoal.engine.table import Words

from .exits import lives
from .forecast import feed, fish_in, forecast, frozen, hungry, hurdles, needs_of, price_of, rations
from .notation import REQUIREMENTS, fish_of
from .scoring import conflicting_in, failing_in
from .table_scene import Scene, counted, need_words, symbol, tap, title
from .tanks import progress

MOST_SIGNS = 40
"""Rations or fish that are drawn one by one; more are only counted."""

MOST_DRAWN = 5
"""Fish of a species that are drawn; all are counted."""


# ---- objectives


def goals(scene: Scene) -> list[Words]:
    state, t = scene.state, scene.t
    shown = [step for step in progress(scene.game, list(state.tank)) if state.objectives >> step.number & 1]
    found = []
    for step in shown:
        on = bool(state.on >> step.number & 1)
        word = t("sheet.on" if on else "sheet.off")
        found.append({"id": step.id, "icon": f"obj_{step.id}", "name": step.name, "on": on, "word": word, "words": step.words, "short": step.short})
    return found


# ---- fish, ornaments, feed


def zones(scene: Scene) -> list[Words]:
    """High, medium, low, each with the fish that live there."""
    names = scene.game.components["zones"]["names"]
    return [{"name": name.capitalize(), "id": name, "species": species_of(scene, bit), "last": bit == len(names) - 1} for bit, name in enumerate(names)]


def species_of(scene: Scene, zone: int) -> list[Words]:
    state, box = scene.state, scene.box
    incoming, number = scene.chosen_play
    here = [card for card in range(1, box.fish + 1) if box.zone[card] >> zone & 1 and (state.tank[card] or card == incoming)]
    return [species(scene, card, number if card == incoming else 0) for card in here]


def species(scene: Scene, card: int, coming: int) -> Words:
    """A species in the tank, with what a tapped play would add."""
    tank = list(scene.state.tank)
    number = tank[card]
    tank[card] += coming
    needs = needs_of(scene.game, tank if number == 0 else list(scene.state.tank), card)
    tags = [f"+{coming} → {tank[card]}"] if coming and number else [scene.t("table.tank.new")] if coming else []
    leaves = not lives(scene.state, card)
    return {
        "card": card,
        "id": scene.kind(card).id,
        "symbol": symbol(scene.kind(card)),
        "drawn": min(MOST_DRAWN, number or coming),
        "name": counted(scene, card, number or coming),
        "needs": need_words(needs, True),
        "doomed": number > 0 and any(not need.met for need in needs),
        "incoming": coming > 0,
        "tags": tags,
        "warm": scene.t("table.tank.leaves", degrees=scene.state.degrees) if leaves else "",
        "tap": tap(scene, f"{scene.stage} {scene.kind(card).id}") if scene.judging else None,
    }


def floor(scene: Scene) -> list[Words]:
    """What stays for good."""
    found = []
    incoming, number = scene.chosen_play
    for card in range(scene.box.fish + 1, scene.box.kinds + 1):
        there = scene.state.tank[card]
        if there or card == incoming:
            coming = number if card == incoming else 0
            found.append(
                {
                    "id": scene.kind(card).id,
                    "symbol": symbol(scene.kind(card)),
                    "drawn": min(MOST_DRAWN, there + coming),
                    "incoming": coming > 0,
                    "words": counted(scene, card, there + coming),
                }
            )
    return found


def thermometer(scene: Scene) -> list[Words]:
    """Its scale from the top, with what one action could make of it."""
    state, box = scene.state, scene.box
    if not state.temperature:
        return []
    steps = [state.degrees + step for step in list(box.steps)[: box.step_count]]
    movable = state.moves < box.moves_per_turn and not scene.judging and not scene.view.over
    rows = range(box.warmest, box.coldest - 1, -1)
    return [{"degrees": d, "at": d == state.degrees, "below": d < state.degrees, "can": movable and d in steps} for d in rows]


# ---- food


def balance(scene: Scene) -> Words:
    """Rations against fish, now and after what is tapped."""
    game, state, t = scene.game, scene.state, scene.t
    food = state.food if scene.judging and scene.stage != "eat" else rations(game, state)
    fish = fish_in(game, list(state.tank))
    starving = hungry(game, fish, food)
    parts = [str(state.hand_size[seat]) for seat in range(scene.players)]
    feeding = feed(game, list(state.tank))
    words = " ".join([t("table.food.parts", hands=" + ".join(parts)), *([t("table.food.feed", n=feeding)] if feeding else [])])
    going, after = food_after(scene)
    return {
        "food": t("table.food.rations", n=food),
        "fish": t("table.food.fish", n=fish),
        "going": min(going, food),
        "rations": min(food - min(going, food), MOST_SIGNS),
        "missing": min(starving, MOST_SIGNS),
        "fed": min(fish - starving, MOST_SIGNS),
        "words": words,
        "after": after,
        "bad": "" if not starving else t("table.food.starving", n=starving),
    }


def food_after(scene: Scene) -> tuple[int, Words]:
    """How many rations go if what is tapped is played, and what is left then."""
    card, number = scene.chosen_play
    if not card:
        return 0, {}
    game, state, t = scene.game, scene.state, scene.t
    drawn = price_of(game, state, card, number).cards
    food = rations(game, state) + (drawn - number) * game.box.hand_food + game.box.rations[card] * number
    fish = fish_in(game, list(state.tank)) + (number if scene.kind(card).card == "fish" else 0)
    starving = hungry(game, fish, food)
    words = t("table.food.after", food=t("table.food.rations", n=food), fish=t("table.food.fish", n=fish))
    return max(0, rations(game, state) - food), {"words": words, "bad": t("table.food.starve", n=starving) if starving else ""}


# ---- the Control Phase


def coming(scene: Scene) -> list[Words]:
    """If it came now."""
    icons = {"feed": "ration", "temp": "thermometer", "eat": "piranha", "expel": "check"}
    found = []
    for step in forecast(scene.game, scene.state):
        drawn = symbol(scene.kind(step.card)) if step.card else icons.get(step.key, f"obj_{step.key}")
        found.append({"symbol": drawn, "title": step.title, "words": step.words, "tag": step.tag, "tone": step.tone})
    return found


def when(scene: Scene) -> str:
    """When the next Control Phase comes, and who judges it unless somebody runs out of cards before."""
    state = scene.state
    left = state.players + 1 - state.turns
    judge = (state.turn + left - 1) % state.players
    return str(scene.t("table.coming.when_you" if judge == scene.me else "table.coming.when", n=left, who=scene.name(judge)))


def phases(scene: Scene) -> list[Words]:
    """The steps of the phase that is being judged: done, now, next."""
    state, t = scene.state, scene.t
    order = ["eat", "starve", "expel", *([] if state.unique_deck else ["row"]), *(["temp"] if state.temperature else [])]
    at = order.index(scene.stage)
    found = []
    for number, key in enumerate(order):
        sort = "done" if number < at else "now" if number == at else "next"
        found.append(
            {
                "n": number + 1,
                "sort": sort,
                "title": t(f"table.phase.{key}", degrees=state.degrees),
                "words": phase_words(scene, key, sort),
                "tag": t(f"table.phase.{sort}"),
            }
        )
    return found


def phase_words(scene: Scene, key: str, sort: str) -> str:
    """What has happened in a step, is asked in it, or will happen without a choice."""
    state, t, game = scene.state, scene.t, scene.game
    fish = fish_in(game, list(state.tank))
    if key == "eat":
        gone = left_by(scene, "eaten")
        return str(t("table.phase.eat_now", n=state.meals) if sort == "now" else t("table.phase.eaten", names=gone) if gone else t("table.phase.eat_done"))
    if key == "starve":
        gone = left_by(scene, "starved")
        if sort == "done" and gone:
            return str(t("table.phase.starved", names=gone))
        food = state.food if sort != "next" else rations(game, state)
        return str(t("table.phase.starve_words", food=food, fish=fish))
    if key == "expel":
        failing = ", ".join(counted(scene, card, state.tank[card]) for card in failing_in(scene.box, list(state.tank)))
        return str(t(f"table.phase.expel_{sort}", names=failing) if failing else t("table.phase.expel_none"))
    if key == "row":
        return str(t("table.phase.row_words"))
    return "; ".join(step.words for step in frozen(game, state, list(state.tank)))


def last_phase(scene: Scene) -> list[Words]:
    """Who left in the latest Control Phase, and why: one line for each species and step."""
    recall, t = scene.state.recall, scene.t
    if recall is None:
        return []
    found = []
    for key in ("eaten", "starved", "expelled", "frozen"):
        for card, number in enumerate(list(getattr(recall, key))):
            if number:
                why = t(f"table.last.{key}", why=unmet_words(scene, recall.unmet[card], number), low=scene.box.low[card], high=scene.box.high[card])
                found.append({"symbol": symbol(scene.kind(card)), "title": counted(scene, card, number), "words": why, "tag": f"−{number}"})
    return found


def left_by(scene: Scene, step: str) -> str:
    """Those who were eaten or have starved in this Control Phase, as far as it is remembered."""
    recall = scene.state.recall
    numbers = list(getattr(recall, step)) if recall is not None else []
    return ", ".join(counted(scene, card, number) for card, number in enumerate(numbers) if number)


def unmet_words(scene: Scene, unmet: int, number: int) -> str:
    """Requirements that were not met, in words."""
    return ", ".join(scene.t(f"need.{name}.unmet", have=number, want=scene.box.school) for bit, name in enumerate(REQUIREMENTS) if unmet >> bit & 1)


def choices(scene: Scene) -> list[Words]:
    """What each choice of the judge leads to, as far as no further choice comes."""
    found = []
    for text, action in scene.legal.items():
        card = fish_of(action)
        tank = list(scene.state.tank)
        number = tank[card] if scene.stage == "expel" else 1
        tank[card] -= number
        words, tags = outcome(scene, tank)
        if scene.stage != "expel":
            words, tags = f"{lost(scene, card)[0]}; {words}", [*lost(scene, card)[1], *tags]
        found.append(
            {"symbol": symbol(scene.kind(card)), "title": counted(scene, card, number), "text": text, "words": words, "tags": tags, "tap": tap(scene, text)}
        )
    return found


def lost(scene: Scene, card: int) -> tuple[str, list[Words]]:
    """What giving up one fish of a species means: nothing if it leaves anyway, its school, or the last one of it."""
    state, box, t = scene.state, scene.box, scene.t
    number, school = state.tank[card], scene.kind(card).is_school
    failing = failing_in(box, list(state.tank))
    alone = [0 if other in failing and other != card else there for other, there in enumerate(state.tank)]
    unmet = [need.words for need in needs_of(scene.game, alone, card) if not need.met]
    if unmet:
        return str(t("table.choice.doomed", why=", ".join(unmet))), [{"words": t("table.choice.doomed_short"), "tone": "good"}]
    if not lives(state, card):
        return str(t("table.choice.cold", degrees=state.degrees)), [{"words": t("table.choice.doomed_short"), "tone": "good"}]
    if school and number == box.school:
        return str(t("table.choice.breaks", n=number)), [{"words": t("table.choice.breaks_short"), "tone": "bad"}]
    if number == 1:
        return str(t("table.choice.last")), [{"words": t("table.choice.last_short"), "tone": "bad"}]
    return str(t("table.choice.left", n=number - 1)), []


def outcome(scene: Scene, tank: list[int]) -> tuple[str, list[Words]]:
    """The rest of the phase in words, and the objectives that stand after it."""
    state, t, game = scene.state, scene.t, scene.game
    food = state.food if scene.stage != "eat" else rations(game, state)
    starving = hungry(game, fish_in(game, tank), food) if scene.stage != "expel" else 0
    if scene.stage == "eat" and state.meals > 1:
        return str(t("table.choice.more_meals")), []
    if starving:
        return str(t("table.choice.more_starve", n=starving)), []
    if conflicting := conflicting_in(scene.box, tank):
        return str(t("table.choice.again", names=", ".join(scene.noun(card) for card in conflicting))), []
    leaving = [(card, tank[card]) for card in failing_in(scene.box, tank)]
    for card, _ in leaving:
        tank[card] = 0
    cold = [card for card in range(1, scene.box.fish + 1) if tank[card] and not lives(state, card)]
    leaving += [(card, tank[card]) for card in cold]
    for card in cold:
        tank[card] = 0
    names = ", ".join(counted(scene, card, number) for card, number in leaving)
    words = t("table.choice.leave", names=names) if leaving else t("table.choice.stay")
    steps = [step for step in progress(game, tank) if state.objectives >> step.number & 1]
    tags = [{"words": f"{step.name} {t('sheet.on' if step.on else 'sheet.off')}", "tone": "good" if step.on else "bad"} for step in steps]
    return str(words), tags


# ---- what is still missing


def to_win(scene: Scene, seat: int) -> list[Words]:
    return [{"key": hurdle.key, "met": hurdle.met, "words": hurdle.words, "short": hurdle.short} for hurdle in hurdles(scene.game, scene.state, seat)]


def final_tank(scene: Scene, lit: frozenset[str]) -> Words:
    """For the score page: the tank at the end, with the cards that count for a line lit."""
    pieces: list[dict[str, Any]] = []
    for card in range(1, scene.box.kinds + 1):
        number = scene.state.tank[card]
        if number:
            kind = scene.kind(card)
            pieces.append(
                {
                    "symbol": symbol(kind),
                    "drawn": min(MOST_DRAWN, number),
                    "name": counted(scene, card, number),
                    "lit": kind.id in lit,
                    "title": title(scene, card),
                }
            )
    return {"pieces": pieces, "any_lit": any(piece["lit"] for piece in pieces)}
