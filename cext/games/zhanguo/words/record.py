"""A game of ZhanGuo in a game record: its set-up and its whole state in the rulebook's words."""

from collections.abc import Mapping, Sequence
from typing import Any

from cext.games.card_decks import criterion_places
from cext.games.deck_words import DECK, moment, replace_deck, supply_words
from cext.games.words import RulebookWords
from cext.games.zhanguo.data.component_types import ASPECTS, BOARDS, CRITERIA, OFFICIALS, TASK_TYPES, Components
from cext.games.zhanguo.words.moves import NOBODY, RULES, STAGES, mask_words
from cext.games.zhanguo.words.names import SOURCES, square_names

__all__ = ["Words", "before_drawing", "lay_out", "phase_of", "player_words", "set_up", "stage_of", "whole_state"]

Words = RulebookWords[Components]
State = Mapping[str, Any]

N_REGIONS, N_TASKS, RUNNING, WITHIN_REWARD = (
    RULES[name] for name in ("N_REGIONS", "N_TASKS", "N_RUNNING", "WITHIN_REWARD")
)
SECTIONS = ("upper", "lower")  # of the tasks area


def stage_of(state: State) -> str:
    """Name of the pending decision."""
    return STAGES[state["stage"]]


def phase_of(state: State) -> int:
    """Number of the phase the pending decision belongs to: 0 set-up, 1 to 3, 4 the game is over."""
    stage = stage_of(state)
    if stage in ("bid", "board"):
        return 0
    if stage == "discard":
        return 1
    if stage == "over":
        return 4
    return 3 if state["within"] == WITHIN_REWARD and stage != "play" else 2


def draw_pile(state: State, aspect: int) -> list[int]:
    """The cards of a deck, top to bottom."""
    deck, head = state["deck"][aspect], state["head"][aspect]
    return [deck[(head + k) % DECK] for k in range(state["n_deck"][aspect])]


