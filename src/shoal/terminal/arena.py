"""`shoal arena`: bots against bots, and what they won."""

import math
import sys
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from shoal.games import load_game
from shoal.lab import arena as lab
from shoal.lab.bench import texts
from shoal.lab.kept import KeptGames

from .replaying import read_options


@dataclass(frozen=True)
class Asked:
    """What stands on the command line."""

    game: str
    players: int | None
    bots: str
    games: int
    seed: int
    iterations: int | None
    cores: int | None
    options: tuple[str, ...]
    components: Path | None
    json: bool
    keep: Path | None = None


def run(asked: Asked) -> None:
    """Play and report."""
    game = load_game(asked.game, asked.components)
    options = read_options(game, list(asked.options))
    file = str(asked.components) if asked.components else None
    bots = [bot.strip() for bot in asked.bots.split(",")] if asked.bots else []
    contest = lab.contest(game, asked.players, bots, asked.games, asked.seed, asked.iterations, options, file)
    kept = KeptGames(asked.keep, contest) if asked.keep else None
    try:
        outcome = played(asked, contest, kept)
    except KeyboardInterrupt:
        print(stopped(kept), file=sys.stderr)
        raise
    if asked.json:
        print(outcome.to_json())
    else:
        show(outcome)


def played(asked: Asked, contest: lab.Contest, kept: KeptGames | None) -> lab.Outcome:
    """The outcome; nobody else writes to the file of kept games meanwhile."""
    console = Console(stderr=True)
    with closing(kept.begin()) if kept is not None else nullcontext(), Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(texts()("arena.playing"), total=contest.games)
        return lab.run(contest, asked.cores, lambda games: progress.update(task, advance=games), kept)


def stopped(kept: KeptGames | None) -> str:
    """What to say when somebody has stopped it."""
    if kept is None:
        return texts()("arena.stopped")
    # What the file holds counts: Ctrl-C may have come between writing a game and noting it
    return texts()("arena.stopped_kept", n=len(KeptGames(kept.file, kept.contest).played), file=kept.file)


def show(outcome: lab.Outcome) -> None:
    say, contest, console = texts(), outcome.contest, Console(highlight=False)
    title = say("arena.title", game=load_game(contest.game).title, players=contest.players, games=contest.games, seconds=outcome.seconds)
    table = Table(title=title, title_justify="left")
    table.add_column(say("arena.bot"))
    for name in ("seats", "won", "fair", "lead", "points", "rating"):
        table.add_column(say(f"arena.{name}"), justify="right")
    for one in outcome.standings:
        table.add_row(*row(one))
    console.print(table)
    if outcome.unwon:
        console.print(say("arena.unwon", share=outcome.unwon))
    console.print(say("arena.again", command=contest.command), soft_wrap=True)


def row(one: lab.Standing) -> list[str]:
    say = texts()
    rating = say("arena.no_rating") if one.rating is None else say("arena.number", value=one.rating)
    figures = [str(one.seats), share(one.won), say("arena.percent", value=one.fair), span(one.lead), say("arena.number", value=one.points)]
    return [one.bot, *figures, rating]


def share(value: lab.Share) -> str:
    return texts()("arena.share", mean=value.mean, low=value.low, high=value.high)


def span(value: lab.Share) -> str:
    if not math.isfinite(value.low):                # of one deal only
        return texts()("arena.unknown_span", mean=value.mean)
    return texts()("arena.span", mean=value.mean, low=value.low, high=value.high)
