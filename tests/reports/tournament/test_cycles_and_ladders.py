"""What a tournament tells of cycles and of ladders: a cycle only where it is stable, a step above the one below."""

import pytest

from reports.columns import Words
from reports.estimators.standing import ladders
from reports.facts_parser import parse_facts
from reports.questions.base import Evidence
from reports.questions.tournament import cycles_finding, ladder_finding
from tests.reports.synthetic import FACTS, asked, frames, free

BEATEN_BY = {"paper": "scissors", "scissors": "stone", "stone": "paper"}


def evidence_of(answer):
    return Evidence(answer.tables, Words(parse_facts(FACTS)))


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
    a, b, c = names
    assert cycles_finding(evidence_of(found)) == f"{a} beats {b}, {b} beats {c}, {c} beats {a}"


def test_players_in_a_true_order_show_no_stable_cycle():
    bonus = {"builder": 6.0, "racer": 2.0, "taskman": 0.0, "wallman": -4.0}
    found = asked("tournament", *frames(free(300), strength=lambda line, seat: bonus[line[3][seat][0]]))
    assert cycles_finding(evidence_of(found)) == "No three strategies are shown to beat each other in turn"


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
    assert ladder_finding(evidence_of(found)) == "More thinking wins at one of two steps"
