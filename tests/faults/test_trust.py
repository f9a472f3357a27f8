"""A program is run where the command names it or says --trust, and nothing is taken from the current folder."""

import shutil
import subprocess
from pathlib import Path

import pytest

from analyser.cli.trust import Trust, program_digest, trusted_programs_file
from analyser.errors import NotTrusted
from analyser.runs.executors import PipeExecutor
from cext.fallback_files import register_copies
from tests.analyser.runs.experiment import played
from tests.cli.conftest import Cli, command, environment

PROGRAM = """
from pathlib import Path
from strategies import Strategy

Path({mark!r}).write_text("run")


class Mine(Strategy):
    def choose(self, view, moves):
        return 0
"""


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with a program in it, played by somebody else: nothing else is left of it."""
    folder = tmp_path_factory.mktemp("elsewhere")
    (folder / "evil.py").write_text(PROGRAM.format(mark=str(folder / "executed")))
    values = {"game": "middle_kingdom", "players": 2, "games": 4, "workers": 0}
    played(folder / "night", **values, strategies=(f"{folder}/evil.py:Mine", "random"))
    (folder / "evil.py").unlink()
    return folder / "night"


@pytest.fixture
def mark(night: Path) -> Path:
    """The file that the program writes when it is run; nobody here has run it before."""
    trusted_programs_file().unlink(missing_ok=True)
    file = night.with_name("executed")
    file.unlink(missing_ok=True)
    return file


@pytest.fixture
def here(night: Path, tmp_path: Path) -> Path:
    """The run as it comes here, to the current folder."""
    return Path(shutil.copytree(night, tmp_path / "night"))


TAKEN = {
    "config": ("run", "--config", "night", "--out", "again"),
    "manifest": ("run", "--config", "night/manifest.json", "--out", "again"),
    "resume": ("run", "--resume", "night"),
    "more": ("run", "--more", "4", "--out", "night"),
    "record": ("record", "--from", "night", "--game", "1"),
    "where": ("record", "--from", "night", "--where", "winning_margin >= 0"),
}


@pytest.mark.parametrize("way", TAKEN)
def test_a_program_that_a_run_names_is_not_run(called: Cli, here: Path, mark: Path, way: str) -> None:
    done = called(*TAKEN[way])
    assert (done.returncode, done.stdout, mark.exists()) == (9, "", False), done.stderr
    assert "night/inputs/strategies-0/evil.py is a program that no word of this command names" in done.stderr
    assert "--trust" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_with_trust_it_is_run_and_known_until_something_lies_beside_it(called: Cli, here: Path, mark: Path) -> None:
    record = ("record", "--from", "night", "--game", "1")
    assert called(*record, "--trust").returncode == 0
    assert mark.exists()
    assert called(*record).returncode == 0
    (here / "inputs" / "strategies-0" / "bisect.py").write_text("print('found before the one of Python')\n")
    assert called(*record).returncode == 9


def test_a_program_named_by_a_file_is_run_where_it_has_been_run_before(called: Cli, mark: Path) -> None:
    Path("other.py").write_text(PROGRAM.format(mark=str(mark)))
    Path("mine.toml").write_text('game = "middle_kingdom"\nplayers = 2\ngames = 4\nstrategies = ["other.py:Mine"]')
    words = ("run", "--config", "mine.toml", "--workers", "0", "-q")
    assert called(*words).returncode == 9
    assert not mark.exists()
    named = called("record", "middle_kingdom", "--players", "2", "--strategies", "other.py:Mine")
    assert named.returncode == 0, named.stderr
    assert called(*words).returncode == 0
    Path("other.py").write_text(PROGRAM.format(mark=str(mark)) + "# changed\n")
    assert called(*words).returncode == 9


def test_a_name_on_the_command_line_is_no_leave_for_a_copy_of_that_name(tmp_path: Path, mark: Path) -> None:
    copy = tmp_path / "run" / "inputs" / "strategies-0" / "mine.py"
    copy.parent.mkdir(parents=True)
    copy.write_text("import json\n")
    (tmp_path / "mine.py").write_text("import json\n")
    trust = Trust(["zhanguo", ("random", f"{tmp_path}/mine.py:Mine"), None], trust=False)
    with pytest.raises(NotTrusted):
        trust.check(copy)
    trust.check(tmp_path / "mine.py")
    trust.check(copy)  # the very same program
    register_copies({"/nowhere/mine.py": str(copy)})
    assert program_digest(copy) == program_digest(tmp_path / "mine.py")
    (copy.parent / "__pycache__").mkdir()
    (copy.parent / "__pycache__" / "json.pyc").write_bytes(b"x")
    assert program_digest(copy) != program_digest(tmp_path / "mine.py")


def test_nothing_is_imported_from_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = tmp_path / "executed"
    for name in ("random", "csv", "typer", "polars", "multiprocess", "tempfile"):
        (tmp_path / f"{name}.py").write_text(f"open({str(mark)!r}, 'w').close()\nraise SystemExit(99)\n")
    done = subprocess.run(command("--version"), cwd=tmp_path, env=environment(), capture_output=True, timeout=60)
    assert (done.returncode, mark.exists()) == (0, False)
    monkeypatch.chdir(tmp_path)
    pool = PipeExecutor(1)
    try:
        assert pool.submit(len, "worker").result(60) == 6
    finally:
        pool.shutdown()
    assert not mark.exists()
