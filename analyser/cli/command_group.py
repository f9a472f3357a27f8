"""Commands as this program has them: an error of their parser is one line with what to do; a group may mean `show`."""

import re
import sys
from collections.abc import Collection, Sequence
from typing import Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from analyser.cli.error_report import full_disk, report_errors
from analyser.cli.help import print_help
from analyser.errors import NO_SPACE
from cext.fallback_files import expand_home
from cext.messages import closest_match, parse_switch
from cext.safe_files import abbreviate, abbreviate_words, escape_controls

__all__ = ["COMMAND_SYNONYMS", "Command", "CommandGroup", "DefaultShowGroup", "parse_error_message", "unknown_command"]

DASHES = "–—−"  # what pages and mails make of two hyphens
MAX_COMMANDS = 3  # commands named for an option
# What users of other programs type, and the command that answers it.
COMMAND_SYNONYMS = {
    "arena": "tournament", "rank": "tournament", "elo": "tournament", "ladder": "tournament", "standing": "tournament",
    "change": "whatif", "simulate": "run", "experiment": "run", "analyse": "report",
    "analyze": "report", "stats": "report", "results": "report", "watch": "replay", "view": "replay",
    "validate": "verify", "list": "games", "rules": "games", "bots": "strategies", "players": "strategies",
    "data": "components", "settings": "config", "optimise": "tune", "optimize": "tune", "learn": "train",
}  # fmt: skip


# Options by their command that have other names now.
RENAMED_OPTIONS = {
    "decisions": {"--minutes": "--time"},
    "repair": {"--minutes": "--time"},
    "new": {"--python": "the ending .py of FILE"},
    "show": {"--forbid": "--forbiddable"},
    "play": {"--against": "--opponents", "--save": "--out"},
    "record": {"--plans": "--openings"},
    "tune": {
        "--against": "--opponents", "--tables": "--weights", "--emphasis": "--bonus", "--keep": "--freeze",
        "--minutes": "--time",
    },
    "verify": {"--all": "--full"},
    "whatif": {"--against": "--baseline"},
}  # fmt: skip


class Command(TyperCommand):
    """A command: it ends in its result or in one line; errors of its parser name it and its options."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help; the formatter gets nothing."""
        print_help(self, ctx)

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        with report_errors(ctx.params.values(), trust=bool(ctx.params.get("trust")), debug=ctx.meta["debug"]):
            return super().invoke(ctx)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The words as the command's parameters, which `ctx` holds afterwards; what is left over. Every command takes
        --debug, which none lists."""
        ctx.meta["debug"] = "--debug" in args
        args = [expand_home(word) for word in args if word != "--debug"]
        if ctx.resilient_parsing and args and args[-1].startswith("-"):
            args = args[:-1]  # its value is being completed: the parser would give up, and not know the game
        try:
            if not ctx.resilient_parsing:
                self.check_once(ctx, args)
            return super().parse_args(ctx, args)
        except typer.TyperException as error:
            if getattr(error, "ctx", None) is None:
                error.ctx = ctx  # type: ignore[attr-defined]  # of usage errors, where the parser leaves it out
            raise

    def check_once(self, ctx: Any, args: list[str]) -> None:
        """Fail where an option that takes one value, or is on or off, is given twice, as one would be lost, and where
        another option takes the place of a value."""
        values, _, order = self.make_parser(ctx).parse_args(list(args))
        names = {name for option in self.params for name in option.opts if name.startswith("--")}
        for option in order:
            value = values.get(option.name)
            if isinstance(value, str) and value in names:
                ctx.fail(f"{option.opts[0]} has no value: write {option.opts[0]} {option.metavar}")
            single = option.param_type_name == "option" and not option.multiple
            if single and order.count(option) > 1:
                several = f", as {option.opts[0]} {option.metavar}" if "," in (option.metavar or "") else ""
                ctx.fail(f"{'/'.join([option.opts[0], *option.secondary_opts])} is given twice: give it once{several}")

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """What may follow after complete parameters: options; behind SWITCH= in bash, the values of the switch."""
        option = next((parameter for parameter in self.params if parameter.name == "option"), None)
        *_, switch = ctx.params.get("option") or [""]
        if option is not None and switch and "=" not in switch:
            items = option.shell_complete(ctx, f"{switch}={incomplete}")
            for item in items:
                item.value = item.value.partition("=")[2]
            return items
        return super().shell_complete(ctx, incomplete)


class CommandGroup(TyperGroup):
    """Commands whose mistyped words end in one line on standard error and exit code 2."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help; the formatter gets nothing."""
        print_help(self, ctx)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> NoReturn:
        """Run the words; leave the process with the command's exit code."""
        try:
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        except typer.TyperException as error:
            code = error.exit_code
            if message := parse_error_message(error):  # empty: the help has been printed instead
                typer.echo(f"analyser: {escape_controls(abbreviate_words(message))}", err=True)
        except OSError as error:  # the help, which no command prints
            if error.errno not in NO_SPACE:
                raise
            full = full_disk(error)
            code = full.exit_code
            typer.echo(f"analyser: {full}", err=True)
        except SystemExit as error:  # of a reader who has left while the help was printed
            code = 0 if isinstance(error.__context__, BrokenPipeError) else error.code
        except typer.Abort:
            code = 130
            typer.echo("analyser: stopped", err=True)
        sys.exit(code)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The words as the group's own parameters and a command; where none is named, and no help is given for that,
        the commands there are."""
        if args[:1] == ["--version"] and len(args) > 1 and not ctx.resilient_parsing:
            ctx.fail(f"--version takes no other words: leave '{args[1]}' out")
        if not args and not (self.invoke_without_command or self.no_args_is_help or ctx.resilient_parsing):
            ctx.fail(f"no command: choose from {', '.join(self.commands)}; `{ctx.command_path} --help` explains them")
        return super().parse_args(ctx, args)

    def get_params(self, ctx: Any) -> list[Any]:
        """The group's own parameters, all of them flags: off, not None, which only pydantic could check: it would take
        a tenth of a second to load."""
        parameters = super().get_params(ctx)
        for parameter in parameters:
            parameter.default = parameter.default or False
        return parameters

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first word names, its name, and the other words."""
        name = args[0]
        if name not in self.commands and not ctx.resilient_parsing and not name.startswith("-"):
            ctx.fail(unknown_command(name, ctx.command_path, self.commands))
        return super().resolve_command(ctx, args)


