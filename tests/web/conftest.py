from collections.abc import Iterator
from typing import Any

import pytest

from .site import Site


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    running = Site(tmp_path_factory.mktemp("tables") / "tables.db")
    yield running
    running.stop()


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    from .browsing import chromium

    path = chromium()
    if path is None:
        pytest.skip("there is no Chromium here")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def reader(browser: Any) -> Iterator[Any]:
    from .browsing import Reader

    reading = Reader(browser)
    yield reading
    reading.close()
