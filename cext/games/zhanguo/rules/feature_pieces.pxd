"""What officials, workers, buildings and unrest bring a player, as features of the moves that place or take them."""

from cext.games.zhanguo.rules.buildings cimport palace_open
from cext.games.zhanguo.rules.decision_context cimport DecisionContext, approach, symbols
from cext.games.zhanguo.rules.feature_gains cimport (
    governor_task, majority_denied, majority_gain, palace_task, set_types, wall_task, wall_value,
)
from cext.games.zhanguo.rules.feature_numbers cimport (
    F_APPROACH, F_DENIED, F_HIRE_SPOTS, F_MAJORITY, F_OUT_OF_OFFICE, F_PAIR_TASK, F_POINTS, F_RODS, F_SETS,
    F_SET_MAJORITY, F_SET_PROGRESS, F_SET_TASK, F_SILENCED, F_SQUARE_OFFICIAL, F_SQUARE_REASSIGN, F_TASK_PROGRESS,
    F_TASK_VP, F_UNREST, F_VP, F_WALL_VP, F_WORKERS, F_WORKER_PAIRS, F_WORKER_REGIONS,
)
from cext.games.zhanguo.rules.officials cimport at_maximum, cards_on_board, hire_unrest_of
from cext.games.zhanguo.rules.state cimport Seat, State
from cext.games.zhanguo.rules.tables cimport (
    CRITERION_CIVILIAN, CRITERION_EMPTY_UNREST, CRITERION_INSPECTOR, CRITERION_MILITARY,
    CRITERION_OFFICIALS_GE_UNREST, CRITERION_TOTAL_UNREST, N_REGIONS, SQUARE_OFFICIAL, SQUARE_REASSIGN, SQUARE_VP,
    Tables,
)
from cext.kernel.features cimport Accumulator, add
from libc.stdint cimport int8_t


cdef inline void value_unrest(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx, int r,
                              int rise, Accumulator* acc) noexcept nogil:
    """Unrest of region r rises (falls) by so many levels."""
    cdef int level = p.unrest[r], most = t.unrest_max[p.board][r], officials, x = 0
    if rise == 0:
        return
    add(acc, F_UNREST, rise)
    add(acc, F_SILENCED, (level + rise >= most) - (level >= most))
    if ctx.walls:
        officials = p.governing[r][0] + p.governing[r][1] + p.governing[r][2] + p.n_working[r]
        x = ctx.wall_weight[CRITERION_EMPTY_UNREST] * ((level + rise == 0) - (level == 0))
        x += ctx.wall_weight[CRITERION_OFFICIALS_GE_UNREST] * ((officials >= level + rise) - (officials >= level))
        x -= ctx.wall_weight[CRITERION_TOTAL_UNREST] * rise
        add(acc, F_WALL_VP, x)


# -- officials ----------------------------------------------------------------------------------------------------

cdef inline int type_criterion(int c) noexcept nogil:
    """The wall criterion that counts regions with officials of type c."""
    return (CRITERION_MILITARY | CRITERION_CIVILIAN << 8 | CRITERION_INSPECTOR << 16) >> 8 * c & 0xff


cdef inline void value_type(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx, int r, int n,
                            int sets, Accumulator* acc) noexcept nogil:
    """A type of official comes to the governors area of region r (n = 1) or vanishes (-1); sets: and a set with it."""
    add(acc, F_SET_PROGRESS, n)
    if p.governors:
        add(acc, F_SET_TASK, n * symbols(ctx.governor_tasks, r))
    if sets:
        add(acc, F_SETS, n)
        if p.governors:
            add(acc, F_SET_MAJORITY, n * <int8_t>majority_gain(t, s, r, 1))


cdef inline void value_arrival(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx, int r, int c,
                               Accumulator* acc) noexcept nogil:
    """An official of type c comes to the governors area of region r."""
    cdef int officials = p.governing[r][0] + p.governing[r][1] + p.governing[r][2] + p.n_working[r]
    if p.governing[r][c] == 0:
        value_type(t, s, p, ctx, r, 1, set_types(p, r) == 2, acc)
    add(acc, F_HIRE_SPOTS, (officials == 0) & (at_maximum(t, p, r) == 0))
    if ctx.walls:
        add(acc, F_WALL_VP, ctx.wall_weight[type_criterion(c)] * (p.governing[r][c] + p.working[r][c] == 0)
            + ctx.wall_weight[CRITERION_OFFICIALS_GE_UNREST] * (officials + 1 == p.unrest[r]))


cdef inline void value_departure(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx, int r,
                                 int c, int from_governors, int leaves_region, Accumulator* acc) noexcept nogil:
    """An official of type c leaves an area of region r, for the same region's other area or for another region."""
    cdef int officials = p.governing[r][0] + p.governing[r][1] + p.governing[r][2] + p.n_working[r]
    if from_governors and p.governing[r][c] == 1:
        value_type(t, s, p, ctx, r, -1, set_types(p, r) == 3, acc)
    if not leaves_region:
        return
    add(acc, F_HIRE_SPOTS, -((officials == 1) & (at_maximum(t, p, r) == 0)))
    if ctx.walls:
        add(acc, F_WALL_VP, -<int>ctx.wall_weight[type_criterion(c)] * (p.governing[r][c] + p.working[r][c] == 1)
            - ctx.wall_weight[CRITERION_OFFICIALS_GE_UNREST] * (officials == p.unrest[r]))


