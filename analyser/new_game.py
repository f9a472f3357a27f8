"""A new game to begin with: the toy copied under another name, with its tests, its strategies and its README."""

import keyword
import re
from pathlib import Path

from analyser.errors import DataError, UsageError

__all__ = ["CHECKOUT", "copy_toy", "next_steps"]

CHECKOUT = Path(__file__).resolve().parent.parent
FOLDERS = ("cext/games/{}", "strategies/{}", "tests/games/{}")  # what belongs to a game, by its name
COPIED = (".py", ".pyx", ".csv", ".toml", ".md")
TOY = "toy"
NAME = re.compile(r"[a-z][a-z0-9_]*")


def copy_toy(name: str, checkout: Path = CHECKOUT) -> list[Path]:
    """Copy the toy as game `name` into a checkout; the files written.

    Raises UsageError for a name that cannot be one, DataError where it is taken or where there is no checkout.
    """
    if not NAME.fullmatch(name) or keyword.iskeyword(name) or len(name) > 32:
        raise UsageError(f"'{name}' cannot name a game: use lower-case letters, digits and _, such as my_game")
    if not (checkout / "setup.py").is_file() or not (checkout / "tests/games" / TOY).is_dir():
        raise DataError(
            f"{checkout} is no checkout of the project: clone it, and name its folder or run the command there"
        )
    for folder in FOLDERS:
        if (checkout / folder.format(name)).exists():
            raise DataError(f"the name {name} is taken ({folder.format(name)} exists): choose another")
    if (checkout / "cext/games" / f"{name}.py").exists() or (checkout / "cext/games" / f"{name}.pyx").exists():
        raise DataError(f"the name {name} is taken (a module of cext/games has it): choose another")
    written = []
    for folder in FOLDERS:
        source, target = checkout / folder.format(TOY), checkout / folder.format(name)
        for file in sorted(path for path in source.rglob("*") if path.is_file() and path.suffix in COPIED):
            copy = target / file.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(renamed(file.read_text(encoding="utf-8"), name), encoding="utf-8")
            written.append(copy)
    return written


def renamed(text: str, name: str) -> str:
    """A text of the toy as that of another game."""
    words = name.replace("_", " ").split()
    title, kind = " ".join(word.capitalize() for word in words), "".join(word.capitalize() for word in words)
    text = text.replace("ToyWords", f"{kind}Words")
    text = re.sub(r"(cdef class |GAME = )Toy\b", rf"\g<1>{kind}", text)
    text = re.sub(r"\n*hidden = True[^\n]*\n", "\n", text)
    text = re.sub(r"(?m)^\"\"\"Toy: a complete tiny game.*$", f'"""{title}."""', text)
    text = re.sub(r"\bToy\b", title, text)
    return re.sub(r"\btoy\b", name, text)


def next_steps(name: str) -> str:
    """What to do with a new game, one step a line."""
    return f"""1. make build
2. .venv/bin/python -m pytest tests/games/{name} tests/contract -k {name}
3. write the rules into cext/games/{name}/README.md, then into engine.pyx: enums, state, begin, legal, play, sources_of
4. analyser boards {name} --players 2 --games 4000"""
