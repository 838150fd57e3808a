"""What setup.py calls: weave, run Cython on what has changed, and tell whether there is a C compiler at all."""
import hashlib
import json
import os
import re
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import Any

from .weaving import weave

DIRECTIVES = {
    "language_level": 3,
    "infer_types": True,            # locals of kernel functions need no hints
    "annotation_typing": False,     # hints stay Python's; the .pxd has the types
    "nonecheck": False,
    "cdivision": False,             # // and % of negatives as in Python; costs a comparison, which the C compiler drops for constants
    # boundscheck and wraparound stay on: they cost nothing on C arrays, which Cython never checks, and keep Python lists safe
}
FLAGS = ["-O3", "-fno-semantic-interposition", "-g0", "-Wno-unused-function"]


def flags() -> list[str]:
    """For the C compiler. SHOAL_OPT replaces the optimisation level, SHOAL_CFLAGS is added."""
    if sys.platform == "win32":
        return ["/O2"]
    return [os.environ.get("SHOAL_OPT", FLAGS[0]), *FLAGS[1:], *os.environ.get("SHOAL_CFLAGS", "").split()]


def cores() -> int:
    return os.cpu_count() or 1


def cythonized(package: Path, out: Path) -> dict[str, str]:
    """Weave the package and translate the modules that changed; returns the C file of each module. LintError when the lint finds something."""
    from Cython.Build import cythonize
    from setuptools import Extension
    names = weave(package, out)
    files = {name: out / Path(*name.split(".")).with_suffix(".py") for name in names}
    marks = {name: _mark(path, out, metadata.version("Cython")) for name, path in files.items()}
    kept = out / "marks.json"
    known: dict[str, str] = json.loads(kept.read_text()) if kept.exists() else {}
    changed = [n for n in names if known.get(n) != marks[n] or not files[n].with_suffix(".c").exists()]
    if changed:
        kept.unlink(missing_ok=True)
        extensions = [Extension(n, [str(files[n])]) for n in changed]
        threads = min(cores(), len(changed)) if len(changed) > 1 else 0
        with few_errors():
            cythonize(extensions, include_path=[str(out)], compiler_directives=DIRECTIVES, force=True, quiet=True, nthreads=threads)
        kept.write_text(json.dumps(marks))
    return {name: str(path.with_suffix(".c")) for name, path in files.items()}


@contextmanager
def few_errors(most: int = 5) -> Iterator[None]:
    """Cython goes on after an error and then finds hundreds: show the first ones only."""
    sys.stderr.flush()
    kept = os.dup(2)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 2)
        try:
            yield
        finally:
            sys.stderr.flush()
            os.dup2(kept, 2)
            os.close(kept)
            file.seek(0)
            blocks = file.read().decode(errors="replace").split("\nError compiling Cython file:\n")
            for block in blocks[1:most + 1]:
                print(block.split("\nTraceback")[0].split("\nconcurrent.")[0], file=sys.stderr)
            if len(blocks) > most + 1:
                print(f"... and {len(blocks) - most - 1} more errors, most of them caused by these", file=sys.stderr)


def _mark(path: Path, out: Path, version: str) -> str:
    """Changes when anything that goes into the C file of a module changes."""
    h = hashlib.sha256(f"{version} {DIRECTIVES}".encode())
    waiting, seen = [path], {path}
    while waiting:
        text = waiting.pop(0).read_text(encoding="utf-8")
        h.update(text.encode())
        beside = [path.with_suffix(".pxd")] if path in seen and len(seen) == 1 else []
        names = re.findall(r"from (?:cython\.cimports\.)?([\w.]+) c?import", text)
        for other in [*beside, *(out / Path(*n.split(".")).with_suffix(".pxd") for n in names)]:
            if other.exists() and other not in seen:
                seen.add(other)
                waiting.append(other)
    return h.hexdigest()


def can_compile(compiler: Any) -> bool:
    """Whether the C compiler is there and finds Python's headers."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.c"
        source.write_text("#include <Python.h>\nint probe(void) { return PY_MAJOR_VERSION; }\n")
        paths = sysconfig.get_paths()
        try:
            compiler.compile([str(source)], output_dir=folder, include_dirs=[paths["include"], paths["platinclude"]])
        except Exception:
            return False
    return True
