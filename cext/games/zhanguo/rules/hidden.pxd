"""What a player cannot see, dealt anew; and the invariants of a state."""

from cext.games.zhanguo.rules.derived_masks cimport masks_inconsistent
from cext.games.zhanguo.rules.drafted_discards cimport (
    Unseen, drafted_broken, forget_discards, list_unseen, place_own_discards,
)
from cext.games.zhanguo.rules.officials cimport cards_on_board
from cext.games.zhanguo.rules.state cimport KIND_OVER, NOBODY, N_RUNNING, Seat, State
from cext.games.zhanguo.rules.tables cimport (
    ABILITY_NOTHING, AREA_CARDS, AREA_OFFICIALS, DECK, N_ASPECTS, N_CARDS, N_REGIONS, N_SECTIONS, N_SLOTS, N_TASKS,
    N_TYPES, Tables,
)
from cext.kernel.rng cimport rng_mix, rng_reshuffle, rng_stream
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset


cdef inline void redeal_hidden(const Tables* t, State* s, int seat, uint64_t key) noexcept nogil:
    """Shuffle, colour by colour, the cards `seat` cannot see: decks, other hands, the others' face-down discards.

    The colour of every card in a hand stays: "Players should hold the cards so that at least one of the top corners
    of the back is visible to the other players". What a player drafted away himself stays where he knows it to be.
    """
    cdef Unseen u
    cdef uint8_t pool[DECK]
    cdef int a, k, n
    for a in range(N_ASPECTS):
        list_unseen(t, s, seat, a, &u)
        if t.draft:
            place_own_discards(t, s, seat, a, rng_stream(key, N_ASPECTS + a), &u)
        n = 0
        for k in range(u.n):
            if not u.placed >> (u.at[k][0] - 1) % DECK & 1:
                pool[n] = u.at[k][0]
                n += 1
        if n > 1:
            rng_reshuffle(pool, n, rng_stream(key, a))
        n = 0
        for k in range(u.n):
            if u.card[k]:
                u.at[k][0] = u.card[k]
            else:
                u.at[k][0] = pool[n]
                n += 1
    if t.draft:
        forget_discards(t, s, seat)
    s.key = rng_mix(key)


# Numbers of the invariants, for messages.
cdef enum:
    BROKEN_CARDS = 1           # a card is in two places
    BROKEN_OFFICIALS = 2       # supply, governors areas and workers areas hold what the player owns
    BROKEN_AREA = 3            # at most 2 officials in a workers area, 3 cards in a region
    BROKEN_UNREST = 4          # never beyond the track
    BROKEN_MARKERS = 5         # value-1 and value-3 markers of each aspect
    BROKEN_PIECES = 6          # governors, palaces, walls: supply plus gameboard
    BROKEN_SLOTS = 7           # squares, palace slots, wall slots, task discs
    BROKEN_POINTS = 8          # victory points are the sum of their sources
    BROKEN_ORDER = 9           # every disc once
    BROKEN_TRIGGERS = 10       # trigger masks match the cards
    BROKEN_DRAFT = 11          # what a seat drafted away lies among the discards of its round, or has been drawn
    BROKEN_NOTES = 12          # the masks kept up with the pieces say what the pieces say


cdef inline int check_state(const Tables* t, const State* s) noexcept nogil:
    """0 when every invariant holds, else the number of the first that does not."""
    cdef int i, broken
    if cards_broken(t, s):
        return BROKEN_CARDS
    for i in range(t.n_players):
        broken = check_seat(t, s, &s.seat[i], i)
        if broken:
            return broken
    if drafted_broken(t, s):
        return BROKEN_DRAFT
    broken = check_table(t, s)
    return BROKEN_NOTES if broken == 0 and masks_inconsistent(t, s) else broken


