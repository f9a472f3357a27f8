"""Sets of squares as 256 bits in four words: rows are 16 bits apart, the first and last columns stay empty."""

from cext.games.qin.rules.tables cimport N_WORDS
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

cdef extern from *:
    int lowest_bit "__builtin_ctzll"(unsigned long long) noexcept nogil


cdef inline bint has(const uint64_t* squares, int cell) noexcept nogil:
    """Whether a square is in a set."""
    return (squares[cell >> 6] >> (cell & 63)) & 1


cdef inline void put(uint64_t* squares, int cell) noexcept nogil:
    """Add a square to a set."""
    squares[cell >> 6] |= <uint64_t>1 << (cell & 63)


cdef inline uint64_t below(const uint64_t* squares, int k) noexcept nogil:
    """Word k of the squares moved up by a row: a square is there when the one below it was."""
    return (squares[k] >> 16) | (squares[k + 1] << 48 if k < N_WORDS - 1 else 0)


cdef inline uint64_t above(const uint64_t* squares, int k) noexcept nogil:
    """Word k of the squares moved down by a row."""
    return (squares[k] << 16) | (squares[k - 1] >> 48 if k else 0)


cdef inline uint64_t spread(const uint64_t* squares, int k) noexcept nogil:
    """Word k of the squares that share an edge with a set of squares."""
    return (squares[k] << 1) | (squares[k] >> 1) | above(squares, k) | below(squares, k)


cdef inline int count_word(uint64_t bits) noexcept nogil:
    """Bits of a word (Hacker's Delight, 5-2: machines without an instruction for it)."""
    bits = bits - ((bits >> 1) & <uint64_t>0x5555555555555555)
    bits = (bits & <uint64_t>0x3333333333333333) + ((bits >> 2) & <uint64_t>0x3333333333333333)
    bits = (bits + (bits >> 4)) & <uint64_t>0x0f0f0f0f0f0f0f0f
    return <int>((bits * <uint64_t>0x0101010101010101) >> 56)


cdef inline int count_few(const uint64_t* squares) noexcept nogil:
    """How many squares a set holds, of which few are expected."""
    cdef uint64_t rest
    cdef int k, n = 0
    for k in range(N_WORDS):
        rest = squares[k]
        while rest:
            rest &= rest - 1
            n += 1
    return n


cdef inline int nth_bit(uint64_t bits, int number) noexcept nogil:
    """Number of the bit of a word that has so many set below it: the byte, its half, a pair of bits, one of the two,
    without a branch (Vigna, Broadword Implementation of Rank/Select Queries, 2008)."""
    cdef uint64_t sums = bits - ((bits >> 1) & <uint64_t>0x5555555555555555)
    cdef uint64_t upto
    cdef int at, n, further
    sums = (sums & <uint64_t>0x3333333333333333) + ((sums >> 2) & <uint64_t>0x3333333333333333)
    sums = ((sums + (sums >> 4)) & <uint64_t>0x0f0f0f0f0f0f0f0f) * <uint64_t>0x0101010101010101
    upto = ((<uint64_t>(number | 0x80) * <uint64_t>0x0101010101010101 - sums) >> 7) & <uint64_t>0x0101010101010101
    at = <int>((upto * <uint64_t>0x0101010101010101) >> 56) << 3
    number -= <int>(((sums << 8) >> at) & 0xff)
    bits >>= at
    n = <int>((<uint64_t>0x4332322132212110 >> ((bits & 15) << 2)) & 7)     # bits of each half byte
    further = number >= n
    number -= n & -further
    at += further << 2
    bits >>= further << 2
    n = <int>((bits & 1) + (bits >> 1 & 1))
    further = number >= n
    number -= n & -further
    bits >>= further << 1
    return at + (further << 1) + (number >= <int>(bits & 1))


cdef inline int sum_word(uint32_t word) noexcept nogil:
    """Sum of the four bytes of a word, below 256."""
    return <int>(word * <uint32_t>0x01010101 >> 24)


cdef inline int sum_bytes(const uint8_t* bytes_) noexcept nogil:
    """Sum of four bytes, below 256."""
    cdef uint32_t word
    memcpy(&word, bytes_, 4)
    return sum_word(word)
