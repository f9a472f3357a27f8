"""Luck and skill: known shares of made-up replays and of small games; a table and sentences of a run, or what would
give them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from analyser import play_games
from reports.estimators.luck import (
    GROUPS,
    LATER,
    SETUP,
    SKILL,
    luck_figures,
    luck_rows,
    luck_words,
    variance_shares,
)
from tests.reports.stats.skill import WORTH, raw_shares
from tests.reports.synthetic import asked, frames, free

Floats = NDArray[np.float64]
Result = Callable[[Floats, Floats, Floats], Floats]  # of a seat, from who plays, set-up and later draws

SEATS, LINEUPS = 2, 3


def replays(result: Result, deals: int, seed: int, *, shared: bool = False) -> tuple[Floats, Floats]:
    """Both replays; players, set-ups and later draws are standard normal. shared: line-ups meet the same draws."""
    rng = np.random.default_rng(seed)
    players, setup = rng.normal(size=(deals, LINEUPS, SEATS)), rng.normal(size=(deals, 1, SEATS))
    shape = (deals, 1 if shared else LINEUPS, SEATS)
    a, b = (result(players, setup, rng.normal(size=shape)) for _ in range(2))
    return a, b


def additive(players: Floats, setup: Floats, later: Floats) -> Floats:
    """Variances 4, 1 and 5."""
    return 2 * players + setup + 5**0.5 * later


def reading(players: Floats, setup: Floats, later: Floats) -> Floats:
    """Which players are better depends on the set-up: on the mean of set-ups all are equal."""
    return players * setup + later


def chaos(players: Floats, setup: Floats, later: Floats) -> Floats:
    """Who plays decides what is drawn later, and nothing else."""
    return np.sin(1e6 * (players + later))


CASES = [(additive, (0.4, 0.1, 0.5)), (reading, (0.5, 0.0, 0.5)), (chaos, (0.0, 0.0, 1.0))]


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize(("result", "truth"), CASES)
def test_shares_and_intervals_hold_the_truth(result: Result, truth: tuple[float, ...], shared: bool) -> None:
    found = [variance_shares(*replays(result, 150, seed, shared=shared)) for seed in range(150)]
    for name, share in zip(("skill", "setup", "later"), truth, strict=True):
        parts = [getattr(one, name) for one in found]
        values = np.array([part.share for part in parts])
        assert abs(values.mean() - share) < max(3 * values.std() / len(values) ** 0.5, 0.01)
        assert np.mean([part.low <= share <= part.high for part in parts]) >= 0.91  # 95 % less two standard errors


def test_shares_add_up_to_one() -> None:
    found = variance_shares(*replays(additive, 60, 1))
    assert found is not None
    assert found.skill.share + found.setup.share + found.later.share == pytest.approx(1)


def test_seat_has_its_own_share() -> None:
    a, b = replays(additive, 2_000, 3)
    seat = np.array([0.0, 2.0])  # a variance of 1 beside 10 within seats
    found = variance_shares(a + seat, b + seat)
    assert found is not None
    assert found.seat.share == pytest.approx(1 / 11, abs=0.02)
    assert found.seat.low < 1 / 11 < found.seat.high
    assert found.skill.share == pytest.approx(0.4, abs=0.03)


def test_results_that_never_vary_have_no_shares() -> None:
    assert variance_shares(np.ones((60, 2, 3)), np.ones((60, 2, 3))) is None


@pytest.mark.parametrize("shape", [(GROUPS - 1, 3, 2), (GROUPS, 1, 2), (GROUPS, 2)])
def test_too_few_replays_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="at least 50 deals of two line-ups"):
        variance_shares(np.ones(shape), np.ones(shape))


# -- games in which it is known ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "skill", "setup", "within"), [
    ({"worth": 0}, 0, 0, 1e-12),
    ({"worth": 0, "shift": 1}, 0, 0, 0.05),
    ({"worth": 0, "luck": "open", "shift": 1}, 0, 1, 1e-12),
    ({}, 0.363, 0, 0.06),
    ({"shift": 1}, 0.363, 0, 0.07),
    ({"luck": "hidden"}, 0.363, 0, 0.06),
    ({"luck": "none"}, 1, 0, 0.06),
])  # fmt: skip
def test_small_games_have_their_known_shares(option: dict[str, Any], skill: float, setup: float, within: float) -> None:
    found = raw_shares(WORTH, option, games=10_000, seed=5)
    assert found.skill.share == pytest.approx(skill, abs=within)
    assert found.setup.low <= setup <= found.setup.high
    assert found.skill.low <= skill <= found.skill.high


def test_a_run_has_rows_that_add_up_and_sentences(tmp_path: Path) -> None:
    run = play_games(WORTH, games=6_000, design="balance", seed=2, workers=0, out=tmp_path / "run")
    table = luck_rows(run.scenarios[0])
    rows = table.to_dicts()
    assert table["part"].to_list() == [SKILL, SETUP, LATER, "seat"]
    assert table["share"][:3].sum() == pytest.approx(1)
    share = {row["part"]: f"{100 * row['share']:.0f} %" for row in rows}
    assert luck_words(rows) == f"Skill decides {share[SKILL]} of who wins"
    ((number, what, note),) = luck_figures(rows)
    assert (number, what) == (share[SKILL], "skill")
    ends = (100 * next(row[f"share_{end}"] for row in rows if row["part"] == SKILL) for end in ("low", "high"))
    assert note == "of who wins, {:.0f} to {:.0f} %; luck of the set-up {}, luck of later draws {}".format(
        *ends, share[SETUP], share[LATER]
    )
    none = [{**row, "share_low": 0.0, "share_high": 0.04} for row in rows]
    assert luck_words(none) == "Skill decides at most 4.0 % of who wins"


def test_without_replays_it_says_what_gives_them() -> None:
    lines = [game for deal in range(100) for game in free(1, first=deal)]
    table = asked("balance", *frames(lines)).tables["luck_and_skill"]
    assert table.is_empty()
    assert luck_words([]) == ""
    assert luck_figures([]) == []
