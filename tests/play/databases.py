"""Databases for tests: a new SQLite file, and a private PostgreSQL where Debian's binaries are."""

import contextlib
import glob
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

KINDS = ("sqlite", "postgresql")


@cache
def binaries() -> Path | None:
    """The folder with PostgreSQL's `initdb` and `pg_ctl`, None where there is none or its Python driver is missing."""
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return None
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda path: int(path.split("/")[4]))
    path = found[-1] if found else shutil.which("initdb")
    return Path(path).parent if path else None


def owner() -> str | None:
    """As whom it has to run: it refuses to be root."""
    if os.getuid() != 0:
        return None
    with contextlib.suppress(KeyError):
        return pwd.getpwnam("postgres").pw_name
    return "nobody"


class Cluster:
    """A PostgreSQL of our own, in a folder of its own, reached through a socket there."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.count = folder, 0
        if (user := owner()) is not None:
            shutil.chown(folder, user)
        self._run("initdb", "-D", f"{folder}/data", "-U", "shoal", "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"-k {folder} -c listen_addresses='' -c fsync=off"
        self._run("pg_ctl", "-D", f"{folder}/data", "-o", options, "-l", f"{folder}/log", "-w", "-t", "60", "start")

    def _run(self, name: str, *words: str) -> None:
        command = [f"{binaries()}/{name}", *words]
        subprocess.run(command, check=True, user=owner(), cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)

    def url(self) -> str:
        """A new, empty database."""
        import psycopg
        self.count += 1
        name = f"shoal_{self.count}"
        with psycopg.connect(f"host={self.folder} user=shoal dbname=postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")          # type: ignore[arg-type]
        return f"postgresql://shoal@/{name}?host={self.folder}"

    def stop(self) -> None:
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "stop")


@contextlib.contextmanager
def cluster() -> Iterator[Cluster]:
    """Skips the test where there is no PostgreSQL."""
    if binaries() is None:
        pytest.skip("there is no PostgreSQL here (on Debian: apt install postgresql), or psycopg is missing")
    folder = Path(tempfile.mkdtemp(prefix="shoal-postgresql-"))
    try:
        running = Cluster(folder)
        try:
            yield running
        finally:
            running.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
