"""Game Play: which placements are allowed, counted, picked by number, or listed."""

from cext.games.masks cimport six
from cext.games.qin.rules.grid cimport below, count_few, count_word, has, lowest_bit, nth_bit, put, spread, sum_bytes
from cext.games.qin.rules.state cimport KIND_PLACE, State
from cext.games.qin.rules.tables cimport ACROSS, LEFT, N_COLOURS, N_TILE_KINDS, N_WORDS, UP, UPRIGHT, Tables
from cext.kernel.types cimport MAX_MOVES, Move, b_of, kassert, pack
from libc.stdint cimport uint8_t, uint64_t

cdef enum:
    MAX_PLACES = 312       # edges between 13 x 13 squares


# -- places of a tile, whatever its colours ----------------------------------------------------------------------------

cdef inline void find_places(State* s, int k) noexcept nogil:
    """"The tile may only be placed onto grassland spaces"; "At least one province space of the tile must share an edge
    with an existing province space of any color". Word k of the sets is written; the next of the front must be right.
    """
    s.places[ACROSS][k] = s.grass[k] & (s.grass[k] >> 1) & (s.front[k] | (s.front[k] >> 1))
    s.places[UPRIGHT][k] = s.grass[k] & below(s.grass, k) & (s.front[k] | below(s.front, k))
    s.n_places[ACROSS][k] = <uint8_t>count_word(s.places[ACROSS][k])
    s.n_places[UPRIGHT][k] = <uint8_t>count_word(s.places[UPRIGHT][k])


cdef inline int first_near(int cell) noexcept nogil:
    """The first of two words, four rows each, that hold all squares from two rows above a tile to two rows below its
    left or upper square."""
    return min(max(cell - 32, 0) >> 6, N_WORDS - 2)


cdef inline void cover(State* s, int cell, int second) noexcept nogil:
    """Two squares are covered, the smaller first: grassland, front and places around them.

    Grassland has changed on them and the front on their neighbours: both say of a place whose left or upper square lies
    up to two rows above, one below.
    """
    cdef uint64_t tile[N_WORDS]
    cdef int k, first = first_near(cell)
    for k in range(N_WORDS):
        tile[k] = 0
    put(tile, cell)
    put(tile, second)
    for k in range(first, first + 2):
        s.grass[k] &= ~tile[k]
        s.front[k] = (s.front[k] | spread(tile, k)) & s.grass[k]
    find_places(s, first + 1)
    find_places(s, first)


cdef inline bint bans_near(const State* s, int cell, int second) noexcept nogil:
    """Whether places that a ban might concern can have changed with two squares, the smaller first: those in columns
    from two before to two behind, in words that have changed."""
    cdef uint64_t columns = (<uint64_t>0x1f << (cell & 15) >> 2 | <uint64_t>0x1f << (second & 15) >> 2) & 0xffff
    cdef uint64_t bans = 0
    cdef int c, k, first = first_near(cell)
    for k in range(first, first + 2):
        for c in range(N_COLOURS):
            bans |= s.banned[c][k] | s.barred[c][ACROSS][k] | s.barred[c][UPRIGHT][k]
    return bans & columns * <uint64_t>0x0001000100010001 != 0


# -- groups: the placements of one kind of tile in one direction -------------------------------------------------------

cdef inline unsigned int kinds_in_hand(const State* s, int seat) noexcept nogil:
    """Mask of the kinds of tile a player holds: which of six bytes below 129 are not zero (masks.pxd)."""
    cdef uint64_t top = six(s.hand[seat]) + <uint64_t>0x7f7f7f7f7f7fULL & <uint64_t>0x808080808080ULL
    return <unsigned int>((top >> 7) * <uint64_t>0x0102040810204080ULL >> 56)


cdef inline int lie(int direction) noexcept nogil:
    """How a tile lies whose second space is in that direction: ACROSS or UPRIGHT."""
    return direction & 1


cdef inline void forbidden_places(const Tables* t, const State* s, int tile, int direction,
                                  uint64_t* squares) noexcept nogil:
    """Places where a tile may not lie in that direction: the spaces of two colours are judged apart."""
    cdef int first = t.half[tile][0], second = t.half[tile][1], k
    cdef bint turned = direction == LEFT or direction == UP
    cdef const uint64_t* here = s.banned[(second if turned else first) - 1]
    cdef const uint64_t* there = s.banned[(first if turned else second) - 1]
    cdef const uint64_t* places = s.places[lie(direction)]
    for k in range(N_WORDS):
        if first == second:
            squares[k] = places[k] & s.barred[first - 1][lie(direction)][k]
        elif lie(direction) == UPRIGHT:
            squares[k] = places[k] & (here[k] | below(there, k))
        else:
            squares[k] = places[k] & (here[k] | (there[k] >> 1))


