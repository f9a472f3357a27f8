"""The model of Qin beside the kernel: placements, board, villages, counters, and what each placement's features say."""

from typing import Any, NamedTuple

from cext.kernel.game import Game, Position
from tests.games.harness import Beside, Chooser, differences, follow
from tests.games.qin.model.game import Model, Placement, Square


def square_of(name: str) -> Square:
    return int(name[1:]), ord(name[0]) - ord("a") + 1


def model_of(game: Game, position: Position, **rules: bool) -> Model:
    """The model of a game just dealt."""
    setup = game.words.setup(position)
    switches = {name: on for name, on in game.options.items() if name != "map"} | rules
    hands = [[tuple(name.split("-")) for name in hand] for hand in setup["hands"]]
    piles = [tuple(name.split("-")) for name in setup["piles"]]
    return Model(game.players, setup["rows"], hands, piles, setup["pagodas"], **switches)


def placement_of(words: dict[str, Any]) -> Placement:
    """A placement of the kernel as the model writes it; a tile of one colour with the smaller square first."""
    one, other = square_of(words["at"]), square_of(words["at_second"])
    if words["first"] == words["second"] and one > other:
        one, other = other, one
    return words["first"], one, words["second"], other


class Before(NamedTuple):
    """What the features of a placement are measured against: the table before it."""

    mover: int
    supply: list[int]
    owners: list[int | None]  # of the villages


def features_of(model: Model, before: Before, placement: Placement) -> dict[str, int]:
    """What a placement brought the player who made it; after a last pagoda only what comes before it is certain."""
    mover = before.mover
    approach, exposed = model.in_reach(placement, mover)
    found = {"approach": approach, "exposed": exposed, "win": 0, "lose": 0}
    if model.over == "last pagoda":
        winner = model.supply.index(0)
        return found | {"win": int(winner == mover), "lose": int(winner != mover)}
    placed = [old - new for old, new in zip(before.supply, model.supply, strict=True)]
    owners = [(old, village.owner) for old, village in zip(before.owners, model.villages, strict=True)]
    return found | {
        "pagodas": placed[mover],
        "rival_pagodas": sum(placed) - placed[mover],
        "connect": owners.count((None, mover)),
        "conquer": sum(new == mover and old not in (None, mover) for old, new in owners),
        "lose_village": sum(old == mover != new for old, new in owners),
    }


class QinBeside(Beside[Placement]):
    """Moves as placements. rules: switches the model plays by, when not what the game says."""

    def __init__(self, position: Position, **rules: bool) -> None:
        super().__init__(position)
        self.model = model_of(self.game, position, **rules)
        self.known: dict[int, Placement] = {}  # moves met before: a placement is the same in every position

    def seat_to_move(self) -> int | None:
        return None if self.model.over else self.model.active

    def states(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Everything on the table; a province without a pagoda, founded after the last one, has no owner."""
        state, model, seats = self.game.words.whole_state(self.position), self.model, range(self.game.players)
        areas = [area for area in state["areas"] if len(area["squares"]) > 1]
        villages = [(frozenset(map(square_of, village["squares"])), village) for village in state["villages"]]
        kernel = {
            "end": state["now"]["ended_by"],
            "score": self.position.points(),
            "provinces": {
                (a["colour"], frozenset(map(square_of, a["squares"])), a["owner"], a["pagodas"]) for a in areas
            },
            "spaces": {square_of(name): area["colour"] for area in state["areas"] for name in area["squares"]},
            "villages": {squares: village["owner"] for squares, village in villages},
            "beside": {squares: village["beside"] for squares, village in villages},
            "counters": [self.position.counters(seat) for seat in seats],
            "hands": [sorted(tuple(name.split("-")) for name in player["tiles"]) for player in state["players"]],
            "piles": [tuple(name.split("-")) for name in state["piles"]],
        }
        return kernel, {
            "end": model.over,
            "score": model.score(),
            "provinces": {
                (p.colour, p.squares, p.owner + 1 if p.pagodas else None, p.pagodas) for p in model.provinces
            },
            "spaces": model.spaces,
            "villages": {v.squares: None if v.owner is None else v.owner + 1 for v in model.villages},
            "beside": {v.squares: model.beside(v) for v in model.villages},
            "counters": [model.tallies(seat, len(self.game.rounds)) for seat in seats],
            "hands": [sorted(hand) for hand in model.hands],
            "piles": model.piles,
        }

    def option(self, move: int) -> Placement:
        if move not in self.known:
            self.known[move] = placement_of(self.game.words.describe(self.position, move))
        return self.known[move]

    def options(self) -> set[Placement]:
        return self.model.legal(self.model.active)

    def play(self, option: Placement) -> None:
        self.model.play(option)

    def make(self, move: int) -> list[str]:
        """The placement, and its features against what it did."""
        names = [name for name, *_ in self.game.feature_docs]
        features = dict(zip(names, self.position.features(move).tolist(), strict=True))
        placement, model = self.option(move), self.model
        before = Before(model.active, [*model.supply], [village.owner for village in model.villages])
        super().make(move)
        expected = features_of(self.model, before, placement)
        return differences({name: features[name] for name in expected}, expected, "features")

    def scores(self) -> dict[str, list[int]]:
        """Pagodas on provinces, on major provinces, on villages."""
        seats = range(self.game.players)
        on = [[p.pagodas for p in self.model.provinces if p.owner == seat] for seat in seats]
        return {
            "provinces": [pagodas.count(1) for pagodas in on],
            "major_provinces": [2 * pagodas.count(2) for pagodas in on],
            "villages": [sum(village.owner == seat for village in self.model.villages) for seat in seats],
            "score": self.model.score(),
        }

    def ranks(self) -> list[int]:
        score = self.model.score()
        return [1 + sum(other > own for other in score) for own in score]


def compare(game: Game, *, seed: int, choose: Chooser, board: str | None = None, **rules: bool) -> int:
    """Play one game in both; number of decisions."""
    return follow(QinBeside(game.deal(seed=seed, boards=board and [board] * game.players), **rules), choose)
