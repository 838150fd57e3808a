"""Shoal: five board games about aquariums, by their rulebooks, with people and with bots."""

from ._forms import install
from .version import __version__

__all__ = ["__version__"]

install(__name__)
