"""The course of a game: flow cases F1 to F31, the rulings that are about it, and what never changes."""

from collections import Counter
from typing import Any

import pytest

from shoal.engine.errors import IllegalAction, OptionError
from shoal.engine.form import compiled
from shoal.engine.state import Rng
from shoal.games.fish_tank.notation import CELLS, EMPTY, FLIPPED, KINDS, cell_text
from tests.games.fish_tank.plays import GAME, Play, random_end


def lattice(columns: str, rows: str, *taken: str) -> set[str]:
    return {f"place {column}{row}" for column in columns for row in rows} - {f"place {cell}" for cell in taken}


def after_places(*cells: str) -> Play:
    """Three players; seat 1 has placed these cards and is about to place the next."""
    play = Play(3)
    for cell in cells:
        play.round(place={1: cell})
    play.settle()
    play.stage()
    return play


# ---- F1 to F10: placing and flipping

def test_F01_the_first_card_goes_to_d4() -> None:
    assert after_places().legal(1) == ["place d4"]


def test_F02_the_second_card_goes_anywhere_on_the_lattice() -> None:
    assert set(after_places("d4").legal(1)) == lattice("abcdefg", "1234567", "d4")
    assert len(after_places("d4").legal(1)) == 48


def test_F03_a_gap_of_two_fixes_the_width_only() -> None:
    play = after_places("d4", "g4")
    assert set(play.legal(1)) == lattice("defg", "1234567", "d4", "g4") and len(play.legal(1)) == 26
    assert play.frames(1) == 4
    with pytest.raises(IllegalAction, match="wide"):
        play.do(1, "place c4")


def test_F04_opposite_corners_fix_everything() -> None:
    play = after_places("d4", "g7")
    assert set(play.legal(1)) == lattice("defg", "4567", "d4", "g7") and len(play.legal(1)) == 14
    assert play.frames(1) == 1


def test_F05_touching_corners_leave_nine_frames() -> None:
    play = after_places("d4", "e5")
    assert set(play.legal(1)) == lattice("bcdefg", "234567", "d4", "e5") and len(play.legal(1)) == 34
    assert play.frames(1) == 9
    for cell in ("a4", "d1"):
        with pytest.raises(IllegalAction, match="R6"):
            play.do(1, f"place {cell}")


def test_F06_fifteen_cards_leave_one_place() -> None:
    for seed in range(5):
        rng, play = Rng(seed, "F6"), Play(3)
        for _ in range(15):
            play.settle()
            play.stage()
            play.stage({seat: play.legal(seat)[rng.pick(len(play.legal(seat)))] for seat in play.actors()})
            play.stage()
        play.stage()
        for seat in (1, 2, 3):
            assert len(play.legal(seat)) == 1


def test_F07_a_far_second_card_fixes_the_frame() -> None:
    play = after_places("d4", "a1")
    assert set(play.legal(1)) == lattice("abcd", "1234", "d4", "a1") and len(play.legal(1)) == 14
    with pytest.raises(IllegalAction):
        play.do(1, "place e4")


def test_F08_the_card_just_placed_may_be_flipped() -> None:
    play = Play(3, hands={1: "snail"})
    play.stage({1: "pick snail"})
    play.stage()
    assert sorted(play.legal(1)) == ["flip d4", "keep"]


def test_F09_a_plant_is_not_flipped_again() -> None:
    play = Play(3)
    play.round(flip={1: "d4"})
    play.stage()
    play.stage({1: "place e4"})
    assert sorted(play.legal(1)) == ["flip e4", "keep"]
    with pytest.raises(IllegalAction, match="R12"):
        play.do(1, "flip d4")


def test_F10_one_flip_of_an_own_card_after_placing() -> None:
    play = Play(3)
    play.round(place={2: "d4"})
    play.round(place={1: "e4", 2: "c3"})
    play.stage()
    with pytest.raises(IllegalAction, match="R11"):
        play.do(1, "flip d4")
    play.stage({1: "place e5"})
    with pytest.raises(IllegalAction, match="R11"):
        play.do(1, "flip c3")
    play.do(1, "flip d4")
    with pytest.raises(IllegalAction, match="chosen"):
        play.do(1, "flip e4")


# ---- F11 to F18: hands

def test_F11_hands_go_to_the_left_in_the_first_phase() -> None:
    play = Play(3)
    hands = {seat: play.hand(seat) for seat in (1, 2, 3)}
    picks = {seat: play.legal(seat)[0].split()[1] for seat in (1, 2, 3)}
    play.round(pick=picks)
    rest = {seat: hands[seat] - Counter([picks[seat]]) for seat in (1, 2, 3)}
    assert (play.hand(2), play.hand(3), play.hand(1)) == (rest[1], rest[2], rest[3])


