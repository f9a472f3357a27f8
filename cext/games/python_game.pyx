"""A game whose rules are a Python class over declared fields (rules.py), played by the kernel like any other.

The state is a header with int16 cells behind it. A `Table` is the same as Python's numbers and lists; it is kept
together with the bytes that it was read from, so that a game that goes on from there need not read it again.
"""

from operator import attrgetter
from pathlib import Path

from cext.games.errors import OptionError
from cext.games.options import read_options
from cext.games.rules import (OPEN, Rules, fields_of, first_number, load_rules, move_table, option_values,
                              rules_switches, state_layout)
from cext.games.words import DeclaredWords
from cext.kernel.declarations import read_declarations
from cext.user_code import ProgramError, error_location, stops_program

from cext.games.simple_game cimport MAX_ROUNDS, SimpleGame, Turns
from cext.kernel.game cimport KERNEL_ABI, Game, Position
from cext.kernel.record_buffer cimport RecordBuffer
from cext.kernel.rng cimport STREAM_DEAL, rng_below, rng_mix, rng_stream
from cext.kernel.types cimport (MAX_DECISIONS, MAX_MOVES, MAX_SEATS, MAX_STATE, NO_MOVES, Move, a_of, b_of, c_of,
                                kind_of, pack)
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

__all__ = ["GAME"]

HERE = Path(__file__).parent

cdef enum:
    MAX_FIELDS = 128       # of a table
    STATE_WORDS = 512      # MAX_STATE bytes
    MAX_CELLS = 2048       # int16 in the largest state
    WATCHED_GAMES = 64     # in the first games it is seen whether questions change the table
    STREAM_PLAY = 1        # of a deal: draws while the game is played

cdef struct Header:
    Turns turns
    uint64_t key                 # of the draws while the game is played: no seat knows it
    int64_t tie[MAX_SEATS]       # tie-breaks, once the game is over
    uint32_t draws               # so many were made
    int8_t board[MAX_SEATS]      # number of each seat's board
    int8_t following             # the seat that goes on + 1; 0: the next in order
    uint8_t round_over           # 1: the move ends the round

cdef struct Cells:
    int at                       # first cell
    int seats                    # one for each of so many seats, 0: one in all
    int size                     # numbers of a list; 0: a single number
    int is_pile                  # 1: as long as its first cell says
    int width                    # cells of one seat, or of all
    int known_to                 # OPEN, OWN or NOBODY of rules.py
    int pool                     # number of the hidden fields that are dealt anew together


class BrokenDeclaration(ValueError):
    """What a method of the rules gives is not what they declare."""


cdef class Draws:
    """Random draws of the rules: of the deal, or while the game is played."""

    cdef uint64_t key, index

    def below(self, int n):
        """A number from 0 to n - 1."""
        if n < 1:
            raise ValueError(f"below({n}): give a number from 1 on")
        self.index += 1
        return rng_below(self.key, self.index - 1, n)

    def choice(self, items):
        """One of the items."""
        return items[self.below(len(items))]

    def shuffle(self, list items):
        """Shuffle a list in place."""
        cdef Py_ssize_t i, j, n = len(items)
        for i in range(n - 1):
            j = i + <Py_ssize_t>rng_below(self.key, self.index, <uint32_t>(n - i))
            self.index += 1
            items[i], items[j] = items[j], items[i]

    def shuffled(self, items):
        """A shuffled list of the items."""
        shuffled = list(items)
        self.shuffle(shuffled)
        return shuffled


cdef class Table:
    """What all tables have; a game's own adds the declared fields and the boards."""

    cdef readonly Draws rng
    cdef readonly int round              # of the game, from 1
    cdef int players, following
    cdef bint ended, over, round_over

    def end_turn(self, seat=None, *, bint ends_round=False):
        """The turn is over. seat: who goes on; None: the next in order, and a round is over after the last of them.
        ends_round: the round is over, too."""
        if seat is not None and not 0 <= seat < self.players:
            raise ValueError(f"end_turn({seat}): seats are 0 to {self.players - 1}")
        if ends_round and seat is None:
            raise ValueError("end_turn(ends_round=True) without a seat: say who goes on")
        self.ended, self.round_over = True, ends_round
        self.following = 0 if seat is None else seat + 1

    def end_game(self):
        """The game is over."""
        self.ended = self.over = True


