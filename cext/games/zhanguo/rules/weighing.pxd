"""The values of all moves of a decision: what they share is added up once."""

from cext.games.zhanguo.rules.decision_context cimport DecisionContext, weighed_context
from cext.games.zhanguo.rules.feature_numbers cimport F_EXTREME
from cext.games.zhanguo.rules.feature_pieces cimport value_departure, value_route
from cext.games.zhanguo.rules.features cimport (
    evaluate, extreme, heard_actions, value_action, value_activation, value_unification,
)
from cext.games.zhanguo.rules.state cimport KIND_PLAY, KIND_REASSIGN, Seat, State
from cext.games.zhanguo.rules.tables cimport ACT_UNIFY, N_ACTIONS, N_REGIONS, N_TYPES, Tables
from cext.kernel.features cimport Accumulator
from cext.kernel.types cimport Move, a_of, b_of, c_of, kind_of
from libc.stdint cimport int32_t, int64_t


cdef inline void weigh_moves(const Tables* t, const State* s, const Move* moves, int n, const int32_t* weights,
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
    cdef int64_t promised[N_ACTIONS]           # of each action met so far, whatever the card
    cdef int64_t activated[N_ACTIONS]          # what its trigger brings
    cdef int64_t number = 0                    # of the card's number, where it activates nothing
    cdef int i, action, met = 0, live = 0, heard = 0, card = 0
    for i in range(n):
        action = b_of(moves[i])
        if a_of(moves[i]) != card:
            card = a_of(moves[i])
            heard = heard_actions(t, s, card)
            number = -<int64_t>acc.weights[F_EXTREME] * extreme(card)
        if action == ACT_UNIFY:
            acc.total = 0
            value_unification(t, s, p, ctx, card, acc)
            values[i] = acc.total
            continue
        if not met >> action & 1:
            met |= 1 << action
            live |= (ctx.triggers[t.trigger_of[action]] > 0) << action
            acc.total = 0
            value_action(p, ctx, action, acc)
            promised[action] = acc.total
            acc.total = 0
            value_activation(ctx, t.trigger_of[action], acc)
            activated[action] = acc.total
        values[i] = promised[action] + (activated[action] if (heard & live) >> action & 1 else number)


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
