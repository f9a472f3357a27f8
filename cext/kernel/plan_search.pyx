"""Search guided by a plan: its best moves are played out by a plan, most often those that do well."""

from cext.kernel.simulation import MAX_SIMULATIONS, check_number

from cext.kernel.game cimport Game
from cext.kernel.policy cimport WeightedPolicy
from cext.kernel.rng cimport STREAM_SEARCH, STREAM_SEAT, rng_bits, rng_stream
from cext.kernel.simulation cimport DRAW_BITS, PER_CENT, REWARD_UNITS, Search, reward, standardise
from cext.kernel.types cimport (ENDLESS, MAX_DECISIONS, MAX_MOVES, MAX_SEATS, NO_MOVES, STATE_WORDS, Clock, Decision,
                                Move, Outcome)
from cext.kernel.value_net cimport MAX_HIDDEN, ValueNet
from libc.math cimport log, sqrt
from libc.stdint cimport INT64_MIN, int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

__all__ = ["PlanSearch"]

MAX_WIDENING = 100
MAX_TURNS = 1000

cdef enum:
    MAX_CANDIDATES = 128
    MAX_OWN = 24               # own decisions of a turn that a playout is known by
    MAX_CACHE = 1 << 16        # playouts that are remembered: a megabyte
    LANES = 4                  # of a digest


# A move that is tried.
cdef struct Candidate:
    int number                 # of the move in the decision
    double prior_score         # standard deviations above the other candidates by the plan's values
    int64_t sum                # of rewards, in REWARD_UNITS
    int visits                 # games played out after it


# The result of a playout from an own decision on.
cdef struct CachedPlayout:
    uint64_t digest            # of the state after the decision, the simulation and the decision's number; 0: none
    int32_t reward             # of the seat, in REWARD_UNITS


