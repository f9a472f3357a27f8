"""A game played by kernel and model at once, held against each other before every decision and at the end."""

from collections.abc import Callable
from random import Random
from typing import Any

from cext.games.zhanguo.data.components import Components
from cext.kernel.game import Game, Position
from tests.games.zhanguo.model.export import State, comparable, export, lay_out, see_shuffle
from tests.games.zhanguo.model.game import Model
from tests.games.zhanguo.model.knowledge import cards_of, place_of, whereabouts
from tests.games.zhanguo.model.scoring import final_scores, ranks
from tests.games.zhanguo.model.table import Rules

Chooser = Callable[[Position], int]


class Disagreement(AssertionError):
    """Kernel and model differ; says where, and the moves that led there."""


def random_chooser(seed: int) -> Chooser:
    """Any legal move, all equally likely."""
    draw = Random(seed)
    return lambda position: draw.choice(position.moves())


def policy_chooser(policies: list[Any], seed: int, wander: float = 0.1) -> Chooser:
    """The moves of a policy for each seat, now and then any legal move instead."""
    draw = Random(seed)

    def choose(position: Position) -> int:
        if draw.random() < wander:
            return draw.choice(position.moves())
        assert position.to_move is not None
        move: int = policies[position.to_move].choice(position, seed=draw.getrandbits(32))
        return move

    return choose


def differences(kernel: Any, model: Any, path: str = "") -> list[str]:
    """Where two nested values differ."""
    if isinstance(kernel, dict) and isinstance(model, dict):
        names = sorted(kernel.keys() | model.keys())
        return [line for k in names for line in differences(kernel.get(k), model.get(k), f"{path}.{k}")]
    if isinstance(kernel, list) and isinstance(model, list) and len(kernel) == len(model):
        pairs = enumerate(zip(kernel, model, strict=True))
        return [line for k, (a, b) in pairs for line in differences(a, b, f"{path}[{k}]")]
    return [] if kernel == model else [f"{path}: kernel {kernel}, model {model}"]


def boards_laid_out(rules: Rules, available: list[str]) -> bool:
    """Whether the boards on offer are those of 12: all four B sides; in an auction as many as players, and none that
    the players have agreed to discard."""
    sides = {"circle", "square", "triangle", "star"}
    if rules.boards_by == "given":
        return available == []
    if rules.boards_by == "chosen":
        return set(available) == sides
    agreed = set() if rules.boards_discarded == "random" else set(rules.boards_discarded.split(","))
    return len(available) == rules.players and set(available) <= sides - agreed


def unlawful_deal(rules: Rules, dealt: State) -> list[str]:
    """What initial preparation does not allow in a deal."""
    data, players = rules.data, rules.players
    available = [board.name for number, board in enumerate(data.boards) if dealt["boards"] >> number & 1]
    kinds = [data.tasks[tile].type for tile in dealt["tile"]]
    faces = {frozenset(face.criterion for face in tile) for tile in data.wall_tiles}
    met = [tile for tile in faces for criterion in dealt["face"] if criterion in tile]
    lawful = {
        "each deck holds its 40 cards": all(
            sorted(dealt["deck"][a]) == list(range(40 * a + 1, 40 * a + 41)) for a in range(3)
        ),
        "the 1st player's disc is topmost, each seat has one": dealt["order"][0] == 0
        and sorted(dealt["order"][:players]) == list(range(players)),
        "one face of each wall tile": sorted(map(sorted, met)) == sorted(map(sorted, faces)),
        "a wall, a palace, a governor task in each section": kinds == [0, 1, 2, 0, 1, 2],
        "no task tile twice": len(set(dealt["tile"])) == 6,
        "the boards to choose or bid for": boards_laid_out(rules, available),
    }
    return [fact for fact, holds in lawful.items() if not holds]


def rules_of(game: Game, **options: Any) -> Rules:
    """The components, players and options of a game, some options changed."""
    data: Components = game.tables  # type: ignore[attr-defined]  # the engine's own, not every game's
    return Rules(data, game.players, **(game.options | options))


def follow(game: Game, *, seed: int, choose: Chooser, boards: list[int] | None = None,
           rules: Rules | None = None) -> int:  # fmt: skip
    """Play one game; number of decisions compared. Raises Disagreement at the first difference.

    rules: what the model plays by, when that is not what the game says.
    """
    rules = rules or rules_of(game)
    position = game.deal(seed=seed, boards=boards)
    dealt = game.state(position)
    broken = unlawful_deal(rules, dealt)
    if broken:
        raise Disagreement(f"seed {seed}: the deal breaks: {broken}")
    model = Model(lay_out(rules, dealt))
    path: list[tuple[Position, int]] = []
    while compare_decision(game, position, model, path):
        move = choose(position)
        path.append((position.copy(), move))
        position.apply(move)
        model.apply(move)
    compare_end(position, model, path)
    return len(path)


def compare_decision(game: Game, position: Position, model: Model, path: list[tuple[Position, int]]) -> bool:
    """State and legal moves; whether there is a decision to make."""
    kernel = game.state(position)
    see_shuffle(model.table, kernel)
    theirs, ours = comparable(model.table.rules, kernel), export(model.table, model.decision)
    if model.decision is None:
        del theirs["active"], ours["active"]
    found = [] if theirs == ours else differences(theirs, ours)
    listed = position.moves()
    offered, legal = set(listed), set() if model.decision is None else model.decision.moves
    if len(listed) > len(offered):
        found.append("the kernel offers a move twice")
    found += [f"only the kernel offers: {game.words.text(position, move)}" for move in sorted(offered - legal)]
    found += [f"only the model offers: {move:#010x}" for move in sorted(legal - offered)]
    if game.options["draft"] and len(path) % 11 == 0:
        found += impossible_places(game, position, model, len(path))
    report(found, game, path)
    return model.decision is not None


def impossible_places(game: Game, position: Position, model: Model, key: int) -> list[str]:
    """Cards a player drafted away that are, or are dealt anew, where they cannot be by what he knows."""
    found, now = [], cards_of(position)
    for player in model.table.players:
        world = cards_of(position.determinised(player.seat, key))
        for card, possible in whereabouts(model.table, player).items():
            for words, state in (("is", now), ("is dealt anew", world)):
                place = place_of(state, game.players, card)
                if place not in possible:
                    found.append(f"card {card} of seat {player.seat} {words} in {place}, not in {sorted(possible)}")
    return found


def compare_end(position: Position, model: Model, path: list[tuple[Position, int]]) -> None:
    """Scores by category and ranks."""
    kernel = position.scores()
    scores = final_scores(model.table)
    ours = {name: [points[name] for points in scores] for name in kernel}
    found = differences(kernel, ours) + differences(position.ranks(), ranks(model.table), "rank")
    report(found, position.game, path)


def report(found: list[str], game: Game, path: list[tuple[Position, int]]) -> None:
    if found:
        shown = "\n  ".join(found[:20])
        moves = [game.words.text(before, move) for before, move in path[-6:]]
        raise Disagreement(f"after {len(path)} moves, options {game.options}:\n  {shown}\nlast moves: {moves}")
