"""Who was dealt what, and what was done with it: the records of a run, summed deal by deal as they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import polars as pl
from numpy.typing import ArrayLike, NDArray

from reports.card_facts import DEALT, CardSet
from reports.frames import ScenarioRun, seatwise
from reports.stats.exposure import ExposureSums, LevelSums, Means, Slopes

__all__ = [
    "CardGroups", "Disordered", "Exposure", "cut", "ends", "exposure_of", "free_arm", "groups_of",
    "has_whole_tables", "in_stored_order", "pieces", "records_of",
]  # fmt: skip

T = TypeVar("T")


GAMES = 5_000  # of a piece; of more than one deal, those that lie between its first and last game too


class Disordered(ValueError):
    """Rows are not in the order of games and seats, in which runs are stored."""


def ends(game: ArrayLike, deal: ArrayLike, games: int = GAMES) -> list[int]:
    """The last game of each piece: so many games or a few more, and no deal in two pieces. `game` in ascending
    order; raises Disordered for another."""
    numbers, deals = np.asarray(game, dtype=np.int64), np.asarray(deal, dtype=np.int64)
    if not len(numbers):
        return []
    if (np.diff(numbers) < 0).any():
        raise Disordered("games of a run are in their order: these are not")
    rest = np.minimum.accumulate(deals[::-1])[::-1]  # the smallest deal from each game on
    complete = np.flatnonzero(
        np.maximum.accumulate(deals)[:-1] < rest[1:]
    )  # games that a deal ends with, and all before
    out, n_cut = [], 0
    while (at := int(np.searchsorted(complete, n_cut + games - 1))) < len(complete):
        out.append(int(numbers[complete[at]]))
        n_cut = int(complete[at]) + 1
    return [*out, int(numbers[-1])]


def cut(rows: pl.LazyFrame, last: Sequence[int]) -> Iterator[pl.DataFrame]:
    """The rows of each piece, by the pieces' last games; rows in ascending order of `game`, as runs are stored, and
    never all in memory. Raises Disordered for another order."""
    batches = [rows.collect_schema().to_frame()]
    at, last_game = 0, -1
    for batch in rows.collect_batches(maintain_order=True, lazy=True):
        if not len(batch):
            continue
        if batch["game"][0] < last_game or not batch["game"].is_sorted():
            raise Disordered("rows of a run are in the order of its games: these are not")
        last_game = batch["game"][-1]
        while at < len(last) and last_game > last[at]:
            size = batch["game"].search_sorted(last[at], side="right")
            yield pl.concat([*batches, batch[:size]])
            batches, batch, at = batches[:1], batch[size:], at + 1
        batches.append(batch)
    for _ in last[at:]:
        yield pl.concat(batches)
        batches = batches[:1]


Copies = NDArray[np.uint8]
Key = tuple[str, str]  # the key of a set of cards; that of a use, or DEALT
MOST_COPIES = 255  # that a number of copies can hold
OUTCOMES = {"win_share60": 60, "score": 1}  # how many times they are held
CODES = 256  # values of a field of a move


@dataclass(frozen=True)
class CardGroups:
    """What is compared: single cards (no trait), or the levels of a trait; `members` are places of cards in the set,
    `first` is the place of the first group among those of the cards and all traits."""

    of: CardSet
    trait: str
    labels: tuple[str, ...]
    members: tuple[tuple[int, ...], ...]
    first: int

    @property
    def columns(self) -> slice:
        """Their places among the groups of the cards and all traits."""
        return slice(self.first, self.first + len(self.labels))

    @property
    def keys(self) -> dict[str, list[str | None]]:
        """The key columns, a row a group."""
        size = len(self.labels)
        return {"set": [self.of.key] * size, "trait": [self.trait or None] * size, "name": list(self.labels)}

    @property
    def family(self) -> str:
        """The name under which verdicts on them share the report's error."""
        return f"{'kinds' if self.trait else 'cards'} {self.of.key}"

    @property
    def is_numbered(self) -> bool:
        """Whether they are cards whose labels begin with their number, which the word "card" goes before."""
        return not self.trait and self.labels[0][:1].isdigit()

    def subject(self, label: str) -> str:
        """A group as what is compared: "trigger Build 1 wall"; a card by its label."""
        return f"{self.of.traits[self.trait]} {label}" if self.trait else label


def groups_of(cards: CardSet) -> list[CardGroups]:
    """The cards of a set themselves, then the levels of each of its traits."""
    single = tuple((at,) for at in range(len(cards.cards)))
    groups = [CardGroups(cards, "", tuple(card.label for card in cards.cards), single, 0)]
    for trait in cards.traits:
        levels: dict[str, list[int]] = {}
        for at, card in enumerate(cards.cards):
            levels.setdefault(card.traits[trait], []).append(at)
        members = tuple(map(tuple, levels.values()))
        groups.append(CardGroups(cards, trait, tuple(levels), members, groups[-1].columns.stop))
    return groups


