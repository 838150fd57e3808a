"""One function or method: its C signature, its typed locals, and the lines that change."""
import ast
from dataclasses import dataclass, field

from .hints import Hints, written
from .names import Class, Module, Project, is_dunder, is_kernel, marks
from .text import Lines, end_line


@dataclass
class Function:
    """What the lint and the weaving need to know about a function."""

    project: Project
    module: Module
    node: ast.FunctionDef
    owner: Class | None
    hints: Hints
    locals: dict[str, str] = field(default_factory=dict)            # name -> C type
    classes: dict[str, Class] = field(default_factory=dict)         # locals and parameters that are Fields objects
    arrays: dict[str, int] = field(default_factory=dict)            # local arrays with their lengths
    declared: list[ast.AnnAssign] = field(default_factory=list)

    @property
    def kernel(self) -> bool:
        return is_kernel(self.node)

    @property
    def name(self) -> str:
        return self.node.name

    def arguments(self) -> list[ast.arg]:
        a = self.node.args
        return [x for x in [*a.posonlyargs, *a.args] if not (self.owner and x.arg == "self")]

    def class_of(self, node: ast.expr) -> Class | None:
        """The type of an object, where C knows it; a class stands for its objects, as in State.step(self, seat, action)."""
        if isinstance(node, ast.Attribute):
            holder = self.class_of(node.value)
            return dict(holder.objects).get(node.attr) if holder else None
        if isinstance(node, ast.Name) and node.id in self.classes:
            return self.classes[node.id] if self.kernel or node.id in self.locals else None     # Python's parameters are of any type
        name = ast.unparse(node)
        return self.owner if name == "self" else self.project.class_named(self.module, name)

    def complain(self, node: ast.AST, text: str) -> None:
        owner = f"{self.owner.name}." if self.owner else ""
        self.project.complain(self.module, node if hasattr(node, "lineno") else self.node, f"{owner}{self.name}: {text}")


def read_function(project: Project, module: Module, node: ast.FunctionDef, owner: Class | None) -> Function:
    """Collect the typed names of a function."""
    f = Function(project, module, node, owner, Hints(project, module))
    for a in f.arguments():
        c = f.hints.a_class(a.annotation)
        if c is not None:
            f.classes[a.arg] = c
    for n in own_nodes(node):
        if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name):
            _read_local(f, n, n.target.id)
    return f


def own_nodes(f: ast.FunctionDef) -> list[ast.AST]:
    """The nodes of a function without those of functions inside it, which have locals of their own."""
    found: list[ast.AST] = []
    waiting: list[ast.AST] = list(ast.iter_child_nodes(f))
    while waiting:
        node = waiting.pop(0)
        found.append(node)
        if not isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            waiting += ast.iter_child_nodes(node)
    return found


def _read_local(f: Function, n: ast.AnnAssign, name: str) -> None:
    ctype = f.hints.ctype(n.annotation)
    if ctype is None or ctype == "void" or not f.hints.check_array(n.annotation, n):
        return
    f.locals[name] = ctype
    f.declared.append(n)
    array, c = f.hints.array(n.annotation), f.hints.a_class(n.annotation)
    if array is not None:
        f.arrays[name] = array.length or 0
    elif c is not None:
        f.classes[name] = c


# ---- signatures

def signature(f: Function) -> str:
    """The C declaration of a kernel function; of an override, in the types of the method that it overrides."""
    types, result = _types(f)
    top = _topmost(f)
    if top is not None:
        above_types, above_result = _types(top)
        if (above_types, above_result) != (types, result):
            f.complain(f.node, f"its hints differ from those of {top.owner.name if top.owner else ''}.{f.name}, which it overrides: repeat them exactly")
        types, result = above_types, above_result
    names = [a.arg for a in f.arguments()]
    args = [f"{t} {n}" for t, n in zip(types, names, strict=False)]
    word = "cpdef" if f.owner is None and is_scalar(f) else "cdef"
    return f"{word} {result} {f.name}({', '.join((['self'] if f.owner else []) + args)}) noexcept nogil"


def is_scalar(f: Function) -> bool:
    """Whether Python can call it directly: neither arrays nor objects go in."""
    return all(f.hints.scalar(a.annotation) for a in f.arguments())


