"""What a map of plans leaves in its folder: its table, its chart, and every plan of it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from analyser import __version__
from analyser.errors import write_error
from analyser.files import write_atomic
from analyser.tuning.parameters import rewrite_plan
from analyser.tuning.plan_map import MapElite, MapSession, PlanMap
from analyser.tuning.search import ribs_version
from cext.messages import count_noun

if TYPE_CHECKING:
    import polars as pl

__all__ = ["PLANS", "map_frame", "write_map"]

PLANS = "plans"  # folder of the elites, a file each
TABLE, CHART = "archive", "map"


def map_frame(session: MapSession, plan_map: PlanMap) -> pl.DataFrame:
    """A row a cell with a plan, by the first axis and then the second (analyser/SCHEMA.md)."""
    import polars as pl

    first, second = session.axes
    return pl.DataFrame(
        [
            {
                first.name: first.keys[elite.cells[0]],
                second.name: second.keys[elite.cells[1]],
                "plan": f"{PLANS}/{elite.plan.name}.toml",
                "share": elite.share, "share_low": elite.low, "share_high": elite.high,
                "ahead": elite.lead, "ahead_low": elite.lead_low, "ahead_high": elite.lead_high,
                f"held_{first.name}": elite.axis_values[0], f"held_{second.name}": elite.axis_values[1],
                "placed_by": elite.order, "searched": elite.search, "n": elite.deals,
            }
            for elite in plan_map.elites
        ]
    )  # fmt: skip


def write_map(session: MapSession, plan_map: PlanMap) -> list[Path]:
    """Write table, chart and plans, each whole or not at all; the files. Plans of an earlier session are replaced.

    Raises DataError or DiskFull.
    """
    import io

    from reports.charts.style import house_style, png_bytes, svg_bytes
    from reports.map import map_chart

    frame, parquet = map_frame(session, plan_map), io.BytesIO()
    frame.write_parquet(parquet)
    with house_style():
        figure = map_chart(frame, session.axes, session.facts, count_noun(plan_map.games, "game"))
        files = {
            f"{TABLE}.csv": frame.write_csv().encode(),
            f"{TABLE}.parquet": parquet.getvalue(),
            f"{CHART}.svg": svg_bytes(figure),
            f"{CHART}.png": png_bytes(figure),
        }
    text = session.file.read_text(encoding="utf-8")
    for elite in plan_map.elites:
        provenance = {
            "who": f"tuned from {session.checkpoint.plan} by analyser {__version__}",
            "on_what": _on_what(session, plan_map, elite),
            "when": str(datetime.now(UTC).date()),
        }
        files[f"{PLANS}/{elite.plan.name}.toml"] = rewrite_plan(
            text, elite.plan, board=None, provenance=provenance
        ).encode()
    folder = session.out / PLANS
    try:
        folder.mkdir(exist_ok=True)
        for path in folder.glob("*.toml"):
            path.unlink()
        for name, content in files.items():
            write_atomic(session.out / name, content)
    except OSError as error:
        raise write_error(session.out, error, "--resume when it can", with_room="--resume") from error
    return [session.out / name for name in files]


def _on_what(session: MapSession, plan_map: PlanMap, elite: MapElite) -> str:
    """Provenance: how it was found, and what it came to."""
    tuning = session.checkpoint.tuning
    return "".join(
        [
            f"MAP-Elites (CMA-ME, pyribs {ribs_version()}) over {' and '.join(axis.name for axis in session.axes)} on ",
            f"{tuning.goal_text}, against {', '.join(tuning.against)} at {tuning.players[0]} players",
            *(f", {name}={value}" for name, value in tuning.option),
            f", components {tuning.components}" if tuning.components else "",
            f"; {count_noun(plan_map.generations, 'generation')}, {plan_map.games // tuning.games:,} plans",
            f" at {tuning.games} games, seed {tuning.seed}",
            f"; on {elite.deals:,} fresh deals it wins {100 * elite.share:.1f} % ",
            f"({100 * elite.low:.1f} to {100 * elite.high:.1f}), {elite.lead:+.1f} points ahead ",
            f"({elite.lead_low:.1f} to {elite.lead_high:.1f})",
        ]
    )
