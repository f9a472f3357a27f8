"""How strong players are, in steps: the levels of a game, each a strategy by its name, the weakest first.

They stand in strategies/<game>/levels.toml; `--levels` puts a question to each of them.
"""

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from cext.fields import Record, Text
from cext.file_games import is_file_game, read_literal
from cext.messages import did_you_mean
from cext.toml_reader import read_toml
from strategies.errors import StrategyFileError, StrategyNotFound

__all__ = ["LEVELS", "Level", "level_of", "levels_file", "levels_of"]

HERE = Path(__file__).parent
LEVELS = "levels.toml"  # in a game's folder of strategies
WEAK_NAMES = ("novice", "apprentice")  # levels of beginners, in a game in one file


class Level(Record, frozen=True):
    """A step of strength."""

    name: Annotated[str, Meta(pattern=r"^\w[\w-]*\Z", description="made of letters, digits, _ and -")]
    strategy: Text
    players: Literal["beginners", "ordinary", "tuned", "strong", "strong and tuned"] | None  # None: as its strategy
    idea: Text  # who plays like that, in one sentence


class LevelsFile(Record, frozen=True):
    """What levels.toml holds."""

    level: Annotated[tuple[Level, ...], Meta(min_length=2, description="two [[level]] tables or more")]

    def __post_init__(self) -> None:
        """ValueError where two levels are the same."""
        for key in ("name", "strategy"):
            if len({getattr(level, key) for level in self.level}) < len(self.level):
                raise ValueError(f"two levels have the same {key}: give each its own")


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
            Level(name, strategy, "beginners" if name in WEAK_NAMES else None, f"plays as {strategy} does")
            for name, strategy in declared
        )
    path = levels_file(game)
    return read_toml(path, LevelsFile, StrategyFileError).level if path.is_file() else ()


def level_of(game: str, name: str) -> Level:
    """The level of that name; raises StrategyNotFound or StrategyFileError."""
    levels = {level.name: level for level in levels_of(game)}
    if name not in levels:
        hint = did_you_mean(name, levels) if levels else "it has no strategies/<game>/levels.toml"
        raise StrategyNotFound(f"{game} has no level {name!r}: {hint}")
    return levels[name]
