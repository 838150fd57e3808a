"""One game in progress, pure: no storage, no clock, no threads. It knows seats, sealed drafts, undo and what has happened.

Every command exists twice. `plan_…` says what it would change and changes nothing; `apply` makes a change true. A table saves the
change in between, so that whatever anybody has seen is saved. Who keeps no log uses `choose`, `take_back` and `undo`, which do both.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

from shoal.engine.errors import IllegalAction, ShoalError, UnknownText
from shoal.engine.game import Game, OptionValue
from shoal.engine.record import Record
from shoal.engine.state import Masked, Rng

from . import records, views
from .chance import Chance, SystemChance
from .parts import Change, Draft, Ending, Entry, Premove, Seat, StaleQuestion, UndoRequest, texts
from .progress import Progress, Replay, apply_entry, check_legal


class Match:
    """A game in progress."""

    def __init__(self, game: Game, players: int, options: Mapping[str, Any] | None, seats: Sequence[Seat] | None, chance: Chance | None) -> None:
        """Nothing is dealt yet: see `new`."""
        self.game = game
        self.options: dict[str, OptionValue] = game.effective_options(players, options)
        self.players = players
        self.seats = list(seats) if seats is not None else default_seats(players)
        if len(self.seats) != players:
            raise ShoalError(texts("refuse.seats", given=len(self.seats), players=players))
        self.chance = chance if chance is not None else SystemChance()
        self.auto_forced = bool(self.options.get("auto_forced", True))
        self.entries: list[Entry] = []
        self.opened: list[int] = []
        """The numbers of entries at which questions opened, in order."""
        self.drafts: dict[int, Draft] = {}
        self.premoves: dict[int, Premove] = {}
        self.request: UndoRequest | None = None
        self.ending: Ending | None = None
        """How people ended the game, if they did before the rules."""
        self.draws = 0
        """How many of the entries are draws."""
        self.undone = 0
        """Grows with every undo, so that no question has a number that an earlier one had."""
        self.public_changes = 0
        self.own_changes = [0] * players
        self.state: Any = self.first_state()
        self.actors: list[int] = []
        """The seats that may act, drafted or not."""
        self._told: dict[int, views.Told] = {}

    @classmethod
    def new(
        cls, game: Game, players: int, options: Mapping[str, Any] | None = None, seats: Sequence[Seat] | None = None, chance: Chance | None = None
    ) -> "Match":
        """A new game, dealt and waiting for its first choice."""
        match = cls(game, players, options, seats, chance)
        match.apply(match.plan_begin())
        return match

    @classmethod
    def from_record(cls, record: Record, game: Game, seats: Sequence[Seat] | None = None, chance: Chance | None = None) -> "Match":
        """Go on with a recorded game; RecordError names the first line that is not legal. `game` has the record's components."""
        record.start(lambda _: game)
        options = {key[7:]: value for key, value in record.header.items() if key.startswith("option.")}
        match = cls(game, record.players, options, seats if seats is not None else records.seats_of(record), chance)
        replay = Replay(match)
        for i, (seat, text) in enumerate(record.entries):
            replay.add(seat, text, record.lines[i] if i < len(record.lines) else 0)
        known = len(record.entries)
        record.finish(game, replay.state.copy())
        for seat, text in record.entries[known:]:
            replay.add(seat, text)
        match.apply(replay.change())
        match.apply(match.plan_begin())
        return match

    def first_state(self) -> Any:
        state = self.game.new_state(self.players, self.options)
        state.remember()
        return state

    # ---- what is asked, of whom

    @property
    def over(self) -> bool:
        return self.ending is not None or bool(self.state.is_terminal())

    @property
    def begun(self) -> bool:
        """Whether the cards have been dealt."""
        return bool(self.opened) or self.over

    @property
    def decision_number(self) -> int:
        """The number of the open question: that of the entries when it opened. After an undo it is larger, so none comes twice."""
        return (self.opened[-1] if self.actors and self.opened else len(self.entries)) + self.undone

    @property
    def decision(self) -> str:
        return str(self.state.decision())

    @property
    def is_sealed(self) -> bool:
        """Whether several seats choose now, unseen by each other."""
        return len(self.actors) > 1

    def waiting_for(self) -> list[int]:
        """The seats that have to choose, in the game's order; public."""
        return [seat for seat in self.actors if not self._has_chosen(seat)]

    def answered(self) -> list[int]:
        """The seats that have chosen in the open sealed stage; that they have is public, what is not."""
        return [seat for seat in self.actors if self._has_chosen(seat)]

    def draft(self, seat: int) -> list[int]:
        """What a seat has chosen so far in the open stage: for this seat only."""
        return list(self.drafts[seat].actions) if seat in self.drafts else []

    def legal(self, seat: int) -> list[int]:
        """What a seat may choose now, given its own draft; with everything chosen: what it may choose instead."""
        return self._mask_after(seat, self._kept(seat)).legal_actions()

    def asked(self, seat: int) -> Masked:
        """The mask in which a seat's next question is asked: its own draft is in it, unless that is complete."""
        kept = self._kept(seat)
        asked = self._mask_after(seat, kept)
        return self._recalling(seat, asked) if kept else asked

    def asked_after(self, seat: int, actions: Sequence[int]) -> Masked | None:
        """The mask in which a seat is asked on when it has chosen these actions; None when they answer all."""
        if actions and not (self.is_sealed and self._asks_more(seat, actions)):
            return None
        after = self._mask_after(seat, actions)
        return self._recalling(seat, after) if actions else after

    def read(self, seat: int, text: str) -> list[int]:
        """The actions that a player means by what was typed; UnknownText or AmbiguousText otherwise."""
        try:
            return self.game.read(self.asked(seat), text)
        except UnknownText:
            if not self.draft(seat):
                raise
            try:
                return self.game.read(self.state.masked(seat), text)
            except UnknownText:
                pass
            raise

    def name(self, seat: int) -> str:
        return self.seats[seat].name

    def names(self, seats: Sequence[int]) -> str:
        return ", ".join(self.name(seat) for seat in seats)

    def is_person(self, seat: int) -> bool:
        return not self.seats[seat].bot

    @property
    def version(self) -> int:
        """Grows with every change that everybody can see; changes of a draft are not among them."""
        return self.public_changes

    def version_for(self, observer: int) -> int:
        """Grows whenever this observer can see a difference, and not otherwise: others' changes of mind do not show."""
        return self.public_changes + (self.own_changes[observer] if observer >= 0 else 0)

    # ---- what anybody may see of it

    def view(self, observer: int) -> views.View:
        """Everything that may be shown to a seat or to SPECTATOR."""
        return views.view(self, observer)

    def events(self, observer: int) -> list[views.Event]:
        """What happened, as far as an observer may know it."""
        return list(self.told(observer).events)

    def told(self, observer: int) -> views.Told:
        told = self._told.setdefault(observer, views.Told(observer))
        told.follow(self)
        return told

    def record(self) -> Record:
        """The whole record. Of a game that is not over it tells everything hidden: for its owner's own file only."""
        return records.record_of(self)

    def record_text(self, observer: int) -> str:
        """The record as far as an observer may know it: whole when the game is over, else with comments in place of what is hidden."""
        return records.record_text(self, observer)

    # ---- commands

    def choose(self, seat: int, actions: Sequence[int], question: int | None = None) -> None:
        """Choose for a seat; IllegalAction or StaleQuestion otherwise, and nothing has changed.

        Where several seats choose at once it is a draft: what is chosen next continues it or replaces what it has to, until
        all have chosen. Then all drafts become moves, in the game's order, and chance goes on to the next question.
        """
        self.apply(self.plan_choose(seat, actions, question))

    def take_back(self, seat: int) -> None:
        """Take the seat's own draft away again."""
        self.apply(self.plan_take_back(seat))

    def undo(self, seat: int) -> None:
        """Back to the seat's last own decision, or one step back in its draft. Where others have a say (`can_undo` is "ask"), ask them."""
        self.apply(self.plan_undo(seat))

    def answer_undo(self, seat: int, agree: bool) -> None:
        """Agree to the undo that somebody asks for, or decline it; who asked can withdraw it by declining."""
        self.apply(self.plan_answer_undo(seat, agree))

    def plan_begin(self) -> Change:
        """The first deal, and the first question."""
        progress = self._progress()
        progress.is_open = False
        return self._change("begin", None, progress)

    def plan_choose(self, seat: int, actions: Sequence[int], question: int | None = None) -> Change:
        self._check_question(seat, question)
        if not actions:
            raise IllegalAction(texts("refuse.nothing"))
        progress = self._progress()
        progress.premoves.pop(seat, None)
        if not self.is_sealed:
            progress.act(seat, list(actions))
            return self._change("choose", seat, progress)
        had_chosen = self._has_chosen(seat)
        draft = progress.drafts[seat] = self._extended(seat, list(actions))
        return self._change("choose", seat, progress, public=draft.complete != had_chosen, request=self.request)

    def plan_take_back(self, seat: int) -> Change:
        draft = self._own_draft(seat)
        if draft is None:
            raise ShoalError(texts("refuse.nothing_drafted", name=self.name(seat)))
        return self._plan_shorter(seat, draft, draft.forced)

    def can_premove(self, seat: int) -> bool:
        """Whether a seat may choose in advance: a person's, while others are asked. Who is asked chooses, and may change a sealed choice."""
        return not self.over and bool(self.actors) and seat not in self.actors and self.is_person(seat)

    def plan_premove(self, seat: int, actions: Sequence[int]) -> Change:
        """Choose in advance what is played at once when the seat is next asked alone, if it is legal then; no actions withdraw it."""
        self._check_seat(seat)
        if actions and not self.can_premove(seat):
            raise IllegalAction(texts("refuse.over" if self.over else "refuse.asked_now"))
        premoves = {other: premove for other, premove in self.premoves.items() if other != seat}
        if actions:
            premoves[seat] = Premove(tuple(actions))
        elif seat not in self.premoves:
            raise ShoalError(texts("refuse.no_premove"))
        return Change("premove", seat, False, self.drafts, self.state, request=self.request, premoves=premoves)

    def can_undo(self, seat: int) -> str:
        """ "free", "ask" when others have to agree, or "" when there is nothing to undo."""
        if self.ending is not None:
            return ""
        if self._own_draft(seat) is not None:
            return "free"
        target = self._undo_target(seat)
        if target is None:
            return ""
        return "ask" if self._others(seat) and self._passes_barrier(seat, target) else "free"

    def plan_undo(self, seat: int, consent: bool = False) -> Change:
        """`consent`: the others have agreed already."""
        self._check_seat(seat)
        self._check_not_ended()
        draft = self._own_draft(seat)
        if draft is not None:
            return self._plan_shorter(seat, draft, len(draft.actions) - 1)
        target = self._undo_target(seat)
        if target is None:
            raise ShoalError(texts("refuse.nothing_to_undo", name=self.name(seat)))
        if consent or self.can_undo(seat) == "free":
            return self._plan_cut("undo", seat, target)
        if self.request is not None:
            raise ShoalError(texts("refuse.undo_pending", name=self.name(self.request.seat)))
        return self._plan_request("ask_undo", seat, UndoRequest(seat, target))

    def plan_answer_undo(self, seat: int, agree: bool) -> Change:
        self._check_seat(seat)
        self._check_not_ended()
        request = self.request
        if request is None:
            raise ShoalError(texts("refuse.no_request"))
        if not agree:
            return self._plan_request("decline", seat, None)
        if seat == request.seat:
            raise ShoalError(texts("refuse.own_request", name=self.name(seat)))
        agreed = tuple(sorted({*request.agreed, seat}))
        if all(other in agreed for other in self._others(request.seat)):
            return self._plan_cut("undo", request.seat, request.target)
        return self._plan_request("agree", seat, UndoRequest(request.seat, request.target, agreed))

    def plan_seat(self, seat: int, sits: Seat) -> Change:
        """Somebody else sits there from now on: a bot for a person, a person for a bot."""
        self._check_seat(seat)
        premoves = {other: premove for other, premove in self.premoves.items() if other != seat}
        return Change("seat", seat, True, self.drafts, self.state, sits=sits, premoves=premoves)

    def plan_end(self, ending: Ending) -> Change:
        """The people end the game here, with the scores as they stand."""
        if self.over:
            raise IllegalAction(texts("refuse.over"))
        return Change("end", ending.seat, True, {}, self.state, ending=ending)

    def apply(self, change: Change) -> None:
        """Make a planned change true. Plans are for the match as it is: of two, only the first may be applied."""
        if change.cut is not None:
            self.undone += len(self.entries) - change.cut + 1
            del self.entries[change.cut:]
            self.opened = [number for number in self.opened if number < change.cut]
            self.draws = sum(entry.seat is None for entry in self.entries)
        self.entries += change.added
        self.opened += change.opened
        self.draws += len(change.numbers)
        self.drafts = dict(change.drafts)
        self.premoves = dict(change.premoves)
        self.request = change.request
        self.state = change.state
        self.ending = change.ending if change.ending is not None else self.ending
        self.actors = self.state.actors() if self.ending is None else []
        if change.sits is not None and change.seat is not None:
            self.seats[change.seat] = change.sits
        if change.public or change.seat is None:
            self.public_changes += 1
        else:
            self.own_changes[change.seat] += 1

    # ---- planning

    def _kept(self, seat: int) -> tuple[int, ...]:
        """The part of a seat's draft that its next question comes after; a complete one may be changed from its start."""
        draft = self.drafts.get(seat)
        if draft is None:
            return ()
        return draft.actions[:draft.forced] if draft.complete else draft.actions

    def _progress(self) -> Progress:
        progress = Progress(self, self.state.copy(), len(self.entries), self.draws)
        progress.drafts = dict(self.drafts)
        progress.premoves = dict(self.premoves)
        progress.is_open = bool(self.actors)
        return progress

    def _change(
        self, kind: str, seat: int | None, progress: Progress, public: bool = False, request: UndoRequest | None = None, cut: int | None = None
    ) -> Change:
        progress.run()
        moved = bool(progress.added) or bool(progress.opened)
        numbers = self.chance.numbers[progress.first_draw:progress.draws]
        return Change(
            kind, seat, public or moved, progress.drafts, progress.state, cut, tuple(progress.added), tuple(progress.opened), tuple(numbers),
            None if moved else request, premoves=progress.premoves,
        )

    def _plan_shorter(self, seat: int, draft: Draft, length: int) -> Change:
        progress = self._progress()
        if length:
            progress.drafts[seat] = Draft(draft.actions[:length], False, draft.forced)
        else:
            del progress.drafts[seat]
        return self._change("take_back", seat, progress, public=draft.complete, request=self.request)

    def _plan_cut(self, kind: str, seat: int, target: int) -> Change:
        """Back to the question at entry `target`; nobody has answered it then."""
        state = self.first_state()
        for entry in self.entries[:target]:
            apply_entry(self.game, state, entry.seat, entry.action)
        draws = sum(entry.seat is None for entry in self.entries[:target])
        return self._change(kind, seat, Progress(self, state, target, draws), public=True, cut=target)

    def _plan_request(self, kind: str, seat: int, request: UndoRequest | None) -> Change:
        return Change(kind, seat, True, self.drafts, self.state, request=request, premoves=self.premoves)

    def _extended(self, seat: int, actions: list[int]) -> Draft:
        """The seat's draft with these actions: after as much of it as they can follow, the open question first."""
        old = self.drafts.get(seat, Draft((), False))
        if old.forced and len(actions) > old.forced and tuple(actions[: old.forced]) == old.actions[: old.forced]:
            actions = actions[old.forced :]  # typed again although it was answered already, being the only possibility
        longest = len(old.actions) - (1 if old.complete else 0)
        refusals: dict[str, IllegalAction] = {}
        for length in range(longest, old.forced - 1, -1):
            try:
                return self._checked_draft(seat, [*old.actions[:length], *actions], length, old.forced)
            except IllegalAction as error:
                refusals[self._mask_after(seat, old.actions[:length]).decision()] = error
        meant = self._text(actions[0]).split()[0]
        raise refusals.get(meant, next(iter(refusals.values())))

    def _checked_draft(self, seat: int, actions: list[int], start: int, forced: int) -> Draft:
        """A draft whose actions from `start` on have been checked; IllegalAction otherwise."""
        for i in range(start, len(actions)):
            masked = self._mask_after(seat, actions[:i])
            if i and i > start and not self._asks_more(seat, actions[:i]):
                raise self.too_many(actions, i)
            check_legal(masked, actions[i])
        return Draft(tuple(actions), not self._asks_more(seat, actions), forced)

    def _asks_more(self, seat: int, actions: Sequence[int]) -> bool:
        """Whether this draft leads on to another question of the same stage."""
        names = [self.decision]
        while names[-1] in self.game.chained:
            names.append(self.game.chained[names[-1]])
        if len(actions) >= len(names):
            return False
        masked = self._mask_after(seat, actions)
        return masked.decision() == names[len(actions)] and bool(masked.legal_actions())

    def _mask_after(self, seat: int, actions: Sequence[int]) -> Masked:
        """What the seat would see if its draft were a move and the others had answered too, in a dealt world: nothing of it depends on their drafts."""
        masked: Masked = self.state.masked(seat)
        if not actions:
            return masked
        world = masked.dealt(Rng(1, "draft"))
        for action in actions:
            stage = world.decision()
            world.apply_action(seat, action)
            while world.decision() == stage:
                other = world.actors()[0]
                world.apply_action(other, world.legal_actions(other)[0])
        return world.masked(seat)  # type: ignore[no-any-return]

    def _recalling(self, seat: int, after: Masked) -> Masked:
        """A mask made in a dealt world, with what the seat remembers: dealt worlds keep no memory."""
        known = self.state.masked(seat)
        if hasattr(after.state, "recall_from"):
            after.state.recall_from(known.state)
        else:
            after.state.read_json(after.to_json() | {"memory": known.to_json()["memory"]})
        return after

    def too_many(self, actions: Sequence[int], at: int) -> IllegalAction:
        """The refusal of an action that does not belong to the same choice as the first."""
        return IllegalAction(texts("refuse.too_many", text=self._text(actions[at]), first=self._text(actions[0])))

    def _text(self, action: int) -> str:
        return self.game.action_to_text(action) if type(action) is int and 0 <= action < self.game.max_actions else str(action)

    # ---- undo

    def _own_draft(self, seat: int) -> Draft | None:
        """The seat's draft, if it has chosen any of it itself."""
        draft = self.drafts.get(seat)
        return draft if draft is not None and len(draft.actions) > draft.forced else None

    def _undo_target(self, seat: int) -> int | None:
        """Where the question stands that the seat answered last, not counting forced answers."""
        for number in range(len(self.entries) - 1, -1, -1):
            entry = self.entries[number]
            if entry.seat == seat and not entry.forced:
                return self.opened[bisect_right(self.opened, number) - 1]
        return None

    def _others(self, seat: int) -> list[int]:
        """The other people: bots agree to everything."""
        return [other for other in range(self.players) if other != seat and self.is_person(other)]

    def _passes_barrier(self, seat: int, target: int) -> bool:
        """Whether since then something hidden was revealed or another person acted."""
        since = self.entries[target:]
        if self.over or self.state.reveals != since[0].reveals:
            return True
        if any(self._has_chosen(other) and self._own_draft(other) for other in self._others(seat)):
            return True
        return any(entry.seat is None or (entry.seat != seat and self.is_person(entry.seat)) for entry in since)

    # ---- checks

    def _has_chosen(self, seat: int) -> bool:
        return seat in self.drafts and self.drafts[seat].complete

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < self.players:
            raise IllegalAction(texts("refuse.no_seat", number=seat + 1 if type(seat) is int else seat, players=self.players))

    def _check_not_ended(self) -> None:
        if self.ending is not None:
            raise IllegalAction(texts("refuse.over"))

    def _check_question(self, seat: int, question: int | None) -> None:
        self._check_seat(seat)
        if question is not None and question != self.decision_number:
            raise StaleQuestion(texts("refuse.stale"))
        if self.over:
            raise IllegalAction(texts("refuse.over"))
        if seat not in self.actors:
            raise IllegalAction(texts("refuse.not_asked", name=self.name(seat), names=self.names(self.waiting_for())))


def default_seats(players: int, bots: Sequence[str] = ()) -> list[Seat]:
    """Seats with plain names."""
    levels = [*bots, *[""] * players]
    return [Seat(texts("name.default", number=seat + 1), levels[seat]) for seat in range(players)]
