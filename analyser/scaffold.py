"""Files to begin a game or a strategy with: a copy of the toy, a plan of weights, a class in Python."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from analyser.errors import DataError, UsageError
from analyser.experiments.loading import load_any
from cext.commands import command, command_line
from cext.games.view_types import file_of
from strategies.catalogue import list_strategies
from strategies.plan import FULL

if TYPE_CHECKING:
    from cext.kernel.game import Game

__all__ = [
    "CHECKOUT", "copy_toy", "game_next_steps", "python_text", "strategy_next_steps", "toml_text", "write_game",
    "write_strategy",
]  # fmt: skip

CHECKOUT = Path(__file__).resolve().parent.parent
FOLDERS = ("cext/games/{}", "strategies/{}", "tests/games/{}")  # what belongs to a game, by its name
COPIED = (".py", ".pyx", ".csv", ".toml", ".md")
TOY = "toy"
GAME_NAME = re.compile(r"[a-z][a-z0-9_]*")
STRATEGY_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
N_FEATURES = 16  # that a plan begins with: so many as one looks through
IDEA = "Say in one sentence what it goes for."

GAME = '''"""TITLE: three heaps in a row; take one to three stones of one heap, worth more in later heaps."""

from analyser.rules import Rules, counter, data, numbers, points


class Heaps(Rules):
    title = "TITLE"
    players = 2, 3
    boards = "A", "B"
    opening_turns = 2
    moves = {"take": ("takes {stones} of heap {heap}", "{heap}x{stones}", {"heap": range(1, 4), "stones": range(1, 4)})}
    classes = {"O": "one stone", "T": "two stones", "H": "three stones"}
    features = {"vp": "points of the move | points", "behind": "stones left behind | stones"}
    plans = {"greedy": {"vp": 1, "behind": -0.1}}

    heaps = data([3, 5, 7])  # what `whatif --set numbers.heaps.1=4` changes
    bonus = data(3)

    left = numbers(3)
    stones = points("points of stones")
    last = points("points of the last stone")
    side_b = points("points of board B")
    ones = counter("times exactly one stone was taken")

    def deal(self, table, rng):
        table.left = rng.shuffled(self.heaps)

    def legal(self, table, seat):
        return [("take", heap, n) for heap in (1, 2, 3) for n in (1, 2, 3) if n <= table.left[heap - 1]]

    def play(self, table, seat, move):
        _, heap, n = move
        table.left[heap - 1] -= n
        table.stones[seat] += n * heap
        if n == 1:
            table.ones[seat] += 1
            table.side_b[seat] += table.board[seat] == "B"
        table.end_turn()
        if not any(table.left):
            table.last[seat] = self.bonus
            table.end_game()

    def kind_of(self, table, seat, move):
        return " OTH"[move[2]]

    def weigh(self, table, seat, move):
        _, heap, n = move
        return n * heap + (n == 1 and table.board[seat] == "B"), sum(table.left) - n
'''


def copy_toy(name: str, checkout: Path = CHECKOUT) -> list[Path]:
    """Copy the toy as game `name` into a checkout; the files written.

    Raises UsageError for a name that cannot be one, DataError where it is taken or where there is no checkout.
    """
    check_game_name(name)
    if not (checkout / "setup.py").is_file() or not (checkout / "tests/games" / TOY).is_dir():
        raise DataError(
            f"{checkout} is no checkout of the project: clone it, and name its folder or run the command there"
        )
    for folder in FOLDERS:
        if (checkout / folder.format(name)).exists():
            raise DataError(f"the name {name} is taken ({folder.format(name)} exists): choose another")
    if (checkout / "cext/games" / f"{name}.py").exists() or (checkout / "cext/games" / f"{name}.pyx").exists():
        raise DataError(f"the name {name} is taken (a module of cext/games has it): choose another")
    written = []
    for folder in FOLDERS:
        source, target = checkout / folder.format(TOY), checkout / folder.format(name)
        for file in sorted(path for path in source.rglob("*") if path.is_file() and path.suffix in COPIED):
            copy = target / file.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(rename_toy(file.read_text(encoding="utf-8"), name), encoding="utf-8")
            written.append(copy)
    return written


def check_game_name(name: str) -> None:
    """Raises UsageError for what cannot name a game."""
    if not GAME_NAME.fullmatch(name) or keyword.iskeyword(name) or len(name) > 32:
        raise UsageError(f"'{name}' cannot name a game: use lower-case letters, digits and _, such as my_game")


def write_game(name: str, folder: Path) -> Path:
    """Write a game in one Python file, to be changed; the file.

    Raises UsageError for a name that cannot be one, DataError where the file is there or cannot be written.
    """
    check_game_name(name)
    kind = class_name(name)
    return write_new(
        folder / f"{name}.py", GAME.replace("Heaps", kind).replace("TITLE", name.replace("_", " ").title())
    )


def write_new(file: Path, text: str) -> Path:
    """Write a file that is not there yet; raises DataError."""
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(text)
    except FileExistsError:
        raise DataError(f"{file} is there already and stays as it is: choose another name") from None
    except OSError as error:
        raise DataError(f"{file} cannot be written ({error.strerror}): name a file in a folder of yours") from error
    return file


def rename_toy(text: str, name: str) -> str:
    """A text of the toy as that of another game."""
    words = name.replace("_", " ").split()
    title, kind = " ".join(word.capitalize() for word in words), "".join(word.capitalize() for word in words)
    text = text.replace("ToyWords", f"{kind}Words")
    text = re.sub(r"(cdef class |GAME = )Toy\b", rf"\g<1>{kind}", text)
    text = re.sub(r"\n*hidden = True[^\n]*\n", "\n", text)
    text = re.sub(r"(?m)^\"\"\"Toy: a complete tiny game.*$", f'"""{title}."""', text)
    text = re.sub(r"\bToy\b", title, text)
    return re.sub(r"\btoy\b", name, text)


def game_next_steps(name: str) -> str:
    """What to do with a new game, one step a line."""
    parts = "enums, state, begin, legal, make_move, categories_of"
    return f"""1. make build
