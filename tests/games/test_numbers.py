"""Numbers of a game in one Python file: none is cut, interpreted or compiled, and what does not fit names its seat."""

from fractions import Fraction as Exact
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cext.games import load_game
from cext.games.python_game import PythonGame
from cext.games.translation import compile_rules
from cext.kernel.match import GameResults, play_games
from cext.kernel.policy import RandomPolicy, WeightedPolicy
from cext.user_code import ProgramError
from tests.games.test_python_game import game_of, rules

TWO_CATEGORIES = """
    cash = points("cash")
    shares = points("shares")

    def legal(self, table, seat):
        return [("step",)]

    def play(self, table, seat, move):
        table.cash[seat] = {cash}
        table.shares[seat] = 1000 if seat == 0 else 4000
        table.end_turn()
"""
ONE_FIELD = """
    gain = points("points")
    field = {field}

    def legal(self, table, seat):
        return [("step",)]

    def play(self, table, seat, move):
        {play}
        table.gain[seat] = 1
        table.end_turn()
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs of the test alone."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def both(tmp_path: Path, source: str) -> list[Any]:
    """The game as Python and compiled."""
    python, file = game_of(tmp_path, source), tmp_path / "mygame.py"
    compile_rules(file, PythonGame(file, players=2))
    compiled = load_game(str(file), players=2)
    assert not python.compiled  # type: ignore[attr-defined]
    assert "play" in compiled.compiled  # type: ignore[attr-defined]
    return [python, compiled]


def play(game: Any, start: list[int] | None = None) -> GameResults:
    """One recorded game."""
    board, policy = np.full((1, game.players), -1), np.zeros((1, game.players), int)
    return play_games(game, [RandomPolicy()], seed=1, games=[0], deals=[0], policy=policy, board=board, record=[1],
                      start=None if start is None else [start])  # fmt: skip


@pytest.mark.parametrize("cash", [30_000, 2**31 - 1, -(2**31)])
def test_highest_sum_wins_beyond_any_width(tmp_path: Path, cash: int) -> None:
    source = rules(TWO_CATEGORIES.format(cash=cash), players="2", rounds="1")
    for game in both(tmp_path, source):
        results, scores = play(game), [cash + 1000, cash + 4000]
        assert results.seats["score"].tolist() == scores
        assert results.seats["score_cash"].tolist() == [cash, cash]
        assert results.seats["rank"].tolist() == [2, 1]
        assert results.games["winning_margin"].tolist() == [3000]
        assert results.seats["score_after_round_1"].tolist() == scores
        assert results.decisions is not None
        assert results.decisions["score_after"].tolist() == scores
        end = game.deal(seed=1).playout(1)
        assert (end.points(), end.ranks()) == (scores, [2, 1])
        assert game.position_from(game.state(end)) == end


def test_start_points_and_margins_of_billions_add_up(tmp_path: Path) -> None:
    game = game_of(tmp_path, rules(TWO_CATEGORIES.format(cash=2**31 - 1), players="2", rounds="1"))
    results = play(game, start=[10**9, -(10**9)])
    assert results.seats["score"].tolist() == [2**31 + 999 + 10**9, 2**31 + 3999 - 10**9]
    assert results.games["winning_margin"].tolist() == [2 * 10**9 - 3000]
    with pytest.raises(ValueError, match=r"^start holds 1000000001: must be -1000000000 to 1000000000$"):
        play(game, start=[10**9 + 1, 0])


WRONG = {
    "beyond 32 bits": ("number()", "table.field = 2**31", "field is 2,147,483,648: must be from -2,147,483,648 to"),
    "below 32 bits": ("number()", "table.field = -(2**31) - 1", "field is -2,147,483,649: must be from"),
    "beyond 64 bits": ("number()", "table.field = 2**70", "field is 1,180,591,620,717,411,303,424: must be"),
    "endless": ("number()", "table.field = 10**5000", "field is a number of more than 30 digits: must be"),
    "above its range": (
        "per_seat(number(low=0, high=20))", "table.field[seat] += 21", "field of player 1 is 21: must be from 0 to 20",
    ),
    "below its range": ("per_seat(number(low=-1))", "table.field[1] = -2", "field of player 2 is -2: must be"),
    "in a list": ("numbers(3, high=9)", "table.field[2] = 10", "field has 10: must be from -2,147,483,648 to 9"),
    "in a pile": (
        "per_seat(pile(3, low=0, high=9))", "table.field[seat].append(10)",
        "field of player 1 has 10: must be from 0 to 9",
    ),
    "in one of several piles": (
        "piles(2, 3, low=0)", "table.field[1].append(-1)", "field has -1: must be from 0 to 2,147,483,647",
    ),
    "a fraction": ("number()", "table.field = 5 / 2", "field is 2.5: must be a whole number"),
    "none": ("number()", "table.field = None", "field is None: must be a whole number"),
    "a text": ("per_seat()", "table.field[1] = '3'", "field of player 2 is '3': must be a whole number"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_does_not_fit_names_field_and_seat(tmp_path: Path, case: str) -> None:
    field, body, message = WRONG[case]
    file = tmp_path / "mygame.py"
    python = game_of(tmp_path, rules(ONE_FIELD.format(field=field, play=body), players="2", rounds="1"))
    compile_rules(file, PythonGame(file, players=2))
    for game in (python, load_game(str(file), players=2)):
        with pytest.raises(ProgramError, match=rf"mygame\.py, line 15: play\(\): {message}"):
            game.deal(seed=1).playout(1)


@pytest.mark.parametrize("method", ["play", "bot_turn", "score_end"])
def test_an_error_at_the_very_end_is_raised(tmp_path: Path, method: str) -> None:
    lines = dict.fromkeys(("play", "bot_turn", "score_end"), "pass") | {method: "table.gain[0] = 2**31"}
    body = f"""
    gain = points("points")

    def legal(self, table, seat):
        return [("step",)]

    def play(self, table, seat, move):
        {lines["play"]}
        table.end_turn()

    def bot_turn(self, table, seat):
        {lines["bot_turn"]}

    def score_end(self, table):
        {lines["score_end"]}
