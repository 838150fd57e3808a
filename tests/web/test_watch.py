"""What whoever runs the site sees of it, and what not."""

import json
import logging

import pytest

from shoal.play.store import StoreError
from shoal.web import watch

from .site import HTTP, Site
from .test_live import socket


def test_health(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    assert site.get("/health").json()["status"] == "ok"

    def gone(*_: object) -> None:
        raise StoreError("The saved tables cannot be read: disk gone.")

    monkeypatch.setattr(site.app.state.tables.store, "lasts", gone)
    answer = site.get("/health")
    assert answer.status_code == 503 and answer.json()["status"] == "no tables"


def test_metrics_count_without_names(site: Site) -> None:
    hand = site.table(2, name1="Xanthippe")
    with socket(hand) as line:
        line.recv(5)
        said = site.get("/metrics").text
        assert 'shoal_requests_total{method="GET",route="/t/{table_id}/{token}/view"' in said or 'route="/new/{game_id}"' in said
        assert "shoal_sockets 1.0" in said and 'shoal_tables{state="playing"}' in said and "shoal_tables_in_memory" in said
    HTTP.get(f"{site.url}/api/tables/{hand.id}", headers={"Authorization": f"Bearer {hand.path.split('/')[3]}"})
    said = site.get("/metrics").text
    assert 'route="/api/tables/{table_id}"' in said
    for secret in (hand.id, hand.path.split("/")[3], "Xanthippe"):
        assert secret not in said


def test_metrics_are_for_this_machine_only(site: Site) -> None:
    assert site.get("/metrics", **{"X-Forwarded-For": "203.0.113.9"}).status_code == 404
    assert site.get("/metrics").status_code == 200
    assert site.get("/metrics", Host="192.0.2.7:8000").status_code == 404, "a tunnel ends on this machine, but calls us by another name"


def test_log_lines_are_json_without_secrets(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "shoal"):
        hand = site.table(2, name1="Xanthippe")
        hand.do(say="my hand is full of guppies", cmd=hand.wait()[0])
        site.get("/t/guess/word")
    form = watch.JsonLines()
    lines = [json.loads(form.format(record)) for record in caplog.records]
    assert {"at", "level", "logger", "message", "method", "route", "status", "ms"} <= set(lines[0])
    everything = json.dumps(lines)
    for secret in (hand.id, hand.path.split("/")[3], "Xanthippe", "guppies", "guess", "pick "):
        assert secret not in everything


def test_what_goes_wrong_is_logged_without_its_words(site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    secret = "the hand is guppy guppy discus"

    async def broken(*_: object) -> None:
        raise RuntimeError(secret)

    monkeypatch.setattr(site.app.state.tables, "get", broken)
    answer = HTTP.get(f"{site.url}/t/one/secretword")
    assert answer.status_code == 500 and "content-security-policy" in answer.headers and "RuntimeError" not in answer.text
    said = " ".join(record.getMessage() for record in caplog.records if record.name.startswith("shoal"))
    assert "RuntimeError" in said and "guppy" not in said and "secretword" not in said
