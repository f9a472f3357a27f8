"""Luck and skill of a balance run: a table and a sentence, or what would give them."""

import itertools

import numpy as np
import pytest

from reports.estimators.luck import luck_sentence, luck_words
from tests.reports.synthetic import FOUR, Game, asked, frames

SIX = (*FOUR, "banker", "scout")
SKILL = dict(zip(SIX, (4.0, -4.0, 2.0, -2.0, 0.0, 0.0), strict=True))


def skill(line: Game, seat: int) -> float:
    """Points of a seat's plan."""
    return SKILL[line[3][seat][0]]


def crossed(deals: int) -> list[Game]:
    """Two line-ups of six plans in their rotations on every deal."""
    seatings = list(itertools.combinations(SIX, 4))
    lines: list[Game] = []
    for deal in range(deals):
        for number in (deal % 15, (deal * 7 + 8) % 15):
            seats = [(plan, "A", None) for plan in seatings[number]]
            lines += [(deal, r, "free", seats[r:] + seats[:r]) for r in range(4)]
    return lines


def test_the_luck_of_a_deal_is_what_its_games_have_in_common() -> None:
    seats, games = frames(crossed(700), strength=skill)
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


def test_line_ups_that_never_meet_say_what_lets_them() -> None:
    seatings = list(itertools.combinations(SIX, 4))
    lines: list[Game] = []
    for deal in range(100):
        seats = [(plan, "A", None) for plan in seatings[deal % len(seatings)]]
        lines += [(deal, r, "free", seats[r:] + seats[:r]) for r in range(4)]
    table = asked("balance", *frames(lines)).tables["luck_and_skill"]
    assert table.is_empty()
    assert luck_words([]) == ""
    assert luck_sentence([]).startswith(
        "Luck and skill are not told apart: that takes results that vary, and line-ups that meet on 50 deals"
    )
