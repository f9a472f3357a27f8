"""Charts of games with many rounds, many classes of moves, few points: readable, and true to their numbers."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from reports.answer import Answer
from reports.ask import QUESTIONS
from reports.charts.style import house_style, signed
from reports.charts.views import draw_pairs
from reports.questions.base import Evidence, ShownSection
from tests.reports.real import est, game_facts, words
from tests.reports.sections import sections_of
from tests.reports.test_charts import misplaced, parts, plots

CLASSES = ["absorb", "conquer", "connect", "major", "found two", "found", "expand", "neither"]
FIRST = {**game_facts()["opening"], "by": "first", "class": None, "tip": None}
PLAIN = {**game_facts(), "opening": FIRST, "cards": []}
WORDS = words(
    {**PLAIN, "classes": [["", ""], *([letter, name] for letter, name in zip("ABCDEFGH", CLASSES, strict=True))]}
)


def turns(count: int, seats: int = 4000) -> pl.DataFrame:
    """The eight classes in every round, fewer and fewer games reaching it."""
    letters = list(WORDS.classes)
    return pl.DataFrame(
        [
            {"round": r, "action": letter, "share": (1 + (i + r) % 8) / 36, "n": int(seats * 0.9**r)}
            for r in range(1, count + 1)
            for i, letter in enumerate(letters if r > 1 else letters[3:] + letters[:3])
        ]
    )


SIDES = ("winners", "losers")


def section_of(key: str, evidence: Evidence) -> ShownSection:
    """A section of balance."""
    (section,) = [one for one in sections_of(QUESTIONS["balance"], evidence) if one.key == key]
    return section


def drawn(section: ShownSection) -> Figure:
    """The one figure of a section."""
    (chart,) = section.charts
    return chart.figure


@pytest.mark.parametrize("count", [5, 8, 9, 18, 36])
def test_actions_stay_readable_however_many_rounds_there_are(count: int) -> None:
    with house_style():
        figure = drawn(section_of("actions", Evidence({"actions": turns(count)}, WORDS)))
        assert misplaced(figure) == []
        assert figure.get_size_inches()[1] < 6
    (plot,) = plots(figure)
    shown = sum(0.9**r >= 0.05 * 0.9 for r in range(1, count + 1))
    assert len(parts(plot, Rectangle)) == 8 * shown


def test_actions_stand_in_the_order_of_the_classes_and_fill_every_column() -> None:
    with house_style():
        figure = drawn(section_of("actions", Evidence({"actions": turns(20)}, WORDS)))
        words = [text.get_text() for text in parts(figure.artists[0], Text)]
    assert [word for word in words if word in CLASSES] == CLASSES
    heights: dict[float, float] = {}
    for box in parts(plots(figure)[0], Rectangle):
        heights[box.get_x()] = heights.get(box.get_x(), 0.0) + box.get_height()
    assert list(heights.values()) == pytest.approx([100.0] * 20)


def test_actions_of_the_opening_alone_are_called_so() -> None:
    opening = {**FIRST, "name": "first 4 turns"}
    facts = {**PLAIN, "opening": opening, "classes": [["", ""], ["F", "found"], ["E", "expand"]]}
    table = pl.DataFrame({"round": [0, 0], "action": ["F", "E"], "share": [0.8, 0.2], "n": [80, 20]})
    with house_style():
        section = section_of("actions", Evidence({"actions": table}, words(facts)))
        assert "first 4 turns" in [text.get_text() for text in parts(drawn(section), Text)]
    assert section.heading == "80.0 % of turns of the first 4 turns go to found, 20.0 % to expand"
    assert section.question == "What do players begin with?"


def test_points_lost_are_drawn_to_the_left_of_zero_and_what_nobody_has_is_left_out() -> None:
    rows: list[dict[str, Any]] = [
        {
            "label": "missing types",
            **est("winners", -0.3, 0.1),
            **est("losers", -0.9, 0.1),
            **est("difference", 0.6, 0.1),
        },
        {"label": "farmers", **est("winners", 11.0, 0.1), **est("losers", 6.0, 0.1), **est("difference", 5.0, 0.1)},
        {"label": "bids", **est("winners", 0.0, 0.0), **est("losers", 0.0, 0.0), **est("difference", 0.0, 0.0)},
    ]
    with house_style():
        made = draw_pairs("sources", "Where from?", "", rows, SIDES, ("winners", "all others"), "points", "difference")
    assert made is not None
    (plot,) = plots(made.figure)
    assert plot.x[0] < -1.0
    bars = [box for box in parts(plot, Rectangle) if box.get_gid() is None]  # not their regions
    assert sorted(box.get_width() for box in bars) == [-0.9, -0.3, 6.0, 11.0]


def test_each_chart_of_the_game_that_the_run_can_fill_is_a_section_in_the_games_words(
    answers: dict[str, Answer],
) -> None:
    charts = game_facts()["charts"]
    never = {**charts[0], "key": "never", "tallies": [["not_in_this_run", "nothing"]]}
    tallies = [*game_facts()["tallies"], ["not_in_this_run", ""]]
    shares = [{**chart, "unit": "fraction"} if chart["key"] == "turns" else chart for chart in charts]
    facts = {**game_facts(), "charts": [*shares, never], "tallies": tallies}
    turns = pl.col("chart") == "turns"
    estimates = pl.selectors.matches("^(winners|losers|difference)")  # of some thirty turns, as a share of them
    table = (
        answers["balance"]
        .tables["counters"]
        .with_columns(
            pl.when(turns).then(estimates / 30).otherwise(estimates).name.keep(),
            unit=pl.when(turns).then(pl.lit("fraction")).otherwise("unit"),
        )
    )
    evidence = Evidence({**answers["balance"].tables, "counters": table}, words(facts), 2.0)
    counters = table.filter(turns)
    with house_style():
        section = section_of("winners", evidence)
        shown = [one for one in section.charts if one.name.startswith("counters_")]
        turns_of = [text.get_text() for text in parts(shown[-1].figure, Text)]
    assert [one.title for one in shown] == [chart["title"] for chart in charts]
    assert section.reading.startswith(charts[0]["reading"])
    assert set(counters["unit"]) == {"fraction"}
    assert {signed(100 * difference) for difference in counters["difference"]} <= set(turns_of)  # drawn in %
