"""Options that several commands share, and their words."""

import functools
from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any

import typer

from analyser.cli import completion as complete
from analyser.cli.error_report import report_errors
from analyser.cli.option_parsers import float_option, int_option, seconds_option
from analyser.errors import EXIT_CODES

__all__ = [
    "EPILOG",
    "EXPERIMENTS",
    "QUESTIONS",
    "RESOURCES",
    "SEVERAL",
    "SINGLE",
    "SWITCHES",
    "experiment_command",
    "memory_limit",
    "time_limit",
]

QUESTIONS = "Questions"
EXPERIMENTS = "Experiments of your own"
SINGLE = "One game at a time"
RESOURCES = "What there is"

EPILOG = "\n\n".join(["Exit codes:", *(f"- **{code}** {words}" for code, words in EXIT_CODES.items())])

EXPERIMENT = "Experiment"
EXECUTION = "Execution"
OUTPUT = "Output"

Game = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME", help="The game; `analyser games` lists them.", autocompletion=complete.games, show_default=False
    ),
]
Players = Annotated[
    int | None,
    typer.Option(
        "--players",
        metavar="N",
        help="Players at the table. [default: 4, or what the game has]",
        parser=int_option,
        rich_help_panel=EXPERIMENT,
    ),
]
Counts = Annotated[
    str | None,
    typer.Option(
        "--players",
        metavar="N,N,…",
        help="Players at the table; 2,3,4 answers for each number, all on one page. [default: 4, or what the game has]",
        rich_help_panel=EXPERIMENT,
    ),
]
Strategies = Annotated[
    str | None,
    typer.Option(
        "--strategies",
        metavar="A,B,…",
        help="Strategies by name, or FILE.py:CLASS; mcts:50..200 are searches of 50, 100 and 200 games a decision. "
        "[default: the plans shipped with the game]",
        autocompletion=complete.strategies,
        rich_help_panel=EXPERIMENT,
    ),
]
Levels = Annotated[
    bool,
    typer.Option(
        "--levels",
        help="Answer separately for each skill level, from novice to expert, on the same deals (`analyser strategies "
        "GAME` lists levels). Unless --games says so, each plays 2000 games.",
        rich_help_panel=EXPERIMENT,
    ),
]
Boards = Annotated[
    str | None,
    typer.Option(
        "--boards",
        metavar="A,B,…",
        help="Boards by name: one for every seat, or one a seat; one if it is a map. [default: the plain one]",
        autocompletion=complete.boards,
        rich_help_panel=EXPERIMENT,
    ),
]
Rotate = Annotated[
    bool | None,
    typer.Option(
        "--rotate/--no-rotate", help="Play every line-up from every seat. [default: rotate]", rich_help_panel=EXPERIMENT
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="S",
        help="Root of every random draw. [default: 1]",
        parser=int_option,
        rich_help_panel=EXPERIMENT,
    ),
]
SWITCHES = "A variant or ruling of the game (`analyser games GAME --options` explains them); repeatable."
SEVERAL = "Several values of one are played and compared on the same deals."
Option = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="SWITCH=VALUE",
        help=SWITCHES,
        autocompletion=complete.switches,
        rich_help_panel=EXPERIMENT,
    ),
]
Variants = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="SWITCH=A,B,…",
        help=f"{SWITCHES} {SEVERAL}",
        autocompletion=complete.switches,
        rich_help_panel=EXPERIMENT,
    ),
]
Printings = Annotated[
    str | None,
    typer.Option(
        "--printings",
        metavar="N|auto",
        autocompletion=complete.choices("auto"),
        help="Also play N versions of the game in which unknown component values are redrawn. Each verdict gets a "
        "second, wider interval. auto: as many as it takes.",
        rich_help_panel=EXPERIMENT,
    ),
]
Until = Annotated[
    str | None,
    typer.Option(
        "--until",
        metavar="decided",
        autocompletion=complete.choices("decided"),
        help="Stop as soon as every comparison is decided, at the latest after --games. The intervals allow for the "
        "repeated checks.",
        rich_help_panel=EXPERIMENT,
    ),
]
Components = Annotated[
    Path | None,
    typer.Option(
        "--components",
        metavar="DIR",
        help="Component files to use in place of the shipped ones.",
        rich_help_panel=EXPERIMENT,
    ),
]
Record = Annotated[
    str | None,
    typer.Option(
        "--record",
        metavar="seats|decisions",
        help="What to store besides the games. [default: seats]",
        autocompletion=complete.choices("seats", "decisions"),
        rich_help_panel=EXPERIMENT,
    ),
]
Sample = Annotated[
    float | None,
    typer.Option(
        "--sample",
        metavar="F",
        help="Fraction of the deals whose decisions are stored. [default: 1]",
        parser=float_option,
        rich_help_panel=EXPERIMENT,
    ),
]
Margin = Annotated[
    float | None,
    typer.Option(
        "--margin",
        metavar="PP",
        help="Percentage points of win share that still count as balanced. [default: 2]",
        parser=float_option,
        rich_help_panel=EXPERIMENT,
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="W",
        help="Worker processes; 0 plays in this one. [default: one a core, as far as 80 % of the memory goes]",
        parser=int_option,
        rich_help_panel=EXECUTION,
    ),
]
Engine = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="URL",
        help="local, or the dask scheduler of a cluster: dask://HOST:PORT, or tls://HOST:PORT with certificates. "
        "[default: local]",
        autocompletion=complete.choices("local", "dask://", "tls://"),
        rich_help_panel=EXECUTION,
    ),
]
Collect = Annotated[
    bool | None,
    typer.Option(
        "--collect/--no-collect",
        help="Fetch results through dask: the machines of the cluster need no shared disk. [default: no-collect]",
        rich_help_panel=EXECUTION,
    ),
]
Batch = Annotated[
    int | None,
    typer.Option(
        "--batch",
        metavar="N",
        help="Games of a part file. [default: at most 5000]",
        parser=int_option,
        rich_help_panel=EXECUTION,
    ),
]


