"""Values as a command line or a file has them: switches and numbers. Imported by every command, so light."""

import re
from decimal import Decimal, InvalidOperation

from cext.switch_words import read_switch

__all__ = ["read_number", "read_value", "read_whole"]

WAYS = "such as 20000, 20_000, 20k, 2M or 1e4"
TIMES = {"": 1, "k": 1_000, "m": 1_000_000}
DIGITS = r"[+-]?(\d[\d_]*|\d{1,3}(,\d{3})+)?(\.\d+)?(e[+-]?\d{1,2})?"
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
