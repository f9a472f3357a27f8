"""The kernel held against the model: every list of placements, board, village, counter, feature, and the end."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from cext.kernel.game import Game, Position
from tests.games.qin.model.game import Model, Placement, Square

Chooser = Callable[[Position], int]


class Disagreement(AssertionError):
    """The kernel and the model differ."""


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


def same(what: str, kernel: object, model: object) -> None:
    if kernel != model:
        raise Disagreement(f"{what}: kernel {kernel}, model {model}")


def same_numbers(what: str, kernel: dict[str, int], model: dict[str, int]) -> None:
    """Numbers by name."""
    same(f"{what}, by name", kernel.keys(), model.keys())
    wrong = [
        f"{name}: kernel {kernel[name]}, model {number}" for name, number in model.items() if kernel[name] != number
    ]
    if wrong:
        raise Disagreement(f"{what}: {'; '.join(wrong)}")


def compare(game: Game, position: Position, model: Model) -> None:
    """Everything on the table."""
    state = game.words.whole_state(position)
    same("end", state["now"]["ended_by"], model.over)
    same("to move", position.to_move, None if model.over else model.active)
    same("score", position.points(), model.score())
    areas = [area for area in state["areas"] if len(area["squares"]) > 1]
    kernel = {(a["colour"], frozenset(map(square_of, a["squares"])), a["owner"], a["pagodas"]) for a in areas}
    same("provinces", kernel, {(p.colour, p.squares, p.owner + 1, p.pagodas) for p in model.provinces})
    spaces = {square_of(name): area["colour"] for area in state["areas"] for name in area["squares"]}
    same("spaces", spaces, model.spaces)
    held = {frozenset(map(square_of, v["squares"])): v["owner"] for v in state["villages"]}
    same("villages", held, {v.squares: None if v.owner is None else v.owner + 1 for v in model.villages})
    if not model.over:
        beside = {frozenset(map(square_of, v["squares"])): v["beside"] for v in state["villages"]}
        same("pagodas beside villages", beside, {v.squares: model.beside(v) for v in model.villages})
    for seat in range(game.players):
        same_numbers(f"counters of seat {seat}", position.tallies(seat), model.tallies(seat, len(game.rounds)))
    hands = [sorted(tuple(name.split("-")) for name in player["tiles"]) for player in state["players"]]
    same("hands", hands, [sorted(hand) for hand in model.hands])
    same("piles", [tuple(name.split("-")) for name in state["piles"]], model.piles)


def features_of(model: Model, before: Model, placement: Placement) -> dict[str, int]:
    """What a placement brought the player who made it; after a last pagoda only what comes before it is certain."""
    mover = before.active
    approach, exposed = model.in_reach(placement, mover)
    found = {"approach": approach, "exposed": exposed, "win": 0, "lose": 0}
    if model.over == "last pagoda":
        winner = model.supply.index(0)
        return found | {"win": int(winner == mover), "lose": int(winner != mover)}
    placed = [old - new for old, new in zip(before.supply, model.supply, strict=True)]
    owners = [(old.owner, new.owner) for old, new in zip(before.villages, model.villages, strict=True)]
    return found | {
        "pagodas": placed[mover],
        "rival_pagodas": sum(placed) - placed[mover],
        "connect": owners.count((None, mover)),
        "conquer": sum(new == mover and old not in (None, mover) for old, new in owners),
        "lose_village": sum(old == mover != new for old, new in owners),
    }


def follow(game: Game, *, seed: int, choose: Chooser, board: str | None = None, **rules: bool) -> int:
    """Play one game in both and compare after every decision; the number of decisions."""
    position = game.deal(seed=seed, boards=board and [board] * game.players)
    model = model_of(game, position, **rules)
    decisions = 0
    compare(game, position, model)
    while position.to_move is not None:
        moves = position.moves()
        words = [game.words.describe(position, move) for move in moves]
        offered = [placement_of(one) for one in words]
        same("placements", set(offered), model.legal(model.active))
        same("placements named twice", len(offered), len(set(offered)))
        move = choose(position)
        features = dict(zip((name for name, *_ in game.feature_docs), position.features(move).tolist(), strict=True))
        placement, before = offered[moves.index(move)], deepcopy(model)
        position.apply(move)
        model.play(placement)
        expected = features_of(model, before, placement)
        same_numbers("features", {name: features[name] for name in expected}, expected)
        compare(game, position, model)
        decisions += 1
    same("ranks", position.ranks(), [1 + sum(other > own for other in model.score()) for own in model.score()])
    return decisions
