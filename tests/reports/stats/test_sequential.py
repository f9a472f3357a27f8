"""Intervals that may be watched."""

import math

import numpy as np
import pytest
from scipy.stats import norm

from reports.stats.sequential import (
    ANY_TIME,
    AT_LIMIT,
    FIRST_LOOK,
    N_BEST,
    Looks,
    PlannedLooks,
    false_at_some_look,
    highest_share_ever,
    look_sizes,
    mixture_variance,
    next_look,
    watched_half,
)
from tests.reports.stats.stopping import (
    NEEDED,
    WAYS,
    Case,
    critical_values,
    error_cases,
    missed,
    obrien_fleming,
    pair_differences,
    pocock,
    stopping,
    watched,
)


def looks_of(most_games: int) -> list[int]:
    """Games at every look of a run of so many at most."""
    out = [next_look(0, most_games)]
    while out[-1] < most_games:
        out.append(next_look(out[-1], most_games))
    return out


@pytest.mark.parametrize("max_games", [400, 499, 500, 20_000, 90_001, 100_000_000])
def test_looks_are_at_the_same_fractions_of_the_games(max_games):
    sizes = looks_of(max_games)
    assert tuple(sizes) == look_sizes(max_games)
    assert sizes[-1] == max_games
    assert FIRST_LOOK <= sizes[0] < 1.25 * FIRST_LOOK
    assert max_games / np.array(sizes) == pytest.approx(1.25 ** np.arange(len(sizes))[::-1], rel=1 / FIRST_LOOK)


def test_a_look_is_the_next_one_after_games_that_may_be_more_than_were_asked_for():
    sizes = looks_of(20_000)
    assert next_look(sizes[3] + 1, 20_000) == sizes[4]  # whole rounds
    assert looks_of(120) == [120]


def test_the_interval_of_a_watched_verdict_is_the_closed_form_at_every_rate():
    n = np.array([50.0, 2000.0, 30_000.0])
    r2 = mixture_variance(N_BEST)
    assert r2 == pytest.approx((-2 * math.log(0.05) + math.log(-2 * math.log(0.05) + 1)) / N_BEST)
    relative = watched_half(0.4 / np.sqrt(n), n, 0.025) * np.sqrt(n)
    assert relative.argmin() == 1  # narrowest, for its size, where it was tuned
    expected = 0.4 * math.sqrt(2 * (700 * r2 + 1) / (700**2 * r2) * math.log(math.sqrt(700 * r2 + 1) / 0.002))
    assert watched_half(0.4 / math.sqrt(700), 700, 0.001) == pytest.approx(expected)
    assert watched_half(0.4, 1, 0.025) == math.inf


PUBLISHED = (  # Lan and DeMets's boundaries of five equal looks, 5 % on both sides (Jennison and Turnbull 2000)
    (pocock, [2.438, 2.427, 2.410, 2.397, 2.386]),
    (obrien_fleming, [4.877, 3.357, 2.680, 2.290, 2.031]),
)


@pytest.mark.parametrize(("spending", "published"), PUBLISHED)
def test_critical_values_are_the_published_ones(spending, published):
    fractions = tuple(number / 5 for number in range(1, 6))
    critical = [PlannedLooks(fractions[:looks], spending).quantile(1e12, 0.025) for looks in range(1, 6)]
    assert np.array(critical) == pytest.approx(published, abs=6e-4)


def test_pococks_constant_is_met_where_every_look_has_its_nominal_error():
    """2.413 at each of five equal looks err in 5 %: a spending function of what each such look adds gives it back."""
    alone = [stopping(np.full(looks, 2.413), range(1, looks + 1), 0.0)[1] for looks in range(1, 6)]
    assert alone[-1] == pytest.approx(0.025, abs=2e-5)

    def spending(tail, fraction):
        return np.asarray(tail * alone[round(5 * fraction) - 1] / alone[-1])

    fractions = tuple(number / 5 for number in range(1, 6))
    for looks in range(1, 6):
        critical = PlannedLooks(fractions[:looks], spending).quantile(1e12, alone[-1])
        assert critical == pytest.approx(2.413, abs=6e-4)


