"""The command line as a user starts it: a process of its own, in a directory of its own."""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from analyser import play_games
from analyser.cli import app
from analyser.errors import NotTrusted
from tests.undrawn import leave_answers_out, leave_pages_out

ROOT = Path(__file__).parents[2]
Cli = Callable[..., "subprocess.CompletedProcess[str]"]
Golden = Callable[[str, str], str]


@pytest.fixture(autouse=True)
def pilots(short_pilots: None) -> None:
    """Commands called inside this process play few games before the first."""


def environment() -> dict[str, str]:
    """The tested packages first; a terminal of known width without colours."""
    return os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "120", "NO_COLOR": "1"}


def command(*words: object) -> list[str]:
    return [sys.executable, "-m", "analyser", *map(str, words)]


def assert_refused(done: "subprocess.CompletedProcess[str]", code: int, said: str) -> None:
    """The command printed nothing and ended with this code and one line, in which this is said."""
    (line,) = done.stderr.splitlines()
    assert (done.returncode, done.stdout) == (code, ""), line
    assert line.startswith("analyser: ")
    assert said in line


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    """Run `analyser WORDS…` in an empty directory (or in `cwd`) to its end."""

    def run(*words: object, cwd: Path = tmp_path) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(command(*words), cwd=cwd, env=environment(), capture_output=True, text=True, timeout=120)

    return run


@pytest.fixture
def called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """The same inside this process, which has imported everything already: a start of the program takes a second and
    more. For all cases but those of processes themselves, signals and streams. lines: what is typed into it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")

    def run(*words: object, lines: str | None = None) -> "subprocess.CompletedProcess[str]":
        typed = [str(word) for word in words]
        monkeypatch.setattr("sys.argv", ["analyser", *typed])
        done = CliRunner().invoke(app, typed, input=lines)
        return subprocess.CompletedProcess(typed, done.exit_code, done.stdout, done.stderr)

    return run


def _without(leave_out: Callable[[pytest.MonkeyPatch], None], called: Cli, monkeypatch: pytest.MonkeyPatch) -> Cli:
    def run(*words: object) -> "subprocess.CompletedProcess[str]":
        with monkeypatch.context() as patch:
            leave_out(patch)
            return called(*words)

    return run


@pytest.fixture
def played(called: Cli, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """The same of commands that play, which give no answer to their question then."""

    return _without(leave_answers_out, called, monkeypatch)


@pytest.fixture
def asked(called: Cli, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """The same of questions of whose answer only what is printed is looked at."""

    return _without(leave_pages_out, called, monkeypatch)


@pytest.fixture(scope="session")
def small_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run of 24 games in twelve parts, written by the command line; tests read it and leave it as it is."""
    path = tmp_path_factory.mktemp("small") / "run"
    words = "run zhanguo --players 2 --games 24 --strategies random --boards circle,A --batch 2 --workers 0 --out"
    assert CliRunner().invoke(app, [*words.split(), str(path)]).exit_code == 0
    return path


EXPLORED = ("zhanguo", "first_empire", "qin", "middle_kingdom")


@pytest.fixture(scope="session")
def explored(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """A small run of each of EXPLORED with decisions, played when it is first asked for."""

    @cache
    def play(game: str) -> str:
        out = tmp_path_factory.mktemp("explorer") / game
        play_games(game, games=48, design="balance", record="decisions", sample=1, out=out, workers=0)
        return str(out)

    return play


def refuse(path: Path) -> None:
    """A check that trusts no program."""
    raise NotTrusted(f"{path} is a program")
