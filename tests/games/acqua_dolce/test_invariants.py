"""What holds in every position of every game: the invariants of the rules, for every number of players and every variant."""

from bisect import bisect_left
from functools import cache
from itertools import product

import pytest

from shoal.engine.form import compiled
from shoal.engine.state import Rng
from shoal.games.acqua_dolce.notation import AFTER_PENALTY, AFTER_ROW, KINDS, OBJECTIVES, SCHOOL, SWAP_ACTION
from shoal.games.acqua_dolce.scoring import failing_in, lacking_for
from tests.contract.walks import games_to_play

from .tables import GAME

VARIANTS = {
    "first_game": {},
    "full_house": {"need": 3, "reshuffle": "when_exhausted"},
    "all_six": {"objectives": ",".join(OBJECTIVES), "need": 4, "additional_action": True},
    "collector": {"objectives": "variety,rare,colours", "piranha_meals": "per_piranha", "piranha_may_be_eaten": "always"},
    "temperature": {"temperature": True, "first_king": 0},
    "unique_deck": {"unique_deck": True, "piranha_may_be_eaten": "never"},
    "switches": {"penalty_unit": "per_play", "actions_mandatory": False, "runout_replaces_king_control": False},
    "king_moves": {"runout_moves_king_card": True, "temperature": True, "additional_action": True, "unique_deck": True},
}
JUDGING = ("eat", "starve", "expel")
BOX = GAME.box
NEEDS = list(BOX.needs)
DECKS = [list(BOX.decks)[players * KINDS : (players + 1) * KINDS] for players in range(6)]
FISH = range(1, BOX.fish + 1)
FIRST_ORNAMENT = BOX.fish + 1

CASES = list(product((2, 3, 4, 5), VARIANTS))


@cache
def text_of(action):
    return GAME.action_to_text(action)


