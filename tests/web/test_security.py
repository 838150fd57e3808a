"""Hostile clients: whatever they send, the answer is a clear one and nothing has changed."""

import asyncio
import contextlib
import re
import secrets
import socket as sockets
import time

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from shoal.games import load_game
from shoal.play.match import Match
from shoal.web.adviser import Adviser
from shoal.web.security import Guard, Limits, Pace, is_ours

from .site import HTTP, SCRIPTED, Hand, Site, apart
from .test_live import socket


def guard(site: Site) -> Guard:
    """The one that stands before this site."""
    layer = site.app.middleware_stack
    while not isinstance(layer, Guard):
        layer = layer.app
    return layer


@pytest.mark.parametrize("host,ours", [
    ("localhost:8000", True), ("127.0.0.1", True), ("[::1]:8000", True), ("192.0.2.7:8000", True), ("shoal.example", True), ("Shoal.Example.:443", True),
    ("kitchen.local", True), ("evil.example", False), ("", False), ("localhost.evil.example", False), ("127.0.0.1.evil.example", False), ("[::1", False),
])
def test_only_own_names_are_answered(host: str, ours: bool) -> None:
    assert is_ours(host, {"localhost", "shoal.example"}) is ours


def test_another_name_is_refused_everywhere(site: Site) -> None:
    hand = site.table(2)
    for path in ("/", hand.path, "/api/games", "/health", "/static/shoal.css"):
        answer = site.get(path, Host="evil.example")
        assert answer.status_code == 421 and "--name" in answer.text
    with pytest.raises(InvalidStatus):
        connect(f"ws{hand.url[4:]}/ws", additional_headers={"Host": "evil.example"})


def test_pages_of_others_can_do_nothing(site: Site) -> None:
    hand = site.lobby(2)
    before = hand.view()
    foreign = ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://["}, {"Sec-Fetch-Site": "same-site"}, {"Sec-Fetch-Site": "cross-site"})
    for headers in foreign:
        for path in (f"{hand.path}/do", f"{hand.path}/sit", f"{hand.path}/leave", f"{hand.path}/renew", "/new/fish_tank", "/api/tables", "/records"):
            assert HTTP.post(site.url + path, data={"ui": "size:3"}, headers=headers).status_code == 403, (headers, path)
    for path in (f"{hand.path}/ws", "/api/tables/x/live"):
        with pytest.raises(InvalidStatus):
            connect(f"ws{site.url[4:]}{path}", origin="http://evil.example")        # type: ignore[arg-type]
    assert hand.view() == before


def test_words_that_open_nothing(site: Site) -> None:
    north = site.table(2, people=2, together=False)
    east = north.others[0]
    table, word = north.id, north.path.split("/")[3]
    guesses = [secrets.token_urlsafe(16), word[:-1], word + "A", word.swapcase(), "%00", "..%2f..%2fetc%2fpasswd", "a" * 3000, "'; DROP TABLE tokens; --"]
    for guess in guesses:
        for more in ("", "/view", "/scores", "/replay", "/record", "/code"):
            assert site.get(f"/t/{table}/{guess}{more}").status_code in (400, 404)
        assert HTTP.post(f"{site.url}/t/{table}/{guess}/do", data={"cmd": "keep"}).status_code in (400, 403, 404, 422)
        with pytest.raises(InvalidStatus):
            connect(f"ws{site.url[4:]}/t/{table}/{guess}/ws")
    other = site.table(2)
    assert site.get(f"/t/{table}/{other.path.split('/')[3]}").status_code == 404, "a word of another table"
    assert north.wait() and east.wait()


@pytest.mark.parametrize("path", [
    "/static/../app.py", "/static/%2e%2e/app.py", "/static/..%5capp.py", "//etc/passwd", "/static//etc/passwd", "/rules/../../etc/passwd",
])
def test_paths_lead_nowhere_else(site: Site, path: str) -> None:
    with sockets.create_connection(("127.0.0.1", site.port), 5) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    assert answer.split()[1] in (b"404", b"400", b"405") and b"root:" not in answer and b"import" not in answer


def test_too_much_at_once(site: Site) -> None:
    hand = site.table(2)
    hand.wait()
    before = hand.view()
    assert HTTP.post(f"{hand.url}/do", data={"cmd": "x" * 70_000}, headers=SCRIPTED).status_code == 413
    assert HTTP.post(f"{hand.url}/do", content=(b"x" for _ in range(3)), headers=SCRIPTED).status_code == 411
    assert HTTP.post(f"{hand.url}/do", data={f"f{n}": "" for n in range(200)}, headers=SCRIPTED).status_code in (400, 422)
    assert HTTP.post(f"{site.url}/api/tables", content=b"[" * 30_000, headers={"Content-Type": "application/json"}).status_code in (400, 422)
    assert hand.view() == before


def test_broken_requests(site: Site) -> None:
    for wrong in (b"\x00\x01\x02\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", b"A" * 100_000):
        with sockets.create_connection(("127.0.0.1", site.port), 5) as line:
            try:
                line.sendall(wrong)
                line.shutdown(sockets.SHUT_WR)
                line.recv(65536)
            except OSError:
                pass            # it hung up: that is an answer too
    assert site.get("/health").json()["status"] == "ok"


