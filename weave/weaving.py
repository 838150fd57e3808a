"""One module after the other: the text that Cython compiles and the .pxd beside it."""
import ast
import shutil
from pathlib import Path
from types import ModuleType

from .classes import ClassWeaver, load_boilerplate, read_fields
from .constants import c_constant, c_constants, unpacked
from .effects import EffectsTable
from .functions import Function, overrides_wrongly, read_function, weave_kernel, weave_python
from .imports import class_imports, imported_modules, opening, visible, weave_imports
from .inline import inline_module, mark_inline
from .lint import KernelLint, PythonLint
from .modules import find_modules
from .names import Class, Module, Project, Symbol, is_kernel, marks
from .text import Lines, is_string, start_line

HEADER = "# Written by the build step from the type hints; do not edit."


class LintError(Exception):
    """The findings, one a line."""


def read_project(package: Path) -> Project:
    """All modules of a package with what their names mean."""
    project = Project(find_modules(package))
    project.find_classes()
    for module in project.inlined():
        mark_inline(project, module)
    for c in project.classes.values():
        read_fields(project, c)
    return project


def weave(package: Path, out: Path) -> list[str]:
    """Weave a package into a folder; returns the names of the modules to compile. LintError lists what must be changed first."""
    project = read_project(package)
    boilerplate = load_boilerplate(package)
    texts: dict[Path, str] = {}
    array_fields = {name for c in project.classes.values() for name in c.arrays()}
    effects = EffectsTable([f for module in project.compiled() for f in kernel_functions(project, module)], array_fields)
    for module in project.compiled():
        lint_module(project, module, effects)
        text, pxd = weave_module(project, module, boilerplate)
        texts[Path(*module.name.split(".")).with_suffix(".py")] = text
        texts[Path(*module.name.split(".")).with_suffix(".pxd")] = pxd
    for module in project.inlined():
        texts[Path(*module.name.split(".")).with_suffix(".pxd")] = "\n".join([HEADER, *inline_module(project, module)]) + "\n"
    if project.complaints:
        raise LintError("\n".join(project.complaints))
    texts[Path(package.name) / "_woven.pxd"] = (Path(__file__).parent / "helpers.pxd").read_text()
    write(out, texts)
    return [m.name for m in project.compiled()]


def write(out: Path, texts: dict[Path, str]) -> None:
    """Write what has changed and remove what is no longer there."""
    for path in list(texts):
        for folder in list(path.parents)[:-1]:
            texts[folder / "__init__.py"] = texts[folder / "__init__.pxd"] = ""
    for path, text in texts.items():
        target = out / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            target.write_text(text, encoding="utf-8")
    for old in sorted(out.rglob("*.p*")):
        if old.suffix in (".py", ".pxd") and old.relative_to(out) not in texts:
            old.unlink()
            old.with_suffix(".c").unlink(missing_ok=True)
    for folder in out.rglob("__pycache__"):
        shutil.rmtree(folder, ignore_errors=True)


def weave_module(project: Project, module: Module, boilerplate: ModuleType) -> tuple[str, str]:
    """The woven text and the .pxd of a compiled module."""
    lines = Lines(module.source.text)
    first, later = class_imports(project, module)
    pxd = [HEADER, "cimport cython", *first]
    mine = [c for c in project.classes.values() if c.module == module.name]
    if later:
        pxd += [f"cdef class {c.name}" + (f"({c.base.name})" if c.base else "") for c in mine] + later
    pxd += c_constants(module.constants())
    weave_imports(project, module, lines)
    for node in module.source.tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            weave_constants(project, module, node, lines)
        elif isinstance(node, ast.ClassDef) and (module.name, node.name) in project.classes:
            pxd += ClassWeaver(project, module, project.classes[module.name, node.name], lines, boilerplate).weave()
        elif isinstance(node, ast.ClassDef):            # an ordinary Python class
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    weave_python(read_function(project, module, method, None), lines)
        elif isinstance(node, ast.FunctionDef):
            f = read_function(project, module, node, None)
            if f.kernel:
                pxd += ["", *weave_kernel(f, lines)]
            else:
                weave_python(f, lines)
    package = module.name.split(".")[0]
    open_with(opening(package), module, lines)
    return f"{lines.text().rstrip()}\n{trailer(project, module)}\n", "\n".join(pxd) + "\n"


