"""The model of Middle Kingdom beside the kernel: its table in the words of the whole state, and choosers of ties."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from cext.kernel.game import Game, Position
from tests.games.harness import Beside, Chooser, follow
from tests.games.middle_kingdom.model.game import Ask, Model, Option
from tests.games.middle_kingdom.model.scoring import final_scores, ranks
from tests.games.middle_kingdom.model.table import DRAGON, GOAL_OF, Rules

STARTS = {"equal": None, "dragon": DRAGON} | {name.lower(): name for name in GOAL_OF.values()}


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
        "discarded": Counter(model.discarded),
        "goals": {goal: number(holder) for goal, holder in model.goals.items()},
        "dragon": number(model.dragon),
        "players": [
            {
                "hand": sorted(player.hand),
                "tied": player.tied,
                "bids": [{"card": bid.card, "on": bid.on} for bid in player.bids],
                "half": next((k for k, bid in enumerate(player.bids) if bid.half), None),
                "cards": Counter(player.cards()),
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


def present(counts: dict[str, int]) -> dict[str, int]:
    """Without cards of which there are none."""
    return {name: n for name, n in counts.items() if n}


def seen(state: dict[str, Any]) -> dict[str, Any]:
    """The kernel's table in the same words."""
    return {
        "round": state["now"]["rounds_finished"],
        "revealed": state["now"]["bids_revealed"],
        "deck": state["dynasty_deck"],
        "face_up": present(state["face_up"]),
        "discarded": present(state["discarded"]),
        "goals": state["goal_cards"],
        "dragon": state["dragon"],
        "players": [
            {name: player[name] for name in ("hand", "tied", "bids", "half", "piles", "tokens", "began_with", "vp")}
            | {"cards": present(player["cards"]), "had_dragon": player["had_dragon_in_round"]}
            for player in state["players"]
        ],
    }


class MiddleKingdomBeside(Beside[Option]):
    """Moves as the values of their description. boards: what each seat begins with; rules: what the model plays by."""

    def __init__(self, position: Position, rules: Rules, boards: Sequence[str]) -> None:
        super().__init__(position)
        deck = list(self.game.words.setup(position)["dynasty_deck"])
        self.model = Model(rules, deck, [STARTS[board] for board in boards])
        self.flow = self.model.play()
        self.asked: Ask | None = next(self.flow, None)

    def seat_to_move(self) -> int | None:
        return self.asked[0] if self.asked else None

    def states(self) -> tuple[dict[str, Any], dict[str, Any]]:
        return seen(self.game.words.whole_state(self.position)), export(self.model)

    def option(self, move: int) -> Option:
        return tuple(self.game.words.describe(self.position, move).values())

    def options(self) -> set[Option]:
        return set(self.asked[2]) if self.asked else set()

    def play(self, option: Option) -> None:
        try:
            self.asked = self.flow.send(option)
        except StopIteration:
            self.asked = None

    def scores(self) -> dict[str, list[int]]:
        scores = final_scores(self.model)
        return {name: [points[name] for points in scores] for name in scores[0]}

    def ranks(self) -> list[int]:
        return ranks(self.model)


def compare(
    game: Game, *, seed: int, choose: Chooser, rules: Rules | None = None, boards: Sequence[str] | None = None
) -> int:
    """Play one game in both; number of decisions. rules: what the model plays by, when not what the game says."""
    position = game.deal(seed=seed, boards=boards)
    return follow(MiddleKingdomBeside(position, rules or rules_of(game), boards or ()), choose)
