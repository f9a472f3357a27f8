"""A game whose rules are a Python class over declared fields (rules.py), played by the kernel like any other: what the
kernel asks, the class answers."""

from decimal import Decimal
from itertools import islice
from numbers import Real

from cext.games.python_table import BrokenDeclaration
from cext.games.rules import kept_values
from cext.games.rules import HIGHEST, LOWEST

from cext.games.declared_game cimport DeclaredGame
from cext.games.python_table cimport (
    ASKED, BOT_PLAYS, BY_TURNS, DEALING, OVER, PLAYING, Draws, Header, Phase, Table, cells_of,
)
from cext.games.simple_game cimport Turns
from cext.kernel.game cimport Game
from cext.kernel.position cimport Position
from cext.kernel.record_buffer cimport RecordBuffer
from cext.kernel.rng cimport STREAM_DEAL, rng_below, rng_mix, rng_stream
from cext.kernel.types cimport MAX_MOVES, Move
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

__all__ = ["PythonGame"]


cdef class PythonGame(DeclaredGame):
    """The game in a Python file."""

    # -- the rules ----------------------------------------------------------------------------------------------------

    cdef void begin(self, void* state, const int8_t* boards, uint64_t deal_key) noexcept nogil:
        cdef Header* header = <Header*>state
        cdef int seat
        header.key = rng_stream(deal_key, STREAM_PLAY)
        for seat in range(self.players):
            header.board[seat] = boards[seat] if boards[seat] > 0 else 0
        self.ask_for_deal(state, deal_key)
        header.turns.ended = 0
        if header.following:
            header.turns.seat = header.following - 1
            header.following = 0
        if header.turns.over and (self.has_end or self.has_ties):
            self.end(state)

    cdef void ask_for_deal(self, void* state, uint64_t deal_key) noexcept with gil:
        """Let the rules set up."""
        self.fields.is_current = False
        self.n_deals += 1
        self.n_turns = 0
        if self.n_deals <= WATCHED_GAMES:
            self.check_kept()
        self.ask_to_change(state, "deal", (draws_of(rng_stream(deal_key, STREAM_DEAL)),), DEALING)

    cdef void check_kept(self) noexcept:
        """Fail where the rules have kept something of the game before."""
        try:
            kept = kept_values(self.rules)
            changed = [name for name, value in kept.items() if self.kept and self.kept.get(name) != value]
            self.kept = kept
            if changed:
                raise BrokenDeclaration(f"{changed[0]} was changed in an earlier game, and games would depend on those "
                                        "before: keep what changes in a field of the table")
        except BaseException as error:
            self.fail(error, "deal")

    cdef void ask_to_change(self, void* state, str method, tuple arguments, Phase phase) noexcept:
        """Let a method of the rules change the table."""
        cdef Table table
        try:
            table = self.fields.at(state)
            table.open(<Header*>state, phase)
            getattr(self.rules, method)(table, *arguments)
            table.close(<Header*>state)
            self.fields.write(table, state)
        except BaseException as error:
            self.fail(error, method)

    cdef int legal(self, const void* state, Move* moves) noexcept with gil:
        cdef int n = 0
        if self.has_failed or (<const Turns*>state).over:
            return 0
        try:
            for move in self.moves_of(self.fields.at(state), (<const Turns*>state).seat):
                if n == MAX_MOVES:
                    raise BrokenDeclaration(f"more than {MAX_MOVES:,} moves")
                moves[n] = self.moves.number_of(move)
                n += 1
            if self.n_deals <= WATCHED_GAMES:
                self.fields.check_unchanged()
                if len({moves[i] for i in range(n)}) < n:
                    raise BrokenDeclaration("it gives a move twice")
            return n
        except BaseException as error:
            self.fail(error, "legal")
            return 0

    cdef int draw(self, const void* state, uint64_t key, uint64_t index, Move* move) noexcept with gil:
        """Of the moves that the rules give one alone is made a number, unless they are still watched."""
        cdef list moves
        cdef Py_ssize_t n
        if self.n_deals <= WATCHED_GAMES or self.failure is not None:
            return Game.draw(self, state, key, index, move)
        try:
            moves = self.moves_of(self.fields.at(state), (<const Turns*>state).seat)
            n = len(moves)
            if n:
                move[0] = self.moves.number_of(moves[rng_below(key, index, <uint32_t>n) if n > 1 else 0])
            return <int>n
        except BaseException as error:
            self.fail(error, "legal")
            return 0

    cdef void make_move(self, void* state, Move move) noexcept with gil:
        cdef Header* header = <Header*>state
        cdef Table table
        cdef bint keeps_moves = False
        if self.has_failed:
            return
        try:
            table = self.fields.at(state)
            header.is_shared = False
            if self.has_secrets and self.rules.chooses_secretly(table):
                keeps_moves = self.choose(header, table, move)
            else:
                table.open(header, PLAYING)
                self.ask_to_play(table, header.turns.seat, self.moves.move_of(move))
            self.n_turns += table.ended
            table.close(header)
            self.fields.write(table, state)
            if keeps_moves:
                self.listed_version = self.fields.version
        except BaseException as error:
            self.fail(error, "play")

    cdef int choose(self, Header* header, Table table, Move move) except -1:
        """Lay a choice face down: the next seat chooses that has not and can, of which the moves are listed now;
        after the last all are revealed, and it is 0."""
        cdef int seat = header.turns.seat, other, i
        header.chosen[seat] = move + 1
        for i in range(1, self.players):
            other = (seat + i) % self.players
            if header.chosen[other] == 0 and self.moves_of(table, other):
                table.open(header, PLAYING)
                table.end_turn(other, ends_round=False)
                return 1
        moves = [self.moves.move_of(header.chosen[i] - 1) if header.chosen[i] else None for i in range(self.players)]
        memset(header.chosen, 0, sizeof(header.chosen))
        header.is_shared = True
        table.open(header, PLAYING)
        self.rules.reveal(table, moves)
        return 0

    cdef list moves_of(self, Table table, int seat):
        """The moves that the rules give a seat, which are asked once for a decision: where they are no list, no more
        of them than show that they are too many."""
        cdef int64_t version = self.fields.version
        if (self.fields.is_current and table is self.fields.table and self.listed_version == version
                and self.listed_seat == seat and self.listed_round == table.round):
            return self.listed
        moves = self.ask_for_moves(table, seat)
        if type(moves) is not list:
            moves = list(islice(moves, MAX_MOVES + 1))
        self.listed, self.listed_version, self.listed_seat, self.listed_round = moves, version, seat, table.round
        return moves

    cdef void pass_turn(self, void* state) noexcept nogil:
        """End the turn, and the round where the seat that goes on has had a turn in it, unless it goes on after itself:
        that is an extra turn. The rules may say otherwise."""
        cdef Header* header = <Header*>state
        cdef Turns* turns = &header.turns
        cdef int seat = turns.seat, following = (seat + 1) % self.players
        cdef bint is_over
        if header.following:
            following = header.following - 1
        header.had_turn |= <uint8_t>(1 << seat)
        is_over = header.had_turn >> following & 1 and (following != seat or header.is_shared or self.players == 1)
        if is_over or header.round_end == OVER:
            header.had_turn = 0
        if header.round_end != BY_TURNS:
            is_over = header.round_end == OVER
        header.following = header.round_end = header.is_shared = 0
        self.count_turn(state)
        if not turns.over and is_over:
            self.end_round(state, following)
            if header.following and not turns.over:  # a bot has named who goes on
                turns.seat = header.following - 1
            header.following = 0
        elif not turns.over:
            turns.seat = following
        if turns.over and (self.has_end or self.has_ties):
            self.end(state)

    cdef void end(self, void* state) noexcept with gil:
        """Let the rules score the end, and break ties."""
        cdef Header* header = <Header*>state
        cdef Table table
        cdef int seat
        try:
            table = self.fields.at(state)
            method = "score_end"
            self.rules.score_end(table)
            self.fields.write(table, state)
            method = "tie_break"
            ties = [checked_tie(seat, self.rules.tie_break(table, seat)) for seat in range(self.n_seats)]
            for seat in range(self.n_seats):
                header.tie[seat] = sum([other < ties[seat] for other in ties])
            self.fields.remember(table, state)
        except BaseException as error:
            self.fail(error, method)

    cdef void bot_turn(self, void* state, int seat) noexcept with gil:
        if not self.has_failed:
            self.ask_to_change(state, "bot_turn", (seat,), BOT_PLAYS)

    # -- what strategies and reports read -----------------------------------------------------------------------------

    cdef int stage_of(self, const void* state) noexcept nogil:
        if not self.has_stages or (<const Turns*>state).over:
            return 0
        with gil:
            return self.ask_number(state, self.ask_for_stage, "stage_of", self.stage_numbers, 0)

    cdef int move_class(self, const void* state, Move move) noexcept nogil:
        if not self.has_classes:
            return 0
        with gil:
            return self.ask_number(state, self.ask_for_class, "kind_of", self.class_numbers, move)

    cdef int ask_number(self, const void* state, question, str method, dict numbers, Move move) noexcept:
        """The number of the name that a question of the rules gives: of a move, or of the state alone (stage_of)."""
        cdef int seat = (<const Turns*>state).seat
        if self.has_failed:
            return 0
        try:
            if numbers is self.stage_numbers:
                name = question(self.fields.at(state), seat)
            else:
                name = question(self.fields.at(state), seat, self.moves.move_of(move))
            if name not in numbers:
                raise BrokenDeclaration(f"it gives {name!r}, must be one of {', '.join(map(repr, numbers))}")
            if self.n_deals <= WATCHED_GAMES:
                self.fields.check_unchanged()
            return numbers[name]
        except BaseException as error:
            self.fail(error, method)
            return 0

    cdef void features(self, const void* state, Move move, double* out) noexcept with gil:
        cdef int i
        memset(out, 0, self.n_features * sizeof(double))
        before = self.before if self.before_state == state else self.ask_before(state)
        if self.has_failed or not self.n_features:
            return
        try:
            values = self.ask_for_features(self.fields.at(state), (<const Turns*>state).seat, self.moves.move_of(move),
                                           *before)
            if len(values) != self.n_features:
                raise BrokenDeclaration(f"it gives {len(values)} numbers for {self.n_features} features")
            for i in range(self.n_features):
                out[i] = feature_number(self.feature_docs[i][0], values[i])
            if self.n_deals <= WATCHED_GAMES:
                self.fields.check_unchanged()
        except BaseException as error:
            self.fail(error, "weigh")

    cdef tuple ask_before(self, const void* state):
        """What before_weigh() gives weigh() of the decision: nothing where there is no such method, or where it
        fails."""
        if self.has_failed or not self.has_before:
            return ()
        try:
            before = self.ask_before_features(self.fields.at(state), (<const Turns*>state).seat)
            if hasattr(before, "__next__"):
                raise BrokenDeclaration(f"it gives {before!r:.60}, which the first move would use up: write list(...)")
            if self.n_deals <= WATCHED_GAMES:
                self.fields.check_unchanged()
            return (before,)
        except BaseException as error:
            self.fail(error, "before_weigh")
            return ()

    def drawing(self, Position position not None):
        """The table as the rules draw it; "": they do not."""
        try:
            text = self.rules.draw(self.fields.at(position.data))
            if not isinstance(text, str):
                raise BrokenDeclaration(f"it gives {text!r:.60}, must be a text")
            self.fields.check_unchanged()
            return text
        except BaseException as error:
            self.fail(error, "draw")
        self.check_rules()

    cdef void give_card(self, void* state, int seat, int card, uint64_t deal_key) noexcept with gil:
        """It changes places with the first one in the hand of a seat that has not got it."""
        cdef Table table
        if not self.hands:
            return
        try:
            table = self.fields.at(state)
            hand = getattr(table, self.hands[0])[seat]
            if card in hand or not hand:
                return
            for pile in lists_of([getattr(table, name) for name in self.piles]):
                if card in pile:
                    pile[pile.index(card)], hand[0] = hand[0], card
                    self.fields.write(table, state)
                    return
        except BaseException as error:
            self.fail(error, "deal")

    # -- hidden information -------------------------------------------------------------------------------------------

    cdef bint decides_secretly(self, const void* state) noexcept nogil:
        if not self.has_secrets:
            return False
        with gil:
            try:
                return bool(self.rules.chooses_secretly(self.fields.at(state)))
            except BaseException as error:
                self.fail(error, "chooses_secretly")
                return False

    cdef void determinise(self, void* state, int seat, uint64_t key) noexcept nogil:
        cdef int pool
        (<Header*>state).key = rng_mix(key)
        if self.has_redeal:
            with gil:
                self.ask_to_change(state, "redeal", (seat, draws_of(key)), ASKED)
        else:
            for pool in range(self.fields.n_pools):
                self.fields.redeal_pool(cells_of(state), pool, seat, key if pool == 0 else rng_stream(key, pool))
        if self.has_secrets:
            with gil:
                self.redraw_choices(state, seat, rng_stream(key, STREAM_CHOSEN))

    cdef void redraw_choices(self, void* state, int seat, uint64_t key) noexcept:
        """Put a choice at random in place of each of others that lies face down."""
        cdef Header* header = <Header*>state
        cdef list moves
        cdef int other
        try:
            for other in range(self.players):
                if other != seat and header.chosen[other]:
                    moves = self.moves_of(self.fields.at(state), other)
                    if moves:
                        header.chosen[other] = self.moves.number_of(moves[rng_below(key, other, len(moves))]) + 1
        except BaseException as error:
            self.fail(error, "legal")

    # -- many questions under one lock --------------------------------------------------------------------------------

    cdef int playout(self, void* state, const uint64_t* keys, uint64_t* indices, int64_t* move_counts,
                     RecordBuffer* buffer) noexcept with gil:
        return Game.playout(self, state, keys, indices, move_counts, buffer)

    cdef void move_values(self, const void* state, const Move* moves, int n, const int32_t* weights,
                          int64_t* values) noexcept with gil:
        self.before, self.before_state = self.ask_before(state), state
        shown = repr(self.before) if self.before and self.n_deals <= WATCHED_GAMES else ""
        Game.move_values(self, state, moves, n, weights, values)
        if shown and repr(self.before) != shown:
            self.fail(BrokenDeclaration("it changes what before_weigh() gave: let it change a copy"), "weigh")
        self.before_state = NULL


cdef double feature_number(str name, value) except? -1:
    """A feature of a move as the kernel weighs it: fractions are kept."""
    if not is_number(value) or not LOWEST <= value <= HIGHEST:
        raise BrokenDeclaration(f"{name} is {value!r:.60}: must be a number from {LOWEST:,} to {HIGHEST:,}")
    return float(value)


cdef object checked_tie(int seat, value):
    """What breaks the ties of a seat: any number that can be compared."""
    if not is_number(value) or value != value:
        raise BrokenDeclaration(f"it gives {value!r:.60} for player {seat + 1}: must be a number")
    return value


cdef bint is_number(value):
    """Whether something is a number, of Python's own kinds or of numpy's."""
    return type(value) in (int, float, bool) or isinstance(value, Real | Decimal)


cdef Draws draws_of(uint64_t key):
    """Draws from the first on."""
    cdef Draws rng = Draws()
    rng.key, rng.index = key, 0
    return rng


def lists_of(values):
    """The lists of numbers in a list of them, or in lists of lists."""
    for value in values:
        if value and type(value[0]) is list:
            yield from lists_of(value)
        else:
            yield value
