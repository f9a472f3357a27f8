"""Commands of this program as messages and pages print them: put together of words as a shell takes them. A test runs
every one; so none is typed into a sentence."""

import shlex
from pathlib import Path

from cext.file_games import is_file_game

__all__ = ["command", "command_line", "typed_game"]


def command(*words: object) -> str:
    """`analyser` with these words, in backquotes."""
    return f"`{command_line(*words)}`"


def command_line(*words: object) -> str:
    """`analyser` with these words; capitals alone, such as GAME, RUN or DIR, are for the reader to fill in."""
    return f"analyser {shlex.join(typed_game(str(word)) for word in words)}"


def typed_game(game: str) -> str:
    """A game as a command that is typed here names it: a file below the current folder by its path from there."""
    is_below = is_file_game(game) and Path(game).is_relative_to(Path.cwd())
    return f"./{Path(game).relative_to(Path.cwd())}" if is_below else game
