"""What a tournament tells of cycles and of ladders: a cycle only where it is stable, a step above the one below."""

import numpy as np
import polars as pl
import pytest
from reports.tournament.ladder import ladders

from tests.reports.synthetic import asked, frames, free

BEATEN_BY = {"paper": "scissors", "scissors": "stone", "stone": "paper"}


def in_turn(line, seat):
    """Whoever meets what beats it has six points less."""
    return -6.0 * (BEATEN_BY[line[3][seat][0]] in [one[0] for one in line[3]])


@pytest.fixture(scope="module")
def rows():
    """Games of two different ones of three at a time, two seats each, so that all beat each other in turn."""
    lines = []
    for deal in range(240):
        two = [["stone", "paper"], ["paper", "scissors"], ["scissors", "stone"]][deal % 3]
        seats = [(name, "A", None) for name in (*two, *two)]
        lines += [(deal, r, "free", seats[r:] + seats[:r]) for r in range(2)]
    return frames(lines, strength=in_turn)


def test_a_stable_cycle_is_told_in_a_sentence_with_its_links(rows):
    found = asked("tournament", *rows)
    (cycle,) = found.tables["cycles"].iter_rows(named=True)
    assert cycle["stable"] == 1.0
    names = [cycle["first"], cycle["second"], cycle["third"]]
    assert [BEATEN_BY[name] for name in names] == [names[2], names[0], names[1]]
    (said,) = found.said
    first, second, _ = names
    assert said.startswith(
        f"A cycle: {first} finishes ahead of {second} ({100 * cycle['first_second']:.1f} %), {second} of "
    )
    assert said.endswith("in 100 of 100 resamples of the deals.")
    mix = found.tables["mixtures"]
    assert mix["nash"].to_numpy() == pytest.approx(np.full(3, 1 / 3), abs=0.15)
    assert (mix["nash_low"] <= mix["nash"]).all()
    assert mix["alpha"].to_list() == pytest.approx([1 / 3] * 3)


def test_players_in_a_true_order_show_no_stable_cycle():
    bonus = {"builder": 6.0, "racer": 2.0, "taskman": 0.0, "wallman": -4.0}
    found = asked("tournament", *frames(free(300), strength=lambda line, seat: bonus[line[3][seat][0]]))
    assert not found.said
    assert found.tables["mixtures"].row(0)[:2] == ("builder", 1.0)


def test_a_ladder_is_a_search_of_several_numbers_of_games():
    names = ["search:curve:64", "mcts:50", "search:curve:8", "curve", "mcts:50:margin=0.5", "search:curve:16:bias=2"]
    assert ladders(names) == {"search:curve:N": [(8, "search:curve:8"), (64, "search:curve:64")]}


def test_each_step_of_a_ladder_is_held_against_the_one_below():
    steps = ("mcts:1", "mcts:2", "mcts:4", "walls")
    bonus = {"mcts:1": 0.0, "mcts:2": 4.0, "mcts:4": 4.0, "walls": 0.0}
    found = asked(
        "tournament", *frames(free(300, strategies=steps), strength=lambda line, seat: bonus[line[3][seat][0]])
    )
    ladder, standing = found.tables["ladder"], found.tables["standing"]
    assert ladder["games"].to_list() == [1, 2, 4]
    assert ladder["ahead"][0] is None
    ahead = {row["row"]: row for row in found.tables["finish_ahead"].iter_rows(named=True) if row["column"] == "mcts:1"}
    assert ladder["ahead_low"][1] == ahead["mcts:2"]["ahead_low"] > 0.5
    elo = dict(standing.select("strategy", "elo").rows())
    assert ladder["elo"].to_list() == [elo[name] for name in steps[:3]]
    seats = found.tables["strategy_seat"].filter(pl.col("seat") == 1)
    assert dict(seats.select("strategy", "effect").rows())["mcts:4"] == ladder["first"][2]
    (said,) = found.said
    assert said.startswith("mcts:N, N from 1 to 4: a step finishes ahead of the one below in ")
    assert said.endswith("surely more than half in 1 of 2.")
