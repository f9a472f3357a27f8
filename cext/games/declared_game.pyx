"""A game whose rules are a Python class: the facts that it declares, where its fields lie in a state, and what to say
of an error in it.

The state is a header with the fields behind it; what the rules see of it is a table (python_table.pyx).
"""

from pathlib import Path

from cext.fallback_files import full_path
from cext.games.declared_data import bind_data, without
from cext.games.errors import OptionError
from cext.games.options import forbidden_powers, read_options
from cext.games.python_table import BrokenDeclaration
from cext.games.rules import Rules, fields_of, move_table, option_values, rules_switches
from cext.games.rules_loader import line_of, load_rules
from cext.games.simple_game import kinds_offered
from cext.games.words import DeclaredWords
from cext.kernel.declarations import read_declarations
from cext.messages import did_you_mean
from cext.user_code import EndlessGame, ProgramError, bounded, error_location, stops_program

from cext.games.python_table cimport Fields, Header, MoveNumbers
from cext.games.simple_game cimport MAX_ROUNDS, SimpleGame
from cext.kernel.game cimport KERNEL_ABI
from cext.kernel.types cimport MAX_DECISIONS, NO_MOVES
from libc.stdint cimport int32_t, int64_t

__all__ = ["DeclaredGame"]

HERE = Path(__file__).parent
TABLE_NAMES = ("board", "players", "round", "end_turn", "end_game")  # of every table


def reason_of(error, fields):
    """What an error of the rules says, and what to do where the table has no such field, or data of the game, which
    stay as they are, were to be changed."""
    reason = " ".join(str(error).split())
    if isinstance(error, AttributeError) and reason.startswith("'Table' object has no attribute"):
        name = reason.split("'")[3]
        return f"the table has no {name}: {did_you_mean(name, [*fields, *TABLE_NAMES])}"
    if reason.startswith(("'tuple' object", "'mappingproxy' object")):
        return f"{reason}: data of the game stay as they are: keep what changes in a field of the table"
    return reason


