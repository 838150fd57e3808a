"""A running site for tests, and hands that use it: over HTTP, over WebSockets and in a browser."""

import asyncio
import re
import socket
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import httpx
import uvicorn

from shoal.play.store import open_store
from shoal.play.tables import Tables
from shoal.web.app import create_app
from shoal.web.serve import OPTIONS, listen

Known = TypeVar("Known")

NAMES = ("North", "East", "South", "West", "Guest", "Visitor")


def apart(work: Coroutine[Any, Any, Known]) -> Known:
    """Run this in a thread of its own: a browser of other tests may have an event loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


class Client(httpx.Client):
    """Asks without remembering anything: one for all, because making one takes longer than most answers."""

    def request(self, *args: Any, **kwargs: Any) -> httpx.Response:
        self.cookies.clear()
        return super().request(*args, **kwargs)


HTTP = Client(timeout=20, trust_env=False, limits=httpx.Limits(max_keepalive_connections=0))

SCRIPTED = {"HX-Request": "true"}
"""How the page's own script asks."""


class Site:
    """The application behind a real port, in a thread of this process."""

    def __init__(self, db: Path, port: int = 0, pace: float = 0.0) -> None:
        self.db, self.pace = db, pace
        self.listener = listen("127.0.0.1", port) if port else free_listener()
        self.port = self.listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.app = create_app(Tables(open_store(db), pace=pace), "http://192.0.2.7:8000/")
        self.server = uvicorn.Server(uvicorn.Config(self.app, **{**OPTIONS, "timeout_graceful_shutdown": 1}))
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listener]}, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)
        self.loop = self.app.state.tables.loop

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)
        self.listener.close()

    def again(self) -> "Site":
        """The same tables at the same port, after a restart."""
        self.stop()
        return Site(self.db, self.port, self.pace)

    def now(self, ask: Callable[[], Known]) -> Known:
        """What the server knows between two of its steps; asked from this thread, it might be in the middle of one."""
        async def answer() -> Known:
            return ask()
        return asyncio.run_coroutine_threadsafe(answer(), self.loop).result(20)

    def get(self, path: str, **headers: str) -> httpx.Response:
        return HTTP.get(self.url + path, headers=headers)

    def table(self, players: int = 2, people: int = 1, together: bool = True, seed: int | None = 7, **more: str) -> "Hand":
        """A new Fish Tank table with this many people, the others bots; as who opened it. Who is awaited by a link sits down at once."""
        hand = self.lobby(players, people, together, seed, **more)
        if not together and people > 1:
            hand.others = [Hand(self, invited.sit(NAMES[number])) for number, invited in enumerate(hand.links()[:-1], 1)]
        return hand

    def lobby(self, players: int = 2, people: int = 2, together: bool = False, seed: int | None = 7, **more: str) -> "Hand":
        """The same, while its people are still awaited."""
        form = {"players": str(players), "hot_seat": "yes" if together else "no", "seed": "" if seed is None else str(seed)}
        form |= {f"who{n}": "" if n <= people else "greedy" for n in range(1, players + 1)} | more
        answer = HTTP.post(f"{self.url}/new/fish_tank", data=form)
        assert answer.status_code == 303, answer.text
        return Hand(self, answer.headers["location"])


def free_listener() -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", 0))
    listener.listen(64)
    return listener


class Hand:
    """One link of a table."""

    def __init__(self, site: Site, path: str) -> None:
        self.site, self.path = site, path
        self.others: list[Hand] = []
        """Who has sat down by the links of this table."""

    @property
    def url(self) -> str:
        return self.site.url + self.path

    @property
    def id(self) -> str:
        return self.path.split("/")[2]

    def page(self, more: str = "") -> str:
        answer = self.site.get(self.path + more)
        assert answer.status_code == 200, answer.text
        return answer.text

    def view(self) -> str:
        return self.page("/view")

    def form(self) -> dict[str, str]:
        """The hidden fields of the command form as the page has it now."""
        html = self.view()
        return dict(re.findall(r'<input type="hidden" name="(question|key)" value="([^"]*)">', html))

    def send(self, headers: dict[str, str] | None = None, **fields: str) -> httpx.Response:
        return HTTP.post(f"{self.url}/do", data=fields, headers=SCRIPTED if headers is None else headers)

    def do(self, **fields: str) -> httpx.Response:
        """A command as the page sends it; it must be taken."""
        answer = self.send(**{**self.form(), **fields})
        assert answer.status_code == 204, answer.text
        return answer

    def moves(self) -> list[str]:
        """What may be done now, as the page lists it."""
        found = re.search(r'id="moves-list">(.*?)</ul>', self.view(), re.DOTALL)
        return re.findall(r'value="([^"]+)"', found[1]) if found else []

    def wait(self) -> list[str]:
        """The moves possible as soon as there are any; [] when the game is over."""
        for _ in range(400):
            self.settle()
            if moves := self.moves():
                return moves
            if "/scores?line=1" in self.view():
                return []
            time.sleep(0.02)
        raise AssertionError("nothing may be done")

    def settle(self) -> None:
        """Wait until the bots have answered what they can."""
        table = self.site.app.state.tables._open.get(self.id)
        for _ in range(2000):
            if table is None or (table._bots is None and not table.lock.locked()):
                return
            time.sleep(0.005)

    def finish(self) -> None:
        """Play the first move possible until the game is over."""
        while moves := self.wait():
            answer = self.send(**self.form(), cmd=moves[0])
            assert answer.status_code == 204, answer.text

    def links(self) -> list["Hand"]:
        """The links of others, the spectators' last: who has sat down already, and what this page offers to send."""
        return [*self.others, *self.offered()]

    def sit(self, name: str) -> str:
        """Sit down where this link leads; the path of the own link."""
        answer = HTTP.post(f"{self.url}/sit", data={"name": name})
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    def offered(self) -> list["Hand"]:
        """The links that this page offers to send to others."""
        html = self.view()
        own = re.search(r'<details class="panel company".*?</details>\s*<p class="watchers"', html, re.DOTALL)
        html = html.replace(own[0], "") if own else html
        return [Hand(self.site, "/" + url.split("/", 3)[3]) for url in re.findall(r'class="link-text" value="([^"]+)"', html)]
