"""The state of a game in one Python file: a header with the fields behind it, and the table that its rules see."""

from cext.games.simple_game cimport Turns
from cext.kernel.types cimport MAX_SEATS, STATE_WORDS, Move
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t

cdef enum:
    MAX_FIELDS = 128       # of a table

cdef enum RoundEnd:
    BY_TURNS               # the round is over when the seat that goes on has had a turn in it
    OVER
    NOT_OVER

# What asks the rules: which of them may say whose turn it is.
cdef enum Phase:
    ASKED                  # none of the following
    DEALING
    PLAYING
    BOT_PLAYS

cdef struct Header:
    Turns turns
    Move chosen[MAX_SEATS]       # choices that lie face down, each + 1; 0: none
    int8_t following             # the seat that goes on + 1; 0: the next in order
    uint8_t round_end            # whether the move ends the round: of RoundEnd
    uint8_t had_turn             # seats that have finished a turn in this round, a bit each
    uint8_t is_shared            # 1: it is the turn of all who chose at the same time
    uint64_t key                 # of the draws while the game is played: no seat knows it
    int64_t tie[MAX_SEATS]       # seats with a lower tie-break than each seat's, once the game is over
    int8_t board[MAX_SEATS]      # number of each seat's board
    uint32_t draws               # so many were made

cdef struct Cells:
    int at                       # its first byte behind the header
    int bytes                    # of a number: 1, 2 or 4
    int low                      # what its numbers may be: from `low` to `high`
    int high
    int seats                    # one for each of so many seats, 0: one in all
    int size                     # numbers of a list; 0: a single number
    int is_pile                  # 1: as long as its first number says
    int piles                    # so many lists, 0: one
    int width                    # numbers of one seat, or of all
    int known_to                 # OPEN, OWN or NOBODY of rules.py
    int pool                     # number of the hidden fields that are dealt anew together


cdef inline char* cells_of(const void* state) noexcept nogil:
    """The fields of a state."""
    return <char*>state + sizeof(Header)


cdef inline int32_t read_cell(const Cells* f, const char* cell, int i) noexcept nogil:
    """Number i of a field from `cell` on."""
    if f.bytes == 4:
        return (<const int32_t*>cell)[i]
    return (<const int16_t*>cell)[i] if f.bytes == 2 else (<const int8_t*>cell)[i]


cdef inline void write_cell(const Cells* f, char* cell, int i, int32_t number) noexcept nogil:
    """Write number i of a field from `cell` on."""
    if f.bytes == 4:
        (<int32_t*>cell)[i] = number
    elif f.bytes == 2:
        (<int16_t*>cell)[i] = <int16_t>number
    else:
        (<int8_t*>cell)[i] = <int8_t>number


cdef class Draws:
    cdef uint64_t key, index


cdef class Table:
    cdef readonly Draws rng
    cdef readonly int round              # of the game, from 1
    cdef int players, following
    cdef bint ended, over
    cdef RoundEnd round_end
    cdef Phase phase

    cdef void open(self, const Header* header, Phase phase) noexcept
    cdef void close(self, Header* header) noexcept
    cdef int check_phase(self, str name) except -1


cdef class Fields:
    cdef Cells cells[MAX_FIELDS]
    cdef readonly dict places            # first byte of each field behind the header
    cdef readonly object layout          # dtype of a state
    cdef int n_fields, players, size     # size: bytes of a state
    cdef readonly int n_pools
    cdef list names                      # of the fields
    cdef object read_fields              # makes a tuple that begins with their values
    cdef object kind                     # class of tables
    cdef tuple boards                    # names of the boards, ("",): there are none
    cdef bint table_boards
    cdef Table table                     # the last one, which `table_state` holds
    cdef bint is_current                 # whether it does
    cdef int64_t version                 # how many there have been
    cdef list lists                      # those of the last table, as they were read
    cdef Py_ssize_t n_written            # of them, so far
    cdef bint is_plain                   # whether what was written would be read again: these lists, whole numbers
    cdef uint64_t table_state[STATE_WORDS]

    cdef int32_t number_at(self, int field, const void* state, int seat) noexcept nogil
    cdef Table at(self, const void* state)
    cdef void remember(self, Table table, const void* state) noexcept
    cdef int write(self, Table table, void* state) except -1
    cdef void note_list(self, list value) noexcept
    cdef int check_unchanged(self) except -1
    cdef Table read(self, const void* state)
    cdef int write_cells(self, Table table, char* cell) except -1
    cdef void redeal_pool(self, char* cell, int pool, int seat, uint64_t key) noexcept nogil
    cdef int swap_hidden(self, char* cell, int pool, int seat, int32_t* items, bint write) noexcept nogil


cdef class MoveNumbers:
    cdef dict packed, unpacked
    cdef readonly tuple parts            # of each kind of move: name, values of its parts

    cdef Move number_of(self, move) except? 0xffffffff
    cdef Move pack_move(self, move) except? 0xffffffff
    cdef tuple move_of(self, Move number)