"""
    game = game_of(tmp_path, rules(body, players="1", bots="1", rounds="1"), 1)
    with pytest.raises(ProgramError, match=rf"{method}\(\): gain of player 1 is 2,147,483,648"):
        play(game)


@pytest.mark.parametrize(
    ("field", "width"),
    [("number(low=-128, high=127)", 1), ("number(low=0, high=128)", 2), ("number(low=-32769, high=0)", 4),
     ("number()", 4), ("pile(100, low=0, high=1)", 1), ("pile(200, low=0, high=1)", 2)],
)  # fmt: skip
def test_width_of_a_field_follows_its_range(tmp_path: Path, field: str, width: int) -> None:
    game = game_of(tmp_path, rules(ONE_FIELD.format(field=field, play="pass"), players="2", rounds="1"))
    assert game.layout["table_field"].base.itemsize == width


def test_fields_of_all_widths_lie_side_by_side(tmp_path: Path) -> None:
    body = """
    gain = points("points", low=0, high=100)
    small = per_seat(pile(5, low=0, high=100))
    middle = numbers(3, low=0, high=1000)
    large = piles(2, 5)

    def deal(self, table, rng):
        table.small = [[7, 100], [9]]
        table.middle = [1, 1000, 3]
        table.large[1] = [70000, 5]

    def legal(self, table, seat):
        return [("step",)]

    def play(self, table, seat, move):
        table.middle[seat] = table.small[seat].pop() + 900
        table.large[0] += table.small[0]
        table.large[0].extend(table.middle[:2])
        table.small[1 - seat].insert(0, table.large[1][1])
        table.large[1].append(sum(table.middle) * 1000)
        table.small[seat] = sorted(table.small[1 - seat][:1])
        table.large[0] = table.middle[1:]
        table.gain[seat] += table.small[1 - seat].count(5) + (70000 in table.large[1])
        table.end_turn()
