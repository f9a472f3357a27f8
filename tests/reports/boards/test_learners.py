"""The logit model of boards without the seats of learners."""

import numpy as np
import pytest

from reports.ask import ask
from reports.facts import GameFacts, RunFacts
from reports.frames import Frames
from tests.reports.synthetic import FACTS, cross, frames


def beginner_loses(line, seat):
    strategy, board, _ = line[3][seat]
    return -14.0 - 40.0 * (board == "circle") if strategy == "racer" else 0.0


def told(learners, lines, **how):
    """The answer to boards of a run in which these strategies play weakly on purpose."""
    seats, games = frames(lines, **how)
    run = RunFacts("cross", len(games), 1, ("builder",), "0", "e", "c", "2026-01-01", learners=learners)
    return ask("boards", Frames(seats, games), game=GameFacts.read(FACTS), run=run, margin=0.02)


def test_seats_of_learners_are_left_out_and_named():
    lines = cross(400, strategies=("builder", "racer", "taskman"))
    found = told(("racer",), lines, strength=beginner_loses)
    model = found.tables["model"]
    assert not model["term"].str.contains("racer").any()
    assert model["se"].null_count() == 0  # no term rests on a cell without wins
    (note,) = [note for note in found.notes if "learners" in note]
    assert "(racer)" in note
    assert told((), lines, strength=beginner_loses).tables["model"]["term"].str.contains("racer").any()


def test_what_is_left_of_games_with_learners_is_who_wins_among_the_others():
    """Two builders on side A in seats 1 and 2 against two learners: the odds of the seats are those of their wins."""
    lines = [(deal, 0, "cross", [("builder", "A", None)] * 2 + [("racer", "A", None)] * 2) for deal in range(300)]
    model = told(("racer",), lines, strength=lambda line, seat: 2.0 * (seat == 0)).tables["model"]
    seats, _ = frames(lines, strength=lambda line, seat: 2.0 * (seat == 0))
    first, second = (seats.filter(seat=s)["win_share60"].sum() / 60 for s in (1, 2))
    assert model["term"].to_list() == ["seat 1", "seat 2"]
    assert model["estimate"][0] == pytest.approx(np.log((first + 0.5) / (second + 0.5)) / 2, abs=1e-5)


def test_where_only_learners_play_the_model_is_theirs():
    found = told(("racer", "builder"), cross(100))
    assert "strategy" in found.tables["model"]["kind"].to_list()
    assert not any("learners" in note for note in found.notes)


def test_where_no_game_has_two_others_there_is_no_model_and_the_note_says_why():
    lines = [(deal, 0, "cross", [("builder", "A", None)] + [("racer", "A", None)] * 3) for deal in range(60)]
    found = told(("racer",), lines)
    assert len(found.tables["model"]) == 0
    assert any("leaves the seats of learners out (racer)" in note for note in found.notes)
