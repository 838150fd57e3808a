"""Two real server processes on one database: what one does the other tells at once, a table never forks, and one goes on when the other is killed."""

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect


class Server:
    """`shoal serve` as a process of its own."""

    def __init__(self, database: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "shoal", "serve", "--no-browser", "--port", str(port), "--db", database]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.client = httpx.Client(base_url=f"{self.url}/api", trust_env=False, timeout=20)

    def wait(self) -> "Server":
        for _ in range(600):
            with contextlib.suppress(httpx.HTTPError):
                if self.client.get(f"{self.url}/health").status_code == 200:
                    return self
            assert self.process.poll() is None, "the server has ended"
            time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def ask(self, method: str, path: str, word: str = "", **body: Any) -> httpx.Response:
        return self.client.request(method, path, headers={"Authorization": f"Bearer {word}"} if word else {}, **({"json": body} if body else {}))

    def stop(self, how: int = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait(10)
        self.client.close()


@pytest.fixture
def servers(database: str) -> Iterator[tuple[Server, Server]]:
    one = Server(database).wait()
    other = Server(database).wait()
    yield one, other
    for server in (one, other):
        if server.process.poll() is None:
            server.stop(signal.SIGKILL)


def test_two_servers_keep_one_table(servers: tuple[Server, Server]) -> None:
    one, other = servers
    made = one.ask("POST", "/tables", game="fish_tank", seats=[{"name": "Ada"}, {"name": "Bo"}], seed=5).json()
    path, words = f"/tables/{made['table']}", [seat["token"] for seat in made["seats"]]
    with connect(f"ws{other.url[4:]}/api{path}/live", additional_headers={"Authorization": f"Bearer {words[1]}"}) as line:
        assert json.loads(line.recv(10))["seats"][0]["name"] == "Ada"
        one.ask("POST", f"{path}/messages", words[0], text="Do you hear me?")
        assert json.loads(line.recv(10))["messages"][-1]["text"] == "Do you hear me?", "told without being asked"
    done: list[str] = []
    people = [threading.Thread(target=play, args=(servers, path, words[seat], random.Random(seat), done)) for seat in (0, 1)]
    for person in people:
        person.start()
    for person in people:
        person.join(60)
    views = [[server.ask("GET", path, word).json()["view"] for server in servers] for word in words]
    assert len(done) > 20 and all(here == there for here, there in views)
    one.stop(signal.SIGKILL)
    assert other.ask("GET", path, words[0]).json()["view"] == views[0][0]
    assert other.ask("POST", f"{path}/messages", words[0], text="Still here").status_code == 200


def play(servers: tuple[Server, Server], path: str, word: str, rng: random.Random, done: list[str]) -> None:
    """Moves at either server; some are sent to both, with one key, as by somebody who got no answer."""
    until = time.monotonic() + 8
    while time.monotonic() < until and len(done) < 80:
        here, there = rng.sample(servers, 2)
        asked = here.ask("GET", f"{path}/moves", word).json()
        if not asked["waiting"]:
            continue
        move = {"move": rng.choice(asked["moves"]), "question": asked["question"], "key": f"{rng.random()}"}
        found = [server.ask("POST", f"{path}/moves", word, **move).status_code for server in rng.choice([(here,), (here, there)])]
        assert set(found) <= {200, 409, 422}, found
        if 200 in found:
            done.append(move["key"])
