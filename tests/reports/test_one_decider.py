"""One who decides, and a bot: a win share with its interval, and no par to judge it by."""

import numpy as np
import polars as pl
import pytest
from matplotlib.text import Text
from scipy.stats import t

from reports.answer import Answer
from reports.facts import parse_facts
from reports.frames import Printings, ScenarioRun
from reports.page.terminal import chart_lines
from reports.several import ScenarioAnswer, Several
from tests.reports.sections import shown_sections
from tests.reports.synthetic import BOARDS, FACTS, SOLO, against_bot, asked, frames, run_of
from tests.reports.test_charts import parts


@pytest.fixture(scope="module")
def run():
    return against_bot(200, ("builder", "racer"), strength={"builder": 3.0})


@pytest.fixture(scope="module")
def answer(run) -> Answer:
    return asked("balance", *run, facts=SOLO)


def test_there_is_no_par_and_no_word_of_a_verdict_and_rows_of_the_bot_count_nowhere(answer):
    assert answer.verdicts == []
    assert len(answer.tables["verdicts"]) == len(answer.tables["strategy_strategy"]) == 0
    assert any("there is no fair share" in note for note in answer.notes)
    assert answer.tables["strategies"]["strategy"].to_list() == ["builder", "racer"]
    assert answer.tables["sources"]["n"].unique().to_list() == [400]


def test_the_win_share_is_the_deciders_own_with_its_interval_and_points_ahead_count_the_bot(run, answer):
    own, bot = (run[0].filter(pl.col("seat") == n) for n in (1, 2))
    (seat,) = answer.tables["seats"].to_dicts()
    assert (seat["seat"], seat["n"], seat["p"]) == (1, 400, None)
    assert seat["share"] == pytest.approx(own["win_share60"].mean() / 60)
    assert seat["share_low"] < seat["share"] < seat["share_high"]
    assert seat["margin_to_best"] == pytest.approx(own["score"].mean() - bot["score"].mean())
    plans = answer.tables["strategies"]
    assert plans["margin_to_best"].mean() == pytest.approx(seat["margin_to_best"])  # as many games each


def test_the_page_draws_the_share_without_par(answer):
    sections = shown_sections(answer, SOLO)
    assert [chart.name for chart in sections["plans"].charts] == ["ahead"]
    assert (
        sections["plans"].sentence
        == "The player wins more often with the builder bot and less often with the racer bot than with the average "
        "bot."
    )
    assert sections["plans"].heading == "The player wins more often with the builder bot"
    assert not {"seats", "strategies"} & set(sections)


def test_scenarios_of_one_decider_are_the_rows_of_the_first_chart(answer):
    harder = asked("balance", *against_bot(200, ("builder", "racer"), strength={2: 9.0}), facts=SOLO)
    game = parse_facts(SOLO)
    told = [ScenarioAnswer(name, name, each, game) for name, each in (("weak", answer), ("strong", harder))]
    screen = Several("Toy: how often is House beaten?", "scenario", told).screen
    assert [row.name for row in screen.rows] == ["weak", "strong"]
    for row, each in zip(screen.rows, (answer, harder), strict=True):
        (seat,) = each.tables["seats"].to_dicts()
        assert (row.value, row.low, row.high) == (
            100 * seat["share"],
            100 * seat["share_low"],
            100 * seat["share_high"],
        )
        assert row.dots == tuple(100 * each.tables["strategies"]["share"])
    caption, *lines, _ = chart_lines(screen, max_rows=9)
    assert caption.startswith("win share, %   (")
    assert "· a bot" in caption
    assert [line.count("·") for line in lines] == [2, 2]


def test_two_deciders_and_a_bot_share_a_par_of_one_half():
    two, bot = [("builder", "A", None), ("racer", "A", None)], ("nobody", "A", None)
    seats, games = frames([(d, r, "free", [*two[r:], *two[:r], bot]) for d in range(100) for r in (0, 1)], players=3)
    seats = seats.with_columns(strategy=pl.when(pl.col("seat") < 3).then("strategy"))
    answer = asked("balance", seats, games, facts={**FACTS, "players": 2, "bots": 1})
    assert answer.tables["seats"]["seat"].to_list() == [1, 2]
    assert {verdict.par for verdict in answer.verdicts} == {0.5}


def test_the_answer_is_told_in_sentences(answer):
    assert answer.summary.startswith("The player wins ")
    assert "of 400 games and is" in answer.summary
    screen = answer.screen
    assert screen.finding.endswith("; more with the builder bot, fewer with the racer bot")
    assert [row.name for row in screen.rows] == ["builder", "racer"]
    assert screen.fair is None


