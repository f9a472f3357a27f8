"""Search policies over determinise and playout: flat Monte Carlo, and information-set Monte Carlo tree search.

Both deal the hidden cards anew before each simulation, play it out at random and count the searching player's share of
the win; a move's value is that share in per cent. Only the scratch memory of a policy changes while it searches.
"""

from cext.kernel.checks import broken_rules

from cext.kernel.game cimport Game
from cext.kernel.policy cimport Policy, highest
from cext.kernel.rng cimport STREAM_SEARCH, STREAM_SEAT, rng_below, rng_bits, rng_stream
from cext.kernel.types cimport (ENDLESS, MAX_DECISIONS, MAX_MOVES, MAX_SEATS, NO_MOVES, SHARE_UNITS, Decision, Move,
                                Outcome)
from libc.math cimport log, sqrt
from libc.stdint cimport INT64_MIN, int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

__all__ = ["FlatMonteCarlo", "InformationSetMCTS"]

MOST_SIMULATIONS = 10_000_000

cdef enum:
    STATE_WORDS = 512          # MAX_STATE bytes
    PER_CENT = 100_000         # thousandths of a per cent in a whole win
    DRAW_BITS = 32             # simulations of one decision that have draws of their own
    DRAW_EQUALS = 0xffffffff   # the choice among equals
    STREAM_SECRET = 15         # of a simulation: choices of seats that decide unseen (0-14 are the game's own)


cdef inline uint64_t simulation_key(const Decision* d, uint64_t number) noexcept nogil:
    """Key of everything random in one simulation of a decision."""
    return rng_bits(rng_stream(d.key, STREAM_SEARCH), d.index << DRAW_BITS | number)


cdef int play_out(Game game, void* state, uint64_t key, int32_t* shares) noexcept nogil:
    """Finish a game with random moves; shares[n_seats]: each seat's share of the win in SHARE_UNITS, bots too. NO_MOVES
    or ENDLESS where the rules are broken, else no negative number."""
    cdef uint64_t keys[MAX_SEATS]
    cdef uint64_t indices[MAX_SEATS]
    cdef int64_t options[2]
    cdef Outcome out
    cdef int seat, asked, winners = 0
    for seat in range(game.players):
        keys[seat] = rng_stream(key, STREAM_SEAT + seat)
        indices[seat] = 0
    options[0] = options[1] = 0
    asked = game.playout(state, keys, indices, options)
    if asked < 0:
        return asked
    memset(&out, 0, sizeof(Outcome))
    game.score(state, &out)
    for seat in range(game.n_seats):
        winners += out.rank[seat] == 1
    for seat in range(game.n_seats):
        shares[seat] = SHARE_UNITS // winners if out.rank[seat] == 1 else 0
    return asked


cdef int stopped(Policy policy, Game game, const Decision* d, int how) noexcept nogil:
    """Keep as the policy's failure how a simulation broke the rules; -1, in place of a choice."""
    with gil:
        try:
            policy.failure = broken_rules(game, how, f"a simulation of game {d.game}")
        except BaseException as error:
            policy.failure = error
    return -1


cdef int checked(str name, int number) except -1:
    """The number of simulations, when it is one that can be asked for; else ValueError."""
    if not 1 <= number <= MOST_SIMULATIONS:
        raise ValueError(f"{name} {number}: must be 1 to {MOST_SIMULATIONS}")
    return number


cdef class FlatMonteCarlo(Policy):
    """Plays every move out `playouts` times, with the same hidden cards for all moves, and takes the best."""

    cdef readonly int playouts

    def __init__(self, Game game not None, int playouts):
        game.ready()
        self.game, self.playouts, self.slow = game, checked("playouts", playouts), True

    cdef int choose(self, Game game, Decision* d) noexcept nogil:
        cdef uint64_t world[STATE_WORDS]
        cdef uint64_t state[STATE_WORDS]
        cdef int32_t shares[MAX_SEATS]
        cdef uint64_t key
        cdef int number, i, asked
        for i in range(d.n):
            d.values[i] = 0
        for number in range(self.playouts):
            key = simulation_key(d, number)
            memcpy(world, d.state, game.state_size)
            game.determinise(world, d.seat, key)
            for i in range(d.n):
                memcpy(state, world, game.state_size)
                game.apply(state, d.moves[i])
                asked = play_out(game, state, key, shares)
                if asked < 0:
                    return stopped(self, game, d, asked)
                d.values[i] += shares[d.seat]
        for i in range(d.n):
            d.values[i] = d.values[i] * PER_CENT // (SHARE_UNITS * <int64_t>self.playouts)
        d.valued = True
        return highest(d.values, d.n, d.key, d.index << DRAW_BITS | DRAW_EQUALS)


