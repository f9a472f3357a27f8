"""A game of The First Empire in a game record: its set-up and its whole state in the rulebook's words."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cext.games import deck_words
from cext.games.deck_words import ASPECTS, BY_SEAT, CARD, COUNT, DECK, N_SECTIONS, SEAT, moment
from cext.games.first_empire.data.component_types import (
    CRITERIA,
    OFFICIALS,
    PALACE_KINDS,
    REGIONS,
    SPOTS,
    TABLEAUS,
    TRIGGERS,
    Components,
    MausoleumTile,
)
from cext.games.first_empire.words.moves import (
    CARD_ON_BOARD,
    NOBODY,
    REGION,
    RULES,
    STAGES,
    card_of,
    emperor_place,
)
from cext.games.first_empire.words.names import SOURCES
from cext.games.record_forms import Form, by_name, field, from_function, list_of, none_if_zero, number, table
from cext.games.words import RulebookWords
from cext.kernel import json_schema as js

__all__ = ["Words", "before_drawing", "forms", "lay_out", "now", "phase_of", "printed", "slots_of", "stage_of"]

Words = RulebookWords[Components]
State = Mapping[str, Any]

AREA_CARDS, DRAWN, FIRST_MASTER, FIRST_OWN, HAND, N_MAUSOLEUM, N_SLOTS, N_SPACES = (
    RULES[name]
    for name in ("AREA_CARDS", "DRAWN", "FIRST_MASTER", "FIRST_OWN", "HAND", "N_MAUSOLEUM", "N_SLOTS", "N_SPACES")
)
PHASE_3 = ("reward", "unlock", "spend", "return")  # stages that no other phase has
WITHIN_3 = tuple(RULES[f"WITHIN_{name}"] for name in ("REWARD", "REWARDED", "UNLOCKING", "UNLOCKED", "LIMIT"))


def stage_of(state: State) -> str:
    """Name of the pending decision."""
    return STAGES[state["stage"]]


def phase_of(state: State) -> int:
    """Number of the phase the pending decision belongs to: 0 set-up, 2 or 3, 4 the game is over; 1 asks nothing."""
    stage = stage_of(state)
    if stage == "over":
        return 4
    if stage == "start" or (stage != "play" and state["within"] == RULES["WITHIN_START"]):
        return 0
    return 3 if stage in PHASE_3 or (stage != "play" and state["within"] in WITHIN_3) else 2


def before_drawing(state: State, seats: int) -> dict[str, Any]:
    """The state before the cards of the round were drawn: what was drawn still stands in the decks.

    Right only where no card of the round has been played.
    """
    players = [{**seat, "n_hand": 0} for seat in state["seat"][:seats]]
    heads = [head - DRAWN * seats for head in state["head"]]
    return {**state, "head": heads, "seat": players + state["seat"][seats:], "n_lisi_cards": 0}


# -- what records hold ------------------------------------------------------------------------------------------------

NUMBER = number(js.whole(1, 3))
ROW = from_function(NUMBER.schema, lambda state, k: k // 3 + 1)
COLUMN = from_function(NUMBER.schema, lambda state, k: k % 3 + 1)
REGION_NAME = from_function(REGION, lambda state, r: REGIONS[r])
TRIGGER = js.choice(TRIGGERS)
TOKENS = by_name(ASPECTS, table(small=COUNT, large=js.whole(0, 1)))
PALACE_TILES = js.listed(js.choice(PALACE_KINDS), 0, RULES["N_PALACE_SPACES"])
TILES_OF_REGION = field(PALACE_TILES, "palace_tile", lambda tiles: [PALACE_KINDS[n - 1] for n in tiles if n])


def action_cards(pile: str) -> Form:
    """Li Si's action cards of a pile."""
    schema = js.listed(js.whole(1, RULES["N_SOLO"]), 0, None, unique=True)
    return from_function(schema, lambda state: state[f"lisi_{pile}"][: state[f"n_lisi_{pile}"]])


LISI = table(  # Li Si's decks and the tiles he took
    action_deck=action_cards("deck"),
    discards=action_cards("discard"),
    removed=action_cards("removed"),
    unification_deck=from_function(
        js.listed(CARD, 0, HAND, unique=True), lambda state: state["lisi_cards"][: state["n_lisi_cards"]]
    ),
    dropped=from_function(js.listed(CARD, unique=True), lambda state: state["dropped"][: state["n_dropped"]]),
    palace_tiles=by_name(
        REGIONS,
        field(
            PALACE_TILES, "lisi_tile", lambda counts: [PALACE_KINDS[k] for k, n in enumerate(counts) for _ in range(n)]
        ),
    ),
    emperor_tiles_removed=field(COUNT, "lisi_emperors"),
)