@dataclass(frozen=True, eq=False)
class Exposure:
    """Games as chosen: what one more copy of each group that was dealt or used does to the win share, and dealt to the
    score, and to the win share in the hands of each plan; of a set the cards, then the levels of every trait, by the
    key of the set and of the use."""

    arm: str
    share: Mapping[Key, Slopes]
    score: Mapping[Key, Slopes]
    plans: Sequence[str]
    by_plan: Mapping[Key, LevelSums]  # of what was dealt, in the hands of each of the plans

    def of(self, groups: CardGroups, key: str) -> Slopes | None:
        """What one more of these does to the win share; None where the records do not say."""
        slopes = self.share.get((groups.of.key, key))
        return slopes and slopes.part(groups.columns)

    def points(self, groups: CardGroups, key: str) -> Slopes:
        """The same on the score."""
        return self.score[groups.of.key, key].part(groups.columns)


@dataclass(frozen=True, eq=False)
class Piece:
    """Games of whole deals: their seats in order, the moves made with cards and the place of each one's game (no moves:
    no set needs them)."""

    rows: pl.DataFrame
    players: int
    moves: pl.DataFrame
    game: NDArray[np.intp]

    def seats(self, column: str) -> NDArray[Any]:
        """A column as [seat, game]."""
        return seatwise(self.rows, column, self.players).T

    def moves_with(self, cards: CardSet, kinds: Sequence[str], classes: Sequence[int]) -> Copies:
        """[seat, card, game] 1 where a seat made such a move with the card."""
        place = np.full(CODES, -1)
        place[[card.number for card in cards.cards]] = range(len(cards.cards))
        card = place[self.moves["a"].to_numpy()]
        rows = (card >= 0) & self.moves["move_kind"].is_in(list(kinds)).to_numpy()
        if classes:
            rows &= np.isin(np.arange(CODES), classes)[self.moves["move_class"].to_numpy()]
        copies = np.zeros((self.players, len(cards.cards), len(self.rows) // self.players), dtype=np.uint8)
        seat = self.moves["seat"].to_numpy()[rows].astype(np.intp) - 1
        copies[seat, card[rows], self.game[rows]] = 1
        return copies


@dataclass(frozen=True, eq=False)
class Record:
    """What records that a set's cards were dealt, or used so: kinds and classes of moves, or else counters."""

    of: CardSet
    use: str
    kinds: Sequence[str]
    classes: Sequence[int]
    counters: Sequence[str]

    @property
    def key(self) -> Key:
        """The key of the set and of the use."""
        return self.of.key, self.use

    @cached_property
    def groups(self) -> list[CardGroups]:
        """The cards of the set, and the levels of its traits."""
        return groups_of(self.of)

    def sums(self, means: Means | None) -> ExposureSums:
        """To be filled with games: of what is dealt, which verdicts are about, the score and errors together too."""
        is_dealt = self.use == DEALT
        scales = tuple(OUTCOMES.values()) if is_dealt else (OUTCOMES["win_share60"],)
        return ExposureSums(self.size, scales, together=range(self.size) if is_dealt else (), means=means)

    @property
    def size(self) -> int:
        """The number of groups."""
        return sum(len(group.labels) for group in self.groups)

    def copies(self, piece: Piece) -> Copies:
        """Of a piece of the run: copies [seat, group, game], cards first, then one trait behind another."""
        if self.kinds:
            each = piece.moves_with(self.of, self.kinds, self.classes)
        else:
            columns = [piece.seats(name).clip(0, MOST_COPIES) for name in self.counters]
            each = np.stack(columns, axis=1).astype(np.uint8)
        by_trait = [each[:, list(at)].sum(axis=1, dtype=np.uint8) for group in self.groups[1:] for at in group.members]
        return np.concatenate([each, np.stack(by_trait, axis=1)], axis=1) if by_trait else each


def free_arm(run: ScenarioRun) -> str | None:
    """The arm in which nothing was forced."""
    return run.first_arm("chosen", "free", "table", "mirror", "cross")


def has_whole_tables(run: ScenarioRun) -> bool:
    """Whether all seats count that sit at a table where nothing was forced: cards are compared within a game."""
    n_counted = run.rows(free_arm(run) or "").group_by("game").len()
    return bool(n_counted.select((pl.col("len") == run.players).all()).collect().item()) if run.others else True


def exposure_of(run: ScenarioRun) -> Exposure | None:
    """All that the records say; None where nothing was played freely, the game names no cards, or others sit at the
    tables of those who count."""
    arm = free_arm(run)
    if arm is None or not run.game.cards or not run.result(has_whole_tables):
        return None
    return in_stored_order(run, lambda rows: _sum_records(rows, arm))


def in_stored_order(run: ScenarioRun, estimate: Callable[[ScenarioRun], T]) -> T:
    """The estimate from the run's rows in the order of games and seats."""
    try:
        return estimate(run)
    except Disordered:  # no run as it is stored, so that it lies in memory anyway
        return estimate(run.ordered())


def _sum_records(run: ScenarioRun, arm: str) -> Exposure:
    records = records_of(run)
    means = _means(run, arm, records) if run.players == 1 else {}
    sums = {record.key: record.sums(means.get(record.key)) for record in records}
    shares = _plan_shares(run, arm)
    of_plans = [record for record in records if record.use == DEALT and run.players > 1 and len(shares) > 1]
    by_plan = {record.key: LevelSums(record.size, np.array(list(shares.values())), 60) for record in of_plans}
    for piece in pieces(run, arm, records, list(shares)):
        outcomes, deal = [piece.seats(name) for name in OUTCOMES], piece.seats("deal")[0]
        for record in records:
            copies = record.copies(piece)
            sums[record.key].add(copies, outcomes[: len(sums[record.key].scales)], deal)
            if record.key in by_plan:
                by_plan[record.key].add(copies, outcomes[0], piece.seats("plan"), deal)
    slopes = {key: each.slopes() for key, each in sums.items()}
    score = {key: each[1] for key, each in slopes.items() if len(each) > 1}
    return Exposure(arm, {key: each[0] for key, each in slopes.items()}, score, list(shares), by_plan)


def _plan_shares(run: ScenarioRun, arm: str) -> dict[str, float]:
    """The mean of 60 win shares of each plan that played."""
    rows = run.rows(arm).group_by(pl.col("strategy").cast(pl.String)).agg(pl.col("win_share60").mean())
    return dict(rows.sort("strategy").collect().iter_rows())


def _means(run: ScenarioRun, arm: str, records: Sequence[Record]) -> dict[Key, Means]:
    """Where one seat decides: means over all games."""
    games, outcomes = 0, np.zeros(len(OUTCOMES))
    copies = {record.key: np.zeros(record.size) for record in records}
    for piece in pieces(run, arm, records):
        games += len(piece.rows)
        outcomes += [piece.seats(name).sum(dtype=np.int64) for name in OUTCOMES]
        for record in records:
            copies[record.key] += record.copies(piece).sum(axis=(0, 2), dtype=np.int64)
    return {key: Means(each / max(games, 1), outcomes / max(games, 1)) for key, each in copies.items()}


def records_of(run: ScenarioRun) -> list[Record]:
    """All that the run records of its cards."""
    records = []
    for cards in run.game.cards:
        dealt = [(DEALT, cards.dealt, "")] if cards.is_dealt else []
        uses = [(use.key, (use.kind,) if use.kind else (), use.classes) for use in cards.uses]
        for use, kinds, letters in [*dealt, *uses]:
            counters = [] if kinds else [card.tallies.get(use, "") for card in cards.cards]
            if run.decisions is not None if kinds else set(counters) <= set(run.columns["seats"]):
                classes = [run.game.letters.index(letter) for letter in letters]
                records.append(Record(cards, use, kinds, classes, counters))
    return records


def pieces(run: ScenarioRun, arm: str, records: Sequence[Record], plans: Sequence[str] = ()) -> Iterator[Piece]:
    """The games of the arm; where decisions of some deals alone were recorded, the others say nothing. The column
    `plan` is the place of a seat's strategy among plans, -1: it is none of them."""
    games = run.games.filter(pl.col("arm").cast(pl.String) == arm).select("game", "deal").collect()
    last = ends(games["game"], games["deal"])
    counters = sorted({name for record in records for name in record.counters})
    place = dict(zip(plans, range(len(plans)), strict=True))
    plan = pl.col("strategy").cast(pl.String).replace_strict(place, default=-1, return_dtype=pl.Int16).alias("plan")
    seats = cut(run.rows(arm).select("game", "seat", "deal", plan, "win_share60", "score", *counters), last)
    rows = (_in_order(some, run.players) for some in seats)
    kinds = sorted({kind for record in records for kind in record.kinds})
    if not kinds:
        yield from (Piece(some, run.players, pl.DataFrame(), np.empty(0, dtype=np.intp)) for some in rows)
        return
    assert run.decisions is not None
    kind = pl.col("move_kind").cast(pl.String)
    moves = run.decisions.filter(kind.is_in(kinds)).select("game", "seat", kind.cast(pl.Enum(kinds)), "a", "move_class")
    for some, some_moves in zip(rows, cut(moves, last), strict=True):
        yield _piece(some, run.players, some_moves)


def _in_order(rows: pl.DataFrame, players: int) -> pl.DataFrame:
    """The rows, where the seats of every game come one after the other; raises Disordered."""
    seats = rows["seat"].to_numpy()
    if len(seats) % players or (seats.reshape(-1, players) != np.arange(1, players + 1)).any():
        raise Disordered("seats of a game are in their order: these are not")
    return rows


def _piece(rows: pl.DataFrame, players: int, moves: pl.DataFrame) -> Piece:
    """The games among these rows that have moves, and their moves."""
    moves = moves.filter(pl.col("game").is_in(rows["game"].unique().implode()))
    rows = rows.filter(pl.col("game").is_in(moves["game"].unique().implode()))
    return Piece(rows, players, moves, moves["game"].rle_id().to_numpy().astype(np.intp))
