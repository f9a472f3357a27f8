"""Files changed by chance: their bytes, lines, words, or what stands in them; and files made up whole.

Everything is drawn from the random.Random given, so that an input follows from its number.
"""

import csv
import io
import json
import math
import re
from collections.abc import Callable
from random import Random
from typing import Any

__all__ = ["changed", "made_up", "toml_text"]

Tree = Any  # what a JSON or TOML text says: dictionaries, lists, texts, numbers
DEEP = (5, 39, 41, 400, 5_000)
NUMBERS = (
    0, 1, -1, 2, 5, 7, 10, 99, 127, 128, 255, 256, 999, 2**15, 2**16, 2**31 - 1, 2**31, 2**32, -(2**31), 2**53, 2**63,
    2**64, 10**18, 10**30, 0.5, -0.0, 1e-9, 1e9, 1e300, float("inf"), float("-inf"), float("nan"),
)  # fmt: skip
TEXTS = (
    "", " ", "\n", "\t", "a", "A", "-", ".", "..", "../../x", "/dev/zero", "x.toml", "~", "*", "[1]", "=1+1", "nan",
    "1e999", "true", "auto", "random", "mcts:3", "search:balanced:2", "é漢字", "\u202e", "\x1b[2J", "\x00", "\x7f",
    "\ufeff", "'", '"', "\\", "{}", "%s", "a" * 300, "a" * 100_000, "1" * 5_000, "a.b.c", "a,b", "None", "constructor",
)  # fmt: skip
EMPTY: tuple[Callable[[], Tree], ...] = (lambda: None, list, dict, lambda: [[]], lambda: {"": {}}, lambda: [None])
WORD = re.compile(r"[\w.+-]+|[^\w\s]")


# -- a file -----------------------------------------------------------------------------------------------------------


def changed(draw: Random, name: str, content: bytes) -> bytes:
    """The content of a file of that name, changed in one way or, seldom, in a few."""
    for _ in range(draw.choice((1, 1, 1, 1, 2, 2, 3, 6))):
        way = draw.random()
        if way < 0.06:
            content = changed_bytes(draw, content)
        elif way < 0.14:
            content = changed_lines(draw, content)
        elif way < 0.24:
            content = changed_words(draw, content)
        elif way < 0.26:
            content = made_up(draw, name)
        else:
            content = changed_structure(draw, name, content)
    return content


def changed_structure(draw: Random, name: str, content: bytes) -> bytes:
    """A file whose content is read, changed, and written again; one that cannot be read has its words changed."""
    forms: dict[str, tuple[Callable[[str], Tree], Callable[[Tree], str]]] = {
        "toml": (toml_tree, toml_text), "json": (json.loads, json.dumps), "jsonl": (lines_tree, lines_text),
        "csv": (csv_rows, csv_text),
    }  # fmt: skip
    read, write = forms[name.rpartition(".")[2]]
    try:
        tree = read(content.decode("utf-8-sig"))
    except (ValueError, RecursionError, csv.Error):
        return changed_words(draw, content)
    tree = changed_rows(draw, tree) if name.endswith(".csv") else changed_tree(draw, tree)
    try:
        return write(tree).encode("utf-8", "surrogatepass")
    except (ValueError, TypeError, AttributeError, RecursionError):  # what cannot be written in this form
        return changed_words(draw, content)


def changed_bytes(draw: Random, content: bytes) -> bytes:
    """A bit turned, bytes left out, put in, or taken from elsewhere, or the end cut off."""
    at, to = sorted(draw.randrange(len(content) + 1) for _ in range(2))
    match draw.randrange(6):
        case 0 if content:
            at = min(at, len(content) - 1)
            return content[:at] + bytes([content[at] ^ 1 << draw.randrange(8)]) + content[at + 1 :]
        case 1:
            return content[:at] + content[min(to, at + 20) :]
        case 2:
            return content[:at] + draw.randbytes(draw.randrange(1, 9)) + content[at:]
        case 3:
            return content[:at]
        case 4:
            return content[:at] + content[draw.randrange(len(content) + 1) :][:50] + content[at:]
        case _:
            return draw.choice((b"", b"\xff\xfe", b"\xef\xbb\xbf" + content, content + b"\x00", b"\x1f\x8b" + content))


