"""Tables, draws and moves of rules in Python, and how they are stored in a state."""

from operator import attrgetter

from cext.games.rules import HIGHEST, OPEN, first_number, state_layout

from cext.kernel.rng cimport rng_below
from cext.kernel.types cimport MAX_STATE, Move, a_of, b_of, c_of, kind_of, pack
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

__all__ = ["BrokenDeclaration", "Fields", "MoveNumbers"]

cdef extern from "Python.h":
    long long PyLong_AsLongLongAndOverflow(object number, int* overflow) except? -1

LONGEST = 10**30           # numbers from here on are not written out in messages

cdef enum:
    MAX_CELLS = 2048       # numbers in the fields of a table


class BrokenDeclaration(ValueError):
    """What a method of the rules gives is not what they declare."""


cdef class Draws:
    """Random draws of the rules: of the deal, or while the game is played."""

    def below(self, n):
        """A number from 0 to n - 1."""
        if not hasattr(n, "__index__") or not 1 <= n <= HIGHEST:
            raise ValueError(f"below({n!r:.60}): give a whole number from 1 to {HIGHEST:,}")
        self.index += 1
        return rng_below(self.key, self.index - 1, n)

    def choice(self, items):
        """One of the items."""
        return items[self.below(len(items))]

    def shuffle(self, list items):
        """Shuffle a list in place."""
        cdef Py_ssize_t i, j, n = len(items)
        for i in range(n - 1):
            j = i + <Py_ssize_t>rng_below(self.key, self.index, <uint32_t>(n - i))
            self.index += 1
            items[i], items[j] = items[j], items[i]

    def shuffled(self, items):
        """A shuffled list of the items."""
        shuffled = list(items)
        self.shuffle(shuffled)
        return shuffled


cdef class Table:
    """What all tables have; a game's own adds the declared fields and the boards."""

    def end_turn(self, seat=None, *, ends_round=None):
        """End the turn, or in deal() name the seat that begins. seat: who goes on; None: the next in order. The round
        is over where that seat has had a turn in it, unless it goes on after itself; ends_round says otherwise. Of
        several calls the last counts."""
        self.check_phase("end_turn")
        if seat is not None and not (hasattr(seat, "__index__") and 0 <= seat < self.players):
            raise ValueError(f"end_turn({seat!r:.60}): seats are 0 to {self.players - 1}")
        if self.phase == DEALING and seat is None:
            raise ValueError("end_turn() without a seat: in deal() name the one that begins")
        if self.phase != PLAYING and ends_round is not None:
            raise ValueError(f"end_turn(ends_round={ends_round}): only play() and reveal() may say so")
        self.following = 0 if seat is None else seat + 1
        self.round_end = BY_TURNS if ends_round is None else OVER if ends_round else NOT_OVER
        self.ended = True

    def end_game(self):
        """The game is over."""
        self.check_phase("end_game")
        self.ended = self.over = True

    cdef void open(self, const Header* header, Phase phase) noexcept:
        """Let the rules say whose turn it is."""
        self.phase, self.following, self.round_end = phase, header.following, BY_TURNS
        self.ended, self.over = False, header.turns.over

    cdef void close(self, Header* header) noexcept:
        """Write what they said."""
        header.turns.ended, header.turns.over = self.ended, self.over
        header.following, header.round_end = self.following, self.round_end
        self.phase = ASKED

    cdef int check_phase(self, str name) except -1:
        if self.phase == ASKED:
            raise ValueError(f"{name}(): only deal(), play(), reveal() and bot_turn() may call it")
        return 0