def _types(f: Function) -> tuple[list[str], str]:
    return [f.hints.ctype(a.annotation, True) or "?" for a in f.arguments()], f.hints.ctype(f.node.returns) or "void"


def _topmost(f: Function) -> Function | None:
    """The first definition of a method, in the classes above."""
    found = None
    for c in f.owner.line() if f.owner else ():
        if c is not f.owner:
            for node in c.node.body:
                if isinstance(node, ast.FunctionDef) and node.name == f.name:
                    found = read_function(f.project, f.project.modules[c.module], node, c)
    return found


def signature_classes(f: Function) -> list[tuple[Class, str]]:
    """(class, name used here) of the objects that go into a kernel function."""
    top = _topmost(f) or f
    return [(top.hints.a_class(a.annotation) or c, written(a.annotation)) for a in top.arguments() if (c := top.hints.a_class(a.annotation))]


# ---- weaving

def weave_locals(f: Function, lines: Lines) -> str:
    """Make array locals C arrays; returns the decorator that declares the typed locals, or ""."""
    declared = dict(f.locals)
    for n in f.declared:
        name = n.target.id  # type: ignore[union-attr]
        if name not in f.arrays:
            continue
        size = f.arrays[name]
        if _is_scratch(f, n, size):
            lines.cut(n, " " * n.col_offset + "pass")
        elif _is_zeros(f, n, size):
            declared["zero_"] = "int"
            lines.cut(n, " " * n.col_offset + f"for zero_ in range({size}): {name}[zero_] = 0")
        else:
            f.complain(n, f"a local array starts as `[0] * N` (zeroed) or `scratch(N)` (to be filled first), with N = {size}")
    return f"@cython.locals({', '.join(f'{k}={v!r}' for k, v in declared.items())})" if declared else ""


def _is_scratch(f: Function, n: ast.AnnAssign, size: int) -> bool:
    v = n.value
    return isinstance(v, ast.Call) and ast.unparse(v.func) == "scratch" and len(v.args) == 1 and f.project.number(f.module, v.args[0]) == size


def _is_zeros(f: Function, n: ast.AnnAssign, size: int) -> bool:
    v = n.value
    if not (isinstance(v, ast.BinOp) and isinstance(v.op, ast.Mult) and isinstance(v.left, ast.List) and len(v.left.elts) == 1):
        return False
    zero = v.left.elts[0]
    return isinstance(zero, ast.Constant) and zero.value == 0 and f.project.number(f.module, v.right) == size


def weave_python(f: Function, lines: Lines) -> None:
    """A function that stays Python: drop the mark, declare typed locals, release the GIL where it says so."""
    declare = weave_locals(f, lines)
    indent = " " * f.node.col_offset
    mark = next((d for d in f.node.decorator_list if ast.unparse(d) == "python"), None)
    if mark is not None:
        lines.cut_lines(mark.lineno, mark.end_lineno or mark.lineno, indent + declare if declare else "")
    elif declare:
        first = f.node.decorator_list[0].lineno if f.node.decorator_list else f.node.lineno
        lines.before(first, indent + declare)
    for n in ast.walk(f.node):
        if isinstance(n, ast.With) and [ast.unparse(i) for i in n.items] == ["nogil"]:
            lines.lines[n.lineno - 1] = " " * n.col_offset + "with cython.nogil:"


def weave_kernel(f: Function, lines: Lines) -> list[str]:
    """A function that becomes C: returns its lines for the .pxd."""
    declare = weave_locals(f, lines)
    return ([declare] if declare else []) + [signature(f)]


def is_generated(f: ast.FunctionDef) -> bool:
    return "generated" in marks(f)


def cut_generated(node: ast.FunctionDef, lines: Lines) -> list[int]:
    """Take a method out that is written from the field list; returns the emptied lines."""
    lines.cut(node)
    return list(range(node.decorator_list[0].lineno, end_line(node) + 1))


def overrides_wrongly(f: Function) -> str:
    """What is wrong when kernel and Python methods override each other."""
    for c in f.owner.line() if f.owner else ():
        if c is f.owner or is_dunder(f.name):
            continue
        for node in c.node.body:
            if isinstance(node, ast.FunctionDef) and node.name == f.name and is_kernel(node) != f.kernel:
                return f"{c.name}.{f.name} is a {'kernel' if is_kernel(node) else '@python'} method, so this one must be one too"
    return ""
