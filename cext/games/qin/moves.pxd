"""Game Play: which placements are allowed, and their list."""

from cext.games.qin.grid cimport lowest_bit, n_bits, put
from cext.games.qin.provinces cimport Join, join_areas
from cext.games.qin.state cimport KIND_PLACE, KIND_TILE, NOBODY, State
from cext.games.qin.tables cimport (
    DOWN, LEFT, N_COLOURS, N_ROWS, N_TILE_KINDS, RIGHT, UP, Tables, step_to,
)
from cext.kernel.types cimport Move, pack
from libc.stdint cimport uint16_t

# Places of a tile: each by its left or upper square.
cdef struct Places:
    uint16_t across[N_ROWS]
    uint16_t down[N_ROWS]

# Squares that matter to one colour.
cdef struct Bans:
    uint16_t touch[N_ROWS]     # beside a province of the colour
    uint16_t banned[N_ROWS]    # where a single space of the colour may not go


cdef inline void find_places(const State* s, Places* p) noexcept nogil:
    """"The tile may only be placed onto grassland spaces"; "At least one province space of the tile must share an edge
    with an existing province space of any color"."""
    cdef int r
    p.across[0] = p.down[0] = p.across[N_ROWS - 1] = p.down[N_ROWS - 1] = 0
    for r in range(1, N_ROWS - 1):
        p.across[r] = s.grass[r] & (s.grass[r] >> 1) & (s.front[r] | (s.front[r] >> 1))
        p.down[r] = s.grass[r] & s.grass[r + 1] & (s.front[r] | s.front[r + 1])


cdef inline int count_places(const Places* p) noexcept nogil:
    cdef int r, n = 0
    for r in range(1, N_ROWS - 1):
        n += n_bits(p.across[r] | (<unsigned int>p.down[r] << 16))
    return n


cdef inline void find_bans(const Tables* t, const State* s, int colour, Bans* b) noexcept nogil:
    """Squares where one space of a colour would join provinces against "6. Absorb Province"."""
    cdef const uint16_t* inside = s.inside[colour - 1]
    cdef uint16_t twice[N_ROWS]
    cdef int r, cell
    cdef uint16_t left, right
    cdef unsigned int rest
    cdef Join j
    b.touch[0] = b.banned[0] = b.touch[N_ROWS - 1] = b.banned[N_ROWS - 1] = 0
    for r in range(1, N_ROWS - 1):
        left = <uint16_t>(inside[r] << 1)
        right = inside[r] >> 1
        b.touch[r] = (left | right | inside[r - 1] | inside[r + 1]) & s.grass[r]
        twice[r] = ((left & right) | (inside[r - 1] & inside[r + 1])
                    | ((left | right) & (inside[r - 1] | inside[r + 1]))) & s.grass[r]
        b.banned[r] = 0
    for r in range(1, N_ROWS - 1):
        rest = twice[r]
        while rest:
            cell = 16 * r + lowest_bit(rest)
            rest &= rest - 1
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
    cdef int r, tile, cell, direction
    cdef unsigned int rest
    for r in range(1, N_ROWS - 1):
        for direction in range(RIGHT, DOWN + 1):
            rest = p.across[r] if direction == RIGHT else p.down[r]
            while rest:
                cell = 16 * r + lowest_bit(rest)
                rest &= rest - 1
                for tile in range(N_TILE_KINDS):
                    if (kinds >> tile) & 1:
                        if may_hold(t, s, seat, tile, cell, direction):
                            return True
                        if may_hold(t, s, seat, tile, cell + step_to(direction), direction + 2):
                            return True
    return False


cdef inline int most_moves(const Tables* t, const State* s, const Places* p, int seat) noexcept nogil:
    """The number of placements a player would have without bans."""
    cdef int tile, ways = 0
    for tile in range(N_TILE_KINDS):
        if s.hand[seat][tile]:
            ways += 1 if t.half[tile][0] == t.half[tile][1] else 2
    return ways * count_places(p)