def test_F12_hands_go_to_the_right_in_the_second_phase() -> None:
    play = Play(3)
    play.until(9)
    play.settle()
    hands = {seat: play.hand(seat) for seat in (1, 2, 3)}
    picks = {seat: play.legal(seat)[0].split()[1] for seat in (1, 2, 3)}
    play.round(pick=picks)
    rest = {seat: hands[seat] - Counter([picks[seat]]) for seat in (1, 2, 3)}
    assert (play.hand(1), play.hand(2), play.hand(3)) == (rest[2], rest[3], rest[1])


def test_F13_the_last_card_of_a_phase_is_forced_and_nothing_is_passed() -> None:
    play = Play(4)
    play.until(8)
    assert all(sum(play.hand(seat).values()) == 1 and len(play.legal(seat)) == 1 for seat in play.actors())
    assert all(GAME.publicly_forced(play.state, seat - 1) for seat in play.actors())
    play.round(settle=False)
    assert play.state.chance_name() == "deal" and sum(play.state.hand_size) == 0
    play.settle()
    assert [sum(play.hand(seat).values()) for seat in (1, 2, 3, 4)] == [8] * 4


def test_F14_six_players_leave_three_cards() -> None:
    state = random_end(6, 1)
    assert (state.pile_size, state.discards_size, sum(card != EMPTY for card in state.cards)) == (3, 0, 96)


TABLE_OF_TWO = {1: (8, 83, 0), 2: (7, 81, 2), 8: (1, 69, 14), 9: (8, 53, 14), 15: (2, 41, 26), 16: (2, 39, 26)}
"""By round, when picking begins: cards in each hand, in the pile, put away."""


def test_F15_two_players_the_whole_game() -> None:
    play = Play(2)
    for number in range(1, 17):
        play.settle()
        if number in TABLE_OF_TWO:
            assert (play.state.hand_size[0], play.state.pile_size, play.state.discards_size) == TABLE_OF_TWO[number]
            assert play.state.hand_size[0] == play.state.hand_size[1]
        play.round(settle=False)
    state = play.state
    assert state.is_terminal() and (sum(state.hand_size), state.pile_size, state.discards_size) == (0, 39, 28)
    assert sum(card != EMPTY for card in state.cards) == 32


def test_F16_two_players_round_8() -> None:
    play = Play(2)
    play.until(8)
    for seat in (1, 2):
        passed = play.hand(seat)
        assert list(play.chances()) == [f"discard {seat} {next(iter(passed))}"]
        play.draw(next(iter(play.chances())))
    assert play.state.chance_name() == "draw" and not play.hand(1) and not play.hand(2)
    play.draw("draw 1 snail")
    play.draw("draw 2 loach")
    assert (play.legal(1), play.legal(2)) == (["pick snail"], ["pick loach"])


def test_F17_two_players_round_16() -> None:
    play = Play(2)
    play.until(16)
    passed = [play.hand(seat) for seat in (1, 2)]
    assert play.state.chance_name() == "draw" and [sum(hand.values()) for hand in passed] == [1, 1]
    play.settle()
    pairs = [play.hand(seat) for seat in (1, 2)]
    assert all(sum(pair.values()) == 2 and not hand - pair for hand, pair in zip(passed, pairs, strict=True))
    before = list(play.state.discards)
    picks = {seat: play.legal(seat)[0] for seat in (1, 2)}
    play.stage(picks)
    put_away = [now - was for now, was in zip(play.state.discards, before, strict=True)]
    names = GAME.box.names
    rest = sum((pairs[seat - 1] - Counter([picks[seat].split()[1]]) for seat in (1, 2)), Counter())
    assert Counter({names[k]: n for k, n in enumerate(put_away) if n}) == rest
    assert play.state.masked(0).state.discards_size == 28 and sum(play.state.masked(0).state.discards) == 0


def test_F18_two_players_with_fewer_kinds() -> None:
    play = Play(2, fewer_kinds=True)
    play.finish()
    assert play.state.pile_size == 21
    assert not any(" bala" in line or " neon" in line for line in play.log)


# ---- F19 to F24: setup, sealed choices

def test_F19_fewer_kinds_is_refused_with_four_players() -> None:
    with pytest.raises(OptionError, match="2 or 3"):
        GAME.new_state(4, {"fewer_kinds": True})


