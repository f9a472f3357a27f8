"""Scenarios side by side: paired differences from the first one, and nothing where seats differ."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from reports import deal_sums
from reports.ask import QUESTIONS
from reports.charts.style import signed
from reports.columns import Words
from reports.compare import estimate_comparisons
from reports.comparison import parse_comparison
from reports.conditions import ConditionError
from reports.facts import parse_facts
from reports.frames import Printings, ScenarioRun
from reports.page.tables import printed_beside
from reports.questions.base import Evidence
from reports.questions.scenarios import SCENARIOS
from reports.run import Run
from reports.several import ScenarioAnswer, ScenarioComparison, Several, compare_scenarios
from tests.reports.sections import write_reports
from tests.reports.synthetic import FACTS, FOUR, SOLO, against_bot, asked, frames, free, run_of

DEALS = 200
NAMES = ("plain", "tilted")


def scenarios(labels: Sequence[str], runs: Sequence[ScenarioRun]) -> Run:
    return Run(tuple(run.played_with(scenario=label) for label, run in zip(labels, runs, strict=True)))


@pytest.fixture(scope="module")
def played() -> dict[str, tuple[pl.DataFrame, pl.DataFrame]]:
    """The same deals and line-ups twice; in the second the racer has 3 points more."""
    return {name: frames(free(DEALS), strength={"racer": more}) for name, more in zip(NAMES, (0.0, 3.0), strict=True)}


@pytest.fixture(scope="module")
def side_by_side(played) -> ScenarioComparison:
    return compare_scenarios(QUESTIONS["balance"], scenarios(NAMES, tuple(run_of(*played[name]) for name in NAMES)))


def test_a_column_that_only_some_scenarios_have_is_measured_in_those(played):
    more = {name: seats.with_columns(doubled=pl.col("score") * 2) for name, (seats, _) in played.items()}
    seats, games = played["plain"]
    run = scenarios(NAMES, (run_of(seats, games), run_of(more["tilted"], games)))
    table = run.compare(["score", "doubled"], by=["scenario", "seat"]).table
    rows = {(row["measure"], row["scenario"], row["seat"]): row for row in table.iter_rows(named=True)}
    assert len(rows) == len(table) == 3 * 4
    for (measure, name, seat), row in rows.items():
        own = more[name].filter(pl.col("seat") == seat)
        assert (row["n"], row["deals"]) == (len(own), DEALS)
        assert row["estimate"] == pytest.approx(own[measure].mean(), abs=1e-12)
    assert set(table.filter(measure="doubled")["scenario"]) == {"tilted"}


def test_scenarios_stand_in_their_order_whoever_sits_in_them(played):
    """The best strategy sits in the second scenario alone, and one has the third to itself."""
    name = pl.col("strategy").cast(pl.String)
    seats, games = played["tilted"]
    second = seats.with_columns(strategy=name.replace({"racer": "other"}))
    third = played["plain"][0].with_columns(strategy=pl.lit("same"))
    labels = ("plain", "other", "same")
    runs = (run_of(*played["plain"]), run_of(second, games), run_of(third, played["plain"][1]))
    compared = compare_scenarios(QUESTIONS["balance"], scenarios(labels, runs))
    table = compared.tables["scenarios"]
    assert table.row(0, named=True)["scenario"] == "other"  # the best comes first
    assert "same" not in table["name"]
    printed = printed_beside(compared.printed["scenarios"], table, Words(compared.game))
    assert [head.text for head in printed.heads][-3:] == [*labels]
    evidence = Evidence(compared.tables, Words(compared.game), 2.0, compared.labels)
    section = SCENARIOS.section(evidence)
    assert section is not None
    chart = section.charts[0]
    assert section.sentence.endswith(" than with plain.")
    assert chart.title == section.heading
    told = {(row["name"], row["scenario"]): row["effect"] for row in table.iter_rows(named=True)}
    for seat in ("seat 1", "seat 4"):
        for scenario in ("same", "other"):
            assert f"{seat}, {scenario}: {signed(100 * told[seat, scenario])} [" in chart.alt


def test_a_difference_is_that_of_the_shares_and_points_ahead(played, side_by_side):
    rows = {(row["name"], row["scenario"]): row for row in side_by_side.tables["scenarios"].iter_rows(named=True)}
    for name in FOUR:
        shares = [played[one][0].filter(pl.col("strategy") == name)["win_share60"].mean() / 60 for one in NAMES]
        assert rows[name, "plain"]["effect"] is None
        assert [rows[name, one]["share"] for one in NAMES] == pytest.approx(shares)
        assert rows[name, "tilted"]["effect"] == pytest.approx(shares[1] - shares[0])
        ahead = [rows[name, one]["margin_to_best"] for one in NAMES]
        assert rows[name, "tilted"]["apart"] == pytest.approx(ahead[1] - ahead[0])
        own = [rows[name, one]["margin_to_best_high"] - rows[name, one]["margin_to_best_low"] for one in NAMES]
        paired = rows[name, "tilted"]["apart_high"] - rows[name, "tilted"]["apart_low"]
        assert paired < sum(x * x for x in own) ** 0.5  # surer than the means they are made of
    seats = [f"seat {n}" for n in (1, 2, 3, 4)]
    assert {key: row["n"] for key, row in rows.items()} == {
        (name, one): 4 * DEALS for name in (*FOUR, *seats) for one in NAMES
    }
    racer = rows["racer", "tilted"]
    assert 0 < racer["effect_low"] < racer["effect"] < racer["effect_high"]
    assert racer["p"] < 0.001


def test_points_and_shape_of_games_are_compared_on_the_same_deals(played, side_by_side):
    points = {
        (row["source"], row["scenario"]): row for row in side_by_side.tables["scenario_points"].iter_rows(named=True)
    }
    means = [played[one][0]["score"].mean() for one in NAMES]
    assert points["score", "tilted"]["difference"] == pytest.approx(means[1] - means[0])
    assert points["score", "tilted"]["mean"] == pytest.approx(means[1])
    assert points["governors", "tilted"]["difference"] == 0  # the same draws in both
    shape = {
        (row["measure"], row["scenario"]): row for row in side_by_side.tables["scenario_shape"].iter_rows(named=True)
    }
    assert shape["mean score", "tilted"]["mean"] == pytest.approx(means[1])
    assert shape["decisions of a player", "tilted"]["difference"] == 0


def test_scenarios_with_other_seats_are_not_compared(played):
    three = frames(free(20, strategies=FOUR[:3]), players=3)
    runs = (run_of(*played["plain"]), run_of(*three, facts={**FACTS, "players": 3}))
    assert compare_scenarios(QUESTIONS["balance"], scenarios(NAMES, runs)) is None
    same = scenarios(NAMES, (runs[0], runs[0]))
    assert compare_scenarios(QUESTIONS["openings"], same) is None


def solo(bot: float, seed: int = 1) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Two plans against a bot that is so many points stronger."""
    return against_bot(100, FOUR[:2], seed=seed, strength={2: bot})


