"""Game Play: which placements are allowed, counted, picked by number, or listed."""

from cext.games.qin.rules.grid cimport above, below, count, count_word, empty, has, highest_bit, lowest_bit, put, take
from cext.games.qin.rules.provinces cimport Join, join_areas
from cext.games.qin.rules.state cimport KIND_PLACE, State
from cext.games.qin.rules.tables cimport DOWN, LEFT, N_COLOURS, N_TILE_KINDS, N_WORDS, RIGHT, UP, Tables
from cext.kernel.types cimport MAX_MOVES, Move, b_of, kassert, pack
from libc.stdint cimport uint64_t

cdef enum:
    MAX_GROUPS = 24        # kinds of tile times directions
    MAX_PLACES = 312       # edges between 13 x 13 squares

# Places of a tile: each by its left or upper square.
cdef struct Places:
    uint64_t across[N_WORDS]
    uint64_t down[N_WORDS]

# All placements, in groups of one tile and one direction.
cdef struct Placements:
    Places any                     # places of a tile, whatever its colours
    Places double[N_COLOURS]       # places of a tile of one colour; those in hand are filled in
    int n                          # groups
    int tile[MAX_GROUPS]
    int direction[MAX_GROUPS]
    int size[MAX_GROUPS]           # placements of the group
    bint whole[MAX_GROUPS]         # every place is allowed


cdef inline void find_places(const State* s, Places* p) noexcept nogil:
    """"The tile may only be placed onto grassland spaces"; "At least one province space of the tile must share an edge
    with an existing province space of any color"."""
    cdef int k
    for k in range(N_WORDS):
        p.across[k] = s.grass[k] & (s.grass[k] >> 1) & (s.front[k] | (s.front[k] >> 1))
        p.down[k] = s.grass[k] & below(s.grass, k) & (s.front[k] | below(s.front, k))


cdef inline unsigned int kinds_in_hand(const State* s, int seat) noexcept nogil:
    """Mask of the kinds of tile a player holds."""
    cdef int tile
    cdef unsigned int kinds = 0
    for tile in range(N_TILE_KINDS):
        kinds |= <unsigned int>(s.hand[seat][tile] > 0) << tile
    return kinds


# -- tiles of one colour -----------------------------------------------------------------------------------------------

cdef inline int province_beside(const State* s, int colour, int cell) noexcept nogil:
    """Root of a province of the colour beside a square that has one there."""
    cdef const uint64_t* inside = s.inside[colour - 1]
    cdef int step = -1 if has(inside, cell - 1) else 1
    step = 16 if has(inside, cell + 16) else step
    step = -16 if has(inside, cell - 16) else step
    return s.root[cell + step]


cdef inline void judge_together(const Tables* t, const State* s, int colour, const uint64_t* both, int step,
                                uint64_t* squares) noexcept nogil:
    """Both spaces touch provinces of their colour, each perhaps another: the merger they make is one."""
    cdef const uint64_t* between = s.between[colour - 1]
    cdef int k, cell
    cdef uint64_t rest
    cdef Join j
    for k in range(N_WORDS):
        rest = both[k]
        while rest:
            cell = 64 * k + lowest_bit(rest)
            if (has(between, cell) | has(between, cell + step)
                    | (province_beside(s, colour, cell) != province_beside(s, colour, cell + step))):
                take(squares, cell)
                if join_areas(t, s, s.active, colour, cell, cell + step, &j):
                    put(squares, cell)
            rest &= rest - 1


