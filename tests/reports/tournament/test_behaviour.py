"""What strategies of a tournament do, and how alike they play."""

import polars as pl
import pytest

from reports.columns import Words
from reports.facts_parser import parse_facts
from reports.questions.base import Evidence
from reports.questions.tournament import actions_finding
from tests.reports.synthetic import FACTS, asked, frames, free

LETTERS = list(parse_facts(FACTS).classes)


def decisions_of(seats: pl.DataFrame) -> pl.DataFrame:
    """Four turns of two moves a seat: builders take the first action in each, wallmen in one of two, others never."""
    often = pl.col("strategy").cast(pl.String).replace_strict({"builder": 4, "wallman": 2}, default=0)
    turns = seats.select("game", "seat", often=often).join(pl.DataFrame({"turn": [1, 2, 3, 4]}), how="cross")
    moves = turns.join(pl.DataFrame({"move": [0, 1]}), how="cross")
    number = pl.when(pl.col("turn") <= pl.col("often")).then(1).otherwise(2)
    return moves.select(
        "game",
        "seat",
        pl.col("turn"),
        round=pl.lit(1),
        ply=pl.col("turn") * 8 + pl.col("move"),
        # The second move of a turn has a class too: it must not count.
        move_class=pl.when(pl.col("move") == 0).then(number).otherwise(3),
        move_kind=pl.lit("play"),
    )


def test_turns_of_each_strategy_go_by_their_first_action_and_the_likest_come_first():
    seats, games = frames(free(60))
    found = asked("tournament", seats, games, decisions_of(seats))
    mix = found.tables["behaviour"]
    share = {(row["strategy"], row["action"]): row["share"] for row in mix.iter_rows(named=True)}
    first, second = LETTERS[:2]
    assert share["builder", first] == 1.0
    assert share["wallman", first] == share["wallman", second] == 0.5
    assert share["racer", second] == share["taskman", second] == 1.0
    assert mix["action"].unique().sort().to_list() == sorted([first, second])
    assert mix.group_by("strategy").agg(pl.col("share").sum())["share"].to_list() == pytest.approx([1.0] * 4)
    assert mix["n"].sum() == 4 * len(seats)
    alike = {(row["row"], row["column"]): row["otherwise"] for row in found.tables["alike"].iter_rows(named=True)}
    assert len(alike) == 6
    apart = {frozenset(pair): value for pair, value in alike.items()}
    assert apart[frozenset(("builder", "racer"))] == 1.0
    assert apart[frozenset(("builder", "wallman"))] == 0.5
    assert found.tables["alike"]["otherwise"].is_sorted()
    words = actions_finding(Evidence(found.tables, Words(parse_facts(FACTS))))
    assert words == "In these games two strategies differ in 0 to 100 % of turns, taskman and racer the least"


def test_without_recorded_decisions_nothing_is_said_of_behaviour():
    found = asked("tournament", *frames(free(60)))
    assert not len(found.tables["behaviour"])
    assert not actions_finding(Evidence(found.tables, Words(parse_facts(FACTS))))
