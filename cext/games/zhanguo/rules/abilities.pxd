"""Card abilities activation, the abilities themselves, and the B sides of the player boards."""

from cext.games.byte_masks cimport lowest_bit
from cext.games.zhanguo.rules.derived_masks cimport update_region_masks, update_worker_masks
from cext.games.zhanguo.rules.officials cimport (
    officials_on_board, place_official, score_now, take_markers,
)
from cext.games.zhanguo.rules.state cimport (
    BOARD_ABILITY, CATEGORY_ABILITIES, CATEGORY_MISSING, GOVERNOR_TASKS, KIND_ABILITY, KIND_CALM, KIND_MARKER,
    KIND_MOVE_GOVERNOR, KIND_MOVE_WORKER, KIND_REASSIGN, KIND_STOP, Seat, State,
)
from cext.games.zhanguo.rules.tables cimport (
    ABILITY_CALM_ANY, ABILITY_CALM_FOR_WORKER, ABILITY_CALM_HERE, ABILITY_MARKER, ABILITY_MOVE_GOVERNOR,
    ABILITY_MOVE_WORKER, ABILITY_NOTHING, ABILITY_OFFICIAL, ABILITY_REASSIGN, ABILITY_REASSIGN_1, ABILITY_REASSIGN_2,
    ABILITY_VP_2, ABILITY_VP_3, ABILITY_VP_ASPECT, ABILITY_WORKER, AREA_CARDS, N_ASPECTS, N_REGIONS, SQUARE_NONE,
    Tables,
)
from cext.kernel.types cimport Move, pack
from libc.stdint cimport uint8_t, uint16_t

# -- Card abilities activation ----------------------------------------------------------------------------------

cdef inline void play_to_court(State* s, int card) noexcept nogil:
    """Card abilities activation: compare the card with the one below it, then lay it on the pile.

    "If it is the first card played on the Court Area, the player can decide the value of the initial number": he may
    choose a value above or below his own, so both kinds of triggers are open to him.
    """
    s.higher = <uint8_t>(s.court == 0 or card > s.court)
    s.lower = <uint8_t>(s.court == 0 or card < s.court)
    s.court = <uint8_t>card


cdef inline int triggered(const Tables* t, const State* s, const Seat* p) noexcept nogil:
    """Abilities of own cards with this trigger, if the number played is higher (wall, palace, hire) or lower
    (recruit, governor) than the card below it; none for re-assign."""
    cdef int open = (t.hears_higher[s.action] & s.higher) | (t.hears_lower[s.action] & s.lower)
    return p.by_trigger[t.trigger_of[s.action]] & -open


# -- Player boards: B-sides abilities --------------------------------------------------------------------------

cdef inline int power_of(const Tables* t, const Seat* p, int action) noexcept nogil:
    """Which of its two triggers (0, 1) the player's board has for this action; NO_POWER: none."""
    return t.power[p.board][action]


