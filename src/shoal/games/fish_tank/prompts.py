"""What Fish Tank asks, and the fact that matters; numbers of the box come from the component file."""

from typing import TYPE_CHECKING, Any

from shoal.engine.game import Prompt
from shoal.engine.state import Masked

if TYPE_CHECKING:
    from . import FishTankGame


def prompt_of(game: "FishTankGame", masked: Masked) -> Prompt:
    """The question for the mask's observer."""
    t, state, seat, decision = game.texts, masked.state, masked.observer, masked.decision()
    step = t("prompt.step", round=state.round, rounds=state.tables.rounds)
    if masked.is_terminal():
        return Prompt(t("prompt.over"), game.result(state).title)
    if seat < 0 or not masked.legal_actions():
        return Prompt(step, t("prompt.wait"), t("prompt.wait_because"))
    if decision == "pick":
        return Prompt(step, which_card(game, state, seat), t("prompt.pick_because"))
    if decision == "place":
        because = t("prompt.place_because", side=game.box.side) if state.count[seat] else t("prompt.first")
        return Prompt(step, t("prompt.place", kind=game.kinds[state.revealed[seat]].name.lower()), because)
    return Prompt(step, t("prompt.flip"), f"{plants_pay(game)} {t('prompt.flip_because')}".strip())


def which_card(game: "FishTankGame", state: Any, seat: int) -> str:
    """The question for a pick, with how many cards go on and to whom."""
    left = state.hand_size[seat] - 1
    if left == 0:
        return game.texts("prompt.pick_last")
    if state.round % game.box.hand == 0:
        return game.texts("prompt.pick_pair")
    return game.texts("prompt.pick", n=left, to=f"{{seat_{passed_to(game, state, seat) + 1}}}")


def passed_to(game: "FishTankGame", state: Any, seat: int) -> int:
    """The seat that gets the rest of this seat's hand."""
    return int((seat + game.box.directions[(state.round - 1) // game.box.hand]) % state.players)


def plants_pay(game: "FishTankGame") -> str:
    """Such as `Two plants pay 3, four 7, seven 13.`; "" where plants do not pay by their number."""
    plant = game.kinds[-1]
    parts: list[str] = []
    for tier in plant.data["tiers"] if plant.condition == "count" else []:
        key = "more" if parts else "one" if tier["min"] == 1 else "many"
        parts.append(game.texts(f"prompt.plants.{key}", amount=amount(game, tier), points=tier["points"]))
    text = ", ".join(parts)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def amount(game: "FishTankGame", tier: dict[str, Any]) -> str:
    """How many cards a tier wants, in words."""
    low, high = tier["min"], tier.get("max", tier["min"])
    key = "least" if "max" not in tier else "exact" if low == high else "range"
    return game.texts(f"amount.{key}", low=word(game, low), high=word(game, high))


def word(game: "FishTankGame", number: int) -> str:
    """
    >>> from shoal.games import load_game
    >>> word(load_game("fish_tank"), 3), word(load_game("fish_tank"), 30)
    ('three', '30')
    """
    return game.texts.get(f"number.{number}", str(number))
