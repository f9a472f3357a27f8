"""A whole box read off: every answer is taken, the set stays whole all the way, and is the box's in the end."""

from pathlib import Path
from typing import Any

import pytest

from cext.games.answers import shown
from cext.games.component_forms import OWNER
from cext.games.lookups import Content, Lookup
from cext.games.owned import OwnersCopy
from cext.games.printings import Unknowns, draw_printing, unknowns_of

GAMES = ("zhanguo", "first_empire", "qin", "middle_kingdom")


def a_box(unknowns: Unknowns, number: int) -> Content:
    """A printing, as it might lie in a box; cards as shipped."""
    groups = [group for group in unknowns.groups if not group.searched]
    return draw_printing(unknowns.components.plain(), groups, seed=9, printing=number)


def what_the_box_says(look: Lookup, box: Content, mine: Content) -> str:
    """What somebody reads off the box at that look."""
    if look.file == "wall_tiles.csv":  # tiles are told apart by one of their faces
        front = next(row for row in mine[look.file] if row["tile"] == look.entry(mine)["tile"] and row["face"] == 1)
        held = next(row for row in box[look.file] if row["criterion"] == front["criterion"])
        return next(str(row["criterion"]) for row in box[look.file] if row["tile"] == held["tile"] and row is not held)
    return shown(look, look.entry(box))


def faces(content: Content) -> set[frozenset[str]]:
    """Which criteria share a wall tile."""
    tiles: dict[int, set[str]] = {}
    for row in content.get("wall_tiles.csv", ()):
        tiles.setdefault(row["tile"], set()).add(row["criterion"])
    return {frozenset(tile) for tile in tiles.values()}


def played(content: Content) -> Any:
    """What the files say, wall tiles and cards apart, without statuses and sources."""

    def plain(table: Any) -> Any:
        if isinstance(table, dict):
            return {key: plain(value) for key, value in table.items() if key not in ("status", "source")}
        return [plain(one) for one in table] if isinstance(table, list) else table

    return {name: plain(table) for name, table in content.items() if name not in ("wall_tiles.csv", "cards.csv")}


@pytest.mark.slow
@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("name", GAMES)
def test_a_box_is_read_off_to_the_end(name: str, number: int, tmp_path: Path) -> None:
    unknowns = unknowns_of(name)
    assert unknowns is not None
    box = a_box(unknowns, number)
    copy = OwnersCopy(unknowns, tmp_path / "mine")
    for group, first in list(copy.left({}, None)):
        if group.searched:
            continue
        look = copy.now(group, first)
        if look.known(copy.content):
            continue
        copy.answer(group, look, what_the_box_says(look, box, copy.content))
        assert not any(line.startswith("error") for line in unknowns.components.check(tmp_path / "mine"))
    assert played(copy.content) == played(box)
    assert faces(copy.content) == faces(box)
    assert unknowns.components.plain(tmp_path / "mine") == copy.content
    assert set(unknowns.open(copy.content)) <= {"cards"}
    assert unknowns.components.check(tmp_path / "mine") == []


@pytest.mark.parametrize("name", ["zhanguo", "first_empire"])
def test_a_card_that_is_looked_up_takes_its_trigger_and_ability_from_others_of_its_deck(
    name: str, tmp_path: Path
) -> None:
    unknowns = unknowns_of(name)
    assert unknowns is not None
    copy = OwnersCopy(unknowns, tmp_path / "mine")
    group, look = next(one for one in copy.left({}, "cards"))
    answered = copy.answer(group, look, "wall, calm_any")
    row = copy.content["cards.csv"][0]
    assert (row["trigger"], row["ability"], row["status"]) == ("wall", "calm_any", OWNER)
    assert 1 <= len(answered.changed) <= 2
    assert all(one.question.startswith("Card ") for one in answered.changed)
    assert answered.warnings == ()


def test_stopping_in_the_middle_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is replaced whole: what is cut off while it is written leaves the answers before it."""
    unknowns = unknowns_of("middle_kingdom")
    assert unknowns is not None
    copy = OwnersCopy(unknowns, tmp_path / "mine")
    (group, two), (_, three), _ = copy.left({}, None)
    copy.answer(group, two, "5")

    def cut_off(path: Path, data: bytes) -> int:
        with path.open("wb") as file:
            file.write(data[:40])
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", cut_off)
        with pytest.raises(KeyboardInterrupt):
            copy.answer(group, three, "3")
    again = OwnersCopy(unknowns, tmp_path / "mine")
    assert next(look.question for _, look in again.left({}, None)) == "How many of the 12 Nobles are worth 3 VP?"
    assert unknowns.components.check(tmp_path / "mine") == []
