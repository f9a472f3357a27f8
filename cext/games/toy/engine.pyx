"""Toy as the kernel plays it: play a card into the pot, then push your luck or bank; hands are hidden.

The rules are in README.md. This is the whole engine: what the game consists of stands in the enums, what a state holds
in the struct, and what a move does in the methods; cext/games/simple_game.pyx says which there are.
"""


from cext.games.toy.data import components as files
from cext.games.toy.words import ToyWords

from cext.games.simple_game cimport SimpleGame, Turns, end_turn
from cext.kernel.game cimport KERNEL_ABI
from cext.kernel.rng cimport STREAM_DEAL, rng_reshuffle, rng_shuffle, rng_stream
from cext.kernel.types cimport Move, a_of, kind_of, pack
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint64_t

cdef enum:
    N_DECK = 48            # most cards of a deck
    N_VALUES = 8           # cards are worth 1 to 8
    N_HAND = 4             # most cards of a hand
    N_SEATS = 4            # most seats
    N_ROUNDS = 6           # most rounds
    BOARD_B = 1            # its number among the boards

# What the game consists of: names (without their prefix, in lower case), and what they mean.
cdef enum:  # Kind
    K_PLAY                 # play a card of the hand into the pot
    K_PUSH                 # turn up the next card of the deck
    K_BANK                 # score the pot

cdef enum:  # Stage
    AT_PLAY                # a card of the hand has to be played
    AT_PUSH                # push or bank

cdef enum:  # MoveClass
    C_LOW                  # L | low card
    C_HIGH                 # H | high card
    C_PUSH                 # P | push

cdef enum:  # Category
    S_CARDS                # points from pots
    S_BONUS                # points from board B

cdef enum:  # Counter
    T_PUSHES               # cards risked | count | cards
    T_BUSTS                # pots spoilt | count | pots

cdef enum:  # Feature
    F_VALUE                # value of the card played | points
    F_PUSH                 # a card is risked | 0/1
    F_BANK                 # the pot is banked | 0/1
    F_POT                  # points banked | points
    F_LEFT                 # rounds left when a card is risked | rounds
    F_RISK                 # points of the pot that are risked, negative | points


cdef struct State:
    Turns turns                        # whose turn it is; the first field of every small game
    int16_t cards[N_SEATS]             # points from pots
    int16_t bonus[N_SEATS]             # points from the board
    int16_t pushes[N_SEATS]            # cards risked
    int16_t busts[N_SEATS]             # pots spoilt
    uint8_t deck[N_DECK]               # values, the next card at `drawn`; 0: no card
    uint8_t hand[N_SEATS][N_HAND]      # values; 0: no card
    int8_t board[N_SEATS]              # number of the seat's board
    uint8_t drawn                      # cards of the deck that are gone
    uint8_t slot                       # place in the hand of the card that was played
    uint8_t pot                        # 0: a card has to be played


