"""Copies of The First Empire's component files; what all games keep: tests/games/test_component_copies.py."""

from pathlib import Path

import pytest

from cext.games.first_empire.data.components import (
    SHIPPED,
    Components,
    check,
    digest,
    load,
    provenance,
)
from tests.games.copies import edit

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def shipped() -> Components:
    return load()


# -- copies ---------------------------------------------------------------------------------------------------------


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


def test_check_lists_every_mistake(copy: Path) -> None:
    edit(copy, "cards.csv", "\n7,writing,", "\n7,laws,")
    edit(copy, "lisi_cards.csv", "1 2 3 6 10 15 20 8 23", "1 2 3 6 10 15 20 8 8")
    edit(copy, "numbers.toml", "rounds = { value = 5,", "rounds = { value = 6,")
    found = check(copy)
    assert len(found) == 3
    assert all(line.startswith("error: ") for line in found)


# -- variations -----------------------------------------------------------------------------------------------------


def test_an_ability_that_no_card_has_is_a_warning(copy: Path) -> None:
    text = (copy / "cards.csv").read_text(encoding="utf-8").replace(",vp_per_wall,", ",vp_per_palace,")
    (copy / "cards.csv").write_text(text, encoding="utf-8")
    assert check(copy) == ["warning: cards.csv: no card has the ability vp_per_wall, the rulebook lists it"]
