"""A design that cannot tell a plan from its board says so first, and judges both once."""

import itertools
import json
from collections.abc import Sequence
from pathlib import Path

import polars as pl
import pytest

from reports.answer import Answer
from reports.facts_parser import parse_facts
from tests.reports.sections import write_report
from tests.reports.synthetic import FACTS, MAP_FACTS, Game, Seated, asked, frames, tables

README: list[Seated] = [
    ("builder", "A", None),
    ("governors", "triangle", None),
    ("tasks", "A", None),
    ("walls", "star", None),
]


def rotated(line_up: Sequence[Seated], deals: int) -> list[Game]:
    """A line-up from every seat on every deal."""
    return [(deal, r, "free", [*line_up[r:], *line_up[:r]]) for deal in range(deals) for r in range(4)]


def board_alone(line: Game, seat: int) -> float:
    """Six points for whoever has the triangle: strategies are all alike."""
    return 6.0 * (line[3][seat][1] == "triangle")


@pytest.fixture(scope="module")
def fixed() -> Answer:
    """Boards fixed to strategies, as in a single line-up named seat by seat."""
    return asked("balance", *frames(rotated(README, 400), strength=board_alone))


def test_a_board_fixed_to_a_strategy_is_named_before_everything_else(fixed: Answer) -> None:
    (warning,) = fixed.warnings
    assert warning.startswith("Strategy and board cannot be told apart in this run: builder always played A; ")
    assert "governors always played triangle (B)" in warning
    assert "given once, jointly" in warning


def test_the_joint_effect_is_given_once_under_both_names(fixed: Answer) -> None:
    subjects = [v.subject for v in fixed.verdicts]
    assert "strategy governors (always played triangle (B))" in subjects
    assert "strategy governors" not in subjects
    (joint,) = [v for v in fixed.verdicts if "governors" in v.subject]
    assert joint.sentence.startswith("Governors (always played triangle (B)) wins ")
    assert joint.effect is not None
    assert joint.effect > 0.1
    aliases = dict(fixed.tables["strategies"].select("strategy", "alias").iter_rows())
    assert aliases["walls"] == "always played star (B)"
    assert fixed.tables["seats"]["alias"].null_count() == 4


def test_the_same_boards_crossed_with_the_strategies_are_judged_by_themselves() -> None:
    crossed: list[Game] = []
    names, boards = [s for s, _, _ in README], [b for _, b, _ in README]
    for deal, shift in itertools.product(range(100), range(4)):
        turned = boards[shift:] + boards[:shift]
        line_up = [(s, b, None) for s, b in zip(names, turned, strict=True)]
        crossed += [(4 * deal + shift, 0, "free", [*line_up[r:], *line_up[:r]]) for r in range(4)]
    found = asked("balance", *frames(crossed, strength=board_alone))
    assert list(found.warnings) == []
    effects = {v.subject: v.effect for v in found.verdicts}
    assert abs(effects["strategy governors"] or 0.0) < 0.03  # the board's 10 pp are no longer its own


def test_seats_that_never_changed_hands_are_judged_with_their_strategies() -> None:
    found = asked("balance", *frames([(deal, 0, "free", README) for deal in range(200)], strength=board_alone))
    assert found.warnings[0].startswith("Strategy, board and seat cannot be told apart in this run: ")
    assert all(v.subject.startswith("strategy ") for v in found.verdicts)
    assert "strategy walls (always played star (B) and sat in seat 4)" in [v.subject for v in found.verdicts]


def test_uneven_line_ups_are_named_with_their_shares() -> None:
    plain: list[Seated] = [("tasks", "A", None), ("walls", "A", None)]
    usual: list[Seated] = [("builder", "A", None), ("governors", "triangle", None), *plain]
    other: list[Seated] = [("builder", "triangle", None), ("governors", "A", None), *plain]
    lines = [*rotated(usual, 90), *((d + 90, n, arm, seats) for d, n, arm, seats in rotated(other, 30))]
    found = asked("balance", *frames(lines))
    assert any(w.startswith("The line-ups are uneven: ") for w in found.warnings)
    (said,) = [v.subject for v in found.verdicts if "governors" in v.subject]
    assert said == "strategy governors (played triangle (B) in 75 % of its games where 25 % is usual)"


def test_a_map_of_the_whole_table_is_no_alias() -> None:
    found = asked("balance", *frames(tables(40)), facts=MAP_FACTS)
    assert list(found.warnings) == []


def test_page_and_json_begin_with_the_warning(fixed: Answer, tmp_path: Path) -> None:
    page = write_report(fixed, tmp_path, game=parse_facts(FACTS)).read_text(encoding="utf-8")
    body = page[page.index("<body>") :]
    assert 0 < body.index("cannot be told apart") < body.index("caveat" if "caveat" in body else "<section")
    assert page.count("told apart: governors always played triangle (B)") == 2  # wide and narrow
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert report["warnings"] == list(fixed.warnings)
    assert list(report).index("warnings") < list(report).index("verdicts")


def test_without_boards_seats_can_still_be_aliased() -> None:
    line_up: list[Seated] = [(s, None, None) for s, _, _ in README]
    none = pl.lit(None, dtype=pl.Enum(["A"]))
    seats, games = frames(rotated(line_up, 30))
    assert list(asked("balance", seats.with_columns(board=none), games).warnings) == []
    seats, games = frames([(deal, 0, "free", line_up) for deal in range(30)])
    (warning,) = asked("balance", seats.with_columns(board=none), games).warnings
    assert warning.startswith("Strategy and seat cannot be told apart in this run: builder always sat in seat 1; ")
