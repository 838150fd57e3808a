"""What kernel functions may not do, and what C would do differently from Python. Every finding says what to write instead."""
import ast

from .constants import c_constant
from .functions import Function
from .hints import written
from .names import BUILTINS, Class

SLOW: dict[type[ast.AST], str] = {
    ast.JoinedStr: "an f-string: texts belong into @python methods",
    ast.Dict: "a dict: use fields and arrays", ast.Set: "a set: use an array of flags",
    ast.ListComp: "a list comprehension: loop over range() into an array", ast.SetComp: "a set comprehension: use an array of flags",
    ast.DictComp: "a dict comprehension: use arrays", ast.GeneratorExp: "a generator: loop over range()",
    ast.Raise: "raise: kernel functions cannot raise; check at the border, in an @python method",
    ast.Try: "try: kernel functions cannot raise", ast.Assert: "assert: kernel functions cannot raise; check in tests or in check()",
    ast.With: "with: kernel functions hold no GIL already", ast.Lambda: "lambda: write a function of its own",
    ast.FunctionDef: "a function inside: put it at module level or into the class", ast.ClassDef: "a class inside: put it at module level",
    ast.Import: "import: put it at the top", ast.ImportFrom: "import: put it at the top", ast.Global: "global: keep it in a field",
    ast.Delete: "del", ast.Yield: "yield: write into an array of the caller", ast.NamedExpr: "`:=`: give the name a line of its own",
    ast.Starred: "a star: name every item",
}


