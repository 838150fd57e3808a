"""The table of Aqua Garden as plain text: the fair by sections, the sea, milestones, and everybody's six tanks as they lie on the board."""

import textwrap
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from .components import CARPET_NAMES
from .forecast import bag_left, oxygen, plain
from .notation import AD_WORDS, ADS, FINISHED, GROUP_WORDS, GROUPS, KIND_WORDS, KINDS, NONE, REGULAR, TANK_WORDS, WAITING
from .prompts import near_tanks

PAGE = 80
ROWS = ((0, 1, 2), (5, 4, 3))
"""Tanks as they lie: A B C above F E D."""


def text_board(view: Any, width: int = PAGE) -> str:
    """The table as the view's observer sees it."""
    order = sorted(range(view.masked.players), key=lambda seat: (seat != view.observer, seat))
    fair = [] if view.over else [fair_lines(view, width), sea_lines(view, width)]
    gardens = [garden_lines(view, seat, width) for seat in order]
    if view.legal and view.masked.decision() == "owner":        # what is asked about stands next to the question, also on a low screen
        parts = [milestone_lines(view, width), *reversed(gardens), *reversed(fair)]
    else:
        parts = [*fair, milestone_lines(view, width), *gardens]
    return "\n\n".join("\n".join(line.rstrip() for line in lines) for lines in parts if lines) + "\n"


def counted(counts: Sequence[int], names: Sequence[str] = KIND_WORDS) -> str:
    """`2 small, turtle`"""
    return ", ".join(names[kind] if n == 1 else f"{n} {names[kind]}" for kind, n in enumerate(counts) if n)


def wrapped(text: str, width: int, indent: int = 2) -> list[str]:
    return textwrap.wrap(text, width, subsequent_indent=" " * indent, break_on_hyphens=False) or [""]


def grid(cells: Sequence[str], width: int, columns: int) -> list[str]:
    """Cells side by side, each wrapped in its own column."""
    wide = (width - 2) // columns
    blocks = [textwrap.wrap(cell, wide - 2, subsequent_indent="  ", break_on_hyphens=False) or [""] for cell in cells]
    return ["  " + "".join(part.ljust(wide) for part in line) for line in zip_longest(*blocks, fillvalue="")]


def name(view: Any, token: int) -> str:
    return str(view.game.texts("lucy") if token == view.masked.players else view.seats[token].name)


# ---- the fair


def fair_lines(view: Any, width: int) -> list[str]:
    """A line for each section with the ad behind it."""
    state, t, box = view.masked.state, view.game.texts, plain(view.game.box)
    lines = wrapped(t("table.text.fair", n=state.bag_size, bag=counted(bag_counts(state))), width)
    row: list[str] = []
    for space in range(1, box.spaces + 1):
        row.append(f"{space} {there(view, space)}")
        if not box.fish_space[space] or space == box.spaces:
            lines += grid(row + [""] * (4 - len(row)), width, max(4, len(row)))
            row = []
    owners = owner_line(view)
    return lines + (wrapped(owners, width) if owners else [])


def bag_counts(state: Any) -> list[int]:
    left = dict(bag_left(state))
    return [left.get(kind, 0) for kind in range(KINDS)]


def there(view: Any, space: int) -> str:
    """What lies on a space, and who stands there."""
    state, t = view.masked.state, view.game.texts
    owners = [f"[{name(view, token)}]" for token in range(state.tokens) if state.owner[token] == space]
    tokens = counted([state.fair[space * REGULAR + kind] for kind in range(REGULAR)])
    return " ".join(owners + [tokens]).strip() or str(t("table.space.ad") if not plain(view.game.box).fish_space[space] else "-")


def owner_line(view: Any) -> str:
    """Who waits, who has left, in their order; in the last round what the places on Standby pay."""
    state, t = view.masked.state, view.game.texts
    parts = []
    for key, where in (("waiting", WAITING), ("left", FINISHED)):
        tokens = sorted((token for token in range(state.tokens) if state.owner[token] == where and state.standby[token]), key=lambda k: state.standby[k])
        if tokens:
            parts.append(t(f"table.text.{key}", names=", ".join(f"{state.standby[token]} {name(view, token)}" for token in tokens)))
    box = plain(view.game.box)
    if state.round == box.rounds[state.players]:
        places = range(1, 2 if state.players == 1 else len(box.standby) + 1)
        worth = [t(f"place.{place}") + f" {box.standby[place - 1]}" for place in places]
        parts.append(t("table.text.standby", points=", ".join(worth)))
    return " ".join(parts)


