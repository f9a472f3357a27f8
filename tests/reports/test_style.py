"""The look: colours people with colour blindness tell apart, readable ink, text that fits its place."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from reports.charts.sheet import plain
from reports.charts.style import (
    CATEGORIES,
    INSIDE,
    LESS,
    MEASURE,
    MORE,
    NEUTRAL,
    OTHERS,
    PALE,
    chosen_ink,
    colours_of,
    measure,
    shades,
    signed,
    wrap,
)

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
def test_colours_of_one_chart_differ_by_ten_cielab_units_for_every_sight(sight: str) -> None:
    for colours in (CATEGORIES, (MORE, LESS, NEUTRAL, INSIDE)):
        seen = [lab(SIGHTS[sight] @ linear(colour)) for colour in colours]
        assert min(float(np.linalg.norm(a - b)) for a, b in combinations(seen, 2)) >= 10


def test_what_is_no_verdict_has_neither_of_its_hues() -> None:
    shown = {*CATEGORIES, *shades(7), MEASURE, OTHERS, PALE}
    for colour in shown:
        _, a, b = lab(linear(colour))
        for verdict in (MORE, LESS):
            _, c, d = lab(linear(verdict))
            apart = abs((np.degrees(np.arctan2(b, a) - np.arctan2(d, c)) + 180) % 360 - 180)
            assert np.hypot(a, b) < 12 or apart > 25, (colour, verdict)


def test_ordered_colours_darken_step_by_step_for_every_sight() -> None:
    for sight in SIGHTS.values():
        lightness = [lab(sight @ linear(colour))[0] for colour in shades(7)]
        assert all(a - b >= 5 for a, b in pairwise(lightness))


def test_levels_have_shades_and_scenarios_without_an_order_the_colours_of_kinds() -> None:
    assert colours_of(["Li Si 1", "Li Si 2", "Li Si 4"]) == shades(3)
    assert colours_of(["pay 0.5", "pay 2", "pay 10"]) == shades(3)
    for labels in (["draft-on", "draft-off", "plain"], ["Li Si 2", "Li Si 1", "Li Si 3"], ["a 1", "b 2", "b 3"]):
        assert colours_of(labels) == list(CATEGORIES[:3])


@pytest.mark.parametrize("colour", CATEGORIES)
def test_text_on_a_colour_has_the_better_of_black_and_white_and_at_least_contrast_4_5(colour: str) -> None:
    weights = np.array([0.2126, 0.7152, 0.0722])
    back, ink = (float(weights @ linear(c)) for c in (colour, chosen_ink(colour)))
    assert (max(back, ink) + 0.05) / (min(back, ink) + 0.05) >= 4.5


def test_wrapped_lines_fit_their_width_and_a_cut_shows() -> None:
    name = "zhanguo/the_builder_with_the_long_memory_of_the_late_emperor and its-many-hyphens"
    text = wrap(name, 1.2, 8.6, lines=3)
    assert text.count("\n") == 2
    assert all(measure(line, 8.6) <= 1.2 for line in text.split("\n"))
    assert text.endswith("…")


def test_short_names_stay_whole() -> None:
    assert wrap("zhanguo/builder", 2.0, 8.6) == "zhanguo/builder"


@pytest.mark.parametrize(("value", "text"), [(1.25, "+1.2"), (-1.26, "−1.3"), (0.04, "0.0"), (-0.04, "0.0")])
def test_differences_carry_their_sign_and_zero_has_none(value: float, text: str) -> None:
    assert signed(value) == text


def test_what_rounds_to_nothing_has_no_minus() -> None:
    assert [plain(value) for value in (-0.04, 0.04, -0.06, -1234.5)] == ["0.0", "0.0", "−0.1", "−1,234.5"]
