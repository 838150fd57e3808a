"""The positions that are measured. They are set up in boxes of their own, with all rules as they are."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from shoal.engine.game import Game
from shoal.games import load_game
from shoal.games.aquarium.notation import ADD, CARD_WORDS, CARDS, FISH, HOLD, SHOP, TURN, bit_of, play
from shoal.games.aquarium.notation import KINDS as DESIGNS
from shoal.games.fish_tank.notation import CELLS, FLIPPED, KINDS, WIDTH, text_cell

HERE = Path(__file__).parent


@cache
def small_box(game_id: str) -> Game:
    """The game with the box of this folder."""
    return load_game(game_id, HERE / f"{game_id}.toml")


@dataclass(frozen=True)
class Case:
    """A position to measure bots in."""

    game_id: str
    about: str
    position: Callable[[], Any]

    @property
    def game(self) -> Game:
        return small_box(self.game_id)


# ---- Fish Tank: the second phase is about to be dealt

def puddle(tanks: Sequence[str], put_away: str) -> Any:
    """Two players have laid two cards each (as `d4 danio, e5 snail*`, * for the plant side); both have seen the two cards that were put away."""
    game = small_box("fish_tank")
    state = game.new_state(2)
    state.remember()
    data, names = state.to_json(), game.box.names
    for seat, text in enumerate(tanks):
        lay(data, seat, dict(word.split() for word in text.split(", ")), names)
    for word in put_away.split():
        kind = names.index(word)
        take(data, kind)
        data["discards"][kind] += 1
        data["discards_size"] += 1
        for observer in range(2):
            data["memory"]["discarded"][observer * KINDS + kind] += 1
    rounds = data["count"][0]
    return game.state_from_json(data | {"round": rounds + 1, "reveals": 2 * rounds})


def lay(data: dict[str, Any], seat: int, cards: dict[str, str], names: Sequence[str]) -> None:
    cells = {text_cell(place): word for place, word in cards.items()}
    for cell, word in cells.items():
        kind = names.index(word.rstrip("*"))
        take(data, kind)
        data["cards"][seat * CELLS + cell] = kind + (FLIPPED if word.endswith("*") else 0)
    columns, rows = [cell % WIDTH for cell in cells], [cell // WIDTH for cell in cells]
    for field, value in (("count", len(cells)), ("left", min(columns)), ("right", max(columns)), ("top", min(rows)), ("bottom", max(rows))):
        data[field][seat] = value


def take(data: dict[str, Any], kind: int) -> None:
    """A card leaves the pile."""
    data["pile"][kind] -= 1
    data["pile_size"] -= 1


# ---- Aquarium: the last pile, with the last feeding somewhere in it

@dataclass(frozen=True)
class Glass:
    """What lies on the table; seat 1 is about to pass or to shop. Cards that are named nowhere are gone, and so are spent action cards."""

    market: str
    aquariums: Sequence[str]
    coins: Sequence[int]
    cards: Sequence[str]
    """The action cards that each seat still has, besides its Pass card."""
    deck: str = ""
    stall: int = 0
    """Turns in a row that moved nothing; after as many as there are players everybody must pass."""

    def position(self) -> Any:
        game, players = small_box("aquarium"), len(self.aquariums)
        data = game.new_state(players, {"stall_limit_rounds": 1}).to_json()
        left, names = Counter(dict(enumerate(data["unseen"]))), game.box.names
        left.subtract(names.index(word) for word in " ".join([self.market, self.deck, *self.aquariums]).split())
        market, deck = counted(self.market, names), counted(self.deck, names)
        data |= {"stage": TURN, "market": market, "market_size": sum(market), "market_fish": sum(market[:FISH]), "unseen": deck, "unseen_size": sum(deck)}
        data |= {"deck_cards": sum(game.box.copies) - players, "pile_left": sum(deck) + 1, "feeding_ahead": 1, "stall": self.stall}
        data["discards"] = [left[kind] for kind in range(DESIGNS)]
        for seat in range(players):
            data["aquariums"][seat * DESIGNS:(seat + 1) * DESIGNS] = counted(self.aquariums[seat], names)
            data["coins"][seat] = self.coins[seat]
            data["spent"][seat] = sum(bit_of(card) for card in range(ADD, CARDS) if CARD_WORDS[card] not in self.cards[seat].split())
        return game.state_from_json(data)


def counted(text: str, names: Sequence[str]) -> list[int]:
    """How many of each design a list of words names."""
    words = text.split()
    return [words.count(names[kind]) for kind in range(DESIGNS)]


def last_sale() -> Any:
    """Three players: seat 1 shops, no card changes its market, and the others choose a card for the price. Whatever comes of it, the feeding is next."""
    state = Glass("p1", ("y1", "r1 r1", "p2"), (2, 2, 3), ("minus1 double", "plus1 half", "double minus1"), stall=2).position()
    state.apply_action(0, SHOP)
    for seat in (1, 2):
        state.apply_action(seat, play(HOLD))
    return state


CASES = {
    "fish_tank": Case("fish_tank", "Fish Tank, a danio and a plant each: the second phase", lambda: puddle(("d4 danio, e5 snail*",) * 2, "angelfish snail")),
    "fish_tank_2": Case("fish_tank", "Fish Tank, an angelfish and a plant each: the second phase",
                        lambda: puddle(("d4 angelfish, e5 snail*",) * 2, "danio snail")),
    "fish_tank_small": Case("fish_tank", "Fish Tank, two plants each and no danio left: the second phase",
                            lambda: puddle(("d4 danio*, e5 danio*",) * 2, "angelfish snail")),
    "aquarium": Case("aquarium", "Aquarium for two, one card of each phase",
                     Glass("b1", ("p2", "r2"), (4, 4), ("remove double", "replace double"), "fern").position),
    "aquarium_2": Case("aquarium", "Aquarium for two, two cards for the price",
                       Glass("p2", ("p1 r1", "p3"), (4, 2), ("double minus1", "double half"), "fern").position),
    "aquarium_three": Case("aquarium", "Aquarium for three, one card of each phase",
                           Glass("p1 p2", ("r1", "p1", "b1"), (4, 4, 4), ("remove double",) * 3).position),
    "sealed": Case("aquarium", "Aquarium for three, the price of the last sale", last_sale),
}
