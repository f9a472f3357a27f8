"""How a seat decides: the Policy interface, and limits on the classes of moves a seat may choose from."""

from cext.kernel.game cimport Game
from cext.kernel.position cimport Position
from cext.kernel.rng cimport rng_below
from cext.kernel.types cimport MAX_MOVES, Clock, Decision, Move, kind_of
from libc.stdint cimport INT64_MIN, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    MAX_OPENING_TURNS = 64  # of a forced opening
    ALL_CLASSES = 0xffff   # every move class, class 0 (none) too
    EXCLUDED = 16          # in place of the class of a move whose kind is not to be chosen


# What a seat may choose from, by class and kind of move; a limit that would leave nothing is not applied.
cdef struct ClassLimits:
    int n_turns                    # turns of the opening
    uint16_t opening[MAX_OPENING_TURNS]  # classes preferred in each of them; ALL_CLASSES: any
    uint16_t excluded              # classes not to be chosen
    uint64_t kinds                 # kinds not to be chosen


# A decision cut down to the moves that limits leave.
cdef struct MaskedDecision:
    Decision decision              # the same decision over `moves`
    Move moves[MAX_MOVES]          # moves left
    int16_t origin[MAX_MOVES]      # number of each in the full list
    int64_t values[MAX_MOVES]      # their values, when the policy values moves


cdef inline bint mask_decision(const ClassLimits* limits, Game game, const Decision* full,
                               MaskedDecision* out) noexcept nogil:
    """Whether the limits leave a proper part of the moves; then `out` holds the decision among these."""
    cdef uint8_t class_of[MAX_MOVES]
    cdef uint32_t present = 0, opening = ALL_CLASSES, allowed
    cdef uint64_t kinds = 0                # of which none is chosen, where others are legal
    cdef Clock clock
    cdef int i, kept = 0
    for i in range(full.n if limits.kinds else 0):
        if not (limits.kinds >> kind_of(full.moves[i])) & 1:
            kinds = limits.kinds
            break
    if limits.n_turns:
        game.clock(full.state, &clock)
        if clock.turn < limits.n_turns:
            opening = limits.opening[clock.turn]
    if opening == ALL_CLASSES and limits.excluded == 0 and kinds == 0:
        return False
    for i in range(full.n):
        class_of[i] = EXCLUDED if (kinds >> kind_of(full.moves[i])) & 1 else game.move_class(full.state, full.moves[i])
        present |= <uint32_t>1 << class_of[i]
    allowed = opening & ~limits.excluded
    if present & allowed == 0:
        allowed = opening
    if present & allowed == 0:
        allowed = ALL_CLASSES & ~limits.excluded
    if present & allowed == 0:
        allowed = ALL_CLASSES
    if present & ~allowed == 0:
        return False
    for i in range(full.n):
        if allowed >> class_of[i] & 1:
            out.moves[kept] = full.moves[i]
            out.origin[kept] = i
            kept += 1
    out.decision = full[0]
    out.decision.moves = out.moves
    out.decision.n = kept
    out.decision.values = out.values
    return True


cdef inline int unmask_choice(const MaskedDecision* part, int choice, Decision* full) noexcept nogil:
    """The choice among the moves left, as a number in the full list; values are carried over."""
    cdef int i
    if choice < 0:
        return choice
    full.valued = part.decision.valued
    if full.valued:
        for i in range(full.n):
            full.values[i] = INT64_MIN
        for i in range(part.decision.n):
            full.values[part.origin[i]] = part.values[i]
    return part.origin[choice]


cdef inline int highest(const int64_t* rating, int n, uint64_t key, uint64_t draw) noexcept nogil:
    """Number of the highest rating; equal ones are drawn from evenly, with draw number `draw` of stream `key`."""
    cdef int i, choice = 0, equals = 1, nth
    for i in range(1, n):
        if rating[i] > rating[choice]:
            choice = i
            equals = 1
        elif rating[i] == rating[choice]:
            equals += 1
    if equals == 1:
        return choice
    nth = rng_below(key, draw, equals)
    i = choice
    while nth:
        i += 1
        nth -= rating[i] == rating[choice]
    return i


cdef int set_class_limits(ClassLimits* limits, opening, excluded, kinds=*) except -1


cdef class Policy:
    cdef readonly Game game        # the game it was made for; None: any
    cdef bint slow                 # takes so long that an interrupt is looked for before every decision
    cdef object failure            # exception behind a choice of -1

    cdef int choose(self, Game game, Decision* d) noexcept nogil
    cdef int check_game(self, Game game, str name) except -1


cdef class RandomPolicy(Policy):
    pass


cdef class WeightedPolicy(Policy):
    cdef const int32_t[:, ::1] table     # [n_weight_sets, n_features] in thousandths of a point
    cdef readonly int temperature        # thousandths of a point
    cdef int32_t noise[1024]             # Gumbel quantiles times the temperature
    cdef ClassLimits limits
    cdef bint has_limits

    cdef int choose_best(self, Game game, Decision* d) noexcept nogil


cdef class Restriction(Policy):
    cdef readonly Policy inner
    cdef ClassLimits limits


cdef class PythonPolicy(Policy):
    cdef readonly object strategy        # has choose(view, moves) -> index
    cdef readonly str name

    cdef int ask(self, Decision* d) except -1
