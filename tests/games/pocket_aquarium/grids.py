"""Positions of Pocket Aquarium set up by hand, and what a test asks of them."""

from typing import Any

from shoal.games import load_game
from shoal.games.pocket_aquarium.layout import read_layout

GAME = load_game("pocket_aquarium")
CARDS = GAME.card_ids
PATHS = {name: GAME.components["chips"][name] for name in ("stops", "stops_with_corners")}

P1 = "G1< D4< A2> RA< / A1> D1> PL< G4> / D3< G3> SN< A4< / PU> A3< G2> D2>"
"""A natural start: its only group is a pair of discus."""

EX = "PU> D1> D2> D3> / SN> RA> G1< D4> / A1< G2> G3< G4> / PL< A2< A3< A4<"
"""The printed scoring example."""

PF = "D4> D3> D1> PU< / G1> G3> D2> SN< / G4> G2> RA> A3> / PL< A1> A2> A4>"
"""A perfect end."""


def position(grid: str, stop: str = "ta", barred: str = "", food: int = 0, **options: Any) -> Any:
    """A dealt grid with Chips at a stop (`home`: the game is over)."""
    state = GAME.new_state(1, options)
    path = PATHS[state_path(state)]
    faces = read_layout(grid, CARDS, GAME.texts)
    data = state.to_json() | {"faces": faces, "laid": 16, "pack": 0, "food": food}
    data["stop"] = len(path) if stop == "home" else path.index(stop)
    data["barred"] = CARDS.index(barred) + 1 if barred else 0
    return GAME.state_from_json(data)


def state_path(state: Any) -> str:
    return "stops_with_corners" if state.path else "stops"


def deal(grid: str, **options: Any) -> Any:
    """The start of a game."""
    return GAME.new_deal(grid, options)


def play(state: Any, *moves: str) -> Any:
    """Apply moves; `flip a1, use b2 b1` in one text will do."""
    for text in ", ".join(moves).split(", "):
        state.apply_action(0, GAME.text_to_action(text))
    return state


def legal(state: Any, beginning: str = "") -> list[str]:
    return [text for text in map(GAME.action_to_text, state.legal_actions(0)) if text == beginning or text.startswith(f"{beginning} " if beginning else "")]


def targets(state: Any, cell: str) -> list[str]:
    """The second cells of the swaps of a cell."""
    return sorted(text.split()[2] for text in legal(state, f"use {cell}"))


def grid(state: Any) -> str:
    return GAME.layout_text(state)


def row(state: Any, number: int) -> str:
    return grid(state).split(" / ")[number - 1]


def column(state: Any, letter: str) -> str:
    """From top to bottom."""
    return " ".join(line.split()["abcd".index(letter)] for line in grid(state).split(" / "))


def stop(state: Any) -> str:
    path = PATHS[state_path(state)]
    return "home" if state.stop == len(path) else path[state.stop]


def turns_left(state: Any) -> int:
    return len(PATHS[state_path(state)]) - state.stop


def changed(text: str, *faces: str) -> str:
    """The grid with these sides up instead: `changed(PF, "PU>")`; `A` turns all angelfish over."""
    words = text.split(" ")
    for face in faces:
        for at, word in enumerate(words):
            if len(face) == 1 and word[:1] == face and word[1:2].isdigit():
                words[at] = word[:2] + ("<" if word[2] == ">" else ">")
            elif word[:2] == face[:2] and len(face) == 3:
                words[at] = face
    return " ".join(words)


def scored(text: str, **options: Any) -> dict[str, int]:
    """Points by line of a final grid."""
    state = position(text, "home", **options)
    sheet = GAME.score_sheet(state, 0)
    assert sheet.total == state.scores()[0]
    return {line.key: line.points for line in sheet.lines}


def total(text: str, **options: Any) -> int:
    return int(position(text, "home", **options).scores()[0])


def ending(text: str, **options: Any) -> str:
    """`won 33 Purr-fect!` or `lost PU SN`."""
    state = position(text, "home", **options)
    return said(state)


def said(state: Any) -> str:
    result = GAME.result(state)
    pieces = [line.key for line in GAME.score_sheet(state, 0).lines if "misplaced" in line.title]
    label = next(line.label for line in reversed(GAME.outcomes) if result.scores[0] >= line.least)
    lost = [card.id for card in GAME.cards if card.piece in pieces]
    return f"lost {' '.join(lost)}" if lost else f"{result.label} {result.scores[0]} {label}"
