"""Parts of moves, and columns of a table by a variable: compiled, they are those of Python."""

from pathlib import Path
from textwrap import dedent, indent

import pytest

from cext.games import load_game, translation
from cext.games.python_game import PythonGame
from cext.games.translation import compile_rules
from cext.games.translation.comparison import difference, play_rows
from cext.games.translation.unit import Unit
from cext.user_code import ProgramError

RULES = """
from analyser.rules import Rules, numbers, points

COLOURS = "red", "blue", "green"
COSTS = {"ale": {"red": 1, "blue": 2, "green": 0}, "bun": {"blue": 3, "green": 1, "red": 2}}


class Parts(Rules):
    players = 2
    rounds = 6
    costs = [{"name": "x", "red": 3, "blue": 1}, {"blue": 5, "name": "yy", "red": 2}]
    names = ("a", "bc"), ("d",), ("e", "f", "gh")
    moves = {
        "pay": ("pays", "p", {"a": COLOURS, "b": COLOURS, "c": COLOURS}),
        "buy": ("buys", "b", {"what": tuple(COSTS), "n": range(1, 4), "m": range(2, 5)}),
        "add": ("adds", "a", {"n": range(3), "m": range(5)}),
        "rest": ("rests", "r", {}),
    }
    left = numbers(5)
    total = points("points")

    def legal(self, table, seat):
        n = table.left[0]
        return [
            ("pay", COLOURS[n % 3], COLOURS[n % 2], "red"), ("buy", ("ale", "bun")[n % 2], 1 + n % 3, 2 + n % 3),
            ("add", n % 3, n % 5), ("rest",),
        ]

    def play(self, table, seat, move):
        x = 0
        table.left[0] = (table.left[0] * 3 + 1 + seat) % 97
        n = table.left[0]
        colour = COLOURS[n % 3]
BODY
        table.left[1] = x % 30_000
        table.total[seat] += x % 1_000
        table.end_turn()
"""
BODIES = {
    "a loop over parts": """
        if move[0] == "pay":
            for c in move[1:]:
                x = 10 * x + COLOURS.index(c)
    """,
    "a loop that is left": """
        if move[0] == "pay":
            for c in move[2:]:
                if c == "red":
                    continue
                x += 1
                if x > 1:
                    break
                x += 7
    """,
    "how many parts": "x = len(move) + 10 * len(move[1:]) + 100 * len(move[1:2]) + 1000 * len(move[3:])",
    "sums of parts": """
        if move[0] == "add":
            x = sum(move[1:]) * 3 + max(move[1:]) + (2 in move[1:]) + min(p * 2 for p in move[1:])
    """,
    "parts that are counted": """
        if move[0] == "pay":
            x = move[1:].count("red") + 10 * move.count("blue") + 100 * ("green" in move[1:3])
    """,
    "parts and the kind": 'x = sum(1 for c in move if c == "pay") if move[0] == "pay" else 5',
    "loops in loops": """
        if move[0] == "add":
            for i, p in enumerate(move[1:]):
                for q in move[1:]:
                    x = 3 * x + p * q + i
    """,
    "a variable of a loop": """
        for p in move[1:]:
            k = 3
            x += k
    """,
    "a column by a variable": """
        if move[0] == "buy":
            x = COSTS[move[1]][colour] + 10 * COSTS[move[1]]["red"]
            for p in move[2:]:
                x += p
    """,
    "a column by a part": """
        if move[0] == "pay":
            for c in move[1:]:
                x = 5 * x + COSTS["ale" if n % 2 else "bun"][c]
    """,
    "columns of texts and numbers": """
        x = self.costs[n % 2]["red" if n % 3 else "blue"] + len(self.costs[n % 2]["name"])
    """,
    "a loop over columns": """
        for c in ("red", "blue"):
            x = 7 * x + self.costs[n % 2][c]
    """,
    "items of a row": """
        for name, cost in COSTS["ale"].items():
            x = 7 * x + cost + (name == colour)
    """,
    "items of one of several rows": """
        for name, cost in COSTS["ale" if n % 2 else "bun"].items():
            x = 7 * x + cost + (name == colour)
    """,
    "zip": """
        for c, k in zip(COLOURS, table.left):
            x = 7 * x + k + COSTS["bun"][c]
    """,
    "zip of three": """
        for a, b, c in zip(table.left, table.left[1:], COLOURS):
            x += a * b + (c == colour)
    """,
    "texts of several lists": """
        for i in range(len(self.names[n % 3])):
            x = 11 * x + len(self.names[n % 3][i]) + (self.names[n % 3][i] == "f")
    """,
    "lists of texts": """
        found = [c for c in COLOURS if c != colour]
        found.append("red")
        x = len(found) + 10 * found.count("red") + 100 * found.index("red") + 1000 * (colour in found)
        for c in found[::-1] + list(COLOURS[n % 3:]):
            x = (7 * x + COLOURS.index(c)) % 10_007
    """,
    "lists that are the same": """
        same = [c for c in COLOURS if n % 2 or c != "blue"]
        x = (same == list(COLOURS)) + 2 * (same != ["red", "green"]) + 4 * (tuple(same) == COLOURS)
        if move[0] == "pay":
            x += 8 * (move[1:] == ("red", "red", "red")) + 16 * (move[1:] == ["red", "red", "red"])
    """,
    "the rest of a move": """
        kind, *rest = move
        x = len(rest)
        if kind == "pay":
            for c in rest if n % 2 else rest * 2:
                x = 5 * x + COLOURS.index(c)
            x += 100 * COLOURS.index(rest[0])
    """,
    "pairs that are gone through": """
        for a, b in ((n, 1), (2, n + 1)):
            if a == 5:
                continue
            x = 7 * x + a * b
            if x > 900:
                break
    """,
    "numbers from one on": """
        for i, c in enumerate(COLOURS[1:], 1):
            for j, k in enumerate(table.left, start=i + 1):
                x += i * j * k + (c == colour)
    """,
    "the best list": """
        best, most = [], -1
        for i in range(4):
            row = [(n + i) % 5, (n * i) % 7]
            if sum(row) > most:
                most, best = sum(row), row
        x = 10 * most + best[0] + len(best)
    """,
    "a list that is repeated": "x = len([n, 2] * (n % 3)) + sum([0] * 3 + [n] * 2) + len(list(COLOURS) * 2)",
    "the last of several lists": """
        x = len(self.names[n % 3][-1]) + sum(COSTS["ale"][c] for c in COLOURS if c != colour)
    """,
}


