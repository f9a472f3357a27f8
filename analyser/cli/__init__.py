"""The command line: one file a command; only typer and the standard library are imported before a command runs."""

import gc
import os
import sys
import threading
import time
from contextlib import suppress
from threading import Thread

import typer

from analyser import __version__
from analyser.cli import (
    compare,
    components,
    explore,
    games,
    one_game,
    questions,
    replay,
    report,
    runs,
    special_questions,
    strategies,
    train,
    tune,
)
from analyser.cli.command_group import Command, CommandGroup
from analyser.cli.options import EXPERIMENTS, QUESTIONS, RESOURCES, SINGLE, START
from analyser.cli.streams import prepare_streams
from analyser.runs.prints import show_warnings
from cext import signals
from cext.commands import command_line
from cext.safe_files import escape_controls

__all__ = ["app", "main"]

PURPOSE = (
    "Plays a board game thousands of times a second and reports whether its boards, seats and openings are balanced."
)
# What the program says where nothing is asked of it.
WELCOME = f"""{PURPOSE}
The answer is one sentence, one chart, what to change and how sure it is: here, and as a page to publish.

Try:
  {command_line("demo"):26}  an answer in ten seconds, with its page
  {command_line("boards", "zhanguo"):26}  which player board is too strong, and what to change
  {command_line("--help"):26}  all questions and commands, and how to begin with a game of your own
"""
YOUNG = 100_000  # new objects after which Python looks for cycles among them: at its own 700, a tenth of a command
PATIENCE = 2.0  # seconds that threads have to end by themselves when all is done

app = typer.Typer(
    name="analyser",
    cls=CommandGroup,
    help=PURPOSE,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for panel, commands in {
    START: (questions.demo,),
    QUESTIONS: (
        questions.boards, questions.balance, questions.openings, questions.whatif, special_questions.repair,
        questions.cards, questions.tournament, special_questions.decisions, special_questions.people,
    ),
    EXPERIMENTS: (questions.run, report.report, compare.compare, explore.explore),
    SINGLE: (one_game.record, one_game.verify, replay.replay, one_game.play),
}.items():  # fmt: skip
    for command in commands:
        app.command(cls=Command, rich_help_panel=panel)(command)
app.add_typer(strategies.app, rich_help_panel=RESOURCES)
app.command(cls=Command, rich_help_panel=RESOURCES)(tune.tune)
app.command(cls=Command, rich_help_panel=RESOURCES)(train.train)
app.add_typer(games.app, rich_help_panel=RESOURCES)
app.add_typer(components.app, rich_help_panel=RESOURCES)
app.add_typer(runs.app, rich_help_panel=EXPERIMENTS)
app.add_typer(runs.config_app, rich_help_panel=EXPERIMENTS)


def _version(requested: bool) -> None:
    if requested:
        typer.echo(f"analyser {__version__}")
        raise typer.Exit


@app.callback()
def start(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    """What holds for every command."""
    if context.invoked_subcommand is None:
        typer.echo(WELCOME, nl=False)


def main() -> None:
    """Run the command line; it ends whatever threads of a strategy do."""
    prepare_streams()
    show_warnings()
    os.environ["MPLBACKEND"] = "agg"  # charts are drawn into files, whatever shows them elsewhere
    signals.install_handlers()
    gc.set_threshold(YOUNG)
    code = 0
    try:
        app(prog_name="analyser")
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        raise
    finally:
        if left_threads():
            Thread(target=end_without, args=(code,), daemon=True).start()
        gc.freeze()  # else Python looks for cycles among all that it imported: a quarter of a second after a report


def left_threads() -> list[Thread]:
    """Threads for which Python would wait at its end."""
    return [thread for thread in threading.enumerate() if not thread.daemon and thread is not threading.main_thread()]


def end_without(code: int) -> None:
    """End the program with this exit code, unless its threads end soon."""
    time.sleep(PATIENCE)
    if left := left_threads():
        with suppress(OSError):
            sys.stdout.flush()
            typer.echo(
                f"analyser: thread {escape_controls(left[0].name)} of a strategy never ends: ended without it", err=True
            )
            sys.stderr.flush()
        os._exit(code)
