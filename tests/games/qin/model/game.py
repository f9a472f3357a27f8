"""Qin in plain Python, from the rulebook: squares in dictionaries, areas found by flood fill."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

Square = tuple[int, int]  # row, column from 1
Placement = tuple[str, Square, str, Square]  # first colour and its square, second colour and its square
Tile = tuple[str, str]

MAJOR = 5
COUNTED = (
    "provinces_founded", "provinces_expanded", "majors_gained", "villages_connected", "villages_conquered",
    "villages_lost", "provinces_absorbed", "provinces_lost", "provinces_united", "pagodas_for_others", "passes",
)  # fmt: skip
FIRST = ("first_square_1", "first_square_2")
PAIRS = (("red", "red"), ("yellow", "yellow"), ("blue", "blue"), ("red", "yellow"), ("red", "blue"), ("yellow", "blue"))
PRINTED = {"R": "red", "Y": "yellow", "B": "blue"}


@cache
def around(square: Square) -> tuple[Square, ...]:
    row, column = square
    return (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)


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
    pagodas: int
    merger_any_tie: bool = False
    village_any_tie: bool = False
    major_keeps: bool = False
    spaces: dict[Square, str] = field(default_factory=dict)
    provinces: list[Province] = field(default_factory=list)
    villages: list[Village] = field(default_factory=list)
    supply: list[int] = field(default_factory=list)
    active: int = 0
    over: str | None = None
    counts: list[dict[str, int]] = field(default_factory=list)  # by seat, as the game's tallies
    rounds: list[list[int]] = field(default_factory=list)  # scores at the end of each
    dealt: list[dict[str, int]] = field(default_factory=list)  # by seat, tiles of the first hand by kind

    def __post_init__(self) -> None:
        kinds = {(r, c): kind for r, row in enumerate(self.rows, 1) for c, kind in enumerate(row, 1)}
        self.grass = {square for square, kind in kinds.items() if kind == "."}
        self.spaces = {square: PRINTED[kind] for square, kind in kinds.items() if kind in PRINTED}
        settled = {square for square, kind in kinds.items() if kind == "v"}
        self.villages = [Village(squares) for squares in {connected(square, settled) for square in settled}]
        self.supply = [self.pagodas] * self.players
        self.counts = [dict.fromkeys(COUNTED, 0) | dict.fromkeys(FIRST, -1) for _ in range(self.players)]
        self.dealt = [
            {f"dealt_{a}_{b}": sum(sorted(tile) == sorted((a, b)) for tile in hand) for a, b in PAIRS}
            for hand in self.hands
        ]
        self.find_mover()

    # -- placements ----------------------------------------------------------------------------------------------------

    def free(self, square: Square) -> bool:
        return square in self.grass and square not in self.spaces

    def places(self) -> Iterator[tuple[Square, Square]]:
        """Ordered pairs of free neighbours of which one touches a province space."""
        free = self.grass - self.spaces.keys()
        touching = {near for space in self.spaces for near in around(space)}
        for one in free:
            for other in around(one):
                if other in free and (one in touching or other in touching):
                    yield one, other

    def placements(self, seat: int) -> Iterator[Placement]:
        """Different ways to place: a tile of one colour is the same either way round."""
        tiles, lying = set(self.hands[seat]), {square: p for p in self.provinces for square in p.squares}
        for one, other in self.places():
            for first, second in tiles:
                if (first != second or one < other) and self.allowed({one: first, other: second}, lying):
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

    def allowed(self, new: dict[Square, str], lying: dict[Square, Province]) -> bool:
        """Whether every merger the new spaces make is; they join what they touch. lying: the province of a square."""
        for colour in set(new.values()):
            edge = [lying[near] for square in new if new[square] == colour for near in around(square) if near in lying]
            old = list({id(p): p for p in edge if p.colour == colour}.values())
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
        self.note_first(one, other)
        new = {one: first, other: second}
        areas = list(self.joined(new))
        before = list(self.supply)
        self.spaces.update(new)
        wanted: list[tuple[Province, int]] = []
        for colour, area, old in areas:
            if len(area) < 2:
                continue
            target = 2 if len(area) >= MAJOR else 1
            grown = target == 2 and all(p.pagodas < 2 for p in old)
            if not old:
                province = Province(colour, area, self.active, 0)
                self.provinces.append(province)
                self.count(self.active, "provinces_founded")
            elif len(old) == 1:
                province = old[0]
                province.squares = area
                self.count(province.owner, "provinces_expanded")
            else:
                province = self.merge(colour, area, old, target)
            self.count(province.owner, "majors_gained", int(grown))
            wanted.append((province, target))
        over = self.build(wanted)
        helped = sum(max(0, before[seat] - self.supply[seat]) for seat in range(self.players) if seat != self.active)
        self.count(self.active, "pagodas_for_others", helped)
        if not (over or self.settle()):
            if self.piles:
                hand.append(self.piles.pop(0))
            self.go_on()
            self.find_mover()

    def merge(self, colour: str, area: frozenset[Square], old: list[Province], target: int) -> Province:
        """One province instead of several: its owner keeps the pagodas it has room for, the others go back."""
        owner = self.winner(old)
        assert owner is not None
        for lost in old:
            self.supply[lost.owner] += lost.pagodas
            if lost.owner != owner:
                self.count(owner, "provinces_absorbed")
                self.count(lost.owner, "provinces_lost")
        self.count(owner, "provinces_united", sum(p.owner == owner for p in old) - 1)
        self.provinces = [p for p in self.provinces if p not in old]
        kept = min(target, sum(p.pagodas for p in old if p.owner == owner))
        self.supply[owner] -= kept
        province = Province(colour, area, owner, kept)
        self.provinces.append(province)
        return province

    def count(self, seat: int, what: str, n: int = 1) -> None:
        self.counts[seat][what] += n

    def note_first(self, *squares: Square) -> None:
        """The squares of a seat's first placement, row by row of the map from 0."""
        for name, (row, column) in zip(FIRST, squares, strict=True):
            if self.counts[self.active][name] < 0:
                self.counts[self.active][name] = (row - 1) * len(self.rows[0]) + column - 1

    def go_on(self) -> None:
        """Clockwise; after the last seat the round is over."""
        self.active = (self.active + 1) % self.players
        if self.active == 0:
            self.rounds.append(self.score())

    def tallies(self, seat: int, n_rounds: int) -> dict[str, int]:
        """Counters of a seat; rounds not over, and all beyond the tiles' number in the last, have the latest score."""
        rounds = [scores[seat] for scores in self.rounds[: n_rounds - 1]]
        rounds += [self.score()[seat]] * (n_rounds - len(rounds))
        running = {f"score_after_round_{number}": score for number, score in enumerate(rounds, 1)}
        return running | self.counts[seat] | {"pagodas_left": self.supply[seat]} | self.dealt[seat]

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
                self.count(village.owner, "villages_lost")
        held = {id(village): village.owner for village, _ in taken}
        for village, _ in taken:
            village.owner = None
        for seat in self.turn_order():
            for village, taker in sorted(taken, key=lambda pair: min(pair[0].squares)):
                if taker == seat:
                    village.owner = seat
                    self.count(seat, "villages_connected" if held[id(village)] is None else "villages_conquered")
                    self.count(self.active, "pagodas_for_others", int(seat != self.active))
                    if self.put(seat):
                        return True
        return False

    def in_reach(self, placement: Placement, mover: int) -> tuple[int, int]:
        """Squares beside a tile just laid from which an own province could absorb a rival's next, and the reverse."""
        first, one, second, other = placement
        approach = exposed = 0
        for colour, square in ((first, one), (second, other)):
            here = next((p for p in self.provinces if p.colour == colour and square in p.squares), None)
            for near in around(square):
                if here is None or not self.free(near):
                    continue
                beside = [p for p in self.provinces if p.colour == colour and p.squares & set(around(near))]
                pairs = [(here, p) for p in beside if p is not here] + [(p, here) for p in beside if p is not here]
                absorbed = [(p, q) for p, q in pairs if len(p.squares) > len(q.squares) and len(q.squares) < MAJOR]
                approach += any(p.owner == mover != q.owner for p, q in absorbed)
                exposed += any(q.owner == mover != p.owner for p, q in absorbed)
        return approach, exposed

    def find_mover(self) -> None:
        for seat in self.turn_order():
            if any(True for _ in self.placements(seat)):
                while self.active != seat:
                    self.count(self.active, "passes")
                    self.go_on()
                return
        self.over = "no room left" if any(self.hands) else "no tiles left"

    def score(self) -> list[int]:
        return [self.pagodas - left for left in self.supply]
