"""What decides games: the deal's luck is told from play only by a design that can, and aliased factors are one."""

import itertools

import numpy as np
import pytest

from tests.reports.synthetic import FACTS, FOUR, asked, frames, free

SIX = (*FOUR, "banker", "scout")
SKILL = dict(zip(SIX, (4.0, -4.0, 2.0, -2.0, 0.0, 0.0), strict=True))
LUCK, PLAY = 16.0, 25.0  # variances of `frames`: of a deal for each seat, of a seat in a game


def skill(line, seat):
    return SKILL[line[3][seat][0]]


def line_ups(deals, *, rotations=4, plans=SIX):
    """Line-ups of four in turns, each in its rotations on one deal."""
    seatings = list(itertools.combinations(plans, 4))
    lines = []
    for deal in range(deals):
        seats = [(plan, "A", None) for plan in seatings[deal % len(seatings)]]
        lines += [(deal, r, "free", seats[r:] + seats[:r]) for r in range(rotations)]
    return lines


def parts(lines, **how):
    table = asked("balance", *frames(lines, **how), facts=FACTS).tables["variance"]
    return {row["component"]: row for row in table.iter_rows(named=True)}


def test_parts_are_those_the_games_were_made_with():
    table = parts(line_ups(1500), strength=skill)
    assert list(table) == ["seat", "strategy", "deal", "residual"]
    # The variance of six plans as a sample of plans: divided by five, as ANOVA does.
    variance = np.var(list(SKILL.values()), ddof=1)
    whole = variance + LUCK + PLAY
    expected = {"seat": 0, "strategy": variance / whole, "deal": LUCK / whole, "residual": PLAY / whole}
    for part, share in expected.items():
        assert table[part]["share_of_score"] == pytest.approx(share, abs=0.03)


def test_luck_in_winning_is_what_two_games_of_a_deal_have_in_common():
    lines = line_ups(1500, plans=FOUR)
    table = parts(lines)  # nobody is stronger: seat and strategy say nothing
    seats, _ = frames(lines)
    share = seats["win_share60"].to_numpy().reshape(-1, 4, 4) / 60  # deal, game, seat
    two = np.mean([np.cov(share[:, a, s], share[:, b, s])[0, 1] for a in range(4) for b in range(a) for s in range(4)])
    assert two / share.var() > 0.15
    assert table["deal"]["share_of_win"] == pytest.approx(two / share.var(), abs=0.02)


@pytest.mark.parametrize(
    "lines",
    [
        line_ups(600, rotations=1),  # one game a deal
        line_ups(40),  # too few deals
        [(deal, r, arm, [(f"{plan}{deal}", b, x) for plan, b, x in seats]) for deal, r, arm, seats in free(100)],
    ],
    ids=["one game a deal", "few deals", "a line-up for each deal"],
)
def test_luck_is_not_told_from_play_by_a_design_that_cannot(lines):
    table = parts(lines)
    assert "deal" not in table
    assert "residual" not in table
    assert table["deal and residual"]["share_of_score"] > 0.5
    assert sum(row["share_of_score"] for row in table.values()) == pytest.approx(1)


def test_a_strategy_that_goes_with_a_board_is_one_component_with_it():
    boards = {"builder": "circle", "racer": "A", "taskman": "A", "wallman": "A"}
    lines = [(d, n, arm, [(s, boards[s], None) for s, _, _ in seats]) for d, n, arm, seats in free(200)]
    table = parts(lines, strength=lambda line, seat: 4.0 * (line[3][seat][1] == "circle"))
    assert list(table) == ["seat", "board and strategy", "deal", "residual"]
    assert table["board and strategy"]["share_of_score"] > 0.03


def test_a_page_without_the_chart_says_why_in_one_sentence():
    from reports.balance import variance
    from reports.questions.base import Evidence
    from tests.reports.real import words

    drawn = {}
    for name, rotations in (("split", 4), ("whole", 1)):
        found = asked("balance", *frames(line_ups(200, rotations=rotations)), facts=FACTS)
        drawn[name] = variance.section(Evidence(found.tables, words(FACTS)))
    assert len(drawn["split"].charts) == 1
    assert drawn["whole"].charts == ()
    assert "variance" in drawn["whole"].tables
    (note,) = drawn["whole"].notes
    assert note.startswith("Not drawn: what the deal decides cannot be told from play")
    assert note.count(".") == 1
