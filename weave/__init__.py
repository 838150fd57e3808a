"""The build step: reads the type hints of plain Python modules and writes what Cython compiles.

    python -m weave src/shoal build/woven

In the output folder every compiled module becomes MODULE.pxd (C types) and MODULE.py: the source with C names cimported, typed
locals declared, `with nogil` made real, and become, same, digest, … written out from the field list of each class. The
sources stay untouched. Whatever the lint finds stops the build.

    modules.py      which modules are compiled
    names.py        what names mean, through imports; constants.py evaluates them
    hints.py        C types
    lint.py, effects.py    what must be written differently
    classes.py, functions.py, imports.py, inline.py, weaving.py    the writing
    build.py        what setup.py calls: only what changed, two at a time
"""
from .weaving import LintError, weave

__all__ = ["LintError", "weave"]
