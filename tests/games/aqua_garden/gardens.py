"""Positions of Aqua Garden set up by hand, and lines of play as records write them. Seats are 1-based here."""

import re
from typing import Any

from shoal.engine.components import Components
from shoal.engine.state import Rng
from shoal.games import load_game
from shoal.games.aqua_garden.notation import (
    AD,
    END,
    FINISHED,
    GROUP_WORDS,
    GROUPS,
    KIND_WORDS,
    KINDS,
    OWNER,
    REGULAR,
    TANK_WORDS,
    TANKS,
    TEND,
    WAITING,
    WALK,
)

GAME = load_game("aqua_garden")
BOX = GAME.box
CARPET_WORDS = ("AB", "BC", "CD", "DE", "EF", "FA")
CARDS = {"fish": "fish3", "turtle": "turtle3", "seahorse": "seahorse2", "shark": "shark3"}
FEEDINGS = ("little_aqua_garden", "shark_impact", "night_sea_museum", "clownfish_wonderland")
DONE, WAITS = FINISHED, WAITING


def tokens(text: str) -> list[int]:
    """`small2 seaweed` as numbers by kind."""
    found = [0] * KINDS
    for word in text.split():
        name, number = re.fullmatch("([a-z]+)([0-9]*)", word).groups()
        found[KIND_WORDS.index(name)] += int(number or 1)
    return found


def words(numbers: Any) -> str:
    """The reverse, in the order of the kinds."""
    return " ".join(f"{KIND_WORDS[kind]}{number if number > 1 else ''}" for kind, number in enumerate(numbers) if number)


# ---- playing


def draw(state: Any, wanted: dict[str, str], rng: Rng) -> None:
    """The next draw: what is wanted if it can be, else what the numbers say."""
    outcomes = state.chance_outcomes()
    texts = {GAME.outcome_to_text(outcome): outcome for outcome, _ in outcomes}
    for text in wanted.get(state.chance_name(), "").split(","):
        if text in texts:
            state.apply_outcome(texts[text])
            return
    point = rng.pick(sum(weight for _, weight in outcomes))
    for outcome, weight in outcomes:
        if point < weight:
            state.apply_outcome(outcome)
            return
        point -= weight


def settle(state: Any, cards: dict[str, str] | None = None, first: int = 1, feeding: str = FEEDINGS[0], seed: int = 1) -> Any:
    """All draws up to the next decision; Milestone cards, Feeding Event cards and the first player as wanted."""
    dealt = [feeding, *(card for card in FEEDINGS if card != feeding)]
    milestones = ",".join(f"milestone {card}" for card in {**CARDS, **(cards or {})}.values())
    wanted = {"milestone": milestones, "feed": ",".join(f"feed {card}" for card in dealt), "first": f"first {first}"}
    rng = Rng(seed, "settle")
    while state.is_chance():
        draw(state, wanted, rng)
    return state


def start(players: int = 3, seed: int = 1, cards: dict[str, str] | None = None, first: int = 1, feeding: str = FEEDINGS[0], **options: Any) -> Any:
    """A game at its first decision."""
    return settle(GAME.new_state(players, options), cards, first, feeding, seed)


def play(state: Any, script: str) -> Any:
    """`1 go 4; 1 ad small`: moves of seats; draws come as they like."""
    for line in filter(None, (part.strip() for part in script.split(";"))):
        seat, _, text = line.partition(" ")
        state.apply_action(int(seat) - 1, GAME.text_to_action(text))
        settle(state)
    return state


def turn(state: Any, *moves: str) -> Any:
    """Moves of the seat whose turn it is."""
    for text in moves:
        state.apply_action(state.turn, GAME.text_to_action(text))
        settle(state)
    return state


def stop(state: Any, space: int) -> Any:
    """A whole turn: go to a space, release everything, or take the first ad."""
    turn(state, f"go {space}")
    if state.decision() == "ad":
        return turn(state, next(text for text in legal(state) if text.startswith("ad ")))
    turn(state, "walk 1")
    while state.hand_size:
        turn(state, next(text for text in legal(state) if text.startswith("release")))
    return turn(state, "end")


