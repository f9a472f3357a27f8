"""A strategy to begin with: a file that plays a game as it is, with remarks on what can be changed in it."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill
from typing import TYPE_CHECKING

from cext.games.view_types import file_of
from strategies.catalogue import list_strategies

if TYPE_CHECKING:
    from cext.kernel.game import Game

__all__ = ["class_name", "python_text", "toml_text"]

WEIGHED = 16  # features a plan begins with: so many as one looks through
IDEA = "Say in one sentence what it goes for."


def toml_text(game: Game, name: str) -> str:
    """The TOML file of a plan called `name`: the heaviest weights of the game's plainest plan; all else as remarks."""
    return "\n".join(toml_lines(game, name)) + "\n"


def toml_lines(game: Game, name: str) -> Iterator[str]:
    """The lines of toml_text()."""
    model, weights = first_weights(game)
    letters = ", ".join(f"{letter} {words}" for letter, words in game.classes if letter)
    first, *others = [letter for letter, _ in game.classes if letter]
    yield f"# A plan for {game.title}: of all legal moves it makes the one that is worth most points."
    yield "# A move is worth the sum of its features times the weights below. Change them, and play again."
    yield ""
    yield f'name = "{name}"'
    yield f'idea = "{IDEA}"'
    yield "temperature = 0.1         # points; 0: always the best move, more: now and then one nearly as good"
    yield f"# Classes of moves: {letters}."
    yield f'# opening = ["{first}", "{first}{others[0]}"]   # those preferred in the first turns, where legal'
    yield f'# never = ["{others[-1]}"]           # those not taken while others are legal'
    yield ""
    yield f"[weights]                 # points for a unit of each feature; begun from the plan {model}"
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
    yield f"# [by_round.{game.rounds[0]}]            # what a weight is multiplied by in that round"
    yield f"# {heaviest} = 1.5"
    if game.boards:
        yield f"# [by_board.{game.boards[-1]}]       # what is added to a weight on that board"
        yield f"# {heaviest} = 0.5"
        header = f"# [on_board.{game.boards[-1]}.weights]"
        yield f"{header:<25} # all weights of that board, in place of those above:"
        yield f"# {heaviest} = 1"
        yield f"# `analyser tune {game.name}/{name}.toml --board {game.boards[-1]}` finds such weights."


def python_text(game: Game, name: str) -> str:
    """The Python file of a strategy whose class is class_name(name)."""
    return "\n".join(python_lines(game, name)) + "\n"


def python_lines(game: Game, name: str) -> Iterator[str]:
    """The lines of python_text()."""
    model, weights = first_weights(game)
    start = game.deal(seed=1, deal=0)
    seat = start.to_move or 0
    view_remark = remark(f"view holds what this player sees: {', '.join(game.words.view(start, seat))}, draw.")
    moves = remark(
        f"Kinds of moves: {', '.join(game.kinds)}. A move has kind, text, its fields as attributes, features (what it "
        "would do), and worth(weights). A rule of your own, for instance:"
    )
    has_view_type = file_of(game.name).exists()  # a game may have no types of its views
    yield f'"""A strategy for {game.title}, to be changed."""'
    yield ""
    yield "from collections.abc import Sequence"
    yield ""
    if has_view_type:
        yield f"from cext.games.{game.name}.words.view_types import View"
    yield "from strategies import Move, Strategy"
    yield ""
    yield f"# Points for a unit of each feature of a move, begun from the plan {model};"
    yield f"# `analyser strategies {game.name} --features` lists all features."
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
    yield f"    def choose(self, view{': View' if has_view_type else ''}, moves: Sequence[Move]) -> int:"
    yield '        """The index of the move to make; moves are at least two."""'
    yield view_remark
    yield moves
    yield '        #     if view["round"] == 1:'
    yield "        #         for index, move in enumerate(moves):"
    yield f'        #             if move.kind == "{game.kinds[0]}":'
    yield "        #                 return index"
    yield "        return max(range(len(moves)), key=lambda index: moves[index].worth(WEIGHTS))"


def remark(words: str) -> str:
    """A remark inside a method, wrapped."""
    return fill(words, width=110, initial_indent="        # ", subsequent_indent="        # ")


def class_name(name: str) -> str:
    """The class of a strategy called `name`: MyPlan for my_plan."""
    return "".join(part[:1].upper() + part[1:] for part in name.replace("-", "_").split("_"))


def first_weights(game: Game) -> tuple[str, dict[str, float]]:
    """The plan of the game with the fewest weights, and the heaviest of these, rounded to two digits."""
    plans = [info for info in list_strategies(game.name) if info.kind == "weighted" and info.weights]
    if not plans:
        return "of nobody", {game.feature_docs[0][0]: 1.0}
    model = min(plans, key=lambda info: len(info.weights))
    heaviest = sorted(model.weights, key=lambda feature: -abs(model.weights[feature]))[:WEIGHED]
    return model.name, {feature: float(f"{model.weights[feature]:.2g}") for feature in heaviest}
