"""What a run is played with beside its configuration: user files and copies of them, versions of all else."""

from __future__ import annotations

import ast
import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from importlib.machinery import PathFinder
from importlib.util import resolve_name
from pathlib import Path

from msgspec import Struct

from analyser import __version__
from analyser.errors import DataError, write_error
from analyser.experiments.config import Config
from analyser.files import digest, write_atomic
from cext.fallback_files import full_path, register_copies, resolve_path
from cext.fields import decode
from cext.file_games import data_files, is_file_game
from cext.games import is_unknown_table
from cext.safe_files import MAX_MANIFEST_BYTES, MAX_PROGRAM_BYTES, read_limited
from cext.user_modules import is_user_file
from strategies.errors import StrategyFileError

__all__ = [
    "INPUTS", "Input", "changed_inputs", "components_files", "copy_inputs", "engine_digest", "inputs_of",
    "missing_inputs", "modules_of", "named_files", "program_versions", "strategy_digest", "strategy_files",
    "switch_files", "use_copies", "use_copies_of",
]  # fmt: skip

INPUTS = "inputs"
SUFFIXES = (".csv", ".toml")  # of component files


class Input(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A file a run was played with, as the manifest has it."""

    given: str  # as it was named; of a file in a folder that was named, or of a module, its path
    source: str  # whole path
    copy: str  # under INPUTS
    blake2b: str
    folder: str = ""  # whole path of the folder that was named, where one was
    folder_copy: str = ""  # under INPUTS

    def __post_init__(self) -> None:
        """ValueError where a copy would lie outside the run."""
        for copy in (self.copy, self.folder_copy):
            if Path(copy).is_absolute() or ".." in Path(copy).parts or "\0" in copy:
                raise ValueError(f"{copy}: a copy outside of the run")


def inputs_of(config: Config) -> list[Input]:
    """Every user file that decides a row: components, files that switches name, strategies and a game in one
    Python file with the modules they import. Shipped component data and compiled modules are in the engine's digest."""
    inputs = (*_components(config), *_switches(config), *_strategies(config), *_retuned(config), *_game(config))
    return list({entry.copy: entry for entry in inputs}.values())


def _input(path: Path, copy: str, name: str = "", **folder: str) -> Input:
    file = resolve_path(path)
    return Input(name or str(path), str(full_path(file)), copy, digest(read_limited(file, MAX_PROGRAM_BYTES)), **folder)


def _components(config: Config) -> Iterator[Input]:
    folders = dict.fromkeys(scenario.components for scenario in config.scenarios if scenario.components)
    for number, folder in enumerate(folders):
        root, copy = Path(folder), f"components-{number}"
        if is_unknown_table(resolve_path(root)):
            yield _input(root, f"{copy}/{root.name}")
        for path in components_files(resolve_path(root)):
            name = path.relative_to(resolve_path(root)).as_posix()
            yield _input(root / name, f"{copy}/{name}", folder=str(root.absolute()), folder_copy=copy)


def components_files(folder: Path) -> list[Path]:
    """The files of a component folder that are read; of a table of unknown data none."""
    return sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES and path.is_file())


def switch_files(config: Config) -> list[str]:
    """Files that switches of the scenarios name."""
    values = (value for scenario in config.scenarios for value in scenario.option.values() if isinstance(value, str))
    return [
        value for value in dict.fromkeys(values) if value.endswith(SUFFIXES) and resolve_path(Path(value)).is_file()
    ]


def _switches(config: Config) -> Iterator[Input]:
    for number, value in enumerate(switch_files(config)):
        yield _input(Path(value), f"switches-{number}/{Path(value).name}", name=value)


def _strategies(config: Config) -> Iterator[Input]:
    from strategies.catalogue import find

    for number, name in enumerate(config.players_of_all):
        kind = find(name, config.game).kind
        file_name = name.rpartition(":")[0] if kind == "python" else name if name.endswith(".toml") else ""
        for module, path in strategy_files(name, config.game).items():
            if path == resolve_path(Path(config.game)):  # a plan in the game's own file
                continue
            copy = f"strategies-{number}/{module or path.name}"
            yield _input(path, copy) if module or not file_name else _input(Path(file_name), copy, name=file_name)


