"""Any game can be recorded: moves have a notation, records have the form of the schema and agree with the rules."""

from collections.abc import Callable, Iterator
from pathlib import Path

import jsonschema_rs
import pytest

from analyser.records import Seat, positions, record_lines, record_text
from analyser.records.file import Record, parse_record
from analyser.records.format import record_schema
from analyser.records.verify import verify_record
from analyser.replay.renderer import renderer_of
from cext.games import load_game
from cext.kernel.game import Game, Position

Walker = Callable[[Game, int], Iterator[tuple[Position, int]]]
Dealer = Callable[[Game, int], Position]
NUMBER = 3  # of the deal


@pytest.fixture(scope="module")
def moves(game: Game, walker: Walker) -> list[int]:
    """The moves of a random game where there was a choice."""
    return [move for position, move in walker(game, NUMBER) if move >= 0 and len(position.moves()) > 1]


@pytest.fixture(scope="module")
def record(game: Game, dealer: Dealer, moves: list[int]) -> Record:
    start = dealer(game, NUMBER)
    given = [start.board_of(seat) for seat in range(game.players)]
    seats = [Seat("random", game.boards[board] if board >= 0 else None) for board in given]
    program = {"analyser": "0.1.0", "engine": "0" * 16}
    lines = record_lines(game, moves, seats=seats, seed=99, deal=NUMBER, program=program)
    return parse_record(record_text(lines), game.name)


def test_every_legal_move_has_a_notation_of_its_own(game: Game, walker: Walker) -> None:
    """What is none is answered in one line, which says what the stage expects."""
    for position, move in walker(game, NUMBER):
        texts = {game.words.notation(position, one): one for one in position.moves()}
        assert len(texts) == len(position.moves())
        assert {text: game.words.parse(position, text) for text in texts} == texts
        with pytest.raises(ValueError, match="no") as caught:
            game.words.parse(position, "no such move")
        assert "\n" not in str(caught.value)
        if move >= 0 and (expected := game.words.moves.expected.get(game.stages[position.clock()[2]])):
            assert f"write {expected}: " in str(caught.value)


def test_the_set_up_is_enough_to_deal_the_game(game: Game, dealer: Dealer, record: Record) -> None:
    """With the same seed the same position; with another, whose later draws differ, the same table."""
    start = dealer(game, NUMBER)
    boards = [seat["board"] for seat in record.header["seats"]]
    assert game.words.deal_from_setup(record.header["set_up"], seed=99, deal=NUMBER, boards=boards) == start
    for seed in range(2):
        other = game.words.deal_from_setup(record.header["set_up"], seed=seed, boards=boards)
        assert (other.consistent(), game.words.whole_state(other)) == (0, game.words.whole_state(start))
        assert other.moves() == start.moves()


def test_a_record_agrees_with_the_rules_and_gives_the_game_back(game: Game, walker: Walker, record: Record) -> None:
    assert verify_record(record, find_all=True).differences == ()
    walked = [position.copy() for position, _ in walker(game, NUMBER)]
    assert list(positions(record)) == walked


def test_a_seat_is_shown_nothing_that_is_hidden_from_it(game: Game, walker: Walker, record: Record) -> None:
    """The table drawn for a seat, in full and in short, is the same however what it cannot see is dealt anew."""
    drawings = [renderer_of(record.header, short=short) for short in (False, True)]
    for key, (position, move) in enumerate(walker(game, NUMBER)):
        if key % 23 == 0 and move >= 0:
            for seat in range(game.players):
                one, other = map(game.words.whole_state, (position, position.determinised(seat, key)))
                for drawing in drawings:
                    assert drawing.render(one, seat=seat + 1) == drawing.render(other, seat=seat + 1)


def test_component_tables_written_as_files_are_read_again(game: Game, tmp_path: Path) -> None:
    """What a record brings along: without it `verify` could not play with the record's own tables."""
    tables = game.words.component_tables()
    if not tables:
        return
    try:
        game.words.write_components(tables, tmp_path)
    except ValueError as error:
        pytest.fail(f"{error}: let {type(game.words).__name__}.write_components() write its files", pytrace=False)
    again = load_game(game.name, players=game.players, components=tmp_path, **game.options)
    assert again.words.component_tables() == tables


def test_a_record_has_the_form_of_its_schema(game: Game, record: Record) -> None:
    """Every kind of line; tests of the game hold every line against it."""
    missing = {"fields", "set_up", "components", "state"} - set(game.words.record_schema())
    assert not missing, f"record_schema() leaves out {', '.join(missing)}: add their JSON Schemas"
    validator = jsonschema_rs.Draft202012Validator(record_schema(game))
    some = {line["type"] + str(line.get("stage")): line for line in record.lines}
    for line in some.values():
        assert [error.message for error in validator.iter_errors(line)] == []
