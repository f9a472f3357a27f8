"""Policies of a compiled author."""

from cext.kernel.game cimport Game
from cext.kernel.policy cimport Policy
from cext.kernel.types cimport Decision


cdef class FirstMove(Policy):
    """Takes the first move that is offered."""

    cdef int choose(self, Game game, Decision* d) noexcept nogil:
        return 0


cdef class MuteFailure(Policy):
    """Fails without storing an exception."""

    cdef int choose(self, Game game, Decision* d) noexcept nogil:
        return -1
