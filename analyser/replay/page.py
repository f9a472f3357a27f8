"""A game as one page for a browser: data, style and script in one file, nothing fetched from elsewhere."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from json.encoder import encode_basestring
from pathlib import Path
from typing import Any

from markupsafe import Markup

from analyser.errors import DataError, write_error
from analyser.files import check_replaceable, write_atomic
from analyser.replay.chances import Chances, chance_chart, chance_rows, chances_note
from analyser.replay.mistakes import GameAnalysis
from analyser.replay.renderer import picture_legend, plain_text, render_pictures, renderer_of
from analyser.replay.timeline import Moment, Timeline, seat_names
from cext.games import palette
from cext.games.picture import svg_text
from reports.page import policy, templates

__all__ = ["check_page_place", "page_data", "page_text", "write_page"]

DOCTYPE, TITLE = b"<!DOCTYPE html>", b"<title>A game of "  # how templates/page.html.j2 begins

WORTH_SHARING = 12  # characters of JSON from which equal values are written once
PLACE = re.compile(r'\{"\$":(\d+)\}')  # of a value in the pool; within a text of JSON, quotes stand behind a backslash


def check_page_place(path: Path) -> None:
    """DataError where something else than such a page lies, or no folder."""
    if not path.resolve().parent.is_dir():
        raise DataError(f"{path}: cannot be written (its folder does not exist): name another file")
    check_replaceable(path, lambda begin: begin.startswith(DOCTYPE) and TITLE in begin, "page of a game")


def write_page(
    timeline: Timeline, path: Path, analysis: GameAnalysis | None = None, chances: Chances | None = None
) -> None:
    """Write the page, also over another one, with what judges say of the game where one does; the file exists whole or
    not at all. DataError or DiskFull when it cannot be written."""
    check_page_place(path)
    try:
        write_atomic(path, page_text(timeline, analysis, chances).encode())
    except OSError as error:
        raise write_error(path, error, "name another file") from error


def page_text(
    timeline: Timeline, analysis: GameAnalysis | None = None, chances: Chances | None = None, *, source: str = ""
) -> str:
    """The page. source: where it asks for the chances to win in pieces once it is open; "": nowhere."""
    data = page_data(timeline, analysis, chances, source=source).replace("<", "\\u003c")
    folder = Path(__file__).parent / "templates"
    script = (folder / "page.js").read_text(encoding="utf-8")
    return (
        templates(folder)
        .get_template("page.html.j2")
        .render(
            header=timeline.header,
            note=timeline.note,
            analysis=analysis,
            note_on_chances=chances_note(chances) if chances else "",
            chart=Markup(chance_chart(timeline, chances)) if chances else "",
            source=source,
            marks=[mistake for mistake in analysis.mistakes if mistake.unit == "pp"] if analysis else [],
            last=max(1, len(timeline.moments) - 1),
            judged_by=sorted({judge.name for judge in analysis.judges.values()}) if analysis else [],
            name_of=timeline.seat_name,
            still=_still(timeline),
            legend=picture_legend(renderer_of(timeline.header)),
            data=data,
            script=script,
            policy=policy(script) + ("; connect-src 'self'" if source else ""),
            css=f"{palette.style()}\n{(folder / 'page.css').read_text(encoding='utf-8')}",
        )
    )


def _still(timeline: Timeline) -> list[tuple[str, str, list[str]]]:
    """(title, aside, pictures) of each part at the end, for browsers that run no script."""
    view = render_pictures(renderer_of(timeline.header), timeline.moments[-1].state)
    return [
        (
            plain_text(part["title"]),
            plain_text(part["aside"]),
            [svg_text(block["svg"]) for block in part["blocks"] if "svg" in block],
        )
        for part in view["parts"]
    ]


def page_data(
    timeline: Timeline, analysis: GameAnalysis | None = None, chances: Chances | None = None, *, source: str = ""
) -> str:
    """JSON of what the script reads: frames whose parts stand once in `pool` and are referred to as {"$": place}."""
    renderer = renderer_of(timeline.header)
    pool = JsonPool()
    frames = [pool.share(_moment_data(moment, render_pictures(renderer, moment.state))) for moment in timeline.moments]
    header = timeline.header
    analysis_data = analysis or GameAnalysis()
    of_game = {
        "seats": [{"name": name} for name in seat_names(header)],
        "categories": header["categories"],
        "end": {"seats": timeline.end["seats"], "outcome": timeline.outcome},
        "rounds": [[number, ply] for number, ply in timeline.rounds.items()],
        "turns": list(timeline.turns),
        "judges": {str(seat): [judge.name, judge.unit] for seat, judge in analysis_data.judges.items()},
        "values": {str(ply): [_short(value) for value in values] for ply, values in analysis_data.values.items()},
    }
    of_chances = {"chances": chance_rows(chances) if chances else [], "source": source}
    return f"{_to_json(of_game)[:-1]},{pool.pack(frames)},{_to_json(of_chances)[1:]}"


def _moment_data(moment: Moment, view: Mapping[str, Any]) -> dict[str, Any]:
    """A moment as the script draws it."""
    last, coming = moment.last, moment.next
    return {
        "drawn": {**view, "title": plain_text(view["title"])},
        "turn": moment.turn,
        "points": list(moment.points),
        "last": last and {"seat": last["seat"], "text": moment.words, "events": last["events"]},
        "next": coming
        and {
            "seat": coming["seat"],
            "stage": coming["stage"],
            "chosen": coming["chosen"],
            "legal": [move["text"] for move in coming["legal"]],
        },
    }


def _short(value: float | None) -> float | int | None:
    """A value as the page prints it, in as few characters."""
    if value is None:
        return None
    shortened = round(value, 2)
    return int(shortened) if shortened == int(shortened) else shortened


class JsonPool:
    """Values as JSON, each long part kept once."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {}  # by the JSON of a part, in their order
        self.words: dict[str, str] = {}  # texts that were met, with what share() gives for them
        # by identity: the object, kept so that its id stays its own, with what share() gives for it
        self.containers: dict[int, tuple[Any, str]] = {}

    def share(self, value: Any) -> str:
        """The JSON of a value with everything long enough replaced by its place in the pool, innermost first."""
        kind = type(value)  # most values are plain texts and numbers: their types are looked at first
        if kind is str:
            text = self.words.get(value)
            if text is None:
                text = self.words[value] = self._pool(encode_basestring(value))
            return text
        if kind is int or kind is float:  # a finite one
            return repr(value)
        if isinstance(value, (dict, list, tuple)):
            container = self.containers.get(id(value))
            if container is None:
                container = self.containers[id(value)] = value, self._pool(self._container(value))
            return container[1]
        return _to_json(value)

    def _container(self, value: Any) -> str:
        """The JSON of a dict or list with what is in it shared."""
        if isinstance(value, dict):
            return f"{{{','.join([f'{encode_basestring(key)}:{self.share(entry)}' for key, entry in value.items()])}}}"
        return f"[{','.join([self.share(entry) for entry in value])}]"

    def _pool(self, text: str) -> str:
        """JSON whose parts are shared already, or its place."""
        if len(text) < WORTH_SHARING:
            return text
        return f'{{"$":{self.places.setdefault(text, len(self.places))}}}'

    def pack(self, frames: list[str]) -> str:
        """JSON of pool and frames, with what is used once where it is used, and the shortest places for what is used
        most."""
        texts = list(self.places)
        n_uses = Counter(place for text in (*texts, *frames) for place in PLACE.findall(text))
        place_of = {place: k for k, place in enumerate(place for place, n in n_uses.most_common() if n > 1)}

        def inline(match: re.Match[str]) -> str:
            place = match[1]
            return f'{{"$":{place_of[place]}}}' if place in place_of else PLACE.sub(inline, texts[int(place)])

        pool = ",".join([PLACE.sub(inline, texts[int(place)]) for place in place_of])
        return f'"pool":[{pool}],"frames":[{",".join([PLACE.sub(inline, frame) for frame in frames])}]'


_to_json = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
