"""A numpy dtype for a C struct, read from the .pxd file that declares it: Python's view of a game's state."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

__all__ = ["fill", "plain", "struct_dtype"]

FIELD = re.compile(r"^    (\w+) (\w+)((?:\[\w+\])*)\s*(?:#.*)?$")
CONSTANT = re.compile(r"^    (\w+) = (\d+)\b")


def struct_dtype(name: str, *files: Path) -> np.dtype[Any]:
    """The aligned dtype of struct `name`; `files` declare it and, before it, the structs and constants it uses."""
    constants: dict[str, int] = {}
    structs: dict[str, np.dtype[Any]] = {}
    for file in files:
        text = file.read_text(encoding="utf-8")
        constants |= {key: int(value) for line in text.splitlines() for key, value in CONSTANT.findall(line)}
        for struct, body in declarations(text):
            fields = []
            for line in body:
                kind, field, sizes = line
                shape = tuple(int(size) if size.isdigit() else constants[size] for size in re.findall(r"\w+", sizes))
                base = structs[kind] if kind in structs else np.dtype(kind.removesuffix("_t"))
                fields.append((field, base, shape) if shape else (field, base))
            structs[struct] = np.dtype(fields, align=True)
    return structs[name]


def declarations(text: str) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """Each struct of a .pxd file with its fields: type, name, sizes."""
    for part in re.split(r"^cdef struct ", text, flags=re.MULTILINE)[1:]:
        lines = part.splitlines()
        fields = []
        for line in lines[1:]:
            if line.strip() and not line.startswith("    "):
                break
            match = FIELD.match(line)
            if match:
                fields.append((match[1], match[2], match[3]))
        yield lines[0].rstrip(":"), fields


def plain(record: Any) -> Any:
    """A numpy record, or an array of them, as nested dicts, lists and ints."""
    if record.dtype.names is None:
        return record.tolist()
    if record.shape:
        return [plain(one) for one in record]
    return {name: plain(record[name]) for name in record.dtype.names}


def fill(record: Any, values: dict[str, Any]) -> None:
    """Write what plain() gave into a numpy record; fields left out keep their value."""
    for name, value in values.items():
        if record.dtype[name].base.names:
            for one, part in zip(record[name], value, strict=True):
                fill(one, part)
        else:
            record[name] = value
