"""A network that foresees a seat's reward from a state: one hidden layer of rectified units, whole numbers throughout.

The first layer is summed once a decision; of each state that follows, only words that differ are looked at (as in
Stockfish's NNUE). Sums of whole numbers do not depend on their order, so a network says the same on every machine.
"""

import math
from dataclasses import dataclass

import numpy as np

from cext.kernel.game cimport Game
from cext.kernel.simulation cimport REWARD_UNITS
from cext.kernel.types cimport STATE_WORDS
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

__all__ = ["LOGIT_UNITS", "ValueNet", "Weights", "quantise"]

LOGIT_UNITS = 1024         # parts of a logit
MAX_SUM = 1 << 30          # of a first layer: a difference of two fits 32 bits
MAX_OUTPUT = 1 << 62
MAX_SHIFT = 40
LARGEST = (1 << 15) - 1    # weight of the first layer

cdef enum:
    BY_TABLE = 8           # bit of a cell's kind
    TABLE = 256            # values of a table
    STEP_BITS = 6          # rewards are known for every 64th logit unit, and between them by a straight line
    STEPS = 512            # such steps from -16 to 16 logits

cdef extern from "row_sums.h":
    void add_rows(int32_t* sums, const int16_t* weights, int hidden, const int32_t* rows, const int16_t* times,
                  int n) noexcept nogil


cdef int32_t reward_of[STEPS + 2]
for _step in range(STEPS + 2):
    reward_of[_step] = round(REWARD_UNITS / (1 + math.exp((STEPS / 2 - _step) / (LOGIT_UNITS >> STEP_BITS))))


@dataclass(frozen=True, eq=False)
class Weights:
    """Whole weights: w1 int16[inputs, hidden], b1 and w2 int32[hidden]; the logit is
    (b2 + sum of w2 * max(0, b1 + sum of w1)) >> shift, in LOGIT_UNITS."""

    w1: "np.ndarray"
    b1: "np.ndarray"
    w2: "np.ndarray"
    b2: int
    shift: int


def quantise(w1, b1, w2, b2, bound):
    """The Weights nearest to those of a network of floating point: w1[inputs, hidden], b1[hidden], w2[hidden], b2.

    Each hidden unit is scaled by itself so that its weights use all 16 bits, and its sums fit 32. bound: a BoundInputs.
    """
    real = np.asarray(w1, np.float64) * bound.scales[:, None]
    most = np.abs(np.asarray(b1, np.float64)) + largest_sums(np.abs(real), bound)
    unit = np.minimum(LARGEST / np.maximum(np.abs(real).max(0), 1e-9), 0.9 * MAX_SUM / np.maximum(most, 1e-9))
    out = np.asarray(w2, np.float64) * LOGIT_UNITS / unit
    shift = MAX_SHIFT
    while shift and (np.abs(out).max() * 2.0**shift >= 2**31 - 1 or (
            np.abs(out) @ (most * unit) + abs(b2) * LOGIT_UNITS) * 2.0**shift >= 0.9 * MAX_OUTPUT):
        shift -= 1
    return Weights(np.rint(real * unit).astype(np.int16), np.rint(np.asarray(b1) * unit).astype(np.int32),
                   np.rint(out * 2.0**shift).astype(np.int32), round(float(b2) * LOGIT_UNITS * 2**shift), shift)


def largest_sums(sizes, bound):
    """The largest size of the sum of each hidden unit, from the sizes of the weights [inputs, hidden]."""
    bases, widths, sums = bound.cells[0]["base"], bound.widths[0], np.zeros(sizes.shape[1])
    for base, width, largest in zip(bases, widths, bound.largest[0], strict=True):
        sums += sizes[base:base + width].max(0) * largest
    return sums


