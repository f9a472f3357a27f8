"""play_games(): many games between policies in one loop without the GIL, into numpy columns."""

from contextlib import nullcontext

import numpy as np

from cext.kernel.checks import broken_rules, check_boards, check_seed, schedule_column
from cext.kernel.game_results import GameResults
from cext.user_code import Visit

from cext.kernel.game cimport Game
from cext.kernel.game_results cimport ResultColumns
from cext.kernel.heartbeat cimport heartbeat
from cext.kernel.policy cimport (ClassLimits, MaskedDecision, Policy, RandomPolicy, mask_decision, set_class_limits,
                                 unmask_choice)
from cext.kernel.record_buffer cimport UNROLL, RecordBuffer, buffer_move, buffer_values
from cext.kernel.recorder cimport Recorder, RoundRecorder, end_rounds_of
from cext.kernel.rng cimport STREAM_REDRAW, STREAM_SEAT, rng_deal_key, rng_stream
from cext.kernel.types cimport (ENDLESS, MAX_DECISIONS, MAX_MOVES, MAX_SEATS, NO_MOVES, STATE_WORDS, Clock, Decision,
                                Move, kassert)
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from posix.time cimport CLOCK_THREAD_CPUTIME_ID, clock_gettime, timespec

__all__ = ["GameResults", "play_games"]

cdef enum:
    MAX_POLICIES = 256     # a policy's number is eight bits wide
    SIGNAL_GAMES = 256     # games between two looks for an interrupt
    MAX_CARDS = 256        # numbers of cards, which moves hold in eight bits
    SPARE_ROOM = 8         # an eighth more room than the first recorded game needed, times the games
    MAX_START = 1_000_000_000  # points at the start, or to pay: a seat's points then fit 32 bits with them

# In place of a number of decisions, beside NO_MOVES and ENDLESS.
cdef enum:
    FAILED = -3            # the reason is kept
    NO_START = -4          # points at the start were asked of a game that has no points
    NO_MEMORY = -5         # there was none for more recorded decisions


