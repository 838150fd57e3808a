"""Positions of Acqua Dolce set up by hand, and lines of play as records write them. Seats are 1-based here."""

import re
from collections import Counter
from typing import Any

from shoal.engine.components import Components
from shoal.engine.state import Rng
from shoal.games import load_game
from shoal.games.acqua_dolce.notation import ACT, ASK_ACT, KINDS
from shoal.games.acqua_dolce.scoring import objectives_in

GAME = load_game("acqua_dolce")
NAMES = GAME.box.names
LONERS = "gourami, krib, angel, fighter, agassiz, bee"
"""Six species that live together once there are ornaments."""

JUDGE = {"actions_mandatory": False}
"""With these options `stop` leads straight to what comes after a turn."""


def cards(text: str) -> Counter[int]:
    """`3 guppy, krib` as numbers of cards."""
    found: Counter[int] = Counter()
    for part in filter(None, (part.strip() for part in text.split(","))):
        words = part.split()
        found[NAMES.index(words[-1])] += int(words[0]) if len(words) == 2 else 1
    return found


def row_of(found: Counter[int]) -> list[int]:
    return [found[card] for card in range(KINDS)]


def with_numbers(toml: str, numbers: dict[str, int]) -> str:
    """The component file with other values, wherever these keys stand first."""
    for key, number in numbers.items():
        toml = re.sub(rf"^{key} = -?\d+", f"{key} = {number}", toml, count=1, flags=re.MULTILINE)
    return toml


def game_of(toml: str) -> Any:
    other = type(GAME)(GAME.folder)
    other.use(Components.parse(toml, "a test"))
    return other


def box_with(text: str, **numbers: int) -> Any:
    """A game whose box holds just these cards, so that deck and discards can be empty."""
    found = cards(text)
    toml = (GAME.folder / "components.toml").read_text(encoding="utf-8")
    for kind in GAME.kinds[1:]:
        toml = re.sub(rf'(id = "{kind.id}"\nname = [^\n]*\n(?:rations = \d+\n)?copies = )\d+', rf"\g<1>{found[kind.number]}", toml)
    totals = {
        "fish": sum(found[k.number] for k in GAME.kinds if k.card == "fish"),
        "feed": sum(found[k.number] for k in GAME.kinds if k.card == "feed"),
        "decoration": found[NAMES.index("deco")],
        "plant": found[NAMES.index("plant")],
    }
    toml = with_numbers(toml, totals | numbers)
    feed = [kind.id for kind in GAME.kinds if kind.card == "feed" for _ in range(found[kind.number])]
    toml = re.sub(r"^(\d) = \[.*\]$", lambda m: f"{m[1]} = {feed}".replace("'", '"'), toml, flags=re.MULTILINE)
    return game_of(toml)


def position(
    players: int = 2,
    tank: str = "",
    hands: dict[int, str | int] | None = None,
    row: str | None = None,
    discards: str = "",
    deck: str = "",
    seat: int = 1,
    king: int = 1,
    turns: int = 0,
    taken: int = 0,
    degrees: int = 0,
    options: dict[str, Any] | None = None,
    only_these: bool = False,
    memory: bool = False,
) -> Any:
    """A position in which `seat` is asked for an action. A hand is its cards, or a number of any cards; what is named nowhere lies in the deck.

    With `only_these` the box holds nothing but the cards named, those of `deck` among them.
    """
    hands = hands or {}
    if only_these:
        named = [tank, row or "", discards, deck, *(str(hand) for hand in hands.values())]
        game = box_with(", ".join(filter(None, named)))
    else:
        game = GAME
    data = GAME.new_state(players, options).to_json()
    rest = Counter({card: game.box.decks[players * KINDS + card] for card in range(KINDS)})
    data |= {"stage": ACT, "goal": ASK_ACT, "turn": seat - 1, "king": king - 1, "turns": turns, "taken": taken, "allowed": game.box.actions}
    place(data, rest, game, tank, hands, row, discards)
    data["deck"] = row_of(rest)
    data["deck_size"] = sum(rest.values())
    data["on"] = objectives_in(game.box, data["tank"]) & data["objectives"]
    data["degrees"] = degrees or data["degrees"]
    state = game.state_from_json(data)
    if memory:
        state.remember()
    return state


