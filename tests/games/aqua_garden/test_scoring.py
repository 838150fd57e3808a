"""The engine's tables, points and funds against rules written a second time, plainly and slowly."""

import re
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.engine.errors import UnknownText
from shoal.games.aqua_garden.notation import AD_WORDS, KIND_WORDS, KINDS, TANK_WORDS

from . import slow_rules
from .gardens import BOX, FEEDINGS, GAME, over, position, words

VALID = slow_rules.all_valid_tanks()
STOCK = [23, 16, 9, 5, 9, 3, 17, 16, 4, 4, 4]
IN_THE_BOX = [tank for tank in VALID if all(number <= there for number, there in zip(tank, STOCK, strict=True))]
"""All but the six seahorses in seaweed: there are five."""
FEEDING_KINDS = {
    "little_aqua_garden": (slow_rules.TURTLE, slow_rules.SMALL),
    "shark_impact": (slow_rules.SHARK, slow_rules.CORAL),
    "night_sea_museum": (slow_rules.TURTLE, slow_rules.LARGE),
    "clownfish_wonderland": (slow_rules.SMALL, slow_rules.CORAL),
}


def mix_of(tank):
    return sum(1 << kind for kind in range(KINDS) if tank[kind])


def engine_accepts(tank):
    sound, supplies = SOUND[mix_of(tank)], SUPPLIES[mix_of(tank)]
    single = all(tank[kind] <= 1 for kind in range(KINDS) if BOX.single >> kind & 1)
    return bool(sound) and single and sum(n * o for n, o in zip(tank, BOX.oxygen, strict=True)) <= supplies


SOUND, SUPPLIES, KEEPS = list(BOX.sound), list(BOX.supplies), list(BOX.keeps)


def test_there_are_492_contents_of_a_tank_and_303_without_advanced_fish():
    assert len(VALID) == 492 and sum(not any(tank[8:]) for tank in VALID) == 303
    assert max(map(sum, VALID)) == 7


def test_the_tables_of_kinds_accept_exactly_the_valid_contents():
    ranges = [range(2) if kind >= 6 else range(3) for kind in range(KINDS)]
    assert all(engine_accepts(tank) == slow_rules.is_valid(tank) for tank in product(*ranges))
    assert all(map(engine_accepts, VALID))


def test_a_token_is_kept_when_it_could_stay_with_some_of_the_others():
    """A token may be placed where it, what it needs and perhaps others there could be in one tank, and its kind is not complete."""
    for tank in VALID:
        for kind in range(KINDS):
            hosts = [host for host in range(KINDS) if BOX.needs[kind] >> host & 1]
            wanted = not hosts or any(tank[host] for host in hosts)
            room = not (BOX.single >> kind & 1 and tank[kind])
            assert bool(KEEPS[mix_of(tank)] >> kind & 1) == (wanted and room)


def gardens():
    """Six valid tanks that the box has tokens for."""
    return st.lists(st.sampled_from(VALID), min_size=6, max_size=6).filter(lambda tanks: all(sum(tank[k] for tank in tanks) <= n for k, n in enumerate(STOCK)))


@settings(max_examples=60, deadline=None)
@given(gardens(), st.integers(0, 15), st.integers(1, 4))
def test_points_are_those_of_the_slow_scorer(tanks, funds, place):
    named = {TANK_WORDS[i]: words(tank) for i, tank in enumerate(tanks)}
    state = over(4, tanks=named, funds=funds, place=place, advanced=True)
    sheet = GAME.score_sheet(state, 0)
    assert state.scores()[0] == sheet.total == slow_rules.total(tanks, funds, [], place)
    assert next(line.points for line in sheet.lines if line.key == "advanced") == slow_rules.advanced_points(tanks)


@settings(max_examples=60, deadline=None)
@given(gardens(), st.sampled_from(FEEDINGS))
def test_ads_and_feedings_pay_what_the_slow_rules_say(tanks, feeding):
    state = position(4, tanks={TANK_WORDS[i]: words(tank) for i, tank in enumerate(tanks)}, feeding=feeding, advanced=True)
    assert [state.ad_pay(0, number) for number in range(4)] == [slow_rules.ad(tanks, name) for name in AD_WORDS]
    assert state.feeding_pay(0) == slow_rules.feeding(tanks, FEEDING_KINDS[feeding])


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(IN_THE_BOX), st.sampled_from(range(12)))
def test_milestones_are_fulfilled_by_at_least_or_exactly_what_they_show(tank, number):
    card = GAME.milestones[number]
    cards = {("fish", "turtle", "seahorse", "shark")[card.group]: card.id}
    others = {"B": words(tank)}
    met = all(have >= need for have, need in zip(tank, card.tank, strict=True))
    alike = all(have == need for kind, (have, need) in enumerate(zip(tank, card.tank, strict=True)) if kind != slow_rules.SEAWEED or need)
    for match, expected in (("at_least", met), ("exact", met and alike)):
        state = position(4, tanks=others, cards=cards, milestone_match=match, advanced=True)
        assert (state.fulfilling(0, card.group) == [1]) == expected


def test_typed_gardens_are_scored():
    sheet = GAME.score_text("A 3 small 2 large seaweed | B 2 turtle coral seaweed small | C shark whale seaweed | D 2 seahorse coral | E whale | F 2 large "
                            "| funds 8 | fish 1 turtle 2 shark 3 | standby 2")[0]
    assert {line.key: line.points for line in sheet.lines} == {"tanks": 26, "funds": 2, "milestones": 12, "standby": 2} and sheet.total == 42


@pytest.mark.parametrize("typed", ["", "A 3 turtle", "A shark small", "A 9 small", "G small", "A 2 coral", "A remora", "funds 99", "A small | A large"])
def test_typed_gardens_that_cannot_be_are_refused(typed):
    with pytest.raises(UnknownText) as refusal:
        GAME.score_text(typed)
    assert re.search("[a-z]{3}", str(refusal.value))


def test_places_of_a_sheet_name_tokens_that_are_there():
    state = over(4, tanks={"A": "small3 large2 seaweed", "B": "shark coral"})
    tanks = next(line for line in GAME.score_sheet(state, 0).lines if line.key == "tanks")
    assert len(tanks.places) == 4 + 2 and all(any(word in place for word in KIND_WORDS) for place in tanks.places)
