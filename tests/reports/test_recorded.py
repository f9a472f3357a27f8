"""Columns of recorded games: counters after a round, what was offered; against the moves of the same run."""

from __future__ import annotations

import polars as pl
import pytest

from analyser import play_games
from reports.conditions import ConditionError
from reports.derived import offers_of
from reports.facts_parser import parse_facts
from reports.run import Run
from tests.reports.synthetic import FACTS

PALACE = 6  # class of ZhanGuo


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Forty games of ZhanGuo for two, every decision recorded."""
    out = tmp_path_factory.mktemp("recorded") / "run"
    settings = {"strategies": ["palaces", "walls"], "record": "decisions", "workers": 0, "seed": 4}
    return play_games("zhanguo", players=2, games=40, out=out, **settings)


@pytest.fixture(scope="module")
def plays(run: Run) -> pl.DataFrame:
    """The decisions in which a card was played."""
    assert run.decisions is not None
    return run.decisions.filter(pl.col("stage").cast(pl.String) == "play").collect()


def test_counters_after_a_round_are_those_of_the_moves_made_until_then(run: Run, plays: pl.DataFrame) -> None:
    assert run.rounds is not None
    rounds = run.rounds.sort("game", "round", "seat").collect()
    assert rounds.select("game", "round", "seat").rows() == [
        (game, number, seat) for game in range(40) for number in range(1, 6) for seat in (1, 2)
    ]
    for number in range(1, 6):
        made = plays.filter(pl.col("round") <= number, pl.col("move_class") == PALACE)
        counted = {(game, seat): 0 for game in range(40) for seat in (1, 2)}
        counted |= {(game, seat): n for game, seat, n in made.group_by("game", "seat").len().rows()}
        own = rounds.filter(pl.col("round") == number)
        assert dict(zip(own.select("game", "seat").rows(), own["action_P"].to_list(), strict=True)) == counted


def test_a_counter_after_a_round_is_a_column_of_seats(run: Run) -> None:
    assert run.rounds is not None
    rounds = run.rounds.filter(pl.col("round") == 3).collect()
    means = rounds.group_by(pl.col("strategy").cast(pl.String)).agg(pl.col("palaces_built").mean()).sort("strategy")
    table = run.compare("palaces_built_after_round_3", by="strategy").table
    assert table["estimate"].to_list() == pytest.approx(means["palaces_built"].to_list())
    met = run.compare("score", where="palaces_built_after_round_3 >= 1").table
    assert met["n"].to_list() == [(rounds["palaces_built"] >= 1).sum()]
    over = run.compare("palaces_built_after_round_5").table
    assert over["estimate"][0] == pytest.approx(run.seats.collect()["palaces_built"].mean())
    with pytest.raises(ConditionError, match="no column palaces_built_after_round_9"):
        run.compare("palaces_built_after_round_9")


@pytest.mark.parametrize("name", ["palace", "P"])
def test_taken_when_it_could_be(run: Run, plays: pl.DataFrame, name: str) -> None:
    could = plays.filter(pl.col("offered") // 2**PALACE % 2 == 1)
    assert 0 < len(could) < len(plays)
    assert could.filter(pl.col("move_class") == PALACE).height == plays.filter(pl.col("move_class") == PALACE).height
    table = run.compare(f"share of move_class = {PALACE}", where=f"offered_{name}").table
    assert table["estimate"].to_list() == pytest.approx([(could["move_class"] == PALACE).mean()])
    assert table["n"].to_list() == [len(could)]
    share = run.compare(f"share of offered_{name}", where="stage = 'play'").table
    assert share["estimate"].to_list() == pytest.approx([len(could) / len(plays)])


def test_rounds_are_a_column_of_games(run: Run) -> None:
    assert run.games.collect()["rounds"].to_list() == [5] * 40
    assert run.compare("rounds").table["estimate"].to_list() == [5]


@pytest.mark.parametrize("name", ["palaces_after_round_2", "score_bids_after_round_2", "offered_pagoda"])
def test_what_nobody_counts_is_no_column(run: Run, name: str) -> None:
    with pytest.raises(ConditionError, match=f"no column {name}: "):
        run.compare(f"mean of {name}")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("U", [("play", 1)]), ("re_assign", [("play", 2)]), ("build", [("turn", 1), ("turn_again", 1)]),
        ("reward_1", [("reward", 1)]), ("reward_32", []), ("play_1", []), ("stop", []),
    ],
)  # fmt: skip
def test_a_name_says_kinds_of_decisions_and_bits(name: str, found: list[tuple[str, int]]) -> None:
    """Of kinds of moves, of classes by letter and name, of numbers of a stage."""
    told = {
        **FACTS, "kinds": ["pass", "build", "reward"], "classes": [["", ""], ["U", "unify"], ["A", "re-assign"]],
        "offers": {"turn": "kind", "play": "class", "reward": "a", "turn_again": "kind"},
    }  # fmt: skip
    facts = parse_facts({**told, "opening": {**FACTS["opening"], "class": "U"}})
    assert offers_of(name, facts) == found


@pytest.mark.parametrize("name", ["palace", "P"])
def test_what_was_chosen_is_counted_among_what_could_be(run: Run, plays: pl.DataFrame, name: str) -> None:
    could = plays.filter(pl.col("offered") // 2**PALACE % 2 == 1)
    row = run.compare(f"share of chosen_{name}", where=f"offered_{name}").table.row(0, named=True)
    assert row["n"] == len(could)
    assert row["estimate"] == pytest.approx((could["move_class"] == PALACE).mean())
