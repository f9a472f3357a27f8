"""What somebody types about a datum of the box, read as the component files write it and held against its form.

Values of a list have blanks or commas between them, lists of lists / between those, and ; stands between lists of such,
or between the fields where several are asked for.
"""

import re
from typing import Any

from cext.games.component_forms import Each, Entry, Form, Name, Whole
from cext.games.errors import ComponentError
from cext.games.lookups import Lookup

__all__ = ["allowed", "read_answer", "shown"]

SEPARATORS = (r"[\s,]+", r"/", r";")  # of lists, lists of lists, lists of those
WRITTEN = (" ", " / ", " ; ")
NOTHING = ("", "-", "none")  # an empty list


def read_answer(look: Lookup, text: str) -> dict[str, Any]:
    """The fields of a datum as its file writes them; raises ComponentError, whose reason says what to type."""
    fields = list(look.fields)
    parts = [part.strip() for part in text.split(";")] if len(fields) > 1 else [text.strip()]
    if len(parts) == 1 and len(fields) > 1 and not any(depth(form) for form in look.fields.values()):
        parts = re.split(SEPARATORS[0], text.strip())
    if len(parts) < len(fields) and text.strip() and depth(look.fields[fields[len(parts)]]):
        parts.append("")  # the last list is empty
    if len(parts) != len(fields):
        names = "; ".join(field.replace("_", " ") for field in fields)
        raise ComponentError(look.file, None, f"{len(parts)} of {len(fields)} answers: write {names}, with ; between")
    return {field: value_of(look, field, part) for field, part in zip(fields, parts, strict=True)}


def value_of(look: Lookup, field: str, text: str) -> Any:
    """One field, as the file writes it."""
    form = look.fields[field]
    key = str(look.place[-1]) if field == "value" else field
    entry = Entry(look.file, 1 if look.is_csv else key, {})
    of_answer = getattr(form, "of_answer", None)
    if of_answer is not None:
        return of_answer(entry, key, re.split(SEPARATORS[0], text.strip()))
    value = nested(form, text, depth(form))
    if look.is_csv and isinstance(value, list):
        value = " ".join(map(str, value))
    form.read(entry, key, value)
    return value


def depth(form: Form) -> int:
    """How many lists lie in one another."""
    inner = getattr(form, "form", None)
    return 0 if inner is None else 1 + depth(inner)


def nested(form: Form, text: str, levels: int) -> Any:
    """The lists of a text, the values in them as their form has them."""
    if not levels:
        return single(form, text.strip())
    if text.strip().casefold() in NOTHING:
        return []
    inner: Form = form.form  # type: ignore[attr-defined]
    parts = re.split(SEPARATORS[levels - 1], text.strip(" ,"))
    return [nested(inner, part, levels - 1) for part in parts]


def single(form: Form, text: str) -> Any:
    """A number, or a word as the form spells it; what is neither stays as it is, for the form to refuse."""
    if isinstance(form, Whole):
        if (form.low, form.high) == (0, 1) and text.casefold() in ("yes", "no"):
            return int(text.casefold() == "yes")
        return int(text) if re.fullmatch(r"[-+]?[0-9]{1,9}", text) else text
    if isinstance(form, Name):
        return next((name for name in form.names if name.casefold() == text.casefold()), text)
    return text


def shown(look: Lookup, values: dict[str, Any]) -> str:
    """Fields of a datum as somebody would type them."""
    parts = []
    for field, form in look.fields.items():
        value = values[field]
        to_answer = getattr(form, "to_answer", None)
        if to_answer is not None:
            value = to_answer(value)
        parts.append(value if isinstance(value, str) else written(value, depth(form)))
    return " ; ".join(part or "-" for part in parts)


def written(value: Any, levels: int) -> str:
    """Lists in one another, with what stands between them."""
    if not isinstance(value, list):
        return str(value)
    return WRITTEN[max(levels, 1) - 1].join(written(part, levels - 1) for part in value)


def allowed(form: Form) -> str:
    """What may be typed, in words; "" where only the question can say it."""
    while isinstance(form, Each):
        form = form.form
    if isinstance(form, Whole):
        return f"{form.low} to {form.high}"
    return f"one of {', '.join(form.names)}" if isinstance(form, Name) else ""
