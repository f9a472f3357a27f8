"""Features and counters are told where they are numbered: no text can stand beside the wrong number."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cext.kernel.declarations import Declarations, read_declarations

FEATURES = """
cdef enum:  # Feature
    F_BANK                 # the pot is banked | 0/1
    F_POT_SIZE  # points in the pot | points
    N_FEATURES
"""
COUNTERS = """
cdef enum:
    N_ROUNDS = 2

cdef enum:  # Counter
    T_AFTER                          # points after round {}
    T_PUSHED = T_AFTER + N_ROUNDS    # times pushed
    N_COUNTERS
"""
ROUNDS = {"after": [("score_after_round_1", 1), ("score_after_round_2", 2)]}

Read = Callable[[str], Declarations]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads a text as a .pxd file."""

    def declared(text: str) -> Declarations:
        file = tmp_path / "rules.pxd"
        file.write_text(text, encoding="utf-8")
        return read_declarations(file)

    return declared


def test_features_have_name_meaning_and_unit(read: Read) -> None:
    docs = read(FEATURES).docs("Feature", parts=2, end="N_FEATURES")
    assert docs == (("bank", "the pot is banked", "0/1"), ("pot_size", "points in the pot", "points"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (" | 0/1", "", "F_BANK has the comment 'the pot is banked': write `F_BANK  # meaning | unit`"),
        ("F_POT_SIZE ", "F_POT_SIZE = 2 ", "numbers must be 0 to 1 in order"),
        ("    N_FEATURES\n", "    N_FEATURES = 3\n", "N_FEATURES must be the last member"),
        ("# Feature", "# features of a move", "enum Feature is not declared: write `cdef enum:  # Feature` in a file"),
        ("  # Feature", "", "enum Feature is not declared"),
    ],
)
def test_a_feature_without_its_texts_or_number_is_an_error(read: Read, old: str, new: str, message: str) -> None:
    with pytest.raises(ImportError, match=message):
        read(FEATURES.replace(old, new)).docs("Feature", parts=2, end="N_FEATURES")


def test_one_counter_of_several_things_stands_for_all_of_them(read: Read) -> None:
    assert read(COUNTERS).counters("Counter", ROUNDS, end="N_COUNTERS") == (
        ("score_after_round_1", "points after round 1"),
        ("score_after_round_2", "points after round 2"),
        ("pushed", "times pushed"),
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("N_ROUNDS = 2", "N_ROUNDS = 3", "T_PUSHED is 3, but 2 counters stand before it"),
        ("# times pushed", "", "T_PUSHED has the comment ''"),
        ("    N_COUNTERS\n", "    N_COUNTERS = 4\n", "N_COUNTERS is 4, but 3 counters stand before it"),
    ],
)
def test_counters_that_do_not_fit_their_numbers_are_an_error(read: Read, old: str, new: str, message: str) -> None:
    with pytest.raises(ImportError, match=message):
        read(COUNTERS.replace(old, new)).counters("Counter", ROUNDS, end="N_COUNTERS")
