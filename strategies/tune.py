"""Tuning of a weighted plan: CMA-ES over the numbers of its TOML file on keyed deals, written back with provenance.

    python -m strategies.tune zhanguo/builder --against balanced,walls --emphasis score_abilities=0.5

A plan stays itself: only numbers its file already has are changed, and what it stands for may be made to count extra
(--emphasis, over the columns of the seats table). Needs the extra `tune`.
"""

import argparse
import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import tomlkit

from cext.games import load_game
from cext.kernel.game import Game
from cext.kernel.match import play_games
from strategies.catalogue import find
from strategies.errors import StrategyNotFound
from strategies.loader import load_strategy
from strategies.plan import Plan, read_plan, weighted_policy

__all__ = ["Numbers", "Trial", "rewrite"]

Vector = npt.NDArray[np.float64]
STEP = 0.35  # first standard deviation, in units of a number's size
RESTRAINT = 0.02  # points a squared unit costs: numbers that hardly matter stay where they are
DIGITS = 2
COMMENTS = 26  # column of the comments behind numbers in a plan's file
TABLES = ("weights", "by_round", "by_board")


@dataclass(frozen=True)
class Numbers:
    """The numbers of a plan as one vector: keys (table, feature) in the order of the file."""

    plan: Plan
    keys: tuple[tuple[str, str], ...]
    start: Vector

    @classmethod
    def of(cls, plan: Plan, *, tables: Sequence[str] = TABLES, keep: Sequence[str] = ()) -> "Numbers":
        """The numbers in the plan's tables of those names, without the features to keep as they are."""
        found: list[tuple[str, str, float]] = []
        if "weights" in tables:
            found += [("weights", key, value) for key, value in plan.weights.items()]
        for name, part in (("by_round", plan.by_round), ("by_board", plan.by_board)):
            if name in tables:
                found += [(f"{name}.{of}", key, value) for of, row in part.items() for key, value in row.items()]
        found = [row for row in found if row[1] not in keep]
        return cls(plan, tuple(row[:2] for row in found), np.array([row[2] for row in found]))

    def sizes(self) -> Vector:
        """How far a number may sensibly move at first: itself, at least 0.5 points or 0.5 times."""
        return np.maximum(np.abs(self.start), 0.5)

    def at(self, x: Vector) -> Plan:
        """The plan with the numbers start + x * sizes."""
        values = self.start + x * self.sizes()
        tables: dict[str, dict[str, float]] = {}
        for (table, key), value in zip(self.keys, values, strict=True):
            tables.setdefault(table, {})[key] = round(float(value), DIGITS) + 0.0
        parts: dict[str, Any] = {"weights": {**self.plan.weights, **tables.get("weights", {})}}
        for name in ("by_round", "by_board"):
            old = getattr(self.plan, name)
            parts[name] = {of: {**row, **tables.get(f"{name}.{of}", {})} for of, row in old.items()}
        return replace(self.plan, **parts)


