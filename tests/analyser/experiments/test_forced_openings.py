"""Forced openings: every group once a deal on the line-up of a free game, the orders of a number in turns."""

from collections import Counter
from math import comb

import numpy as np
import pytest

from analyser.experiments.openings import forced_opening, group_openings
from analyser.experiments.schedule import ARMS, Design, DesignPart, GameRows, Scheme
from analyser.experiments.schemes import forced_openings
from reports.facts import GameFacts
from tests.analyser.experiments.settings import facts, setting

PLANS = (*group_openings(facts(4)), forced_opening("UUUHRU", facts(4)))


def played(blocks: int, seed: int = 7) -> tuple[Scheme, GameRows]:
    """The scheme over five strategies, and the rows of its first blocks."""
    scheme = forced_openings(setting(facts(4), 5, seed=seed), PLANS)
    return scheme, Design("openings", (DesignPart(scheme, blocks),), seed, forced=PLANS).rows(0, blocks * scheme.block)


def test_every_number_and_line_is_forced_once_on_the_deal_and_line_up_of_a_free_game() -> None:
    bases = len(forced_openings(setting(facts(4), 5), PLANS).lineups.at) // 4
    blocks = bases * 16
    _, rows = played(blocks)
    forced = rows.arm == ARMS.index("forced")
    per_deal = rows.forced_opening[forced].max(axis=1).reshape(blocks, 8)
    assert [PLANS[number].group for number in per_deal[3]] == [*"0123456", None]
    assert {tuple(PLANS[number].group for number in deal) for deal in per_deal} == {(*"0123456", None)}
    free = set(zip(rows.deal[~forced].tolist(), rows.lineup[~forced].tolist(), strict=True))
    assert set(zip(rows.deal[forced].tolist(), rows.lineup[forced].tolist(), strict=True)) <= free
    first = np.flatnonzero(forced).reshape(blocks, -1)[:, 0]
    focal = rows.forced_opening[first].argmax(axis=1)
    met = Counter(zip(rows.lineup[first].tolist(), focal.tolist(), strict=True))
    assert len(met) == bases * 16
    assert len(set(met.values())) == 1


@pytest.mark.parametrize("n", range(1, 8))
def test_every_seat_of_every_line_up_is_forced_equally_often(n: int) -> None:
    scheme = forced_openings(setting(facts(4), n), PLANS)
    blocks = 4 * len(scheme.lineups.at)
    rows = Design("openings", (DesignPart(scheme, blocks),), 7, forced=PLANS).rows(0, blocks * scheme.block)
    forced = rows.arm == ARMS.index("forced")
    seat = rows.forced_opening[forced].argmax(axis=1)
    for lineup in np.unique(rows.lineup):
        met = np.bincount(seat[rows.lineup[forced] == lineup], minlength=4)
        assert met.min() == met.max() > 0


def test_every_order_of_a_number_is_there() -> None:
    names = [plan.name for plan in group_openings(facts(4))]
    assert len(names) == len(set(names)) == 2**6
    for number in range(7):
        orders = [name for name in names if name.count("U") == number]
        assert len(orders) == comb(6, number)
        assert orders[0] == "U" * number + "x" * (6 - number)
    assert {plan.group for plan in group_openings(facts(4)) if plan.name.count("U") == 3} == {"3"}


def test_orders_of_a_number_take_turns_and_go_with_no_line_up_or_seat() -> None:
    scheme, rows = played(20 * 60)
    three = [number for number, plan in enumerate(PLANS) if plan.group == "3"]
    at, seat = np.nonzero(np.isin(rows.forced_opening, three))
    drawn = rows.forced_opening[at, seat].reshape(60, 20)
    assert all(sorted(turn) == three for turn in drawn.tolist())  # each once in twenty deals
    assert len({tuple(turn) for turn in drawn.tolist()}) == 60  # never in the same order
    for order in three:
        met = np.bincount(seat[rows.forced_opening[at, seat] == order], minlength=4)
        assert met.sum() == 60
        assert met.min() >= 5  # of 15 expected in each seat
    assert scheme.block == 4 + 8


def test_numbers_allow_the_class_in_the_turns_of_their_order_and_only_others_else() -> None:
    plans = {plan.name: plan for plan in group_openings(facts(4))}
    other = 0b11111100
    assert plans["UUxxxx"].masks == (0b10, 0b10, other, other, other, other)
    assert plans["xUxxxU"].masks == (other, 0b10, other, other, other, 0b10)
    assert forced_opening("UWR", facts(4)).masks == (1 << 1, 1 << 7, 1 << 2)


def by_first_turn() -> GameFacts:
    """The game with its openings compared by the first turn."""
    return facts(4, counted=None, tip=())


def test_plans_of_the_first_turn_set_that_turn_alone_one_for_every_class() -> None:
    plans = group_openings(by_first_turn())
    assert [plan.name for plan in plans] == list("URAGHPW") == [plan.group for plan in plans]
    assert [plan.masks for plan in plans] == [(1 << number,) for number in range(1, 8)]


def test_openings_by_the_first_turn_measure_the_first_class_against_the_others() -> None:
    game = by_first_turn()
    plans = (*group_openings(game)[2:5], forced_opening("UUUHRU", game))
    scheme = forced_openings(setting(game, 5), plans)
    design = Design("openings", (DesignPart(scheme, 6),), 7, forced=plans)
    assert design.contrast_label == "forced A minus the others"


def test_nobody_is_forced_to_open_with_what_is_forbidden() -> None:
    """Masks lose forbidden classes; an opening they leave without a class is none."""
    without = 1 << facts(4).letters.index("W") | 1 << facts(4).letters.index("R")
    numbers = group_openings(facts(4), without)
    assert {mask for plan in numbers for mask in plan.masks} == {0b1111000, 0b10}
    assert [plan.name for plan in group_openings(by_first_turn(), without)] == list("UAGHP")
    assert [plan.name for plan in group_openings(facts(4), 0b10)] == ["xxxxxx"]
