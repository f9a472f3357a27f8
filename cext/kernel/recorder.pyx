"""Buffers of the decisions and rounds frames: room is made in large steps, and the memory goes to numpy uncopied."""

import numpy as np

from cext.kernel.decision_columns import DECISION_COLUMNS, LAYOUT

cimport cython
from cext.kernel.game cimport Game
from cext.kernel.record_buffer cimport ROWS, DecisionColumns, RecordBuffer
from cpython.buffer cimport PyBuffer_FillInfo
from libc.math cimport NAN
from libc.stdint cimport uint16_t, uint32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

__all__ = ["ColumnMemory", "Recorder", "RoundRecorder"]

cdef extern from "memory_hints.h":
    void large_pages(void* p, size_t n) noexcept nogil
    void fetch_lines(const char* p, size_t n) noexcept nogil

cdef enum:
    MAX_COLUMNS = 64
    BUFFER_FULL = 1 << 11      # rows from which on a buffer is emptied, once a game has ended; they fit the cache
    FIRST_CAPACITY = 1 << 10   # rows before anything is known of how many there will be
    FIRST_ROUNDS = 1 << 16     # bytes of the first block of rounds
    LARGEST_SPARE = 1 << 28    # bytes kept for the next recorder
    LINE = 64                  # capacities are multiples of it, so that every column begins a cache line

# A row of rounds: these, then the running counters.
cdef struct RoundKey:
    uint32_t game
    uint16_t round
    uint16_t seat            # from 1

# A block of memory for n rows has the struct's layout with n in place of ROWS.
cdef struct Column:
    size_t row_offset        # bytes of a row in the columns before it
    size_t width             # bytes of a row in it
    bint is_optional         # left out where no move was valued

cdef Column[MAX_COLUMNS] COLUMNS
cdef int N_COLUMNS = len(DECISION_COLUMNS)
cdef size_t ROW_BYTES = sizeof(DecisionColumns) // ROWS
if N_COLUMNS > MAX_COLUMNS:
    raise ImportError(f"{N_COLUMNS} columns of decisions: there is room for {MAX_COLUMNS}, set MAX_COLUMNS")
if sizeof(DecisionColumns) != LAYOUT.itemsize:
    raise ImportError("record_buffer.pxd has other columns of decisions than were compiled: run make build")
