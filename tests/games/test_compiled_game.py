"""A game in one Python file compiled: the rows and errors of the same game as Python, and what stays Python."""

import ast
import pickle
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyser.errors import DataError, Interrupted
from analyser.experiments.game_check import DIFFERS, compile_game, untranslated_rules
from cext.games import cython_file, load_game, translation
from cext.games.program_cache import program_folder
from cext.games.python_game import PythonGame
from cext.games.translation import comparison, compile_rules, expressions, program_notice
from cext.games.translation.comparison import difference, play_rows
from cext.kernel.match import GameResults, play_games
from cext.kernel.policy import Policy, RandomPolicy, WeightedPolicy
from cext.user_code import ProgramError
from tests.games.test_python_game import EXAMPLES, NIM, PLAYING, SOURCE

HEAPS = Path(__file__).parents[1] / "kernel" / "heaps" / "engine.pyx"
EVERYTHING = Path(__file__).parent / "everything.py"
ODD = EVERYTHING.with_name("odd_rules.py")
ENGINE = EVERYTHING.with_name("engine.py")


@pytest.fixture
def quick_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs whose speed is of no matter are made in less time."""
    for module in (translation, cython_file):
        monkeypatch.setattr(
            module, "FLAGS", tuple(flag.replace("-O2", "-O0").replace("-O3", "-O0") for flag in module.FLAGS)
        )


@pytest.fixture(autouse=True, scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Programs of the tests alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


def both(file: Path, players: int = 2, **options: Any) -> tuple[Any, Any]:
    """The game as Python and compiled."""
    python = PythonGame(file, players=players, **options)
    compile_rules(file, python)
    return python, load_game(str(file), players=players, **options)


def play(game: Any, n: int) -> GameResults:
    """So many recorded games at random and by a plan, in turn, on boards at random."""
    rng, k = np.random.default_rng(1), game.players
    weights = rng.integers(-600, 1400, (game.n_weight_sets, len(game.feature_docs)))
    policies: list[Policy] = [WeightedPolicy(game, weights, 500), RandomPolicy()]
    boards = rng.integers(0, len(game.boards), (n, k)) if game.boards else np.full((n, k), -1)
    policy, games = rng.integers(0, 2, (n, k)), np.arange(n)
    return play_games(game, policies, seed=3, games=games, deals=games, policy=policy, board=boards, record=games >= 0)


def game_of(tmp_path: Path, methods: str) -> Path:
    """A game of these methods, in which a seat moves by `step`."""
    file = tmp_path / "mygame.py"
    head = "from analyser.rules import Rules, number, numbers, per_seat, pile, points\n\n\nclass Mine(Rules):\n"
    facts = '    players = 2\n    moves = {"step": ("steps", "s", {})}\n    total = points("points")\n'
    file.write_text(head + facts + methods, encoding="utf-8")
    return file


LEGAL = """
    def legal(self, table, seat):
        return [("step",)]
