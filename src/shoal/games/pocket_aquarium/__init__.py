"""Pocket Aquarium: sixteen two-sided cards, one cat, and as many turns as he needs to walk around them, for one player."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from shoal.engine.components import Components
from shoal.engine.game import Game, Option, OptionValue, Prompt
from shoal.engine.sheet import Result, ScoreSheet
from shoal.engine.state import Masked

from . import notation
from .box import PocketBox
from .components import PATH_NAMES, SCHEMA, Card, Outcome, Species, read_box, read_cards, read_outcomes, read_species
from .layout import layout_text, read_layout, read_layouts
from .prompts import prompt_of
from .rules import PocketAquarium
from .sheets import result_of, sheet_lines

FLAG = (False, True)
BANS = ("action_used_last_turn", "card_flipped_or_used_last_turn")


class PocketAquariumGame(Game):
    id = "pocket_aquarium"
    title = "Pocket Aquarium"
    rules_version = 1
    seats = (1, 1)
    options: tuple[Option, ...] = (
        Option("chips_path", "stops", PATH_NAMES, "R1", reading=True),
        Option("example_ten", False, FLAG, "R18", reading=True),
        Option("reuse_ban", BANS[0], BANS, "R14", reading=True),
        Option("swap_without_target_is_legal", False, FLAG, "R11", reading=True),
        Option("feed_on_last_turn", True, FLAG, "R17", reading=True),
        Option("chips_blocks_food_swap", False, FLAG, "R17", reading=True),
        Option("rasboras_count_unscored_groups", True, FLAG, "R20", reading=True),
    )
    max_actions = notation.ACTIONS
    max_outcomes = notation.FACES
    schema = SCHEMA
    notation = notation
    state_class = PocketAquarium
    box_class = PocketBox
    species: list[Species]
    cards: list[Card]
    outcomes: list[Outcome]

    def read_box(self, components: Components) -> PocketBox:
        self.species = read_species(components)
        self.cards = read_cards(components, self.species)
        self.outcomes = read_outcomes(components)
        self.options = self.options_of(components)
        return read_box(components, self.species, self.cards, self.outcomes)

    def options_of(self, components: Components) -> tuple[Option, ...]:
        """The options, with what the component file answers as their defaults."""
        answers = {"chips_path": components["chips"].get("use"), "example_ten": components["scoring"].get("example_ten", {}).get("enabled")}
        answers |= components["rules"]
        return tuple(self._option_of(components, option, answers.get(option.key)) for option in type(self).options)

    @staticmethod
    def _option_of(components: Components, option: Option, answer: Any) -> Option:
        if answer not in option.values or type(answer) is not type(option.default):
            raise components.fail(option.key, f"one of {', '.join(Option.write(value) for value in option.values)} is expected, not {answer!r}")
        default: OptionValue = answer
        return replace(option, default=default)

    # ---- what is typed

    @property
    def card_ids(self) -> tuple[str, ...]:
        return self.box.names[0]  # type: ignore[no-any-return]

    def long_forms(self, masked: Masked, text: str) -> list[list[int]]:
        """A hyphen or `with` between two cells, and `use b3` where the card has one target only."""
        words = [word for word in text.replace("-", " ").split() if word not in ("with", "to", "and")]
        legal = {self.action_to_text(action): action for action in masked.legal_actions()}
        meant = " ".join(words)
        if meant in legal:
            return [[legal[meant]]]
        if len(words) == 2 and words[0] == "use":
            return [[action] for other, action in legal.items() if other.startswith(f"{meant} ")]
        return []

    def new_deal(self, text: str, options: dict[str, Any] | None = None) -> Any:
        """The position after a typed deal; UnknownText says which card does not fit."""
        state = self.new_state(1, options)
        for face in read_layout(text, self.card_ids, self.texts):
            state.apply_outcome(face)
        return state

    def layout_text(self, state: Any) -> str:
        """The cards that lie, rows parted by slashes."""
        return layout_text(list(state.faces)[: state.laid], self.card_ids)

    # ---- what is asked, and what it scores

    def prompt(self, masked: Masked) -> Prompt:
        return prompt_of(self, masked)

    def score_sheet(self, state: Any, seat: int) -> ScoreSheet:
        """At the end, or as the fish lie; after a loss by special cards, one line for each of them."""
        if state.laid < notation.CELLS:
            return ScoreSheet(seat, ())
        return ScoreSheet(seat, sheet_lines(self, state.faces, state.variant, state.count_all, lost=state.is_terminal()))

    def result(self, state: Any) -> Result:
        return result_of(self, state)

    def score_text(self, text: str) -> list[ScoreSheet]:
        """Score sheets of typed final grids, sixteen cards each: `PU> D1> D2> D3> / SN> …`."""
        variant = int(bool(self.option("example_ten").default))
        count_all = bool(self.option("rasboras_count_unscored_groups").default)
        grids = read_layouts(text, self.card_ids, self.texts)
        return [ScoreSheet(i, sheet_lines(self, grid, variant, count_all, lost=True)) for i, grid in enumerate(grids)]


GAME = PocketAquariumGame(Path(__file__).parent)
