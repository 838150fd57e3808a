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
"""Who moves instead, this once, when a bot fails or takes too long."""

OVERRUN = 20.0
"""Seconds after which a bot is waited for no longer, the time until it has its turn to think included. Experts think about one."""


async def choices(match: Match, seat: int, seed: int, pool: Executor) -> list[int]:
    """All that a bot chooses for the open question, [] if that closes meanwhile. After an undo it chooses the same again in the same position."""
    question, entry, level = match.decision_number, match.opened[-1], match.seats[seat].bot
    drafted = match.draft(seat)
    actions = list(drafted)
    while match.decision_number == question and (masked := match.asked_after(seat, actions)) is not None:
        label = f"bot {seat + 1} at {entry}, step {len(actions)}"
        actions.append(await choice(match.game, level, masked, seed, label, pool))
    return actions[len(drafted):] if match.decision_number == question else []


async def choice(game: Game, level: str, masked: Masked, seed: int, label: str, pool: Executor) -> int:
    """One choice, made in a thread; the first fallback makes it when the bot overruns its time."""
    loop = asyncio.get_running_loop()
    try:
        return await asyncio.wait_for(loop.run_in_executor(pool, choose, game, level, masked, seed, label), OVERRUN)
    except TimeoutError:
        logger.error("bot %s of %s overran its time", level, game.id)
        return await loop.run_in_executor(None, choose, game, FALLBACKS[0], masked, seed, label)


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
