"""Score sheets of Aqua Garden: every point explained tank by tank, with the tokens that earn it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shoal.engine.sheet import ScoreLine
from shoal.engine.texts import Texts

from .forecast import plain
from .notation import FINISHED, FLAPJACK, GROUP_WORDS, GROUPS, KIND_WORDS, KINDS, LARGE, MANTA, REMORA, SEATS, SHARK, SMALL, TANK_WORDS, TANKS, WHALE

if TYPE_CHECKING:
    from . import AquaGardenGame

TEXTS = Texts(Path(__file__).parent)


@dataclass
class Garden:
    """What scores of one player."""

    tanks: list[list[int]]
    """[tank][kind]."""
    funds: int = 0
    milestones: list[tuple[str, int, int]] = field(default_factory=list)
    """(group, points, place on the card from 1)."""
    standby: int = 0
    """Place on Standby from 1 at the end; 0 before it counts."""
    advanced: bool = False


def layout_of(state: Any, seat: int) -> Garden:
    """As things stand."""
    box = plain(state.box)
    claims = [(group, state.achieved[seat * GROUPS + group]) for group in range(GROUPS)]
    milestones = [(GROUP_WORDS[group], box.card_points[state.cards[group] * SEATS + place - 1], place) for group, place in claims if place]
    last = state.round >= box.rounds[state.players] and state.owner[seat] == FINISHED
    return Garden([state.tank(seat, tank) for tank in range(TANKS)], state.funds[seat], milestones, state.standby[seat] if last else 0, state.advanced)


def place_text(tank: int, kind: int, ordinal: int = 0) -> str:
    """The name of one token in a garden: the second turtle of C is `C.turtle.2`."""
    return f"{TANK_WORDS[tank]}.{KIND_WORDS[kind]}" + (f".{ordinal + 1}" if ordinal else "")


def sheet_lines(game: "AquaGardenGame", garden: Garden) -> tuple[ScoreLine, ...]:
    """The lines of a garden, in the order of the rulebook."""
    lines = [_tanks(game, garden)]
    if garden.advanced:
        lines.append(_advanced(game, garden))
    return (*lines, _funds(game, garden), _milestones(game, garden), _standby(game, garden))


# ---- tanks


def tank_points(box: Any, tank: Sequence[int]) -> int:
    """Points of one tank, without its advanced fish."""
    return int(box.pair * min(tank[SMALL], tank[LARGE]) + sum(box.worth[kind] * tank[kind] for kind in range(KINDS)))


def _tanks(game: "AquaGardenGame", garden: Garden) -> ScoreLine:
    parts, places = [], []
    for number, tank in enumerate(garden.tanks):
        points = tank_points(plain(game.box), tank)
        if points:
            parts.append(game.texts("sheet.tanks.tank", tank=TANK_WORDS[number], points=points, parts=_tank_parts(game, tank)))
        places += scoring_places(plain(game.box), number, tank)
    total = sum(tank_points(plain(game.box), tank) for tank in garden.tanks)
    return ScoreLine("tanks", game.texts("sheet.tanks.title"), total, tuple(places), ", ".join(parts) or game.texts("sheet.tanks.none"))


def _tank_parts(game: "AquaGardenGame", tank: Sequence[int]) -> str:
    """`2 pairs, a turtle`."""
    pairs = min(tank[SMALL], tank[LARGE])
    parts = [game.texts("sheet.tanks.pair", n=pairs)] if pairs else []
    for kind in range(KINDS):
        if tank[kind] and plain(game.box).worth[kind]:
            parts.append(game.texts(f"token.{KIND_WORDS[kind]}.{'a' if tank[kind] == 1 else 'many'}", n=tank[kind]))
    return ", ".join(parts)


def scoring_places(box: Any, number: int, tank: Sequence[int]) -> list[str]:
    """The tokens of a tank that bring points by themselves or in a pair."""
    pairs = min(tank[SMALL], tank[LARGE])
    counted = [pairs if kind in (SMALL, LARGE) else tank[kind] if box.worth[kind] else 0 for kind in range(KINDS)]
    return [place_text(number, kind, i) for kind in range(KINDS) for i in range(counted[kind])]


# ---- advanced fish


def advanced_parts(game: "AquaGardenGame", tanks: Sequence[Sequence[int]]) -> list[tuple[int, int, int, str, list[str]]]:
    """(tank, kind, points, why, the tokens that count) of every advanced fish."""
    box, found = plain(game.box), []
    for number, tank in enumerate(tanks):
        if tank[FLAPJACK]:
            kinds = [kind for kind in range(KINDS) if tank[kind] and box.fish >> kind & 1]
            points = box.flapjack * len(kinds)
            why = game.texts("sheet.advanced.flapjack", n=len(kinds), tank=TANK_WORDS[number], points=points)
            found.append((number, FLAPJACK, points, why, [place_text(number, kind) for kind in kinds]))
        if tank[MANTA]:
            kind, most = commonest(box, tanks)
            points = box.manta * most
            noun = game.texts(f"token.{KIND_WORDS[kind]}.{'one' if most == 1 else 'many_bare'}")
            why = game.texts("sheet.advanced.manta", n=most, kind=noun, tank=TANK_WORDS[number], points=points)
            counted = [place_text(t, kind, i) for t, other in enumerate(tanks) for i in range(other[kind])]
            found.append((number, MANTA, points, why, [place_text(number, MANTA), *counted]))
        if tank[REMORA]:
            both = tank[SHARK] > 0 and tank[WHALE] > 0
            points = box.remora_both if both else box.remora_one
            why = game.texts("sheet.advanced.remora", tank=TANK_WORDS[number], hosts=game.texts(f"sheet.advanced.{'both' if both else 'alone'}"), points=points)
            found.append((number, REMORA, points, why, [place_text(number, kind) for kind in (REMORA, SHARK, WHALE) if tank[kind]]))
    return found


def commonest(box: Any, tanks: Sequence[Sequence[int]]) -> tuple[int, int]:
    """(kind, how many) of the most numerous kind of fish."""
    totals = [sum(tank[kind] for tank in tanks) if box.fish >> kind & 1 else 0 for kind in range(KINDS)]
    return totals.index(max(totals)), max(totals)


def _advanced(game: "AquaGardenGame", garden: Garden) -> ScoreLine:
    parts = advanced_parts(game, garden.tanks)
    places = list(dict.fromkeys(place for *_, counted in parts for place in counted))
    because = "; ".join(why for _, _, _, why, _ in parts) or game.texts("sheet.advanced.none")
    return ScoreLine("advanced", game.texts("sheet.advanced.title"), sum(points for _, _, points, _, _ in parts), tuple(places), because)


# ---- the rest


def _funds(game: "AquaGardenGame", garden: Garden) -> ScoreLine:
    each = plain(game.box).funds_per_point
    return ScoreLine("funds", game.texts("sheet.funds.title"), garden.funds // each, (), game.texts("sheet.funds.because", n=garden.funds, each=each))


def _milestones(game: "AquaGardenGame", garden: Garden) -> ScoreLine:
    parts = []
    for group, points, place in garden.milestones:
        named = game.texts(f"group.{group}") if group else game.texts("sheet.milestones.title").lower()
        parts.append(game.texts("sheet.milestones.one", group=named, points=points, place=game.texts(f"place.{place}")))
    total = sum(points for _, points, _ in garden.milestones)
    return ScoreLine("milestones", game.texts("sheet.milestones.title"), total, (), ", ".join(parts) or game.texts("sheet.milestones.none"))


def _standby(game: "AquaGardenGame", garden: Garden) -> ScoreLine:
    if not garden.standby:
        return ScoreLine("standby", game.texts("sheet.standby.title"), 0, (), game.texts("sheet.standby.later"))
    points = plain(game.box).standby[garden.standby - 1]
    return ScoreLine("standby", game.texts("sheet.standby.title"), points, (), game.texts("sheet.standby.because", place=game.texts(f"place.{garden.standby}")))
