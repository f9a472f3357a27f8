"""The games of examples/games against what is known of them exactly."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import pairwise, permutations, product
from math import factorial, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cext.games import load_game
from cext.kernel.game import Game, Position
from cext.kernel.match import GameResults, play_games
from cext.kernel.policy import Policy, RandomPolicy
from cext.kernel.search import InformationSetMCTS
from strategies import load_strategy

GAMES = Path(__file__).parents[2] / "examples" / "games"


def example(name: str, players: int = 2, **options: Any) -> Game:
    return load_game(str(GAMES / f"{name}.py"), players=players, **options)


def play(game: Game, policies: list[Policy], n: int) -> GameResults:
    """So many games of these policies, the first of them in the first seat."""
    games = np.arange(n)
    policy = np.tile(np.arange(game.players) % len(policies), (n, 1))
    boards = np.random.default_rng(1).integers(0, max(1, len(game.boards)), policy.shape) - (not game.boards)
    return play_games(game, policies, seed=5, games=games, deals=games, policy=policy, board=boards, record=games < 0)


def plan(game: Game, name: str) -> Policy:
    return load_strategy(f"{game.name}/{name}", game)


def by_seat(played: GameResults, column: str, players: int = 2) -> Any:
    return played.seats[column].reshape(-1, players)


def check_mean(values: Any, mean: float, deviation: float) -> None:
    """That a mean of independent values lies within 4.5 standard errors."""
    assert np.mean(values) == pytest.approx(mean, abs=4.5 * deviation / sqrt(len(values)))


def table_of(position: Position) -> dict[str, Any]:
    """The fields of a position by name."""
    return {name.removeprefix("table_"): value for name, value in position.game.state(position).items()}


# -- pig --------------------------------------------------------------------------------------------------------------


@cache
def turn_of_pig(hold: int, banked: int = 0) -> dict[int, float]:
    """How likely a turn brings so many points: it ends at `hold` and more."""
    ends: Counter[int] = Counter()
    open_turns = {banked: 1.0}
    while open_turns:
        rolled: Counter[int] = Counter()
        for total, chance in open_turns.items():
            ends[0] += chance / 6  # type: ignore[assignment]
            for die in range(2, 7):
                (ends if total + die >= hold else rolled)[total + die] += chance / 6  # type: ignore[assignment]
        open_turns = dict(rolled)  # type: ignore[arg-type]
    return dict(ends)  # type: ignore[arg-type]


def test_a_turn_of_pig_that_stops_at_20_brings_8_14_points() -> None:
    """Neller and Presser, Optimal Play of the Dice Game Pig, 2004: 20 is the number that brings most."""
    turns = turn_of_pig(20)
    mean = sum(points * chance for points, chance in turns.items())
    assert mean == pytest.approx(8.14, abs=0.005)
    assert max(range(2, 60), key=lambda hold: sum(n * p for n, p in turn_of_pig(hold).items())) == 20
    game = example("pig")
    hold, points = plan(game, "hold20"), []
    for deal in range(6000):
        position = game.deal(seed=2, deal=deal)
        while position.to_move == 0:
            position.apply(hold.choice(position))
        points.append(position.points()[0])
    check_mean(points, mean, sqrt(sum(n * n * p for n, p in turns.items()) - mean**2))


def test_the_first_seat_of_pig_wins_as_often_as_computed() -> None:
    """Both stop at 20, or where they have 100."""

    @cache
    def wins(mine: int, other: int) -> float:
        """Chance of the seat to move: W = a + b (1 - W') where neither scores, and W' the same of the other."""

        def split(mine: int, other: int) -> tuple[float, float]:
            turns = turn_of_pig(min(20, 100 - mine))
            gains = sum(p * (1.0 if mine + n >= 100 else 1 - wins(other, mine + n)) for n, p in turns.items() if n)
            return gains + turns[0], turns[0]

        (a, b), (c, d) = split(mine, other), split(other, mine)
        return (a - b * c) / (1 - b * d)

    game = example("pig")
    hold = plan(game, "hold20")
    shares = by_seat(play(game, [hold, hold], 4000), "win_share60")[:, 0] / 60
    assert 0.52 < wins(0, 0) < 0.54
    check_mean(shares, wins(0, 0), 0.5)


# -- tic-tac-toe ------------------------------------------------------------------------------------------------------


def test_the_tree_of_tic_tac_toe() -> None:
    """255,168 games: 131,184 are won by the first seat, 77,904 by the second, 46,080 by none; perfect play draws."""
    seen: dict[tuple[int, ...], tuple[Any, Any, int]] = {}

    def tree(position: Position) -> tuple[Any, Any, int]:
        """Games by result, chances of random play, and the value for the first seat."""
        squares = tuple(table_of(position)["squares"])
        if squares not in seen:
            moves = position.moves()
            if position.to_move is None:
                result = np.array(
                    [position.points() == [1, 0], position.points() == [0, 1], not any(position.points())]
                )
                seen[squares] = result.astype(int), result.astype(float), int(result[0]) - int(result[1])
            else:
                best = max if position.to_move == 0 else min
                children = []
                for move in moves:
                    child = position.copy()
                    child.apply(move)
                    children.append(tree(child))
                games, chances, values = zip(*children, strict=True)
                seen[squares] = sum(games), sum(chances) / len(moves), best(values)
        return seen[squares]

    game = example("tic_tac_toe")
    games, chances, value = tree(game.deal(seed=1))
    assert games.tolist() == [131_184, 77_904, 46_080]
    assert len(seen) == 5478
    assert value == 0
    assert chances == pytest.approx([0.585, 0.288, 0.127], abs=0.0005)
    rows = by_seat(play(game, [RandomPolicy()], 4000), "score_row")
    for result, chance in zip((rows[:, 0], rows[:, 1], 1 - rows.sum(axis=1)), chances, strict=True):
        check_mean(result, chance, sqrt(chance * (1 - chance)))


def test_search_draws_tic_tac_toe() -> None:
    game = example("tic_tac_toe")
    search = InformationSetMCTS(game, 800)
    assert not by_seat(play(game, [search, search], 4), "score_row").any()
    assert not by_seat(play(game, [RandomPolicy(), search], 6), "score_row")[:, 0].any()


# -- Kuhn poker -------------------------------------------------------------------------------------------------------

Betting = dict[tuple[int, str], Fraction]  # chance to bet, by card and moves so far


def kuhn_chips(first: Betting, second: Betting) -> Fraction:
    """Chips that the first seat wins on average, over all six deals, played by the rules of the example."""
    game = example("kuhn")
    deals: dict[tuple[int, ...], Position] = {}
    for number in range(100):
        position = game.deal(seed=1, deal=number)
        deals[tuple(table_of(position)["hand"])] = position
    assert len(deals) == 6

    def chips(position: Position, past: str, hand: tuple[int, ...]) -> Fraction:
        seat = position.to_move
        if seat is None:
            return Fraction(position.points()[0])
        bets = (first, second)[seat][hand[seat], past]
        total = Fraction(0)
        for letter, move, chance in zip("pb", position.moves(), (1 - bets, bets), strict=True):
            if chance:
                child = position.copy()
                child.apply(move)
                total += chance * chips(child, past + letter, hand)
        return total

    return sum((chips(position, "", hand) for hand, position in deals.items()), Fraction(0)) / 6


def kuhn_equilibrium(bluff: Fraction) -> tuple[Betting, Betting]:
    """Kuhn 1950: the first seat may bluff in up to a third of its jacks, the second must in a third."""
    third = Fraction(1, 3)
    first = {(1, ""): bluff, (2, ""): 0, (3, ""): 3 * bluff, (1, "pb"): 0, (2, "pb"): bluff + third, (3, "pb"): 1}
    second = {(1, "p"): third, (2, "p"): 0, (3, "p"): 1, (1, "b"): 0, (2, "b"): third, (3, "b"): 1}
    return ({key: Fraction(value) for key, value in half.items()} for half in (first, second))  # type: ignore[return-value]


@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(1, 3)])
def test_kuhn_poker_costs_the_first_seat_an_eighteenth(bluff: Fraction) -> None:
    """No other way to play wins either of them more."""
    first, second = kuhn_equilibrium(bluff)
    assert kuhn_chips(first, second) == Fraction(-1, 18)
    pure = [Fraction(0), Fraction(1)]
    for seat, own in enumerate((first, second)):
        best = max(
            (1 - 2 * seat) * kuhn_chips(*(({**own, key: bets}, second) if seat == 0 else (first, {**own, key: bets})))
            for key, bets in product(own, pure)
        )
        assert best == Fraction(2 * seat - 1, 18)


def test_random_kuhn_poker() -> None:
    half = {(card, past): Fraction(1, 2) for card in (1, 2, 3) for past in ("", "p", "b", "pb")}
    mean = float(kuhn_chips(half, half))
    check_mean(by_seat(play(example("kuhn"), [RandomPolicy()], 20_000), "score")[:, 0], mean, 1.5)


# -- tricks -----------------------------------------------------------------------------------------------------------


def n_games(position: Position) -> int:
    """How many ways there are to play on."""
    if position.to_move is None:
        return 1
    total = 0
    for move in position.moves():
        child = position.copy()
        child.apply(move)
        total += n_games(child)
    return total


def hands_of(position: Position) -> list[list[int]]:
    return [cards[1 : 1 + cards[0]] for cards in table_of(position)["hand"]]


@pytest.mark.parametrize(("players", "n"), [(2, 4), (3, 3)])
def test_any_card_may_be_played_where_there_is_one_suit(players: int, n: int) -> None:
    position = example("trick_taking", players, suits="1", ranks="12", hand=str(n)).deal(seed=1)
    assert n_games(position) == factorial(n) ** players


def test_the_ways_to_play_two_suits() -> None:
    """In a trick the second of two players follows suit or has none: orders of both hands, counted apart."""
    game = example("trick_taking", suits="2", ranks="4", hand="4")
    for deal in range(12):
        position = game.deal(seed=1, deal=deal)
        ways = 0
        for orders in product(*map(permutations, hands_of(position))):
            leader, fits = 0, True
            for trick in range(4):
                led, card = orders[leader][trick], orders[1 - leader][trick]
                fits &= card // 20 == led // 20 or all(other // 20 != led // 20 for other in orders[1 - leader][trick:])
                beats = card > led if card // 20 == led // 20 else card < 20
                leader = 1 - leader if beats else leader
            ways += fits
        assert n_games(position) == ways


def test_all_tricks_are_won_and_hands_stay_hidden() -> None:
    game = example("trick_taking", 4)
    played = play(game, [RandomPolicy()], 500)
    assert (by_seat(played, "score_tricks", 4).sum(axis=1) == 5).all()
    assert (by_seat(played, "ruffs", 4) <= by_seat(played, "score_tricks", 4)).all()
    position = game.deal(seed=1)
    views = {tuple(hands_of(position.determinised(2, key))[2]) for key in range(20)}
    assert views == {tuple(hands_of(position)[2])}
    assert len({tuple(hands_of(position.determinised(2, key))[0]) for key in range(20)}) == 20


# -- auction ----------------------------------------------------------------------------------------------------------


@cache
def lot(price: str, worth: tuple[int, int]) -> Position:
    """The first lot, worth so much to the two bidders."""
    game = example("auction", price=price)
    return game.position_from(game.state(game.deal(seed=1)) | {"table_worth": list(worth)})


def profit_of(price: str, worth: tuple[int, int], bids: tuple[int, int]) -> int:
    """What the first bidder gains."""
    position = lot(price, worth).copy()
    for amount in bids:
        position.apply(position.moves()[amount])
    return position.points()[0]


def test_shading_by_half_is_the_equilibrium_of_two_who_pay_their_bid() -> None:
    """Vickrey 1961: (n - 1)/n of the worth; here whole numbers of 20 each, which leaves it exact. Equal bids: lots."""
    profit = np.zeros((20, 20, 20))  # mean by worth, bid, worth to the other, who bids half
    for worth, bid, other in product(range(20), range(20), range(0, 20, 2)):
        points = profit_of("first", (worth, other), (bid, other // 2))
        profit[worth, bid, other : other + 2] = (worth - bid) / 2 if bid == other // 2 else points
    means = profit.mean(axis=2)
    assert means.argmax(axis=1).tolist() == [worth // 2 for worth in range(20)]
    gain = np.mean([means[worth, worth // 2] for worth in range(20)])
    game = example("auction")
    shaded = plan(game, "shaded")
    check_mean(by_seat(play(game, [shaded, shaded], 2000), "score")[:, 0], 10 * gain, 5 * sqrt(10))


def test_truth_is_best_where_the_second_bid_is_paid() -> None:
    """Whatever the other bids: no bid brings more."""
    for worth, other in product(range(0, 20, 3), range(20)):
        points = [profit_of("second", (worth, 0), (bid, other)) for bid in range(20)]
        assert max(points) == max(0, worth - other)
        assert points[worth] == max(points)


def test_a_bid_laid_before_is_not_seen() -> None:
    """Neither by the view nor by a search, which draws the bid anew."""
    game = example("auction")
    search = InformationSetMCTS(game, 60)
    views, choices = [], set()
    for amount in (0, 7, 19):
        position = game.deal(seed=3)
        position.apply(position.moves()[amount])
        assert position.decides_secretly()
        views.append(game.words.view(position, 1))
        choices.add(search.choice(position, seed=1))
    assert len(choices) == 1
    assert all(before == after for before, after in pairwise(views))


# -- tableau ----------------------------------------------------------------------------------------------------------


def test_what_terraces_score() -> None:
    """Counted from what lies on the table at the end."""
    game = example("tableau", 3)
    for deal in range(100):
        position = game.deal(seed=1, deal=deal, boards=["A", "B", "A"]).playout(deal)
        table, scores = table_of(position), position.scores()
        for seat in range(3):
            n, *cards = table["tableau"][seat]
            kinds = Counter(card // 10 for card in cards[:n])
            worth = sum(card % 10 * (1 + (seat == 1 and card >= 20)) for card in cards[:n])
            assert scores["plants"][seat] == worth
            assert scores["sets"][seat] == 3 * min(kinds[kind] for kind in range(3))
            paid = sum(card % 10 for card in cards[:n]) - (seat != 1) * sum(kinds[kind] - 1 for kind in kinds)
            assert table["coins"][seat] == 2 + seat // 2 + 2 * (8 - n) - paid
            assert scores["rest"][seat] == table["coins"][seat] // 2
