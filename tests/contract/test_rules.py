"""What the rules of every game keep: legal lists, copies, scores, clocks, words, invariants, repeatable deals."""

import json
import pickle
import random
from collections.abc import Callable, Iterator

import pytest

from cext.games.contract import check_random_game
from cext.kernel.game import Game, Position
from tests.contract.trial import broken
from tests.contract.walks import CASES

Walk = Iterator[tuple[Position, int]]
Walker = Callable[[Game, int], Walk]
GAMES_PLAYED = 5


@pytest.mark.parametrize("name", sorted({case.name for case in CASES}))
def test_random_games_come_to_an_end(name: str) -> None:
    """One line where rules hang, crash, offer no move, go on for ever or break an invariant."""
    if said := broken(name):
        pytest.fail(said, pytrace=False)


@pytest.fixture
def walks(game: Game, walker: Walker) -> list[Walk]:
    return [walker(game, number) for number in range(GAMES_PLAYED)]


def test_random_games_keep_the_contract(game: Game) -> None:
    """And all that can be said of each position: check_random_game()."""
    for number in range(GAMES_PLAYED):
        positions = check_random_game(game, number)
        assert all(bool(position.moves()) == (position.to_move is not None) for position in positions)
        end = positions[-1]
        scores = end.scores()
        assert set(scores) == {name for name, _ in game.categories} | {"score"}
        if len(set(scores["score"])) == game.seats:
            assert len(set(end.ranks())) == game.seats


def test_an_illegal_move_is_refused(game: Game, walks: list[Walk]) -> None:
    for position, move in walks[0]:
        if move >= 0:
            illegal = next(n for n in range(1 << 20) if n not in position.moves())
            before = bytes(position)
            with pytest.raises(ValueError, match="not legal"):
                position.apply(illegal)
            assert bytes(position) == before
            break


def test_equal_deals_are_equal_and_others_differ(game: Game, dealer: Callable[[Game, int], Position]) -> None:
    deals = [bytes(dealer(game, number)) for number in range(8)]
    assert deals == [bytes(dealer(game, number)) for number in range(8)]
    plain = {bytes(game.deal(seed=1, deal=number)) for number in range(64)}
    assert len(plain) > 1 or len({bytes(game.deal(seed=seed)) for seed in range(64)}) == 1, (
        "only some deals differ: draw every random input of deal_into() from streams of its deal_key"
    )


def test_a_deal_needs_no_boards(game: Game) -> None:
    position = game.deal(seed=1)
    assert position.consistent() == 0
    assert position.moves()


def test_tallies_and_features_are_named_once_and_explained(game: Game, walks: list[Walk]) -> None:
    for docs in (game.counters, game.categories, game.feature_docs):
        names = [doc[0] for doc in docs]
        assert len(set(names)) == len(names)
        assert all(doc[0].isidentifier() and all(doc[1:]) for doc in docs)
    *_, (end, _) = walks[0]
    for seat in range(game.seats):
        tallies = end.counters(seat)
        assert list(tallies) == [name for name, _ in game.counters]
        assert all(value >= 0 for value in tallies.values())


def test_clocks_stages_weight_sets_and_boards_are_within_what_the_game_names(game: Game, walks: list[Walk]) -> None:
    """And the clock never goes back."""
    for walk in walks:
        times = []
        for position, move in walk:
            assert len(position.points()) == game.seats
            round_, turn, stage = position.clock()
            times.append((round_, turn))
            if move >= 0:
                assert stage < len(game.stages)
                assert 1 <= round_ <= len(game.rounds) or not game.rounds
                assert 0 <= position.weight_set() < game.n_weight_sets
                assert all(-1 <= position.board_of(seat) < len(game.boards) for seat in range(game.players))
        assert times == sorted(times)
    assert len(set(times)) > 1


def test_moves_are_described_each_in_words_of_its_own(game: Game, walks: list[Walk]) -> None:
    """No two have the same text: check_random_game()."""
    chance = random.Random(2)
    for walk in walks:
        for position, _ in walk:
            if chance.random() > 0.15:
                continue
            moves = position.moves()
            described = [game.words.describe(position, move) for move in moves]
            texts = [game.words.text(position, move) for move in moves]
            assert {words["kind"] for words in described} <= set(game.kinds)
            assert len({json.dumps(words, sort_keys=True) for words in described}) == len(moves)
            assert all(text and "\n" not in text for text in texts)


def test_openings_are_the_classes_of_the_first_turns(game: Game, walks: list[Walk]) -> None:
    for walk in walks:
        seen: list[dict[int, int]] = [{} for _ in range(game.seats)]
        for position, move in walk:
            if move >= 0 and position.move_class(move):
                turn = position.clock()[1]
                if turn < game.opening_turns:
                    seen[position.to_move].setdefault(turn, position.move_class(move))
        expected = [sum(kind << 4 * turn for turn, kind in turns.items()) for turns in seen]
        assert position.openings() == expected


def test_a_state_written_out_and_read_again_is_the_same_position(game: Game, walks: list[Walk]) -> None:
    for position, _ in walks[0]:
        state = json.loads(json.dumps(game.state(position)))
        assert game.position_from(state) == position


def test_games_and_positions_survive_pickling(game: Game, walks: list[Walk]) -> None:
    walked = [position.copy() for number, (position, _) in enumerate(walks[0]) if number % 20 == 0]
    twin, again = pickle.loads(pickle.dumps((game, walked)))
    assert (twin.name, twin.players, twin.options) == (game.name, game.players, game.options)
    assert [bytes(position) for position in again] == [bytes(position) for position in walked]
    assert [one.moves() for one in again] == [one.moves() for one in walked]
    assert bytes(pickle.loads(pickle.dumps(walked[-1]))) == bytes(walked[-1])
    for position in walked:
        assert twin.position_from(game.state(position)).moves() == position.moves()


def test_nothing_is_lost_or_made_of_nothing_and_scores_are_the_sum_of_their_sources(game: Game, walker: Walker) -> None:
    """Conservation in many games: the game's own invariants hold after every move. At the end each seat's points are
    those of the scoring categories, and the best has rank 1."""
    for number in range(100, 385):
        for position, _ in walker(game, number):
            assert position.consistent() == 0
        scores, ranks = position.scores(), position.ranks()
        total = scores.pop("score")
        assert [sum(column) for column in zip(*scores.values(), strict=True)] == total
        assert min(ranks) == 1
        assert total[ranks.index(1)] == max(total)


def test_playing_on_from_a_random_moment_by_the_default_playout_ends_the_game(game: Game, walks: list[Walk]) -> None:
    chance = random.Random(5)
    for position, _ in walks[1]:
        if chance.random() < 0.05:
            end = position.playout(3)
            assert (end.to_move, end.moves(), end.consistent()) == (None, [], 0)
