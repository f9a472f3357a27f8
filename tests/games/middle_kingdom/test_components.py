"""The component files: the constraints of the rulebook, errors in one line, copies."""

from pathlib import Path
from typing import Any

import pytest

from cext.games import load_game
from cext.games.errors import ComponentError, OptionError
from cext.games.middle_kingdom.data import components as files


def test_the_shipped_files_keep_what_the_text_says() -> None:
    data = files.load()
    assert sum(data.count) == 62
    assert dict(zip(files.CARDS, data.count, strict=True)) == {
        "bureaucrat": 9, "farmer": 15, "merchant": 15, "noble_2": 4, "noble_3": 4, "noble_4": 4, "warlord": 10,
        "philosopher": 1,
    }  # fmt: skip
    assert data.card_vp == (0, 0, 0, 2, 3, 4, 1, 1)
    assert dict(zip(files.GOALS, data.goal_vp, strict=True)) == {
        "palace": 4, "harvest": 0, "market": 3, "heir": 5, "emperor": 0,
    }  # fmt: skip


def test_only_the_split_of_the_nobles_is_reconstructed() -> None:
    rows = files.tables(None)["cards.csv"]
    assert [row["card"] for row in rows if row["status"] == "reconstructed"] == ["noble_2", "noble_3", "noble_4"]


def edited(folder: Path, file: str, old: str, new: str) -> Path:
    text = (files.SHIPPED / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    return folder


def test_rows_must_be_complete_and_empty_ones_are_counted(tmp_path: Path) -> None:
    lines = (files.SHIPPED / "cards.csv").read_text(encoding="utf-8").splitlines()
    (tmp_path / "cards.csv").write_text("\n".join(lines[:5]) + "\n", encoding="utf-8")
    with pytest.raises(ComponentError, match="no row for card noble_3"):
        files.load(tmp_path)
    spaced = [*lines[:3], "", "", *lines[3:]]
    (tmp_path / "cards.csv").write_text("\n".join(spaced).replace("warlord,10", "warlord,x"), encoding="utf-8")
    with pytest.raises(ComponentError, match=r"cards\.csv, row 10: count holds 'x'"):
        files.load(tmp_path)


def test_other_numbers_than_the_boxs_are_warnings_and_other_splits_of_nobles_are_free(tmp_path: Path) -> None:
    edited(tmp_path, "cards.csv", "noble_2,4,", "noble_2,6,")
    edited(tmp_path, "numbers.toml", "token_vp = { value = 2", "token_vp = { value = 3")
    assert files.check(tmp_path) == ["warning: token_vp is 3, in the box 2", "warning: 14 nobles, in the box 12"]
    text = (tmp_path / "cards.csv").read_text(encoding="utf-8").replace("noble_4,4,", "noble_4,2,")
    (tmp_path / "cards.csv").write_text(text.replace("farmer,15", "farmer,14"), encoding="utf-8")
    assert files.check(tmp_path) == ["warning: token_vp is 3, in the box 2", "warning: 14 of farmer, in the box 15"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 6}, "is for 2, 3, 4 or 5 players, not 6"),
        ({"players": 4, "experienced": True}, "variant for three players"),
    ],
)
def test_options_that_do_not_fit(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        load_game("middle_kingdom", **options)
