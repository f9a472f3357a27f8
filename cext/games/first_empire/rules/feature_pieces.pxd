"""What officials, workers, cards, tokens, the ship, buildings and unrest bring a player, as features of moves."""

from cext.games.byte_masks cimport popcount
from cext.games.first_empire.rules.decision_context cimport DecisionContext, brings_emperor, has_set, majority_denied
from cext.games.first_empire.rules.feature_numbers cimport (
    F_ALCHEMIST_CARD, F_APPROACH, F_BONUS_SPACE, F_DENIED, F_ELIXIR_VP, F_EMPEROR, F_FIRST_ALCHEMIST, F_LEAD, F_LINES,
    F_LINE_PROGRESS, F_MAJORITY, F_MARKINGS, F_OFFICIALS, F_PALACE_SITES, F_SETS, F_SET_MAJORITY, F_SET_TILE, F_SHIP,
    F_SILENCED, F_SYMBOLS, F_TILE_PROGRESS, F_TILE_VP, F_TOKENS, F_UNREST, F_VP, F_WALL_VP, F_WORKERS, F_WORKER_REGIONS,
)
from cext.games.first_empire.rules.rewards cimport value_of
from cext.games.first_empire.rules.scoring cimport covers, lines, type_criterion
from cext.games.first_empire.rules.state cimport FREE, OPEN, Seat, State
from cext.games.first_empire.rules.tables cimport (
    ARCHITECT, CRITERION_CARD, CRITERION_COVERED, CRITERION_GOVERNOR, CRITERION_NO_UNREST, CRITERION_PALACE,
    CRITERION_QUADRUPLET, CRITERION_TWO_OF_A_TYPE, CRITERION_WORKER, MAX_UNREST, N_KINDS_OF_CARD, N_REGIONS, N_TYPES,
    Tables,
)
from cext.kernel.features cimport Accumulator, add


cdef inline void value_unrest(const Tables* t, const Seat* p, const DecisionContext* ctx, int r, int rise,
                              Accumulator* acc) noexcept nogil:
    """Unrest of region r rises (falls) by so many levels."""
    cdef int level = p.unrest[r], officials, x
    add(acc, F_UNREST, rise)
    add(acc, F_SILENCED, (level + rise >= MAX_UNREST) - (level >= MAX_UNREST))
    officials = p.officials[r][0] + p.officials[r][1] + p.officials[r][2]
    x = ctx.wall_weight[CRITERION_NO_UNREST] * ((level + rise == 0) - (level == 0))
    x += ctx.wall_weight[CRITERION_COVERED] * (covers(t, officials, level + rise) - covers(t, officials, level))
    add(acc, F_WALL_VP, x)


# -- officials ----------------------------------------------------------------------------------------------------

cdef inline void value_type(const Seat* p, const DecisionContext* ctx, int r, int c, int n, int sets,
                            Accumulator* acc) noexcept nogil:
    """A type of official comes to region r (n = 1) or vanishes (-1), or neither; sets: and a set with it.

    Without a governor in supply the context knows no gain by one, without a wall no weight of one: nothing is added.
    """
    add(acc, F_FIRST_ALCHEMIST + c, n)
    add(acc, F_PALACE_SITES, n * ((c == ARCHITECT) & (p.workers[r] >= 2)))
    add(acc, F_WALL_VP, n * ctx.wall_weight[type_criterion(c)])
    n *= sets
    add(acc, F_SETS, n)
    add(acc, F_SET_MAJORITY, n * ctx.majority_gain[r])
    add(acc, F_SET_TILE, n * ctx.governor_tile[r])


cdef inline void value_arrival(const Tables* t, const Seat* p, const DecisionContext* ctx, int r, int c,
                               Accumulator* acc) noexcept nogil:
    """An official of type c comes to region r."""
    value_type(p, ctx, r, c, p.officials[r][c] == 0, ctx.lacking[c] >> r & 1, acc)
    if ctx.wall_weight[CRITERION_COVERED]:
        value_cover(t, p, ctx, r, 1, acc)


cdef inline void value_departure(const Tables* t, const Seat* p, const DecisionContext* ctx, int r, int c,
                                 Accumulator* acc) noexcept nogil:
    """An official of type c leaves region r."""
    value_type(p, ctx, r, c, -<int>(p.officials[r][c] == 1), has_set(p, r), acc)
    if ctx.wall_weight[CRITERION_COVERED]:
        value_cover(t, p, ctx, r, -1, acc)