cdef class Toy(SimpleGame):
    """Toy for 2 to 4 players, or for one against the house. components: folder with edited files."""

    cdef readonly object tables        # the loaded Components
    cdef int count_of[N_VALUES + 1]    # cards of each value
    cdef int n_deck, n_hand, full, spoils, extra, house

    def __init__(self, *, players=4, components=None, **options):
        super().__init__(KERNEL_ABI)
        loaded = files.COMPONENTS.open(components)
        data = self.tables = loaded.tables
        self.declare(__file__, title="Toy", size=sizeof(State), players=players, allowed=(1, 2, 3, 4),
                     bots=1 if players == 1 else 0, rounds=data.rounds, opening_turns=min(2, data.rounds),
                     boards=("A", "B"), running=T_BUSTS + 1, offers={"play": "a"}, options=options)
        self.n_hand, self.full, self.spoils, self.extra, self.house = (
            data.hand, data.full, data.spoils, data.bonus, data.house)
        for value, count in enumerate(data.counts, 1):
            self.count_of[<int>value] = count
        self.n_deck = sum(data.counts)
        self.words = ToyWords(self, loaded)

    # -- the rules ----------------------------------------------------------------------------------------------------

    cdef void begin(self, void* state, const int8_t* boards, uint64_t deal_key) noexcept nogil:
        """Set-up: shuffle the deck, deal the hands."""
        cdef State* s = <State*>state
        cdef int value, i, k, n = 0
        for value in range(1, N_VALUES + 1):
            for _ in range(self.count_of[value]):
                s.deck[n] = value
                n += 1
        rng_shuffle(s.deck, n, rng_stream(deal_key, STREAM_DEAL))
        for k in range(self.players):
            s.board[k] = boards[k] if boards[k] > 0 else 0
            for i in range(self.n_hand):
                s.hand[k][i] = s.deck[s.drawn]
                s.drawn += 1

    cdef int legal(self, const void* state, Move* moves) noexcept nogil:
        """A card of each value in hand; then push or bank, but a full pot has to be banked."""
        cdef const State* s = <const State*>state
        cdef int seat = s.turns.seat, i, j, n = 0
        if s.turns.over:
            return 0
        if s.pot:
            moves[0] = pack(K_BANK, s.pot)
            moves[1] = pack(K_PUSH)
            return 2 if s.pot < self.full and s.drawn < self.n_deck else 1
        for i in range(self.n_hand):
            for j in range(i):
                if s.hand[seat][j] == s.hand[seat][i]:
                    break
            else:
                if s.hand[seat][i]:
                    moves[n] = pack(K_PLAY, s.hand[seat][i])
                    n += 1
        return n

    cdef void make_move(self, void* state, Move move) noexcept nogil:
        """What a move does."""
        cdef State* s = <State*>state
        cdef int seat = s.turns.seat
        if kind_of(move) == K_PLAY:
            s.slot = 0
            while s.hand[seat][s.slot] != a_of(move):
                s.slot += 1
            s.pot = a_of(move)
        elif kind_of(move) == K_PUSH:
            s.pushes[seat] += 1
            if self.turn_up(s) <= self.spoils:
                s.busts[seat] += 1
                self.clean_up(s)
        else:
            s.cards[seat] += s.pot
            s.bonus[seat] += self.extra if s.board[seat] == BOARD_B else 0
            self.clean_up(s)

    cdef int turn_up(self, State* s) noexcept nogil:
        """The next card joins the pot; its value."""
        cdef int value = s.deck[s.drawn]
        s.drawn += 1
        s.pot += value
        return value

    cdef void clean_up(self, State* s) noexcept nogil:
        """The end of a player's turn: another card for the one played; it comes back when the deck is empty (T1)."""
        if s.drawn < self.n_deck:
            s.hand[s.turns.seat][s.slot] = s.deck[s.drawn]
            s.drawn += 1
        s.pot = 0
        end_turn(&s.turns)

    cdef void bot_turn(self, void* state, int seat) noexcept nogil:
        """The house turns up cards until its pot is worth so much, and banks it unless the last one spoils it."""
        cdef State* s = <State*>state
        cdef int value = self.spoils + 1
        while s.pot < self.house and value > self.spoils and s.drawn < self.n_deck:
            value = self.turn_up(s)
            s.pushes[seat] += 1
        if value > self.spoils:
            s.cards[seat] += s.pot
        else:
            s.busts[seat] += 1
        s.pot = 0

    cdef void categories_of(self, const void* state, int seat, int64_t* out) noexcept nogil:
        """Points from pots, and from board B."""
        out[S_CARDS] = (<const State*>state).cards[seat]
        out[S_BONUS] = (<const State*>state).bonus[seat]

    # -- what strategies and reports read -----------------------------------------------------------------------------

    cdef int stage_of(self, const void* state) noexcept nogil:
        return AT_PUSH if (<const State*>state).pot else AT_PLAY

    cdef int board_of(self, const void* state, int seat) noexcept nogil:
        return (<const State*>state).board[seat]

    cdef int move_class(self, const void* state, Move move) noexcept nogil:
        if kind_of(move) == K_PLAY:
            return 1 + (C_HIGH if a_of(move) > N_VALUES // 2 else C_LOW)
        return 1 + C_PUSH if kind_of(move) == K_PUSH else 0

    cdef void features(self, const void* state, Move move, double* out) noexcept nogil:
        cdef const State* s = <const State*>state
        cdef bint push = kind_of(move) == K_PUSH, bank = kind_of(move) == K_BANK
        out[F_VALUE] = a_of(move) if kind_of(move) == K_PLAY else 0
        out[F_PUSH] = push
        out[F_BANK] = bank
        out[F_POT] = s.pot if bank else 0
        out[F_LEFT] = self.n_rounds - s.turns.taken[s.turns.seat] - 1 if push else 0
        out[F_RISK] = -s.pot if push else 0

    cdef void count(self, const void* state, int seat, int32_t* out) noexcept nogil:
        out[T_PUSHES] = (<const State*>state).pushes[seat]
        out[T_BUSTS] = (<const State*>state).busts[seat]

    # -- hidden information, invariants -------------------------------------------------------------------------------

    cdef void determinise(self, void* state, int seat, uint64_t key) noexcept nogil:
        """Deal the deck and the other hands anew among the cards that `seat` cannot see."""
        cdef State* s = <State*>state
        cdef uint8_t unseen[N_DECK]
        cdef int n = self.n_deck - s.drawn, k, i, taken
        for i in range(n):
            unseen[i] = s.deck[s.drawn + i]
        taken = n
        for k in range(self.players):
            for i in range(self.n_hand):
                if k != seat and s.hand[k][i]:
                    unseen[n] = s.hand[k][i]
                    n += 1
        rng_reshuffle(unseen, n, key)
        for i in range(taken):
            s.deck[s.drawn + i] = unseen[i]
        for k in range(self.players):
            for i in range(self.n_hand):
                if k != seat and s.hand[k][i]:
                    s.hand[k][i] = unseen[taken]
                    taken += 1

    cdef int consistent(self, const void* state) noexcept nogil:
        """1: more cards are gone than there were; 2: a pot larger than a full one and a card; 3: a card of no value."""
        cdef const State* s = <const State*>state
        cdef int i
        if s.drawn > self.n_deck:
            return 1
        if s.pot >= self.full + N_VALUES:
            return 2
        for i in range(self.n_deck):
            if not 1 <= s.deck[i] <= N_VALUES:
                return 3
        return 0


GAME = Toy
