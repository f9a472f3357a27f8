"""Middle Kingdom (2008) as the kernel plays it: tables from the component files, one-line adapters to the rules."""

from pathlib import Path

from cext.games.errors import OptionError
from cext.games.middle_kingdom.data import components as files
from cext.games.middle_kingdom.words import MiddleKingdomWords, moves as words
from cext.games.middle_kingdom.words.feature_docs import FEATURES
from cext.games.switches import read_options
from cext.kernel.layout import struct_dtype

from cext.games.middle_kingdom.rules.bids cimport popcount
from cext.games.middle_kingdom.rules.features cimport N_FEATURES, DecisionContext, evaluate, decision_context
from cext.games.middle_kingdom.rules.hidden cimport check_state, deal_anew
from cext.games.middle_kingdom.rules.turns cimport deal_game, decider, list_moves, make_move
from cext.games.middle_kingdom.rules.scoring cimport brought, score_game
from cext.games.middle_kingdom.rules.state cimport (
    KIND_BID, KIND_CLAIM, KIND_EMPEROR, N_KINDS, NOBODY, OPENING_TURNS, Seat, State,
)
from cext.games.middle_kingdom.rules.tables cimport *
from cext.kernel.features cimport Accumulator
from cext.kernel.game cimport KERNEL_ABI, Game
from cext.kernel.generic cimport random_draw, random_playout
from cext.kernel.types cimport Clock, Move, Outcome, a_of, b_of, c_of, kind_of, pack
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint64_t
from libc.string cimport memset

HERE = Path(words.__file__).parent.parent
LAYOUT = struct_dtype("State", HERE / "rules/tables.pxd", HERE / "rules/state.pxd")

SWITCHES = {
    "experienced": (False, "variant for three players: two player rules, five cards face up"),
    "harvest_after": (False, "the Harvest counts the cards in hand after the bid (M1)"),
    "emperor_first": (False, "with two bids: the Emperor's .5 is designated before bids are revealed (M19)"),
    "reset_no_half": (False, "with two bids, one a Reset alone: the Emperor's .5 goes to the other unasked (M4)"),
}


