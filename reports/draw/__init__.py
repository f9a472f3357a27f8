"""Chart forms that know nothing of games: each takes estimates in the unit they are drawn in and gives a figure."""

from reports.draw.bars import BarRow, paired_bars, small_bars, stacked_bars
from reports.draw.columns import stacked_columns
from reports.draw.forest import Row, forest, forest_panels
from reports.draw.grid import Field, field_grid
from reports.draw.heat import Cell, heat_map
from reports.draw.histogram import histogram
from reports.draw.lines import Series, line_panels, lines
from reports.draw.scale import Scale
from reports.draw.scatter import Dot, scatter
from reports.draw.spreads import Spread, spreads
from reports.draw.squares import Spot, square_map
from reports.draw.tracks import track_panels

__all__ = [
    "BarRow", "Cell", "Dot", "Field", "Row", "Scale", "Series", "Spot", "Spread", "field_grid", "forest",
    "forest_panels", "heat_map", "histogram", "line_panels", "lines", "paired_bars", "scatter",
    "small_bars", "spreads", "square_map", "stacked_bars", "stacked_columns", "track_panels",
]  # fmt: skip
