"""A recorded game, shown from the beginning to where it ends."""

from collections.abc import Callable

from shoal.engine.facts import SPECTATOR
from shoal.engine.game import Game
from shoal.engine.record import Record
from shoal.play.match import Match
from shoal.play.progress import Replay
from shoal.play.records import seats_of

from . import texts
from .screen import Screen
from .sheets import show_end
from .showing import show_batches, show_table
from .story import Happened, in_batches, visible


def match_as_recorded(record: Record, game: Game) -> Match:
    """A match that stands where the record ends, even between two draws; for looking at, not for playing on."""
    options = {key[7:]: value for key, value in record.header.items() if key.startswith("option.")}
    match = Match(game, record.players, options, seats_of(record), None)
    replay = Replay(match)
    for i, (seat, text) in enumerate(record.entries):
        replay.add(seat, text, record.lines[i] if record.lines else 0)
    match.apply(replay.change())
    return match


def show_game(screen: Screen, record: Record, find: Callable[[str], Game], seat: int | None, is_over: bool) -> None:
    """A recorded game as a seat saw it, or as somebody who watched it; with everything open if the whole game is over."""
    game, _ = record.start(find)
    match = match_as_recorded(record, game)
    record.finish(game, match.state.copy())
    is_over = is_over or match.over
    names = [match.name(i) for i in range(match.players)]
    observer = SPECTATOR if seat is None else seat
    screen.heading(" · ".join([game.title, names[seat] if seat is not None else texts()("replay.open" if is_over else "replay.watched")]))
    seen = _as_seen(match, record, seat, is_over)
    show_batches(screen, in_batches(seen), names, numbers=True)
    if not seen:
        screen.paragraph(texts()("replay.nothing"), "quiet")
    if record.unfinished:
        screen.paragraph(texts()("replay.cut"), "problem")
    last = match.view(observer)
    screen.say()
    screen.heading(" · ".join([game.title, last.prompt.step or last.prompt.ask]))
    show_table(screen, last)
    screen.say()
    if last.result is None:
        screen.paragraph(texts()("replay.stops", entries=len(match.entries)), "quiet")
    else:
        show_end(screen, last.sheets, last.result, names)


def _as_seen(match: Match, record: Record, seat: int | None, is_over: bool) -> list[Happened]:
    """With a seat, what it could know before the end opened everything."""
    if seat is None and is_over:
        return [Happened(number, entry.seat, entry.decision, entry.text) for number, entry in enumerate(match.entries, 1)]
    if seat is None or not match.over:
        return visible(match.events(SPECTATOR if seat is None else seat))
    before = Record(record.header, record.entries[:-1])
    return visible([*match_as_recorded(before, match.game).events(seat), *match.events(seat)[-1:]])
