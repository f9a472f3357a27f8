"""The model's table as the engine's state in plain data, so that words are tested on the games the model plays."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np

from cext.games.first_empire.data import component_types as ct
from cext.games.first_empire.words.moves import NOBODY, RULES, STAGES
from cext.kernel.declarations import read_declarations, to_plain
from tests.games.first_empire.model.table import Decision, Player, Table

RULES_FOLDER = Path(ct.__file__).parents[1] / "rules"
STATE = read_declarations(*(RULES_FOLDER / f"{name}.pxd" for name in ("tables", "state"))).struct("State")
BLANK, BLANK_SEAT = (pickle.dumps(to_plain(np.zeros((), layout))) for layout in (STATE, STATE["seat"].base))
FIRST_OWN, FIRST_MASTER = RULES["FIRST_OWN"], RULES["FIRST_MASTER"]
STAGE_OF = {  # what the model's decisions are about, by the engine's kinds of move
    "starting tile": "start", "turn": "play", "unification": "region", "recruit": "recruit", "elixir symbol": "card",
    "alchemist cards": "card", "master": "master", "governor": "governor", "bonus": "bonus", "hire": "hire",
    "palace": "palace", "free palace": "palace", "palace tile": "palace_tile", "large token": "large", "wall": "wall",
    "wall payment": "pay", "emperor": "emperor", "abilities": "ability", "move officials": "move", "tokens": "tokens",
    "calm": "calm", "move workers": "move_worker", "workers": "place", "recruit in one region": "place",
    "region of a reward": "place", "soldiers": "soldier", "reward": "reward", "unlock": "unlock",
    "large tokens": "spend", "small tokens": "return", "soldier of Li Si": "his_soldier",
}  # fmt: skip


def number_of(table: Table, card: int | str) -> int:
    """The engine's number of a card."""
    if isinstance(card, int):
        return card
    own, masters = table.facts.own, table.facts.masters
    return FIRST_OWN + own.index(card) if card in own else FIRST_MASTER + masters.index(card)


def seat_of(table: Table, player: Player) -> dict[str, Any]:
    """A player's part of the state."""
    seat: dict[str, Any] = pickle.loads(BLANK_SEAT)
    seat["vp"] = player.vp
    seat["source"] = [player.source.get(name, 0) for name in ("palaces", "abilities", "bonuses", "soldiers")]
    seat["start"] = [*player.starting_tiles, 0, 0][:2]
    seat["n_start"] = len(player.starting_tiles)
    seat["n_hand"] = len(player.hand)
    seat["hand"][: len(player.hand)] = player.hand
    for name in player.alchemist_cards:
        seat["aside"] |= 1 << (number_of(table, name) - FIRST_OWN)
    for r, cards in enumerate(player.cards):
        seat["n_cards"][r] = len(cards)
        for k, card in enumerate(cards):
            seat["card"][r][k] = number_of(table, card.card)
            seat["emperor"] |= card.emperor << (3 * r + k)
            for trigger in card.triggers:
                seat["by_trigger"][ct.TRIGGERS.index(trigger)] |= 1 << (3 * r + k)
    seat["officials"] = [[region[kind] for kind in ct.OFFICIALS] for region in player.officials]
    seat["supply"] = [player.supply[kind] for kind in ct.OFFICIALS]
    for size in ("small", "large"):
        seat[size] = [getattr(player, size)[aspect] for aspect in ct.ASPECTS]
    for field in ("workers", "unrest", "governors", "palaces", "walls", "locked", "entrance", "ship"):
        value = getattr(player, field)
        seat[field] = list(value) if isinstance(value, list) else value
    seat["governors_in"] = [table.governors_of(player, r) for r in range(5)]
    seat["palaces_in"] = [table.palaces_of(player, r) for r in range(5)]
    for number, section in enumerate(table.sections):
        seat["wall_at"][number] = section.walls.index(player.seat) + 1 if player.seat in section.walls else 0
    return seat


def as_state(table: Table, decision: Decision | None, within: str = "ACTION") -> dict[str, Any]:
    """What Game.state() would say of the model's table, but for fields only the engine needs."""
    facts, data = table.facts, table.facts.data
    state: dict[str, Any] = pickle.loads(BLANK)
    state["stage"] = STAGES.index(STAGE_OF[decision.about] if decision else "over")
    state["active"] = decision.seat if decision else NOBODY
    state["within"] = RULES[f"WITHIN_{within}"]
    state["round"] = table.round
    state["track"][: len(table.track)] = table.track
    for a, aspect in enumerate(ct.ASPECTS):
        left = table.decks[aspect]
        state["head"][a] = 40 - len(left)
        state["deck"][a] = [*(n for n in range(40 * a + 1, 40 * a + 41) if n not in left), *left]
        state["small"][a], state["large"][a] = table.small[aspect], table.large[aspect]
    state["court"] = table.court[-1] if table.court else 0
    state["n_court"] = len(table.court) + len(table.cleared)
    for card in table.masters:
        state["masters"] |= 1 << facts.masters.index(card)
    for k, section in enumerate(table.sections):
        state["face"][k] = ct.CRITERIA.index(section.face)
        state["slot"][k][: len(section.walls)] = [0 if seat is None else seat + 1 for seat in section.walls]
    for k, lie in enumerate(table.emperors):
        state["emperor"][k][: len(lie)] = [ct.TRIGGERS.index(name) + 1 for name in lie]
        state["n_emperor"][k] = len(lie)
    tiles = list(range(len(data.mausoleum_tiles)))
    for k, spot in enumerate(table.mausoleum):
        kind = ct.SPOTS.index(spot.kind)
        state["spot"][k] = next(
            n for n, one in enumerate(data.mausoleum) if (one.kind, one.place) == (kind, spot.place)
        )
        state["tile"][k] = next(n for n in tiles if is_tile(data.mausoleum_tiles[n], kind, spot.needs))
        tiles.remove(state["tile"][k])
        state["soldier"][k][: len(spot.soldiers)] = [seat + 1 for seat in spot.soldiers]
        state["n_soldiers"][k] = len(spot.soldiers)
    for r, spaces in enumerate(table.governor_spaces):
        for k, space in enumerate(spaces):
            state["space"][r][k] = facts.governor_tiles.index(space.options) + 1 if space.options else 0
            state["governor"][r][k] = 0 if space.seat is None else space.seat + 1
    for r, kinds in enumerate(table.palace_tiles):
        state["palace_tile"][r][: len(kinds)] = [ct.PALACE_KINDS.index(kind) + 1 for kind in kinds]
    if table.lisi is not None:
        piles = {
            "lisi_deck": table.lisi.deck, "lisi_discard": table.lisi.discards, "lisi_removed": table.lisi.removed,
            "lisi_cards": table.lisi.unification_deck, "dropped": table.dropped,
        }  # fmt: skip
        for pile, cards in piles.items():
            state[pile][: len(cards)] = cards
            state[f"n_{pile}"] = len(cards)
        for place, taken in table.lisi.palace_tiles:
            state["lisi_tile"][place][ct.PALACE_KINDS.index(taken)] += 1
        state["lisi_emperors"] = len(table.lisi.emperor_tiles)
    state["seat"] = [seat_of(table, player) for player in table.players] + state["seat"][len(table.players) :]
    return state


def is_tile(tile: ct.MausoleumTile, kind: int, needs: dict[str, int]) -> bool:
    """Whether a Mausoleum tile asks for this."""
    asked = (tile.governors, tile.palaces, tile.pieces, tile.walls, tile.space, tile.alchemist_cards)
    return tile.kind == kind and asked == tuple(needs.values())
