"""Acqua Dolce as numbers and as text: cards, actions and chance outcomes."""

import re
from typing import Annotated

from shoal.engine.errors import UnknownText

# Capacities; the box says how many are used.
SEATS = 5
KINDS = 20
"""Cards are numbered from 1 in the order of the component file: fish, ornaments, feed. 0 is no card."""

COPIES = 8
"""Most cards of a school in one action."""

Kinds = Annotated[list[int], "int", KINDS]
Seats = Annotated[list[int], "int", SEATS]
Hands = Annotated[list[int], "int", SEATS * KINDS]

DECORATION, PLANT, SCHOOL, NO_SCHOOL, NO_GUPPY = 1, 2, 4, 8, 16
"""Requirements, a bit for each."""

WISHES = 32
"""Sets of requirements."""

VARIETY, SCHOOLS, ORNAMENTS, RARE, COLOURS, ZONES = 0, 1, 2, 3, 4, 5
"""Objectives by number; objective n is bit n of a set."""

OBJECTIVES = ("variety", "schools", "ornaments", "rare", "colours", "zones")
REQUIREMENTS = ("decoration", "plant", "school", "no_school", "no_guppy")

NOT_ITSELF, NO_PIRANHA, ANY_FISH = 0, 1, 2
"""Whether a Piranha can be eaten (R2): by another one, never, always."""

DEALING, REVEALING, DRAWING, CROWNING = 0, 1, 2, 3
"""Stages of chance: opening hands, a vacant face-up place, a card to a hand, the first King."""

OPEN, ACT, REFILL, EAT, STARVE, EXPEL, END = 4, 5, 6, 7, 8, 9, 10
"""Stages of decision, and the end."""

FREEZE = 11
"""The step of a Control Phase in which the temperature is checked; nothing is asked in it."""

CROWN, ASK_OPEN, ASK_ACT, ASK_REFILL, AFTER_ACTION, AFTER_ROW, AFTER_PENALTY = 0, 1, 2, 3, 4, 5, 6
"""What comes next when no card is to be drawn any more."""

# Actions. Cards count from 1, so the numbers of verbs with a card begin one before the first.
DRAW = 0
TAKE_ACTION = 0
STEPS = 4
"""The widest move of the thermometer."""

TEMP_ACTION = KINDS + STEPS
STOP = TEMP_ACTION + STEPS + 1
EAT_ACTION = STOP
STARVE_ACTION = EAT_ACTION + KINDS
EXPEL_ACTION = STARVE_ACTION + KINDS
PLAY_ACTION = EXPEL_ACTION + KINDS
SWAP_ACTION = PLAY_ACTION + KINDS * COPIES

# Outcomes.
OUTCOMES = CROWNING * KINDS + SEATS


def take(kind: int) -> int:
    return TAKE_ACTION + kind


def temp(step: int) -> int:
    return TEMP_ACTION + step


def eat(kind: int) -> int:
    return EAT_ACTION + kind


def starve(kind: int) -> int:
    return STARVE_ACTION + kind


def expel(kind: int) -> int:
    return EXPEL_ACTION + kind


def play(kind: int, number: int) -> int:
    return PLAY_ACTION + kind * COPIES + number - 1


def swap(low: int, high: int) -> int:
    """Two cards, the lower number first."""
    return SWAP_ACTION + low * KINDS + high


def is_take(action: int) -> bool:
    return TAKE_ACTION < action < KINDS


def is_temp(action: int) -> bool:
    return TEMP_ACTION - STEPS <= action <= TEMP_ACTION + STEPS


def is_fish(action: int) -> bool:
    """A judge's choice: eat, starve or expel."""
    return EAT_ACTION < action < PLAY_ACTION


def is_play(action: int) -> bool:
    return PLAY_ACTION <= action < SWAP_ACTION


def is_swap(action: int) -> bool:
    return action >= SWAP_ACTION


def step_of(action: int) -> int:
    return action - TEMP_ACTION


def fish_of(action: int) -> int:
    """The fish of a judge's choice."""
    return (action - EAT_ACTION) % KINDS


def played_kind(action: int) -> int:
    return (action - PLAY_ACTION) // COPIES


def played_number(action: int) -> int:
    return (action - PLAY_ACTION) % COPIES + 1


def swap_low(action: int) -> int:
    return (action - SWAP_ACTION) // KINDS


def swap_high(action: int) -> int:
    return (action - SWAP_ACTION) % KINDS


def outcome(stage: int, card: int) -> int:
    """A card by its number, or for the stage CROWNING a seat."""
    return stage * KINDS + card


def outcome_card(number: int) -> int:
    return number % KINDS


# ---- texts

_JUDGE = ("eat", "starve", "expel")
_DRAWN = ("deal", "reveal", "draw", "king")
MOVES_IN_WORDS = "draw, take CARD, play CARD, play FISH x2, swap CARD CARD, temp +1, stop, eat FISH, starve FISH or expel FISH"


