"""Why a move was made: values, features and visits are those a strategy decided by, and mistakes are no chance."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from analyser.errors import DataError, UsageError
from analyser.experiments.config_loader import merge
from analyser.records import record_text
from analyser.records.file import parse_record
from analyser.records.recording import record_game
from analyser.replay.explain import Judge, decision_of, judge_named, judge_of_seat
from analyser.replay.mistakes import MAX_MISTAKES, Mistake, analyse_game
from analyser.replay.page import page_text
from analyser.replay.timeline import Timeline, build_timeline


@cache
def timeline_of_game(*strategies: str, game: str = "middle_kingdom") -> Timeline:
    """A game between these."""
    config = merge("run", {"game": game, "players": len(strategies), "strategies": strategies, "seed": 3})
    return build_timeline(parse_record(record_text(record_game(config, 0)), "game.jsonl"))


def choices(timeline: Timeline, seat: int) -> list[int]:
    """Decisions of the seat in which there was a choice."""
    lines = [frame.next for frame in timeline.moments if frame.next]
    return [line["ply"] for line in lines if line["seat"] == seat and not line["forced"]]


def judge_in(timeline: Timeline, name: str) -> Judge:
    return judge_named(name, timeline.positions[0].game)


@pytest.mark.parametrize("game", ["zhanguo", "qin"])
def test_features_times_weights_are_the_value_of_every_option(game: str) -> None:
    plan = {"zhanguo": "balanced", "qin": "expander"}[game]
    timeline = timeline_of_game(plan, "random", game=game)
    for ply in choices(timeline, 1)[::12]:
        found, _ = decision_of(timeline, ply, None, name="g")
        weights = found.judge.policy.weights[timeline.positions[ply].weight_set()]  # type: ignore[union-attr]
        names = [name for name, *_ in timeline.positions[ply].game.feature_docs]
        assert all(term.weight == weights[names.index(term.feature)] / 1000 for term in found.terms)
        for at, option in enumerate(found.options):
            assert option.value == pytest.approx(sum(term.points[at] for term in found.terms))
        values = [option.value or 0 for option in found.options]
        assert values == sorted(values, reverse=True)
        assert sum(term.points_over(1) for term in found.terms) == pytest.approx(values[0] - values[1])


@pytest.mark.parametrize("name", ["search:curve:16", "mcts:20", "flat:3"])
def test_a_search_is_asked_again_with_the_draws_it_had_in_the_game(name: str) -> None:
    """So that its values are those it chose by: the choice is that of the record."""
    timeline = timeline_of_game(name, "curve")
    for ply in choices(timeline, 1):
        found, made = decision_of(timeline, ply, None, name="g")
        assert found.best == made
        visits = [option.visits or 0 for option in found.options]
        assert sum(visits) == 3 * len(visits) if name == "flat:3" else sum(visits) <= int(name.rpartition(":")[2])
        assert [option.value is None for option in found.options] == [visit == 0 for visit in visits]


def test_a_plan_that_draws_is_told_by_its_highest_value() -> None:
    timeline = timeline_of_game("novice", "curve")
    assert any(
        found.best != made for found, made in (decision_of(timeline, at, None, name="g") for at in choices(timeline, 1))
    )


def test_what_a_plan_says_was_lost_is_the_difference_of_its_values() -> None:
    timeline = timeline_of_game("random", "curve")
    judge = judge_in(timeline, "curve")
    found = analyse_game(timeline, judge)
    assert set(found.values) == {*choices(timeline, 1), *choices(timeline, 2)}
    assert 0 < len(found.mistakes) <= MAX_MISTAKES
    made = {frame.ply: frame.next["chosen"] for frame in timeline.moments if frame.next}
    lost = [max(value or 0 for value in values) - (values[made[ply]] or 0) for ply, values in found.values.items()]
    assert [one.lost for one in found.mistakes] == pytest.approx(sorted(lost, reverse=True)[: len(found.mistakes)])
    for one in found.mistakes[:2]:
        explanation, option = decision_of(timeline, one.ply, judge, name="g")
        assert (one.move, one.better) == (option.text, explanation.best.text)
        assert (one.is_sure, one.unit) == (True, "points")


def test_what_a_search_says_was_lost_holds_in_other_games_played_out() -> None:
    """Moves of a random player against the search's: intervals hold what 4,000 games of other draws say."""
    timeline = timeline_of_game("random", "curve")
    judge = judge_in(timeline, "search:curve:32")
    found = analyse_game(timeline, judge).mistakes
    assert len(found) > 3
    assert found[0].is_sure
    assert [one.lost for one in found] == sorted((one.lost for one in found), reverse=True)
    assert judge.search is not None
    for one in found[:3]:
        moves = [move_called(timeline, one, words) for words in (one.better, one.move)]
        shares = judge.search.win_shares(timeline.positions[one.ply], moves, 4000, seed=10_000 + one.ply)
        mean = 100 * float(np.mean(shares[:, 0] - shares[:, 1]))
        assert one.low is not None
        assert one.high is not None
        assert one.low - 2 < mean < one.high + 2