"""
    python, compiled = both(tmp_path, rules(body, players="2", rounds="1"))
    ends = [game.deal(seed=1).playout(1) for game in (python, compiled)]
    assert bytes(ends[0]) == bytes(ends[1])
    table = python.words.whole_state(ends[0])
    assert table["table"] == {"middle": [1000, 909, 3], "large": [[909, 3], [70000, 5, 2_003_000, 1_912_000]]}
    assert [player["small"] for player in table["players"]] == [[5, 5], [5]]


def test_2048_numbers_are_enough_at_any_width(tmp_path: Path) -> None:
    source = rules(ONE_FIELD.format(field="numbers(2046)", play="table.field[2045] = 10**9"), players="2", rounds="1")
    for game in both(tmp_path, source):
        end = game.deal(seed=1).playout(1)
        assert game.words.whole_state(end)["table"]["field"][-1] == 10**9
    with pytest.raises(ProgramError, match="the fields hold 2,049 numbers, at most 2,048: have smaller piles"):
        game_of(tmp_path, source.replace("2046", "2047"))


@pytest.mark.parametrize("limits", ["low=3, high=2", "low=0.5", "high=2**31", "low=None", "high=True"])
def test_a_range_that_is_none_is_refused(tmp_path: Path, limits: str) -> None:
    source = rules(ONE_FIELD.format(field=f"number({limits})", play="pass"))
    with pytest.raises(ProgramError, match=r"mygame\.py, line 9: ValueError: low=.*: give whole numbers from -2,147,"):
        game_of(tmp_path, source)


def test_numbers_dealt_anew_together_share_a_range(tmp_path: Path) -> None:
    source = rules(ONE_FIELD.format(field="per_seat(number(high=9), secret=True)\n    deck = pile(9, secret=True)",
                                    play="pass"))  # fmt: skip
    with pytest.raises(ProgramError, match=r"field, deck are dealt anew together: give all the same low and high"):
        game_of(tmp_path, source)


def test_turns_and_rounds_beyond_255_are_counted(tmp_path: Path) -> None:
    body = """
    steps = points("steps")

    def legal(self, table, seat):
        return [("step",)]

    def play(self, table, seat, move):
        table.steps[seat] = table.round
        table.end_turn()
        if table.round == 300:
            table.end_game()
"""
    for game in both(tmp_path, rules(body, players="2")):
        results = play(game)
        assert results.decisions is not None
        assert results.decisions["round"].tolist() == [1 + ply // 2 for ply in range(599)]
        assert results.decisions["turn"].tolist() == [ply // 2 for ply in range(599)]
        assert results.games["rounds"].tolist() == [300]
        assert results.seats["score"].tolist() == [300, 299]


def test_kinds_beyond_the_bits_of_offered_are_not_mixed_up(tmp_path: Path) -> None:
    """With 40 kinds of moves none has a bit: kind 32 would have that of kind 0."""
    kinds = "{f'k{n}': (f'{n}', f'{n}', {}) for n in range(40)}"
    body = """
    gain = points("points")

    def legal(self, table, seat):
        return [("k33",), ("k34",)]

    def play(self, table, seat, move):
        table.end_game()
"""
    game = game_of(tmp_path, rules(body, players="2", moves=kinds))
    results = play(game)
    assert results.decisions is not None
    assert (game.offers, results.decisions["offered"].tolist()) == ({}, [0])


FRACTIONS = """
    went = per_seat()
    gain = points("points")

    def legal(self, table, seat):
        return [("step",), ("stay",)]

    def play(self, table, seat, move):
        table.went[seat] = move[0] == "step"
        table.gain[seat] = 5
        table.end_turn()

    def tie_break(self, table, seat):
        return {tie}

    def weigh(self, table, seat, move):
        return [{weigh}, 2]
