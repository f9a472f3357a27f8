"""Setup: the boards, tiles and cards of a game; and phase 1, the cards of a round."""

from cext.games.first_empire.rules.buildings cimport free_markings
from cext.games.first_empire.rules.elixir cimport unlock
from cext.games.first_empire.rules.lisi cimport LISI, form_unification_deck
from cext.games.first_empire.rules.mausoleum cimport is_fulfilled
from cext.games.first_empire.rules.state cimport NOBODY, Seat, State
from cext.games.first_empire.rules.tables cimport (
    DECK, DRAWN, LISI_DECK, N_ASPECTS, N_BONUS, N_EMPEROR, N_MASTERS, N_MAUSOLEUM, N_OWN, N_PALACE_TILES, N_REGIONS,
    N_SECTIONS, N_SPACES, N_STARTING, N_TYPES, N_WALL_TILES, PLACE_ELIXIR, PLACE_SITE, SPOT_ELIXIR, SPOT_WALL, Tables,
)
from cext.kernel.rng cimport rng_bits, rng_shuffle, rng_stream
from cext.kernel.types cimport kassert
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memset

# Streams of a deal's random inputs.
cdef enum:
    DRAW_DECKS = 0             # 0, 1, 2: one a deck
    DRAW_SPOTS = 3
    DRAW_TILES = 4
    DRAW_WALL_TILES = 5
    DRAW_WALL_SIDES = 6
    DRAW_EMPERORS = 7
    DRAW_PALACE_TILES = 8
    DRAW_GOVERNOR_TILES = 9    # which are used
    DRAW_SPACES = 10           # where they lie
    DRAW_MASTERS = 11
    DRAW_START = 12
    DRAW_DECK_OF_LISI = 13


cdef inline void deal_table(const Tables* t, State* s, const int8_t* boards, uint64_t key) noexcept nogil:
    """General setup, steps 1 to 10, and the players' own. boards: the Starting tile of each seat, 0 or less: dealt.

    Seat 0 is the 1st player: which of the players sits there is chance.
    """
    cdef int i, k
    memset(s, 0, sizeof(State))
    s.key = key
    s.leader = NOBODY
    for i in range(t.n_players):
        fill_supply(t, &s.seat[i])
    for i in range(N_ASPECTS):
        s.small[i] = t.small_tokens
        s.large[i] = 1
    lay_mausoleum(t, s, key)
    lay_wall_tiles(t, s, key)
    lay_palace_tiles(t, s, key)
    lay_governor_tiles(t, s, key)
    lay_masters(t, s, key)
    shuffle_decks(s, key)
    for i in range(t.n_players):
        s.track[i] = <uint8_t>i
    deal_starting_tiles(t, s, boards, key)
    if t.solo:
        set_up_lisi(t, s, key)
    for i in range(t.n_players):
        for k in range(N_MAUSOLEUM):        # an edited tile may ask for nothing
            s.seat[i].fulfilled = <uint16_t>(s.seat[i].fulfilled | is_fulfilled(t, s, &s.seat[i], k) << k)


cdef inline void shuffled(uint8_t* items, int n, int first, uint64_t stream) noexcept nogil:
    """The numbers from `first` on, n of them, in random order."""
    cdef int i
    for i in range(n):
        items[i] = <uint8_t>(first + i)
    rng_shuffle(items, n, stream)


cdef inline void fill_supply(const Tables* t, Seat* p) noexcept nogil:
    """Player setup, 2: pieces of a player; one soldier is "unlocked"."""
    cdef int i
    p.governors = t.supply_governors
    p.palaces = t.supply_palaces
    p.walls = t.supply_walls
    p.locked = t.supply_soldiers
    p.entrance = t.unlocked_soldiers
    p.aside = (1 << N_OWN) - 1
    for i in range(N_TYPES):
        p.supply[i] = t.supply_officials


