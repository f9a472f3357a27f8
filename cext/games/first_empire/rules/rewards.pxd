"""Phase 3: Unification rewards, unlocking soldiers for tokens, and the limit of tokens."""

from cext.games.first_empire.rules.buildings cimport can_build_wall
from cext.games.first_empire.rules.elixir cimport ask_cards, can_place_card, move_ship, ship_at_end, unlock
from cext.games.first_empire.rules.officials cimport ask_place, ask_recruit, officials_in_supply
from cext.games.first_empire.rules.state cimport (
    KIND_GOVERNOR, KIND_PALACE, KIND_RETURN, KIND_REWARD, KIND_SPEND, KIND_UNLOCK, KIND_WALL, OF_CHOICE, WORKERS, Seat,
    State,
)
from cext.games.first_empire.rules.tables cimport (
    ARCHITECT, GENERAL, N_ASPECTS, N_ROUNDS, REWARD_ALCHEMIST_CARDS, REWARD_ARCHITECTS, REWARD_GENERALS,
    REWARD_GOVERNOR, REWARD_OFFICIALS, REWARD_PALACE, REWARD_SHIP, REWARD_UNLOCK, REWARD_WALL, REWARD_WORKERS, Tables,
)
from cext.kernel.types cimport Move, kassert, pack
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy

cdef enum:
    LARGE_VALUE = 2            # of a large token (Components)
    UNLOCK_VALUE = 3           # tokens a soldier costs (Unlocking Terracotta Soldiers)


# -- 1) Unification Rewards ------------------------------------------------------------------------------------------

cdef inline int value_of(const Seat* p, int aspect) noexcept nogil:
    """"Small tokens are worth 1 each. Large tokens … are worth 2 each"."""
    return p.small[aspect] + LARGE_VALUE * p.large[aspect]


cdef inline void queue_players(const Tables* t, State* s, int aspect) noexcept nogil:
    """At least 1 token; highest value first; Tiebreaker: Turn Order track, then column, each top to bottom."""
    cdef int rank[4]
    cdef int k, j, before
    s.n_queue = 0
    for k in range(t.n_players):
        rank[k] = 4 * value_of(&s.seat[s.track[k]], aspect) + 3 - k
        s.n_queue += rank[k] > 3
    for k in range(t.n_players):
        before = 0
        for j in range(t.n_players):
            before += rank[j] > rank[k]
        s.queue[before] = s.track[k]


cdef inline void drop_candidate(State* s) noexcept nogil:
    """The first of those still to be asked has been."""
    cdef uint32_t queue
    kassert(s.n_queue > 0)
    s.n_queue -= 1
    memcpy(&queue, s.queue, sizeof(queue))
    queue >>= 8
    memcpy(s.queue, &queue, sizeof(queue))


cdef inline void return_tokens(State* s, Seat* p, int aspect) noexcept nogil:
    """"They must return all of their tokens of that type (value-1 go to the general supply; value-2 to the board)"."""
    s.small[aspect] = <uint8_t>(s.small[aspect] + p.small[aspect])
    s.large[aspect] = <uint8_t>(s.large[aspect] + p.large[aspect])
    p.small[aspect] = 0
    p.large[aspect] = 0


cdef inline void move_marker(const Tables* t, State* s, int seat) noexcept nogil:
    """From where it is to the slot of the reward, below all that are in the column already."""
    cdef int k = 0
    while s.track[k] != seat:
        k += 1
    for k in range(k, t.n_players - 1):
        s.track[k] = s.track[k + 1]
    s.track[t.n_players - 1] = <uint8_t>seat


cdef inline bint can_take(const Tables* t, const State* s, const Seat* p, int aspect) noexcept nogil:
    """"They must be able to immediately take the full reward"."""
    cdef int kind = t.reward[aspect][s.round], number = t.reward_number[aspect][s.round]
    if kind == REWARD_GENERALS:
        return p.supply[GENERAL] >= number
    if kind == REWARD_ARCHITECTS:
        return p.supply[ARCHITECT] >= number
    if kind == REWARD_OFFICIALS:
        return officials_in_supply(p) >= number
    if kind == REWARD_SHIP:
        return not ship_at_end(t, p)
    if kind == REWARD_UNLOCK:
        return p.locked >= number
    if kind == REWARD_ALCHEMIST_CARDS:
        return t.alchemist_reward_always or can_place_card(p, t.reward_regions[aspect][s.round])
    if kind == REWARD_WALL:
        return can_build_wall(t, s, p, 0)
    if kind == REWARD_GOVERNOR:
        return p.governors > 0
    if kind == REWARD_PALACE:
        return p.palaces > 0
    return 1