class Watch:
    """Plays a random game and looks at every position.

    In every other game swaps, of which there are most, do not crowd out the rest.
    """

    def __init__(self, players, options, seed):
        self.state = GAME.new_state(players, {"max_rounds": 30 if seed % 20 == 19 else 10, **options})
        self.state.remember(seed % 4 < 2)
        self.rng = Rng(seed, "invariants")
        self.seldom_swaps = seed % 2 == 1
        self.turns = []
        self.starved = None
        self.bonus = 0

    def play(self):
        state = self.state
        while not state.is_terminal():
            before = state.copy()
            if state.is_chance():
                state.apply_outcome(self.draw(state.chance_outcomes()))
            else:
                self.check_cards()
                self.check_question()
                action = self.choose(state.legal_actions(state.turn))
                text = text_of(action)
                state.apply_action(state.turn, action)
                if before.decision() == "act":
                    self.check_action(before, text)
            self.check_step(before)
        self.check_cards()
        self.check_end()
        return state

    def draw(self, outcomes):
        point = self.rng.pick(sum(weight for _, weight in outcomes))
        for outcome, weight in outcomes:
            if point < weight:
                return outcome
            point -= weight
        raise AssertionError

    def choose(self, legal):
        if self.seldom_swaps and self.rng.pick(4) > 0:
            legal = legal[: bisect_left(legal, SWAP_ACTION)] or legal
        return legal[self.rng.pick(len(legal))]

    def check_cards(self):
        """All cards are somewhere (1); face-up places (2)."""
        state = self.state
        deck, discards, row, tank, held = list(state.deck), list(state.discards), list(state.row), list(state.tank), list(state.hands)
        hands = [held[seat * KINDS : (seat + 1) * KINDS] for seat in range(state.players)]
        assert list(map(sum, zip(deck, discards, row, tank, *hands, strict=True))) == DECKS[state.players]
        assert (state.deck_size, state.discards_size, state.row_size) == (sum(deck), sum(discards), sum(row))
        assert state.fish == sum(tank[:FIRST_ORNAMENT]) and list(state.hand_size)[: state.players] == list(map(sum, hands))
        assert min(map(min, (deck, discards, row, tank, held))) == 0
        assert state.row_size <= (0 if state.unique_deck else BOX.face_up)

    def check_question(self):
        state, decision = self.state, self.state.decision()
        if decision == "expel":
            assert len(state.legal_actions(state.turn)) >= 2
        if decision in JUDGING:
            return
        full = state.row_size == (0 if state.unique_deck else BOX.face_up)
        assert full or state.deck_size + state.discards_size == 0
        turn = (state.rounds, state.turns, state.turn)
        if self.turns[-1:] != [turn]:
            self.bonus, self.starved = 0, None
            self.turns.append(turn)
        if decision == "act":
            assert state.taken < state.allowed <= BOX.actions + (self.bonus if state.additional_action else 0)

    def check_step(self, before):
        state = self.state
        if list(state.tank) != list(before.tank):
            self.check_tank(before)
        if self.phase_passed(before):
            self.check_phase()
        if state.on != before.on:
            self.check_objectives(before)
        if before.decision() == "starve":
            assert before.fish * BOX.fish_food > before.food
            self.starved = before.food
        if state.degrees != before.degrees:
            assert state.temperature and BOX.coldest <= state.degrees <= BOX.warmest and abs(state.degrees - before.degrees) <= 2

    def check_tank(self, before):
        """Ornaments and feed stay; fish leave in a Control Phase only (3)."""
        state = self.state
        now, was = list(state.tank), list(before.tank)
        assert all(a >= b for a, b in zip(now[FIRST_ORNAMENT:], was[FIRST_ORNAMENT:], strict=True))
        if any(a < b for a, b in zip(now, was, strict=True)):
            assert before.decision() in JUDGING or state.decision() in JUDGING or AFTER_ROW in (before.goal, state.goal) or self.phase_passed(before)

    def check_phase(self):
        """Who is in the tank after a Control Phase is at home, fed and warm (5, 6)."""
        state, tank = self.state, list(self.state.tank)
        assert failing_in(BOX, tank) == []
        assert not state.on & 2 or not state.on & 8
        if state.temperature:
            assert all(BOX.low[c] <= state.degrees <= BOX.high[c] for c in FISH if tank[c])
        if self.starved is not None:
            assert state.fish * BOX.fish_food <= self.starved
        self.starved = None

    def phase_passed(self, before):
        """Whether a Control Phase has just ended: a winner, penalty cards for running out, or the next round."""
        state = self.state
        return state.rounds > before.rounds or state.winner > 0 or (state.goal == AFTER_PENALTY and before.goal != AFTER_PENALTY)

    def check_objectives(self, before):
        """Within a turn none goes off (4)."""
        self.bonus += (self.state.on & ~before.on).bit_count()
        if before.on & ~self.state.on:
            assert self.phase_passed(before) or before.goal in (AFTER_ROW, AFTER_PENALTY)

    def check_action(self, before, text):
        words = text.split()
        if words[0] == "play":
            self.check_play(before, BOX.names.index(words[1]), int(words[2][1:]) if len(words) > 2 else 1)
        elif words[0] == "temp":
            assert self.state.degrees == before.degrees + int(words[1])
        elif words[0] == "stop":
            assert not before.actions_mandatory or before.taken >= BOX.actions or list(before.hand_size)[before.turn] == 0

    def check_play(self, before, card, number):
        """What it costs (9), and what an empty hand means (10)."""
        state, seat = self.state, before.turn
        held, obtainable = list(before.hand_size)[seat], before.deck_size + before.discards_size > 0
        tank = list(before.tank)
        tank[card] += number
        unmet = lacking_for(BOX, tank, card).bit_count() if card <= BOX.fish else 0
        owed = unmet * (1 if before.penalty_per_play else number)
        assert before.penalties(card, number) == owed
        assert number == 1 or NEEDS[card] & SCHOOL
        if owed and obtainable:
            assert state.chance_name() == "draw" and state.owed == owed and state.hand_size[seat] == held - number
        elif held == number:
            judged = state.runout or state.winner or state.goal == AFTER_PENALTY or state.rounds > before.rounds
            nothing_to_draw = state.turn != seat and state.deck_size + state.discards_size == 0
            assert judged or nothing_to_draw, "an empty hand is followed by a Control Phase"

    def check_end(self):
        """Turns go clockwise (7), and who wins has an empty hand and enough objectives (12)."""
        state = self.state
        seats = [seat for _, _, seat in self.turns]
        assert all(b == (a + 1) % state.players for a, b in zip(seats, seats[1:], strict=False))
        if not state.runout_moves_king:
            for rounds, turns, seat in self.turns:
                assert seat == (self.turns[0][2] + rounds * (state.players + 1) + turns) % state.players and 0 <= turns <= state.players
        winners = state.winners()
        assert len(winners) <= 1 and state.scores() == [int(seat in winners) for seat in range(state.players)]
        if winners:
            assert state.hand_size[winners[0]] == 0 and state.on.bit_count() >= state.need
        else:
            assert state.rounds == state.max_rounds


@pytest.mark.parametrize(("players", "variant"), CASES)
def test_invariants_of_random_games(players, variant):
    for seed in range(games_to_play(200, 20)):
        Watch(players, VARIANTS[variant], seed).play()


@pytest.mark.nightly
@pytest.mark.parametrize(("players", "variant"), CASES)
def test_invariants_of_many_random_games(players, variant):
    for seed in range(1000, 1000 + (10_000 if compiled() else 50)):
        Watch(players, VARIANTS[variant], seed).play()


@pytest.mark.parametrize("players", [2, 5])
def test_the_same_seed_gives_the_same_game(players):
    one, other = Watch(players, {}, 14).play(), Watch(players, {}, 14).play()
    assert one == other and hash(one) == hash(other)


def test_random_games_end_with_the_limit_for_simulation():
    assert GAME.new_state(2).max_rounds == 0 and GAME.new_state(2, simulation=True).max_rounds == 60
    state = GAME.new_state(2, {"temperature": True, "max_rounds": 1})
    state.advance(Rng(1))
    while not state.is_terminal():
        state.apply_action(state.turn, state.legal_actions(state.turn)[0])
        state.advance(Rng(2))
    assert state.rounds == 1
