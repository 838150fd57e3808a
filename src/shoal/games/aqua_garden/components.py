"""The component file of Aqua Garden, read into flat tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from shoal.engine.components import Components

from .box import AquaGardenBox
from .notation import (
    AD_WORDS, ADS, CARDS, CARPETS, CORAL, FEEDINGS, FLAPJACK, GROUP_WORDS, GROUPS, KIND_WORDS, KINDS, MIXES, MOST_FUNDS, REGULAR, ROUNDS, SEATS, SEAWEED,
    SPACES, STEPS, TANK_WORDS, TANKS,
)

_BY_KIND = {str: int}
SCHEMA = {
    "tokens": [{
        "id": str, "name": str, "oxygen": int, "supply": int, "bag": int, "prize": int, "copies": int, "points": int, "limit": int, "shuns": [str],
        "needs": [str],
    }],
    "totals": {"bag": int, "prize": int, "advanced": int, "fish": int, "seaweed": int, "coral": int},
    "players": {str: {"rounds": int, "lucy": bool, "removed": _BY_KIND}},
    "setup": {"funds": int, "sea_fish": int},
    "fair": {"track": str},
    "standby": {"points": [int]},
    "ads": [{"id": str, "tokens": [str], "per": int}],
    "aquarium": {"supply": int, "start": str, "feeding": [str], "event_tanks": str, "most_funds": int, "boards_alike": bool},
    "costs": {"seaweed": int, "coral": int, "fish": int, "step": int, "free_steps": int, "extra_steps": int},
    "feeding": {"base": int},
    "feeding_cards": [{"id": str, "name": str, "set": [str], "each": int}],
    "milestone_groups": [{"id": str, "name": str, "reward": [str]}],
    "milestones": [{"id": str, "group": str, "tank": _BY_KIND, "points": [int]}],
    "scoring": {"pair": int, "funds_for_a_point": int},
    "advanced": {
        "flapjack_cost": int, "manta_cost": int, "remora_cost": int, "flapjack_each_kind": int, "manta_each_token": int, "remora_one_host": int,
        "remora_both_hosts": int,
    },
    "solo": {"target": int},
}
MOST = 100
"""Most copies, points, prices and oxygen that a file may name."""

CARPET_NAMES = tuple(TANK_WORDS[i] + TANK_WORDS[(i + 1) % TANKS] for i in range(CARPETS))
"""AB to FA: a carpet is named by the tanks that it touches."""

ADVANCED_WORDS = KIND_WORDS[FLAPJACK:]


@dataclass(frozen=True)
class Token:
    """A kind of token, for people."""

    number: int
    id: str
    name: str
    oxygen: int
    supply: int
    points: int
    copies: int
    needs: tuple[str, ...]
    shuns: tuple[str, ...]


@dataclass(frozen=True)
class Milestone:
    """A Milestone card: what one tank must hold at least, as numbers by kind."""

    number: int
    id: str
    group: int
    tank: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True)
class Feeding:
    """A Feeding Event card: a set of kinds of token."""

    number: int
    id: str
    name: str
    kinds: tuple[int, ...]
    each: int


class Reader:
    """Takes values out of a component file and refuses, with their place, those that do not fit."""

    def __init__(self, components: Components) -> None:
        self.components = components

    def number(self, path: str, value: Any, low: int = 0, high: int = MOST) -> int:
        return self.components.number(path, value, low, high)

    def table(self, name: str) -> dict[str, Any]:
        table = self.components[name]
        if not isinstance(table, dict):
            raise self.components.fail(name, f"a table [{name}] is expected, not {table!r}")
        return table

    def of(self, table: str, key: str, low: int = 0, high: int = MOST) -> int:
        """A number that stands in a table of its own."""
        return self.number(f"{table}.{key}", self.table(table).get(key), low, high)

    def numbers(self, path: str, values: Any, length: int) -> list[int]:
        if not isinstance(values, list) or len(values) != length:
            raise self.components.fail(path, f"a list of {length} numbers is expected, not {values!r}")
        return [self.number(path, value) for value in values]

    def text(self, path: str, value: Any) -> str:
        if not isinstance(value, str) or not value.strip():
            raise self.components.fail(path, f"a text is expected, not {value!r}")
        return value

    def flag(self, path: str, value: Any) -> int:
        if type(value) is not bool:
            raise self.components.fail(path, f"true or false is expected, not {value!r}")
        return int(value)

    def word(self, path: str, value: Any, known: Sequence[str]) -> int:
        """The number of a word."""
        if value not in known:
            raise self.components.fail(path, f"one of {', '.join(known)} is expected, not {value!r}")
        return known.index(value)

    def kinds(self, path: str, values: Any) -> list[int]:
        """Numbers of the tokens that a list names."""
        if not isinstance(values, list):
            raise self.components.fail(path, f"a list of tokens is expected, not {values!r}")
        return [self.word(path, value, KIND_WORDS) for value in values]

    def counts(self, path: str, values: Any, known: Sequence[str] = KIND_WORDS) -> list[int]:
        """How many of each kind a table names, as in { small = 3, seaweed = 1 }."""
        if not isinstance(values, dict):
            raise self.components.fail(path, f"tokens with their numbers are expected, as in {{ small = 3 }}, not {values!r}")
        found = [0] * len(known)
        for key, value in values.items():
            found[self.word(path, key, known)] = self.number(f"{path}.{key}", value)
        return found

    def rows(self, table: str, most: int) -> list[tuple[str, dict[str, Any]]]:
        """Every table of an array with its place in the file; ids are different words of small letters and digits."""
        rows = self.components[table]
        if not isinstance(rows, list) or not 1 <= len(rows) <= most:
            raise self.components.fail(table, f"1 to {most} tables [[{table}]] are expected")
        ids = [row.get("id") if isinstance(row, dict) else row for row in rows]
        for key in ids:
            if not isinstance(key, str) or not key.isidentifier() or key != key.lower() or not key.isascii():
                raise self.components.fail(f"{table}.id", f"a word of small letters is expected, not {key!r}")
            if ids.count(key) > 1:
                raise self.components.fail(table, f"the id {key!r} stands there twice")
        return [(f"{table}[{row['id']}]", row) for row in rows]

    def exactly(self, table: str, words: Sequence[str]) -> list[tuple[str, dict[str, Any]]]:
        """Every table of an array that has one for each of these ids, in their order."""
        rows = self.rows(table, len(words))
        by_id = {row["id"]: (where, row) for where, row in rows}
        if sorted(by_id) != sorted(words):
            raise self.components.fail(table, f"one table for each of {', '.join(words)} is expected, not {', '.join(by_id)}")
        return [by_id[word] for word in words]


def bits(numbers: Sequence[int]) -> int:
    return sum(1 << number for number in set(numbers))


# ---- for people


def read_tokens(components: Components) -> list[Token]:
    """All kinds of token by number."""
    reader, found = Reader(components), []
    for number, (where, row) in enumerate(reader.exactly("tokens", KIND_WORDS)):
        values = {key: reader.number(f"{where}.{key}", row.get(key)) for key in ("oxygen", "supply", "points", "copies")}
        needs, shuns = (tuple(KIND_WORDS[kind] for kind in reader.kinds(f"{where}.{key}", row.get(key))) for key in ("needs", "shuns"))
        found.append(Token(number, KIND_WORDS[number], reader.text(f"{where}.name", row.get("name")), **values, needs=needs, shuns=shuns))
    for token in found:
        for other in token.shuns:
            if token.id not in found[KIND_WORDS.index(other)].shuns:
                raise components.fail(f"tokens[{token.id}].shuns", f"{other} must name {token.id} too: who may not live together is the same both ways")
    return found


def read_milestones(components: Components) -> list[Milestone]:
    """All Milestone cards by number; every group has one at least."""
    reader, found = Reader(components), []
    for number, (where, row) in enumerate(reader.rows("milestones", CARDS)):
        tank = tuple(reader.counts(f"{where}.tank", row.get("tank")))
        if not any(tank):
            raise components.fail(f"{where}.tank", "a milestone asks for one token at least")
        points = tuple(reader.numbers(f"{where}.points", row.get("points"), SEATS))
        found.append(Milestone(number, row["id"], reader.word(f"{where}.group", row.get("group"), GROUP_WORDS), tank, points))
    for group, word in enumerate(GROUP_WORDS):
        if not any(card.group == group for card in found):
            raise components.fail("milestones", f"the group {word} has no card")
    return found


def read_feedings(components: Components) -> list[Feeding]:
    """All Feeding Event cards by number: one for each player at least."""
    reader, found = Reader(components), []
    for number, (where, row) in enumerate(reader.rows("feeding_cards", FEEDINGS)):
        kinds = tuple(reader.kinds(f"{where}.set", row.get("set")))
        if not kinds:
            raise components.fail(f"{where}.set", "a set has one token at least")
        found.append(Feeding(number, row["id"], reader.text(f"{where}.name", row.get("name")), kinds, reader.number(f"{where}.each", row.get("each"))))
    if len(found) < SEATS:
        raise components.fail("feeding_cards", f"{SEATS} players need {SEATS} cards, not {len(found)}")
    return found


# ---- for the rules


def read_box(components: Components) -> AquaGardenBox:
    """Flat tables of a component file; ComponentError says which value does not fit."""
    reader = Reader(components)
    tokens, milestones, feedings = read_tokens(components), read_milestones(components), read_feedings(components)
    data: dict[str, Any] = {}
    for field, (table, key, low, high) in _NUMBERS.items():
        data[field] = reader.of(table, key, low, high)
    data |= _tokens(reader, tokens) | _board(reader) | _aquarium(reader) | _cards(reader, milestones, feedings)
    data |= _setup(reader, tokens, data["rewards"]) | _ads(reader)
    data |= {field: [0] * MIXES for field in ("sound", "supplies", "keeps", "lowest")}
    box = AquaGardenBox()
    box.load(data)
    box.work_out()
    box.name((tuple(card.id for card in milestones), tuple(card.id for card in feedings)))
    box.check()
    return box


_NUMBERS = {
    "sea_fish": ("setup", "sea_fish", 0, 30),
    "funds": ("setup", "funds", 0, MOST),
    "most_funds": ("aquarium", "most_funds", 0, MOST_FUNDS),
    "supply": ("aquarium", "supply", 0, MOST),
    "free_steps": ("costs", "free_steps", 1, STEPS),
    "step_price": ("costs", "step", 0, MOST),
    "feeding_base": ("feeding", "base", 0, MOST),
    "pair": ("scoring", "pair", 0, MOST),
    "funds_per_point": ("scoring", "funds_for_a_point", 1, MOST),
    "flapjack": ("advanced", "flapjack_each_kind", 0, MOST),
    "manta": ("advanced", "manta_each_token", 0, MOST),
    "remora_one": ("advanced", "remora_one_host", 0, MOST),
    "remora_both": ("advanced", "remora_both_hosts", 0, MOST),
    "target": ("solo", "target", 0, 1000),
}


def _tokens(reader: Reader, tokens: list[Token]) -> dict[str, Any]:
    """Oxygen, points, who shuns and needs whom, prices."""
    numbers = KIND_WORDS.index
    limits = [reader.number(f"{where}.limit", row.get("limit"), 0, 1) for where, row in reader.exactly("tokens", KIND_WORDS)]
    prices = {key: reader.of("costs", key) for key in ("seaweed", "coral", "fish")}
    return {
        "oxygen": [token.oxygen for token in tokens],
        "adds": [token.supply for token in tokens],
        "worth": [token.points for token in tokens],
        "single": bits([kind for kind, limit in enumerate(limits) if limit]),
        "shuns": [bits([numbers(word) for word in token.shuns]) for token in tokens],
        "needs": [bits([numbers(word) for word in token.needs]) for token in tokens],
        "fish": bits([kind for kind in range(KINDS) if kind not in (SEAWEED, CORAL)]),
        "advanced": bits(range(FLAPJACK, KINDS)),
        "price": [prices.get(word, prices["fish"]) for word in KIND_WORDS],
        "fee": [reader.of("advanced", f"{word}_cost") if word in ADVANCED_WORDS else 0 for word in KIND_WORDS],
    }


def _setup(reader: Reader, tokens: list[Token], rewards: list[int]) -> dict[str, Any]:
    """What lies where before the first draw; the printed totals agree with the tokens listed."""
    rows = reader.exactly("tokens", KIND_WORDS)
    bag, prize = ([reader.number(f"{where}.{key}", row.get(key)) for where, row in rows] for key in ("bag", "prize"))
    _totals(reader, tokens, bag, prize)
    given = [sum(rewards[group * KINDS + kind] for group in range(GROUPS)) for kind in range(KINDS)]
    for kind, word in enumerate(KIND_WORDS):
        there = prize[kind] + (tokens[kind].copies if kind in (SEAWEED, CORAL) else 0)
        if given[kind] > there:
            raise reader.components.fail("milestone_groups", f"{given[kind]} of {word} are rewards, but there are {there}")
    data: dict[str, Any] = {
        "on_sea": [tokens[kind].copies - given[kind] if kind in (SEAWEED, CORAL) else 0 for kind in range(KINDS)],
        "beside": [tokens[kind].copies if kind >= FLAPJACK else 0 for kind in range(KINDS)],
        "rounds": [0] * (SEATS + 1), "lucy": [0] * (SEATS + 1), "bags": [0] * ((SEATS + 1) * REGULAR),
    }
    tables = reader.table("players")
    for players in range(1, SEATS + 1):
        where, table = f"players.{players}", tables.get(str(players))
        if not isinstance(table, dict):
            raise reader.components.fail(where, f"a table [{where}] is expected")
        data["rounds"][players] = reader.number(f"{where}.rounds", table.get("rounds"), 1, ROUNDS)
        data["lucy"][players] = reader.flag(f"{where}.lucy", table.get("lucy"))
        removed = reader.counts(f"{where}.removed", table.get("removed"), KIND_WORDS[:REGULAR])
        for kind in range(REGULAR):
            if removed[kind] > bag[kind]:
                raise reader.components.fail(f"{where}.removed.{KIND_WORDS[kind]}", f"there are only {bag[kind]} in the bag")
            data["bags"][players * REGULAR + kind] = bag[kind] - removed[kind]
        if data["lucy"][players] and players == SEATS:
            raise reader.components.fail(f"{where}.lucy", "all four owners are taken")
    return data


def _totals(reader: Reader, tokens: list[Token], bag: list[int], prize: list[int]) -> None:
    advanced = sum(token.copies for token in tokens[FLAPJACK:])
    counted = {"bag": sum(bag), "prize": sum(prize), "advanced": advanced, "fish": sum(bag) + sum(prize) + advanced}
    counted |= {"seaweed": tokens[SEAWEED].copies, "coral": tokens[CORAL].copies}
    for kind in range(REGULAR):
        if bag[kind] + prize[kind] != tokens[kind].copies:
            said = f"{tokens[kind].copies} is said, but bag and prize are {bag[kind] + prize[kind]}"
            raise reader.components.fail(f"tokens[{KIND_WORDS[kind]}].copies", said)
    for kind in range(REGULAR, KINDS):
        if bag[kind] or prize[kind]:
            raise reader.components.fail(f"tokens[{KIND_WORDS[kind]}].bag", "only the six ordinary kinds of fish are drawn from the bag or are prizes")
    for key, number in counted.items():
        if reader.of("totals", key, 0, 10 * MOST) != number:
            raise reader.components.fail(f"totals.{key}", f"{reader.table('totals')[key]} is said, but the tokens listed are {number}")


def _board(reader: Reader) -> dict[str, Any]:
    """The fair track and the Standby track."""
    track = reader.table("fair").get("track")
    if not isinstance(track, str) or not 2 <= len(track) < SPACES or set(track) - {"F", "A"} or track[:1] != "F" or track[-1:] != "F" or "AA" in track:
        raise reader.components.fail("fair.track", f"2 to {SPACES - 1} letters F and A are expected, beginning and ending with F, never AA, not {track!r}")
    section, sections = [0] * SPACES, 1
    for space, letter in enumerate(track, 1):
        section[space] = sections
        sections += letter == "A"
    return {
        "spaces": len(track),
        "fish_space": [0, *(int(letter == "F") for letter in track), *([0] * (SPACES - 1 - len(track)))],
        "section": section,
        "sections": sections,
        "standby": reader.numbers("standby.points", reader.table("standby").get("points"), SEATS),
    }


def _aquarium(reader: Reader) -> dict[str, Any]:
    """Carpets, bucket, event tanks."""
    table = reader.table("aquarium")
    where = table.get("feeding")
    if not isinstance(where, list) or len(where) != 2:
        raise reader.components.fail("aquarium.feeding", f"two neighbouring carpets are expected, as in [\"BC\", \"CD\"], not {where!r}")
    first, second = (reader.word("aquarium.feeding", carpet, CARPET_NAMES) for carpet in where)
    if second != (first + 1) % CARPETS:
        raise reader.components.fail("aquarium.feeding", f"{where[1]} does not follow {where[0]} clockwise")
    tanks = reader.text("aquarium.event_tanks", table.get("event_tanks"))
    pairs = [sorted((carpet, (carpet + 1) % TANKS)) for carpet in range(CARPETS)]
    return {
        "near_first": [pair[0] for pair in pairs],
        "near_second": [pair[1] for pair in pairs],
        "start": reader.word("aquarium.start", table.get("start"), CARPET_NAMES),
        "bucket": first,
        "event": bits([reader.word("aquarium.event_tanks", tank, TANK_WORDS) for tank in tanks]),
        "most_steps": reader.number("costs.extra_steps", reader.table("costs").get("extra_steps"), 0, STEPS - reader.of("costs", "free_steps", 1, STEPS))
        + reader.of("costs", "free_steps", 1, STEPS),
    }


def _cards(reader: Reader, milestones: list[Milestone], feedings: list[Feeding]) -> dict[str, Any]:
    """Milestones with their rewards, feedings."""
    groups = reader.exactly("milestone_groups", GROUP_WORDS)
    for where, row in groups:
        reader.text(f"{where}.name", row.get("name"))
    rewards = [reader.kinds(f"{where}.reward", row.get("reward")) for where, row in groups]
    spare = CARDS - len(milestones)
    return {
        "cards": len(milestones),
        "card_group": [card.group for card in milestones] + [0] * spare,
        "card_needs": [number for card in milestones for number in card.tank] + [0] * (spare * KINDS),
        "card_mix": [bits([kind for kind in range(KINDS) if card.tank[kind]]) for card in milestones] + [0] * spare,
        "card_points": [points for card in milestones for points in card.points] + [0] * (spare * SEATS),
        "rewards": [kinds.count(kind) for kinds in rewards for kind in range(KINDS)],
        "reward_size": [len(kinds) for kinds in rewards],
        "feedings": len(feedings),
        "feeding_set": [card.kinds.count(kind) for card in feedings for kind in range(KINDS)] + [0] * ((FEEDINGS - len(feedings)) * KINDS),
        "feeding_mix": [0] * FEEDINGS,
        "feeding_pays": [card.each for card in feedings] + [0] * (FEEDINGS - len(feedings)),
    }


def _ads(reader: Reader) -> dict[str, Any]:
    per, pays = [0] * (ADS * KINDS), [0] * (ADS * KINDS)
    for number, (where, row) in enumerate(reader.exactly("ads", AD_WORDS)):
        for kind in reader.kinds(f"{where}.tokens", row.get("tokens")):
            per[number * KINDS + kind] = reader.number(f"{where}.per", row.get("per"), 1, MOST)
            pays[number * KINDS + kind] = 1
    return {"ad_per": per, "ad_pays": pays}