def changed_lines(draw: Random, content: bytes) -> bytes:
    """A line left out, doubled, exchanged with another, or the ends of lines of another system."""
    lines = content.split(b"\n")
    one, two = draw.randrange(len(lines)), draw.randrange(len(lines))
    match draw.randrange(5):
        case 0:
            del lines[one]
        case 1:
            lines.insert(two, lines[one])
        case 2:
            lines[one], lines[two] = lines[two], lines[one]
        case 3:
            lines[one : one + draw.randrange(1, 10)] = []
        case _:
            return draw.choice((b"\r\n", b"\r", b"\n\n")).join(lines)
    return b"\n".join(lines)


def changed_words(draw: Random, content: bytes) -> bytes:
    """A word or sign in place of another, one left out, or one put in."""
    text = content.decode("utf-8", "replace")
    words = list(WORD.finditer(text)) if len(text) < 1_000_000 else []
    if not words:
        return changed_bytes(draw, content)
    one, other = draw.choice(words), draw.choice(words)[0]
    new = draw.choice(("", other, other, f"{one[0]} {other}", any_text(draw), str(any_number(draw))))
    return (text[: one.start()] + new + text[one.end() :]).encode("utf-8", "surrogatepass")


def made_up(draw: Random, name: str) -> bytes:
    """A file that has nothing to do with a genuine one but the form that its name promises."""
    tree = {any_text(draw)[:50]: any_tree(draw, 3) for _ in range(draw.randrange(5))}
    try:
        return written(draw, name, tree).encode("utf-8", "surrogatepass")
    except RecursionError:  # it is deeper than can be written
        return b"[" * 100_000


def written(draw: Random, name: str, tree: Tree) -> str:
    """A table, or what else there may be, in the form that the file's name promises."""
    match name.rpartition(".")[2]:
        case "toml":
            return toml_text(tree)
        case "csv":
            return csv_text([[any_text(draw) for _ in range(draw.randrange(5))] for _ in range(draw.randrange(5))])
        case "jsonl":
            return lines_text([tree, any_tree(draw, 2)])
        case _:
            return json.dumps(draw.choice((tree, any_tree(draw, 3))))


# -- what stands in it ------------------------------------------------------------------------------------------------


def changed_tree(draw: Random, tree: Tree) -> Tree:
    """A tree in which one value, key or place is another."""
    places = list(all_places(tree))
    if not places:
        return any_tree(draw, 3)
    held, key = draw.choice(places)
    value = held[key]
    way = draw.random()
    if way < 0.55:
        held[key] = near(draw, value, places)
    elif way < 0.7:
        held[key] = any_tree(draw, 2)
    elif way < 0.8:
        del held[key]
    elif way < 0.86:
        other_held, other = draw.choice(places)
        held[key] = copied(other_held[other])
    elif isinstance(held, list):
        held.insert(draw.randrange(len(held) + 1), draw.choice((copied(value), any_tree(draw, 1))))
    else:
        held[any_text(draw)] = held.pop(key) if draw.random() < 0.5 else any_tree(draw, 1)
    return tree


def all_places(tree: Tree) -> list[tuple[Any, Any]]:
    """Every container with each of its keys or places."""
    found, waiting = [], [tree]
    while waiting:
        one = waiting.pop()
        parts = list(one.items()) if isinstance(one, dict) else list(enumerate(one)) if isinstance(one, list) else []
        found += [(one, key) for key, _ in parts]
        waiting += [part for _, part in parts]
    return found


def copied(tree: Tree) -> Tree:
    """The same once more; nothing of it where it cannot be told so."""
    return json.loads(json.dumps(tree, default=str))


