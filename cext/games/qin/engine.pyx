"""Qin (2012) as the kernel plays it: its facts, and the tables its rules read, filled from the component files."""

from pathlib import Path

from cext.games.errors import OptionError
from cext.games.qin.data import components as files
from cext.games.qin.words import QinWords, moves as words
from cext.games.options import read_options
from cext.kernel.declarations import read_declarations

from cext.games.qin.rules.grid cimport put
from cext.games.qin.rules.interface cimport *
from cext.games.qin.rules.tables cimport MAX_PLAYERS
from cext.games.qin.rules.turns cimport OPENING_TURNS, hold_tile
from cext.kernel.game cimport KERNEL_ABI
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

include "cext/kernel/adapters.pxi"  # Rules: the methods of a game over the functions above

RULES = Path(words.__file__).parent.parent / "rules"
DECLARED = read_declarations(*(RULES / f"{name}.pxd" for name in ("tables", "state", "features")))

SWITCHES = {
    "map": ("bird", "the map where a seat's board names none: one of the component folder, or a .toml file"),
    "merger_any_tie": (False, "any two players who bring equally many spaces forbid a merger, not only the first two"),
    "village_any_tie": (False, "any two players with equally many pagodas beside a village hold it as it is"),
    "major_keeps": (False, "a major province outnumbered in a merger stays its owner's, instead of forbidding it"),
}


cdef class Qin(Rules):
    """Qin for 2 to 4 players. components: folder with edited component files; options: see SWITCHES."""

    cdef readonly object tables            # the loaded Components

    def __init__(self, *, players=4, components=None, **options):
        super().__init__(KERNEL_ABI)
        if players not in (2, 3, 4):
            raise OptionError(f"qin is for 2, 3 or 4 players, not {players}")
        self.options = read_options("qin", SWITCHES, options)
        self.components = components
        loaded = files.component_set(self.options["map"]).open(components)
        self.tables = loaded.tables
        self.name = "qin"
        self.title = "Qin"
        self.players = players
        self.state_size = sizeof(State)
        self.table_boards = True
        self.boards = tuple(one.name for one in self.tables.maps)
        self.rounds = tuple(str(n + 1) for n in range(-(-sum(self.tables.counts) // players)))
        self.opening_turns = OPENING_TURNS
        self.categories = words.SOURCES
        self.counters = (DECLARED.counters("Counter", words.things_counted(), end="N_COUNTERS")
                         + words.scores_after_rounds(len(self.rounds)))
        self.n_running = N_RUNNING_COUNTERS
        self.feature_docs = DECLARED.docs("Feature", parts=2, end="N_FEATURES")
        self.kinds = words.MOVES.names
        self.stages = words.STAGES
        self.classes = words.CLASSES
        self.offers = {"place": "a"}
        self.layout = DECLARED.struct("State")
        self.words = QinWords(self, loaded)
        for board in range(len(self.boards)):
            self.fill_tables(board)

    def fill_tables(self, int board):
        """Copy the components into the tables the rules read on one map."""
        cdef Tables* t = &self.t[board]
        data = self.tables
        chart = data.maps[board]
        memset(t, 0, sizeof(Tables))
        t.board = board
        t.width = len(chart.rows[0])
        for cell in chart.grass:
            put(t.grass, cell)
        for cell, colour in chart.printed:
            t.colour[<int>cell] = colour
            t.printed[t.n_printed] = cell
            t.n_printed += 1
        t.n_villages = len(chart.villages)
        for v, squares in enumerate(chart.villages):
            for cell in squares:
                for near in (cell + 1, cell - 1, cell + 16, cell - 16):
                    t.near[<int>near] |= <uint32_t>1 << <int>v
        for tile, (first, second) in enumerate(files.TILES):
            t.count[<int>tile] = data.counts[tile]
            t.half[<int>tile][0] = first
            t.half[<int>tile][1] = second
            t.ways[<int>tile] = 1 + (first != second)
            t.ways_of_four[<int>tile >> 2] |= <uint64_t>t.ways[<int>tile] << 16 * (<int>tile & 3)
        t.n_players = self.players
        t.spare = sum(127 * (1 if seat < self.players else 2) << 8 * seat for seat in range(MAX_PLAYERS))
        t.n_rounds = len(self.rounds)
        t.pagodas = data.pagodas[self.players - 2]
        t.hand = data.hand
        t.major = data.major
        t.merger_any_tie = self.options["merger_any_tie"]
        t.village_any_tie = self.options["village_any_tie"]
        t.major_keeps = self.options["major_keeps"]

    # -- experiments on a deal ----------------------------------------------------------------------------------------

    cdef void give_card(self, void* state, int seat, int card, uint64_t deal_key) noexcept nogil:
        hold_tile(<State*>state, seat, card, deal_key)


GAME = Qin
