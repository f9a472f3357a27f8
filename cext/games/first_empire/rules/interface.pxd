"""The rules by the names that cext/kernel/adapters.pxi calls them by."""

from cext.games.first_empire.rules.decision_context cimport DecisionContext, decision_context
from cext.games.first_empire.rules.feature_numbers cimport N_FEATURES
from cext.games.first_empire.rules.features cimport evaluate
from cext.games.first_empire.rules.hidden cimport check_state, redeal_hidden
from cext.games.first_empire.rules.move_values cimport value_moves
from cext.games.first_empire.rules.moves cimport list_moves, make_move, offered_at
from cext.games.first_empire.rules.observables cimport (
    N_RUNNING_COUNTERS, board_at, class_of_move, points_at, read_clock, read_counters, read_running,
)
from cext.games.first_empire.rules.random_play cimport draw_move, random_game
from cext.games.first_empire.rules.scoring cimport score_game
from cext.games.first_empire.rules.state cimport State
from cext.games.first_empire.rules.tables cimport Tables
from cext.games.first_empire.rules.turns cimport deal_game, decider

cdef enum:
    N_TABLES = 1           # one set of tables serves all games


cdef inline const Tables* tables_of(const Tables* tables, const State* s) noexcept nogil:
    """The tables of a state: the only ones."""
    return tables
