"""What the names in a module mean: constants, arrays, classes and functions, followed through imports."""
import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from .constants import evaluate, unpacked
from .modules import FIELDS, Source

Number = int | float

BUILTINS = {"range", "min", "max", "abs", "int", "float", "bool", "True", "False", "None"}
"""Python's own names that C code may use."""

C_MATH = {"sqrt", "log", "exp", "pow", "sin", "cos", "tan", "atan2", "tanh", "log2", "log10", "log1p", "expm1", "fabs"}
"""Names of `math` that C knows with the same meaning."""


@dataclass
class Symbol:
    """What a name means. `module` and `name` say where it is defined."""

    kind: str                           # constant, array, scalar, class, kernel, inline, python, math, hint
    module: str
    name: str
    value: Number | None = None         # of a constant
    ctype: str = ""                     # of an array or scalar hint
    length: int | None = 0              # of an array; None: it cannot be told


@dataclass
class Import:
    """One name that `from ... import` brings in."""

    module: str
    name: str
    as_name: str
    node: ast.ImportFrom
    typing_only: bool


@dataclass
class Class:
    """A descendant of Fields."""

    name: str
    module: str
    node: ast.ClassDef
    base: "Class | None" = None
    values: list[tuple[str, str, int]] = field(default_factory=list)        # its own and inherited ones
    objects: list[tuple[str, "Class | None"]] = field(default_factory=list)  # None: any Python object
    own: list[tuple[str, str]] = field(default_factory=list)                # name and C declaration

    def arrays(self) -> dict[str, int]:
        return {name: length for name, _, length in self.values if length}

    def fields(self) -> set[str]:
        return {v[0] for v in self.values} | {o[0] for o in self.objects}

    def line(self) -> Iterator["Class"]:
        """This class and those above it."""
        above: Class | None = self
        while above is not None:
            yield above
            above = above.base

    def method(self, name: str) -> "tuple[Class, ast.FunctionDef] | None":
        """The class nearest above (or this one) that defines a method."""
        for c in self.line():
            for node in c.node.body:
                if isinstance(node, ast.FunctionDef) and node.name == name:
                    return c, node
        return None


def marks(f: ast.FunctionDef) -> set[str]:
    return {ast.unparse(d) for d in f.decorator_list}


def is_dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def is_kernel(f: ast.FunctionDef) -> bool:
    return "python" not in marks(f) and not is_dunder(f.name)


