"""Many live tables in one server process: how long until everybody at a table sees a move, and what a table costs in memory.

    python -m tests.load.tables --tables 500 --seconds 60 --every 5 --pin

Two people sit at each table, each with a page's WebSocket open, compressed as browsers do; every few seconds one of them moves. Server and
clients run in processes of their own on this machine, with --pin on a core of their own. Prints one JSON object: median and 99th percentile
of the time from a click until everybody who can see a difference has the new page, processor time of the server for each move, memory.
"""

import argparse
import asyncio
import json
import os
import platform
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

MOVES = re.compile(r'id="moves-list">(.*?)</ul>', re.DOTALL)
MOVE = re.compile(r'value="([^"]+)"')
QUESTION = re.compile(r'name="question" value="([^"]+)"')


class Seat:
    """One page: the newest view that it was sent, and when."""

    def __init__(self, path: str) -> None:
        self.path, self.view, self.at = path, "", 0.0
        self.news = asyncio.Event()

    async def follow(self, site: str) -> None:
        line: ClientConnection
        async with connect(f"ws{site[4:]}{self.path}/ws", max_size=None) as line:
            async for message in line:
                if message:
                    self.view, self.at = str(message), time.perf_counter()
                    self.news.set()

    def moves(self) -> list[str]:
        if 'data-turn="' not in self.view:
            return []
        found = MOVES.search(self.view)
        return MOVE.findall(found[1]) if found else []


class Load:
    """All tables, and how long each move took to reach both seats."""

    def __init__(self, site: str, game: str, every: float) -> None:
        self.site, self.game, self.every = site, game, every
        self.times: list[float] = []
        self.refused = 0
        self.client = httpx.AsyncClient(timeout=60, trust_env=False, limits=httpx.Limits(max_connections=64, keepalive_expiry=2))

    async def open_table(self, seed: int) -> list[Seat]:
        body = {"game": self.game, "seats": [{"name": "Ada"}, {"name": "Bo"}], "seed": seed}
        answer = await self.client.post(f"{self.site}/api/tables", json=body)
        answer.raise_for_status()
        made = answer.json()
        return [Seat(f"/t/{made['table']}/{seat['token']}") for seat in made["seats"]]

    async def play(self, seats: list[Seat], until: float, rng: random.Random) -> None:
        await asyncio.sleep(rng.random() * self.every)
        while time.perf_counter() < until:
            begun = time.perf_counter()
            await self.move(seats, rng)
            await asyncio.sleep(max(0.0, self.every - (time.perf_counter() - begun)))

    async def move(self, seats: list[Seat], rng: random.Random) -> None:
        seat = next((seat for seat in seats if seat.moves()), None)
        if seat is None:
            return
        question = QUESTION.search(seat.view)
        for one in seats:
            one.news.clear()
        begun = time.perf_counter()
        fields = {"cmd": rng.choice(seat.moves()), "question": question[1] if question else "", "key": f"{begun}"}
        answer = await self.client.post(f"{self.site}{seat.path}/do", data=fields, headers={"HX-Request": "true"})
        if answer.status_code != 204:
            self.refused += 1
            return
        await asyncio.wait_for(seat.news.wait(), 60)
        after = QUESTION.search(seat.view)
        told = [seat] if 'data-turn="' in seat.view and after and question and after[1] == question[1] else seats      # half a choice is nobody else's news
        await asyncio.wait_for(asyncio.gather(*(one.news.wait() for one in told)), 60)
        self.times.append(max(one.at for one in told) - begun)


def memory(pid: int) -> int:
    """Resident bytes of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def processor(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(site: str, pid: int, game: str, tables: int, seconds: float, every: float) -> dict[str, Any]:
    load = Load(site, game, every)
    for seed in range(20):
        await load.open_table(seed)
    empty = memory(pid)
    opened = [await load.open_table(seed) for seed in range(tables)]
    filled = memory(pid)
    readers = []
    for number, seat in enumerate(seat for seats in opened for seat in seats):
        readers.append(asyncio.create_task(seat.follow(site)))
        if number % 20 == 19:
            await asyncio.sleep(0.1)
    while not all(seat.view for seats in opened for seat in seats):
        await asyncio.sleep(0.1)
    connected, used, own, begun = memory(pid), processor(pid), time.process_time(), time.perf_counter()
    await asyncio.gather(*(load.play(seats, begun + seconds, random.Random(n)) for n, seats in enumerate(opened)))
    took, used, own = time.perf_counter() - begun, processor(pid) - used, time.process_time() - own
    for reader in readers:
        reader.cancel()
    times = sorted(load.times)
    return {
        "game": load.game, "tables": tables, "sockets": 2 * tables, "seconds": round(took, 1), "actions": len(times), "refused": load.refused,
        "median_ms": round(statistics.median(times) * 1000, 1), "p99_ms": round(times[int(len(times) * 0.99)] * 1000, 1),
        "server_ms_per_action": round(used / len(times) * 1000, 2), "server_load": round(used / took, 2), "clients_load": round(own / took, 2),
        "kB_per_table": round((filled - empty) / tables / 1000, 1), "kB_per_socket": round((connected - filled) / 2 / tables / 1000, 1),
        "MB_at_end": round(memory(pid) / 1e6, 1), "machine_load": os.getloadavg()[0], "python": platform.python_version(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--every", type=float, default=5)
    parser.add_argument("--game", default="fish_tank")
    parser.add_argument("--pin", action="store_true", help="the server on the first core, the clients on the second")
    asked = parser.parse_args()
    with socket.socket() as probe, tempfile.TemporaryDirectory() as folder:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        command = [sys.executable, "-m", "shoal", "serve", "--no-browser", "--port", str(port), "--db", f"{folder}/tables.sqlite"]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        if asked.pin:
            os.sched_setaffinity(server.pid, {0})
            os.sched_setaffinity(0, {1})
        try:
            site = f"http://127.0.0.1:{port}"
            for _ in range(300):
                try:
                    httpx.get(f"{site}/health", trust_env=False)
                    break
                except httpx.TransportError:
                    time.sleep(0.1)
            print(json.dumps(asyncio.run(measure(site, server.pid, asked.game, asked.tables, asked.seconds, asked.every))))
        finally:
            server.terminate()
            server.wait(20)


if __name__ == "__main__":
    main()
