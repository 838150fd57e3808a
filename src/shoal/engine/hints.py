"""Words for the hints of compiled modules. Plain Python runs them as they stand here; the build step reads them. Never compiled itself.

    i64               a 64-bit integer (`int` is 32 bits when compiled)
    @python           stays a Python method when compiled; everything else becomes a C method that needs no GIL
    @generated        written from the field list of each class, in both forms
    with nogil:       releases the GIL when compiled
    scratch(n)        a local array whose content is not defined: `moves: Moves = scratch(MOVES)`
"""
from collections.abc import Callable
from contextlib import nullcontext
from typing import Annotated, Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

i64 = Annotated[int, "long long"]
nogil = nullcontext()


def python(f: Callable[P, R]) -> Callable[P, R]:
    """Stays a Python function when compiled."""
    return f


def generated(f: Callable[P, R]) -> Callable[P, R]:
    """Written from the field list; the body here is never used."""
    return f


def scratch(n: int) -> list[Any]:
    """A local array to be filled before it is read: zeros here, not defined when compiled."""
    return [0] * n
