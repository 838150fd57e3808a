"""Objects whose content is a list of annotated fields. What follows from that list is written, not typed: see boilerplate.py."""
from typing import Any, ClassVar

from .boilerplate import write_methods
from .hints import generated, i64, python


class Fields:
    """Base of states, boxes and whatever else lives in the compiled form.

    A subclass declares its fields by hints and calls `self.blank()` first in its `__init__`. Fields are numbers (int, bool,
    float, i64), arrays of numbers (`Annotated[list[int], "int", 16]`) and references to other Fields objects.
    """
    VALUE_FIELDS: ClassVar[tuple[tuple[str, str, int], ...]] = ()
    OBJECT_FIELDS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self.blank()

    @generated
    def __init_subclass__(cls) -> None:
        write_methods(cls)

    @python
    @generated
    def blank(self) -> None:
        """Set every number to zero and every reference to None."""

    @generated
    def become(self, other: "Fields") -> None:
        """Take over all numbers of an object of the same class; references stay."""

    @generated
    def same(self, other: "Fields") -> bool:
        """Whether all numbers equal those of an object of the same class."""
        return True

    @generated
    def digest(self) -> i64:
        """A hash of all integers: the same in both forms and in every process."""
        return 0

    @python
    @generated
    def dump(self) -> dict[str, Any]:
        """All numbers by name, as json wants them."""
        return {}

    @python
    @generated
    def load(self, data: dict[str, Any]) -> None:
        """The reverse of dump, strict: ValueError when a field is missing, unknown or not fitting, and then nothing is set.

        For the engine's own use: whether the numbers fit together, only the class itself can say."""

    @python
    @generated
    def twin(self) -> Any:
        """A new object of this class with the same numbers and the same references."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.same(other)

    def __hash__(self) -> int:
        return self.digest()
