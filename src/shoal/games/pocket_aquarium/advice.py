"""Hints for Pocket Aquarium, from the solver: the best moves, what they lead to, and whether a win is still possible."""

from typing import Any

from shoal.engine.form import compiled
from shoal.engine.state import Masked, Rng

from .prove import most_possible
from .solve import WEIGHTS, tables_of
from .solver_beam import Beam

GLANCE, LOOK, DEEP = 60, 2_000, 20_000
"""Widths: for every move, for the few that look best, and for the best line."""

PLAIN_GLANCE, PLAIN_LOOK, PLAIN_DEEP = 1, 4, 12
ALL_OF_TWO = 3_000
"""Wide enough to see everything two turns before the end."""

SHOWN = 3
"""So many moves of a line are named."""

Line = tuple[int, tuple[int, ...], bool]
"""Score, moves, and whether nothing better exists."""


def hints(game: Any, masked: Masked, n: int) -> list[tuple[int, float, str]]:
    """The n best moves as (action, points at the end, why)."""
    legal = masked.legal_actions()
    if not legal:
        return []
    glance, look, deep = (GLANCE, LOOK, DEEP) if compiled() else (PLAIN_GLANCE, PLAIN_LOOK, PLAIN_DEEP)
    state = masked.dealt(Rng(1))
    if state.tables.length[state.path] - state.stop <= 2:
        deep = max(deep, ALL_OF_TWO)
    beam = Beam(state, tables_of(game.box, WEIGHTS, state.variant))
    found = {action: after(beam, state, action, glance) for action in legal}
    best = searched(beam, state, deep)
    if best[1]:
        found[best[1][0]] = max(found[best[1][0]], (best[0], best[1][1:], best[2]), key=lambda line: line[0])
    likely = sorted(found, key=lambda action: -found[action][0])[: n + 2]
    for action in likely:
        found[action] = max(found[action], after(beam, state, action, look), key=lambda line: (line[0], line[2]))
    chosen = sorted(likely, key=lambda action: -found[action][0])[:n]
    most = max(line[0] for line in found.values())
    return [(action, float(found[action][0]), reason_of(game, state, found[action], best[2] and most < game.box.win_from)) for action in chosen]


def searched(beam: Beam, state: Any, width: int) -> Line:
    beam.set_start(state)
    score, moves = beam.search(width)
    return score, tuple(moves), beam.is_exact()


def after(beam: Beam, state: Any, action: int, width: int) -> Line:
    """What can be reached after a move."""
    then = state.copy()
    then.apply_action(0, action)
    if then.is_terminal():
        return int(then.scores()[0]), (), True
    return searched(beam, then, width)


def reason_of(game: Any, state: Any, line: Line, lost: bool) -> str:
    """`Purr-fect!: then use b3 c2, feed b, use b3 …`"""
    t, (score, moves, _) = game.texts, line
    shown = ", ".join(game.action_to_text(action) for action in moves[:SHOWN]) + (" …" if len(moves) > SHOWN else ".")
    label = next(line.label for line in reversed(game.outcomes) if score >= line.least)
    said = str(t("hint.then", label=label, moves=shown) if moves else t("hint.end", label=label))
    if score >= game.box.win_from:
        return f"{said} {t('hint.most')}" if score >= most_possible(state) else said
    return f"{said} {t('hint.no_win' if lost else 'hint.none_found')}"


def reason(game: Any, masked: Masked, action: int) -> str:
    """What a single move leads to."""
    state = masked.dealt(Rng(1))
    beam = Beam(state, tables_of(game.box, WEIGHTS, state.variant))
    return reason_of(game, state, after(beam, state, action, LOOK if compiled() else PLAIN_LOOK), False)
