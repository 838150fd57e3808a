"""Records that somebody brings along as a file: read, kept for a while in memory, and replayed."""

import asyncio
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException

from shoal.engine.errors import RecordError
from shoal.engine.record import Record
from shoal.games import load_game
from shoal.play.match import Match

from .pages import text
from .replay_page import record_file, replay_answer
from .viewers import Viewer

router = APIRouter()

KEPT = 16
"""So many records are kept; then the one that was looked at least lately goes."""
LARGEST = 1_000_000
"""Bytes of a file; a record of a long game has some ten thousand."""
LONGEST = 5_000
"""Moves and draws of a record; a long game has some hundreds, and every position of a replay is kept in memory."""


@dataclass
class Shelved:
    """A record on the shelf, as a replay sees it: nobody's seat, and no table behind it."""

    id: str
    match: Match
    viewer: Viewer = field(default_factory=lambda: Viewer(()))

    @property
    def base(self) -> str:
        return f"/records/{self.id}"


class Shelf:
    """The records brought along lately."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Shelved] = OrderedDict()

    def put(self, match: Match) -> Shelved:
        shelved = Shelved(secrets.token_urlsafe(9), match)
        self._kept[shelved.id] = shelved
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return shelved

    def get(self, record_id: str) -> Shelved:
        if record_id not in self._kept:
            raise HTTPException(410, text("records.gone"))
        self._kept.move_to_end(record_id)
        return self._kept[record_id]


@router.post("/records")
async def bring(request: Request) -> Response:
    """Read the file and go to its replay."""
    if int(request.headers.get("content-length", LARGEST)) >= LARGEST:
        raise RecordError(text("records.large"))
    form = await request.form(max_files=1, max_fields=5)
    file = form.get("record")
    content = await file.read() if isinstance(file, UploadFile) else b""
    if not content.strip():
        raise RecordError(text("records.empty"))
    match = await asyncio.to_thread(match_of, content)
    return RedirectResponse(f"{request.app.state.shelf.put(match).base}/replay", 303)


def match_of(content: bytes) -> Match:
    """The game that a file tells of; RecordError says what does not fit."""
    try:
        record = Record.parse(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise RecordError(text("records.binary")) from None
    if len(record.entries) > LONGEST:
        raise RecordError(text("records.long", most=LONGEST))
    return Match.from_record(record, load_game(record.header["game"]))


@router.get("/records/{record_id}/replay", response_class=HTMLResponse)
async def replay(request: Request, record_id: str, step: str = "", seat: str = "", best: str = "") -> Response:
    """One step of it."""
    return await replay_answer(request, request.app.state.shelf.get(record_id), record_id, step, seat, bool(best))


@router.get("/records/{record_id}/record")
async def record(request: Request, record_id: str) -> Response:
    """The file again."""
    return record_file(request.app.state.shelf.get(record_id), record_id)
