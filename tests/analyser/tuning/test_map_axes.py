"""Axes of a map of plans: openings, sources and columns of games that are known."""

from typing import Any

import numpy as np
import pytest

from analyser.errors import UsageError
from analyser.experiments.loading import load_any
from analyser.experiments.objective import Objective, TableGames
from analyser.tuning.map_start import OPENING, SOURCE, axes_of, axis_names
from reports.facts import GameFacts, parse_facts

COLUMNS = ["score", "rank", "win_share60", "opening", "board", "score_walls", "score_tasks", "action_W"]


@pytest.fixture(scope="module")
def zhanguo() -> GameFacts:
    return parse_facts(load_any("zhanguo").facts())


def opened(line: str, facts: GameFacts) -> int:
    """A packed opening: four bits a turn, the first turn lowest."""
    return sum(facts.letters.index(letter) << 4 * turn for turn, letter in enumerate(line))


def table_of(facts: GameFacts, own: dict[str, list[float]], other: dict[str, list[float]]) -> TableGames:
    """Games of two seats: the plan sits in the second."""
    seats = {name: np.column_stack([other[name], own[name]]).ravel() for name in own}
    seats["score"] = np.zeros(2 * len(own["opening"]))
    return TableGames(
        Objective(game=facts.name, against=("random",)), facts, seats, np.ones(len(own["opening"]), dtype=int)
    )


@pytest.fixture
def played(zhanguo: GameFacts) -> TableGames:
    lines = ["UUUURR", "UURUUH", "UUUUUU"]
    sources = {f"score_{name}": [0.0] * 3 for name in zhanguo.sources}
    own = {**sources, "score_walls": [9.0, 6.0, 6.0], "score_tasks": [20.0, 20.0, 20.0]}
    other = {**sources, "score_walls": [1.0, 1.0, 1.0], "score_tasks": [18.0, 18.0, 18.0]}
    opening: Any = [opened(line, zhanguo) for line in lines]
    return table_of(
        zhanguo,
        {**own, "opening": opening, "action_W": [2.0, 3.0, 4.0]},
        {**other, "opening": [opened("RRRRRR", zhanguo)] * 3, "action_W": [0.0] * 3},
    )


def test_a_plan_lies_where_it_opens_most_often_and_leads_farthest(zhanguo: GameFacts, played: TableGames) -> None:
    opening, source = axes_of((OPENING, SOURCE), zhanguo, COLUMNS, {})
    measured = opening.measure(played)
    assert measured.tolist() == pytest.approx([0, 0, 0, 0, 2 / 3, 0, 1 / 3])  # numbers of U in the lines above
    assert (opening.keys[opening.cell(measured)], opening.axis_value(measured)) == ("4U", pytest.approx(2 / 3))
    led = source.measure(played)
    assert source.keys[source.cell(led)] == "walls"  # 6 ahead; in tasks, where it has more points, 2
    assert source.axis_value(led) == pytest.approx(6.0)


def test_cells_of_a_column_reach_beyond_what_plans_of_the_game_came_to(zhanguo: GameFacts, played: TableGames) -> None:
    walls, _ = axes_of(("action_W", SOURCE), zhanguo, COLUMNS, {"action_W": np.array([2.0, 4.0])})
    assert walls.edges == pytest.approx([1 + 4 * part / 6 for part in range(1, 6)])  # 1 to 5 in six cells
    assert walls.cell(walls.measure(played)) == 2  # on an edge, a mean of 3 belongs below
    assert walls.axis_value(walls.measure(played)) == pytest.approx(3.0)
    assert [walls.cell(np.array([value])) for value in (-1.0, 1.5, 4.9, 99.0)] == [0, 0, 5, 5]
    assert len(walls.labels) == len(walls.keys) == 6


def test_the_first_turn_decides_where_no_class_is_counted() -> None:
    facts = parse_facts(load_any("middle_kingdom").facts())
    opening, _ = axes_of((OPENING, SOURCE), facts, COLUMNS, {})
    codes: Any = [opened("7R", facts), opened("67", facts), opened("7", facts)]
    zeros = {name: [0.0] * 3 for name in ("opening",)}
    measured = opening.measure(table_of(facts, {"opening": codes}, zeros))
    assert opening.labels[opening.cell(measured)] == "a bid of 7"
    assert opening.axis_value(measured) == pytest.approx(2 / 3)


def test_axes_that_a_game_lacks_are_named(zhanguo: GameFacts) -> None:
    assert axis_names(zhanguo, COLUMNS) == (OPENING, SOURCE, "score", "score_walls", "score_tasks", "action_W")
    for names in ((OPENING, OPENING), (OPENING, SOURCE, "score")):
        with pytest.raises(UsageError, match="name two different ones, such as opening,source"):
            axes_of(names, zhanguo, COLUMNS, {})
