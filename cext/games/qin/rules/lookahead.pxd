"""The values of all placements of a decision, from what each square and each space on it is worth by itself."""

from cext.games.qin.rules.effect cimport (
    Effect, count_pagodas, find_last_pagoda, preview_placement, preview_space, spare_pagodas, spares,
)
from cext.games.qin.rules.features cimport (
    F_BLOCK, F_BLOCK_OWN, F_LOSE, F_ONE_COLOUR, F_ROOM, F_SINGLE, F_VILLAGE_SPACES, F_WIN, DecisionContext,
    decision_context, value_join, value_mergers, value_pagodas, value_villages,
)
from cext.games.qin.rules.grid cimport above, has, lowest_bit, put, spread
from cext.games.qin.rules.moves cimport kinds_in_hand
from cext.games.qin.rules.provinces cimport weigh_areas
from cext.games.qin.rules.state cimport State
from cext.games.qin.rules.tables cimport ACROSS, N_CELLS, N_COLOURS, N_TILE_KINDS, N_WORDS, UPRIGHT, Tables, step_to
from cext.kernel.features cimport Accumulator, add
from cext.kernel.types cimport Move, a_of, b_of, c_of
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

# What lies around a square, for a space of any colour.
cdef struct Site:
    int64_t value                          # villages and grassland beside it
    int64_t block[N_COLOURS + 1]           # edges shared with provinces of each colour
    unsigned int colours                   # mask of the colours beside it

# What one space of a colour does on a square, whatever the other space of its tile does.
cdef struct Alone:
    int64_t toward[4]                      # value with grassland all around but for the other space in that direction
    uint32_t villages                      # beside these it changes pagodas
    uint32_t asked                         # pagodas placed by each seat, a byte each

# All of a decision's; values are in thousandths of a point.
cdef struct Chart:
    DecisionContext context
    uint64_t seen[N_WORDS]                 # squares whose site is known; each is worked out when first asked for
    uint64_t reach[N_COLOURS][N_WORDS]     # squares beside one that is beside a province of each colour
    Site site[N_CELLS]
    Alone alone[N_COLOURS][N_CELLS]        # of the colours in hand on tiles of two, on all squares of places
    int64_t pair                           # a province founded by a tile of one colour far from everything
    uint32_t pair_asked                    # pagodas placed on it, a byte for each seat


cdef inline void value_moves(const Tables* t, const State* s, const Move* moves, int n, const int32_t* weights,
                             int64_t* values) noexcept nogil:
    """The weighted sum of each move's features, as evaluate() gives it.

    Two spaces of different colours join nothing together, so their features add up, unless both change the pagodas
    beside one village or the last pagoda of somebody comes into reach.
    """
    cdef Chart c
    cdef Accumulator acc
    cdef const Alone* one
    cdef const Alone* other
    cdef uint32_t spare = spare_pagodas(t, s)
    cdef int64_t room = 2 * <int64_t>weights[F_ROOM]
    cdef int i, first, second, cell, direction
    acc.weights = weights
    acc.out = NULL
    fill_chart(t, s, &c, &acc)
    for i in range(n):
        first = t.half[a_of(moves[i])][0]
        second = t.half[a_of(moves[i])][1]
        cell = b_of(moves[i])
        direction = c_of(moves[i])
        if first != second:
            one = &c.alone[first - 1][cell]
            other = &c.alone[second - 1][cell + step_to(direction)]
            if one.villages & other.villages == 0 and spares(spare, one.asked + other.asked):
                values[i] = one.toward[direction] + other.toward[direction ^ 2] - room
                continue
        elif spares(spare, c.pair_asked) and founds_far_off(t, s, &c, first, cell, cell + step_to(direction), &acc):
            values[i] = c.pair + c.site[cell].value + c.site[cell + step_to(direction)].value - room
            values[i] += blocked(&c.site[cell], first) + blocked(&c.site[cell + step_to(direction)], first)
            continue
        values[i] = value_together(t, s, &c, moves[i], &acc) - room


cdef inline void fill_chart(const Tables* t, const State* s, Chart* c, Accumulator* acc) noexcept nogil:
    """What all placements of a decision share."""
    cdef uint64_t squares[N_WORDS]
    cdef uint64_t rest
    cdef unsigned int kinds = kinds_in_hand(s, s.active), colours = 0
    cdef int k, colour, tile
    decision_context(t, s, &c.context)
    for k in range(N_WORDS):
        c.seen[k] = 0
        squares[k] = s.places[ACROSS][k] | (s.places[ACROSS][k] << 1)
        squares[k] |= s.places[UPRIGHT][k] | above(s.places[UPRIGHT], k)
        for colour in range(N_COLOURS):
            c.reach[colour][k] = spread(c.context.touch[colour], k)
    for tile in range(N_TILE_KINDS):
        if (kinds >> tile) & 1 and t.ways[tile] == 2:
            colours |= <unsigned int>1 << t.half[tile][0] | <unsigned int>1 << t.half[tile][1]
    for colour in range(1, N_COLOURS + 1):
        for k in range(N_WORDS):
            rest = squares[k] if (colours >> colour) & 1 else 0
            while rest:
                value_alone(t, s, c, colour, 64 * k + lowest_bit(rest), acc)
                rest &= rest - 1
    value_pair(t, s, c, acc)