def before_drawing(state: State, players: int) -> dict[str, Any]:
    """The state before the cards in hand were drawn: they lie on top of their decks again.

    Right only where no card of the round has been played or discarded.
    """
    hands = [seat["hand"][: seat["n_hand"]] for seat in state["seat"][:players]]
    drawn = [sum((card - 1) // DECK == a for hand in hands for card in hand) for a in range(len(ASPECTS))]
    seats = [{**seat, "hand": [0] * len(seat["hand"]), "n_hand": 0} for seat in state["seat"][:players]]
    return {
        **state,
        "head": [(head - n) % DECK for head, n in zip(state["head"], drawn, strict=True)],
        "n_deck": [have + n for have, n in zip(state["n_deck"], drawn, strict=True)],
        "seat": seats + state["seat"][players:],
    }


# -- set-up ---------------------------------------------------------------------------------------------------------


def set_up(words: Words, state: State) -> dict[str, Any]:
    """Everything chance and the number of players decided before the first decision, cards not yet drawn."""
    components, players, options = words.tables, words.seats, words.options
    start, tiles = before_drawing(state, players), criterion_places(components.wall_tiles, CRITERIA)
    boards: dict[str, Any] = {"by": options["boards_by"]}
    if options["boards_by"] == "given":
        boards["of_players"] = [components.boards[seat["board"]].name for seat in start["seat"][:players]]
    else:
        boards["available"] = [name for b, name in enumerate(BOARDS) if start["boards"] >> b & 1]
    return {
        "first_player": start["order"][0] + 1,
        "rewards_track": [i + 1 for i in start["order"][:players]],
        "decks": {name: draw_pile(start, a) for a, name in enumerate(ASPECTS)},
        "wall_sections": [
            {"section": i + 1, "site": components.sites[components.site_of[i]], **tiles[face]}
            for i, face in enumerate(start["face"])
        ],
        "tasks": [
            {"section": SECTIONS[k // 3], **task_words(components, tile)} for k, tile in enumerate(start["tile"])
        ],
        "player_boards": boards,
        "victory_points": [seat["vp"] for seat in start["seat"][:players]],
        "value_1_markers": {name: start["ones"][a] for a, name in enumerate(ASPECTS)},
        "value_3_markers": {name: start["threes"][a] for a, name in enumerate(ASPECTS)},
        "palace_slots_of_a_region": components.palace_slots[players - 2],
    }


def task_words(components: Components, tile: int) -> dict[str, Any]:
    """A task tile: 1 to 4 ask for walls at sites, 5 to 8 for palaces, 9 to 12 for governors in regions."""
    task = components.tasks[tile]
    if TASK_TYPES[task.type] == "wall":
        wanted: list[Any] = [components.sites[site] for site, n in enumerate(task.walls) for _ in range(n)]
    else:
        wanted = mask_words(task.regions)
    return {"kind": TASK_TYPES[task.type], "tile": tile + 1, "symbols": wanted}


def lay_out(words: Words, state: dict[str, Any], setup: Mapping[str, Any]) -> None:
    """Replace what chance decided in a dealt state by what a set-up says; hands are drawn from its decks."""
    players, options = words.seats, words.options
    for a, name in enumerate(ASPECTS):
        old = state["deck"][a]
        state["deck"][a] = new = replace_deck(old, name, setup)
        drawn = dict(zip(old, new, strict=True))
        for seat in state["seat"][:players]:
            seat["hand"] = [drawn.get(card, card) for card in seat["hand"]]
    state["face"] = [CRITERIA.index(section["shows"]) for section in setup["wall_sections"]]
    state["tile"] = [task["tile"] - 1 for task in setup["tasks"]]
    state["order"][:players] = [seat - 1 for seat in setup["rewards_track"]]
    if sorted(state["order"][:players]) != list(range(players)) or setup["first_player"] != state["order"][0] + 1:
        raise ValueError("rewards_track: not each player once, the 1st player topmost")
    if options["player_order"] and stage_of(state) == "play":
        state["turn_order"][:players] = state["order"][:players]
    if options["boards_by"] != "given":
        state["boards"] = sum(1 << BOARDS.index(name) for name in setup["player_boards"]["available"])


# -- whole state ----------------------------------------------------------------------------------------------------


def now(state: State) -> dict[str, Any]:
    """Where the game stands."""
    to_move = state["active"] + 1 if state["active"] != NOBODY else None
    return moment(state["round"], phase_of(state), to_move, stage_of(state))


def whole_state(words: Words, state: State, at: State | None = None) -> dict[str, Any]:
    """Everything on the table, in hands and in decks; `at`: a moment between two decisions, in place of now()."""
    components, seats = words.tables, state["seat"][: words.seats]
    return {
        "now": dict(at or now(state)),
        "decks": {name: draw_pile(state, a) for a, name in enumerate(ASPECTS)},
        "discards": {name: [card for card in state["discard"][a] if card] for a, name in enumerate(ASPECTS)},
        "court_area_top_card": state["court"] or None,
        "tiebreaker_order": [i + 1 for i in state["order"][: words.seats]],
        "value_1_markers_in_supply": {name: state["ones"][a] for a, name in enumerate(ASPECTS)},
        "value_3_markers_on_gameboard": {name: state["threes"][a] for a, name in enumerate(ASPECTS)},
        "regions": [region_words(components, state, seats, r) for r in range(N_REGIONS)],
        "wall_sections": [
            {"section": i, "slots": [owner or None for owner in slots]} for i, slots in enumerate(state["slot"], 1)
        ],
        "tasks": [
            {"section": SECTIONS[k // 3], "kind": TASK_TYPES[k % 3], "discs": discs(seats, k)} for k in range(N_TASKS)
        ],
        "players": [player_words(components, seat, i) for i, seat in enumerate(seats)],
    }


def discs(seats: Sequence[State], task: int) -> list[int]:
    """Players by the slots of a task, left to right."""
    placed = {seat["task"][task]: i + 1 for i, seat in enumerate(seats) if seat["task"][task]}
    return [placed[slot] for slot in sorted(placed)]


def region_words(components: Components, state: State, seats: Sequence[State], r: int) -> dict[str, Any]:
    """A region of the gameboard: who stands on its bonus squares, all governors and palaces by player."""
    names = square_names(components.numbers.bonus_vp)
    squares = [
        {"bonus": names[kind], "governor_of": state["square"][r][k] or None}
        for k, kind in enumerate(components.squares[r])
    ]
    return {
        "region": r + 1,
        "bonus_squares": squares,
        "governors": [seat["governors_in"][r] for seat in seats],
        "palaces": [seat["palaces_in"][r] for seat in seats],
    }


def player_words(components: Components, seat: State, number: int) -> dict[str, Any]:
    """What lies in front of a player, his hand, his supply."""
    return {
        "player": number + 1,
        "board": components.boards[seat["board"]].name if seat["board"] != NOBODY else None,
        "vp": seat["vp"],
        "vp_from": {name: seat["source"][k] for k, (name, _) in enumerate(SOURCES[:RUNNING])},
        "hand": seat["hand"][: seat["n_hand"]],
        "regions": [
            {
                "region": r + 1,
                "cards": seat["card"][r][: seat["n_cards"][r]],
                "unrest": seat["unrest"][r],
                "governors_area": dict(zip(OFFICIALS, seat["governing"][r], strict=True)),
                "workers_area": dict(zip(OFFICIALS, seat["working"][r], strict=True)),
                "workers": seat["workers"][r],
            }
            for r in range(N_REGIONS)
        ],
        "markers": {name: {"value_1": seat["ones"][a], "value_3": seat["threes"][a]} for a, name in enumerate(ASPECTS)},
        "supply": supply_words(dict(zip(OFFICIALS, seat["officials"], strict=True)), seat),
    }
