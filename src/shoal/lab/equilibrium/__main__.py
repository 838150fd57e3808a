"""The tables of docs/strength.md: see the package."""

import argparse
import sys
from collections.abc import Callable, Sequence

from shoal.engine.errors import ShoalError
from shoal.engine.state import Masked
from shoal.lab.arena import bot_of

from .cases import CASES, Case
from .policies import Chances, anything, glance, policy_of, sampled
from .solving import Policy, Solver, spiel
from .tree import Tree

BOTS = "random,greedy,hard,expert"


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m shoal.lab.equilibrium", description="How far the bots are from the equilibrium of small positions.")
    parser.add_argument("cases", nargs="*", metavar="CASE", help=f"which positions; all if none is given: {', '.join(CASES)}")
    parser.add_argument("--bots", default=BOTS, help="levels, for searching ones perhaps with settings (hard+win=1.0)")
    parser.add_argument("--seeds", type=int, default=4, help="so often each bot is asked in each position; how often it chooses what is its strategy")
    parser.add_argument("--iterations", type=int, default=400, help="of CFR+")
    asked = parser.parse_args(words)
    try:
        if asked.seeds < 1 or asked.iterations < 1:
            raise ShoalError("--seeds and --iterations must be 1 or more")
        spiel()
        chosen = [case_of(name) for name in asked.cases or CASES]
        for case in chosen:
            report(case, asked.bots.split(","), asked.seeds, asked.iterations)
    except ShoalError as problem:
        print(f"equilibrium: {problem}", file=sys.stderr)
        return 2
    return 0


def case_of(name: str) -> Case:
    if name not in CASES:
        raise ShoalError(f"there is no case {name!r}; there are {', '.join(CASES)}")
    return CASES[name]


def report(case: Case, bots: Sequence[str], seeds: int, iterations: int) -> None:
    """Print the table of a case, row by row as it is found out."""
    deciders = {name: decider(name, case, seeds) for name in bots}
    tree = Tree(case.position())
    solver = Solver(tree)
    print(f"{case.about} ({tree.nodes:,} nodes, {len(tree.sets):,} information sets)\n")
    print("| strategy | won against the equilibrium | a best answer gains |\n|---|---|---|", flush=True)
    equilibrium: Policy = {}
    for done, equilibrium in solver.equilibria([number for number in (iterations // 100, iterations // 10, iterations) if number]):
        print(f"| CFR+, iterations: {done:,} | | {solver.gain(equilibrium):.3%} |", flush=True)
    fair = solver.against(equilibrium, equilibrium)
    print(f"| the equilibrium itself | {fair:.1%} | |", flush=True)
    for name, chances_of in deciders.items():
        policy = policy_of(tree, chances_of)
        print(f"| {name} | {solver.against(policy, equilibrium):.1%} | {solver.gain(policy):.1%} |", flush=True)
    print()


def decider(name: str, case: Case, seeds: int) -> Callable[[Masked], Chances]:
    """What a bot does, by its name: exactly where it only looks, from samples where it draws lots."""
    exact = {"random": anything, "greedy": glance}
    return exact[name] if name in exact else sampled(bot_of(name, case.game), seeds)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
