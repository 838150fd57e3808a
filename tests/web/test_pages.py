"""Pages: what they carry, what they refuse, and how kindly."""

import re

import httpx
import pytest

from shoal.web.symbols import symbols, used

from .site import Site

POLICY = "default-src 'none'; script-src 'self'; style-src 'self'"


def all_pages(site: Site) -> dict[str, str]:
    """One of each."""
    hand = site.table(3)
    hand.do(cmd=hand.wait()[0])
    other = site.table(2)
    other.finish()
    paths = ["/", "/new/fish_tank", "/new/fish_tank?n=5", "/rules/fish_tank", "/nothing", "/t/no/table"]
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
    html = site.get("/new/fish_tank?n=4&name1=Ada&who2=random&option.pair_rounds=8,16&seed=12").text
    assert 'value="Ada"' in html and 'value="12"' in html and html.count('class="place"') == 4
    assert re.search(r'name="who2".*?<option value="random" selected>', html, re.DOTALL)
    assert '<option value="8,16" selected>' in html


@pytest.mark.parametrize("form,words", [
    ({"players": "4", "option.fewer_kinds": "true"}, "2 or 3 players"),
    ({"players": "2", "seed": "seven"}, "whole number"),
    ({"players": "2", "name1": "Ada", "name2": "Ada"}, "same name"),
    ({"players": "2", "who2": "genius"}, "genius"),
    ({"players": "2", "option.placement_reveal": "never"}, "never"),
])
def test_an_impossible_table_is_refused_in_words(site: Site, form: dict[str, str], words: str) -> None:
    answer = httpx.post(f"{site.url}/new/fish_tank", data=form)
    assert answer.status_code == 422 and "The table was not made." in answer.text and words in answer.text.replace("&#39;", "'")
    assert "Deal and start" in answer.text


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