def test_F20_equal_cards_are_one_option() -> None:
    play = Play(2, hands={1: "danio 7 loach"})
    assert play.legal(1) == ["pick danio", "pick loach"]


def test_F21_a_sealed_pick_shows_nothing_but_that_it_was_made() -> None:
    hand = "danio guppy bala neon zebra discus redtail swordtail"
    before = Play(3, hands={1: hand}).state.masked(1).to_json()
    masks = []
    for kind in hand.split():
        play = Play(3, hands={1: hand})
        play.do(1, f"pick {kind}")
        masks.append(play.state.masked(1).to_json())
        assert play.state.masked(-1).to_json()["hand_size"][:3] == [8, 8, 8]
    assert all(mask == masks[0] for mask in masks)
    changed = {key for key in before if before[key] != masks[0][key]}
    assert changed == {"picked", "answered"} and masks[0]["picked"][0] == -1


def test_F22_one_or_seven_players_are_refused() -> None:
    for players in (1, 7, 0, -1):
        with pytest.raises(OptionError, match="2 to 6"):
            GAME.new_state(players)


@pytest.mark.parametrize(("columns", "rows", "points"), [("abcd", "1234", 0), ("bcde", "2345", 4)])
def test_F23_the_first_card_counts_where_the_frame_ends_up(columns: str, rows: str, points: int) -> None:
    play = Play(4, hands={1: "discus"})
    cells = [f"{c}{r}" for r in rows for c in columns if f"{c}{r}" != "d4"]
    play.round(pick={1: "discus"}, place={1: "d4"})
    for cell in cells:
        play.settle()
        play.round(pick={1: next((t for t in play.legal(1) if t != "pick discus"), play.legal(1)[0]).split()[1]}, place={1: cell}, settle=False)
    lines = {line.key: line for line in GAME.score_sheet(play.state, 0).lines}
    assert lines["discus"].points == points
    assert lines["discus"].places == (("d4",) if points else ())


def test_F24_places_are_sealed_until_all_have_flipped() -> None:
    play = Play(3)
    play.round()
    play.stage()
    play.do(1, "place e3")
    play.do(2, "place c5")
    play.do(3, "place f4")
    play.do(1, "keep")
    mask = play.state.masked(1).state
    assert mask.placed[0] == -1 and mask.flipped[0] == -1 and mask.count[0] == 1
    assert "flip c5" in play.legal(2)
    play.do(2, "keep")
    play.do(3, "flip f4")
    assert play.card(1, "e3") not in (EMPTY,) and play.card(3, "f4") >= FLIPPED


# ---- F25 to F31: two players, options

def test_F25_two_players_probabilities_of_the_exchange() -> None:
    play = Play(2, hands={2: "danio 4 guppy 4"})
    play.round(pick={2: "danio"}, settle=False)
    assert play.chances() == {"discard 1 danio": 3, "discard 1 guppy": 4}
    play.draw("discard 1 guppy")
    assert play.state.chance_name() == "discard" and sum(play.chances().values()) == 7
    away = list(play.chances())[0]
    play.draw(away)
    assert set(play.chances()) <= {f"draw 1 {kind}" for kind in GAME.box.names} and sum(play.chances().values()) == 83
    dealt = Counter(line.split()[-1] for line in play.log if line.startswith("* deal"))
    for text, weight in play.chances().items():
        kind = text.split()[2]
        assert weight == (6 if kind in ("shrimp", "snail", "loach") else 9) - dealt[kind]
    play.draw(list(play.chances())[0])
    assert play.state.chance_name() == "draw" and sum(play.chances().values()) == 82
    assert all(text.startswith("draw 2 ") for text in play.chances())


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_F26_the_number_of_events(players: int) -> None:
    play = Play(players)
    play.finish()
    words = Counter(line.split()[1] for line in play.log)
    assert words["pick"] == words["place"] == words["keep"] + words["flip"] == 16 * players
    assert words["deal"] == 16 * players
    assert (words["discard"], words["draw"]) == ((26, 28) if players == 2 else (0, 0))


def test_F27_hands_lie_face_down_during_the_exchange() -> None:
    play = Play(2)
    play.round(settle=False)
    seen = []
    while play.state.is_chance():
        seen.append(play.state.chance_name())
        for seat in (0, 1):
            mask = play.state.masked(seat).to_json()
            assert sum(mask["hands"]) == 0 and mask["memory"]["drawn"] == [0, 0]
        play.draw(next(iter(play.chances())))
    assert seen == ["discard", "discard", "draw", "draw"]
    for seat in (0, 1):
        mask = play.state.masked(seat).to_json()
        drawn = GAME.box.names.index(play.log[-2 + seat].split()[-1])
        assert sum(mask["hands"]) == 7 and mask["memory"]["drawn"][seat] == drawn and mask["memory"]["drawn"][1 - seat] == 0


