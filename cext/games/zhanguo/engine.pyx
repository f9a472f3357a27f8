"""ZhanGuo (2014) as the kernel plays it: its facts, and the tables its rules read, filled from the component files."""

from pathlib import Path

from cext.games.errors import OptionError
from cext.games.options import forbidden_powers, read_options
from cext.games.zhanguo.data import component_types as ct, components as files
from cext.games.zhanguo.words import ZhanGuoWords, facts, names as words
from cext.games.zhanguo.words.moves import STAGES
from cext.kernel.declarations import read_declarations

from cext.games.zhanguo.rules.derived_masks cimport EACH_SECTION
from cext.games.zhanguo.rules.feature_gains cimport majority_share
from cext.games.zhanguo.rules.interface cimport *
from cext.games.zhanguo.rules.setup cimport hold_card, pay_bid
from cext.games.zhanguo.rules.state cimport (
    KIND_GOVERNOR, KIND_HIRE, KIND_OFFICIAL, KIND_PALACE, KIND_PLAY, KIND_REASSIGN, KIND_REGION, KIND_WALL, N_KINDS,
)
from cext.games.zhanguo.rules.tables cimport *
from cext.kernel.game cimport KERNEL_ABI
from cext.kernel.types cimport pack
from libc.stdint cimport int8_t, uint64_t
from libc.string cimport memset

include "cext/kernel/adapters.pxi"  # Rules: the methods of a game over the functions above

RULES = Path(words.__file__).parent.parent / "rules"
DECLARED = read_declarations(*(RULES / f"{name}.pxd" for name in ("tables", "state", "feature_numbers", "observables")))

