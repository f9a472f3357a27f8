"""An SVG file made fit to stand inside an HTML page beside others: own ids, own styles, the page's
colours, a spoken title, no outside reference."""

from __future__ import annotations

import re
from html import escape

from reports.charts.marks import beheaded
from reports.charts.theme import themed

__all__ = ["inline_svg"]


def inline_svg(svg: bytes, key: str, title: str, alt: str) -> tuple[list[str], str]:
    """The words above the chart, and the `<svg>` element without them; ids carry the key as prefix so that several
    charts can share a page."""
    words, text = beheaded(themed(svg.decode()))
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'\bid="', f'id="{key}-', text)
    text = re.sub(r"url\(#", f"url(#{key}-", text)
    text = re.sub(r'href="#', f'href="#{key}-', text)
    text = re.sub(r'(<style type="text/css">)\*', rf"\1.{key} *", text)
    opening = re.match(r"<svg[^>]*>", text)
    if opening is None:
        raise ValueError(f"{key}: not an SVG picture")
    box = re.search(r'viewBox="[^"]*"', opening.group())
    head = (
        f'<svg class="{key}" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'{box.group() if box else ""} role="img" aria-labelledby="{key}-title {key}-desc">'
        f'<title id="{key}-title">{escape(title)}</title><desc id="{key}-desc">{escape(alt)}</desc>'
    )
    return words, head + text[opening.end() :].strip()