def legal(state: Any) -> list[str]:
    return [GAME.action_to_text(action) for action in state.legal_actions(state.turn)] if not state.is_terminal() else []


def offered(state: Any, verb: str) -> list[str]:
    """What follows a verb in the legal actions."""
    return [text.partition(" ")[2] for text in legal(state) if text.split()[0] == verb]


# ---- looking


def tank(state: Any, name: str, seat: int = 1) -> str:
    return words(state.tank(seat - 1, TANK_WORDS.index(name)))


def use(state: Any, name: str, seat: int = 1) -> int:
    return sum(number * oxygen for number, oxygen in zip(state.tank(seat - 1, TANK_WORDS.index(name)), BOX.oxygen, strict=True))


def sea(state: Any) -> str:
    return words(state.sea)


def fair(state: Any, space: int) -> list[int]:
    return list(state.fair)[space * REGULAR : (space + 1) * REGULAR]


def fish_spaces() -> list[int]:
    return [space for space in range(1, BOX.spaces + 1) if BOX.fish_space[space]]


def owners(state: Any) -> list[int]:
    return list(state.owner)[: state.tokens]


def lines(state: Any, seat: int = 1) -> dict[str, int]:
    """The score sheet by key."""
    return {line.key: line.points for line in GAME.score_sheet(state, seat - 1).lines}


# ---- setting up


def position(
    players: int = 3,
    stage: int = TEND,
    near: str = "BC",
    funds: int = 2,
    hand: str = "",
    tanks: dict[str, str] | None = None,
    others: dict[int, dict[str, str]] | None = None,
    sea: str = "",
    track: list[int] | None = None,
    order: list[int] | None = None,
    round: int = 1,
    turn: int = 1,
    achieved: dict[int, str] | None = None,
    cards: dict[str, str] | None = None,
    feeding: str = FEEDINGS[0],
    used: int = 0,
    **options: Any,
) -> Any:
    """A position with seat `turn` to act, whose aquarium `tanks`, `near`, `funds` and `hand` describe; `others` have tanks only.

    `sea` says which fish lie on the Sea board; seaweed and coral lie there as far as they are not in tanks.
    `track` has the space of each Owner token, WAITS or DONE; `order` their places on the Standby track.
    `achieved` names, by seat, the milestones that seats have achieved, in the order of seats.
    """
    data = start(players, cards=cards, feeding=feeding, **options).to_json()
    supply = Supply(data)
    supply.fill_tanks(turn - 1, tanks or {})
    for seat, theirs in (others or {}).items():
        supply.fill_tanks(seat - 1, theirs)
    lay(data, supply, "hand", hand)
    lay(data, supply, "sea", sea)
    data["hand_size"] = sum(data["hand"])
    data["funds"][turn - 1] = funds
    data["carpet"][turn - 1] = CARPET_WORDS.index(near)
    data |= {"stage": stage, "turn": turn - 1, "round": round, "ads_used": used}
    set_track(data, turn - 1, track, order)
    for seat in range(players):
        achieve(data, supply, seat, (achieved or {}).get(seat + 1, ""))
    data["sea_mix"] = sum(1 << kind for kind, number in enumerate(data["sea"]) if number)
    return GAME.state_from_json(data)


def lay(data: dict[str, Any], supply: "Supply", zone: str, text: str) -> None:
    """Put tokens into the hand or onto the Sea board."""
    for kind, number in enumerate(tokens(text)):
        supply.take(kind, number)
        data[zone][kind] += number


def achieve(data: dict[str, Any], supply: "Supply", seat: int, groups: str) -> None:
    """Put cubes of the seat on milestones; whoever is first there takes the reward."""
    for group in map(GROUP_WORDS.index, groups.split()):
        if data["cubes"][group] == 0:
            supply.give_reward(group)
        data["cubes"][group] += 1
        data["achieved"][seat * GROUPS + group] = data["cubes"][group]


