"""Printings: every draw keeps every constraint, depends on its numbers alone, and changes what its group says."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from cext.games import ComponentError, listed_games, load_game
from cext.games.printings import Content, KeyedRandom, UnknownData, draw_printing, draw_readings, unknown_data_of

KNOWN = [name for name in listed_games() if unknown_data_of(name) is not None]
SLOW_TO_DRAW = {"cards"}  # searched for: a quarter of a second
DRAWN = 25


def unknown(name: str) -> UnknownData:
    found = unknown_data_of(name)
    assert found is not None
    return found


def shipped(name: str) -> Content:
    return unknown(name).components.raw_content()


@cache
def drawn(name: str, seed: int, printing: int) -> Content:
    """A printing of all groups: not to be changed."""
    return draw_printing(shipped(name), unknown(name).groups, seed=seed, printing=printing)


def findings(unknowns: UnknownData, content: Content, folder: Path) -> list[str]:
    """Errors and warnings of a printing."""
    folder.mkdir(exist_ok=True)
    unknowns.components.write(content, folder)
    return unknowns.components.check(folder)


def changes(old: object, new: object, place: tuple[object, ...] = ()) -> Iterator[tuple[tuple[object, ...], object]]:
    """Where two contents of the same tables and rows differ, each place with its new value."""
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        for key in old:
            yield from changes(old[key], new[key], (*place, key))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, pair in enumerate(zip(old, new, strict=True)):
            yield from changes(*pair, (*place, number))
    elif old != new:
        yield place, new


def test_games_that_say_how_their_unknown_data_may_vary() -> None:
    assert "zhanguo" in KNOWN
    assert unknown_data_of("toy") is None


@pytest.mark.parametrize("name", KNOWN)
def test_a_printing_breaks_no_constraint(name: str, tmp_path: Path) -> None:
    for printing in range(5):
        assert findings(unknown(name), drawn(name, 3, printing), tmp_path / "drawn") == []


@pytest.mark.parametrize("name", KNOWN)
def test_many_printings_break_no_constraint(name: str, tmp_path: Path) -> None:
    unknowns, content = unknown(name), shipped(name)
    quick = [group for group in unknowns.groups if group.name not in SLOW_TO_DRAW]
    for printing in range(DRAWN):
        one = draw_printing(content, quick, seed=3, printing=printing)
        assert findings(unknowns, one, tmp_path / "drawn") == [], f"printing {printing}"


@pytest.mark.parametrize("name", KNOWN)
def test_a_printing_depends_on_seed_number_and_group_alone(name: str) -> None:
    groups, content = unknown(name).groups, shipped(name)
    again = draw_printing(content, groups, seed=3, printing={group.name: 4 for group in groups})
    assert again == drawn(name, 3, 4) != drawn(name, 3, 3)
    assert drawn(name, 3, 0) != drawn(name, 1, 0)
    assert draw_printing(content, groups, seed=3, printing={}) == content


@pytest.mark.parametrize("name", KNOWN)
def test_every_group_changes_data_and_no_group_those_of_another(name: str) -> None:
    """What all change together is what each changes alone, in places of its own: groups can be taken from different
    printings."""
    content = shipped(name)
    apart: dict[object, object] = {}
    for group in unknown(name).groups:
        draws = (draw_printing(content, [group], seed=1, printing=number) for number in range(20))
        first = next(draws)
        assert first != content or any(one != content for one in draws), group.name
        alone = dict(changes(content, first))
        assert apart.keys().isdisjoint(alone), group.name
        apart |= alone
    assert apart == dict(changes(content, drawn(name, 1, 0)))


@pytest.mark.parametrize("name", KNOWN)
def test_readings_are_switches_of_the_game_and_the_shipped_one_is_the_likeliest(name: str) -> None:
    defaults = load_game(name, players=2).options
    for reading in unknown(name).readings:
        assert max(reading.weights, key=lambda value: reading.weights[value]) == defaults[reading.switch]
        assert len(reading.weights) > 1
        for value in reading.weights:
            load_game(name, players=2, **{reading.switch: value})


def test_readings_are_drawn_by_their_weights() -> None:
    readings = unknown("zhanguo").readings
    drawn = [draw_readings(readings, seed=1, printing=number)["wall_below_zero"] for number in range(1000)]
    assert 0.25 < sum(map(bool, drawn)) / 1000 < 0.35


def test_choices_are_even_and_shuffles_keep_every_item() -> None:
    draws = KeyedRandom(1, 2, "a group")
    counts = [0] * 5
    for _ in range(5000):
        counts[draws.below(5)] += 1
    assert min(counts) > 900
    assert sorted(draws.shuffled(range(9))) == list(range(9))
    assert {draws.weighted({"a": 1, "b": 0}) for _ in range(50)} == {"a"}


def test_a_printing_is_written_with_what_was_drawn(tmp_path: Path) -> None:
    options = unknown("zhanguo").write(tmp_path / "seven", seed=1, printing=7)
    assert set(options) == {"palace_from_symbol", "wall_below_zero"}
    assert "unrest tracks" in (tmp_path / "seven" / "README.md").read_text(encoding="utf-8")
    load_game("zhanguo", players=3, components=tmp_path / "seven", **options)
    with pytest.raises(ComponentError, match="not empty: name a new folder"):
        unknown("zhanguo").write(tmp_path / "seven", seed=1, printing=8)
