"""Bots at a table: asked in threads of their own, with nothing but what their seat may know."""

import asyncio
import logging
import math
import time
from concurrent.futures import Executor

from shoal.bots.levels import make_bot
from shoal.engine.game import Game
from shoal.engine.state import Masked, Rng

from .match import Match

logger = logging.getLogger("shoal.play")

FALLBACKS = ("greedy", "random")
"""Who moves instead, this once, when a bot fails."""



async def choices(match: Match, seat: int, seed: int, pool: Executor) -> list[int]:
    """All that a bot chooses for the open question, [] if that closes meanwhile. After an undo it chooses the same again in the same position."""
    question, entry, level = match.decision_number, match.opened[-1], match.seats[seat].bot
    drafted = match.draft(seat)
    actions = list(drafted)
    while match.decision_number == question and (masked := match.asked_after(seat, actions)) is not None:
        label = f"bot {seat + 1} at {entry}, step {len(actions)}"
        actions.append(await asyncio.get_running_loop().run_in_executor(pool, choose, match.game, level, masked, seed, label))
    return actions[len(drafted):] if match.decision_number == question else []


def choose(game: Game, level: str, masked: Masked, seed: int, label: str) -> int:
    """One choice; another bot makes it when this one fails."""
    legal = masked.legal_actions()
    for name in (level, *FALLBACKS):
        try:
            action = make_bot(name, game).choose(masked, Rng(seed, label))
            if action in legal:
                return action
            logger.error("bot %s of %s chose what is not allowed", name, game.id)
        except Exception as error:  # whatever a bot does, the table goes on
            logger.error("bot %s of %s failed: %s", name, game.id, type(error).__name__)
    return legal[0]


async def wait_for_pace(begun: float, pace: float) -> None:
    """Until a whole number of paces since `begun` has passed, so that the time a bot takes tells nothing."""
    if pace > 0:
        elapsed = time.monotonic() - begun
        await asyncio.sleep(max(1, math.ceil(elapsed / pace)) * pace - elapsed)
