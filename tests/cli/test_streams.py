"""Outputs that cannot hold a character, are closed or read by nobody; folders and memory no command can use."""

import io
import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from analyser.cli import app, streams
from analyser.cli.output import print_status, print_table
from analyser.runs.prints import show_warnings
from reports.charts.style import MissingLettersWarning
from tests.cli.conftest import command, environment
from tests.cli.test_help import COMMANDS

PLAIN_LOCALE = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
ENCODINGS = ["ascii", "latin-1", "cp1252"]


def printed(monkeypatch: pytest.MonkeyPatch, encoding: str, call: object) -> str:
    """What the call prints where standard output has that encoding."""
    content = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(content, encoding=encoding))
    streams.prepare_streams()
    call()  # type: ignore[operator]
    sys.stdout.flush()
    return content.getvalue().decode(encoding)


@pytest.fixture(scope="module")
def program() -> Any:
    """All commands, built once."""
    return get_command(app)


@pytest.mark.parametrize(
    ("encoding", "words"),
    [*(("ascii", words) for words in ([], *COMMANDS)), *((one, ["boards"]) for one in ENCODINGS[1:])],
)
def test_every_help_can_be_printed(
    monkeypatch: pytest.MonkeyPatch, program: Any, encoding: str, words: list[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "100")

    def explain() -> None:
        with pytest.raises(SystemExit, match=r"^(0|None)$"):
            program.main([*words, "--help"], prog_name="analyser", standalone_mode=False)

    with pytest.MonkeyPatch.context() as patch:
        text = printed(patch, encoding, explain)
    assert "Usage: analyser" in text
    # Frames of panels stand one below another.
    assert {len(line) for line in text.splitlines() if line.startswith(("|", "+")) and line.endswith(("|", "+"))} <= {
        100
    }


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_columns_stay_where_they_are(monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    rows = [["A − B…", "1.0 ± 0.2"], ["a longer name", "−3 × 4"]]
    with pytest.MonkeyPatch.context() as patch:
        text = printed(patch, encoding, lambda: print_table(["what", "how much"], rows))
    _, _, first, second = text.splitlines()
    assert second.startswith("a longer name")
    assert first.index("1.0") == second.index("-3")


def test_what_has_no_plain_form_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.MonkeyPatch.context() as patch:
        assert printed(patch, "ascii", lambda: print("Zhànguó 戰 \udcff")) == "Zh\\xe0ngu\\xf3 \\u6230 \\udcff\n"


ONE_EACH = [
    "report balance RUN --json", "runs show RUN", "runs check RUN", "games", "games zhanguo",
    "strategies zhanguo", "config show RUN", "record --from RUN --game 0 --out game.jsonl", "verify game.jsonl",
    "replay game.jsonl --plain", "components check zhanguo", "balance zhanguo --players 2 --games 8 --workers 0",
]  # fmt: skip
EACH = """
import sys
import pytest
from analyser.__main__ import main
from tests.undrawn import leave_charts_out
leave_charts_out(pytest.MonkeyPatch())
for line in sys.stdin.read().splitlines():
    sys.argv = ["analyser", *line.split()]
    try:
        main()
    except SystemExit as end:
        print("CODE", end.code or 0, line, file=sys.stderr)
"""


def test_every_command_prints_where_only_ascii_can_be(small_run: Path, tmp_path: Path) -> None:
    words = "\n".join(ONE_EACH).replace("RUN", str(small_run))
    done = subprocess.run(
        [sys.executable, "-c", EACH], input=words, cwd=tmp_path, env=environment() | PLAIN_LOCALE,
        capture_output=True, text=True, encoding="ascii", timeout=120, check=False,
    )  # fmt: skip
    codes = [line.split()[1] for line in done.stderr.splitlines() if line.startswith("CODE")]
    assert codes == ["0"] * len(ONE_EACH), done.stderr


@pytest.mark.parametrize("where", ["| true", "<&- >&- 2>&-"])
def test_the_page_is_written_whoever_reads(small_run: Path, tmp_path: Path, where: str) -> None:
    words = " ".join(command("report", "openings", small_run, "--out", "page"))
    done = subprocess.run(
        ["bash", "-c", f"{words} {where}; exit ${{PIPESTATUS[0]}}"],
        cwd=tmp_path, env=environment() | {"MPLBACKEND": "nope"},  # for charts, which nobody shows
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "page" / "openings.html").exists()


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ("mkdir gone; cd gone; rmdir ../gone", "the current folder no longer exists: change to another"),
        (r"mkdir $'b\xff'; cd $'b\xff'", r"b\udcff: the name of this folder is no valid UTF-8: change to another"),
        ("ulimit -v 1000000", "1,000,000 kB of memory are allowed (ulimit -v), 2,000,000 are needed: allow more"),
    ],
)
def test_where_no_command_can_work_one_line_says_so(small_run: Path, tmp_path: Path, before: str, told: str) -> None:
    words = " ".join(command("report", "balance", small_run))
    done = subprocess.run(
        ["bash", "-c", f"{before}; {words}"],
        cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    (line,) = done.stderr.splitlines()
    assert done.returncode == 3
    assert line.startswith("analyser: ")
    assert line.endswith(told)


def test_a_reader_who_leaves_the_help_is_no_error(tmp_path: Path) -> None:
    words = " ".join(command("boards", "--help"))
    done = subprocess.run(
        ["bash", "-c", f"{words} | true; exit ${{PIPESTATUS[0]}}"],
        cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_warnings_of_libraries_are_not_shown(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(sys, "warnoptions", [])
    monkeypatch.setattr(warnings, "showwarning", lambda message, *where: print(f"as usual: {message}", file=sys.stderr))
    own_file = tmp_path / "mygame.py"
    own_file.write_text("x = 1\n")
    show_warnings()
    for file in (pytest.__file__, io.__file__, streams.__file__, "<string>"):
        warnings.showwarning(RuntimeWarning("invalid value"), RuntimeWarning, file, 1)
    assert capsys.readouterr() == ("", "")
    warnings.showwarning(UserWarning("of its author"), UserWarning, str(own_file), 1)
    assert capsys.readouterr().err == "as usual: of its author\n"
    warnings.showwarning(MissingLettersWarning("no\x1b font"), MissingLettersWarning, streams.__file__, 1)
    assert capsys.readouterr().err == "analyser: no\\x1b font\n"


def test_remarks_on_a_terminal_break_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

        def fileno(self) -> int:
            return 2

    text = "without a name the search plays; " * 5 + "`analyser run --resume runs/zhanguo-boards-4p-001` goes on"
    screen = Screen()
    monkeypatch.setattr("os.get_terminal_size", lambda end: os.terminal_size((60, 24)))
    monkeypatch.setattr(sys, "stderr", screen)
    print_status(text)
    lines = screen.getvalue().splitlines()
    assert max(map(len, lines)) <= 60
    assert " ".join(lines) == text
    assert any("`analyser run --resume runs/zhanguo-boards-4p-001`" in line for line in lines)


def test_letters_without_a_font_are_one_line(cli, small_run):
    done = cli("compare", small_run, "--title", "no font: \ue000 \U0010ffff", "--chart", "chart.png")
    assert done.returncode == 0
    (line, *_) = done.stderr.splitlines()
    assert line.startswith("analyser: no font on this machine has the letters \ue000, ")
    assert "Warning" not in done.stderr
