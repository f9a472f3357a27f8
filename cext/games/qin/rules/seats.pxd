"""A small number for each seat, a byte each, in one word."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy


cdef inline uint32_t seats_word(const uint8_t* numbers) noexcept nogil:
    """The numbers of the four seats, which lie next to each other."""
    cdef uint32_t word
    memcpy(&word, numbers, 4)
    return word


cdef inline int of_seat(uint32_t word, int seat) noexcept nogil:
    """A seat's part of a word."""
    return <int>(word >> (8 * seat) & 0xff)


cdef inline int of_owner(uint32_t word, int owner) noexcept nogil:
    """The part of a seat + 1, 0 for owner 0."""
    return <int>((<uint64_t>word << 8) >> (8 * owner) & 0xff)


cdef inline uint32_t for_owner(int number, int owner) noexcept nogil:
    """The word with a number for a seat + 1, none for owner 0."""
    return <uint32_t>(<uint64_t>number << (8 * owner) >> 8)


cdef inline int sum_word(uint32_t word) noexcept nogil:
    """Sum of the four numbers, below 256."""
    return <int>(word * <uint32_t>0x01010101 >> 24)
