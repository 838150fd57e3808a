"""Two tables that differ only in what somebody may not know answer that somebody with the same bytes, over HTTP and over sockets.

The first seat gets the same cards at both; those of the other two are shuffled between them.
"""

import json
import random
import re
from typing import Any

import pytest
from websockets.sync.client import connect

from shoal.engine.facts import SPECTATOR
from shoal.games import load_game
from shoal.play.chance import SeededChance
from shoal.play.match import Match

from .site import HTTP, Hand, Site

PAGES = ("", "/view", "/replay", "/replay?step=0", "/scores", "/record")


def bare(text: str, hand: Hand) -> str:
    """Without the words, ids and times that differ from table to table."""
    text = re.sub(r'"at":\s*[0-9.]+', '"at":0', text)
    text = re.sub(r"/t/[\w-]+/[\w-]+", "/t/…", text)
    for secret in (hand.id, hand.path.split("/")[3]):
        text = text.replace(secret, "…")
    return text


GAMES = ("fish_tank", "acqua_dolce")
"""Those in which cards are dealt to hands."""


def worlds(game_id: str, seed: int) -> tuple[list[str], list[str]]:
    """The draws of two deals that look the same to the first seat and to spectators, and differ in the others' hands."""
    rng = random.Random(seed)
    entries = Match.new(load_game(game_id), 3, chance=SeededChance(seed)).entries
    texts = [entry.text for entry in entries]
    hidden = [n for n, entry in enumerate(entries) if not entry.witnesses.public and 0 not in entry.witnesses.seats]
    kinds = [texts[n].split()[-1] for n in hidden]
    rng.shuffle(kinds)
    other = texts[:]
    for n, kind in zip(hidden, kinds, strict=True):
        other[n] = " ".join([*texts[n].split()[:-1], kind])
    assert len(hidden) > 10 and other != texts
    return texts, other


def told(site: Site, hand: Hand) -> str:
    """What a page's socket and the API's socket are given at once."""
    with connect(f"ws{hand.url[4:]}/ws") as line:
        pushed = str(line.recv(5))
    headers = {"Authorization": f"Bearer {hand.path.split('/')[3]}"}
    with connect(f"ws{site.url[4:]}/api/tables/{hand.id}/live", additional_headers=headers) as line:
        return pushed + json.dumps(json.loads(line.recv(5)), sort_keys=True)


def seen(site: Site, hand: Hand) -> list[str]:
    """Everything that a link can ask for."""
    found = [bare(hand.page(more), hand) for more in PAGES]
    headers = {"Authorization": f"Bearer {hand.path.split('/')[3]}"}
    for more in ("", "/moves"):
        found.append(bare(HTTP.get(f"{site.url}/api/tables/{hand.id}{more}", headers=headers).text, hand))
    return [*found, bare(told(site, hand), hand)]


def opened(site: Site, game_id: str, foretold: list[str]) -> list[Hand]:
    """The links of three people and of a spectator."""
    import asyncio

    tables = site.app.state.tables

    async def create() -> Any:
        return await tables.create(game_id, 3, foretold=foretold)

    table = asyncio.run_coroutine_threadsafe(create(), site.loop).result(20)
    return [Hand(site, f"/t/{table.id}/{token}") for token in (*(table.tokens[seat] for seat in range(3)), table.spectator)]


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.nightly), pytest.param(3, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("game_id", GAMES)
def test_what_a_seat_may_not_know_changes_no_answer(site: Site, game_id: str, seed: int) -> None:
    first, second = (opened(site, game_id, world) for world in worlds(game_id, seed))
    for step in range(3):
        for mine, twin in ((first[0], second[0]), (first[3], second[3])):
            for a, b in zip(seen(site, mine), seen(site, twin), strict=True):
                assert a == b, step
        for hand in (first, second):
            refused = hand[0].send(cmd="pick unicorn", key="x")
            assert refused.status_code == 422
        assert first[0].send(cmd="pick unicorn", key="y").text == second[0].send(cmd="pick unicorn", key="y").text
        if step == 0:
            for hand in (first[0], second[0]):
                hand.do(ui="hint")
        elif step == 1 and game_id == "fish_tank":
            for hand in (first[1], second[1]):          # sealed, and of another kind
                hand.do(cmd=hand.wait()[-1])
    assert seen(site, first[1]) != seen(site, second[1]), "the twins are no twins to who holds other cards"


@pytest.mark.parametrize("game_id", GAMES)
def test_masks_are_where_it_comes_from(game_id: str) -> None:
    game = load_game(game_id)
    states = []
    for texts in worlds(game_id, 4):
        state = game.new_state(3)
        state.remember()
        for text in texts:
            state.apply_outcome(game.text_to_outcome(text))
        states.append(state)
    assert states[0] != states[1]
    for observer in (0, SPECTATOR):
        assert states[0].masked(observer).to_json() == states[1].masked(observer).to_json()
