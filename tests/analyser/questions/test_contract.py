"""What holds for every question: documented columns, no NaN, the same answer for rows in any order, lazy frames, tiny
runs."""

import math
import re
from pathlib import Path

import polars as pl
import pytest

import analyser
from analyser.questions import balance, boards, openings
from analyser.questions.answer import TABLES, columns_of
from tests.analyser.questions.synthetic import FACTS, cross, frames, free, mirror
from tests.analyser.questions.synthetic import openings as forced_openings

ANSWERS = {"boards": boards.answer, "balance": balance.answer, "openings": openings.answer}
RUNS = {
    "boards": lambda deals: mirror(deals) + cross(deals, first=deals),
    "balance": free,
    "openings": forced_openings,
}
WORDS = {"balanced", "unbalanced", "small but real", "undecided"}
EVERY = pytest.mark.parametrize("question", ANSWERS)


def documented(question):
    """Tables and columns as SCHEMA.md prints them."""
    text = (Path(analyser.__file__).parent / "SCHEMA.md").read_text()
    part = text.split(f"\n### {question}\n")[1].split("\n#")[0]
    tables = {}
    for name, cells in re.findall(r"^\| (\w+) \| (.*) \|$", part, flags=re.MULTILINE):
        if name in ("table",):
            continue
        plain = re.sub(r"\([^)]*\)", "", cells)
        tables[name] = [c.strip() for c in plain.split(",")] if "as above" not in cells else None
    return tables


@EVERY
def test_tables_have_the_columns_the_schema_documents(question):
    found = ANSWERS[question](*frames(RUNS[question](12)), facts=FACTS)
    for name, columns in documented(question).items():
        if columns is not None:
            expanded = [
                c for x in columns for c in ([x] if "*" not in x else [x[:-1], f"{x[:-1]}_low", f"{x[:-1]}_high"])
            ]
            assert found.tables[name].columns == expanded, name
    assert list(found.tables) == list(TABLES[question]) == list(documented(question))


@EVERY
def test_nothing_is_nan_and_every_verdict_is_one_of_four_words(question):
    for deals in (1, 2, 40):
        found = ANSWERS[question](*frames(RUNS[question](deals)), facts=FACTS)
        for frame in found.tables.values():
            numbers = frame.select(pl.col(pl.Float64))
            assert (
                not numbers.width
                or numbers.fill_null(0.0).select(pl.all().is_nan().any()).row(0) == (False,) * numbers.width
            )
        for v in found.verdicts:
            assert v.verdict in WORDS
            assert v.unit == "pp"
            assert all(x is None or math.isfinite(x) for x in (v.effect, v.low, v.high, v.p))
            assert v.sentence[-1] == "."


@EVERY
def test_the_order_of_rows_does_not_matter_to_the_last_bit(question):
    seats, games = frames(RUNS[question](30))
    first = ANSWERS[question](seats, games, facts=FACTS)
    shuffled = (seats.sample(fraction=1, shuffle=True, seed=5), games.sample(fraction=1, shuffle=True, seed=6))
    second = ANSWERS[question](*shuffled, facts=FACTS)
    assert first.verdicts == second.verdicts
    for name, table in first.tables.items():
        assert table.equals(second.tables[name]), name


@EVERY
def test_lazy_frames_give_the_same(question):
    seats, games = frames(RUNS[question](10))
    eager, lazy = (
        ANSWERS[question](seats, games, facts=FACTS),
        ANSWERS[question](seats.lazy(), games.lazy(), facts=FACTS),
    )
    assert eager.verdicts == lazy.verdicts
    assert all(eager.tables[name].equals(lazy.tables[name]) for name in eager.tables)


@EVERY
def test_a_run_without_a_single_game_is_all_empty_tables(question):
    seats, games = frames(RUNS[question](2))
    found = ANSWERS[question](seats.clear(), games.clear(), facts=FACTS)
    assert found.verdicts == []
    assert all(len(table) == 0 for table in found.tables.values())
    assert all(table.columns == columns_of(question, name) for name, table in found.tables.items())


@EVERY
def test_a_game_that_says_nothing_about_itself_is_answered_too(question):
    seats, games = frames(RUNS[question](30))
    bare = seats.select(~pl.selectors.matches("^(score_|after_|power_|unrest_)"))
    found = ANSWERS[question](bare, games, facts={"players": 4})
    assert len(found.tables[{"boards": "paired", "balance": "seats", "openings": "groups"}[question]]) > 0


@EVERY
def test_header_facts_are_single_values(question):
    found = ANSWERS[question](*frames(RUNS[question](10)), facts=FACTS)
    assert all(isinstance(v, str | int | float) for v in found.facts.values())
    assert found.facts["strategies"] == "builder, racer"
    assert found.facts["deals"] == {"boards": 20, "balance": 10, "openings": 10}[question]


@EVERY
def test_a_game_without_boards_is_answered_or_said_to_have_none(question):
    seats, games = frames(RUNS[question](20))
    plain = seats.with_columns(board=pl.lit(None, dtype=pl.Enum([])))
    found = ANSWERS[question](plain, games, facts={k: v for k, v in FACTS.items() if k != "boards"})
    if question == "boards":
        assert found.verdicts == []
        assert found.notes == ["The game has no boards: there is nothing to compare."]
    else:
        assert len(found.verdicts) > 0
