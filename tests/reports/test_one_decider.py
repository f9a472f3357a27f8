"""One who decides, and a bot: a win share with its interval, and no par to judge it by."""

from __future__ import annotations

import polars as pl
import pytest

from reports.answer import Answer
from reports.ask import QUESTIONS
from reports.evidence import Evidence
from reports.facts import GameFacts
from reports.page.words import Words
from reports.page.write import sections_of
from tests.reports.synthetic import FACTS, asked, frames

SOLO = {**FACTS, "players": 1, "bots": 1, "opening": {**FACTS["opening"], "tip": None}}


@pytest.fixture(scope="module")
def run() -> tuple[pl.DataFrame, pl.DataFrame]:
    """Games of one strategy or the other in seat 1 against a bot in seat 2, whose strategy and board are null."""
    lines = [
        (deal, 0, "free", [(who, "A", None), ("nobody", "A", None)])
        for deal in range(200)
        for who in ("builder", "racer")
    ]
    seats, games = frames(lines, players=2, strength=lambda line, seat: 3.0 * (line[3][seat][0] == "builder"))
    bot = pl.col("seat") == 2
    seats = seats.with_columns(
        strategy=pl.when(bot).then(None).otherwise(pl.col("strategy")),
        board=pl.when(bot).then(None).otherwise(pl.col("board")),
    )
    return seats, games


@pytest.fixture(scope="module")
def found(run: tuple[pl.DataFrame, pl.DataFrame]) -> Answer:
    return asked("balance", *run, facts=SOLO)


def test_there_is_no_par_and_no_word_of_a_verdict(found: Answer) -> None:
    assert found.verdicts == []
    assert len(found.tables["verdicts"]) == 0
    assert any("there is no par" in note for note in found.notes)


def test_the_win_share_is_the_deciders_own_with_its_interval(
    run: tuple[pl.DataFrame, pl.DataFrame], found: Answer
) -> None:
    own = run[0].filter(pl.col("seat") == 1)
    (seat,) = found.tables["seats"].to_dicts()
    assert (seat["seat"], seat["n"]) == (1, 400)
    assert seat["share"] == pytest.approx(own["share60"].mean() / 60)  # type: ignore[operator]  # a mean of numbers
    assert seat["share_low"] < seat["share"] < seat["share_high"]
    assert (seat["elo"], seat["p"]) == (None, None)


def test_rows_of_the_bot_count_nowhere(run: tuple[pl.DataFrame, pl.DataFrame], found: Answer) -> None:
    assert found.tables["strategies"]["strategy"].to_list() == ["builder", "racer"]
    assert found.tables["sources"]["n"].unique().to_list() == [400]
    assert found.tables["seats"]["seat"].to_list() == [1]
    assert len(found.tables["strategy_strategy"]) == 0


def test_the_page_draws_the_share_without_par(found: Answer) -> None:
    sections = {one.key: one for one in sections_of(QUESTIONS["balance"], evidence_of(found))}
    assert sections["seats"].charts[0].title == "How often does the player win?"
    assert sections["strategies"].charts[0].name == "strategies"
    assert "par is" not in sections["seats"].reading


def evidence_of(answer: Answer) -> Evidence:
    """The answer's tables in the words of the solo game."""
    return Evidence(answer.tables, Words(GameFacts.read(SOLO)), 2.0)


def test_two_deciders_and_a_bot_share_a_par_of_one_half() -> None:
    lines = [
        (deal, r, "free", [*seats[r:], *seats[:r], ("nobody", "A", None)])
        for seats in [[("builder", "A", None), ("racer", "A", None)]]
        for deal in range(100)
        for r in range(2)
    ]
    seats, games = frames(lines, players=3)
    seats = seats.with_columns(strategy=pl.when(pl.col("seat") < 3).then("strategy"))
    table = asked("balance", seats, games, facts={**FACTS, "players": 2, "bots": 1}).tables["seats"]
    assert table["seat"].to_list() == [1, 2]
    assert table["win_points"].to_list() == pytest.approx((2 * table["share"]).to_list())


def test_points_ahead_count_the_bot(run: tuple[pl.DataFrame, pl.DataFrame], found: Answer) -> None:
    own, bot = (run[0].filter(pl.col("seat") == n)["score"].mean() for n in (1, 2))
    (seat,) = found.tables["seats"].to_dicts()
    assert seat["margin_to_best"] == pytest.approx(own - bot)  # type: ignore[operator]  # means of numbers
    plans = found.tables["strategies"]
    assert plans["margin_to_best"].mean() == pytest.approx(seat["margin_to_best"])  # as many games each


def test_the_answer_is_told_in_sentences(found: Answer) -> None:
    assert found.summary.startswith("The player wins ")
    assert "of 400 games and is" in found.summary
    said = [note for note in found.notes if "the player wins" in note]
    assert [note.split(" the player")[0] for note in said] == ["With builder", "With racer"]


def test_the_bot_races_too(run: tuple[pl.DataFrame, pl.DataFrame], found: Answer) -> None:
    """The leader after a round is the better of both, and wins less often than always."""
    rows = {row["position"]: row for row in found.tables["rounds"].filter(pl.col("round") == 1).iter_rows(named=True)}
    assert rows["last"]["score"] < rows["mean"]["score"] < rows["leader"]["score"]
    assert rows["mean"]["score"] == pytest.approx(run[0]["after_round_1"].mean())
    shape = {row["measure"]: row["mean"] for row in found.tables["shape"].iter_rows(named=True)}
    assert shape["worst score"] < shape["mean score"] < shape["best score"]


def test_no_chart_speaks_of_par(found: Answer) -> None:
    texts = {
        text.get_text()
        for section in sections_of(QUESTIONS["balance"], evidence_of(found))
        for drawn in section.charts
        for axes in drawn.figure.axes
        for text in axes.texts
    }
    assert {text for text in texts if " par" in text} == set()
    assert "games won" in texts
