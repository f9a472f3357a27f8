"""Sets of squares as 16 rows of 16 bits."""

from libc.stdint cimport uint16_t

cdef extern from *:
    int lowest_bit "__builtin_ctz"(unsigned int) noexcept nogil
    int n_bits "__builtin_popcount"(unsigned int) noexcept nogil


cdef inline bint has(const uint16_t* rows, int cell) noexcept nogil:
    return (rows[cell >> 4] >> (cell & 15)) & 1


cdef inline void put(uint16_t* rows, int cell) noexcept nogil:
    rows[cell >> 4] |= <uint16_t>(1 << (cell & 15))


cdef inline void take(uint16_t* rows, int cell) noexcept nogil:
    rows[cell >> 4] &= <uint16_t>~(1 << (cell & 15))
