"""Who was dealt what, and what was done with it: the records of a run, summed deal by deal as they are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports.card_facts import DEALT, CardSet
from reports.cards.things import Things, judged_of, kinds_of
from reports.frames import RunFrames, seatwise
from reports.pieces import Disordered, cut, ends
from reports.plans import plan_rows
from reports.stats.exposure import LevelSums, Means, Slopes, Sums

__all__ = ["Exposed", "arm_of", "exposed"]

Copies = NDArray[np.uint8]
Told = tuple[str, str]  # the key of a set of cards; that of a use, or DEALT
MOST_COPIES = 255  # that a number of copies can hold
OUTCOMES = {"win_share60": 60, "score": 1}  # how many times they are held
CODES = 256  # values of a field of a move


@dataclass(frozen=True, eq=False)
class Exposed:
    """Games as chosen: what one more copy of each thing that was dealt or used does to the win share, and dealt to the
    score, and to the win share in the hands of each plan; of the things of a set one kind behind another, by the key of
    the set and of the use."""

    share: Mapping[Told, Slopes]
    score: Mapping[Told, Slopes]
    plans: Sequence[str]
    by_plan: Mapping[Told, LevelSums]  # of what is judged, in the hands of each of the plans

    def of(self, things: Things, key: str) -> Slopes | None:
        """What one more of these does to the win share; None where the records do not tell."""
        found = self.share.get((things.of.key, key))
        return found and found.part(things.columns)

    def points(self, things: Things, key: str) -> Slopes:
        """The same on the score."""
        return self.score[things.of.key, key].part(things.columns)


@dataclass(frozen=True, eq=False)
class Piece:
    """Games of whole deals: their seats in order, the moves that tell of cards and the place of each one's game (no
    moves: no set needs them)."""

    rows: pl.DataFrame
    players: int
    moves: pl.DataFrame
    game: NDArray[np.intp]

    def seats(self, column: str) -> NDArray[Any]:
        """A column as [seat, game]."""
        return seatwise(self.rows, column, self.players).T

    def moved(self, one: CardSet, kinds: Sequence[str], classes: Sequence[int]) -> Copies:
        """[seat, card, game] 1 where a seat made such a move with the card."""
        place = np.full(CODES, -1)
        place[[card.number for card in one.cards]] = range(len(one.cards))
        card = place[self.moves["a"].to_numpy()]
        wanted = (card >= 0) & self.moves["move_kind"].is_in(list(kinds)).to_numpy()
        if classes:
            wanted &= np.isin(np.arange(CODES), classes)[self.moves["move_class"].to_numpy()]
        out = np.zeros((self.players, len(one.cards), len(self.rows) // self.players), dtype=np.uint8)
        seat = self.moves["seat"].to_numpy()[wanted].astype(np.intp) - 1
        out[seat, card[wanted], self.game[wanted]] = 1
        return out


@dataclass(frozen=True, eq=False)
class Telling:
    """What tells of a set's cards that they were dealt, or used so: kinds and classes of moves, or else tallies."""

    of: CardSet
    key: str
    kinds: Sequence[str]
    classes: Sequence[int]
    tallies: Sequence[str]

    @property
    def told(self) -> Told:
        """What is told: the key of the set and of the use."""
        return self.of.key, self.key

    @cached_property
    def things(self) -> list[Things]:
        """Things of every kind of the set."""
        return kinds_of(self.of)

    def sums(self, means: Means | None) -> Sums:
        """To be filled with games: of what is dealt the score is looked at too, and what is judged at once."""
        dealt, size = self.key == DEALT, self.things[-1].columns.stop
        scales = tuple(OUTCOMES.values()) if dealt else (OUTCOMES["win_share60"],)
        return Sums(size, scales, together=self.judged if dealt else (), means=means)

    @cached_property
    def judged(self) -> list[int]:
        """The places of the things that are judged."""
        return [at for one in judged_of(self.things) for at in range(self.things[-1].columns.stop)[one.columns]]

    def copies(self, piece: Piece) -> Copies:
        """Of a piece of the run: copies [seat, thing, game] of the things of every kind, one kind behind another."""
        if self.kinds:
            each = piece.moved(self.of, self.kinds, self.classes)
        else:
            columns = [piece.seats(name).clip(0, MOST_COPIES) for name in self.tallies]
            each = np.stack(columns, axis=1).astype(np.uint8)
        gathered = [each[:, list(at)].sum(axis=1, dtype=np.uint8) for one in self.things[1:] for at in one.members]
        return np.concatenate([each, np.stack(gathered, axis=1)], axis=1) if gathered else each


def arm_of(run: RunFrames) -> str | None:
    """The arm in which nothing was forced."""
    return run.first_arm("chosen", "free", "table", "mirror", "cross")


def exposed(run: RunFrames) -> Exposed | None:
    """All that the records tell; None where nothing was played freely, or the game names no cards."""
    arm = arm_of(run)
    if arm is None or not run.game.cards:
        return None
    try:
        return _summed(run, arm)
    except Disordered:  # no run as it is stored, so that it lies in memory anyway
        return _summed(run.ordered(), arm)


