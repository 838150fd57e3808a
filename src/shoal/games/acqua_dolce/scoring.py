"""What the cards in the tank amount to: requirements met or not, food, objectives. Pure functions of numbers of cards."""

from shoal.engine.hints import python, scratch

from .box import AcquaDolceBox
from .notation import (
    COLOURS,
    DECORATION,
    KINDS,
    NO_GUPPY,
    NO_SCHOOL,
    ORNAMENTS,
    PLANT,
    RARE,
    SCHOOL,
    SCHOOLS,
    VARIETY,
    ZONES,
    Kinds,
)


def bits(mask: int) -> int:
    """How many there are in a set."""
    n = 0
    while mask != 0:
        mask &= mask - 1
        n += 1
    return n


def species_in(tables: AcquaDolceBox, tank: Kinds) -> int:
    """The species in the tank, a bit for each."""
    found = 0
    for card in range(1, tables.fish + 1):
        found |= min(tank[card], 1) << card
    return found


# ---- requirements


def ornaments_of(tables: AcquaDolceBox, tank: Kinds, requirement: int) -> int:
    """Decorations, or Plants, in the tank."""
    n = 0
    for card in range(tables.fish + 1, tables.ornaments + 1):
        if tables.serves[card] == requirement:
            n += tank[card]
    return n


def surroundings(tables: AcquaDolceBox, tank: Kinds) -> int:
    """The requirements that the tank meets for everybody; company of the own species is each one's own matter."""
    return met_among(tables, tank, species_in(tables, tank))


def met_among(tables: AcquaDolceBox, tank: Kinds, there: int) -> int:
    """The same, if these species were there."""
    met = 0
    if there & tables.school_species == 0:
        met |= NO_SCHOOL
    if tables.guppy == 0 or (there >> tables.guppy) & 1 == 0:
        met |= NO_GUPPY
    if ornaments_of(tables, tank, DECORATION) >= tables.ornament:
        met |= DECORATION
    if ornaments_of(tables, tank, PLANT) >= tables.ornament:
        met |= PLANT
    return met


def lacking(tables: AcquaDolceBox, card: int, number: int, met: int) -> int:
    """The requirements that a species, with so many cards in the tank, does not find met."""
    if number >= tables.school:
        met |= SCHOOL
    return tables.needs[card] & ~met


def unmet(tables: AcquaDolceBox, card: int, number: int, met: int) -> int:
    """How many requirements a species does not find met."""
    return bits(lacking(tables, card, number, met))


def failing(tables: AcquaDolceBox, tank: Kinds) -> int:
    """The species in the tank with an unmet requirement, a bit for each."""
    there = species_in(tables, tank)
    return there & (tables.wanting[met_among(tables, tank, there) | SCHOOL] | too_few(tables, tank))


def too_few(tables: AcquaDolceBox, tank: Kinds) -> int:
    """The School species that are no school, a bit for each."""
    found = 0
    for i in range(tables.school_kinds):
        found |= 1 << tables.schooling[i] if tank[tables.schooling[i]] < tables.school else 0
    return found


def in_conflict(tables: AcquaDolceBox, tank: Kinds, failed: int) -> bool:
    """Whether one of the failing species would be at home once all the others of them were gone (R9): only to a shy one do others matter."""
    shy = failed & tables.shy
    if shy == 0:
        return False
    for card in range(1, tables.fish + 1):
        if (shy >> card) & 1 == 1 and saved_alone(tables, tank, failed, card):
            return True
    return False


def saved_alone(tables: AcquaDolceBox, tank: Kinds, failed: int, card: int) -> bool:
    """Whether this failing species finds its requirements met without the other failing ones."""
    staying = species_in(tables, tank) & ~failed | (1 << card)
    return lacking(tables, card, tank[card], met_among(tables, tank, staying)) == 0


# ---- food


def feed_rations(tables: AcquaDolceBox, tank: Kinds) -> int:
    """Rations of the feed cards on the table."""
    n = 0
    for card in range(tables.ornaments + 1, tables.kinds + 1):
        n += tables.rations[card] * tank[card]
    return n


def fish_count(tables: AcquaDolceBox, tank: Kinds) -> int:
    n = 0
    for card in range(1, tables.fish + 1):
        n += tank[card]
    return n


# ---- objectives


def objectives_met(tables: AcquaDolceBox, tank: Kinds) -> int:
    """The objectives whose condition holds, a bit for each."""
    species = 0
    schools = 0
    rare = 0
    colours = 0
    zones = 0
    for card in range(1, tables.fish + 1):
        number = tank[card]
        if number > 0:
            species += 1
            colours |= tables.colours[card]
            zones |= tables.zone[card]
            if tables.rare[card] == 1:
                rare += number
            if number >= tables.school_size and tables.needs[card] & SCHOOL != 0:
                schools += 1
    met = 0
    if species >= tables.variety:
        met |= 1 << VARIETY
    if schools >= tables.schools:
        met |= 1 << SCHOOLS
    if rare >= tables.rare_fish:
        met |= 1 << RARE
    if bits(colours) >= tables.colour_count:
        met |= 1 << COLOURS
    if bits(zones) >= tables.zone_count:
        met |= 1 << ZONES
    if ornaments_of(tables, tank, DECORATION) >= tables.decorations and ornaments_of(tables, tank, PLANT) >= tables.plants:
        met |= 1 << ORNAMENTS
    return met


# ---- the same for callers in Python, who ask "what if": a tank is a list of numbers of cards


@python
def lacking_for(tables: AcquaDolceBox, tank: list[int], card: int) -> int:
    """The requirements that a fish does not find met in this tank, a bit for each."""
    cards: Kinds = scratch(KINDS)
    k: int = card
    for i in range(KINDS):
        cards[i] = tank[i]
    return lacking(tables, k, cards[k], surroundings(tables, cards))


@python
def failing_in(tables: AcquaDolceBox, tank: list[int]) -> list[int]:
    """The species of a tank with an unmet requirement."""
    cards: Kinds = scratch(KINDS)
    for i in range(KINDS):
        cards[i] = tank[i]
    failed: int = failing(tables, cards)
    return [card for card in range(1, tables.fish + 1) if failed >> card & 1]


@python
def conflicting_in(tables: AcquaDolceBox, tank: list[int]) -> list[int]:
    """The failing species of a tank, if it matters in which order they leave; else none."""
    cards: Kinds = scratch(KINDS)
    for i in range(KINDS):
        cards[i] = tank[i]
    failed: int = failing(tables, cards)
    return failing_in(tables, tank) if failed and in_conflict(tables, cards, failed) else []


@python
def objectives_in(tables: AcquaDolceBox, tank: list[int]) -> int:
    """The objectives that a tank meets, a bit for each."""
    cards: Kinds = scratch(KINDS)
    for i in range(KINDS):
        cards[i] = tank[i]
    return objectives_met(tables, cards)
