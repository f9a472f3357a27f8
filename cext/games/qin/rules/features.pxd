"""The features of a placement: what it brings the player who makes it, from what everybody sees."""

from cext.games.qin.rules.effect cimport Effect, find_last_pagoda, preview_placement
from cext.games.qin.rules.grid cimport Squares, both, has, load, spread, store
from cext.games.qin.rules.provinces cimport Join
from cext.games.qin.rules.seats cimport of_seat, seats_word, sum_word
from cext.games.qin.rules.state cimport State
from cext.games.qin.rules.tables cimport N_COLOURS, N_WORDS, Tables, step_to
from cext.kernel.features cimport Accumulator, add
from cext.kernel.types cimport Move, c_of
from libc.stdint cimport uint32_t, uint64_t

# The features: meaning | unit. Strategies name them in lower case without F_.
cdef enum:  # Feature
    F_PAGODAS         # own pagodas on the board after the placement, less those before | pagodas
    F_RIVAL_PAGODAS   # the same for all rivals together | pagodas
    F_WIN             # the own last pagoda is placed | 0/1
    F_LOSE            # a rival's last pagoda is placed | 0/1
    F_FOUND           # provinces founded | provinces
    F_FOUND_SPACES    # spaces of them beyond the second | spaces
    F_EXPAND          # spaces added to own provinces | spaces
    F_EXPAND_RIVAL    # spaces added to rivals' provinces | spaces
    F_MAJOR           # major provinces gained: by growth, merger or at founding | provinces
    F_MAJOR_RIVAL     # major provinces rivals gain | provinces
    F_NEARLY_MAJOR    # own provinces left one space short of a major province | provinces
    F_CONNECT         # unoccupied villages seized | villages
    F_CONNECT_RIVAL   # unoccupied villages that rivals seize | villages
    F_CONQUER         # villages taken from rivals | villages
    F_LOSE_VILLAGE    # own villages lost | villages
    F_FORCE           # own pagodas more in provinces beside villages, village by village | pagodas
    F_FORCE_RIVAL     # the same for all rivals together | pagodas
    F_ABSORB          # rivals' provinces absorbed | provinces
    F_ABSORB_SPACES   # spaces of them | spaces
    F_UNITE           # own provinces given up in own mergers | provinces
    F_ABSORBED        # own provinces that rivals absorb | provinces
    F_APPROACH        # squares beside the tile from which an own province could absorb a rival's smaller one | squares
    F_EXPOSED         # squares beside the tile from which a rival's province could absorb an own smaller one | squares
    F_BLOCK           # edges shared with rivals' provinces of another colour: their growth is blocked | edges
    F_BLOCK_OWN       # edges shared with own provinces of another colour | edges
    F_SINGLE          # single spaces left beside no space of their colour | spaces
    F_ROOM            # grassland beside the new spaces, counted for each | squares
    F_VILLAGE_SPACES  # new spaces beside a village | spaces
    F_ONE_COLOUR      # the tile has one colour | 0/1
    N_FEATURES

# What is worked out once for all moves of a decision.
cdef struct DecisionContext:
    uint64_t touch[N_COLOURS][N_WORDS]     # squares beside a province of each colour


cdef inline void decision_context(const Tables* t, const State* s, DecisionContext* ctx) noexcept nogil:
    """What all placements of a decision share."""
    cdef Squares grass = load(s.grass)
    cdef int c
    for c in range(N_COLOURS):
        store(ctx.touch[c], both(spread(load(s.inside[c])), grass))


cdef inline void evaluate(const Tables* t, const State* s, const DecisionContext* ctx, Move move,
                          Accumulator* acc) noexcept nogil:
    """All features of a move."""
    cdef Effect e
    cdef int k
    preview_placement(t, s, move, &e)
    find_last_pagoda(t, s, &e)
    value_pagodas(&e, acc)
    if e.winner >= 0:
        add(acc, F_WIN if e.winner == e.seat else F_LOSE, 1)
    for k in range(e.n_joins):
        value_join(t, s, &e, &e.join[k], acc)
    value_villages(t, s, &e, acc)
    value_space(t, s, ctx, &e, 0, e.cell[0], c_of(move), acc)
    value_space(t, s, ctx, &e, e.n_joins - 1, e.cell[1], (c_of(move) + 2) & 3, acc)
    if e.n_joins == 1:
        add(acc, F_ONE_COLOUR, 1)


cdef inline void value_pagodas(const Effect* e, Accumulator* acc) noexcept nogil:
    """Pagodas placed less those returned."""
    cdef int own = of_seat(e.placed, e.seat) - of_seat(e.removed, e.seat)
    cdef int all_ = sum_word(e.placed) - sum_word(e.removed) + sum_word(e.gained) - sum_word(e.lost)
    own += of_seat(e.gained, e.seat) - of_seat(e.lost, e.seat)
    add(acc, F_PAGODAS, own)
    add(acc, F_RIVAL_PAGODAS, all_ - own)


