"""What a first screen says of points at the start: who would win then, by scores, points and tie-breaks of the rows."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from tests.reports.expected.rows import LIKELY, SURE, Row, jackknife, manifest_of, rows_of, shares
from tests.reports.expected.screens import pairs

__all__ = ["contradictions_of_points"]

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NO_POINTS = "No start points make"
MANY = 5  # boards: of more the win shares are not said one by one
SEAT_POINTS = re.compile(r"seat (\d+) with (\d+) (?:points? )?(more|less)")
SEAT_SHARES = re.compile(r"seat (\d+)(?: wins)? ([\d.]+)(?: %)? \(([\d.]+)(?: now)?\)")


def contradictions_of_points(run: Path, report: Mapping[str, Any]) -> list[str]:
    """What is said of them that the rows do not say: one line each; nothing where no points are named."""
    title, words = report["screen"]["change"] or ("", "")
    if not title.startswith(("Start ", NO_POINTS)):
        return []
    manifest, rows = manifest_of(run), rows_of(run, "tables")
    margin = manifest["config"]["margin"]
    if report["question"] == "balance":
        return [*seat_lines(rows, title, words, manifest["config"]["seed"], margin)]
    return [*board_lines(run, rows, title, words, margin)]


def seat_lines(rows: pl.DataFrame, title: str, words: str, seed: int, margin: float) -> Iterator[str]:
    """Seats with the points that are named: what they win on the deals that the points were not found on."""
    rows = on_other_half(rows.filter(arm="free"), seed)
    points = {seat: (1 if sign == "more" else -1) * int(n) for seat, n, sign in SEAT_POINTS.findall(f"{title} {words}")}
    given = pl.col("seat").cast(pl.String).replace_strict(points, default=0, return_dtype=pl.Int64)
    after = jackknife(with_points(rows, given), lambda some: shares(some, "seat"))
    before = shares(rows, "seat")
    said = {seat: (now, later) for seat, later, now in SEAT_SHARES.findall(words)}
    expected = {seat: (f"{before[seat]:.1f}", f"{after[seat].value:.1f}") for seat in before}
    if said != expected:
        yield f"{words}: {expected}"
    if f"on {rows['deal'].n_unique():,} deals" not in words:
        yield f"{words}: {rows['deal'].n_unique()} deals"
    half = re.search(r"each ± ([\d.]+)", words)
    error = max(row.error for row in after.values())
    if half is None or not LIKELY * error <= float(half[1]) + 0.05 <= 3 * error + 0.1:
        yield f"{words}: errors of {error}"
    yield from title_lines(title, [*after.values()], 100 / len(before), margin)


def title_lines(title: str, rows: list[Row], fair: float, margin: float) -> Iterator[str]:
    """Points make all fair where none is shown to be beyond the margin with them."""
    beyond = [row for row in rows if abs(row.value - fair) - margin > LIKELY * row.error]
    surely = [row for row in rows if abs(row.value - fair) - margin > SURE * row.error]
    if title.startswith(NO_POINTS) and not beyond:
        yield f"{title} {fair}: {rows}"
    if title.startswith("Start ") and surely:
        yield f"{title} {surely}"


def on_other_half(rows: pl.DataFrame, seed: int) -> pl.DataFrame:
    """The half of the deals that has no say in the points: of their order the first, as the run's seed draws it."""
    deals = np.unique(rows["deal"])
    order = np.random.default_rng(zlib.crc32(f"{seed} start points".encode())).permutation(len(deals))
    return rows.filter(pl.col("deal").is_in(deals[order[: len(deals) // 2]].tolist()))


def with_points(rows: pl.DataFrame, points: pl.Expr) -> pl.DataFrame:
    """The rows with the winners of their games had seats had these additional points: the best score, of equal ones the
    smallest tie-break, and who is equal in both shares the win."""
    table = ["scenario", "game"]
    total = pl.col("score") + points
    rows = rows.with_columns(is_best=total == total.max().over(table))
    first = pl.col("tie_break").filter(pl.col("is_best")).min().over(table)
    won = pl.col("is_best") & (pl.col("tie_break") == first)
    return rows.with_columns(win_share60=pl.when(won).then(60 / won.sum().over(table)).otherwise(0.0))


def board_lines(run: Path, rows: pl.DataFrame, title: str, words: str, margin: float) -> Iterator[str]:
    """Boards with the points that were played, or else with those that are named, where every seat has one; in the
    hands of another class of players, where that is what leaves one unfair."""
    labels, said, fair = labels_of(run), f"{title} {words}", 100 / rows["seat"].n_unique()
    priced, dealt = rows.filter(arm="priced"), rows.filter(arm="dealt")
    paid = dict(priced.group_by("board").agg(pl.col("start_points").first()).iter_rows())
    is_played = any(paid.values())
    points = paid if is_played else {board: points_of(label, said) for board, label in labels.items()}
    if is_played and priced.group_by("board").agg(n=pl.col("start_points").n_unique())["n"].max() != 1:
        yield "a board has several start points in its games"
    for board, n in points.items():
        if n and "as in table" not in said and points_of(labels[board], said) != n:
            yield f"{labels[board]} starts with {n}: {said}"
    given = pl.col("board").replace_strict(points, default=0, return_dtype=pl.Int64)
    hands = re.search(r"(\S+) wins ([\d.]+) % \(95 % sure.* in the hands of (.+) players", words)
    if hands is not None:
        dealt = rows_of(run, hands[3]).filter(arm="dealt")
        of_class = jackknife(with_points(dealt, given), lambda some: shares(some, "board"))
        row = next(row for board, row in of_class.items() if labels[board] == hands[1])
        if f"{row.value:.1f}" != hands[2]:
            yield f"{said} {row}"
        yield from title_lines(title, [row], fair, margin)
        return
    if is_played:
        yield from played_lines(shares(priced, "board"), labels, said)
    if dealt.is_empty():  # of two boards, one of them the plain one
        fair, after = 0.0, jackknife(with_points(rows.filter(arm="mirror"), given), pairs)
    else:
        after = jackknife(priced if is_played else with_points(dealt, given), lambda some: shares(some, "board"))
    if coarse := re.search(r"in these games (.+) wins ([\d.]+) (more|fewer) of 100 games", words):
        row = next(row for board, row in after.items() if labels[board] == coarse[1])
        if (f"{abs(row.value - fair):.1f}", "more" if row.value > fair else "fewer") != coarse.groups()[1:]:
            yield f"{said} {row}"
    yield from title_lines(title, [*after.values()], fair, margin)


def played_lines(won: Mapping[str, float], labels: Mapping[str, str], said: str) -> Iterator[str]:
    """Every board is said to win what it won, of many the ends."""
    if len(won) > MANY and f"between {min(won.values()):.1f} and {max(won.values()):.1f} %" not in said:
        yield f"{won}: {said}"
    for board, share in won.items() if len(won) <= MANY else ():
        if not re.search(rf"\b{re.escape(labels[board])}(?: wins)? {share:.1f}\b", said):
            yield f"{labels[board]} wins {share:.1f}: {said}"


def points_of(label: str, said: str) -> int:
    """The points that a board is said to start with; 0: none."""
    match = re.search(rf"\b{re.escape(label)} (\w+)(?: points?)? (ahead|behind)", said)
    if match is None:
        return 0
    n = NUMBERS.index(match[1]) if match[1] in NUMBERS else int(match[1])
    return n if match[2] == "ahead" else -n


def labels_of(run: Path) -> dict[str, str]:
    """The boards of a run as a sentence names them: without brackets, where no other is called so."""
    boards = manifest_of(run)["scenarios"][0]["game"]["boards"]
    short = {name: re.sub(r" \(.+\)$", "", board["label"]) for name, board in boards.items()}
    return {
        name: label if [*short.values()].count(label) == 1 else boards[name]["label"] for name, label in short.items()
    }
