"""Columnar buffers of the decisions frame: they grow in large steps, and their memory moves to numpy without a copy."""

import numpy as np

from cpython.buffer cimport PyBuffer_FillInfo
from libc.stdlib cimport free, realloc

__all__ = ["Column", "Recorder"]

cdef enum:
    N_COLUMNS = 15
    FIRST_CAPACITY = 1 << 16   # rows; doubled whenever full

# Name and type of each column, in the order of the pointers in Rows.
COLUMNS = (("game", "u4"), ("ply", "u2"), ("round", "u1"), ("turn", "u1"), ("seat", "u1"), ("stage", "u1"), ("kind", "u1"),
           ("a", "u1"), ("b", "u1"), ("c", "u1"), ("options", "u2"), ("value", "f4"), ("margin", "f4"), ("before", "i2"),
           ("after", "i2"))

cdef int[N_COLUMNS] WIDTHS
for _number, (_, _code) in enumerate(COLUMNS):
    WIDTHS[_number] = int(_code[1])


cdef class Column:
    """Memory of one column, freed with this object; numpy reads it through the buffer protocol."""

    cdef void* data
    cdef Py_ssize_t size

    def __dealloc__(self):
        free(self.data)

    def __getbuffer__(self, Py_buffer* view, int flags):
        PyBuffer_FillInfo(view, self, self.data, self.size, 0, flags)


cdef class Recorder:
    """Holds the recorded decisions until take() hands them over."""

    def __dealloc__(self):
        cdef int i
        for i in range(N_COLUMNS):
            free((<void**>&self.rows.game)[i])

    def __len__(self):
        return self.rows.n

    cdef int grow(self) noexcept nogil:
        """Make room for more rows; -1: no memory, nothing lost."""
        cdef void** columns = <void**>&self.rows.game
        cdef Py_ssize_t capacity = max(2 * self.rows.capacity, <Py_ssize_t>FIRST_CAPACITY)
        cdef void* grown
        cdef int i
        for i in range(N_COLUMNS):
            grown = realloc(columns[i], capacity * WIDTHS[i])
            if grown is NULL:
                return -1
            columns[i] = grown
        self.rows.capacity = capacity
        return 0

    def take(self):
        """The columns as numpy arrays over the recorder's own memory; the recorder is empty afterwards."""
        cdef void** columns = <void**>&self.rows.game
        cdef Column column
        cdef void* shrunk
        cdef int i
        taken = {}
        for i, (name, code) in enumerate(COLUMNS):
            column = Column()
            column.size = self.rows.n * WIDTHS[i]
            column.data = columns[i]
            columns[i] = NULL
            if 0 < self.rows.n < self.rows.capacity:
                shrunk = realloc(column.data, column.size)
                column.data = column.data if shrunk is NULL else shrunk
            taken[name] = np.frombuffer(column, dtype=code) if self.rows.n else np.empty(0, dtype=code)
        self.rows.n = self.rows.capacity = 0
        return taken
