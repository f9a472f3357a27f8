"""What a game says about itself: every key of analyser/SCHEMA.md, of the right kind, naming what the game has."""

import json
import re
from typing import Any

import numpy as np
import pytest

from cext.games import GAMES, OptionError, load_game
from cext.kernel.game import Game
from cext.kernel.match import play_games
from cext.kernel.policy import RandomPolicy
from reports.facts import FactsError, GameFacts, parse_facts
from reports.frame_columns import COUNTER_KINDS
from tests.contract.walks import CASES, UNBUILT

Facts = dict[str, Any]
KEYS = {
    "name": str, "title": str, "players": int, "bots": int, "opening_turns": int, "options": dict, "provenance": dict,
    "rulings": list, "classes": dict, "sources": dict, "counters": dict, "boards": dict, "board": dict,
    "opening": dict, "holdings": dict, "charts": list, "grids": list, "scorepad": list,
}  # fmt: skip


@pytest.fixture
def facts(game: Game) -> Facts:
    """The facts as a manifest keeps them."""
    read: Facts = json.loads(json.dumps(game.facts()))
    return read


@pytest.fixture
def read(facts: Facts) -> GameFacts:
    """As reports read them: reserved names, charts of tallies that are not there are one line that says what to do."""
    try:
        return parse_facts(facts)
    except FactsError as error:
        pytest.fail(str(error), pytrace=False)


@pytest.fixture
def tallies(game: Game) -> set[str]:
    return {name for name, _ in game.counters}


@pytest.mark.parametrize("name", GAMES)
def test_it_can_be_loaded(name: str) -> None:
    """A game that cannot be loaded is left out of all other tests, and stops none of them."""
    if name in UNBUILT:
        pytest.fail(UNBUILT[name], pytrace=False)


@pytest.mark.parametrize("name", sorted({case.name for case in CASES}))
def test_players_and_options_it_does_not_have_are_refused(name: str) -> None:
    with pytest.raises(OptionError, match=rf"^{name} is for .* players, not 7$"):
        load_game(name, players=7)
    with pytest.raises(OptionError, match=f"^{name} has no option 'moon'"):
        load_game(name, players=2, moon="full")


def test_seats_are_those_of_players_and_bots(game: Game, facts: Facts) -> None:
    assert (facts["players"], facts["bots"], game.seats) == (game.players, game.bots, game.players + game.bots)
    position = game.deal(seed=1)
    assert {len(position.points()), len(position.ranks()), len(position.scores()["score"])} == {game.seats}


def test_a_weight_set_for_each_round_and_board(game: Game) -> None:
    assert game.n_weight_sets == max(1, len(game.rounds)) * max(1, len(game.boards))


def test_boards_may_be_alike_unless_they_exist_once(game: Game) -> None:
    """`single_boards` and `table_boards` say which boards a line-up may hold, where seats do not choose theirs."""
    last = len(game.boards) - 1
    if last < 1 or game.players < 2 or game.table_boards:
        return
    if not game.single_boards and game.deal(seed=1, boards=[last] * game.players).board_of(0) != last:
        return
    rows: dict[str, Any] = {"games": [0], "deals": [0], "policy": np.zeros((1, game.players), int)}
    rows["board"] = np.full((1, game.players), last)
    if game.single_boards:
        with pytest.raises(ValueError, match="exists once"):
            play_games(game, [RandomPolicy()], seed=1, **rows)
    else:
        played = play_games(game, [RandomPolicy()], seed=1, **rows)
        assert played.seats["board"].tolist() == [last] * game.players + [-1] * game.bots


def test_every_key_is_there_with_its_type(facts: Facts) -> None:
    assert {key: kind for key, kind in KEYS.items() if not isinstance(facts.get(key), kind)} == {}
    assert "places" in facts
    assert all(isinstance(ruling, str) and ruling for ruling in facts["rulings"])
    assert all(isinstance(n, int) and n >= 0 for n in facts["provenance"].values())


def test_names_have_their_meanings(facts: Facts) -> None:
    words = [counter["words"] for counter in facts["counters"].values()]
    assert all((*facts["classes"].values(), *facts["sources"].values(), *facts["holdings"].values(), *words))
    assert {counter["kind"] for counter in facts["counters"].values()} <= set(COUNTER_KINDS)
    assert len(set(facts["classes"].values())) == len(facts["classes"])


def test_boards_have_a_side_and_a_label_of_their_own(facts: Facts, tallies: set[str]) -> None:
    boards = facts["boards"].values()
    assert not boards or {"A"} <= {board["side"] for board in boards} <= {"A", "B"}
    assert len({board["label"] for board in boards}) == len(boards)
    for board in boards:
        assert board["label"]
        assert all(0 <= n <= facts["provenance"][status] for status, n in board.get("provenance", {}).items())
        for ability in board.get("abilities", ()):
            assert {ability["uses"], *([ability["gains"]] if ability["brings"] else [])} <= tallies
            assert ability["name"]
        assert all(track["slots"] > 0 and track["tally"] in tallies for track in board.get("tracks", ()))