cdef class PlanSearch(Search):
    """Plays a plan's best moves out and takes the one that does best.

    As many moves are tried as `widening` times the square root of the playouts: the wider, the more there are of them.
    Sequential halving (Karnin, Koren, Somekh 2013) spreads the playouts: in each round all moves left are played out
    alike often, then the worse half of them is left out. With `exploration`, each playout goes to the move with the
    highest upper confidence bound instead. All moves meet the same hidden cards and the same draws, so that what is
    left between them is the move. A move's value is its mean reward in per cent.

    The decisions of a turn meet the same hidden cards and draws, too, as long as nothing hidden is revealed: a playout
    of one that went on as is now tried is not played again. What is kept spares time and changes no value.

    With a `leaf`, a game is not played to its end: after `turns` turns of the seat, where it is to move, the network
    says what the game will be worth to it (`turns` 0: at its next decision). The hidden cards were dealt anew before,
    and the network looks at nothing that is.
    """

    cdef readonly int playouts
    cdef readonly double widening
    cdef readonly int64_t n_reused      # playouts that were in the cache
    cdef CachedPlayout* cache
    cdef int cache_size                 # its slots, a power of two
    cdef readonly ValueNet leaf         # None: games are played to their end
    cdef readonly int turns             # of the seat that are played before the leaf is asked
    cdef int until                      # turns the seat has begun in the game by then
    cdef uint64_t root[STATE_WORDS]     # the state before the decision
    cdef int32_t sums[MAX_HIDDEN]       # of the leaf's first layer there

    def __init__(self, Game game not None, int playouts, *, WeightedPolicy prior not None, WeightedPolicy playout=None,
                 double bias=1, double margin=0, double exploration=0, double widening=1, ValueNet leaf=None,
                 int turns=0):
        Search.__init__(self, game, prior=prior, playout=prior if playout is None else playout, bias=bias,
                        margin=margin, exploration=exploration)
        if leaf is not None and (leaf.weights is None or type(leaf.game) is not type(game)
                                 or leaf.game.layout != game.layout or leaf.game.players != game.players):
            raise ValueError(f"leaf: it was made for {leaf.game.name} with {leaf.game.players} players")
        self.leaf, self.turns = leaf, check_number("turns", turns, MAX_TURNS)
        self.playouts = check_number("playouts", playouts, MAX_SIMULATIONS, minimum=1)
        self.widening = check_number("widening", widening, MAX_WIDENING)
        self.cache_size = MAX_CANDIDATES
        while self.cache_size < MAX_CACHE and self.cache_size < 16 * playouts:
            self.cache_size *= 2
        free(self.cache)
        self.cache = <CachedPlayout*>calloc(self.cache_size, sizeof(CachedPlayout))
        if self.cache is NULL:
            raise MemoryError(f"no memory for what {playouts} playouts come to")

    def __dealloc__(self):
        free(self.cache)

    cdef int choose(self, Game game, Decision* d) noexcept nogil:
        cdef Candidate field[MAX_CANDIDATES]
        cdef int n, status = 0
        if self.prior.choose(game, d) < 0:
            return -1
        n = self.candidates(d, field)
        d.valued = n > 1
        if n > 1:
            self.begin(game, d)
            status = self.bound(game, d, field, n) if self.exploration > 0 else self.halve(game, d, field, n)
            if status < 0:
                return self.record_failure(game, d, status)
            write_values(d, field, n)
            if self.visit_counts is not NULL:
                write_visits(self.visit_counts, field, n)
        return field[0].number

    cdef void begin(self, Game game, const Decision* d) noexcept nogil:
        """Note where a decision begins, for the leaf."""
        cdef Clock now
        if self.leaf is None:
            return
        game.clock(d.state, &now)
        self.until = now.turn + self.turns
        self.root[(game.state_size - 1) // 8] = 0
        memcpy(self.root, d.state, game.state_size)
        self.leaf.sum_first(self.root, d.seat, self.sums)

    cdef int halve(self, Game game, const Decision* d, Candidate* field, int n) noexcept nogil:
        """Sequential halving, the best move first in the end; NO_MOVES or ENDLESS where the rules are broken."""
        cdef int rounds = 0, n_left = n, n_each, done = 0, spent = 0, status
        while 1 << rounds < n:
            rounds += 1
        while n_left > 1:
            n_each = (self.playouts - spent) // n_left                   # the last two get what is left over
            if n_left > 2:
                n_each = min(n_each, max(1, self.playouts // (rounds * n_left)))
            if n_each < 1:
                break
            status = self.play(game, d, field, n_left, done, n_each)
            if status < 0:
                return status
            done += n_each
            spent += n_each * n_left
            self.rank(field, n_left)
            n_left = (n_left + 1) // 2
        return 0

    cdef int bound(self, Game game, const Decision* d, Candidate* field, int n) noexcept nogil:
        """Upper confidence bounds, the best move first in the end; NO_MOVES or ENDLESS where the rules are broken."""
        cdef int spent, i, best, status = self.play(game, d, field, n, 0, 1)
        cdef double wide, bound, highest
        for spent in range(n, self.playouts):
            if status < 0:
                return status
            wide, highest, best = log(<double>spent), 0, -1
            for i in range(n):
                bound = self.rating(&field[i]) + self.exploration * sqrt(wide / field[i].visits)
                if best < 0 or bound > highest:
                    highest, best = bound, i
            status = self.play(game, d, &field[best], 1, field[best].visits, 1)
        self.rank(field, n)
        return status

    cdef int candidates(self, const Decision* d, Candidate* field) noexcept nogil:
        """The plan's best moves, best first; how many there are."""
        cdef int64_t values[MAX_CANDIDATES]
        cdef double prior_scores[MAX_CANDIDATES]
        cdef int max_tried = max(2, <int>(self.widening * sqrt(<double>self.playouts))), n = 0, i, j
        max_tried = min(max_tried, MAX_CANDIDATES, self.playouts)
        for i in range(d.n):
            if d.values[i] == INT64_MIN or (n == max_tried and d.values[i] <= d.values[field[n - 1].number]):
                continue
            n += n < max_tried
            j = n - 1
            while j and d.values[field[j - 1].number] < d.values[i]:
                field[j] = field[j - 1]
                j -= 1
            field[j].number, field[j].sum, field[j].visits = i, 0, 0
        for i in range(n):
            values[i] = d.values[field[i].number]
        standardise(values, n, prior_scores)
        for i in range(n):
            field[i].prior_score = prior_scores[i]
        return n

    cdef int play(self, Game game, const Decision* d, Candidate* field, int n, int first, int n_each) noexcept nogil:
        """Play `each` games out after each of n moves, in the simulations from number `first` on; NO_MOVES or ENDLESS
        where the rules are broken."""
        cdef uint64_t world[STATE_WORDS]
        cdef uint64_t state[STATE_WORDS]
        cdef uint64_t key
        cdef Clock now
        cdef int number, i, status
        game.clock(d.state, &now)
        world[(game.state_size - 1) // 8] = state[(game.state_size - 1) // 8] = 0
        for number in range(first, first + n_each):
            key = rng_bits(rng_stream(d.key, STREAM_SEARCH), <uint64_t>now.turn << DRAW_BITS | <uint64_t>number)
            memcpy(world, d.state, game.state_size)
            game.determinise(world, d.seat, key)
            for i in range(n):
                memcpy(state, world, game.state_size)
                game.apply(state, d.moves[field[i].number])
                status = self.follow(game, state, d, key, &field[i].sum)
                if status < 0:
                    return status
                field[i].visits += 1
        return 0

    cdef int follow(self, Game game, void* state, const Decision* d, uint64_t key, int64_t* sum) noexcept nogil:
        """Play on after a move of the seat, unless the cache has what comes of it; sum: += the seat's reward. NO_MOVES
        or ENDLESS where the rules are broken, else no negative number."""
        cdef uint64_t keys[MAX_SEATS]
        cdef uint64_t indices[MAX_SEATS]
        cdef uint64_t digests[MAX_OWN]
        cdef int32_t worth = 0
        cdef CachedPlayout* slot
        cdef int seat, status = 0, n = 0, i
        for seat in range(game.players):
            keys[seat] = rng_stream(key, STREAM_SEAT + seat)
            indices[seat] = 0
        indices[d.seat] = d.index + 1          # as if the decision had been one of a playout before
        while True:
            digests[n] = state_digest(<const uint64_t*>state, game.state_size, key, indices[d.seat])
            slot = self.cache_slot(digests[n])
            n += 1
            if slot.digest == digests[n - 1]:
                worth = slot.reward
                self.n_reused += 1
                break
            if self.is_due(game, state, d.seat):
                worth = self.leaf.reward_after(self.root, <const uint64_t*>state, d.seat, self.sums)
                break
            if n == MAX_OWN or not self.continue_turn(game, state, d.seat, keys[d.seat], &indices[d.seat]):
                status = self.play_turns(game, state, d.seat, keys, indices, &worth)
                if status < 0:
                    return status
                break
        for i in range(n):
            slot = self.cache_slot(digests[i])
            slot.digest, slot.reward = digests[i], worth
        sum[0] += worth
        return status

    cdef bint is_due(self, Game game, const void* state, int seat) noexcept nogil:
        """Whether the leaf is to be asked."""
        cdef Clock now
        if self.leaf is None or game.to_move(state) != seat:
            return False
        game.clock(state, &now)
        return now.turn >= self.until

    cdef int play_turns(self, Game game, void* state, int seat, const uint64_t* keys, uint64_t* indices,
                        int32_t* worth) noexcept nogil:
        """Play on until the leaf is due, or to the end; worth: the seat's reward. NO_MOVES or ENDLESS where the rules
        are broken."""
        cdef Move moves[MAX_MOVES]
        cdef int64_t values[MAX_MOVES]
        cdef int32_t rewards[MAX_SEATS]
        cdef Outcome out
        cdef Decision d
        cdef int ply = 0
        if self.leaf is None:
            ply = self.play_out_from(game, state, keys, indices, &out)
            if ply >= 0:
                reward(&out, game.n_seats, self.margin, rewards)
                worth[0] = rewards[seat]
            return ply
        d.state, d.moves, d.values, d.game, d.ply, d.valued = state, moves, values, 0, 0, False
        for ply in range(MAX_DECISIONS):
            d.seat = game.to_move(state)
            if d.seat < 0:
                memset(&out, 0, sizeof(Outcome))
                game.score(state, &out)
                reward(&out, game.n_seats, self.margin, rewards)
                worth[0] = rewards[seat]
                return ply
            if d.seat == seat and self.is_due(game, state, seat):
                worth[0] = self.leaf.reward_after(self.root, <const uint64_t*>state, seat, self.sums)
                return ply
            d.n = game.legal(state, moves)
            if d.n < 1:
                return NO_MOVES
            if d.n == 1:
                game.apply(state, moves[0])
                continue
            d.key, d.index = keys[d.seat], indices[d.seat]
            game.apply(state, moves[self.playout.choose(game, &d)])
            indices[d.seat] += 1
        return ENDLESS

    cdef bint continue_turn(self, Game game, void* state, int seat, uint64_t key, uint64_t* index) noexcept nogil:
        """Take the seat's next decision by the plan, forced moves before it too; False where another seat is asked
        first."""
        cdef Move moves[MAX_MOVES]
        cdef int64_t values[MAX_MOVES]
        cdef Decision d
        cdef int _
        for _ in range(MAX_DECISIONS):
            if game.to_move(state) != seat:
                return False
            d.n = game.legal(state, moves)
            if d.n > 1:
                d.state, d.moves, d.values, d.seat, d.key, d.index = state, moves, values, seat, key, index[0]
                d.game, d.ply, d.valued = 0, 0, False
                game.apply(state, moves[self.playout.choose(game, &d)])
                index[0] += 1
                return True
            if d.n < 1:
                return False
            game.apply(state, moves[0])
        return False

    cdef CachedPlayout* cache_slot(self, uint64_t digest) noexcept nogil:
        """The slot of a digest; it may hold the playout of another."""
        return &self.cache[digest >> 8 & (self.cache_size - 1)]

    cdef void rank(self, Candidate* field, int n) noexcept nogil:
        """Put the moves in order, the best first; of equals the one first that was."""
        cdef Candidate candidate
        cdef int i, j
        for i in range(1, n):
            candidate = field[i]
            j = i
            while j and self.rating(&field[j - 1]) < self.rating(&candidate):
                field[j] = field[j - 1]
                j -= 1
            field[j] = candidate

    cdef double rating(self, const Candidate* c) noexcept nogil:
        """Mean reward, and what the plan adds to it: the less, the more often the move was tried."""
        return (c.sum / <double>REWARD_UNITS + self.bias * c.prior_score) / c.visits


cdef uint64_t state_digest(const uint64_t* state, int size, uint64_t key, uint64_t index) noexcept nogil:
    """64 bits, never 0, that tell apart states of that many bytes, simulations and numbers of decisions: two fall
    together once in 2^63."""
    cdef uint64_t lanes[LANES]                 # four sums side by side: none waits for the one before
    cdef uint64_t last = 0
    cdef int i, k, n = size // 8
    for k in range(LANES):
        lanes[k] = rng_bits(key, index + k)
    for i in range(n // LANES):
        for k in range(LANES):
            lanes[k] = mixed(lanes[k] ^ state[LANES * i + k])
    for i in range(n - n % LANES, n):
        lanes[0] = mixed(lanes[0] ^ state[i])
    memcpy(&last, &state[n], size % 8)
    lanes[0] = mixed(lanes[0] ^ last)
    for k in range(1, LANES):
        lanes[0] = mixed(lanes[0] ^ lanes[k])
    return lanes[0] | 1


cdef inline uint64_t mixed(uint64_t bits) noexcept nogil:
    """64 bits to 64 bits, one to one."""
    bits *= <uint64_t>0xBF58476D1CE4E5B9ULL
    return bits ^ bits >> 29


cdef void write_values(Decision* d, const Candidate* field, int n) noexcept nogil:
    """The values of the moves that were tried; the others were left out of consideration."""
    cdef int i
    for i in range(d.n):
        d.values[i] = INT64_MIN
    for i in range(n):
        d.values[field[i].number] = field[i].sum * PER_CENT // (REWARD_UNITS * <int64_t>field[i].visits)


cdef void write_visits(int32_t* visits, const Candidate* field, int n) noexcept nogil:
    """The games played out after each move that was tried; others keep what is there."""
    cdef int i
    for i in range(n):
        visits[field[i].number] = field[i].visits
