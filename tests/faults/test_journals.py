"""Lines of a run's journals that are not as they were written: named, never believed, made good by --resume."""

import json
import os
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path

import pytest
from msgspec.structs import replace

from analyser.errors import DataError
from analyser.runs.integrity import check_parts
from analyser.runs.lifecycle import resume_run
from analyser.runs.looks import Look, damaged_looks, look_sizes, record_look
from analyser.runs.play import play_run
from analyser.runs.store import BATCH_LOG, LOOKS, RunDirectory
from tests.analyser.runs.experiment import assert_same, rows
from tests.cli.conftest import Cli

Copied = Callable[[], Path]


def flips(file: Path, size: int) -> Iterator[int]:
    """Each bit of the first so many bytes of a file, flipped in it for the while."""
    with file.open("r+b", buffering=0) as opened:
        for bit in range(8 * size):
            content = os.pread(opened.fileno(), 1, bit // 8)
            os.pwrite(opened.fileno(), bytes([content[0] ^ 1 << bit % 8]), bit // 8)
            yield bit
            os.pwrite(opened.fileno(), content, bit // 8)


def test_no_flipped_bit_of_the_notes_is_believed(whole: RunDirectory, tmp_path: Path) -> None:
    first, second, *_ = deepcopy(whole.manifest.batches)
    first.thinking = {"search:balanced:64": (12, 0.5)}
    second.parts, second.error = {}, "longer than --time-limit 2: strategy ö"
    planned = [replace(one, tries=0, seconds=0.0, parts={}, error=None, thinking={}) for one in (first, second)]
    (tmp_path / "run").mkdir()
    file = tmp_path / "run" / BATCH_LOG
    for noted in ([first], [second, first]):  # the last one of a file, and one that another follows
        RunDirectory(file.parent, whole.manifest).rewrite_notes(noted)
        expected = [one if one in noted else plan for one, plan in zip((first, second), planned, strict=True)]
        for bit in flips(file, len(file.read_bytes().splitlines(keepends=True)[0])):
            run = RunDirectory(file.parent, replace(whole.manifest, batches=[replace(one) for one in planned]))
            run.read_notes()
            assert run.damaged_notes or run.manifest.batches == expected, bit


def test_no_flipped_bit_of_the_looks_is_believed(tmp_path: Path) -> None:
    for games in (60, 120):
        record_look(tmp_path, Look("balance", "ö", games))
    for bit in flips(tmp_path / LOOKS, (tmp_path / LOOKS).stat().st_size):
        assert damaged_looks(tmp_path) or look_sizes(tmp_path, "balance", "ö") == (60, 120), bit
    assert look_sizes(tmp_path, "balance", "ö") == (60, 120)


@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize(
    ("damage", "line", "n_again"),
    [
        (lambda content: content.replace(b'"seats"', b'"{eats"', 1), 1, 1),
        (lambda content: content[:-40], 5, 1),
        (lambda content: content[:-1], 5, 1),
        (lambda content: content + b'{"number": 7, "scena', 6, 0),
        (lambda content: content.replace(b"\n", b"J", 1), 1, 2),
        (lambda content: b"\n" + content, 1, 0),
    ],
    ids=["a name", "torn", "without its end", "a line begun", "two lines joined", "an empty line"],
)
def test_a_damaged_line_is_named_and_its_games_are_played_again(
    whole: RunDirectory, copied: Copied, complete: bool, damage: Callable[[bytes], bytes], line: int, n_again: int
) -> None:
    path = copied()
    run = RunDirectory.open(path)
    run.finish(complete=complete)
    file = path / BATCH_LOG
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(DataError, match=rf"{BATCH_LOG}: line {line} is damaged.*--resume"):
        check_parts(RunDirectory.open(path), "games")
    run, job = resume_run(path, {})
    assert f"{BATCH_LOG}: line {line} is damaged" in run.notices[0]
    assert len(run.manifest.missing()) == n_again
    play_run(run, job)
    again = RunDirectory.open(path)
    assert (again.manifest.complete, again.log_errors()) == (True, [])
    assert_same(rows(again), rows(whole))


def test_a_line_that_another_process_is_writing_is_none_yet(copied: Copied, monkeypatch: pytest.MonkeyPatch) -> None:
    from analyser.runs import store
    from analyser.runs.lock import Owner

    path = copied()
    run = RunDirectory.open(path)
    run.finish(complete=False)
    (path / BATCH_LOG).write_bytes((path / BATCH_LOG).read_bytes()[:-40])
    monkeypatch.setattr(store, "lock_owner", lambda _: Owner(1, "elsewhere", "2026"))
    run = RunDirectory.open(path)
    assert (run.log_errors(), run.manifest.games_done) == ([], 48)


def test_lines_without_digests_are_read(whole: RunDirectory, copied: Copied) -> None:
    path = copied()
    for file in (path / BATCH_LOG, path / LOOKS):
        if file.name == LOOKS:
            record_look(path, Look("balance", "all", 60))
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        assert all(line.pop("blake2b") for line in lines)
        file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    assert_same(rows(RunDirectory.open(path)), rows(whole))
    assert look_sizes(path, "balance", "all") == (60,)


def test_a_damaged_look_is_named_and_removed_by_resume(called: Cli, copied: Copied) -> None:
    path = copied()
    for number in (24, 36):
        record_look(path, Look("balance", "other", number))
    content = (path / LOOKS).read_bytes()
    (path / LOOKS).write_bytes(content.replace(b"balance", b"bal!nce", 1))
    told = f"{LOOKS}: line 1 is damaged"
    done = called("report", "balance", path)
    removes = f"a look is lost: `analyser run --resume {path}` removes the line"
    assert (done.returncode, done.stdout, done.stderr) == (3, "", f"analyser: {path}: {told}: {removes}\n")
    assert called("runs", "check", path).stdout == f"{told}\n"
    run, _ = resume_run(path, {})
    assert run.notices == [f"{told}: the line is removed"]
    assert run.manifest.missing() == []
    assert damaged_looks(path) == []
    assert look_sizes(path, "balance", "other") == (36,)
