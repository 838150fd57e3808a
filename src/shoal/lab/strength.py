"""How strong the levels are: prints the tables of docs/strength.md.

    python -m shoal.lab.strength [GAME] [DEALS]     levels that do not look ahead
    python -m shoal.lab.strength FOLDER             what `shoal arena --keep` has gathered there
"""

import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

from shoal.bots import make_bot
from shoal.bots.playing import Played, lower_end, paired_games, play_game
from shoal.engine.errors import ShoalError
from shoal.engine.game import Game
from shoal.games import load_game

from .arena import ArenaError, standings
from .kept import kept_in

DEALS = 500

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
    low, high = game.seats
    print("| level | players | games | mean | spread | winner |\n|---|---|---|---|---|---|")
    for level in LEVELS:
        for players in range(low, high + 1):
            print(against_itself(game, level, players, deals // 2), flush=True)
    print("\n| level | against | games | won | at least | points |\n|---|---|---|---|---|---|")
    for i, weaker in enumerate(LEVELS if low == 2 else ()):
        for stronger in LEVELS[i + 1:]:
            print(against(game, stronger, weaker, deals), flush=True)


def kept_row(file: Path) -> str:
    """A row: the first two bots of the games in a file."""
    kept = kept_in(file)
    one, other = standings(kept.contest, kept.played)[:2]
    won, lead = one.won, one.lead
    cells = [
        kept.contest.open().title, str(kept.contest.players), one.bot, other.bot, f"{len(kept.played):,}",
        f"{won.mean:.1%} ({won.low:.1%} to {won.high:.1%})", f"{one.fair:.0%}", f"{lead.mean:+.1f} ({lead.low:+.1f} to {lead.high:+.1f})",
        f"{one.rating:.1f} : {other.rating:.1f}" if one.rating is not None and other.rating is not None else "",
    ]
    return f"| {' | '.join(cells)} |"


def report_kept(folder: Path) -> None:
    """Of all files; one whose bots have other settings by now is named and left out."""
    print("| game | players | bot | against | games | won by a seat | fair | lead in points | OpenSkill |\n|---|---|---|---|---|---|---|---|---|")
    for file in sorted(folder.glob("*.jsonl")):
        try:
            print(kept_row(file), flush=True)
        except ArenaError as problem:
            print(f"strength: {problem}", file=sys.stderr)


def main(words: Sequence[str]) -> int:
    if words and Path(words[0]).is_dir():
        report_kept(Path(words[0]))
        return 0
    try:
        report(load_game(words[0] if words else "fish_tank"), int(words[1]) if len(words) > 1 else DEALS)
    except (ShoalError, ValueError) as problem:
        print(f"strength: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
