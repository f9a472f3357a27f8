"""What a plan is worth: keyed deals, boards in turn, points or wins, and what counts besides."""

from dataclasses import replace

import numpy as np
import pytest
from msgspec import structs

from analyser.experiments.objective import (
    CHECK,
    SEARCH,
    WORST,
    Objective,
    StrategyGames,
    boards_of,
    columns,
    evaluate_plan,
    evaluate_strategy,
    fitness,
)
from cext.games import load_game
from reports.facts import GameFacts, parse_facts
from strategies.catalogue import find
from strategies.plan import Plan, read_plan

TOY = Objective(game="toy", against=("random",), players=(2,), games=60, seed=3)


@pytest.fixture
def plan() -> Plan:
    """The toy's."""
    path = find("banker", "toy").path
    assert path is not None
    return read_plan(path)


def facts(name: str, players: int) -> GameFacts:
    return parse_facts(load_game(name, players=players).facts())


def boards(name: str, players: int, board: str | None, games: int) -> list[list[str]]:
    game = facts(name, players)
    found = boards_of(game, board, np.arange(games) % players, np.random.default_rng(1))
    return [[list(game.boards)[number] for number in row] for row in found]


def test_worth_is_keyed_by_the_generation_and_the_same_for_all_workers(plan: Plan) -> None:
    assert fitness(TOY, plan, 1) == fitness(TOY, plan, 1) != fitness(TOY, plan, 2)
    assert fitness(TOY, plan, 1) != fitness(replace(TOY, seed=4), plan, 1)
    search, check = (evaluate_plan(TOY, plan, use, 0, 60) for use in (SEARCH, CHECK))
    assert not np.array_equal(search.lead, check.lead)  # other deals


def test_a_strong_plan_is_ahead_of_random(plan: Plan) -> None:
    games = evaluate_plan(TOY, plan, CHECK, 0, 400)
    assert games.lead.mean() > 5
    assert games.share.mean() > 0.6
    assert np.array_equal(games.value, games.lead)
    wins = evaluate_plan(replace(TOY, goal="wins"), plan, CHECK, 0, 400)
    assert np.array_equal(wins.value, 100 * games.share)


def test_strategy_has_a_fair_share_among_itself() -> None:
    whole = evaluate_strategy(TOY, "random", CHECK, 0, 600)
    low, high = whole.limits
    assert low < 1 / 2 < high
    assert high - low < 0.1
    assert np.isnan(whole.microseconds)  # it is quick
    parts = [evaluate_strategy(TOY, "search:banker:4", CHECK, first, 20) for first in (0, 20)]
    joined = StrategyGames.join(parts)
    assert len(joined.share) == 40
    assert joined.n_decisions == sum(part.n_decisions for part in parts)
    assert 0 < joined.microseconds < 1e5
    assert joined.share.mean() > 0.6


def test_tables_of_several_sizes_count_alike(plan: Plan) -> None:
    two, three, both = (fitness(replace(TOY, players=players), plan, 1) for players in ((2,), (3,), (2, 3)))
    assert both == pytest.approx((two + three) / 2)


def test_emphasis_counts_extra(plan: Plan) -> None:
    assert {"pushes", "score_cards"} <= set(columns(TOY))
    extra = replace(TOY, emphasis=(("pushes", 2.0),))
    pushes = (fitness(extra, plan, 1) - fitness(TOY, plan, 1)) / 2
    assert 0 < pushes < 50
    assert extra.goal_text == "points ahead of the mean opponent, pushes counting 2 extra"


def test_numbers_that_no_plan_can_have_are_worth_least(plan: Plan) -> None:
    assert fitness(TOY, structs.replace(plan, weights={"value": 3e6}), 1) == WORST


def test_seats_have_the_plain_board_and_different_others_in_turn() -> None:
    sides = boards("zhanguo", 4, None, 8)
    assert sides[4:] == [["A"] * 4] * 4
    assert all(sorted(row) == ["circle", "square", "star", "triangle"] for row in sides[:4])
    assert boards("toy", 2, None, 4) == [["B", "A"], ["B", "A"], ["A", "A"], ["A", "A"]]


def test_a_board_that_is_named_lies_before_the_plan() -> None:
    sides = boards("zhanguo", 3, "star", 6)
    assert [row[game % 3] for game, row in enumerate(sides)] == ["star"] * 6
    assert all(row.count("star") == 1 for row in sides)
    assert [row.count("A") for row in sides] == [0, 0, 0, 2, 2, 2]
    assert [row.count("A") for row in boards("zhanguo", 3, "A", 6)] == [1, 1, 1, 3, 3, 3]


def test_a_map_is_one_for_all() -> None:
    known = list(facts("qin", 2).boards)
    assert boards("qin", 2, None, 6) == [[known[turn]] * 2 for turn in (0, 0, 1, 1, 0, 0)]
    assert boards("qin", 2, known[1], 3) == [[known[1]] * 2] * 3