@pytest.fixture(autouse=True)
def quick_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs whose speed is of no matter are made in less time."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(translation, "FLAGS", tuple(flag.replace("-O2", "-O0") for flag in translation.FLAGS))


def both(folder: Path, body: str) -> tuple[PythonGame, PythonGame]:
    """The game with that body of play(): as Python, and compiled."""
    file = folder / "parts.py"
    file.write_text(RULES.replace("BODY", indent(dedent(body).strip(), " " * 8)), encoding="utf-8")
    python = PythonGame(file, players=2)
    compile_rules(file, python)
    return python, load_game(str(file), players=2)  # type: ignore[return-value]


@pytest.mark.parametrize("name", BODIES)
def test_they_are_those_of_python(tmp_path: Path, name: str) -> None:
    python, compiled = both(tmp_path, BODIES[name])
    assert {"legal", "play"} <= {*compiled.compiled}  # type: ignore[attr-defined]
    assert difference(play_rows(python, 200, record=True), play_rows(compiled, 200, record=True)) == ""


LEFT = {
    "numbers and texts in one list": (
        'found = ["red"]; found.append(n); x = len(found)', "numbers and texts in one list",
    ),
    "texts that are sorted": ("x = len(sorted([c for c in COLOURS if c != colour]))", "a list of texts, not a list of"),
    "a best list that changes": (
        """
        best = [1]
        for i in range(2):
            row = [n, i]
            best = row
            row.append(3)
        x = len(best)
        """,
        "a list with two names, by one of which it may change",
    ),
    "the rest of a move by another name": (
        """
        _, *rest = move
        other = [1]
        other = rest
        x = len(other)
        """,
        "a list with two names",
    ),
    "texts in a field": ("table.left = [c for c in COLOURS]", "a list of texts, not a list of numbers"),
    "a part of a text": ('x = "e" in ("red" if n % 2 else colour)', "is not translated"),
}  # fmt: skip


@pytest.mark.parametrize("name", LEFT)
def test_what_stays_python(tmp_path: Path, name: str) -> None:
    file = tmp_path / "parts.py"
    body, reason = LEFT[name]
    file.write_text(RULES.replace("BODY", indent(dedent(body).strip(), " " * 8)), encoding="utf-8")
    unit = Unit(file, PythonGame(file, players=2))
    assert reason in " ".join(words for _, words in unit.untranslated["play"])


def test_an_absent_column_is_the_error_of_python(tmp_path: Path) -> None:
    _, compiled = both(tmp_path, 'x = self.costs[n % 2]["red" if n % 2 else "green"]')
    with pytest.raises(ProgramError, match=r"play\(\): KeyError: 'green'"):
        play_rows(compiled, 50)
