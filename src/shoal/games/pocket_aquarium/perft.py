"""How many lines of play and how many different positions there are, move by move: numbers to check another implementation against."""

from typing import Any


def counts(state: Any, depth: int) -> list[tuple[int, int]]:
    """(sequences of actions, different positions) after 1, 2, … moves. Positions differ if any of their fields does.

    >>> from shoal.games import load_game
    >>> start = load_game("pocket_aquarium").new_deal("G1< D4< A2> RA< / A1> D1> PL< G4> / D3< G3> SN< A4< / PU> A3< G2> D2>")
    >>> counts(start, 1)[0][0] == len(start.legal_actions(0))
    True
    """
    ways: dict[Any, int] = {state: 1}
    found = []
    for _ in range(depth):
        ways = one_move_on(ways)
        found.append((sum(ways.values()), len(ways)))
    return found


def one_move_on(ways: dict[Any, int]) -> dict[Any, int]:
    """Every position after one more move, and in how many ways it is reached."""
    after: dict[Any, int] = {}
    for state, times in ways.items():
        for action in state.legal_actions(0):
            then = state.copy()
            then.apply_action(0, action)
            after[then] = after.get(then, 0) + times
    return after
