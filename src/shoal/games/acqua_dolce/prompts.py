"""The question that a seat of Acqua Dolce is asked, in words."""

from typing import TYPE_CHECKING, Any

from shoal.engine.game import Prompt
from shoal.engine.state import Masked

from .scoring import failing_in

if TYPE_CHECKING:
    from . import AcquaDolceGame


def prompt_of(game: "AcquaDolceGame", masked: Masked) -> Prompt:
    state, texts = masked.state, game.texts
    if masked.is_terminal():
        return Prompt(texts("prompt.over"), game.result(state).title)
    step = where(game, state)
    if masked.is_chance():
        return Prompt(step, texts("prompt.chance"))
    if masked.observer != state.turn:
        return Prompt(step, *waiting(game, masked))
    return Prompt(step, *QUESTIONS[masked.decision()](game, state))


def where(game: "AcquaDolceGame", state: Any) -> str:
    """The round, and when the next Control Phase comes."""
    texts = game.texts
    round_ = texts("prompt.round", number=state.rounds + 1)
    if judging(state):
        return f"{round_} · {texts('prompt.runout' if state.runout else 'prompt.control')}"
    left = state.players - state.turns
    return f"{round_} · {texts('prompt.last_turn') if left == 0 else texts('prompt.turns', n=left)}"


def judging(state: Any) -> bool:
    return bool(state.decision() in ("eat", "starve", "expel"))


def waiting(game: "AcquaDolceGame", masked: Masked) -> tuple[str, str]:
    """For those whose turn it is not."""
    state = masked.state
    who = f"{{seat_{state.turn + 1}}}"
    ask = game.texts("prompt.wait_judge" if judging(state) else "prompt.wait", who=who)
    last = state.turns == state.players
    following = game.texts("prompt.wait_control" if last else "prompt.wait_next", who=f"{{seat_{(state.turn + 1) % state.players + 1}}}")
    return ask, following if not judging(state) else game.texts("prompt.judge_because")


def _open(game: "AcquaDolceGame", state: Any) -> tuple[str, str]:
    key = "prompt.open" if state.row_size else "prompt.open_deck"
    return game.texts(key), to_win(game, state)


def _act(game: "AcquaDolceGame", state: Any) -> tuple[str, str]:
    basic = state.tables.actions
    if state.taken >= basic:
        return game.texts("prompt.bonus", n=state.allowed - state.taken), to_win(game, state)
    what = "warm" if state.temperature and state.moves < state.tables.moves_per_turn else "swap"
    return game.texts(f"prompt.act_{what}", number=state.taken + 1, actions=basic), to_win(game, state)


def to_win(game: "AcquaDolceGame", state: Any) -> str:
    """What the player still needs: an empty hand, and enough objectives."""
    on = state.on.bit_count()
    key = "prompt.goal_on" if on >= state.need else "prompt.goal_off"
    return game.texts(key, n=state.hand_size[state.turn], on=on, need=state.need)


def _refill(game: "AcquaDolceGame", state: Any) -> tuple[str, str]:
    return game.texts("prompt.refill", n=state.refills), game.texts("prompt.refill_because" if state.row_size else "prompt.refill_deck")


def _eat(game: "AcquaDolceGame", state: Any) -> tuple[str, str]:
    return game.texts("prompt.eat", n=state.meals), game.texts("prompt.eat_because")


def _starve(game: "AcquaDolceGame", state: Any) -> tuple[str, str]:
    each = state.tables.fish_food
    excess = -((state.food - state.fish * each) // each)
    return game.texts("prompt.starve", n=excess), game.texts("prompt.starve_because", food=state.food, fish=state.fish)


def _expel(game: "AcquaDolceGame", state: Any) -> tuple[str, str]:
    names = [game.noun(card) for card in failing_in(state.tables, list(state.tank))]
    listed = f"{', '.join(names[:-1])} and {names[-1]}"
    return game.texts("prompt.expel", names=listed), game.texts("prompt.expel_because")


QUESTIONS = {"open": _open, "act": _act, "refill": _refill, "eat": _eat, "starve": _starve, "expel": _expel}
