"""What aquariums pay: the cases T01 to T42 (cases.toml), and a slow scorer that tries everything against the fast one."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.engine.errors import UnknownText
from shoal.games.fish_tank.scoring import earning_places, points_by_kind
from tests.games.fish_tank import slow_scorer
from tests.games.fish_tank.plays import GAME, LETTERS, finished, grid_of, random_end

CASES: dict[str, dict[str, Any]] = tomllib.loads((Path(__file__).parent / "cases.toml").read_text(encoding="utf-8"))
NAMES = {letter: kind.id for letter, kind in LETTERS.items()}


def paid(rows: list[str]) -> dict[str, int]:
    points = points_by_kind(GAME.box, grid_of(rows))
    return {GAME.box.names[kind]: n for kind, n in enumerate(points) if n}


def case_test(case: dict[str, Any]) -> Callable[[], None]:
    def test() -> None:
        assert paid(case["grid"]) == case["points"]
        sheet, = GAME.score_text("\n".join(case["grid"]))
        assert sheet.total == case["total"] == sum(case["points"].values())
        assert {line.key: line.points for line in sheet.lines if line.points} == case["points"]
        slow = slow_scorer.score(GAME.components, slow_scorer.read(case["grid"], NAMES))
        assert {kind: n for kind, n in slow.items() if n} == case["points"]

    test.__doc__ = case["note"]
    return test


for _name, _case in CASES.items():
    globals()[f"test_{_name}_{re.sub('[^a-z0-9]+', '_', _case['note'].lower()).strip('_')}"] = case_test(_case)


# ---- what the grids alone do not say

def test_T01_each_line_of_the_rulebooks_example_names_its_cards() -> None:
    sheet, = GAME.score_text("\n".join(CASES["T01"]["grid"]))
    places = {line.key: line.places for line in sheet.lines}
    assert places["swordtail"] == ("a1", "a4")
    assert places["neon"] == ("b1", "b2")
    assert places["zebra"] == ("a2", "c4")
    assert places["plant"] == ("d1", "c2")
    assert places["snail"] == ("d2", "d3")
    assert places["bala"] == ("a3", "b4")
    assert places["discus"] == ("b3",)
    assert places["shrimp"] == ("c3",)
    assert len(paid(CASES["T01"]["grid"])) == 8


def test_T29_one_of_two_angelfish_is_flipped() -> None:
    assert paid(["AA..", "....", "....", "...."]) == {}
    assert paid(CASES["T29"]["grid"]) == {"angelfish": 5}


def test_T30_before_the_flip_the_triple_and_two_plants_pay_14() -> None:
    assert sum(paid(["DDD.", "....", "P...", "..P."]).values()) == 14


def test_T31_the_best_aquarium_is_worth_82() -> None:
    state = finished(CASES["T31"]["grid"], ["DDDG", "GGBB", "NNZZ", "CCRR"])
    assert state.scores()[0] == 82 and GAME.result(state).winners == (0,)


def test_T32_a_tie_goes_to_more_kinds_scored_and_then_is_shared() -> None:
    state = finished(*(CASES[name]["grid"] for name in ("T32a", "T32b", "T32c")))
    result = GAME.result(state)
    assert result.scores == (20, 20, 20) and result.winners == (1, 2) and result.label == "shared"
    assert [len(paid(CASES[name]["grid"])) for name in ("T32a", "T32b", "T32c")] == [2, 4, 4]


def test_R30_a_tie_that_more_kinds_decide() -> None:
    result = GAME.result(finished(CASES["T32a"]["grid"], CASES["T32b"]["grid"]))
    assert result.winners == (1,) and result.label == "won" and "tie" in result.title


def test_R29_four_or_more_angelfish() -> None:
    for number in range(17):
        rows = ["".join("A" if 4 * r + c < number else "." for c in range(4)) for r in range(4)]
        assert sum(paid(rows).values()) == (5 if number == 1 else 13 if number >= 4 else 0)


def test_R20_a_line_of_any_length() -> None:
    for direction, kind in (("danio", "D"), ("neon", "N"), ("guppy", "G"), ("bala", "B")):
        for length, points in ((1, 0), (2, 5), (3, 11), (4, 11)):
            rows = [["."] * 4 for _ in range(4)]
            for i in range(length):
                r, c = {"danio": (1, i), "neon": (i, 1), "guppy": (3 - i, i), "bala": (i, i)}[direction]
                rows[r][c] = kind
            assert sum(paid(["".join(row) for row in rows]).values()) == points


def test_R2_no_shape_uses_the_corners_of_the_aquarium() -> None:
    for letter in "DGBN":
        assert paid([f"{letter}..{letter}", "....", "....", f"{letter}..{letter}"]) == {}


def test_R5_balas_pay_on_falling_and_guppies_on_rising_diagonals_only() -> None:
    assert paid(["B...", ".B..", "....", "...."]) == {"bala": 5} and paid([".B..", "B...", "....", "...."]) == {}
    assert paid([".G..", "G...", "....", "...."]) == {"guppy": 5} and paid(["G...", ".G..", "....", "...."]) == {}


def test_R22_the_printed_number_of_neighbours_is_enough() -> None:
    assert paid(["....", ".D..", "GSD.", ".B.."]) == {"snail": 5}


def test_R36_nothing_is_ever_subtracted() -> None:
    assert paid(["AA.D", "W.N.", "..R.", "L..H"]) == {}


def test_areas_are_the_printed_ones() -> None:
    for kind, letter in (("zebra", "Z"), ("discus", "C"), ("redtail", "R"), ("swordtail", "W")):
        area = GAME.components["areas"][{"zebra": "stripes", "discus": "centre", "redtail": "rim", "swordtail": "cross"}[kind]]
        full = ["".join(letter if sign == "#" else "." for sign in row) for row in area]
        rest = ["".join("." if sign == "#" else letter for sign in row) for row in area]
        assert paid(full) and not paid(rest)
    cross, rim = GAME.components["areas"]["cross"], GAME.components["areas"]["rim"]
    assert all((a == "#") != (b == "#") for x, y in zip(cross, rim, strict=True) for a, b in zip(x, y, strict=True))


# ---- typed layouts

@pytest.mark.parametrize("text", ["", "WNZP", "WNZP\nZNPS\nBCHS\nWBZ", "WNZP\nZNPS\nBCHS\nWBZX", "WNZP\nZNPS\nBCHS\nWBZS\nDDDD", "W N Z P Z\n" * 4])
def test_a_layout_that_does_not_fit_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(UnknownText, match=r"line|lines"):
        GAME.score_text(text)


def test_layouts_are_read_with_blanks_comments_and_small_letters() -> None:
    text = "# the example\nw n z p\nZNPS\n\nB C H S   # two more lines\nWBZS\n"
    assert [sheet.total for sheet in GAME.score_text(text)] == [44]
    assert [sheet.total for sheet in GAME.score_text(text + text)] == [44, 44]


# ---- the slow scorer

letters = st.one_of(st.sampled_from(sorted(LETTERS)), st.sampled_from("P."))


@st.composite
def aquariums(draw: Callable[..., Any]) -> list[str]:
    """Random aquariums, mostly of few kinds, so that much scores."""
    palette = draw(st.lists(letters, min_size=1, max_size=6))
    signs = draw(st.lists(st.sampled_from(palette), min_size=16, max_size=16))
    return ["".join(signs[row : row + 4]) for row in range(0, 16, 4)]


def check_against_slow(rows: list[str]) -> None:
    slow = slow_scorer.score(GAME.components, slow_scorer.read(rows, NAMES))
    fast = points_by_kind(GAME.box, grid_of(rows))
    assert {kind: slow[kind] for kind in slow} == {GAME.box.names[number]: fast[number] for number in range(1, GAME.box.kinds + 1)}
    for kind in GAME.kinds[1:]:
        places = earning_places(GAME.box, grid_of(rows), kind.number)
        assert bool(places) == (slow[kind.id] > 0)
        only = ["".join(rows[i // 4][i % 4] if rows[i // 4][i % 4] != kind.letter or i in places else "." for i in range(r, r + 4)) for r in (0, 4, 8, 12)]
        if kind.condition == "shape":
            assert slow_scorer.score(GAME.components, slow_scorer.read(only, NAMES))[kind.id] == slow[kind.id]


@given(aquariums())
@settings(max_examples=400, deadline=None, derandomize=True)
def test_the_fast_scorer_agrees_with_one_that_tries_everything(rows: list[str]) -> None:
    check_against_slow(rows)


@pytest.mark.nightly
@given(aquariums())
@settings(max_examples=20_000, deadline=None)
def test_the_fast_scorer_agrees_on_many_more(rows: list[str]) -> None:
    check_against_slow(rows)


@given(aquariums())
@settings(max_examples=200, deadline=None, derandomize=True)
def test_invariant_11_a_mirror_exchanges_guppies_and_balas_and_changes_nothing(rows: list[str]) -> None:
    mirrored = [row[::-1].translate(str.maketrans("GB", "BG")) for row in rows]
    assert sum(paid(rows).values()) == sum(paid(mirrored).values())


@given(aquariums())
@settings(max_examples=200, deadline=None, derandomize=True)
def test_invariant_9_points_are_sums_of_printed_values(rows: list[str]) -> None:
    points = paid(rows)
    for kind in GAME.kinds[1:]:
        n = points.get(kind.id, 0)
        if kind.condition == "shape":
            assert any(n == 5 * pairs + 11 * triples for pairs in range(9) for triples in range(6))
        elif kind.condition == "neighbours":
            assert n % kind.data["points"] == 0
        else:
            assert n in [0] + [tier["points"] for tier in kind.data["tiers"]]


def test_invariant_9_scores_of_finished_games_stay_within_bounds() -> None:
    for seed in range(10):
        assert all(0 <= score <= 82 for score in random_end(2 + seed % 5, seed).scores())
