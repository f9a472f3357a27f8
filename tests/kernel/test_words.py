"""The defaults of a game's words: right for a game that says nothing of itself."""

import itertools
import random
from pathlib import Path
from types import ModuleType

import jsonschema_rs
import pytest

from cext.kernel.game import Position


def walked(start: Position, seed: int) -> list[Position]:
    """Every position of a random game."""
    chance = random.Random(seed)
    positions = [start]
    while positions[-1].to_move is not None:
        following = positions[-1].copy()
        following.apply(chance.choice(following.moves()))
        positions.append(following)
    return positions


def test_moves_are_written_by_their_fields_and_read_back(pile: ModuleType, players: int) -> None:
    game = pile.Pile(players=players)
    for position in walked(game.deal(seed=1), 1)[:-1]:
        for move in position.moves():
            text = game.words.notation(position, move)
            assert text == "-".join(str(part) for part in game.words.describe(position, move).values())
            assert game.words.parse(position, f" {text}\n") == move


def test_a_text_that_is_no_move_is_answered_in_one_line(pile: ModuleType) -> None:
    game = pile.Pile(players=2)
    positions = walked(game.deal(seed=1), 1)
    with pytest.raises(ValueError, match=r"^'x' is not a legal move: write one of these: ") as caught:
        game.words.parse(positions[0], "x")
    assert "\n" not in str(caught.value)
    with pytest.raises(ValueError, match="the game is over"):
        game.words.parse(positions[-1], "x")


def test_the_set_up_is_the_dealt_position(pile: ModuleType, players: int) -> None:
    game = pile.Pile(players=players)
    start = game.deal(seed=5, deal=2)
    assert game.words.deal_from_setup(game.words.setup(start), seed=5, deal=2) == start


def test_each_turn_is_a_milestone_with_the_state_after_it(pile: ModuleType, players: int) -> None:
    game = pile.Pile(players=players)
    positions = walked(game.deal(seed=1), 2)
    assert game.words.milestones(None, positions[0]) == [(["set-up"], game.words.whole_state(positions[0]))]
    ended = 0
    for before, after in itertools.pairwise(positions):
        same = after.to_move == before.to_move and after.clock()[:2] == before.clock()[:2]
        found = game.words.milestones(before, after)
        assert len(found) == (0 if same else 1)
        ended += len(found)
        assert all(state == game.words.whole_state(after) for _, state in found)
    assert ended > 0


def test_a_game_without_component_files_writes_none(pile: ModuleType, tmp_path: Path) -> None:
    game = pile.Pile(players=2)
    assert game.words.component_tables() == {}
    game.words.write_components({}, tmp_path)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ValueError, match="has no component tables"):
        game.words.write_components({"cards.csv": []}, tmp_path)
    assert game.words.events(None, None, game.deal(seed=1)) == []


@pytest.mark.parametrize("with_layout", [True, False])
def test_the_form_of_a_record_follows_from_kinds_and_layout(
    pile: ModuleType, plugin: ModuleType, with_layout: bool
) -> None:
    game = pile.Pile() if with_layout else plugin.Pennies()
    position = game.deal(seed=1)
    parts = game.words.record_schema()
    assert set(parts) == {"fields", "set_up", "components", "state"}
    for part, value in (
        ("set_up", game.words.setup(position)),
        ("components", game.words.component_tables()),
        ("state", game.words.whole_state(position)),
    ):
        jsonschema_rs.validate(parts[part], value)
    with pytest.raises(jsonschema_rs.ValidationError):
        jsonschema_rs.validate(parts["set_up"], {**game.words.setup(position), "more": 1})
