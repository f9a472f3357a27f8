"""What is read from .pxd files: sizes by arithmetic, comments as documentation, one line where it fails."""

from pathlib import Path

import numpy as np
import pytest

from cext.kernel.declarations import from_plain, read_declarations, struct_dtype, to_plain


@pytest.fixture
def written(tmp_path: Path) -> Path:
    return tmp_path / "state.pxd"


def test_sizes_may_be_products_and_sums_of_constants(written: Path) -> None:
    written.write_text(
        "cdef enum:\n    ROWS = 2 * 8\n    NEXT\n    MASK = 1 << 4 | 3\n\n"
        "cdef struct Inner:\n    int16_t a\n    uint8_t b[ROWS + 1]\n\n"
        "cdef struct State:                     # all\n    Inner one      # a comment\n\n    Move many[2][NEXT]\n",
        encoding="utf-8",
    )
    found = read_declarations(written)
    assert [found.constants[name] for name in ("ROWS", "NEXT", "MASK")] == [16, 17, 19]
    inner = found.struct("Inner")
    assert (inner["b"].shape, inner.itemsize) == ((17,), 20)
    assert struct_dtype("State", written)["many"].shape == (2, 17)
    record = np.zeros(1, dtype=found.struct("State"))[0]
    from_plain(record, {"one": {"a": -3, "b": list(range(17))}})
    assert to_plain(record)["one"] == {"a": -3, "b": list(range(17))}


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
def test_what_cannot_be_read_is_an_import_error_with_its_line(written: Path, text: str, message: str) -> None:
    written.write_text(text, encoding="utf-8")
    with pytest.raises(ImportError, match=message):
        struct_dtype("State", written)


FEATURES = "cdef enum Feature:\n    F_VP     # points scored | VP\n    F_MY_LEAD    # lead | points\n    N_FEATURES\n"


def test_comments_beside_an_enum_are_its_documentation(written: Path) -> None:
    written.write_text(FEATURES, encoding="utf-8")
    docs = read_declarations(written).docs("Feature", parts=2, end="N_FEATURES")
    assert docs == (("vp", "points scored", "VP"), ("my_lead", "lead", "points"))


def test_an_enum_without_a_name_is_called_by_its_comment(written: Path) -> None:
    written.write_text("cdef enum:  # Kind\n    K_TAKE     # take stones\n", encoding="utf-8")
    assert read_declarations(written).docs("Kind", parts=1) == (("take", "take stones"),)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (" # points scored | VP", "", "F_VP has the comment ''"),
        ("| VP", "", "F_VP has the comment 'points scored'"),
        ("| VP", "|", "F_VP has the comment"),
        ("F_VP ", "F_VP = 2", "numbers must be 0 to 1 in order"),
        ("    N_FEATURES\n", "", "N_FEATURES must be the last member"),
        ("Feature", "Features", "enum Feature is not declared"),
    ],
)
def test_missing_or_swapped_documentation_is_an_import_error(written: Path, old: str, new: str, message: str) -> None:
    written.write_text(FEATURES.replace(old, new), encoding="utf-8")
    with pytest.raises(ImportError, match=message):
        read_declarations(written).docs("Feature", parts=2, end="N_FEATURES")