def text_card(text: str, names: tuple[str, ...]) -> int:
    if text not in names[1:]:
        raise UnknownText(f"{text!r} is no card; there are {', '.join(names[1:])}")
    return names.index(text)


def action_text(action: int, names: tuple[str, ...]) -> str:
    """The text of an action; UnknownText for numbers that stand for none."""
    known = range(1, len(names))
    if action == DRAW or action == STOP:
        return "draw" if action == DRAW else "stop"
    if is_take(action) and action - TAKE_ACTION in known:
        return f"take {names[action - TAKE_ACTION]}"
    if is_temp(action) and step_of(action) != 0:
        return f"temp {step_of(action):+d}"
    if is_fish(action) and fish_of(action) in known:
        return f"{_JUDGE[(action - EAT_ACTION) // KINDS]} {names[fish_of(action)]}"
    if is_play(action) and played_kind(action) in known:
        number = played_number(action)
        return f"play {names[played_kind(action)]}" + (f" x{number}" if number > 1 else "")
    if is_swap(action) and swap_low(action) in known and swap_high(action) in known and swap_low(action) <= swap_high(action):
        return " ".join(["swap", *sorted((names[swap_low(action)], names[swap_high(action)]))])
    raise UnknownText(f"{action} stands for no move of Acqua Dolce")


def text_action(text: str, names: tuple[str, ...]) -> int:
    """The action of a canonical text."""
    words = text.split(" ")
    if text in ("draw", "stop"):
        return DRAW if text == "draw" else STOP
    if words[0] == "temp" and re.fullmatch(rf"temp [+-][1-{STEPS}]", text):
        return temp(int(words[1]))
    if words[0] == "play" and len(words) in (2, 3):
        return _text_play(words, names)
    if words[0] == "swap" and len(words) == 3:
        cards = [text_card(word, names) for word in words[1:]]
        if words[1] > words[2]:
            raise UnknownText(f"the cards of a swap stand in alphabetical order: swap {words[2]} {words[1]}")
        return swap(min(cards), max(cards))
    if words[0] == "take" and len(words) == 2:
        return take(text_card(words[1], names))
    if words[0] in _JUDGE and len(words) == 2:
        return EAT_ACTION + _JUDGE.index(words[0]) * KINDS + text_card(words[1], names)
    raise UnknownText(f"{text!r} is no move of Acqua Dolce: {MOVES_IN_WORDS}")


def _text_play(words: list[str], names: tuple[str, ...]) -> int:
    kind = text_card(words[1], names)
    if len(words) == 2:
        return play(kind, 1)
    if not re.fullmatch(rf"x[2-{COPIES}]", words[2]):
        raise UnknownText(f"{words[2]!r} is no number of cards: x2 to x{COPIES}, as in play {words[1]} x2")
    return play(kind, int(words[2][1:]))


def plain_text(typed: str) -> str:
    """The canonical text of what people type instead.

    >>> plain_text("swap neon bee"), plain_text("play 2 neon"), plain_text("warm 1")
    ('swap bee neon', 'play neon x2', 'temp +1')
    """
    typed = {"take deck": "draw", "draw card": "draw", "end": "stop", "end turn": "stop"}.get(typed, typed)
    words = typed.split(" ")
    if words[0] == "swap" and len(words) == 3:
        return " ".join(["swap", *sorted(words[1:])])
    if words[0] in ("temp", "warm", "cool") and len(words) <= 2:
        step = words[1] if len(words) == 2 else "1"
        return f"temp {'-' if words[0] == 'cool' else ''}{step}" if step[:1] in "+-" or words[0] == "cool" else f"temp +{step}"
    if words[0] == "play" and len(words) == 3:
        number, card = (words[1], words[2]) if words[1].strip("x").isdigit() else (words[2].strip("x"), words[1])
        return f"play {card}" if number == "1" else f"play {card} x{number}"
    return typed


def outcome_text(number: int, names: tuple[str, ...]) -> str:
    stage, card = divmod(number, KINDS)
    if stage == CROWNING and card < SEATS:
        return f"king {card + 1}"
    if not 0 <= stage < CROWNING or not 0 < card < len(names):
        raise UnknownText(f"{number} stands for no draw of Acqua Dolce")
    return f"{_DRAWN[stage]} {names[card]}"


def text_outcome(text: str, names: tuple[str, ...]) -> int:
    """The outcome of a canonical text: `deal CARD`, `reveal CARD`, `draw CARD` or `king SEAT`."""
    word, _, rest = text.partition(" ")
    if word == "king" and re.fullmatch(rf"[1-{SEATS}]", rest):
        return outcome(CROWNING, int(rest) - 1)
    if word not in _DRAWN[:CROWNING] or not rest:
        raise UnknownText(f"{text!r} is no draw of Acqua Dolce: deal, reveal or draw with a card, or king with a seat")
    return outcome(_DRAWN.index(word), text_card(rest, names))
