"""What can go wrong outside of us: a full disk, requests that break off. A clear answer, and nothing corrupted."""

import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from .site import HTTP, Site


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Site]:
    """A site of the test's own, to be mistreated."""
    running = Site(tmp_path / "tables.db")
    yield running
    running.stop()


class Disk:
    """The room that the database file may take."""

    def __init__(self, site: Site) -> None:
        self.engine = site.app.state.tables.store.engine
        self.pages = 0
        sa.event.listen(self.engine, "connect", self._limit)

    def _limit(self, connection: Any, _: Any) -> None:
        if self.pages:
            connection.execute(f"PRAGMA max_page_count = {self.pages}")

    def fill(self) -> None:
        with self.engine.connect() as connection:
            self.pages = int(connection.exec_driver_sql("PRAGMA page_count").scalar_one())
        self.engine.dispose()

    def empty(self) -> None:
        self.pages = 0
        self.engine.dispose()


def test_a_full_disk(own: Site) -> None:
    hand, disk = own.table(2, people=2, together=False), Disk(own)
    east = hand.others[0]
    words = {"Authorization": f"Bearer {hand.path.split('/')[3]}"}
    disk.fill()
    refused: list[str] = []
    for number in range(40):                # until the last page is full
        answer = hand.send(say=f"{number} {'x' * 250}")
        if answer.status_code == 422:
            refused.append(answer.text)
            break
    assert refused and "could not be saved, so nothing has changed" in refused[0] and "disk is full" in refused[0]
    before, moves = hand.view(), hand.moves()
    east_before = east.view()
    long = "y" * 290
    assert hand.send(**hand.form(), say=long).status_code == 422
    answer = HTTP.post(f"{own.url}/api/tables/{hand.id}/messages", json={"text": long}, headers=words)
    assert answer.status_code == 503 and answer.json()["error"] == "store"
    assert HTTP.post(f"{own.url}/new/fish_tank", data={"players": "2"}).status_code == 422
    assert hand.view() == before and east.view() == east_before and own.get("/health").status_code == 200
    disk.empty()
    hand.do(cmd=moves[0])
    again = own.again()
    try:
        hand.site = east.site = again
        assert "x" * 250 in east.view() and long not in east.view() and "have chosen" in hand.view()
        with again.app.state.tables.store.engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
    finally:
        again.stop()


@pytest.mark.parametrize("sent", [0, 10, 60])
def test_a_command_that_breaks_off_is_none(site: Site, sent: int) -> None:
    hand = site.table(2, people=2, together=False)
    move = hand.wait()[0]
    before, body = hand.view(), f"cmd={move}&key=k&padding={'x' * 60}".encode()
    head = f"POST {hand.path}/do HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", site.port), 5) as line:
        line.sendall(head.encode() + body[:sent])
    assert hand.view() == before
    assert hand.send(cmd=move, key="k").status_code == 204 and hand.view() != before


@pytest.mark.parametrize("waited", [0.0, 0.02, 0.2])
def test_sent_again_because_no_answer_came_it_counts_once(site: Site, waited: float) -> None:
    """As the page does it: with the same key, whether the first one arrived or not."""
    hand = site.table(2, people=2, together=False)
    move, rows = hand.wait()[0], site.app.state.tables._open[hand.id].rows
    body = f"cmd={move}&key=k".encode()
    head = f"POST {hand.path}/do HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", site.port), 5) as line:
        line.sendall(head.encode() + body)
        time.sleep(waited)
    for _ in range(2):
        assert hand.send(cmd=move, key="k").status_code == 204
    assert site.app.state.tables._open[hand.id].rows == rows + 1
