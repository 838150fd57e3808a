"""Which form of the rules is loaded, compiled or plain, and whether the compiled one still belongs to the sources beside it."""
import hashlib
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from .._forms import pure

PACKAGE = __name__.split(".")[0]
FOLDER = Path(__file__).resolve().parent.parent


def compiled() -> bool:
    """Whether the rules run compiled."""
    from . import fields
    return not str(fields.__file__).endswith(".py")


def stale() -> list[str]:
    """Loaded compiled modules whose sources have changed since they were built: they would play the old rules."""
    found = []
    for name, module in sorted(sys.modules.items()):
        if name.startswith(PACKAGE + "."):
            hashes: dict[str, str] = getattr(module, "SOURCE_HASHES", {})
            if any(_changed(source, said) for source, said in hashes.items()):
                found.append(name)
    return found


def _changed(module: str, said: str) -> bool:
    path = FOLDER.joinpath(*module.split(".")[1:]).with_suffix(".py")
    return path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() != said


def compiled_modules() -> list[str]:
    """The modules that stand compiled beside their sources, loaded or not."""
    suffix = EXTENSION_SUFFIXES[0]
    return sorted(".".join((PACKAGE, *p.relative_to(FOLDER).parts))[: -len(suffix)] for p in FOLDER.rglob("*" + suffix))


def describe() -> str:
    """One sentence for people."""
    old = stale()
    if old:
        return f"compiled, but {', '.join(old)} changed since: build again (pip install -e .), or run with SHOAL_PURE=1"
    if compiled():
        return f"compiled ({len(compiled_modules())} modules)"
    if pure():
        return "plain Python, as SHOAL_PURE=1 asks"
    return "plain Python: no compiled modules were built (a C compiler is needed at installation); everything works, only slower"