cdef inline void value_leaving(const Tables* t, const Seat* p, const DecisionContext* ctx, int r, int c,
                               Accumulator* acc) noexcept nogil:
    """A movement begins in region r."""
    value_departure(t, p, ctx, r, c, acc)
    add(acc, F_APPROACH, t.distance[ctx.lacking[c]][r])


cdef inline void value_coming(const Tables* t, const Seat* p, const DecisionContext* ctx, int r, int c,
                              Accumulator* acc) noexcept nogil:
    """A movement ends in region r."""
    value_arrival(t, p, ctx, r, c, acc)
    add(acc, F_APPROACH, -<int>t.distance[ctx.lacking[c]][r])


cdef inline void value_cover(const Tables* t, const Seat* p, const DecisionContext* ctx, int r, int n,
                             Accumulator* acc) noexcept nogil:
    """n officials more (less) in region r: whether they cover its unrest."""
    cdef int officials = p.officials[r][0] + p.officials[r][1] + p.officials[r][2], level = p.unrest[r]
    add(acc, F_WALL_VP, ctx.wall_weight[CRITERION_COVERED] * (covers(t, officials + n, level)
                                                              - covers(t, officials, level)))


cdef inline void value_recruits(const Tables* t, const Seat* p, const DecisionContext* ctx, int r, int c, int n,
                                Accumulator* acc) noexcept nogil:
    """n officials of a type come from the supply to region r, as far as it goes."""
    if n > p.supply[c]:
        n = p.supply[c]
    if n:
        add(acc, F_OFFICIALS, n)
        value_arrival(t, p, ctx, r, c, acc)


# -- workers ------------------------------------------------------------------------------------------------------

cdef inline void value_worker(const Seat* p, const DecisionContext* ctx, int r, int n, Accumulator* acc) noexcept nogil:
    """n workers more (less) in region r."""
    cdef int have = p.workers[r], regions = (have + n > 0) - (have > 0)
    add(acc, F_WORKERS, n)
    add(acc, F_PALACE_SITES, ((have + n >= 2) - (have >= 2)) * (p.officials[r][ARCHITECT] > 0))
    add(acc, F_WORKER_REGIONS, regions)
    add(acc, F_WALL_VP, regions * ctx.wall_weight[CRITERION_WORKER])


cdef inline void value_payment(const Seat* p, const DecisionContext* ctx, int mask, Accumulator* acc) noexcept nogil:
    """Build 1 Wall: a worker less in each region of a mask."""
    cdef int r
    for r in range(N_REGIONS):
        if mask >> r & 1:
            value_worker(p, ctx, r, -1, acc)


# -- cards --------------------------------------------------------------------------------------------------------

cdef inline void value_kind(const Seat* p, const DecisionContext* ctx, int r, int kind,
                            Accumulator* acc) noexcept nogil:
    """A card of a kind comes to region r: what own walls count."""
    cdef int same = p.cards_in[r][kind], k, fewest, x
    x = ctx.wall_weight[CRITERION_CARD + kind] * (same == 0) + ctx.wall_weight[CRITERION_TWO_OF_A_TYPE] * (same == 1)
    if ctx.wall_weight[CRITERION_QUADRUPLET]:
        fewest = 0
        for k in range(N_KINDS_OF_CARD):
            fewest += k != kind and p.n_kind[k] <= p.n_kind[kind]
        if fewest == 0:
            x += ctx.wall_weight[CRITERION_QUADRUPLET]
    add(acc, F_WALL_VP, x)


cdef inline int takes_lead(const Seat* p, const DecisionContext* ctx, int aspect, int n) noexcept nogil:
    """1 if tokens worth n more give the player the highest value of an aspect that he has not now; -1: he loses it."""
    cdef int own = value_of(p, aspect), leading = ctx.leading >> (8 * aspect) & 0xff
    return (own + n >= leading) - (own >= leading)


cdef inline void value_tokens(const State* s, const Seat* p, const DecisionContext* ctx, int aspect, int n,
                              Accumulator* acc) noexcept nogil:
    """n small tokens from the supply, as far as it goes."""
    if n > s.small[aspect]:
        n = s.small[aspect]
    add(acc, F_TOKENS, n)
    add(acc, F_LEAD, takes_lead(p, ctx, aspect, n))


# -- the ship -----------------------------------------------------------------------------------------------------

