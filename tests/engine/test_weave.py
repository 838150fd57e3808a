"""The build step: what its lint finds, and a small package that gives the same in both forms."""
import importlib
import itertools
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from weave import LintError, weave

ROOT = Path(__file__).parents[2]
POND = Path(__file__).parent / "pond"
ENGINE = ("hints.py", "boilerplate.py", "fields.py")


def package(folder: Path, name: str, files: dict[str, str]) -> Path:
    """A package with the foundations of the engine and some files of its own."""
    root = folder / name
    for path, text in {"__init__.py": "", "engine/__init__.py": "", **files}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    for part in ENGINE:
        shutil.copy(ROOT / "src" / "shoal" / "engine" / part, root / "engine" / part)
    return root


HEAD = """\
from typing import Annotated, Any
from ...engine.fields import Fields
from ...engine.hints import generated, i64, nogil, python, scratch
from .notation import CELLS, FLIP, NONE, Cells, Numbers, flip, name

def helper(n: int) -> int:
    return n

@python
def spoken(n: int) -> str:
    return str(n)

"""
NOTATION = """\
from typing import Annotated
CELLS, NONE = 4, -1
FLIP = CELLS * 2
Cells = Annotated[list[int], "int", CELLS]
Numbers = Annotated[list[float], "double", CELLS * 2]
def flip(cell: int) -> int:
    return FLIP + cell
def name(cell: int) -> str:
    return "abcd"[cell]
"""


def findings(folder: Path, text: str) -> str:
    """What the lint says about a module rules.py."""
    root = package(folder, "toy", {"games/__init__.py": "", "games/x/__init__.py": "", "games/x/notation.py": NOTATION, "games/x/rules.py": HEAD + text})
    with pytest.raises(LintError) as error:
        weave(root, folder / "out")
    assert not (folder / "out").exists()
    return str(error.value)


CLASS = """\
class Bad(Fields):
    x: int
    a: Cells
    b: Cells
    c: Numbers
    other: 'Bad | None'
    def bump(self, n: int) -> int:
        self.x += n
        return n
    def touch(self, n: int, m: int) -> int:
        return n
    def fill(self, out: Cells) -> int:
        out[0] = 1
        return 0
    def f(self, n: int, out: Cells) -> int:
"""


def in_kernel(*lines: str) -> str:
    return CLASS + "".join(f"        {line}\n" for line in lines) + "        return 0\n"


def in_python(*lines: str) -> str:
    head = "    @python\n    def g(self, n: int, bad: 'Bad') -> Any:\n"
    return in_kernel("pass") + head + "".join(f"        {line}\n" for line in lines) + "        return 0\n"


