"""Component files that rules could not be played with are refused; others are played as they say."""

import pytest

from shoal.engine.errors import ComponentError
from shoal.engine.state import Rng

from .gardens import GAME, game_with


def token(name, old, new):
    """A change of one value of a kind of token."""
    toml = (GAME.folder / "components.toml").read_text(encoding="utf-8")
    begin = toml.index(f'[[tokens]]\nid = "{name}"')
    entry = toml[begin : toml.index("[[", begin + 2)]
    assert old in entry
    return entry, entry.replace(old, new, 1)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('track = "FFFAFFFAFFFAFFFAFFF"', 'track = "FAF"'), "fair.track: 4 to 24 spaces"),
        (("funds = 2", "funds = 16"), "setup.funds: players begin with 16"),
        (token("whale", "oxygen = 4", "oxygen = 5"), r"tokens\[whale\].oxygen"),
        (token("shark", "supply = 0", "supply = 1"), r"tokens\[shark\].supply"),
        (token("remora", 'needs = ["shark", "whale"]', 'needs = ["turtle"]'), r"tokens\[remora\].needs"),
        (token("turtle", 'needs = ["seaweed"]', 'needs = ["coral"]'), r"tokens\[turtle\].needs: what a reward needs"),
    ],
)
def test_boxes_that_cannot_be_played_with_are_refused(change, said):
    with pytest.raises(ComponentError, match=said):
        game_with(change)


def test_corrected_boxes_are_played():
    game = game_with(('track = "FFFAFFFAFFFAFFFAFFF"', 'track = "FFAFFAFFAF"'), token("seahorse", "oxygen = 1", "oxygen = 2"), ("funds = 2", "funds = 5"))
    for players in range(1, 5):
        state, rng = game.new_state(players, {"advanced": True}), Rng(players)
        state.advance(rng)
        while not state.is_terminal():
            state.check()
            actions = state.legal_actions(state.turn)
            state.apply_action(state.turn, actions[rng.pick(len(actions))])
            state.advance(rng)
        assert state.round == game.box.rounds[players]


def test_the_box_is_equal_to_itself_read_again():
    other = game_with()
    assert other.box == GAME.box and hash(other.box) == hash(GAME.box) and other.components.hash == GAME.components.hash
    assert game_with(("funds = 2", "funds = 3")).box != GAME.box
