"""What the command line refuses before a command runs, told as any other error: one line, with what to do."""

import re
from collections.abc import Collection, Sequence
from typing import Any

import typer

from cext.limits import abbreviate
from cext.spelling import nearest
from cext.switch_words import read_switch

__all__ = ["MEANT", "refusal", "unknown_command"]

DASHES = "–—−"  # what pages and mails make of two hyphens
MOST = 3  # commands named for an option
# What users of other programs type, and the command that answers it.
MEANT = {
    "arena": "tournament", "rank": "tournament", "elo": "tournament", "ladder": "tournament", "standing": "tournament",
    "change": "whatif", "simulate": "run", "experiment": "run", "analyse": "report",
    "analyze": "report", "stats": "report", "results": "report", "watch": "replay", "view": "replay",
    "validate": "verify", "list": "games", "rules": "games", "bots": "strategies", "players": "strategies",
    "data": "components", "settings": "config", "optimise": "tune", "optimize": "tune", "train": "tune",
    "learn": "tune",
}  # fmt: skip


def unknown_command(name: str, path: str, known: Collection[str]) -> str:
    """What is wrong with a word that is no command of `path`, and what to do."""
    from cext.games import GAMES

    if name in GAMES and "boards" in known:
        return f"'{name}' is a game, not a command: put a question before it, such as `{path} boards {name}`"
    meant = MEANT.get(name.lower())
    near = meant if meant in known else nearest(name, known)
    return f"no command '{name}': {f'did you mean {near}? ' if near else ''}`{path} --help` lists all"


def refusal(error: Any) -> str:
    """What is wrong with the words typed, and what to do, in one line; "" where the help has been printed."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "analyser"
    explained = f"`{path} --help` explains"
    parameters = context.command.get_params(context) if context else []
    options = {name: one for one in parameters for name in (*one.opts, *one.secondary_opts) if name.startswith("-")}
    long = [name for name in options if name.startswith("--")]
    typed, said = getattr(error, "option_name", None), " ".join(error.format_message().split())
    if isinstance(error, typer.BadParameter) and error.param is not None:
        name = option_name(error.param)
        if hasattr(error, "param_type"):  # it is missing
            return f"{name} is missing: {explained}"
        return f"{name} {error.message}"
    if typed is not None and typed in options:
        if options[typed].is_flag:
            return f"{typed} takes no value: write {typed} alone"
        return f"{typed} has no value: write {typed} {options[typed].metavar or 'VALUE'}"
    if typed is not None:
        if not typed.startswith("--"):
            return f"no option {typed}: options begin with two hyphens, such as {long[0]}: {explained}"
        near = nearest_option(typed, long)
        elsewhere = "" if near else of_others(typed, context)
        return f"no option {typed}: {f'did you mean {near}? ' if near else elsewhere}{explained}"
    if extra := re.search(r"unexpected extra argument\S* \((.*)\)$", said):
        return one_too_many(extra[1].split()[0], long, explained)
    return said


def one_too_many(word: str, options: Sequence[str], explained: str) -> str:
    """What to do about a word that the command has no place for."""
    if word[0] in DASHES:
        return f"'{word}' begins with a dash that is no hyphen: write --{word.lstrip(DASHES)}"
    if read_switch(word) is not None:
        return f"'{word}' is not understood: an option such as --quiet is on where it stands, and takes no word"
    near = nearest_option(word.partition("=")[0], options)
    return f"'{abbreviate(word)}' is not understood here: {f'did you mean {near}? ' if near else ''}{explained}"


def nearest_option(word: str, options: Sequence[str]) -> str | None:
    """The option most like a word, hyphens in front apart."""
    near = nearest(word.lstrip("-"), [option.removeprefix("--") for option in options])
    return None if near is None else f"--{near}"


def of_others(word: str, context: Any) -> str:
    """The commands that have the option, or the one most like it, as a sentence; "" where there is none."""
    having = options_of(context.find_root().command, "analyser") if context else {}
    near = nearest_option(word, list(having))
    if near is None:
        return ""
    *others, last = (f"`{path}`" for path in having[near][:MOST])
    commands = f"{', '.join(others)} and {last} have" if others else f"{last} has"
    return f"{commands} {'it' if near == word else near}; "


def options_of(command: Any, path: str) -> dict[str, list[str]]:
    """The long options below a command, each with the commands that have it."""
    having: dict[str, list[str]] = {}
    for name, one in getattr(command, "commands", {}).items():
        for parameter in one.params:
            for option in parameter.opts:
                if option.startswith("--"):
                    having.setdefault(option, []).append(f"{path} {name}")
        for option, paths in options_of(one, f"{path} {name}").items():
            having.setdefault(option, []).extend(paths)
    return having


def option_name(parameter: Any) -> str:
    """A parameter as it is typed: --games, GAME."""
    return str(parameter.opts[0] if parameter.param_type_name == "option" else parameter.display_name_raw)