@pytest.mark.parametrize("line, said", [
    ("self.a = self.b", "aliases in Python: write `self.a[:] = ...`"),
    ("self.y = 1", "self.y is not a declared field"),
    ("self.y += 1", "self.y is not a declared field"),
    ("same = n == 3", "annotate `same: bool = ...`"),
    ("same = not n", "annotate `same: bool = ...`"),
    ("same = True", "annotate `same: bool = ...`"),
    ("s = f'{n}'", "f-string"),
    ("s = 'frog'", "texts belong into @python"),
    ("raise ValueError", "cannot raise"),
    ("assert n", "cannot raise"),
    ("for k in self.a: pass", "only range()"),
    ("t: Bad = n", "local of class or Python type"),
    ("t: str = n", "local of class or Python type"),
    ("n = n ** 2", "use shifts"),
    ("d = [k for k in range(n)]", "list comprehension"),
    ("d = [1, 2]", "an array local is written"),
    ("d = {1: 2}", "a dict"),
    ("d = {1, 2}", "a set"),
    ("d = (lambda: 1)", "lambda"),
    ("with nogil: pass", "hold no GIL already"),
    ("n = 0xFFFFFFFF", "does not fit 32 bits"),
    ("n = self.a[-1]", "negative index"),
    ("n = self.a[NONE]", "negative index"),
    ("n = self.a[CELLS]", "the array has 4 numbers"),
    ("n = self.c[FLIP]", "the array has 8 numbers"),
    ("q: Cells = [0] * 63", "starts as `[0] * N`"),
    ("q: Cells = scratch(CELLS + 1)", "starts as `[0] * N`"),
    ("q: Cells = scratch(CELLS); n = q[-1]", "negative index"),
    ("q: Cells = scratch(CELLS); q[:] = self.c", "arrays of 8 and 4 numbers"),
    ("self.a[:] = out", "length of a parameter is not known"),
    ("out[:] = self.a", "length of a parameter is not known"),
    ("self.a[1:2] = self.b", "only whole arrays"),
    ("a = self.a", "have no local names in C"),
    ("o = self.other", "have no local names in C"),
    ("self.other = None", "set in @python methods only"),
    ("n = len(self.a)", "len is not known to C"),
    ("n = super().touch(1, 2)", "call the class above by its name"),
    ("n = spoken(1)", "spoken is a Python object"),
    ("n = name(1)", "name of toy.games.x.notation is a Python object"),
    ("print(n)", "print is not known to C"),
    ("n = self.bump(1) + self.bump(2)", "C may evaluate `self.bump(2)` before `self.bump(1)`"),
    ("n = self.touch(self.x, self.bump(2))", "both use x"),
    ("self.a[self.x] = self.bump(2)", "both use x"),
    ("self.x += self.bump(2)", "both use x"),
    ("n = self.fill(out) + out[0]", "both use out"),
])
def test_lint_of_kernel_functions(tmp_path: Path, line: str, said: str) -> None:
    found = findings(tmp_path, in_kernel(line))
    assert said in found and "rules.py:28: Bad.f: " in found and len(found.split("\n")) == 1


TURNERS = """\
class Mover(Fields):
    x: int
    def turn(self, n: int) -> int:
        self.x += n
        return n

class Reader(Fields):
    x: int
    mover: Mover
    def turn(self, n: int) -> int:
        return self.x + n
    def f(self, n: int, mover: Mover, reader: 'Reader') -> int:
        return {expression}
"""
SLY = """
class Sly(Reader):
    def turn(self, n: int) -> int:
        self.x -= n
        return n
"""
TURNED = """
def turned(reader: Reader, n: int) -> int:
    return reader.turn(n)
"""


@pytest.mark.parametrize("expression", ["self.turn(1) + self.x", "reader.turn(1) + reader.turn(2)", "turned(self, n) + self.x"])
def test_lint_follows_calls_by_the_type_of_their_object(tmp_path: Path, expression: str) -> None:
    """`Mover.turn` is another method of the same name; but an override in a subclass counts, since that may be the object's."""
    text = TURNERS.format(expression=expression) + TURNED
    weave(package(tmp_path, "fine", {"games/__init__.py": "", "games/x/__init__.py": "", "games/x/notation.py": NOTATION, "games/x/rules.py": HEAD + text}),
          tmp_path / "woven")
    assert "both use x, which one of them changes" in findings(tmp_path, text + SLY)


@pytest.mark.parametrize("expression", [
    "mover.turn(1) + mover.x", "Mover.turn(mover, 1) + self.x", "self.mover.turn(1) + self.x", "reader.mover.turn(1) + self.turn(1)",
])
def test_lint_knows_the_types_of_parameters_and_fields(tmp_path: Path, expression: str) -> None:
    assert "both use x, which one of them changes" in findings(tmp_path, TURNERS.format(expression=expression))


@pytest.mark.parametrize("line, said", [
    ("for k in {1, 2}: pass", "order of a set"),
    ("for k in set(self.a): pass", "order of a set"),
    ("return [k for k in set(self.a) - {1}]", "order of a set"),
    ("some = {1}; return list(some)", "order of a set"),
    ("self.z = 1", "self.z is not a declared field"),
    ("self.a = [0] * CELLS", "write `self.a[:] = ...`"),
    ("return self.a[-1]", "negative index"),
    ("return bad.touch(1, 2)", "give bad a typed name first, as in `known: State = bad`"),
    ("return n.twin().touch(1, 2)", "give n.twin() a typed name first"),
    ("q: Cells = [1] * CELLS", "starts as `[0] * N`"),
])
def test_lint_of_python_methods(tmp_path: Path, line: str, said: str) -> None:
    found = findings(tmp_path, in_python(line))
    assert said in found and "Bad.g: " in found