def _summed(run: RunFrames, arm: str) -> Exposed:
    tellings = _tellings(run)
    means = _means(run, arm, tellings) if run.players == 1 else {}
    sums = {one.told: one.sums(means.get(one.told)) for one in tellings}
    shares = _plan_shares(run, arm)
    dealt = [one for one in tellings if one.key == DEALT and run.players > 1 and len(shares) > 1]
    by_plan = {one.told: LevelSums(len(one.judged), np.array(list(shares.values())), 60) for one in dealt}
    for piece in _pieces(run, arm, tellings, list(shares)):
        outcomes, deal = [piece.seats(name) for name in OUTCOMES], piece.seats("deal")[0]
        for one in tellings:
            copies = one.copies(piece)
            sums[one.told].add(copies, outcomes[: len(sums[one.told].scales)], deal)
            if one.told in by_plan:
                by_plan[one.told].add(copies[:, one.judged], outcomes[0], piece.seats("plan"), deal)
    found = {told: each.slopes() for told, each in sums.items()}
    score = {told: each[1] for told, each in found.items() if len(each) > 1}
    return Exposed({told: each[0] for told, each in found.items()}, score, list(shares), by_plan)


def _plan_shares(run: RunFrames, arm: str) -> dict[str, float]:
    """The mean of 60 win shares of each plan that played."""
    rows = plan_rows(run, run.rows(arm)).group_by(pl.col("strategy").cast(pl.String)).agg(pl.col("win_share60").mean())
    return dict(rows.sort("strategy").collect().iter_rows())


def _means(run: RunFrames, arm: str, tellings: Sequence[Telling]) -> dict[Told, Means]:
    """Where one seat decides: means over all games."""
    games, outcomes = 0, np.zeros(len(OUTCOMES))
    copies = {one.told: np.zeros(one.things[-1].columns.stop) for one in tellings}
    for piece in _pieces(run, arm, tellings):
        games += len(piece.rows)
        outcomes += [piece.seats(name).sum(dtype=np.int64) for name in OUTCOMES]
        for one in tellings:
            copies[one.told] += one.copies(piece).sum(axis=(0, 2), dtype=np.int64)
    return {told: Means(each / max(games, 1), outcomes / max(games, 1)) for told, each in copies.items()}


def _tellings(run: RunFrames) -> list[Telling]:
    """All that the records of the run tell of its cards."""
    out = []
    for one in run.game.cards:
        dealt = [(DEALT, one.dealt, "")] if one.is_dealt else []
        used = [(use.key, (use.kind,) if use.kind else (), use.classes) for use in one.uses]
        for key, kinds, letters in [*dealt, *used]:
            tallies = [] if kinds else [card.tallies.get(key, "") for card in one.cards]
            recorded = run.decisions is not None if kinds else set(tallies) <= set(run.columns)
            if recorded:
                out.append(Telling(one, key, kinds, [run.game.letters.index(letter) for letter in letters], tallies))
    return out


def _pieces(run: RunFrames, arm: str, tellings: Sequence[Telling], plans: Sequence[str] = ()) -> Iterator[Piece]:
    """The games of the arm; where decisions of some deals alone were recorded, the others tell nothing. The column
    `plan` is the place of a seat's strategy among plans, -1: it is none of them."""
    played = run.games.filter(pl.col("arm").cast(pl.String) == arm).select("game", "deal").collect()
    last = ends(played["game"], played["deal"])
    tallies = sorted({name for one in tellings for name in one.tallies})
    place = dict(zip(plans, range(len(plans)), strict=True))
    plan = pl.col("strategy").cast(pl.String).replace_strict(place, default=-1, return_dtype=pl.Int16).alias("plan")
    whole = cut(run.rows(arm).select("game", "seat", "deal", plan, "win_share60", "score", *tallies), last)
    rows = (_in_order(some, run.players) for some in whole)
    kinds = sorted({kind for one in tellings for kind in one.kinds})
    if not kinds:
        yield from (Piece(some, run.players, pl.DataFrame(), np.empty(0, dtype=np.intp)) for some in rows)
        return
    assert run.decisions is not None
    kind = pl.col("move_kind").cast(pl.String)
    found = run.decisions.filter(kind.is_in(kinds)).select("game", "seat", kind.cast(pl.Enum(kinds)), "a", "move_class")
    for some, moves in zip(rows, cut(found, last), strict=True):
        yield _piece(some, run.players, moves)


def _in_order(rows: pl.DataFrame, players: int) -> pl.DataFrame:
    """The rows, where the seats of every game come one after the other; raises Disordered."""
    seats = rows["seat"].to_numpy()
    if len(seats) % players or (seats.reshape(-1, players) != np.arange(1, players + 1)).any():
        raise Disordered("seats of a game are in their order: these are not")
    return rows


def _piece(rows: pl.DataFrame, players: int, moves: pl.DataFrame) -> Piece:
    """The games among these rows that moves tell of, and their moves."""
    played, told = rows["game"].to_numpy()[::players], moves["game"].to_numpy()
    both = np.intersect1d(played, told)
    if len(both) < len(played):
        rows = rows.filter(np.isin(rows["game"].to_numpy(), both))
    if not len(both):
        return Piece(rows, players, moves.clear(), np.empty(0, dtype=np.intp))
    place = np.full(int(both[-1] - both[0]) + 1, -1)
    place[both - both[0]] = range(len(both))
    inside = (told >= both[0]) & (told <= both[-1])
    at = np.where(inside, place[np.where(inside, told - both[0], 0)], -1)
    return Piece(rows, players, moves.filter(at >= 0), at[at >= 0])
