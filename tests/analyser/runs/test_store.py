"""A run's rows depend on its configuration alone, and survive whatever happens while they are made."""

import hashlib
import json
from itertools import pairwise
from pathlib import Path

import multiprocess
import numpy as np
import polars as pl
import pytest
from msgspec.structs import replace

from analyser.errors import ResumeMismatch
from analyser.runs import store
from analyser.runs.batch import batch_size
from analyser.runs.frames import opening_letters
from analyser.runs.lifecycle import resume_run, start_run
from analyser.runs.manifest import SCHEMA_VERSION
from analyser.runs.planned_batches import Batch
from analyser.runs.play import Progress, play_order, play_run
from analyser.runs.run_facts import run_facts
from analyser.runs.store import BATCH_LOG, TABLES, RunDirectory
from cext.kernel.decision_columns import DECISION_COLUMNS
from tests.analyser.runs.experiment import assert_same, config, experiment, played, rows

# -- the same rows ----------------------------------------------------------------------------------------------


def test_the_speed_of_a_run_leaves_its_start_up_out(tmp_path: Path) -> None:
    """Played in this process, batches follow one another and nothing is left out but what comes before them."""
    manifest = played(tmp_path / "run", workers=0, batch=60).manifest
    playing = manifest.seconds - manifest.starting
    assert 0 < manifest.starting < manifest.seconds
    assert 0 < sum(batch.seconds for batch in manifest.batches) < playing + 0.01
    assert manifest.games_per_second == manifest.games_done / playing


def test_a_killed_workers_batch_is_played_again(tmp_path: Path, reference: RunDirectory) -> None:
    run, job = start_run(experiment(workers=2, batch=12), tmp_path / "run", [])
    killed: list[int] = []

    def kill(progress: Progress) -> None:
        if progress.done and not killed:
            victim = multiprocess.active_children()[0]
            victim.kill()
            killed.append(victim.pid)

    play_run(run, job, watch=kill)
    assert killed
    assert run.manifest.complete
    assert_same(rows(run), rows(reference))


# -- resume mismatches ------------------------------------------------------------------------------------------


def test_resuming_with_other_values_is_refused_by_name(tmp_path: Path) -> None:
    run, _ = start_run(experiment(workers=0), tmp_path / "run", [])
    with pytest.raises(ResumeMismatch, match="other values of games, seed") as caught:
        resume_run(run.path, {"seed": 6, "games": 99})
    assert caught.value.exit_code == 6
    with pytest.raises(ResumeMismatch, match=r"another number of games \(252\): --more N adds"):
        resume_run(run.path, {"games": 300})
    assert resume_run(run.path, {"workers": 2, "seed": 5})[1].config.workers == 2


def test_resuming_with_another_engine_or_strategy_is_refused(tmp_path: Path) -> None:
    plan = tmp_path / "mine.toml"
    plan.write_text((Path(store.__file__).parents[2] / "strategies" / "zhanguo" / "balanced.toml").read_text())
    run, _ = start_run(experiment(workers=0, strategies=(str(plan),)), tmp_path / "run", [])
    plan.write_text(plan.read_text() + "\n# a change\n")
    with pytest.raises(ResumeMismatch, match=r"mine\.toml changed since the run was started"):
        resume_run(run.path, {})
    plan.write_text(plan.read_text().replace("\n# a change\n", ""))
    run.manifest.versions["engine"] = "0" * 16
    run.save()
    with pytest.raises(ResumeMismatch, match="engine or component data"):
        resume_run(run.path, {})


# -- run directory ----------------------------------------------------------------------------------------------


