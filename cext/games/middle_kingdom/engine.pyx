"""Middle Kingdom (2008) as the kernel plays it: its facts, and the tables its rules read, from the component files."""

from pathlib import Path

from cext.games.errors import OptionError
from cext.games.middle_kingdom.data import components as files
from cext.games.middle_kingdom.words import MiddleKingdomWords, moves as words
from cext.games.options import read_options
from cext.kernel.declarations import read_declarations

from cext.games.middle_kingdom.rules.bids cimport bid_key, popcount
from cext.games.middle_kingdom.rules.interface cimport *
from cext.games.middle_kingdom.rules.state cimport KIND_BID, KIND_CLAIM, KIND_EMPEROR, OPENING_TURNS
from cext.games.middle_kingdom.rules.tables cimport *
from cext.games.middle_kingdom.rules.turns cimport hold_goal
from cext.kernel.game cimport KERNEL_ABI
from cext.kernel.types cimport pack
from libc.stdint cimport uint64_t
from libc.string cimport memset

include "cext/kernel/adapters.pxi"  # Rules: the methods of a game over the functions above

RULES = Path(words.__file__).parent.parent / "rules"
DECLARED = read_declarations(*(RULES / f"{name}.pxd" for name in ("tables", "state", "features", "observables")))

SWITCHES = {
    "experienced": (False, "variant for three players: two player rules, five cards face up"),
    "harvest_after": ("off", "the Harvest counts the cards in hand before the bids (off), once the other of two "
                      "bids is out, or after the bids (on) (M1)", words.HARVEST_AFTER),
    "emperor_first": (False, "with two bids: the Emperor's .5 is designated before bids are revealed (M19)"),
    "reset_no_half": (False, "with two bids, one a Reset alone: the Emperor's .5 goes to the other unasked (M4)"),
    "moved_merchants": ("everywhere", "a Merchant on another pile counts as two for taking a Goal Card from the middle "
                        "and shifting it, the Dragon's swap, the Heir at the end; or not for one of them; or for Goal "
                        "Cards alone (M8)", words.MOVED_MERCHANTS),
    "swap_market": (False, "the Market works for a Merchant that the Dragon is swapped for (M9)"),
    "never_had_dragon": ("first", "of players tied for the Dragon one who never had it is first, is last, or leaves "
                         "the tie undecided (M12)", words.NEVER_HAD_DRAGON),
    "token_limit": (False, "there are no more tokens than in the box (M13)"),
}


