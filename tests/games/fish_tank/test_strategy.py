"""The bot's masks give the same points as the scorer."""

import random

import pytest

from shoal.games import load_game
from shoal.games.fish_tank.features import points_from_masks
from shoal.games.fish_tank.scoring import points_by_kind

BOX = load_game("fish_tank").box


@pytest.mark.parametrize("kinds", [3, 6, 13])
def test_masks_score_like_the_scorer(kinds):
    rng = random.Random(kinds)
    for _ in range(300):
        few = rng.sample(range(1, BOX.kinds + 1), kinds)
        grid = [rng.choice([0, *few]) for _ in range(16)]
        assert points_from_masks(BOX, grid) == points_by_kind(BOX, grid), grid
