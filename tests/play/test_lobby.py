"""Tables for friends: seats are taken before the cards are dealt, people come, go, give up and come back."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from shoal.engine.errors import ShoalError
from shoal.engine.facts import SPECTATOR
from shoal.play import lobby, table as table_module
from shoal.play.parts import Seat
from shoal.play.tables import NoSuchTable, NotAllowed, Table, Tables

from .auction import DOUBLE
from .playing import inside
from .test_tables import run, until


async def waiting(tables: Tables, players: int = 3, people: int = 3, **more: Any) -> Table:
    """A table of which the first seat is taken, the other people's are free, the rest are bots."""
    seats = [Seat(f"Name {n + 1}", "" if n < people else "greedy") for n in range(players)]
    return await tables.open("auction", players, None, seats, range(1, people), host=0, **more)


def test_cards_are_dealt_when_the_last_has_sat_down(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        table = await waiting(tables)
        assert table.match.entries == [] and not table.room.dealt and set(table.invites) == {1, 2} and set(table.tokens) == {0}
        with pytest.raises(NotAllowed, match="not dealt"):
            await table.act(table.tokens[0], 0, [1])
        with pytest.raises(NotAllowed, match="free: Name 2, Name 3"):
            await lobby.deal(table, table.host_token)
        invite = table.invites[1]
        mine = await lobby.take(table, invite, "  Ada  ")
        assert table.seats_of(mine) == (1,) and not table.room.dealt and table.match.name(1) == "Ada" and mine != invite
        for again in (invite, mine, table.spectator):
            with pytest.raises(NotAllowed):
                await lobby.take(table, again, "Bo")
        for name, words in (("", "Give a name"), ("x" * 30, "at most 24"), ("ADA", "called ADA already")):
            with pytest.raises(NotAllowed, match=words):
                await lobby.take(table, table.invites[2], name)
        await lobby.take(table, table.invites[2], "{seat_1}")
        assert table.room.dealt and table.match.entries and [seat.name for seat in table.match.seats] == ["Name 1", "Ada", "{seat_1}"]
        assert table.view(mine, 1).prompt.because == "Name 1 sits first"
        await table.act(mine, 1, [table.match.legal(1)[0], DOUBLE])
        other = await tables.load(table.id)
        assert inside(other.match) == inside(table.match) and other.room == table.room and other.links == table.links

    run(tmp_path / "t.sqlite", test)


def test_names_that_look_like_places_for_names_stay_what_they_are(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        table = await tables.create("auction", 2, None, [Seat("{seat_2}"), Seat("{name}{0}")])
        assert table.view(table.tokens[0], 0).prompt.because == "{seat_2} sits first"
        with pytest.raises(ShoalError, match=r"\{seat_2\} has chosen nothing"):
            await table.take_back(table.tokens[0], 0)

    run(tmp_path / "t.sqlite", test)


def test_the_host_changes_who_is_awaited(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        table = await waiting(tables, 4, 4)
        host = table.host_token
        mine = await lobby.take(table, table.invites[3], "Ada")
        for token in (mine, table.spectator, table.invites[1], "guess"):
            orders = (lobby.deal(table, token), lobby.give_to_bot(table, token, 1, "easy"), lobby.resize(table, token, 2, str), lobby.renew(table, token, 1))
            for order in orders:
                with pytest.raises(NotAllowed):
                    await order
        await lobby.give_to_bot(table, host, 1, "easy")
        assert set(table.invites) == {2} and table.match.seats[1].bot == "easy"
        await lobby.give_to_bot(table, host, 1, "random")
        with pytest.raises(ShoalError, match="wizard"):
            await lobby.give_to_bot(table, host, 1, "wizard")
        with pytest.raises(NotAllowed, match="Ada sits there"):
            await lobby.give_to_bot(table, host, 3, "easy")
        await lobby.resize(table, host, 3, str)
        assert table.match.players == 3 and table.seats_of(mine) == (2,) and table.match.name(2) == "Ada" and not table.invites
        await lobby.set_free(table, host, 1)
        old = table.invites[1]
        await lobby.renew(table, host, 1)
        assert table.invites[1] != old and old not in table.links
        await lobby.set_free(table, mine, 2)
        assert mine not in table.links and set(table.invites) == {1, 2}
        with pytest.raises(NotAllowed, match="2 to 4"):
            await lobby.resize(table, host, 5, str)
        with pytest.raises(NotAllowed):
            await lobby.set_free(table, host, 0)
        await lobby.resize(table, host, 2, str)
        await lobby.give_to_bot(table, host, 1, "random")
        await lobby.deal(table, host)
        assert table.room.dealt and table.match.players == 2
        with pytest.raises(NotAllowed, match="dealt already"):
            await lobby.deal(table, host)

    run(tmp_path / "t.sqlite", test)


def test_two_who_want_the_same_seat(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        table = await waiting(tables, 2, 2)
        invite = table.invites[1]
        found = await asyncio.gather(lobby.take(table, invite, "Ada"), lobby.take(table, invite, "Bo"), return_exceptions=True)
        assert sorted(type(one).__name__ for one in found) == ["NotAllowed", "str"] and table.match.begun

    run(tmp_path / "t.sqlite", test)


def test_public_tables_are_listed_until_they_are_full(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        private, table = await waiting(tables), await waiting(tables, public=True)
        assert [one.id for one in await tables.waiting()] == [table.id]
        with pytest.raises(NotAllowed, match="No seat is free"):
            await lobby.join(private, "Ada")
        seat, token = await lobby.join(table, "Ada")
        assert seat == 1 and table.seats_of(token) == (1,)
        await lobby.join(table, "Bo")
        assert await tables.waiting() == [] and table.match.begun
        with pytest.raises(NotAllowed, match="No seat is free"):
            await lobby.join(table, "Cy")

    run(tmp_path / "t.sqlite", test)


async def dealt(tables: Tables, players: int = 2, **more: Any) -> Table:
    table = await waiting(tables, players, players, **more)
    for seat in range(1, players):
        await lobby.take(table, table.invites[seat], f"Name {seat + 1}")
    return table


def test_a_bot_plays_for_who_stays_away_and_gives_the_seat_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shoal.play.tables.THINKING_TIMES", (0, 3))

    async def test(tables: Tables) -> None:
        table = await dealt(tables, thinking_time=3)
        north, east = table.tokens[0], table.tokens[1]
        await table.act(north, 0, [table.match.legal(0)[0], DOUBLE])
        await until(lambda: table.stands_in(1))
        assert "Name 2 took long" in table.room.said[-1].text and not table.stands_in(0)
        with pytest.raises(NotAllowed, match="take the seat back"):
            await table.act(east, 1, [1])
        with pytest.raises(NotAllowed, match="Nobody stands in for Name 1"):
            await table.come_back(north, 0)
        await table.come_back(east, 1)
        assert not table.stands_in(1) and table.deadline is not None
        again = await tables.load(table.id)
        assert inside(again.match) == inside(table.match) and again.room == table.room

    run(tmp_path / "t.sqlite", test)


@pytest.mark.parametrize("jump", [7200.0, -7200.0])
def test_a_clock_that_jumps_takes_nobodys_time_and_nobodys_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float) -> None:
    monkeypatch.setattr("shoal.play.tables.THINKING_TIMES", (0, 60))
    true = time.time

    async def test(tables: Tables) -> None:
        table = await dealt(tables, thinking_time=60)
        for _ in range(9):
            await table.say(table.tokens[0], 0, "before")
        monkeypatch.setattr("shoal.play.table.time.time", lambda: true() + jump)
        for _ in range(9):
            await table.say(table.tokens[0], 0, "after")
        await asyncio.sleep(0.05)
        assert not table.stands_in(0) and not table.stands_in(1)
        for seat in (0, 1):
            await table.act(table.tokens[seat], seat, [table.match.legal(seat)[0], DOUBLE])
        again = await tables.load(table.id)
        assert inside(again.match) == inside(table.match) and again.room == table.room

    run(tmp_path / "t.sqlite", test)


def test_time_that_ran_out_while_no_server_ran_counts_when_one_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to open the table for it; after that, nothing is left to look at."""
    monkeypatch.setattr("shoal.play.tables.THINKING_TIMES", (0, 1))
    found: dict[str, str] = {}

    async def begin(tables: Tables) -> None:
        table = await dealt(tables, thinking_time=1)
        await table.act(table.tokens[0], 0, [table.match.legal(0)[0], DOUBLE])
        found["id"] = table.id

    async def start(tables: Tables) -> None:
        tables.watch()
        await until(lambda: found["id"] in tables._open)
        table = tables._open[found["id"]]
        await until(lambda: table.stands_in(1) and table.is_idle)
        table.stop()
        await until(lambda: tables.store.due(5) == [])

    run(tmp_path / "t.sqlite", begin)
    time.sleep(1.1)
    run(tmp_path / "t.sqlite", start)


def test_resigning_between_two_and_among_three(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        table = await dealt(tables)
        await table.resign(table.tokens[1], 1, "k")
        view = table.match.view(SPECTATOR)
        assert view.over and view.result is not None and view.result.winners == (0,) and "Name 2 has resigned" in view.result.title
        assert view.legal == () and view.waiting_for == () and set(view.sheets) == {0, 1} and table.match.can_undo(0) == ""
        mine = table.tokens[0]
        for order in (table.act(mine, 0, [1]), table.undo(mine, 0), table.resign(mine, 0), table.propose_end(mine, 0)):
            with pytest.raises(ShoalError, match="over"):
                await order
        assert [(one.won, one.points) for one in tables.store.played("Name 1")] == [(True, 0)] and not tables.store.played("Name 2")[0].won
        three = await dealt(tables, 3)
        await three.resign(three.tokens[2], 2)
        assert not three.match.over and three.stands_in(2)
        again = await tables.load(table.id)
        assert inside(again.match) == inside(table.match) and again.match.ending == table.match.ending

    run(tmp_path / "t.sqlite", test)


def test_ending_by_agreement(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        table = await dealt(tables, 3)
        words = [table.tokens[seat] for seat in range(3)]
        with pytest.raises(NotAllowed, match="Nobody is asking"):
            await table.answer_end(words[0], 0, True)
        await table.propose_end(words[0], 0)
        with pytest.raises(NotAllowed, match="Name 1 has asked already"):
            await table.propose_end(words[1], 1)
        with pytest.raises(NotAllowed, match="the others answer it"):
            await table.answer_end(words[0], 0, True)
        await table.answer_end(words[1], 1, False)
        assert table.room.proposal is None and not table.match.over
        await table.propose_end(words[0], 0)
        await table.answer_end(words[1], 1, True)
        assert not table.match.over
        await table.answer_end(words[2], 2, True)
        view = table.match.view(1)
        assert view.over and view.result is not None and view.result.winners == () and "by agreement" in view.result.title
        assert table.match.record_text(1) == table.match.record().dump(), "everything is open when the game has ended"

    run(tmp_path / "t.sqlite", test)


def test_talk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "TALKATIVE", (3, 60.0))

    async def test(tables: Tables) -> None:
        table = await waiting(tables, 2, 2)
        await table.say(table.tokens[0], 0, " <b>Hello</b>\n  you ", "k")
        await table.say(table.tokens[0], 0, " <b>Hello</b>\n  you ", "k")
        assert [(said.seat, said.text) for said in table.room.said] == [(0, "<b>Hello</b> you")]
        with pytest.raises(NotAllowed, match="only watches"):
            await table.say(table.spectator, 0, "psst")
        for words, why in (("   ", "Write something"), ("x" * 301, "at most 300")):
            with pytest.raises(NotAllowed, match=why):
                await table.say(table.tokens[0], 0, words)
        for number in range(2):
            await table.say(table.tokens[0], 0, str(number))
        with pytest.raises(NotAllowed, match="many messages"):
            await table.say(table.tokens[0], 0, "more")
        assert (await tables.load(table.id)).room == table.room

    run(tmp_path / "t.sqlite", test)


def test_links_are_renewed_and_taken_back(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        table = await dealt(tables, 3)
        old = table.tokens[1]
        fresh = await lobby.renew(table, old, 1)
        assert table.seats_of(fresh) == (1,) and table.tokens[1] == fresh
        with pytest.raises(NotAllowed, match="not valid"):
            table.seats_of(old)
        assert await lobby.renew(table, table.host_token, 2) == "" and 2 not in table.tokens, "the host gets no link that plays a seat unseen"
        assert "new link for the seat of Name 3" in table.room.said[-1].text
        await lobby.take(table, table.invites[2], "Name 3")
        with pytest.raises(NotAllowed, match="Only whoever opened"):
            await lobby.renew(table, fresh, 2)
        await lobby.share(table, fresh, 1, True)
        shoulder = next(link.token for link in table.links.values() if link.kind == "shoulder")
        assert table.seats_of(shoulder) == () and table.view(shoulder).observer == 1 and table.room.shared == {1}
        with pytest.raises(NotAllowed):
            await table.act(shoulder, 1, [1])
        with pytest.raises(NotAllowed):
            await lobby.share(table, table.host_token, 1, True)
        await lobby.share(table, fresh, 1, False)
        with pytest.raises(NotAllowed):
            table.view(shoulder)

    run(tmp_path / "t.sqlite", test)


def test_bots_and_people_change_places_in_mid_game(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        table = await dealt(tables, 3)
        host = table.host_token
        await lobby.give_to_bot(table, host, 2, "random")
        assert table.stands_in(2)
        await table.come_back(table.tokens[2], 2)
        await lobby.give_to_bot(table, host, 2, "random")
        await lobby.set_free(table, host, 2)
        invite = table.invites[2]
        mine = await lobby.take(table, invite, "Cy")
        assert table.match.name(2) == "Cy" and table.match.is_person(2) and table.seats_of(mine) == (2,)
        with pytest.raises(NotAllowed, match="You sit there yourself"):
            await lobby.give_to_bot(table, host, 0, "random")
        with pytest.raises(NotAllowed):
            await lobby.set_free(table, host, 1)

    run(tmp_path / "t.sqlite", test)


def test_what_nobody_touches_is_swept_away(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        old, kept = await waiting(tables), await dealt(tables)
        assert await tables.sweep(-1, 365) == 1
        with pytest.raises(NoSuchTable):
            await tables.get(old.id)
        with kept.subscribe():
            await tables.sweep(14, -1)
            assert await tables.get(kept.id) is kept
        await tables.sweep(14, -1)
        with pytest.raises(NoSuchTable):
            await tables.get(kept.id)

    run(tmp_path / "t.sqlite", test)