class DefaultShowGroup(CommandGroup):
    """Commands of which `show` is meant where none is named: `games zhanguo` is `games show zhanguo`; alone, `list` is
    where there is one."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The words with the command that they mean."""
        command = next((word for word in args if not word.startswith("-")), None)
        asks_help = args[:1] in (["-h"], ["--help"])
        completing = ctx.resilient_parsing and command is None
        if command not in self.commands and not asks_help and not completing:
            args = ["list" if command is None and "list" in self.commands else "show", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """What may follow: a command, or what `show` shows."""
        items = self.commands["show"].params[0].shell_complete(ctx, incomplete)
        return [*super().shell_complete(ctx, incomplete), *([] if incomplete.startswith("-") else items)]


def unknown_command(name: str, path: str, commands: Collection[str]) -> str:
    """What is wrong with a word that is no command of `path`, and what to do."""
    from cext.games import is_game

    if is_game(name) and "boards" in commands:
        return f"'{name}' is a game, not a command: put a question before it, such as `{path} boards {name}`"
    meant = COMMAND_SYNONYMS.get(name.lower())
    near = meant if meant in commands else closest_match(name, commands)
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
        if context and (renamed := RENAMED_OPTIONS.get(context.info_name, {}).get(option)):
            return f"{option} is now {renamed}"
        near = nearest_option(option, long)
        elsewhere = "" if near else other_commands(option, context)
        return f"no option {option}: {f'did you mean {near}? ' if near else elsewhere}{explained}"
    if extra := re.search(r"unexpected extra argument\S* \((.*)\)$", message):
        return extra_word_message(extra[1].split()[0], long, explained)
    return message


def extra_word_message(word: str, options: Sequence[str], explained: str) -> str:
    """What to do about a word that the command has no place for."""
    if word[0] in DASHES:
        return f"'{word}': write it with two hyphens, --{word.lstrip(DASHES)}"
    if parse_switch(word) is not None:
        return f"'{word}' is not understood: an option such as --quiet is on where it is given, and takes no word"
    near = nearest_option(word.partition("=")[0], options)
    return f"'{abbreviate(word)}' is not understood here: {f'did you mean {near}? ' if near else ''}{explained}"


def nearest_option(word: str, options: Sequence[str]) -> str | None:
    """The option most like a word, hyphens in front apart."""
    near = closest_match(word.lstrip("-"), [option.removeprefix("--") for option in options])
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
