"""A finished garden of a real table, tapped together token by token: the same words as in typed layouts."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from shoal.engine.table import Words

from .forecast import oxygen, plain
from .layout import EXAMPLE, garden_text, sketched, wrong_tank
from .notation import GROUP_WORDS, KIND_WORDS, KINDS, SEATS, TANK_WORDS, TANKS
from .sheets import Garden
from .table_garden import TANK_AT
from .table_scene import LETTERS


class Sketch:
    """The garden so far, the token that is chosen, and links to the garden after a tap."""

    def __init__(self, game: Any, layout: str, brush: str) -> None:
        self.game, self.t, self.box = game, game.texts, plain(game.box)
        self.garden = sketched(game.box, layout)
        self.brush = brush if brush in KIND_WORDS else KIND_WORDS[0]

    def link(self, change: Callable[[Garden], None], **words: Any) -> Words:
        """A link to the garden after a change."""
        after = deepcopy(self.garden)
        change(after)
        return {"layout": garden_text(after), "brush": self.brush, **words}

    def name(self, kind: int) -> str:
        return str(self.t(f"token.{KIND_WORDS[kind]}.one"))


def typed_layout(game: Any, layout: str, brush: str) -> Words:
    """The tokens to choose from, the tanks, money, milestones and Standby. A tap on a tank puts the chosen token there, one on a token takes it out."""
    sketch = Sketch(game, layout, brush)
    palette = [face_of(sketch, kind) | {"chosen": word == sketch.brush, "layout": garden_text(sketch.garden), "brush": word}
               for kind, word in enumerate(KIND_WORDS)]
    tanks = [tank(sketch, number) for number in range(TANKS)]
    rest = [funds(sketch), *(milestone(sketch, group) for group in GROUP_WORDS), standby(sketch)]
    return {"template": "aqua_garden/typed.html.jinja", "say": game.texts, "palette": palette, "rows": [], "tanks": tanks, "rest": rest, "example": EXAMPLE}


def face_of(sketch: Sketch, kind: int) -> Words:
    """How a token is drawn."""
    return {"symbol": KIND_WORDS[kind], "letter": LETTERS[kind], "name": sketch.name(kind)}


def tank(sketch: Sketch, number: int) -> Words:
    """A tank with its tokens and what is wrong with it."""
    held, letter, kind = sketch.garden.tanks[number], TANK_WORDS[number], KIND_WORDS.index(sketch.brush)
    used, supply = oxygen(sketch.box, held)
    tokens = [taken_out(sketch, number, k, i) for k in range(KINDS) for i in range(held[k])]

    def more(garden: Garden) -> None:
        garden.tanks[number][kind] += 1
    return {
        "letter": letter, "event": bool(sketch.box.event >> number & 1), "used": used, "supply": supply, "tokens": tokens,
        "problem": wrong_tank(sketch.game.box, held), "row": TANK_AT[number][0] // 2 + 1, "col": TANK_AT[number][1] // 2 + 1,
        "add": sketch.link(more, label=sketch.t("scorer.add", token=sketch.name(kind), tank=letter), symbol=sketch.brush),
    }


def taken_out(sketch: Sketch, number: int, kind: int, ordinal: int) -> Words:
    """A token in a tank; the tap takes it out."""
    def less(garden: Garden) -> None:
        garden.tanks[number][kind] -= 1
    label = sketch.t("scorer.take_out", token=sketch.name(kind), tank=TANK_WORDS[number])
    return face_of(sketch, kind) | sketch.link(less, label=label, id=f"{TANK_WORDS[number]}-{KIND_WORDS[kind]}-{ordinal}")


def funds(sketch: Sketch) -> Words:
    """Money: one less, one more."""
    def less(garden: Garden) -> None:
        garden.funds -= 1

    def more(garden: Garden) -> None:
        garden.funds += 1
    has = sketch.garden.funds
    taps = [sketch.link(less, label=sketch.t("scorer.less"), text="−")] if has else []
    taps += [sketch.link(more, label=sketch.t("scorer.more"), text="+")] if has < sketch.box.most_funds else []
    return {"id": "funds", "symbol": "coin", "title": sketch.t("sheet.funds.title"), "words": str(has), "taps": taps}


def milestone(sketch: Sketch, group: str) -> Words:
    """One's cube on a milestone: the next place with each tap, then none."""
    points = sketch.game.box.card_points[:SEATS]
    place = next((at for claimed, _, at in sketch.garden.milestones if claimed == group), 0)

    def go_on(garden: Garden) -> None:
        rest = [claim for claim in garden.milestones if claim[0] != group]
        garden.milestones = rest if place == len(points) else [*rest, (group, points[place], place + 1)]
        garden.milestones.sort(key=lambda claim: GROUP_WORDS.index(claim[0]))
    title = sketch.t("scorer.milestone", group=sketch.t(f"group.{group}"))
    return placed(sketch, f"milestone-{group}", "cube", title, place, points, go_on)


def standby(sketch: Sketch) -> Words:
    """One's place on Standby in the last round."""
    place = sketch.garden.standby

    def go_on(garden: Garden) -> None:
        garden.standby = (place + 1) % (len(sketch.game.box.standby) + 1)
    return placed(sketch, "standby", "pawn", sketch.t("sheet.standby.title"), place, sketch.game.box.standby, go_on)


def placed(sketch: Sketch, key: str, symbol: str, title: str, place: int, points: Any, go_on: Callable[[Garden], None]) -> Words:
    """A place and what it pays, and the tap that moves it on."""
    words = sketch.t("scorer.none")
    if place:
        words = sketch.t("scorer.place", place=sketch.t(f"place.{place}"), points=sketch.t("table.points", n=points[place - 1]))
    return {"id": key, "symbol": symbol, "title": title, "words": words, "taps": [sketch.link(go_on, label=sketch.t("scorer.next"), text="›")]}