cdef class PythonGame(SimpleGame):
    """The game in a Python file."""

    cdef readonly object rules           # the author's object
    cdef object file, kind, failure      # its file; class of tables; what the rules have raised, None: nothing
    cdef object ask_for_moves, ask_to_play, ask_for_class, ask_for_features, ask_for_stage
    cdef bint has_classes, has_stages, has_redeal, has_secrets, has_end, has_ties
    cdef Table table                     # the one that `known` describes
    cdef bint is_known
    cdef uint64_t known[STATE_WORDS]
    cdef int64_t n_deals, n_turns        # games dealt; turns ended in the last of them
    cdef Cells cells[MAX_FIELDS]
    cdef int n_fields, n_pools
    cdef list names                      # of the fields
    cdef object read_fields              # makes a tuple that begins with their values
    cdef int category_at[16]             # first cells
    cdef int counter_at[128]
    cdef dict packed, unpacked, class_numbers, stage_numbers
    cdef tuple parts                     # of each kind of move: name, values of its parts

    def __init__(self, path, *, players=2, components=None, **options):
        super().__init__(KERNEL_ABI)
        self.file = str(path)
        self.name = str(path.absolute())
        kind = load_rules(path)
        allowed = (kind.players,) if isinstance(kind.players, int) else tuple(kind.players)
        if players not in allowed:
            raise OptionError(f"{path} is for {', '.join(map(str, allowed))} players, not {players}")
        self.options = read_options(str(path), rules_switches(kind), options)
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
        header = read_declarations(HERE / "simple_game.pxd", HERE / "python_game.pyx").struct("Header")
        self.layout, places = state_layout(fields, header, self.seats)
        self.state_size = self.layout.itemsize
        if len(fields) > MAX_FIELDS or self.state_size > MAX_STATE:
            raise BrokenDeclaration(f"the fields take {self.state_size:,} bytes, at most {MAX_STATE:,}: have smaller "
                                    "piles")
        pools = list(dict.fromkeys(field.pool for field in fields.values() if field.known_to != OPEN))
        for n, (name, field) in enumerate(fields.items()):
            pool = pools.index(field.pool) if field.known_to != OPEN else 0
            self.cells[<int>n] = Cells(places[name], self.seats if field.by_seat else 0, field.size, field.is_pile,
                                       field.cells, field.known_to, pool)
        for n, (name, _) in enumerate(self.categories):
            self.category_at[<int>n] = places[name]
        for n, (name, _) in enumerate(own):
            self.counter_at[<int>n] = places[name]
        self.names, self.n_fields, self.n_pools = list(fields), len(fields), len(pools)
        self.kind = type("Table", (Table,), {"__slots__": (*fields, "board")})
        self.read_fields = attrgetter(*fields, "board", "round")  # of several names it makes a tuple
        self.ask_for_moves, self.ask_to_play, self.ask_for_class = rules.legal, rules.play, rules.kind_of
        self.ask_for_features, self.ask_for_stage = rules.weigh, rules.stage_of
        self.has_classes, self.has_stages = len(self.classes) > 1, len(self.stages) > 1
        self.has_redeal, self.has_secrets, self.has_end, self.has_ties = (
            getattr(kind, name) is not getattr(Rules, name)
            for name in ("redeal", "chooses_secretly", "score_end", "tie_break"))
        self.class_numbers = {letter: number for number, (letter, _) in enumerate(self.classes)}
        self.stage_numbers = {name: number for number, name in enumerate(self.stages)}
        self.parts = tuple((name, tuple(parts.items())) for name, (_, _, parts) in kind.moves.items())
        self.packed, self.unpacked = {}, {}
        self.words = DeclaredWords(self, move_table(kind), fields)

    def __reduce__(self):
        return remade, (self.name, self.players, dict(self.options))

    # -- what goes wrong ----------------------------------------------------------------------------------------------

    @property
    def is_program(self):
        return True

    cdef void fail(self, error, str method) noexcept:
        """Note what the rules have raised: until it is raised where Python asks, no move is legal."""
        self.is_known = False
        if self.failure is None:
            self.failure = error if stops_program(error) else self.described(error, method)

    def described(self, error, method):
        """The error in one line, with the line of the rules nearest to it."""
        if isinstance(error, ProgramError):
            return error
        where = self.file if isinstance(error, BrokenDeclaration) else error_location(error, self.file)
        if where == self.file:  # it arose in no line of the file: the method's is the nearest
            code = getattr(getattr(self.rules, method, None), "__code__", None)
            where = f"{where}, line {code.co_firstlineno}" if getattr(code, "co_filename", "") == where else where
        reason = " ".join(str(error).split())
        name = "" if isinstance(error, BrokenDeclaration) else f"{type(error).__name__}: "
        described = ProgramError(f"{where}: {method}(): {name}{reason}")
        described.__cause__ = error
        return described

    def check_rules(self, broken=0, where=""):
        """Raise what the rules have raised, or what to say where they let no game end."""
        failure, self.failure = self.failure, None
        if failure is not None:
            raise failure
        if broken == NO_MOVES:
            raise self.described(BrokenDeclaration(f"no move in {where}, which goes on: give one, or let play() call "
                                                   "table.end_game()"), "legal")
        if broken:
            turn = "" if self.n_turns else ", and the first turn with it: call table.end_turn()"
            raise self.described(BrokenDeclaration(f"{where} goes on after {MAX_DECISIONS:,} decisions{turn}: let it "
                                                   "call table.end_game()"), "play")

    # -- the table and its bytes --------------------------------------------------------------------------------------

    cdef Table at(self, const void* state):
        """The table that a state holds."""
        cdef const Header* header = <const Header*>state
        cdef int16_t* cell = cells_of(state)
        cdef Table table
        cdef Cells* f
        cdef int n, seat
        if self.is_known and memcmp(<char*>self.known + sizeof(Turns), <char*>state + sizeof(Turns),
                                    self.state_size - sizeof(Turns)) == 0:
            self.table.round = header.turns.round + 1
            return self.table
        table = self.kind()
        for n in range(self.n_fields):
            f = &self.cells[n]
            if f.seats:
                value = [read_value(f, cell + f.at + f.width * seat) for seat in range(f.seats)]
            else:
                value = read_value(f, cell + f.at)
            setattr(table, self.names[n], value)
        boards = [self.boards[header.board[seat]] if self.boards else "" for seat in range(self.players)]
        table.board = boards[0] if self.table_boards else boards
        table.rng = Draws()
        table.rng.key, table.rng.index = header.key, header.draws
        table.players, table.round = self.players, header.turns.round + 1
        self.remember(table, state)
        return table

    cdef void remember(self, Table table, const void* state) noexcept:
        """Keep a table and the bytes that hold the same."""
        self.table, self.is_known = table, True
        memcpy(self.known, state, self.state_size)

    cdef int write(self, Table table, void* state) except -1:
        """Write the fields of a table, and how many draws were made, into a state."""
        (<Header*>state).draws = <uint32_t>table.rng.index
        self.write_cells(table, cells_of(state))
        self.remember(table, state)
        return 0

    cdef int write_cells(self, Table table, int16_t* cell) except -1:
        """Write the fields of a table into cells."""
        cdef tuple values = self.read_fields(table)
        cdef Cells* f
        cdef int n, seat
        for n in range(self.n_fields):
            f = &self.cells[n]
            value = values[n]
            if not f.seats:
                write_value(<str>self.names[n], f, cell + f.at, value)
                continue
            if type(value) is not list or len(<list>value) != f.seats:
                raise BrokenDeclaration(f"{self.names[n]} is {value!r:.60}: must be a list of {f.seats}, one for each "
                                        "seat")
            for seat in range(f.seats):
                write_value(<str>self.names[n], f, cell + f.at + f.width * seat, (<list>value)[seat])
        return 0

    cdef int check_unchanged(self) except -1:
        """BrokenDeclaration where a question has changed the table."""
        cdef int16_t cells[MAX_CELLS]
        cdef int16_t* before = cells_of(self.known)
        if self.n_deals > WATCHED_GAMES:
            return 0
        memcpy(cells, before, self.state_size - sizeof(Header))
        self.write_cells(self.table, cells)
        if memcmp(cells, before, self.state_size - sizeof(Header)):
            self.is_known = False
            raise BrokenDeclaration("it changes the table: only deal() and play() may")
        return 0

    # -- moves as numbers ---------------------------------------------------------------------------------------------

    cdef Move pack_move(self, move) except? 0xffffffff:
        """A move of the rules as a number."""
        cdef Move number
        if type(move) is not tuple or not move:
            raise BrokenDeclaration(f"{move!r:.60} is no move: write a tuple of the kind and its parts")
        for kind, (name, parts) in enumerate(self.parts):
            if move[0] != name:
                continue
            if len(move) != len(parts) + 1:
                raise BrokenDeclaration(f"move {move!r}: {name} has {len(parts)} parts")
            numbers = [0, 0, 0]
            for i, ((part, values), value) in enumerate(zip(parts, move[1:])):
                if value not in values:
                    raise BrokenDeclaration(f"move {move!r}: {part} is {value!r}, must be one of {values}")
                numbers[i] = value - first_number(values) if isinstance(values, range) else values.index(value)
            number = pack(kind, numbers[0], numbers[1], numbers[2])
            self.packed[move], self.unpacked[number] = number, move
            return number
        raise BrokenDeclaration(f"move {move!r}: there is no kind {move[0]!r}, there are {', '.join(self.kinds)}")

    cdef tuple move_of(self, Move number):
        """A number as a move of the rules."""
        move = self.unpacked.get(number)
        if move is None:
            name, parts = self.parts[kind_of(number)]
            numbers = (a_of(number), b_of(number), c_of(number))
            move = (name, *(n + first_number(values) if isinstance(values, range) else values[n]
                            for (_, values), n in zip(parts, numbers)))
            self.packed[move], self.unpacked[number] = number, move
        return move

    # -- the rules ----------------------------------------------------------------------------------------------------

    cdef void begin(self, void* state, const int8_t* boards, uint64_t deal_key) noexcept nogil:
        cdef Header* header = <Header*>state
        cdef int seat
        header.key = rng_stream(deal_key, STREAM_PLAY)
        for seat in range(self.players):
            header.board[seat] = boards[seat] if boards[seat] > 0 else 0
        with gil:
            self.ask_deal(state, deal_key)

    cdef void ask_deal(self, void* state, uint64_t deal_key) noexcept:
        """Let the rules set up."""
        cdef Draws rng = Draws()
        cdef Table table
        try:
            self.is_known = False
            self.n_deals += 1
            self.n_turns = 0
            rng.key, rng.index = rng_stream(deal_key, STREAM_DEAL), 0
            table = self.at(state)
            self.rules.deal(table, rng)
            self.write(table, state)
        except BaseException as error:
            self.fail(error, "deal")

    cdef int legal(self, const void* state, Move* moves) noexcept nogil:
        if (<const Turns*>state).over:
            return 0
        with gil:
            return self.ask_legal(state, moves)

    cdef int ask_legal(self, const void* state, Move* moves) noexcept:
        """The moves that the rules give."""
        cdef int n = 0
        if self.failure is not None:
            return 0
        try:
            for move in self.ask_for_moves(self.at(state), (<const Turns*>state).seat):
                if n == MAX_MOVES:
                    raise BrokenDeclaration(f"more than {MAX_MOVES:,} moves")
                number = self.packed.get(move)
                moves[n] = self.pack_move(move) if number is None else <Move>number
                n += 1
            if self.n_deals <= WATCHED_GAMES:
                self.check_unchanged()
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
        cdef Py_ssize_t n
        try:
            moves = self.ask_for_moves(self.at(state), (<const Turns*>state).seat)
            if type(moves) is not list:
                moves = list(moves)
            n = len(<list>moves)
            if n:
                drawn_move = (<list>moves)[rng_below(key, index, <uint32_t>n) if n > 1 else 0]
                number = self.packed.get(drawn_move)
                move[0] = self.pack_move(drawn_move) if number is None else <Move>number
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
        if self.failure is not None:
            return
        try:
            table = self.at(state)
            table.ended = table.over = table.round_over = False
            table.following = 0
            self.ask_to_play(table, header.turns.seat, self.move_of(move))
            self.n_turns += table.ended
            header.turns.ended, header.turns.over = table.ended, table.over
            header.following, header.round_over = table.following, table.round_over
            self.write(table, state)
        except BaseException as error:
            self.fail(error, "play")

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
            with gil:
                self.ask_end(state)

    cdef void ask_end(self, void* state) noexcept:
        """Let the rules score the end, and break ties."""
        cdef Header* header = <Header*>state
        cdef Table table
        cdef int seat
        try:
            table = self.at(state)
            method = "score_end"
            self.rules.score_end(table)
            self.write(table, state)
            method = "tie_break"
            for seat in range(self.n_seats):
                header.tie[seat] = self.rules.tie_break(table, seat)
            self.remember(table, state)
        except BaseException as error:
            header.turns.over = 0  # it is met again, as a game that does not go on
            self.fail(error, method)

    cdef void bot_turn(self, void* state, int seat) noexcept nogil:
        with gil:
            self.ask_bot(state, seat)

    cdef void ask_bot(self, void* state, int seat) noexcept:
        """Let the rules play the turn of a bot."""
        cdef Table table
        if self.failure is not None:
            return
        try:
            table = self.at(state)
            self.rules.bot_turn(table, seat)
            self.write(table, state)
        except BaseException as error:
            self.fail(error, "bot_turn")

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
        if self.failure is not None:
            return 0
        try:
            if numbers is self.stage_numbers:
                name = question(self.at(state), seat)
            else:
                name = question(self.at(state), seat, self.move_of(move))
            if name not in numbers:
                raise BrokenDeclaration(f"it gives {name!r}, must be one of {', '.join(map(repr, numbers))}")
            if self.n_deals <= WATCHED_GAMES:
                self.check_unchanged()
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
        if self.failure is not None:
            return
        try:
            values = self.ask_for_features(self.at(state), (<const Turns*>state).seat, self.move_of(move))
            if len(values) != self.n_features:
                raise BrokenDeclaration(f"it gives {len(values)} numbers for {self.n_features} features")
            for i in range(self.n_features):
                out[i] = values[i]
            if self.n_deals <= WATCHED_GAMES:
                self.check_unchanged()
        except BaseException as error:
            self.fail(error, "weigh")

    def drawing(self, Position position not None):
        """The table as the rules draw it; "": they do not."""
        try:
            text = self.rules.draw(self.at(position.data))
            if not isinstance(text, str):
                raise BrokenDeclaration(f"it gives {text!r:.60}, must be a text")
            self.check_unchanged()
            return text
        except BaseException as error:
            self.fail(error, "draw")
        self.check_rules()

    # -- hidden information -------------------------------------------------------------------------------------------

    cdef bint decides_secretly(self, const void* state) noexcept nogil:
        if not self.has_secrets:
            return False
        with gil:
            try:
                return bool(self.rules.chooses_secretly(self.at(state)))
            except BaseException as error:
                self.fail(error, "chooses_secretly")
                return False

    cdef void determinise(self, void* state, int seat, uint64_t key) noexcept nogil:
        cdef int pool
        (<Header*>state).key = rng_mix(key)
        if self.has_redeal:
            with gil:
                self.ask_redeal(state, seat, key)
            return
        for pool in range(self.n_pools):
            self.redeal_pool(cells_of(state), pool, seat, key if pool == 0 else rng_stream(key, pool))

    cdef void ask_redeal(self, void* state, int seat, uint64_t key) noexcept:
        """Let the rules deal anew what a seat does not know."""
        cdef Draws rng = Draws()
        cdef Table table
        try:
            rng.key, rng.index = key, 0
            table = self.at(state)
            self.rules.redeal(table, seat, rng)
            self.write(table, state)
        except BaseException as error:
            self.fail(error, "redeal")

    cdef void redeal_pool(self, int16_t* cell, int pool, int seat, uint64_t key) noexcept nogil:
        """Deal the hidden numbers of a pool anew, whatever order they are in."""
        cdef int16_t items[MAX_CELLS]
        cdef int16_t item
        cdef int n = self.swap_hidden(cell, pool, seat, items, False), i, j
        for i in range(1, n):
            item = items[i]
            j = i
            while j and items[j - 1] > item:
                items[j] = items[j - 1]
                j -= 1
            items[j] = item
        for i in range(n - 1):
            j = i + <int>rng_below(key, i, n - i)
            items[i], items[j] = items[j], items[i]
        self.swap_hidden(cell, pool, seat, items, True)

    cdef int swap_hidden(self, int16_t* cell, int pool, int seat, int16_t* items, bint write) noexcept nogil:
        """Read the numbers of a pool that a seat does not know, or write them; how many there are."""
        cdef Cells* f
        cdef int16_t* here
        cdef int n = 0, k, i, owner
        for k in range(self.n_fields):
            f = &self.cells[k]
            if f.known_to == 0 or f.pool != pool:
                continue
            for owner in range(max(1, f.seats)):
                if f.known_to == 1 and owner == seat:
                    continue
                here = cell + f.at + f.width * owner
                for i in range(here[0] if f.is_pile else f.width):
                    if write:
                        here[i + f.is_pile] = items[n]
                    else:
                        items[n] = here[i + f.is_pile]
                    n += 1
        return n

    # -- many questions under one lock --------------------------------------------------------------------------------

    cdef int playout(self, void* state, const uint64_t* keys, uint64_t* indices, int64_t* options,
                     RecordBuffer* buffer) noexcept nogil:
        with gil:
            return Game.playout(self, state, keys, indices, options, buffer)

    cdef void move_values(self, const void* state, const Move* moves, int n, const int32_t* weights,
                          int64_t* values) noexcept nogil:
        with gil:
            Game.move_values(self, state, moves, n, weights, values)


