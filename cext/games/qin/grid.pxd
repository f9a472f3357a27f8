"""Sets of squares as 256 bits in four words: rows are 16 bits apart, the first and last columns stay empty."""

from cext.games.qin.tables cimport N_WORDS
from libc.stdint cimport uint64_t

cdef extern from *:
    int lowest_bit "__builtin_ctzll"(unsigned long long) noexcept nogil


cdef inline bint has(const uint64_t* squares, int cell) noexcept nogil:
    return (squares[cell >> 6] >> (cell & 63)) & 1


cdef inline void put(uint64_t* squares, int cell) noexcept nogil:
    squares[cell >> 6] |= <uint64_t>1 << (cell & 63)


cdef inline void take(uint64_t* squares, int cell) noexcept nogil:
    squares[cell >> 6] &= ~(<uint64_t>1 << (cell & 63))


cdef inline uint64_t below(const uint64_t* squares, int k) noexcept nogil:
    """Word k of the squares moved up by a row: a square is there when the one below it was."""
    return (squares[k] >> 16) | (squares[k + 1] << 48 if k < N_WORDS - 1 else 0)


cdef inline uint64_t above(const uint64_t* squares, int k) noexcept nogil:
    """Word k of the squares moved down by a row."""
    return (squares[k] << 16) | (squares[k - 1] >> 48 if k else 0)


cdef inline int count_word(uint64_t bits) noexcept nogil:
    """Bits of a word (Hacker's Delight, 5-2: machines without an instruction for it)."""
    bits = bits - ((bits >> 1) & <uint64_t>0x5555555555555555)
    bits = (bits & <uint64_t>0x3333333333333333) + ((bits >> 2) & <uint64_t>0x3333333333333333)
    bits = (bits + (bits >> 4)) & <uint64_t>0x0f0f0f0f0f0f0f0f
    return <int>((bits * <uint64_t>0x0101010101010101) >> 56)


cdef inline int count(const uint64_t* squares) noexcept nogil:
    """How many squares a set holds."""
    cdef int k, n = 0
    for k in range(N_WORDS):
        n += count_word(squares[k])
    return n
