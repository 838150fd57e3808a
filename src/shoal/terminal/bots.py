"""The bots at this terminal's table."""

import secrets
import sys

from shoal.bots.levels import make_bot
from shoal.engine.state import Rng
from shoal.play.match import Match

from . import texts
from .failures import first_line, log_error

SIMPLER = ("greedy", "random")


class BotPlayers:
    """Chooses for every seat that a bot has. A bot sees its own mask and nothing else."""

    def __init__(self, match: Match, seed: int | None) -> None:
        self.match = match
        self._start = secrets.randbits(32) if seed is None else seed
        self._bots = {seat: make_bot(sits.bot, match.game) for seat, sits in enumerate(match.seats) if sits.bot}

    def names(self) -> str:
        return self.match.names([seat for seat in self.match.waiting_for() if seat in self._bots])

    def choose(self) -> None:
        """Let every bot that is asked choose, in a sealed stage all that it is asked."""
        for seat in self.match.waiting_for():
            while seat in self._bots and seat in self.match.waiting_for():
                question = self.match.decision_number
                self.match.choose(seat, [self._choice(seat)], question)
                if self.match.decision_number != question:
                    return

    def _choice(self, seat: int) -> int:
        """What the bot chooses, the same again in the same position after an undo; if it fails, what a simpler one does."""
        masked = self.match.asked(seat)
        rng = Rng(self._start, f"bot {seat + 1} at {self.match.opened[-1]}, step {len(self.match.draft(seat))}")
        for bot in (self._bots[seat], *(make_bot(level, self.match.game) for level in SIMPLER)):
            try:
                action = bot.choose(masked, rng)
                if action in masked.legal_actions():
                    return action
                raise ValueError(f"{action!r} is not legal")
            except Exception as error:
                self.failed(seat, error)
        return masked.legal_actions()[0]

    def failed(self, seat: int, error: Exception) -> None:
        """Say it, and go on."""
        print(texts()("play.bot_failed.line", name=self.match.name(seat), what=first_line(error), log=log_error(error)), file=sys.stderr)
