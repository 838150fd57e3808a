"""C types of hints."""
import ast

from .names import Class, Module, Project, Symbol

SCALARS = {"int": "int", "bool": "bint", "None": "void", "float": "double"}
ELEMENTS = ("int", "long long", "double")


def parsed(hint: ast.expr | None) -> ast.expr | None:
    """A hint without quotes and without `| None`."""
    if isinstance(hint, ast.Constant) and isinstance(hint.value, str):
        hint = ast.parse(hint.value, mode="eval").body
    if isinstance(hint, ast.BinOp) and isinstance(hint.op, ast.BitOr) and isinstance(hint.right, ast.Constant) and hint.right.value is None:
        hint = hint.left
    return hint


def written(hint: ast.expr | None) -> str:
    node = parsed(hint)
    return "None" if node is None else ast.unparse(node)


class Hints:
    """Reads the hints of one module."""

    def __init__(self, project: Project, module: Module) -> None:
        self.project, self.module = project, module

    def symbol(self, hint: ast.expr | None) -> Symbol | None:
        node = parsed(hint)
        if isinstance(node, ast.Name):
            return self.project.lookup(self.module, node.id)
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Annotated":
            return self.project.annotated(self.module, "", node)
        return None

    def array(self, hint: ast.expr | None) -> Symbol | None:
        symbol = self.symbol(hint)
        return symbol if symbol is not None and symbol.kind == "array" else None

    def a_class(self, hint: ast.expr | None) -> Class | None:
        node = parsed(hint)
        return self.project.class_named(self.module, node.id) if isinstance(node, ast.Name) else None

    def scalar(self, hint: ast.expr | None) -> str | None:
        name = written(hint)
        if name in SCALARS and name not in self.module.defined:
            return SCALARS[name]
        symbol = self.symbol(hint)
        return symbol.ctype if symbol is not None and symbol.kind == "scalar" and symbol.ctype in ELEMENTS else None

    def ctype(self, hint: ast.expr | None, argument: bool = False) -> str | None:
        """The C type of a hint, or None when it has none."""
        array = self.array(hint)
        if array is not None:
            return f"{array.ctype}*" if argument else f"{array.ctype}[{array.length}]"
        c = self.a_class(hint)
        return c.name if c is not None else self.scalar(hint)

    def check_array(self, hint: ast.expr | None, node: ast.AST) -> bool:
        """Complain about an array whose size or element type cannot be used."""
        array = self.array(hint)
        if array is None:
            return True
        name = written(hint)
        if array.length is None or array.length <= 0:
            self.project.complain(self.module, node, f"{name}: the capacity of this array cannot be resolved: write one number or an expression "
                                  "of constants that this module or the modules it imports from define; rows and columns are one index")
            return False
        if array.ctype not in ELEMENTS:
            self.project.complain(self.module, node, f"{name}: arrays are of \"int\", \"long long\" or \"double\", not {array.ctype!r}")
            return False
        return True
