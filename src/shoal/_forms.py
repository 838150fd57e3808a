"""Which form of the package is loaded: the compiled modules where they are there, or the same sources as plain Python.

SHOAL_PURE=1 takes the plain form. (This is loaded with the package itself: hence nothing heavy in here; the rest is in _plain.py.)
"""
import os

SECOND = "shoal_plain"
"""Name of the plain form that can stand beside the compiled one, for tests that compare them."""


def pure() -> bool:
    """Whether the plain form was asked for."""
    return os.environ.get("SHOAL_PURE", "0") not in ("", "0")


def install(package: str) -> None:
    """Called by the package itself, before anything else of it is loaded."""
    if pure() and package != SECOND:
        from ._plain import find_plain
        find_plain(package)
