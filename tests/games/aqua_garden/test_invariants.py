"""What holds in every position of every game: the invariants of the rules, for every number of players and every variant."""

from functools import cache
from itertools import product

import pytest

from shoal.engine.form import compiled
from shoal.engine.state import Rng
from shoal.games.aqua_garden.notation import FINISHED, GROUPS, KINDS, REGULAR, TANKS, WAITING
from tests.contract.walks import games_to_play

from .gardens import BOX, GAME, position, tokens
from .slow_rules import OXYGEN, all_valid_tanks

VARIANTS = {
    "basic": {},
    "advanced": {"advanced": True},
    "switches": {"pass_before_entering_track": True, "milestone_match": "exact", "lucy_alone": "retire", "tie": "standby", "remove_window": "own_turn"},
    "advanced_switches": {"advanced": True, "advanced_may_be_bought_from_sea": False, "remove_window": "own_turn", "pass_before_entering_track": True},
}
CASES = list(product((1, 2, 3, 4), VARIANTS))
VALID = set(all_valid_tanks())
SEAWEED, CORAL = 6, 7
TRACK = [space for space in range(1, BOX.spaces + 1) if BOX.fish_space[space]]
REWARDS = [list(BOX.rewards)[group * KINDS : (group + 1) * KINDS] for group in range(GROUPS)]


@cache
def text_of(action):
    return GAME.action_to_text(action)


class Watch:
    """Plays a game and looks at every position.

    Random play removes and releases most of what it gets. So in every other game these are seldom, and every third game begins in a rich
    position, with money and tanks that come near to milestones.
    """

    def __init__(self, players, options, seed):
        self.rng = Rng(seed, "invariants")
        self.rich = seed % 3 == 2
        self.state = rich(players, options, seed) if self.rich else GAME.new_state(players, options)
        self.gentle = seed % 2 == 1
        self.total = self.count()
        self.stops = []
        self.purchases = 0
        self.seen = set()

    def play(self):
        state = self.state
        while not state.is_terminal():
            if state.is_chance():
                self.check_draw()
                state.advance(self.rng)
            self.check_tokens()
            self.check_track()
            self.check_tanks()
            if not state.is_terminal():
                self.choose()
        self.check_end()
        return state

    def choose(self):
        """An action, gently or at random; the list of actions is sorted and has no text twice."""
        state = self.state
        legal = state.legal_actions(state.turn)
        assert legal and legal == sorted(set(legal)) and len({text_of(action) for action in legal}) == len(legal)
        self.seen.add(state.decision())
        if self.gentle:
            kept = [action for action in legal if not text_of(action).startswith(("remove", "release"))]
            legal = kept if kept and self.rng.pick(20) else legal
        action = legal[self.rng.pick(len(legal))]
        self.check_action(text_of(action))
        state.apply_action(state.turn, action)

    def count(self):
        """Tokens of each kind wherever they are (1)."""
        state = self.state
        contents, fair = list(state.contents), list(state.fair)
        found = []
        for kind in range(KINDS):
            n = state.sea[kind] + state.side[kind] + state.hand[kind] + state.prize[kind] + sum(contents[kind::KINDS])
            n += sum(REWARDS[group][kind] for group in range(GROUPS) if not state.cubes[group])
            if kind < REGULAR:
                n += state.bag[kind] + state.gone[kind] + sum(fair[kind::REGULAR])
            found.append(n)
        return found

    def check_tokens(self):
        state = self.state
        assert self.count() == self.total and self.total[SEAWEED] == 17 and self.total[CORAL] == 16
        players = state.players
        assert sum(self.total) - 33 == {1: 70, 2: 55, 3: 55, 4: 70}[players] + (12 if state.advanced else 0)
        assert all(0 <= funds <= 15 for funds in state.funds)
        # a hand is there between `go` and `end` only (7); a space holds a token for each round at most
        assert state.hand_size == sum(state.hand) and (state.hand_size == 0 or state.decision() not in ("owner", "ad"))
        assert state.decision() != "walk" or state.hand_size > 0
        fair = list(state.fair)
        assert all(sum(fair[space * REGULAR : (space + 1) * REGULAR]) <= state.round for space in TRACK)

    def check_track(self):
        """No two tokens on a space (5), no gap on the Standby track (6), and the next token is the right one."""
        state = self.state
        owner, standby = list(state.owner)[: state.tokens], list(state.standby)
        spaces = [at for at in owner if at not in (WAITING, FINISHED)]
        assert len(set(spaces)) == len(spaces)
        assert sorted(standby[t] for t in range(state.tokens) if owner[t] == FINISHED) == list(range(1, state.finished + 1))
        if state.decision() == "owner":
            waiting = [t for t in range(state.tokens) if owner[t] == WAITING]
            moving = [t for t in range(state.tokens) if owner[t] not in (WAITING, FINISHED)]
            assert state.turn == (min(waiting, key=lambda t: standby[t]) if waiting else min(moving, key=lambda t: owner[t]))

    def check_tanks(self):
        """Every tank is valid but the one under repair (2), so none holds more than seven tokens (3)."""
        state = self.state
        contents = list(state.contents)
        for at in range(state.players * TANKS):
            tank = tuple(contents[at * KINDS : (at + 1) * KINDS])
            broken = state.decision() == "repair" and at == state.turn * TANKS + state.broken
            assert (tank in VALID) != broken
            assert state.uses[at] == sum(n * OXYGEN[kind] for kind, n in enumerate(tank))
            assert all(tank[kind] <= 1 for kind in (6, 7, 8, 9, 10))
        achieved = list(state.achieved)
        for group in range(GROUPS):
            places = sorted(place for place in achieved[group::GROUPS] if place)
            assert places == list(range(1, state.cubes[group] + 1))

    def check_draw(self):
        """At the start of a round the bag holds what the rules say (9)."""
        state = self.state
        if state.chance_name() == "stock" and state.round > 0 and state.drawn == TRACK[0]:
            assert state.bag_size == {1: 65, 2: 50, 3: 50, 4: 65}[state.players] - 20 - 15 * (state.round - 1)

    def check_action(self, text):
        state = self.state
        verb = text.split()[0]
        if verb == "go":
            space = int(text.split()[1])
            assert state.owner[state.turn] < space <= BOX.spaces
            assert not BOX.fish_space[space] or sum(list(state.fair)[space * REGULAR : (space + 1) * REGULAR]) > 0
            self.stops.append((state.round, space))
            self.purchases = 0
        self.purchases += verb == "buy"
        assert self.purchases <= 7 + 8
        if verb == "end":
            assert state.hand_size == 0

    def check_end(self):
        state = self.state
        assert state.bag_size == (15 if state.players == 1 else 0) and state.finished == state.tokens
        assert state.round == {1: 3, 2: 3, 3: 3, 4: 4}[state.players]
        if state.players == 1:
            fish = [stop for stop in self.stops if BOX.fish_space[stop[1]]]
            assert len(fish) == len(set(fish)) == (9 if self.rich else 15)
        best = max(state.scores())
        assert all(state.scores()[seat] == best for seat in state.winners())
        assert [GAME.score_sheet(state, seat).total for seat in range(state.players)] == state.scores()


