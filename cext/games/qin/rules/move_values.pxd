"""The values of all placements of a decision, from what each square and each space on it is worth by itself."""

from cext.games.qin.rules.effect cimport (
    Effect, count_pagodas, find_last_pagoda, preview_placement, preview_space, spare_pagodas, spares,
)
from cext.games.qin.rules.features cimport (
    F_BLOCK, F_BLOCK_OWN, F_LOSE, F_ONE_COLOUR, F_ROOM, F_SINGLE, F_VILLAGE_SPACES, F_WIN, DecisionContext,
    decision_context, value_join, value_mergers, value_pagodas, value_villages,
)
from cext.games.qin.rules.grid cimport (
    Squares, above, either, has, left_of, load, lowest_bit, spread, store,
)
from cext.games.qin.rules.moves cimport kinds_in_hand
from cext.games.qin.rules.provinces cimport weigh_areas
from cext.games.qin.rules.state cimport State
from cext.games.qin.rules.tables cimport (
    ACROSS, MAX_PLAYERS, N_CELLS, N_COLOURS, N_TILE_KINDS, N_WORDS, UPRIGHT, Tables, step_to,
)
from cext.kernel.features cimport Accumulator, add
from cext.kernel.types cimport Move, a_of, b_of, c_of
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

cdef enum:
    ANY_SQUARE = 0xff0000                  # the field of a move that holds its square
    NO_MOVE = 0xff                         # of a kind that there is not

# What lies around a square.
cdef struct Site:
    int64_t worth[N_COLOURS + 1]           # value of what a space of each colour has beside it but for its own colour
    unsigned int colours                   # mask of the colours beside it
    unsigned int apart                     # mask of the colours a tile of which would found a province apart from all

# What one space of a colour does on a square, whatever the other space of its tile does.
cdef struct Alone:
    int64_t toward[4]                      # value with grassland all around but for the other space in that direction
    uint32_t villages                      # beside these it changes pagodas
    uint32_t asked                         # pagodas placed by each seat, a byte each

# All of a decision's; values are in thousandths of a point.
cdef struct Chart:
    DecisionContext context
    uint64_t reach[N_COLOURS][N_WORDS]     # squares beside one that is beside a province of each colour
    int64_t block[MAX_PLAYERS + 1]         # an edge shared with a province of each owner, seat + 1; 0: with none
    Site site[N_CELLS]                     # of all squares of places
    Alone alone[N_COLOURS][N_CELLS]        # there, of the colours in hand on tiles of two
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
    cdef Move group = NO_MOVE              # the moves of one tile in one direction come one after the other
    cdef int i, cell, first = 0, second = 0, direction = 0, step = 0
    acc.weights = weights
    acc.out = NULL
    fill_chart(t, s, &c, &acc)
    for i in range(n):
        if (moves[i] ^ group) & ~<Move>ANY_SQUARE:
            group = moves[i]
            first = t.half[a_of(group)][0]
            second = t.half[a_of(group)][1]
            direction = c_of(group)
            step = step_to(direction)
        cell = b_of(moves[i])
        if first != second:
            one = &c.alone[first - 1][cell]
            other = &c.alone[second - 1][cell + step]
            if one.villages & other.villages == 0 and spares(spare, one.asked + other.asked):
                values[i] = one.toward[direction] + other.toward[direction ^ 2] - room
                continue
        elif spares(spare, c.pair_asked) and (c.site[cell].apart & c.site[cell + step].apart) >> first & 1:
            values[i] = c.pair + c.site[cell].worth[first] + c.site[cell + step].worth[first] - room
            continue
        values[i] = value_together(t, s, &c, moves[i], &acc) - room


cdef inline void fill_chart(const Tables* t, const State* s, Chart* c, Accumulator* acc) noexcept nogil:
    """What all placements of a decision share."""
    cdef uint64_t squares[N_WORDS]
    cdef unsigned int kinds = kinds_in_hand(s, s.active), colours = 0
    cdef int k, i, cell, colour, tile
    cdef Squares across = load(s.places[ACROSS]), upright = load(s.places[UPRIGHT])
    decision_context(t, s, &c.context)
    for colour in range(N_COLOURS):
        store(c.reach[colour], spread(load(c.context.touch[colour])))
    c.block[0] = 0
    for i in range(MAX_PLAYERS):
        c.block[i + 1] = acc.weights[F_BLOCK_OWN if i == s.active else F_BLOCK]
    for tile in range(N_TILE_KINDS):
        if (kinds >> tile) & 1 and t.ways[tile] == 2:
            colours |= <unsigned int>1 << t.half[tile][0] | <unsigned int>1 << t.half[tile][1]
    store(squares, either(either(across, left_of(across)), either(upright, above(upright))))
    for k in range(N_WORDS):
        while squares[k]:
            cell = 64 * k + lowest_bit(squares[k])
            squares[k] &= squares[k] - 1
            value_site(t, s, c, cell, acc.weights)
            for colour in range(1, N_COLOURS + 1):
                if (colours >> colour) & 1:
                    value_alone(t, s, c, colour, cell, acc)
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


cdef inline void value_site(const Tables* t, const State* s, Chart* c, int cell, const int32_t* weights) noexcept nogil:
    """What lies around a square; squares without a space have root 0, which has no owner."""
    cdef Site* site = &c.site[cell]
    cdef int64_t block[N_COLOURS + 1]
    cdef int64_t value
    cdef int direction, x, colour, rooms = 0
    site.colours = site.apart = 0
    for colour in range(N_COLOURS + 1):
        block[colour] = 0
    for direction in range(4):
        x = cell + step_to(direction)
        site.colours |= <unsigned int>1 << s.colour[x]
        block[s.colour[x]] += c.block[s.owner[s.root[x]]]
        rooms += has(s.grass, x)
    value = weights[F_ROOM] * <int64_t>rooms + (<int64_t>weights[F_VILLAGE_SPACES] if t.near[cell] else 0)
    value += block[1] + block[2] + block[3]
    for colour in range(1, N_COLOURS + 1):
        site.worth[colour] = value - block[colour]
        site.apart |= <unsigned int>(not has(c.reach[colour - 1], cell)) << colour
    site.apart &= ~site.colours if t.near[cell] == 0 else 0


cdef inline void value_alone(const Tables* t, const State* s, Chart* c, int colour, int cell,
                             Accumulator* acc) noexcept nogil:
    """What a space of a colour does on a square."""
    cdef Alone* a = &c.alone[colour - 1][cell]
    cdef const Site* site = &c.site[cell]
    cdef int i
    acc.total = site.worth[colour]
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
    preview_placement(t, s, move, &e)
    find_last_pagoda(t, s, &e)
    acc.total = c.site[e.cell[0]].worth[e.colour[0]] + c.site[e.cell[1]].worth[e.colour[1]]
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
