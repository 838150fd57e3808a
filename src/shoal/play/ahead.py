"""What somebody who waits may choose in advance: moves that could be hers when the table next asks her alone.

Nobody knows what the others will do, so it is found by trying: a few worlds are dealt from her own mask and played on at random.
It is help for choosing, not a promise; whatever is a move of the game may be left in advance.
"""

from typing import Any

from shoal.engine.state import Masked, Rng

WORLDS = 4
LONGEST = 120
"""No world is followed further than so many steps."""


def possible(masked: Masked) -> list[int]:
    """The actions that the mask's observer may get to choose from, sorted; the same for the same mask, and nothing hidden goes into it."""
    found: set[int] = set()
    for number in range(WORLDS):
        rng = Rng(number + 1, "ahead")
        found.update(_first_choice(masked.dealt(rng), masked.observer, rng))
    return sorted(found)


def _first_choice(state: Any, seat: int, rng: Rng) -> list[int]:
    """What the seat is asked alone, after the others have moved at random; [] when that does not come soon."""
    for _ in range(LONGEST):
        if state.is_chance():
            state.advance(rng)
        actors = state.actors()
        if not actors:
            return []
        if actors == [seat]:
            return list(state.legal_actions(seat))
        for actor in actors:
            legal = state.legal_actions(actor)
            state.apply_action(actor, legal[rng.pick(len(legal))])
    return []