cdef inline void value_join(const Tables* t, const State* s, const Effect* e, const Join* j,
                            Accumulator* acc) noexcept nogil:
    """Sections 1, 2, 3 and 6 of the rules."""
    cdef int m, was, me = e.seat + 1, before = 0
    cdef bint own = j.owner == me
    if j.owner == 0:
        add(acc, F_SINGLE, 1)
        return
    if j.provinces == 0:
        add(acc, F_FOUND, 1)
        add(acc, F_FOUND_SPACES, j.size - 2)
    elif j.provinces == 1:
        for m in range(j.n):
            if s.owner[j.root[m]]:
                before = s.size[j.root[m]]
        add(acc, F_EXPAND if own else F_EXPAND_RIVAL, j.size - before)
    else:
        for m in range(j.n):
            was = s.owner[j.root[m]]
            if was == me and own:
                before += 1
            elif was == me:
                add(acc, F_ABSORBED, 1)
            elif was and own:
                add(acc, F_ABSORB, 1)
                add(acc, F_ABSORB_SPACES, s.size[j.root[m]])
        if own:
            add(acc, F_UNITE, before - 1)
    if j.pagodas == 2 and j.majors == 0:
        add(acc, F_MAJOR if own else F_MAJOR_RIVAL, 1)
    elif own and j.size == t.major - 1:
        add(acc, F_NEARLY_MAJOR, 1)


cdef inline void value_villages(const Tables* t, const State* s, const Effect* e, Accumulator* acc) noexcept nogil:
    """Sections 4 and 5."""
    cdef int n, own, me = e.seat + 1
    cdef uint32_t before
    for n in range(e.n_villages):
        before = seats_word(s.force[e.village[n]])
        own = of_seat(e.force[n], e.seat) - of_seat(before, e.seat)
        add(acc, F_FORCE, own)
        add(acc, F_FORCE_RIVAL, sum_word(e.force[n]) - sum_word(before) - own)
        if e.holder[n] != e.former[n]:
            if e.holder[n] == me:
                add(acc, F_CONQUER if e.former[n] else F_CONNECT, 1)
            elif e.former[n] == me:
                add(acc, F_LOSE_VILLAGE, 1)
            elif e.former[n] == 0:
                add(acc, F_CONNECT_RIVAL, 1)


cdef inline void value_space(const Tables* t, const State* s, const DecisionContext* ctx, const Effect* e, int k,
                             int cell, int tile, Accumulator* acc) noexcept nogil:
    """What one new space does to its surroundings; the tile's other space lies in the direction `tile`."""
    cdef int direction, x, owner
    if t.near[cell]:
        add(acc, F_VILLAGE_SPACES, 1)
    for direction in range(4):
        x = cell + step_to(direction)
        owner = s.owner[s.root[x]] if s.colour[x] else 0
        if owner and s.colour[x] != e.colour[k]:
            add(acc, F_BLOCK_OWN if owner == e.seat + 1 else F_BLOCK, 1)
        if has(s.grass, x) and direction != tile:
            add(acc, F_ROOM, 1)
            value_mergers(t, s, ctx, e, k, x, acc)


cdef inline void value_mergers(const Tables* t, const State* s, const DecisionContext* ctx, const Effect* e, int k,
                               int x, Accumulator* acc) noexcept nogil:
    """A free square beside a new space: whether an own and another's province could next be joined from there."""
    cdef int direction, y, owner, me = e.seat + 1
    cdef bint approach = False, exposed = False
    cdef const Join* j = &e.join[k]
    if j.owner == 0 or not has(ctx.touch[e.colour[k] - 1], x):
        return
    for direction in range(4):
        y = x + step_to(direction)
        if s.colour[y] == e.colour[k]:
            owner = s.owner[s.root[y]]
            if owner and owner != j.owner and (owner == me or j.owner == me) and not joins(j, s.root[y]):
                approach |= could_absorb(t, s, j, s.root[y], owner == me)
                exposed |= could_absorb(t, s, j, s.root[y], owner != me)
    if approach:
        add(acc, F_APPROACH, 1)
    if exposed:
        add(acc, F_EXPOSED, 1)


cdef inline bint joins(const Join* j, int root) noexcept nogil:
    """Whether an area is part of the result."""
    cdef int m
    for m in range(j.n):
        if j.root[m] == root:
            return True
    return False


cdef inline bint could_absorb(const Tables* t, const State* s, const Join* j, int root, bint it) noexcept nogil:
    """Whether the province of that root is large enough to absorb the result, or (`it` not set) the result it."""
    cdef int more = s.size[root] if it else j.size
    cdef int less = j.size if it else s.size[root]
    return more > less and less < t.major
