"""Copies of component files in every game that lists edits of them: round trips, mistakes, variations, and the
reconstruction of cards.csv.

component_edits.toml of a game's tests holds the edits: a mistake with its error, a variation with its warnings.
"""

import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from cext.games.errors import ComponentError
from tests.games.copies import edit

pytestmark = pytest.mark.slow

EDITS: dict[str, dict[str, list[dict[str, Any]]]] = {
    path.parent.name: tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted(Path(__file__).parent.glob("*/component_edits.toml"))
}
of_each_game = pytest.mark.parametrize("game_name", EDITS)


def of_each(kind: str) -> pytest.MarkDecorator:
    """Every entry of a kind, with its game."""
    entries = [(game, number, entry) for game, kinds in EDITS.items() for number, entry in enumerate(kinds[kind], 1)]
    ids = [f"{game}-{number}-{entry['file']}" for game, number, entry in entries]
    return pytest.mark.parametrize(("game_name", "entry"), [(game, entry) for game, _, entry in entries], ids=ids)


@pytest.fixture
def files(game_name: str) -> Any:
    """The module that reads the game's component files."""
    return import_module(f"cext.games.{game_name}.data.components")


@pytest.fixture
def reconstruct(game_name: str) -> Any:
    """The module that reconstructs the game's cards.csv."""
    return import_module(f"cext.games.{game_name}.data.reconstruct")


def test_edits_are_listed_for_the_games_with_many_files() -> None:
    assert {"first_empire", "zhanguo"} <= set(EDITS)
    assert all(len(kinds["mistakes"]) > 20 and len(kinds["variations"]) > 5 for kinds in EDITS.values())


@of_each_game
def test_reconstruction_gives_the_shipped_cards_byte_for_byte(files: Any, reconstruct: Any) -> None:
    assert reconstruct.cards_csv().encode() == (files.SHIPPED / "cards.csv").read_bytes()
    assert reconstruct.main(["--check"]) == 0


@of_each_game
def test_reconstruction_check_notices_a_changed_file(
    copy: Path, files: Any, reconstruct: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reconstruct, "CARDS", copy / "cards.csv")
    with (copy / "cards.csv").open("a", encoding="utf-8") as file:
        file.write("\n")
    assert reconstruct.main(["--check"]) == 1
    assert capsys.readouterr().out == "cards.csv: differs from the reconstruction\n"
    assert reconstruct.main([]) == 0
    assert (copy / "cards.csv").read_bytes() == (files.SHIPPED / "cards.csv").read_bytes()


@of_each_game
def test_an_exported_copy_loads_as_the_same_tables(copy: Path, files: Any) -> None:
    assert sorted(path.name for path in copy.iterdir()) == sorted([*files.FILES, "README.md"])
    assert files.load(copy) == files.load()
    assert files.digest(files.load(copy)) == files.digest(files.load())


@of_each_game
def test_the_content_of_the_files_can_be_written_and_read_again(tmp_path: Path, files: Any) -> None:
    jsonschema_rs.validate(files.COMPONENTS.schema(), files.tables())
    files.write(files.tables(), tmp_path)
    assert files.load(tmp_path) == files.load()


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
