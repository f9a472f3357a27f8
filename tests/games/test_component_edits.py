"""What an edited copy of component files says otherwise than the shipped ones, datum by datum, in every game."""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from cext.games import edits_of, has_components, listed_games
from cext.games.component_edits import Edit, edits_between
from tests.games.copies import edit

GAMES = [name for name in listed_games() if has_components(name)]


def exported(game: str, folder: Path) -> Path:
    """A copy of the game's shipped files."""
    import_module(f"cext.games.{game}.data.components").export(folder)
    return folder


@pytest.mark.parametrize("game", GAMES)
def test_a_copy_as_exported_has_no_edits(game: str, tmp_path: Path) -> None:
    assert edits_of(game, exported(game, tmp_path / "mine")) == ()


def test_a_cell_and_a_value_are_told_with_file_row_field_and_both_values(tmp_path: Path) -> None:
    mine = exported("zhanguo", tmp_path / "mine")
    edit(mine, "cards.csv", "\n3,writing,recruit,calm_here,", "\n3,writing,recruit,vp_3,")
    edit(mine, "boards.toml", "value = [3, 4, 3, 2, 3]", "value = [3, 4, 3, 3, 3]")
    assert edits_of("zhanguo", mine) == (
        Edit("boards.toml", "triangle", "tracks", "[3, 4, 3, 2, 3]", "[3, 4, 3, 3, 3]"),
        Edit("cards.csv", "row 4", "ability", "calm_here", "vp_3"),
    )


def test_a_folder_with_some_files_differs_in_these_alone(tmp_path: Path) -> None:
    shipped = exported("zhanguo", tmp_path / "mine") / "cards.csv"
    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / "cards.csv").write_text(
        shipped.read_text(encoding="utf-8").replace("1,writing,palace,vp_3", "1,writing,palace,vp_2"), encoding="utf-8"
    )
    (found,) = edits_of("zhanguo", alone)
    assert (found.row, found.shipped, found.edited) == ("row 2", "vp_3", "vp_2")


def test_statuses_and_sources_are_no_edits(tmp_path: Path) -> None:
    mine = exported("toy", tmp_path / "mine")
    for file in (mine / "cards.csv", mine / "numbers.toml"):
        text = file.read_text(encoding="utf-8").replace("rulebook", "inferred")
        file.write_text(text, encoding="utf-8")
    assert edits_of("toy", mine) == ()


def test_a_map_of_ones_own_and_one_changed_row_of_a_map_are_told(tmp_path: Path) -> None:
    mine = exported("qin", tmp_path / "mine")
    bird = (mine / "maps/bird.toml").read_text(encoding="utf-8")
    (mine / "maps/mine.toml").write_text(bird.replace("Bird", "Mine"), encoding="utf-8")
    edit(mine, "maps/bird.toml", '"....vv...v...",', '"....vv.......",')
    assert edits_of("qin", mine) == (
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
