"""Files that this program did not write stay as they are, whatever is asked beside them."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from analyser.cli import app
from analyser.errors import DataError
from analyser.experiments.config_loader import merge
from analyser.play.session import check_writable
from analyser.records.file import record_text, write_record
from analyser.records.recording import record_game
from analyser.runs.looks import Look, record_look
from analyser.runs.maintenance import remove
from analyser.runs.store import MANIFEST, RunDirectory
from tests.analyser.runs.experiment import assert_same, rows
from tests.cli.conftest import Cli
from tests.undrawn import leave_charts_out

pytestmark = pytest.mark.usefixtures("undrawn")

Copied = Callable[[], Path]
MINE = "notes of mine"


def contents(folder: Path) -> dict[str, bytes]:
    """What lies in a folder, by its path there; links are not followed."""
    return {
        str(Path(where, name).relative_to(folder)): Path(where, name).read_bytes()
        for where, _, names in os.walk(folder)
        for name in names
        if not Path(where, name).is_symlink()
    }


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A folder of somebody's, with files that are called as those of a report."""
    folder = tmp_path / "mine"
    for name in ("letter.txt", "tables/verdicts.csv", "figures/seats.svg", "replays/game-1.html", "game-2.html"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(MINE)
    return folder


# -- reports ----------------------------------------------------------------------------------------------------------

LINKS = ["reports/balance", "reports/balance/tables", "reports/balance/replays", "reports/balance/figures"]


@pytest.mark.parametrize("place", LINKS)
def test_no_report_is_written_through_a_link(called: Cli, copied: Copied, mine: Path, place: str) -> None:
    run, before = copied(), contents(mine)
    (run / place).parent.mkdir(parents=True)
    (run / place).symlink_to(mine)
    if place != LINKS[0]:  # a report, which lists a file that the new one has not
        listed = {"schema_version": 2, "files": ["tables/verdicts.csv", "tables/old.csv"]}
        (run / "reports" / "balance" / "report.json").write_text(json.dumps(listed))
    done = called("report", "balance", run, "--replays", "1", "--quiet")
    told = f"{run / place} is a link, and a report has none: name another folder with --out"
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == f"analyser: {run / 'reports' / 'balance'}: {told}\n"
    assert contents(mine) == before


def test_a_report_is_written_into_a_folder_of_its_own(called: Cli, copied: Copied, mine: Path, tmp_path: Path) -> None:
    run = copied()
    for folder in (mine, run):
        before = contents(folder)
        done = called("report", "balance", run, "--out", folder, "--quiet")
        told = "the folder is neither empty nor a report of this program: name another folder with --out"
        assert (done.returncode, done.stdout, done.stderr) == (3, "", f"analyser: {folder}: {told}\n")
        assert contents(folder) == before
    (tmp_path / "new").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "new")
    for _ in range(2):  # an empty folder, then the report in it
        assert called("report", "balance", run, "--out", tmp_path / "link", "--quiet").returncode == 0
        assert (tmp_path / "new" / "balance.html").is_file()


# -- runs remove ------------------------------------------------------------------------------------------------------

FOREIGN = {
    "of a browser's extension": '{"manifest_version": 3, "name": "mine", "version": "1"}',
    "no JSON": "{",
    "empty": "",
    "a list": "[]",
    "with a version": '{"schema_version": 5}',
}


@pytest.mark.parametrize("manifest", FOREIGN)
def test_a_folder_that_is_no_run_is_not_emptied(called: Cli, mine: Path, manifest: str) -> None:
    (mine / "games").mkdir()
    (mine / "games" / "part-00000.parquet").write_text(MINE)
    (mine / MANIFEST).write_text(FOREIGN[manifest])
    before = contents(mine)
    done = called("runs", "remove", mine, "--yes")
    told = f"{mine / MANIFEST}: not a manifest this program wrote: nothing is removed"
    assert (done.returncode, done.stdout, done.stderr) == (3, "", f"analyser: {told}\n")
    assert contents(mine) == before


