"""Evidence on openings: what a first round is worth when it was chosen, and when it was forced at random on the same
deals."""

from __future__ import annotations

from collections.abc import Callable

from matplotlib.colors import LinearSegmentedColormap, to_hex

from reports.draw import Dot, Node, Row, Scale, Series, forest, heat_map, icicle, line_panels, lines, scatter
from reports.draw.scale import differences
from reports.evidence.base import Evidence, Rows, cell_note, chart, enough, estimate, grid, number, section, unique
from reports.sheet import Key
from reports.style import LESS, MORE
from reports.types import Chart, Section
from reports.words import pretty

__all__ = ["SECTIONS"]

HOWS = (("forced", MORE, "point"), ("chosen", LESS, "point"))
"""How an opening came about, with its colour: forced is the causal number and comes first."""
FOLDED = "other"
"""What the tables call all rare openings together."""
_ORDINAL = LinearSegmentedColormap.from_list("few to many", ["#d9b44a", "#6fae8e", "#2b7f9e", "#1c3a68"])


def _share_scale(evidence: Evidence) -> Scale:
    par = evidence.par
    return Scale("win share, %", par, f"par {par:.1f} %" if par else "", evidence.margin)


def unify(evidence: Evidence) -> Section:
    """Win share by the number of turns of the counted class in the first round."""
    rows = evidence.rows("unify", "unify", "how", "share")
    word, tip = evidence.words.tip_class, evidence.words.tip

    def draw() -> list[Chart]:
        if not rows:
            return []
        drawn, note = enough(rows)
        series = []
        for how, colour, _ in HOWS:
            own = [
                (float(row["unify"]), e)
                for row in drawn
                if row["how"] == how and (e := estimate(row, "share", 100)) is not None
            ]
            if own:
                series.append(
                    Series(
                        f"{how}",
                        colour,
                        tuple(x for x, _ in own),
                        tuple(e for _, e in own),
                        bars=True,
                        dashed=how == "chosen",
                    )
                )
        often = {row["unify"]: number(row, "frequency", 100) for row in rows if row["how"] == "chosen"}
        levels = unique(sorted(row["unify"] for row in rows))
        ticks = {float(x): f"{x}\n{often[x]:.0f} %" if often.get(x) is not None else str(x) for x in levels}
        title = f"How many {word} turns in the first round win?"
        subtitle = (
            "Win share and 95 % interval. Forced: drawn by lot, on the same deals. Chosen: what the strategies wanted."
        )
        spans = [float(level) for level in tip.get("levels") or ()]
        figure = lines(
            title,
            subtitle,
            series,
            _share_scale(evidence),
            x_label=f"{word} turns in the first round; below: how often chosen",
            tick_labels=ticks,
            marked=spans,
            marked_label="the rulebook’s tip" if spans else "",
            note=" ".join(filter(None, [f"Rulebook: “{tip['text']}”" if tip.get("text") else "", note])),
        )
        alt = "; ".join(f"{row['how']} {row['unify']}: {100 * row['share']:.1f} %" for row in rows)
        return [chart("unify", title, alt, figure)]

    reading = (
        "The forced line is cause and effect: same deals, number drawn by lot. The chosen line also says what"
        " hands make players choose, "
        "so trust it for what happens at a table, not for advice."
    )
    return section("unify", f"Number of {word} turns", reading, ("unify", "verdicts"), evidence, draw)


def plans(evidence: Evidence) -> Section:
    """Every forced opening against the others on the same deals."""
    rows = evidence.rows("plans", "plan", "against_others")

    def draw() -> list[Chart]:
        if not rows:
            return []
        best = sorted(rows, key=lambda row: (-row["against_others"], str(row["plan"])))[:24]
        drawn = [Row(str(row["plan"]), (estimate(row, "against_others", 100),)) for row in best]
        title = "Which opening pays when it is imposed?"
        scale = differences("difference in win share", "pp", margin=evidence.margin, less="wins less", more="wins more")
        figure = forest(
            title,
            "Forced opening minus the mean of the other forced openings, same deal and seat.",
            drawn,
            scale,
            n_label="seat-games",
            mono=True,
            above="better than the others",
            below="worse",
            note=_legend(evidence),
        )
        alt = "; ".join(f"{row['plan']} {100 * row['against_others']:+.1f} pp" for row in best)
        return [chart("plans", title, alt, figure)]

    reading = (
        "The cleanest comparison of openings: one deal, one seat, one strategy; only the order to open in a "
        "certain way differs."
    )
    return section("plans", "Forced openings against each other", reading, ("plans",), evidence, draw)