"""


@pytest.mark.parametrize(("file", "players"), [
    (ENGINE, 2), (ENGINE, 3), (NIM, 2), (NIM, 3),
    (EXAMPLES / "toy.py", 2), (EXAMPLES / "toy.py", 4), (EVERYTHING, 2), (EVERYTHING, 3), (ODD, 2),
])  # fmt: skip
def test_its_rows_are_those_of_python(file: Path, players: int) -> None:
    python, compiled = both(file, players)
    declared = [name for name in vars(type(python.rules)) if name in dir(type(python.rules).__mro__[1])]
    assert set(compiled.compiled) == {name for name in declared if callable(getattr(python.rules, name))} - {"__init__"}
    n = 2000 if file.parent == EXAMPLES else 300
    first, second = play(python, n), play(compiled, n)
    for table in ("games", "seats", "decisions"):
        for name, column in getattr(first, table).items():
            np.testing.assert_array_equal(column, getattr(second, table)[name], err_msg=f"{table}.{name}")


@pytest.mark.usefixtures("quick_compiler")
@pytest.mark.parametrize("options", [{"mode": "odd", "fast": True}, {"start": 5}])
def test_options_and_hidden_numbers_are_those_of_python(options: dict[str, Any]) -> None:
    python, compiled = both(EVERYTHING, 3, **options)
    positions = [game.deal(seed=1, deal=2, boards=["north", "south", "north"]) for game in (python, compiled)]
    for _ in range(40):
        first, second = positions
        assert bytes(first) == bytes(second)
        if first.to_move is None:
            break
        assert first.moves() == second.moves()
        assert first.decides_secretly() == second.decides_secretly()
        assert bytes(first.determinised(first.to_move, 5)) == bytes(second.determinised(first.to_move, 5))
        for position in positions:
            position.apply(position.moves()[-1])


OF_PYTHON = ("a value out of range", "a part out of range", "no move", "too few features", "a letter that is none")
ERRORS: dict[str, tuple[str, str, str]] = {case: PLAYING[case] for case in OF_PYTHON} | {
    "a place outside": ("table.left[heap - 1] -= n", "table.left[heap + 2] -= n", "line 31: play(): IndexError"),
    "no turn that ends": (
        "table.end_turn()\n        if not any(table.left):", "if seat > 1:",
        "line 26: legal(): no move in game",
    ),
    "a name that is none": ("table.left[heap - 1] -= n", "table.lft[0] -= n", "line 31: play(): AttributeError"),
    "a division": ("table.stones[seat] += n * heap", "table.stones[seat] += n // (n - n)", "ZeroDivisionError"),
}  # fmt: skip


@pytest.mark.usefixtures("quick_compiler")
@pytest.mark.parametrize("case", ERRORS)
def test_what_is_wrong_is_said_as_by_python(tmp_path: Path, case: str) -> None:
    old, new, message = ERRORS[case]
    file = tmp_path / "mygame.py"
    assert old in SOURCE
    file.write_text(SOURCE.replace(old, new), encoding="utf-8")
    _, game = both(file)
    with pytest.raises(ProgramError, match=f"mygame.py.*{re.escape(message)}"):
        play(game, 40)


def test_numbers_of_any_size_are_those_of_python(tmp_path: Path) -> None:
    """What needs more than 64 bits is worked out by Python."""
    body = """
    def play(self, table, seat, move):
        big = 3 + table.total[seat]
        for _ in range(table.total[seat] % 3 * 3):
            big *= big
        table.total[seat] += big % 7 + 1
        table.end_turn()
        if table.total[seat] > 90:
            table.end_game()
"""
    python, compiled = both(game_of(tmp_path, LEGAL + body))
    assert set(compiled.compiled) == {"legal", "play"}
    ends = [game.deal(seed=1).playout(4) for game in (python, compiled)]
    assert bytes(ends[0]) == bytes(ends[1])


SETS = {
    "a loop": "for die in set(dice):\n            total = total * 3 % 1009 + die",
    "ties of max": "total = max(set(dice), key=lambda die: dice.count(die))",
    "ties of min": "total = min(frozenset(dice), key=lambda die: -dice.count(die))",
    "a list": "total = list(set(dice))[-1] * 10 + [die for die in set(dice)][0]",
    "a set with a name": "faces = set(dice)\n        total = len(faces) + 9 * (3 in faces) + 20 * sum(faces)",
    "an empty one": "total = 5 if set(table.left) else 6",
    "a set of a set": "for die in set(set(dice)):\n            total = total * 3 % 1009 + die",
    "a function": "for die in self.faces(dice):\n            total = total * 3 % 1009 + die",
    "the order of a dictionary": "for die in dict.fromkeys(dice):\n            total = total * 3 % 1009 + die",
    "texts": "for word in {'violet', 'red', 'ochre'}:\n            total = total * 3 + (1 if word == 'red' else 4)",
    "a constant": "for word in self.words:\n            total = total * 3 % 1009 + (1 if word == 'red' else 4)",
    "keys": "for word in self.costs.keys() & self.words:\n            total = total * 3 % 1009 + self.costs[word]",
}  # fmt: skip


@pytest.mark.usefixtures("quick_compiler")
@pytest.mark.parametrize("case", SETS)
def test_sets_have_the_order_of_python(tmp_path: Path, case: str) -> None:
    body = f"""
    rounds = 10
    left = pile(3)
    words = frozenset({{"violet", "red", "ochre", "black", "green"}})
    costs = {{"red": 1, "violet": 2, "ochre": 3, "green": 4}}

    def faces(self, dice):
        return set(dice)

    def play(self, table, seat, move):
        dice = [table.rng.below(6) for _ in range(7)]
        total = 0
        {SETS[case]}
        table.total[seat] = (table.total[seat] + total) % 1009
        table.end_turn()
