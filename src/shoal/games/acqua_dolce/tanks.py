"""What a tank shows, in words: how far each objective is, and what a fish needs. Everything from the tables of the box."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .notation import COLOURS, OBJECTIVES, ORNAMENTS, RARE, SCHOOL, SCHOOLS, VARIETY, ZONES

if TYPE_CHECKING:
    from . import AcquaDolceGame


@dataclass(frozen=True)
class Progress:
    """How far an objective is."""

    number: int
    """VARIETY to ZONES."""
    name: str
    have: int
    want: int
    cards: tuple[int, ...]
    """The cards that count for it."""
    words: str
    """Such as "6 of 7 species"."""
    short: str
    """`6/7`"""

    @property
    def on(self) -> bool:
        return self.have >= self.want

    @property
    def id(self) -> str:
        return OBJECTIVES[self.number]


def progress(game: "AcquaDolceGame", tank: Sequence[int]) -> list[Progress]:
    """All six objectives, in play or not."""
    names = {data["id"]: data["name"] for data in game.components["objective"]}
    makers = {VARIETY: _variety, SCHOOLS: _schools, ORNAMENTS: _ornaments, RARE: _rare, COLOURS: _colours, ZONES: _zones}
    found = []
    for number, make in makers.items():
        have, want, cards, words = make(game, tank)
        found.append(Progress(number, names[OBJECTIVES[number]], have, want, tuple(cards), words, f"{have}/{want}"))
    return found


Parts = tuple[int, int, list[int], str]


def _fish(game: "AcquaDolceGame", tank: Sequence[int]) -> list[int]:
    return [card for card in range(1, game.box.fish + 1) if tank[card] > 0]


def _variety(game: "AcquaDolceGame", tank: Sequence[int]) -> Parts:
    fish, want = _fish(game, tank), game.box.variety
    return len(fish), want, fish, game.texts("objective.variety", have=len(fish), want=want)


def _schools(game: "AcquaDolceGame", tank: Sequence[int]) -> Parts:
    box = game.box
    schools = [card for card in _fish(game, tank) if box.needs[card] & SCHOOL and tank[card] >= box.school_size]
    started = [card for card in _fish(game, tank) if box.needs[card] & SCHOOL and card not in schools]
    words = game.texts("objective.schools", have=len(schools), want=box.schools)
    if started and len(schools) < box.schools:
        words += "; " + ", ".join(f"{game.noun(card)} {tank[card]}/{box.school_size}" for card in started)
    return len(schools), box.schools, schools, words


def _ornaments(game: "AcquaDolceGame", tank: Sequence[int]) -> Parts:
    box = game.box
    numbers = [0, 0]
    cards = [card for card in range(box.fish + 1, box.ornaments + 1) if tank[card] > 0]
    for card in cards:
        numbers[box.serves[card] - 1] += tank[card]
    want = (box.decorations, box.plants)
    have = sum(min(a, b) for a, b in zip(numbers, want, strict=True))
    words = game.texts("objective.ornaments", decorations=numbers[0], plants=numbers[1], want=want[0], want_plants=want[1])
    return have, sum(want), cards, words


def _rare(game: "AcquaDolceGame", tank: Sequence[int]) -> Parts:
    box = game.box
    cards = [card for card in _fish(game, tank) if box.rare[card]]
    names = " or ".join(game.noun(card) for card in range(1, box.fish + 1) if box.rare[card])
    have = sum(tank[card] for card in cards)
    return have, box.rare_fish, cards, game.texts("objective.rare_there" if have >= box.rare_fish else "objective.rare", names=names)


def _colours(game: "AcquaDolceGame", tank: Sequence[int]) -> Parts:
    box, names = game.box, game.components["colours"]["names"]
    return _union(game, tank, box.colours, names, box.colour_count, "colours")


def _zones(game: "AcquaDolceGame", tank: Sequence[int]) -> Parts:
    box, names = game.box, game.components["zones"]["names"]
    return _union(game, tank, box.zone, names, box.zone_count, "zones")


def _union(game: "AcquaDolceGame", tank: Sequence[int], sets: Sequence[int], names: Sequence[str], want: int, key: str) -> Parts:
    fish = _fish(game, tank)
    missing = [name for bit, name in enumerate(names) if not any(sets[card] >> bit & 1 for card in fish)]
    have = len(names) - len(missing)
    words = game.texts(f"objective.{key}", have=have, want=want)
    return have, want, fish, words + (f"; {game.texts('objective.missing', names=', '.join(missing))}" if have < want else "")
