"""The solver of Pocket Aquarium measured on numbered deals, and the file of known deals that comes of it.

    python -m shoal.lab.solving --write           # measure all deals and put what is found into deals.toml, deal by deal
    python -m shoal.lab.solving --write --open    # the same for the deals that are not proved yet
    python -m shoal.lab.solving --write --compare # add what the widest beam alone finds, where it is not known yet
    python -m shoal.lab.solving --report          # what the file says

A deal may take so much processor time as `--seconds` on two cores would be, however busy the computer is.
"""

import argparse
import json
import os
import statistics
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from shoal.games import load_game
from shoal.games.pocket_aquarium.grades import LEVELS, Known, grade_of, known_deals
from shoal.games.pocket_aquarium.solve import Search, Solution, quick
from shoal.games.pocket_aquarium.solver_beam import WIDTH
from shoal.play.deals import numbered

GAME = "pocket_aquarium"
CORES = 2
SECONDS = 60.0
MEMORY = 2 << 30
DEALS = 200
MOST = 33
"""The best total of any deal."""

FILE = "deals.toml"


class Watched(Search):
    """A search that notes what its widest beam alone has found, and ends with its share of processor time."""

    wide = -1

    def take(self, score: int, moves: list[int], width: int, bound: int) -> None:
        if width == WIDTH and self.wide < 0:
            self.wide = score
        super().take(score, moves, width, bound)

    def within(self, seconds: float) -> tuple[Solution, float]:
        """The solution, and the processor time that it took."""
        began = time.process_time()

        def tick(part: float) -> None:
            if time.process_time() - began > seconds * CORES:
                raise KeyboardInterrupt

        return self.run(tick), time.process_time() - began


def solved(number: int, seconds: float = SECONDS, memory: int = MEMORY) -> Known:
    """Solve and grade one deal."""
    game: Any = load_game(GAME)
    state = numbered(game, number)
    search = Watched(state, float("inf"), memory, CORES)
    solution, spent = search.within(seconds)
    line = ", ".join(game.action_to_text(action) for action in solution.moves)
    return Known(number, game.layout_text(state), solution.score, solution.bound, search.wide, round(spent, 1), grade_of(state), line)


def compared(deal: Known) -> Known:
    """With what the widest beam alone finds, where the solver needed no beam so wide."""
    return deal if deal.wide >= 0 else replace(deal, wide=quick(load_game(GAME).new_deal(deal.cards), WIDTH)[0])  # type: ignore[attr-defined]


# ---- the report

def summary(deals: Sequence[Known]) -> str:
    """A table in Markdown: the solver on all deals; it and the widest beam alone on the first ones, as far as the beam was tried on every one."""
    both = list(takewhile(lambda deal: deal.wide >= 0, deals))
    first = f"the first {len(both)}"
    lines = [f"| | solver, {len(deals)} deals | solver, {first} | widest beam alone, {first} |", "|---|---|---|---|"]

    def add(what: str, all_deals: str, solver: str, beam: str) -> None:
        lines.append(f"| {what} | {all_deals} | {solver} | {beam} |")

    for least in (28, 31, 32, 33):
        add(f"{least} or more", *(share(score >= least for score in scores) for scores in (
            [deal.best for deal in deals], [deal.best for deal in both], [deal.wide for deal in both])))
    add("proved best", share(deal.proved for deal in deals), share(deal.proved for deal in both), share(deal.wide == MOST for deal in both))
    add(f"bound below {MOST}", share(deal.bound < MOST for deal in deals), share(deal.bound < MOST for deal in both), "–")
    add("better than the other", "", share(deal.best > deal.wide for deal in both), share(deal.wide > deal.best for deal in both))
    add("median processor time", f"{statistics.median(deal.seconds for deal in deals):.1f} s", "", "")
    add("longest processor time", f"{max(deal.seconds for deal in deals):.0f} s", "", "")
    return "\n".join(lines)


def levels(deals: Sequence[Known]) -> str:
    """How many deals are of which level, in Markdown."""
    lines = ["| level | a beam of so many positions wins | of these deals |", "|---|---|---|"]
    for name, width in LEVELS:
        wins = f"{width:,}" if name != LEVELS[-1][0] else f"{width:,} or more"
        lines.append(f"| {name} | {wins} | {share(deal.grade.level == name for deal in deals)} |")
    return "\n".join(lines)


def share(good: Iterable[bool]) -> str:
    found = list(good)
    return f"{100 * sum(found) / max(len(found), 1):.1f} %"


# ---- the file

HEAD = """# Deals of Pocket Aquarium by number (the one that `--seed NUMBER` deals): the best line known, and a score that no line exceeds; both equal
# means proved. `wide` is what the widest beam alone finds, `seconds` the processor time. Level and winning moves are explained in grades.py.
# Made by `python -m shoal.lab.solving --write`, as docs/pocket_aquarium_solver.md tells.

"""


def toml_of(deal: Known) -> str:
    values = {
        "number": deal.number, "cards": deal.cards, "best": deal.best, "bound": deal.bound, "wide": deal.wide, "seconds": deal.seconds,
        "level": deal.grade.level, "winning": deal.grade.winning, "moves": deal.grade.moves, "line": deal.line,
    }
    return "[[deal]]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in values.items())


def better(new: Known, old: Known | None) -> Known:
    """Never less than what was known: the better line, the lower bound."""
    if old is None:
        return new
    line = (new.best, new.line) if new.best >= old.best else (old.best, old.line)
    return Known(new.number, new.cards, line[0], min(new.bound, old.bound), new.wide, max(new.seconds, old.seconds), new.grade, line[1])


def write(deals: Iterable[Known], path: Path) -> None:
    """As a whole, so that an end in between loses nothing."""
    part = path.with_suffix(".part")
    part.write_text(HEAD + "\n".join(toml_of(deal) for deal in sorted(deals, key=lambda deal: deal.number)), encoding="utf-8")
    os.replace(part, path)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the solver on numbered deals.")
    parser.add_argument("--first", type=int, default=1, metavar="N")
    parser.add_argument("--last", type=int, default=DEALS, metavar="N")
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="S", help="at most, for a deal, on two cores")
    parser.add_argument("--open", action="store_true", help="only the deals that are not proved yet")
    parser.add_argument("--compare", action="store_true", help="solve nothing; see what the widest beam alone finds")
    parser.add_argument("--write", action="store_true", help="put what is found into the file of known deals")
    parser.add_argument("--file", type=Path, default=load_game(GAME).folder / FILE, help="the file of known deals, if not the game's own")
    parser.add_argument("--report", action="store_true", help="only say what the file holds")
    asked = parser.parse_args()
    known = {deal.number: deal for deal in known_deals(asked.file)} if asked.file.exists() else {}
    for number in wanted(asked, known):
        deal = compared(known[number]) if asked.compare else better(solved(number, asked.seconds), known.get(number))
        known[number] = deal
        print(f"{number:4} {deal.best:3} of at most {deal.bound}  beam {deal.wide:3}  {deal.seconds:6.1f} s  {deal.grade.level}", flush=True)
        if asked.write:
            write(known.values(), asked.file)
    print(summary(list(known.values())), levels(list(known.values())), sep="\n\n")


def wanted(asked: argparse.Namespace, known: Mapping[int, Known]) -> list[int]:
    """The numbers of the deals to look at."""
    numbers = list(range(asked.first, asked.last + 1))
    if asked.report:
        return []
    if asked.compare:
        return [number for number in numbers if number in known and known[number].wide < 0]
    return [number for number in numbers if not (asked.open and number in known and known[number].proved)]


if __name__ == "__main__":
    main()
