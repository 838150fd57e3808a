"""Small positions against the equilibrium that OpenSpiel finds: the tree is the game, tells apart what seats can tell apart, and the bots come near."""

import random
from functools import cache

import pytest

from shoal.bots.bot import GreedyBot
from shoal.bots.deep import SearchBot
from shoal.engine.form import compiled
from shoal.lab.equilibrium.__main__ import main
from shoal.lab.equilibrium.cases import CASES
from shoal.lab.equilibrium.policies import anything, glance, policy_of, sampled
from shoal.lab.equilibrium.solving import Solver, installed, spiel
from shoal.lab.equilibrium.tree import Tree, TreeTooLarge, settled

needs_openspiel = pytest.mark.skipif(not installed(), reason="OpenSpiel is not installed: pip install 'shoal[research]'")
needs_compiled = pytest.mark.skipif(not compiled(), reason="searching in all information sets takes too long in the plain form")

SMALL = "fish_tank_small"


@cache
def grown(name):
    return Tree(CASES[name].position())


@cache
def solver(name):
    return Solver(grown(name))


def searching(name, iterations, seeds, **changes):
    """What the search does in a case, with a fixed number of iterations that no clock stops."""
    return policy_of(grown(name), sampled(SearchBot(CASES[name].game, "hard", 3600.0, iterations, changes), seeds))


# ---- the tree

class Walk:
    """A playthrough in our engine and in OpenSpiel at once."""

    def __init__(self, name):
        self.mine, self.theirs = CASES[name].position(), solver(name).game.new_initial_state()
        self.seen = [[state_of(self.mine, seat)] for seat in range(self.mine.players)]

    def step(self, choose):
        """One draw or action: `choose` gets how many there are. Returns (seat, all that it knows, what OpenSpiel calls that) at a decision."""
        asked = None
        if self.mine.is_chance():
            outcomes = settled(self.mine)
            place = self.follow(list(outcomes.values()), choose)
            self.mine, seat = list(outcomes)[place], None
        else:
            seat = self.mine.actors()[0]
            legal = self.mine.legal_actions(seat)
            if len(legal) > 1:
                assert self.theirs.current_player() == seat
                asked = (seat, tuple(self.seen[seat]), self.theirs.information_state_string())
            action = legal[self.follow([None] * len(legal), choose)]
            self.mine.apply_action(seat, action)
            self.seen[seat].append(action)
        for observer, seen in enumerate(self.seen):
            seen.append(state_of(self.mine, observer))
        return asked

    def follow(self, branches, choose):
        if len(branches) == 1:
            return 0
        if self.theirs.is_chance_node():
            assert [chance for _, chance in self.theirs.chance_outcomes()] == pytest.approx(branches)
        assert len(self.theirs.legal_actions()) == len(branches)
        place = choose(len(branches))
        self.theirs.apply_action(place)
        return place

    def finish(self):
        assert self.theirs.is_terminal()
        assert self.theirs.returns() == pytest.approx([share * self.mine.players - 1 for share in self.mine.returns()])


def state_of(state, seat):
    return str(state.masked(seat).to_json())


@needs_openspiel
@pytest.mark.parametrize("name", [SMALL, "sealed"])
def test_it_is_the_same_game_and_tells_apart_what_seats_can_tell_apart(name):
    """Equal masks and own actions all along have equal names in OpenSpiel, and others have others."""
    chance, names, knowledge = random.Random(1), {}, {}
    for _ in range(150):
        walk = Walk(name)
        while not walk.mine.is_terminal():
            asked = walk.step(chance.randrange)
            if asked:
                seat, seen, called = asked
                assert names.setdefault((seat, seen), called) == called
                assert knowledge.setdefault(called, (seat, seen)) == (seat, seen)
        walk.finish()
    assert len(names) > 100
    assert set(knowledge) <= {one.name for one in grown(name).sets.values()}


@needs_openspiel
def test_a_sealed_choice_is_not_seen():
    """Whatever seat 2 plays face down, seat 3 is in the same information set."""
    state = solver("sealed").game.new_initial_state()
    assert state.current_player() == 1
    after = [state.child(action) for action in state.legal_actions()]
    assert {one.current_player() for one in after} == {2}
    assert len({one.information_state_string() for one in after}) == 1


