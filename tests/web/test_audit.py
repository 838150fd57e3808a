"""No package that Shoal needs to run has a hole that is known."""

import importlib.metadata
import importlib.util
import json
import re
import subprocess
import sys
import tomllib
import warnings
from pathlib import Path
from typing import NoReturn

import pytest


def needed() -> dict[str, str]:
    """What Shoal needs to run, and what that needs in turn, with the versions that are installed."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    waiting = [*project["dependencies"], *project["optional-dependencies"]["postgres"]]
    found: dict[str, str] = {}
    while waiting:
        wish, _, marker = waiting.pop().partition(";")
        name = re.split(r"[^\w.-]", wish.strip())[0].lower().replace("_", "-")
        if "extra" in marker or name in found:
            continue
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue            # for other systems, or an extra that is not installed
        waiting += importlib.metadata.requires(name) or []
    return found


def not_audited(why: str) -> NoReturn:
    """Skips the test, and says so where it is read: among the warnings at the end."""
    warnings.warn(f"What is installed was NOT audited for known holes: {why}.", stacklevel=2)
    pytest.skip(why)


def test_no_hole_is_known_in_what_is_installed() -> None:
    if importlib.util.find_spec("pip_audit") is None:
        not_audited("pip-audit is not installed")
    packages = needed()
    assert {"fastapi", "sqlalchemy", "alembic", "websockets"} <= set(packages)
    command = [sys.executable, "-m", "pip_audit", "-f", "json", "--progress-spinner", "off", "--no-deps", "--disable-pip", "-r", "/dev/stdin"]
    lines = "\n".join(f"{name}=={version}" for name, version in sorted(packages.items()))
    try:
        done = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        not_audited("the list of known holes did not answer in time")
    if not done.stdout.strip().startswith("{"):
        not_audited(f"the list of known holes cannot be reached: {done.stderr.strip().splitlines()[-1:]}")
    audited = [one for one in json.loads(done.stdout)["dependencies"] if "skip_reason" not in one]
    if not audited:
        not_audited("the list of known holes cannot be reached from here")
    holes = {one["name"]: [hole["id"] for hole in one["vulns"]] for one in audited if one["vulns"]}
    assert not holes, holes
