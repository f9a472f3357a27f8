"""Chances to win: certain at the end, the same from any number of processes, right in other games played out."""

import re
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from analyser.errors import DataError, UsageError
from analyser.replay.chances import (
    ChancePlan,
    chance_chart,
    chance_rows,
    default_judge,
    join_chances,
    measure_chances,
    plan_chances,
    play_decisions,
)
from analyser.replay.explain import Judge, judge_named
from analyser.replay.mistakes import analyse_game
from analyser.replay.timeline import Timeline, build_timeline
from analyser.runs.executors import InlineExecutor, local_executor, managed_executor
from tests.analyser.records.games import recorded
from tests.analyser.replay.conftest import Told, record_with

HERE = InlineExecutor()
PLAYOUTS = 16


@pytest.fixture(scope="module")
def timeline() -> Timeline:
    """Two players, balanced against balanced."""
    return build_timeline(record_with(recorded(2, "balanced", 1)))


@pytest.fixture(scope="module")
def judge(timeline: Timeline) -> Judge:
    return judge_named("search:balanced:8", timeline.positions[0].game)


@pytest.fixture(scope="module")
def plan(timeline: Timeline, judge: Judge) -> ChancePlan:
    return plan_chances(timeline, judge, PLAYOUTS)


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with managed_executor(local_executor(2)) as pool:
        yield pool


def first_decisions(plan: ChancePlan, n: int) -> ChancePlan:
    """The plan of the first decisions only."""
    return replace(plan, plies=plan.plies[:n], positions=plan.positions[:n], final=None)


def test_every_decision_with_a_choice_has_chances_and_the_end_is_certain(timeline: Timeline, plan: ChancePlan) -> None:
    chances = measure_chances(plan, HERE)
    choices = [moment.ply for moment in timeline.moments if moment.next and not moment.next["forced"]]
    assert list(chances.plies) == [*choices, len(timeline.moments) - 1]
    winners = [seat in timeline.end["winners"] for seat in (1, 2)]
    for end in (chances.shares[-1], chances.low[-1], chances.high[-1]):
        assert end.tolist() == [won / sum(winners) for won in winners]
    np.testing.assert_allclose(chances.shares.sum(axis=1), 1)
    assert (chances.low <= chances.shares).all()
    assert (chances.shares <= chances.high).all()
    assert (chances.shares[-2] == chances.shares[-1]).all(), "the last choice of this game decides nothing any more"


def test_mistakes_are_the_same_from_any_number_of_processes(
    timeline: Timeline, judge: Judge, processes: Executor
) -> None:
    short = replace(timeline, moments=timeline.moments[:25], positions=timeline.positions[:25])
    here, there = analyse_game(short, judge), analyse_game(short, judge, processes)
    assert here.mistakes
    assert here.mistakes == there.mistakes
    assert here.values == there.values


def test_the_games_are_not_those_of_the_record(timeline: Timeline, judge: Judge, plan: ChancePlan) -> None:
    """Were the seed of the playouts the game's own, another game's plan would have the same draws."""
    header = {**timeline.header, "deal": timeline.header["deal"] + 1}
    other = plan_chances(replace(timeline, header=header), judge, PLAYOUTS)
    assert other.key not in (plan.key, timeline.header["seed"])


def test_the_intervals_hold_what_many_games_say(plan: ChancePlan, judge: Judge) -> None:
    """Simultaneous: of all the chances of 40 decisions not one lies outside, in games that had no part in them."""
    some = first_decisions(plan, 40)
    chances = measure_chances(some, HERE)
    assert judge.search is not None
    for at, position in enumerate(some.positions[::8]):
        truth = judge.search.chances(position, 1500, seed=99 + at).mean(axis=0)
        assert (chances.low[8 * at] <= truth).all()
        assert (truth <= chances.high[8 * at]).all()


def test_more_decisions_have_wider_intervals(plan: ChancePlan) -> None:
    """Their error is shared by all decisions of the game, and seats."""
    shares = dict(play_decisions(plan, range(2), HERE))
    few, many = join_chances(first_decisions(plan, 2), shares), join_chances(plan, shares)
    assert (few.shares == many.shares[:2]).all()
    assert (many.high[:2] - many.low[:2] > few.high - few.low).all()


