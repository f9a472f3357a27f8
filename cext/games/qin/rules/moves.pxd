"""Game Play: which placements are allowed, counted, picked by number, or listed."""

from cext.games.byte_masks cimport load6
from cext.games.qin.rules.grid cimport (
    Pair, Squares, below, both, count_rows, either, every_bit, first_word, has, load, load_rows, lowest_bit, nth_bit,
    number_of, right_of, row_down, row_up, second_word, some, spread, store, store_rows, sum_of_word, without, words_of,
)
from cext.games.qin.rules.state cimport KIND_PLACE, State
from cext.games.qin.rules.tables cimport ACROSS, LEFT, N_COLOURS, N_TILE_KINDS, N_WORDS, UP, UPRIGHT, Tables
from cext.kernel.types cimport MAX_MOVES, Move, b_of, kassert, pack
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

cdef enum:
    MAX_PLACES = 312       # edges between 13 x 13 squares
    N_UPTO = 9             # sums of the placements before each kind of tile, and of all as often as fills two words


# -- places of a tile, whatever its colours ----------------------------------------------------------------------------

cdef inline void find_places(State* s, int first) noexcept nogil:
    """"The tile may only be placed onto grassland spaces"; "At least one province space of the tile must share an edge
    with an existing province space of any color". Words `first` and the next of the sets are written.
    """
    cdef int beyond = (first + 2) % N_WORDS                         # the word above, or, above the last, none
    cdef uint64_t above = -<uint64_t>(first + 2 < N_WORDS)
    cdef Pair grass = load_rows(&s.grass[first]), front = load_rows(&s.front[first])
    cdef Pair across = grass & (grass >> 1) & (front | (front >> 1))
    cdef Pair upright = grass & row_up(grass, s.grass[beyond] & above)
    upright &= front | row_up(front, s.front[beyond] & above)
    write_places(s, ACROSS, first, across)
    write_places(s, UPRIGHT, first, upright)


cdef inline void write_places(State* s, int lie, int first, Pair places) noexcept nogil:
    """Two words of the places where a tile may lie so, and how many there are now."""
    cdef uint64_t* counts = s.in_halves[lie]
    store_rows(&s.places[lie][first], places)
    store_rows(&counts[first], count_rows(places))
    s.n_places[lie] = <uint8_t>sum_of_word(counts[0] + counts[1] + counts[2] + counts[3])


cdef inline int first_near(int cell) noexcept nogil:
    """The first of two words, four rows each, that hold all squares from two rows above a tile to two rows below its
    left or upper square."""
    return min(max(cell - 32, 0) >> 6, N_WORDS - 2)


cdef inline void cover(State* s, int cell, int second) noexcept nogil:
    """Two squares are covered, the smaller first: grassland, front and places around them.

    Grassland has changed on them and the front on their neighbours: both say of a place whose left or upper square lies
    up to two rows above, one below.
    """
    cdef int first = first_near(cell)
    cdef Pair tile = one_of(cell - 64 * first) | one_of(second - 64 * first)
    cdef Pair grass = load_rows(&s.grass[first]) & ~tile
    cdef Pair around = (tile << 1) | (tile >> 1) | row_up(tile, 0) | row_down(tile, 0)
    store_rows(&s.grass[first], grass)
    store_rows(&s.front[first], (load_rows(&s.front[first]) | around) & grass)
    find_places(s, first)


cdef inline Pair one_of(int bit) noexcept nogil:
    """That bit of two words."""
    cdef uint64_t word = <uint64_t>1 << (bit & 63)
    return words_of(word, word) & every_bit[bit >> 6][0]


cdef inline bint bans_near(const State* s, int cell, int second) noexcept nogil:
    """Whether places that a ban might concern can have changed with two squares, the smaller first: those in columns
    from two before to two behind, in words that have changed."""
    cdef uint64_t columns = (<uint64_t>0x1f << (cell & 15) >> 2 | <uint64_t>0x1f << (second & 15) >> 2) & 0xffff
    cdef int c, first = first_near(cell)
    cdef Pair bans = words_of(0, 0)
    for c in range(N_COLOURS):
        bans |= load_rows(&s.banned[c][first])
        bans |= load_rows(&s.barred[c][ACROSS][first]) | load_rows(&s.barred[c][UPRIGHT][first])
    return (first_word(bans) | second_word(bans)) & columns * <uint64_t>0x0001000100010001 != 0


# -- groups: the placements of one kind of tile in one direction -------------------------------------------------------

cdef inline unsigned int kinds_in_hand(const State* s, int seat) noexcept nogil:
    """Mask of the kinds of tile a player holds: which of six bytes below 129 are not zero (byte_masks.pxd)."""
    cdef uint64_t top = load6(s.hand[seat]) + <uint64_t>0x7f7f7f7f7f7fULL & <uint64_t>0x808080808080ULL
    return <unsigned int>((top >> 7) * <uint64_t>0x0102040810204080ULL >> 56)


