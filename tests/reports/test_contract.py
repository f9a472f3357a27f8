"""What holds for every question: documented columns, no NaN, the same answer for rows in any order, lazy frames, tiny
runs."""

import math
import pickle
import re
from concurrent.futures import Future
from functools import cache
from pathlib import Path
from typing import get_args

import polars as pl
import pytest

import analyser
from analyser.runs.executors import PipeExecutor, managed_executor
from reports.ask import QUESTIONS, Tables, ask
from reports.facts_parser import parse_facts
from reports.frames import Frames, RunFrames
from reports.run_facts import Change, RunFacts
from reports.stats.verdict import Word
from tests.reports.synthetic import FACTS, asked, cross, frames, free, mirror, restricted
from tests.reports.synthetic import openings as forced_openings

RUNS = {
    "boards": lambda deals: mirror(deals) + cross(deals, first=deals),
    "balance": free,
    "openings": forced_openings,
    "whatif": lambda deals: mirror(deals) + cross(deals, first=deals),
    "cards": free,
    "tournament": free,
    "restricted": restricted,
}
BARE = {
    **FACTS,
    "sources": [],
    "tallies": [],
    "cards": [],
    "boards": {},
    "opening": {**FACTS["opening"], "tip": None},
}
EVERY = pytest.mark.parametrize("question", QUESTIONS)
DEALS = 30


@cache
def played(question):
    """Frames of a small run that it is asked of."""
    return frames(RUNS[question](DEALS))


@cache
def answered(question):
    """The answer of that run."""
    return asked(question, *played(question), facts=FACTS)


