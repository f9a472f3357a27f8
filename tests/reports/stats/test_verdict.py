"""Verdicts, corrections, planning, proportions, Elo: published numbers and the figures of statsmodels."""

import math

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

from reports.stats.elo import elo_of_share
from reports.stats.power import deals_for, difference_n, equivalence_n, half_width, planning_table, share_sd, two_arm_n
from reports.stats.proportion import jeffreys, wilson
from reports.stats.verdict import bh, holm, judge, tost

P_VALUES = [0.01, 0.04, 0.03, 0.005, 0.2, 0.05]


def test_holm_and_bh_equal_statsmodels():
    assert holm(P_VALUES) == pytest.approx(multipletests(P_VALUES, method="holm")[1], rel=1e-12)
    assert bh(P_VALUES) == pytest.approx(multipletests(P_VALUES, method="fdr_bh")[1], rel=1e-12)


def test_missing_tests_are_no_part_of_the_family():
    assert holm([0.01, float("nan"), 0.04]) == pytest.approx([0.02, float("nan"), 0.04], nan_ok=True)
    assert np.isnan(bh([float("nan")])).all()


def test_equivalence_p_equals_statsmodels():
    values = np.random.default_rng(1).normal(0.003, 0.1, 400)
    se = values.std(ddof=1) / 20
    oracle = DescrStatsW(values).ttost_mean(-0.02, 0.02)[0]
    assert tost(values.mean(), se, 399, 0.02) == pytest.approx(oracle, rel=1e-10)


@pytest.mark.parametrize(
    ("effect", "se", "p", "verdict"),
    [
        (0.001, 0.005, 0.84, "balanced"),
        (0.010, 0.002, 1e-6, "small but real"),
        (0.031, 0.0036, 1e-9, "unbalanced"),
        (-0.05, 0.01, 1e-5, "unbalanced"),
        (0.010, 0.02, 0.6, "undecided"),
        (0.019, 0.003, 1e-6, "undecided"),  # surely not 0, but on which side of the margin?
        (0.040, 0.025, 0.11, "undecided"),
    ],
)
def test_verdicts_at_a_margin_of_two_points(effect, se, p, verdict):
    judged = judge(effect, se, 1000, 0.02, p)
    assert judged.verdict == verdict
    assert (judged.deals_needed is not None) is (verdict == "undecided")


def test_balanced_exactly_when_the_90_percent_interval_lies_inside_the_margin():
    se, margin, z90 = 0.004, 0.02, 1.6449
    edge = margin - z90 * se
    assert judge(edge - 1e-4, se, 10**6, margin, 1.0).verdict == "balanced"
    assert judge(edge + 1e-4, se, 10**6, margin, 1.0).verdict == "undecided"


def test_no_spread_decides_at_once_and_one_deal_never_does():
    assert judge(0.0, 0.0, 10, 0.02, 1.0).verdict == "balanced"
    assert judge(0.1, 0.0, 10, 0.02, 0.0).verdict == "unbalanced"
    alone = judge(0.1, float("nan"), 1, 0.02, float("nan"))
    assert (alone.verdict, alone.deals_needed) == ("undecided", None)


def test_a_correction_can_take_a_verdict_back():
    assert judge(0.03, 0.014, 2000, 0.02, 0.03).verdict == "unbalanced"
    assert judge(0.03, 0.014, 2000, 0.02, 0.12).verdict == "undecided"


def test_a_correction_asks_for_more_deals():
    alone = judge(0.03, 0.02, 2000, 0.02, 0.1337)
    in_family = judge(0.03, 0.02, 2000, 0.02, 0.5348)  # four comparisons
    needed = ((2.4977 + 0.8416) * 0.02 / 0.03) ** 2 * 2000  # normal quantile of 1 - 0.05 / 8
    assert in_family.deals_needed == pytest.approx(needed - 2000, rel=0.01)
    assert alone.deals_needed < in_family.deals_needed


