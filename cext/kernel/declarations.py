"""What .pxd and .pyx files declare, read once: structs as numpy dtypes, constants, enums and the comments beside them.

Python so knows the state of a game, the numbers of its features and what they mean without repeating them. What is read
is a small part of Cython, written one declaration a line; anything else inside a struct or an enum is an ImportError
with its file and line.

C arrays take no member of a named enum as an index, so most enums have no name in C. One that is asked for by name is
called by the word behind it: `cdef enum:  # Feature`.
"""

import ast
import operator
import re
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

__all__ = ["Declarations", "Docs", "Member", "from_plain", "read_declarations", "state_reader"]

KERNEL_TYPES = Path(__file__).parent / "types.pxd"  # read before any other file
C_TYPES: Mapping[str, Any] = {
    **{f"{sign}int{bits}_t": np.dtype(f"{sign}int{bits}") for sign in ("", "u") for bits in (8, 16, 32, 64)},
    "char": np.dtype(np.byte),
    "int": np.dtype(np.intc),
    "bint": np.dtype(np.intc),
    "float": np.dtype(np.float32),
    "double": np.dtype(np.float64),
}
LETTERS = {  # of module struct, by those of numpy
    "i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q", "f4": "f", "f8": "d"
}  # fmt: skip
TYPEDEF = re.compile(r"^ctypedef (\w+) (\w+)\s*(?:#.*)?$")
BLOCK = re.compile(r"^cdef (struct|enum)(?: (\w+))?:\s*(?:#\s*(.*))?$")
FIELD = re.compile(r"^    (\w+) (\w+)((?:\[[^\]]+\])*)$")
MEMBER = re.compile(r"^    (\w+)(?: = (.+))?$")
OPERATORS: Mapping[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.LShift: operator.lshift,
    ast.BitOr: operator.or_,
}

# Of each member of an enum its name without prefix, of each field of a struct its name, and the parts of the comment.
Docs = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Member:
    """One member of an enum with the comment that stands beside it ("" when there is none)."""

    name: str
    value: int
    comment: str


Line = tuple[int, str, str]  # number of a line, what it declares, the comment behind it


