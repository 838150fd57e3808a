"""Aqua Garden as numbers and as text: tokens, tanks, spaces, actions and chance outcomes."""

import re
from typing import Annotated

from shoal.engine.errors import UnknownText

# Capacities; the box says how many are used.
SEATS = 4
TOKENS = 4
"""Owner tokens: one of each seat, by its number, and Lucy's after them."""

KINDS = 11
REGULAR = 6
"""Kinds 0 … REGULAR - 1 come from the bag."""

SMALL, LARGE, TURTLE, SEAHORSE, SHARK, WHALE, SEAWEED, CORAL, FLAPJACK, MANTA, REMORA = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
"""Kinds of token. A set of kinds has bit n for kind n."""

KIND_WORDS = ("small", "large", "turtle", "seahorse", "shark", "whale", "seaweed", "coral", "flapjack", "manta", "remora")
MIXES = 1 << KINDS
"""Sets of kinds."""

TANKS = 6
TANK_WORDS = "ABCDEF"
"""For people; in the texts of actions tanks are small letters, like everything else."""
CARPETS = 6
"""Carpet c lies between tank c and the next one, clockwise: AB, BC, CD, DE, EF, FA."""

SPACES = 25
"""Spaces of the Fair track are numbered from 1."""

WAITING = 0
FINISHED = SPACES
"""Where an Owner token is that stands on no space: both are on the Standby track."""

ROUNDS = 8
STEPS = 5
"""Most carpets of a walk."""

GROUPS = 4
GROUP_WORDS = ("fish", "turtle", "seahorse", "shark")
CARDS = 24
"""Milestone cards, numbered from 0 in the order of the component file."""

ADS = 4
AD_WORDS = ("small", "large", "shark", "turtle")
FEEDINGS = 12
"""Feeding Event cards, numbered from 0 in the order of the component file."""

MOST_FUNDS = 100
"""Where the track for funds may end."""

NONE = -1
"""No kind, no tank, no card."""

Kinds = Annotated[list[int], "int", KINDS]
Regular = Annotated[list[int], "int", REGULAR]
Fair = Annotated[list[int], "int", SPACES * REGULAR]
Seats = Annotated[list[int], "int", SEATS]
Tokens = Annotated[list[int], "int", TOKENS]
Tanks = Annotated[list[int], "int", SEATS * TANKS]
Contents = Annotated[list[int], "int", SEATS * TANKS * KINDS]
Groups = Annotated[list[int], "int", GROUPS]
Claims = Annotated[list[int], "int", SEATS * GROUPS]

MILESTONES, STOCK, SEA, FEED, FIRST = 0, 1, 2, 3, 4
"""Stages of chance: Milestone cards, tokens onto fish spaces, tokens onto the Sea board, Feeding Event cards, the first player."""

OWNER, WALK, TEND, REWARD, AIM, REPAIR, AD, END = 5, 6, 7, 8, 9, 10, 11, 12
"""Stages of decision, and the end."""

DECISIONS = {OWNER: "owner", WALK: "walk", TEND: "tend", REWARD: "reward", AIM: "aim", REPAIR: "repair", AD: "ad"}
DRAWS = {MILESTONES: "milestone", STOCK: "stock", SEA: "sea", FEED: "feed", FIRST: "first"}

# Actions. The verbs with a token and a tank stand together and count tank by tank.
PASS = 0
WALK_ACTION = SPACES
RELEASE_ACTION = WALK_ACTION + STEPS + 1
CLAIM_ACTION = RELEASE_ACTION + KINDS
AD_ACTION = CLAIM_ACTION + GROUPS
PLACE_ACTION = AD_ACTION + ADS
BUY_ACTION = PLACE_ACTION + TANKS * KINDS
REMOVE_ACTION = BUY_ACTION + TANKS * KINDS
AIM_ACTION = REMOVE_ACTION + TANKS * KINDS
ADV_ACTION = AIM_ACTION + TANKS * KINDS
FINISH = ADV_ACTION + TANKS * KINDS
"""The action `end`."""

ACTIONS = FINISH + 1

# Outcomes.
MILESTONE_OUTCOME = REGULAR
FEED_OUTCOME = MILESTONE_OUTCOME + CARDS
FIRST_OUTCOME = FEED_OUTCOME + FEEDINGS
OUTCOMES = FIRST_OUTCOME + SEATS


# ---- places


def tank_at(seat: int, tank: int) -> int:
    """Where a tank of a seat stands in `mixes` and `uses`."""
    return seat * TANKS + tank


