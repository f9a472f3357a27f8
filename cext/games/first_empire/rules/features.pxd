"""What a move brings its player, as integers a strategy multiplies: functions of public state and own hand only."""

from cext.games.byte_masks cimport popcount
from cext.games.first_empire.rules.abilities cimport count_pieces, gain_at, points_of
from cext.games.first_empire.rules.buildings cimport counted_cards, emperor_stack
from cext.games.first_empire.rules.decision_context cimport DecisionContext
from cext.games.first_empire.rules.elixir cimport can_place_card
from cext.games.first_empire.rules.feature_numbers cimport (
    F_ABILITY, F_BONUS_SPACE, F_EMPEROR, F_EXTREME, F_FIRST_CARD, F_HIS_VP, F_LEAD, F_MAJORITY, F_MARKER, F_MARKINGS,
    F_MOVES, F_OFFICIALS, F_PALACE_SITES, F_PLACE_CALM, F_PLACE_OFFICIAL, F_PLACE_RECRUIT, F_PLACE_SHIP, F_PLACE_TOKENS,
    F_PLACE_VP, F_PLACE_WORKER, F_REWARD, F_SAME_TRIGGER, F_SETS, F_SET_MAJORITY, F_SET_TILE, F_STOP, F_THIRD_CARD,
    F_TILE_VP, F_TOKENS, F_TOKENS_PAID, F_TRIGGERS, F_TRIGGER_CALM, F_TRIGGER_OFFICIALS, F_TRIGGER_SHIP,
    F_TRIGGER_TOKENS, F_TRIGGER_VP, F_TRIGGER_WORKERS, F_UNIFY, F_UNLOCKED, F_UNREST, F_VP, F_WALL_VP, F_WORKERS,
    F_WORKER_REGIONS,
)
from cext.games.first_empire.rules.feature_pieces cimport (
    takes_lead, value_coming, value_elixir, value_governor, value_kind, value_leaving, value_palace, value_payment,
    value_recruits, value_soldier, value_tokens, value_unrest, value_wall, value_worker,
)
from cext.games.first_empire.rules.gain_words cimport (
    SHIFT_CALM, SHIFT_CARDS, SHIFT_OFFICIALS, SHIFT_SHIP, SHIFT_TOKENS, SHIFT_WORKERS, number_at,
)
from cext.games.first_empire.rules.rewards cimport LARGE_VALUE, value_of
from cext.games.first_empire.rules.state cimport (
    KIND_ABILITY, KIND_BONUS, KIND_CALM, KIND_CARD, KIND_EMPEROR, KIND_GOVERNOR, KIND_HIRE, KIND_HIS_SOLDIER,
    KIND_LARGE, KIND_MASTER, KIND_MOVE, KIND_MOVE_WORKER, KIND_PALACE, KIND_PALACE_TILE, KIND_PAY, KIND_PLACE,
    KIND_PLAY, KIND_RECRUIT, KIND_REGION, KIND_RETURN, KIND_REWARD, KIND_SOLDIER, KIND_SPEND, KIND_START, KIND_STOP,
    KIND_TOKENS, KIND_UNLOCK, KIND_UNLOCK_ONE, KIND_WALL, OF_CHOICE, WORKERS, Seat, State,
)
from cext.games.first_empire.rules.tables cimport (
    ACT_ELIXIR, ACT_GOVERNOR, ACT_HIRE, ACT_NOTHING, ACT_PALACE, ACT_RECRUIT, ACT_UNIFY, AREA_CARDS,
    GAIN_ALCHEMIST_CARDS, GAIN_ANY_TOKENS, GAIN_CALM, GAIN_CALM_HERE, GAIN_MOVE_OFFICIALS, GAIN_MOVE_WORKERS,
    GAIN_RECRUIT_HERE, GAIN_SHIP, GAIN_TOKENS, GAIN_UNLOCK, GAIN_VP_ALCHEMISTS_HERE, GAIN_VP_CARDS, GAIN_WORKERS,
    GAIN_WORKERS_HERE, GENERAL, N_ALL_CARDS, N_ASPECTS, N_COUNTED, N_KINDS_OF_CARD, N_REGIONS, N_TRIGGERS, N_TYPES,
    N_VP_GAINS, PALACE_ANY_FOR_UNREST, REWARD_ALCHEMIST_CARDS, REWARD_ARCHITECTS, REWARD_GENERALS, REWARD_GOVERNOR,
    REWARD_OFFICIALS, REWARD_PALACE, REWARD_SHIP, REWARD_UNLOCK, REWARD_WALL, REWARD_WORKERS, Gain, Tables,
)
from cext.games.first_empire.rules.unify cimport position_of_next_card
from cext.kernel.features cimport Accumulator, add
from cext.kernel.types cimport Move, a_of, b_of, c_of, kassert, kind_of
from libc.stdint cimport uint64_t


