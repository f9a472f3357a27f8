"""Tables, draws and moves of rules in Python, and how they are stored in a state."""

from operator import attrgetter, index

from cext.games.rules import OPEN, first_number, state_layout

from cext.kernel.rng cimport rng_below
from cext.kernel.types cimport MAX_STATE, Move, a_of, b_of, c_of, kind_of, pack
from libc.stdint cimport int16_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

__all__ = ["BrokenDeclaration", "Fields", "MoveNumbers"]

cdef enum:
    MAX_CELLS = 2048       # int16 in the largest state


class BrokenDeclaration(ValueError):
    """What a method of the rules gives is not what they declare."""


cdef class Draws:
    """Random draws of the rules: of the deal, or while the game is played."""

    def below(self, int n):
        """A number from 0 to n - 1."""
        if n < 1:
            raise ValueError(f"below({n}): give a number from 1 on")
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
        if seat is not None and not 0 <= index(seat) < self.players:
            raise ValueError(f"end_turn({seat}): seats are 0 to {self.players - 1}")
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
    same, so that a game that goes on from there need not read it again."""

    def __init__(self, fields, header, *, int players, int seats, boards, table_boards):
        self.layout, self.places = state_layout(fields, header, seats)
        self.size = self.layout.itemsize
        if self.size > MAX_STATE:
            raise BrokenDeclaration(f"the fields take {self.size:,} bytes, at most {MAX_STATE:,}: have smaller piles")
        if len(fields) > MAX_FIELDS:
            raise BrokenDeclaration(f"{len(fields)} fields, at most {MAX_FIELDS}: have some in one list")
        pools = list(dict.fromkeys(field.pool for field in fields.values() if field.known_to != OPEN))
        for n, (name, field) in enumerate(fields.items()):
            pool = pools.index(field.pool) if field.known_to != OPEN else 0
            self.cells[<int>n] = Cells(self.places[name], seats if field.by_seat else 0, field.size, field.is_pile,
                                       field.piles, field.cells, field.known_to, pool)
        self.names, self.n_fields, self.n_pools, self.players = list(fields), len(fields), len(pools), players
        self.kind = type("Table", (Table,), {"__slots__": (*fields, "board")})
        self.read_fields = attrgetter(*fields, "board", "round")  # of several names it makes a tuple
        self.boards, self.table_boards = tuple(boards) or ("",), table_boards

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
        memcpy(self.table_state, state, self.size)

    cdef int write(self, Table table, void* state) except -1:
        """Write the fields of a table, and how many draws were made, into a state."""
        (<Header*>state).draws = <uint32_t>table.rng.index
        self.write_cells(table, cells_of(state))
        self.remember(table, state)
        return 0

    cdef int check_unchanged(self) except -1:
        """BrokenDeclaration where a question has changed the table."""
        cdef int16_t cells[MAX_CELLS]
        cdef int16_t* before = cells_of(self.table_state)
        memcpy(cells, before, self.size - sizeof(Header))
        self.write_cells(self.table, cells)
        if memcmp(cells, before, self.size - sizeof(Header)):
            self.is_current = False
            raise BrokenDeclaration("it changes the table: only deal() and play() may")
        return 0

    cdef Table read(self, const void* state):
        """A new table of what a state holds."""
        cdef const Header* header = <const Header*>state
        cdef int16_t* cell = cells_of(state)
        cdef Table table = self.kind()
        cdef Cells* f
        cdef int n, seat
        for n in range(self.n_fields):
            f = &self.cells[n]
            if f.seats:
                value = [read_value(f, cell + f.at + f.width * seat) for seat in range(f.seats)]
            else:
                value = read_value(f, cell + f.at)
            setattr(table, self.names[n], value)
        boards = [self.boards[header.board[seat]] for seat in range(self.players)]
        table.board = boards[0] if self.table_boards else boards
        table.rng = Draws()
        table.rng.key, table.rng.index = header.key, header.draws
        table.players, table.round = self.players, header.turns.round + 1
        return table

    cdef int write_cells(self, Table table, int16_t* cell) except -1:
        """Write the fields of a table into cells."""
        cdef tuple values = self.read_fields(table)
        cdef Cells* f
        cdef int n, seat
        for n in range(self.n_fields):
            f = &self.cells[n]
            value = values[n]
            if not f.seats:
                write_value(<str>self.names[n], f, cell + f.at, value)
                continue
            if type(value) is not list or len(<list>value) != f.seats:
                raise BrokenDeclaration(f"{self.names[n]} is {value!r:.60}: must be a list of {f.seats}, one for each "
                                        "seat")
            for seat in range(f.seats):
                write_value(<str>self.names[n], f, cell + f.at + f.width * seat, (<list>value)[seat])
        return 0

    cdef void redeal_pool(self, int16_t* cell, int pool, int seat, uint64_t key) noexcept nogil:
        """Deal the hidden numbers of a pool anew, whatever order they are in."""
        cdef int16_t items[MAX_CELLS]
        cdef int16_t item
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

    cdef int swap_hidden(self, int16_t* cell, int pool, int seat, int16_t* items, bint write) noexcept nogil:
        """Read the numbers of a pool that a seat does not know, or write them; how many there are."""
        cdef Cells* f
        cdef int16_t* here
        cdef int n = 0, k, i, number, n_lists
        for k in range(self.n_fields):
            f = &self.cells[k]
            if f.known_to == 0 or f.pool != pool:
                continue
            n_lists = max(1, f.piles)
            for number in range(max(1, f.seats) * n_lists):
                if f.known_to == 1 and number // n_lists == seat:
                    continue
                here = cell + f.at + f.width // n_lists * number
                for i in range(here[0] if f.is_pile else f.width):
                    if write:
                        here[i + f.is_pile] = items[n]
                    else:
                        items[n] = here[i + f.is_pile]
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
            self.packed[move], self.unpacked[number] = number, move
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


cdef object read_value(const Cells* f, const int16_t* cell):
    """The value of a field, of one seat or of all."""
    cdef int i
    if f.piles:
        return [read_list(f, cell + i * (f.size + 1)) for i in range(f.piles)]
    return read_list(f, cell) if f.size else cell[0]


cdef list read_list(const Cells* f, const int16_t* cell):
    """A list of numbers."""
    cdef int i
    if f.is_pile:
        return [cell[1 + i] for i in range(cell[0])]
    return [cell[i] for i in range(f.size)]


cdef int write_value(str name, const Cells* f, int16_t* cell, value) except -1:
    """Write the value of a field."""
    cdef int i
    if not f.size:
        cell[0] = short_number(name, value)
        return 0
    if not f.piles:
        return write_list(name, f, cell, value)
    if type(value) is not list or len(<list>value) != f.piles:
        raise BrokenDeclaration(f"{name} is {value!r:.60}: must be a list of {f.piles} lists")
    for i in range(f.piles):
        write_list(name, f, cell + i * (f.size + 1), (<list>value)[i])
    return 0


cdef int write_list(str name, const Cells* f, int16_t* cell, value) except -1:
    """Write a list of numbers; behind the end of a pile stand zeros."""
    cdef Py_ssize_t i, length
    if type(value) is not list:
        raise BrokenDeclaration(f"{name} is {value!r:.60}: must be a list")
    length = len(<list>value)
    if length != f.size and not (f.is_pile and length < f.size):
        raise BrokenDeclaration(f"{name} has {length} numbers, must have {f.size}{' at most' if f.is_pile else ''}")
    if f.is_pile:
        cell[0] = <int16_t>length
        cell += 1
    for i in range(length):
        cell[i] = short_number(name, (<list>value)[i])
    memset(cell + length, 0, (f.size - length) * sizeof(int16_t))
    return 0


cdef inline int16_t short_number(str name, value) except? -1:
    """A number that has room in a state."""
    cdef int64_t number
    if not isinstance(value, int):
        raise BrokenDeclaration(f"{name} is {value!r:.60}: must be a whole number")
    number = value
    if not -32768 <= number <= 32767:
        raise BrokenDeclaration(f"{name} is {number:,}: numbers lie from -32,768 to 32,767")
    return <int16_t>number
