"""A scorer for games on a real table: tap or type a final layout, and every point of it is explained."""

from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException

from shoal.engine.errors import UnknownText
from shoal.engine.game import Game
from shoal.engine.sheet import ScoreSheet
from shoal.games import load_game

from . import boards
from .pages import fragment, page

router = APIRouter()

LONGEST = 2000
"""Characters of a typed layout."""
LINE = "/"
"""Stands for a line break in addresses, where it is shorter."""


def can_score(game: Game) -> bool:
    """Whether a game reads typed layouts."""
    return type(game).score_text is not Game.score_text


@router.get("/score/{game_id}", response_class=HTMLResponse)
async def scorer(request: Request, game_id: str, layout: str = "", brush: str = "") -> Response:
    """The layout so far with its sheets; every tap is a link to the layout after it."""
    game = load_game(game_id)
    if not can_score(game):
        raise HTTPException(404)
    context = scorer_context(game, layout[:LONGEST].strip("\r\n"), brush)
    main = fragment("scorer_view.html.jinja", **context)
    if request.headers.get("hx-request") == "true":
        return HTMLResponse(main)
    return page(request, "scorer.html.jinja", symbols=boards.game_symbols(game.id, boards.kind_names(game)), main=main, **context)


def scorer_context(game: Game, layout: str, brush: str) -> dict[str, Any]:
    """What the page shows."""
    if boards.draws_layouts(game):
        layout = layout.replace(LINE, "\n")
    sheets, refused = sheets_of(game, layout)
    drawing = boards.layout_board(game, layout, brush)
    add_links(game, drawing)
    return {"game": game, "layout": layout, "brush": brush, "counted": sheets, "refused": refused, "drawing": drawing}


def add_links(game: Game, drawing: Any) -> None:
    """Give everything in a drawing that leads to a layout its address."""
    if isinstance(drawing, dict) and "layout" in drawing:
        query = {"layout": drawing["layout"].replace("\n", LINE), "brush": drawing["brush"]}
        drawing["href"] = f"/score/{game.id}?{urlencode(query, safe=LINE)}"
    for part in drawing.values() if isinstance(drawing, dict) else drawing if isinstance(drawing, list) else ():
        add_links(game, part)


def sheets_of(game: Game, layout: str) -> tuple[list[ScoreSheet], str]:
    """The sheets of a typed layout, or why there are none."""
    if not layout.strip():
        return [], ""
    try:
        return game.score_text(layout), ""
    except UnknownText as error:
        return [], f"{str(error)[:1].upper()}{str(error)[1:]}."
