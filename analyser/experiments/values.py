"""Values as a command line or a file has them: switches and numbers. Imported by every command, so light."""

import re
from decimal import Decimal, InvalidOperation

from analyser.errors import UsageError
from cext.switch_words import read_switch

__all__ = ["check_limits", "read_number", "read_size", "read_value", "read_whole"]

WAYS = "such as 20000, 20_000, 20k, 2M or 1e4"
TIMES = {"": 1, "k": 1_000, "m": 1_000_000}
DIGITS = r"[+-]?(\d[\d_]*|\d{1,3}(,\d{3})+)?(\.\d+)?(e[+-]?\d{1,2})?"
LEAST_MEMORY = 200_000_000  # bytes of a worker: it takes 100 MB by itself
SIZE = re.compile(r"(?P<digits>\d{1,9}(\.\d{1,9})?) ?(?P<unit>[MG])B?", re.IGNORECASE | re.ASCII)
SIZES = {"m": 10**6, "g": 10**9}
NUMBER = re.compile(rf"(?P<digits>{DIGITS}) ?(?P<times>[km]?)", re.IGNORECASE | re.ASCII)


def read_value(text: str) -> str | int | bool:
    """The value of a switch from text: on and off (true, false, yes, no), whole numbers, texts: in their own types."""
    known = read_switch(text)
    whole = text.removeprefix("-").isdigit()
    return known if known is not None else int(text) if whole else text


def read_whole(text: str) -> int:
    """A whole number from 20000, 20_000, 20,000, 20k, 2M or 1e4; ValueError says what is wrong with any other text."""
    number = _decimal(text)
    if number is None:
        raise ValueError(f"is no number: give a whole one, {WAYS}")
    if number != number.to_integral_value():
        raise ValueError(f"is no whole number: give one {WAYS}")
    return int(number)


def read_number(text: str) -> float:
    """A number, with a decimal point where it is not whole; ValueError says what is wrong with any other text."""
    number = _decimal(text)
    if number is None:
        raise ValueError("is no number: give one such as 2 or 1.5, with a point and without a unit")
    return float(number)


def read_size(text: str) -> int:
    """Bytes from 500MB, 2GB or 1.5 GB; ValueError says what is wrong with any other text."""
    match = SIZE.fullmatch(text.strip())
    if match is None:
        raise ValueError("is no size: give one such as 500MB or 2GB")
    return int(Decimal(match["digits"]) * SIZES[match["unit"].lower()])


def check_limits(time_limit: float | None, memory_limit: str | None) -> None:
    """UsageError where no process can be held to these limits."""
    if time_limit is not None and not 0 < time_limit < 1e9:
        raise UsageError(f"--time-limit {time_limit:g}: give a number of seconds above 0")
    if memory_limit is not None:
        try:
            size = read_size(memory_limit)
        except ValueError as error:
            raise UsageError(f"--memory-limit {memory_limit} {error}") from error
        if size < LEAST_MEMORY:
            raise UsageError(f"--memory-limit {memory_limit}: a worker takes 100 MB by itself: give 200MB or more")


def _decimal(text: str) -> Decimal | None:
    """The number a text says; None where it says none, or one without end."""
    match = NUMBER.fullmatch(text.strip())
    if match is None:
        return None
    try:
        number = Decimal(re.sub("[_,]", "", match["digits"]))
    except InvalidOperation:
        return None
    return number * TIMES[match["times"].lower()]
