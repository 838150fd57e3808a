"""What runs and how well: `/health` for whoever restarts it, `/metrics` for Prometheus, and a log line for each request, without secrets."""

import ipaddress
import json
import logging
import time
from collections.abc import Iterator

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shoal.engine.errors import ShoalError
from shoal.play.tables import Tables
from shoal.version import __version__

from .invite import HERE, name_of
from .security import address_of

router = APIRouter()
access = logging.getLogger("shoal.access")

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Watch:
    """Counts what passes. One for each application, so that several in one process do not mix."""

    def __init__(self, tables: Tables) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter("shoal_requests", "Requests answered", ["method", "route", "status"], registry=self.registry)
        self.seconds = Histogram("shoal_request_seconds", "Time to answer", ["route"], buckets=SECONDS, registry=self.registry)
        self.sockets = Gauge("shoal_sockets", "Open WebSockets", registry=self.registry)
        self.registry.register(Stock(tables))


class Stock(Collector):
    """Tables in the store by state, and those in memory, counted when somebody asks."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def describe(self) -> list[GaugeMetricFamily]:
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        found = GaugeMetricFamily("shoal_tables", "Tables in the store", labels=["state"])
        for state, count in self.tables.store.counts().items():
            found.add_metric([state], count)
        yield found
        yield GaugeMetricFamily("shoal_tables_in_memory", "Tables in memory", value=self.tables.in_memory)


class Watched:
    """Counts and logs each request by its route: tokens and ids stand in no log and no metric."""

    def __init__(self, app: ASGIApp, watch: Watch) -> None:
        self.app, self.watch = app, watch

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        begun, status = time.perf_counter(), [0]

        async def noting(message: Message) -> None:
            if message["type"] == "http.response.start":
                status[0] = message["status"]
            elif message["type"] == "websocket.accept":
                status[0] = 101
                self.watch.sockets.inc()
            await send(message)

        try:
            await self.app(scope, receive, noting)
        finally:
            self._note(scope, status[0], time.perf_counter() - begun)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route, method = route_of(scope), scope.get("method", "WS")
        self.watch.requests.labels(method if method.isalpha() and len(method) < 8 else "?", route, str(status)).inc()
        if status == 101:
            self.watch.sockets.dec()
        else:
            self.watch.seconds.labels(route).observe(seconds)
        if access.isEnabledFor(logging.INFO):
            access.info("request", extra={"fields": {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}})


def route_of(scope: Scope) -> str:
    """Which route answered, without what stood in it."""
    path = getattr(scope.get("route"), "path", None)
    if path is None:
        return "/static" if scope["path"].startswith("/static/") else "none"
    return f"/api{path}" if scope.get("root_path", "").endswith("/api") else str(path)


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"at": round(record.created, 3), "level": record.levelname.lower(), "logger": record.name, "message": record.getMessage()}
        line |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["where"] = self.formatException(record.exc_info).splitlines()[-3].strip()[:200]
        return json.dumps(line, ensure_ascii=False)


@router.get("/health", include_in_schema=False)
async def health(request: Request) -> Response:
    """Whether tables can be read just now."""
    tables: Tables = request.app.state.tables
    try:
        await tables.read(tables.store.lasts, [])
    except ShoalError:
        return JSONResponse({"status": "no tables", "version": __version__}, 503)
    return JSONResponse({"status": "ok", "version": __version__})


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """For this machine's own Prometheus only: whoever comes through a proxy has another address, and through a tunnel calls us by another name."""
    try:
        own = ipaddress.ip_address(address_of(request.scope)).is_loopback
    except ValueError:
        own = False
    if not own or name_of(request.headers.get("host", "")).lower() not in HERE:
        raise HTTPException(404)
    watch: Watch = request.app.state.watch
    tables: Tables = request.app.state.tables
    return Response(await tables.read(generate_latest, watch.registry), media_type=CONTENT_TYPE_LATEST)
