"""Game files that hang, end the process or are wrong where they are loaded or played, and modules beside them."""

import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from cext import user_code
from cext.games import load_game
from cext.signals import TimeOver
from cext.user_code import ProgramError, error_location, with_last_words
from tests.cli.conftest import ROOT, Cli, assert_refused, environment

SOURCE = """{top}
from analyser.rules import Rules, points


class Mine(Rules):
    players = 2, 3
    rounds = 2
    moves = {{"take": ("takes", "t", {{}}), "leave": ("leaves", "l", {{}})}}
    total = points("points")
    {body}

    def __init__(self, players, option):
        super().__init__(players, option)
        {made}

    def legal(self, table, seat):
        {legal}
        return [("take",), ("leave",)]

    def play(self, table, seat, move):
        {played}
        table.total[seat] += move[0] == "take"
        table.end_turn()
"""
RUN = "run ./mygame.py --games 4 --strategies random --quiet --out run"


def write(folder: Path, **parts: str) -> Path:
    """A game of these parts."""
    folder.mkdir(exist_ok=True)
    file = folder / "mygame.py"
    file.write_text(SOURCE.format(**(dict.fromkeys(("body", "made", "legal", "played"), "pass") | {"top": ""} | parts)))
    return file


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds that pass soon."""
    monkeypatch.setattr(user_code, "LOADING_SECONDS", 0.1)
    monkeypatch.setattr(user_code, "TICK", 0.02)
    monkeypatch.setattr(user_code, "IGNORED", 0.05)


LATE = "not done within 0.1 seconds: look for a loop or a wait"
ENDS = "() would end this program, or double it: leave it out"
LOADED: dict[str, tuple[dict[str, str], int, str]] = {
    "a wait": ({"top": "import time; time.sleep(1000)"}, 1, LATE),
    "a class body that loops": ({"body": "while True: pass"}, 10, LATE),
    "a constructor that loops": ({"made": "while True: pass"}, 14, LATE),
    "errors that are caught": (
        {"top": "import time\nfor _ in range(9999):\n try: time.sleep(1)\n except Exception: pass"}, 3, LATE,
    ),
    "an alarm that is stopped": ({"top": "import signal, time; signal.alarm(0); time.sleep(1000)"}, 1, LATE),
    "an exit": ({"top": "import os; os._exit(7)"}, 1, f"_exit{ENDS}"),
    "an exit by its own name": ({"made": "from os import _exit; _exit(0)"}, 14, f"_exit{ENDS}"),
    "a signal to itself": ({"made": "import os; os.kill(os.getpid(), 9)"}, 14, f"kill{ENDS}"),
    "a second process": ({"made": "import os; os.fork()"}, 14, f"fork{ENDS}"),
    "an end of Python": ({"top": "raise SystemExit(3)"}, 1, "SystemExit: 3"),
    "input": ({"top": "input()"}, 1, "EOFError"),
    "a recursion": ({"top": "def f(): f()\nf()"}, 1, "RecursionError"),
}  # fmt: skip


@pytest.mark.parametrize("case", LOADED)
def test_loading_is_bounded(tmp_path: Path, request: pytest.FixtureRequest, case: str) -> None:
    parts, line, message = LOADED[case]
    if message == LATE:
        request.getfixturevalue("quick")
    with pytest.raises(ProgramError, match=rf"mygame\.py, line {line}: .*{re.escape(message)}"):
        load_game(str(write(tmp_path, **parts)), players=2)


def test_an_alarm_that_rings_again_keeps_the_line(tmp_path: Path) -> None:
    """On a busy machine it rings while the first error is on its way out."""
    file = write(tmp_path, top="raise LookupError")

    def interrupted() -> None:
        try:
            exec(compile(file.read_text(), str(file), "exec"), {})
        finally:
            raise TimeOver("late")

    with pytest.raises(TimeOver) as raised:
        interrupted()
    assert error_location(raised.value, str(file)) == f"{file}, line 1"


def test_memory_of_loading_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_code, "SPARE_BYTES", 10**8)
    with pytest.raises(ProgramError, match=r"mygame\.py, line 1: MemoryError"):
        load_game(str(write(tmp_path, top="x = bytearray(10**9)")), players=2)


def test_alarms_of_a_file_end_with_its_loading(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGALRM), os._exit, os.kill, sys.stdin
    load_game(str(write(tmp_path, top="import signal; signal.alarm(1)")), players=2)
    assert (signal.getsignal(signal.SIGALRM), os._exit, os.kill, sys.stdin) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@pytest.mark.usefixtures("quick")
def test_what_catches_everything_ends_the_program(tmp_path: Path) -> None:
    catching = "while not os.path.exists('ended'):\n try: time.sleep(1)\n except BaseException: pass"
    file = write(tmp_path, top=f"import os, time; os.chdir({str(tmp_path)!r})\n{catching}")
    said: list[str] = []

    def end(message: str) -> None:
        said.append(message)
        (tmp_path / "ended").touch()

    with with_last_words(end), suppress(ProgramError):  # the alarm may ring once more as the loop ends
        load_game(str(file), players=2)
    assert said[0].startswith(f"{file}: {LATE}")
    assert said[0].endswith("nothing else ends it, so the program ends")


@pytest.mark.parametrize("words", ["run ./mygame.py", "boards ./mygame.py", "record ./mygame.py", "play ./mygame.py"])
def test_another_error_than_the_number_of_players(called: Cli, tmp_path: Path, words: str) -> None:
    write(tmp_path, made="[1, 2][players]")
    assert_refused(called(*words.split()), 3, "mygame.py, line 14: __init__(): IndexError: list index out of range")


def test_rules_that_hang_or_exit_in_a_run(called: Cli, tmp_path: Path) -> None:
    for number, (played, said) in enumerate({
        "while True: pass": "longer than --time-limit 0.5: game ",
        "import os; os._exit(7)": "3 workers died over it, the last with exit code 7: game ",
    }.items()):  # fmt: skip
        write(tmp_path, played=played)
        assert_refused(called(*RUN.split()[:-1], f"run-{number}", "--workers", 1, "--time-limit", 0.5), 4, said)


def test_rules_that_exit_in_a_record(called: Cli, tmp_path: Path) -> None:
    write(tmp_path, played="import os; os._exit(7)")
    said = "3 workers died over it, the last with exit code 7: game 0, seed 1"
    assert_refused(called("record", "./mygame.py", "--strategies", "random", "--out", "a.jsonl"), 3, said)


@pytest.mark.parametrize(("played", "said"), [
    ("import os; os._exit(7)", f"line 21: play(): RuntimeError: _exit{ENDS}"),
    ("1 / 0", "line 21: play(): ZeroDivisionError"),
    ("while True: pass", "line 21: not done within "),
])  # fmt: skip
def test_wrong_rules_are_met_by_who_replays(
    called: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: str, said: str
) -> None:
    write(tmp_path)
    called("record", "./mygame.py", "--players", 2, "--strategies", "random", "--out", "a.jsonl")
    write(tmp_path, played=played)
    if "while" in played:
        monkeypatch.setattr("analyser.experiments.loading.SECONDS_EACH", 0)
        monkeypatch.setattr(user_code, "LOADING_SECONDS", 1)
    refused = called("verify", "a.jsonl", "--trust")
    assert refused.returncode == 3
    assert said in refused.stderr
    assert said in called("replay", "a.jsonl", "--plain", "--trust").stdout
    assert said in called("play", "./mygame.py", "--players", 2, "--opponents", "random", lines="1\n").stderr


# -- modules beside a game --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [0, 1])
def test_modules_beside_a_game_are_imported(called: Cli, tmp_path: Path, workers: int) -> None:
    """At the top, while it plays, from one another, and from the copies of a run."""
    write(tmp_path, top="import first", played="from parts import third; table.total[seat] += first.N + third.N")
    (tmp_path / "first.py").write_text("import second\nN = second.N\n")
    (tmp_path / "second.py").write_text("N = 10\n")
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "__init__.py").touch()
    (tmp_path / "parts" / "third.py").write_text("N = 20\n")
    done = called(*RUN.split(), "--players", 2, "--workers", workers)
    assert done.returncode == 0, done.stderr
    copies = {str(file.relative_to(tmp_path / "run" / "inputs" / "game"))
              for file in (tmp_path / "run" / "inputs" / "game").rglob("*.py")}  # fmt: skip
    assert copies == {"mygame.py", "first.py", "second.py", "parts/__init__.py", "parts/third.py"}
    for name in ("mygame.py", "first.py", "second.py", "parts/third.py"):
        (tmp_path / name).unlink()
    recorded = called("record", "--from", "run", "--game", 0, "--trust", "--out", "a.jsonl")
    assert recorded.returncode == 0, recorded.stderr


def test_each_game_has_its_own_modules(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write(tmp_path / name, top="import helper", body="title = helper.NAME")
        (tmp_path / name / "helper.py").write_text(f"NAME = {name!r}\n")
    titles = [load_game(str(tmp_path / name / "mygame.py"), players=2).title for name in ("one", "two", "one")]
    assert titles == ["one", "two", "one"]
    (tmp_path / "one" / "helper.py").write_text("NAME = 'three'\n")
    assert load_game(str(tmp_path / "one" / "mygame.py"), players=2).title == "three"


def test_modules_of_python_come_before_those_beside_a_game(tmp_path: Path) -> None:
    (tmp_path / "colorsys.py").write_text("raise ValueError('executed')\n")
    assert load_game(str(write(tmp_path, top="import colorsys")), players=2).title == "mygame"
    (tmp_path / "bystander.py").touch()
    with pytest.raises(ModuleNotFoundError):  # this file lies elsewhere
        __import__("bystander")


# -- scripts ----------------------------------------------------------------------------------------------------------


def test_a_script_without_a_guard_is_told_of_it(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\nfrom analyser import play_games\n"
        'play_games("qin", games=40, players=3, strategies=["random"], workers=2, out="run")\n'
    )
    done = subprocess.run(
        [sys.executable, script], cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=120
    )
    assert 'put what it does below `if __name__ == "__main__":`' in done.stderr.splitlines()[-1]
    assert not (tmp_path / "run").exists()


def test_rules_that_never_return_end_a_record(called: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("record", "./mygame.py", "--strategies", "random", "--time-limit", 0.5, "--out", "a.jsonl")
    write(tmp_path, legal="while True: pass")
    assert_refused(called(*words), 3, "longer than --time-limit 0.5: game 0, seed 1")
    write(tmp_path, body="def deal(self, table, rng):\n        while True: pass")
    monkeypatch.setattr(user_code, "LOADING_SECONDS", 1)
    assert_refused(called(*words), 3, "mygame.py, line 11: not done within 1 seconds")
