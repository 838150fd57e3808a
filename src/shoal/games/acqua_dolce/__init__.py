"""Acqua Dolce (Giochix.it, 2009): one tank for all, and a race to an empty hand, for 2 to 5 players."""

from pathlib import Path
from typing import Any

from shoal.engine.components import Components
from shoal.engine.errors import OptionError, UnknownText
from shoal.engine.game import Game, Option, OptionValue, Prompt
from shoal.engine.sheet import Result, ScoreSheet
from shoal.engine.state import Masked

from . import notation
from .box import AcquaDolceBox
from .components import SCHEMA, Kind, read_box, read_kinds
from .notation import OBJECTIVES
from .options import ObjectivesOption, largest_need
from .prompts import prompt_of
from .rules import AcquaDolce
from .rules_table import VICTIMS
from .sheets import read_tanks, sheet_lines, tank_lines

FLAG = (False, True)
ROUNDS = (0, 1, 10, 30, 60, 100)


class AcquaDolceGame(Game):
    id = "acqua_dolce"
    title = "Acqua Dolce"
    rules_version = 1
    seats = (2, notation.SEATS)
    options = (
        ObjectivesOption("R18"),
        Option("need", 2, tuple(range(1, len(OBJECTIVES) + 1)), "R18"),
        Option("temperature", False, FLAG, "R26"),
        Option("additional_action", False, FLAG, "R27"),
        Option("unique_deck", False, FLAG, "R28"),
        Option("first_king", 1, tuple(range(notation.SEATS + 1)), "R42"),
        Option("max_rounds", 0, ROUNDS, "R17", simulation=60),
        Option("piranha_meals", "per_phase", ("per_phase", "per_piranha"), "R1", reading=True),
        Option("piranha_may_be_eaten", VICTIMS[0], VICTIMS, "R2", reading=True),
        Option("penalty_unit", "per_card", ("per_card", "per_play"), "R5", reading=True),
        Option("actions_mandatory", True, FLAG, "R8", reading=True),
        Option("runout_replaces_king_control", True, FLAG, "R12", reading=True),
        Option("runout_moves_king_card", False, FLAG, "R11", reading=True),
        Option("reshuffle", "when_needed", ("when_needed", "when_exhausted"), "R15", reading=True),
        Option("auto_forced", True, FLAG, "R43"),
    )
    max_outcomes = notation.OUTCOMES
    schema = SCHEMA
    notation = notation
    state_class = AcquaDolce
    box_class = AcquaDolceBox
    kinds: list[Kind]

    def read_box(self, components: Components) -> AcquaDolceBox:
        self.kinds = read_kinds(components)
        last = len(self.kinds) - 1
        self.max_actions = notation.swap(last, last) + 1
        return read_box(components, self.kinds)

    def noun(self, card: int) -> str:
        """The everyday name of a card within a sentence."""
        kind = self.kinds[card]
        return self.texts.get(f"noun.{kind.id}", kind.name.lower())

    def check_options(self, players: int, options: dict[str, OptionValue]) -> None:
        chosen = str(options["objectives"]).split(",")
        need, king = int(options["need"]), int(options["first_king"])
        if need > len(chosen):
            raise OptionError(self.texts("refuse.need", need=need, n=len(chosen)))
        if need > largest_need(self.box, chosen):
            raise OptionError(self.texts("refuse.rare_and_schools", need=need, most=largest_need(self.box, chosen)))
        if king > players:
            raise OptionError(self.texts("refuse.first_king", seat=king, players=players))

    # ---- what is typed

    def long_forms(self, masked: Masked, text: str) -> list[list[int]]:
        """Cards of a swap in any order, `play 2 neon`, `play neon 2`, `temp 1`, `take deck`, and several actions in a line after `then`."""
        found = []
        for step in text.split(" then "):
            try:
                found.append(self.text_to_action(notation.plain_text(step)))
            except UnknownText:
                return []
        return [found]

    # ---- what is asked

    def prompt(self, masked: Masked) -> Prompt:
        return prompt_of(self, masked)

    def publicly_forced(self, state: Any, seat: int) -> bool:
        """Everything but the cards of a hand is public: who has one option, and no hand to choose from, is seen to have it (R43)."""
        if state.stage == notation.ACT and state.hand_size[seat] > 0:
            return False
        return len(state.legal_actions(seat)) == 1

    # ---- scores

    def score_sheet(self, state: Any, seat: int) -> ScoreSheet:
        return ScoreSheet(seat, sheet_lines(self, state, seat))

    def result(self, state: Any) -> Result:
        winners = tuple(state.winners())
        scores = tuple(state.scores())
        if winners:
            title = self.texts("result.won", winner=f"{{seat_{winners[0] + 1}}}", n=state.on.bit_count(), need=state.need)
            return Result("won", winners, scores, title)
        return Result("lost", winners, scores, self.texts("result.nobody", n=state.rounds))

    def score_text(self, text: str) -> list[ScoreSheet]:
        """The objectives of typed tanks, one a line: `3 guppy, 3 neon, krib, 3 deco, 2 plant`."""
        return [ScoreSheet(i, tank_lines(self, cards)) for i, cards in enumerate(read_tanks(self.kinds, text))]


GAME = AcquaDolceGame(Path(__file__).parent)
