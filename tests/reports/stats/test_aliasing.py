"""Aliased factors are found from the rows of a design, in agreement with the rank of its model matrix."""

import itertools
from collections.abc import Sequence

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reports.stats.aliasing import Aliasing, aliasing, comparable_levels

FACTORS = ("strategy", "board", "seat")


def found(rows: Sequence[tuple[object, ...]], factors: Sequence[str] = FACTORS) -> Aliasing:
    """What these rows can tell apart."""
    return aliasing(pl.DataFrame(rows, schema=list(factors), orient="row"), factors)


def rotated(line_up: Sequence[tuple[str, str]]) -> list[tuple[str, str, int]]:
    """A line-up of strategies with their boards, from every seat."""
    k = len(line_up)
    return [(*line_up[(seat + turn) % k], seat + 1) for turn in range(k) for seat in range(k)]


def test_a_board_fixed_to_a_strategy_is_aliased_with_it_and_seats_are_not():
    it = found(rotated([("builder", "A"), ("governors", "circle"), ("tasks", "A"), ("walls", "star")]))
    assert it.inseparable == (("strategy", "board"),)
    assert it.aliased("strategy") == ("board",)
    assert it.aliased("seat") == ()
    assert it.partners("strategy", "governors") == {"board": ("circle",)}
    assert it.partners("board", "A") == {"strategy": ("builder", "tasks")}
    assert it.uneven == ()


@pytest.mark.parametrize(
    ("rows", "factors", "varied"),
    [
        (list(itertools.product(("builder", "tasks", "walls"), ("A", "star"), (1, 2, 3, 4))), FACTORS, FACTORS),
        (rotated([("builder", "A"), ("tasks", "A"), ("walls", "A")]), FACTORS, ("strategy", "seat")),
        ([("a", "A")] * 6 + [("a", "B")] * 2 + [("b", "A")] * 3 + [("b", "B")], FACTORS[:2], FACTORS[:2]),
    ],
    ids=["crossed", "one never varied", "proportional frequencies"],
)
def test_a_design_is_clean(rows, factors, varied):
    it = found(rows, factors)
    assert (tuple(it.levels), it.inseparable, it.uneven) == (varied, (), ())


def test_without_rotation_all_three_are_one():
    it = found([("builder", "A", 1), ("tasks", "circle", 2), ("walls", "star", 3)] * 5)
    assert it.inseparable == (FACTORS,)
    assert it.partners("strategy", "tasks") == {"board": ("circle",), "seat": ("2",)}


def test_strategies_that_share_no_board_with_others_are_aliased_in_blocks():
    rows = [("a", "A"), ("a", "circle"), ("b", "A"), ("c", "square"), ("c", "star"), ("d", "star"), ("d", "square")]
    it = found(rows, ("strategy", "board"))
    assert it.inseparable == (("strategy", "board"),)
    table = pl.DataFrame(rows, schema=["strategy", "board"], orient="row")
    assert comparable_levels(table, ("strategy", "board"))["strategy"] == [["a", "b"], ["c", "d"]]
    assert it.partners("strategy", "a") == {"board": ("A", "circle")}


def test_one_shared_board_makes_strategies_comparable_but_uneven():
    it = found([("a", "A")] * 3 + [("a", "circle")] + [("b", "A")] + [("b", "circle")] * 3, ("strategy", "board"))
    assert it.inseparable == ()
    assert {(u.level, u.partner): (u.share, u.usual) for u in it.uneven if u.factor == "strategy"} == {
        ("a", "A"): (0.75, 0.5),
        ("a", "circle"): (0.25, 0.5),
        ("b", "A"): (0.25, 0.5),
        ("b", "circle"): (0.75, 0.5),
    }
    leaning = it.leaning("strategy", "a")
    assert abs(leaning.share - leaning.usual) == 0.25


def test_three_factors_may_be_aliased_though_every_two_are_crossed():
    # The half fraction 2^(3-1): each pair of factors meets in full, the third is their product.
    rows = [(a, b, (a + b) % 2) for a in (0, 1) for b in (0, 1)]
    assert found(rows).inseparable == ()  # main effects of a half fraction can still be told apart
    without = rows[:3]  # three cells for four parameters
    assert found(without).inseparable == (FACTORS,)


def test_totals_count_for_their_rows():
    rows = pl.DataFrame({"strategy": ["a", "a", "b", "b"], "board": ["A", "B", "A", "B"], "n": [9, 1, 5, 5]})
    it = aliasing(rows, ("strategy", "board"), count="n")
    assert {(u.level, round(u.share, 2)) for u in it.uneven if u.factor == "strategy" and u.partner == "A"} == {
        ("a", 0.9),
        ("b", 0.5),
    }


@settings(max_examples=60)
@given(st.sets(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=12))
def test_levels_are_comparable_exactly_when_their_difference_is_estimable(cells):
    """A contrast is estimable when adding it to the rows of the model matrix leaves its rank as it is."""
    table = pl.DataFrame(sorted(cells), schema=list(FACTORS), orient="row").cast(pl.String)
    columns = [(f, level) for f in FACTORS for level in sorted(table[f].unique().to_list())]
    matrix = np.array([[float(row[FACTORS.index(f)] == level) for f, level in columns] for row in table.iter_rows()])
    rank = np.linalg.matrix_rank(matrix)
    classes = comparable_levels(table, FACTORS)
    for f in FACTORS:
        levels = [level for g, level in columns if g == f]
        for a, b in itertools.combinations(levels, 2):
            contrast = np.array([float(c == (f, a)) - float(c == (f, b)) for c in columns])
            estimable = np.linalg.matrix_rank(np.vstack([matrix, contrast])) == rank
            assert estimable == any(a in names and b in names for names in classes[f])


def test_many_levels_stay_apart():
    """A chain that shares one board after the other is connected, and cut once it is in two blocks."""
    levels = 60
    chain = [(f"s{i}", f"b{j}") for i in range(levels) for j in (i, i + 1)]
    assert found(chain, ("strategy", "board")).inseparable == ()
    cut = [cell for cell in chain if cell != (f"s{levels // 2}", f"b{levels // 2}")]
    assert found(cut, ("strategy", "board")).inseparable == (("strategy", "board"),)
