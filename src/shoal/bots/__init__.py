"""Players that are programs. They see masks only, so they cannot cheat."""

from .bot import Bot, GreedyBot, RandomBot
from .levels import LEVELS, make_bot

__all__ = ["LEVELS", "Bot", "GreedyBot", "RandomBot", "make_bot"]
