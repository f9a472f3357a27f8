"""The logit model of boards, seats and strategies: cells without events, terms that cannot be separated, families."""

import numpy as np
import polars as pl
import pytest
from scipy.stats import f, t

from reports.boards import strategies
from reports.boards.model import gained
from reports.facts import GameFacts
from reports.frames import Frames, RunFrames
from reports.stats.joint import joint, two_sided
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
    assert against["win_share60"].sum() == 0
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
    def fits(line, seat):
        return 3.0 * (line[3][seat][:2] == ("builder", "circle"))

    found = asked("boards", *frames(cross(200, strategies=("builder", "racer")), strength=fits), facts=FACTS)
    for kind, terms, hypotheses in (
        ("board", 4, 4),
        ("strategy", 2, 1),  # of two the one is what the other is not
        ("board x strategy", 8, 4),
        ("seat", 4, 4),
        ("board x seat", 16, 16),
    ):
        rows = found.tables["model"].filter(kind=kind)
        assert len(rows) == terms
        estimate, error = rows["estimate"].to_numpy(), rows["se"].to_numpy()
        assert rows["p"].to_list() == pytest.approx(np.minimum(hypotheses * 2 * t.sf(np.abs(estimate) / error, 199), 1))
        half = t.ppf(1 - 0.025 / hypotheses, 199) * error
        assert rows["estimate_high"].to_numpy() == pytest.approx(estimate + half)
        assert rows["estimate_low"].to_numpy() == pytest.approx(estimate - half)


def test_points_of_win_share_are_what_the_logit_gives_a_seat_at_an_otherwise_even_table(lost):
    rows = lost.tables["model"]
    for end in ("", "_low", "_high"):
        odds = np.exp(rows[f"estimate{end}"].to_numpy())
        assert rows[f"even{end}"].to_numpy() == pytest.approx(odds / (odds + 3) - 0.25)
    assert gained(np.array([0.0, np.log(3.0), -np.inf, np.inf]), 4) == pytest.approx([0.0, 0.25, -0.25, 0.75])


def test_no_p_value_contradicts_its_interval(lost):
    for table, name in (("model", "estimate"), ("board_strategy", "interaction")):
        rows = lost.tables[table].drop_nulls(["p", f"{name}_low", f"{name}_high"])
        off = (rows[f"{name}_low"] > 0) | (rows[f"{name}_high"] < 0)
        assert len(rows) >= 12
        assert off.to_list() == (rows["p"] < 0.05).to_list()


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
    """Nothing is true: of 100 tables, each with 12 interactions, some five have one that p calls real."""
    false = []
    for seed in range(100):
        seats, games = frames(cross(60, strategies=("builder", "racer", "taskman"), seed=seed), seed=seed)
        table = strategies.table(RunFrames.of(Frames(seats, games), game=GameFacts.read(FACTS), margin=0.02))
        rows = table.drop_nulls("interaction")
        assert len(rows) == 12
        false.append(bool((rows["p"] < 0.05).any()))
    assert sum(false) <= 12


def test_an_interaction_is_corrected_and_never_more_than_by_bonferroni():
    def fits(line, seat):
        return 3.0 if line[3][seat][:2] == ("builder", "circle") else 0.0

    seats, games = frames(cross(700, strategies=("builder", "racer", "taskman")), strength=fits)
    table = (
        asked("boards", seats, games, facts=FACTS).tables["board_strategy"].filter(pl.col("interaction").is_not_null())
    )
    assert len(table) == 12
    by_deal = joint(
        seats.with_columns(pl.col("board").cast(pl.String), pl.col("strategy").cast(pl.String)),
        ["strategy", "board"],
        "win_share60",
        scale=60,
    )

    def lead(strategy, board):
        unit = np.eye(len(by_deal.groups))
        return unit[by_deal.index(strategy=strategy, board=board)] - unit[by_deal.index(strategy=strategy, board="A")]

    plans = ("builder", "racer", "taskman")
    apart = [
        lead(plan, board) - np.mean([lead(s, board) for s in plans], axis=0)
        for board, plan in table.select("board", "strategy").iter_rows()
    ]
    alone = by_deal.contrast(apart)
    plain = two_sided(alone.estimate, alone.se, alone.clusters - 1)
    assert (table["p"].to_numpy() >= plain).all()
    assert (table["p"].to_numpy() <= np.minimum(12 * plain + 0.05, 1.0)).all()  # never stricter than Bonferroni
    assert np.median(table["p"].to_numpy() / plain) > 1.2


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
