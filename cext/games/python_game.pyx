"""A game whose rules are a Python class over declared fields (rules.py), played by the kernel like any other.

The state is a header with int16 cells behind it; what the rules see of it is a table (python_table.pyx).
"""

from pathlib import Path

from cext.games.declared_data import bind_data, without
from cext.games.errors import OptionError
from cext.games.options import forbidden_powers, read_options
from cext.games.python_table import BrokenDeclaration
from cext.games.rules import Rules, fields_of, move_table, option_values, rules_switches
from cext.games.rules_loader import line_of, load_rules
from cext.games.words import DeclaredWords
from cext.kernel.declarations import read_declarations
from cext.user_code import ProgramError, error_location, stops_program

from cext.games.python_table cimport Draws, Fields, Header, MoveNumbers, Table, cells_of
from cext.games.simple_game cimport MAX_ROUNDS, SimpleGame, Turns
from cext.kernel.game cimport KERNEL_ABI, Game, Position
from cext.kernel.record_buffer cimport RecordBuffer
from cext.kernel.rng cimport STREAM_DEAL, rng_below, rng_mix, rng_stream
from cext.kernel.types cimport MAX_DECISIONS, MAX_MOVES, NO_MOVES, Move
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memset

__all__ = ["PythonGame"]

HERE = Path(__file__).parent