cdef class MiddleKingdom(Game):
    """Middle Kingdom for 2 to 5 players. components: folder with edited component files; options: see SWITCHES."""

    cdef Tables t
    cdef readonly object tables            # the loaded Components

    def __init__(self, *, players=4, components=None, **options):
        super().__init__(KERNEL_ABI)
        if players not in (2, 3, 4, 5):
            raise OptionError(f"middle_kingdom is for 2, 3, 4 or 5 players, not {players}")
        self.options = read_options("middle_kingdom", SWITCHES, options)
        if self.options["experienced"] and players != 3:
            raise OptionError("option experienced=on is a variant for three players: use --players 3")
        self.components = components
        self.tables = files.load(Path(components) if components is not None else None)
        self.name = "middle_kingdom"
        self.title = "Middle Kingdom"
        self.players = players
        self.state_size = sizeof(State)
        self.boards = words.BOARDS
        self.single_boards = True
        self.opening_turns = OPENING_TURNS
        self.sources = words.SOURCES
        self.feature_docs = FEATURES
        self.kinds = words.KINDS[:N_KINDS]
        self.stages = words.KINDS
        self.classes = words.CLASSES
        self.layout = LAYOUT
        content = files.tables(Path(components) if components is not None else None)
        self.fill_tables()
        self.words = MiddleKingdomWords(self, self.tables, content, two_bids=self.t.n_bids == 2)
        self.rounds = tuple(str(n + 1) for n in range(self.t.n_deck // self.t.face_up))
        self.tallies = words.TALLIES + words.after_rounds(len(self.rounds))

    def fill_tables(self):
        """Copy the components into the tables the rules read."""
        cdef Tables* t = &self.t
        cdef int k
        data = self.tables
        memset(t, 0, sizeof(Tables))
        t.n_players = self.players
        t.n_bids = 2 if self.players == 2 or self.options["experienced"] else 1
        t.face_up = data.face_up_experienced if self.options["experienced"] else data.face_up[self.players - 2]
        for card, count in enumerate(data.count):
            for _ in range(count):
                t.deck[t.n_deck] = card
                t.n_deck += 1
            t.type_of[<int>card] = files.TYPE_OF[card]
            t.card_vp[<int>card] = data.card_vp[card]
        t.type_of[<int>CARD_DRAGON] = NO_TYPE
        t.card_vp[<int>CARD_DRAGON] = data.token_vp
        for k in range(N_TYPES):
            t.goal_vp[k] = data.goal_vp[k]
        for k in range(N_CHART):
            t.farmer_vp[k] = data.farmer_vp[k]
        t.dragon_vp = data.dragon_vp
        t.missing_vp = data.missing_vp
        t.goal_cards = data.goal_cards
        t.dragon_goals = data.dragon_goals
        t.harvest_cards = data.harvest_cards
        t.harvest_after = self.options["harvest_after"]
        t.emperor_first = self.options["emperor_first"]
        t.reset_no_half = self.options["reset_no_half"]
        self.list_moves()

    def list_moves(self):
        """The bids of every hand, ready to be copied, with how many cards it has from each on; the claims of every set
        of cards face up."""
        cdef Tables* t = &self.t
        cdef int mask, k, n
        for n in range(1, N_BIDS + 1):
            t.chance[n] = CERTAIN // n
        for mask in range(N_BID_SETS):
            n = 0
            for k in range(N_BIDS):
                if mask >> k & 1:
                    t.bid_moves[mask][n] = pack(KIND_BID, k, k + 1)
                    n += 1
                t.at_least[0][mask][k] = popcount(mask & NUMBERED_BIDS & ~((1 << k) - 1))
                t.at_least[1][mask][k] = popcount(mask & ~((1 << k) - 1))
        for mask in range(N_OPEN_SETS):
            n = 0
            for k in range(N_OPEN):
                if mask >> k & 1 and n < MAX_CHOICE:
                    t.claim_moves[mask][n] = pack(KIND_CLAIM, k, t.type_of[k])
                    n += 1
            t.n_claims[mask] = n

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
        out.turn = s.round
        out.stage = s.stage

    cdef int board_of(self, const void* state, int seat) noexcept nogil:
        return (<const State*>state).seat[seat].began_with

    cdef int move_class(self, const void* state, Move move) noexcept nogil:
        return b_of(move) if kind_of(move) == KIND_BID else 0

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
        write_tallies(&self.t, <const State*>state, seat, out)

    cdef void determinise(self, void* state, int seat, uint64_t key) noexcept nogil:
        deal_anew(&self.t, <State*>state, seat, key)

    cdef int consistent(self, const void* state) noexcept nogil:
        return check_state(&self.t, <const State*>state)

    cdef bint in_secret(self, const void* state) noexcept nogil:
        cdef const State* s = <const State*>state
        return not s.revealed and (s.stage == KIND_BID or s.stage == KIND_EMPEROR)

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


cdef void write_tallies(const Tables* t, const State* s, int seat, int32_t* out) noexcept nogil:
    """Counters of a seat, in the order of words.TALLIES."""
    cdef const Seat* p = &s.seat[seat]
    cdef int k, n = 0
    for k in range(N_BIDS):
        out[k] = p.bids[k]
    n = N_BIDS
    for k in range(N_TYPES + 1):
        out[n + k] = p.held[k]
    n += N_TYPES + 1
    for k in range(N_TYPES):
        out[n + k] = s.holder[k] == seat
    out[n + N_TYPES] = s.dragon == seat
    n += N_TYPES + 1
    out[n] = p.card[<int>CARD_BUREAUCRAT]
    out[n + 1] = p.card[<int>CARD_FARMER]
    out[n + 2] = p.card[<int>CARD_MERCHANT]
    out[n + 3] = p.card[<int>CARD_NOBLE_2] + p.card[<int>CARD_NOBLE_3] + p.card[<int>CARD_NOBLE_4]
    out[n + 4] = p.card[<int>CARD_WARLORD]
    out[n + 5] = p.card[<int>CARD_PHILOSOPHER]
    out[n + 6] = p.n_cards
    out[n + 7] = p.claims
    out[n + 8] = p.nothing
    out[n + 9] = p.ties
    out[n + 10] = p.stacks
    out[n + 11] = p.draws
    out[n + 12] = p.heir_claims
    out[n + 13] = p.swaps
    out[n + 14] = p.merchants_moved
    out[n + 15] = p.harvests
    out[n + 16] = p.tokens
    out[n + 17] = s.round
    n += 18
    out[n] = p.held[p.began_with - BEGINS_WITH_CARD] if p.began_with else 0
    out[n + 1] = brought(t, s, seat)
    n += 2
    for k in range(t.n_deck // t.face_up):
        out[n + k] = s.after[k][seat] if k < s.round else p.vp
