"""A record as a log: one line a decision, a head for every turn, scores where a round ends."""

from __future__ import annotations

from collections.abc import Iterator

from analyser.records.format import Line
from analyser.replay.story import Frame, Story, outcome
from cext.spelling import counted
from cext.switch_words import switch_words

__all__ = ["end_lines", "log_lines"]


def log_lines(story: Story) -> Iterator[str]:
    """The lines of the log."""
    yield from head_lines(story)
    for frame, following in zip(story.frames, story.frames[1:], strict=False):
        if frame.ply in story.turns:
            yield ""
            yield f"{frame.turn}" if frame.turn else f"round {frame.round}"
        yield decision_line(following)
        if following.next is None or following.round != frame.round:
            yield ""
            yield f"after round {frame.round}: {points_words(story, following)}"
    yield ""
    yield from end_lines(story.header, story.end)


def head_lines(story: Story) -> Iterator[str]:
    """What was played, by whom, and the set-up's consequences."""
    header = story.header
    yield f"{header['title']}, {counted(header['players'], 'player')}, seed {header['seed']}, deal {header['deal']}"
    for seat in header["seats"]:
        board = f" ({seat['board']})" if seat["board"] else ""
        plan = f", opening {seat['forced_opening']}" if seat["forced_opening"] else ""
        yield f"player {seat['seat']}: {seat['strategy']}{board}{plan}"
    for number in range(header.get("bots", 0)):
        yield f"player {header['players'] + number + 1}: {header.get('bot_name', 'bot')}"
    options = ", ".join(f"{name}={switch_words(value)}" for name, value in header["options"].items())
    if options:
        yield f"options: {options}"
    yield from header["events"]
    if story.note:
        yield f"note: {story.note}"


def decision_line(frame: Frame) -> str:
    """The decision that led to a frame, and what followed."""
    assert frame.last is not None
    words = [frame.words, *frame.last["events"]]
    return f"{frame.last['ply']:>5}  player {frame.last['seat']}  {frame.last['move']:<8} {'; '.join(words)}"


def points_words(story: Story, frame: Frame) -> str:
    """The score of every seat."""
    return ", ".join(f"{story.seat_name(i + 1)} {points}" for i, points in enumerate(frame.points))


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
