"""A game in one Python file, of whose rules those methods are asked in C that are compiled (translation/).

A compiled method that cannot answer, because something is out of the ordinary, leaves the answer to Python: that gives
it, or says what is wrong.
"""

from ctypes import c_void_p, cast

from cext.games.translation import ENTRIES, find_program

from cext.games.python_game cimport PythonGame
from cext.games.python_table cimport STATE_WORDS, Header
from cext.games.simple_game cimport Turns
from cext.kernel.game cimport Game
from cext.kernel.record_buffer cimport RecordBuffer
from cext.kernel.rng cimport STREAM_DEAL, rng_below, rng_mix, rng_stream
from cext.kernel.types cimport MAX_MOVES, Move
from libc.stdint cimport int32_t, int64_t, uint64_t, uintptr_t
from libc.string cimport memcpy, memset

__all__ = ["GAME"]

# Answers below 0: Python is to be asked.
ctypedef int (*Ask)(void* state, const int64_t* options) noexcept nogil
ctypedef int (*AskSeat)(void* state, const int64_t* options, int64_t seat) noexcept nogil
ctypedef int (*AskMove)(void* state, const int64_t* options, Move move) noexcept nogil
ctypedef int (*AskKey)(void* state, const int64_t* options, uint64_t key) noexcept nogil
ctypedef int (*AskMoves)(void* state, const int64_t* options, Move* moves) noexcept nogil
ctypedef int (*AskFeatures)(void* state, const int64_t* options, Move move, int32_t* features) noexcept nogil
ctypedef int (*AskTie)(void* state, const int64_t* options, int64_t seat, int64_t* answer) noexcept nogil
ctypedef int (*AskSeatKey)(void* state, const int64_t* options, int64_t seat, uint64_t key) noexcept nogil

cdef struct Program:
    AskKey deal
    AskMoves legal
    AskMove play
    AskMove kind_of
    AskFeatures weigh
    Ask stage_of
    Ask score_end
    AskTie tie_break
    AskSeat bot_turn
    Ask chooses_secretly
    AskSeatKey redeal

cdef enum:
    MAX_OPTIONS = 256


