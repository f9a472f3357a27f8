"""What a player cannot see, dealt anew; and the invariants of a state."""

from cext.games.byte_masks cimport popcount
from cext.games.first_empire.rules.buildings cimport free_markings
from cext.games.first_empire.rules.mausoleum cimport is_fulfilled
from cext.games.first_empire.rules.state cimport KIND_REGION, KIND_START, N_RUNNING, Seat, State
from cext.games.first_empire.rules.tables cimport (
    AREA_CARDS, DECK, MAX_UNREST, N_ALL_CARDS, N_ASPECTS, N_CARDS, N_MAUSOLEUM, N_REGIONS, N_SECTIONS, N_SLOTS,
    N_STARTING, N_TRIGGERS, N_TYPES, Tables,
)
from cext.kernel.rng cimport rng_mix, rng_reshuffle, rng_stream
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

cdef enum:
    ANEW_START = 3             # streams of what is dealt anew: 0, 1, 2 the aspects
    ANEW_LISI = 4
    ANEW_UNIFICATION = 5


cdef inline void redeal_hidden(const Tables* t, State* s, int seat, uint64_t key) noexcept nogil:
    """Shuffle what `seat` cannot see: decks and other hands aspect by aspect, for the backs of cards are open (F29);
    Starting tiles while they are chosen; Li Si's decks."""
    cdef int a
    for a in range(N_ASPECTS):
        deal_cards_anew(t, s, seat, a, rng_stream(key, a))
    if s.stage == KIND_START:
        deal_tiles_anew(t, s, seat, rng_stream(key, ANEW_START))
    if t.solo:
        rng_reshuffle(s.lisi_deck, s.n_lisi_deck, rng_stream(key, ANEW_LISI))
        rng_reshuffle(s.lisi_cards, s.n_lisi_cards, rng_stream(key, ANEW_UNIFICATION))
    s.key = rng_mix(key)


cdef inline void deal_cards_anew(const Tables* t, State* s, int seat, int a, uint64_t stream) noexcept nogil:
    """The cards of one aspect that `seat` cannot see: the deck, the other hands, what Li Si holds and has dropped."""
    cdef uint8_t* at[DECK]
    cdef uint8_t pool[DECK]
    cdef int i, k, n = 0
    memset(s.deck[a], 0, s.head[a])        # what was drawn stands there still
    for k in range(s.head[a], DECK):
        at[n] = &s.deck[a][k]
        n += 1
    for i in range(t.n_players):
        if i != seat:
            for k in range(s.seat[i].n_hand):
                if t.kind[s.seat[i].hand[k]] == a:
                    at[n] = &s.seat[i].hand[k]
                    n += 1
    for k in range(s.n_lisi_cards):
        if t.kind[s.lisi_cards[k]] == a:
            at[n] = &s.lisi_cards[k]
            n += 1
    for k in range(s.n_dropped):
        if t.kind[s.dropped[k]] == a:
            at[n] = &s.dropped[k]
            n += 1
    for k in range(n):
        pool[k] = at[k][0]
    if n > 1:
        rng_reshuffle(pool, n, stream)
    for k in range(n):
        at[k][0] = pool[k]


cdef inline void deal_tiles_anew(const Tables* t, State* s, int seat, uint64_t stream) noexcept nogil:
    """The Starting tiles of others, dealt two each; which of them they have chosen is not known either."""
    cdef uint8_t pool[N_STARTING]
    cdef int i, k, n = 0, seen = 0
    for i in range(t.n_players):
        if i == seat or s.seat[i].start[1] == 0:
            for k in range(2):
                seen |= 1 << s.seat[i].start[k]
    for k in range(1, N_STARTING + 1):
        if not seen >> k & 1:
            pool[n] = <uint8_t>k
            n += 1
    rng_reshuffle(pool, n, stream)
    n = 0
    for i in range(t.n_players):
        if i != seat and s.seat[i].start[1]:
            for k in range(2):
                s.seat[i].start[k] = pool[n]
                n += 1


# Numbers of the invariants, for messages.
cdef enum:
    BROKEN_CARDS = 1           # a card is in two places, or lost
    BROKEN_TOKENS = 2          # small and large tokens of each aspect
    BROKEN_OFFICIALS = 3       # supply and player board hold what the player owns
    BROKEN_AREA = 4            # at most 3 cards a region, counted by kind
    BROKEN_UNREST = 5          # from 0 to 3
    BROKEN_TRIGGERS = 6        # every card has one trigger, by F9 perhaps a second one under an Emperor tile
    BROKEN_PIECES = 7          # governors, palaces, walls, soldiers: supply plus game board
    BROKEN_SLOTS = 8           # wall slots and Mausoleum tiles name the seats that say so; the free ones are known
    BROKEN_POINTS = 9          # victory points are the sum of their sources
    BROKEN_ORDER = 10          # every marker once
    BROKEN_TILES = 11          # which Mausoleum tiles are fulfilled, and which are full
    BROKEN_START = 12          # a seat keeps the Starting tile it was given