def test_the_manifest_says_how_the_run_was_made(reference: RunDirectory) -> None:
    manifest = json.loads((reference.path / "manifest.json").read_text())
    assert manifest["schema_version"] == SCHEMA_VERSION
    assert manifest["config"]["strategies"] == ["random", "balanced"]
    assert manifest["config_sha256"] == config().sha256
    assert manifest["versions"].keys() == {"analyser", "engine", "python", "polars", "numpy"}
    assert (manifest["games"], manifest["deals"], manifest["seed"], manifest["complete"]) == (252, 84, 5, True)
    assert manifest["scenarios"][0]["game"]["title"] == "ZhanGuo"
    assert manifest["batches"] == [{"scenario": "base", "lo": 0, "hi": 252, "size": 252, "number": 0}]
    (noted,) = map(json.loads, (reference.path / BATCH_LOG).read_text().splitlines())
    assert {table: part["rows"] for table, part in noted["parts"].items()} | {"decisions": 0} == {
        "games": 252,
        "seats": 756,
        "rounds": 81 * 5 * 3,
        "decisions": 0,
    }
    for table, part in noted["parts"].items():
        content = (reference.path / table / "part-00000.parquet").read_bytes()
        assert part["bytes"] == len(content)
        assert part["blake2b"] == hashlib.blake2b(content, digest_size=16).hexdigest()
    assert manifest["started"] <= manifest["ended"]
    assert manifest["strategies"]["random"] == ""
    assert len(manifest["strategies"]["balanced"]) == 16


def test_the_manifest_says_how_well_each_strategy_plays(tmp_path: Path) -> None:
    names = ("novice", "balanced", "zhanguo/apprentice", "random")
    run, _ = start_run(experiment(strategies=names), tmp_path / "run", [])
    classes = {"novice": "beginners", "balanced": "ordinary", "zhanguo/apprentice": "beginners", "random": "none"}
    assert run.manifest.player_classes == classes
    again = RunDirectory.open(tmp_path / "run")
    (entry,) = again.manifest.scenarios
    assert run_facts(again.manifest, entry).classes == classes


def test_every_part_carries_where_it_comes_from(reference: RunDirectory) -> None:
    for table in TABLES:
        for path in reference.parts(table):
            metadata = pl.read_parquet_metadata(path)
            assert metadata["seed"] == "5"
            assert metadata["schema_version"] == str(SCHEMA_VERSION)
            assert metadata["config_sha256"] == reference.manifest.config_sha256
            assert metadata["engine"] == reference.manifest.versions["engine"]


def test_columns_have_the_types_of_the_contract(reference: RunDirectory) -> None:
    frames = rows(reference)
    expected = {
        "games": {
            pl.UInt32: "game deal", pl.UInt16: "lineup", pl.Int8: "players winners",
            pl.Int64: "n_legal_moves winning_margin", pl.Int32: "n_decisions n_forced lead_changes",
        },
        "seats": {
            pl.UInt32: "game deal", pl.UInt16: "lineup", pl.Int8: "seat rank win_share60", pl.Int32: "action_U",
            pl.Int64: "score score_walls", pl.String: "opening",
        },
        "decisions": {
            pl.UInt32: "game deal", pl.Int32: "ply n_legal round turn", pl.Int64: "score_before score_after",
            pl.Int8: "seat", pl.UInt8: "a b c", pl.Float32: "move_value move_value_lead", pl.Boolean: "forced",
        },
    }  # fmt: skip
    recorded = {column.name: getattr(pl, column.type) for column in DECISION_COLUMNS}
    stored = frames["decisions"].schema
    assert set(stored) == {*recorded, "scenario", "deal", "strategy", "board", "forced"}
    assert {name: stored[name].base_type() for name in recorded} == recorded
    for table, types in expected.items():
        for kind, names in types.items():
            assert {frames[table].schema[name] for name in names.split()} == {kind}
    enums = {
        "games": "arm", "seats": "arm strategy board forced_opening", "decisions": "stage move_kind strategy board",
    }  # fmt: skip
    for table, names in enums.items():
        assert all(isinstance(frames[table].schema[name], pl.Enum) for name in names.split())
    assert frames["games"]["game"].to_list() == list(range(252))
    assert frames["seats"].equals(frames["seats"].sort("game", "seat"))
    assert frames["seats"]["seat"].unique().sort().to_list() == [1, 2, 3]