ABOVE = "class A(Fields):\n    def f(self, n: int) -> int:\n        return n\n"


@pytest.mark.parametrize("text, said", [
    ("class Bad(Fields):\n    x: int\n    def __init__(self) -> None:\n        self.x = 1\n", "call self.blank() first"),
    ("class Bad(Fields):\n    x: int = 3\n", "a field has no default here"),
    ("class Bad(Fields):\n    x: list[int]\n", "has no C type"),
    ("class Bad(Fields):\n    x: Annotated[list[int], 'int', UNKNOWN]\n", "capacity of this array cannot be resolved"),
    ("class Bad(Fields):\n    x: Annotated[list[int], 'int', 4, 4]\n", "rows and columns are one index"),
    ("class Bad(Fields):\n    x: Annotated[list[int], 'char', 4]\n", "arrays are of"),
    ("Wrong = Annotated[list[int], 'int', len('abc')]\n", "cannot be resolved"),
    ("class A(Fields):\n    x: int\nclass B(A):\n    x: int\n", "a class above has this field already"),
    ("class Bad(Fields):\n    def become(self, other: Fields) -> None:\n        pass\n", "written from the field list"),
    (ABOVE + "class B(A):\n    def f(self, n: i64) -> int:\n        return 1\n", "differ from those of A.f"),
    (ABOVE + "class B(A):\n    @python\n    def f(self, n: int) -> int:\n        return 1\n", "A.f is a kernel method"),
    ("class A(Fields):\n    @staticmethod\n    def f(n: int) -> int:\n        return n\n", "only @python methods have decorators"),
    ("def f(n) -> int:\n    return n\n", "argument n"),
    ("def f(n: str) -> int:\n    return n\n", "argument n"),
    ("def f(n: int = 3) -> int:\n    return n\n", "defaults"),
    ("def f(n: int) -> Cells:\n    return n\n", "the result"),
    ("def f(n: int):\n    return n\n", "the result"),
    ("def f(n: 'Fields | None') -> int:\n    return 1\n", "without None"),
    ("TABLE = [1, 2, 3]\n", "a table at module level"),
    ("HUGE = 2**64\ndef f(n: int) -> int:\n    return n + HUGE\n", "fits no C type"),
    ("A, B = 1, 'two'\n", "one assignment for each sort"),
])
def test_lint_of_declarations(tmp_path: Path, text: str, said: str) -> None:
    found = findings(tmp_path, text)
    assert said in found and "rules.py:" in found


def test_woven_lines_keep_their_numbers(tmp_path: Path) -> None:
    root = pond(tmp_path, "pond_lines")
    weave(root, tmp_path / "out")
    for path in ("rules.py", "scoring.py"):             # small classes may need more lines than they have
        source = (root / "games" / "pond" / path).read_text().split("\n")
        woven = (tmp_path / "out" / "pond_lines" / "games" / "pond" / path).read_text().split("\n")
        for number, line in enumerate(source):
            if line.strip().startswith(("def ", "return ", "for ", "class ")):
                assert woven[number] == line


def test_an_unchanged_module_is_not_written_again(tmp_path: Path) -> None:
    root = pond(tmp_path, "pond_again")
    weave(root, tmp_path / "out")
    before = {p: p.stat().st_mtime_ns for p in (tmp_path / "out").rglob("*.p*")}
    (root / "games" / "pond" / "scoring.py").unlink()
    (root / "games" / "pond" / "rules.py").unlink()
    (root / "games" / "pond" / "knowledge.py").unlink()
    weave(root, tmp_path / "out")
    after = {p: p.stat().st_mtime_ns for p in (tmp_path / "out").rglob("*.p*")}
    assert all(before[p] == t for p, t in after.items())
    assert {p.stem for p in before} - {p.stem for p in after} == {"scoring", "rules", "knowledge"}


