"""Luck and skill: 0 % for a coin, 100 % where the better plan wins, known values between; no bias, honest intervals; a
table and a sentence of a balance run, or what would give them."""

import itertools
from collections.abc import Callable

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray

from reports.estimators.luck import MIN_DEALS, LuckAndSkill, luck_and_skill, luck_sentence, luck_words
from tests.reports.synthetic import SIX, Game, asked, frames, free

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
    return luck_and_skill(played(play, deals, seed, meeting=meeting, once=once), "won")


@pytest.mark.parametrize(("play", "skill"), [(coin, 0.0), (better, 1.0)])
def test_a_coin_is_all_luck_and_a_game_without_chance_all_skill(play, skill):
    found = measured(play, meeting=len(PAIRS))
    assert found.skill.share == pytest.approx(skill, abs=1e-3)
    assert found.first_order.share == pytest.approx(skill, abs=5e-3)
    assert found.luck.share == pytest.approx(1.0 - skill, abs=1e-3)
    assert found.skill.low <= skill <= found.skill.high
    assert 0 < found.skill.high - found.skill.low < 0.02


@pytest.mark.parametrize(("play", "skill", "alone"), [(either, 0.5, 0.25), (reading, 1.0, 0.0)])
def test_shares_are_the_known_ones_and_so_are_their_intervals(play, skill, alone):
    found = [measured(play, 120, seed, once=600) for seed in range(180)]
    assert np.mean([one.skill.share for one in found]) == pytest.approx(skill, abs=0.0125)
    assert np.mean([one.first_order.share for one in found]) == pytest.approx(alone, abs=0.0125)
    held = [one.skill.low - 1e-9 <= skill <= one.skill.high + 1e-9 for one in found]
    assert np.mean(held) >= 0.925  # 95 % less one and a half standard errors


def test_the_seat_is_set_apart():
    found = measured(first_seat, 4_000)
    assert found.skill.share == pytest.approx(0.0, abs=1e-12)
    assert found.seat.share == pytest.approx(0.125**2 / 0.25, abs=0.01)  # seats win 62.5 and 37.5 %
    assert found.seat.low < 0.125**2 / 0.25 < found.seat.high


@pytest.mark.parametrize(("deals", "meeting"), [(MIN_DEALS - 1, 2), (400, 1)])
def test_line_ups_that_meet_on_few_deals_or_none_say_nothing(deals, meeting):
    assert luck_and_skill(played(either, deals, 1, meeting=meeting), "won") is None


def test_results_that_never_vary_have_no_shares():
    assert luck_and_skill(played(lambda lineup, deal, seed: 0 * deal, 400, 1), "won") is None


SKILL = dict(zip(SIX, (4.0, -4.0, 2.0, -2.0, 0.0, 0.0), strict=True))


SEATINGS = list(itertools.combinations(SIX, 4))


def crossed(deals: int) -> list[Game]:
    """Two line-ups of six plans in their rotations on every deal."""
    of_deal = [(deal, number) for deal in range(deals) for number in (deal % 15, (deal * 7 + 8) % 15)]
    return [game for deal, number in of_deal for game in free(1, strategies=SEATINGS[number], first=deal)]


def test_the_luck_of_a_deal_is_what_its_games_have_in_common():
    seats, games = frames(crossed(700), strength=SKILL)
    found = asked("balance", seats, games)
    table = {row["part"]: row for row in found.tables["luck_and_skill"].iter_rows(named=True)}
    share = seats["win_share60"].to_numpy().reshape(-1, 8, 4) / 60  # deal, game, seat
    pairs = [(a, b) for a in range(4) for b in range(4, 8)]
    common = np.mean([np.cov(share[:, a, s], share[:, b, s])[0, 1] for a, b in pairs for s in range(4)])
    luck = common / share.reshape(-1, 4).var(axis=0).mean()
    assert 0.1 < luck < 0.4
    assert table["luck of the deal"]["share"] == pytest.approx(luck, abs=0.02)
    assert table["skill"]["share"] == pytest.approx(1 - table["luck of the deal"]["share"])
    always = table["skill, whatever is dealt"]
    assert 0.02 < always["share_low"] <= always["share"] <= table["skill"]["share"]
    assert table["luck of the deal"]["share_low"] < luck < table["luck of the deal"]["share_high"]
    rows = list(table.values())
    assert luck_sentence(rows).startswith(f"Skill decides {100 * table['skill']['share']:.0f} % (")
    assert f"the deal alone {100 * table['luck of the deal']['share']:.0f} %" in luck_words(rows)


def test_line_ups_that_never_meet_say_what_lets_them():
    lines = [game for deal in range(100) for game in free(1, strategies=SEATINGS[deal % 15], first=deal)]
    table = asked("balance", *frames(lines)).tables["luck_and_skill"]
    assert table.is_empty()
    assert luck_words([]) == ""
    assert luck_sentence([]).startswith(
        "Luck and skill are not told apart: that takes results that vary, and line-ups that meet on 50 deals"
    )
