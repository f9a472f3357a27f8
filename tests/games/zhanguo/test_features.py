"""Features at the edges of the game: nothing left in a supply."""

from typing import Any

from tests.games.positions import Tables


def features(t: Any, kind: str, **fields: Any) -> dict[str, int]:
    """Features, by name, of the first legal move that fits the description."""
    names = [name for name, *_ in t.game.feature_docs]
    for move in t.position.moves():
        words = t.game.words.describe(t.position, move)
        if all(words.get(name, ...) == value for name, value in (fields | {"kind": kind}).items()):
            return dict(zip(names, t.position.features(move).tolist(), strict=True))
    raise AssertionError(f"no move fits {kind} {fields}")


def test_a_card_whose_colour_the_supply_lacks_brings_points_but_neither_markers_nor_the_lead(table: Tables) -> None:
    placed = features(table().hand(5).play("unify"), "region", region=2)
    assert (placed["vp"], placed["markers"], placed["lead"]) == (0, 1, 1)
    placed = features(table().markers(seat=1, writing=6).hand(5).play("unify"), "region", region=2)
    assert (placed["vp"], placed["markers"], placed["lead"]) == (1, 0, 0)


def test_a_set_of_officials_is_worth_nothing_without_a_governor_in_the_supply(table: Tables) -> None:
    t = table().officials(1, military=1, civilian=1)
    assert features(t, "play", action="recruit")["sets"] == 1
    assert features(t.governors(3, 8), "play", action="recruit")["sets"] == 0