def trajectory(evidence: Evidence) -> Section:
    """Lead over the others by round, for each number."""
    rows = evidence.rows("trajectory", "unify", "how", "round", "lead")
    word = evidence.words.tip_class

    def draw() -> list[Chart]:
        if not rows:
            return []
        drawn, note = enough(rows)
        levels = sorted(unique(row["unify"] for row in drawn))
        colour = {level: to_hex(_ORDINAL(i / max(1, len(levels) - 1))) for i, level in enumerate(levels)}
        scale = differences("lead over the others’ mean", "points")
        panels = []
        for how, _, _ in HOWS:
            series = []
            for level in levels:
                own = [
                    (float(row["round"]), e)
                    for row in drawn
                    if row["unify"] == level and row["how"] == how and (e := estimate(row, "lead", n=False)) is not None
                ]
                if own:
                    series.append(Series(str(level), colour[level], tuple(x for x, _ in own), tuple(e for _, e in own)))
            if series:
                panels.append((how, series, scale))
        if not panels:
            return []
        title = f"Do {word} turns pay early or late?"
        keys = [Key(f"{level} {word}" if level == levels[0] else str(level), colour[level], "line") for level in levels]
        figure = line_panels(
            title,
            "Running score minus the mean of the other seats, by round; band: 95 % interval.",
            panels,
            x_label="round",
            keys=keys,
            note=note,
        )
        return [chart("trajectory", title, f"Lines for {len(levels)} numbers over the rounds.", figure)]

    reading = "A line that starts low and ends high is an investment; one that starts high and falls is a sprint."
    return section("trajectory", "The lead, round by round", reading, ("trajectory",), evidence, draw)


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

    def draw() -> list[Chart]:
        if not rows:
            return []
        out = []
        order = unique(row["line"] for row in sorted(rows, key=lambda row: (-row["level"], row["line"])))
        top = order[:14]
        title = "Which openings can be trusted to win?"
        subtitle = (
            f"The {len(top)} of {len(order)} openings with the highest level: what an opening wins at the least, "
            f"given its games."
        )
        out.append(
            chart(
                "lines",
                title,
                f"Best first: {', '.join(top)}.",
                forest(
                    title,
                    subtitle,
                    _by_how(rows, "line", top),
                    _share_scale(evidence),
                    series=_keys(rows),
                    mono=True,
                    note=_legend(evidence),
                ),
            )
        )
        chosen = [row for row in rows if row["how"] == "chosen" and (number(row, "frequency") or 0) > 0]
        if len(chosen) > 2:
            dots = [
                Dot(str(row["line"]), 100 * row["frequency"], e)
                for row in chosen
                if (e := estimate(row, "share", 100)) is not None
            ]
            title = "Are the popular openings the good ones?"
            out.append(
                chart(
                    "lines_popularity",
                    title,
                    f"{len(dots)} openings by frequency and win share.",
                    scatter(
                        title,
                        "Chosen openings: how often against how well; names where they fit, best first.",
                        dots,
                        _share_scale(evidence),
                        x_label="how often, % of first rounds (logarithmic)",
                        above="wins more than par",
                        below="wins less than par",
                    ),
                )
            )
        return out

    reading = "Openings are ranked by level, not by share, so that a lucky rare line does not top the list."
    return section("lines", "Openings turn by turn", reading, ("lines",), evidence, draw)


def _legend(evidence: Evidence) -> str:
    """What the letters of an opening stand for."""
    pairs = ", ".join(f"{letter} {pretty(name)}" for letter, name in evidence.words.classes.items() if letter)
    return f"Letters, first turn first: {pairs}." if pairs else ""


