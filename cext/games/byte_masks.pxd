"""Small byte arrays as bit masks: which of 5, 8 or 15 counts are above a value, without a branch.

The counts must be below 129 and lie in memory lowest index first, which the bytes of a little-endian word do.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

cdef extern from *:
    """
    #if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
    #error "byte_masks.pxd reads bytes as little-endian words"
    #endif
    """
    int lowest_bit "__builtin_ctz"(unsigned int) noexcept nogil       # of a mask that is not 0


cdef inline int popcount(unsigned int mask) noexcept nogil:
    """Bits set in a mask of at most 16 bits; portable code has no instruction for it, only a slow library call."""
    mask = mask - ((mask >> 1) & 0x5555)
    mask = (mask & 0x3333) + ((mask >> 2) & 0x3333)
    mask = (mask + (mask >> 4)) & 0x0f0f
    return <int>((mask + (mask >> 8)) & 0x1f)


cdef inline uint64_t load5(const uint8_t* counts) noexcept nogil:
    """Five counts as the bytes of one word; four and one, for a copy of five would go through memory and stall."""
    cdef uint32_t four
    memcpy(&four, counts, 4)
    return four | (<uint64_t>counts[4] << 32)


cdef inline uint64_t load6(const uint8_t* counts) noexcept nogil:
    """Six counts as the bytes of one word."""
    cdef uint32_t four
    cdef uint16_t two
    memcpy(&four, counts, 4)
    memcpy(&two, counts + 4, 2)
    return four | (<uint64_t>two << 32)


cdef inline void store6(uint8_t* counts, uint64_t word) noexcept nogil:
    """The bytes of a word as six counts."""
    cdef uint32_t four = <uint32_t>word
    cdef uint16_t two = <uint16_t>(word >> 32)
    memcpy(counts, &four, 4)
    memcpy(counts + 4, &two, 2)


cdef inline uint64_t load7(const uint8_t* counts) noexcept nogil:
    """Seven counts as the bytes of one word."""
    cdef uint32_t low, high
    memcpy(&low, counts, 4)
    memcpy(&high, counts + 3, 4)
    return low | (<uint64_t>high << 24)


cdef inline void store7(uint8_t* counts, uint64_t word) noexcept nogil:
    """The bytes of a word as seven counts."""
    cdef uint32_t low = <uint32_t>word, high = <uint32_t>(word >> 24)
    memcpy(counts, &low, 4)
    memcpy(counts + 3, &high, 4)


cdef inline uint64_t load8(const uint8_t* counts) noexcept nogil:
    """Eight counts as the bytes of one word."""
    cdef uint64_t word
    memcpy(&word, counts, 8)
    return word


cdef inline uint64_t spread_by_three(uint64_t mask) noexcept nogil:
    """Bits 0-2, 3-5 and so on of a mask of fifteen, each three at the foot of a byte."""
    return (mask & 0x7 | (mask & 0x38) << 5 | (mask & 0x1c0) << 10 | (mask & 0xe00) << 15 | (mask & 0x7000) << 20)


cdef inline uint64_t found_byte(uint64_t word, int value) noexcept nogil:
    """Bit 8 i for the first byte i of a word that has a value below 128; one of them must."""
    cdef uint64_t same = word ^ value * <uint64_t>0x0101010101010101ULL
    same = (same - <uint64_t>0x0101010101010101ULL) & ~same & <uint64_t>0x8080808080808080ULL
    return (same & -same) >> 7


cdef inline int top_bits(uint64_t word) noexcept nogil:
    """Bit i: the top bit of byte i of a word of five.

    The product moves bit 8 i to bit 32 + i (its other terms never meet there).
    """
    word = (word & <uint64_t>0x8080808080ULL) >> 7
    return <int>((word * <uint64_t>0x102040810ULL >> 32) & 0x1f)


cdef inline int nonzero(uint64_t word) noexcept nogil:
    """Bit i: byte i of a word of five counts is not zero; the carry of + 0x7f sets the top bit of each such byte."""
    return top_bits(word + <uint64_t>0x7f7f7f7f7fULL)


cdef inline int not_below(uint64_t word, uint64_t other) noexcept nogil:
    """Bit i: byte i of a word of five counts is not below that of another, which is at most 128 more."""
    return top_bits((word | <uint64_t>0x8080808080ULL) - other)


cdef inline int count_nonzero8(uint64_t word) noexcept nogil:
    """How many of eight counts are not zero."""
    word = ((word + <uint64_t>0x7f7f7f7f7f7f7f7fULL) & <uint64_t>0x8080808080808080ULL) >> 7
    return <int>(word * <uint64_t>0x0101010101010101ULL >> 56)


cdef inline int count_up_to4(uint32_t word, int value) noexcept nogil:
    """How many of four counts are not above a value below 128."""
    word = ((value | 0x80) * <uint32_t>0x01010101 - word & <uint32_t>0x80808080) >> 7
    return <int>(word * <uint32_t>0x01010101 >> 24)


cdef inline int count_up_to8(uint64_t word, int value) noexcept nogil:
    """How many of eight counts are not above a value below 128."""
    word = ((value | 0x80) * <uint64_t>0x0101010101010101ULL - word & <uint64_t>0x8080808080808080ULL) >> 7
    return <int>(word * <uint64_t>0x0101010101010101ULL >> 56)


cdef inline int nth_bit(int mask, int n) noexcept nogil:
    """Number of the n-th set bit, from 0, of a mask of at most seven bits; 7 where there are not so many.

    Byte i of the word becomes the number of bits set in the mask up to bit i.
    """
    cdef uint64_t word = mask * <uint64_t>0x0002040810204081ULL & <uint64_t>0x0001010101010101ULL
    word *= <uint64_t>0x0101010101010101ULL
    return count_up_to8(word | <uint64_t>0x7f00000000000000ULL, n)


cdef inline int two_or_more(uint64_t word) noexcept nogil:
    """Bit i: byte i of a word of five counts is 2 or more."""
    return nonzero(word >> 1 & <uint64_t>0x7f7f7f7f7fULL)


cdef inline int above_8(const uint8_t* counts, int value) noexcept nogil:
    """Bit i: count i of eight is above a value below 128; the same with eight bytes a word."""
    cdef uint64_t word = load8(counts)
    word = ((word + (127 - value) * <uint64_t>0x0101010101010101ULL) & <uint64_t>0x8080808080808080ULL) >> 7
    return <int>(word * <uint64_t>0x0102040810204080ULL >> 56)


cdef inline int above_15(const uint8_t* counts, int value) noexcept nogil:
    """Bit i: count i of fifteen is above a value below 128; count 7 is looked at twice."""
    return above_8(counts, value) | (above_8(counts + 7, value) << 7)


cdef inline uint64_t lower_bytes(uint64_t word, uint64_t other) noexcept nogil:
    """The lower of each pair of bytes, all below 128, of two words."""
    cdef uint64_t others = ((word | <uint64_t>0x8080808080808080ULL) - other & <uint64_t>0x8080808080808080ULL) >> 7
    others *= 0xff
    return (other & others) | (word & ~others)


cdef inline uint64_t higher_bytes(uint64_t word, uint64_t other) noexcept nogil:
    """The higher of each pair of bytes, all below 128, of two words."""
    cdef uint64_t others = ((other | <uint64_t>0x8080808080808080ULL) - word & <uint64_t>0x8080808080808080ULL) >> 7
    others *= 0xff
    return (other & others) | (word & ~others)


cdef inline int triple_bits(int mask) noexcept nogil:
    """Bits 0 to 4 of a mask, each moved to three bits next to each other: 0-2, 3-5 and so on."""
    mask = (mask | mask << 4 | mask << 8) & 0x10c3
    return ((mask | mask << 2) & 0x1249) * 7


cdef inline int third_bits(int mask) noexcept nogil:
    """Bits 0, 3, 6, 9, 12 of a mask, moved to bits 0 to 4."""
    mask = mask & 0x1249
    mask = mask | mask >> 2
    return (mask & 3) | (mask >> 4 & 12) | (mask >> 8 & 16)
