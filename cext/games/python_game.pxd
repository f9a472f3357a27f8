"""A game whose rules are a Python class, for the class that has some of them compiled."""

from cext.games.python_table cimport Fields, Header, MoveNumbers, Table
from cext.games.simple_game cimport SimpleGame
from cext.kernel.types cimport Move
from libc.stdint cimport int16_t, int32_t, int64_t, uint64_t

cdef enum:
    WATCHED_GAMES = 64     # in the first games it is seen whether questions change the table
    STREAM_PLAY = 1        # of a deal: draws while the game is played
    STREAM_CHOSEN = 14     # of what is dealt anew: choices of others that lie face down


cdef class PythonGame(SimpleGame):
    cdef readonly object rules           # the author's object
    cdef readonly Fields fields
    cdef readonly object data            # what the class declares as data()
    cdef object file, failure            # its file; what the rules have raised, None: nothing
    cdef readonly object ask_for_moves
    cdef object ask_to_play, ask_for_class, ask_for_features, ask_for_stage
    cdef bint has_failed                 # whether there is such a failure
    cdef bint has_classes, has_stages, has_redeal, has_secrets, has_end, has_ties
    cdef int64_t n_deals, n_turns        # games dealt; turns ended in the last of them
    cdef int category_at[16]             # first cells
    cdef int counter_at[128]
    cdef dict class_numbers, stage_numbers
    cdef list hands, piles               # of the fields: those of rows of data that each seat has, all of the same rows
    cdef readonly MoveNumbers moves

    cdef void fail(self, error, str method) noexcept
    cdef void ask_to_change(self, void* state, str method, tuple arguments) noexcept
    cdef void ask_for_deal(self, void* state, uint64_t deal_key) noexcept nogil
    cdef int ask_legal(self, const void* state, Move* moves) noexcept
    cdef int ask_draw(self, const void* state, uint64_t key, uint64_t index, Move* move) noexcept
    cdef void ask_play(self, void* state, Move move) noexcept
    cdef int choose(self, Header* header, Table table, Move move) except -1
    cdef void choose_anew(self, void* state, int seat, uint64_t key) noexcept
    cdef list moves_of(self, Table table, int seat)
    cdef void end(self, void* state) noexcept nogil
    cdef void ask_end(self, void* state) noexcept
    cdef int ask_number(self, const void* state, question, str method, dict numbers, Move move) noexcept
    cdef void ask_features(self, const void* state, Move move, int32_t* out) noexcept
    cdef void ask_swap(self, void* state, int seat, int card) noexcept
