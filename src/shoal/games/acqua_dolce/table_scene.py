"""What can be told from a view of Acqua Dolce at one glance: who is asked what, what has been tapped, and how single cards are drawn."""

from collections.abc import Iterable

from shoal.engine.table import View, Words

from .components import Kind
from .forecast import Need
from .notation import DRAW, KINDS, is_fish, is_play, is_swap, is_take, is_temp, played_kind, played_number

SYMBOLS = {"angel": "angelfish"}
LETTERS = {"agassiz": "Z", "gourami": "D", "krib": "K", "piranha": "H", "glass": "I", "deco": "", "plant": ""}
"""Where the letter on a card is not the first one of its id."""

JUDGING = ("eat", "starve", "expel")


class Scene:
    """A view with the names of things."""

    def __init__(self, view: View, tapped: str) -> None:
        self.view, self.game, self.state = view, view.game, view.masked.state
        self.t = view.game.texts
        self.box = view.game.box
        self.players = int(self.state.players)
        self.stage: str = view.masked.decision()
        self.judging = self.stage in JUDGING
        self.me: int | None = view.observer if view.observer >= 0 else None
        self.legal = {text: action for action, text in view.legal}
        self.asked = self.stage if self.legal else ""
        self.chosen = self.chosen_text(tapped)

    def chosen_text(self, tapped: str) -> str:
        """What is tapped; a single possibility counts as tapped."""
        return tapped if tapped in self.legal else next(iter(self.legal)) if len(self.legal) == 1 else ""

    @property
    def action(self) -> int:
        """The action that is tapped, -1 for none."""
        return self.legal.get(self.chosen, -1)

    @property
    def chosen_play(self) -> tuple[int, int]:
        """(card, number) of a play that is tapped, else (0, 0)."""
        return (played_kind(self.action), played_number(self.action)) if is_play(self.action) else (0, 0)

    def is_chosen(self, what: str) -> bool:
        """Whether what is tapped is a draw, take, temp, swap or a judge's choice."""
        sorts = {
            "draw": self.action == DRAW,
            "take": is_take(self.action),
            "temp": is_temp(self.action),
            "swap": is_swap(self.action),
            "fish": is_fish(self.action),
        }
        return bool(sorts[what])

    def kind(self, card: int) -> Kind:
        return self.game.kinds[card]  # type: ignore[no-any-return]

    def noun(self, card: int) -> str:
        return str(self.game.noun(card))

    def held(self, seat: int) -> list[int]:
        return list(self.state.hands[seat * KINDS : (seat + 1) * KINDS])

    def name(self, seat: int) -> str:
        return str(self.view.seats[seat].name)


# ---- cards


def symbol(kind: Kind) -> str:
    return "food" if kind.card == "feed" else SYMBOLS.get(kind.id, kind.id)


def letter(kind: Kind) -> str:
    return str(kind.data["rations"]) if kind.card == "feed" else LETTERS.get(kind.id, kind.id[:1].upper())


def title(scene: Scene, card: int) -> str:
    """The name on a card, short enough for it."""
    return scene.noun(card).capitalize()


def counted(scene: Scene, card: int, number: int) -> str:
    return title(scene, card) if number == 1 else f"{title(scene, card)} ×{number}"


def need_words(needs: Iterable[Need], short: bool) -> list[Words]:
    """Requirements as signs: met or not, in a word as well as in colour."""
    return [{"icon": f"req_{need.id}", "met": need.met, "short": need.short if short else "✓" if need.met else "✗", "words": need.words} for need in needs]


def tap(scene: Scene, text: str) -> Words | None:
    """The button of a legal move: the first tap chooses it, the second plays it; None if it is not possible."""
    if text not in scene.legal:
        return None
    chosen = text == scene.chosen
    return {"name_of": "cmd" if chosen else "select", "value": text, "chosen": chosen, "key": ""}


def number_keys(items: Iterable[Words]) -> None:
    """The keys 1 to 9 choose the first glowing pieces."""
    for number, item in enumerate([item for item in items if item.get("tap")][:9], 1):
        item["tap"]["key"] = str(number)