cdef inline void lay_mausoleum(const Tables* t, State* s, uint64_t key) noexcept nogil:
    """3. Tiles sorted by icon, at random on spots of their icon; advanced: the spots themselves at random."""
    cdef uint8_t tiles[N_MAUSOLEUM]
    cdef uint8_t of_icon[SPOT_ELIXIR + 1][N_MAUSOLEUM]      # the spots of each icon
    cdef uint8_t n[SPOT_ELIXIR + 1]
    cdef int i, kind
    for i in range(N_MAUSOLEUM):
        s.spot[i] = <uint8_t>i
    if t.advanced:
        rng_shuffle(s.spot, N_MAUSOLEUM, rng_stream(key, DRAW_SPOTS))
    shuffled(tiles, N_MAUSOLEUM, 0, rng_stream(key, DRAW_TILES))
    memset(n, 0, sizeof(n))
    for i in range(N_MAUSOLEUM):
        kind = t.spot_kind[s.spot[i]]
        of_icon[kind][n[kind]] = <uint8_t>i
        n[kind] += 1
        s.spot_at[place_of(t, s.spot[i])] = <uint8_t>i
    memset(n, 0, sizeof(n))
    for i in range(N_MAUSOLEUM):
        kind = t.tile_kind[tiles[i]]
        s.tile[of_icon[kind][n[kind]]] = tiles[i]
        n[kind] += 1


cdef inline int place_of(const Tables* t, int spot) noexcept nogil:
    """What a printed spot of the Mausoleum is about, PLACE_..."""
    if t.spot_kind[spot] == SPOT_ELIXIR:
        return PLACE_ELIXIR
    return t.spot_place[spot] + (PLACE_SITE if t.spot_kind[spot] == SPOT_WALL else 0)


cdef inline void lay_wall_tiles(const Tables* t, State* s, uint64_t key) noexcept nogil:
    """4A. 6 of the 7 Wall tiles, "on a random side"; 4B. as many Emperor tiles as the players use, by their backs."""
    cdef uint8_t tiles[N_WALL_TILES]
    cdef uint8_t emperors[N_EMPEROR]
    cdef uint64_t sides = rng_bits(rng_stream(key, DRAW_WALL_SIDES), 0)
    cdef int i, stack
    shuffled(tiles, N_WALL_TILES, 0, rng_stream(key, DRAW_WALL_TILES))
    for i in range(N_SECTIONS):
        s.face[i] = t.wall_faces[tiles[i]][sides >> i & 1]
        s.open[i] = <uint8_t>free_markings(t, s, i)
    shuffled(emperors, N_EMPEROR, 0, rng_stream(key, DRAW_EMPERORS))
    for i in range(t.n_emperor):
        stack = t.emperor_section[emperors[i]]
        if t.emperor_by_site:
            stack = t.site_of[stack]
        s.emperor[stack][s.n_emperor[stack]] = <uint8_t>(t.emperor_trigger[emperors[i]] + 1)
        s.n_emperor[stack] += 1


cdef inline void lay_palace_tiles(const Tables* t, State* s, uint64_t key) noexcept nogil:
    """5. One on each Palace space."""
    cdef uint8_t tiles[N_PALACE_TILES]
    cdef int r, k, n = 0
    shuffled(tiles, N_PALACE_TILES, 0, rng_stream(key, DRAW_PALACE_TILES))
    for r in range(N_REGIONS):
        for k in range(t.n_palace_spaces):
            s.palace_tile[r][k] = <uint8_t>(t.palace_tiles[tiles[n]] + 1)
            n += 1


cdef inline void lay_governor_tiles(const Tables* t, State* s, uint64_t key) noexcept nogil:
    """6. Tiles with bonuses and blank ones, shuffled."""
    cdef uint8_t tiles[N_BONUS]
    cdef uint8_t lie[N_REGIONS * N_SPACES]
    cdef int r, k, n = 0
    shuffled(tiles, N_BONUS, 0, rng_stream(key, DRAW_GOVERNOR_TILES))
    for k in range(N_REGIONS * t.n_spaces):
        lie[k] = <uint8_t>(tiles[k] + 1) if k < t.n_bonus_tiles else 0
    rng_shuffle(lie, N_REGIONS * t.n_spaces, rng_stream(key, DRAW_SPACES))
    for r in range(N_REGIONS):
        for k in range(t.n_spaces):
            s.space[r][k] = lie[n]
            n += 1


