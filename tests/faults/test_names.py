"""Names that could not be read again from a run: refused, written out, before a game is played."""

import os
import shutil
from pathlib import Path

import pytest

from analyser.errors import DataError
from analyser.runs.store import RunDirectory
from cext.games.qin.data import components as qin
from tests.cli.conftest import Cli

NAMES = {"an escape": "my\x1b[31m", "a direction": "my\u202e", "no UTF-8": os.fsdecode(b"my\xff")}
WORDS = ["run", "qin", "--players", "2", "--games", "8", "--strategies", "random", "--workers", "0", "--quiet"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("place", ["--out", "--components", "--strategies", "--config", "the current folder"])
def test_a_name_that_cannot_be_read_again_is_refused(
    called: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, place: str
) -> None:
    odd = NAMES[name]
    folder = tmp_path / odd
    words = [*WORDS]
    if place == "--components":
        qin.export(tmp_path / "plain")
        shutil.copytree(tmp_path / "plain", folder)
        words += [place, folder]
    elif place == "the current folder":
        folder.mkdir()
        monkeypatch.chdir(folder)
        words += ["--out", "run"]
    elif place == "--config":
        Path(f"{folder}.toml").write_text("seed = 3\n")
        words += [place, f"{folder}.toml"]
    elif place == "--strategies":
        Path(f"{folder}.py").write_text("class Mine:\n    def choose(self, view, moves):\n        return 0\n")
        words[words.index("random")] = f"{folder}.py:Mine"
    else:
        words += [place, folder / "run"]
    monkeypatch.setattr("sys.argv", ["analyser", *map(str, words)])
    done = called(*words)
    assert done.returncode == 3
    (line,) = done.stderr.splitlines()
    assert odd.encode("unicode_escape").decode() in line
    assert odd not in line
    assert not list(tmp_path.rglob("manifest.json"))


def test_a_run_below_a_folder_that_is_no_utf8_is_one_line(whole: RunDirectory, tmp_path: Path) -> None:
    folder = tmp_path / NAMES["no UTF-8"]
    shutil.copytree(whole.path, folder)
    with pytest.raises(DataError, match=r"my\\udcff: is no UTF-8, and its parts cannot be read: rename the folder"):
        RunDirectory.open(folder)


@pytest.mark.parametrize("words", ["report balance RUN --out", "record --from RUN --game 0 --out"])
def test_nothing_else_is_written_under_such_a_name(
    called: Cli, whole: RunDirectory, tmp_path: Path, words: str
) -> None:
    for odd in NAMES.values():
        listed = [whole.path if word == "RUN" else word for word in words.split()]
        done = called(*listed, tmp_path / odd)
        assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (3, "", 1)
        assert odd.encode("unicode_escape").decode() in done.stderr
        assert not (tmp_path / odd).exists()