class Noting(PipeExecutor):
    """One that keeps the futures of what it was asked to do."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self.begun: list[Future] = []

    def submit(self, fn, /, *args, **kwargs) -> Future:
        self.begun.append(super().submit(fn, *args, **kwargs))
        return self.begun[-1]


def documented(question):
    """Tables and columns as SCHEMA.md prints them."""
    text = (Path(analyser.__file__).parent / "SCHEMA.md").read_text()
    part = text.split(f"\n### {question}\n")[1].split("\n#")[0]
    tables = {}
    for name, cells in re.findall(r"^\| (\w+) \| (.*) \|$", part, flags=re.MULTILINE):
        if name in ("table",):
            continue
        plain = re.sub(r"\([^)]*\)", "", cells)
        tables[name] = [c.strip() for c in plain.split(",")]
    return tables


@EVERY
def test_tables_have_the_columns_the_schema_documents(question):
    found = answered(question)
    for name, columns in documented(question).items():
        expanded = [c for x in columns for c in ([x] if "*" not in x else [x[:-1], f"{x[:-1]}_low", f"{x[:-1]}_high"])]
        assert found.tables[name].columns == expanded, name
    assert list(found.tables) == list(QUESTIONS[question].tables) == list(documented(question))


@EVERY
def test_nothing_is_nan_and_every_verdict_is_one_of_the_words(question):
    for found in (
        *(asked(question, *frames(RUNS[question](deals)), facts=FACTS) for deals in (1, 2)),
        answered(question),
    ):
        for frame in found.tables.values():
            numbers = frame.select(pl.col(pl.Float64))
            assert (
                not numbers.width
                or numbers.fill_null(0.0).select(pl.all().is_nan().any()).row(0) == (False,) * numbers.width
            )
        for v in found.verdicts:
            assert v.verdict in get_args(Word)
            assert all(x is None or math.isfinite(x) for x in (v.effect, v.low, v.high, v.p))
            assert v.sentence[-1] == "."


@EVERY
def test_the_order_of_rows_does_not_matter_to_the_last_bit(question):
    (seats, games), first = played(question), answered(question)
    shuffled = (seats.sample(fraction=1, shuffle=True, seed=5), games.sample(fraction=1, shuffle=True, seed=6))
    second = asked(question, *shuffled, facts=FACTS)
    assert first.verdicts == second.verdicts
    for name, table in first.tables.items():
        assert table.equals(second.tables[name]), name


@EVERY
def test_lazy_frames_give_the_same(question):
    eager, lazy = answered(question), asked(question, *(frame.lazy() for frame in played(question)), facts=FACTS)
    assert eager.verdicts == lazy.verdicts
    assert all(eager.tables[name].equals(lazy.tables[name]) for name in eager.tables)


@pytest.fixture(scope="module")
def noting():
    """One other process."""
    with managed_executor(Noting(1)) as pool:
        yield pool


@EVERY
def test_tables_made_by_another_process_are_those_made_here(question, noting):
    found, game, here = Frames(*played(question)), parse_facts(FACTS), answered(question)
    nothing = [Change("nothing", RunFrames.of(found, game=game, margin=0.02))] if QUESTIONS[question].is_joint else []
    noting.begun = []
    there = ask(question, found, game=game, changes=nothing, pool=noting)
    begun = [future for future in noting.begun if not future.cancelled()]
    assert [future.exception(timeout=60) for future in begun] == [None] * len(begun)
    for name, table in here.tables.items():
        assert table.equals(there.tables[name]), name
    made = {id(future.result()) for future in begun}
    apart = {name for name, table in QUESTIONS[question].tables.items() if table.offload}
    assert {name for name, table in there.tables.items() if id(table) in made} == apart


@EVERY
def test_a_run_without_a_single_game_is_all_empty_tables(question):
    seats, games = played(question)
    found = asked(question, seats.clear(), games.clear(), facts=FACTS)
    assert found.verdicts == []
    assert all(len(table) == 0 for table in found.tables.values())
    assert all(table.columns == QUESTIONS[question].tables[name].names for name, table in found.tables.items())


@EVERY
def test_a_game_that_says_nothing_about_itself_is_answered_too(question):
    seats, games = played(question)
    bare = seats.select(~pl.selectors.matches("^(score_|after_|power_|unrest_)"))
    found = asked(question, bare, games, facts=BARE)
    if question == "cards":
        assert found.notes == ["Toy does not say what its cards are: there is nothing to compare."]
        return
    first = {"boards": "paired", "balance": "seats", "openings": "groups", "whatif": "shape", "tournament": "standing"}
    first["restricted"] = "restrictions"
    assert len(found.tables[first[question]]) > 0


@EVERY
def test_header_facts_are_single_values(question):
    run = RunFacts("toy", 1000, 1, ("builder", "racer"), "0.1.0", "abc", "0123", "2026-01-01")
    found = ask(question, Frames(*played(question)), game=parse_facts(FACTS), run=run)
    assert all(isinstance(v, str | int | float) for v in found.facts.values())
    assert found.facts["strategies"] == "builder, racer"
    assert found.facts["deals"] == (2 * DEALS if question in ("boards", "whatif") else DEALS)


@EVERY
def test_a_game_without_boards_is_answered_or_said_to_have_none(question):
    seats, games = played(question)
    plain = seats.with_columns(board=pl.lit(None, dtype=pl.Enum([])))
    found = asked(question, plain, games, facts={**FACTS, "boards": {}})
    if question == "boards":
        assert found.verdicts == []
        assert found.notes == ["The game has no boards: there is nothing to compare."]
    else:
        assert len(found.verdicts) > 0


def test_tables_are_worked_out_when_they_are_looked_at_and_once() -> None:
    made = []

    def rows() -> pl.DataFrame:
        made.append("seats")
        return pl.DataFrame({"seat": [1, 2]})

    tables = Tables({"seats": rows})
    assert ("seats" in tables, list(tables), made) == (True, ["seats"], [])
    assert tables["seats"].equals(tables["seats"])
    copied = pickle.loads(pickle.dumps(tables))
    assert (type(copied), made) == (dict, ["seats"])
    assert copied["seats"].rows() == [(1,), (2,)]
