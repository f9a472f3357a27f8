"""Buffers of the decisions and rounds frames: room is made in large steps, and the memory goes to numpy uncopied."""

import numpy as np

cimport cython
from cext.kernel.game cimport Game
from cext.kernel.record_buffer cimport RecordBuffer
from cext.kernel.types cimport a_of, b_of, c_of, kind_of
from cpython.buffer cimport PyBuffer_FillInfo
from libc.math cimport NAN
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

__all__ = ["ColumnMemory", "Recorder", "RoundRecorder"]

cdef extern from "memory_hints.h":
    void large_pages(void* p, size_t n) noexcept nogil
    void fetch_lines(const char* p, size_t n) noexcept nogil

cdef enum:
    N_COLUMNS = 17
    BUFFER_FULL = 1 << 11      # rows from which on a buffer is emptied, once a game has ended; they fit the cache
    FIRST_CAPACITY = 1 << 10   # rows before anything is known of how many there will be
    FIRST_ROUNDS = 1 << 16     # bytes of the first block of rounds
    LARGEST_SPARE = 1 << 28    # bytes kept for the next recorder
    LINE = 64                  # capacities are multiples of it, so that every column begins a cache line

# Name and type of each column, in the order of the pointers in Rows.
COLUMNS = (("game", "u4"), ("ply", "u2"), ("round", "u2"), ("turn", "u2"), ("seat", "u1"), ("stage", "u1"),
           ("move_kind", "u1"), ("a", "u1"), ("b", "u1"), ("c", "u1"), ("move_class", "u1"),
           ("n_legal", "u2"), ("offered", "u4"), ("move_value", "f4"), ("move_value_lead", "f4"),
           ("score_before", "i8"), ("score_after", "i8"))

VALUES = ("move_value", "move_value_lead")

# A row of rounds: these, then the running counters.
cdef struct RoundKey:
    uint32_t game
    uint16_t round
    uint16_t seat            # from 1

cdef int[N_COLUMNS] WIDTHS
cdef bint[N_COLUMNS] OF_VALUES
cdef int ROW_BYTES = 0
for _number, (_name, _code) in enumerate(COLUMNS):
    WIDTHS[_number] = int(_code[1])
    OF_VALUES[_number] = _name in VALUES
    ROW_BYTES += WIDTHS[_number]


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


cdef void split_moves(const Rows* rows, Py_ssize_t first, const RecordBuffer* buffer) noexcept nogil:
    """The four columns of the moves, one after the other: the compiler then splits many at a time."""
    cdef uint8_t* kind = rows.move_kind + first
    cdef uint8_t* a = rows.a + first
    cdef uint8_t* b = rows.b + first
    cdef uint8_t* c = rows.c + first
    cdef Py_ssize_t n = buffer.n_finished, i
    for i in range(n):
        kind[i] = <uint8_t>kind_of(buffer.move[i])
    for i in range(n):
        a[i] = <uint8_t>a_of(buffer.move[i])
    for i in range(n):
        b[i] = <uint8_t>b_of(buffer.move[i])
    for i in range(n):
        c[i] = <uint8_t>c_of(buffer.move[i])