def test_F28_two_players_with_a_pair_in_round_8() -> None:
    play = Play(2, pair_rounds="8,16")
    play.until(8)
    assert play.state.chance_name() == "draw"
    play.settle()
    assert list(play.state.hand_size)[:2] == [2, 2] and play.state.discards_size == 12
    play.stage()
    assert sum(play.state.hand_size) == 0 and play.state.discards_size == 14
    play.finish()
    words = Counter(line.split()[1] for line in play.log)
    assert (words["discard"], words["draw"]) == (24, 28)
    assert (play.state.discards_size, play.state.pile_size) == (28, 39)


def test_F29_placing_in_seat_order() -> None:
    play = Play(3, placement_reveal="seat_order")
    assert play.actors() == [1, 2, 3]
    play.stage()
    asked = []
    for cell in ("d4", "", "d4", "", "d4", ""):
        asked.append((play.actors(), play.state.decision()))
        play.do(play.actors()[0], f"place {cell}" if cell else "flip d4" if play.actors() == [1] else "keep")
        if len(asked) == 1:
            assert play.state.masked(1).state.cards[24] != EMPTY
    assert asked == [([seat], decision) for seat in (1, 2, 3) for decision in ("place", "flip")]
    assert play.state.masked(1).state.cards[24] >= FLIPPED
    assert play.actors() == [1, 2, 3] and play.state.decision() == "pick"


def test_F30_passing_before_placing() -> None:
    play = Play(3, pass_before_place=True)
    hands = {seat: play.hand(seat) for seat in (1, 2, 3)}
    picks = {seat: play.legal(seat)[0] for seat in (1, 2, 3)}
    play.stage(picks)
    assert play.state.decision() == "place"
    for seat in (1, 2, 3):
        right = 3 if seat == 1 else seat - 1
        assert play.hand(seat, play.state.masked(seat - 1).state) == hands[right] - Counter([picks[right].split()[1]])
    play.stage()
    play.stage()
    play.until(8)
    play.stage()
    assert play.state.decision() == "place" and sum(play.state.hand_size) == 0
    play.finish()


def test_F30_two_players_pass_and_exchange_before_placing() -> None:
    play = Play(2, pass_before_place=True)
    play.stage()
    assert play.state.chance_name() == "discard" and play.state.decision() == ""
    play.settle()
    assert play.state.decision() == "place" and list(play.state.hand_size)[:2] == [7, 7]
    play.finish()
    assert (play.state.discards_size, play.state.pile_size) == (28, 39)


@pytest.mark.parametrize(("both", "points"), [(True, 5), (False, 0)])
def test_F31_R46_the_animal_under_a_plant_counts_for_nothing(both: bool, points: int) -> None:
    play = Play(3, hands={1: "snail danio 7", 2: "zebra 8", 3: "danio 2"})
    play.round(pick={1: "snail"}, place={1: "d4"})                 # the snail will lie in the corner d4 of d4–g7
    play.round(pick={1: "danio"}, place={1: "e4"})
    play.round(pick={1: "zebra"}, place={1: "g7"})
    play.round(pick={1: "danio"}, place={1: "d5"}, flip={1: "e4"})
    play.round(flip={1: "d5" if both else "g7"}, place={1: "g4"})
    lines = {line.key: line.points for line in GAME.score_sheet(play.state, 0).lines}
    assert lines["snail"] == points


# ---- rulings

def test_R39_a_pick_names_a_kind_and_takes_one_card() -> None:
    play = Play(3, hands={1: "danio 3 loach 5"})
    play.stage({1: "pick danio"})
    assert play.hand(1) == Counter({"danio": 2, "loach": 5})


def test_R40_the_sixteenth_card_may_be_flipped_too() -> None:
    play = Play(3)
    play.until(16)
    play.settle()
    play.stage()
    last = play.legal(1)[0].split()[1]
    play.stage()
    assert f"flip {last}" in play.legal(1)


def test_R44_cards_are_dealt_seat_by_seat() -> None:
    play = Play(3)
    assert [int(line.split()[2]) for line in play.log] == [1] * 8 + [2] * 8 + [3] * 8


def test_R45_seat_1_begins_every_round_in_seat_order() -> None:
    play = Play(2, placement_reveal="seat_order")
    for _ in range(16):
        play.settle()
        play.stage()
        assert play.actors() == [1]
        play.round(settle=False)


