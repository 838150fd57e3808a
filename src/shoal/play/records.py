"""A match as a record: for its owner, and for those who may know a part of it."""

from typing import TYPE_CHECKING

from shoal.engine.facts import SPECTATOR
from shoal.engine.record import CHANCE_MARK, Record, cleaned, entry_line

from .parts import Seat, texts

if TYPE_CHECKING:
    from .match import Match


def record_of(match: "Match") -> Record:
    """Header, seats and all entries."""
    names = {f"seat.{number}": seat.name for number, seat in enumerate(match.seats, 1)}
    bots = {f"bot.{number}": seat.bot for number, seat in enumerate(match.seats, 1) if seat.bot}
    record = Record.of(match.game, match.players, match.options, names | bots)
    for entry in match.entries:
        record.add(entry.seat, entry.text)
    return record


def record_text(match: "Match", observer: int) -> str:
    """The record as far as an observer may know it."""
    record = record_of(match)
    if match.over:
        return record.dump()
    name = match.name(observer) if observer != SPECTATOR else texts("record.spectator")
    lines = [f"# {texts('record.partial', name=' '.join(name.split()))}\n", record.header_text(), "\n"]
    for event in match.events(observer):
        who = CHANCE_MARK if event.seat is None else str(event.seat + 1)
        lines.append(f"# {who} {event.decision}: {texts('record.hidden')}\n" if event.hidden else entry_line(event.seat, event.text) + "\n")
    return "".join(lines)


def seats_of(record: Record) -> list[Seat]:
    """Who sat where, as far as the header tells."""
    header = record.header
    return [
        Seat(cleaned(header.get(f"seat.{number}", "")) or texts("name.default", number=number), header.get(f"bot.{number}", ""))
        for number in range(1, record.players + 1)
    ]