cdef class MiddleKingdom(Rules):
    """Middle Kingdom for 2 to 5 players. components: folder with edited component files; options: see SWITCHES."""

    cdef readonly object tables            # the loaded Components

    def __init__(self, *, players=4, components=None, **options):
        super().__init__(KERNEL_ABI)
        if players not in (2, 3, 4, 5):
            raise OptionError(f"middle_kingdom is for 2, 3, 4 or 5 players, not {players}")
        self.options = read_options("middle_kingdom", SWITCHES, options)
        if self.options["experienced"] and players != 3:
            raise OptionError("option experienced=on is a variant for three players: use --players 3")
        self.components = components
        loaded = files.COMPONENTS.open(components)
        self.tables = loaded.tables
        self.name = "middle_kingdom"
        self.title = "Middle Kingdom"
        self.players = players
        self.state_size = sizeof(State)
        self.boards = words.BOARDS
        self.single_boards = True
        self.opening_turns = OPENING_TURNS
        self.categories = words.SOURCES
        self.feature_docs = DECLARED.docs("Feature", parts=2, end="N_FEATURES")
        self.kinds = words.MOVES.names
        self.stages = words.STAGES
        self.classes = words.CLASSES
        self.offers = {"bid": "class"} | dict.fromkeys(("claim", "heir", "harvest"), "a")
        self.layout = DECLARED.struct("State")
        self.fill_tables()
        self.words = MiddleKingdomWords(self, loaded, two_bids=self.t[0].n_bids == 2)
        self.rounds = tuple(str(n + 1) for n in range(self.t[0].n_deck // self.t[0].face_up))
        self.counters = DECLARED.counters("Counter", words.things_counted(len(self.rounds)))
        self.n_running = N_RUNNING_COUNTERS

    def fill_tables(self):
        """Copy the components into the tables the rules read."""
        cdef Tables* t = self.t
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
        t.harvest_after = words.HARVEST_AFTER.index(self.options["harvest_after"])
        t.emperor_first = self.options["emperor_first"]
        t.reset_no_half = self.options["reset_no_half"]
        moved = self.options["moved_merchants"]
        t.merchants_in_taking = moved != "except_taking"
        t.merchants_in_swap = moved not in ("except_swap", "goal_cards")
        t.merchants_in_heir = moved not in ("except_heir", "goal_cards")
        t.swap_market = self.options["swap_market"]
        t.never_had_dragon = words.NEVER_HAD_DRAGON.index(self.options["never_had_dragon"])
        t.n_tokens = data.tokens if self.options["token_limit"] else NO_LIMIT
        self.list_moves()
        self.list_chances()

    def list_moves(self):
        """The bids of every hand and the claims of every set of cards face up, ready to be copied."""
        cdef Tables* t = self.t
        cdef int mask, k, n
        for mask in range(N_BID_SETS):
            n = 0
            for k in range(N_BIDS):
                if mask >> k & 1:
                    t.bid_moves[mask][n] = pack(KIND_BID, k, k + 1)
                    t.hand_card[mask][n] = k
                    n += 1
            t.hand_size[mask] = n
        for mask in range(N_OPEN_SETS):
            n = 0
            for k in range(N_OPEN):
                if mask >> k & 1 and n < MAX_CHOICE:
                    t.claim_moves[mask][n] = pack(KIND_CLAIM, k, t.type_of[k])
                    t.open_card[mask][n] = k
                    n += 1
            t.n_claims[mask] = n
        for mask in range(1 << N_TYPES):
            for k in range(CARD_PHILOSOPHER):
                t.kinds_of[mask] |= (mask >> t.type_of[k] & 1) << k

    def list_chances(self):
        """Of every hand: the chance of a card, and how many cards reach a number; of several rivals: that one ties."""
        cdef Tables* t = self.t
        cdef int mask, k, n, apart, digits
        for k in range(N_BIDS):
            t.key_steps[k] = bid_key(k, False, False, k)
        for mask in range(1, N_BID_SETS):
            n = popcount(mask)
            t.share[mask] = CERTAIN // n
            for k in range(N_BIDS):
                t.among[mask][k] = n * (mask >> k & 1)
            for k in range(N_TOTALS):
                n = ALL_BIDS << max(k - AT_ZERO, 0)
                t.at_least[0][mask][k] = popcount(mask & n & NUMBERED_BIDS)
                t.at_least[1][mask][k] = popcount(mask & n & ALL_BIDS)
        for k in range(N_TIES):
            apart = CERTAIN_APART
            digits = N_TIES
            while digits > 1:
                digits //= N_BIDS + 1
                n = k // digits % (N_BIDS + 1)
                if n:
                    apart = apart * (CERTAIN - CERTAIN // n) // CERTAIN
            t.ties[k] = (CERTAIN_APART - apart) // (CERTAIN_APART // 100)

    # -- what Rules leaves to a game with secret decisions -----------------------------------------------------------

    cdef bint decides_secretly(self, const void* state) noexcept nogil:
        cdef const State* s = <const State*>state
        return not s.revealed and (s.stage == KIND_BID or s.stage == KIND_EMPEROR)

    # -- experiments on a deal ----------------------------------------------------------------------------------------

    cdef void give_card(self, void* state, int seat, int card, uint64_t deal_key) noexcept nogil:
        hold_goal(self.t, <State*>state, seat, card)


GAME = MiddleKingdom
