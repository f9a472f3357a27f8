"""End of the game: majorities, tasks, walls, and the winner."""

from cext.games.byte_masks cimport above_15, count_nonzero8, load5, popcount
from cext.games.zhanguo.rules.officials cimport score_now
from cext.games.zhanguo.rules.rewards cimport marker_value
from cext.games.zhanguo.rules.state cimport (
    CATEGORY_GOVERNORS, CATEGORY_MARKERS, CATEGORY_TASKS, CATEGORY_WALLS, N_CATEGORIES_USED, N_RUNNING, Seat, State,
)
from cext.games.zhanguo.rules.tables cimport (
    AREA_CARDS, CRITERION_CIVILIAN, CRITERION_COLOUR_SET, CRITERION_CURRENCY, CRITERION_EMPTY_UNREST,
    CRITERION_INSPECTOR, CRITERION_LAWS, CRITERION_MILITARY, CRITERION_OFFICIALS_GE_UNREST, CRITERION_SAME_COLOUR,
    CRITERION_THREE_CARDS, CRITERION_TOTAL_UNREST, CRITERION_WRITING, DECK, N_ASPECTS, N_REGIONS, N_SECTIONS,
    N_TASKS, Tables,
)
from cext.kernel.types cimport MAX_CATEGORIES, Outcome, total_and_rank
from libc.stdint cimport int8_t, int64_t, uint8_t


cdef enum:
    FIRST_OF_REGION = 0x1249   # bits 0, 3, 6, 9 and 12: the first of three in each region


cdef inline void governor_points(const Tables* t, const State* s, int r, Outcome* out) noexcept nogil:
    """1. Majorities of governors: most in region r score 9 + 3 for each own; ties split it, rounded down."""
    cdef int i, k, level, points, most = 0, tied = 0
    for i in range(t.n_players):
        k = s.seat[i].governors_in[r]
        level = tied + 1 if k == most else tied
        tied = 1 if k > most else level
        most = k if k > most else most
    points = (t.majority_vp + t.majority_each * most) // tied if most else 0
    for i in range(t.n_players):
        k = points if s.seat[i].governors_in[r] == most else 0
        out.category[i][CATEGORY_GOVERNORS] += k


cdef inline int marker_winner(const Tables* t, const State* s, int aspect) noexcept nogil:
    """2. Majorities of markers: highest value, ties to the topmost disc on the rewards track; -1: nobody has any."""
    cdef int k, i, most = 0, winner = -1
    for k in range(t.n_players):
        i = s.order[k]
        if marker_value(&s.seat[i], aspect) > most:
            most = marker_value(&s.seat[i], aspect)
            winner = i
    return winner


cdef inline int task_points(const Tables* t, const Seat* p) noexcept nogil:
    """3. Discs in the tasks sections: the VP below the discs of a section, times the number of discs there."""
    cdef int section, k, discs, vp, total = 0
    for section in range(2):
        discs = 0
        vp = 0
        for k in range(3 * section, 3 * section + 3):
            if p.task[k]:
                discs += 1
                vp += t.task_vp[p.task[k] - 1]
        total += discs * vp
    return total


cdef inline int regions_with_official(const Seat* p, int c) noexcept nogil:
    """Regions where an official of type c stands, in either area."""
    return popcount((p.governing_at | p.working_at) >> c & FIRST_OF_REGION)


cdef inline int cards_of_aspect(const Seat* p, int aspect) noexcept nogil:
    """Cards of an aspect on the player board: bit 3 x region + position. Each aspect has DECK numbers on end."""
    return above_15(&p.card[0][0], aspect * DECK) & ~above_15(&p.card[0][0], (aspect + 1) * DECK)


cdef inline int regions_with_aspect(const Seat* p, int aspect) noexcept nogil:
    """Regions with a card of the aspect."""
    cdef int cards = cards_of_aspect(p, aspect)
    return popcount((cards | cards >> 1 | cards >> 2) & FIRST_OF_REGION)