@pytest.mark.parametrize("looks", [1, 4, 17])
def test_all_errors_spent_add_up_and_a_look_by_itself_has_more_than_it_spends(looks):
    fractions = tuple(1.25**-back for back in range(looks - 1, -1, -1))
    tails = np.geomspace(1e-14, 0.5, 300)
    planned = [PlannedLooks(fractions[:number]) for number in range(1, looks + 1)]
    assert sum(one.spent(tails) for one in planned) == pytest.approx(tails)
    for one in planned:
        nominal = one.nominal(tails)
        assert (np.diff(nominal) > 0).all()  # p values are read off intervals
        assert (nominal >= one.spent(tails) * (1 - 2e-3)).all()
        assert (nominal <= tails * (1 + 2e-3)).all()


def test_a_look_hardly_after_another_has_what_it_spends():
    tails = np.array([0.025, 0.001])
    one = PlannedLooks((0.5, 0.51))
    assert one.nominal(tails) == pytest.approx(one.spent(tails), rel=2e-3)
    later, without = (PlannedLooks(fractions).nominal(tails) for fractions in ((0.5, 0.51, 1.0), (0.5, 1.0)))
    assert (later < without).all()


def test_rare_deals_cost_what_a_look_spends_and_the_others_no_more_than_the_look():
    """Deals that differ much: the half is that of the look. None that differs: what no deal has shown may be in as many
    as all may have missed but for the error spent."""
    tail, planned = 0.025, AT_LIMIT
    half = planned.rare_half(tail, 0.75, 0.01, 0.0, 5000)
    assert half == pytest.approx(0.01 * planned.quantile(5000, tail), rel=0.03)
    spent = float(planned.spent(tail))
    assert planned.rare_half(tail, 0.75, 0.0, 0.0, 500) == pytest.approx(0.75 * (1 - spent ** (1 / 500)), rel=1e-3)


def test_looks_that_were_not_planned_hold_at_any_time():
    looks = Looks((450, 600), 1000, 1000)
    assert looks.at(600).coverage == PlannedLooks((0.45, 0.6))
    assert looks.at(450).coverage == PlannedLooks((0.45,))
    assert looks.at(500).coverage == ANY_TIME  # an answer while it is played
    assert looks.at(600).unplanned().coverage == ANY_TIME  # several scenarios, each over when it is decided
    assert Looks((450, 600), 2000, 1000).at(600).coverage == ANY_TIME  # more games than were planned


def test_four_comparisons_meet_the_aims_of_stopping():
    """At most 1.5 times the games of one who knew the effect, and 1.2 times the half width at the last look."""
    sizes, tail = look_sizes(20_000), 0.00625
    critical = critical_values(PlannedLooks, sizes, tail)
    fixed = norm.isf(tail)
    assert critical[-1] / fixed <= 1.2
    for part in NEEDED:
        mean, power = stopping(critical, sizes, (fixed + norm.ppf(0.8)) / math.sqrt(part))
        assert mean / part <= 1.5
        assert power >= 0.69


SMALL_FAMILIES = [case for case in error_cases() if case.values.shape[1] <= 6]


@pytest.mark.parametrize(
    ("case", "way"),
    [
        *((case, "power .7 (used)") for case in SMALL_FAMILIES),
        *((case, "confidence sequence") for case in SMALL_FAMILIES if case.games == 80),  # rare deals decide
    ],
    ids=lambda x: getattr(x, "name", x),
)
def test_an_interval_of_a_family_misses_at_some_look_in_five_percent_of_runs_at_most(case, way):
    runs = 1500
    wrong, _ = missed(case, WAYS[way], runs)
    assert wrong <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / runs)


