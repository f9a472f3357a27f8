"""What a shell completes, asked as a shell asks: through typer's protocol."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from analyser.cli import app
from cext.games import listed_games
from tests.cli.conftest import environment

PLANS = {
    "apprentice", "balanced", "builder", "governors", "markers", "novice", "palaces", "reassign", "sides",
    "sides_builder", "sides_walls", "tasks", "walls", *(f"open{number}" for number in range(7)),
}  # fmt: skip


def asked(line: str, *, shell: str = "bash") -> dict[str, str]:
    """The environment in which a shell asks what may stand at the end of the line."""
    words = line.split()
    place = len(words) - (not line.endswith(" "))
    bash = {"COMP_WORDS": line, "COMP_CWORD": str(place)}
    return {"_ANALYSER_COMPLETE": f"complete_{shell}"} | (bash if shell == "bash" else {"_TYPER_COMPLETE_ARGS": line})


def completed(line: str) -> list[str]:
    """What bash is offered."""
    done = CliRunner().invoke(app, [], env=asked(line))
    assert done.exit_code == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.split()


def test_commands_options_and_games() -> None:
    assert completed("analyser bo") == ["boards"]
    assert completed("analyser boards zhanguo --strat") == ["--strategies"]
    games = list(listed_games())
    assert completed("analyser boards ") == games
    assert completed("analyser play z") == ["zhanguo"]
    assert completed("analyser components check q") == ["qin"]
    assert completed("analyser games ") == ["show", "check", "new", "compile", *games]
    assert completed("analyser games zhanguo --o") == ["--options"]
    assert completed("analyser strategies new q") == ["qin"]
    assert completed("analyser strategies zhanguo/bu") == ["zhanguo/builder"]
    assert completed("analyser report b") == ["boards", "balance"]


def test_strategies_one_after_the_other() -> None:
    assert set(completed("analyser boards zhanguo --strategies ")) == PLANS | {
        "random",
        "flat:",
        "mcts:",
        "noisy:",
        "search:",
    }
    assert completed("analyser run zhanguo --strategies balanced,search:b") == [
        "balanced,search:balanced:",
        "balanced,search:builder:",
    ]
    assert completed("analyser run zhanguo --strategies balanced,w") == ["balanced,walls"]
    assert completed("analyser play zhanguo --opponents bui") == ["builder"]


def test_plans_to_be_tuned() -> None:
    assert set(completed("analyser tune zhanguo/")) == {f"zhanguo/{plan}" for plan in PLANS}
    assert completed("analyser tune zhanguo/balanced --opponents bui") == ["builder"]
    assert completed("analyser tune zhanguo/balanced --board t") == ["triangle"]


def test_boards() -> None:
    assert completed("analyser run zhanguo --boards ") == ["A", "circle", "square", "triangle", "star"]
    assert completed("analyser run zhanguo --boards A,s") == ["A,square", "A,star"]
    assert completed("analyser play qin --boards l") == ["lakes_reconstructed"]


def test_switches_with_their_values() -> None:
    assert completed("analyser run zhanguo --option draf") == ["draft=on", "draft=off"]
    assert completed("analyser whatif first_empire --option lisi_c") == ["lisi_court=no_room", "lisi_court=if_full"]
    by_bash = "analyser boards zhanguo --option boards_by = "  # bash parts a word at =
    assert completed(by_bash) == ["given", "chosen", "auction"]
    assert completed(by_bash + "c") == ["chosen"]
    assert completed(by_bash + "chosen,a") == ["chosen,auction"]


def test_openings_and_what_can_be_forbidden() -> None:
    assert completed("analyser record zhanguo --openings U,R") == [f"U,R{letter}" for letter in "URAGHPW"]
    assert completed("analyser whatif zhanguo --forbid wa") == ["wall"]
    assert completed("analyser whatif zhanguo --forbid star") == ["star_1", "star_2", "star"]
    assert completed("analyser whatif zhanguo --forbid abilities") == ["abilities"]
    assert completed("analyser whatif qin --forbid ab") == []


@pytest.mark.parametrize("line", ["analyser boards zhangou --strategies ", "analyser run --boards "])
def test_of_what_is_not_known_nothing_is_offered(line: str) -> None:
    assert completed(line) == []


def test_other_shells_are_told_what_a_strategy_is() -> None:
    env = asked("analyser boards zhanguo --strategies rand", shell="zsh")
    assert '"random":"every legal move alike"' in CliRunner().invoke(app, [], env=env).stdout


def test_one_command_teaches_it_to_the_shell(tmp_path: Path) -> None:
    """Installed in a home of its own, and asked in a new shell that reads what was installed."""
    program = tmp_path / "bin" / "analyser"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m analyser "$@"\n')
    program.chmod(0o755)
    paths = {"HOME": str(tmp_path), "PATH": f"{program.parent}:{os.environ['PATH']}"}

    def run_bash(script: str) -> str:
        command = ["bash", "--norc", "-c", script]
        done = subprocess.run(command, env=environment() | paths, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "bash completion installed" in run_bash("analyser --install-completion; exit $?")
    words = "COMP_WORDS=(analyser boards z); COMP_CWORD=2; _analyser_completion analyser"
    assert run_bash(f'source ~/.bashrc; {words}; echo "${{COMPREPLY[@]}}"') == "zhanguo\n"


def test_a_completion_imports_nothing_heavy(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "analyser"],
        cwd=tmp_path,
        env=environment() | asked("analyser run zhanguo --boards "),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.split() == ["A", "circle", "square", "triangle", "star"]
    modules = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}
    assert "typer" in modules
    assert not modules & {"polars", "matplotlib", "scipy", "jinja2", "multiprocess", "reports"}
