"""The application: which address leads where, and what is shown when something goes wrong."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from shoal.engine.errors import ShoalError, UnknownGame
from shoal.play.tables import NoSuchTable, NotAllowed, Tables

from . import home, live, records_page, replay_page, rules_page, score_page, scorer_page
from .pages import STATIC, asset, back_to, page, text, warm_up
from .security import guard
from .viewers import Viewers

log = logging.getLogger("shoal.web")

FOREVER = "public, max-age=31536000, immutable"


class Assets(StaticFiles):
    """Static files, whose addresses change when they do."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = FOREVER
        return response


def create_app(tables: Tables, lan_url: str = "") -> FastAPI:
    """The site over a `Tables` service; `lan_url` is the address to show for phones, if there is one."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        warm_up()
        yield
        await tables.close()

    app = FastAPI(title="Shoal", docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan)
    app.state.tables = tables
    app.state.viewers = Viewers()
    app.state.replays = replay_page.Replays()
    app.state.shelf = records_page.Shelf()
    app.state.lan_url = lan_url
    app.mount("/static", Assets(directory=STATIC), name="static")
    for module in (home, live, score_page, replay_page, records_page, rules_page, scorer_page):
        app.include_router(module.router)
    app.middleware("http")(guard)
    add_small_things(app)
    add_errors(app)
    return app


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
        if isinstance(error, (NoSuchTable, NotAllowed)):
            return sorry(request, 404, text("errors.table"), text("errors.table.more"))
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
        log.error("%s %s", request.method, request.url.path.split("/")[1:2], exc_info=error)
        return sorry(request, 500, text("errors.broken"), text("errors.broken.more"))


def sorry(request: Request, status: int, title: str, more: str) -> Response:
    if request.headers.get("hx-request") == "true":
        return Response(f"{title} {more}", status, media_type="text/plain")
    parts = request.url.path.split("/")
    back = "/".join(parts[:4]) if status >= 500 and parts[1] == "t" and len(parts) > 3 else ""
    return page(request, "error.html.jinja", status=status, title=title, more=more, back=back)
