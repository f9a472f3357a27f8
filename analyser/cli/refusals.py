"""What the command line refuses before a command runs, told as any other error: one line, with what to do."""

import re
from collections.abc import Collection, Sequence
from typing import Any

import typer

from cext.limits import abbreviate
from cext.spelling import nearest
from cext.switch_words import read_switch

__all__ = ["COMMAND_SYNONYMS", "parse_error_message", "unknown_command"]

DASHES = "–—−"  # what pages and mails make of two hyphens
MAX_COMMANDS = 3  # commands named for an option
# What users of other programs type, and the command that answers it.
COMMAND_SYNONYMS = {
    "arena": "tournament", "rank": "tournament", "elo": "tournament", "ladder": "tournament", "standing": "tournament",
    "change": "whatif", "simulate": "run", "experiment": "run", "analyse": "report",
    "analyze": "report", "stats": "report", "results": "report", "watch": "replay", "view": "replay",
    "validate": "verify", "list": "games", "rules": "games", "bots": "strategies", "players": "strategies",
    "data": "components", "settings": "config", "optimise": "tune", "optimize": "tune", "train": "tune",
    "learn": "tune",
}  # fmt: skip


def unknown_command(name: str, path: str, commands: Collection[str]) -> str:
    """What is wrong with a word that is no command of `path`, and what to do."""
    from cext.games import GAMES

    if name in GAMES and "boards" in commands:
        return f"'{name}' is a game, not a command: put a question before it, such as `{path} boards {name}`"
    meant = COMMAND_SYNONYMS.get(name.lower())
    near = meant if meant in commands else nearest(name, commands)
    return f"no command '{name}': {f'did you mean {near}? ' if near else ''}`{path} --help` lists all"


def parse_error_message(error: Any) -> str:
    """What is wrong with the words typed, and what to do, in one line; "" where the help has been printed."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "analyser"
    explained = f"`{path} --help` explains"
    parameters = context.command.get_params(context) if context else []
    options = {
        name: parameter
        for parameter in parameters
        for name in (*parameter.opts, *parameter.secondary_opts)
        if name.startswith("-")
    }
    long = [name for name in options if name.startswith("--")]
    option, message = getattr(error, "option_name", None), " ".join(error.format_message().split())
    if isinstance(error, typer.BadParameter) and error.param is not None:
        name = option_name(error.param)
        if hasattr(error, "param_type"):  # it is missing
            return f"{name} is missing: {explained}"
        return f"{name} {error.message}"
    if option is not None and option in options:
        if options[option].is_flag:
            return f"{option} takes no value: write {option} alone"
        return f"{option} has no value: write {option} {options[option].metavar or 'VALUE'}"
    if option is not None:
        if not option.startswith("--"):
            return f"no option {option}: options begin with two hyphens, such as {long[0]}: {explained}"
        near = nearest_option(option, long)
        elsewhere = "" if near else other_commands(option, context)
        return f"no option {option}: {f'did you mean {near}? ' if near else elsewhere}{explained}"
    if extra := re.search(r"unexpected extra argument\S* \((.*)\)$", message):
        return extra_word_message(extra[1].split()[0], long, explained)
    return message


def extra_word_message(word: str, options: Sequence[str], explained: str) -> str:
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


def other_commands(word: str, context: Any) -> str:
    """The commands that have the option, or the one most like it, as a sentence; "" where there is none."""
    having = options_of(context.find_root().command, "analyser") if context else {}
    near = nearest_option(word, list(having))
    if near is None:
        return ""
    *others, last = (f"`{path}`" for path in having[near][:MAX_COMMANDS])
    commands = f"{', '.join(others)} and {last} have" if others else f"{last} has"
    return f"{commands} {'it' if near == word else near}; "


def options_of(command: Any, path: str) -> dict[str, list[str]]:
    """The long options below a command, each with the commands that have it."""
    having: dict[str, list[str]] = {}
    for name, subcommand in getattr(command, "commands", {}).items():
        for parameter in subcommand.params:
            for option in parameter.opts:
                if option.startswith("--"):
                    having.setdefault(option, []).append(f"{path} {name}")
        for option, paths in options_of(subcommand, f"{path} {name}").items():
            having.setdefault(option, []).extend(paths)
    return having


def option_name(parameter: Any) -> str:
    """A parameter as it is typed: --games, GAME."""
    return str(parameter.opts[0] if parameter.param_type_name == "option" else parameter.display_name_raw)
