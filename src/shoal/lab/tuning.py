"""Finding settings for the search with Optuna, in games against a fixed opponent.

    python -m shoal.lab.tuning GAME [--players N] [--trials T] [--deals D] [--iterations I] [--against BOT] [--fix depth,width] [--study FILE]

Every trial plays the same deals, so that trials differ by their settings and not by their luck; one that lags behind the others after a quarter of
them is given up. The first trial is what settings.toml has; what is printed at the end goes there. Play the best against the old settings in
the arena, with deals of another seed, before it is taken over. Trials are alike in iterations, not in time: fix the depth where time matters.
With --study a run can be stopped at any moment (Ctrl-C), and gone on with by the same command: a file keeps the trials of one plan of each game.
"""

import argparse
import math
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from importlib import util
from pathlib import Path
from typing import Any

from shoal.bots.settings import Settings, settings_of
from shoal.engine.errors import ShoalError
from shoal.games import load_game

from .arena import ArenaError, Contest, contest, run
from .ceiling import require
from .kept import differing, identity

WIN = 10.0
"""Points of lead that a victory is worth to a trial."""


def bot_text(settings: Settings, now: Settings) -> str:
    """A bot of the arena with these settings where a game has others now."""
    usual = asdict(now)
    changed = {name: value for name, value in asdict(settings).items() if name in TUNED and value != usual[name]}
    return "+".join(["hard", *(f"{name}={str(value).lower()}" for name, value in changed.items())])


TUNED = ("explore", "bias", "scale", "win", "rivalry", "depth", "width", "expand", "foresee")
"""Settings that settings.toml gets."""

TRIED = tuple(name for name in TUNED if name != "foresee")
"""Settings that a trial changes; whether to foresee depends on the game's glance, and is no matter of trials."""

MOST_SEED = (1 << 32) - 1
"""NumPy, which Optuna draws with, takes no larger seeds."""

PARTS = 4
"""After each of so many parts of its deals a trial is compared with the others."""


@dataclass(frozen=True)
class Plan:
    """What a tuning run tries, and how long."""

    game: str
    players: int = 2
    trials: int = 30
    deals: int = 10
    iterations: int = 100
    against: str = "greedy"
    seed: int = 1
    fix: tuple[str, ...] = ()
    """Settings that stay as they are."""
    study: str | None = None
    """A file (SQLite) in which Optuna keeps the trials, so that a run can be gone on with."""
    cores: int | None = None

    def __post_init__(self) -> None:
        game = load_game(self.game)
        for name in ("trials", "deals", "iterations"):
            require(name, getattr(self, name))
        require("seed", self.seed, 0, MOST_SEED)
        if self.cores is not None:
            require("cores", self.cores)
        if game.seats[1] < 2:
            raise ArenaError(f"{game.title} is played alone: its settings cannot be tuned against anybody")
        if self.players < 2:
            raise ArenaError(f"--players: tuning needs an opponent, so 2 or more are expected, not {self.players}")
        self.part_of(self.deals, self.seed, "hard")      # it says what else does not fit, before Optuna is there to be in the way
        self._check_fixed()
        self._check_file()

    def _check_fixed(self) -> None:
        unknown = [name for name in self.fix if name not in TRIED]
        if unknown:
            raise ArenaError(f"--fix: no trial changes a setting {unknown[0]!r}; those that can be fixed are {', '.join(TRIED)}")
        if set(self.fix) == set(TRIED):
            raise ArenaError("--fix: all settings are fixed, so there is nothing to try; leave out one at least")

    def _check_file(self) -> None:
        """That the study's file is one, before anything is written to it."""
        if self.study is None:
            return
        try:
            wrong = wrong_with(self.study)
        except OSError as problem:
            wrong = f"{self.study} cannot be used: {problem.strerror}"
        if wrong:
            raise ArenaError(f"--study: {wrong}")

    def part_of(self, deals: int, first: int, bot: str) -> Contest:
        """So many deals of a bot against its opponent, from this one on."""
        return contest(load_game(self.game), self.players, [bot, self.against], deals * self.players, first, self.iterations)

    def why(self, trials: int) -> str:
        """What the settings that so many trials found are good for."""
        fixed = f", {', '.join(self.fix)} fixed" if self.fix else ""
        return (f"{self.players} players, {self.iterations} iterations against {self.against}, {trials} trials of {self.deals} deals, "
                f"seed {self.seed}{fixed}")

    def identity(self) -> dict[str, Any]:
        """All that trials must have in common to be compared with each other, as plain data."""
        asked = self.part_of(self.deals, self.seed, "hard")
        said = identity(asked)
        settings, bots = said.pop("settings"), said.pop("bots")
        same = {name: value for name, value in settings["hard"].items() if name not in TRIED or name in self.fix}
        plan = {"against": bots[-1], "deals": self.deals, "seed": self.seed, "fix": ", ".join(sorted(set(self.fix))) or "nothing"}
        return plan | said | {"settings": same, "opponent": settings.get(bots[-1], {})}


