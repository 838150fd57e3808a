"""Writes the methods that follow from a list of fields: blank, become, same, digest, dump, load, twin. Never compiled itself.

One writer, two flavours. In the plain form `write_methods` executes the text when a class is created, as dataclasses do. For the
compiled form the build step weaves the other flavour into the class. Both treat the same fields in the same order.
"""
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, ClassVar, NamedTuple, get_args, get_origin

GENERATED = ("blank", "become", "same", "digest", "dump", "load", "twin")
SCALARS: dict[Any, str] = {int: "int", bool: "bint", float: "double"}
RANGES = {"int": (-2**31, 2**31 - 1), "long long": (-2**63, 2**63 - 1)}
FNV_START, FNV_PRIME, MASK64 = 0xCBF29CE484222325, 0x100000001B3, 2**64 - 1


class Value(NamedTuple):
    """A field of numbers; length 0: a single one."""
    name: str
    ctype: str
    length: int


class Content(NamedTuple):
    """What a class consists of, base class first: numbers, and references to other objects."""
    values: tuple[Value, ...]
    objects: tuple[str, ...]


# ---- reading the fields of a class

def read_content(cls: type) -> Content:
    """The fields that the hints of a class and its bases declare."""
    values: list[Value] = []
    objects: list[str] = []
    for owner in reversed(cls.__mro__):
        for name, hint in owner.__dict__.get("__annotations__", {}).items():
            _add(name, _evaluated(hint, owner), values, objects)
    return Content(tuple(values), tuple(objects))


def _add(name: str, hint: Any, values: list[Value], objects: list[str]) -> None:
    if hint is ClassVar or get_origin(hint) is ClassVar:
        return
    if get_origin(hint) is Annotated:
        _, ctype, *length = get_args(hint)
        values.append(Value(name, ctype, length[0] if length else 0))
    elif hint in SCALARS:
        values.append(Value(name, SCALARS[hint], 0))
    else:
        objects.append(name)


def _evaluated(hint: Any, owner: type) -> Any:
    if not isinstance(hint, str):
        return hint
    try:
        return eval(hint, dict(vars(sys.modules[owner.__module__])))
    except (NameError, TypeError):
        return object                       # a class that is imported for its type only


def value_fields(cls: type) -> tuple[Value, ...]:
    """(name, C type, length) of every field of numbers of a Fields class, in either form."""
    return tuple(Value(*field) for field in cls.VALUE_FIELDS)  # type: ignore[attr-defined]


def object_fields(cls: type) -> tuple[str, ...]:
    """Names of the fields of a Fields class that refer to other objects, in either form."""
    return tuple(cls.OBJECT_FIELDS)  # type: ignore[attr-defined]


# ---- the text of the methods

class Plain:
    """The flavour of the plain form."""
    that = "other"
    new = "new = create(cls)"

    def __init__(self, name: str) -> None:
        self.name = name

    def zero(self, f: Value) -> str:
        return {"bint": "False", "double": "0.0"}.get(f.ctype, "0")

    def blank_array(self, f: Value) -> str:
        return f"self.{f.name} = [{self.zero(f)}] * {f.length}"

    def same_array(self, f: Value) -> str:
        return f"self.{f.name} == {self.that}.{f.name}"

    def digest(self, values: Sequence[Value]) -> str:
        numbers = ", ".join(f"{'*' if f.length else ''}self.{f.name}" for f in values)
        return f"return mixed(({numbers}{',' if values else ''}))"

    def load_array(self, f: Value) -> str:
        return f"self.{f.name}[:] = data[{f.name!r}]"

    def blank_start(self) -> list[str]:
        return []

    def twin_values(self, values: Iterable[Value]) -> list[str]:
        return [f"new.{f.name} = self.{f.name}{'[:]' if f.length else ''}" for f in values]


class Woven(Plain):
    """The flavour of the compiled form: every method is one line, so that it fits into a line that the build step emptied."""
    helpers = {"int": "int", "long long": "i64", "double": "double"}

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.that = f"cython.cast({name}, other)"
        self.new = f"refuse_subclass(self, {name}); new = cython.declare({name}, {name}.__new__({name}))"

    def blank_array(self, f: Value) -> str:
        return f"blank_{self.helpers[f.ctype]}(self.{f.name}, {f.length})"

    def same_array(self, f: Value) -> str:
        return f"same_{self.helpers[f.ctype]}(self.{f.name}, {self.that}.{f.name}, {f.length})"

    def digest(self, values: Sequence[Value]) -> str:
        steps = ["h = digest_start()"]
        for f in values:
            steps.append(f"h = digest_{self.helpers[f.ctype]}(h, self.{f.name}, {f.length})" if f.length else f"h = digest_one(h, self.{f.name})")
        return "; ".join([*steps, "return digest_end(h)"])

    def load_array(self, f: Value) -> str:
        return f"load_{self.helpers[f.ctype]}(self.{f.name}, data[{f.name!r}], {f.length})"

    def blank_start(self) -> list[str]:
        return [f"refuse_subclass(self, {self.name})"]

    def twin_values(self, values: Iterable[Value]) -> list[str]:
        return ["new.become(self)"]


