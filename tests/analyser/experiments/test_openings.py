"""Forced openings: every group once a deal on the line-up of a free game, the orders of a number in turns."""

from collections import Counter
from collections.abc import Mapping
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyser.experiments.config import Config, PreparedScenario
from analyser.experiments.experiment import prepare
from analyser.experiments.experiment_kind import Pilot
from analyser.experiments.openings import DEALS_PER_TUNED, Openings, forced_opening, group_openings, planned_line
from analyser.experiments.schedule import ARMS, Design, DesignPart, GameRows, Scheme
from analyser.experiments.schemes import forced_openings
from reports.facts import GameFacts
from tests.analyser.experiments.prepared import facts, prepared

PLANS = (*group_openings(facts(4)), forced_opening("UUUHRU", facts(4)))


def played_blocks(blocks: int, seed: int = 7) -> tuple[Scheme, GameRows]:
    """The scheme over five strategies, and the rows of its first blocks."""
    scheme = forced_openings(prepared(facts(4), 5, seed=seed), PLANS)
    return scheme, Design("openings", (DesignPart(scheme, blocks),), seed, forced=PLANS).rows(0, blocks * scheme.block)


def test_every_number_and_line_is_forced_once_on_the_deal_and_line_up_of_a_free_game() -> None:
    bases = len(forced_openings(prepared(facts(4), 5), PLANS).lineups.at) // 4
    blocks = bases * 16
    _, rows = played_blocks(blocks)
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
    scheme = forced_openings(prepared(facts(4), n), PLANS)
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
    scheme, rows = played_blocks(20 * 60)
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
    scheme = forced_openings(prepared(game, 5), plans)
    design = Design("openings", (DesignPart(scheme, 6),), 7, forced=plans)
    assert design.contrast_label == "forced A minus the others"


def test_nobody_is_forced_to_open_with_what_is_forbidden() -> None:
    """Masks lose forbidden classes; an opening they leave without a class is none."""
    without = 1 << facts(4).letters.index("W") | 1 << facts(4).letters.index("R")
    numbers = group_openings(facts(4), without)
    assert {mask for plan in numbers for mask in plan.masks} == {0b1111000, 0b10}
    assert [plan.name for plan in group_openings(by_first_turn(), without)] == list("UAGHP")
    assert [plan.name for plan in group_openings(facts(4), 0b10)] == ["xxxxxx"]


# -- plans that are tuned to an opening -------------------------------------------------------------------------------


OWN = {"s1": "UUUxxx", "s4": "UUUUxx", "s6": "UUUxxx"}  # two plans are tuned to three, one to four
FREE, FORCED, BY_TUNED = (ARMS.index(arm) for arm in ("chosen", "forced", "tuned"))


def with_tuned(own: Mapping[str, str] = OWN, **changes: Any) -> PreparedScenario:
    """Seven strategies, some of them tuned to an opening."""
    return prepared(facts(4), 7, own_openings=own, **changes)


def design_of(found: PreparedScenario, rounds: int) -> Design:
    design = Openings().design(found, Pilot(), sample=0.0)
    return design.at_least(rounds * design.replicate_games)


@pytest.fixture(scope="module")
def played() -> GameRows:
    """The games of 640 rounds."""
    design = design_of(with_tuned(), 640)
    return design.rows(0, design.games)


def test_a_tuned_plan_plays_its_own_opening_in_the_forced_seat_against_the_same_opponents(played: GameRows) -> None:
    own = {1: 3, 4: 4, 6: 3}  # cards each opens with, by its number
    names = [opening.name for opening in design_of(with_tuned(), 1).forced]
    tuned, forced = played.arm == BY_TUNED, played.arm == FORCED
    seat_of = {
        deal: (plan >= 0).argmax()
        for deal, plan in zip(played.deal[forced], played.forced_opening[forced], strict=True)
    }
    others_of = dict(zip(played.deal[forced], played.policy[forced], strict=True))
    for deal, policy, plan in zip(played.deal[tuned], played.policy[tuned], played.forced_opening[tuned], strict=True):
        seat, cards = seat_of[deal], own[policy[seat_of[deal]]]
        assert names[plan[seat]] == "U" * cards + "x" * (6 - cards)
        assert (np.delete(plan, seat) == -1).all()
        assert (np.delete(policy, seat) == np.delete(others_of[deal], seat)).all()
    assert not np.isin(played.policy[~tuned], list(own)).any()  # and it plays nowhere else


def test_one_deal_in_so_many_has_a_tuned_game_for_each_number_and_plans_of_a_number_take_turns(
    played: GameRows,
) -> None:
    deals, games = np.unique(played.deal[played.arm == BY_TUNED], return_counts=True)
    assert len(np.unique(played.deal)) == DEALS_PER_TUNED * len(deals)
    assert set(games) == {2}
    at, seat = np.nonzero((played.forced_opening >= 0) & (played.arm == BY_TUNED)[:, None])
    met = Counter(zip(played.policy[at, seat].tolist(), seat.tolist(), strict=True))
    assert {plan: sum(n for (who, _), n in met.items() if who == plan) for plan in (1, 4, 6)} == {
        1: 320,
        4: 640,
        6: 320,
    }
    assert all(met[4, place] == 160 for place in range(4))
    assert all(50 < met[plan, place] < 110 for plan in (1, 6) for place in range(4))


