"""A record as a log: one line a decision, a head for every turn, scores where a round ends."""

from __future__ import annotations

from collections.abc import Iterator

from analyser.records.format import Line
from analyser.replay.timeline import Moment, Timeline, outcome
from cext.messages import count_noun, format_switch

__all__ = ["end_lines", "log_lines"]


def log_lines(timeline: Timeline) -> Iterator[str]:
    """The lines of the log."""
    yield from head_lines(timeline)
    for moment, following in zip(timeline.moments, timeline.moments[1:], strict=False):
        if moment.ply in timeline.turns:
            yield ""
            yield f"{moment.turn}" if moment.turn else f"round {moment.round}"
        yield decision_line(following)
        if following.next is None or following.round != moment.round:
            yield ""
            yield f"after round {moment.round}: {points_words(timeline, following)}"
    yield ""
    yield from end_lines(timeline.header, timeline.end)


def head_lines(timeline: Timeline) -> Iterator[str]:
    """What was played, by whom, and the set-up's consequences."""
    header = timeline.header
    yield f"{header['title']}, {count_noun(header['players'], 'player')}, seed {header['seed']}, deal {header['deal']}"
    for seat in header["seats"]:
        board = f" ({seat['board']})" if seat["board"] else ""
        plan = f", opening {seat['forced_opening']}" if seat["forced_opening"] else ""
        yield f"player {seat['seat']}: {seat['strategy']}{board}{plan}"
    for number in range(header.get("bots", 0)):
        yield f"player {header['players'] + number + 1}: {header.get('bot_name', 'bot')}"
    options = ", ".join(f"{name}={format_switch(value)}" for name, value in header["options"].items())
    if options:
        yield f"options: {options}"
    yield from header["events"]
    if timeline.note:
        yield f"note: {timeline.note}"


def decision_line(moment: Moment) -> str:
    """The decision that led to a frame, and what followed."""
    assert moment.last is not None
    words = [moment.words, *moment.last["events"]]
    return f"{moment.last['ply']:>5}  player {moment.last['seat']}  {moment.last['move']:<8} {'; '.join(words)}"


def points_words(timeline: Timeline, moment: Moment) -> str:
    """The score of every seat."""
    return ", ".join(f"{timeline.seat_name(i + 1)} {points}" for i, points in enumerate(moment.points))


def end_lines(header: Line, end: Line) -> Iterator[str]:
    """Scores by category, seats from left to right, and who won."""
    seats = end["seats"]
    categories = {name: name.replace("_", " ") for name in header["categories"]}
    wide = max(map(len, [*categories, "score"]))
    columns = [f"player {seat['seat']}" for seat in seats]
    yield f"{'':<{wide}}  " + "  ".join(columns)
    for name, words in categories.items():
        points = (f"{seat['by_category'][name]:>{len(head)}}" for seat, head in zip(seats, columns, strict=True))
        yield f"{words:<{wide}}  " + "  ".join(points)
    for name in ("score", "rank"):
        yield f"{name:<{wide}}  " + "  ".join(f"{seat[name]:>{len(h)}}" for seat, h in zip(seats, columns, strict=True))
    yield outcome(header, end)
