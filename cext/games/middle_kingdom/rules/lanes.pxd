"""Eight small numbers at once: sixteen bits each in two words of 64, so that no number reaches its neighbour.

Numbers are below 2 ** 15. Where words are filled from arrays and copied back, any processor keeps the order.
"""

from libc.stdint cimport uint64_t

cdef enum:
    WORDS = 2


cdef inline uint64_t each(int x) noexcept nogil:
    """The number in every lane of a word."""
    return <uint64_t>0x0001000100010001ULL * <uint64_t>x


cdef inline uint64_t at_least(uint64_t lanes, int x) noexcept nogil:
    """1 in every lane that holds x or more, 0 in the others."""
    return (((lanes | each(0x8000)) - each(x)) >> 15) & each(1)


cdef inline uint64_t equal(uint64_t lanes, int x) noexcept nogil:
    """1 in every lane that holds x, 0 in the others."""
    return each(1) - ((((lanes ^ each(x)) + each(0x7FFF)) >> 15) & each(1))
