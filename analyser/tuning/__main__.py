"""`python -m analyser.tuning GAME`: search anew from the best plans shipped with a game, and say what that gains."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from analyser.errors import AnalyserError, DataError
from analyser.experiments.parse import TuningBudget, check_game
from analyser.ratings.table import elo_file, load_elo
from analyser.sessions import open_executor
from analyser.tuning.session import TuningResult, tune
from analyser.tuning.start import begin_tuning
from cext.messages import did_you_mean
from strategies import list_strategies, tuned_for
from strategies.plan import STRONG, TUNED

__all__ = ["MAX_GAIN", "FreshSearch", "best_plans", "main", "search_again"]

MAX_GAIN = 0.03  # of win share: plans are done when a search of ten minutes gains less anywhere
MINUTES = 10.0  # of a search, where neither a time nor a number of generations is given


@dataclass(frozen=True)
class FreshSearch:
    """A fresh search from a plan, and what it came to."""

    plan: str
    board: str | None  # whose weights were searched for; None: those of all
    result: TuningResult

    @property
    def label(self) -> str:
        """The plan, and the board where it is of one."""
        return label_of(self.plan, self.board)

    @property
    def has_gain(self) -> bool:
        """Whether it gained MAX_GAIN or more."""
        return self.result.gain.share >= MAX_GAIN


def label_of(plan: str, board: str | None) -> str:
    """A plan, and the board where it is of one."""
    return f"{plan} on {board}" if board else plan


def best_plans(game: str) -> list[tuple[str, str | None]]:
    """The best plans of a game, each with a board: those tuned for boards with each of these; those out of the others'
    league; where there are none, the plan with the most Elo. DataError where none is shipped, or none was measured."""
    shipped = [info for info in list_strategies(game) if info.kind == "weighted"]
    plans: list[tuple[str, str | None]] = []
    for info in shipped:
        if info.strength == TUNED:
            plans += [(info.name, board) for board in tuned_for(info.name, game)]
        elif info.strength == STRONG:
            plans.append((info.name, None))
    if plans:
        return plans
    names = {info.name for info in shipped}
    rated = [row for row in load_elo(elo_file(game)) if row.strategy in names]
    if not rated:
        raise DataError(f"{game}: no plan is shipped whose Elo was measured: `python -m analyser.ratings {game}`")
    return [(max(rated, key=lambda row: row.elo).strategy, None)]


def search_again(
    game: str, plan: str, board: str | None, budget: TuningBudget, *, games: int, seed: int, workers: int | None
) -> FreshSearch:  # fmt: skip
    """A search that begins with the plan, against the game's other plans; nothing of it is kept. Raises DataError."""
    options = {"plan": f"{game}/{plan}", "board": board, "games": games, "seed": seed}
    with tempfile.TemporaryDirectory(prefix="tuning-") as folder:
        session = begin_tuning(options, Path(folder) / "new.toml", budget)
        with open_executor(workers) as executor:
            result = tune(session, executor, lambda progress: None)
    return FreshSearch(plan, board, result)


def search_best_plans(options: argparse.Namespace) -> list[FreshSearch]:
    """A search from each of the game's best plans, or from those of --boards; DataError for an unknown name."""
    check_game(options.game)
    plans = best_plans(options.game)
    boards = [board for _, board in plans if board]
    selected = options.boards.split(",") if options.boards else boards
    for name in selected:
        if name not in boards:
            hint = did_you_mean(name, boards) if boards else "none is tuned for boards"
            raise DataError(f"--boards: no plan of {options.game} is tuned for '{name}': {hint}")
    budget = TuningBudget(options.generations, options.minutes) or TuningBudget(minutes=MINUTES)
    searches = []
    for plan, board in plans:
        if options.boards and board not in selected:
            continue
        print(f"{label_of(plan, board)}: searching anew, seed {options.seed}", file=sys.stderr)
        search = search_again(
            options.game, plan, board, budget, games=options.games, seed=options.seed, workers=options.workers
        )
        searches.append(search)
        print(f"{search.label}: {search.result.generations} generations, {search.result.gain.words}", file=sys.stderr)
    return searches


def print_searches(searches: Sequence[FreshSearch]) -> None:
    """A row a search."""
    head = f"{'plan':<20} {'board':<10} {'generations':>11} {'fresh deals':>11} {'before':>7} {'after':>7}"
    print(f"{head}  gain, pp (95 %)")
    for search in searches:
        gain = search.result.gain
        print(
            f"{search.plan:<20} {search.board or 'all':<10} {search.result.generations:>11} {gain.deals:>11,} "
            f"{100 * gain.before:>5.1f} % {100 * gain.after:>5.1f} %  "
            f"{100 * gain.share:+.1f} ({100 * gain.share_low:+.1f} to {100 * gain.share_high:+.1f})"
        )


def main(words: Sequence[str] | None = None) -> int:
    """Search anew from each of the best plans shipped with a game, and say what is gained on fresh deals; the exit
    code: 3 where a search gains MAX_GAIN or more, or a name is unknown."""
    parser = argparse.ArgumentParser(prog="python -m analyser.tuning", description=main.__doc__)
    parser.add_argument("game", help="the game whose best plans are compared with a search")
    parser.add_argument("--minutes", type=float, help="time for each search [default: 10]")
    parser.add_argument("--generations", type=int, help="generations of 16 plans, in place of a time, or at most")
    parser.add_argument("--games", type=int, default=250, help="games each plan of a generation plays [%(default)s]")
    parser.add_argument("--seed", type=int, default=1000, help="one that no plan was tuned with [%(default)s]")
    parser.add_argument("--boards", metavar="A,B,…", help="only these boards [default: all tuned for]")
    parser.add_argument("--workers", type=int, help="worker processes; 0: none [default: one a core]")
    try:
        searches = search_best_plans(parser.parse_args(words))
        print_searches(searches)
        if labels := [search.label for search in searches if search.has_gain]:
            more = f"{100 * MAX_GAIN:g} pp or more are left to gain: {', '.join(labels)}"
            raise DataError(f"{more}: tune it on, by `tune`")
    except AnalyserError as error:
        print(f"analyser: {error}", file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