2. .venv/bin/python -m pytest tests/games/{name} tests/contract -k {name}
3. write the rules into cext/games/{name}/README.md, then into engine.pyx: {parts}
4. {command_line("boards", name, "--players", 2, "--games", 4000)}"""


def write_strategy(game: str, name: Path) -> Path:
    """Write a strategy to begin with for a game; its file: a name in .py is Python, else the suffix is .toml.

    Raises UsageError for a name that cannot be one, DataError where the file is there or cannot be written, and for a
    plan of weights where the game has no features.
    """
    suffix = name.suffix or ".toml"
    if suffix not in (".toml", ".py"):
        raise UsageError(f"{name}: a strategy is a file.toml, or Python in a file.py")
    if not STRATEGY_NAME.fullmatch(name.stem):
        raise UsageError(f"'{name.stem}' cannot name a strategy: use letters, digits, _ and -, such as my_plan")
    file = name.with_suffix(suffix)
    write, loaded = python_text if suffix == ".py" else toml_text, load_any(game)
    if suffix == ".toml" and not loaded.feature_docs:
        raise DataError(f"{game} has no features to weigh: write a strategy in Python, {name.stem}.py")
    return write_new(file, write(loaded, name.stem))


def strategy_next_steps(game: str, file: Path) -> str:
    """What to do with a new strategy, one step a line."""
    spec, games = (str(file), "4k") if file.suffix == ".toml" else (f"{file}:{class_name(file.stem)}", "200")
    plans = [info.name for info in list_strategies(game) if info.kind == "weighted" and info.strength == FULL]
    rival = plans[0] if plans else "flat:20"
    change = "its weights" if file.suffix == ".toml" else "WEIGHTS and choose()"
    change += f"; {command('strategies', game, '--features')} says what can be weighed"
    if not load_any(game).feature_docs:
        change = "choose()"
    return f"""1. {command_line("balance", game, "--strategies", f"{spec},random", "--games", games)}
2. change {change}
3. hold it against others: --strategies {spec},{rival}; {command("strategies", game)} lists them"""


def toml_text(game: Game, name: str) -> str:
    """The TOML file of a plan called `name`: the heaviest weights of the game's plainest plan; all else as remarks."""
    return "\n".join(_toml_lines(game, name)) + "\n"


