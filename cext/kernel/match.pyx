"""play_games(): many games between policies in one loop without the GIL, into numpy columns."""

from contextlib import nullcontext

import numpy as np

from cext.kernel.checks import broken_rules
from cext.kernel.schedule import check_boards, checked_seed, column
from cext.programs import Visit

from cext.kernel.game cimport Game
from cext.kernel.policy cimport Limits, MaskedDecision, Policy, RandomPolicy, mask_decision, set_limits, unmask_choice
from cext.kernel.recorder cimport Recorder
from cext.kernel.rng cimport STREAM_SEAT, rng_deal_key, rng_stream
from cext.kernel.tape cimport Tape, note_move
from cext.kernel.types cimport (ENDLESS, MAX_DECISIONS, MAX_MOVES, MAX_SEATS, MAX_TALLIES, NO_MOVES, SHARE_UNITS,
                                Decision, Move, Outcome, kassert)
from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport NAN
from libc.stdint cimport (INT16_MIN, INT64_MIN, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t,
                          uint64_t)
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset
from posix.time cimport CLOCK_THREAD_CPUTIME_ID, clock_gettime, timespec

__all__ = ["MARK", "Played", "mark_into", "play_games"]

# What stands in a mark, each 64 bits wide: what is being played at this moment.
MARK = ("steps", "seed", "game", "decision", "seat", "policy")

cdef enum:
    MAX_POLICIES = 256     # a policy's number is eight bits wide
    SIGNAL_GAMES = 256     # games between two looks for an interrupt
    STATE_WORDS = 512      # MAX_STATE bytes
    MAX_CARDS = 256        # numbers of cards, which moves hold in eight bits
    SPARE_ROOM = 8         # an eighth more room than the first recorded game needed, times the games
    NO_START = -4          # points at the start were asked of a game that keeps none
    MIN_START = -10000     # points at the start: scores must fit 16 bits
    MAX_START = 10001
    TOGETHER = 8           # values compared without a look at how many there are
    LINE = 64              # bytes of a line of the cache
    FAILED = -3            # in place of a number of decisions: the reason is kept (beside NO_MOVES, ENDLESS)

cdef struct Mark:
    int64_t steps          # grows by one with each game, and with each decision of a policy that takes long
    int64_t seed
    int64_t game           # -1: none
    int64_t decision       # of the policy that is asked
    int64_t seat           # of that policy
    int64_t policy         # that takes long and is asked now, by number; -1: none

# Of this process, where whoever watches it reads it: a policy may never return, or end the process.
cdef Mark own = Mark(0, 0, -1, 0, 0, -1)
cdef Mark* mark = &own
cdef int64_t[::1] marked = None


