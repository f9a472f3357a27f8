"""Copies of ZhanGuo's component files; what all games keep: tests/games/test_component_copies.py."""

import json
import pickle
from pathlib import Path

import jsonschema_rs
import pytest

from cext.games import load_game
from cext.games.errors import ComponentError
from cext.games.zhanguo.data.components import (
    FILES,
    REWARD_KINDS,
    SHIPPED,
    Components,
    Reward,
    check,
    digest,
    export,
    load,
    provenance,
)
from cext.games.zhanguo.words.screen import Screen
from tests.games.copies import edit

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def shipped() -> Components:
    return load()


# -- copies ---------------------------------------------------------------------------------------------------------


def test_export_refuses_a_directory_that_holds_something(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep")
    with pytest.raises(ComponentError) as caught:
        export(tmp_path)
    assert str(caught.value) == f"{tmp_path}: exists and is not empty: name a new folder"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_export_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ComponentError, match="cannot be written"):
        export(tmp_path / "file" / "copy")


def test_a_directory_may_hold_some_of_the_files(tmp_path: Path, shipped: Components) -> None:
    text = (SHIPPED / "rewards.csv").read_text(encoding="utf-8").replace("military_2,1,", "workers_2,4,")
    (tmp_path / "rewards.csv").write_text(text, encoding="utf-8")
    changed = load(tmp_path)
    assert changed.rewards[0][0] == Reward(REWARD_KINDS.index("workers_2"), 1 << 3)
    assert changed.cards == shipped.cards
    assert digest(changed) != digest(shipped)


def test_the_digest_leaves_status_source_and_row_order_out(copy: Path, shipped: Components) -> None:
    edit(copy, "tasks.csv", ",reconstructed,each site four times over the four tiles\n3", ",rulebook,my own box\n3")
    lines = (copy / "cards.csv").read_text(encoding="utf-8").splitlines()
    (copy / "cards.csv").write_text("\n".join([lines[0], *reversed(lines[1:])]), encoding="utf-8")
    changed = load(copy)
    assert digest(changed) == digest(shipped)
    assert provenance(changed) == {"rulebook": 50, "inferred": 19, "reconstructed": 164}


def test_files_saved_by_a_spreadsheet_load(copy: Path, shipped: Components) -> None:
    """Byte order mark, Windows line ends, blanks, columns in another order, an empty row."""
    lines = (copy / "tasks.csv").read_text(encoding="utf-8").splitlines()
    swapped = [",".join([*line.split(",", 2)[1::-1], line.split(",", 2)[2]]) for line in lines]
    (copy / "tasks.csv").write_bytes(b"\xef\xbb\xbf" + "\r\n".join([*swapped, ",,,,", ""]).encode())
    assert swapped[0] == "type,tile,symbols,status,source"
    assert load(copy) == shipped


def test_hidden_files_are_left_alone(copy: Path, shipped: Components) -> None:
    (copy / ".DS_Store").write_bytes(b"\0")
    assert load(copy) == shipped


# -- mistakes -------------------------------------------------------------------------------------------------------


def test_check_lists_every_mistake(copy: Path) -> None:
    edit(copy, "cards.csv", "\n7,writing,", "\n7,laws,")
    edit(copy, "cards.csv", "\n120,", "\n0,")
    edit(copy, "rewards.csv", "military_2,1,", "military_2,,")
    assert check(copy) == [
        "error: cards.csv, row 8: card 7 has aspect laws: its deck is writing, write that",
        "error: cards.csv, row 121: number holds 0: allowed are 1 to 120",
        "error: rewards.csv, row 2: military_2 in round 1, regions named: 0: the slot depicts one: write one of 1 to 5",
    ]


def test_broken_quotes_and_encodings_are_named_with_their_line(copy: Path) -> None:
    edit(copy, "tasks.csv", "3,wall,jade jade turquoise,reconstructed,", '3,wall,"jade jade" turquoise,reconstructed,')
    with pytest.raises(ComponentError, match=r"^tasks\.csv, row 4: broken CSV \(.*\): check the quotes$"):
        load(copy)
    text = (SHIPPED / "tasks.csv").read_text(encoding="utf-8").replace("Tasks, second example", "Aufgaben für Paläste")
    (copy / "tasks.csv").write_bytes(text.encode("latin-1"))
    with pytest.raises(ComponentError) as caught:
        load(copy)
    assert str(caught.value) == "tasks.csv, line 6: not UTF-8 text: save the file with that encoding"


def test_a_toml_file_that_cannot_be_read_is_no_broken_toml(copy: Path) -> None:
    (copy / "numbers.toml").write_bytes("# Größen\n".encode("latin-1"))
    assert check(copy) == ["error: numbers.toml, line 1: not UTF-8 text: save the file with that encoding"]
    (copy / "numbers.toml").unlink()
    (copy / "numbers.toml").mkdir()
    assert check(copy) == [f"error: {copy / 'numbers.toml'}: cannot be read (it is no regular file): check the file"]


