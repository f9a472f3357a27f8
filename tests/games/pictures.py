"""What a drawn table shows, for tests: texts in order, pieces counted by kind and player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any
from xml.etree import ElementTree

from analyser.experiments.merging import merge
from analyser.records import record_text
from analyser.records.reading import parse_record
from analyser.records.source import record_game
from analyser.replay.story import Story, story_of
from cext.games.picture import pieces_of, svg_text

__all__ = ["cards_of", "counted", "moments", "svgs_of", "texts_of", "told_game"]

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
def told_game(game: str, players: int, seed: int = 3) -> Story:
    """A game of the plans shipped with it, as a story."""
    lines = record_game(merge("run", {"game": game, "players": players, "seed": seed}), deal=0)
    return story_of(parse_record(record_text(lines), "game.jsonl"))


def moments(told: Story, *plies: int) -> Story:
    """The same game seen at those moments alone, for pages that are written fast; numbered from 0."""
    frames = [replace(told.frames[ply], ply=k) for k, ply in enumerate(plies)]
    return replace(told, frames=tuple(frames))
