"""Bit masks of regions and cards."""

from libc.stdint cimport uint8_t


cdef extern from *:
    int lowest_bit "__builtin_ctz"(unsigned int mask) noexcept nogil
    int popcount "__builtin_popcount"(unsigned int mask) noexcept nogil
