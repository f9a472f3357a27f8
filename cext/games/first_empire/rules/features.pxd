"""What a move brings the player who makes it: the features a strategy weighs."""

from cext.games.first_empire.rules.abilities cimport gain_at, points_of
from cext.games.first_empire.rules.state cimport (
    KIND_ABILITY, KIND_CARD, KIND_GOVERNOR, KIND_HIRE, KIND_PALACE, KIND_PLAY, KIND_RECRUIT, KIND_REGION, KIND_REWARD,
    KIND_SOLDIER, KIND_STOP, KIND_UNLOCK, KIND_UNLOCK_ONE, KIND_WALL, OPEN, Seat, State,
)
from cext.games.first_empire.rules.masks cimport popcount
from cext.games.first_empire.rules.tables cimport (
    ACT_HIRE, ACT_NOTHING, ACT_RECRUIT, ACT_UNIFY, AREA_CARDS, N_VP_GAINS, Tables,
)
from cext.kernel.features cimport Accumulator, add
from cext.kernel.types cimport Move, a_of, b_of, kind_of

# The features: meaning | unit. Strategies name them in lower case without F_.
cdef enum:  # Feature
    F_VP                 # victory points scored at once by a soldier, a palace or an ability | VP
    F_UNIFY              # the card goes to the own player board (unification action) | 0/1
    F_RECRUIT            # court action: recruit 1 official | 0/1
    F_ELIXIR             # court action: search for the elixir | 0/1
    F_GOVERNOR           # court action: install 1 governor | 0/1
    F_HIRE               # court action: hire workers | 0/1
    F_PALACE             # court action: build 1 palace | 0/1
    F_WALL               # court action: build 1 wall | 0/1
    F_TRIGGERS           # own cards that the court card's number and action activate | cards
    F_TOKENS             # tokens taken with a card | tokens
    F_UNREST             # unrest the move causes | levels
    F_REWARD             # a unification reward is accepted | 0/1
    F_ABILITY            # an ability is activated | 0/1
    F_STOP               # no more of what could go on | 0/1
    F_ALCHEMIST_CARD     # an Alchemist card is placed | 0/1
    F_UNLOCKED           # soldiers unlocked | soldiers
    F_BONUS_SPACE        # the governor takes a space with a bonus | 0/1
    F_MARKINGS           # workers the slot of the wall costs | workers
    F_NEW_TYPE           # the official is the first of his type in the region | 0/1
    N_FEATURES


cdef struct DecisionContext:
    int lower                  # a lower card may activate abilities: the top card of the Court; 0: any card may


cdef inline void decision_context(const Tables* t, const State* s, DecisionContext* ctx) noexcept nogil:
    """What all moves of a decision share."""
    ctx.lower = s.court


cdef inline void evaluate(const Tables* t, const State* s, const DecisionContext* ctx, Move move,
                          Accumulator* acc) noexcept nogil:
    """Add up the features of a legal move."""
    cdef const Seat* p = &s.seat[s.active]
    cdef int kind = kind_of(move), a = a_of(move), b = b_of(move)
    if kind == KIND_PLAY:
        value_play(p, ctx, a, b, acc)
    elif kind == KIND_REGION:
        add(acc, F_TOKENS, t.card_tokens[p.n_cards[a]])
        add(acc, F_UNREST, t.card_unrest[p.n_cards[a]])
    elif kind == KIND_RECRUIT:
        add(acc, F_NEW_TYPE, p.officials[b][a] == 0)
    elif kind == KIND_CARD:
        add(acc, F_ALCHEMIST_CARD, 1)
    elif kind == KIND_UNLOCK_ONE:
        add(acc, F_UNLOCKED, 1)
    elif kind == KIND_UNLOCK:
        add(acc, F_UNLOCKED, a)
    elif kind == KIND_HIRE:
        add(acc, F_UNREST, 1)
    elif kind == KIND_PALACE:
        add(acc, F_VP, t.palace_vp)
    elif kind == KIND_WALL:
        add(acc, F_MARKINGS, b)
    elif kind == KIND_GOVERNOR:
        add(acc, F_BONUS_SPACE, b != OPEN)
    elif kind == KIND_SOLDIER:
        add(acc, F_VP, t.tile_vp[s.tile[a]][s.n_soldiers[a]])
    elif kind == KIND_REWARD:
        add(acc, F_REWARD, a)
    elif kind == KIND_STOP:
        add(acc, F_STOP, 1)
    elif kind == KIND_ABILITY:
        value_ability(t, s, p, AREA_CARDS * a + b, acc)


cdef inline void value_play(const Seat* p, const DecisionContext* ctx, int card, int action,
                            Accumulator* acc) noexcept nogil:
    """A card and an action: which it is, and the cards it activates."""
    cdef bint fits = ctx.lower == 0 or (card > ctx.lower if action >= ACT_HIRE else card < ctx.lower)
    if action == ACT_NOTHING:
        return
    add(acc, F_UNIFY + action - ACT_UNIFY, 1)
    if action != ACT_UNIFY and fits:
        add(acc, F_TRIGGERS, popcount(p.by_trigger[action - ACT_RECRUIT]))


cdef inline void value_ability(const Tables* t, const State* s, const Seat* p, int i, Accumulator* acc) noexcept nogil:
    """An ability: the points it scores, and its unrest."""
    add(acc, F_ABILITY, 1)
    add(acc, F_UNREST, gain_at(t, p, i).unrest)
    if gain_at(t, p, i).what < N_VP_GAINS:
        add(acc, F_VP, points_of(s, p, gain_at(t, p, i), i // AREA_CARDS))
