"""The model's table in the words of the engine's state, as far as both have it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cext.games.first_empire.data import component_types as ct
from cext.games.first_empire.words.moves import RULES
from cext.kernel.declarations import read_declarations, state_reader
from tests.games.first_empire.model.facts import ASPECTS, OFFICIALS, REGIONS
from tests.games.first_empire.model.table import Player, Table

State = dict[str, Any]
RULES_FOLDER = Path(ct.__file__).parents[1] / "rules"
LAYOUT = read_declarations(*(RULES_FOLDER / f"{name}.pxd" for name in ("tables", "state"))).struct("State")
BLANK: State = state_reader(LAYOUT)(bytes(LAYOUT.itemsize))
BLANK_SEAT: State = BLANK["seat"][0]
FIRST_OWN, FIRST_MASTER = RULES["FIRST_OWN"], RULES["FIRST_MASTER"]
PILES = "lisi_deck", "lisi_discard", "lisi_removed", "lisi_cards", "dropped"
PLAIN_OF_SEAT = "workers", "unrest", "governors", "palaces", "walls", "locked", "entrance", "ship"


def filled(empty: list[Any], values: Iterable[Any]) -> list[Any]:
    """The values, then what an empty state has in the places behind them."""
    first = list(values)
    return first + empty[len(first) :]


def rows_filled(empty: list[list[Any]], rows: Iterable[Iterable[Any]]) -> list[Any]:
    """Each row filled, then the empty rows behind them."""
    return filled(empty, [filled(blank, row) for blank, row in zip(empty, rows, strict=False)])


def export(table: Table) -> State:
    """The model's table in the words of comparable()."""
    facts, lisi = table.facts, table.lisi
    kinds = [ct.SPOTS.index(spot.kind) for spot in table.mausoleum]
    piles = {
        "lisi_deck": lisi.deck, "lisi_discard": lisi.discards, "lisi_removed": lisi.removed,
        "lisi_cards": lisi.unification_deck, "dropped": table.dropped,
    } if lisi else {}  # fmt: skip
    taken = [(place, ct.PALACE_KINDS.index(kind)) for place, kind in lisi.palace_tiles] if lisi else []
    return {
        "round": table.round,
        "track": table.track,
        "decks": [list(table.decks[aspect]) for aspect in ASPECTS],
        "small": [table.small[aspect] for aspect in ASPECTS],
        "large": [table.large[aspect] for aspect in ASPECTS],
        "court": table.court[-1] if table.court else 0,
        "n_court": len(table.court) + len(table.cleared),
        "masters": sum(1 << facts.masters.index(card) for card in table.masters),
        "face": filled(BLANK["face"], (ct.CRITERIA.index(section.face) for section in table.sections)),
        "slot": rows_filled(BLANK["slot"], (map(numbered, section.walls) for section in table.sections)),
        "emperor": rows_filled(
            BLANK["emperor"], ((ct.TRIGGERS.index(name) + 1 for name in lie) for lie in table.emperors)
        ),
        "n_emperor": filled(BLANK["n_emperor"], map(len, table.emperors)),
        "spot": [(kind, spot.place) for kind, spot in zip(kinds, table.mausoleum, strict=True)],
        "tile": [(kind, spot.needs) for kind, spot in zip(kinds, table.mausoleum, strict=True)],
        "soldier": rows_filled(BLANK["soldier"], (map(numbered, spot.soldiers) for spot in table.mausoleum)),
        "n_soldiers": [len(spot.soldiers) for spot in table.mausoleum],
        "space": [
            filled([[]] * len(blank), (space.options or [] for space in spaces))
            for blank, spaces in zip(BLANK["space"], table.governor_spaces, strict=True)
        ],
        "governor": rows_filled(
            BLANK["governor"], ((numbered(space.seat) for space in spaces) for spaces in table.governor_spaces)
        ),
        "palace_tile": rows_filled(
            BLANK["palace_tile"], ((ct.PALACE_KINDS.index(kind) + 1 for kind in kinds) for kinds in table.palace_tiles)
        ),
        **{pile: filled(BLANK[pile], piles.get(pile, [])) for pile in PILES},
        **{f"n_{pile}": len(piles.get(pile, [])) for pile in PILES},
        "lisi_tile": [
            [taken.count((place, kind)) for kind in range(len(row))] for place, row in enumerate(BLANK["lisi_tile"])
        ],
        "lisi_emperors": len(lisi.emperor_tiles) if lisi else 0,
        "seat": [export_seat(table, player) for player in table.players],
    }


def numbered(seat: int | None) -> int:
    """A seat as the kernel's arrays have it: from 1, 0 for nobody."""
    return 0 if seat is None else seat + 1


def export_seat(table: Table, player: Player) -> State:
    """A player's part of it."""
    facts = table.facts

    def number(card: int | str) -> int:
        if isinstance(card, int):
            return card
        return FIRST_OWN + facts.own.index(card) if card in facts.own else FIRST_MASTER + facts.masters.index(card)

    cards = [(3 * r + k, card) for r, region in enumerate(player.cards) for k, card in enumerate(region)]
    by_trigger = [0] * len(BLANK_SEAT["by_trigger"])
    for place, card in cards:
        for trigger in card.triggers:
            by_trigger[ct.TRIGGERS.index(trigger)] |= 1 << place
    return {
        "vp": player.vp,
        "source": [player.source.get(name, 0) for name in ("palaces", "abilities", "bonuses", "soldiers")],
        "n_hand": len(player.hand),
        "hand": sorted(player.hand),
        "aside": sum(1 << (number(name) - FIRST_OWN) for name in player.alchemist_cards),
        "card": rows_filled(BLANK_SEAT["card"], ((number(card.card) for card in region) for region in player.cards)),
        "n_cards": [len(region) for region in player.cards],
        "by_trigger": by_trigger,
        "emperor": sum(card.emperor << place for place, card in cards),
        "officials": [[region[kind] for kind in OFFICIALS] for region in player.officials],
        "supply": [player.supply[kind] for kind in OFFICIALS],
        "small": [player.small[aspect] for aspect in ASPECTS],
        "large": [player.large[aspect] for aspect in ASPECTS],
        **{field: getattr(player, field) for field in PLAIN_OF_SEAT},
        "governors_in": [table.governors_of(player, r) for r in REGIONS],
        "palaces_in": [table.palaces_of(player, r) for r in REGIONS],
        "wall_at": filled(
            BLANK_SEAT["wall_at"],
            (section.walls.index(player.seat) + 1 if player.seat in section.walls else 0 for section in table.sections),
        ),
    }
