"""What can be told from a view of Aquarium at one glance, and how single cards are drawn."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from shoal.engine.table import View, Words

from .chronicle import chronicle
from .components import Kind
from .notation import BANK, CARD_WORDS, FISH, HIDDEN, KINDS, NONE, SIZES

FISH_SYMBOLS = ("fish_p", "fish_r", "fish_y", "fish_b")
PLANT_SYMBOLS = ("fern", "kelp", "lily")


class Scene:
    """A view with the names of things: who is asked what, what has been tapped, which card lies where."""

    def __init__(self, view: View, tapped: str) -> None:
        self.view, self.game, self.state = view, view.game, view.masked.state
        self.t = view.game.texts
        self.box = self.state.box
        self.players = int(self.state.players)
        self.stage: str = view.masked.decision()
        self.me: int | None = view.observer if view.observer >= 0 else None
        self.legal = [text for _, text in view.legal] if not view.chosen else []
        self.asked = self.stage if self.legal else ""
        self.chosen = tapped if tapped in self.legal else ""
        self.pieces = Pieces(self.game, view.events)
        self.told = chronicle(view)
        self.recent = int(getattr(view, "recent", 0))

    @property
    def chosen_kind(self) -> int:
        """The fish that is tapped, -1 for none."""
        word, _, rest = self.chosen.partition(" ")
        return self.number(rest) if rest else -1

    def number(self, kind_id: str) -> int:
        return int(self.box.names.index(kind_id))

    def kind(self, number: int) -> Kind:
        return self.game.kinds[number]  # type: ignore[no-any-return]

    def cards_of(self, seat: int) -> list[int]:
        return list(self.state.aquariums[seat * KINDS : (seat + 1) * KINDS])

    def name(self, seat: int) -> str:
        return str(self.view.seats[seat].name)

    def names(self) -> list[str]:
        """As in sentences that speak to the observer."""
        return [self.t("table.you") if seat == self.me else self.name(seat) for seat in range(self.players)]

    def sees_purse(self, seat: int) -> bool:
        return bool(self.state.money_open or seat == self.me or self.view.over)

    def own_card(self) -> int:
        """The action card that the observer has sealed or drafted, or has tapped; 0 for none."""
        drafted = [self.game.action_to_text(action) for action in self.view.draft]
        for text in [self.chosen, *drafted]:
            if text in CARD_WORDS[1:]:
                return CARD_WORDS.index(text)
        card = self.state.committed[self.me] if self.me is not None else NONE
        return int(card) if card not in (NONE, HIDDEN) else NONE

    def stars(self, seat: int) -> int:
        return int(self.game.score_sheet(self.state, seat).total)

    def others(self) -> list[int]:
        """The seats that play cards in this purchase, clockwise from the buyer's left."""
        return [(self.state.active + offset) % self.players for offset in range(1, self.players)]


class Pieces:
    """Every card gets a number when it is turned up and keeps it wherever it goes; worked out from what everybody has seen."""

    def __init__(self, game: Any, events: Iterable[Any]) -> None:
        self.names = game.box.names
        self.zones: dict[str, dict[str, list[int]]] = {}
        self.moved: dict[int, int] = {}
        self.made = self.dealt = 0
        self.given = ""
        for event in events:
            if event.text:
                self.follow(event)

    def zone(self, name: str) -> dict[str, list[int]]:
        return self.zones.setdefault(name, {})

    def put(self, zone: str, kind: str, piece: int, index: int) -> None:
        self.zone(zone).setdefault(kind, []).append(piece)
        self.moved[piece] = index

    def take(self, zone: str, kind: str) -> int:
        held = self.zone(zone).get(kind, [])
        return held.pop() if held else 0

    def follow(self, event: Any) -> None:
        word, _, rest = event.text.partition(" ")
        if event.seat is None:
            if word == "deal" or word == "draw" and rest in self.names:
                self.made += 1
                self.put(f"tank-{self.dealt + 1}" if word == "deal" else "market", rest, self.made, event.index)
                self.dealt += word == "deal"
            return
        tank = f"tank-{event.seat + 1}"
        if word in ("drop", "swap"):
            self.take("market", rest)
        elif word == "starve":
            self.take(tank, rest)
        elif word == "flush":
            self.zone("market").clear()
        elif word == "give":
            self.given = rest
        elif word == "take":
            taken, given = self.take("market", rest), self.take(tank, self.given)
            self.put("market", self.given, given, event.index)
            self.put(tank, rest, taken, event.index)
        elif word == "buy":
            for kind, held in list(self.zone("market").items()):
                for piece in held:
                    self.put(tank, kind, piece, event.index)
            self.zone("market").clear()
        elif word == "breed":
            pair = f"pair-{event.seat + 1}"
            self.zone(pair).clear()
            for _ in range(2):
                self.put(pair, rest, self.take(tank, rest), event.index)

    def at(self, zone: str, kind: str, ordinal: int) -> int:
        """The number of a card in a zone, 0 if it is not known."""
        held = self.zone(zone).get(kind, [])
        return held[ordinal] if ordinal < len(held) else 0


# ---- cards

def symbol(kind: Kind) -> str:
    if kind.number < BANK:
        return FISH_SYMBOLS[kind.number // SIZES]
    return "bank" if kind.number == BANK else PLANT_SYMBOLS[kind.number - FISH]


def letter(kind: Kind) -> str:
    return "F" if kind.number == BANK else kind.id.upper() if kind.number < FISH else ""


def face(scene: Scene, number: int, zone: str = "", ordinal: int = 0) -> Words:
    """How a card is drawn; cards of a zone have a name that goes with them."""
    kind = scene.kind(number)
    piece = scene.pieces.at(zone, kind.id, ordinal) if zone else 0
    label = scene.t("table.card.fish" if kind.is_fish else "table.card.plant", name=kind.name, price=kind.price)
    return {
        "kind": number, "symbol": symbol(kind), "letter": letter(kind), "z": 2 if kind.number >= BANK else kind.size, "size": kind.size, "price": kind.price,
        "name": kind.name, "plant": not kind.is_fish, "label": label, "vt": f"aq-{piece}" if piece else "",
        "cls": "", "tap": None, "why": "", "tag": "", "badge": "",
        "new": bool(piece) and scene.recent > 0 and scene.pieces.moved[piece] >= scene.recent,
    }


def spread(scene: Scene, counts: Sequence[int], zone: str) -> list[Words]:
    """Every card of a zone, kind by kind."""
    return [face(scene, number, zone, i) for number in range(KINDS) for i in range(counts[number])]


def tap(scene: Scene, text: str) -> Words:
    """The button of a legal move: the first tap chooses it, the second plays it."""
    chosen = text == scene.chosen
    return {"name_of": "cmd" if chosen else "select", "value": text, "chosen": chosen, "key": ""}


def offer(scene: Scene, cards: Sequence[Words], verb: str) -> None:
    """Make those cards that may be chosen glow: one card of each kind is chosen for all of them."""
    used: set[int] = set()
    for card in cards:
        text = f"{verb} {scene.box.names[card['kind']]}"
        if text in scene.legal:
            card["tap"] = tap(scene, text)
            card["tap"]["chosen"] = card["tap"]["chosen"] and card["kind"] not in used
            used.add(card["kind"])


def number_keys(cards: Iterable[Mapping[str, Any]]) -> None:
    """The keys 1 to 9 choose the first glowing pieces."""
    for number, card in enumerate([card for card in cards if card.get("tap")], 1):
        card["tap"]["key"] = str(number) if number <= 9 else ""
