"""Every loader with a few changed files, always the same; and every input that once was a defect."""

import json
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

import reports.page.html
from analyser.cli import app
from analyser.errors import AnalyserError, DataError
from analyser.experiments.scenario import check_table
from analyser.files import add_digest, digest, journal_lines, json_digest
from analyser.records.file import game_of
from analyser.runs.inputs import changed_inputs
from analyser.runs.integrity import damaged_inputs
from analyser.runs.lifecycle import resume_run
from analyser.runs.looks import look_sizes
from analyser.runs.maintenance import compact
from analyser.runs.store import BATCH_LOG, MANIFEST, RunDirectory, part_path
from analyser.training.start import resume_training
from analyser.tuning.checkpoint import TuningCheckpoint
from cext.games import load_game
from cext.safe_files import MAX_BATCH_LOG_BYTES, read_limited
from reports.facts import parse_facts
from tests.fuzz.loaders import LOADERS
from tests.fuzz.loaders_of_runs import runs
from tests.fuzz.loaders_of_settings import begun, trained
from tests.fuzz.trying import MOST_CHARACTERS, Files, input_of, tried, write

SEED = 15
INPUTS = 2  # of each loader, besides a genuine one


@pytest.fixture(autouse=True)
def charts() -> Iterator[None]:
    """Loaders of runs leave charts undrawn: other tests draw them."""
    kept = reports.page.html.svg_bytes, reports.page.html.png_bytes
    yield
    reports.page.html.svg_bytes, reports.page.html.png_bytes = kept


@pytest.mark.parametrize("name", LOADERS)
def test_changed_files_are_loaded_or_refused_in_a_line(name: str, tmp_path: Path) -> None:
    """The inputs are those of `python -m tests.fuzz NAME --seed 15 --inputs 2`."""
    loader, draw = LOADERS[name], Random(1)
    write(loader.genuine(draw), tmp_path / "genuine")
    outcome = tried(loader, draw, tmp_path / "genuine")
    assert outcome.kind == "loaded", outcome.words
    for number in range(INPUTS):
        draw, files = input_of(loader, SEED, number)
        folder = tmp_path / str(number)
        write(files, folder)
        outcome = tried(loader, draw, folder)
        assert outcome.kind != "defect", (number, outcome.words)


# -- what once was a defect -------------------------------------------------------------------------------------------


def run_with(path: Path, change: Callable[[dict[str, Any]], object], number: int = 0) -> Path:
    """A run whose manifest is changed, with a digest that fits."""
    files = dict(runs()[number])
    stored = json.loads(files[MANIFEST])
    change(stored)
    write(files | {MANIFEST: json.dumps(add_digest(stored)).encode()}, path)
    return path


MANIFESTS: dict[str, Callable[[dict[str, Any]], object]] = {
    "a pilot without figures": lambda stored: stored["scenarios"][0]["design"]["pilot"].pop("figures"),
    "a pilot of words": lambda stored: stored["scenarios"][0]["design"]["pilot"].update(same_deal="no"),
    "a design that is none": lambda stored: stored["scenarios"][0].update(design={}),
    "an unknown key of a scenario": lambda stored: stored["config"]["scenario"][0].update(cards=[]),
    "another scenario": lambda stored: stored["scenarios"][1].update(name="c"),
    "a scenario that varies none": lambda stored: stored["scenarios"][1].update(of="c"),
    "no scenarios": lambda stored: stored.update(scenarios=[]),
    "versions that are none": lambda stored: stored.update(versions={}),
    "games played again, and no strategies": lambda stored: stored.update(repeated={}),
    "a number beyond all": lambda stored: stored.update(seconds=10**400),
    "batches of no games": lambda stored: stored["batches"][0].update(size=0),
    "an unknown kind of experiment": lambda stored: stored["config"].update(design="x"),
}


@pytest.mark.parametrize("fault", MANIFESTS)
def test_a_manifest_that_nobody_wrote_is_told_where_the_run_goes_on(fault: str, tmp_path: Path) -> None:
    with pytest.raises(AnalyserError) as caught:
        resume_run(run_with(tmp_path / "run", MANIFESTS[fault], 2), {})
    assert caught.value.exit_code in (3, 6)


@pytest.mark.parametrize("source", ["/dev/zero", "/dev/stdin"])
def test_an_input_that_is_no_file_is_not_read(source: str, tmp_path: Path) -> None:
    """A manifest of a stranger may name anything: /dev/zero was read until memory was gone."""
    run = RunDirectory.open(run_with(tmp_path / "run", lambda stored: stored["inputs"][0].update(source=source), 1))
    assert changed_inputs(run.manifest.inputs) == [source]
    copy = run.path / "inputs" / run.manifest.inputs[0].copy
    copy.unlink()
    copy.symlink_to("/dev/zero")
    assert damaged_inputs(run) == [f"inputs/{run.manifest.inputs[0].copy} cannot be read (it is no regular file)"]


PARTS: dict[str, Callable[[pl.DataFrame], pl.DataFrame]] = {
    "a column too many": lambda frame: frame.with_columns(pl.lit(1).alias("more")),
    "a counter of another type": lambda frame: frame.with_columns(
        pl.col("tricks" if "tricks" in frame else frame.columns[-1]).cast(pl.String)
    ),
    "no openings": lambda frame: frame.drop("opening"),
    "rows that are not noted": lambda frame: frame.head(3),
}


