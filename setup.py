"""Builds the compiled form. Without a C compiler, or with SHOAL_NO_BUILD=1, the plain form is installed, which plays the same games slower.

SHOAL_OPT=-O1       another optimisation level
SHOAL_CFLAGS=...    more flags for the C compiler
SHOAL_WOVEN=...     another folder than build/woven for what is written on the way
"""
import contextlib
import io
import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from weave import LintError, build  # noqa: E402
from weave.modules import compiled_names  # noqa: E402

try:
    from Cython.Compiler.Errors import CompileError
except ImportError:                 # only needed where something is compiled
    CompileError = LintError

PACKAGE = HERE / "src" / "shoal"
WOVEN = Path(os.environ.get("SHOAL_WOVEN", HERE / "build" / "woven"))
PLAIN = "Shoal: no C compiler with Python's headers was found, so the plain form is installed: everything works, only slower."


class BuildForms(build_ext):
    """Weaves and translates first, and only when extensions are really built."""

    def build_extensions(self) -> None:
        with contextlib.redirect_stderr(io.StringIO()):
            able = build.can_compile(self.compiler)
        if not able:
            print(PLAIN, file=sys.stderr)
            self.remove_compiled()
            self.extensions = []
            return
        try:
            files = build.cythonized(PACKAGE, WOVEN)
        except LintError as findings:
            raise SystemExit(f"The rules cannot be compiled as they stand:\n{findings}") from None
        except CompileError as error:
            raise SystemExit(f"Cython refused {error}, see above.") from None
        for extension in self.extensions:
            extension.sources = [os.path.relpath(files[extension.name])]
            extension.extra_compile_args = build.flags()
        self.force = self.force or self.flags_changed()
        self.parallel = min(build.cores(), len(self.extensions))
        super().build_extensions()

    def flags_changed(self) -> bool:
        """The timestamps of the files do not tell that the flags are others now."""
        kept, now = WOVEN / "flags.txt", " ".join(build.flags())
        changed = not kept.exists() or kept.read_text() != now
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(now)
        return changed

    def remove_compiled(self) -> None:
        """Compiled modules of an earlier time would play earlier rules."""
        if self.inplace:
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)


def extensions() -> list[Extension]:
    return [] if os.environ.get("SHOAL_NO_BUILD", "0") not in ("", "0") else [Extension(name, []) for name in compiled_names(PACKAGE)]


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildForms})