cdef inline int ability_at(const Tables* t, const State* s, int i) noexcept nogil:
    """The ability behind bit i of `pending`."""
    cdef const Seat* p = &s.seat[s.active]
    if i == BOARD_ABILITY:
        return t.power_ability[p.board][s.action]
    return t.ability[p.card[i // AREA_CARDS][i % AREA_CARDS]]


# -- Card abilities: bonuses --------------------------------------------------------------------------------------

cdef inline int any_unrest(const Seat* p) noexcept nogil:
    """Not 0 when a region of the player board has unrest that an ability could lower."""
    return p.unrest[0] | p.unrest[1] | p.unrest[2] | p.unrest[3] | p.unrest[4]


cdef inline int any_marker(const State* s) noexcept nogil:
    """Not 0 when the supply has a value-1 marker of some colour."""
    return s.ones[0] | s.ones[1] | s.ones[2]


cdef inline int has_effect(const Tables* t, const State* s, int i) noexcept nogil:
    """Whether activating bit i of `pending` changes anything now."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int ability = ability_at(t, s, i)
    if ability == ABILITY_NOTHING:             # of a card laid by a seat that is not forbidden it
        return 0
    if ability == ABILITY_REASSIGN:
        return t.ability_points > 0 and officials_on_board(t, p) > 0
    if ability == ABILITY_REASSIGN_1 or ability == ABILITY_REASSIGN_2:
        return officials_on_board(t, p) > 0
    if ability == ABILITY_CALM_ANY or ability == ABILITY_CALM_FOR_WORKER:
        return any_unrest(p) > 0
    if ability == ABILITY_CALM_HERE:
        return p.unrest[i // AREA_CARDS] > 0
    if ability == ABILITY_MOVE_WORKER:
        return p.workers_at != 0
    if ability >= ABILITY_OFFICIAL and ability < ABILITY_OFFICIAL + 3:
        return p.officials[ability - ABILITY_OFFICIAL] > 0
    return 1


cdef inline int take_gain(const Tables* t, State* s, int i) noexcept nogil:
    """Carry out an ability that only gives (VP, VP for cards of a colour, a worker, 1 VP where no marker is left): 1;
    any other: 0."""
    cdef Seat* p = &s.seat[s.active]
    cdef int ability = ability_at(t, s, i)
    if ability == ABILITY_VP_2 or ability == ABILITY_VP_3:
        score_now(p, CATEGORY_ABILITIES, t.ability_vp[ability - ABILITY_VP_2])
    elif ability == ABILITY_WORKER:
        p.workers[i // AREA_CARDS] += 1
        update_worker_masks(p, i // AREA_CARDS)
        p.hired += 1
    elif ability >= ABILITY_VP_ASPECT and ability < ABILITY_VP_ASPECT + N_ASPECTS:
        score_now(p, CATEGORY_ABILITIES, p.n_aspect[ability - ABILITY_VP_ASPECT])
    elif ability == ABILITY_MARKER and not any_marker(s):
        score_now(p, CATEGORY_MISSING, 1)
        p.missing += 1
    else:
        return 0
    count_use(t, s, i)
    return 1


cdef inline void count_use(const Tables* t, State* s, int i) noexcept nogil:
    """Book the activation for the reports; the hire board's was booked when it gave its worker."""
    cdef Seat* p = &s.seat[s.active]
    cdef int ability = ability_at(t, s, i)
    s.power = 0
    if i != BOARD_ABILITY:
        p.activated[ability] += 1
    elif ability != ABILITY_REASSIGN_1:
        s.power = <uint8_t>(1 + power_of(t, p, s.action))
        p.power_uses[s.power - 1] += 1
        if ability == ABILITY_MARKER and any_marker(s):
            p.power_brought[s.power - 1] += 1


cdef inline int list_abilities(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """Which ability next, or none; of several with the same effect only the first is named."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int open = s.pending & ~p.silent
    cdef int i, ability, key, seen = 0, here = 0, n = 0
    while open:
        i = lowest_bit(open)
        open &= open - 1
        if not has_effect(t, s, i):
            continue
        if i != BOARD_ABILITY:
            ability = ability_at(t, s, i)
            if ability == ABILITY_CALM_HERE or ability >= ABILITY_OFFICIAL:
                key = 4 * (i // AREA_CARDS) + (ability - ABILITY_OFFICIAL + 1 if ability >= ABILITY_OFFICIAL else 0)
                if (here >> key) & 1:
                    continue
                here |= 1 << key
            else:
                if (seen >> ability) & 1:
                    continue
                seen |= 1 << ability
        moves[n] = pack(KIND_ABILITY, i)
        n += 1
    moves[n] = pack(KIND_STOP)
    return n + 1


cdef inline int activate(const Tables* t, State* s, int i) noexcept nogil:
    """Activate bit i of `pending`. Returns the stage that decides its details, or KIND_ABILITY when it is done."""
    cdef Seat* p = &s.seat[s.active]
    cdef int ability = ability_at(t, s, i)
    s.pending = <uint16_t>(s.pending & ~(1 << i))
    count_use(t, s, i)
    s.must = 0
    if ability == ABILITY_MARKER:
        return KIND_MARKER
    if ability == ABILITY_REASSIGN or ability == ABILITY_REASSIGN_1 or ability == ABILITY_REASSIGN_2:
        s.points = t.ability_points if ability == ABILITY_REASSIGN else 1 if ability == ABILITY_REASSIGN_1 else 2
        return KIND_REASSIGN
    if ability == ABILITY_CALM_ANY or ability == ABILITY_CALM_FOR_WORKER:
        return KIND_CALM
    if ability == ABILITY_MOVE_WORKER:
        return KIND_MOVE_WORKER
    if ability == ABILITY_MOVE_GOVERNOR:
        return KIND_MOVE_GOVERNOR
    if ability == ABILITY_CALM_HERE:
        p.unrest[i // AREA_CARDS] -= 1
        update_region_masks(t, p, i // AREA_CARDS)
    else:
        place_official(p, ability - ABILITY_OFFICIAL, i // AREA_CARDS)
    return KIND_ABILITY


cdef inline int list_markers(const State* s, Move* moves) noexcept nogil:
    """"1 value-1 Unification Marker of his choice": a colour the supply has."""
    cdef int a, n = 0
    for a in range(N_ASPECTS):
        if s.ones[a]:
            moves[n] = pack(KIND_MARKER, a)
            n += 1
    return n


cdef inline int list_calms(const State* s, Move* moves) noexcept nogil:
    """"decrease by 1 the level of unrest in a Region of his choice"."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int r, n = 0
    for r in range(N_REGIONS):
        if p.unrest[r]:
            moves[n] = pack(KIND_CALM, r)
            n += 1
    return n


cdef inline void calm(const Tables* t, State* s, int r) noexcept nogil:
    """One step to the left; for the board of block 3 also a worker "in the Workers area of the same Region"."""
    cdef Seat* p = &s.seat[s.active]
    p.unrest[r] -= 1
    update_region_masks(t, p, r)
    if s.power:
        p.workers[r] += 1
        update_worker_masks(p, r)
        p.hired += 1
        p.power_brought[s.power - 1] += 1


cdef inline int list_worker_moves(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """"1 Worker from the Workers area of a Region of his choice, to the Workers area of an adjacent Region"."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int r, q, n = 0
    for r in range(N_REGIONS):
        if p.workers[r]:
            for q in range(N_REGIONS):
                if (t.adjacent[r] >> q) & 1:
                    moves[n] = pack(KIND_MOVE_WORKER, r, q)
                    n += 1
    return n


cdef inline void move_worker(State* s, int r, int q) noexcept nogil:
    """One worker of the player to move, from region r to its neighbour q."""
    cdef Seat* p = &s.seat[s.active]
    p.workers[r] -= 1
    p.workers[q] += 1
    update_worker_masks(p, r)
    update_worker_masks(p, q)
    if s.power:
        p.power_brought[s.power - 1] += 1


cdef inline int list_governor_moves(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """Block 4: one of his governors, from a square or from the open area, to the open area of an adjacent region."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int r, q, k, kinds, on_squares, n = 0
    for r in range(N_REGIONS):
        if p.governors_in[r] == 0:
            continue
        kinds = 0
        on_squares = 0
        for k in range(t.n_squares[r]):
            if s.square[r][k] == s.active + 1:
                kinds |= 1 << t.square[r][k]
                on_squares += 1
        if p.governors_in[r] > on_squares:
            kinds |= 1 << SQUARE_NONE
        for k in range(SQUARE_NONE + 1):
            if (kinds >> k) & 1:
                for q in range(N_REGIONS):
                    if (t.adjacent[r] >> q) & 1:
                        moves[n] = pack(KIND_MOVE_GOVERNOR, r, k, q)
                        n += 1
    return n


cdef inline void move_governor(const Tables* t, State* s, int r, int kind, int q) noexcept nogil:
    """"The freshly moved Governor does not take any bonus"; the square it leaves is empty again."""
    cdef Seat* p = &s.seat[s.active]
    cdef int k
    p.governors_in[r] -= 1
    p.governors_in[q] += 1
    for k in range(t.n_squares[r]):
        if kind != SQUARE_NONE and s.square[r][k] == s.active + 1 and t.square[r][k] == kind:
            s.square[r][k] = 0
            break
    s.built |= 1 << GOVERNOR_TASKS
    p.power_brought[s.power - 1] += 1