for _number, _column in enumerate(DECISION_COLUMNS):
    COLUMNS[_number] = Column(LAYOUT.fields[_column.name][1] // ROWS, _column.dtype.itemsize, _column.is_optional)


# The block last given back by each recorder, kept for the next: filling fresh memory costs a tenth of a random game.
cdef enum:
    OF_DECISIONS = 0           # whose a block is
    OF_ROUNDS = 1

cdef struct SpareMemory:
    void* data
    size_t size

cdef SpareMemory[2] spares = [SpareMemory(NULL, 0), SpareMemory(NULL, 0)]
cdef cython.pymutex spare_lock


cdef SpareMemory reuse_memory(int of) noexcept:
    """The spare block and its size; NULL and 0: there is none."""
    cdef SpareMemory spare
    with spare_lock:
        spare = spares[of]
        spares[of] = SpareMemory(NULL, 0)
    return spare


cdef void release_memory(int of, void* data, size_t size) noexcept:
    """Keep a block as the spare one if it is larger than that and not too large; free the other."""
    with spare_lock:
        if spares[of].size < size <= LARGEST_SPARE:
            data, spares[of] = spares[of].data, SpareMemory(data, size)
    free(data)


cdef inline char* rows_of(const Column* column, const void* block, Py_ssize_t capacity, Py_ssize_t row) noexcept nogil:
    """A column of a block, from a row on."""
    return <char*>block + capacity * column.row_offset + row * column.width


cdef void fill_values(void* block, Py_ssize_t capacity, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """NaN for the rows from `first` on that have no value, up to `end`."""
    cdef float* values
    cdef Py_ssize_t row
    cdef int i
    for i in range(N_COLUMNS):
        if COLUMNS[i].is_optional:
            values = <float*>rows_of(&COLUMNS[i], block, capacity, 0)
            for row in range(first, end):
                values[row] = NAN


cdef class ColumnMemory:
    """Memory of all columns, given back with this object; numpy reads it through the buffer protocol."""

    def __dealloc__(self):
        release_memory(self.of, self.data, self.size)

    def __getbuffer__(self, Py_buffer* view, int flags):
        PyBuffer_FillInfo(view, self, self.data, self.size, 0, flags)


cdef class Recorder:
    """Holds the recorded decisions until take() hands them over."""

    def __cinit__(self):
        cdef SpareMemory spare = reuse_memory(OF_DECISIONS)
        self.data, self.capacity = spare.data, spare.size // ROW_BYTES // LINE * LINE

    def __dealloc__(self):
        release_memory(OF_DECISIONS, self.data, self.capacity * ROW_BYTES)

    def __len__(self):
        return self.n

    cdef int reserve(self, Py_ssize_t capacity) noexcept nogil:
        """Make room for that many rows in all; -1: no memory, nothing lost."""
        cdef void* data
        cdef Column* column
        cdef int i
        if capacity <= self.capacity:
            return 0
        capacity = (capacity + LINE - 1) // LINE * LINE
        data = malloc(capacity * ROW_BYTES)
        if data is NULL:
            return -1
        large_pages(data, capacity * ROW_BYTES)
        for i in range(N_COLUMNS if self.n else 0):
            column = &COLUMNS[i]
            memcpy(rows_of(column, data, capacity, 0), rows_of(column, self.data, self.capacity, 0),
                   self.n * column.width)
        free(self.data)
        self.data, self.capacity = data, capacity
        return 0

    cdef int end_game(self, uint32_t game, RecordBuffer* buffer) noexcept nogil:
        """The game recorded last has ended; a full buffer is emptied. -1: no memory, only that game is lost."""
        cdef Py_ssize_t needed = self.n + buffer.n, i
        if needed > self.capacity:
            if self.reserve(max(<Py_ssize_t>FIRST_CAPACITY, needed + self.capacity // 2)) < 0:
                return -1
        for i in range(buffer.n_finished, buffer.n):
            buffer.columns.game[i] = game
        if buffer.valued:
            fill_values(&buffer.columns, ROWS, buffer.n_valued, buffer.n_finished)
            buffer.n_valued = buffer.n
        self.prefetch(self.n + buffer.n_finished, buffer.n - buffer.n_finished, buffer.valued)
        buffer.n_finished = buffer.n
        if buffer.n_finished >= BUFFER_FULL:
            self.flush(buffer)
        return 0

    cdef void prefetch(self, Py_ssize_t first, Py_ssize_t n, bint valued) noexcept nogil:
        """Have the places of n rows brought near while games go on, so that emptying the buffer need not wait."""
        cdef int i
        for i in range(N_COLUMNS):
            if valued or not COLUMNS[i].is_optional:
                fetch_lines(rows_of(&COLUMNS[i], self.data, self.capacity, first), n * COLUMNS[i].width)

    cdef void flush(self, RecordBuffer* buffer) noexcept nogil:
        """Write the games that have ended behind those before, where there is room for them, and clear the buffer."""
        cdef Py_ssize_t n = buffer.n_finished
        cdef Column* column
        cdef int i
        if buffer.n_valued:
            fill_values(self.data, self.capacity, self.n_valued, self.n)
            fill_values(&buffer.columns, ROWS, buffer.n_valued, n)
            self.n_valued = self.n + n
        for i in range(N_COLUMNS):
            column = &COLUMNS[i]
            if buffer.n_valued or not column.is_optional:
                memcpy(rows_of(column, self.data, self.capacity, self.n), rows_of(column, &buffer.columns, ROWS, 0),
                       n * column.width)
        self.n += n
        buffer.n = buffer.n_finished = buffer.n_valued = 0

    def take(self):
        """The columns as numpy arrays over the recorder's own memory, without those of values where no move was
        valued; the recorder is empty afterwards."""
        cdef ColumnMemory block = ColumnMemory()
        block.of, block.data, block.size = OF_DECISIONS, self.data, self.capacity * ROW_BYTES
        n, valued, taken = self.n, self.n_valued > 0, {}
        if valued:
            fill_values(self.data, self.capacity, self.n_valued, n)
        for i, column in enumerate(DECISION_COLUMNS):
            if valued or not column.is_optional:
                start = self.capacity * COLUMNS[i].row_offset
                taken[column.name] = np.frombuffer(block, column.dtype, n, start) if n else np.empty(0, column.dtype)
        self.data = NULL
        self.n = self.n_valued = self.capacity = 0
        return taken


@cython.final
cdef class RoundRecorder:
    """Holds the running counters of all seats after each round of the recorded games until take() hands them over."""

    def __cinit__(self, Game game not None):
        cdef SpareMemory spare = reuse_memory(OF_ROUNDS)
        self.of_game, self.data, self.size = game, <char*>spare.data, spare.size
        self.row_bytes = (sizeof(RoundKey) + game.n_running * game.running_bytes + 3) & ~3  # a key begins a word

    def __dealloc__(self):
        release_memory(OF_ROUNDS, self.data, self.size)

    def __len__(self):
        return self.n_finished

    cdef int reserve(self, size_t size) noexcept nogil:
        """Make room for so many bytes in all; -1: no memory, nothing lost."""
        cdef char* data = <char*>malloc(size)
        if data is NULL:
            return -1
        large_pages(data, size)
        if self.n:
            memcpy(data, self.data, self.n * self.row_bytes)
        free(self.data)
        self.data, self.size = data, size
        return 0

    cdef void end_rounds(self, int first, int next_) noexcept nogil:
        """Rounds `first` (0: none before round 1) to `next_` - 1 have ended: their counters are those of the state."""
        cdef int seat, round_
        cdef size_t needed = (self.n + self.of_game.n_seats) * self.row_bytes
        cdef char* row
        for round_ in range(max(first, 1), next_ if self.of_game.n_running else 0):
            if needed > self.size and self.reserve(max(<size_t>FIRST_ROUNDS, 2 * needed)) < 0:
                self.out_of_memory = True
                return
            row = self.data + self.n * self.row_bytes
            self.of_game.running_counters(self.state, row + sizeof(RoundKey), self.row_bytes)
            for seat in range(self.of_game.n_seats):
                (<RoundKey*>row)[0] = RoundKey(self.game, <uint16_t>round_, <uint16_t>(seat + 1))
                row += self.row_bytes
            self.n += self.of_game.n_seats
            needed += self.of_game.n_seats * self.row_bytes

    cdef int end_game(self) noexcept nogil:
        """The game has ended, its last round recorded; -1: there was no memory for some round."""
        self.n_finished = self.n
        return -1 if self.out_of_memory else 0

    def take(self):
        """The columns, a row a round and seat, as numpy arrays over the recorder's own memory; the recorder is empty
        afterwards."""
        cdef ColumnMemory block = ColumnMemory()
        names = [name for name, _ in self.of_game.counters[:self.of_game.n_running]]
        kind = "u1" if self.of_game.running_bytes == 1 else "i4"
        keys = [("game", "u4"), ("round", "u2"), ("seat", "u2")]
        row = np.dtype([*keys, *((name, kind) for name in names)], align=True)
        block.of, block.data, block.size = OF_ROUNDS, self.data, self.size
        rows = np.frombuffer(block, row, self.n_finished) if self.n_finished else np.empty(0, row)
        self.data, self.size, self.n, self.n_finished = NULL, 0, 0, 0
        return {name: rows[name] for name in row.names}


cdef void end_rounds_of(void* rounds, int first, int next_) noexcept nogil:
    """RoundRecorder.end_rounds() as the buffer calls it."""
    (<RoundRecorder>rounds).end_rounds(first, next_)
