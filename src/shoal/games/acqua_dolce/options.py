"""The set of Objective cards as an option, and how many of them can be met together."""

from dataclasses import dataclass
from typing import Any

from shoal.engine.errors import OptionError
from shoal.engine.game import Option, OptionValue

from .notation import NO_SCHOOL, OBJECTIVES

STARTING = "variety,schools,ornaments"
OFFERED = (STARTING, "variety,rare,colours", "ornaments,colours,zones", ",".join(OBJECTIVES))
"""The first game, the collector, the quick tank, the grand aquarium."""


@dataclass(frozen=True, init=False)
class ObjectivesOption(Option):
    """A set of objectives, written as their ids with commas between, in the order of OBJECTIVES. `values` are only those offered; it takes any set.

    >>> ObjectivesOption("R18").read("rare, variety")
    'variety,rare'
    """

    parts = OBJECTIVES
    """What can be in the set, for whoever wants to offer them one by one."""

    def __init__(self, rule: str) -> None:
        super().__init__("objectives", STARTING, OFFERED, rule)

    def read(self, text: str) -> OptionValue:
        words = text.strip().lower().replace(",", " ").replace("+", " ").split()
        unknown = next((word for word in words if word not in OBJECTIVES), None)
        if unknown is not None or not words or len(set(words)) < len(words):
            wrong = f"{unknown!r} is no objective" if unknown else "one or more objectives are expected, each once"
            raise OptionError(f"option {self.key}: {wrong}; there are {', '.join(OBJECTIVES)}, written with commas between")
        return ",".join(name for name in OBJECTIVES if name in words)

    def check(self, value: Any) -> OptionValue:
        if isinstance(value, (list, tuple)) and all(isinstance(word, str) for word in value):
            value = ",".join(value)
        if not isinstance(value, str):
            raise OptionError(f"option {self.key}: {value!r} is no set of objectives; there are {', '.join(OBJECTIVES)}, written with commas between")
        return self.read(value)


def largest_need(box: Any, chosen: list[str]) -> int:
    """How many of the chosen objectives can be On after a Control Phase: a rare fish that shuns schools is not there beside three of them (R18)."""
    rare_fish = [card for card in range(1, box.fish + 1) if box.rare[card]]
    shy = all(box.needs[card] & NO_SCHOOL for card in rare_fish) and box.rare_fish > 0 and box.schools > 0
    return len(chosen) - 1 if shy and "rare" in chosen and "schools" in chosen else len(chosen)
