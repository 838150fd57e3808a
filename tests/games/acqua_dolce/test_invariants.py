"""What holds in every position of every game: the invariants of the rules, for every number of players and every option."""

from itertools import product

import pytest

from shoal.engine.form import compiled
from shoal.engine.state import Rng
from shoal.games.acqua_dolce.notation import AFTER_PENALTY, AFTER_ROW, KINDS, SCHOOL
from shoal.games.acqua_dolce.scoring import failing_in, lacking_for

from .tables import GAME

EVERY = "variety,schools,ornaments,rare,colours,zones"
VARIANTS = {
    "first_game": {},
    "full_house": {"need": 3, "reshuffle": "when_exhausted"},
    "all_six": {"objectives": EVERY, "need": 4, "additional_action": True},
    "collector": {"objectives": "variety,rare,colours", "piranha_meals": "per_piranha", "piranha_may_be_eaten": "always"},
    "temperature": {"temperature": True, "first_king": 0},
    "unique_deck": {"unique_deck": True, "piranha_may_be_eaten": "never"},
    "switches": {"penalty_unit": "per_play", "actions_mandatory": False, "runout_replaces_king_control": False},
    "king_moves": {"runout_moves_king_card": True, "temperature": True, "additional_action": True, "unique_deck": True},
}
JUDGING = ("eat", "starve", "expel")
BOX = GAME.box
DECKS, NEEDS, RATIONS = list(BOX.decks), list(BOX.needs), list(BOX.rations)
FISH = range(1, BOX.fish + 1)
GAMES = 12 if compiled() else 2
"""Of each variant and number of players; with eight variants some hundred for each number of players, and many more at night."""

CASES = list(product((2, 3, 4, 5), VARIANTS))


class Watch:
    """Plays a random game and looks at every position."""

    def __init__(self, players, options, seed):
        self.state = GAME.new_state(players, {"max_rounds": 30, **options})
        self.state.remember(seed % 2 == 0)
        self.rng = Rng(seed, "invariants")
        self.turns = []
        self.starved = None
        self.bonus = 0

    def play(self):
        while not self.state.is_terminal():
            state = self.state
            self.check_cards()
            before = state.copy()
            if state.is_chance():
                state.apply_outcome(self.draw(state.chance_outcomes()))
                text = ""
            else:
                self.check_question()
                legal = state.legal_actions(state.turn)
                action = legal[self.rng.pick(len(legal))]
                text = GAME.action_to_text(action)
                state.apply_action(state.turn, action)
            self.check_step(before, text)
        self.check_end()
        return state

    def draw(self, outcomes):
        point = self.rng.pick(sum(weight for _, weight in outcomes))
        for outcome, weight in outcomes:
            if point < weight:
                return outcome
            point -= weight
        raise AssertionError

    def check_cards(self):
        """All cards are somewhere (1); face-up places (2)."""
        state = self.state
        deck, discards, row, hands, tank = state.deck, state.discards, state.row, state.hands, state.tank
        for card in range(KINDS):
            assert deck[card] + discards[card] + row[card] + sum(hands[card::KINDS]) + tank[card] == DECKS[state.players * KINDS + card]
        assert state.deck_size == sum(deck) and state.discards_size == sum(discards) and state.row_size == sum(row) and state.fish == sum(tank[c] for c in FISH)
        assert list(state.hand_size)[: state.players] == [sum(hands[seat * KINDS : (seat + 1) * KINDS]) for seat in range(state.players)]
        assert state.row_size <= (0 if state.unique_deck else BOX.face_up)

    def check_question(self):
        state = self.state
        if state.decision() in ("open", "act", "refill"):
            full = state.row_size == (0 if state.unique_deck else BOX.face_up)
            assert full or state.deck_size + state.discards_size == 0
        turn = (state.rounds, state.turns, state.turn)
        if state.decision() in ("open", "act") and self.turns[-1:] != [turn]:
            self.bonus, self.starved = 0, None
            self.turns.append(turn)
        if state.decision() == "act":
            assert state.taken < state.allowed <= BOX.actions + (self.bonus if state.additional_action else 0)
        if state.decision() == "expel":
            assert len(state.legal_actions(state.turn)) >= 2

    def check_step(self, before, text):
        self.check_tank(before)
        self.check_objectives(before)
        if before.decision() == "act":
            self.check_action(before, text)
        elif before.decision() == "starve":
            assert before.fish * BOX.fish_food > before.food
            self.starved = before.food
        if self.state.temperature:
            assert BOX.coldest <= self.state.degrees <= BOX.warmest and abs(self.state.degrees - before.degrees) <= 2

    def check_tank(self, before):
        """Ornaments and feed stay; fish leave in a Control Phase only (3), and leave it in order (5, 6)."""
        state = self.state
        assert all(now >= was for now, was in zip(list(state.tank)[BOX.fish + 1 :], list(before.tank)[BOX.fish + 1 :], strict=True))
        if any(now < was for now, was in zip(state.tank, before.tank, strict=True)):
            assert before.decision() in JUDGING or state.decision() in JUDGING or AFTER_ROW in (before.goal, state.goal) or self.phase_passed(before)
        if self.phase_passed(before):
            tank = list(state.tank)
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
        gained = self.state.on & ~before.on
        self.bonus += gained.bit_count()
        if before.on & ~self.state.on:
            assert self.phase_passed(before) or before.goal in (AFTER_ROW, AFTER_PENALTY)

    def check_action(self, before, text):
        """What a play costs (9), and what an empty hand means (10)."""
        state, seat = self.state, before.turn
        words = text.split()
        held = list(before.hand_size)[seat]
        if words[0] == "play":
            card, number = BOX.names.index(words[1]), int(words[2][1:]) if len(words) > 2 else 1
            tank = list(before.tank)
            tank[card] += number
            unmet = lacking_for(BOX, tank, card).bit_count() if card <= BOX.fish else 0
            owed = unmet * (1 if before.penalty_per_play else number)
            assert before.penalties(card, number) == owed
            assert number == 1 or NEEDS[card] & SCHOOL
            if owed and before.deck_size + before.discards_size:
                assert state.chance_name() == "draw" and state.owed == owed and state.hand_size[seat] == held - number
            if held == number and not (owed and before.deck_size + before.discards_size):
                judged = state.runout or state.winner or state.goal == AFTER_PENALTY or state.rounds > before.rounds
                nothing_to_draw = state.turn != seat and state.deck_size + state.discards_size == 0
                assert judged or nothing_to_draw, "an empty hand is followed by a Control Phase"
        elif words[0] == "temp":
            assert state.degrees == before.degrees + int(words[1])
        elif words[0] == "stop":
            assert not before.actions_mandatory or before.taken >= BOX.actions or held == 0

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
    for seed in range(GAMES):
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
