"""Game Play: which placements are allowed, counted, picked by number, or listed."""

from cext.games.qin.grid cimport above, below, count, count_word, has, lowest_bit, put, take
from cext.games.qin.provinces cimport Join, join_areas
from cext.games.qin.state cimport KIND_PLACE, State
from cext.games.qin.tables cimport DOWN, LEFT, N_COLOURS, N_TILE_KINDS, N_WORDS, RIGHT, UP, Tables, step_to
from cext.kernel.types cimport Move, pack
from libc.stdint cimport uint64_t

cdef enum:
    MAX_GROUPS = 24        # kinds of tile times directions

# Places of a tile: each by its left or upper square.
cdef struct Places:
    uint64_t across[N_WORDS]
    uint64_t down[N_WORDS]

# Squares that matter to one colour.
cdef struct Bans:
    uint64_t touch[N_WORDS]    # beside a province of the colour
    uint64_t side[4][N_WORDS]  # with a space of a province on that side, by direction
    uint64_t several[N_WORDS]  # beside more than one
    uint64_t banned[N_WORDS]   # where a single space of the colour may not go

# All placements, in groups of one tile and one direction.
cdef struct Placements:
    int n                                  # groups
    int tile[MAX_GROUPS]
    int direction[MAX_GROUPS]
    uint64_t squares[MAX_GROUPS][N_WORDS]  # where the tile's first space may go


cdef inline void find_places(const State* s, Places* p) noexcept nogil:
    """"The tile may only be placed onto grassland spaces"; "At least one province space of the tile must share an edge
    with an existing province space of any color"."""
    cdef int k
    for k in range(N_WORDS):
        p.across[k] = s.grass[k] & (s.grass[k] >> 1) & (s.front[k] | (s.front[k] >> 1))
        p.down[k] = s.grass[k] & below(s.grass, k) & (s.front[k] | below(s.front, k))


cdef inline int touched(const State* s, int colour, int cell) noexcept nogil:
    """Root of the province of a colour beside a square; -1: more than one, 0: none."""
    cdef int direction, other, found = 0
    for direction in range(4):
        other = cell + (1 if direction == 0 else -1 if direction == 1 else 16 if direction == 2 else -16)
        if s.colour[other] == colour and s.owner[s.root[other]]:
            if found and found != s.root[other]:
                return -1
            found = s.root[other]
    return found


cdef inline void find_bans(const Tables* t, const State* s, int colour, Bans* b) noexcept nogil:
    """Squares where one space of a colour would join provinces against "6. Absorb Province"."""
    cdef const uint64_t* inside = s.inside[colour - 1]
    cdef int k, cell
    cdef uint64_t left, right, up, down, rest
    cdef Join j
    for k in range(N_WORDS):
        left = inside[k] << 1
        right = inside[k] >> 1
        up = above(inside, k)
        down = below(inside, k)
        b.touch[k] = (left | right | up | down) & s.grass[k]
        b.side[LEFT][k] = left
        b.side[RIGHT][k] = right
        b.side[UP][k] = up
        b.side[DOWN][k] = down
        b.several[k] = b.banned[k] = 0
        rest = ((left & right) | (up & down) | ((left | right) & (up | down))) & s.grass[k]
        while rest:
            cell = 64 * k + lowest_bit(rest)
            rest &= rest - 1
            if touched(s, colour, cell) < 0:
                put(b.several, cell)
                if not join_areas(t, s, s.active, colour, cell, 0, &j):
                    put(b.banned, cell)


cdef inline bint may_hold(const Tables* t, const State* s, int seat, int tile, int cell, int direction) noexcept nogil:
    """Whether the mergers one placement makes are allowed."""
    cdef Join j
    cdef int first = t.half[tile][0], second = t.half[tile][1], other = cell + step_to(direction)
    if first == second:
        return join_areas(t, s, seat, first, cell, other, &j)
    return join_areas(t, s, seat, first, cell, 0, &j) and join_areas(t, s, seat, second, other, 0, &j)


cdef inline unsigned int kinds_in_hand(const State* s, int seat) noexcept nogil:
    """Mask of the kinds of tile a player holds."""
    cdef int tile
    cdef unsigned int kinds = 0
    for tile in range(N_TILE_KINDS):
        kinds |= <unsigned int>(s.hand[seat][tile] > 0) << tile
    return kinds


cdef inline bint some_place(const Tables* t, const State* s, const Places* p, int seat,
                            unsigned int kinds) noexcept nogil:
    """Whether the player can place a tile of any of these kinds."""
    cdef int k, tile, cell, direction
    cdef uint64_t rest
    for k in range(N_WORDS):
        for direction in range(RIGHT, DOWN + 1):
            rest = p.across[k] if direction == RIGHT else p.down[k]
            while rest:
                cell = 64 * k + lowest_bit(rest)
                rest &= rest - 1
                for tile in range(N_TILE_KINDS):
                    if (kinds >> tile) & 1:
                        if may_hold(t, s, seat, tile, cell, direction):
                            return True
                        if may_hold(t, s, seat, tile, cell + step_to(direction), direction + 2):
                            return True
    return False


cdef inline uint64_t* new_group(Placements* all_, int tile, int direction) noexcept nogil:
    all_.tile[all_.n] = tile
    all_.direction[all_.n] = direction
    all_.n += 1
    return all_.squares[all_.n - 1]


cdef inline bint differ(const State* s, int colour, int cell, int second) noexcept nogil:
    """Whether two squares, each beside one province of a colour, are beside different ones."""
    return touched(s, colour, cell) != touched(s, colour, second)


