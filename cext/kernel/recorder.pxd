"""Buffers of the decisions and rounds frames, filled without the GIL and handed to numpy without a copy."""

cimport cython
from cext.kernel.game cimport Game
from cext.kernel.record_buffer cimport RecordBuffer
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t


# The columns of `decisions` in SCHEMA.md, by their names there; each has room for `capacity` rows.
cdef struct Rows:
    Py_ssize_t n             # rows written
    Py_ssize_t n_valued      # the first so many have move_value and its lead written; the others, so far, have none
    Py_ssize_t capacity      # rows there is room for
    uint32_t* game           # number of the game
    uint16_t* ply            # number of the decision in the game, forced ones counted
    uint16_t* round          # round of the game, from 1
    uint16_t* turn           # turns the seat had begun before this one
    uint8_t* seat            # 1 = first player
    uint8_t* stage           # number of the kind of decision
    uint8_t* move_kind       # number of the kind of move
    uint8_t* a               # fields of the move
    uint8_t* b
    uint8_t* c
    uint8_t* move_class      # class of the move, 0: none
    uint16_t* n_legal        # legal moves offered
    uint32_t* offered        # what they were, a bit each (Game.offers)
    float* move_value        # points, NaN where the policy does not value moves
    float* move_value_lead   # points above the best other move, NaN likewise
    int64_t* score_before    # the seat's running score before the move
    int64_t* score_after     # and after it


cdef class ColumnMemory:
    cdef int of              # whose it is: a recorder's number
    cdef void* data
    cdef size_t size         # bytes


cdef class Recorder:
    cdef Rows rows
    cdef void* data          # one block of memory that holds the columns one after the other

    cdef int reserve(self, Py_ssize_t capacity) noexcept nogil
    cdef void lay_out(self, void* data, Py_ssize_t capacity) noexcept nogil
    cdef int end_game(self, uint32_t game, RecordBuffer* buffer) noexcept nogil
    cdef void prefetch(self, Py_ssize_t first, Py_ssize_t n, bint valued) noexcept nogil
    cdef void flush(self, RecordBuffer* buffer) noexcept nogil


@cython.final
cdef class RoundRecorder:
    cdef Game of_game
    cdef const void* state   # of the game being played
    cdef uint32_t game       # its number
    cdef char* data          # rows, one behind the other
    cdef size_t size         # bytes there is room for
    cdef int row_bytes
    cdef Py_ssize_t n        # rows written, one a seat and round
    cdef Py_ssize_t n_finished  # of them, those of games that have ended
    cdef bint out_of_memory  # there was no memory for one

    cdef int reserve(self, size_t size) noexcept nogil
    cdef void end_rounds(self, int first, int next_) noexcept nogil
    cdef int end_game(self) noexcept nogil


cdef void end_rounds_of(void* rounds, int first, int next_) noexcept nogil
