"""Every colour of a page by day and by night, and the charts that stand inside the page drawn in them."""

from __future__ import annotations

import re
from html import escape

from reports.charts import style

__all__ = ["DAY", "NIGHT", "PAGE", "SHAPES", "TEXTS", "inline_svg", "listed", "theme_css", "themed"]


# Of a page: name -> by day, by night. Each text on each of its grounds has a contrast of at least 4.5 (a browser test).
PAGE = {
    "ink": (style.INK, "#e6ebef"),
    "muted": (style.MUTED, "#a9b5c0"),
    "paper": (style.PAPER, "#12181e"),
    "soft": ("#f5f6f7", "#1a222a"),
    "rule": ("#d9dfe4", "#2f3a44"),
    "edge": ("#97a2ad", "#66727e"),
    "link": ("#b4bcc4", "#66727e"),
    "gold": ("#d8a23a", "#b98a2e"),
    "gold-ground": ("#fdf5e3", "#2a2313"),
    "fair": (style.INSIDE, "#c3ccd4"),
    "fair-ground": (style.PAPER, "#12181e"),
    "badge": ("#ffffff", "#ffffff"),
    "more": (style.MORE, "#2a78b6"),
    "less": ("#b84a12", "#b84a12"),
    "more-words": (style.MORE, "#6db3e8"),
    "more-ground": ("#eaf2f9", "#13212d"),
    "less-words": ("#a8430f", "#f0925c"),
    "less-ground": ("#fdf3ee", "#2a1d16"),
    "open": ("#48545f", "#b9c3cc"),
    "open-ground": ("#f3f5f6", "#1d252d"),
}
# Of charts: the house's colour -> name, by night. Fills keep those that carry words of their own, which stay as drawn.
SHAPES = {
    style.INK: ("chart-ink", "#e6ebef"),
    style.MUTED: ("chart-muted", "#a9b5c0"),
    style.FAINT: ("chart-faint", "#66727e"),
    style.GRID: ("chart-grid", "#28323b"),
    style.PAPER: ("chart-paper", "#12181e"),
    style.BAND: ("chart-band", "#212b34"),
    style.MARGIN: ("chart-margin", "#33404b"),
    style.MORE: ("chart-more", "#2a78b6"),
    style.INSIDE: ("chart-inside", "#c3ccd4"),
    style.OTHERS: ("chart-others", "#7f8b96"),
    style.CATEGORIES[2]: ("chart-slate", "#66727e"),
    style.SEQUENTIAL[-1]: ("chart-last-shade", "#5f7674"),
}
TEXTS = {
    style.INK: ("words-ink", "#e6ebef"),
    style.MUTED: ("words-muted", "#a9b5c0"),
    style.MORE: ("words-more", "#6db3e8"),
    style.LESS: ("words-less", "#f0925c"),
    style.INSIDE: ("words-inside", "#c3ccd4"),
    style.MEASURE: ("words-measure", "#5cb8a0"),
}
HEAD = r'<g class="head" data-depth="([\d.]+)"'  # words above a chart, which begins at the depth
_CHARTS = [(name, day, night) for palette in (SHAPES, TEXTS) for day, (name, night) in palette.items()]
DAY = {**{name: colour for name, (colour, _) in PAGE.items()}, **{name: colour for name, colour, _ in _CHARTS}}
NIGHT = {**{name: night for name, (_, night) in PAGE.items()}, **{name: night for name, _, night in _CHARTS}}


def theme_css() -> str:
    """The variables: by day; by night where the reader's system or their button asks for it, on a screen alone."""
    night = f"color-scheme: dark; {listed(NIGHT)}"
    return "\n".join(
        [
            f":root {{ color-scheme: light; {listed(DAY)} }}",
            f'@media screen and (prefers-color-scheme: dark) {{ :root:not([data-theme="light"]) {{ {night} }} }}',
            f'@media screen {{ :root[data-theme="dark"] {{ {night} }} }}',
        ]
    )


def listed(colours: dict[str, str]) -> str:
    """The colours as variables of CSS."""
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())


def themed(svg: str) -> str:
    """The drawing with the house's colours as variables, each with its colour by day for where there are none."""
    return re.sub(r'<(\w+)([^<>]*? style=")([^"]*)"', _element, svg)


def _element(match: re.Match[str]) -> str:
    """An element in variables: words and shapes of one colour differ by night."""
    tag, attributes, css = match.groups()
    palette = TEXTS if tag == "text" else SHAPES

    def variable(colour: re.Match[str]) -> str:
        name, _ = palette.get(colour[0], ("", ""))
        return f"var(--{name}, {colour[0]})" if name else colour[0]

    return f'<{tag}{attributes}{re.sub(r"#[0-9a-f]{6}", variable, css)}"'


def inline_svg(svg: bytes, key: str, title: str, alt: str) -> str:
    """The `<svg>` element without the words above the chart, its box beginning below them; ids carry the key as prefix
    so that several charts can share a page."""
    text = re.sub(r"<metadata>.*?</metadata>", "", themed(svg.decode()), flags=re.DOTALL)
    depth = max(map(float, re.findall(rf"{HEAD}>", text)), default=0.0)
    text = re.sub(rf"{HEAD}.*?</g>", "", text, flags=re.DOTALL)
    text = re.sub(r'\bid="', f'id="{key}-', text)
    text = re.sub(r"url\(#", f"url(#{key}-", text)
    text = re.sub(r'href="#', f'href="#{key}-', text)
    text = re.sub(r'(<style type="text/css">)\*', rf"\1.{key} *", text)
    opening = re.search(r'<svg[^>]* viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>', text)
    if opening is None:
        raise ValueError(f"{key}: not an SVG picture")
    head = (
        f'<svg class="{key}" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'viewBox="0 {depth:.2f} {opening[1]} {float(opening[2]) - depth:.2f}" role="img" '
        f'aria-labelledby="{key}-title {key}-desc">'
        f'<title id="{key}-title">{escape(title)}</title><desc id="{key}-desc">{escape(alt)}</desc>'
    )
    return head + text[opening.end() :].strip()