@pytest.fixture(scope="module")
def answered(whole: RunDirectory, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run with a report, replays and records in it."""
    run = Path(shutil.copytree(whole.path, tmp_path_factory.mktemp("answered") / "run"))
    record_look(run, Look("balance", "base", 60))
    with pytest.MonkeyPatch.context() as patch:
        leave_charts_out(patch)
        for words in ("report balance RUN --replays 1 --quiet", "record --from RUN --where seat=1 --limit 1"):
            assert CliRunner().invoke(app, words.replace("RUN", str(run)).split()).exit_code == 0
    return run


@pytest.mark.parametrize("damaged", [False, True])
def test_only_the_files_of_a_run_are_removed(answered: Path, mine: Path, tmp_path: Path, damaged: bool) -> None:
    run, before = Path(shutil.copytree(answered, tmp_path / "run")), contents(mine)
    for name in ("games/part-00099.parquet", "seats/part-00001.parquet.writing-77", f"{MANIFEST}.writing-77"):
        (run / name).write_text("")
    others = ["games/mine.csv", "inputs/mine.py", "letter.txt", "reports/mine.md", "tables/mine.csv"]
    for name in others:
        (run / name).parent.mkdir(exist_ok=True)
        (run / name).write_text(MINE)
    (run / "records" / "linked").symlink_to(mine)
    if damaged:
        (run / MANIFEST).write_text((run / MANIFEST).read_text().replace('"seed": 5', '"seed": 7'))
    assert {path.relative_to(run).as_posix() for path in remove(run)} == {*others, "records/linked"}
    assert set(contents(run)) == set(others)
    assert contents(mine) == before


def test_removing_a_link_to_a_run_is_refused(copied: Copied, whole: RunDirectory, tmp_path: Path) -> None:
    run = copied()
    (tmp_path / "link").symlink_to(run)
    with pytest.raises(DataError, match="is a link: name the run directory itself"):
        remove(tmp_path / "link")
    assert_same(rows(RunDirectory.open(run)), rows(whole))
    (run / "seats").rename(tmp_path / "seats")
    (run / "seats").symlink_to(tmp_path / "seats")
    assert remove(run) == [run / "seats"]
    assert len(list((tmp_path / "seats").iterdir())) == 5


# -- records and pages ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def text() -> str:
    """A short game."""
    values = {"game": "middle_kingdom", "players": 2, "strategies": ("random",)}
    return record_text(record_game(merge("run", values), 0))


def test_a_record_is_written_over_a_record_and_nothing_else(text: str, tmp_path: Path) -> None:
    record, letter = tmp_path / "game.jsonl", tmp_path / "letter.txt"
    letter.write_text(MINE)
    lines = [json.loads(line) for line in text.splitlines()]
    record.touch()
    for _ in range(2):  # over an empty file, then over a record
        write_record(lines, record)
    assert record.read_text() == text
    os.mkfifo(tmp_path / "pipe")
    for path in (letter, tmp_path, tmp_path / "pipe"):
        for write in (lambda path: write_record(lines, path), check_writable):
            with pytest.raises(DataError, match=r"is there already and no record|is a folder") as caught:
                write(path)
            assert caught.value.exit_code == 3
    assert letter.read_text() == MINE
    assert (tmp_path / "pipe").is_fifo()


def test_record_says_so_before_it_plays(called: Cli, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text(MINE)
    words = "record middle_kingdom --players 2 --strategies random --out letter.txt"
    done = called(*words.split())
    told = "letter.txt: is there already and no record: name another file"
    assert (done.returncode, done.stderr) == (3, f"analyser: {told}\n")
    assert (tmp_path / "letter.txt").read_text() == MINE


def test_a_page_is_written_over_a_page_and_nothing_else(called: Cli, text: str, tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_text(text)
    (tmp_path / "index.html").write_text("<!DOCTYPE html><title>mine</title>")
    for name in ("game.jsonl", "index.html"):
        before = (tmp_path / name).read_bytes()
        done = called("replay", "game.jsonl", "--html", name)
        told = f"{name}: is there already and no page of a game: name another file"
        assert (done.returncode, done.stderr) == (3, f"analyser: {told}\n")
        assert (tmp_path / name).read_bytes() == before
    for _ in range(2):
        assert called("replay", "game.jsonl", "--html", "game.html").returncode == 0


# -- where a file says that a run goes --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("out", "is_taken"),
    [("runs/mine", True), ("../elsewhere", False), ("WHOLE/elsewhere", False), ("link/mine", False)],
)
def test_a_file_leads_a_run_to_no_other_folder(
    called: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: str, is_taken: bool
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Path("link").symlink_to(tmp_path)
    out = out.replace("WHOLE", str(tmp_path))
    values = f'game = "middle_kingdom"\nplayers = 2\ngames = 12\nstrategies = ["random"]\nworkers = 0\nout = "{out}"\n'
    Path("mine.toml").write_text(values)
    done = called("run", "--config", "mine.toml", "--quiet")
    assert (done.returncode, Path(out).exists()) == ((0, True) if is_taken else (3, False)), done.stderr
    if not is_taken:
        told = f"mine.toml: out = '{out}' lies outside of the current folder: name it with --out"
        assert done.stderr == f"analyser: {told}\n"
        assert called("run", "--config", "mine.toml", "--quiet", "--out", out).returncode == 0
