"""The page of a table: from a match and a viewer to HTML. All of it is made from `Match.view` of the viewer's observer."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from shoal.bots.hints import Hint, worth
from shoal.play.match import Match
from shoal.play.tables import Table
from shoal.play.views import View, with_names

from . import boards, lobby_page
from .ahead import ahead, people_are_awaited
from .company import company
from .doors import Door
from .pages import fragment, listed, text
from .people import Person, people_of, person, waiting, whom
from .viewers import NOTHING, Rendered, Retreat, Viewer


@dataclass
class Asked:
    """The prompt: what is asked, and the buttons beside it."""

    step: str = ""
    ask: str = ""
    because: str = ""
    bad: bool = False
    waiting: bool = True
    main: dict[str, str] | None = None
    more: list[dict[str, str]] = field(default_factory=list)
    tools: bool = False
    undo: str = ""
    can_hint: bool = False


class LogLine(NamedTuple):
    text: str
    person: Person | None
    new: bool
    heading: str = ""


@dataclass(frozen=True)
class Link:
    """A link of the table to send to somebody."""

    name: str
    url: str
    person: Person | None = None
    more: str = ""
    qr: str = ""


@dataclass(frozen=True)
class Invitations:
    """What whoever opened the table may send to others."""

    title: str
    lead: str
    links: tuple[Link, ...]
    note: str
    """Where the links work, if not everywhere."""
    missing: str
    """Who is still awaited, as a sentence."""


def own_version(door: Door) -> str:
    """Grows with everything of the table and of the viewer that this link's page could show differently."""
    viewer = door.viewer
    return f"{door.match.version_for(viewer.observer)}.{door.table.room.changes}.{viewer.serial}"


def version(door: Door) -> str:
    """What the page of this link would show now, as a word that is another one whenever that is."""
    viewer, retreat, table = door.viewer, door.retreat, door.table
    if not table.room.dealt:
        here = sum(door.viewers.here(table.id, token) << seat for seat, token in table.tokens.items())
        return f"lobby.{table.room.changes}.{here}"
    viewer.follow([seat for seat in door.match.waiting_for() if door.match.is_person(seat)])
    return f"{own_version(door)}.{door.watchers()}.{retreat.undone if retreat else 0}"


def render(door: Door, host_url: str = "", only_here: bool = True) -> Rendered:
    """The view that this link shows now. It is kept where several pages are open on the link. `host_url` is where other devices find the site."""
    viewer, now = door.viewer, version(door)
    if viewer.rendered.version == now:
        return viewer.rendered
    make, template = (context, "view.html.jinja") if door.table.room.dealt else (lobby_page.context, "lobby_view.html.jinja")
    given = make(door, host_url, only_here)
    made = Rendered(now, fragment(template, version=now, **given), given["title"], given["where"])
    viewer.rendered = made if viewer.sockets > 1 else NOTHING
    return made


def context(door: Door, host_url: str, only_here: bool) -> dict[str, Any]:
    """What `view.html.jinja` needs."""
    match, viewer = door.match, door.viewer
    view = match.view(viewer.observer)
    mine = viewer.seats if not viewer.shares else ()
    draft = {"select": viewer.tapped(view.question)}
    people = people_of(view, mine, {})
    me = people[viewer.at] if viewer.observer >= 0 else None
    drawing = boards.draw(view, draft, people, me)
    if facts := drawing.context.get("facts"):
        people = people_of(view, mine, facts)
    asked = asked_here(door, view, people, drawing)
    links = invitations(door, host_url, only_here) if door.host else None
    return {
        "title": title(view, viewer, asked),
        "base": door.base,
        "where": drawing.context.get("where", view.prompt.step),
        "question": view.question,
        "your_turn": viewer.observer in view.waiting_for and not view.over,
        "key": f"{viewer.at}.{own_version(door)}",
        "asked": asked,
        "people": people,
        "me": me,
        "whose": whom(people, view.over),
        "over": view.over,
        "board": drawing.html,
        "draft": draft,
        "ahead": ahead(door, view),
        "serial": viewer.serial,
        "hints": viewer.hinted(view.question) if viewer.curtain is None else None,
        "log": (lines := log(view, people, door.retreat)),
        "news": sum(line.new for line in lines) if viewer.observer in viewer.seats else 0,
        "legal": [text for _, text in view.legal],
        "consent": consent(match, viewer, people),
        "links": links,
        "company": company(door, people, host_url),
        "watchers": door.watchers(),
    }