def cell(seat: int, tank: int, kind: int) -> int:
    """Where the number of tokens of a kind stands in `contents`."""
    return (seat * TANKS + tank) * KINDS + kind


def next_carpet(carpet: int) -> int:
    return (carpet + 1) % CARPETS


# ---- actions


def go(space: int) -> int:
    return space


def walk(steps: int) -> int:
    return WALK_ACTION + steps


def place(kind: int, tank: int) -> int:
    return PLACE_ACTION + tank * KINDS + kind


def release(kind: int) -> int:
    return RELEASE_ACTION + kind


def buy(kind: int, tank: int) -> int:
    return BUY_ACTION + tank * KINDS + kind


def remove(kind: int, tank: int) -> int:
    return REMOVE_ACTION + tank * KINDS + kind


def claim(group: int) -> int:
    return CLAIM_ACTION + group


def aim(kind: int, tank: int) -> int:
    return AIM_ACTION + tank * KINDS + kind


def ad(number: int) -> int:
    return AD_ACTION + number


def adv(kind: int, tank: int) -> int:
    return ADV_ACTION + tank * KINDS + kind


def is_go(action: int) -> bool:
    return PASS < action < WALK_ACTION


def is_walk(action: int) -> bool:
    return WALK_ACTION < action < RELEASE_ACTION


def is_place(action: int) -> bool:
    return PLACE_ACTION <= action < BUY_ACTION


def is_release(action: int) -> bool:
    return RELEASE_ACTION <= action < CLAIM_ACTION


def is_buy(action: int) -> bool:
    return BUY_ACTION <= action < REMOVE_ACTION


def is_remove(action: int) -> bool:
    return REMOVE_ACTION <= action < AIM_ACTION


def is_claim(action: int) -> bool:
    return CLAIM_ACTION <= action < AD_ACTION


def is_aim(action: int) -> bool:
    return AIM_ACTION <= action < ADV_ACTION


def is_ad(action: int) -> bool:
    return AD_ACTION <= action < PLACE_ACTION


def is_adv(action: int) -> bool:
    return ADV_ACTION <= action < FINISH


def kind_of(action: int) -> int:
    """The token of `place`, `buy`, `remove`, `aim` or `adv`."""
    return (action - PLACE_ACTION) % KINDS


def tank_of(action: int) -> int:
    """The tank of `place`, `buy`, `remove`, `aim` or `adv`."""
    return (action - PLACE_ACTION) // KINDS % TANKS


def steps_of(action: int) -> int:
    return action - WALK_ACTION


def released_kind(action: int) -> int:
    return action - RELEASE_ACTION


def group_of(action: int) -> int:
    return action - CLAIM_ACTION


def ad_of(action: int) -> int:
    return action - AD_ACTION


# ---- outcomes


def draw_outcome(kind: int) -> int:
    return kind


def milestone_outcome(card: int) -> int:
    return MILESTONE_OUTCOME + card


def feed_outcome(card: int) -> int:
    return FEED_OUTCOME + card


def first_outcome(seat: int) -> int:
    return FIRST_OUTCOME + seat


# ---- texts: `names` are those of the box, the ids of the Milestone cards and of the Feeding Event cards

Names = tuple[tuple[str, ...], tuple[str, ...]]
NO_NAMES: Names = ((), ())

_IN_TANK = ("place", "buy", "remove", "aim", "adv")
MOVES_IN_WORDS = (
    "go SPACE, pass, walk STEPS, place TOKEN TANK, release TOKEN, buy TOKEN TANK, remove TOKEN TANK, "
    "claim MILESTONE, aim TOKEN TANK, ad NAME, adv TOKEN TANK or end"
)


