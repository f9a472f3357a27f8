"""Sets in files of users: they are gone through in the order of their values, or refused, in every process alike."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from cext.games import load_game
from cext.games.contract import fitting
from cext.kernel.match import play_games
from cext.kernel.policy import PythonPolicy, RandomPolicy, StrategyError
from cext.user_code import ProgramError, execute_file
from cext.user_modules import compile_module
from tests.games.test_python_game import EXAMPLES, rules

ROOT = Path(__file__).parents[2]
WORDS = "{'red', 'green', 'blue', 'white', 'black', 'violet', 'orange', 'ochre'}"
IN_ORDER = ["black", "blue", "green", "ochre", "orange", "red", "violet", "white"]


def module_of(folder: Path, source: str, name: str = "mine") -> ModuleType:
    file = folder / f"{name}.py"
    file.write_text(source, encoding="utf-8")
    return execute_file(file)


# -- the order --------------------------------------------------------------------------------------------------------

HEAD = f"""
from collections import Counter, OrderedDict
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import reduce
import copy, operator, pickle


class Colour(Enum):
    red, green, blue, white, black, violet, orange, ochre = range(8)


class Rank(IntEnum):
    king, queen, jack = 13, 12, 11


@dataclass(frozen=True, order=True)
class Card:
    name: str
    cost: int = 1


words = {WORDS}
costs = dict.fromkeys(words, 1)
table = {{word: len(word) for word in ("violet", "red", "ochre", "black")}}
"""
ORDERS: dict[str, tuple[str, Any]] = {
    "a loop": ("[word for word in words]", IN_ORDER),
    "list": ("list(words)", IN_ORDER),
    "a comprehension": ("list({word.upper() for word in words})", [word.upper() for word in IN_ORDER]),
    "the name set": ("[*set(words)]", IN_ORDER),
    "the name frozenset": ("tuple(frozenset(words))", tuple(IN_ORDER)),
    "unpacking": ("(lambda first, *rest: first)(*words)", "black"),
    "the first": ("next(iter(words))", "black"),
    "pop": ("(lambda mine: [mine.pop(), mine.pop(), len(mine)])(set(words))", ["black", "blue", 6]),
    "ties of max": ("max(words, key=len)", "orange"),
    "ties of min": ("min(words, key=lambda word: -len(word) // 2)", "black"),
    "ties of sorted": ("sorted(words, key=len)", sorted(IN_ORDER, key=len)),
    "join": ("' '.join(words)", " ".join(IN_ORDER)),
    "enumerate and zip": ("list(zip(enumerate(words), words))[7]", ((7, "white"), "white")),
    "text": ("f'{words}'", f"{{{', '.join(map(repr, IN_ORDER))}}}"),
    "a dictionary": ("list(costs)", IN_ORDER),
    "a counter": ("list(Counter(words))", IN_ORDER),
    "union": ("list(words | {'pink'} - words)", sorted([*IN_ORDER, "pink"])),
    "union of a list": ("list(set().union(['c', 'a'], 'b'))", ["a", "b", "c"]),
    "operator": ("list(reduce(operator.xor, [words, {'red', 'azure'}]))", sorted({*IN_ORDER, "azure"} - {"red"})),
    "in place": ("(mine := set(words), mine.__iand__({'red', 'blue', 'green'}))[1].pop()", "blue"),
    "keys": ("list(table.keys() & words)", ["black", "ochre", "red", "violet"]),
    "a set and keys": ("list(words - table.keys())", ["blue", "green", "orange", "white"]),
    "items": ("list(table.items() - {('red', 3)})", [("black", 5), ("ochre", 5), ("violet", 6)]),
    "ordered keys": ("list(OrderedDict(table).keys() | {'a'})", ["a", "black", "ochre", "red", "violet"]),
    "keys keep their order": ("[*table.keys()], list(table.items())[0]",
                              (["violet", "red", "ochre", "black"], ("violet", 6))),
    "a copy": ("list(copy.deepcopy(words)), list(words.copy())", (IN_ORDER, IN_ORDER)),
    "a pickle": ("list(pickle.loads(pickle.dumps(words)))", IN_ORDER),
    "members of an enum": ("[colour.name for colour in {*Colour}]",
                           ["red", "green", "blue", "white", "black", "violet", "orange", "ochre"]),
    "numbers of an enum": ("list({Rank.king, Rank.jack, 12})", [11, 12, 13]),
    "values of all kinds": (
        "list({Card('b'), 'b', (1, None), (1, 'a'), (1, 0), 2.5, None, 3, b'a', frozenset('ab'), 'a'})[:-1]",
        [None, 2.5, 3, "a", "b", b"a", (1, None), (1, 0), (1, "a"), frozenset("ab")],
    ),
    "sets of sets": ("[sorted(each) for each in {frozenset('zy'), frozenset('xa')}]", [["a", "x"], ["y", "z"]]),
    "own classes with an order": ("[card.name for card in {Card(word) for word in words}]", IN_ORDER),
    "fractions": ("sum({1e17, -1e17, 0.25, 0.5})", sum([-1e17, 0.25, 0.5, 1e17])),
    "a class that is a set": ("list(type('Deck', (set,), {})(words))", IN_ORDER),
    "what is asked": ("('red' in words, len(words), words == set(list(words)), words > {'red'}, hash((1, 2.0)))",
                      (True, 8, True, True, hash((1, 2.0)))),
    "kinds": ("isinstance(words, set), type(words) is set, isinstance(frozenset(), frozenset)", (True, True, True)),
}  # fmt: skip


@pytest.mark.parametrize("case", ORDERS)
def test_a_set_has_the_order_of_its_values(tmp_path: Path, case: str) -> None:
    code, expected = ORDERS[case]
    assert module_of(tmp_path, f"{HEAD}\n\nresult = ({code})\n").result == expected


def test_neighbour_modules_sort_their_sets_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "set_helper.py").write_text(
        f"import sys\n\ncolours = {WORDS}\n\n\ndef names():\n    return colours | set()\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    __import__("set_helper")  # as a notebook may have done
    module = module_of(tmp_path, "from set_helper import names\n\nresult = list(names())\n")
    assert module.result == IN_ORDER
    assert type(sys.modules["set_helper"].colours) is set  # theirs is as it was
    monkeypatch.delitem(sys.modules, "set_helper")


LIBRARY = f"""
COLOURS = frozenset({WORDS})


