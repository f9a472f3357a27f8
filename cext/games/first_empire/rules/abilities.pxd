"""Appendix: what cards and Governor tiles give; and 2. Activate Card Abilities."""

from cext.games.byte_masks cimport load5, lowest_bit, nonzero, popcount
from cext.games.first_empire.rules.elixir cimport ask_cards, can_place_card, move_ship, ship_at_end, unlock
from cext.games.first_empire.rules.mausoleum cimport score
from cext.games.first_empire.rules.officials cimport (
    ask_moves, ask_place, ask_recruit, ask_worker_moves, list_official_moves, officials_in_supply, place_official,
    regions_with_officials, regions_with_workers, take_workers,
)
from cext.games.first_empire.rules.state cimport (
    CATEGORY_ABILITIES, KIND_ABILITY, KIND_CALM, KIND_STOP, KIND_TOKENS, WITHIN_ABILITY, WORKERS, Seat, State,
)
from cext.games.first_empire.rules.tables cimport (
    ACT_HIRE, ACT_RECRUIT, ALL_REGIONS, AREA_CARDS, COUNTED_GOVERNORS, COUNTED_HERE, COUNTED_ONE, COUNTED_PALACES,
    COUNTED_ROUND, COUNTED_SOLDIERS, COUNTED_WALLS, GAIN_ALCHEMIST_CARDS, GAIN_ANY_TOKENS, GAIN_CALM, GAIN_CALM_HERE,
    GAIN_MOVE_OFFICIALS, GAIN_MOVE_WORKERS, GAIN_RECRUIT, GAIN_RECRUIT_ANY, GAIN_RECRUIT_HERE, GAIN_SHIP, GAIN_TOKENS,
    GAIN_UNLOCK, GAIN_VP_ALCHEMISTS_HERE, GAIN_VP_CARDS, GAIN_VP_GOVERNORS, GAIN_VP_PALACES, GAIN_VP_ROUND,
    GAIN_VP_SOLDIERS, GAIN_VP_WALLS, GAIN_WORKERS, GAIN_WORKERS_HERE, MAX_UNREST, N_ASPECTS, N_COUNTED,
    N_KINDS_OF_CARD, N_REGIONS, N_VP_GAINS, SURE_ALWAYS, SURE_AT_ANCHOR, SURE_NEVER, Gain, Tables,
)
from cext.games.first_empire.rules.unify cimport take_tokens
from cext.kernel.types cimport Move, kassert, pack
from libc.stdint cimport uint8_t, uint16_t


cdef inline int regions_with_unrest(const Seat* p) noexcept nogil:
    """Bit mask of regions with unrest."""
    return nonzero(load5(p.unrest))


cdef inline int certainty(const Gain* g) noexcept nogil:
    """SURE_... of a gain. Nobody has a use for fewer VP; while the ship has still to move, those for Alchemist cards
    may grow. A locked soldier is of use, so unlocking one may be declined."""
    if g.unrest or g.what >= N_VP_GAINS:
        return SURE_NEVER
    return SURE_AT_ANCHOR if g.what <= GAIN_VP_ALCHEMISTS_HERE else SURE_ALWAYS


cdef inline int counted_by(const Gain* g) noexcept nogil:
    """COUNTED_... of a gain."""
    if g.what == GAIN_VP_CARDS:
        return g.kind
    if g.what == GAIN_VP_ALCHEMISTS_HERE:
        return COUNTED_HERE
    if g.what == GAIN_VP_GOVERNORS:
        return COUNTED_GOVERNORS
    if g.what == GAIN_VP_PALACES:
        return COUNTED_PALACES
    if g.what == GAIN_VP_WALLS:
        return COUNTED_WALLS
    if g.what == GAIN_VP_SOLDIERS:
        return COUNTED_SOLDIERS
    return COUNTED_ROUND if g.what == GAIN_VP_ROUND else COUNTED_ONE


