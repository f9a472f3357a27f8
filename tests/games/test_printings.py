"""Printings: every draw keeps every constraint and what was looked up, and depends on its numbers alone."""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path

import pytest

from cext.games import ComponentError, listed_games, load_game
from cext.games.component_schema import OWNER
from cext.games.owner_questions import OwnerQuestion
from cext.games.printings import (
    Content,
    KeyedRandom,
    UnknownData,
    UnknownGroup,
    draw_printing,
    draw_readings,
    unknown_data_of,
)

KNOWN = [name for name in listed_games() if unknown_data_of(name) is not None]


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


# -- What was looked up ------------------------------------------------------------------------------------------------


def quick(unknowns: UnknownData) -> list[UnknownGroup]:
    """The groups whose draws are not searched for."""
    return [group for group in unknowns.groups if not group.searched]


def lookups(groups: list[UnknownGroup], content: Content) -> list[OwnerQuestion]:
    return [one for group in groups for one in group.lookups(content)]


def a_box(
    unknowns: UnknownData, groups: list[UnknownGroup], number: int, share: float
) -> tuple[Content, list[OwnerQuestion]]:
    """A printing as it might lie in a box, of which this share was looked up: its files, and what was."""
    box = draw_printing(unknowns.components.raw_content(), groups, seed=77, printing=number)
    draws = KeyedRandom(5, number, "looked up")
    told = [one for one in lookups(groups, box) if draws.chance(share)]
    for one in told:
        for entry in one.marked(box):
            entry["status"] = OWNER
    return box, told


def values(look: OwnerQuestion, content: Content) -> list[object]:
    return [look.entry(content)[field] for field in look.fields]


def keeps(unknowns: UnknownData, groups: list[UnknownGroup], number: int, share: float, folder: Path) -> None:
    """A printing drawn on a box keeps what was looked up and breaks no constraint."""
    box, told = a_box(unknowns, groups, number, share)
    before = deepcopy(box)
    drawn = draw_printing(box, groups, seed=1, printing=number)
    assert box == before
    for one in told:
        assert values(one, drawn) == values(one, box), one.question
    assert findings(unknowns, drawn, folder) == [], f"box {number}"


@pytest.mark.parametrize("name", KNOWN)
def test_printings_keep_what_was_looked_up_and_every_constraint(name: str, tmp_path: Path) -> None:
    unknowns = unknown(name)
    for number in range(30):
        keeps(unknowns, quick(unknowns), number, number % 5 / 5, tmp_path / "drawn")


@pytest.mark.parametrize("name", ["zhanguo", "first_empire"])
def test_cards_that_were_looked_up_are_exchanged_with_others_of_their_deck(name: str, tmp_path: Path) -> None:
    """The draw keeps as many cards of each trigger and ability in each deck as the box has."""
    unknowns = unknown(name)
    cards = [group for group in unknowns.groups if group.searched]
    keeps(unknowns, cards, 3, 0.5, tmp_path / "drawn")
    box, _ = a_box(unknowns, cards, 3, 0.5)
    drawn = draw_printing(box, cards, seed=1, printing=4)
    even = draw_printing(unknowns.components.raw_content(), cards, seed=1, printing=4)
    for deck in ("writing", "currency", "laws"):
        count, known = (
            Counter(row["trigger"] for row in content["cards.csv"] if row["aspect"] == deck)
            for content in (even, drawn)
        )
        assert count == known


@pytest.mark.parametrize("name", KNOWN)
def test_a_group_that_is_wholly_known_does_not_vary(name: str) -> None:
    unknowns = unknown(name)
    content = shipped(name)
    left = unknowns.open_groups(content)
    assert list(left) == [group.name for group in unknowns.groups]
    for group in unknowns.groups:
        for one in group.lookups(content):
            for entry in one.marked(content):
                entry["status"] = OWNER
        del left[group.name]
        assert unknowns.open_groups(content) == left
        assert draw_printing(content, [group], seed=1, printing=3) == content
    assert left == {}


@pytest.mark.parametrize("name", KNOWN)
def test_each_look_at_the_box_is_of_one_datum_of_its_group(name: str) -> None:
    """No two looks ask the same; together they are all that draws of their groups change."""
    unknowns = unknown(name)
    shipped = unknowns.components.raw_content()
    every = lookups(list(unknowns.groups), shipped)
    assert len({(one.file, one.place) for one in every}) == len(every)
    assert len({one.question for one in every}) == len(every)
    for group in quick(unknowns):
        drawn = draw_printing(shipped, [group], seed=1, printing=3)
        for one in group.lookups(shipped):
            for new, old in zip(one.marked(drawn), one.marked(shipped), strict=True):
                new.clear()
                new.update(old)
        assert drawn == shipped, group.name


def test_what_was_answered_conditions_the_prior() -> None:
    """One B side found as shipped makes the shipped order of all four likelier: .55 + .45/24 of .55 + .45/4."""
    unknowns = unknown("zhanguo")
    blocks = [group for group in unknowns.groups if group.name == "blocks of B sides"]
    content = shipped("zhanguo")
    content["boards.toml"]["circle"]["block"]["status"] = OWNER
    same = sum(draw_printing(content, blocks, seed=1, printing=number) == content for number in range(300))
    expected = 300 * (0.55 + 0.45 / 24) / (0.55 + 0.45 / 4)
    assert abs(same - expected) < 4 * (expected * (1 - expected / 300)) ** 0.5
