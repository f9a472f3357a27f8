"""Search policies over determinise and playout: flat Monte Carlo, and information-set Monte Carlo tree search.

A move's value is its mean reward in per cent. Only the scratch memory of a policy changes while it searches.
"""

from cext.kernel.simulation import MAX_SIMULATIONS, check_number

from cext.kernel.game cimport Game
from cext.kernel.policy cimport WeightedPolicy, highest
from cext.kernel.rng cimport rng_below, rng_bits, rng_stream
from cext.kernel.simulation cimport (DRAW_BITS, DRAW_EQUALS, PER_CENT, REWARD_UNITS, Search,
                                     simulation_key, standardise)
from cext.kernel.types cimport ENDLESS, MAX_DECISIONS, MAX_MOVES, MAX_SEATS, NO_MOVES, STATE_WORDS, Decision, Move
from libc.math cimport log, sqrt
from libc.stdint cimport INT64_MIN, int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

__all__ = ["FlatMonteCarlo", "InformationSetMCTS"]

cdef enum:
    STREAM_SECRET = 15         # of a simulation: choices of seats that decide unseen (0-14 are the game's own)


cdef class FlatMonteCarlo(Search):
    """Plays moves out, with the same hidden cards for all of them, and takes the best.

    All moves alike, each `playouts` times; with `exploration`, as many games in all go to the move with the highest
    upper confidence bound (UCB1: Auer, Cesa-Bianchi, Fischer 2002).
    """

    cdef readonly int playouts

    def __init__(self, Game game not None, int playouts, *, WeightedPolicy prior=None, WeightedPolicy playout=None,
                 double bias=1, double margin=0, double exploration=0):
        Search.__init__(self, game, prior=prior, playout=playout, bias=bias, margin=margin, exploration=exploration)
        self.playouts = check_number("playouts", playouts, MAX_SIMULATIONS, minimum=1)

    cdef int choose(self, Game game, Decision* d) noexcept nogil:
        cdef double prior_scores[MAX_MOVES]
        cdef int64_t sums[MAX_MOVES]
        cdef int64_t ratings[MAX_MOVES]
        cdef int visits[MAX_MOVES]
        cdef int64_t number
        cdef int i, status
        memset(prior_scores, 0, d.n * sizeof(double))
        memset(sums, 0, d.n * sizeof(int64_t))
        memset(visits, 0, d.n * sizeof(int))
        if self.prior is not None:
            self.prior.choose(game, d)
            standardise(d.values, d.n, prior_scores)
        for number in range(self.playouts if self.exploration == 0 else 1):
            status = self.play(game, d, number, 0, d.n, sums, visits)
            if status < 0:
                return self.record_failure(game, d, status)
        if self.exploration > 0:
            for number in range(d.n, <int64_t>self.playouts * d.n):
                i = self.most_promising(d.n, number, sums, visits, prior_scores)
                status = self.play(game, d, visits[i], i, i + 1, sums, visits)
                if status < 0:
                    return self.record_failure(game, d, status)
        for i in range(d.n):
            d.values[i] = sums[i] * PER_CENT // (REWARD_UNITS * <int64_t>visits[i])
            if self.visit_counts is not NULL:
                self.visit_counts[i] = visits[i]
            ratings[i] = d.values[i] + <int64_t>(PER_CENT * self.bias * prior_scores[i] / visits[i])
        d.valued = True
        return highest(ratings, d.n, d.key, d.index << DRAW_BITS | DRAW_EQUALS)

    cdef int play(self, Game game, const Decision* d, int64_t number, int first, int end, int64_t* sums,
                  int* visits) noexcept nogil:
        """Play the moves from `first` to `end` - 1 out in one simulation; NO_MOVES or ENDLESS where the rules are
        broken."""
        cdef uint64_t world[STATE_WORDS]
        cdef uint64_t state[STATE_WORDS]
        cdef int32_t rewards[MAX_SEATS]
        cdef uint64_t key = simulation_key(d, number)
        cdef int i, status
        memcpy(world, d.state, game.state_size)
        game.determinise(world, d.seat, key)
        for i in range(first, end):
            memcpy(state, world, game.state_size)
            game.apply(state, d.moves[i])
            status = self.playout_reward(game, state, key, rewards)
            if status < 0:
                return status
            sums[i] += rewards[d.seat]
            visits[i] += 1
        return 0

    cdef int most_promising(self, int n, int64_t played, const int64_t* sums, const int* visits,
                            const double* prior_scores) noexcept nogil:
        """The move of the highest mean reward plus what the plan adds plus exploration * sqrt(ln(played) / visits)."""
        cdef double wide = log(<double>played), bound, highest_bound = 0
        cdef int i, best = 0
        for i in range(n):
            bound = ((sums[i] / <double>REWARD_UNITS + self.bias * prior_scores[i]) / visits[i]
                     + self.exploration * sqrt(wide / visits[i]))
            if i == 0 or bound > highest_bound:
                highest_bound = bound
                best = i
        return best