cdef class PythonGame(SimpleGame):
    """The game in a Python file."""

    def __init__(self, path, *, players=2, components=None, **options):
        super().__init__(KERNEL_ABI)
        self.file = str(path)
        self.name = str(path.absolute())
        kind = load_rules(path)
        self.data = bind_data(kind, path, components)
        allowed = (kind.players,) if isinstance(kind.players, int) else tuple(kind.players)
        if players not in allowed:
            raise OptionError(f"{path} is for {', '.join(map(str, allowed))} players, not {players}")
        self.options = read_options(str(path), rules_switches(kind), options, powers=self.data.powers)
        try:
            self.rules = kind(players, option_values(kind, self.options))
            self.declare_facts(kind, players)
        except BaseException as error:
            if stops_program(error):
                raise
            raise self.described(error, "__init__") from error

    def declare_facts(self, kind, int players):
        """Every fact of the game, and where the fields lie in a state."""
        rules, fields = self.rules, fields_of(kind)
        self.title, self.players, self.bots = kind.title or Path(self.file).stem, players, rules.bots
        self.boards, self.table_boards, self.single_boards = tuple(kind.boards), kind.table_boards, kind.single_boards
        self.opening_turns = rules.opening_turns
        if not 0 <= rules.rounds <= MAX_ROUNDS:
            raise BrokenDeclaration(f"{rules.rounds} rounds, must be 0 to {MAX_ROUNDS}")
        self.rounds = tuple(str(number + 1) for number in range(rules.rounds))
        self.kinds, self.stages = tuple(kind.moves), tuple(kind.stages) or ("move",)
        self.offers = dict.fromkeys(self.stages, "kind")
        self.classes = (("", ""), *kind.classes.items())
        self.feature_docs = tuple((name, *(part.strip() for part in text.split("|")))
                                  for name, text in kind.features.items())
        self.categories = tuple((name, field.doc) for name, field in fields.items() if field.role == "points")
        own = tuple((name, field.doc) for name, field in fields.items() if field.role == "counter")
        self.n_own_counters = len(own)
        after = "score at the end of round {}, or of the game | points"
        self.counters = (*own, *((f"score_after_round_{name}", after.format(name)) for name in self.rounds))
        header = read_declarations(HERE / "simple_game.pxd", HERE / "python_table.pxd").struct("Header")
        self.fields = Fields(fields, header, players=players, seats=self.seats, boards=self.boards,
                             table_boards=self.table_boards)
        self.layout, self.state_size = self.fields.layout, self.fields.layout.itemsize
        for n, (name, _) in enumerate(self.categories):
            self.category_at[<int>n] = self.fields.places[name]
        for n, (name, _) in enumerate(own):
            self.counter_at[<int>n] = self.fields.places[name]
        self.hands = [name for name, field in fields.items() if field.of and field.by_seat]
        self.piles = [name for name, field in fields.items() if self.hands and field.of == fields[self.hands[0]].of]
        self.ask_for_moves, self.ask_to_play, self.ask_for_class = rules.legal, rules.play, rules.kind_of
        if forbidden := forbidden_powers(self.options):
            moves = frozenset().union(*(self.data.powers[key][2] for key in forbidden))
            self.ask_for_moves = without(rules.legal, moves)
        self.ask_for_features, self.ask_for_stage = rules.weigh, rules.stage_of
        self.has_classes, self.has_stages = len(self.classes) > 1, len(self.stages) > 1
        self.has_redeal, self.has_secrets, self.has_end, self.has_ties = (
            getattr(kind, name) is not getattr(Rules, name)
            for name in ("redeal", "reveal", "score_end", "tie_break"))
        self.class_numbers = {letter: number for number, (letter, _) in enumerate(self.classes)}
        self.stage_numbers = {name: number for number, name in enumerate(self.stages)}
        self.moves = MoveNumbers(kind.moves)
        self.words = DeclaredWords(self, move_table(kind, self.data.names), fields, self.data)
        try:
            self.finalise()
        except ValueError as error:
            raise BrokenDeclaration(str(error).partition(": ")[2])

    def __reduce__(self):
        return remade, (type(self), self.name, self.players, self.components, dict(self.options))

    # -- what goes wrong ----------------------------------------------------------------------------------------------

    @property
    def is_program(self):
        return True

    cdef void fail(self, error, str method) noexcept:
        """Note what the rules have raised: until it is raised where Python asks, no move is legal."""
        self.fields.is_current, self.has_failed = False, True
        if self.failure is None:
            self.failure = error if stops_program(error) else self.described(error, method)

    def described(self, error, method):
        """The error in one line, with the line of the rules nearest to it."""
        if isinstance(error, ProgramError):
            return error
        where = self.file if isinstance(error, BrokenDeclaration) else error_location(error, self.file)
        if where == self.file:  # it arose in no line of the file: the method's is the nearest
            code = getattr(getattr(self.rules, method, None), "__code__", None)
            line = code.co_firstlineno if getattr(code, "co_filename", "") == where else None
            where = f"{where}, line {line or line_of(Path(where), type(self.rules).__name__)}"
        reason = " ".join(str(error).split())
        name = "" if isinstance(error, BrokenDeclaration) else f"{type(error).__name__}: "
        described = ProgramError(f"{where}: {method}(): {name}{reason}")
        described.__cause__ = error
        return described

    def check_rules(self, broken=0, where=""):
        """Raise what the rules have raised, or what to say where they let no game end."""
        failure, self.failure, self.has_failed = self.failure, None, False
        if failure is not None:
            raise failure
        if broken == NO_MOVES:
            raise self.described(BrokenDeclaration(f"no move in {where}, which goes on: give one, or let play() call "
                                                   "table.end_game()"), "legal")
        if broken:
            advice = "let it call table.end_game(), or declare rounds"
            advice = advice if self.n_turns else "no turn has ended: let it call table.end_turn()"
            said = f"{where} goes on after {MAX_DECISIONS:,} decisions: {advice}"
            raise self.described(BrokenDeclaration(said), "play")

    # -- the rules ----------------------------------------------------------------------------------------------------

    cdef void begin(self, void* state, const int8_t* boards, uint64_t deal_key) noexcept nogil:
        cdef Header* header = <Header*>state
        cdef int seat
        header.key = rng_stream(deal_key, STREAM_PLAY)
        for seat in range(self.players):
            header.board[seat] = boards[seat] if boards[seat] > 0 else 0
        self.ask_for_deal(state, deal_key)

    cdef void ask_for_deal(self, void* state, uint64_t deal_key) noexcept nogil:
        """Let the rules set up."""
        with gil:
            self.fields.is_current = False
            self.n_deals += 1
            self.n_turns = 0
            self.ask_to_change(state, "deal", (draws_of(rng_stream(deal_key, STREAM_DEAL)),))

    cdef void ask_to_change(self, void* state, str method, tuple arguments) noexcept:
        """Let a method of the rules change the table."""
        cdef Table table
        try:
            table = self.fields.at(state)
            getattr(self.rules, method)(table, *arguments)
            self.fields.write(table, state)
        except BaseException as error:
            self.fail(error, method)

    cdef int legal(self, const void* state, Move* moves) noexcept nogil:
        if (<const Turns*>state).over:
            return 0
        with gil:
            return self.ask_legal(state, moves)

    cdef int ask_legal(self, const void* state, Move* moves) noexcept:
        """The moves that the rules give."""
        cdef int n = 0
        if self.has_failed:
            return 0
        try:
            for move in self.ask_for_moves(self.fields.at(state), (<const Turns*>state).seat):
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

    cdef int draw(self, const void* state, uint64_t key, uint64_t index, Move* move) noexcept nogil:
        cdef Move moves[MAX_MOVES]
        cdef int n = -1
        with gil:
            if self.n_deals > WATCHED_GAMES and self.failure is None:
                n = self.ask_draw(state, key, index, move)
            if n < 0:
                n = self.legal(state, moves)
                move[0] = moves[rng_below(key, index, n) if n > 1 else 0]
        return n

    cdef int ask_draw(self, const void* state, uint64_t key, uint64_t index, Move* move) noexcept:
        """One of the moves that the rules give, the only one that is made a number; how many there are."""
        cdef list moves
        cdef Py_ssize_t n
        try:
            moves = self.moves_of(self.fields.at(state), (<const Turns*>state).seat)
            n = len(moves)
            if n:
                move[0] = self.moves.number_of(moves[rng_below(key, index, <uint32_t>n) if n > 1 else 0])
            return <int>n
        except BaseException as error:
            self.fail(error, "legal")
            return 0

    cdef void make_move(self, void* state, Move move) noexcept nogil:
        with gil:
            self.ask_play(state, move)

    cdef void ask_play(self, void* state, Move move) noexcept:
        """Let the rules make a move."""
        cdef Header* header = <Header*>state
        cdef Table table
        if self.has_failed:
            return
        try:
            table = self.fields.at(state)
            table.ended = table.over = table.round_over = False
            table.following = 0
            if self.has_secrets and self.rules.chooses_secretly(table):
                self.choose(header, table, move)
            else:
                self.ask_to_play(table, header.turns.seat, self.moves.move_of(move))
            self.n_turns += table.ended
            header.turns.ended, header.turns.over = table.ended, table.over
            header.following, header.round_over = table.following, table.round_over
            self.fields.write(table, state)
        except BaseException as error:
            self.fail(error, "play")

    cdef int choose(self, Header* header, Table table, Move move) except -1:
        """Lay a choice face down: the next seat chooses that has not and can; after the last all are revealed."""
        cdef int seat = header.turns.seat, other, i
        header.chosen[seat] = move + 1
        for i in range(1, self.players):
            other = (seat + i) % self.players
            if header.chosen[other] == 0 and self.moves_of(table, other):
                table.end_turn(other)
                return 0
        moves = [self.moves.move_of(header.chosen[i] - 1) if header.chosen[i] else None for i in range(self.players)]
        memset(header.chosen, 0, sizeof(header.chosen))
        self.rules.reveal(table, moves)
        return 0

    cdef list moves_of(self, Table table, int seat):
        """The moves that the rules give a seat."""
        moves = self.ask_for_moves(table, seat)
        return moves if type(moves) is list else list(moves)

    cdef void pass_turn(self, void* state) noexcept nogil:
        cdef Header* header = <Header*>state
        cdef Turns* turns = &header.turns
        cdef int seat
        if header.following == 0:
            SimpleGame.pass_turn(self, state)
        else:
            turns.ended = 0
            turns.taken[turns.seat] += 1
            self.update_leader(state)
            if header.round_over and not turns.over:
                if turns.round < self.n_rounds:
                    for seat in range(self.n_seats):
                        turns.after[turns.round][seat] = self.total(state, seat)
                turns.round += 1
                turns.over = turns.round == self.n_rounds
            if not turns.over:
                turns.seat = header.following - 1
        header.following = header.round_over = 0
        if turns.over and (self.has_end or self.has_ties):
            self.end(state)

    cdef void end(self, void* state) noexcept nogil:
        """Score the end, and break ties."""
        with gil:
            self.ask_end(state)

    cdef void ask_end(self, void* state) noexcept:
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
            for seat in range(self.n_seats):
                header.tie[seat] = self.rules.tie_break(table, seat)
            self.fields.remember(table, state)
        except BaseException as error:
            header.turns.over = 0  # it is met again, as a game that does not go on
            self.fail(error, method)

    cdef void bot_turn(self, void* state, int seat) noexcept nogil:
        if not self.has_failed:
            with gil:
                self.ask_to_change(state, "bot_turn", (seat,))

    cdef void categories_of(self, const void* state, int seat, int16_t* out) noexcept nogil:
        cdef int i
        for i in range(self.n_categories):
            out[i] = cells_of(state)[self.category_at[i] + seat]

    cdef int64_t tie_break(self, const void* state, int seat) noexcept nogil:
        return (<const Header*>state).tie[seat]

    # -- what strategies and reports read -----------------------------------------------------------------------------

    cdef void count(self, const void* state, int seat, int32_t* out) noexcept nogil:
        cdef int i
        for i in range(self.n_own_counters):
            out[i] = cells_of(state)[self.counter_at[i] + seat]

    cdef int board_of(self, const void* state, int seat) noexcept nogil:
        return (<const Header*>state).board[seat] if self.n_boards else -1

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

    cdef void features(self, const void* state, Move move, int32_t* out) noexcept nogil:
        memset(out, 0, self.n_features * sizeof(int32_t))
        if self.n_features:
            with gil:
                self.ask_features(state, move, out)

    cdef void ask_features(self, const void* state, Move move, int32_t* out) noexcept:
        """The features that the rules give of a move."""
        cdef int i
        if self.has_failed:
            return
        try:
            values = self.ask_for_features(self.fields.at(state), (<const Turns*>state).seat, self.moves.move_of(move))
            if len(values) != self.n_features:
                raise BrokenDeclaration(f"it gives {len(values)} numbers for {self.n_features} features")
            for i in range(self.n_features):
                out[i] = values[i]
            if self.n_deals <= WATCHED_GAMES:
                self.fields.check_unchanged()
        except BaseException as error:
            self.fail(error, "weigh")

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

    cdef void give_card(self, void* state, int seat, int card, uint64_t deal_key) noexcept nogil:
        if self.hands:
            with gil:
                self.ask_swap(state, seat, card)

    cdef void ask_swap(self, void* state, int seat, int card) noexcept:
        """Let the card change places with the first one in the hand of a seat that has not got it."""
        cdef Table table
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
                self.ask_to_change(state, "redeal", (seat, draws_of(key)))
        else:
            for pool in range(self.fields.n_pools):
                self.fields.redeal_pool(cells_of(state), pool, seat, key if pool == 0 else rng_stream(key, pool))
        if self.has_secrets:
            with gil:
                self.choose_anew(state, seat, rng_stream(key, STREAM_CHOSEN))

    cdef void choose_anew(self, void* state, int seat, uint64_t key) noexcept:
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

    cdef int playout(self, void* state, const uint64_t* keys, uint64_t* indices, int64_t* options,
                     RecordBuffer* buffer) noexcept nogil:
        with gil:
            return Game.playout(self, state, keys, indices, options, buffer)

    cdef void move_values(self, const void* state, const Move* moves, int n, const int32_t* weights,
                          int64_t* values) noexcept nogil:
        with gil:
            Game.move_values(self, state, moves, n, weights, values)


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


def remade(kind, name, players, components, options):
    """The game a pickle describes."""
    game = kind(Path(name), players=players, components=components, **options)
    game.components = components
    return game
