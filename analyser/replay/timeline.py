"""A record as a timeline: the table before every decision, what led there, and where turns and rounds begin; and as a
log, one line a decision, a head for every turn, scores where a round ends."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from analyser.errors import AnalyserError, DataError
from analyser.experiments.loading import bounded_rules
from analyser.records import Record, Step, game_of, positions
from analyser.records.format import Line
from analyser.records.verify import verify_record
from cext.kernel.game import Position
from cext.messages import count_noun, format_switch

__all__ = [
    "Moment", "Timeline", "build_timeline", "end_lines", "locate_damage", "log_lines", "outcome", "seat_name",
    "seat_names",
]  # fmt: skip

State = Mapping[str, Any]
MAX_BOTS = 8  # in any game


@dataclass(frozen=True)
class Moment:
    """A moment of the game: so many decisions have been made."""

    ply: int
    state: State  # the whole state
    last: Line | None  # the decision made before; None at the beginning
    words: str  # the move made there
    next: Line | None  # the decision about to be made; None at the end
    points: tuple[int, ...]  # running score of every seat
    round: int
    turn: str  # the turn or phase the decision belongs to, in the rulebook's words
    after: tuple[str, ...]  # turns and phases that have just ended


@dataclass(frozen=True)
class Timeline:
    """A whole game to step through."""

    header: Line
    end: Line
    moments: tuple[Moment, ...]  # one for each number of decisions made, from 0
    note: str | None  # what is missing, in one line
    positions: tuple[Position, ...] = ()  # of the frames, by the engine; none where it does not agree with the record

    @cached_property
    def turns(self) -> tuple[int, ...]:
        """Places in `frames` where a turn or a phase begins; the end of the game is one of them."""
        begin = [0] + [moment.ply for moment in self.moments[1:] if moment.after]
        return tuple(dict.fromkeys([*begin, len(self.moments) - 1]))

    @cached_property
    def rounds(self) -> dict[int, int]:
        """Round -> place in `frames` where it begins."""
        begin: dict[int, int] = {}
        for moment in self.moments:
            if moment.next is not None:
                begin.setdefault(moment.round, moment.ply)
        return begin

    def turn_after(self, ply: int) -> int:
        """Where the next turn begins."""
        return self.turns[min(bisect_right(self.turns, ply), len(self.turns) - 1)]

    def turn_before(self, ply: int) -> int:
        """Where this turn began, or, at its beginning, the turn before."""
        place = bisect_right(self.turns, ply) - 1
        return self.turns[max(0, place - (self.turns[place] == ply))]

    @property
    def outcome(self) -> str:
        """Who won, in a sentence."""
        return outcome(self.header, self.end)

    def seat_name(self, seat: int) -> str:
        """A player as a line of text names him."""
        return seat_name(self.header, seat)


@contextmanager
def locate_damage(record: Record) -> Iterator[None]:
    """Where a record that differs from the rules cannot be shown, DataError says in which line it does."""
    try:
        yield
    except (AnalyserError, OSError):
        raise
    except Exception as error:
        differences = verify_record(record).differences
        if not differences:
            raise
        raise DataError(f"{record.name}: {differences[0]}: the record is damaged, and cannot be shown") from error


def seat_names(header: Line) -> list[str]:
    """Who sits where, from the first seat on: strategies, then bots."""
    bots = header.get("bots", 0)
    if bots not in range(MAX_BOTS + 1):
        raise DataError(f"the header tells of {bots!r} bots: there are 0 to {MAX_BOTS}")
    return [seat["strategy"] for seat in header["seats"]] + [header.get("bot_name", "bot")] * bots


def seat_name(header: Line, seat: int) -> str:
    """A player as a line of text names him."""
    return f"player {seat} ({seat_names(header)[seat - 1]})"


def outcome(header: Line, end: Line) -> str:
    """Who won, in a sentence; of a game left early, that it was."""
    if not end["finished"]:
        return "The game was left here; scores are as the table stands."
    return f"The game is over, won by {', '.join(seat_name(header, seat) for seat in end['winners'])}."


def build_timeline(record: Record) -> Timeline:
    """The timeline of a record; DataError where the lines lack what it is made of."""
    try:
        return _timeline(record)
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        reason = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)
        raise DataError(f"{record.name}: a line lacks something ({reason}): `verify` says which one") from error


def _timeline(record: Record) -> Timeline:
    steps = record.steps
    states, engine_positions, note = _states(record, steps)
    turns = _turn_names(steps)
    moments = []
    points: tuple[int, ...] = tuple(0 for _ in seat_names(record.header))
    round_ = steps[1].decision["round"] if len(steps) > 1 and steps[1].decision else 1
    for ply, step in enumerate(steps):
        coming = steps[ply + 1].decision if ply + 1 < len(steps) else None
        words = step.decision["legal"][step.decision["chosen"]]["text"] if step.decision else ""
        points = points if step.decision is None else tuple(step.decision["points"])
        round_ = coming["round"] if coming else round_
        names = tuple(name for line in step.states for name in line["after"])
        moments.append(Moment(ply, states[ply], step.decision, words, coming, points, round_, turns[ply], names))
    return Timeline(record.header, record.end, tuple(moments), note, engine_positions)


def _states(record: Record, steps: tuple[Step, ...]) -> tuple[list[State], tuple[Position, ...], str | None]:
    """The whole state at every step, by the engine where it agrees with the record, else as the turn before left it;
    the engine's positions; where it does not agree, why."""
    recorded: list[State] = []
    for step in steps:
        recorded.append(step.states[-1]["state"] if step.states else recorded[-1])
    try:
        game = game_of(record.header)
        states: list[State] = []
        engine_positions: list[Position] = []
        previous = None
        with bounded_rules(game.name, len(steps)):
            for step, position in zip(steps, positions(record), strict=True):
                milestones = [(line["after"], line["state"]) for line in step.states]
                if milestones != [(names, dict(state)) for names, state in game.words.milestones(previous, position)]:
                    raise DataError(f"the state after decision {len(states)} is another by the rules")
                states.append(game.words.whole_state(position))
                engine_positions.append(position)
                previous = position
    except DataError as error:
        reason = str(error).removeprefix(f"{record.name}, ")
        return (
            recorded,
            (),
            f"tables are drawn as recorded at the end of turns: `verify` says more ({reason})",
        )
    return states, tuple(engine_positions), None


def _turn_names(steps: tuple[Step, ...]) -> list[str]:
    """For every step the innermost turn or phase its decision belongs to: the next that ends."""
    names: list[str] = []
    coming = ""
    for step in reversed(steps):
        names.append(coming)
        if step.states:
            coming = step.states[0]["after"][0]
    return names[::-1]


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
