"""The component file of Acqua Dolce, read into flat tables."""

from dataclasses import dataclass
from typing import Any

from shoal.engine.components import Components

from .box import AcquaDolceBox
from .notation import COPIES, KINDS, OBJECTIVES, REQUIREMENTS, SEATS, STEPS, WISHES

MOST_NAMES = 16
"""Colours, or zones."""

GUPPY = "guppy"
"""The id of the fish that `no_guppy` speaks of."""


@dataclass(frozen=True)
class Kind:
    """One kind of card, for people; the rest of it stands in `data` as in the component file."""

    number: int
    id: str
    name: str
    card: str
    """fish, ornament or feed."""
    copies: int
    data: dict[str, Any]

    @property
    def requires(self) -> tuple[str, ...]:
        return tuple(self.data.get("requires", ()))

    @property
    def is_school(self) -> bool:
        return "school" in self.requires


SCHEMA = {
    "totals": {"cards": int, "fish": int, "decoration": int, "plant": int, "feed": int, "objective": int, "thermometer": int, "king": int},
    "setup": {"hand": int, "face_up": int},
    "turn": {"actions": int, "swap_draw": int, "runout_penalty": int},
    "requirements": {"school_at_least": int, "ornament_at_least": int, "penalty_cards": int},
    "food": {"hand_card": int, "per_fish": int},
    "thermometer": {"start": int, "steps": [int], "per_turn": int, "min": int, "max": int},
    "colours": {"names": [str]},
    "zones": {"names": [str]},
    "fish": [{
        "id": str, "name": str, "copies": int, "requires": [str], "colours": [str], "zone": str, "rare?": bool, "temperature": object, "eats?": bool,
    }],
    "ornament": [{"id": str, "name": str, "copies": int, "serves": str}],
    "feed": [{"id": str, "name": str, "rations": int, "copies": int}],
    "feed_in_deck": {"2": [str], "3": [str], "4": [str], "5": [str]},
    "objective": [{"id": str, "name": str, "starting?": bool, "at_least?": int, "school_size?": int, "decoration?": int, "plant?": int}],
}


def tables_of(components: Components, name: str) -> list[dict[str, Any]]:
    """The tables [[name]] of the file, at least one."""
    found: list[dict[str, Any]] = components[name]
    if not found:
        raise components.fail(name, f"at least one table [[{name}]] is expected")
    for number, item in enumerate(found, 1):
        for key in ("id", "name"):
            if not item[key].strip():
                raise components.fail(f"{name}[{item['id'] or number}].{key}", "a word is expected, not an empty text")
    return found


def read_kinds(components: Components) -> list[Kind]:
    """The cards by number; number 0 is no card."""
    kinds = [Kind(0, "", "", "", 0, {})]
    for card in ("fish", "ornament", "feed"):
        for data in tables_of(components, card):
            kinds.append(Kind(len(kinds), str(data["id"]), str(data["name"]), card, data["copies"], data))
    ids = [kind.id for kind in kinds]
    for kind in kinds[1:]:
        if not kind.id.isidentifier() or not kind.id.islower():
            raise components.fail(f"{kind.card}[{kind.id}]", "an id is one word of small letters")
        if ids.count(kind.id) > 1:
            raise components.fail(kind.card, f"the id {kind.id!r} stands there twice")
    if len(kinds) > KINDS:
        raise components.fail("fish, ornament, feed", f"at most {KINDS - 1} different cards fit, not {len(kinds) - 1}")
    return kinds