def wrong_with(study: str) -> str:
    """Why a study cannot be kept in a file of this name; "" if it can."""
    file = Path(study)
    if not study or "?" in study:
        return f"a file name without question marks is expected, not {study!r}"
    if file.is_dir():
        return f"{study} is a folder; name a file"
    if not file.parent.is_dir():
        return f"there is no folder {file.parent}; make it, or name a file in another one"
    if file.exists() and file.stat().st_size and not holds_studies(file):
        return f"{study} holds no trials of a tuning; name a file that is not there yet"
    return ""


def holds_studies(file: Path) -> bool:
    """Whether a file is one that Optuna made; looking changes nothing in it."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as held:
            return held.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'studies'").fetchone() is not None
    except sqlite3.Error:
        return False


@dataclass(frozen=True)
class Found:
    """What a tuning run came to."""

    best: Settings
    value: float
    """How good the best are …"""
    before: float | None
    """… and those of settings.toml, in the same deals; None where they were not played to the end."""
    trials: int
    """Of the whole study."""


class Stopped(KeyboardInterrupt):
    """Ctrl-C in the middle of a study; says what is kept."""


def suggested(trial: Any, now: Settings, fix: Sequence[str] = ()) -> Settings:
    """What a trial tries."""
    ranges: dict[str, Callable[[str], Any]] = {
        "explore": lambda name: trial.suggest_float(name, 0.01, 1.0, log=True),
        "bias": lambda name: trial.suggest_float(name, 0.3, 30.0, log=True),
        "scale": lambda name: trial.suggest_float(name, 3.0, 30.0, log=True),
        "win": lambda name: trial.suggest_float(name, 0.0, 1.0),
        "rivalry": lambda name: trial.suggest_float(name, 0.0, 1.0),
        "depth": lambda name: trial.suggest_categorical(name, [0, 3, 6, 9, 12, 18, 24, -1]),
        "width": lambda name: trial.suggest_int(name, 3, 12),
        "expand": lambda name: trial.suggest_int(name, 1, 16, log=True),
    }
    return now.but(**{name: suggest(name) for name, suggest in ranges.items() if name not in fix})


def tried(contest: Contest, cores: int | None = None) -> float:
    """How good the first bot of a contest is: its lead in points, and its victories."""
    first = run(contest, cores).standings[0]
    return first.lead.mean + WIN * (first.won.mean - first.fair)


def parts(plan: Plan, bot: str) -> Iterator[tuple[int, float]]:
    """The deals, one part after the other: how many they are, and how good a bot is in them."""
    for first in range(0, plan.deals, part := math.ceil(plan.deals / PARTS)):
        deals = min(part, plan.deals - first)
        yield deals, tried(plan.part_of(deals, plan.seed + first, bot), plan.cores)


def mean_of(played: Sequence[tuple[int, float]]) -> float:
    """How good a bot is in all deals of some parts: the last part may be smaller than the others.

    >>> mean_of([(3, 1.0), (1, 5.0)])
    2.0
    """
    return sum(deals * value for deals, value in played) / sum(deals for deals, _ in played)


# ---- the study

def tune(plan: Plan) -> Found:
    """The best settings of all trials of the study, after so many more."""
    if util.find_spec("optuna") is None:
        raise ShoalError("tuning needs Optuna: pip install 'shoal[lab]'")
    now = settings_of(plan.game, plan.players)
    baseline = {name: getattr(now, name) for name in TRIED if name not in plan.fix}
    with storage_failures(plan):
        study = study_of(plan)
        if before_in(study, baseline) is None:
            study.enqueue_trial(baseline)
        try:
            study.optimize(objective_of(plan, now, baseline), n_trials=plan.trials)
        except KeyboardInterrupt:
            kept = finished(study)
            raise Stopped(f"{kept} trial{'' if kept == 1 else 's'} kept in {plan.study}" if plan.study else "") from None
        return Found(now.but(**study.best_params), float(study.best_value), before_in(study, baseline), finished(study))


def study_of(plan: Plan) -> Any:
    """The trials so far: none, or those in the plan's file; ShoalError when they are of another plan."""
    import optuna
    # Optuna tells of trials that fail, with a traceback; what is wrong is said once, where it is caught
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(
        direction="maximize", pruner=optuna.pruners.MedianPruner(n_startup_trials=4),
        storage=f"sqlite:///{plan.study}" if plan.study else None, study_name=plan.game, load_if_exists=True)
    held, wanted = study.user_attrs.get("plan"), plan.identity()
    if held is None and study.trials:
        raise ArenaError(f"--study: {plan.study} does not say what its trials of {plan.game} were played with; name another file")
    if held is not None and (other := differing(held, wanted)):
        raise ArenaError(f"--study: the trials of {plan.game} in {plan.study} were played with {other}; name another file")
    study.set_user_attr("plan", wanted)
    # the same seed again would only repeat the trials that are there
    study.sampler = optuna.samplers.TPESampler(seed=(plan.seed + len(study.trials)) % (MOST_SEED + 1))
    return study


