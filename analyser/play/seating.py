"""Who sits where in a game with a person: names checked, game and opponents loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyser.errors import DataError, UsageError
from analyser.experiments.experiment import prepare
from analyser.experiments.merging import merge_single
from analyser.experiments.values import check_bound
from analyser.explain.judging import example, judge_named
from analyser.play.session import HUMAN, Session
from analyser.play.thinking import Thinker
from analyser.records.source import program_info
from analyser.records.writing import check_record_place

if TYPE_CHECKING:
    from cext.kernel.game import Game
    from cext.kernel.policy import Policy

__all__ = ["advising", "seated"]


def seated(
    values: Mapping[str, Any],
    *,
    seat: int,
    against: tuple[str, ...],
    save: Path | None,
    think: float | None = None,
) -> tuple[Session, Callable[[str], Policy], Mapping[str, str]]:
    """The session, a loader of further strategies by name, and what a record says about the program.

    values: keys of the command line; UsageError or DataError where they do not fit. think: seconds a search among the
    opponents has for a decision, None: it plays the games its name says.
    """
    given = dict(values)
    if given["players"] is None and len(against) > 1:
        given["players"] = len(against) + 1
    config = merge_single(given)
    k = config.players
    if not 1 <= seat <= k:
        raise UsageError(f"--seat {seat}: there are seats 1 to {k}")
    if save is not None:
        check_writable(save)
    if len(against) not in (0, 1, k - 1):
        raise UsageError(f"--against: {len(against)} strategies for {k - 1} other seats: name 1 (for all) or {k - 1}")
    try:
        experiment = prepare(replace(config, strategies=against))
    except DataError as error:  # here strategies are named by another option than in experiments
        raise DataError(str(error).replace("--strategies: ", "--against: ", 1)) from error
    config, (arena,) = experiment.config, experiment.arenas
    named = config.strategies  # those named, or the game's own
    opponents = [named[i % len(named)] for i in range(k - 1)]
    names = [*opponents[: seat - 1], HUMAN, *opponents[seat - 1 :]]
    game, known = arena.game, dict(zip(arena.setting.names, arena.policies, strict=True))
    players: dict[str, Policy | Thinker] = {**known, **thinkers(known, game, think)}
    boards: list[str | None] = [None] * k
    if config.boards:
        boards = list(config.boards * k if len(config.boards) == 1 else config.boards)

    def another(name: str) -> Policy:
        """The policy of that name for this game."""
        from strategies import StrategyFileError, StrategyNotFound, load_strategy

        try:
            return load_strategy(name, game)
        except (StrategyNotFound, StrategyFileError) as error:
            raise DataError(str(error)) from error

    session = Session(game, names, players, boards=boards, seed=config.seed)
    return session, another, program_info(config)


def advising(session: Session, judge: str | None, *, hints: bool) -> str | None:
    """Who gives hints: the judge that is named, or the first opponent who values moves; None where none does. Raises as
    judge_named(), said now and not at the first hint, and UsageError where hints are wanted and nobody gives any."""
    if judge is not None:
        return judge_named(judge, session.game).name
    names = [name for seat, name in enumerate(session.names) if seat != session.seat]
    found = next((name for name in names if session.judge(name, session.policies[name]) is not None), None)
    if hints and found is None:
        raise UsageError(f"--hints: nobody at the table values moves: name who gives them, {example(session.game)}")
    return found


def thinkers(names: Iterable[str], game: Game, seconds: float | None) -> dict[str, Thinker]:
    """The searches among these strategies with so many seconds for a decision; UsageError where there is none."""
    from strategies.catalogue import find
    from strategies.search_specs import search_of

    if seconds is None:
        return {}
    check_bound("--think", seconds)
    searches = {name: search for name in names if (search := find(name, game.name).search) is not None}
    if not searches:
        raise UsageError("--think: nobody at the table searches: name one, for instance --against search:PLAN:64")
    return {name: Thinker(search_of(search, game.name), game, seconds) for name, search in searches.items()}


def check_writable(path: Path) -> None:
    """Say before a long game, not after it, that its record has no place."""
    if path.is_dir() or not path.resolve().parent.is_dir():
        raise DataError(
            f"--save {path}: {'is a folder' if path.is_dir() else 'its folder does not exist'}: name a file"
        )
    check_record_place(path)
