"""Setup, a turn, and the end of the game, in the order of the rulebook."""

from cext.games.qin.rules.bans cimport update_bans
from cext.games.qin.rules.effect cimport Effect, preview_placement
from cext.games.qin.rules.moves cimport bans_near, count_forbidden, cover, find_places, kinds_in_hand, some_place
from cext.games.qin.rules.pagodas cimport place_pagodas
from cext.games.qin.rules.provinces cimport Join
from cext.games.qin.rules.seats cimport of_seat, seats_word
from cext.games.qin.rules.state cimport (
    DRAWN, KIND_PLACE, LAST_PAGODA, NOBODY, NO_ROOM, NO_TILES, RUNNING, STAGE_OVER, T_MAJORS_GAINED, T_PASSES,
    T_PROVINCES_ABSORBED, T_PROVINCES_EXPANDED, T_PROVINCES_FOUNDED, T_PROVINCES_LOST, T_PROVINCES_UNITED, State,
)
from cext.games.qin.rules.tables cimport MAX_PLAYERS, N_TILES, N_TILE_KINDS, N_WORDS, Tables
from cext.kernel.rng cimport rng_below, rng_shuffle, rng_stream
from cext.kernel.types cimport Move, a_of, kassert
from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memmove, memset

cdef enum:
    DRAW_TILES = 0         # stream of the deal that shuffles the tiles
    DRAW_HELD = 1          # and the one that says which tile a tile held from the start replaces
    OPENING_TURNS = 4      # turns of a seat that make its opening

# Classes of placements, by the most telling thing they do; also the letters of openings.
cdef enum:
    CLASS_ABSORB = 1
    CLASS_CONQUER = 2
    CLASS_CONNECT = 3
    CLASS_MAJOR = 4
    CLASS_TWO = 5
    CLASS_FOUND = 6
    CLASS_EXPAND = 7
    CLASS_NONE = 8


# -- Setup -------------------------------------------------------------------------------------------------------------

cdef inline void deal_game(const Tables* maps, State* s, const int8_t* boards, uint64_t key) noexcept nogil:
    """Setup: "Shuffle the tiles. Give each player 3 face down tiles"; pagodas by the number of players.

    boards: the number of the map, the same for all seats; -1: the first.
    """
    cdef const Tables* t = &maps[boards[0] if boards[0] >= 0 else 0]
    cdef int i, k, _, n = 0, tile
    memset(s, 0, sizeof(State))
    s.board = t.board
    for tile in range(N_TILE_KINDS):
        for _ in range(t.count[tile]):
            s.bag[n] = <uint8_t>tile
            n += 1
    rng_shuffle(s.bag, n, rng_stream(key, DRAW_TILES))
    if n < N_TILES:  # tiles that are not in the game have left the bag before it begins
        s.drawn = <uint8_t>(N_TILES - n)
        memmove(&s.bag[s.drawn], s.bag, n)
        memset(s.bag, DRAWN, s.drawn)
    for k in range(N_WORDS):
        s.grass[k] = t.grass[k]
    for k in range(t.n_printed):
        put_space(t, s, t.printed[k], t.colour[t.printed[k]])
        cover(s, t.printed[k], t.printed[k])
    find_places(s, 0)
    find_places(s, 2)
    for i in range(t.n_players):
        s.supply[i] = t.pagodas
        for _ in range(t.hand):
            draw_tile(s, i)
        memcpy(s.dealt[i], s.hand[i], N_TILE_KINDS)
    s.leader = NOBODY
    s.active = 0
    s.stage = KIND_PLACE
    open_turn(t, s, 0)


cdef inline void hold_tile(State* s, int seat, int tile, uint64_t key) noexcept nogil:
    """An experiment, not in the rulebook: a tile of the hand, drawn by lot, changes places with one of the kind in the
    bag, drawn by lot; nothing where it is of that kind."""
    cdef int k = 0, n = 0, kind, at
    cdef uint64_t stream = rng_stream(key, DRAW_HELD)
    for kind in range(N_TILE_KINDS):
        n += s.hand[seat][kind]
    n = <int>rng_below(stream, 0, n)  # a hand is never empty at the start
    while n >= s.hand[seat][k]:
        n -= s.hand[seat][k]
        k += 1
    n = 0
    for at in range(s.drawn, N_TILES):
        n += s.bag[at] == tile
    if k == tile or n == 0:
        return
    n = <int>rng_below(stream, 1, n)
    at = s.drawn
    while s.bag[at] != tile or n > 0:
        n -= s.bag[at] == tile
        at += 1
    s.bag[at] = <uint8_t>k
    s.hand[seat][k] -= 1
    s.hand[seat][tile] += 1
    s.dealt[seat][k] -= 1
    s.dealt[seat][tile] += 1


