"""How Pocket Aquarium lies on the table, for a page: everything that `table.html.jinja` shows, made from a view."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from markupsafe import Markup, escape

from shoal.engine.game import Game
from shoal.engine.state import Rng
from shoal.engine.table import View, Words, signed, tone

from .notation import CELLS, COLUMNS, FIRST_SWAP, NO_ACTION, SIDE, SPENT, UNUSED, card_of, cell_text, row_of, side_of, text_cell
from .refusals import line_text, refusal
from .sheets import WAYS
from .table_grid import card_label, card_words, icon_of, noun, path_of, shadow, slide_arrow, stop_words, swap_arrows, watched
from .table_worth import Worth, lines, meter, specials


def board(view: View, draft: Mapping[str, str]) -> Words:
    """Context of `table.html.jinja`. `draft["select"]` is the move that the player has tapped, not played: a first tap on a card says `flip b3`."""
    scene = Scene(view, draft.get("select", ""))
    if scene.state.laid < CELLS:
        return {"say": scene.t, "cells": [], "stops": [], "where": ""}
    main, more = buttons(scene)
    context: Words = {
        "say": scene.t, "main": main, "more": more, "where": where_we_are(scene), "facts": {0: scene.t("table.facts", points=scene.worth.raw)},
        "rows": rows(scene), "stops": stop_words(scene.game, scene.state), "shadow": shadow(scene.state), "arrows": arrows(scene),
        "note": note(scene), "options": options(scene), "meter": meter(scene.worth, scene.then), "lines": lines(scene.worth),
        "specials": specials(scene.worth), "cannot": cannot(scene), "over": view.over, "deal": dealt(scene),
    }
    return context | prompt(scene)


class Scene:
    """What can be told from a view at one glance: what is asked, and what has been tapped."""

    def __init__(self, view: View, draft: str) -> None:
        self.view, self.game, self.state, self.t = view, view.game, view.masked.state, view.game.texts
        self.legal = [text for _, text in view.legal] if view.observer >= 0 and not view.over else []
        self.turn_number = sum(event.seat is not None for event in view.events) + 1
        """Of the turn that is open now, or would be."""
        self.feeding = bool(self.legal) and view.decision == "food_swap"
        self.move = draft if draft in self.legal else ""
        self.placing = self.move.startswith("feed ") and not self.feeding
        self.cell = self.chosen_cell()
        """The card whose choices are shown, -1 for none."""

    def chosen_cell(self) -> int:
        if self.feeding:
            return int(self.state.food) - 1
        return text_cell(self.move.split()[1]) if self.move and not self.placing else -1

    @property
    def turns(self) -> int:
        """How many turns this game has in all."""
        return self.turn_number - 1 + self.left

    @property
    def left(self) -> int:
        return int(self.state.tables.length[self.state.path] - self.state.stop)

    @cached_property
    def worth(self) -> Worth:
        return Worth.of(self.game, self.state)

    @cached_property
    def then(self) -> Worth | None:
        """After the move that is chosen."""
        return self.after(self.move) if self.move else None

    def after(self, move: str) -> Worth:
        world = self.view.masked.dealt(Rng(1))
        world.apply_action(0, self.game.text_to_action(move))
        return Worth.of(self.game, world)

    def gain(self, move: str) -> Words:
        """What the fish are worth after a move."""
        after = self.after(move)
        return {"points": after.raw, "gain": signed(after.raw - self.worth.raw), "tone": tone(after.raw - self.worth.raw)}

    def uses(self, cell: int) -> list[str]:
        name = cell_text(cell)
        return [text for text in self.legal if text == f"use {name}" or text.startswith(f"use {name} ")]

    def targets(self, cell: int) -> list[int]:
        """The cells with which a card may change places."""
        if self.feeding:
            return [text_cell(text.split()[1]) for text in self.legal]
        return [text_cell(text.split()[2]) for text in self.uses(cell) if text.count(" ") == 2]

    def card(self, cell: int) -> Any:
        return self.game.cards[card_of(self.state.faces[cell])]

    def noun(self, cell: int) -> str:
        return noun(self.game, self.card(cell))


# ---- around the board

def where_we_are(scene: Scene) -> str:
    if scene.view.over:
        return str(scene.t("table.where_over"))
    return str(scene.t("table.where", turn=scene.turn_number, turns=scene.turns))


def prompt(scene: Scene) -> Words:
    """Step and question, where the table has more to say than the game."""
    if scene.view.over:
        return {}
    sits = chips_sits(scene)
    words: Words = {"step": f"{scene.t('table.step', turn=scene.turn_number, turns=scene.turns, n=scene.left)} · {sits}"}
    if not scene.legal:
        return words
    if scene.placing:
        words |= {"ask": scene.t("table.ask.feed"), "because": scene.t("table.ask.feed_because")}
    elif scene.cell >= 0 and not scene.feeding:
        words["because"] = chosen_because(scene)
    if scene.placing and scene.move and scene.left == 1:
        words |= {"because": scene.t("table.ask.feed_last"), "bad": True}
    return words


def chips_sits(scene: Scene) -> str:
    """`Chips sits below column c`"""
    name = path_of(scene.game, scene.state)[scene.state.stop]
    return str(scene.t(f"table.sits.{name[0]}", line=name[1:]))


def chosen_because(scene: Scene) -> str:
    t, cell = scene.t, scene.cell
    words = {"name": scene.noun(cell), "cell": cell_text(cell)}
    uses = scene.uses(cell)
    if not uses:
        return str(t("table.chosen.flip_only", **words))
    return str(t("table.chosen.slide" if scene.targets(cell) == [] else "table.chosen.swap", **words))


def dealt(scene: Scene) -> str:
    """The deal as one line, to share: it alone fixes the whole game."""
    faces = [event.text.removeprefix("deal ") for event in scene.view.events if event.decision == "deal"]
    return " / ".join(" ".join(faces[at : at + SIDE]) for at in range(0, CELLS, SIDE)) if len(faces) == CELLS else ""


# ---- what can be pressed beside the board

def buttons(scene: Scene) -> tuple[Words | None, list[Words]]:
    """The main button, and one to let go."""
    if not scene.legal:
        return None, []
    if not scene.move:
        if scene.feeding:
            return {"label": scene.t("table.do.food"), "why": scene.t("table.do.food_why")}, []
        return {"label": scene.t("table.do.choose"), "why": scene.t("table.do.choose_why")}, []
    gain = scene.gain(scene.move)["gain"]
    return {"label": f"{move_name(scene, scene.move)}, {gain}", "cmd": scene.move}, [] if scene.feeding else [let_go(scene)]


def let_go(scene: Scene) -> Words:
    return {"label": scene.t("table.do.another"), "ui": "clear", "id": "let-go"}


def move_name(scene: Scene, move: str) -> str:
    """A move in a few words: `Swap b3 with d4`."""
    verb, *rest = move.split()
    if verb == "flip":
        return str(scene.t("table.do.flip", cell=rest[0]))
    if verb == "use":
        return str(scene.t("table.do.swap", cell=rest[0], other=rest[1]) if len(rest) == 2 else slide_name(scene, text_cell(rest[0]), "table.do"))
    if len(rest[0]) == 1:
        return str(scene.t("table.do.feed", column=rest[0]))
    return str(scene.t("table.do.swap", cell=f"{rest[0][0]}1", other=rest[0]))


def slide_name(scene: Scene, cell: int, where: str) -> str:
    """`Slide row 3 right`; a swap that finds no card moves nothing (R11)."""
    icon = icon_of(scene.game, scene.state.faces[cell])
    if not icon.startswith("slide"):
        return str(scene.t("table.do.nothing", cell=cell_text(cell)))
    line = scene.t("line.row", name=row_of(cell) + 1) if icon[-1] in "we" else scene.t("line.column", name=COLUMNS[cell % SIDE])
    return str(scene.t(f"{where}.{icon}", line=line))


# ---- the grid

def rows(scene: Scene) -> list[Words]:
    cells = [cell_words(scene, cell) for cell in range(CELLS)]
    glowing = [cell for cell in cells if cell["glows"]]
    for number, cell in enumerate(glowing, 1):
        cell["key"] = str(number) if number <= 9 else ""
    return [{"cells": cells[at : at + SIDE]} for at in range(0, CELLS, SIDE)]


def cell_words(scene: Scene, cell: int) -> Words:
    """A cell with its card, and what a tap on it does: choose the card, choose what it changes places with, or play what is chosen."""
    name = cell_text(cell)
    words: Words = {
        "name": name, "row": row_of(cell) + 2, "col": cell % SIDE + 2, "zone": f"at-{name}", "card": card_words(scene.game, scene.state, cell),
        "label": card_label(scene.game, scene.state, cell), "chosen": False, "glows": False, "key": "", "why": "", "press": "", "value": "",
    }
    if not scene.legal:
        return words
    if cell in (scene.targets(scene.cell) if scene.cell >= 0 else []):
        move = f"feed {name}" if scene.feeding else f"use {cell_text(scene.cell)} {name}"
        words |= {"glows": True, "label": f"{scene.t('table.cell.swap', cell=cell_text(scene.cell))}: {words['label']}"} | tap(scene, move)
    elif cell == scene.cell:
        words |= {"chosen": True} | ({} if scene.feeding else {"press": "cmd", "value": scene.move})
    elif f"flip {name}" in scene.legal:
        words |= {"press": "select", "value": f"flip {name}", "glows": scene.cell < 0 and not scene.placing}
    else:
        key = "table.cell.watched" if watched(scene.state, cell) else "table.cell.food"
        words["why"] = scene.t(key, line=line_text(scene.state) if watched(scene.state, cell) else "")
    return words


def tap(scene: Scene, move: str) -> Words:
    """The first tap chooses a move, the second plays it."""
    chosen = move == scene.move
    return {"press": "cmd" if chosen else "select", "value": move, "chosen": chosen}


def arrows(scene: Scene) -> list[str]:
    """What the chosen card can do."""
    if scene.cell < 0:
        return []
    if scene.move.startswith("use") and scene.move.count(" ") == 2:
        return swap_arrows(scene.cell, [text_cell(scene.move.split()[2])])
    if scene.feeding and scene.move:
        return swap_arrows(scene.cell, [text_cell(scene.move.split()[1])])
    targets = scene.targets(scene.cell)
    slides = [text for text in scene.uses(scene.cell) if text.count(" ") == 1] and icon_of(scene.game, scene.state.faces[scene.cell]).startswith("slide")
    return slide_arrow(scene.game, scene.state, scene.cell) if slides else swap_arrows(scene.cell, targets)


def note(scene: Scene) -> str:
    """Below the grid: what Chips does."""
    if scene.view.over:
        return ""
    state, t = scene.state, scene.t
    names = path_of(scene.game, state)
    following = names[(state.stop + 1) % len(names)]
    last = state.stop + 1 == len(names)
    then = t("table.note.home") if last else t("table.note.next", stop=t(f"table.stop.{following[0]}", line=following[1:]))
    now = t("table.note.watches", line=line_text(state)) if shadow(state) else t("table.note.corner")
    return f"{now} {then}"


def cannot(scene: Scene) -> list[Words]:
    """What does not go now, and why."""
    state, t = scene.state, scene.t
    if not scene.legal or scene.feeding:
        return []
    found: list[Words] = []
    here = [cell for cell in range(CELLS) if watched(state, cell)]
    if here:
        found.append({"code": f"flip {cell_text(here[0])} … {cell_text(here[-1])}", "why": t("table.cannot.watched", line=line_text(state))})
    for cell in range(CELLS):
        if state.barred == card_of(state.faces[cell]) + 1 and not watched(state, cell):
            found.append({"code": f"use {cell_text(cell)}", "why": t("table.cannot.barred")})
    for column in range(SIDE):
        if state.food == UNUSED and f"feed {COLUMNS[column]}" not in scene.legal:
            reason, _ = refusal(state, scene.game.text_to_action(f"feed {COLUMNS[column]}"))
            found.append({"code": f"feed {COLUMNS[column]}", "why": reason[:1].upper() + reason[1:] + "."})
    return found


# ---- the choices of a card

def options(scene: Scene) -> Words | None:
    """The panel beside the grid: what the chosen card can do, or how to begin."""
    if not scene.legal:
        return None
    t = scene.t
    if scene.feeding:
        column = COLUMNS[scene.state.food - 1]
        return {"title": t("table.options.food", column=column), "small": "", "items": [swap_option(scene, scene.cell, text) for text in scene.legal]}
    if scene.placing:
        feeds = [feed_option(scene, text) for text in scene.legal if text.startswith("feed ")]
        return {"title": t("table.options.feed"), "small": t("table.options.once"), "items": feeds}
    feed = [feeding_option(scene)]
    if scene.cell < 0:
        return {"title": t("table.options.begin"), "small": "", "lead": lead(scene), "items": feed}
    card, face = scene.card(scene.cell), scene.state.faces[scene.cell]
    small = t("table.options.card", card=card.id, way=t(f"sheet.way.{WAYS[side_of(face)]}"))
    title = t("table.options.title", name=scene.noun(scene.cell), cell=cell_text(scene.cell))
    return {"title": title, "small": small, "items": [flip_option(scene), *use_options(scene), *feed]}


def lead(scene: Scene) -> str:
    """How to begin; on the first turn also what it is all about."""
    how = str(scene.t("table.options.lead"))
    return f"{scene.t('table.options.aim', win=scene.game.box.win_from)} {how}" if scene.turn_number == 1 else how


def option(scene: Scene, move: str, icon: str, title: str, small: str) -> Words:
    return {"icon": icon, "title": title, "code": move, "small": small, "id": "do-" + move.replace(" ", "-")} | scene.gain(move) | tap(scene, move)


def flip_option(scene: Scene) -> Words:
    cell = scene.cell
    face = scene.state.faces[cell]
    small = scene.t("table.options.then", way=scene.t(f"sheet.way.{WAYS[1 - side_of(face)]}"))
    if scene.game.box.pattern[face] != scene.game.box.pattern[face ^ 1]:
        small = f"{small}; {scene.t('table.options.action_turns')}"
    return option(scene, f"flip {cell_text(cell)}", "flip", scene.t("table.options.flip"), change(scene, f"flip {cell_text(cell)}") or small)


def use_options(scene: Scene) -> list[Words]:
    """The action of the chosen card; if it cannot be used, why."""
    cell = scene.cell
    pattern = scene.game.box.pattern[scene.state.faces[cell]]
    uses = scene.uses(cell)
    if uses:
        return [slide_option(scene, cell, text) if text.count(" ") == 1 else swap_option(scene, cell, text) for text in uses]
    if pattern == NO_ACTION:
        return []
    reason, rule = refusal(scene.state, scene.game.text_to_action(f"use {cell_text(cell)}"))
    icon = icon_of(scene.game, scene.state.faces[cell])
    title = scene.t("table.options.use_slide" if pattern < FIRST_SWAP else "table.options.use_swap")
    return [{"icon": icon, "title": title, "code": "", "small": f"{reason[:1].upper()}{reason[1:]} ({rule}).", "off": True, "points": "", "id": "do-nothing"}]


def slide_option(scene: Scene, cell: int, move: str) -> Words:
    icon = icon_of(scene.game, scene.state.faces[cell])
    return option(scene, move, icon, slide_name(scene, cell, "table.options"), change(scene, move) or scene.t("table.options.round"))


def swap_option(scene: Scene, cell: int, move: str) -> Words:
    other = text_cell(move.split()[-1])
    icon = "food" if scene.feeding else icon_of(scene.game, scene.state.faces[cell])
    title = scene.t("table.options.swap", name=scene.noun(other), cell=cell_text(other))
    return option(scene, move, icon, title, change(scene, move))


def feeding_option(scene: Scene) -> Words:
    """To begin feeding, while the food is there."""
    t = scene.t
    words: Words = {"icon": "food", "title": t("table.options.feed"), "code": "feed", "small": t("table.options.feed_small"), "id": "do-feed", "chosen": False}
    if scene.state.food == SPENT:
        return words | {"off": True, "small": t("table.options.feed_spent"), "points": "", "code": ""}
    first = next((text for text in scene.legal if text.startswith("feed ")), "")
    if not first:
        return words | {"off": True, "small": t("table.options.feed_last"), "points": "", "code": ""}
    return words | {"press": "select", "value": first, "points": t("table.options.unused"), "gain": "", "tone": ""}


def feed_option(scene: Scene, move: str) -> Words:
    """One column to place the food above; what its three swaps would be worth."""
    column = COLUMNS.index(move.split()[1])
    top = scene.noun(column)
    small = scene.t("table.options.column_small", name=top, others=named_cards(scene, [row * SIDE + column for row in range(1, SIDE)]))
    return option(scene, move, "food", scene.t("table.options.column", column=COLUMNS[column]), small) | {"points": "", "gain": "", "tone": ""}


def named_cards(scene: Scene, cells: Sequence[int]) -> str:
    words = [scene.noun(cell) for cell in cells]
    return f"{', '.join(words[:-1])} {scene.t('table.or')} {words[-1]}"


def change(scene: Scene, move: str) -> str:
    """What a move does to groups and special cards, in words: `Angelfish: school of 4`."""
    after, before, t = scene.after(move), scene.worth, scene.t
    was = {line["symbol"]: (line["points"], line["what"]) for line in lines(before)}
    said = [f"{line['name']}: {line['what']}" for line in lines(after) if (line["points"], line["what"]) != was[line["symbol"]]]
    stood = {words["symbol"]: words["right"] for words in specials(before)}
    for words in specials(after):
        if words["right"] != stood[words["symbol"]]:
            said.append(t("table.change.right" if words["right"] else "table.change.wrong", name=t.get(f"table.short.{words['symbol']}", words["symbol"])))
    return "; ".join(said)


# ---- the score page

def score_board(view: View, seat: int, lit: frozenset[str]) -> Words:
    """Context of `score.html.jinja`: the final grid with the cards of a line lit."""
    state = view.masked.state
    cells = [
        {"name": cell_text(cell), "lit": cell_text(cell) in lit, "card": card_words(view.game, state, cell), "label": card_label(view.game, state, cell)}
        for cell in range(CELLS)
    ] if state.laid == CELLS else []
    return {"cells": cells, "any_lit": bool(lit), "label": ", ".join(str(cell["label"]) for cell in cells if cell["lit"] or not lit)}


# ---- what just happened

def log_heading(game: Game, event: Any) -> str:
    """`Turn 3`; the deal has no heading."""
    return "" if event.seat is None else str(game.texts("table.log.turn", n=event.index - CELLS + 1))


def log_line(game: Game, event: Any, names: Sequence[str]) -> str:
    """A move in one short sentence, with its notation; the deal is one line."""
    t = game.texts
    if event.seat is None:
        return str(t("table.log.deal")) if event.index == CELLS - 1 else ""
    verb, *rest = event.text.split()
    who = names[event.seat]
    key = {"flip": "flip", "use": "slide" if len(rest) == 1 else "swap", "feed": "feed" if len(rest[0]) == 1 else "food"}[verb]
    words = t(f"table.log.{key}", who=who, cell=rest[0], other=rest[-1], column=rest[0][0])
    return Markup("{} <code>{}</code>").format(words, escape(event.text))


def replay_caption(game: Game, event: Any, names: Sequence[str]) -> str:
    return log_line(game, event, names)
