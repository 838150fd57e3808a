"""The arena: bots play paired deals against each other on all cores, and what they win is set against their fair share.

Every deal is played once with each turn of the seats, so luck with cards and seats goes to all alike. The games of one deal hang together, so
intervals are made from the deals' means.
"""

import json
import math
import os
import shlex
import signal
import statistics
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from importlib import util
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Protocol

from shoal.bots import Bot, make_bot
from shoal.bots.deep import SearchBot
from shoal.bots.playing import Played, paired_games
from shoal.bots.settings import NAMES, expected, shortened
from shoal.engine.errors import ShoalError
from shoal.engine.game import Game
from shoal.games import load_game

Z = 1.96
"""Standard errors on each side of a 95 % interval."""

NO_CLOCK = 3600.0
"""Seconds that no search of a few thousand iterations needs, however busy the machine is: a clock would cut searches without a word."""

OF_A_LEVEL = ("hard", "expert", "hint", "easy_slip")
"""Settings that count for one level each."""

AHEAD = 8
"""Deals handed out to each core before the first of them is back."""


class ArenaError(ShoalError):
    """What was asked of the arena makes no sense."""


@dataclass(frozen=True)
class Contest:
    """Who plays what, how often; all that a repetition needs."""

    game: str
    players: int
    bots: tuple[str, ...]
    """One for each seat: a level, for searching ones perhaps with settings, as in `hard+depth=3`."""
    deals: int
    seed: int = 1
    iterations: int | None = None
    """Of every searching bot, in place of its level's."""
    options: Mapping[str, Any] = field(default_factory=dict)
    components: str | None = None

    @property
    def names(self) -> list[str]:
        """The bots that differ, in their order."""
        return list(dict.fromkeys(self.bots))

    @property
    def games(self) -> int:
        return self.deals * self.players

    @property
    def command(self) -> str:
        """How to repeat it."""
        words = ["shoal arena", self.game, f"--players {self.players}", f"--bots {','.join(self.bots)}", f"--games {self.games}", f"--seed {self.seed}"]
        words += [f"--iterations {self.iterations}"] if self.iterations else []
        words += [f"--option {key}={str(value).lower()}" for key, value in self.options.items()]
        return " ".join(words + ([f"--components {shlex.quote(self.components)}"] if self.components else []))

    def open(self) -> Game:
        return load_game(self.game, Path(self.components) if self.components else None)


@dataclass(frozen=True)
class Share:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Standing:
    """How one bot did."""

    bot: str
    seats: int
    games: int
    won: Share
    """Its part of all victories of one of its seats; shared victories count in parts."""
    fair: float
    lead: Share
    """Its points less those of the best other seat."""
    points: float
    rating: float | None = None
    """OpenSkill's (PlackettLuce) mean less three deviations, where it is installed."""


@dataclass(frozen=True)
class Outcome:
    """The result of a contest."""

    contest: Contest
    standings: tuple[Standing, ...]
    unwon: float
    """The part of games that nobody won."""
    seconds: float

    def to_json(self) -> str:
        return json.dumps(finite(asdict(self) | {"command": self.contest.command}), indent=1, allow_nan=False)