cdef inline int lie(int direction) noexcept nogil:
    """How a tile lies whose second space is in that direction: ACROSS or UPRIGHT."""
    return direction & 1


cdef inline Squares forbidden_places(const Tables* t, const State* s, int tile, int direction) noexcept nogil:
    """Places where a tile may not lie in that direction: the spaces of two colours are judged apart."""
    cdef int first = t.half[tile][0], second = t.half[tile][1]
    cdef bint turned = direction == LEFT or direction == UP
    cdef Squares here, there, places = load(s.places[lie(direction)])
    if first == second:
        return both(places, load(s.barred[first - 1][lie(direction)]))
    here = load(s.banned[(second if turned else first) - 1])
    there = load(s.banned[(first if turned else second) - 1])
    return both(places, either(here, below(there) if lie(direction) == UPRIGHT else right_of(there)))


cdef inline int places_with(const State* s, int cell) noexcept nogil:
    """Places one of whose squares is `cell`."""
    return (has(s.places[ACROSS], cell) + has(s.places[ACROSS], cell - 1)
            + has(s.places[UPRIGHT], cell) + has(s.places[UPRIGHT], cell - 16))


cdef inline int forbidden_to_space(const State* s, int colour) noexcept nogil:
    """Placements of a tile of two colours that bans forbid to its space of one, whatever the other is."""
    cdef uint64_t rest
    cdef int k, n = 0
    for k in range(N_WORDS):
        rest = s.banned[colour - 1][k] & s.grass[k]
        while rest:
            n += places_with(s, 64 * k + lowest_bit(rest))
            rest &= rest - 1
    return n


cdef inline int forbidden_twice(const State* s, int first, int second) noexcept nogil:
    """Placements of a tile of two colours that bans forbid to both of its spaces."""
    cdef Squares one = load(s.banned[first - 1]), other = load(s.banned[second - 1])
    cdef Squares across, upright
    if not some(both(one, spread(other))):
        return 0
    across = load(s.places[ACROSS])
    upright = load(s.places[UPRIGHT])
    return (number_of(both(across, both(one, right_of(other)))) + number_of(both(across, both(other, right_of(one))))
            + number_of(both(upright, both(one, below(other)))) + number_of(both(upright, both(other, below(one)))))


cdef inline int forbidden_to_one(const State* s, int colour) noexcept nogil:
    """Placements that bans forbid a tile of one colour."""
    return (number_of(both(load(s.places[ACROSS]), load(s.barred[colour - 1][ACROSS])))
            + number_of(both(load(s.places[UPRIGHT]), load(s.barred[colour - 1][UPRIGHT]))))


cdef inline void count_forbidden(const Tables* t, State* s) noexcept nogil:
    """How many placements of each kind of tile are forbidden: by bans on its colours."""
    cdef int to_space[N_COLOURS + 1]
    cdef int colour, tile, first, second, n
    for colour in range(1, N_COLOURS + 1):
        to_space[colour] = forbidden_to_space(s, colour) if (s.bans >> colour) & 1 else 0
    for tile in range(N_TILE_KINDS):
        first = t.half[tile][0]
        second = t.half[tile][1]
        if first != second:
            n = to_space[first] + to_space[second]
            if to_space[first] and to_space[second]:
                n -= forbidden_twice(s, first, second)
        else:
            n = forbidden_to_one(s, first) if (s.bans >> first) & 1 else 0
        s.forbidden[tile] = <uint16_t>n


cdef inline int tile_size(const Tables* t, const State* s, int tile) noexcept nogil:
    """Placements of a tile: one for each place, and one turned round if it has two colours."""
    return t.ways[tile] * (s.n_places[ACROSS] + s.n_places[UPRIGHT]) - s.forbidden[tile]


cdef inline Squares allowed_places(const Tables* t, const State* s, int tile, int direction) noexcept nogil:
    """The left or upper squares of a group of placements."""
    return without(load(s.places[lie(direction)]), forbidden_places(t, s, tile, direction))


# -- all placements: "choose exactly one tile from your hand and put it onto the grid of the board" --------------------

cdef inline bint some_place(const Tables* t, const State* s, unsigned int kinds) noexcept nogil:
    """Whether a tile of any of these kinds can be placed."""
    while kinds:
        if tile_size(t, s, lowest_bit(kinds)):
            return True
        kinds &= kinds - 1
    return False


