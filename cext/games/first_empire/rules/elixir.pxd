"""Search for the Elixir: the ship's route, its symbols, Alchemist and Master Alchemist cards."""

from cext.games.byte_masks cimport lowest_bit
from cext.games.first_empire.rules.mausoleum cimport update_elixir_tile
from cext.games.first_empire.rules.officials cimport regions_with_type
from cext.games.first_empire.rules.state cimport KIND_CARD, KIND_MASTER, KIND_STOP, KIND_UNLOCK_ONE, Seat, State
from cext.games.first_empire.rules.tables cimport (
    ALCHEMIST, FIRST_MASTER, FIRST_OWN, N_OWN, N_REGIONS, Tables,
)
from cext.games.first_empire.rules.unify cimport regions_with_room, tuck
from cext.kernel.types cimport Move, kassert, pack
from libc.stdint cimport uint8_t, uint16_t


cdef inline bint ship_at_end(const Tables* t, const Seat* p) noexcept nogil:
    """"If their Ship has already reached the end of the track, they cannot perform this action anymore"."""
    return p.ship == t.n_route - 1


cdef inline void unlock(Seat* p, int number) noexcept nogil:
    """Soldiers from the player board to the entrance of the Mausoleum, as far as there are any."""
    cdef int unlocked = number if number < p.locked else p.locked
    p.locked = <uint8_t>(p.locked - unlocked)
    p.entrance = <uint8_t>(p.entrance + unlocked)


cdef inline int move_ship(const Tables* t, State* s, Seat* p, int steps) noexcept nogil:
    """The movement, "any further movement is wasted", then what the ship "reaches or passes", in route order."""
    cdef int to = p.ship + steps
    s.walk = p.ship
    s.symbols = 0
    s.masters_left = 0
    p.ship = <uint8_t>(to if to < t.n_route else t.n_route - 1)
    update_elixir_tile(t, s, p)
    return sail(t, s, p)


cdef inline int sail(const Tables* t, State* s, const Seat* p) noexcept nogil:
    """What the ship reaches or passes next: a symbol or a Master Alchemist card."""
    while True:
        if s.symbols:
            s.symbols -= 1
            s.regions = <uint8_t>(regions_with_type(p, ALCHEMIST) & regions_with_room(p))
            if p.locked or (p.aside and s.regions):
                s.left = 0
                s.must = not t.symbol_may
                s.stage = KIND_CARD
                return 1
        elif s.masters_left:
            s.masters_left -= 1
            if s.masters:
                s.stage = KIND_MASTER
                return 1
        elif s.walk < p.ship:
            s.walk += 1
            s.symbols = t.symbols[s.walk]
            s.masters_left = t.masters_at[s.walk]
        else:
            return 0


cdef inline int list_cards(const State* s, const Seat* p, Move* moves) noexcept nogil:
    """"They choose one of the following": a soldier for a symbol, or an Alchemist card in one of the regions."""
    cdef int k, r, n = 0, open = s.regions & regions_with_room(p), aside = p.aside
    if s.left == 0 and p.locked:
        moves[n] = pack(KIND_UNLOCK_ONE)
        n += 1
    while aside:
        k = lowest_bit(aside)
        aside &= aside - 1
        for r in range(N_REGIONS):
            moves[n] = pack(KIND_CARD, FIRST_OWN + k, r)
            n += open >> r & 1
    if not s.must:
        moves[n] = pack(KIND_STOP)
        n += 1
    return n


cdef inline void place_alchemist_card(const Tables* t, const State* s, Seat* p, int card, int r) noexcept nogil:
    """"The player does not gain any Unification token and this does not trigger any Unrest"."""
    kassert(p.aside >> (card - FIRST_OWN) & 1)
    p.aside = <uint16_t>(p.aside & ~(1 << (card - FIRST_OWN)))
    tuck(t, p, r, card)
    update_elixir_tile(t, s, p)


cdef inline int ask_cards(State* s, const Seat* p, int regions, int number, int must) noexcept nogil:
    """Governor and Starting tiles: "place one", "place any", which they must; a reward: "up to", which they may.

    "You do not need an Alchemist in this region".
    """
    s.regions = <uint8_t>regions
    s.left = <uint8_t>number
    s.must = <uint8_t>must
    return next_card(s, p)


cdef inline bint can_place_card(const Seat* p, int regions) noexcept nogil:
    """Whether an Alchemist card is set aside, and one of these regions has room."""
    return p.aside != 0 and regions & regions_with_room(p) != 0


cdef inline int next_card(State* s, const Seat* p) noexcept nogil:
    """The next of these cards, as long as one can be placed."""
    if s.left == 0 or not can_place_card(p, s.regions):
        return 0
    s.stage = KIND_CARD
    return 1


cdef inline int list_masters(const State* s, Move* moves) noexcept nogil:
    """"They choose an available Master Alchemist card next to the game board"."""
    cdef int n = 0, masters = s.masters
    while masters:
        moves[n] = pack(KIND_MASTER, FIRST_MASTER + lowest_bit(masters))
        masters &= masters - 1
        n += 1
    return n


cdef inline void take_master(State* s, Seat* p, int card) noexcept nogil:
    """The card joins those set aside."""
    kassert(s.masters >> (card - FIRST_MASTER) & 1)
    s.masters = <uint8_t>(s.masters & ~(1 << (card - FIRST_MASTER)))
    p.aside = <uint16_t>(p.aside | 1 << (card - FIRST_MASTER + N_OWN))
