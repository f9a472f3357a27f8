"""Charts of openings compared by their first turn: the game's words, its order or none, and up to 36 rounds."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from reports.answer import Answer
from reports.ask import QUESTIONS
from reports.charts.style import house_style
from reports.questions.base import Chart, Evidence
from tests.reports.real import est, game_facts, words
from tests.reports.sections import sections_of
from tests.reports.test_charts import misplaced, texts

ROUNDS = 36
NAMES = ("a bid of 1", "a bid of 2", "a village connected", "two new provinces", "an expansion", "nothing", "the Reset")
LETTERS = [letter for letter, _ in game_facts()["classes"][1:]]


def facts(ordered: bool) -> dict[str, Any]:
    """A game that compares openings by their first turn."""
    opening = {
        "by": "first",
        "class": None,
        "ordered": ordered,
        "turn": ["placement", "placements"],
        "name": "first four placements",
        "tip": None,
        "confounded_by": "the tiles they held",
    }
    classes = [["", ""]] + [[letter, name] for letter, name in zip(LETTERS, NAMES, strict=True)]
    return {**game_facts(), "opening": opening, "classes": classes}


@pytest.fixture(scope="module", params=[True, False], ids=["ordered", "unordered"])
def charts(answers: dict[str, Answer], request: pytest.FixtureRequest) -> dict[str, Chart]:
    """ZhanGuo's charts in such a game."""
    tables = dict(answers["openings"].tables)
    for name in ("groups", "best_where", "choices"):
        group = pl.col("group").cast(pl.String).replace_strict(list("0123456"), LETTERS)
        tables[name] = tables[name].with_columns(group)
    tables["plans"] = tables["plans"].with_columns(
        forced_opening=pl.when(pl.col("group").is_null()).then("forced_opening").otherwise(pl.lit("U")),
        group=pl.when(pl.col("group").is_not_null()).then(pl.lit("U")),
    )
    tables["trajectory"] = pl.DataFrame(
        [
            {"group": letter, "how": how, "round": r, **est("lead", (i - 3) * r / ROUNDS, 0.4), "n": 900}
            for i, letter in enumerate(LETTERS)
            for how in ("forced", "chosen")
            for r in range(1, ROUNDS + 1)
        ]
    )
    evidence = Evidence(tables, words(facts(request.param)), 2.0)
    with house_style():
        sections = sections_of(QUESTIONS["openings"], evidence)
    return {chart.name: chart for section in sections for chart in section.charts}


def test_no_text_lies_on_another_or_leaves_the_sheet(charts: dict[str, Chart]) -> None:
    with house_style():
        assert [(name, fault) for name, chart in charts.items() for fault in misplaced(chart.figure)] == []


def test_every_group_goes_by_its_name_and_titles_by_the_games_word_for_a_turn(charts: dict[str, Chart]) -> None:
    assert set(charts) >= {"groups", "plans_lines", "best_where", "trajectory"}
    with house_style():
        written = {name: [text for text, _ in texts(chart.figure)] for name, chart in charts.items()}
    named = " ".join(text.replace("\n", " ") for text in written["groups"])
    assert all(name in named for name in NAMES)
    assert not any("unify" in text or "x:" in text for of_chart in written.values() for text in of_chart)
