"""ZhanGuo's shipped component files: what the rulebook says of them beyond what loading and checking hold, and what no
test of a rule plays; how evenly the rest is spread (cards: tests/games/test_card_decks.py)."""

import json
from pathlib import Path

import jsonschema_rs
import pytest

from cext.games import load_game
from cext.games.zhanguo.data.component_types import OFFICIALS, SQUARE_KINDS, Components
from cext.games.zhanguo.data.components import check, load
from cext.games.zhanguo.words.screen import Screen
from tests.games.copies import edit


@pytest.fixture(scope="module")
def shipped() -> Components:
    return load()


# -- the shipped files against the rulebook -------------------------------------------------------------------------


def test_regions_form_the_path_1_2_3_4_5(shipped: Components) -> None:
    assert shipped.adjacent == (0b00010, 0b00101, 0b01010, 0b10100, 0b01000)


def test_every_region_has_one_bonus_square_of_each_kind(shipped: Components) -> None:
    assert [sorted(kinds) for kinds in shipped.squares] == [list(range(len(SQUARE_KINDS)))] * 5


def test_tracks_favour_no_side(shipped: Components) -> None:
    """Every side has one short, three middle, one long track; no two sides alike; region 1 has 3 slots everywhere."""
    assert [sorted(board.tracks) for board in shipped.boards] == [[2, 3, 3, 3, 4]] * 5
    assert len({board.tracks for board in shipped.boards}) == 5
    assert {board.tracks[0] for board in shipped.boards} == {3}
    for region in range(1, 5):  # over the four B sides, each of these regions has the short and the long track once
        assert sorted(board.tracks[region] for board in shipped.boards[1:]) == [2, 3, 3, 4]


def test_palaces_are_forbidden_in_the_last_slot_and_on_long_tracks_in_the_one_before(shipped: Components) -> None:
    for board in shipped.boards:
        for slots, levels in zip(board.tracks, board.no_palace, strict=True):
            assert levels == (0b11000 if slots == 4 else 1 << slots)


def test_every_side_starts_with_three_officials_one_of_each_colour(shipped: Components) -> None:
    assert {board.officials for board in shipped.boards} == {(1,) * len(OFFICIALS)}


def test_tasks_favour_no_site_and_none_is_part_of_another(shipped: Components) -> None:
    walls = [task.walls for task in shipped.tasks[:4]]
    assert [sum(column) for column in zip(*walls, strict=True)] == [4, 4, 4]
    for kind in (1, 2):
        masks = [task.regions for task in shipped.tasks if task.type == kind]
        assert not [(a, b) for a in masks for b in masks if a != b and a & b == a]
        assert {sum(mask >> region & 1 for mask in masks) for region in range(5)} <= {2, 3}


# -- edited copies; what all games keep: tests/games/test_component_copies.py ----------------------------------------


def test_check_lists_every_mistake(copy: Path) -> None:
    edit(copy, "cards.csv", "\n7,writing,", "\n7,laws,")
    edit(copy, "cards.csv", "\n120,", "\n0,")
    edit(copy, "rewards.csv", "military_2,1,", "military_2,,")
    assert check(copy) == [
        "error: cards.csv, row 8: card 7 has aspect laws: its deck is writing, write that",
        "error: cards.csv, row 121: number holds 0: allowed are 1 to 120",
        "error: rewards.csv, row 2: military_2 in round 1, regions named: 0: the slot depicts one: write one of 1 to 5",
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


def test_names_of_squares_and_abilities_follow_edited_numbers(copy: Path) -> None:
    edit(copy, "numbers.toml", "bonus_vp = { value = 4,", "bonus_vp = { value = 6,")
    edit(copy, "numbers.toml", "ability_vp = { value = [2, 3],", "ability_vp = { value = [1, 5],")
    edit(copy, "numbers.toml", "ability_points = { value = 2,", "ability_points = { value = 1,")
    game = load_game("zhanguo", players=2, components=copy)
    meanings = dict(game.counters)
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
