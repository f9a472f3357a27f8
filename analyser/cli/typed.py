"""What options take as one text: names and numbers with commas between them, switches with their values."""

from analyser.errors import UsageError
from analyser.experiments.values import BOUNDS, bound_error, check_bound, read_value, read_whole
from cext.limits import abbreviate, quote

__all__ = ["parse_counts", "parse_names", "parse_switches"]


def parse_names(text: str | None, option: str) -> tuple[str, ...] | None:
    """Names with commas between them; None stays None. UsageError where one is missing, or they are too many."""
    if text is None:
        return None
    values = tuple(name.strip() for name in text.split(","))
    if not all(values):
        raise UsageError(f"{option} {quote(text)}: a name is missing{' between commas' * (len(values) > 1)}")
    check_bound(option, values, "strategies")
    return values


def parse_counts(text: str | None) -> tuple[int, ...] | None:
    """Whole numbers with commas between them; None stays None."""
    if text is None:
        return None
    try:
        values = tuple(read_whole(part) for part in text.split(","))
    except ValueError:
        values = ()
    if not values or bound_error("players", values):
        several = "or several with commas between them, such as 2,3,4"
        raise UsageError(f"--players {abbreviate(text)}: {BOUNDS['players']}, {several}")
    return values


def parse_switches(texts: list[str] | None) -> dict[str, str | int | bool] | None:
    """SWITCH=VALUE texts as a dictionary; true, false and whole numbers in their own types."""
    out: dict[str, str | int | bool] = {}
    for text in texts or ():
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise UsageError(f"--option {abbreviate(text)}: write it as switch=value, for instance draft=on")
        if name in out:
            raise UsageError(f"--option {name} stands twice: give it once")
        out[name] = read_value(value)
    return out or None
