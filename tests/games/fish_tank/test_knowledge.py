"""Who knows what: `dealt` against the exact chances on tiny boxes, and what masks must and must not hold."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from shoal.engine.facts import AT_END
from shoal.engine.state import Rng
from shoal.games import load_game
from shoal.games.fish_tank.notation import DISCARD, DRAW, KINDS, PICK
from tests.games.fish_tank.plays import GAME, Play
from tests.games.fish_tank.watcher import Watched, Watcher, World, hidden

TINY = Path(__file__).with_name("tiny.toml")

BOXES: dict[str, tuple[str, ...]] = {
    "one phase of four rounds": (),
    "two phases of two": ("cards_per_hand = 2", 'pass_direction = ["left", "right"]'),
    "three phases of three": ("side = 3", "cards_per_hand = 3", 'pass_direction = ["left", "right", "left"]'),
    "one phase of nine": ("side = 3", "cards_per_hand = 9"),
}


def tiny(folder: Path, name: str) -> Any:
    """The tiny box, with some of its lines replaced."""
    lines = TINY.read_text(encoding="utf-8").split("\n")
    for new in BOXES[name]:
        key = new.split(" = ")[0]
        lines = [new if line.startswith(f"{key} = ") else line for line in lines]
    text = "\n".join(lines)
    if "side = 3" in BOXES[name]:
        text = text.replace("copies = 7", "copies = 14").replace("copies = 6", "copies = 12").replace("copies = 5", "copies = 11")
    path = folder / "box.toml"
    path.write_text(text, encoding="utf-8")
    return load_game("fish_tank", path)


def surprise(found: Counter[World], chances: dict[World, float], samples: int) -> float:
    """How many standard deviations a chi-square statistic lies above what is expected (Wilson and Hilferty); rare worlds are put together."""
    statistic, cells, rare, rare_found = 0.0, 0, 0.0, 0
    for world, chance in chances.items():
        if chance * samples < 5:
            rare, rare_found = rare + chance * samples, rare_found + found[world]
        else:
            statistic += (found[world] - chance * samples) ** 2 / (chance * samples)
            cells += 1
    if rare > 1:
        statistic += (rare_found - rare) ** 2 / rare
        cells += 1
    freedom = cells - 1
    if freedom < 1:
        return 0.0
    spread = 2 / (9 * freedom)
    return float(((statistic / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


def check_dealt(state: Any, watcher: Watcher, rng: Rng, samples: int) -> None:
    """The worlds that a mask is dealt to are those that are possible, as often as chance has it."""
    chances: dict[World, float] = {}
    for world, chance in watcher.chances().items():
        plain = World(world.hands, world.discards)
        chances[plain] = chances.get(plain, 0.0) + chance
    assert hidden(state) in chances, "the watcher is wrong: it excludes the truth"
    mask = state.masked(watcher.seat)
    found = Counter(hidden(mask.dealt(rng)) for _ in range(samples if len(chances) > 1 else 3))
    where = f"round {state.round}, stage {state.stage}, turn {state.turn}, observer {watcher.seat}"
    impossible = [world for world in found if world not in chances]
    assert not impossible, f"{where}: dealt an impossible world {impossible[0]}"
    assert surprise(found, chances, samples) < 4.5 or len(chances) == 1, f"{where}: the worlds do not come as often as they should"


def check_game(game: Any, players: int, options: dict[str, Any], seed: int, samples: int) -> None:
    """A random game; what every observer may believe is checked whenever the stage has changed."""
    watched, rng = Watched(game, players, options, seed), Rng(seed, "worlds")
    checked = None
    while not watched.state.is_terminal():
        state = watched.state
        place = (state.round, state.stage, state.turn if state.is_chance() else sum(state.hand_size))
        for watcher in watched.watchers if place != checked else ():
            check_dealt(state, watcher, rng, samples)
        checked = place
        watched.step()


EXACT = [
    ("one phase of four rounds", 2, {}),
    ("one phase of four rounds", 2, {"pass_before_place": True}),
    ("one phase of four rounds", 2, {"placement_reveal": "seat_order"}),
    ("one phase of four rounds", 3, {}),
    ("two phases of two", 2, {}),
    ("two phases of two", 2, {"pair_rounds": "8,16"}),
]


@pytest.mark.parametrize(("box", "players", "options"), EXACT)
def test_dealt_is_as_chance_would_have_it(tmp_path: Path, box: str, players: int, options: dict[str, Any]) -> None:
    game = tiny(tmp_path, box)
    check_game(game, players, options, 1, 400)


@pytest.mark.nightly
@pytest.mark.parametrize("box", list(BOXES))
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("options", [
    {}, {"pair_rounds": "8,16"}, {"pass_before_place": True}, {"pair_rounds": "8,16", "pass_before_place": True}, {"placement_reveal": "seat_order"},
])
def test_dealt_is_as_chance_would_have_it_in_longer_games(tmp_path: Path, box: str, players: int, options: dict[str, Any]) -> None:
    game = tiny(tmp_path, box)
    if players == 3 and box == "one phase of nine":
        pytest.skip("too many worlds")
    for seed in (2, 3):
        check_game(game, players, options, seed, 1500)


# ---- what is remembered

@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_hand_once_seen_stays_known_until_the_phase_ends(players: int) -> None:
    """After round r of a phase a seat knows the hands of the r seats that its own cards have gone to, and those it had in between."""
    play = Play(players)
    for number in range(1, 17):
        play.settle()
        known = min((number - 1) % 8, players - 1)
        for seat in range(players):
            mask = play.state.masked(seat).state
            direction = 1 if number <= 8 else -1
            expected = {(seat + direction * step) % players for step in range(known + 1)}
            for other in range(players):
                held = play.hand(other + 1, mask)
                assert held == (play.hand(other + 1) if other in expected else Counter())
        assert not any(play.hand(other + 1, play.state.masked(-1).state) for other in range(players))
        play.round(settle=False)


def test_without_a_memory_only_the_own_hand_is_known() -> None:
    play = Play(3, memory=False)
    play.round()
    mask = play.state.masked(0).state
    assert play.hand(1, mask) == play.hand(1) and not play.hand(2, mask) and not play.hand(3, mask)


def test_two_players_nothing_blind_shows_in_a_mask() -> None:
    play = Play(2)
    for _ in range(16):
        play.settle()
        for seat in (0, 1):
            mask = play.state.masked(seat).state
            assert sum(mask.discards) == 0 and not play.hand(2 - seat, mask) and play.hand(seat + 1, mask) == play.hand(seat + 1)
            assert mask.discards_size == play.state.discards_size and list(mask.hand_size) == list(play.state.hand_size)
            other = 1 - seat
            memory = play.state.masked(seat).to_json()["memory"]
            assert not any(memory["kept"][other * KINDS : (other + 1) * KINDS] + memory["discarded"][other * KINDS : (other + 1) * KINDS])
        play.round(settle=False)


def test_R41_the_own_new_card_is_known_to_its_holder_until_picks_are_shown() -> None:
    play = Play(2)
    play.round(settle=False)
    play.settle()
    drawn = [GAME.box.names.index(line.split()[-1]) for line in play.log[-2:]]
    for seat in (0, 1):
        assert play.state.masked(seat).to_json()["memory"]["drawn"] == [drawn[0] if seat == 0 else 0, drawn[1] if seat == 1 else 0]
    assert play.state.masked(-1).to_json()["memory"]["drawn"] == [0, 0]
    play.stage()
    assert play.state.masked(0).to_json()["memory"]["drawn"] == [0, 0]


def test_R16_the_unplayed_card_of_the_last_pair_is_known_to_its_player_only() -> None:
    play = Play(2)
    play.until(16)
    play.settle()
    pair = play.hand(1)
    pick = play.legal(1)[0].split()[1]
    play.stage({1: f"pick {pick}"})
    kind = GAME.box.names.index(next(iter(pair - Counter([pick]))))
    assert all(play.state.masked(0).dealt(Rng(i)).discards[kind] > 0 for i in range(50))
    for seat in (0, 1, -1):
        assert sum(play.state.masked(seat).state.discards) == 0
    play.finish()
    assert sum(play.state.masked(-1).state.discards) == 28


def test_R14_everything_is_open_when_the_game_is_over() -> None:
    play = Play(2)
    play.finish()
    for seat in (0, 1, -1):
        mask = play.state.masked(seat).state
        assert (list(mask.discards), list(mask.pile)) == (list(play.state.discards), list(play.state.pile))


def test_two_players_a_card_passed_and_seen_again_is_not_dealt_elsewhere() -> None:
    """What can be concluded is: six of the seven cards passed come back at most, and the discards hold what is missing."""
    play = Play(2, hands={1: "snail 6 danio 2", 2: "loach 6 guppy 2"})
    play.round(pick={1: "danio", 2: "guppy"}, settle=False)
    for text in ("discard 1 loach", "discard 2 snail", "draw 1 zebra", "draw 2 zebra"):
        play.draw(text)
    play.round(pick={1: "loach", 2: "snail"}, settle=False)
    for text in ("discard 1 snail", "discard 2 loach", "draw 1 zebra", "draw 2 zebra"):
        play.draw(text)
    snail = GAME.box.names.index("snail")
    for i in range(100):
        world = play.state.masked(0).dealt(Rng(i))
        # Seat 1 passed six snails and a danio, sees three snails, the danio and an unseen zebra come back; one snail lies with seat 2.
        assert world.discards[snail] == 2


@pytest.mark.parametrize("stage", [DISCARD, DRAW, PICK])
def test_dealt_varies(stage: int) -> None:
    play = Play(2)
    play.round(settle=False)
    while play.state.stage != stage:
        play.draw(next(iter(play.chances())))
    for seat in (0, 1, -1):
        assert len({hidden(play.state.masked(seat).dealt(Rng(i))) for i in range(20)}) > 10


def test_dealt_takes_open_choices_back_and_lays_hidden_places_anywhere() -> None:
    play = Play(3)
    play.do(1, play.legal(1)[0])
    world = play.state.masked(1).dealt(Rng(1))
    assert world.actors() == [0, 1, 2]
    own = play.state.masked(0).dealt(Rng(1))
    assert own.actors() == [1, 2] and own.picked[0] == play.state.picked[0]
    play.stage()
    play.stage()
    play.stage()
    play.stage()
    play.stage({1: "place a1"})
    cells = {play.state.masked(1).dealt(Rng(i)).placed[0] for i in range(400)}
    assert len(cells) == 48
    assert all(play.state.masked(0).dealt(Rng(i)).placed[0] == play.state.placed[0] for i in range(20))


# ---- who sees what happens, and when

def test_witnesses_of_everything_that_happens() -> None:
    play = Play(2)
    seen = play.state.witnesses(0, play.state.legal_actions(0)[0])
    assert (seen.seats, seen.public_at) == ((0,), play.state.reveals + 1)
    play.stage()
    assert play.state.reveals == seen.public_at
    places = play.state.witnesses(1, play.state.legal_actions(1)[0])
    play.stage()
    flips = play.state.witnesses(0, play.state.legal_actions(0)[0])
    assert places.seats == (1,) and flips.seats == (0,) and places.public_at == flips.public_at == play.state.reveals + 1
    play.stage()
    assert play.state.reveals == flips.public_at
    for name, turn, seats in (("discard", 0, ()), ("discard", 1, ()), ("draw", 0, (0,)), ("draw", 1, (1,))):
        assert (play.state.chance_name(), play.state.turn) == (name, turn)
        drawn = play.state.witnesses(None, play.state.chance_outcomes()[0][0])
        assert drawn.seats == seats and drawn.public_at == AT_END
        play.draw(next(iter(play.chances())))


def test_witnesses_of_deals_and_of_places_in_seat_order() -> None:
    state = GAME.new_state(3, {"placement_reveal": "seat_order"})
    for seat in range(3):
        for _ in range(8):
            assert state.witnesses(None, state.chance_outcomes()[0][0]) == ((seat,), AT_END)
            state.apply_outcome(state.chance_outcomes()[0][0])
    for seat in range(3):
        assert not state.witnesses(seat, state.legal_actions(seat)[0]).public
        state.apply_action(seat, state.legal_actions(seat)[0])
    assert state.witnesses(0, state.legal_actions(0)[0]).public