@needs_openspiel
@pytest.mark.parametrize("name", [SMALL, "sealed"])
def test_openspiel_finds_nothing_wrong_with_it(name):
    spiel().random_sim_test(solver(name).game, num_sims=10, serialize=False, verbose=False)
    _, policy = next(solver(name).equilibria([1]))
    assert set(policy) == {one.name for one in grown(name).sets.values()}
    assert all(len(policy[one.name]) == len(one.actions) for one in grown(name).sets.values())


def test_a_position_with_too_many_continuations_is_refused():
    with pytest.raises(TreeTooLarge, match="more than 100 continuations"):
        Tree(CASES["sealed"].position(), most=100)


@pytest.mark.parametrize("name", CASES)
def test_the_positions_are_sound(name):
    state = CASES[name].position()
    assert not state.is_terminal()
    assert CASES[name].game.state_from_json(state.to_json()) == state


# ---- strategies

@needs_openspiel
@pytest.mark.parametrize("name", [SMALL, "sealed"])
def test_cfr_comes_near_the_equilibrium(name):
    gains = [solver(name).gain(policy) for _, policy in solver(name).equilibria([2, 20, 200])]
    assert gains == sorted(gains, reverse=True)
    assert gains[-1] < 0.001


@needs_openspiel
def test_an_equilibrium_is_worth_a_fair_share_and_cannot_be_beaten():
    """Both seats of the small Fish Tank stand alike."""
    (_, best), = solver(SMALL).equilibria([200])
    anyhow = policy_of(grown(SMALL), anything)
    assert solver(SMALL).shares([best, best]) == pytest.approx([0.5, 0.5], abs=0.002)
    assert solver(SMALL).against(anyhow, best) < 0.2
    assert solver(SMALL).against(anyhow, best) + solver(SMALL).against(best, anyhow) == pytest.approx(1.0)


@needs_openspiel
@needs_compiled
def test_the_search_is_less_exploitable_than_a_glance_and_a_glance_than_nothing():
    at_random, greedy = (solver(SMALL).gain(policy_of(grown(SMALL), decider)) for decider in (anything, glance))
    search = solver(SMALL).gain(searching(SMALL, 60, seeds=1))
    assert search <= 0.05 < greedy < at_random


@needs_openspiel
@needs_compiled
def test_the_search_comes_near_an_equilibrium_of_a_sealed_choice():
    """Two of three seats of Aquarium choose a card unseen, by regret matching, and the third one answers."""
    glancing = solver("sealed").gain(policy_of(grown("sealed"), glance))
    assert solver("sealed").gain(searching("sealed", 8000, seeds=10)) <= 0.05 < 0.2 < glancing


@needs_openspiel
def test_sampling_a_bot_that_draws_lots_comes_near_its_strategy():
    """Greedy again, by asking it."""
    exact, asked = policy_of(grown("sealed"), glance), policy_of(grown("sealed"), sampled(GreedyBot(), 200))
    assert max(abs(p - q) for name in exact for (_, p), (_, q) in zip(exact[name], asked[name], strict=True)) < 0.15


# ---- the command

@needs_openspiel
def test_the_command_prints_a_table(capsys):
    assert main(["sealed", "--bots", "random,greedy", "--iterations", "100"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(CASES["sealed"].about)
    assert [line.split("|")[1].strip() for line in lines if line.startswith("|")][2:] == [
        "CFR+, iterations: 1", "CFR+, iterations: 10", "CFR+, iterations: 100", "the equilibrium itself", "random", "greedy",
    ]


@needs_openspiel
@pytest.mark.parametrize("words, said", [
    (["ocean"], "there is no case 'ocean'"), (["sealed", "--seeds", "0"], "must be 1 or more"), (["sealed", "--bots", "genius"], "no bot of level 'genius'"),
])
def test_the_command_refuses_kindly(words, said, capsys):
    assert main(words) == 2
    assert said in capsys.readouterr().err


def test_without_openspiel_it_says_what_is_missing(monkeypatch, capsys):
    monkeypatch.setattr("shoal.lab.equilibrium.solving.installed", lambda: False)
    assert main(["sealed"]) == 2
    assert capsys.readouterr().err == "equilibrium: this needs OpenSpiel: pip install 'shoal[research]'\n"