def rich(players, options, seed):
    """A second round with money, and tanks one step from milestones of every group; what else came in the first is on the Sea board."""
    tanks = [
        {"A": "small2 large2 seaweed", "B": "turtle2 seaweed", "C": "shark2", "D": "seahorse", "E": "coral"},
        {"A": "small3 seaweed", "C": "turtle2 seaweed small", "E": "shark seahorse", "F": "coral"},
        {"B": "turtle2 coral seaweed", "D": "large2 small seaweed", "F": "shark2 seaweed"},
    ][(seed // 3) % 3]
    kept = sum(sum(tokens(text)[:REGULAR]) for text in tanks.values())
    return position(players, funds=15, hand="small", tanks=tanks, sea=f"small{19 - kept}", round=2, **options)


@pytest.mark.parametrize(("players", "variant"), CASES)
def test_invariants_of_random_games(players, variant):
    for seed in range(games_to_play(200, 20)):
        Watch(players, VARIANTS[variant], seed).play()


@pytest.mark.nightly
@pytest.mark.parametrize(("players", "variant"), CASES)
def test_invariants_of_many_random_games(players, variant):
    for seed in range(1000, 1000 + (10_000 if compiled() else 50)):
        Watch(players, VARIANTS[variant], seed).play()


def test_rich_openings_reach_every_decision():
    """So the games above look at rewards, aims and repairs too."""
    seen = set()
    for seed in range(2, 62, 3):
        watch = Watch(3, {"advanced": True}, seed)
        watch.play()
        seen |= watch.seen
    assert seen == {"owner", "walk", "tend", "reward", "aim", "repair", "ad"}


@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_same_seed_gives_the_same_game(players):
    one, other = Watch(players, {}, 14).play(), Watch(players, {}, 14).play()
    assert one == other and hash(one) == hash(other)
