"""What single pieces would bring their player: walls, majorities, the lead with markers, tasks."""

from cext.games.byte_masks cimport higher_bytes, load5, nonzero
from cext.games.zhanguo.rules.rewards cimport marker_value, marker_values
from cext.games.zhanguo.rules.scoring cimport wall_points
from cext.games.zhanguo.rules.state cimport Seat, State
from cext.games.zhanguo.rules.tables cimport N_REGIONS, N_SITES, N_TASKS, Tables
from libc.stdint cimport uint8_t, uint64_t


cdef inline int wall_value(const Tables* t, const State* s, const Seat* p, int section, int rods) noexcept nogil:
    """Points an own wall there would score as the player board stands now."""
    return wall_points(t, p, s.face[section], rods)


cdef inline int majority_share(const Tables* t, int own, int most, int tied) noexcept nogil:
    """Points of a majority with `own` governors against others with at most `most`, `tied` of them level at that."""
    if own == 0 or own < most:
        return 0
    if own > most:
        return t.majority_vp + t.majority_each * own
    return (t.majority_vp + t.majority_each * own) // (1 + tied)


cdef inline int most_of_others(const Tables* t, const State* s, int r, int* tied) noexcept nogil:
    """Most governors another player has in region r; tied: how many have as many (0 on entry)."""
    cdef int i, k, level, most = 0
    for i in range(t.n_players):
        k = -1 if i == s.active else s.seat[i].governors_in[r]
        level = tied[0] + 1 if k == most else tied[0]
        tied[0] = 1 if k > most else level
        most = k if k > most else most
    return most


cdef inline int majority_gain(const Tables* t, const State* s, int r, int n) noexcept nogil:
    """Change of the mover's majority points in region r if he had n more governors there."""
    cdef int tied = 0, own = s.seat[s.active].governors_in[r]
    cdef int most = most_of_others(t, s, r, &tied)
    return majority_share(t, own + n, most, tied) - majority_share(t, own, most, tied)


cdef inline int majority_denied(const Tables* t, const State* s, int r, int n) noexcept nogil:
    """Points the others lose (gain: negative) in region r if the mover had n more governors there."""
    cdef int tied = 0, own = s.seat[s.active].governors_in[r]
    cdef int most = most_of_others(t, s, r, &tied)
    return others_share(t, own, most, tied) - others_share(t, own + n, most, tied)


cdef inline int others_share(const Tables* t, int own, int most, int tied) noexcept nogil:
    """Points all others together score in a majority."""
    if most == 0 or own > most:
        return 0
    tied += own == most
    return (tied - (own == most)) * ((t.majority_vp + t.majority_each * most) // tied)


cdef inline int set_types(const Seat* p, int r) noexcept nogil:
    """Types of officials in the governors area of region r: 3 make a governor."""
    return (p.governing[r][0] > 0) + (p.governing[r][1] > 0) + (p.governing[r][2] > 0)


cdef inline uint64_t values_to_lead(const Tables* t, const State* s) noexcept nogil:
    """Byte a: least value of markers with which the mover has the most of aspect a: a disc higher on the track wins
    ties."""
    cdef uint64_t most = 0x010101, above = 0x010101, other
    cdef int k, i
    for k in range(t.n_players):
        i = s.order[k]
        other = -<uint64_t>(i != s.active)                  # all bits, or none
        above &= other
        most = higher_bytes(most, (marker_values(&s.seat[i]) + above) & other)
    return most


cdef inline int takes_lead(const Seat* p, int aspect, int n, int to_lead) noexcept nogil:
    """1 if n markers more give the player the highest value of an aspect that he does not have now."""
    cdef int own = marker_value(p, aspect)
    return (own + n >= to_lead) - (own >= to_lead)


cdef inline int task_gain(const Tables* t, const State* s, const Seat* p, int k, int progress, int done) noexcept nogil:
    """16 x points of claiming task k now + progress; nothing if it is claimed or has no slot left."""
    cdef int section = k // 3, i, discs = 0, vp = 0
    if not done:
        return progress
    for i in range(3 * section, 3 * section + 3):
        if p.task[i]:
            discs += 1
            vp += t.task_vp[p.task[i] - 1]
    return 16 * ((discs + 1) * (vp + t.task_vp[s.discs[k]]) - discs * vp) + progress


cdef inline int piece_task(const Tables* t, const State* s, const Seat* p, const uint8_t* pieces, int kind,
                           int r) noexcept nogil:
    """Gain of a first governor (kind 2) or palace (kind 1) in region r on the tasks of that kind."""
    cdef int k, wanted, total = 0, have = nonzero(load5(pieces))
    if have >> r & 1:
        return 0
    for k in range(kind, N_TASKS, 3):
        wanted = t.task_regions[s.tile[k]] & ~have
        if wanted >> r & 1 and p.task[k] == 0 and s.discs[k] < t.n_task_slots:
            total += task_gain(t, s, p, k, 1, wanted == 1 << r)
    return total


cdef inline int governor_task(const Tables* t, const State* s, const Seat* p, int r) noexcept nogil:
    """Gain of a first governor in region r, as task_gain()."""
    return piece_task(t, s, p, p.governors_in, 2, r)


cdef inline int palace_task(const Tables* t, const State* s, const Seat* p, int r) noexcept nogil:
    """Gain of a first palace in region r, as task_gain()."""
    return piece_task(t, s, p, p.palaces_in, 1, r)


cdef inline int wall_task(const Tables* t, const State* s, const Seat* p, int section) noexcept nogil:
    """Gain of a wall in that section on the wall tasks."""
    cdef int k, i, have, open, site = section // 2, total = 0
    for k in range(0, N_TASKS, 3):
        if p.task[k] or s.discs[k] >= t.n_task_slots:
            continue
        have = (p.wall_at[2 * site] != 0) + (p.wall_at[2 * site + 1] != 0)
        if have >= t.task_walls[s.tile[k]][site]:
            continue
        open = 0
        for i in range(N_SITES):
            have = (p.wall_at[2 * i] != 0) + (p.wall_at[2 * i + 1] != 0) + (i == site)
            if have < t.task_walls[s.tile[k]][i]:
                open = 1
        total += task_gain(t, s, p, k, 1, not open)
    return total