@pytest.fixture(scope="module")
def alone() -> ScenarioComparison:
    runs = tuple(run_of(*solo(bot), facts=SOLO) for bot in (0.0, 6.0))
    return compare_scenarios(QUESTIONS["balance"], scenarios(("weak", "strong"), runs))


def test_printings_of_each_scenario_stand_beside_its_win_shares():
    """Where printings do not differ from the shipped one, the second interval is about the same share."""
    runs = []
    for bot in (0.0, 6.0):
        drawn = {number: run_of(*solo(bot, number), facts=SOLO) for number in range(2, 22)}
        runs.append(replace(run_of(*solo(bot), facts=SOLO), printings=Printings(drawn)))
    compared = compare_scenarios(QUESTIONS["balance"], scenarios(("weak", "strong"), tuple(runs)))
    rows = {(row["name"], row["scenario"]): row for row in compared.tables["scenarios"].iter_rows(named=True)}
    for (name, scenario), row in rows.items():
        of = runs[scenario == "strong"].printings.by_number.values()
        shares = [one.seats.collect() for one in of]
        own = [x if name == "all bots" else x.filter(pl.col("strategy") == name) for x in shares]
        mean = sum(x["win_share60"].mean() for x in own) / 60 / len(own)
        assert row["over"] == pytest.approx(mean, abs=0.005)
        assert row["over_low"] < row["share"] < row["over_high"]
        assert row["ahead_over_low"] < row["margin_to_best"] < row["ahead_over_high"]


