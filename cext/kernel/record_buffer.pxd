"""The buffer: what recorded games note while they are played, in a fixed place that stays in the cache; the recorder
takes it over some games at a time."""

from cext.kernel.types cimport Clock, Decision, Move, a_of, b_of, c_of, kind_of, unlikely
from libc.math cimport NAN
from libc.stdint cimport INT64_MIN, int64_t, uint8_t, uint16_t, uint32_t

cdef enum:
    BUFFER_MASK = (1 << 17) - 1    # holds what the recorder leaves there and a game of MAX_DECISIONS
    ROWS = BUFFER_MASK + 1 + 96    # the 96 more let the columns begin in different lines of the cache
    UNROLL = 8                     # values compared without a look at how many there are


# The columns of the frame `decisions`, each written once: the recorder, frames, words and SCHEMA.md read this struct
# (decision_columns.py). Of each: type in polars | kind (COLUMN_KINDS of reports/frame_columns.py) | words | unit, if it
# has one. An array has a place for every number that fits 17 bits, so that it needs no bounds.
cdef struct DecisionColumns:
    uint32_t game[ROWS]          # UInt32 | number | number of the game in its scenario, from 0
    uint16_t ply[ROWS]           # Int32 | number | number of the decision in its game, from 0, forced ones counted
    uint16_t round[ROWS]         # Int32 | round | number of the round, from 1
    uint16_t turn[ROWS]          # Int32 | number | turns the seat had begun before this one, from 0
    uint8_t seat[ROWS]           # Int8 | number | from 1: the first player of the first round, then clockwise
    uint8_t stage[ROWS]          # Enum | name | what is decided
    uint8_t move_kind[ROWS]      # Enum | name | kind of the move chosen
    uint8_t a[ROWS]              # UInt8 | number | first field of the move, from 0; its meaning depends on move_kind
    uint8_t b[ROWS]              # UInt8 | number | second field of the move, from 0; its meaning depends on move_kind
    uint8_t c[ROWS]              # UInt8 | number | third field of the move, from 0; its meaning depends on move_kind
    uint8_t move_class[ROWS]     # UInt8 | number | number of the move's class, from 1; 0: none
    uint16_t n_legal[ROWS]       # Int32 | count | legal moves of the decision | moves
    uint32_t offered[ROWS]       # UInt32 | number | what the decision was among, a bit each; offered_NAME asks for one
    float move_value[ROWS]       # Float32 | value | value of the chosen move; null: the strategy values no moves
    float move_value_lead[ROWS]  # Float32 | value | value of the chosen move less the best other's; null: no other
    int64_t score_before[ROWS]   # Int64 | points | the seat's running score before the move | points
    int64_t score_after[ROWS]    # Int64 | points | the seat's running score after the move | points


cdef struct RecordBuffer:
    uint32_t n                # rows noted
    uint32_t n_finished       # of them, those of games that have ended; the others have no number of their game yet
    uint32_t n_valued         # of the first n_valued rows move_value and its lead are written; of later rows not yet
    bint valued               # some move of the game was valued: its every row has both written
    int round_now             # round of the row noted last, 0: the game has none yet
    void* rounds              # who notes the end of a round, and how: rounds `first` to `next` - 1 have ended
    void (*end_rounds)(void* rounds, int first, int next) noexcept nogil
    DecisionColumns columns


cdef inline void buffer_move(RecordBuffer* buffer, int ply, int seat, int n_legal, Move move) noexcept nogil:
    """A move about to be made, one of n_legal."""
    cdef uint32_t i = buffer.n
    buffer.columns.ply[i] = <uint16_t>ply
    buffer.columns.seat[i] = <uint8_t>(seat + 1)
    buffer.columns.move_kind[i] = <uint8_t>kind_of(move)
    buffer.columns.a[i] = <uint8_t>a_of(move)
    buffer.columns.b[i] = <uint8_t>b_of(move)
    buffer.columns.c[i] = <uint8_t>c_of(move)
    buffer.columns.n_legal[i] = <uint16_t>n_legal


cdef inline void buffer_position(RecordBuffer* buffer, const Clock* clock, int move_class, int64_t points,
                                 uint32_t offered) noexcept nogil:
    """Where it is made, the first of a round behind the end of those before; points: the running score of the seat
    before it; offered: what it is chosen from, a bit each."""
    cdef uint32_t i = buffer.n
    if unlikely(clock.round != buffer.round_now):
        buffer.end_rounds(buffer.rounds, buffer.round_now, clock.round)
        buffer.round_now = clock.round
    buffer.columns.round[i] = clock.round
    buffer.columns.turn[i] = clock.turn
    buffer.columns.stage[i] = clock.stage
    buffer.columns.move_class[i] = <uint8_t>move_class
    buffer.columns.score_before[i] = points
    buffer.columns.offered[i] = offered


cdef inline void buffer_choice(RecordBuffer* buffer, int ply, int seat, int n_legal, Move move, const Clock* clock,
                               int move_class, int64_t points, uint32_t offered) noexcept nogil:
    """A move about to be made, where, and what it is chosen from."""
    buffer_move(buffer, ply, seat, n_legal, move)
    buffer_position(buffer, clock, move_class, points, offered)


cdef inline void buffer_score(RecordBuffer* buffer, int64_t points) noexcept nogil:
    """The running score of the seat when the move noted last has been made."""
    buffer.columns.score_after[buffer.n] = points
    buffer.n = (buffer.n + 1) & BUFFER_MASK


cdef inline void buffer_values(RecordBuffer* buffer, uint32_t row, const Decision* d, Py_ssize_t choice) noexcept nogil:
    """The value of a move and its lead in points; NaN where the policy values none. Called when the move has been
    made: the processor then need not wait for it behind this. Of the decision's values none is kept."""
    cdef float value = NAN, lead = NAN
    cdef int64_t chosen, other
    if d.valued:
        buffer.valued = True
        chosen = d.values[choice]
        value = <float>(chosen / 1000.0)
        d.values[choice] = INT64_MIN
        other = max_value(d.values, d.n)
        if other != INT64_MIN:
            lead = <float>((chosen - other) / 1000.0)
    buffer.columns.move_value[row] = value
    buffer.columns.move_value_lead[row] = lead


cdef inline int64_t max_value(int64_t* values, Py_ssize_t n) noexcept nogil:
    """The largest of n values. Those behind the last, UNROLL of them, are written over."""
    cdef int64_t largest = INT64_MIN
    cdef int64_t* end = values + n
    cdef Py_ssize_t i
    for i in range(UNROLL):
        end[i] = INT64_MIN
    while values < end:
        for i in range(UNROLL):
            largest = values[i] if values[i] > largest else largest
        values += UNROLL
    return largest
