"""Chart forms that know nothing of games: each takes estimates in the unit they are drawn in and gives a figure."""

from reports.charts.bars import BarRow, paired_bars, small_bars, stacked_bars
from reports.charts.forest import Row, forest, forest_panels
from reports.charts.heat import Cell, Field, field_grid, heat_map, track_panels
from reports.charts.lines import Series, line_panels, lines, stacked_columns
from reports.charts.screen import screen_chart
from reports.charts.sheet import Scale
from reports.charts.spreads import Spread, histogram, spreads

__all__ = [
    "BarRow", "Cell", "Field", "Row", "Scale", "Series", "Spread", "field_grid", "forest",
    "forest_panels", "heat_map", "histogram", "line_panels", "lines", "paired_bars", "screen_chart",
    "small_bars", "spreads", "stacked_bars", "stacked_columns", "track_panels",
]  # fmt: skip
