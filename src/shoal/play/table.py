"""One table: a match and its room, with links, a store and bots.

Every command is planned, saved, made true and told, in this order: what anybody has seen is saved, and what could not be
saved has not happened.
"""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from shoal.engine.errors import ShoalError
from shoal.engine.facts import SPECTATOR

from .log import Row, row_of
from .match import Match
from .parts import Change, Ending, Seat, texts
from .players import choices, logger, wait_for_pace
from .room import LONGEST_MESSAGE, Proposal, Room, asks, room_row
from .store import NOTHING, Beside, Conflict, NewRow, Outcome, Setup, StoreError, Token
from .views import View, ended_result

if TYPE_CHECKING:
    from .tables import Tables

RETRY = 5.0
"""Seconds after which a bot answers again when its answer could not be saved."""
TRIES = 3
"""So often a command is planned anew when another process was faster."""
STAND_IN = "greedy"
"""The bot that plays for people who stay away."""
TALKATIVE = (10, 20.0)
"""So many messages of a seat in so many seconds are enough."""


class NoSuchTable(ShoalError):
    """There is no table of this id."""


class NotAllowed(ShoalError):
    """This link may not do that."""


def nothing() -> None:
    """What is done where nothing is to be done."""


@dataclass(frozen=True)
class Step:
    """A row of the log, what is written with it, and what makes it true."""

    row: Row
    beside: Beside = NOTHING
    apply: Callable[[], None] = nothing


Plan = Callable[[], Step]


