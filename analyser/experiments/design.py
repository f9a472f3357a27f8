"""Experiment designs: which games are played, as pure functions from the number of a game to everything about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from analyser.experiments.forced_openings import ForcedOpening
from analyser.experiments.lineups import MAX_LINEUPS, Int, Lineups, keyed_bits
from analyser.experiments.schemes import GameRows, Scheme

__all__ = ["PILOT_DEAL", "Design", "DesignPart"]

PILOT_DEAL = 2**31  # pilots play deals from here on, so that no deal is used twice
SAMPLE_KEY = 3_000_017  # sets this use of the seed apart from those of the line-ups
LATE = 2  # batches at the end of a design that may be cut smaller
COLUMNS = tuple(column.name for column in fields(GameRows))


@dataclass(frozen=True)
class DesignPart:
    """So many blocks of a scheme in every round of a design."""

    scheme: Scheme
    blocks: int = 1

    @property
    def games(self) -> int:
        """Games of a round."""
        return self.blocks * self.scheme.block

    def deals_of(self, rounds: Int) -> Int:
        """Deals of the first so many rounds."""
        return self.scheme.deals_of(rounds * self.blocks)

    def to_dict(self, rounds: int) -> dict[str, Any]:
        """So many rounds of it as they stand in the manifest."""
        scheme = self.scheme
        sizes = {"blocks": self.blocks * rounds, "block": scheme.block}
        sizes |= {"games": self.games * rounds, "deals": int(self.deals_of(np.asarray(rounds)))}
        return {"scheme": scheme.name, **sizes, "lineups": len(scheme.lineups), **scheme.choices}


@dataclass(frozen=True)
class Design:
    """The games of a scenario, numbered round after round, in a round part after part, block after block.

    What a game is depends on its number alone: a design of more rounds begins with the games of one of fewer.
    """

    name: str
    parts: tuple[DesignPart, ...]
    seed: int
    sample: float = 0.0  # fraction of the deals whose decisions are recorded
    forced: tuple[ForcedOpening, ...] = ()  # `GameRows.forced_opening` is a number of this table
    first_deal: int = 0
    rounds: int = 1
    kinds: tuple[str, ...] = ()  # of moves: decisions that took another one are not kept; none: all are

    def __post_init__(self) -> None:
        n = sum(len(part.scheme.lineups) for part in self.parts)
        if n > MAX_LINEUPS:
            raise ValueError(f"{n} line-ups, at most {MAX_LINEUPS} can be numbered: name fewer strategies")

    @property
    def round(self) -> int:
        """Games of a round."""
        return sum(part.games for part in self.parts)

    @property
    def games(self) -> int:
        """Games of all rounds."""
        return self.rounds * self.round

    @property
    def deals(self) -> int:
        """Deals of all rounds."""
        return sum(int(part.deals_of(np.asarray(self.rounds))) for part in self.parts)

    def at_least(self, games: int) -> Design:
        """The same design in as many rounds as hold at least so many games."""
        return replace(self, rounds=max(1, -(-games // self.round)))

    @property
    def lineups(self) -> Lineups:
        """All line-ups; `GameRows.lineup` is a number of this table."""
        tables = [part.scheme.lineups for part in self.parts]
        return Lineups(
            np.vstack([table.policy for table in tables]),
            np.vstack([table.board for table in tables]),
            np.arange(sum(len(table) for table in tables)),
        )

    @property
    def contrast_label(self) -> str:
        """The main contrast in words."""
        return next((part.scheme.contrast_label for part in self.parts if part.scheme.contrast_label), "")

    def to_dict(self) -> dict[str, Any]:
        """As it stands in the manifest."""
        return {
            "name": self.name,
            "measures": self.contrast_label,
            "parts": [part.to_dict(self.rounds) for part in self.parts],
            "plans": [asdict(opening) for opening in self.forced],
        }

    def batch_ranges(self, size: int, first: int = 0, *, last: int | None = None) -> Iterator[tuple[int, int]]:
        """The games from `first`, where a round begins, cut into batches of about `size`.

        A batch holds whole rounds, or whole blocks of one part where a round is longer than `size`. last: about the
        size of those at the end, instead of the last LATE of the others; None: of the same size.
        """
        if self.round <= size:
            step, late = (round(max(each, self.round) / self.round) * self.round for each in (size, last or size))
            full = (self.games - first) // step - (LATE if late < step else 0)
            middle = first + max(0, full) * step
            pieces = ((first, middle, step), (middle, self.games, late))
            for begin, end, each in pieces:
                yield from ((lo, min(lo + each, self.games)) for lo in range(begin, end, each))
            return
        for start in range(first, self.games, self.round):
            for part in self.parts:
                step = max(1, round(size / part.scheme.block)) * part.scheme.block
                yield from ((lo, min(lo + step, start + part.games)) for lo in range(start, start + part.games, step))
                start += part.games

    def rows(self, lo: int, hi: int) -> GameRows:
        """Games number lo to hi-1; any slices give the rows of the whole."""
        game = np.arange(lo, hi)
        pieces = [
            self._part_rows(number, at, game[self._part_index(game) == number])
            for number, at in enumerate(self._part_starts())
        ]
        pieces = [piece for piece in pieces if len(piece)]
        if len(pieces) == 1:
            return pieces[0]
        columns = [np.concatenate([getattr(piece, name) for piece in pieces]) for name in COLUMNS]
        order = np.argsort(columns[COLUMNS.index("game")])
        return GameRows(*(column[order] for column in columns))

    def _part_index(self, game: Int) -> Int:
        """Number of the part that each game belongs to."""
        ends = np.cumsum([part.games for part in self.parts])
        return np.searchsorted(ends, game % self.round, side="right").astype(np.int64)

    def _part_starts(self) -> Iterator[_PartStart]:
        """Every part with its first game in a round and its first line-up."""
        game = lineup = 0
        for part in self.parts:
            yield _PartStart(part, game, lineup)
            game, lineup = game + part.games, lineup + len(part.scheme.lineups)

    def _part_rows(self, number: int, at: _PartStart, game: Int) -> GameRows:
        """The rows of these games, all of one part."""
        scheme = at.part.scheme
        turn, within = np.divmod(game, self.round)
        block, step = np.divmod(within - at.game, scheme.block)
        block_index = turn * at.part.blocks + block
        deal = self.first_deal + scheme.deal(block_index, step)
        for other, part in enumerate(self.parts):
            if other != number:
                deal = deal + part.deals_of(turn + (other < number))
        placement = scheme.place(block_index, step)
        lineup = scheme.lineups.at[placement.lineup_index]
        forced_opening = np.full((len(game), scheme.lineups.policy.shape[1]), -1, dtype=np.int16)
        forced = np.flatnonzero(placement.forced_opening >= 0)
        forced_opening[forced, placement.forced_seat[forced]] = placement.forced_opening[forced]
        board = scheme.lineups.board[lineup]
        chance = keyed_bits(self.seed + SAMPLE_KEY, deal) >> np.uint64(11)
        return GameRows(
            game=game.astype(np.uint32),
            deal=deal.astype(np.uint32),
            lineup=(at.lineup + lineup).astype(np.uint16),
            arm=placement.arm.astype(np.uint8),
            policy=scheme.lineups.policy[lineup],
            board=board,
            forced_opening=forced_opening,
            record=(scheme.record_mask(step) & (chance < np.uint64(int(self.sample * 2**53)))).astype(np.uint8),
            start_points=scheme.start_points(board),
        )

    def contrast(self, rows: GameRows, share: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The main contrast, that of the first part with one: one value for each whole block of it among the rows;
        `share` is [game, seat]."""
        game = rows.game.astype(np.int64)
        number, at = next(
            ((i, at) for i, at in enumerate(self._part_starts()) if at.part.scheme.contrast_label), (0, None)
        )
        inside = np.flatnonzero(self._part_index(game) == number)
        if at is None or not len(inside):
            return np.empty(0)
        scheme = at.part.scheme
        turn, within = np.divmod(game[inside], self.round)
        block, step = np.divmod(within - at.game, scheme.block)
        piece = GameRows(*(getattr(rows, name)[inside] for name in COLUMNS))
        weighted = (scheme.weights(piece, step) * share[inside]).sum(axis=1)
        block_index = turn * at.part.blocks + block
        first = int(block_index[0])
        size = np.bincount(block_index - first)
        return np.asarray(np.bincount(block_index - first, weights=weighted)[size == scheme.block])


@dataclass(frozen=True)
class _PartStart:
    """A part, and where it begins: its first game in a round, its first line-up in the design's table."""

    part: DesignPart
    game: int
    lineup: int
