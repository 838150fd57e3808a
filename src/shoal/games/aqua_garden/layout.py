"""Finished gardens of a real table as text: read, checked, and written again."""

from typing import Any

from shoal.engine.errors import UnknownText

from .forecast import oxygen
from .notation import FLAPJACK, GROUP_WORDS, KIND_WORDS, KINDS, SEATS, TANK_WORDS, TANKS
from .sheets import TEXTS, Garden


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
    for words in _parts(line):
        if words[0] in seen or words[0] in GROUP_WORDS and seen & set(GROUP_WORDS):
            raise UnknownText(TEXTS("typed.twice", line=number, word=words[0]))
        seen.add(words[0])
        _read_part(box, garden, words, number)
    for letter, tank in zip(TANK_WORDS, garden.tanks, strict=True):
        if problem := wrong_tank(box, tank):
            raise UnknownText(TEXTS("typed.tank", line=number, tank=letter, problem=problem))
    garden.advanced = any(tank[kind] for tank in garden.tanks for kind in range(FLAPJACK, KINDS))
    return garden


def _parts(line: str) -> list[list[str]]:
    """The words of each part of a line that is not empty."""
    return [words for part in line.split("|") if (words := part.replace(",", " ").replace(":", " ").split())]


def _read_part(box: Any, garden: Garden, words: list[str], number: int) -> None:
    if words[0].upper() in TANK_WORDS and len(words[0]) == 1:
        _read_tank(garden, words, number)
    elif words[0] == "funds" and len(words) == 2:
        garden.funds = _number(words[1], 0, box.most_funds, number)
    elif words[0] == "standby" and len(words) == 2:
        garden.standby = _number(words[1], 1, len(box.standby), number)
    elif words[0] in GROUP_WORDS:
        _read_claims(box, garden, words, number)
    else:
        raise UnknownText(TEXTS("typed.part", line=number, part=" ".join(words), example=EXAMPLE))


def sketched(box: Any, text: str) -> Garden:
    """What can be read of the first line, in order or not; parts that cannot be read are left out."""
    garden = Garden([[0] * KINDS for _ in range(TANKS)])
    lines = (line for raw in text.splitlines() if (line := raw.split("#")[0].strip().lower()))
    for words in _parts(next(lines, "")):
        try:
            _read_part(box, garden, words, 1)
        except UnknownText:
            continue
    return garden


def garden_text(garden: Garden) -> str:
    """A garden as it is typed.

    >>> garden_text(Garden([[2, 1, *[0] * 9], *[[0] * 11] * 5], 7, [("fish", 5, 1)], 2))
    'A 2 small large | funds 7 | fish 1 | standby 2'
    """
    parts = []
    for letter, tank in zip(TANK_WORDS, garden.tanks, strict=True):
        tokens = [f"{number} {word}" if number > 1 else word for number, word in zip(tank, KIND_WORDS, strict=True) if number]
        parts += [" ".join([letter, *tokens])] if tokens else []
    parts += [f"funds {garden.funds}"] if garden.funds else []
    parts += [" ".join(f"{group} {place}" for group, _, place in garden.milestones)] if garden.milestones else []
    parts += [f"standby {garden.standby}"] if garden.standby else []
    return " | ".join(parts)


def _read_tank(garden: Garden, words: list[str], number: int) -> None:
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
