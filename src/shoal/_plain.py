"""Loads the plain form: instead of the compiled one (`find_plain`), or beside it as a second package (`load_second`)."""
import ast
import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from ._forms import SECOND


class PlainFinder(MetaPathFinder):
    """Finds only .py files below one package."""

    def __init__(self, package: str, loader: type[SourceFileLoader]) -> None:
        self.prefix, self.loader = package + ".", loader

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name.startswith(self.prefix):
            for folder in path or ():
                spec = FileFinder(folder, (self.loader, SOURCE_SUFFIXES)).find_spec(name)
                if spec is not None:
                    return spec
        return None


class SecondLoader(SourceFileLoader):
    """Loads a module of the second package: `from shoal.… import` means the second one there."""

    def source_to_code(self, data: Any, path: Any, *, _optimize: int = -1) -> CodeType:  # type: ignore[override]
        tree = ast.parse(data, str(path))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and not node.level and node.module and node.module.split(".")[0] == "shoal":
                node.module = SECOND + node.module[len("shoal"):]
        code: CodeType = compile(tree, str(path), "exec", dont_inherit=True, optimize=_optimize)
        return code

    def path_stats(self, path: Any) -> Any:
        raise OSError("the bytecode of the second package is not kept: it would be taken for that of the first")


def find_plain(package: str) -> None:
    """From now on the modules of this package are found as .py files only."""
    sys.meta_path.insert(0, PlainFinder(package, SourceFileLoader))


def load_second() -> ModuleType:
    """The plain form under the name `shoal_plain`; its modules are imported as `shoal_plain.engine.state` and so on."""
    if SECOND in sys.modules:
        return sys.modules[SECOND]
    sys.meta_path.insert(0, PlainFinder(SECOND, SecondLoader))
    here = Path(__file__).parent
    init = here / "__init__.py"
    spec = importlib.util.spec_from_file_location(SECOND, init, loader=SecondLoader(SECOND, str(init)), submodule_search_locations=[str(here)])
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[SECOND] = module
    spec.loader.exec_module(module)
    return module