def read_box(components: Components, kinds: list[Kind]) -> AcquaDolceBox:
    """Flat tables of a component file; ComponentError says which value does not fit."""
    reader = Reader(components)
    data: dict[str, Any] = {}
    for name, (table, key, low, high) in _NUMBERS.items():
        data[name] = components.number(f"{table}.{key}", components[table][key], low, high)
    data |= reader.thermometer() | reader.objectives()
    data["kinds"] = len(kinds) - 1
    data["fish"] = sum(kind.card == "fish" for kind in kinds)
    data["ornaments"] = data["fish"] + sum(kind.card == "ornament" for kind in kinds)
    data["guppy"] = next((kind.number for kind in kinds[1:] if kind.id == GUPPY and kind.card == "fish"), 0)
    columns = {name: [0] * KINDS for name in ("needs", "serves", "rations", "colours", "zone", "rare", "low", "high", "eats", "schooling")}
    for kind in kinds[1:]:
        reader.kind(kind, columns)
    data["decks"] = reader.decks(kinds)
    data |= {"school_kinds": 0, "school_species": 0, "shy": 0, "wanting": [0] * WISHES}
    reader.totals(kinds)
    box = AcquaDolceBox()
    box.load(data | columns)
    box.work_out()
    box.name(tuple(kind.id for kind in kinds))
    box.check()
    return box


_NUMBERS = {
    "hand": ("setup", "hand", 1, 30),
    "face_up": ("setup", "face_up", 0, 10),
    "actions": ("turn", "actions", 1, 20),
    "swap_draw": ("turn", "swap_draw", 0, 10),
    "runout_penalty": ("turn", "runout_penalty", 0, 20),
    "penalty": ("requirements", "penalty_cards", 0, 10),
    "school": ("requirements", "school_at_least", 1, COPIES),
    "ornament": ("requirements", "ornament_at_least", 1, 20),
    "hand_food": ("food", "hand_card", 0, 10),
    "fish_food": ("food", "per_fish", 1, 10),
    "start": ("thermometer", "start", 1, 60),
    "coldest": ("thermometer", "min", 1, 60),
    "warmest": ("thermometer", "max", 1, 60),
    "moves_per_turn": ("thermometer", "per_turn", 1, 20),
}

_OBJECTIVES = {
    "variety": ("variety", "at_least"),
    "schools": ("schools", "at_least"),
    "school_size": ("schools", "school_size"),
    "decorations": ("ornaments", "decoration"),
    "plants": ("ornaments", "plant"),
    "rare_fish": ("rare", "at_least"),
    "colour_count": ("colours", "at_least"),
    "zone_count": ("zones", "at_least"),
}