cdef inline void evaluate(const Tables* t, const State* s, const DecisionContext* ctx, Move m,
                          Accumulator* acc) noexcept nogil:
    """Add up what move m brings the player to move."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int kind = kind_of(m), a = a_of(m), b = b_of(m)
    if kind == KIND_PLAY:
        value_play(t, s, p, ctx, a, b, acc)
    elif kind == KIND_MOVE:
        value_leaving(t, p, ctx, b, a, acc)
        value_coming(t, p, ctx, c_of(m), a, acc)
    elif kind == KIND_ABILITY:
        add(acc, F_ABILITY, 1)
        value_gain(t, s, p, ctx, gain_at(t, p, AREA_CARDS * a + b), a, acc)
    elif kind == KIND_REGION:
        value_region(t, s, p, ctx, a, acc)
    elif kind == KIND_RECRUIT:
        value_recruits(t, p, ctx, b, a, 1, acc)
    elif kind == KIND_CARD:
        add(acc, F_FIRST_CARD, p.n_cards[b] == 0)
        add(acc, F_THIRD_CARD, p.n_cards[b] == AREA_CARDS - 1)
        value_elixir(t, p, ctx, 0, 1, acc)
        value_kind(p, ctx, b, N_KINDS_OF_CARD - 1, acc)
        value_card_in(t, s, p, a, b, acc)
    elif kind == KIND_GOVERNOR:
        value_governor(t, s, p, ctx, a, b, acc)
    elif kind == KIND_HIRE:
        value_unrest(t, p, ctx, a, 1, acc)
        value_worker(p, ctx, a, t.hire_workers, acc)
    elif kind == KIND_PALACE:
        value_palace(t, p, ctx, a, b, acc)
    elif kind == KIND_WALL:
        value_wall(t, s, ctx, a, b, acc)
    elif kind == KIND_PAY:
        value_payment(p, ctx, a, acc)
    elif kind == KIND_STOP:
        add(acc, F_STOP, 1)
    elif kind == KIND_SOLDIER:
        add(acc, F_VP, t.tile_vp[s.tile[a]][s.n_soldiers[a]])
        value_soldier(p, a, acc)
    elif kind == KIND_REWARD:
        if a:
            value_reward(t, s, p, ctx, acc)
    else:
        value_rarer(t, s, p, ctx, kind, a, b, c_of(m), acc)


cdef inline void value_rarer(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx, int kind,
                             int a, int b, int c, Accumulator* acc) noexcept nogil:
    """What moves bring that are seldom asked for."""
    cdef int k
    if kind == KIND_START:
        value_start(t, s, p, ctx, a, acc)
    elif kind == KIND_MASTER:
        value_card_in(t, s, p, a, s.round, acc)
    elif kind == KIND_UNLOCK_ONE:
        add(acc, F_UNLOCKED, 1)
    elif kind == KIND_BONUS:
        value_gain(t, s, p, ctx, &t.gains[t.bonus[s.target][a]], 0, acc)
    elif kind == KIND_PALACE_TILE:
        add(acc, F_VP, t.palace_tile_vp[a] * counted_cards(p, s.target, a))
        if a == PALACE_ANY_FOR_UNREST:
            value_unrest(t, p, ctx, s.target, 1, acc)
    elif kind == KIND_LARGE:
        add(acc, F_LEAD, takes_lead(p, ctx, a, LARGE_VALUE))
    elif kind == KIND_EMPEROR:
        value_emperor(t, s, p, a, b, acc)
    elif kind == KIND_TOKENS:
        value_tokens(s, p, ctx, 0, a, acc)
        value_tokens(s, p, ctx, 1, b, acc)
        value_tokens(s, p, ctx, 2, c, acc)
    elif kind == KIND_CALM:
        for k in range(N_REGIONS):
            if a >> k & 1:
                value_unrest(t, p, ctx, k, -1, acc)
    elif kind == KIND_MOVE_WORKER:
        value_worker(p, ctx, a, -1, acc)
        value_worker(p, ctx, b, 1, acc)
    elif kind == KIND_PLACE:
        value_place(t, p, ctx, s.type, s.amount, a, acc)
    elif kind == KIND_UNLOCK:
        add(acc, F_UNLOCKED, a)
    elif kind == KIND_SPEND:
        add(acc, F_TOKENS, -b)
    elif kind == KIND_RETURN:
        add(acc, F_TOKENS, -b)
        add(acc, F_LEAD, takes_lead(p, ctx, a, -b))
    else:
        kassert(kind == KIND_HIS_SOLDIER)
        add(acc, F_HIS_VP, t.tile_vp[s.tile[a]][s.n_soldiers[a]])


# -- the card and the action --------------------------------------------------------------------------------------

cdef inline int extreme(int card) noexcept nogil:
    """How far a card's number lies from the middle of 1 to 120, in steps of six numbers: 0 to 9."""
    cdef int d = 2 * card - 121
    return (d if d > 0 else -d) // 12


