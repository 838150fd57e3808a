"""Links and who stands behind them: a table, a secret word, and what its page shows."""

from dataclasses import dataclass
from typing import Any

from fastapi import Request, Response

from shoal.engine.errors import ShoalError
from shoal.play.match import Match
from shoal.play.parts import texts
from shoal.play.store import Token
from shoal.play.tables import Table

from .viewers import Retreat, Viewer, Viewers

REMEMBERED = 16
"""How many tables a browser remembers, for the home page."""


class NotDealt(ShoalError):
    """There is nothing to see yet."""


class Taken(ShoalError):
    """Somebody has sat down where this link led."""


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

    @property
    def link(self) -> Token | None:
        """What the link opens now; None since it was taken back."""
        return self.table.links.get(self.token)

    @property
    def seat(self) -> int | None:
        """The one seat that the link plays, None for several or none."""
        return self.viewer.seats[0] if len(self.viewer.seats) == 1 else None

    @property
    def retreat(self) -> Retreat | None:
        """The newest undo of the table, unless moves were undone since in another way."""
        found = self.viewers.retreat(self.table.id)
        return found if found and found.undone == self.match.undone else None

    def watchers(self) -> int:
        """How many pages of spectators are open."""
        return self.viewers.watching(self.table.id, self.table.spectator)


async def open_door(app: Any, table_id: str, token: str) -> Door:
    """The door of a link; NoSuchTable or NotAllowed when it leads nowhere."""
    table = await app.state.tables.get(table_id)
    if table.link(token).kind == "spent":
        raise Taken(texts("refuse.taken", name=table.match.name(table.link(token).seats[0])))
    viewers: Viewers = app.state.viewers
    viewer = viewers.of(table_id, token, table.seats_of(token), table.observer_of(token))
    return Door(table, token, viewer, viewers, table.is_host(token))


async def open_dealt_door(app: Any, table_id: str, token: str) -> Door:
    """The door of a link to a game that has begun; NotAllowed otherwise."""
    door = await open_door(app, table_id, token)
    if not door.table.room.dealt:
        raise NotDealt(texts("refuse.not_dealt"))
    return door


def cookie_with(request: Request, response: Response, table_id: str, token: str) -> None:
    """Let this browser remember the table, newest first."""
    kept = [(table_id, token)] + [pair for pair in remembered(request) if pair[0] != table_id]
    value = "~".join(f"{one}.{word}" for one, word in kept[:REMEMBERED])
    response.set_cookie("tables", value, max_age=60 * 60 * 24 * 365, httponly=True, samesite="lax")


def remembered(request: Request) -> list[tuple[str, str]]:
    """(table id, token) of the tables that this browser sits at."""
    pairs = [pair.split(".", 1) for pair in request.cookies.get("tables", "").split("~")[:REMEMBERED] if "." in pair]
    return [(one, word) for one, word in pairs]
