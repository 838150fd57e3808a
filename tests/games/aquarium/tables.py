"""Positions of Aquarium set up by hand, and lines of play as records write them."""

import re
from collections import Counter
from typing import Any

from shoal.engine.components import Components
from shoal.games import load_game
from shoal.games.aquarium.notation import CARD_WORDS, DRAWING, FISH, HIDDEN, KINDS, TURN, bit_of

GAME = load_game("aquarium")
NAMES = GAME.box.names


def with_components(**rules: int) -> Any:
    """The game with other numbers in its component file, wherever these keys stand."""
    text = (GAME.folder / "components.toml").read_text(encoding="utf-8")
    for key, value in rules.items():
        text = re.sub(rf"^{key} = .*$", f"{key} = {value}", text, flags=re.MULTILINE)
    other = type(GAME)(GAME.folder)
    other.use(Components.parse(text, "a test"))
    return other


def kinds(text: str) -> list[int]:
    return [NAMES.index(word) for word in text.split()]


def pile_sizes(players: int, cards: int, game: Any = GAME) -> list[int]:
    piles = game.box.piles[players]
    return [cards // piles + (pile < cards % piles) for pile in range(piles)]


def position(players: int, market: str = "", aquariums: dict[int, str] | None = None, pairs: dict[int, str] | None = None, coins: dict[int, int] | None = None,
             spent: dict[int, str] | None = None, active: int = 1, deck: str = "", last: bool = False, influence_spent: str = "",
             options: dict[str, Any] | None = None, game: Any = GAME) -> Any:
    """A position in which `active` (1-based, as all seats here) is about to pass or shop; with an empty market, a card is about to be turned up for that.

    `deck` names cards that must be possible, in this order; with `feeding` among them the deck is in a pile that holds one (with `last`, the last one).
    What is neither in front of somebody nor needed for the piles lies in the discards.
    """
    state = game.new_state(players, options)
    data = state.to_json()
    bag = Counter({kind: state.unseen[kind] for kind in range(KINDS)})
    data |= {"stage": TURN if market else DRAWING, "active": active - 1, "asked": active - 1, "deck_cards": sum(bag.values()) - players}
    place(data, bag, market, aquariums or {}, pairs or {})
    for seat, number in (coins or {}).items():
        data["coins"][seat - 1] = number
    for seat, words in (spent or {}).items():
        data["spent"][seat - 1] = sum(bit_of(CARD_WORDS.index(word)) for word in words.split())
    for word in influence_spent.split():
        data["influence_spent"][CARD_WORDS.index(word)] += 1
    stack(game, data, bag, deck, last)
    return game.state_from_json(data)


def place(data: dict[str, Any], bag: Counter[int], market: str, aquariums: dict[int, str], pairs: dict[int, str]) -> None:
    for kind in kinds(market):
        data["market"][kind] += 1
        data["market_size"] += 1
        data["market_fish"] += kind < FISH
        bag[kind] -= 1
    for seat, words in aquariums.items():
        for kind in kinds(words):
            data["aquariums"][(seat - 1) * KINDS + kind] += 1
            bag[kind] -= 1
    for seat, fish in pairs.items():
        data["tank"][seat - 1] = NAMES.index(fish) + 1
        bag[NAMES.index(fish)] -= 2


def stack(game: Any, data: dict[str, Any], bag: Counter[int], deck: str, last: bool) -> None:
    """Leave just as many cards in the bag as the piles still hold."""
    players = data["players"]
    sizes, feeding_piles = pile_sizes(players, data["deck_cards"], game), game.box.feeding_piles[players]
    words = deck.split()
    pile = (len(sizes) - 1 if last else 1) if "feeding" in words else next(i for i in range(len(sizes)) if sum(sizes[i:]) <= sum(bag.values()))
    needed = Counter(kinds(" ".join(word for word in words if word != "feeding")))
    surplus = sum(bag.values()) - sum(sizes[pile:])
    for kind in range(KINDS):
        gone = max(0, min(surplus, bag[kind] - needed[kind]))
        data["discards"][kind] += gone
        bag[kind] -= gone
        surplus -= gone
    ahead = feeding_piles >> pile & 1
    data |= {"pile": pile, "feeding_ahead": ahead, "pile_left": sizes[pile] + ahead, "feedings": bin(feeding_piles & ((1 << pile) - 1)).count("1")}
    data |= {"unseen": [bag[kind] for kind in range(KINDS)], "unseen_size": sum(bag.values())}


def play(state: Any, lines: str) -> Any:
    """Apply lines such as `1 shop` and `* draw y1`, separated by line ends or semicolons."""
    for line in lines.replace(";", "\n").splitlines():
        if line.strip():
            who, text = line.strip().split(" ", 1)
            if who == "*":
                state.apply_outcome(GAME.text_to_outcome(text))
            else:
                state.apply_action(int(who) - 1, GAME.text_to_action(text))
    return state


def legal(state: Any, seat: int) -> list[str]:
    return [GAME.action_to_text(action) for action in state.legal_actions(seat - 1)]


def chances(state: Any) -> dict[str, tuple[int, int]]:
    outcomes = state.chance_outcomes()
    total = sum(weight for _, weight in outcomes)
    return {GAME.outcome_to_text(outcome): (weight, total) for outcome, weight in outcomes}


def listed(counts: Any) -> str:
    """Cards by kind as words, in the order of their numbers."""
    return " ".join(NAMES[kind] for kind, number in enumerate(counts) for _ in range(number))


def market(state: Any) -> str:
    return listed(state.market)


def aquarium(state: Any, seat: int) -> str:
    return listed(state.aquariums[(seat - 1) * KINDS : seat * KINDS])


def tank(state: Any, seat: int) -> str:
    return NAMES[state.tank[seat - 1] - 1] if state.tank[seat - 1] else ""


def coins(state: Any) -> list[int]:
    return list(state.coins[: state.players])


def spent(state: Any, seat: int) -> list[str]:
    return [word for card, word in enumerate(CARD_WORDS) if card > 1 and state.spent[seat - 1] & bit_of(card)]


def influence_spent(state: Any) -> list[str]:
    return [CARD_WORDS[card] for card, number in enumerate(state.influence_spent) for _ in range(number)]


def face_down(state: Any, seat: int) -> str:
    card = state.committed[seat - 1]
    return "?" if card == HIDDEN else CARD_WORDS[card]
