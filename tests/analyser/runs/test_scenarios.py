"""A run of several scenarios: each has the rows it has alone, deals pair, and nothing depends on how it was played."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from analyser.errors import DataError, Interrupted, ResumeMismatch
from analyser.experiments.config_loader import load_experiment, merge
from analyser.records.recording import record_of_run
from analyser.runs.answer import answer_run
from analyser.runs.integrity import scan_table
from analyser.runs.lifecycle import resume_run, start_run
from analyser.runs.play import Progress, play_run
from analyser.runs.reader import open_run
from analyser.runs.store import RunDirectory
from tests.analyser.runs.experiment import BASE as SMALL
from tests.analyser.runs.experiment import OPTIONS, PLAYERS, assert_same, new_run, rows

pytestmark = pytest.mark.usefixtures("undrawn")

BASE: dict[str, Any] = {**SMALL, "games": 60, "workers": 0}
Tables = tuple[dict[str, Any], ...]


def played(path: Path, tables: Tables, design: str = "run", **changes: Any) -> RunDirectory:
    """The scenarios, played."""
    return new_run(path, design, **{**BASE, "scenario": tables, **changes})


@pytest.fixture(scope="module", params=[OPTIONS, PLAYERS], ids=["options", "players"])
def tables(request: pytest.FixtureRequest) -> Tables:
    """Scenarios that differ in rules, and in numbers of players."""
    given: Tables = request.param
    return given


@pytest.fixture(scope="module")
def reference(tables: Tables, tmp_path_factory: pytest.TempPathFactory) -> RunDirectory:
    """The scenarios, each played in one batch."""
    return played(tmp_path_factory.mktemp("reference") / "run", tables, batch=1000)


def test_rows_do_not_depend_on_workers_or_batches(tmp_path: Path, tables: Tables, reference: RunDirectory) -> None:
    run = played(tmp_path / "run", tables, batch=7, workers=2 if tables == OPTIONS else 0)
    assert len(run.manifest.batches) > len(reference.manifest.batches) == len(tables)
    assert_same(rows(run), rows(reference))


def test_an_option_is_as_shipped_where_a_scenario_sets_none(reference: RunDirectory, tables: Tables) -> None:
    run = open_run(reference.path)
    options = ["off", "on", "off"] if tables == OPTIONS else [None] * len(tables)
    assert [part.settings.get("draft") for part in run.scenarios] == options
    assert run.compare("score", by="seat").table["scenario"].n_unique() == len(tables)


def test_a_run_stopped_amid_a_scenario_resumes_to_the_same_rows(
    tmp_path: Path, tables: Tables, reference: RunDirectory
) -> None:
    def stop(progress: Progress) -> None:
        if progress.done > 60:
            raise KeyboardInterrupt

    run, job = start_run(load_experiment("run", {**BASE, "batch": 8}, {"scenario": tables}), tmp_path / "run", [])
    with pytest.raises(Interrupted, match=r"keeps \d+ of [\d,]+ games.*--resume"):
        play_run(run, job, watch=stop)
    again, job = resume_run(run.path, {})
    assert 0 < again.manifest.games_done < again.manifest.games
    kept = {path: path.stat().st_mtime_ns for path in again.parts("games")}
    play_run(again, job)
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    assert_same(rows(RunDirectory.open(run.path)), rows(reference))


def test_a_scenario_has_the_rows_of_a_run_of_its_own(tmp_path: Path, tables: Tables, reference: RunDirectory) -> None:
    games = 0
    for table in tables:
        alone = played(tmp_path / table["name"], ({**table},))
        for name, frame in rows(alone).items():
            mine = rows(reference, table["name"])[name]
            assert mine["scenario"].unique().to_list() == [table["name"]]
            assert_frame_equal(mine.drop("scenario"), frame.drop("scenario"))
        games += alone.manifest.games
    assert games == reference.manifest.games


def test_without_tables_a_run_has_one_scenario_and_the_same_rows(tmp_path: Path) -> None:
    none, one = played(tmp_path / "none", ()), played(tmp_path / "one", ({"name": "base"},))
    assert [entry.name for entry in none.manifest.scenarios] == ["base"]
    assert "scenario" not in none.manifest.config
    assert_same(rows(none), rows(one))


def test_scenarios_play_the_same_deals(reference: RunDirectory, tables: Tables) -> None:
    """The decks of deal d lie in the same order in every scenario, whatever the players draw from them."""
    games = rows(reference)["games"].with_columns(pl.col("scenario").cast(pl.String))
    for deal in (0, 7):
        names = [table["name"] for table in tables]
        numbers = {name: games.filter(scenario=name, deal=deal)["game"][0] for name in names}
        headers = [next(iter(record_of_run(reference.path, number, name))) for name, number in numbers.items()]
        decks = [header["set_up"]["decks"] for header in headers]
        assert decks[0]
        assert all(deck == decks[0] for deck in decks)
        assert [header["players"] for header in headers] == [
            reference.manifest.scenario(table["name"]).players for table in tables
        ]


def test_all_scenarios_are_read_as_one_frame_of_one_type(reference: RunDirectory, tables: Tables) -> None:
    frames = rows(reference)
    names = [table["name"] for table in tables]
    for frame in frames.values():
        assert frame.schema["scenario"] == pl.Enum(names)
        assert frame["scenario"].unique(maintain_order=True).to_list() == names
    sizes = [entry.games for entry in reference.manifest.scenarios]
    assert frames["games"]["game"].to_list() == [number for size in sizes for number in range(size)]
    assert reference.manifest.deals == max(entry.deals for entry in reference.manifest.scenarios)


def test_columns_that_one_scenario_lacks_are_null_in_its_rows(tmp_path: Path) -> None:
    """Qin counts villages by number of players: games of two have tallies that games of four do not."""
    run = played(tmp_path / "run", PLAYERS, game="qin", strategies=("random",), games=4)
    two, four = (scan_table(run, "seats", name) for name in ("two", "four"))
    both = scan_table(run, "seats")
    assert two is not None
    assert four is not None
    assert both is not None
    only = set(two.collect_schema().names()) - set(four.collect_schema().names())
    assert only
    assert both.filter(pl.col("scenario") == "four").select(sorted(only)).collect().null_count().row(0) == (16,) * len(
        only
    )


def test_nobody_takes_what_is_forbidden(tmp_path: Path) -> None:
    run = played(tmp_path / "run", OPTIONS)
    seats = rows(run)["seats"]
    walls = seats.group_by("scenario").agg(pl.col("action_W").mean()).sort("scenario")["action_W"].to_list()
    assert walls[0] > 1 > 0.1 > walls[2]  # where nothing else is legal the class is taken all the same


def test_openings_are_planned_for_each_scenario(tmp_path: Path) -> None:
    run = played(tmp_path / "run", OPTIONS, "openings", games=120, record="seats")
    for entry in run.manifest.scenarios:
        group = {plan["name"]: plan["group"] or plan["name"] for plan in entry.design["plans"]}
        forced = rows(run, entry.name)["seats"]["forced_opening"].drop_nulls().cast(pl.String).unique()
        assert {group[name] for name in forced} == set(group.values())  # the orders of a number take turns
        assert entry.name != "no-walls" or not any("W" in name for name in group)


def test_every_scenario_gets_an_answer_and_one_page_holds_them_all(
    tmp_path: Path, reference: RunDirectory, tables: Tables
) -> None:
    names = [table["name"] for table in tables]
    given = list(answer_run(reference, "balance", out=tmp_path / "all"))
    assert [one.scenario for one in given] == names
    assert {one.page for one in given} == {tmp_path / "all" / "balance.html"}
    assert all(one.answer.facts["scenario"] == one.scenario for one in given)
    (last,) = answer_run(reference, "balance", out=tmp_path / "one", scenario=names[-1])
    assert (last.scenario, last.page) == (names[-1], tmp_path / "one" / "balance.html")
    assert last.answer.verdicts == given[-1].answer.verdicts
    with pytest.raises(DataError, match="no such scenario"):
        answer_run(reference, "balance", scenario="nine")


def test_scenarios_are_part_of_the_digest_and_cannot_change_on_the_way(tmp_path: Path) -> None:
    digests = {merge("run", BASE, {"scenario": tables}).sha256 for tables in ((), OPTIONS, OPTIONS[:1], PLAYERS)}
    assert len(digests) == 4
    run, _ = start_run(load_experiment("run", BASE, {"scenario": OPTIONS}), tmp_path / "run", [])
    with pytest.raises(ResumeMismatch, match="other values of scenario"):
        resume_run(run.path, {"scenario": PLAYERS})


def test_what_does_not_fit_is_told_with_the_scenario(tmp_path: Path) -> None:
    for table, words in (
        ({"players": 9}, "scenario 'odd': .*9"),
        ({"option": {"drafft": True}}, "scenario 'odd': .*drafft"),
        ({"components": str(tmp_path / "none")}, "/none: no such directory: name one that holds"),
        ({"forbidden": ("X",)}, r"scenario 'odd': forbidden: zhanguo has no class of moves 'X': choose from U \("),
        ({"forbidden": tuple("URAGHPW")}, "scenario 'odd': forbidden: these are all"),
    ):
        with pytest.raises(DataError, match=words) as caught:
            start_run(load_experiment("run", BASE, {"scenario": ({"name": "odd", **table},)}), tmp_path / "run", [])
        assert "\n" not in str(caught.value)
