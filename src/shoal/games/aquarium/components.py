"""The component file of Aquarium, read into flat tables."""

from dataclasses import dataclass
from typing import Any

from shoal.engine.components import Components

from .box import COUNTS, MOST, AquariumBox
from .notation import BANK, CARD_WORDS, CARDS, COLOURS, FISH, FOODS, KINDS, PHASE_CARDS, SIZES, SPECIES, kind_at


_PILES = {"piles": int, "feeding_piles": [int]}
SCHEMA = {
    "totals": {"fish_and_plants": int},
    "colours": [{"id": str, "name": str}],
    "fish": [{"id": str, "colour": str, "size": int, "price": int, "stars": int, "copies": int, "breeding_income": int}],
    "fishybank": {
        "id": str, "size": int, "price": int, "stars": int, "copies": int, "extra_coins_on_pass": int, "breedable": bool, "breeding_income": int,
    },
    "plants": [{"id": str, "price": int, "copies": int}],
    "food_costs": [{"value": int, "copies": int}],
    "rules": {
        "starting_coins": int, "starting_fish_size": int, "pass_income": int, "market_limit": int, "coins_for_minus1": int, "free_fish_per_plant": int,
    },
    "scoring": {"trio": int, "set_by_size": [int], "plants_by_species": [int]},
    "setup": {
        "players_2": _PILES | {"influence_phase1": {str: int}, "influence_phase2": {str: int}}, "players_3": _PILES, "players_4": _PILES,
    },
}


@dataclass(frozen=True)
class Kind:
    """One design of card, for people."""

    number: int
    id: str
    name: str
    colour: str
    size: int
    price: int
    stars: int
    copies: int

    @property
    def is_fish(self) -> bool:
        return self.number < FISH


def read_kinds(components: Components) -> list[Kind]:
    """The sixteen designs by number: fish colour by colour, the fishybank, plants."""
    colours = {c["id"]: (i, c["name"]) for i, c in enumerate(components["colours"])}
    if len(colours) != COLOURS:
        raise components.fail("colours", f"{COLOURS} different colours are expected, not {len(colours)}")
    found: list[Kind | None] = [None] * KINDS
    for data in components["fish"]:
        where = f"fish[{data.get('id', '?')}]"
        if data.get("colour") not in colours:
            raise components.fail(f"{where}.colour", f"one of {', '.join(colours)} is expected, not {data.get('colour')!r}")
        index, name = colours[data["colour"]]
        number = kind_at(index, components.number(f"{where}.size", data.get("size"), 1, SIZES))
        if found[number] is not None:
            raise components.fail(where, "this colour and size stands there twice")
        found[number] = _kind(components, where, number, data, f"{name} {data['size']}", data["colour"])
    found[BANK] = _kind(components, "fishybank", BANK, components["fishybank"], "fishybank", "")
    if len(components["plants"]) != SPECIES:
        raise components.fail("plants", f"{SPECIES} species are expected, not {len(components['plants'])}")
    for i, data in enumerate(components["plants"]):
        found[FISH + i] = _kind(components, f"plants[{data.get('id', i + 1)}]", FISH + i, data, str(data.get("id")), "")
    kinds = [kind for kind in found if kind is not None]
    if len(kinds) != KINDS:
        raise components.fail("fish", f"one design for each of {COLOURS} colours and {SIZES} sizes is expected")
    ids = [kind.id for kind in kinds]
    doubled = next((i for i in ids if ids.count(i) > 1), None)
    if doubled is not None:
        raise components.fail("fish", f"the id {doubled!r} stands there twice")
    return kinds


def _kind(components: Components, where: str, number: int, data: dict[str, Any], name: str, colour: str) -> Kind:
    key = data.get("id")
    if not isinstance(key, str) or not key.isascii() or not key.isalnum() or key != key.lower() or key == "feeding":
        raise components.fail(f"{where}.id", f"a short word in lower case is expected, not {key!r}")
    size = components.number(f"{where}.size", data.get("size"), 1, SIZES) if number < FISH else 0
    stars = components.number(f"{where}.stars", data.get("stars"), 0, 1000) if number < FISH else 0
    price = components.number(f"{where}.price", data.get("price"), 0, 1000)
    return Kind(number, key, name, colour, size, price, stars, components.number(f"{where}.copies", data.get("copies"), 0, MOST))


