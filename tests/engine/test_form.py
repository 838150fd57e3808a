"""Which form is loaded, and both of them side by side."""
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from shoal.engine import boilerplate, form, playout, state
from tests.forms import both_forms
from weave.modules import compiled_names

ROOT = Path(__file__).parents[2]


def run(code: str, **env: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, **env}, capture_output=True, text=True, check=True)
    return done.stdout.split("\n")[:-1]


def test_the_compiled_form_belongs_to_the_sources() -> None:
    assert form.stale() == []
    if form.compiled():
        assert form.compiled_modules() == compiled_names(form.FOLDER)
        assert form.describe() == f"compiled ({len(form.compiled_modules())} modules)"
    else:
        assert form.describe().startswith("plain Python")


def test_a_changed_source_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    both_forms()
    monkeypatch.setattr(state, "SOURCE_HASHES", {"shoal.engine.facts": "0"})
    assert form.stale() == ["shoal.engine.state"]
    assert "build again" in form.describe()


def test_the_switch_gives_plain_python() -> None:
    said = run("from shoal.engine import form, state, fields; print(form.compiled(), state.__file__, fields.__file__)", SHOAL_PURE="1")[0]
    assert said.startswith("False") and said.count(".py") == 2


def test_the_package_itself_loads_at_once() -> None:
    code = "import sys; before = set(sys.modules); import shoal; print(*sorted(set(sys.modules) - before))"
    assert run(code, SHOAL_PURE="0") == ["shoal shoal._forms shoal.version"]


def test_the_plain_form_stands_beside_the_compiled_one() -> None:
    compiled, plain = both_forms()
    one, other = compiled("engine.state"), plain("engine.state")
    assert one is state and other.__file__.endswith("state.py") and not one.__file__.endswith(".py")
    assert other.Fields is plain("engine.fields").Fields and other.Fields is not one.Fields
    assert plain("games").load_game.__globals__["Game"].__module__ == "shoal_plain.engine.game"


def test_the_same_random_numbers_and_hashes() -> None:
    for f in both_forms():
        rng = f("engine.state").Rng(7, "deal")
        assert [rng.pick(6) for _ in range(12)] == [3, 2, 2, 2, 4, 1, 0, 4, 1, 0, 1, 4]
        assert (hash(rng), rng.dump()) == (hash(rng.twin()), rng.twin().dump())
    compiled, plain = (f("engine.state").Rng(7, "deal") for f in both_forms())
    assert hash(compiled) == hash(plain)
    code = "from shoal.engine.state import Rng; print(hash(Rng(7, 'deal')))"
    assert {run(code, PYTHONHASHSEED=s, SHOAL_PURE=p)[0] for s in "01" for p in "01"} == {str(hash(plain))}


def test_fields_are_read_only_when_compiled() -> None:
    both_forms()
    with pytest.raises(AttributeError):
        state.Rng(1).a = 3


def test_a_python_subclass_of_a_compiled_class_is_refused() -> None:
    both_forms()

    class Loaded(state.Rng):
        pass

    with pytest.raises(TypeError, match="must be compiled too"):
        Loaded(1)


def test_field_lists_can_be_read_in_either_form() -> None:
    assert boilerplate.value_fields(state.Rng)[-1] == ("counter", "long long", 0)
    assert boilerplate.object_fields(playout.Playouts) == ("root", "world", "rng")


@pytest.mark.parametrize("data, said", [
    (3, "Rng: an object with the fields a, b, c, counter is expected, not 3"),
    ({"a": 1}, "Rng.b: this field is missing"),
    ({"a": 1, "b": 2, "c": 3, "counter": 4, "d": 5}, "Rng: there is no field 'd'"),
    ({"a": 1, "b": 2, "c": 3, "counter": True}, "Rng.counter: an integer from -9223372036854775808 to 9223372036854775807 is expected, not True"),
    ({"a": 1, "b": 2, "c": 3, "counter": 2**63}, "Rng.counter: an integer from"),
    ({"a": 1, "b": 2, "c": 3, "counter": [4]}, "Rng.counter: an integer from -9223372036854775808 to 9223372036854775807 is expected, not a list of 1"),
])
def test_loading_says_which_field_does_not_fit_and_changes_nothing(data: object, said: str) -> None:
    rng = state.Rng(1)
    before = rng.dump()
    with pytest.raises(ValueError) as error:
        rng.load(data)
    assert said in str(error.value) and rng.dump() == before


def test_the_plain_form_copies_quickly() -> None:
    """As quick as copying by hand: the methods are written out, not looked up field by field."""
    plain = both_forms()[1]
    rng = plain("engine.state").Rng(1)
    start = time.process_time()
    for _ in range(1000):
        rng.twin()
    assert time.process_time() - start < 0.02
