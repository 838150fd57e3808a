"""A game as a whole: facts up front, options, component tables, texts, and how actions are written."""

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from .components import Components
from .errors import AmbiguousText, OptionError, UnknownText
from .schema import Schema, check_schema
from .sheet import Result, ScoreSheet
from .state import Box, Masked, State
from .texts import Texts

OptionValue = bool | int | str


@dataclass(frozen=True)
class Option:
    """A flat, typed setting of a game.

    A flag has the values (False, True); a choice lists its texts; a number lists every value it takes.
    """

    key: str
    default: OptionValue
    values: tuple[OptionValue, ...]
    rule: str = ""
    """The ruling or section that it switches, an id of rulings.md."""
    simulation: OptionValue | None = None
    """Another default for simulation and learning, where the game at the table wants a different one."""
    reading: bool = False
    """Whether it says how a question is read that the rulebook leaves open, rather than offers a variant: most tables never touch it."""

    def read(self, text: str) -> OptionValue:
        """The value that a text means.

        >>> Option("fewer_kinds", False, (False, True)).read("yes")
        True
        """
        for value in self.values:
            if text.strip().lower() == self.write(value).lower():
                return value
        if isinstance(self.default, bool) and text.strip().lower() in ("yes", "on", "1", "no", "off", "0"):
            return text.strip().lower() in ("yes", "on", "1")
        raise OptionError(f"option {self.key}: {text!r} is not one of {', '.join(self.write(v) for v in self.values)}")

    @staticmethod
    def write(value: OptionValue) -> str:
        return str(value).lower() if isinstance(value, bool) else str(value)

    def check(self, value: Any) -> OptionValue:
        """The value itself if the option takes it; texts are read."""
        if isinstance(value, str) and value not in self.values:
            return self.read(value)
        for known in self.values:
            if type(known) is type(value) and known == value:
                return known
        raise OptionError(f"option {self.key}: {value!r} is not one of {', '.join(self.write(v) for v in self.values)}")


@dataclass(frozen=True)
class Prompt:
    """What is asked of an observer: where we are, the question, the fact that matters."""

    step: str
    ask: str
    because: str = ""


class Notation(Protocol):
    """How actions and outcomes are written: what a game's `notation.py` offers. `names` are those of the box. UnknownText for what is none."""

    def action_text(self, action: int, names: Any, /) -> str: ...
    def text_action(self, text: str, names: Any, /) -> int: ...
    def outcome_text(self, outcome: int, names: Any, /) -> str: ...
    def text_outcome(self, text: str, names: Any, /) -> int: ...


