"""What officials, workers, buildings and unrest bring a player, as features of the moves that place or take them."""

from cext.games.zhanguo.rules.buildings cimport palace_open
from cext.games.zhanguo.rules.feature_numbers cimport (
    F_APPROACH, F_DENIED, F_HIRE_SPOTS, F_MAJORITY, F_OUT_OF_OFFICE, F_PAIR_TASK, F_POINTS, F_RODS, F_SETS,
    F_SET_MAJORITY, F_SET_PROGRESS, F_SET_TASK, F_SILENCED, F_SQUARE_OFFICIAL, F_SQUARE_REASSIGN, F_TASK_PROGRESS,
    F_TASK_VP, F_UNREST, F_VP, F_WALL_VP, F_WORKERS, F_WORKER_PAIRS, F_WORKER_REGIONS, Sum, add,
)
from cext.games.zhanguo.rules.officials cimport at_maximum, cards_on_board, hire_unrest_of
from cext.games.zhanguo.rules.outlook cimport (
    Outlook, governor_task, majority_denied, majority_gain, palace_task, set_types, symbols, wall_task, wall_value,
)
from cext.games.zhanguo.rules.state cimport Seat, State
from cext.games.zhanguo.rules.tables cimport (
    BLOCK_HIRE, CRITERION_CIVILIAN, CRITERION_EMPTY_UNREST, CRITERION_INSPECTOR, CRITERION_MILITARY,
    CRITERION_OFFICIALS_GE_UNREST, CRITERION_TOTAL_UNREST, N_REGIONS, SQUARE_OFFICIAL, SQUARE_REASSIGN, SQUARE_VP,
    Tables,
)


cdef inline void value_unrest(const Tables* t, const State* s, const Seat* p, const Outlook* o, int r, int rise,
                              Sum* sum) noexcept nogil:
    """Unrest of region r rises (falls) by so many levels."""
    cdef int level = p.unrest[r], most = t.unrest_max[p.board][r], officials, x = 0
    if rise == 0:
        return
    add(sum, F_UNREST, rise)
    add(sum, F_SILENCED, (level + rise >= most) - (level >= most))
    if o.walls:
        officials = p.governing[r][0] + p.governing[r][1] + p.governing[r][2] + p.n_working[r]
        x = o.wall_weight[CRITERION_EMPTY_UNREST] * ((level + rise == 0) - (level == 0))
        x += o.wall_weight[CRITERION_OFFICIALS_GE_UNREST] * ((officials >= level + rise) - (officials >= level))
        x -= o.wall_weight[CRITERION_TOTAL_UNREST] * rise
        add(sum, F_WALL_VP, x)


# -- officials ----------------------------------------------------------------------------------------------------

cdef inline int type_criterion(int c) noexcept nogil:
    return CRITERION_MILITARY if c == 0 else CRITERION_CIVILIAN if c == 1 else CRITERION_INSPECTOR


cdef inline void value_type(const Seat* p, const Outlook* o, int r, int n, int sets, Sum* sum) noexcept nogil:
    """A type of official comes to the governors area of region r (n = 1) or vanishes (-1); sets: and a set with it."""
    add(sum, F_SET_PROGRESS, n)
    if p.governors:
        add(sum, F_SET_TASK, n * symbols(o.governor_tasks, r))
    if sets:
        add(sum, F_SETS, n)
        if p.governors:
            add(sum, F_SET_MAJORITY, n * o.majority_gain[r])


cdef inline void value_arrival(const Tables* t, const State* s, const Seat* p, const Outlook* o, int r, int c,
                               Sum* sum) noexcept nogil:
    """An official of type c comes to the governors area of region r."""
    cdef int officials = p.governing[r][0] + p.governing[r][1] + p.governing[r][2] + p.n_working[r]
    if p.governing[r][c] == 0:
        value_type(p, o, r, 1, set_types(p, r) == 2, sum)
    if officials == 0 and not at_maximum(t, p, r):
        add(sum, F_HIRE_SPOTS, 1)
    if o.walls:
        if p.governing[r][c] + p.working[r][c] == 0:
            add(sum, F_WALL_VP, o.wall_weight[type_criterion(c)])
        if officials + 1 == p.unrest[r]:
            add(sum, F_WALL_VP, o.wall_weight[CRITERION_OFFICIALS_GE_UNREST])


cdef inline void value_departure(const Tables* t, const State* s, const Seat* p, const Outlook* o, int r, int c,
                                 int from_governors, int leaves_region, Sum* sum) noexcept nogil:
    """An official of type c leaves an area of region r, for the same region's other area or for another region."""
    cdef int officials = p.governing[r][0] + p.governing[r][1] + p.governing[r][2] + p.n_working[r]
    if from_governors and p.governing[r][c] == 1:
        value_type(p, o, r, -1, set_types(p, r) == 3, sum)
    if not leaves_region:
        return
    if officials == 1 and not at_maximum(t, p, r):
        add(sum, F_HIRE_SPOTS, -1)
    if o.walls:
        if p.governing[r][c] + p.working[r][c] == 1:
            add(sum, F_WALL_VP, -o.wall_weight[type_criterion(c)])
        if officials == p.unrest[r]:
            add(sum, F_WALL_VP, -o.wall_weight[CRITERION_OFFICIALS_GE_UNREST])


