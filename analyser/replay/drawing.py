"""What a drawn table is made of, the drawing a game ships, and a plain one for games that ship none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

__all__ = ["Drawing", "PlainDrawing", "drawing_of", "picture_legend", "pictured", "plain_text", "spans_of"]

# A drawn table: {"title": text, "parts": [part, …]}, plain data fit for JSON.
#
# part: {"title": text, "seat": number from 1 or None, "aside": text, "blocks": [block, …]}; parts with a seat lie in
# front of that player; a part with "wide": True comes last and takes the whole width; "least": characters a line needs.
# block: {"facts": [[label, text], …]}, {"table": {"head": [text, …], "rows": [[text, …], …]}},
# {"tiles": [{"title": text, "status": text, "lines": [text, …]}, …]} or, for the squares of a map, each of at most two
# characters, {"grid": {"head": [name, …], "rows": [[name, [str, tone], …], …]}}; a picture has blocks {"svg": {"width":
# number, "height": number, "margin": number around both, "label": what it shows, "nodes": [node, …]}} besides: see
# cext/games/picture.py.
# text: a str, or a list of str and [str, tone]; tone: `strong`, `muted`, `seat1` … `seat6`, `ivory`, `orange`, `brown`,
# `red`, `yellow`, `green`, `cyan`, `blue`, `gray`, `white`, and `on-` before a colour for a ground of it.
Drawn = dict[str, Any]


class Drawing(Protocol):
    """A game's way to draw its whole states; made with the header of a record."""

    @property
    def legend(self) -> Sequence[tuple[str, str]]:
        """What letters and signs stand for."""

    def draw(self, state: Mapping[str, Any], *, seat: int | None = None) -> Drawn:
        """The table as the player in `seat` (from 1) sees it; None: with everything hidden shown."""

    def heard(self, words: str, *, seat: int, mover: int) -> str:
        """Words about a move of `mover`, or about what followed, without what the player in `seat` does not see."""


def drawing_of(header: Mapping[str, Any], *, short: bool = False) -> Drawing:
    """The drawing in the game's module `words.screen`, or a plain one where there is none."""
    from cext.games import GAMES, game_module

    screen = game_module(header["game"], "words.screen") if header["game"] in GAMES else None
    return PlainDrawing(header, short=short) if screen is None else screen.Screen(header, short=short)


def pictured(drawing: Drawing, state: Mapping[str, Any]) -> Drawn:
    """The table as pictures where the game draws some (`picture`, beside `draw`), else in words."""
    drawn: Drawn = getattr(drawing, "picture", drawing.draw)(state)
    return drawn


def picture_legend(drawing: Drawing) -> Sequence[tuple[str, str]]:
    """What the signs stand for in what pictured() gives."""
    legend: Sequence[tuple[str, str]] = getattr(drawing, "picture_legend", drawing.legend)
    return legend


class PlainDrawing:
    """Names and values as they stand in the state, one line a value; lists of tables stay tables."""

    legend: Sequence[tuple[str, str]] = ()

    def __init__(self, header: Mapping[str, Any], *, short: bool = False) -> None:
        self.short = short
        self.players = header["players"]
        self.title = header["title"]

    def draw(self, state: Mapping[str, Any], *, seat: int | None = None) -> Drawn:
        """Everything the state holds: hide what is hidden before it comes here."""
        parts = []
        loose: list[list[Any]] = []
        for key, value in state.items():
            if key == "players" and isinstance(value, list) and len(value) == self.players:
                parts += [_part(f"{i + 1}", _blocks(entry), seat=i + 1) for i, entry in enumerate(value)]
            elif isinstance(value, dict | list) and value:
                parts.append(_part(_words(key), _blocks(value)))
            else:
                loose.append([_words(key), _line(value)])
        if loose:
            parts.insert(0, _part(self.title, [{"facts": loose}]))
        return {"title": self.title, "parts": parts}

    def heard(self, words: str, *, seat: int, mover: int) -> str:
        """The words as they are."""
        return words


def _part(title: str, blocks: list[Any], *, seat: int | None = None) -> dict[str, Any]:
    return {"title": title, "seat": seat, "aside": "", "blocks": blocks}


def _words(key: object) -> str:
    return str(key).replace("_", " ")


def _blocks(value: Any) -> list[Any]:
    """A nested value as facts, and tables of the same keys as tables."""
    if (
        isinstance(value, list)
        and value
        and all(isinstance(row, dict) and row.keys() == value[0].keys() for row in value)
    ):
        head = [_words(key) for key in value[0]]
        return [{"table": {"head": head, "rows": [[_line(cell) for cell in row.values()] for row in value]}}]
    if not isinstance(value, dict):
        return [{"facts": [["", _line(value)]]}]
    blocks: list[Any] = []
    facts: list[list[Any]] = []
    for key, entry in value.items():
        tables = isinstance(entry, list) and entry and isinstance(entry[0], dict)
        if tables:
            blocks += [{"facts": [[_words(key), ""]]}, *_blocks(entry)]
        else:
            facts.append([_words(key), _line(entry)])
    return [{"facts": facts}, *blocks] if facts else blocks


def _line(value: Any) -> str:
    """A value in one line."""
    if isinstance(value, dict):
        return ", ".join(f"{_words(key)} {_line(entry)}" for key, entry in value.items())
    if isinstance(value, list | tuple):
        return (
            " ".join(f"({_line(entry)})" if isinstance(entry, dict | list) else _line(entry) for entry in value) or "–"
        )
    if value is None:
        return "–"
    return str(value).lower() if isinstance(value, bool) else str(value)


def spans_of(text: Any) -> Iterator[tuple[str, str]]:
    """(words, tone) of a text, in order; no tone is ''."""
    for span in [text] if isinstance(text, str) else text:
        if isinstance(span, str):
            yield span, ""
        else:
            yield str(span[0]), str(span[1])


def plain_text(text: Any) -> str:
    """A text without its tones."""
    return "".join(words for words, _ in spans_of(text))
