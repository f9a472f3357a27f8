"""Whatever decides a row is known by its digest, and a run keeps a copy of it."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from analyser.errors import ResumeMismatch
from analyser.experiments.config_loader import merge
from analyser.files import digest
from analyser.records.recording import record_of_run
from analyser.runs import inputs
from analyser.runs.inputs import components_files, engine_digest
from analyser.runs.integrity import damaged_inputs
from analyser.runs.lifecycle import resume_run
from analyser.runs.store import RunDirectory
from cext.fallback_files import full_path, spelled_as
from cext.games import load_game
from strategies.leaf_file import leaf_bytes
from tests.analyser.runs.experiment import assert_same, new_run, rows
from tests.cli.conftest import ROOT, Cli, assert_refused
from tests.leaves import random_net

DATA = ROOT / "cext" / "games" / "qin" / "data"
STRATEGY = """
import strategies
from plans.taste import taste


class Mine(strategies.Strategy):
    def choose(self, view, moves):
        return taste(len(moves))
"""
TASTE = "from . import number\n\n\ndef taste(n):\n    return number.NUMBER % n\n"


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in: a strategy with a package it imports, a map, two of the component files."""
    folder = tmp_path / "work"
    (folder / "plans").mkdir(parents=True)
    (folder / "plans" / "__init__.py").write_text("")
    (folder / "plans" / "taste.py").write_text(TASTE)
    (folder / "plans" / "number.py").write_text("NUMBER = 5\n")
    (folder / "mine.py").write_text(STRATEGY)
    shutil.copy(DATA / "maps" / "bird.toml", folder / "own.toml")
    (folder / "parts").mkdir()
    shutil.copy(DATA / "tiles.csv", folder / "parts")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{folder}")
    return folder


PLAYED = (
    *("run", "qin", "--players", "2", "--games", "8", "--batch", "2", "--workers", "0", "--out", "night"),
    *("--strategies", "mine.py:Mine,random", "--option", "map=own.toml", "--components", "parts", "-q"),
)


def test_a_run_is_gone_on_with_recorded_and_repeated_after_its_sources_are_gone(
    called: Cli, sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(sources))
    monkeypatch.chdir(sources)
    done = called(*PLAYED)
    assert done.returncode == 0, done.stderr
    copies = {path.relative_to(sources / "night").as_posix() for path in (sources / "night" / "inputs").rglob("*.*")}
    assert copies == {
        "inputs/components-0/tiles.csv",
        "inputs/switches-0/own.toml",
        "inputs/strategies-0/mine.py",
        *(f"inputs/strategies-0/plans/{name}.py" for name in ("__init__", "taste", "number")),
    }
    before = rows(RunDirectory.open(sources / "night"))
    (sources / "night").rename(tmp_path / "night")
    shutil.rmtree(sources)
    monkeypatch.chdir(tmp_path)
    sources.mkdir()
    (tmp_path / "night" / "seats" / "part-00001.parquet").unlink()
    done = called("run", "--resume", "night")
    assert done.returncode == 0, done.stderr
    assert f"{sources}/parts/tiles.csv and 5 more cannot be found: what night/inputs has of it is played" in done.stderr
    assert_same(rows(RunDirectory.open(tmp_path / "night")), before)
    recorded = called("record", "--from", "night", "--game", "3").stdout
    scores = [seat["score"] for seat in json.loads(recorded.splitlines()[-1])["seats"]]
    assert scores == before["seats"].filter(game=3)["score"].to_list()
    done = called("run", "--config", "night", "--out", "again", "-q")
    assert done.returncode == 0, done.stderr
    shutil.rmtree(tmp_path / "night")
    (tmp_path / "again" / "seats" / "part-00001.parquet").unlink()
    assert called("run", "--resume", "again", "-q").returncode == 0
    assert_same(rows(RunDirectory.open(tmp_path / "again")), before)