cdef inline void value_set_used(const Seat* p, const Outlook* o, int r, Sum* sum) noexcept nogil:
    """One official of each type goes from region r back to the supply, and its unrest falls to zero."""
    cdef int c, sets = 1
    for c in range(3):
        if p.governing[r][c] == 1:
            value_type(p, o, r, -1, sets, sum)
            sets = 0
            if o.walls and p.working[r][c] == 0:
                add(sum, F_WALL_VP, -o.wall_weight[type_criterion(c)])
    if p.governing[r][0] + p.governing[r][1] + p.governing[r][2] + p.n_working[r] == 3:
        add(sum, F_HIRE_SPOTS, -1)


cdef inline void value_reassignment(const Tables* t, const State* s, const Seat* p, const Outlook* o, int origin,
                                    int target, int c, Sum* sum) noexcept nogil:
    cdef int r = origin if origin < N_REGIONS else origin - N_REGIONS
    cdef int q = target if target < N_REGIONS else target - N_REGIONS
    add(sum, F_POINTS, c >> 2)
    c &= 3
    value_departure(t, s, p, o, r, c, origin < N_REGIONS, r != q, sum)
    if target < N_REGIONS:
        if r != q:
            value_arrival(t, s, p, o, q, c, sum)
            if origin < N_REGIONS:
                add(sum, F_APPROACH, o.steps[c][r] - o.steps[c][q])
        elif p.governing[r][c] == 0:
            value_type(p, o, r, 1, set_types(p, r) == 2, sum)
        if origin >= N_REGIONS:
            add(sum, F_OUT_OF_OFFICE, -1)


# -- workers ------------------------------------------------------------------------------------------------------

cdef inline void value_worker(const Tables* t, const State* s, const Seat* p, const Outlook* o, int r, int n,
                              Sum* sum) noexcept nogil:
    """n workers more (less) in region r."""
    cdef int have = p.workers[r]
    add(sum, F_WORKERS, n)
    add(sum, F_WORKER_REGIONS, (have + n > 0) - (have > 0))
    if palace_open(t, s, p, r):
        add(sum, F_WORKER_PAIRS, ((have + n) >> 1) - (have >> 1))
        add(sum, F_PAIR_TASK, symbols(o.palace_tasks, r) * ((have + n >= 2) - (have >= 2)))


cdef inline void value_hire(const Tables* t, const State* s, const Seat* p, const Outlook* o, int r, int officials,
                            Sum* sum) noexcept nogil:
    cdef int c, k, n = p.n_working[r], rest = officials, sets = set_types(p, r) == 3
    for c in range(3):
        k = rest % 3
        rest //= 3
        n += k
        if k:
            add(sum, F_OUT_OF_OFFICE, k)
            if p.governing[r][c] == k:
                value_type(p, o, r, -1, sets, sum)
                sets = 0
    value_unrest(t, s, p, o, r, hire_unrest_of(t, p, n), sum)
    value_worker(t, s, p, o, r, n + (t.block[p.board] == BLOCK_HIRE), sum)


cdef inline void value_payment(const Tables* t, const State* s, const Seat* p, const Outlook* o, int mask,
                               Sum* sum) noexcept nogil:
    cdef int r
    for r in range(N_REGIONS):
        if (mask >> r) & 1:
            value_worker(t, s, p, o, r, -1, sum)


# -- buildings ----------------------------------------------------------------------------------------------------

cdef inline void value_task(int task, Sum* sum) noexcept nogil:
    """Task gains come as 16 x points + symbols newly met."""
    add(sum, F_TASK_VP, task >> 4)
    add(sum, F_TASK_PROGRESS, task & 15)


cdef inline void value_governor(const Tables* t, const State* s, const Seat* p, const Outlook* o, int r, int square,
                                Sum* sum) noexcept nogil:
    if square == SQUARE_VP:
        add(sum, F_VP, t.bonus_vp)
    elif square == SQUARE_OFFICIAL:
        add(sum, F_SQUARE_OFFICIAL, 1)
    elif square == SQUARE_REASSIGN:
        add(sum, F_SQUARE_REASSIGN, 1)
    add(sum, F_MAJORITY, o.majority_gain[r])
    add(sum, F_DENIED, majority_denied(t, s, r, 1))
    value_task(governor_task(t, s, p, r), sum)
    value_unrest(t, s, p, o, r, -<int>p.unrest[r], sum)
    if s.paying:
        value_set_used(p, o, r, sum)


cdef inline void value_palace(const Tables* t, const State* s, const Seat* p, const Outlook* o, int r, int q,
                              Sum* sum) noexcept nogil:
    add(sum, F_VP, cards_on_board(p))
    value_task(palace_task(t, s, p, r), sum)
    if q < N_REGIONS:
        value_worker(t, s, p, o, r, -2, sum)
        value_worker(t, s, p, o, q, -1, sum)


cdef inline void value_wall(const Tables* t, const State* s, const Seat* p, int section, int rods,
                            Sum* sum) noexcept nogil:
    add(sum, F_WALL_VP, wall_value(t, s, p, section, rods))
    add(sum, F_RODS, rods)
    value_task(wall_task(t, s, p, section), sum)
