"""A game whose rules are a Python class, for the class that has some of them compiled."""

from cext.games.declared_game cimport DeclaredGame
from cext.games.python_table cimport Header, Phase, Table
from cext.kernel.types cimport Move
from libc.stdint cimport int64_t, uint64_t

cdef enum:
    WATCHED_GAMES = 64     # in the first games it is seen whether questions change the table
    STREAM_PLAY = 1        # of a deal: draws while the game is played
    STREAM_CHOSEN = 14     # of what is dealt anew: choices of others that lie face down


cdef class PythonGame(DeclaredGame):
    cdef int64_t n_deals                 # games dealt
    cdef dict kept                       # what the rules could keep between games, as of the last deal
    cdef tuple before                    # what before_weigh() gave, while the moves of a decision are weighed,
    cdef const void* before_state        # of this state; NULL: between decisions
    cdef list listed                     # the moves that the rules gave last, of the table that has this version:
    cdef int64_t listed_version, listed_seat, listed_round

    cdef void check_kept(self) noexcept

    cdef void ask_to_change(self, void* state, str method, tuple arguments, Phase phase) noexcept
    cdef void ask_for_deal(self, void* state, uint64_t deal_key) noexcept nogil
    cdef int choose(self, Header* header, Table table, Move move) except -1
    cdef void redraw_choices(self, void* state, int seat, uint64_t key) noexcept
    cdef list moves_of(self, Table table, int seat)
    cdef tuple ask_before(self, const void* state)
    cdef void end(self, void* state) noexcept nogil
    cdef int ask_number(self, const void* state, question, str method, dict numbers, Move move) noexcept
