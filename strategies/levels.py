"""How strong players are, in steps: the levels of a game, each a strategy by its name, the weakest first.

They stand in strategies/<game>/levels.toml; `--levels` puts a question to each of them.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cext.file_games import is_file_game, read_literal
from cext.messages import did_you_mean
from cext.player_classes import BEGINNERS, CLASSES, NO_CLASS
from cext.safe_files import MAX_SETTINGS_BYTES, read_limited
from cext.toml_reader import TomlError, toml_table
from strategies.errors import StrategyFileError, StrategyNotFound

__all__ = ["LEVELS", "Level", "level_of", "levels_file", "levels_of"]

HERE = Path(__file__).parent
LEVELS = "levels.toml"  # in a game's folder of strategies
KEYS = ("name", "strategy", "players", "idea")
WEAK_NAMES = ("novice", "apprentice")  # levels of beginners, in a game in one file


@dataclass(frozen=True)
class Level:
    """A step of strength."""

    name: str
    strategy: str
    players: str  # of CLASSES; "": that of its strategy
    idea: str  # who plays like that, in one sentence


def levels_file(game: str) -> Path:
    """Where the game's levels stand."""
    return HERE / game / LEVELS


@cache
def levels_of(game: str) -> tuple[Level, ...]:
    """The levels of a game, the weakest first; none where it has no such file. StrategyFileError where it cannot be
    used."""
    if is_file_game(game):
        declared = read_literal(Path(game), "levels").items()
        return tuple(
            Level(name, strategy, BEGINNERS if name in WEAK_NAMES else "", f"plays as {strategy} does")
            for name, strategy in declared
        )
    path = levels_file(game)
    if not path.is_file():
        return ()
    try:
        content = toml_table(read_limited(path, MAX_SETTINGS_BYTES).decode())
    except (TomlError, UnicodeDecodeError, OSError) as error:
        raise StrategyFileError(f"{path}, {error}") from error
    tables = content.get("level")
    if list(content) != ["level"] or not isinstance(tables, list) or len(tables) < 2:
        raise StrategyFileError(f"{path}: must hold two [[level]] tables or more, and nothing else")
    levels = []
    for number, table in enumerate(tables, 1):
        for key in table:
            if key not in KEYS:
                raise StrategyFileError(f"{path}: level {number}: unknown key {key!r}: {did_you_mean(key, KEYS)}")
        for key in KEYS:
            if not isinstance(table.get(key), str) or not table[key]:
                raise StrategyFileError(f'{path}: level {number}: {key} is missing or no text: add {key} = "…"')
        if not re.fullmatch(r"\w[\w-]*", table["name"]):
            raise StrategyFileError(f"{path}: level {number}: {table['name']!r}: a name is letters, digits, _ and -")
        if table["players"] not in CLASSES or table["players"] == NO_CLASS:
            classes = [each for each in CLASSES if each != NO_CLASS]
            raise StrategyFileError(
                f"{path}: level {number}: players = {table['players']!r}: {did_you_mean(table['players'], classes)}"
            )
        levels.append(Level(**table))
    for key in ("name", "strategy"):
        if len({getattr(level, key) for level in levels}) < len(levels):
            raise StrategyFileError(f"{path}: two levels have the same {key}: give each its own")
    return tuple(levels)


def level_of(game: str, name: str) -> Level:
    """The level of that name; raises StrategyNotFound or StrategyFileError."""
    levels = {level.name: level for level in levels_of(game)}
    if name not in levels:
        hint = did_you_mean(name, levels) if levels else "it has no strategies/<game>/levels.toml"
        raise StrategyNotFound(f"{game} has no level {name!r}: {hint}")
    return levels[name]
