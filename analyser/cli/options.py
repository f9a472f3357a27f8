"""Every option of every command, declared once: the parameters of a command's function say which it takes."""

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from analyser.cli import completion as complete
from analyser.cli.help import GROUPS
from analyser.cli.option_parsers import (
    class_option,
    float_option,
    int_option,
    int_option_from,
    minutes_option,
    parse_game,
    seconds_option,
)
from analyser.experiments.parse import BOUNDS
from cext.commands import command as typed
from cext.player_classes import ALL, CLASSES, EACH

__all__ = [
    "AMOUNT", "EXPERIMENTS", "MORE", "OPTIONS", "OUTPUT", "QUESTIONS", "RESOURCES", "SINGLE", "START", "TASK",
    "Declaration", "argument", "declared", "experiment_command", "flag", "option",
]  # fmt: skip

F = TypeVar("F", bound=Callable[..., Any])

# Groups of commands.
START = "To begin with"
QUESTIONS = "Questions"
EXPERIMENTS = "Experiments of your own"
SINGLE = "One game at a time"
RESOURCES = "What there is"

# Groups of options: what is played and asked, how many games, where the answer goes, and what is rarely used.
TASK, AMOUNT, OUTPUT, MORE = GROUPS


@dataclass(frozen=True)
class Declaration:
    """An option or an argument: the type of its value, the value without it, and its settings in typer."""

    type: Any
    default: Any
    flags: str | None  # None: an argument; "": made of the name
    attributes: dict[str, Any]

    def parameter(self, name: str) -> Parameter:
        """The parameter of a command's function that takes it."""
        if self.flags is None:
            info = typer.Argument(show_default=False, **self.attributes)
        else:
            info = typer.Option(*(self.flags or f"--{name.replace('_', '-')}").split(), **self.attributes)
        return Parameter(name, Parameter.KEYWORD_ONLY, default=self.default, annotation=Annotated[self.type, info])


def option(
    type: Any,  # noqa: A002
    group: str,
    metavar: str,
    text: str,
    completion: Callable[..., Any] | None = None,
    *,
    parser: Callable[[Any], Any] | None = None,
    flags: str = "",
) -> Declaration:
    """An option with a value of this type, None where it is left out."""
    attributes = {"metavar": metavar, "help": text, "autocompletion": completion, "parser": parser}
    return Declaration(type | None, None, flags, {"rich_help_panel": group, **attributes})


def flag(group: str, text: str, *, flags: str = "") -> Declaration:
    """An option that is on where it is given; of --x/--no-x None where neither is."""
    is_pair = "/" in flags
    attributes = {"rich_help_panel": group, "help": text}
    return Declaration(bool | None if is_pair else bool, None if is_pair else False, flags, attributes)


def argument(
    type: Any,  # noqa: A002
    metavar: str,
    text: str,
    completion: Callable[..., Any] | None = None,
    *,
    default: Any = ...,
    parser: Callable[[Any], Any] | None = None,
) -> Declaration:
    """A word without an option's name; default: ... where it is required."""
    attributes = {"metavar": metavar, "help": text, "autocompletion": completion, "parser": parser}
    return Declaration(type, default, None, attributes)