def test_they_are_of_this_game(game: Game, facts: Facts, read: GameFacts) -> None:
    assert (facts["name"], facts["options"]) == (game.name, game.options)
    assert (read.players, read.bots, list(read.boards)) == (game.players, game.bots, list(game.boards))
    assert (read.letters, list(read.sources)) == (
        tuple(letter for letter, _ in game.classes),
        [name for name, _ in game.categories],
    )


def test_it_says_how_boards_are_compared(game: Game, read: GameFacts) -> None:
    board = read.board
    assert (board.scope == "table") == bool(game.table_boards)
    assert all(board.nouns)
    assert board.question.endswith("?")


def test_it_says_how_openings_are_compared(game: Game, read: GameFacts) -> None:
    opening = read.opening
    assert opening.letter in ("", *(letter for letter, _ in game.classes[1:]))
    assert all((*opening.turn, opening.name, opening.confounded_by))
    if opening.tip:
        assert opening.tip.text
        assert all(0 <= level <= game.opening_turns for level in opening.tip.levels)


def test_holdings_and_charts_name_tallies(facts: Facts, tallies: set[str]) -> None:
    assert set(facts["holdings"]) <= tallies
    assert len({chart["key"] for chart in facts["charts"]}) == len(facts["charts"])
    for chart in facts["charts"]:
        assert set(chart) - {"by_round"} == {"key", "title", "subtitle", "reading", "unit", "tallies"}
        assert chart["key"].isidentifier()
        assert chart["title"].endswith("?")
        assert chart["unit"]
        assert chart["tallies"]
        assert set(chart["tallies"]) <= tallies
        assert all(chart["tallies"].values())


def test_grids_name_tallies_that_are_rounds(game: Game, facts: Facts, tallies: set[str]) -> None:
    """Each holds the number of a round, or 0, at the end of a random game too."""
    end = game.deal(seed=1).playout(1)
    for grid in facts["grids"]:
        assert set(grid) == {"key", "title", "subtitle", "reading", "rows"}
        assert grid["key"].isidentifier()
        assert grid["title"].endswith("?")
        for tally, label in (pair for row in grid["rows"] for pair in row.items()):
            assert label
            assert tally in tallies
            assert all(0 <= end.counters(seat)[tally] <= len(game.rounds) for seat in range(game.seats))


def test_the_scorepad_holds_every_source_once(facts: Facts) -> None:
    held = [source for line in facts["scorepad"] for source in line["sources"]]
    assert not held or sorted(held) == sorted(facts["sources"])


def test_a_bot_is_named_by_values_of_a_switch(game: Game, facts: Facts) -> None:
    bot = facts["bot"]
    if bot is not None:
        assert bot["name"]
        assert str(game.options[bot["option"]]) in bot["labels"]


def test_places_draw_every_board_and_are_squares_of_it(game: Game, facts: Facts, tallies: set[str]) -> None:
    """The tallies of a random game, too, are squares of its map."""
    places = facts["places"]
    if places is None:
        return
    assert set(places["tallies"]) <= tallies
    assert places["noun"]
    assert set(places["boards"]) == set(game.boards)
    for board, drawn in places["boards"].items():
        rows, legend = drawn["rows"], drawn["legend"]
        assert len({len(row) for row in rows}) == 1
        assert set("".join(rows)) == set(legend)
        for word, colour in legend.values():
            assert word
            assert re.fullmatch("#[0-9a-f]{6}", colour)
        end = game.deal(seed=1, boards=[board] * game.players).playout(1)
        for seat in range(game.players):
            for name in places["tallies"]:
                assert -1 <= end.counters(seat)[name] < len(rows) * len(rows[0])


# -- boards of the whole table ----------------------------------------------------------------------------------------


def test_a_whole_table_has_one_board(game: Game) -> None:
    """deal() and play() take the same board for every seat, and no other line-up of boards."""
    if not game.table_boards or len(game.boards) < 2:
        return
    k, two = game.players, len(game.boards) - 1
    assert [game.deal(seed=1, boards=[two] * k).board_of(seat) for seat in range(k)] == [two] * k
    for mixed in ([two] * (k - 1) + [0], [*game.boards[:1] * (k - 1), game.boards[two]], [-1] * (k - 1) + [two]):
        with pytest.raises(ValueError, match="all seats have the same one"):
            game.deal(seed=1, boards=mixed)
    rows: dict[str, Any] = {"games": [0], "deals": [0], "policy": np.zeros((1, k), int)}
    played = play_games(game, [RandomPolicy()], seed=1, **rows, board=np.full((1, k), two))
    assert played.seats["board"].tolist() == [two] * k
    with pytest.raises(ValueError, match="all seats have the same one"):
        play_games(game, [RandomPolicy()], seed=1, **rows, board=[[0] * (k - 1) + [two]])
