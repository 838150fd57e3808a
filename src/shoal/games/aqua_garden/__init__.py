"""Aqua Garden by Totsuca Chuo: fetch fish from the fair, walk along six tanks, and mind their oxygen, for 1 to 4 players."""

from pathlib import Path
from typing import Any

from shoal.engine.components import Components
from shoal.engine.errors import UnknownText
from shoal.engine.game import Game, Option, Prompt
from shoal.engine.sheet import Result, ScoreSheet
from shoal.engine.state import Masked

from . import notation
from .box import AquaGardenBox
from .components import SCHEMA, Feeding, Milestone, Token, read_box, read_feedings, read_milestones, read_tokens
from .layout import read_layouts
from .prompts import prompt_of
from .rules import AquaGarden
from .sheets import layout_of, sheet_lines

FLAG = (False, True)


class AquaGardenGame(Game):
    id = "aqua_garden"
    title = "Aqua Garden"
    rules_version = 1
    seats = (1, notation.SEATS)
    options = (
        Option("advanced", False, FLAG, "R35"),
        Option("pass_before_entering_track", False, FLAG, "R7", reading=True),
        Option("milestone_match", "at_least", ("at_least", "exact"), "R4", reading=True),
        Option("lucy_alone", "step", ("step", "retire"), "R30", reading=True),
        Option("tie", "shared", ("shared", "standby"), "R40", reading=True),
        Option("advanced_may_be_bought_from_sea", True, FLAG, "R36", reading=True),
        Option("remove_window", "own_fish_turn", ("own_fish_turn", "own_turn"), "R20", reading=True),
        Option("auto_forced", True, FLAG, "R52"),
    )
    option_players = {"lucy_alone": (2,), "tie": (2, 3, 4), "pass_before_entering_track": (2, 3, 4)}
    max_actions = notation.ACTIONS
    max_outcomes = notation.OUTCOMES
    schema = SCHEMA
    notation = notation
    state_class = AquaGarden
    box_class = AquaGardenBox
    tokens: list[Token]
    milestones: list[Milestone]
    feedings: list[Feeding]

    def read_box(self, components: Components) -> AquaGardenBox:
        self.tokens = read_tokens(components)
        self.milestones = read_milestones(components)
        self.feedings = read_feedings(components)
        return read_box(components)

    def token_name(self, kind: int) -> str:
        """The everyday name of a token within a sentence."""
        return self.tokens[kind].name

    # ---- what is typed

    def long_forms(self, masked: Masked, text: str) -> list[list[int]]:
        """A number for a space or for steps, tanks in small letters, verbs left out or spelled otherwise, and several moves in a line after `then`."""
        decision = masked.decision()
        try:
            return [[self.text_to_action(notation.plain_text(step, decision)) for step in text.split(" then ")]]
        except UnknownText:
            return []

    # ---- what is asked

    def prompt(self, masked: Masked) -> Prompt:
        return prompt_of(self, masked)

    def publicly_forced(self, state: Any, seat: int) -> bool:
        """Everything lies open, so whoever has one option is seen to have it (R52)."""
        return True

    # ---- scores

    def score_sheet(self, state: Any, seat: int) -> ScoreSheet:
        return ScoreSheet(seat, sheet_lines(self, layout_of(state, seat)))

    def result(self, state: Any) -> Result:
        if state.players > 1:
            return self.highest_wins(state)
        points = state.scores()[0]
        key = "great" if points > self.box.target else "solo"
        title = self.texts(f"result.{key}", winner="{seat_1}", points=points, target=self.box.target)
        return Result("points", tuple(state.winners()), (points,), title)

    def score_text(self, text: str) -> list[ScoreSheet]:
        """Score sheets of typed aquariums, one a line: `A 2 small seaweed | funds 8 | fish 1 | standby 2`."""
        return [ScoreSheet(i, sheet_lines(self, layout)) for i, layout in enumerate(read_layouts(self.box, text))]


GAME = AquaGardenGame(Path(__file__).parent)
