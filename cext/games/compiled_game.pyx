"""A game in one Python file, of whose rules those methods are asked in C that are compiled (translation/).

A compiled method that cannot answer, because something is out of the ordinary, leaves the answer to Python: that gives
it, or says what is wrong.
"""

from ctypes import c_void_p, cast
from pathlib import Path

from cext.games.translation import ENTRIES, find_program, note_difference
from cext.games.translation.comparison import methods_left

from cext.games.python_game cimport PythonGame
from cext.games.python_table cimport Header
from cext.games.simple_game cimport Turns
from cext.kernel.features cimport weighted_sum
from cext.kernel.game cimport Game
from cext.kernel.record_buffer cimport RecordBuffer
from cext.kernel.rng cimport STREAM_DEAL, rng_below, rng_mix, rng_stream
from cext.kernel.types cimport MAX_MOVES, MAX_SEATS, STATE_WORDS, Move
from libc.stdint cimport int32_t, int64_t, uint64_t, uintptr_t
from libc.string cimport memcpy

__all__ = ["GAME"]

# A compiled method. key: of the draws of a deal, or the move. The answer below 0: Python is to be asked.
ctypedef int64_t (*Method)(void* state, int64_t seat, uint64_t key, void* out) noexcept nogil

cdef enum Question:  # in the order of ENTRIES
    DEAL, LEGAL, PLAY, KIND_OF, WEIGH, STAGE_OF, SCORE_END, TIE_BREAK, BOT_TURN, CHOOSES_SECRETLY, REDEAL, N_QUESTIONS

cdef enum:
    ROOM = 4096                # features that are asked for in one go

cdef struct Weighing:          # what weigh() in C is asked for (compiled_rules.h)
    const Move* moves
    double* features           # of each move

