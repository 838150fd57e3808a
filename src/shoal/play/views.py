"""What one observer may see of a match: made from its mask, from public facts and from its own draft, and from nothing else."""

import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from shoal.engine.facts import AT_END, SPECTATOR
from shoal.engine.game import Game, Option, OptionValue, Prompt
from shoal.engine.sheet import Result, ScoreSheet
from shoal.engine.state import Masked

from .parts import Ending, Entry, Premove, UndoRequest, texts

if TYPE_CHECKING:
    from .match import Match

RECENT_QUESTIONS = 6
"""What happened counts as recent so many questions back."""
MOST_RECENT = 200
"""No more entries than this are recent."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody may know of a seat."""

    seat: int
    name: str
    bot: str
    waiting: bool
    """Whether the table waits for it."""
    answered: bool
    """Whether it has chosen in the open sealed stage."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened; `text` is "" while the observer may know no more than that."""

    number: int
    """1 for the first of the game."""
    seat: int | None
    text: str
    decision: str
    index: int
    """Of the entry, from 0."""
    turn: int
    """1 for the first decision of this name by this seat, and so on."""
    forced: bool = False

    @property
    def hidden(self) -> bool:
        return not self.text


class Story(Protocol):
    """What is made of the events one by one, such as the lines of a log."""

    def follow(self, event: Event) -> None:
        """The next event."""

    def copy(self) -> Self:
        """One that may go on by itself."""


S = TypeVar("S", bound=Story)


@dataclass(frozen=True)
class View:
    """Everything that a page or a terminal may show to one observer (a seat, or SPECTATOR)."""

    game: Game
    observer: int
    version: int
    question: int
    masked: Masked
    """The position, without any draft."""
    asked: Masked
    """The mask in which the observer's next question is asked: its unfinished draft is in it, as if all had answered up to there.
    Whether the others really have, say `waiting_for` and `answered` only."""
    decision: str
    prompt: Prompt
    legal: tuple[tuple[int, str], ...]
    """What the observer may choose now; with everything chosen: what it may choose instead."""
    draft: tuple[int, ...]
    """The actions that the observer has chosen in the open sealed stage."""
    chosen: bool
    """Whether that answers all that is asked of the observer."""
    sealed: bool
    """Whether several seats choose now, unseen by each other."""
    waiting_for: tuple[int, ...]
    answered: tuple[int, ...]
    seats: tuple[SeatView, ...]
    events: tuple[Event, ...]
    """All that happened, as far as the observer may know it."""
    recent: int
    """The index among the events from which they are recent."""
    undo: str
    undo_request: UndoRequest | None
    over: bool
    result: Result | None
    final: dict[int, ScoreSheet]
    """The score sheets of all at the end."""
    premove: Premove | None
    """What the observer has chosen in advance."""
    can_premove: bool
    options: Mapping[str, OptionValue]
    """The options of the game that is played."""
    settled: int
    """So many of the events stay as they are; after them one may yet be opened."""
    stories: dict[Hashable, tuple[Any, int]] = field(repr=False, compare=False)
    """What this observer's views have in common, with how many events it holds: see `story`."""

    def story(self, key: Hashable, begin: Callable[[], S]) -> S:
        """What comes of all events when a story that has just begun follows them. It is kept and goes on with the next view of this observer."""
        story, told = self.stories.pop(key, (None, 0))
        settled = min(self.settled, len(self.events))
        if story is None or told > settled:
            story, told = begin(), 0
        for event in self.events[told:settled]:
            story.follow(event)
        self.stories[key] = story, settled
        if settled == len(self.events):
            return story        # type: ignore[no-any-return]
        story = story.copy()
        for event in self.events[settled:]:
            story.follow(event)
        return story            # type: ignore[no-any-return]

    @property
    def sheets(self) -> dict[int, ScoreSheet]:
        """At the end all; before, the observer's own as it stands."""
        if self.over or self.observer < 0:
            return self.final
        return {self.observer: self.game.score_sheet(self.masked.state, self.observer)}

    @property
    def house_rules(self) -> dict[str, str]:
        """The options that differ from the rulebook's, as text."""
        return {option.key: Option.write(self.options[option.key]) for option in self.game.options if self.options[option.key] != option.default}

    @property
    def premove_texts(self) -> list[str]:
        return [self.game.action_to_text(action) for action in self.premove.actions] if self.premove else []

    def to_json(self) -> dict[str, Any]:
        """Plain data, the same for equal views; seats are 1-based as in every text."""
        return {
            "game": self.game.id, "seat": self.observer + 1, "version": self.version, "question": self.question,
            "position": self.masked.to_json(), "asked": self.asked.to_json(), "decision": self.decision, "prompt": asdict(self.prompt),
            "legal": [text for _, text in self.legal], "draft": [self.game.action_to_text(action) for action in self.draft],
            "can_premove": self.can_premove, "premove": self.premove_texts, "premove_lapsed": bool(self.premove and self.premove.lapsed),
            "chosen": self.chosen, "sealed": self.sealed,
            "waiting_for": [seat + 1 for seat in self.waiting_for], "answered": [seat + 1 for seat in self.answered],
            "seats": [asdict(seat) | {"seat": seat.seat + 1} for seat in self.seats],
            "events": [_event_json(event) for event in self.events[self.recent:]],
            "undo": self.undo, "undo_request": _request_json(self.undo_request), "over": self.over,
            "result": self.result.to_json() | {"title": self.result.title} if self.result else None,
            "sheets": {str(seat + 1): sheet.to_json() for seat, sheet in self.sheets.items()},
        }