def test_few_printings_have_no_second_interval():
    drawn = {number: run_of(*solo(0.0, number), facts=SOLO) for number in range(2, 21)}
    first = replace(run_of(*solo(0.0), facts=SOLO), printings=Printings(drawn))
    compared = compare_scenarios(QUESTIONS["balance"], scenarios(("weak", "strong"), (first, first)))
    assert compared.tables["scenarios"]["over"].null_count() == len(compared.tables["scenarios"])


def test_who_decides_alone_is_told_over_all_plans_and_ahead_of_the_bot(alone):
    table = alone.tables["scenarios"]
    assert table["name"].unique(maintain_order=True).to_list()[0] == "all bots"
    assert set(table["kind"]) == {"strategy"}
    row = table.filter(pl.col("name") == "all bots", pl.col("scenario") == "strong").to_dicts()[0]
    seats = solo(6.0)[0]
    own, bot = (seats.filter(pl.col("seat") == n)["score"].mean() for n in (1, 2))
    assert row["margin_to_best"] == pytest.approx(own - bot)
    assert row["apart"] == pytest.approx(-6, abs=0.1)
    assert row["effect_high"] < 0


def test_the_bots_points_stand_beside_those_of_the_player(alone):
    rows = {(row["source"], row["scenario"]): row for row in alone.tables["scenario_bots"].iter_rows(named=True)}
    seats = solo(6.0)[0]
    for source in ("governors", "walls", "tasks"):
        own, bot = (seats.filter(pl.col("seat") == n)[f"score_{source}"].mean() for n in (1, 2))
        row = rows[source, "strong"]
        assert (row["players"], row["bots"]) == pytest.approx((own, bot))
        assert row["difference"] == pytest.approx(own - bot)
        assert row["difference_low"] < row["difference"] < row["difference_high"]


def test_page_and_file_set_them_side_by_side(played, side_by_side, tmp_path):
    game = parse_facts(FACTS)
    keep = ("verdicts", "seats", "strategies")
    answers = {name: asked("balance", *played[name]) for name in NAMES}
    told = [
        ScenarioAnswer(name, name, replace(one, tables={key: one.tables[key] for key in keep}), game)
        for name, one in answers.items()
    ]
    page = write_reports(Several("Toy: is the game balanced?", "tilt", told, side_by_side), tmp_path).read_text()
    top = page[page.index("</header>") : page.index('id="part-plain"')]
    assert " than with plain" in top
    assert top.count("<figure>") == 2
    assert top.count("<svg") == 4  # each is drawn for phones too
    stored = json.loads((tmp_path / "report.json").read_text())
    assert stored["by"] == "tilt"
    assert set(stored["tables"]) == {"scenarios", "scenario_bots", "scenario_points", "scenario_shape"}
    assert {"tables/scenarios.csv", "figures/scenarios_effect.svg"} <= set(stored["files"])


@pytest.fixture(scope="module")
def both(played) -> Run:
    return scenarios(NAMES, [run_of(*played[name]) for name in NAMES])


def jackknifed(statistic: Callable[[pl.DataFrame], float], rows: pl.DataFrame) -> tuple[float, float]:
    """A statistic of rows, and its standard error from leaving out one deal after the other."""
    deals = rows["deal"].unique().to_list()
    without = np.array([statistic(rows.filter(pl.col("deal") != deal)) for deal in deals])
    error = np.sqrt((len(deals) - 1) / len(deals) * ((without - without.mean()) ** 2).sum())
    return statistic(rows), float(error)


