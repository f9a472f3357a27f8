"""`analyser config`: the configuration a run was played with."""

from pathlib import Path

import typer

from analyser.cli.command_group import Command, DefaultShowGroup
from analyser.cli.options import declared

__all__ = ["app"]

app = typer.Typer(
    name="config",
    cls=DefaultShowGroup,
    help="""The configuration a run was played with.

    Example: `analyser config my-run`, short for `analyser config show my-run`
    """,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command(cls=Command)
@declared()
def show(run: Path, json: bool) -> None:
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