cdef class ValueNet:
    """A network in the layout of a game. inputs: Inputs. weights: Weights; None: it can encode() only. ValueError where
    they do not fit the game, or a sum might not fit its number of bits."""

    def __init__(self, Game game not None, inputs, weights=None):
        game.finalise()
        bound = inputs.bind(game)
        self.game, self.inputs, self.weights = game, inputs, weights
        self.cells, self.tables, self.scales = bound.cells, bound.tables, bound.scales
        self.n_cells = bound.cells.shape[1]
        words = [np.unique(viewer["offset"] // 8) for viewer in bound.cells]
        self.n_words = max(map(len, words))
        found = np.zeros((game.players, self.n_words), np.int32)
        first = np.full((game.players, self.n_words + 1), self.n_cells, np.int32)
        for viewer, numbers in enumerate(words):
            found[viewer, :len(numbers)] = numbers
            first[viewer, :len(numbers)] = np.searchsorted(bound.cells[viewer]["offset"] // 8, numbers)
        self.words, self.first = found, first
        if weights is not None:
            self.take(weights, bound)

    cdef int take(self, weights, bound) except -1:
        """Check the weights, and take them."""
        w1, b1, w2 = weights.w1, weights.b1, weights.w2
        self.hidden = len(b1)
        if not 8 <= self.hidden <= MAX_HIDDEN or self.hidden % 8:
            raise ValueError(f"{self.hidden} hidden units: must be 8 to {MAX_HIDDEN}, a multiple of 8")
        if w1.shape != (self.inputs.n, self.hidden) or w2.shape != b1.shape:
            raise ValueError(f"weights of shape {w1.shape}: there are {self.inputs.n} inputs and {self.hidden} units")
        if not 0 <= weights.shift <= MAX_SHIFT:
            raise ValueError(f"shift {weights.shift}: must be 0 to {MAX_SHIFT}")
        most = np.abs(b1.astype(np.float64)) + largest_sums(np.abs(w1.astype(np.float64)), bound)
        if most.max() >= MAX_SUM or abs(weights.b2) + np.abs(w2.astype(np.float64)) @ most >= MAX_OUTPUT:
            raise ValueError("weights: a sum of them may not fit its number of bits")
        self.w1, self.b1 = np.ascontiguousarray(w1, np.int16), np.ascontiguousarray(b1, np.int32)
        self.w2, self.b2, self.shift = np.ascontiguousarray(w2, np.int32), weights.b2, weights.shift
        return 0

    def quantised(self, w1, b1, w2, b2):
        """The network with weights of floating point, made whole (quantise())."""
        bound = self.inputs.bind(self.game)
        return ValueNet(self.game, self.inputs, quantise(w1, b1, w2, b2, bound))

    # -- in Python ----------------------------------------------------------------------------------------------------

    def encode(self, states, viewers):
        """float32[n, inputs] of uint8[n, state_size] states, each as the seat in viewers[n] sees it."""
        cdef const uint8_t[:, ::1] s = self.checked(states)
        cdef const int32_t[::1] seats = self.checked_seats(viewers, len(states))
        cdef float[:, ::1] out = np.zeros((s.shape[0], self.inputs.n), np.float32)
        cdef const Cell* c
        cdef Py_ssize_t i
        cdef int k, value
        with nogil:
            for i in range(s.shape[0]):
                for k in range(self.n_cells):
                    c = &self.cells[seats[i], k]
                    value = number_at(&s[i, 0], c)
                    if c.kind & BY_TABLE:
                        value = self.tables[c.table, value]
                        if value >= 0:
                            out[i, c.base + value] += 1
                    else:
                        out[i, c.base] = <float>(value * self.scales[c.base])
        return np.asarray(out)

    def logits(self, states, viewers):
        """int32[n]: the logits of the rewards that the seats in viewers[n] will have, in LOGIT_UNITS."""
        return self.outputs(states, viewers, False)

    def foreseen(self, states, viewers):
        """float64[n]: the rewards from 0 to 1 that the seats in viewers[n] will have, as far as is foreseen."""
        return self.outputs(states, viewers, True) / REWARD_UNITS

    cdef object outputs(self, states, viewers, bint as_rewards):
        """The logits, or the rewards in REWARD_UNITS, of each state as the seat in viewers[n] sees it."""
        cdef const uint8_t[:, ::1] s = self.checked(states)
        cdef const int32_t[::1] seats = self.checked_seats(viewers, len(states))
        cdef int32_t[::1] out = np.zeros(s.shape[0], np.int32)
        cdef uint64_t state[STATE_WORDS]
        cdef int32_t sums[MAX_HIDDEN]
        cdef Py_ssize_t i
        if self.weights is None:
            raise ValueError("the network has no weights yet")
        state[(self.game.state_size - 1) // 8] = 0
        for i in range(s.shape[0]):
            memcpy(state, &s[i, 0], self.game.state_size)
            self.sum_first(state, seats[i], sums)
            out[i] = output(self, sums)
            if as_rewards:
                out[i] = expected_reward(out[i])
        return np.asarray(out)

    cdef object checked(self, states):
        """The states as a contiguous array; ValueError where they are none."""
        states = np.ascontiguousarray(states, np.uint8)
        if states.ndim != 2 or states.shape[1] != self.game.state_size:
            raise ValueError(f"states of shape {states.shape}: a state has {self.game.state_size} bytes")
        return states

    cdef object checked_seats(self, viewers, n):
        """The seats as a contiguous array; ValueError where they are none."""
        seats = np.ascontiguousarray(viewers, np.int32)
        if seats.shape != (n,) or (n and not 0 <= seats.min() <= seats.max() < self.game.players):
            raise ValueError(f"viewers: one seat for each of {n} states, from 0 to {self.game.players - 1}")
        return seats

    # -- in the search ------------------------------------------------------------------------------------------------

    cdef void sum_first(self, const uint64_t* state, int viewer, int32_t* sums) noexcept nogil:
        """The sums of the first layer, one for each hidden unit."""
        cdef Rows rows
        cdef int k
        memcpy(sums, &self.b1[0], self.hidden * sizeof(int32_t))
        rows.n = 0
        for k in range(self.n_cells):
            self.count_cell(&rows, &self.cells[viewer, k], <const uint8_t*>state, 1, sums)
        self.flush(&rows, sums)

    cdef int32_t logit_after(self, const uint64_t* before, const uint64_t* after, int viewer,
                             const int32_t* sums) noexcept nogil:
        """The logit of `after`, from the sums of `before`."""
        cdef int32_t own[MAX_HIDDEN]
        cdef Rows rows
        cdef const Cell* cells = &self.cells[viewer, 0]
        cdef const int32_t* words = &self.words[viewer, 0]
        cdef const int32_t* first = &self.first[viewer, 0]
        cdef uint64_t differ
        cdef int w, k
        memcpy(own, sums, self.hidden * sizeof(int32_t))
        rows.n = 0
        for w in range(self.n_words):
            differ = before[words[w]] ^ after[words[w]]
            if differ:
                for k in range(first[w], first[w + 1]):
                    if differ & cells[k].bytes:
                        self.count_cell(&rows, &cells[k], <const uint8_t*>before, -1, own)
                        self.count_cell(&rows, &cells[k], <const uint8_t*>after, 1, own)
        self.flush(&rows, own)
        return output(self, own)

    cdef inline void count_cell(self, Rows* rows, const Cell* c, const uint8_t* state, int times,
                                int32_t* sums) noexcept nogil:
        """Note what a cell adds to the sums, `times` 1 or -1."""
        cdef int value = number_at(state, c)
        cdef int32_t row = c.base
        if c.kind & BY_TABLE:
            value = self.tables[c.table, value]
            if value < 0:
                return
            row += value
            value = 1
        rows.row[rows.n], rows.times[rows.n] = row, <int16_t>(times * value)
        rows.n += 1
        if rows.n == MAX_ROWS:
            self.flush(rows, sums)

    cdef inline void flush(self, Rows* rows, int32_t* sums) noexcept nogil:
        """Add the rows that are noted to the sums."""
        if rows.n & 1:
            rows.row[rows.n], rows.times[rows.n] = 0, 0
            rows.n += 1
        add_rows(sums, &self.w1[0, 0], self.hidden, rows.row, rows.times, rows.n)
        rows.n = 0

    cdef int32_t reward_after(self, const uint64_t* before, const uint64_t* after, int viewer,
                              const int32_t* sums) noexcept nogil:
        """The reward that `viewer` will have after `after`, in REWARD_UNITS, from the sums of `before`."""
        return expected_reward(self.logit_after(before, after, viewer, sums))


cdef inline int32_t output(ValueNet net, const int32_t* sums) noexcept nogil:
    """The logit, in LOGIT_UNITS."""
    cdef int64_t logit = net.b2
    cdef int h
    for h in range(net.hidden):
        logit += <int64_t>net.w2[h] * max(sums[h], 0)
    logit >>= net.shift
    return <int32_t>min(max(logit, -(<int64_t>1 << 30)), <int64_t>1 << 30)


cdef inline int32_t expected_reward(int32_t logit) noexcept nogil:
    """The expected reward in REWARD_UNITS: the logistic function, from 512 places of it."""
    cdef int32_t at = min(max(logit + (STEPS << STEP_BITS - 1), 0), STEPS << STEP_BITS)
    cdef int32_t step = at >> STEP_BITS, rest = at & (1 << STEP_BITS) - 1
    return reward_of[step] + ((reward_of[step + 1] - reward_of[step]) * rest >> STEP_BITS)


cdef inline int number_at(const uint8_t* state, const Cell* c) noexcept nogil:
    """The number in a cell, kept to what counts; of one with a table, its place in the table."""
    cdef int kind = c.kind & BY_TABLE - 1
    cdef int64_t value
    if kind == 0:
        value = state[c.offset]
    elif kind == 1:
        value = (<const int8_t*>state)[c.offset]
    elif kind == 2:
        value = (<const uint16_t*>(state + c.offset))[0]
    elif kind == 3:
        value = (<const int16_t*>(state + c.offset))[0]
    elif kind == 4:
        value = (<const uint32_t*>(state + c.offset))[0]
    else:
        value = (<const int32_t*>(state + c.offset))[0]
    if c.kind & BY_TABLE:
        return <int>min(max(value - c.low, 0), TABLE - 1)
    return <int>(min(max(value, c.low), c.high) >> c.table)
