"""How Fish Tank lies on the table, for a page: everything that `table.html.jinja` shows, made from a view.

A view holds a mask and the table's own public facts, so nothing hidden can get here. Numbers are the scorer's.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from shoal.engine.errors import UnknownText
from shoal.engine.game import Game
from shoal.engine.table import View, Words, signed, tone

from .checks import passing_round
from .notation import FLIPPED, HIDDEN, KEPT, KINDS, NONE, WIDTH, cell_text, column_of, row_of, text_cell
from .table_guide import a_noun, guide, noun
from .table_tank import Tank, best_of
from .table_typed import face_of, typed_layout

__all__ = ["board", "log_heading", "log_line", "score_board", "typed_layout"]

CROWD = 4
"""From so many players on, the round's cards are drawn smaller."""

LETTERS = "abcdefg"


def board(view: View, draft: Mapping[str, str]) -> Words:
    """Context of `table.html.jinja`. `draft["select"]` is what this observer has tapped but not played, such as `place e3`."""
    scene = Scene(view, draft.get("select", ""))
    main, more = buttons(scene)
    own_seat = scene.me if scene.mine is not None and not view.over else None
    context: Words = {
        "say": view.game.texts, "main": main, "more": more, "where": where_we_are(scene), "facts": facts(scene),
        "own": None, "hand": None, "passing": None, "round": None, "slots": [], "crowd": scene.players >= CROWD,
        "tanks": [aquarium(scene, seat) for seat in range(scene.players) if seat != own_seat],
    }
    by_kind = scene.mine.worth.by_kind if scene.mine is not None else (0,) * (view.game.box.kinds + 1)
    context |= {"guide": guide(view.game, by_kind), "counted": scene.mine is not None}
    if not view.over:
        context |= {"round": this_round(scene), "slots": [slot(scene, seat) for seat in range(scene.players)]}
        if own_seat is not None:
            context |= {"own": own(scene), "hand": hand(scene), "passing": passing(scene)} | question(scene)
            number_keys([cell for row in context["own"]["rows"] for cell in row["cells"]] + context["hand"]["cards"])
    return context


class Scene:
    """What can be told from a view at one glance: what is asked of the observer, and the own aquarium with what was chosen so far."""

    def __init__(self, view: View, draft: str) -> None:
        self.view, self.game, self.state = view, view.game, view.masked.state
        self.t = view.game.texts
        self.players = int(self.state.players)
        self.stage = view.masked.decision()
        """What all are asked now; an own answer in two steps may be further."""
        self.me: int | None = view.observer if view.observer >= 0 else None
        self.legal = [text for _, text in view.legal] if not view.chosen else []
        self.asked = "" if not self.legal else "flip" if self.legal[0] == "keep" else self.legal[0].split()[0]
        self.chosen = draft if draft in self.legal else self.legal[0] if len(self.legal) == 1 else ""
        self.rounds = rounds_shown(view)
        self.read_own()

    def read_own(self) -> None:
        """The own sealed choices, committed or drafted, laid on the own aquarium."""
        self.picked = self.new_cell = self.flipped_cell = -1
        self.mine: Tank | None = None
        if self.me is None:
            return
        state, me = self.state, self.me
        drafted = [self.game.action_to_text(action) for action in self.view.draft]
        self.mine = Tank.of(state, me)
        self.picked = self.kind_named(drafted, state.picked[me])
        self.new_cell = cell_named("place", drafted, state.placed[me] - 1)
        self.flipped_cell = cell_named("flip", drafted, state.flipped[me] - 1 if state.flipped[me] != KEPT else -1)
        if self.new_cell >= 0 and state.revealed[me] > 0:
            self.mine = self.mine.with_card(self.new_cell, state.revealed[me])
        if self.flipped_cell >= 0:
            self.mine = self.mine.flipped(self.flipped_cell)

    def kind_named(self, drafted: list[str], committed: int) -> int:
        for text in drafted:
            if text.startswith("pick "):
                return self.number(text[5:])
        return committed if committed > 0 else -1

    def number(self, kind_id: str) -> int:
        return int(self.state.box.names.index(kind_id))

    def is_awaited(self, seat: int) -> bool:
        return seat in self.view.waiting_for

    def has_sealed(self, seat: int) -> bool:
        """Public: that a seat has chosen, never what."""
        state = self.state
        committed = {"pick": state.picked, "place": state.placed, "flip": state.flipped}.get(self.stage)
        return seat in self.view.answered or committed is not None and committed[seat] != NONE

    @property
    def chosen_cell(self) -> int:
        """The cell that is tapped now, or -1."""
        return cell_named(self.asked, [self.chosen], -1)

    @property
    def chosen_kind(self) -> int:
        return self.number(self.chosen[5:]) if self.chosen.startswith("pick ") else -1

    def kind(self, number: int) -> Any:
        return self.game.kinds[number]

    @property
    def laid(self) -> Any:
        """The kind that the observer is placing in this round."""
        return self.kind(self.state.revealed[self.me]) if self.me is not None and self.state.revealed[self.me] > 0 else None


