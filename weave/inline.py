"""Modules that stay Python but whose numbers and one-line formulas C knows: they get a .pxd and nothing else."""
import ast

from .constants import c_constants
from .hints import Hints
from .names import Module, Project
from .text import is_string

ALLOWED = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.BoolOp, ast.IfExp, ast.Constant, ast.Name, ast.Call,
           ast.operator, ast.unaryop, ast.cmpop, ast.boolop, ast.expr_context)


def mark_inline(project: Project, module: Module) -> None:
    """Find the functions that C can have inline; each comes after those that it uses."""
    waiting = [n for n in module.source.tree.body if isinstance(n, ast.FunctionDef)]
    found = True
    while found:
        found = False
        for node in list(waiting):
            if is_inline(project, module, node):
                module.defined[node.name].kind = "inline"
                module.formulas.append(node)
                waiting.remove(node)
                found = True


def formula(node: ast.FunctionDef) -> ast.expr | None:
    """The expression that a function of a single `return` gives."""
    body = node.body[1:] if is_string(node.body[0]) else node.body
    return body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None


def is_inline(project: Project, module: Module, node: ast.FunctionDef) -> bool:
    value, hints, a = formula(node), Hints(project, module), node.args
    if value is None or node.decorator_list or a.defaults or a.kwonlyargs or a.vararg or a.kwarg or a.posonlyargs:
        return False
    if not all(hints.scalar(x.annotation) for x in a.args if x.annotation) or not all(x.annotation for x in a.args):
        return False
    if hints.scalar(node.returns) in (None, "void"):
        return False
    names = {x.arg for x in a.args}
    return all(isinstance(n, ALLOWED) and not isinstance(n, ast.Pow) and _is_number(project, module, n, names) for n in ast.walk(value))


def _is_number(project: Project, module: Module, node: ast.AST, names: set[str]) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, (int, float)) and abs(node.value) < 2**31
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and not node.keywords
    if isinstance(node, ast.Name) and node.id not in names:
        symbol = project.lookup(module, node.id)
        return node.id in ("min", "max", "abs") if symbol is None else symbol.kind in ("inline", "constant")
    return True


def inline_module(project: Project, module: Module) -> list[str]:
    """The lines of its .pxd."""
    lines = _cimports(project, module, module.formulas)
    lines += c_constants(module.constants())
    for f in module.formulas:
        value = formula(f)
        assert value is not None
        lines += ["", f"{_head(project, module, f)}:", f"    return {ast.unparse(value)}"]
    return lines


def _head(project: Project, module: Module, f: ast.FunctionDef) -> str:
    hints = Hints(project, module)
    args = ", ".join(f"{hints.scalar(a.annotation)} {a.arg}" for a in f.args.args)
    return f"cdef inline {hints.scalar(f.returns)} {f.name}({args}) noexcept nogil"


def _cimports(project: Project, module: Module, functions: list[ast.FunctionDef]) -> list[str]:
    """What the formulas use of other modules."""
    used = {n.id for f in functions for n in ast.walk(f) if isinstance(n, ast.Name)}
    lines = []
    for name in sorted(used & set(module.imports)):
        symbol = project.lookup(module, name)
        if symbol is not None and symbol.kind in ("constant", "inline"):
            lines.append(f"from {symbol.module} cimport {symbol.name}" + (f" as {name}" if name != symbol.name else ""))
    return lines
