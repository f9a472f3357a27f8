"""Where the features of a move end up: one by one, or summed under the weights of a strategy."""

from libc.math cimport llround
from libc.stdint cimport int32_t, int64_t, uint64_t


cdef struct Accumulator:
    const int32_t* weights     # [n_features] thousandths of a point for one unit of each feature
    int64_t total              # weighted sum of what was added so far, thousandths of a point
    int32_t* out               # [n_features] the features themselves are added up here instead; NULL: they are weighed


cdef inline void add(Accumulator* acc, int feature, int x) noexcept nogil:
    """x units more of a feature."""
    if acc.out != NULL:
        acc.out[feature] += x
    else:
        acc.total += <int64_t>acc.weights[feature] * x


cdef inline int64_t weighted_sum(const double* row, const int32_t* weights, int n) noexcept nogil:
    """Sum of weights[f] * row[f], in whole thousandths of a point; a sum that has no room in 64 bits is the largest
    that has, 9e18."""
    cdef double fractions = 0, total = 0
    cdef uint64_t integers = 0         # unsigned: partial sums may wrap around, the result comes out right
    cdef int64_t units
    cdef int f
    for f in range(n):
        units = <int64_t>row[f]
        integers += <uint64_t>(weights[f] * units)
        fractions += weights[f] * (row[f] - units)
        total += weights[f] * row[f]
    if -9e18 < total < 9e18:
        return <int64_t>integers + llround(fractions)
    return <int64_t>(9e18 if total > 0 else -9e18)
