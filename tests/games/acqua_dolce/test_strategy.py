"""The greedy player: it beats random choices, ends its games, and in chosen positions does what a person would."""

import pytest

from shoal.bots.bot import GreedyBot, RandomBot, preferences
from shoal.bots.levels import make_bot
from shoal.bots.playing import lower_end, paired_games, play_game, rotations
from shoal.engine.facts import MOVES
from shoal.engine.form import compiled
from shoal.engine.state import Rng
from shoal.games.acqua_dolce.notation import OBJECTIVES
from tests.contract.walks import games_to_play

from .tables import GAME, LONERS, control, play, position, settle

SIMULATED = {"max_rounds": 60}


def best(state):
    values = preferences(state.masked(state.turn))
    return GAME.action_to_text(max(values, key=lambda action: values[action]))


# ---- chosen positions


def test_it_wins_when_it_can():
    state = position(tank=f"{LONERS}, 3 deco, 2 plant, feed4", hands={1: "molly", 2: 5})
    assert best(state) == "play molly"


def test_it_does_not_run_out_in_vain_with_a_better_card_to_take():
    """Two fish would starve and Variety with them; the feed card saves it."""
    state = position(tank=f"{LONERS}, 3 deco, 2 plant", hands={1: "molly", 2: 5}, row="feed6, neon, neon")
    assert best(state) == "take feed6"


def test_it_plays_a_school_together():
    state = position(hands={1: "3 guppy, 2 krib", 2: 7})
    assert (
        best(state) != "play guppy"
        and preferences(state.masked(0))[GAME.text_to_action("play guppy x3")] > preferences(state.masked(0))[GAME.text_to_action("play guppy")]
    )


def test_a_judge_without_cards_keeps_what_wins():
    """The nine school fish and the ornaments are enough; one of the loners goes."""
    state = position(tank="3 neon, 3 platy, 3 cory, krib, agassiz, bee, 3 deco, 2 plant, feed6", hands={1: "molly", 2: 6})
    settle(play(state, "1 play molly"))
    assert best(state) in ("starve krib", "starve agassiz", "starve bee", "starve molly")
    settle(play(state, f"1 {best(state)}"))
    assert state.winners() == [0]


def test_a_judge_saves_the_most():
    state = control("2 guppy, angel, fighter, glass, plant", {1: 3, 2: 9})
    assert best(state) == "expel guppy"


@pytest.mark.skipif(compiled(), reason="a method of the kernel: only the plain form shows it to Python")
def test_it_does_not_look_into_other_hands():
    """In dealt worlds it values moves as on the mask, whatever the others hold."""
    state = settle(GAME.new_state(3, SIMULATED), seed=6)
    masked = state.masked(0)
    values = preferences(masked)
    for seed in range(4):
        world = masked.dealt(Rng(seed))
        assert {action: world.prefer(0, action) for action in values} == values


@pytest.mark.skipif(compiled(), reason="a method of the kernel: only the plain form shows it to Python")
@pytest.mark.parametrize("options", [{}, {"temperature": True, "objectives": ",".join(OBJECTIVES), "need": 4}])
def test_all_actions_of_a_decision_look_as_each_does_alone(options):
    state, rng, chance = GAME.new_state(3, {**SIMULATED, **options}), Rng(2, "greedy"), Rng(2, "chance")
    state.advance(chance)
    for _ in range(40):
        actions, looks = state.legal_actions(state.turn), [0.0] * MOVES
        state.look_over(state.turn, actions, len(actions), looks)
        assert looks[:len(actions)] == [state.prefer(state.turn, action) for action in actions]
        state.apply_action(state.turn, actions[rng.pick(len(actions))])
        state.advance(chance)


# ---- whole games


def share_against_random(first, deals):
    """(games won by the greedy player, games) with every deal from both seats."""
    bots, won, played = [GreedyBot(), RandomBot()], 0, 0
    for deal in range(first, first + deals):
        for seating in rotations(2):
            state = play_game(GAME, [bots[who] for who in seating], deal, SIMULATED)
            won += any(seating[seat] == 0 for seat in state.winners())
            played += 1
    return won, played


def turns_of(state):
    return state.rounds * (state.players + 1) + state.turns + 1


def test_greedy_beats_random():
    """In the compiled form in a thousand games, so that the lower end of the interval says something."""
    deals = games_to_play(500, 4)
    won, played = share_against_random(1, deals)
    assert won >= 0.95 * played and (deals < 100 or lower_end(won, played) >= 0.95)


@pytest.mark.nightly
@pytest.mark.parametrize("players", [3, 4, 5])
def test_greedy_beats_random_at_every_table(players):
    """One greedy player among others who play anything."""
    won = played = 0
    for deal in range(200 if compiled() else 2):
        for seat in range(players):
            bots = [RandomBot() for _ in range(players)]
            bots[seat] = GreedyBot()
            won += play_game(GAME, bots, deal, SIMULATED).winners() == [seat]
            played += 1
    assert won >= 0.9 * played


def test_an_easy_bot_stands_between_the_others():
    """Its slips are measured in actions, as everything at a glance of this game is."""
    easy, deals = make_bot("easy", GAME), games_to_play(100, 2)
    weaker = list(paired_games(GAME, [easy, RandomBot()], deals, options=SIMULATED))
    stronger = list(paired_games(GAME, [GreedyBot(), easy], deals, options=SIMULATED))
    assert sum(game.share_of(0) for game in weaker) >= 0.75 * len(weaker)
    assert deals < 100 or 0.65 * len(stronger) <= sum(game.share_of(0) for game in stronger) <= 0.95 * len(stronger)


VARIANTS = {
    "first_game": {},
    "temperature": {"temperature": True},
    "three": {"need": 3},
    "unique_deck": {"unique_deck": True},
    "grand": {"objectives": ",".join(OBJECTIVES), "need": 4},
}


def lengths(players, options, games):
    return sorted(turns_of(play_game(GAME, [GreedyBot()] * players, seed, {**SIMULATED, **options})) for seed in range(games))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", VARIANTS)
def test_games_of_greedy_players_end_soon(players, variant):
    """Nine of ten within 40 turns."""
    games = games_to_play(60, 2)
    found = lengths(players, VARIANTS[variant], games)
    assert found[games * 9 // 10 - 1] <= 40


@pytest.mark.nightly
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_games_of_greedy_players_end_soon(players, variant):
    games = 500 if compiled() else 10
    found = lengths(players, VARIANTS[variant], games)
    assert found[games * 9 // 10 - 1] <= 40