def mark_into(buffer):
    """What is played in this process is from now on marked in this buffer: int64[6], as MARK names them; None: in none
    that anybody reads. Marks of games played side by side in threads overwrite one another."""
    global mark, marked
    marked = buffer
    if marked is not None and marked.shape[0] < <Py_ssize_t>(sizeof(Mark) // sizeof(int64_t)):
        raise ValueError(f"{len(buffer)} numbers: a mark has {len(MARK)}")
    mark = &own if marked is None else <Mark*>&marked[0]


cdef class Played:
    """Columns of the games played: `games` (one row a game), `seats` (one row a game and seat, bots last), `decisions`
    (one row a recorded decision; without `value` and `margin` where no policy valued moves) or None, `policies` (one a
    policy: how often one that takes long was `asked`, and the processor `seconds` it took; 0 of those that are quick).
    """

    cdef readonly dict games
    cdef readonly dict seats
    cdef readonly dict policies
    cdef readonly object decisions

    def __repr__(self):
        recorded = 0 if self.decisions is None else len(self.decisions["game"])
        return f"<Played: {len(self.games['decisions'])} games, {recorded} decisions recorded>"


def play_games(Game game not None, policies, *, seed, games, deals, policy, board, plan=None, plans=(), held=(),
               record=None, start=None):
    """Play every row's game and return Played.

    games, deals: uint32[n]. policy: uint8[n, k], the number in `policies` of each of the k seats that decide. board:
    int8[n, k], each one's number in game.boards, -1 where the game lets the seat choose. plan: int16[n, k], each one's
    number in `plans`, -1 for none; a plan is a forced opening: a list of move-class masks, one a turn. held: for each
    plan the card with which its seat begins, -1 for none (empty: none has one). record: uint8[n], 1 where decisions are
    recorded. start: int16[n, k], points each seat begins with beyond what the rules give it; only for games that keep
    running points. A row's outcome depends on that row, the policies and `seed` alone. Raises ValueError for arguments
    that do not fit, and whatever stops a policy; that exception has the finished games as its attribute `played`.
    """
    game.ready()
    cdef GameLoop loop = GameLoop(game, list(policies), checked_seed(seed))
    n, k = len(games), game.players
    check_boards(game, board)
    loop.lay(
        column("games", games, np.uint32, (n,), 0, None),
        column("deals", deals, np.uint32, (n,), 0, None),
        column("policy", policy, np.uint8, (n, k), 0, len(loop.policies)),
        column("board", board, np.int8, (n, k), -1, len(game.boards)),
        column("plan", np.full((n, k), -1) if plan is None else plan, np.int16, (n, k), -1, len(plans)),
        plans,
        column("held", held or np.full(len(plans), -1), np.int16, (len(plans),), -1, MAX_CARDS),
        column("record", np.zeros(n, np.uint8) if record is None else record, np.uint8, (n,), 0, 2),
        column("start", np.zeros((n, k), np.int16) if start is None else start, np.int16, (n, k), MIN_START, MAX_START),
    )
    try:
        with Visit() if any((<Policy>policy).slow for policy in loop.policies) else nullcontext():
            loop.play()
    except BaseException as error:
        error.played = loop.played()
        raise
    return loop.played()


def spread(n, rows, kind):
    """Room for n columns of that many rows, an odd number of lines of the cache apart: a game writes into all of them,
    and so they do not ask for the same few places of the cache."""
    in_a_line = LINE // np.dtype(kind).itemsize
    return np.empty((n, (rows // in_a_line + 1 | 1) * in_a_line), kind)


cdef class GameLoop:
    """One call of play_games(): its policies and schedule, the state of the game being played, the columns so far."""

    cdef Game game
    cdef list policies
    cdef void* policy_at[MAX_POLICIES]     # the same policies, for code without the GIL
    cdef bint random[MAX_POLICIES]         # exactly RandomPolicy: the playout hook may stand in
    cdef bint any_slow                     # some policy takes long: look for interrupts before every game
    cdef int64_t asked[MAX_POLICIES]       # decisions of the policies that take long
    cdef double seconds[MAX_POLICIES]      # processor time they took for them
    cdef uint64_t seed
    cdef const uint32_t[::1] games, deals
    cdef const uint8_t[:, ::1] policy
    cdef const int8_t[:, ::1] board
    cdef const int16_t[:, ::1] plan
    cdef const uint8_t[::1] record
    cdef const int16_t[:, ::1] start       # points a seat begins with beyond the rules
    cdef Limits* plans                     # forced openings, by number
    cdef const int16_t[::1] held           # the card a plan's seat begins with, -1: none
    cdef Recorder recorder
    cdef Tape* tape                        # the recorded game being played; NULL: none of the schedule is recorded
    cdef Py_ssize_t to_record              # recorded games not yet finished
    cdef bint room_made                    # the recorder has been given room for all of them
    cdef Py_ssize_t finished               # games whose rows are complete
    cdef object failure                    # what stopped the loop, None: nothing
    cdef uint64_t state[STATE_WORDS]       # the game being played; words, so that it is aligned
    cdef uint16_t[::1] decisions, forced, lead_changes
    cdef uint32_t[::1] options, opening
    cdef uint8_t[::1] winners, rank, tie_break, win_share60
    cdef int16_t[::1] margin, score
    cdef int8_t[::1] board_used
    cdef int16_t[:, ::1] source            # [source, row]
    cdef int32_t[:, ::1] tally             # [tally, row]

    def __cinit__(self, Game game, list policies, seed):
        if not 1 <= len(policies) <= MAX_POLICIES:
            raise ValueError(f"{len(policies)} policies: must be 1 to {MAX_POLICIES}")
        self.game, self.policies, self.seed = game, policies, seed
        for number, policy in enumerate(policies):
            fitting(game, policy, number)
            self.policy_at[number] = <void*>policy
            self.random[number] = type(policy) is RandomPolicy
            self.any_slow |= (<Policy>policy).slow

    def __dealloc__(self):
        free(self.plans)
        free(self.tape)

    def lay(self, games, deals, policy, board, plan, plans, held, record, start):
        """Take the schedule and lay out the columns of the result."""
        self.games, self.deals, self.record = games, deals, record
        self.policy, self.board, self.plan, self.held, self.start = policy, board, plan, held, start
        self.plans = <Limits*>calloc(max(len(plans), 1), sizeof(Limits))
        if self.plans is NULL:
            raise MemoryError("no memory for the plans")
        for number, masks in enumerate(plans):
            set_limits(&self.plans[number], masks, 0)
        self.to_record = np.count_nonzero(record)
        if self.to_record:
            self.tape = <Tape*>malloc(sizeof(Tape))      # of its rows none is read that was not written
            if self.tape is NULL:
                raise MemoryError("no memory to record games")
            self.tape.n = self.tape.ended = self.tape.filled = 0
        self.recorder = Recorder()
        n = len(games)
        rows = n * self.game.n_seats
        self.decisions, self.forced, self.lead_changes = np.zeros((3, n), np.uint16)
        self.options, self.winners, self.margin = np.zeros(n, np.uint32), np.zeros(n, np.uint8), np.zeros(n, np.int16)
        self.score = np.zeros(rows, np.int16)
        self.rank, self.tie_break, self.win_share60 = np.zeros((3, rows), np.uint8)
        self.opening, self.board_used = np.zeros(rows, np.uint32), np.zeros(rows, np.int8)
        self.source = spread(self.game.n_sources, rows, np.int16)
        self.tally = spread(self.game.n_tallies, rows, np.int32)

    def played(self):
        """The columns of the finished games."""
        cdef Played result = Played()
        n = self.finished
        rows = n * self.game.n_seats
        games = {"n_decisions": self.decisions, "n_legal_moves": self.options, "n_forced": self.forced,
                 "lead_changes": self.lead_changes, "winners": self.winners, "winning_margin": self.margin}
        seats = {"score": self.score, "rank": self.rank, "tie_break": self.tie_break, "win_share60": self.win_share60,
                 "opening": self.opening, "board": self.board_used}
        result.games = {name: np.asarray(values)[:n] for name, values in games.items()}
        result.seats = {name: np.asarray(values)[:rows] for name, values in seats.items()}
        for i, (name, _) in enumerate(self.game.sources):
            result.seats[f"score_{name}"] = np.asarray(self.source)[i, :rows]
        for i, (name, _) in enumerate(self.game.tallies):
            result.seats[name] = np.asarray(self.tally)[i, :rows]
        policies = range(len(self.policies))
        result.policies = {"asked": np.array([self.asked[number] for number in policies]),
                           "seconds": np.array([self.seconds[number] for number in policies])}
        if self.tape is not NULL:
            self.recorder.empty(self.tape)
            result.decisions = self.recorder.take()
        return result

    # -- the loop -----------------------------------------------------------------------------------------------------

    def play(self):
        """Play the whole schedule; raises what stopped it."""
        mark.seed, mark.policy = <int64_t>self.seed, -1
        with nogil:
            self.play_rows()
        if self.failure is not None:
            raise self.failure
        mark.game = -1

    cdef void play_rows(self) noexcept nogil:
        """Play row by row until all are played or one fails."""
        cdef Py_ssize_t row
        for row in range(self.games.shape[0]):
            mark.game = self.games[row]
            mark.steps += 1
            if (self.any_slow or row % SIGNAL_GAMES == 0) and self.interrupted():
                return
            if self.play_row(row) < 0:
                return
            self.finished = row + 1
            if self.record[row]:
                self.make_room()

    cdef void make_room(self) noexcept nogil:
        """After the first recorded game: room for all of them if they are alike, so that the buffers seldom move."""
        cdef Py_ssize_t rows = self.recorder.rows.n + self.tape.ended
        self.to_record -= 1
        if rows and self.recorder.rows.capacity < self.to_record * rows and not self.room_made:
            self.recorder.reserve((self.to_record + 1) * (rows + rows // SPARE_ROOM))
        self.room_made = True

    cdef int play_row(self, Py_ssize_t row) noexcept nogil:
        """Deal and play one game and write its rows; -1: failed."""
        cdef uint64_t deal_key = rng_deal_key(self.seed, self.deals[row])
        cdef uint64_t keys[MAX_SEATS]
        cdef uint64_t indices[MAX_SEATS]
        cdef int64_t options[2]                # moves looked at, forced moves
        cdef bint plain = True                 # the playout hook may stand in
        cdef Tape* tape = self.tape if self.record[row] else NULL
        cdef int seat, asked
        for seat in range(self.game.players):
            keys[seat] = rng_stream(deal_key, STREAM_SEAT + seat)
            indices[seat] = 0
            plain = plain and self.random[self.policy[row, seat]] and self.plan[row, seat] < 0
        options[0] = options[1] = 0
        self.game.deal_into(self.state, &self.board[row, 0], deal_key)
        for seat in range(self.game.players):
            if self.start[row, seat] and not self.game.start_with(self.state, seat, self.start[row, seat]):
                return self.stopped(row, NO_START)
            if self.plan[row, seat] >= 0 and self.held[self.plan[row, seat]] >= 0:
                self.game.hold(self.state, seat, self.held[self.plan[row, seat]], deal_key)
        if tape is not NULL:
            tape.n, tape.valued = tape.ended, False
        if plain:
            asked = self.game.playout(self.state, keys, indices, options, tape)
        else:
            asked = self.ask_seats(self.game, row, keys, indices, options, tape)
        if asked < 0:
            return self.stopped(row, asked)
        if tape is not NULL and self.recorder.end_game(self.games[row], tape) < 0:
            return self.no_memory()
        self.decisions[row] = asked
        self.options[row] = options[0]
        self.forced[row] = options[1]
        self.write_outcome(row)
        return 0

    cdef int ask_seats(self, Game game, Py_ssize_t row, const uint64_t* keys, uint64_t* indices,
                       int64_t* options, Tape* tape) noexcept nogil:
        """Play a dealt game to the end by asking the policies; returns decisions asked, NO_MOVES or ENDLESS where the
        rules are broken, FAILED when the reason is kept."""
        cdef Move moves[MAX_MOVES]
        cdef int64_t values[MAX_MOVES + TOGETHER]
        cdef MaskedDecision part
        cdef Decision d
        cdef void* asked_of[MAX_SEATS]
        cdef const Limits* planned[MAX_SEATS]
        cdef bint drawn[MAX_SEATS]             # any move alike: the game draws one, perhaps without listing all
        cdef bint slow
        cdef double begin = 0
        cdef int choice, seat, ply
        for seat in range(game.players):
            asked_of[seat] = self.policy_at[self.policy[row, seat]]
            planned[seat] = NULL if self.plan[row, seat] < 0 else &self.plans[self.plan[row, seat]]
            drawn[seat] = self.random[self.policy[row, seat]] and planned[seat] is NULL
        d.state, d.moves, d.values = self.state, moves, values
        d.seed, d.game = self.seed, self.games[row]
        for ply in range(MAX_DECISIONS):
            d.seat = game.to_move(self.state)
            if d.seat < 0:
                return ply - <int>options[1]
            if drawn[d.seat]:
                d.n = game.draw(self.state, keys[d.seat], indices[d.seat], moves)
            else:
                d.n = game.legal(self.state, moves)
            if d.n <= 1:
                if d.n < 1:
                    return NO_MOVES
                d.valued = False
                self.make_move(game, &d, ply, 0, tape)
                options[1] += 1
                continue
            d.key, d.index, d.ply, d.valued = keys[d.seat], indices[d.seat], ply, False
            slow = (<Policy>asked_of[d.seat]).slow
            if slow:
                mark.decision, mark.seat, mark.policy = ply, d.seat, self.policy[row, d.seat]
                mark.steps += 1
                begin = processor_seconds()
            if drawn[d.seat]:
                choice = 0
            elif slow and self.interrupted():
                return FAILED
            elif planned[d.seat] is not NULL and mask_decision(planned[d.seat], game, &d, &part):
                choice = unmask_choice(&part, (<Policy>asked_of[d.seat]).choose(game, &part.decision), &d)
            else:
                choice = (<Policy>asked_of[d.seat]).choose(game, &d)
            if slow:
                self.asked[self.policy[row, d.seat]] += 1
                self.seconds[self.policy[row, d.seat]] += processor_seconds() - begin
            if choice < 0:
                return self.policy_failed(self.policy[row, d.seat])
            if slow:
                mark.policy = -1
            kassert(choice < d.n)
            self.make_move(game, &d, ply, choice, tape)
            indices[d.seat] += 1
            options[0] += d.n
        return ENDLESS

    cdef inline void make_move(self, Game game, const Decision* d, int ply, int choice, Tape* tape) noexcept nogil:
        """Make the move chosen, and note it where the game is recorded."""
        cdef uint32_t noted
        if tape is NULL:
            game.apply(self.state, d.moves[choice])
            return
        note_move(tape, ply, d.seat, d.n, d.moves[choice])
        noted = tape.n                         # its row of the tape
        game.apply_noted(self.state, d.seat, d.moves[choice], tape)
        note_values(tape, noted, d, choice)

    cdef void write_outcome(self, Py_ssize_t row) noexcept nogil:
        """Score the finished game into its rows of `games` and `seats`."""
        cdef Outcome out
        cdef int32_t tally[MAX_SEATS][MAX_TALLIES]
        cdef int16_t* sources
        cdef int32_t* tallies
        cdef int seats = self.game.n_seats, winners = 0, best = INT16_MIN, second = INT16_MIN, seat, other, i
        cdef Py_ssize_t first = row * seats
        memset(&out, 0, sizeof(Outcome))
        self.game.score(self.state, &out)
        for seat in range(seats):
            winners += out.rank[seat] == 1
            second = max(second, min(best, <int>out.score[seat]))
            best = max(best, <int>out.score[seat])
        self.winners[row] = winners
        self.margin[row] = best - second if seats > 1 else 0
        self.lead_changes[row] = out.lead_changes
        for seat in range(seats):
            self.score[first + seat] = out.score[seat]
            self.rank[first + seat] = out.rank[seat]
            self.tie_break[first + seat] = 1
            for other in range(seats):
                self.tie_break[first + seat] += out.tie[other] > out.tie[seat]
            self.win_share60[first + seat] = SHARE_UNITS // winners if out.rank[seat] == 1 else 0
            self.opening[first + seat] = out.opening[seat]
            self.board_used[first + seat] = self.game.board_of(self.state, seat) if seat < self.game.players else -1
            if self.game.n_tallies:
                self.game.tally(self.state, seat, tally[seat])
        # by column, all seats of one together: the next column lies in another page
        for i in range(self.game.n_sources):
            sources = &self.source[i, first]
            for seat in range(seats):
                sources[seat] = out.source[seat][i]
        for i in range(self.game.n_tallies):
            tallies = &self.tally[i, first]
            for seat in range(seats):
                tallies[seat] = tally[seat][i]

    # -- what can stop it; each stores the exception, also one met on the way, and returns a failure -----------------

    cdef bint interrupted(self) noexcept nogil:
        """Whether a signal's handler has raised, for instance KeyboardInterrupt."""
        with gil:
            try:
                PyErr_CheckSignals()
            except BaseException as stop:
                self.failure = stop
                return True
            return False

    cdef int policy_failed(self, int number) noexcept nogil:
        """Take over the exception of a policy; FAILED."""
        with gil:
            try:
                policy = self.policies[number]
                self.failure, (<Policy>policy).failure = (<Policy>policy).failure, None
                if self.failure is None:
                    raise RuntimeError(f"policy {number} ({type(policy).__name__}) failed without saying why")
            except BaseException as error:
                self.failure = error
            return FAILED

    cdef int no_memory(self) noexcept nogil:
        """There is no memory for more recorded decisions; -1."""
        with gil:
            try:
                raise MemoryError("no memory for more recorded decisions: record fewer games at a time")
            except BaseException as error:
                self.failure = error
            return -1

    cdef int stopped(self, Py_ssize_t row, int how) noexcept nogil:
        """Say which rules are broken in the game of that row, unless the reason is kept already; FAILED."""
        if how != FAILED:
            with gil:
                try:
                    if how == NO_START:
                        raise ValueError(f"start: {self.game.name} keeps no running points: nothing can be given")
                    self.failure = broken_rules(self.game, how, f"game {self.games[row]}")
                except BaseException as error:
                    self.failure = error
        return FAILED


cdef double processor_seconds() noexcept nogil:
    """Processor time of this thread."""
    cdef timespec now
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return now.tv_sec + now.tv_nsec * 1e-9


cdef inline void note_values(Tape* tape, uint32_t row, const Decision* d, Py_ssize_t choice) noexcept nogil:
    """The value of a move and its margin in points; NaN where the policy values none. Called when the move has been
    made: the processor then need not wait for it behind this. Of the decision's values none is kept."""
    cdef float value = NAN, margin = NAN
    cdef int64_t chosen, other
    if d.valued:
        tape.valued = True
        chosen = d.values[choice]
        value = <float>(chosen / 1000.0)
        d.values[choice] = INT64_MIN
        other = best_of(d.values, d.n)
        if other != INT64_MIN:
            margin = <float>((chosen - other) / 1000.0)
    tape.value[row] = value
    tape.margin[row] = margin


cdef inline int64_t best_of(int64_t* values, Py_ssize_t n) noexcept nogil:
    """The best of n values. Those behind the last, as many as are looked at together, are written over."""
    cdef int64_t best = INT64_MIN
    cdef int64_t* end = values + n
    cdef Py_ssize_t i
    for i in range(TOGETHER):
        end[i] = INT64_MIN
    while values < end:
        for i in range(TOGETHER):
            best = values[i] if values[i] > best else best
        values += TOGETHER
    return best


cdef object fitting(Game game, policy, int number):
    """Raise ValueError when the policy cannot play this game."""
    if not isinstance(policy, Policy):
        raise ValueError(f"policy {number} is a {type(policy).__name__}, not a Policy")
    cdef Game made_for = (<Policy>policy).game
    if made_for is not None and (type(made_for) is not type(game) or made_for.n_features != game.n_features
                                 or made_for.n_weight_sets != game.n_weight_sets or made_for.players != game.players):
        raise ValueError(f"policy {number} was made for {made_for.name} with {made_for.players} players, not for "
                         f"{game.name} with {game.players}: make it anew")
