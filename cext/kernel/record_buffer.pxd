"""The buffer: what recorded games note while they are played, in a fixed place that stays in the cache; the recorder
takes it over some games at a time."""

from cext.kernel.types cimport Clock, Move, unlikely
from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t

cdef enum:
    BUFFER_MASK = (1 << 17) - 1    # holds what the recorder leaves there and a game of MAX_DECISIONS
    BUFFER_ROWS = BUFFER_MASK + 1 + 96  # rows; the 96 more let the columns begin in different lines of the cache


# The columns of recorder.pxd, moves in one. An array has a place for every number that fits 17 bits, so that it needs
# no bounds.
cdef struct RecordBuffer:
    uint32_t n                # rows noted
    uint32_t n_finished       # of them, those of games that have ended
    uint32_t n_valued         # the first so many have `value` and `margin` written; the others, so far, have none
    bint valued               # some move of the game was valued: `value` and `margin` were written in its every row
    int round_now             # round of the row noted last, 0: the game has none yet
    void* rounds              # who notes the end of a round, and how: rounds `first` to `next` - 1 have ended
    void (*end_rounds)(void* rounds, int first, int next) noexcept nogil
    uint32_t game[BUFFER_ROWS]  # written when the game has ended
    uint16_t ply[BUFFER_ROWS]
    uint8_t round[BUFFER_ROWS]
    uint8_t turn[BUFFER_ROWS]
    uint8_t seat[BUFFER_ROWS]  # from 1
    uint8_t stage[BUFFER_ROWS]
    Move move[BUFFER_ROWS]
    uint8_t move_class[BUFFER_ROWS]
    uint16_t options[BUFFER_ROWS]
    uint32_t offered[BUFFER_ROWS]
    float value[BUFFER_ROWS]
    float margin[BUFFER_ROWS]
    int16_t before[BUFFER_ROWS]
    int16_t after[BUFFER_ROWS]


cdef inline void buffer_move(RecordBuffer* buffer, int ply, int seat, int options, Move move) noexcept nogil:
    """A move about to be made, one of so many."""
    cdef uint32_t i = buffer.n
    buffer.ply[i] = <uint16_t>ply
    buffer.seat[i] = <uint8_t>(seat + 1)
    buffer.move[i] = move
    buffer.options[i] = <uint16_t>options


cdef inline void buffer_position(RecordBuffer* buffer, const Clock* clock, int move_class, int points,
                                 uint32_t offered) noexcept nogil:
    """Where it is made, the first of a round behind the end of those before; points: the running score of the seat
    before it; offered: what it is chosen from, a bit each."""
    cdef uint32_t i = buffer.n
    if unlikely(clock.round != buffer.round_now):
        buffer.end_rounds(buffer.rounds, buffer.round_now, clock.round)
        buffer.round_now = clock.round
    buffer.round[i] = clock.round
    buffer.turn[i] = clock.turn
    buffer.stage[i] = clock.stage
    buffer.move_class[i] = <uint8_t>move_class
    buffer.before[i] = <int16_t>points
    buffer.offered[i] = offered


cdef inline void buffer_choice(RecordBuffer* buffer, int ply, int seat, int options, Move move, const Clock* clock,
                               int move_class, int points, uint32_t offered) noexcept nogil:
    """A move about to be made, where, and what it is chosen from."""
    buffer_move(buffer, ply, seat, options, move)
    buffer_position(buffer, clock, move_class, points, offered)


cdef inline void buffer_score(RecordBuffer* buffer, int points) noexcept nogil:
    """The running score of the seat when the move noted last has been made."""
    buffer.after[buffer.n] = <int16_t>points
    buffer.n = (buffer.n + 1) & BUFFER_MASK
