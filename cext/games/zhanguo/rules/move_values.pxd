"""The values of all moves of a decision: what they share is added up once."""

from cext.games.zhanguo.rules.decision_context cimport DecisionContext, weighed_context
from cext.games.zhanguo.rules.feature_numbers cimport F_EXTREME
from cext.games.zhanguo.rules.feature_pieces cimport value_departure, value_route
from cext.games.zhanguo.rules.features cimport (
    evaluate, heard_actions, value_action, value_activation, value_unification,
)
from cext.games.zhanguo.rules.state cimport KIND_PLAY, KIND_REASSIGN, Seat, State
from cext.games.zhanguo.rules.tables cimport (
    ACT_GOVERNOR, ACT_HIRE, ACT_PALACE, ACT_REASSIGN, ACT_RECRUIT, ACT_UNIFY, ACT_WALL, N_ACTIONS, N_CARDS,
    N_REGIONS, N_TYPES, ROUND_TURNS, Tables,
)
from cext.kernel.features cimport Accumulator
from cext.kernel.types cimport Move, a_of, b_of, c_of, kind_of
from libc.stdint cimport int32_t, int64_t, uint8_t


cdef inline void value_moves(const Tables* t, const State* s, const Move* moves, int n, const int32_t* weights,
                             int64_t* values) noexcept nogil:
    """values[i] = weighted sum of the features of moves[i], thousandths of a point."""
    cdef DecisionContext ctx
    cdef Accumulator acc
    cdef int i
    weighed_context(t, s, weights, &ctx)
    acc.weights = weights
    acc.out = NULL
    if s.stage == KIND_PLAY:
        weigh_plays(t, s, &ctx, moves, n, &acc, values)
        return
    if s.stage == KIND_REASSIGN:
        weigh_reassignments(t, s, &ctx, moves, n, &acc, values)
        return
    for i in range(n):
        acc.total = 0
        evaluate(t, s, &ctx, moves[i], &acc)
        values[i] = acc.total


cdef inline void weigh_plays(const Tables* t, const State* s, const DecisionContext* ctx, const Move* moves, int n,
                             Accumulator* acc, int64_t* values) noexcept nogil:
    """Cards and actions: a court action is weighed once for all cards, a card's number once for all actions."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int64_t plain[N_ACTIONS]              # of each action, where it activates nothing, without the card's number
    cdef int64_t active[N_ACTIONS]             # what is more where it does
    cdef int64_t value[ROUND_TURNS][N_ACTIONS]  # of each card of the hand with each action
    cdef uint8_t place[N_CARDS + 1]            # of a card in the hand
    cdef int64_t number                        # of a card's number, where it activates nothing
    cdef int i, action, heard, card, live = 0
    weigh_action(t, p, ctx, ACT_RECRUIT, plain, active, &live, acc)
    weigh_action(t, p, ctx, ACT_REASSIGN, plain, active, &live, acc)
    weigh_action(t, p, ctx, ACT_GOVERNOR, plain, active, &live, acc)
    weigh_action(t, p, ctx, ACT_HIRE, plain, active, &live, acc)
    weigh_action(t, p, ctx, ACT_PALACE, plain, active, &live, acc)
    weigh_action(t, p, ctx, ACT_WALL, plain, active, &live, acc)
    for i in range(p.n_hand):
        card = p.hand[i]
        place[card] = <uint8_t>i
        heard = heard_actions(t, s, card) & live
        number = -<int64_t>acc.weights[F_EXTREME] * t.extreme[card]
        acc.total = 0
        value_unification(t, s, p, ctx, card, acc)
        value[i][ACT_UNIFY] = acc.total
        for action in range(ACT_RECRUIT, N_ACTIONS):
            value[i][action] = plain[action] + number + ((active[action] - number) & -<int64_t>(heard >> action & 1))
    for i in range(n):
        values[i] = value[place[a_of(moves[i])]][b_of(moves[i])]


cdef inline void weigh_action(const Tables* t, const Seat* p, const DecisionContext* ctx, int action, int64_t* plain,
                              int64_t* active, int* live, Accumulator* acc) noexcept nogil:
    """A court action, and what its trigger is worth; live: |= bit of the action where own cards have that trigger."""
    acc.total = 0
    value_action(p, ctx, action, acc)
    plain[action] = acc.total
    acc.total = 0
    value_activation(ctx, t.trigger_of[action], acc)
    active[action] = acc.total
    live[0] |= (ctx.triggers[t.trigger_of[action]] > 0) << action


cdef inline void weigh_reassignments(const Tables* t, const State* s, const DecisionContext* ctx, const Move* moves,
                                     int n, Accumulator* acc, int64_t* values) noexcept nogil:
    """Re-assignments: that an official leaves his region is weighed once for all regions he may go to, which are listed
    one after the other."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int64_t departure = 0
    cdef int i, r, q, c, leaver = -1           # the type and area the departure is of
    for i in range(n):
        r = a_of(moves[i])
        q = b_of(moves[i])
        c = c_of(moves[i])
        acc.total = 0
        if kind_of(moves[i]) != KIND_REASSIGN or q == r - N_REGIONS:
            evaluate(t, s, ctx, moves[i], acc)
            values[i] = acc.total
            continue
        if leaver != N_TYPES * r + (c & 3):
            leaver = N_TYPES * r + (c & 3)
            value_departure(t, s, p, ctx, r % N_REGIONS, c & 3, r < N_REGIONS, 1, acc)
            departure = acc.total
        acc.total = departure
        value_route(t, s, p, ctx, r, q, c, acc)
        values[i] = acc.total
