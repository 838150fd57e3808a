"""Aquarium as numbers and as text: kinds of fish and plants, action cards, actions and chance outcomes."""

import re
from typing import Annotated

from shoal.engine.errors import UnknownText

SEATS = 4
COLOURS, SIZES, SPECIES = 4, 3, 3

REGULAR = COLOURS * SIZES
"""Kinds 0 … 11 are the fish of four colours and three sizes, colour by colour."""

BANK = REGULAR
"""The fishybank: a fish without colour."""

FISH = REGULAR + 1
"""Kinds below this number are fish, the others plants."""

KINDS = FISH + SPECIES
"""Where a single kind is stored in a field, 1 is added, so that 0 means none."""

HOLD, ADD, REMOVE, REPLACE, EXCHANGE, PLUS1, MINUS1, DOUBLE, HALF = 1, 2, 3, 4, 5, 6, 7, 8, 9
"""Action cards. `HOLD` is the printed Pass card, which serves both phases."""

CARDS = 10
PHASE_CARDS = 4
"""Cards of one phase besides `HOLD`."""

Seats = Annotated[list[int], "int", SEATS]
Kinds = Annotated[list[int], "int", KINDS]
Tanks = Annotated[list[int], "int", SEATS * KINDS]
Cards = Annotated[list[int], "int", CARDS]
Sizes = Annotated[list[int], "int", SIZES]

NONE, HIDDEN = 0, -1
"""In a sealed choice: nothing chosen yet; chosen, but not known to the observer."""

DEALING, STARTING, DRAWING, RATIONING, INFLUENCE1, INFLUENCE2 = 0, 1, 2, 3, 4, 5
"""Stages of chance: starting fish, start player, top card of the deck, food cost, influence card of either phase."""

TURN, PHASE1, DROPPING, SWAPPING, GIVING, TAKING, BREEDING, PHASE2, BUYING, FEEDING, END = 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
"""Stages of decision, and the end."""

FOR_TURN, FOR_PASS, FOR_FLUSH, FOR_EFFECT = 0, 1, 2, 3
"""What a card is drawn for: an empty market, a pass, a flush, an action card that is executed."""

# Actions: single words, then a verb for each kind of fish.
PASS, FLUSH, SHOP = 0, 1, 2
KEEP, BUY, DECLINE, FEED = 12, 13, 14, 15
DROP, SWAP, GIVE, TAKE, STARVE, BREED = 16, 29, 42, 55, 68, 81
ACTIONS = BREED + FISH

# Outcomes.
DRAW_FEEDING = KINDS
DEAL_OUTCOME = DRAW_FEEDING + 1
FIRST_OUTCOME = DEAL_OUTCOME + FISH
INFLUENCE_OUTCOME = FIRST_OUTCOME + SEATS
FOOD_OUTCOME = INFLUENCE_OUTCOME + HALF
FOODS = 13
"""Food costs are below this number."""

OUTCOMES = FOOD_OUTCOME + FOODS - 1


def kind_at(colour: int, size: int) -> int:
    """
    >>> kind_at(1, 3)
    5
    """
    return colour * SIZES + size - 1


def play(card: int) -> int:
    """The action of choosing an action card."""
    return SHOP + card


def is_play(action: int) -> bool:
    return SHOP < action < KEEP


def card_of(action: int) -> int:
    return action - SHOP


def bit_of(card: int) -> int:
    """The bit of a card in `State.spent`; `HOLD` is never spent and has none."""
    return 1 << (card - ADD)


def fish_of(action: int) -> int:
    """The fish of an action with a verb."""
    return (action - DROP) % FISH


def deal_outcome(kind: int) -> int:
    return DEAL_OUTCOME + kind


def first_outcome(seat: int) -> int:
    return FIRST_OUTCOME + seat


def influence_outcome(card: int) -> int:
    return INFLUENCE_OUTCOME + card - 1


def food_outcome(value: int) -> int:
    return FOOD_OUTCOME + value - 1


def influence_card(number: int) -> int:
    """The action card of an outcome."""
    return number - INFLUENCE_OUTCOME + 1


def food_value(number: int) -> int:
    return number - FOOD_OUTCOME + 1


# ---- texts

CARD_WORDS = ("", "hold", "add", "remove", "replace", "exchange", "plus1", "minus1", "double", "half")
WORDS = ("pass", "flush", "shop", *CARD_WORDS[1:], "keep", "buy", "decline", "feed")
VERBS = ("drop", "swap", "give", "take", "starve", "breed")


def action_text(action: int, names: tuple[str, ...]) -> str:
    """
    >>> action_text(SWAP + 1, ("p1", "p2"))
    'swap p2'
    """
    if not 0 <= action < ACTIONS:
        raise UnknownText(f"{action} stands for no move of Aquarium")
    return WORDS[action] if action < DROP else f"{VERBS[(action - DROP) // FISH]} {names[fish_of(action)]}"


def text_action(text: str, names: tuple[str, ...]) -> int:
    """The action of a canonical text: one of the words, or a verb and a fish."""
    if text in WORDS:
        return WORDS.index(text)
    verb, _, rest = text.partition(" ")
    if verb not in VERBS or not rest:
        raise UnknownText(f"{text!r} is no move of Aquarium: {', '.join(WORDS)}, or {', '.join(VERBS)} with a fish, as in {VERBS[0]} {names[0]}")
    if rest not in names[:FISH]:
        plant = " is a plant;" if rest in names else " is no fish;"
        raise UnknownText(f"{rest!r}{plant} fish are {', '.join(names[:FISH])}")
    return DROP + VERBS.index(verb) * FISH + names.index(rest)


def outcome_text(number: int, names: tuple[str, ...]) -> str:
    if not 0 <= number < OUTCOMES:
        raise UnknownText(f"{number} stands for no draw of Aquarium")
    if number < DEAL_OUTCOME:
        return f"draw {'feeding' if number == DRAW_FEEDING else names[number]}"
    if number < FIRST_OUTCOME:
        return f"deal {names[number - DEAL_OUTCOME]}"
    if number < INFLUENCE_OUTCOME:
        return f"first {number - FIRST_OUTCOME + 1}"
    if number < FOOD_OUTCOME:
        return f"influence {CARD_WORDS[influence_card(number)]}"
    return f"food {food_value(number)}"


def text_outcome(text: str, names: tuple[str, ...]) -> int:
    """The outcome of a canonical text: `deal FISH`, `first SEAT`, `draw CARD`, `draw feeding`, `food VALUE` or `influence CARD`."""
    word, _, rest = text.partition(" ")
    if text == "draw feeding":
        return DRAW_FEEDING
    if word == "draw" and rest in names:
        return names.index(rest)
    if word == "deal" and rest in names[:FISH]:
        return deal_outcome(names.index(rest))
    if word == "first" and re.fullmatch(f"[1-{SEATS}]", rest):
        return first_outcome(int(rest) - 1)
    if word == "influence" and rest in CARD_WORDS[1:]:
        return influence_outcome(CARD_WORDS.index(rest))
    if word == "food" and re.fullmatch("[1-9][0-9]?", rest) and int(rest) < FOODS:
        return food_outcome(int(rest))
    raise UnknownText(f"{text!r} is no draw of Aquarium: deal FISH, first SEAT, draw CARD, draw feeding, food VALUE or influence CARD")
