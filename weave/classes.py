"""One class: its fields as C attributes, its kernel methods as C methods, and what follows from the field list."""
import ast
import importlib.util
import re
from pathlib import Path
from types import ModuleType

from .functions import Function, cut_generated, is_generated, read_function, weave_kernel, weave_python
from .hints import Hints, written
from .names import Class, Module, Project, marks
from .text import Lines, end_line, is_string, start_line


def load_boilerplate(package: Path) -> ModuleType:
    """The writer of the methods, which the package itself uses for its plain form; loaded without the package."""
    spec = importlib.util.spec_from_file_location("boilerplate", package / "engine" / "boilerplate.py")
    if spec is None or spec.loader is None:
        raise SystemExit(f"{package}: engine/boilerplate.py is missing")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def is_class_variable(m: ast.AnnAssign) -> bool:
    return written(m.annotation).startswith("ClassVar")


def is_python_object(m: ast.AnnAssign) -> bool:
    return written(m.annotation) in ("Any", "object", "str") or written(m.annotation).startswith("tuple[")


def read_fields(project: Project, c: Class) -> None:
    """Sort the fields of a class into numbers and objects; the classes above come first."""
    if c.base is not None:
        if not c.base.own:
            read_fields(project, c.base)
        c.values, c.objects = list(c.base.values), list(c.base.objects)
    module = project.modules[c.module]
    hints = Hints(project, module)
    c.own = []
    for m in c.node.body:
        if isinstance(m, ast.AnnAssign) and isinstance(m.target, ast.Name) and not is_class_variable(m):
            _read_field(project, module, hints, c, m, m.target.id)


def _read_field(project: Project, module: Module, hints: Hints, c: Class, m: ast.AnnAssign, name: str) -> None:
    known = hints.a_class(m.annotation)
    ctype = "object" if is_python_object(m) else hints.ctype(m.annotation)
    if m.value is not None:
        project.complain(module, m, f"{c.name}.{name}: a field has no default here: set it in __init__, after self.blank()")
    if ctype is None or ctype == "void":
        project.complain(module, m, f"{c.name}.{name}: {written(m.annotation)} has no C type: a field is an int, bool, float, i64, an array alias, "
                         "a Fields class, or Any for a Python object that only @python methods use")
        return
    if not hints.check_array(m.annotation, m):
        return
    if name in c.fields():
        project.complain(module, m, f"{c.name}.{name}: a class above has this field already: give it another name")
        return
    if known is not None or ctype == "object":
        c.objects.append((name, known))
    else:
        array = re.fullmatch(r"(.*)\[(\d+)\]", ctype)
        c.values.append((name, array[1] if array else ctype, int(array[2]) if array else 0))
    c.own.append((name, f"cdef readonly {ctype} {name}"))


class ClassWeaver:
    """Weaves one class into the lines of its module and gives the .pxd its part."""

    def __init__(self, project: Project, module: Module, c: Class, lines: Lines, boilerplate: ModuleType) -> None:
        self.project, self.module, self.c, self.lines, self.boilerplate = project, module, c, lines, boilerplate
        self.free: list[int] = []

    def functions(self) -> list[Function]:
        return [read_function(self.project, self.module, m, self.c) for m in self.c.node.body if isinstance(m, ast.FunctionDef)]

    def weave(self) -> list[str]:
        """Returns the .pxd lines of the class."""
        c = self.c
        pxd = ["", f"cdef class {c.name}{f'({self.base_name()})' if c.base else ''}:"]
        pxd += [f"    {declaration}" for _, declaration in c.own]
        self.cut_fields()
        for f in self.functions():
            pxd += [f"    {line}" for line in self.method(f)]
        if self.own_methods():
            pxd += ["    cdef void become(self, Fields other) noexcept nogil", "    cdef bint same(self, Fields other) noexcept nogil",
                    "    @cython.locals(h='unsigned long long')", "    cdef long long digest(self) noexcept nogil"]
        if len(pxd) == 2:
            pxd.append("    pass")
        self.write_methods()
        return pxd

    def own_methods(self) -> bool:
        """A class without fields of its own takes become, same, … from above."""
        return bool(self.c.own) or self.c.base is None

    def base_name(self) -> str:
        return next(ast.unparse(b) for b in self.c.node.bases if self.project.class_named(self.module, ast.unparse(b)))

    def cut_fields(self) -> None:
        body = self.c.node.body
        for m in body:
            if isinstance(m, ast.AnnAssign) and not is_class_variable(m) or is_string(m) and m is not body[0]:
                self.lines.cut(m)
                self.free += range(start_line(m), end_line(m) + 1)
            elif isinstance(m, ast.AnnAssign) and getattr(m.target, "id", "") in ("VALUE_FIELDS", "OBJECT_FIELDS"):
                self.lines.cut(m)

    def method(self, f: Function) -> list[str]:
        if is_generated(f.node):
            self.free += cut_generated(f.node, self.lines)
            return []
        if not f.kernel:
            weave_python(f, self.lines)
            return []
        extra = marks(f.node)
        if extra:
            f.complain(f.node, f"only @python methods have decorators ({', '.join(sorted(extra))})")
        return weave_kernel(f, self.lines)

    def free_lines(self) -> list[int]:
        """Empty lines where the class body may go on: of fields, between methods, and after the last one."""
        body, tree = self.c.node.body, self.module.source.tree.body
        inside: set[int] = set()
        for m in body:
            if not (isinstance(m, ast.AnnAssign) or is_string(m) and m is not body[0] or isinstance(m, ast.FunctionDef) and is_generated(m)):
                inside |= set(range(start_line(m), end_line(m) + 1))
        later = [start_line(n) for n in tree if start_line(n) > end_line(self.c.node)]
        last = min(later) - 1 if later else len(self.lines.lines)
        first = start_line(body[0]) if is_string(body[0]) else self.c.node.lineno + 1
        return [n for n in range(first, last + 1) if n not in inside]

    def write_methods(self) -> None:
        """Put blank, become, … into empty lines of the class, so that what follows keeps its line numbers."""
        b = self.boilerplate
        values = tuple(b.Value(*v) for v in self.c.values)
        objects = tuple(name for name, _ in self.c.objects)
        texts = ["    " + line for line in b.method_lines(b.Woven(self.c.name), b.Content(values, objects))]
        if not self.own_methods():
            texts = [text for text in texts if text.startswith(("    def blank", "    def twin"))]
        self.lines.fill(self.free_lines(), texts, end_line(self.c.node))