def test_a_leaf_is_played_from_its_copy(called: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = load_game("middle_kingdom", players=2)
    head = {
        "plan": "curve",
        "turns": 1,
        "margin": 0.5,
        "error": 0.1,
        "error_of_mean": 0.1,
        "cannot": "It does not bluff.",
    }
    (tmp_path / "own.leaf").write_bytes(leaf_bytes(game, random_net(game), **head))
    settings = ("--players", 2, "--games", 8, "--batch", 2, "--workers", 0, "-q", "--out", "night")
    done = called("run", "middle_kingdom", "--strategies", "search:curve:4:leaf=own.leaf,curve", *settings)
    assert done.returncode == 0, done.stderr
    entry = next(entry for entry in RunDirectory.open(tmp_path / "night").manifest.inputs if "own.leaf" in entry.copy)
    assert entry.blake2b == digest((tmp_path / "night" / "inputs" / entry.copy).read_bytes())
    assert "search:curve:4:leaf=own.leaf: It does not bluff." in called("report", "balance", "night", "--json").stdout
    before = rows(RunDirectory.open(tmp_path / "night"))
    (tmp_path / "own.leaf").unlink()
    (tmp_path / "night" / "seats" / "part-00001.parquet").unlink()
    done = called("run", "--resume", "night")
    assert done.returncode == 0, done.stderr
    assert "own.leaf cannot be found: what night/inputs has of it is played" in done.stderr
    assert_same(rows(RunDirectory.open(tmp_path / "night")), before)
    assert called("record", "--from", "night", "--game", 3, "--out", "game.jsonl").returncode == 0
    assert called("verify", "game.jsonl").returncode == 0
    done = called("run", "--out", "night", "--more", 4, "-q")
    assert done.returncode == 0, done.stderr
    assert RunDirectory.open(tmp_path / "night").manifest.games == 12
    (tmp_path / "own.leaf").write_bytes(b"another")
    assert_refused(called("record", "--from", "night", "--game", 3), 6, "own.leaf changed since it was played")


SPELLINGS = {
    "as typed": "own.toml",
    "with a dot": "./own.toml",
    "whole": "{folder}/own.toml",
    "up and down": "../work/own.toml",
    "by a link of its folder": "../link/own.toml",
    "by a link of the file": "link.toml",
    "in the home": "~/work/own.toml",
}


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=SPELLINGS)
def test_any_spelling_of_a_file_is_that_file(sources: Path, spelling: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(sources.parent))
    (sources.parent / "link").symlink_to(sources)
    (sources / "link.toml").symlink_to("own.toml")
    typed = spelling.format(folder=sources)
    run = started(option={"map": "./own.toml"})
    _, job = resume_run(run.path, {"option": {"map": typed}})
    assert job.config.option == {"map": "./own.toml"}
    assert full_path(typed).name == Path(typed).name
    assert full_path(typed).samefile("own.toml")


def test_a_list_of_files_is_spelled_by_file() -> None:
    stored = {"game": "/a/b.py", "strategies": ["./b.py/one", "search:c.toml:8"], "scenario": [{"map": "d.toml"}]}
    typed = {"game": "/a/b.py", "strategies": ("b.py/one", "search:./c.toml:8", 3), "map": "./d.toml,/e.toml"}
    assert spelled_as(typed, stored) == {
        "game": "/a/b.py", "strategies": ("./b.py/one", "search:c.toml:8", 3), "map": "d.toml,/e.toml"
    }  # fmt: skip


