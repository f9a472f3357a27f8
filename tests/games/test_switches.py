"""Options of a game are read from Python or from text, and answered in one line where they do not fit."""

from typing import Any

import pytest

from cext.games.errors import OptionError
from cext.games.options import Switch, explain_switches, forbidden_powers, read_options

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
    [("drafts", "on",
      "toy has no option 'drafts': did you mean draft? `analyser games toy --options` lists what it has"),
     ("draft", "maybe", "option draft=maybe: use on or off"),
     ("boards_by", "lot", "option boards_by=lot: choose from given, auction"),
     ("boards_by", "auktion", "option boards_by=auktion: did you mean auction?"),
     ("map", " ", "option map is empty: name a map")],
)  # fmt: skip
def test_what_does_not_fit_is_answered_in_one_line(name: str, value: str, says: str) -> None:
    with pytest.raises(OptionError) as caught:
        read_options("toy", SWITCHES, {name: value})
    assert str(caught.value) == says


def test_switches_are_explained_with_the_ruling_that_names_them() -> None:
    rulings = ["Cards are drafted.", "Boards are given (switch boards_by).", "A map_tile is no map."]
    assert explain_switches(SWITCHES, rulings) == (
        Switch("draft", ("on", "off"), "off", "a variant", ""),
        Switch(
            "boards_by", ("given", "auction"), "given", "how boards are got", "Boards are given (switch boards_by)."
        ),
        Switch("map", (), "bird", "name a map", "A map_tile is no map."),
    )


def test_abilities_nobody_uses_are_listed_by_their_keys_where_the_game_can_do_without() -> None:
    powers = ("vp", "star_1")
    options = read_options("toy", SWITCHES, {"forbidden": "star_1,vp"}, powers=powers)
    assert options["forbidden"] == "vp,star_1"
    assert forbidden_powers(options) == {"vp", "star_1"}
    assert forbidden_powers(read_options("toy", SWITCHES, {}, powers=powers)) == set()
    with pytest.raises(OptionError, match="option forbidden=star: no ability 'star': did you mean star_1\\?"):
        read_options("toy", SWITCHES, {"forbidden": "star"}, powers=powers)
    with pytest.raises(OptionError, match="toy has no option 'forbidden'"):
        read_options("toy", SWITCHES, {"forbidden": "vp"})
