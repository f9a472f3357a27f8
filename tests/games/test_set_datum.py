"""Data of component files set by their paths, and the errors that name what is not there."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from cext.games import ComponentError, component_set
from cext.games.component_edits import set_datum

ZHANGUO = component_set("zhanguo")


def content_with(path: str, value: str) -> dict[str, Any]:
    content = deepcopy(ZHANGUO.raw_content())
    set_datum(ZHANGUO, content, path, value)
    return content


@pytest.mark.parametrize(
    ("path", "value", "edits"),
    [
        ("numbers.auction_vp", "10", ["auction_vp 15 10"]),
        ("cards.17.ability", "vp_3", ["row 18 ability calm_here vp_3"]),
        ("rewards.writing.1.kind", "workers_2", ["row 2 kind military_2 workers_2"]),
        ("tasks.1.symbols.2", "jade", ["row 2 symbols turquoise turquoise gold turquoise jade gold"]),
        ("boards.triangle.officials", "[2, 1, 0]", ["triangle officials [1, 1, 1] [2, 1, 0]"]),
        ("boards.triangle.tracks.4", "2", []),  # as it is
    ],
)
def test_a_datum_is_set_by_file_row_and_key(tmp_path: Path, path: str, value: str, edits: list[str]) -> None:
    ZHANGUO.write(content_with(path, value), tmp_path)
    found = ZHANGUO.edits(tmp_path)
    assert [" ".join(filter(None, [e.row, e.field, e.shipped, e.edited])) for e in found] == edits
    assert not any(line.startswith("error") for line in ZHANGUO.check(tmp_path))


@pytest.mark.parametrize(("length", "levels"), [("2", [2]), ("3", [3]), ("4", [4])])
def test_the_last_slot_of_a_track_keeps_forbidding_palaces(length: str, levels: list[int]) -> None:
    content = content_with("boards.triangle.tracks.4", length)
    assert content["boards.toml"]["triangle"]["no_palace"]["value"] == [[3], [3, 4], [3], levels, [3]]
    shorter = content_with("boards.triangle.tracks.2", "3")["boards.toml"]
    assert shorter["triangle"]["no_palace"]["value"][1] == [3]
    assert shorter["star"] == ZHANGUO.raw_content()["boards.toml"]["star"]


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("bords.triangle", "bords.triangle: there is no component file 'bords': did you mean boards?"),
        ("boards.triangl.tracks.1", "boards.toml: no key 'triangl': did you mean triangle?"),
        ("boards.triangle.tracks.9", "boards.toml, triangle.tracks: no place '9': name one from 1 to 5"),
        ("boards.triangle", "boards.toml, triangle: name a datum of it: block, tracks, no_palace, officials"),
        ("boards.triangle.tracks.1.2", "boards.toml, triangle.tracks.1: holds 3: nothing in it is called '2'"),
        ("cards.170.ability", "cards.csv: no row '170' (a row is called by its number): did you mean 70?"),
        ("cards.17.abilty", "cards.csv, 17: no column 'abilty': did you mean ability?"),
    ],
)
def test_what_is_not_there_is_told_in_a_line(path: str, said: str) -> None:
    with pytest.raises(ComponentError) as error:
        content_with(path, "1")
    assert str(error.value) == said
