"""Whose turn it is in a game in one Python file, and when its rounds are over."""

import re
from pathlib import Path
from typing import Any

import pytest

from cext.games import load_game
from cext.games.contract import check_random_game
from cext.games.python_game import PythonGame
from cext.games.translation import compile_rules
from cext.kernel.game import Game, Position
from cext.kernel.policy import RandomPolicy
from cext.user_code import ProgramError
from tests.games.test_python_game import EXAMPLES, game_of, play, rules

PLAIN = "table.end_turn()"


def scripted(tmp_path: Path, calls: list[str], players: int = 3, *, more: str = "", **declared: str) -> Game:
    """A game whose moves make these calls, one after the other."""
    lines = "".join(f"        elif table.n == {n}:\n            {call}\n" for n, call in enumerate(calls, 1))
    body = f"""
    n = number()
    total = points("points")

    def legal(self, table, seat):
        return [("step",)]

    def play(self, table, seat, move):
        table.n += 1
        table.total[seat] += 1
        if table.n > {len(calls)}:
            table.end_game()
{lines}{more}"""
    return game_of(tmp_path, rules(body, **{"players": str(players), **declared}), players)


def course(position: Position) -> list[tuple[int, int]]:
    """The seat and the round of each decision."""
    decisions = []
    while position.to_move is not None:
        decisions.append((position.to_move, position.clock()[0]))
        position.apply(position.moves()[0])
    return decisions


COURSES: dict[str, tuple[list[str], list[tuple[int, int]]]] = {
    "in order": ([PLAIN] * 4, [(0, 1), (1, 1), (2, 1), (0, 2), (1, 2)]),
    "in order, by name": ([f"table.end_turn({seat})" for seat in (1, 2, 0)], [(0, 1), (1, 1), (2, 1), (0, 2)]),
    "a seat that is out": (["table.end_turn(2)", "table.end_turn(0)"] * 2,
                           [(0, 1), (2, 1), (0, 2), (2, 2), (0, 3)]),
    "the seat that began is out": ([PLAIN, PLAIN, "table.end_turn(1)", PLAIN, "table.end_turn(1)"],
                                   [(0, 1), (1, 1), (2, 1), (1, 2), (2, 2), (1, 3)]),
    "the winner of a trick leads": ([PLAIN, PLAIN, "table.end_turn(1)", PLAIN, PLAIN, "table.end_turn(2)"],
                                    [(0, 1), (1, 1), (2, 1), (1, 2), (2, 2), (0, 2), (2, 3)]),
    "the last of a trick leads": ([PLAIN, PLAIN, "table.end_turn(2, ends_round=True)", PLAIN, PLAIN, PLAIN],
                                  [(0, 1), (1, 1), (2, 1), (2, 2), (0, 2), (1, 2), (2, 3)]),
    "an extra turn": (["table.end_turn(0)", PLAIN, PLAIN, PLAIN], [(0, 1), (0, 1), (1, 1), (2, 1), (0, 2)]),
    "an extra turn of the last": ([PLAIN, PLAIN, "table.end_turn(2)", PLAIN, PLAIN],
                                  [(0, 1), (1, 1), (2, 1), (2, 1), (0, 2), (1, 2)]),
    "the other way round": (["table.end_turn(2)", "table.end_turn(1)", "table.end_turn(0)"],
                            [(0, 1), (2, 1), (1, 1), (0, 2)]),
    "a round said to go on": ([PLAIN, PLAIN, "table.end_turn(0, ends_round=False)", PLAIN, PLAIN, PLAIN],
                              [(0, 1), (1, 1), (2, 1), (0, 1), (1, 1), (2, 1), (0, 2)]),
    "a round said to be over": (["table.end_turn(ends_round=True)", PLAIN, PLAIN, PLAIN],
                                [(0, 1), (1, 2), (2, 2), (0, 2), (1, 3)]),
    "two calls": (["table.end_turn(2, ends_round=True); table.end_turn(1)", "table.end_turn(None)", PLAIN],
                  [(0, 1), (1, 1), (2, 1), (0, 2)]),
    "no end of the turn": (["pass", PLAIN, PLAIN, PLAIN], [(0, 1), (0, 1), (1, 1), (2, 1), (0, 2)]),
}  # fmt: skip


