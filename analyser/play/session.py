"""A game in which a person holds a seat: who sits where, opponents that move by themselves, decisions taken back."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyser.errors import DataError, UsageError
from analyser.experiments.config_loader import merge_single
from analyser.experiments.experiment import prepare
from analyser.experiments.loading import bounded_rules
from analyser.experiments.parse import check_bound
from analyser.records import Line, Seat, record_lines
from analyser.records.file import check_record_place
from analyser.records.recording import program_info
from analyser.replay.explain import Explanation, Judge, as_judge, explain_decision, judge_example, judge_named
from strategies.loader import search_policy
from strategies.search_specs import MAX_GAMES, SearchName

if TYPE_CHECKING:
    from cext.kernel.game import Game, Position
    from cext.kernel.policy import Policy

__all__ = ["HUMAN", "MadeMove", "Session", "TimedSearch", "find_adviser", "new_session"]

HUMAN = "human"
DECISIONS = 1 << 20  # more than any game has: the seeds of two games never meet


class TimedSearch:
    """A search with so many seconds for a decision: only here strength is a matter of time, games need not repeat."""

    def __init__(
        self, search: SearchName, game: Game, seconds: float, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.search, self.game, self.seconds, self.clock = search, game, seconds, clock
        self.policies: dict[int, Policy] = {}

    @property
    def policy(self) -> Policy:
        """The search of as many games as its name says."""
        return self._policy(self.search.games)

    def choice(self, position: Position, *, seed: int) -> int:
        """The move of the most games there was time for; at least as many as the search's name says."""
        begin, games = self.clock(), self.search.games
        while True:
            move = self._policy(games).choice(position, seed=seed)
            games *= 2  # takes about as long as all before it together
            if games > MAX_GAMES or 2 * (self.clock() - begin) > self.seconds:
                return move

    def _policy(self, games: int) -> Policy:
        if games not in self.policies:
            self.policies[games] = search_policy(replace(self.search, games=games), self.game)
        return self.policies[games]


@dataclass(frozen=True)
class MadeMove:
    """A move that was made."""

    seat: int  # from 0
    move: int
    previous: Position
    position: Position
    forced: bool


class Session:
    """One game. Opponents' choices depend on the seed and the decision alone, so a game repeats itself after a decision
    is taken back; those of a TimedSearch depend on time as well.

    names: strategy of every seat, HUMAN for the person's; policies: by name. boards: by name, None: the game's affair.
    """

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        policies: Mapping[str, Policy | TimedSearch],
        *,
        boards: Sequence[str | None],
        seed: int,
    ) -> None:
        self.game, self.names, self.policies = game, tuple(names), policies
        self.seed = seed
        self.seat = self.names.index(HUMAN)
        with bounded_rules(game.name):
            self.start = game.deal(seed=seed, deal=0, boards=list(boards))
        self.past: list[MadeMove] = []

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.past[-1].position if self.past else self.start

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.position.to_move is None

    def advance(self) -> Iterator[MadeMove]:
        """Make every move up to the person's next decision; DataError where a strategy fails."""
        while (seat := self.position.to_move) is not None:
            with bounded_rules(self.game.name):
                legal = self.position.moves()
            if len(legal) == 1:
                yield self.apply(legal[0])
            elif seat == self.seat:
                return
            else:
                yield self.apply(self.choice(self.names[seat], self.policies[self.names[seat]]))

    @property
    def draw_seed(self) -> int:
        """The seed of what is drawn at the next decision."""
        return (self.seed * DECISIONS + len(self.past)) % (1 << 63)

    def choice(self, name: str, policy: Policy | TimedSearch) -> int:
        """The move a policy chooses here."""
        from cext.user_code import ProgramError

        try:
            return policy.choice(self.position, seed=self.draw_seed)
        except ProgramError as error:
            raise DataError(str(error)) from error

    def apply(self, move: int) -> MadeMove:
        """Make a legal move; ValueError for any other."""
        previous = self.position
        with bounded_rules(self.game.name):
            forced = len(previous.moves()) == 1
            position = previous.copy()
            position.apply(move)
            position.moves()  # what is wrong with the rules is known now
        assert previous.to_move is not None
        self.past.append(MadeMove(previous.to_move, move, previous, position, forced))
        return self.past[-1]

    def undo(self) -> bool:
        """Go back to the person's last decision that was one; False, and nothing happens, where there is none."""
        decisions = [i for i, entry in enumerate(self.past) if entry.seat == self.seat and not entry.forced]
        if decisions:
            del self.past[decisions[-1] :]
        return bool(decisions)

    def judge(self, name: str, policy: Policy | TimedSearch) -> Judge | None:
        """The strategy as one that values moves; None where it values none."""
        return as_judge(name, policy.policy if isinstance(policy, TimedSearch) else policy)

    def hint(self, name: str, policy: Policy | TimedSearch) -> Explanation | None:
        """What a strategy thinks of the person's options; None where it values no moves."""
        judge = self.judge(name, policy)
        return None if judge is None else explain_decision(self.position, judge, seed=self.draw_seed)

    def record(self, program: Mapping[str, str]) -> Iterator[Line]:
        """The lines of the record of the game so far."""
        board_numbers = [self.start.board_of(seat) for seat in range(self.game.players)]
        boards = [self.game.boards[board] if board >= 0 else None for board in board_numbers]
        return record_lines(
            self.game,
            [entry.move for entry in self.past if not entry.forced],
            seats=[Seat(name, board) for name, board in zip(self.names, boards, strict=True)],
            seed=self.seed,
            deal=0,
            program=program,
            start=self.start,
        )


