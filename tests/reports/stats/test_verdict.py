"""Verdicts, corrections, games needed: published numbers and the figures of statsmodels; the error of a whole report is
shared out beforehand, handed on by what is decided, never more than 5 % in all."""

import itertools
import math

import numpy as np
import pytest
from scipy.special import ndtr, ndtri
from scipy.stats import norm
from statsmodels.stats.multitest import multipletests

from reports.stats.games_needed import decided_n, word_power
from reports.stats.verdict import (
    ALPHA,
    FEW_DEALS,
    HEADING_ERROR,
    SECTIONS,
    certain_rows,
    holm,
    is_certain,
    judge,
    may_head,
    section_part,
    shared_out,
)
from tests.reports.stats.whole_report import Itself, claims

P_VALUES = [0.01, 0.04, 0.03, 0.005, 0.2, 0.05]


def test_holm_equals_statsmodels_and_missing_tests_are_no_part_of_the_family():
    expected = multipletests(P_VALUES, method="holm")[1]
    assert holm(P_VALUES) == pytest.approx(expected, rel=1e-12)
    assert holm([*P_VALUES, math.nan]) == pytest.approx([*expected, math.nan], rel=1e-12, nan_ok=True)


@pytest.mark.parametrize(
    ("low", "high", "verdict", "leaning"),
    [
        (0.021, 0.08, "stronger", ""),
        (-0.08, -0.021, "weaker", ""),
        (0.001, 0.019, "fair", ""),
        (-0.019, -0.001, "fair", ""),
        (-0.019, 0.019, "fair", ""),
        (0.001, 0.021, "unclear", "stronger"),  # surely not 0, but on which side of the margin?
        (-0.05, -0.001, "unclear", "weaker"),
        (-0.001, 0.021, "unclear", ""),
        (-0.03, 0.03, "unclear", ""),
        (float("nan"), float("nan"), "unclear", ""),
    ],
)
def test_a_word_is_read_off_the_interval_at_a_margin_of_two_points(low, high, verdict, leaning):
    judged = judge(low, high, 1000, 0.02)
    assert (judged.verdict, judged.leaning) == (verdict, leaning)
    assert judged.off_zero is ("stronger" in verdict + leaning or "weaker" in verdict + leaning)


def test_where_a_side_is_all_that_is_asked_it_is_known_as_soon_as_zero_is_left_out():
    words = [judge(low, high, 900, 0.02, sided=True) for low, high in ((0.001, 0.05), (-0.03, -0.01), (-0.01, 0.019))]
    assert [one.verdict for one in words] == ["stronger", "weaker", "fair"]
    assert judge(-0.001, 0.03, 900, 0.02, sided=True) == judge(-0.001, 0.03, 900, 0.02)  # unclear, leaning nowhere
    assert judge(0.001, 0.05, 900, 0.02).leaning == "stronger"  # as against a margin


def test_the_games_asked_for_where_a_side_is_all_that_is_asked():
    n = decided_n(0.02, 0.01, 1000, 0.02, sided=True)  # on the margin: no word against it with any number of games
    assert word_power(0.02, 0.01 * (1000 / n) ** 0.5, 0.02, sided=True) == pytest.approx(0.8, abs=1e-6)
    z = norm.ppf(0.975) + norm.ppf(0.8)
    assert n == pytest.approx(1000 * (z * 0.01 / 0.02) ** 2, rel=1e-3)
    watched = decided_n(0.02, 0.01, 1000, 0.02, sided=True, width=lambda times: 3.0)
    assert watched == pytest.approx(1000 * ((3.0 + norm.ppf(0.8)) * 0.01 / 0.02) ** 2, rel=1e-3)


@pytest.mark.parametrize(("low", "high"), [(0.5, 0.6), (-0.001, 0.001), (0.01, 0.3)])
def test_fewer_than_fifty_deals_decide_nothing_and_lean_nowhere(low, high):
    assert judge(low, high, FEW_DEALS, 0.02) != judge(low, high, FEW_DEALS - 1, 0.02)
    below = judge(low, high, FEW_DEALS - 1, 0.02)
    assert (below.verdict, below.leaning) == ("unclear", "")


