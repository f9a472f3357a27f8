"""`analyser runs`: the runs that are there, listed, looked at, checked, made smaller and removed; and `analyser
config`: what a run was played with."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from analyser.cli import completion as complete
from analyser.cli.command_group import Command, DefaultShowGroup
from analyser.cli.options import TASK, argument, declared, flag
from cext.safe_files import escape_controls

if TYPE_CHECKING:
    from analyser.runs.maintenance import Summary

__all__ = ["app", "config_app"]

app = typer.Typer(
    name="runs",
    cls=DefaultShowGroup,
    help="""List the runs that are there, show one, check its files, join its parts, remove it.

    Example: `analyser runs`, short for `analyser runs list`: all in the folder runs

    Example: `analyser runs check my-run`
    """,
    context_settings={"help_option_names": ["-h", "--help"]},
)

MAX_NAMES = 10  # files that are named


@app.command(cls=Command)
@declared()
def show(run: Path, json: bool) -> None:
    """Show a run: what was played, how far it is, its parts, why batches failed, who writes it.

    Example: `analyser runs show my-run`
    """
    from dataclasses import asdict

    from analyser.cli.output import print_json, print_table
    from analyser.runs.maintenance import summary, table_sizes
    from analyser.runs.store import RunDirectory

    manifest = RunDirectory.open(run).manifest
    overview, tables = summary(run), table_sizes(manifest)
    errors = sorted({str(manifest.batches[place].error) for place in manifest.failed()})
    if json:
        sizes_of = {name: dict(zip(("parts", "rows", "bytes"), sizes, strict=True)) for name, sizes in tables.items()}
        print_json(asdict(overview) | {"tables": sizes_of, "errors": errors, "argv": manifest.argv})
        return
    rows = [
        ["game", overview.game],
        ["begun by", f"analyser {overview.command}, {overview.started}"],
        ["strategies", ", ".join(dict.fromkeys(manifest.config["strategies"]))],
        ["scenarios", ", ".join(entry.name for entry in manifest.main_scenarios)],
        ["seed", str(manifest.seed)],
        ["games", _games(overview)],
        ["state", overview.state],
        *(["failed", error] for error in errors),
        *([table, f"{parts:,} parts, {rows:,} rows, {_size(size)}"] for table, (parts, rows, size) in tables.items()),
        ["versions", ", ".join(f"{name} {version}" for name, version in manifest.versions.items())],
    ]
    print_table(["", str(run)], rows)


@app.command(name="list", cls=Command)
@declared(folder=argument(Path | None, "DIR", "A folder that holds runs. [default: runs]", complete.runs, default=None))
def list_(folder: Path | None, json: bool) -> None:
    """List the runs in a folder: game, games played, state, size, start.

    Example: `analyser runs list`
    """
    from dataclasses import asdict

    from analyser.cli.output import print_json, print_table
    from analyser.runs.maintenance import RUNS, runs_in, summary

    folder = folder or RUNS
    summaries = [summary(path) for path in runs_in(folder)]
    if json:
        print_json({"runs": [asdict(run) for run in summaries]})
    elif not summaries:
        typer.echo(f"{escape_controls(str(folder))}: no runs in it")
    else:
        rows = [
            [run.path.name, run.game, run.command, _games(run), run.state, _size(run.bytes), run.started[:16]]
            for run in summaries
        ]
        print_table(["run", "game", "question", "games", "state", "size", "started (UTC)"], rows, right=(3, 5))


@app.command(cls=Command)
@declared()
def check(run: Path, json: bool) -> None:
    """Hold every file of a run against what was written: exit code 3 where one is damaged, missing or another's.

    Example: `analyser runs check my-run`
    """
    from analyser.cli.output import print_json
    from analyser.errors import DataError
    from analyser.runs.integrity import damaged_inputs, damaged_parts, orphan_parts
    from analyser.runs.looks import damaged_looks
    from analyser.runs.store import RunDirectory
    from cext.messages import count_noun

    opened = RunDirectory.open(run)
    manifest = opened.manifest
    messages = [
        *opened.log_errors(),
        *damaged_looks(run),
        *(fault.message for fault in damaged_parts(opened, manifest.batches)),
    ]
    messages += damaged_inputs(opened)
    unused = [str(path.relative_to(run)) for path in orphan_parts(opened)]
    parts = sum(len(batch.parts) for batch in manifest.batches)
    if json:
        print_json(
            {"run": str(run), "parts": parts, "games": manifest.games_done, "faults": messages, "unused": unused}
        )
    else:
        for words in messages:
            typer.echo(escape_controls(words))
        for name in unused:
            typer.echo(f"{escape_controls(name)} belongs to no batch that is done, and is not read")
        if not messages:
            contents = f"{count_noun(parts, 'part')} of {manifest.games_done:,} games"
            typer.echo(f"{escape_controls(str(run))}: {contents}, each as it was written")
    if messages:
        raise DataError(
            f"{run}: {count_noun(len(messages), 'fault')}: {opened.resume_command} plays what is missing again"
        )


@app.command(cls=Command)
@declared()
def compact(run: Path) -> None:
    """Join the parts of a run into few, and remove files that no batch needs; rows stay as they are.

    Example: `analyser runs compact my-run`
    """
    from analyser.runs.maintenance import compact as compact_run
    from cext.messages import count_noun

    n_before, n_after = compact_run(run)
    typer.echo(f"{escape_controls(str(run))}: {count_noun(n_after, 'part')}, {n_before:,} before")


@app.command(cls=Command)
@declared(
    runs=argument(list[Path], "RUN…", "Run directories.", complete.runs),
    yes=flag(TASK, "Do not ask.", flags="--yes -y"),
)
def remove(runs: list[Path], yes: bool) -> None:
    """Remove runs with their reports and records, once you have said yes; other files in their directories stay.

    Example: `analyser runs remove my-run --yes`
    """
    from analyser.errors import UsageError
    from analyser.runs.maintenance import remove as remove_run
    from analyser.runs.maintenance import summary
    from analyser.runs.store import MANIFEST, RunDirectory

    for run in runs:
        if not (run / MANIFEST).is_file():
            RunDirectory.open(run)  # says what it is
        if not yes:
            try:
                agreed = typer.confirm(f"remove {escape_controls(str(run))} ({_games(summary(run))} games)?", err=True)
            except typer.Abort:
                typer.echo(err=True)
                raise UsageError("runs remove: no confirmation given; use --yes") from None
            if not agreed:
                typer.echo(f"{escape_controls(str(run))} stays")
                continue
        remaining = remove_run(run)
        names = ", ".join(str(path.relative_to(run)) for path in remaining[:MAX_NAMES])
        more = f" and {len(remaining) - MAX_NAMES:,} more" if len(remaining) > MAX_NAMES else ""
        stay = f"; {names}{more} stay in it" if remaining else ""
        typer.echo(escape_controls(f"{run}: removed{stay}"))


def _games(run: "Summary") -> str:
    """Games played, of those planned."""
    return f"{run.games:,}" if run.games == run.planned else f"{run.games:,} of {run.planned:,}"


def _size(size: int) -> str:
    """Bytes in a unit that can be read."""
    return f"{size / 1e6:,.1f} MB" if size >= 100_000 else f"{size / 1e3:,.1f} kB"


config_app = typer.Typer(
    name="config",
    cls=DefaultShowGroup,
    help="""The configuration a run was played with.

    Example: `analyser config my-run`, short for `analyser config show my-run`
    """,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@config_app.command("show", cls=Command)
@declared()
def show_config(run: Path, json: bool) -> None:
    """Print the configuration of a run, every default written out, as a TOML file that `--config` reads back.

    Example: `analyser config show my-run > again.toml`
    """
    from analyser.cli.output import print_json
    from analyser.experiments.config_loader import file_text
    from analyser.runs.store import RunDirectory

    stored = RunDirectory.open(run).manifest.config
    if json:
        print_json({"run": str(run), "config": stored})
    else:
        typer.echo(file_text(stored), nl=False)