cdef inline void value_play(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx, int card,
                            int action, Accumulator* acc) noexcept nogil:
    """Card and action: what the best target promises, and what the number activates."""
    if action == ACT_NOTHING:
        return
    value_action(t, p, ctx, action, acc)
    if action == ACT_UNIFY:
        value_unification(t, s, p, ctx, card, acc)
    elif activates(s, ctx, card < s.court, action):
        value_triggers(ctx, action - ACT_RECRUIT, acc)
    else:
        add(acc, F_EXTREME, -extreme(card))


cdef inline void value_action(const Tables* t, const Seat* p, const DecisionContext* ctx, int action,
                              Accumulator* acc) noexcept nogil:
    """An action, whatever the card."""
    add(acc, F_UNIFY + action - ACT_UNIFY, 1)
    if action == ACT_UNIFY:
        add(acc, F_UNREST, ctx.card_unrest)
    elif action == ACT_RECRUIT:
        add(acc, F_SETS, ctx.recruit_sets)
        add(acc, F_SET_MAJORITY, ctx.recruit_majority)
        add(acc, F_SET_TILE, ctx.recruit_tile)
    elif action == ACT_ELIXIR:
        value_elixir(t, p, ctx, t.ship_steps, 0, acc)
    elif action == ACT_GOVERNOR:
        add(acc, F_MAJORITY, ctx.majority)
        add(acc, F_TILE_VP, ctx.best_governor_tile)
        add(acc, F_BONUS_SPACE, ctx.bonus)
    elif action == ACT_HIRE:
        add(acc, F_UNREST, 1)
        add(acc, F_WORKERS, t.hire_workers)
        add(acc, F_WORKER_REGIONS, ctx.hire_regions)
        add(acc, F_PALACE_SITES, ctx.hire_sites)
    elif action == ACT_PALACE:
        add(acc, F_VP, ctx.palace)
        add(acc, F_TILE_VP, ctx.best_palace_tile)
    else:
        add(acc, F_WALL_VP, ctx.wall)
        add(acc, F_MARKINGS, ctx.markings)
        add(acc, F_TILE_VP, ctx.best_wall_tile)
        add(acc, F_EMPEROR, ctx.emperor)


cdef inline void value_unification(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx,
                                   int card, Accumulator* acc) noexcept nogil:
    """A card to the player board: its tokens, what it shows, and a number that is lost to the Court."""
    value_tokens(s, p, ctx, t.kind[card], ctx.tokens, acc)
    value_card_in(t, s, p, card, 0, acc)
    add(acc, F_EXTREME, -extreme(card))


cdef inline bint activates(const State* s, const DecisionContext* ctx, bint lower, int action) noexcept nogil:
    """Whether a card at Court, lower than the one there or not, lets own cards be activated."""
    return (ctx.trigger[action - ACT_RECRUIT] != 0) & ((s.court == 0) | (lower != (action >= ACT_HIRE)))


cdef inline void value_triggers(const DecisionContext* ctx, int trigger, Accumulator* acc) noexcept nogil:
    """What the own cards with a trigger would give."""
    cdef uint64_t gives = ctx.trigger[trigger]
    add(acc, F_TRIGGERS, number_at(gives, SHIFT_CARDS))
    add(acc, F_TRIGGER_VP, ctx.trigger_vp[trigger])
    add(acc, F_TRIGGER_WORKERS, number_at(gives, SHIFT_WORKERS))
    add(acc, F_TRIGGER_OFFICIALS, number_at(gives, SHIFT_OFFICIALS))
    add(acc, F_TRIGGER_TOKENS, number_at(gives, SHIFT_TOKENS))
    add(acc, F_TRIGGER_SHIP, number_at(gives, SHIFT_SHIP))
    add(acc, F_TRIGGER_CALM, number_at(gives, SHIFT_CALM))


