"""What all tests share: the volume tier runs only when it is asked for."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--nightly", action="store_true", help="run the tests marked nightly too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--nightly") or "nightly" in (config.getoption("-m") or ""):
        return
    skipped = pytest.mark.skip(reason="volume; runs with --nightly")
    for item in items:
        if item.get_closest_marker("nightly"):
            item.add_marker(skipped)