def _retuned(config: Config) -> Iterator[Input]:
    for scenario in config.scenarios:
        for file in scenario.retuned.values():
            yield _input(Path(file), f"{scenario.name}/{Path(file).parent.name}/{Path(file).name}", name=file)


def game_files(game: str) -> dict[str, Path]:
    """The files of a game in one Python file: "" -> its own, each module it imports by the path of that one's name, and
    those of its data; none of a shipped game."""
    if not is_file_game(game):
        return {}
    file = resolve_path(Path(game))
    return {"": file, **modules_of(file), **{path.name: path for path in data_files(Path(game))}}


def _game(config: Config) -> Iterator[Input]:
    for module, path in game_files(config.game).items():
        copy = f"game/{module or Path(config.game).name}"
        yield _input(path, copy) if module else _input(Path(config.game), copy)


def strategy_files(name: str, game: str) -> dict[str, Path]:
    """The files a strategy is made from: "" -> its own, those of the plans that guide a search by their names, and each
    module it imports by the path of that one's name."""
    from strategies.catalogue import files_of, find

    source = find(name, game)
    if source.kind == "package" and source.entry is not None:
        top = source.entry.value.partition(":")[0]
        package = _located(top)
        return {} if package is None else {"": package, **modules_of(package, also=top.partition(".")[0])}
    files = {"" if source.search is None else path.name: path for path in files_of(name, game) if path.is_file()}
    return files | (modules_of(files[""]) if source.kind == "python" and files else {})


def modules_of(file: Path, *, also: str = "") -> dict[str, Path]:
    """The modules that a Python file imports, directly or not, each by the path of its name: no part of Python, of this
    program or of an installed package, the package `also` excepted. What is imported by a name made at run time is not
    seen."""
    modules: dict[str, Path] = {}
    waiting = [("", file)]
    while waiting:
        package, path = waiting.pop()
        for name in _imported(path, package):
            where = _located(name, folder=file.parent)
            if where is None or where.suffix != ".py" or not is_user_file(where, name, also):
                continue
            inside = where.name == "__init__.py"
            key = name.replace(".", "/") + ("/__init__.py" if inside else ".py")
            if key not in modules:
                modules[key] = where
                waiting.append((name if inside else name.rpartition(".")[0], where))
    return dict(sorted(modules.items()))


def _imported(file: Path, package: str) -> Iterator[str]:
    """Names a file may import: modules, their packages, and what is taken from packages."""
    try:
        tree = ast.parse(read_limited(file, MAX_PROGRAM_BYTES))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        names: Iterable[str] = ()
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            try:
                module = resolve_name(module, package) if node.level else module
            except ImportError:
                continue
            names = [module, *(f"{module}.{alias.name}" for alias in node.names)]
        for name in names:
            parts = name.split(".")
            yield from (".".join(parts[: end + 1]) for end in range(len(parts)))


def _located(name: str, *, folder: Path | None = None) -> Path | None:
    """The file of a module; nothing is imported. folder: of the program, looked through first where it holds copies,
    else last (cext/user_modules.py)."""
    places: list[list[str] | None] = [None] if folder is None else [None, [str(folder)]]
    if folder is not None and folder.parent.name == INPUTS:
        places.reverse()
    spec = None
    for number in range(1, name.count(".") + 2):
        part = ".".join(name.split(".")[:number])
        spec = next(filter(None, (PathFinder.find_spec(part, place) for place in places)), None)
        if spec is None:
            return None
        places = [list(spec.submodule_search_locations or [])]
    return Path(spec.origin) if spec and spec.origin and spec.has_location else None


def copy_inputs(run: Path, inputs: Iterable[Input]) -> None:
    """Copy the inputs into the run. Raises DataError or DiskFull."""
    for entry in inputs:
        path = run / INPUTS / entry.copy
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.parent.resolve().is_relative_to(run.resolve()):
                raise DataError(f"{path.parent}: leads out of the run by a link: remove it")
            write_atomic(path, read_limited(resolve_path(Path(entry.source)), MAX_PROGRAM_BYTES))
        except OSError as error:
            raise write_error(path, error, "--resume when it can", with_room="--resume") from error


