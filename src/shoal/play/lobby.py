"""Before the cards are dealt, and whoever comes and goes later: seats are taken, given to bots, freed, and links made anew."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from shoal.bots.levels import make_bot
from shoal.engine.record import cleaned

from .log import row_of
from .match import Match
from .parts import Seat, texts
from .room import LONGEST_NAME, room_row, seats_row
from .store import Beside, Token
from .table import NotAllowed, Step, Table


@dataclass
class Draft:
    """Seats and links as they would be."""

    seats: list[Seat]
    free: set[int]
    links: list[Token]


def word() -> str:
    """A secret word that nobody can guess."""
    return secrets.token_urlsafe(16)


def checked_name(table: Table, name: str, seat: int) -> str:
    """A name fit for a seat; NotAllowed says what is wrong with it."""
    name = " ".join(cleaned(name).split())
    if not name:
        raise NotAllowed(texts("refuse.name_empty"))
    if len(name) > LONGEST_NAME:
        raise NotAllowed(texts("refuse.name_long", most=LONGEST_NAME))
    free = table.room.free
    if any(other != seat and other not in free and one.name.casefold() == name.casefold() for other, one in enumerate(seats_now(table))):
        raise NotAllowed(texts("refuse.name_taken", name=name))
    return name


def seats_now(table: Table) -> list[Seat]:
    return list(table.match.seats if table.room.dealt else table.room.seats)


# ---- taking a seat

async def take(table: Table, invite: str, name: str) -> str:
    """Sit down where an invitation leads; the word of the seat's own new link. When all seats are taken, the cards are dealt."""
    mine = word()
    await table.command(None, None, "take", lambda: _plan_take(table, invite, name, mine))
    await deal_if_full(table)
    return mine


async def join(table: Table, name: str) -> tuple[int, str]:
    """Take the first free seat of a public table: its number and the word of its link."""
    while table.public and not table.room.dealt and table.invites:
        seat = min(table.invites)
        try:
            return seat, await take(table, table.invites[seat], name)
        except NotAllowed:
            if seat in table.invites:
                raise
            # somebody else took it at the same moment: the next one, if there is one
    raise NotAllowed(texts("refuse.full"))


def _plan_take(table: Table, invite: str, name: str, mine: str) -> Step:
    link = table.link(invite)
    seat = link.seats[0] if link.seats else -1
    if link.kind == "spent":
        raise NotAllowed(texts("refuse.taken", name=seats_now(table)[seat].name))
    if link.kind != "invite":
        raise NotAllowed(texts("refuse.no_invite"))
    name = checked_name(table, name, seat)
    links = [replace(one, kind="spent") if one.token == invite else one for one in table.links.values()]
    links.append(Token(mine, (seat,)))
    if table.room.dealt:
        step = table.step_of(table.match.plan_seat(seat, Seat(name)))
        return replace(step, row=step.row | {"note": "sat", "about": {"name": name}, "had": len(table.match.entries)}, beside=Beside(tokens=links))
    draft = Draft(list(table.room.seats), table.room.free - {seat}, links)
    draft.seats[seat] = Seat(name)
    return seats_step(table, draft, seat, "sat", {"name": name})


def seats_step(table: Table, draft: Draft, seat: int | None, note: str, about: dict[str, Any]) -> Step:
    """Seats and links as drafted, while the table waits."""
    match = waiting_match(table, draft.seats)

    def apply() -> None:
        table.match = match

    row = seats_row("seats", draft.seats, draft.free, seat, note, about)
    return Step(row, Beside(tokens=draft.links), apply)


def waiting_match(table: Table, seats: list[Seat]) -> Match:
    """The match as it will be dealt to these seats; OptionError when it cannot be."""
    return Match(table.match.game, len(seats), table.setup.data["options"], seats, table.tables.chance_for(table.setup))


# ---- what the host does while the table waits

async def give_to_bot(table: Table, token: str, seat: int, level: str) -> None:
    """The host gives a free seat to a bot, or lets a bot of another level sit there."""
    check_host(table, token)
    make_bot(level, table.match.game)
    await table.command(None, None, "bot", lambda: _plan_bot(table, seat, level))


