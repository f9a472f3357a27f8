"""The base of small games: what it refuses, in one line."""

import pytest

from cext.games import OptionError, load_game


def test_a_number_of_players_the_game_is_not_for_is_refused() -> None:
    with pytest.raises(OptionError, match=r"^toy is for 1, 2, 3, 4 players, not 5$"):
        load_game("toy", players=5)
    with pytest.raises(OptionError, match="toy has no option"):
        load_game("toy", players=2, moon="full")


def test_facts_follow_from_the_enums_of_the_source() -> None:
    game = load_game("toy", players=2)
    assert game.kinds == ("play", "push", "bank")
    assert game.stages == ("play", "push")
    assert game.classes[1:] == (("L", "low card"), ("H", "high card"), ("P", "push"))
    assert [name for name, _ in game.categories] == ["cards", "bonus"]
    assert [name for name, _ in game.counters] == ["pushes", "busts", *(f"score_after_round_{n}" for n in range(1, 7))]
    assert game.feature_docs[0] == ("value", "value of the card played", "points")
    assert (game.n_weight_sets, game.rounds) == (12, ("1", "2", "3", "4", "5", "6"))
