"""First charts whose rows are win shares of the seats of a run, and what a first screen says that its rows do not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from tests.reports.expected.rows import Estimator, Row, jackknife, manifest_of, rows_of, shares, shares_of_families

__all__ = [
    "MAX_ROWS",
    "chart_contradictions",
    "contradictions_of_shares",
    "headline_contradictions",
    "news_of",
    "pairs",
]

MAX_ROWS = 12  # of a first chart: of more the furthest from fair
NOT_FREE = ("forced", "tuned", "skill")
TIED = "Every game is a tie"

# -- the rows of each question's first chart --------------------------------------------------------------------------


def free(rows: pl.DataFrame) -> pl.DataFrame:
    """Of games in which nothing is forced: arm `free`, where there is one."""
    return rows.filter(arm="free") if "free" in rows["arm"] else rows.filter(~pl.col("arm").is_in(NOT_FREE))


def boards(rows: pl.DataFrame) -> dict[str, float]:
    """Where every seat has a board other than the plain one."""
    return shares_of_families(rows.filter(arm="dealt"), "board")


def pairs(rows: pl.DataFrame) -> dict[str, float]:
    """What boards win more than the plain one in the same seat of the same deal, where one bot sits in all seats and
    every deal has each order of both."""
    seat, won = ["deal", "strategy", "seat"], pl.col("win_share60").cast(pl.Float64)
    rows = rows.filter(arm="mirror")
    plain = rows.filter("is_plain").group_by(seat).agg(plain=won.mean())
    others = rows.filter(~pl.col("is_plain")).join(plain, on=seat)
    return shares_of_families(others.with_columns(win_share60=won - pl.col("plain")), "board")


def maps(rows: pl.DataFrame) -> dict[str, float]:
    """What seats and strategies win on the second map less what they win on the first."""
    on = [rows.filter(arm="table", board=board) for board in sorted(rows["board"].unique())]
    first, second = (shares(each, "seat") | shares(each, "strategy") for each in on)
    return {name: second[name] - first[name] for name in first}


def seats(rows: pl.DataFrame) -> dict[str, float]:
    """Of line-ups that take all turns at the table; of families of bots, the fair share and what they win more than in
    the mean of all seats."""
    rows = free(rows)
    won, by_family = shares(rows, "seat"), shares_of_families(rows, "seat")
    less = 0.0 if won == by_family else sum(by_family.values()) / len(by_family) - 100 / len(by_family)
    return {seat: share - less for seat, share in by_family.items()}


def solo(rows: pl.DataFrame) -> dict[str, float]:
    """Against each opponent; against one alone with each bot, too."""
    against = shares(free(rows), "scenario")
    bots = shares(rows, "strategy") if len(against) == 1 and rows["strategy"].n_unique() > 1 else {}
    return against | bots


def openings(rows: pl.DataFrame) -> dict[str, float]:
    """Openings of a kind forced on the same deals and seats, less the mean of the other kinds."""
    share = shares(rows.filter(pl.col("arm") == "forced", pl.col("group").is_not_null()), "group")
    return {name: len(share) / (len(share) - 1) * (share[name] - float(np.mean([*share.values()]))) for name in share}


def tournament(rows: pl.DataFrame) -> dict[str, float]:
    """Of all strategies, of every class of player."""
    return shares(free(rows), "strategy")


def changes(rows: pl.DataFrame) -> dict[str, float]:
    """What boards win before and after each change, where half of the seats have the plain one."""
    rows = rows.filter(arm="mirror")
    names = rows["scenario"].unique(maintain_order=True)
    return {f"{board} {n}": won for n in names for board, won in shares(rows.filter(scenario=n), "board").items()}


def restrictions(rows: pl.DataFrame) -> dict[str, float]:
    """What a seat wins that may not do something, less what the same seat of the same deal wins that may; of what
    changes the scores of some game."""
    rows = rows.filter(arm="forbidden")
    scores = pl.col("score").sort_by("seat").implode()
    games = rows.group_by("deal", "game").agg(scores=scores, what=pl.col("forced_opening").drop_nulls().first())
    as_it_is = games.filter(what="unrestricted").select("deal", "scores")
    pairs = games.join(as_it_is, on="deal", suffix="_free").filter(pl.col("scores") != pl.col("scores_free"))
    share = shares(rows.drop_nulls("forced_opening"), "forced_opening")
    return {name: share[name] - share["unrestricted"] for name in pairs["what"].unique()}


ESTIMATORS: Mapping[str, Estimator] = {
    "boards": boards, "pairs": pairs, "maps": maps, "balance": seats, "solo": solo, "openings": openings,
    "tournament": tournament, "whatif": changes, "restricted": restrictions,
}  # fmt: skip


def first_chart_of(question: str, screen: Mapping[str, Any]) -> str:
    """The name of the estimator of a first chart: a table that shares a map, a lone player, and bots that never leave
    their seats have their own."""
    if question == "balance" and screen["axis"].startswith("win share of each bot"):
        return "tournament"
    if question == "boards" and screen["axis"].startswith("difference in win share from"):
        return "pairs"
    has_maps = " minus that on " in screen["axis"]
    return "maps" if has_maps else "solo" if question == "balance" and screen["fair"] is None else question


# -- what a report says beside it -------------------------------------------------------------------------------------


def contradictions_of_shares(run: Path, report: Mapping[str, Any]) -> list[str]:
    """What the first screen of a report says that the seats of its run do not: one line each."""
    screen, estimator = report["screen"], ESTIMATORS[first_chart_of(report["question"], report["screen"])]
    is_tournament = report["question"] == "tournament"
    rows = rows_of(run, "all" if is_tournament else "ordinary")
    is_tied = rows["seat"].max() != 1 and bool((rows_of(run, "all")["rank"] == 1).all())
    if is_tied or screen["finding"] == TIED:
        return [] if is_tied and screen["finding"] == TIED else [f"{screen['finding']}: ties: {is_tied}"]
    values = jackknife(rows, estimator)
    margin = manifest_of(run)["config"]["margin"]
    lines, matched = chart_contradictions(screen, screen["rows"], values, margin)
    if len(matched) < min(len(values), MAX_ROWS):
        lines.append(f"{len(matched)} of {len(values)} rows are drawn")
    drawn = screen["rows"]
    if is_tournament:
        best = max(drawn, key=lambda row: row["value"])
        return [*lines, *headline_contradictions(screen, best, best)]
    news = news_of(screen, drawn)  # the sentence of restrictions is about the largest loss, decided or not
    of_sentence = min(drawn, key=lambda row: row["value"]) if estimator is restrictions else news
    return [*lines, *headline_contradictions(screen, news, of_sentence)]


def chart_contradictions(
    screen: Mapping[str, Any], drawn: Sequence[Mapping[str, Any]], values: Mapping[str, Row], margin: float
) -> tuple[list[str], dict[str, Row]]:
    """What the drawn rows of a chart say that these values do not, and the value of each; it has the row's name, where
    one has, or else is the nearest. margin: of a side."""
    lines, matched, fair = [], dict[str, Row](), screen["fair"] or 0.0
    for row in drawn:
        nearest = min(values, key=lambda name: (abs(values[name].value - row["value"]), name))
        key = row["name"] if row["name"] in values else nearest
        if abs(values[key].value - row["value"]) > 1e-9 * max(1.0, abs(row["value"])):
            lines.append(f"{row['name']} has {row['value']}: no row has that")
            continue
        matched[row["name"]] = values[key]
        is_grey = re.match(r"unclear, \d+ of \d", row["word"])  # versions of guessed data contradict it
        if screen["fair"] is not None and not is_grey and not values[key].allows(row["side"], fair, margin):
            lines.append(f"{row['name']} is {row['side']}: {values[key]}, {margin} around {fair}")
    return lines, matched


def news_of(screen: Mapping[str, Any], drawn: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """The row furthest from fair of those that are decided to be off it; None: there is none."""
    decided = [row for row in drawn if row["side"] in ("more", "less") and screen["fair"] is not None]
    return max(decided, key=lambda row: abs(row["value"] - screen["fair"]), default=None)


def headline_contradictions(
    screen: Mapping[str, Any], news: Mapping[str, Any] | None, of_sentence: Mapping[str, Any] | None
) -> Iterator[str]:
    """Whether the finding lacks the name of the row that is news, or the sentence below it the number of its row."""
    if news is not None:
        name = news["name"].partition(" (")[0]
        if name.lower() not in screen["finding"].lower():
            yield f"the finding does not name {name}: {screen['finding']}"
    if of_sentence is not None:
        number = f"{abs(of_sentence['value']):.1f}"
        ranges = re.findall(r"([\d.]+) to ([\d.]+) [^;]*? for every class of player", screen["lead"])
        if number not in screen["lead"] and not any(float(a) <= float(number) <= float(b) for a, b in ranges):
            yield f"the sentence does not give {number} of {of_sentence['name']}: {screen['lead']}"
