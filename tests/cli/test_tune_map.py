"""`analyser tune --map`: a folder of plans for the cells of two axes, the same after any interruption."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from analyser.errors import DataError
from analyser.experiments.objective import FINAL, SEARCH, play_table
from analyser.experiments.parse import TuningBudget
from analyser.tuning.checkpoint import MapCheckpoint
from analyser.tuning.map_start import OPENING, begin_map
from analyser.tuning.plan_map import place_plan
from analyser.tuning.search import EMITTED, ribs_version
from cext.installation import install_command
from strategies.plan import read_plan
from tests.cli.conftest import Cli
from tests.game_lists import games_with_plans
from tests.needs import lacking, module
from tests.undrawn import empty

TOY = ("toy", "--map", "--players", 2, "--games", 20, "--workers", 0, "--json", "--quiet")


@pytest.fixture(scope="module", autouse=True)
def packages() -> None:
    """The packages that search, imported as the program does: otherwise ribs would be compiled for seconds."""
    module("cma", extra="tune")
    try:
        ribs_version()
    except DataError as error:
        lacking(str(error))


@pytest.fixture
def charts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures are made, and an empty one is drawn in place of each: one test draws."""
    for form, picture in {form: empty(form) for form in ("svg", "png")}.items():
        monkeypatch.setattr(f"reports.charts.style.{form}_bytes", lambda _, picture=picture: picture)


@pytest.fixture
def mapped(called: Cli) -> Any:
    """Map the toy in this process into the folder; the answer as an object."""

    def run(out: str, *words: object, resume: bool = False) -> Any:
        asked = ("--map", "--json", "--quiet", "--workers", 0, "--resume") if resume else (*TOY, "--out")
        done = called("tune", *asked, out, *words)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


def test_a_map_holds_plans_that_play_as_its_cells_say(mapped: Any) -> None:
    found = mapped("map", "--generations", 3)
    assert found["cells"] == 6
    assert [axis["name"] for axis in found["axes"]] == ["opening", "source"]
    kept = MapCheckpoint.read(Path("map/map.json"))
    assert [len(generation) for generation in kept.fitness_values] == [
        2,
        EMITTED,
        EMITTED,
    ]  # banker, and all plans: banker
    assert found["games"] == 20 * (2 + 2 * EMITTED)
    listed = pl.read_csv("map/archive.csv")
    assert listed.equals(pl.read_parquet("map/archive.parquet"))
    assert listed.to_dicts() == found["elites"]
    assert 2 <= len(listed) <= found["reached"]
    begun = begin_map({"plan": "toy", "players": (2,), "games": 20}, Path("other"), TuningBudget(1))
    for row in listed.iter_rows(named=True):
        assert row["n"] == 200
        assert row["share_low"] < row["share"] < row["share_high"]
        plan = read_plan(Path("map") / row["plan"])
        again = place_plan(kept.tuning, plan, begun.axes, FINAL, 200)
        assert again is not None
        assert again.games.share.mean() == pytest.approx(row["share"])
        assert again.games.lead.mean() == pytest.approx(row["ahead"])
        assert [
            axis.axis_value(one) for axis, one in zip(begun.axes, again.axis_measures, strict=True)
        ] == pytest.approx([row["held_opening"], row["held_source"]])
        assert plan.idea.startswith("Opening, first turn: ")
        assert plan.provenance["who"].startswith("tuned from toy/banker by analyser ")
        assert re.fullmatch(
            r"MAP-Elites \(CMA-ME, pyribs [\d.]+\) over opening and source on points ahead of the mean opponent, "
            r"against novice at 2 players; 3 generations, 98 plans at 20 games, seed 1; on 200 fresh deals it wins .* %"
            r" \(.* to .*\), .* points ahead \(.* to .*\)",
            plan.provenance["on_what"],
        )
    assert {path.name for path in Path("map/plans").iterdir()} == {Path(plan).name for plan in listed["plan"]}
    assert {"map.svg", "map.png"} < {path.name for path in Path("map").iterdir()}


@pytest.mark.usefixtures("charts")
def test_the_best_of_a_cell_is_the_best_that_was_played(mapped: Any) -> None:
    mapped("map", "--generations", 2, "--axes", "source,pushes")
    kept = MapCheckpoint.read(Path("map/map.json"))
    best: dict[tuple[float, ...], float] = {}
    for worth, *cells in (row for generation in kept.fitness_values for row in generation):
        best[tuple(cells)] = max(worth, best.get(tuple(cells), -1e9))
    listed = pl.read_csv("map/archive.csv")
    assert set(listed["searched"]) <= set(best.values())