@dataclass
class Declarations:
    """Everything a list of files declares; later files may use what earlier ones declare."""

    constants: dict[str, int] = field(default_factory=dict)
    enums: dict[str, tuple[Member, ...]] = field(default_factory=dict)
    types: dict[str, np.dtype[Any]] = field(default_factory=lambda: dict(C_TYPES))
    bodies: dict[str, list[Line]] = field(default_factory=dict)
    where: dict[str, Path] = field(default_factory=dict)

    def struct(self, name: str) -> np.dtype[Any]:
        """The aligned dtype of a struct; ImportError for one that is not declared, or that numpy cannot hold."""
        if name in self.types:
            return self.types[name]
        if name not in self.bodies:
            raise ImportError(f"struct {name} is not declared: write `cdef struct {name}:` in a file that is read")
        file = self.where[name]
        fields: list[Any] = []
        for number, line, _ in self.bodies[name]:
            match = FIELD.match(line)
            if not match:
                raise ImportError(
                    f"{file}, line {number}: {line.strip()!r} is no field: write one `type name[size]` a line"
                )
            kind, label, sizes = match.groups()
            if kind not in self.types and kind not in self.bodies:
                raise ImportError(
                    f"{file}, line {number}: type {kind} of {label} is unknown: use int8_t to uint64_t, or a struct "
                    "that is declared above or in a file read before"
                )
            shape = tuple(value_of(size, self.constants, file, number) for size in re.findall(r"\[([^\]]+)\]", sizes))
            fields.append((label, self.struct(kind), shape) if shape else (label, self.struct(kind)))
        self.types[name] = np.dtype(fields, align=True)
        return self.types[name]

    def field_docs(self, struct: str, *, parts: Sequence[str], least: int) -> Docs:
        """Name and documentation of each field of a struct, in order: `    int32_t x  # text | text`, `least` texts or
        as many as `parts`, which says what they are. Raises ImportError for a field with more or fewer."""
        fields = zip(self.struct(struct).names or (), self.bodies[struct], strict=True)
        where = f"{self.where[struct]}, struct {struct}"
        return tuple((name, *texts_of(name, comment, parts, where, least)) for name, (_, _, comment) in fields)

    def members(self, enum: str) -> tuple[Member, ...]:
        """The members of an enum, by its name in C or the word behind it; ImportError for one that is not declared."""
        if enum not in self.enums:
            raise ImportError(f"enum {enum} is not declared: write `cdef enum:  # {enum}` in a file that is read")
        return self.enums[enum]

    def docs(self, enum: str, *, parts: int, end: str | None = None) -> Docs:
        """Name and documentation of each member of an enum (see members()), by number from 0.

        A member is written `    F_NAME            # meaning | unit`: its name in lower case without the prefix before
        the first underline, then `parts` texts, separated by |. `end` names the member that counts the others. Raises
        ImportError for a member without all its texts, and where numbers leave a gap.
        """
        members = [member for member in self.members(enum) if member.name != end]
        where = f"{self.where[enum]}, enum {enum}"
        if [member.value for member in members] != list(range(len(members))):
            raise ImportError(f"{where}: numbers must be 0 to {len(members) - 1} in order: list the members in order")
        if end is not None and self.constants.get(end) != len(members):
            raise ImportError(f"{where}: {end} must be the last member: it counts the others")
        return tuple(documented(member, parts, where) for member in members)

    def counters(
        self, enum: str, things: Mapping[str, Iterable[tuple[str, object]]], *, end: str | None = None
    ) -> tuple[tuple[str, str], ...]:
        """Name and text of each counter of an enum (see members()), by number from 0.

        `    T_NAME  # meaning | kind | unit` is one counter, `name`; kind and unit may be left out: a count. Where
        things["name"] lists counters by name, each with a text, the member stands for all of them: the text takes the
        place of {} in the comment, and the next member leaves so many numbers free. `end` names the member that counts
        all. Raises ImportError where numbers do not fit.
        """
        members = [member for member in self.members(enum) if member.name != end]
        where = f"{self.where[enum]}, enum {enum}"
        found: list[tuple[str, str]] = []
        for member in members:
            if member.value != len(found):
                raise ImportError(
                    f"{where}: {member.name} is {member.value}, but {len(found)} counters stand before it"
                )
            name, *texts = documented(member, 3, where, least=1)
            comment = " | ".join(texts)
            if name in things:
                found += ((one, comment.format(text)) for one, text in things[name])
            else:
                found.append((name, comment))
        if end is not None and self.constants[end] != len(found):
            raise ImportError(f"{where}: {end} is {self.constants[end]}, but {len(found)} counters stand before it")
        return tuple(found)


def documented(member: Member, parts: int, where: str, *, least: int | None = None) -> tuple[str, ...]:
    """Name without prefix, and the texts of the comment; ImportError when there are fewer (`least`: than these)."""
    texts = texts_of(member.name, member.comment, ("meaning", "unit", "…")[:parts], where, least or parts)
    return (member.name.partition("_")[2].lower(), *texts)


def texts_of(name: str, comment: str, parts: Sequence[str], where: str, least: int) -> list[str]:
    """The texts of the comment beside a name, which are these parts; the last ones may be missing."""
    texts = [text.strip() for text in comment.split("|")]
    if not least <= len(texts) <= len(parts) or not all(texts):
        raise ImportError(f"{where}: {name} has the comment {comment!r}: write `{name}  # {' | '.join(parts[:least])}`")
    return texts


# -- reading ----------------------------------------------------------------------------------------------------------


@cache
def read_declarations(*files: Path) -> Declarations:
    """What the files declare; each may use what those before it declare. Raises ImportError with file and line."""
    found = Declarations()
    for file in (KERNEL_TYPES, *files):
        lines = file.read_text(encoding="utf-8").splitlines()
        for known, name in (match.groups() for match in map(TYPEDEF.match, lines) if match):
            if known in found.types:
                found.types[name] = found.types[known]
        for kind, name, body in blocks(lines):
            if name and found.where.get(name, KERNEL_TYPES) != KERNEL_TYPES:
                raise ImportError(f"{file}: {name} is declared twice, also in {found.where[name]}: rename one")
            if kind == "struct":
                found.bodies[name] = body
            else:
                members = read_enum(file, body, found.constants)
                if name:
                    found.enums[name] = members
            found.where[name] = file
    return found


