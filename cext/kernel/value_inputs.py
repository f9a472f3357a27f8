"""Inputs of a value network: fields of a game's state, chosen automatically, and where a layout has them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal

import numpy as np
import numpy.typing as npt
from msgspec import Meta

from cext.fields import Record, Text
from cext.messages import did_you_mean

if TYPE_CHECKING:
    from cext.kernel.game import Game
    from cext.kernel.value_games import Positions

__all__ = ["CELL", "MAX_INPUTS", "BoundInputs", "Coding", "InputFields", "Inputs", "find_inputs"]

TABLE = 256  # entries of a lookup table: values from `low` on
FEW = 16  # values of a number of an own game that has an input for each
BINS = 8
STEPS = 512  # of a number at least, where it has more than twice as many: finer ones would need finer weights
WIDEST = 8  # spreads that the values of a number lie apart: one that seldom changes needs no large weight
MAX_CELLS, MAX_INPUTS = 4096, 16384  # of a file
WIDTHS = {1: 0, 2: 2, 4: 4}  # bytes of a number -> its kind in a cell, plus 1 where it has a sign
BY_TABLE = 8  # added to the kind: the value's input is looked up
CELL = np.dtype([*((name, "i4") for name in ("offset", "kind", "base", "table", "low", "high")), ("bytes", "u8")])

Number = Annotated[int, Meta(ge=-(2**30), le=2**30)]  # what the program looks up
Index = Annotated[tuple[Annotated[int, Meta(ge=-1, le=MAX_INPUTS)], ...], Meta(min_length=1)]


@dataclass(frozen=True)
class InputFields:
    """What a game says of the fields of its state, by their names in the layout (`seat.vp`), beyond the layout."""

    per_seat: Mapping[str, int] = field(default_factory=lambda: {"seat": 0})  # one entry a seat, in that dimension
    seats: Mapping[str, int] = field(default_factory=dict)  # hold a seat's number: what they hold for seat 0
    sets: frozenset[str] = frozenset()  # cells that hold kinds of cards: it matters which there are
    own_sets: frozenset[str] = frozenset()  # the same, looked at for the viewer alone
    piles: frozenset[str] = frozenset()  # the first number of each list says how long it is
    masks: frozenset[str] = frozenset()  # bit masks
    names: frozenset[str] = frozenset()  # numbers that are names: of a stage, a board
    unused: frozenset[str] = frozenset()  # keys of draws, what follows from others, what only reports read
    is_small: bool = False  # numbers of few values have an input for each, others one for each of some bins too


class Coding(Record, frozen=True, kw_only=True):
    """The inputs of one field.

    cells: the numbers of the field that are inputs, each by its seat, counted from the viewer (-1: a field without
    seats), and its index. of: how a number becomes inputs: `number`: one, from `low` to `high` in steps of 2^`shift`,
    divided by `spread`; `values`: one for each of `values`; `bins`: one for each interval between them; `set`: as
    `values`, shared by the cells of a seat; `seat`: one for each seat from the viewer on, where seat 0 has the number
    `low`; `bits`: one for each bit of `values`.
    """

    field: Text
    of: Literal["number", "values", "bins", "set", "seat", "bits"]
    cells: Annotated[tuple[Index, ...], Meta(min_length=1, max_length=MAX_CELLS)]
    values: Annotated[tuple[Number, ...], Meta(max_length=TABLE)] = ()
    low: Number = 0
    high: Number = 0
    shift: Annotated[int, Meta(ge=0, le=30)] = 0
    spread: Annotated[float, Meta(gt=0, le=1e9)] = 1.0

    def __post_init__(self) -> None:
        """ValueError where values do not fit."""
        if self.of == "number":
            if not self.low < self.high or self.size >= 2**15:
                raise ValueError(f"low {self.low}, high {self.high}: a number lies between them, in 2^15 steps at most")
        elif self.of != "seat" and not self.values:
            raise ValueError(f"values of {self.field}: list them")
        elif list(self.values) != sorted(set(self.values)):
            raise ValueError(f"values of {self.field}: list them in order")
        elif self.of == "bits" and not 0 <= self.values[0] <= self.values[-1] < 32:
            raise ValueError(f"values of {self.field}: bits are numbered from 0 to 31")
        elif self.values and self.values[-1] - self.values[0] >= TABLE:
            raise ValueError(f"values of {self.field}: they lie {TABLE} apart or more")

    @property
    def size(self) -> int:
        """The largest size of a number, in its steps."""
        return max(abs(self.low >> self.shift), abs(self.high >> self.shift))

    def width(self, players: int) -> int:
        """Inputs of a cell."""
        wide = {"number": 1, "seat": players, "bins": len(self.values) + 1}
        return wide.get(self.of, len(self.values))

    def bases(self, players: int) -> list[int]:
        """First input of each cell, from 0."""
        if self.of != "set":
            return [number * self.width(players) for number in range(len(self.cells))]
        seats = list(dict.fromkeys(cell[0] for cell in self.cells))
        return [seats.index(cell[0]) * self.width(players) for cell in self.cells]


@dataclass(frozen=True)
class Inputs:
    """All inputs of a network for a game of `players`, in order."""

    codings: tuple[Coding, ...]
    players: int
    n_hidden_cells: int = 0  # numbers of the state that are no inputs, as they are dealt anew

    @property
    def n(self) -> int:
        """How many there are."""
        return sum(self._width(coding) for coding in self.codings)

    def _width(self, coding: Coding) -> int:
        return max(coding.bases(self.players)) + coding.width(self.players)

    def numbered(self) -> Iterator[tuple[Coding, tuple[int, ...], int]]:
        """Every cell: its coding, seat and index, and its first input."""
        first = 0
        for coding in self.codings:
            for cell, base in zip(coding.cells, coding.bases(self.players), strict=True):
                yield coding, cell, first + base
            first += self._width(coding)

    def names(self) -> list[str]:
        """What each input is, for people."""
        names = [""] * self.n
        for coding, (seat, *index), base in self.numbered():
            place = "" if coding.of == "set" or not index else f"[{', '.join(map(str, index))}]"
            of = "" if seat < 0 else " of the viewer" if seat == 0 else f" of seat +{seat}"
            for number in range(coding.width(self.players)):
                match coding.of:
                    case "number":
                        value = ""
                    case "seat":
                        value = f" is seat +{number}"
                    case "bins":
                        value = f" in bin {number}"
                    case _:
                        value = f" = {coding.values[number]}"
                names[base + number] = f"{coding.field}{place}{of}{value}"
        return names

    def bind(self, game: "Game") -> "BoundInputs":
        """Where the game has them; ValueError in one line where it lacks a field or has other numbers of seats."""
        if game.players != self.players:
            raise ValueError(f"it is for {self.players} players, not {game.players}")
        return _bind(self, game)


@dataclass(frozen=True)
class BoundInputs:
    """Inputs in a game's layout: what the compiled network reads."""

    cells: npt.NDArray[np.void]  # [viewer, cell] of CELL, in the order of their offsets
    tables: npt.NDArray[np.int16]  # [number, TABLE]: input of a value from the cell's base, -1: none
    largest: npt.NDArray[np.int64]  # [viewer, cell]: of a number the largest that it is in size, of others 1
    widths: npt.NDArray[np.int64]  # [viewer, cell]: inputs of a cell
    scales: npt.NDArray[np.float64]  # [input]: what a number is multiplied by