cdef inline void lay_masters(const Tables* t, State* s, uint64_t key) noexcept nogil:
    """7. Master Alchemist cards, "a number … equal to the number of players"."""
    cdef uint8_t cards[N_MASTERS]
    cdef int i
    shuffled(cards, N_MASTERS, 0, rng_stream(key, DRAW_MASTERS))
    for i in range(t.n_masters):
        s.masters = <uint8_t>(s.masters | 1 << cards[i])


cdef inline void shuffle_decks(State* s, uint64_t key) noexcept nogil:
    """8A. The cards by type, each type shuffled."""
    cdef int a
    for a in range(N_ASPECTS):
        shuffled(s.deck[a], DECK, DECK * a + 1, rng_stream(key, DRAW_DECKS + a))


cdef inline void deal_starting_tiles(const Tables* t, State* s, const int8_t* boards, uint64_t key) noexcept nogil:
    """5. "Deal 2 Starting tiles to each player"; a tile that is given to a seat is not dealt to another."""
    cdef uint8_t tiles[N_STARTING]
    cdef int i, k = 0, given = 0
    shuffled(tiles, N_STARTING, 1, rng_stream(key, DRAW_START))
    for i in range(t.n_players - t.solo):
        kassert(boards[i] <= N_STARTING)
        if boards[i] > 0:
            s.seat[i].given = <uint8_t>boards[i]
            s.seat[i].start[0] = <uint8_t>boards[i]
            s.seat[i].n_start = 1
            given |= 1 << boards[i]
    for i in range(t.n_players - t.solo):
        while s.seat[i].n_start < 2 and not s.seat[i].given:
            if not given >> tiles[k] & 1:
                s.seat[i].start[s.seat[i].n_start] = tiles[k]
                s.seat[i].n_start += 1
            k += 1


cdef inline void set_up_lisi(const Tables* t, State* s, uint64_t key) noexcept nogil:
    """Solo Mode, setup: order, ship, soldiers and deck of his card; "do not use his Official tokens"."""
    cdef Seat* p = &s.seat[LISI]
    cdef int i
    s.track[0] = LISI if t.lisi_first else 0
    s.track[1] = 0 if t.lisi_first else LISI
    for i in range(N_TYPES):
        p.supply[i] = 0
    p.ship = t.lisi_space
    unlock(p, t.lisi_soldiers)
    for i in range(LISI_DECK):
        s.lisi_deck[i] = t.lisi_deck[i]
    s.n_lisi_deck = LISI_DECK
    rng_shuffle(s.lisi_deck, LISI_DECK, rng_stream(key, DRAW_DECK_OF_LISI))


cdef inline void hold_card(const Tables* t, State* s, int i, int card) noexcept nogil:
    """An experiment, not in the rulebook: a Unification card changes places with the first of its aspect that player i
    will draw; a deal ends before any card is drawn."""
    cdef int k, a = (card - 1) // DECK, at = 0
    cdef uint8_t other
    while s.track[at] != i:
        at += 1
    at *= DRAWN
    other = s.deck[a][at]
    for k in range(at, at + DRAWN):
        if s.deck[a][k] == card:
            return
    for k in range(DECK):
        if s.deck[a][k] == card:
            s.deck[a][k] = other
    s.deck[a][at] = <uint8_t>card


# -- Phase 1 ----------------------------------------------------------------------------------------------------------

cdef inline void draw_cards(const Tables* t, State* s) noexcept nogil:
    """"Each player draws 2 cards from each deck"."""
    cdef Seat* p
    cdef int k, a, _
    for k in range(t.n_players):
        p = &s.seat[s.track[k]]
        for a in range(N_ASPECTS):
            for _ in range(DRAWN):
                p.hand[p.n_hand] = s.deck[a][s.head[a]]
                s.head[a] += 1
                p.n_hand += 1
    if t.solo:
        form_unification_deck(s)
