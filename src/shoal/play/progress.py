"""How a match moves on: drafts are committed, chance draws, the next question opens. Done on a copy, so that nothing half happens."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from shoal.engine.errors import IllegalAction, RecordError, ShoalError
from shoal.engine.facts import SPECTATOR
from shoal.engine.record import read_entry

from .parts import Change, Draft, Entry, Premove

if TYPE_CHECKING:
    from .match import Match


class Progress:
    """The next steps of a match, on a copy of its position."""

    def __init__(self, match: "Match", state: Any, entries: int, draws: int) -> None:
        self.match = match
        self.state = state
        self.entries = entries
        """How many entries of the match stand before those added here."""
        self.draws = draws
        self.first_draw = draws
        self.drafts: dict[int, Draft] = {}
        self.premoves: dict[int, Premove] = {}
        self.added: list[Entry] = []
        self.opened: list[int] = []
        self.is_open = False
        """Whether the question that the position asks has been opened."""

    def run(self) -> None:
        """Draw, open the next question, commit what all have chosen, and so on until somebody must choose."""
        while True:
            self._draw()
            self._open()
            if self._played_ahead():
                continue
            actors = self.state.actors()
            if not actors or not all(seat in self.drafts and self.drafts[seat].complete for seat in actors):
                return
            self._commit()

    def act(self, seat: int, actions: list[int]) -> None:
        """Let the only actor move, and move again where nothing happens in between; IllegalAction otherwise."""
        reveals = self.state.reveals
        for i, action in enumerate(actions):
            if i and (self.state.actors() != [seat] or self.state.reveals != reveals):
                raise self.match.too_many(actions, i)
            if i:
                self.opened.append(self.entries + len(self.added))
            check_legal(self.state.masked(seat), action)
            self._apply(seat, action)
        self.is_open = False

    def _draw(self) -> None:
        while self.state.is_chance():
            outcomes = self.state.chance_outcomes()
            self._apply(None, self.match.chance.draw(outcomes, self.draws))
            self.draws += 1

    def _open(self) -> None:
        """A new question: nobody has chosen yet, except what is publicly forced."""
        if self.is_open or self.state.is_terminal():
            return
        self.is_open = True
        self.opened.append(self.entries + len(self.added))
        self.drafts = forced_drafts(self.match, self.state)

    def _played_ahead(self) -> bool:
        """Play what the only actor has chosen in advance. What cannot be played lapses, and so does it where several choose at once."""
        actors = self.state.actors()
        for seat in actors:
            premove = self.premoves.get(seat)
            if premove is None or premove.lapsed or seat in self.drafts:
                continue
            if actors == [seat] and self._act_if_legal(seat, list(premove.actions)):
                del self.premoves[seat]
                return True
            self.premoves[seat] = Premove(premove.actions, True)
        return False

    def _act_if_legal(self, seat: int, actions: list[int]) -> bool:
        """All of it or nothing."""
        trial = Progress(self.match, self.state.copy(), self.entries + len(self.added), self.draws)
        try:
            trial.act(seat, actions)
        except IllegalAction:
            return False
        self.state, self.is_open = trial.state, False
        self.added += trial.added
        self.opened += trial.opened
        return True

    def _commit(self) -> None:
        """Apply the drafts, stage by stage, in the order of the game, whatever order they came in."""
        waiting = {seat: list(draft.actions) for seat, draft in self.drafts.items()}
        forced = {seat: draft.forced for seat, draft in self.drafts.items()}
        self.drafts = {}
        self.is_open = False
        actors = self.state.actors()
        while actors and all(waiting.get(seat) and waiting[seat][0] in self.state.legal_actions(seat) for seat in actors):
            for seat in actors:
                self._apply(seat, waiting[seat].pop(0), forced[seat] > 0)
                forced[seat] -= 1
            actors = self.state.actors()

    def _apply(self, seat: int | None, number: int, forced: bool = False) -> None:
        self.added.append(apply_entry(self.match.game, self.state, seat, number, forced))


def apply_entry(game: Any, state: Any, seat: int | None, number: int, forced: bool = False) -> Entry:
    """Apply an action or outcome and tell what happened."""
    text = game.outcome_to_text(number) if seat is None else game.action_to_text(number)
    decision = state.chance_name() if seat is None else state.decision()
    entry = Entry(seat, number, text, state.witnesses(seat, number), state.reveals, decision, forced)
    if seat is None:
        state.apply_outcome(number)
    else:
        state.apply_action(seat, number)
    return entry


def check_legal(masked: Any, action: int) -> None:
    """IllegalAction with a reason; only the mask is asked, so that a refusal tells nothing hidden."""
    if type(action) is not int or action not in masked.legal_actions():
        raise IllegalAction(*masked.state.why_not(masked.observer, action if type(action) is int else -1))


def forced_drafts(match: "Match", state: Any) -> dict[int, Draft]:
    """What is answered for players because everybody can see that they have no choice."""
    if not match.auto_forced:
        return {}
    public = state.masked(SPECTATOR).state
    actors = state.actors()
    drafts: dict[int, Draft] = {}
    for seat in actors:
        legal = state.legal_actions(seat)
        if len(legal) == 1 and match.game.publicly_forced(public, seat):
            chained = len(actors) > 1 and state.decision() in match.game.chained
            drafts[seat] = Draft((legal[0],), not chained, 1)
    return drafts


class Replay:
    """Entries that are known already, from a record or a log, applied to a match that has not begun."""

    def __init__(self, match: "Match", forced: Collection[int] | None = None) -> None:
        """`forced`: which entries were answered for players; None if that is not known."""
        self.match = match
        self.state = match.state.copy()
        self.added: list[Entry] = []
        self.opened: list[int] = []
        self.draws = 0
        self._forced = forced
        self._remaining: list[int] = []
        """The seats that have not answered the open question yet."""
        self._decision = ""

    def add(self, seat: int | None, text: str, line: int = 0) -> None:
        """Apply an entry; RecordError when it is not legal."""
        number = read_entry(self.match.game, self.state, seat, text, line)
        forced = False
        try:
            if seat is None:
                self._recall(number)
            else:
                forced = self._answer(seat, number)
            self.added.append(apply_entry(self.match.game, self.state, seat, number, forced))
        except ShoalError as error:
            raise RecordError(str(error), line) from None

    def _recall(self, outcome: int) -> None:
        outcomes = self.state.chance_outcomes()
        if outcome in dict(outcomes):
            self.match.chance.recall(outcomes, self.draws, outcome)
        self.draws += 1
        self._remaining, self._decision = [], ""

    def _answer(self, seat: int, action: int) -> bool:
        """Open the question if this is its first answer; whether the answer was forced."""
        actors, decision = self.state.actors(), self.state.decision()
        if not self._remaining:
            chained = len(actors) > 1 and self.match.game.chained.get(self._decision) == decision
            if not chained:
                self.opened.append(len(self.added))
            self._remaining, self._decision = actors, decision
        if seat in self._remaining:
            self._remaining.remove(seat)
        if self._forced is not None:
            return len(self.added) in self._forced
        return seat in forced_drafts(self.match, self.state)

    def change(self) -> Change:
        """What the entries make of the match."""
        numbers = tuple(self.match.chance.numbers[:self.draws])
        return Change("resume", None, True, {}, self.state, None, tuple(self.added), tuple(self.opened), numbers)
