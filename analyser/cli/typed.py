"""What options take as one text: names and numbers with commas between them, switches with their values."""

from analyser.errors import UsageError
from analyser.experiments.parse import BOUNDS, bound_error, check_bound, parse_int, parse_value
from cext.limits import abbreviate, quote

__all__ = ["counts", "names", "switches"]


def names(text: str | None, option: str) -> tuple[str, ...] | None:
    """Names with commas between them; None stays None. UsageError where one is missing, or they are too many."""
    if text is None:
        return None
    found = tuple(name.strip() for name in text.split(","))
    if not all(found):
        raise UsageError(f"{option} {quote(text)}: a name is missing{' between commas' * (len(found) > 1)}")
    check_bound(option, found, "strategies")
    return found


def counts(text: str | None) -> tuple[int, ...] | None:
    """Whole numbers with commas between them; None stays None."""
    if text is None:
        return None
    try:
        found = tuple(parse_int(part) for part in text.split(","))
    except ValueError:
        found = ()
    if not found or bound_error("players", found):
        several = "or several with commas between them, such as 2,3,4"
        raise UsageError(f"--players {abbreviate(text)}: {BOUNDS['players']}, {several}")
    return found


def switches(texts: list[str] | None) -> dict[str, str | int | bool] | None:
    """SWITCH=VALUE texts as a dictionary; true, false and whole numbers in their own types."""
    out: dict[str, str | int | bool] = {}
    for text in texts or ():
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise UsageError(f"--option {abbreviate(text)}: write it as switch=value, for instance draft=on")
        if name in out:
            raise UsageError(f"--option {name} stands twice: give it once")
        out[name] = parse_value(value)
    return out or None
