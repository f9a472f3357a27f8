"""A strategy that does not repeat itself is told by its name; its rows are kept."""

from pathlib import Path
from typing import Any

import pytest

from analyser.runs.batch import sample
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


def again(folder: Path, *names: str) -> tuple[dict[str, Any] | None, RunDirectory]:
    """What a run of these strategies says of games played again."""
    run = new_run(folder / "run", game="middle_kingdom", players=2, games=8, batch=2, strategies=names)
    assert run.manifest.complete
    return run.manifest.repeated, run


@pytest.mark.parametrize("name", ["Dice", "Clock", "Counter"])
def test_what_does_not_repeat_itself_is_told_by_its_name(tmp_path: Path, name: str) -> None:
    own, honest = file_of(tmp_path, name), file_of(tmp_path, "Honest")
    found, run = again(tmp_path, honest, own)
    assert found is not None
    assert found["games"] >= 3
    assert own in found["strategies"]
    assert run.manifest.unrepeatable == tuple(found["strategies"])


def test_what_repeats_itself_is_not_told_and_shipped_strategies_are_not_asked(tmp_path: Path) -> None:
    found, _ = again(tmp_path / "a", file_of(tmp_path, "Honest"), "random")
    assert found is not None
    assert (found["differing"], found["strategies"]) == (0, [])
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


def test_the_sample_is_spread_over_the_run() -> None:
    part = {"games": PartFile(10, 1, ""), "seats": PartFile(20, 1, "")}
    batches = [Batch("base", 10 * place, 10 * place + 10, place, parts=part) for place in range(100)]
    chosen = sample(batches, 12)
    assert len(chosen) == 12
    assert all(batch.lo <= game < batch.hi for batch, game in chosen)
    assert len({batch.number // 10 for batch, _ in chosen}) >= 9
    assert sorted(game for _, game in sample(batches[:1], 12)) == list(range(10))
