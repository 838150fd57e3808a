"""One game at one terminal: shows, asks, lets the bots move, until it is over or the people leave."""

import shlex
from pathlib import Path

from shoal.engine.errors import ShoalError
from shoal.engine.facts import SPECTATOR
from shoal.play.match import Match

from . import texts
from .bots import BotPlayers
from .commands import COMMANDS, Next
from .menu import chosen
from .recorder import Recorder
from .screen import Screen
from .sheets import show_end
from .showing import show_batches, show_question, show_table
from .story import in_batches, visible


class Session:
    """The people at this terminal and their match."""

    def __init__(
        self, screen: Screen, match: Match, recorder: Recorder | None = None, seed: int | None = None, resumed: Path | None = None,
    ) -> None:
        self.screen = screen
        self.match = match
        self.recorder = recorder
        self.people = [seat for seat in range(match.players) if match.is_person(seat)]
        self.bots = BotPlayers(match, seed)
        self.facing: int | None = self.people[0] if len(self.people) == 1 else None
        """Who sees the screen now."""
        self.told: dict[int, set[int]] = {}
        """For each observer, the numbers of the events that have been shown."""
        self.resumed = resumed
        self.saved_as: Path | None = None
        self.saved_entries = len(match.entries)
        if resumed is not None:
            self._pass_over_the_past()

    # ---- the course of a session

    def run(self) -> None:
        """Play to the end, or until somebody leaves."""
        self._greet()
        self._keep()
        while not self.match.over:
            with self.screen.busy(texts()("play.thinking", names=self.bots.names())):
                self.bots.choose()
            self._keep()
            asked = [seat for seat in self.match.waiting_for() if seat in self.people]
            if not self.people:
                self._tell(SPECTATOR, finished=False)
            elif asked and not self._turn(asked[0]):
                self.say_where_it_is()
                return
            self._keep()
        self._end()

    def _greet(self) -> None:
        """Who plays, and how one speaks to the terminal."""
        for seat in range(self.match.players):
            bot = self.match.seats[seat].bot
            who = texts()("play.bot", level=bot) if bot else texts()("play.person")
            self.screen.spans([(f"  {self.match.name(seat)}  ", "ask"), (who, "quiet")])
        if len(self.people) == self.match.players > 1:
            self.screen.paragraph(texts()("play.against"), "quiet")
        if self.recorder is not None:
            self.screen.paragraph(texts()("play.recorded", file=self.recorder.path), "quiet")
        if self.people:
            self.screen.paragraph(texts()("play.how"), "quiet")

    def _turn(self, seat: int) -> bool:
        """Ask one person until the match moves on; False when they leave."""
        self._face(seat)
        following = Next.SHOW
        while following in (Next.SHOW, Next.ASK):
            if following is Next.SHOW:
                self._tell(seat)
                show_question(self.screen, self.match.view(seat), self.name(seat))
            typed = self.screen.ask(texts()("play.prompt", name=self.match.name(seat)), self._words(seat))
            following = Next.LEAVE if typed is None else self._answered(seat, typed)
        return following is not Next.LEAVE

    def _face(self, seat: int) -> None:
        """With several people: nobody sees what is another's."""
        if self.facing == seat:
            return
        first, self.facing = self.facing is None, seat
        if not self.screen.personal:
            self.screen.say()
            self.screen.say(texts()("play.handed", name=self.name(seat)))
            return
        if not first:
            self.screen.clear()
        self.screen.ask(texts()("play.hand_over", name=self.name(seat)))
        self.screen.clear()

    def _answered(self, seat: int, typed: str) -> Next:
        """Do what was typed; a refusal is said and the question stays."""
        if not typed:
            return Next.ASK
        try:
            word, _, argument = typed.partition(" ")
            if typed.startswith("?"):
                word, argument = "?", typed[1:]
            if word.lower() in COMMANDS:
                return COMMANDS[word.lower()](self, seat, argument.strip())
            self.match.choose(seat, self._actions(seat, typed))
            return Next.GO_ON
        except ShoalError as error:
            self.screen.paragraph(sentence(str(error)), "problem")
            return Next.ASK

    def _actions(self, seat: int, typed: str) -> list[int]:
        legal = self.match.view(seat).legal
        index = chosen(typed, [text for _, text in legal])
        if index is not None:
            return [legal[index][0]]
        if typed.isdigit():
            raise ShoalError(texts()("play.no_option", number=typed, last=len(legal)))
        return self.match.read(seat, typed)

    def _words(self, seat: int) -> list[str]:
        return [text for _, text in self.match.view(seat).legal] + [word for word in COMMANDS if word.isalpha()]

    def _end(self) -> None:
        observer = SPECTATOR if self.facing is None else self.facing
        self._tell(observer)
        last = self.match.view(observer)
        self.screen.say()
        self.screen.heading(" · ".join([self.match.game.title, last.prompt.step or last.prompt.ask]))
        show_table(self.screen, last)
        self.screen.say()
        assert last.result is not None
        show_end(self.screen, last.sheets, last.result, self.names())
        self.say_where_it_is()

    def _pass_over_the_past(self) -> None:
        """After resuming, only the last thing that happened is told."""
        for observer in range(SPECTATOR, self.match.players):
            batches = in_batches(visible(self.match.events(observer)))[:-1]
            self.told[observer] = set(range(batches[-1].last + 1)) if batches else set()
        self.screen.say(texts()("play.resumed", n=len(self.match.entries)), "quiet")

    # ---- keeping and telling

    def _keep(self) -> None:
        """Bring the record file up to date."""
        if self.recorder is not None:
            self.recorder.follow(self.match.record())

    def _tell(self, observer: int, finished: bool = True) -> None:
        """Show what this observer has not been shown yet; unfinished: leave the last batch for later, it may grow."""
        told = self.told.setdefault(observer, set())
        new = [event for event in visible(self.match.events(observer)) if event.number not in told]
        if self.match.over:
            new = [event for event in new if event.seat is not None or event.number > max(told, default=0)]     # old draws are no news
        batches = in_batches(new)
        if not finished:
            batches = batches[:-1]
        told.update(event.number for event in new if finished or (batches and event.number <= batches[-1].last))
        show_batches(self.screen, batches, self.names(), numbers=not self.people)

    def forget_undone(self) -> None:
        """What was taken back will be told anew."""
        for told in self.told.values():
            told.intersection_update(range(len(self.match.entries) + 1))

    def name(self, seat: int) -> str:
        return self.match.name(seat)

    def names(self) -> list[str]:
        return [self.match.name(seat) for seat in range(self.match.players)]

    @property
    def is_unsaved(self) -> bool:
        return self.recorder is None and len(self.match.entries) > self.saved_entries

    def say_where_it_is(self) -> None:
        """After the last move, or when somebody leaves before it: then an unsaved game is kept first."""
        if self.match.over:
            kept = self.recorder.path if self.recorder is not None else self.saved_as
            if kept is not None:
                self.screen.say(texts()("play.leave.finished", file=typed_path(kept)), "quiet")
            return
        try:
            kept = self.keep()
        except ShoalError as error:
            self.screen.paragraph(texts()("play.leave.unsaved", reason=error), "problem")
        else:
            key = "recorded" if kept is not None else "nothing" if self.people else "watched"
            self.screen.say(texts()(f"play.leave.{key}", file=typed_path(kept or Path())), "quiet")

    def keep(self) -> Path | None:
        """The file in which the unfinished game stands, written now if need be; None where nobody has played yet."""
        if self.recorder is not None:
            return self.recorder.path
        if self.people and self.is_unsaved:
            from . import autosave
            self.saved_as = autosave.keep(self.match.game.id, self.match.record(), self.resumed)
            self.saved_entries = len(self.match.entries)
        return self.saved_as or self.resumed


def typed_path(path: Path) -> str:
    """The path as a shell takes it."""
    return shlex.quote(str(path))


def sentence(text: str) -> str:
    """A reason as a sentence of its own."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")
