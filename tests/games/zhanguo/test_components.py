"""ZhanGuo's shipped component files: everything the rulebook says of them, and how evenly the rest is spread."""

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import jsonschema_rs
import pytest

from cext.games import load_game
from cext.games.zhanguo.data.component_types import (
    ABILITIES,
    ACTIONS,
    ASPECTS,
    BLOCKS,
    BOARD_EFFECTS,
    BOARDS,
    CRITERIA,
    MAX_SQUARES,
    OFFICIALS,
    REWARD_KINDS,
    SQUARE_KINDS,
    TASK_TYPES,
    TRIGGERS,
    Components,
)
from cext.games.zhanguo.data.components import check, load
from cext.games.zhanguo.words.screen import Screen
from tests.games.copies import edit


@pytest.fixture(scope="module")
def shipped() -> Components:
    return load()


# -- the shipped files against the rulebook -------------------------------------------------------------------------


def test_cards_from_the_ivory_deck_are_numbered_1_to_40_the_orange_41_to_80_the_brown_81_to_120(
    shipped: Components,
) -> None:
    assert [card.number for card in shipped.cards] == list(range(1, 121))
    assert [card.aspect for card in shipped.cards] == [0] * 40 + [1] * 40 + [2] * 40


def test_every_aspect_has_eight_cards_of_each_trigger(shipped: Components) -> None:
    count = Counter((card.aspect, card.trigger) for card in shipped.cards)
    assert count == {(aspect, trigger): 8 for aspect in range(3) for trigger in range(5)}


def test_every_ability_stands_on_8_or_9_cards_and_with_every_trigger(shipped: Components) -> None:
    count = Counter(card.ability for card in shipped.cards)
    eights = {"vp_per_writing", "vp_per_currency", "vp_per_laws", "military_here", "civilian_here", "inspector_here"}
    assert count == {ability: 8 if name in eights else 9 for ability, name in enumerate(ABILITIES)}
    pairs = Counter((card.trigger, card.ability) for card in shipped.cards)
    assert len(pairs) == len(TRIGGERS) * len(ABILITIES)
    assert set(pairs.values()) == {1, 2}


def test_every_aspect_has_2_or_3_cards_of_each_ability_and_no_trigger_has_one_twice(shipped: Components) -> None:
    count = Counter((card.aspect, card.ability) for card in shipped.cards)
    assert len(count) == len(ASPECTS) * len(ABILITIES)
    assert set(count.values()) == {2, 3}
    assert len({(card.aspect, card.trigger, card.ability) for card in shipped.cards}) == 120


def test_every_run_of_five_numbers_has_each_trigger_once(shipped: Components) -> None:
    for first in range(0, 120, 5):
        assert {card.trigger for card in shipped.cards[first : first + 5]} == set(range(5))


def test_abilities_lie_evenly_around_the_middle_of_each_deck(shipped: Components) -> None:
    """In runs of five (0 to 7 in a deck) the mean of two cards is the middle, 3.5, of three at most 1/6 from it."""
    for aspect in range(3):
        for ability in range(len(ABILITIES)):
            runs = [
                (card.number - 1) % 40 // 5
                for card in shipped.cards
                if (card.aspect, card.ability) == (aspect, ability)
            ]
            assert abs(2 * sum(runs) - 7 * len(runs)) == len(runs) % 2


def test_the_card_of_the_example_build_palace_3_vp_exists(shipped: Components) -> None:
    known = (TRIGGERS.index("palace"), ABILITIES.index("vp_3"))
    assert known in {(card.trigger, card.ability) for card in shipped.cards}


def test_from_region_3_to_region_5_is_two_steps_and_borders_are_mutual(shipped: Components) -> None:
    adjacent = shipped.adjacent
    assert not adjacent[2] >> 4 & 1
    assert adjacent[2] & adjacent[4]
    for a in range(5):
        assert not adjacent[a] >> a & 1
        assert all(adjacent[b] >> a & 1 for b in range(5) if adjacent[a] >> b & 1)


def test_regions_form_the_path_1_2_3_4_5(shipped: Components) -> None:
    assert shipped.adjacent == (0b00010, 0b00101, 0b01010, 0b10100, 0b01000)


def test_three_wall_sites_have_two_sections_each(shipped: Components) -> None:
    assert shipped.sites[:2] == ("turquoise", "gold")
    assert shipped.site_of == (0, 0, 1, 1, 2, 2)