@pytest.mark.parametrize("rate", [0.05, 0.0127])
@pytest.mark.parametrize("effect", [0.0, 0.005, -0.01, 0.0201, 0.022, -0.025, 0.0285, 0.1])
def test_the_games_asked_for_give_the_promised_power(effect, rate):
    """Also between 1 and 1.43 margins, where neither the difference from 0 nor equivalence decides."""
    games, sd, margin = 1000, 0.43, 0.02
    needed = decided_n(effect, sd / math.sqrt(games), games, margin, rate=rate)
    se = sd / math.sqrt(needed)
    half = -norm.ppf(rate / 2) * se
    estimates = effect + se * norm.ppf((np.arange(1000) + 0.5) / 1000)
    words = [judge(x - half, x + half, 10**6, margin).decided for x in estimates]
    assert np.mean(words) == pytest.approx(0.80, abs=0.003)
    assert word_power(effect, se, margin, rate=rate) == pytest.approx(0.80, abs=1e-6)


def test_an_effect_on_the_margin_is_never_decided():
    assert decided_n(0.02, 0.01, 1000, 0.02) == math.inf
    assert decided_n(0.0, float("nan"), 1, 0.02) == math.inf


@pytest.mark.parametrize(
    ("errors", "size", "certain"),
    [(2.75, 1, False), (3.41, 1, False), (3.43, 1, True), (-3.43, 1, True), (3.43, 10, False), (4.05, 10, True)],
)
def test_an_effect_is_certain_beyond_the_quantile_of_a_heading(errors, size, certain):
    """The two-sided quantile of a tenth of 5 %, shared by eight headings, is 3.421 errors; of ten effects 4.004."""
    assert is_certain(errors, errors - 1.96, errors + 1.96, size=size) is certain


def test_what_has_no_interval_is_not_certain():
    assert not is_certain(1.0, None, None)
    assert not is_certain(1.0, 1.0, 1.0)
    assert not is_certain(0.0, -1.0, 1.0)


def test_rows_are_tested_for_how_many_they_are():
    row = {"x": 3.5, "x_low": 1.54, "x_high": 5.46}
    assert certain_rows([row], "x") == [row]
    assert certain_rows([row, {**row, "x": 0.1, "x_low": -1.9, "x_high": 2.1}], "x") == []


def test_headings_of_a_page_add_a_tenth_to_the_error_of_a_report():
    assert pytest.approx(0.1 * 0.05) == 8 * HEADING_ERROR
    assert may_head(HEADING_ERROR)
    assert not may_head(2 * HEADING_ERROR)
    assert not may_head(None)


def test_parts_add_up_to_the_whole_error():
    assert shared_out(["seats", "plans"], sections=False) == {"seats": 0.5, "plans": 0.5}
    parts = shared_out(["boards", "dealt"], sections=True)
    assert sum(parts.values()) == pytest.approx(1 - SECTIONS)
    assert section_part(parts, []) == pytest.approx(SECTIONS)
    assert section_part(parts, ["boards"]) == pytest.approx(SECTIONS + parts["boards"])
    assert section_part(parts, ["boards", "dealt"]) == pytest.approx(1.0)
    assert shared_out([], sections=True) == {}


@pytest.mark.parametrize(("first", "second", "behind"), list(itertools.product([0.0, 9.0], [0.0, 2.0], [0.0, 3.0])))
def test_a_report_has_a_false_word_in_5_of_100_runs_whatever_else_is_true(first, second, behind):
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
        ("Not decided yet: whether the four seats and the six bots are fair", []),
        ("All four seats are fair; racer is too strong", ["racer is too strong"]),
        ("Not decided yet: racer may be too strong", ["Not decided yet: racer may be too strong"]),
        ("racer is first of six, not significantly ahead of any other", []),
        ("racer is first of six, not significantly ahead of builder", None),
        ("Winners get more points: 9.4 from tasks", []),
        ("Winners get more points: 9.4 from tasks and 0.3 from walls", None),
    ],
)
def test_what_equals_may_not_be_said_to_be_is_a_claim(heading, false):
    assert claims(heading) == ([heading] if false is None else false)


def test_headings_rest_on_50_deals_or_none():
    for name in ("cards", "boards, tuned players"):
        assert [report.words for report in Itself(name, 50).reports(12)] == [()] * 12