cdef inline void draw_tile(State* s, int seat) noexcept nogil:
    """"At the end of your turn, you draw one new tile"; "If all piles are exhausted, you cannot draw"."""
    if s.drawn < N_TILES:
        s.hand[seat][s.bag[s.drawn]] += 1
        s.bag[s.drawn] = DRAWN
        s.drawn += 1


# -- Game Play ---------------------------------------------------------------------------------------------------------

cdef inline void put_space(const Tables* t, State* s, int cell, int colour) noexcept nogil:
    """A province space on the map, an area of its own for the moment."""
    s.colour[cell] = <uint8_t>colour
    s.root[cell] = <uint8_t>cell
    s.after[cell] = <uint8_t>cell
    s.size[cell] = 1
    s.near[cell] = t.near[cell]


cdef inline void make_move(const Tables* t, State* s, Move move) noexcept nogil:
    """Place a tile and carry out what it triggers."""
    cdef Effect e
    cdef bint allowed
    kassert(s.active != NOBODY)
    allowed = preview_placement(t, s, move, &e)
    kassert(allowed)
    place_tile(t, s, a_of(move), &e)


cdef inline void place_tile(const Tables* t, State* s, int tile, const Effect* e) noexcept nogil:
    """The same when what the placement triggers is worked out already."""
    s.hand[s.active][tile] -= 1
    if s.opened[s.active][0] == 0:
        s.opened[s.active][0] = <uint8_t>e.cell[0]
        s.opened[s.active][1] = <uint8_t>e.cell[1]
    if s.round < OPENING_TURNS:
        s.opening[s.active] |= <uint32_t>class_of(s, e) << (4 * s.round)
    update_counters(s, e)
    place_spaces(t, s, e)
    if place_pagodas(t, s, e):
        s.ended = LAST_PAGODA
        finish_turn(t, s)
        end_game(s)
        return
    draw_tile(s, s.active)
    finish_turn(t, s)
    next_player(t, s)


cdef inline void place_spaces(const Tables* t, State* s, const Effect* e) noexcept nogil:
    """The two spaces on the map, joined to the areas they touch; dislodged pagodas go back to their owners."""
    cdef uint32_t supply = seats_word(s.supply) + e.removed
    cdef int k, m, root, low = min(e.cell[0], e.cell[1]), high = max(e.cell[0], e.cell[1])
    cdef bint changed = False
    cdef const Join* j
    memcpy(s.supply, &supply, MAX_PLAYERS)
    put_space(t, s, e.cell[0], e.colour[0])
    put_space(t, s, e.cell[1], e.colour[1])
    cover(s, low, high)
    for k in range(e.n_joins):
        j = &e.join[k]
        if j.owner == 0:
            continue
        root = e.cell[k]
        for m in range(j.n):
            root ^= (root ^ j.root[m]) & -<int>(s.size[j.root[m]] > s.size[root])
        for m in range(j.n):
            merge_into(s, root, j.root[m])
        merge_into(s, root, e.cell[k])
        if e.n_joins == 1:
            merge_into(s, root, e.cell[1])
        kassert(s.size[root] == j.size)
        s.near[root] = j.near
        s.pagodas[root] = <uint8_t>j.kept
        s.owner[root] = <uint8_t>j.owner
        changed |= update_bans(t, s, e.colour[k], root)
    if changed or (s.bans and bans_near(s, low, high)):
        count_forbidden(t, s)


cdef inline void merge_into(State* s, int root, int old) noexcept nogil:
    """Give the squares of one area to another; the smaller is relabelled."""
    cdef int cell = old
    cdef uint8_t link
    if old == root:
        return
    while True:
        s.root[cell] = <uint8_t>root
        cell = s.after[cell]
        if cell == old:
            break
    link = s.after[root]
    s.after[root] = s.after[old]
    s.after[old] = link
    s.size[root] += s.size[old]
    s.size[old] = s.owner[old] = s.pagodas[old] = 0
    s.near[old] = 0


