"""Changes of a match as plain data for an append-only log, and a match rebuilt from its log.

Entries stand in it as lines of a record, so that a log can be read. It tells everything hidden and is for storage alone.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from shoal.engine.record import CHANCE_MARK, entry_line

from .match import Match
from .parts import Change, Draft, Ending, Entry, Premove, Seat, UndoRequest
from .progress import Replay

Row = dict[str, Any]


def row_of(match: Match, change: Change) -> Row:
    """A change as data; seats are 1-based, as in records."""
    row: Row = {"kind": change.kind, "seat": None if change.seat is None else change.seat + 1, "public": change.public}
    if change.cut is not None:
        row["cut"] = change.cut
    if change.added:
        row["entries"] = [entry_line(entry.seat, entry.text) for entry in change.added]
        row["forced"] = [i for i, entry in enumerate(change.added) if entry.forced]
    if change.opened:
        row["opened"] = list(change.opened)
    if change.numbers:
        row["draws"] = [f"{number:016x}" for number in change.numbers]
    if change.drafts:
        row["drafts"] = {str(seat + 1): _draft_row(match, draft) for seat, draft in change.drafts.items()}
    if change.premoves:
        row["premoves"] = {str(seat + 1): _premove_row(match, premove) for seat, premove in change.premoves.items()}
    if change.request is not None:
        row["request"] = {"seat": change.request.seat + 1, "target": change.request.target, "agreed": [seat + 1 for seat in change.request.agreed]}
    if change.sits is not None:
        row["sits"] = {"name": change.sits.name, "bot": change.sits.bot}
    if change.ending is not None:
        row["ending"] = {"how": change.ending.how, "seat": None if change.ending.seat is None else change.ending.seat + 1}
    return row


def _draft_row(match: Match, draft: Draft) -> Row:
    return {"actions": [match.game.action_to_text(action) for action in draft.actions], "complete": draft.complete, "forced": draft.forced}


def _premove_row(match: Match, premove: Premove) -> Row:
    return {"actions": [match.game.action_to_text(action) for action in premove.actions], "lapsed": premove.lapsed}


@dataclass
class _Folded:
    """What a log comes to, before any of it is played."""

    lines: list[str] = field(default_factory=list)
    forced: set[int] = field(default_factory=set)
    opened: list[int] = field(default_factory=list)
    undone: int = 0
    public: int = 0
    own: dict[int, int] = field(default_factory=dict)
    ending: Ending | None = None

    def draws(self) -> int:
        return sum(line.startswith(CHANCE_MARK) for line in self.lines)

    def add(self, match: Match, row: Row) -> None:
        if "cut" in row:
            self._cut(row["cut"])
        first = len(self.lines)
        match.chance.keep([int(number, 16) for number in row.get("draws", [])], self.draws())
        self.lines += row.get("entries", [])
        self.forced |= {first + i for i in row.get("forced", [])}
        self.opened += row.get("opened", [])
        if row["public"] or row["seat"] is None:
            self.public += 1
        else:
            self.own[row["seat"] - 1] = self.own.get(row["seat"] - 1, 0) + 1
        if "sits" in row:
            match.seats[row["seat"] - 1] = Seat(row["sits"]["name"], row["sits"]["bot"])
        if "ending" in row:
            who = row["ending"]["seat"]
            self.ending = Ending(row["ending"]["how"], None if who is None else who - 1)

    def _cut(self, length: int) -> None:
        self.undone += len(self.lines) - length + 1
        del self.lines[length:]
        self.forced = {i for i in self.forced if i < length}
        self.opened = [number for number in self.opened if number < length]


def rebuild(match: Match, rows: Sequence[Row]) -> None:
    """Bring a match that has not begun to where its log ends; RecordError when the log does not fit the installed rules."""
    folded = _Folded()
    for row in rows:
        folded.add(match, row)
    entries, state = _replayed(match, folded)
    last = rows[-1] if rows else {}
    drafts = {int(seat) - 1: _read_draft(match, data) for seat, data in last.get("drafts", {}).items()}
    premoves = {int(seat) - 1: _read_premove(match, data) for seat, data in last.get("premoves", {}).items()}
    numbers = tuple(match.chance.numbers[:folded.draws()])
    match.apply(Change(
        "resume", None, True, drafts, state, None, tuple(entries), tuple(folded.opened), numbers, _read_request(last.get("request")), None, folded.ending,
        premoves))
    match.undone = folded.undone
    match.public_changes = folded.public
    match.own_changes = [folded.own.get(seat, 0) for seat in range(match.players)]


def _replayed(match: Match, folded: _Folded) -> tuple[list[Entry], Any]:
    replay = Replay(match, folded.forced)
    for number, (seat, text) in enumerate(_split(folded.lines), 1):
        replay.add(seat, text, number)
    return replay.added, replay.state


def _split(lines: Iterable[str]) -> Iterable[tuple[int | None, str]]:
    for line in lines:
        who, _, text = line.partition(" ")
        yield None if who == CHANCE_MARK else int(who) - 1, text


def _read_draft(match: Match, data: Row) -> Draft:
    return Draft(tuple(match.game.text_to_action(text) for text in data["actions"]), data["complete"], data["forced"])


def _read_premove(match: Match, data: Row) -> Premove:
    return Premove(tuple(match.game.text_to_action(text) for text in data["actions"]), data["lapsed"])


def _read_request(data: Row | None) -> UndoRequest | None:
    return None if data is None else UndoRequest(data["seat"] - 1, data["target"], tuple(seat - 1 for seat in data["agreed"]))