# -- the layout -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Number:
    """A number of the state: its field, the index in it, where it lies, its type."""

    path: str
    index: tuple[int, ...]
    offset: int
    kind: np.dtype[Any]


def _numbers(dtype: np.dtype[Any], path: str = "", offset: int = 0, index: tuple[int, ...] = ()) -> Iterator[_Number]:
    if dtype.subdtype:
        base, shape = dtype.subdtype
        for number, within in enumerate(np.ndindex(*shape)):
            yield from _numbers(base, path, offset + number * base.itemsize, index + within)
    elif dtype.fields:
        for name, (part, begin, *_) in dtype.fields.items():
            yield from _numbers(part, f"{path}.{name}" if path else name, offset + begin, index)
    else:
        yield _Number(path, index, offset, dtype)


def _is_in(path: str, fields: Mapping[str, int] | frozenset[str]) -> str:
    """The field of these that a path is, or lies in; "": none."""
    parts = path.split(".")
    return next((name for end in range(len(parts), 0, -1) if (name := ".".join(parts[:end])) in fields), "")


def _by_cell(game: "Game") -> dict[str, dict[tuple[int, ...], list[_Number]]]:
    """Of each field its cells, by seat from the viewer and index: the number each viewer sees there. ValueError where
    the game has no layout."""
    if game.layout is None:
        raise ValueError(f"{game.name} says nothing of the fields of its state")
    facts, players, found = game.words.input_fields, game.players, {}  # type: ignore[var-annotated]
    for number in _numbers(game.layout):
        if number.kind.kind not in "iu" or number.kind.itemsize not in WIDTHS or _is_in(number.path, facts.unused):
            continue
        cells = found.setdefault(number.path, {})
        if owner := _is_in(number.path, facts.per_seat):
            axis = facts.per_seat[owner]
            seat, rest = number.index[axis], number.index[:axis] + number.index[axis + 1 :]
            for viewer in range(players if seat < game.seats else 0):
                relative = (seat - viewer) % players if seat < players else seat
                cells.setdefault((relative, *rest), [number] * players)[viewer] = number
        else:
            cells[(-1, *number.index)] = [number] * players
    return found