def time_limit(of: str) -> Any:
    """What --time-limit of a command is; of: what may take so long, and what becomes of one that takes longer."""
    return typer.Option(
        "--time-limit",
        metavar="TIME",
        help=f"What {of}. Seconds (300), or 90s, 5m, 1h. [default: any time, as long as each decision is made within "
        "600 seconds]",
        parser=seconds_option,
        rich_help_panel=EXECUTION,
    )


def memory_limit(of: str) -> Any:
    """What --memory-limit of a command is; of: which process may take so much, and what becomes of what takes more."""
    return typer.Option(
        "--memory-limit",
        metavar="SIZE",
        help=f"What {of}. [default: its share of 80 % of the machine's memory, at least 512MB]",
        rich_help_panel=EXECUTION,
    )


TimeLimit = Annotated[
    float | None,
    time_limit(
        "a batch may take: a batch over the limit fails and is named (strategy, game, seed); the run goes on, and "
        "--resume tries it again"
    ),
]
MemoryLimit = Annotated[
    str | None,
    memory_limit("a worker process may take, such as 500MB or 2GB: a batch that takes more fails in the same way"),
]
Resume = Annotated[
    Path | None,
    typer.Option(
        "--resume",
        metavar="RUN",
        help="Play what is missing of an interrupted run, and answer its question.",
        rich_help_panel=EXECUTION,
    ),
]
More = Annotated[
    int | None,
    typer.Option(
        "--more",
        metavar="N",
        help="Add N games (of each scenario) to the finished run in --out, and answer again. The result is the same as "
        "a new run of the total size.",
        parser=int_option,
        rich_help_panel=EXECUTION,
    ),
]
Config = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        help="Options from a TOML file or from an earlier run; the command line wins.",
        rich_help_panel=EXECUTION,
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="DIR",
        help="Run directory, new or empty. [default: runs/GAME-COMMAND-…]",
        rich_help_panel=OUTPUT,
    ),
]
Trusted = Annotated[
    bool,
    typer.Option(
        "--trust",
        help="Allow Python strategies (FILE.py:CLASS) that a run or a file names. They run with all your permissions.",
        rich_help_panel=EXECUTION,
    ),
]
Full = Annotated[
    bool,
    typer.Option(
        "--full",
        help="Print the whole answer. [default: one screen]",
        rich_help_panel=OUTPUT,
    ),
]
Json = Annotated[
    bool, typer.Option("--json", help="One JSON object on standard output, nothing else.", rich_help_panel=OUTPUT)
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no remarks.", rich_help_panel=OUTPUT)]
Debug = Annotated[bool, typer.Option("--debug", help="Show where an error was raised.", rich_help_panel=OUTPUT)]

Scenario = Annotated[
    str | None,
    typer.Option(
        "--scenario",
        metavar="NAME",
        help="Answer one scenario of a run that has several. [default: each]",
        rich_help_panel=EXPERIMENT,
    ),
]

# What the commands that play take, but for --games, in the order of their help: parameter, option, default.
PLAYING: tuple[tuple[str, Any, Any], ...] = (
    ("game", Game, None),
    ("players", Counts, None),
    ("strategies", Strategies, None),
    ("levels", Levels, False),
    ("boards", Boards, None),
    ("rotate", Rotate, None),
    ("seed", Seed, None),
    ("record", Record, None),
    ("sample", Sample, None),
    ("option", Variants, None),
    ("components", Components, None),
    ("until", Until, None),
    ("printings", Printings, None),
    ("margin", Margin, None),
    ("workers", Workers, None),
    ("engine", Engine, None),
    ("collect", Collect, None),
    ("batch", Batch, None),
    ("time_limit", TimeLimit, None),
    ("memory_limit", MemoryLimit, None),
    ("resume", Resume, None),
    ("more", More, None),
    ("config", Config, None),
    ("trust", Trusted, False),
    ("out", Out, None),
    ("full", Full, False),
    ("json", Json, False),
    ("quiet", Quiet, False),
    ("debug", Debug, False),
)

GAMES = 200_000  # of most questions; `analyser.experiments` is not imported for a help


def experiment_command(
    *without: str, games: int = GAMES, more: Sequence[tuple[str, Any, Any]] = ()
) -> Callable[[Callable[[Mapping[str, Any]], None]], Callable[..., None]]:
    """A command with the options of those that play, without some and with more of its own, which stand after the game:
    its function gets them all by name. games: what its help tells of --games, the default of its kind of experiment."""
    game, players, *rest = PLAYING
    selected = (entry for entry in rest if entry[0] not in without)
    parameters = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=option)
        for name, option, default in (game, *more, players, ("games", _games(games), None), *selected)
    ]

    def command(body: Callable[[Mapping[str, Any]], None]) -> Callable[..., None]:
        def run_command(**options: Any) -> None:
            body(options)

        functools.update_wrapper(run_command, body, assigned=("__module__", "__name__", "__qualname__", "__doc__"))
        del run_command.__wrapped__  # type: ignore[attr-defined]  # its signature is another
        run_command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters} | {
            "return": None
        }
        run_command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
        return report_errors(run_command)

    return command


def _games(default: int) -> Any:
    """The option --games of a command."""
    return Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            help="Games to play (for each number of players, and each scenario), rounded up to whole balanced blocks. "
            f"[default: {default}]",
            parser=int_option,
            rich_help_panel=EXPERIMENT,
        ),
    ]