cdef inline uint32_t offered_at(const Tables* t, const State* s, int seat) noexcept nogil:
    """What the decision is among, a bit each: kinds of tile in hand that can be placed."""
    cdef unsigned int kinds = kinds_in_hand(s, seat), placeable = 0
    while kinds:
        placeable |= <unsigned int>(tile_size(t, s, lowest_bit(kinds)) != 0) << lowest_bit(kinds)
        kinds &= kinds - 1
    return placeable


cdef inline uint64_t four_of(uint64_t number) noexcept nogil:
    """A word of sixteen bits four times; times a word of four, the sums of these up to each."""
    return number * <uint64_t>0x0001000100010001


cdef inline uint64_t sizes_in_hand(const Tables* t, const State* s, int seat, int first) noexcept nogil:
    """Placements of four kinds of tile from `first` on, sixteen bits each: those not in hand have none."""
    cdef uint64_t hand = 0, forbidden
    memcpy(&hand, &s.hand[seat][first], 2 if first else 4)
    memcpy(&forbidden, &s.forbidden[first], 8)
    hand = (hand | hand << 16) & <uint64_t>0x0000ffff0000ffff
    hand = (hand | hand << 8) & <uint64_t>0x00ff00ff00ff00ff
    hand = (hand + <uint64_t>0x00ff00ff00ff00ff) >> 8 & four_of(1)
    return (t.ways_of_four[first >> 2] * (s.n_places[ACROSS] + s.n_places[UPRIGHT]) - forbidden) & hand * 0xffff


cdef inline int count_placements(const Tables* t, const State* s, int seat, uint16_t* upto) noexcept nogil:
    """Placements a player may choose from; upto: those of the kinds of tile before each one."""
    cdef uint64_t first = four_of(sizes_in_hand(t, s, seat, 0))
    cdef uint64_t last = four_of(sizes_in_hand(t, s, seat, 4)) + four_of(first >> 48)
    upto[0] = 0
    memcpy(&upto[1], &first, 8)
    memcpy(&upto[5], &last, 8)
    return <int>(last >> 48)


cdef inline int kind_at(const uint16_t* upto, int number) noexcept nogil:
    """The kind of tile of the placement of that number: how many of the sums up to each kind are not above it."""
    cdef uint64_t first, last, all_ = four_of(number | 0x8000)
    memcpy(&first, &upto[1], 8)
    memcpy(&last, &upto[5], 8)
    return <int>(four_of(((all_ - first) >> 15 & four_of(1)) + ((all_ - last) >> 15 & four_of(1))) >> 48)


cdef inline Move placement(int tile, int cell, int direction) noexcept nogil:
    """The placement on a place, given by its left or upper square: the tile's first space may be the other one."""
    cdef int step = 0x10010000 >> (8 * direction) & 0xff  # LEFT 1, UP 16, else 0
    return pack(KIND_PLACE, tile, cell + step, direction)


cdef inline Move pick_placement(const Tables* t, const State* s, const uint16_t* upto, int number) noexcept nogil:
    """The placement of that number in the list; upto: see count_placements()."""
    cdef uint64_t squares[N_WORDS]
    cdef uint64_t counts[N_WORDS]
    cdef Squares allowed
    cdef int tile = kind_at(upto, number), direction = 0, n
    number -= upto[tile]
    if s.forbidden[tile] == 0:
        return pick_place(s, tile, number)
    while True:
        allowed = allowed_places(t, s, tile, direction)
        n = number_of(allowed)
        if number < n:
            break
        number -= n
        direction += 1
    store(squares, allowed)
    store_rows(counts, count_rows(allowed.upper))
    store_rows(counts + 2, count_rows(allowed.lower))
    return nth_placement(tile, direction, squares, counts, number)


cdef inline Move pick_place(const State* s, int tile, int number) noexcept nogil:
    """The placement of that number of a tile to which no place is forbidden."""
    cdef int across = s.n_places[ACROSS], all_ = across + s.n_places[UPRIGHT]
    cdef int turned = number >= all_, upright
    number -= all_ & -turned
    upright = number >= across
    number -= across & -upright
    return nth_placement(tile, turned << 1 | upright, s.places[upright], s.in_halves[upright], number)


cdef inline Move nth_placement(int tile, int direction, const uint64_t* squares, const uint64_t* counts,
                               int number) noexcept nogil:
    """The placement of that number of a group; counts: how many of its squares lie in each half row."""
    cdef int k, n, upto = 0, word = 0, before = 0
    for k in range(N_WORDS - 1):
        upto += sum_of_word(counts[k])
        n = number >= upto
        word += n
        before = upto if n else before
    return placement(tile, 64 * word + nth_bit(squares[word], counts[word], number - before), direction)


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
    cdef int i, n = 0, size = s.n_places[lie(direction)]
    if s.forbidden[tile] == 0:
        for i in range(size):
            moves[i] = places[i] + first
        return size
    store(squares, allowed_places(t, s, tile, direction))
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
