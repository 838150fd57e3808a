from collections.abc import Iterator
from pathlib import Path

import pytest

from .databases import KINDS, Cluster, cluster


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    with cluster() as running:
        yield running


@pytest.fixture(params=[pytest.param(kind, marks=pytest.mark.xdist_group("databases")) for kind in KINDS])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new store may be opened: a file that is not there yet, or an empty database of PostgreSQL."""
    if request.param == "sqlite":
        return str(tmp_path / "deep" / "tables.sqlite")
    running: Cluster = request.getfixturevalue("postgresql")
    return running.url()
