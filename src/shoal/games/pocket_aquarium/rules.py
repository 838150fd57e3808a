"""Pocket Aquarium: the state of a game and its rules, in the order of the rulebook. R… are rulings, in rulings.md."""

from typing import Any

from shoal.engine.facts import CHANCE, DECISION, NOBODY, OVER, Moves
from shoal.engine.hints import python
from shoal.engine.state import Rng, State

from .box import PocketBox
from .checks import check_position
from .knowledge import deal_nothing
from .notation import (
    CARDS,
    CELLS,
    FEED,
    FOOD_SWAP,
    SIDE,
    SLIDE,
    SLIDE_E,
    SLIDE_N,
    SLIDE_S,
    SLIDE_W,
    SPENT,
    STOPS,
    SWAP,
    UNUSED,
    Cells,
    cell_fed,
    cell_of,
    column_fed,
    feed,
    food_swap,
    slide,
    target_of,
)
from .refusals import refusal
from .scoring import final_points, large_groups, lowest, raw_points
from .strategy import action_value


FEW_TARGETS = 4
"""Most swaps reach no more cells."""


class PocketAquarium(State):
    tables: PocketBox
    """The box, by its own type."""

    # options
    path: int
    """Of Chips: 0 without stops at the corners, 1 with them (R1)."""
    variant: int
    """1: a school of four counts as in the printed example (R18)."""
    flips_bar: bool
    """A flip bars the card from acting, as an action does (R14)."""
    empty_swaps: bool
    """A swap that finds no card may be used (R11)."""
    feed_last: bool
    """The food may be placed on the last turn (R17)."""
    chips_stop_food: bool
    """The food may not be placed where Chips will be in its column when it swaps (R17)."""
    count_all: bool
    """Rasboras score groups that do not score themselves (R20)."""

    faces: Cells
    """By cell: the card and its side. Cells that no card lies on yet are 0."""
    laid: int
    """How many cells have their card, in reading order."""
    pack: int
    """A bit for each card that is not dealt yet."""
    stop: int
    """Where Chips is; the length of his way when he is home again and the game is over."""
    barred: int
    """The card that may not act in this turn, plus 1; 0 for none."""
    food: int
    """UNUSED, the column (from 1) that it lies above, or SPENT."""

    def __init__(self, box: PocketBox, players: int, options: dict[str, Any]) -> None:
        self.set_out(box)
        self.players = players
        self.path = int(options["chips_path"] == "stops_with_corners")
        self.variant = int(options["example_ten"])
        self.flips_bar = options["reuse_ban"] == "card_flipped_or_used_last_turn"
        self.empty_swaps = bool(options["swap_without_target_is_legal"])
        self.feed_last = bool(options["feed_on_last_turn"])
        self.chips_stop_food = bool(options["chips_blocks_food_swap"])
        self.count_all = bool(options["rasboras_count_unscored_groups"])
        self.pack = (1 << CARDS) - 1

    @python
    def link(self) -> None:
        self.tables = self.box  # type: ignore[assignment]

    # ---- the deal: every order of the cards and every side is equally likely (R5, R30)

    def fill_chance(self, outcomes: Moves, weights: Moves) -> int:
        n = 0
        for card in range(CARDS):
            if (self.pack >> card) & 1 == 1:
                outcomes[n] = 2 * card
                outcomes[n + 1] = 2 * card + 1
                weights[n] = 1
                weights[n + 1] = 1
                n += 2
        return n

    def roll(self, rng: Rng, outcomes: Moves, weights: Moves) -> int:
        """As the general one, straight from the pack."""
        point = rng.below(2 * (CELLS - self.laid))
        rest = self.pack
        for _ in range(point >> 1):
            rest &= rest - 1
        face = 2 * lowest(rest) + (point & 1)
        self.happen(face)
        return face

    def happen(self, outcome: int) -> None:
        self.faces[self.laid] = outcome
        self.laid += 1
        self.pack ^= 1 << (outcome >> 1)
        if self.laid == CELLS:
            self.stop = self.head_start()

    def head_start(self) -> int:
        """How far Chips goes before the first turn (R3, R4)."""
        steps = large_groups(self.tables, self.faces, self.tables.head_start_group) * self.tables.head_start_group_steps
        for cell in range(CELLS):
            card = self.faces[cell] >> 1
            if (self.tables.head_start_cells[card] >> cell) & 1 == 1:
                steps += self.tables.head_start_steps[card]
        return steps

    # ---- whose turn

    def status(self) -> int:
        if self.laid < CELLS:
            return CHANCE
        return DECISION if self.stop < self.tables.length[self.path] else OVER

    def next_actor(self, after: int) -> int:
        return 0 if after == NOBODY else NOBODY

    @python
    def decision(self) -> str:
        if self.status() != DECISION:
            return ""
        return "turn" if self.food in (UNUSED, SPENT) else "food_swap"

    @python
    def chance_name(self) -> str:
        return "deal" if self.status() == CHANCE else ""

    # ---- a turn: flip a card, use a card's action, or feed the fish

    def fill_legal(self, seat: int, out: Moves) -> int:
        if UNUSED < self.food < SPENT:
            return self.fill_food_swaps(out)
        at = self.path * STOPS + self.stop
        n = self.tables.free[at]
        for i in range(n):
            out[i] = self.tables.free_cells[at * CELLS + i]
        n = self.fill_uses(at, n, out)
        return self.fill_feeds(at, n, out) if self.food == UNUSED else n

    def fill_uses(self, at: int, n: int, out: Moves) -> int:
        """The actions of the cards that Chips does not watch and that did not act last turn (R7, R14); the flips stand first in `out`."""
        flips = n
        acting = 3 if self.empty_swaps else 1
        for i in range(flips):
            cell = out[i]
            face = self.faces[cell]
            out[n] = slide(cell)
            n += ((self.tables.alone[self.tables.pattern[face] * CELLS + cell] & acting) != 0) & ((face >> 1) + 1 != self.barred)
        for i in range(flips):
            face = self.faces[out[i]]
            here = self.tables.pattern[face] * CELLS + out[i]
            n = self.fill_swaps(here, n, out) if (face >> 1) + 1 != self.barred else n
        return n

    def fill_swaps(self, here: int, n: int, out: Moves) -> int:
        """The first few are written in any case, which is faster than to ask how many there are."""
        first = here * CELLS
        many = self.tables.targets[here]
        for k in range(FEW_TARGETS):
            out[n + k] = self.tables.swaps[first + k]
        for k in range(FEW_TARGETS, many):
            out[n + k] = self.tables.swaps[first + k]
        return n + many

    def fill_feeds(self, at: int, n: int, out: Moves) -> int:
        """Once a game, above any column but that which Chips sits above (R17)."""
        last: bool = self.stop + 1 == self.tables.length[self.path]
        if last and not self.feed_last:
            return n
        stopped = self.tables.in_column[at + 1] if self.chips_stop_food and not last else 0
        for column in range(SIDE):
            out[n] = feed(column)
            n += 1 if column + 1 != self.tables.above[at] and column + 1 != stopped else 0
        return n

    def fill_food_swaps(self, out: Moves) -> int:
        """The top card of the column changes places with one of the three below; Chips does not matter (R17)."""
        for row in range(1, SIDE):
            out[row - 1] = food_swap(self.food - 1, row)
        return SIDE - 1

    def step(self, seat: int, action: int) -> None:
        """The chosen action in full; then Chips moves on, and at the end of his way the game is over (R2, R26)."""
        barred = 0
        if action < SLIDE:
            self.faces[action] ^= 1
            barred = (self.faces[action] >> 1) + 1 if self.flips_bar else 0
        elif action < FEED:
            cell = action - SLIDE if action < SWAP else cell_of(action)
            barred = (self.faces[cell] >> 1) + 1
            if action < SWAP:
                self.slide_line(cell)
            else:
                self.exchange(cell, target_of(action))
        elif action < FOOD_SWAP:
            self.food = column_fed(action) + 1
        else:
            self.exchange(self.food - 1, cell_fed(action))
            self.food = SPENT
        self.barred = barred
        self.stop += 1

    def exchange(self, cell: int, other: int) -> None:
        face = self.faces[cell]
        self.faces[cell] = self.faces[other]
        self.faces[other] = face

    def slide_line(self, cell: int) -> None:
        """The row or column of the acting card moves one space; what leaves comes in at the other end (R8)."""
        pattern = self.tables.pattern[self.faces[cell]]
        row = cell - cell % SIDE
        column = cell % SIDE
        if pattern == SLIDE_E:
            self.shift(row + 3, -1)
        elif pattern == SLIDE_W:
            self.shift(row, 1)
        elif pattern == SLIDE_S:
            self.shift(column + 3 * SIDE, -SIDE)
        elif pattern == SLIDE_N:
            self.shift(column, SIDE)

    def shift(self, at: int, step: int) -> None:
        """From `at` on, four cells take over from their neighbour, and the last from the first."""
        face = self.faces[at]
        self.faces[at] = self.faces[at + step]
        self.faces[at + step] = self.faces[at + 2 * step]
        self.faces[at + 2 * step] = self.faces[at + 3 * step]
        self.faces[at + 3 * step] = face

    # ---- the end

    def points(self, seat: int) -> int:
        """The score at the end; before, what the fish are worth as they lie. Undealt grids have none."""
        if self.laid < CELLS:
            return 0
        return final_points(self) if self.status() == OVER else raw_points(self)

    def utility(self, seat: int) -> float:
        """The score as a part of the best possible one."""
        score = final_points(self)
        most = self.tables.most[self.variant]
        return 1.0 if score >= most else score / most if most > 0 else 0.0

    @python
    def is_won(self) -> bool:
        return self.status() == OVER and final_points(self) >= self.tables.win_from

    @python
    def raw(self) -> int:
        """For play analysis: the points without regard to special cards out of place. Not a score."""
        return raw_points(self) if self.laid == CELLS else 0

    def prefer(self, seat: int, action: int) -> float:
        return action_value(self, action)

    # ---- nothing is hidden

    def deal_unknown(self, rng: Rng) -> None:
        deal_nothing(self)

    @python
    def why_not(self, seat: int, action: int) -> tuple[str, str]:
        return refusal(self, action)

    # ---- checking a position from outside

    @python
    def check(self) -> None:
        check_position(self)