cdef inline int write_row(int tile, int r, int direction, unsigned int rest, Move* moves) noexcept nogil:
    """Placements whose first space lies on the given squares of a row."""
    cdef int n = 0
    while rest:
        moves[n] = pack(KIND_PLACE, tile, 16 * r + lowest_bit(rest), direction)
        rest &= rest - 1
        n += 1
    return n


cdef inline int place_double(const Tables* t, const State* s, const Places* p, const Bans* b, int tile,
                             Move* moves) noexcept nogil:
    """Placements of a tile of one colour: where both spaces touch provinces, they are judged together."""
    cdef int r, n = 0, cell, colour = t.half[tile][0]
    cdef unsigned int across, down, rest
    cdef Join j
    for r in range(1, N_ROWS - 1):
        across = p.across[r] & ~b.banned[r] & ~(b.banned[r] >> 1)
        down = p.down[r] & ~b.banned[r] & ~b.banned[r + 1]
        rest = p.across[r] & b.touch[r] & (b.touch[r] >> 1)
        while rest:
            cell = lowest_bit(rest)
            across &= ~(<unsigned int>1 << cell)
            if join_areas(t, s, s.active, colour, 16 * r + cell, 16 * r + cell + 1, &j):
                across |= <unsigned int>1 << cell
            rest &= rest - 1
        rest = p.down[r] & b.touch[r] & b.touch[r + 1]
        while rest:
            cell = lowest_bit(rest)
            down &= ~(<unsigned int>1 << cell)
            if join_areas(t, s, s.active, colour, 16 * r + cell, 16 * r + cell + 16, &j):
                down |= <unsigned int>1 << cell
            rest &= rest - 1
        n += write_row(tile, r, RIGHT, across, moves + n)
        n += write_row(tile, r, DOWN, down, moves + n)
    return n


cdef inline int place_pair(const Tables* t, const Places* p, const Bans* first, const Bans* second, int tile,
                           Move* moves) noexcept nogil:
    """Placements of a tile of two colours, either way round: the colours are judged apart."""
    cdef int r, n = 0
    for r in range(1, N_ROWS - 1):
        n += write_row(tile, r, RIGHT, p.across[r] & ~first.banned[r] & ~(second.banned[r] >> 1), moves + n)
        n += write_row(tile, r, LEFT, (p.across[r] & ~second.banned[r] & ~(first.banned[r] >> 1)) << 1, moves + n)
        n += write_row(tile, r, DOWN, p.down[r] & ~first.banned[r] & ~second.banned[r + 1], moves + n)
        n += write_row(tile, r + 1, UP, p.down[r] & ~second.banned[r] & ~first.banned[r + 1], moves + n)
    return n


cdef inline int list_moves(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """"choose exactly one tile from your hand and put it onto the grid of the board"."""
    cdef Places places
    cdef Bans bans[N_COLOURS]
    cdef int tile, first, second, n = 0
    cdef unsigned int known = 0
    if s.active == NOBODY:
        return 0
    if s.stage == KIND_TILE:
        return list_tiles(t, s, moves)
    find_places(s, &places)
    for tile in range(N_TILE_KINDS):
        if s.hand[s.active][tile] == 0 or (s.chosen and s.chosen != tile + 1):
            continue
        first = t.half[tile][0] - 1
        second = t.half[tile][1] - 1
        if not (known >> first) & 1:
            find_bans(t, s, first + 1, &bans[first])
        if not (known >> second) & 1 and second != first:
            find_bans(t, s, second + 1, &bans[second])
        known |= (<unsigned int>1 << first) | (<unsigned int>1 << second)
        if first == second:
            n += place_double(t, s, &places, &bans[first], tile, moves + n)
        else:
            n += place_pair(t, &places, &bans[first], &bans[second], tile, moves + n)
    return n


cdef inline int list_tiles(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """The tiles in hand that can be placed, where all their placements would not fit in one list."""
    cdef Places places
    cdef int tile, n = 0
    cdef unsigned int kinds = kinds_in_hand(s, s.active)
    find_places(s, &places)
    for tile in range(N_TILE_KINDS):
        if some_place(t, s, &places, s.active, kinds & (<unsigned int>1 << tile)):
            moves[n] = pack(KIND_TILE, tile)
            n += 1
    return n
