"""Qin (2012) as the kernel plays it: tables from the component files, one-line adapters to the rules."""

from pathlib import Path

from cext.games.errors import OptionError
from cext.games.qin.data import components as files
from cext.games.qin.words import QinWords, moves as words
from cext.games.qin.words.feature_docs import FEATURES
from cext.games.switches import read_options
from cext.kernel.layout import struct_dtype

from cext.games.qin.rules.effect cimport Effect, preview_placement
from cext.games.qin.rules.features cimport N_FEATURES, DecisionContext, evaluate, decision_context
from cext.games.qin.rules.grid cimport put
from cext.games.qin.rules.hidden cimport check_state, deal_anew
from cext.games.qin.rules.lookahead cimport value_moves
from cext.games.qin.rules.moves cimport list_moves
from cext.games.qin.rules.turns cimport OPENING_TURNS, class_of, deal_game, draw_placement, make_move, random_game
from cext.games.qin.rules.scoring cimport score_game
from cext.games.qin.rules.state cimport N_COUNTERS, NOBODY, State
from cext.games.qin.rules.tables cimport MAX_MAPS, Tables
from cext.kernel.features cimport Accumulator
from cext.kernel.game cimport KERNEL_ABI, Game
from cext.kernel.types cimport Clock, Move, Outcome, a_of, b_of, c_of, kind_of
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

HERE = Path(words.__file__).parent.parent
LAYOUT = struct_dtype("State", HERE / "rules/tables.pxd", HERE / "rules/state.pxd")

SWITCHES = {
    "map": ("bird", "the map where a seat's board names none: one of the component folder, or a .toml file"),
    "merger_any_tie": (False, "any two players who bring equally many spaces forbid a merger, not only the first two"),
    "village_any_tie": (False, "any two players with equally many pagodas beside a village hold it as it is"),
    "major_keeps": (False, "a major province outnumbered in a merger stays its owner's, instead of forbidding it"),
}