# A node of the tree: a move by a seat after the moves of its ancestors.
cdef struct Node:
    Move move
    int seat                # who made it
    int child               # first child, 0: none (0 is the root, nobody's child)
    int sibling             # next child of the same parent, 0: none
    int visits              # simulations through the node
    int available           # simulations in which the move was legal when its parent was left
    int64_t shares          # sum of the seat's shares over the visits


cdef class InformationSetMCTS(Policy):
    """Single-observer information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012).

    Each iteration deals the hidden cards anew, descends among the moves legal there by upper confidence bounds that
    count how often a move was available, adds one node and plays out at random; every seat maximises its own share.
    Decisions taken in secret at the same time are drawn evenly below the root: as nodes they would let whoever is asked
    later answer what it cannot see. The most visited move is chosen. exploration: weight of the bound's width against
    shares between 0 and 1.
    """

    cdef readonly int iterations
    cdef readonly double exploration
    cdef Node* nodes
    cdef int* path
    cdef int n_nodes

    def __init__(self, Game game not None, int iterations, double exploration=0.7):
        game.ready()
        if not 0 <= exploration <= 1000:
            raise ValueError(f"exploration {exploration}: must be 0 to 1000")
        self.game, self.iterations, self.slow = game, checked("iterations", iterations), True
        self.exploration = exploration
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
        cdef int number, i, child, asked
        memset(&self.nodes[0], 0, sizeof(Node))
        self.n_nodes = 1
        for number in range(self.iterations):
            asked = self.simulate(game, d, simulation_key(d, number))
            if asked < 0:
                return stopped(self, game, d, asked)
        for i in range(d.n):
            child = self.child_of(0, d.moves[i])
            visits[i] = self.nodes[child].visits if child else 0
            d.values[i] = INT64_MIN
            if visits[i]:
                d.values[i] = self.nodes[child].shares * PER_CENT // (SHARE_UNITS * visits[i])
        d.valued = True
        return highest(visits, d.n, d.key, d.index << DRAW_BITS | DRAW_EQUALS)

    cdef int simulate(self, Game game, const Decision* d, uint64_t key) noexcept nogil:
        """One iteration: descend, add a node, play out, count; NO_MOVES or ENDLESS where the rules are broken."""
        cdef uint64_t state[STATE_WORDS]
        cdef Move moves[MAX_MOVES]
        cdef int32_t shares[MAX_SEATS]
        cdef int node = 0, depth = 0, known = self.n_nodes, unseen = 0, seat, n, i, asked
        memcpy(state, d.state, game.state_size)
        game.determinise(state, d.seat, key)
        while self.n_nodes == known:
            seat = game.to_move(state)
            if seat < 0:
                break
            n = game.legal(state, moves)
            if n < 1:
                return NO_MOVES
            if depth and game.in_secret(state):
                game.apply(state, moves[rng_below(rng_stream(key, STREAM_SECRET), unseen, n)])
                unseen += 1
                if unseen == MAX_DECISIONS:
                    return ENDLESS
                continue
            node = self.descend(node, seat, moves, n, rng_bits(key, depth))
            game.apply(state, self.nodes[node].move)
            self.path[depth] = node
            depth += 1
        asked = play_out(game, state, key, shares)
        if asked < 0:
            return asked
        for i in range(depth):
            self.nodes[self.path[i]].visits += 1
            self.nodes[self.path[i]].shares += shares[self.nodes[self.path[i]].seat]
        return asked

    cdef int descend(self, int parent, int seat, const Move* moves, int n, uint64_t key) noexcept nogil:
        """A new child for one of the legal moves without, drawn evenly, else the child with the highest bound."""
        cdef int untried[MAX_MOVES]
        cdef int i, child, n_untried = 0, best = 0
        cdef double bound, highest_bound = -1
        for i in range(n):
            child = self.child_of(parent, moves[i])
            if child == 0:
                untried[n_untried] = i
                n_untried += 1
                continue
            self.nodes[child].available += 1
            bound = self.bound_of(&self.nodes[child])
            if bound > highest_bound:
                highest_bound = bound
                best = child
        if n_untried:
            return self.add_child(parent, seat, moves[untried[rng_below(key, 0, n_untried)]])
        return best

    cdef double bound_of(self, const Node* node) noexcept nogil:
        """Mean share plus exploration * sqrt(ln(times available) / visits)."""
        return (<double>node.shares / (SHARE_UNITS * <double>node.visits)
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
        self.nodes[child].visits, self.nodes[child].available, self.nodes[child].shares = 0, 1, 0
        self.nodes[parent].child = child
        return child