"""
DECLARED = {
    "players": "2", "rounds": "1", "moves": '{"step": ("steps", "s", {}), "stay": ("stays", "-", {})}',
    "features": '{"x": "x | units", "y": "y | units"}',
}  # fmt: skip


def fractions(tmp_path: Path, tie: str = "0", weigh: str = "1") -> Any:
    """A game with this tie-break and this first feature."""
    source = rules(FRACTIONS.format(tie=tie, weigh=weigh), **DECLARED)
    return game_of(tmp_path, f"from decimal import Decimal\nfrom fractions import Fraction\nimport numpy\n{source}")


TIES = (
    "table.went[seat] * 0.5", "0.25 + seat * -1e-9", "2**70 - seat", "2**53 + 1 - seat", "Fraction(1, 3 + seat)",
    "Decimal(1) / (seat + 3)", "float('-inf') if seat else -2**80", "numpy.float64(1 - seat / 8)",
)  # fmt: skip


@pytest.mark.parametrize("tie", TIES)
def test_the_higher_tie_break_wins_whatever_its_kind(tmp_path: Path, tie: str) -> None:
    game = fractions(tmp_path, tie)
    for file in (False, True):
        if file:
            compile_rules(tmp_path / "mygame.py", PythonGame(tmp_path / "mygame.py", players=2))
            game = load_game(str(tmp_path / "mygame.py"), players=2)
        position = game.deal(seed=1)
        for move in position.moves():  # the first seat steps, the second stays
            position.apply(move)
        assert position.scores()["score"] == [5, 5]
        assert position.ranks() == [1, 2]


def test_compiled_tie_breaks_leave_the_same_state(tmp_path: Path) -> None:
    source = rules(FRACTIONS.format(tie="table.went[seat] * 10**12 - 7", weigh="seat - 1"), **DECLARED)
    python, compiled = both(tmp_path, source)
    assert {"tie_break", "weigh"} <= set(compiled.compiled)
    positions = [game.deal(seed=1) for game in (python, compiled)]
    for index in (0, 1):
        values = [position.values([500, 1]).tolist() for position in positions]
        assert values[0] == values[1] == [500 * (index - 1) + 2] * 2
        for position in positions:
            position.apply(position.moves()[index])
    assert bytes(positions[0]) == bytes(positions[1])
    assert positions[0].ranks() == [1, 2]


@pytest.mark.parametrize(
    ("weigh", "value"),
    [("0.7", 0.7), ("-0.0004", -0.0004), ("Fraction(1, 4)", 0.25), ("Decimal('0.7')", 0.7), ("numpy.float32(0.5)", 0.5),
     ("numpy.int64(3)", 3), ("2**31 - 1", 2**31 - 1), ("True", 1)],
)  # fmt: skip
def test_fractions_of_features_are_weighed(tmp_path: Path, weigh: str, value: float) -> None:
    position = fractions(tmp_path, weigh=weigh).deal(seed=1)
    assert position.features(position.moves()[0]).tolist() == [value, 2]
    for weights in ([1000, 0], [1001, 7], [2 * 10**9, 1]):
        exact = weights[0] * Exact(value) + 2 * weights[1]
        assert all(abs(given - exact) <= 0.5 for given in position.values(weights).tolist())


NO_NUMBERS = ("None", "'3'", "float('nan')", "[1]", "1j")
REFUSED = {
    f"weigh {value}": ("0", value) for value in (*NO_NUMBERS, "2**40", "float('inf')", "2**2000", "-2.0**31 - 1")
}
REFUSED |= {f"tie_break {value}": (value, "1") for value in NO_NUMBERS}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_number_is_refused(tmp_path: Path, case: str) -> None:
    game = fractions(tmp_path, *REFUSED[case])
    said = (
        r"weigh\(\): x is .*: must be a number from -2"
        if "weigh" in case
        else r"tie_break\(\): it gives .* player 1: must"
    )
    with pytest.raises(ProgramError, match=rf"mygame\.py, line \d+: {said}"):
        play_games(game, [WeightedPolicy(game, np.ones((1, 2), int))], seed=1, games=[0], deals=[0],
                   policy=np.zeros((1, 2), int), board=np.full((1, 2), -1))  # fmt: skip


@pytest.mark.parametrize("number", ["0.5", "2.5", "2**31", "2**33", "0", "-1", "None", "'3'"])
def test_draws_are_below_whole_numbers_of_32_bits(tmp_path: Path, number: str) -> None:
    source = rules(ONE_FIELD.format(field="number()", play=f"table.rng.below({number})"), players="2", rounds="1")
    python = game_of(tmp_path, source)
    compile_rules(tmp_path / "mygame.py", PythonGame(tmp_path / "mygame.py", players=2))
    for game in (python, load_game(str(tmp_path / "mygame.py"), players=2)):
        with pytest.raises(
            ProgramError, match=r"line \d+: play\(\): ValueError: below\(.*: give a whole number from 1"
        ):
            game.deal(seed=1).playout(1)


def test_the_seat_that_goes_on_is_a_whole_number(tmp_path: Path) -> None:
    game = game_of(tmp_path, rules(ONE_FIELD.format(field="number()", play="table.end_turn(0.5)"), players="2"))
    with pytest.raises(ProgramError, match=r"play\(\): ValueError: end_turn\(0.5\): seats are 0 to 1"):
        game.deal(seed=1).playout(1)


def test_parts_of_moves_are_what_is_declared(tmp_path: Path) -> None:
    """1.0 and True are in range(2), too."""
    body = """
    gain = points("points")

    def legal(self, table, seat):
        return [("add", 1.0), ("add", False)]

    def play(self, table, seat, move):
        table.gain[seat] = move[1]
        table.end_game()
"""
    game = game_of(tmp_path, rules(body, players="2", moves='{"add": ("adds {n}", "{n}", {"n": range(2)})}'))
    position = game.deal(seed=1)
    assert [game.words.text(position, move) for move in position.moves()] == ["adds 1", "adds 0"]
    position.apply(position.moves()[0])
    assert position.scores()["gain"] == [1, 0]
