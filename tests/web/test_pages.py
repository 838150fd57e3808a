"""Pages: what they carry, what they refuse, and how kindly."""

import re

import httpx
import pytest

from shoal.games import game_ids

from shoal.games import load_game
from shoal.web.home import fitting
from shoal.web.symbols import symbols, used

from .site import HTTP, Site

POLICY = "default-src 'none'; script-src 'self'; style-src 'self'"


def all_pages(site: Site) -> dict[str, str]:
    """One of each."""
    hand = site.table(3)
    hand.do(cmd=hand.wait()[0])
    other = site.table(2)
    other.finish()
    paths = ["/", "/new/fish_tank", "/new/fish_tank?n=5", "/rules/fish_tank", "/score/fish_tank?layout=DDD.", "/nothing", "/t/no/table"]
    paths += [hand.path, hand.path + "/view", hand.path + "/replay", hand.path + "/replay?step=0", hand.path + "/scores", hand.links()[-1].path]
    paths += [other.path, other.path + "/scores?line=2", other.path + "/scores", other.path + "/replay?step=3&seat=0"]
    return {path: site.get(path).text for path in paths}


def test_pages_keep_the_strict_policy(site: Site) -> None:
    for path, html in all_pages(site).items():
        assert not re.search(r"<[^>]+\sstyle=", html), path
        assert not re.search(r"<[^>]+\son[a-z]+=|\shx-on", html), path
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", html)), path
        assert not re.search(r'(?:src|href|action)="(?:https?:)?//', html), path


def test_pages_carry_the_symbols_they_use_once(site: Site) -> None:
    for path, html in all_pages(site).items():
        defined = re.findall(r'<symbol id="(\w+)"', html)
        assert len(defined) == len(set(defined)), path
        if not path.endswith("/view"):
            assert used(html) <= set(defined), path
        ids = re.findall(r'<(?!symbol|clipPath|pattern|linearGradient)\w+[^>]*\sid="([^"]+)"', html)
        assert len(ids) == len(set(ids)), (path, [i for i in ids if ids.count(i) > 1])
        assert not set(ids) & set(symbols()), path


def test_every_answer_carries_the_headers(site: Site) -> None:
    for path in ("/", "/nothing", "/new/fish_tank"):
        headers = site.get(path).headers
        assert headers["content-security-policy"].startswith(POLICY)
        assert headers["cache-control"] == "no-store"
    sheet = re.search(r'href="(/static/shoal.css[^"]+)"', site.get("/").text)
    assert sheet and "immutable" in site.get(sheet[1]).headers["cache-control"]


@pytest.mark.parametrize("path,status,words", [
    ("/nothing", 404, "There is nothing at this address."),
    ("/t/none/at-all", 404, "There is no table at this address."),
    ("/new/fish_tonk", 404, "did you mean fish_tank?"),
    ("/rules/chess", 404, "There is no game"),
])
def test_errors_are_pages_in_words(site: Site, path: str, status: int, words: str) -> None:
    answer = site.get(path)
    assert answer.status_code == status and words in answer.text.replace("&#39;", "'") and "Traceback" not in answer.text


def test_the_form_keeps_what_was_typed(site: Site) -> None:
    html = site.get("/new/fish_tank?n=4&name1=Ada&who2=random&option.placement_reveal=seat_order&seed=12").text
    assert 'value="Ada"' in html and 'value="12"' in html and html.count('class="place"') == 4
    assert re.search(r'name="who2".*?<option value="random" selected>', html, re.DOTALL)
    assert '<option value="seat_order" selected>' in html


def test_only_options_that_fit_are_offered(site: Site) -> None:
    two, three, four = (site.get(f"/new/fish_tank?n={n}").text for n in (2, 3, 4))
    assert "option.fewer_kinds" in two and "option.fewer_kinds" in three and "option.fewer_kinds" not in four
    assert "values of play" in two


@pytest.mark.parametrize("game_id", game_ids())
def test_fine_points_are_folded_until_one_is_changed(site: Site, game_id: str) -> None:
    """Variants stand open; how open questions of the rulebook are read is out of the way, but never hidden when it is not as usual."""
    plain = site.get(f"/new/{game_id}").text
    variants, folded = plain.split('<details id="readings">')
    readings = [option for option in load_game(game_id).options if option.reading]
    assert readings and all(f'name="option.{option.key}"' not in variants for option in readings)
    changed = next(option for option in readings if f'name="option.{option.key}"' in folded)
    other = next(value for value in changed.values if value != changed.default)
    assert '<details id="readings" open>' in site.get(f"/new/{game_id}?option.{changed.key}={changed.write(other)}").text


def test_options_for_other_numbers_of_players_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("fish_tank")
    monkeypatch.setattr(type(game), "option_players", {"pair_rounds": (2,)}, raising=False)
    option = game.option("pair_rounds")
    assert fitting(game, option, 2) and not fitting(game, option, 3)