cdef class Fields:
    """The declared fields, and where in a state they lie. The last table is kept together with the bytes that hold the
    same, so that a game that goes on from there need not read it again. It is not kept where it has a list of the
    rules' own, or something else than whole numbers: what the rules see never depends on what is kept."""

    def __init__(self, fields, header, *, int players, int seats, boards, table_boards):
        n_cells = sum(field.cells * (seats if field.by_seat else 1) for field in fields.values())
        if n_cells > MAX_CELLS:
            raise BrokenDeclaration(f"the fields hold {n_cells:,} numbers, at most {MAX_CELLS:,}: have smaller piles")
        self.layout, self.places = state_layout(fields, header, seats)
        self.size = self.layout.itemsize
        if len(fields) > MAX_FIELDS:
            raise BrokenDeclaration(f"{len(fields)} fields, at most {MAX_FIELDS}: have some in one list")
        pools = list(dict.fromkeys(field.pool for field in fields.values() if field.known_to != OPEN))
        for n, (name, field) in enumerate(fields.items()):
            pool = pools.index(field.pool) if field.known_to != OPEN else 0
            self.cells[<int>n] = Cells(self.places[name], field.bytes, field.low, field.high,
                                       seats if field.by_seat else 0, field.size, field.is_pile, field.piles,
                                       field.cells, field.known_to, pool)
        for pool in pools:
            pooled = {name: field for name, field in fields.items() if field.known_to != OPEN and field.pool == pool}
            if len({(field.low, field.high) for field in pooled.values()}) > 1:
                raise BrokenDeclaration(f"{', '.join(pooled)} are dealt anew together: give all the same low and high, "
                                        "or name different pools: secret=\"NAME\"")
        self.names, self.n_fields, self.n_pools, self.players = list(fields), len(fields), len(pools), players
        self.kind = type("Table", (Table,), {"__slots__": (*fields, "board")})
        self.read_fields = attrgetter(*fields, "board", "round")  # of several names it makes a tuple
        self.boards, self.table_boards = tuple(boards) or ("",), table_boards

    cdef int32_t number_at(self, int field, const void* state, int seat) noexcept nogil:
        """A seat's number in a field that has one for each."""
        return read_cell(&self.cells[field], cells_of(state) + self.cells[field].at, seat)

    cdef Table at(self, const void* state):
        """The table that a state holds."""
        cdef const Header* header = <const Header*>state
        cdef size_t first = <char*>&header.key - <char*>header  # what stands before it is no part of the table
        cdef Table table
        if self.is_current and memcmp(<char*>self.table_state + first, <char*>state + first, self.size - first) == 0:
            self.table.round = header.turns.round + 1
            return self.table
        table = self.read(state)
        self.remember(table, state)
        return table

    cdef void remember(self, Table table, const void* state) noexcept:
        """Keep a table and the bytes that hold the same."""
        self.table, self.is_current = table, True
        self.version += 1
        memcpy(self.table_state, state, self.size)

    cdef int write(self, Table table, void* state) except -1:
        """Write the fields of a table, and how many draws were made, into a state."""
        (<Header*>state).draws = <uint32_t>table.rng.index
        self.n_written, self.is_plain = 0, True
        self.write_cells(table, cells_of(state))
        if self.is_plain:
            self.remember(table, state)
        else:
            self.is_current = False
        return 0

    cdef int check_unchanged(self) except -1:
        """BrokenDeclaration where a question has changed the table."""
        cdef char cells[MAX_STATE]
        cdef char* before = cells_of(self.table_state)
        memcpy(cells, before, self.size - sizeof(Header))
        self.write_cells(self.table, cells)
        if memcmp(cells, before, self.size - sizeof(Header)):
            self.is_current = False
            raise BrokenDeclaration("it changes the table: only deal() and play() may")
        return 0

    cdef Table read(self, const void* state):
        """A new table of what a state holds."""
        cdef const Header* header = <const Header*>state
        cdef char* cell = cells_of(state)
        cdef Table table = self.kind()
        cdef Cells* f
        cdef int n, seat
        self.lists = []
        for n in range(self.n_fields):
            f = &self.cells[n]
            if f.seats:
                value = [read_value(self, f, cell + f.at + f.bytes * f.width * seat) for seat in range(f.seats)]
                self.lists.append(value)
            else:
                value = read_value(self, f, cell + f.at)
            setattr(table, self.names[n], value)
        boards = [self.boards[header.board[seat]] for seat in range(self.players)]
        table.board = boards[0] if self.table_boards else boards
        table.rng = Draws()
        table.rng.key, table.rng.index = header.key, header.draws
        table.players, table.round = self.players, header.turns.round + 1
        return table

    cdef int write_cells(self, Table table, char* cell) except -1:
        """Write the fields of a table into cells."""
        cdef tuple values = self.read_fields(table)
        cdef Cells* f
        cdef int n, seat
        for n in range(self.n_fields):
            f = &self.cells[n]
            value = values[n]
            if not f.seats:
                write_value(self, <str>self.names[n], f, -1, cell + f.at, value)
                continue
            if type(value) is not list or len(<list>value) != f.seats:
                raise BrokenDeclaration(f"{self.names[n]} is {value!r:.60}: must be a list of {f.seats}, one for each "
                                        "seat")
            for seat in range(f.seats):
                write_value(self, <str>self.names[n], f, seat, cell + f.at + f.bytes * f.width * seat,
                            (<list>value)[seat])
            self.note_list(value)
        return 0

    cdef void note_list(self, list value) noexcept:
        """Note whether a list that is written is the one that was read there."""
        if self.n_written >= len(self.lists) or self.lists[self.n_written] is not value:
            self.is_plain = False
        self.n_written += 1

    cdef void redeal_pool(self, char* cell, int pool, int seat, uint64_t key) noexcept nogil:
        """Deal the hidden numbers of a pool anew, whatever order they are in."""
        cdef int32_t items[MAX_CELLS]
        cdef int32_t item
        cdef int n = self.swap_hidden(cell, pool, seat, items, False), i, j
        for i in range(1, n):
            item = items[i]
            j = i
            while j and items[j - 1] > item:
                items[j] = items[j - 1]
                j -= 1
            items[j] = item
        for i in range(n - 1):
            j = i + <int>rng_below(key, i, n - i)
            items[i], items[j] = items[j], items[i]
        self.swap_hidden(cell, pool, seat, items, True)

    cdef int swap_hidden(self, char* cell, int pool, int seat, int32_t* items, bint write) noexcept nogil:
        """Read the numbers of a pool that a seat does not know, or write them; how many there are."""
        cdef Cells* f
        cdef char* here
        cdef int n = 0, k, i, number, n_lists
        for k in range(self.n_fields):
            f = &self.cells[k]
            if f.known_to == 0 or f.pool != pool:
                continue
            n_lists = max(1, f.piles)
            for number in range(max(1, f.seats) * n_lists):
                if f.known_to == 1 and number // n_lists == seat:
                    continue
                here = cell + f.at + f.bytes * (f.width // n_lists) * number
                for i in range(read_cell(f, here, 0) if f.is_pile else f.width):
                    if write:
                        write_cell(f, here, i + f.is_pile, items[n])
                    else:
                        items[n] = read_cell(f, here, i + f.is_pile)
                    n += 1
        return n


cdef class MoveNumbers:
    """Moves of the rules as numbers, and back."""

    def __init__(self, moves):
        """moves: as the rules declare them."""
        self.parts = tuple((name, tuple(parts.items())) for name, (_, _, parts) in moves.items())
        self.packed, self.unpacked = {}, {}

    cdef Move number_of(self, move) except? 0xffffffff:
        """A move of the rules as a number."""
        number = self.packed.get(move)
        return self.pack_move(move) if number is None else <Move>number

    cdef Move pack_move(self, move) except? 0xffffffff:
        """The same of a move that is met for the first time."""
        cdef Move number
        if type(move) is not tuple or not move:
            raise BrokenDeclaration(f"{move!r:.60} is no move: write a tuple of the kind and its parts")
        for kind, (name, parts) in enumerate(self.parts):
            if move[0] != name:
                continue
            if len(move) != len(parts) + 1:
                raise BrokenDeclaration(f"move {move!r}: {name} has {len(parts)} parts")
            numbers = [0, 0, 0]
            for i, ((part, values), value) in enumerate(zip(parts, move[1:])):
                if value not in values:
                    raise BrokenDeclaration(f"move {move!r}: {part} is {value!r}, must be one of {values}")
                numbers[i] = value - first_number(values) if isinstance(values, range) else values.index(value)
            number = pack(kind, numbers[0], numbers[1], numbers[2])
            self.packed[move] = number
            return number
        kinds = ", ".join(name for name, _ in self.parts)
        raise BrokenDeclaration(f"move {move!r}: there is no kind {move[0]!r}, there are {kinds}")

    cdef tuple move_of(self, Move number):
        """A number as a move of the rules."""
        move = self.unpacked.get(number)
        if move is None:
            name, parts = self.parts[kind_of(number)]
            numbers = (a_of(number), b_of(number), c_of(number))
            move = (name, *(n + first_number(values) if isinstance(values, range) else values[n]
                            for (_, values), n in zip(parts, numbers)))
            self.packed[move], self.unpacked[number] = number, move
        return move


cdef object read_value(Fields fields, const Cells* f, const char* cell):
    """The value of a field, of one seat or of all."""
    cdef int i
    if not f.piles:
        return read_list(fields, f, cell) if f.size else read_cell(f, cell, 0)
    value = [read_list(fields, f, cell + f.bytes * i * (f.size + 1)) for i in range(f.piles)]
    fields.lists.append(value)
    return value


cdef list read_list(Fields fields, const Cells* f, const char* cell):
    """A list of numbers."""
    cdef int i
    if f.is_pile:
        value = [read_cell(f, cell, 1 + i) for i in range(read_cell(f, cell, 0))]
    else:
        value = [read_cell(f, cell, i) for i in range(f.size)]
    fields.lists.append(value)
    return value


cdef int write_value(Fields fields, str name, const Cells* f, int seat, char* cell, value) except -1:
    """Write the value of a field: of a seat, -1: of all."""
    cdef int i
    if not f.size:
        write_cell(f, cell, 0, checked_number(fields, name, f, seat, value))
        return 0
    if not f.piles:
        return write_list(fields, name, f, seat, cell, value)
    if type(value) is not list or len(<list>value) != f.piles:
        raise BrokenDeclaration(f"{name} is {value!r:.60}: must be a list of {f.piles} lists")
    for i in range(f.piles):
        write_list(fields, name, f, seat, cell + f.bytes * i * (f.size + 1), (<list>value)[i])
    fields.note_list(value)
    return 0


cdef int write_list(Fields fields, str name, const Cells* f, int seat, char* cell, value) except -1:
    """Write a list of numbers; behind the end of a pile are zeros."""
    cdef int i, length
    if type(value) is not list:
        raise BrokenDeclaration(f"{name} is {value!r:.60}: must be a list")
    if len(<list>value) != f.size and not (f.is_pile and len(<list>value) < f.size):
        raise BrokenDeclaration(f"{name} has {len(value)} numbers, must have {f.size}{' at most' if f.is_pile else ''}")
    length = len(<list>value)
    if f.is_pile:
        write_cell(f, cell, 0, length)
        cell += f.bytes
    for i in range(length):
        write_cell(f, cell, i, checked_number(fields, name, f, seat, (<list>value)[i]))
    memset(cell + f.bytes * length, 0, f.bytes * (f.size - length))
    fields.note_list(value)
    return 0


cdef inline int32_t checked_number(Fields fields, str name, const Cells* f, int seat, value) except? -1:
    """A number that a field may hold."""
    cdef int overflow = 0
    cdef int64_t number = 0
    if isinstance(value, int):
        number = PyLong_AsLongLongAndOverflow(value, &overflow)
        if not overflow and f.low <= number <= f.high:
            if type(value) is not int:  # True, or a member of an enum
                fields.is_plain = False
            return <int32_t>number
    return refuse_number(name, f, seat, value)


cdef int32_t refuse_number(str name, const Cells* f, int seat, value) except? -1:
    """Raise what is wrong with it."""
    where = f"{name} of player {seat + 1}" if seat >= 0 else name
    if not isinstance(value, int):
        raise BrokenDeclaration(f"{where} is {value!r:.60}: must be a whole number")
    number = f"{value:,}" if abs(value) < LONGEST else "a number of more than 30 digits"
    raise BrokenDeclaration(f"{where} {'has' if f.size else 'is'} {number}: must be from {f.low:,} to {f.high:,}")
