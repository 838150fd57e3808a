"""Deals of a game that has a solver: today's, graded ones, one from a real table tapped or typed in; to be played, shared and solved."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from shoal.engine.errors import OptionError, ShoalError, UnknownText
from shoal.engine.game import Option
from shoal.games import load_game
from shoal.play.deals import number_of_day, numbered
from shoal.play.parts import Seat

from . import boards
from .doors import cookie_with
from .pages import environment, page, text
from .solver_desk import SECONDS, Busy, Desk, Job

router = APIRouter()

GAME = "pocket_aquarium"
Rules = dict[str, str]
"""Options that differ from the rulebook's, as text; they stand in the address of a deal."""
LONGEST = 400
"""Characters of a typed deal."""
SHOWN = 8
"""So many deals of a level are offered."""


@router.get("/deals/{game_id}", response_class=HTMLResponse)
async def deals(request: Request, game_id: str, cards: str = "", solve: str = "") -> Response:
    """The page; `cards` is the deal as far as it is tapped or typed."""
    game = game_of(game_id)
    try:
        rules = rules_of(game, request.query_params)
    except OptionError as error:
        return await show(request, game, cards[:LONGEST], {}, False, sentence(error))
    return await show(request, game, cards[:LONGEST], rules, bool(solve))


@router.get("/deals/{game_id}/solved", response_class=HTMLResponse)
async def solved(request: Request, game_id: str, cards: str = "") -> Response:
    """The part of the page that says what the solver has found, for a page that is open already."""
    game = game_of(game_id)
    faces, problem = read(game, cards[:LONGEST])
    try:
        rules = rules_of(game, request.query_params)
    except OptionError:
        raise HTTPException(404) from None
    if problem or len(faces) < len(game.cards):
        raise HTTPException(404)
    solution = solution_of(request, game, faces, rules, again=False)
    return HTMLResponse(environment().get_template("deals_solved.html.jinja").render(say=game.texts, solution=solution))


@router.post("/deals/{game_id}")
async def play(request: Request, game_id: str) -> Response:
    """Play a numbered deal, or the one that was entered, by its house rules."""
    game = game_of(game_id)
    form = await request.form(max_files=0, max_fields=30)
    rules: Rules = {}
    number, cards = str(form.get("number", "")), str(form.get("cards", ""))[:LONGEST]
    try:
        by_number = number.isascii() and number.isdecimal() and len(number) <= 18
        rules = {} if by_number else rules_of(game, {key: str(value) for key, value in form.items()})
        state = numbered(game, int(number)) if by_number else game.new_deal(cards, rules)
        foretold = [game.outcome_to_text(face) for face in state.faces]
        table = await request.app.state.tables.create(game.id, 1, rules, [Seat(text("names.1"))], foretold=foretold)
    except ShoalError as error:
        return await show(request, game, cards, rules, False, sentence(error))
    response = RedirectResponse(f"/t/{table.id}/{table.host_token}", 303)
    cookie_with(request, response, table.id, table.host_token)
    return response


def game_of(game_id: str) -> Any:
    game = load_game(game_id)
    if game.id != GAME:
        raise HTTPException(404)
    return game


def rules_of(game: Any, given: Mapping[str, str]) -> Rules:
    """What `option.KEY=VALUE` in an address or a form changes; OptionError where the game has no such option or value."""
    found = {key[7:]: game.option(key[7:]).read(value) for key, value in given.items() if key.startswith("option.")}
    return {key: Option.write(value) for key, value in found.items() if value != game.option(key).default}


def told(game: Any, rules: Rules) -> str:
    """The house rules as a sentence, "" without any."""
    words = [f"{game.texts.get(f'options.{key}.title', key)}: {game.texts.get(f'options.{key}.{value}', value)}" for key, value in rules.items()]
    return str(game.texts("deals.house_rules", rules="; ".join(words))) if words else ""


async def show(request: Request, game: Any, cards: str, rules: Rules, solve: bool, refused: str = "") -> Response:
    faces, problem = read(game, cards)
    whole = len(faces) == len(game.cards)
    return page(
        request, "deals.html.jinja", status=422 if refused else 200, symbols=boards.game_symbols(game.id, boards.kind_names(game)),
        game=game, say=game.texts, today=number_of_day(), levels=levels(), cells=cells(game, faces), palette=palette(game, faces, rules),
        typed=written(game, faces) if faces else cards, back=link(game, faces[:-1], rules) if faces else "", whole=whole, refused=refused or problem,
        solution=solution_of(request, game, faces, rules, again=True) if solve and whole else None,
        share=link(game, faces, rules) if whole else "", seconds=int(SECONDS), rules=rules, house_rules=told(game, rules),
    )


