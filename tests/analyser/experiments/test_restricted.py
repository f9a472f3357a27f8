"""Restricted play: every deal has every restriction, one seat has it, and it alone does without."""

import numpy as np
import pytest

from analyser.experiments.config_loader import load_experiment
from analyser.experiments.experiment import Experiment
from analyser.experiments.restricted import parse_each


def restricted(game: str, *words: str, games: int = 400, **settings: object) -> Experiment:
    """The experiment of these restrictions."""
    return load_experiment("restricted", {"game": game, "games": games, "restrictions": words, **settings})


def test_a_deal_has_every_restriction_of_one_seat_and_seats_take_turns() -> None:
    experiment = restricted("toy", "push", "low card", players=3, strategies=("banker", "novice"))
    schedule = experiment.schedule(experiment.pilots())
    (design,) = schedule.designs
    assert [entry.name for entry in design.forced] == ["unrestricted", "without push", "without low card"]
    rows = design.rows(0, design.games)
    restricted_seats = rows.forced_opening >= 0
    assert (restricted_seats.sum(axis=1) == 1).all()
    number, seat = rows.forced_opening.max(axis=1), restricted_seats.argmax(axis=1)
    for deal in np.unique(rows.deal):
        here = rows.deal == deal
        assert sorted(number[here]) == [0, 1, 2]
        assert len(np.unique(seat[here])) == 1
        assert len(np.unique(rows.lineup[here])) == 1
    first = rows.take(rows.deal < 3)
    assert len(np.unique(first.lineup)) == 1  # of one line-up every seat is restricted
    assert np.unique(restricted_seats[rows.deal < 3].argmax(axis=1)).tolist() == [0, 1, 2]


@pytest.mark.parametrize(("word", "letter"), [("wall", "W"), ("palace", "P"), ("unify", "U")])
def test_one_seat_does_without_an_action_and_the_others_do_not(word: str, letter: str) -> None:
    experiment = restricted("zhanguo", word, games=80, strategies=("walls", "palaces", "balanced"))
    (simulator,), (design,) = experiment.simulators, experiment.schedule(experiment.pilots()).designs
    rows = design.rows(0, design.games)
    results = simulator.play(rows, design.forced)
    count = simulator.of_players(results.seats[f"action_{letter}"])
    without = rows.forced_opening == 1
    assert count[without].sum() == 0
    assert count[~without].mean() > 0.5


def test_one_seat_has_no_abilities_of_cards_and_the_others_have() -> None:
    experiment = restricted("zhanguo", "cards", games=60, strategies=("balanced",))
    (simulator,), (design,) = experiment.simulators, experiment.schedule(experiment.pilots()).designs
    assert len(design.forced[1].powers) == 14  # type: ignore[attr-defined]
    rows = design.rows(0, design.games)
    results = simulator.play(rows, design.forced)
    score = simulator.of_players(results.seats["score_abilities"])
    assert score[rows.forced_opening == 1].sum() == 0
    assert score[rows.forced_opening == 0].mean() > 1
    assert score[rows.forced_opening == -1].mean() > 1


def test_a_game_in_which_nothing_is_forbidden_is_that_of_balance() -> None:
    experiment = restricted("zhanguo", "cards", games=40, strategies=("balanced",))
    (simulator,), (design,) = experiment.simulators, experiment.schedule(experiment.pilots()).designs
    rows = design.rows(0, design.games)
    rows = rows.take(rows.forced_opening.max(axis=1) == 0)
    unrestricted = simulator.play(rows, design.forced)
    rows.forced_opening[:] = -1
    free = simulator.play(rows)
    assert (unrestricted.seats["score"] == free.seats["score"]).all()


def test_each_is_every_action_and_ability_but_those_of_boards_that_nobody_has() -> None:
    (simulator,) = restricted("zhanguo", "each", strategies=("balanced",)).simulators
    prepared = simulator.prepared
    names = list(parse_each(("each",), prepared.game, prepared.boards))
    assert len(names) == 7 + 14
    star = list(prepared.game.boards).index("star")
    assert [name for name in parse_each(("each",), prepared.game, (star, 0, 0, 0)) if name not in names] == [
        "star_1",
        "star_2",
    ]
