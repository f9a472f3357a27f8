"""The tape: what recorded games note while they are played, in a fixed place that stays in the cache; the recorder
takes it over some games at a time."""

from cext.kernel.types cimport Clock, Move, unlikely
from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t

cdef enum:
    LAST_PLACE = (1 << 17) - 1     # holds what the recorder leaves there and a game of MAX_DECISIONS
    TAPE = LAST_PLACE + 1 + 96     # rows; the 96 more let the columns begin in different lines of the cache


# The columns of recorder.pxd, moves in one. An array has a place for every number that fits 17 bits, so that it needs
# no bounds.
cdef struct Tape:
    uint32_t n                # rows noted
    uint32_t ended            # of them, those of games that have ended
    uint32_t filled           # the first so many have `value` and `margin` written; the others, so far, have none
    bint valued               # some move of the game was valued: `value` and `margin` were written in its every row
    int round_now             # round of the row noted last, 0: the game has none yet
    void* rounds              # who notes the end of a round, and how: rounds `first` to `next` - 1 have ended
    void (*end_rounds)(void* rounds, int first, int next) noexcept nogil
    uint32_t game[TAPE]       # written when the game has ended
    uint16_t ply[TAPE]
    uint8_t round[TAPE]
    uint8_t turn[TAPE]
    uint8_t seat[TAPE]        # from 1
    uint8_t stage[TAPE]
    Move move[TAPE]
    uint8_t move_class[TAPE]
    uint16_t options[TAPE]
    uint32_t offered[TAPE]
    float value[TAPE]
    float margin[TAPE]
    int16_t before[TAPE]
    int16_t after[TAPE]


cdef inline void note_move(Tape* tape, int ply, int seat, int options, Move move) noexcept nogil:
    """A move about to be made, one of so many."""
    cdef uint32_t i = tape.n
    tape.ply[i] = <uint16_t>ply
    tape.seat[i] = <uint8_t>(seat + 1)
    tape.move[i] = move
    tape.options[i] = <uint16_t>options


cdef inline void note_position(Tape* tape, const Clock* clock, int move_class, int points,
                               uint32_t offered) noexcept nogil:
    """Where it is made, the first of a round behind the end of those before; points: the running score of the seat
    before it; offered: what it is chosen from, a bit each."""
    cdef uint32_t i = tape.n
    if unlikely(clock.round != tape.round_now):
        tape.end_rounds(tape.rounds, tape.round_now, clock.round)
        tape.round_now = clock.round
    tape.round[i] = clock.round
    tape.turn[i] = clock.turn
    tape.stage[i] = clock.stage
    tape.move_class[i] = <uint8_t>move_class
    tape.before[i] = <int16_t>points
    tape.offered[i] = offered


cdef inline void note_choice(Tape* tape, int ply, int seat, int options, Move move, const Clock* clock, int move_class,
                             int points, uint32_t offered) noexcept nogil:
    """A move about to be made, where, and what it is chosen from."""
    note_move(tape, ply, seat, options, move)
    note_position(tape, clock, move_class, points, offered)


cdef inline void note_points(Tape* tape, int points) noexcept nogil:
    """The running score of the seat when the move noted last has been made."""
    tape.after[tape.n] = <int16_t>points
    tape.n = (tape.n + 1) & LAST_PLACE
