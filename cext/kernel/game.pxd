"""The interface of a game: rules as stateless methods over opaque plain data."""

from cext.kernel.record_buffer cimport RecordBuffer
from cext.kernel.types cimport MAX_STAGES, Clock, Move, Outcome
from libc.stdint cimport int8_t, int32_t, int64_t, uint32_t, uint64_t

# Raise when a method is added or an object struct grows: an engine built against another layout is refused.
cdef enum:
    KERNEL_ABI = 12


# Seats are numbered from 0: first those that decide (`players`), then those that take part in turn order and scoring
# but decide nothing (`bots`). Arrays "of each seat" have players + bots entries.
cdef class Game:
    # -- facts, set by the engine's __init__ --------------------------------------------------------------
    cdef readonly str name                 # folder name: 'zhanguo'
    cdef readonly str title                # name on the box
    cdef readonly int players              # seats that decide
    cdef readonly int bots                 # seats after them that decide nothing
    cdef readonly int state_size           # bytes of a state
    cdef readonly int opening_turns        # turns of a seat that make its opening (at most MAX_OPENING)
    cdef readonly tuple boards             # names of what a deciding seat can be given: ('A', 'circle', ...)
    cdef readonly tuple rounds             # names of the rounds a strategy may weight differently
    cdef readonly tuple categories         # (name, meaning) of each scoring category
    cdef readonly tuple counters           # (name, "meaning | kind | unit") of each counter per seat
    cdef readonly int n_running            # the first n_running of them change from round to round; 32 bits each
    cdef readonly tuple feature_docs       # (name, meaning, unit) of each feature
    cdef readonly tuple kinds              # name of each kind of move, by number
    cdef readonly tuple stages             # name of each kind of decision, by number
    cdef readonly tuple classes            # (letter, name) of each move class, by number; class 0 is ('', '')
    cdef readonly dict offers              # by stage, what `offered` numbers (OFFERS in checks.py); others: nothing
    cdef readonly bint table_boards        # a board is the whole table's (a map): all seats have the same one
    cdef readonly bint single_boards       # every board but number 0 exists once: no two seats of a game have it
    cdef readonly dict options             # switches and variants in force, every one named
    cdef readonly object layout            # numpy dtype of a state, for what Python reads; None: bytes
    cdef readonly object words             # cext.kernel.words.Words: what the game tells of itself
    cdef public object components          # folder the component files were read from, None: the shipped ones

    # -- set by the kernel, for code without the GIL; valid once ready() has run ------------------------------
    cdef int n_seats                       # players + bots
    cdef int n_rounds                      # lengths of the tuples above
    cdef int n_boards
    cdef int n_features
    cdef int n_categories
    cdef int n_counters
    cdef int running_bytes                 # of each running counter where it is recorded: 1 (0 to 255) or 4
    cdef int8_t offer_shift[MAX_STAGES]    # by stage: bits of a move before the number of what it takes; -1: no offers
    cdef int interface                     # KERNEL_ABI the engine was compiled with

    # -- rules -----------------------------------------------------------------------------------------------
    # boards: number of each deciding seat's board in Game.boards, -1 where the game lets the seat choose.
    cdef void deal_into(self, void* state, const int8_t* boards, uint64_t deal_key) noexcept nogil
    cdef int to_move(self, const void* state) noexcept nogil            # deciding seat, -1: the game is over
    cdef int legal(self, const void* state, Move* moves) noexcept nogil  # number of moves; 0 when the game is over
    cdef void apply(self, void* state, Move move) noexcept nogil
    cdef void score(self, const void* state, Outcome* out) noexcept nogil

    # -- what strategies and reports read --------------------------------------------------------------------
    cdef void points(self, const void* state, int64_t* out) noexcept nogil      # running score of each seat
    cdef void clock(self, const void* state, Clock* out) noexcept nogil
    cdef int board_of(self, const void* state, int seat) noexcept nogil         # of a deciding seat; -1: none yet
    cdef int move_class(self, const void* state, Move move) noexcept nogil      # 0 when the move has none
    cdef uint32_t offered(self, const void* state, int seat) noexcept nogil     # what its decision is among, a bit each
    cdef void features(self, const void* state, Move move, double* out) noexcept nogil   # all n_features written
    cdef void counters_of(self, const void* state, int seat, int64_t* out) noexcept nogil  # all n_counters written
    cdef void running_counters(self, const void* state, void* out, size_t step) noexcept nogil  # the first n_running

    # -- hidden information, checks --------------------------------------------------------------------------
    cdef void determinise(self, void* state, int seat, uint64_t key) noexcept nogil
    cdef int consistent(self, const void* state) noexcept nogil         # 0 when every invariant holds, else its number
    cdef bint decides_secretly(self, const void* state) noexcept nogil  # others decide at the same time, unseen

    # -- hooks with defaults; an engine may have a faster body of its own ------------------------
    cdef void move_values(self, const void* state, const Move* moves, int n, const int32_t* weights,
                          int64_t* values) noexcept nogil
    cdef int playout(self, void* state, const uint64_t* keys, uint64_t* indices, int64_t* move_counts,
                     RecordBuffer* buffer) noexcept nogil
    cdef int draw(self, const void* state, uint64_t key, uint64_t index, Move* move) noexcept nogil
    cdef void apply_recorded(self, void* state, int seat, Move move, RecordBuffer* buffer) noexcept nogil

    # -- not for engines: checks the facts and sets the lengths; everything that plays calls it first -----------
    cdef int finalise(self) except -1

    # -- experiments on a deal, with defaults -------------------------------------------------------------------
    cdef bint add_start_points(self, void* state, int seat, int points) noexcept nogil  # False: it has no such thing
    cdef void give_card(self, void* state, int seat, int card, uint64_t deal_key) noexcept nogil


cdef inline int weight_set(Game game, const void* state, int seat) noexcept nogil:
    """Number of the weight set of a seat's decision: round * boards + board, below Game.n_weight_sets.

    The clock's round counts, rounds after the last named one as the last; a seat without a board yet uses board 0.
    """
    cdef Clock clock
    cdef int number = 0, board
    if game.n_rounds > 1:
        game.clock(state, &clock)
        number = min(max(<int>clock.round, 1), game.n_rounds) - 1
    if game.n_boards > 1:
        board = game.board_of(state, seat)
        number = number * game.n_boards + max(board, 0)
    return number