def test_wild_frames(site: Site) -> None:
    """Masks, lengths and codes that are none, text that is none, much too much: the socket closes, the table goes on."""
    hand = site.table(2)
    hand.wait()
    frames = [
        b"\x81\x05hello", b"\xc1\x85abcdhello", b"\x81\xff" + b"\xff" * 8 + b"abcd", b"\x83\x80abcd", b"\x88\x81abcd!", b"\x81\x84abcd" + b"\xff" * 4,
        b"\x89\xfe\x00\x7eabcd",
    ]
    for frame in frames:
        with socket(hand) as line:
            line.recv(5)
            with contextlib.suppress(OSError):          # it may have hung up already
                line.socket.sendall(frame)
                line.socket.shutdown(sockets.SHUT_WR)
            with pytest.raises(ConnectionClosed):
                for _ in range(50):
                    line.recv(5)
    with socket(hand) as line:
        line.recv(5)
        with pytest.raises(ConnectionClosed):
            line.send("x" * 200_000)
            for _ in range(50):
                line.recv(5)
    with socket(hand) as line:
        line.recv(5)
        for _ in range(30):
            line.send("spam")
        line.send(b"spam")
        hand.do(cmd=hand.wait()[0])
        assert 'id="view"' in str(line.recv(5))


def test_many_sockets_from_one_address(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    hand, lines = site.table(2), 0
    standing = guard(site)
    monkeypatch.setattr(standing, "limits", Limits(sockets=sum(standing.sockets.values()) + 5, own=1))
    with contextlib.ExitStack() as held:
        with pytest.raises(InvalidStatus):
            for _ in range(1000):
                held.enter_context(socket(hand))
                lines += 1
        assert lines == 5
    for _ in range(200):
        if not standing.sockets:
            break
        time.sleep(0.02)
    with socket(hand) as line:
        assert line.recv(5)


def test_too_many_commands(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = site.table(2)
    standing = guard(site)
    monkeypatch.setattr(standing, "pace", Pace(0.001, 3))
    monkeypatch.setattr(standing, "limits", Limits(own=1))
    found = [hand.send(ui="clear").status_code for _ in range(5)]
    assert found == [204, 204, 204, 429, 429] and hand.view(), "looking is not slowed down"


def test_too_many_looks(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    standing = guard(site)
    monkeypatch.setattr(standing, "looking", Pace(0.001, 3))
    monkeypatch.setattr(standing, "limits", Limits(own=1))
    assert [site.get("/rules/fish_tank").status_code for _ in range(4)] == [200, 200, 200, 429]
    assert site.get("/static/shoal.css").status_code == 200


def test_many_who_ask_for_a_hint_get_it_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it is asked for, by as many as may be, two are worked out at a time."""
    running, most, asked = 0, 0, 0

    def slow(game: object, masked: object, moves: int) -> list[object]:
        nonlocal running, most, asked
        running, asked = running + 1, asked + 1
        most = max(most, running)
        time.sleep(0.05)
        running -= 1
        return [masked.observer]        # type: ignore[attr-defined]

    async def ask() -> None:
        adviser, match = Adviser(), Match.new(load_game("fish_tank"), 4)
        masks = [match.asked(seat) for seat in range(4)]
        found = await asyncio.gather(*(adviser.best(match.game, masks[number % 4]) for number in range(40)))
        assert found == [[number % 4] for number in range(40)]

    monkeypatch.setattr("shoal.web.adviser.hints.hints", slow)
    apart(ask())
    assert asked == 4 and most <= 2


def test_a_pace_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("shoal.web.security.time.monotonic", lambda: now[0])
    pace = Pace(2, 4)
    assert [pace.allows("a") for _ in range(5)] == [True] * 4 + [False] and pace.allows("b")
    now[0] += 1
    assert [pace.allows("a") for _ in range(3)] == [True, True, False]


def test_scripts_in_addresses_and_forms(site: Site) -> None:
    evil = "<script>alert(1)</script>"
    for path in (f"/new/fish_tank?name1={evil}", f"/score/fish_tank?layout={evil}", f"/new/{evil}", f"/rules/{evil}", f"/t/{evil}/x"):
        assert evil not in site.get(path).text
    hand = site.table(2)
    hand.wait()
    answer = hand.send({}, cmd=evil)
    assert evil not in answer.text and answer.status_code == 422
    assert re.search(r"script-src 'self';", answer.headers["content-security-policy"]) and "unsafe" not in answer.headers["content-security-policy"]


def test_a_thousand_wild_commands(site: Site) -> None:
    """Random fields with random words: refused or carried out, never an error of ours."""
    import random
    rng = random.Random(5)
    hand: Hand = site.table(2, people=2, together=False)
    words = [
        "", "x", "-1", "999999999999", "pick danio", "é\x00", "undo", "bot:1:greedy", "size:-1", "free:0", ":::", "{seat_1}", "share", "%s%n", "null", "\u202e",
    ]
    for _ in range(150):
        fields = {rng.choice(["cmd", "ui", "select", "say", "question", "key", "seat"]): rng.choice(words) for _ in range(3)}
        assert hand.send(**fields).status_code in (204, 403, 422), fields
    assert hand.view()


def test_too_many_tables(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    standing = guard(site)
    monkeypatch.setattr(standing, "opening", Pace(0.001, 2))
    monkeypatch.setattr(standing, "limits", Limits(own=1))
    found = [HTTP.post(f"{site.url}/new/fish_tank", data={"players": "2"}).status_code for _ in range(3)]
    assert found == [303, 303, 429]
