"""Abilities that are forbidden: nobody uses them, whatever else is played, and games without them are as they were."""

from collections import deque
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from cext.games import OptionError, load_game
from cext.games.contract import walk
from cext.kernel.game import Game
from cext.kernel.match import GameResults, play_games
from cext.kernel.policy import RandomPolicy
from strategies.loader import load_strategy

GAMES = 60
WALKS = 20
OFFERED = "alchemist_", "master_", "bonus_"  # First Empire's: they have no tallies, the moves offered tell
POWERS = [
    (name, power["key"])
    for name in ("zhanguo", "first_empire")
    for power in load_game(name, players=4).facts()["powers"]
]
TALLIED = [(name, key) for name, key in POWERS if not key.startswith(OFFERED)]


@cache
def game(name: str, forbidden: str = "", **options: Any) -> Game:
    return load_game(name, players=4, **({"forbidden": forbidden} if forbidden else {}), **options)


@cache
def played(one: Game) -> GameResults:
    """Random games, with each B side of ZhanGuo on the table."""
    boards = np.arange(1, 5) if one.name == "zhanguo" else np.zeros(4, int)
    rows = np.arange(GAMES)
    board = np.broadcast_to(boards, (GAMES, 4))
    policy = np.zeros((GAMES, 4), int)
    return play_games(one, [RandomPolicy()], seed=5, games=rows, deals=rows, policy=policy, board=board)


def uses(one: Game, key: str) -> int:
    """How often an ability of cards or of a board is used in these games, and what it brings."""
    seats = played(one).seats
    if key.startswith("ability_"):
        return int(seats[key].sum())
    board, _, number = key.partition("_")
    own = seats["board"] == one.boards.index(board)
    return int(seats[f"power_uses_{number}"][own].sum() + seats[f"power_brought_{number}"][own].sum())


def offered(one: Game, walks: int) -> set[str]:
    """Keys of what moves of random games offer: the ability of an Alchemist card, half of a Governor tile."""
    halves = {name: key for key, names in bonuses(one) for name in names}
    kinds = {one.kinds.index(kind) for kind in ("ability", "bonus")}
    found = set()
    for number in range(walks):
        for position, _ in walk(one, number):
            for move in position.moves() if position.to_move is not None else ():
                if move & 0xFF in kinds:
                    fields = one.words.describe(position, move)
                    found.add(halves[fields["bonus"]] if "bonus" in fields else str(fields["card"]).replace(" ", "_"))
    return {key for key in found if key.startswith(OFFERED)}


def bonuses(one: Game) -> Iterator[tuple[str, list[str]]]:
    """Keys of what Governor tiles give, with the names of their halves."""
    for power in one.facts()["powers"]:
        if power["key"].startswith("bonus_"):
            yield power["key"], power["name"].split(" or ")


def activated(one: Game, walks: int) -> int:
    """Uses of Alchemist and Master Alchemist cards: those of the numbers behind the abilities of Unification cards."""
    first = sum(key.startswith("ability_") for name, key in POWERS if name == one.name)
    ends = [deque(walk(one, number), maxlen=1)[0][0] for number in range(walks)]
    return sum(sum(seat["activated"][first:]) for end in ends for seat in one.state(end)["seat"])


@pytest.mark.parametrize(("name", "key"), TALLIED)
def test_nobody_uses_an_ability_that_is_forbidden(name: str, key: str) -> None:
    """Whether players choose it, or it gives what it gives by itself."""
    assert uses(game(name), key) > 0 == uses(game(name, key), key)


