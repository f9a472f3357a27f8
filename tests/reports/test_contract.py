"""What holds for every question: documented columns, no NaN, the same answer for rows in any order, lazy frames, tiny
runs."""

import math
import pickle
from concurrent.futures import Future
from functools import cache
from typing import get_args

import polars as pl
import pytest

from analyser.runs.executors import PipeExecutor, managed_executor
from reports.ask import QUESTIONS, Tables
from reports.run_facts import RunFacts
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
BARE = {**FACTS, "sources": {}, "counters": {}, "cards": [], "boards": {}, "opening": {**FACTS["opening"], "tip": None}}
EVERY = pytest.mark.parametrize("question", QUESTIONS)
DEALS = 30


@cache
def played(question):
    """Frames of a small run that it is asked of."""
    return frames(RUNS[question](DEALS))


@cache
def answered(question):
    """The answer of that run."""
    return asked(question, *played(question))


class Noting(PipeExecutor):
    """One that keeps the futures of what it was asked to do."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self.begun: list[Future] = []

    def submit(self, fn, /, *args, **kwargs) -> Future:
        self.begun.append(super().submit(fn, *args, **kwargs))
        return self.begun[-1]


@EVERY
def test_tables_have_the_columns_that_the_schema_lists(question):
    found, tables = answered(question), QUESTIONS[question].tables
    assert {name: table.columns for name, table in found.tables.items()} == {
        name: table.names for name, table in tables.items()
    }
    assert list(found.tables) == list(tables)


@EVERY
def test_nothing_is_nan_and_every_verdict_is_one_of_the_words(question):
    tiny = [asked(question, *frames(RUNS[question](deals))) for deals in (1, 2)]
    for found in (*tiny, answered(question)):
        for frame in found.tables.values():
            assert not any(column.is_nan().any() for column in frame.select(pl.selectors.float()))
        for v in found.verdicts:
            assert v.verdict in get_args(Word)
            assert all(x is None or math.isfinite(x) for x in (v.effect, v.low, v.high, v.p))
            assert v.sentence[-1] == "."


@EVERY
def test_lazy_frames_in_another_order_give_the_same_to_the_last_bit(question):
    first = answered(question)
    shuffled = (frame.sample(fraction=1, shuffle=True, seed=5).lazy() for frame in played(question))
    second = asked(question, *shuffled)
    assert first.verdicts == second.verdicts
    for name, table in first.tables.items():
        assert table.equals(second.tables[name]), name


@pytest.fixture(scope="module")
def noting():
    """One other process."""
    with managed_executor(Noting(1)) as pool:
        yield pool


@EVERY
def test_tables_made_by_another_process_are_those_made_here(question, noting):
    here = answered(question)
    noting.begun = []
    there = asked(question, *played(question), pool=noting)
    begun = [future for future in noting.begun if not future.cancelled()]
    assert [future.exception(timeout=60) for future in begun] == [None] * len(begun)
    for name, table in here.tables.items():
        assert table.equals(there.tables[name]), name
    results = [future.result() for future in begun]
    made = [sorted(map(str, table.rows())) for table in results if table is not None]  # here boards get their order
    apart = [name for name, table in QUESTIONS[question].tables.items() if table.offload]
    assert sorted(made) == sorted(sorted(map(str, there.tables[name].rows())) for name in apart)


@EVERY
def test_a_run_without_a_single_game_is_all_empty_tables(question):
    seats, games = played(question)
    found = asked(question, seats.clear(), games.clear())
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
    assert len(found.tables[first.get(question, "restrictions")]) > 0


@EVERY
def test_header_facts_are_single_values(question):
    found = asked(question, *played(question), run=RunFacts("toy", strategies=("builder", "racer")), changes=[])
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


def test_tables_are_worked_out_when_they_are_looked_at_and_once():
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
