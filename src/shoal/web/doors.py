"""Links and who stands behind them: a table, a secret word, and what its page shows."""

from dataclasses import dataclass
from typing import Any

from fastapi import Request, Response

from shoal.play.match import Match
from shoal.play.tables import Table

from .viewers import Retreat, Viewer, Viewers

REMEMBERED = 8
"""How many tables a browser remembers, for the home page."""


@dataclass
class Door:
    """One link of a table, opened."""

    table: Table
    token: str
    viewer: Viewer
    viewers: Viewers
    host: bool = False
    """Whether this link opened the table, and so may give the others theirs."""

    @property
    def base(self) -> str:
        return f"/t/{self.table.id}/{self.token}"

    @property
    def match(self) -> Match:
        return self.table.match

    def come_in(self) -> bool:
        """Note that somebody sits at this link; whether that is news."""
        return self.viewers.come_in(self.table.id, self.token) and bool(self.viewer.seats) and not self.host

    @property
    def retreat(self) -> Retreat | None:
        """The newest undo of the table, unless moves were undone since in another way."""
        found = self.viewers.retreats.get(self.table.id)
        return found if found and found.undone == self.match.undone else None

    def watchers(self) -> int:
        """How many pages of spectators are open."""
        return self.viewers.watching(self.table.id, self.table.spectator)


async def open_door(app: Any, table_id: str, token: str) -> Door:
    """The door of a link; NoSuchTable or NotAllowed when it leads nowhere."""
    table = await app.state.tables.get(table_id)
    seats = tuple(seat for seat in table.seats_of(token) if table.match.is_person(seat))
    viewers: Viewers = app.state.viewers
    return Door(table, token, viewers.of(table_id, token, seats), viewers, table.is_host(token))


def cookie_with(request: Request, response: Response, table_id: str, token: str) -> None:
    """Let this browser remember the table, newest first."""
    kept = [(table_id, token)] + [pair for pair in remembered(request) if pair[0] != table_id]
    value = "~".join(f"{one}.{word}" for one, word in kept[:REMEMBERED])
    response.set_cookie("tables", value, max_age=60 * 60 * 24 * 365, httponly=True, samesite="lax")


def remembered(request: Request) -> list[tuple[str, str]]:
    """(table id, token) of the tables that this browser sits at."""
    pairs = [pair.split(".", 1) for pair in request.cookies.get("tables", "").split("~")[:REMEMBERED] if "." in pair]
    return [(one, word) for one, word in pairs]
