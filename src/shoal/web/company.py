"""The company at a table, as a page shows it: what is said, who asks for what, bots that stand in, and what can be done about it all."""

from dataclasses import dataclass, field
from typing import Any

from shoal.play.room import LONGEST_MESSAGE
from shoal.play.table import Table

from . import invite
from .doors import Door
from .pages import listed, text
from .people import Person, levels

PHRASES = ("hello", "well_played", "thanks", "moment", "oops", "good_game")
"""What can be said with one tap."""


@dataclass(frozen=True)
class Message:
    """A line of the talk; without a person it is the table that speaks."""

    person: Person | None
    text: str
    new: bool


@dataclass
class Company:
    """What `company.html.jinja` needs."""

    talks: bool = False
    """Whether there is anybody to talk to."""
    may_speak: bool = False
    messages: list[Message] = field(default_factory=list)
    phrases: list[str] = field(default_factory=list)
    longest: int = LONGEST_MESSAGE
    request: dict[str, Any] | None = None
    """Somebody asks to end the game."""
    closed: str = ""
    pace: str = ""
    until: int = 0
    """When a bot will play for whoever is awaited, in seconds of the epoch; 0 for never."""
    looked_at: str = ""
    shoulder: str = ""
    """The link by which guests see what this seat sees."""
    own_link: str = ""
    own_code: str = ""
    """Where its code for phones is; "" where no phone could follow it."""
    seat: int = 0
    """The viewer's own seat, from 1."""
    may_end: bool = False
    resigning: str = ""
    may_bell: bool = False
    changeable: list[dict[str, Any]] = field(default_factory=list)
    """What the host may do about each seat."""
    rematch: str = ""
    """`offer` where another game can be offered, `join` where one is offered."""


def company(door: Door, people: list[Person], host_url: str) -> Company:
    """The company as one link sees it."""
    table, viewer = door.table, door.viewer
    together = not table.hot_seat and len(table.tokens) + len(table.invites) > 1
    found = Company(talks=together, may_speak=together and door.seat is not None, closed=table.closed)
    if together:
        found.messages = messages(door, people)
        found.phrases = [text(f"talk.phrases.{key}") for key in PHRASES]
    found.looked_at = listed([people[seat].name for seat in sorted(table.room.shared)])
    found.request = ending_asked(door, people)
    if table.thinking_time and not table.match.over:
        found.pace = text("company.pace", time=text(f"pace.{int(table.thinking_time)}"))
        found.until = int(table.deadline or 0)
    if viewer.seats:
        of_a_seat(found, door, host_url)
    if door.host and not table.closed and not table.hot_seat:
        found.changeable = changeable(table, people, door)
    return found


def of_a_seat(found: Company, door: Door, host_url: str) -> None:
    """What somebody who plays may do besides playing."""
    table, viewer = door.table, door.viewer
    playing = not table.match.over and not table.closed
    found.may_end = playing and table.match.players > 1 and not found.request
    found.resigning = text("company.resign" if table.ends_by_resigning(viewer.at) else "company.leave") if playing else ""
    found.may_bell = found.talks
    if door.seat is None:
        return
    found.seat = door.seat + 1
    if found.talks:
        found.own_link = f"{host_url}{door.base}"
        found.own_code = "" if invite.name_of(host_url.partition("://")[2]) in invite.HERE else f"{door.base}/code"
    shoulders = [token.token for token in table.links.values() if token.kind == "shoulder" and token.seats == (door.seat,)]
    found.shoulder = f"{host_url}/t/{table.id}/{shoulders[0]}" if shoulders else ""
    found.rematch = rematch(door)


def rematch(door: Door) -> str:
    """`offer` where a seat may offer another game to the others, `join` where somebody did, "" where there is nobody else or the game goes on."""
    table = door.table
    if not table.match.over or door.seat is None or len(table.tokens) < 2:
        return ""
    return "join" if table.room.rematch else "offer"


def messages(door: Door, people: list[Person]) -> list[Message]:
    """What was said, newest first; new is what came after the viewer's own last move."""
    own = max((i for i, entry in enumerate(door.match.entries) if entry.seat == door.viewer.observer), default=-1) + 1
    said = door.table.room.said
    return [Message(people[s.seat] if s.seat is not None and s.seat < len(people) else None, s.text, s.entries >= own) for s in reversed(said)]


def ending_asked(door: Door, people: list[Person]) -> dict[str, Any] | None:
    """Somebody asks to end the game."""
    proposal, viewer = door.table.room.proposal, door.viewer
    if proposal is None or door.match.over:
        return None
    if proposal.seat == viewer.at and viewer.seats:
        return {"line": text("company.end.waiting"), "mine": False, "own": True}
    mine = bool(viewer.seats) and viewer.at not in proposal.agreed and door.match.is_person(viewer.at)
    return {"line": text("company.end.asked", name=people[proposal.seat].name), "mine": mine, "own": False}


def changeable(table: Table, people: list[Person], door: Door) -> list[dict[str, Any]]:
    """The seats of others and of bots, for whoever opened the table."""
    found = []
    for person in people:
        if person.seat in door.viewer.seats or table.match.over:
            continue
        bot = table.match.seats[person.seat].bot
        found.append({
            "person": person, "number": person.seat + 1, "bot": bot, "levels": [(level, text.get(f"bots.{level}", level)) for level in levels()],
            "invited": person.seat in table.invites, "stands_in": table.stands_in(person.seat), "has_link": person.seat in table.tokens,
        })
    return found