@pytest.mark.skipif("pocket_aquarium" not in game_ids(), reason="no game for one is installed")
def test_a_game_for_one_asks_nothing_about_others(site: Site) -> None:
    html = site.get("/new/pocket_aquarium").text
    assert "1 player" not in html and "Several people" not in html and "Deal and start" in html


def test_playing_again_keeps_everything(site: Site) -> None:
    hand = site.table(2, together=False, name1="Ada & Bo", **{"option.pass_before_place": "true"})
    hand.finish()
    found = re.search(r'href="(/new/fish_tank[^"]+)"', hand.page("/scores"))
    html = site.get(found[1].replace("&amp;", "&")).text if found else ""
    assert 'value="Ada &amp; Bo"' in html and html.count('class="place"') == 2 and 'value="greedy" selected' in html
    assert re.search(r'name="option.pass_before_place" value="true" checked', html) and re.search(r'value="no" checked', html)


@pytest.mark.parametrize("form,words", [
    ({"players": "4", "option.fewer_kinds": "true"}, "2 or 3 players"),
    ({"players": "2", "seed": "seven"}, "whole number"),
    ({"players": "2", "name1": "Ada", "name2": "Ada"}, "same name"),
    ({"players": "2", "who2": "genius"}, "genius"),
    ({"players": "2", "option.placement_reveal": "never"}, "never"),
])
def test_an_impossible_table_is_refused_in_words(site: Site, form: dict[str, str], words: str) -> None:
    answer = HTTP.post(f"{site.url}/new/fish_tank", data=form)
    assert answer.status_code == 422 and "The table was not made." in answer.text and words in answer.text.replace("&#39;", "'")
    assert "Deal and start" in answer.text


def test_rules_link_to_each_other_and_back_to_the_table(site: Site) -> None:
    html = site.get("/rules/fish_tank", Referer=f"{site.url}/t/one/two/replay?step=3").text
    assert 'href="/t/one/two/replay"' in html and "Back to the table" in html
    mentions = re.findall(r'<a href="#(R\d+)">', html)
    assert mentions and all(f'id="{rule}"' in html for rule in mentions)
    assert "Back to the table" not in site.get("/rules/fish_tank").text


def test_the_scorer_explains_a_typed_layout(site: Site) -> None:
    path = "/score/fish_tank?layout=DDD./..../..../...."
    html = site.get(path).text
    assert re.search(r"Total</th><td>11</td>", html) and "side by side in a row" in html
    tapped = re.search(r'href="([^"]+)" id="cell-a4"', html)
    assert tapped and "layout=DDD./..../..../D" in tapped[1]
    assert "cell-d4" in site.get("/score/fish_tank").text
    refused = site.get("/score/fish_tank?layout=DDDQ").text
    assert "no card" in refused and "Traceback" not in refused
    assert 'href="/score/fish_tank"' in site.get("/new/fish_tank").text
    assert site.get("/score/aquarium").status_code in (200, 404)


def test_the_scorer_of_aqua_garden_is_tapped_too(site: Site) -> None:
    html = site.get("/score/aqua_garden?layout=A+small+large&brush=coral").text
    assert re.search(r"Total</th><td>3</td>", html)
    link = re.search(r'href="([^"]+)" id="add-A"', html)
    assert link
    html = site.get(link[1].replace("&amp;", "&")).text
    assert re.search(r"Total</th><td>4</td>", html) and 'id="A-coral-0"' in html and 'aria-label="put a coral into A"' in html
    assert set(re.findall(r'<use href="#(\w+)"', html)) <= set(re.findall(r'<symbol id="(\w+)"', html))


def test_the_home_page_leads_to_the_scorers_and_takes_records(site: Site) -> None:
    html = site.get("/").text
    scorers = re.findall(r'href="(/score/\w+)"', html)
    assert "/score/fish_tank" in scorers and all(site.get(path).status_code == 200 for path in scorers)
    assert 'accept=".txt,.shoal,text/plain"' in html


def test_the_home_page_remembers_tables(site: Site) -> None:
    with httpx.Client(base_url=site.url) as browser:
        location = browser.post("/new/fish_tank", data={"players": "2"}).headers["location"]
        assert f'href="{location}"' in browser.get("/").text
        browser.cookies.set("tables", "rubbish~..~a.b~" + "x" * 500)
        assert browser.get("/").status_code == 200


def test_theme_and_keys_work_without_scripts(site: Site) -> None:
    with httpx.Client(base_url=site.url) as browser:
        assert browser.post("/theme", headers={"Referer": f"{site.url}/rules/fish_tank"}).headers["location"] == "/rules/fish_tank"
        assert 'data-theme="dark"' in browser.get("/").text
        assert browser.post("/theme", headers={"Referer": "http://elsewhere.example/"}).headers["location"] == "/"
        assert 'data-theme="light"' in browser.get("/").text
        browser.post("/keys")
        assert 'data-keys="off"' in browser.get("/").text
