"""The evidence on openings: what an opening is worth when it was chosen, and when it was forced at random on the same
deals."""

from __future__ import annotations

from collections.abc import Callable

from reports.draw import Dot, Node, Row, forest, icicle, scatter
from reports.draw.scale import differences
from reports.evidence.base import Evidence, Rows, chart, estimate, number, section, unique
from reports.evidence.opening_groups import HOWS, best_where, groups, share_scale, trajectory
from reports.sheet import Key
from reports.types import Chart, Section
from reports.words import pretty

__all__ = ["SECTIONS"]

FOLDED = "other"
"""What the tables call all rare openings together."""
SHOWN = 24
"""Forced openings drawn at most."""
KEPT = 99.5
"""% of its games below which a chart says how often a forced opening could be kept."""
MIXES = 14
"""Mixes drawn at most."""


def plans(evidence: Evidence) -> Section:
    """Every forced opening against the others of its kind on the same deals."""
    rows = evidence.rows("plans", "plan", "against_others")
    best = sorted(rows, key=lambda row: (-row["against_others"], str(row["plan"])))[:SHOWN]
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
        other = f"x: any {words.turn[0]} but {words.counted}." if words.counted else ""
        drawn = [
            _plans(evidence, "plans", asked, first, stand_in, other),
            _plans(evidence, "plans_lines", "Which whole opening pays when it is imposed?", whole, exact, ""),
        ]
        return [one for one in drawn if one is not None]

    reading = (
        "The cleanest comparison of openings: one deal, one seat, one strategy; only the order to open in a "
        "certain way differs."
    )
    return section("plans", "Forced openings against each other", reading, ("plans",), evidence, draw)


def _plans(evidence: Evidence, name: str, title: str, subtitle: str, rows: Rows, note: str) -> Chart | None:
    """A forest of forced openings of one kind; None without rows."""
    if not rows:
        return None
    by_letters = name == "plans_lines" or bool(evidence.words.counted)
    labels = [str(row["plan"]) if by_letters else evidence.words.group(row["group"]) for row in rows]
    scale = differences("difference in win share", "pp", margin=evidence.margin, less="wins less", more="wins more")
    kept = [100 * row["followed"] for row in rows if number(row, "followed") is not None]
    rare = f"Kept where the rules allowed it: in {min(kept):.0f} to {max(kept):.0f} % of the games." if kept else ""
    notes = [legend(evidence) if by_letters else "", note, rare if kept and min(kept) < KEPT else ""]
    figure = forest(
        title,
        subtitle,
        [Row(label, (estimate(row, "against_others", 100),)) for label, row in zip(labels, rows, strict=True)],
        scale,
        n_label="seat-games",
        mono=by_letters,
        above="better than the others",
        below="worse",
        note=" ".join(filter(None, notes)),
    )
    alt = "; ".join(f"{label} {100 * row['against_others']:+.1f} pp" for label, row in zip(labels, rows, strict=True))
    return chart(name, title, alt, figure)


def _by_how(rows: Rows, key: str, order: list[str]) -> list[Row]:
    """One row a key with one estimate for forced and one for chosen."""
    found = {(row[key], row["how"]): estimate(row, "share", 100) for row in rows}
    return [Row(name, tuple(found.get((name, how)) for how, _, _ in HOWS)) for name in order]


def _keys(rows: Rows) -> list[Key]:
    present = {row["how"] for row in rows}
    return [Key(how if how in present else "", colour, mark) for how, colour, mark in HOWS]


def whole_lines(evidence: Evidence) -> Section:
    """The best whole openings, by the lower bound of what they win."""
    rows = [row for row in evidence.rows("lines", "line", "how", "share", "level") if row["line"] != FOLDED]
    alone = _alone(evidence.rows("lines", "line"), "line")

    def draw() -> list[Chart]:
        if not rows or alone:
            return []
        order = unique(row["line"] for row in sorted(rows, key=lambda row: (-row["level"], row["line"])))
        top = order[:14]
        title = "Which openings can be trusted to win?"
        which = f"The {len(top)} of {len(order)} openings with" if len(order) > len(top) else "Openings not rare, first"
        subtitle = f"{which} the highest level: what an opening wins at the least, given its games."
        figure = forest(
            title,
            subtitle,
            _by_how(rows, "line", top),
            share_scale(evidence),
            series=_keys(rows),
            n_label="seat-games",
            mono=True,
            note=legend(evidence),
        )
        best = chart("lines", title, f"Best first: {', '.join(top)}.", figure)
        popular = _popularity(evidence, rows)
        return [best] if popular is None else [best, popular]

    reading = "Openings are ranked by level, not by share, so that a lucky rare line does not top the list."
    one = evidence.words.turn[0]
    return section("lines", f"Openings {one} by {one}", reading, ("lines",), evidence, draw, why=alone)