cdef inline void value_elixir(const Tables* t, const Seat* p, const DecisionContext* ctx, int steps, int cards,
                              Accumulator* acc) noexcept nogil:
    """The ship moves so many spaces at most, and so many Alchemist cards are placed."""
    cdef int to = p.ship + steps, k, symbols = 0
    if to > t.n_route - 1:
        to = t.n_route - 1
    for k in range(p.ship + 1, to + 1):
        symbols += t.symbols[k] + t.masters_at[k]
    add(acc, F_SHIP, to - p.ship)
    add(acc, F_SYMBOLS, symbols)
    add(acc, F_ALCHEMIST_CARD, cards)
    add(acc, F_ELIXIR_VP, (p.n_kind[3] + cards) * t.route_vp[to] - p.n_kind[3] * t.route_vp[p.ship])
    add(acc, F_TILE_VP, ctx.elixir_tile * ((to >= ctx.elixir_space) & (p.n_kind[3] + cards >= ctx.elixir_cards)))
    add(acc, F_TILE_PROGRESS, cards * (p.n_kind[3] < ctx.elixir_cards))


# -- buildings ----------------------------------------------------------------------------------------------------

cdef inline void value_governor(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx, int r,
                                int space, Accumulator* acc) noexcept nogil:
    """Install 1 Governor: the space's bonus, majority and tile; unrest falls to 0, a set of officials goes."""
    cdef int c, sets = has_set(p, r), officials = p.officials[r][0] + p.officials[r][1] + p.officials[r][2]
    add(acc, F_BONUS_SPACE, space != OPEN)
    add(acc, F_MAJORITY, ctx.majority_gain[r])
    add(acc, F_DENIED, majority_denied(t, s, r))
    add(acc, F_TILE_VP, ctx.governor_tile[r])
    add(acc, F_TILE_PROGRESS, ctx.governor_step[r])
    add(acc, F_UNREST, -<int>p.unrest[r])
    add(acc, F_SILENCED, -(p.unrest[r] == MAX_UNREST))
    if s.paying:
        for c in range(N_TYPES):
            if p.officials[r][c] == 1:
                value_type(p, ctx, r, c, -1, sets, acc)
                sets = 0
    if p.walls < t.supply_walls:
        c = ctx.wall_weight[CRITERION_NO_UNREST] * (p.unrest[r] > 0)
        c += ctx.wall_weight[CRITERION_COVERED] * (covers(t, officials - 3 * s.paying, 0)
                                                   - covers(t, officials, p.unrest[r]))
        c += ctx.wall_weight[CRITERION_GOVERNOR] * (p.governors_in[r] == 0)
        add(acc, F_WALL_VP, c)


cdef inline void value_palace(const Tables* t, const Seat* p, const DecisionContext* ctx, int r, int q,
                              Accumulator* acc) noexcept nogil:
    """Build 1 Palace: its points without those of a Palace tile; two workers of region r and one of q go."""
    add(acc, F_VP, t.palace_vp)
    add(acc, F_TILE_VP, ctx.palace_tile[r])
    add(acc, F_TILE_PROGRESS, ctx.palace_step[r])
    add(acc, F_WALL_VP, ctx.wall_weight[CRITERION_PALACE] * (p.palaces_in[r] == 0))
    if q != FREE:
        value_worker(p, ctx, r, -2, acc)
        value_worker(p, ctx, q, -1, acc)


cdef inline void value_wall(const Tables* t, const State* s, const DecisionContext* ctx, int section,
                            int markings, Accumulator* acc) noexcept nogil:
    """Build 1 Wall: points by the slot of so many markings, tiles; workers are paid by a decision of their own."""
    cdef int site = t.site_of[section]
    add(acc, F_WALL_VP, t.wall_vp[s.face[section]][markings] * ctx.met[s.face[section]])
    add(acc, F_MARKINGS, markings)
    add(acc, F_TILE_VP, ctx.wall_tile[site])
    add(acc, F_TILE_PROGRESS, ctx.wall_step[site])
    add(acc, F_EMPEROR, brings_emperor(t, s, section, t.free_wall_any & (s.paying == 0)))


cdef inline int spots_in_line(const Seat* p, int k) noexcept nogil:
    """Soldiers of a player in the row and in the column of a spot, without one that stands there."""
    return popcount(p.spots & (7 << (3 * (k // 3))) & ~(1 << k)) + popcount(p.spots & (0x49 << (k % 3)) & ~(1 << k))


cdef inline void value_soldier(const Seat* p, int k, Accumulator* acc) noexcept nogil:
    """A soldier on the tile of a spot: rows and columns."""
    cdef Seat after
    after.spots = p.spots | 1 << k
    add(acc, F_LINES, lines(&after) - lines(p))
    add(acc, F_LINE_PROGRESS, spots_in_line(p, k))
