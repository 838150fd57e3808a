"""Finding settings for the search with Optuna, in games against a fixed opponent.

    python -m shoal.lab.tuning GAME [--players N] [--trials T] [--deals D] [--iterations I] [--against BOT]

Every trial plays the same deals, so that trials differ by their settings and not by their luck. The first trial is what settings.toml has; what is
printed at the end goes there. Play the best against the old settings in the arena, with deals of another seed, before it is taken over.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict
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


def suggested(trial: Any, now: Settings) -> Settings:
    """What a trial tries."""
    return now.but(
        explore=trial.suggest_float("explore", 0.01, 1.0, log=True),
        bias=trial.suggest_float("bias", 0.3, 30.0, log=True),
        scale=trial.suggest_float("scale", 3.0, 30.0, log=True),
        win=trial.suggest_float("win", 0.0, 1.0),
        rivalry=trial.suggest_float("rivalry", 0.0, 1.0),
        depth=trial.suggest_categorical("depth", [0, 3, 6, 9, 12, 18, -1]),
        width=trial.suggest_int("width", 3, 12),
        expand=trial.suggest_int("expand", 1, 16, log=True),
    )


def tried(contest: Contest) -> float:
    """How good the first bot of a contest is: its lead in points, and its victories."""
    first = run(contest).standings[0]
    return first.lead.mean + WIN * (first.won.mean - first.fair)


def tune(game_id: str, players: int, trials: int, deals: int, iterations: int, against: str, seed: int = 1) -> tuple[Settings, float, float]:
    """The best settings found, how good they were, and how good those of settings.toml are in the same deals."""
    if util.find_spec("optuna") is None:
        raise ShoalError("tuning needs Optuna: pip install 'shoal[lab]'")
    import optuna
    game, now = load_game(game_id), settings_of(game_id, players)
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=seed))
    study.enqueue_trial({name: getattr(now, name) for name in TUNED if name != "foresee"})

    def objective(trial: Any) -> float:
        bots = [bot_text(suggested(trial, now), now), against]
        value = tried(contest(game, players, bots, deals * players, seed, iterations))
        print(f"{trial.number:3}  {value:7.2f}  {bots[0]}", flush=True)
        return value

    study.optimize(objective, n_trials=trials)
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
    for name, default in (("players", 2), ("trials", 30), ("deals", 10), ("iterations", 100), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--against", default="greedy")
    asked = parser.parse_args(words)
    try:
        game_id = load_game(asked.game).id
        best, value, before = tune(game_id, asked.players, asked.trials, asked.deals, asked.iterations, asked.against, asked.seed)
    except ShoalError as problem:
        print(f"tuning: {problem}", file=sys.stderr)
        return 2
    why = f"{asked.players} players, {asked.iterations} iterations against {asked.against}, {asked.trials} trials of {asked.deals} deals, seed {asked.seed}"
    print(f"\nbest {value:.2f}, before {before:.2f} (in the same deals: new ones tell whether it is so)\n\n{toml(game_id, best, why)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
