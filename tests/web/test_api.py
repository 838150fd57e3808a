"""The JSON API: as an outside program uses it."""

import importlib.util
import json
import secrets
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from .site import HTTP, Site

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "outside_bot.py"


class Api:
    """One who uses it."""

    def __init__(self, site: Site, table: str = "", token: str = "") -> None:
        self.site, self.table, self.token = site, table, token

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return HTTP.request(method, f"{self.site.url}/api{path}", headers=headers, timeout=20, **more)

    def get(self, more: str = "") -> Any:
        answer = self.request("GET", f"/tables/{self.table}{more}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, more: str, **body: Any) -> httpx.Response:
        return self.request("POST", f"/tables/{self.table}{more}", json=body)

    def live(self) -> Any:
        return connect(f"ws{self.site.url[4:]}/api/tables/{self.table}/live")


def opened(site: Site, *seats: dict[str, Any], **more: Any) -> tuple[dict[str, Any], list[Api]]:
    answer = Api(site).request("POST", "/tables", json={"game": "fish_tank", "seats": list(seats), **more})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return made, [Api(site, made["table"], seat["token"]) for seat in made["seats"]]


def test_a_game_by_program(site: Site) -> None:
    made, (north, east) = opened(site, {"name": "Ada"}, {"name": "Bo"}, {"bot": "random"}, seed=3)
    assert made["dealt"] and made["invitations"] == []
    while not north.get()["over"]:
        for seat in (north, east):
            moves = seat.get("/moves")
            if moves["waiting"]:
                answer = seat.post("/moves", move=moves["moves"][0], question=moves["question"], key=secrets.token_hex(8))
                assert answer.status_code in (200, 409), answer.text
    view = north.get()["view"]
    assert view["result"]["title"] and len(view["sheets"]) == 3


def test_sitting_down_talking_and_being_told(site: Site) -> None:
    made, (ada,) = opened(site, {"name": "Ada"}, {"open": True}, public=True)
    assert not made["dealt"] and ada.get()["view"] is None and ada.post("/moves", move="keep").status_code == 403
    assert made["table"] in [one["table"] for one in Api(site).request("GET", "/tables").json()]
    guest = Api(site, made["table"])
    with ada.live() as line:
        line.send(json.dumps({"token": ada.token}))
        assert json.loads(line.recv(5))["dealt"] is False
        joined = guest.post("/seats", name="Bo", invitation=made["invitations"][0]["token"])
        assert joined.status_code == 201 and joined.json()["seat"] == 2
        bo = Api(site, made["table"], joined.json()["token"])
        while not (told := json.loads(line.recv(5))).get("dealt"):
            pass
        assert bo.post("/messages", text="Hello", key="m").status_code == bo.post("/messages", text="Hello", key="m").status_code == 200
        while not (told := json.loads(line.recv(5)))["messages"][-1]["seat"]:
            pass
        assert told["messages"][-1]["text"] == "Hello" and [one["text"] for one in told["messages"]].count("Hello") == 1
        assert bo.post("/wishes", wish="renew").status_code == 422 and bo.post("/wishes", wish="deal").status_code == 403
    assert guest.post("/seats", name="Cy").status_code == 403


def test_refusals_name_what_is_wrong_and_change_nothing(site: Site) -> None:
    made, (north, east) = opened(site, {"name": "Ada"}, {"name": "Bo"})
    before = (north.get(), east.get())
    watch = Api(site, made["table"], made["watch"])
    cases = [
        (Api(site, made["table"]), {"move": "keep"}, 401, "token"), (Api(site, made["table"], "guess"), {"move": "keep"}, 401, "token"),
        (Api(site, "nowhere", north.token), {"move": "keep"}, 404, "no_table"), (watch, {"move": "keep"}, 403, "not_allowed"),
        (north, {"move": "pick unicorn"}, 422, "refused"), (north, {"move": "pick guppy", "question": 1}, 409, "stale"),
        (north, {"move": ""}, 422, "invalid"), (north, {"move": "x" * 201}, 422, "invalid"), (north, {"move": "keep", "seat": 2}, 422, "invalid"),
        (north, {"move": ["keep"]}, 422, "invalid"), (north, {}, 422, "invalid"),
    ]
    for who, body, status, word in cases:
        if body.get("question") == 1:
            body["move"] = north.get("/moves")["moves"][0]
        answer = who.post("/moves", **body)
        assert (answer.status_code, answer.json()["error"]) == (status, word), answer.text
        assert answer.json()["message"] and "Traceback" not in answer.text
    assert north.request("GET", f"/tables/{made['table']}?seat=2").status_code == 403
    assert (north.get(), east.get()) == before
    for seats in ([], [{"name": "Ada"}, {"name": "ada"}], [{"bot": "genius"}, {}], [{}] * 8, [{"nme": ""}, {}]):
        answer = Api(site).request("POST", "/tables", json={"game": "fish_tank", "seats": seats})
        assert answer.status_code in (403, 422) and answer.json()["message"], seats
    assert Api(site).request("POST", "/tables", json={"game": "chess", "seats": [{}]}).status_code == 404


def test_a_socket_has_to_say_who_it_is(site: Site) -> None:
    made, (north, _) = opened(site, {"name": "Ada"}, {"name": "Bo"})
    for first in (json.dumps({"token": "guess"}), "rubbish", "[1]", "{}"):
        with north.live() as line:
            line.send(first)
            assert json.loads(line.recv(5))["error"] == "token"
    with connect(f"ws{site.url[4:]}/api/tables/{made['table']}/live", additional_headers={"Authorization": f"Bearer {made['watch']}"}) as line:
        assert json.loads(line.recv(5))["seat"] is None


def test_it_is_described(site: Site) -> None:
    described = Api(site).request("GET", "/openapi.json").json()
    assert "/tables/{table_id}/moves" in described["paths"] and "HTTPBearer" in described["components"]["securitySchemes"]
    assert HTTP.get(f"{site.url}/api/", follow_redirects=True).json() == described
    for path in described["paths"].values():
        for operation in path.values():
            assert operation["description"]


def test_the_example_bot_plays(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 60, "the code of the example has about 40 lines"
    spec = importlib.util.spec_from_file_location("outside_bot", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made, _ = opened(site, {"open": True}, {"open": True}, {"bot": "random"}, public=True)
    others = [threading.Thread(target=module.play, args=(site.url, made["table"], None, "Second"), daemon=True)]
    for thread in others:
        thread.start()
    module.play(site.url, made["table"])
    for thread in others:
        thread.join(20)
    assert capsys.readouterr().out.count("over: ") == 2
