"""Tables in words: units, intervals, what is missing, the game's own names."""

import math
from typing import Any

import polars as pl
import pytest

from reports.ask import QUESTIONS
from reports.columns import Words
from reports.facts import parse_facts
from reports.page.tables import csv_bytes, json_rows, printed, printed_across
from tests.reports.real import game_facts

TABLES = {name: table for question in QUESTIONS.values() for name, table in question.tables.items()}


def plain_rows(
    name: str, frame: pl.DataFrame, facts: dict[str, Any] | None = None
) -> tuple[list[str], list[list[str]]]:
    """Headings and rows of a table as the page prints them."""
    table = TABLES[name]
    shown = printed(table, table.shaped(frame), Words(parse_facts(facts or game_facts())))
    return [head.text for head in shown.heads], [list(row) for row in shown.rows]


CELLS: dict[str, tuple[str, dict[str, Any], dict[str, str]]] = {
    "a share and its interval are one cell in percent":
        ("seats", {"share": 0.2834, "share_low": 0.2791, "share_high": 0.2876}, {"win share (%)": "28.3 [27.9, 28.8]"}),
    "a difference of shares is in signed percentage points":
        ("paired", {"effect": -0.031, "effect_low": -0.037, "effect_high": 0.0002},
         {"difference in win share (pp)": "−3.1 [−3.7, 0.0]"}),
    "a score is a level in one table": ("seats", {"score": 92.04}, {"score (points)": "92.0"}),
    "a score is a signed difference in another": ("paired", {"score": 3.66}, {"score (points)": "+3.7"}),
    "p values have a floor": ("paired", {"p": 0.0004}, {"p": "< 0.001"}),
    "p values have three digits": ("paired", {"p": 0.0312}, {"p": "0.031"}),
    "p values end at 1": ("paired", {"p": 1.0}, {"p": "1.000"}),
    "actions go by the words of the game":
        ("actions", {"action": "U", "share": 0.46}, {"action": "unify", "of the round's turns (%)": "46.0"}),
    "and so do groups": ("groups", {"group": "3"}, {"unify turns": "3"}),
    "rows that carry their own unit print fractions in percent":
        ("shape", {"measure": "comebacks", "unit": "fraction", "mean": 0.314, "mean_low": 0.3, "mean_high": 0.328},
         {"measure": "comebacks", "unit": "%", "mean": "31.4 % [30.0 %, 32.8 %]"}),
    "other units stand beside their numbers":
        ("shape", {"measure": "options", "unit": "a decision", "mean": 6.4},
         {"measure": "options", "unit": "a decision", "mean": "6.40"}),
}  # fmt: skip


@pytest.mark.parametrize(("table", "columns", "cells"), CELLS.values(), ids=CELLS)
def test_numbers_are_printed_in_their_units(table, columns, cells):
    heads, (row,) = plain_rows(table, pl.DataFrame(columns))
    assert dict(zip(heads, row, strict=True)) == cells


def test_what_is_missing_is_a_dash_and_an_estimate_without_interval_stands_alone():
    frame = pl.DataFrame(
        {"board": ["A", "star"], "share": [0.25, math.nan], "share_low": [None, 0.1], "share_high": [0.3, 0.2]}
    )
    _, rows = plain_rows("dealt", frame)
    assert rows == [["A", "25.0"], ["star (B)", "–"]]


def test_groups_of_openings_by_the_first_turn_are_named_by_their_class():
    first = {"by": "first", "letter": "", "ordered": False, "turn": ["placement", "placements"], "tip": None}
    opening = {**game_facts()["opening"], **first}
    frame = pl.DataFrame({"group": ["R"], "share": [0.25]})
    heads, rows = plain_rows("groups", frame, {**game_facts(), "opening": opening})
    assert (heads[0], rows[0][0]) == ("first placement", "recruit")


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_every_column_has_a_heading_and_every_table_its_columns_once(question):
    for table in question.tables.values():
        assert len(set(table.names)) == len(table.names), table.name
        assert all(column.label for column in table.columns), table.name


@pytest.mark.parametrize(("rounds", "shown"), [(5, [1, 2, 3, 4, 5]), (31, [1, 6, 11, 16, 21, 26, 31])])
def test_rounds_stand_side_by_side_evenly_spaced_with_the_first_and_the_last(rounds, shown):
    frame = pl.DataFrame(
        [
            {"group": group, "how": "forced", "round": r, "lead": sign * r, "lead_low": sign * r - 0.5,
             "lead_high": sign * r + 0.5, "n": 90}
            for group, sign in (("0", 1.0), ("1", -1.0))
            for r in range(1, rounds + 1)
        ]
    )  # fmt: skip
    table = printed_across(TABLES["trajectory"], frame, Words(parse_facts(game_facts())))
    assert [head.text for head in table.heads[3:]] == [f"lead after round {r} (points)" for r in shown]
    assert table.rows[0] == ("0", "forced", "90", *(f"+{r}.0 ± 0.5" for r in shown))
    assert table.rows[1] == ("1", "forced", "90", *(f"−{r}.0 ± 0.5" for r in shown))


def test_csv_keeps_every_digit_and_every_column():
    frame = pl.DataFrame(
        {"board": ["A"], "share": [0.1 + 0.2], "share_low": [None]}, schema_overrides={"share_low": pl.Float64}
    )
    assert csv_bytes(frame).decode() == "board,share,share_low\nA,0.30000000000000004,\n"


def test_json_has_null_where_there_is_no_number():
    frame = pl.DataFrame({"x": [1.5, math.nan, math.inf, None]})
    assert [row["x"] for row in json_rows(frame)] == [1.5, None, None, None]
