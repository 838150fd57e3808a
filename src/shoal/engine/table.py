"""What every game's `table.py` works with: a view to draw from, and words for the template to show."""

from collections.abc import Sequence
from typing import Any, Protocol

Words = dict[str, Any]
"""What a template reads: plain words and numbers."""


class View(Protocol):
    """What a game's table takes from the view of a match: a mask and the table's own public facts, so nothing hidden can get onto a page."""

    game: Any
    observer: int
    masked: Any
    decision: str
    legal: Sequence[tuple[int, str]]
    draft: Sequence[int]
    chosen: bool
    waiting_for: Sequence[int]
    answered: Sequence[int]
    seats: Sequence[Any]
    events: Sequence[Any]
    over: bool


def signed(gain: int) -> str:
    """
    >>> signed(5), signed(-4), signed(0)
    ('+5', '−4', '±0')
    """
    return f"+{gain}" if gain > 0 else f"−{-gain}" if gain < 0 else "±0"


def tone(gain: int) -> str:
    """The name of the colour in which a gain is shown: good, bad, or none.

    >>> tone(5), tone(-4), tone(0)
    ('good', 'bad', '')
    """
    return "good" if gain > 0 else "bad" if gain < 0 else ""