cdef inline void value_card(const Tables* t, const Seat* p, int card, const int* counted,
                            Accumulator* acc) noexcept nogil:
    """What the card's trigger and ability add to the player board; counted: what gains count (count_pieces)."""
    cdef int trigger = t.trigger[card]
    cdef const Gain* g = &t.gains[t.gain[card]]
    add(acc, F_SAME_TRIGGER, popcount(p.by_trigger[trigger]))
    add(acc, F_PLACE_RECRUIT + trigger, 1)
    # a card that counts cards of its kind counts itself once it lies there
    add(acc, g.promise, t.promised[card] * (counted[g.counts] + t.counts_itself[card]))


cdef inline void value_card_in(const Tables* t, const State* s, const Seat* p, int card, int region,
                               Accumulator* acc) noexcept nogil:
    """The same of one card; region: where an Alchemist card lies."""
    cdef int counted[N_COUNTED]
    count_pieces(t, s, p, region, counted)
    value_card(t, p, card, counted, acc)


cdef inline void fill_promises(Tables* t) noexcept nogil:
    """How much of what its ability counts a card promises, 1 of what counts nothing; and whether it counts itself."""
    cdef const Gain* g
    cdef int card
    for card in range(N_ALL_CARDS):
        g = &t.gains[t.gain[card]]
        t.promised[card] = g.number if g.what < N_VP_GAINS else 1
        t.counts_itself[card] = g.what == GAIN_VP_ALCHEMISTS_HERE or (
            g.what == GAIN_VP_CARDS and g.kind == t.kind[card])


cdef inline int promise_of(const Gain* g) noexcept nogil:
    """The feature that tells what the ability of a card placed gives: F_PLACE_..."""
    if g.what < N_VP_GAINS:
        return F_PLACE_VP
    if g.what == GAIN_WORKERS_HERE or g.what == GAIN_MOVE_WORKERS:
        return F_PLACE_WORKER
    if g.what == GAIN_TOKENS or g.what == GAIN_ANY_TOKENS:
        return F_PLACE_TOKENS
    if g.what == GAIN_SHIP or g.what == GAIN_UNLOCK:
        return F_PLACE_SHIP
    return F_PLACE_CALM if g.what == GAIN_CALM or g.what == GAIN_CALM_HERE else F_PLACE_OFFICIAL


cdef inline void value_region(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx, int r,
                              Accumulator* acc) noexcept nogil:
    """Where the card is placed."""
    cdef int card = s.played, k = position_of_next_card(t, p, r)
    value_tokens(s, p, ctx, t.kind[card], t.card_tokens[k], acc)
    add(acc, F_FIRST_CARD, k == 0)
    add(acc, F_THIRD_CARD, k == AREA_CARDS - 1)
    value_unrest(t, p, ctx, r, t.card_unrest[k], acc)
    value_kind(p, ctx, r, t.kind[card], acc)


cdef inline void value_emperor(const Tables* t, const State* s, const Seat* p, int r, int k,
                               Accumulator* acc) noexcept nogil:
    """The Emperor tile on the card at a place: the trigger it loses and the one it gets."""
    cdef int i, bit = 1 << (AREA_CARDS * r + k), trigger = s.emperor[emperor_stack(t, s.target)][0] - 1
    for i in range(N_TRIGGERS):
        if p.by_trigger[i] & bit:
            add(acc, F_PLACE_RECRUIT + i, -1)
            add(acc, F_SAME_TRIGGER, 1 - popcount(p.by_trigger[i]))
    add(acc, F_PLACE_RECRUIT + trigger, 1)
    add(acc, F_SAME_TRIGGER, popcount(p.by_trigger[trigger] & ~bit))
    add(acc, F_PLACE_VP, value_in_use(t, s, p, r, k))


cdef inline int value_in_use(const Tables* t, const State* s, const Seat* p, int r, int k) noexcept nogil:
    """The points the ability of a card on the board scores each time."""
    cdef const Gain* g = gain_at(t, p, AREA_CARDS * r + k)
    return points_of(t, s, p, g, r) if g.what < N_VP_GAINS else 0


# -- gains, rewards, Starting tiles -----------------------------------------------------------------------------------