def method_lines(flavour: Plain, content: Content) -> list[str]:
    """One line for each method, and a first one with the field list itself."""
    values, objects = content
    listed = tuple(tuple(f) for f in values)
    become = [f"self.{f.name}[:] = {flavour.that}.{f.name}" if f.length else f"self.{f.name} = {flavour.that}.{f.name}" for f in values]
    same = [flavour.same_array(f) if f.length else f"self.{f.name} == {flavour.that}.{f.name}" for f in values]
    blank = [flavour.blank_array(f) if f.length else f"self.{f.name} = {flavour.zero(f)}" for f in values]
    load = [flavour.load_array(f) if f.length else f"self.{f.name} = data[{f.name!r}]" for f in values]
    dump = ", ".join(f"{f.name!r}: {f'list(self.{f.name})' if f.length else f'self.{f.name}'}" for f in values)
    bodies = {
        "blank(self)": flavour.blank_start() + blank + [f"self.{o} = None" for o in objects],
        "become(self, other)": become,
        "same(self, other)": ["return " + (" and ".join(same) or "True")],
        "digest(self)": [flavour.digest([f for f in values if f.ctype != "double"])],
        "dump(self)": [f"return {{{dump}}}"],
        "load(self, data)": [f"data = checked({flavour.name!r}, self.VALUE_FIELDS, data)", *load],
        "twin(self)": [flavour.new, *[f"new.{o} = self.{o}" for o in objects], *flavour.twin_values(values), "return new"],
    }
    first = f"VALUE_FIELDS = {listed!r}; OBJECT_FIELDS = {objects!r}"
    return [first, *[f"def {head}: {'; '.join(body) or 'pass'}" for head, body in bodies.items()]]


# ---- what the text calls

def write_methods(cls: Any) -> None:
    """Give a class of the plain form its methods."""
    content = read_content(cls)
    for f in content.values:
        if f.ctype not in ("int", "bint", "double", "long long"):
            raise TypeError(f"{cls.__name__}.{f.name}: {f.ctype!r} is not among int, bool, float, i64 and arrays of them")
    namespace: dict[str, Any] = {"cls": cls, "create": object.__new__, "checked": checked, "mixed": mixed}
    made: dict[str, Any] = {}
    exec("\n".join(method_lines(Plain(cls.__name__), content)), namespace, made)
    for name, thing in made.items():
        if callable(thing):
            thing.__qualname__, thing.__module__ = f"{cls.__qualname__}.{name}", cls.__module__
        setattr(cls, name, thing)


def mixed(numbers: Iterable[int]) -> int:
    """FNV-1a over 64-bit integers: the same in both forms, in every process and on every machine."""
    h = FNV_START
    for n in numbers:
        h = ((h ^ (n & MASK64)) * FNV_PRIME) & MASK64
    return h >> 4


def checked(owner: str, fields: Sequence[Sequence[Any]], data: Any) -> dict[str, Any]:
    """The content of a json object, when it has exactly these fields with fitting values; ValueError says which has not."""
    if type(data) is not dict:
        raise ValueError(f"{owner}: an object with the fields {', '.join(f[0] for f in fields)} is expected, not {_shown(data)}")
    for name, _, _ in fields:
        if name not in data:
            raise ValueError(f"{owner}.{name}: this field is missing")
    known = {f[0] for f in fields}
    for name in data:
        if name not in known:
            raise ValueError(f"{owner}: there is no field {_shown(name)}")
    return {name: _value(f"{owner}.{name}", ctype, length, data[name]) for name, ctype, length in fields}


def _value(where: str, ctype: str, length: int, value: Any) -> Any:
    if not length:
        return _number(where, ctype, value)
    if type(value) is not list or len(value) != length:
        raise ValueError(f"{where}: a list of {length} numbers is expected, not {_shown(value)}")
    return [_number(f"{where}[{i}]", ctype, v) for i, v in enumerate(value)]


def _number(where: str, ctype: str, value: Any) -> Any:
    check: Callable[[Any], bool]
    if ctype == "bint":
        check, expected = lambda v: type(v) is bool, "true or false"
    elif ctype == "double":
        check, expected = lambda v: type(v) in (int, float), "a number"
    else:
        low, high = RANGES[ctype]
        check, expected = lambda v: type(v) is int and low <= v <= high, f"an integer from {low} to {high}"
    if not check(value):
        raise ValueError(f"{where}: {expected} is expected, not {_shown(value)}")
    return float(value) if ctype == "double" else value


def _shown(value: Any) -> str:
    text = f"a list of {len(value)}" if type(value) is list else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def refuse_subclass(thing: Any, cls: type) -> None:
    """The C methods of a compiled class know nothing of what a Python subclass overrides, so there are no such subclasses."""
    if type(thing) is not cls:
        raise TypeError(f"{type(thing).__name__}: a subclass of the compiled class {cls.__name__} must be compiled too, or run with SHOAL_PURE=1")
