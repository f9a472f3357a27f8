"""What games say is known of scores: every figure can be measured, every word is there, shipped data lie near it."""

import pytest

from analyser.experiments.realism import check_realism, over_printings
from cext.games import listed_games, load_game
from cext.games.realism import expectations_of

KNOWN = [name for name in listed_games() if expectations_of(name)]


@pytest.mark.parametrize("name", KNOWN)
def test_expectations_have_a_range_a_source_and_lines_of_the_scorepad(name: str) -> None:
    for one in expectations_of(name):
        sources = set(load_game(name, players=one.players).facts()["sources"])
        assert set(one.sources) <= {"score", *sources}
        assert one.of in ("seat", "winner", "tie")
        assert one.low < one.high
        assert one.spread > 0
        assert 0 < one.confidence <= 1
        assert one.source
        assert not one.is_share or (one.low >= 0 and one.high <= 1)


@pytest.mark.parametrize("name", KNOWN)
def test_no_figure_of_the_shipped_data_is_two_standard_deviations_away(name: str) -> None:
    found = check_realism(name, None, 200)
    assert [one.expected for one in found] == sorted(expectations_of(name), key=lambda one: one.players)
    for one in found:
        assert one.low <= one.value <= one.high
        assert one.games == 200
        assert one.distance < 2, one.expected.name


def test_printings_are_weighed_by_what_their_games_give() -> None:
    found = over_printings("middle_kingdom", None, 6, 60)
    assert found == over_printings("middle_kingdom", None, 6, 60)
    assert found is not None
    assert len(found.limits) == len(expectations_of("middle_kingdom"))
    assert all(low <= high for low, high in found.limits)
    assert any(low < high for low, high in found.limits)
    assert sum(found.weights) == pytest.approx(6)
    assert 1 <= found.effective <= 6
    assert over_printings("toy", None, 6, 60) is None


def test_the_games_are_the_same_again_and_a_game_of_which_nothing_is_known_plays_none() -> None:
    assert check_realism("qin", None, 60) == check_realism("qin", None, 60)
    assert check_realism("toy", None, 60) == []
