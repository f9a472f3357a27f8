"""The values of all moves of a decision, as evaluate() gives them: what several moves share is added up once."""

from cext.games.first_empire.rules.decision_context cimport DecisionContext, decision_context
from cext.games.first_empire.rules.feature_numbers cimport F_EXTREME
from cext.games.first_empire.rules.feature_pieces cimport value_coming, value_leaving
from cext.games.first_empire.rules.features cimport (
    activates, evaluate, extreme, value_action, value_triggers, value_unification,
)
from cext.games.first_empire.rules.state cimport KIND_ABILITY, KIND_MOVE, KIND_PLAY, Seat, State
from cext.games.first_empire.rules.tables cimport (
    ACT_NOTHING, ACT_RECRUIT, ACT_UNIFY, N_ACTIONS, N_REGIONS, N_TYPES, Tables,
)
from cext.kernel.features cimport Accumulator
from cext.kernel.types cimport Move, a_of, b_of, c_of, kind_of
from libc.stdint cimport int32_t, int64_t


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
    """Cards and actions: each action, and what it activates, once for all cards."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int64_t of_action[N_ACTIONS]
    cdef int64_t activated[N_ACTIONS]
    cdef int64_t wasted
    cdef int i, card, action, known = 0
    for i in range(n):
        card = a_of(moves[i])
        action = b_of(moves[i])
        acc.total = 0
        if action == ACT_NOTHING:
            values[i] = 0
            continue
        if not known >> action & 1:
            known |= 1 << action
            value_action(t, p, ctx, action, acc)
            of_action[action] = acc.total
            if action != ACT_UNIFY:
                value_triggers(ctx, action - ACT_RECRUIT, acc)
                activated[action] = acc.total
        if action == ACT_UNIFY:
            acc.total = of_action[action]
            value_unification(t, s, p, ctx, card, acc)
            values[i] = acc.total
        else:
            wasted = of_action[action] - acc.weights[F_EXTREME] * <int64_t>extreme(card)
            values[i] = activated[action] if activates(s, ctx, card, action) else wasted


cdef inline void value_steps(const Tables* t, const State* s, const DecisionContext* ctx, const Move* moves, int n,
                             int64_t* values, Accumulator* acc) noexcept nogil:
    """Movements of officials among other moves: each departure and each arrival once."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int64_t leaving[N_REGIONS * N_TYPES]
    cdef int64_t coming[N_REGIONS * N_TYPES]
    cdef int i, c, here, there, left = 0, reached = 0
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