cdef inline void count_pieces(const Tables* t, const State* s, const Seat* p, int region, int* counted) noexcept nogil:
    """What gains count, by COUNTED_...: all of it, for no branch is then taken by the kind of a gain. What is no longer
    in the supply is on the game board."""
    cdef int k
    kassert(region < N_REGIONS)
    for k in range(N_KINDS_OF_CARD):
        counted[k] = p.n_kind[k]
    counted[COUNTED_HERE] = p.cards_in[region][3]
    counted[COUNTED_GOVERNORS] = t.supply_governors - p.governors
    counted[COUNTED_PALACES] = t.supply_palaces - p.palaces
    counted[COUNTED_WALLS] = t.supply_walls - p.walls
    counted[COUNTED_SOLDIERS] = popcount(p.spots)
    counted[COUNTED_ROUND] = s.round + 1
    counted[COUNTED_ONE] = 1


cdef inline int points_of(const Tables* t, const State* s, const Seat* p, const Gain* g, int region) noexcept nogil:
    """Appendix 1 and 3: the VP a gain scores."""
    cdef int counted[N_COUNTED]
    kassert(g.what < N_VP_GAINS)
    count_pieces(t, s, p, region, counted)
    return g.number * counted[g.counts]


cdef inline bint can_change(const Tables* t, const State* s, const Seat* p, const Gain* g, int region) noexcept nogil:
    """Whether a gain would change anything (F5): raising unrest is a change, where it may rise."""
    if g.unrest:
        return p.unrest[region] + g.unrest <= MAX_UNREST
    if g.what < N_VP_GAINS:
        return points_of(t, s, p, g, region) > 0
    if g.what == GAIN_UNLOCK:
        return p.locked > 0
    if g.what == GAIN_SHIP:
        return not ship_at_end(t, p)
    if g.what == GAIN_ANY_TOKENS:
        return s.small[0] + s.small[1] + s.small[2] > 0
    if g.what == GAIN_CALM or g.what == GAIN_CALM_HERE:
        return regions_with_unrest(p) != 0
    if g.what == GAIN_ALCHEMIST_CARDS:
        return can_place_card(p, ALL_REGIONS)
    if g.what == GAIN_RECRUIT_HERE or g.what == GAIN_RECRUIT:
        return p.supply[g.kind] > 0
    if g.what == GAIN_RECRUIT_ANY:
        return officials_in_supply(p) > 0
    if g.what == GAIN_MOVE_OFFICIALS:
        return regions_with_officials(p) != 0
    if g.what == GAIN_MOVE_WORKERS:
        return regions_with_workers(p) != 0
    return 1


cdef inline int apply_gain(const Tables* t, State* s, Seat* p, const Gain* g, int region, int category) noexcept nogil:
    """Appendix 1 and 3: the gain; 1 when the state waits for a decision about it.

    region: of the card; of a Governor tile's gain it does not matter.
    """
    cdef int k, _
    if g.unrest:
        p.unrest[region] = <uint8_t>(p.unrest[region] + g.unrest)
    if g.what < N_VP_GAINS:
        score(p, points_of(t, s, p, g, region), category)
    elif g.what == GAIN_UNLOCK:
        unlock(p, g.number)
    elif g.what == GAIN_SHIP:
        return move_ship(t, s, p, g.number)
    elif g.what == GAIN_TOKENS:
        for k in range(N_ASPECTS):
            take_tokens(s, p, k, g.tokens[k])
    elif g.what == GAIN_ANY_TOKENS:
        return ask_tokens(s, g.number)
    elif g.what == GAIN_CALM:
        return ask_calm(s, p, g.number, 1)
    elif g.what == GAIN_CALM_HERE:
        if p.unrest[region]:
            p.unrest[region] -= 1
        return ask_calm(s, p, 1, g.number)
    elif g.what == GAIN_ALCHEMIST_CARDS:
        return ask_cards(s, p, ALL_REGIONS, g.number, 1)
    elif g.what == GAIN_RECRUIT_HERE:
        for _ in range(g.number):
            if p.supply[g.kind]:
                place_official(p, g.kind, region)
    elif g.what == GAIN_RECRUIT:
        return ask_place(s, g.kind, ALL_REGIONS, g.number, 1)
    elif g.what == GAIN_RECRUIT_ANY:
        return ask_recruit(s, p, 1 << region, g.number)
    elif g.what == GAIN_WORKERS_HERE:
        take_workers(p, region, g.number)
    elif g.what == GAIN_WORKERS:
        return ask_place(s, WORKERS, ALL_REGIONS, g.number, 1)
    elif g.what == GAIN_MOVE_OFFICIALS:
        return ask_moves(s, p, g.number)
    else:
        kassert(g.what == GAIN_MOVE_WORKERS)
        return ask_worker_moves(t, s, p, g.number)
    return 0