def test_boards_of_one_who_decides_are_told_by_the_games_won_with_each():
    lines = [
        (deal, 0, "mirror", [("builder", board, None), ("nobody", "A", None)])
        for deal in range(300)
        for board in BOARDS
    ]
    seats, games = frames(lines, players=2, strength={("star", 1): 6.0})
    no_bot = pl.when(seat=1)
    seats = seats.with_columns(no_bot.then(name).alias(name) for name in ("strategy", "board"))
    screen = asked("boards", seats, games, facts=SOLO).screen
    assert screen.finding == "Star differs from A"
    assert screen.lead.startswith("Star is farthest from it: with it the player wins ")
    assert (screen.fair, [row.name for row in screen.rows if row.side != "unclear"]) == (0.0, ["star"])
    assert screen.doubts[-1].words == "1,500 games; all together, 95 % sure"


def test_the_bot_races_too(run, answer):
    """The leader after a round is the better of both, and wins less often than always."""
    rows = {row["position"]: row for row in answer.tables["rounds"].filter(pl.col("round") == 1).iter_rows(named=True)}
    assert rows["last"]["score"] < rows["mean"]["score"] < rows["leader"]["score"]
    assert rows["mean"]["score"] == pytest.approx(run[0]["score_after_round_1"].mean())
    shape = {row["measure"]: row["mean"] for row in answer.tables["shape"].iter_rows(named=True)}
    assert shape["worst score"] < shape["mean score"] < shape["best score"]


def test_no_chart_speaks_of_par(answer):
    charts = [chart for section in shown_sections(answer, SOLO).values() for chart in section.charts]
    texts = {text.get_text() for chart in charts for text in parts(chart.figure, Text)}
    assert {text for text in texts if " par" in text} == set()
    assert "games won" in texts


SHARES = [0.3, 0.4, 0.45, 0.5, 0.5, 0.55, 0.6, 0.7] * 4  # win shares of a plan in printings: sd 0.119


def printing(share: float, seed: int, deals: int = 500) -> ScenarioRun:
    """Games of a plan that wins so often, and of one that always loses, against a bot."""
    seats, games = against_bot(deals, ("good", "bad"))
    won = pl.Series(np.random.default_rng(seed).random(len(seats)) < share)
    is_won = (pl.col("strategy") == "good") & won
    return run_of(seats.with_columns(win_share60=pl.when(is_won).then(60).otherwise(0)), games, facts=SOLO)


@pytest.fixture(scope="module")
def elsewhere() -> Answer:
    """A run with printings of known win shares."""
    drawn = {number: printing(share, number) for number, share in enumerate(SHARES, 1)}
    shipped = printing(0.5, 0)
    return asked("balance", shipped.table.collect(), shipped.games.collect(), facts=SOLO, printings=Printings(drawn))


def test_the_second_interval_of_a_win_share_is_that_of_its_printings(elsewhere):
    rows = {row["subject"]: row for row in elsewhere.tables["over_printings"].to_dicts()}
    sd, n = np.std(SHARES, ddof=1), len(SHARES)
    good = rows["good"]
    assert good["over"] == pytest.approx(np.mean(SHARES), abs=0.02)
    assert good["sd"] == pytest.approx(sd, rel=0.1)
    assert good["sd_low"] < sd < good["sd_high"]
    assert (good["over_high"] - good["over_low"]) / 2 == pytest.approx(t.ppf(0.975, n - 2) * sd, rel=0.15)
    both = rows["all bots"]  # half of its games are lost whatever the printing
    assert (both["sd"], both["over"]) == pytest.approx((good["sd"] / 2, good["over"] / 2), rel=0.1)
    assert both["verdict"] is None


def test_a_share_that_no_printing_contradicts_is_not_known_exactly(elsewhere):
    bad = next(row for row in elsewhere.tables["over_printings"].to_dicts() if row["subject"] == "bad")
    assert (bad["over"], bad["over_low"], bad["sd"]) == (0, 0, 0)
    assert 0.001 < bad["over_high"] < 0.02


def test_the_page_tells_the_second_interval_beside_the_first_and_no_word(elsewhere):
    row = next(row for row in elsewhere.tables["over_printings"].to_dicts() if row["subject"] == "all bots")
    over, low, high = (f"{100 * row[name]:.1f}" for name in ("over", "over_low", "over_high"))
    assert elsewhere.verdicts == []
    assert f"Over 32 versions of the guessed data {over} %, {low} to {high} % in 95 of 100" in elsewhere.summary
    section = shown_sections(elsewhere, SOLO)["unknown_data"]
    assert section.charts[0].title == "How often would the player win with other data?"
    assert "verdict" not in section.reading.lower()
