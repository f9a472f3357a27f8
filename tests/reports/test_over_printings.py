"""Verdicts over printings: the word is that of the widest interval, and what does not hold is said."""

import math
from dataclasses import replace
from statistics import NormalDist

import numpy as np
import polars as pl
import pytest

from reports.answer import EXPLORATORY, Verdict, is_overturned, word_of
from reports.ask import QUESTIONS
from reports.columns import Words
from reports.estimators.printings import PrintingEffects, over_printings, overturned_verdicts
from reports.facts import parse_facts
from reports.findings import finding
from reports.first_screen import coarse, screen_row
from reports.leads import lead
from reports.questions.base import Evidence, ShownSection
from reports.questions.shared import unknown_data
from reports.stats.random_effects import spread_of
from tests.reports.said import VERDICT as SHIPPED
from tests.reports.synthetic import FACTS


def printings(mean: float, sd: float, n: int = 40) -> PrintingEffects:
    """So many printings whose effects are spread exactly so."""
    effect = np.linspace(-1, 1, n)
    return of_effects(mean + sd * effect / effect.std(ddof=1))


def of_effects(effect: np.ndarray) -> PrintingEffects:
    n = len(effect)
    spread = spread_of(effect, [1e-4] * n)
    return PrintingEffects("star (B)", tuple(range(1, n + 1)), tuple(effect), (1e-4,) * n, 2000, spread)


def test_a_verdict_that_holds_keeps_its_word_and_counts_the_printings():
    found = over_printings(SHIPPED, printings(0.06, 0.01))
    assert (found.word, found.over.holds) == ("stronger", 40)
    assert overturned_verdicts([found]) == []
    assert found.over.sentence == (
        "Star (B) is stronger in 40 of 40 versions (95 % sure: 91 to 100 % of all); 6.0 more of 100 games with our "
        "values, +4.0 to +8.0 over all."
    )


def test_a_verdict_that_does_not_hold_is_unclear_and_said_first():
    found = over_printings(SHIPPED, printings(0.03, 0.05))
    assert found.word == "unclear"
    assert 20 < found.over.holds < 30
    assert overturned_verdicts([found]) == [
        "The one verdict does not hold with all values that the rulebook leaves open: star (B)."
    ]


def test_the_word_is_that_of_the_widest_interval():
    few = replace(SHIPPED, verdict="unclear", low=-0.05, high=0.17)
    found = over_printings(few, printings(0.06, 0.005))
    assert found.over.verdict == "stronger"
    assert found.word == "unclear"


def test_a_refinement_is_no_verdict_of_its_own_in_the_warning():
    fine = replace(SHIPPED, subject="star (B), builder", kind=EXPLORATORY)
    both = [over_printings(verdict, printings(0.03, 0.05)) for verdict in (SHIPPED, fine)]
    assert overturned_verdicts(both)[0].startswith("The one verdict ")
    assert coarse(["star (B)", "star (B), builder", "circle (B)"]) == ["star (B)", "circle (B)"]


def test_a_subject_without_printings_stays_as_it_is():
    assert over_printings(SHIPPED, None) is SHIPPED


@pytest.mark.parametrize(
    ("word", "leaning", "region"),
    [
        ("stronger", "", (0.02, math.inf)),
        ("weaker", "", (-math.inf, -0.02)),
        ("fair", "", (-0.02, 0.02)),
        ("unclear", "stronger", (0.0, math.inf)),
        ("unclear", "weaker", (-math.inf, 0.0)),
        ("unclear", "", None),
    ],
)
def test_a_word_holds_in_the_printings_of_which_it_is_true(word, leaning, region):
    effects = of_effects(np.linspace(-0.1, 0.1, 40))
    over = over_printings(replace(SHIPPED, verdict=word, leaning=leaning), effects).over
    shrunken = effects.spread.shrunken
    holds = None if region is None else int(((shrunken > region[0]) & (shrunken < region[1])).sum())
    assert over.holds == holds


