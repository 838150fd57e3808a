"""Expressions of constants, evaluated without running the module."""
import ast
import operator
from collections.abc import Callable, Iterable, Iterator
from typing import Any

Number = int | float

OPERATORS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod, ast.Pow: operator.pow, ast.LShift: operator.lshift, ast.RShift: operator.rshift,
    ast.BitOr: operator.or_, ast.BitAnd: operator.and_, ast.BitXor: operator.xor,
}
SIGNS: dict[type[ast.AST], Callable[[Any], Any]] = {ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert}


def evaluate(node: ast.expr, of_name: Callable[[str], Number | None]) -> Number | None:
    """The number that an expression gives; None when it is none or uses something else than constants."""
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) in (int, float) else None  # type: ignore[return-value]
    if isinstance(node, ast.Name):
        return of_name(node.id)
    if isinstance(node, ast.UnaryOp) and type(node.op) in SIGNS:
        value = evaluate(node.operand, of_name)
        return None if value is None else SIGNS[type(node.op)](value)
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        left, right = evaluate(node.left, of_name), evaluate(node.right, of_name)
        if left is None or right is None:
            return None
        try:
            return OPERATORS[type(node.op)](left, right)  # type: ignore[no-any-return]
        except (ArithmeticError, ValueError, TypeError):
            return None
    return None


def unpacked(node: ast.Assign | ast.AnnAssign) -> Iterator[tuple[str, ast.expr]]:
    """(name, expression) for each name that a module-level assignment sets, as far as that can be told."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    if node.value is None:
        return
    for target in targets:
        if isinstance(target, ast.Name):
            yield target.id, node.value
        elif isinstance(target, ast.Tuple):
            names = [e.id for e in target.elts if isinstance(e, ast.Name)]
            values = _parts(node.value, len(target.elts))
            if len(names) == len(target.elts) == len(values):
                yield from zip(names, values, strict=True)


def _parts(value: ast.expr, n: int) -> list[ast.expr]:
    if isinstance(value, (ast.Tuple, ast.List)):
        return value.elts
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "range" and not value.keywords and 1 <= len(value.args) <= 2:
        first = value.args[0] if len(value.args) == 2 else ast.Constant(0)
        return [ast.copy_location(ast.BinOp(first, ast.Add(), ast.Constant(i)), value) for i in range(n)]
    return []


def c_constants(values: Iterable[tuple[str, Number]]) -> list[str]:
    """The .pxd lines of many constants, those of a kind together."""
    kinds: dict[str, list[str]] = {}
    for name, value in values:
        head, *rest = c_constant(name, value) or [""]
        kinds.setdefault(head, []).extend(rest)
    return [line for head, rest in kinds.items() if rest for line in ("", head, *rest)]


def c_constant(name: str, value: Number) -> list[str]:
    """The .pxd lines that make a constant known to C; [] when no C type holds it."""
    if isinstance(value, float):
        return ["cdef extern from *:", f'    double {name} "({value!r})"'] if value == value and abs(value) != float("inf") else []
    if -2**31 < value < 2**31:
        return ["cdef enum:", f"    {name} = {value}"]
    if -2**63 < value < 2**63:
        return ["cdef extern from *:", f'    long long {name} "({value}LL)"']
    return []
