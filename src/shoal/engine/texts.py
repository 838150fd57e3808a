"""Texts that people read, one file per place and language (`texts.en.toml`), so that another language is another file."""

import tomllib
from pathlib import Path
from typing import Any


class Texts:
    """Sentences by key, with values filled in. A key that is missing is a mistake of ours and raises KeyError.

    Keys are paths: `place.ask`. Where a sentence depends on a number n, the file has `KEY.one` and `KEY.many`.
    """

    def __init__(self, folder: Path, language: str = "en") -> None:
        path = folder / f"texts.{language}.toml"
        tables = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        self._texts: dict[str, str] = dict(_flat("", tables))

    def __call__(self, key: str, /, **values: Any) -> str:
        text = self._texts.get(key)
        if text is None and "n" in values:
            text = self._texts.get(f"{key}.{'one' if values['n'] == 1 else 'many'}")
        if text is None:
            raise KeyError(f"no text {key!r}")
        return text.format(**values) if "{" in text or "}" in text else text

    def get(self, key: str, default: str = "") -> str:
        """The bare text of a key, or the default."""
        return self._texts.get(key, default)

    def keys(self) -> list[str]:
        return list(self._texts)


def _flat(prefix: str, table: dict[str, Any]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, value in table.items():
        if isinstance(value, dict):
            found += _flat(f"{prefix}{key}.", value)
        else:
            found.append((f"{prefix}{key}", str(value).strip()))
    return found