cdef inline void value_gain(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx, const Gain* g,
                            int region, Accumulator* acc) noexcept nogil:
    """An ability or a bonus: what it brings where that is certain, else how much of it."""
    cdef int a
    value_unrest(t, p, ctx, region, g.unrest, acc)
    if g.what < N_VP_GAINS:
        add(acc, F_VP, points_of(t, s, p, g, region))
    elif g.what == GAIN_UNLOCK:
        add(acc, F_UNLOCKED, g.number if g.number < p.locked else p.locked)
    elif g.what == GAIN_SHIP:
        value_elixir(t, p, ctx, g.number, 0, acc)
    elif g.what == GAIN_TOKENS:
        for a in range(N_ASPECTS):
            value_tokens(s, p, ctx, a, g.tokens[a], acc)
    elif g.what == GAIN_ANY_TOKENS:
        add(acc, F_TOKENS, g.number)
    elif g.what == GAIN_CALM or g.what == GAIN_CALM_HERE:
        add(acc, F_UNREST, -<int>g.number)
    elif g.what == GAIN_ALCHEMIST_CARDS:
        value_elixir(t, p, ctx, 0, g.number, acc)
    elif g.what == GAIN_RECRUIT_HERE:
        value_recruits(t, p, ctx, region, g.kind, g.number, acc)
    elif g.what == GAIN_WORKERS_HERE:
        value_worker(p, ctx, region, g.number, acc)
    elif g.what == GAIN_WORKERS:
        add(acc, F_WORKERS, g.number)
    elif g.what == GAIN_MOVE_OFFICIALS or g.what == GAIN_MOVE_WORKERS:
        add(acc, F_MOVES, g.number)
    else:
        add(acc, F_OFFICIALS, g.number)


cdef inline void value_place(const Tables* t, const Seat* p, const DecisionContext* ctx, int type, int amount,
                             int r, Accumulator* acc) noexcept nogil:
    """Officials of a type, or workers, to region r; officials of choice are chosen there afterwards."""
    if type == WORKERS:
        value_worker(p, ctx, r, amount, acc)
    elif type != OF_CHOICE:
        value_recruits(t, p, ctx, r, type, amount, acc)
    else:
        add(acc, F_OFFICIALS, amount)


cdef inline void value_reward(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx,
                              Accumulator* acc) noexcept nogil:
    """Accepting a reward: what it promises, the tokens given back, the places the marker falls."""
    cdef int aspect = t.row[s.row], kind = t.reward[aspect][s.round], n = t.reward_number[aspect][s.round], r, k = 0
    cdef int majority = 0, tile = 0
    add(acc, F_REWARD, 1)
    add(acc, F_TOKENS_PAID, value_of(p, aspect))
    while s.track[k] != s.active:
        k += 1
    add(acc, F_MARKER, t.n_players - 1 - k)
    if kind == REWARD_GENERALS or kind == REWARD_ARCHITECTS or kind == REWARD_OFFICIALS:
        add(acc, F_OFFICIALS, n)
    elif kind == REWARD_SHIP:
        value_elixir(t, p, ctx, n, 0, acc)
    elif kind == REWARD_WORKERS:
        add(acc, F_WORKERS, n)
    elif kind == REWARD_UNLOCK:
        add(acc, F_UNLOCKED, n)
    elif kind == REWARD_ALCHEMIST_CARDS:
        value_elixir(t, p, ctx, 0, n if can_place_card(p, t.reward_regions[aspect][s.round]) else 0, acc)
    elif kind == REWARD_WALL:
        add(acc, F_WALL_VP, ctx.wall)
        add(acc, F_TILE_VP, ctx.best_wall_tile)
    elif kind == REWARD_GOVERNOR:
        for r in range(N_REGIONS):
            if t.reward_regions[aspect][s.round] >> r & 1:
                majority = ctx.majority_gain[r] if ctx.majority_gain[r] > majority else majority
                tile = ctx.governor_tile[r] if ctx.governor_tile[r] > tile else tile
        add(acc, F_MAJORITY, majority)
        add(acc, F_TILE_VP, tile)
    else:
        kassert(kind == REWARD_PALACE)
        add(acc, F_VP, ctx.palace)
        add(acc, F_TILE_VP, ctx.best_palace_tile)


cdef inline void value_start(const Tables* t, const State* s, const Seat* p, const DecisionContext* ctx, int tile,
                             Accumulator* acc) noexcept nogil:
    """Appendix 4: what a Starting tile gives, all of it in Chu but the unrest."""
    cdef int c, r
    for c in range(N_TYPES):
        value_recruits(t, p, ctx, 0, c, t.start_officials[tile][c] + (c == GENERAL), acc)
    for c in range(N_ASPECTS):
        value_tokens(s, p, ctx, c, t.start_tokens[tile][c], acc)
    for r in range(N_REGIONS):
        value_unrest(t, p, ctx, r, t.start_unrest[tile] >> r & 1, acc)
    value_elixir(t, p, ctx, t.start_ship[tile], t.start_cards[tile], acc)
    add(acc, F_UNLOCKED, t.start_soldiers[tile])
    add(acc, F_WORKERS, t.start_workers[tile])