def action_text(action: int, names: Names = NO_NAMES) -> str:
    """The text of an action; UnknownText for numbers that stand for none. Names of the box play no part in it."""
    if action == PASS or action == FINISH:
        return "pass" if action == PASS else "end"
    if is_go(action):
        return f"go {action}"
    if is_walk(action):
        return f"walk {steps_of(action)}"
    if is_release(action):
        return f"release {KIND_WORDS[released_kind(action)]}"
    if is_claim(action):
        return f"claim {GROUP_WORDS[group_of(action)]}"
    if is_ad(action):
        return f"ad {AD_WORDS[ad_of(action)]}"
    if not PLACE_ACTION <= action < FINISH:
        raise UnknownText(f"{action} stands for no move of Aqua Garden")
    verb = _IN_TANK[(action - PLACE_ACTION) // (TANKS * KINDS)]
    return f"{verb} {KIND_WORDS[kind_of(action)]} {TANK_WORDS[tank_of(action)].lower()}"


def text_action(text: str, names: Names = NO_NAMES) -> int:
    """The action of a canonical text."""
    verb, *rest = text.split(" ")
    if text in ("pass", "end"):
        return PASS if text == "pass" else FINISH
    if verb in _IN_TANK and len(rest) == 2:
        return place(_kind(rest[0]), _tank(rest[1])) + _IN_TANK.index(verb) * TANKS * KINDS
    if len(rest) == 1:
        if verb in ("go", "walk"):
            return _number(verb, rest[0])
        if verb == "release":
            return release(_kind(rest[0]))
        if verb in ("claim", "ad"):
            words = GROUP_WORDS if verb == "claim" else AD_WORDS
            return (CLAIM_ACTION if verb == "claim" else AD_ACTION) + _index(rest[0], words, "milestone" if verb == "claim" else "ad")
    raise UnknownText(f"{text!r} is no move of Aqua Garden: {MOVES_IN_WORDS}")


def _number(verb: str, word: str) -> int:
    most = SPACES - 1 if verb == "go" else STEPS
    if not re.fullmatch("[1-9][0-9]?", word) or int(word) > most:
        raise UnknownText(f"{verb} {word}: a number from 1 to {most} is expected")
    return go(int(word)) if verb == "go" else walk(int(word))


def _kind(word: str) -> int:
    return _index(word, KIND_WORDS, "token")


def _tank(word: str) -> int:
    return _index(word, tuple(TANK_WORDS.lower()), "tank")


def _index(word: str, words: tuple[str, ...], what: str) -> int:
    if word not in words:
        raise UnknownText(f"{word!r} is no {what}; there are {', '.join(words)}")
    return words.index(word)


def plain_text(typed: str, decision: str = "") -> str:
    """The canonical text of what people type instead; `decision` is what is asked.

    >>> plain_text("7", "owner"), plain_text("small c", "tend"), plain_text("sell large", "tend"), plain_text("get coral d", "tend")
    ('go 7', 'place small c', 'release large', 'buy coral d')
    """
    words = _LONG.get(typed, typed).split(" ")
    words[0] = _VERBS.get(words[0], words[0])
    if decision == "owner" and words[0] in ("space", "ad"):
        words[0] = "go"
    if len(words) == 1 and words[0].isdecimal():
        words.insert(0, "walk" if decision == "walk" else "go")
    if words[0] in KIND_WORDS and len(words) == 2 and len(words[1]) == 1:
        words.insert(0, "remove" if decision == "repair" else "adv" if decision == "ad" else "place")
    words = [word for i, word in enumerate(words) if i == 0 or word not in ("in", "into", "from", "to", "for", "tank", "space", "steps")]
    return " ".join(words)


_VERBS = {
    "put": "place", "sell": "release", "drop": "release", "get": "buy", "take": "adv", "discard": "remove", "achieve": "claim", "move": "go", "step": "walk",
}
_LONG = {"done": "end", "end turn": "end", "finish": "end", "stop": "pass", "standby": "pass"}


def outcome_text(number: int, names: Names) -> str:
    """The text of a draw; UnknownText for numbers that stand for none."""
    milestones, feedings = names
    if 0 <= number < MILESTONE_OUTCOME:
        return f"draw {KIND_WORDS[number]}"
    if MILESTONE_OUTCOME <= number < MILESTONE_OUTCOME + len(milestones):
        return f"milestone {milestones[number - MILESTONE_OUTCOME]}"
    if FEED_OUTCOME <= number < FEED_OUTCOME + len(feedings):
        return f"feed {feedings[number - FEED_OUTCOME]}"
    if FIRST_OUTCOME <= number < OUTCOMES:
        return f"first {number - FIRST_OUTCOME + 1}"
    raise UnknownText(f"{number} stands for no draw of Aqua Garden")


def text_outcome(text: str, names: Names) -> int:
    """The outcome of a canonical text: `milestone CARD`, `draw TOKEN`, `feed CARD` or `first SEAT`."""
    milestones, feedings = names
    word, _, rest = text.partition(" ")
    if word == "draw":
        return draw_outcome(_index(rest, KIND_WORDS[:REGULAR], "token of the bag"))
    if word == "milestone":
        return milestone_outcome(_index(rest, milestones, "Milestone card"))
    if word == "feed":
        return feed_outcome(_index(rest, feedings, "Feeding Event card"))
    if word == "first" and re.fullmatch(rf"[1-{SEATS}]", rest):
        return first_outcome(int(rest) - 1)
    raise UnknownText(f"{text!r} is no draw of Aqua Garden: milestone CARD, draw TOKEN, feed CARD or first SEAT")
