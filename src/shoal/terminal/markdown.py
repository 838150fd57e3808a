"""Rules for reading in a terminal: Markdown laid out by Rich. Imported when it is needed, since Rich takes its time."""

import io

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Heading, Markdown
from rich.padding import Padding
from rich.text import Text

UNDERLINES = {"h1": "=", "h2": "-"}


class PlainHeading(Heading):
    """A heading that is one without colours too: underlined."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text()
        yield self.text
        if self.tag in UNDERLINES:
            yield Text(UNDERLINES[self.tag] * min(self.text.cell_len, options.max_width))


class PlainMarkdown(Markdown):
    """Markdown for files and pipes."""

    elements = Markdown.elements | {"heading_open": PlainHeading}


def plain(text: str, width: int) -> str:
    """The text without signs of its markup and without colours, no line longer than the width.

    >>> print(plain("## Flips\\n\\nAt *most* one flip for each placement.", 24))
    Flips
    -----
    <BLANKLINE>
    At most one flip for
    each placement.
    """
    written = io.StringIO()
    Console(file=written, width=width, color_system=None, force_terminal=False, emoji=False, highlight=False).print(PlainMarkdown(text))
    lines = [line.rstrip() for line in written.getvalue().split("\n")]
    return "\n".join(line for i, line in enumerate(lines) if line or i and lines[i - 1]).strip("\n")


def page(text: str, margin: int) -> Padding:
    """The text as Rich shows it on a screen, with a margin at its right."""
    return Padding(Markdown(text), (0, margin, 0, 0))
