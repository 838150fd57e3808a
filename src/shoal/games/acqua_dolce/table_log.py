"""What just happened in Acqua Dolce: one line for each thing that somebody did, with the cards that came of it, under headings by turns.

Made from the events that the observer of a view has been told, so nothing hidden can get here. Hands are counted, as anybody at the table
could: whoever plays the last card without drawing a penalty judges the tank.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

from markupsafe import Markup

from .table_scene import JUDGING, Scene, counted
from .table_tank import unmet_words

Lines = list[tuple[int, int | None, str, str]]
"""Of each line: index of its event, seat, heading, words."""


@dataclass
class Deed:
    """Something that a seat did, or that happened to all, with the cards that came of it."""

    index: int
    seat: int | None
    key: str
    text: str = ""
    drawn: list[str] = field(default_factory=list)
    """Cards from the deck to the hand; "" for those that the observer has not seen."""
    revealed: list[str] = field(default_factory=list)


@dataclass
class Chapter:
    """A turn, or a Control Phase."""

    key: str
    """start, turn, second (of the King), control or runout."""
    round: int
    seat: int | None
    deeds: list[Deed] = field(default_factory=list)

    def copy(self) -> "Chapter":
        return replace(self, deeds=[replace(deed, drawn=list(deed.drawn), revealed=list(deed.revealed)) for deed in self.deeds])


class Chronicle:
    """All that happened, by turns and Control Phases."""

    def __init__(self, view: Any) -> None:
        self.game, self.state = view.game, view.masked.state
        self.players = int(self.state.players)
        self.hands = [0] * self.players
        self.turns = self.rounds = 0
        self.due = 0
        """Face-up cards that replace others."""
        self.chapters = [Chapter("start", 0, None)]

    def copy(self) -> "Chronicle":
        """One that may go on by itself; only the last two chapters ever change."""
        other = copy(self)
        other.hands = list(self.hands)
        other.chapters = self.chapters[:-2] + [chapter.copy() for chapter in self.chapters[-2:]]
        return other

    def follow(self, event: Any) -> None:
        """The next event."""
        if event.decision == "deal":
            self.deal(event)
        elif event.seat is None:
            self.draw(event)
        else:
            self.choose(event)

    @property
    def now(self) -> Chapter:
        return self.chapters[-1]

    # ---- events

    def deal(self, event: Any) -> None:
        """Seat by seat, each hand at once."""
        seat = sum(self.hands) // int(self.state.tables.hand)
        self.hands[seat] += 1
        if self.hands[seat] == 1:
            self.now.deeds.append(Deed(event.index, seat, "dealt"))
        self.now.deeds[-1].drawn.append(card_of(event))

    def draw(self, event: Any) -> None:
        if event.decision == "king":
            self.now.deeds.append(Deed(event.index, int(event.text.split()[1]) - 1, "crowned"))
        elif event.decision == "draw":
            self.hands[self.now.seat or 0] += 1
            self.last(event).drawn.append(card_of(event))
        elif self.due > 0:
            self.due -= 1
            self.last(event).revealed.append(card_of(event))
        else:
            if self.judged():
                self.judge()
            if not self.now.deeds or self.now.deeds[-1].key != "row":
                self.now.deeds.append(Deed(event.index, None, "row"))
            self.now.deeds[-1].revealed.append(card_of(event))

    def choose(self, event: Any) -> None:
        if event.decision in ("act", "refill"):
            self.go_on(event.seat)
        if event.decision in JUDGING:
            self.judge()
        elif event.seat != self.now.seat or self.now.key not in ("turn", "second"):
            self.end_turn()
            self.begin_turn(event.seat)
        verb, *rest = event.text.split()
        number = int(rest[1][1:]) if verb == "play" and len(rest) > 1 else 1
        self.hands[event.seat] += {"take": 1, "play": -number, "swap": -2}.get(verb, 0)
        self.due = 1 if verb == "take" else 0
        self.now.deeds.append(Deed(event.index, event.seat, event.decision if verb == "draw" else verb, event.text))

    def last(self, event: Any) -> Deed:
        """What a card belongs to."""
        if not self.now.deeds or (self.now.deeds[-1].key == "row" and event.decision == "draw"):
            self.now.deeds.append(Deed(event.index, self.now.seat, "penalty"))
        return self.now.deeds[-1]

    # ---- turns and Control Phases

    def begin_turn(self, seat: int) -> None:
        self.turns += 1
        self.chapters.append(Chapter("second" if self.turns > self.players else "turn", self.rounds + 1, seat))

    def judged(self) -> bool:
        """Whether open cards that replace none mean that the tank was judged: the round is over, or the hand empty."""
        return self.now.key in ("turn", "second") and (self.turns > self.players or self.hands[self.now.seat or 0] == 0)

    def judge(self) -> None:
        """A Control Phase begins: of a player without cards, or at the end of the round."""
        if self.now.key not in ("control", "runout"):
            out = self.hands[self.now.seat or 0] == 0
            self.chapters.append(Chapter("runout" if out else "control", self.rounds + 1, self.now.seat))

    def go_on(self, seat: int) -> None:
        """No Control Phase after all: only vacant places were filled in the middle of a turn."""
        if self.now.key in ("control", "runout") and self.now.seat == seat:
            self.chapters[-2].deeds += self.chapters.pop().deeds

    def end_turn(self) -> None:
        """Where nothing had to be chosen and nothing was turned up, nobody was told of a Control Phase; it was there all the same."""
        if self.now.key in ("turn", "second"):
            emptied = self.hands[self.now.seat or 0] == 0 or self.drew_for_running_out()
            if emptied or self.turns > self.players:
                self.chapters.append(Chapter("runout" if emptied else "control", self.rounds + 1, self.now.seat))
        ended = self.now.key == "runout" and self.state.runout_moves_king
        if ended or self.turns > self.players:
            self.turns = 0
            self.rounds += 1

    def drew_for_running_out(self) -> bool:
        """Whether the last cards drawn in a turn were those for running out in vain: with them alone the hand is not empty."""
        last = self.now.deeds[-1] if self.now.deeds else None
        return last is not None and last.key == "play" and len(last.drawn) >= self.state.tables.runout_penalty == self.hands[self.now.seat or 0]


def card_of(event: Any) -> str:
    return str(event.text.split()[1]) if event.text else ""


# ---- in words


def chronicle(view: Any) -> Chronicle:
    """All that the observer of a view has been told."""
    told: Chronicle = view.story(Chronicle, lambda: Chronicle(view))
    state = view.masked.state
    if view.over or (state.turns == 0 and state.rounds > told.rounds):
        told = told.copy()
        told.end_turn()
    return told


def log_lines(view: Any, names: Sequence[str], since: int = 0) -> Lines:
    """(index of the event, seat, heading, line) for everything that the observer of a view has been told since an event."""
    chapters = chronicle(view).chapters
    phases = [chapter for chapter in chapters if chapter.key in ("control", "runout")]
    lines: Lines = []
    for chapter in chapters:
        title = heading(view.game, chapter, names)
        deeds = [deed for deed in chapter.deeds if deed.index >= since]
        first = [(deed.index, deed.seat, title, line(view.game, deed, names)) for deed in deeds if deed.key not in ("row", "penalty")]
        then = [(deed.index, deed.seat, title, line(view.game, deed, names)) for deed in deeds if deed.key in ("row", "penalty")]
        lines += first
        if phases and chapter is phases[-1]:
            at = (first or then or lines)[-1][0] if first or then or lines else since
            lines += [(at, None, title, words) for words in left_by_rule(view, chapter)]
        lines += then
    return lines


def heading(game: Any, chapter: Chapter, names: Sequence[str]) -> str:
    """`Round 2 · East`, `Round 2 · Control Phase, East judges`"""
    return str(game.texts(f"table.log.heading.{chapter.key}", round=chapter.round, who=names[chapter.seat or 0]))


def line(game: Any, deed: Deed, names: Sequence[str]) -> str:
    """One sentence, with the notation of what was chosen."""
    words = "".join([sentence(game, deed, names), *(more(game, deed) if deed.key not in ("dealt", "row", "penalty") else ())])
    return Markup("{} <code>{}</code>").format(words, deed.text) if deed.text else words


def sentence(game: Any, deed: Deed, names: Sequence[str]) -> str:
    t, who = game.texts, names[deed.seat or 0]
    rest = deed.text.split()[1:]
    if deed.key in ("dealt", "penalty"):
        return str(t(f"table.log.{deed.key}", who=who, n=len(deed.drawn)) + seen(game, deed.drawn))
    if deed.key == "row":
        return str(t("table.log.row", cards=listed(game, deed.revealed)))
    if deed.key == "play":
        return str(t("table.log.play", who=who, cards=name_of(game, rest[0]) + (f" ×{rest[1][1:]}" if len(rest) > 1 else "")))
    if deed.key == "swap":
        return str(t("table.log.swap", who=who, one=name_of(game, rest[0]), other=name_of(game, rest[1])))
    if deed.key == "temp":
        return str(t("table.log.warm" if rest[0].startswith("+") else "table.log.cool", who=who, n=int(rest[0][1:])))
    drawn = f": {name_of(game, deed.drawn[0])}" if deed.key in ("open", "act", "refill") and deed.drawn and deed.drawn[0] else ""
    return str(t(f"table.log.{deed.key}", who=who, card=name_of(game, rest[0]) if rest else "")) + drawn


def more(game: Any, deed: Deed) -> list[str]:
    """The cards that a play cost, and what was turned up."""
    found = []
    if deed.key == "play" and deed.drawn:
        found.append(game.texts("table.log.cost", n=len(deed.drawn)) + seen(game, deed.drawn))
    if deed.revealed:
        found.append(game.texts("table.log.turned", cards=listed(game, deed.revealed)))
    return found


def seen(game: Any, cards: Sequence[str]) -> str:
    """Which cards they were, for who has seen them."""
    return f": {listed(game, cards)}" if cards and all(cards) else ""


def listed(game: Any, cards: Sequence[str]) -> str:
    numbers = {card: cards.count(card) for card in cards}
    return ", ".join(name_of(game, card) + (f" ×{number}" if number > 1 else "") for card, number in numbers.items())


def name_of(game: Any, card_id: str) -> str:
    return str(game.noun(game.box.names.index(card_id)))


def left_by_rule(view: Any, phase: Chapter) -> list[str]:
    """Who left in the latest Control Phase without anybody's choice, and why."""
    scene = Scene(view, "")
    recall = scene.state.recall
    if recall is None:
        return []
    chosen = {scene.box.names.index(deed.text.split()[1]) for deed in phase.deeds if deed.key == "expel"}
    found = []
    for card, number in enumerate(list(recall.expelled)):
        if number and card not in chosen:
            why = unmet_words(scene, recall.unmet[card], number)
            found.append(scene.t("table.log.left", cards=counted(scene, card, number), why=why))
    for card, number in enumerate(list(recall.frozen)):
        if number:
            why = scene.t("table.last.frozen", low=scene.box.low[card], high=scene.box.high[card])
            found.append(scene.t("table.log.left", cards=counted(scene, card, number), why=why))
    return [str(words) for words in found]
