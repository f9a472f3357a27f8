"""The rules by the names that cext/kernel/adapters.pxi calls them by."""

from cext.games.zhanguo.rules.decision_context cimport DecisionContext, decision_context
from cext.games.zhanguo.rules.feature_numbers cimport N_FEATURES
from cext.games.zhanguo.rules.features cimport evaluate
from cext.games.zhanguo.rules.hidden cimport check_state, redeal_hidden
from cext.games.zhanguo.rules.move_values cimport value_moves
from cext.games.zhanguo.rules.observables cimport (
    N_RUNNING_COUNTERS, board_at, class_of_move, offered_at, points_at, read_clock, read_counters, read_running,
)
from cext.games.zhanguo.rules.random_play cimport draw_move, random_game
from cext.games.zhanguo.rules.scoring cimport score_game
from cext.games.zhanguo.rules.setup cimport deal_game
from cext.games.zhanguo.rules.state cimport State
from cext.games.zhanguo.rules.tables cimport Tables
from cext.games.zhanguo.rules.turns cimport decider, list_moves, make_move

cdef enum:
    N_TABLES = 1           # one set of tables serves all games


cdef inline const Tables* tables_of(const Tables* tables, const State* s) noexcept nogil:
    """The tables of a state: the only ones."""
    return tables
