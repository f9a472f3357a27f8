"""The toy game as an engine: ToyGame overrides nothing it need not, FastToy takes both hooks from inline rules."""

from cext.kernel.words import Words, fields_of

from cext.kernel.game cimport KERNEL_ABI, Game, Position
from cext.kernel.generic cimport random_playout
from cext.kernel.policy cimport Policy
from cext.kernel.rng cimport rng_below
from cext.kernel.types cimport Clock, Decision, Move, Outcome, a_of, kind_of, pack
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint64_t
from toy cimport (N_TOY_FEATURES, N_TURNS, PLAY, PUSH, Table, Toy, apply, deal, determinise, features, legal,
                  to_move)


class ToyWords(Words):
    """Hands, pots and moves of the toy game."""

    def view(self, Position position not None, int seat):
        """What the player in `seat` sees: his hand, the pot, the scores."""
        cdef const Toy* s = <const Toy*>position.data
        return {"hand": [s.hand[seat][i] for i in range(4)], "pot": s.pot, "points": position.points()}

    def describe(self, Position position not None, move):
        """The kind of a move, and the value of the card or the pot."""
        kind, value, _, _ = fields_of(move)
        return {"kind": "push"} if kind == PUSH else {"kind": self.game.kinds[kind], "value": value}


cdef class ToyGame(Game):
    cdef Table table

    def __init__(self, *, int players=2, components=None, int interface=KERNEL_ABI):
        super().__init__(interface)
        self.name, self.title, self.players, self.state_size = "toy", "Toy", players, sizeof(Toy)
        self.table.players = players
        self.opening_turns = 2
        self.boards, self.rounds = ("plain", "rich"), ("early", "late")
        self.sources = (("cards", "points from pots"), ("bonus", "points from the board"))
        self.tallies = (("pushes", "cards risked"), ("busts", "pots spoilt"), ("after_round_1", "score at half time"))
        self.feature_docs = tuple((name, "", "") for name in ("value", "push", "bank", "pot", "left", "risk"))
        self.kinds, self.stages = ("play", "push", "bank"), ("card", "luck")
        self.classes = (("", ""), ("L", "low card"), ("H", "high card"), ("P", "push"))
        self.options, self.words = {}, ToyWords(self)

    cdef void deal_into(self, void* state, const int8_t* boards, uint64_t deal_key) noexcept nogil:
        deal(&self.table, <Toy*>state, boards, deal_key)

    cdef int to_move(self, const void* state) noexcept nogil:
        return to_move(&self.table, <const Toy*>state)

    cdef int legal(self, const void* state, Move* moves) noexcept nogil:
        return legal(&self.table, <const Toy*>state, moves)

    cdef void apply(self, void* state, Move move) noexcept nogil:
        apply(&self.table, <Toy*>state, move)

    cdef void score(self, const void* state, Outcome* out) noexcept nogil:
        cdef const Toy* s = <const Toy*>state
        cdef int k, j
        for k in range(self.players):
            out.score[k] = s.cards[k] + s.bonus[k]
            out.source[k][0], out.source[k][1] = s.cards[k], s.bonus[k]
            out.opening[k] = s.opening[k]
        for k in range(self.players):
            out.rank[k] = 1
            for j in range(self.players):
                out.rank[k] += out.score[j] > out.score[k]
        out.lead_changes = s.lead_changes

    cdef void points(self, const void* state, int16_t* out) noexcept nogil:
        cdef int k
        for k in range(self.players):
            out[k] = (<const Toy*>state).cards[k] + (<const Toy*>state).bonus[k]

    cdef void clock(self, const void* state, Clock* out) noexcept nogil:
        cdef const Toy* s = <const Toy*>state
        out.stage = s.pot > 0
        out.turn = s.turns[s.seat] - out.stage
        out.round = 1 + (out.turn >= N_TURNS // 2)

    cdef int board_of(self, const void* state, int seat) noexcept nogil:
        return (<const Toy*>state).board[seat]

    cdef int move_class(self, const void* state, Move move) noexcept nogil:
        if kind_of(move) == PLAY:
            return 1 + (a_of(move) > 4)
        return 3 if kind_of(move) == PUSH else 0

    cdef void features(self, const void* state, Move move, int32_t* out) noexcept nogil:
        features(&self.table, <const Toy*>state, move, out)

    cdef void tally(self, const void* state, int seat, int32_t* out) noexcept nogil:
        cdef const Toy* s = <const Toy*>state
        out[0], out[1], out[2] = s.pushes[seat], s.busts[seat], s.half_time[seat]

    cdef void determinise(self, void* state, int seat, uint64_t key) noexcept nogil:
        determinise(&self.table, <Toy*>state, seat, key)

    cdef int consistent(self, const void* state) noexcept nogil:
        return 1 if (<const Toy*>state).pot > 40 else 0

cdef int to_move_of(const void* tables, const void* state) noexcept nogil:
    return to_move(<const Table*>tables, <const Toy*>state)


cdef int legal_of(const void* tables, const void* state, Move* moves) noexcept nogil:
    return legal(<const Table*>tables, <const Toy*>state, moves)


cdef void apply_of(const void* tables, void* state, Move move) noexcept nogil:
    apply(<const Table*>tables, <Toy*>state, move)


cdef class FastToy(ToyGame):
    cdef void lookahead(self, const void* state, const Move* moves, int n, const int32_t* weights,
                        int64_t* values) noexcept nogil:
        cdef int32_t row[N_TOY_FEATURES]
        cdef int i, f
        for i in range(n):
            features(&self.table, <const Toy*>state, moves[i], row)
            values[i] = 0
            for f in range(N_TOY_FEATURES):
                values[i] += <int64_t>weights[f] * row[f]

    cdef int playout(self, void* state, const uint64_t* keys, uint64_t* indices, int64_t* options) noexcept nogil:
        return random_playout(&self.table, state, keys, indices, options, to_move_of, legal_of, apply_of)


cdef class StuckToy(ToyGame):
    """Broken rules: the last turn offers no move."""

    cdef int legal(self, const void* state, Move* moves) noexcept nogil:
        cdef const Toy* s = <const Toy*>state
        return 0 if s.turns[s.seat] == N_TURNS - 1 else legal(&self.table, s, moves)


cdef class FirstMove(Policy):
    """A compiled author's policy."""

    cdef int choose(self, Game game, Decision* d) noexcept nogil:
        return 0


cdef class MuteFailure(Policy):
    """Fails without storing an exception."""

    cdef int choose(self, Game game, Decision* d) noexcept nogil:
        return -1


cdef class Pennies(Game):
    """Matching pennies: both show a side at the same time, the second seat wins when they match."""

    cdef bint told                     # whether the game says that the choice is made in secret

    def __init__(self, *, int players=2, components=None, told=True):
        super().__init__(KERNEL_ABI)
        self.name, self.title, self.players, self.state_size = "pennies", "Pennies", players, 2
        self.boards, self.rounds, self.sources, self.tallies = (), (), (), ()
        self.feature_docs, self.kinds, self.stages, self.classes = (), ("show",), ("show",), (("", ""),)
        self.options, self.words, self.told = {"told": told}, Words(self), told

    cdef int to_move(self, const void* state) noexcept nogil:
        cdef const char* shown = <const char*>state
        return 0 if not shown[0] else 1 if not shown[1] else -1

    cdef int legal(self, const void* state, Move* moves) noexcept nogil:
        moves[0], moves[1] = pack(0, 1), pack(0, 2)
        return 2

    cdef void apply(self, void* state, Move move) noexcept nogil:
        (<char*>state)[self.to_move(state)] = a_of(move)

    cdef void score(self, const void* state, Outcome* out) noexcept nogil:
        cdef int winner = (<const char*>state)[0] == (<const char*>state)[1]
        out.score[winner] = 1
        out.rank[winner], out.rank[1 - winner] = 1, 2

    cdef void determinise(self, void* state, int seat, uint64_t key) noexcept nogil:
        if seat == 1:
            (<char*>state)[0] = 1 + rng_below(key, 0, 2)

    cdef bint in_secret(self, const void* state) noexcept nogil:
        return self.told