class Table:
    """A match with its room, its links, its store and its bots."""

    def __init__(self, tables: "Tables", setup: Setup, match: Match, room: Room, rows: int, closed: str = "") -> None:
        self.tables = tables
        self.setup = setup
        self.match = match
        self.room = room
        self.rows = rows
        """How many rows its log has."""
        self.closed = closed
        """Why it can only be looked at, "" if it can be played."""
        self.links = {token.token: token for token in setup.tokens}
        self.lock = asyncio.Lock()
        self._listeners: set[asyncio.Event] = set()
        self._bots: asyncio.Task[None] | None = None
        self._clock: asyncio.TimerHandle | None = None
        self._wound: float | None = None
        """The deadline for which the clock runs."""

    # ---- who may come in

    @property
    def id(self) -> str:
        return self.setup.id

    @property
    def hot_seat(self) -> bool:
        """Whether all people share one device, and one link."""
        return bool(self.setup.data["hot_seat"])

    @property
    def public(self) -> bool:
        """Whether it stands in the list of tables that wait for people."""
        return bool(self.setup.data.get("public"))

    @property
    def thinking_time(self) -> float:
        """Seconds after which a bot plays for whoever is awaited; 0 for none."""
        return float(self.setup.data.get("thinking_time", 0))

    @property
    def tokens(self) -> dict[int, str]:
        """The token of each person's seat."""
        return {seat: token.token for token in self.links.values() if not token.kind for seat in token.seats}

    @property
    def invites(self) -> dict[int, str]:
        """The token with which somebody may sit down, of each seat that is free for a person."""
        return {token.seats[0]: token.token for token in self.links.values() if token.kind == "invite"}

    @property
    def spectator(self) -> str:
        """The token of those who only watch."""
        return next(token.token for token in self.links.values() if not token.kind and not token.seats and not token.host)

    @property
    def host_token(self) -> str:
        """The token of who opened the table; it plays a seat as well, if people play."""
        return next(token.token for token in self.links.values() if token.host)

    def seats_of(self, token: str) -> tuple[int, ...]:
        """The seats that a token plays, () for watching; NotAllowed when it is none of this table."""
        return () if self.link(token).kind else self.link(token).seats

    def link(self, token: str) -> Token:
        """What a token opens; NotAllowed when it is none of this table."""
        if token not in self.links:
            raise NotAllowed(texts("refuse.token"))
        return self.links[token]

    def observer_of(self, token: str, seat: int | None = None) -> int:
        """Whose view a token shows: of one of its seats, over a shoulder, or a spectator's."""
        if seat is not None:
            self._check(token, seat)
            return seat
        link = self.link(token)
        return link.seats[0] if link.kind == "shoulder" else SPECTATOR

    def is_host(self, token: str) -> bool:
        return token in self.links and self.links[token].host

    def view(self, token: str, seat: int | None = None) -> View:
        """What a link shows."""
        return self.match.view(self.observer_of(token, seat))

    def stands_in(self, seat: int) -> bool:
        """Whether a bot plays for the person of a seat."""
        return seat in self.tokens and not self.match.is_person(seat)

    def _check(self, token: str, seat: int) -> None:
        """NotAllowed unless the token plays this seat."""
        seats = self.seats_of(token)
        if not seats:
            raise NotAllowed(texts("refuse.watching"))
        if seat not in seats:
            raise NotAllowed(texts("refuse.not_yours", number=seat + 1))

    def check_plays(self, token: str, seat: int) -> None:
        """NotAllowed unless the token plays this seat now, in a game that goes on here."""
        self._check(token, seat)
        if self.closed:
            raise NotAllowed(texts("refuse.closed", reason=self.closed))
        if not self.room.dealt:
            raise NotAllowed(texts("refuse.not_dealt"))
        if self.stands_in(seat):
            raise NotAllowed(texts("refuse.stand_in", name=self.match.name(seat)))

    # ---- being told

    @contextmanager
    def subscribe(self) -> Iterator[asyncio.Event]:
        """An event that is set whenever something has changed; clear it before looking. Compare versions: it may not be for you."""
        event = asyncio.Event()
        self._listeners.add(event)
        try:
            yield event
        finally:
            self._listeners.discard(event)

    @property
    def is_watched(self) -> bool:
        return bool(self._listeners)

    @property
    def is_idle(self) -> bool:
        return not self._listeners and not self.lock.locked() and self._bots is None

    # ---- commands of the game

    async def act(
        self, token: str, seat: int, actions: Sequence[int], question: int | None = None, key: str | None = None, done: Callable[[], None] = nothing,
    ) -> None:
        """Choose for a seat; see Match.choose. A command that comes again with the same key counts once.

        `done` is called when it is true and nobody has been told yet.
        """
        self.check_plays(token, seat)
        await self._play(seat, key, f"choose {' '.join(map(str, actions))}", lambda: self.match.plan_choose(seat, actions, question), done)

    async def take_back(self, token: str, seat: int, key: str | None = None) -> None:
        """Take the seat's own draft away."""
        self.check_plays(token, seat)
        await self._play(seat, key, "take_back", lambda: self.match.plan_take_back(seat))

    async def premove(self, token: str, seat: int, actions: Sequence[int], key: str | None = None) -> None:
        """Choose in advance what is played at once when the seat's turn comes, if it is legal then; no actions withdraw it."""
        self.check_plays(token, seat)
        await self._play(seat, key, f"premove {' '.join(map(str, actions))}", lambda: self.match.plan_premove(seat, actions))

    async def undo(self, token: str, seat: int, key: str | None = None) -> None:
        """Undo, or ask the others for it; people who share one device need not ask each other."""
        self.check_plays(token, seat)
        consent = set(self.people()) <= set(self.seats_of(token))
        await self._play(seat, key, "undo", lambda: self.match.plan_undo(seat, consent))

    async def answer_undo(self, token: str, seat: int, agree: bool, key: str | None = None) -> None:
        """Agree to the undo that somebody asks for, or decline it."""
        self.check_plays(token, seat)
        await self._play(seat, key, f"answer_undo {agree}", lambda: self.match.plan_answer_undo(seat, agree))

    def people(self) -> list[int]:
        """The seats that people play now."""
        return [seat for seat in range(self.match.players) if self.match.is_person(seat)]

    # ---- ending early

    async def resign(self, token: str, seat: int, key: str | None = None) -> None:
        """Give up. Between two the game ends; among more a bot plays on, and the seat may be taken back."""
        self.check_plays(token, seat)
        await self.command(seat, key, "resign", lambda: self._plan_resign(seat))

    def ends_by_resigning(self, seat: int) -> bool:
        return self.match.players <= 2 or self.people() == [seat]

    def _plan_resign(self, seat: int) -> Step:
        if self.ends_by_resigning(seat):
            return self.step_of(self.match.plan_end(Ending("resigned", seat)))
        if self.match.over:
            raise NotAllowed(texts("refuse.over"))
        return self.plan_stand_in(seat, "left")

    async def propose_end(self, token: str, seat: int, key: str | None = None) -> None:
        """Ask the others to end the game here, with the scores as they stand."""
        self.check_plays(token, seat)
        await self.command(seat, key, "propose_end", lambda: self._plan_propose(token, seat))

    def _plan_propose(self, token: str, seat: int) -> Step:
        if self.match.over:
            raise NotAllowed(texts("refuse.over"))
        if self.room.proposal is not None:
            raise NotAllowed(texts("refuse.proposed", name=self.match.name(self.room.proposal.seat)))
        if set(self.people()) <= set(self.seats_of(token)):
            return self.step_of(self.match.plan_end(Ending("agreed")))
        return self.room_step(room_row("propose", seat, "proposed", {"name": self.match.name(seat)}))

    async def answer_end(self, token: str, seat: int, agree: bool, key: str | None = None) -> None:
        """Agree to end the game, or decline; who asked withdraws it by declining."""
        self.check_plays(token, seat)
        await self.command(seat, key, f"answer_end {agree}", lambda: self._plan_answer_end(seat, agree))

    def _plan_answer_end(self, seat: int, agree: bool) -> Step:
        proposal = self.room.proposal
        if proposal is None:
            raise NotAllowed(texts("refuse.not_proposed"))
        if not agree:
            return self.room_step(room_row("decline", seat, "declined", {"name": self.match.name(seat)}))
        if seat == proposal.seat:
            raise NotAllowed(texts("refuse.own_proposal", name=self.match.name(seat)))
        if self._missing(proposal) <= {seat}:
            return self.step_of(self.match.plan_end(Ending("agreed")))
        return self.room_step(room_row("agree", seat))

    def _missing(self, proposal: Proposal) -> set[int]:
        return set(self.people()) - {proposal.seat, *proposal.agreed}

    # ---- talking

    async def say(self, token: str, seat: int, words: str, key: str | None = None) -> None:
        """A message to all at the table."""
        self._check(token, seat)
        words = " ".join(words.split())
        if not words:
            raise NotAllowed(texts("refuse.said_empty"))
        if len(words) > LONGEST_MESSAGE:
            raise NotAllowed(texts("refuse.said_long", most=LONGEST_MESSAGE))
        await self.command(seat, key, f"say {words}", lambda: self._plan_say(seat, words))

    def _plan_say(self, seat: int, words: str) -> Step:
        most, seconds = TALKATIVE
        now = time.time()
        if sum(said.seat == seat and now - seconds < said.at <= now for said in self.room.said) >= most:        # later than now: the clock was put back
            raise NotAllowed(texts("refuse.said_fast"))
        return self.room_step(room_row("say", seat, text=words))

    # ---- bots that play for people

    def plan_stand_in(self, seat: int, note: str) -> Step:
        """A bot plays for a person, who may take the seat back at any time."""
        name = self.match.name(seat)
        step = self.step_of(self.match.plan_seat(seat, Seat(name, STAND_IN)))
        return replace(step, row=step.row | {"note": note, "about": {"name": name}, "had": len(self.match.entries)})

    async def come_back(self, token: str, seat: int, key: str | None = None) -> None:
        """A person takes the seat back from the bot."""
        self._check(token, seat)
        await self.command(seat, key, "come_back", lambda: self._plan_come_back(seat))

    def _plan_come_back(self, seat: int) -> Step:
        name = self.match.name(seat)
        if not self.stands_in(seat):
            raise NotAllowed(texts("refuse.no_stand_in", name=name))
        step = self.step_of(self.match.plan_seat(seat, Seat(name)))
        return replace(step, row=step.row | {"note": "came_back", "about": {"name": name}, "had": len(self.match.entries)})

    @property
    def deadline(self) -> float | None:
        """When a bot will play for those who are awaited, None for never."""
        waiting = self.room.dealt and any(self.match.is_person(seat) for seat in self.match.waiting_for())
        return self.room.asked_at + self.thinking_time if waiting and self.thinking_time and not self.closed else None

    def _wind(self) -> None:
        """Set the clock for the open question. Once it runs it runs on, whatever is done to the time of day."""
        deadline = self.deadline
        if deadline == self._wound:
            return
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        self._wound = deadline
        if deadline is not None:
            wait = min(max(deadline - time.time(), 0.0), self.thinking_time)
            self._clock = asyncio.get_running_loop().call_later(wait, lambda: asyncio.ensure_future(self._time_is_up()))

    async def _time_is_up(self) -> None:
        question, self._wound = self.match.decision_number, None
        for seat in [seat for seat in self.match.waiting_for() if self.match.is_person(seat)]:
            try:
                await self.command(None, None, "stand_in", lambda seat=seat: self._plan_late(seat, question))  # type: ignore[misc]
            except ShoalError as error:
                logger.info("nobody stands in: %s", error)

    def _plan_late(self, seat: int, question: int) -> Step:
        if self.match.decision_number != question or seat not in self.match.waiting_for() or not self.match.is_person(seat):
            raise NotAllowed(texts("refuse.stale"))
        return self.plan_stand_in(seat, "stood_in")

    # ---- how commands are carried out

    def step_of(self, change: Change) -> Step:
        """A change of the match as a step; with it goes whether the game is over, and who has won."""
        row = row_of(self.match, change)
        over = change.ending is not None or bool(change.state.is_terminal())
        beside = NOTHING
        if over and not self.match.over:
            beside = Beside(state="over", outcomes=outcomes(self.match, change))
        elif self.match.over and not over:
            beside = Beside(state="playing")
        return Step(row, beside, lambda: self.match.apply(change))

    def room_step(self, row: Row, beside: Beside = NOTHING, apply: Callable[[], None] = nothing) -> Step:
        return Step(row | {"had": len(self.match.entries)}, beside, apply)

    async def _play(self, seat: int, key: str | None, command: str, plan: Callable[[], Change], done: Callable[[], None] = nothing) -> None:
        await self.command(seat, key, command, lambda: self.step_of(plan()), done)

    async def command(self, seat: int | None, key: str | None, command: str, plan: Plan, done: Callable[[], None] = nothing) -> None:
        """Plan, save, make true, tell. Carried to its end even when whoever waits for it goes away."""
        await asyncio.shield(asyncio.ensure_future(self._carry_out(seat, key, command, plan, done)))

    async def _carry_out(self, seat: int | None, key: str | None, command: str, plan: Plan, done: Callable[[], None]) -> None:
        async with self.lock:
            for attempt in range(1, TRIES + 1):
                try:
                    await self._try(plan(), seat, key, command)
                    break
                except ShoalError as error:
                    if seat is not None and key is not None and await self._is_done(seat, key, command):
                        return
                    if not isinstance(error, Conflict) or attempt == TRIES:
                        raise
                    await self._reload()
        done()
        self.wake()

    async def _try(self, step: Step, seat: int | None, key: str | None, command: str) -> None:
        row = step.row | {"at": round(time.time(), 3)}
        beside = step.beside
        if self.thinking_time and asks(row) and beside.state != "over":
            beside = replace(beside, due=row["at"] + self.thinking_time)
        await self.tables.writer.append(NewRow(self.id, self.rows + 1, row, seat, key, command, beside))
        self.rows += 1
        if step.beside.tokens is not None:
            self.links = {token.token: token for token in step.beside.tokens}
        self.room.add(row)
        step.apply()

    async def _is_done(self, seat: int, key: str, command: str) -> bool:
        """Whether this very command came before; NotAllowed if the key was used for another one."""
        found = await self.tables.read(self.tables.store.command, self.id, seat, key)
        if found is not None and found != command:
            raise NotAllowed(texts("refuse.key"))
        return found is not None

    async def _reload(self) -> None:
        """Another process has written to the log."""
        fresh = await self.tables.load(self.id)
        self.setup, self.match, self.room, self.rows, self.closed = fresh.setup, fresh.match, fresh.room, fresh.rows, fresh.closed
        self.links = fresh.links

    async def catch_up(self, last: int | None = None) -> None:
        """Read what other processes have written since, up to row `last` (None asks the store); NoSuchTable when it is gone."""
        if last is None:
            last = (await self.tables.read(self.tables.store.lasts, [self.id])).get(self.id, 0)
        if last == 0:
            self.links = {}
            self.tables.forget(self.id)
            raise NoSuchTable(texts("refuse.table", id=repr(self.id)))
        if last > self.rows:
            async with self.lock:
                if last > self.rows:
                    await self._reload()
            self.wake()

    # ---- telling others

    def wake(self) -> None:
        """Tell everybody, wind the clock, and let bots think."""
        self.tell()
        self._wind()
        if self._bots is None and self._bots_waited_for():
            self._bots = asyncio.ensure_future(self._play_bots())

    def tell(self) -> None:
        for event in self._listeners:
            event.set()

    def stop(self) -> None:
        """Let bots move no more, and the clock stand still."""
        if self._bots is not None:
            self._bots.cancel()
        if self._clock is not None:
            self._clock.cancel()

    def _bots_waited_for(self) -> list[int]:
        if not self.room.dealt or self.closed:
            return []
        return [seat for seat in self.match.waiting_for() if not self.match.is_person(seat)]

    async def _play_bots(self) -> None:
        """Answer for the bots, question after question, until people must choose."""
        try:
            while self._bots_waited_for():
                try:
                    await self._answer_for_bots()
                except StoreError as error:
                    logger.error("a bot's answer could not be saved: %s", error)
                    await asyncio.sleep(RETRY)
        finally:
            self._bots = None

    async def _answer_for_bots(self) -> None:
        begun, question, seats = time.monotonic(), self.match.decision_number, self._bots_waited_for()
        seed, pool = self.setup.data["bot_seed"], self.tables.pool
        answers = await asyncio.gather(*(choices(self.match, seat, seed, pool) for seat in seats))
        await wait_for_pace(begun, self.tables.pace)
        for seat, actions in zip(seats, answers, strict=True):
            if not self.match.is_person(seat):
                await self._answer(seat, actions, question)

    async def _answer(self, seat: int, actions: list[int], question: int) -> None:
        """A bot's answer; it lapses when the table has moved on."""
        try:
            await self._play(seat, None, "bot", lambda: self.match.plan_choose(seat, actions, question))
        except StoreError:
            raise
        except ShoalError:
            logger.info("a bot's answer came too late")


def outcomes(match: Match, change: Change) -> list[Outcome]:
    """How the people of a game that ends with this change came out of it."""
    result = match.game.result(change.state) if change.ending is None else ended_result(match, change.ending)
    best = max(result.scores)
    return [
        Outcome(seat, match.name(seat), result.scores[seat], best, seat in result.winners) for seat in range(match.players) if match.is_person(seat)
    ]
