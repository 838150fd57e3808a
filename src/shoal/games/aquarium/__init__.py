"""Aquarium by Tim De Rycke and Sander Vernyns: buy what swims in the market while everybody else changes it, for 2 to 4 players."""

from pathlib import Path
from typing import Any

from shoal.engine.components import Components
from shoal.engine.errors import UnknownText
from shoal.engine.game import Game, Option, Prompt
from shoal.engine.sheet import Result, ScoreLine, ScoreSheet
from shoal.engine.state import Masked

from . import notation
from .box import AquariumBox
from .components import SCHEMA, Kind, expected_cards, read_box, read_kinds
from .notation import KINDS
from .prompts import prompt_of
from .rules import Aquarium
from .sheets import read_layouts, sheet_lines

FLAG = (False, True)
LONG = {"+1": "plus1", "-1": "minus1", "x2": "double", "1/2": "half", "go shopping": "shop", "buy nothing": "decline"}
VERBS = {"drop": {"remove": "drop", "discard": "drop"}, "swap": {"replace": "swap"}, "give": {"exchange": "give"}, "feed": {"discard": "starve"}}


class AquariumGame(Game):
    id = "aquarium"
    title = "Aquarium"
    rules_version = 1
    seats = (2, notation.SEATS)
    options = (
        Option("breeding_tank", True, FLAG, "R40"),
        Option("fishybank", True, FLAG, "R40"),
        Option("sets_repeat", True, FLAG, "R27", reading=True),
        Option("fish_shared_trio_and_set", True, FLAG, "R28", reading=True),
        Option("upgrade_strictly_bigger", True, FLAG, "R19", reading=True),
        Option("skip_phase2_if_market_empty", True, FLAG, "R9", reading=True),
        Option("half_self_split", False, FLAG, "R14", reading=True),
        Option("money_open", True, FLAG, "R30"),
        Option("stall_limit_rounds", 2, (0, 1, 2, 3, 5), "R33", reading=True),
        Option("auto_forced", True, FLAG, "R45"),
    )
    max_actions = notation.ACTIONS
    max_outcomes = notation.OUTCOMES
    schema = SCHEMA
    notation = notation
    state_class = Aquarium
    box_class = AquariumBox
    kinds: list[Kind]
    expected_cards: int

    def read_box(self, components: Components) -> AquariumBox:
        self.kinds = read_kinds(components)
        self.expected_cards = expected_cards(components)
        return read_box(components, self.kinds)

    def remarks(self) -> list[str]:
        """What is unlike the box, though it can be played with: a deck that is too small or too large."""
        cards = sum(self.box.copies)
        return [] if cards == self.expected_cards else [self.texts("remarks.cards", n=cards, expected=self.expected_cards)]

    # ---- what is typed

    def long_forms(self, masked: Masked, text: str) -> list[list[int]]:
        """What is printed on the cards, the card's verb for its target (`remove p1`), and several steps in a line: `give p1 take r2`, `starve p1 r2 feed`."""
        words = LONG.get(text, text).split()
        verbs = VERBS.get(masked.decision(), {})
        steps: list[str] = []
        for word in words:
            if word in self.box.names and steps:
                verb = steps[-1].split()[0]
                if " " not in steps[-1]:
                    steps[-1] = f"{verb} {word}"
                else:
                    steps.append(f"{'take' if verb == 'give' else verb} {word}")
            else:
                steps.append(verbs.get(word, word))
        try:
            return [[self.text_to_action(step) for step in steps]] if steps else []
        except UnknownText:
            return []

    # ---- what is asked

    def prompt(self, masked: Masked) -> Prompt:
        return prompt_of(self, masked)

    def publicly_forced(self, state: Any, seat: int) -> bool:
        """Hands, purses and aquariums are known to all by counting, so whoever has one option is seen to have it (R45)."""
        return True

    # ---- scores

    def score_sheet(self, state: Any, seat: int) -> ScoreSheet:
        if not 0 <= seat < state.players:
            raise ValueError(f"there is no seat {seat!r}")
        cards = list(state.aquariums[seat * KINDS : (seat + 1) * KINDS])
        return ScoreSheet(seat, self.lines(cards, state.sets_repeat, state.fish_shared, state.tank[seat]))

    def lines(self, cards: list[int], repeat: bool, shared: bool, pair: int) -> tuple[ScoreLine, ...]:
        return sheet_lines(self.texts, self.kinds, self.box, cards, repeat, shared, pair)

    def result(self, state: Any) -> Result:
        return self.highest_wins(state, coins=state.coins[state.winners()[0]])

    def score_text(self, text: str) -> list[ScoreSheet]:
        """Score sheets of typed aquariums, one a line: `p1 p2 p3 r1 fern | tank y2`."""
        repeat, shared = bool(self.option("sets_repeat").default), bool(self.option("fish_shared_trio_and_set").default)
        return [ScoreSheet(i, self.lines(cards, repeat, shared, pair)) for i, (cards, pair) in enumerate(read_layouts(self.kinds, text))]


GAME = AquariumGame(Path(__file__).parent)
