"""Score sheets of Aqua Garden: every point explained tank by tank, with the tokens that earn it; and gardens that somebody typed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shoal.engine.errors import UnknownText
from shoal.engine.sheet import ScoreLine
from shoal.engine.texts import Texts

from .forecast import oxygen, plain
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


# ---- typed gardens


EXAMPLE = "A 2 small 2 large | C seaweed 2 turtle coral | E whale | funds 7 | fish 1 shark 2 | standby 1"


def read_layouts(box: Any, text: str) -> list[Garden]:
    """Typed gardens, one a line; UnknownText says what does not fit."""
    found = []
    for number, raw in enumerate(text.splitlines(), 1):
        if line := raw.split("#")[0].strip().lower():
            found.append(_read_garden(box, line, number))
    if not found:
        raise UnknownText(TEXTS("typed.example", example=EXAMPLE))
    return found


def _read_garden(box: Any, line: str, number: int) -> Garden:
    """`a 2 small large | funds 7 | fish 1 shark 2 | standby 1`: tanks, money, milestones with the place of the cube, place on Standby."""
    garden = Garden([[0] * KINDS for _ in range(TANKS)])
    seen: set[str] = set()
    for part in line.split("|"):
        words = part.replace(",", " ").replace(":", " ").split()
        if not words:
            continue
        if words[0] in seen or words[0] in GROUP_WORDS and seen & set(GROUP_WORDS):
            raise UnknownText(TEXTS("typed.twice", line=number, word=words[0]))
        seen.add(words[0])
        if words[0].upper() in TANK_WORDS and len(words[0]) == 1:
            _read_tank(box, garden, words, number)
        elif words[0] == "funds" and len(words) == 2:
            garden.funds = _number(words[1], 0, box.most_funds, number)
        elif words[0] == "standby" and len(words) == 2:
            garden.standby = _number(words[1], 1, len(box.standby), number)
        elif words[0] in GROUP_WORDS:
            _read_claims(box, garden, words, number)
        else:
            raise UnknownText(TEXTS("typed.part", line=number, part=part.strip(), example=EXAMPLE))
    garden.advanced = any(tank[kind] for tank in garden.tanks for kind in range(FLAPJACK, KINDS))
    return garden


def _read_tank(box: Any, garden: Garden, words: list[str], number: int) -> None:
    tank = garden.tanks[TANK_WORDS.index(words[0].upper())]
    copies = 1
    for word in words[1:]:
        if word.strip("x").isdecimal():
            copies = _number(word.strip("x"), 1, 20, number)
        elif word in KIND_WORDS:
            tank[KIND_WORDS.index(word)] += copies
            copies = 1
        else:
            raise UnknownText(TEXTS("typed.token", line=number, word=word, tokens=", ".join(KIND_WORDS)))
    if problem := wrong_tank(box, tank):
        raise UnknownText(TEXTS("typed.tank", line=number, tank=words[0].upper(), problem=problem))


def wrong_tank(box: Any, tank: list[int]) -> str:
    """What breaks the placement rules, "" if nothing does."""
    mix = sum(1 << kind for kind in range(KINDS) if tank[kind])
    used, supply = oxygen(box, tank)
    if used > supply:
        return TEXTS("typed.oxygen", used=used, supply=supply)
    for kind in range(KINDS):
        if box.single >> kind & 1 and tank[kind] > 1:
            return TEXTS("typed.single", token=KIND_WORDS[kind])
    return "" if box.sound[mix] else TEXTS("typed.company")


def _read_claims(box: Any, garden: Garden, words: list[str], number: int) -> None:
    points = box.card_points[:SEATS]
    if len(words) % 2 or any(word not in GROUP_WORDS for word in words[::2]) or len(set(words[::2])) * 2 != len(words):
        raise UnknownText(TEXTS("typed.claims", line=number))
    for group, place in zip(words[::2], words[1::2], strict=True):
        at = _number(place, 1, len(points), number)
        garden.milestones.append((group, points[at - 1], at))


def _number(word: str, low: int, high: int, line: int) -> int:
    if not word.isdecimal() or len(word) > 3 or not low <= int(word) <= high:
        raise UnknownText(TEXTS("typed.number", line=line, word=word, low=low, high=high))
    return int(word)
