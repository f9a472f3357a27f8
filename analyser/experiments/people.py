"""Do bots play as people do? Real plays, as a CSV file has them, a row a seat: read, checked, and as frames of a run;
and games of bots, one level in all seats, with the boards that people had."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from analyser.errors import DataError
from analyser.experiments.config import Config, PreparedScenario
from analyser.experiments.experiment_kind import ExperimentKind, Pilot
from analyser.experiments.lineups import Int, Lineups, shuffled_numbers
from analyser.experiments.scenario import LEVEL_GAMES
from analyser.experiments.schedule import ARMS, Design, DesignPart, Placement, Scheme, free_placement
from cext.commands import command
from cext.file_games import is_file_game
from cext.messages import count_noun, did_you_mean
from cext.safe_files import quote
from cext.table_reader import WHOLE_NUMBER, TableError, read_table
from reports.facts import GameFacts
from reports.frames import Frames

__all__ = ["COLUMNS", "MAX_SEATINGS", "PEOPLE", "People", "Plays", "check_boards", "read_plays"]

REQUIRED = ("play", "seat")
COLUMNS = (*REQUIRED, "score", "players", "player", "board", "winner", "rounds", "date")
NUMBERS = ("seat", "score", "players", "rounds")
YES, NO = ("1", "yes", "true", "x"), ("0", "no", "false")
MAX_BYTES = 64_000_000
MAX_SCORE = 1_000_000_000  # differences of two fit 32 bits
PEOPLE = "people"  # who plays, and their skill level
FIRST_DEAL = 2**30  # of plays: bots play others
MIN_PLAYS, MIN_PLAYS_OF_COUNT = 10, 5


@dataclass(frozen=True)
class Plays:
    """Plays of a file: `rows` has a row a seat (play, row, seat, score, players, player, board, winner, rounds, date;
    what the file does not say is null). rare: numbers of players that too few plays have, with their plays, which are
    left out. empty: plays left out because they have neither points nor a winner. unused: columns that mean nothing
    here."""

    path: Path
    rows: pl.DataFrame
    rare: Mapping[int, int]
    empty: int = 0
    unused: tuple[str, ...] = ()

    @property
    def counts(self) -> dict[int, int]:
        """Plays of each number of players."""
        table = self.rows.group_by("players").agg(pl.col("play").n_unique()).sort("players")
        return {int(players): int(n) for players, n in table.iter_rows()}

    @property
    def n_plays(self) -> int:
        """Plays that count."""
        return sum(self.counts.values())

    @property
    def n_unscored(self) -> int:
        """Plays that have a winner and no points, or are among too few that have them."""
        return self.rows.filter(pl.col("score").is_null())["play"].n_unique()

    def has(self, column: str) -> bool:
        """Whether the file says something of it."""
        return self.rows[column].null_count() < len(self.rows)

    @property
    def n_ties(self) -> int:
        """Plays with several winners."""
        return int((self.rows.group_by("play").agg(pl.col("winner").sum())["winner"] > 1).sum())

    def boards(self, players: int) -> tuple[str, ...]:
        """The boards of all seats, play after play; none where the file names none."""
        rows = self.rows.filter(pl.col("players") == players)
        return tuple(rows["board"]) if self.has("board") else ()

    def frames(self, players: int, game: GameFacts) -> Frames:
        """The plays of so many players as a run's frames: each is a deal of its own."""
        boards = pl.Enum(list(game.boards))
        won = pl.col("winner").fill_null(False)
        winners = won.sum().over("play")
        rows = self.rows.filter(pl.col("players") == players)
        number = pl.col("play").rle_id().cast(pl.UInt32)
        seats = rows.select(
            game=number,
            deal=number + FIRST_DEAL + players * 2**20,
            lineup=pl.lit(0, pl.UInt16),
            arm=pl.lit("free", pl.Enum(ARMS)),
            seat=pl.col("seat").cast(pl.Int8),
            strategy=pl.lit(PEOPLE, pl.Enum([PEOPLE])),
            board=pl.col("board").cast(boards),
            score=pl.col("score").cast(pl.Int64),
            rank=pl.when(won).then(1).otherwise(2).cast(pl.Int8),
            win_share60=pl.when(won).then(60 // winners).otherwise(0).cast(pl.Int8),
        )
        best = pl.col("score").sort(descending=True)
        rounds = [pl.col("rounds").first().cast(pl.Int32)] if self.has("rounds") else []
        games = (
            rows.group_by("play", maintain_order=True)
            .agg(
                pl.col("winner").sum().cast(pl.Int8).alias("winners"),
                (best.get(0) - best.get(1, null_on_oob=True)).cast(pl.Int64).alias("winning_margin"),
                *rounds,
            )
            .drop("play")
        )
        keys = seats.filter(pl.col("seat") == 1).select("game", "deal", "lineup", "arm")
        games = pl.concat([keys, games], how="horizontal").with_columns(players=pl.lit(players, pl.Int8))
        return Frames(seats, games)


def read_plays(path: Path) -> Plays:
    """The plays of a CSV file; DataError, with the row, for the first thing that is wrong with it. A play without the
    points of all seats has none, one with a winner counts for wins, and one with neither is left out."""
    rows, unused = _read_rows(path)
    rows = _parse_numbers(path, rows)
    size = pl.len().over("play")
    rows = rows.with_columns(players=pl.col("players").fill_null(size))

    def refuse(bad: pl.Expr, words: Callable[[Mapping[str, Any]], str]) -> None:
        _refuse(path, rows.with_columns(size=size), bad, words)

    refuse(pl.col("play").is_null(), lambda row: "no play: give each play a name or number of its own")
    refuse(~pl.struct("play", "seat").is_first_distinct(), lambda row: f"seat {row['seat']} of {_play(row)} again")
    refuse(
        size != pl.col("players"),
        lambda row: f"{_play(row)} has {row['size']} of {row['players']} seats: give a row for each",
    )
    refuse(
        ~pl.col("seat").is_between(1, size),
        lambda row: f"seat {row['seat']} of {_play(row)}, which has {count_noun(row['size'], 'seat')}: number from 1",
    )
    refuse(
        (size == 1) & (size.max() > 1),
        lambda row: f"{_play(row)} has one player, others have more: put solo plays in a file of their own",
    )
    refuse(
        pl.col("player").is_not_null() & ~pl.struct("play", "player").is_first_distinct(),
        lambda row: f"{quote(row['player'])} has two seats of {_play(row)}",
    )
    for column in ("rounds", "board"):
        if rows[column].null_count() < len(rows):
            refuse(pl.col(column).is_null(), lambda row, column=column: f"no {column}: give it in all rows or in none")  # type: ignore[misc]
    refuse(
        pl.col("rounds") != pl.col("rounds").first().over("play"),
        lambda row: f"{_play(row)} has {row['rounds']} rounds here and others above",
    )
    is_scored = pl.col("score").is_not_null().all().over("play")
    rows = rows.with_columns(score=pl.when(is_scored).then("score"), winner=_parse_winners(path, rows))
    best = pl.col("score") == pl.col("score").max().over("play")
    refuse(pl.col("winner") & ~best, lambda row: f"the winner of {_play(row)} has fewer points than another seat")
    is_solo, is_won = pl.col("players") == 1, pl.col("winner").any().over("play")
    is_told = pl.col("winner").is_not_null().any().over("play")
    refuse(is_told & ~is_won & ~is_solo, lambda row: f"{_play(row)} has no winner")
    # A blank is no beside a winner, and in solo plays of a file that marks wins alone, or where there are points.
    marks_wins = pl.col("winner").any() & (pl.col("winner").all() | pl.col("score").is_not_null())
    means_no = is_told | (is_solo & marks_wins)
    is_empty = pl.col("score").is_null() & ~means_no
    rows = rows.with_columns(
        is_empty=is_empty, winner=pl.when(means_no).then(pl.col("winner").fill_null(False)).when(~is_solo).then(best)
    )
    n_empty = rows.filter("is_empty")["play"].n_unique()
    rows = rows.filter(~pl.col("is_empty")).drop("is_empty").sort("players", "play", "seat")
    return _without_rare(path, rows, n_empty, unused)


def _play(row: Mapping[str, Any]) -> str:
    return f"play {quote(row['play'])}"


def _refuse(path: Path, rows: pl.DataFrame, bad: pl.Expr, words: Callable[[Mapping[str, Any]], str]) -> None:
    """DataError of the first row for which an expression holds."""
    bad_rows = rows.filter(bad.fill_null(False)).sort("row")
    if len(bad_rows):
        row = bad_rows.row(0, named=True)
        raise DataError(f"{path}, row {row['row']}: {words(row)}")


def _read_rows(path: Path) -> tuple[pl.DataFrame, tuple[str, ...]]:
    """The rows as texts with their numbers, what is blank null, and columns that are not used."""
    if is_file_game(path.name):
        usage = command("people", "GAME", "plays.csv")
        raise DataError(f"{path}: a program, not a table of plays: {usage} reads a table")
    try:
        table = read_table(path, MAX_BYTES, COLUMNS)
    except TableError as fault:
        where = path if fault.row is None else f"{path}, row {fault.row}"
        raise DataError(f"{where}: {fault.reason}") from fault
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror})") from error
    for name in (*REQUIRED, *([] if "winner" in table.header else ["score"])):
        if name not in table.header:
            raise DataError(f"{path}: no column '{name}': {did_you_mean(name, [*table.header, *table.unused])}")
    cells = zip(*table.rows, strict=True) if table.rows else [()] * len(table.header)
    columns = {name: list(column) for name, column in zip(table.header, cells, strict=True)}
    rows = pl.DataFrame(columns, dict.fromkeys(columns, pl.String))
    rows = rows.with_columns(pl.all().replace("", None)).insert_column(0, pl.Series("row", table.numbers, pl.UInt32))
    rows = rows.with_columns(pl.lit(None, pl.String).alias(name) for name in COLUMNS if name not in table.header)
    return rows.filter(pl.any_horizontal(pl.col(*COLUMNS).is_not_null())), table.unused


