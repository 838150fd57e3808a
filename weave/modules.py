"""Which modules of the package are compiled, and which are read for their constants and formulas: the one place that says so."""
import ast
import hashlib
from dataclasses import dataclass, field
from pathlib import Path

COMPILED = (
    "engine/fields.py", "engine/state.py", "engine/playout.py",
    "games/*/box.py", "games/*/rules.py", "games/*/rules_*.py", "games/*/scoring.py",
    "games/*/knowledge.py", "games/*/strategy.py", "games/*/features.py", "games/*/solver*.py",
    "bots/search*.py",
)
"""Become C, one extension module each."""

INLINED = ("engine/facts.py", "games/*/notation.py")
"""Stay Python; their integer constants and one-line integer functions are known to the C code as well."""

HINTS = "engine/hints.py"
"""The words of the hints. Not compiled, and never imported by compiled modules."""

FIELDS = ("engine/fields.py", "Fields")
"""The class whose descendants become C classes."""

RUNTIME = (HINTS, "engine/boilerplate.py")
"""What any package that is woven must bring along."""


@dataclass
class Source:
    """One module of the package before it is woven."""

    path: Path
    inside: str                 # "games/fish_tank/rules.py"
    name: str                   # "shoal.games.fish_tank.rules"
    sort: str                   # "compiled", "inlined" or "hints"
    text: str
    tree: ast.Module = field(repr=False)

    @property
    def package(self) -> str:
        return self.name.rpartition(".")[0]

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @property
    def hash(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    def place(self, node: ast.AST) -> str:
        return f"{self.path}:{getattr(node, 'lineno', 1)}"


def sort_of(inside: str) -> str:
    """How a module is treated; "" for ordinary Python."""
    path = Path(inside)
    if inside == HINTS:
        return "hints"
    if any(_matches(path, pattern) for pattern in COMPILED):
        return "compiled"
    return "inlined" if any(_matches(path, pattern) for pattern in INLINED) else ""


def _matches(path: Path, pattern: str) -> bool:
    return len(path.parts) == pattern.count("/") + 1 and path.match(pattern)


def find_modules(package: Path) -> list[Source]:
    """All modules below a package folder that the build step reads, in order of their names."""
    found = []
    for path in sorted(package.rglob("*.py")):
        inside = path.relative_to(package).as_posix()
        sort = sort_of(inside)
        if sort:
            text = path.read_text(encoding="utf-8")
            name = ".".join((package.name, *Path(inside).with_suffix("").parts))
            found.append(Source(path, inside, name, sort, text, ast.parse(text, str(path))))
    return found


def compiled_names(package: Path) -> list[str]:
    """Names of the modules that become extension modules."""
    inside = (p.relative_to(package) for p in sorted(package.rglob("*.py")))
    return [".".join((package.name, *p.with_suffix("").parts)) for p in inside if sort_of(p.as_posix()) == "compiled"]
