"""A running site for tests, and hands that use it: over HTTP, over WebSockets and in a browser."""

import re
import socket
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from shoal.play.store import open_store
from shoal.play.tables import Tables
from shoal.web.app import create_app
from shoal.web.serve import listen

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
        options: dict[str, Any] = {"log_level": "warning", "access_log": False, "ws": "websockets-sansio", "timeout_graceful_shutdown": 1}
        self.server = uvicorn.Server(uvicorn.Config(self.app, **options))
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.listener]}, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)
        self.listener.close()

    def again(self) -> "Site":
        """The same tables at the same port, after a restart."""
        self.stop()
        return Site(self.db, self.port, self.pace)

    def get(self, path: str, **headers: str) -> httpx.Response:
        return httpx.get(self.url + path, headers=headers, timeout=20)

    def table(self, players: int = 2, people: int = 1, together: bool = True, seed: int | None = 7, **more: str) -> "Hand":
        """A new Fish Tank table with this many people, the others bots; as who opened it."""
        form = {"players": str(players), "hot_seat": "yes" if together else "no", "seed": "" if seed is None else str(seed)}
        form |= {f"who{n}": "" if n <= people else "greedy" for n in range(1, players + 1)} | more
        answer = httpx.post(f"{self.url}/new/fish_tank", data=form, timeout=20)
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
        return httpx.post(f"{self.url}/do", data=fields, headers=SCRIPTED if headers is None else headers, timeout=20)

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
            if moves := self.moves():
                return moves
            if "/scores?line=1" in self.view():
                return []
            time.sleep(0.02)
        raise AssertionError("nothing may be done")

    def finish(self) -> None:
        """Play the first move possible until the game is over."""
        while moves := self.wait():
            answer = self.send(**self.form(), cmd=moves[0])
            assert answer.status_code == 204, answer.text

    def links(self) -> list["Hand"]:
        """The links that this page offers to send, the spectators' last."""
        return [Hand(self.site, "/" + url.split("/", 3)[3]) for url in re.findall(r'class="link-text" value="([^"]+)"', self.view())]