def play_games(Game game not None, policies, *, seed, games, deals, policy, board, forced_opening=None,
               forced_openings=(), card_of_opening=(), forbidden_by_opening=(), record=None, start=None, redraw=None):
    """Play every row's game and return GameResults.

    games, deals: uint32[n]. policy: uint8[n, k], the number in `policies` of each of the k seats that decide. board:
    int8[n, k], each one's number in game.boards, -1 where the game lets the seat choose. forced_opening: int16[n, k],
    each one's number in `forced_openings`, -1 for none: lists of move-class masks, one a turn. card_of_opening: for
    each of them the card with which its seat begins, -1 for none (empty: none has one). forbidden_by_opening: for each
    what its seat does not choose while it has a choice, a mask of classes and one of kinds, and the game by whose rules
    it moves: `game` itself, or the same one without some abilities (empty: nothing is forbidden). record: uint8[n], 1
    where decisions are recorded. start: int32[n, k], points each seat begins with beyond what the rules give it; where
    a game keeps no running points they are added at the end, to its first scoring category. redraw: uint8[n], 0: the
    deal as it is; s: its set-up with what seat s (from 1) does not see of it dealt anew, and other draws of the game
    and of the players from there on. A row's outcome depends on that row, the policies and `seed` alone. Raises
    ValueError for arguments that do not fit, and whatever stops a policy; that exception has the finished games as its
    attribute `played`. """
    game.finalise()
    cdef GameLoop loop = GameLoop(game, list(policies), check_seed(seed))
    n, k, n_openings = len(games), game.players, len(forced_openings)
    check_boards(game, board)
    loop.set_openings(
        forced_openings,
        schedule_column("card_of_opening", card_of_opening or None, np.int16, (n_openings,), -1, MAX_CARDS, default=-1),
        forbidden_by_opening or [(0, 0, game)] * n_openings,
    )
    loop.set_schedule(
        schedule_column("games", games, np.uint32, (n,), 0, None),
        schedule_column("deals", deals, np.uint32, (n,), 0, None),
        schedule_column("policy", policy, np.uint8, (n, k), 0, len(loop.policies)),
        schedule_column("board", board, np.int8, (n, k), -1, len(game.boards)),
        schedule_column("forced_opening", forced_opening, np.int16, (n, k), -1, n_openings, default=-1),
        schedule_column("record", record, np.uint8, (n,), 0, 2),
        schedule_column("start", start, np.int32, (n, k), -MAX_START, MAX_START + 1),
        schedule_column("redraw", redraw, np.uint8, (n,), 0, k + 1),
    )
    try:
        with Visit() if loop.any_slow or game.is_program else nullcontext():
            loop.play()
    except BaseException as error:
        error.played = loop.results()
        raise
    return loop.results()


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
    cdef const int16_t[:, ::1] forced_opening
    cdef const uint8_t[::1] record
    cdef const int32_t[:, ::1] start       # points a seat begins with beyond the rules
    cdef const uint8_t[::1] redraw         # the seat, from 1, whose view of the set-up is kept; 0: all is as dealt
    cdef ClassLimits* limits               # of each forced opening
    cdef const int16_t[::1] card_of_opening  # the card its seat begins with, -1: none
    cdef list rules_of_opening             # the game by whose rules its seat moves
    cdef void** rules_at                   # the same games, for code without the GIL
    cdef Recorder recorder
    cdef RoundRecorder round_recorder
    cdef RecordBuffer* buffer              # the recorded game being played; NULL: none of the schedule is recorded
    cdef Py_ssize_t to_record              # recorded games not yet finished
    cdef bint room_made                    # the recorder has been given room for all of them
    cdef ResultColumns columns
    cdef Py_ssize_t finished               # games whose rows are complete
    cdef object failure                    # what stopped the loop, None: nothing
    cdef uint64_t state[STATE_WORDS]       # the game being played; words, so that it is aligned

    def __cinit__(self, Game game, list policies, seed):
        if not 1 <= len(policies) <= MAX_POLICIES:
            raise ValueError(f"{len(policies)} policies: must be 1 to {MAX_POLICIES}")
        self.game, self.policies, self.seed = game, policies, seed
        for number, policy in enumerate(policies):
            if not isinstance(policy, Policy):
                raise ValueError(f"policy {number} is a {type(policy).__name__}, not a Policy")
            (<Policy>policy).check_game(game, f"policy {number}")
            self.policy_at[number] = <void*>policy
            self.random[number] = type(policy) is RandomPolicy
            self.any_slow |= (<Policy>policy).slow

    def __dealloc__(self):
        free(self.limits)
        free(self.rules_at)
        free(self.buffer)

    def set_openings(self, openings, card_of_opening, forbidden):
        """Take the forced openings, and what their seats begin with and do not choose."""
        n = len(openings)
        if len(forbidden) != n:
            raise ValueError(f"forbidden_by_opening: {len(forbidden)} given for {n} forced openings")
        self.card_of_opening, self.rules_of_opening = card_of_opening, [rules for _, _, rules in forbidden]
        self.limits = <ClassLimits*>calloc(max(n, 1), sizeof(ClassLimits))
        self.rules_at = <void**>calloc(max(n, 1), sizeof(void*))
        if self.limits is NULL or self.rules_at is NULL:
            raise MemoryError("no memory for the forced openings")
        for number, (masks, (classes, kinds, rules)) in enumerate(zip(openings, forbidden)):
            set_class_limits(&self.limits[number], masks, classes, kinds)
            check_rules_of_opening(self.game, rules, number)
            self.rules_at[number] = <void*>rules

    def set_schedule(self, games, deals, policy, board, forced_opening, record, start, redraw):
        """Take the schedule; lay out the columns of its outcomes, and make ready to record."""
        self.games, self.deals, self.record = games, deals, record
        self.start, self.redraw = start, redraw
        self.policy, self.board, self.forced_opening = policy, board, forced_opening
        self.columns, self.recorder = ResultColumns(self.game, len(games)), Recorder()
        self.to_record = np.count_nonzero(record)
        if self.to_record:
            self.buffer = <RecordBuffer*>malloc(sizeof(RecordBuffer))  # of its rows none is read that was not written
            if self.buffer is NULL:
                raise MemoryError("no memory to record games")
            self.buffer.n = self.buffer.n_finished = self.buffer.n_valued = 0
            self.round_recorder = RoundRecorder(self.game)
            self.round_recorder.state = self.state
            self.buffer.rounds, self.buffer.end_rounds = <void*>self.round_recorder, end_rounds_of

    def results(self):
        """The columns of the finished games."""
        games, seats = self.columns.first_games(self.finished)
        numbers = range(len(self.policies))
        policies = {"asked": np.array([self.n_asked[number] for number in numbers]),
                    "seconds": np.array([self.seconds[number] for number in numbers])}
        decisions = rounds = None
        if self.buffer is not NULL:
            self.recorder.flush(self.buffer)
            decisions = self.recorder.take()
            rounds = self.round_recorder.take() if self.game.n_running else None
        return GameResults(games=games, seats=seats, policies=policies, decisions=decisions, rounds=rounds)

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
        cdef Py_ssize_t rows = self.recorder.n + self.buffer.n_finished
        self.to_record -= 1
        if rows and self.recorder.capacity < self.to_record * rows and not self.room_made:
            self.recorder.reserve((self.to_record + 1) * (rows + rows // SPARE_ROOM))
        self.room_made = True

    cdef int play_row(self, Py_ssize_t row) noexcept nogil:
        """Deal and play one game and write its rows; -1: failed."""
        cdef uint64_t keys[MAX_SEATS]
        cdef uint64_t indices[MAX_SEATS]
        cdef int64_t move_counts[2]            # legal moves of the decisions asked, forced moves
        cdef int32_t late_points[MAX_SEATS]
        cdef bint plain = True                 # the playout hook may stand in
        cdef RecordBuffer* buffer = self.buffer if self.record[row] else NULL
        cdef Clock clock
        cdef uint64_t deal_key = rng_deal_key(self.seed, self.deals[row])
        cdef int seat, n_decisions, n_late = self.deal_row(row, deal_key, late_points)
        if n_late < 0:
            return self.record_failure(row, n_late)
        if self.redraw[row]:
            deal_key = rng_stream(deal_key, STREAM_REDRAW + self.redraw[row])
            self.game.determinise(self.state, self.redraw[row] - 1, deal_key)
        for seat in range(self.game.players):
            keys[seat] = rng_stream(deal_key, STREAM_SEAT + seat)
            indices[seat] = 0
            plain = plain and self.random[self.policy[row, seat]] and self.forced_opening[row, seat] < 0
        move_counts[0] = move_counts[1] = 0
        if buffer is not NULL:
            buffer.n, buffer.valued, buffer.round_now = buffer.n_finished, False, 0
            self.round_recorder.game = self.games[row]
        if plain:
            n_decisions = self.game.playout(self.state, keys, indices, move_counts, buffer)
        else:
            n_decisions = self.ask_seats(self.game, row, keys, indices, move_counts, buffer)
        if n_decisions < 0:
            return self.record_failure(row, n_decisions)
        if buffer is not NULL:
            self.game.clock(self.state, &clock)
            self.round_recorder.end_rounds(buffer.round_now, clock.round + 1)
            if self.recorder.end_game(self.games[row], buffer) < 0 or self.round_recorder.end_game() < 0:
                return self.record_failure(row, NO_MEMORY)
        self.columns.write(row, self.state, n_decisions, move_counts, late_points if n_late else NULL)
        return 0

    cdef int deal_row(self, Py_ssize_t row, uint64_t deal_key, int32_t* late_points) noexcept nogil:
        """Deal a game, with the cards and points its seats begin with. Returns how many seats get points at its end,
        late_points[players]; NO_START: there are none to be given."""
        cdef int seat, opening, n_late = 0
        self.game.deal_into(self.state, &self.board[row, 0], deal_key)
        for seat in range(self.game.players):
            opening, late_points[seat] = self.forced_opening[row, seat], 0
            if self.start[row, seat] and not self.game.add_start_points(self.state, seat, self.start[row, seat]):
                if not self.game.n_categories:
                    return NO_START
                late_points[seat] = self.start[row, seat]
                n_late += 1
            if opening >= 0 and self.card_of_opening[opening] >= 0:
                self.game.give_card(self.state, seat, self.card_of_opening[opening], deal_key)
        return n_late

    cdef int ask_seats(self, Game game, Py_ssize_t row, const uint64_t* keys, uint64_t* indices,
                       int64_t* move_counts, RecordBuffer* buffer) noexcept nogil:
        """Play a dealt game to the end by asking the policies; returns decisions asked, NO_MOVES or ENDLESS where the
        rules are broken, FAILED when the reason is kept."""
        cdef Move moves[MAX_MOVES]
        cdef int64_t values[MAX_MOVES + UNROLL]
        cdef Decision d
        cdef void* policy_of[MAX_SEATS]
        cdef const ClassLimits* limits_of[MAX_SEATS]
        cdef void* rules_of[MAX_SEATS]         # the game by whose rules a seat moves
        cdef bint is_random[MAX_SEATS]         # any move alike: the game draws one, perhaps without listing all
        cdef int choice, seat, opening, ply
        for seat in range(game.players):
            policy_of[seat] = self.policy_at[self.policy[row, seat]]
            opening = self.forced_opening[row, seat]
            limits_of[seat] = NULL if opening < 0 else &self.limits[opening]
            rules_of[seat] = <void*>game if opening < 0 else self.rules_at[opening]
            is_random[seat] = self.random[self.policy[row, seat]] and opening < 0
        d.state, d.moves, d.values = self.state, moves, values
        d.seed, d.game = self.seed, self.games[row]
        for ply in range(MAX_DECISIONS):
            d.seat = game.to_move(self.state)
            if d.seat < 0:
                return ply - <int>move_counts[1]
            if is_random[d.seat]:
                d.n = game.draw(self.state, keys[d.seat], indices[d.seat], moves)
            else:
                d.n = (<Game>rules_of[d.seat]).legal(self.state, moves)
            if d.n <= 1:
                if d.n < 1:
                    return NO_MOVES
                d.valued = False
                self.make_move(<Game>rules_of[d.seat], &d, ply, 0, buffer)
                move_counts[1] += 1
                continue
            d.key, d.index, d.ply, d.valued = keys[d.seat], indices[d.seat], ply, False
            if is_random[d.seat]:
                choice = 0
            elif (<Policy>policy_of[d.seat]).slow:
                choice = self.ask_slow(row, <Policy>policy_of[d.seat], <Game>rules_of[d.seat], limits_of[d.seat], &d)
            else:
                choice = self.ask(<Policy>policy_of[d.seat], <Game>rules_of[d.seat], limits_of[d.seat], &d)
            if choice < 0:
                return self.policy_failed(self.policy[row, d.seat])
            kassert(choice < d.n)
            self.make_move(<Game>rules_of[d.seat], &d, ply, choice, buffer)
            indices[d.seat] += 1
            move_counts[0] += d.n
        return ENDLESS

    cdef inline int ask(self, Policy policy, Game rules, const ClassLimits* limits, Decision* d) noexcept nogil:
        """The choice of a policy among the legal moves, or among those that a forced opening leaves."""
        cdef MaskedDecision part
        if limits is NULL or not mask_decision(limits, self.game, d, &part):
            return policy.choose(rules, d)
        return unmask_choice(&part, policy.choose(rules, &part.decision), d)

    cdef int ask_slow(self, Py_ssize_t row, Policy policy, Game rules, const ClassLimits* limits,
                      Decision* d) noexcept nogil:
        """The same of a policy that takes long: watched, timed, and after a look for an interrupt."""
        cdef int number = self.policy[row, d.seat], choice
        cdef double begin = processor_seconds()
        heartbeat.decision, heartbeat.seat, heartbeat.policy = d.ply, d.seat, number
        heartbeat.steps += 1
        if self.interrupted():
            return FAILED
        choice = self.ask(policy, rules, limits, d)
        self.n_asked[number] += 1
        self.seconds[number] += processor_seconds() - begin
        if choice >= 0:
            heartbeat.policy = -1
        return choice

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
        """Take over the exception of a policy, unless a reason is kept already; FAILED."""
        with gil:
            try:
                policy = self.policies[number]
                if self.failure is None:
                    self.failure, (<Policy>policy).failure = (<Policy>policy).failure, None
                if self.failure is None:
                    raise RuntimeError(f"policy {number} ({type(policy).__name__}) failed without saying why")
            except BaseException as error:
                self.failure = error
            return FAILED

    cdef int record_failure(self, Py_ssize_t row, int how) noexcept nogil:
        """Say why the game of that row has no end, unless the reason is kept already; FAILED."""
        if how == FAILED:
            return FAILED
        with gil:
            try:
                if how == NO_MEMORY:
                    raise MemoryError("no memory for more recorded decisions: record fewer games at a time")
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


cdef object check_rules_of_opening(Game game, rules, int number):
    """Raise ValueError where a seat cannot move by these rules among others who play `game`."""
    cdef Game other
    if type(rules) is not type(game):
        raise ValueError(f"forbidden_by_opening, {number}: no {game.name} to move by, but {type(rules).__name__}")
    other = rules
    other.finalise()
    if other.players != game.players or other.state_size != game.state_size or other.kinds != game.kinds:
        raise ValueError(f"forbidden_by_opening, {number}: the game to move by is another than that of the table")
