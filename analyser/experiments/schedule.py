"""The schedule of a scenario, one table: a pure function from the number of a game to its deal, line-up, boards, forced
opening, start points and whether its decisions are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from analyser.experiments.lineups import MAX_LINEUPS, Int, Lineups, keyed_bits

__all__ = [
    "ARMS", "Design", "DesignPart", "Forbidden", "ForcedOpening", "GameRows", "Placement", "Scheme", "free_placement",
]  # fmt: skip

ARMS = ("mirror", "cross", "table", "free", "chosen", "forced", "dealt", "priced", "tuned", "forbidden", "skill")
SAMPLE_KEY = 3_000_017  # sets this use of the seed apart from those of the line-ups
LATE = 2  # batches at the end of a design that may be cut smaller


@dataclass(frozen=True)
class ForcedOpening:
    """Its letters (x: any class but the one counted) and, per turn, a bit mask of the move classes allowed.

    Turns beyond its last are free. `card`: the number of the card the seat begins the game with; -1: as dealt.
    """

    name: str
    masks: tuple[int, ...]
    group: str | None = None  # group of openings it stands for; None: an exact line
    card: int = -1


@dataclass(frozen=True, kw_only=True)
class Forbidden(ForcedOpening):
    """What one seat does not do while others may, in place of an opening: a mask of classes of moves and kinds of them,
    which it takes where nothing else is legal, and abilities, which it does not have."""

    classes: int = 0
    kinds: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()

    def masks_in(self, game: Any) -> tuple[int, int]:
        """The classes and the kinds as bit masks, as the kernel takes them."""
        return self.classes, sum(1 << game.kinds.index(kind) for kind in self.kinds)


@dataclass(frozen=True)
class GameRows:
    """Games to play, one row a game: the arguments of play_games() and what the frames say about each game."""

    game: npt.NDArray[np.uint32]
    deal: npt.NDArray[np.uint32]
    lineup: npt.NDArray[np.uint16]
    arm: npt.NDArray[np.uint8]  # index into ARMS
    policy: npt.NDArray[np.uint8]  # [game, seat]
    board: npt.NDArray[np.int8]  # [game, seat]
    forced_opening: npt.NDArray[np.int16]  # [game, seat] its number, -1: free
    record: npt.NDArray[np.uint8]
    start_points: npt.NDArray[np.int32]  # [game, seat] points a seat begins with beyond the rules
    redraw: npt.NDArray[np.uint8]  # 0: the deal as it is; else the seat, from 1, whose view of its set-up alone is kept

    def __len__(self) -> int:
        return len(self.game)

    @classmethod
    def plain(cls, policy: Int, boards: Sequence[int]) -> GameRows:
        """A game for each row of policies [game, seat], on a deal of its own, with these boards, nothing forced."""
        n, k = policy.shape
        number, zeros = np.arange(n, dtype=np.uint32), np.zeros((n, k), dtype=np.int16)
        return cls(
            game=number, deal=number, lineup=number.astype(np.uint16), arm=np.zeros(n, dtype=np.uint8),
            policy=policy.astype(np.uint8), board=np.tile(np.asarray(boards, dtype=np.int8), (n, 1)),
            forced_opening=zeros - 1, record=np.zeros(n, dtype=np.uint8), start_points=zeros.astype(np.int32),
            redraw=np.zeros(n, dtype=np.uint8),
        )  # fmt: skip

    def take(self, index: Any) -> GameRows:
        """The rows of an index: a slice or numbers of rows."""
        return GameRows(*(getattr(self, column.name)[index] for column in fields(self)))

    @classmethod
    def join(cls, pieces: Sequence[GameRows]) -> GameRows:
        """All rows of the pieces, in the order of their games."""
        if len(pieces) == 1:
            return pieces[0]
        columns = (np.concatenate([getattr(piece, column.name) for piece in pieces]) for column in fields(cls))
        joined = cls(*columns)
        return joined.take(np.argsort(joined.game))


@dataclass(frozen=True)
class Placement:
    """Where games stand: index in the table of line-ups, arm, the forced seat with its opening (-1: none), and the
    seat, from 1, for which the deal is played again (0: for none)."""

    lineup_index: Int
    arm: Int
    forced_seat: Int
    forced_opening: Int
    redraw: Int


def free_placement(lineup_index: Int, arm: str) -> Placement:
    """Games of an arm in which no opening is forced."""
    none = np.full(len(lineup_index), -1)
    return Placement(lineup_index, np.full(len(lineup_index), ARMS.index(arm)), none, none, np.zeros_like(none))


@dataclass(frozen=True, kw_only=True)
class Scheme:
    """A way to play blocks of games; a block is the smallest balanced piece and owns its deals."""

    name: str  # as the manifest and the head of a report have it
    lineups: Lineups
    block: int  # games of a block
    place: Callable[[Int, Int], Placement]  # where the games number `step` of blocks number `block` stand
    # Of each block of a period: its first deal, from the period's first, and its number of deals, with equal numbers of
    # games on each, one deal after the other. Blocks may share deals.
    deal_spans: tuple[tuple[int, int], ...] = ((0, 1),)
    contrast_label: str = ""  # the main contrast in words; "": there is none
    choices: Mapping[str, Any] = field(default_factory=dict)  # what of it was chosen, as it stands in the manifest
    prices: tuple[int, ...] = ()  # points that each of the game's boards costs at the start; (): nothing
    recorded: int | None = None  # so many games of a block may have their decisions recorded; None: all

    @property
    def deals(self) -> int:
        """Deals of the first block."""
        return self.deal_spans[0][1]

    @cached_property
    def _deals_after(self) -> Int:
        """Deals of the first 0, 1, … blocks of a period."""
        return np.maximum.accumulate([0, *(first + n for first, n in self.deal_spans)])

    def deals_of(self, blocks: Int) -> Int:
        """Deals of the first so many blocks."""
        period, place = np.divmod(blocks, len(self.deal_spans))
        deals: Int = period * self._deals_after[-1] + self._deals_after[place]
        return deals

    def deal(self, block: Int, step: Int) -> Int:
        """Number of the deal of the games number `step` of blocks number `block`, from 0."""
        period, place = np.divmod(block, len(self.deal_spans))
        first, n = np.asarray(self.deal_spans).T
        deal: Int = period * self._deals_after[-1] + first[place] + step * n[place] // self.block
        return deal


@dataclass(frozen=True)
class DesignPart:
    """So many blocks of a scheme in every replicate of a design."""

    scheme: Scheme
    blocks: int = 1

    @property
    def games(self) -> int:
        """Games of a replicate."""
        return self.blocks * self.scheme.block

    def deals_of(self, replicates: Int) -> Int:
        """Deals of the first so many replicates."""
        return self.scheme.deals_of(replicates * self.blocks)

    def to_dict(self, replicates: int) -> dict[str, Any]:
        """So many replicates of it as they stand in the manifest."""
        scheme = self.scheme
        sizes = {"blocks": self.blocks * replicates, "block": scheme.block}
        sizes |= {"games": self.games * replicates, "deals": int(self.deals_of(np.asarray(replicates)))}
        return {"scheme": scheme.name, **sizes, "lineups": len(scheme.lineups), **scheme.choices}


@dataclass(frozen=True)
class Design:
    """The games of a scenario, numbered replicate after replicate, in a replicate part after part, block after block.

    What a game is depends on its number alone: a design of more replicates begins with the games of one of fewer.
    """

    name: str
    parts: tuple[DesignPart, ...]
    seed: int
    sample: float = 0.0  # fraction of the deals whose decisions are recorded
    forced: tuple[ForcedOpening, ...] = ()  # `GameRows.forced_opening` is a number of this table
    first_deal: int = 0
    replicates: int = 1
    kinds: tuple[str, ...] = ()  # of moves: decisions that took another one are not kept; none: all are
    # [seat, board] points at the start beyond the rules, behind the boards of a seat without one; (): none
    start_points: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        n = sum(len(part.scheme.lineups) for part in self.parts)
        if n > MAX_LINEUPS:
            raise ValueError(f"{n} line-ups, at most {MAX_LINEUPS} can be numbered: name fewer strategies")

    @property
    def replicate_games(self) -> int:
        """Games of a replicate."""
        return sum(part.games for part in self.parts)

    @property
    def games(self) -> int:
        """Games of all replicates."""
        return self.replicates * self.replicate_games

    @property
    def deals(self) -> int:
        """Deals of all replicates."""
        return sum(int(part.deals_of(np.asarray(self.replicates))) for part in self.parts)

    def at_least(self, games: int) -> Design:
        """The same design in as many replicates as hold at least so many games."""
        return replace(self, replicates=max(1, -(-games // self.replicate_games)))

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
            "parts": [part.to_dict(self.replicates) for part in self.parts],
            "plans": [asdict(opening) for opening in self.forced],
        }

    def batch_ranges(self, size: int, first: int = 0, *, last: int | None = None) -> Iterator[tuple[int, int]]:
        """The games from `first`, where a replicate begins, cut into batches of about `size`.

        A batch holds whole replicates, or whole blocks of one part where a replicate is longer than `size`. last: about
        the size of those at the end, instead of the last LATE of the others; None: of the same size.
        """
        n = self.replicate_games
        if n <= size:
            step, late = (round(max(each, n) / n) * n for each in (size, last or size))
            full = (self.games - first) // step - (LATE if late < step else 0)
            middle = first + max(0, full) * step
            pieces = ((first, middle, step), (middle, self.games, late))
            for begin, end, each in pieces:
                yield from ((lo, min(lo + each, self.games)) for lo in range(begin, end, each))
            return
        for start in range(first, self.games, n):
            for part in self.parts:
                step = max(1, round(size / part.scheme.block)) * part.scheme.block
                yield from ((lo, min(lo + step, start + part.games)) for lo in range(start, start + part.games, step))
                start += part.games

    def rows(self, lo: int, hi: int) -> GameRows:
        """Games number lo to hi-1; any slices give the rows of the whole."""
        game = np.arange(lo, hi)
        ends = np.cumsum([part.games for part in self.parts])
        part = np.searchsorted(ends, game % self.replicate_games, side="right")
        return GameRows.join([self._part_rows(number, game[part == number]) for number in np.unique(part).tolist()])

    def _part_rows(self, number: int, game: Int) -> GameRows:
        """The rows of these games, all of one part."""
        blocks, scheme, earlier = self.parts[number].blocks, self.parts[number].scheme, self.parts[:number]
        turn, within = np.divmod(game, self.replicate_games)
        block, step = np.divmod(within - sum(part.games for part in earlier), scheme.block)
        block_index = turn * blocks + block
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
        recorded = (chance < np.uint64(int(self.sample * 2**53))) & (step < (scheme.recorded or scheme.block))
        recorded &= placement.arm != ARMS.index("skill")  # whose decisions nothing is read off
        start_points = np.zeros(forced_opening.shape, dtype=np.int32)
        if scheme.prices:
            start_points = -np.asarray(scheme.prices, dtype=np.int32)[board]
        if self.start_points:
            start_points += np.asarray(self.start_points, dtype=np.int32)[np.arange(board.shape[1]), board]
        return GameRows(
            game=game.astype(np.uint32),
            deal=deal.astype(np.uint32),
            lineup=(sum(len(part.scheme.lineups) for part in earlier) + lineup).astype(np.uint16),
            arm=placement.arm.astype(np.uint8),
            policy=scheme.lineups.policy[lineup],
            board=board,
            forced_opening=forced_opening,
            record=recorded.astype(np.uint8),
            start_points=start_points,
            redraw=placement.redraw.astype(np.uint8),
        )
