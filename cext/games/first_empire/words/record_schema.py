"""The form of a game record of The First Empire: its set-up and its whole state."""

from cext.games.deck_words import (
    BY_SEAT,
    CARD,
    COUNT,
    DECK,
    N_SECTIONS,
    SEAT,
    SEATS,
    decks_schema,
    now_schema,
    sections_schema,
    supply_schema,
    tiles_schema,
)
from cext.games.first_empire.data.component_types import (
    ASPECTS,
    CRITERIA,
    OFFICIALS,
    PALACE_KINDS,
    REGIONS,
    SPOTS,
    TRIGGERS,
    Components,
)
from cext.games.first_empire.words.move_fields import CARD_ON_BOARD, REGION, RULES, STAGES, card_of
from cext.games.first_empire.words.names import SOURCES
from cext.games.first_empire.words.record import Words
from cext.kernel import json_schema as js

__all__ = ["schemas"]

AREA_CARDS, FIRST_OWN, HAND, N_MAUSOLEUM, N_PALACE_SPACES, N_SLOTS, N_SOLO, N_SPACES, RUNNING = (
    RULES[name] for name in ("AREA_CARDS", "FIRST_OWN", "HAND", "N_MAUSOLEUM", "N_PALACE_SPACES", "N_SLOTS", "N_SOLO",
                             "N_SPACES", "N_RUNNING")
)  # fmt: skip
THIRD = js.whole(1, 3)
TILES = js.listed(js.choice(PALACE_KINDS), 0, N_PALACE_SPACES)
TOKENS = js.by_name(ASPECTS, js.table(small=COUNT, large=js.whole(0, 1)))
SOLO_CARDS = js.listed(js.whole(1, N_SOLO), 0, None, unique=True)


def maybe(schema: js.Schema, key: str, value: js.Schema) -> js.Schema:
    """The table, with one more property where there is Li Si."""
    return {**schema, "properties": {**schema["properties"], key: value}}


def schemas(words: Words) -> dict[str, js.Schema]:
    """JSON Schemas of record.set_up() and record.whole_state()."""
    components = words.tables
    alchemists = [card_of(components, FIRST_OWN + k) for k in range(len(components.alchemists))]
    masters = [card_of(components, FIRST_OWN + len(alchemists) + k) for k in range(len(components.masters))]
    return {
        "set_up": maybe(set_up(components, masters), "lisi_deck", SOLO_CARDS),
        "state": maybe(state(alchemists, masters), "lisi", LISI),
    }


def set_up(components: Components, masters: list[int | str]) -> js.Schema:
    """What chance and the number of players decided."""
    slots = js.listed(THIRD, 2, N_SLOTS)
    spot = js.table(
        row=THIRD,
        column=THIRD,
        kind=js.choice(SPOTS),
        place=js.text(),
        spot=js.whole(1, N_MAUSOLEUM),
        tile=js.whole(1, N_MAUSOLEUM),
        slots=js.listed(COUNT, 1, N_SLOTS),
    )
    tile = js.whole(1, len(components.starting_tiles))
    place = js.table(at=js.either((js.text(), js.whole(1, N_SECTIONS))), triggers=js.listed(js.choice(TRIGGERS)))
    return js.table(
        turn_order=SEATS,
        tableau=js.listed(js.choice(ASPECTS), len(ASPECTS), len(ASPECTS), unique=True),
        wall_sections=tiles_schema(CRITERIA, len(components.wall_tiles), slots=slots),
        governor_tiles=js.by_name(
            REGIONS, js.listed(js.or_none(js.whole(1, len(components.governor_tiles))), 0, N_SPACES)
        ),
        mausoleum=js.listed(spot, N_MAUSOLEUM, N_MAUSOLEUM),
        decks=decks_schema(DECK),
        emperor_tiles=js.listed(place, len(components.sites), N_SECTIONS),
        palace_tiles=js.by_name(REGIONS, TILES),
        master_alchemists=js.listed(js.choice(masters), unique=True),
        starting_tiles=js.listed(js.listed(tile, 0, 2, unique=True), 2, 4),
    )


def state(alchemists: list[int | str], masters: list[int | str]) -> js.Schema:
    """Everything on the table."""
    region = js.table(
        region=REGION,
        governor_spaces=js.listed(js.table(tile=js.or_none(js.whole(1)), governor_of=js.or_none(SEAT)), 0, N_SPACES),
        open_area=BY_SEAT,
        palaces=BY_SEAT,
        palace_tiles=TILES,
    )
    return js.table(
        now=now_schema(name for name in STAGES if name not in ("unlock_one", "stop", "over")),
        decks=decks_schema(0),
        court_area_top_card=js.or_none(CARD),
        cards_in_court_area=COUNT,
        turn_order=SEATS,
        tokens_left=TOKENS,
        regions=js.listed(region, len(REGIONS), len(REGIONS)),
        wall_sections=sections_schema(
            slots=js.listed(js.or_none(SEAT), 2, N_SLOTS), emperor_tile=js.or_none(js.choice(TRIGGERS))
        ),
        mausoleum=js.listed(
            js.table(row=THIRD, column=THIRD, soldiers=js.listed(SEAT, 0, N_SLOTS, unique=True)),
            N_MAUSOLEUM,
            N_MAUSOLEUM,
        ),
        master_alchemists=js.listed(js.choice(masters), unique=True),
        players=js.listed(player([*alchemists, *masters]), 2, 4),
    )


def player(alchemists: list[int | str]) -> js.Schema:
    """What lies in front of a player."""
    card = js.table(card=CARD_ON_BOARD, emperor_tile=js.or_none(js.choice(TRIGGERS)))
    return js.table(
        player=SEAT,
        starting_tiles=js.listed(js.whole(1), 0, 2, unique=True),
        vp=COUNT,
        vp_from=js.by_name([name for name, _ in SOURCES[:RUNNING]], COUNT),
        hand=js.listed(CARD, 0, HAND, unique=True),
        alchemist_cards=js.listed(js.choice(alchemists), unique=True),
        regions=js.listed(
            js.table(
                region=REGION,
                cards=js.listed(card, 0, AREA_CARDS, unique=True),
                unrest=js.whole(0, RULES["MAX_UNREST"]),
                officials=js.by_name(OFFICIALS, COUNT),
                workers=COUNT,
            ),
            len(REGIONS),
            len(REGIONS),
        ),
        tokens=TOKENS,
        soldiers=js.table(locked=COUNT, entrance=COUNT),
        ship=COUNT,
        supply=supply_schema(OFFICIALS),
    )


LISI = js.table(
    action_deck=SOLO_CARDS,
    discards=SOLO_CARDS,
    removed=SOLO_CARDS,
    unification_deck=js.listed(CARD, 0, HAND, unique=True),
    dropped=js.listed(CARD, unique=True),
    palace_tiles=js.by_name(REGIONS, TILES),
    emperor_tiles_removed=COUNT,
)
