"""A game played by kernel and model at once, held against each other before every decision and at the end."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from cext.kernel.game import Game, Position
from tests.games.middle_kingdom.model.game import Model
from tests.games.middle_kingdom.model.scoring import final_scores, ranks
from tests.games.middle_kingdom.model.table import DRAGON, GOAL_OF, Rules

Chooser = Callable[[Position], int]
STARTS = {"equal": None, "dragon": DRAGON} | {name.lower(): name for name in GOAL_OF.values()}


class Disagreement(AssertionError):
    """Kernel and model differ; says where, and the moves that led there."""


def random_chooser(seed: int) -> Chooser:
    """Any legal move, all equally likely."""
    draw = Random(seed)
    return lambda position: draw.choice(position.moves())


def tying_chooser(seed: int) -> Chooser:
    """Bids as alike as possible, so that ties and tied stacks are common; else any move."""
    draw = Random(seed)

    def choose(position: Position) -> int:
        moves = position.moves()
        if position.clock()[2] == 0 and draw.random() < 0.9:
            return moves[len(moves) // 2] if draw.random() < 0.5 else moves[-1]
        return draw.choice(moves)

    return choose


def sparing_chooser(seed: int) -> Chooser:
    """Bids alike that leave the Reset in hand to the last, so that it is now and then all that is left."""
    draw = Random(seed)

    def choose(position: Position) -> int:
        moves = position.moves()
        if position.clock()[2] == 0 and draw.random() < 0.9:
            cards = [move for move in moves if move >> 8 & 255] or moves
            return cards[draw.choice((0, 0, -1))]
        return draw.choice(moves)

    return choose


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


def rules_of(game: Game, **options: Any) -> Rules:
    """The components, players and options of a game, some options changed."""
    return Rules(game.players, game.tables, **(game.options | options))  # type: ignore[attr-defined]


def export(model: Model) -> dict[str, Any]:
    """The model's table in the words of whole_state(), as far as both have it."""

    def number(player: Any) -> int | None:
        return None if player is None else player.number + 1

    return {
        "round": model.round,
        "revealed": model.revealed,
        "deck": model.deck,
        "face_up": Counter(model.face_up),
        "discarded": +Counter(model.discarded),
        "goals": {goal: number(holder) for goal, holder in model.goals.items()},
        "dragon": number(model.dragon),
        "players": [
            {
                "hand": sorted(player.hand),
                "tied": player.tied,
                "bids": [{"card": bid.card, "on": bid.on} for bid in player.bids],
                "half": next((k for k, bid in enumerate(player.bids) if bid.half), None),
                "cards": +Counter(player.cards()),
                "piles": {name: player.most(name) for name in player.piles},
                "tokens": player.tokens,
                "had_dragon": player.had_dragon or None,
                "began_with": player.starting_card,
                "vp": jade(model, player),
            }
            for player in model.players
        ],
    }


def jade(model: Model, player: Any) -> int:
    """VP on the cards and tokens a player has now."""
    rules = model.rules
    goals = sum(rules.goal_jade(goal) for goal, holder in model.goals.items() if holder is player)
    dragon: int = rules.data.dragon_vp if model.dragon is player else 0
    tokens: int = rules.data.token_vp * player.tokens
    return goals + dragon + tokens + sum(map(rules.jade, player.cards()))


def seen(state: dict[str, Any]) -> dict[str, Any]:
    """The kernel's table in the same words."""
    return {
        "round": state["now"]["rounds_finished"],
        "revealed": state["now"]["bids_revealed"],
        "deck": state["dynasty_deck"],
        "face_up": Counter(state["face_up"]),
        "discarded": +Counter(state["discarded"]),
        "goals": state["goal_cards"],
        "dragon": state["dragon"],
        "players": [
            {name: player[name] for name in ("hand", "tied", "bids", "half", "piles", "tokens", "began_with", "vp")}
            | {"cards": +Counter(player["cards"]), "had_dragon": player["had_dragon_in_round"]}
            for player in state["players"]
        ],
    }


def differences(kernel: Any, model: Any, path: str = "") -> list[str]:
    """Where two nested values differ."""
    if isinstance(kernel, dict) and isinstance(model, dict):
        names = sorted(kernel.keys() | model.keys())
        return [line for k in names for line in differences(kernel.get(k), model.get(k), f"{path}.{k}")]
    if isinstance(kernel, list) and isinstance(model, list) and len(kernel) == len(model):
        pairs = enumerate(zip(kernel, model, strict=True))
        return [line for k, (a, b) in pairs for line in differences(a, b, f"{path}[{k}]")]
    return [] if kernel == model else [f"{path}: kernel {kernel}, model {model}"]


def follow(
    game: Game, *, seed: int, choose: Chooser, rules: Rules | None = None, boards: Sequence[str] | None = None
) -> int:
    """Play one game; number of decisions compared. Raises Disagreement at the first difference.

    rules: what the model plays by, when that is not what the game says. boards: what each seat begins with.
    """
    position = game.deal(seed=seed, boards=boards)
    deck = list(game.words.setup(position)["dynasty_deck"])
    model = Model(rules or rules_of(game), deck, [STARTS[board] for board in boards or ()])
    flow = model.play()
    asked = next(flow, None)
    path: list[str] = []
    while True:
        found = differences(seen(game.words.whole_state(position)), export(model))
        options: dict[Any, int] = {}
        for move in position.moves():
            options[tuple(game.words.describe(position, move).values())] = move
        if len(options) < len(position.moves()):
            found.append("the kernel offers a move twice")
        legal = set(asked[2]) if asked else set()
        found += [f"only the kernel offers: {option}" for option in sorted(map(str, set(options) - legal))]
        found += [f"only the model offers: {option}" for option in sorted(map(str, legal - set(options)))]
        if asked and position.to_move != asked[0]:
            found.append(f"to move: kernel {position.to_move}, model {asked[0]}")
        if found or asked is None:
            break
        chosen = choose(position)
        path.append(game.words.text(position, chosen))
        words = tuple(game.words.describe(position, chosen).values())
        position.apply(chosen)
        try:
            asked = flow.send(words)
        except StopIteration:
            asked = None
    kernel = position.scores()
    scores = final_scores(model)
    if not found:
        found += differences(kernel, {name: [points[name] for points in scores] for name in kernel})
        found += differences(position.ranks(), ranks(model), "rank")
    if found:
        shown = "\n  ".join(found[:20])
        raise Disagreement(f"after {len(path)} moves, options {game.options}:\n  {shown}\nlast moves: {path[-6:]}")
    return len(path)
