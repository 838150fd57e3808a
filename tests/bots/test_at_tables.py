"""Bots at a server's table: they think beside its event loop, and one that fails or takes too long is replaced."""

import asyncio
import time

import pytest

from shoal.bots.bot import GreedyBot
from shoal.engine.form import compiled
from shoal.games import load_game
from shoal.play import players
from shoal.play.parts import Seat
from shoal.play.store import open_store
from shoal.play.tables import Tables


class SleepyBot:
    def choose(self, masked, rng):
        time.sleep(0.5)
        return masked.legal_actions()[-1]


class BrokenBot:
    def choose(self, masked, rng):
        raise RuntimeError("out of order")


def state_and_mask():
    from shoal.engine.state import Rng
    state = load_game("fish_tank").new_state(2)
    state.advance(Rng(1))
    return state.masked(0)


@pytest.mark.parametrize("bot, said", [(SleepyBot(), "overran its time"), (BrokenBot(), "failed")])
def test_greedy_moves_for_a_bot_that_cannot(monkeypatch, caplog, bot, said):
    from concurrent.futures import ThreadPoolExecutor

    from shoal.engine.state import Rng
    game, masked, real = load_game("fish_tank"), state_and_mask(), players.make_bot
    monkeypatch.setattr(players, "make_bot", lambda name, game: bot if name == "expert" else real(name, game))
    monkeypatch.setattr(players, "OVERRUN", 0.1)
    with ThreadPoolExecutor(1) as pool:
        action = asyncio.run(players.choice(game, "expert", masked, 5, "label", pool))
    assert action == GreedyBot().choose(masked, Rng(5, "label"))
    assert said in caplog.text and "expert of fish_tank" in caplog.text


@pytest.mark.skipif(not compiled(), reason="the plain form has one thread only")
def test_six_experts_leave_the_server_free(tmp_path):
    """While they think, the event loop runs on: it wakes up again and again, and nearly always in time."""
    async def body():
        tables = Tables(open_store(tmp_path / "t.sqlite"), pace=0)
        late = []
        try:
            table = await tables.create("fish_tank", 6, None, [Seat(f"Bot {n}", "expert") for n in range(6)], seed=1)
            first, began = table.match.decision_number, time.monotonic()
            while table.match.decision_number == first and time.monotonic() - began < 30:
                asked = time.monotonic()
                await asyncio.sleep(0.01)
                late.append(time.monotonic() - asked - 0.01)
            table.stop()
        finally:
            await tables.close()
        return late, time.monotonic() - began

    late, took = asyncio.run(body())
    assert took > 0.5                                                   # they did think
    assert len(late) > 20 and sorted(late)[len(late) // 2] < 0.1
