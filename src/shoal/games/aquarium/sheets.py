"""Score sheets of Aquarium: every star explained, with the cards that earn it."""

from collections.abc import Sequence
from itertools import product
from typing import Any

from shoal.engine.errors import UnknownText
from shoal.engine.sheet import ScoreLine
from shoal.engine.texts import Texts

from .components import Kind
from .notation import COLOURS, FISH, KINDS, SIZES

SET_KEYS = ("small_set", "medium_set", "large_set")


def place_text(kind: Kind, ordinal: int) -> str:
    """The name of one card in an aquarium: the second purple 1 is `p1.2`."""
    return kind.id if ordinal == 0 else f"{kind.id}.{ordinal + 1}"


def best_combination(box: Any, cards: Sequence[int], repeat: bool, shared: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(Sets of each size, Trios of each colour) that bring the most, found by trying all."""
    grid = [[cards[colour * SIZES + column] for column in range(SIZES)] for colour in range(COLOURS)]
    full = [min(row[column] for row in grid) for column in range(SIZES)]
    full = full if repeat else [min(1, number) for number in full]
    if shared:
        return tuple(full), tuple(min(row) for row in grid)
    found = []
    for sets in product(*(range(number + 1) for number in full)):
        trios = tuple(min(have - used for have, used in zip(row, sets, strict=True)) for row in grid)
        stars = sum(trios) * box.trio + sum(a * b for a, b in zip(sets, box.set_by_size, strict=True))
        found.append((stars, sets, trios))
    _, sets, trios = max(found, key=lambda combination: combination[0])
    return sets, trios


def sheet_lines(texts: Texts, kinds: Sequence[Kind], box: Any, cards: Sequence[int], repeat: bool, shared: bool, pair: int = 0) -> tuple[ScoreLine, ...]:
    """The lines of one aquarium (cards by kind) with the kind of its breeding pair plus 1."""
    sets, trios = best_combination(box, cards, repeat, shared)
    lines = [_fish_line(texts, kinds, cards)]
    for colour, number in enumerate(trios):
        if number:
            members = [kinds[colour * SIZES + column] for column in range(SIZES)]
            lines.append(_combination(texts, "trio", members, cards, number, box.trio, shared, name=kinds[colour * SIZES].name.split()[0].capitalize()))
    for column, number in enumerate(sets):
        if number:
            members = [kinds[colour * SIZES + column] for colour in range(COLOURS)]
            lines.append(_combination(texts, SET_KEYS[column], members, cards, number, box.set_by_size[column], True))
    if any(cards[FISH:KINDS]):
        species = [kinds[kind] for kind in range(FISH, KINDS) if cards[kind]]
        places = tuple(place_text(kind, 0) for kind in species)
        because = texts("sheet.plants.because", n=len(species))
        lines.append(ScoreLine("plants", texts("sheet.plants.title"), box.plants_by_species[len(species)], places, because))
    if pair:
        lines.append(ScoreLine("tank", texts("sheet.tank.title"), 0, (), texts("sheet.tank.because", fish=kinds[pair - 1].name)))
    return tuple(lines)


def _fish_line(texts: Texts, kinds: Sequence[Kind], cards: Sequence[int]) -> ScoreLine:
    worth = [(kind, cards[kind.number]) for kind in kinds[:FISH] if cards[kind.number]]
    places = tuple(place_text(kind, i) for kind, number in worth if kind.stars for i in range(number))
    because = texts("sheet.fish.because", n=len(places)) if places else texts("sheet.fish.none")
    return ScoreLine("fish", texts("sheet.fish.title"), sum(kind.stars * number for kind, number in worth), places, because)


def _combination(texts: Texts, key: str, members: Sequence[Kind], cards: Sequence[int], number: int, each: int, first: bool, name: str = "") -> ScoreLine:
    """A Trio or a Set; where no fish counts twice, Sets take the first copies and Trios the last."""
    places = tuple(place_text(kind, i if first else cards[kind.number] - 1 - i) for kind in members for i in range(number))
    because = texts(f"sheet.{key}.because", n=number, each=each)
    return ScoreLine(key, texts(f"sheet.{key}.title", name=name), number * each, places, because)


def read_layouts(kinds: Sequence[Kind], text: str) -> list[tuple[list[int], int]]:
    """(cards by kind, breeding pair plus 1) of every typed aquarium: a line of ids each, `tank FISH` after a bar; # begins a comment.

    UnknownText names the line that does not fit.
    """
    found = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split("#")[0].strip().lower().replace(",", " ")
        if line:
            found.append(_read_layout(kinds, line, number))
    if not found:
        raise UnknownText("an aquarium is a line of cards, as in: p1 p2 p3 r1 fern | tank y2")
    return found


def _read_layout(kinds: Sequence[Kind], line: str, number: int) -> tuple[list[int], int]:
    numbers = {kind.id: kind.number for kind in kinds}
    cards = [0] * KINDS
    aquarium, _, rest = line.partition("|")
    for word in aquarium.split():
        if word not in numbers:
            raise UnknownText(f"line {number}: {word!r} is no card; there are {', '.join(numbers)}")
        cards[numbers[word]] += 1
    pair = rest.split()
    if not pair:
        return cards, 0
    if pair[0] != "tank" or len(pair) not in (2, 3) or any(word not in numbers or numbers[word] >= FISH or word != pair[1] for word in pair[1:]):
        raise UnknownText(f"line {number}: after the bar stands the breeding pair, as in: | tank y2")
    return cards, numbers[pair[1]] + 1
