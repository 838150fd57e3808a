"""How strong the levels are: prints the tables of docs/strength.md.

    python -m shoal.lab.strength [GAME] [DEALS]     levels that do not look ahead
    python -m shoal.lab.strength FOLDER             what `shoal arena --keep` has gathered there
"""

import argparse
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

from shoal.bots import make_bot
from shoal.bots.playing import Played, lower_end, paired_games, play_game
from shoal.engine.errors import ShoalError, UnknownGame
from shoal.engine.game import Game
from shoal.games import load_game

from .arena import ArenaError, standings
from .kept import kept_in

DEALS = 500

FEWEST = 4
"""Deals: half of them are played by one level alone, and a spread needs two games."""

LEVELS = ("random", "easy", "greedy")
"""Those that do not look ahead; `shoal arena` measures the others."""


def against_itself(game: Game, level: str, players: int, deals: int) -> str:
    """A row: mean and spread of the points when all seats play at one level, and the mean of the winner."""
    finals = [play_game(game, [make_bot(level, game)] * players, deal).scores() for deal in range(1, deals + 1)]
    points = [score for scores in finals for score in scores]
    best = statistics.mean(max(scores) for scores in finals)
    return f"| {level} | {players} | {deals} | {statistics.mean(points):.1f} | {statistics.stdev(points):.1f} | {best:.1f} |"


def against(game: Game, stronger: str, weaker: str, deals: int) -> str:
    """A row: the share of victories in paired games of two, and the lower end of its 95 % interval."""
    games = list(paired_games(game, [make_bot(stronger, game), make_bot(weaker, game)], deals))
    share = statistics.mean(one.share_of(0) for one in games)
    low = lower_end(share * len(games), len(games))
    return f"| {stronger} | {weaker} | {len(games)} | {share:.1%} | {low:.1%} | {mean_of(games, 0):.1f} : {mean_of(games, 1):.1f} |"


def mean_of(games: Sequence[Played], bot: int) -> float:
    return statistics.mean(points for one in games for points in one.points_of(bot))


def report(game: Game, deals: int) -> None:
    """Of one game: every level by itself, and, where two can play, every level against the weaker ones."""
    low, high = game.seats
    print("| level | players | games | mean | spread | winner |\n|---|---|---|---|---|---|")
    for level in LEVELS:
        for players in range(low, high + 1):
            print(against_itself(game, level, players, deals // 2), flush=True)
    if not low <= 2 <= high:
        return
    print("\n| level | against | games | won | at least | points |\n|---|---|---|---|---|---|")
    for i, weaker in enumerate(LEVELS):
        for stronger in LEVELS[i + 1:]:
            print(against(game, stronger, weaker, deals), flush=True)


KEPT_HEAD = """| game | players | bot | against | games | won by a seat | fair | lead in points | OpenSkill |
|---|---|---|---|---|---|---|---|---|"""


def kept_row(file: Path) -> str:
    """A row: the first two bots of the games in a file; ArenaError when there is nothing to compare."""
    kept = kept_in(file)
    if not kept.played:
        raise ArenaError(f"{file}: no complete deal yet")
    if len(kept.contest.names) < 2:
        raise ArenaError(f"{file}: only one bot, {kept.contest.names[0]}: there is nobody to compare it with")
    one, other = standings(kept.contest, kept.played)[:2]
    won, lead = one.won, one.lead
    cells = [
        kept.contest.open().title, str(kept.contest.players), one.bot, other.bot, f"{len(kept.played):,}",
        f"{won.mean:.1%} ({won.low:.1%} to {won.high:.1%})", f"{one.fair:.0%}", f"{lead.mean:+.1f} ({lead.low:+.1f} to {lead.high:+.1f})",
        f"{one.rating:.1f} : {other.rating:.1f}" if one.rating is not None and other.rating is not None else "",
    ]
    return f"| {' | '.join(cells)} |"


def report_kept(folder: Path) -> None:
    """Of all files; one that cannot be counted is named and left out. ArenaError when nothing is left."""
    files = sorted(folder.glob("*.jsonl"))
    if not files:
        raise ArenaError(f"no games are kept in {folder}: `shoal arena … --keep {folder / 'NAME.jsonl'}` puts some there")
    rows = 0
    for file in files:
        if row := row_or_reason(file):
            print(row if rows else f"{KEPT_HEAD}\n{row}", flush=True)
            rows += 1
    if not rows:
        raise ArenaError(f"no file in {folder} holds games that can be counted")


def row_or_reason(file: Path) -> str:
    """The row of a file; "" when it has none, and then it is said why."""
    try:
        return kept_row(file)
    except UnicodeDecodeError:
        problem = "this is no text, and holds no games of the arena"
    except OSError as failure:
        problem = failure.strerror or str(failure)
    except ShoalError as failure:
        problem = str(failure)
    print(f"strength: {'' if problem.startswith(str(file)) else f'{file}: '}{problem}", file=sys.stderr)
    return ""


# ---- the command

def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m shoal.lab.strength", description="Print the tables of docs/strength.md.")
    made.add_argument("what", nargs="?", default="fish_tank", metavar="GAME or FOLDER", help="a game (fish_tank), or a folder of kept games")
    made.add_argument("deals", nargs="?", type=int, metavar="DEALS", help=f"of the game ({DEALS}), {FEWEST} at least")
    return made


def show(what: str, deals: int | None) -> None:
    """Print what was asked for; ShoalError says what does not fit."""
    folder = Path(what)
    if folder.is_dir():
        if deals is not None:
            raise ArenaError(f"{what} is a folder of kept games: all of them are counted, so leave {deals} out")
        report_kept(folder)
    elif folder.exists():
        raise ArenaError(f"{what} is a file: name the folder that it lies in")
    elif len(folder.parts) > 1 or folder.is_absolute():
        raise ArenaError(f"there is no folder {what}")
    elif deals is not None and deals < FEWEST:
        raise ArenaError(f"DEALS: {FEWEST} or more is expected, not {deals}")
    else:
        report(game_named(what), DEALS if deals is None else deals)


def game_named(what: str) -> Game:
    try:
        return load_game(what)
    except UnknownGame as problem:
        raise ArenaError(f"{problem}; nor is there a folder of that name") from None


def main(words: Sequence[str]) -> int:
    asked = parser().parse_args(words)
    try:
        show(asked.what, asked.deals)
    except ShoalError as problem:
        print(f"strength: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("strength: stopped", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
