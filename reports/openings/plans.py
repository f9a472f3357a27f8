"""Which forced opening pays: every one against the others of its kind, on the same deals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import polars as pl

from reports import columns as c
from reports.columns import Column
from reports.draw import Row, forest
from reports.draw.scale import differences
from reports.effects import together
from reports.evidence import Chart, Evidence, Rows, Section, chart, estimate, number, section_of
from reports.frames import RunFrames
from reports.openings.forced import FREE, forced_shares
from reports.question import Piece, Table

__all__ = ["PIECE"]

COLUMNS: tuple[Column, ...] = (
    c.opening("forced_opening", "forced opening"),
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
        note=f"mean of the other plans of its kind; same deals and seats; {c.TOGETHER}",
    ),
    replace(c.P, note="of against_others"),
)

SHOWN = 24  # forced openings drawn at most

KEPT = 99.5  # % of its games below which a chart says how often a forced opening could be kept


def table(run: RunFrames) -> pl.DataFrame:
    """Every plan against free play and against the mean of the other plans of its kind, on the same deals and seats;
    plans of a kind are one family of comparisons."""
    plans = run.once(forced_shares)
    if plans is None:
        return pl.DataFrame()
    free = [FREE] if plans.shares.index(forced_opening=FREE) is not None else []
    rows: dict[str, dict[str, Any]] = {
        plan: {"forced_opening": plan, "group": plans.groups.get(plan)}
        for plan in plans.table["forced_opening"].to_list()
    }
    for kind in ([p for p in rows if p in plans.groups], [p for p in rows if p not in plans.groups]):
        against = {"against_chosen": [(p, free) for p in kind if free]}
        against["against_others"] = [(p, plans.peers(p)) for p in kind if plans.peers(p)]
        for name, pairs in against.items():
            if not pairs:
                continue
            family = plans.family(run, f"plans {name}", [([plan], others) for plan, others in pairs])
            for (plan, _), (effect, low, high, p) in zip(pairs, together(family).iter_rows(), strict=True):
                rows[plan] |= {name: effect, f"{name}_low": low, f"{name}_high": high}
                rows[plan] |= {"p": p} if name == "against_others" else {}
    types = dict.fromkeys((f"{name}{end}" for name in against for end in ("", "_low", "_high")), pl.Float64)
    keys: dict[str, Any] = {"forced_opening": pl.String, "group": pl.Enum(plans.grouping.order)}
    tested = pl.DataFrame(list(rows.values()), schema={**keys, **types, "p": pl.Float64})
    return tested.join(plans.table, on="forced_opening", maintain_order="left").sort(
        "group", "forced_opening", nulls_last=True
    )


def section(evidence: Evidence) -> Section:
    """Every forced opening against the others of its kind on the same deals."""
    rows = evidence.rows("plans", "forced_opening", "against_others")
    best = sorted(rows, key=lambda row: (-row["against_others"], str(row["forced_opening"])))[:SHOWN]
    words = evidence.words

    def draw() -> list[Chart]:
        stand_in = [row for row in best if row.get("group") is not None]
        exact = [row for row in best if row.get("group") is None]
        first = (
            f"Forced {'number' if words.counted else words.groups} minus the mean of the others, same deal and seat."
        )
        whole = "Forced opening minus the mean of the other whole openings forced, same deal and seat."
        pays = f"How many {words.groups} pay" if words.counted else f"Which {words.groups} pays"
        asked = f"{pays} when {'they are' if words.counted else 'it is'} imposed?"
        pooled = any(character.isdigit() for row in stand_in for character in str(row["forced_opening"]))
        orders = "Every order of a number in turns." if words.counted and pooled else ""
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
    labels = [words.opening(row["forced_opening"]) if whole else words.group(row["group"]) for row in rows]
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