class KernelLint(ast.NodeVisitor):
    """Walks one kernel function."""

    def __init__(self, f: Function) -> None:
        self.f = f
        self.arrays = dict(f.arrays)
        self.fields = f.owner.fields() if f.owner else set()
        self.pointers = {a.arg for a in f.arguments() if f.hints.array(a.annotation)}
        self.stored = {n.id for n in ast.walk(f.node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        self.known = self.stored | {a.arg for a in f.arguments()} | {"self"}

    def run(self) -> None:
        if self.check_signature():
            for statement in self.f.node.body:
                self.visit(statement)

    def say(self, node: ast.AST, text: str) -> None:
        self.f.complain(node, text)

    def check_signature(self) -> bool:
        """Whether the function can be C at all; if not, what is in it does not matter."""
        f, a = self.f, self.f.node.args
        wrong = []
        if a.defaults or a.kwonlyargs or a.vararg or a.kwarg:
            wrong.append("arguments without defaults, stars and keywords")
        for x in f.arguments():
            if x.annotation is None or f.hints.ctype(x.annotation, True) in (None, "void"):
                wrong.append(f"a C type for argument {x.arg}")
            elif written(x.annotation) != "None" and "|" in ast.unparse(x.annotation):
                wrong.append(f"argument {x.arg} without None, which C does not check (test it before the call)")
            elif not f.hints.check_array(x.annotation, f.node):
                return False
        if f.node.returns is None or not f.hints.scalar(f.node.returns):
            wrong.append("a scalar C type or None for the result")
        if wrong:
            self.say(f.node, f"mark it @python, or give it what C needs: {', '.join(wrong)} "
                     "(C types: int, bool, float, i64; for arguments also array aliases and Fields classes)")
        return not wrong

    def generic_visit(self, node: ast.AST) -> None:
        word = SLOW.get(type(node))
        if word is not None:
            self.say(node, f"a kernel function cannot hold {word}")
            if not isinstance(node, (ast.Try, ast.With)):
                return
        super().generic_visit(node)

    # ---- statements

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.visit(node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        f = self.f
        if isinstance(node.target, ast.Name) and node.target.id not in f.arrays:
            if f.hints.a_class(node.annotation) or not f.hints.scalar(node.annotation) or written(node.annotation) == "None":
                self.say(node, f"{node.target.id}: a local of class or Python type: pass it to a function with a typed parameter")
        if node.value is not None and not (isinstance(node.target, ast.Name) and node.target.id in f.arrays):
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            for t in target.elts if isinstance(target, ast.Tuple) else [target]:
                self.check_target(node, t)
        self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.check_target(node, node.target)
        if isinstance(node.op, ast.Pow):
            self.say(node, "a kernel function cannot hold **=: use shifts, products or a table in the box")
        self.visit(node.value)

    def check_target(self, node: ast.Assign | ast.AugAssign, t: ast.expr) -> None:
        if isinstance(t, ast.Attribute):
            check_attribute(self.f, node, t)
            if self.is_object(t):
                self.say(node, f"{ast.unparse(t)}: references to objects are set in @python methods only")
        elif isinstance(t, ast.Name) and isinstance(node, ast.Assign):
            self.check_local(node, t.id)
        elif isinstance(t, ast.Subscript) and isinstance(t.slice, ast.Slice):
            self.check_whole(node, t, node.value)
            return
        self.visit(t)

    def check_local(self, node: ast.Assign, name: str) -> None:
        v = node.value
        truth = isinstance(v, (ast.Compare, ast.BoolOp)) or isinstance(v, ast.UnaryOp) and isinstance(v.op, ast.Not)
        if (truth or isinstance(v, ast.Constant) and type(v.value) is bool) and name not in self.f.locals:
            self.say(node, f"annotate `{name}: bool = ...`: C would not know the type")
        if isinstance(v, ast.Attribute) and (self.length(v) or self.is_object(v)):
            written_out = ast.unparse(v)
            self.say(node, f"{name} = {written_out}: arrays and objects have no local names in C: write {written_out} itself, or pass it to a function")

    def is_object(self, node: ast.Attribute) -> bool:
        return bool(self.f.owner) and ast.unparse(node.value) == "self" and node.attr in {n for n, _ in self.f.owner.objects}  # type: ignore[union-attr]

    def check_whole(self, node: ast.AST, t: ast.Subscript, value: ast.expr) -> None:
        for side in (t.value, value.value if isinstance(value, ast.Subscript) else value):
            if isinstance(side, ast.Name) and side.id in self.pointers:
                self.say(node, f"{side.id}[:]: the length of a parameter is not known in C: copy in a loop over range()")
        if not isinstance(t.slice, ast.Slice) or t.slice.lower or t.slice.upper or t.slice.step:
            self.say(node, "only whole arrays `a[:] = b` are copied; parts in a loop over range()")
        target, source = self.length(t.value), self.length(value)
        if target and source and target != source:
            self.say(node, f"arrays of {source} and {target} numbers: copy in a loop over range()")
        self.visit(value)

    def length(self, node: ast.expr) -> int | None:
        """Of an array, where it can be told."""
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            node = node.value
        if isinstance(node, ast.Name):
            return self.arrays.get(node.id)
        if isinstance(node, ast.Attribute):
            c = self.f.owner if ast.unparse(node.value) == "self" else self.f.classes.get(ast.unparse(node.value))
            return c.arrays().get(node.attr) if c else None
        return None

    def visit_For(self, node: ast.For) -> None:
        if not (isinstance(node.iter, ast.Call) and ast.unparse(node.iter.func) == "range"):
            self.say(node, "only range() is looped over in a kernel function")
        self.generic_visit(node)

    # ---- expressions

    def visit_Constant(self, node: ast.Constant) -> None:
        if type(node.value) is int and abs(node.value) > 2**31 - 1:
            self.say(node, f"{node.value} does not fit 32 bits: name it at module level (then it is a long long)")
        if isinstance(node.value, (str, bytes)):
            self.say(node, "a text: texts belong into @python methods")

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Pow):
            self.say(node, "a kernel function cannot hold **: use shifts, products or a table in the box")
        self.generic_visit(node)

    def visit_List(self, node: ast.List) -> None:
        if isinstance(node.ctx, ast.Load):
            self.say(node, "a list: an array local is written `moves: Moves = [0] * MOVES`")

    def visit_Name(self, node: ast.Name) -> None:
        name = node.id
        if name in self.known or not isinstance(node.ctx, ast.Load):
            return
        symbol = self.f.project.lookup(self.f.module, name)
        if symbol is None:
            if name not in BUILTINS:
                advice = ": call the class above by its name, as in State.step(self, seat, action)" if name == "super" else ""
                self.say(node, f"{name} is not known to C{advice}")
        elif symbol.kind in ("python", "array", "scalar"):
            origin = f" of {symbol.module}" if symbol.module != self.f.module.name else ""
            self.say(node, f"{name}{origin} is a Python object: kernel functions use numbers, fields, functions of compiled modules without @python, "
                     "and of notation.py those that are a single `return`")
        elif symbol.kind == "constant" and symbol.value is not None and not c_constant(name, symbol.value):
            self.say(node, f"{name} = {symbol.value} fits no C type")

    def visit_Subscript(self, node: ast.Subscript) -> None:
        check_index(self.f, node, self.length(node.value))
        if isinstance(node.slice, ast.Slice) and isinstance(node.ctx, ast.Load):
            self.check_whole(node, node, node.value)
        self.generic_visit(node)


def check_index(f: Function, node: ast.Subscript, length: int | None) -> None:
    """An index that is known to be outside."""
    if isinstance(node.slice, (ast.Slice, ast.Tuple)):
        return
    index = f.project.number(f.module, node.slice)
    if index is not None and index < 0:
        f.complain(node, f"{ast.unparse(node)}: a negative index does not count from the end in C: write the length minus {-index}")
    elif index is not None and length and index >= length:
        f.complain(node, f"{ast.unparse(node)}: the array has {length} numbers")


def check_attribute(f: Function, node: ast.AST, t: ast.Attribute) -> None:
    """An assignment to an attribute that is no field, or that would alias an array."""
    if f.owner is None or not isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
        return
    mine = ast.unparse(t.value) == "self"
    if mine and t.attr not in f.owner.fields():
        f.complain(node, f"self.{t.attr} is not a declared field: add it to the hints of the class")
    holder = f.owner if mine else f.classes.get(ast.unparse(t.value))
    if holder is not None and t.attr in holder.arrays():
        f.complain(node, f"`{ast.unparse(t)} = ...` copies in C and aliases in Python: write `{ast.unparse(t)}[:] = ...`")


# ---- Python functions of compiled modules

def calls_blank(c: Class, f: ast.FunctionDef, deep: bool = True) -> bool:
    """Whether a method sets all fields to zero, by itself or through a method that it calls."""
    for n in ast.walk(f):
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and ast.unparse(n.func.value) in ("self", "super()"):
            found = c.method(n.func.attr) if deep else None
            if n.func.attr in ("blank", "__init__") or found and calls_blank(c, found[1], False):
                return True
    return False


class PythonLint(ast.NodeVisitor):
    """Walks one function that stays Python."""

    def __init__(self, f: Function) -> None:
        self.f = f
        self.sets = {t.id for n in ast.walk(f.node) if isinstance(n, (ast.Assign, ast.AnnAssign)) and n.value is not None and self.is_set(n.value)
                     for t in (n.targets if isinstance(n, ast.Assign) else [n.target]) if isinstance(t, ast.Name)}

    def run(self) -> None:
        for statement in self.f.node.body:
            self.visit(statement)
        f = self.f
        if f.owner and f.name == "__init__":
            if not calls_blank(f.owner, f.node):
                f.complain(f.node, "call self.blank() first: fields start at zero in C and are missing in Python")

    def is_set(self, node: ast.expr) -> bool:
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor)):
            return self.is_set(node.left) or self.is_set(node.right)
        return isinstance(node, (ast.Set, ast.SetComp)) or isinstance(node, ast.Call) and ast.unparse(node.func) in ("set", "frozenset") \
            or isinstance(node, ast.Name) and node.id in getattr(self, "sets", ())

    def check_iterated(self, node: ast.AST, over: ast.expr) -> None:
        if self.is_set(over):
            self.f.complain(node, "the order of a set differs from process to process: iterate over sorted(...)")

    def visit_For(self, node: ast.For) -> None:
        self.check_iterated(node, node.iter)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        self.check_iterated(node.iter, node.iter)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        for t in node.targets:
            if isinstance(t, ast.Attribute):
                check_attribute(self.f, node, t)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Attribute):
            check_attribute(self.f, node, node.target)
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        v = node.value
        c = self.holder(v.value) if isinstance(v, ast.Attribute) else None
        length = c.arrays().get(v.attr) if c and isinstance(v, ast.Attribute) else self.f.arrays.get(ast.unparse(v))
        if length:
            check_index(self.f, node, length)
        self.generic_visit(node)

    def holder(self, node: ast.expr) -> Class | None:
        return self.f.owner if ast.unparse(node) == "self" else self.f.classes.get(ast.unparse(node))

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in ("list", "tuple", "enumerate") and node.args:
            self.check_iterated(node, node.args[0])
        if isinstance(node.func, ast.Attribute) and node.func.attr in self.f.project.hidden_methods() and self.f.class_of(node.func.value) is None:
            called, name = ast.unparse(node.func), ast.unparse(node.func.value)
            self.f.complain(node, f"{called} is a kernel method, which Python cannot see: give {name} a typed name first, as in `known: State = {name}`")
        self.generic_visit(node)
