"""What can go wrong, in words: every message says what is wrong, where, and what to do."""


class ShoalError(Exception):
    """A mistake in what was given to Shoal. Its text is one clear sentence for the person who gave it."""


class IllegalAction(ShoalError):
    """An action or outcome that the rules do not allow now. The state is as it was.

    `reason` says what is wrong, `rule` where the rules say so (an id of the game's `rulings.md`, or "").
    """

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(f"{reason} ({rule})" if rule else reason)
        self.reason = reason
        self.rule = rule


class UnknownText(ShoalError):
    """A text that is no action, or no chance outcome, of this game."""


class AmbiguousText(ShoalError):
    """What was typed could mean several actions; `candidates` lists them."""

    def __init__(self, message: str, candidates: list[str]) -> None:
        super().__init__(message)
        self.candidates = candidates


class OptionError(ShoalError):
    """Unknown option, a value it does not take, or a combination that the rules exclude."""


class ComponentError(ShoalError):
    """A component file that does not describe a playable box."""


class RecordError(ShoalError):
    """A record that cannot be read or replayed; `line` is the line to look at (0: the whole file)."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


class UnknownGame(ShoalError):
    """There is no game of this name."""
