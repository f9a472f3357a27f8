"""Copies of The First Empire's component files: round trips, variations, and how each kind of mistake is named."""

import tomllib
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from cext.games.errors import ComponentError
from cext.games.first_empire.data import reconstruct
from cext.games.first_empire.data.components import (
    COMPONENTS,
    FILES,
    SHIPPED,
    Components,
    check,
    digest,
    edits,
    export,
    load,
    provenance,
    tables,
    write,
)

pytestmark = pytest.mark.slow

EDITS: dict[str, list[dict[str, Any]]] = tomllib.loads(
    Path(__file__).with_name("component_edits.toml").read_text(encoding="utf-8")
)


def names(entries: list[dict[str, Any]]) -> list[str]:
    return [f"{number}-{entry['file']}" for number, entry in enumerate(entries, start=1)]


@pytest.fixture(scope="module")
def shipped() -> Components:
    return load()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A directory with a copy of the shipped files."""
    export(tmp_path / "copy")
    return tmp_path / "copy"


def edit(folder: Path, file: str, old: str, new: str) -> None:
    """Replaces one piece of text, which must be there exactly once."""
    text = (folder / file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")


# -- reconstruction -------------------------------------------------------------------------------------------------


def test_reconstruction_gives_the_shipped_cards_byte_for_byte() -> None:
    assert reconstruct.cards_csv().encode() == (SHIPPED / "cards.csv").read_bytes()
    assert reconstruct.main(["--check"]) == 0


def test_reconstruction_check_notices_a_changed_file(
    copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reconstruct, "CARDS", copy / "cards.csv")
    with (copy / "cards.csv").open("a", encoding="utf-8") as file:
        file.write("\n")
    assert reconstruct.main(["--check"]) == 1
    assert capsys.readouterr().out == "cards.csv: differs from the reconstruction\n"
    assert reconstruct.main([]) == 0
    assert (copy / "cards.csv").read_bytes() == (SHIPPED / "cards.csv").read_bytes()


# -- copies ---------------------------------------------------------------------------------------------------------


def test_an_exported_copy_loads_as_the_same_tables(copy: Path, shipped: Components) -> None:
    assert sorted(path.name for path in copy.iterdir()) == sorted([*FILES, "README.md"])
    assert load(copy) == shipped
    assert digest(load(copy)) == digest(shipped)
    assert edits(copy) == ()


def test_the_content_of_the_files_can_be_written_and_read_again(tmp_path: Path, shipped: Components) -> None:
    jsonschema_rs.validate(COMPONENTS.schema(), tables())
    write(tables(), tmp_path)
    assert load(tmp_path) == shipped


def test_a_directory_may_hold_some_of_the_files(tmp_path: Path, shipped: Components) -> None:
    text = (SHIPPED / "rewards.csv").read_text(encoding="utf-8")
    text = text.replace("currency,2,workers,2,wei,", "currency,2,workers,2,qi,")
    (tmp_path / "rewards.csv").write_text(text, encoding="utf-8")
    changed = load(tmp_path)
    assert changed.rewards[1][1].regions == 1 << 3
    assert changed.cards == shipped.cards
    assert digest(changed) != digest(shipped)


def test_the_digest_leaves_status_source_and_row_order_out(copy: Path, shipped: Components) -> None:
    edit(copy, "emperor_tiles.csv", "\n1,1,recruit,reconstructed,", "\n1,1,recruit,inferred,")
    lines = (copy / "cards.csv").read_text(encoding="utf-8").splitlines()
    (copy / "cards.csv").write_text("\n".join([lines[0], *reversed(lines[1:])]), encoding="utf-8")
    changed = load(copy)
    assert digest(changed) == digest(shipped)
    assert provenance(changed)["inferred"] == provenance(shipped)["inferred"] + 1


def test_the_route_may_be_longer(copy: Path) -> None:
    for old, new in (
        ("0, 2, 0]", "0, 2, 0, 1]"),
        ("value = [0, 0, 0, 0, 0, 1, 0,", "value = [0, 0, 0, 0, 0, 0, 1, 0,"),
        ("5, 5, 6]", "5, 5, 6, 8]"),
    ):
        edit(copy, "board.toml", old, new)
    assert load(copy).elixir.vp[-2:] == (6, 8)
    assert check(copy) == []


# -- mistakes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mistake", EDITS["mistakes"], ids=names(EDITS["mistakes"]))
def test_a_mistake_is_named_with_file_row_reason_and_remedy(copy: Path, mistake: dict[str, str]) -> None:
    edit(copy, mistake["file"], mistake["old"], mistake["new"])
    with pytest.raises(ComponentError) as caught:
        load(copy)
    assert str(caught.value) == mistake["error"]
    assert check(copy)[0] == f"error: {mistake['error']}"


def test_check_lists_every_mistake(copy: Path) -> None:
    edit(copy, "cards.csv", "\n7,writing,", "\n7,laws,")
    edit(copy, "lisi_cards.csv", "1 2 3 6 10 15 20 8 23", "1 2 3 6 10 15 20 8 8")
    edit(copy, "numbers.toml", "rounds = { value = 5,", "rounds = { value = 6,")
    found = check(copy)
    assert len(found) == 3
    assert all(line.startswith("error: ") for line in found)


# -- variations -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variation", EDITS["variations"], ids=names(EDITS["variations"]))
def test_a_variation_loads_and_check_says_how_it_departs_from_the_printed_game(
    copy: Path, shipped: Components, variation: dict[str, Any]
) -> None:
    edit(copy, variation["file"], variation["old"], variation["new"])
    assert load(copy) != shipped
    assert check(copy) == [f"warning: {warning}" for warning in variation["warnings"]]


def test_an_ability_that_no_card_has_is_a_warning(copy: Path) -> None:
    text = (copy / "cards.csv").read_text(encoding="utf-8").replace(",vp_per_wall,", ",vp_per_palace,")
    (copy / "cards.csv").write_text(text, encoding="utf-8")
    assert check(copy) == ["warning: cards.csv: no card has the ability vp_per_wall, the rulebook lists it"]
