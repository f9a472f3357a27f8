"""The component files of The First Empire and the tables they become, which are described in component_types.py.

An error is a rule of the rulebook broken, or something the engine has no room for. A warning is a difference from what
the rulebook's text says of the printed game (component_warnings.py): deliberate, perhaps, in an edited copy.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from cext.games.card_decks import read_cards, read_wall_tiles
from cext.games.component_reader import ComponentReader
from cext.games.component_schema import data_schema, forms_of
from cext.games.components import ComponentSet, digest, provenance
from cext.games.errors import ComponentError
from cext.games.first_empire.data import component_board as board
from cext.games.first_empire.data import component_cards as cards
from cext.games.first_empire.data import component_solo as solo
from cext.games.first_empire.data.component_types import (
    ASPECTS,
    CRITERIA,
    OFFICIALS,
    PLAYERS,
    REGIONS,
    Components,
    LiSi,
    MausoleumTile,
    Numbers,
    StartingTile,
)
from cext.games.first_empire.data.component_warnings import warnings
from cext.kernel import json_schema as js

__all__ = ["COMPONENTS", "SHIPPED", "check", "digest", "export", "load", "provenance", "tables", "write"]


def read(files: Mapping[str, Path], reading: ComponentReader) -> Components | None:
    """The tables of the files."""
    numbers = reading.numbers(files["numbers.toml"], Numbers)
    gameboard = board.read_board(files["board.toml"], reading)
    palace_tiles, palace_tile_vp = cards.read_palace_tiles(files["palace_tiles.csv"], reading)
    wall_tiles = read_wall_tiles(files["wall_tiles.csv"], reading, cards.WALL_ROWS, CRITERIA)
    solo_cards = reading.table(files["solo_cards.csv"], solo.SOLO_ROWS, solo.solo_card)
    faces = reading.table(files["scoring_faces.csv"], solo.SCORING_ROWS, solo.scoring_face)
    found = {
        "cards": read_cards(files["cards.csv"], reading, cards.CARD_ROWS, ASPECTS),
        "ability_amounts": reading.table(files["abilities.csv"], cards.ABILITY_ROWS, cards.ability_amount),
        "alchemists": reading.table(files["alchemist_cards.csv"], cards.ALCHEMIST_ROWS, cards.alchemist_card),
        "masters": reading.table(files["master_cards.csv"], cards.MASTER_ROWS, cards.alchemist_card),
        "starting_tiles": reading.table(files["starting_tiles.csv"], cards.STARTING_ROWS, cards.starting_tile),
        "emperor_tiles": cards.read_emperor_tiles(files["emperor_tiles.csv"], reading),
        "governor_tiles": reading.table(files["governor_tiles.csv"], cards.GOVERNOR_ROWS, cards.governor_tile),
        "rewards": cards.read_rewards(files["rewards.csv"], reading),
        "tableaus": reading.table(files["tableaus.csv"], cards.TABLEAU_ROWS, cards.tableau),
        "mausoleum": board.read_mausoleum(files["mausoleum.csv"], reading),
        "mausoleum_tiles": board.read_mausoleum_tiles(files["mausoleum_tiles.csv"], reading),
        "lisi": solo.read_lisi(files["lisi_cards.csv"], solo_cards, faces, reading),
    }
    if reading.errors or gameboard is None:
        return None
    built = Numbers(**numbers)
    check_together(built, found["mausoleum_tiles"], found["lisi"], len(gameboard.elixir.vp) - 1, reading)
    check_starting_tiles(built, found["starting_tiles"], reading)
    by_criterion = sorted((face for tile in wall_tiles for face in tile), key=lambda face: face.criterion)
    return Components(
        **found,
        palace_tiles=palace_tiles,
        palace_tile_vp=palace_tile_vp,
        wall_tiles=wall_tiles,
        wall_vp=tuple(face.vp for face in by_criterion),
        adjacent=gameboard.adjacent,
        sites=gameboard.sites,
        site_of=gameboard.site_of,
        markings=gameboard.markings,
        elixir=gameboard.elixir,
        solo_cards=solo_cards,
        scoring_faces=faces,
        numbers=built,
        statuses=reading.counted(),
    )


def check_together(
    numbers: Numbers, mausoleum: Iterable[MausoleumTile], lisi: Iterable[LiSi], end: int, reading: ComponentReader
) -> None:
    """What several files say together: Governor tiles fill their spaces (6), and no ship is beyond the route's end."""
    for players, spaces in zip(PLAYERS, numbers.governor_spaces, strict=True):
        tiles = numbers.governor_bonus_tiles[players - 2] + numbers.governor_blank_tiles[players - 2]
        if tiles != spaces * len(REGIONS):
            reason = f"{tiles} Governor tiles with {players} players fill not {spaces} in each region: correct a number"
            reading.errors.append(ComponentError("numbers.toml", "governor_spaces", reason))
    far = [("mausoleum_tiles.csv", row, tile.space) for row, tile in enumerate(mausoleum, start=1)]
    far += [("lisi_cards.csv", row, card.space) for row, card in enumerate(lisi, start=1)]
    for file, number, space in far:
        if space > end:
            reason = f"space {space} in the entry of number {number}: the elixir route of board.toml ends at {end}"
            reading.errors.append(ComponentError(file, None, reason))
    for number, card in enumerate(lisi, start=1):
        if card.soldiers > numbers.supply_soldiers:
            reason = (
                f"Li Si {number} unlocks {card.soldiers} soldiers: he has {numbers.supply_soldiers} (supply_soldiers)"
            )
            reading.errors.append(ComponentError("lisi_cards.csv", None, reason))