def _toml_lines(game: Game, name: str) -> Iterator[str]:
    """The lines of toml_text()."""
    model, weights = _start_plan(game)
    letters = [letter for letter, _ in game.classes if letter]
    yield f"# A plan for {game.title}: of all legal moves it makes the one that is worth most points."
    yield "# A move is worth the sum of its features times the weights below. Change them, and play again."
    yield ""
    yield f'name = "{name}"'
    yield f'idea = "{IDEA}"'
    yield "temperature = 0.1         # points; 0: always the best move, more: now and then one nearly as good"
    if letters:
        yield f"# Classes of moves: {', '.join(f'{letter} {words}' for letter, words in game.classes if letter)}."
        first, second = letters[0], "".join(letters[:2])
        yield f'# opening = ["{first}", "{second}"]   # those preferred in the first turns, where legal'
        yield f'# never = ["{letters[-1]}"]           # those not taken while others are legal'
    yield ""
    yield f"[weights]                 # points for a unit of each feature{'; ' if model else ''}{model}"
    for feature, meaning, unit in game.feature_docs:
        if feature in weights:
            yield f"{f'{feature} = {weights[feature]:g}':<25} # {meaning} ({unit})"
    yield ""
    yield "# Not weighed yet: take the # away to weigh them."
    for feature, meaning, unit in game.feature_docs:
        if feature not in weights:
            yield f"{f'# {feature} = 1':<25} # {meaning} ({unit})"
    yield ""
    heaviest = max(weights, key=lambda feature: abs(weights[feature]))
    if game.rounds:
        yield f"# [by_round.{game.rounds[0]}]            # what a weight is multiplied by in that round"
        yield f"# {heaviest} = 1.5"
    if game.boards:
        yield f"# [by_board.{game.boards[-1]}]       # what is added to a weight on that board"
        yield f"# {heaviest} = 0.5"
        table_head = f"# [on_board.{game.boards[-1]}.weights]"
        yield f"{table_head:<25} # all weights of that board, in place of those above:"
        yield f"# {heaviest} = 1"
        yield f"# {command('tune', f'{game.name}/{name}.toml', '--board', game.boards[-1])} finds such weights."


def python_text(game: Game, name: str) -> str:
    """The Python file of a strategy whose class is class_name(name)."""
    return "\n".join(_python_lines(game, name)) + "\n"


def _python_lines(game: Game, name: str) -> Iterator[str]:
    """The lines of python_text()."""
    model, weights = _start_plan(game)
    reads_features = ", features (what it would do), and worth(weights)" if weights else ""
    start = game.deal(seed=1, deal=0)
    seat = start.to_move or 0
    view_note = _remark(f"view holds what this player sees: {', '.join(game.words.view(start, seat))}, draw.")
    moves = _remark(
        f"Kinds of moves: {', '.join(game.kinds)}. A move has kind, text, its fields as attributes{reads_features}. "
        "A rule of your own, for instance:"
    )
    has_view_types = file_of(game.name).exists()  # a game may have no types of its views
    yield f'"""A strategy for {game.title}, to be changed."""'
    yield ""
    yield "from collections.abc import Sequence"
    yield ""
    if has_view_types:
        yield f"from cext.games.{game.name}.words.view_types import View"
    yield "from strategies import Move, Strategy"
    yield ""
    if weights:
        yield f"# Points for a unit of each feature of a move{', ' if model else ''}{model};"
        yield f"# {command('strategies', game.name, '--features')} lists all features."
        yield "WEIGHTS = {"
        for feature, meaning, unit in game.feature_docs:
            if feature in weights:
                yield f'    "{feature}": {weights[feature]:g},  # {meaning} ({unit})'
        yield "}"
        yield ""
    yield ""
    yield f"class {class_name(name)}(Strategy):"
    yield f'    """{IDEA}"""'
    yield ""
    yield f"    def choose(self, view{': View' if has_view_types else ''}, moves: Sequence[Move]) -> int:"
    yield '        """The index of the move to make; moves are at least two."""'
    yield view_note
    yield moves
    yield '        #     if view["round"] == 1:'
    yield "        #         for index, move in enumerate(moves):"
    yield f'        #             if move.kind == "{game.kinds[0]}":'
    yield "        #                 return index"
    if weights:
        yield "        return max(range(len(moves)), key=lambda index: moves[index].worth(WEIGHTS))"
    else:
        yield '        return view["draw"] % len(moves)'


def _remark(words: str) -> str:
    """A remark inside a method, wrapped."""
    return fill(words, width=110, initial_indent="        # ", subsequent_indent="        # ")


def class_name(name: str) -> str:
    """The class of a strategy called `name`: MyPlan for my_plan."""
    return "".join(part[:1].upper() + part[1:] for part in name.replace("-", "_").split("_"))


def _start_plan(game: Game) -> tuple[str, dict[str, float]]:
    """Which plan to begin from, the one with the fewest weights, and the heaviest of these, rounded to two digits.

    A game without plans has "" and its first feature, one without features no weights.
    """
    plans = [info for info in list_strategies(game.name) if info.kind == "weighted" and info.weights]
    if not plans:
        return "", {feature: 1.0 for feature, *_ in game.feature_docs[:1]}
    model = min(plans, key=lambda info: len(info.weights))
    heaviest = sorted(model.weights, key=lambda feature: -abs(model.weights[feature]))[:N_FEATURES]
    weights = {feature: float(f"{model.weights[feature]:.2g}") for feature in heaviest}
    return f"begun from the plan {model.name}", weights
