"""What an aquarium amounts to: points, funds of ads and feedings, Milestone cards.

`contents` and `mixes` may be those of a position or of a plan; `at` says where the aquarium (or one tank) begins in them.
"""

from .box import AquaGardenBox
from .notation import (
    FLAPJACK,
    KINDS,
    LARGE,
    MANTA,
    REMORA,
    SEATS,
    SEAWEED,
    SHARK,
    SMALL,
    TANKS,
    WHALE,
    Contents,
)


def count(mix: int) -> int:
    """How many kinds a set has."""
    n = 0
    while mix != 0:
        mix &= mix - 1
        n += 1
    return n


# ---- points


def tank_points(tables: AquaGardenBox, contents: Contents, at: int) -> int:
    """Of one tank, advanced fish not counted: pairs, and what each token is worth."""
    points = tables.pair * min(contents[at + SMALL], contents[at + LARGE])
    for kind in range(KINDS):
        points += tables.worth[kind] * contents[at + kind]
    return points


def aquarium_points(tables: AquaGardenBox, contents: Contents, at: int) -> int:
    """Of the six tanks of an aquarium, advanced fish not counted."""
    points = 0
    for tank in range(TANKS):
        points += tank_points(tables, contents, at + tank * KINDS)
    return points


def flapjack_points(tables: AquaGardenBox, mix: int) -> int:
    """Of a flapjack octopus in a tank with these kinds: the kinds of fish, itself included."""
    return tables.flapjack * count(mix & tables.fish)


def remora_points(tables: AquaGardenBox, mix: int) -> int:
    """Of a remora in a tank with these kinds."""
    both: bool = (mix >> SHARK) & 1 == 1 and (mix >> WHALE) & 1 == 1
    return tables.remora_both if both else tables.remora_one


def commonest(tables: AquaGardenBox, contents: Contents, at: int) -> int:
    """How many there are of the commonest kind of fish in an aquarium."""
    most = 0
    for kind in range(KINDS):
        if (tables.fish >> kind) & 1 == 1:
            most = max(most, total(contents, at, kind))
    return most


def total(contents: Contents, at: int, kind: int) -> int:
    """Tokens of a kind in an aquarium."""
    n = 0
    for tank in range(TANKS):
        n += contents[at + tank * KINDS + kind]
    return n


def advanced_points(tables: AquaGardenBox, contents: Contents, at: int, mixes: Contents, first: int) -> int:
    """Of the advanced fish in an aquarium; `first` is where its six mixes begin."""
    points = 0
    mantas = 0
    for tank in range(TANKS):
        mix = mixes[first + tank]
        if mix & tables.advanced != 0:
            points += contents[at + tank * KINDS + FLAPJACK] * flapjack_points(tables, mix)
            points += contents[at + tank * KINDS + REMORA] * remora_points(tables, mix)
            mantas += contents[at + tank * KINDS + MANTA]
    if mantas > 0:
        points += mantas * tables.manta * commonest(tables, contents, at)
    return points


# ---- funds


def ad_pays(tables: AquaGardenBox, contents: Contents, at: int, ad: int) -> int:
    """Funds of an ad: all tanks of the aquarium counted together, then rounded down (R38)."""
    funds = 0
    for kind in range(KINDS):
        per = tables.ad_per[ad * KINDS + kind]
        if per > 0:
            funds += total(contents, at, kind) // per * tables.ad_pays[ad * KINDS + kind]
    return funds


def feeding_sets(tables: AquaGardenBox, contents: Contents, at: int, card: int) -> int:
    """How often the set of a Feeding Event card is in the event tanks together (R11)."""
    sets = -1
    rest = tables.feeding_mix[card]
    while rest != 0:
        kind = tables.lowest[rest]
        rest &= rest - 1
        there = 0
        for tank in range(TANKS):
            if (tables.event >> tank) & 1 == 1:
                there += contents[at + tank * KINDS + kind]
        found = there // tables.feeding_set[card * KINDS + kind]
        if sets < 0 or found < sets:
            sets = found
    return max(0, sets)


def feeding_pays(tables: AquaGardenBox, contents: Contents, at: int, card: int) -> int:
    """Funds for crossing the Feeding Event icon now."""
    return tables.feeding_base + tables.feeding_pays[card] * feeding_sets(tables, contents, at, card)


# ---- Milestone cards


def fulfils(tables: AquaGardenBox, contents: Contents, at: int, mix: int, card: int, exact: bool) -> bool:
    """Whether one tank with these kinds holds what a Milestone card shows (R4)."""
    wanted = tables.card_mix[card]
    if mix & wanted != wanted:
        return False
    for kind in range(KINDS):
        need = tables.card_needs[card * KINDS + kind]
        there = contents[at + kind]
        if there < need or (exact and there > need and (kind != SEAWEED or need > 0)):
            return False
    return True


def card_points(tables: AquaGardenBox, card: int, place: int) -> int:
    """Points of a place on a card, from 1; 0 for none."""
    return tables.card_points[card * SEATS + place - 1] if place > 0 else 0
