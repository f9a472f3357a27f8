"""What a drawn table shows, for tests: texts in order, pieces counted by kind and player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from playwright.sync_api import Page

from analyser.experiments.config_loader import merge
from analyser.records import record_text
from analyser.records.file import parse_record
from analyser.records.recording import record_game
from analyser.replay.page import write_page
from analyser.replay.timeline import Timeline, build_timeline
from cext.games.picture import pieces_of, svg_text
from tests.browser import open_page, pieces_in_collision, texts_in_collision, texts_out_of_place

__all__ = ["cards_of", "collisions", "counted", "moments_page", "svgs_of", "texts_of", "told_game"]

MOMENTS = 4
SVG = "{http://www.w3.org/2000/svg}"

Drawn = Mapping[str, Any]


def svgs_of(drawn: Drawn, *, seat: int | None = None) -> Iterator[Mapping[str, Any]]:
    """Every picture of a drawing, or those of one seat."""
    for part in drawn["parts"]:
        if seat is None or part["seat"] == seat:
            yield from (block["svg"] for block in part["blocks"] if "svg" in block)


def counted(drawn: Drawn, *, seat: int | None = None) -> Counter[tuple[str, int | None]]:
    """Pieces by (kind, player they belong to; None: nobody's); seat: those of the pictures before that player."""
    found: Counter[tuple[str, int | None]] = Counter()
    for svg in svgs_of(drawn, seat=seat):
        for piece in pieces_of(svg["nodes"]):
            found[piece["data-piece"], piece.get("data-seat")] += piece["data-count"]
    return found


def texts_of(drawn: Drawn) -> list[str]:
    """Every text of every picture, as an XML parser reads the SVG."""
    found = []
    for svg in svgs_of(drawn):
        root = ElementTree.fromstring(svg_text(svg))
        found += [element.text or "" for element in root.iter(f"{SVG}text")]
    return found


def cards_of(drawn: Drawn, *, seat: int | None = None) -> list[list[str]]:
    """The texts on every card, what its tip says first."""
    found = []
    for svg in svgs_of(drawn, seat=seat):
        for group in ElementTree.fromstring(svg_text(svg)).iter(f"{SVG}g"):
            if group.get("data-piece") == "card":
                found.append([element.text or "" for element in group if element.tag in (f"{SVG}title", f"{SVG}text")])
    return found


@cache
def told_game(game: str, players: int, board: str | None = None) -> Timeline:
    """A game of the plans shipped with it, as a story; board: that of the table."""
    given = {"boards": [board]} if board else {}
    lines = record_game(merge("run", {"game": game, "players": players, "seed": 3, **given}), deal=0)
    return build_timeline(parse_record(record_text(lines), "game.jsonl"))


def moments_page(game: str, players: int, folder: Path) -> Path:
    """The page of such a game at MOMENTS moments alone, from its start to its end, numbered from 0."""
    told, page = told_game(game, players), folder / f"{game}_{players}.html"
    last = len(told.moments) - 1
    frames = [replace(told.moments[k * last // (MOMENTS - 1)], ply=k) for k in range(MOMENTS)]
    write_page(replace(told, moments=tuple(frames)), page)
    return page


def collisions(tab: Page, page: Path) -> list[object]:
    """What stands on one another or runs out of the window on such a page, at any of its moments."""
    found: list[object] = []
    open_page(tab, page)
    for ply in range(MOMENTS):
        tab.evaluate(f"location.hash = 'move={ply}'")
        tab.wait_for_selector(f"body[data-ply='{ply}'] .picture")
        found += [*texts_out_of_place(tab), *texts_in_collision(tab), *pieces_in_collision(tab)]
        wide = tab.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        found += [f"{wide} px too wide"] if wide > 0 else []
    return found
