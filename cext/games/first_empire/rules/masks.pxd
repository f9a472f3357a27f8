"""Bit masks of regions, cards and spots."""

cdef extern from *:
    int lowest_bit "__builtin_ctz"(unsigned int) noexcept nogil       # of a mask that is not 0


cdef inline int popcount(unsigned int mask) noexcept nogil:
    """Bits set in a mask of at most 16 bits; portable code has no instruction for it, only a slow library call."""
    mask = mask - ((mask >> 1) & 0x5555)
    mask = (mask & 0x3333) + ((mask >> 2) & 0x3333)
    mask = (mask + (mask >> 4)) & 0x0f0f
    return <int>((mask + (mask >> 8)) & 0x1f)
