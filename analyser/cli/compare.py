"""`analyser compare`: any number of a run with its interval, asked in words."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING

import typer

from analyser.cli import completion as complete
from analyser.cli.options import argument, declared
from cext.commands import command

if TYPE_CHECKING:
    from reports.estimates import Estimates
    from reports.run import Run

__all__ = ["compare"]

TICK = 0.1  # seconds between two looks at the limits
SECONDS, BYTES = 30.0, "2GB"  # of one comparison by default


@declared(
    other=argument(
        Path | None, "RUN2", "Subtract the estimates of this run, on the same deals where both have them.",
        complete.runs, default=None,
    ),
    weights=("overlap|treated|families", "Weigh levels of --within by rows of both sides, of the group, or by family."),
    out=("FILE", "Write the table, as .csv or .parquet."),
    time_limit=("TIME", "Time limit of the comparison: seconds, or 5m. [default: 30]"),
    memory_limit=("SIZE", "Memory limit of the comparison. [default: 2GB]"),
)  # fmt: skip
def compare(
    run: Path, other: Path | None, measure: str | None, by: str | None, against: str | None, within: str | None,
    where: str | None, list_names: bool, margin: float | None, chart: Path | None, out: Path | None, json: bool,
    weights: str | None, of: str | None, player_class: str | None, title: str | None,
    time_limit: float | None, memory_limit: str | None,
) -> None:  # fmt: skip
    """Compare any measure by any factors of a run, with intervals clustered by deal.

    Is a board stronger than side A, and in which seat?
    `analyser compare RUN --by board,seat --against board=A,seat=mean`

    How often does a player who is behind after round 3 still win?
    `analyser compare RUN --by "band(lead_after_round_3, 10)"`
    """
    from analyser.cli.output import print_json, print_status
    from analyser.errors import DataError, UsageError
    from analyser.experiments.parse import check_limits, parse_size
    from analyser.runs.integrity import explain_read_errors
    from analyser.runs.reader import open_run
    from analyser.runs.store import RunDirectory
    from reports.comparison_text import ComparisonText
    from reports.conditions import ConditionError

    check_limits(time_limit, memory_limit)
    limits = time_limit or SECONDS, parse_size(memory_limit or BYTES)
    with _limited(*limits), explain_read_errors(RunDirectory.open(run)):
        opened = open_run(run, margin=margin)
        if list_names:
            _print_list(opened)
            return
        text = ComparisonText(
            measure or "win_share",
            by or "",
            against or "",
            within or "",
            where or "",
            of or "",
            player_class or "",
            weights or "",
        )
        try:
            estimates = opened.compare(**text.keywords)
            if other is not None:
                estimates = estimates.minus(open_run(other, margin=margin).compare(**text.keywords))
        except ConditionError as error:
            raise UsageError(str(error)) from error
    if out is not None:
        _write_table(estimates, out)
    if chart is not None:
        if chart.suffix not in (".svg", ".png"):
            raise UsageError(f"--chart {chart}: name a file that ends in .svg or .png")
        try:
            estimates.chart(chart, title=title or "")
        except OSError as error:
            raise DataError(f"--chart {chart}: cannot be written ({error.strerror})") from error
    if json:
        print_json(
            {
                "command": "compare",
                "run": str(run),
                "who_counts": estimates.who_counts,
                "note": estimates.note,
                "estimates": estimates.table.to_dicts(),
            }
        )
        return
    typer.echo(str(estimates))
    if other is None and (command := _record_command(estimates, run)):
        print_status(f"\nA typical game of the first row: {command}")


@contextmanager
def _limited(seconds: float, size: int) -> Iterator[None]:
    """End the program with a line when the block takes longer or more memory: polars cannot be interrupted."""
    import psutil

    from analyser.errors import LimitExceeded

    done = Event()

    def watch() -> None:
        process, end = psutil.Process(), time.monotonic() + seconds
        while not done.wait(TICK):
            if time.monotonic() > end:
                reason = f"longer than {seconds:g} seconds: ask of fewer rows with --where, or give --time-limit"
            elif process.memory_info().rss > size:
                reason = f"more than {size / 1e9:.3g} GB: ask of fewer rows with --where, or give --memory-limit"
            else:
                continue
            typer.echo(f"analyser: the comparison takes {reason}", err=True)
            os._exit(LimitExceeded.exit_code)

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()


def _print_list(run: Run) -> None:
    """Factors with their levels, then measures that are no factor, group by group."""
    factors, measures = run.factors(), run.measures()
    listed = [*factors["factor"], *run.settings, "arm", "win_share60"]
    measures = measures.filter(~measures["measure"].is_in(listed))
    for title, table in (("Factors, for --by and --where", factors), ("Measures, for --measure", measures)):
        typer.echo(title)
        for (group,), rows in table.group_by("group", maintain_order=True):
            typer.echo(f"\n  {group}")
            name_of = table.columns[0]
            words_of = [(row[name_of], *_words_of(row)) for row in rows.iter_rows(named=True)]
            typer.echo("\n".join(_list_lines(_merge_numbered(words_of))))
        typer.echo("")


def _words_of(row: Mapping[str, str]) -> tuple[str, ...]:
    """What a factor or measure is, and its levels and arms."""
    assigned = [row["design"]] if row.get("design", "").startswith("assigned") else []
    return row["words"], *(part for part in (row.get("levels"), *assigned) if part)


def _merge_numbered(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Rows of a name and words, those that differ only in a number as one row of the first and last number."""
    merged: list[list[str]] = []
    last: tuple[str, ...] = ()
    for row in rows:
        match = re.fullmatch(r"(.*_)(\d+)", row[0])
        key = (match[1], *(re.sub(rf"\b{match[2]}\b", "#", words) for words in row[1:])) if match else ()
        if match and key == last:
            merged[-1][0] = f"{merged[-1][0].partition(' ')[0]} … {match[2]}"
            merged[-1][1:] = [words.replace("#", "N") for words in key[1:]]
        else:
            merged.append(list(row))
        last = key
    return merged


def _list_lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines of names with the meaning of each beside it, as wide as running text."""
    from textwrap import wrap

    from reports.page.terminal import WIDTH

    width = 6 + max(len(name) for name, *_ in rows)
    lines: list[str] = []
    for name, *parts in rows:
        texts = [line for part in parts for line in wrap(part, WIDTH - width, break_on_hyphens=False)]
        lines += [f"{f'    {name}' if at == 0 else '':{width}}{text}" for at, text in enumerate(texts)]
    return lines


def _write_table(estimates: Estimates, out: Path) -> None:
    from analyser.errors import DataError, UsageError

    try:
        if out.suffix == ".csv":
            estimates.table.write_csv(out)
        elif out.suffix == ".parquet":
            estimates.table.write_parquet(out)
        else:
            raise UsageError(f"--out {out}: name a file that ends in .csv or .parquet")
    except OSError as error:
        raise DataError(f"--out {out}: cannot be written ({error.strerror})") from error


def _record_command(estimates: Estimates, run: Path) -> str:
    """The command that records the most typical game of the first row; "" where it cannot be recorded."""

    from reports.conditions import ConditionError

    try:
        games = estimates.games(0)
    except (ConditionError, IndexError, ValueError):
        return ""
    if games.is_empty():
        return ""
    game = games.row(0, named=True)
    several = len({scenario.name for scenario in estimates.run.scenarios}) > 1
    scenario = ("--scenario", game["scenario"]) if several else ()
    return command("record", "--from", run, "--game", game["game"], *scenario)
