"""Sets of squares as 256 bits in four words: rows are 16 bits apart, the first and last columns stay empty."""

from cext.games.qin.rules.tables cimport N_WORDS
from libc.stdint cimport uint64_t

cdef extern from *:
    int lowest_bit "__builtin_ctzll"(unsigned long long) noexcept nogil
    int leading_zeros "__builtin_clzll"(unsigned long long) noexcept nogil


cdef inline int highest_bit(uint64_t bits) noexcept nogil:
    """Number of the highest bit of a word that is not 0."""
    return 63 - leading_zeros(bits)


cdef inline bint empty(const uint64_t* squares) noexcept nogil:
    """Whether a set holds no square."""
    return (squares[0] | squares[1] | squares[2] | squares[3]) == 0


cdef inline bint has(const uint64_t* squares, int cell) noexcept nogil:
    """Whether a square is in a set."""
    return (squares[cell >> 6] >> (cell & 63)) & 1


cdef inline void put(uint64_t* squares, int cell) noexcept nogil:
    """Add a square to a set."""
    squares[cell >> 6] |= <uint64_t>1 << (cell & 63)


cdef inline void take(uint64_t* squares, int cell) noexcept nogil:
    """Remove a square from a set."""
    squares[cell >> 6] &= ~(<uint64_t>1 << (cell & 63))


cdef inline uint64_t below(const uint64_t* squares, int k) noexcept nogil:
    """Word k of the squares moved up by a row: a square is there when the one below it was."""
    return (squares[k] >> 16) | (squares[k + 1] << 48 if k < N_WORDS - 1 else 0)


cdef inline uint64_t above(const uint64_t* squares, int k) noexcept nogil:
    """Word k of the squares moved down by a row."""
    return (squares[k] << 16) | (squares[k - 1] >> 48 if k else 0)


cdef inline uint64_t spread(const uint64_t* squares, int k) noexcept nogil:
    """Word k of the squares that share an edge with a set of squares."""
    return (squares[k] << 1) | (squares[k] >> 1) | above(squares, k) | below(squares, k)


cdef inline uint64_t count_fours(uint64_t bits) noexcept nogil:
    """Bits of each four, in place (Hacker's Delight, 5-2: machines without an instruction for it)."""
    bits = bits - ((bits >> 1) & <uint64_t>0x5555555555555555)
    return (bits & <uint64_t>0x3333333333333333) + ((bits >> 2) & <uint64_t>0x3333333333333333)


cdef inline int count_word(uint64_t bits) noexcept nogil:
    """Bits of a word."""
    bits = count_fours(bits)
    bits = (bits + (bits >> 4)) & <uint64_t>0x0f0f0f0f0f0f0f0f
    return <int>((bits * <uint64_t>0x0101010101010101) >> 56)


cdef inline int count(const uint64_t* squares) noexcept nogil:
    """How many squares a set holds: fewer than 256, so that the sum of the bytes is one."""
    cdef uint64_t first = count_fours(squares[0]) + count_fours(squares[1])
    cdef uint64_t second = count_fours(squares[2]) + count_fours(squares[3])
    cdef uint64_t bytes_ = ((first & <uint64_t>0x0f0f0f0f0f0f0f0f) + ((first >> 4) & <uint64_t>0x0f0f0f0f0f0f0f0f)
                            + (second & <uint64_t>0x0f0f0f0f0f0f0f0f) + ((second >> 4) & <uint64_t>0x0f0f0f0f0f0f0f0f))
    return <int>((bytes_ * <uint64_t>0x0101010101010101) >> 56)
