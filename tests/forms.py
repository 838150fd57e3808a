"""Both forms of the package in one process, for tests that compare them."""
import importlib
from types import ModuleType

import pytest

from shoal._forms import SECOND
from shoal._plain import load_second
from shoal.engine import form


class Form:
    """The modules of one form: `Form("shoal")("engine.state")`."""

    def __init__(self, package: str) -> None:
        self.package = package

    def __call__(self, name: str) -> ModuleType:
        return importlib.import_module(f"{self.package}.{name}")

    def __repr__(self) -> str:
        return "plain" if self.package == SECOND else "compiled"


def both_forms() -> tuple[Form, Form]:
    """(compiled, plain); skips the test where there is no compiled form.

    compiled, plain = both_forms()
    assert compiled("games").load_game("fish_tank").title == plain("games").load_game("fish_tank").title
    """
    if not form.compiled():
        pytest.skip("only the plain form is here")
    load_second()
    return Form("shoal"), Form(SECOND)
