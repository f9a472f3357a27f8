"""Properties of every game, searched for counterexamples: any seed, any boards, any choices, shrunk when one fails."""

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cext.games.contract import BrokenRules, endless, fitting
from cext.kernel.game import Game, Position
from tests.contract.walks import MAX_DECISIONS

# A game is a seed, a board for each seat, and choices; choices are used in turn, modulo the length of the legal list.
BOARDS = st.lists(st.integers(0, 1 << 16), min_size=6, max_size=6)
PLAYS = st.tuples(st.integers(0, 2**32 - 1), BOARDS, st.lists(st.integers(0, 511), min_size=1))
Play = tuple[int, list[int], list[int]]
ENDLESS: dict[Game, BrokenRules] = {}  # games with a line that does not end: to shrink it would take minutes


def search(examples: int) -> Callable[..., Any]:
    """So many examples; a game of the package's fixture serves all of them, for games keep nothing."""
    quiet = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(max_examples=examples, suppress_health_check=quiet)


def dealt(game: Game, play: Play) -> Position:
    seed, boards, _ = play
    given_boards = [board % len(game.boards) for board in boards[: game.players]] if game.boards else None
    return game.deal(seed=seed, deal=seed % 1000, boards=fitting(game, given_boards))


def positions(game: Game, play: Play) -> list[tuple[Position, int]]:
    """Copies of every position of the game, each with the move made there; the last with -1."""
    position, choices = dealt(game, play), play[2]
    seen: list[tuple[Position, int]] = []
    while position.to_move is not None:
        moves = position.moves()
        move = moves[choices[len(seen) % len(choices)] % len(moves)]
        if game in ENDLESS or len(seen) == MAX_DECISIONS:
            raise ENDLESS.setdefault(game, endless(game, f"the game of seed {play[0]} with choices {choices}"))
        seen.append((position.copy(), move))
        position.apply(move)
    seen.append((position, -1))
    return seen


@given(play=PLAYS)
@search(60)
def test_nothing_is_lost_or_made_of_nothing_and_scores_are_the_sum_of_their_sources(game: Game, play: Play) -> None:
    """Conservation: the game's own invariants hold after every move. At the end each seat's points are those of the
    scoring categories, and the best has rank 1."""
    played = positions(game, play)
    assert {position.consistent() for position, _ in played} == {0}
    end = played[-1][0]
    scores = end.scores()
    total = scores.pop("score")
    assert [sum(column) for column in zip(*scores.values(), strict=True)] == total
    assert min(end.ranks()) == 1
    assert total[end.ranks().index(1)] == max(total)


@given(play=PLAYS, every=st.integers(7, 23))
@search(25)
def test_copies_stay_as_they_were_and_the_notation_of_a_move_reads_back_as_that_move(
    game: Game, play: Play, every: int
) -> None:
    """Playing the same choices again from a deal passes through the copies kept of the first time, byte for byte.
    Round trip of every legal move at every so many positions; no two moves of a list share a notation."""
    again, played = dealt(game, play), positions(game, play)
    for copy, move in played:
        assert bytes(copy) == bytes(again)
        if move >= 0:
            again.apply(move)
    for position, _ in played[:-1:every]:
        written = [game.words.notation(position, move) for move in position.moves()]
        assert len(set(written)) == len(written)
        assert [game.words.parse(position, text) for text in written] == position.moves()