def weave_constants(project: Project, module: Module, node: ast.Assign | ast.AnnAssign, lines: Lines) -> None:
    """C knows the constants from the .pxd; here they only become visible to Python."""
    names = [name for name, _ in unpacked(node)]
    symbols = [s for n in names if (s := project.lookup(module, n))]
    known = [s for s in symbols if s.kind == "constant" and s.value is not None and c_constant(s.name, s.value)]
    if known and len(known) == len(names):
        lines.cut(node, visible(names))
    elif known:
        project.complain(module, node, f"{', '.join(names)}: some are numbers that C knows and some are not: one assignment for each sort")


def open_with(text: str, module: Module, lines: Lines) -> None:
    body = module.source.tree.body
    after = [n for n in body if not is_string(n) and not (isinstance(n, ast.ImportFrom) and n.module == "__future__")]
    if not after:
        return
    line = start_line(after[0])
    if isinstance(after[0], (ast.Import, ast.ImportFrom, ast.Assign)):
        lines.lines[line - 1] = "; ".join(x for x in (text, lines.lines[line - 1]) if x)
    else:
        lines.before(line, text)


def trailer(project: Project, module: Module) -> str:
    """Which sources a compiled module comes from: its own, and those whose numbers and formulas went into it."""
    hashes = {module.name: module.source.hash}
    waiting = [module]
    while waiting:
        for other in imported_modules(project, waiting.pop()):
            if other.source.sort == "inlined" and other.name not in hashes:
                hashes[other.name] = other.source.hash
                waiting.append(other)
    return f"SOURCE_HASHES = {dict(sorted(hashes.items()))!r}"


# ---- lint

def kernel_functions(project: Project, module: Module) -> list[Function]:
    found = []
    for node in module.source.tree.body:
        c = project.classes.get((module.name, getattr(node, "name", "")))
        for n in node.body if isinstance(node, ast.ClassDef) and c else [node]:
            if isinstance(n, ast.FunctionDef) and is_kernel(n):
                found.append(read_function(project, module, n, c))
    return found


def lint_module(project: Project, module: Module, effects: EffectsTable) -> None:
    """Check every function of a compiled module, and its tables."""
    for f in kernel_functions(project, module):
        effects.check(f)
    for node in module.source.tree.body:
        if isinstance(node, ast.ClassDef):
            c = project.classes.get((module.name, node.name))
            for m in node.body:
                if isinstance(m, ast.FunctionDef) and (c is None or "generated" not in marks(m)):
                    lint_function(project, module, m, c) if c else PythonLint(read_function(project, module, m, None)).run()
        elif isinstance(node, ast.FunctionDef):
            lint_function(project, module, node, None)
        elif isinstance(node, ast.Assign) and _is_table(node.value):
            project.complain(module, node, f"{ast.unparse(node.targets[0])}: a table at module level: numbers of components belong into the box, "
                             "where C reaches them")
    for name in module.hints:
        symbol: Symbol | None = project.lookup(module, name)
        if symbol is not None and symbol.kind == "array" and symbol.length is None:
            project.complain(module, module.hints[name], f"{name}: the capacity of this array cannot be resolved: write one number "
                             "or an expression of constants")


def lint_function(project: Project, module: Module, node: ast.FunctionDef, c: Class | None) -> None:
    f = read_function(project, module, node, c)
    if c is not None and c.base is not None and node.name in ("blank", "become", "same", "digest", "dump", "load", "twin"):
        f.complain(node, "this method is written from the field list; choose another name")
    wrong = overrides_wrongly(f)
    if wrong:
        f.complain(node, wrong)
    (KernelLint(f) if f.kernel else PythonLint(f)).run()


def _is_table(value: ast.expr) -> bool:
    return isinstance(value, ast.List) and len(value.elts) > 1 and all(isinstance(e, ast.List) or type(getattr(e, "value", None)) is int for e in value.elts)
