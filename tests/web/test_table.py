"""Commands of a table: taken once, refused in words, undone, and handed from person to person."""

import re

import pytest

from shoal.engine.record import Record
from shoal.games import load_game

from .site import HTTP, Hand, Site


def test_tapping_shows_and_playing_plays(site: Site) -> None:
    hand = site.table(2)
    move = hand.wait()[0]
    hand.do(select=move)
    view = hand.view()
    assert 'id="main-button"' in view and f'name="cmd" value="{move}"' in view and "Tap it again to play it." in view
    hand.do(ui="clear")
    assert 'id="main-button"' not in hand.view()
    hand.do(cmd=move)
    assert f'value="{move}"' not in hand.view() or "place" in "".join(hand.wait())


def test_typed_moves_are_read(site: Site) -> None:
    hand = site.table(2, **{"option.auto_forced": "false"})
    kind = hand.wait()[0].split()[1]
    hand.do(cmd=f"  PICK   {kind} ")
    hand.wait()
    hand.do(cmd="place d4 keep")
    assert "place" not in "".join(hand.wait())


@pytest.mark.parametrize("fields,words", [
    ({"cmd": "pick unicorn"}, "did you mean"),
    ({"cmd": "place a1"}, "pick a card first"),
    ({"cmd": "dance"}, "not a move"),
    ({"cmd": ""}, "Type a move"),
    ({"cmd": "x" * 5000}, "too long"),
    ({"select": "keep"}, ""),
    ({"ui": "undo"}, "no move"),
    ({"ui": "fly"}, ""),
    ({}, ""),
])
def test_refusals_say_why_and_change_nothing(site: Site, fields: dict[str, str], words: str) -> None:
    hand = site.table(2)
    hand.wait()
    before = hand.view()
    answer = hand.send(**fields)
    if "select" in fields and answer.status_code == 204:
        return
    assert answer.status_code == 422 and answer.text.startswith("Not possible.") and words.lower() in answer.text.lower()
    assert hand.view() == before


def test_an_answer_to_an_old_question_is_refused(site: Site) -> None:
    hand = site.table(2)
    old = hand.wait() and hand.form()
    hand.do(cmd=hand.wait()[0])
    hand.wait()
    answer = hand.send(**{**old, "key": "another"}, cmd=hand.wait()[0])
    assert answer.status_code == 422 and "no longer open" in answer.text


def test_the_same_command_twice_counts_once(site: Site) -> None:
    hand = site.table(2)
    fields = {"cmd": hand.wait()[0], **hand.form()}
    assert [hand.send(**fields).status_code for _ in range(3)] == [204, 204, 204]
    record = hand.page("/record")
    assert record.count("1 pick") <= 1


def test_undo_gives_the_draft_back(site: Site) -> None:
    hand = site.table(2, people=2, together=False)
    move = hand.wait()[0]
    hand.do(cmd=move)
    assert "you may still change it" in hand.view() or "still change" in hand.view()
    hand.do(ui="undo")
    assert move in hand.moves()
    hand.do(cmd=move)
    hand.do(ui="take_back")
    assert move in hand.moves() and 'id="undo-button" aria-disabled="true"' in hand.view()


def test_undo_after_a_revelation_asks_the_others(site: Site) -> None:
    north = site.table(2, people=2, together=False)
    east = north.links()[0]
    for hand in (north, east):
        hand.do(cmd=hand.wait()[0])
    north.do(ui="undo")
    assert "asks to take back" in east.view() and "You have asked" in north.view()
    east.do(ui="allow")
    assert north.moves()[0].startswith("pick") and "asks to take back" not in east.view()
    assert "North took back; all choose again." in east.view()


def test_a_hint_shows_two_moves_and_goes_away(site: Site) -> None:
    hand = site.table(2)
    hand.wait()
    hand.do(ui="hint")
    view = hand.view()
    offered = re.findall(r'class="hint-move"[^>]*value="([^"]+)"', view)
    assert 1 <= len(offered) <= 2 and set(offered) <= set(hand.moves()) and "at the end" in view
    hand.do(select=offered[0])
    assert 'class="hint-move"' in hand.view()
    hand.do(ui="hint")
    assert 'class="hint-move"' not in hand.view()


def test_spectators_watch(site: Site) -> None:
    watcher = site.table(2).links()[-1]
    assert "You are watching" in watcher.view() and watcher.moves() == []
    assert "Take a seat" in watcher.send(cmd="pick danio").text
    assert 'id="say"' not in watcher.view() and not watcher.links()


def test_the_curtain_between_two_people(site: Site) -> None:
    hand = site.table(2, people=2)
    assert "Hand the device to North" in hand.view() and hand.moves() == []
    assert "curtain" in hand.send(cmd="pick danio").text
    hand.do(ui="curtain")
    assert "North, pick one card" in hand.view()
    hand.do(cmd=hand.wait()[0])
    assert "Hand the device to East" in hand.view() and hand.moves() == []
    hand.do(ui="curtain")
    hand.do(cmd=hand.wait()[0])
    assert hand.moves() and "Hand the device" not in hand.view(), "who sits there now may go on, so that the device goes round less often"
    hand.do(cmd="keep")
    assert "Hand the device to North" in hand.view()


def test_links_go_to_whoever_opened_the_table(site: Site) -> None:
    north = site.table(3, people=3, together=False)
    east, south, watcher = north.links()
    assert len({north.path, east.path, south.path, watcher.path}) == 4
    assert not east.links() and not south.links()