def _alone(rows: Rows, key: str) -> str:
    """Why openings are not compared where all are the same one; empty where they differ."""
    same = len(rows) == 1 and (number(rows[0], "frequency") or 0.0) >= 1.0
    return f"every opening was {rows[0][key]}" if same else ""


def _popularity(evidence: Evidence, rows: Rows) -> Chart | None:
    """Chosen openings, how often against how well; None for one or two."""
    chosen = [row for row in rows if row["how"] == "chosen" and (number(row, "frequency") or 0) > 0]
    if len(chosen) <= 2:
        return None
    dots = [
        Dot(str(row["line"]), 100 * row["frequency"], e)
        for row in chosen
        if (e := estimate(row, "share", 100)) is not None
    ]
    title = "Are the popular openings the good ones?"
    figure = scatter(
        title,
        "Chosen openings: how often against how well; names where they fit, best first.",
        dots,
        share_scale(evidence),
        x_label="how often, % of openings (logarithmic)",
        above="wins more than par",
        below="wins less than par",
        note=legend(evidence),
    )
    return chart("lines_popularity", title, f"{len(dots)} openings by frequency and win share.", figure)


def legend(evidence: Evidence, how: str = "") -> str:
    """What the letters of an opening stand for, and how they are set (turn by turn if not said)."""
    words = evidence.words
    how = how or f"first {words.turn[0]} first"
    pairs = ", ".join(f"{letter} = {pretty(name)}" for letter, name in words.classes.items() if letter)
    return f"Letters, {how}: {pairs}." if pairs else ""


def coarse(evidence: Evidence) -> Section:
    """Openings by what was done, whatever the order."""
    rows = [row for row in evidence.rows("coarse", "coarse", "how", "share") if row["coarse"] != FOLDED]
    _, turns = evidence.words.turn
    digits = any(letter.isdigit() for letter in evidence.words.classes)
    alone = _alone(evidence.rows("coarse", "coarse"), "coarse")

    def draw() -> list[Chart]:
        if not rows or alone:
            return []
        order = unique(
            row["coarse"] for row in sorted(rows, key=lambda row: (-(number(row, "frequency") or 0), row["coarse"]))
        )[:MIXES]
        title = f"Which mix of {turns} opens best?"
        figure = forest(
            title,
            f"Order of {turns} ignored, most frequent first; rare mixes are left to the table.",
            _by_how(rows, "coarse", order),
            share_scale(evidence),
            series=_keys(rows),
            mono=True,
            n_label="seat-games",
            note=legend(evidence, "order ignored" if digits else "each with its number"),
        )
        return [chart("coarse", title, f"Most frequent first: {', '.join(order)}.", figure)]

    reading = f"The same openings with the order of {turns} ignored: fewer rows, narrower intervals."
    return section("coarse", "Openings by content", reading, ("coarse",), evidence, draw, why=alone)


def tree(evidence: Evidence) -> Section:
    """The tree of openings."""
    rows = evidence.rows("tree", "line", "depth", "frequency", "share")
    words = evidence.words
    deepest = max((row["depth"] for row in rows), default=0)
    alone = _alone([row for row in rows if row["depth"] == deepest], "line")

    def draw() -> list[Chart]:
        if not rows or evidence.par is None or alone:
            return []
        nodes = [
            Node(
                str(row["line"]),
                str(row.get("parent") or ""),
                int(row["depth"]),
                str(row["line"])[-1:],
                100 * row["frequency"],
                100 * row["share"],
            )
            for row in rows
            if row["line"]
        ]
        if not nodes:
            return []
        title = "How do openings unfold, and which branches win?"
        figure = icicle(
            title,
            f"The {words.opening_name}: each box is a {words.turn[0]}, its width is how often, its colour the win "
            f"share (par {evidence.par:.1f} %).",
            nodes,
            centre=evidence.par,
            unit="%",
            layer_title=words.turn[0],
            width_label="how often, % of openings",
            note=legend(evidence),
        )
        return [chart("tree", title, f"Tree of {len(nodes)} opening beginnings.", figure)]

    reading = (
        f"Read from the top down: under each {words.turn[0]} lie those that followed it. Blue branches win more than "
        "par, orange ones less."
    )
    return section("tree", "Tree of openings", reading, ("tree",), evidence, draw, why=alone)


SECTIONS: tuple[Callable[[Evidence], Section], ...] = (groups, plans, trajectory, whole_lines, coarse, tree, best_where)