def read_box(components: Components, kinds: list[Kind]) -> AquariumBox:
    """Flat tables of a component file; ComponentError says which value does not fit."""
    box = AquariumBox()
    data = box.dump()
    for kind in kinds:
        for column in ("copies", "price", "stars", "size"):
            data[column][kind.number] = getattr(kind, column)
    for fish in components["fish"]:
        number = next(kind.number for kind in kinds if kind.id == fish["id"])
        data["income"][number] = components.number(f"fish[{fish['id']}].breeding_income", fish.get("breeding_income"), 0, 1000)
    bank, rules, scoring = components["fishybank"], components["rules"], components["scoring"]
    data["income"][BANK] = components.number("fishybank.breeding_income", bank.get("breeding_income"), 0, 1000)
    data["bank_extra"] = components.number("fishybank.extra_coins_on_pass", bank.get("extra_coins_on_pass"), 0, 1000)
    if type(bank.get("breedable")) is not bool:
        raise components.fail("fishybank.breedable", f"true or false is expected, not {bank.get('breedable')!r}")
    data["bank_breeds"] = bank["breedable"]
    for field, key in _RULES.items():
        data[field] = components.number(f"rules.{key}", rules.get(key), 0, 1000)
    data["trio"] = components.number("scoring.trio", scoring.get("trio"), 0, 1000)
    data["set_by_size"] = _numbers(components, "scoring.set_by_size", scoring.get("set_by_size"), SIZES)
    data["plants_by_species"] = _numbers(components, "scoring.plants_by_species", scoring.get("plants_by_species"), SPECIES + 1)
    for card in components["food_costs"]:
        value = components.number("food_costs.value", card.get("value"), 1, FOODS - 1)
        data["food"][value] += components.number("food_costs.copies", card.get("copies"), 0, MOST)
    _read_setup(components, data)
    box.load(data)
    box.name(tuple(kind.id for kind in kinds))
    box.check()
    return box


def expected_cards(components: Components) -> int:
    """How many fish and plants the box should hold, starting fish included."""
    return components.number("totals.fish_and_plants", components["totals"].get("fish_and_plants"), 1, MOST * KINDS)


_RULES = {"starting_coins": "starting_coins", "starting_size": "starting_fish_size", "pass_income": "pass_income", "market_limit": "market_limit",
          "minus_coin": "coins_for_minus1", "free_fish": "free_fish_per_plant"}


def _read_setup(components: Components, data: dict[str, Any]) -> None:
    setup = components["setup"]
    for players in range(2, COUNTS):
        table = setup.get(f"players_{players}", {})
        where = f"setup.players_{players}"
        data["piles"][players] = components.number(f"{where}.piles", table.get("piles"), 1, 30)
        feeding = table.get("feeding_piles")
        if not isinstance(feeding, list) or len(set(feeding)) != len(feeding):
            raise components.fail(f"{where}.feeding_piles", "a list of different piles is expected")
        for pile in feeding:
            data["feeding_piles"][players] |= 1 << (components.number(f"{where}.feeding_piles", pile, 1, data["piles"][players]) - 1)
        data["feedings"][players] = len(feeding)
    for phase, key in enumerate(("influence_phase1", "influence_phase2")):
        first = 2 + phase * PHASE_CARDS
        words = (CARD_WORDS[1], *CARD_WORDS[first : first + PHASE_CARDS])
        for word, copies in setup["players_2"].get(key, {}).items():
            if word not in words:
                raise components.fail(f"setup.players_2.{key}", f"{word!r} is none of {', '.join(words)}")
            data["influence"][phase * CARDS + CARD_WORDS.index(word)] = components.number(f"setup.players_2.{key}.{word}", copies, 0, MOST)


def _numbers(components: Components, path: str, values: Any, length: int) -> list[int]:
    if not isinstance(values, list) or len(values) != length:
        raise components.fail(path, f"a list of {length} numbers is expected, not {values!r}")
    return [components.number(path, value, 0, 1000) for value in values]
