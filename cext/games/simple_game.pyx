"""The base of a small game: facts from the enums of its source, and ranks, openings, leads, clocks from its turns.

A small game is one .pyx file. Its enums say what it consists of, each called by the comment behind it, each member with
what it means:

    cdef enum:  # Kind                 kinds of move
        K_TAKE             # take stones
    cdef enum:  # MoveClass            what openings and limits are made of: a letter, then words
        C_ONE              # O | one stone
    cdef enum:  # Category               scoring categories
        S_STONES           # stones taken
    cdef enum:  # Counter                counters of a seat
        T_LAST             # 1: took the last stone
    cdef enum:  # Feature              what weighted strategies weigh, with its unit
        F_STONES           # stones the move takes | stones
    cdef enum:  # Stage                kinds of decision, where there are several
        AT_TAKE            # what to take

(The words to the right belong to this text alone.) Names are the members' without their prefix, in lower case. Move
classes are numbered from 1: class 0 is no class. An enum that is left out is an empty list. The state is a struct whose
first field is `Turns turns`; it lies in the same file.
"""

from pathlib import Path

from cext.file_games import MODULE_FILES, is_file_game
from cext.games.errors import OptionError
from cext.games.options import read_options
from cext.games.words import OpenInformationWords, SimpleGameWords
from cext.kernel.declarations import read_declarations

from cext.kernel.types cimport MAX_CATEGORIES, MAX_COUNTERS, MAX_OFFERS, total_and_rank
from libc.stdint cimport INT64_MIN
from libc.string cimport memset

__all__ = ["SimpleGame", "kinds_offered"]

TURNS = Path(__file__).parent / "simple_game.pxd"


def kinds_offered(game):
    """The stages whose decisions are recorded with the kinds of their legal moves: none where there are more kinds
    than `offered` has bits."""
    return dict.fromkeys(game.stages if len(game.kinds) <= MAX_OFFERS else (), "kind")


def remade(name, players, options):
    """The game in one file that a pickle describes."""
    from cext.games import load_game

    return load_game(name, players=players, **options)


