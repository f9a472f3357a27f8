"""before_weigh(): what weigh() needs of a decision, worked out once, the same as Python and compiled."""

import re
from pathlib import Path
from typing import Any

import pytest

from cext.games import load_game, translation
from cext.games.contract import check_random_game
from cext.games.python_game import PythonGame
from cext.games.translation import compile_rules
from cext.games.translation.comparison import difference, play_rows
from cext.user_code import ProgramError

RULES = """
from analyser.rules import Rules, numbers, points


class Fields(Rules):
    players = 2
    rounds = 8
    moves = {"sow": ("sows field {field}", "{field}", {"field": range(6)})}
    features = {"gain": "grain | sacks", "best": "the best field | 0/1"}
    plans = {"farmer": {"gain": 1, "best": 0.5}}
    asked = ()
    grain = numbers(6)
    sacks = points("sacks")

    def deal(self, table, rng):
        table.grain = [rng.below(9) for _ in range(6)]

    def legal(self, table, seat):
        self.asked = (*self.asked, "legal")
        return [("sow", field) for field in range(6)]

    def play(self, table, seat, move):
        table.sacks[seat] += table.grain[move[1]]
        table.grain[move[1]] = table.rng.below(9)
        table.end_turn()

    def before_weigh(self, table, seat):
        self.asked = (*self.asked, "before")
        BEFORE

    def weigh(self, table, seat, move, before):
        WEIGH
"""
ASKED = '        self.asked = (*self.asked, "before")\n', '        self.asked = (*self.asked, "legal")\n'
BOTH = {
    "a number": ("return max(table.grain)", "return table.grain[move[1]], int(table.grain[move[1]] == before)"),
    "a list": (
        "return [2 * n for n in table.grain]",
        "return before[move[1]], int(before[move[1]] == max(before) and move[1] in before)",
    ),
    "a list and a number": (
        "most = max(table.grain); return table.grain, most",
        "grain, most = before; return grain[move[1]], int(grain[move[1]] == most)",
    ),
    "a list that grows": (
        "ranks = []\n        for n in table.grain:\n            ranks.append(n % 3)\n        return ranks",
        "return table.grain[move[1]], before.count(before[move[1]])",
    ),
    "a text": ('return "poor" if max(table.grain) < 5 else "rich"', 'return move[1], int(before == "rich")'),
    "one of two numbers": (
        "if seat:\n            return 5\n        return table.grain[0]", "return before, before * move[1]",
    ),
    "a number or None": (
        "return None if table.round == 1 else table.round", "return (0 if before is None else before), move[1]",
    ),
    "a list that is sorted": ("return sorted(table.grain)", "best = sorted(before)[-1]; return best, before[move[1]]"),
}  # fmt: skip


def game_of(tmp_path: Path, before: str, weigh: str) -> Path:
    """The game with these bodies, in which nothing counts what is asked."""
    text = RULES.replace("BEFORE", before).replace("WEIGH", weigh)
    for line in ASKED:
        text = text.replace(line, "")
    file = tmp_path / "fields.py"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.fixture(autouse=True)
def quick_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs whose speed is of no matter are made in less time."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(translation, "FLAGS", tuple(flag.replace("-O2", "-O0") for flag in translation.FLAGS))


@pytest.mark.parametrize("case", BOTH)
def test_compiled_games_have_the_rows_of_python(tmp_path: Path, case: str) -> None:
    file = game_of(tmp_path, *BOTH[case])
    python = PythonGame(file, players=2)
    compile_rules(file, python)
    compiled: Any = load_game(str(file), players=2)
    assert "weigh" in compiled.compiled
    assert difference(play_rows(python, 60, record=True), play_rows(compiled, 60, record=True)) == ""
    for deal in range(3):
        first, second = (game.deal(seed=1, deal=deal) for game in (python, compiled))
        assert (first.values([7, -3]) == second.values([7, -3])).all()
        assert (first.values([7, -3], plain=True) == first.values([7, -3])).all()
        assert [list(first.features(move)) for move in first.moves()] == [
            list(second.features(move)) for move in second.moves()
        ]


def test_before_and_legal_are_asked_once_for_a_decision(tmp_path: Path) -> None:
    file = tmp_path / "fields.py"
    file.write_text(RULES.replace("BEFORE", "return 1").replace("WEIGH", "return before, 0"), encoding="utf-8")
    game = PythonGame(file, players=2)
    rows = play_rows(game, 1, record=True)  # by a plan
    decisions = int(rows.games["n_decisions"].sum())
    asked = game.rules.asked
    assert (asked.count("legal"), asked.count("before")) == (decisions, decisions) == (16, 16)


LEFT = {
    "what cannot be translated": ("return {table.round: 2}", "return before[1], 0", r"line 27: \{table.round: 2\}"),
    "a list that weigh changes": ("return [1, 2]", "before.append(1); return before[0], 0", "does not grow or shrink"),
    "a list by another name": (
        "return [1, 2]", "other = [1]\n        other = before\n        other.append(3)\n        return other[0], 0",
        "two names",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", LEFT)
def test_weigh_stays_python_with_the_reason(tmp_path: Path, case: str) -> None:
    before, weigh, reason = LEFT[case]
    file = game_of(tmp_path, before, weigh)
    unit = compile_rules(file, PythonGame(file, players=2))
    lines = " ".join(f"line {line}: {words}" for line, words in unit.untranslated["weigh"])
    assert "weigh" not in unit.translated
    assert re.search(reason, lines)


WRONG = {
    "it changes the table": ("table.grain[0] = 9", "return 0, 0", r"line 26: before_weigh\(\): it changes the table"),
    "it fails": ("return 1 // 0", "return 0, 0", r"line 27: before_weigh\(\): ZeroDivisionError"),
    "it gives what is used up": ("return iter([1])", "return 0, 0", r"before_weigh\(\): it gives <list_iterator"),
    "weigh changes what it gave": (
        "return [0]", "before[0] += 1; return before[0], 0", r"weigh\(\): it changes what before_weigh\(\) gave",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_one_line(tmp_path: Path, case: str) -> None:
    before, weigh, message = WRONG[case]
    game = PythonGame(game_of(tmp_path, before, weigh), players=2)
    with pytest.raises(ProgramError, match=f"fields.py.*{message}"):
        play_rows(game, 4)
    with pytest.raises((ProgramError, AssertionError), match=message):
        check_random_game(game, 1)


SIGNATURES = {
    "one too few": ("before_weigh(self, table, seat)", "before_weigh(self, table)", "before_weigh(self, table) has"),
    "weigh without it": ("seat, move, before)", "seat, move)", "write def weigh(self, table, seat, move, before):"),
    "weigh alone": ("    def before_weigh", "    def other", "write def weigh(self, table, seat, move):"),
    "no weigh": ("    def weigh", "    def other", "there is before_weigh(), but no weigh"),
    "play": ("def play(self, table, seat, move)", "def play(self, table, move)", "def play(self, table, seat, move):"),
}


@pytest.mark.parametrize("case", SIGNATURES)
def test_other_parameters_are_refused_with_the_line(tmp_path: Path, case: str) -> None:
    old, new, message = SIGNATURES[case]
    file = game_of(tmp_path, "return 1", "return before, 0")
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ProgramError) as error:
        PythonGame(file, players=2)
    assert f"{file}, line " in str(error.value)
    assert message in str(error.value)
