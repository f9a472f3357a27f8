"""ZhanGuo (2014) as the kernel plays it: tables from the component files, one-line adapters to the rules."""

from pathlib import Path

from cext.games.errors import OptionError
from cext.games.zhanguo.data import components as files
from cext.games.zhanguo.words import ZhanGuoWords, moves as words
from cext.games.zhanguo.words.feature_docs import FEATURES
from cext.games.switches import read_options
from cext.kernel.layout import struct_dtype

from cext.games.zhanguo.rules.features cimport N_FEATURES, evaluate
from cext.games.zhanguo.rules.hidden cimport check_state, deal_anew
from cext.games.zhanguo.rules.officials cimport cards_on_board, officials_on_board
from cext.games.zhanguo.rules.decision_context cimport DecisionContext, decision_context
from cext.games.zhanguo.rules.turns cimport decider, list_moves, make_move
from cext.games.zhanguo.rules.scoring cimport score_game
from cext.games.zhanguo.rules.setup cimport deal_game
from cext.games.zhanguo.rules.state cimport (
    KIND_GOVERNOR, KIND_HIRE, KIND_OFFICIAL, KIND_PALACE, KIND_PLAY, KIND_REASSIGN, KIND_REGION, KIND_WALL, NOBODY,
    Seat, State,
)
from cext.games.zhanguo.rules.tables cimport *
from cext.kernel.features cimport Accumulator
from cext.kernel.game cimport KERNEL_ABI, Game
from cext.kernel.generic cimport random_draw, random_playout
from cext.kernel.types cimport Clock, Move, Outcome, a_of, b_of, c_of, kind_of, pack
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint64_t
from libc.string cimport memset

HERE = Path(words.__file__).parent.parent
LAYOUT = struct_dtype("State", HERE / "rules/tables.pxd", HERE / "rules/state.pxd")

BOARDS_BY = ("given", "chosen", "auction")
SWITCHES = {
    "boards_by": ("given", "how players get their boards: given, chosen (in reverse player order) or auction",
                  BOARDS_BY),
    "boards_discarded": ("random", "auction for 2 or 3 players: the B boards left out, random or named as circle,star"),
    "draft": (False, "variant: draw 3 cards of each colour and keep 2, rounds 1 to 4"),
    "player_order": (False, "variant: the rewards track gives the turn order"),
    "hire_unrest": (False, "variant: unrest +1 for each worker hired"),
    "extra_worker_unrest": (True, "with hire_unrest: the circle board's additional worker counts too"),
    "wall_below_zero": (False, "the total-unrest wall tile may cost points"),
    "palace_from_symbol": (False, "a palace is forbidden at the symbol and at every level above it"),
}


def boards_discarded(options, players):
    """The option's value: "random", or the B boards players agree to leave out of an auction, in the boards' order."""
    given = options["boards_discarded"]
    if given == "random":
        return given
    says, names = f"option boards_discarded={given!r}", [name.strip() for name in given.split(",")]
    sides = files.BOARDS[1:]
    if options["boards_by"] != "auction":
        raise OptionError(f"{says}: boards are discarded before an auction, use it with boards_by=auction")
    if players == 4:
        raise OptionError(f"{says}: an auction for 4 players uses all 4 boards")
    for name in names:
        if name not in sides:
            raise OptionError(f"{says}: use random, or names of B boards as in circle,star: {', '.join(sides)}")
    if len(set(names)) != len(names) or len(names) != 4 - players:
        number = "1 board" if players == 3 else "2 different boards"
        raise OptionError(f"{says}: an auction for {players} players leaves out {number}")
    return ",".join(name for name in sides if name in names)