cdef class CompiledGame(PythonGame):
    """The game in a Python file, compiled where it has been."""

    cdef readonly tuple compiled         # methods that are
    cdef object library
    cdef Method methods[N_QUESTIONS]     # NULL: Python's

    def __init__(self, path, *, players=2, components=None, **options):
        super().__init__(path, players=players, components=components, **options)
        self.library = find_program(path, self)
        self.play_compiled([name for name in ENTRIES if hasattr(self.library, name)])
        if not self.compiled:
            return

        def make(names):
            kind = PythonGame if names is None else CompiledGame
            game = kind(path, players=players, components=components, **options)
            if names is not None:
                game.play_compiled(names)
            return game

        left = methods_left(Path(self.library._name), self, make)
        if left:
            note_difference(path, left)
            self.play_compiled([name for name in self.compiled if name not in left])

    def play_compiled(self, names):
        """Have these methods be asked in C, the others in Python."""
        self.compiled = tuple(names)
        for i, name in enumerate(ENTRIES):
            self.methods[<int>i] = NULL
            if name in self.compiled:
                self.methods[<int>i] = <Method><uintptr_t>cast(getattr(self.library, name), c_void_p).value

    cdef inline int64_t ask(self, Question question, const void* state, uint64_t key=0, void* out=NULL) noexcept nogil:
        """The answer of a compiled method for the seat that is to move; below 0: there is none."""
        if self.methods[<int>question] is NULL or self.has_failed:
            return -1
        return self.methods[<int>question](<void*>state, (<const Turns*>state).seat, key, out)

    cdef bint change(self, Question question, void* state, int seat=0, uint64_t key=0) noexcept nogil:
        """Whether a compiled method has changed a state; where it cannot, the state is as before."""
        cdef uint64_t before[STATE_WORDS]
        if self.methods[<int>question] is NULL or self.has_failed:
            return False
        memcpy(before, state, self.state_size)
        if self.methods[<int>question](state, seat, key, NULL) >= 0:
            return True
        memcpy(state, before, self.state_size)
        return False

    # -- the rules ----------------------------------------------------------------------------------------------------

    cdef void ask_for_deal(self, void* state, uint64_t deal_key) noexcept nogil:
        if self.change(DEAL, state, 0, rng_stream(deal_key, STREAM_DEAL)):
            self.n_deals += 1
            self.n_turns = 0
        else:
            PythonGame.ask_for_deal(self, state, deal_key)

    cdef int legal(self, const void* state, Move* moves) noexcept nogil:
        cdef int64_t n = -1 if (<const Turns*>state).over else self.ask(LEGAL, state, 0, moves)
        return <int>n if n >= 0 else PythonGame.legal(self, state, moves)

    cdef int draw(self, const void* state, uint64_t key, uint64_t index, Move* move) noexcept nogil:
        cdef Move moves[MAX_MOVES]
        cdef int64_t n = -1 if (<const Turns*>state).over else self.ask(LEGAL, state, 0, moves)
        if n < 0:
            return PythonGame.draw(self, state, key, index, move)
        if n > 0:
            move[0] = moves[rng_below(key, index, <int>n) if n > 1 else 0]
        return <int>n

    cdef void make_move(self, void* state, Move move) noexcept nogil:
        if not self.has_secrets and self.change(PLAY, state, (<Turns*>state).seat, move):
            self.n_turns += (<Turns*>state).ended
        else:
            PythonGame.make_move(self, state, move)

    cdef void end(self, void* state) noexcept nogil:
        cdef uint64_t before[STATE_WORDS]
        memcpy(before, state, self.state_size)
        if not self.end_compiled(state):
            memcpy(state, before, self.state_size)
            PythonGame.end(self, state)

    cdef bint end_compiled(self, void* state) noexcept nogil:
        """The same in C; False: it cannot."""
        cdef int64_t ties[MAX_SEATS]
        cdef int seat, other, n = self.n_seats if self.has_ties else 0
        if self.has_end and not self.change(SCORE_END, state):
            return False
        for seat in range(n):
            if self.methods[<int>TIE_BREAK] is NULL or self.methods[<int>TIE_BREAK](state, seat, 0, &ties[seat]) < 0:
                return False
        for seat in range(n):
            (<Header*>state).tie[seat] = 0
            for other in range(n):
                (<Header*>state).tie[seat] += ties[other] < ties[seat]
        return not self.has_failed

    cdef void bot_turn(self, void* state, int seat) noexcept nogil:
        if not self.change(BOT_TURN, state, seat):
            PythonGame.bot_turn(self, state, seat)

    # -- what strategies and reports read -----------------------------------------------------------------------------

    cdef int stage_of(self, const void* state) noexcept nogil:
        cdef bint is_asked = self.has_stages and not (<const Turns*>state).over
        cdef int64_t number = self.ask(STAGE_OF, state) if is_asked else -1
        return <int>number if number >= 0 else PythonGame.stage_of(self, state)

    cdef int move_class(self, const void* state, Move move) noexcept nogil:
        cdef int64_t number = self.ask(KIND_OF, state, move) if self.has_classes else -1
        return <int>number if number >= 0 else PythonGame.move_class(self, state, move)

    cdef void features(self, const void* state, Move move, double* out) noexcept nogil:
        if not self.n_features or not self.weighs(state, &move, 1, out):
            PythonGame.features(self, state, move, out)

    cdef inline bint weighs(self, const void* state, const Move* moves, int n, double* out) noexcept nogil:
        """Whether compiled rules have written the features of moves."""
        cdef Weighing asked
        asked.moves, asked.features = moves, out
        return self.ask(WEIGH, state, n, &asked) >= 0

    cdef bint decides_secretly(self, const void* state) noexcept nogil:
        cdef int64_t answer = self.ask(CHOOSES_SECRETLY, state) if self.has_secrets else -1
        return answer if answer >= 0 else PythonGame.decides_secretly(self, state)

    cdef void determinise(self, void* state, int seat, uint64_t key) noexcept nogil:
        cdef uint64_t own_key = (<Header*>state).key
        (<Header*>state).key = rng_mix(key)
        if not self.has_redeal or self.has_secrets or not self.change(REDEAL, state, seat, key):
            (<Header*>state).key = own_key
            PythonGame.determinise(self, state, seat, key)

    # -- many questions: under one lock where some are Python's -------------------------------------------------------

    cdef int playout(self, void* state, const uint64_t* keys, uint64_t* indices, int64_t* move_counts,
                     RecordBuffer* buffer) noexcept nogil:
        if self.methods[<int>LEGAL] is not NULL and self.methods[<int>PLAY] is not NULL and not self.has_failed:
            return Game.playout(self, state, keys, indices, move_counts, buffer)
        return PythonGame.playout(self, state, keys, indices, move_counts, buffer)

    cdef void move_values(self, const void* state, const Move* moves, int n, const int32_t* weights,
                          int64_t* values) noexcept nogil:
        cdef double rows[ROOM]
        cdef int first = 0, most = ROOM // max(self.n_features, 1), count, i
        if self.methods[<int>WEIGH] is NULL:
            most = n
        while first < n:
            count = min(most, n - first)
            if self.weighs(state, moves + first, count, rows):
                for i in range(count):
                    values[first + i] = weighted_sum(rows + i * self.n_features, weights, self.n_features)
            else:
                PythonGame.move_values(self, state, moves + first, count, weights, values + first)
            first += count


GAME = CompiledGame