cdef class SimpleGame(Game):
    """A game of turns in order of the seats. A subclass calls declare() in its __init__, and overrides begin, legal,
    make_move and categories_of; where the game has such things also move_class, features, board_of, stage_of, count,
    tie_break, bot_turn, determinise, consistent."""

    def __reduce__(self):
        if is_file_game(self.name):
            return remade, (self.name, self.players, dict(self.options))
        return Game.__reduce__(self)

    def declare(self, source, *, size, players, title, allowed=(2, 3, 4), bots=0, rounds=0, opening_turns=0, boards=(),
                running=0, offers=None, hidden=True, state="State", switches=None, options=None):
        """Set every fact of the game.

        source: the engine's __file__. size: bytes of the state. allowed: numbers of players. rounds: how many end the
        game and are scored one by one; 0: the game ends itself. hidden: False where every player may see the whole
        state; views then show its fields. state: name of the state's struct. switches: see cext.games.options;
        options: what was given for them. Raises OptionError, and ImportError for a source that does not say what it
        must. running: the first so many counters of enum Counter change from round to round. offers: by stage, what its
        decisions are among where it is not kinds of moves (OFFERS in cext/kernel/checks.py).
        """
        folder, module = Path(source).parent, type(self).__module__.rpartition(".")[2]
        self.name = MODULE_FILES.get(module) or (folder.name if module == "engine" else module)
        if players not in allowed:
            raise OptionError(f"{self.name} is for {', '.join(map(str, allowed))} players, not {players}")
        if not 0 <= rounds <= MAX_ROUNDS:
            raise ImportError(f"{self.name}: {rounds} rounds, must be 0 to {MAX_ROUNDS}")
        self.options = read_options(self.name, switches or {}, options or {})
        self.title, self.players, self.bots, self.state_size = title, players, bots, size
        self.boards, self.opening_turns = tuple(boards), opening_turns
        self.rounds = tuple(str(number + 1) for number in range(rounds))
        self.n_running = running
        self.read_source(folder / f"{module}.pyx", state)
        self.offers = kinds_offered(self) | (offers or {})
        self.words = SimpleGameWords(self) if hidden else OpenInformationWords(self)

    def read_source(self, source, state):
        """Facts that stand in the enums and the struct of the game's source."""
        declared = read_declarations(TURNS, source)

        def docs(enum, parts):
            """Documentation of an enum; none where it is left out."""
            return declared.docs(enum, parts=parts) if enum in declared.enums else ()

        self.kinds = tuple(name for name, _ in docs("Kind", 1)) or ("move",)
        self.stages = tuple(name for name, _ in docs("Stage", 1)) or ("move",)
        self.classes = (("", ""), *((letter, words) for _, letter, words in docs("MoveClass", 2)))
        self.categories = docs("Category", 1)
        self.declare_counters(declared.counters("Counter", {}) if "Counter" in declared.enums else ())
        self.feature_docs = docs("Feature", 2)
        seats, room = self.players + self.bots, declared.constants.get("N_SEATS", MAX_SEATS)
        if seats > room:
            raise ImportError(f"{source}: N_SEATS is {room}, and the game is for {seats} seats: raise it, or allow "
                              "fewer players in declare()")
        self.layout = declared.struct(state)
        turns = declared.struct("Turns")
        if self.layout.names is None or self.layout.names[0] != "turns" or self.layout["turns"] != turns:
            raise ImportError(f"{source}: struct {state} must begin with the field `Turns turns`")

    def declare_counters(self, own):
        """The game's own counters, and the scores after each round."""
        self.n_own_counters = len(own)
        after = "score at the end of round {}, or of the game | points"
        self.counters = (*own, *((f"score_after_round_{name}", after.format(name)) for name in self.rounds))

    # -- what every small game says: these make a game that is over at once -----------------------------------------

    cdef void begin(self, void* state, const int8_t* boards, uint64_t deal_key) noexcept nogil:
        """Set up a state that is all zero but for its turns: seat 0 is to move."""
        end_game(<Turns*>state)

    cdef void make_move(self, void* state, Move move) noexcept nogil:
        """Make a legal move; end_turn() or end_game() says that it ends the turn or the game."""
        end_game(<Turns*>state)

    cdef void categories_of(self, const void* state, int seat, int64_t* out) noexcept nogil:
        """Running points of a seat by scoring category, out[n_categories]."""
        memset(out, 0, self.n_categories * sizeof(int64_t))

    # -- what it says where it has such things ------------------------------------------------------------------------

    cdef int stage_of(self, const void* state) noexcept nogil:
        """Number of the kind of decision that is pending."""
        return 0

    cdef void bot_turn(self, void* state, int seat) noexcept nogil:
        """The whole turn of a seat that decides nothing."""
        pass

    cdef int64_t tie_break(self, const void* state, int seat) noexcept nogil:
        """Among equal scores the higher number ranks higher."""
        return 0

    cdef void count(self, const void* state, int seat, int32_t* out) noexcept nogil:
        """The game's own counters of a seat, in the order of enum Counter."""
        memset(out, 0, self.n_own_counters * sizeof(int32_t))

    # -- what follows: the rules of Game ------------------------------------------------------------------------------

    cdef void deal_into(self, void* state, const int8_t* boards, uint64_t deal_key) noexcept nogil:
        memset(state, 0, self.state_size)
        self.begin(state, boards, deal_key)

    cdef int to_move(self, const void* state) noexcept nogil:
        cdef const Turns* turns = <const Turns*>state
        return -1 if turns.over else turns.seat

    cdef void apply(self, void* state, Move move) noexcept nogil:
        cdef Turns* turns = <Turns*>state
        cdef int turn = turns.taken[turns.seat]
        if turn < self.opening_turns and not turns.opening[turns.seat] >> 4 * turn & 15:
            turns.opening[turns.seat] |= <uint32_t>self.move_class(state, move) << 4 * turn
        self.make_move(state, move)
        if turns.ended:
            self.pass_turn(state)

    cdef void pass_turn(self, void* state) noexcept nogil:
        """End the turn: the next player in order goes on, and after the last one the round is over."""
        cdef Turns* turns = <Turns*>state
        self.count_turn(state)
        if turns.over:
            return
        if turns.seat + 1 < self.players:
            turns.seat += 1
        else:
            self.end_round(state, 0)

    cdef void count_turn(self, void* state) noexcept nogil:
        """The seat whose turn it was has finished it."""
        cdef Turns* turns = <Turns*>state
        turns.ended = 0
        turns.taken[turns.seat] += 1
        self.update_leader(state)

    cdef void end_round(self, void* state, int following) noexcept nogil:
        """Play the turns of the bots, then begin the next round with a seat, unless the game is over."""
        cdef Turns* turns = <Turns*>state
        cdef int seat
        for seat in range(self.players, self.n_seats):
            turns.seat = seat
            self.bot_turn(state, seat)
            self.count_turn(state)
            if turns.over:
                return
        if turns.round < self.n_rounds:
            for seat in range(self.n_seats):
                turns.after[turns.round][seat] = self.total(state, seat)
        turns.round += 1
        if self.n_rounds and turns.round == self.n_rounds:
            turns.over = 1
        else:
            turns.seat = following

    cdef void update_leader(self, void* state) noexcept nogil:
        """Count a change of the seat that is alone in the lead."""
        cdef Turns* turns = <Turns*>state
        cdef int64_t points, best = INT64_MIN
        cdef int seat, leader = 0
        for seat in range(self.n_seats):
            points = self.total(state, seat)
            if points > best:
                best, leader = points, seat + 1
            elif points == best:
                leader = 0
        if leader:
            turns.lead_changes += turns.leader != 0 and turns.leader != leader
            turns.leader = leader

    cdef int64_t total(self, const void* state, int seat) noexcept nogil:
        """Running score of a seat."""
        cdef int64_t source[MAX_CATEGORIES]
        cdef int64_t points = 0
        cdef int i
        self.categories_of(state, seat, source)
        for i in range(self.n_categories):
            points += source[i]
        return points

    cdef void score(self, const void* state, Outcome* out) noexcept nogil:
        """Scores by category; the highest score wins, ties go to the higher tie_break() and are shared after that."""
        cdef const Turns* turns = <const Turns*>state
        cdef int seat
        for seat in range(self.n_seats):
            self.categories_of(state, seat, out.category[seat])
            out.opening[seat] = turns.opening[seat]
            out.tie[seat] = self.tie_break(state, seat)
        total_and_rank(out, self.n_seats, self.n_categories)
        out.lead_changes = turns.lead_changes

    cdef void points(self, const void* state, int64_t* out) noexcept nogil:
        cdef int seat
        for seat in range(self.n_seats):
            out[seat] = self.total(state, seat)

    cdef void clock(self, const void* state, Clock* out) noexcept nogil:
        cdef const Turns* turns = <const Turns*>state
        out.round = turns.round + (turns.round < self.n_rounds or self.n_rounds == 0)
        out.turn = turns.taken[turns.seat]
        out.stage = self.stage_of(state)

    cdef void counters_of(self, const void* state, int seat, int64_t* out) noexcept nogil:
        cdef const Turns* turns = <const Turns*>state
        cdef int32_t own[MAX_COUNTERS]
        cdef int64_t points = self.total(state, seat)
        cdef int i, n = self.n_own_counters
        self.count(state, seat, own)
        for i in range(n):
            out[i] = own[i]
        for i in range(self.n_rounds):
            out[n + i] = turns.after[i][seat] if i < turns.round else points