cdef class ZhanGuo(Game):
    """ZhanGuo for 2 to 4 players. components: folder with edited component files; options: see SWITCHES."""

    cdef Tables t
    cdef readonly object tables            # the loaded Components

    def __init__(self, *, players=4, components=None, **options):
        super().__init__(KERNEL_ABI)
        if players not in (2, 3, 4):
            raise OptionError(f"zhanguo is for 2, 3 or 4 players, not {players}")
        self.options = read_options("zhanguo", SWITCHES, options)
        self.options["boards_discarded"] = boards_discarded(self.options, players)
        self.components = components
        self.tables = files.load(Path(components) if components is not None else None)
        self.name = "zhanguo"
        self.title = "ZhanGuo"
        self.players = players
        self.state_size = sizeof(State)
        self.boards = files.BOARDS
        self.rounds = ("1", "2", "3", "4", "5")
        self.opening_turns = 6
        self.sources = words.SOURCES
        self.tallies = words.TALLIES
        self.feature_docs = FEATURES
        self.kinds = words.KINDS
        self.stages = words.KINDS
        self.classes = words.CLASSES
        self.layout = LAYOUT
        content = files.tables(Path(components) if components is not None else None)
        self.words = ZhanGuoWords(self, self.tables, content)
        self.fill_tables()

    def fill_tables(self):
        """Copy the components into the tables the rules read."""
        cdef Tables* t = &self.t
        data = self.tables
        numbers = data.numbers
        memset(t, 0, sizeof(Tables))
        t.n_players = self.players
        for card in data.cards:
            t.aspect[<int>card.number] = card.aspect
            t.trigger[<int>card.number] = card.trigger
            t.ability[<int>card.number] = card.ability
        for r in range(N_REGIONS):
            t.adjacent[r] = data.adjacent[r]
            self.list_steps(r, [q for q in range(N_REGIONS) if data.adjacent[r] >> q & 1])
            t.n_squares[r] = len(data.squares[r])
            for k, kind in enumerate(data.squares[r]):
                t.square[r][k] = kind
        t.palace_slots = data.palace_slots[self.players - 2]
        t.markers = data.markers[self.players - 2]
        for b, board in enumerate(data.boards):
            t.block[b] = board.block
            for r in range(N_REGIONS):
                t.unrest_max[b][r] = board.tracks[r]
                t.no_palace[b][r] = board.no_palace[r]
                if self.options["palace_from_symbol"]:
                    lowest = (board.no_palace[r] & -board.no_palace[r])
                    t.no_palace[b][r] = 0xff & ~(lowest - 1)
            for c in range(N_TYPES):
                t.start_officials[b][c] = board.officials[c]
        for a in range(N_ASPECTS):
            for n in range(N_ROUNDS):
                t.reward[a][n] = data.rewards[a][n].kind
                t.reward_regions[a][n] = data.rewards[a][n].regions
            t.marker_vp[a] = numbers.marker_vp[a]
        for k, task in enumerate(data.tasks):
            t.task_regions[k] = task.regions
            for i in range(N_SITES):
                t.task_walls[k][i] = task.walls[i]
        t.n_task_slots = len(numbers.task_vp)
        for k, vp in enumerate(numbers.task_vp):
            t.task_vp[k] = vp
        for k, (front, back) in enumerate(data.wall_tiles):
            t.tile_faces[k][0] = front.criterion
            t.tile_faces[k][1] = back.criterion
        for k in range(N_FACES):
            for i in range(N_SLOTS):
                t.wall_vp[k][i] = data.wall_vp[k][i]
        self.list_actions()
        self.list_consequences()
        self.fill_numbers(numbers)

    def list_steps(self, int r, list neighbours):
        """The re-assignments from region r to its neighbours, ready to be copied into legal lists."""
        cdef int k, q, c
        self.t.n_adjacent[r] = len(neighbours)
        for c in range(N_TYPES):
            self.t.n_step[N_TYPES * r + c] = len(neighbours)
        for k, q in enumerate(neighbours):
            for c in range(N_TYPES):
                self.t.step[N_TYPES * r + c][k] = pack(KIND_REASSIGN, r, q, c + 4)
                self.t.walk[N_TYPES * r + c][k] = pack(KIND_REASSIGN, N_REGIONS + r, N_REGIONS + q, c + 4)

    def list_actions(self):
        """The moves of every set of actions a player may choose from, ready to be completed with a card."""
        cdef int mask, action, n
        cdef uint64_t move
        for mask in range(N_ACTION_SETS):
            n = 0
            for action in range(1, N_ACTIONS):
                if mask >> action & 1:
                    move = pack(KIND_PLAY, 0, action)
                    self.t.plays[mask][n // 2] |= move << (32 * (n % 2))
                    n += 1
            self.t.n_plays[mask] = n

    def list_consequences(self):
        """What each action sets in motion: its decision, the cards it may activate, the boards' abilities."""
        cdef Tables* t = &self.t
        stages = {ACT_UNIFY: KIND_REGION, ACT_RECRUIT: KIND_OFFICIAL, ACT_REASSIGN: KIND_REASSIGN,
                  ACT_GOVERNOR: KIND_GOVERNOR, ACT_HIRE: KIND_HIRE, ACT_PALACE: KIND_PALACE, ACT_WALL: KIND_WALL}
        effects = {"worker_reassign_1": ABILITY_REASSIGN_1, "move_worker": ABILITY_MOVE_WORKER,
                   "marker": ABILITY_MARKER, "calm_for_worker": ABILITY_CALM_FOR_WORKER,
                   "reassign_2": ABILITY_REASSIGN_2, "move_governor": ABILITY_MOVE_GOVERNOR}
        for action, stage in stages.items():
            t.stage_of[<int>action] = stage
        for trigger, name in enumerate(files.TRIGGERS):
            action = files.ACTIONS.index(name)
            t.trigger_of[<int>action] = trigger
            t.hears_higher[<int>action] = trigger <= TRIGGER_HIRE
            t.hears_lower[<int>action] = trigger > TRIGGER_HIRE
        for b, board in enumerate(self.tables.boards):
            for action in range(N_ACTIONS):
                t.power[<int>b][<int>action] = NO_POWER
            power = 0
            for ability in self.tables.abilities:
                for action in ability.actions if ability.block == board.block else ():
                    t.power[<int>b][<int>action] = power
                    t.power_ability[<int>b][<int>action] = effects[files.BOARD_EFFECTS[ability.effect]]
                    power += 1

    def fill_numbers(self, numbers):
        """The numbers of the text, the variants and the switches."""
        cdef Tables* t = &self.t
        t.supply_officials = numbers.supply_officials
        t.supply_governors = numbers.supply_governors
        t.supply_palaces = numbers.supply_palaces
        t.supply_walls = numbers.supply_walls
        for k in range(AREA_CARDS):
            t.card_unrest[k] = numbers.card_unrest[k]
            t.card_markers[k] = numbers.card_markers[k]
        t.reassign_points = numbers.reassign_points
        t.bonus_points = numbers.bonus_points
        t.bonus_vp = numbers.bonus_vp
        for k in range(2):
            t.ability_vp[k] = numbers.ability_vp[k]
        t.ability_points = numbers.ability_points
        t.majority_vp = numbers.majority_vp
        t.majority_each = numbers.majority_each
        t.auction_vp = numbers.auction_vp
        t.boards_by = BOARDS_BY.index(self.options["boards_by"])
        for b, name in enumerate(files.BOARDS):
            t.boards_discarded |= (name in self.options["boards_discarded"].split(",")) << b
        t.draft = self.options["draft"]
        t.order_by_track = self.options["player_order"]
        t.hire_unrest = self.options["hire_unrest"]
        t.extra_worker_unrest = self.options["extra_worker_unrest"]
        t.wall_below_zero = self.options["wall_below_zero"]

    # -- rules ------------------------------------------------------------------------------------------------------

    cdef void deal_into(self, void* state, const int8_t* boards, uint64_t deal_key) noexcept nogil:
        deal_game(&self.t, <State*>state, boards, deal_key)

    cdef int to_move(self, const void* state) noexcept nogil:
        return decider(<const State*>state)

    cdef int legal(self, const void* state, Move* moves) noexcept nogil:
        return list_moves(&self.t, <const State*>state, moves)

    cdef void apply(self, void* state, Move move) noexcept nogil:
        make_move(&self.t, <State*>state, move)

    cdef void score(self, const void* state, Outcome* out) noexcept nogil:
        score_game(&self.t, <const State*>state, out)

    # -- what strategies and reports read ---------------------------------------------------------------------------

    cdef void points(self, const void* state, int16_t* out) noexcept nogil:
        cdef int i
        for i in range(self.t.n_players):
            out[i] = (<const State*>state).seat[i].vp

    cdef void clock(self, const void* state, Clock* out) noexcept nogil:
        cdef const State* s = <const State*>state
        out.round = <unsigned char>(s.round + 1)
        out.turn = <unsigned char>(6 * s.round + s.turns // self.t.n_players)
        out.stage = s.stage

    cdef int board_of(self, const void* state, int seat) noexcept nogil:
        cdef int board = (<const State*>state).seat[seat].board
        return -1 if board == NOBODY else board

    cdef int move_class(self, const void* state, Move move) noexcept nogil:
        return b_of(move) if kind_of(move) == KIND_PLAY else 0

    cdef void features(self, const void* state, Move move, int32_t* out) noexcept nogil:
        cdef DecisionContext ctx
        cdef Accumulator acc
        memset(out, 0, N_FEATURES * sizeof(int32_t))
        acc.weights = NULL
        acc.total = 0
        acc.out = out
        decision_context(&self.t, <const State*>state, &ctx)
        evaluate(&self.t, <const State*>state, &ctx, move, &acc)

    cdef void tally(self, const void* state, int seat, int32_t* out) noexcept nogil:
        write_tallies(&self.t, &(<const State*>state).seat[seat], out)

    cdef void determinise(self, void* state, int seat, uint64_t key) noexcept nogil:
        deal_anew(&self.t, <State*>state, seat, key)

    cdef int consistent(self, const void* state) noexcept nogil:
        return check_state(&self.t, <const State*>state)

    cdef void lookahead(self, const void* state, const Move* moves, int n, const int32_t* weights,
                        int64_t* values) noexcept nogil:
        cdef DecisionContext ctx
        cdef Accumulator acc
        cdef int i
        decision_context(&self.t, <const State*>state, &ctx)
        acc.weights = weights
        acc.out = NULL
        for i in range(n):
            acc.total = 0
            evaluate(&self.t, <const State*>state, &ctx, moves[i], &acc)
            values[i] = acc.total

    cdef int draw(self, const void* state, uint64_t key, uint64_t index, Move* move) noexcept nogil:
        return random_draw(&self.t, state, key, index, move, moves_of)

    cdef int playout(self, void* state, const uint64_t* keys, uint64_t* indices, int64_t* options) noexcept nogil:
        return random_playout(&self.t, state, keys, indices, options, decider_of, moves_of, move_of)


cdef int decider_of(const void* tables, const void* state) noexcept nogil:
    """decider() for generic.pxd."""
    return decider(<const State*>state)


cdef int moves_of(const void* tables, const void* state, Move* moves) noexcept nogil:
    """list_moves() for generic.pxd."""
    return list_moves(<const Tables*>tables, <const State*>state, moves)


cdef void move_of(const void* tables, void* state, Move move) noexcept nogil:
    """make_move() for generic.pxd."""
    make_move(<const Tables*>tables, <State*>state, move)


cdef void write_tallies(const Tables* t, const Seat* p, int32_t* out) noexcept nogil:
    """Counters of a seat, in the order of words.TALLIES."""
    cdef int k, n = 0, governors = 0, palaces = 0, walls = 0, workers = 0, tasks = 0
    for k in range(N_ROUNDS):
        out[n + k] = p.after_round[k]
    n += N_ROUNDS
    for k in range(1, N_ACTIONS):
        out[n + k - 1] = p.actions[k]
    n += N_ACTIONS - 1
    for k in range(2):
        out[n + k] = p.power_uses[k]
        out[n + 2 + k] = p.power_brought[k]
    n += 4
    for k in range(N_REGIONS):
        out[n + k] = p.unrest[k]
        governors += p.governors_in[k]
        palaces += p.palaces_in[k]
        workers += p.workers[k]
    n += N_REGIONS
    for k in range(N_ABILITIES):
        out[n + k] = p.activated[k]
    n += N_ABILITIES
    for k in range(N_SECTIONS):
        walls += p.wall_at[k] > 0
        tasks += p.task[k] > 0
    out[n] = cards_on_board(p)
    out[n + 1] = governors
    out[n + 2] = palaces
    out[n + 3] = walls
    out[n + 4] = p.hired
    out[n + 5] = workers
    out[n + 6] = officials_on_board(t, p)
    out[n + 7] = p.rewards
    out[n + 8] = p.missing
    out[n + 9] = tasks