def with_lisi(form: Form, name: str, part: Form, plays: Callable[[State], Any]) -> Form:
    """The table with one entry more where Li Si plays."""
    properties = {**form.schema["properties"], name: part.schema}
    return from_function(
        {**form.schema, "properties": properties},
        lambda state: form.write(state) | ({name: part.write(state)} if plays(state) else {}),
    )


def forms(words: Words) -> tuple[Form, Form]:
    """The set-up, cards not yet drawn; the whole state."""
    piles = ("n_lisi_deck", "n_lisi_discard", "n_lisi_removed")
    return (
        with_lisi(set_up(words), "lisi_deck", action_cards("deck"), lambda state: state["n_lisi_deck"]),
        with_lisi(whole_state(words), "lisi", LISI, lambda state: any(state[name] for name in piles)),
    )


def set_up(words: Words) -> Form:
    """Everything chance and the number of players decided before the first decision."""
    components, seats = words.tables, words.seats
    by_site = words.options["emperor_tiles"] == "site"
    places: Sequence[Any] = components.sites if by_site else range(1, N_SECTIONS + 1)
    place = js.table(at=js.either((js.text(), js.whole(1, N_SECTIONS))), triggers=js.listed(TRIGGER))
    tile = js.whole(1, len(components.starting_tiles))

    def emperor_tiles(state: State) -> list[dict[str, Any]]:
        """Emperor tiles by the section or the site where they lie, top first."""
        return [
            {"at": place, "triggers": [TRIGGERS[n - 1] for n in state["emperor"][k][: state["n_emperor"][k]]]}
            for k, place in enumerate(places)
        ]

    def starting_tiles(state: State) -> list[list[int]]:
        return [[tile for tile in seat["start"] if tile] for seat in state["seat"][:seats]]

    return table(
        {"turn_order": deck_words.order("track", seats), **printed_entries(words)},
        decks=deck_words.deck_cards(DECK, lambda state, a: state["deck"][a]),
        emperor_tiles=from_function(js.listed(place, len(components.sites), N_SECTIONS), emperor_tiles),
        palace_tiles=by_name(REGIONS, TILES_OF_REGION),
        master_alchemists=masters(components),
        starting_tiles=from_function(js.listed(js.listed(tile, 0, 2, unique=True), 2, 4), starting_tiles),
    )


def printed(words: Words) -> Form:
    """What lies face up on the board for the whole game."""
    return table(printed_entries(words))


def printed_entries(words: Words) -> dict[str, Form]:
    """The parts of it."""
    components, seats = words.tables, words.seats
    markings = components.markings[max(seats, 2) - 2]
    rows = [ASPECTS[a] for a in components.tableaus[TABLEAUS.index(words.options["tableau"])]]
    spaces = components.numbers.governor_spaces[max(seats, 2) - 2]
    tile = js.whole(1, len(components.governor_tiles))
    return {
        "tableau": from_function(js.listed(js.choice(ASPECTS), 3, 3, unique=True), lambda state: rows),
        "wall_sections": deck_words.wall_sections(
            components.wall_tiles,
            CRITERIA,
            [components.sites[site] for site in components.site_of],
            slots=from_function(js.listed(NUMBER.schema, 2, N_SLOTS), lambda state, k: list(markings[k])),
        ),
        "governor_tiles": by_name(
            REGIONS,
            field(
                js.listed(js.or_none(tile), 0, N_SPACES),
                "space",
                lambda tiles: [n if 0 < n <= tile["maximum"] else None for n in tiles[:spaces]],
            ),
        ),
        "mausoleum": list_of(N_MAUSOLEUM, spot_form(words)),
    }


def spot_form(words: Words) -> Form:
    """A spot of the Mausoleum: where it counts, the tile on it, and VP of the slots that are used."""
    components = words.tables

    def place(spot: int) -> str:
        kind, place = components.mausoleum[spot].kind, components.mausoleum[spot].place
        return {"region": REGIONS[place], "wall": components.sites[min(place, 2)], "elixir": "elixir"}[SPOTS[kind]]

    def slots(tile: int) -> list[int]:
        return slots_of(components.mausoleum_tiles[tile], words.seats)

    return table(
        row=ROW,
        column=COLUMN,
        kind=field(js.choice(SPOTS), "spot", lambda spot: SPOTS[components.mausoleum[spot].kind]),
        place=field(js.text(), "spot", place),
        spot=field(js.whole(1, N_MAUSOLEUM), "spot", lambda spot: spot + 1),
        tile=field(js.whole(1, N_MAUSOLEUM), "tile", lambda tile: tile + 1),
        slots=field(js.listed(COUNT, 1, N_SLOTS), "tile", slots),
    )


