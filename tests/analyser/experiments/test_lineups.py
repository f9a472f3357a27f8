"""One game of `balance` in eight replays a deal for the sake of skill; nothing else of the schedule changes."""

from itertools import combinations

import numpy as np
import polars as pl
import pytest
from scipy.stats import chisquare

from analyser.experiments.balance import Balance, Tournament
from analyser.experiments.config_loader import load_experiment
from analyser.experiments.experiment_kind import Pilot
from analyser.experiments.openings import group_openings
from analyser.experiments.schedule import ARMS, Design, DesignPart, GameRows
from analyser.experiments.schemes import OTHER_BLOCKS, REPLAYED, forced_openings, free
from analyser.runs.plan_trials import time_decisions
from reports.stats.aliasing import aliasing
from tests.analyser.experiments.prepared import facts, prepared


def period_of(players: int) -> tuple[int, int]:
    """Blocks of a period, and how many of them replay nothing."""
    replays = REPLAYED * (players + 1)
    return (OTHER_BLOCKS + 1) * replays, OTHER_BLOCKS * replays


def design(strategies: int, players: int, *, same_deal: bool = False, replayed: bool = True, games: int = 0) -> Design:
    """Games of two periods, unless told otherwise."""
    known = prepared(facts(players), strategies, games=games or 2 * period_of(players)[0] * players)
    return Balance().design(known, Pilot(same_deal=same_deal), sample=1.0, replayed=replayed)