def _parse_numbers(path: Path, rows: pl.DataFrame) -> pl.DataFrame:
    """The rows with whole numbers in place of texts that are some."""
    _refuse(path, rows, pl.col("seat").is_null(), lambda row: "no seat")
    for name in NUMBERS:
        text = pl.col(name).str.replace("\N{MINUS SIGN}", "-")
        number = text.str.extract(WHOLE_NUMBER).cast(pl.Int64, strict=False)
        is_wrong = pl.col(name).is_not_null() & (number.is_null() | (number.abs() > MAX_SCORE))
        _refuse(path, rows, is_wrong, lambda row, name=name: f"{name} {quote(row[name])}: give a whole number")  # type: ignore[misc]
        rows = rows.with_columns(number.alias(name))
    return rows


def _parse_winners(path: Path, rows: pl.DataFrame) -> pl.Series:
    """Whether each seat won, as the file says; null where nothing is written."""
    word = pl.col("winner").str.to_lowercase()
    _refuse(path, rows, ~word.is_in(YES + NO), lambda row: f"winner {quote(row['winner'])}: write yes or no")
    return rows.select(pl.when(word.is_not_null()).then(word.is_in(YES)).alias("winner"))["winner"]


def _without_rare(path: Path, rows: pl.DataFrame, n_empty: int, unused: tuple[str, ...]) -> Plays:
    """The plays of numbers of players that enough plays have, and points of those of which enough plays have them;
    DataError where they are too few, or all alike."""
    counts = Plays(path, rows, {}).counts
    rare = {players: n for players, n in counts.items() if n < MIN_PLAYS_OF_COUNT}
    rows = rows.filter(~pl.col("players").is_in(list(rare)))
    n_scored = pl.col("play").filter(pl.col("score").is_not_null()).n_unique().over("players")
    rows = rows.with_columns(score=pl.when(n_scored >= MIN_PLAYS_OF_COUNT).then("score"))
    plays = Plays(path, rows, rare, n_empty, unused)
    if plays.n_plays < MIN_PLAYS:
        n_all = count_noun(sum(counts.values()), "play")
        empty = f", {n_empty:,} more have neither points nor a winner" if n_empty else ""
        raise DataError(
            f"{path}: {n_all}{empty}: at least {MIN_PLAYS} are compared, "
            f"and {MIN_PLAYS_OF_COUNT} of a number of players"
        )
    points = rows.group_by("players", "play").agg(
        pl.col("score").sum(), pl.col("winner").filter(pl.col("seat") == 1).first()
    )
    varies = points.group_by("players").agg(pl.col("score", "winner").n_unique() > 1)
    if not (varies["score"].any() or (not plays.has("score") and varies["winner"].any())):
        same = "points" if plays.has("score") else "winner"
        raise DataError(f"{path}: all plays have the same {same}: there is nothing to compare")
    return plays


