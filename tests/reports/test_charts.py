"""Charts as drawn: no text lies on another or leaves the sheet, par is drawn, long names are cut or wrapped."""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from typing import TypeVar

import polars as pl
import pytest
from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from reports.ask import QUESTIONS
from reports.charts.forest import Row, forest
from reports.charts.heat import heat_map
from reports.charts.lines import Dot, Series, dot_panels, spread
from reports.charts.plot import Plot
from reports.charts.sheet import Estimate, Key, Scale, colour_of, keys_of, limits
from reports.charts.style import INSIDE, LESS, MEASURE, MORE, NEUTRAL, house_style, on_phones
from reports.questions.base import Chart, Evidence
from tests.reports.real import facts_of, lengthened, words
from tests.reports.sections import sections_of, shown_sections

T = TypeVar("T", bound=Artist)


@pytest.fixture(scope="module")
def charts(answers) -> Callable[..., list[Chart]]:
    """charts(name): all charts of the answer of a run, with long names, or as phones have them; drawn once."""

    @cache
    def drawn(name: str, *, long: bool = False, on_phone: bool = False) -> list[Chart]:
        answer, facts = answers[name], facts_of(name)
        if long:
            answer, facts = lengthened(answer, facts)
        with on_phones() if on_phone else nullcontext():
            sections = shown_sections(answer, facts)
        return [chart for section in sections.values() for chart in section.charts]

    return drawn


def plots(figure: Figure) -> list[Plot]:
    """The plots of a chart, without the sheet they stand on."""
    return [plot for plot in figure.artists if isinstance(plot, Plot)][1:]


def parts(whole: Artist, kind: type[T]) -> list[T]:
    """What of a kind is drawn."""
    return [part for part in whole.findobj(kind) if isinstance(part, kind) and part is not whole]


def texts(figure: Figure) -> list[tuple[str, Bbox]]:
    """Every text with its box in pixels."""
    canvas = FigureCanvasAgg(figure)
    figure.draw_without_rendering()  # places are worked out, pixels are not asked for
    drawn = [text for text in parts(figure, Text) if text.get_text().strip()]
    return [(text.get_text(), text.get_window_extent(canvas.get_renderer())) for text in drawn]


def misplaced(figure: Figure) -> list[tuple[str, ...]]:
    """Texts that leave the sheet, and pairs that lie on each other."""
    boxes, sheet = texts(figure), figure.bbox.padded(6)
    outside = [(text,) for text, box in boxes if not (sheet.contains(*box.min) and sheet.contains(*box.max))]
    inner = [(text, Bbox.from_extents(box.x0 + 1, box.y0 + 2, box.x1 - 1, box.y1 - 2)) for text, box in boxes]
    return [*outside, *((a, b) for (a, one), (b, other) in combinations(inner, 2) if one.overlaps(other))]


@pytest.mark.parametrize("form", ["", "long", "on_phone"])
def test_no_text_lies_on_another_or_leaves_the_sheet(charts, question, form):
    with house_style():
        for chart in charts(question, **({form: True} if form else {})):
            assert misplaced(chart.figure) == [], chart.name


def test_one_row_without_interval_is_enough_for_a_chart_and_two_points_for_a_line(answers, question):
    known, asked, tables = words(facts_of(question)), QUESTIONS[answers[question].question], answers[question].tables
    drawn: list[Chart] = []
    with house_style():
        for name, frame in tables.items():
            bounds = [c for c in frame.columns if c.endswith(("_low", "_high")) and c[:6] != "margin"]
            least = frame.head(1).with_columns(pl.lit(None).alias(bound) for bound in bounds)
            evidence = Evidence({**tables, name: least}, known, 2.0, verdicts=tuple(answers[question].verdicts))
            only = replace(asked, sections=[s for s in asked.sections if name in (table.name for table in s.tables)])
            drawn += [chart for part in sections_of(only, evidence) if name in part.tables for chart in part.charts]
        assert drawn
        assert all(texts(chart.figure) for chart in drawn)


def test_every_chart_has_a_title_and_words_for_the_blind(charts, question):
    with house_style():
        for chart in charts(question):
            assert len(chart.title) > 10, chart.name
            assert len(chart.alt) > 10, chart.name


def test_a_forest_draws_its_par_line_and_margin_band_where_they_belong():
    rows = [Row("one", (Estimate(1.0, 0.5, 1.5, 10),)), Row("two", (Estimate(-3.0, -4.0, -2.0, 10),))]
    with house_style():
        figure = forest("Is it so?", "", rows, Scale("difference, pp", 0.0, margin=2.0))
    (plot,) = plots(figure)
    assert any(list(line.get_xdata()) == [0.0, 0.0] for line in parts(plot, Line2D))
    assert any((box.get_x(), box.get_width()) == (-2.0, 4.0) for box in parts(plot, Rectangle))


