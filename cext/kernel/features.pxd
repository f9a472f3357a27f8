"""Where the features of a move end up: one by one, or summed under the weights of a strategy."""

from libc.stdint cimport int32_t, int64_t


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
