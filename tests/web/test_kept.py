"""What is kept between two views, so that they are drawn quickly, changes nothing of what they show."""

import random
from pathlib import Path

import pytest
from websockets.sync.client import connect

from shoal.games import load_game
from shoal.play.parts import Seat
from shoal.play.store import open_store
from shoal.play.tables import Table, Tables
from shoal.web import pages, table_page
from shoal.web.doors import Door
from shoal.web.viewers import NOTHING, Viewer, Viewers

from .site import Site, apart

GAMES = (("fish_tank", 2), ("aquarium", 3), ("acqua_dolce", 3), ("aqua_garden", 2), ("pocket_aquarium", 1))
MOVES = 90


def doors_of(table: Table) -> list[Door]:
    """Those of all seats and of a spectator."""
    viewers = Viewers()
    links = [*((token, (seat,)) for seat, token in table.tokens.items()), (table.spectator, ())]
    return [Door(table, token, viewers.of(table.id, token, seats), viewers) for token, seats in links]


def drawn_anew(door: Door, monkeypatch: pytest.MonkeyPatch) -> str:
    """The same view with nothing kept: every macro drawn, every event told from the first."""
    anew = pages.environment.__wrapped__()
    anew.globals["once"] = lambda macro: macro
    told = dict(door.match._told)
    door.match._told.clear()
    with monkeypatch.context() as patch:
        patch.setattr(pages, "environment", lambda: anew)
        html = table_page.render(door).html
    door.match._told.update(told)
    return html


async def play(table: Table, monkeypatch: pytest.MonkeyPatch) -> int:
    """Random moves, now and then taken back; every view of every link is drawn as it comes and some once more, anew."""
    rng, doors, compared = random.Random(5), doors_of(table), 0
    for number in range(MOVES):
        if table.match.over:
            break
        seat = rng.choice(table.match.waiting_for())
        await table.act(table.tokens[seat], seat, [rng.choice(table.match.legal(seat))])
        if number % 11 == 10 and table.match.can_undo(seat) == "free":
            await table.undo(table.tokens[seat], seat)
        shown = [table_page.render(door).html for door in doors]
        if number % 30 == 29 or table.match.over:
            assert shown == [drawn_anew(door, monkeypatch) for door in doors]
            compared += 1
    return compared


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_view_with_parts_that_were_kept_is_one_drawn_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, players: int) -> None:
    async def test() -> int:
        tables = Tables(open_store(tmp_path / "t.sqlite"), pace=0)
        table = await tables.create(game, players, seats=[Seat(name) for name in ("North", "East", "South")[:players]], seed=3)
        compared = await play(table, monkeypatch)
        await tables.close()
        return compared

    assert apart(test()) >= (1 if load_game(game).seats[1] == 1 else 3)


def test_a_view_is_kept_where_several_pages_show_it(tmp_path: Path) -> None:
    async def test() -> None:
        tables = Tables(open_store(tmp_path / "t.sqlite"), pace=0)
        table = await tables.create("fish_tank", 2)
        viewer, token = Viewer((0,)), table.tokens[0]
        door = Door(table, token, viewer, Viewers())
        viewer.sockets = 1
        first = table_page.render(door)
        assert viewer.rendered is NOTHING and table_page.version(door) == first.version
        viewer.sockets = 2
        assert table_page.render(door) is table_page.render(door) is viewer.rendered == first
        await tables.close()

    apart(test())


def test_nothing_is_kept_of_a_message_that_was_sent(site: Site) -> None:
    """Neither side remembers the last one to shorten the next."""
    hand = site.table(2, people=2, together=False)
    with connect(f"ws{hand.url[4:]}/ws") as line:
        assert 'id="view"' in str(line.recv(5))
        assert [repr(extension) for extension in line.protocol.extensions] == [
            "PerMessageDeflate(remote_no_context_takeover=True, local_no_context_takeover=True, remote_max_window_bits=15, local_max_window_bits=12)"]