cdef inline int regions_with_two(const Seat* p, int aspect) noexcept nogil:
    """Regions with two cards of the aspect or three."""
    cdef int cards = cards_of_aspect(p, aspect)
    return popcount((cards & cards >> 1 | cards & cards >> 2 | cards >> 1 & cards >> 2) & FIRST_OF_REGION)


cdef inline int criterion_count(const Seat* p, int criterion) noexcept nogil:
    """Wall tiles: how often the player meets a criterion (for the total-unrest tile: his total unrest)."""
    cdef int r, n = 0
    if criterion == CRITERION_COLOUR_SET:
        n = p.n_aspect[0] if p.n_aspect[0] < p.n_aspect[1] else p.n_aspect[1]
        return n if n < p.n_aspect[2] else p.n_aspect[2]
    if criterion == CRITERION_CIVILIAN:
        return regions_with_official(p, 1)
    if criterion == CRITERION_MILITARY:
        return regions_with_official(p, 0)
    if criterion == CRITERION_INSPECTOR:
        return regions_with_official(p, 2)
    if criterion == CRITERION_WRITING:
        return regions_with_aspect(p, 0)
    if criterion == CRITERION_CURRENCY:
        return regions_with_aspect(p, 1)
    if criterion == CRITERION_LAWS:
        return regions_with_aspect(p, 2)
    if criterion == CRITERION_SAME_COLOUR:
        # two pairs need four cards, so no region counts twice
        return regions_with_two(p, 0) + regions_with_two(p, 1) + regions_with_two(p, 2)
    if criterion == CRITERION_EMPTY_UNREST:
        return N_REGIONS - count_nonzero8(load5(p.unrest))
    for r in range(N_REGIONS):
        if criterion == CRITERION_THREE_CARDS:
            n += p.n_cards[r] == AREA_CARDS
        elif criterion == CRITERION_OFFICIALS_GE_UNREST:
            n += p.governing[r][0] + p.governing[r][1] + p.governing[r][2] + p.n_working[r] >= p.unrest[r]
        else:
            n += p.unrest[r]
    return n


cdef inline int wall_points(const Tables* t, const Seat* p, int criterion, int rods) noexcept nogil:
    """4. Walls: by the rods of the slot and how well the criterion of the tile is met."""
    cdef int vp = t.wall_vp[criterion][rods - 1], n = criterion_count(p, criterion)
    if criterion != CRITERION_TOTAL_UNREST:
        return vp * n
    return vp - n if vp > n or t.wall_below_zero else 0


cdef inline int all_wall_points(const Tables* t, const State* s, const Seat* p) noexcept nogil:
    """Game end: points of all walls of a player, each by its slot and its tile."""
    cdef int i, total = 0
    for i in range(N_SECTIONS):
        if p.wall_at[i]:
            total += wall_points(t, p, s.face[i], p.wall_at[i])
    return total


cdef inline void score_game(const Tables* t, const State* s, Outcome* out) noexcept nogil:
    """End of the game: points of the track plus 1 to 4; ties go to the topmost disc, so ranks are all different."""
    cdef int i, k, r, a
    cdef int64_t* category
    for i in range(t.n_players):
        category = out.category[i]
        for k in range(MAX_CATEGORIES):
            category[k] = s.seat[i].source[k] if k < N_RUNNING else 0
        category[CATEGORY_TASKS] = task_points(t, &s.seat[i])
        category[CATEGORY_WALLS] = all_wall_points(t, s, &s.seat[i])
        out.opening[i] = s.seat[i].opening
    for r in range(N_REGIONS):
        governor_points(t, s, r, out)
    for a in range(N_ASPECTS):
        i = marker_winner(t, s, a)
        if i >= 0:
            out.category[i][CATEGORY_MARKERS] += t.marker_vp[a]
    for k in range(t.n_players):
        out.tie[s.order[k]] = -k       # "the tied player with the topmost disc in the Rewards Track is the winner"
    total_and_rank(out, t.n_players, N_CATEGORIES_USED)
    out.lead_changes = s.lead_changes