def _bind(inputs: Inputs, game: "Game") -> BoundInputs:
    fields, players = _by_cell(game), game.players
    rows: list[list[tuple[int, ...]]] = [[] for _ in range(players)]  # fields of CELL, largest, width
    tables: dict[bytes, int] = {}
    scales = np.ones(inputs.n)

    def number_of(table: npt.NDArray[np.int16]) -> int:
        return tables.setdefault(table.tobytes(), len(tables))

    def add(viewer: int, offset: int, kind: int, *rest: int, width: int, size: int = 1, bytes_: int = 1) -> None:
        mask = ((1 << 8 * bytes_) - 1) << offset % 8 * 8
        rows[viewer].append((offset, kind, *rest, mask, size, width))

    for coding, cell, base in inputs.numbered():
        if coding.field not in fields:
            raise ValueError(f"no field {coding.field!r} in the state: {did_you_mean(coding.field, fields)}")
        if cell not in fields[coding.field]:
            raise ValueError(f"the field {coding.field} has no number {list(cell[1:])}")
        if coding.of == "number":
            scales[base] = 1 / coding.spread
        width = coding.width(players)
        for viewer, number in enumerate(fields[coding.field][cell]):
            n_bytes = number.kind.itemsize
            kind = WIDTHS[n_bytes] + (number.kind.kind == "i")
            if coding.of == "number":
                ends = coding.shift, coding.low, coding.high
                add(viewer, number.offset, kind, base, *ends, width=1, size=coding.size, bytes_=n_bytes)
            elif coding.of == "bits":
                for place, bit in enumerate(coding.values):
                    if bit >= 8 * n_bytes:
                        raise ValueError(f"the field {coding.field} has no bit {bit}")
                    table = np.where(np.arange(TABLE) >> bit % 8 & 1, 0, -1).astype(np.int16)
                    add(viewer, number.offset + bit // 8, BY_TABLE, base + place, number_of(table), 0, 0, width=1)
            else:
                table, low = _table(coding, viewer, players)
                add(viewer, number.offset, kind + BY_TABLE, base, number_of(table), low, 0, width=width, bytes_=n_bytes)
    ordered = [sorted(viewer) for viewer in rows]
    return BoundInputs(
        np.array([[row[:7] for row in viewer] for viewer in ordered], CELL),
        np.frombuffer(b"".join(tables) or bytes(2 * TABLE), np.int16).reshape(-1, TABLE),
        np.array([[row[7] for row in viewer] for viewer in ordered], np.int64),
        np.array([[row[8] for row in viewer] for viewer in ordered], np.int64),
        scales,
    )


def _table(coding: Coding, viewer: int, players: int) -> tuple[npt.NDArray[np.int16], int]:
    """The input of each value from the cell's base, and the value that the table begins with."""
    table = np.full(TABLE, -1, np.int16)
    if coding.of == "seat":
        table[1 : players + 1] = (np.arange(players) - viewer) % players  # below and above: no seat
        return table, coding.low - 1
    if coding.of == "bins":
        low = coding.values[0] - 1
        return np.searchsorted(coding.values, np.arange(low, low + TABLE), side="right").astype(np.int16), low
    low = coding.values[0] - 1 if coding.values[-1] - coding.values[0] < TABLE - 2 else coding.values[0]
    table[np.asarray(coding.values) - low] = np.arange(len(coding.values))
    return table, low


# -- chosen automatically ---------------------------------------------------------------------------------------------


def find_inputs(game: "Game", positions: "Positions", *, seed: int = 0) -> Inputs:
    """What a network can look at in a game, by these positions of it (some thousand, of random games among them).

    A number that dealing anew what a seat cannot see ever changes, or that is the same in all positions, is left out.
    ValueError where the game says nothing of its state, or nothing is left.
    """
    from cext.kernel.value_games import redealt_bytes

    states, facts = positions.states, game.words.input_fields
    redealt = redealt_bytes(game, states, seed=seed)
    codings: list[Coding] = []
    n_hidden = 0
    for path, cells in _by_cell(game).items():
        seen: dict[tuple[int, ...], npt.NDArray[np.int64]] = {}
        for cell, numbers in cells.items():
            if any(
                redealt[viewer, at.offset : at.offset + at.kind.itemsize].any() for viewer, at in enumerate(numbers)
            ):
                n_hidden += 1
                continue
            if _is_in(path, facts.own_sets) and cell[0] > 0:
                continue
            values = np.concatenate([_read(states, number) for number in dict.fromkeys(numbers)])
            if values.min() < values.max():
                seen[cell] = values
        lengths = {cell for cell in seen if path in facts.piles and cell[-1] == 0}
        for is_length in (True, False):
            part = {cell: values for cell, values in seen.items() if (cell in lengths) == is_length}
            if part:
                codings += _codings(path, part, facts, is_length=is_length)
    if not codings:
        raise ValueError(f"{game.name}: nothing that a player sees ever changes: there is nothing to learn from")
    inputs = Inputs(tuple(codings), game.players, n_hidden)
    longest = max(len(coding.cells) for coding in codings)
    if inputs.n > MAX_INPUTS or longest > MAX_CELLS:
        raise ValueError(
            f"{game.name}: its state is too large: {inputs.n:,} inputs, {longest:,} numbers in a field, of "
            f"{MAX_INPUTS:,} and {MAX_CELLS:,} at most"
        )
    return inputs


def _read(states: npt.NDArray[np.uint8], number: _Number) -> npt.NDArray[np.int64]:
    part = np.ascontiguousarray(states[:, number.offset : number.offset + number.kind.itemsize])
    return part.view(number.kind)[:, 0].astype(np.int64)


def _codings(
    path: str, seen: Mapping[tuple[int, ...], npt.NDArray[np.int64]], facts: InputFields, *, is_length: bool
) -> list[Coding]:
    """How the cells of a field become inputs."""
    cells = tuple(seen)
    values = np.concatenate(list(seen.values()))
    distinct = tuple(np.unique(values).tolist())
    fits = distinct[-1] - distinct[0] < TABLE and distinct[0] >= -(2**30) and distinct[-1] <= 2**30
    if _is_in(path, facts.seats):
        return [Coding(field=path, of="seat", cells=cells, low=facts.seats[_is_in(path, facts.seats)])]
    if _is_in(path, facts.masks):
        bits = tuple(bit for bit in range(32) if len(np.unique(values >> bit & 1)) > 1)
        return [Coding(field=path, of="bits", cells=cells, values=bits)]
    if fits and not is_length and _is_in(path, facts.sets | facts.own_sets):
        return [Coding(field=path, of="set", cells=cells, values=distinct)]
    if fits and (_is_in(path, facts.names) or (facts.is_small and len(distinct) <= FEW)):
        return [Coding(field=path, of="values", cells=cells, values=distinct)]
    room = (distinct[-1] - distinct[0]) // 4 + 4  # for what strong players reach
    low = max(distinct[0] - room * (distinct[0] != 0), -(2**30))
    high = min(distinct[-1] + room, 2**30)
    shift = max((high - low) // STEPS, 1).bit_length() - 1
    spread = max(float(values.std()), (distinct[-1] - distinct[0]) / WIDEST) / 2**shift
    codings = [Coding(field=path, of="number", cells=cells, low=low, high=high, shift=shift, spread=spread)]
    if facts.is_small:
        edges = np.unique(np.quantile(values, np.linspace(0, 1, BINS + 1)[1:-1], method="nearest"))
        if edges[-1] - edges[0] < TABLE - 2:
            codings.append(Coding(field=path, of="bins", cells=cells, values=tuple(edges.tolist())))
    return codings