def check_boards(plays: Plays, game: GameFacts) -> Plays:
    """The plays with boards by the names that the game has for them; DataError for one that it has not, and for boards
    that no table has at once."""
    if not plays.has("board"):
        return plays
    singular, plural = game.nouns
    if not game.boards:
        raise DataError(f"{plays.path}: {game.name} has no {plural}: leave the column 'board' out")
    names = {board.label.lower(): name for name, board in game.boards.items()}
    names |= {board.label.lower().partition(" (")[0]: name for name, board in game.boards.items()}
    names |= {name.lower(): name for name in game.boards}
    board = pl.col("board").str.to_lowercase().replace_strict(names, default=None, return_dtype=pl.String)

    def unknown(row: Mapping[str, Any]) -> str:
        return f"{game.name} has no {singular} {quote(row['board'])}: {did_you_mean(row['board'], game.boards)}"

    _refuse(plays.path, plays.rows, board.is_null(), unknown)
    rows = plays.rows.with_columns(board=board)
    if game.shared:
        is_wrong = pl.col("board") != pl.col("board").first().over("play")
        words = f"all seats of a play are on one {singular}"
    elif game.board.single:
        b_sides = [list(game.boards)[number] for number in game.other_boards]
        is_wrong = pl.col("board").is_in(b_sides) & ~pl.struct("play", "board").is_first_distinct()
        words = f"the {singular} exists once, and two seats of the play have it"
    else:
        return replace(plays, rows=rows)
    _refuse(plays.path, rows, is_wrong, lambda row: f"{row['board']}: {words}")
    return replace(plays, rows=rows)


MAX_SEATINGS = 1_000  # plays whose boards bots have, of one number of players


class People(ExperimentKind):
    """Every game on a deal of its own; the boards of its seats are those of one of the plays, each in turn."""

    name = "people"
    games = LEVEL_GAMES
    has_verdicts = False

    @property
    def question(self) -> str:
        """What a level by itself is asked."""
        return "balance"

    def check(self, config: Config, game: GameFacts) -> None:
        """The boards of seats, one play after the other, were checked when the plays were read."""

    def design(self, prepared: PreparedScenario, pilot: Pilot, *, sample: float) -> Design:
        """As many games as asked for."""
        boards = np.asarray(prepared.boards, dtype=np.int64).reshape(-1, prepared.game.players)
        boards = boards[shuffled_numbers(len(boards), prepared.seed)]
        table = Lineups.of(np.zeros_like(boards), boards)

        def place(block: Int, step: Int) -> Placement:
            return free_placement(block % len(boards), "free")

        scheme = Scheme(name="people", lineups=table, block=1, place=place)
        return self.build_design(prepared, [DesignPart(scheme)], sample=sample)
