"""play_games(): many games between policies in one loop without the GIL, into numpy columns."""

from contextlib import nullcontext

import numpy as np

from cext.kernel.checks import broken_rules
from cext.kernel.checks import check_boards, check_seed, schedule_column
from cext.user_code import Visit

from cext.kernel.game cimport Game
from cext.kernel.policy cimport (ClassLimits, MaskedDecision, Policy, RandomPolicy, mask_decision, set_class_limits,
                                 unmask_choice)
from cext.kernel.record_buffer cimport RecordBuffer, buffer_move
from cext.kernel.recorder cimport Recorder, RoundRecorder, end_rounds_of
from cext.kernel.rng cimport STREAM_SEAT, rng_deal_key, rng_stream
from cext.kernel.types cimport (ENDLESS, MAX_COUNTERS, MAX_DECISIONS, MAX_MOVES, MAX_SEATS, NO_MOVES, SHARE_UNITS,
                                Clock, Decision, Move, Outcome, kassert, total_and_rank)
from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport NAN
from libc.stdint cimport (INT16_MIN, INT64_MIN, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t,
                          uint64_t)
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset
from posix.time cimport CLOCK_THREAD_CPUTIME_ID, clock_gettime, timespec

__all__ = ["HEARTBEAT_FIELDS", "GameResults", "play_games", "set_heartbeat_memory"]

# What a heartbeat consists of, each 64 bits wide: what is being played at this moment.
HEARTBEAT_FIELDS = ("steps", "seed", "game", "decision", "seat", "policy")

cdef enum:
    MAX_POLICIES = 256     # a policy's number is eight bits wide
    SIGNAL_GAMES = 256     # games between two looks for an interrupt
    STATE_WORDS = 512      # MAX_STATE bytes
    MAX_CARDS = 256        # numbers of cards, which moves hold in eight bits
    SPARE_ROOM = 8         # an eighth more room than the first recorded game needed, times the games
    NO_START = -4          # points at the start were asked of a game that has no points
    MIN_START = -10000     # points at the start: scores must fit 16 bits
    MAX_START = 10001
    UNROLL = 8             # values compared without a look at how many there are
    LINE = 64              # bytes of a line of the cache
    FAILED = -3            # in place of a number of decisions: the reason is kept (beside NO_MOVES, ENDLESS)

cdef struct Heartbeat:
    int64_t steps          # grows by one with each game, and with each decision of a policy that takes long
    int64_t seed
    int64_t game           # -1: none
    int64_t decision       # of the policy that is asked
    int64_t seat           # of that policy
    int64_t policy         # that takes long and is asked now, by number; -1: none

# Of this process, where whoever watches it reads it: a policy may never return, or end the process.
cdef Heartbeat own_heartbeat = Heartbeat(0, 0, -1, 0, 0, -1)
cdef Heartbeat* heartbeat = &own_heartbeat
cdef int64_t[::1] heartbeat_array = None


