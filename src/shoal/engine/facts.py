"""Numbers that the whole engine shares."""

from typing import Annotated

MOVES = 320
"""Capacity of a list of legal actions or of chance outcomes; each game checks its own maximum against it."""

SPECTATOR = -1
"""The observer without a seat."""

TRUTH = -2
"""`State.observer` of a state that hides nothing."""

NOBODY = -1
"""No seat: before the first actor, after the last."""

DECISION, CHANCE, OVER = 0, 1, 2
"""What a state waits for: a choice of a seat, a draw, nothing more."""

AT_ONCE = 0
"""`Witnesses.public_at` of what everybody sees when it happens."""

AT_END = 1_000_000
"""`Witnesses.public_at` of what is opened only when the game is over."""

Moves = Annotated[list[int], "int", MOVES]

Looks = Annotated[list[float], "double", MOVES]
"""A number for each of them."""
