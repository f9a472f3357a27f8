"""What is read from .pxd files: sizes by arithmetic, comments as documentation, one line where it fails."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from cext.kernel.declarations import Declarations, from_plain, read_declarations, state_reader

Read = Callable[[str], Declarations]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads a text as a .pxd file."""

    def declared(text: str) -> Declarations:
        file = tmp_path / "rules.pxd"
        file.write_text(text, encoding="utf-8")
        return read_declarations(file)

    return declared


def test_sizes_may_be_products_and_sums_of_constants(read: Read) -> None:
    found = read(
        "cdef enum:\n    ROWS = 2 * 8\n    NEXT\n    MASK = 1 << 4 | 3\n\n"
        "cdef struct Inner:\n    int16_t a\n    uint8_t b[ROWS + 1]\n\n"
        "cdef struct State:                     # all\n    Inner one      # a comment\n\n    Move many[2][NEXT]\n"
    )
    assert [found.constants[name] for name in ("ROWS", "NEXT", "MASK")] == [16, 17, 19]
    inner, state = found.struct("Inner"), found.struct("State")
    assert (inner["b"].shape, inner.itemsize) == ((17,), 20)
    assert state["many"].shape == (2, 17)
    record = np.zeros(1, dtype=state)[0]
    from_plain(record, {"one": {"a": -3, "b": list(range(17))}})
    assert state_reader(state)(record.tobytes())["one"] == {"a": -3, "b": list(range(17))}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cdef struct State:\n    int8_t a\n    int8_t* b\n", r"line 3: 'int8_t\* b' is no field"),
        ("cdef struct State:\n    int8_t a, b\n", r"line 2: 'int8_t a, b' is no field"),
        ("cdef struct State:\n    Seat seat\n", "line 2: type Seat of seat is unknown"),
        ("cdef struct State:\n    int8_t a[N_CARDS]\n", "line 2: 'N_CARDS' is no number"),
        ("cdef enum:\n    A = sizeof(int)\n", r"line 2: 'sizeof\(int\)' is no number"),
        ("cdef enum:\n    A, B\n", "line 2: 'A, B' is no member"),
        ("cdef struct Other:\n    int8_t a\n", "struct State is not declared"),
    ],
)
def test_what_cannot_be_read_is_an_import_error_with_its_line(read: Read, text: str, message: str) -> None:
    with pytest.raises(ImportError, match=message):
        read(text).struct("State")


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


@pytest.mark.parametrize("head", ["cdef enum:  # Feature", "cdef enum Feature:"])
def test_features_have_name_meaning_and_unit(read: Read, head: str) -> None:
    docs = read(FEATURES.replace("cdef enum:  # Feature", head)).docs("Feature", parts=2, end="N_FEATURES")
    assert docs == (("bank", "the pot is banked", "0/1"), ("pot_size", "points in the pot", "points"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (" # the pot is banked | 0/1", "", "F_BANK has the comment ''"),
        (" | 0/1", "", "F_BANK has the comment 'the pot is banked': write `F_BANK  # meaning | unit`"),
        ("| 0/1", "|", "F_BANK has the comment"),
        ("F_POT_SIZE ", "F_POT_SIZE = 2 ", "numbers must be 0 to 1 in order"),
        ("    N_FEATURES\n", "", "N_FEATURES must be the last member"),
        ("    N_FEATURES\n", "    N_FEATURES = 3\n", "N_FEATURES must be the last member"),
        ("# Feature", "# features of a move", "enum Feature is not declared: write `cdef enum:  # Feature` in a file"),
        ("enum:  # Feature", "enum Features:", "enum Feature is not declared"),
        ("  # Feature", "", "enum Feature is not declared"),
    ],
)
def test_a_feature_without_its_texts_or_number_is_an_error(read: Read, old: str, new: str, message: str) -> None:
    with pytest.raises(ImportError, match=message):
        read(FEATURES.replace(old, new)).docs("Feature", parts=2, end="N_FEATURES")


COLUMNS = """
cdef struct Columns:
    uint16_t ply[N_ROWS]     # Int32 | number | number of the decision
    int64_t score[N_ROWS]    # Int64 | points | points before the move | points
"""
PARTS = ("type", "kind", "words", "unit")


def test_fields_have_their_texts_in_order(read: Read) -> None:
    assert read("cdef enum:\n    N_ROWS = 8\n" + COLUMNS).field_docs("Columns", parts=PARTS, least=3) == (
        ("ply", "Int32", "number", "number of the decision"),
        ("score", "Int64", "points", "points before the move", "points"),
    )


@pytest.mark.parametrize("comment", ["", "# Int32 | number", "# Int32 | number | ply |", "# a | b | c | d | e"])
def test_a_field_without_its_texts_is_an_error(read: Read, comment: str) -> None:
    text = "cdef enum:\n    N_ROWS = 8\n" + COLUMNS.replace("# Int32 | number | number of the decision", comment)
    with pytest.raises(ImportError, match=r"ply has the comment '.*': write `ply  # type \| kind \| words`"):
        read(text).field_docs("Columns", parts=PARTS, least=3)


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
