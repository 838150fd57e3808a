"""The solver of Pocket Aquarium: its lines replay, its tables agree with the rules, its bounds never exceed the truth."""

import random
import re

import pytest

from shoal.engine.form import compiled
from shoal.engine.state import Rng
from shoal.games import load_game
from shoal.games.pocket_aquarium import solve as solving
from shoal.games.pocket_aquarium.advice import hints
from shoal.games.pocket_aquarium.prove import Prover, all_of_four, loss_of_a_broken_species, most_possible
from shoal.games.pocket_aquarium.solver_beam import Beam
from shoal.games.pocket_aquarium.solver_proof import NO_SIDES, Shard
from shoal.play.deals import number_of_day, numbered
from tests.forms import both_forms

from .grids import GAME, PF, changed, deal, play, position
from .test_dossier import GAMES

NEEDS_SPEED = pytest.mark.skipif(not compiled(), reason="too slow without compiled modules")


def judge():
    return solving.tables_of(GAME.box, solving.WEIGHTS, 0)


def random_position(seed, left):
    """With so many turns left."""
    state, chance = numbered(GAME, seed), random.Random(seed)
    while 16 - state.stop > left:
        state.apply_action(0, chance.choice(state.legal_actions(0)))
    return state


def best_of_all(state):
    """The best score, by trying everything."""
    best = 0
    for action in state.legal_actions(0):
        then = state.copy()
        then.apply_action(0, action)
        best = max(best, then.scores()[0] if then.is_terminal() else best_of_all(then))
    return best


# ---- beams

@pytest.mark.parametrize("options", [
    {}, {"chips_path": "stops_with_corners"}, {"reuse_ban": "card_flipped_or_used_last_turn"}, {"swap_without_target_is_legal": True},
    {"chips_blocks_food_swap": True, "feed_on_last_turn": False}, {"rasboras_count_unscored_groups": False, "example_ten": True},
], ids=str)
def test_lines_replay_to_the_score_that_is_claimed(options):
    for number in range(1, 4):
        state = numbered(GAME, number, 1, options)
        beam = Beam(state, solving.tables_of(GAME.box, solving.WEIGHTS, state.variant))
        for width in (1, 20):
            score, moves = beam.search(width)
            assert solving.replayed(state, moves) == score


@pytest.mark.parametrize("seed", range(1, 7))
def test_two_turns_before_the_end_a_beam_sees_everything(seed):
    state = random_position(seed, 2)
    score, moves, exact = solving.quick(state, 3000)
    assert exact
    assert score == best_of_all(state) == solving.replayed(state, moves)


@NEEDS_SPEED
@pytest.mark.parametrize("seed", range(11, 14))
def test_three_turns_before_the_end_a_beam_sees_everything(seed):
    state = random_position(seed, 3)
    score, _, exact = solving.quick(state, 100_000)
    assert exact
    assert score == best_of_all(state)


def test_a_narrow_beam_does_not_claim_to_be_exact():
    assert not solving.quick(numbered(GAME, 1), 5)[2]


def test_both_forms_find_the_same_line():
    found = []
    for form in both_forms():
        game = form("games").load_game("pocket_aquarium")
        state = game.new_deal("PL> SN> D1< PU< / A4< D3> G1< G4> / G3< G2< D4> A3> / RA> A1> A2> D2>")
        solver = form("games.pocket_aquarium.solve")
        found.append([solver.quick(state, width) for width in (1, 6)])
    assert found[0] == found[1]


def test_costs_are_counted_move_by_move_as_from_the_start():
    """What a beam keeps up while it moves cards is what a look at the whole grid gives."""
    state = numbered(GAME, 5)
    tables, chance = judge(), random.Random(5)
    while 16 - state.stop > 5:
        costs = {}
        for action in state.legal_actions(0):
            then = state.copy()
            then.apply_action(0, action)
            if not 1 <= then.food <= 4:
                costs[action] = tables.cost_of(GAME.box, list(then.faces))
        beam = Beam(state, tables)
        assert beam.first_costs() == {action: cost for action, cost in costs.items() if action in beam.first_costs()}
        state.apply_action(0, chance.choice(list(costs)))


# ---- bounds and proofs

def test_a_perfect_end_needs_no_more_turns():
    assert loss_of_a_broken_species(position(PF)) == 3
    assert all_of_four(GAME.box)


@pytest.fixture(scope="module")
def shard():
    """With all tables of bounds, which take some seconds to fill."""
    prover = Prover(position(PF), judge(), 1, 1 << 30)
    assert prover.prepare()
    return Shard(position(PF), judge(), prover.bounds, 1)


@pytest.mark.parametrize(("options", "most"), [({}, 33), ({"example_ten": True}, 36)], ids=str)
def test_the_best_total_is_known_without_being_told(options, most):
    assert most_possible(numbered(GAME, 1, 1, options)) == most


def test_other_boxes_are_solved_too(tmp_path):
    """Every swap reaches every cell, one species has five fish, another three, and rasboras like schools that face the other way."""
    text = (GAME.folder / "components.toml").read_text()
    every = ", ".join(f'"{column}{row}"' for row in range(1, 5) for column in "abcd")
    text = re.sub(r"cells = \[\"a1\".*?\]", f"cells = [{every}]", text)
    text = text.replace('id = "A4"\nspecies = "angelfish"', 'id = "A4"\nspecies = "discus"')
    text = re.sub(r"(school = \{[^}]*4 = 9)", r"\1, 5 = 12", text, count=1)
    text = text.replace("same_direction = 2", "same_direction = 1").replace("opposite_direction = 1", "opposite_direction = 2")
    file = tmp_path / "other.toml"
    file.write_text(text)
    game = load_game("pocket_aquarium", file)
    state = numbered(game, 3)
    solution = solving.Search(state, seconds=2.0, memory=200 << 20, cores=1).run()
    assert solution.bound == most_possible(state) == 11 + 8 + 14
    assert solving.replayed(state, list(solution.moves)) == solution.score <= solution.bound