def cell_named(word: str, texts: Sequence[str], otherwise: int) -> int:
    """The cell of the first text such as `place e3`."""
    for text in texts:
        if text.startswith(f"{word} "):
            try:
                return text_cell(text[len(word) + 1 :])
            except UnknownText:
                continue
    return otherwise if otherwise >= 0 else -1


def rounds_shown(view: View) -> dict[tuple[int, int], int]:
    """The round in which each card was placed, from what this observer has been told: it names the card for as long as it lies."""
    placed = [event for event in view.events if event.decision == "place" and event.text.startswith("place ")]
    return {(event.seat, text_cell(event.text[6:])): event.turn for event in placed}


# ---- around the board

def question(scene: Scene) -> Words:
    """The line below the question, where a tapped place or card has more to say than the game."""
    cell = scene.chosen_cell
    if cell < 0 or scene.mine is None or scene.asked not in ("place", "flip"):
        return {}
    kind = scene.laid if scene.asked == "place" else scene.kind(scene.mine.shown(cell))
    gain = (scene.mine.gains(kind.number, [cell]) if scene.asked == "place" else scene.mine.flip_gains([cell]))[cell]
    words = scene.t(f"table.would.{scene.asked}", kind=noun(scene.game, kind), cell=cell_text(cell), gain=signed(gain), total=scene.mine.total + gain)
    return {"because": words}