# ---- a package in both forms

SETUP = """
import sys
sys.path.insert(0, {root!r})
from pathlib import Path
from setuptools import Extension, setup
from weave import build
files = build.cythonized(Path({package!r}), Path('woven'))
setup(name='toy', py_modules=[], packages=[], ext_modules=[Extension(n, [f], extra_compile_args=['-O0', '-Wno-unused-function']) for n, f in files.items()])
"""
TALK = """
import importlib, json, sys
rules, knowledge, scoring, notation = (importlib.import_module(NAME + '.games.pond.' + m) for m in ORDER)
by = {m.__name__.rpartition('.')[2]: m for m in (rules, knowledge, scoring, notation)}
rules, knowledge, scoring = by['rules'], by['knowledge'], by['scoring']
said = []
for players in (2, 3):
    pond = rules.Pond(players)
    said += [pond.dump(), hash(pond), pond.memory, pond.box, pond.words]
    said += [pond.play(7), [pond.try_step(s, a) for s in range(3) for a in range(20)]]
    pond.remember()
    said += [pond.play(50), pond.dump(), pond.memory.dump(), hash(pond), pond.box]
    twin = pond.twin()
    said += [twin == pond, hash(twin) == hash(pond), twin.memory is pond.memory, twin.dump() == pond.dump()]
    twin.play(1)
    said += [twin == pond, twin == 3, twin.play(3) == pond.play(4)]
    data = pond.dump()
    twin.load(json.loads(json.dumps(data)))
    said += [twin == pond]
    twin.blank()
    said += [twin.dump(), twin.memory]
    for spoil in ({}, {'seed': 2**63}, {'open': 1}, {'bag': [0] * 4}, {'bag': [1.5] * 5}, {'weights': ['x'] * 5}, {'more': 1}, {'players': True}):
        bad = dict(data, **spoil) if spoil else {'players': 1}
        try:
            pond.load(bad)
        except ValueError as error:
            said.append(str(error))
    said += [pond.dump() == data]
said += [rules.MASK, rules.TURNS, rules.FIRST, rules.KINDS, scoring.WIDE, scoring.HALF, knowledge.SEATS, rules.Fields.__name__, rules.PondMemory.__name__]
said += [scoring.worth(3, 2), scoring.wide(5), scoring.spread(2.0), list(rules.Pond.VALUE_FIELDS), list(rules.Pond.OBJECT_FIELDS)]
print(json.dumps(said, default=list))
print(rules.__file__)
"""


def pond(folder: Path, name: str) -> Path:
    files = {f"games/pond/{p.name}": p.read_text() for p in POND.glob("*.py")}
    return package(folder, name, {"games/__init__.py": "", "games/pond/__init__.py": "", **files})


def talk(folder: Path, name: str, order: Any, seed: str = "0") -> tuple[list[Any], str]:
    code = f"NAME, ORDER = {name!r}, {tuple(order)!r}\n{TALK}"
    run = subprocess.run([sys.executable, "-c", code], cwd=folder, env={**os.environ, "PYTHONPATH": str(folder), "PYTHONHASHSEED": seed},
                         capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    said, file = run.stdout.splitlines()
    return json.loads(said), file


@pytest.mark.skipif(not (shutil.which("cc") or shutil.which("gcc")), reason="no C compiler")
def test_both_forms_of_a_small_package(tmp_path: Path) -> None:
    pytest.importorskip("Cython")
    order = ("rules", "knowledge", "scoring", "notation")
    plain_home, home = tmp_path / "plain", tmp_path / "compiled"
    pond(plain_home, "toy")
    root = pond(home, "toy")
    plain, file = talk(plain_home, "toy", order)
    assert file.endswith("rules.py")
    (home / "setup.py").write_text(SETUP.format(root=str(ROOT), package=str(root)))
    run = subprocess.run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=home, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    for modules in itertools.permutations(order[:3]):
        compiled, file = talk(home, "toy", (*modules, "notation"), seed="1")
        assert not file.endswith(".py")
        assert compiled == plain
    assert importlib.util.find_spec("toy") is None
