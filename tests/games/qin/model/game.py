"""Qin in plain Python, from the rulebook: squares in dictionaries, areas found by flood fill."""

from collections.abc import Iterator
from dataclasses import dataclass, field

Square = tuple[int, int]  # row, column from 1
Placement = tuple[str, Square, str, Square]  # first colour and its square, second colour and its square
Tile = tuple[str, str]

SUPPLY = {2: 24, 3: 19, 4: 15}
MAJOR = 5
PRINTED = {"R": "red", "Y": "yellow", "B": "blue"}


def around(square: Square) -> list[Square]:
    row, column = square
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def connected(start: Square, members: set[Square]) -> frozenset[Square]:
    """The squares of `members` that can be reached from `start` over shared edges."""
    reached, edge = {start}, [start]
    while edge:
        for near in around(edge.pop()):
            if near in members and near not in reached:
                reached.add(near)
                edge.append(near)
    return frozenset(reached)


@dataclass
class Province:
    colour: str
    squares: frozenset[Square]
    owner: int
    pagodas: int


@dataclass
class Village:
    squares: frozenset[Square]
    owner: int | None = None


@dataclass
class Model:
    """A game; seats count from 0."""

    players: int
    rows: list[str]
    hands: list[list[Tile]]
    piles: list[Tile]
    merger_any_tie: bool = False
    village_any_tie: bool = False
    major_keeps: bool = False
    spaces: dict[Square, str] = field(default_factory=dict)
    provinces: list[Province] = field(default_factory=list)
    villages: list[Village] = field(default_factory=list)
    supply: list[int] = field(default_factory=list)
    active: int = 0
    over: str | None = None

    def __post_init__(self) -> None:
        kinds = {(r, c): kind for r, row in enumerate(self.rows, 1) for c, kind in enumerate(row, 1)}
        self.grass = {square for square, kind in kinds.items() if kind == "."}
        self.spaces = {square: PRINTED[kind] for square, kind in kinds.items() if kind in PRINTED}
        settled = {square for square, kind in kinds.items() if kind == "v"}
        self.villages = [Village(squares) for squares in {connected(square, settled) for square in settled}]
        self.supply = [SUPPLY[self.players]] * self.players
        self.find_mover()

    # -- placements ----------------------------------------------------------------------------------------------------

    def free(self, square: Square) -> bool:
        return square in self.grass and square not in self.spaces

    def places(self) -> Iterator[tuple[Square, Square]]:
        """Ordered pairs of free neighbours of which one touches a province space."""
        for one in self.grass:
            for other in around(one):
                if self.free(one) and self.free(other):
                    touched = set(around(one)) | set(around(other))
                    if touched & self.spaces.keys():
                        yield one, other

    def placements(self, seat: int) -> Iterator[Placement]:
        """Different ways to place: a tile of one colour is the same either way round."""
        for one, other in self.places():
            for first, second in set(self.hands[seat]):
                if (first != second or one < other) and self.allowed({one: first, other: second}):
                    yield first, one, second, other

    def legal(self, seat: int) -> set[Placement]:
        return set(self.placements(seat))

    def joined(self, new: dict[Square, str]) -> Iterator[tuple[str, frozenset[Square], list[Province]]]:
        """The areas the new spaces belong to, with the provinces that were there before."""
        spaces = {**self.spaces, **new}
        areas = []
        for square, colour in new.items():
            area = connected(square, {s for s, c in spaces.items() if c == colour})
            if area not in areas:
                areas.append(area)
                yield colour, area, [p for p in self.provinces if p.colour == colour and p.squares <= area]

    def allowed(self, new: dict[Square, str]) -> bool:
        """Whether every merger the new spaces make is; they join what they touch."""
        for colour in set(new.values()):
            edge = {near for square, own in new.items() if own == colour for near in around(square)}
            old = [p for p in self.provinces if p.colour == colour and p.squares & edge]
            if len(old) > 1 and self.winner(old) is None:
                return False
        return True

    def winner(self, old: list[Province]) -> int | None:
        """Who seizes provinces that are joined; None: forbidden."""
        majors = [p for p in old if len(p.squares) >= MAJOR]
        if len(majors) > 1:
            return None
        brought = [sum(len(p.squares) for p in old if p.owner == seat) for seat in range(self.players)]
        contributions = [n for n in brought if n]
        if brought.count(max(brought)) > 1:
            return None
        if self.merger_any_tie and len(contributions) > len(set(contributions)):
            return None
        leader = brought.index(max(brought))
        if majors and majors[0].owner != leader:
            return majors[0].owner if self.major_keeps else None
        return leader

    # -- a turn --------------------------------------------------------------------------------------------------------

    def turn_order(self) -> list[int]:
        return [(self.active + k) % self.players for k in range(self.players)]

    def play(self, placement: Placement) -> None:
        first, one, second, other = placement
        hand = self.hands[self.active]
        hand.remove(next(tile for tile in hand if sorted(tile) == sorted((first, second))))
        new = {one: first, other: second}
        areas = list(self.joined(new))
        self.spaces.update(new)
        wanted: list[tuple[Province, int]] = []
        for colour, area, old in areas:
            if len(area) < 2:
                continue
            target = 2 if len(area) >= MAJOR else 1
            if not old:
                province = Province(colour, area, self.active, 0)
                self.provinces.append(province)
            elif len(old) == 1:
                province = old[0]
                province.squares = area
            else:
                owner = self.winner(old)
                assert owner is not None
                for lost in old:
                    self.supply[lost.owner] += lost.pagodas
                self.provinces = [p for p in self.provinces if p not in old]
                province = Province(colour, area, owner, 0)
                self.provinces.append(province)
            wanted.append((province, target))
        if not (self.build(wanted) or self.settle()):
            if self.piles:
                hand.append(self.piles.pop(0))
            self.active = (self.active + 1) % self.players
            self.find_mover()

    def build(self, wanted: list[tuple[Province, int]]) -> bool:
        """Pagodas onto provinces; whether it ended the game."""
        for seat in self.turn_order():
            for province, target in wanted:
                while province.owner == seat and province.pagodas < target:
                    province.pagodas += 1
                    if self.put(seat):
                        return True
        return False

    def put(self, seat: int) -> bool:
        self.supply[seat] -= 1
        if self.supply[seat] == 0:
            self.over = "last pagoda"
        return self.supply[seat] == 0

    def beside(self, village: Village) -> list[int]:
        """Pagodas of each seat in the provinces that share an edge with the village."""
        edge = {near for square in village.squares for near in around(square)}
        return [
            sum(p.pagodas for p in self.provinces if p.owner == seat and p.squares & edge)
            for seat in range(self.players)
        ]

    def holder(self, village: Village) -> int | None:
        beside = self.beside(village)
        most = max(beside)
        present = [n for n in beside if n]
        if most == 0 or beside.count(most) > 1 or (self.village_any_tie and len(present) > len(set(present))):
            return village.owner
        if village.owner is not None and beside[village.owner] == most:
            return village.owner
        return beside.index(most)

    def settle(self) -> bool:
        """Villages seized and conquered; whether it ended the game."""
        taken = [(village, self.holder(village)) for village in self.villages]
        taken = [(village, seat) for village, seat in taken if seat != village.owner]
        for village, _ in taken:
            if village.owner is not None:
                self.supply[village.owner] += 1
                village.owner = None
        for seat in self.turn_order():
            for village, taker in sorted(taken, key=lambda pair: min(pair[0].squares)):
                if taker == seat:
                    village.owner = seat
                    if self.put(seat):
                        return True
        return False

    def find_mover(self) -> None:
        for seat in self.turn_order():
            if any(True for _ in self.placements(seat)):
                self.active = seat
                return
        self.over = "no room left" if any(self.hands) else "no tiles left"

    def score(self) -> list[int]:
        return [SUPPLY[self.players] - left for left in self.supply]