cdef inline void finish_turn(const Tables* t, State* s) noexcept nogil:
    """Book-keeping for reports: points after the round, who leads (the old leader keeps a tie)."""
    cdef int i, lowest, best, first = t.n_players * (s.round if s.round < t.n_rounds else t.n_rounds - 1)
    cdef uint32_t supply = seats_word(s.supply), points = t.pagodas * <uint32_t>0x01010101 - supply
    memcpy(&s.score_after[first], &points, MAX_PLAYERS)  # with fewer players into the next round's, not begun
    supply += t.spare  # seats that do not play have most
    lowest = MAX_PLAYERS * of_seat(supply, 0)
    for i in range(1, MAX_PLAYERS):
        lowest = min(lowest, MAX_PLAYERS * of_seat(supply, i) + i)
    best = lowest % MAX_PLAYERS
    if s.leader == NOBODY:
        if s.supply[best] < t.pagodas:
            s.leader = <uint8_t>best
    elif s.supply[best] < s.supply[s.leader]:
        s.leader = <uint8_t>best
        s.lead_changes += 1


cdef inline void next_player(const Tables* t, State* s) noexcept nogil:
    """"Then it is the next player's turn", clockwise."""
    cdef int placed = s.round
    s.active += 1
    if s.active == t.n_players:
        s.active = 0
        s.round += 1
    open_turn(t, s, placed)


cdef inline int tiles_in_hand(const State* s, int seat) noexcept nogil:
    """Tiles in the hand of a seat, 0 to 3."""
    cdef int tile, n = 0
    for tile in range(N_TILE_KINDS):
        n += s.hand[seat][tile]
    return n


cdef inline void open_turn(const Tables* t, State* s, int placed) noexcept nogil:
    """The turn of the next player who can place a tile, or the end of the game in the round of the last placement.

    "The game also ends when all players have run out of tiles or when there are no adjacent grassland spaces left on
    the game board where a tile could be placed." Who alone cannot place passes.
    """
    cdef int _, i, tiles = 0
    for _ in range(t.n_players):
        if some_place(t, s, kinds_in_hand(s, s.active)):
            return
        s.counter[s.active][T_PASSES] += 1
        s.active += 1
        if s.active == t.n_players:
            s.active = 0
            s.round += 1
    for i in range(t.n_players):
        tiles += tiles_in_hand(s, i)
        s.counter[i][T_PASSES] -= 1
    s.round = <uint8_t>placed
    s.ended = NO_ROOM if tiles else NO_TILES
    end_game(s)


cdef inline void end_game(State* s) noexcept nogil:
    """End of the Game: nobody decides any more; `ended` says why."""
    s.active = NOBODY
    s.stage = STAGE_OVER


cdef inline int decider(const State* s) noexcept nogil:
    """Seat that decides, -1: the game is over."""
    return -1 if s.active == NOBODY else s.active


# -- what a placement does, in a word and in numbers ------------------------------------------------------------------

cdef inline int class_of(const State* s, const Effect* e) noexcept nogil:
    """The most telling thing a placement does for the player who makes it."""
    cdef int k, n, me = e.seat + 1, founded = 0, expanded = 0, major = 0, connected = 0, conquered = 0
    for k in range(e.n_joins):
        if e.join[k].provinces > 1:
            return CLASS_ABSORB
        founded += (e.join[k].provinces == 0) & (e.join[k].owner > 0)
        expanded += e.join[k].provinces == 1
        major += (e.join[k].owner == me) & (e.join[k].pagodas == 2) & (e.join[k].majors == 0)
    for n in range(e.n_villages):
        if e.holder[n] == me and s.village[e.village[n]] != me:
            connected += s.village[e.village[n]] == 0
            conquered += s.village[e.village[n]] > 0
    if conquered:
        return CLASS_CONQUER
    if connected:
        return CLASS_CONNECT
    if major:
        return CLASS_MAJOR
    if founded:
        return CLASS_TWO if founded == 2 else CLASS_FOUND
    return CLASS_EXPAND if expanded else CLASS_NONE


cdef inline void update_counters(State* s, const Effect* e) noexcept nogil:
    """The counters of what happens to provinces."""
    cdef int k, m, i, was
    cdef const Join* j
    for k in range(e.n_joins):
        j = &e.join[k]
        i = j.owner - (j.owner > 0)
        s.counter[i][T_PROVINCES_FOUNDED] += (j.provinces == 0) & (j.owner > 0)
        s.counter[i][T_PROVINCES_EXPANDED] += j.provinces == 1
        s.counter[i][T_MAJORS_GAINED] += (j.pagodas == 2) & (j.majors == 0)
        if j.provinces > 1:
            for m in range(j.n):
                was = s.owner[j.root[m]]
                if was == j.owner:
                    s.counter[i][T_PROVINCES_UNITED] += 1
                elif was:
                    s.counter[i][T_PROVINCES_ABSORBED] += 1
                    s.counter[was - 1][T_PROVINCES_LOST] += 1
            s.counter[i][T_PROVINCES_UNITED] -= 1