def test_another_folder_means_the_same_files(
    called: Cli, sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(sources))
    monkeypatch.chdir(sources)
    shutil.copy(ROOT / "examples/games/nim_boards.py", "nim.py")
    (sources / "mine.py").write_text(STRATEGY.replace("from plans.taste import taste", "taste = lambda n: 0"))
    nim = ("--players", 2, "--games", 8, "--strategies", "mine.py:Mine,greedy", "--workers", 0, "--out", "nim")
    assert called("run", "nim.py", *nim).returncode == 0
    other = tmp_path / "other"
    other.mkdir()
    (other / "mine.py").write_text("raise SystemExit\n")
    (other / "nim.py").write_text("raise SystemExit\n")
    monkeypatch.chdir(other)
    monkeypatch.setattr("cext.fallback_files._relative", {})
    for words in (("../work/nim.py", "--strategies", "../work/mine.py:Mine,greedy"), ()):
        done = called("run", *words, "--out", "../work/nim", "--more", 8, "-q", "--workers", 0)
        assert done.returncode == 0, done.stderr
    assert called("record", "--from", "../work/nim", "--game", 3).returncode == 0
    for words, said in (
        (("./nim.py",), "the run is of"),
        (("--strategies", "mine.py:Mine,greedy"), "other values of strategies"),
    ):
        assert_refused(called("run", *words, "--out", "../work/nim", "--more", 8, "-q"), 6, said)


def test_a_tuning_is_resumed_by_any_spelling(called: Cli, sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("cma")
    monkeypatch.chdir(sources)
    shutil.copy(ROOT / "examples/games/nim_boards.py", "nim.py")
    short = ("--games", 8, "--workers", 0, "-q")
    assert called("tune", "./nim.py/greedy", *short, "--generations", 1, "--out", "new.toml").returncode == 0
    Path("new.toml").unlink(missing_ok=True)
    done = called("tune", "../work/nim.py/greedy", *short, "--generations", 2, "--resume", "new.toml")
    assert done.returncode == 0, done.stderr


def started(**changes: Any) -> RunDirectory:
    return new_run(Path("night"), **{"game": "qin", "players": 2, "games": 4, "strategies": ("random",), **changes})


@pytest.mark.parametrize(
    ("changes", "file", "change"),
    [
        ({"option": {"map": "own.toml"}}, "own.toml", lambda text: text + "# another\n"),
        ({"components": "parts"}, "parts/tiles.csv", lambda text: text + "\n"),
        ({"strategies": ("mine.py:Mine",)}, "plans/number.py", lambda text: "NUMBER = 6\n"),
        ({"strategies": ("mine.py:Mine",)}, "mine.py", lambda text: text + "# another\n"),
    ],
    ids=["map", "component", "module", "strategy"],
)
def test_a_changed_input_is_named_and_nothing_is_played(
    sources: Path, changes: dict[str, Any], file: str, change: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(sources))
    run = started(**changes)
    resume_run(run.path, {})
    (sources / file).write_text(change((sources / file).read_text()))
    with pytest.raises(ResumeMismatch, match=f"{sources / file}.* changed") as caught:
        resume_run(run.path, {})
    assert caught.value.exit_code == 6
    with pytest.raises(ResumeMismatch, match=f"{sources / file}"):
        next(record_of_run(run.path, 0))


def test_shipped_data_count_where_a_folder_leaves_files_out(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = merge("run", {"game": "qin", "components": "parts"})
    before = engine_digest(config)
    shipped = sources / "shipped"
    shutil.copytree(DATA, shipped)
    (shipped / "numbers.toml").write_text((shipped / "numbers.toml").read_text() + "# another\n")
    monkeypatch.setattr(
        inputs, "components_files", lambda folder: components_files(shipped if folder == DATA else folder)
    )
    assert engine_digest(config) != before


def test_a_damaged_copy_is_named_and_made_again(sources: Path) -> None:
    run = started(components="parts")
    copy = run.path / "inputs" / "components-0" / "tiles.csv"
    copy.write_text("nothing")
    assert damaged_inputs(run) == ["inputs/components-0/tiles.csv is damaged"]
    resume_run(run.path, {})
    assert damaged_inputs(run) == []
    (listed,) = (one for one in json.loads((run.path / "manifest.json").read_text())["inputs"] if "folder" in one)
    assert listed["source"] == str(sources / "parts" / "tiles.csv")