class Told:
    """What one observer has been told of the entries, kept up as they come."""

    def __init__(self, observer: int) -> None:
        self.observer = observer
        self.events: list[Event] = []
        self._turns: dict[tuple[int | None, str], int] = {}
        self._closed: list[int] = []
        """The hidden ones among the events that are opened in the course of the game."""
        self._era = (-1, False)
        self.stories: dict[Hashable, tuple[Any, int]] = {}

    @property
    def settled(self) -> int:
        """How many events from the first on will never be told differently, unless there is an undo or an end."""
        return min(self._closed, default=len(self.events))

    def follow(self, match: "Match") -> None:
        """Bring it up to date; after an undo and at the end, from the start."""
        era = (match.undone, match.over)
        if era != self._era:
            self._era = era
            self.events.clear()
            self._turns.clear()
            self._closed.clear()
            self.stories = {}       # earlier views keep theirs
        for index in [i for i in self._closed if may_see(match, match.entries[i], self.observer)]:
            self._closed.remove(index)
            self.events[index] = replace(self.events[index], text=match.entries[index].text)
        for index in range(len(self.events), len(match.entries)):
            self._add(match, index, match.entries[index])

    def _add(self, match: "Match", index: int, entry: Entry) -> None:
        turn = self._turns[entry.seat, entry.decision] = self._turns.get((entry.seat, entry.decision), 0) + 1
        seen = may_see(match, entry, self.observer)
        if not seen and entry.witnesses.public_at != AT_END:
            self._closed.append(index)
        self.events.append(Event(index + 1, entry.seat, entry.text if seen else "", entry.decision, index, turn, entry.forced))


def may_see(match: "Match", entry: Entry, observer: int) -> bool:
    """Whether an observer may know what this entry was."""
    witnesses = entry.witnesses
    return witnesses.public or (observer != SPECTATOR and observer in witnesses.seats) or match.over or match.state.reveals >= witnesses.public_at


def view(match: "Match", observer: int) -> View:
    """What an observer may see now."""
    masked = match.state.masked(observer)
    asked = match.asked(observer) if observer >= 0 else masked
    chosen = observer in match.answered()
    told = match.told(observer)
    return View(
        match.game, observer, match.version_for(observer), match.decision_number, masked, asked, asked.decision(), _prompt(match, asked, chosen),
        tuple((action, match.game.action_to_text(action)) for action in asked.legal_actions()) if match.ending is None else (),
        tuple(match.draft(observer)), chosen, match.is_sealed, tuple(match.waiting_for()), tuple(match.answered()), _seats(match),
        tuple(told.events), _recent(match, observer),
        match.can_undo(observer) if observer >= 0 else "", match.request, match.over, _result(match, masked),
        {seat: match.game.score_sheet(masked.state if match.ending is None else match.state, seat) for seat in range(match.players if match.over else 0)},
        match.premoves.get(observer), observer >= 0 and match.can_premove(observer),
        match.options, told.settled, told.stories,
    )


def _recent(match: "Match", observer: int) -> int:
    """Some questions back, and not after the observer's own last move."""
    entries = match.entries
    start = match.opened[-RECENT_QUESTIONS] if len(match.opened) >= RECENT_QUESTIONS else 0
    least = max(0, len(entries) - MOST_RECENT)
    own = next((i for i in range(len(entries) - 1, least - 1, -1) if entries[i].seat == observer), least) if observer >= 0 else start
    return max(least, min(start, own))


def with_names(match: "Match", text: str) -> str:
    """A text of a game with the names of the seats in it."""
    def named(found: re.Match[str]) -> str:
        seat = int(found[1]) - 1
        return match.name(seat) if seat < match.players else found[0]

    return re.sub(r"\{seat_([1-9])\}", named, text)        # all at once: a name may itself look like such a place


def _prompt(match: "Match", asked: Masked, chosen: bool) -> Prompt:
    prompt = match.game.prompt(asked)
    if chosen and not match.over:
        return Prompt(prompt.step, texts("chosen.ask"), texts("chosen.because", names=match.names(match.waiting_for())))
    return Prompt(prompt.step, with_names(match, prompt.ask), with_names(match, prompt.because))


def _seats(match: "Match") -> tuple[SeatView, ...]:
    waiting, answered = match.waiting_for(), match.answered()
    return tuple(SeatView(i, seat.name, seat.bot, i in waiting, i in answered) for i, seat in enumerate(match.seats))


def _result(match: "Match", masked: Masked) -> Result | None:
    if not match.over:
        return None
    if match.ending is not None:
        return ended_result(match, match.ending)
    result = match.game.result(masked.state)
    return Result(result.label, result.winners, result.scores, with_names(match, result.title))


def ended_result(match: "Match", ending: Ending) -> Result:
    """The result of a game that people end: the scores as they stand. Nobody wins by agreement, nor does who resigns."""
    scores = tuple(match.state.scores())
    if ending.seat is None:
        return Result("points", (), scores, texts("ended.agreed"))
    others = [seat for seat in range(match.players) if seat != ending.seat]
    best = max((scores[seat] for seat in others), default=0)
    winners = tuple(seat for seat in others if scores[seat] == best)
    label = "won" if len(winners) == 1 else "shared" if winners else "lost"
    return Result(label, winners, scores, texts("ended.resigned", name=match.name(ending.seat)))


def _event_json(event: Event) -> dict[str, Any]:
    return {"number": event.number, "seat": None if event.seat is None else event.seat + 1, "text": event.text, "decision": event.decision}


def _request_json(request: UndoRequest | None) -> dict[str, Any] | None:
    return None if request is None else {"seat": request.seat + 1, "agreed": [seat + 1 for seat in request.agreed]}