class Game:
    """One game with one set of components. Subclasses fill in what is specific.

    `folder` holds the game's data (`components.toml`, `texts.en.toml`, `rulings.md`).
    """

    components: Components
    box: Any

    # facts, set by each game's class
    id = ""
    title = ""
    rules_version = 1
    seats = (1, 1)
    options: tuple[Option, ...] = ()
    max_actions = 0
    max_outcomes = 0
    chained: Mapping[str, str] = {}
    """Sealed decisions that follow each other with nothing revealed between: a seat may answer the second right after its first."""
    option_players: Mapping[str, tuple[int, ...]] = {}
    """Options that have an effect with some numbers of players only."""
    schema: Schema = {}
    """The tables and keys of the component file (engine/schema.py), [game] aside."""
    notation: Notation
    state_class: type[State] = State
    box_class: type[Box] = Box

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.texts = Texts(self.folder)
        self.use(Components.load(self.folder / "components.toml"))

    def use(self, components: Components) -> None:
        """Play with these component tables from now on (an owner's corrections, a designer's experiment)."""
        check_schema(components, self.schema)
        box = self.read_box(components)
        box.check()
        self.components = components
        self.box = box

    def with_components(self, path: Path) -> "Game":
        """The same game with another component file; ComponentError says what does not fit."""
        other = type(self)(self.folder)
        other.use(Components.load(path))
        return other

    # ---- what a game fills in

    def read_box(self, components: Components) -> Box:
        """Flat tables from the component file."""
        raise NotImplementedError

    def check_options(self, players: int, options: dict[str, OptionValue]) -> None:
        """OptionError when the combination is not playable."""

    def long_forms(self, masked: Masked, text: str) -> list[list[int]]:
        """What else a typed text (lower case, single spaces) may mean for the observer: sequences of actions; [] when nothing."""
        return []

    def prompt(self, masked: Masked) -> Prompt:
        raise NotImplementedError

    def score_sheet(self, state: Any, seat: int) -> ScoreSheet:
        """Every point of a seat explained; of a true state or a mask, as things stand."""
        raise NotImplementedError

    def result(self, state: Any) -> Result:
        """How the game ended (or stands): label, winners, scores."""
        raise NotImplementedError

    def publicly_forced(self, state: Any, seat: int) -> bool:
        """Whether everybody can see that this actor has one possibility only; a table may then answer for the player."""
        return False

    def remarks(self) -> list[str]:
        """What to tell people about these component tables, such as a number of cards that no printed box has."""
        return []

    def score_text(self, text: str) -> list[ScoreSheet]:
        """The explained sheets of a final layout that somebody typed; UnknownText says what does not fit."""
        raise UnknownText(f"{self.title} has no typed layout to score")

    # ---- what all games share

    def action_to_text(self, action: int) -> str:
        """The one canonical text of an action."""
        return self.notation.action_text(action, self.box.names)

    def text_to_action(self, text: str) -> int:
        """The action of a canonical text; UnknownText otherwise."""
        return self.notation.text_action(text, self.box.names)

    def outcome_to_text(self, outcome: int) -> str:
        """The one canonical text of a draw."""
        return self.notation.outcome_text(outcome, self.box.names)

    def text_to_outcome(self, text: str) -> int:
        """The draw of a canonical text; UnknownText otherwise."""
        return self.notation.text_outcome(text, self.box.names)

    def option(self, key: str) -> Option:
        for option in self.options:
            if option.key == key:
                return option
        near = difflib.get_close_matches(key, [o.key for o in self.options], 1)
        hint = f"; did you mean {near[0]}?" if near else f"; it has {', '.join(o.key for o in self.options) or 'none'}"
        raise OptionError(f"{self.title} has no option {key!r}{hint}")

    def effective_options(self, players: int, given: Mapping[str, Any] | None = None, simulation: bool = False) -> dict[str, OptionValue]:
        """All options with their values, defaults filled in, checked together with the number of players."""
        low, high = self.seats
        if type(players) is not int or not low <= players <= high:
            many = f"{low} to {high} players" if low != high else f"exactly {low} player{'s' if low > 1 else ''}"
            raise OptionError(f"{self.title} is for {many}, not {players}")
        values = {o.key: (o.simulation if simulation and o.simulation is not None else o.default) for o in self.options}
        for key, value in (given or {}).items():
            values[key] = self.option(key).check(value)
        self.check_options(players, values)
        return values

    def new_state(self, players: int | None = None, options: Mapping[str, Any] | None = None, simulation: bool = False) -> Any:
        """The position before any chance and any choice."""
        players = self.seats[0] if players is None else players
        values = self.effective_options(players, options, simulation)
        return self.state_class(self.box, players, values)  # type: ignore[call-arg]

    def read(self, masked: Masked, text: str) -> list[int]:
        """The actions that the mask's observer means by what was typed.

        Canonical texts, the game's long forms, several actions in one line where the game allows it, and
        any beginning that fits only one legal action. UnknownText or AmbiguousText otherwise.
        """
        typed = " ".join(text.lower().replace(",", " ").split())
        legal = {self.action_to_text(a): a for a in masked.legal_actions()}
        if typed in legal:
            return [legal[typed]]
        longer = self.long_forms(masked, typed)
        if len(longer) == 1:
            return longer[0]
        try:
            return [self.text_to_action(typed)]
        except UnknownText:
            pass
        fitting = [t for t in legal if t.startswith(typed)] if typed else []
        if len(fitting) == 1:
            return [legal[fitting[0]]]
        if fitting:
            raise AmbiguousText(f"{text.strip()!r} could be {_some(fitting)}", fitting)
        near = difflib.get_close_matches(typed, list(legal), 3, 0.5)
        hint = f"; did you mean {_some(near)}?" if near else f"; possible now: {_some(list(legal))}" if legal else ""
        raise UnknownText(f"{text.strip()!r} is not a move of {self.title}{hint}")

    def highest_wins(self, state: Any, **values: Any) -> Result:
        """The result of a game that the most points win: alone, by the tie-break, or shared. Texts: `result.won`, `result.tie`, `result.shared`."""
        winners, scores = tuple(state.winners()), tuple(state.scores())
        key = "shared" if len(winners) > 1 else "tie" if scores.count(max(scores)) > 1 else "won"
        names = self.texts.get("result.and", " and ").join(f"{{seat_{seat + 1}}}" for seat in winners)
        return Result("shared" if key == "shared" else "won", winners, scores, self.texts(f"result.{key}", winner=names, points=max(scores), **values))

    def state_from_json(self, data: dict[str, Any]) -> Any:
        """The position that `State.to_json` described; ValueError when it does not fit this box."""
        state = self.state_class.__new__(self.state_class)
        state.set_out(self.box)
        state.read_json(data)
        return state


def _some(texts: Sequence[str], most: int = 6) -> str:
    shown = ", ".join(texts[:most])
    return f"{shown}, … ({len(texts)} in all)" if len(texts) > most else shown