def is_typing_only(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")


class Module:
    """A source with the names that it defines and imports."""

    def __init__(self, project: "Project", source: Source) -> None:
        self.project, self.source, self.name = project, source, source.name
        self.imports: dict[str, Import] = {}
        self.defined: dict[str, Symbol] = {}
        self.hints: dict[str, ast.expr] = {}            # aliases, not yet resolved
        self.formulas: list[ast.FunctionDef] = []       # of an inlined module: what C has inline
        self.loose = {n for node in ast.walk(source.tree) if isinstance(node, ast.Global) for n in node.names}
        for node in source.tree.body:
            self._read(node)

    def _read(self, node: ast.stmt) -> None:
        if isinstance(node, ast.ImportFrom):
            self._read_import(node, False)
        elif is_typing_only(node):
            for inner in getattr(node, "body", []):
                if isinstance(inner, ast.ImportFrom):
                    self._read_import(inner, True)
        elif isinstance(node, ast.Import):
            for a in node.names:
                self._define(a.asname or a.name.split(".")[0], "python")
        elif isinstance(node, ast.ClassDef):
            self._define(node.name, "python")           # Fields classes are found later
        elif isinstance(node, ast.FunctionDef):
            kernel = self.source.sort == "compiled" and is_kernel(node)
            self._define(node.name, "kernel" if kernel else "python")
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            for name, value in unpacked(node):
                self.hints[name] = value
                self._define(name, "later")

    def _define(self, name: str, kind: str) -> None:
        self.defined[name] = Symbol(kind, self.name, name)

    def _read_import(self, node: ast.ImportFrom, typing_only: bool) -> None:
        parts = self.source.package.split(".")
        base = ".".join(parts[: len(parts) - node.level + 1]) if node.level else ""
        target = ".".join(x for x in (base, node.module or "") if x)
        for a in node.names:
            self.imports[a.asname or a.name] = Import(target, a.name, a.asname or a.name, node, typing_only)

    def constants(self) -> list[tuple[str, Number]]:
        """(name, value) of the constants that this module defines."""
        found = [self.project.lookup(self, name) for name in self.defined]
        return [(s.name, s.value) for s in found if s is not None and s.kind == "constant" and s.value is not None]


class Project:
    """All modules that are woven together."""

    def __init__(self, sources: list[Source]) -> None:
        self.complaints: list[str] = []
        self.modules = {s.name: Module(self, s) for s in sources}
        self.classes: dict[tuple[str, str], Class] = {}
        self.resolving: set[tuple[str, str]] = set()

    def complain(self, module: Module, node: ast.AST, text: str) -> None:
        said = f"{module.source.place(node)}: {text}"
        if said not in self.complaints:
            self.complaints.append(said)

    def compiled(self) -> list[Module]:
        return [m for m in self.modules.values() if m.source.sort == "compiled"]

    def inlined(self) -> list[Module]:
        return [m for m in self.modules.values() if m.source.sort == "inlined"]

    def lookup(self, module: Module, name: str) -> Symbol | None:
        """What a name means in a module; None when the module does not know it."""
        if name in module.defined:
            symbol = module.defined[name]
            return self._resolve(module, symbol) if symbol.kind == "later" else symbol
        i = module.imports.get(name)
        if i is None:
            return None
        if i.module == "math":
            return Symbol("math" if i.name in C_MATH else "python", "math", i.name)
        target = self.modules.get(i.module)
        if target is None:
            return Symbol("python", i.module, i.name)
        found = self.lookup(target, i.name)
        if target.source.sort == "hints" and (found is None or found.kind == "python"):
            return Symbol("hint", i.module, i.name)
        return found or Symbol("python", i.module, i.name)

    def _resolve(self, module: Module, symbol: Symbol) -> Symbol:
        """A module-level assignment: a constant, a name for a hint, or something of Python's."""
        key = (module.name, symbol.name)
        if key in self.resolving or symbol.name in module.loose:
            return Symbol("python", *key)
        self.resolving.add(key)
        found = self._meaning(module, symbol.name, module.hints[symbol.name])
        self.resolving.discard(key)
        module.defined[symbol.name] = found
        return found

    def _meaning(self, module: Module, name: str, value: ast.expr) -> Symbol:
        if isinstance(value, ast.Subscript) and ast.unparse(value.value) == "Annotated":
            return self.annotated(module, name, value)
        if isinstance(value, ast.Name):
            other = self.lookup(module, value.id)
            if other is not None and other.kind in ("array", "scalar"):
                return Symbol(other.kind, module.name, name, None, other.ctype, other.length)
        number = self.number(module, value)
        return Symbol("python", module.name, name) if number is None else Symbol("constant", module.name, name, number)

    def annotated(self, module: Module, name: str, value: ast.Subscript) -> Symbol:
        parts = value.slice.elts if isinstance(value.slice, ast.Tuple) else []
        if len(parts) < 2 or not isinstance(parts[1], ast.Constant):
            return Symbol("python", module.name, name)
        ctype = str(parts[1].value)
        if len(parts) == 2:
            return Symbol("scalar", module.name, name, None, ctype)
        length = self.number(module, parts[2]) if len(parts) == 3 else None
        return Symbol("array", module.name, name, None, ctype, length if isinstance(length, int) else None)

    def number(self, module: Module, value: ast.expr) -> Number | None:
        """The value of an expression of constants, or None."""
        def of_name(name: str) -> Number | None:
            symbol = self.lookup(module, name)
            return symbol.value if symbol is not None and symbol.kind == "constant" else None
        return evaluate(value, of_name)

    def find_classes(self) -> None:
        """Mark the descendants of Fields, whatever the order of the modules."""
        waiting = [(m, n) for m in self.compiled() for n in m.source.tree.body if isinstance(n, ast.ClassDef)]
        found = True
        while found:
            found = False
            for module, node in list(waiting):
                base = self.base_of(module, node)
                if base is not None or (module.source.inside, node.name) == FIELDS:
                    self.classes[module.name, node.name] = Class(node.name, module.name, node, base)
                    module.defined[node.name] = Symbol("class", module.name, node.name)
                    waiting.remove((module, node))
                    found = True

    def hidden_methods(self) -> set[str]:
        """Names that only kernel methods have: Python code finds them on objects of a declared type only."""
        methods = [n for c in self.classes.values() for n in c.node.body if isinstance(n, ast.FunctionDef)]
        return {n.name for n in methods if is_kernel(n) and "generated" not in marks(n)} - {n.name for n in methods if not is_kernel(n)}

    def base_of(self, module: Module, node: ast.ClassDef) -> Class | None:
        for b in node.bases:
            known = self.class_named(module, ast.unparse(b))
            if known is not None:
                return known
        return None

    def class_named(self, module: Module, name: str) -> Class | None:
        symbol = self.lookup(module, name)
        return self.classes.get((symbol.module, symbol.name)) if symbol is not None else None

    def fields_module(self) -> str:
        return next((m for m, name in self.classes if name == FIELDS[1]), "")
