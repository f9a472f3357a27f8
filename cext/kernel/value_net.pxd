"""A network that foresees a seat's reward from a state: which cells of a state it looks at, and its whole weights."""

from cext.kernel.game cimport Game
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t

cdef enum:
    MAX_HIDDEN = 64        # hidden units of a network
    MAX_ROWS = 256         # rows of weights that are added together: an even number

# A number of a state, as the network looks at it.
cdef struct Cell:
    int32_t offset         # its first byte
    int32_t kind           # its width, whether it has a sign, and whether its inputs are looked up (value_inputs.py)
    int32_t base           # its first input
    int32_t table          # number of the table, where its inputs are looked up; else bits that are shifted out
    int32_t low            # the number a table begins with; else the least that counts
    int32_t high           # the most that counts
    uint64_t bytes         # its bits in its word of eight bytes


# Rows of weights that are to be added.
cdef struct Rows:
    int n
    int32_t row[MAX_ROWS]
    int16_t times[MAX_ROWS]


cdef class ValueNet:
    cdef readonly Game game
    cdef readonly object inputs            # Inputs of value_inputs.py
    cdef readonly object weights           # Weights; None: it can only encode
    cdef readonly int hidden               # units, a multiple of 8
    cdef int n_cells, n_words              # n_words: words of a state in which cells lie
    cdef const Cell[:, ::1] cells          # [viewer, cell], in the order of their offsets
    cdef const int32_t[:, ::1] words       # [viewer, number]: those words
    cdef const int32_t[:, ::1] first       # [viewer, number]: the first cell of each; one more behind the last
    cdef const int16_t[:, ::1] tables      # [number, value]: input of a value from the cell's base; -1: none
    cdef const double[::1] scales          # [input]: what a number is multiplied by
    cdef const int16_t[:, ::1] w1          # [input, hidden]
    cdef const int32_t[::1] b1, w2         # [hidden]
    cdef int64_t b2
    cdef int shift                         # what the output is shifted by, to be in LOGIT_UNITS

    cdef int take(self, weights, bound) except -1
    cdef object outputs(self, states, viewers, bint as_rewards)
    cdef object checked(self, states)
    cdef object checked_seats(self, viewers, n)
    cdef void count_cell(self, Rows* rows, const Cell* c, const uint8_t* state, int times, int32_t* sums) noexcept nogil
    cdef void flush(self, Rows* rows, int32_t* sums) noexcept nogil

    # states: whole words, the bytes behind the last of a state 0
    cdef void sum_first(self, const uint64_t* state, int viewer, int32_t* sums) noexcept nogil
    cdef int32_t logit_after(self, const uint64_t* before, const uint64_t* after, int viewer,
                             const int32_t* sums) noexcept nogil
    cdef int32_t reward_after(self, const uint64_t* before, const uint64_t* after, int viewer,
                              const int32_t* sums) noexcept nogil
