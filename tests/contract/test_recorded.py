"""What is recorded of a game is what its positions say: each decision, counters after rounds, the end; and recording
changes no game."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from cext.games.contract import dealt
from cext.kernel.decision_columns import DECISION_COLUMNS
from cext.kernel.game import Game, Position
from cext.kernel.match import GameResults, play_games
from cext.kernel.policy import Policy, RandomPolicy, Restriction, WeightedPolicy

SHIFTS = {"kind": 0, "a": 8, "class": 16}  # bits of a move before the number that a bit of `offered` stands for
MAX_NUMBER = 31
MOVE_PARTS = ("move_kind", "a", "b", "c")  # of eight bits each
SEED = 99  # of dealt()


def offered(game: Game, position: Position) -> int:
    """What the decision is among, from its legal moves."""
    stage = position.clock()[2]
    what = (game.offers or {}).get(game.stages[stage]) if position.to_move is not None else None
    if what is None:
        return 0
    moves = [move for move in position.moves() if what == "kind" or move & 255 == stage]
    numbers = {move >> SHIFTS[what] & 255 for move in moves}
    assert max(numbers, default=0) <= MAX_NUMBER, game.stages[stage]
    if what == "class":
        assert all(position.move_class(move) == move >> 16 & 255 for move in moves)
    return sum(1 << number for number in numbers)


def played(game: Game) -> GameResults:
    """Four recorded games of random players, in the last two of them beside one who weighs moves; on the boards that
    dealt() gives for the number of the deal."""
    policies: list[Policy] = [RandomPolicy()]
    policy = np.zeros((4, game.players), int)
    if game.feature_docs:
        policies.append(WeightedPolicy(game, np.ones((game.n_weight_sets, len(game.feature_docs)), int)))
        policy[2:, 0] = 1
    boards = [[dealt(game, row).board_of(seat) for seat in range(game.players)] for row in range(4)]
    columns = {"games": np.arange(4), "deals": np.arange(4), "policy": policy, "board": np.array(boards)}
    return play_games(game, policies, seed=SEED, **columns, record=np.ones(4, int))


def replayed(game: Game, moves: dict[str, np.ndarray], number: int) -> Iterator[tuple[Position, int, int]]:
    """Positions of a recorded game, each with its row of `decisions` and the move made; the finished one with -1."""
    position = dealt(game, number)
    for row in np.flatnonzero(moves["game"] == number).tolist():
        move = sum(int(moves[name][row]) << 8 * i for i, name in enumerate(MOVE_PARTS))
        yield position, row, move
        position.apply(move)
    assert position.to_move is None
    yield position, -1, -1


def check_decision(position: Position, move: int, ply: int, row: dict[str, int]) -> None:
    """That a row of `decisions` is of this position and this legal move, in each of its columns."""
    moves, seat = position.moves(), position.to_move
    assert seat is not None
    assert move in moves
    round_, turn, stage = position.clock()
    assert row == {
        **{name: move >> 8 * i & 255 for i, name in enumerate(MOVE_PARTS)},
        "ply": ply, "seat": seat + 1, "round": round_, "turn": turn, "stage": stage, "n_legal": len(moves),
        "move_class": position.move_class(move), "offered": offered(position.game, position),
        "score_before": position.points()[seat],
    }  # fmt: skip


def check_end(end: Position, rows: GameResults, number: int) -> None:
    """That the rows of a game's seats are those of its end."""
    game, scores = end.game, end.scores()
    seats = slice(number * game.seats, (number + 1) * game.seats)
    boards = [end.board_of(seat) for seat in range(game.players)] + [-1] * game.bots
    tallies = [end.counters(seat) for seat in range(game.seats)]
    wanted = {"score": scores.pop("score"), "rank": end.ranks(), "opening": end.openings(), "board": boards}
    wanted |= {f"score_{name}": points for name, points in scores.items()}
    wanted |= {name: [tally[name] for tally in tallies] for name, _ in game.counters}
    assert {name: rows.seats[name][seats].tolist() for name in wanted} == wanted


def test_what_a_decision_is_among_are_its_legal_moves(
    game: Game, walker: Callable[[Game, int], Iterator[tuple[Position, int]]]
) -> None:
    for number in range(3):
        for position, _ in walker(game, number):
            assert position.offered() == offered(game, position)


def test_recorded_games_are_what_their_positions_say(game: Game) -> None:
    """A round's counters are those of the first decision of the next; those of the last round, of the end."""
    rows = played(game)
    decisions = rows.decisions
    assert decisions is not None
    elsewhere = ("game", "score_after", "move_value", "move_value_lead")
    of_a_position = [column.name for column in DECISION_COLUMNS if column.name not in elsewhere]
    names = [name for name, _ in game.counters[: game.n_running]]
    counted = []
    for number in range(4):
        last, legal, mover, row = 0, [], -1, -1
        for ply, (position, at, move) in enumerate(replayed(game, decisions, number)):
            if row >= 0:
                assert decisions["score_after"][row] == position.points()[mover]
            now, row, mover = position.clock()[0], at, -1 if position.to_move is None else position.to_move
            ended = range(max(last, 1), now if row >= 0 else now + 1)
            tallies = [position.counters(seat) for seat in range(game.seats)]
            counted += [
                (number, one, seat + 1, *(tallies[seat][name] for name in names))
                for one in ended
                for seat in range(game.seats)
            ]
            if row >= 0:
                check_decision(position, move, ply, {name: int(decisions[name][row]) for name in of_a_position})
                legal.append(len(position.moves()))
            last = now
        asked = [n for n in legal if n > 1]
        assert {name: rows.games[name][number] for name in (
            "n_decisions", "n_legal_moves", "n_forced", "lead_changes", "rounds",
        )} == {
            "n_decisions": len(asked), "n_legal_moves": sum(asked), "n_forced": len(legal) - len(asked),
            "lead_changes": position.lead_changes(), "rounds": last,
        }  # fmt: skip
        check_end(position, rows, number)
    if not names:
        assert rows.rounds is None
        return
    assert rows.rounds is not None
    assert list(rows.rounds) == ["game", "round", "seat", *names]
    assert list(zip(*(column.tolist() for column in rows.rounds.values()), strict=True)) == counted


def test_random_games_are_the_same_recorded_and_drawn_move_by_move(game: Game) -> None:
    """Where the first seat is asked, the others draw one by one: the moves are those of the playout."""
    rows: dict[str, Any] = {"games": np.arange(3), "deals": np.arange(3)}
    rows |= {"policy": np.zeros((3, game.players), int), "board": np.full((3, game.players), 0 if game.boards else -1)}
    silent, told = (play_games(game, [RandomPolicy()], seed=SEED, record=np.full(3, on), **rows) for on in (0, 1))
    rows["policy"][:, 0] = 1
    each = play_games(game, [RandomPolicy(), Restriction(RandomPolicy())], seed=SEED, record=np.ones(3, int), **rows)
    assert told.decisions is not None
    assert each.decisions is not None
    for one, other in ((silent.games, told.games), (silent.seats, told.seats), (told.decisions, each.decisions)):
        assert {name: values.tolist() for name, values in one.items()} == {
            name: values.tolist() for name, values in other.items()
        }