cdef inline void place_double(const Tables* t, const State* s, int colour, const Places* p,
                              Places* out) noexcept nogil:
    """Places of a tile of one colour.

    Where one of its spaces touches provinces, that space decides; where both do, two squares with a province on the
    same side, and no other beside them, have the same one there, and all else is judged.
    """
    cdef const uint64_t* inside = s.inside[colour - 1]
    cdef const uint64_t* banned = s.banned[colour - 1]
    cdef const uint64_t* between = s.between[colour - 1]
    cdef uint64_t touch[N_WORDS]
    cdef uint64_t same
    cdef uint64_t side[4][N_WORDS]
    cdef Places both
    cdef int k
    for k in range(N_WORDS):
        side[LEFT][k] = inside[k] << 1
        side[RIGHT][k] = inside[k] >> 1
        side[UP][k] = above(inside, k)
        side[DOWN][k] = below(inside, k)
        touch[k] = side[LEFT][k] | side[RIGHT][k] | side[UP][k] | side[DOWN][k]
        out.across[k] = p.across[k] & ~banned[k] & ~(banned[k] >> 1)
        out.down[k] = p.down[k] & ~banned[k] & ~below(banned, k)
    for k in range(N_WORDS):
        same = (side[UP][k] & (side[UP][k] >> 1)) | (side[DOWN][k] & (side[DOWN][k] >> 1))
        same &= ~(between[k] | (between[k] >> 1))
        both.across[k] = p.across[k] & touch[k] & (touch[k] >> 1) & ~same
        same = (side[LEFT][k] & below(side[LEFT], k)) | (side[RIGHT][k] & below(side[RIGHT], k))
        same &= ~(between[k] | below(between, k))
        both.down[k] = p.down[k] & touch[k] & below(touch, k) & ~same
    if not empty(both.across):
        judge_together(t, s, colour, both.across, 1, out.across)
    if not empty(both.down):
        judge_together(t, s, colour, both.down, 16, out.down)


# -- tiles of two colours: these are judged apart ----------------------------------------------------------------------

cdef inline void forbidden_pairs(const State* s, const Places* p, int first, int second, int direction,
                                 uint64_t* squares) noexcept nogil:
    """Places where a tile of two colours may not lie in that direction."""
    cdef const uint64_t* here = s.banned[(first if direction == RIGHT or direction == DOWN else second) - 1]
    cdef const uint64_t* there = s.banned[(second if direction == RIGHT or direction == DOWN else first) - 1]
    cdef int k
    for k in range(N_WORDS):
        if direction == RIGHT or direction == LEFT:
            squares[k] = p.across[k] & (here[k] | (there[k] >> 1))
        else:
            squares[k] = p.down[k] & (here[k] | below(there, k))


# -- all placements ----------------------------------------------------------------------------------------------------

cdef inline bint some_place(const Tables* t, const State* s, const Places* p, unsigned int kinds) noexcept nogil:
    """Whether a tile of any of these kinds can be placed; the last kinds, of two colours, are judged fastest."""
    cdef uint64_t forbidden[N_WORDS]
    cdef Places places
    cdef int k, tile, direction, first, second
    while kinds:
        tile = highest_bit(kinds)
        kinds ^= <unsigned int>1 << tile
        first = t.half[tile][0]
        second = t.half[tile][1]
        if first == second:
            place_double(t, s, first, p, &places)
            if not (empty(places.across) and empty(places.down)):
                return True
            continue
        for direction in range(4):
            forbidden_pairs(s, p, first, second, direction, forbidden)
            for k in range(N_WORDS):
                if (p.down[k] if direction == DOWN or direction == UP else p.across[k]) & ~forbidden[k]:
                    return True
    return False


cdef inline void add_group(Placements* all_, int tile, int direction, int size, bint whole) noexcept nogil:
    """Append a group: the `size` placements of a tile in one direction; whole: every place is allowed."""
    all_.tile[all_.n] = tile
    all_.direction[all_.n] = direction
    all_.size[all_.n] = size
    all_.whole[all_.n] = whole
    all_.n += 1


cdef inline int find_placements(const Tables* t, const State* s, Placements* all_) noexcept nogil:
    """"choose exactly one tile from your hand and put it onto the grid of the board"; how many ways there are."""
    cdef uint64_t forbidden[N_WORDS]
    cdef Places* places
    cdef int tile, first, second, direction, k, across, down, size, n = 0
    cdef unsigned int kinds = kinds_in_hand(s, s.active)
    cdef bint whole
    find_places(s, &all_.any)
    across = count(all_.any.across)
    down = count(all_.any.down)
    all_.n = 0
    while kinds:
        tile = lowest_bit(kinds)
        kinds &= kinds - 1
        first = t.half[tile][0]
        second = t.half[tile][1]
        if first == second:
            places = &all_.double[first - 1]
            place_double(t, s, first, &all_.any, places)
            add_group(all_, tile, RIGHT, count(places.across), False)
            add_group(all_, tile, DOWN, count(places.down), False)
            continue
        for direction in range(4):
            forbidden_pairs(s, &all_.any, first, second, direction, forbidden)
            whole = empty(forbidden)
            size = down if direction == DOWN or direction == UP else across
            add_group(all_, tile, direction, size - (0 if whole else count(forbidden)), whole)
    for k in range(all_.n):
        n += all_.size[k]
    return n


