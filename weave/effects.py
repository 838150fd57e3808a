"""Order of evaluation: Python evaluates operands from left to right, C in any order. It matters when one of them changes what another reads."""
import ast
from dataclasses import dataclass, field

from .functions import Function
from .names import Class

Key = tuple[str, str]
"""Where a function stands (a module, or the class at the top that has the method), and its name."""


@dataclass
class Effects:
    """Names of the fields and arrays that an expression or function reads and changes, through all functions that it calls."""

    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    calls: set[Key] = field(default_factory=set)

    def add(self, other: "Effects") -> None:
        self.reads |= other.reads
        self.writes |= other.writes

    def size(self) -> int:
        return len(self.reads) + len(self.writes)

    def clash(self, other: "Effects") -> set[str]:
        """What one of two changes and the other uses."""
        return self.writes & (other.reads | other.writes) | other.writes & self.reads


class EffectsTable:
    """Effects of every kernel function; a method counts together with its overrides.

    A call is followed by what its name means in its module, or by the type of the object before the dot where the hints tell it; where
    they do not, everything of that name counts. Fields go by their names alone, whichever object they belong to. Both may complain once
    too often, never too rarely.
    """

    def __init__(self, functions: list[Function], array_fields: set[str]) -> None:
        self.table: dict[Key, Effects] = {}
        self.array_fields = array_fields
        self.named: dict[str, set[Key]] = {}
        for f in functions:
            self.named.setdefault(f.name, set()).add(key_of(f))
        for f in functions:
            self._read(f)
        moved = True
        while moved:
            moved = False
            for e in self.table.values():
                before = e.size()
                for key in e.calls & set(self.table):
                    e.add(self.table[key])
                moved = moved or e.size() != before

    def called(self, f: Function, node: ast.Call) -> set[Key]:
        """What a call in a function may run."""
        if isinstance(node.func, ast.Attribute):
            c = f.class_of(node.func.value)
            return {method_key(c, node.func.attr)} if c is not None else self.named.get(node.func.attr, set())
        symbol = f.project.lookup(f.module, ast.unparse(node.func))
        return {(symbol.module, symbol.name)} if symbol is not None else set()

    def _read(self, f: Function) -> None:
        e = self.table.setdefault(key_of(f), Effects())
        arrays = {a.arg for a in f.arguments() if f.hints.array(a.annotation)}
        for node in ast.walk(f.node):
            if isinstance(node, ast.Attribute):
                (e.writes if isinstance(node.ctx, ast.Store) else e.reads).add(node.attr)
            elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Attribute):
                e.writes.add(node.value.attr)
            elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name) and node.value.id in arrays:
                e.writes.add("(argument)")
            elif isinstance(node, ast.Call):
                e.calls |= self.called(f, node)
        if f.name == "become":
            e.writes.add("(everything)")

    def of(self, f: Function, node: ast.AST, arrays: set[str]) -> Effects:
        """Of an expression as it stands in a kernel function with these arrays of its own. (Other locals no call can change.)"""
        e = Effects()
        for n in ast.walk(node):
            if isinstance(n, ast.Attribute):
                e.reads.add(n.attr)
            elif isinstance(n, ast.Name) and n.id in arrays:
                e.reads.add(n.id)
            elif isinstance(n, ast.Call):
                for key in self.called(f, n) & set(self.table):
                    e.add(self._of_call(n, self.table[key], arrays))
        return e

    def _of_call(self, node: ast.Call, known: Effects, arrays: set[str]) -> Effects:
        """What a function does, with the arrays that go into it here."""
        writes = known.writes - {"(argument)"}
        if "(argument)" in known.writes:
            writes |= {a.attr for a in node.args if isinstance(a, ast.Attribute) and a.attr in self.array_fields}
            writes |= {a.id for a in node.args if isinstance(a, ast.Name) and a.id in arrays}
        return Effects(known.reads, writes)

    def check(self, f: Function) -> None:
        """Complain about operands whose order C does not promise."""
        for node in ast.walk(f.node):
            operands = unordered(node)
            if len(operands) > 1 and sum(any(isinstance(n, ast.Call) for n in ast.walk(o)) for o in operands):
                self._compare(f, node, operands)

    def _compare(self, f: Function, node: ast.AST, operands: list[ast.expr]) -> None:
        arrays = {a.arg for a in f.arguments() if f.hints.array(a.annotation)} | set(f.arrays)
        all_effects = [self.of(f, o, arrays) for o in operands]
        for i, one in enumerate(all_effects):
            for k in range(i + 1, len(all_effects)):
                clash = one.clash(all_effects[k])
                if clash:
                    f.complain(node, f"C may evaluate `{ast.unparse(operands[k])}` before `{ast.unparse(operands[i])}`, and both use "
                               f"{', '.join(sorted(clash))}, which one of them changes: give the first a name on a line of its own")
                    return


def key_of(f: Function) -> Key:
    return method_key(f.owner, f.name) if f.owner is not None else (f.module.name, f.name)


def method_key(c: Class, name: str) -> Key:
    """A method and its overrides, by the class at the top that has it."""
    top = c
    while top.base is not None and top.base.method(name) is not None:
        top = top.base
    return f"{top.module}.{top.name}", name


def unordered(node: ast.AST) -> list[ast.expr]:
    """The parts of an expression or statement that C may evaluate in any order."""
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators]
    if isinstance(node, ast.Call):
        return [*([node.func.value] if isinstance(node.func, ast.Attribute) else []), *node.args]
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
        return [node.targets[0].slice, node.value]
    if isinstance(node, ast.AugAssign) and not isinstance(node.target, ast.Name):
        return [node.target, node.value]
    return []