cdef inline int cards_broken(const Tables* t, const State* s) noexcept nogil:
    """1 when a card is in two places, or a deck holds one of another aspect; else 0."""
    cdef uint8_t seen[N_CARDS + 1]
    cdef int i, a, k, r, card
    memset(seen, 0, sizeof(seen))
    for a in range(N_ASPECTS):
        for k in range(s.n_deck[a]):
            card = s.deck[a][(s.head[a] + k) % DECK]
            if card == 0 or seen[card] or t.aspect[card] != a:
                return 1
            seen[card] = 1
        for k in range(4):
            card = s.discard[a][k]
            if card and (seen[card] or t.aspect[card] != a):
                return 1
            if card:
                seen[card] = 1
    for i in range(t.n_players):
        for k in range(s.seat[i].n_hand):
            card = s.seat[i].hand[k]
            if card == 0 or seen[card]:
                return 1
            seen[card] = 1
        for r in range(N_REGIONS):
            for k in range(s.seat[i].n_cards[r]):
                card = s.seat[i].card[r][k]
                if card == 0 or seen[card]:
                    return 1
                seen[card] = 1
    return 0


cdef inline int check_seat(const Tables* t, const State* s, const Seat* p, int i) noexcept nogil:
    """What belongs to seat i: areas, unrest, triggers, pieces, points. 0, or the first BROKEN_... number."""
    cdef int r, c, k, n, total, heard, masks = 0, governors = 0, palaces = 0, walls = 0, vp = 0
    if p.board == NOBODY:
        return 0
    for r in range(N_REGIONS):
        n = p.working[r][0] + p.working[r][1] + p.working[r][2]
        if n != p.n_working[r] or n > AREA_OFFICIALS or p.n_cards[r] > AREA_CARDS:
            return BROKEN_AREA
        if p.unrest[r] > t.unrest_max[p.board][r]:
            return BROKEN_UNREST
        for k in range(p.n_cards[r]):
            masks += 1
            heard = (p.by_trigger[t.trigger[p.card[r][k]]] >> (AREA_CARDS * r + k)) & 1
            if heard != (t.ability[p.card[r][k]] != ABILITY_NOTHING):
                return BROKEN_TRIGGERS
        governors += p.governors_in[r]
        palaces += p.palaces_in[r]
    if masks != cards_on_board(p):
        return BROKEN_TRIGGERS
    for c in range(N_TYPES):
        total = p.officials[c]
        for r in range(N_REGIONS):
            total += p.governing[r][c] + p.working[r][c]
        if total != t.supply_officials:
            return BROKEN_OFFICIALS
    for k in range(N_SECTIONS):
        walls += p.wall_at[k] > 0
        if p.wall_at[k] and s.slot[k][p.wall_at[k] - 1] != i + 1:
            return BROKEN_SLOTS
    if (governors + p.governors != t.supply_governors or palaces + p.palaces != t.supply_palaces
            or walls + p.walls != t.supply_walls):
        return BROKEN_PIECES
    for k in range(N_RUNNING):
        vp += p.source[k]
    return BROKEN_POINTS if vp != p.vp else 0


cdef inline int check_table(const Tables* t, const State* s) noexcept nogil:
    """What lies between the players: markers, slots, discs, order. 0, or the first BROKEN_... number."""
    cdef int a, i, k, r, n, threes, discs = 0
    for a in range(N_ASPECTS):
        n = s.ones[a]
        threes = s.threes[a]
        for i in range(t.n_players):
            n += s.seat[i].ones[a]
            threes += s.seat[i].threes[a]
        if n != t.markers or threes != 1:
            return BROKEN_MARKERS
    for r in range(N_REGIONS):
        n = 0
        for i in range(t.n_players):
            n += s.seat[i].palaces_in[r]
            threes = 0
            for k in range(t.n_squares[r]):
                threes += s.square[r][k] == i + 1
            if threes > s.seat[i].governors_in[r]:
                return BROKEN_SLOTS
        if n != s.palaces[r] or n > t.palace_slots:
            return BROKEN_SLOTS
    for k in range(N_TASKS):
        n = 0
        for i in range(t.n_players):
            n += s.seat[i].task[k] > 0
        if n != s.discs[k] or n > t.n_task_slots:
            return BROKEN_SLOTS
    for k in range(t.n_players):
        discs |= 1 << s.order[k]
    return 0 if discs == (1 << t.n_players) - 1 else BROKEN_ORDER