class Bag:
    def colours(self):
        return set(COLOURS)
"""
USES_LIBRARY = """
from set_library import COLOURS, Bag

a, *b = COLOURS
first = min(COLOURS, key=len)
result = [
    [colour for colour in COLOURS], list(Bag().colours()), [*COLOURS], " ".join(COLOURS).split(), [a, *b],
    [colour for _, colour in enumerate(COLOURS)], list(COLOURS | {"red"}), list({"red"} | COLOURS),
    sum(([colour] for colour in Bag().colours()), []), [{colour}.pop() for colour in Bag().colours()],
]
"""


def test_sets_of_libraries_are_sorted_or_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = tmp_path / "site-packages"
    library.mkdir()
    (library / "set_library.py").write_text(LIBRARY, encoding="utf-8")
    monkeypatch.syspath_prepend(str(library))
    module = module_of(tmp_path, USES_LIBRARY)
    assert module.result == [IN_ORDER] * 10
    assert module.first == "red"
    assert (type(module.COLOURS), type(module.Bag().colours())) == (frozenset, set)
    with pytest.raises(ProgramError, match=r"mine\.py, line 4: .*pop\(\) of a set .*take a value of sorted"):
        module_of(tmp_path, "from set_library import Bag\n\nmine = Bag().colours()\nmine.pop()\n")


def test_lines_of_errors_stay_right(tmp_path: Path) -> None:
    source = """words = {
    'a',
    'b',
}
more = {
    word: 1
    for word in words
}.keys() & {1 // len(words ^ words)}
"""
    with pytest.raises(ProgramError, match=r"mine\.py, line 8: ZeroDivisionError"):
        module_of(tmp_path, source)
    with pytest.raises(ProgramError, match=r"mine\.py, line 2: "):
        module_of(tmp_path, "words = {1, 2}\nfor x in words print(x)\n")


def test_a_file_without_sets_is_compiled_as_it_is(tmp_path: Path) -> None:
    assert module_of(tmp_path, f"n = {' + '.join(['1'] * 1500)}\n").n == 1500
    for path in EXAMPLES.rglob("*.py"):
        assert compile_module(path) == compile(path.read_bytes(), str(path), "exec")


# -- what has no order ------------------------------------------------------------------------------------------------

UNSORTED_HEAD = """
from dataclasses import dataclass


@dataclass(frozen=True)
class Card:
    name: str
    cost: int


class Thing:
    pass


cards = {Card("a", 1), Card("b", 2), Card("c", 2)}
"""
UNSORTED: dict[str, tuple[str, str]] = {
    "own classes": ("list(cards)", "values of class Card in a set have no order: go through the set with sorted"),
    "ties of max": ("max(cards, key=lambda card: card.cost)", "Card in a set have no order"),
    "equal keys": ("sorted(cards, key=lambda card: card.cost)", "have the key 2: give sorted() a finer key"),
    "things by their address": ("[*{Thing(), Thing()}]", "Thing in a set have no order"),
    "functions": ("set(map(type, (1, ''))).pop()", "type in a set have no order"),
    "complex numbers": ("list({1j, 2j})", "cannot be compared (complex): go through the set with sorted"),
    "no numbers": ("list({float('nan'), 1.0})", "two values in a set have no order (float)"),
    "the hash of a text": ("hash('a')", "hash() of str is another number in every process"),
    "the hash of None in a tuple": ("hash((1, None))", "hash() of tuple is another number in every process"),
    "an address": ("id(cards)", "id() is another number in every process"),
}  # fmt: skip


@pytest.mark.parametrize("case", UNSORTED)
def test_what_has_no_order_is_refused(tmp_path: Path, case: str) -> None:
    code, message = UNSORTED[case]
    with pytest.raises(ProgramError, match=rf"mine\.py, line 16: \w+: .*{re.escape(message)}"):
        module_of(tmp_path, f"{UNSORTED_HEAD}{code}\n")


def test_without_an_order_what_is_asked_and_sorted_is_free(tmp_path: Path) -> None:
    code = "len(cards), Card('a', 1) in cards, [card.name for card in sorted(cards, key=lambda card: card.name)]"
    assert module_of(tmp_path, f"{UNSORTED_HEAD}result = {code}\n").result == (3, True, ["a", "b", "c"])
    own = "\n\nclass Own:\n    def __hash__(self):\n        return hash('own')\n\n\nresult = len({Own(), Own()})\n"
    assert module_of(tmp_path, own).result == 2


# -- in games and strategies ------------------------------------------------------------------------------------------

GAME = rules(
    f"""
    last = number()
    total = points("points")
    options = {{"pace": ("slow", "speed", {{"slow", "fast", "fair"}})}}

    def deal(self, table, rng):
        table.last = len(rng.shuffled({WORDS})[rng.below(8)])

    def legal(self, table, seat):
        return {{("take", word) for word in {WORDS} if len(word) != table.last}}

    def play(self, table, seat, move):
        table.total[seat] += len(move[1])
        table.last = len(move[1])
        table.end_turn()

    def weigh(self, table, seat, move):
        return [sum(ord(letter) * (i + 1) for i, letter in enumerate(set(move[1])))]
""",
    rounds="5",
    moves=f'{{"take": ("takes {{word}}", "{{word}}", {{"word": {tuple(IN_ORDER)}}})}}',
    features='{"letters": "its letters | letters"}',
)
BOT = """
from strategies import Strategy


class Bot(Strategy):
    def choose(self, view, moves):
        return [move.text for move in moves].index({move.text for move in moves if len(move.word) != 5}.pop())
"""
PLAY = """
import sys
from hashlib import sha256
import numpy as np
from cext.games import load_game
from cext.kernel.match import play_games
from cext.kernel.policy import WeightedPolicy
from strategies.loader import load_strategy

game, n = load_game(sys.argv[1], players=2), np.arange(20)
policies = [load_strategy(f"{sys.argv[2]}:Bot", game), load_strategy("random", game), WeightedPolicy(game, [[100]] * 5)]
rows = play_games(game, policies, seed=1, games=n, deals=n, policy=np.arange(40).reshape(20, 2) % 3,
                  board=np.full((20, 2), -1), record=n >= 0)
print(sha256(b"".join(column.tobytes() for column in (*rows.decisions.values(), *rows.seats.values()))).hexdigest())
"""


def test_rows_are_the_same_under_every_hash_seed(tmp_path: Path) -> None:
    game, bot = tmp_path / "words.py", tmp_path / "bot.py"
    game.write_text(GAME, encoding="utf-8")
    bot.write_text(BOT, encoding="utf-8")
    output = {run_python(sys.executable, PLAY, seed, game, bot) for seed in (1, 2)}
    assert len(output) == 1
    assert re.fullmatch(r"[0-9a-f]{64}\n", output.pop())


def run_python(python: str, program: str, seed: int, *arguments: object) -> str:
    """What a program prints in a process of its own."""
    environment = {**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": str(ROOT)}
    command = [python, "-P", "-c", program, *map(str, arguments)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


PRINTS = """
import sys
from pathlib import Path
from types import ModuleType
from cext.user_modules import compile_module, run_module

run_module(ModuleType("mine"), compile_module(Path(sys.argv[1])))
"""


def other_pythons() -> Iterator[str]:
    """The supported versions of Python that are on this machine: on the path, or beside the one that runs."""
    beside = [str(path) for path in Path(sys.base_prefix).parent.glob("*3.1*/bin/python3")]
    named = [shutil.which(f"python3.{minor}") for minor in range(11, 20)]
    for python in filter(None, (*named, *beside)):
        is_supported = "import sys; sys.exit(sys.version_info < (3, 11))"
        if subprocess.run([python, "-c", is_supported], capture_output=True, check=False).returncode == 0:
            yield python


def test_other_versions_of_python_sort_alike(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    cases = "".join(f"print({code})\n" for name, (code, _) in ORDERS.items() if name != "fractions")  # sum() changed
    file.write_text(f"{HEAD}\n{cases}", encoding="utf-8")
    output = {run_python(python, PRINTS, seed, file) for seed, python in enumerate((sys.executable, *other_pythons()))}
    assert len(output) == 1
    assert output.pop().startswith(f"{IN_ORDER}\n")


def test_a_game_and_a_strategy_name_the_line(tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    body = """
    class Card:
        pass

    def legal(self, table, seat):
        return [("step",) for card in {self.Card(), self.Card()}]

    def play(self, table, seat, move):
        pass
"""
    file.write_text(rules(body), encoding="utf-8")
    with pytest.raises(ProgramError, match=r"game\.py, line 12: legal\(\): .*Card in a set have no order.*sorted"):
        play(load_game(str(file), players=2), RandomPolicy())
    game = load_game(str(EXAMPLES / "nim_boards.py"), players=2)
    bot = module_of(tmp_path, BOT.replace("move.text for move in moves if len(move.word) != 5", "*moves")).Bot()
    with pytest.raises(StrategyError, match=r"LegalMove in a set have no order.*mine\.py, line 7"):
        play(game, PythonPolicy(game, bot, "bot"))


def play(game: Any, policy: Any) -> None:
    boards = [game.boards.index(name) for name in fitting(game, [game.boards[0]] * 2)] if game.boards else [-1, -1]
    play_games(game, [policy], seed=1, games=[0], deals=[0], policy=np.zeros((1, 2), int), board=np.array([boards]))


@pytest.mark.parametrize(
    "name", ["zhanguo", "first_empire", "qin", "middle_kingdom", str(EXAMPLES / "trick_taking.py")]
)
def test_views_and_moves_have_no_sets(name: str) -> None:
    class Looking:
        n_views = 0

        def choose(self, view: Any, moves: Any) -> int:
            self.n_views += 1
            for value in (
                ()
                if self.n_views > 30
                else (view, *(each for move in moves[:5] for each in (move.fields, move.features)))
            ):
                assert not list(sets_in(value))
            return int(view["draw"] % len(moves))

    game = load_game(name, players=2 if "trick" not in name else 3)
    k = game.players
    boards = [game.boards.index(board) for board in fitting(game, [game.boards[0]] * k)] if game.boards else [-1] * k
    policy = PythonPolicy(game, Looking(), "looking")
    done = play_games(
        game, [policy], seed=1, games=[0], deals=[0], policy=np.zeros((1, k), int), board=np.array([boards])
    )
    assert done.games["n_decisions"][0] > 5


def sets_in(value: Any) -> Iterator[Any]:
    if isinstance(value, set | frozenset):
        yield value
    elif isinstance(value, dict):
        for item in (*value, *value.values()):
            yield from sets_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from sets_in(item)