cdef inline int check_state(const Tables* t, const State* s) noexcept nogil:
    """0 when every invariant holds, else the number of the first that does not."""
    cdef int i, k, a, n, large, markers = 0, broken
    if cards_broken(t, s):
        return BROKEN_CARDS
    for a in range(N_ASPECTS):
        n = s.small[a]
        large = s.large[a]
        for i in range(t.n_players):
            n += s.seat[i].small[a]
            large += s.seat[i].large[a]
        if n != t.small_tokens or large != 1:
            return BROKEN_TOKENS
    for i in range(t.n_players):
        broken = check_seat(t, s, &s.seat[i], i)
        if broken:
            return broken
    for k in range(N_MAUSOLEUM):
        for i in range(N_SLOTS):
            if (s.soldier[k][i] > 0) != (i < s.n_soldiers[k]):
                return BROKEN_SLOTS
        if s.full >> k & 1 != (s.n_soldiers[k] == t.tile_slots[s.tile[k]]):
            return BROKEN_TILES
        for i in range(t.n_players):
            if s.seat[i].fulfilled >> k & 1 != is_fulfilled(t, s, &s.seat[i], k):
                return BROKEN_TILES
    for k in range(N_SECTIONS):
        if s.open[k] != free_markings(t, s, k):
            return BROKEN_SLOTS
    for k in range(t.n_players):
        markers |= 1 << s.track[k]
    return 0 if markers == (1 << t.n_players) - 1 else BROKEN_ORDER


cdef inline int cards_broken(const Tables* t, const State* s) noexcept nogil:
    """1 when a Unification card is in two places, or more are gone than lie in the Court and in the box; else 0."""
    cdef uint8_t seen[N_ALL_CARDS]
    cdef int i, a, k, r, n = s.n_court + s.n_dropped, card
    memset(seen, 0, sizeof(seen))
    for k in range(s.n_dropped):
        seen[s.dropped[k]] = 1
    for a in range(N_ASPECTS):
        for k in range(s.head[a], DECK):
            card = s.deck[a][k]
            if card == 0 or seen[card] or t.kind[card] != a:
                return 1
            seen[card] = 1
            n += 1
    for k in range(s.n_lisi_cards):
        if seen[s.lisi_cards[k]]:
            return 1
        seen[s.lisi_cards[k]] = 1
        n += 1
    for i in range(t.n_players):
        for k in range(s.seat[i].n_hand):
            card = s.seat[i].hand[k]
            if card == 0 or seen[card]:
                return 1
            seen[card] = 1
            n += 1
        for r in range(N_REGIONS):
            for k in range(s.seat[i].n_cards[r]):
                card = s.seat[i].card[r][k]
                if card == 0 or (seen[card] and card <= N_CARDS):
                    return 1
                seen[card] = 1
                n += card <= N_CARDS
    return n + (s.stage == KIND_REGION) != N_CARDS


cdef inline int check_seat(const Tables* t, const State* s, const Seat* p, int i) noexcept nogil:
    """What belongs to seat i: areas, unrest, triggers, pieces, points. 0, or the first BROKEN_... number."""
    cdef int r, c, k, n, governors = 0, palaces = 0, walls = 0, vp = 0, cards = 0, twice = 0, once = 0
    for r in range(N_REGIONS):
        n = p.cards_in[r][0] + p.cards_in[r][1] + p.cards_in[r][2] + p.cards_in[r][3]
        if n != p.n_cards[r] or n > AREA_CARDS:
            return BROKEN_AREA
        if p.unrest[r] > MAX_UNREST:
            return BROKEN_UNREST
        cards |= ((1 << n) - 1) << (AREA_CARDS * r)
        governors += p.governors_in[r]
        palaces += p.palaces_in[r]
    for k in range(N_TRIGGERS):
        twice |= once & p.by_trigger[k]
        once |= p.by_trigger[k]
    if t.emperor_adds:
        twice &= ~p.emperor
    if twice or once != cards or p.emperor & ~cards:
        return BROKEN_TRIGGERS
    for c in range(N_TYPES):
        n = p.supply[c]
        for r in range(N_REGIONS):
            n += p.officials[r][c]
            if (p.officials[r][c] > 0) != (p.standing >> (N_REGIONS * c + r) & 1):
                return BROKEN_OFFICIALS
        if n != (0 if t.solo and i == 1 else t.supply_officials):
            return BROKEN_OFFICIALS
    for k in range(N_SECTIONS):
        walls += p.wall_at[k] > 0
        n = 0
        for c in range(N_SLOTS):
            n += s.slot[k][c] == i + 1
        if n != (p.wall_at[k] > 0) or (n and s.slot[k][p.wall_at[k] - 1] != i + 1):
            return BROKEN_SLOTS
    for k in range(N_MAUSOLEUM):
        n = 0
        for c in range(N_SLOTS):
            n += s.soldier[k][c] == i + 1
        if n != (p.spots >> k & 1):
            return BROKEN_SLOTS
    if (governors + p.governors != t.supply_governors or palaces + p.palaces != t.supply_palaces
            or walls + p.walls != t.supply_walls
            or p.locked + p.entrance + popcount(p.spots) != t.supply_soldiers + t.unlocked_soldiers):
        return BROKEN_PIECES
    if p.given and p.given != p.start[0]:
        return BROKEN_START
    for k in range(N_RUNNING):
        vp += p.source[k]
    return BROKEN_POINTS if vp != p.vp else 0
