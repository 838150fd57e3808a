"""What a card costs and why, who is hungry, and what a Control Phase would do as things stand: from a mask, for people.

Every judgement is the engine's (`scoring.py`); here it is only put into words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .exits import best_kept, lives
from .notation import EAT, EXPEL, OBJECTIVES, REQUIREMENTS
from .scoring import conflicting_in, failing_in, lacking_for
from .tanks import progress

if TYPE_CHECKING:
    from . import AcquaDolceGame


@dataclass(frozen=True)
class Need:
    """A requirement of a fish, as a tank stands."""

    id: str
    met: bool
    short: str
    """`3/3`, or a sign."""
    words: str
    """What is the matter: "school of 3", "no plant"."""


@dataclass(frozen=True)
class Price:
    """What it costs to play cards of a kind now."""

    cards: int
    """To be drawn from the deck."""
    words: str
    """`free`, or `draw 1: guppies are here`."""
    needs: tuple[Need, ...]


def needs_of(game: "AcquaDolceGame", tank: Sequence[int], card: int) -> tuple[Need, ...]:
    """The requirements of a fish that lies in this tank."""
    if card > game.box.fish:
        return ()
    lacks = lacking_for(game.box, list(tank), card)
    return tuple(need_of(game, tank, card, name, not lacks >> bit & 1) for bit, name in enumerate(REQUIREMENTS) if game.box.needs[card] >> bit & 1)


def need_of(game: "AcquaDolceGame", tank: Sequence[int], card: int, name: str, met: bool) -> Need:
    have, want = tank[card], game.box.school
    short = f"{have}/{want}" if name == "school" else "✓" if met else "✗"
    return Need(name, met, short, game.texts(f"need.{name}.{'met' if met else 'unmet'}", have=have, want=want))


def price_of(game: "AcquaDolceGame", state: Any, card: int, number: int = 1) -> Price:
    """With the cards just played counted; no more is drawn than there is."""
    after = list(state.tank)
    after[card] += number
    needs = needs_of(game, after, card)
    owed = state.penalties(card, number)
    cards = min(owed, state.deck_size + state.discards_size)
    unmet = [need.words for need in needs if not need.met]
    if not unmet:
        good = next((need.words for need in needs if need.id == "school"), "")
        return Price(0, game.texts("price.free_because", why=good) if good else game.texts("price.free"), needs)
    key = "price.draw" if cards else "price.nothing"
    return Price(cards, game.texts(key, n=cards, why=", ".join(unmet)), needs)


# ---- food


def rations(game: "AcquaDolceGame", state: Any) -> int:
    """Of all hands and of the feed in play."""
    return int(sum(state.hand_size) * game.box.hand_food + feed(game, state.tank))


def feed(game: "AcquaDolceGame", tank: Sequence[int]) -> int:
    return sum(game.box.rations[card] * tank[card] for card in range(game.box.ornaments + 1, game.box.kinds + 1))


def fish_in(game: "AcquaDolceGame", tank: Sequence[int]) -> int:
    return sum(tank[1 : game.box.fish + 1])


def hungry(game: "AcquaDolceGame", fish: int, food: int) -> int:
    """Fish that would starve."""
    each = game.box.fish_food
    return int(max(0, fish - food // each))


# ---- the Control Phase as things stand


@dataclass(frozen=True)
class Step:
    """One thing that a Control Phase would do."""

    key: str
    """eat, feed, expel, temp or an objective's id."""
    card: int
    """The card to draw for it, 0 for none."""
    title: str
    words: str
    tag: str
    tone: str
    """good, bad, note or ""."""


def forecast(game: "AcquaDolceGame", state: Any) -> list[Step]:
    """Step by step. Where a judge chooses, what follows is told as if nobody had left by that choice."""
    tank = list(state.tank)
    steps = [*eaten(game, state, tank), *fed(game, state, tank)]
    open_choice = any(step.tone == "note" for step in steps) or any(step.key == "feed" and step.tone == "bad" for step in steps)
    leaving, conflict = expelled(game, tank)
    steps += leaving
    if not conflict:
        for card in failing_in(game.box, tank):
            tank[card] = 0
    if state.temperature:
        steps += frozen(game, state, tank)
    return steps + objectives(game, state, tank, open_choice or conflict)


def eaten(game: "AcquaDolceGame", state: Any, tank: list[int]) -> list[Step]:
    """Step 1; a single possible victim leaves the tank."""
    t = game.texts
    piranhas = [card for card in range(1, game.box.fish + 1) if tank[card] and game.box.eats[card]]
    if not piranhas:
        return []
    victims = state.edible()
    if not victims:
        return [Step("eat", piranhas[0], t("forecast.eat"), t("forecast.eat_nothing"), "0", "good")]
    if len(victims) == 1 and not state.each_piranha_eats:
        tank[victims[0]] -= 1
        return [Step("eat", victims[0], t("forecast.eat"), t("forecast.eat_one", name=game.noun(victims[0])), "−1", "bad")]
    return [Step("eat", piranhas[0], t("forecast.eat"), t("forecast.eat_choice"), "−1", "note")]


def fed(game: "AcquaDolceGame", state: Any, tank: list[int]) -> list[Step]:
    t, food, fish = game.texts, rations(game, state), fish_in(game, tank)
    starving = hungry(game, fish, food)
    if not fish:
        return [Step("feed", 0, t("forecast.feed"), t("forecast.nobody"), t("forecast.ok"), "good")]
    if starving:
        return [Step("feed", 0, t("forecast.feed"), t("forecast.starve", n=starving, food=food, fish=fish), f"−{starving}", "bad")]
    return [Step("feed", 0, t("forecast.feed"), t("forecast.fed", n=fish, spare=food - fish * game.box.fish_food), t("forecast.ok"), "good")]


