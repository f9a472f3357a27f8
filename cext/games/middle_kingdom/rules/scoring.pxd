"""Final scoring, and the winner."""

from cext.games.middle_kingdom.rules.goals cimport cards_of
from cext.games.middle_kingdom.rules.state cimport Seat, State
from cext.games.middle_kingdom.rules.tables cimport (
    BEGINS_EQUAL, BEGINS_WITH_CARD, BEGINS_WITH_DRAGON, BUREAUCRAT, CARD_BUREAUCRAT, CARD_FARMER, CARD_MERCHANT,
    CARD_NOBLE_2, CARD_NOBLE_3, CARD_NOBLE_4, CARD_PHILOSOPHER, CARD_WARLORD, MERCHANT, NOBLE, N_CHART, WARLORD, Tables,
)
from cext.kernel.types cimport Outcome, total_and_rank
from libc.stdint cimport int8_t, int64_t

# Scoring categories.
cdef enum:
    CATEGORY_HEIR = 0
    CATEGORY_PALACE = 1
    CATEGORY_MARKET = 2
    CATEGORY_DRAGON = 3
    CATEGORY_TOKENS = 4
    CATEGORY_NOBLES = 5
    CATEGORY_WARLORDS = 6
    CATEGORY_BUREAUCRATS = 7
    CATEGORY_FARMERS = 8
    CATEGORY_MISSING = 9
    N_CATEGORIES_USED = 10


cdef inline int heir_at_end(const Tables* t, const State* s) noexcept nogil:
    """"Give the Heir to the player with the most Warlords. If there is a tie, discard it."; -1: discarded."""
    cdef int i, n, most = -1, who = -1
    for i in range(t.n_players):
        n = s.seat[i].pile[WARLORD] if t.merchants_in_heir else cards_of(&s.seat[i], WARLORD)
        if n > most:
            most = n
            who = i
        elif n == most:
            who = -1
    return who


cdef inline int missing_types(const Seat* p) noexcept nogil:
    """Dynasty Card types: those without at least one card; the Philosopher counts as a Bureaucrat."""
    return ((p.card[CARD_BUREAUCRAT] + p.card[CARD_PHILOSOPHER] == 0) + (p.card[CARD_FARMER] == 0)
            + (p.card[CARD_MERCHANT] == 0) + (p.card[CARD_WARLORD] == 0)
            + (p.card[CARD_NOBLE_2] + p.card[CARD_NOBLE_3] + p.card[CARD_NOBLE_4] == 0))


cdef inline int fewest_farmers(const Tables* t, const State* s) noexcept nogil:
    """Farmers of the player with the fewest, "possibly none"; Merchants in the pile are none."""
    cdef int i, fewest = s.seat[0].card[CARD_FARMER]
    for i in range(1, t.n_players):
        if s.seat[i].card[CARD_FARMER] < fewest:
            fewest = s.seat[i].card[CARD_FARMER]
    return fewest


cdef inline int farmer_points(const Tables* t, int left) noexcept nogil:
    """The chart, for the Farmers left after the discard."""
    return t.farmer_vp[left if left < N_CHART else N_CHART - 1]


cdef inline int noble_points(const Tables* t, const Seat* p) noexcept nogil:
    """Scoring: VP printed on the Nobles of a player."""
    return (p.card[CARD_NOBLE_2] * t.card_vp[CARD_NOBLE_2] + p.card[CARD_NOBLE_3] * t.card_vp[CARD_NOBLE_3]
            + p.card[CARD_NOBLE_4] * t.card_vp[CARD_NOBLE_4])


cdef inline int philosopher_points(const Tables* t, const Seat* p) noexcept nogil:
    """The Philosopher's own jade, and 1 for each Bureaucrat; "all other Bureaucrats are worth 0"."""
    return p.card[CARD_PHILOSOPHER] * t.card_vp[CARD_PHILOSOPHER] + (p.card[CARD_BUREAUCRAT]
                                                                     if p.card[CARD_PHILOSOPHER] else 0)


cdef inline void score_game(const Tables* t, const State* s, Outcome* out) noexcept nogil:
    """Final scoring."""
    cdef int i, fewest = fewest_farmers(t, s), heir = heir_at_end(t, s)
    cdef const Seat* p
    cdef int64_t* category
    for i in range(t.n_players):
        p = &s.seat[i]
        category = out.category[i]
        category[CATEGORY_HEIR] = t.goal_vp[NOBLE] if heir == i else 0
        category[CATEGORY_PALACE] = t.goal_vp[BUREAUCRAT] if s.holder[BUREAUCRAT] == i else 0
        category[CATEGORY_MARKET] = t.goal_vp[MERCHANT] if s.holder[MERCHANT] == i else 0
        category[CATEGORY_DRAGON] = t.dragon_vp if s.dragon == i else 0
        category[CATEGORY_TOKENS] = p.tokens * t.card_vp[8]
        category[CATEGORY_NOBLES] = noble_points(t, p)
        category[CATEGORY_WARLORDS] = p.card[CARD_WARLORD] * t.card_vp[CARD_WARLORD]
        category[CATEGORY_BUREAUCRATS] = philosopher_points(t, p)
        category[CATEGORY_FARMERS] = farmer_points(t, p.card[CARD_FARMER] - fewest)
        category[CATEGORY_MISSING] = -t.missing_vp * missing_types(p)
        out.opening[i] = p.opening
        out.tie[i] = p.n_cards     # "the player among those tied with the most Dynasty Cards wins"
    total_and_rank(out, t.n_players, N_CATEGORIES_USED)
    out.lead_changes = s.lead_changes


cdef inline int brought(const Tables* t, const State* s, int i) noexcept nogil:
    """For the reports: VP at the end of the Goal Card seat i began the game with, 0: lost."""
    cdef int began = s.seat[i].began_with
    if began == BEGINS_EQUAL:
        return 0
    if began == BEGINS_WITH_DRAGON:
        return t.dragon_vp if s.dragon == i else 0
    if began == BEGINS_WITH_CARD + NOBLE:
        return t.goal_vp[NOBLE] if heir_at_end(t, s) == i else 0
    return t.goal_vp[began - BEGINS_WITH_CARD] if s.holder[began - BEGINS_WITH_CARD] == i else 0