def test_directories_that_are_none_or_hold_something_else_are_refused(copy: Path, tmp_path: Path) -> None:
    (copy / "card.csv").write_text("")
    (tmp_path / "empty").mkdir()
    files = ", ".join(FILES)
    for path, message in (
        (copy, f"{copy / 'card.csv'}: unknown file: remove it (component files are {files})"),
        (tmp_path / "empty", f"{tmp_path / 'empty'}: holds no component file: put one there ({files})"),
        (copy / "card.csv", f"{copy / 'card.csv'}: not a directory: name one that holds component files"),
        (tmp_path / "none", f"{tmp_path / 'none'}: no such directory: name one that holds component files"),
    ):
        with pytest.raises(ComponentError) as caught:
            load(path)
        assert str(caught.value) == message
        assert check(path) == [f"error: {message}"]


def test_an_error_survives_the_way_back_from_a_worker() -> None:
    error = pickle.loads(pickle.dumps(ComponentError("cards.csv", 17, "wrong: correct it")))
    assert str(error) == "cards.csv, row 17: wrong: correct it"
    assert (error.file, error.row) == ("cards.csv", 17)


# -- variations -----------------------------------------------------------------------------------------------------


def test_an_ability_that_no_card_has_is_a_warning(copy: Path) -> None:
    text = (copy / "cards.csv").read_text(encoding="utf-8").replace(",vp_3,", ",vp_2,")
    (copy / "cards.csv").write_text(text, encoding="utf-8")
    assert check(copy) == [
        "warning: cards.csv: no card has the ability vp_3, the rulebook lists it",
        "warning: cards.csv: no card with trigger palace has the ability vp_3, an example of the rulebook shows one",
    ]


def test_a_track_may_be_varied_without_a_word(copy: Path) -> None:
    edit(copy, "boards.toml", "tracks = { value = [3, 2, 3, 4, 3]", "tracks = { value = [3, 3, 3, 4, 3]")
    edit(copy, "boards.toml", "[[3], [2], [3], [3, 4], [3]]", "[[3], [3], [3], [3, 4], [3]]")
    assert load(copy).boards[1].tracks == (3, 3, 3, 4, 3)
    assert check(copy) == []


def test_a_region_4_of_the_a_side_below_3_slots_is_a_warning(copy: Path) -> None:
    edit(copy, "boards.toml", "tracks = { value = [3, 4, 3, 3, 2]", "tracks = { value = [4, 4, 4, 2, 2]")
    edit(copy, "boards.toml", "[[3], [3, 4], [3], [3], [2]]", "[[4], [4], [4], [2], [2]]")
    assert check(copy) == [
        "warning: boards.toml, A.tracks: region 4 has 2 slots, an example of the rulebook shows it at level 3",
        "warning: boards.toml, A.tracks: no region has 3 slots, an example of the rulebook has one",
    ]


# -- names that follow numbers ----------------------------------------------------------------------------------------


def test_names_of_squares_and_abilities_follow_edited_numbers(copy: Path) -> None:
    edit(copy, "numbers.toml", "bonus_vp = { value = 4,", "bonus_vp = { value = 6,")
    edit(copy, "numbers.toml", "ability_vp = { value = [2, 3],", "ability_vp = { value = [1, 5],")
    edit(copy, "numbers.toml", "ability_points = { value = 2,", "ability_points = { value = 1,")
    game = load_game("zhanguo", players=2, components=copy)
    meanings = dict(game.tallies)
    for name, text in (("reassign", "1 re-assignment point"), ("vp_2", "1 VP"), ("vp_3", "5 VP")):
        assert meanings[f"ability_{name}"].partition(" | ")[0].endswith(text)
    position = game.deal(seed=1)
    squares = [square for region in game.words.view(position, 0)["bonus_squares"] for square in region]
    assert "6 VP" in {square["square"] for square in squares}
    state = game.words.whole_state(position)
    jsonschema_rs.validate(game.words.record_schema()["state"], state)
    assert "4 VP" not in json.dumps(state)
    (governor,) = [kind for kind in game.words.moves.kinds if kind.name == "governor"]
    assert governor.fields[1].schema == {"enum": ["6 VP", "an official", "re-assignment points", "no bonus"]}
    assert "v 6 VP" in governor.expected
    header = {
        "components": game.words.component_tables(),
        "set_up": game.words.setup(position),
        "seats": [{"strategy": "x"}] * 2,
    }
    assert "v 6 VP" in dict(Screen(header, short=True).legend)["squares"]
    assert "1pt 1 re-assignment point," in dict(Screen(header, short=True).legend)["bring"]
