"""The model of ZhanGuo beside the kernel: the deal it starts from, its words for moves, what a draft leaves known."""

from typing import Any

from cext.games.zhanguo.data.components import Components
from cext.kernel.game import Game, Position
from tests.games.harness import Beside, Chooser, Disagreement, follow
from tests.games.zhanguo.model.export import State, comparable, export, lay_out, see_shuffle
from tests.games.zhanguo.model.game import Model
from tests.games.zhanguo.model.knowledge import cards_of, place_of, whereabouts
from tests.games.zhanguo.model.scoring import final_scores, ranks
from tests.games.zhanguo.model.table import Rules

EVERY = 11  # decisions between two looks at what the players know of their discards


def rules_of(game: Game, **options: Any) -> Rules:
    """The components, players and options of a game, some options changed."""
    data: Components = game.tables  # type: ignore[attr-defined]  # the engine's own, not every game's
    return Rules(data, game.players, **(game.options | options))


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


class ZhanGuoBeside(Beside[int]):
    """Moves by their number, which the model packs as the kernel does. rules: what the model plays by."""

    def __init__(self, position: Position, rules: Rules) -> None:
        super().__init__(position)
        dealt = self.game.state(position)
        if broken := unlawful_deal(rules, dealt):
            raise Disagreement(f"the deal breaks: {broken}")
        self.model = Model(lay_out(rules, dealt))

    def seat_to_move(self) -> int | None:
        return self.model.decision.seat if self.model.decision else None

    def states(self) -> tuple[State, State]:
        kernel = self.game.state(self.position)
        see_shuffle(self.model.table, kernel)
        theirs, ours = comparable(self.model.table.rules, kernel), export(self.model.table, self.model.decision)
        if self.model.decision is None:
            del theirs["active"], ours["active"]
        return theirs, ours

    def option(self, move: int) -> int:
        return move

    def options(self) -> set[int]:
        return self.model.decision.moves if self.model.decision else set()

    def play(self, option: int) -> None:
        self.model.apply(option)

    def scores(self) -> dict[str, list[int]]:
        scores = final_scores(self.model.table)
        return {name: [points[name] for points in scores] for name in scores[0]}

    def ranks(self) -> list[int]:
        return ranks(self.model.table)

    def broken(self, ply: int) -> list[str]:
        """Cards a player drafted away that are, or are dealt anew, where they cannot be by what he knows."""
        found: list[str] = []
        if not self.game.options["draft"] or ply % EVERY:
            return found
        now, players = cards_of(self.position), self.game.players
        for player in self.model.table.players:
            world = cards_of(self.position.determinised(player.seat, ply))
            for card, possible in whereabouts(self.model.table, player).items():
                for words, state in (("is", now), ("is dealt anew", world)):
                    place = place_of(state, players, card)
                    if place not in possible:
                        found.append(f"card {card} of seat {player.seat} {words} in {place}, not in {sorted(possible)}")
        return found


def compare(
    game: Game, *, seed: int, choose: Chooser, boards: list[int] | None = None, rules: Rules | None = None
) -> int:
    """Play one game in both; number of decisions. rules: what the model plays by, when not what the game says."""
    return follow(ZhanGuoBeside(game.deal(seed=seed, boards=boards), rules or rules_of(game)), choose)
