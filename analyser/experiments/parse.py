"""Values as a command line or a file has them: how they are read, and how large they may be. Imported by every command,
so light."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from analyser.errors import DataError, UsageError
from cext.messages import parse_switch
from cext.safe_files import abbreviate

__all__ = [
    "BOUNDS", "LENGTHS", "MAX_SCENARIOS", "Bound", "TuningBudget", "bound_error", "check_bound", "check_game",
    "check_limits", "parse_budget", "parse_duration", "parse_float", "parse_int", "parse_size", "parse_value",
]  # fmt: skip


@dataclass(frozen=True)
class Bound:
    """The least and the largest value of something, and what it counts."""

    low: float
    high: float
    unit: str
    above: bool = False  # `low` itself is too little

    def holds(self, value: float) -> bool:
        """Whether a value is within; NaN is not."""
        return (self.low < value if self.above else self.low <= value) and value <= self.high

    def __str__(self) -> str:
        """In words."""
        low, high = (f"{end:,}" if end < 2**63 - 1 else "2^63 - 1" for end in (self.low, self.high))
        span = f"above {low}, at most {high}" if self.above else f"from {low} to {high}"
        return f"give {self.unit} {span}"


MAX_SEED = 2**63 - 1
# Of every number that a command line, a configuration, a manifest or a tuning may name, by its key.
BOUNDS: dict[str, Bound] = {
    "players": Bound(1, 20, "a number of players"),
    "games": Bound(1, 2**32 - 1, "a number of games"),  # they are numbered with 32 bits
    "more": Bound(1, 2**32 - 1, "a number of games"),
    "seed": Bound(0, MAX_SEED, "a whole number"),
    "sample": Bound(0, 1, "a fraction of the deals", above=True),
    "margin": Bound(0, 100, "percentage points of win share", above=True),
    "workers": Bound(0, 1_000, "a number of processes (0 plays in this one)"),
    "batch": Bound(1, 1_000_000, "a number of games"),
    "time_limit": Bound(0, 31_536_000, "seconds, or a time such as 90s, 5m or 1h,", above=True),
    "strong": Bound(0, 1_000_000, "seconds, or a time such as 90s, 5m or 1h,"),
    "printings": Bound(8, 200, "0 for none, auto, or a number of printings"),  # fewer say little of others
    "minutes": Bound(0, 1_000_000, "minutes, or a time such as 90s, 5m or 1h,", above=True),
    "generations": Bound(1, 1_000_000, "a number of generations"),
    "think": Bound(0, 3_600, "seconds, or a time such as 90s or 5m,", above=True),
    "starts": Bound(1, 64, "a number of searches"),
    "tuned_games": Bound(1, 100_000, "a number of games"),  # of a candidate in a generation
    "printing": Bound(0, 2**31 - 1, "the number of a printing"),
    "series": Bound(0, MAX_SEED, "a whole number"),
}
# Of every list and table, how many parts it may have.
LENGTHS: dict[str, int] = {
    "players": 20,
    "strategies": 255,  # they are numbered with 8 bits
    "boards": 20_000,  # of plays of people, play after play
    "option": 100,
    "scenario": 60_000,  # numbered with 16 bits
    "data": 1_000,
    "forbidden": 1_000,
    "restrictions": 1_000,
    "printing": 100,
    "retuned": 255,
}
MAX_SCENARIOS = 1_000  # that are answered by themselves
MAX_CHARACTERS = 5_000  # of a text: a path may have 4,096
MIN_MEMORY, MAX_MEMORY = "200MB", "100000GB"  # of a worker: it takes 100 MB by itself

WAYS = "such as 20000, 20_000, 20k, 2M or 1e4"
TIMES = {"": 1, "k": 1_000, "m": 1_000_000}
MAX_DIGITS = 60  # characters of a number
DIGITS = r"[+-]?(\d[\d_]*)?(\.\d+)?(e[+-]?\d{1,2})?"
NUMBER = re.compile(DIGITS, re.IGNORECASE | re.ASCII)
COUNT = re.compile(rf"(?P<digits>{DIGITS}|[+-]?\d{{1,3}}(,\d{{3}})+) ?(?P<times>[km]?)", re.IGNORECASE | re.ASCII)
THOUSANDS = re.compile(r"[+-]?\d{1,3}((\.\d{3})+|\.0+)", re.ASCII)  # or decimals: nobody knows
SIZE = re.compile(r"(?P<digits>\d{1,9}(\.\d{1,9})?) ?(?P<unit>[MG])B?", re.IGNORECASE | re.ASCII)
SIZES = {"m": 10**6, "g": 10**9}
DURATION = re.compile(rf"(?P<digits>{DIGITS}) ?(?P<unit>s|m|min|h)", re.IGNORECASE | re.ASCII)
GENERATIONS = "gen"
SECONDS = {"s": 1, "m": 60, "min": 60, "h": 3_600}


def bound_error(key: str, value: object) -> str:
    """What is wrong with the size of a value: a number beyond its bounds, a list or a text that is too long, or one in
    it; "" where nothing is."""
    if isinstance(value, str):
        return f"{len(value):,} characters, at most {MAX_CHARACTERS:,} are read" * (len(value) > MAX_CHARACTERS)
    if isinstance(value, Mapping | Sequence):
        if len(value) > LENGTHS[key]:
            return f"{len(value):,} are named, at most {LENGTHS[key]:,} can be"
        parts = [*value, *value.values()] if isinstance(value, Mapping) else value
        return next(filter(None, (bound_error(key, part) for part in parts)), "")
    if isinstance(value, int | float) and key in BOUNDS and not BOUNDS[key].holds(value):
        return str(BOUNDS[key])
    return ""


def check_bound(option: str, value: object, key: str = "") -> None:
    """UsageError where the value of an option is too large or too small; key: of its bounds, that of the option unless
    said otherwise."""
    if error := bound_error(key or option.removeprefix("--").replace("-", "_"), value):
        number = f" {value:g}" if isinstance(value, float) else f" {value}" if isinstance(value, int) else ""
        raise UsageError(f"{option}{number}: {error}")


def check_game(name: object) -> None:
    """DataError where no game is called so."""
    from cext.games import UnknownGame
    from cext.games import check_game as check_game_name

    try:
        check_game_name(name)
    except UnknownGame as error:
        raise DataError(str(error)) from error


def parse_value(text: str) -> str | int | bool:
    """The value of a switch from text: on and off (true, false, yes, no), whole numbers, texts: in their own types."""
    switch = parse_switch(text)
    is_int = text.isascii() and text.removeprefix("-").isdigit() and len(text) <= MAX_DIGITS
    return switch if switch is not None else int(text) if is_int else text


def parse_int(text: str) -> int:
    """A whole number from 20000, 20_000, 20,000, 20k, 2M or 1e4; ValueError says what is wrong with any other text, and
    of 20.000 what it may mean."""
    text = text.strip()
    match = COUNT.fullmatch(text)
    number = None if match is None else _decimal(match["digits"].replace(",", ""))
    if THOUSANDS.fullmatch(text):
        integer, _, rest = text.partition(".")
        if not rest.strip("0"):
            raise ValueError(f"is {integer} or {integer}000: write the one you mean, without a point")
        raise ValueError(f"is no whole number: write {integer}{rest.replace('.', '')}, without a point")
    if match is None or number is None:
        raise ValueError(f"is no number: give a whole one, {WAYS}")
    number *= TIMES[match["times"].lower()]
    if number != number.to_integral_value():
        raise ValueError(f"is no whole number: give one {WAYS}")
    return int(number)


def parse_float(text: str) -> float:
    """A number, with a decimal point where it is not whole; ValueError says what is wrong with any other text."""
    number = _decimal(text.strip())
    if number is None:
        raise ValueError("is no number: give one such as 2 or 1.5, with a point and without a unit")
    return float(number)


def parse_duration(text: str, unit: str = "s") -> float:
    """Seconds from 90s, 5m (minutes) or 1.5h; unit: of a plain number, s or m. ValueError says what is wrong with any
    other text."""
    match = DURATION.fullmatch(text.strip())
    number = _decimal(text.strip() if match is None else match["digits"])
    if number is None:
        plain = {"s": "seconds", "m": "minutes"}[unit]
        raise ValueError(f"is no time: give one such as 90s, 5m or 1h, or a number of {plain}")
    return float(number) * SECONDS[unit if match is None else match["unit"].lower()]


def parse_size(text: str) -> int:
    """Bytes from 500MB, 2GB or 1.5 GB; ValueError says what is wrong with any other text."""
    match = SIZE.fullmatch(text.strip())
    if match is None:
        raise ValueError("is no size: give one such as 500MB or 2GB")
    return int(Decimal(match["digits"]) * SIZES[match["unit"].lower()])


def check_limits(time_limit: float | None, memory_limit: str | None) -> None:
    """UsageError where no process can be held to these limits."""
    if time_limit is not None:
        check_bound("--time-limit", time_limit)
    if memory_limit is not None:
        try:
            size = parse_size(memory_limit)
        except ValueError as error:
            raise UsageError(f"--memory-limit {memory_limit} {error}") from error
        if not parse_size(MIN_MEMORY) <= size <= parse_size(MAX_MEMORY):
            raise UsageError(f"--memory-limit {memory_limit}: give a size from {MIN_MEMORY} to {MAX_MEMORY}")


@dataclass(frozen=True)
class TuningBudget:
    """How long plans are tuned: every one for so many generations, or all of them together for so many minutes; where
    nothing is said, as long as whoever tunes them has it."""

    generations: int | None = None
    minutes: float | None = None

    def __bool__(self) -> bool:
        return self.generations is not None or self.minutes is not None

    def per_plan(self, plans: int) -> TuningBudget:
        """That of one of so many plans."""
        return self if self.minutes is None else TuningBudget(None, self.minutes / plans)


def parse_budget(text: str) -> TuningBudget:
    """The limit that a user writes: minutes (5), a time (90s, 1h), generations (20gen). Raises UsageError."""
    amount = text.strip()
    number = amount.removesuffix(GENERATIONS).strip()
    try:
        if number != amount and BOUNDS["generations"].holds(generations := parse_int(number)):
            return TuningBudget(generations, None)
        if number == amount and BOUNDS["minutes"].holds(minutes := parse_duration(number, "m") / 60):
            return TuningBudget(None, minutes)
    except ValueError:
        pass
    high = f"{BOUNDS['minutes'].high:,}"
    raise UsageError(
        f"--retune {abbreviate(text)}: give minutes for all plans together (5, or 90s, 1h), or generations for each of "
        f"them (20{GENERATIONS}), at most {high} of either"
    )


def _decimal(text: str) -> Decimal | None:
    """The number that digits say; None where they say none, or one without end."""
    if len(text) > MAX_DIGITS or NUMBER.fullmatch(text) is None:
        return None
    try:
        return Decimal(text.replace("_", ""))
    except InvalidOperation:
        return None