@pytest.mark.parametrize("case", COURSES)
def test_turns_and_rounds_follow_the_calls(tmp_path: Path, case: str) -> None:
    calls, expected = COURSES[case]
    game = scripted(tmp_path, calls, rounds="9")
    assert course(game.deal(seed=1)) == expected
    check_random_game(game, 1)


def test_each_turn_of_one_player_is_a_round(tmp_path: Path) -> None:
    game = scripted(tmp_path, [PLAIN, "table.end_turn(0)", PLAIN], 1)
    assert course(game.deal(seed=1)) == [(0, 1), (0, 2), (0, 3), (0, 4)]


@pytest.mark.parametrize(("first", "expected"), [
    (1, [(1, 1), (2, 1), (0, 1), (1, 2), (2, 2), (0, 2)]), (2, [(2, 1), (0, 1), (1, 1), (2, 2), (0, 2), (1, 2)]),
])  # fmt: skip
def test_deal_names_who_begins(tmp_path: Path, first: int, expected: list[tuple[int, int]]) -> None:
    deal = f"\n    def deal(self, table, rng):\n        table.end_turn({first})\n"
    game = scripted(tmp_path, [PLAIN] * 9, more=deal, rounds="2", opening_turns="1")
    assert course(game.deal(seed=1)) == expected
    position = game.deal(seed=1)
    setup = game.words.setup(position)
    assert game.words.deal_from_setup(setup, seed=1) == position


def test_deal_may_end_the_game(tmp_path: Path) -> None:
    more = """
    def deal(self, table, rng):
        if rng.below(2):
            table.end_game()

    def score_end(self, table):
        table.total[1] = 7
"""
    game = scripted(tmp_path, [PLAIN], more=more)
    played = play(game, [RandomPolicy()], 50)
    assert set(played.games["n_forced"]) == {0, 2}
    assert set(played.seats["score"].reshape(-1, 3)[:, 1]) == {7}


BOT = """
    def bot_turn(self, table, seat):
        table.total[seat] += 1
        {call}
"""


@pytest.mark.parametrize(("call", "expected", "bot_points"), [
    ("pass", [(0, 1), (2, 1), (0, 2), (2, 2)], 2),
    ("table.end_turn()", [(0, 1), (2, 1), (0, 2), (2, 2)], 2),
    ("table.end_turn(table.round)", [(0, 1), (2, 1), (1, 2), (2, 2), (0, 2)], 2),
    ("table.end_game()", [(0, 1), (2, 1)], 1),
])  # fmt: skip
def test_bots_play_at_the_end_of_rounds(
    tmp_path: Path, call: str, expected: list[tuple[int, int]], bot_points: int
) -> None:
    calls = ["table.end_turn(2)", "table.end_turn(0)", "table.end_turn(2)", PLAIN, PLAIN]
    game = scripted(tmp_path, calls, bots="1", rounds="2", more=BOT.format(call=call))
    position = game.deal(seed=1)
    assert course(position.copy()) == expected
    assert position.playout(1).points()[3] == bot_points


def test_who_chose_together_had_a_turn(tmp_path: Path) -> None:
    """The seat that chose last leads the next round, and has no extra turn by that."""
    body = """
    total = points("points")

    def legal(self, table, seat):
        return [("step",)]

    def reveal(self, table, moves):
        table.total[0] += 1
        table.end_turn(2)
"""
    game = game_of(tmp_path, rules(body, players="3", rounds="3"), 3)
    assert course(game.deal(seed=1)) == [
        (0, 1), (1, 1), (2, 1), (2, 2), (0, 2), (1, 2), (2, 3), (0, 3), (1, 3),
    ]  # fmt: skip