def asked_here(door: Door, view: View, people: list[Person], drawing: boards.Drawing) -> Asked:
    """What the game asks, or what the table has to say first: that it can only be looked at, that a bot stands in, that others play again."""
    viewer = door.viewer
    asked = ask(view, viewer, people, drawing, door.base)
    if door.table.closed and not view.over:
        asked = Asked(asked.step, text("company.closed"), door.table.closed, main={"label": text("site.replay"), "href": f"{door.base}/replay"})
    if view.over and door.table.room.rematch and door.seat is not None:
        asked.more.append({"label": text("scores.rematch.join"), "href": f"{door.base}/scores"})
    if viewer.observer in viewer.seats and door.table.stands_in(viewer.at) and not view.over:
        asked = Asked(asked.step, text("company.stand_in"), text("company.stand_in_more"), main={"label": text("company.come_back"), "ui": "come_back"})
    return asked


def title(view: View, viewer: Viewer, asked: Asked) -> str:
    turn = f"{text('table.your_turn')} · " if viewer.observer in view.waiting_for and not view.over else ""
    return f"{turn}{view.game.title} · {text('site.title')}"


def ask(view: View, viewer: Viewer, people: list[Person], drawing: boards.Drawing, base: str) -> Asked:
    """What the prompt says and offers."""
    step = drawing.context.get("step", view.prompt.step)
    if view.over:
        ending = (view.result.title if view.result else "") or text("table.over")
        main = {"label": text("site.scores"), "href": f"{base}/scores?line=1"}
        return Asked(view.prompt.step, ending, text("table.over.because"), main=main, more=[{"label": text("site.replay"), "href": f"{base}/replay"}])
    if viewer.curtain is not None:
        name = people[viewer.curtain].name
        main = {"label": text("table.curtain.main", name=name), "ui": "curtain"}
        return Asked(step, text("table.curtain.ask", name=name), text("table.curtain.because", name=name), waiting=False, main=main)
    if viewer.observer < 0:
        return Asked(step, waiting(view, people), text("table.watch.because"))
    asked = asked_seat(view, viewer, people, drawing.context, step)
    if not asked.waiting:
        say_more(asked, view, viewer, people, drawing)
    return asked


def say_more(asked: Asked, view: View, viewer: Viewer, people: list[Person], drawing: boards.Drawing) -> None:
    """On a shared device, whose turn it is; and that a second tap on what is chosen plays it."""
    if viewer.shares:
        asked.ask = text("table.named", name=people[viewer.at].name, ask=asked.ask[:1].lower() + asked.ask[1:])
    chosen = viewer.tapped(view.question)
    if chosen and f'name="cmd" value="{chosen}"' in drawing.html:
        asked.because = f"{asked.because} {text('table.again')}".strip()


def asked_seat(view: View, viewer: Viewer, people: list[Person], board: dict[str, Any], step: str) -> Asked:
    """The prompt of a seat's own person."""
    awaited = viewer.at in view.waiting_for
    tools = Asked(tools=True, undo=view.undo, can_hint=bool(view.legal))
    if awaited:
        tools.step, tools.waiting = step, False
        tools.ask, tools.because = board.get("ask", view.prompt.ask), board.get("because", view.prompt.because)
        tools.bad, tools.main, tools.more = bool(board.get("bad")), board.get("main") or first_choose(), list(board.get("more", ()))
        return tools
    tools.step, tools.ask = step, waiting(view, people)
    if view.chosen:
        tools.because = board.get("because", text("table.waiting.changeable"))
        tools.more = [{"label": text("table.change"), "ui": "take_back"}]
    else:
        tools.because = text("table.waiting.because")
        if view.can_premove and people_are_awaited(view) and not viewer.shares:
            tools.more = [{"label": text("ahead.close" if viewer.ahead else "ahead.open"), "ui": "ahead", "id": "ahead-button"}]
    return tools


