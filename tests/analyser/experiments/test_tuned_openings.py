"""Openings forced on plans that are tuned to open so: who they are, and in which games they play."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyser.experiments.config import Config, DesignInput
from analyser.experiments.experiment import prepare
from analyser.experiments.experiment_kind import Pilot
from analyser.experiments.openings import DEALS_PER_TUNED, Openings, planned_line
from analyser.experiments.schedule import ARMS, Design, GameRows
from tests.analyser.experiments.settings import facts, setting

OWN = {"s1": "UUUxxx", "s4": "UUUUxx", "s6": "UUUxxx"}  # two plans are tuned to three, one to four
FREE, FORCED, BY_TUNED = (ARMS.index(arm) for arm in ("chosen", "forced", "tuned"))


def with_tuned(own: Mapping[str, str] = OWN, **changes: Any) -> DesignInput:
    """Seven strategies, some of them tuned to an opening."""
    return setting(facts(4), 7, own_openings=own, **changes)


def design_of(found: DesignInput, rounds: int) -> Design:
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
    alone = setting(facts(4), 4)  # s0 to s3, as many as are ordinary here
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
    assert simulator.setting.own_openings == own
    if not strategies:
        balance = prepare(Config(game=game, design="balance", games=10)).config.strategies
        assert simulator.setting.ordinary == balance
        assert simulator.setting.names == (*balance, *own)


def test_a_plan_of_ones_own_is_tuned_to_an_opening_where_its_file_says_so(tmp_path: Path) -> None:
    text = 'name = "mine"\nidea = "Opens with two."\nopening = ["U", "U", {}]\n{}[weights]\nvp = 1\n'
    court = ", ".join(['"RAGHPW"'] * 4)
    lines = []
    for name, strength in (("narrow", 'strength = "narrow"\n'), ("full", "")):
        file = tmp_path / f"{name}.toml"
        file.write_text(text.format(court, strength), encoding="utf-8")
        (simulator,) = prepare(Config(game="zhanguo", design="openings", strategies=("balanced", str(file)))).simulators
        lines.append(list(simulator.setting.own_openings.values()))
    assert lines == [["UUxxxx"], []]
