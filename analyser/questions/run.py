"""A run as the questions see it: its frames, what its columns are called, and its games as arrays seat by seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl
from numpy.typing import NDArray

from analyser.experiments.shape import nouns
from analyser.questions.answer import Fact
from reports.stats.cluster import Measure

__all__ = ["SCORE", "SHARE", "Frame", "Run", "in_order", "seatwise"]

Frame = pl.DataFrame | pl.LazyFrame

SHARE = Measure("share60", 60, bounded=True)
SCORE = Measure("score")


@dataclass(frozen=True)
class Run:
    """Frames of a run with the facts of its game; `margin` is the smallest shift of win share that matters to the
    designer."""

    seats: pl.LazyFrame
    games: pl.LazyFrame
    decisions: pl.LazyFrame | None
    facts: Mapping[str, Any]
    margin: float
    columns: tuple[str, ...]
    arms: Mapping[str, int]
    players: int

    @classmethod
    def of(cls, seats: Frame, games: Frame, decisions: Frame | None, facts: Mapping[str, Any], margin: float) -> Run:
        """Look once at what the frames hold."""
        if not 0 < margin < 1:
            raise ValueError(f"margin {margin}: give a fraction of win share between 0 and 1 (0.02 is 2 pp)")
        lazy = seats.lazy()
        columns = tuple(lazy.collect_schema().names())
        arms = games.lazy().group_by("arm").len().sort("arm").collect()
        most = lazy.select(pl.col("seat").max()).collect().item()
        return cls(
            seats=lazy,
            games=games.lazy(),
            decisions=None if decisions is None else decisions.lazy(),
            facts=facts,
            margin=margin,
            columns=columns,
            arms={str(arm): int(n) for arm, n in arms.iter_rows() if n},
            players=int(facts.get("players") or most or 0),
        )

    def rows(self, *arms: str) -> pl.LazyFrame:
        """Seat rows of these arms."""
        return self.seats.filter(pl.col("arm").cast(pl.String).is_in(arms))

    def first_arm(self, *arms: str) -> str | None:
        """The first of these arms that was played."""
        return next((arm for arm in arms if arm in self.arms), None)

    @property
    def par(self) -> float:
        """The win share of equals."""
        return 1.0 / self.players if self.players else float("nan")

    @property
    def sources(self) -> list[str]:
        """Scoring categories, in the game's order."""
        named = [str(name) for name, _ in self.facts.get("sources") or []]
        present = [c.removeprefix("score_") for c in self.columns if c.startswith("score_")]
        return [s for s in named if s in present] + [s for s in present if s not in named]

    def numbered(self, prefix: str) -> dict[int, str]:
        """Tally columns `<prefix><number>` by their number."""
        found = {c.removeprefix(prefix): c for c in self.columns if c.startswith(prefix)}
        return {int(number): found[number] for number in sorted((n for n in found if n.isdigit()), key=int)}

    @property
    def shared(self) -> bool:
        """Whether a board is the whole table's: all seats have the same one."""
        return (self.facts.get("board") or {}).get("scope") == "table"

    @property
    def nouns(self) -> tuple[str, str]:
        """What the game calls a board, and several of them."""
        return nouns(self.facts)

    @property
    def a_sides(self) -> list[str]:
        """Boards of side A, all taken for one and the same; of boards the table shares, the first."""
        if self.shared:
            boards: Mapping[str, Mapping[str, Any]] = self.facts.get("boards") or {}
            return [next((name for name, b in boards.items() if b.get("side") == "A"), next(iter(boards), "A"))]
        named = [str(name) for name, board in (self.facts.get("boards") or {}).items() if board.get("side") == "A"]
        return named or ["A"]

    def label(self, board: object) -> str:
        """A board in words."""
        known = (self.facts.get("boards") or {}).get(str(board), {})
        return str(known.get("label") or str(board).replace("_", " "))

    def board_rank(self, board: object) -> int:
        """Place of a board in the game's own order, for sorting."""
        names = list(self.facts.get("boards") or {})
        return names.index(str(board)) if str(board) in names else len(names)

    @property
    def a_label(self) -> str:
        """Side A in words."""
        return self.label(self.a_sides[0]) if len(self.a_sides) == 1 else "A"

    @property
    def classes(self) -> dict[str, str]:
        """Names of the move classes by letter."""
        return {str(letter): str(name) for letter, name in self.facts.get("classes") or [] if letter}

    def header(self) -> dict[str, Fact]:
        """The facts that are single values, as they came, and the sizes of the run's arms."""
        plain: dict[str, Fact] = {k: v for k, v in self.facts.items() if isinstance(v, str | int | float)}
        listed = {
            k: ", ".join(map(str, v)) for k, v in self.facts.items() if k == "strategies" and not isinstance(v, str)
        }
        size = self.games.select(pl.col("deal").n_unique().alias("deals"), pl.len().alias("games")).collect()
        ties = self.games.select((pl.col("winners") > 1).sum()).collect().item()
        games = int(size["games"][0])
        out = {**plain, **listed, "players": self.players, "deals": int(size["deals"][0]), "games": games}
        out |= {f"games_{arm}": n for arm, n in self.arms.items()}
        return {**out, "joint_wins": ties / games, "margin": self.margin} if games else {**out, "margin": self.margin}


def in_order(rows: pl.LazyFrame, columns: Sequence[str]) -> pl.DataFrame:
    """These columns and the deal, sorted by game and seat: as runs are stored, so rarely in need of the slow sort."""
    frame = rows.select("game", "seat", *(c for c in ("deal", *columns) if c != "seat")).collect()
    place = frame.select(pl.col("game").cast(pl.Int64) * 256 + pl.col("seat").cast(pl.Int64))["game"]
    return frame if place.is_sorted() else frame.sort("game", "seat")


def seatwise(frame: pl.DataFrame, column: str, players: int) -> NDArray[Any]:
    """A column of `in_order` as an array [game, seat]; enums as their codes."""
    series = frame[column]
    codes = series.to_physical() if isinstance(series.dtype, pl.Enum | pl.Categorical) else series
    return codes.to_numpy().reshape(-1, players)