def move_called(timeline: Timeline, one: Mistake, words: str) -> int:
    position = timeline.positions[one.ply]
    return next(move for move in position.moves() if position.game.words.text(position, move) == words)


def test_nobody_errs_by_what_it_chose_by_itself() -> None:
    timeline = timeline_of_game("search:curve:16", "random")
    found = analyse_game(timeline)
    assert found.mistakes == ()
    assert found.silent == {2: "a random player values no moves"}
    assert set(found.values) == set(choices(timeline, 1))


def test_the_page_has_values_and_mistakes_and_says_who_values_none() -> None:
    timeline = timeline_of_game("random", "curve")
    short = replace(timeline, moments=timeline.moments[:3])
    page = page_text(short, analyse_game(timeline, judge_in(timeline, "curve")))
    assert page.count('<li><a href="#move=') == MAX_MISTAKES
    assert '"judges":{"1":["curve","points"]' in page
    assert "player 1 (random): a random player values no moves." in page_text(short, analyse_game(short))
    assert "<li><a" not in page_text(short)


@pytest.mark.parametrize(
    ("strategy", "why"),
    [
        ("human", "a person values no moves"),
        ("my.py:Mine", "a strategy in Python values no moves"),
        ("no/such/plan.toml", "a record opens no file that it names"),
        ("search:no/such/plan.toml:64", "a record opens no file that it names"),
        ("search:curve:5000", "a search of more than 1,024 games"),
        ("nobody", "there is no such strategy"),
        (None, "nobody is named"),
    ],
)
def test_a_record_opens_and_runs_nothing_that_it_names(strategy: object, why: str) -> None:
    found = judge_of_seat(strategy, timeline_of_game("random", "curve").positions[0].game)
    assert isinstance(found, str)
    assert why in found


def test_what_cannot_be_explained_is_said_in_words() -> None:
    timeline = timeline_of_game("random", "curve")
    last = len(timeline.moments) - 2
    with pytest.raises(UsageError, match=f"decisions 0 to {last}"):
        decision_of(timeline, last + 1, None, name="g")
    with pytest.raises(UsageError, match="a random player values no moves: name who shall value"):
        decision_of(timeline, choices(timeline, 1)[0], None, name="g")
    forced = next(frame.ply for frame in timeline.moments if frame.next and frame.next["forced"])
    with pytest.raises(UsageError, match="one legal move"):
        decision_of(timeline, forced, None, name="g")
    for name in ("random", "my.py:Mine"):
        with pytest.raises(UsageError, match="values no moves"):
            judge_in(timeline, name)
    with pytest.raises(DataError, match="no strategy 'curv'"):
        judge_in(timeline, "curv")
