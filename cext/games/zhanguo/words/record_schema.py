"""The form of a game record of ZhanGuo: its set-up and its whole state."""

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
from cext.games.zhanguo.data.component_types import (
    ASPECTS,
    BOARDS,
    CRITERIA,
    MAX_SQUARES,
    MAX_TASK_SLOTS,
    OFFICIALS,
    TASK_TYPES,
)
from cext.games.zhanguo.words.moves import RULES, STAGES
from cext.games.zhanguo.words.names import SOURCES, square_names
from cext.games.zhanguo.words.record import SECTIONS, Words
from cext.kernel import json_schema as js

__all__ = ["schemas"]

N_REGIONS, N_SLOTS, N_TASKS, N_TILES = (RULES[name] for name in ("N_REGIONS", "N_SLOTS", "N_TASKS", "N_TILES"))
REGION = js.whole(1, N_REGIONS)
BOARD = js.choice(BOARDS)
VALUE_1, VALUE_3 = js.by_name(ASPECTS, COUNT), js.by_name(ASPECTS, js.whole(0, 1))


def officials(most: int | None = None) -> js.Schema:
    """Officials by type."""
    return js.by_name(OFFICIALS, js.whole(0, most))


SET_UP = js.table(
    first_player=js.exactly(1),
    rewards_track=SEATS,
    decks=decks_schema(DECK),
    wall_sections=tiles_schema(CRITERIA, N_SECTIONS),
    tasks=js.listed(
        js.table(
            section=js.choice(SECTIONS),
            kind=js.choice(TASK_TYPES),
            tile=js.whole(1, N_TILES),
            symbols=js.listed(js.either((js.text(), REGION)), 2, 4),
        ),
        N_TASKS,
        N_TASKS,
    ),
    player_boards=js.either(
        (
            js.table(by=js.exactly("given"), of_players=js.listed(BOARD, 2, 4)),
            js.table(by=js.choice(("chosen", "auction")), available=js.listed(BOARD, 2, 4, unique=True)),
        )
    ),
    victory_points=BY_SEAT,
    value_1_markers=VALUE_1,
    value_3_markers=VALUE_3,
    palace_slots_of_a_region=COUNT,
)
PLAYER = js.table(
    player=SEAT,
    board=js.or_none(BOARD),
    vp=COUNT,
    vp_from=js.by_name([name for name, _ in SOURCES[: RULES["N_RUNNING"]]], COUNT),
    hand=js.listed(CARD, 0, RULES["HAND_MAX"], unique=True),
    regions=js.listed(
        js.table(
            region=REGION,
            cards=js.listed(CARD, 0, RULES["AREA_CARDS"], unique=True),
            unrest=js.whole(0, 4),
            governors_area=officials(),
            workers_area=officials(RULES["AREA_OFFICIALS"]),
            workers=COUNT,
        ),
        N_REGIONS,
        N_REGIONS,
    ),
    markers=js.by_name(ASPECTS, js.table(value_1=COUNT, value_3=js.whole(0, 1))),
    supply=supply_schema(OFFICIALS),
)


def schemas(words: Words) -> dict[str, js.Schema]:
    """JSON Schemas of record.set_up() and record.whole_state()."""
    squares = square_names(words.tables.numbers.bonus_vp)[:-1]
    region = js.table(
        region=REGION,
        bonus_squares=js.listed(js.table(bonus=js.choice(squares), governor_of=js.or_none(SEAT)), 0, MAX_SQUARES),
        governors=BY_SEAT,
        palaces=BY_SEAT,
    )
    state = js.table(
        now=now_schema(name for name in STAGES[:-1] if name != "stop"),
        decks=decks_schema(0),
        discards=decks_schema(0),
        court_area_top_card=js.or_none(CARD),
        tiebreaker_order=SEATS,
        value_1_markers_in_supply=VALUE_1,
        value_3_markers_on_gameboard=VALUE_3,
        regions=js.listed(region, N_REGIONS, N_REGIONS),
        wall_sections=sections_schema(slots=js.listed(js.or_none(SEAT), N_SLOTS, N_SLOTS)),
        tasks=js.listed(
            js.table(
                section=js.choice(SECTIONS),
                kind=js.choice(TASK_TYPES),
                discs=js.listed(SEAT, 0, MAX_TASK_SLOTS, unique=True),
            ),
            N_TASKS,
            N_TASKS,
        ),
        players=js.listed(PLAYER, 2, 4),
    )
    return {"set_up": SET_UP, "state": state}