def finite(value: Any) -> Any:
    """The same data, with None for what is not known (the ends of an interval made from one deal): JSON has no infinity."""
    if isinstance(value, Mapping):
        return {key: finite(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(inner) for inner in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


# ---- who plays

def contest(
    game: Game, players: int | None, bots: Sequence[str], games: int, seed: int = 1, iterations: int | None = None,
    options: Mapping[str, Any] | None = None, components: str | None = None,
) -> Contest:
    """A checked contest; the last bot named takes all seats that are left. ArenaError says what does not fit.

    >>> contest(load_game("fish_tank"), 3, ["greedy", "random"], 30).bots
    ('greedy', 'random', 'random')
    """
    if not bots:
        raise ArenaError("an arena needs bots: --bots greedy,random")
    players = players if players is not None else max(len(bots), game.seats[0])
    game.effective_options(players, options)
    if len(bots) > players:
        raise ArenaError(f"{len(bots)} bots do not fit {players} seats")
    for bot in dict.fromkeys(bots):
        bot_of(bot, game, iterations)
    named = [plain(bot) for bot in bots]
    seated = (*named, *[named[-1]] * (players - len(named)))
    return Contest(game.id, players, seated, max(1, math.ceil(games / players)), seed, iterations, dict(options or {}), components)


def plain(text: str) -> str:
    """A bot as the contest calls it, however it was typed.

    >>> plain("Hard + Depth=3")
    'hard+depth=3'
    """
    return "+".join(part.strip() for part in text.lower().split("+"))


def bot_of(text: str, game: Game, iterations: int | None = None) -> Bot:
    """The bot that a text names: a level, or a level that searches with settings (`hard+depth=3+width=6`). No clock stops its searches."""
    level, *changes = text.split("+")
    usual = make_bot(level, game)
    if not isinstance(usual, SearchBot):
        if changes:
            raise ArenaError(f"{level} takes no settings in {game.title}: only bots that search do")
        return usual
    return SearchBot(game, usual.level, NO_CLOCK, iterations, changes_of(usual.level, changes, game))


def changes_of(level: str, texts: Sequence[str], game: Game) -> dict[str, Any]:
    """The settings that stand behind a level; ArenaError when one would make no difference, or stands there twice."""
    changes: dict[str, Any] = {}
    for text in texts:
        name, value = change_of(text)
        if name in changes:
            raise ArenaError(f"search setting {name} is given twice; leave one out")
        if name in OF_A_LEVEL and name != level:
            raise ArenaError(f"{text.strip()} makes no difference to {level}, whose iterations are set by {level}=N")
        if name == "keep" and level != "expert":
            raise ArenaError(f"{text.strip()} makes no difference to {level}: only an expert keeps its tree")
        changes[name] = value
    decisions = [key.partition(".")[2] for key in game.texts.keys() if key.startswith("decisions.")]
    unknown = [name for name in changes.get("mix", ()) if name not in decisions]
    if unknown:
        raise ArenaError(f"search setting mix: {game.title} has no decision {unknown[0]!r}; it has {', '.join(decisions)}")
    return changes


def change_of(text: str) -> tuple[str, Any]:
    """`depth=3` as a name and a value."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise ArenaError(f"a search setting is written name=value, not {shortened(text)}")
    name = name.lower() if name.lower() in NAMES else name
    if name == "mix":
        return name, tuple(value.lower().split("/")) if value else ()
    try:
        return name, json.loads(value.lower())
    except (ValueError, RecursionError):
        raise ArenaError(f"search setting {name}: {expected(name) or 'a number, true or false'} is expected, not {shortened(value)}") from None


# ---- playing

def play_deals(contest: Contest, deals: Sequence[int]) -> list[Played]:
    """The games of some deals, in this process."""
    game = contest.open()
    made = {name: bot_of(name, game, contest.iterations) for name in contest.names}
    bots = [made[name] for name in contest.bots]
    return [one for deal in deals for one in paired_games(game, bots, 1, deal, contest.options)]


class Kept(Protocol):
    """Where games are kept that were played before (lab/kept.py)."""

    def among(self, deals: range) -> list[Played]: ...

    def add(self, games: Sequence[Played]) -> None: ...


def run(contest: Contest, cores: int | None = None, tick: Callable[[int], None] | None = None, kept: Kept | None = None) -> Outcome:
    """Play a contest in as many processes as there are cores; the outcome does not depend on how many there are (except with a solver, which has a clock).

    Deals that are kept are not played again, and new ones are kept as soon as they are played.
    """
    began = time.perf_counter()
    deals = range(contest.seed, contest.seed + contest.deals)
    played = kept.among(deals) if kept is not None else []
    done = {one.deal for one in played}
    if tick is not None:
        tick(len(played))
    missing = (deal for deal in deals if deal not in done)
    workers = min(cores or os.cpu_count() or 1, len(deals) - len(done))
    with closing(_played(contest, missing, workers)) as new:
        for games in new:
            if kept is not None:
                kept.add(games)
            played += games
            if tick is not None:
                tick(len(games))
    played.sort(key=lambda one: one.deal)
    return Outcome(contest, standings(contest, played), statistics.mean(not one.winners for one in played), time.perf_counter() - began)


def _played(contest: Contest, deals: Iterator[int], workers: int) -> Generator[list[Played], None, None]:
    """The games of each deal, in the order of the deals; few of them are handed out at a time, for there may be millions."""
    if workers <= 1:
        yield from (play_deals(contest, [deal]) for deal in deals)
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        asked: deque[Future[list[Played]]] = deque()

        def hand_out(most: int) -> None:
            with held_back_interrupts():
                asked.extend(pool.submit(play_deals, contest, [deal]) for deal in islice(deals, most))
        try:
            hand_out(AHEAD * workers)
            while asked:
                yield asked.popleft().result()
                hand_out(1)
        except BaseException:
            for worker in list(pool._processes.values()):           # nobody waits for what they are at
                worker.terminate()
            raise


@contextmanager
def held_back_interrupts() -> Iterator[None]:
    """Processes started in here hear nothing of Ctrl-C, where the platform can do that: one of them says what there is to say."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# ---- what came of it

def standings(contest: Contest, played: Sequence[Played]) -> tuple[Standing, ...]:
    """Of every bot, in the order in which they were named."""
    ratings = rated(contest, played)
    return tuple(standing(contest, name, played, ratings.get(name)) for name in contest.names)


def standing(contest: Contest, name: str, played: Sequence[Played], rating: float | None) -> Standing:
    mine = [number for number, bot in enumerate(contest.bots) if bot == name]
    won: dict[int, list[float]] = {}
    lead: dict[int, list[float]] = {}
    points: list[float] = []
    for one in played:
        for number in mine:
            seat = one.seating.index(number)
            won.setdefault(one.deal, []).append(one.share_of(number))
            lead.setdefault(one.deal, []).append(lead_of(one.scores, seat))
            points.append(one.scores[seat])
    games = len(played) * len(mine)
    return Standing(name, len(mine), games, share_interval(means(won), games), 1 / contest.players, interval(means(lead)), statistics.mean(points), rating)


def lead_of(scores: Sequence[int], seat: int) -> float:
    """Points ahead of the best other seat; alone, the points themselves."""
    others = [points for other, points in enumerate(scores) if other != seat]
    return scores[seat] - max(others) if others else scores[seat]


def means(by_deal: Mapping[int, Sequence[float]]) -> list[float]:
    return [statistics.mean(values) for values in by_deal.values()]


def interval(values: Sequence[float]) -> Share:
    """The mean of independent values, and the normal interval.

    >>> interval([1.0, 3.0])
    Share(mean=2.0, low=0.04, high=3.96)
    """
    mean = statistics.mean(values)
    half = Z * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return Share(mean, round(mean - half, 10), round(mean + half, 10))


def share_interval(values: Sequence[float], games: int) -> Share:
    """Wilson's interval of a share, with as many trials as would spread like the deals do (at most one for each game)."""
    share = statistics.mean(values)
    spread = statistics.variance(values) / len(values) if len(values) > 1 else 0.0
    trials = min(games, share * (1 - share) / spread) if spread > 0 else len(values)
    return Share(share, *wilson(share, trials))


def wilson(share: float, trials: float) -> tuple[float, float]:
    centre = share + Z * Z / (2 * trials)
    half = Z * math.sqrt(share * (1 - share) / trials + Z * Z / (4 * trials * trials))
    return max(0.0, (centre - half) / (1 + Z * Z / trials)), min(1.0, (centre + half) / (1 + Z * Z / trials))


def rated(contest: Contest, played: Sequence[Played]) -> dict[str, float]:
    """A rating of every bot from all games, one after the other; none where OpenSkill is not installed, or nobody plays against anybody."""
    if util.find_spec("openskill") is None or len(contest.names) < 2:
        return {}
    from openskill.models import PlackettLuce
    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for name in contest.names}
    for one in played:
        names = [contest.bots[number] for number in one.seating]
        ranks = [0.0 if seat in one.winners else 1.0 + sum(points > one.scores[seat] for points in one.scores) for seat in range(len(names))]
        after = model.rate([[ratings[name]] for name in names], ranks=ranks)
        for name in contest.names:
            same = [team[0] for team, other in zip(after, names, strict=True) if other == name]
            ratings[name] = model.rating(statistics.mean(r.mu for r in same), statistics.mean(r.sigma for r in same), name)
    return {name: float(rating.ordinal()) for name, rating in ratings.items()}