def test_printings_that_hold_are_counted_with_the_exact_interval_of_their_share():
    over = over_printings(SHIPPED, of_effects(np.array([0.1] * 38 + [-0.1] * 2))).over
    assert over.holds == 38
    assert (over.share_low, over.share_high) == pytest.approx((0.8308, 0.9939), abs=1e-4)


# -- too few for a spread ---------------------------------------------------------------------------------------------


def of_eight(*effects: float) -> Verdict:
    return over_printings(SHIPPED, of_effects(np.array(effects)))


ALL = of_eight(0.05, 0.06, 0.07, 0.08, 0.09, 0.10, 0.11, 0.12)
SEVEN = of_eight(0.05, 0.06, 0.07, 0.08, 0.09, 0.10, 0.11, 0.01)
FIVE = of_eight(0.05, 0.06, 0.07, 0.08, 0.09, 0.00, -0.11, -0.12)
FOUR = of_eight(0.05, 0.06, 0.07, 0.08, 0.00, 0.00, -0.11, -0.12)


def test_few_printings_have_no_interval():
    for verdict in (ALL, SEVEN, FIVE):
        over = verdict.over
        assert (over.mean, over.sd, over.low, over.high, over.share_low, over.share_high) == (None,) * 6
    assert over_printings(SHIPPED, printings(0.06, 0.01, n=19)).over.low is None
    assert over_printings(SHIPPED, printings(0.06, 0.01, n=20)).over.low is not None


def test_a_word_that_holds_in_all_of_few_stays():
    assert (ALL.word, ALL.over.holds, is_overturned(ALL)) == ("stronger", 8, False)
    assert ALL.over.sentence == "Star (B) is stronger in 8 of 8 versions; 6.0 more of 100 games with our values."


def test_a_word_that_holds_in_most_of_few_says_in_how_many():
    assert (SEVEN.word, SEVEN.over.holds, word_of(SEVEN)) == ("stronger", 7, "stronger, 7 of 8")
    assert SEVEN.over.n_words == {"stronger": 7, "fair": 1, "weaker": 0}
    assert (FIVE.word, FIVE.over.holds, word_of(FIVE)) == ("stronger", 5, "stronger, 5 of 8")
    assert FIVE.over.n_words == {"stronger": 5, "fair": 1, "weaker": 2}
    assert word_of(ALL) == "stronger"


def test_a_word_that_holds_in_half_of_few_is_decided_for_nobody():
    assert (FOUR.word, FOUR.over.holds, word_of(FOUR)) == ("unclear", 4, "unclear, 4 of 8 stronger")
    assert screen_row(FOUR).side == "unclear"
    assert screen_row(FIVE).side == "more"


@pytest.mark.parametrize("verdict", [SEVEN, FIVE])
def test_the_title_says_that_data_are_guessed(verdict):
    assert finding([verdict]) == "As we guess its data star is stronger than A"


def test_the_title_gives_no_word_that_few_printings_have():
    assert finding([FOUR]) == "Not decided yet: whether star is as good as A"
    circle, square = (
        replace(verdict, subject=name, name=name) for verdict, name in ((FOUR, "circle"), (ALL, "square"))
    )
    assert finding([FIVE, circle]) == "As we guess its data star is stronger than A"
    assert finding([FIVE, replace(circle, family="others")]) == (
        "As we guess its data star is stronger than A; not decided yet: whether all boards are as good as A"
    )
    assert finding([FOUR, square]) == "Square is stronger than A"


def test_the_title_says_nothing_of_data_where_all_printings_agree():
    assert finding([ALL]) == "Star is stronger than A"


def test_the_lead_counts_them():
    circle = replace(SEVEN, subject="circle (B)", name="circle (B)")
    assert lead([ALL], 0.25).endswith(", in all eight versions of the guessed data.")
    assert lead([SEVEN], 0.25).endswith(", in seven of eight versions of the guessed data.")
    both = lead([ALL, circle], 0.25)
    assert both.endswith(", in eight (star) and seven (circle) of eight versions of the guessed data.")
    assert "versions" not in lead([over_printings(SHIPPED, printings(0.06, 0.01))], 0.25)


