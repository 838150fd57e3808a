"""Choosing in advance, as a page shows it: what is left, what could be left while others are asked, and the commands for it."""

from dataclasses import dataclass, field

from shoal.play.ahead import possible
from shoal.play.views import View

from .doors import Door

MOST = 60
"""So many moves are offered to be tapped; others can be typed."""


@dataclass(frozen=True)
class Ahead:
    """What `ahead.html.jinja` needs."""

    may: bool
    """Whether something can be left now."""
    chosen: str = ""
    """What will be played."""
    lapsed: str = ""
    """What was left, and could not be played."""
    open: bool = False
    """Whether moves are offered."""
    moves: list[str] = field(default_factory=list)


def ahead(door: Door, view: View) -> Ahead | None:
    """For the one person of a seat, None where there is nothing to say. Who shares a device is asked after the curtain, and not before."""
    viewer = door.viewer
    if door.seat is None or view.observer != door.seat or door.table.closed:
        return None
    words = ", ".join(view.premove_texts)
    if view.premove and view.premove.lapsed:
        return Ahead(False, lapsed=words)
    if not view.can_premove or not (words or people_are_awaited(view)):
        return None
    moves = [view.game.action_to_text(action) for action in possible(view.masked)][:MOST] if viewer.ahead else []
    return Ahead(True, words, "", viewer.ahead, moves)


def people_are_awaited(view: View) -> bool:
    """Bots answer in a moment: nobody needs to choose in advance for that."""
    return any(not view.seats[seat].bot for seat in view.waiting_for)


async def leave(door: Door, typed: str, key: str | None) -> None:
    """Choose in advance; ShoalError when that is no move of the game, or when the seat is asked now."""
    seat = door.viewer.at
    await door.table.premove(door.token, seat, door.match.read(seat, typed), key)
    door.viewer.offer(False)


async def wish(door: Door, what: str, key: str | None) -> None:
    """Show what could be chosen or hide it (`ahead`), or withdraw what is chosen (`unahead`)."""
    if what == "unahead":
        await door.table.premove(door.token, door.viewer.at, (), key)
    elif not door.viewer.again(key):
        door.viewer.offer(not door.viewer.ahead)