@pytest.mark.usefixtures("charts")
def test_it_goes_on_where_it_was_broken_off_to_the_same_map(mapped: Any) -> None:
    whole = mapped("whole", "--generations", 3, "--seed", 5)
    mapped("parts", "--generations", 1, "--seed", 5)
    parts = mapped("parts", "--generations", 3, resume=True)
    assert (
        MapCheckpoint.read(Path("whole/map.json")).fitness_values
        == MapCheckpoint.read(Path("parts/map.json")).fitness_values
    )
    assert whole["elites"] == parts["elites"]


@pytest.mark.usefixtures("charts")
def test_the_answer_says_how_much_can_be_played_and_how_well(called: Cli) -> None:
    done = called(
        "tune", *(word for word in TOY if word != "--json"), "--generations", 1, "--minutes", 5, "--out", "map"
    )
    assert done.returncode == 0, done.stderr
    rows = pl.read_csv("map/archive.csv")
    assert f"Toy: {len(rows)} of 6 cells can be played" in done.stdout
    (row,) = (line for line in done.stdout.splitlines() if line.startswith("high card "))
    best = rows.filter(pl.col("opening") == "H").sort("placed_by").row(-1, named=True)
    assert f"{100 * best['share']:.1f} [{100 * best['share_low']:.1f}, {100 * best['share_high']:.1f}]" in row


@pytest.mark.usefixtures("charts")
@pytest.mark.parametrize("game", [game for game in games_with_plans() if game != "toy"])
def test_every_game_has_a_map(game: str, called: Cli) -> None:
    words = ("--map", "--games", 4, "--generations", 1, "--workers", 0, "--json", "--quiet", "--out", "map")
    done = called("tune", game, *words)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["elites"]
    kept = MapCheckpoint.read(Path("map/map.json"))
    for row in found["elites"]:
        plan = read_plan(Path("map") / row["plan"])
        assert len(play_table(kept.tuning, kept.tuning.players[0], plan, SEARCH, 0, 1).plan_values(OPENING)) == 1


@pytest.mark.parametrize(
    ("words", "said", "code"),
    [
        (("toy", "--map", "--axes", "opening,sauce"), "--axes: toy has no axis 'sauce': did you mean source?", 3),
        (("toy", "--map", "--axes", "opening"), "--axes opening: name two different ones, such as opening,source", 2),
        (("toy", "--map", "--board", "B"), "--board with --map: a map is of a plan on all boards: leave it out", 2),
        (
            ("toy", "--map", "--starts", 2),
            "--starts with --map: a map begins with all plans of the game: leave it out",
            2,
        ),
        (("toy", "--map", "--bonus", "pushes=1"), "--bonus with --map: a map holds the best of every way", 2),
        (("toy", "--map", "--players", "2,3"), "--players 2,3: a map is of one table: name one number", 2),
        (("toy", "--map", "--players", 1), "--players 1: one seat decides, without a fair share: name more players", 2),
        (("toy", "--map", "--out", "nowhere/map"), "--out nowhere/map: there is no folder nowhere", 3),
        (("toy", "--map", "--out", "."), "--out . is there already: go on with it by --resume if it is a map", 3),
        (("--map", "--resume"), "--resume has no value: write --resume FILE|DIR", 2),
        (("--map", "--resume", "gone"), "gone/map.json: no such file: nothing is kept there to go on with", 3),
        (("--map",), "no plan: name one, for instance zhanguo/balanced", 2),
        (("toy/banker", "--axes", "opening,source"), "--axes needs --map", 2),
    ],
)
def test_what_cannot_be_mapped_is_said_in_one_line(
    called: Cli, words: tuple[object, ...], said: str, code: int
) -> None:
    done = called("tune", *words, "--workers", 0)
    assert done.stderr.startswith(f"analyser: {said}"), done.stderr
    assert (done.returncode, done.stderr.count("\n")) == (code, 1)


@pytest.mark.usefixtures("charts")
def test_another_map_or_a_damaged_one_is_not_gone_on_with(mapped: Any, called: Cli) -> None:
    mapped("map", "--generations", 1)
    resume = ("tune", "--map", "--resume", "map", "--workers", 0)
    done = called(*resume, "--axes", "source,opening")
    assert "--resume map: axes was begun with opening,source, not source,opening" in done.stderr
    kept = Path("map/map.json")
    kept.write_text(kept.read_text().replace('"seed": 1', '"seed": 2'))
    done = called(*resume, "--generations", 2)
    assert done.stderr == "analyser: map/map.json: damaged, or not of this version: begin anew with another --out\n"


def test_without_the_package_it_says_how_to_install_it(called: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ribs", None)
    done = called("tune", "toy", "--map")
    assert done.returncode == 3
    assert done.stderr == f"analyser: tune --map: the package ribs is not installed: {install_command('tune')}\n"