def slots_of(tile: MausoleumTile, seats: int) -> list[int]:
    """VP of the slots of a Mausoleum tile that are used."""
    unused = tile.three_plus if seats == 2 else 0
    return [vp for s, vp in enumerate(tile.slots) if not unused >> s & 1]


def masters(components: Components) -> Form:
    """The Master Alchemist cards that lie open."""
    names = [card_of(components, FIRST_MASTER + k) for k in range(len(components.masters))]
    return of_mask("masters", names)


def of_mask(name: str, cards: Sequence[int | str]) -> Form:
    """The cards of a mask."""
    schema = js.listed(js.choice(cards), unique=True)
    return field(schema, name, lambda mask: [card for k, card in enumerate(cards) if mask >> k & 1])


def whole_state(words: Words) -> Form:
    """Everything on the table, in hands and in decks."""
    components, seats = words.tables, words.seats
    spaces = components.numbers.governor_spaces[max(seats, 2) - 2]
    markings = components.markings[max(seats, 2) - 2]
    space = js.table(tile=js.or_none(js.whole(1)), governor_of=js.or_none(SEAT))

    def governor_spaces(state: State, r: int) -> list[dict[str, Any]]:
        return [
            {"tile": tile or None, "governor_of": owner or None}
            for tile, owner in zip(state["space"][r][:spaces], state["governor"][r][:spaces], strict=True)
        ]

    def open_area(state: State, r: int) -> list[int]:
        on_spaces = state["governor"][r][:spaces]
        return [seat["governors_in"][r] - on_spaces.count(i) for i, seat in enumerate(state["seat"][:seats], 1)]

    def emperor_tile(state: State, section: int) -> str | None:
        """The Emperor tile that the first owner of a wall there takes."""
        k = emperor_place(components, words.options, section)
        return TRIGGERS[state["emperor"][k][0] - 1] if state["n_emperor"][k] else None

    def slots(state: State, section: int) -> list[int | None]:
        return [owner or None for owner in state["slot"][section][: len(markings[section])]]

    def soldiers(owners: Sequence[int]) -> list[int]:
        return [owner for owner in owners if owner]

    return table(
        now=deck_words.now((name for name in STAGES if name not in ("unlock_one", "stop", "over")), now),
        decks=deck_words.deck_cards(0, lambda state, a: state["deck"][a][state["head"][a] :]),
        court_area_top_card=field(js.or_none(CARD), "court", none_if_zero),
        cards_in_court_area=field(COUNT, "n_court"),
        turn_order=deck_words.order("track", seats),
        tokens_left=TOKENS,
        regions=list_of(
            len(REGIONS),
            table(
                region=REGION_NAME,
                governor_spaces=from_function(js.listed(space, 0, N_SPACES), governor_spaces),
                open_area=from_function(BY_SEAT, open_area),
                palaces=deck_words.by_seat("palaces_in", seats),
                palace_tiles=TILES_OF_REGION,
            ),
        ),
        wall_sections=deck_words.sections(
            slots=from_function(js.listed(js.or_none(SEAT), 2, N_SLOTS), slots),
            emperor_tile=from_function(js.or_none(TRIGGER), emperor_tile),
        ),
        mausoleum=list_of(
            N_MAUSOLEUM,
            table(
                row=ROW, column=COLUMN, soldiers=field(js.listed(SEAT, 0, N_SLOTS, unique=True), "soldier", soldiers)
            ),
        ),
        master_alchemists=masters(components),
        players=deck_words.players(player(components), seats),
    )