"""
    python, compiled = both(game_of(tmp_path, LEGAL + body.replace("frozenset({", "set({")))
    assert "play" in compiled.compiled
    for seed in range(20):
        ends = [game.deal(seed=seed).playout(4) for game in (python, compiled)]
        assert bytes(ends[0]) == bytes(ends[1])


STAYS = {
    "a set that changes": ("faces = set(table.left)\n        faces.add(3)", "faces.add(3) is not translated"),
    "the first of a set": ("table.total[seat] = set(table.left).pop()", "set(table.left)"),
    "a place in a set": ("table.total[seat] = set(table.left)[0]", "set(table.left)[0] is not translated"),
    "a union": ("table.total[seat] = len(set(table.left) | set(table.right))", "is a list, not a whole number"),
    "a comprehension": ("table.total[seat] = len({one // 2 for one in table.left})", "is not translated"),
    "a fraction": ("table.total[seat] += int(1.5 * seat)", "1.5 is a fraction, not a whole number"),
    "a list in two fields": ("table.left = table.right", "a list in two fields"),
    "a list that is replaced": (
        "cards = table.left\n        table.left = [1, 2, 3]\n        table.total[seat] = cards[0]",
        "cards may have no value here, or is a field's list",
    ),
    "a name without a value": (
        "if seat:\n            value = 1\n        table.total[seat] = 1 if not seat else value", "may have no value",
    ),
    "a dictionary that grows": ("self.notes[seat] = 1", "notes may be changed"),
    "an item of a slice that changes": (
        "row = self.rows[:1][0]\n        row.append(1)\n        table.total[seat] = len(self.rows[0])",
        "may be changed",
    ),
    "what methods assign": ("self.moves_made = 1\n        table.total[seat] = self.moves_made", "only fields"),
}  # fmt: skip


@pytest.mark.usefixtures("quick_compiler")
@pytest.mark.parametrize("case", STAYS)
def test_what_is_not_numbers_and_lists_stays_python(tmp_path: Path, case: str) -> None:
    code, reason = STAYS[case]
    body = f"""
    left = numbers(3)
    right = numbers(3)
    notes = {{}}
    rows = [[1], [2]]

    def play(self, table, seat, move):
        {code}
        table.end_game()
"""
    file = game_of(tmp_path, LEGAL + body)
    unit = compile_rules(file, PythonGame(file, players=2))
    assert unit.translated == ["legal"]
    line, words = unit.untranslated["play"][0]
    assert line >= 16
    assert reason in words
    if "a place" not in case:
        assert load_game(str(file), players=2).deal(seed=1).playout(1).to_move is None


def test_all_reasons_are_known_before_a_game_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What depends on something untranslated is no reason of its own."""
    body = """
    left = numbers(3)

    def play(self, table, seat, move):
        half = 0.5 * seat
        table.total[seat] += half
        for one in table.left:
            if one > half:
                table.left[0] = {one}
        more = self.more(table)
        table.total[seat] += more
        table.end_game()

    def more(self, table):
        return table.left @ table.left
"""
    file = game_of(tmp_path, LEGAL + body)
    monkeypatch.delattr(comparison, "play_rows")
    lines = file.read_text(encoding="utf-8").splitlines()
    places = [1 + next(i for i, line in enumerate(lines) if text in line) for text in ("0.5 * seat", "= {one}", "@")]
    reasons = untranslated_rules(file)
    assert [line for line, _ in reasons["play"]] == places
    assert [reason for _, reason in reasons["play"]] == [
        "0.5 is a fraction, not a whole number",
        "{one} is not translated",
        "table.left @ table.left: only whole numbers are translated",
    ]


def test_reasons_name_what_a_value_is(tmp_path: Path) -> None:
    body = """
    rows = ({"a": 1, "b": "x"}, {"a": 2, "b": "y"})

    def play(self, table, seat, move):
        table.total[seat] += self.rows[seat]
        table.total[seat] += self.rows[seat]["b"]
        table.total[seat] += move
        table.end_game()
"""
    reasons = untranslated_rules(game_of(tmp_path, LEGAL + body))["play"]
    assert [reason for _, reason in reasons] == [
        "self.rows[seat] is a dictionary, not a whole number",
        "self.rows[seat]['b'] is a text, not a whole number",
        "move is the move, not a whole number",
    ]


def test_a_file_that_has_changed_is_played_as_python(tmp_path: Path) -> None:
    file = tmp_path / "mygame.py"
    file.write_text(SOURCE, encoding="utf-8")
    assert not load_game(str(file), players=2).compiled
    assert program_notice(file) == ""
    assert compile_game(file).speed > 2
    assert load_game(str(file), players=3, last=9).compiled
    assert program_notice(file) == "The compiled rules of mygame.py are played."
    file.write_text(f"{SOURCE}\n", encoding="utf-8")
    assert not load_game(str(file), players=2).compiled
    assert program_notice(file).startswith("mygame.py was compiled before it was changed")


