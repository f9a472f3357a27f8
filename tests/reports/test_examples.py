"""Games to look at: the typical, closest and strangest games are those that an independent count finds."""

import numpy as np
import polars as pl
import pytest

from reports.answer import Answer
from reports.ask import QUESTIONS
from reports.columns import Words
from reports.estimators.example_games import EACH, EXAMPLES
from reports.facts import parse_facts
from reports.frames import ScenarioRun
from reports.page.html import PagePart, section_views
from reports.questions.base import Evidence
from reports.questions.shared import GAMES_TO_WATCH
from reports.run_facts import Replays
from tests.reports.synthetic import FACTS, FOUR, frames, free, run_of

DEALS = 60


@pytest.fixture(scope="module")
def played() -> tuple[pl.DataFrame, pl.DataFrame]:
    """Four games a deal."""
    return frames(free(DEALS), seed=5)


def found(run: ScenarioRun) -> pl.DataFrame:
    (table,) = GAMES_TO_WATCH.tables
    return table.shaped(table.make(run))


def test_five_of_each_kind_each_game_and_deal_once(played):
    rows = found(run_of(*played))
    assert rows["kind"].to_list() == [kind for kind in ("typical", "closest", "strangest") for _ in range(EACH)]
    assert rows["game"].n_unique() == len(rows)
    assert all(group["deal"].n_unique() == EACH for _, group in rows.group_by("kind"))


def test_typical_games_are_nearest_to_the_medians(played):
    seats, games = played
    whole = games.join(seats.group_by("game").agg(pl.col("score").sum()), on="game").sort("game")
    table = whole.select("score", "n_decisions", "winning_margin").to_numpy().astype(float)
    sd = table.std(axis=0, ddof=1)
    distance = np.sqrt((((table - np.median(table, axis=0)) / np.where(sd > 0, sd, 1)) ** 2).sum(axis=1))
    first = found(run_of(*played)).row(0, named=True)
    assert first["game"] == whole["game"][int(distance.argmin())]
    assert first["distance"] == pytest.approx(distance.min())


def test_closest_games_have_the_smallest_margins(played):
    rows = found(run_of(*played))
    typical = rows.filter(pl.col("kind") == "typical")["game"].to_list()
    left = played[1].filter(~pl.col("game").is_in(typical))
    by_deal = left.group_by("deal").agg(pl.col("winning_margin").min())["winning_margin"].sort().head(EACH).to_list()
    assert rows.filter(pl.col("kind") == "closest")["winning_margin"].to_list() == by_deal


def test_a_game_unlike_its_strategies_is_the_strangest_and_says_why(played):
    seats, games = played
    source = parse_facts(FACTS).sources
    name = f"score_{next(iter(source))}"
    odd = pl.col("game") == 33
    mean = seats.filter(pl.col("strategy") == FOUR[0])[name].mean()
    seats = seats.with_columns(
        pl.when(odd & (pl.col("strategy") == FOUR[0])).then(900).otherwise(pl.col(name)).alias(name)
    )
    row = found(run_of(seats, games)).filter(pl.col("kind") == "strangest").row(0, named=True)
    assert row["game"] == 33
    assert row["why"].startswith(f"{FOUR[0]}: 900 points from ")
    assert float(row["why"].split(", ")[1].split()[0]) == pytest.approx(mean, abs=20)


def test_games_that_were_forced_or_paid_for_are_not_shown(played):
    seats, games = played
    best = found(run_of(seats, games))["game"][0]
    forced = seats.with_columns(
        forced_opening=pl.when((pl.col("game") == best) & (pl.col("seat") == 2)).then(pl.lit("UUU"))
    )
    assert best not in found(run_of(forced, games))["game"]
    paid = seats.with_columns(
        start_points=pl.when((pl.col("game") == best) & (pl.col("seat") == 2)).then(-3).otherwise(0)
    )
    assert best not in found(run_of(paid, games))["game"]
    everything = seats.with_columns(forced_opening=pl.lit("UUU"))
    assert found(run_of(everything, games)).is_empty()


def test_the_page_links_the_replays_that_are_written(played):
    """As many of each kind as are written; where there are none, a command says how to have one."""
    rows = found(run_of(*played, replays=Replays("replays/two", 1)))
    assert rows["kind"].to_list() == ["typical", "closest", "strangest"]
    assert rows["replay"].to_list() == [f"replays/two/game-{game}.html" for game in rows["game"]]
    words, known = Words(parse_facts(FACTS)), QUESTIONS["balance"].tables
    for frame, links in ((rows, 3), (found(run_of(*played)), 0)):
        tables = {EXAMPLES: frame}
        section = GAMES_TO_WATCH.section(Evidence(tables, words))
        part = PagePart(Answer("balance", "", [], tables, {}), QUESTIONS["balance"], words.game, [section], {}, known)
        (block,) = section_views(part)
        cells = [cell for row in block["tables"][0]["table"].rows for cell in row]
        assert sum(cell.startswith('<a href="replays/two/game-') for cell in cells) == links
        assert ("analyser record --from RUN --game G" in section.reading) == (not links)


def test_points_of_billions_pick_the_same_games(played):
    seats, games = played
    scores = pl.col("score", *(name for name in seats.columns if name.startswith("score_"))).cast(pl.Int64) * 2**26
    other = (seats.with_columns(scores), games.with_columns(pl.col("winning_margin").cast(pl.Int64) * 2**26))
    assert found(run_of(*other))["game"].to_list() == found(run_of(*played))["game"].to_list()