def new_session(
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
    options = dict(values)
    if "players" not in options and len(against) > 1:
        options["players"] = len(against) + 1
    config = merge_single(options)
    k = config.players
    if not 1 <= seat <= k:
        raise UsageError(f"--seat {seat}: there are seats 1 to {k}")
    if save is not None:
        check_writable(save)
    if len(against) not in (0, 1, k - 1):
        raise UsageError(f"--opponents: {len(against)} strategies for {k - 1} other seats: name 1 (for all) or {k - 1}")
    try:
        experiment = prepare(replace(config, strategies=against))
    except DataError as error:  # here strategies are named by another option than in experiments
        raise DataError(str(error).replace("--strategies: ", "--opponents: ", 1)) from error
    config, (simulator,) = experiment.config, experiment.simulators
    strategies = config.strategies  # those named, or the game's own
    opponents = [strategies[i % len(strategies)] for i in range(k - 1)]
    names = [*opponents[: seat - 1], HUMAN, *opponents[seat - 1 :]]
    game, policies = simulator.game, dict(zip(simulator.prepared.names, simulator.policies, strict=True))
    players: dict[str, Policy | TimedSearch] = {**policies, **timed_searches(policies, game, think)}
    boards: list[str | None] = [None] * k
    if config.boards:
        boards = list(config.boards * k if len(config.boards) == 1 else config.boards)

    def load_policy(name: str) -> Policy:
        """The policy of that name for this game."""
        from strategies import StrategyFileError, StrategyNotFound, load_strategy

        try:
            return load_strategy(name, game)
        except (StrategyNotFound, StrategyFileError) as error:
            raise DataError(str(error)) from error

    session = Session(game, names, players, boards=boards, seed=config.seed)
    return session, load_policy, program_info(config)


def find_adviser(session: Session, judge: str | None, *, hints: bool) -> str | None:
    """Who gives hints: the judge that is named, or the first opponent who values moves; None where none does. Raises as
    judge_named(), said now and not at the first hint, and UsageError where hints are wanted and nobody gives any."""
    if judge is not None:
        return judge_named(judge, session.game).name
    names = [name for seat, name in enumerate(session.names) if seat != session.seat]
    adviser = next((name for name in names if session.judge(name, session.policies[name]) is not None), None)
    if hints and adviser is None:
        raise UsageError(
            f"--hints: nobody at the table values moves: name who gives them, {judge_example(session.game)}"
        )
    return adviser


def timed_searches(names: Iterable[str], game: Game, seconds: float | None) -> dict[str, TimedSearch]:
    """The searches among these strategies with so many seconds for a decision; UsageError where there is none."""
    from strategies.catalogue import find
    from strategies.search_specs import search_of

    if seconds is None:
        return {}
    check_bound("--think", seconds)
    searches = {name: search for name in names if (search := find(name, game.name).search) is not None}
    if not searches:
        raise UsageError("--think: nobody at the table searches: name one, for instance --opponents search:PLAN:64")
    return {name: TimedSearch(search_of(search, game.name), game, seconds) for name, search in searches.items()}


def check_writable(path: Path) -> None:
    """Say before a long game, not after it, that its record has no place."""
    if path.is_dir() or not path.resolve().parent.is_dir():
        raise DataError(f"--out {path}: {'is a folder' if path.is_dir() else 'its folder does not exist'}: name a file")
    check_record_place(path)
