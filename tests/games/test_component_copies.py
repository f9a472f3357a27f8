"""Copies of the component files of every game: export, folders, what spreadsheets save, digests, written tables; edits
of them that each game lists (component_edits.toml: a mistake with its error, a variation with its warnings); and the
reconstruction of cards.csv.
"""

import csv
import pickle
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from cext.games import component_set, has_components, listed_games
from cext.games.components import digest
from cext.games.errors import ComponentError
from tests.games.copies import edit

EDITS: dict[str, dict[str, list[dict[str, Any]]]] = {
    path.parent.name: tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted(Path(__file__).parent.glob("*/component_edits.toml"))
}
RECONSTRUCTED = ("first_empire", "zhanguo")  # games whose cards.csv is
PROVENANCE = {
    "first_empire": {"rulebook": 77, "inferred": 40, "reconstructed": 191},
    "middle_kingdom": {"rulebook": 18, "inferred": 2, "reconstructed": 3},
    "zhanguo": {"rulebook": 49, "inferred": 19, "reconstructed": 165},
}
of_each_game = pytest.mark.parametrize("game_name", [name for name in listed_games() if has_components(name)])
of_each_with_cards = pytest.mark.parametrize("game_name", RECONSTRUCTED)


def of_each(kind: str) -> pytest.MarkDecorator:
    """Every entry of a kind, with its game."""
    entries = [(game, number, entry) for game, kinds in EDITS.items() for number, entry in enumerate(kinds[kind], 1)]
    ids = [f"{game}-{number}-{entry['file']}" for game, number, entry in entries]
    return pytest.mark.parametrize(("game_name", "entry"), [(game, entry) for game, _, entry in entries], ids=ids)


@pytest.fixture
def files(game_name: str) -> Any:
    """The game's component files."""
    return component_set(game_name)


@pytest.fixture
def reconstruct(game_name: str) -> Any:
    """The module that reconstructs the game's cards.csv."""
    return import_module(f"cext.games.{game_name}.data.reconstruct")


@of_each_game
def test_shipped_files_give_no_finding_and_say_how_much_is_reconstructed(game_name: str, files: Any) -> None:
    assert files.check() == []
    counted = dict(files.load().statuses)
    assert counted == PROVENANCE.get(game_name, counted)


@of_each_game
def test_an_exported_copy_loads_as_the_same_tables(copy: Path, files: Any) -> None:
    names = sorted(path.name for path in copy.iterdir() if path.name != "repair.toml")
    assert names == sorted([*files.files, *files.folders, "README.md"])
    (copy / ".DS_Store").write_bytes(b"\0")  # hidden files are left alone
    assert files.load(copy) == files.load()
    assert digest(files.load(copy)) == digest(files.load())


@of_each_game
def test_a_folder_that_holds_something_or_lies_below_a_file_is_not_exported_to(tmp_path: Path, files: Any) -> None:
    (tmp_path / "mine.txt").write_text("keep")
    with pytest.raises(ComponentError) as caught:
        files.export(tmp_path)
    assert str(caught.value) == f"{tmp_path}: exists and is not empty: name a new folder"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
    with pytest.raises(ComponentError, match="cannot be written"):
        files.export(tmp_path / "mine.txt" / "copy")


@of_each_game
def test_the_content_of_the_files_can_be_written_and_read_again(tmp_path: Path, files: Any) -> None:
    jsonschema_rs.validate(files.schema(), files.raw_content())
    files.write(files.raw_content(), tmp_path)
    assert files.load(tmp_path) == files.load()
    assert files.raw_content(tmp_path) == files.raw_content()


@of_each_game
def test_what_is_no_content_of_the_files_is_not_written(tmp_path: Path, files: Any) -> None:
    content = files.raw_content()
    table = next(iter(files.csv))
    for wrong, message in (
        ({}, "the file is missing"),
        ({**content, "x": {}}, "unknown file"),
        ({**content, table: []}, "not the content of such a file"),
        ({**content, table: [{"a": 1}]}, "not the content of such a file"),
        ({**content, "numbers.toml": {"hand": 1.5}}, "not the content of such a file"),
    ):
        with pytest.raises(ComponentError, match=message):
            files.write(wrong, tmp_path)


@of_each_game
def test_files_saved_by_a_spreadsheet_load(copy: Path, files: Any) -> None:
    """Byte order mark, Windows line ends, blanks, columns in another order, empty rows, also before the header."""
    for name in files.csv:
        with (copy / name).open(encoding="utf-8", newline="") as file:
            rows = [row[::-1] for row in csv.reader(file)]
        with (copy / name).open("w", encoding="utf-8-sig", newline="") as file:
            empty = [""] * len(rows[0])
            csv.writer(file).writerows([empty, *([f" {cell} " for cell in row] for row in rows), empty, []])
    for name in files.toml:
        text = (copy / name).read_text(encoding="utf-8")
        (copy / name).write_text(text, encoding="utf-8-sig", newline="\r\n")
    assert files.load(copy) == files.load()


