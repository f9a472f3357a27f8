"""The look: colours people with colour blindness tell apart, readable ink, text that fits its place."""

import re
from itertools import combinations, pairwise

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from reports.charts import style
from reports.charts.forest import Row, forest
from reports.charts.sheet import Estimate, Scale, plain
from reports.charts.style import HOUSE_FONT, families_of, letters_without_font

# Machado, Oliveira and Fernandes (2009), full severity, on linear RGB.
SIGHTS = {
    "full": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
}


def linear(colour: str) -> np.ndarray:
    """sRGB colour as linear light."""
    c = np.array(to_rgb(colour))
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def lab(light: np.ndarray) -> np.ndarray:
    """CIELAB (D65) of linear light."""
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = to_xyz @ np.clip(light, 0, 1) / np.array([0.95047, 1.0, 1.08883])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("sight", SIGHTS)
def test_colours_of_one_chart_differ_by_ten_cielab_units_for_every_sight(sight):
    for colours in ((*style.CATEGORIES, style.OTHERS), (style.MORE, style.LESS, style.NEUTRAL, style.INSIDE)):
        seen = [lab(SIGHTS[sight] @ linear(colour)) for colour in colours]
        assert min(float(np.linalg.norm(a - b)) for a, b in combinations(seen, 2)) >= 10


def test_what_is_no_verdict_has_neither_of_its_hues():
    shown = {*style.CATEGORIES, *style.shades(7), style.MEASURE, style.OTHERS, style.PALE}
    for colour in shown:
        _, a, b = lab(linear(colour))
        for verdict in (style.MORE, style.LESS):
            _, c, d = lab(linear(verdict))
            apart = abs((np.degrees(np.arctan2(b, a) - np.arctan2(d, c)) + 180) % 360 - 180)
            assert np.hypot(a, b) < 12 or apart > 25, (colour, verdict)


def test_ordered_colours_darken_step_by_step_for_every_sight():
    for sight in SIGHTS.values():
        lightness = [lab(sight @ linear(colour))[0] for colour in style.shades(7)]
        assert all(a - b >= 5 for a, b in pairwise(lightness))


def test_levels_have_shades_and_scenarios_without_an_order_the_colours_of_kinds():
    assert style.colours_of(["Li Si 1", "Li Si 2", "Li Si 4"]) == style.shades(3)
    assert style.colours_of(["pay 0.5", "pay 2", "pay 10"]) == style.shades(3)
    for labels in (["draft-on", "draft-off", "plain"], ["Li Si 2", "Li Si 1", "Li Si 3"], ["a 1", "b 2", "b 3"]):
        assert style.colours_of(labels) == list(style.CATEGORIES[:3])


def test_kinds_have_five_colours_and_are_grey_beyond():
    assert len(style.CATEGORIES) == 5
    assert [style.category(number) for number in range(7)] == [*style.CATEGORIES, style.OTHERS, style.OTHERS]


@pytest.mark.parametrize("colour", [*style.CATEGORIES, style.OTHERS])
def test_text_on_a_colour_has_the_better_of_black_and_white_and_at_least_contrast_4_5(colour):
    weights = np.array([0.2126, 0.7152, 0.0722])
    back, ink = (float(weights @ linear(c)) for c in (colour, style.chosen_ink(colour)))
    assert (max(back, ink) + 0.05) / (min(back, ink) + 0.05) >= 4.5


def test_wrapped_lines_fit_their_width_and_a_cut_shows():
    name = "zhanguo/the_builder_with_the_long_memory_of_the_late_emperor and its-many-hyphens"
    text = style.wrap(name, 1.2, 8.6, lines=3)
    assert text.count("\n") == 2
    assert all(style.measure(line, 8.6) <= 1.2 for line in text.split("\n"))
    assert text.endswith("…")
    assert style.wrap("zhanguo/builder", 2.0, 8.6) == "zhanguo/builder"


def test_differences_carry_their_sign_and_what_rounds_to_nothing_has_none():
    assert [style.signed(value) for value in (1.25, -1.26, 0.04, -0.04)] == ["+1.2", "−1.3", "0.0", "0.0"]
    assert [plain(value) for value in (-0.04, 0.04, -0.06, -1234.5)] == ["0.0", "0.0", "−0.1", "−1,234.5"]


def chart_of(*names: str) -> Figure:
    """A chart with these names; drawn in the house's style."""
    return forest("Title", "", [Row(name, (Estimate(3.0, 2.0, 4.0),)) for name in names], Scale("points", 3.0))


def test_latin_letters_need_no_other_font():
    latin = "Füchse & Łódź, Ελλάδα, Москва, قلعة, שלום: 3 ≥ 2 − 1 … “½”"
    assert families_of(latin) == ()
    with style.house_style():
        svg = style.svg_bytes(chart_of(latin)).decode()
    assert set(re.findall(r"'[^';]*'[^;\"]*", svg)) == {f"'{HOUSE_FONT}', sans-serif"}


# matplotlib brings a font with hiragana; no font has letters of the private planes.
@pytest.mark.parametrize("name", [
    "のの の", "a\u0301 \u0301b", "שלום $x_1$ עולם", "\u200d\ufe0f\u202e", "$\\frac{1}{2}$ a_b^c <&>", "の" * 20,
    "\U000e0067",
])  # fmt: skip
def test_names_of_any_letters_are_drawn_without_a_warning(name):
    with style.house_style():
        figure = chart_of(name)
        assert style.png_bytes(figure).startswith(b"\x89PNG")
        svg = style.svg_bytes(figure).decode()
    assert style.missing_letters(figure) == ""
    assert len(name) > 50 or name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") in svg


def test_letters_that_no_font_has_are_named_and_drawn_as_boxes():
    private = "\ue000\U0010fffd"
    assert letters_without_font(f"の a {private}{private}") == private
    with style.house_style():
        figure = chart_of(private)
        style.png_bytes(figure)
    assert style.missing_letters(figure) == private
    with pytest.warns(style.MissingLettersWarning, match=r"PNG charts show boxes, .* install a font"):
        style.warn_of_boxes(private)


def test_a_font_with_the_letters_is_measured_and_named():
    (family, *_) = families_of("の")
    assert style.measure("の", 10.0) > 0
    with style.house_style():
        assert repr(family) in style.svg_bytes(chart_of("の")).decode()
