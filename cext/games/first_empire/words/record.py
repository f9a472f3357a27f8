"""A game of The First Empire in a game record: its set-up and its whole state in the rulebook's words."""

from collections.abc import Mapping, Sequence
from typing import Any

from cext.games.card_decks import criterion_places
from cext.games.deck_words import moment, replace_deck, supply_words
from cext.games.first_empire.data.component_types import (
    ASPECTS,
    CRITERIA,
    OFFICIALS,
    PALACE_KINDS,
    REGIONS,
    SPOTS,
    TABLEAUS,
    TRIGGERS,
    Components,
)
from cext.games.first_empire.words.move_fields import NOBODY, RULES, STAGES, card_of, emperor_place
from cext.games.first_empire.words.names import SOURCES
from cext.games.words import RulebookWords

__all__ = ["Words", "before_drawing", "lay_out", "now", "phase_of", "set_up", "stage_of", "whole_state"]

Words = RulebookWords[Components]
State = Mapping[str, Any]

AREA_CARDS, DRAWN, FIRST_MASTER, FIRST_OWN, RUNNING, WITHIN_START = (
    RULES[name] for name in ("AREA_CARDS", "DRAWN", "FIRST_MASTER", "FIRST_OWN", "N_RUNNING", "WITHIN_START")
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
    if stage == "start" or (stage != "play" and state["within"] == WITHIN_START):
        return 0
    return 3 if stage in PHASE_3 or (stage != "play" and state["within"] in WITHIN_3) else 2


def before_drawing(state: State, seats: int) -> dict[str, Any]:
    """The state before the cards of the round were drawn: what was drawn still stands in the decks.

    Right only where no card of the round has been played.
    """
    players = [{**seat, "n_hand": 0} for seat in state["seat"][:seats]]
    heads = [head - DRAWN * seats for head in state["head"]]
    return {**state, "head": heads, "seat": players + state["seat"][seats:], "n_lisi_cards": 0}


# -- set-up ---------------------------------------------------------------------------------------------------------


def set_up(words: Words, state: State) -> dict[str, Any]:
    """Everything chance and the number of players decided before the first decision, cards not yet drawn."""
    components, seats = words.tables, words.seats
    found = {
        "turn_order": [i + 1 for i in state["track"][:seats]],
        **printed(words, state),
        "decks": {name: list(state["deck"][a]) for a, name in enumerate(ASPECTS)},
        "emperor_tiles": emperor_tiles(components, state, words.options),
        "palace_tiles": {name: palace_tiles(state["palace_tile"][r]) for r, name in enumerate(REGIONS)},
        "master_alchemists": masters(components, state["masters"]),
        "starting_tiles": [[tile for tile in seat["start"] if tile] for seat in state["seat"][:seats]],
    }
    if state["n_lisi_deck"]:
        found["lisi_deck"] = state["lisi_deck"][: state["n_lisi_deck"]]
    return found


def printed(words: Words, state: State) -> dict[str, Any]:
    """What lies face up on the board for the whole game."""
    components, seats = words.tables, words.seats
    markings = components.markings[max(seats, 2) - 2]
    sides = criterion_places(components.wall_tiles, CRITERIA)
    sections = [
        {
            "section": i + 1,
            "site": components.sites[components.site_of[i]],
            **sides[face],
            "slots": list(markings[i]),
        }
        for i, face in enumerate(state["face"])
    ]
    tiles = len(components.governor_tiles)
    spaces = components.numbers.governor_spaces[max(seats, 2) - 2]
    return {
        "tableau": [ASPECTS[a] for a in components.tableaus[TABLEAUS.index(words.options["tableau"])]],
        "wall_sections": sections,
        "governor_tiles": {
            name: [n if 0 < n <= tiles else None for n in state["space"][r][:spaces]] for r, name in enumerate(REGIONS)
        },
        "mausoleum": [spot_words(components, state, k, seats) for k in range(len(state["spot"]))],
    }


def spot_words(components: Components, state: State, k: int, seats: int) -> dict[str, Any]:
    """A spot of the Mausoleum: where it counts, the tile on it, and VP of the slots that are used."""
    spot, tile = components.mausoleum[state["spot"][k]], components.mausoleum_tiles[state["tile"][k]]
    kind = SPOTS[spot.kind]
    place = {"region": REGIONS[spot.place], "wall": components.sites[min(spot.place, 2)], "elixir": "elixir"}[kind]
    unused = tile.three_plus if seats == 2 else 0
    slots = [vp for s, vp in enumerate(tile.slots) if not unused >> s & 1]
    return {
        "row": k // 3 + 1,
        "column": k % 3 + 1,
        "kind": kind,
        "place": place,
        "spot": state["spot"][k] + 1,
        "tile": state["tile"][k] + 1,
        "slots": slots,
    }


def emperor_tiles(components: Components, state: State, options: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Emperor tiles by the section or the site where they lie, top first."""
    by_site = options["emperor_tiles"] == "site"
    places: Sequence[Any] = components.sites if by_site else [i + 1 for i in range(len(components.site_of))]
    return [
        {"at": place, "triggers": [TRIGGERS[n - 1] for n in state["emperor"][k][: state["n_emperor"][k]]]}
        for k, place in enumerate(places)
    ]


def palace_tiles(tiles: Sequence[int]) -> list[str]:
    """Kinds of the palace tiles of a region, left to right."""
    return [PALACE_KINDS[n - 1] for n in tiles if n]


def masters(components: Components, mask: int) -> list[int | str]:
    """Master Alchemist cards of a mask."""
    return [card_of(components, FIRST_MASTER + k) for k in range(len(components.masters)) if mask >> k & 1]


def lay_out(words: Words, state: dict[str, Any], setup: Mapping[str, Any]) -> None:
    """Replace what chance decided in a dealt state by what a set-up says."""
    components, seats = words.tables, words.seats
    for a, name in enumerate(ASPECTS):
        state["deck"][a] = replace_deck(state["deck"][a], name, setup)
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


# -- whole state ----------------------------------------------------------------------------------------------------


def now(state: State) -> dict[str, Any]:
    """Where the game stands."""
    return moment(state["round"], phase_of(state), to_move(state), stage_of(state))


def to_move(state: State) -> int | None:
    """The player who decides, from 1: of Li Si's soldiers the one player there is."""
    if stage_of(state) == "over" or state["active"] == NOBODY:
        return None
    return 1 if stage_of(state) == "his_soldier" else state["active"] + 1


def whole_state(words: Words, state: State, at: State | None = None) -> dict[str, Any]:
    """Everything on the table, in hands and in decks; `at`: a moment between two decisions, in place of now()."""
    components, seats = words.tables, words.seats
    players = state["seat"][:seats]
    found = {
        "now": dict(at or now(state)),
        "decks": {name: state["deck"][a][state["head"][a] :] for a, name in enumerate(ASPECTS)},
        "court_area_top_card": state["court"] or None,
        "cards_in_court_area": state["n_court"],
        "turn_order": [i + 1 for i in state["track"][:seats]],
        "tokens_left": tokens(state),
        "regions": [region_words(components, state, players, r) for r in range(len(REGIONS))],
        "wall_sections": [section_words(words, state, i) for i in range(len(components.site_of))],
        "mausoleum": [
            {"row": k // 3 + 1, "column": k % 3 + 1, "soldiers": [n for n in soldiers if n]}
            for k, soldiers in enumerate(state["soldier"])
        ],
        "master_alchemists": masters(components, state["masters"]),
        "players": [player_words(components, seat, i) for i, seat in enumerate(players)],
    }
    if any(state[f"n_lisi_{pile}"] for pile in ("deck", "discard", "removed")):
        found["lisi"] = lisi_words(state)
    return found


def tokens(held: State) -> dict[str, dict[str, int]]:
    """Small and large tokens by aspect, of a player or in the supply."""
    return {name: {"small": held["small"][a], "large": held["large"][a]} for a, name in enumerate(ASPECTS)}


def region_words(components: Components, state: State, players: Sequence[State], r: int) -> dict[str, Any]:
    """A region of the game board: governors on their spaces and in the open area, palaces and palace tiles."""
    spaces = components.numbers.governor_spaces[max(len(players), 2) - 2]
    on_spaces = state["governor"][r][:spaces]
    return {
        "region": REGIONS[r],
        "governor_spaces": [
            {"tile": tile or None, "governor_of": owner or None}
            for tile, owner in zip(state["space"][r][:spaces], on_spaces, strict=True)
        ],
        "open_area": [seat["governors_in"][r] - on_spaces.count(i + 1) for i, seat in enumerate(players)],
        "palaces": [seat["palaces_in"][r] for seat in players],
        "palace_tiles": palace_tiles(state["palace_tile"][r]),
    }


def section_words(words: Words, state: State, section: int) -> dict[str, Any]:
    """A wall section: owners by slot, and the Emperor tile the first of them takes."""
    k = emperor_place(words.tables, words.options, section)
    n_slots = len(words.tables.markings[max(words.seats, 2) - 2][section])
    return {
        "section": section + 1,
        "slots": [owner or None for owner in state["slot"][section][:n_slots]],
        "emperor_tile": TRIGGERS[state["emperor"][k][0] - 1] if state["n_emperor"][k] else None,
    }


def player_words(components: Components, seat: State, number: int) -> dict[str, Any]:
    """What lies in front of a player, his hand, his supply."""
    return {
        "player": number + 1,
        "starting_tiles": [tile for tile in seat["start"][: 2 if seat["n_start"] == 2 else 1] if tile],
        "vp": seat["vp"],
        "vp_from": {name: seat["source"][k] for k, (name, _) in enumerate(SOURCES[:RUNNING])},
        "hand": seat["hand"][: seat["n_hand"]],
        "alchemist_cards": [
            card_of(components, FIRST_OWN + k)
            for k in range(len(components.alchemists) + len(components.masters))
            if seat["aside"] >> k & 1
        ],
        "regions": [
            {
                "region": REGIONS[r],
                "cards": [card_words(components, seat, r, k) for k in range(seat["n_cards"][r])],
                "unrest": seat["unrest"][r],
                "officials": dict(zip(OFFICIALS, seat["officials"][r], strict=True)),
                "workers": seat["workers"][r],
            }
            for r in range(len(REGIONS))
        ],
        "tokens": tokens(seat),
        "soldiers": {"locked": seat["locked"], "entrance": seat["entrance"]},
        "ship": seat["ship"],
        "supply": supply_words(dict(zip(OFFICIALS, seat["supply"], strict=True)), seat),
    }


def card_words(components: Components, seat: State, r: int, k: int) -> dict[str, Any]:
    """A card on a player board, with the trigger of an Emperor tile that lies on it."""
    place, number = AREA_CARDS * r + k, seat["card"][r][k]
    trigger = None
    if seat["emperor"] >> place & 1:
        triggers = [t for t, places in enumerate(seat["by_trigger"]) if places >> place & 1]
        added = [t for t in triggers if t != printed_trigger(components, number)]  # F9: beside the card's own
        trigger = TRIGGERS[(added or triggers)[0]]
    return {"card": card_of(components, number), "emperor_tile": trigger}


def printed_trigger(components: Components, number: int) -> int:
    """The trigger on a Unification, Alchemist or Master Alchemist card."""
    triggers = [card.trigger for card in components.cards]
    triggers += [card.trigger for card in (*components.alchemists, *components.masters)]
    return triggers[number - 1]


def lisi_words(state: State) -> dict[str, Any]:
    """Li Si's decks and the tiles he took."""
    return {
        "action_deck": state["lisi_deck"][: state["n_lisi_deck"]],
        "discards": state["lisi_discard"][: state["n_lisi_discard"]],
        "removed": state["lisi_removed"][: state["n_lisi_removed"]],
        "unification_deck": state["lisi_cards"][: state["n_lisi_cards"]],
        "dropped": state["dropped"][: state["n_dropped"]],
        "palace_tiles": {
            name: [PALACE_KINDS[k] for k, n in enumerate(state["lisi_tile"][r]) for _ in range(n)]
            for r, name in enumerate(REGIONS)
        },
        "emperor_tiles_removed": state["lisi_emperors"],
    }
