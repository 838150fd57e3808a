"""Whatever the description of the API allows, and much that it does not: no answer is an error of ours, and each is as described."""

import secrets
from collections.abc import Iterator
from typing import Any

import pytest

schemathesis = pytest.importorskip("schemathesis")

from hypothesis import HealthCheck, given, settings  # noqa: E402
from schemathesis.checks import not_a_server_error  # noqa: E402
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance, status_code_conformance  # noqa: E402

from .site import HTTP, Site  # noqa: E402

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="package")
def described(site: Site) -> Any:
    return schemathesis.openapi.from_url(f"{site.url}/api/openapi.json")


@pytest.fixture(scope="package")
def known(site: Site) -> Iterator[tuple[str, list[str]]]:
    """A table, and words of it: of a seat, of the host, of spectators, of nobody."""
    seats = [{"name": "Ada"}, {"name": "Bo"}, {"bot": "random"}]
    made = HTTP.post(f"{site.url}/api/tables", json={"game": "fish_tank", "seats": seats}).json()
    yield made["table"], [made["seats"][1]["token"], made["host"], made["watch"], secrets.token_urlsafe(16)]


def test_the_api_is_as_described(described: Any, known: tuple[str, list[str]]) -> None:
    table, words = known
    seen = []
    for found in described.get_all_operations():
        operation = found.ok()
        seen.append(operation.label)

        @settings(max_examples=16, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
        @given(case=operation.as_strategy())
        def one(case: Any) -> None:
            body = repr(case.body) + repr(case.query)
            case.path_parameters = {name: table if len(body) % 4 else value for name, value in (case.path_parameters or {}).items()}
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {words[len(body) % len(words)]}"}
            case.call_and_validate(checks=CHECKS)

        one()
    assert len(seen) >= 9, seen
