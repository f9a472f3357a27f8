"""The rules by the names that cext/kernel/adapters.pxi calls them by."""

from cext.games.middle_kingdom.rules.expectations cimport DecisionContext, decision_context
from cext.games.middle_kingdom.rules.features cimport N_FEATURES, evaluate, value_moves
from cext.games.middle_kingdom.rules.hidden cimport check_state, redeal_hidden
from cext.games.middle_kingdom.rules.observables cimport (
    N_RUNNING_COUNTERS, board_at, class_of_move, points_at, read_clock, read_counters, read_running,
)
from cext.games.middle_kingdom.rules.random_play cimport draw_move, random_game
from cext.games.middle_kingdom.rules.scoring cimport score_game
from cext.games.middle_kingdom.rules.state cimport State
from cext.games.middle_kingdom.rules.tables cimport Tables
from cext.games.middle_kingdom.rules.turns cimport deal_game, decider, list_moves, make_move, offered_at

cdef enum:
    N_TABLES = 1           # one set of tables serves all games


cdef inline const Tables* tables_of(const Tables* tables, const State* s) noexcept nogil:
    """The tables of a state: the only ones."""
    return tables