def near(draw: Random, value: Tree, places: list[tuple[Any, Any]]) -> Tree:
    """A value like this one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return draw.choice(
            (value + 1, value - 1, value + draw.randrange(-9, 10), -value, value * 10, draw.randrange(9))
        )
    if isinstance(value, float):
        whole = 0 if math.isnan(value) else round(min(abs(value), 1e9))
        return draw.choice((-value, value * draw.uniform(-3, 3), value * 1e6, whole, 0.0))
    if isinstance(value, str):
        others = [other for held, key in draw.choices(places, k=9) if isinstance(other := held[key], str)]
        at = draw.randrange(len(value) + 1)
        edited = value[:at] + draw.choice(("", "x", " ", "0", "é")) + value[at + draw.randrange(2) :]
        return draw.choice((*others, edited, value.upper(), re.sub(r"\d", lambda _: str(draw.randrange(10)), value)))
    parts = list(value.items()) if isinstance(value, dict) else list(value or [])
    draw.shuffle(parts)
    parts = draw.choice((parts, parts[1:], parts[: len(parts) // 2], parts * (1 + isinstance(value, list))))
    return dict(parts) if isinstance(value, dict) else parts


def any_number(draw: Random) -> int | float:
    """A number at a limit of something."""
    number = draw.choice(NUMBERS)
    return number + draw.choice((-1, 1, 0, 0)) if isinstance(number, int) else number


def any_text(draw: Random) -> str:
    """A text that something may stumble over."""
    text = draw.choice(TEXTS)
    return text if draw.random() < 0.8 else text + draw.choice(TEXTS[:-4])


def any_tree(draw: Random, depth: int) -> Tree:
    """Any value: lists and tables in it are so deep, seldom far deeper."""
    way = draw.random()
    if way < 0.3:
        return any_number(draw)
    if way < 0.55:
        return any_text(draw)
    if way < 0.65:
        return draw.choice((True, False))
    if way < 0.75 or not depth:
        return draw.choice(EMPTY)()
    if way < 0.78:
        tree: Tree = 1
        for _ in range(draw.choice(DEEP)):
            tree = [tree] if draw.random() < 0.9 else {"a": tree}
        return tree
    if way < 0.8:
        return [0] * 20_000
    parts = [any_tree(draw, depth - 1) for _ in range(draw.randrange(5))]
    return parts if draw.random() < 0.5 else {any_text(draw)[:30]: part for part in parts}


# -- forms ------------------------------------------------------------------------------------------------------------


def toml_tree(text: str) -> Tree:
    """What a TOML text says."""
    import tomllib

    return tomllib.loads(text)


def toml_text(tree: Tree) -> str:
    """A table as TOML, each of its keys on a line, or as a table with a line for each key of its own."""
    plain = {key: value for key, value in tree.items() if not isinstance(value, dict)}
    lines = [f"{json.dumps(key)} = {toml_value(value)}" for key, value in plain.items()]
    for key, value in tree.items():
        if key not in plain:
            lines += ["", f"[{json.dumps(key)}]"]
            lines += [f"{json.dumps(inner)} = {toml_value(part)}" for inner, part in value.items()]
    return "\n".join(lines) + "\n"


def toml_value(value: Tree) -> str:
    """A value as TOML has it; nothing is written as a text."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml_value(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(str(value) if not isinstance(value, str | int) else value)


def lines_tree(text: str) -> Tree:
    """What each line of a JSON Lines text says."""
    return [json.loads(line) for line in text.splitlines() if line]


def lines_text(tree: Tree) -> str:
    """A JSON Lines text."""
    return "".join(f"{json.dumps(line)}\n" for line in tree) if isinstance(tree, list) else json.dumps(tree)


def csv_rows(text: str) -> list[list[str]]:
    """The cells of a CSV text."""
    return list(csv.reader(io.StringIO(text)))


def csv_text(rows: list[list[str]]) -> str:
    """Cells as CSV."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def changed_rows(draw: Random, rows: list[list[str]]) -> list[list[str]]:
    """A table of cells in which one is another, or a row or column is gone, doubled, or elsewhere."""
    if not rows or not all(rows):
        return [["a"], [any_text(draw)]]
    row, column = draw.randrange(len(rows)), draw.randrange(len(rows[0]))
    other = draw.randrange(len(rows))
    column = min(column, *(len(one) - 1 for one in (rows[row], rows[other])))
    cell = rows[row][column]
    match draw.randrange(12):
        case 0:
            rows[row][column] = draw.choice((any_text(draw), str(any_number(draw))))
        case 1:
            del rows[row]
        case 2:
            rows.insert(other, list(rows[row]))
        case 3:
            rows[row], rows[other] = rows[other], rows[row]
        case 4:
            rows = [one[:column] + one[column + 1 :] for one in rows]
        case 5:
            rows = [[*one, one[min(column, len(one) - 1)]] for one in rows]
        case 6 | 7:
            rows[row][column] = rows[other][column]
        case 8:
            rows[row][column], rows[other][column] = rows[other][column], cell
        case _:
            rows[row][column] = re.sub(r"\d+", lambda _: str(draw.randrange(12)), cell, count=draw.randrange(3))
    return rows