class Reader:
    """Takes values out of a component file and refuses, with their place, those that do not fit."""

    def __init__(self, components: Components) -> None:
        self.components = components

    def words(self, path: str, given: Any, known: tuple[str, ...]) -> int:
        """A bit for each of the words."""
        given = given if isinstance(given, list) else [given]
        for word in given:
            if word not in known:
                raise self.components.fail(path, f"{word!r} is not one of {', '.join(known)}")
        return sum(1 << bit for bit, word in enumerate(known) if word in given)

    def names(self, table: str, most: int) -> tuple[str, ...]:
        """The names of colours or zones."""
        found: Any = self.components[table]["names"]
        fits = isinstance(found, list) and 0 < len(found) <= most and all(isinstance(name, str) and name.strip() for name in found)
        if not fits or len(set(found)) < len(found):
            raise self.components.fail(f"{table}.names", f"1 to {most} different names are expected, not {found!r}")
        return tuple(found)

    def thermometer(self) -> dict[str, Any]:
        table = self.components["thermometer"]
        steps = table.get("steps")
        if not isinstance(steps, list) or any(type(s) is not int or s == 0 or abs(s) > STEPS for s in steps) or sorted(set(steps)) != steps:
            raise self.components.fail("thermometer.steps", f"ascending numbers from {-STEPS} to {STEPS} without 0 are expected, not {steps!r}")
        if not table["min"] <= table["start"] <= table["max"]:
            raise self.components.fail("thermometer.start", f"{table['start']} is not on the scale")
        return {"steps": steps + [0] * (2 * STEPS - len(steps)), "step_count": len(steps)}

    def objectives(self) -> dict[str, int]:
        tables = tables_of(self.components, "objective")
        given = {data["id"]: data for data in tables}
        if sorted(given) != sorted(OBJECTIVES) or len(given) != len(tables):
            raise self.components.fail("objective", f"one each of {', '.join(OBJECTIVES)} is expected")
        return {name: self.components.number(f"objective[{of}].{key}", given[of].get(key), 0, 30) for name, (of, key) in _OBJECTIVES.items()}

    def kind(self, kind: Kind, columns: dict[str, list[int]]) -> None:
        where, k = f"{kind.card}[{kind.id}]", kind.number
        self.components.number(f"{where}.copies", kind.copies, 0, COPIES)
        if kind.card == "ornament":
            columns["serves"][k] = self.words(f"{where}.serves", [kind.data.get("serves")], REQUIREMENTS[:2])
        elif kind.card == "feed":
            columns["rations"][k] = self.components.number(f"{where}.rations", kind.data.get("rations"), 0, 30)
        else:
            self.fish(where, kind, columns)

    def fish(self, where: str, kind: Kind, columns: dict[str, list[int]]) -> None:
        k, data = kind.number, kind.data
        columns["needs"][k] = self.words(f"{where}.requires", data.get("requires"), REQUIREMENTS)
        columns["colours"][k] = self.words(f"{where}.colours", data.get("colours"), self.names("colours", MOST_NAMES))
        columns["zone"][k] = self.words(f"{where}.zone", [data.get("zone")], self.names("zones", MOST_NAMES))
        columns["rare"][k] = self.flag(f"{where}.rare", data.get("rare", False))
        columns["eats"][k] = self.flag(f"{where}.eats", data.get("eats", False))
        warmth = data.get("temperature")
        if not isinstance(warmth, list) or len(warmth) != 2:
            raise self.components.fail(f"{where}.temperature", f"two temperatures are expected, as in [22, 26], not {warmth!r}")
        columns["low"][k], columns["high"][k] = (self.components.number(f"{where}.temperature", degrees, 0, 60) for degrees in warmth)
        if warmth[0] > warmth[1]:
            raise self.components.fail(f"{where}.temperature", f"the lower one comes first, as in [22, 26], not {warmth!r}")

    def flag(self, path: str, value: Any) -> int:
        if type(value) is not bool:
            raise self.components.fail(path, f"true or false is expected, not {value!r}")
        return int(value)

    def decks(self, kinds: list[Kind]) -> list[int]:
        """The game deck by number of players: all fish and ornaments, and some of the feed."""
        decks = [0] * ((SEATS + 1) * KINDS)
        feed = {kind.id: kind for kind in kinds[1:] if kind.card == "feed"}
        for players in range(2, SEATS + 1):
            where = f"feed_in_deck.{players}"
            used = self.components["feed_in_deck"][str(players)]
            if not isinstance(used, list) or any(not isinstance(card, str) or card not in feed for card in used):
                raise self.components.fail(where, f"a list of feed cards is expected ({', '.join(feed)}), not {used!r}")
            for kind in kinds[1:]:
                number = used.count(kind.id) if kind.card == "feed" else kind.copies
                if number > kind.copies:
                    raise self.components.fail(where, f"{number} of {kind.id} are used, but there are {kind.copies}")
                decks[players * KINDS + kind.number] = number
        return decks

    def totals(self, kinds: list[Kind]) -> None:
        """The printed totals agree with the cards listed."""
        totals = self.components["totals"]
        counted = {"fish": sum(kind.copies for kind in kinds if kind.card == "fish"), "feed": sum(kind.copies for kind in kinds if kind.card == "feed")}
        for word in REQUIREMENTS[:2]:
            counted[word] = sum(kind.copies for kind in kinds if kind.data.get("serves") == word)
        for key, number in counted.items():
            if totals.get(key) != number:
                raise self.components.fail(f"totals.{key}", f"{totals.get(key)!r} is said, but the cards listed are {number}")