cdef inline int take_reward(const Tables* t, State* s, Seat* p, int aspect) noexcept nogil:
    """The rewards of the tableau; 1 when the state waits for a decision about it."""
    cdef int kind = t.reward[aspect][s.round], number = t.reward_number[aspect][s.round]
    cdef int regions = t.reward_regions[aspect][s.round], same = t.reward_same[aspect][s.round]
    cdef int amount = number if same else 1, times = 1 if same else number
    s.regions = <uint8_t>regions
    s.paying = 0
    if kind == REWARD_GENERALS:
        return ask_place(s, GENERAL, regions, amount, times)
    if kind == REWARD_ARCHITECTS:
        return ask_place(s, ARCHITECT, regions, amount, times)
    if kind == REWARD_WORKERS:
        return ask_place(s, WORKERS, regions, amount, times)
    if kind == REWARD_OFFICIALS:
        if same or t.officials_together:        # F16
            return ask_place(s, OF_CHOICE, regions, number, 1)
        return ask_recruit(s, p, regions, number)
    if kind == REWARD_SHIP:
        return move_ship(t, s, p, number)
    if kind == REWARD_UNLOCK:
        unlock(p, number)
        return 0
    if kind == REWARD_ALCHEMIST_CARDS:
        return ask_cards(s, p, regions, number, 0)
    s.stage = KIND_WALL if kind == REWARD_WALL else KIND_GOVERNOR if kind == REWARD_GOVERNOR else KIND_PALACE
    return 1


cdef inline int list_answers(Move* moves) noexcept nogil:
    """Accept or decline."""
    moves[0] = pack(KIND_REWARD, 1)
    moves[1] = pack(KIND_REWARD, 0)
    return 2


# -- 3) Unlocking Terracotta Soldiers --------------------------------------------------------------------------------

cdef inline int small_tokens(const Seat* p) noexcept nogil:
    """Small tokens of a player."""
    return p.small[0] + p.small[1] + p.small[2]


cdef inline int large_tokens(const Seat* p) noexcept nogil:
    """Large tokens of a player."""
    return p.large[0] + p.large[1] + p.large[2]


cdef inline bint is_payment(const Tables* t, const Seat* p, int soldiers, int large, int small) noexcept nogil:
    """Whether so many tokens pay for the soldiers together, none of them superfluous (F19)."""
    cdef int price = UNLOCK_VALUE * soldiers, paid = LARGE_VALUE * large + small
    if large > large_tokens(p) or small < 0 or small > small_tokens(p):
        return 0
    return paid == price or (small == 0 and price < paid < price + LARGE_VALUE and not t.price_exact)


cdef inline int payment_with(const Tables* t, const Seat* p, int soldiers, int large) noexcept nogil:
    """The small tokens that complete so many large ones to a payment, -1: none do."""
    cdef int small = UNLOCK_VALUE * soldiers - LARGE_VALUE * large
    if is_payment(t, p, soldiers, large, small):
        return small
    return 0 if small == -1 and is_payment(t, p, soldiers, large, 0) else -1


cdef inline bint can_pay(const Tables* t, const Seat* p, int soldiers) noexcept nogil:
    """Whether the tokens of a player pay for so many soldiers."""
    cdef int price = UNLOCK_VALUE * soldiers, large = large_tokens(p), rest = price - small_tokens(p)
    cdef int most = large if large < price // LARGE_VALUE else price // LARGE_VALUE
    cdef int lost = (price % LARGE_VALUE > 0) & (LARGE_VALUE * large > price)       # a point of a large token
    return (rest <= LARGE_VALUE * most) | (lost & (not t.price_exact))


cdef inline int list_unlocks(const Tables* t, const Seat* p, Move* moves) noexcept nogil:
    """"Players may unlock Terracotta Soldiers by spending 3 Unification tokens … for each"."""
    cdef int k, n = 1
    moves[0] = pack(KIND_UNLOCK, 0)
    for k in range(1, p.locked + 1):
        if can_pay(t, p, k):
            moves[n] = pack(KIND_UNLOCK, k)
            n += 1
    return n


