"""What is recorded of a game beside its moves is what its positions say: rounds, counters after them, offers."""

from collections.abc import Callable, Iterator

import numpy as np

from cext.games.contract import dealt
from cext.kernel.game import Game, Position
from cext.kernel.match import GameResults, play_games
from cext.kernel.policy import Policy, RandomPolicy, WeightedPolicy

SHIFTS = {"kind": 0, "a": 8, "class": 16}  # bits of a move before the number that a bit of `offered` stands for
MAX_NUMBER = 31
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


def replayed(game: Game, rows: GameResults, number: int) -> Iterator[tuple[Position, int]]:
    """The positions of a recorded game and the row of `decisions` of each; the finished one with -1."""
    moves = rows.decisions
    assert moves is not None
    position = dealt(game, number)
    for row in np.flatnonzero(moves["game"] == number):
        yield position, int(row)
        position.apply(sum(int(moves[name][row]) << 8 * i for i, name in enumerate(("move_kind", "a", "b", "c"))))
    assert position.to_move is None
    yield position, -1


def test_what_a_decision_is_among_are_its_legal_moves(
    game: Game, walker: Callable[[Game, int], Iterator[tuple[Position, int]]]
) -> None:
    for number in range(3):
        for position, _ in walker(game, number):
            assert position.offered() == offered(game, position)


def test_recorded_games_have_the_rounds_and_the_offers_of_their_positions(game: Game) -> None:
    """A round's counters are those of the first decision of the next; those of the last round, of the end."""
    rows = played(game)
    assert rows.decisions is not None
    names = [name for name, _ in game.counters[: game.n_running]]
    counted = []
    for number in range(4):
        last = 0
        for position, row in replayed(game, rows, number):
            now = position.clock()[0]
            ended = range(max(last, 1), now if row >= 0 else now + 1)
            tallies = [position.counters(seat) for seat in range(game.seats)]
            counted += [
                (number, one, seat + 1, *(tallies[seat][name] for name in names))
                for one in ended
                for seat in range(game.seats)
            ]
            if row >= 0:
                assert rows.decisions["offered"][row] == offered(game, position)
                assert rows.decisions["round"][row] == now
            last = now
        assert rows.games["rounds"][number] == last == rows.decisions["round"][rows.decisions["game"] == number].max()
    if not names:
        assert rows.rounds is None
        return
    assert rows.rounds is not None
    assert list(rows.rounds) == ["game", "round", "seat", *names]
    assert list(zip(*(column.tolist() for column in rows.rounds.values()), strict=True)) == counted