OTHERWISE = (
    LEGAL
    + """
    rounds = 4
    options = {"fast": (False, "every step counts twice")}
    gap = number()

    def play(self, table, seat, move):
        table.gap -= 3
        table.total[seat] += table.gap % 2 if self.option["fast"] else 1
        table.end_turn()

    def tie_break(self, table, seat):
        return -table.total[seat]
"""
)


@pytest.fixture
def wrong_remainders(monkeypatch: pytest.MonkeyPatch) -> None:
    """A translation that takes C's remainder for Python's."""
    monkeypatch.setitem(expressions.OPERATORS, ast.Mod, "({} % {})")


@pytest.mark.usefixtures("quick_compiler", "wrong_remainders")
def test_a_method_that_differs_under_an_option_stays_python(tmp_path: Path) -> None:
    file = game_of(tmp_path, OTHERWISE)
    python, compiled = both(file)
    assert compiled.compiled == ("legal", "play", "tie_break")
    assert program_notice(file) == "The compiled rules of mygame.py are played."
    python, compiled = PythonGame(file, fast=True), load_game(str(file), players=2, fast=True)
    assert compiled.compiled == ("legal", "tie_break")
    assert program_notice(file).endswith("played, play() as Python, because compiled they play otherwise.")
    assert not difference(*(play_rows(game, 50, record=True) for game in (python, compiled)))


@pytest.mark.usefixtures("quick_compiler", "wrong_remainders")
def test_a_program_is_compared_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = game_of(tmp_path, OTHERWISE)
    compile_rules(file, PythonGame(file, fast=True))
    assert load_game(str(file), players=2, fast=True).compiled == ("legal", "tie_break")
    monkeypatch.setattr(comparison, "differing_methods", None)
    again = pickle.loads(pickle.dumps(load_game(str(file), players=2, fast=True)))
    assert again.compiled == ("legal", "tie_break")


@pytest.mark.usefixtures("quick_compiler")
@pytest.mark.parametrize(("seconds", "games"), [(0.0, comparison.MIN_GAMES), (60.0, 300)])
def test_as_many_games_are_compared_as_there_is_time_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, games: int
) -> None:
    monkeypatch.setattr(comparison, "SECONDS", seconds)
    file, told = game_of(tmp_path, OTHERWISE), list[str]()
    assert compile_game(file, told.append).n_compared == (games,)
    assert told[-1] == f"Compared with Python: {games} games with 2 players…"
    assert told[0] == "Compared with Python: 1 game with 2 players…"
    assert compile_game(file).n_compared == (games,)  # which was kept


@pytest.mark.usefixtures("quick_compiler")
def test_a_comparison_that_is_stopped_keeps_nothing(tmp_path: Path) -> None:
    file = game_of(tmp_path, OTHERWISE)

    def stop(words: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(Interrupted, match=r"^stopped before all was compared with Python: nothing is kept, .* as Pyth"):
        compile_game(file, stop)
    assert not program_folder(file).exists()
    assert not load_game(str(file), players=2).compiled


@pytest.mark.usefixtures("quick_compiler", "wrong_remainders")
def test_compiling_names_a_method_that_differs(tmp_path: Path) -> None:
    file = game_of(tmp_path, OTHERWISE.replace("(False,", "(True,"))
    done = compile_game(file)
    assert done.compiled == ("legal", "tie_break")
    lines = file.read_text(encoding="utf-8").splitlines()
    assert done.python["play"] == ((1 + lines.index("    def play(self, table, seat, move):"), DIFFERS),)


def test_without_a_compiler_it_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mygame.py"
    file.write_text(SOURCE, encoding="utf-8")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(DataError, match=r"stays Python: there is no C compiler: install gcc or clang"):
        compile_game(file)
    assert not list(program_folder(file).glob("*.so"))


# -- one Cython file --------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("quick_compiler")
def test_a_game_in_one_cython_file_is_compiled_when_it_is_played(tmp_path: Path) -> None:
    file = tmp_path / "heaps.pyx"
    file.write_bytes(HEAPS.read_bytes())
    game = load_game(str(file), players=2)
    assert game.name == str(file)
    assert compile_game(file).players == (2, 3, 4)
    again = pickle.loads(pickle.dumps(game))
    assert bytes(again.deal(seed=1, boards=["A", "B"]).playout(2)) == bytes(
        game.deal(seed=1, boards=["A", "B"]).playout(2)
    )
    file.write_text(
        file.read_text(encoding="utf-8").replace("def __init__(self, *,", "def __init__(self, *"), encoding="utf-8"
    )
    with pytest.raises(ProgramError, match=r"heaps\.pyx, line \d+: "):
        load_game(str(file), players=2)
