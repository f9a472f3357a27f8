"""Component files: constraints of the shipped ones, maps of a user's own, one clear line for each error."""

from pathlib import Path

import pytest

from cext.games import load_game
from cext.games.errors import ComponentError
from cext.games.qin.data import components as files
from cext.games.qin.data.maps import cell_name

SHIPPED = files.SHIPPED
BIRD = (SHIPPED / "maps" / "bird.toml").read_text(encoding="utf-8")


def test_the_bird_map() -> None:
    """13 x 13, 11 villages on 15 squares, no water, 3 printed spaces, 151 of grass."""
    bird = files.load().maps[0]
    assert [len(row) for row in bird.rows] == [13] * 13
    assert (len(bird.villages), sum(map(len, bird.villages)), len(bird.grass)) == (11, 15, 151)
    assert [(cell_name(cell), colour) for cell, colour in bird.printed] == [("e7", 1), ("g7", 2), ("i7", 3)]
    assert "~" not in "".join(bird.rows)


def test_the_reconstructed_map_has_water_and_more_villages_and_says_what_it_is() -> None:
    lakes = files.load(map_name="lakes_reconstructed")
    assert "~" in "".join(lakes.maps[0].rows)
    assert len(lakes.maps[0].villages) > 11
    assert {cell for cell, _ in lakes.maps[0].printed}.isdisjoint(cell for cell, _ in files.load().maps[0].printed)
    assert lakes.maps[0].status == "reconstructed"
    assert files.provenance(lakes) == {"rulebook": 3, "inferred": 6 + 1 + 11 + 3, "reconstructed": 1 + 15 + 3}


def test_no_map_is_called_lion() -> None:
    for file in (SHIPPED / "maps").glob("*.toml"):
        assert "lion" not in file.read_text(encoding="utf-8").lower() + file.name


def test_tables_written_as_files_give_the_same_game_wherever_the_map_came_from(tmp_path: Path) -> None:
    source = tmp_path / "mine.toml"
    source.write_text(BIRD, encoding="utf-8")
    game = load_game("qin", players=2, map=str(source))
    folder = tmp_path / "copy"
    folder.mkdir()
    game.words.write_components(game.words.component_tables(), folder)
    source.unlink()
    again = load_game("qin", players=2, components=folder, map=str(source))
    assert again.words.component_tables() == game.words.component_tables()


@pytest.mark.parametrize("rows", ['["R.", 3]', '"R."', "[]", str(["R............."]), str(["R."] * 14)])
def test_rows_are_1_to_13_texts_of_1_to_13_squares(tmp_path: Path, rows: str) -> None:
    text = f'title = "t"\nrows = {rows}\nstatus = "inferred"\nsource = "s"\n'
    (tmp_path / "map.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ComponentError, match=r"^map\.toml, rows"):
        load_game("qin", players=2, map=str(tmp_path / "map.toml"))


def test_too_many_villages(tmp_path: Path) -> None:
    rows = ["v.v.v.v.v.v.v", "............."] * 5 + ["R............"]
    text = f'title = "t"\nrows = {rows}\nstatus = "inferred"\nsource = "s"\n'
    (tmp_path / "map.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ComponentError, match="35 villages: at most 32"):
        load_game("qin", players=2, map=str(tmp_path / "map.toml"))


def test_check_finds_every_error_in_the_order_of_files_and_rows(copy: Path) -> None:
    for name, old, new in (
        ("numbers.toml", "value = 3", "value = 0"),
        ("tiles.csv", "1,red,red,12", "x,red,red,²"),
        ("tiles.csv", "6,yellow,blue", "6,yellow,green"),
        ("maps/bird.toml", "v..", "x.."),
        ("maps/bird.toml", "....vv...v...", "....vv...v.."),
        ("maps/lakes_reconstructed.toml", "title", "name"),
    ):
        text = (copy / name).read_text(encoding="utf-8")
        (copy / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert [error.split(":")[1] for error in files.check(copy)] == [
        " numbers.toml, hand", " tiles.csv, row 2", " tiles.csv, row 2", " tiles.csv, row 7", " bird.toml, rows, row 1",
        " bird.toml, rows, row 3", " lakes_reconstructed.toml, name", " lakes_reconstructed.toml, title",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["lion", "../maps/bird", "bird.csv", 300 * "x"])
def test_a_name_that_is_no_map_is_answered_with_the_names_there_are(name: str) -> None:
    with pytest.raises(ComponentError) as error:
        files.load(map_name=name)
    assert str(error.value) == f"maps: no map '{name}': use one of bird, lakes_reconstructed, or a .toml file"


def test_a_map_file_that_cannot_be_read_is_no_broken_toml(tmp_path: Path) -> None:
    for none in (tmp_path / "none.toml", tmp_path / f"{300 * 'x'}.toml"):
        with pytest.raises(ComponentError) as error:
            files.load(map_name=str(none))
        assert str(error.value).startswith(f"{none}: cannot be read (")
    (tmp_path / "latin.toml").write_bytes(b'title = "\xe4"')
    with pytest.raises(ComponentError) as error:
        files.load(map_name=str(tmp_path / "latin.toml"))
    assert str(error.value) == "latin.toml, line 1: not UTF-8 text: save the file with that encoding"
