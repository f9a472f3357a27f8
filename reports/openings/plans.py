"""Which forced opening pays: every one against the others of its kind, on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import polars as pl

from reports import columns as c
from reports.charts import Row, forest
from reports.charts.scale import differences
from reports.columns import Column
from reports.effects import together
from reports.frames import RunFrames
from reports.openings.forced import FREE, PLAYERS, Imposed, compare_groups, forced_shares
from reports.openings.parts import TUNED
from reports.questions.base import (
    Chart,
    Evidence,
    Piece,
    Rows,
    ShownSection,
    Table,
    chart,
    estimate,
    number,
    section_of,
)
from reports.stats.families import Family

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.opening("forced_opening", "forced opening"),
    PLAYERS,
    replace(c.GROUP, note="null: an exact line"),
    c.N,
    c.percent("followed", "plan followed", note="fraction that could keep to it"),
    c.SHARE,
    c.SCORE,
    c.pp("against_chosen", "against free choice", estimate=True, note=c.TOGETHER),
    c.pp(
        "against_others",
        "against the other plans",
        estimate=True,
        note=f"mean of the other plans of its kind, by the same players; same deals and seats; {c.TOGETHER}",
    ),
    replace(c.P, note="of against_others"),
)

CHOSEN, OTHERS = "against_chosen", "against_others"

SHOWN = 24  # forced openings drawn at most

KEPT = 99.5  # % of its games below which a chart says how often a forced opening could be kept


def table(run: RunFrames) -> pl.DataFrame:
    """Every plan against free play and against the mean of the other plans of its kind, on the same deals and seats;
    groups are one family of comparisons, by whomever they are played, and exact lines another."""
    plans, compared = run.once(forced_shares), run.once(compare_groups)
    if plans is None:
        return pl.DataFrame()
    rows: dict[Imposed, dict[str, Any]] = {
        one: {"forced_opening": one.plan, "players": one.players, "group": plans.groups.get(one)}
        for one in (*plans.groups, *plans.lines)
    }

    def add(name: str, kind: Sequence[Imposed], family: Family) -> None:
        for one, (effect, low, high, p) in zip(kind, together(family).iter_rows(), strict=True):
            rows[one] |= {name: effect, f"{name}_low": low, f"{name}_high": high}
            rows[one] |= {"p": p} if name == OTHERS else {}

    for kind in (list(plans.groups), plans.lines):
        if kind and plans.has_free:
            add(CHOSEN, kind, plans.family(run, f"plans {CHOSEN}", [([one], [FREE]) for one in kind]))
    if compared is not None:
        add(OTHERS, compared.plans, compared.family)
    if len(lines := plans.lines) > 1:
        add(OTHERS, lines, plans.family(run, f"plans {OTHERS}", [([one], plans.peers(one)) for one in lines]))
    types = dict.fromkeys((f"{name}{end}" for name in (CHOSEN, OTHERS) for end in ("", "_low", "_high")), pl.Float64)
    keys: dict[str, Any] = {"forced_opening": pl.String, "players": pl.String, "group": pl.Enum(plans.grouping.order)}
    tested = pl.DataFrame(list(rows.values()), schema={**keys, **types, "p": pl.Float64})
    return tested.join(plans.table, on=["forced_opening", "players"], maintain_order="left").sort(
        "group", "players", "forced_opening", nulls_last=True
    )


def section(evidence: Evidence) -> ShownSection:
    """Every forced opening against the others of its kind on the same deals."""
    rows = evidence.rows("plans", "forced_opening", "against_others")
    best = sorted(rows, key=lambda row: (-row["against_others"], str(row["forced_opening"])))[:SHOWN]
    words = evidence.words

    def draw() -> list[Chart]:
        stand_in = [row for row in best if row.get("group") is not None]
        exact = [row for row in best if row.get("group") is None]
        what = "number" if words.counted else words.groups
        first = f"Forced {what} minus the mean of the others by the same players, same deal and seat."
        whole = "Forced opening minus the mean of the other whole openings forced, same deal and seat."
        pays = f"How many {words.groups} pay" if words.counted else f"Which {words.groups} pays"
        asked = f"{pays} when {'they are' if words.counted else 'it is'} imposed?"
        pooled = any(character.isdigit() for row in stand_in for character in str(row["forced_opening"]))
        keep = "; plans tuned to open so keep to their own" if any(row["players"] == TUNED for row in stand_in) else ""
        orders = f"Every order of a number in turns{keep}." if words.counted and pooled else ""
        drawn = [
            _plans(evidence, "plans", asked, first, stand_in, orders),
            _plans(evidence, "plans_lines", "Which whole opening pays when it is imposed?", whole, exact, ""),
        ]
        return [one for one in drawn if one is not None]

    reading = (
        "The cleanest comparison of openings: one deal, one seat, one strategy; only the order to open in a "
        "certain way differs."
    )
    return section_of("plans", "Forced openings against each other", reading, ("plans",), evidence, draw)


def _plans(evidence: Evidence, name: str, title: str, subtitle: str, rows: Rows, note: str) -> Chart | None:
    """A forest of forced openings of one kind; None without rows."""
    if not rows:
        return None
    words = evidence.words
    whole = name == "plans_lines" or bool(words.counted)
    labels = [
        (words.opening(row["forced_opening"]) if whole else words.group(row["group"]))
        + (f", {TUNED}" if row["players"] == TUNED else "")
        for row in rows
    ]
    scale = differences("difference in win share", "pp", margin=evidence.margin, less="wins less", more="wins more")
    kept = [100 * row["followed"] for row in rows if number(row, "followed") is not None]
    rare = f"Kept where the rules allowed it: in {min(kept):.0f} to {max(kept):.0f} % of the games." if kept else ""
    notes = [note, rare if kept and min(kept) < KEPT else ""]
    figure = forest(
        title,
        subtitle,
        [Row(label, (estimate(row, "against_others", 100),)) for label, row in zip(labels, rows, strict=True)],
        scale,
        n_label="seat-games",
        together=True,
        above="better than the others",
        below="worse",
        note=" ".join(filter(None, notes)),
    )
    alt = "; ".join(f"{label} {100 * row['against_others']:+.1f} pp" for label, row in zip(labels, rows, strict=True))
    return chart(name, title, alt, figure)


PIECE = Piece(section, (Table("plans", COLUMNS, table),))
