"""Component files: what is printed on the cards and boards of a box, each value with where it is known from.

One schema for all games: TOML tables of plain values. A table (or an array's table) names the provenance of its values by
`provenance`, single values of it by `KEY_provenance`; a table without one inherits from the table around it.
"""

import hashlib
import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import ComponentError

PROVENANCES = ("rulebook", "derived", "public", "recalled", "assumed")
NOT_COMPONENTS = ("schema", "provenance", "sources")


@dataclass(frozen=True)
class Components:
    """The values of a component file by name.

    >>> box = Components.parse('schema = 1\\n[deck]\\ncards = 99\\nprovenance = "rulebook"', "an example")
    >>> box["deck"]["cards"], box.assumed()
    (99, [])
    """

    tables: dict[str, Any]
    origin: str

    @classmethod
    def load(cls, path: Path) -> "Components":
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ComponentError(f"the component file {path} cannot be read: {getattr(error, 'strerror', None) or 'it is not UTF-8 text'}") from None
        return cls.parse(text, str(path))

    @classmethod
    def parse(cls, text: str, origin: str) -> "Components":
        try:
            tables = tomllib.loads(text)
            beyond = next(_beyond("", tables), None)
        except ValueError as error:
            raise ComponentError(f"{origin}: not a TOML file: {error}") from None
        except RecursionError:
            raise ComponentError(f"{origin}: tables within tables, too many to be a component file") from None
        if beyond is not None:
            raise ComponentError(f"{origin}: {beyond}: this number is far too big; numbers of components have a few digits")
        if tables.get("schema") != 1:
            raise ComponentError(f"{origin}: schema = 1 is expected at the top, not {tables.get('schema')!r}")
        components = cls(tables, origin)
        for path, _, tags in components.values():
            for tag in tags or ["none"]:
                if tag not in PROVENANCES:
                    raise ComponentError(f"{origin}: {path}: the provenance is {tag!r}; it must be one of {', '.join(PROVENANCES)}")
        return components

    def __getitem__(self, name: str) -> Any:
        if name not in self.tables:
            raise ComponentError(f"{self.origin}: the table [{name}] is missing")
        return self.tables[name]

    def values(self) -> Iterator[tuple[str, Any, list[str]]]:
        """(path, value, provenance tags) of every single value."""
        for name, table in self.tables.items():
            if name not in NOT_COMPONENTS and not name.endswith("_provenance"):
                yield from _walk(name, table, _tags(self.tables.get("provenance")))

    def assumed(self) -> list[tuple[str, Any]]:
        """The values that nobody has confirmed from a box or a public source."""
        return [(path, value) for path, value, tags in self.values() if tags == ["assumed"] or tags == ["recalled"]]

    @property
    def hash(self) -> str:
        """Of the values alone: comments, order of keys and provenance do not matter."""
        plain = [[path, value] for path, value, _ in self.values()]
        return hashlib.sha256(json.dumps(sorted(plain, key=lambda p: p[0]), ensure_ascii=True, default=str).encode()).hexdigest()[:16]

    def number(self, path: str, value: Any, low: int, high: int) -> int:
        """The value that stands at a path, a whole number within its range; ComponentError otherwise."""
        if type(value) is not int or not low <= value <= high:
            raise self.fail(path, f"a whole number from {low} to {high} is expected, not {value!r}")
        return int(value)

    def fail(self, path: str, problem: str) -> ComponentError:
        """The error to raise when a value does not fit."""
        return ComponentError(f"{self.origin}: {path}: {problem}")


def _tags(given: Any) -> list[str]:
    return list(given) if isinstance(given, list) else [given] if given else []


def _beyond(path: str, value: Any) -> Iterator[str]:
    """Where integers stand that no 64 bits hold; Python does not even write the largest of them as text."""
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        yield path
    for key, item in value.items() if isinstance(value, dict) else enumerate(value, 1) if isinstance(value, list) else ():
        yield from _beyond(f"{path}.{key}" if path else str(key), item)


def _walk(path: str, value: Any, tags: list[str]) -> Iterator[tuple[str, Any, list[str]]]:
    if isinstance(value, dict):
        inner = _tags(value.get("provenance")) or tags
        for key, item in value.items():
            if key != "provenance" and not key.endswith("_provenance"):
                yield from _walk(f"{path}.{key}", item, _tags(value.get(f"{key}_provenance")) or inner)
    elif isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        for i, item in enumerate(value):
            yield from _walk(f"{path}[{item.get('id', i + 1)}]", item, tags)
    else:
        yield path, value, tags