def test_a_seat_that_waits_for_a_person_in_mid_game_has_a_link(site: Site) -> None:
    north = site.table(3, people=2, together=False)
    assert "Links to send" not in north.view()
    north.do(ui="free:3")
    assert "South has not come to the table yet." in north.view() and "has not come" not in north.links()[0].view()
    south = Hand(site, north.offered()[0].sit("Ada"))
    assert 'id="missing"' not in north.view() and "Ada sits down." in north.view()
    assert south.wait() and "Ada" in north.view()


def test_links_of_a_site_for_this_computer_only_say_so(site: Site) -> None:
    north = site.table(2, people=2, together=False)
    assert "qr-code" in north.view()
    site.app.state.lan_url, kept = "", site.app.state.lan_url
    try:
        other = site.table(2, people=2, together=False)
        assert "./play --lan" in other.view() and "qr-code" not in other.view()
        assert "./play --lan" in site.get("/new/fish_tank").text
    finally:
        site.app.state.lan_url = kept


def test_pages_of_others_cannot_send_commands(site: Site) -> None:
    hand = site.table(2)
    move = hand.wait()[0]
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "http://elsewhere.example"}, {"Sec-Fetch-Site": "same-site"}):
        assert hand.send(headers, cmd=move).status_code == 403
    assert hand.send({"Origin": site.url, "HX-Request": "true"}, cmd=move).status_code == 204


def test_without_scripts_a_command_leads_back_to_the_page(site: Site) -> None:
    hand = site.table(2)
    answer = hand.send({}, cmd=hand.wait()[0])
    assert answer.status_code == 303 and answer.headers["location"] == hand.path
    refused = hand.send({}, cmd="dance")
    assert refused.status_code == 422 and "Not possible." in refused.text and f'href="{hand.path}"' in refused.text


def test_a_whole_game_its_scores_and_its_record(site: Site) -> None:
    hand = site.table(2, seed=5)
    hand.finish()
    record = Record.parse(hand.page("/record"))
    *_, (_, state) = record.positions(load_game)
    assert state.is_terminal()
    scores = hand.page("/scores")
    totals = re.findall(r"<tfoot>.*?</tfoot>", scores, re.DOTALL)[0]
    assert [int(found) for found in re.findall(r">(\d+)</td>", totals)] == state.scores()
    assert "wins" in scores or "shares the victory" in scores


def test_the_sheet_unfolds_line_by_line(site: Site) -> None:
    hand = site.table(2, seed=5)
    hand.finish()
    first = hand.page("/scores?line=1")
    assert first.count('class="later"') == len(re.findall(r'id="line-\d+"', first)) - 1
    last = int(re.findall(r'id="line-(\d+)"', first)[-1])
    assert 'class="later"' not in hand.page(f"/scores?line={last}")
    assert "is-lit" in "".join(hand.page(f"/scores?line={n}") for n in range(1, last + 1))
    assert hand.page("/scores?line=nonsense&seat=99")


def test_the_replay_goes_step_by_step(site: Site) -> None:
    hand = site.table(2, seed=5)
    hand.finish()
    last = int(re.findall(r'max="(\d+)"', hand.page("/replay"))[0])
    assert last >= 32
    seen = [hand.page(f"/replay?step={n}&seat=0") for n in (0, 1, last // 2, last, last + 9)]
    assert "Before the first move" in seen[0] and len(set(seen[:4])) == 4
    assert re.findall(r'id="slider"[^>]*value="(\d+)"', seen[4]) == [str(last)]


def test_a_record_comes_back_as_a_file(site: Site) -> None:
    hand = site.table(2, seed=5)
    hand.finish()
    assert "Before the first move" in hand.page("/replay"), "a finished game is told from its beginning"
    record = hand.page("/record")
    answer = HTTP.post(f"{site.url}/records", files={"record": ("game.txt", record)})
    assert answer.status_code == 303
    replay = answer.headers["location"]
    assert "Before the first move" in site.get(replay).text and "spectator" in site.get(f"{replay}?step=9&seat=1").text
    assert site.get(replay.removesuffix("/replay") + "/record").text == record


@pytest.mark.parametrize("content,words", [
    (b"", "empty"),
    (b"\xff\xfe\x00", "no text"),
    (b"Dear diary", "is this a record"),
    (b'[game "chess"]\n[rules_version "1"]\n[box "0"]\n[players "2"]\n', "no game"),
    (b'[game "fish_tank"]\n[rules_version "1"]\n[box "0"]\n[players "2"]\n', "other components"),
    (b"#" * 1_000_001, "larger"),
    (b'[game "fish_tank"]\n[rules_version "1"]\n[box "0"]\n[players "2"]\n' + b"* draw danio\n" * 5_001, "too long"),
])
def test_a_file_that_is_no_record_is_refused_in_words(site: Site, content: bytes, words: str) -> None:
    answer = HTTP.post(f"{site.url}/records", files={"record": ("game.txt", content)})
    assert answer.status_code in (404, 422) and words in answer.text and "Traceback" not in answer.text
    assert site.get("/records/none/replay").status_code == 410


def test_headers_of_no_browser_are_welcome(site: Site) -> None:
    hand: Hand = site.table(2)
    assert HTTP.post(f"{hand.url}/do", data={"cmd": hand.wait()[0]}).status_code == 303


def test_news_are_counted_from_the_own_last_move_only(site: Site) -> None:
    """Before any there is no count; what came after it counts, the move itself does not."""
    hand = site.table(2, people=2, together=False)
    east = hand.others[0]
    assert "since your last move" not in hand.view() + east.view()
    hand.do(cmd=hand.wait()[0])
    east.do(cmd=east.wait()[0])
    assert "One thing since your last move." in hand.view() and "since your last move" not in Hand(site, hand.links()[-1].path).view()