@pytest.mark.parametrize("fault", PARTS)
def test_parts_that_cannot_be_joined_are_told(fault: str, tmp_path: Path) -> None:
    files = dict(runs()[0])
    write(files, tmp_path)
    noted = [json.loads(line) for line in files[BATCH_LOG].splitlines()]
    file = part_path(tmp_path, "seats", 1)
    PARTS[fault](pl.read_parquet(file)).write_parquet(file)
    line = next(one for one in noted if one["number"] == 1)
    line["parts"]["seats"] |= {"bytes": file.stat().st_size, "blake2b": digest(file.read_bytes())}
    (tmp_path / BATCH_LOG).write_bytes(journal_lines(noted))
    with pytest.raises(DataError, match=r"seats/part-00001\.parquet is no part that this program wrote"):
        compact(tmp_path)


TUNINGS: dict[str, Callable[[dict[str, Any]], object]] = {
    "a game of lists": lambda settings: settings.update(game=[]),
    "opponents that are numbers": lambda settings: settings.update(against=[1]),
    "a switch without a value": lambda settings: settings.update(option=[["map"]]),
    "a column without a weight": lambda settings: settings.update(emphasis=[["score"]]),
    "no players": lambda settings: settings.update(players=[]),
    "no opponents": lambda settings: settings.update(against=[]),
    "games in words": lambda settings: settings.update(games="ten"),
    "components that are a table": lambda settings: settings.update(components={}),
}


@pytest.mark.parametrize("fault", TUNINGS)
def test_a_tuning_that_nobody_began_is_told(fault: str, tmp_path: Path) -> None:
    content = json.loads(begun(0))
    TUNINGS[fault](content["settings"])
    plain = {key: value for key, value in content.items() if key not in ("tuning", "sha256")}
    file = tmp_path / "mine.tuning.json"
    file.write_text(json.dumps(content | {"sha256": json_digest(plain)}))
    with pytest.raises(DataError, match="damaged, or not of this version"):
        TuningCheckpoint.read(file)


@pytest.mark.parametrize("name", ["a" * 100_000, "nobody"])
def test_unknown_plan_of_a_training_is_reported(name: str, tmp_path: Path) -> None:
    content = json.loads(trained(0))
    content["settings"]["others"] = [name]
    plain = {key: value for key, value in content.items() if key not in ("training", "sha256")}
    file = tmp_path / "mine.training.json"
    file.write_text(json.dumps(content | {"sha256": json_digest(plain)}))
    with pytest.raises(DataError, match="plans to learn from: no strategy"):
        resume_training({"components": None}, tmp_path / "mine.leaf")


@pytest.mark.parametrize("line", ['{"question":"balance","scenario":"toy","games":"9"}', "[]", "{}", "7", '{"a":1}'])
def test_looks_that_nobody_took_are_told(line: str, tmp_path: Path) -> None:
    (tmp_path / "looks.jsonl").write_text(f"{line}\n")
    with pytest.raises(DataError, match=r"looks\.jsonl: line 1 is damaged"):
        look_sizes(tmp_path, "balance", "toy")


@pytest.mark.parametrize("value", [{}, [], 7, None])
def test_a_tally_that_is_no_name_is_told(value: object) -> None:
    facts = {**load_game("toy", players=2).facts(), "running": [value]}
    with pytest.raises(ValueError, match=r"facts: running 1 must be a text"):
        parse_facts(facts)


def test_a_file_takes_the_memory_that_it_has(tmp_path: Path) -> None:
    """Half a gigabyte was asked for whenever notes of a few lines were read."""
    file = tmp_path / "notes"
    file.write_bytes(b"a" * 1000)
    tracemalloc.start()
    try:
        assert read_limited(file, MAX_BATCH_LOG_BYTES) == b"a" * 1000
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
    assert read_limited(Path("/proc/self/status"), MAX_BATCH_LOG_BYTES).startswith(b"Name:")  # its size is said to be 0


def test_a_long_list_of_a_record_is_written_in_no_time() -> None:
    """Writing it took time with the square of its length: 20,000 numbers 5 s, a million hours."""
    loader = LOADERS["records-middle_kingdom"]
    header = json.loads(loader.genuine(Random(1))["game.jsonl"].splitlines()[0])
    header["components"]["numbers.toml"]["token_vp"]["source"] = [0] * 50_000
    begin = time.process_time()
    with pytest.raises(DataError, match="the header's game cannot be loaded"):
        game_of(header)
    assert time.process_time() - begin < 2


def test_a_scenario_that_varies_an_unknown_one_or_no_printing_is_told() -> None:
    with pytest.raises(DataError, match="here: scenario 'b' varies 'c', which is none"):
        check_table([{"name": "a"}, {"name": "b", "of": "c"}], "here")
    with pytest.raises(DataError, match="scenario 'a': 'printing' must be the number of a printing"):
        check_table([{"name": "a", "printing": {}}], "here")
    with pytest.raises(DataError, match="scenario 'a' varies 'a'"):
        check_table([{"name": "a", "of": "a"}], "here")


def test_a_line_is_never_longer_than_a_person_reads(tmp_path: Path) -> None:
    files: Files = {"numbers.toml": b'"' + b"a" * 100_000 + b'" = 1\n"' + b"b" * 100_000 + b'" = 1\n'}
    write(files, tmp_path)
    done = CliRunner().invoke(app, ["components", "check", "toy", str(tmp_path), "--games", "0"])
    assert done.exit_code == 3
    told = done.stderr.splitlines()
    assert 0 < max(map(len, told)) < MOST_CHARACTERS
    assert all(line.startswith("analyser: numbers.toml, ") for line in told)
    assert str(DataError(f"begin {'x' * 9_000} end")).endswith("x end")
