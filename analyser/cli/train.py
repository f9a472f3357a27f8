"""`analyser train`: a strong player out of a plan, by a network that learns from its games how they end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyser.cli.option_parsers import check_resume, config_values, parse_names, parse_players
from analyser.cli.options import declared
from cext.commands import command

if TYPE_CHECKING:
    from analyser.training.checkpoint import Measured, TrainingResult
    from analyser.training.session import TrainingProgress, Watch
    from analyser.training.start import TrainingSession

__all__ = ["train"]


@declared(
    plan=("GAME[/PLAN]", "The plan that guides the player; a file of yours is GAME/FILE.toml. [default: the best]"),
    players=("N", "Players at the table: each number has a player of its own. [default: 4, or what the game has]"),
    opponents=("A,B,…", "Strategies among which its strength is measured. [default: the three best plans]"),
    games=("N", "Games of plans to learn from. [default: 20000, or as --time allows]"),
    minutes=("M|TIME", "Time to learn in, all sessions together: minutes, or 90s, 1h."),
    out=("FILE", "The player's network. [default: PLAN.leaf]"),
    time_limit=("TIME", "Time limit for some hundred games: seconds, 5m or 1h."),
    resume=("FILE", "Go on with the training that is written there."),
)
def train(
    plan: str | None, players: str | None, opponents: str | None, option: list[str] | None, components: Path | None,
    games: int | None, minutes: float | None, out: Path | None, json: bool, quiet: bool, seed: int | None,
    workers: int | None, time_limit: float | None, memory_limit: str | None, resume: Path | None, trust: bool,
) -> None:  # fmt: skip
    """Make a strong player out of a plan: a network learns from games of plans how a position ends.

    The player looks a few turns ahead by the plan, then asks the network. A chart shows how it learned.

    Example: `analyser train zhanguo/balanced --out mine.leaf`

    Example: `analyser train middle_kingdom --players 3 --time 2m`

    Example: `analyser train --resume mine.leaf`
    """
    from analyser.experiments.parse import check_limits
    from analyser.sessions import open_executor
    from analyser.training.session import train as run_training
    from analyser.training.start import begin_training, resume_training

    check_limits(time_limit, memory_limit)
    check_resume(resume, out)
    count = parse_players(players)
    options: dict[str, Any] = {
        "plan": plan, "against": parse_names(opponents, "--opponents"), "players": None if count is None else (count,),
        **config_values(seed=seed, option=option, components=components),
    }  # fmt: skip
    if resume is None:
        session = begin_training(options, out, games=games, minutes=minutes)
    else:
        session = resume_training(options, resume, games=games, minutes=minutes)
    with open_executor(workers, time_limit, memory_limit) as executor, training_display(session, quiet=quiet) as watch:
        result = run_training(session, executor, watch)
    if json:
        print_as_json(session, result)
    else:
        print_result(session, result)


@contextmanager
def training_display(session: TrainingSession, *, quiet: bool) -> Iterator[Watch]:
    """Standard error: what is learned, a bar of games on a terminal, and a line for each look."""
    from analyser.cli.output import print_status
    from analyser.cli.progress import counter_display

    checkpoint = session.checkpoint
    objective = checkpoint.objective
    print_status(
        f"{checkpoint.plan}, {session.players} players, against {', '.join(objective.against)}, seed {objective.seed}; "
        f"{session.checkpoint_file} keeps what is learned",
        quiet=quiet,
    )
    with counter_display(checkpoint.limit, checkpoint.n_done, quiet=quiet) as counter:

        def watch(progress: TrainingProgress) -> None:
            counter.change(progress.games, progress.activity)
            counter.say(*progress.notices, *filter(None, [progress.report]))

        yield watch


def print_result(session: TrainingSession, result: TrainingResult) -> None:
    """What the player is worth, in a few lines."""
    from analyser.cli.output import print_table, print_words

    checkpoint, player, plain = session.checkpoint, result.player, result.plain
    ended = ", ended by the time limit" if result.by_time else ""
    n_plans = len(checkpoint.others) + 1
    print_words(
        f"{checkpoint.plan}, {session.players} players: {result.games:,} games of {n_plans} plans, learned from in "
        f"{result.seconds:.0f} s{ended}. It foresees how a game ends with a mean squared error of {result.error:.3f}; "
        f"who always says the mean has {result.error_of_mean:.3f}."
    )
    print_words(
        f"Alone among {', '.join(checkpoint.objective.against)}, on {player.games:,} fresh deals, a fair share is "
        f"{100 / session.players:.0f} of 100 games:"
    )
    rows = [[line.strategy, *numbers_of(line)] for line in (player, plain)]
    print_table(["player", "wins of 100", "95 %", "µs a decision"], rows, right=(1, 2, 3))
    from analyser.training.session import TURNS

    tried = ", ".join(map(str, TURNS[:-1]))
    turns = "1 turn" if result.turns == 1 else f"{result.turns} turns"
    print_words(f"It plays {turns} before it asks the network, the best of {tried} and {TURNS[-1]}.")
    if result.cannot:
        print_words(result.cannot)
    print(f"{session.out} written ({result.n_bytes / 1000:.0f} kB); {session.chart} shows how it learned; "
          f"{session.checkpoint_file} can be removed.")  # fmt: skip
    print(f"Next: {next_command(session, player)}")  # in one line, to be copied


def numbers_of(player: Measured) -> tuple[str, str, str]:
    """Its share, the interval, and its cost."""
    return (
        f"{100 * player.share:.1f}",
        f"{100 * player.low:.1f} to {100 * player.high:.1f}",
        f"{player.microseconds:.0f}",
    )


def next_command(session: TrainingSession, player: Measured) -> str:
    """The command that plays with it."""
    from analyser.experiments.loading import default_players
    from cext.games import load_shipped

    objective = session.checkpoint.objective
    has_boards = bool(load_shipped(objective.game, players=session.players).boards)
    size = () if session.players == default_players(objective.game) else ("--players", session.players)
    return command("boards" if has_boards else "balance", objective.game, *size, "--strategies", player.strategy)


def print_as_json(session: TrainingSession, result: TrainingResult) -> None:
    """The same as one object."""
    from dataclasses import asdict

    from analyser.cli.output import print_json

    print_json(
        {
            "plan": session.checkpoint.plan,
            "out": str(session.out),
            "chart": str(session.chart),
            "settings": session.checkpoint.settings,
            **asdict(result),
        }
    )