def copy_paths(run: Path, inputs: Iterable[Input]) -> dict[str, str]:
    """For each path that was named, and each whole one, the copy that the run has of it; on a cluster, where no other
    file is read."""
    copies: dict[str, str] = {}
    for entry in inputs:
        path = str((run / INPUTS / entry.copy).absolute())
        copies |= {entry.given: path, entry.source: path}
        if entry.folder:
            copies[entry.folder] = str((run / INPUTS / entry.folder_copy).absolute())
    return copies


def named_files(inputs: Iterable[Input]) -> dict[str, str]:
    """The whole path of each file that was named relative to the directory where the run was started."""
    return {entry.given: entry.source for entry in inputs if not Path(entry.given).is_absolute()}


def changed_inputs(inputs: Iterable[Input]) -> list[str]:
    """Paths of the inputs that are not what they were, nor gone with a copy that is."""
    return [entry.source for entry in inputs if not _same(entry)]


def _same(entry: Input) -> bool:
    try:
        return digest(read_limited(resolve_path(Path(entry.source)), MAX_PROGRAM_BYTES)) == entry.blake2b
    except OSError:
        return False


def use_copies(run: Path, inputs: Iterable[Input]) -> None:
    """Let the copies that a run has stand in for what it was played with, where that is gone. Paths that were typed
    relative to another directory mean the same files here."""
    inputs = list(inputs)
    register_copies(copy_paths(run, inputs) | named_files(inputs))


def use_copies_of(run: Path) -> None:
    """The same of a run whose configuration alone is wanted: one of another version will do."""
    try:
        listed = json.loads(read_limited(run / "manifest.json", MAX_MANIFEST_BYTES))["inputs"]
        use_copies(run, decode(listed, list[Input]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return


def missing_inputs(inputs: Iterable[Input]) -> list[str]:
    """Paths of the inputs that are no longer where they were."""
    return [entry.source for entry in inputs if not Path(entry.source).exists()]


DIGITS = 16  # of a digest, enough to tell versions apart


def engine_digest(config: Config) -> str:
    """Digest of the compiled modules, of component data, those shipped and those of every scenario, of files that
    switches name and, where some are drawn, of what draws them; the game must have been loaded."""
    from cext.games import game_module

    module = game_module(config.game, "engine")
    engine, kernel = Path(str(module.__file__)), Path(str(sys.modules["cext.kernel"].__file__)).parent
    paths = [scenario.components for scenario in config.scenarios if scenario.components]
    folders = dict.fromkeys(resolve_path(Path(folder)) for folder in paths)
    # The shipped files always: a folder that lacks one falls back to them.
    data = [path for folder in (engine.parent / "data", *folders) for path in components_files(folder)]
    data += [folder for folder in folders if is_unknown_table(folder)]
    data += [resolve_path(Path(value)) for value in switch_files(config)]
    if any(scenario.printing is not None for scenario in config.scenarios):
        shared = ("card_decks.py", "owner_questions.py", "printings.py")
        data += [*(kernel.parent / "games" / name for name in shared), *(engine.parent / "data").glob("*.py")]
    data += map(resolve_path, game_files(config.game).values())
    digest = hashlib.sha256()
    for path in sorted([engine, *kernel.glob("*.so"), *data], key=lambda path: path.name):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:DIGITS]


def strategy_digest(name: str, game: str) -> str:
    """Digest of the file a strategy of the game is made from, and of the modules it imports; empty where there is
    none. Raises StrategyFileError."""
    files = strategy_files(name, game)
    if not files:
        return ""
    digest = hashlib.sha256()
    for module, path in files.items():
        try:
            digest.update(module.encode() + read_limited(path, MAX_PROGRAM_BYTES))
        except OSError as error:
            raise StrategyFileError(f"{path}: cannot be read ({error.strerror}): give the path of a file") from error
    return digest.hexdigest()[:DIGITS]


def program_versions(engine: str) -> dict[str, str]:
    """Versions of everything that could change a row or its reading."""
    import numpy as np
    import polars as pl

    return {
        "analyser": __version__,
        "engine": engine,
        "python": sys.version.split()[0],
        "polars": pl.__version__,
        "numpy": np.__version__,
    }