@pytest.mark.parametrize("p", [0.01, 0.3])
def test_a_probability_hardly_ever_lies_above_the_most_it_may_be_at_any_time(p):
    """Exactly: the chance of each number of events in trials that never showed a bound below p, trial by trial."""
    tail, alive = 0.05, np.array([1.0])
    for n in range(1, 301):
        alive = np.append(alive * (1 - p), 0.0) + np.append(0.0, alive * p)
        alive[highest_share_ever(np.arange(n + 1), n, tail) < p] = 0.0
    assert 1.0 - alive.sum() <= tail
    assert highest_share_ever([0, 3, 10], 10, tail).tolist() == sorted(highest_share_ever([0, 3, 10], 10, tail))
    assert highest_share_ever(10, 10, tail) == pytest.approx(1.0)


def pairs_of(*shares: float, games: int) -> Case:
    """The differences of all pairs of players who win so often, one game a deal."""
    players = np.eye(len(shares))
    return Case("", pair_differences(players), np.array(shares), games)


@pytest.mark.parametrize("shares", [[0.5, 0.5], [0.25] * 4, [0.01, 0.01, 0.98]])
def test_whoever_stops_at_any_look_is_wrong_in_one_of_twenty_runs_at_most(shares):
    case, runs = pairs_of(*shares, games=60_000), 3000
    _, low, high = watched(case, WAYS["confidence sequence"], runs, seed=7)
    wrong = ((low > case.true) | (high < case.true)).any(axis=(0, 2)).mean()
    assert wrong <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / runs)
    apart = (low[-1] > 0) | (high[-1] < 0)
    assert apart[:, case.true != 0].all()


@pytest.mark.parametrize(("way", "at_most"), [("power .7 (used)", 1.5), ("confidence sequence", 1.9)])
def test_clear_differences_are_decided_soon_and_small_ones_late(way, at_most):
    """Against a fixed number that knew the effect (power 80 %), which is between a twentieth and all of the games."""

    def used(p: float) -> float:
        games, low, high = watched(pairs_of(p, 1 - p, games=20_000), WAYS[way], 1000, seed=3)
        apart = ((low > 0) | (high < 0))[..., 0]
        stop = np.where(apart.any(axis=0), apart.argmax(axis=0), len(games) - 1)
        return float(games[stop].mean()) / ((1.96 + 0.84) ** 2 / (2 * p - 1) ** 2)

    assert used(0.5442) <= at_most  # needs a twentieth
    assert used(0.5140) <= at_most  # a half
    assert used(0.5099) <= 1.0  # all


def test_equal_looks_have_the_published_errors():
    """Armitage, McPherson and Rowe (1969), table 2: 5 % tests repeated on 1, 2, 3, 4, 5, 10 equal steps."""
    published = {1: 0.050, 2: 0.083, 3: 0.107, 4: 0.126, 5: 0.142, 10: 0.193}
    found = {k: false_at_some_look(range(1, k + 1)) for k in published}
    assert found == pytest.approx(published, abs=0.0006)


def test_unequal_looks_have_the_error_of_a_simulation():
    sizes = np.array([50, 400, 1000, 1100])
    rng = np.random.default_rng(4)
    steps = np.diff(sizes, prepend=0)
    sums = np.cumsum(rng.normal(size=(400_000, 4)) * np.sqrt(steps), axis=1)
    simulated = (np.abs(sums) > 1.959964 * np.sqrt(sizes)).any(axis=1).mean()
    assert false_at_some_look(list(sizes)) == pytest.approx(simulated, abs=4 * np.sqrt(0.12 / 400_000))


def test_order_and_scale_of_the_sizes_do_not_matter_and_a_look_at_nothing_new_adds_nothing():
    assert false_at_some_look([30, 10, 20]) == pytest.approx(false_at_some_look([100, 200, 300]), abs=1e-12)
    assert false_at_some_look([10**6, 10**6 + 1]) == pytest.approx(0.05, abs=1e-9)
    assert 0.05 < false_at_some_look([1000, 1010]) < 0.06
