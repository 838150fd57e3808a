"""Finding settings for the search with Optuna, in games against a fixed opponent.

    python -m shoal.lab.tuning GAME [--players N] [--trials T] [--deals D] [--iterations I] [--against BOT] [--fix depth,width] [--study FILE]

Every trial plays the same deals, so that trials differ by their settings and not by their luck; one that lags behind the others after a quarter of
them is given up. The first trial is what settings.toml has; what is printed at the end goes there. Play the best against the old settings in
the arena, with deals of another seed, before it is taken over. Trials are alike in iterations, not in time: fix the depth where time matters.
"""

import argparse
import math
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib import util
from typing import Any

from shoal.bots.settings import Settings, settings_of
from shoal.engine.errors import ShoalError
from shoal.games import load_game

from .arena import Contest, contest, run

WIN = 10.0
"""Points of lead that a victory is worth to a trial."""


def bot_text(settings: Settings, now: Settings) -> str:
    """A bot of the arena with these settings where a game has others now."""
    usual = asdict(now)
    changed = {name: value for name, value in asdict(settings).items() if name in TUNED and value != usual[name]}
    return "+".join(["hard", *(f"{name}={str(value).lower()}" for name, value in changed.items())])


TUNED = ("explore", "bias", "scale", "win", "rivalry", "depth", "width", "expand", "foresee")
"""Settings that a trial changes."""

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

    @property
    def why(self) -> str:
        """What the settings that it finds are good for."""
        fixed = f", {', '.join(self.fix)} fixed" if self.fix else ""
        return (f"{self.players} players, {self.iterations} iterations against {self.against}, {self.trials} trials of {self.deals} deals, "
                f"seed {self.seed}{fixed}")


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


def parts(plan: Plan, bot: str) -> Iterator[float]:
    """How good a bot is in each part of the deals, one after the other."""
    game = load_game(plan.game)
    for first in range(0, plan.deals, part := math.ceil(plan.deals / PARTS)):
        deals = min(part, plan.deals - first)
        yield tried(contest(game, plan.players, [bot, plan.against], deals * plan.players, plan.seed + first, plan.iterations), plan.cores)


def tune(plan: Plan) -> tuple[Settings, float, float]:
    """The best settings found, how good they were, and how good those of settings.toml are in the same deals."""
    if util.find_spec("optuna") is None:
        raise ShoalError("tuning needs Optuna: pip install 'shoal[lab]'")
    import optuna
    now = settings_of(plan.game, plan.players)
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(
        direction="maximize", sampler=optuna.samplers.TPESampler(seed=plan.seed), pruner=optuna.pruners.MedianPruner(n_startup_trials=4),
        storage=f"sqlite:///{plan.study}" if plan.study else None, study_name=plan.game, load_if_exists=True)
    if not study.trials:
        study.enqueue_trial({name: getattr(now, name) for name in TUNED if name != "foresee" and name not in plan.fix})

    def objective(trial: Any) -> float:
        bot, values = bot_text(suggested(trial, now, plan.fix), now), []
        for part, value in enumerate(parts(plan, bot)):
            values.append(value)
            trial.report(statistics.mean(values), part)
            if trial.should_prune():
                break
        mean = statistics.mean(values)
        given_up = len(values) * math.ceil(plan.deals / PARTS) < plan.deals
        print(f"{trial.number:3}  {mean:7.2f}  {bot}{'  (given up)' if given_up else ''}", flush=True)
        if given_up:
            raise optuna.TrialPruned
        return mean

    study.optimize(objective, n_trials=plan.trials)
    return now.but(**study.best_params), float(study.best_value), float(study.trials[0].value or 0.0)


def toml(game_id: str, best: Settings, why: str) -> str:
    """As settings.toml has it."""
    lines = [f"[{game_id}]", f'tuned = "{why}"']
    for name in TUNED:
        value = getattr(best, name)
        lines.append(f"{name} = {str(value).lower() if isinstance(value, bool) else round(value, 3)}")
    return "\n".join(lines)


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m shoal.lab.tuning", description="Find settings for the search.")
    parser.add_argument("game")
    for name in ("players", "trials", "deals", "iterations", "seed"):
        parser.add_argument(f"--{name}", type=int, default=getattr(Plan, name))
    parser.add_argument("--cores", type=int)
    parser.add_argument("--against", default=Plan.against)
    parser.add_argument("--fix", default=(), type=lambda text: tuple(text.split(",")), metavar="SETTING[,…]", help="settings that stay as they are")
    parser.add_argument("--study", metavar="FILE", help="keep the trials here, and go on with those that it holds")
    asked = parser.parse_args(words)
    try:
        plan = Plan(**vars(asked) | {"game": load_game(asked.game).id})
        best, value, before = tune(plan)
    except ShoalError as problem:
        print(f"tuning: {problem}", file=sys.stderr)
        return 2
    print(f"\nbest {value:.2f}, before {before:.2f} (in the same deals: new ones tell whether it is so)\n\n{toml(plan.game, best, plan.why)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