# fmt: off
OPTIONS: dict[str, Declaration] = {
    # what is played
    "game": argument(
        str | None, "GAME", f"The game; {typed('games')} lists them.", complete.games, default=None, parser=parse_game),
    "players": option(
        str, TASK, "N,…", "Players at the table; 2,3,4 compares them. [default: 4, or what the game has]"),
    "strategies": option(
        str, TASK, "A,B,…", "Strategies by name, or FILE.py:CLASS; mcts:50..200 stands for mcts:50, mcts:100 and "
        "mcts:200. [default: the plans of the game that can play]", complete.strategies),
    "opponents": option(
        str, TASK, "A,B,…", "Strategies of the other seats in their order, or one for all. [default: the game's own]",
        complete.strategies),
    "levels": flag(
        TASK, "Answer separately for each skill level, from novice to expert, on the same deals, 2000 games each."),
    "boards": option(
        str, TASK, "A,B,…", "Boards by name: one for all seats, or one for each. [default: the baseline]",
        complete.boards),
    "option": option(
        list[str], TASK, "NAME=VALUE", "A variant or ruling, in experiments also several: A,B. Repeatable; "
        f"{typed('games', 'GAME', '--options')} lists them.", complete.switches),
    "components": option(
        Path, TASK, "DIR|FILE.csv", "Component files, or a filled-in table of unknown values. [default: the shipped "
        "ones]"),
    "change": option(Path, TASK, "DIR", "Edited component files."),
    "baseline": option(Path, TASK, "DIR", "Component files before the change. [default: the shipped ones]"),
    "set": option(
        list[str], TASK, "FILE.KEY…=VALUE", "Change a value of the component files, by keys or by row and column, "
        "counted from 1; =2,3,4 plays each. Repeatable."),
    "forbid": option(
        list[str], TASK, "WORD", "Forbid an action (walls), an ability of a card, a board or a tile, or a kind of "
        f"move ({typed('games', 'GAME', '--forbiddable')}) to all players; `balance`: to one of them, word after word "
        "(4000 games); each: whatever there is. Repeatable.", complete.forbidden),
    "retune": option(
        str, TASK, "M|TIME|Ngen", "Also with players tuned to each side, or restriction: M minutes in all, or 20gen, "
        "20 generations each. Takes the extra 'tune'."),
    "openings": option(
        str, TASK, "A,B,…", "Forced opening of each seat: a letter a turn (x: any class but the one counted), - for "
        "none.", complete.openings),
    "deal": option(int, TASK, "D", "Number of the deal. [default: 0]", parser=int_option_from(0, 2**32 - 1)),
    "seat": option(int, TASK, "S", "Your seat; 1 is the first player. [default: 1]", parser=int_option),
    "hints": flag(TASK, "Show the best moves before each of your decisions."),
    # what is asked
    "run": argument(Path, "RUN", "A run directory.", complete.runs),
    "margin": option(
        float, TASK, "PP", "Percentage points of win share that still count as balanced. [default: 2]",
        parser=float_option),
    "printings": option(
        str, TASK, "N|auto", "Also play N versions, 8 to 200, of the values we guess, from 20 on with an interval; 0: "
        "none; auto: as many as it takes. [default: 8]",
        complete.choices("auto", "0")),
    "scenario": option(str, TASK, "NAME", "The scenario, of a run that has several."),
    "where": option(
        str, TASK, "CONDITION", "Only rows, or games, that meet a condition in SQL's words: \"strategy = 'walls' and "
        "winning_margin < 3\"."),
    "judge": option(
        str, TASK, "NAME", "Plan or search that values moves, such as search:balanced:64. [default: the players "
        "themselves]", complete.strategies),
    "measure": option(
        str, TASK, "A,B,…", "What is measured: a column, or 'share of CONDITION', 'sd of COLUMN', 'median of COLUMN', "
        "'p90 of COLUMN'. [default: win_share]", complete.measures),
    "by": option(
        str, TASK, "A,B,…", "Factors whose levels are compared: columns, 'band(COLUMN, WIDTH)', conditions.",
        complete.factors),
    "against": option(
        str, TASK, "REFERENCE", "What each level is compared with: par, mean, rest, each, a level, or "
        "FACTOR=REFERENCE,… for a difference of differences.", complete.choices("par", "mean", "rest", "each")),
    "within": option(str, TASK, "FACTOR", "Compare within each level of this factor, such as strategy."),
    "player_class": option(
        str, TASK, "CLASS", "Whose seats count: beginners, ordinary, tuned, strong, 'strong and tuned', all or each. "
        "[default: ordinary, at tables without beginners]", complete.choices(ALL, EACH, *CLASSES), flags="--class",
        parser=class_option),
    "list_names": flag(TASK, "List what can be measured, and by what.", flags="--list"),
    "explain": option(
        int, TASK, "N", "Explain decision N: the best moves, what speaks for them and what was played, with a chart.",
        parser=int_option),
    "from_run": option(Path, TASK, "RUN", "Record games of this run.", complete.runs, flags="--from"),
    "number": option(
        int, TASK, "G", "Number of the game in the run, from 0.", parser=int_option_from(0), flags="--game"),
    # what is tuned
    "plan": argument(
        str | None, "GAME/PLAN", "The plan to begin with; a file of yours is GAME/FILE.toml.", complete.plans_by_game,
        default=None, parser=parse_game),
    "board": option(
        str, TASK, "BOARD", "Tune only the weights for this board. [default: the weights for all]", complete.boards),
    "goal": option(
        str, TASK, "points|wins", "What to maximise: the lead over the average opponent, or the win share. [default: "
        "points]", complete.choices("points", "wins")),
    "bonus": option(
        str, TASK, "COLUMN=F,…", "Add F points per unit of this column to the goal, so that the plan keeps its "
        "character."),
    "weights": option(str, TASK, "A,B,…", "Tables to tune: weights, by_round, by_board. [default: all]"),
    "freeze": option(str, TASK, "A,B,…", "Features whose weights stay as they are."),
    # how many
    "games": option(int, AMOUNT, "N", "", parser=int_option),
    "until": option(
        str, AMOUNT, "decided", "Stop as soon as every comparison is decided, at the latest after --games. The "
        "intervals allow for the repeated checks.", complete.choices("decided")),
    "more": option(
        int, AMOUNT, "N", "Add N games to the finished run in --out.", parser=int_option),
    "strong": option(
        float, AMOUNT, "TIME", "Time of strong players: 90s, 10m, 0. [default: 45s]",
        parser=seconds_option),
    "replays": option(
        int, AMOUNT, "N", "Pages to watch N typical, N closest and N strangest games. [default: 1; 0 below 5000 "
        "games]", parser=int_option_from(0, 5)),
    "limit": option(int, AMOUNT, "N", "At most N games that meet --where. [default: 10]", parser=int_option_from(1)),
    "think": option(
        float, AMOUNT, "TIME", "Time that a search has for a decision: seconds, or 5m. [default: the games in its "
        "name]", parser=seconds_option),
    "generations": option(
        int, AMOUNT, "N", "Generations of 16 plans. [default: 60, or as --time allow]",
        parser=int_option_from(1, int(BOUNDS["generations"].high))),
    "minutes": option(
        float, AMOUNT, "M|TIME", "Time of the search, all sessions together: minutes, or 90s, 1h.",
        parser=minutes_option, flags="--time"),
    "starts": option(
        int, AMOUNT, "N", "Searches, from the plan and from others near it; the best counts. [default: 1]",
        parser=int_option),
    # where to
    "out": option(Path, OUTPUT, "DIR", "Run directory, new or empty. [default: runs/GAME-COMMAND-…]"),
    "open_page": flag(OUTPUT, "Open the page in the browser.", flags="--open"),
    "chart": option(Path, OUTPUT, "FILE", "Draw a chart, as .svg or .png."),
    "plain": flag(OUTPUT, "Print the game as a log, one line a decision."),
    "html": option(Path, OUTPUT, "FILE", "Write the game as one page for a browser."),
    "full": flag(OUTPUT, "Print the whole answer. [default: one screen]"),
    "json": flag(OUTPUT, "Print one JSON object and nothing else."),
    "quiet": flag(OUTPUT, "No progress, no remarks.", flags="--quiet -q"),
    # more
    "seed": option(int, MORE, "S", "Root of every random draw. [default: 1]", parser=int_option),
    "rotate": flag(MORE, "Play every line-up from every seat. [default: rotate]", flags="--rotate/--no-rotate"),
    "record": option(
        str, MORE, "seats|decisions", "What to store besides the games. [default: seats]",
        complete.choices("seats", "decisions")),
    "sample": option(
        float, MORE, "F", "Fraction of the deals whose decisions are stored. [default: 1]", parser=float_option),
    "of": option(
        str, MORE, "seats|games|decisions|meetings", "Rows that count. [default: those of the measure]",
        complete.choices("seats", "games", "decisions", "meetings")),
    "title": option(str, MORE, "TEXT", "Title of the chart."),
    "schema": flag(MORE, "Print the JSON Schema of a line of the game's records."),
    "workers": option(
        int, MORE, "W", "Worker processes; 0 plays in this one. [default: one a core, as memory allows]",
        parser=int_option),
    "engine": option(
        str, MORE, "URL", "local, or a dask cluster: dask://HOST:PORT, with certificates tls://HOST:PORT. [default: "
        "local]", complete.choices("local", "dask://", "tls://")),
    "collect": flag(
        MORE, "Fetch results through dask: the machines of the cluster need no shared disk. [default: no-collect]",
        flags="--collect/--no-collect"),
    "batch": option(int, MORE, "N", "Games in a batch. [default: at most 5000]", parser=int_option),
    "time_limit": option(
        float, MORE, "TIME", "Time limit for a batch: seconds, 5m or 1h. A batch over the limit fails and is named; "
        "the run goes on, and --resume tries it again.", parser=seconds_option),
    "memory_limit": option(
        str, MORE, "SIZE", "Memory limit of a worker, such as 500MB. [default: its share of 80 % of the memory]"),
    "resume": option(
        Path, MORE, "RUN", "Play what is missing of this interrupted run, and answer its question.", complete.runs),
    "config": option(Path, MORE, "FILE", "Options from a TOML file or an earlier run; the command line wins."),
    "trust": flag(MORE, "Allow Python strategies that a run or a file names. They run with all your permissions."),
}
# fmt: on