cdef inline int ask_payment(const Tables* t, State* s, Seat* p, int soldiers) noexcept nogil:
    """How many large tokens, then which small ones. In the last round it does not matter: all large first."""
    cdef int large
    s.amount = <uint8_t>soldiers
    if s.round < N_ROUNDS - 1:
        s.stage = KIND_SPEND
        return 1
    large = large_tokens(p)
    while payment_with(t, p, soldiers, large) < 0:
        large -= 1
    return spend(s, p, large, payment_with(t, p, soldiers, large))


cdef inline int list_payments_of_tokens(const Tables* t, const State* s, const Seat* p, Move* moves) noexcept nogil:
    """Large and small tokens that pay for the soldiers."""
    cdef int large, small, n = 0
    for large in range(large_tokens(p) + 1):
        small = payment_with(t, p, s.amount, large)
        if small >= 0:
            moves[n] = pack(KIND_SPEND, large, small)
            n += 1
    return n


cdef inline int spend(State* s, Seat* p, int large, int small) noexcept nogil:
    """The large tokens to the board; then the small ones."""
    cdef int a
    for a in range(N_ASPECTS):
        if large and p.large[a]:
            kassert(p.large[a] == 1)
            p.large[a] = 0
            s.large[a] += 1
            large -= 1
    return ask_return(s, p, small)


cdef inline int ask_return(State* s, Seat* p, int number) noexcept nogil:
    """So many small tokens of the player's choice to the supply."""
    s.left = <uint8_t>number
    s.target = 0
    return next_return(s, p)


cdef inline int next_return(State* s, Seat* p) noexcept nogil:
    """Aspect by aspect; what is no choice is done, and in the last round as many as possible of the first ones."""
    cdef int least, most
    while s.left and s.target < N_ASPECTS:
        least = least_returned(s, p)
        most = most_returned(s, p)
        if s.round < N_ROUNDS - 1 and least < most:
            s.stage = KIND_RETURN
            return 1
        return_small(s, p, most)
    kassert(s.left == 0)
    return 0


cdef inline int least_returned(const State* s, const Seat* p) noexcept nogil:
    """The least of the aspect in hand that must go back: what the others cannot give."""
    cdef int a, rest = 0
    for a in range(s.target + 1, N_ASPECTS):
        rest += p.small[a]
    return s.left - rest if s.left > rest else 0


cdef inline int most_returned(const State* s, const Seat* p) noexcept nogil:
    """The most of the aspect in hand that can go back."""
    return s.left if s.left < p.small[s.target] else p.small[s.target]


cdef inline void return_small(State* s, Seat* p, int number) noexcept nogil:
    """So many tokens of the aspect in hand; then the next aspect."""
    p.small[s.target] = <uint8_t>(p.small[s.target] - number)
    s.small[s.target] = <uint8_t>(s.small[s.target] + number)
    s.left = <uint8_t>(s.left - number)
    s.target += 1


cdef inline int list_returns(const State* s, const Seat* p, Move* moves) noexcept nogil:
    """How many tokens of the aspect in hand go back."""
    cdef int k, n = 0
    for k in range(least_returned(s, p), most_returned(s, p) + 1):
        moves[n] = pack(KIND_RETURN, s.target, k)
        n += 1
    return n


# -- 4) Checking Unification tokens limit ------------------------------------------------------------------------------

cdef inline void return_large(const Tables* t, State* s) noexcept nogil:
    """Large tokens go back to the board."""
    cdef int i, a
    for i in range(t.n_players):
        for a in range(N_ASPECTS):
            s.large[a] = <uint8_t>(s.large[a] + s.seat[i].large[a])
            s.seat[i].large[a] = 0


cdef inline int over_limit(const Tables* t, const Seat* p) noexcept nogil:
    """Small tokens to return "so as to keep exactly 5"."""
    cdef int n = small_tokens(p) - t.keep_tokens
    return n if n > 0 else 0


cdef inline void return_excess(const Tables* t, State* s, Seat* p) noexcept nogil:
    """F20, the other reading: of each aspect 5 are kept."""
    cdef int a, n
    for a in range(N_ASPECTS):
        n = p.small[a] - t.keep_tokens
        if n > 0:
            p.small[a] = <uint8_t>(p.small[a] - n)
            s.small[a] = <uint8_t>(s.small[a] + n)
