"""The fast scorer, the explained sheet and a slow search agree on random aquariums."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.engine.errors import UnknownText
from shoal.games.aquarium.notation import COLOURS, FISH, KINDS, SIZES

from .tables import GAME, listed, position, with_components

BOX = GAME.box
RICH = with_components(copies=40)
"""With so many copies of every card that any aquarium can be laid out."""

AQUARIUMS = st.lists(st.integers(0, 3), min_size=KINDS, max_size=KINDS)


def slow_stars(cards, repeat, shared):
    """All ways to take Sets and Trios out of the fish, one by one."""
    fish = sum(BOX.stars[kind] * cards[kind] for kind in range(FISH))
    plants = BOX.plants_by_species[sum(cards[kind] > 0 for kind in range(FISH, KINDS))]
    best = 0
    for sets in product(range(4 if repeat else 2), repeat=SIZES):
        for trios in product(range(4), repeat=COLOURS):
            if fits(cards, sets, trios, shared):
                best = max(best, 3 * sum(trios) + sum(n * (4, 8, 12)[size] for size, n in enumerate(sets)))
    return fish + plants + best


def fits(cards, sets, trios, shared):
    for colour, size in product(range(COLOURS), range(SIZES)):
        used = max(sets[size], trios[colour]) if shared else sets[size] + trios[colour]
        if used > cards[colour * SIZES + size]:
            return False
    return True


@settings(max_examples=40, deadline=None)
@given(cards=AQUARIUMS, repeat=st.booleans(), shared=st.booleans())
def test_fast_and_slow_scorer_agree(cards, repeat, shared):
    options = {"sets_repeat": repeat, "fish_shared_trio_and_set": shared}
    expected = slow_stars(cards, repeat, shared)
    lines = GAME.lines(cards, repeat, shared, 0)
    assert sum(line.points for line in lines) == expected
    assert engine_stars(cards, options) == expected


def engine_stars(cards, options):
    return position(2, aquariums={1: listed(cards)}, options=options, game=RICH).scores()[0]


def test_places_of_the_sheet_name_the_cards():
    lines = {line.key: line for line in GAME.score_text("p1 p1 p2 p3 r1 y1 b1 bank")[0].lines}
    assert lines["fish"].places == ("p1", "p1.2", "p2", "p3", "r1", "y1", "b1")
    assert lines["trio"].places == ("p1", "p2", "p3") and lines["small_set"].places == ("p1", "r1", "y1", "b1")
    apart = {line.key: line for line in GAME.lines([2, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0], True, False, 0)}
    assert apart["trio"].places == ("p1.2", "p2", "p3") and apart["small_set"].places == ("p1", "r1", "y1", "b1")


def test_several_typed_aquariums():
    sheets = GAME.score_text("# ours\np1 p2 p3 | tank y2 y2\n\nfern, kelp\n")
    assert [sheet.total for sheet in sheets] == [9, 3]


@pytest.mark.parametrize(("text", "said"), [
    ("p1 p4", "line 1: 'p4' is no card"), ("", "an aquarium is a line of cards"), ("p1\np2 | y2", "line 2: after the bar"), ("p1 | tank fern", "line 1"),
])
def test_layouts_that_do_not_fit(text, said):
    with pytest.raises(UnknownText, match=said):
        GAME.score_text(text)