cdef class Qin(Game):
    """Qin for 2 to 4 players. components: folder with edited component files; options: see SWITCHES."""

    cdef Tables t[MAX_MAPS]                # by number of the map
    cdef readonly object tables            # the loaded Components

    def __init__(self, *, players=4, components=None, **options):
        super().__init__(KERNEL_ABI)
        if players not in (2, 3, 4):
            raise OptionError(f"qin is for 2, 3 or 4 players, not {players}")
        self.options = read_options("qin", SWITCHES, options)
        self.components = components
        folder = Path(components) if components is not None else None
        self.tables = files.load(folder, self.options["map"])
        self.name = "qin"
        self.title = "Qin"
        self.players = players
        self.state_size = sizeof(State)
        self.table_boards = True
        self.boards = tuple(one.name for one in self.tables.maps)
        self.rounds = tuple(str(n + 1) for n in range(-(-sum(self.tables.counts) // players)))
        self.opening_turns = OPENING_TURNS
        self.sources = words.SOURCES
        self.tallies = words.tallies(len(self.rounds))
        self.feature_docs = FEATURES
        self.kinds = words.KINDS
        self.stages = words.STAGES
        self.classes = words.CLASSES
        self.layout = LAYOUT
        content = files.tables(folder, self.options["map"])
        self.words = QinWords(self, self.tables, content)
        for board in range(len(self.boards)):
            self.fill_tables(board)

    def fill_tables(self, int board):
        """Copy the components into the tables the rules read on one map."""
        cdef Tables* t = &self.t[board]
        data = self.tables
        chart = data.maps[board]
        memset(t, 0, sizeof(Tables))
        t.board = board
        t.n_boards = len(data.maps)
        t.width = len(chart.rows[0])
        for cell in chart.grass:
            put(t.grass, cell)
        for cell, colour in chart.printed:
            t.colour[<int>cell] = colour
        t.n_villages = len(chart.villages)
        for v, squares in enumerate(chart.villages):
            for cell in squares:
                for near in (cell + 1, cell - 1, cell + 16, cell - 16):
                    t.near[<int>near] |= <uint32_t>1 << <int>v
        for tile, (first, second) in enumerate(files.TILES):
            t.count[<int>tile] = data.counts[tile]
            t.half[<int>tile][0] = first
            t.half[<int>tile][1] = second
        t.n_players = self.players
        t.n_rounds = len(self.rounds)
        t.pagodas = data.pagodas[self.players - 2]
        t.hand = data.hand
        t.major = data.major
        t.merger_any_tie = self.options["merger_any_tie"]
        t.village_any_tie = self.options["village_any_tie"]
        t.major_keeps = self.options["major_keeps"]

    # -- rules ------------------------------------------------------------------------------------------------------

    cdef void deal_into(self, void* state, const int8_t* boards, uint64_t deal_key) noexcept nogil:
        deal_game(&self.t[boards[0] if boards[0] >= 0 else 0], <State*>state, deal_key)

    cdef int to_move(self, const void* state) noexcept nogil:
        return decider_of(state)

    cdef int legal(self, const void* state, Move* moves) noexcept nogil:
        return list_moves(tables_of(self.t, state), <const State*>state, moves)

    cdef void apply(self, void* state, Move move) noexcept nogil:
        make_move(tables_of(self.t, state), <State*>state, move)

    cdef void score(self, const void* state, Outcome* out) noexcept nogil:
        score_game(tables_of(self.t, state), <const State*>state, out)

    # -- what strategies and reports read ---------------------------------------------------------------------------

    cdef void points(self, const void* state, int16_t* out) noexcept nogil:
        cdef int i
        for i in range(self.t[0].n_players):
            out[i] = self.t[0].pagodas - (<const State*>state).supply[i]

    cdef void clock(self, const void* state, Clock* out) noexcept nogil:
        cdef const State* s = <const State*>state
        out.round = <uint8_t>(round_of(&self.t[0], s) + 1)
        out.turn = s.round
        out.stage = s.stage

    cdef int board_of(self, const void* state, int seat) noexcept nogil:
        return (<const State*>state).board

    cdef int move_class(self, const void* state, Move move) noexcept nogil:
        cdef Effect e
        preview_placement(tables_of(self.t, state), <const State*>state, move, &e)
        return class_of(<const State*>state, &e)

    cdef void features(self, const void* state, Move move, int32_t* out) noexcept nogil:
        cdef DecisionContext ctx
        cdef Accumulator acc
        memset(out, 0, N_FEATURES * sizeof(int32_t))
        acc.weights = NULL
        acc.total = 0
        acc.out = out
        decision_context(tables_of(self.t, state), <const State*>state, &ctx)
        evaluate(tables_of(self.t, state), <const State*>state, &ctx, move, &acc)

    cdef void tally(self, const void* state, int seat, int32_t* out) noexcept nogil:
        write_tallies(tables_of(self.t, state), <const State*>state, seat, out)

    cdef void determinise(self, void* state, int seat, uint64_t key) noexcept nogil:
        deal_anew(tables_of(self.t, state), <State*>state, seat, key)

    cdef int consistent(self, const void* state) noexcept nogil:
        return check_state(tables_of(self.t, state), <const State*>state)

    cdef void lookahead(self, const void* state, const Move* moves, int n, const int32_t* weights,
                        int64_t* values) noexcept nogil:
        value_moves(tables_of(self.t, state), <const State*>state, moves, n, weights, values)

    cdef int draw(self, const void* state, uint64_t key, uint64_t index, Move* move) noexcept nogil:
        return draw_placement(tables_of(self.t, state), <const State*>state, key, index, move)

    cdef int playout(self, void* state, const uint64_t* keys, uint64_t* indices, int64_t* options) noexcept nogil:
        return random_game(tables_of(self.t, state), <State*>state, keys, indices, options)


cdef inline const Tables* tables_of(const Tables* maps, const void* state) noexcept nogil:
    """The tables of the map a game is played on."""
    return &maps[(<const State*>state).board]


cdef int decider_of(const void* state) noexcept nogil:
    """Seat that decides, -1: the game is over."""
    cdef int active = (<const State*>state).active
    return -1 if active == NOBODY else active


cdef void write_tallies(const Tables* t, const State* s, int seat, int32_t* out) noexcept nogil:
    """Counters of a seat, in the order of words.tallies(); rounds after the end show the final number."""
    cdef int k, n = t.n_rounds
    for k in range(n):
        out[k] = s.score_after[k * t.n_players + seat] if k < s.round else t.pagodas - s.supply[seat]
    for k in range(N_COUNTERS):
        out[n + k] = s.counter[seat][k]
    n += N_COUNTERS
    out[n] = s.supply[seat]
    out[n + 1] = square_of(t, s.opened[seat][0])
    out[n + 2] = square_of(t, s.opened[seat][1])


cdef int square_of(const Tables* t, int cell) noexcept nogil:
    """A square counted row by row of the map from 0; -1: none."""
    return ((cell >> 4) - 1) * t.width + (cell & 15) - 1 if cell else -1


cdef int round_of(const Tables* t, const State* s) noexcept nogil:
    """Rounds before this one; what passes make of longer games counts to the last."""
    return s.round if s.round < t.n_rounds else t.n_rounds - 1