def set_track(data: dict[str, Any], turn: int, track: list[int] | None, order: list[int] | None) -> None:
    """By default the seat to act stands where its stage needs it, and the others wait."""
    count = data["tokens"]
    default = {OWNER: WAITS, WALK: 1, AD: 4}.get(data["stage"], 1)
    spaces = track or [default if token == turn else WAITS for token in range(count)]
    if order is None:
        waiting = [token for token in range(count) if spaces[token] != DONE]
        done = [token for token in range(count) if spaces[token] == DONE]
        order = [done.index(token) + 1 if token in done else waiting.index(token) + 1 for token in range(count)]
    for token in range(count):
        data["owner"][token] = spaces[token]
        data["standby"][token] = order[token] if spaces[token] in (WAITS, DONE) else 0
    data["finished"] = sum(space == DONE for space in spaces)


class Supply:
    """Where the tokens of a position by hand come from, so that none is there twice."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        for kind in range(REGULAR):
            data["bag"][kind] += data["sea"][kind]
            data["bag_size"] += data["sea"][kind]
            data["sea"][kind] = 0

    def take(self, kind: int, number: int = 1) -> None:
        data = self.data
        for _ in range(number):
            if kind >= REGULAR:
                source = data["side"] if data["side"][kind] else data["sea"]
                assert source[kind] > 0, f"no {KIND_WORDS[kind]} is left"
                source[kind] -= 1
            else:
                self.draw(kind)

    def draw(self, kind: int) -> None:
        """From the bag; if it has none left, from the Fair, where another token of the bag takes its place."""
        data = self.data
        data["bag_size"] -= 1
        if data["bag"][kind]:
            data["bag"][kind] -= 1
            return
        at = next(i for i in range(kind, len(data["fair"]), REGULAR) if data["fair"][i])
        other = max(range(REGULAR), key=lambda k: data["bag"][k])
        data["fair"][at] -= 1
        data["fair"][at - kind + other] += 1
        data["bag"][other] -= 1

    def give_reward(self, group: int) -> None:
        """The reward of a milestone that somebody has achieved went to the Sea board."""
        for kind in range(KINDS):
            self.data["sea"][kind] += BOX.rewards[group * KINDS + kind]

    def fill_tanks(self, seat: int, tanks: dict[str, str]) -> None:
        data = self.data
        for name, text in tanks.items():
            at = seat * TANKS + TANK_WORDS.index(name)
            for kind, number in enumerate(tokens(text)):
                self.take(kind, number)
                data["contents"][at * KINDS + kind] += number
                data["uses"][at] += number * BOX.oxygen[kind]
                data["mixes"][at] |= (1 << kind) if number else 0


def over(players: int = 3, tanks: dict[str, str] | None = None, funds: int = 0, place: int = 0, **more: Any) -> Any:
    """A finished game: seat 1 has these tanks and funds and stands on this place of the Standby track (0: the last)."""
    state = position(players, OWNER, tanks=tanks, funds=funds, round=BOX.rounds[players], **more)
    data = state.to_json()
    place = place or data["tokens"]
    places = [place, *(p for p in range(1, data["tokens"] + 1) if p != place)]
    data["standby"] = [*places, *[0] * (len(data["standby"]) - len(places))]
    data["owner"] = [DONE] * data["tokens"] + [0] * (len(data["owner"]) - data["tokens"])
    data |= {"finished": data["tokens"], "stage": END, "turn": 0}
    return GAME.state_from_json(data)


def game_with(*changes: tuple[str, str]) -> Any:
    """The game with other components: each change replaces the first occurrence of a text of the file."""
    toml = (GAME.folder / "components.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in toml
        toml = toml.replace(old, new, 1)
    other = type(GAME)(GAME.folder)
    other.use(Components.parse(toml, "a test"))
    return other