cdef inline int group_size(const Tables* t, const State* s, int tile, int direction) noexcept nogil:
    """Placements of a tile in one direction."""
    cdef uint64_t forbidden[N_WORDS]
    cdef int n = sum_bytes(s.n_places[lie(direction)])
    if s.forbidden[tile]:
        forbidden_places(t, s, tile, direction, forbidden)
        n -= count_few(forbidden)
    return n


cdef inline int places_with(const State* s, int cell, const uint64_t* apart) noexcept nogil:
    """Places one of whose squares is `cell`, the other not in a set."""
    return ((has(s.places[ACROSS], cell) > has(apart, cell + 1))
            + (has(s.places[ACROSS], cell - 1) > has(apart, cell - 1))
            + (has(s.places[UPRIGHT], cell) > has(apart, cell + 16))
            + (has(s.places[UPRIGHT], cell - 16) > has(apart, cell - 16)))


cdef inline int forbidden_to_two(const State* s, int first, int second) noexcept nogil:
    """Placements that bans forbid a tile of two colours: those with the first on a banned square, and of the others
    those with the second on one."""
    cdef const uint64_t* banned = s.banned[first - 1]
    cdef uint64_t none[N_WORDS]
    cdef uint64_t rest
    cdef int k, n = 0
    for k in range(N_WORDS):
        none[k] = 0
    for k in range(N_WORDS):
        rest = banned[k]
        while rest:
            n += places_with(s, 64 * k + lowest_bit(rest), none)
            rest &= rest - 1
        rest = s.banned[second - 1][k]
        while rest:
            n += places_with(s, 64 * k + lowest_bit(rest), banned)
            rest &= rest - 1
    return n


cdef inline int forbidden_to_one(const State* s, int colour) noexcept nogil:
    """Placements that bans forbid a tile of one colour."""
    cdef int k, n = 0
    for k in range(N_WORDS):
        n += count_word(s.places[ACROSS][k] & s.barred[colour - 1][ACROSS][k])
        n += count_word(s.places[UPRIGHT][k] & s.barred[colour - 1][UPRIGHT][k])
    return n


cdef inline void count_forbidden(const Tables* t, State* s) noexcept nogil:
    """How many placements of each kind of tile are forbidden: by bans on its colours."""
    cdef int tile, first, second, n
    for tile in range(N_TILE_KINDS):
        first = t.half[tile][0]
        second = t.half[tile][1]
        n = 0
        if s.bans & (1 << first | 1 << second):
            n = forbidden_to_one(s, first) if first == second else forbidden_to_two(s, first, second)
        s.forbidden[tile] = <uint8_t>n


cdef inline int tile_size(const Tables* t, const State* s, int tile) noexcept nogil:
    """Placements of a tile: one for each place, and one turned round if it has two colours."""
    return t.ways[tile] * (sum_bytes(s.n_places[ACROSS]) + sum_bytes(s.n_places[UPRIGHT])) - s.forbidden[tile]


cdef inline void squares_of(const Tables* t, const State* s, int tile, int direction, uint64_t* squares) noexcept nogil:
    """The left or upper squares of a group of placements."""
    cdef const uint64_t* places = s.places[lie(direction)]
    cdef int k
    for k in range(N_WORDS):
        squares[k] = 0
    if s.forbidden[tile]:
        forbidden_places(t, s, tile, direction, squares)
    for k in range(N_WORDS):
        squares[k] = places[k] & ~squares[k]


# -- all placements: "choose exactly one tile from your hand and put it onto the grid of the board" --------------------

cdef inline bint some_place(const Tables* t, const State* s, unsigned int kinds) noexcept nogil:
    """Whether a tile of any of these kinds can be placed."""
    while kinds:
        if tile_size(t, s, lowest_bit(kinds)):
            return True
        kinds &= kinds - 1
    return False


