"""Who was dealt what, and what was done with it: the records of a run, summed deal by deal as they are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports.card_facts import DEALT, CardSet
from reports.cards.things import Things, judged_of, kinds_of
from reports.frames import RunFrames, seatwise
from reports.pieces import cut, ends
from reports.stats.exposure import Means, Slopes, Sums

__all__ = ["Exposed", "arm_of", "exposed"]

Copies = NDArray[np.uint8]
Told = tuple[str, str]  # the key of a set of cards; that of a use, or DEALT
MOST_COPIES = 255  # that a number of copies can hold
CODES = 256  # values of a field of a move


@dataclass(frozen=True, eq=False)
class Exposed:
    """Games as chosen: what one more copy of each thing that was dealt or used does to the win share, and dealt to the
    score; of the things of a set one kind behind another, by the key of the set and of the use."""

    share: Mapping[Told, Slopes]
    score: Mapping[Told, Slopes]

    def of(self, things: Things, key: str) -> Slopes | None:
        """What one more of these does to the win share; None where the records do not tell."""
        found = self.share.get((things.of.key, key))
        return found and found.part(things.columns)

    def points(self, things: Things, key: str) -> Slopes:
        """The same on the score."""
        return self.score[things.of.key, key].part(things.columns)


@dataclass(frozen=True, eq=False)
class Piece:
    """Games of whole deals: their seats in order, and the moves that tell of cards (None: no set needs them)."""

    rows: pl.DataFrame
    moves: pl.DataFrame | None
    players: int

    def moved(self, one: CardSet, kinds: Sequence[str], classes: Sequence[int]) -> Copies:
        """1 where a seat made such a move with the card."""
        assert self.moves is not None
        place = np.full(CODES, -1)
        place[[card.number for card in one.cards]] = range(len(one.cards))
        wanted = self.moves["kind"].is_in(list(kinds)).to_numpy()
        if classes:
            wanted = wanted & np.isin(np.arange(CODES), classes)[self.moves["class"].to_numpy()]
        games = self.rows["game"].to_numpy()[:: self.players]
        told = self.moves.filter(wanted)
        column, game = place[told["a"].to_numpy()], np.searchsorted(games, told["game"].to_numpy())
        out = np.zeros((len(games), self.players, len(one.cards)), dtype=np.uint8)
        kept = column >= 0
        out[game[kept], told["seat"].to_numpy()[kept].astype(np.int64) - 1, column[kept]] = 1
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

    @cached_property
    def gathering(self) -> NDArray[np.float32]:
        """[card, thing] 1 where a card is one of the things, of those that gather cards."""
        out = np.zeros((len(self.of.cards), self.things[-1].columns.stop), dtype=np.float32)
        for one in self.things:
            for column, members in enumerate(one.members, start=one.first):
                out[list(members), column] = 1
        return out[:, len(self.of.cards) :]

    def copies(self, piece: Piece) -> Copies:
        """Of a piece of the run: copies [game, seat, thing] of the things of every kind, one kind behind another."""
        if self.kinds:
            each = piece.moved(self.of, self.kinds, self.classes)
        else:
            columns = [seatwise(piece.rows, name, piece.players).clip(0, MOST_COPIES) for name in self.tallies]
            each = np.stack(columns, axis=2).astype(np.uint8)
        return np.concatenate([each, (each.astype(np.float32) @ self.gathering).astype(np.uint8)], axis=2)


def arm_of(run: RunFrames) -> str | None:
    """The arm in which nothing was forced."""
    return run.first_arm("chosen", "free", "table", "mirror", "cross")


def exposed(run: RunFrames) -> Exposed | None:
    """All that the records tell; None where nothing was played freely, or the game names no cards."""
    arm = arm_of(run)
    if arm is None or not run.game.cards:
        return None
    tellings = _tellings(run)
    means = _means(run, arm, tellings) if run.players == 1 else {}
    share: dict[Told, Sums] = {}
    score: dict[Told, Sums] = {}
    for one in tellings:
        size = one.things[-1].columns.stop
        of_share, of_score = means.get(one.told, (None, None))
        judged = [at for things in judged_of(one.things) for at in range(size)[things.columns]]
        share[one.told] = Sums(size, scale=60, together=judged if one.key == DEALT else (), means=of_share)
        if one.key == DEALT:
            score[one.told] = Sums(size, means=of_score)
    for piece in _pieces(run, arm, tellings):
        won, scored, deal = (seatwise(piece.rows, name, run.players) for name in ("share60", "score", "deal"))
        for one in tellings:
            copies = one.copies(piece)
            share[one.told].add(copies, won, deal[:, 0])
            if one.told in score:
                score[one.told].add(copies, scored, deal[:, 0])
    return Exposed(*({told: sums.slopes() for told, sums in each.items()} for each in (share, score)))


def _means(run: RunFrames, arm: str, tellings: Sequence[Telling]) -> dict[Told, tuple[Means, Means]]:
    """Where one seat decides: means over all games, beside those of the win share in 60ths and of the score."""
    games, outcome = 0, np.zeros(2)
    copies = {one.told: np.zeros(one.things[-1].columns.stop) for one in tellings}
    for piece in _pieces(run, arm, tellings):
        games += len(piece.rows)
        outcome += [seatwise(piece.rows, name, 1).sum(dtype=np.int64) for name in ("share60", "score")]
        for one in tellings:
            copies[one.told] += one.copies(piece).sum(axis=(0, 1), dtype=np.int64)
    share, score = outcome / max(games, 1)
    return {told: (Means(x / max(games, 1), share), Means(x / max(games, 1), score)) for told, x in copies.items()}


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


def _pieces(run: RunFrames, arm: str, tellings: Sequence[Telling]) -> Iterator[Piece]:
    """The games of the arm; where decisions of some deals alone were recorded, the others tell nothing."""
    played = run.games.filter(pl.col("arm").cast(pl.String) == arm).select("game", "deal").collect()
    last = ends(played["game"], played["deal"])
    tallies = sorted({name for one in tellings for name in one.tallies})
    rows = cut(run.rows(arm).select("game", "seat", "deal", "share60", "score", *tallies), last)
    kinds = sorted({kind for one in tellings for kind in one.kinds})
    if not kinds:
        yield from (Piece(some, None, run.players) for some in rows)
        return
    assert run.decisions is not None
    kind = pl.col("kind").cast(pl.String)
    found = run.decisions.filter(kind.is_in(kinds)).select("game", "seat", kind.cast(pl.Enum(kinds)), "a", "class")
    for some, moves in zip(rows, cut(found, last), strict=True):
        told = moves.filter(pl.col("game").is_in(some["game"].unique().implode()))
        yield Piece(some.filter(pl.col("game").is_in(told["game"].unique().implode())), told, run.players)