@of_each_game
def test_the_digest_leaves_statuses_sources_and_the_order_of_rows_out(tmp_path: Path, files: Any) -> None:
    content = files.raw_content()
    for name in files.csv:
        content[name] = [row | {"status": "owner", "source": "a test"} for row in content[name]]
    if "cards.csv" in content:
        content["cards.csv"].reverse()
    files.write(content, tmp_path)
    changed = files.load(tmp_path)
    assert digest(changed) == digest(files.load())
    assert changed.statuses != files.load().statuses


@of_each_game
def test_folders_that_are_none_or_hold_something_else_are_refused(copy: Path, tmp_path: Path, files: Any) -> None:
    (copy / "card.csv").write_text("")
    (tmp_path / "empty").mkdir()
    names = ", ".join([*files.files, *(f"{folder}/" for folder in files.folders)])
    for path, message in (
        (copy, f"{copy / 'card.csv'}: unknown file: remove it (component files are {names})"),
        (tmp_path / "empty", f"{tmp_path / 'empty'}: holds no component file: put one there ({names})"),
        (copy / "card.csv", f"{copy / 'card.csv'}: not a directory: name one that holds component files"),
        (tmp_path / "none", f"{tmp_path / 'none'}: no such directory: name one that holds component files"),
    ):
        with pytest.raises(ComponentError) as caught:
            files.load(path)
        assert str(caught.value) == message
        assert files.check(path) == [f"error: {message}"]


@of_each_game
def test_a_file_that_cannot_be_read_is_named_with_its_line(copy: Path, files: Any) -> None:
    for name in files.files:
        text = (files.shipped / name).read_bytes()
        (copy / name).write_bytes(text + "# Größen".encode("latin-1"))
        line = text.count(b"\n") + 1
        said = f"row {line}: not UTF-8 text: save the sheet as CSV in UTF-8"
        if name.endswith(".toml"):
            said = f"line {line}: not UTF-8 text: save the file with that encoding"
        assert files.check(copy)[0] == f"error: {name}, {said}"
        (copy / name).unlink()
        (copy / name).mkdir()
        assert files.check(copy)[0] == (f"error: {copy / name}: cannot be read (it is no regular file): check the file")
        (copy / name).rmdir()
        (copy / name).write_bytes(text)


@pytest.mark.parametrize(
    ("game_name", "file", "old", "new"),
    [
        ("zhanguo", "rewards.csv", "military_2,1,", "workers_2,4,"),
        ("first_empire", "rewards.csv", "currency,2,workers,2,wei,", "currency,2,workers,2,qi,"),
        ("middle_kingdom", "cards.csv", "noble_2,4,", "noble_2,5,"),
    ],
)
def test_a_folder_may_hold_some_of_the_files(tmp_path: Path, files: Any, file: str, old: str, new: str) -> None:
    (tmp_path / file).write_bytes((files.shipped / file).read_bytes())
    edit(tmp_path, file, old, new)
    content, shipped = files.raw_content(tmp_path), files.raw_content()
    assert [name for name in content if content[name] != shipped[name]] == [file]
    assert digest(files.load(tmp_path)) != digest(files.load())


def test_an_error_survives_the_way_back_from_a_worker() -> None:
    error = pickle.loads(pickle.dumps(ComponentError("cards.csv", 17, "wrong: correct it")))
    assert str(error) == "cards.csv, row 17: wrong: correct it"
    assert (error.file, error.row) == ("cards.csv", 17)


# -- edits ------------------------------------------------------------------------------------------------------------


def test_edits_are_listed_for_every_game_and_many_for_those_with_many_files() -> None:
    assert set(EDITS) == {name for name in listed_games() if has_components(name)}
    assert all(len(EDITS[name]["mistakes"]) > 20 and len(EDITS[name]["variations"]) > 5 for name in RECONSTRUCTED)


@of_each_with_cards
def test_reconstruction_gives_the_shipped_cards_byte_for_byte(files: Any, reconstruct: Any) -> None:
    assert reconstruct.cards_csv().encode() == (files.shipped / "cards.csv").read_bytes()
    assert reconstruct.main(["--check"]) == 0


@of_each_with_cards
def test_reconstruction_check_notices_a_changed_file(
    copy: Path, files: Any, reconstruct: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reconstruct, "CARDS", copy / "cards.csv")
    with (copy / "cards.csv").open("a", encoding="utf-8") as file:
        file.write("\n")
    assert reconstruct.main(["--check"]) == 1
    assert capsys.readouterr().out == "cards.csv: differs from the reconstruction\n"
    assert reconstruct.main([]) == 0
    assert (copy / "cards.csv").read_bytes() == (files.shipped / "cards.csv").read_bytes()


@of_each("mistakes")
def test_a_mistake_is_named_with_file_row_reason_and_remedy(copy: Path, files: Any, entry: dict[str, Any]) -> None:
    edit(copy, entry["file"], entry["old"], entry["new"])
    with pytest.raises(ComponentError) as caught:
        files.load(copy)
    assert str(caught.value) == entry["error"]
    assert files.check(copy)[0] == f"error: {entry['error']}"


@of_each("variations")
def test_a_variation_loads_and_check_says_how_it_departs_from_the_printed_game(
    copy: Path, files: Any, entry: dict[str, Any]
) -> None:
    edit(copy, entry["file"], entry["old"], entry["new"])
    assert files.load(copy) != files.load()
    assert files.check(copy) == [f"warning: {warning}" for warning in entry["warnings"]]