def set_heartbeat_memory(buffer):
    """Write what is played in this process into this buffer from now on: int64[6], as HEARTBEAT_FIELDS names them;
    None: into none that anybody reads. Games played in several threads overwrite each other's."""
    global heartbeat, heartbeat_array
    heartbeat_array = buffer
    if heartbeat_array is not None and heartbeat_array.shape[0] < <Py_ssize_t>(sizeof(Heartbeat) // sizeof(int64_t)):
        raise ValueError(f"{len(buffer)} numbers: a heartbeat has {len(HEARTBEAT_FIELDS)}")
    heartbeat = &own_heartbeat if heartbeat_array is None else <Heartbeat*>&heartbeat_array[0]


cdef class GameResults:
    """Columns of the games played: `games` (one row a game), `seats` (one row a game and seat, bots last), `decisions`
    (one row a recorded decision; without `value` and `margin` where no policy valued moves) and `rounds` (one row a
    seat and round of a recorded game: its running counters at the end of the round) or None, `policies` (one a policy:
    how often one that takes long was `asked`, and the processor `seconds` it took; 0 of those that are quick).
    """

    cdef readonly dict games
    cdef readonly dict seats
    cdef readonly dict policies
    cdef readonly object decisions
    cdef readonly object rounds

    def __repr__(self):
        recorded = 0 if self.decisions is None else len(self.decisions["game"])
        return f"<GameResults: {len(self.games['n_decisions'])} games, {recorded} decisions recorded>"


def play_games(Game game not None, policies, *, seed, games, deals, policy, board, plan=None, plans=(), card_of_plan=(),
               forbidden_by_plan=(), record=None, start=None):
    """Play every row's game and return GameResults.

    games, deals: uint32[n]. policy: uint8[n, k], the number in `policies` of each of the k seats that decide. board:
    int8[n, k], each one's number in game.boards, -1 where the game lets the seat choose. plan: int16[n, k], each one's
    number in `plans`, -1 for none; a plan is a forced opening: a list of move-class masks, one a turn. card_of_plan:
    for each plan the card with which its seat begins, -1 for none (empty: none has one). forbidden_by_plan: for each
    plan what its seat does not choose while it has a choice, a mask of classes and one of kinds, and the game by whose
    rules it moves: `game` itself, or the same one without some abilities (empty: nothing is forbidden). record:
    uint8[n], 1 where decisions are recorded. start: int16[n, k], points each seat begins with beyond what the rules
    give it; where a game keeps no running points they are added at the end, to its first scoring category. A row's
    outcome depends on that row, the policies and `seed` alone. Raises ValueError for arguments that do not fit, and
    whatever stops a policy; that exception has the finished games as its attribute `played`.
    """
    game.finalise()
    cdef GameLoop loop = GameLoop(game, list(policies), check_seed(seed))
    n, k = len(games), game.players
    check_boards(game, board)
    loop.set_schedule(
        schedule_column("games", games, np.uint32, (n,), 0, None),
        schedule_column("deals", deals, np.uint32, (n,), 0, None),
        schedule_column("policy", policy, np.uint8, (n, k), 0, len(loop.policies)),
        schedule_column("board", board, np.int8, (n, k), -1, len(game.boards)),
        schedule_column("plan", np.full((n, k), -1) if plan is None else plan, np.int16, (n, k), -1, len(plans)),
        plans,
        schedule_column("card_of_plan", card_of_plan or np.full(len(plans), -1), np.int16, (len(plans),), -1,
                        MAX_CARDS),
        forbidden_by_plan or [(0, 0, game)] * len(plans),
        schedule_column("record", np.zeros(n, np.uint8) if record is None else record, np.uint8, (n,), 0, 2),
        schedule_column("start", np.zeros((n, k), np.int16) if start is None else start, np.int16, (n, k), MIN_START,
                        MAX_START),
    )
    try:
        with Visit() if loop.any_slow or game.is_program else nullcontext():
            loop.play()
    except BaseException as error:
        error.played = loop.results()
        raise
    return loop.results()


def padded_columns(n, rows, kind):
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
    cdef int64_t n_asked[MAX_POLICIES]     # decisions of the policies that take long
    cdef double seconds[MAX_POLICIES]      # processor time they took for them
    cdef uint64_t seed
    cdef const uint32_t[::1] games, deals
    cdef const uint8_t[:, ::1] policy
    cdef const int8_t[:, ::1] board
    cdef const int16_t[:, ::1] plan
    cdef const uint8_t[::1] record
    cdef const int16_t[:, ::1] start       # points a seat begins with beyond the rules
    cdef int16_t late_points[MAX_SEATS]    # those of them that are added at the end of the game being played
    cdef bint has_late_points              # whether there are any
    cdef ClassLimits* plans                # forced openings, by number
    cdef const int16_t[::1] card_of_plan   # the card a plan's seat begins with, -1: none
    cdef list rules_of_plan                # the game by whose rules a plan's seat moves
    cdef void** rules_at                   # the same games, for code without the GIL
    cdef Recorder recorder
    cdef RoundRecorder round_recorder
    cdef RecordBuffer* buffer              # the recorded game being played; NULL: none of the schedule is recorded
    cdef Py_ssize_t to_record              # recorded games not yet finished
    cdef bint room_made                    # the recorder has been given room for all of them
    cdef Py_ssize_t finished               # games whose rows are complete
    cdef object failure                    # what stopped the loop, None: nothing
    cdef uint64_t state[STATE_WORDS]       # the game being played; words, so that it is aligned
    cdef uint16_t[::1] decisions, forced, rounds, lead_changes
    cdef uint32_t[::1] options, opening
    cdef uint8_t[::1] winners, rank, tie_break, win_share60
    cdef int16_t[::1] margin, score
    cdef int8_t[::1] board_used
    cdef int16_t[:, ::1] category          # [category, row]
    cdef int32_t[:, ::1] counter           # [counter, row]

    def __cinit__(self, Game game, list policies, seed):
        if not 1 <= len(policies) <= MAX_POLICIES:
            raise ValueError(f"{len(policies)} policies: must be 1 to {MAX_POLICIES}")
        self.game, self.policies, self.seed = game, policies, seed
        for number, policy in enumerate(policies):
            check_policy(game, policy, number)
            self.policy_at[number] = <void*>policy
            self.random[number] = type(policy) is RandomPolicy
            self.any_slow |= (<Policy>policy).slow

    def __dealloc__(self):
        free(self.plans)
        free(self.rules_at)
        free(self.buffer)

    def set_schedule(self, games, deals, policy, board, plan, plans, card_of_plan, forbidden, record, start):
        """Take the schedule and lay out the columns of the result."""
        self.games, self.deals, self.record = games, deals, record
        self.policy, self.board, self.plan, self.card_of_plan, self.start = policy, board, plan, card_of_plan, start
        self.plans = <ClassLimits*>calloc(max(len(plans), 1), sizeof(ClassLimits))
        self.rules_at = <void**>calloc(max(len(plans), 1), sizeof(void*))
        if self.plans is NULL or self.rules_at is NULL:
            raise MemoryError("no memory for the plans")
        if len(forbidden) != len(plans):
            raise ValueError(f"forbidden_by_plan: {len(forbidden)} given for {len(plans)} plans")
        self.rules_of_plan = [rules for _, _, rules in forbidden]
        for number, (masks, (classes, kinds, rules)) in enumerate(zip(plans, forbidden)):
            set_class_limits(&self.plans[number], masks, classes, kinds)
            check_rules_of_plan(self.game, rules, number)
            self.rules_at[number] = <void*>rules
        self.to_record = np.count_nonzero(record)
        if self.to_record:
            self.buffer = <RecordBuffer*>malloc(sizeof(RecordBuffer))  # of its rows none is read that was not written
            if self.buffer is NULL:
                raise MemoryError("no memory to record games")
            self.buffer.n = self.buffer.n_finished = self.buffer.n_valued = 0
            self.round_recorder = RoundRecorder(self.game)
            self.round_recorder.state = self.state
            self.buffer.rounds, self.buffer.end_rounds = <void*>self.round_recorder, end_rounds_of
        self.recorder = Recorder()
        n = len(games)
        rows = n * self.game.n_seats
        self.decisions, self.forced, self.rounds, self.lead_changes = np.zeros((4, n), np.uint16)
        self.options, self.winners, self.margin = np.zeros(n, np.uint32), np.zeros(n, np.uint8), np.zeros(n, np.int16)
        self.score = np.zeros(rows, np.int16)
        self.rank, self.tie_break, self.win_share60 = np.zeros((3, rows), np.uint8)
        self.opening, self.board_used = np.zeros(rows, np.uint32), np.zeros(rows, np.int8)
        self.category = padded_columns(self.game.n_categories, rows, np.int16)
        self.counter = padded_columns(self.game.n_counters, rows, np.int32)

    def results(self):
        """The columns of the finished games."""
        cdef GameResults result = GameResults()
        n = self.finished
        rows = n * self.game.n_seats
        games = {"n_decisions": self.decisions, "n_legal_moves": self.options, "n_forced": self.forced,
                 "rounds": self.rounds,
                 "lead_changes": self.lead_changes, "winners": self.winners, "winning_margin": self.margin}
        seats = {"score": self.score, "rank": self.rank, "tie_break": self.tie_break, "win_share60": self.win_share60,
                 "opening": self.opening, "board": self.board_used}
        result.games = {name: np.asarray(values)[:n] for name, values in games.items()}
        result.seats = {name: np.asarray(values)[:rows] for name, values in seats.items()}
        for i, (name, _) in enumerate(self.game.categories):
            result.seats[f"score_{name}"] = np.asarray(self.category)[i, :rows]
        for i, (name, _) in enumerate(self.game.counters):
            result.seats[name] = np.asarray(self.counter)[i, :rows]
        policies = range(len(self.policies))
        result.policies = {"asked": np.array([self.n_asked[number] for number in policies]),
                           "seconds": np.array([self.seconds[number] for number in policies])}
        if self.buffer is not NULL:
            self.recorder.flush(self.buffer)
            result.decisions = self.recorder.take()
            result.rounds = self.round_recorder.take() if self.game.n_running else None
        return result

    # -- the loop -----------------------------------------------------------------------------------------------------

    def play(self):
        """Play the whole schedule; raises what stopped it."""
        heartbeat.seed, heartbeat.policy = <int64_t>self.seed, -1
        with nogil:
            self.play_rows()
        if self.failure is not None:
            raise self.failure
        heartbeat.game = -1

    cdef void play_rows(self) noexcept nogil:
        """Play row by row until all are played or one fails."""
        cdef Py_ssize_t row
        for row in range(self.games.shape[0]):
            heartbeat.game = self.games[row]
            heartbeat.steps += 1
            if (self.any_slow or row % SIGNAL_GAMES == 0) and self.interrupted():
                return
            if self.play_row(row) < 0:
                return
            self.finished = row + 1
            if self.record[row]:
                self.make_room()

    cdef void make_room(self) noexcept nogil:
        """After the first recorded game: room for all of them if they are alike, so that the buffers seldom move."""
        cdef Py_ssize_t rows = self.recorder.rows.n + self.buffer.n_finished
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
        cdef RecordBuffer* buffer = self.buffer if self.record[row] else NULL
        cdef Clock clock
        cdef int seat, n_decisions
        for seat in range(self.game.players):
            keys[seat] = rng_stream(deal_key, STREAM_SEAT + seat)
            indices[seat] = 0
            plain = plain and self.random[self.policy[row, seat]] and self.plan[row, seat] < 0
        options[0] = options[1] = 0
        self.game.deal_into(self.state, &self.board[row, 0], deal_key)
        self.has_late_points = False
        for seat in range(self.game.players):
            self.late_points[seat] = 0
            if self.start[row, seat] and not self.game.add_start_points(self.state, seat, self.start[row, seat]):
                if not self.game.n_categories:
                    return self.record_failure(row, NO_START)
                self.late_points[seat], self.has_late_points = self.start[row, seat], True
            if self.plan[row, seat] >= 0 and self.card_of_plan[self.plan[row, seat]] >= 0:
                self.game.give_card(self.state, seat, self.card_of_plan[self.plan[row, seat]], deal_key)
        if buffer is not NULL:
            buffer.n, buffer.valued, buffer.round_now = buffer.n_finished, False, 0
            self.round_recorder.game = self.games[row]
        if plain:
            n_decisions = self.game.playout(self.state, keys, indices, options, buffer)
        else:
            n_decisions = self.ask_seats(self.game, row, keys, indices, options, buffer)
        if n_decisions < 0:
            return self.record_failure(row, n_decisions)
        self.game.clock(self.state, &clock)
        if buffer is not NULL:
            self.round_recorder.end_rounds(buffer.round_now, clock.round + 1)
            if self.recorder.end_game(self.games[row], buffer) < 0 or self.round_recorder.end_game() < 0:
                return self.no_memory()
        self.decisions[row] = n_decisions
        self.rounds[row] = clock.round
        self.options[row] = options[0]
        self.forced[row] = options[1]
        self.write_outcome(row)
        return 0

    cdef int ask_seats(self, Game game, Py_ssize_t row, const uint64_t* keys, uint64_t* indices,
                       int64_t* options, RecordBuffer* buffer) noexcept nogil:
        """Play a dealt game to the end by asking the policies; returns decisions asked, NO_MOVES or ENDLESS where the
        rules are broken, FAILED when the reason is kept."""
        cdef Move moves[MAX_MOVES]
        cdef int64_t values[MAX_MOVES + UNROLL]
        cdef MaskedDecision part
        cdef Decision d
        cdef void* policy_of[MAX_SEATS]
        cdef const ClassLimits* opening_of[MAX_SEATS]
        cdef void* rules_of[MAX_SEATS]         # the game by whose rules a seat moves
        cdef bint is_random[MAX_SEATS]         # any move alike: the game draws one, perhaps without listing all
        cdef bint slow
        cdef double begin = 0
        cdef int choice, seat, ply
        for seat in range(game.players):
            policy_of[seat] = self.policy_at[self.policy[row, seat]]
            opening_of[seat] = NULL if self.plan[row, seat] < 0 else &self.plans[self.plan[row, seat]]
            rules_of[seat] = self.rules_of(self.plan[row, seat])
            is_random[seat] = self.random[self.policy[row, seat]] and opening_of[seat] is NULL
        d.state, d.moves, d.values = self.state, moves, values
        d.seed, d.game = self.seed, self.games[row]
        for ply in range(MAX_DECISIONS):
            d.seat = game.to_move(self.state)
            if d.seat < 0:
                return ply - <int>options[1]
            if is_random[d.seat]:
                d.n = game.draw(self.state, keys[d.seat], indices[d.seat], moves)
            else:
                d.n = (<Game>rules_of[d.seat]).legal(self.state, moves)
            if d.n <= 1:
                if d.n < 1:
                    return NO_MOVES
                d.valued = False
                self.make_move(<Game>rules_of[d.seat], &d, ply, 0, buffer)
                options[1] += 1
                continue
            d.key, d.index, d.ply, d.valued = keys[d.seat], indices[d.seat], ply, False
            slow = (<Policy>policy_of[d.seat]).slow
            if slow:
                heartbeat.decision, heartbeat.seat, heartbeat.policy = ply, d.seat, self.policy[row, d.seat]
                heartbeat.steps += 1
                begin = processor_seconds()
            if is_random[d.seat]:
                choice = 0
            elif slow and self.interrupted():
                return FAILED
            elif opening_of[d.seat] is not NULL and mask_decision(opening_of[d.seat], game, &d, &part):
                choice = (<Policy>policy_of[d.seat]).choose(<Game>rules_of[d.seat], &part.decision)
                choice = unmask_choice(&part, choice, &d)
            else:
                choice = (<Policy>policy_of[d.seat]).choose(<Game>rules_of[d.seat], &d)
            if slow:
                self.n_asked[self.policy[row, d.seat]] += 1
                self.seconds[self.policy[row, d.seat]] += processor_seconds() - begin
            if choice < 0:
                return self.policy_failed(self.policy[row, d.seat])
            if slow:
                heartbeat.policy = -1
            kassert(choice < d.n)
            self.make_move(<Game>rules_of[d.seat], &d, ply, choice, buffer)
            indices[d.seat] += 1
            options[0] += d.n
        return ENDLESS

    cdef inline void* rules_of(self, int plan) noexcept nogil:
        """The game by whose rules a seat of that plan moves; -1: it has none."""
        return <void*>self.game if plan < 0 else self.rules_at[plan]

    cdef inline void make_move(self, Game game, const Decision* d, int ply, int choice,
                               RecordBuffer* buffer) noexcept nogil:
        """Make the move chosen, and record it where the game is recorded."""
        cdef uint32_t row
        if buffer is NULL:
            game.apply(self.state, d.moves[choice])
            return
        buffer_move(buffer, ply, d.seat, d.n, d.moves[choice])
        row = buffer.n                         # its row of the buffer
        game.apply_recorded(self.state, d.seat, d.moves[choice], buffer)
        buffer_values(buffer, row, d, choice)

    cdef void write_outcome(self, Py_ssize_t row) noexcept nogil:
        """Score the finished game into its rows of `games` and `seats`."""
        cdef Outcome out
        cdef int32_t counter[MAX_SEATS][MAX_COUNTERS]
        cdef int16_t* categories
        cdef int32_t* counters
        cdef int seats = self.game.n_seats, winners = 0, best = INT16_MIN, second = INT16_MIN, seat, other, i
        cdef Py_ssize_t first = row * seats
        memset(&out, 0, sizeof(Outcome))
        self.game.score(self.state, &out)
        if self.has_late_points:
            for seat in range(self.game.players):
                out.category[seat][0] = <int16_t>(out.category[seat][0] + self.late_points[seat])
            total_and_rank(&out, seats, self.game.n_categories)
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
            if self.game.n_counters:
                self.game.counters_of(self.state, seat, counter[seat])
        # by column, all seats of one together: the next column lies in another page
        for i in range(self.game.n_categories):
            categories = &self.category[i, first]
            for seat in range(seats):
                categories[seat] = out.category[seat][i]
        for i in range(self.game.n_counters):
            counters = &self.counter[i, first]
            for seat in range(seats):
                counters[seat] = counter[seat][i]

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

    cdef int record_failure(self, Py_ssize_t row, int how) noexcept nogil:
        """Say which rules are broken in the game of that row, unless the reason is kept already; FAILED."""
        if how != FAILED:
            with gil:
                try:
                    if how == NO_START:
                        raise ValueError(f"start: {self.game.name} has no points: none can be given")
                    self.failure = broken_rules(self.game, how, f"game {self.games[row]}")
                except BaseException as error:
                    self.failure = error
        return FAILED


cdef double processor_seconds() noexcept nogil:
    """Processor time of this thread."""
    cdef timespec now
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return now.tv_sec + now.tv_nsec * 1e-9


cdef inline void buffer_values(RecordBuffer* buffer, uint32_t row, const Decision* d, Py_ssize_t choice) noexcept nogil:
    """The value of a move and its margin in points; NaN where the policy values none. Called when the move has been
    made: the processor then need not wait for it behind this. Of the decision's values none is kept."""
    cdef float value = NAN, margin = NAN
    cdef int64_t chosen, other
    if d.valued:
        buffer.valued = True
        chosen = d.values[choice]
        value = <float>(chosen / 1000.0)
        d.values[choice] = INT64_MIN
        other = best_of(d.values, d.n)
        if other != INT64_MIN:
            margin = <float>((chosen - other) / 1000.0)
    buffer.value[row] = value
    buffer.margin[row] = margin


cdef inline int64_t best_of(int64_t* values, Py_ssize_t n) noexcept nogil:
    """The best of n values. Those behind the last, as many as are looked at together, are written over."""
    cdef int64_t best = INT64_MIN
    cdef int64_t* end = values + n
    cdef Py_ssize_t i
    for i in range(UNROLL):
        end[i] = INT64_MIN
    while values < end:
        for i in range(UNROLL):
            best = values[i] if values[i] > best else best
        values += UNROLL
    return best


cdef object check_rules_of_plan(Game game, rules, int number):
    """Raise ValueError where a seat cannot move by these rules among others who play `game`."""
    cdef Game other
    if type(rules) is not type(game):
        raise ValueError(f"forbidden_by_plan, plan {number}: no {game.name} to move by, but {type(rules).__name__}")
    other = rules
    other.finalise()
    if other.players != game.players or other.state_size != game.state_size or other.kinds != game.kinds:
        raise ValueError(f"forbidden_by_plan, plan {number}: the game to move by is another than that of the table")


cdef object check_policy(Game game, policy, int number):
    """Raise ValueError when the policy cannot play this game."""
    if not isinstance(policy, Policy):
        raise ValueError(f"policy {number} is a {type(policy).__name__}, not a Policy")
    cdef Game made_for = (<Policy>policy).game
    if made_for is not None and (type(made_for) is not type(game) or made_for.n_features != game.n_features
                                 or made_for.n_weight_sets != game.n_weight_sets or made_for.players != game.players):
        raise ValueError(f"policy {number} was made for {made_for.name} with {made_for.players} players, not for "
                         f"{game.name} with {game.players}: make it anew")