def coarse(evidence: Evidence) -> Section:
    """Openings by what was done, whatever the order."""
    rows = [row for row in evidence.rows("coarse", "coarse", "how", "share") if row["coarse"] != FOLDED]

    def draw() -> list[Chart]:
        if not rows:
            return []
        order = unique(
            row["coarse"] for row in sorted(rows, key=lambda row: (-(number(row, "frequency") or 0), row["coarse"]))
        )[:14]
        title = "Which mix of actions opens best?"
        figure = forest(
            title,
            f"The {len(order)} most frequent mixes, order of turns ignored, most frequent first.",
            _by_how(rows, "coarse", order),
            _share_scale(evidence),
            series=_keys(rows),
            mono=True,
            note=_legend(evidence),
        )
        return [chart("coarse", title, f"Most frequent first: {', '.join(order)}.", figure)]

    reading = "The same openings with the order of turns ignored: fewer rows, narrower intervals."
    return section("coarse", "Openings by content", reading, ("coarse",), evidence, draw)


def tree(evidence: Evidence) -> Section:
    """The tree of openings."""
    rows = evidence.rows("tree", "line", "depth", "frequency", "share")

    def draw() -> list[Chart]:
        if not rows or evidence.par is None:
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
        title = "How do first rounds unfold, and which branches win?"
        figure = icicle(
            title,
            f"Each box is a turn: its width is how often, its colour the win share (par {evidence.par:.1f} %).",
            nodes,
            centre=evidence.par,
            unit="%",
            width_label="how often, % of first rounds",
            note=_legend(evidence),
        )
        return [chart("tree", title, f"Tree of {len(nodes)} opening beginnings.", figure)]

    reading = (
        "Read from the top down: under each action lie the actions that followed it. Blue branches win more than "
        "par, orange ones less."
    )
    return section("tree", "Tree of openings", reading, ("tree",), evidence, draw)


def best_where(evidence: Evidence) -> Section:
    """For which board and strategy which number is best."""
    rows = evidence.rows("best_where", "unify", "board", "strategy", "share")

    def draw() -> list[Chart]:
        if evidence.par is None:
            return []
        made = (_where_map(evidence, [row for row in rows if row.get("how", how) == how], how) for how, _, _ in HOWS)
        return [one for one in made if one is not None][: 2 if rows and "how" in rows[0] else 1]

    reading = (
        "Each row is a board or a strategy (or both); look for rows whose blue cell is not where the others have "
        "theirs."
    )
    return section("best_where", "For which board and strategy", reading, ("best_where",), evidence, draw)


def _where_map(evidence: Evidence, rows: Rows, how: str) -> Chart | None:
    """The heat map of one way an opening came about; None without rows."""
    if not rows or evidence.par is None:
        return None
    word = evidence.words.tip_class
    named = [{**row, "where": _where(evidence, row)} for row in sorted(rows, key=lambda row: row["unify"])]
    order = unique(_where(evidence, row) for row in rows)[:24]
    levels, places, cells = grid(named, "unify", "where", "share", centre=evidence.par)
    turned = [[cells[x][places.index(place)] for x in range(len(levels))] for place in order]
    title = f"How many {word} turns, for which board and plan ({how})?"
    figure = heat_map(
        title,
        f"Win share, % ± half its interval, by board and strategy; par is {evidence.par:.1f} %.",
        order,
        [str(level) for level in levels],
        turned,
        centre=evidence.par,
        unit="%",
        column_title=f"{word} turns in the first round",
        note=cell_note(rows, "par"),
    )
    return chart(f"best_where_{how}", title, f"Heat map of {len(order)} rows by {len(levels)} numbers.", figure)


def _where(evidence: Evidence, row: dict[str, object]) -> str:
    """Board and strategy of a row in words; `all` is left out."""
    parts = [evidence.words.board(row["board"])] if row["board"] != "all" else []
    parts += [str(row["strategy"])] if row["strategy"] != "all" else []
    return " · ".join(parts) or "all"


SECTIONS: tuple[Callable[[Evidence], Section], ...] = (unify, plans, trajectory, whole_lines, coarse, tree, best_where)