def check_starting_tiles(numbers: Numbers, tiles: Iterable[StartingTile], reading: ComponentReader) -> None:
    """Appendix 4: the supply holds the officials of every tile, the General in Chu among them."""
    for number, tile in enumerate(tiles, start=1):
        for kind, n in zip(OFFICIALS, tile.officials, strict=True):
            given = n + numbers.start_generals * (kind == "general")
            if given > numbers.supply_officials:
                with_general = ", the General in Chu among them" if given > n else ""
                reason = (
                    f"tile {number} gives {given} {kind}{'s' * (given > 1)}{with_general}: "
                    f"supply_officials is {numbers.supply_officials}, raise it or correct the tile"
                )
                reading.errors.append(ComponentError("starting_tiles.csv", None, reason))


SHIPPED = Path(__file__).parent
COMPONENTS = ComponentSet(
    shipped=SHIPPED,
    csv={
        "abilities.csv": cards.ABILITY_ROWS,
        "alchemist_cards.csv": cards.ALCHEMIST_ROWS,
        "cards.csv": cards.CARD_ROWS,
        "emperor_tiles.csv": cards.EMPEROR_ROWS,
        "governor_tiles.csv": cards.GOVERNOR_ROWS,
        "lisi_cards.csv": solo.LISI_ROWS,
        "master_cards.csv": cards.MASTER_ROWS,
        "mausoleum.csv": board.SPOT_ROWS,
        "mausoleum_tiles.csv": board.TILE_ROWS,
        "palace_tiles.csv": cards.PALACE_ROWS,
        "rewards.csv": cards.REWARD_ROWS,
        "scoring_faces.csv": solo.SCORING_ROWS,
        "solo_cards.csv": solo.SOLO_ROWS,
        "starting_tiles.csv": cards.STARTING_ROWS,
        "tableaus.csv": cards.TABLEAU_ROWS,
        "wall_tiles.csv": cards.WALL_ROWS,
    },
    toml={"board.toml": board.BOARD_SCHEMA, "numbers.toml": js.table(data_schema(forms_of(Numbers)))},
    read=read,
    warnings=warnings,
)
load, check, export = COMPONENTS.load, COMPONENTS.check, COMPONENTS.export
tables, write = COMPONENTS.raw_content, COMPONENTS.write
