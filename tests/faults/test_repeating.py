"""A strategy that does not repeat itself is told by its name; its rows are kept."""

import re
from pathlib import Path
from typing import Any

import pytest

from analyser.runs.batch import sample
from analyser.runs.manifest import ReplaySample
from analyser.runs.planned_batches import Batch, PartFile
from analyser.runs.run_facts import run_facts
from analyser.runs.store import RunDirectory
from tests.analyser.runs.experiment import new_run
from tests.cli.conftest import Cli

BEGINS = """
import random, time
from strategies import Strategy


class {name}(Strategy):
    calls = 0

    def choose(self, view, moves):
        {name}.calls += 1
        return ({how}) % len(moves)
"""
HOW = {
    "Dice": "random.randrange(1000)",
    "Clock": "time.perf_counter_ns() // 7",
    "Counter": "Counter.calls",
    "Honest": "view['draw']",
}


def file_of(folder: Path, name: str) -> str:
    file = folder / f"{name.lower()}.py"
    file.write_text(BEGINS.format(name=name, how=HOW[name]))
    return f"{file}:{name}"


def again(folder: Path, *names: str) -> tuple[ReplaySample | None, RunDirectory]:
    """What a run of these strategies says of games played again."""
    run = new_run(folder / "run", game="middle_kingdom", players=2, games=8, batch=2, strategies=names)
    assert run.manifest.complete
    return run.manifest.repeated, run


@pytest.mark.parametrize("name", ["Dice", "Clock", "Counter"])
def test_what_does_not_repeat_itself_is_told_by_its_name(tmp_path: Path, name: str) -> None:
    own, honest = file_of(tmp_path, name), file_of(tmp_path, "Honest")
    found, run = again(tmp_path, honest, own)
    assert found is not None
    assert found.games >= 3
    assert own in found.strategies
    assert run.manifest.unrepeatable == tuple(found.strategies)


def test_what_repeats_itself_is_not_told_and_shipped_strategies_are_not_asked(tmp_path: Path) -> None:
    found, _ = again(tmp_path / "a", file_of(tmp_path, "Honest"), "random")
    assert found is not None
    assert (found.differing, found.strategies) == (0, [])
    assert again(tmp_path / "b", "random")[0] is None


def test_the_command_keeps_the_rows_and_ends_with_a_code_of_its_own(called: Cli, tmp_path: Path) -> None:
    dice = file_of(tmp_path, "Dice")
    words = ("run", "middle_kingdom", "--players", "2", "--games", "6", "--workers", "0", "--strategies", dice)
    done = called(*words, "--out", "night", "-q")
    assert done.returncode == 8
    assert "night: 6 games" in done.stdout
    assert done.stderr.startswith(f"analyser: {dice} is not deterministic: ")
    assert len(done.stderr.splitlines()) == 1
    manifest = RunDirectory.open(Path("night")).manifest
    assert run_facts(manifest, manifest.scenarios[0]).unrepeated.startswith(f"{dice} is not deterministic: games")


COUNTING = """
import time
from analyser.rules import Rules, points


class Counting(Rules):
    players = 2
    rounds = 4
    moves = {"take": ("takes {n}", "{n}", {"n": range(5)})}
    total = points("points")

    def legal(self, table, seat):
        return [("take", n) for n in range(5)]

    def play(self, table, seat, move):
        table.total[seat] += move[1] + HOW
        table.end_turn()
"""


@pytest.mark.parametrize(
    ("how", "kept"), [("time.perf_counter_ns() % 1000", {}), ("time.time_ns() % 997", {"record": "decisions"})]
)
def test_a_record_that_is_not_the_row_is_refused(called: Cli, tmp_path: Path, how: str, kept: Any) -> None:
    game = tmp_path / "counting.py"
    game.write_text(COUNTING.replace("HOW", how), encoding="utf-8")
    run = new_run(tmp_path / "run", game=str(game), players=2, games=4, strategies=("random",), **kept)
    done = called("record", "--trust", "--from", str(run.path), "--game", "2", "--out", str(tmp_path / "game.jsonl"))
    assert done.returncode == 8
    place = r"decisions, ply \d+: score_\w+" if kept else r"seats, seat 1: score"
    assert re.search(rf"game 2 is not repeatable: {place} is -?\d+ in the run and -?\d+ when played again", done.stderr)
    assert not (tmp_path / "game.jsonl").exists()


def test_a_record_that_is_the_row_is_written(called: Cli, tmp_path: Path) -> None:
    game = tmp_path / "counting.py"
    game.write_text(COUNTING.replace("HOW", "len({'a', 'b'})"), encoding="utf-8")
    run = new_run(tmp_path / "run", game=str(game), players=2, games=4, strategies=("random",), record="decisions")
    done = called("record", "--trust", "--from", str(run.path), "--game", "2", "--out", str(tmp_path / "game.jsonl"))
    assert done.returncode == 0
    assert (tmp_path / "game.jsonl").exists()


def test_the_sample_is_spread_over_the_run() -> None:
    part = {"games": PartFile(10, 1, ""), "seats": PartFile(20, 1, "")}
    batches = [Batch("base", 10 * place, 10 * place + 10, place, parts=part) for place in range(100)]
    chosen = sample(batches, 12)
    assert len(chosen) == 12
    assert all(batch.lo <= game < batch.hi for batch, game in chosen)
    assert len({batch.number // 10 for batch, _ in chosen}) >= 9
    assert sorted(game for _, game in sample(batches[:1], 12)) == list(range(10))
