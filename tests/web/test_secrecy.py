"""What one seat has chosen shows in no page of anybody else, until it is revealed."""

import re

import pytest

from shoal.games import load_game

from .site import Hand, Site

LOOKS = ("", "/view", "/replay", "/replay?step=0", "/scores", "/record")


def bare(hand: Hand, more: str) -> str:
    """A page without the words that differ from table to table."""
    html = re.sub(r"/t/[\w-]+/[\w-]+/replay", "…/replay", hand.page(more))       # as spectators see it, to be given to others
    for link in (hand.path.split("/")[3], hand.id):
        html = html.replace(link, "…")
    return html


def pair(site: Site, players: int = 2) -> list[tuple[Hand, Hand, Hand]]:
    """(North, East, a spectator) of two tables with the same cards."""
    tables = [site.table(players, people=2, together=False, seed=11) for _ in range(2)]
    return [(table, table.links()[0], table.links()[-1]) for table in tables]


@pytest.mark.parametrize("players", [2, 3])
def test_sealed_choices_show_nowhere(site: Site, players: int) -> None:
    first, second = pair(site, players)
    first[0].do(cmd=first[0].wait()[0])
    second[0].do(cmd=second[0].wait()[-1])
    assert first[0].view() != second[0].view()
    for one, other in zip(first[1:], second[1:], strict=True):
        for more in LOOKS:
            assert bare(one, more) == bare(other, more), more


def test_sealed_places_show_nowhere(site: Site) -> None:
    first, second = pair(site)
    for table in (first, second):
        for _ in range(2):
            for hand in table[:2]:
                hand.do(cmd=hand.wait()[0])
            while hand.moves() and not hand.moves()[0].startswith("place"):
                for hand in table[:2]:
                    if "keep" in hand.moves():
                        hand.do(cmd="keep")
                    elif hand.moves() and hand.moves()[0].startswith("pick"):
                        hand.do(cmd=hand.moves()[0])
    first[0].do(cmd=first[0].moves()[0] + " keep")
    second[0].do(cmd=second[0].moves()[-1])
    second[0].do(cmd=second[0].moves()[-1])
    for one, other in zip(first[1:], second[1:], strict=True):
        for more in LOOKS:
            assert bare(one, more) == bare(other, more), more


def test_changes_of_mind_do_not_show(site: Site) -> None:
    (north, east, watcher), _ = pair(site)
    before = [east.view(), watcher.view()]
    moves = north.wait()
    north.do(select=moves[0])
    north.do(select=moves[-1])
    assert [east.view(), watcher.view()] == before
    north.do(cmd=moves[0])
    sealed = [east.view(), watcher.view()]
    north.do(cmd=moves[-1])
    assert [east.view(), watcher.view()] == sealed


def test_no_hand_stands_in_pages_of_others(site: Site) -> None:
    """Whatever is not in the open: no card of North's is legal, labelled or linked on a page of East's or of spectators."""
    game = load_game("fish_tank")
    north = site.table(2, people=2, together=False, seed=3)
    east, watcher = north.links()[0], north.links()[-1]
    own = {move.split()[1] for move in north.wait()} - {move.split()[1] for move in east.wait()}
    assert own <= set(game.box.names)
    for hand in (east, watcher):
        html = re.sub(r'<section class="panel guide-panel.*?</section>|<details class="panel guide-panel.*?</details>', "", hand.view(), flags=re.DOTALL)
        assert not [kind for kind in own if f"#{kind}" in html or f"pick {kind}" in html]


def test_the_curtain_hides_the_hand(site: Site) -> None:
    hand = site.table(2, people=2, seed=3)
    watcher = hand.links()[-1]
    assert 'id="hand' not in hand.view() and hand.moves() == []
    hand.do(ui="curtain")
    kinds = {move.split()[1] for move in hand.wait()}
    hand.do(cmd=hand.wait()[0])
    curtain = hand.page()
    main = curtain[curtain.index("<main"):]
    assert not [kind for kind in kinds if f"pick {kind}" in main] and watcher.moves() == []


def test_a_replay_in_progress_shows_own_eyes_only(site: Site) -> None:
    north = site.table(2, people=2, together=False, seed=3)
    east = north.links()[0]
    for hand in (north, east):
        hand.do(cmd=hand.wait()[0])
    assert bare(east, "/replay?step=1&seat=1") == bare(east, "/replay?step=1&seat=2")
    record = east.page("/record")
    assert "hidden" in record and len(re.findall(r"^\* deal 1 ", record, re.MULTILINE)) == 0
