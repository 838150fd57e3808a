"""Why a move of Fish Tank is worth thinking of, in the words of the score sheet; from a mask only."""

from typing import Any

from shoal.engine.state import Masked

from .components import Kind
from .notation import KEEP, cell_of, cell_text, is_flip, is_pick, kind_of
from .strategy import best_cell
from .table_tank import Tank

MENTIONED = 2

MUCH = 4
"""Points that are worth keeping from somebody else."""


def reason(game: Any, masked: Masked, action: int) -> str:
    """One line about what an action of the mask's observer changes."""
    line = said(game, masked, action)
    return line[:1].upper() + line[1:]


def said(game: Any, masked: Masked, action: int) -> str:
    state, seat = masked.state, masked.observer
    before = tank_of(state, seat)
    if is_pick(action):
        kind = game.kinds[kind_of(action)]
        cell = best_cell(state, seat, kind.number)
        placed = str(game.texts("hint.place", cell=cell_text(cell), why=placing(game, state, before, kind, cell)))
        return "; ".join(part for part in (placed, denied(game, state, seat, kind)) if part)
    if action == KEEP:
        return str(game.texts("hint.keep"))
    if is_flip(action):
        after = before.flipped(cell_of(action))
        plants = shown(after).count(game.box.plant)
        return changes(game, before, after) or str(game.texts("hint.plants", number=plants))
    return placing(game, state, before, game.kinds[state.revealed[seat]], cell_of(action))


def tank_of(state: Any, seat: int) -> Tank:
    """The aquarium with the card that the seat has just placed."""
    tank = Tank.of(state, seat)
    placed = state.placed[seat]
    return tank.with_card(placed - 1, state.revealed[seat]) if placed > 0 else tank


def shown(tank: Tank) -> tuple[int, ...]:
    """The kinds in the frame that pays most, row by row."""
    return tank.grid(tank.worth.left, tank.worth.top)


def placing(game: Any, state: Any, before: Tank, kind: Kind, cell: int) -> str:
    """What a card pays at once; else what one more of its kind would pay; else that nothing is lost."""
    after = before.with_card(cell, kind.number)
    now = changes(game, before, after)
    if now:
        return now
    gain = max(after.gains(kind.number, after.free()).values(), default=0)
    if gain > 0 and unseen(state, kind.number) > 0:
        return str(game.texts("hint.soon", kind=noun(game, kind), points=gain))
    return str(game.texts("hint.open" if after.frames > 1 else "hint.nothing"))


def denied(game: Any, state: Any, seat: int, kind: Kind) -> str:
    """What the next player, who gets the hand, would have had for the card: said where it is much, and no second one is left for them."""
    tables = state.tables
    if state.round % tables.hand == 0 or state.hands[seat * len(state.pile) + kind.number] > 1:
        return ""
    phase = (state.round - 1) // tables.hand
    other = (seat + tables.directions[phase]) % state.players
    tank = Tank.of(state, other)
    gain = tank.with_card(best_cell(state, other, kind.number), kind.number).worth.total - tank.worth.total
    return str(game.texts("hint.denies", points=gain)) if gain >= MUCH else ""


def changes(game: Any, before: Tank, after: Tank) -> str:
    """The kinds that pay more or less than before, the largest changes first."""
    was, now = before.worth.by_kind, after.worth.by_kind
    changed = sorted((kind for kind in game.kinds[1:] if now[kind.number] != was[kind.number]), key=lambda kind: -abs(now[kind.number] - was[kind.number]))
    return "; ".join(change(game, kind, now[kind.number] - was[kind.number], after) for kind in changed[:MENTIONED])


def change(game: Any, kind: Kind, points: int, after: Tank) -> str:
    """Such as `+5 for snail, two of a kind at the sides`."""
    number = shown(after).count(kind.number)
    what = game.what_pays(kind, number)
    form = {"area": "area", "count": "count"}.get(kind.condition, "line")
    if kind.condition == "area":
        number = sum(kind.number == card and bool(game.box.area[kind.number] >> at & 1) for at, card in enumerate(shown(after)))
    return str(game.texts("hint.change", kind=noun(game, kind), what=game.texts(f"hint.{form}", what=what, number=number), points=points))


def noun(game: Any, kind: Kind) -> str:
    """The everyday name within a sentence."""
    return str(game.texts.get(f"table.noun.{kind.id}", kind.name.lower()))


def unseen(state: Any, kind: int) -> int:
    """Copies that do not lie open in an aquarium."""
    width = len(state.pile)
    return int(state.pile[kind] + state.discards[kind] + sum(state.hands[kind::width]))