cdef inline void judge_together(const Tables* t, const State* s, const Bans* b, int colour, uint64_t rest, int k,
                                int step, uint64_t* squares) noexcept nogil:
    """Both spaces touch provinces of their colour, each perhaps another: the merger they make is one."""
    cdef int cell
    cdef Join j
    while rest:
        cell = 64 * k + lowest_bit(rest)
        rest &= rest - 1
        if has(b.several, cell) or has(b.several, cell + step) or differ(s, colour, cell, cell + step):
            if join_areas(t, s, s.active, colour, cell, cell + step, &j):
                put(squares, cell)
            else:
                take(squares, cell)


cdef inline void place_double(const Tables* t, const State* s, const Places* p, const Bans* b, int tile,
                              Placements* all_) noexcept nogil:
    """Placements of a tile of one colour."""
    cdef int k, colour = t.half[tile][0]
    cdef uint64_t same
    cdef uint64_t* across = new_group(all_, tile, RIGHT)
    cdef uint64_t* down = new_group(all_, tile, DOWN)
    for k in range(N_WORDS):
        across[k] = p.across[k] & ~b.banned[k] & ~(b.banned[k] >> 1)
        down[k] = p.down[k] & ~b.banned[k] & ~below(b.banned, k)
    for k in range(N_WORDS):
        # two squares with a province on the same side, and no other, have the same province there
        same = (b.side[UP][k] & (b.side[UP][k] >> 1)) | (b.side[DOWN][k] & (b.side[DOWN][k] >> 1))
        same &= ~(b.several[k] | (b.several[k] >> 1))
        judge_together(t, s, b, colour, p.across[k] & b.touch[k] & (b.touch[k] >> 1) & ~same, k, 1, across)
        same = (b.side[LEFT][k] & below(b.side[LEFT], k)) | (b.side[RIGHT][k] & below(b.side[RIGHT], k))
        same &= ~(b.several[k] | below(b.several, k))
        judge_together(t, s, b, colour, p.down[k] & b.touch[k] & below(b.touch, k) & ~same, k, 16, down)


cdef inline void place_pair(const Places* p, const Bans* first, const Bans* second, int tile,
                            Placements* all_) noexcept nogil:
    """Placements of a tile of two colours, either way round: the colours are judged apart."""
    cdef int k
    cdef uint64_t reversed_[N_WORDS]
    cdef uint64_t* right = new_group(all_, tile, RIGHT)
    cdef uint64_t* down = new_group(all_, tile, DOWN)
    cdef uint64_t* left = new_group(all_, tile, LEFT)
    cdef uint64_t* up = new_group(all_, tile, UP)
    for k in range(N_WORDS):
        right[k] = p.across[k] & ~first.banned[k] & ~(second.banned[k] >> 1)
        left[k] = (p.across[k] & ~second.banned[k] & ~(first.banned[k] >> 1)) << 1
        down[k] = p.down[k] & ~first.banned[k] & ~below(second.banned, k)
        reversed_[k] = p.down[k] & ~second.banned[k] & ~below(first.banned, k)
    for k in range(N_WORDS):
        up[k] = above(reversed_, k)


cdef inline void find_placements(const Tables* t, const State* s, Placements* all_) noexcept nogil:
    """"choose exactly one tile from your hand and put it onto the grid of the board"."""
    cdef Places places
    cdef Bans bans[N_COLOURS]
    cdef int tile, first, second
    cdef unsigned int known = 0
    all_.n = 0
    find_places(s, &places)
    for tile in range(N_TILE_KINDS):
        if s.hand[s.active][tile] == 0:
            continue
        first = t.half[tile][0] - 1
        second = t.half[tile][1] - 1
        if not (known >> first) & 1:
            find_bans(t, s, first + 1, &bans[first])
        if not (known >> second) & 1 and second != first:
            find_bans(t, s, second + 1, &bans[second])
        known |= (<unsigned int>1 << first) | (<unsigned int>1 << second)
        if first == second:
            place_double(t, s, &places, &bans[first], tile, all_)
        else:
            place_pair(&places, &bans[first], &bans[second], tile, all_)


# No list is longer than MAX_MOVES = 1536. 13 x 13 squares have 312 edges between them; let T of these lie between a
# province space and grassland. Every place holds one of at most T squares of the front, which has at most 3 further
# edges: at most 3 T places. And every place is one of the 312 - T edges left. So there are at most 234 places, at
# T = 78; a tile lies there in two ways, and components.py allows three tiles in hand: 3 x 2 x 234 = 1404 placements.
cdef inline int list_moves(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """The legal moves."""
    cdef Placements all_
    cdef int g, k, n = 0
    cdef uint64_t rest
    if s.stage != KIND_PLACE:
        return 0
    find_placements(t, s, &all_)
    for g in range(all_.n):
        for k in range(N_WORDS):
            rest = all_.squares[g][k]
            while rest:
                moves[n] = pack(KIND_PLACE, all_.tile[g], 64 * k + lowest_bit(rest), all_.direction[g])
                rest &= rest - 1
                n += 1
    return n


cdef inline int count_placements(const Placements* all_, int* size) noexcept nogil:
    """How many placements there are; size: in each group."""
    cdef int g, n = 0
    for g in range(all_.n):
        size[g] = count(all_.squares[g])
        n += size[g]
    return n


cdef inline Move pick_placement(const Placements* all_, const int* size, int number) noexcept nogil:
    """The placement of that number in the list."""
    cdef int g = 0, k = 0, n
    cdef uint64_t rest
    while number >= size[g]:
        number -= size[g]
        g += 1
    n = count_word(all_.squares[g][0])
    while number >= n:
        number -= n
        k += 1
        n = count_word(all_.squares[g][k])
    rest = all_.squares[g][k]
    while number:
        rest &= rest - 1
        number -= 1
    return pack(KIND_PLACE, all_.tile[g], 64 * k + lowest_bit(rest), all_.direction[g])
