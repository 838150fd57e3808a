"""Score sheets of Acqua Dolce: which objectives are On and why, and whether that was enough; and tanks that somebody typed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from shoal.engine.errors import UnknownText
from shoal.engine.sheet import ScoreLine

from .components import Kind
from .notation import KINDS, OBJECTIVES
from .scoring import failing_in, objectives_in
from .tanks import Progress, progress

if TYPE_CHECKING:
    from . import AcquaDolceGame


def sheet_lines(game: "AcquaDolceGame", state: Any, seat: int) -> tuple[ScoreLine, ...]:
    """A line for each objective in play, and one for running out of cards, which brings the only point."""
    lines = [objective_line(game, step, bool(state.on >> step.number & 1)) for step in progress(game, list(state.tank)) if state.objectives >> step.number & 1]
    won = state.winner == seat + 1
    key = "won" if won else "empty" if state.hand_size[seat] == 0 else "cards"
    because = game.texts(f"sheet.out.{key}", n=state.hand_size[seat], on=state.on.bit_count(), need=state.need)
    return (*lines, ScoreLine("out", game.texts("sheet.out.title"), int(won), (), because))


def objective_line(game: "AcquaDolceGame", step: Progress, on: bool, points: int = 0) -> ScoreLine:
    places = tuple(game.box.names[card] for card in step.cards)
    because = f"{game.texts('sheet.on' if on else 'sheet.off')}: {step.words}"
    return ScoreLine(OBJECTIVES[step.number], step.name, points, places, because)


def tank_lines(game: "AcquaDolceGame", cards: list[int]) -> tuple[ScoreLine, ...]:
    """Of a typed tank: a point for each objective that it meets, and the fish whose requirements are not met."""
    met = objectives_in(game.box, cards)
    lines = [objective_line(game, step, bool(met >> step.number & 1), met >> step.number & 1) for step in progress(game, cards)]
    failed = failing_in(game.box, cards)
    names = ", ".join(game.kinds[card].name for card in failed)
    because = game.texts("sheet.needs.unmet", names=names) if failed else game.texts("sheet.needs.met")
    return (*lines, ScoreLine("needs", game.texts("sheet.needs.title"), 0, tuple(game.box.names[card] for card in failed), because))


def read_tanks(kinds: Sequence[Kind], text: str) -> list[list[int]]:
    """The numbers of cards of every typed tank: a line each, `3 guppy, neon, deco x3`; # begins a comment. UnknownText says what does not fit."""
    found = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split("#")[0].strip().lower()
        if line:
            found.append(_read_tank(kinds, line, number))
    if not found:
        raise UnknownText("a tank is a line of cards, as in: 3 guppy, 3 neon, krib, 3 deco, 2 plant")
    return found


def _read_tank(kinds: Sequence[Kind], line: str, number: int) -> list[int]:
    ids = {kind.id: kind for kind in kinds[1:]}
    cards = [0] * KINDS
    for part in line.split(","):
        words = part.split()
        copies = [word.strip("x") for word in words if word.strip("x").isdecimal()]
        names = [word for word in words if not word.strip("x").isdecimal()]
        if len(names) != 1 or len(copies) > 1:
            raise UnknownText(f"line {number}: {part.strip()!r} is not a card with its number, as in: 3 guppy, krib")
        if names[0] not in ids:
            raise UnknownText(f"line {number}: {names[0]!r} is no card; there are {', '.join(ids)}")
        kind = ids[names[0]]
        cards[kind.number] += int(copies[0]) if copies and len(copies[0]) < 4 else 1
        if cards[kind.number] > kind.copies:
            raise UnknownText(f"line {number}: there are only {kind.copies} cards of {kind.id} in the box")
    return cards