def _plan_bot(table: Table, seat: int, level: str) -> Step:
    if table.room.dealt:
        return _plan_bot_in_play(table, seat, level)
    draft = draft_of(table, seat)
    if seat in table.tokens:
        raise NotAllowed(texts("refuse.taken", name=draft.seats[seat].name))
    draft.seats[seat] = Seat(draft.seats[seat].name, level)
    draft.free.discard(seat)
    draft.links = [link for link in draft.links if link.seats != (seat,)]
    return seats_step(table, draft, seat, "bot", {"name": draft.seats[seat].name})


def _plan_bot_in_play(table: Table, seat: int, level: str) -> Step:
    name = table.match.name(seat)
    if table.is_host(table.tokens.get(seat, "")):
        raise NotAllowed(texts("refuse.own_seat"))
    note = "replaced" if table.match.is_person(seat) else "swapped"
    step = table.step_of(table.match.plan_seat(seat, Seat(name, level)))
    return replace(step, row=step.row | {"note": note, "about": {"name": name}, "had": len(table.match.entries)})


async def set_free(table: Table, token: str, seat: int) -> None:
    """A seat becomes free for a person: the host sends away whoever sits there, or somebody leaves."""
    if token != table.tokens.get(seat):
        check_host(table, token)
    await table.command(None, None, "free", lambda: _plan_free(table, token, seat))


def _plan_free(table: Table, token: str, seat: int) -> Step:
    draft = draft_of(table, seat)
    if table.is_host(table.tokens.get(seat, "")):
        raise NotAllowed(texts("refuse.own_seat"))
    name = draft.seats[seat].name
    if seat in draft.free:
        raise NotAllowed(texts("refuse.no_invite"))
    draft.links = [link for link in draft.links if link.seats != (seat,)] + [Token(word(), (seat,), kind="invite")]
    note = "invited" if draft.seats[seat].bot else "rose" if token == table.tokens.get(seat) else "removed"
    if table.room.dealt:
        if not draft.seats[seat].bot:
            raise NotAllowed(texts("refuse.dealt"))
        return table.room_step(room_row("invite", seat, note, {"name": name}), Beside(tokens=draft.links))
    draft.seats[seat] = Seat(name)
    draft.free.add(seat)
    return seats_step(table, draft, seat, note, {"name": name})


async def resize(table: Table, token: str, players: int, names: Callable[[int], str]) -> None:
    """The host adds free seats at the end, or takes away seats that nobody has taken; `names` gives new seats theirs."""
    check_host(table, token)
    await table.command(None, None, "size", lambda: _plan_size(table, players, names))


def _plan_size(table: Table, players: int, names: Callable[[int], str]) -> Step:
    check_waiting(table)
    low, high = table.match.game.seats
    if not low <= players <= high:
        raise NotAllowed(texts("refuse.too_few", title=table.match.game.title, low=low, high=high))
    draft = draft_of(table, 0)
    while len(draft.seats) > players:
        draft = without(draft, spare(draft))
    while len(draft.seats) < players:
        used = {one.name for one in draft.seats}
        seat, name = len(draft.seats), next(name for number in range(1, 99) if (name := names(number)) not in used)
        draft.seats.append(Seat(name))
        draft.free.add(seat)
        draft.links.append(Token(word(), (seat,), kind="invite"))
    return seats_step(table, draft, None, "size", {"n": players})


def spare(draft: Draft) -> int:
    """The seat that goes first when there are too many: a free one, then a bot's, the last of them; NotAllowed when only people are left."""
    bots = [seat for seat, one in enumerate(draft.seats) if one.bot]
    if not draft.free and not bots:
        raise NotAllowed(texts("refuse.taken", name=draft.seats[-1].name))
    return max(draft.free or bots)


def without(draft: Draft, gone: int) -> Draft:
    """The draft without one seat; those behind it move up, and so do their links."""
    move = {seat: seat - (seat > gone) for seat in range(len(draft.seats)) if seat != gone}
    links = [replace(link, seats=tuple(move[seat] for seat in link.seats if seat in move)) for link in draft.links if link.seats != (gone,)]
    return Draft([one for seat, one in enumerate(draft.seats) if seat != gone], {move[seat] for seat in draft.free if seat in move}, links)


# ---- dealing

