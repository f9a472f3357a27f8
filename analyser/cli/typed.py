"""What options take as one text: names and numbers with commas between them, switches with their values."""

from analyser.errors import UsageError
from analyser.experiments.values import read_value, read_whole

__all__ = ["counts", "names", "switches"]


def names(text: str | None) -> tuple[str, ...] | None:
    """Names with commas between them; None stays None."""
    return None if text is None else tuple(name.strip() for name in text.split(",") if name.strip())


def counts(text: str | None) -> tuple[int, ...] | None:
    """Whole numbers with commas between them; None stays None."""
    if text is None:
        return None
    try:
        found = tuple(read_whole(part) for part in text.split(","))
    except ValueError:
        found = ()
    if not found or min(found) < 0:
        raise UsageError(f"--players {text}: give a number, or several with commas between them, such as 2,3,4")
    return found


def switches(texts: list[str] | None) -> dict[str, str | int | bool] | None:
    """SWITCH=VALUE texts as a dictionary; true, false and whole numbers in their own types."""
    out: dict[str, str | int | bool] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise UsageError(f"--option {text}: write it as switch=value, for instance draft=on")
        out[name.strip()] = read_value(value)
    return out or None