def sea_lines(view: Any, width: int) -> list[str]:
    """What is for sale, and what the ads would pay whose turn it is."""
    state, t = view.masked.state, view.game.texts
    lines = wrapped(t("table.text.sea", price=min(plain(view.game.box).price), tokens=counted(list(state.sea))), width)
    seat = view.observer if view.observer >= 0 else state.turn
    ads = [f"{AD_WORDS[number]} {t('table.ad.used') if state.ads_used >> number & 1 else state.ad_pay(seat, number)}" for number in range(ADS)]
    lines += wrapped(t("table.text.ads", who=name(view, seat), ads=", ".join(ads)), width)
    if state.advanced:
        lines += wrapped(t("table.text.beside", tokens=counted(list(state.side)) or "-"), width)
    return lines


# ---- milestones


def milestone_lines(view: Any, width: int) -> list[str]:
    state, t = view.masked.state, view.game.texts
    lines = [str(t("table.text.milestones"))]
    for group in range(GROUPS):
        if state.cards[group] != NONE:
            card = view.game.milestones[state.cards[group]]
            lines += wrapped(f"  {GROUP_WORDS[group]:<9}{counted(card.tank)}: {places(view, group, card)}", width, 11)
    return lines if len(lines) > 1 else []


def places(view: Any, group: int, card: Any) -> str:
    """`5 North, next 4`, with the reward while nobody has it."""
    state, t = view.masked.state, view.game.texts
    taken = [f"{card.points[place - 1]} {name(view, seat)}" for seat in range(state.players) if (place := state.achieved[seat * GROUPS + group])]
    parts = sorted(taken, reverse=True)
    if state.cubes[group] < len(card.points) and not (state.players == 1 and taken):
        parts.append(str(t("table.text.next", n=card.points[state.cubes[group]])))
    if not state.cubes[group]:
        rewards = [plain(view.game.box).rewards[group * KINDS + kind] for kind in range(KINDS)]
        parts.append(str(t("table.text.first", tokens=counted(rewards))))
    return ", ".join(parts)


# ---- aquariums


def garden_lines(view: Any, seat: int, width: int) -> list[str]:
    """Name, points, money; six tanks; what is in hand."""
    state, t = view.masked.state, view.game.texts
    points = t("table.points", n=state.scores()[seat])
    lines = wrapped(t("table.text.player", who=name(view, seat), points=points, funds=t("table.funds", n=state.funds[seat]), rest=about(view, seat)), width)
    for row in ROWS:
        lines += grid([tank_text(view, seat, tank) for tank in row], width, len(row))
    if seat == state.turn and not view.over:
        if held := counted(list(state.hand)):
            lines += wrapped("  " + t("table.text.hand", tokens=held), width)
        if won := counted(list(state.prize)):
            lines += wrapped("  " + t("table.text.prize", tokens=won), width)
    return lines


def about(view: Any, seat: int) -> str:
    """Where the employee stands, and what the bucket pays."""
    state, t = view.masked.state, view.game.texts
    if view.over or state.feeding[seat] == NONE:
        return ""
    card = view.game.feedings[state.feeding[seat]]
    tanks = " ".join(TANK_WORDS[tank] for tank in near_tanks(state, seat))
    kinds = " ".join(KIND_WORDS[kind] for kind in card.kinds)
    event = " ".join(f"{TANK_WORDS[tank]}*" for tank in range(len(TANK_WORDS)) if plain(view.game.box).event >> tank & 1)
    return str(t("table.text.about", carpet=CARPET_NAMES[state.carpet[seat]], tanks=tanks, card=card.name, kinds=kinds, event=event, n=state.feeding_pay(seat)))


def tank_text(view: Any, seat: int, tank: int) -> str:
    """`C* 5/6 turtle, 2 small`; the event tanks have a star, a tank out of order an exclamation mark."""
    state, box = view.masked.state, plain(view.game.box)
    held = state.tank(seat, tank)
    used, supply = oxygen(box, held)
    star = "*" if box.event >> tank & 1 else " "
    wrong = "!" if seat == state.turn and state.broken == tank else ""
    return f"{TANK_WORDS[tank]}{star} {used}/{supply}{wrong} {counted(held)}".rstrip()
