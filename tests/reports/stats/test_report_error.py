"""The error of a whole report: shared out beforehand, handed on by what is decided, never more than 5 % in all."""

import itertools

import numpy as np
import pytest
from scipy.special import ndtr, ndtri

from reports.stats.verdict import ALPHA, SECTIONS, holm, section_part, shared_out
from tests.reports.stats.whole_report import Itself, claims


def test_parts_add_up_to_the_whole_error() -> None:
    assert shared_out(["seats", "plans"], sections=False) == {"seats": 0.5, "plans": 0.5}
    parts = shared_out(["boards", "dealt"], sections=True)
    assert sum(parts.values()) == pytest.approx(1 - SECTIONS)
    assert section_part(parts, []) == pytest.approx(SECTIONS)
    assert section_part(parts, ["boards"]) == pytest.approx(SECTIONS + parts["boards"])
    assert section_part(parts, ["boards", "dealt"]) == pytest.approx(1.0)
    assert shared_out([], sections=True) == {}


def test_headings_are_those_that_holm_rejects() -> None:
    assert (holm([0.01, 0.04, 0.001]) <= 0.05).tolist() == [True, True, True]
    assert (holm([0.01, 0.04, 0.03]) <= 0.05).tolist() == [True, False, False]
    assert (holm([0.02, np.nan, 0.02]) <= 0.05).tolist() == [True, False, True]


@pytest.mark.parametrize(("first", "second", "behind"), list(itertools.product([0.0, 9.0], [0.0, 2.0], [0.0, 3.0])))
def test_a_report_has_a_false_word_in_5_of_100_runs_whatever_else_is_true(
    first: float, second: float, behind: float
) -> None:
    """Two families of three effects on the screen and five behind it, in standard errors; each 0 is a true null."""
    runs, parts = 3_000, shared_out(["first", "second"], sections=True)
    rng, false = np.random.default_rng(7), 0
    true = {"first": np.full(3, first), "second": np.array([second, 0, 0]), "behind": np.array([behind] * 2 + [0] * 3)}
    for _ in range(runs):
        z = {name: effects + rng.normal(size=len(effects)) for name, effects in true.items()}
        seen = {name: np.abs(z[name]) > -ndtri(ALPHA * part / 6) for name, part in parts.items()}
        left = ALPHA * section_part(parts, [name for name, word in seen.items() if word.all()])
        seen["behind"] = holm(2 * ndtr(-np.abs(z["behind"]))) <= left
        false += any((seen[name] & (effects == 0)).any() for name, effects in true.items())
    assert false / runs <= ALPHA + 3 * np.sqrt(ALPHA * (1 - ALPHA) / runs)


@pytest.mark.parametrize(
    ("heading", "false"),
    [
        ("Not decided yet: whether the four seats and the six strategies are fair", []),
        ("All four seats are fair; racer is too strong", ["racer is too strong"]),
        ("Not decided yet: racer may be too strong", ["Not decided yet: racer may be too strong"]),
        ("racer is first of six, not significantly ahead of any other", []),
        ("racer is first of six, not significantly ahead of builder", None),
        ("Winners get more points: 9.4 from tasks", []),
        ("Winners get more points: 9.4 from tasks and 0.3 from walls", None),
    ],
)
def test_what_equals_may_not_be_said_to_be_is_a_claim(heading: str, false: list[str] | None) -> None:
    assert claims(heading) == ([heading] if false is None else false)


def test_headings_rest_on_50_deals_or_none() -> None:
    for name in ("cards", "boards, tuned players"):
        assert [report.words for report in Itself(name, 50).reports(12)] == [()] * 12
