"""Everything on the table: the players' boards and supplies, the gameboard, and how a decision is put to a player."""

from collections.abc import Generator
from dataclasses import dataclass, field

from cext.games.zhanguo.data.component_types import Board, Components

REGIONS = range(5)
ASPECTS = range(3)
TYPES = range(3)
SECTIONS = range(6)
TASKS = range(6)
SLOTS = range(3)
ROUNDS = range(5)
BOARD_ABILITY = 15  # how a move names the ability of the player's board
OPEN_AREA = 3  # how a move names the area near the bonus squares

# The kinds of moves, numbered as in state.pxd.
(PLAY, REGION, OFFICIAL, REASSIGN, STOP, GOVERNOR, HIRE, PALACE, MARKER_3, WALL, PAY, ABILITY, MARKER, CALM,
 MOVE_WORKER, MOVE_GOVERNOR, REWARD, BID, BOARD, DISCARD, OVER) = range(21)  # fmt: skip

# What a player does with his card, numbered as in state.pxd.
UNIFY, RECRUIT, RE_ASSIGN, INSTALL, HIRING, BUILD_PALACE, BUILD_WALL = range(1, 8)
HIGHER = (BUILD_WALL, BUILD_PALACE, HIRING)  # actions whose abilities want a higher card
LOWER = (RECRUIT, INSTALL)  # actions whose abilities want a lower card
TRIGGER_OF = {BUILD_WALL: 0, BUILD_PALACE: 1, HIRING: 2, RECRUIT: 3, INSTALL: 4}  # as cards.csv names them

# Bonus squares, as map.toml names them.
SQUARE_VP, SQUARE_OFFICIAL, SQUARE_REASSIGN = range(3)


def pack(kind: int, a: int = 0, b: int = 0, c: int = 0) -> int:
    """A move as one number: the kind and three fields of eight bits."""
    return kind | a << 8 | b << 16 | c << 24


def fields(move: int) -> tuple[int, int, int]:
    """The three fields of a move."""
    return move >> 8 & 255, move >> 16 & 255, move >> 24


@dataclass
class Decision:
    """What a player is asked: one of these moves. The game goes on when the move is sent back."""

    seat: int
    stage: int  # kind of the moves
    moves: set[int]


Play = Generator[Decision, int, None]  # a part of the game in which players decide


@dataclass
class Rules:
    """The components in use, the number of players and the variants played."""

    data: Components
    players: int
    boards_by: str = "given"
    boards_discarded: str = "random"
    draft: bool = False
    draw_all_decks: bool = False
    player_order: bool = False
    hire_unrest: bool = False
    extra_worker_unrest: bool = True
    wall_below_zero: bool = False
    palace_from_symbol: bool = False


def five_zeros() -> list[int]:
    return [0, 0, 0, 0, 0]


def official_areas() -> list[list[int]]:
    return [[0, 0, 0] for _ in REGIONS]


@dataclass
class Player:
    """One player: hand, player board, supply, points, and what happened to him."""

    seat: int
    board: int | None = None  # number of the side of the player board
    vp: int = 0
    source: dict[str, int] = field(default_factory=dict)  # the same by scoring category
    hand: list[int] = field(default_factory=list)
    cards: list[list[int]] = field(default_factory=lambda: [[] for _ in REGIONS])
    governing: list[list[int]] = field(default_factory=official_areas)  # governors areas: officials by type
    working: list[list[int]] = field(default_factory=official_areas)  # workers areas: officials by type
    workers: list[int] = field(default_factory=five_zeros)
    unrest: list[int] = field(default_factory=five_zeros)
    ones: list[int] = field(default_factory=lambda: [0, 0, 0])  # value-1 markers by aspect
    threes: list[int] = field(default_factory=lambda: [0, 0, 0])  # value-3 markers by aspect
    officials: list[int] = field(default_factory=list)  # supply
    drafted: list[list[int]] = field(default_factory=lambda: [[], [], []])  # variant: discarded, by aspect and round
    governors: int = 0  # supply
    palaces: int = 0  # supply
    walls: int = 0  # supply
    # what happened, for the reports
    actions: list[int] = field(default_factory=list)  # what he did with his cards, turn by turn
    after_round: list[int] = field(default_factory=list)
    activated: list[int] = field(default_factory=lambda: [0] * 14)
    power_uses: list[int] = field(default_factory=lambda: [0, 0])
    power_brought: list[int] = field(default_factory=lambda: [0, 0])
    rewards: int = 0
    hired: int = 0
    missing: int = 0

    def score(self, points: int, source: str) -> None:
        """Victory points during the game."""
        self.vp += points
        self.source[source] = self.source.get(source, 0) + points

    def cards_on_board(self) -> list[int]:
        return [card for region in self.cards for card in region]

    def officials_on_board(self, kind: int) -> int:
        return sum(self.governing[r][kind] + self.working[r][kind] for r in REGIONS)

    def marker_value(self, aspect: int) -> int:
        """ "Short octagons are worth 1 each, tall octagons are worth 3 each." """
        return self.ones[aspect] + 3 * self.threes[aspect]