def test_R47_only_what_everybody_can_see_is_forced() -> None:
    play = Play(3, hands={1: "danio 8"})
    assert play.legal(1) == ["pick danio"] and not GAME.publicly_forced(play.state, 0)
    play.stage()
    assert all(GAME.publicly_forced(play.state, seat) for seat in range(3))
    play.until(16)
    play.settle()
    assert all(GAME.publicly_forced(play.state, seat) for seat in range(3))
    play.stage()
    assert all(GAME.publicly_forced(play.state, seat) for seat in range(3))
    play.stage()
    assert not any(GAME.publicly_forced(play.state, seat) for seat in range(3))


def test_refusals_say_why_and_name_the_rule() -> None:
    play = Play(2, hands={1: "danio 8"})
    for text, words in (("pick loach", "no loach"), ("place d4", "pick a card first"), ("keep", "pick a card first")):
        with pytest.raises(IllegalAction, match=words):
            play.do(1, text)
    play.do(1, "pick danio")
    with pytest.raises(IllegalAction, match="chosen"):
        play.do(1, "pick danio")
    play.stage()
    for text, words in (("pick danio", "picked for this round"), ("place e4", "first card goes to d4"), ("keep", "place your card first")):
        with pytest.raises(IllegalAction, match=words):
            play.do(1, text)
    play.stage()
    with pytest.raises(IllegalAction, match="now keep"):
        play.do(1, "place e4")
    with pytest.raises(IllegalAction, match="no seat 3"):
        play.do(3, "keep")
    play.finish()
    with pytest.raises(IllegalAction, match="over"):
        play.do(1, "keep")


# ---- what never changes

def check_invariants(state: Any, earlier: dict[int, set[tuple[int, int]]]) -> None:
    box, fewer = GAME.box, state.fewer_kinds
    for kind in range(1, box.animals + 1):
        there = state.pile[kind] + state.discards[kind] + sum(state.hands[seat * KINDS + kind] for seat in range(6))
        there += sum(card % FLIPPED == kind for card in state.cards) + sum(shown == kind for shown in state.revealed)
        assert there == (0 if fewer and box.removable[kind] else box.copies[kind])
    assert state.players == 2 or state.discards_size == 0
    for seat in range(state.players):
        cells = {cell: state.cards[seat * CELLS + cell] for cell in range(CELLS) if state.cards[seat * CELLS + cell] != EMPTY}
        columns, rows = [c % 7 for c in cells] or [3], [c // 7 for c in cells] or [3]
        assert max(columns) - min(columns) <= 3 and max(rows) - min(rows) <= 3
        assert len(cells) < 13 or (max(columns) - min(columns), max(rows) - min(rows)) == (3, 3)
        for cell, card in earlier[seat]:
            assert cells[cell] == card or (card < FLIPPED and cells[cell] == card + FLIPPED), cell_text(cell)
        assert 0 <= sum(card >= FLIPPED for card in cells.values()) - sum(card >= FLIPPED for _, card in earlier[seat]) <= 1
        earlier[seat] = set(cells.items())


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_invariants_in_random_games(players: int) -> None:
    for seed in range(24 if compiled() else 4):
        options: dict[str, Any] = {"fewer_kinds": players < 4 and seed % 3 == 1, "pass_before_place": seed % 4 == 2, "pair_rounds": ("16", "8,16")[seed % 2]}
        options["placement_reveal"] = ("simultaneous", "seat_order")[seed % 4 == 3]
        state, rng = GAME.new_state(players, options), Rng(seed, "invariants")
        earlier: dict[int, set[tuple[int, int]]] = {seat: set() for seat in range(players)}
        while not state.is_terminal():
            state.advance(rng)
            check_invariants(state, earlier)
            opens = state.decision()
            if opens == "pick":
                assert len(set(state.hand_size[:players])) == 1
                pair = players == 2 and (state.round == 16 or (state.round == 8 and options["pair_rounds"] == "8,16"))
                assert state.hand_size[0] == (2 if pair else 8 - (state.round - 1) % 8)
                assert all(state.count[seat] == state.round - 1 for seat in range(players))
            while state.decision() == opens and not state.is_terminal():
                seat = state.actors()[rng.pick(len(state.actors()))]
                legal = state.legal_actions(seat)
                state.apply_action(seat, legal[rng.pick(len(legal))])
        check_invariants(state, earlier)
        assert all(state.count[seat] == 16 for seat in range(players))