# What every experiment takes.
COMMON = {
    "game", "players", "strategies", "option", "margin", "games", "until", "more", "out", "full", "json", "quiet",
    "seed", "workers", "engine", "collect", "batch", "time_limit", "memory_limit", "resume", "config", "trust",
}  # fmt: skip


def declared(**overrides: Declaration | tuple[str, str]) -> Callable[[F], F]:
    """A command from a function whose parameters are names of options.

    overrides: what differs in this command: an option that no other has, or another metavar and text.
    """

    def command(function: F) -> F:
        return _with_options(function, inspect.signature(function).parameters, overrides)

    return command


def experiment_command(
    *names: str, games: int = 200_000
) -> Callable[[Callable[[Mapping[str, Any]], None]], Callable[..., None]]:
    """A command with the options of every experiment and those named besides: its function gets all of them by name.

    games: how many it plays by default, as its help says; `analyser.experiments` is not imported for a help.
    """
    selected = [name for name in OPTIONS if name in COMMON.union(names)]
    text = f"Games of each scenario, rounded up to whole balanced blocks. [default: {games}]"

    def command(function: Callable[[Mapping[str, Any]], None]) -> Callable[..., None]:
        def run_command(**options: Any) -> None:
            function(options)

        functools.update_wrapper(run_command, function, assigned=("__module__", "__name__", "__qualname__", "__doc__"))
        del run_command.__wrapped__  # type: ignore[attr-defined]  # its signature is another
        return _with_options(run_command, selected, {"games": ("N", text)})

    return command


def _with_options(function: F, names: Iterable[str], overrides: Mapping[str, Declaration | tuple[str, str]]) -> F:
    """The function with a signature of which typer makes a command."""
    parameters = []
    for name in names:
        declaration = overrides[name] if name in overrides else OPTIONS[name]
        if isinstance(declaration, tuple):
            metavar, text = declaration
            attributes = OPTIONS[name].attributes | {"metavar": metavar, "help": text}
            declaration = replace(OPTIONS[name], attributes=attributes)
        parameters.append(declaration.parameter(name))
    function.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    function.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return function