def expelled(game: "AcquaDolceGame", tank: list[int]) -> tuple[list[Step], bool]:
    """Step 3: one line for each species that leaves and why, or the choice of the judge."""
    t = game.texts
    conflicting = conflicting_in(game.box, list(tank))
    if conflicting:
        names = ", ".join(game.noun(card) for card in conflicting)
        return [Step("expel", conflicting[0], t("forecast.expel"), t("forecast.conflict", names=names), "?", "note")], True
    steps = []
    for card in failing_in(game.box, tank):
        why = ", ".join(need.words for need in needs_of(game, tank, card) if not need.met)
        number = tank[card]
        steps.append(Step("expel", card, t("forecast.expel"), t("forecast.leaves", name=counted(game, card, number), why=why), f"−{number}", "bad"))
    return steps or [Step("expel", 0, t("forecast.needs"), t("forecast.at_home"), t("forecast.ok"), "good")], False


def frozen(game: "AcquaDolceGame", state: Any, tank: list[int]) -> list[Step]:
    """Step 5: who does not live at this temperature leaves the tank."""
    t, box = game.texts, game.box
    steps = []
    for card in range(1, box.fish + 1):
        if tank[card] and not lives(state, card):
            words = t("forecast.range", name=counted(game, card, tank[card]), low=box.low[card], high=box.high[card])
            steps.append(Step("temp", card, t("forecast.temp", degrees=state.degrees), words, f"−{tank[card]}", "bad"))
            tank[card] = 0
    return steps or [Step("temp", 0, t("forecast.temp", degrees=state.degrees), t("forecast.suits"), t("forecast.ok"), "good")]


def objectives(game: "AcquaDolceGame", state: Any, tank: list[int], doubtful: bool) -> list[Step]:
    """What becomes of the objectives, where that is sure."""
    if doubtful:
        return []
    steps = []
    for step in progress(game, tank):
        if state.objectives >> step.number & 1 and bool(state.on >> step.number & 1) != step.on:
            key = "forecast.goes_on" if step.on else "forecast.goes_off"
            steps.append(
                Step(step.id, 0, step.name, game.texts(key, words=step.words), game.texts("sheet.on" if step.on else "sheet.off"), "good" if step.on else "bad")
            )
    return steps


def counted(game: "AcquaDolceGame", card: int, number: int) -> str:
    """`neon ×2`"""
    return game.noun(card) if number == 1 else f"{game.noun(card)} ×{number}"


# ---- what stands between a player and victory


@dataclass(frozen=True)
class Hurdle:
    """One thing that is needed to win, and whether it is there."""

    key: str
    met: bool
    words: str
    short: str
    """For a phone: `2 cards`, `1/2 on`."""


def hurdles(game: "AcquaDolceGame", state: Any, seat: int) -> list[Hurdle]:
    """An empty hand; enough objectives; food enough when that hand is empty; fish that are at home; and objectives enough after a Control Phase."""
    held, on, need = state.hand_size[seat], state.on.bit_count(), state.need
    found = [hurdle(game, "hand", held == 0, n=held)]
    found.append(hurdle(game, "objectives", on >= need, on=on, need=need, all=state.objectives.bit_count()))
    judging = EAT <= state.stage <= EXPEL
    if judging and seat != state.turn:
        return found                                # another judges: what will be left is not known
    if not judging:
        found += living(game, state, held)
    kept = best_kept(state, seat)
    names = ", ".join(name_of(game, number) for number in range(len(OBJECTIVES)) if kept >> number & 1) or game.texts("hurdle.none")
    found.append(hurdle(game, "judging" if judging else "survive", kept.bit_count() >= need, names=names, kept=kept.bit_count(), need=need))
    return found


def living(game: "AcquaDolceGame", state: Any, held: int) -> list[Hurdle]:
    """Whether the tank can be fed without the cards of a hand, and whether all are at home."""
    food = rations(game, state) - held * game.box.hand_food
    fish = fish_in(game, state.tank)
    starving = hungry(game, fish, food)
    found = [hurdle(game, "food", not starving, n=starving, food=food, fish=fish)]
    failing = failing_in(game.box, list(state.tank))
    names = ", ".join(counted(game, card, state.tank[card]) for card in failing)
    found.append(hurdle(game, "home", not failing, names=names, n=sum(state.tank[card] for card in failing)))
    return found


def hurdle(game: "AcquaDolceGame", key: str, met: bool, **values: Any) -> Hurdle:
    sort = "met" if met else "unmet"
    return Hurdle(key, met, game.texts(f"hurdle.{key}.{sort}", **values), game.texts(f"hurdle.{key}.{sort}_short", **values))


def name_of(game: "AcquaDolceGame", number: int) -> str:
    """The name of an objective."""
    return next(str(data["name"]) for data in game.components["objective"] if data["id"] == OBJECTIVES[number])


def turned_on(game: "AcquaDolceGame", state: Any, card: int, number: int) -> list[str]:
    """Names of the objectives in play that playing cards would turn On."""
    after = list(state.tank)
    after[card] += number
    return [step.name for step in progress(game, after) if step.on and state.objectives >> step.number & 1 and not state.on >> step.number & 1]
