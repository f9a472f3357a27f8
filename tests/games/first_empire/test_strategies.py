"""The plans shipped with The First Empire: strong, even, each what its name says; and how strong the four Li Si are."""

from functools import cache
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from analyser.experiments.objective import FINAL, Objective, evaluate_plan
from strategies import list_strategies, tuned_for
from strategies.catalogue import find, plan_of
from tests.games.plans import Played

PLANS = ["balanced", "elixir", "governors", "palaces", "rewards", "soldiers", "walls"]
STRONG = "allrounder"  # plays where it is named
TUNED = {"tiles": "allrounder", "tiles_palaces": "palaces", "tiles_walls": "walls"}  # and where each began

# What each plan does more of than every other plan: columns of the seats table.
SIGNATURES = {
    "elixir": ["ship_after_round_2"],
    "governors": ["score_governors", "action_G", "governors_placed"],
    "palaces": ["score_palaces", "action_P", "palaces_built"],
    "rewards": ["rewards_accepted"],
    "soldiers": ["score_soldiers", "soldiers_placed"],
    "walls": ["score_walls", "action_W", "walls_built"],
}


@pytest.fixture(scope="module")
def mixed() -> Played:
    """5,040 games: every ordered four of the seven plans six times, in a random order of seats."""
    rng = np.random.default_rng(1)
    return Played(
        "first_empire", PLANS, [rng.permutation(four) for four in permutations(range(len(PLANS)), 4)] * 6, boards=0
    )


@cache
def against_li_si(name: str, level: str) -> Any:
    """Points ahead of a Li Si in 1,000 games."""
    played = Played("first_empire", [name], np.zeros((1000, 1)), boards=0, lisi=level)
    return played.columns["score"][:, 0] - played.bots["score"][:, 0]


def test_these_are_all_the_plans() -> None:
    assert sorted(info.name for info in list_strategies("first_empire") if info.kind == "weighted") == [
        STRONG, *sorted([*PLANS, *TUNED]),
    ]  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", PLANS)
def test_a_plan_wins_far_more_than_its_part_among_random_players(name: str, players: int) -> None:
    """More than 60 % at four players, where a part is 25 %; 80 % where there are fewer."""
    seated = [np.roll([0] + [1] * (players - 1), row) for row in range(200)]
    games = Played("first_empire", [name, "random"], seated, boards=0)
    assert games.share(name) > (0.6 if players == 4 else 0.8)


def test_no_plan_is_out_of_its_league(mixed: Played) -> None:
    shares = {name: mixed.share(name) for name in PLANS}
    assert all(0.15 < share < 0.35 for share in shares.values()), shares


@pytest.mark.parametrize(
    ("name", "column"), [(name, column) for name, columns in SIGNATURES.items() for column in columns]
)
def test_a_plan_does_what_its_name_says_more_than_all_others(mixed: Played, name: str, column: str) -> None:
    for other in PLANS:
        error = np.hypot(mixed.error(name, column), mixed.error(other, column))
        assert other == name or mixed.mean(name, column) - mixed.mean(other, column) > 3 * error, other


def test_action_mixes_differ_between_any_two_plans(mixed: Played) -> None:
    mixes = {plan: [mixed.mean(plan, f"action_{letter}") for letter in "UREGHPW"] for plan in PLANS}
    for one, other in permutations(PLANS, 2):
        assert np.abs(np.subtract(mixes[one], mixes[other])).sum() > 0.5, f"{one} and {other}"


def mean_and_error(values: Any) -> tuple[float, float]:
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))


# -- Li Si ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLANS)
def test_a_plan_beats_the_first_li_si_in_most_games(name: str) -> None:
    ahead = against_li_si(name, "1")
    share, error = mean_and_error((ahead > 0) + (ahead == 0) / 2)
    assert share - 3 * error > 0.5


def test_the_four_li_si_come_in_ascending_strength() -> None:
    """His reconstructed cards are chosen so: against one strong plan each level is harder than the one before."""
    for lower, upper in (("1", "2"), ("2", "3"), ("3", "4")):
        ahead, behind = against_li_si("balanced", lower), against_li_si("balanced", upper)
        for values in ((ahead, behind), (ahead > 0, behind > 0)):
            (mean, error), (their_mean, their_error) = (mean_and_error(np.asarray(v, dtype=float)) for v in values)
            assert mean - their_mean > 3 * np.hypot(error, their_error), f"{lower} and {upper}"


def test_the_allrounder_takes_most_rewards_and_beats_all_others() -> None:
    """One of it among three of the seven others; par is 25 %."""
    rng = np.random.default_rng(4)
    seated = [rng.permutation([7, *rng.permutation(7)[:3]]) for _ in range(2400)]
    games = Played("first_empire", [*PLANS, STRONG], seated, boards=0)
    for column, factor in (("score", 1.02), ("rewards_accepted", 1.1), ("win_share60", 1.2)):
        assert games.mean(STRONG, column) > factor * max(games.mean(name, column) for name in PLANS), column
    assert 0.3 < games.share(STRONG) < 0.45


def test_a_plan_tuned_for_tiles_is_so_for_every_tile() -> None:
    for name in TUNED:
        assert tuned_for(name, "first_empire") == tuple(f"tile_{number}" for number in range(1, 11))


@pytest.mark.parametrize(("name", "start"), TUNED.items())
def test_it_gains_from_tile_1_what_the_plan_it_began_as_does_not(name: str, start: str) -> None:
    """Alone among three of the seven plans, on the same deals: points ahead of the mean opponent, 3,000 games."""
    objective = Objective(game="first_empire", against=tuple(PLANS), board="tile_1", seed=9002)
    tuned, plain = (
        evaluate_plan(objective, plan_of(find(plan, "first_empire")), FINAL, 0, 3000).lead for plan in (name, start)
    )
    mean, error = mean_and_error(tuned - plain)
    assert mean - 2 * error > 0
