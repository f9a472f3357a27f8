"""What a drawn table is made of, the renderer a game ships, and a plain one for games that ship none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from cext.file_games import is_file_game, row_names

__all__ = [
    "PlainRenderer", "TableRenderer", "picture_legend", "plain_text", "render_pictures", "renderer_of", "spans_of",
]  # fmt: skip

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
TableView = dict[str, Any]


class TableRenderer(Protocol):
    """A game's way to draw its whole states; made with the header of a record."""

    @property
    def legend(self) -> Sequence[tuple[str, str]]:
        """What letters and signs stand for."""

    def render(self, state: Mapping[str, Any], *, seat: int | None = None) -> TableView:
        """The table as the player in `seat` (from 1) sees it; None: with everything hidden shown."""

    def redact(self, words: str, *, seat: int, mover: int) -> str:
        """Words about a move of `mover`, or about what followed, without what the player in `seat` does not see."""


def renderer_of(header: Mapping[str, Any], *, short: bool = False) -> TableRenderer:
    """The renderer in the game's module `words.screen`, or a plain one where there is none."""
    from cext.games import game_module, is_game

    screen = game_module(header["game"], "words.screen") if is_game(header["game"]) else None
    return PlainRenderer(header, short=short) if screen is None else screen.Screen(header, short=short)


def render_pictures(renderer: TableRenderer, state: Mapping[str, Any]) -> TableView:
    """The table as pictures where the game draws some (`picture`, beside `draw`), else in words."""
    view: TableView = getattr(renderer, "picture", renderer.render)(state)
    return view


def picture_legend(renderer: TableRenderer) -> Sequence[tuple[str, str]]:
    """What the signs stand for in what render_pictures() gives."""
    legend: Sequence[tuple[str, str]] = getattr(renderer, "picture_legend", renderer.legend)
    return legend


class PlainRenderer:
    """Names and values as they stand in the state, one line a value; lists of tables stay tables."""

    legend: Sequence[tuple[str, str]] = ()

    def __init__(self, header: Mapping[str, Any], *, short: bool = False) -> None:
        self.short = short
        self.players = header["players"]
        self.title = header["title"]
        is_file = is_file_game(header["game"])
        self.names = row_names(Path(header["game"]), header["components"]) if is_file else {}

    def render(self, state: Mapping[str, Any], *, seat: int | None = None) -> TableView:
        """Everything the state holds: hide what is hidden before it comes here."""
        if self.names:
            players = [self.with_row_names(player) for player in state["players"]]
            state = {**state, "table": self.with_row_names(state["table"]), "players": players}
        parts = []
        loose: list[list[Any]] = []
        for key, value in state.items():
            if key == "players" and isinstance(value, list) and len(value) == self.players:
                parts += [_part(f"{i + 1}", _blocks(entry), seat=i + 1) for i, entry in enumerate(value)]
            elif isinstance(value, dict | list) and value:
                parts.append(_part(_key_text(key), _blocks(value)))
            else:
                loose.append([_key_text(key), _value_text(value)])
        if loose:
            parts.insert(0, _part(self.title, [{"facts": loose}]))
        return {"title": self.title, "parts": parts}

    def with_row_names(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Fields with the names of rows of data in place of their numbers."""
        return {name: _row_names(value, self.names[name]) if name in self.names else value
                for name, value in fields.items()}  # fmt: skip

    def redact(self, words: str, *, seat: int, mover: int) -> str:
        """The words as they are."""
        return words


def _part(title: str, blocks: list[Any], *, seat: int | None = None) -> dict[str, Any]:
    return {"title": title, "seat": seat, "aside": "", "blocks": blocks}


def _row_names(value: Any, names: Sequence[str]) -> Any:
    """The names of the rows whose numbers are in a pile, or in each of several; how many there are stays a number."""
    if not isinstance(value, list):
        return value
    if any(isinstance(each, list) for each in value):
        return [_row_names(each, names) for each in value]
    return ", ".join(names[each] if each < len(names) else str(each) for each in value) or "–"


def _key_text(key: object) -> str:
    return str(key).replace("_", " ")


def _blocks(value: Any) -> list[Any]:
    """A nested value as facts, and tables of the same keys as tables."""
    if (
        isinstance(value, list)
        and value
        and all(isinstance(row, dict) and row.keys() == value[0].keys() for row in value)
    ):
        head = [_key_text(key) for key in value[0]]
        return [{"table": {"head": head, "rows": [[_value_text(cell) for cell in row.values()] for row in value]}}]
    if not isinstance(value, dict):
        return [{"facts": [["", _value_text(value)]]}]
    blocks: list[Any] = []
    facts: list[list[Any]] = []
    for key, entry in value.items():
        tables = isinstance(entry, list) and entry and isinstance(entry[0], dict)
        if tables:
            blocks += [{"facts": [[_key_text(key), ""]]}, *_blocks(entry)]
        else:
            facts.append([_key_text(key), _value_text(entry)])
    return [{"facts": facts}, *blocks] if facts else blocks


def _value_text(value: Any) -> str:
    """A value in one line."""
    if isinstance(value, dict):
        return ", ".join(f"{_key_text(key)} {_value_text(entry)}" for key, entry in value.items())
    if isinstance(value, list | tuple):
        return (
            " ".join(
                f"({_value_text(entry)})" if isinstance(entry, dict | list) else _value_text(entry) for entry in value
            )
            or "–"
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
