"""The model beside the kernel: a table laid out as the kernel dealt it, the model's state in the kernel's names."""

from typing import Any

from cext.games.zhanguo.data.component_types import Components
from cext.kernel.game import Game, Position
from tests.games.harness import Beside, Chooser, follow
from tests.games.zhanguo.model.game import Model
from tests.games.zhanguo.model.knowledge import cards_of, place_of, whereabouts
from tests.games.zhanguo.model.scoring import DURING_PLAY, final_scores, ranks
from tests.games.zhanguo.model.table import (
    ASPECTS,
    BID,
    BOARD,
    DISCARD,
    OVER,
    PLAY,
    REGIONS,
    SECTIONS,
    TASKS,
    TYPES,
    Decision,
    Player,
    Rules,
    Square,
    Table,
)

State = dict[str, Any]
NOBODY = 255

# Fields of the kernel's state that are not compared, and why. Everything else is.
SKIPPED = {
    "key": "of the kernel's random draws; the model is given the deal",
    "pending": "abilities that may still be activated: shown by the moves offered, at every step",
    "within": "where the kernel goes on after a decision",
    "higher": "the model asks the court pile; shown by the abilities offered",
    "lower": "as higher",
    "built": "saves the kernel looking at the tasks",
    "points": "re-assignment points left: shown by the moves offered",
    "must": "shown by the move stop",
    "regions": "shown by the moves offered",
    "rods": "shown by the moves offered",
    "paying": "shown by the moves offered",
    "power": "which ability is in hand; shown by the moves offered and by the uses counted",
    "queue": "shown by who is asked for the reward",
    "n_queue": "as queue",
    "drafter": "shown by who is asked to discard",
    "draft_aspect": "shown by the cards that may be discarded",
    "bidder": "who made the highest bid: shown by who chooses a board",
    "n_discard": "number of the cards in discard",
    "played": "card of the turn: it is the top card of the court pile, or placed",
    "action": "of the turn: shown by actions and by what happens next",
    "taken": "follows from slot",
    "palaces_full": "follows from palaces",
    "head": "where the ring of a deck begins: the decks are compared from the top card on",
}
SKIPPED_OF_A_SEAT = {
    "by_trigger": "a copy of what the cards on the board say, for speed",
    "governing_at": "follows from governing; an invariant checked after every move, as the masks below",
    "working_at": "follows from working",
    "silent": "follows from unrest and the board",
    "open_to_card": "follows from unrest, n_cards and the board",
    "open_to_palace": "follows from unrest and the board",
    "workers_at": "follows from workers",
    "pairs_at": "follows from workers",
    "walled": "follows from wall_at",
}


def lay_out(rules: Rules, dealt: State) -> Table:
    """The table of a dealt kernel state."""
    numbers = rules.data.numbers
    n = rules.players
    players = [Player(seat=seat, officials=[numbers.supply_officials] * 3, governors=numbers.supply_governors,
                      palaces=numbers.supply_palaces, walls=numbers.supply_walls) for seat in range(n)]  # fmt: skip
    for player, seat in zip(players, dealt["seat"], strict=False):
        if rules.boards_by == "given":
            player.board = seat["board"]
        if rules.boards_by == "auction":  # "on 15 on the VP Track"
            player.score(numbers.auction_vp, "bids")
    return Table(
        rules=rules,
        players=players,
        decks=[list(deck) for deck in dealt["deck"]],
        track=dealt["order"][:n],
        faces=list(dealt["face"]),
        tiles=list(dealt["tile"]),
        ones=[rules.data.markers[n - 2]] * 3,
        squares=[[Square(kind) for kind in kinds] for kinds in rules.data.squares],
        boards_left=[board for board in range(1, 5) if dealt["boards"] >> board & 1],
    )


def padded(values: list[int], length: int, by: int = 0) -> list[int]:
    return values + [by] * (length - len(values))


def export(table: Table, decision: Decision | None) -> State:
    """The model's state by the names of state.pxd, without the skipped fields and with the decks from the top."""
    stage = OVER if decision is None else decision.stage
    return {
        "lead_changes": table.lead_changes,
        "leader": NOBODY if table.leader is None else table.leader,
        "round": table.round,
        "stage": stage,
        "active": None if decision is None else decision.seat,
        "turns": table.turns,
        "order": table.track,
        "turn_order": table.turn_order,
        "deck": table.decks,
        "n_deck": [len(deck) for deck in table.decks],
        "discard": table.discarded,
        "ones": table.ones,
        "threes": table.threes,
        "court": table.court[-1] if table.court else 0,
        "face": table.faces,
        "slot": [[0 if seat is None else 1 + seat for seat in walls] for walls in table.walls],
        "tile": table.tiles,
        "discs": [len(discs) for discs in table.discs],
        "square": [
            padded([0 if square.seat is None else 1 + square.seat for square in table.squares[r]], 4) for r in REGIONS
        ],
        "palaces": [len(table.palaces[r]) for r in REGIONS],
        "aspect": table.aspect,
        "boards": sum(1 << board for board in table.boards_left),
        "bid": table.bid if stage == BID else 0,
        "passed": sum(1 << seat for seat in table.passed),
        "seat": [export_player(table, player, stage) for player in table.players],
    }