async def deal(table: Table, token: str) -> None:
    """The host deals, when every seat is taken."""
    check_host(table, token)
    await table.command(None, None, "deal", lambda: _plan_deal(table))


async def deal_if_full(table: Table) -> None:
    """Whoever sits down last starts the game."""
    if not table.room.dealt and not table.room.free:
        try:
            await table.command(None, None, "deal", lambda: _plan_deal(table))
        except NotAllowed:
            return          # somebody else was faster


def _plan_deal(table: Table) -> Step:
    check_waiting(table)
    if table.room.free:
        raise NotAllowed(texts("refuse.free", names=table.match.names(sorted(table.room.free))))
    match = waiting_match(table, table.room.seats)
    begin = match.plan_begin()

    def apply() -> None:
        match.apply(begin)
        table.match = match

    return Step(row_of(match, begin), Beside(state="playing"), apply)


# ---- links

async def renew(table: Table, token: str, seat: int) -> str:
    """A new word for the link of a seat, so that the old one leads nowhere; "" where somebody else has to be told it.

    Who sits there renews the own link. The host renews those of others, and everybody is told so.
    """
    link = table.link(token)
    mine = not link.kind and link.seats == (seat,)
    if not mine:
        check_host(table, token)
    fresh = word()
    await table.command(None, None, "renew", lambda: _plan_renew(table, seat, mine, fresh))
    return fresh if mine else ""


def _plan_renew(table: Table, seat: int, mine: bool, fresh: str) -> Step:
    old = table.tokens.get(seat) or table.invites.get(seat)
    if old is None:
        raise NotAllowed(texts("refuse.no_invite"))
    invited = table.links[old].kind == "invite"
    if not mine and not invited and not table.room.dealt:
        raise NotAllowed(texts("refuse.taken", name=table.room.seats[seat].name))
    kind = "" if mine else "invite"         # a new link of somebody else is for whoever gets it next: the host must not play the seat unseen
    links = [replace(link, token=fresh, kind=kind) if link.token == old else link for link in table.links.values()]
    note = "" if invited else "new_link" if mine else "host_link"
    return table.room_step(room_row("renew", seat, note, {"name": seats_now(table)[seat].name}), Beside(tokens=links))


async def share(table: Table, token: str, seat: int, on: bool) -> None:
    """A seat lets guests see what it sees, by a link of its own, or ends that."""
    if seat not in table.seats_of(token):
        raise NotAllowed(texts("refuse.not_yours", number=seat + 1))
    await table.command(None, None, f"share {on}", lambda: _plan_share(table, seat, on))


def _plan_share(table: Table, seat: int, on: bool) -> Step:
    links = [link for link in table.links.values() if link.kind != "shoulder" or link.seats != (seat,)]
    if on:
        links.append(Token(word(), (seat,), kind="shoulder"))
    note = "shares" if on else "hides"
    return table.room_step(room_row("share", seat, note, {"name": seats_now(table)[seat].name}, on=on), Beside(tokens=links))


# ---- another game

async def note_rematch(table: Table, seat: int | None, other: str) -> None:
    """Write down that the table goes on at another one; NotAllowed when it does already."""
    name = table.match.name(seat) if seat is not None else table.match.name(0)
    await table.command(None, None, "rematch", lambda: _plan_rematch(table, seat, name, other))


def _plan_rematch(table: Table, seat: int | None, name: str, other: str) -> Step:
    if not table.match.over:
        raise NotAllowed(texts("refuse.not_over"))
    if table.room.rematch:
        raise NotAllowed(texts("refuse.dealt"))
    return table.room_step(room_row("rematch", seat, "rematch", {"name": name}, table=other))


# ---- checks

def check_host(table: Table, token: str) -> None:
    if not table.is_host(token):
        raise NotAllowed(texts("refuse.not_host"))


def check_waiting(table: Table) -> None:
    if table.room.dealt:
        raise NotAllowed(texts("refuse.dealt"))


def draft_of(table: Table, seat: int) -> Draft:
    """Seats and links as they are; NotAllowed when there is no such seat."""
    seats = seats_now(table)
    if not 0 <= seat < len(seats):
        raise NotAllowed(texts("refuse.no_seat", number=seat + 1, players=len(seats)))
    return Draft(seats, set(table.room.free), list(table.links.values()))