@NEEDS_SPEED
class TestBounds:
    def test_what_is_still_missing(self, shard):
        assert shard.least_turns(position(PF), 0) == 0
        assert shard.least_turns(position(changed(PF, "A4<")), 0) == 1
        assert shard.least_turns(position(changed(PF, "PU>", "A4<")), 0) == 2
        assert shard.least_turns(position(changed(PF, "PL>")), 0) == 0
        assert shard.least_turns(position(changed(PF, "A")), 0) == 4
        assert shard.least_turns(position(changed(PF, "A")), 1) == 0
        assert shard.least_turns(position(changed(PF, "A", "D")), 1) == 1
        assert shard.least_turns(position(changed(PF, "A", "D")), 2) == 0
        swapped = PF.replace("RA> A3>", "A3> RA>")
        assert shard.least_turns(position(swapped), 0) == 1

    @pytest.mark.parametrize("name", ["GG1", "GG3"])
    def test_bounds_never_exceed_a_line_that_exists(self, shard, name):
        dealt, _, moves, _, _ = GAMES[name]
        state = deal(dealt)
        for text in moves.split(", "):
            if not 1 <= state.food <= 4:
                assert shard.least_turns(state, 0) <= 16 - state.stop
            play(state, text)

    @pytest.mark.parametrize("seed", range(1, 5))
    def test_what_is_out_of_reach_is_proved(self, shard, seed):
        """Late in a random game; the proof and a beam that looks at everything must not contradict each other."""
        state = random_position(seed, 4)
        score, _, exact = solving.quick(state, solving.WIDTH)
        assert exact
        prover = Prover(state, judge(), 1, 1 << 30)
        assert prover.prepare()
        for goal in (33, 32, 31):
            out = prover.is_out_of_reach(goal, lambda calls: [call() for call in calls])
            assert out == (score < goal)

    def test_a_perfect_score_is_proved_out_of_reach_before_the_first_turn(self, shard):
        """Deal 5: the solver finds 31; nobody finds 33."""
        prover = Prover(numbered(GAME, 5), judge(), 1, 1 << 30)
        assert prover.prepare()
        assert prover.is_proved(33, NO_SIDES, lambda calls: [call() for call in calls])

    def test_a_line_to_the_end_is_not_called_impossible(self, shard):
        dealt, _, moves, _, _ = GAMES["GG1"]
        state = play(deal(dealt), *moves.split(", ")[:9])
        prover = Prover(state, judge(), 2, 1 << 30)
        assert prover.prepare()
        assert not prover.is_out_of_reach(33, lambda calls: [call() for call in calls])


# ---- the search as a whole

@NEEDS_SPEED
def test_a_deal_is_solved_and_proved():
    seen = []
    search = solving.Search(deal(GAMES["GG1"][0]), seconds=60, improve=seen.append)
    solution = search.run()
    assert (solution.score, solution.bound, solution.proved) == (33, 33, True)
    assert [one.score for one in seen] == sorted(one.score for one in seen)
    assert solving.replayed(search.state, list(solution.moves)) == 33


def test_time_is_kept_and_the_best_so_far_is_given():
    solution = solving.Search(numbered(GAME, 5), seconds=0.2, memory=200 << 20, cores=1).run()
    assert solution.seconds < 15
    assert solution.score == -1 or solving.replayed(numbered(GAME, 5), list(solution.moves)) == solution.score


def test_an_interrupt_gives_the_best_so_far():
    def interrupt(part):
        raise KeyboardInterrupt
    solution = solving.Search(numbered(GAME, 5), seconds=20, memory=200 << 20, cores=1).run(interrupt)
    assert solution.bound == 33


def test_a_lack_of_memory_gives_the_best_so_far(monkeypatch):
    def lack(search):
        search.search(search.beams[0], [3])
        raise MemoryError
    monkeypatch.setattr(solving.Search, "look_wider", lack)
    state = numbered(GAME, 5)
    solution = solving.Search(state, seconds=20, memory=200 << 20, cores=1).run()
    assert solution.score == solving.replayed(state, list(solution.moves))


def test_a_win_out_of_reach_is_said_to_be_so():
    state = random_position(3, 2)
    solution = solving.Search(state, seconds=30, cores=1).run()
    assert solution.proved
    assert solution.score == best_of_all(state) < 28


def test_nothing_to_solve():
    for state in (GAME.new_state(), position(PF, "home")):
        with pytest.raises(solving.CannotSolve, match="nothing to solve"):
            solving.Search(state)
    with pytest.raises(solving.CannotSolve, match="MiB"):
        solving.Search(numbered(GAME, 1), memory=1 << 20)


def test_hints_lead_to_what_they_say():
    state = numbered(GAME, 3)
    first, second = hints(GAME, state.masked(0), 2)
    assert first[1] >= second[1]
    assert first[0] in state.legal_actions(0) and second[0] in state.legal_actions(0)
    assert "then " in first[2]


def test_hints_say_when_a_win_is_no_longer_possible():
    state = random_position(3, 2)
    assert best_of_all(state) < 28
    assert "no longer possible" in hints(GAME, state.masked(0), 2)[0][2]


def test_numbered_deals_are_those_of_the_seed():
    from shoal.play.chance import SeededChance
    from shoal.play.match import Match
    from shoal.play.parts import Seat
    match = Match.new(GAME, 1, GAME.effective_options(1), [Seat("Ann")], SeededChance(7))
    assert match.state == numbered(GAME, 7)
    assert number_of_day() > 20260101
    assert Rng(1).pick(2) in (0, 1)