def test_every_region_has_one_bonus_square_of_each_kind(shipped: Components) -> None:
    assert [sorted(kinds) for kinds in shipped.squares] == [list(range(len(SQUARE_KINDS)))] * 5
    assert len(SQUARE_KINDS) <= MAX_SQUARES


def test_palace_slots_and_value_1_markers_by_number_of_players(shipped: Components) -> None:
    assert shipped.palace_slots == (2, 3, 4)
    assert shipped.markers == (6, 9, 12)


def test_unrest_tracks_have_2_3_or_4_slots_and_agree_with_the_examples(shipped: Components) -> None:
    assert tuple(board.name for board in shipped.boards) == BOARDS
    assert {slots for board in shipped.boards for slots in board.tracks} == {2, 3, 4}
    a_side = shipped.boards[0].tracks
    assert a_side[3] >= 3  # "The level of unrest in the Region is increased by 2 … so the total level is now 3"
    assert 3 in a_side  # "The maximum possible level of unrest is 3"


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


def test_b_sides_have_the_four_blocks_of_abilities_with_two_triggers_each(shipped: Components) -> None:
    assert [BLOCKS[board.block] for board in shipped.boards] == ["none", "hire", "marker", "calm", "moves"]
    triggers: dict[str, list[tuple[str, str]]] = {}
    for ability in shipped.abilities:
        for action in ability.actions:
            pair = (ACTIONS[action], BOARD_EFFECTS[ability.effect])
            triggers.setdefault(BLOCKS[ability.block], []).append(pair)
    assert triggers == {
        "hire": [("hire", "worker_reassign_1"), ("governor", "move_worker")],
        "marker": [("wall", "marker"), ("recruit", "marker")],
        "calm": [("reassign", "calm_for_worker"), ("wall", "calm_for_worker")],
        "moves": [("recruit", "reassign_2"), ("governor", "move_governor")],
    }


def test_governors_are_rewarded_in_round_3_and_4_in_one_of_2_regions_and_in_round_5_anywhere(
    shipped: Components,
) -> None:
    governor = REWARD_KINDS.index("governor")
    for number, regions in ((3, 2), (4, 2), (5, 5)):
        column = [row[number - 1] for row in shipped.rewards]
        assert [reward.regions.bit_count() for reward in column if reward.kind == governor] == [regions]


def test_fifteen_rewards_show_every_kind(shipped: Components) -> None:
    assert [len(row) for row in shipped.rewards] == [5, 5, 5]
    assert {reward.kind for row in shipped.rewards for reward in row} == set(range(len(REWARD_KINDS)))


def test_twelve_tasks_with_2_to_4_symbols_among_them_those_of_the_examples(shipped: Components) -> None:
    assert [task.type for task in shipped.tasks] == [0] * 4 + [1] * 4 + [2] * 4
    assert {task.regions.bit_count() + sum(task.walls) for task in shipped.tasks} == {2, 3, 4}
    assert (2, 1, 0) in {task.walls for task in shipped.tasks}
    assert 0b10011 in {task.regions for task in shipped.tasks if TASK_TYPES[task.type] == "palace"}


def test_tasks_favour_no_site_and_none_is_part_of_another(shipped: Components) -> None:
    walls = [task.walls for task in shipped.tasks[:4]]
    assert [sum(column) for column in zip(*walls, strict=True)] == [4, 4, 4]
    for kind in (1, 2):
        masks = [task.regions for task in shipped.tasks if task.type == kind]
        assert not [(a, b) for a in masks for b in masks if a != b and a & b == a]
        assert {sum(mask >> region & 1 for mask in masks) for region in range(5)} <= {2, 3}


def test_wall_tiles_score_what_the_rulebook_says(shipped: Components) -> None:
    thrice = {"colour_sets", "full_regions", "civilian_official", "military_official", "inspector_official"}
    for name, vp in zip(CRITERIA, shipped.wall_vp, strict=True):
        assert vp == ((5, 10, 15) if name == "less_unrest" else (2, 3, 4) if name in thrice else (1, 2, 3))
    assert [face.criterion for tile in shipped.wall_tiles for face in tile] == list(range(12))


def test_numbers_of_the_end_of_the_game(shipped: Components) -> None:
    numbers = shipped.numbers
    assert numbers.majority_vp + 2 * numbers.majority_each == 15  # Red has 2 governors: 15 VP
    assert (numbers.majority_vp + numbers.majority_each) // 3 == 4  # three tied with 1 each: 4 VP
    assert numbers.marker_vp == (5, 6, 7)
    assert all(left > right for left, right in pairwise(numbers.task_vp))
    assert {5, 3, 2} <= set(numbers.task_vp)


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
