"""Versions and digests of what decides a run's rows beside its configuration: compiled modules, component data,
strategies, packages."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from analyser.experiments.config import Config
from analyser.runs.inputs import components_files, strategy_files, switch_files
from analyser.version import __version__
from cext.limits import MOST_PROGRAM, file_bytes
from cext.standins import present
from strategies.errors import StrategyFileError

__all__ = ["engine_digest", "program_versions", "strategy_digest"]

DIGITS = 16  # of a digest, enough to tell versions apart


def engine_digest(config: Config) -> str:
    """Digest of the compiled modules, of component data, those shipped and those of every scenario, of files that
    switches name and, where some are drawn, of what draws them; the game must have been loaded."""
    from cext.games import GAMES

    module = sys.modules[GAMES[config.game]]
    engine, kernel = Path(str(module.__file__)), Path(str(sys.modules["cext.kernel"].__file__)).parent
    folders = dict.fromkeys(present(Path(scenario.components)) for scenario in config.scenarios if scenario.components)
    # The shipped files always: a folder that lacks one falls back to them.
    data = [path for folder in (engine.parent / "data", *folders) for path in components_files(folder)]
    data += [present(Path(value)) for value in switch_files(config)]
    if any(scenario.printing is not None for scenario in config.scenarios):
        data += [kernel.parent / "games" / "printings.py", *(engine.parent / "data").glob("*.py")]
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
            digest.update(module.encode() + file_bytes(path, MOST_PROGRAM))
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
