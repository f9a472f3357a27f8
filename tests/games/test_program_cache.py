"""Where compiled rules are kept, and what becomes of those that are damaged, foreign or cannot be made."""

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from analyser.errors import DataError
from analyser.experiments.game_check import compile_game
from cext.games import load_game
from cext.games.program_cache import CannotCompile, find_compiler, program_folder
from cext.games.python_game import PythonGame
from cext.games.translation import compile_rules, program_notice

RULES = """
from analyser.rules import Rules, number, points


class Count(Rules):
    players = 2
    rounds = 3
    moves = {"step": ("steps", "s", {})}
    features = {"one": "one | ones"}
    plans = {"plain": {"one": 1}}
    total = points("points")

    def legal(self, table, seat):
        return [("step",)]

    def play(self, table, seat, move):
        n = 1
        LOOP
        table.total[seat] += n
        table.end_turn()

    def weigh(self, table, seat, move):
        return [1]
"""


def game_of(folder: Path, loop: str = "pass") -> Path:
    file = folder / "count.py"
    file.write_text(RULES.replace("LOOP", loop), encoding="utf-8")
    return file


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return game_of(tmp_path)


def program(game: Path) -> Path:
    """The one compiled program of a game, which is compiled."""
    compile_rules(game, PythonGame(game, players=2))
    (file,) = program_folder(game).glob("*.so")
    return file


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:5000])


def replace_content(file: Path) -> None:
    file.write_bytes(b"\x7fELF" + bytes(20_000))


@pytest.mark.parametrize("damage", [cut, replace_content, lambda file: file.chmod(0o777)])
def test_a_damaged_program_is_compiled_again(game: Path, damage) -> None:
    file = program(game)
    before = file.read_bytes()
    damage(file)
    assert load_game(str(game), players=2).compiled
    assert file.read_bytes() == before
    assert not file.stat().st_mode & 0o022


def test_a_folder_that_others_can_change_is_not_used(game: Path) -> None:
    program(game)
    program_folder(game).chmod(0o777)
    assert load_game(str(game), players=2).compiled == ()
    assert program_notice(game) == (
        f"count.py is played as Python: other users can change {program_folder(game)}: remove it, or set "
        "XDG_CACHE_HOME to a folder of yours."
    )


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "analyser", *arguments]
    kept = {name: value for name, value in os.environ.items() if name not in environment}
    given = {name: value for name, value in environment.items() if value}
    return subprocess.run(command, capture_output=True, text=True, env=kept | given, timeout=120, check=False)


@pytest.mark.parametrize(
    ("environment", "reason"),
    [
        ({"CC": "true"}, "true builds nothing: set CC to a C compiler"),
        ({"CC": "false"}, "false fails: exit code 1"),
        ({"CC": "/no/such/cc"}, "CC names no program (/no/such/cc): set it to a C compiler"),
        ({"CC": "'"}, "CC names no program ('): set it to a C compiler"),
        ({"XDG_CACHE_HOME": "/dev/null"}, "compiled rules cannot be kept in /dev/null/analyser/games/count-"),
    ],
)
def test_what_cannot_be_compiled_is_said_in_a_line(game: Path, environment: dict[str, str], reason: str) -> None:
    done = run("games", "compile", str(game), **environment)
    assert done.returncode == 3
    (line,) = done.stderr.strip().splitlines()
    assert line.startswith(f"analyser: {game} stays Python: {reason}")


def test_without_a_home_python_plays(game: Path, tmp_path: Path) -> None:
    """A user without an entry in /etc/passwd, and no HOME."""
    code = (
        "import os, pwd, sys; from pathlib import Path\n"
        "from cext.games import load_game; from cext.games.translation import program_notice\n"
        "def unknown(*names): raise KeyError('no entry')\n"
        "pwd.getpwuid = pwd.getpwnam = unknown\n"
        f"print(load_game({str(game)!r}, players=2).compiled, repr(program_notice(Path({str(game)!r}))))\n"
    )
    environment = {name: x for name, x in os.environ.items() if name not in ("HOME", "XDG_CACHE_HOME")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert (done.stdout, done.stderr) == ("() ''\n", "")


def test_a_program_that_can_no_longer_be_made_leaves_the_game_to_python(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut(program(game))
    monkeypatch.setenv("CC", "true")
    assert load_game(str(game), players=2).compiled == ()
    assert program_notice(game) == "count.py is played as Python: true builds nothing: set CC to a C compiler."


def test_a_compiler_may_have_a_space_in_its_path_or_options(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "my compilers"
    folder.mkdir()
    compiler = folder / "cc"
    compiler.symlink_to(str(shutil.which("cc")))
    for named in (str(compiler), f"'{compiler}' -m64", "cc -m64"):
        monkeypatch.setenv("CC", named)
        assert find_compiler()[0] in (str(compiler), "cc")
        shutil.rmtree(program_folder(game), ignore_errors=True)
        assert program(game).is_file()


def test_a_command_plays_without_a_home(game: Path, tmp_path: Path) -> None:
    """All of the command line, for a user without an entry in /etc/passwd, HOME or any folder of XDG."""
    code = (
        "import pwd, sys\n"
        "def unknown(*names): raise KeyError('no entry')\n"
        "pwd.getpwuid = pwd.getpwnam = unknown\n"
        "from analyser.__main__ import main\n"
        "main()\n"
    )
    environment = {name: x for name, x in os.environ.items() if name != "HOME" and not name.startswith("XDG_")}
    environment["MPLCONFIGDIR"] = str(tmp_path)
    arguments = ["run", str(game), "--games", "4", "--workers", "0", "--out", str(tmp_path / "run")]
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert "internal error" not in done.stderr


def test_compiling_on_a_full_disk_ends_as_on_any(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device"):
        compile_game(game)


def test_a_program_that_does_not_load_is_no_difference(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> None:
        raise OSError("cannot map the file")

    monkeypatch.setattr(ctypes, "CDLL", refuse)
    with pytest.raises(DataError, match=r"count\.py stays Python: cannot map the file$"):
        compile_game(game)


def test_a_full_disk_is_said_in_a_line(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CannotCompile, match=r"cannot be kept in .* \(No space left on device\): set XDG_CACHE_HOME"):
        program(game)
    assert not list(program_folder(game).glob("*.so"))


PLAY = """
import sys
from analyser.errors import DataError
from analyser.experiments.game_check import compile_game
from cext.games import load_game
from cext.games.translation import comparison
from cext.signals import install_handlers
comparison.differing_methods = lambda methods, make: ([], 0)  # Python would loop as well
game = load_game(sys.argv[1], players=2)
install_handlers()
print(game.compiled, flush=True)
comparison.play_rows(game, 1)
"""


@pytest.mark.parametrize("loop", ["while n > 0: n = 3 - n", "for i in range(2 ** 60 - seat): n = i % 7"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_loop_in_compiled_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loop: str, number: signal.Signals
) -> None:
    """Where the main process plays the games itself."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    file = game_of(tmp_path, loop)
    program(file)
    started = subprocess.Popen([sys.executable, "-c", PLAY, str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert started.stdout
    assert b"play" in started.stdout.readline()
    time.sleep(0.5)
    assert started.poll() is None
    started.send_signal(number)
    _, errors = started.communicate(timeout=10)
    assert b"SignalReceived" in errors
