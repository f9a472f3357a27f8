"""A story as one page for a browser: data, style and script in one file, nothing fetched from elsewhere."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from importlib.resources import files
from json.encoder import encode_basestring
from pathlib import Path
from typing import Any

from analyser.errors import write_error
from analyser.explain.mistakes import Reckoning
from analyser.replay.drawing import drawing_of, picture_legend, pictured, plain_text
from analyser.replay.story import Frame, Story, seated
from analyser.runs.store import check_replaceable, write_whole
from cext.games import palette
from cext.games.picture import svg_text
from reports.page import policy

__all__ = ["check_page_place", "page_data", "page_text", "write_page"]

DOCTYPE, TITLE = b"<!DOCTYPE html>", b"<title>A game of "  # how templates/page.html.j2 begins

WORTH_SHARING = 12  # characters of JSON from which equal values are written once


def check_page_place(path: Path) -> None:
    """DataError where something else than such a page lies."""
    check_replaceable(path, lambda begin: begin.startswith(DOCTYPE) and TITLE in begin, "page of a game")


def write_page(story: Story, path: Path, reckoning: Reckoning | None = None) -> None:
    """Write the page, also over another one, with what judges say of the game where one does; the file exists whole or
    not at all. DataError or DiskFull when it cannot be written."""
    check_page_place(path)
    try:
        write_whole(path, page_text(story, reckoning).encode())
    except OSError as error:
        raise write_error(path, error, "name another file") from error


def page_text(story: Story, reckoning: Reckoning | None = None) -> str:
    """The page."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    templates = Environment(
        loader=PackageLoader("analyser.replay", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    data = _json(page_data(story, reckoning)).replace("<", "\\u003c")
    folder = files("analyser.replay") / "templates"
    script = (folder / "page.js").read_text(encoding="utf-8")
    return templates.get_template("page.html.j2").render(
        header=story.header,
        note=story.note,
        reckoning=reckoning,
        judged_by=sorted({judge.name for judge in reckoning.judges.values()}) if reckoning else [],
        name_of=story.seat_name,
        still=_still(story),
        legend=picture_legend(drawing_of(story.header)),
        data=data,
        script=script,
        policy=policy(script),
        css=f"{palette.style()}\n{(folder / 'page.css').read_text(encoding='utf-8')}",
    )


def _still(story: Story) -> list[tuple[str, str, list[str]]]:
    """(title, aside, pictures) of each part at the end, for browsers that run no script."""
    drawn = pictured(drawing_of(story.header), story.frames[-1].state)
    return [
        (
            plain_text(part["title"]),
            plain_text(part["aside"]),
            [svg_text(block["svg"]) for block in part["blocks"] if "svg" in block],
        )
        for part in drawn["parts"]
    ]


def page_data(story: Story, reckoning: Reckoning | None = None) -> dict[str, Any]:
    """What the script reads: frames whose parts stand once in `pool` and are referred to as {"$": place}."""
    drawing = drawing_of(story.header)
    pool = Pool()
    frames = [pool.shared(_frame(frame, pictured(drawing, frame.state))) for frame in story.frames]
    header = story.header
    judged = reckoning or Reckoning()
    return {
        "seats": [{"name": name} for name in seated(header)],
        "categories": header["categories"],
        "end": {"seats": story.end["seats"], "outcome": story.outcome},
        "rounds": [[number, ply] for number, ply in story.rounds.items()],
        "turns": list(story.turns),
        "judges": {str(seat): [judge.name, judge.unit] for seat, judge in judged.judges.items()},
        "values": {str(ply): [_short(value) for value in values] for ply, values in judged.values.items()},
        **pool.packed(frames),
    }


def _frame(frame: Frame, drawn: Mapping[str, Any]) -> dict[str, Any]:
    """A moment as the script draws it."""
    last, coming = frame.last, frame.next
    return {
        "drawn": {**drawn, "title": plain_text(drawn["title"])},
        "turn": frame.turn,
        "points": list(frame.points),
        "last": last and {"seat": last["seat"], "move": last["move"], "text": frame.words, "events": last["events"]},
        "next": coming
        and {
            "seat": coming["seat"],
            "stage": coming["stage"],
            "chosen": coming["chosen"],
            "legal": [[move["move"], move["text"]] for move in coming["legal"]],
        },
    }


def _short(value: float | None) -> float | int | None:
    """A value as the page prints it, in as few characters."""
    if value is None:
        return None
    shortened = round(value, 2)
    return int(shortened) if shortened == int(shortened) else shortened


class Pool:
    """Values of JSON, each kept once."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self.places: dict[str, int] = {}  # by the JSON of what stands in `values`
        self.words: dict[str, tuple[Any, str]] = {}  # texts that were met
        # by identity: the object, kept so that its id stays its own, with what _shared() says of it
        self.met: dict[int, tuple[Any, tuple[Any, str]]] = {}

    def shared(self, value: Any) -> Any:
        """The value with everything long enough replaced by its place in the pool, innermost first."""
        return self._shared(value)[0]

    def _shared(self, value: Any) -> tuple[Any, str]:
        """What shared() says, and its JSON."""
        kind = type(value)  # most values are plain texts and numbers: their types are looked at first
        if kind is str:
            known = self.words.get(value)
            if known is None:
                known = self.words[value] = self._placed(value, encode_basestring(value))
            return known
        if kind is int or kind is float:  # a finite one
            return value, repr(value)
        if isinstance(value, (dict, list, tuple)):
            met = self.met.get(id(value))
            if met is None:
                met = self.met[id(value)] = value, self._placed(*self._whole(value))
            return met[1]
        return value, _json(value)

    def _whole(self, value: Any) -> tuple[Any, str]:
        """A dict or list with what is in it shared, and its JSON."""
        shared = self._shared
        if isinstance(value, dict):
            inside, texts = {}, []
            for key, entry in value.items():
                inside[key], text = shared(entry)
                texts.append(f'"{key}":{text}')
            return inside, f"{{{','.join(texts)}}}"
        entries = [shared(entry) for entry in value]
        return [entry for entry, _ in entries], f"[{','.join([text for _, text in entries])}]"

    def _placed(self, value: Any, text: str) -> tuple[Any, str]:
        """A value whose parts are shared already, and whose JSON is `text`, or its place; with its JSON."""
        if len(text) < WORTH_SHARING:
            return value, text
        place = self.places.setdefault(text, len(self.values))
        if place == len(self.values):
            self.values.append(value)
        return {"$": place}, f'{{"$":{place}}}'

    def packed(self, frames: list[Any]) -> dict[str, list[Any]]:
        """Frames and pool, with what is used once where it is used, and the shortest places for what is used most."""
        used: Counter[int] = Counter()
        for value in (*self.values, *frames):
            _count(value, used)
        place_of = {place: k for k, place in enumerate(place for place, n in used.most_common() if n > 1)}

        def inlined(value: Any) -> Any:
            if isinstance(value, Mapping):
                if "$" not in value:
                    return {key: inlined(entry) for key, entry in value.items()}
                place = value["$"]
                return {"$": place_of[place]} if place in place_of else inlined(self.values[place])
            return [inlined(entry) for entry in value] if isinstance(value, list) else value

        return {"pool": [inlined(self.values[place]) for place in place_of], "frames": [inlined(f) for f in frames]}


def _count(value: Any, used: Counter[int]) -> None:
    """Count the places a value refers to."""
    if isinstance(value, Mapping):
        if "$" in value:
            used[value["$"]] += 1
        else:
            for entry in value.values():
                _count(entry, used)
    elif isinstance(value, list):
        for entry in value:
            _count(entry, used)


_json = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
