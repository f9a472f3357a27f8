"""The rules by the names that cext/kernel/adapters.pxi calls them by."""

from cext.games.qin.rules.features cimport N_FEATURES, DecisionContext, decision_context, evaluate
from cext.games.qin.rules.hidden cimport check_state, redeal_hidden
from cext.games.qin.rules.move_values cimport value_moves
from cext.games.qin.rules.moves cimport list_moves, offered_at
from cext.games.qin.rules.observables cimport (
    board_at, class_of_move, points_at, read_clock, read_counters, read_running,
)
from cext.games.qin.rules.random_play cimport draw_move, random_game
from cext.games.qin.rules.scoring cimport score_game
from cext.games.qin.rules.state cimport N_RUNNING_COUNTERS, State
from cext.games.qin.rules.tables cimport MAX_MAPS, Tables
from cext.games.qin.rules.turns cimport deal_game, decider, make_move

cdef enum:
    N_TABLES = MAX_MAPS    # by number of the map


cdef inline const Tables* tables_of(const Tables* tables, const State* s) noexcept nogil:
    """The tables of the map a game is played on."""
    return &tables[s.board]
