"""`analyser tune`: better weights for a plan, found by CMA-ES on thousands of games, into a new file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from analyser.cli.option_parsers import check_resume, config_values, float_option, parse_counts, parse_names
from analyser.cli.options import declared
from analyser.errors import UsageError
from cext.commands import command

if TYPE_CHECKING:
    from analyser.tuning.session import TuningResult, Watch
    from analyser.tuning.start import SearchProgress, TuningSession

__all__ = ["tune"]


@declared(
    players=("N,…", "Players at the table; 2,3,4 tunes for all of them. [default: 4, or what the game has]"),
    opponents=("A,B,…", "Strategies of the other seats, drawn at random. [default: the game's other plans]"),
    games=("N", "Games of each plan in a generation, at a table of each size. [default: 400]"),
    out=("FILE", "The new plan. [default: PLAN-tuned.toml, PLAN-BOARD.toml]"),
    time_limit=("TIME", "Time limit for the games of a plan in a generation: seconds, 5m or 1h."),
    resume=("FILE", "Go on with the tuning that is written there."),
)
def tune(
    plan: str | None, players: str | None, opponents: str | None, board: str | None, goal: str | None,
    bonus: str | None, weights: str | None, freeze: str | None, option: list[str] | None, components: Path | None,
    games: int | None, generations: int | None, minutes: float | None, starts: int | None, out: Path | None,
    json: bool, quiet: bool, seed: int | None, workers: int | None, time_limit: float | None,
    memory_limit: str | None, resume: Path | None, trust: bool,
) -> None:  # fmt: skip
    """Find better weights for a plan: CMA-ES plays it against others and says what it gains on fresh deals.

    What is found depends on plan, seed, games and generations, never on the number of workers.

    Example: `analyser tune zhanguo/balanced --time 5 --out mine.toml`

    Example: `analyser tune zhanguo/balanced --board triangle --out triangle.toml`

    Example: `analyser tune --resume triangle.toml`
    """
    from analyser.experiments.parse import TuningBudget, check_limits
    from analyser.sessions import open_executor
    from analyser.tuning.session import tune as run_tuning
    from analyser.tuning.start import begin_tuning, resume_tuning

    check_limits(time_limit, memory_limit)
    check_resume(resume, out)
    options: dict[str, Any] = {
        "plan": plan, "board": board, "against": parse_names(opponents, "--opponents"), "goal": goal,
        "emphasis": factors(bonus), "tables": parse_names(weights, "--weights"),
        "keep": parse_names(freeze, "--freeze"), "games": games, "starts": starts, "players": parse_counts(players),
        **config_values(seed=seed, option=option, components=components),
    }  # fmt: skip
    with open_executor(workers, time_limit, memory_limit) as executor:
        budget = TuningBudget(generations, minutes)
        if resume is None:
            session = begin_tuning(options, out, budget, executor)
        else:
            session = resume_tuning(options, resume, budget, executor)
        with search_display(session, quiet=quiet) as watch:
            result = run_tuning(session, executor, watch)
    if json:
        print_as_json(session, result)
    else:
        print_result(session, result)


def factors(text: str | None) -> tuple[tuple[str, float], ...] | None:
    """COLUMN=FACTOR texts with commas between them; None stays None."""
    out = []
    for part in parse_names(text, "--bonus") or ():
        column, equals, factor = part.partition("=")
        try:
            out.append((column.strip(), float_option(factor)))
        except typer.BadParameter:
            equals = ""
        if not (column and equals):
            raise UsageError(f"--bonus {part}: write it as column=factor, for instance score_walls=0.5")
    return None if text is None else tuple(out)


@contextmanager
def search_display(session: TuningSession, *, quiet: bool) -> Iterator[Watch]:
    """Show on standard error what is searched for, a bar on a terminal, and a line for each look at deals not searched
    on."""
    from analyser.cli.output import print_status
    from analyser.cli.progress import counter_display

    checkpoint = session.checkpoint
    objective = checkpoint.objective
    where = f" on {objective.board}" if objective.board else ""
    print_status(
        f"{checkpoint.plan}{where}: {len(session.parameters.keys)} numbers, {objective.goal_text}, "
        f"against {', '.join(objective.against)}, seed {objective.seed}; {session.checkpoint_file} keeps the search",
        quiet=quiet,
    )
    with counter_display(checkpoint.limit, checkpoint.n_done, quiet=quiet) as counter:

        def watch(look: SearchProgress) -> None:
            counter.change(look.generation)
            counter.say(*look.notices)
            if look.gain is not None:
                deals = f"on {look.gain.deals:,} deals not searched on"
                counter.say(f"generation {look.generation}: {deals} {look.gain.words}")

        yield watch


def print_result(session: TuningSession, result: TuningResult) -> None:
    """What was found, in a few lines."""
    from analyser.cli.output import print_table, print_words
    from cext.messages import count_noun

    gain, checkpoint = result.gain, session.checkpoint
    ended = ", ended by the time limit" if result.by_time else ""
    best = f"; start {result.start} of {checkpoint.starts} is the best" if checkpoint.starts > 1 else ""
    print_words(
        f"{count_noun(result.generations, 'generation')}, "
        f"{result.games:,} games in {result.seconds:.0f} s{ended}{best}."
    )
    print_words(
        f"On {gain.deals:,} fresh deals {checkpoint.plan} wins {100 * gain.before:.1f} % before and "
        f"{100 * gain.after:.1f} % after: {gain.words}, 95 % intervals."
    )
    if gain.share_low <= 0 <= gain.share_high:
        print_words("Whether it wins more is not known yet: its interval holds 0.")
    elif gain.share_high < 0:
        print_words("It wins less often than before: search with --goal wins and more --games.")
    if not result.written:
        more = f"`{session.resume_command} --generations {2 * result.generations}` searches on"
        print_words(f"No improvement found, nothing saved. {more}.")
        return
    print_table(
        ["moved most", "before", "after"], [[name, f"{a:g}", f"{b:g}"] for name, a, b in result.moved], right=(1, 2)
    )
    print(f"{session.out} written; {session.checkpoint_file} can be removed.")
    others = ",".join(checkpoint.objective.against[:3])
    print_words(f"Next: {command('balance', checkpoint.objective.game, '--strategies', f'{session.out},{others}')}")


def print_as_json(session: TuningSession, result: TuningResult) -> None:
    """The same as one object."""
    from dataclasses import asdict

    from analyser.cli.output import print_json

    moved = [{"number": name, "before": old, "after": new} for name, old, new in result.moved]
    print_json(
        {
            "plan": session.checkpoint.plan,
            "out": str(session.out) if result.written else None,
            "settings": session.checkpoint.settings,
            "generations": result.generations,
            "games": result.games,
            "seconds": result.seconds,
            "ended_by_time": result.by_time,
            "start": result.start,
            "gain": asdict(result.gain),
            "moved": moved,
        }
    )
