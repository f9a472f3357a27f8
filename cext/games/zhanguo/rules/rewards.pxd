"""Phase 3, unification rewards, and the tasks."""

from cext.games.byte_masks cimport load5, lowest_bit, nonzero
from cext.games.zhanguo.rules.buildings cimport can_build_wall, regions_open_to_palace
from cext.games.zhanguo.rules.derived_masks cimport update_worker_masks
from cext.games.zhanguo.rules.officials cimport officials_in_supply, place_official
from cext.games.zhanguo.rules.state cimport PALACE_TASKS, WALL_TASKS, Seat, State
from cext.games.zhanguo.rules.tables cimport (
    ALL_REGIONS, N_SITES, N_TASKS, REWARD_CIVILIAN_2, REWARD_GOVERNOR, REWARD_MILITARY_2,
    REWARD_OFFICIAL, REWARD_PALACE, REWARD_WALL, REWARD_WORKERS_2, Tables,
)
from libc.stdint cimport uint8_t, uint64_t


cdef inline int marker_value(const Seat* p, int aspect) noexcept nogil:
    """"Short octagons are worth 1 each, tall octagons are worth 3 each."""
    return p.ones[aspect] + 3 * p.threes[aspect]


cdef inline uint64_t marker_values(const Seat* p) noexcept nogil:
    """The same of every aspect a, in byte a."""
    cdef uint64_t ones = p.ones[0] | p.ones[1] << 8 | p.ones[2] << 16
    return ones + 3 * <uint64_t>(p.threes[0] | p.threes[1] << 8 | p.threes[2] << 16)


cdef inline void queue_players(const Tables* t, State* s) noexcept nogil:
    """Phase 3: players with at least 1 marker of the aspect, highest value first, ties by the discs top to bottom."""
    cdef int k, i, j, value
    s.n_queue = 0
    for k in range(t.n_players):
        i = s.order[k]
        value = marker_value(&s.seat[i], s.aspect)
        if value == 0:
            continue
        j = s.n_queue
        while j > 0 and marker_value(&s.seat[s.queue[j - 1]], s.aspect) < value:
            s.queue[j] = s.queue[j - 1]
            j -= 1
        s.queue[j] = <uint8_t>i
        s.n_queue += 1


cdef inline int can_take_reward(const Tables* t, const State* s, const Seat* p) noexcept nogil:
    """"In order to accept it, he must be able to actually take the full reward"; all other rules still apply."""
    cdef int kind = t.reward[s.aspect][s.round], regions = t.reward_regions[s.aspect][s.round]
    if kind == REWARD_OFFICIAL:
        return officials_in_supply(p) > 0
    if kind == REWARD_MILITARY_2:
        return p.officials[0] >= 2
    if kind == REWARD_CIVILIAN_2:
        return p.officials[1] >= 2
    if kind == REWARD_GOVERNOR:
        return p.governors > 0
    if kind == REWARD_WALL:
        return can_build_wall(t, s, p, ALL_REGIONS)
    if kind == REWARD_PALACE:
        return p.palaces > 0 and regions_open_to_palace(s, p) & regions != 0
    return 1


cdef inline void return_markers(State* s, Seat* p) noexcept nogil:
    """"he must give back all of his Ivory octagons (value-1 go to the general supply; value-3 to the gameboard)"."""
    cdef int a = s.aspect
    s.ones[a] = <uint8_t>(s.ones[a] + p.ones[a])
    s.threes[a] = <uint8_t>(s.threes[a] + p.threes[a])
    p.ones[a] = 0
    p.threes[a] = 0


cdef inline void move_disc(const Tables* t, State* s, int i) noexcept nogil:
    """The disc goes to the reward's slot in the round's column, below all others in the tie-break order."""
    cdef int k = 0
    while s.order[k] != i:
        k += 1
    while k < t.n_players - 1:
        s.order[k] = s.order[k + 1]
        k += 1
    s.order[k] = <uint8_t>i


cdef inline void take_pieces(const Tables* t, State* s, Seat* p) noexcept nogil:
    """Rewards without a choice: 2 red or 2 gray officials, 2 workers, in the region depicted on the slot."""
    cdef int kind = t.reward[s.aspect][s.round], regions = t.reward_regions[s.aspect][s.round], r = 0
    while not (regions >> r) & 1:
        r += 1
    if kind == REWARD_WORKERS_2:
        p.workers[r] = <uint8_t>(p.workers[r] + 2)
        update_worker_masks(p, r)
        p.hired = <uint8_t>(p.hired + 2)
    else:
        place_official(p, 0 if kind == REWARD_MILITARY_2 else 1, r)
        place_official(p, 0 if kind == REWARD_MILITARY_2 else 1, r)


# -- Tasks ----------------------------------------------------------------------------------------------------

cdef inline int accomplished(const Tables* t, const Seat* p, int kind, int tile) noexcept nogil:
    """Tasks: at least 1 governor or palace in each region shown; as many walls at each site as it is shown times."""
    cdef int i, short_of = 0
    if kind == WALL_TASKS:
        for i in range(N_SITES):
            short_of |= (p.wall_at[2 * i] != 0) + (p.wall_at[2 * i + 1] != 0) < t.task_walls[tile][i]
        return not short_of
    if kind == PALACE_TASKS:
        return t.task_regions[tile] & ~nonzero(load5(p.palaces_in)) == 0
    return t.task_regions[tile] & ~nonzero(load5(p.governors_in)) == 0


cdef inline void claim_tasks(const Tables* t, State* s, Seat* p) noexcept nogil:
    """Tasks: a disc in the first available slot of each task accomplished, one disc a player and task.

    Only tasks of the kinds of pieces that have changed are looked at.
    """
    cdef int i, kind
    while s.built:
        kind = lowest_bit(s.built)
        s.built &= s.built - 1
        for i in range(kind, N_TASKS, 3):
            if p.task[i] == 0 and s.discs[i] < t.n_task_slots and accomplished(t, p, kind, s.tile[i]):
                s.discs[i] += 1
                p.task[i] = s.discs[i]
