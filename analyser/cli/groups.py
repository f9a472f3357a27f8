"""Commands as this program has them: their parser's errors are one line, and a group may mean a command unsaid."""

import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from analyser.cli.ending import full_disk
from analyser.cli.refusals import parse_error_message, unknown_command
from analyser.errors import NO_SPACE
from cext.limits import abbreviate_words, visible

__all__ = ["Command", "CommandGroup", "DefaultShowGroup"]


class Command(TyperCommand):
    """A command whose parser's errors know it, so that they can be told in its words."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The words as the command's parameters, which `ctx` holds afterwards; what is left over."""
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
        """Fail where an option that takes one value, or is on or off, stands twice: one of them would be lost."""
        _, _, order = self.make_parser(ctx).parse_args(list(args))
        for option in order:
            single = option.param_type_name == "option" and not option.multiple
            if single and order.count(option) > 1:
                several = f", as {option.opts[0]} {option.metavar}" if "," in (option.metavar or "") else ""
                ctx.fail(f"{'/'.join([option.opts[0], *option.secondary_opts])} stands twice: give it once{several}")

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """What may follow where no parameter is begun: options; behind SWITCH= in bash, the values of the switch."""
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
                typer.echo(f"analyser: {visible(abbreviate_words(message))}", err=True)
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
            ctx.fail(f"--version stands alone: leave '{args[1]}' out")
        if not args and not (self.invoke_without_command or self.no_args_is_help or ctx.resilient_parsing):
            ctx.fail(f"no command: choose from {', '.join(self.commands)}; `{ctx.command_path} --help` explains them")
        return super().parse_args(ctx, args)

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
