"""Sets of squares as 256 bits in four words: rows are 16 bits apart, the first and last columns and rows stay empty."""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

cdef extern from *:
    """
    /* Two words side by side: gcc and clang keep them in one register where the machine has such, else in two. */
    typedef unsigned long long two_words __attribute__((vector_size(16)));
    #define words_of(first, second) ((two_words){(first), (second)})
    #define first_word(two) ((two)[0])
    #define second_word(two) ((two)[1])
    static const two_words every_bit[4][2] = {{{~0ULL, 0}}, {{0, ~0ULL}}, {{0}, {~0ULL, 0}}, {{0}, {0, ~0ULL}}};
    """
    ctypedef uint64_t Pair "two_words"
    Pair words_of(uint64_t first, uint64_t second) noexcept nogil
    uint64_t first_word(Pair two) noexcept nogil
    uint64_t second_word(Pair two) noexcept nogil
    const Pair every_bit[4][2]         # by word: that word of a set full
    int lowest_bit "__builtin_ctzll"(unsigned long long) noexcept nogil

# A set of squares in registers; in memory it is N_WORDS words.
cdef struct Squares:
    Pair upper                         # rows 0 to 7
    Pair lower                         # rows 8 to 15


# -- single squares ----------------------------------------------------------------------------------------------------

cdef inline bint has(const uint64_t* squares, int cell) noexcept nogil:
    """Whether a square is in a set."""
    return (squares[cell >> 6] >> (cell & 63)) & 1


cdef inline void put(uint64_t* squares, int cell) noexcept nogil:
    """Add a square to a set."""
    squares[cell >> 6] |= <uint64_t>1 << (cell & 63)


cdef inline Squares only(int cell) noexcept nogil:
    """The set of one square."""
    cdef Squares one
    cdef uint64_t bit = <uint64_t>1 << (cell & 63)
    cdef Pair both_words = words_of(bit, bit)
    one.upper = both_words & every_bit[cell >> 6][0]
    one.lower = both_words & every_bit[cell >> 6][1]
    return one


# -- two words: eight rows ---------------------------------------------------------------------------------------------

cdef inline Pair load_rows(const uint64_t* words) noexcept nogil:
    """Two words next to each other."""
    cdef Pair rows
    memcpy(&rows, words, 16)
    return rows


cdef inline void store_rows(uint64_t* words, Pair rows) noexcept nogil:
    """The words in memory."""
    memcpy(words, &rows, 16)


cdef inline Pair row_up(Pair rows, uint64_t following) noexcept nogil:
    """Squares moved up by a row: one is there when the one below it was. following: the word behind these."""
    return (rows >> 16) | (words_of(second_word(rows), following) << 48)


cdef inline Pair row_down(Pair rows, uint64_t before) noexcept nogil:
    """Squares moved down by a row: one is there when the one above it was. before: the word in front of these."""
    return (rows << 16) | (words_of(before, first_word(rows)) >> 48)


cdef inline Pair count_rows(Pair rows) noexcept nogil:
    """Squares of each half row, a byte each (Hacker's Delight, 5-2)."""
    rows = rows - ((rows >> 1) & <uint64_t>0x5555555555555555)
    rows = (rows & <uint64_t>0x3333333333333333) + ((rows >> 2) & <uint64_t>0x3333333333333333)
    return (rows + (rows >> 4)) & <uint64_t>0x0f0f0f0f0f0f0f0f


# -- sets --------------------------------------------------------------------------------------------------------------

cdef inline Squares load(const uint64_t* words) noexcept nogil:
    """A set from memory."""
    cdef Squares squares
    squares.upper = load_rows(words)
    squares.lower = load_rows(words + 2)
    return squares


cdef inline void store(uint64_t* words, Squares squares) noexcept nogil:
    """A set in memory."""
    store_rows(words, squares.upper)
    store_rows(words + 2, squares.lower)


cdef inline Squares both(Squares one, Squares other) noexcept nogil:
    """Squares in both sets."""
    one.upper &= other.upper
    one.lower &= other.lower
    return one


cdef inline Squares either(Squares one, Squares other) noexcept nogil:
    """Squares in either set."""
    one.upper |= other.upper
    one.lower |= other.lower
    return one


cdef inline Squares without(Squares one, Squares other) noexcept nogil:
    """Squares in the first set that are not in the second."""
    one.upper &= ~other.upper
    one.lower &= ~other.lower
    return one


cdef inline bint some(Squares squares) noexcept nogil:
    """Whether there is a square in the set."""
    cdef Pair any_ = squares.upper | squares.lower
    return (first_word(any_) | second_word(any_)) != 0


cdef inline bint same(Squares one, Squares other) noexcept nogil:
    """Whether two sets hold the same squares."""
    return not (some(without(one, other)) or some(without(other, one)))


cdef inline Squares right_of(Squares squares) noexcept nogil:
    """Squares whose neighbour to the right is in a set."""
    squares.upper = squares.upper >> 1
    squares.lower = squares.lower >> 1
    return squares


cdef inline Squares left_of(Squares squares) noexcept nogil:
    """Squares whose neighbour to the left is in a set."""
    squares.upper = squares.upper << 1
    squares.lower = squares.lower << 1
    return squares


cdef inline Squares below(Squares squares) noexcept nogil:
    """Squares whose neighbour below is in a set."""
    squares.upper = row_up(squares.upper, first_word(squares.lower))
    squares.lower = row_up(squares.lower, 0)
    return squares


cdef inline Squares above(Squares squares) noexcept nogil:
    """Squares whose neighbour above is in a set."""
    squares.lower = row_down(squares.lower, second_word(squares.upper))
    squares.upper = row_down(squares.upper, 0)
    return squares


cdef inline Squares spread(Squares squares) noexcept nogil:
    """Squares that share an edge with a set of squares."""
    return either(either(left_of(squares), right_of(squares)), either(above(squares), below(squares)))


# -- how many, and which -----------------------------------------------------------------------------------------------

cdef inline int sum_of_word(uint64_t bytes_) noexcept nogil:
    """Sum of the bytes of a word, below 256."""
    return <int>((bytes_ * <uint64_t>0x0101010101010101) >> 56)


cdef inline int number_of(Squares squares) noexcept nogil:
    """How many squares a set holds."""
    cdef Pair counts = count_rows(squares.upper) + count_rows(squares.lower)
    return sum_of_word(first_word(counts) + second_word(counts))


cdef inline int nth_bit(uint64_t bits, uint64_t counts, int number) noexcept nogil:
    """Number of the bit of a word that has so many set below it; counts: how many bits each byte has.

    The byte is found, then the bit of it, each by comparing eight sums at a time (Vigna, Broadword Implementation of
    Rank/Select Queries, 2008).
    """
    cdef uint64_t ones = <uint64_t>0x0101010101010101
    cdef uint64_t sums = counts * ones
    cdef int at = 8 * sums_upto(sums, number)
    number -= <int>(((sums << 8) >> at) & 0xff)
    bits = ((bits >> at) & 0xff) * ones & <uint64_t>0x8040201008040201
    sums = ((bits + <uint64_t>0x7f7f7f7f7f7f7f7f) >> 7 & ones) * ones
    return at + sums_upto(sums, number)


cdef inline int sums_upto(uint64_t sums, int number) noexcept nogil:
    """How many of eight sums, below 128, are not above a number."""
    cdef uint64_t ones = <uint64_t>0x0101010101010101
    return <int>((((<uint64_t>(number | 0x80) * ones - sums) >> 7 & ones) * ones) >> 56)
