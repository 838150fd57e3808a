"""`shoal solve`: the best line of play from a deal, as far as it can be found and proved."""

import importlib
import importlib.util
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shoal.engine.errors import ShoalError
from shoal.engine.game import Game
from shoal.engine.record import Record
from shoal.engine.texts import Texts
from shoal.games import load_game
from shoal.play.deals import number_of_day, numbered

from .failures import UsageError
from .recorder import write_whole
from .replaying import read_options
from .screen import Screen

SIZES = {"": 1 << 20, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


@dataclass(frozen=True)
class Asked:
    """What stands on the command line."""

    game: str
    deal: str | None = None
    seed: int | None = None
    today: bool = False
    after: str | None = None
    seconds: float = 60.0
    memory: str = "2G"
    cores: int | None = None
    options: tuple[str, ...] = ()
    record: Path | None = None
    components: Path | None = None


def run(asked: Asked) -> None:
    """Solve and say what was found. Ctrl-C gives the best so far."""
    game = load_game(asked.game, asked.components)
    module = solver_of(game)
    t = game.texts
    if not asked.seconds > 0:
        raise UsageError(t("solve.seconds"))
    state = start(game, asked)
    screen = Screen()
    screen.say(t("solve.deal", deal=game.layout_text(state)), "quiet")  # type: ignore[attr-defined]
    play_on(game, state, asked.after)
    search = module.Search(state, asked.seconds, bytes_of(asked.memory), asked.cores or 0)
    with progress(screen, t) as tick:
        search.improve = lambda solution: tick.found(solution) if solution.score > 0 else None
        solution = search.run(tick.at)
    report(screen, game, state, solution)
    if asked.record is not None:
        write_whole(asked.record, record_of(game, asked, state, solution))


def solver_of(game: Game) -> Any:
    name = f"{type(game).__module__}.solve"
    if importlib.util.find_spec(name) is None:
        raise UsageError(f"{game.title} has no solver; shoal solve knows pocket_aquarium")
    return importlib.import_module(name)


# ---- what is to be solved

def start(game: Game, asked: Asked) -> Any:
    """The deal: typed, by number, or today's."""
    options = read_options(game, list(asked.options))
    given = [asked.deal is not None, asked.seed is not None, asked.today]
    if sum(given) != 1:
        raise UsageError(game.texts("solve.which"))
    if asked.deal is not None:
        return game.new_deal(asked.deal, options)  # type: ignore[attr-defined]
    return numbered(game, number_of_day() if asked.seed is None else asked.seed, 1, options)


def play_on(game: Game, state: Any, after: str | None) -> None:
    """The moves already made, with commas between."""
    for text in (part.strip() for part in (after or "").split(",")):
        if text:
            for action in game.read(state.masked(0), text):
                state.apply_action(0, action)
    if state.is_terminal():
        raise ShoalError(game.texts("solve.over"))


def bytes_of(text: str) -> int:
    """`2G`, `500M`: bytes; a bare number means mebibytes."""
    found = re.fullmatch(r"(\d{1,9})\s*([KMG]?)(i?B)?", text.strip(), re.IGNORECASE)
    if not found:
        raise UsageError(f"--memory {text}: a size such as 2G or 500M is expected")
    return int(found[1]) * SIZES[found[2].upper()]


# ---- while it runs

class Tick:
    """Where the search is, for a person who waits."""

    def __init__(self, screen: Screen, t: Texts, bar: Any = None, task: Any = None) -> None:
        self.screen, self.t, self.bar, self.task = screen, t, bar, task

    def at(self, part: float) -> None:
        if self.bar is not None:
            self.bar.update(self.task, completed=part)

    def found(self, solution: Any) -> None:
        line = self.t("solve.found", points=solution.score, seconds=f"{solution.seconds:.1f}")
        if self.bar is not None:
            self.bar.update(self.task, description=line)
        else:
            self.screen.say(line, "quiet")


@contextmanager
def progress(screen: Screen, t: Texts) -> Iterator[Tick]:
    """A bar in a terminal, lines in a pipe."""
    if not screen.coloured:
        yield Tick(screen, t)
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
    with Progress(TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=screen.console, transient=True) as bar:
        yield Tick(screen, t, bar, bar.add_task(t("solve.searching"), total=1.0))


# ---- what was found

def report(screen: Screen, game: Any, state: Any, solution: Any) -> None:
    """The line in notation, its score, and how sure it is."""
    t = game.texts
    if solution.score < 0:
        screen.say(t("solve.nothing"))
        return
    screen.say(t("solve.line", moves=", ".join(game.action_to_text(action) for action in solution.moves)))
    end = state.copy()
    for action in solution.moves:
        end.apply_action(0, action)
    screen.say(t("solve.end", grid=game.layout_text(end)))
    screen.say(game.result(end).title, "good" if end.is_won() else "ask")
    screen.say(solver_of(game).certainty(game, solution), "quiet")
    screen.say(t("solve.effort", tried=f"{solution.tried:,}", seconds=f"{solution.seconds:.1f}"), "quiet")


def record_of(game: Any, asked: Asked, state: Any, solution: Any) -> Record:
    """The deal, the moves already made and the line found, to be replayed or played on."""
    begin = start(game, asked)
    record = Record.of(game, 1, game.effective_options(1, read_options(game, list(asked.options))))
    for face in begin.faces:
        record.add(None, game.outcome_to_text(face))
    for text in (part.strip() for part in (asked.after or "").split(",")):
        if text:
            for action in game.read(begin.masked(0), text):
                record.add(0, game.action_to_text(action))
                begin.apply_action(0, action)
    for action in solution.moves:
        record.add(0, game.action_to_text(action))
    return record
