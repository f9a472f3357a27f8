"""Plain data that every game and every policy shares: packed moves, limits, outcomes, decisions."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from "kassert.h":
    void kassert(bint condition) noexcept nogil

cdef extern from *:
    bint unlikely(bint condition) noexcept nogil   # Cython's hint to the compiler: what follows stays out of the way

# A move: kind in bits 0-7, then three game-defined fields of eight bits each. Equal numbers mean equal moves.
ctypedef uint32_t Move

cdef enum:
    MAX_MOVES = 1536       # longest legal list a game may write
    MAX_SEATS = 6          # most seats of any game: players and bots
    MAX_CATEGORIES = 16    # scoring categories of a game
    MAX_FEATURES = 96      # features of a game
    MAX_COUNTERS = 128     # counters per seat a game may report
    MAX_STAGES = 256       # kinds of decision of a game: they fit eight bits
    MAX_OFFERS = 32        # things a decision is among where `offered` says which of them were legal
    MAX_STATE = 12288      # bytes of the largest state; copies take the bytes of the game's own
    STATE_WORDS = MAX_STATE // 8  # room for any state, aligned
    MAX_OPENING = 8        # turns an opening may span: eight 4-bit classes fill 32 bits
    N_CLASSES = 16         # move classes 0 (none) to 15
    MAX_DECISIONS = 65535  # decisions of a game, forced ones counted, fit 16 bits of a row; no game comes near

# What stands in place of a number of decisions where the rules are broken.
cdef enum:
    NO_MOVES = -1          # the game goes on but offers no move
    ENDLESS = -2           # the game goes on after MAX_DECISIONS decisions

# Common denominator of win shares: 60 divides evenly among 1 to 6 joint winners.
cdef enum:
    SHARE_UNITS = 60


cdef struct Outcome:
    int64_t score[MAX_SEATS]                 # final points of each seat
    int64_t category[MAX_SEATS][MAX_CATEGORIES]  # the same points by scoring category; each row sums to score
    int8_t rank[MAX_SEATS]                   # 1 = best after the game's own tie-breaks; ties share the smaller rank
    int64_t tie[MAX_SEATS]                   # the tie-breaks alone: of equal scores the higher number ranks higher
    uint32_t opening[MAX_SEATS]              # move classes of the seat's first turns, 4 bits a turn, first turn lowest
    uint16_t lead_changes                    # times the leading seat changed at the end of a turn


cdef struct Clock:
    uint16_t round         # round of the game, from 1 (0: before the first round)
    uint16_t turn          # turns this seat has begun in the game before this one, from 0
    uint8_t stage          # game-defined number of the kind of decision that is pending


cdef struct Decision:
    const void* state      # the state in front of the player; policies read it through the Game only
    const Move* moves      # legal moves
    int n                  # how many
    int seat               # who decides
    uint64_t key           # stream of random draws of this seat in this game
    uint64_t index         # number of this decision among the seat's own, from 0
    int64_t* values        # out: value of each move in thousandths, written when the policy values moves
    bint valued            # out: whether values were written; INT64_MIN: the move was left out of consideration
    uint64_t seed          # of the run, for messages
    uint32_t game          # number of the game, for messages
    int ply                # number of this decision in the game, forced ones counted


cdef inline Move pack(int kind, int a=0, int b=0, int c=0) noexcept nogil:
    """The move of that kind and those fields, each 0 to 255."""
    return <Move>(kind | (a << 8) | (b << 16) | (<uint32_t>c << 24))


cdef inline int kind_of(Move m) noexcept nogil:
    """Number of the kind of a move."""
    return <int>(m & 0xff)


cdef inline int a_of(Move m) noexcept nogil:
    """First field of a move, 0 to 255."""
    return <int>((m >> 8) & 0xff)


cdef inline int b_of(Move m) noexcept nogil:
    """Second field of a move, 0 to 255."""
    return <int>((m >> 16) & 0xff)


cdef inline int c_of(Move m) noexcept nogil:
    """Third field of a move, 0 to 255."""
    return <int>(m >> 24)


cdef inline void total_and_rank(Outcome* out, int seats, int categories) noexcept nogil:
    """Scores as the sums of their categories; ranks by score, among equal scores by `tie`, which must be set."""
    cdef int i, k, ahead
    for i in range(seats):
        out.score[i] = 0
        for k in range(categories):
            out.score[i] += out.category[i][k]
    for i in range(seats):
        ahead = 0
        for k in range(seats):
            ahead += out.score[k] > out.score[i] or (out.score[k] == out.score[i] and out.tie[k] > out.tie[i])
        out.rank[i] = <int8_t>(1 + ahead)
