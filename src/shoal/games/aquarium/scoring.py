"""Stars of an aquarium. Trios are the rows, Sets the columns of the grid of colours and sizes."""

from typing import TYPE_CHECKING

from .notation import COLOURS, FISH, KINDS, SIZES

if TYPE_CHECKING:
    from .rules import Aquarium

MANY = 1_000_000


def seat_points(state: "Aquarium", seat: int) -> int:
    """All stars of a seat as things stand."""
    return fish_stars(state, seat) + plant_stars(state, seat) + bonus_stars(state, seat)


def fish_stars(state: "Aquarium", seat: int) -> int:
    stars = 0
    for kind in range(FISH):
        stars += state.aquariums[seat * KINDS + kind] * state.tables.stars[kind]
    return stars


def plant_stars(state: "Aquarium", seat: int) -> int:
    species = 0
    for kind in range(FISH, KINDS):
        if state.aquariums[seat * KINDS + kind] > 0:
            species += 1
    return state.tables.plants_by_species[species]


def bonus_stars(state: "Aquarium", seat: int) -> int:
    """The best that Trios and Sets can bring."""
    if state.fish_shared:
        return trio_stars(state, seat, 0, 0, 0) + set_stars(state, seat, 0, MANY) + set_stars(state, seat, 1, MANY) + set_stars(state, seat, 2, MANY)
    return unshared_stars(state, seat)


def trio_stars(state: "Aquarium", seat: int, small: int, medium: int, large: int) -> int:
    """Trios of every colour, when so many fish of each size and colour are used up."""
    trios = 0
    for colour in range(COLOURS):
        at = seat * KINDS + colour * SIZES
        least = state.aquariums[at] - small
        if state.aquariums[at + 1] - medium < least:
            least = state.aquariums[at + 1] - medium
        if state.aquariums[at + 2] - large < least:
            least = state.aquariums[at + 2] - large
        trios += least if least > 0 else 0
    return trios * state.tables.trio


def full_sets(state: "Aquarium", seat: int, column: int) -> int:
    """How many times all four colours of a size (column 0 for small) are there; at most once if Sets do not repeat (R27)."""
    least = MANY
    for colour in range(COLOURS):
        if state.aquariums[seat * KINDS + colour * SIZES + column] < least:
            least = state.aquariums[seat * KINDS + colour * SIZES + column]
    return 1 if least > 1 and not state.sets_repeat else least


def set_stars(state: "Aquarium", seat: int, column: int, most: int) -> int:
    sets = full_sets(state, seat, column)
    return (most if most < sets else sets) * state.tables.set_by_size[column]


def unshared_stars(state: "Aquarium", seat: int) -> int:
    """If no fish counts twice (R28): the best choice of how many Sets of each size to take."""
    best = 0
    for small in range(full_sets(state, seat, 0) + 1):
        for medium in range(full_sets(state, seat, 1) + 1):
            for large in range(full_sets(state, seat, 2) + 1):
                stars = trio_stars(state, seat, small, medium, large)
                stars += set_stars(state, seat, 0, small) + set_stars(state, seat, 1, medium) + set_stars(state, seat, 2, large)
                if stars > best:
                    best = stars
    return best