def test_the_deals_asked_for_give_the_promised_power():
    effect, se, deals, margin = 0.005, 0.02, 400, 0.02
    more = deals_for(effect, se, deals, margin)
    rng = np.random.default_rng(5)
    later = se * math.sqrt(deals / (deals + more))
    hits = [judge(x, later, deals + more, margin, 1.0).verdict == "balanced" for x in rng.normal(effect, later, 4000)]
    assert np.mean(hits) == pytest.approx(0.80, abs=0.02)


def test_deals_for_an_effect_on_the_margin_or_without_error():
    assert deals_for(0.02, 0.01, 100, 0.02) == math.ceil(difference_n(0.1, 0.02)) - 100
    assert deals_for(0.01, float("nan"), 1, 0.02) is None


PLANNING = {  # the printed planning table: sd, half widths in pp, games for a shift, games for equivalence
    2: (0.5, [3.10, 0.98, 0.31, 0.098], [19_623, 4_906, 2_181, 785], [21_410, 5_353, 2_379]),
    3: (0.4714, [2.92, 0.92, 0.29, 0.092], [17_442, 4_361, 1_938, 698], [19_031, 4_758, 2_115]),
    4: (0.4330, [2.68, 0.85, 0.27, 0.085], [14_717, 3_680, 1_636, 589], [16_058, 4_015, 1_785]),
    5: (0.4000, [2.48, 0.78, 0.25, 0.078], [12_559, 3_140, 1_396, 503], [13_703, 3_426, 1_523]),
}


@pytest.mark.parametrize("players", PLANNING)
def test_planning_table_reproduces_the_published_one(players):
    row = planning_table((players,)).row(0)
    sd, widths, shifts, equivalences = PLANNING[players]
    assert row[1] == pytest.approx(sd, abs=5e-5)
    digits = [2, 2, 2, 3]
    assert [round(100 * w, d) for w, d in zip(row[2:6], digits, strict=True)] == widths
    assert [math.ceil(n - 0.5) for n in row[6:10]] == pytest.approx(shifts, abs=1)
    assert [math.ceil(n - 0.5) for n in row[10:13]] == pytest.approx(equivalences, abs=1)


def test_two_arms_and_what_pairing_saves():
    sd = share_sd(4)
    assert [round(two_arm_n(sd, pp / 100)) for pp in (1, 2, 3)] == pytest.approx([29_434, 7_359, 3_271], abs=1)
    paired = [round(two_arm_n(sd, 0.02, rho=rho)) for rho in (0.3, 0.5, 0.7, 0.9)]
    assert paired == pytest.approx([5_151, 3_680, 2_208, 736], abs=1)


def test_equivalence_is_hopeless_beyond_the_margin_and_half_width_shrinks_with_the_root():
    assert equivalence_n(0.4, 0.02, effect=0.02) == math.inf
    assert half_width(0.4, 400) == pytest.approx(half_width(0.4, 100) / 2)


def test_proportions_equal_statsmodels():
    assert wilson(37.5, 150) == pytest.approx(proportion_confint(37.5, 150, method="wilson"), rel=1e-12)
    assert jeffreys(37, 150) == pytest.approx(proportion_confint(37, 150, method="jeffreys"), rel=1e-9)


def test_proportions_at_the_ends():
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=5e-5)  # the classical value for no success in 10 trials
    assert jeffreys(0, 10) == pytest.approx((0.0, 0.2172), abs=5e-5)  # closed at 0 (Brown, Cai and DasGupta 2001)
    with pytest.raises(ValueError, match="11 wins in 10 games"):
        wilson(11, 10)


def test_elo_is_zero_at_par_and_inverts():
    assert elo_of_share(0.25, 4) == pytest.approx(0.0)
    assert elo_of_share(10 / 11, 2) == pytest.approx(400.0)
    strength = 10 ** (elo_of_share([0.1, 0.4], 3) / 400)  # against two opponents of rating 0
    assert strength / (strength + 2) == pytest.approx([0.1, 0.4])
    assert np.isnan(elo_of_share([0.0, 1.0], 4)).all()