def player(components: Components) -> Form:
    """What lies in front of a player, his hand, his supply."""
    printed_triggers = [card.trigger for card in components.cards]  # by number of the card, from 1
    printed_triggers += [card.trigger for card in (*components.alchemists, *components.masters)]
    own = [card_of(components, FIRST_OWN + k) for k in range(len(components.alchemists) + len(components.masters))]
    card = js.table(card=CARD_ON_BOARD, emperor_tile=js.or_none(TRIGGER))

    def starting_tiles(seat: State) -> list[int]:
        return [tile for tile in seat["start"][: 2 if seat["n_start"] == 2 else 1] if tile]

    def card_words(seat: State, r: int, k: int) -> dict[str, Any]:
        """A card on a player board, with the trigger of an Emperor tile that lies on it."""
        place, number = AREA_CARDS * r + k, seat["card"][r][k]
        trigger = None
        if seat["emperor"] >> place & 1:
            triggers = [t for t, places in enumerate(seat["by_trigger"]) if places >> place & 1]
            added = [t for t in triggers if t != printed_triggers[number - 1]]  # F9: beside the card's own
            trigger = TRIGGERS[(added or triggers)[0]]
        return {"card": card_of(components, number), "emperor_tile": trigger}

    return table(
        starting_tiles=from_function(js.listed(js.whole(1), 0, 2, unique=True), starting_tiles),
        vp=COUNT,
        vp_from=deck_words.points_of(SOURCES[: RULES["N_RUNNING"]]),
        hand=deck_words.cards("hand", HAND),
        alchemist_cards=of_mask("aside", own),
        regions=list_of(
            len(REGIONS),
            table(
                region=REGION_NAME,
                cards=from_function(
                    js.listed(card, 0, AREA_CARDS, unique=True),
                    lambda seat, r: [card_words(seat, r, k) for k in range(seat["n_cards"][r])],
                ),
                unrest=js.whole(0, RULES["MAX_UNREST"]),
                officials=by_name(OFFICIALS, field(COUNT, "officials")),
                workers=COUNT,
            ),
        ),
        tokens=TOKENS,
        soldiers=table(locked=COUNT, entrance=COUNT),
        ship=COUNT,
        supply=deck_words.supply(OFFICIALS, "supply"),
    )


def now(state: State) -> dict[str, Any]:
    """Where the game stands."""
    return moment(state["round"], phase_of(state), to_move(state), stage_of(state))


def to_move(state: State) -> int | None:
    """The player who decides, from 1: of Li Si's soldiers the one player there is."""
    if stage_of(state) == "over" or state["active"] == NOBODY:
        return None
    return 1 if stage_of(state) == "his_soldier" else state["active"] + 1


# -- from a set-up ----------------------------------------------------------------------------------------------------


def lay_out(words: Words, state: dict[str, Any], setup: Mapping[str, Any]) -> None:
    """Replace what chance decided in a dealt state by what a set-up says."""
    components, seats = words.tables, words.seats
    for a, name in enumerate(ASPECTS):
        state["deck"][a] = deck_words.replace_deck(state["deck"][a], name, setup)
    state["track"][:seats] = [seat - 1 for seat in setup["turn_order"]]
    if sorted(state["track"][:seats]) != list(range(seats)):
        raise ValueError("turn_order: not each player once, the 1st player topmost")
    state["place"] = next(k for k, i in enumerate(state["track"]) if state["seat"][i]["n_start"])
    state["active"] = state["track"][state["place"]]
    state["face"] = [CRITERIA.index(section["shows"]) for section in setup["wall_sections"]]
    state["spot"] = [spot["spot"] - 1 for spot in setup["mausoleum"]]
    state["tile"] = [spot["tile"] - 1 for spot in setup["mausoleum"]]
    for k, place in enumerate(setup["emperor_tiles"]):
        lie = [TRIGGERS.index(name) + 1 for name in place["triggers"]]
        state["emperor"][k][: len(lie)] = lie
        state["n_emperor"][k] = len(lie)
    for r, name in enumerate(REGIONS):
        spaces, tiles = setup["governor_tiles"][name], setup["palace_tiles"][name]
        state["space"][r][: len(spaces)] = [tile or 0 for tile in spaces]
        kinds = [PALACE_KINDS.index(kind) + 1 for kind in tiles]
        state["palace_tile"][r] = [*kinds, *[0] * (len(state["palace_tile"][r]) - len(kinds))]
    names = [card_of(components, FIRST_MASTER + k) for k in range(len(components.masters))]
    state["masters"] = sum(1 << names.index(name) for name in setup["master_alchemists"])
    for seat, tiles in zip(state["seat"], setup["starting_tiles"], strict=False):
        seat["start"] = [*tiles, 0, 0][:2]
        seat["n_start"] = len(tiles)
        seat["given"] = tiles[0] if len(tiles) == 1 else 0
    if "lisi_deck" in setup:
        cards = [int(number) for number in setup["lisi_deck"]]
        if sorted(cards) != sorted(state["lisi_deck"][: state["n_lisi_deck"]]):
            raise ValueError("lisi_deck: not the cards of that Li Si, each once")
        state["lisi_deck"][: len(cards)] = cards
