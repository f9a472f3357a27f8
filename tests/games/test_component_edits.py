"""What an edited copy of component files says otherwise than the shipped ones; data set by their paths."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from cext.games import ComponentError, component_set, has_components, listed_games
from cext.games.component_edits import Edit, edits_between, set_datum
from tests.games.copies import edit

GAMES = [name for name in listed_games() if has_components(name)]


def edits_of(game: str, folder: Path) -> tuple[Edit, ...]:
    """What the files of a folder say otherwise than the shipped ones."""
    components = component_set(game)
    return components.edits(components.raw_content(folder))


@pytest.mark.parametrize("game_name", GAMES)
def test_a_copy_as_exported_has_no_edits(game_name: str, copy: Path) -> None:
    assert edits_of(game_name, copy) == ()


@pytest.mark.parametrize("game_name", ["zhanguo"])
def test_a_cell_and_a_value_are_told_with_file_row_field_and_both_values(copy: Path) -> None:
    edit(copy, "cards.csv", "\n3,writing,recruit,calm_here,", "\n3,writing,recruit,vp_3,")
    edit(copy, "boards.toml", "value = [3, 4, 3, 2, 3]", "value = [3, 4, 3, 3, 3]")
    assert edits_of("zhanguo", copy) == (
        Edit("boards.toml", "triangle", "tracks", "[3, 4, 3, 2, 3]", "[3, 4, 3, 3, 3]"),
        Edit("cards.csv", "row 4", "ability", "calm_here", "vp_3"),
    )


@pytest.mark.parametrize("game_name", ["zhanguo"])
def test_a_folder_with_some_files_differs_in_these_alone(copy: Path, tmp_path: Path) -> None:
    text = (copy / "cards.csv").read_text(encoding="utf-8")
    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / "cards.csv").write_text(text.replace("1,writing,palace,vp_3", "1,writing,palace,vp_2"), encoding="utf-8")
    (found,) = edits_of("zhanguo", alone)
    assert (found.row, found.shipped, found.edited) == ("row 2", "vp_3", "vp_2")


@pytest.mark.parametrize("game_name", ["toy"])
def test_statuses_and_sources_are_no_edits(copy: Path) -> None:
    for file in (copy / "cards.csv", copy / "numbers.toml"):
        text = file.read_text(encoding="utf-8").replace("rulebook", "inferred")
        file.write_text(text, encoding="utf-8")
    assert edits_of("toy", copy) == ()


@pytest.mark.parametrize("game_name", ["qin"])
def test_a_map_of_ones_own_and_one_changed_row_of_a_map_are_told(copy: Path) -> None:
    bird = (copy / "maps/bird.toml").read_text(encoding="utf-8")
    (copy / "maps/mine.toml").write_text(bird.replace("Bird", "Mine"), encoding="utf-8")
    edit(copy, "maps/bird.toml", '"....vv...v...",', '"....vv.......",')
    assert edits_of("qin", copy) == (
        Edit("maps/bird.toml", "rows", "3", "....vv...v...", "....vv......."),
        Edit("maps/mine.toml", "", "", "", "the file"),
    )


def rows(*values: tuple[Any, ...]) -> dict[str, list[dict[str, Any]]]:
    """A CSV file of tiles with faces and their worth."""
    return {"tiles.csv": [dict(zip(("tile", "face", "vp", "status"), row, strict=True)) for row in values]}


def test_rows_go_by_the_columns_that_name_them_wherever_they_stand() -> None:
    shipped = rows((1, 1, 4, "a"), (1, 2, 5, "a"), (2, 1, 6, "a"))
    assert edits_between(shipped, rows((2, 1, 6, "b"), (1, 2, 5, "a"), (1, 1, 4, "a")), ("status",)) == ()
    shorter = edits_between(shipped, rows((1, 1, 4, "a"), (2, 1, 9, "a")), ("status",))
    assert shorter == (Edit("tiles.csv", "row 3", "vp", "6", "9"), Edit("tiles.csv", "row 3", "", "1, 2, 5", ""))
    longer = edits_between(shipped, rows((1, 1, 4, "a"), (1, 2, 5, "a"), (2, 1, 6, "a"), (3, 1, 7, "a")), ("status",))
    assert longer == (Edit("tiles.csv", "row 5", "", "", "3, 1, 7"),)


def test_tables_in_lists_are_told_by_their_numbers() -> None:
    shipped = {"boards.toml": {"abilities": [{"effect": "a"}, {"effect": "b", "status": "x"}], "draft": False}}
    edited = {"boards.toml": {"abilities": [{"effect": "a"}, {"effect": "c", "status": "y"}], "draft": True}}
    assert edits_between(shipped, edited, ("status",)) == (
        Edit("boards.toml", "abilities", "2.effect", "b", "c"),
        Edit("boards.toml", "draft", "", "false", "true"),
    )


# -- Data set by their paths -------------------------------------------------------------------------------------------


def zhanguo() -> Any:
    """Its component files; asked for in tests alone, for the project can be collected without the game."""
    return component_set("zhanguo")


def content_with(path: str, value: str) -> dict[str, Any]:
    content = deepcopy(zhanguo().raw_content())
    set_datum(zhanguo(), content, path, value)
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
    zhanguo().write(content_with(path, value), tmp_path)
    found = edits_of("zhanguo", tmp_path)
    assert [" ".join(filter(None, [e.row, e.field, e.shipped, e.edited])) for e in found] == edits
    assert not any(line.startswith("error") for line in zhanguo().check(tmp_path))


@pytest.mark.parametrize(("length", "levels"), [("2", [2]), ("3", [3]), ("4", [4])])
def test_the_last_slot_of_a_track_keeps_forbidding_palaces(length: str, levels: list[int]) -> None:
    content = content_with("boards.triangle.tracks.4", length)
    assert content["boards.toml"]["triangle"]["no_palace"]["value"] == [[3], [3, 4], [3], levels, [3]]
    shorter = content_with("boards.triangle.tracks.2", "3")["boards.toml"]
    assert shorter["triangle"]["no_palace"]["value"][1] == [3]
    assert shorter["star"] == zhanguo().raw_content()["boards.toml"]["star"]


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
