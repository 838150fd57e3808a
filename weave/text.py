"""The lines of a module while it is woven. Lines keep their numbers as long as what is added fits into emptied ones."""
import ast
import re


class Lines:
    """The text of a module, by line number from 1."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.after: dict[int, list[str]] = {}

    def cut(self, node: ast.AST, instead: str = "") -> None:
        """Take a statement out; its first line holds what comes in its place."""
        first, last = start_line(node), end_line(node)
        self.cut_lines(first, last, instead)

    def cut_lines(self, first: int, last: int, instead: str = "") -> None:
        for i in range(first, last + 1):
            self.lines[i - 1] = ""
        self.lines[first - 1] = instead

    def is_free(self, line: int) -> bool:
        return re.fullmatch(r"\s*(#.*)?", self.lines[line - 1]) is not None

    def fill(self, free: list[int], texts: list[str], after: int) -> None:
        """Write each text into a free line; what is left over is added after a line and moves the rest down."""
        places = [n for n in free if self.is_free(n)]
        for text in texts:
            if places:
                self.lines[places.pop(0) - 1] = text
            else:
                self.after.setdefault(after, []).append(text)

    def before(self, line: int, text: str) -> None:
        """Write a text directly before a line: into an empty line, or as one more line."""
        if line > 1 and self.is_free(line - 1):
            self.lines[line - 2] = text
        else:
            self.after.setdefault(line - 1, []).append(text)

    def text(self) -> str:
        out = list(self.after.get(0, []))
        for i, line in enumerate(self.lines, 1):
            out.append(line)
            out += self.after.get(i, [])
        return "\n".join(out)


def start_line(node: ast.AST) -> int:
    """Where a statement begins, decorators included."""
    lines: list[int] = [d.lineno for d in getattr(node, "decorator_list", [])]
    return min([*lines, int(node.lineno)])  # type: ignore[attr-defined]


def end_line(node: ast.AST) -> int:
    return int(node.end_lineno)  # type: ignore[attr-defined]


def is_string(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