cdef inline int count_placements(const Tables* t, const State* s, int seat, int* upto) noexcept nogil:
    """Placements a player may choose from; upto: those of the kinds of tile before each one and of itself."""
    cdef int tile, n = 0
    for tile in range(N_TILE_KINDS):
        n += tile_size(t, s, tile) & -(s.hand[seat][tile] > 0)
        upto[tile] = n
    return n


cdef inline Move placement(int tile, int cell, int direction) noexcept nogil:
    """The placement on a place, given by its left or upper square: the tile's first space may be the other one."""
    cdef int step = 1 if direction == LEFT else 16 if direction == UP else 0
    return pack(KIND_PLACE, tile, cell + step, direction)


cdef inline Move pick_placement(const Tables* t, const State* s, const int* upto, int number) noexcept nogil:
    """The placement of that number in the list; upto: see count_placements()."""
    cdef uint64_t squares[N_WORDS]
    cdef uint8_t n_squares[N_WORDS]
    cdef int tile = 0, direction = 0, k, n, before = 0
    for k in range(N_TILE_KINDS - 1):
        n = number >= upto[k]
        tile += n
        before = upto[k] if n else before
    number -= before
    if s.forbidden[tile] == 0:
        return pick_place(s, tile, number)
    n = group_size(t, s, tile, direction)
    while number >= n:
        number -= n
        direction += 1
        n = group_size(t, s, tile, direction)
    squares_of(t, s, tile, direction, squares)
    for k in range(N_WORDS):
        n_squares[k] = <uint8_t>count_word(squares[k])
    return nth_placement(tile, direction, squares, n_squares, number)


cdef inline Move pick_place(const State* s, int tile, int number) noexcept nogil:
    """The placement of that number of a tile to which no place is forbidden."""
    cdef int across = sum_bytes(s.n_places[ACROSS]), both = across + sum_bytes(s.n_places[UPRIGHT])
    cdef int turned = number >= both, upright
    number -= both & -turned
    upright = number >= across
    number -= across & -upright
    return nth_placement(tile, turned << 1 | upright, s.places[upright], s.n_places[upright], number)


cdef inline Move nth_placement(int tile, int direction, const uint64_t* squares, const uint8_t* n_squares,
                               int number) noexcept nogil:
    """The placement of that number of a group; n_squares: how many of its squares lie in each word."""
    cdef int k, n, upto = 0, word = 0, before = 0
    for k in range(N_WORDS - 1):
        upto += n_squares[k]
        n = number >= upto
        word += n
        before = upto if n else before
    return placement(tile, 64 * word + nth_bit(squares[word], number - before), direction)


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


cdef inline int write_group(const Tables* t, const State* s, int tile, int direction, const Move* places,
                            Move* moves) noexcept nogil:
    """A group copies the list of places without those forbidden to it; how many are left."""
    cdef uint64_t squares[N_WORDS]
    cdef Move first = placement(tile, 0, direction)
    cdef int i, n = 0, size = sum_bytes(s.n_places[lie(direction)])
    if s.forbidden[tile] == 0:
        for i in range(size):
            moves[i] = places[i] + first
        return size
    squares_of(t, s, tile, direction, squares)
    for i in range(size):
        # written whether allowed or not, and written over if not: cheaper than a branch
        moves[n] = places[i] + first
        n += has(squares, b_of(places[i]))
    return n


# No list is longer than MAX_MOVES = 1536. 13 x 13 squares have 312 edges between them; let T of these lie between a
# province space and grassland. Every place holds one of at most T squares of the front, which has at most 3 further
# edges: at most 3 T places. And every place is one of the 312 - T edges left. So there are at most 234 places, at
# T = 78; a tile lies there in two ways, and components.py allows three tiles in hand: 3 x 2 x 234 = 1404 placements.
cdef inline int list_moves(const Tables* t, const State* s, Move* moves) noexcept nogil:
    """The legal moves: by kind of tile, direction, square."""
    cdef Move places[2][MAX_PLACES]
    cdef unsigned int kinds = kinds_in_hand(s, s.active) if s.stage == KIND_PLACE else 0
    cdef int direction, tile, n = 0
    list_squares(s.places[ACROSS], places[ACROSS])
    list_squares(s.places[UPRIGHT], places[UPRIGHT])
    while kinds:
        tile = lowest_bit(kinds)
        kinds &= kinds - 1
        for direction in range(2 * t.ways[tile]):
            n += write_group(t, s, tile, direction, places[lie(direction)], &moves[n])
    kassert(n <= MAX_MOVES)
    return n
