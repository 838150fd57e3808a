"""The guide to the kinds: what each pays, as on the printed cards, with icons drawn from the component file."""

from functools import lru_cache
from typing import Any, NamedTuple

from shoal.engine.game import Game
from shoal.engine.table import Words

from .components import Kind
from .notation import SIDE


class Icon(NamedTuple):
    """A printed condition as a small drawing: the places of an area or a line (`grid`), what lies `beside` a card, or a `text`."""

    sort: str
    text: str = ""
    on: tuple[bool, ...] = ()
    diagonal: bool = False
    different: bool = False


class Condition(NamedTuple):
    """A printed box of a card: the icon, what is needed and what is paid, in words and as a number."""

    icon: Icon
    label: str
    points: int
    met: bool = False


class Row(NamedTuple):
    """A line of the guide."""

    id: str
    letter: str
    name: str
    where: str
    conditions: tuple[Condition, ...]
    now: int


def short(game: Game, kind: Kind) -> str:
    """The everyday name of a kind, such as Danio."""
    return game.texts.get(f"table.short.{kind.id}", kind.name)


def noun(game: Game, kind: Kind) -> str:
    """The name within a sentence: snail."""
    return game.texts.get(f"table.noun.{kind.id}", kind.name.lower())


def a_noun(game: Game, kind: Kind) -> str:
    """With its article: a snail, an angelfish."""
    name = noun(game, kind)
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def guide(game: Any, by_kind: tuple[int, ...]) -> list[Row]:
    """Every kind of the box: icons, conditions, which are met by an aquarium with these points, and what it pays now."""
    return [kind_row(game, kind.number, by_kind[kind.number]) for kind in game.kinds[1:]]


@lru_cache(maxsize=1024)
def kind_row(game: Any, number: int, points: int) -> Row:
    """One line of the guide."""
    kind = game.kinds[number]
    conditions = _conditions(game, kind)
    met = _met(kind, [condition.points for condition in conditions], points)
    shown = tuple(condition._replace(met=i in met) for i, condition in enumerate(conditions))
    return Row(kind.id, kind.letter, short(game, kind), where(game, kind), shown, points)


def where(game: Any, kind: Kind) -> str:
    """Where or how cards of the kind count, in a few words."""
    keys = [f"table.where.{kind.id}", f"table.where.{kind.condition}"]
    for name in ("direction", "area", "neighbourhood"):
        if name in kind.data:
            keys.insert(1, f"table.where.{kind.data[name]}")
    return next((game.texts.get(key) for key in keys if game.texts.get(key)), kind.condition)


def _conditions(game: Any, kind: Kind) -> list[Condition]:
    """The printed boxes of a card, the easier first."""
    data = kind.data
    if kind.condition == "shape":
        down, across = game.components["directions"][data["direction"]]
        return [_box(Icon("grid", on=_line(down, across, shape["length"])), "", shape["points"]) for shape in data["shapes"]]
    if kind.condition == "neighbours":
        icon = Icon("beside", diagonal=data["neighbourhood"] == "diagonal", different=data["match"] == "different")
        return [_box(icon, _printed(data), data["points"])]
    boxes = [_box(Icon("text", _printed(tier)), "", tier["points"]) for tier in data["tiers"]]
    if kind.condition == "area":
        area = tuple(sign == "#" for row in game.components["areas"][data["area"]] for sign in row)
        boxes[0] = _box(Icon("grid", on=area), _printed(data["tiers"][0]), data["tiers"][0]["points"])
    return boxes


def _box(icon: Icon, needed: str, points: int) -> Condition:
    return Condition(icon, f"{needed} → {points}" if needed else str(points), points)


def _printed(data: Words) -> str:
    """How many are needed, as the card says it."""
    return str(data.get("printed", f"{data['min']}+"))


def _line(down: int, across: int, length: int) -> tuple[bool, ...]:
    """A line of cards drawn in a full aquarium."""
    row = start = 1 if length < SIDE else 0
    column = SIDE - 1 - start if across < 0 else start
    cells = {(row + i * down, column + i * across) for i in range(length)}
    return tuple((r, c) in cells for r in range(SIDE) for c in range(SIDE))


def _met(kind: Kind, values: list[int], points: int) -> set[int]:
    """Which of the printed values make up these points: the tier itself, or the shapes that add up to them."""
    if points == 0:
        return set()
    if kind.condition == "neighbours":
        return {0}
    if kind.condition != "shape":
        return {i for i, value in enumerate(values) if value == points}
    return _summands(values, points, len(values) - 1) or set()


def _summands(values: list[int], points: int, last: int) -> set[int] | None:
    """The values, longest shapes first, whose multiples add up to the points."""
    if points == 0:
        return set()
    if last < 0:
        return None
    most = points // values[last] if values[last] > 0 else 0
    for times in range(most, -1, -1):
        rest = _summands(values, points - times * values[last], last - 1)
        if rest is not None:
            return rest | ({last} if times else set())
    return None