def test_a_chance_is_what_the_players_see_on_average(plan: ChancePlan, judge: Judge) -> None:
    """In game i player i % 2 keeps what it knows: the kernel's games are those of positions dealt anew by hand."""
    assert judge.search is not None
    position = plan.positions[5]
    both = judge.search.chances(position, 400, seed=3)
    of_seat = [both[seat::2, 0].mean() for seat in (0, 1)]
    assert both[:, 0].mean() == pytest.approx(np.mean(of_seat))
    assert both.shape == (400, 2)
    assert set(np.unique(both)) <= {0, 0.5, 1}
    with pytest.raises(ValueError, match="the game is over"):
        judge.search.chances(position.playout(1) and _over(position), 1)


def _over(position):  # type: ignore[no-untyped-def]
    twin = position.copy()
    while twin.to_move is not None:
        twin.apply(twin.moves()[0])
    return twin


@pytest.mark.parametrize("game", ["zhanguo", "first_empire", "qin", "middle_kingdom"])
def test_every_game_has_a_search_that_judges(game: str) -> None:
    assert re.fullmatch(r"search:\w+:64", default_judge(game))
    assert default_judge("no game of ours") == "mcts:64"


def test_what_cannot_be_played_out_is_said(timeline: Timeline, judge: Judge, told: Told) -> None:
    game = timeline.positions[0].game
    with pytest.raises(UsageError, match="balanced plays no games out"):
        plan_chances(timeline, judge_named("balanced", game))
    for playouts in (0, -1, 10_000_000):
        with pytest.raises(UsageError, match="--playouts"):
            plan_chances(timeline, judge, playouts)
    with pytest.raises(DataError, match="differs from the rules"):
        plan_chances(replace(timeline, positions=(), note="why"), judge)
    alone = replace(timeline, end={**timeline.end, "seats": timeline.end["seats"][:1]})
    with pytest.raises(UsageError, match="one player alone"):
        plan_chances(alone, judge)
    forced = replace(timeline, positions=timeline.positions[-1:])
    with pytest.raises(DataError, match="no decision of this game leaves a choice"):
        plan_chances(forced, judge)


def test_a_game_of_one_decision_has_a_chart_of_two_points(timeline: Timeline, judge: Judge, plan: ChancePlan) -> None:
    one = replace(first_decisions(plan, 1), final=plan.final)
    chances = measure_chances(one, HERE)
    assert len(chances.plies) == 2
    assert chance_chart(timeline, chances).count("<polyline") == 2


def test_a_game_that_was_left_has_no_end(timeline: Timeline, judge: Judge) -> None:
    end = {**timeline.end, "finished": False}
    left = replace(timeline, end=end, positions=timeline.positions[:5], moments=timeline.moments[:5])
    plan = plan_chances(left, judge, 4)
    assert plan.final is None
    assert measure_chances(plan, HERE).plies[-1] == plan.plies[-1]


def test_the_chart_draws_the_numbers(timeline: Timeline, plan: ChancePlan) -> None:
    chances = measure_chances(first_decisions(plan, 10), HERE)
    chart = chance_chart(timeline, chances)
    lines = re.findall(r'<polyline class="chance" points="([^"]+)"', chart)
    assert len(lines) == 2
    for seat, line in enumerate(lines):
        points = [tuple(map(float, point.split(","))) for point in line.split()]
        assert [x for x, _ in points] == list(chances.plies)
        np.testing.assert_allclose([y for _, y in points], 100 - 100 * chances.shares[:, seat], atol=0.05)
    row = chance_rows(chances)[3]
    assert row[0] == chances.plies[3]
    assert row[1][1] == [round(100 * each[3, 1]) for each in (chances.shares, chances.low, chances.high)]


def test_names_cannot_break_out_of_the_chart(timeline: Timeline, plan: ChancePlan, tmp_path: Path) -> None:
    evil = "<img src=x>"
    seats = [{**seat, "strategy": evil} for seat in timeline.header["seats"]]
    chances = join_chances(plan, dict(play_decisions(plan, range(3), HERE)))
    chart = chance_chart(replace(timeline, header={**timeline.header, "seats": seats}), chances)
    assert "<img" not in chart
    assert chart.count("&lt;img") == 2
