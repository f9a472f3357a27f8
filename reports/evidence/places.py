"""Evidence on places: the game's map, square by square, with what the openings that went there won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reports.draw import Spot, square_map
from reports.evidence.base import Evidence, Rows, chart, estimate, number, section
from reports.types import Chart, Section
from reports.words import pretty

__all__ = ["places"]

ANY = "any"
"""The tally under which several stand together."""


def places(evidence: Evidence) -> Section | None:
    """One map a board the run was played on; None for a game without places."""
    boards: Mapping[str, Mapping[str, Any]] = evidence.words.places.get("boards") or {}
    if not boards:
        return None
    rows = evidence.rows("places", "board", "tally", "square", "share", "frequency")
    noun = str(evidence.words.places.get("noun") or "opening")

    def draw() -> list[Chart]:
        known = [name for name in boards if any(row["board"] == name for row in rows)]
        return [_map(evidence, name, boards[name], rows, noun, alone=len(known) == 1) for name in known]

    reading = (
        "A disc marks a square: the larger, the more often it was chosen; blue wins more than par, orange less. What "
        "was chosen is confounded by who chose it: a strategy that wins anyway colours the squares it likes."
    )
    return section("places", f"Where the {noun} goes", reading, ("places",), evidence, draw)


def _map(evidence: Evidence, name: str, board: Mapping[str, Any], rows: Rows, noun: str, *, alone: bool) -> Chart:
    """The map of one board: several tallies together where there are more than one."""
    own = [row for row in rows if row["board"] == name]
    own = [row for row in own if row["tally"] == ANY] or own
    drawn = [str(line) for line in board["rows"]]
    across = max(len(line) for line in drawn)
    par = evidence.par or 0.0
    spots = {}
    for row in own:
        share = estimate(row, "share", 100)
        if share is not None:
            clear = share.high > share.low and not share.low <= par <= share.high
            spots[divmod(int(row["square"]), across)] = Spot(share.value, number(row, "frequency", 100) or 0.0, clear)
    label = evidence.words.board(name)
    title = f"Where does a {noun} win?" if alone else f"Where does a {noun} win ({label})?"
    games = min((int(row["n"]) for row in own if number(row, "n") is not None), default=0)
    figure = square_map(
        title,
        f"{label}: win share of those whose {noun} covered the square, %; par is {par:.1f} %.",
        drawn,
        {str(symbol): (pretty(word), str(colour)) for symbol, (word, colour) in board["legend"].items()},
        spots,
        centre=par,
        unit="%",
        weight_label=f"how often, % of {noun}s",
        note="Dark ring and bold: the 95 % interval leaves par out, as one in twenty does by chance. "
        f"Each disc rests on {games:,} seat-games or more.",
    )
    return chart(f"places_{name}", title, f"Map of {label} with {len(spots)} squares used.", figure)
