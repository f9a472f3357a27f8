"""The values of all placements of a decision, from what each square and each space on it is worth by itself."""

from cext.games.qin.rules.effect cimport Effect, find_last_pagoda, preview_placement, preview_space
from cext.games.qin.rules.features cimport (
    F_BLOCK, F_BLOCK_OWN, F_LOSE, F_ONE_COLOUR, F_ROOM, F_SINGLE, F_VILLAGE_SPACES, F_WIN, DecisionContext,
    decision_context, value_join, value_mergers, value_pagodas, value_villages,
)
from cext.games.qin.rules.grid cimport has, put
from cext.games.qin.rules.state cimport State
from cext.games.qin.rules.tables cimport MAX_PLAYERS, N_CELLS, N_COLOURS, N_WORDS, Tables, step_to
from cext.kernel.features cimport Accumulator, add
from cext.kernel.types cimport Move, a_of, b_of, c_of
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

cdef enum:
    SPARE = 127            # a supply is kept as a byte with this added: see spares()

# What lies around a square, for a space of any colour.
cdef struct Site:
    int64_t value                          # villages and grassland beside it
    int64_t block[N_COLOURS + 1]           # edges shared with provinces of each colour
    unsigned int colours                   # mask of the colours beside it

# What one space of a colour does on a square, whatever the other space of its tile does.
cdef struct Alone:
    int64_t value                          # with grassland all around
    int64_t toward[4]                      # mergers in reach: gone if the other space lies in that direction
    uint32_t villages                      # beside these it changes pagodas
    uint32_t asked                         # pagodas placed by each seat, a byte each

# All of a decision's, each worked out when first asked for; values are in thousandths of a point.
cdef struct Chart:
    DecisionContext context
    uint64_t seen[N_WORDS]                 # squares whose site is known
    uint64_t known[N_COLOURS][N_WORDS]     # squares on which a space of that colour is known
    Site site[N_CELLS]
    Alone alone[N_COLOURS][N_CELLS]


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
    decision_context(t, s, &c.context)
    for i in range(N_WORDS):
        c.seen[i] = c.known[0][i] = c.known[1][i] = c.known[2][i] = 0
    acc.weights = weights
    acc.out = NULL
    for i in range(n):
        first = t.half[a_of(moves[i])][0]
        second = t.half[a_of(moves[i])][1]
        cell = b_of(moves[i])
        direction = c_of(moves[i])
        if first != second:
            one = value_alone(t, s, &c, first, cell, &acc)
            other = value_alone(t, s, &c, second, cell + step_to(direction), &acc)
            if one.villages & other.villages == 0 and spares(spare, one.asked + other.asked):
                values[i] = (one.value - one.toward[direction] + other.value - other.toward[(direction + 2) & 3]
                             - room)
                continue
        values[i] = value_together(t, s, &c, moves[i], &acc) - room


cdef inline uint32_t spare_pagodas(const Tables* t, const State* s) noexcept nogil:
    """The supplies of all seats, a byte each."""
    cdef int i
    cdef uint32_t spare = 0
    for i in range(MAX_PLAYERS):
        spare |= <uint32_t>(SPARE + (s.supply[i] if i < t.n_players else SPARE)) << (8 * i)
    return spare


cdef inline bint spares(uint32_t spare, uint32_t asked) noexcept nogil:
    """Whether everybody keeps a pagoda: then the highest bit of each byte stays."""
    return (spare - asked) & <uint32_t>0x80808080 == <uint32_t>0x80808080


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


cdef inline int64_t around(const Site* site, int colour) noexcept nogil:
    """What lies around a square, for a space of a colour: provinces of the others are blocked."""
    return site.value + site.block[1] + site.block[2] + site.block[3] - site.block[colour]


cdef inline const Alone* value_alone(const Tables* t, const State* s, Chart* c, int colour, int cell,
                                     Accumulator* acc) noexcept nogil:
    """What a space of a colour does on a square."""
    cdef Alone* a = &c.alone[colour - 1][cell]
    cdef const Site* site
    cdef int i
    if has(c.known[colour - 1], cell):
        return a
    put(c.known[colour - 1], cell)
    site = value_site(t, s, c, cell, acc)
    acc.total = around(site, colour)
    for i in range(4):
        a.toward[i] = 0
    a.villages = a.asked = 0
    if (site.colours >> colour) & 1:
        value_joined(t, s, &c.context, colour, cell, a, acc)
    else:
        add(acc, F_SINGLE, 1)
    a.value = acc.total
    return a


cdef inline void value_joined(const Tables* t, const State* s, const DecisionContext* ctx, int colour, int cell,
                              Alone* a, Accumulator* acc) noexcept nogil:
    """What a space does that is beside others of its colour."""
    cdef Effect e
    cdef int64_t before
    cdef int i
    preview_space(t, s, colour, cell, &e)
    value_pagodas(t, &e, acc)
    value_join(t, s, &e, &e.join[0], acc)
    value_villages(t, s, &e, acc)
    for i in range(4):
        before = acc.total
        value_mergers(t, s, ctx, &e, 0, cell + step_to(i), acc)
        a.toward[i] = acc.total - before
    for i in range(e.n_villages):
        a.villages |= <uint32_t>1 << e.village[i]
    for i in range(t.n_players):
        a.asked += <uint32_t>(e.placed[i] + e.gained[i]) << (8 * i)


cdef inline int64_t value_together(const Tables* t, const State* s, Chart* c, Move move,
                                   Accumulator* acc) noexcept nogil:
    """The value of a placement whose spaces must be looked at together, each with the other's square as room."""
    cdef Effect e
    cdef int64_t sites
    cdef int i, k, direction
    preview_placement(t, s, move, &e)
    find_last_pagoda(t, s, &e)
    sites = around(value_site(t, s, c, e.cell[0], acc), e.colour[0])
    sites += around(value_site(t, s, c, e.cell[1], acc), e.colour[1])
    acc.total = sites
    value_pagodas(t, &e, acc)
    if e.winner >= 0:
        add(acc, F_WIN if e.winner == e.seat else F_LOSE, 1)
    for k in range(e.n_joins):
        value_join(t, s, &e, &e.join[k], acc)
    if e.n_joins == 1:
        add(acc, F_ONE_COLOUR, 1)
    value_villages(t, s, &e, acc)
    for i in range(2):
        for direction in range(4):
            if direction != (c_of(move) + 2 * i) & 3:
                value_mergers(t, s, &c.context, &e, i & (e.n_joins - 1), e.cell[i] + step_to(direction), acc)
    return acc.total