# A node of the tree: a move by a seat after the moves of its ancestors.
cdef struct Node:
    Move move
    int seat                # who made it
    int child               # first child, 0: none (0 is the root, nobody's child)
    int sibling             # next child of the same parent, 0: none
    int visits              # simulations through the node
    int available           # simulations in which the move was legal when its parent was left
    int64_t rewards         # sum of the seat's rewards over the visits, in REWARD_UNITS


cdef class InformationSetMCTS(Search):
    """Single-observer information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012).

    Each iteration deals the hidden cards anew, descends among the moves legal there by upper confidence bounds that
    count how often a move was available, adds one node and plays the game out; every seat maximises its own reward.
    Decisions taken in secret at the same time are drawn evenly below the root: as nodes they would let whoever is asked
    later answer what it cannot see. The most visited move is chosen. exploration: weight of the bound's width. With a
    prior, moves are tried in the order of its values, and a node has no more children than the root of its visits
    (progressive widening: Coulom 2007; progressive bias: Chaslot and others 2008).
    """

    cdef readonly int iterations
    cdef Node* nodes
    cdef int* path
    cdef int n_nodes

    def __init__(self, Game game not None, int iterations, double exploration=0.7, *, WeightedPolicy prior=None,
                 WeightedPolicy playout=None, double bias=1, double margin=0):
        Search.__init__(self, game, prior=prior, playout=playout, bias=bias, margin=margin, exploration=exploration)
        self.iterations = check_number("iterations", iterations, MAX_SIMULATIONS, minimum=1)
        free(self.nodes)
        free(self.path)
        self.nodes = <Node*>malloc((iterations + 1) * sizeof(Node))
        self.path = <int*>malloc((iterations + 1) * sizeof(int))
        if self.nodes is NULL or self.path is NULL:
            raise MemoryError(f"no memory for a tree of {iterations} iterations")

    def __dealloc__(self):
        free(self.nodes)
        free(self.path)

    cdef int choose(self, Game game, Decision* d) noexcept nogil:
        cdef int64_t visits[MAX_MOVES]
        cdef int number, i, child, status
        memset(&self.nodes[0], 0, sizeof(Node))
        self.n_nodes = 1
        for number in range(self.iterations):
            status = self.simulate(game, d, simulation_key(d, number))
            if status < 0:
                return self.record_failure(game, d, status)
        for i in range(d.n):
            child = self.child_of(0, d.moves[i])
            visits[i] = self.nodes[child].visits if child else 0
            if self.visit_counts is not NULL:
                self.visit_counts[i] = visits[i]
            d.values[i] = INT64_MIN
            if visits[i]:
                d.values[i] = self.nodes[child].rewards * PER_CENT // (REWARD_UNITS * visits[i])
        d.valued = True
        return highest(visits, d.n, d.key, d.index << DRAW_BITS | DRAW_EQUALS)

    cdef int simulate(self, Game game, const Decision* d, uint64_t key) noexcept nogil:
        """One iteration: descend, add a node, play out, count; NO_MOVES or ENDLESS where the rules are broken."""
        cdef uint64_t state[STATE_WORDS]
        cdef Move moves[MAX_MOVES]
        cdef int32_t rewards[MAX_SEATS]
        cdef double prior_scores[MAX_MOVES]
        cdef int node = 0, depth = 0, n_before = self.n_nodes, n_secret = 0, seat, n, i, status
        memcpy(state, d.state, game.state_size)
        game.determinise(state, d.seat, key)
        while self.n_nodes == n_before:
            seat = game.to_move(state)
            if seat < 0:
                break
            n = game.legal(state, moves)
            if n < 1:
                return NO_MOVES
            if depth and game.decides_secretly(state):
                game.apply(state, moves[rng_below(rng_stream(key, STREAM_SECRET), n_secret, n)])
                n_secret += 1
                if n_secret == MAX_DECISIONS:
                    return ENDLESS
                continue
            if self.prior is not None:
                self.weigh(game, state, seat, moves, n, prior_scores)
            node = self.descend(node, seat, moves, n, prior_scores, rng_bits(key, depth))
            game.apply(state, self.nodes[node].move)
            self.path[depth] = node
            depth += 1
        status = self.playout_reward(game, state, key, rewards)
        if status < 0:
            return status
        self.nodes[0].visits += 1
        for i in range(depth):
            self.nodes[self.path[i]].visits += 1
            self.nodes[self.path[i]].rewards += rewards[self.nodes[self.path[i]].seat]
        return status

    cdef void weigh(self, Game game, const void* state, int seat, const Move* moves, int n,
                    double* prior_scores) noexcept nogil:
        """What the prior's values of the moves are worth, standardised."""
        cdef int64_t values[MAX_MOVES]
        cdef Decision d
        d.state, d.moves, d.values, d.n, d.seat = state, moves, values, n, seat
        d.key, d.index, d.valued, d.game, d.ply = 0, 0, False, 0, 0
        self.prior.choose(game, &d)
        standardise(values, n, prior_scores)

    cdef int descend(self, int parent, int seat, const Move* moves, int n, const double* prior_scores,
                     uint64_t key) noexcept nogil:
        """A new child for one of the legal moves without, if the parent may have more, else the child with the highest
        bound. Without a prior the new one is drawn evenly, with it it is the one it values most."""
        cdef int untried[MAX_MOVES]
        cdef int i, child, n_untried = 0, best = 0, highest_untried = 0
        cdef double bound, highest_bound = 0
        for i in range(n):
            child = self.child_of(parent, moves[i])
            if child == 0:
                if n_untried == 0 or (self.prior is not None and prior_scores[i] > prior_scores[highest_untried]):
                    highest_untried = i
                untried[n_untried] = i
                n_untried += 1
                continue
            self.nodes[child].available += 1
            bound = self.bound_of(&self.nodes[child])
            if self.prior is not None:
                bound += self.bias * prior_scores[i] / self.nodes[child].visits
            if best == 0 or bound > highest_bound:
                highest_bound = bound
                best = child
        if n_untried == 0:
            return best
        if self.prior is None:
            return self.add_child(parent, seat, moves[untried[rng_below(key, 0, n_untried)]])
        if best and (n - n_untried) * (n - n_untried) > self.nodes[parent].visits:
            return best
        return self.add_child(parent, seat, moves[highest_untried])

    cdef double bound_of(self, const Node* node) noexcept nogil:
        """Mean reward plus exploration * sqrt(ln(times available) / visits)."""
        return (<double>node.rewards / (REWARD_UNITS * <double>node.visits)
                + self.exploration * sqrt(log(<double>node.available) / node.visits))

    cdef int child_of(self, int parent, Move move) noexcept nogil:
        """The child reached by a move, 0: none."""
        cdef int child = self.nodes[parent].child
        while child and self.nodes[child].move != move:
            child = self.nodes[child].sibling
        return child

    cdef int add_child(self, int parent, int seat, Move move) noexcept nogil:
        """A new node for a move."""
        cdef int child = self.n_nodes
        self.n_nodes += 1
        self.nodes[child].move, self.nodes[child].seat = move, seat
        self.nodes[child].child, self.nodes[child].sibling = 0, self.nodes[parent].child
        self.nodes[child].visits, self.nodes[child].available, self.nodes[child].rewards = 0, 1, 0
        self.nodes[parent].child = child
        return child
