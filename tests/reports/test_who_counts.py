"""One class of players counts, the same in comparisons and pages: ordinary ones at tables without beginners."""

import json

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from typer.testing import CliRunner

from analyser.cli import app
from reports.conditions import ConditionError

CLASSES = {"apprentice": "beginners", "balanced": "ordinary", "builder": "ordinary", "sides": "tuned"}


def test_each_class_by_itself_is_the_comparison_of_that_class(opened):
    run = opened("boards")
    columns = ("board", "estimate", "low_each", "high_each", "n", "deals")
    each = run.compare(by="board", where="arm = 'dealt'", player_class="each").table
    for name in ("beginners", "ordinary", "tuned"):
        one = run.compare(by="board", where="arm = 'dealt'", player_class=name).table
        assert_frame_equal(
            each.filter(pl.col("player_class") == name).select(columns), one.select(columns), abs_tol=1e-14
        )


def test_a_comparison_that_names_the_class_counts_everybody(opened):
    run = opened("boards")
    seats = run.scenarios[0].stored.seats.lazy().filter(pl.col("arm") == "dealt").collect()
    classes = seats["strategy"].cast(pl.String).replace_strict(CLASSES)
    table = run.compare(by="player_class", where="arm = 'dealt'").table
    assert dict(table.select("player_class", "n").iter_rows()) == dict(classes.value_counts().iter_rows())
    found = run.compare("score", by="player_class", where="arm = 'dealt'").table
    means = seats.group_by(classes.alias("class")).agg(pl.col("score").mean()).sort("class")
    assert found.sort("player_class")["estimate"].to_list() == pytest.approx(means["score"].to_list(), abs=1e-12)
    mixed = run.compare(by="table_class", where="arm = 'cross'").table
    assert "mixed" in mixed["table_class"].to_list()


def test_who_counts_is_the_first_thing_that_is_said(opened):
    run = opened("boards")
    words = "ordinary players at tables without beginners"
    assert str(run.compare(by="board", against="par")).splitlines()[0] == f"win_share by board against par: {words}"
    assert run.compare(by="board", against="par", player_class="all").who_counts == ""
    assert opened("balance").compare(by="seat", against="par").who_counts == ""  # only ordinary players took part


def test_an_unknown_class_and_a_class_without_rows_are_told_in_one_line(opened):
    run = opened("boards")
    with pytest.raises(ConditionError, match="class good: choose from all, each, none, beginners, ordinary, tuned"):
        run.compare(by="board", player_class="good")
    words = "arm = 'cross' among ordinary players at tables without beginners: class all counts all"
    with pytest.raises(ConditionError, match=words):
        run.compare(by="board", where="strategy = 'sides' and arm = 'cross'")


@pytest.mark.usefixtures("undrawn")
def test_a_report_of_another_class_has_the_numbers_of_its_comparison(opened, runs, tmp_path):
    words = ("report", "boards", runs["boards"], "--class", "all", "--json", "--quiet", "--out", tmp_path / "report")
    done = CliRunner().invoke(app, [*map(str, words)])
    assert done.exit_code == 0, done.output
    verdicts = json.loads(done.stdout)["verdicts"]
    dealt = {row["name"]: row["effect"] for row in verdicts if row["subject"].endswith("(B) among B sides")}
    table = opened("boards").compare(by="board", against="par", player_class="all").table
    assert dealt == pytest.approx(dict(table.select("board", "estimate").iter_rows()), abs=1e-12)