BOARDS_BY = ("given", "chosen", "auction")
SWITCHES = {
    "boards_by": ("given", "how players get their boards: given, chosen (in reverse player order) or auction",
                  BOARDS_BY),
    "boards_discarded": ("random", "auction for 2 or 3 players: the B boards left out, random or named as circle,star"),
    "draft": (False, "variant: draw 3 cards of each colour and keep 2, rounds 1 to 4"),
    "draw_all_decks": (False, "with draft: a player draws from all three decks before he discards the first card"),
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
    sides = ct.BOARDS[1:]
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


cdef class ZhanGuo(Rules):
    """ZhanGuo for 2 to 4 players. components: folder with edited component files; options: see SWITCHES."""

    cdef readonly object tables            # the loaded Components

    def __init__(self, *, players=4, components=None, **options):
        super().__init__(KERNEL_ABI)
        if players not in (2, 3, 4):
            raise OptionError(f"zhanguo is for 2, 3 or 4 players, not {players}")
        self.components = components
        loaded = files.COMPONENTS.open(components)
        self.tables = loaded.tables
        powers = [one["key"] for one in facts.powers(self.tables)]
        self.options = read_options("zhanguo", SWITCHES, options, powers=powers)
        self.options["boards_discarded"] = boards_discarded(self.options, players)
        self.name = "zhanguo"
        self.title = "ZhanGuo"
        self.players = players
        self.state_size = sizeof(State)
        self.boards = ct.BOARDS
        self.rounds = tuple(str(n + 1) for n in range(N_ROUNDS))
        self.opening_turns = ROUND_TURNS
        self.categories = words.SOURCES
        numbers = self.tables.numbers
        abilities = words.ability_names(numbers.ability_points, numbers.ability_vp)
        self.counters = DECLARED.counters("Counter", words.things_counted(abilities), end="N_COUNTERS")
        self.n_running = N_RUNNING_COUNTERS
        self.feature_docs = DECLARED.docs("Feature", parts=2, end="N_FEATURES")
        self.kinds = STAGES[:N_KINDS]
        self.stages = STAGES[:N_KINDS]
        self.classes = words.CLASSES
        self.offers = {"play": "class"} | dict.fromkeys(("region", "hire", "reward", "bid", "board"), "a")
        self.layout = DECLARED.struct("State")
        self.words = ZhanGuoWords(self, loaded)
        self.fill_tables()

    def fill_tables(self):
        """Copy the components into the tables the rules read."""
        cdef Tables* t = self.t
        data = self.tables
        numbers = data.numbers
        forbidden = forbidden_powers(self.options)
        memset(t, 0, sizeof(Tables))
        t.n_players = self.players
        for k in range(N_TURNS):
            t.place[k] = k % self.players
        for card in data.cards:
            t.aspect[<int>card.number] = card.aspect
            t.trigger[<int>card.number] = card.trigger
            named = f"ability_{ct.ABILITIES[card.ability]}"
            t.ability[<int>card.number] = ABILITY_NOTHING if named in forbidden else card.ability
            t.extreme[<int>card.number] = abs(2 * card.number - N_CARDS - 1) // 12
        for r in range(N_REGIONS):
            t.adjacent[r] = data.adjacent[r]
            self.list_steps(r, [q for q in range(N_REGIONS) if data.adjacent[r] >> q & 1])
            t.n_squares[r] = len(data.squares[r])
            for k, kind in enumerate(data.squares[r]):
                t.square[r][k] = kind
        t.palace_slots = data.palace_slots[self.players - 2]
        t.markers = data.markers[self.players - 2]
        for b, board in enumerate(data.boards):
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
                t.wall_weight[k][i + 1] = 1 if k == CRITERION_TOTAL_UNREST else data.wall_vp[k][i]
        self.measure_map()
        self.list_walks()
        self.list_actions()
        self.list_hires()
        self.list_consequences()
        self.fill_numbers(numbers)

    def list_steps(self, int r, list neighbours):
        """The re-assignments from region r to its neighbours, ready to be copied into legal lists."""
        cdef int k, q, c
        self.t[0].n_adjacent[r] = len(neighbours)
        for c in range(N_TYPES):
            self.t[0].n_step[N_TYPES * r + c] = len(neighbours)
        for k, q in enumerate(neighbours):
            for c in range(N_TYPES):
                self.t[0].step[N_TYPES * r + c][k] = pack(KIND_REASSIGN, r, q, c + 4)

    def measure_map(self):
        """For every set of regions: its neighbours, the slots its workers pay, and how far each region is from it."""
        cdef Tables* t = self.t
        cdef int regions, r, reached, wider, steps
        for regions in range(N_REGION_SETS):
            t.payable[regions] = EACH_SECTION * ((1 << min(bin(regions).count("1"), N_SLOTS)) - 1)
            t.around[regions] = regions
            for r in range(N_REGIONS):
                t.around[regions] |= t.adjacent[r] if regions >> r & 1 else 0
        for regions in range(N_REGION_SETS):
            reached, steps = regions, 0
            for r in range(N_REGIONS):
                t.steps_to[regions] |= <uint64_t>(0 if regions >> r & 1 else FAR) << 8 * r
            while reached and reached != t.around[reached]:
                steps += 1
                wider = t.around[reached]
                for r in range(N_REGIONS):
                    if (wider & ~reached) >> r & 1:
                        t.steps_to[regions] ^= <uint64_t>(FAR ^ steps) << 8 * r
                reached = wider

    def list_walks(self):
        """The steps of every set of officials in governors areas; the walks between workers areas for every set of full
        ones, through which they go on, breadth first."""
        cdef Tables* t = self.t
        cdef int officials, i, r, q, full, points, reached, frontier, around, n
        cdef uint64_t move
        for officials in range(N_STEP_SETS):
            n = 0
            for i in range(8):
                n += t.n_step[8 * (officials >> 8) + i] if officials >> i & 1 else 0
                t.steps_of[officials] |= <uint64_t>n << 8 * i
        for r in range(N_REGIONS):
            for full in range(N_REGION_SETS):
                reached = frontier = 1 << r
                n = 0
                for points in range(1, N_REGIONS):
                    around = t.around[frontier] & ~reached
                    reached |= around
                    for q in range(N_REGIONS):
                        if (around & ~full) >> q & 1:
                            move = pack(KIND_REASSIGN, N_REGIONS + r, N_REGIONS + q, 4 * points)
                            t.walks[r][full][n // 2] |= move << (32 * (n % 2))
                            n += 1
                    frontier = around & full
                    t.n_leaving[points][full] |= <uint64_t>(1 + n) << 8 * r        # and back to its governors area

    def list_actions(self):
        """The moves of every set of actions a player may choose from, ready to be completed with a card."""
        cdef int mask, action, n
        cdef uint64_t move
        for mask in range(N_ACTION_SETS):
            n = 0
            for action in range(1, N_ACTIONS):
                if mask >> action & 1:
                    move = pack(KIND_PLAY, 0, action)
                    self.t[0].plays[mask][n // 2] |= move << (32 * (n % 2))
                    n += 1
            self.t[0].n_plays[mask] = n
            self.t[0].one_of[n] = 65536 // n + 1 if n else 0

    def list_hires(self):
        """The hires of every region there can be, ready to be completed with its number."""
        cdef int near, working, more, n, a, b, number
        cdef uint64_t move
        for number in range(N_HIRE_SETS):
            near, working, more = number // 6, number // 3 % 2, number % 3
            at_hand = [near % 3, near // 3 % 3, near // 9]
            moved = [0] * working
            if more:
                moved += [3 ** a for a in range(N_TYPES) if at_hand[a]]
            if more == 2 and not working:
                moved += [3 ** a + 3 ** b for a in range(N_TYPES) for b in range(a, N_TYPES)
                          if at_hand[a] > (a == b) and at_hand[b]]
            for n, officials in enumerate(moved):
                move = pack(KIND_HIRE, 0, officials)
                self.t[0].hires[number][n // 2] |= move << (32 * (n % 2))
            self.t[0].n_hires[number] = len(moved)

    def list_consequences(self):
        """What each action sets in motion: its decision, the cards it may activate, the boards' abilities."""
        cdef Tables* t = self.t
        forbidden = forbidden_powers(self.options)
        stages = {ACT_UNIFY: KIND_REGION, ACT_RECRUIT: KIND_OFFICIAL, ACT_REASSIGN: KIND_REASSIGN,
                  ACT_GOVERNOR: KIND_GOVERNOR, ACT_HIRE: KIND_HIRE, ACT_PALACE: KIND_PALACE, ACT_WALL: KIND_WALL}
        effects = {"worker_reassign_1": ABILITY_REASSIGN_1, "move_worker": ABILITY_MOVE_WORKER,
                   "marker": ABILITY_MARKER, "calm_for_worker": ABILITY_CALM_FOR_WORKER,
                   "reassign_2": ABILITY_REASSIGN_2, "move_governor": ABILITY_MOVE_GOVERNOR}
        for action, stage in stages.items():
            t.stage_of[<int>action] = stage
        for trigger, name in enumerate(ct.TRIGGERS):
            action = ct.ACTIONS.index(name)
            t.trigger_of[<int>action] = trigger
            t.hears_higher[<int>action] = trigger <= TRIGGER_HIRE
            t.hears_lower[<int>action] = trigger > TRIGGER_HIRE
            t.higher_actions |= t.hears_higher[<int>action] << <int>action
            t.lower_actions |= t.hears_lower[<int>action] << <int>action
        for b, board in enumerate(self.tables.boards):
            for action in range(N_ACTIONS):
                t.power[<int>b][<int>action] = NO_POWER
            power = 0
            for ability in self.tables.abilities:
                for action in ability.actions if ability.block == board.block else ():
                    if f"{board.name}_{power + 1}" not in forbidden:
                        effect = effects[ct.BOARD_EFFECTS[ability.effect]]
                        t.power[<int>b][<int>action] = power
                        t.power_ability[<int>b][<int>action] = effect
                        t.more_workers[<int>b] += effect == ABILITY_REASSIGN_1    # which comes with a worker
                    power += 1

    def fill_numbers(self, numbers):
        """The numbers of the text, the variants and the switches."""
        cdef Tables* t = self.t
        cdef int own, most, tied, gain
        t.supply_officials = numbers.supply_officials
        t.supply_governors = numbers.supply_governors
        t.supply_palaces = numbers.supply_palaces
        t.supply_walls = numbers.supply_walls
        for k in range(AREA_CARDS):
            t.card_unrest[k] = numbers.card_unrest[k]
            t.card_markers[k] = numbers.card_markers[k]
            t.rise[k] = numbers.card_unrest[k]
        t.rise[AREA_CARDS] = TOO_HIGH
        t.reassign_points = numbers.reassign_points
        t.bonus_points = numbers.bonus_points
        t.bonus_vp = numbers.bonus_vp
        for k in range(2):
            t.ability_vp[k] = numbers.ability_vp[k]
            t.gives[ABILITY_VP_2 + k] = <uint64_t>t.ability_vp[k] << 40
        for k in range(N_ASPECTS):
            t.gives[ABILITY_VP_ASPECT + k] = <uint64_t>1 << 8 * <int>k
        t.gives[ABILITY_WORKER] = t.gives[ABILITY_MOVE_WORKER] = <uint64_t>1 << 24
        for k in range(N_TYPES):
            t.gives[ABILITY_OFFICIAL + k] = <uint64_t>1 << 32
        t.ability_points = numbers.ability_points
        t.majority_vp = numbers.majority_vp
        t.majority_each = numbers.majority_each
        for own in range(MAX_GOVERNORS + 1):
            for most in range(MAX_GOVERNORS + 1):
                for tied in range(4):
                    gain = majority_share(t, own + 1, most, tied) - majority_share(t, own, most, tied)
                    t.majority_gain[own][most][tied] = <int8_t>gain
        t.auction_vp = numbers.auction_vp
        t.boards_by = BOARDS_BY.index(self.options["boards_by"])
        for b, name in enumerate(ct.BOARDS):
            t.boards_discarded |= (name in self.options["boards_discarded"].split(",")) << b
        t.draft = self.options["draft"]
        t.draw_all_decks = self.options["draw_all_decks"]
        t.order_by_track = self.options["player_order"]
        t.hire_unrest = self.options["hire_unrest"]
        t.extra_worker_unrest = self.options["extra_worker_unrest"]
        t.wall_below_zero = self.options["wall_below_zero"]

    # -- experiments on a deal ----------------------------------------------------------------------------------------

    cdef bint add_start_points(self, void* state, int seat, int points) noexcept nogil:
        pay_bid(<State*>state, seat, -points)
        return True

    cdef void give_card(self, void* state, int seat, int card, uint64_t deal_key) noexcept nogil:
        hold_card(self.t, <State*>state, seat, card)


GAME = ZhanGuo
