"""The First Empire's words on games of the engine: notation read back, turns and phases that end, hidden cards."""

import itertools
import random
import re
from typing import Any

import pytest

from analyser.records import Seat, record_lines, record_text
from analyser.records.reading import parse_record
from analyser.replay.renderer import renderer_of
from cext.games import load_game
from cext.games.first_empire.words.moves import STAGES
from cext.kernel.game import Game, Position
from tests.games.first_empire.test_words import SHAPE

CASES: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (3, {}),
    (4, {}),
    (1, {}),
    (1, {"lisi": "4", "lisi_unlocks": "in_order"}),
    (3, {"emperor_tiles": "site", "governor_bonus": "both", "advanced": True, "tableau": "B"}),
)


def played(players: int, options: dict[str, Any], seed: int) -> tuple[Game, list[int], list[Position]]:
    """The moves and every position of a random game."""
    game = load_game("first_empire", players=players, **options)
    rng = random.Random(seed)
    moves: list[int] = []
    positions = [game.deal(seed=seed)]
    while positions[-1].to_move is not None:
        following = positions[-1].copy()
        moves.append(rng.choice(following.moves()))
        following.apply(moves[-1])
        positions.append(following)
    return game, moves, positions


@pytest.mark.parametrize(("players", "options"), CASES)
def test_every_legal_move_is_read_back(players: int, options: dict[str, Any]) -> None:
    game, _, positions = played(players, options, 1)
    for position in positions:
        moves = position.moves()
        texts = [game.words.notation(position, move) for move in moves]
        assert len(set(texts)) == len(moves)
        assert all(SHAPE.fullmatch(text) for text in texts)
        for move, text in random.Random(len(moves)).sample(list(zip(moves, texts, strict=True)), min(4, len(moves))):
            assert game.words.parse(position, f" {text} ") == move


@pytest.mark.slow
def test_a_text_means_one_move_whatever_the_position() -> None:
    meanings: dict[str, set[int]] = {}
    for players, options in CASES:
        game, _, positions = played(players, options, 4)
        for position in positions:
            for move in position.moves():
                meanings.setdefault(game.words.notation(position, move), set()).add(move)
    assert {text for text, moves in meanings.items() if len(moves) > 1} == set()


@pytest.mark.slow
def test_every_stage_that_is_met_says_what_it_expects() -> None:
    met: dict[str, str] = {}
    expected: dict[str, str] = {}
    for players, options in CASES:
        for seed in (2, 3, 4, 5):
            game, _, positions = played(players, options, seed)
            expected |= game.words.moves.expected
            for position in positions[:-1]:
                stage = game.stages[position.clock()[2]]
                if stage not in met:
                    with pytest.raises(ValueError, match="not a legal move") as caught:
                        game.words.parse(position, "nonsense")
                    met[stage] = str(caught.value)
    assert set(STAGES) - {"unlock_one", "stop", "over", "his_soldier"} <= set(met) <= set(expected)
    for stage, message in met.items():
        assert f"write {expected[stage]}: " in message
        assert "\n" not in message


@pytest.mark.parametrize(("players", "options"), CASES)
def test_every_turn_phase_and_round_ends_once_and_in_order(players: int, options: dict[str, Any]) -> None:
    game, _, positions = played(players, options, 5)
    names = next(name for name, _ in game.words.milestones(None, positions[0]))
    for before, after in itertools.pairwise(positions):
        names += [name for ended, _ in game.words.milestones(before, after) for name in ended]
    seats = players + game.bots
    tiles = names[: names.index("set-up")]
    assert tiles[0] == "set-up but for the starting tiles"
    assert sorted(tiles[1:]) == [f"starting tile of player {i + 1}" for i in range(players)]
    wanted = []
    tableau = game.words.setup(positions[0])["tableau"]
    for n in range(1, 6):
        wanted += [f"round {n}, phase 1", *(f"round {n}, phase 2, turn {k + 1}" for k in range(6 * seats))]
        wanted += [
            f"round {n}, phase 2",
            *(f"round {n}, phase 3, {aspect}" for aspect in tableau),
            f"round {n}, phase 3",
        ]
    assert [name.split(" (")[0] for name in names[len(tiles) + 1 :]] == wanted


def test_between_rounds_all_cards_lie_on_their_decks_or_were_played() -> None:
    game, _, positions = played(3, {}, 6)
    for before, after in itertools.pairwise(positions):
        for ended, state in game.words.milestones(before, after):
            if ended[-1].endswith("phase 3") and state["now"]["decision"] is None and after.to_move is not None:
                round_ = int(re.findall(r"\d", ended[-1])[0])
                assert all(player["hand"] == [] for player in state["players"])
                assert {len(deck) for deck in state["decks"].values()} == {40 - 6 * round_}


@pytest.mark.parametrize(("players", "options"), CASES)
def test_the_screen_shows_a_player_nothing_that_is_hidden(players: int, options: dict[str, Any]) -> None:
    game, moves, positions = played(players, options, 7)
    seats = [Seat("random", None)] * players
    asked = [move for move, at in zip(moves, positions, strict=False) if len(at.moves()) > 1]
    program = {"analyser": "0.1.0", "engine": "0" * 16}
    record = parse_record(record_text(record_lines(game, asked, seats=seats, seed=7, deal=0, program=program)), "game")
    for short in (False, True):
        drawing = renderer_of(record.header, short=short)
        different = 0
        for key, position in enumerate(positions[:-1:23]):
            for seat in range(players):
                other = position.determinised(seat, key)
                one, another = game.words.whole_state(position), game.words.whole_state(other)
                different += one != another
                assert drawing.render(one, seat=seat + 1) == drawing.render(another, seat=seat + 1)
        assert different > 3


def test_who_did_not_draw_hears_how_many_cards() -> None:
    game, moves, positions = played(2, {}, 8)
    header = {"components": game.words.content, "seats": [{"strategy": "a"}] * 2, "options": game.options}
    drawing = renderer_of({**header, "game": "first_empire", "set_up": game.words.setup(positions[0])})
    draws = 0
    for before, move, after in zip(positions, moves, positions[1:], strict=False):
        for line in game.words.events(before, move, after):
            if "draws" in line:
                draws += 1
                mine = int(line.split()[1])
                assert drawing.redact(line, seat=mine, mover=1) == line
                assert drawing.redact(line, seat=3 - mine, mover=1) == f"player {mine} draws 6 cards"
    assert draws == 2 * 5
