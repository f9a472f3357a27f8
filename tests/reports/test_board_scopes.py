"""Openings that are all the same."""

import polars as pl
import pytest

from reports.ask import QUESTIONS
from reports.questions.base import Evidence
from tests.reports.real import est, words
from tests.reports.sections import sections_of

pytestmark = pytest.mark.slow


def test_openings_that_are_all_the_same_are_said_not_drawn() -> None:
    line = {"line": "UU", "coarse": "U2", "how": "chosen", "n": 800, "frequency": 1.0, "level": 0.25}
    nodes = [{"line": "U" * d, "depth": d, "parent": "U" * (d - 1), "n": 800, "frequency": 1.0} for d in (1, 2)]
    found = {
        "lines": pl.DataFrame([line | est("share", 0.25, 0.0)]),
        "coarse": pl.DataFrame([line | est("share", 0.25, 0.0)]).drop("line"),
        "tree": pl.DataFrame([node | est("share", 0.25, 0.0) for node in nodes]),
    }
    there = {one.key: one for one in sections_of(QUESTIONS["openings"], Evidence(found, words(), 2.0))}
    for key in ("lines", "coarse", "tree"):
        assert (there[key].charts, there[key].notes) == ((), ("Not drawn: every opening was unify ×2.",))
