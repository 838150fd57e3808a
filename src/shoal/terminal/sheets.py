"""Score sheets and results as text."""

import textwrap
from collections.abc import Mapping, Sequence

from shoal.engine.sheet import Result, ScoreSheet

from . import texts
from .screen import Screen

MARGIN = 2


def show_sheet(screen: Screen, sheet: ScoreSheet, name: str, note: str = "", unpaid: bool = False) -> None:
    """Every point of one seat: what pays, how much, and why."""
    lines = [line for line in sheet.lines if unpaid or line.points or line.places] or list(sheet.lines)
    total = texts()("score.total")
    titles = max([len(line.title) for line in lines] + [len(total)])
    points = max([len(str(line.points)) for line in lines] + [len(str(sheet.total))])
    screen.spans([(name, "title"), (f"  {note}" if note else "", "quiet")])
    for line in lines:
        reason = "  ".join(part for part in (line.because, " ".join(line.places)) if part)
        start = MARGIN + titles + 2 + points + 3
        wrapped = textwrap.wrap(reason, max(20, screen.width - start)) or [""]
        screen.spans([
            (" " * MARGIN + line.title.ljust(titles + 2), "plain"), (str(line.points).rjust(points), "ask"), (f"   {wrapped[0]}", "quiet"),
        ])
        for more in wrapped[1:]:
            screen.say(" " * start + more, "quiet")
    screen.spans([(" " * MARGIN + total.ljust(titles + 2), "ask"), (str(sheet.total).rjust(points), "ask")])


def result_sentence(result: Result, names: Sequence[str]) -> str:
    """How the game ended."""
    if result.title:
        return result.title
    winners = [names[seat] for seat in result.winners]
    if not winners:
        return texts()("result.none", points=max(result.scores, default=0))
    together = winners[0] if len(winners) == 1 else f"{', '.join(winners[:-1])} {texts()('and')} {winners[-1]}"
    return texts()(f"result.{'won' if len(winners) == 1 else 'shared'}", names=together, points=result.scores[result.winners[0]])


def show_end(screen: Screen, sheets: Mapping[int, ScoreSheet], result: Result, names: Sequence[str]) -> None:
    """All sheets, the best last, and the result."""
    for seat in sorted(sheets, key=lambda seat: (seat in result.winners, sheets[seat].total, -seat)):
        show_sheet(screen, sheets[seat], names[seat])
        screen.say()
    screen.paragraph(result_sentence(result, names), "good")
