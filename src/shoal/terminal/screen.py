"""The terminal itself: Rich's colours for a person, plain lines in a pipe."""

import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from . import texts

if TYPE_CHECKING:
    from rich.console import Console
    from rich.padding import Padding

STYLES = {
    "title": "bold cyan",
    "ask": "bold",
    "number": "bold yellow",
    "quiet": "dim",
    "good": "green",
    "problem": "red",
    "plain": "",
}
CLEAR = "\033[2J\033[3J\033[H"
NARROWEST, WIDEST, PLAIN_WIDTH = 40, 110, 80
LOW = 32
Span = tuple[str, str]
"""Some text and the name of its style."""


class Screen:
    """Says and asks. Styles are names of STYLES; they vanish in a pipe, and NO_COLOR takes the colours away."""

    def __init__(self) -> None:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        self.coloured = sys.stdout.isatty()
        self.typed = sys.stdin.isatty()
        self.personal = self.coloured and self.typed
        """A person sits here: there is a screen to clear and somebody to ask."""
        self._console: Console | None = None

    @property
    def console(self) -> "Console":
        """Rich's console, loaded when the first coloured line is written."""
        if self._console is None:
            from rich.console import Console
            self._console = Console(highlight=False, markup=False, emoji=False)
        return self._console

    @property
    def width(self) -> int:
        """How many columns there are to write in; long lines are hard to read, so not the whole of a very wide screen."""
        return max(NARROWEST, min(WIDEST, self.console.width - 1)) if self.coloured else PLAIN_WIDTH

    @property
    def room(self) -> int:
        """How many columns a board may take: all there are."""
        return max(NARROWEST, self.console.width - 1) if self.coloured else PLAIN_WIDTH

    @property
    def is_low(self) -> bool:
        """Whether blank lines are a luxury."""
        return self.coloured and self.console.height < LOW

    # ---- saying

    def say(self, text: str = "", style: str = "plain") -> None:
        """Write lines as they are."""
        self.spans([(text, style)])

    def spans(self, parts: Sequence[Span]) -> None:
        """Write a line made of differently styled parts."""
        if not self.coloured:
            print("".join(text for text, _ in parts).rstrip())
            return
        from rich.text import Text
        line = Text.assemble(*((text, STYLES[style]) for text, style in parts))
        self.console.print(line, soft_wrap=True)

    def board_line(self, text: str) -> None:
        """Write a line of a board; empty places step back, possible ones step forward."""
        if not self.coloured:
            print(text)
            return
        from rich.text import Text
        line = Text(text)
        line.highlight_regex(r"(?<= )\.(?= |$)", STYLES["quiet"])
        line.highlight_regex(r"(?<= )\+(?= |$)", STYLES["number"])
        self.console.print(line, soft_wrap=True)

    def paragraph(self, text: str, style: str = "plain", indent: int = 0) -> None:
        """Write running text, wrapped to the width."""
        margin = " " * indent
        for line in text.split("\n"):
            self.say(textwrap.fill(line, self.width, initial_indent=margin, subsequent_indent=margin) if line.strip() else "", style)

    def heading(self, text: str, style: str = "title") -> None:
        """A quiet line across the page with a title in it."""
        rest = "─" * max(0, self.width - len(text) - 4)
        self.spans([("── ", "quiet"), (text, style), (f" {rest}", "quiet")])

    def markdown(self, text: str) -> None:
        """Show a text written in Markdown, wrapped: as plain text in a pipe, page by page when it is longer than the screen."""
        from . import markdown
        if not self.coloured:
            print(markdown.plain(text, PLAIN_WIDTH))
            return
        page = markdown.page(text, max(0, self.console.width - self.width))
        if self.personal and len(self.console.render_lines(page)) > self.console.height - 2:
            self._page(page)
        else:
            self.console.print(page)

    def _page(self, page: "Padding") -> None:
        import os
        os.environ.setdefault("LESS", f"-RFX -Ps{texts()('pager.prompt')}$")
        self.say(texts()("pager.hint"), "quiet")
        with self.console.pager(styles=True):
            self.console.print(page)

    # ---- asking

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str | None:
        """The next line that is typed, None when there is no more; `words` are completed by the Tab key."""
        if not self.typed:
            return self._read(prompt)
        with _completing(words):
            try:
                return input(f"{prompt} ").strip()
            except EOFError:
                print()
                return None

    def _read(self, prompt: str) -> str | None:
        """From a pipe: the line is shown behind the prompt, so that the output reads like a session."""
        line = sys.stdin.readline()
        if not line:
            return None
        print(f"{prompt} {line.strip()}".rstrip(), flush=True)
        return line.strip()

    def agree(self, question: str) -> bool:
        """A question for yes or no."""
        answer = self.ask(question)
        return answer is not None and answer.lower() in texts()("yes").split()

    def clear(self) -> None:
        """Wipe the screen and what scrolled away, so that nobody reads what was not for them."""
        if self.personal:
            sys.stdout.write(CLEAR)
            sys.stdout.flush()
            _forget()

    @contextmanager
    def busy(self, text: str) -> Iterator[None]:
        """A sign of life while something takes its time; nothing in a pipe."""
        if not self.personal:
            yield
            return
        with self.console.status(text, spinner="dots"):
            yield


@contextmanager
def _completing(words: Sequence[str]) -> Iterator[None]:
    try:
        import readline
    except ImportError:
        yield
        return
    found: list[str] = []

    def complete(text: str, state: int) -> str | None:
        if state == 0:
            start = readline.get_begidx()
            before = readline.get_line_buffer()[:start]
            found[:] = [word[start:] for word in words if word.startswith(before + text)]
        return found[state] if state < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        readline.set_completer(None)


def _forget() -> None:
    """The arrow keys must not bring back what the person before typed."""
    try:
        import readline
        readline.clear_history()
    except ImportError:
        pass
