"""Imports of a compiled module: what C knows is cimported, and stays visible to Python under the same name."""
import ast

from .constants import c_constant
from .functions import read_function, signature_classes
from .names import Class, Import, Module, Project, Symbol, is_kernel, is_typing_only
from .text import Lines

HELPERS = [f"{verb}_{kind}" for verb in ("blank", "same", "load") for kind in ("int", "i64", "double")]
HELPERS += [f"digest_{step}" for step in ("start", "one", "int", "i64", "end")]


def opening(package: str) -> str:
    """What every woven module imports."""
    helpers = ", ".join(HELPERS)
    return f"import cython; from cython.cimports.{package}._woven import {helpers}; from {package}.engine.boilerplate import checked, refuse_subclass"


def weave_imports(project: Project, module: Module, lines: Lines) -> None:
    """Rewrite the import statements in place. (Functions and constants are cimported here and classes in the .pxd, so that two
    modules may use each other.)"""
    used = kernel_names(module)
    for node in module.source.tree.body:
        if is_typing_only(node):
            lines.cut(node)
        elif isinstance(node, ast.ImportFrom):
            _weave_import(project, module, node, lines, used)


def _weave_import(project: Project, module: Module, node: ast.ImportFrom, lines: Lines, used: set[str]) -> None:
    mine = [i for i in module.imports.values() if i.node is node]
    stay, words = [], []
    groups: dict[str, list[str]] = {}
    for i in mine:
        symbol = project.lookup(module, i.as_name)
        kind = symbol.kind if symbol else "python"
        if kind == "hint" or kind in ("array", "scalar") and symbol and _from_hints(project, symbol):
            continue
        if kind == "class":
            words.append(i.as_name)
        elif kind in ("constant", "inline", "kernel") and symbol and is_known_to_c(symbol) or kind == "math" and i.as_name in used:
            groups.setdefault("libc.math" if kind == "math" else symbol.module if symbol else "", []).append(_as(symbol.name if symbol else i.name, i.as_name))
            if kind == "constant":
                words.append(i.as_name)
        else:
            stay.append(_as(i.name, i.as_name))
    if len(stay) == len(mine):
        return
    now = [f"from {'.' * node.level}{node.module or ''} import {', '.join(stay)}"] if stay else []
    now += [f"from cython.cimports.{m} import {', '.join(names)}" for m, names in groups.items()]
    now += [visible(words)] if words else []
    lines.cut(node, "; ".join(now))


def is_known_to_c(symbol: Symbol) -> bool:
    return symbol.kind != "constant" or symbol.value is not None and bool(c_constant(symbol.name, symbol.value))


def visible(names: list[str]) -> str:
    """Give names of C their place in the module's namespace, where Python code looks for them."""
    return f"globals().update({', '.join(f'{n}={n}' for n in names)})"


def _as(name: str, as_name: str) -> str:
    return name if name == as_name else f"{name} as {as_name}"


def _from_hints(project: Project, symbol: Symbol) -> bool:
    return project.modules[symbol.module].source.sort == "hints"


def kernel_names(module: Module) -> set[str]:
    """All names that the kernel functions of a module use."""
    functions = [n for n in ast.walk(module.source.tree) if isinstance(n, ast.FunctionDef) and is_kernel(n)]
    return {n.id for f in functions for n in ast.walk(f) if isinstance(n, ast.Name)}


def class_imports(project: Project, module: Module) -> tuple[list[str], list[str]]:
    """cimports for the .pxd: those that the classes here are made of, and those that only signatures name."""
    first: dict[tuple[str, str], str] = {}
    fields = project.fields_module()
    if fields and fields != module.name:
        first[fields, "Fields"] = "Fields"
    for c in project.classes.values():
        if c.module == module.name:
            for known in [*([c.base] if c.base else []), *[o for _, o in c.objects if o]]:
                first[known.module, known.name] = known.name
    later: dict[tuple[str, str], str] = {}
    for as_name in module.imports:
        known_class = project.class_named(module, as_name)
        if known_class is not None:
            later[known_class.module, known_class.name] = as_name
    for known, name in _signature_classes(project, module):
        later.setdefault((known.module, known.name), name)
    for key, name in later.items():
        if key in first:
            first[key] = name
    later = {key: name for key, name in later.items() if key not in first}
    return _cimports(first, module), _cimports(later, module)


def _signature_classes(project: Project, module: Module) -> list[tuple[Class, str]]:
    found: list[tuple[Class, str]] = []
    for c in project.classes.values():
        if c.module == module.name:
            for node in c.node.body:
                if isinstance(node, ast.FunctionDef) and is_kernel(node):
                    found += signature_classes(read_function(project, module, node, c))
    return [(c, c.name) for c, _ in found]


def _cimports(needed: dict[tuple[str, str], str], module: Module) -> list[str]:
    return [f"from {m} cimport {_as(name, as_name)}" for (m, name), as_name in needed.items() if m != module.name]


def imported_modules(project: Project, module: Module) -> list[Module]:
    """The modules among those woven that a module imports from."""
    imports: list[Import] = list(module.imports.values())
    names = sorted({i.module for i in imports} & set(project.modules))
    return [project.modules[n] for n in names]