@dataclass(frozen=True)
class Trial:
    """Games of a plan against others on deals that (seed, number) determine, from every seat on every side or map."""

    game: Game
    others: tuple[str, ...]
    emphasis: dict[str, float]
    games: int
    seed: int

    def value(self, plan: Plan, number: int) -> float:
        """Points ahead of the mean opponent, plus emphasis, a game."""
        k = self.game.players
        policies = [weighted_policy(plan, self.game), *(load_strategy(name, self.game) for name in self.others)]
        rng = np.random.default_rng([self.seed, number])
        seat = np.arange(self.games) % k
        policy = 1 + rng.integers(len(self.others), size=(self.games, k))
        policy[np.arange(self.games), seat] = 0
        boards = np.array([self.boards(turn // k, rng) for turn in range(self.games)])
        order = np.arange(self.games, dtype=np.uint32)
        played = play_games(
            self.game, policies, seed=self.seed, games=order, deals=number * self.games + order,
            policy=policy.astype(np.uint8), board=boards.astype(np.int8),
        )  # fmt: skip
        own = (policy == 0).ravel()
        score = played.seats["score"].astype(np.float64)
        value = score[own].mean() - score[~own].mean()
        return float(value + sum(size * played.seats[column][own].mean() for column, size in self.emphasis.items()))

    def boards(self, turn: int, rng: np.random.Generator) -> list[int]:
        """The boards of the seats: A sides and different B sides in turn; where the table has one, each in turn."""
        k, n = self.game.players, len(self.game.boards)
        if self.game.table_boards:
            return [turn % n] * k
        return [0] * k if turn % 2 else [int(board) for board in 1 + rng.permutation(n - 1)[:k]]


def mean_value(trials: Sequence[Trial], plan: Plan, number: int) -> float:
    """The mean of the trials' values: of tables of different sizes, for instance."""
    return float(np.mean([trial.value(plan, number) for trial in trials]))


def tune(numbers: Numbers, trials: Sequence[Trial], generations: int) -> tuple[Plan, float, float]:
    """The tuned plan, and the value before and after on deals the search has not seen."""
    import cma

    search = cma.CMAEvolutionStrategy(
        np.zeros(len(numbers.keys)), STEP,
        {"CMA_diagonal": True, "popsize": 16, "maxiter": generations, "seed": trials[0].seed + 1, "verbose": -9},
    )  # fmt: skip
    for number in range(1, generations + 1):
        tries = search.ask()
        search.tell(tries, [RESTRAINT * float(x @ x) - mean_value(trials, numbers.at(x), number) for x in tries])
    found = numbers.at(search.result.xfavorite)
    fresh = [replace(trial, games=10 * trial.games) for trial in trials]
    return found, mean_value(fresh, numbers.plan, 10**4), mean_value(fresh, found, 10**4)


def rewrite(text: str, plan: Plan, on_what: str, today: str) -> str:
    """The TOML text with the plan's numbers and provenance in place of the old ones; comments stay where they are."""
    document = tomlkit.parse(text)
    _fill(document["weights"], plan.weights)
    for name, rows in (("by_round", plan.by_round), ("by_board", plan.by_board)):
        for key, row in rows.items():
            _fill(document[name][key], row)
    _fill(document["provenance"], {"on_what": on_what, "when": today})
    return tomlkit.dumps(document)


def _fill(table: Any, values: Mapping[str, float | str]) -> None:
    """Puts values in place of those a table of a file has, and the comments behind them at their column."""
    for key, value in values.items():
        if key not in table:
            continue
        table[key] = int(value) if isinstance(value, float) and value.is_integer() else value  # 3, not 3.0
        item = table[key]
        if item.trivia.comment:
            item.trivia.comment_ws = " " * max(1, COMMENTS - len(f"{key} = {item.as_string()}"))


def numbers_in(text: str) -> list[int]:
    """Numbers with commas between them."""
    return [int(part) for part in text.split(",")]


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m strategies.tune", description=__doc__.partition("\n")[0])
    parser.add_argument("strategy", help="GAME/NAME of a weighted plan")
    parser.add_argument("--against", default="random", help="strategies of the other seats, drawn at random")
    parser.add_argument("--emphasis", default="", help="column=factor,…: what counts besides points ahead")
    parser.add_argument("--tables", default=",".join(TABLES), help="which tables of the file to tune")
    parser.add_argument("--keep", default="", help="features,… that stay as they are")
    parser.add_argument("--players", type=numbers_in, default=[4], help="at the table; 2,3,4: tables of each size")
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--games", type=int, default=400, help="games a candidate plays in a generation, at each table")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    game_name, _, name = chosen.strategy.partition("/")
    try:
        path = find(name, game_name).path
    except StrategyNotFound as error:
        parser.error(str(error))
    if path is None:
        parser.error(f"{chosen.strategy} is no weighted plan")
    emphasis = {column: float(factor) for column, _, factor in
                (part.partition("=") for part in chosen.emphasis.split(",") if part)}  # fmt: skip
    others = tuple(chosen.against.split(","))
    trials = [Trial(load_game(game_name, players=k), others, emphasis, chosen.games, chosen.seed)
              for k in chosen.players]  # fmt: skip
    numbers = Numbers.of(read_plan(path), tables=chosen.tables.split(","), keep=chosen.keep.split(","))
    plan, before, after = tune(numbers, trials, chosen.generations)
    report = f"{chosen.strategy}: {before:.2f} points ahead before, {after:.2f} after"
    if after <= before:
        parser.exit(0, report + ": the file stays as it was\n")
    extra = "".join(f", {column} counting {factor:g} extra" for column, factor in emphasis.items())
    sizes = " and ".join(str(k) for k in chosen.players)
    on_what = (f"CMA-ES on points ahead of {', '.join(others)} at {sizes} players{extra}; "
               f"{chosen.generations} generations of 16 plans at {chosen.games} games")  # fmt: skip
    _write(
        path, rewrite(path.read_text(encoding="utf-8"), plan, on_what, str(datetime.datetime.now(datetime.UTC).date()))
    )
    parser.exit(0, report + f": {path} written\n")


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
