"""`./play` compiles again when, and only when, something has changed that is compiled."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not (HERE / "play").exists(), reason="the checkout only")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """One that is set up already, with a setup.py that only says that it was called."""
    shutil.copy(HERE / "play", tmp_path)
    shutil.copytree(HERE / "weave", tmp_path / "weave", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("engine/state.py", "engine/texts.py", "games/fish_tank/rules.py", "games/fish_tank/notation.py", "games/fish_tank/table.py", "cli.py"):
        path = tmp_path / "src" / "shoal" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(HERE / "src" / "shoal" / name, path)
    (tmp_path / "setup.py").write_text("import sys; open('called', 'w').write(' '.join(sys.argv[1:]))\n")
    (tmp_path / "pyproject.toml").touch()
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    (tmp_path / ".venv" / "home").write_text(str(tmp_path))
    for path in tmp_path.rglob("*"):
        os.utime(path, (1_000_000, 1_000_000))
    installed = tmp_path / ".venv" / "installed"
    installed.touch()
    os.utime(installed, (2_000_000, 2_000_000))
    return tmp_path


def compiles(checkout: Path) -> bool:
    """Whether setting up compiles; nothing may be left to do afterwards."""
    environment = os.environ | {"PYTHONPATH": str(HERE / "src")}
    done = subprocess.run(["./play", "--only-set-up"], cwd=checkout, env=environment, capture_output=True, text=True, timeout=60)
    called = (checkout / "called").exists()
    (checkout / "called").unlink(missing_ok=True)
    assert done.returncode == 0 and called == ("compiling" in done.stderr)
    again = subprocess.run(["./play", "--only-set-up"], cwd=checkout, env=environment, capture_output=True, text=True, timeout=60)
    assert again.stderr == "" and not (checkout / "called").exists()
    return called


@pytest.mark.parametrize(("name", "does"), [
    ("", False), ("src/shoal/cli.py", False), ("src/shoal/engine/texts.py", False), ("src/shoal/games/fish_tank/table.py", False), ("play", False),
    ("src/shoal/engine/state.py", True), ("src/shoal/games/fish_tank/rules.py", True), ("src/shoal/games/fish_tank/notation.py", True),
    ("weave/names.py", True),
])
def test_only_changed_rules_are_compiled_again(checkout: Path, name: str, does: bool) -> None:
    if name:
        (checkout / name).touch()
    assert compiles(checkout) is does
