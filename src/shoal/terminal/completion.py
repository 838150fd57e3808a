"""What the shell completes with the Tab key."""

import typer


def games(incomplete: str) -> list[str]:
    from shoal.games import game_ids
    return [name for name in game_ids() if name.startswith(incomplete)]


def levels(incomplete: str) -> list[str]:
    """The last of several levels is completed."""
    from shoal.bots.levels import LEVELS
    before, comma, last = incomplete.rpartition(",")
    return [before + comma + name for name in LEVELS if name.startswith(last)]


def options(context: typer.Context, incomplete: str) -> list[str]:
    """Of the game that stands on the line; of all games when none does yet."""
    from shoal.games import game_ids, load_game
    given = context.params.get("game")
    fitting = [name for name in game_ids() if not given or name.startswith(given)]
    pairs = [f"{option.key}={option.write(value)}" for name in fitting for option in load_game(name).options for value in option.values]
    return sorted({pair for pair in pairs if pair.startswith(incomplete)})


def rules(context: typer.Context, incomplete: str) -> list[str]:
    from shoal.engine.errors import ShoalError
    from shoal.games import load_game

    from .overview import rulings_of
    try:
        names = rulings_of(load_game(context.params.get("game") or "")).names()
    except (ShoalError, OSError):
        return []
    return [name for name in names if name.lower().startswith(incomplete.lower())]
