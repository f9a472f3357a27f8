"""Features at the edges of the game: nothing left in a supply."""

from tests.games.deck_table import features
from tests.games.positions import Tables


def test_a_card_whose_colour_the_supply_lacks_brings_points_but_neither_markers_nor_the_lead(table: Tables) -> None:
    placed = features(table().hand(5).play("unify"), "region", region=2)
    assert (placed["vp"], placed["markers"], placed["lead"]) == (0, 1, 1)
    placed = features(table().markers(seat=1, writing=6).hand(5).play("unify"), "region", region=2)
    assert (placed["vp"], placed["markers"], placed["lead"]) == (1, 0, 0)


def test_a_set_of_officials_is_worth_nothing_without_a_governor_in_the_supply(table: Tables) -> None:
    t = table().officials(1, military=1, civilian=1)
    assert features(t, "play", action="recruit")["sets"] == 1
    assert features(t.governors(3, 8), "play", action="recruit")["sets"] == 0
