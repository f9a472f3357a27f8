"""What a player cannot see, dealt anew; and the invariants of a state."""

from cext.games.qin.rules.grid cimport Squares, below, both, either, has, load, number_of, right_of, same
from cext.games.qin.rules.moves cimport forbidden_places, kinds_in_hand, some_place
from cext.games.qin.rules.provinces cimport Join, join_areas
from cext.games.qin.rules.seats cimport seats_word
from cext.games.qin.rules.state cimport DRAWN, KIND_PLACE, LAST_PAGODA, NOBODY, RUNNING, STAGE_OVER, State
from cext.games.qin.rules.tables cimport (
    ACROSS, MAX_PLAYERS, MAX_VILLAGES, N_CELLS, N_COLOURS, N_TILES, N_TILE_KINDS, N_WORDS, UPRIGHT, Tables,
)
from cext.games.qin.rules.turns cimport tiles_in_hand
from cext.games.qin.rules.villages cimport count_beside, village_owner
from cext.kernel.rng cimport rng_reshuffle, rng_stream
from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef enum:
    TRIES = 8              # deals tried until the player to move can place a tile


cdef inline void redeal_hidden(const Tables* t, State* s, int seat, uint64_t key) noexcept nogil:
    """Shuffle the tiles `seat` cannot see: the piles and the other hands.

    Whoever is to move has a tile he can place, as everybody sees from his not passing; where no deal is found, his hand
    stays.
    """
    cdef State one
    cdef int attempt, mover = s.active
    if mover == NOBODY or mover == seat:
        deal_hands(t, s, seat, seat, rng_stream(key, 0))
        return
    for attempt in range(TRIES):
        one = s[0]
        deal_hands(t, &one, seat, seat, rng_stream(key, attempt))
        if some_place(t, &one, kinds_in_hand(&one, mover)):
            s[0] = one
            return
    deal_hands(t, s, seat, mover, rng_stream(key, TRIES))


cdef inline void deal_hands(const Tables* t, State* s, int seat, int other, uint64_t stream) noexcept nogil:
    """The unseen tiles shuffled; the hands of two seats stay."""
    cdef uint8_t pool[N_TILES]
    cdef uint8_t size[MAX_PLAYERS]
    cdef int i, k, _, tile, n = 0
    for i in range(t.n_players):
        size[i] = 0
        if i != seat and i != other:
            for tile in range(N_TILE_KINDS):
                for _ in range(s.hand[i][tile]):
                    pool[n] = <uint8_t>tile
                    n += 1
                size[i] += s.hand[i][tile]
                s.hand[i][tile] = 0
    for k in range(s.drawn, N_TILES):
        pool[n] = s.bag[k]
        n += 1
    if n > 1:
        rng_reshuffle(pool, n, stream)
    n = 0
    for i in range(t.n_players):
        for _ in range(size[i]):
            s.hand[i][pool[n]] += 1
            n += 1
    for k in range(s.drawn, N_TILES):
        s.bag[k] = pool[n]
        n += 1


# Numbers of the invariants, for messages.
cdef enum:
    BROKEN_TILES = 1           # as many tiles of each kind as there are: drawn ones are in hands or on the map
    BROKEN_GRASS = 2           # grassland is what the map has and no tile covers; front and places follow from it
    BROKEN_AREA = 3            # connected spaces of one colour have one root, and its size
    BROKEN_PROVINCE = 4        # two spaces or more have an owner, one never; "inside" says which these are
    BROKEN_PAGODAS = 5         # one on a province, two on a major one; no owner has none; a colour is complete
    BROKEN_NEAR = 6            # villages beside an area
    BROKEN_BANS = 7            # where a space, or a tile of one colour, may not join provinces
    BROKEN_FORCE = 8           # pagodas beside a village
    BROKEN_VILLAGE = 9         # nobody could seize or conquer a village
    BROKEN_TURN = 10           # who decides has a legal placement


cdef inline int check_state(const Tables* t, const State* s) noexcept nogil:
    """0 when every invariant holds, else the number of the first that does not."""
    if not tiles_hold(t, s):
        return BROKEN_TILES
    if not grass_holds(t, s):
        return BROKEN_GRASS
    if not areas_hold(s):
        return BROKEN_AREA
    if not provinces_hold(s):
        return BROKEN_PROVINCE
    if not pagodas_hold(t, s):
        return BROKEN_PAGODAS
    if not near_holds(t, s):
        return BROKEN_NEAR
    if s.ended != LAST_PAGODA and not bans_hold(t, s):
        return BROKEN_BANS
    if not force_holds(t, s):
        return BROKEN_FORCE
    if s.ended != LAST_PAGODA and not villages_hold(t, s):
        return BROKEN_VILLAGE
    return 0 if turn_holds(t, s) else BROKEN_TURN


