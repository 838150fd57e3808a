"""Order of evaluation: Python evaluates operands from left to right, C in any order. It matters when one of them changes what another reads."""
import ast
from dataclasses import dataclass, field

from .functions import Function


@dataclass
class Effects:
    """Names of the fields and arrays that an expression or function reads and changes, through all functions that it calls."""

    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)

    def add(self, other: "Effects") -> None:
        self.reads |= other.reads
        self.writes |= other.writes

    def size(self) -> int:
        return len(self.reads) + len(self.writes)

    def clash(self, other: "Effects") -> set[str]:
        """What one of two changes and the other uses."""
        return self.writes & (other.reads | other.writes) | other.writes & self.reads


class EffectsTable:
    """Effects of every kernel function, by its bare name: overrides of a method count together."""

    def __init__(self, functions: list[Function], array_fields: set[str]) -> None:
        self.table: dict[str, Effects] = {}
        self.array_fields = array_fields
        for f in functions:
            self._read(f)
        moved = True
        while moved:
            moved = False
            for e in self.table.values():
                before = e.size()
                for name in e.calls & set(self.table):
                    e.add(self.table[name])
                moved = moved or e.size() != before

    def _read(self, f: Function) -> None:
        e = self.table.setdefault(f.name, Effects())
        arrays = {a.arg for a in f.arguments() if f.hints.array(a.annotation)}
        for node in ast.walk(f.node):
            if isinstance(node, ast.Attribute):
                (e.writes if isinstance(node.ctx, ast.Store) else e.reads).add(node.attr)
            elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Attribute):
                e.writes.add(node.value.attr)
            elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name) and node.value.id in arrays:
                e.writes.add("(argument)")
            elif isinstance(node, ast.Call):
                e.calls.add(called(node))
        if f.name == "become":
            e.writes.add("(everything)")

    def of(self, node: ast.AST, arrays: set[str]) -> Effects:
        """Of an expression as it stands in a kernel function with these arrays of its own. (Other locals no call can change.)"""
        e = Effects()
        for n in ast.walk(node):
            if isinstance(n, ast.Attribute):
                e.reads.add(n.attr)
            elif isinstance(n, ast.Name) and n.id in arrays:
                e.reads.add(n.id)
            elif isinstance(n, ast.Call) and called(n) in self.table:
                known = self.table[called(n)]
                e.reads |= known.reads
                e.writes |= known.writes - {"(argument)"}
                if "(argument)" in known.writes:
                    e.writes |= {a.attr for a in n.args if isinstance(a, ast.Attribute) and a.attr in self.array_fields}
                    e.writes |= {a.id for a in n.args if isinstance(a, ast.Name) and a.id in arrays}
        return e

    def check(self, f: Function) -> None:
        """Complain about operands whose order C does not promise."""
        for node in ast.walk(f.node):
            operands = unordered(node)
            if len(operands) > 1 and sum(any(isinstance(n, ast.Call) for n in ast.walk(o)) for o in operands):
                self._compare(f, node, operands)

    def _compare(self, f: Function, node: ast.AST, operands: list[ast.expr]) -> None:
        arrays = {a.arg for a in f.arguments() if f.hints.array(a.annotation)} | set(f.arrays)
        all_effects = [self.of(o, arrays) for o in operands]
        for i, one in enumerate(all_effects):
            for k in range(i + 1, len(all_effects)):
                clash = one.clash(all_effects[k])
                if clash:
                    f.complain(node, f"C may evaluate `{ast.unparse(operands[k])}` before `{ast.unparse(operands[i])}`, and both use "
                               f"{', '.join(sorted(clash))}, which one of them changes: give the first a name on a line of its own")
                    return


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


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