def place(data: dict[str, Any], rest: Counter[int], game: Any, tank: str, hands: dict[int, str | int], row: str | None, discards: str) -> None:
    """Cards that are named first, then numbers of any cards, taken from the most frequent ones."""
    for name, text in (("tank", tank), ("discards", discards), ("row", row or "")):
        data[name] = row_of(cards(text))
        rest.subtract(cards(text))
    for seat, hand in hands.items():
        if isinstance(hand, str):
            data["hands"][(seat - 1) * KINDS : seat * KINDS] = row_of(cards(hand))
            rest.subtract(cards(hand))
    for seat, hand in hands.items():
        for _ in range(hand if isinstance(hand, int) else 0):
            card = max(rest, key=lambda c: (rest[c], c))
            data["hands"][(seat - 1) * KINDS + card] += 1
            rest[card] -= 1
    if row is None and not data["unique_deck"]:
        for _ in range(game.box.face_up):
            card = max(rest, key=lambda c: (rest[c], -c))
            data["row"][card] += 1
            rest[card] -= 1
    assert min(rest.values()) >= 0, "more cards of a kind than there are"
    for seat in range(1, data["players"] + 1):
        data["hand_size"][seat - 1] = sum(data["hands"][(seat - 1) * KINDS : seat * KINDS])
    data["discards_size"], data["row_size"] = sum(data["discards"]), sum(data["row"])
    data["fish"] = sum(data["tank"][1 : game.box.fish + 1])


# ---- playing


def play(state: Any, script: str) -> Any:
    """`1 play bee; * draw neon`: every step must be what is expected now; `*` alone draws whatever is due."""
    for step in filter(None, (step.strip() for step in script.split(";"))):
        who, _, text = step.partition(" ")
        if step == "*":
            settle(state)
        elif who == "*":
            state.apply_outcome(GAME.text_to_outcome(text))
        else:
            state.apply_action(int(who) - 1, GAME.text_to_action(text))
    return state


def settle(state: Any, seed: int = 1) -> Any:
    """Let all cards be drawn that are due."""
    state.advance(Rng(seed, "test"))
    return state


def control(tank: str, hands: dict[int, str | int] | None = None, options: dict[str, Any] | None = None, **more: Any) -> Any:
    """The King (seat 1) has finished the last turn of a round: the Control Phase begins."""
    players = more.pop("players", 2)
    state = position(players, tank, hands or {1: 10, 2: 10}, options={**JUDGE, **(options or {})}, turns=players, taken=1, **more)
    return settle(play(state, "1 stop"))


def in_control(state: Any) -> bool:
    return state.decision() in ("eat", "starve", "expel")


def phase_over(state: Any) -> bool:
    """Whether the next turn has begun."""
    return state.decision() == "open" and state.rounds == 1


def legal(state: Any) -> list[str]:
    return sorted(GAME.action_to_text(action) for action in state.legal_actions(state.turn))


def chances(state: Any) -> dict[str, int]:
    return {GAME.outcome_to_text(outcome): weight for outcome, weight in state.chance_outcomes()}


def tank(state: Any) -> str:
    return listed(state.tank)


def fish(state: Any) -> str:
    """Only the fish in the tank."""
    return listed(list(state.tank)[: GAME.box.fish + 1])


def hand(state: Any, seat: int) -> str:
    return listed(list(state.hands)[(seat - 1) * KINDS : seat * KINDS])


def listed(numbers: Any) -> str:
    """`3 guppy, krib`, in the order of the component file."""
    return ", ".join(NAMES[card] if number == 1 else f"{number} {NAMES[card]}" for card, number in enumerate(numbers) if number)


def sizes(state: Any) -> list[int]:
    return list(state.hand_size)[: state.players]


def on(state: Any) -> list[str]:
    return [name for number, name in enumerate(("variety", "schools", "ornaments", "rare", "colours", "zones")) if state.on >> number & 1]