@pytest.mark.parametrize("same_deal", [False, True])
@pytest.mark.parametrize(("strategies", "players"), [(2, 2), (3, 2), (7, 4), (3, 3), (5, 3)])
def test_line_ups_play_a_deal_once_and_once_more_for_every_seat(strategies: int, players: int, same_deal: bool) -> None:
    made = design(strategies, players, same_deal=same_deal)
    rows = made.rows(0, made.games)
    assert np.unique(rows.deal).tolist() == list(range(made.deals))
    is_skill = rows.arm == ARMS.index("skill")
    period, others = period_of(players)
    assert np.array_equal(is_skill, np.arange(made.games) // players % period >= others)
    assert not rows.redraw[~is_skill].any()
    assert not rows.record[is_skill].any()
    assert rows.record[~is_skill].all()
    assert not set(rows.deal[is_skill]) & set(rows.deal[~is_skill])
    for deal in np.unique(rows.deal[is_skill]):
        games = rows.take(rows.deal == deal)
        assert games.redraw.tolist() == np.repeat(np.arange(players + 1), REPLAYED).tolist()
        replays = games.lineup.reshape(players + 1, REPLAYED)
        assert (replays == replays[0]).all()
    assert len(np.unique(rows.deal[is_skill])) == 2 * players


def test_replayed_line_ups_are_drawn_independently() -> None:
    made = design(3, 2, games=300 * period_of(2)[0] * 2)
    rows = made.rows(0, made.games)
    drawn = rows.lineup[(rows.arm == ARMS.index("skill")) & (rows.redraw == 0)].astype(int)
    n = len(np.unique(rows.lineup))
    deals, first = np.unique(rows.deal[(rows.arm == ARMS.index("skill")) & (rows.redraw == 0)], return_inverse=True)
    lineups = drawn[np.argsort(first, kind="stable")].reshape(len(deals), REPLAYED)
    pairs = np.bincount(lineups[:, 0] * n + lineups[:, 1], minlength=n * n)
    assert n == 6
    assert chisquare(pairs).pvalue > 0.001  # two of a deal may be the same


def test_a_shorter_design_is_the_beginning_of_a_longer_one_and_of_one_without_replays() -> None:
    period, others = period_of(4)
    long, short = design(7, 4, games=5_000), design(7, 4, games=period * 4 + 8)
    plain = design(7, 4, replayed=False)
    for other, n in ((short, short.games), (plain, others * 4)):
        first, same = long.rows(0, n), other.rows(0, n)
        assert np.array_equal(first.deal, same.deal)
        assert np.array_equal(first.policy, same.policy)
    assert short.deals == others * 4 + 4 + 8


def test_other_line_ups_go_on_in_turn_behind_replays() -> None:
    period, others = period_of(4)
    made, plain = design(7, 4), design(7, 4, replayed=False)
    behind, same = made.rows(period * 4, period * 4 + 40), plain.rows(others * 4, others * 4 + 40)
    assert np.array_equal(behind.policy, same.policy)


# -- strategies crossed with boards and seats -------------------------------------------------------------------------


def levels(rows: GameRows) -> pl.DataFrame:
    """Strategy, board and seat of every seat of every game."""
    seat = np.broadcast_to(np.arange(rows.policy.shape[1]), rows.policy.shape)
    columns = {"strategy": rows.policy.ravel(), "board": rows.board.ravel(), "seat": seat.ravel()}
    return pl.DataFrame(columns)


@pytest.mark.parametrize(("n", "boards"), [(4, (0, 1, 0, 4)), (2, (0, 1, 2, 3)), (7, (0, 0, 0, 1))])
def test_every_block_crosses_its_strategies_with_boards_and_seats(n: int, boards: tuple[int, ...]) -> None:
    scheme = free(prepared(facts(4), n, seed=3, boards=boards))
    design = Design("balance", (DesignPart(scheme, 5),), 3)
    for block in range(5):
        rows = design.rows(block * scheme.block, (block + 1) * scheme.block)
        met = levels(rows).group_by("strategy", "board", "seat").len()
        per_board = np.bincount(boards, minlength=5)
        times = np.bincount(rows.policy[0], minlength=n)  # a strategy may sit in several places
        for strategy, board, _, games in met.iter_rows():
            assert games == times[strategy] * per_board[board]
        assert len(met) == np.count_nonzero(times) * np.count_nonzero(per_board) * 4
        it = aliasing(levels(rows), ("strategy", "board", "seat"))
        assert (it.inseparable, it.uneven) == ((), ())
        assert len(np.unique(rows.deal)) == 4


def test_boards_turn_as_often_as_they_differ_and_not_without_need() -> None:
    assert free(prepared(facts(4), 4, boards=(0, 1, 0, 1))).deals == 2
    assert free(prepared(facts(4), 4, boards=(1, 1, 1, 1))).deals == 1
    named = free(prepared(facts(4), 4, boards=(0, 1, 2, 3)), lineup=[0, 1, 2, 3])
    assert (named.deals, named.block) == (1, 4)
    assert free(prepared(facts(4), 4, boards=(0, 1, 2, 3), rotate=False)).deals == 1


def test_openings_are_forced_with_every_turn_of_the_boards() -> None:
    game = facts(4)
    plans = group_openings(game)
    scheme = forced_openings(prepared(game, 4, boards=(0, 1, 2, 3)), plans)
    blocks = len(scheme.lineups.at)  # every line-up is the forced one once
    rows = Design("openings", (DesignPart(scheme, blocks),), 7, forced=plans).rows(0, blocks * scheme.block)
    it = aliasing(levels(rows), ("strategy", "board", "seat"))
    assert (it.inseparable, it.uneven) == ((), ())


# -- line-ups of a tournament -----------------------------------------------------------------------------------------


MAPS = {"hills": "A", "lakes": "A"}


@pytest.mark.parametrize(("n", "games"), [(6, 1440), (12, 12_000)])  # all line-ups; a balanced sample of them
def test_every_two_meet_about_equally_often_and_all_sit_everywhere_alike(n: int, games: int) -> None:
    design = Tournament().design(prepared(facts(4), n, seed=3, games=games), Pilot(), sample=0.0)
    policy = design.rows(0, games).policy.astype(int)
    seats = np.array([np.bincount(policy[:, seat], minlength=n) for seat in range(4)])
    assert (seats == seats[0]).all()
    here = (policy[:, :, None] == np.arange(n)).any(axis=1)
    met = np.array([(here[:, a] & here[:, b]).sum() for a, b in combinations(range(n), 2)])
    assert met.sum() == 6 * games
    assert (abs(met - met.mean()) <= (0 if n == 6 else 0.1 * met.mean())).all()
    assert not design.rows(0, games).record.any()


def test_every_line_up_plays_on_every_map_unless_one_is_named() -> None:
    game = facts(3, boards=MAPS, letters="", turns=0, tip=(), shared=True)
    played = prepared(game, 4, seed=3, games=400)
    assert Tournament().boards(played) == {0, 1}
    pilot = Tournament().pilot(played, lambda rows, forced=(): pytest.fail("nothing is to be found out"))
    design = Tournament().design(played, pilot, sample=0.0)
    rows = design.rows(0, design.games)
    hills, lakes = (rows.policy[rows.board[:, 0] == one].tolist() for one in (0, 1))
    assert len(hills) == len(lakes) == design.games / 2
    assert sorted(hills) == sorted(lakes)
    named = prepared(game, 4, seed=3, games=400, fixed_boards=True, boards=(1, 1, 1))
    assert Tournament().boards(named) == {1}
    design = Tournament().design(named, Pilot(), sample=0.0)
    assert (design.rows(0, design.games).board == 1).all()


def test_a_decision_of_a_quick_strategy_is_timed_and_one_of_a_search_is_not() -> None:
    experiment = load_experiment(
        "tournament", {"game": "middle_kingdom", "players": 2, "strategies": ("random", "curve", "mcts:2")}
    )
    schedule = experiment.schedule(experiment.pilots())
    found = time_decisions(schedule.simulators[0], schedule.designs[0])
    assert set(found) == {"random", "curve"}
    assert 0 < found["random"] < found["curve"] < 1  # milliseconds: weighing moves takes longer than drawing one
