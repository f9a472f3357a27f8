"""A new strategy to begin with: a skeleton written into a file, and what to do with it."""

import re
from pathlib import Path

from analyser.errors import DataError, UsageError
from analyser.experiments.arena import default_strategies, load_any
from strategies.skeleton import class_name, python_text, toml_text

__all__ = ["next_steps", "write_skeleton"]

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def write_skeleton(game: str, name: Path, *, python: bool) -> Path:
    """Write the skeleton of a strategy for a game; its file: `name` with the suffix .toml, or .py for Python.

    Raises UsageError for a name that cannot be one, DataError where the file is there or cannot be written.
    """
    suffix = name.suffix or (".py" if python else ".toml")
    if suffix not in (".toml", ".py") or (python and suffix != ".py"):
        raise UsageError(f"{name}: a strategy is a file.toml, or Python in a file.py: leave the ending out")
    if not NAME.fullmatch(name.stem):
        raise UsageError(f"'{name.stem}' cannot name a strategy: use letters, digits, _ and -, such as my_plan")
    file = name.with_suffix(suffix)
    write = python_text if suffix == ".py" else toml_text
    text = write(load_any(game), name.stem)
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(text)
    except FileExistsError:
        raise DataError(f"{file} is there already and stays as it is: choose another name") from None
    except OSError as error:
        raise DataError(f"{file} cannot be written ({error.strerror}): name a file in a folder of yours") from error
    return file


def next_steps(game: str, file: Path) -> str:
    """What to do with a new strategy, one step a line."""
    spec, games = (str(file), "4k") if file.suffix == ".toml" else (f"{file}:{class_name(file.stem)}", "200")
    rival = next(iter(default_strategies(game)))
    change = "its weights" if file.suffix == ".toml" else "WEIGHTS and choose()"
    return f"""1. analyser balance {game} --strategies {spec},random --games {games}
2. change {change}; `analyser strategies {game} --features` says what can be weighed
3. hold it against others: --strategies {spec},{rival}; `analyser strategies {game}` lists them"""