def first_choose() -> dict[str, str]:
    """In place of the main button while nothing is chosen."""
    return {"label": text("table.choose"), "why": text("table.choose_first")}


def log(view: View, people: list[Person], retreat: Retreat | None = None) -> list[LogLine]:
    """What just happened, the newest group (a round) first, and the newest line first where there are no groups.

    New is what came since the observer's own last action; nothing is where there was none.
    """
    since = max(0, len(view.events) - boards.LINES)
    own = next((event.index for event in reversed(view.events) if event.seat == view.observer), len(view.events))
    groups: dict[str, list[LogLine]] = {"": []}
    group, undone = groups[""], retreat if retreat and retreat.entries >= since else None
    for one in boards.told(view, [p.name for p in people]):
        if undone and one.index >= undone.entries:
            group.append(took_back(undone, people))
            undone = None
        group = groups.setdefault(one.heading, [])
        group.append(LogLine(one.line, people[one.seat] if one.seat is not None else None, one.index > own))
    if undone:
        group.append(took_back(undone, people))
    for heading, group in groups.items():
        if heading and group:
            group[0] = group[0]._replace(heading=heading)
    return [line for heading, group in reversed(groups.items()) for line in (group if heading else reversed(group))]


def took_back(retreat: Retreat, people: list[Person]) -> LogLine:
    """An undo that everybody could see."""
    return LogLine(text("table.took_back.all" if retreat.all_choose else "table.took_back", name=people[retreat.seat].name), people[retreat.seat], True)


def consent(match: Match, viewer: Viewer, people: list[Person]) -> dict[str, Any] | None:
    """Somebody asks to take back a move."""
    request = match.request
    if request is None:
        return None
    if request.seat == viewer.at and not viewer.shares:
        return {"line": text("table.undo.waiting"), "mine": False}
    mine = bool(viewer.seats) and viewer.at not in request.agreed
    return {"line": text("table.undo.asked", name=people[request.seat].name), "mine": mine}


def hint_line(match: Match, hint: Hint) -> dict[str, str]:
    """A hint as the page shows it."""
    points = text("table.hints.worth", points=f"{hint.expected:.1f}".removesuffix(".0"))
    return {"text": hint.text, "worth": worth(match.game, hint, points), "because": with_names(match, hint.because)}


def invitations(door: Door, host: str, only_here: bool) -> Invitations:
    """Links of seats that wait for a person and of spectators, for whoever opened the table."""
    table, found = door.table, []
    for seat, who in enumerate(table.match.seats):
        if seat in table.invites:
            found.append(link(table, who.name, host, table.invites[seat], only_here, person=person(seat, who)))
    key = "links" if found else "links.alone"
    missing = [one.name for one in found]
    found.append(link(table, text("table.links.watch"), host, table.spectator, only_here, more=text("table.links.watch_more")))
    note = text("table.links.only_here") if only_here else ""
    waits = text("table.links.missing", n=len(missing), names=listed(missing)) if missing else ""
    return Invitations(text(f"table.{key}.title"), text(f"table.{key}.lead"), tuple(found), note, waits)


def link(table: Table, name: str, host: str, token: str, only_here: bool, **more: Any) -> Link:
    """A link with its code for phones, where phones can follow it."""
    url = f"{host}/t/{table.id}/{token}"
    return Link(name, url, qr=lobby_page.code(url, only_here), **more)


def others_of(table: Table, seats: tuple[int, ...]) -> str:
    """The names of the others at a table."""
    return listed([who.name for seat, who in enumerate(table.match.seats) if seat not in seats])
