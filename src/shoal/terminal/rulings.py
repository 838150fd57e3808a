"""Looking up rules in a game's `rulings.md`: by id, by heading, by a word."""

import difflib
import re
from dataclasses import dataclass
from string import ascii_uppercase

from shoal.engine.errors import ShoalError

from . import texts

_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
_ID = re.compile(r"^(?:#{1,6}\s+|[-*+]\s+|\|\s*)?[*`_\[(]*([A-Z]{1,3}\d{1,3}[a-z]?)\b")
_ROW = re.compile(r"^\|(.*)\|\s*$")
LONGEST_NAME = 4
"""Words of the name of a piece."""


class UnknownRule(ShoalError):
    """There is no rule of this name."""


@dataclass(frozen=True)
class Entry:
    """A place of the text that can be asked for: an id or a heading."""

    name: str
    text: str
    is_id: bool


class Rulings:
    """The text of a game's rules and everything in it that has a name.

    >>> Rulings("# Flips\\n\\n**R11** At most one flip for each placement.").find("r11")
    '**R11** At most one flip for each placement.'
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = text.splitlines()
        self.entries = [entry for number in range(len(self._lines)) for entry in self._entries_at(number)]

    def find(self, wanted: str, all_of_them: str = "shoal rules GAME") -> str:
        """The part of the text that is meant; UnknownRule names what is near, or the command that shows everything."""
        asked = " ".join(wanted.lower().split())
        for fits in (self._same, self._piece, self._contained, self._mentioned):
            found = fits(asked)
            if found:
                return "\n\n".join(entry.text for entry in found)
        raise UnknownRule(self._near(wanted.strip(), asked, all_of_them))

    def names(self) -> list[str]:
        return [entry.name for entry in self.entries]

    def _same(self, asked: str) -> list[Entry]:
        """By its name; of an id, the number will do."""
        same = [e for e in self.entries if e.name.lower() == asked]
        return (same or [e for e in self.entries if e.is_id and asked.isdigit() and e.name.lstrip(ascii_uppercase) == asked])[:1]

    def _piece(self, asked: str) -> list[Entry]:
        """A piece whose name stands in a table: its row, then the rules that speak of it."""
        word = _word(asked)
        rows = [i for i in self._plain_rows() if any(_is_name(cell) and word.search(cell) for cell in _cells(self._lines[i])[:2])]
        return [*map(self._row_entry, rows), *self._rules_about(word)] if rows and len(asked) > 2 else []

    def _contained(self, asked: str) -> list[Entry]:
        return [e for e in self.entries if not e.is_id and asked in e.name.lower()][:1] if len(asked) > 2 else []

    def _mentioned(self, asked: str) -> list[Entry]:
        if len(asked) <= 2:
            return []
        word = _word(asked)
        rows = [i for i in self._plain_rows() if any(word.match(cell) for cell in _cells(self._lines[i])[:2])]
        return [*map(self._row_entry, rows), *self._rules_about(word)]

    def _rules_about(self, word: re.Pattern[str]) -> list[Entry]:
        return [e for e in self.entries if e.is_id and word.search(e.text)]

    def _plain_rows(self) -> list[int]:
        """The rows of tables below their titles; ids have entries of their own."""
        return [i for i, line in enumerate(self._lines) if _ROW.match(line) and not _ID.match(line) and i and _ROW.match(self._lines[i - 1])]

    def _row_entry(self, number: int) -> Entry:
        return Entry(_cells(self._lines[number])[0], self._row(number), False)

    def _near(self, shown: str, asked: str, all_of_them: str) -> str:
        known = {name.lower(): name for name in self.names()}
        near = [known[name] for name in difflib.get_close_matches(asked, list(known), 4, 0.6)]
        return texts()("rules.near", rule=shown, near=", ".join(near)) if near else texts()("rules.unknown", rule=shown, all=all_of_them)

    # ---- reading the text

    def _entries_at(self, number: int) -> list[Entry]:
        line = self._lines[number]
        heading, named = _HEADING.match(line), _ID.match(line)
        found = []
        if heading:
            found.append(Entry(_bare(heading[2]), self._section(number, len(heading[1])), False))
        if named:
            text = found[0].text if heading else self._row(number) if _ROW.match(line) else self._block(number)
            found.append(Entry(named[1], text, True))
        return found

    def _section(self, start: int, level: int) -> str:
        end = start + 1
        while end < len(self._lines):
            heading = _HEADING.match(self._lines[end])
            if heading and len(heading[1]) <= level:
                break
            end += 1
        return "\n".join(self._lines[start:end]).strip()

    def _block(self, start: int) -> str:
        """A paragraph or list item: up to the next blank line, heading or id."""
        end = start + 1
        while end < len(self._lines) and self._lines[end].strip() and not (_HEADING.match(self._lines[end]) or _ID.match(self._lines[end])):
            end += 1
        return "\n".join(self._lines[start:end]).strip()

    def _row(self, number: int) -> str:
        """A row of a table: each cell below the title of its column."""
        first = number
        while first > 0 and _ROW.match(self._lines[first - 1]):
            first -= 1
        titles, cells = _cells(self._lines[first]), _cells(self._lines[number])
        pairs = list(zip(titles, cells, strict=False))
        return "\n".join([f"**{pairs[0][1]}**", *(f"- {title}: {cell}" for title, cell in pairs[1:] if cell not in ("", "–", "-"))])


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def _is_name(cell: str) -> bool:
    """Whether a cell names a piece (`Zebra pleco`), and is neither a move nor a sentence."""
    return cell[:1].isupper() and len(cell.split()) <= LONGEST_NAME


def _word(asked: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(asked)}", re.IGNORECASE)


def _bare(title: str) -> str:
    return re.sub(r"[*`_]", "", title).strip()