cdef inline bint tiles_hold(const Tables* t, const State* s) noexcept nogil:
    """Tiles in neither piles nor hands are on the map: their halves and the printed spaces are its spaces.

    No hand holds more than it began with, which the length of the longest list rests on (moves.pxd).
    """
    cdef int spaces[N_COLOURS + 1]
    cdef int count[N_TILE_KINDS]
    cdef int k, tile, i, cell
    for k in range(N_COLOURS + 1):
        spaces[k] = 0
    for tile in range(N_TILE_KINDS):
        count[tile] = t.count[tile]
        for i in range(t.n_players):
            count[tile] -= s.hand[i][tile]
    for i in range(t.n_players):
        if tiles_in_hand(s, i) > t.hand:
            return False
    if s.drawn > N_TILES:
        return False
    for k in range(N_TILES):
        if (s.bag[k] == DRAWN) != (k < s.drawn) or (k >= s.drawn and s.bag[k] >= N_TILE_KINDS):
            return False
        if k >= s.drawn:
            count[s.bag[k]] -= 1
    for tile in range(N_TILE_KINDS):
        if count[tile] < 0:
            return False
        spaces[t.half[tile][0]] += count[tile]
        spaces[t.half[tile][1]] += count[tile]
    for cell in range(N_CELLS):
        if s.colour[cell] > N_COLOURS:
            return False
        spaces[s.colour[cell]] -= 1
        spaces[t.colour[cell]] += 1
    return spaces[1] == 0 and spaces[2] == 0 and spaces[3] == 0


cdef inline bint grass_holds(const Tables* t, const State* s) noexcept nogil:
    """BROKEN_GRASS: grassland and front are those of the map less what tiles cover, and places lie on them."""
    cdef int cell
    cdef bint grass, beside
    cdef Squares squares, front, across, upright
    for cell in range(N_CELLS):
        grass = has(t.grass, cell) and s.colour[cell] == 0
        if grass != has(s.grass, cell):
            return False
        beside = grass and (s.colour[cell + 1] or s.colour[cell - 1] or s.colour[cell + 16] or s.colour[cell - 16])
        if beside != has(s.front, cell):
            return False
    squares = load(s.grass)
    front = load(s.front)
    across = both(both(squares, right_of(squares)), either(front, right_of(front)))
    upright = both(both(squares, below(squares)), either(front, below(front)))
    return places_hold(s, ACROSS, across) and places_hold(s, UPRIGHT, upright)


cdef inline bint places_hold(const State* s, int lie, Squares places) noexcept nogil:
    """Whether the state says what the places of a tile that lies so are, and how many in all and in each half row."""
    cdef int half, cell
    cdef uint64_t n
    if not same(load(s.places[lie]), places) or s.n_places[lie] != number_of(places):
        return False
    for half in range(2 * 16):
        n = 0
        for cell in range(8 * half, 8 * half + 8):
            n += has(s.places[lie], cell)
        if s.in_halves[lie][half >> 3] >> (8 * (half & 7)) & 0xff != n:
            return False
    return True


cdef inline bint areas_hold(const State* s) noexcept nogil:
    """Neighbours of one colour have one root; a ring holds as many squares of its root as its size says."""
    cdef int cell, other, n, step, all_ = 0, sizes = 0
    for cell in range(N_CELLS):
        if s.colour[cell] == 0:
            if s.size[cell] or s.owner[cell] or s.pagodas[cell]:
                return False
            continue
        all_ += 1
        sizes += s.size[cell]
        for step in range(2):
            other = cell + (16 if step else 1)
            if s.colour[other] == s.colour[cell] and s.root[other] != s.root[cell]:
                return False
        if s.colour[s.root[cell]] != s.colour[cell]:
            return False
        if s.root[cell] == cell:
            other = s.after[cell]
            n = 1
            while other != cell and n <= s.size[cell]:
                if s.root[other] != cell:
                    return False
                other = s.after[other]
                n += 1
            if n != s.size[cell]:
                return False
        elif s.size[cell] or s.owner[cell] or s.pagodas[cell]:
            return False
    return all_ == sizes


cdef inline bint provinces_hold(const State* s) noexcept nogil:
    """BROKEN_PROVINCE: areas of two spaces or more, and only these, have an owner and are inside.

    One founded after the last pagoda has none.
    """
    cdef int cell, colour
    cdef bint province
    for cell in range(N_CELLS):
        if s.size[cell] == 1 and s.owner[cell]:
            return False
        if s.size[cell] > 1 and s.owner[cell] == 0 and s.ended != LAST_PAGODA:
            return False
        for colour in range(1, N_COLOURS + 1):
            province = s.colour[cell] == colour and s.size[s.root[cell]] > 1
            if province != has(s.inside[colour - 1], cell):
                return False
    return True