@dataclass
class Square:
    """A bonus square of a region and who has a governor on it."""

    kind: int
    seat: int | None = None


@dataclass
class Table:
    """The gameboard and the players."""

    rules: Rules
    players: list[Player]
    decks: list[list[int]]  # by aspect, the top card first
    track: list[int]  # discs on the Rewards Track, top to bottom, then those in the round's column
    faces: list[int]  # criterion of the wall tile of each section
    tiles: list[int]  # task tiles: upper wall, palace, governor, lower wall, palace, governor
    ones: list[int]  # general supply of value-1 markers
    squares: list[list[Square]]  # by region
    threes: list[int] = field(default_factory=lambda: [1, 1, 1])  # value-3 markers on the gameboard
    court: list[int] = field(default_factory=list)  # the court pile, the top card last
    open_area: list[list[int]] = field(default_factory=lambda: [[] for _ in REGIONS])  # governors near the squares
    palaces: list[list[int]] = field(default_factory=lambda: [[] for _ in REGIONS])
    walls: list[list[int | None]] = field(default_factory=lambda: [[None] * 3 for _ in SECTIONS])  # by rods - 1
    discs: list[list[int]] = field(default_factory=lambda: [[] for _ in TASKS])  # left to right
    round: int = 0
    turn_order: list[int] = field(default_factory=list)
    turns: int = 0  # turns finished this round
    aspect: int = 0  # whose reward is being given
    discarded: list[list[int]] = field(default_factory=lambda: [[], [], []])  # variant: discarded this round
    # for each card of a deck the round of the draft at whose end it was placed at the bottom; None: it was there before
    bottoms: list[list[int | None]] = field(default_factory=lambda: [[None] * 40 for _ in ASPECTS])
    # by round, aspect and seat: the same of the cards drawn
    drawn_from: list[list[list[list[int | None]]]] = field(
        default_factory=lambda: [[[[] for _ in range(4)] for _ in ASPECTS] for _ in ROUNDS]
    )
    shuffled: list[int] = field(default_factory=lambda: [0, 0, 0])  # cards just shuffled under each deck
    boards_left: list[int] = field(default_factory=list)
    bid: int = 0
    passed: list[int] = field(default_factory=list)  # out of the current auction
    leader: int | None = None  # for the reports: alone ahead, at the end of the last turn that had such a player
    lead_changes: int = 0

    def clockwise(self, first: int) -> list[int]:
        """All seats in clockwise order, from one of them."""
        return [(first + k) % self.rules.players for k in range(self.rules.players)]

    def side(self, player: Player) -> Board:
        assert player.board is not None
        return self.rules.data.boards[player.board]

    def unrest_limit(self, player: Player, region: int) -> int:
        """Slots of the Unrest Track: "the maximum level of unrest that Region can bear"."""
        return self.side(player).tracks[region]

    def unrest_may_rise(self, player: Player, region: int, steps: int) -> bool:
        """ "The player cannot perform actions that would cause unrest ... to go beyond the maximum possible level." """
        return player.unrest[region] + steps <= self.unrest_limit(player, region)

    def neighbours(self, region: int) -> list[int]:
        """Adjacent regions: "their border is a solid line"."""
        return [q for q in REGIONS if self.rules.data.adjacent[region] >> q & 1]

    def governors_of(self, player: Player, region: int) -> int:
        """His governors on the gameboard in a region."""
        on_squares = [square for square in self.squares[region] if square.seat == player.seat]
        return len(on_squares) + self.open_area[region].count(player.seat)

    def rods_of_wall(self, player: Player, section: int) -> int:
        """Rods of the slot his wall stands in, 0 when he has none in that section."""
        return 1 + self.walls[section].index(player.seat) if player.seat in self.walls[section] else 0