cdef inline int ask_tokens(State* s, int number) noexcept nogil:
    """"Gain any … small Unification tokens", as far as the supply goes."""
    cdef int supply = s.small[0] + s.small[1] + s.small[2]
    s.left = <uint8_t>(number if number < supply else supply)
    if s.left == 0:
        return 0
    s.stage = KIND_TOKENS
    return 1


cdef inline int list_tokens(const State* s, Move* moves) noexcept nogil:
    """So many tokens of the supply, of each aspect as many as there are."""
    cdef int a, b, c, n = 0
    for a in range(s.left, -1, -1):
        for b in range(s.left - a, -1, -1):
            c = s.left - a - b
            if a <= s.small[0] and b <= s.small[1] and c <= s.small[2]:
                moves[n] = pack(KIND_TOKENS, a, b, c)
                n += 1
    return n


cdef inline int ask_calm(State* s, const Seat* p, int regions, int times) noexcept nogil:
    """"Reduce the level of Unrest by one in any … regions": different ones, as many as have unrest."""
    cdef int n = popcount(regions_with_unrest(p))
    s.amount = <uint8_t>(regions if regions < n else n)
    s.left = <uint8_t>times
    if s.amount == 0 or times == 0:
        return 0
    s.stage = KIND_CALM
    return 1


cdef inline int list_calms(const State* s, const Seat* p, Move* moves) noexcept nogil:
    """So many of the regions with unrest."""
    cdef int mask, n = 0, open = regions_with_unrest(p)
    for mask in range(1 << N_REGIONS):
        if mask & ~open == 0 and popcount(mask) == s.amount:
            moves[n] = pack(KIND_CALM, mask)
            n += 1
    return n


cdef inline int calm(State* s, Seat* p, int mask) noexcept nogil:
    """Less unrest in the regions; then perhaps once more."""
    cdef int r
    for r in range(N_REGIONS):
        p.unrest[r] = <uint8_t>(p.unrest[r] - (mask >> r & 1))
    return ask_calm(s, p, 1, s.left - 1)


# -- 2. Activate Card Abilities ---------------------------------------------------------------------------------------

cdef inline bint is_appropriate(const State* s) noexcept nogil:
    """A lower number for recruit, elixir, governor; a higher one for hire, palace, wall; X under the first card."""
    return (s.below == 0) | ((s.played < s.below) != (s.action >= ACT_HIRE))


cdef inline int triggered(const Tables* t, const State* s, const Seat* p) noexcept nogil:
    """Cards "whose trigger matches the action just performed", bit 3 x region + position."""
    cdef int r, mask = p.by_trigger[s.action - ACT_RECRUIT] & -<int>is_appropriate(s)
    if t.silent_if_triggered:
        for r in range(N_REGIONS):
            if p.unrest[r] == MAX_UNREST:
                mask &= ~(((1 << AREA_CARDS) - 1) << (AREA_CARDS * r))
    return mask


cdef inline void join_triggered(const Tables* t, State* s, const Seat* p, int r) noexcept nogil:
    """F3, the other reading: the card an ability has just placed in a region may be triggered too."""
    if s.within == WITHIN_ABILITY:
        s.pending = <uint16_t>(s.pending | triggered(t, s, p) & 1 << (AREA_CARDS * r + p.n_cards[r] - 1))


