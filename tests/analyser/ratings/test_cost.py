"""Strength against cost: who is measured, who is on the front, and what the table, the chart and the page show."""

from pathlib import Path

import pytest

from analyser.errors import DataError
from analyser.experiments.objective import Objective
from analyser.ratings import __main__ as ratings
from analyser.ratings.__main__ import COST_SEED, cost_figure, measure_cost, measured_players
from analyser.ratings.table import CostRow, beaten_by, cost_table, digest_among, format_rows, front_of, load_cost
from cext.games import load_game
from reports.charts.style import house_style
from reports.facts import parse_facts
from tests.reports.test_charts import misplaced

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "your-own-strategy.md"
TABLES = ratings.stored_costs()
AGAIN = "a player or a leaf has changed: run `python -m analyser.ratings {} --cost --players {}`"


def row(strategy: str, share: float, microseconds: float) -> CostRow:
    return CostRow(2, strategy, "a b c", "digest", 100, share, share - 0.05, share + 0.05, microseconds)


def test_the_front_is_unbeaten_by_cheaper_players() -> None:
    rows = [row("dear", 0.8, 90), row("worse", 0.4, 50), row("plan", 0.3, 1), row("mid", 0.6, 20), row("twin", 0.5, 20)]
    assert [each.strategy for each in front_of(rows)] == ["plan", "mid", "dear"]


def test_surely_beaten_needs_an_interval_apart() -> None:
    rows = [row("mid", 0.6, 20), row("near", 0.55, 30), row("worse", 0.4, 50), row("dear", 0.9, 60)]
    assert [beaten_by(each, rows) for each in rows] == ["", "", "mid", ""]


def test_both_games_of_shipped_leaves_are_stored() -> None:
    assert {(game, rows[0].players) for game, rows in TABLES} >= {("zhanguo", 4), ("middle_kingdom", 3)}


@pytest.mark.parametrize(("game", "rows"), TABLES, ids=lambda value: value if isinstance(value, str) else "")
def test_stored_costs_are_of_the_players_now(game: str, rows: list[CostRow]) -> None:
    players = rows[0].players
    facts = parse_facts(load_game(game, players=players).facts())
    wanted = {name: digest_among(name, rows[0].others.split(), facts) for name in measured_players(game, players)}
    assert {each.strategy: each.digest for each in rows} == wanted, AGAIN.format(game, players)


@pytest.mark.parametrize(("game", "rows"), TABLES, ids=lambda value: value if isinstance(value, str) else "")
def test_measuring_the_best_plan_again_agrees(game: str, rows: list[CostRow]) -> None:
    best = rows[0]
    objective = Objective(game=game, against=tuple(best.others.split()), players=(best.players,), seed=COST_SEED)
    again = measure_cost(objective, best.strategy)
    assert (again.games, f"{again.share:.4f}") == (best.games, f"{best.share:.4f}"), AGAIN.format(game, best.players)
    assert again.microseconds > 0


@pytest.mark.parametrize(("game", "rows"), TABLES, ids=lambda value: value if isinstance(value, str) else "")
def test_page_and_chart_show_the_stored_rows(game: str, rows: list[CostRow]) -> None:
    assert cost_table(rows) in PAGE.read_text(encoding="utf-8"), "put the table that --cost prints into the page"
    chart = ratings.CHART.read_text(encoding="utf-8")
    for each in rows:
        assert f"{each.strategy}, {each.microseconds:,.1f} µs" in chart


def test_no_label_of_the_chart_lies_on_another() -> None:
    with house_style():
        assert misplaced(cost_figure(TABLES)) == []


def test_measuring_prints_and_writes_table_and_chart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ratings, "COST_SECONDS", 1e-9)
    monkeypatch.setattr(ratings, "cost_file", lambda game: tmp_path / f"{game}.csv")
    monkeypatch.setattr(ratings, "CHART", tmp_path / "cost.svg")
    monkeypatch.setattr(ratings, "listed_games", lambda: ("toy",))
    stale = CostRow(2, "gone", "banker", "", 1, 0.5, 0.1, 0.9, 1.0)
    other_table = CostRow(3, "banker", "banker", "", 1, 0.5, 0.1, 0.9, 1.0)
    (tmp_path / "toy.csv").write_text(format_rows([stale, other_table]), encoding="utf-8")
    assert ratings.main(["toy", "--cost", "--players", "2"]) == 0
    rows = load_cost(tmp_path / "toy.csv")
    assert {each.strategy for each in rows if each.players == 2} == set(measured_players("toy", 2))
    assert [each.strategy for each in rows if each.players == 3] == ["banker"]
    assert all(
        each.games == ratings.BLOCK and each.low <= each.share <= each.high and each.microseconds > 0
        for each in rows[:-1]
    )
    assert cost_table(rows[:-1]) in capsys.readouterr().out
    assert (tmp_path / "cost.svg").read_text(encoding="utf-8").count("2 players: one alone among") == 1


def test_a_leaf_is_measured_where_one_is_shipped() -> None:
    assert any("leaf=jade" in name for name in measured_players("middle_kingdom", 3))
    assert not any("leaf=" in name for name in measured_players("toy", 2))


def test_a_table_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cost.csv").write_text("players,strategy\n2,x\n")
    with pytest.raises(DataError, match=r"cost\.csv: not a table of strength against cost: make it anew by .* --cost"):
        load_cost(tmp_path / "cost.csv")
