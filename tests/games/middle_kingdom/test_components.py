"""Component files of Middle Kingdom: what is reconstructed, rows that are counted, splits of Nobles that are free."""

from pathlib import Path

import pytest

from cext.games import load_game
from cext.games.errors import ComponentError, OptionError
from cext.games.middle_kingdom.data import components as files
from tests.games.copies import edit


def test_only_the_split_of_the_nobles_is_reconstructed() -> None:
    rows = files.tables(None)["cards.csv"]
    split = {row["card"]: row["count"] for row in rows if row["status"] == "reconstructed"}
    assert split == {"noble_2": 4, "noble_3": 4, "noble_4": 4}


def test_empty_rows_are_counted(copy: Path) -> None:
    edit(copy, "cards.csv", "\nfarmer,", "\n\n\nfarmer,")
    edit(copy, "cards.csv", "warlord,10", "warlord,x")
    with pytest.raises(ComponentError, match=r"cards\.csv, row 10: count holds 'x'"):
        files.load(copy)


def test_other_splits_of_the_nobles_are_free(copy: Path) -> None:
    edit(copy, "cards.csv", "noble_2,4,", "noble_2,6,")
    edit(copy, "cards.csv", "noble_4,4,", "noble_4,2,")
    assert files.check(copy) == []


def test_the_variant_for_three_is_refused_to_others() -> None:
    with pytest.raises(OptionError, match="variant for three players"):
        load_game("middle_kingdom", players=4, experienced=True)
