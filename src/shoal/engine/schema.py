"""Which tables and keys a component file has, and what sort of value each takes: checked before a game reads it.

A game declares the schema of its file as plain Python. Ranges, and what must fit together, are the game's own to check.
"""

import difflib
import re
from typing import Any

from .components import NOT_COMPONENTS, Components

Schema = Any
"""`str`, `int` or `bool`: a value of that type. `object`: whatever the game makes of it. `[schema]`: a list of such values.
`{"key": schema, "other?": schema}`: a table with these keys, those with a question mark optional. `{str: schema}`: a table with any keys."""

ABOUT_THE_GAME: Schema = {
    "title": str, "original_title?": str, "designer?": str, "rule_writer?": str, "artist?": str, "artists?": [str], "publisher?": str,
    "distributor_de?": str, "year?": int, "minutes?": [int], "age?": int, "bgg_id?": int,
}
"""The table [game], which every file may have."""

_SORTS = {str: "a text", int: "a whole number", bool: "true or false"}
_SORTS_OF_MANY = {str: "a list of texts", int: "a list of whole numbers", bool: "a list of true and false"}
MOST_SHOWN = 60
"""Signs of a value that a refusal repeats."""

_OTHER_NAME = re.compile(r"name_[a-z]+")


def check_schema(components: Components, schema: Schema) -> None:
    """ComponentError for the first key or value that does not fit; a misspelt key is not passed over, since what was meant by it would be lost.

    >>> from shoal.engine.components import Components
    >>> box = Components.parse('schema = 1\\nprovenance = "public"\\n[deck]\\ncrads = 9', "my box")
    >>> check_schema(box, {"deck": {"cards": int}})
    Traceback (most recent call last):
    shoal.engine.errors.ComponentError: my box: deck: the key 'crads' is unknown; did you mean 'cards'?
    """
    tables = {name: table for name, table in components.tables.items() if name not in NOT_COMPONENTS}
    _check_table(components, "", tables, {"game?": ABOUT_THE_GAME} | schema)


def _check(components: Components, path: str, value: Any, schema: Schema) -> None:
    if isinstance(schema, dict):
        if not isinstance(value, dict):
            raise components.fail(path, f"a table{'' if '.' in path or ']' in path else f' [{path}]'} is expected, not {_shown(value)}")
        _check_table(components, path, value, schema)
    elif isinstance(schema, list):
        if not isinstance(value, list):
            many = f"tables [[{path}]] are" if isinstance(schema[0], dict) else f"{_SORTS_OF_MANY[schema[0]]} is"
            raise components.fail(path, f"{many} expected, not {_shown(value)}")
        for number, item in enumerate(value, 1):
            name = item.get("id", number) if isinstance(item, dict) else number
            _check(components, f"{path}[{name}]", item, schema[0])
    elif schema is not object and type(value) is not schema:
        raise components.fail(path, f"{_SORTS[schema]} is expected, not {_shown(value)}")


def _check_table(components: Components, path: str, table: dict[str, Any], schema: dict[Any, Schema]) -> None:
    any_key = schema.get(str)
    if any_key is None:
        _check_keys(components, path, table, schema)
    for key, value in table.items():
        place = f"{path}.{key}" if path else key
        if _OTHER_NAME.fullmatch(key):
            _check(components, place, value, str)
        elif not _is_free(key):
            _check(components, place, value, any_key or schema.get(key, schema.get(f"{key}?")))


def _check_keys(components: Components, path: str, table: dict[str, Any], schema: dict[str, Schema]) -> None:
    known = [key.rstrip("?") for key in schema]
    unknown = next((key for key in table if key not in known and not _is_free(key)), None)
    missing = next((key for key in schema if key not in table and not key.endswith("?")), None)
    if unknown is not None:
        near = [*difflib.get_close_matches(unknown, [key for key in known if key not in table], 1), *difflib.get_close_matches(unknown, known, 1)]
        meant = repr(near[0]) if near and path else f"[{near[0]}]" if near else ""
        hint = f"did you mean {meant}?" if meant else f"there are {', '.join(known)}"
        raise components.fail(path or unknown, f"the key {unknown!r} is unknown; {hint}" if path else f"there is no such table; {hint}")
    if missing is not None:
        raise components.fail(f"{path}.{missing}" if path else missing, f"the key {missing!r} is missing" if path else f"the table [{missing}] is missing")


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN - 1]}…"


def _is_free(key: str) -> bool:
    """Provenances, and names in other languages (`name_cs`)."""
    return key.endswith("provenance") or bool(_OTHER_NAME.fullmatch(key))
