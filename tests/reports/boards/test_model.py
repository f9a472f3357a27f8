"""The logit model of boards, seats and strategies: cells without events, terms that cannot be separated, families."""

import numpy as np
import polars as pl
import pytest
from scipy.stats import f

from reports.stats.joint import joint
from reports.stats.verdict import holm
from tests.reports.synthetic import FACTS, asked, cross, frames


def beginner_loses(line, seat):
    strategy, board, _ = line[3][seat]
    return -14.0 - 40.0 * (board == "circle") if strategy == "racer" else 0.0


@pytest.fixture(scope="module")
def lost():
    """A cross run in which the racer hardly ever wins, and never on the circle."""
    seats, games = frames(cross(400, strategies=("builder", "racer", "taskman")), strength=beginner_loses)
    on_circle = seats.filter((pl.col("strategy") == "racer") & (pl.col("board") == "circle"))
    against = on_circle.join(seats.filter(pl.col("strategy") != "racer").select("game").unique(), on="game", how="semi")
    assert len(against) > 100
    assert against["share60"].sum() == 0
    return asked("boards", seats, games, facts=FACTS)


def test_a_cell_without_wins_has_no_standard_error_and_its_interval_says_how_little_is_known(lost):
    model = {row["term"]: row for row in lost.tables["model"].iter_rows(named=True)}
    cell = model["circle (B), racer"]
    assert cell["se"] is None
    assert cell["estimate_low"] < cell["estimate"] < cell["estimate_high"]
    assert cell["estimate_high"] - cell["estimate_low"] > 1
    assert model["seat 1"]["se"] is not None
    assert any("without a standard error rest on few wins" in note for note in lost.notes)
    assert not any("ridge" in note for note in lost.notes)


def test_terms_of_a_kind_are_one_family_in_which_one_hypothesis_counts_once():
    fits = lambda line, seat: 3.0 * (line[3][seat][:2] == ("builder", "circle"))  # noqa: E731
    found = asked("boards", *frames(cross(200, strategies=("builder", "racer")), strength=fits), facts=FACTS)
    model = found.tables["model"]
    for kind, hypotheses in (("board", 4), ("strategy", 1), ("board x strategy", 4), ("seat", 4)):
        rows = model.filter(kind=kind).to_dicts()
        t = np.array([row["estimate"] / row["se"] for row in rows])
        df = found.facts["deals"]
        plain = _two_sided(t, df)
        if kind in ("strategy", "board x strategy"):  # of two strategies the one is what the other is not
            assert [row["p"] for row in rows[::2]] == pytest.approx([row["p"] for row in rows[1::2]])
            rows, plain = rows[::2], plain[::2]
        assert len(rows) == hypotheses
        assert [row["p"] for row in rows] == pytest.approx(holm(plain).tolist(), rel=0.05)


def _two_sided(t, df):
    from scipy.stats import t as student

    return 2 * student.sf(np.abs(t), df)


def test_a_board_that_goes_with_a_strategy_is_left_out_of_the_model_and_named():
    lines = []
    for deal in range(120):
        mixed = [("builder", "circle", None), ("racer", "A", None)] * 2
        lines += [(deal, 0, "cross", mixed[turn:] + mixed[:turn]) for turn in range(2)]
    found = asked("boards", *frames(lines), facts=FACTS)
    model = found.tables["model"]
    assert set(model["kind"]) == {"seat"}
    (note,) = [note for note in found.notes if "cannot separate" in note]
    assert "circle (B)" in note
    assert "builder" in note


def test_interactions_of_boards_and_strategies_are_one_family():
    def fits(line, seat):
        return 3.0 if line[3][seat][:2] == ("builder", "circle") else 0.0

    seats, games = frames(cross(150, strategies=("builder", "racer", "taskman")), strength=fits)
    table = (
        asked("boards", seats, games, facts=FACTS).tables["board_strategy"].filter(pl.col("interaction").is_not_null())
    )
    assert len(table) == 12
    by_deal = joint(
        seats.with_columns(pl.col("board").cast(pl.String), pl.col("strategy").cast(pl.String)),
        ["strategy", "board"],
        "share60",
        scale=60,
    )

    def lead(strategy, board):
        unit = np.eye(len(by_deal.groups))
        return unit[by_deal.index(strategy=strategy, board=board)] - unit[by_deal.index(strategy=strategy, board="A")]

    plans = ("builder", "racer", "taskman")
    plain = [
        float(by_deal.contrast(lead(plan, board) - np.mean([lead(s, board) for s in plans], axis=0)).p[0])
        for board, plan in table.select("board", "strategy").iter_rows()
    ]
    assert table["p"].to_list() == pytest.approx(holm(plain).tolist())
    assert max(table["p"] / pl.Series(plain)) > 1.5


def test_a_kind_of_term_is_tested_as_one_of_all_kinds():
    def stronger(line, seat):
        return 2.0 * (seat == 0)

    tested = asked("boards", *frames(cross(100), strength=stronger), facts=FACTS).tables["model_tests"]
    plain = [float(f.sf(row["statistic"] / row["df"], row["df"], 99)) for row in tested.iter_rows(named=True)]
    assert tested["kind"].to_list() == ["board", "seat", "strategy", "board x strategy", "board x seat"]
    assert tested["p"].to_list() == pytest.approx(holm(plain).tolist())


def test_too_few_deals_for_errors_by_deal_are_refused_with_their_number():
    found = asked("boards", *frames(cross(47)), facts=FACTS)  # 24 columns take 50
    assert len(found.tables["model"]) == 0
    assert any(note.startswith("Too few deals for the logit model") and "takes 50." in note for note in found.notes)
    assert len(asked("boards", *frames(cross(50)), facts=FACTS).tables["model"]) == 34
