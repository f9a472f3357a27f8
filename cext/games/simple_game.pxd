"""The base of a small game: one file says what it consists of and what a move does, all else follows from it."""

from cext.kernel.game cimport Game
from cext.kernel.types cimport MAX_SEATS, Clock, Move, Outcome
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    MAX_ROUNDS = 24        # rounds whose running scores are kept


# Whose turn it is, and what reports ask of turns; the first field of a small game's state, called `turns`.
cdef struct Turns:
    int64_t after[MAX_ROUNDS][MAX_SEATS]   # running score of each seat after each round
    uint32_t opening[MAX_SEATS]            # move classes of each seat's first turns, 4 bits a turn, first turn lowest
    uint16_t lead_changes                  # times another seat was alone in the lead at the end of a turn
    uint16_t taken[MAX_SEATS]              # turns each seat has finished
    uint16_t round                         # rounds finished
    uint8_t seat                           # whose turn it is, or was last
    uint8_t leader                         # seat last alone in the lead + 1; 0: none was
    uint8_t ended                          # 1: the move has ended the turn
    uint8_t over                           # 1: the game is over


cdef inline void end_turn(Turns* turns) noexcept nogil:
    """The move ends the turn: the next seat in order goes on, bots after the players."""
    turns.ended = 1


cdef inline void end_game(Turns* turns) noexcept nogil:
    """The move ends the game, before all named rounds are played."""
    turns.ended = turns.over = 1


cdef class SimpleGame(Game):
    cdef int n_own_counters                # counters of the game's own, before those after each round

    # -- what every small game says --------------------------------------------------------------------------
    cdef void begin(self, void* state, const int8_t* boards, uint64_t deal_key) noexcept nogil
    cdef void make_move(self, void* state, Move move) noexcept nogil
    cdef void categories_of(self, const void* state, int seat, int64_t* out) noexcept nogil

    # -- what it says where it has such things ---------------------------------------------------------------
    cdef int stage_of(self, const void* state) noexcept nogil
    cdef void bot_turn(self, void* state, int seat) noexcept nogil
    cdef int64_t tie_break(self, const void* state, int seat) noexcept nogil
    cdef void count(self, const void* state, int seat, int32_t* out) noexcept nogil

    # -- what follows ----------------------------------------------------------------------------------------
    cdef void pass_turn(self, void* state) noexcept nogil
    cdef void update_leader(self, void* state) noexcept nogil
    cdef int64_t total(self, const void* state, int seat) noexcept nogil
    cdef void count_turn(self, void* state) noexcept nogil
    cdef void end_round(self, void* state, int following) noexcept nogil
