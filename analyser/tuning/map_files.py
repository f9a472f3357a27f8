"""What a map of plans leaves in its folder: its table, its chart, and every plan of it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from analyser import __version__
from analyser.errors import write_error
from analyser.runs.store import write_whole
from analyser.tuning.illumination import ribs_version
from analyser.tuning.mapping import Elite, Map, MapBegun
from analyser.tuning.numbers import rewritten
from cext.spelling import counted

if TYPE_CHECKING:
    import polars as pl

__all__ = ["PLANS", "map_frame", "write_map"]

PLANS = "plans"  # folder of the elites, a file each
TABLE, CHART = "archive", "map"


def map_frame(begun: MapBegun, found: Map) -> pl.DataFrame:
    """A row a cell with a plan, by the first axis and then the second (analyser/SCHEMA.md)."""
    import polars as pl

    first, second = begun.axes
    return pl.DataFrame(
        [
            {
                first.name: first.keys[one.cells[0]],
                second.name: second.keys[one.cells[1]],
                "plan": f"{PLANS}/{one.plan.name}.toml",
                "share": one.share, "share_low": one.low, "share_high": one.high,
                "ahead": one.ahead, "ahead_low": one.ahead_low, "ahead_high": one.ahead_high,
                f"held_{first.name}": one.held[0], f"held_{second.name}": one.held[1],
                "placed_by": one.order, "searched": one.search, "n": one.deals,
            }
            for one in found.elites
        ]
    )  # fmt: skip


def write_map(begun: MapBegun, found: Map) -> list[Path]:
    """Write table, chart and plans, each whole or not at all; the files. Plans of an earlier session are replaced.

    Raises DataError or DiskFull.
    """
    import io

    from reports.charts.style import house_style, png_bytes, svg_bytes
    from reports.map import map_chart

    frame, parquet = map_frame(begun, found), io.BytesIO()
    frame.write_parquet(parquet)
    with house_style():
        figure = map_chart(frame, begun.axes, begun.facts, counted(found.games, "game"))
        files = {
            f"{TABLE}.csv": frame.write_csv().encode(),
            f"{TABLE}.parquet": parquet.getvalue(),
            f"{CHART}.svg": svg_bytes(figure),
            f"{CHART}.png": png_bytes(figure),
        }
    text = begun.file.read_text(encoding="utf-8")
    for one in found.elites:
        provenance = {
            "who": f"tuned from {begun.kept.plan} by analyser {__version__}",
            "on_what": _on_what(begun, found, one),
            "when": str(datetime.now(UTC).date()),
        }
        files[f"{PLANS}/{one.plan.name}.toml"] = rewritten(text, one.plan, board=None, provenance=provenance).encode()
    folder = begun.out / PLANS
    try:
        folder.mkdir(exist_ok=True)
        for path in folder.glob("*.toml"):
            path.unlink()
        for name, content in files.items():
            write_whole(begun.out / name, content)
    except OSError as error:
        raise write_error(begun.out, error, "--resume when it can", with_room="--resume") from error
    return [begun.out / name for name in files]


def _on_what(begun: MapBegun, found: Map, one: Elite) -> str:
    """Provenance: how it was found, and what it came to."""
    tuning = begun.kept.tuning
    return "".join(
        [
            f"MAP-Elites (CMA-ME, pyribs {ribs_version()}) over {' and '.join(axis.name for axis in begun.axes)} on ",
            f"{tuning.goal_text}, against {', '.join(tuning.against)} at {tuning.players[0]} players",
            *(f", {name}={value}" for name, value in tuning.option),
            f", components {tuning.components}" if tuning.components else "",
            f"; {counted(found.generations, 'generation')}, {found.games // tuning.games:,} plans",
            f" at {tuning.games} games, seed {tuning.seed}",
            f"; on {one.deals:,} fresh deals it wins {100 * one.share:.1f} % ",
            f"({100 * one.low:.1f} to {100 * one.high:.1f}), {one.ahead:+.1f} points ahead ",
            f"({one.ahead_low:.1f} to {one.ahead_high:.1f})",
        ]
    )