cdef inline void value_pair(const Tables* t, const State* s, Chart* c, Accumulator* acc) noexcept nogil:
    """A tile of one colour, apart from what lies around it: two spaces that join nothing."""
    cdef Effect e
    e.seat = s.active
    e.n_joins = 1
    e.join[0].n = e.join[0].near = 0
    weigh_areas(t, s, e.seat, 2, &e.join[0])
    count_pagodas(t, s, &e)
    acc.total = 0
    value_pagodas(&e, acc)
    value_join(t, s, &e, &e.join[0], acc)
    add(acc, F_ONE_COLOUR, 1)
    c.pair = acc.total
    c.pair_asked = e.placed


cdef inline bint founds_far_off(const Tables* t, const State* s, Chart* c, int colour, int cell, int second,
                                Accumulator* acc) noexcept nogil:
    """Whether a tile of one colour founds a province beside no village, with no other of its colour near."""
    cdef unsigned int colours = value_site(t, s, c, cell, acc).colours | value_site(t, s, c, second, acc).colours
    return not ((colours >> colour) & 1 or t.near[cell] or t.near[second]
                or has(c.reach[colour - 1], cell) or has(c.reach[colour - 1], second))


cdef inline const Site* value_site(const Tables* t, const State* s, Chart* c, int cell,
                                   Accumulator* acc) noexcept nogil:
    """What lies around a square."""
    cdef Site* site = &c.site[cell]
    cdef int direction, x, colour, owner
    if has(c.seen, cell):
        return site
    put(c.seen, cell)
    site.colours = 0
    for colour in range(N_COLOURS + 1):
        site.block[colour] = 0
    acc.total = 0
    if t.near[cell]:
        add(acc, F_VILLAGE_SPACES, 1)
    for direction in range(4):
        x = cell + step_to(direction)
        colour = s.colour[x]
        if colour:
            site.colours |= <unsigned int>1 << colour
            owner = s.owner[s.root[x]]
            if owner:
                site.block[colour] += acc.weights[F_BLOCK_OWN if owner == s.active + 1 else F_BLOCK]
        elif has(s.grass, x):
            add(acc, F_ROOM, 1)
    site.value = acc.total
    return site


cdef inline int64_t blocked(const Site* site, int colour) noexcept nogil:
    """The provinces of other colours beside a square that a space of a colour would block."""
    return site.block[1] + site.block[2] + site.block[3] - site.block[colour]


cdef inline void value_alone(const Tables* t, const State* s, Chart* c, int colour, int cell,
                             Accumulator* acc) noexcept nogil:
    """What a space of a colour does on a square."""
    cdef Alone* a = &c.alone[colour - 1][cell]
    cdef const Site* site = value_site(t, s, c, cell, acc)
    cdef int i
    acc.total = site.value + blocked(site, colour)
    for i in range(4):
        a.toward[i] = 0
    a.villages = a.asked = 0
    if (site.colours >> colour) & 1:
        value_joined(t, s, c, colour, cell, a, acc)
    else:
        add(acc, F_SINGLE, 1)
    for i in range(4):
        a.toward[i] = acc.total - a.toward[i]


cdef inline void value_joined(const Tables* t, const State* s, const Chart* c, int colour, int cell, Alone* a,
                              Accumulator* acc) noexcept nogil:
    """What a space does that is beside others of its colour; in `toward` the mergers that come into reach there."""
    cdef Effect e
    cdef int64_t before
    cdef int i
    preview_space(t, s, colour, cell, &e)
    value_pagodas(&e, acc)
    value_join(t, s, &e, &e.join[0], acc)
    value_villages(t, s, &e, acc)
    if has(c.reach[colour - 1], cell):
        for i in range(4):
            before = acc.total
            value_mergers(t, s, &c.context, &e, 0, cell + step_to(i), acc)
            a.toward[i] = acc.total - before
    for i in range(e.n_villages):
        a.villages |= <uint32_t>1 << e.village[i]
    a.asked = e.placed + e.gained


cdef inline int64_t value_together(const Tables* t, const State* s, Chart* c, Move move,
                                   Accumulator* acc) noexcept nogil:
    """The value of a placement whose spaces must be looked at together, each with the other's square as room."""
    cdef Effect e
    cdef int i, k, direction
    cdef int64_t sites = 0
    preview_placement(t, s, move, &e)
    find_last_pagoda(t, s, &e)
    for i in range(2):
        sites += value_site(t, s, c, e.cell[i], acc).value + blocked(&c.site[e.cell[i]], e.colour[i])
    acc.total = sites
    value_pagodas(&e, acc)
    if e.winner >= 0:
        add(acc, F_WIN if e.winner == e.seat else F_LOSE, 1)
    for k in range(e.n_joins):
        value_join(t, s, &e, &e.join[k], acc)
    if e.n_joins == 1:
        add(acc, F_ONE_COLOUR, 1)
    value_villages(t, s, &e, acc)
    for i in range(2):
        if not has(c.reach[e.colour[i] - 1], e.cell[i]):
            continue
        for direction in range(4):
            if direction != (c_of(move) + 2 * i) & 3:
                value_mergers(t, s, &c.context, &e, i & (e.n_joins - 1), e.cell[i] + step_to(direction), acc)
    return acc.total
