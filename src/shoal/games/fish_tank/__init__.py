"""Fish Tank (Akvárko) by Michal Peichl: draft cards, build a floating 4 × 4 aquarium, for 2 to 6 players."""

from pathlib import Path
from typing import Any

from shoal.engine.components import Components
from shoal.engine.errors import OptionError, UnknownText
from shoal.engine.game import Game, Option, OptionValue, Prompt
from shoal.engine.sheet import Result, ScoreLine, ScoreSheet
from shoal.engine.state import Masked

from . import notation
from .box import FishTankBox
from .components import SCHEMA, Kind, read_box, read_kinds
from .layout import read_layout
from .prompts import prompt_of, word
from .rules import FishTank
from .scoring import earning_places, frame_of, points_by_kind


class FishTankGame(Game):
    id = "fish_tank"
    title = "Fish Tank"
    rules_version = 1
    seats = (2, notation.SEATS)
    options = (
        Option("fewer_kinds", False, (False, True), "R34"),
        Option("pair_rounds", "16", ("16", "8,16"), "R13", reading=True),
        Option("placement_reveal", "simultaneous", ("simultaneous", "seat_order"), "R9", reading=True),
        Option("pass_before_place", False, (False, True), "R10", reading=True),
        Option("auto_forced", True, (False, True), "R47"),
    )
    max_outcomes = 3 * notation.SEATS * notation.KINDS
    chained = {"place": "flip"}
    option_players = {"pair_rounds": (2,)}
    schema = SCHEMA
    notation = notation
    state_class = FishTank
    box_class = FishTankBox
    kinds: list[Kind]

    def read_box(self, components: Components) -> FishTankBox:
        self.kinds = read_kinds(components)
        self.max_actions = notation.pick(len(self.kinds) - 2) + 1
        return read_box(components, self.kinds)

    def check_options(self, players: int, options: dict[str, OptionValue]) -> None:
        if options["fewer_kinds"] and players > 3:
            raise OptionError(self.texts("refuse.fewer_kinds", players=players))

    # ---- what is typed

    def long_forms(self, masked: Masked, text: str) -> list[list[int]]:
        """`place danio e3`, and two actions in one line: `place e3 flip d4`, `place e3 keep`; `n` or `pick n` for the kind with this letter."""
        words = text.split()
        state, seat = masked.state, masked.observer
        if kind := self._kind_picked(masked, words):
            return [[notation.pick(kind)]]
        if len(words) >= 3 and words[0] == "place" and words[1] in self.box.names[1:]:
            shown = self.box.names[state.revealed[seat]] if seat >= 0 else ""
            if shown and shown != words[1]:
                raise UnknownText(self.texts("refuse.other_kind", kind=words[1], shown=shown))
            if not shown:
                return []
            del words[1]
        try:
            first = self.text_to_action(" ".join(words[:2]))
            return [[first] + ([self.text_to_action(" ".join(words[2:]))] if words[2:] else [])]
        except UnknownText:
            return []

    def _kind_picked(self, masked: Masked, words: list[str]) -> int:
        """The kind that a letter of the board (`n`, `pick n`) or short words (`p ne`) name where a pick is asked; 0 otherwise."""
        if masked.decision() != "pick" or not words or len(words) > 2 or not all("pick".startswith(word) for word in words[:-1]):
            return 0
        for kind in self.kinds[1:]:
            if kind.letter.lower() == words[-1] and kind.card != "plant":
                return kind.number
        held = [notation.kind_of(action) for action in masked.legal_actions()]
        fitting = [kind for kind in held if len(words) == 2 and self.box.names[kind].startswith(words[-1])]
        return fitting[0] if len(fitting) == 1 else 0

    # ---- what is asked

    def prompt(self, masked: Masked) -> Prompt:
        return prompt_of(self, masked)

    def publicly_forced(self, state: Any, seat: int) -> bool:
        """Decisions with one option that everybody can see to be forced (R47): the last card of a hand, the first and the last place."""
        if state.decision() == "pick":
            return bool(state.hand_size[seat] == 1)
        return bool(state.decision() == "place" and len(state.legal_actions(seat)) == 1)

    # ---- scores

    def score_sheet(self, state: Any, seat: int) -> ScoreSheet:
        left, top, grid = frame_of(state, seat)
        return ScoreSheet(seat, self.sheet_lines(grid, lambda row, column: notation.cell_text(notation.cell_at(top + row, left + column))))

    def sheet_lines(self, grid: list[int], name_place: Any) -> tuple[ScoreLine, ...]:
        """A line for every kind that lies in the grid."""
        points = points_by_kind(self.box, grid)
        lines = []
        for kind in self.kinds[1:]:
            number = grid.count(kind.number)
            if number or points[kind.number]:
                places = tuple(name_place(*divmod(at, notation.SIDE)) for at in earning_places(self.box, grid, kind.number))
                lines.append(ScoreLine(kind.id, kind.name, points[kind.number], places, self._because(kind, number, places)))
        return tuple(lines)

    def _because(self, kind: Kind, number: int, places: tuple[str, ...]) -> str:
        """Why a line pays what it pays."""
        what = self.what_pays(kind, len(places))
        return what if places else self.texts(f"sheet.nothing.{kind.condition}", have=number, what=what)

    def what_pays(self, kind: Kind, n: int) -> str:
        """What cards of a kind are paid for, such as `two of a kind at the sides`."""
        key = str(kind.data.get("direction") or kind.data.get("area") or kind.data.get("match") or "count")
        path = f"sheet.{kind.condition}.{key}_{kind.data['neighbourhood']}" if kind.condition == "neighbours" else f"sheet.{kind.condition}.{key}"
        if path not in self.texts.keys():
            path = f"sheet.{kind.condition}.other"
        return self.texts(path, n=n, named=key, need=word(self, kind.data.get("min", 1)))

    def result(self, state: Any) -> Result:
        return self.highest_wins(state, kinds=self.kinds_scored(state, state.winners()[0]))

    def kinds_scored(self, state: Any, seat: int) -> int:
        """How many kinds brought a seat at least one point, as the tie-break counts them (R30)."""
        points = points_by_kind(self.box, frame_of(state, seat)[2])
        return sum(points[kind] > 0 and self.box.breaks_ties[kind] for kind in range(1, self.box.kinds + 1))

    def score_text(self, text: str) -> list[ScoreSheet]:
        """Score sheets of layouts typed as letter grids: four lines of four letters each, `.` for no card; several grids in a row."""
        grids = read_layout(self.kinds, text, self.box.side)
        return [ScoreSheet(i, self.sheet_lines(grid, lambda row, column: "abcd"[column] + str(row + 1))) for i, grid in enumerate(grids)]


GAME = FishTankGame(Path(__file__).parent)