cdef inline void squares_of(const Tables* t, const State* s, const Placements* all_, int group,
                            uint64_t* squares) noexcept nogil:
    """The left or upper squares of a group of placements."""
    cdef int tile = all_.tile[group], direction = all_.direction[group], k
    cdef int first = t.half[tile][0], second = t.half[tile][1]
    cdef const Places* places = &all_.double[first - 1] if first == second else &all_.any
    for k in range(N_WORDS):
        squares[k] = 0
    if first != second and not all_.whole[group]:
        forbidden_pairs(s, &all_.any, first, second, direction, squares)
    for k in range(N_WORDS):
        squares[k] = (places.down[k] if direction == DOWN or direction == UP else places.across[k]) & ~squares[k]


cdef inline Move placement(int tile, int cell, int direction) noexcept nogil:
    """The placement on a place, given by its left or upper square: the tile's first space may be the other one."""
    cdef int step = 1 if direction == LEFT else 16 if direction == UP else 0
    return pack(KIND_PLACE, tile, cell + step, direction)


cdef inline Move pick_placement(const Tables* t, const State* s, const Placements* all_, int number) noexcept nogil:
    """The placement of that number in the list."""
    cdef uint64_t squares[N_WORDS]
    cdef uint64_t rest
    cdef int g = 0, k = 0, n
    while number >= all_.size[g]:
        number -= all_.size[g]
        g += 1
    squares_of(t, s, all_, g, squares)
    n = count_word(squares[0])
    while number >= n:
        number -= n
        k += 1
        n = count_word(squares[k])
    rest = squares[k]
    while number:
        rest &= rest - 1
        number -= 1
    return placement(all_.tile[g], 64 * k + lowest_bit(rest), all_.direction[g])


cdef inline void list_squares(const uint64_t* squares, Move* moves) noexcept nogil:
    """Moves with nothing but their squares filled in."""
    cdef int k, n = 0
    cdef uint64_t rest
    for k in range(N_WORDS):
        rest = squares[k]
        while rest:
            moves[n] = pack(0, 0, 64 * k + lowest_bit(rest))
            rest &= rest - 1
            n += 1


cdef inline void write_moves(const Tables* t, const State* s, const Placements* all_, Move* moves) noexcept nogil:
    """Placements in the order of their numbers: each group copies the list of places without those forbidden to it."""
    cdef Move across[MAX_PLACES]
    cdef Move down[MAX_PLACES]
    cdef const Move* places
    cdef uint64_t squares[N_WORDS]
    cdef Move first
    cdef int g, i, n = 0
    list_squares(all_.any.across, across)
    list_squares(all_.any.down, down)
    for g in range(all_.n):
        first = placement(all_.tile[g], 0, all_.direction[g])
        places = &down[0] if all_.direction[g] == DOWN or all_.direction[g] == UP else &across[0]
        if all_.whole[g]:
            for i in range(all_.size[g]):
                moves[n + i] = places[i] + first
        else:
            squares_of(t, s, all_, g, squares)
            i = 0
            while i < all_.size[g]:
                # written whether allowed or not, and written over if not: cheaper than a branch
                moves[n + i] = places[0] + first
                i += has(squares, b_of(places[0]))
                places += 1
        n += all_.size[g]


# No list is longer than MAX_MOVES = 1536. 13 x 13 squares have 312 edges between them; let T of these lie between a
# province space and grassland. Every place holds one of at most T squares of the front, which has at most 3 further
# edges: at most 3 T places. And every place is one of the 312 - T edges left. So there are at most 234 places, at
# T = 78; a tile lies there in two ways, and components.py allows three tiles in hand: 3 x 2 x 234 = 1404 placements.
cdef inline int list_moves(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """The legal moves."""
    cdef Placements all_
    cdef int n = find_placements(t, s, &all_) if s.stage == KIND_PLACE else 0
    kassert(n <= MAX_MOVES)
    if n:
        write_moves(t, s, &all_, moves)
    return n
