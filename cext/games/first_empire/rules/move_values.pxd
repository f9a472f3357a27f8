"""The values of all moves of a decision, as evaluate() gives them: what several moves share is added up once."""

from cext.games.first_empire.rules.abilities cimport count_pieces
from cext.games.first_empire.rules.decision_context cimport DecisionContext, decision_context
from cext.games.first_empire.rules.feature_numbers cimport F_EXTREME
from cext.games.first_empire.rules.feature_pieces cimport value_coming, value_leaving, value_tokens
from cext.games.first_empire.rules.features cimport (
    activates, evaluate, extreme, value_action, value_card, value_triggers,
)
from cext.games.first_empire.rules.state cimport KIND_ABILITY, KIND_MOVE, KIND_PLAY, KIND_STOP, Seat, State
from cext.games.first_empire.rules.tables cimport (
    ACT_ELIXIR, ACT_GOVERNOR, ACT_HIRE, ACT_NOTHING, ACT_PALACE, ACT_RECRUIT, ACT_UNIFY, ACT_WALL, HAND, N_ACTIONS,
    N_ALL_CARDS, N_ASPECTS, N_COUNTED, N_REGIONS, N_TYPES, Tables,
)
from cext.kernel.features cimport Accumulator
from cext.kernel.types cimport Move, a_of, b_of, c_of, kind_of
from libc.stdint cimport int32_t, int64_t, uint8_t


cdef inline void value_moves(const Tables* t, const State* s, const Move* moves, int n, const int32_t* weights,
                             int64_t* values) noexcept nogil:
    """The weighted sum of each move's features."""
    cdef DecisionContext ctx
    cdef Accumulator acc
    cdef int i
    decision_context(t, s, &ctx)
    acc.weights = weights
    acc.out = NULL
    if s.stage == KIND_PLAY:
        value_plays(t, s, &ctx, moves, n, values, &acc)
    elif s.stage == KIND_ABILITY or s.stage == KIND_MOVE:
        value_steps(t, s, &ctx, moves, n, values, &acc)
    else:
        for i in range(n):
            acc.total = 0
            evaluate(t, s, &ctx, moves[i], &acc)
            values[i] = acc.total


cdef inline void value_plays(const Tables* t, const State* s, const DecisionContext* ctx, const Move* moves, int n,
                             int64_t* values, Accumulator* acc) noexcept nogil:
    """Cards and actions: each action, and what it activates, once for all cards; each card once for all actions."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int64_t of_action[2][N_ACTIONS]    # by whether the card is lower than the one at Court
    cdef int64_t lost[2][N_ACTIONS]         # for each step of its number from the middle, where it activates nothing
    cdef int64_t of_tokens[N_ASPECTS]
    cdef int64_t placed[HAND]               # what a card of the hand adds where it is placed
    cdef int steps[HAND]                    # of its number from the middle
    cdef int lower[HAND]
    cdef uint8_t place[N_ALL_CARDS]         # of a card in the hand
    cdef int counted[N_COUNTED]
    cdef int i, k, card, action
    count_pieces(t, s, p, 0, counted)
    # action by action, without a loop, for the compiler knows then what each adds up
    value_for_cards(t, s, ctx, ACT_UNIFY, of_action, lost, acc)
    value_for_cards(t, s, ctx, ACT_RECRUIT, of_action, lost, acc)
    value_for_cards(t, s, ctx, ACT_ELIXIR, of_action, lost, acc)
    value_for_cards(t, s, ctx, ACT_GOVERNOR, of_action, lost, acc)
    value_for_cards(t, s, ctx, ACT_HIRE, of_action, lost, acc)
    value_for_cards(t, s, ctx, ACT_PALACE, of_action, lost, acc)
    value_for_cards(t, s, ctx, ACT_WALL, of_action, lost, acc)
    value_for_cards(t, s, ctx, ACT_NOTHING, of_action, lost, acc)
    for k in range(N_ASPECTS):
        acc.total = 0
        value_tokens(s, p, ctx, k, ctx.tokens, acc)
        of_tokens[k] = acc.total
    for k in range(p.n_hand):
        card = p.hand[k]
        place[card] = <uint8_t>k
        lower[k] = card < s.court
        steps[k] = extreme(card)
        acc.total = of_tokens[t.kind[card]]
        value_card(t, p, card, counted, acc)
        placed[k] = acc.total
    for i in range(n):
        k = place[a_of(moves[i])]
        action = b_of(moves[i])
        values[i] = (of_action[lower[k]][action] - lost[lower[k]][action] * steps[k]
                     + (placed[k] & -<int64_t>(action == ACT_UNIFY)))


cdef inline void value_for_cards(const Tables* t, const State* s, const DecisionContext* ctx, int action,
                                 int64_t (*of_action)[N_ACTIONS], int64_t (*lost)[N_ACTIONS],
                                 Accumulator* acc) noexcept nogil:
    """An action with a lower card and with another one."""
    cdef int lower, active
    cdef int64_t silent
    acc.total = 0
    if action != ACT_NOTHING:
        value_action(t, &s.seat[s.active], ctx, action, acc)
    silent = acc.total
    if ACT_UNIFY < action < ACT_NOTHING and ctx.trigger[action - ACT_RECRUIT]:
        value_triggers(ctx, action - ACT_RECRUIT, acc)
    for lower in range(2):
        active = ACT_UNIFY < action < ACT_NOTHING and activates(s, ctx, lower, action)
        of_action[lower][action] = acc.total if active else silent
        lost[lower][action] = 0 if active or action == ACT_NOTHING else acc.weights[F_EXTREME]


cdef inline void value_steps(const Tables* t, const State* s, const DecisionContext* ctx, const Move* moves, int n,
                             int64_t* values, Accumulator* acc) noexcept nogil:
    """Movements of officials among other moves: each departure and each arrival once."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int64_t leaving[N_REGIONS * N_TYPES]
    cdef int64_t coming[N_REGIONS * N_TYPES]
    cdef int i, c, here, there, left = 0, reached = 0
    if n > 0 and kind_of(moves[n - 1]) == KIND_STOP:    # nearly always: the loop then meets one kind for the most part
        n -= 1
        acc.total = 0
        evaluate(t, s, ctx, moves[n], acc)
        values[n] = acc.total
    for i in range(n):
        acc.total = 0
        if kind_of(moves[i]) != KIND_MOVE:
            evaluate(t, s, ctx, moves[i], acc)
            values[i] = acc.total
            continue
        c = a_of(moves[i])
        here = N_TYPES * b_of(moves[i]) + c
        there = N_TYPES * c_of(moves[i]) + c
        if not left >> here & 1:
            left |= 1 << here
            value_leaving(t, p, ctx, b_of(moves[i]), c, acc)
            leaving[here] = acc.total
            acc.total = 0
        if not reached >> there & 1:
            reached |= 1 << there
            value_coming(t, p, ctx, c_of(moves[i]), c, acc)
            coming[there] = acc.total
        values[i] = leaving[here] + coming[there]
