"""Options of a game are read from Python or from text, and answered in one line where they do not fit."""

from typing import Any

import pytest

from cext.games.errors import OptionError
from cext.games.switches import read_options

SWITCHES = {
    "draft": (False, "a variant"),
    "boards_by": ("given", "how boards are got", ("given", "auction")),
    "map": ("bird", "name a map"),
}


def test_what_is_not_given_keeps_its_default() -> None:
    assert read_options("toy", SWITCHES, {}) == {"draft": False, "boards_by": "given", "map": "bird"}


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [("draft", "on", True), ("draft", "NO", False), ("draft", 1, True), ("draft", True, True),
     ("boards_by", "auction", "auction"), ("map", "mine.toml", "mine.toml")],
)  # fmt: skip
def test_values_come_from_python_or_from_text(name: str, value: Any, read: Any) -> None:
    options = read_options("toy", SWITCHES, {name: value})
    assert (options[name], type(options[name])) == (read, type(read))


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [("drafts", "on", "toy has no option 'drafts': it has draft, boards_by, map"),
     ("draft", "maybe", "option draft='maybe': use on or off"),
     ("boards_by", "lot", "option boards_by='lot': use one of given, auction"),
     ("map", " ", "option map is empty: name a map")],
)  # fmt: skip
def test_what_does_not_fit_is_answered_in_one_line(name: str, value: str, says: str) -> None:
    with pytest.raises(OptionError) as caught:
        read_options("toy", SWITCHES, {name: value})
    assert str(caught.value) == says