cdef inline int16_t* cells_of(const void* state) noexcept nogil:
    """The numbers of the fields of a state."""
    return <int16_t*>(<char*>state + sizeof(Header))


cdef object read_value(const Cells* f, const int16_t* cell):
    """The value of a field, of one seat or of all."""
    cdef int i
    if f.is_pile:
        return [cell[1 + i] for i in range(cell[0])]
    if f.size:
        return [cell[i] for i in range(f.size)]
    return cell[0]


cdef int write_value(str name, const Cells* f, int16_t* cell, value) except -1:
    """Write the value of a field; behind the end of a pile stand zeros."""
    cdef Py_ssize_t i, length
    if not f.size:
        cell[0] = short_number(name, value)
        return 0
    if type(value) is not list:
        raise BrokenDeclaration(f"{name} is {value!r:.60}: must be a list")
    length = len(<list>value)
    if length != f.size and not (f.is_pile and length < f.size):
        raise BrokenDeclaration(f"{name} has {length} numbers, must have {f.size}{' at most' if f.is_pile else ''}")
    if f.is_pile:
        cell[0] = <int16_t>length
        cell += 1
    for i in range(length):
        cell[i] = short_number(name, (<list>value)[i])
    memset(cell + length, 0, (f.size - length) * sizeof(int16_t))
    return 0


cdef inline int16_t short_number(str name, value) except? -1:
    """A number that has room in a state."""
    cdef int64_t number
    if not isinstance(value, int):
        raise BrokenDeclaration(f"{name} is {value!r:.60}: must be a whole number")
    number = value
    if not -32768 <= number <= 32767:
        raise BrokenDeclaration(f"{name} is {number:,}: numbers lie from -32,768 to 32,767")
    return <int16_t>number


def remade(name, players, options):
    """The game a pickle describes."""
    return PythonGame(Path(name), players=players, **options)


GAME = PythonGame
