"""Line mode: everything that a person meets at a command line."""

from functools import cache
from pathlib import Path

from shoal.engine.texts import Texts


@cache
def texts() -> Texts:
    """What the terminal says."""
    return Texts(Path(__file__).parent)
