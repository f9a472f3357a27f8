"""A game played by the kernel and by a model of its rules at once, compared at every decision and at the end.

A model is written from the rulebook, by somebody who has not read the engine: plain, slow, without the kernel's tricks.
What a game adds is a subclass of Beside; everything else stands here.
"""

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable
from random import Random
from typing import Any, Generic, TypeVar

import numpy as np

from cext.kernel.game import Game, Position
from cext.kernel.policy import WeightedPolicy
from strategies import list_strategies, load_strategy

__all__ = [
    "MANY", "Beside", "Chooser", "Disagreement", "differences", "find_out", "follow", "planners", "play_many",
    "random_chooser",
]  # fmt: skip

MANY = int(os.environ.get("MODEL_GAMES", "0"))  # how many games the tests called test_many_games play

SHOWN = 20  # differences listed
LAST = 6  # moves listed
PLANNED = 0.7  # of the seats planners() gives to strategies

Chooser = Callable[[Position], int]
Option = TypeVar("Option", bound=Hashable)


class Disagreement(AssertionError):
    """Kernel and model differ; says where, and the moves that led there."""


class Beside(ABC, Generic[Option]):
    """A model beside the kernel: how one game's model is asked, in words that both sides know.

    position: the kernel's. An Option is a move as the model names it.
    """

    def __init__(self, position: Position) -> None:
        self.game: Game = position.game
        self.position = position

    @abstractmethod
    def seat_to_move(self) -> int | None:
        """Who decides in the model, None: the game is over."""

    @abstractmethod
    def states(self) -> tuple[Any, Any]:
        """The table as the kernel and as the model has it: nested dictionaries and lists of comparable values."""

    @abstractmethod
    def option(self, move: int) -> Option:
        """A legal move of the kernel as the model names it."""

    @abstractmethod
    def options(self) -> set[Option]:
        """What the model allows; asked while somebody is to move."""

    @abstractmethod
    def play(self, option: Option) -> None:
        """Make a move in the model."""

    @abstractmethod
    def scores(self) -> dict[str, list[int]]:
        """Points of each seat at the end: score, and by category."""

    @abstractmethod
    def ranks(self) -> list[int]:
        """Ranks at the end."""

    def make(self, move: int) -> list[str]:
        """Make a move on both sides; what differs in what it did, one line each."""
        option = self.option(move)
        self.position.apply(move)
        self.play(option)
        return []

    def broken(self, ply: int) -> list[str]:
        """What else does not hold before decision number `ply`, one line each."""
        number = self.position.consistent()
        return [f"invariant {number} is broken"] if number else []


def follow(beside: Beside[Any], choose: Chooser) -> int:
    """Play one game; number of decisions compared. Raises Disagreement at the first difference."""
    path: list[tuple[Position, int]] = []
    found = unlike(beside, 0)
    while not found and beside.position.to_move is not None:
        move = choose(beside.position)
        path.append((beside.position.copy(), move))
        found = beside.make(move) or unlike(beside, len(path))
    if not found:
        found = unlike_at_the_end(beside)
    if found:
        shown = "\n  ".join(found[:SHOWN])
        where = f"after {len(path)} moves, {beside.game.players} players, options {beside.game.options}"
        last = [beside.game.words.text(position, move) for position, move in path[-LAST:]]
        raise Disagreement(f"{where}:\n  {shown}\nlast moves: {last}")
    return len(path)


def unlike(beside: Beside[Any], ply: int) -> list[str]:
    """Where the two sides differ before a decision: who is to move, the table, the legal moves."""
    found = differences(*beside.states())
    found += differences(beside.position.to_move, beside.seat_to_move(), "to move")
    listed = beside.position.moves()
    offered = {beside.option(move): move for move in listed}
    legal = set() if beside.seat_to_move() is None else beside.options()
    if len(listed) > len(offered):
        found.append("the kernel offers a move twice")
    found += [
        f"only the kernel offers: {beside.game.words.text(beside.position, move)}"
        for option, move in offered.items()
        if option not in legal
    ]
    found += [f"only the model offers: {option}" for option in sorted(map(str, legal - offered.keys()))]
    return found + beside.broken(ply)


def unlike_at_the_end(beside: Beside[Any]) -> list[str]:
    """Where scores by category, and ranks, differ."""
    found = differences(beside.position.scores(), beside.scores(), "scores")
    return found + differences(beside.position.ranks(), beside.ranks(), "rank")


def differences(kernel: Any, model: Any, path: str = "") -> list[str]:
    """Where two nested values differ, one line each."""
    if kernel == model:
        return []
    if isinstance(kernel, dict) and isinstance(model, dict):
        names = sorted(kernel.keys() | model.keys(), key=str)
        return [line for k in names for line in differences(kernel.get(k), model.get(k), f"{path}.{k}")]
    if isinstance(kernel, list) and isinstance(model, list) and len(kernel) == len(model):
        pairs = enumerate(zip(kernel, model, strict=True))
        return [line for k, (a, b) in pairs for line in differences(a, b, f"{path}[{k}]")]
    return [f"{path}: kernel {kernel}, model {model}"]


def find_out(play: Callable[[int], object], seeds: Iterable[int] = range(60)) -> None:
    """Play games of these seeds until the two sides differ, as they must where the model reads a rule otherwise."""
    for seed in seeds:
        try:
            play(seed)
        except Disagreement:
            return
    raise AssertionError("kernel and model agree in all of these games")


def play_many(games: Iterable[tuple[str, Callable[[], int]]]) -> list[str]:
    """Play games, each with the name it is reported by; print how many and how many decisions; what disagreed."""
    played = decisions = 0
    found = []
    for name, play in games:
        played += 1
        try:
            decisions += play()
        except Disagreement as difference:
            found.append(f"{name}: {difference}")
    print(f"\n{played} games, {decisions} decisions compared, {len(found)} disagreements")
    return found


# -- who chooses the moves ------------------------------------------------------------------------------------------


def random_chooser(seed: int) -> Chooser:
    """Any legal move, all equally likely, whatever the order of the list."""
    draw = Random(seed)
    return lambda position: draw.choice(sorted(position.moves()))


def planners(game: Game, seed: int, wander: float = 0.1) -> Chooser:
    """The moves of policies, now and then any legal move instead: to every seat another shipped plan, drawn by the
    deal, a random player, or weights nobody would choose."""
    draw = Random(seed)
    names = ["random", *(info.name for info in list_strategies(game.name) if info.kind == "weighted")]
    draw.shuffle(names)
    policies = [
        load_strategy(names.pop(), game) if names and draw.random() < PLANNED else any_weights(game, draw)
        for _ in range(game.players)
    ]

    def choose(position: Position) -> int:
        if draw.random() < wander:
            return draw.choice(position.moves())
        assert position.to_move is not None
        move: int = policies[position.to_move].choice(position, seed=draw.getrandbits(32))
        return move

    return choose


def any_weights(game: Game, draw: Random) -> WeightedPolicy:
    """A plan that seeks and flees what the features count, whatever comes of it."""
    shape = (game.n_weight_sets, len(game.feature_docs))
    weights = np.random.default_rng(draw.getrandbits(32)).integers(-3000, 6000, shape, dtype=np.int32)
    return WeightedPolicy(game, weights, temperature=500)