def export_player(table: Table, player: Player, stage: int) -> State:
    """A player by the names of state.pxd."""
    colours = [table.rules.data.cards[card - 1].aspect for card in player.cards_on_board()]
    return {
        "vp": player.vp,
        "source": [player.source.get(name, 0) for name in DURING_PLAY],
        "after_round": padded(player.after_round, 5),
        "opening": sum(action << 4 * turn for turn, action in enumerate(player.actions[:6])),
        "board": NOBODY if player.board is None else player.board,
        "n_hand": len(player.hand),
        "hand": sorted(player.hand),
        "governing": player.governing,
        "working": player.working,
        "n_working": [sum(player.working[r]) for r in REGIONS],
        "workers": player.workers,
        "unrest": player.unrest,
        "n_cards": [len(player.cards[r]) for r in REGIONS],
        "card": [padded(player.cards[r], 3) for r in REGIONS],
        "n_aspect": [colours.count(aspect) for aspect in ASPECTS],
        "ones": player.ones,
        "threes": player.threes,
        "officials": [player.officials[kind] for kind in TYPES],
        "governors": player.governors,
        "palaces": player.palaces,
        "walls": player.walls,
        "governors_in": [table.governors_of(player, r) for r in REGIONS],
        "palaces_in": [table.palaces[r].count(player.seat) for r in REGIONS],
        "wall_at": [table.rods_of_wall(player, section) for section in SECTIONS],
        "task": [1 + table.discs[task].index(player.seat) if player.seat in table.discs[task] else 0 for task in TASKS],
        "drafted": [padded(cards, 4) for cards in player.drafted],
        "actions": [player.actions.count(action) for action in range(8)],
        "activated": player.activated,
        "power_uses": player.power_uses,
        "power_brought": player.power_brought if stage == PLAY else [],
        "rewards": player.rewards,
        "hired": player.hired,
        "missing": player.missing,
    }


def comparable(rules: Rules, kernel: State) -> State:
    """The kernel's state without what is skipped, seats that nobody plays and the room left in arrays."""
    n = rules.players
    state = {name: value for name, value in kernel.items() if name not in SKIPPED}
    state["order"] = kernel["order"][:n]
    before_phase_2 = kernel["stage"] in (BID, BOARD, DISCARD)  # the order of phase 2 is not yet known
    state["turn_order"] = [] if before_phase_2 else kernel["turn_order"][:n]
    state["bid"] = kernel["bid"] if kernel["stage"] == BID else 0  # between auctions nothing is bid
    have_board = sum(1 << i for i in range(n) if kernel["seat"][i]["board"] != NOBODY)
    state["passed"] = kernel["passed"] & ~have_board  # the kernel counts those out who have taken a board
    state["deck"] = [
        [kernel["deck"][a][(kernel["head"][a] + k) % 40] for k in range(kernel["n_deck"][a])] for a in ASPECTS
    ]
    state["discard"] = [[card for card in cards if card] for cards in kernel["discard"]]
    state["seat"] = []
    for seat in kernel["seat"][:n]:
        kept = {name: value for name, value in seat.items() if name not in SKIPPED_OF_A_SEAT}
        kept["hand"] = sorted(seat["hand"][: seat["n_hand"]])
        if kernel["stage"] != PLAY:  # counted at the end of the ability or during it, as the ability goes
            kept["power_brought"] = []
        state["seat"].append(kept)
    return state


def see_shuffle(table: Table, kernel: State) -> None:
    """After the draft variant's shuffle: the model takes over the kernel's order of the very same cards."""
    for aspect, number in enumerate(table.shuffled):
        if number:
            theirs = [
                kernel["deck"][aspect][(kernel["head"][aspect] + k) % 40] for k in range(kernel["n_deck"][aspect])
            ]
            if sorted(theirs[-number:]) == sorted(table.decks[aspect][-number:]):
                table.decks[aspect][-number:] = theirs[-number:]
    table.shuffled = [0, 0, 0]


# -- The game --------------------------------------------------------------------------------------------------------


EVERY = 11  # decisions between two looks at what the players know of their discards


def rules_of(game: Game, **options: Any) -> Rules:
    """The components, players and options of a game, some options changed."""
    data: Components = game.tables  # type: ignore[attr-defined]  # the engine's own, not every game's
    return Rules(data, game.players, **(game.options | options))


class ZhanGuoBeside(Beside[int]):
    """Moves by their number, which the model packs as the kernel does. rules: what the model plays by."""

    def __init__(self, position: Position, rules: Rules) -> None:
        super().__init__(position)
        self.model = Model(lay_out(rules, self.game.state(position)))

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
