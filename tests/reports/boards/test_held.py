"""What winners hold is told as correlation, and compared within strategies."""

import polars as pl
import pytest

from reports.answer import Answer
from tests.reports.synthetic import MAP_FACTS, Game, asked, frames, tables


def builder_wins(line: Game, seat: int) -> float:
    """Six points more for one of the strategies."""
    return 6.0 * (line[3][seat][0] == "builder")


@pytest.fixture(scope="module")
def run() -> tuple[pl.DataFrame, pl.DataFrame]:
    """The builder wins more often and nearly always holds the seal, whether it wins or not."""
    seats, games = frames(tables(150), strength=builder_wins)
    usual = pl.when(pl.col("strategy") == "builder").then(pl.col("game") % 8 > 0).otherwise(pl.col("game") % 8 == 0)
    return seats.with_columns(holds_seal=usual.cast(pl.Int32), pieces_left=pl.lit(0)), games


@pytest.fixture(scope="module")
def found(run: tuple[pl.DataFrame, pl.DataFrame]) -> Answer:
    """Its answer."""
    return asked("boards", *run, facts=MAP_FACTS)


def test_a_holding_of_the_strong_is_no_advantage_within_strategies(found: Answer) -> None:
    (seal,) = found.tables["held"].to_dicts()
    assert seal["held"] - seal["without"] > 0.1
    assert seal["difference_low"] < 0 < seal["difference_high"]
    assert abs(seal["difference"]) < 0.05


def test_the_difference_is_the_weighted_mean_over_strategies(
    run: tuple[pl.DataFrame, pl.DataFrame], found: Answer
) -> None:
    seats = run[0].with_columns(share=pl.col("win_share60") / 60)
    total = weight = 0.0
    for _, own in seats.group_by("strategy"):
        has, lacks = (own.filter(pl.col("holds_seal") == value)["share"].to_numpy() for value in (1, 0))
        w = len(has) * len(lacks) / len(own)
        total, weight = total + w * (has.mean() - lacks.mean()), weight + w
    assert found.tables["held"]["difference"].item() == pytest.approx(total / weight)


def test_it_is_called_correlation(found: Answer) -> None:
    assert any("correlated with winning, no cause of it" in note for note in found.notes)