REFUSED = {
    "deal names no seat": ("deal(self, table, rng)", "table.end_turn()", "in deal() name the one that begins"),
    "deal ends a round": ("deal(self, table, rng)", "table.end_turn(1, ends_round=True)", "only play() and reveal()"),
    "a seat below 0": ("deal(self, table, rng)", "table.end_turn(-1)", "end_turn(-1): seats are 0 to 2"),
    "a bot's seat": ("deal(self, table, rng)", "table.end_turn(3)", "end_turn(3): seats are 0 to 2"),
    "no whole number": ("deal(self, table, rng)", "table.end_turn(0.5)", "end_turn(0.5): seats are 0 to"),
    "a bot ends a round": ("bot_turn(self, table, seat)", "table.end_turn(ends_round=1)", "only play() and reveal()"),
    "after the end": ("score_end(self, table)", "table.end_turn()", "end_turn(): only deal(), play(), reveal() and"),
    "the end again": ("score_end(self, table)", "table.end_game()", "end_game(): only deal(), play(), reveal() and"),
    "a question": ("tie_break(self, table, seat)", "table.end_turn(); return 0", "end_turn(): only deal(), play(),"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_a_call_without_sense_is_refused(tmp_path: Path, case: str) -> None:
    method, call, message = REFUSED[case]
    more = f"\n    def {method}:\n        {call}\n"
    with pytest.raises(
        ProgramError, match=rf"mygame\.py, line \d+: {method.split('(')[0]}\(\): .*{re.escape(message)}"
    ):
        scripted(tmp_path, [PLAIN] * 3, bots="1", more=more).deal(seed=1).playout(1)


def test_compiled_turns_are_those_of_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    body = """
    first = number()
    total = points("points")

    def deal(self, table, rng):
        table.first = rng.below(3)
        if table.first:
            table.end_turn(table.first)
        if rng.below(20) == 0:
            table.end_game()

    def legal(self, table, seat):
        return [("step",)]

    def play(self, table, seat, move):
        table.total[seat] += 1
        how = table.rng.below(12)
        if how < 4:
            table.end_turn()
        elif how < 8:
            table.end_turn(table.rng.below(3))
        elif how < 9:
            table.end_turn(table.rng.below(3), ends_round=table.first > 1)
        elif how < 10:
            table.end_turn(ends_round=table.first and seat)
        elif how < 11:
            table.end_turn(None, ends_round=None)

    def bot_turn(self, table, seat):
        table.total[seat] += 1
        how = table.rng.below(9)
        if how == 0:
            table.end_turn(2)
        elif how == 1:
            table.end_turn()
        elif how == 2 and table.round > 4:
            table.end_game()

    def score_end(self, table):
        table.total[0] += 1
"""
    file = tmp_path / "mygame.py"
    file.write_text(rules(body, players="3", bots="2", rounds="7"), encoding="utf-8")
    python: Any = PythonGame(file, players=3)
    compile_rules(file, python)
    compiled: Any = load_game(str(file), players=3)
    assert set(compiled.compiled) == {"deal", "legal", "play", "bot_turn", "score_end"}
    for deal in range(200):
        positions = [game.deal(seed=1, deal=deal) for game in (python, compiled)]
        while positions[0].to_move is not None:
            assert bytes(positions[0]) == bytes(positions[1])
            for position in positions:
                position.apply(position.moves()[0])
        assert bytes(positions[0]) == bytes(positions[1])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_trick_is_a_round(players: int) -> None:
    game = load_game(str(EXAMPLES / "trick_taking.py"), players=players)
    for deal in range(20):
        rounds = [number for _, number in course(game.deal(seed=1, deal=deal))]
        assert rounds == [1 + n // players for n in range(5 * players)]