cdef inline bint pagodas_hold(const Tables* t, const State* s) noexcept nogil:
    """BROKEN_PAGODAS: every area has the pagodas its size asks for, and every colour is complete with its supply.

    After the last pagoda the second of a double one may be missing, but no owner is without any.
    """
    cdef int placed[MAX_PLAYERS + 1]
    cdef int cell, v, i, wanted
    for i in range(MAX_PLAYERS + 1):
        placed[i] = 0
    for cell in range(N_CELLS):
        if s.owner[cell] > t.n_players:
            return False
        placed[s.owner[cell]] += s.pagodas[cell]
        wanted = 0 if s.owner[cell] == 0 else 2 if s.size[cell] >= t.major else 1
        if s.pagodas[cell] > wanted or (s.pagodas[cell] < wanted and s.ended != LAST_PAGODA):
            return False
        if (s.pagodas[cell] > 0) != (s.owner[cell] > 0):
            return False
    for v in range(MAX_VILLAGES):
        if s.village[v] > t.n_players or (s.village[v] and v >= t.n_villages):
            return False
        placed[s.village[v]] += 1
    for i in range(t.n_players):
        if placed[i + 1] + s.supply[i] != t.pagodas:
            return False
    return True


cdef inline bint near_holds(const Tables* t, const State* s) noexcept nogil:
    """BROKEN_NEAR: each area knows the villages its squares share an edge with."""
    cdef int cell, other
    cdef uint32_t near
    for cell in range(N_CELLS):
        if s.size[cell] == 0:
            if s.near[cell]:
                return False
            continue
        near = t.near[cell]
        other = s.after[cell]
        while other != cell:
            near |= t.near[other]
            other = s.after[other]
        if near != s.near[cell]:
            return False
    return True


cdef inline bint bans_hold(const Tables* t, const State* s) noexcept nogil:
    """BROKEN_BANS: what is said of every colour and of every kind of tile."""
    cdef int colour, tile, direction, n
    for colour in range(1, N_COLOURS + 1):
        if not colour_holds(t, s, colour):
            return False
    for tile in range(N_TILE_KINDS):
        n = 0
        for direction in range(2 * t.ways[tile]):
            n += number_of(forbidden_places(t, s, tile, direction))
        if n != s.forbidden[tile]:
            return False
    return True


cdef inline bint colour_holds(const Tables* t, const State* s, int colour) noexcept nogil:
    """A space of the colour is judged from nothing but its neighbours, a tile of it from those of both spaces."""
    cdef Join j
    cdef int cell
    cdef bint across, upright, any_ = False
    for cell in range(N_CELLS):
        if not has(s.grass, cell):
            continue
        if join_areas(t, s, 0, colour, cell, 0, &j) == has(s.banned[colour - 1], cell):
            return False
        across = has(s.places[ACROSS], cell) and not join_areas(t, s, 0, colour, cell, cell + 1, &j)
        upright = has(s.places[UPRIGHT], cell) and not join_areas(t, s, 0, colour, cell, cell + 16, &j)
        if across != (has(s.places[ACROSS], cell) and has(s.barred[colour - 1][ACROSS], cell)):
            return False
        if upright != (has(s.places[UPRIGHT], cell) and has(s.barred[colour - 1][UPRIGHT], cell)):
            return False
        any_ |= across or upright or has(s.banned[colour - 1], cell)
    return (s.bans >> colour) & 1 or not any_


cdef inline bint force_holds(const Tables* t, const State* s) noexcept nogil:
    """BROKEN_FORCE: pagodas of each seat beside each village, counted anew."""
    cdef int v
    cdef uint8_t force[MAX_PLAYERS]
    for v in range(t.n_villages):
        count_beside(s, v, force)
        if seats_word(force) != seats_word(s.force[v]):
            return False
    return True


cdef inline bint villages_hold(const Tables* t, const State* s) noexcept nogil:
    """BROKEN_VILLAGE: every village belongs to whom the pagodas beside it give it."""
    cdef int v
    for v in range(t.n_villages):
        if village_owner(t, s.village[v], seats_word(s.force[v])) != s.village[v]:
            return False
    return True


cdef inline bint turn_holds(const Tables* t, const State* s) noexcept nogil:
    """BROKEN_TURN: the game is over, or the seat that decides has a tile it may place and nobody has won."""
    cdef int i
    if s.active == NOBODY:
        return s.ended != RUNNING and s.stage == STAGE_OVER
    if s.active >= t.n_players or s.ended != RUNNING or s.stage != KIND_PLACE:
        return False
    for i in range(t.n_players):
        if s.supply[i] == 0:
            return False
    return some_place(t, s, kinds_in_hand(s, s.active))