@pytest.mark.parametrize(
    ("bounds", "margin", "colour"),
    [
        ((0.1, 0.9), None, MORE),
        ((-0.9, -0.1), None, LESS),
        ((-0.1, 0.9), None, NEUTRAL),
        ((2.1, 4.0), 2.0, MORE),
        ((-4.0, -2.1), 2.0, LESS),
        ((0.1, 4.0), 2.0, NEUTRAL),
        ((0.1, 1.9), 2.0, INSIDE),
        ((-1.9, 1.9), 2.0, INSIDE),
    ],
)
def test_colour_is_the_verdict_read_off_the_interval(bounds, margin, colour):
    scale = Scale("pp", 0.0, margin=margin)
    assert colour_of(Estimate(sum(bounds) / 2, *bounds), scale) == colour


@pytest.mark.parametrize(
    ("rows", "margin", "labels"),
    [
        ([(5.2, -0.5, 11.0), (3.0, 0.1, 5.9), (9.0, 5.0, 13.0)], 2.0, ["more", "unclear", "fair, give or take 2 pp"]),
        ([(5.2, -0.5, 11.0), (3.0, 0.1, 5.9), (9.0, 5.0, 13.0)], None, ["more", "unclear"]),
        ([(5.0, 5.0, 5.0), (0.0, 0.0, 0.0)], None, ["more"]),  # exactly none: no interval to be explained
    ],
)
def test_a_chart_with_a_margin_has_the_words_of_the_verdict_for_what_it_leaves_open(rows, margin, labels):
    scale = Scale("win share, pp", 0.0, margin=margin)
    keys = keys_of([Estimate(*row) for row in rows], scale, above="more", below="fewer")
    assert [key.label for key in keys] == labels


def test_points_and_uses_have_neither_colour_of_a_verdict():
    """More of them is not better: one colour, one entry of the key."""
    rows = [Estimate(3.0, 2.0, 4.0), Estimate(-3.0, -4.0, -2.0), Estimate(0.5, -1.0, 2.0)]
    for label in ("difference, points", "change, % of before"):
        scale = Scale(label, 0.0)
        assert [colour_of(row, scale) for row in rows] == [MEASURE, MEASURE, NEUTRAL]
        assert [key.label for key in keys_of(rows, scale, above="more", below="fewer")] == ["differs", "unclear"]


@pytest.mark.parametrize("colour", [MORE, LESS])
def test_the_verdicts_colours_are_refused_to_everything_else(colour):
    with pytest.raises(ValueError, match="better or worse"):
        Key("winners", colour)
    with pytest.raises(ValueError, match="better or worse"):
        Series("winners", colour, (1.0,), (Estimate(1.0, 0.5, 1.5),))


def test_a_cell_whose_interval_holds_par_is_paler_than_any_that_leaves_it_out():
    cells = [[Estimate(x, x - half, x + half) for x, half in ((40.0, 20.0), (30.0, 4.0), (10.0, 20.0), (18.0, 4.0))]]
    with house_style():
        figure = heat_map("Which?", "", ["row"], list("abcd"), cells, centre=25.0, unit="%")
    cells_drawn = parts(plots(figure)[0], Rectangle)
    strength = [max(one.get_facecolor()[:3]) - min(one.get_facecolor()[:3]) for one in cells_drawn]
    assert strength[0] < strength[1]
    assert strength[2] < strength[3]


def test_one_wild_interval_does_not_squeeze_all_others():
    calm = [Estimate(value, value - 1, value + 1) for value in (-3.0, 2.0, 4.0)]
    low, high = limits([*calm, Estimate(0.5, -60.0, 61.0)], Scale("pp", 0.0, margin=2.0))
    assert low > -15
    assert high < 15


def test_line_names_keep_their_distance_their_order_and_the_limits():
    placed = spread([5.0, 5.1, 4.9, 9.9], 0.5, 0.0, 10.0)
    ordered = sorted(placed)
    assert all(b - a >= 0.5 - 1e-9 for a, b in pairwise(ordered))
    assert placed[2] < placed[0] < placed[1] < placed[3] <= 10.0


def test_names_of_crowded_dots_keep_apart():
    dots = [
        Dot(f"player {i}", "#2f3940", 10 * 1.3**i, Estimate(50 + i % 3, 48, 54), "", joined=i % 2 == 0)
        for i in range(12)
    ]
    with house_style():
        figure = dot_panels("Who is strong?", "", [("Here", dots, Scale("wins of 100", 50))], x_label="cost")
    assert misplaced(figure) == []
    (plot,) = plots(figure)
    front = max(parts(plot, Line2D), key=lambda line: line.get_linewidth() == 1.2)
    assert list(front.get_ydata()) == [dot.estimate.value for dot in dots if dot.joined]
