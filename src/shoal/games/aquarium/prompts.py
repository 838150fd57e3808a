"""The question that a seat of Aquarium is asked, in words."""

from typing import TYPE_CHECKING, Any

from shoal.engine.game import Prompt
from shoal.engine.state import Masked

from .notation import BREED, BUY, FEED, FISH, FLUSH, KINDS, SHOP

if TYPE_CHECKING:
    from . import AquariumGame


def prompt_of(game: "AquariumGame", masked: Masked) -> Prompt:
    state, texts = masked.state, game.texts
    if masked.is_terminal():
        return Prompt(texts("prompt.over"), game.result(state).title)
    step = where(game, state)
    if masked.observer < 0 or not masked.legal_actions():
        return Prompt(step, texts("prompt.wait"), waiting_because(game, masked))
    return Prompt(step, *QUESTIONS[masked.decision()](game, masked))


PARTS = {"phase1": "phase1", "drop": "phase1", "swap": "phase1", "give": "phase1", "take": "phase1", "phase2": "phase2"}


def where(game: "AquariumGame", state: Any) -> str:
    """Where we are: which feeding comes next and what goes on."""
    left = state.tables.feedings[state.players]
    if state.stage < 6 and not state.deck_cards:
        return game.texts("prompt.setup")
    round_ = game.texts("prompt.step", number=min(state.feedings + (0 if state.food else 1), left), feedings=left)
    key = "feeding" if state.food else PARTS.get(state.decision(), "")
    return f"{round_} · {game.texts(f'prompt.part.{key}')}" if key else round_


def waiting_because(game: "AquariumGame", masked: Masked) -> str:
    decision = masked.decision()
    if decision in ("phase1", "phase2"):
        return game.texts("prompt.wait_sealed")
    return game.texts("prompt.wait_because")


def _turn(game: "AquariumGame", masked: Masked) -> tuple[str, str]:
    state, seat = masked.state, masked.observer
    legal = masked.legal_actions()
    pays = state.tables.pass_income + state.tables.bank_extra * state.aquariums[seat * KINDS + FISH - 1]
    base = state.base()
    if legal == [FLUSH] or FLUSH not in legal and SHOP not in legal:
        return game.texts("prompt.stalled"), game.texts("prompt.stalled_because")
    if FLUSH in legal:
        return game.texts("prompt.full", base=base), game.texts("prompt.full_because", limit=state.tables.market_limit)
    return game.texts("prompt.turn", base=base, n=pays), game.texts("prompt.turn_because", n=state.coins[seat])


def _phase1(game: "AquariumGame", masked: Masked) -> tuple[str, str]:
    key = "prompt.phase1_two" if masked.players == 2 else "prompt.phase1_because"
    return game.texts("prompt.phase1", buyer=f"{{seat_{masked.state.active + 1}}}"), game.texts(key)


def _phase2(game: "AquariumGame", masked: Masked) -> tuple[str, str]:
    state = masked.state
    key = "prompt.phase2_two" if masked.players == 2 else "prompt.phase2_because"
    return game.texts("prompt.phase2", base=state.base()), game.texts(key, n=state.coins[state.active])


def _drop(game: "AquariumGame", masked: Masked) -> tuple[str, str]:
    return game.texts("prompt.drop"), game.texts("prompt.drop_because")


def _swap(game: "AquariumGame", masked: Masked) -> tuple[str, str]:
    return game.texts("prompt.swap"), game.texts("prompt.swap_because")


def _give(game: "AquariumGame", masked: Masked) -> tuple[str, str]:
    return game.texts("prompt.give"), game.texts("prompt.give_because")


def _take(game: "AquariumGame", masked: Masked) -> tuple[str, str]:
    return game.texts("prompt.take", fish=game.kinds[masked.state.given - 1].name), game.texts("prompt.take_because")


def _breed(game: "AquariumGame", masked: Masked) -> tuple[str, str]:
    state, seat = masked.state, masked.observer
    pairs = [game.kinds[action - BREED] for action in masked.legal_actions() if action >= BREED]
    earns = ", ".join(game.texts("prompt.breed_earns", fish=kind.name, n=state.tables.income[kind.number]) for kind in pairs)
    old = state.tank[seat]
    because = game.texts("prompt.breed_upgrade", fish=game.kinds[old - 1].name) if old else game.texts("prompt.breed_because")
    return game.texts("prompt.breed"), f"{earns[:1].upper()}{earns[1:]}. {because}"


def _buy(game: "AquariumGame", masked: Masked) -> tuple[str, str]:
    state, seat = masked.state, masked.observer
    legal = masked.legal_actions()
    if BUY not in legal:
        key = "prompt.too_dear" if state.market_size else "prompt.nothing_to_buy"
        return game.texts(key, price=state.price, n=state.coins[seat]), game.texts("prompt.decline_because")
    paid = [(other, state.half_pays(other)) for other in range(state.players)]
    to = ", ".join(game.texts("prompt.paid", seat=f"{{seat_{other + 1}}}", n=coins) for other, coins in paid if coins)
    if not state.price:
        return game.texts("prompt.buy_free"), game.texts("prompt.buy_free_because", n=state.coins[seat])
    because = game.texts("prompt.buy_because", to=to or game.texts("prompt.to_bank"), left=state.coins[seat] - state.price)
    return game.texts("prompt.buy", n=state.price), because[:1].upper() + because[1:]


def _feed(game: "AquariumGame", masked: Masked) -> tuple[str, str]:
    state, seat = masked.state, masked.observer
    bill = state.bill(seat)
    plants = sum(state.aquariums[seat * KINDS + FISH : (seat + 1) * KINDS])
    because = game.texts("prompt.feed_because", food=state.food, n=plants * state.tables.free_fish)
    if FEED in masked.legal_actions():
        return game.texts("prompt.feed", bill=bill, left=state.coins[seat] - bill), because
    return game.texts("prompt.hungry", bill=bill, n=state.coins[seat]), because


QUESTIONS = {"turn": _turn, "phase1": _phase1, "phase2": _phase2, "drop": _drop, "swap": _swap, "give": _give, "take": _take, "breed": _breed, "buy": _buy,
             "feed": _feed}