def read(game: Any, cards: str) -> tuple[list[int], str]:
    """The faces of a deal that may not be complete yet, and what is wrong with it."""
    from shoal.games.pocket_aquarium.layout import read_part
    try:
        return read_part(cards, game.card_ids, game.texts), ""
    except UnknownText as error:
        return [], sentence(error)


def sentence(said: object) -> str:
    text = str(said)
    return f"{text[:1].upper()}{text[1:]}."


# ---- what is tapped

def link(game: Any, faces: list[int], rules: Rules, **more: str) -> str:
    return f"/deals/{game.id}?{query(game, faces, rules, **more)}"


def query(game: Any, faces: list[int], rules: Rules, **more: str) -> str:
    return urlencode({"cards": written(game, faces), **{f"option.{key}": value for key, value in rules.items()}, **more})


def written(game: Any, faces: list[int]) -> str:
    from shoal.games.pocket_aquarium.layout import layout_text
    return str(layout_text(faces, game.card_ids))


def cells(game: Any, faces: list[int]) -> list[dict[str, Any]]:
    """The grid as far as it is filled; the next cell is marked."""
    from shoal.games.pocket_aquarium.notation import cell_text
    from shoal.games.pocket_aquarium.table_grid import face_words
    found = []
    for cell in range(len(game.cards)):
        card = face_words(game, faces[cell]) if cell < len(faces) else None
        found.append({"name": cell_text(cell), "card": card, "next": cell == len(faces)})
    return found


def palette(game: Any, faces: list[int], rules: Rules) -> list[dict[str, Any]]:
    """Cards that are not dealt yet, each with both sides."""
    from shoal.games.pocket_aquarium.table_grid import face_words
    dealt = {face >> 1 for face in faces}
    return [
        {"card": face_words(game, face), "text": game.outcome_to_text(face).removeprefix("deal "), "href": link(game, [*faces, face], rules)}
        for card in range(len(game.cards)) if card not in dealt for face in (2 * card, 2 * card + 1)
    ]


# ---- deals that are known, and solving

def levels() -> list[dict[str, Any]]:
    """Some deals of each level, the easiest level first."""
    from shoal.games.pocket_aquarium.grades import LEVELS, known_deals
    return [{"name": name, "deals": [deal for deal in known_deals() if deal.grade.level == name][:SHOWN]} for name, _ in LEVELS]


def solution_of(request: Request, game: Any, faces: list[int], rules: Rules, again: bool) -> dict[str, Any]:
    """What the solver has found so far, in words. It starts here, unless it has looked at this deal already."""
    state = request.app.state
    if not hasattr(state, "solver_desk"):
        state.solver_desk = Desk()
    try:
        job = state.solver_desk.job(game, written(game, faces), rules, again)
    except Busy as error:
        return said(sentence(error))
    ask = "" if job.done else f"/deals/{game.id}/solved?{query(game, faces, rules)}"
    return found_by(game, job) | {"again": ask, "reload": link(game, faces, rules, solve="yes")}


def found_by(game: Any, job: Job) -> dict[str, Any]:
    from shoal.games.pocket_aquarium.solve import certainty
    t, best = game.texts, job.best()
    if job.failed or job.waits:
        return said(t("deals.failed" if job.failed else "deals.waits"))
    if best is None or best.score < 0:
        return said(t("deals.nothing" if job.done else "deals.searching"))
    label = next(line.label for line in reversed(game.outcomes) if best.score >= line.least)
    title = t("deals.solved" if job.done else "deals.so_far", points=best.score, label=label, seconds=int(best.seconds))
    return said(title, sentence(certainty(game, best)) if job.done else "", [game.action_to_text(action) for action in best.moves])


def said(title: str, sure: str = "", moves: Sequence[str] = ()) -> dict[str, Any]:
    """Context of `deals_solved.html.jinja`."""
    return {"title": title, "sure": sure, "moves": moves, "again": "", "reload": ""}
