"""Experiment designs: which games are played, as pure functions from the number of a game to everything about it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from analyser.experiments.forced import ForcedOpening
from analyser.experiments.lineups import MAX_LINEUPS, Int, Lineups, keyed_bits
from analyser.experiments.schemes import Part, Rows, Scheme

__all__ = ["PILOT_DEAL", "Design", "Part"]

PILOT_DEAL = 2**31  # pilots play deals from here on, so that no deal is used twice
SAMPLE_KEY = 3_000_017  # sets this use of the seed apart from those of the line-ups
COLUMNS = tuple(column.name for column in fields(Rows))


@dataclass(frozen=True)
class Design:
    """The games of a scenario, numbered part after part, block after block."""

    name: str
    parts: tuple[Part, ...]
    seed: int
    sample: float = 0.0  # fraction of the deals whose decisions are recorded
    forced: tuple[ForcedOpening, ...] = ()  # `Rows.plan` is a number of this table
    first_deal: int = 0
    first_game: int = 0

    def __post_init__(self) -> None:
        n = sum(len(part.scheme.lineups) for part in self.parts)
        if n > MAX_LINEUPS:
            raise ValueError(f"{n} line-ups, at most {MAX_LINEUPS} can be numbered: name fewer strategies")

    @property
    def games(self) -> int:
        """Games of all parts."""
        return sum(part.games for part in self.parts)

    @property
    def deals(self) -> int:
        """Deals of all parts."""
        return sum(part.deals for part in self.parts)

    @property
    def lineups(self) -> Lineups:
        """All line-ups; `Rows.lineup` is a number of this table."""
        tables = [part.scheme.lineups for part in self.parts]
        return Lineups(
            np.vstack([table.policy for table in tables]),
            np.vstack([table.board for table in tables]),
            np.arange(sum(len(table) for table in tables)),
        )

    @property
    def measures(self) -> str:
        """The main contrast in words."""
        return next((part.scheme.measures for part in self.parts if part.scheme.measures), "")

    def stored(self) -> dict[str, Any]:
        """As it stands in the manifest."""
        return {
            "name": self.name,
            "measures": self.measures,
            "parts": [part.stored() for part in self.parts],
            "plans": [asdict(opening) for opening in self.forced],
        }

    def edges(self, size: int) -> list[tuple[int, int]]:
        """The games cut into batches of about `size`, whole blocks of one part each."""
        cuts: list[tuple[int, int]] = []
        start = self.first_game
        for part in self.parts:
            step = max(1, round(size / part.scheme.block)) * part.scheme.block
            cuts += [(lo, min(lo + step, start + part.games)) for lo in range(start, start + part.games, step)]
            start += part.games
        return cuts

    def rows(self, lo: int, hi: int) -> Rows:
        """Games number lo to hi-1; any slices give the rows of the whole."""
        pieces, start, deal, lineup = [], self.first_game, self.first_deal, 0
        for part in self.parts:
            first, last = max(lo, start), min(hi, start + part.games)
            if first < last:
                pieces.append(self._piece(part.scheme, np.arange(first, last), start, deal, lineup))
            start, deal, lineup = start + part.games, deal + part.deals, lineup + len(part.scheme.lineups)
        if len(pieces) == 1:
            return pieces[0]
        return Rows(*(np.concatenate([getattr(piece, name) for piece in pieces]) for name in COLUMNS))

    def _piece(self, scheme: Scheme, game: Int, start: int, first_deal: int, first_lineup: int) -> Rows:
        block, step = np.divmod(game - start, scheme.block)
        placed = scheme.place(block, step)
        lineup = scheme.lineups.at[placed.position]
        deal = first_deal + block * scheme.deals + step * scheme.deals // scheme.block
        plan = np.full((len(game), scheme.lineups.policy.shape[1]), -1, dtype=np.int16)
        forced = np.flatnonzero(placed.plan >= 0)
        plan[forced, placed.focal[forced]] = placed.plan[forced]
        chance = keyed_bits(self.seed + SAMPLE_KEY, deal) >> np.uint64(11)
        return Rows(
            game=game.astype(np.uint32),
            deal=deal.astype(np.uint32),
            lineup=(first_lineup + lineup).astype(np.uint16),
            arm=placed.arm.astype(np.uint8),
            policy=scheme.lineups.policy[lineup],
            board=scheme.lineups.board[lineup],
            plan=plan,
            record=(chance < np.uint64(int(self.sample * 2**53))).astype(np.uint8),
        )

    def contrast(self, rows: Rows, share: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The main contrast, one value for each whole block among the rows; `share` is [game, seat]."""
        values, start = [], self.first_game
        for part in self.parts:
            scheme = part.scheme
            inside = np.flatnonzero((rows.game >= start) & (rows.game < start + part.games))
            if len(inside) and scheme.measures and scheme.measures == self.measures:
                block, step = np.divmod(rows.game[inside].astype(np.int64) - start, scheme.block)
                piece = Rows(*(getattr(rows, name)[inside] for name in COLUMNS))
                weighted = (scheme.weights(piece, step) * share[inside]).sum(axis=1)
                first = int(block[0])
                size = np.bincount(block - first)
                values.append(np.bincount(block - first, weights=weighted)[size == scheme.block])
            start += part.games
        return np.concatenate(values) if values else np.empty(0)