def test_what_a_game_is_does_not_depend_on_how_many_there_are(played: GameRows) -> None:
    few = design_of(with_tuned(), 3)
    rows = few.rows(0, few.games)
    for name in ("game", "deal", "lineup", "arm", "policy", "forced_opening"):
        assert np.array_equal(getattr(rows, name), getattr(played, name)[: few.games])
    later = few.rows(few.replicate_games + 5, few.games)  # any slice gives the rows of the whole
    assert np.array_equal(later.policy, rows.policy[few.replicate_games + 5 :])


def test_ordinary_plans_play_what_they_play_without_tuned_ones() -> None:
    """The line-ups, rotations and orders of the first deals are those of a run that names nobody else."""
    alone = prepared(facts(4), 4)  # s0 to s3, as many as are ordinary here
    found = design_of(with_tuned(), 2)
    rows, plain = found.rows(0, found.games), design_of(alone, 2)
    games = plain.rows(0, plain.games)
    block = 4 + 7
    first = rows.policy[:block]  # of the first deal
    assert np.array_equal(np.array([0, 2, 3, 5])[games.policy[:block]], first)
    assert np.array_equal(games.forced_opening[:block], rows.forced_opening[:block])


@pytest.mark.parametrize(
    ("own", "scheme"),
    [({}, 11), ({"s1": "UUUUUU"}, 12), ({"s1": "UUUUUU", "s2": "xxxxxx"}, 13), ({"s1": "UxUxUx"}, 12)],
)
def test_a_block_has_a_game_more_for_each_number_that_has_a_tuned_plan(own: dict[str, str], scheme: int) -> None:
    """Any order is an opening of its number; without such plans a run has one part, as ever."""
    parts = Openings().design(with_tuned(own), Pilot(), sample=0.0).parts
    assert [(part.blocks, part.scheme.block) for part in parts] == ([(DEALS_PER_TUNED - 1, 11)] if own else []) + [
        (1, scheme)
    ]


def test_a_plan_does_not_play_an_opening_that_is_forbidden() -> None:
    parts = Openings().design(with_tuned(forbidden=0b10), Pilot(), sample=0.0).parts
    assert [part.scheme.block for part in parts] == [4 + 1]  # nobody unifies, nobody is tuned to that


@pytest.mark.parametrize(
    ("counted", "opening", "line"),
    [
        ("U", ("U", "U", "U", "U", "RAGHPW", "RAGHPW"), "UUUUxx"),
        ("U", ("RAGHPW", "W", "U", "U", "U", "R"), "xxUUUx"),
        ("U", ("U",) * 9, "UUUUUU"),
        ("U", ("RAGHPW",) * 6, "xxxxxx"),
        ("U", ("U", "U"), ""),  # the rest is open
        ("U", ("U", "U", "U", "U", "UR", "RAGHPW"), ""),  # four or five
        ("U", ("U", "U", "U", "U", "", "RAGHPW"), ""),
        ("U", (), ""),
        (None, ("R", "UR"), "R"),
        (None, ("UR", "R"), ""),
        (None, (), ""),
    ],
)
def test_the_opening_of_a_plan_says_to_which_group_it_is_tuned(
    counted: str | None, opening: tuple[str, ...], line: str
) -> None:
    assert planned_line(opening, facts(4, counted=counted)) == line


@pytest.mark.parametrize(
    ("game", "strategies", "own"),
    [
        ("zhanguo", (), {f"open{number}": "U" * number + "x" * (6 - number) for number in range(7)}),
        ("zhanguo", ("balanced", "open4", "reassign"), {"open4": "UUUUxx"}),  # only those named
        ("zhanguo", ("open3", "open4"), {}),  # nobody else: all are ordinary
        ("zhanguo", ("noisy:open4:1", "balanced"), {}),
        ("middle_kingdom", (), {}),
        ("qin", (), {}),
    ],
)
def test_who_is_tuned_to_an_opening(game: str, strategies: tuple[str, ...], own: dict[str, str]) -> None:
    """By default the plans of full strength, and those that keep to one of the openings compared."""
    prepared = prepare(Config(game=game, design="openings", strategies=strategies, games=10))
    (simulator,) = prepared.simulators
    assert simulator.prepared.own_openings == own
    if not strategies:
        balance = prepare(Config(game=game, design="balance", games=10)).config.strategies
        assert simulator.prepared.ordinary == balance
        assert simulator.prepared.names == (*balance, *own)


def test_a_plan_of_ones_own_is_tuned_to_an_opening_where_its_file_says_so(tmp_path: Path) -> None:
    text = 'name = "mine"\nidea = "Opens with two."\nopening = ["U", "U", {}]\n{}[weights]\nvp = 1\n'
    court = ", ".join(['"RAGHPW"'] * 4)
    lines = []
    for name, strength in (("narrow", 'strength = "narrow"\n'), ("full", "")):
        file = tmp_path / f"{name}.toml"
        file.write_text(text.format(court, strength), encoding="utf-8")
        (simulator,) = prepare(Config(game="zhanguo", design="openings", strategies=("balanced", str(file)))).simulators
        lines.append(list(simulator.prepared.own_openings.values()))
    assert lines == [["UUxxxx"], []]
