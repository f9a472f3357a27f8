"""Digests of what decides a run's rows beside its configuration: compiled modules, component data, strategies."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from analyser.experiments.config import Config

__all__ = ["engine_digest", "strategy_digest"]

DIGITS = 16  # of a digest, enough to tell versions apart


def engine_digest(config: Config) -> str:
    """Digest of the compiled modules, of the component data of every scenario and, where some are drawn, of what draws
    them; the game must have been loaded."""
    from cext.games import GAMES

    module = sys.modules[GAMES[config.game]]
    engine, kernel = Path(str(module.__file__)), Path(str(sys.modules["cext.kernel"].__file__)).parent
    folders = dict.fromkeys(
        Path(scenario.components) if scenario.components else engine.parent / "data" for scenario in config.scenarios
    )
    data = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".csv", ".toml")]
    if any(scenario.printing is not None for scenario in config.scenarios):
        data += [kernel.parent / "games" / "printings.py", *(engine.parent / "data").glob("*.py")]
    digest = hashlib.sha256()
    for path in sorted([engine, *kernel.glob("*.so"), *data], key=lambda path: path.name):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:DIGITS]


def strategy_digest(name: str, game: str) -> str:
    """Digest of the file a strategy of the game is made from; empty where there is none."""
    from strategies.catalogue import find

    file = find(name, game).path
    return hashlib.sha256(file.read_bytes()).hexdigest()[:DIGITS] if file and file.is_file() else ""
