"""A game in which a person holds a seat: opponents move by themselves, decisions can be taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyser.errors import DataError
from analyser.play.thinking import TimedSearch
from analyser.records import Line, Seat, record_lines
from analyser.replay.explain import Explanation, Judge, as_judge, explain_decision

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cext.kernel.game import Game, Position
    from cext.kernel.policy import Policy

__all__ = ["HUMAN", "MadeMove", "Session"]

HUMAN = "human"
DECISIONS = 1 << 20  # more than any game has: the seeds of two games never meet


@dataclass(frozen=True)
class MadeMove:
    """A move that was made."""

    seat: int  # from 0
    move: int
    previous: Position
    position: Position
    forced: bool


class Session:
    """One game. Opponents' choices depend on the seed and the decision alone, so a game taken back goes on alike; a
    Thinker's depend on time as well.

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
        deal: int = 0,
    ) -> None:
        self.game, self.names, self.policies = game, tuple(names), policies
        self.seed, self.deal = seed, deal
        self.seat = self.names.index(HUMAN)
        self.start = game.deal(seed=seed, deal=deal, boards=list(boards))
        self.past: list[MadeMove] = []

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.past[-1].position if self.past else self.start

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.position.to_move is None

    def advance(self) -> Iterator[MadeMove]:
        """Make every move up to the person's next decision; DataError where a strategy fails."""
        while (seat := self.position.to_move) is not None:
            legal = self.position.moves()
            if len(legal) == 1:
                yield self.apply(legal[0])
            elif seat == self.seat:
                return
            else:
                yield self.apply(self.choice(self.names[seat], self.policies[self.names[seat]]))

    @property
    def draws(self) -> int:
        """The seed of what is drawn at the next decision."""
        return (self.seed * DECISIONS + len(self.past)) % (1 << 63)

    def choice(self, name: str, policy: Policy | TimedSearch) -> int:
        """The move a policy chooses here."""
        from cext.kernel.policy import StrategyError

        try:
            return policy.choice(self.position, seed=self.draws)
        except StrategyError as error:
            raise DataError(str(error)) from error

    def apply(self, move: int) -> MadeMove:
        """Make a legal move; ValueError for any other."""
        previous = self.position
        forced = len(previous.moves()) == 1
        position = previous.copy()
        position.apply(move)
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
        return None if judge is None else explain_decision(self.position, judge, seed=self.draws)

    def record(self, program: Mapping[str, str]) -> Iterator[Line]:
        """The lines of the record of the game so far."""
        board_numbers = [self.start.board_of(seat) for seat in range(self.game.players)]
        boards = [self.game.boards[board] if board >= 0 else None for board in board_numbers]
        return record_lines(
            self.game,
            [entry.move for entry in self.past if not entry.forced],
            seats=[Seat(name, board) for name, board in zip(self.names, boards, strict=True)],
            seed=self.seed,
            deal=self.deal,
            program=program,
            start=self.start,
        )
