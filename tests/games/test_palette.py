"""Colours of drawn tables: seats are told apart, and from pieces and provinces, without seeing red and green."""

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from cext.games.palette import DARK_INKS, DARK_SEATS, GROUNDS, INK, INKS, SEATS, style

Colour = NDArray[np.float64]

# Machado, Oliveira and Fernandes 2009, A physiologically-based model for simulation of color vision deficiency: what
# becomes of linear red, green, blue at severity 1.0.
DEUTERANOPIA = np.array(
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
)
# IEC 61966-2-1 (sRGB): from linear red, green, blue to X, Y, Z; and its white, D65.
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
WHITE = np.array([0.95047, 1.0, 1.08883])

SEATS_APART = 20.0  # CIE 1976 distance; about 2.3 is just noticed (Mahy et al. 1994)
GROUNDS_APART = 8.5
DARK_PAPER = "#1e252c"


def linear(colour: str) -> Colour:
    """Linear red, green, blue of #rrggbb."""
    values = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def lab(rgb: Colour) -> Colour:
    """CIE 1976 L*a*b* of linear red, green, blue."""
    ratio = TO_XYZ @ rgb / WHITE
    f = np.where(ratio > 216 / 24389, np.cbrt(ratio), (24389 / 27 * ratio + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def distance(one: str, other: str, *, deuteranope: bool) -> float:
    """CIE 1976 distance of two colours."""
    seen = [np.clip(DEUTERANOPIA @ linear(c), 0, 1) if deuteranope else linear(c) for c in (one, other)]
    return float(np.linalg.norm(lab(seen[0]) - lab(seen[1])))


def contrast(one: str, other: str) -> float:
    """Contrast of WCAG 2.1."""
    light, dark = sorted((float(TO_XYZ[1] @ linear(colour)) for colour in (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_measures_agree_with_published_values() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert lab(linear("#ff0000")) == pytest.approx([53.24, 80.09, 67.20], abs=0.02)  # brucelindbloom.com
    red, green = "#b00000", "#6d6d00"
    assert distance(red, green, deuteranope=True) < distance(red, green, deuteranope=False) / 3


@pytest.mark.parametrize("deuteranope", [False, True])
def test_seats_are_told_apart_from_each_other_and_from_everything_on_the_table(deuteranope: bool) -> None:
    close = [
        (one, other)
        for one, other in [*combinations(SEATS, 2), *((s, g) for s in SEATS for g in GROUNDS.values())]
        if distance(one, other, deuteranope=deuteranope) < SEATS_APART
    ]
    assert close == []


@pytest.mark.parametrize("deuteranope", [False, True])
def test_grounds_are_told_apart(deuteranope: bool) -> None:
    close = [
        names
        for names in combinations(GROUNDS, 2)
        if distance(GROUNDS[names[0]], GROUNDS[names[1]], deuteranope=deuteranope) < GROUNDS_APART
    ]
    assert close == []


def test_letters_have_the_contrast_of_running_text() -> None:
    pairs = [(colour, "#ffffff") for colour in (*SEATS, *INKS.values())]
    pairs += [(colour, DARK_PAPER) for colour in (*DARK_SEATS, *DARK_INKS.values())]
    pairs += [(INK, ground) for ground in GROUNDS.values()]
    assert [pair for pair in pairs if contrast(*pair) < 4.5] == []


def test_the_style_names_every_colour() -> None:
    css = style()
    for name in (*GROUNDS, *(f"seat{n}" for n in range(1, len(SEATS) + 1))):
        assert f".on-{name}, .t-on-{name} {{" in css
        assert css.count(f"--{name}: #") == 2  # on white and on black pages