cdef inline const Gain* gain_at(const Tables* t, const Seat* p, int i) noexcept nogil:
    """The ability of the card at a place of the player board."""
    return &t.gains[t.gain[p.card[i // AREA_CARDS][i % AREA_CARDS]]]


cdef inline int sure_gains(const Tables* t, const State* s, const Seat* p) noexcept nogil:
    """Pending cards with nothing won by waiting (certainty)."""
    cdef const Gain* g
    cdef int i, left = s.pending, sure = 0, waits = 0, ship = 0
    while left:
        i = lowest_bit(left)
        left &= left - 1
        g = gain_at(t, p, i)
        ship |= g.what == GAIN_SHIP
        sure |= (g.sure == SURE_ALWAYS) << i
        waits |= (g.sure == SURE_AT_ANCHOR) << i
    return sure if ship else sure | waits


cdef inline bint can_be_activated(const Tables* t, const State* s, const Seat* p, int i) noexcept nogil:
    """"A player CANNOT activate cards in a region … where the Unrest marker is already on 3"; and an effect."""
    if p.unrest[i // AREA_CARDS] == MAX_UNREST and not t.silent_if_triggered:
        return 0
    return can_change(t, s, p, gain_at(t, p, i), i // AREA_CARDS)


cdef inline int use_card(const Tables* t, State* s, Seat* p, int i) noexcept nogil:
    """One ability."""
    kassert(s.pending >> i & 1)
    s.pending = <uint16_t>(s.pending & ~(1 << i))
    s.activations += 1
    p.activated[t.gain[p.card[i // AREA_CARDS][i % AREA_CARDS]]] += 1
    return apply_gain(t, s, p, gain_at(t, p, i), i // AREA_CARDS, CATEGORY_ABILITIES)


cdef inline void take_sure_gains(const Tables* t, State* s, Seat* p) noexcept nogil:
    """Every sure gain that can be had now: none of them is lost to unrest that way."""
    cdef int i, left = sure_gains(t, s, p)
    while left:
        i = lowest_bit(left)
        left &= left - 1
        if can_be_activated(t, s, p, i):
            use_card(t, s, p, i)


cdef inline int activate(const Tables* t, State* s, Seat* p, int i) noexcept nogil:
    """The chosen card, after all sure gains."""
    take_sure_gains(t, s, p)
    return use_card(t, s, p, i) if s.pending >> i & 1 else 0


cdef inline int next_ability(const Tables* t, State* s, Seat* p) noexcept nogil:
    """A, B or C: activate cards, or move 1 official, or pass; 0 when there is nothing to choose."""
    cdef int left
    if s.pending:
        if s.activations:
            take_sure_gains(t, s, p)
        left = s.pending
        while left:
            if can_be_activated(t, s, p, lowest_bit(left)):
                s.stage = KIND_ABILITY
                return 1
            left &= left - 1
    if may_move(t, s) and regions_with_officials(p):
        s.stage = KIND_ABILITY
        return 1
    return 0


cdef inline int list_cards_to_activate(const Tables* t, const State* s, const Seat* p, Move* moves) noexcept nogil:
    """The cards to choose from: of sure gains the first (the others come with it), of equal cards of a region one."""
    cdef int i, k, r, n = 0, left = s.pending, sure = sure_gains(t, s, p), seen = 0, equal
    while left:
        i = lowest_bit(left)
        left &= left - 1
        if not can_be_activated(t, s, p, i):
            continue
        if sure >> i & 1:
            if seen & sure:
                continue
        r = i // AREA_CARDS
        equal = 0
        for k in range(AREA_CARDS * r, i):
            if seen >> k & 1 and t.gain[p.card[r][k % AREA_CARDS]] == t.gain[p.card[r][i % AREA_CARDS]]:
                equal = 1
        seen |= 1 << i
        if not equal:
            moves[n] = pack(KIND_ABILITY, r, i % AREA_CARDS)
            n += 1
    return n


cdef inline bint may_move(const Tables* t, const State* s) noexcept nogil:
    """"Instead of" abilities an official may move; after them too by the other reading (F6)."""
    return (s.activations == 0) | t.move_after


cdef inline int list_abilities(const Tables* t, const State* s, const Seat* p, Move* moves) noexcept nogil:
    """A, B or C: the cards, the movements of officials, and no more."""
    cdef int n = list_cards_to_activate(t, s, p, moves)
    if may_move(t, s):
        n += list_official_moves(t, p, &moves[n])
    moves[n] = pack(KIND_STOP)
    return n + 1