def blocks(lines: list[str]) -> Iterator[tuple[str, str, list[Line]]]:
    """Each struct and enum: its kind, its name, "" without one, and its lines (number, declaration, comment)."""
    number = 0
    while number < len(lines):
        start = BLOCK.match(lines[number])
        number += 1
        if not start:
            continue
        body = []
        while number < len(lines) and (not lines[number].strip() or lines[number].startswith(" ")):
            declared, _, comment = lines[number].partition("#")
            if declared.strip():
                body.append((number + 1, declared.rstrip(), comment.strip()))
            number += 1
        title = start[3] or ""
        yield start[1], start[2] or (title if start[1] == "enum" and title.isidentifier() else ""), body


def read_enum(file: Path, body: list[Line], constants: dict[str, int]) -> tuple[Member, ...]:
    """The members of an enum, which become constants too; one without a number follows the one before."""
    members: list[Member] = []
    for number, line, comment in body:
        match = MEMBER.match(line)
        if not match:
            raise ImportError(f"{file}, line {number}: {line.strip()!r} is no member: write one `NAME = number` a line")
        name, text = match.groups()
        value = value_of(text, constants, file, number) if text else members[-1].value + 1 if members else 0
        constants[name] = value
        members.append(Member(name, value, comment))
    return tuple(members)


def value_of(text: str, constants: Mapping[str, int], file: Path, number: int) -> int:
    """The value of a constant expression over numbers and constants declared before."""

    def value(node: ast.expr) -> int:
        match node:
            case ast.Constant(value=int(known)):
                return known
            case ast.Name(id=name) if name in constants:
                return constants[name]
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
                return OPERATORS[type(op)](value(left), value(right))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -value(operand)
            case _:
                raise ImportError(
                    f"{file}, line {number}: {text.strip()!r} is no number: use numbers, + - * // << | and constants "
                    "declared above or in a file read before"
                )

    try:
        return value(ast.parse(text.strip(), mode="eval").body)
    except SyntaxError:
        raise ImportError(f"{file}, line {number}: {text.strip()!r} is no number: write one constant a line") from None


# -- a state as plain data --------------------------------------------------------------------------------------------


@cache
def state_reader(layout: np.dtype[Any]) -> Callable[[bytes], dict[str, Any]]:
    """What reads the bytes of one record as nested dicts, lists and numbers.

    It is compiled for the layout, because a record of numpy takes four times as long to be read field by field.
    """
    format_, n_read = ["="], 0

    def unpack(letters: str, count: int) -> int:
        nonlocal n_read
        format_.append(letters)
        n_read += count
        return n_read

    def read(kind: np.dtype[Any]) -> str:
        """The expression for the next values, of the list `v` of all."""
        if kind.subdtype:
            base, (n, *others) = kind.subdtype
            if base.names or others:
                inner = np.dtype((base, tuple(others)))
                return f"[{', '.join(read(inner) for _ in range(n))}]"
            end = unpack(f"{n}{LETTERS[base.str[1:]]}", n)
            return f"v[{end - n}:{end}]"
        if kind.fields is None:
            return f"v[{unpack(LETTERS[kind.str[1:]], 1) - 1}]"
        entries, at = [], 0
        for name, (part, offset, *_) in kind.fields.items():
            unpack("x" * (offset - at), 0)
            entries.append(f"{name!r}: {read(part)}")
            at = offset + part.itemsize
        unpack("x" * (kind.itemsize - at), 0)
        return f"{{{', '.join(entries)}}}"

    tables = eval(f"lambda v: {read(layout)}")
    values = struct.Struct("".join(format_))
    return lambda data: tables(list(values.unpack(data)))


def from_plain(record: Any, values: dict[str, Any]) -> None:
    """Write what state_reader() reads into a numpy record; fields left out keep their value."""
    for name, value in values.items():
        if record.dtype[name].base.names is None:
            record[name] = value
        elif record[name].ndim == 0:
            from_plain(record[name], value)
        else:
            for number, part in zip(range(len(record[name])), value, strict=True):
                from_plain(record[name][number, ...], part)  # an array still: its fields are found sooner