def test_an_open_verdict_stays_open():
    few = of_effects(np.linspace(0.05, 0.12, 8))
    found = over_printings(replace(SHIPPED, verdict="unclear", leaning="stronger"), few)
    assert (found.word, found.leans, found.over.holds) == ("unclear", "stronger", 8)
    found = over_printings(replace(SHIPPED, verdict="unclear"), few)
    assert (found.word, found.leans, found.over.holds) == ("unclear", "", None)


def count_all_eight(share: float, noise: float, rng: np.random.Generator, runs: int = 1500) -> tuple[float, float]:
    """In what part of runs a word holds in all of eight printings, and is counted to, where it holds in this share of
    all printings; noise: of their games, in sd between printings."""
    effect = NormalDist().inv_cdf(share) + rng.standard_normal((runs, 8))
    measured = effect + noise * rng.standard_normal((runs, 8))
    counted = 0
    for values in measured:
        spread = spread_of(values, [noise] * 8, shared=True)
        few = PrintingEffects("star", tuple(range(8)), tuple(values), (noise,) * 8, 2000, spread)
        counted += bool((few.rescaled > 0).all())
    return float((effect > 0).all(axis=1).mean()), counted / runs


@pytest.mark.parametrize("share", [0.8, 0.9, 0.95])
def test_all_of_eight_are_counted_as_often_as_they_hold(share):
    rng = np.random.default_rng(5)
    truth, counted = count_all_eight(share, 0.3, rng)
    assert truth == pytest.approx(share**8, abs=0.04)
    assert counted == pytest.approx(truth, abs=0.04)
    assert count_all_eight(share, 1.0, rng)[1] <= truth + 0.22


OVER = pl.DataFrame({"subject": ["star (B)"], "unit": ["pp"], "over": [0.1], "effect": [0.1], "printings": [40]})


def section_of(*verdicts: Verdict, **tables: pl.DataFrame) -> ShownSection:
    """The section on unknown data, in an answer with these verdicts and tables."""
    evidence = Evidence({"over_printings": OVER, **tables}, Words(parse_facts(FACTS)), 2.0, verdicts=verdicts)
    return unknown_data(QUESTIONS["boards"].measuring).section(evidence)


def test_the_section_on_unknown_data_says_whether_what_is_decided_holds():
    holds, fails = (over_printings(SHIPPED, printings(mean, 0.01)) for mean in (0.06, 0.0))
    assert section_of(holds).heading == "Star is stronger than A with other values too"
    assert section_of(ALL).heading == "Star is stronger than A in all 8 versions"
    for depends in (fails, FIVE, FOUR):
        assert section_of(depends).heading == "It depends on data we guess"
    assert section_of(FIVE).sentence.endswith(
        "wins 6.0 more of 100 games than A, in five of eight versions of the guessed data."
    )
    assert section_of(fails).sentence == (
        "With the values we guessed star is stronger than A, with others that the rulebook allows it may be as good as "
        "A or weaker."
    )
    assert (
        section_of(replace(SHIPPED, verdict="unclear")).heading == "Nothing is decided that other values could change"
    )


ONE, TWO = (f"tracks {n} (25 numbers or words, 2 min)" for n in (1, 2))
SHRINKS = f"Look up {ONE} first: where 95 % of versions lie shrinks from ±17.0 to ±2.1 of 100 games at most."
EITHER = f"Look up {ONE} or {TWO} first: each decides more than others; which of them most is not decided."
NEITHER = "What to look up first is not decided: tracks 1 cannot be told apart. More versions may separate them."


@pytest.mark.parametrize(
    ("places", "sentence"), [([(1, 1)], SHRINKS), ([(1, 2), (1, 2)], EITHER), ([(None, None)], NEITHER)]
)
def test_what_to_look_up_first(places, sentence):
    rows = [
        {"place": best, "worst_place": worst, "group": f"tracks {n}", "count": 25, "minutes": 2.1,
         "before": 0.17, "left": 0.021}
        for n, (best, worst) in enumerate(places, 1)
    ]  # fmt: skip
    assert section_of(look_up_first=pl.DataFrame(rows)).reading == sentence
