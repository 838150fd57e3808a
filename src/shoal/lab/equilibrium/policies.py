"""What a bot does in every information set of a tree."""

from collections import Counter
from collections.abc import Callable

from shoal.bots import Bot
from shoal.bots.bot import preferences
from shoal.engine.state import Masked, Rng

from .solving import Policy
from .tree import Tree

Chances = dict[int, float]
"""How often each legal action is chosen."""


def policy_of(tree: Tree, chances_of: Callable[[Masked], Chances]) -> Policy:
    """The policy of somebody who decides by masks; asked once where masks are equal."""
    answers: dict[object, Chances] = {}
    policy = {}
    for one in tree.sets.values():
        if one.mask.state not in answers:
            answers[one.mask.state] = chances_of(one.mask)
        policy[one.name] = [(place, answers[one.mask.state][action]) for place, action in enumerate(one.actions)]
    return policy


def anything(masked: Masked) -> Chances:
    """The bot `random`."""
    legal = masked.legal_actions()
    return dict.fromkeys(legal, 1 / len(legal))


def glance(masked: Masked) -> Chances:
    """The bot `greedy`: what looks best at one glance, of equals any."""
    looks = preferences(masked)
    highest = max(looks.values())
    best = [action for action, value in looks.items() if value == highest]
    return {action: 1 / len(best) if action in best else 0.0 for action in looks}


def sampled(bot: Bot, seeds: int) -> Callable[[Masked], Chances]:
    """Any bot: how often it chooses what with so many seeds."""

    def chances_of(masked: Masked) -> Chances:
        found = Counter(bot.choose(masked, Rng(seed, "equilibrium")) for seed in range(1, seeds + 1))
        return {action: found[action] / seeds for action in masked.legal_actions()}
    return chances_of
