"""What can be told from a view of Aqua Garden at one glance: who is asked what, what has been tapped, and how tokens are drawn."""

from collections.abc import Iterable, Sequence
from typing import Any

from shoal.engine.table import View, Words

from .chronicle import chronicle
from .forecast import Ahead, fit, plain
from .notation import (
    FINISHED, KIND_WORDS, KINDS, TANKS, WAITING, adv, aim, buy, is_place, is_release, kind_of, place, release, released_kind, remove, tank_of,
)
from .prompts import counted, joined, near_tanks

LETTERS = "SLTHKWGCOMR"
"""One for each kind of token."""

IN_TANK = {"place": place, "buy": buy, "remove": remove, "aim": aim, "adv": adv}
"""Verbs with a token and a tank."""


class Scene:
    """A view with the names of things."""

    def __init__(self, view: View, tapped: str) -> None:
        self.view, self.game, self.state = view, view.game, view.masked.state
        self.t = view.game.texts
        self.box = plain(view.game.box)
        self.players = int(self.state.players)
        self.stage: str = view.masked.decision()
        self.me: int | None = view.observer if view.observer >= 0 else None
        self.legal = {text: action for action, text in view.legal}
        self.asked = self.stage if self.legal else ""
        self.ahead = Ahead(view.masked) if self.legal else None
        self.chosen = self.chosen_text(tapped)
        self.story = chronicle(view)

    def chosen_text(self, tapped: str) -> str:
        """What is tapped; a single possibility counts as tapped, and of tokens to be placed the first that fits."""
        if tapped in self.legal:
            return tapped
        if len(self.legal) == 1:
            return next(iter(self.legal))
        if self.asked in ("tend", "reward", "aim"):
            fitting = [text for text, action in self.legal.items() if is_place(action) and self.fit(kind_of(action), tank_of(action)).fits]
            return fitting[0] if fitting else ""
        return ""

    @property
    def action(self) -> int:
        """The action that is tapped, -1 for none."""
        return self.legal.get(self.chosen, -1)

    @property
    def verb(self) -> str:
        """The first word of what is tapped."""
        return self.chosen.partition(" ")[0]

    @property
    def chosen_kind(self) -> int:
        """The token that is tapped, -1 for none."""
        if self.action >= 0 and is_release(self.action):
            return released_kind(self.action)
        return kind_of(self.action) if self.verb in IN_TANK else -1

    @property
    def chosen_tank(self) -> int:
        return tank_of(self.action) if self.verb in IN_TANK else -1

    def text(self, action: int) -> str:
        return str(self.game.action_to_text(action))

    def can(self, action: int) -> bool:
        return self.text(action) in self.legal

    def fit(self, kind: int, tank: int) -> Any:
        """How one more token would fit into a tank of the seat whose turn it is."""
        return fit(self.box, self.state.tank(self.state.turn, tank), kind)

    # ---- names

    def name(self, token: int) -> str:
        """Whose owner it is."""
        if token == self.me:
            return str(self.t("you"))
        return str(self.t("lucy")) if token == self.players else str(self.view.seats[token].name)

    def one(self, kind: int) -> str:
        return str(self.t(f"token.{KIND_WORDS[kind]}.one"))

    def a(self, kind: int, n: int = 1) -> str:
        return counted(self.game, kind, n)

    def the(self, kind: int) -> str:
        return str(self.t(f"token.{KIND_WORDS[kind]}.the"))

    def listed(self, parts: Sequence[str], key: str = "and") -> str:
        return joined(self.t, parts, key)

    # ---- places

    def tanks(self, seat: int) -> list[list[int]]:
        return [self.state.tank(seat, tank) for tank in range(TANKS)]

    def near(self, seat: int) -> tuple[int, int]:
        return near_tanks(self.state, seat)

    def points(self, seat: int) -> int:
        return int(self.state.scores()[seat])

    def on_track(self, token: int) -> bool:
        return self.state.owner[token] not in (WAITING, FINISHED)


# ---- tokens


def face(scene: Scene, kind: int, **more: Any) -> Words:
    """How a token is drawn."""
    known: Words = {"kind": kind, "symbol": KIND_WORDS[kind], "letter": LETTERS[kind], "name": scene.one(kind)}
    return known | {"cls": "", "n": "", "tap": None, "why": "", "vt": ""} | more


def spread(scene: Scene, counts: Sequence[int], zone: str = "", **more: Any) -> list[Words]:
    """A token for each copy, kind by kind; those of a zone have a name that goes with them wherever they go."""
    kinds = range(min(KINDS, len(counts)))
    return [face(scene, kind, ordinal=i, vt=name_of(scene, zone, kind, i), **more) for kind in kinds for i in range(counts[kind])]


def name_of(scene: Scene, zone: str, kind: int, ordinal: int) -> str:
    number = scene.story.at(zone, kind, ordinal) if zone else 0
    return f"ag-{number}" if number else ""


def tap(scene: Scene, text: str) -> Words | None:
    """The button of a legal move: the first tap chooses it, the second plays it; None if it is not possible."""
    if text not in scene.legal:
        return None
    chosen = text == scene.chosen
    return {"name_of": "cmd" if chosen else "select", "value": text, "chosen": chosen, "key": ""}


def target(scene: Scene, verb: str, kind: int, tanks: Iterable[int]) -> str:
    """The move with a token into the best of some tanks: one in which it fits, else one where it makes others leave; "" if there is none."""
    texts = {tank: scene.text(IN_TANK[verb](kind, tank)) for tank in tanks}
    possible = [tank for tank, text in texts.items() if text in scene.legal]
    fitting = [tank for tank in possible if scene.fit(kind, tank).fits]
    return texts[(fitting or possible)[0]] if possible else ""


def number_keys(items: Iterable[Words]) -> None:
    """The keys 1 to 9 choose the first glowing pieces."""
    for number, item in enumerate([item for item in items if item.get("tap")][:9], 1):
        item["tap"]["key"] = str(number)


def hand(scene: Scene) -> list[Words]:
    """The tokens that are being placed: those taken from the fair, or those of a reward. A tap chooses a token with a tank that takes it."""
    reward = scene.stage in ("reward", "aim") or scene.stage == "repair" and scene.state.prize_size > 0
    counts = list(scene.state.prize if reward else scene.state.hand)
    tokens = spread(scene, counts, "prize" if reward else "hand", cls="prize" if reward else "")
    used: set[int] = set()
    for token in tokens:
        kind = token["kind"]
        if scene.asked not in ("tend", "reward", "aim"):
            continue
        here = scene.verb in ("place", "release") and scene.chosen_kind == kind
        text = scene.chosen if here else target(scene, "place", kind, range(TANKS)) or scene.text(release(kind))
        token["tap"] = tap(scene, text)
        if token["tap"]:
            token["tap"]["chosen"] = here and kind not in used
            used.add(kind)
    return tokens


def can_place(scene: Scene, kind: int) -> bool:
    return any(scene.can(place(kind, tank)) for tank in range(TANKS))