cdef class CompiledGame(PythonGame):
    """The game in a Python file, compiled where it has been."""

    cdef readonly tuple compiled         # methods that are
    cdef object library
    cdef Program ask                     # NULL: Python's
    cdef int64_t options_at[MAX_OPTIONS]  # number of each option's value among those it may have

    def __init__(self, path, *, players=2, components=None, **options):
        super().__init__(path, players=players, components=components, **options)
        self.compiled = ()
        if len(self.option_places()) <= MAX_OPTIONS:
            self.library = find_program(path, self)
        if self.library is not None:
            self.load()

    def option_places(self):
        """The number of each option's value."""
        kind = type(self.rules)
        return [(spec[2] if len(spec) > 2 else (False, True)).index(self.rules.option[name])
                for name, spec in kind.options.items()]

    def load(self):
        """Take the functions of the library."""
        cdef void** functions = <void**>&self.ask
        for i, place in enumerate(self.option_places()):
            self.options_at[<int>i] = place
        for i, name in enumerate(ENTRIES):
            if hasattr(self.library, name):
                self.compiled += (name,)
                functions[<int>i] = <void*><uintptr_t>cast(getattr(self.library, name), c_void_p).value

    cdef inline bint answers(self, void* function) noexcept nogil:
        """Whether a question goes to the compiled method."""
        return function is not NULL and not self.has_failed

    # -- the rules ----------------------------------------------------------------------------------------------------

    cdef void ask_for_deal(self, void* state, uint64_t deal_key) noexcept nogil:
        if self.ask.deal is not NULL and not self.has_failed:
            if self.ask.deal(state, self.options_at, rng_stream(deal_key, STREAM_DEAL)) >= 0:
                self.n_deals += 1
                self.n_turns = 0
                return
            self.clear(state)
        PythonGame.ask_for_deal(self, state, deal_key)

    cdef void clear(self, void* state) noexcept nogil:
        """The fields as before the deal."""
        memset(<char*>state + sizeof(Header), 0, self.state_size - sizeof(Header))

    cdef int legal(self, const void* state, Move* moves) noexcept nogil:
        cdef int n
        if self.answers(<void*>self.ask.legal) and not (<const Turns*>state).over:
            n = self.ask.legal(<void*>state, self.options_at, moves)
            if n >= 0:
                return n
        return PythonGame.legal(self, state, moves)

    cdef int draw(self, const void* state, uint64_t key, uint64_t index, Move* move) noexcept nogil:
        cdef Move moves[MAX_MOVES]
        cdef int n
        if self.answers(<void*>self.ask.legal) and not (<const Turns*>state).over:
            n = self.ask.legal(<void*>state, self.options_at, moves)
            if n > 0:
                move[0] = moves[rng_below(key, index, n) if n > 1 else 0]
            if n >= 0:
                return n
        return PythonGame.draw(self, state, key, index, move)

    cdef void make_move(self, void* state, Move move) noexcept nogil:
        cdef uint64_t before[STATE_WORDS]
        if self.ask.play is not NULL and not self.has_secrets and not self.has_failed:
            memcpy(before, state, self.state_size)
            if self.ask.play(state, self.options_at, move) >= 0:
                self.n_turns += (<Turns*>state).ended
                return
            memcpy(state, before, self.state_size)
        PythonGame.make_move(self, state, move)

    cdef void end(self, void* state) noexcept nogil:
        cdef uint64_t before[STATE_WORDS]
        memcpy(before, state, self.state_size)
        if self.has_failed or not self.end_compiled(state):
            memcpy(state, before, self.state_size)
            PythonGame.end(self, state)

    cdef bint end_compiled(self, void* state) noexcept nogil:
        """The same in C; False: it cannot."""
        cdef Header* header = <Header*>state
        cdef int seat
        if self.has_end and (self.ask.score_end is NULL or self.ask.score_end(state, self.options_at) < 0):
            return False
        for seat in range(self.n_seats if self.has_ties else 0):
            if self.ask.tie_break is NULL or self.ask.tie_break(state, self.options_at, seat, &header.tie[seat]) < 0:
                return False
        return True

    cdef void bot_turn(self, void* state, int seat) noexcept nogil:
        cdef uint64_t before[STATE_WORDS]
        if self.ask.bot_turn is not NULL and not self.has_failed:
            memcpy(before, state, self.state_size)
            if self.ask.bot_turn(state, self.options_at, seat) >= 0:
                return
            memcpy(state, before, self.state_size)
        PythonGame.bot_turn(self, state, seat)

    # -- what strategies and reports read -----------------------------------------------------------------------------

    cdef int stage_of(self, const void* state) noexcept nogil:
        cdef int number
        if self.answers(<void*>self.ask.stage_of) and self.has_stages and not (<const Turns*>state).over:
            number = self.ask.stage_of(<void*>state, self.options_at)
            if number >= 0:
                return number
        return PythonGame.stage_of(self, state)

    cdef int move_class(self, const void* state, Move move) noexcept nogil:
        cdef int number
        if self.answers(<void*>self.ask.kind_of) and self.has_classes:
            number = self.ask.kind_of(<void*>state, self.options_at, move)
            if number >= 0:
                return number
        return PythonGame.move_class(self, state, move)

    cdef void features(self, const void* state, Move move, int32_t* out) noexcept nogil:
        if self.answers(<void*>self.ask.weigh) and self.n_features:
            if self.ask.weigh(<void*>state, self.options_at, move, out) >= 0:
                return
        PythonGame.features(self, state, move, out)

    cdef bint decides_secretly(self, const void* state) noexcept nogil:
        cdef int answer
        if self.answers(<void*>self.ask.chooses_secretly) and self.has_secrets:
            answer = self.ask.chooses_secretly(<void*>state, self.options_at)
            if answer >= 0:
                return answer
        return PythonGame.decides_secretly(self, state)

    cdef void determinise(self, void* state, int seat, uint64_t key) noexcept nogil:
        cdef uint64_t before[STATE_WORDS]
        if self.has_redeal and self.ask.redeal is not NULL and not self.has_secrets and not self.has_failed:
            memcpy(before, state, self.state_size)
            (<Header*>state).key = rng_mix(key)
            if self.ask.redeal(state, self.options_at, seat, key) >= 0:
                return
            memcpy(state, before, self.state_size)
        PythonGame.determinise(self, state, seat, key)

    # -- many questions: under one lock where some are Python's -------------------------------------------------------

    cdef int playout(self, void* state, const uint64_t* keys, uint64_t* indices, int64_t* options,
                     RecordBuffer* buffer) noexcept nogil:
        if self.answers(<void*>self.ask.legal) and self.ask.play is not NULL:
            return Game.playout(self, state, keys, indices, options, buffer)
        return PythonGame.playout(self, state, keys, indices, options, buffer)

    cdef void move_values(self, const void* state, const Move* moves, int n, const int32_t* weights,
                          int64_t* values) noexcept nogil:
        if self.answers(<void*>self.ask.weigh):
            Game.move_values(self, state, moves, n, weights, values)
        else:
            PythonGame.move_values(self, state, moves, n, weights, values)


GAME = CompiledGame
