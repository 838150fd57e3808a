"""The best frame of an aquarium under construction, and what decides a tie."""

from shoal.engine.state import Rng
from tests.contract.walks import Case, walk
from tests.games.fish_tank.plays import GAME, Play, finished

from shoal.games.fish_tank.table_tank import Tank


def test_a_part_built_aquarium_counts_in_the_best_frame_still_possible() -> None:
    play = Play(3, hands={1: "discus 2"})
    play.round(pick={1: "discus"})
    assert play.state.scores()[0] == 4
    play.round(place={1: "g7"})
    assert play.state.scores()[0] == 0


def test_R30_plants_are_one_of_the_kinds_that_decide_a_tie() -> None:
    state = finished(["PDDN", "PZGW", "HBPG", "GDWP"], ["SZDN", "SCCS", "RCZB", "GZND"])
    assert state.scores() == [12, 12]
    assert list(GAME.result(state).winners) == [0]


def test_invariant_7_frames_still_possible_never_grow() -> None:
    for players in (2, 4):
        before = [49] * players
        for state, _ in walk(Case("fish_tank", players, ()), seed=3):
            now = [Tank.of(state, seat).frames for seat in range(players)]
            assert all(0 < after <= ahead or ahead == 49 for after, ahead in zip(now, before, strict=True))
            before = now


def test_invariant_10_the_order_of_placing_does_not_matter_for_the_score() -> None:
    rng = Rng(5)
    kinds = [rng.pick(GAME.box.animals) + 1 for _ in range(16)]
    scores = set()
    for turn in range(4):
        tank = Tank(GAME.box, 0, (0,) * 49)
        order = [(at * 5 + turn * 3) % 16 for at in range(16)]
        for at in order:
            tank = tank.with_card((at // 4) * 7 + at % 4, kinds[at])
        scores.add(tank.total)
    assert len(scores) == 1
