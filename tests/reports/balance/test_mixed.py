"""A design that cannot tell a plan from its board says so first, and judges both once."""

import itertools
import json

import polars as pl
import pytest

from reports.answer import Answer
from tests.reports.sections import write_report
from tests.reports.synthetic import MAP_FACTS, Game, Seated, asked, frames, free, tables

README: list[Seated] = [
    ("builder", "A", None),
    ("governors", "triangle", None),
    ("tasks", "A", None),
    ("walls", "star", None),
]


BOARD_ALONE = {"triangle": 6.0}  # strategies are all alike


@pytest.fixture(scope="module")
def fixed() -> Answer:
    """Boards fixed to strategies, as in a single line-up named seat by seat."""
    return asked("balance", *frames(free(400, strategies=README), strength=BOARD_ALONE))


def test_a_board_fixed_to_a_strategy_is_named_before_everything_else(fixed):
    (warning,) = fixed.warnings
    assert warning.startswith("Bot and board cannot be told apart in this run: builder always played A; ")
    assert "governors always played triangle (B)" in warning
    assert "given once, jointly" in warning


def test_the_joint_effect_is_given_once_under_both_names(fixed):
    subjects = [v.subject for v in fixed.verdicts]
    assert "bot governors (always played triangle (B))" in subjects
    assert "bot governors" not in subjects
    (joint,) = [v for v in fixed.verdicts if "governors" in v.subject]
    assert joint.sentence.startswith("The governors bot (always played triangle (B)) wins ")
    assert joint.effect > 0.1
    aliases = dict(fixed.tables["strategies"].select("strategy", "alias").iter_rows())
    assert aliases["walls"] == "always played star (B)"
    assert fixed.tables["seats"]["alias"].null_count() == 4


def test_the_same_boards_crossed_with_the_strategies_are_judged_by_themselves():
    crossed: list[Game] = []
    names, boards = [s for s, _, _ in README], [b for _, b, _ in README]
    for deal, shift in itertools.product(range(100), range(4)):
        turned = boards[shift:] + boards[:shift]
        line_up = [(s, b, None) for s, b in zip(names, turned, strict=True)]
        crossed += free(1, strategies=line_up, first=4 * deal + shift)
    found = asked("balance", *frames(crossed, strength=BOARD_ALONE))
    assert list(found.warnings) == []
    effects = {v.subject: v.effect for v in found.verdicts}
    assert abs(effects["bot governors"] or 0.0) < 0.03  # the board's 10 pp are no longer its own


def test_seats_that_never_changed_hands_are_judged_with_their_strategies():
    found = asked("balance", *frames([(deal, 0, "free", README) for deal in range(200)], strength=BOARD_ALONE))
    assert found.warnings[0].startswith("Bot, board and seat cannot be told apart in this run: ")
    assert all(v.subject.startswith("bot ") for v in found.verdicts)
    assert "bot walls (always played star (B) and sat in seat 4)" in [v.subject for v in found.verdicts]


def test_uneven_line_ups_are_named_with_their_shares():
    plain: list[Seated] = [("tasks", "A", None), ("walls", "A", None)]
    usual: list[Seated] = [("builder", "A", None), ("governors", "triangle", None), *plain]
    other: list[Seated] = [("builder", "triangle", None), ("governors", "A", None), *plain]
    lines = [*free(90, strategies=usual), *((d + 90, n, arm, seats) for d, n, arm, seats in free(30, strategies=other))]
    found = asked("balance", *frames(lines))
    assert any(w.startswith("The line-ups are uneven: ") for w in found.warnings)
    (said,) = [v.subject for v in found.verdicts if "governors" in v.subject]
    assert said == "bot governors (played triangle (B) in 75 % of its games where 25 % is usual)"


def test_a_map_of_the_whole_table_is_no_alias():
    found = asked("balance", *frames(tables(40)), facts=MAP_FACTS)
    assert list(found.warnings) == []


def test_page_and_json_begin_with_the_warning(fixed, tmp_path):
    page = write_report(fixed, tmp_path).read_text(encoding="utf-8")
    body = page[page.index("<body>") :]
    assert 0 < body.index("cannot be told apart") < body.index("caveat" if "caveat" in body else "<section")
    assert page.count("told apart: governors always played triangle (B)") == 2  # wide and narrow
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert report["warnings"] == list(fixed.warnings)
    assert list(report).index("warnings") < list(report).index("verdicts")


def test_without_boards_seats_can_still_be_aliased():
    line_up: list[Seated] = [(s, None, None) for s, _, _ in README]
    none = pl.lit(None, dtype=pl.Enum(["A"]))
    seats, games = frames(free(30, strategies=line_up))
    assert list(asked("balance", seats.with_columns(board=none), games).warnings) == []
    seats, games = frames([(deal, 0, "free", line_up) for deal in range(30)])
    (warning,) = asked("balance", seats.with_columns(board=none), games).warnings
    assert warning.startswith("Bot and seat cannot be told apart in this run: builder always sat in seat 1; ")
