"""Of every 31 line-ups of `balance` the last two meet on the same deals; nothing else of the schedule changes."""

import numpy as np
import pytest

from analyser.experiments.balance import Balance
from analyser.experiments.experiment_kind import Pilot
from analyser.experiments.schedule import Design
from analyser.experiments.schemes import OWN_DEALS, PERIOD
from tests.analyser.experiments.settings import facts, setting


def circle_of(policy: np.ndarray) -> tuple[int, ...]:
    """A line-up, whoever of it sits first."""
    seats = policy.tolist()
    return min(tuple(seats[turn:] + seats[:turn]) for turn in range(len(seats)))


def design(strategies: int, players: int, *, same_deal: bool = False, crossed: bool = True, games: int = 0) -> Design:
    """Games of two periods, unless told otherwise."""
    known = setting(facts(players), strategies, games=games or 2 * PERIOD * players)
    return Balance().design(known, Pilot(same_deal=same_deal), sample=0.0, crossed=crossed)


@pytest.mark.parametrize("same_deal", [False, True])
@pytest.mark.parametrize(("strategies", "players"), [(2, 2), (3, 2), (4, 4), (7, 4), (12, 4), (3, 3), (5, 3)])
def test_two_line_ups_meet_with_all_their_rotations_on_the_last_deals_of_a_period(
    strategies: int, players: int, same_deal: bool
) -> None:
    made = design(strategies, players, same_deal=same_deal)
    rows = made.rows(0, made.games)
    assert np.unique(rows.deal).tolist() == list(range(made.deals))
    block = np.arange(made.games) // players
    for period in range(2):
        last = (block >= period * PERIOD + OWN_DEALS) & (block < (period + 1) * PERIOD)
        circles = {circle_of(policy) for policy in rows.policy[last]}
        alone = (strategies, players) == (2, 2)  # they are rotations of one line-up: nobody else could be met
        assert len(circles) == (1 if alone else 2)
        assert len(np.unique(rows.deal[last])) == (2 if alone else 1)
        assert not set(rows.deal[last]) & set(rows.deal[~last])


def test_a_shorter_design_is_the_beginning_of_a_longer_one_and_of_one_without_crossed_deals() -> None:
    long, short = design(7, 4, games=5_000), design(7, 4, games=PERIOD * 4 + 8)
    plain = design(7, 4, crossed=False)
    for other, n in ((short, short.games), (plain, OWN_DEALS * 4)):
        first, same = long.rows(0, n), other.rows(0, n)
        assert np.array_equal(first.deal, same.deal)
        assert np.array_equal(first.policy, same.policy)
    assert short.deals == OWN_DEALS * 4 + 1 + 8


def test_line_ups_that_meet_are_not_always_the_same() -> None:
    made = design(4, 4, games=40 * PERIOD * 4)
    rows = made.rows(0, made.games)
    block = np.arange(made.games) // 4
    met = {
        frozenset(
            circle_of(policy)
            for policy in rows.policy[block // PERIOD * PERIOD + OWN_DEALS <= block][8 * i : 8 * i + 8]
        )
        for i in range(40)
    }
    assert len(met) == 15  # all pairs of six
