"""A table as programs save it: separators, encodings, ends of lines, decimals, blank rows and columns."""

import csv
import io

__all__ = ["FORMS", "as_saved"]

FORMS = (
    "semicolons", "tabs", "utf-8 with a mark", "utf-16", "carriage returns", "decimals", "decimal commas", "blank rows",
    "blank columns", "all quoted", "a hint of the separator",
)  # fmt: skip
SEPARATORS = {"tabs": "\t", "utf-16": "\t", "semicolons": ";", "decimal commas": ";", "a hint of the separator": "|"}
ENCODINGS = {"utf-16": "utf-16", "utf-8 with a mark": "utf-8-sig"}


def as_saved(text: str, form: str) -> bytes:
    """A CSV text with commas in that form; whole numbers behind the first column get decimals."""
    rows = list(csv.reader(io.StringIO(text, newline="")))
    if form in ("decimals", "decimal commas"):
        zero = ".0" if form == "decimals" else ",0"
        rows = [[cell + zero * (place > 0 and cell.isdecimal()) for place, cell in enumerate(row)] for row in rows]
    if form == "blank rows":
        rows = [rows[0], [""] * len(rows[0]), *rows[1:], [], [""] * len(rows[0])]
    if form == "blank columns":
        rows = [[*row, "", " "] for row in rows]
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=SEPARATORS.get(form, ","))
    if form == "all quoted":
        writer = csv.writer(out, quoting=csv.QUOTE_ALL)
    writer.writerows(rows)
    saved = "sep=|\r\n" * (form == "a hint of the separator") + out.getvalue()
    saved = saved.replace("\r\n", "\r") if form == "carriage returns" else saved
    return saved.encode(ENCODINGS.get(form, "utf-8"))
