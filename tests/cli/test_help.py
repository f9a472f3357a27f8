"""Help: quick to start, every command with an example, exit codes documented."""

import json
import subprocess
import sys

import pytest
from typer.main import get_command

from analyser import __version__
from analyser.cli import app
from analyser.cli.options import OPTIONS
from analyser.errors import EXIT_CODES
from analyser.experiments.experiment import EXPERIMENTS
from analyser.experiments.experiment_kind import ExperimentKind
from tests.cli.conftest import ROOT, Cli, environment

COMMANDS = [words.split() for words in (
    "demo", "boards", "balance", "openings", "cards", "whatif", "repair", "people", "tournament", "run", "report",
    "games check", "games new", "games show", "strategies show", "strategies new", "tune", "record", "verify", "replay",
    "play", "components check", "components export", "config show", "runs show", "runs list", "runs check",
    "runs compact", "runs remove",
)]  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_explains_itself_with_an_example_on_two_screens(
    called: Cli, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = called(*words, "--help")
    assert done.returncode == 0
    assert f"Example: analyser {' '.join(words)}" in done.stdout
    lines = done.stdout.splitlines()
    assert len(lines) <= 80
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    "kind",
    # repairs play as many as their minutes have room for; `restricted` is asked by an option of `balance`
    [kind for kind in EXPERIMENTS.values() if not kind.name.startswith(("repair", "restricted"))],
    ids=lambda kind: kind.name,
)
def test_the_help_tells_how_many_games_a_command_plays(called: Cli, kind: ExperimentKind) -> None:
    text = " ".join(called(kind.name, "--help").stdout.split())
    assert f"rounded up to whole balanced blocks. [default: {kind.games}]" in text


def test_alone_it_says_what_it_does_and_three_commands_to_try(called: Cli) -> None:
    done = called()
    assert done.returncode == 0
    what, try_it = done.stdout.split("\n\nTry:\n")
    assert what.count(". ") + what.count(".\n") + what.endswith(".") == 2
    commands = [line.split("  ")[1].split()[1:] for line in try_it.splitlines()]
    assert len(commands) == 3
    for words in commands:
        assert called(*words, "--help").returncode == 0


def test_help_documents_exit_codes_and_commands(called: Cli) -> None:
    text = " ".join(called("--help").stdout.split())
    for code, words in EXIT_CODES.items():
        assert f" {code} {words}" in text
    for words in COMMANDS:
        assert words[0] in text


def test_every_option_is_taken_by_a_command() -> None:
    pending, taken = [get_command(app)], set[str]()
    while pending:
        command = pending.pop()
        pending += getattr(command, "commands", {}).values()
        taken |= {parameter.name for parameter in command.params}
    assert set(OPTIONS) <= taken


def test_help_imports_nothing_heavy() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "analyser", "boards", "--help"],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    modules = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}
    assert "typer" in modules
    assert not modules & {
        "polars", "pydantic", "rich", "numpy", "matplotlib", "scipy", "jinja2", "multiprocess", "cext.kernel",
        "cext.games", "strategies", "reports",
    }  # fmt: skip


def test_version(cli: Cli) -> None:
    assert cli("--version").stdout == f"analyser {__version__}\n"


def test_the_switches_of_a_game_are_explained(called: Cli) -> None:
    done = called("games", "zhanguo", "--options", "--json")
    told = {one["name"]: one for one in json.loads(done.stdout)["options"]}
    assert (told["draft"]["values"], told["draft"]["default"]) == (["on", "off"], "off")
    assert told["boards_by"]["values"] == ["given", "chosen", "auction"]
    assert "never scores less than 0" in told["wall_below_zero"]["ruling"]
    shown = " ".join(called("games", "show", "zhanguo", "--options").stdout.split())
    assert "variant: the rewards track gives" in shown
    assert called("games", "zhangou", "--options").stderr.endswith("unknown game 'zhangou': did you mean zhanguo?\n")
    assert called("games", "--options").returncode == 2
