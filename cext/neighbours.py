"""Modules beside a user's program, which it imports by their names, also while it plays."""

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType

from cext.fallback_files import is_copy

__all__ = ["register_program"]

IMPORT_FILES = ("<frozen importlib", str(Path(str(sys.modules["importlib"].__file__)).parent), __file__)


class UncachedLoader(SourceFileLoader):
    """Writes no bytecode: who is asked whether a copy may run looks at all files of its folder."""

    def set_data(self, path: str, data: object, *, _mode: int = 0o666) -> None:
        pass


def is_neighbour(module: ModuleType | None) -> bool:
    """Whether a module was found beside a program."""
    return isinstance(getattr(getattr(module, "__spec__", None), "loader", None), UncachedLoader)


class NeighbourFinder(MetaPathFinder):
    """Finds modules in the folder of the registered program that imports them."""

    def __init__(self) -> None:
        self.folders: set[str] = set()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module in the importing program's folder, or in a package of it; None for other importers, or where there
        is none."""
        if path is None:
            folder = self.folder_of_importer()
            spec = PathFinder.find_spec(fullname, [folder]) if folder else None
        else:
            package = sys.modules.get(fullname.rpartition(".")[0])
            spec = PathFinder.find_spec(fullname, path) if is_neighbour(package) else None
        if spec and isinstance(spec.loader, SourceFileLoader) and spec.origin:
            spec.loader = UncachedLoader(fullname, spec.origin)
        return spec

    def folder_of_importer(self) -> str:
        """The registered folder in which the file that imports lies; "": in none."""
        frame = sys._getframe(1)
        while frame.f_back and frame.f_code.co_filename.startswith(IMPORT_FILES):
            frame = frame.f_back
        folders = (str(folder) for folder in Path(frame.f_code.co_filename).absolute().parents)
        return next((folder for folder in folders if folder in self.folders), "")


# Copies were made with their modules, which count before all others of this machine; elsewhere Python's own and
# installed modules count before a file that happens to have their name.
_of_copies, _of_originals = NeighbourFinder(), NeighbourFinder()


def register_program(path: Path) -> None:
    """Let a program import the modules beside it, each executed anew when the program is."""
    for place, finder in ((0, _of_copies), (len(sys.meta_path), _of_originals)):
        if finder not in sys.meta_path:
            sys.meta_path.insert(place, finder)
    folder = path.absolute().parent
    (_of_copies if is_copy(path) else _of_originals).folders.add(str(folder))
    for name, module in list(sys.modules.items()):
        if is_neighbour(module):
            del sys.modules[name]
