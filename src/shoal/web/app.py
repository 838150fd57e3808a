"""The application: which address leads where, and what is shown when something goes wrong."""

import asyncio
import logging
import traceback
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from shoal.engine.errors import ShoalError, UnknownGame
from shoal.play.tables import NoSuchTable, NotAllowed, Tables

from . import deals_page, home, live, lobby_page, players_page, records_page, replay_page, rules_page, score_page, scorer_page, watch
from .adviser import Adviser
from .api import create_api
from .pages import STATIC, asset, back_to, page, text, warm_up
from .doors import Taken
from .security import HEADERS, Guard, Limits
from .viewers import Viewers

log = logging.getLogger("shoal.web")

SWEEP_EVERY = 3600.0
"""Seconds."""
FOREVER = "public, max-age=31536000, immutable"


class Assets(StaticFiles):
    """Static files, whose addresses change when they do."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = FOREVER
        return response


def create_app(
    tables: Tables, lan_url: str = "", names: Collection[str] = (), limits: Limits | None = None, keep: tuple[float, float] | None = None
) -> FastAPI:
    """The site over a `Tables` service.

    `lan_url` is the address to show for phones, if there is one; `names` are the names by which the site is called besides localhost;
    `keep`: after how many days tables that were never dealt, and games that were never finished, are deleted.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        warm_up()
        tables.watch()
        sweeper = asyncio.ensure_future(sweep(tables, keep)) if keep else None
        yield
        if sweeper:
            sweeper.cancel()
        await tables.close()

    app = FastAPI(title="Shoal", docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan)
    app.state.tables = tables
    app.state.viewers = Viewers()
    app.state.adviser = Adviser()
    app.state.replays = replay_page.Replays()
    app.state.shelf = records_page.Shelf()
    app.state.lan_url = lan_url
    app.mount("/static", Assets(directory=STATIC), name="static")
    for module in (deals_page, home, lobby_page, players_page, live, score_page, replay_page, records_page, rules_page, scorer_page):
        app.include_router(module.router)
    app.mount("/api", create_api(tables))
    app.include_router(watch.router)
    app.state.watch = watch.Watch(tables)
    app.add_middleware(watch.Watched, watch=app.state.watch)
    app.add_middleware(Guard, names=names, limits=limits)
    add_small_things(app)
    add_errors(app)
    return app


async def sweep(tables: Tables, keep: tuple[float, float]) -> None:
    """Now and then delete what nobody has touched for long."""
    while True:
        try:
            if count := await tables.sweep(*keep):
                log.info("%s abandoned tables deleted", count)
        except ShoalError as error:
            log.error("abandoned tables could not be deleted: %s", error)
        await asyncio.sleep(SWEEP_EVERY)


def add_small_things(app: FastAPI) -> None:
    """Choices of the browser that need no script, and the sign in its tab."""

    @app.post("/theme")
    async def theme(request: Request) -> Response:
        return toggled(request, "theme", "dark", "light")

    @app.post("/keys")
    async def keys(request: Request) -> Response:
        return toggled(request, "keys", "off", "on")

    @app.get("/favicon.ico")
    async def favicon() -> Response:
        return RedirectResponse(asset("favicon.svg"))


def toggled(request: Request, name: str, first: str, second: str) -> Response:
    """Back to the page with a cookie changed to its other value."""
    response = RedirectResponse(back_to(request), 303)
    response.set_cookie(name, second if request.cookies.get(name) == first else first, max_age=60 * 60 * 24 * 365, samesite="lax")
    return response


def add_errors(app: FastAPI) -> None:
    """Every error becomes a kind page; a bare sentence for scripts."""

    @app.exception_handler(ShoalError)
    async def refused(request: Request, error: ShoalError) -> Response:
        if isinstance(error, NoSuchTable) or (isinstance(error, NotAllowed) and request.method == "GET"):
            return sorry(request, 404, text("errors.table"), text("errors.table.more"))
        if isinstance(error, Taken):
            return sorry(request, 410, str(error), "")
        if isinstance(error, UnknownGame):
            return sorry(request, 404, text("errors.not_found"), f"{str(error)[:1].upper()}{str(error)[1:]}.")
        return sorry(request, 422, text("errors.refused"), str(error))

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> Response:
        return sorry(request, 422, text("errors.refused"), text("errors.not_found.more"))

    @app.exception_handler(HTTPException)
    async def missing(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404:
            return sorry(request, 404, text("errors.not_found"), text("errors.not_found.more"))
        return sorry(request, error.status_code, text("errors.refused"), str(error.detail))

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        frames = "".join(traceback.format_tb(error.__traceback__)[-6:])         # what it says itself may tell what is hidden
        log.error("%s %s: %s\n%s", request.method, request.url.path.split("/")[1:2], type(error).__name__, frames)
        response = sorry(request, 500, text("errors.broken"), text("errors.broken.more"))
        response.headers.update(HEADERS)
        return response


def sorry(request: Request, status: int, title: str, more: str) -> Response:
    if request.headers.get("hx-request") == "true":
        return Response(f"{title} {more}", status, media_type="text/plain")
    parts = request.url.path.split("/")
    back = "/".join(parts[:4]) if status >= 500 and parts[1] == "t" and len(parts) > 3 else ""
    return page(request, "error.html.jinja", status=status, title=title, more=more, back=back)