def test_alchemist_cards_and_governor_tiles_do_nothing_that_is_forbidden() -> None:
    keys = {key for _, key in POWERS if key.startswith(OFFERED)}
    free = game("first_empire")
    assert len(keys) == 26
    assert offered(free, 5 * WALKS) == keys
    assert activated(free, WALKS) > 0
    cards = [key for key in keys if not key.startswith("bonus_")]
    assert activated(game("first_empire", ",".join(cards)), WALKS) == 0
    assert offered(game("first_empire", ",".join(keys)), WALKS) == set()
    for key in sorted(keys):
        seen = offered(game("first_empire", key), WALKS // 4)
        assert key not in seen
        assert seen


def test_both_halves_of_a_governor_tile_without_those_forbidden() -> None:
    """F11, both halves: nobody is asked."""
    scoring = ",".join(key for _, key in POWERS if key.startswith("bonus_vp"))
    both = played(game("first_empire", governor_bonus="both")).seats["score_bonuses"].sum()
    assert both > 0 == played(game("first_empire", scoring, governor_bonus="both")).seats["score_bonuses"].sum()


def test_what_nobody_has_changes_no_game_when_it_is_forbidden() -> None:
    """All seats with A sides: abilities of B sides are never used."""
    rows = np.arange(GAMES)
    plain, without = (
        play_games(one, [RandomPolicy()], seed=5, games=rows, deals=rows, policy=zeros, board=zeros)
        for one in (game("zhanguo"), game("zhanguo", "star_1,star_2,circle_1"))
        for zeros in [np.zeros((GAMES, 4), int)]
    )
    for name, column in plain.seats.items():
        assert (column == without.seats[name]).all()


@pytest.mark.parametrize("name", ["zhanguo", "first_empire"])
def test_search_plays_on_where_one_seat_is_restricted(name: str) -> None:
    """The others have laid cards, and have boards, whose abilities the search of the restricted seat takes to be
    forbidden to all."""
    one, keys = game(name), [key for each, key in POWERS if each == name]
    rows, others = np.arange(len(keys)), np.tile(np.arange(4) > 0, (len(keys), 1))
    boards = [[(number + seat) % len(one.boards) for seat in range(4)] for number in rows]
    results = play_games(
        one, [load_strategy(spec, one) for spec in ("search:balanced:2", "balanced")], seed=2, games=rows, deals=rows,
        policy=others, board=boards if name == "zhanguo" else others * 0,
        forced_opening=np.where(others, -1, rows[:, None]), forced_openings=[()] * len(keys),
        forbidden_by_opening=[(0, 0, game(name, key)) for key in keys],
    )  # fmt: skip
    assert len(results.games["rounds"]) == len(keys)


def every_restriction(one: Game) -> list[tuple[int, int, Game]]:
    """All that can be forbidden to a seat of a game: each class and kind of moves, each ability."""
    classes = [(1 << number, 0, one) for number in range(1, len(one.classes))]
    kinds = [(0, 1 << number, one) for number in range(len(one.kinds))]
    return [*classes, *kinds, *((0, 0, game(one.name, key)) for name, key in POWERS if name == one.name)]


@pytest.mark.parametrize("name", ["zhanguo", "first_empire", "qin", "middle_kingdom"])
def test_any_restriction_leaves_a_move(name: str) -> None:
    """Random moves, with each thing forbidden to one seat after another."""
    one = game(name)
    forbidden = every_restriction(one)
    rows = np.arange(4 * len(forbidden))
    opening = np.where(np.arange(4) == rows[:, None] % 4, rows[:, None] // 4, -1)
    boards = [[(number + seat) % 5 for seat in range(4)] for number in rows] if name == "zhanguo" else opening * 0
    results = play_games(
        one, [RandomPolicy()], seed=3, games=rows, deals=rows, policy=opening * 0, board=boards,
        forced_opening=opening, forced_openings=[()] * len(forbidden), forbidden_by_opening=forbidden,
    )  # fmt: skip
    assert len(results.games["rounds"]) == len(rows)


def test_a_card_whose_ability_is_forbidden_is_not_taken_for_one_that_triggers() -> None:
    """Strategies count own cards that a move activates: not these."""
    every = ",".join(key for name, key in POWERS if name == "zhanguo" and key.startswith("ability_"))
    for name, forbidden in (("zhanguo", every), ("first_empire", ",".join(key for n, key in POWERS if n != "zhanguo"))):
        for one, some in ((game(name), True), (game(name, forbidden), False)):
            number = [feature[0] for feature in one.feature_docs].index("triggers")
            found = 0
            for position, move in walk(one, 1):
                if move >= 0:
                    found += position.features(move)[number]
            assert (found > 0) == some


def test_the_option_is_there_where_something_is_forbidden_written_one_way() -> None:
    assert "forbidden" not in game("zhanguo").options
    assert game("zhanguo", " star_1, ability_vp_2 ,star_1").options["forbidden"] == "ability_vp_2,star_1"
    with pytest.raises(OptionError) as caught:
        game("first_empire", "ability_shipp")
    assert str(caught.value) == "option forbidden=ability_shipp: no ability 'ability_shipp': did you mean ability_ship?"
    with pytest.raises(OptionError, match="qin has no option 'forbidden'"):
        load_game("qin", players=4, forbidden="star_1")