def test_rows_say_what_the_design_says(reference: RunDirectory) -> None:
    seats, games = rows(reference)["seats"], rows(reference)["games"]
    assert seats["strategy"].cast(pl.String).value_counts().sort("strategy")["count"].to_list() == [378, 378]
    assert seats["board"].unique().to_list() == ["A"]
    assert seats["forced_opening"].null_count() == 756
    assert seats.group_by("game").agg(pl.col("win_share60").sum())["win_share60"].unique().to_list() == [60]
    assert seats["opening"].str.contains("^[URAGHPW]{6}$").all()
    sources = [f"score_{name}" for name in reference.manifest.main_scenarios[0].facts.sources]
    assert (seats.select(pl.sum_horizontal(sources)).to_series() == seats["score"]).all()
    assert games["arm"].unique().to_list() == ["free"]


def test_decisions_are_stored_for_the_sampled_deals_only(reference: RunDirectory) -> None:
    frames = rows(reference)
    recorded = frames["decisions"].group_by("game").len().join(frames["games"], on="game")
    assert 0 < len(recorded) < 252
    assert (recorded["len"] == recorded["n_decisions"] + recorded["n_forced"]).all()
    assert recorded.group_by("deal").len()["len"].unique().to_list() == [3]
    assert frames["rounds"]["game"].unique().sort().to_list() == recorded["game"].sort().to_list()
    random = frames["decisions"].filter(pl.col("strategy") == "random")
    assert random["move_value"].null_count() == len(random) > 0
    assert frames["decisions"]["move_value"].is_nan().sum() == 0


def test_a_decision_has_the_keys_of_its_seat_and_says_whether_it_was_forced(reference: RunDirectory) -> None:
    frames = rows(reference)
    joined = frames["decisions"].join(frames["seats"], on=["game", "seat"], suffix="_of_seat")
    for key in ("deal", "strategy", "board"):
        assert (joined[key] == joined[f"{key}_of_seat"]).all()
    assert (joined["forced"] == (joined["n_legal"] == 1)).all()
    by_game = frames["decisions"].group_by("game").agg(pl.col("forced").sum()).join(frames["games"], on="game")
    assert (by_game["forced"] == by_game["n_forced"]).all()


def test_batches_are_small_enough_for_memory_and_many_enough_for_two_workers() -> None:
    assert batch_size(1_000_000, 0.0) == 5_000
    assert batch_size(1_000_000, 1.0) == 3_000
    assert batch_size(1_000_000, 0.02) == 5_000
    assert batch_size(1_600, 0.0) == 100
    assert batch_size(1, 0.0) == 1
    assert batch_size(1, 0.0, min_games=50) == batch_size(300, 0.0, min_games=50) == 50


def test_two_small_batches_are_played_first_and_the_others_last(reference: RunDirectory) -> None:
    batches = [Batch("base", lo, hi, n) for n, (lo, hi) in enumerate(pairwise((0, 8, 16, 24, 32, 34, 36, 38, 40)))]
    order = play_order(replace(reference.manifest, batches=batches))
    assert set(order[2:6]) == {0, 1, 2, 3}
    assert {*order[:2], *order[6:]} == {4, 5, 6, 7}
    batches[4].parts = reference.manifest.batches[0].parts
    order = play_order(replace(reference.manifest, batches=batches))
    assert set(order[:4]) == {0, 1, 2, 3}
    assert set(order[4:]) == {5, 6, 7}


def test_openings_are_letters_first_turn_first() -> None:
    codes = np.array([0x000211, 0x176, 0, 0x000211], dtype=np.uint32)
    assert opening_letters(codes, ["", "U", "R", "A", "G", "H", "P", "W"]).to_list() == ["UUR", "PWU", "", "UUR"]