cdef void fill_values(float* value, float* lead, Py_ssize_t first, Py_ssize_t end) noexcept nogil:
    """NaN for the rows from `first` on that have no value, up to `end`."""
    cdef Py_ssize_t i
    for i in range(first, end):
        value[i] = NAN
    for i in range(first, end):
        lead[i] = NAN


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
        self.data = spare.data
        if self.data is not NULL:
            self.lay_out(self.data, spare.size // ROW_BYTES // LINE * LINE)

    def __dealloc__(self):
        release_memory(OF_DECISIONS, self.data, self.rows.capacity * ROW_BYTES)

    def __len__(self):
        return self.rows.n

    cdef int reserve(self, Py_ssize_t capacity) noexcept nogil:
        """Make room for that many rows in all; -1: no memory, nothing lost."""
        cdef char* data
        if capacity <= self.rows.capacity:
            return 0
        capacity = (capacity + LINE - 1) // LINE * LINE
        data = <char*>malloc(capacity * ROW_BYTES)
        if data is NULL:
            return -1
        large_pages(data, capacity * ROW_BYTES)
        self.lay_out(data, capacity)
        free(self.data)
        self.data = data
        return 0

    cdef void lay_out(self, void* data, Py_ssize_t capacity) noexcept nogil:
        """Divide a block into columns of that many rows, and move the rows written so far there."""
        cdef void** columns = <void**>&self.rows.game
        cdef char* column = <char*>data
        cdef int i
        for i in range(N_COLUMNS):
            if self.rows.n:
                memcpy(column, columns[i], self.rows.n * WIDTHS[i])
            columns[i] = column
            column += capacity * WIDTHS[i]
        self.rows.capacity = capacity

    cdef int end_game(self, uint32_t game, RecordBuffer* buffer) noexcept nogil:
        """The game recorded last has ended; a full buffer is emptied. -1: no memory, only that game is lost."""
        cdef Py_ssize_t needed = self.rows.n + buffer.n, i
        if needed > self.rows.capacity:
            if self.reserve(max(<Py_ssize_t>FIRST_CAPACITY, needed + self.rows.capacity // 2)) < 0:
                return -1
        for i in range(buffer.n_finished, buffer.n):
            buffer.game[i] = game
        if buffer.valued:
            fill_values(buffer.move_value, buffer.move_value_lead, buffer.n_valued, buffer.n_finished)
            buffer.n_valued = buffer.n
        self.prefetch(self.rows.n + buffer.n_finished, buffer.n - buffer.n_finished, buffer.valued)
        buffer.n_finished = buffer.n
        if buffer.n_finished >= BUFFER_FULL:
            self.flush(buffer)
        return 0

    cdef void prefetch(self, Py_ssize_t first, Py_ssize_t n, bint valued) noexcept nogil:
        """Have the places of n rows brought near while games go on, so that emptying the buffer need not wait."""
        cdef void** columns = <void**>&self.rows.game
        cdef int i
        for i in range(N_COLUMNS):
            if valued or not OF_VALUES[i]:
                fetch_lines(<char*>columns[i] + first * WIDTHS[i], n * WIDTHS[i])

    cdef void flush(self, RecordBuffer* buffer) noexcept nogil:
        """Write the games that have ended behind those before, where there is room for them, and clear the buffer."""
        cdef Rows* rows = &self.rows
        cdef Py_ssize_t first = rows.n, n = buffer.n_finished
        memcpy(rows.game + first, buffer.game, n * sizeof(buffer.game[0]))
        memcpy(rows.ply + first, buffer.ply, n * sizeof(buffer.ply[0]))
        memcpy(rows.round + first, buffer.round, n * sizeof(buffer.round[0]))
        memcpy(rows.turn + first, buffer.turn, n * sizeof(buffer.turn[0]))
        memcpy(rows.seat + first, buffer.seat, n)
        memcpy(rows.stage + first, buffer.stage, n)
        memcpy(rows.move_class + first, buffer.move_class, n)
        memcpy(rows.n_legal + first, buffer.n_legal, n * sizeof(buffer.n_legal[0]))
        memcpy(rows.offered + first, buffer.offered, n * sizeof(buffer.offered[0]))
        memcpy(rows.score_before + first, buffer.score_before, n * sizeof(buffer.score_before[0]))
        memcpy(rows.score_after + first, buffer.score_after, n * sizeof(buffer.score_after[0]))
        split_moves(rows, first, buffer)
        rows.n = first + n
        if buffer.n_valued:
            fill_values(rows.move_value, rows.move_value_lead, rows.n_valued, first)
            fill_values(buffer.move_value, buffer.move_value_lead, buffer.n_valued, n)
            memcpy(rows.move_value + first, buffer.move_value, n * sizeof(buffer.move_value[0]))
            memcpy(rows.move_value_lead + first, buffer.move_value_lead, n * sizeof(buffer.move_value_lead[0]))
            rows.n_valued = rows.n
        buffer.n = buffer.n_finished = buffer.n_valued = 0

    def take(self):
        """The columns as numpy arrays over the recorder's own memory, without those of values where no move was
        valued; the recorder is empty afterwards."""
        cdef void** columns = <void**>&self.rows.game
        cdef ColumnMemory block = ColumnMemory()
        block.of, block.data, block.size = OF_DECISIONS, self.data, self.rows.capacity * ROW_BYTES
        n, valued, taken = self.rows.n, self.rows.n_valued > 0, {}
        if valued:
            fill_values(self.rows.move_value, self.rows.move_value_lead, self.rows.n_valued, n)
        for i, (name, code) in enumerate(COLUMNS):
            offset = <char*>columns[i] - <char*>self.data
            if valued or name not in VALUES:
                taken[name] = np.frombuffer(block, code, n, offset) if n else np.empty(0, code)
        self.data = NULL
        self.rows.n = self.rows.n_valued = self.rows.capacity = 0
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
