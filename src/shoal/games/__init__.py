"""The games that are in this installation, by their ids; each is loaded when it is asked for."""

import difflib
import importlib
from functools import cache
from pathlib import Path

from shoal.engine.errors import UnknownGame
from shoal.engine.game import Game

ORDER = ("fish_tank", "pocket_aquarium", "aquarium", "aqua_garden", "acqua_dolce")


def game_ids() -> list[str]:
    """Ids of the games that are there, in the order in which they are shown."""
    here = Path(__file__).parent
    return [name for name in ORDER if (here / name / "components.toml").exists()]


def load_game(game_id: str, components: Path | None = None) -> Game:
    """The game of an id (spaces and hyphens will do, and any beginning that fits only one); UnknownGame lists the others.

    >>> load_game("fish").title
    'Fish Tank'
    """
    wanted = game_id.strip().lower().replace(" ", "_").replace("-", "_")
    known = game_ids()
    if wanted not in known:
        fitting = [name for name in known if wanted and name.startswith(wanted)]
        if len(fitting) != 1:
            near = fitting or difflib.get_close_matches(wanted, known, 1)
            hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(known)}"
            raise UnknownGame(f"there is no game {game_id!r}; {hint}")
        wanted = fitting[0]
    game = _load(wanted)
    return game.with_components(components) if components is not None else game


@cache
def _load(name: str) -> Game:
    module = importlib.import_module(f"{__name__}.{name}")
    return module.GAME  # type: ignore[no-any-return]
