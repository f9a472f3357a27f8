"""Luck and skill: 0 % for a coin, 100 % where the better plan wins, known values between; no bias, honest intervals."""

import itertools
from collections.abc import Callable

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray

from reports.estimators.luck import MIN_DEALS, LuckAndSkill, luck_and_skill

Ints = NDArray[np.int64]
Play = Callable[[Ints, Ints, int], Ints]  # the winner's seat of every game from its line-up, deal and seed

PLANS, SEATS = 4, 2
PAIRS = np.array(list(itertools.combinations(range(PLANS), SEATS)))  # a circle each, in two rotations


def played(play: Play, deals: int, seed: int, *, meeting: int = 2, once: int = 0) -> pl.DataFrame:
    """Seat rows: on each deal so many line-ups in both rotations, and `once` deals of a single game."""
    rng = np.random.default_rng(seed)
    drawn = np.argsort(rng.random((deals, len(PAIRS))), axis=1)[:, :meeting]
    circle = np.concatenate([np.repeat(drawn.ravel(), 2), rng.integers(len(PAIRS), size=once)])
    turned = np.concatenate([np.tile([0, 1], deals * meeting), rng.integers(2, size=once)])
    deal = np.concatenate([np.repeat(np.arange(deals), 2 * meeting), deals + np.arange(once)])
    lineup = PAIRS[circle]
    lineup = np.where(turned[:, None] == 1, lineup[:, ::-1], lineup)
    winner = play(lineup, deal, seed)
    return pl.DataFrame(
        {
            "deal": np.repeat(deal, SEATS),
            "seat": np.tile([1, 2], len(deal)),
            "lineup": np.repeat(lineup @ [PLANS, 1], SEATS),
            "circle": np.repeat(circle, SEATS),
            "won": (winner[:, None] == np.arange(SEATS)).ravel().astype(np.int64),
        }
    )


def coin(lineup: Ints, deal: Ints, seed: int) -> Ints:
    """Whoever plays: the deal decides."""
    tossed: Ints = np.random.default_rng(seed + 1).integers(2, size=deal.max() + 1)[deal]
    return tossed


def better(lineup: Ints, deal: Ints, seed: int) -> Ints:
    """The better plan wins, whatever is dealt."""
    return lineup.argmax(axis=1)


def either(lineup: Ints, deal: Ints, seed: int) -> Ints:
    """On every other deal, by chance, the better plan, else the coin: half of the variance each."""
    skilled = np.random.default_rng(seed + 2).random(deal.max() + 1)[deal] < 0.5
    return np.where(skilled, better(lineup, deal, seed), coin(lineup, deal, seed))


def reading(lineup: Ints, deal: Ints, seed: int) -> Ints:
    """What the better plan gains by depends on the deal alone: each side wins half of the deals against each other."""
    odd = np.random.default_rng(seed + 3).integers(2, size=deal.max() + 1)[deal]
    return np.where(odd == 1, lineup.argmax(axis=1), lineup.argmin(axis=1))


def first_seat(lineup: Ints, deal: Ints, seed: int) -> Ints:
    """On a quarter of the deals the first seat wins, else the coin."""
    favoured = np.random.default_rng(seed + 4).random(deal.max() + 1)[deal] < 0.25
    return np.where(favoured, 0, coin(lineup, deal, seed))


def measured(play: Play, deals: int = 400, seed: int = 1, *, meeting: int = 2, once: int = 0) -> LuckAndSkill:
    """The shares of a game."""
    found = luck_and_skill(played(play, deals, seed, meeting=meeting, once=once), "won")
    assert found is not None
    return found


@pytest.mark.parametrize(("play", "skill"), [(coin, 0.0), (better, 1.0)])
def test_a_coin_is_all_luck_and_a_game_without_chance_all_skill(play: Play, skill: float) -> None:
    found = measured(play, meeting=len(PAIRS))
    assert found.skill.share == pytest.approx(skill, abs=1e-3)
    assert found.first_order.share == pytest.approx(skill, abs=5e-3)
    assert found.luck.share == pytest.approx(1.0 - skill, abs=1e-3)
    assert found.skill.low <= skill <= found.skill.high
    assert 0 < found.skill.high - found.skill.low < 0.02


@pytest.mark.parametrize(
    ("play", "skill", "alone"), [(coin, 0.0, 0.0), (better, 1.0, 1.0), (either, 0.5, 0.25), (reading, 1.0, 0.0)]
)
def test_shares_are_the_known_ones_and_so_are_their_intervals(play: Play, skill: float, alone: float) -> None:
    found = [measured(play, 120, seed, once=600) for seed in range(180)]
    assert np.mean([one.skill.share for one in found]) == pytest.approx(skill, abs=0.0125)
    assert np.mean([one.first_order.share for one in found]) == pytest.approx(alone, abs=0.0125)
    held = [one.skill.low - 1e-9 <= skill <= one.skill.high + 1e-9 for one in found]
    assert np.mean(held) >= 0.925  # 95 % less one and a half standard errors


def test_the_seat_is_set_apart() -> None:
    found = measured(first_seat, 4_000)
    assert found.skill.share == pytest.approx(0.0, abs=1e-12)
    assert found.seat.share == pytest.approx(0.125**2 / 0.25, abs=0.01)  # seats win 62.5 and 37.5 %
    assert found.seat.low < 0.125**2 / 0.25 < found.seat.high


@pytest.mark.parametrize(("deals", "meeting"), [(MIN_DEALS - 1, 2), (400, 1)])
def test_line_ups_that_meet_on_few_deals_or_none_say_nothing(deals: int, meeting: int) -> None:
    assert luck_and_skill(played(either, deals, 1, meeting=meeting), "won") is None


def test_results_that_never_vary_have_no_shares() -> None:
    assert luck_and_skill(played(lambda lineup, deal, seed: 0 * deal, 400, 1), "won") is None
