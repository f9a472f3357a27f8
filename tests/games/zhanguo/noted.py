"""The masks of a state (derived_masks.pxd), worked out from its pieces: for positions set up by hand."""

from typing import Any, cast

from cext.games.zhanguo.data.component_types import Components
from cext.kernel.game import Game

__all__ = ["NO_SEAT", "note"]

State = dict[str, Any]
NO_SEAT = 255
ROOM = 99  # levels of unrest that no track has: a fourth card goes nowhere


def note(game: Game, state: State) -> None:
    """Write the masks into the state."""
    components: Components = cast(Any, game).tables  # of the engine, not of every game
    slots = components.palace_slots[game.players - 2]
    state["palaces_full"] = sum((n >= slots) << r for r, n in enumerate(state["palaces"]))
    state["taken"] = sum((seat > 0) << 3 * i + k for i, row in enumerate(state["slot"]) for k, seat in enumerate(row))
    for player in state["seat"][: game.players]:
        player["walled"] = sum((rods > 0) * 7 << 3 * i for i, rods in enumerate(player["wall_at"]))
        if player["board"] != NO_SEAT:
            note_board(game, components, player)


def note_board(game: Game, components: Components, player: State) -> None:
    """The masks of a player board."""
    board = components.boards[player["board"]]
    for mask, area in (("governing_at", "governing"), ("working_at", "working")):
        player[mask] = sum((n > 0) << 3 * r + c for r, row in enumerate(player[area]) for c, n in enumerate(row))
    player["workers_at"] = sum((n > 0) << r for r, n in enumerate(player["workers"]))
    player["pairs_at"] = sum((n > 1) << r for r, n in enumerate(player["workers"]))
    player["silent"] = player["open_to_card"] = player["open_to_palace"] = 0
    rises = (*components.numbers.card_unrest, ROOM)
    for r, (level, most, cards) in enumerate(zip(player["unrest"], board.tracks, player["n_cards"], strict=True)):
        player["silent"] |= (level >= most) * 7 << 3 * r
        player["open_to_card"] |= (level + rises[cards] <= most) << r
        player["open_to_palace"] |= (not forbids_palace(game, board.no_palace[r], level)) << r


def forbids_palace(game: Game, symbols: int, level: int) -> bool:
    """Whether a cube on that level forbids a palace; symbols: bit mask of the levels with the sign."""
    lowest = (symbols & -symbols).bit_length() - 1
    return level >= lowest >= 0 if game.options["palace_from_symbol"] else bool(symbols >> level & 1)