cdef class DeclaredGame(SimpleGame):
    """The game in a Python file, as far as its rules need not be asked."""

    def __init__(self, path, *, players=2, components=None, **options):
        super().__init__(KERNEL_ABI)
        self.file = str(path)
        self.name = str(full_path(path))
        with bounded(self.file):
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
                raise self.describe_error(error, "__init__") from error

    def declare_facts(self, kind, int players):
        """Every fact of the game."""
        rules, fields = self.rules, fields_of(kind)
        self.title, self.players, self.bots = kind.title or Path(self.file).stem, players, rules.bots
        self.boards, self.table_boards, self.single_boards = tuple(kind.boards), kind.table_boards, kind.single_boards
        self.opening_turns = rules.opening_turns
        if not 0 <= rules.rounds <= MAX_ROUNDS:
            raise BrokenDeclaration(f"{rules.rounds} rounds, must be 0 to {MAX_ROUNDS}: for more leave rounds out and "
                                    "let play() call table.end_game()")
        self.rounds = tuple(str(number + 1) for number in range(rules.rounds))
        self.kinds, self.stages = tuple(kind.moves), tuple(kind.stages) or ("move",)
        self.offers = kinds_offered(self)
        self.classes = (("", ""), *kind.classes.items())
        self.feature_docs = tuple((name, *(part.strip() for part in text.split("|")))
                                  for name, text in kind.features.items())
        self.categories = tuple((name, field.doc) for name, field in fields.items() if field.role == "points")
        self.declare_counters(tuple((name, field.doc) for name, field in fields.items() if field.role == "counter"))
        self.lay_out(fields)
        self.find_methods(kind)
        self.words = DeclaredWords(self, move_table(kind, self.data.names), fields, self.data)
        try:
            self.finalise()
        except ValueError as error:
            raise BrokenDeclaration(str(error).partition(": ")[2])

    def lay_out(self, fields):
        """Where the fields lie in a state, and which of them hold what."""
        header = read_declarations(HERE / "simple_game.pxd", HERE / "python_table.pxd").struct("Header")
        self.fields = Fields(fields, header, players=self.players, seats=self.seats, boards=self.boards,
                             table_boards=self.table_boards)
        self.layout, self.state_size = self.fields.layout, self.fields.layout.itemsize
        names = list(fields)
        for n, (name, _) in enumerate(self.categories):
            self.category_fields[<int>n] = names.index(name)
        for n, (name, _) in enumerate(self.counters[:self.n_own_counters]):
            self.counter_fields[<int>n] = names.index(name)
        self.hands = [name for name, field in fields.items() if field.of and field.by_seat]
        self.piles = [name for name, field in fields.items() if self.hands and field.of == fields[self.hands[0]].of]

    def find_methods(self, kind):
        """The methods of the rules, which of those that need not be there are, and the numbers of what they give."""
        rules = self.rules
        self.ask_for_moves, self.ask_to_play, self.ask_for_class = rules.legal, rules.play, rules.kind_of
        self.ask_before_features, self.ask_for_features = rules.before_weigh, rules.weigh
        self.ask_for_stage = rules.stage_of
        if forbidden := forbidden_powers(self.options):
            moves = frozenset().union(*(self.data.powers[key][2] for key in forbidden))
            self.ask_for_moves = without(rules.legal, moves)
        self.has_classes, self.has_stages = len(self.classes) > 1, len(self.stages) > 1
        self.has_before, self.has_redeal, self.has_secrets, self.has_end, self.has_ties = (
            getattr(kind, name) is not getattr(Rules, name)
            for name in ("before_weigh", "redeal", "reveal", "score_end", "tie_break"))
        self.class_numbers = {letter: number for number, (letter, _) in enumerate(self.classes)}
        self.stage_numbers = {name: number for number, name in enumerate(self.stages)}
        self.moves = MoveNumbers(kind.moves)

    def __reduce__(self):
        return rebuild, (type(self), self.name, self.players, self.components, dict(self.options))

    # -- what goes wrong ----------------------------------------------------------------------------------------------

    @property
    def is_program(self):
        return True

    cdef void fail(self, error, str method) noexcept:
        """Note what the rules have raised: until it is raised where Python asks, no move is legal."""
        self.fields.is_current, self.has_failed = False, True
        if self.failure is None:
            self.failure = error if stops_program(error) else self.describe_error(error, method)

    def describe_error(self, error, method):
        """The error in one line, with the line of the rules nearest to it."""
        if isinstance(error, ProgramError):
            return error
        where = self.file if isinstance(error, BrokenDeclaration) else error_location(error, self.file)
        if where == self.file:  # it arose in no line of the file: the method's is the nearest
            code = getattr(getattr(self.rules, method, None), "__code__", None)
            line = code.co_firstlineno if getattr(code, "co_filename", "") == where else None
            where = f"{where}, line {line or line_of(Path(where), type(self.rules).__name__)}"
        name = "" if isinstance(error, BrokenDeclaration) else f"{type(error).__name__}: "
        program_error = ProgramError(f"{where}: {method}(): {name}{reason_of(error, fields_of(type(self.rules)))}")
        program_error.__cause__ = error
        return program_error

    def check_rules(self, broken=0, where=""):
        """Raise what the rules have raised, or what to say where they let no game end."""
        failure, self.failure, self.has_failed = self.failure, None, False
        if failure is not None:
            raise failure
        if broken == NO_MOVES:
            message = f"no move in {where}, which goes on: give one, or let play() call table.end_game()"
            raise self.describe_error(BrokenDeclaration(message), "legal")
        if broken:
            advice = f"let it call table.end_game(), or declare rounds, {MAX_ROUNDS} at most"
            advice = advice if self.n_turns else "no turn has ended: let it call table.end_turn()"
            message = f"{where} goes on after {MAX_DECISIONS:,} decisions: {advice}"
            raise EndlessGame(str(self.describe_error(BrokenDeclaration(message), "play")))

    # -- what is read off the fields of a state ----------------------------------------------------------------------

    cdef int to_move(self, const void* state) noexcept nogil:
        """No game is over whose rules have failed: it goes on without a move, and so the failure is raised."""
        return 0 if self.has_failed else SimpleGame.to_move(self, state)

    cdef void categories_of(self, const void* state, int seat, int64_t* out) noexcept nogil:
        cdef int i
        for i in range(self.n_categories):
            out[i] = self.fields.number_at(self.category_fields[i], state, seat)

    cdef int64_t tie_break(self, const void* state, int seat) noexcept nogil:
        return (<const Header*>state).tie[seat]

    cdef void count(self, const void* state, int seat, int32_t* out) noexcept nogil:
        cdef int i
        for i in range(self.n_own_counters):
            out[i] = self.fields.number_at(self.counter_fields[i], state, seat)

    cdef int board_of(self, const void* state, int seat) noexcept nogil:
        return (<const Header*>state).board[seat] if self.n_boards else -1


def rebuild(kind, name, players, components, options):
    """The game a pickle describes."""
    game = kind(Path(name), players=players, components=components, **options)
    game.components = components
    return game
