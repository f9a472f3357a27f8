"""Data of status owner: what somebody read off their box stays in every printing, with every constraint."""

from collections import Counter
from copy import deepcopy
from pathlib import Path

import pytest

from cext.games import listed_games
from cext.games.component_schema import OWNER
from cext.games.owner_questions import Content, OwnerQuestion
from cext.games.printings import KeyedRandom, UnknownData, UnknownGroup, draw_printing, unknown_data_of

KNOWN = [name for name in listed_games() if unknown_data_of(name) is not None]
DRAWN = 20  # printings of each game


def unknown(name: str) -> UnknownData:
    found = unknown_data_of(name)
    assert found is not None
    return found


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
    folder.mkdir(exist_ok=True)
    unknowns.components.write(drawn, folder)
    assert unknowns.components.check(folder) == [], f"box {number}"


@pytest.mark.parametrize("name", KNOWN)
def test_printings_keep_what_was_looked_up_and_every_constraint(name: str, tmp_path: Path) -> None:
    unknowns = unknown(name)
    for number in range(DRAWN):
        keeps(unknowns, quick(unknowns), number, (number % 10 + 0.5) / 10, tmp_path / "drawn")


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
    content = unknowns.components.raw_content()
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
    content = unknowns.components.raw_content()
    content["boards.toml"]["circle"]["block"]["status"] = OWNER
    same = sum(draw_printing(content, blocks, seed=1, printing=number) == content for number in range(300))
    expected = 300 * (0.55 + 0.45 / 24) / (0.55 + 0.45 / 4)
    assert abs(same - expected) < 4 * (expected * (1 - expected / 300)) ** 0.5