def where_we_are(scene: Scene) -> str:
    """`Round 11 of 16 · passing right`"""
    state, box = scene.state, scene.game.box
    if scene.view.over:
        return str(scene.t("table.where_over"))
    way = "left" if box.directions[(state.round - 1) // box.hand] > 0 else "right"
    return str(scene.t(f"table.where_{way}", round=state.round, rounds=box.rounds))


def facts(scene: Scene) -> dict[int, str]:
    """What is open to all about each seat."""
    key = "table.total" if scene.view.over else "table.facts"
    points = [Tank.of(scene.state, seat).total for seat in range(scene.players)]
    return {seat: str(scene.t(key, points=points[seat], n=points[seat] if scene.view.over else scene.state.hand_size[seat])) for seat in range(scene.players)}


# ---- what can be pressed beside the board

def buttons(scene: Scene) -> tuple[Words | None, list[Words]]:
    """The main button and those beside it."""
    t, chosen = scene.t, scene.chosen
    if scene.asked == "pick" and chosen:
        return {"label": t("table.do.pick", kind=noun(scene.game, scene.kind(scene.chosen_kind))), "cmd": chosen}, []
    if scene.asked == "place" and chosen:
        cell = cell_text(scene.chosen_cell)
        more = {"label": t("table.do.then_flip"), "cmd": chosen, "id": "then-flip"}
        return {"label": t("table.do.place", cell=cell), "cmd": f"{chosen} keep"}, [more]
    if scene.asked == "flip":
        keep = {"label": t("table.do.keep"), "cmd": "keep", "id": "keep-all"}
        if scene.chosen_cell >= 0:
            return {"label": t("table.do.flip", cell=cell_text(scene.chosen_cell)), "cmd": chosen}, [keep]
        return keep, []
    return None, []


def tap(scene: Scene, text: str) -> Words:
    """The button of a legal move: the first tap chooses it, the second plays it. Without scripts both are ordinary forms."""
    chosen = text == scene.chosen
    return {"name_of": "cmd" if chosen else "select", "value": text, "chosen": chosen}


def number_keys(pieces: Sequence[Words]) -> None:
    """The keys 1 to 9 choose the first glowing pieces."""
    glowing = [piece for piece in pieces if "name_of" in piece]
    for number, piece in enumerate(glowing, 1):
        piece["key"] = str(number) if number <= 9 else ""


# ---- the own aquarium

def own(scene: Scene) -> Words:
    """The lattice of the observer: only rows and columns that some frame still reaches."""
    tank = scene.mine
    assert tank is not None
    gains = own_gains(scene, tank)
    best, best_cells = best_of(gains) if scene.asked == "place" else (0, [])
    cells = [own_cell(scene, tank, row * WIDTH + column, gains) for row in tank.rows for column in tank.columns]
    even = scene.asked != "flip" and len(gains) > 1 and same_everywhere(gains) is not None
    for cell in cells:
        cell["best"] = best > 0 and cell["cell"] in best_cells and not even
        cell["signed"] = cell["sort"] == "flip" or cell["chosen"] or cell["gain"] != 0 and not even
    return lattice(scene, tank, cells) | {
        "label": scene.t(f"table.grid.{scene.asked or 'still'}"), "note": own_note(scene, gains), "facts": tank_facts(scene, tank), "total": tank.total,
        "asked": scene.asked,
    }


def own_gains(scene: Scene, tank: Tank) -> dict[int, int]:
    """What the choice that is being made would change, by cell."""
    legal_cells = [text_cell(text.split()[1]) for text in scene.legal if " " in text and scene.asked != "pick"]
    if scene.asked == "place":
        return tank.gains(scene.laid.number, legal_cells)
    if scene.asked == "flip":
        return tank.flip_gains(legal_cells)
    if scene.asked == "pick" and scene.chosen_kind > 0:
        return tank.gains(scene.chosen_kind, tank.free())
    return {}


def own_cell(scene: Scene, tank: Tank, cell: int, gains: dict[int, int]) -> Words:
    words = placed(scene, tank, cell)
    name, gain = words["name"], gains.get(cell, 0)
    words |= {"sign": signed(gain), "gain": gain, "tone": tone(gain), "sort": "card" if words["card"] else "hole", "new": cell == scene.new_cell}
    if scene.asked == "place" and cell in gains:
        words |= tap(scene, f"place {name}") | {"sort": "ghost", "try": face(scene, scene.laid.number)}
        words["label"] = scene.t("table.cell.place", kind=noun(scene.game, scene.laid), cell=name, gain=signed(gain))
    elif scene.asked == "flip" and cell in gains:
        words |= tap(scene, f"flip {name}") | {"sort": "flip"}
        words["label"] = scene.t("table.cell.flip", kind=noun(scene.game, scene.kind(tank.shown(cell))), cell=name, gain=signed(gain))
    return words


def own_note(scene: Scene, gains: dict[int, int]) -> str:
    """One line below the lattice: what the signs mean, what lies sealed, and why other places are plain."""
    t, kind = scene.t, noun(scene.game, scene.laid) if scene.laid else ""
    if scene.asked == "pick" and scene.chosen_kind > 0:
        kind = noun(scene.game, scene.kind(scene.chosen_kind))
        even = same_everywhere(gains)
        key = "table.note.pick" if even is None else "table.note.pick_even" if even else "table.note.pick_none"
        return str(t(key, kind=kind, gain=signed(even or 0)))
    if scene.asked == "place":
        even = same_everywhere(gains)
        if scene.state.count[scene.me] == 0:
            return str(t("table.note.first"))
        key = "table.note.place" if even is None else "table.note.place_even" if even else "table.note.place_none"
        return str(t(key, kind=kind, gain=signed(even or 0)))
    if scene.asked == "flip":
        unseen = scene.new_cell >= 0 and not scene.state.seat_order
        return str(t("table.note.flip_new", kind=kind, cell=cell_text(scene.new_cell)) if unseen else t("table.note.flip"))
    if scene.new_cell >= 0:
        return str(t("table.note.sealed", kind=kind, cell=cell_text(scene.new_cell)))
    return ""


def same_everywhere(gains: dict[int, int]) -> int | None:
    """The gain, if it is the same on every place; then it need not stand on all of them."""
    return next(iter(gains.values())) if len(set(gains.values())) == 1 else None


def tank_facts(scene: Scene, tank: Tank) -> str:
    """`10 of 16 cards · 2 frames still possible: rows 2–5 or 3–6`"""
    t, side = scene.t, tank.box.side
    facts = [t("table.cards", n=tank.count, all=side * side)]
    if tank.count == 0:
        return str(facts[0])
    spans = []
    if 1 < len(tank.tops) < side and len(tank.lefts) < side:
        spans.append(t("table.rows", spans=_or(t, [f"{top + 1}–{top + side}" for top in tank.tops])))
    if 1 < len(tank.lefts) < side and len(tank.tops) < side:
        spans.append(t("table.columns", spans=_or(t, [f"{LETTERS[left]}–{LETTERS[left + side - 1]}" for left in tank.lefts])))
    facts.append(t("table.frames", n=tank.frames) + (": " + ", ".join(spans) if spans else ""))
    return " · ".join(facts)


def _or(t: Any, parts: list[str]) -> str:
    return f"{', '.join(parts[:-1])} {t('table.or')} {parts[-1]}" if len(parts) > 1 else parts[0]


# ---- any aquarium

def lattice(scene: Scene, tank: Tank, cells: list[Words]) -> Words:
    """Rows of cells with their axes, and brackets for the frames still possible, once they say something."""
    wide, high, side = len(tank.columns), len(tank.rows), tank.box.side
    down = tank.tops if 1 < len(tank.tops) < side else range(0)
    across = tank.lefts if 1 < len(tank.lefts) < side else range(0)
    rows = [
        {"name": str(row + 1), "row": i + 2, "cells": cells[i * wide : (i + 1) * wide]}
        for i, row in enumerate(tank.rows)
    ]
    return {
        "columns": [{"name": LETTERS[column], "col": i + 2} for i, column in enumerate(tank.columns)], "rows": rows,
        "size": f"wide-{wide} size-{max(wide, high)} lanes-{len(down)}",
        "down": [{"row": i + 2, "col": wide + 2 + i, "n": i + 1} for i in range(len(down))],
        "across": [{"row": high + 2 + i, "col": i + 2, "n": i + 1} for i in range(len(across))],
    }


def placed(scene: Scene, tank: Tank, cell: int) -> Words:
    """A cell of an aquarium and the card on it."""
    name = cell_text(cell)
    words: Words = {
        "cell": cell, "name": name, "row": row_of(cell) - tank.rows[0] + 2, "col": column_of(cell) - tank.columns[0] + 2, "card": None, "label": name,
        "zone": f"at-{name}" if tank.seat == scene.me else f"at-{tank.seat + 1}-{name}", "chosen": False,
    }
    if tank.cells[cell]:
        words["card"] = face(scene, tank.shown(cell)) | {"vt": piece_id(scene, tank.seat, cell)}
        words["label"] = card_label(scene, tank, cell)
    return words


def card_label(scene: Scene, tank: Tank, cell: int) -> str:
    """`e3 plant, danio beneath`: both sides are public."""
    kind = scene.kind(tank.shown(cell))
    beneath = scene.kind(tank.cells[cell] % FLIPPED)
    if tank.cells[cell] >= FLIPPED:
        return str(scene.t("table.cell.beneath", cell=cell_text(cell), kind=noun(scene.game, kind), beneath=noun(scene.game, beneath)))
    return f"{cell_text(cell)} {noun(scene.game, kind)}"


def piece_id(scene: Scene, seat: int, cell: int) -> str:
    """A card keeps its name from the moment all have seen it: seat and round."""
    number = scene.state.round if seat == scene.me and cell == scene.new_cell else scene.rounds.get((seat, cell), 0)
    return f"ft-{seat + 1}-{number}" if number else f"ft-{seat + 1}-{cell_text(cell)}"


def face(scene: Scene, number: int) -> Words:
    """How a kind is drawn."""
    return face_of(scene.game, scene.kind(number))


def aquarium(scene: Scene, seat: int) -> Words:
    """Somebody's aquarium, small (the frame that pays most now) and large (all reachable cells)."""
    tank = Tank.of(scene.state, seat)
    by_kind = tank.worth.by_kind
    lines = [kind_points(scene, number, by_kind[number]) for number in range(1, len(by_kind)) if by_kind[number]]
    large = lattice(scene, tank, [placed(scene, tank, row * WIDTH + column) for row in tank.rows for column in tank.columns])
    under = scene.t("table.peek.large") if scene.view.over else scene.t("table.frames_left", n=tank.frames)
    return {
        "seat": seat, "total": tank.total, "facts": tank_facts(scene, tank), "under": under, "large": large, "lines": lines,
        "small": [[placed(scene, tank, cell) for cell in row] for row in tank.frame_or_cards()], "loose": 0 if tank.frames == 1 else tank.breadth,
    }


def kind_points(scene: Scene, number: int, points: int) -> Words:
    return face(scene, number) | {"points": points}


# ---- the hand, and where it goes

def hand(scene: Scene) -> Words:
    """The own hand by kind, so that the order of arrival tells nothing."""
    state, me = scene.state, scene.me
    assert me is not None
    cards: list[Words] = []
    for number in range(1, state.tables.animals + 1):
        copies = state.hands[me * KINDS + number] - (1 if number == scene.picked and scene.stage == "pick" else 0)
        for copy in range(copies):
            cards.append(hand_card(scene, number, copy))
    return {"cards": cards, "size": len(cards), "why": hand_note(scene, len(cards))}


def hand_card(scene: Scene, number: int, copy: int) -> Words:
    kind = scene.kind(number)
    words = face(scene, number) | {"id": f"hand-{kind.id}" + (f"-{copy + 1}" if copy else ""), "legal": False, "chosen": False}
    text = f"pick {kind.id}"
    if scene.asked == "pick" and text in scene.legal:
        words |= tap(scene, text) | {"legal": True} | price(scene, number)
        words["chosen"] = words["chosen"] and copy == 0
        words["label"] = scene.t("table.hand.pick", kind=a_noun(scene.game, kind), price=words["price"])
    return words


def price(scene: Scene, number: int) -> Words:
    """What the best place for a card would bring now."""
    assert scene.mine is not None
    most, cells = best_of(scene.mine.gains(number, scene.mine.free()))
    if most == 0:
        return {"price": scene.t("table.hand.nothing"), "tone": ""}
    key = "table.hand.on" if len(cells) == 1 else "table.hand.somewhere"
    return {"price": scene.t(key, gain=signed(most), cell=cell_text(cells[0])), "tone": tone(most)}


def hand_note(scene: Scene, size: int) -> str:
    if scene.asked == "pick":
        return ""
    if size == 0:
        return str(scene.t("table.hand.empty"))
    return str(scene.t("table.hand.not_now"))


def passing(scene: Scene) -> Words:
    """From whom the hand comes and to whom it goes after this round."""
    state, me = scene.state, scene.me
    assert me is not None
    box = scene.game.box
    number = passing_round(state)
    step = box.directions[(number - 1) // box.hand]
    last = number % box.hand == 0
    key = "table.passing.last" if last else "table.passing.early" if state.pass_first else "table.passing.after"
    return {
        "here": not last, "from": (me - step) % scene.players, "to": (me + step) % scene.players, "me": me, "words": scene.t(key),
    }


# ---- what all are doing in this round

def this_round(scene: Scene) -> Words:
    """Heading of the cards of this round."""
    decision = scene.stage or "place"
    key = "pick" if decision == "pick" else "turns" if scene.state.seat_order else "place"
    return {"title": scene.t(f"table.round.{key}"), "note": scene.t(f"table.round.{key}_note"), "number": scene.state.round, "rounds": scene.game.box.rounds}


def slot(scene: Scene, seat: int) -> Words:
    """The place of a seat's card of this round. What is sealed looks the same whatever it is."""
    state, decision = scene.state, scene.stage
    sealed = scene.has_sealed(seat)
    words: Words = {"seat": seat, "zone": f"shown-{seat + 1}", "card": None, "sort": "empty", "new": False}
    if decision == "pick":
        if seat == scene.me and scene.picked > 0:
            words |= {"sort": "card", "card": face(scene, scene.picked) | {"vt": ""}}
        elif sealed:
            words["sort"] = "back"
    elif state.revealed[seat] not in (NONE, HIDDEN):
        on_lattice = seat == scene.me and scene.new_cell >= 0
        words |= {"sort": "card", "card": face(scene, state.revealed[seat]) | {"vt": "" if on_lattice else f"ft-{seat + 1}-{state.round}"}}
    return words | status(scene, seat, sealed)


def status(scene: Scene, seat: int, sealed: bool) -> Words:
    """Sealed, choosing or done, with a sign and a word."""
    decision = scene.stage
    if scene.state.seat_order and decision != "pick" and scene.state.revealed[seat] == NONE and not scene.is_awaited(seat):
        return {"icon": "check", "word": scene.t("table.slot.lies"), "state": "done"}
    if sealed and not scene.is_awaited(seat):
        return {"icon": "lock", "word": scene.t("table.slot.sealed"), "state": "done"}
    if scene.is_awaited(seat):
        return {"icon": "wait", "word": scene.t(f"{scene.view.decision}.doing"), "state": "awaited"}
    return {"icon": "wait", "word": scene.t("table.slot.later"), "state": ""}


# ---- the score page

def score_board(view: View, seat: int, lit: frozenset[str]) -> Words:
    """Context of `score.html.jinja`: the frame that pays, with the cards that earn a line (their places) lit."""
    scene = Scene(view, "")
    tank = Tank.of(scene.state, seat)
    cells = [placed(scene, tank, cell) for row in tank.best_frame() for cell in row]
    for cell in cells:
        cell["lit"] = cell["name"] in lit
    return {"cells": cells, "any_lit": bool(lit), "label": ", ".join(cell["label"] for cell in cells if cell["card"] and (cell["lit"] or not lit))}


# ---- what just happened

def log_heading(game: Game, event: Any) -> str:
    """`Round 3`: every seat picks, places and flips once in each."""
    number = event.turn
    if event.seat is None:
        if event.decision != "draw":
            return ""
        hand = game.box.hand
        number = (event.turn + 1) // 2 + 1
        number += (number - 2) // (hand - 1)
    return str(game.texts("table.log.round", n=number))


def log_line(game: Game, event: Any, names: Sequence[str]) -> str:
    """An event in one short sentence; "" for what needs no line (the deal)."""
    t = game.texts
    if event.seat is None:
        return draw_line(game, event, names)
    who = names[event.seat]
    if not event.text:
        return str(t(f"table.log.hidden_{event.decision}", who=who))
    word, _, rest = event.text.partition(" ")
    if word == "pick":
        kind = next(kind for kind in game.kinds if kind.id == rest)  # type: ignore[attr-defined]
        return str(t("table.log.pick", who=who, kind=a_noun(game, kind)))
    return str(t(f"table.log.{word}", who=who, cell=rest))


def draw_line(game: Any, event: Any, names: Sequence[str]) -> str:
    """Only a single drawn card is worth a line; whole deals and blind discards are not."""
    word, _, rest = event.text.partition(" ")
    if word != "draw":
        return ""
    seat, _, kind_id = rest.partition(" ")
    kind = next(kind for kind in game.kinds if kind.id == kind_id)
    return str(game.texts("table.log.draw", who=names[int(seat) - 1], kind=a_noun(game, kind)))