def before_in(study: Any, baseline: Mapping[str, Any]) -> float | None:
    """How good these settings were in the first trial that played them to the end."""
    from optuna.trial import TrialState
    return next((float(trial.value) for trial in study.get_trials(states=[TrialState.COMPLETE]) if trial.params == baseline), None)


def finished(study: Any) -> int:
    """How many trials were played to the end, or given up; not those that were cut off."""
    from optuna.trial import TrialState
    return len(study.get_trials(states=[TrialState.COMPLETE, TrialState.PRUNED]))


def objective_of(plan: Plan, now: Settings, baseline: Mapping[str, Any]) -> Callable[[Any], float]:
    """What Optuna calls for each trial."""
    import optuna

    def objective(trial: Any) -> float:
        bot, played = bot_text(suggested(trial, now, plan.fix), now), []
        for number, part in enumerate(parts(plan, bot)):
            played.append(part)
            trial.report(mean_of(played), number)
            # what all others are compared with is played to the end
            if trial.should_prune() and trial.params != baseline:
                break
        mean = mean_of(played)
        given_up = sum(deals for deals, _ in played) < plan.deals
        print(f"{trial.number:3}  {mean:7.2f}  {bot}{'  (given up)' if given_up else ''}", flush=True)
        if given_up:
            raise optuna.TrialPruned
        return mean
    return objective


@contextmanager
def storage_failures(plan: Plan) -> Iterator[None]:
    """A file that cannot be read or written is a ShoalError, like whatever else was asked for and does not work."""
    from optuna.exceptions import StorageInternalError
    from sqlalchemy.exc import SQLAlchemyError
    try:
        yield
    except (SQLAlchemyError, StorageInternalError) as problem:
        why = str(problem.__cause__ or problem).partition("\n")[0]
        raise ArenaError(f"--study: {plan.study} cannot be read or written ({why}); name another file") from None


# ---- the command

def toml(game_id: str, best: Settings, why: str) -> str:
    """As settings.toml has it."""
    lines = [f"[{game_id}]", f'tuned = "{why}"']
    for name in TUNED:
        value = getattr(best, name)
        lines.append(f"{name} = {str(value).lower() if isinstance(value, bool) else round(value, 3)}")
    return "\n".join(lines)


def names(text: str) -> tuple[str, ...]:
    """Names with commas between them.

    >>> names("depth, width")
    ('depth', 'width')
    """
    return tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m shoal.lab.tuning", description="Find settings for the search.")
    made.add_argument("game")
    for name in ("players", "trials", "deals", "iterations", "seed"):
        made.add_argument(f"--{name}", type=int, default=getattr(Plan, name))
    made.add_argument("--cores", type=int)
    made.add_argument("--against", default=Plan.against)
    made.add_argument("--fix", default=(), type=names, metavar="SETTING[,…]", help="settings that stay as they are")
    made.add_argument("--study", metavar="FILE", help="keep the trials here, and go on with those that it holds")
    return made


def report(plan: Plan, found: Found) -> None:
    """What was found, and what settings.toml would have of it."""
    before = f"{found.before:.2f}" if found.before is not None else "unknown: the present settings were not played to the end"
    print(f"\nbest {found.value:.2f}, before {before} (in the same deals: new ones tell whether it is so)\n")
    print(toml(plan.game, found.best, plan.why(found.trials)))


def main(words: Sequence[str]) -> int:
    asked = parser().parse_args(words)
    try:
        plan = Plan(**vars(asked) | {"game": load_game(asked.game).id})
        report(plan, tune(plan))
    except ShoalError as problem:
        print(f"tuning: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt as stopped:
        print(f"tuning: stopped{f'; {stopped}' if str(stopped) else ''}", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
