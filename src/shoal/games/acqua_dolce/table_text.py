"""The table of Acqua Dolce as plain text: objectives, the tank by zones, food, open cards, everybody's hand size, and the own hand with its prices."""

import textwrap
from collections.abc import Sequence
from typing import Any

from .forecast import Need, forecast, hurdles, needs_of, price_of, rations
from .notation import KINDS
from .table_scene import Scene
from .table_tank import last_phase
from .tanks import progress

PAGE = 80
SECOND_COLUMN = 12


def text_board(view: Any, width: int = PAGE) -> str:
    """The table as the view's observer sees it."""
    parts = [objective_lines(view), tank_lines(view)]
    if not view.over:
        parts.append(forecast_lines(view))
    parts += [people_lines(view), hand_lines(view)]
    return "\n\n".join("\n".join(wrapped(line, width) for line in lines) for lines in parts if lines) + "\n"


def wrapped(line: str, width: int) -> str:
    """A line, its rest below its second column, or a little to the right where it has none."""
    margin = " " * (SECOND_COLUMN if line.startswith("  ") else 2)
    return textwrap.fill(line, width, subsequent_indent=margin, break_on_hyphens=False)


def objective_lines(view: Any) -> list[str]:
    state, t = view.masked.state, view.game.texts
    lines = [t("table.text.objectives", need=state.need, all=state.objectives.bit_count())]
    for step in progress(view.game, list(state.tank)):
        if state.objectives >> step.number & 1:
            sign = t("table.text.on") if state.on >> step.number & 1 else t("table.text.off")
            lines.append(f"  {sign:<5}{step.name}: {step.words}")
    return lines


def tank_lines(view: Any) -> list[str]:
    """Fish by zones, each with its requirements; then the floor."""
    game, state, t = view.game, view.masked.state, view.game.texts
    degrees = t("table.text.degrees", degrees=state.degrees) if state.temperature else ""
    lines = [t("table.text.tank", fish=state.fish, food=rations(game, state)) + degrees]
    for bit, zone in enumerate(game.components["zones"]["names"]):
        here = [card for card in range(1, game.box.fish + 1) if state.tank[card] and game.box.zone[card] >> bit & 1]
        if here:
            lines.append(f"  {zone:<10}" + ", ".join(species(game, state, card) for card in here))
    floor = [card for card in range(game.box.fish + 1, game.box.kinds + 1) if state.tank[card]]
    if floor:
        lines.append(f"  {t('table.text.floor'):<10}" + ", ".join(counted(game, state.tank, card) for card in floor))
    if not state.fish and not floor:
        lines.append("  " + t("table.text.empty"))
    return lines


def species(game: Any, state: Any, card: int) -> str:
    """`neon x2 (school 2/3 !)`; unmet requirements have an exclamation mark."""
    needs = [need_text(game, need) for need in needs_of(game, state.tank, card)]
    return counted(game, state.tank, card) + (f" ({', '.join(needs)})" if needs else "")


def need_text(game: Any, need: Need) -> str:
    words = game.texts(f"need.{need.id}.short")
    if need.id == "school":
        words = f"{words} {need.short}"
    return str(words) if need.met else f"{words} !"


def counted(game: Any, numbers: Sequence[int] | dict[int, int], card: int) -> str:
    name = str(game.box.names[card])
    return name if numbers[card] == 1 else f"{name} x{numbers[card]}"


def forecast_lines(view: Any) -> list[str]:
    """What the Control Phase would do now; in the midst of one, the questions tell."""
    state, t = view.masked.state, view.game.texts
    if view.masked.decision() in ("eat", "starve", "expel"):
        return last_lines(view)
    if not state.fish:
        return last_lines(view)
    return [*last_lines(view), t("table.text.forecast"), *(f"  {step.title}: {step.words}" for step in forecast(view.game, state))]


def last_lines(view: Any) -> list[str]:
    """Who left in the latest Control Phase (or so far in this one), and why."""
    left = [f"{line['title']} ({line['words']})" for line in last_phase(Scene(view, ""))]
    return [view.game.texts("table.text.last", names=", ".join(left))] if left else []


def people_lines(view: Any) -> list[str]:
    """Open cards, deck, and how many cards everybody holds."""
    game, state, t = view.game, view.masked.state, view.game.texts
    row = ", ".join(counted(game, state.row, card) for card in range(1, game.box.kinds + 1) if state.row[card]) or t("table.text.none")
    lines = [] if state.unique_deck else [t("table.text.row", cards=row)]
    lines.append(t("table.text.deck", deck=state.deck_size, discards=state.discards_size))
    hands = []
    for seat, who in enumerate(view.seats):
        words = [t("table.text.cards", n=state.hand_size[seat])]
        hand = list(state.hands[seat * KINDS : (seat + 1) * KINDS])
        known = [counted(game, hand, card) for card in range(1, game.box.kinds + 1) if hand[card]]
        if known and (seat != view.observer or view.over):
            words.append(t("table.text.known" if not view.over else "table.text.held", cards=", ".join(known)))
        if seat == state.king and not view.over:
            words.append(t("table.text.king"))
        hands.append(f"  {who.name}: " + ", ".join(words))
    return lines + hands


def hand_lines(view: Any) -> list[str]:
    """The own hand with what each card costs now, and what is still missing to win."""
    game, state, t, seat = view.game, view.masked.state, view.game.texts, view.observer
    if seat < 0 or view.over:
        return []
    lines = [t("table.text.hand", n=state.hand_size[seat])]
    for card in range(1, game.box.kinds + 1):
        held = state.hands[seat * KINDS + card]
        if held:
            words = price_of(game, state, card, held if game.kinds[card].is_school else 1).words
            lines.append(f"  {counted(game, {card: held}, card):<10}{words}")
    missing = [hurdle.words for hurdle in hurdles(game, state, seat) if not hurdle.met]
    return [*lines, t("table.text.missing", words="; ".join(missing))] if missing else lines
