"""Buffers of the decisions and rounds frames, filled without the GIL and handed to numpy without a copy."""

cimport cython
from cext.kernel.game cimport Game
from cext.kernel.record_buffer cimport RecordBuffer
from libc.stdint cimport uint32_t


cdef class ColumnMemory:
    cdef int of              # whose it is: a recorder's number
    cdef void* data
    cdef size_t size         # bytes


cdef class Recorder:
    cdef Py_ssize_t n         # rows written
    cdef Py_ssize_t n_valued  # of the first n_valued rows move_value and its lead are written; of later rows not yet
    cdef Py_ssize_t capacity  # rows there is room for
    cdef void* data           # one block of memory that holds the columns one after the other

    cdef int reserve(self, Py_ssize_t capacity) noexcept nogil
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
