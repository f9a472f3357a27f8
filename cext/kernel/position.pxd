"""One state of a game, as Python sees it."""

from cext.kernel.game cimport Game
from cext.kernel.types cimport Move, Outcome


cdef class Position:
    cdef readonly Game game
    cdef void* data

    cdef Move legal_move(self, move) except? 0xffffffff
    cdef Outcome outcome(self) noexcept
    cdef int checked_seat(self, int seat, int seats) except -1