def test_a_difference_relative_to_a_level_is_in_parts_of_its_mean(played, both):
    row = both.compare("score", by="scenario", against="relative to plain", where="strategy = 'racer'").table.row(
        0, named=True
    )
    racer = pl.col("strategy") == "racer"
    rows = pl.concat(played[name][0].filter(racer).select("deal", "score", side=pl.lit(name)) for name in NAMES)

    def ratio(rows: pl.DataFrame) -> float:
        means = dict(rows.group_by("side").agg(pl.col("score").mean()).iter_rows())
        return float(means["tilted"] / means["plain"] - 1)

    estimate, error = jackknifed(ratio, rows)
    assert row["estimate"] == pytest.approx(estimate, abs=1e-12)
    assert row["se"] == pytest.approx(error, rel=0.03)
    assert row["low"] < estimate < row["high"]
    nothing = both.compare("share of score < 0", by="scenario", against=["plain", "relative to plain"])
    assert nothing.table["against"].to_list() == ["scenario = plain"]  # of 0 there are no parts
    with pytest.raises(ConditionError, match="relative to: make it the last reference"):
        both.compare("score", by=["scenario", "seat"], against={"scenario": "relative to plain", "seat": "1"})


def test_a_ratio_of_columns_is_that_of_their_sums(played, both):
    table = both.compare("n_legal_moves per n_decisions", by="scenario").table
    assert table["scenario"].to_list() == [*NAMES]
    for name, row in zip(NAMES, table.iter_rows(named=True), strict=True):
        ratio = lambda rows: float(rows["n_legal_moves"].sum() / rows["n_decisions"].sum())  # noqa: E731
        estimate, error = jackknifed(ratio, played[name][1])
        assert row["estimate"] == pytest.approx(estimate, abs=1e-12)
        assert row["se"] == pytest.approx(error, rel=0.03)


def test_comparisons_that_are_estimated_together_are_those_alone_and_sum_their_rows_once(both, monkeypatch):
    texts = (
        {"by": ["seat", "scenario"], "against": "scenario=plain"},
        {"by": ["seat", "scenario"]},
        {"by": "seat", "against": "par"},
        {"measure": ["score", "win_share"], "by": ["scenario", "seat"], "against": "mean"},
        {"measure": "median of score", "by": "seat"},
    )
    alone = [both.compare(**text).table for text in texts]
    comparisons = [parse_comparison(both, **text) for text in texts]
    summed, aggregates = [], deal_sums._aggregates
    monkeypatch.setattr(deal_sums, "_aggregates", lambda *args: summed.append(args) or aggregates(*args))
    together = [one.table for one in estimate_comparisons(both, comparisons)]
    assert len(summed) == len(both.scenarios)
    for table, other in zip(together, alone, strict=True):
        assert_frame_equal(table, other)


def test_levels_stand_as_they_were_played_and_as_the_game_has_them(played):
    run = scenarios(("second", "first"), [run_of(*played[name]) for name in NAMES])
    table = run.compare(by=["scenario", "strategy"]).table
    assert table["scenario"].to_list() == ["second"] * 4 + ["first"] * 4
    assert table["strategy"].to_list() == sorted(FOUR) * 2
    bands = run.compare(by="band(score, 20, 30, 40)", where="scenario = 'second'").table
    levels = ["below 20", "20 to 30", "30 to 40", "from 40"]
    assert bands["band(score, 20, 30, 40)"].to_list() == [x for x in levels if x in bands["band(score, 20, 30, 40)"]]
    assert len(bands) > 2


def test_joint_wins_that_no_deal_changes_are_not_known_exactly(side_by_side):
    rows = side_by_side.tables["scenario_shape"].filter(measure="joint wins", scenario="tilted")
    assert rows["difference_low"].item() < 0 < rows["difference_high"].item()