cdef inline void value_set_used(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx, int r,
                                Accumulator* acc) noexcept nogil:
    """One official of each type goes from region r back to the supply, and its unrest falls to zero."""
    cdef int c, sets = 1
    for c in range(3):
        if p.governing[r][c] == 1:
            value_type(t, s, p, ctx, r, -1, sets, acc)
            sets = 0
            if ctx.walls and p.working[r][c] == 0:
                add(acc, F_WALL_VP, -ctx.wall_weight[type_criterion(c)])
    if p.governing[r][0] + p.governing[r][1] + p.governing[r][2] + p.n_working[r] == 3:
        add(acc, F_HIRE_SPOTS, -1)


cdef inline void value_reassignment(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx,
                                    int origin, int target, int c, Accumulator* acc) noexcept nogil:
    """An official of type c & 3 goes to another area for c >> 2 points; areas are regions, +5 for the workers areas."""
    cdef int r = origin if origin < N_REGIONS else origin - N_REGIONS
    cdef int q = target if target < N_REGIONS else target - N_REGIONS
    value_departure(t, s, p, ctx, r, c & 3, origin < N_REGIONS, r != q, acc)
    value_route(t, s, p, ctx, origin, target, c, acc)


cdef inline void value_route(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx, int origin,
                             int target, int c, Accumulator* acc) noexcept nogil:
    """The points he takes and his arrival, without his departure."""
    cdef int r = origin if origin < N_REGIONS else origin - N_REGIONS
    add(acc, F_POINTS, c >> 2)
    c &= 3
    if target < N_REGIONS:
        if r != target:
            value_arrival(t, s, p, ctx, target, c, acc)
            if origin < N_REGIONS:
                add(acc, F_APPROACH, approach(ctx, c, r, target))
        elif p.governing[r][c] == 0:
            value_type(t, s, p, ctx, r, 1, set_types(p, r) == 2, acc)
        if origin >= N_REGIONS:
            add(acc, F_OUT_OF_OFFICE, -1)


# -- workers ------------------------------------------------------------------------------------------------------

cdef inline void value_worker(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx, int r, int n,
                              Accumulator* acc) noexcept nogil:
    """n workers more (less) in region r."""
    cdef int have = p.workers[r]
    add(acc, F_WORKERS, n)
    add(acc, F_WORKER_REGIONS, (have + n > 0) - (have > 0))
    if palace_open(s, p, r):
        add(acc, F_WORKER_PAIRS, ((have + n) >> 1) - (have >> 1))
        add(acc, F_PAIR_TASK, symbols(ctx.palace_tasks, r) * ((have + n >= 2) - (have >= 2)))


cdef inline void value_hire(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx, int r,
                            int officials, Accumulator* acc) noexcept nogil:
    """Hire workers in region r; officials: how many of each type move there first, base-3 digits, type 0 lowest."""
    cdef int c, k, n = p.n_working[r], rest = officials, sets = set_types(p, r) == 3
    for c in range(3):
        k = rest % 3
        rest //= 3
        n += k
        if k:
            add(acc, F_OUT_OF_OFFICE, k)
            if p.governing[r][c] == k:
                value_type(t, s, p, ctx, r, -1, sets, acc)
                sets = 0
    value_unrest(t, s, p, ctx, r, hire_unrest_of(t, p, n), acc)
    value_worker(t, s, p, ctx, r, n + t.more_workers[p.board], acc)


cdef inline void value_payment(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx, int mask,
                               Accumulator* acc) noexcept nogil:
    """Build 1 wall: a worker less in each region of a mask."""
    cdef int r
    for r in range(N_REGIONS):
        if (mask >> r) & 1:
            value_worker(t, s, p, ctx, r, -1, acc)


# -- buildings ----------------------------------------------------------------------------------------------------

cdef inline void value_task(int task, Accumulator* acc) noexcept nogil:
    """Task gains come as 16 x points + symbols newly met."""
    add(acc, F_TASK_VP, task >> 4)
    add(acc, F_TASK_PROGRESS, task & 15)


cdef inline void value_governor(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx, int r,
                                int square, Accumulator* acc) noexcept nogil:
    """Install 1 governor: the square's bonus, majority and tasks; unrest falls to 0, a set of officials goes."""
    if square == SQUARE_VP:
        add(acc, F_VP, t.bonus_vp)
    elif square == SQUARE_OFFICIAL:
        add(acc, F_SQUARE_OFFICIAL, 1)
    elif square == SQUARE_REASSIGN:
        add(acc, F_SQUARE_REASSIGN, 1)
    add(acc, F_MAJORITY, ctx.majority_gain[r])
    add(acc, F_DENIED, majority_denied(t, s, r, 1))
    value_task(governor_task(t, s, p, r), acc)
    value_unrest(t, s, p, ctx, r, -<int>p.unrest[r], acc)
    if s.paying:
        value_set_used(t, s, p, ctx, r, acc)


cdef inline void value_palace(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx, int r, int q,
                              Accumulator* acc) noexcept nogil:
    """Build 1 palace: a point a card, tasks; two workers of region r and one of q go (N_REGIONS: nothing is paid)."""
    add(acc, F_VP, cards_on_board(p))
    value_task(palace_task(t, s, p, r), acc)
    if q < N_REGIONS:
        value_worker(t, s, p, ctx, r, -2, acc)
        value_worker(t, s, p, ctx, q, -1, acc)


cdef inline void value_wall(const Tables* t, const State* s, const Seat* p, int section, int rods,
                            Accumulator* acc) noexcept nogil:
    """Build 1 wall: points by the slot of so many rods, tasks; workers are paid by decisions of their own."""
    add(acc, F_WALL_VP, wall_value(t, s, p, section, rods))
    add(acc, F_RODS, rods)
    value_task(wall_task(t, s, p, section), acc)
