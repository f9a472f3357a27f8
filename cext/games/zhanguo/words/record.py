"""ZhanGuo in its records, and what a player sees of it: set-up and whole state in the rulebook's words."""

from collections.abc import Mapping
from typing import Any

from cext.games import deck_words
from cext.games.deck_words import ASPECTS, BY_SEAT, CARD, COUNT, DECK, SEAT, aspect_of, moment
from cext.games.record_forms import Form, by_name, field, from_function, list_of, none_if_zero, number, table
from cext.games.words import RulebookWords
from cext.games.zhanguo.data.component_types import (
    ABILITIES,
    BOARDS,
    CRITERIA,
    MAX_SQUARES,
    MAX_TASK_SLOTS,
    OFFICIALS,
    REWARD_KINDS,
    TASK_TYPES,
    TRIGGERS,
    Components,
)
from cext.games.zhanguo.words.moves import NOBODY, REGION, RULES, STAGES, mask_words
from cext.games.zhanguo.words.names import CLASSES, SOURCES, square_names
from cext.kernel import json_schema as js

__all__ = ["SECTIONS", "Words", "before_drawing", "forms", "lay_out", "phase_of", "stage_of", "view"]

Words = RulebookWords[Components]
State = Mapping[str, Any]

N_REGIONS, N_TASKS = RULES["N_REGIONS"], RULES["N_TASKS"]
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
    return 3 if state["within"] == RULES["WITHIN_REWARD"] and stage != "play" else 2


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


# -- what records hold ------------------------------------------------------------------------------------------------

BOARD, TASK = js.choice(BOARDS), js.choice(TASK_TYPES)
VALUE_1 = by_name(ASPECTS, field(COUNT, "ones"))
VALUE_3 = by_name(ASPECTS, field(js.whole(0, 1), "threes"))
SECTION = from_function(js.choice(SECTIONS), lambda state, k: SECTIONS[k // 3])

PLAYER = table(  # what lies in front of a player, his hand, his supply
    board=field(js.or_none(BOARD), "board", lambda board: BOARDS[board] if board != NOBODY else None),
    vp=COUNT,
    vp_from=deck_words.points_of(SOURCES[: RULES["N_RUNNING"]]),
    hand=deck_words.cards("hand", RULES["HAND_MAX"]),
    regions=list_of(
        N_REGIONS,
        table(
            region=number(REGION),
            cards=from_function(
                js.listed(CARD, 0, RULES["AREA_CARDS"], unique=True),
                lambda seat, r: seat["card"][r][: seat["n_cards"][r]],
            ),
            unrest=js.whole(0, 4),
            governors_area=by_name(OFFICIALS, field(COUNT, "governing")),
            workers_area=by_name(OFFICIALS, field(js.whole(0, RULES["AREA_OFFICIALS"]), "working")),
            workers=COUNT,
        ),
    ),
    markers=by_name(ASPECTS, table(value_1=field(COUNT, "ones"), value_3=field(js.whole(0, 1), "threes"))),
    supply=deck_words.supply(OFFICIALS, "officials"),
)


def forms(words: Words) -> tuple[Form, Form]:
    """The set-up, cards not yet drawn; the whole state."""
    set_up = set_up_form(words)
    return from_function(set_up.schema, lambda state: set_up.write(before_drawing(state, words.seats))), state_form(
        words
    )


def set_up_form(words: Words) -> Form:
    """Everything chance and the number of players decided before the first decision."""
    components, players = words.tables, words.seats
    sites = [components.sites[site] for site in components.site_of]
    symbols = js.listed(js.either((js.text(), REGION)), 2, 4)
    return table(
        first_player=from_function(js.exactly(1), lambda state: state["order"][0] + 1),
        rewards_track=deck_words.order("order", players),
        decks=deck_words.deck_cards(DECK, draw_pile),
        wall_sections=deck_words.wall_sections(components.wall_tiles, CRITERIA, sites),
        tasks=list_of(
            N_TASKS,
            table(
                section=SECTION,
                kind=field(TASK, "tile", lambda tile: TASK_TYPES[components.tasks[tile].type]),
                tile=field(js.whole(1, RULES["N_TILES"]), "tile", lambda tile: tile + 1),
                symbols=field(symbols, "tile", lambda tile: task_symbols(components, tile)),
            ),
        ),
        player_boards=boards_form(words),
        victory_points=from_function(BY_SEAT, lambda state: [seat["vp"] for seat in state["seat"][:players]]),
        value_1_markers=VALUE_1,
        value_3_markers=VALUE_3,
        palace_slots_of_a_region=from_function(COUNT, lambda state: components.palace_slots[players - 2]),
    )


def boards_form(words: Words) -> Form:
    """How players come by their boards: those given, or those that may be chosen."""
    by, players = words.options["boards_by"], words.seats
    schema = js.either(
        (
            js.table(by=js.exactly("given"), of_players=js.listed(BOARD, 2, 4)),
            js.table(by=js.choice(("chosen", "auction")), available=js.listed(BOARD, 2, 4, unique=True)),
        )
    )

    def write(state: State) -> dict[str, Any]:
        if by == "given":
            return {"by": by, "of_players": [BOARDS[seat["board"]] for seat in state["seat"][:players]]}
        return {"by": by, "available": [name for b, name in enumerate(BOARDS) if state["boards"] >> b & 1]}

    return from_function(schema, write)


def task_symbols(components: Components, tile: int) -> list[Any]:
    """What a task tile asks for: 1 to 4 walls at sites, 5 to 8 palaces, 9 to 12 governors in regions."""
    task = components.tasks[tile]
    if TASK_TYPES[task.type] == "wall":
        return [components.sites[site] for site, n in enumerate(task.walls) for _ in range(n)]
    return mask_words(task.regions)


def state_form(words: Words) -> Form:
    """Everything on the table, in hands and in deck_words."""
    components, players = words.tables, words.seats
    squares = square_names(components.numbers.bonus_vp)
    square = js.table(bonus=js.choice(squares[:-1]), governor_of=js.or_none(SEAT))

    def bonus_squares(state: State, r: int) -> list[dict[str, Any]]:
        return [
            {"bonus": squares[kind], "governor_of": state["square"][r][k] or None}
            for k, kind in enumerate(components.squares[r])
        ]

    def discs(state: State, task: int) -> list[int]:
        """Players by the slots of a task, left to right."""
        placed = {seat["task"][task]: i for i, seat in enumerate(state["seat"][:players], 1) if seat["task"][task]}
        return [placed[slot] for slot in sorted(placed)]

    return table(
        now=deck_words.now((name for name in STAGES[:-1] if name != "stop"), now),
        decks=deck_words.deck_cards(0, draw_pile),
        discards=deck_words.deck_cards(0, lambda state, a: [card for card in state["discard"][a] if card]),
        court_area_top_card=field(js.or_none(CARD), "court", none_if_zero),
        tiebreaker_order=deck_words.order("order", players),
        value_1_markers_in_supply=VALUE_1,
        value_3_markers_on_gameboard=VALUE_3,
        regions=list_of(
            N_REGIONS,
            table(
                region=number(REGION),
                bonus_squares=from_function(js.listed(square, 0, MAX_SQUARES), bonus_squares),
                governors=deck_words.by_seat("governors_in", players),
                palaces=deck_words.by_seat("palaces_in", players),
            ),
        ),
        wall_sections=deck_words.sections(
            slots=list_of(RULES["N_SLOTS"], field(js.or_none(SEAT), "slot", none_if_zero))
        ),
        tasks=list_of(
            N_TASKS,
            table(
                section=SECTION,
                kind=from_function(TASK, lambda state, k: TASK_TYPES[k % 3]),
                discs=from_function(js.listed(SEAT, 0, MAX_TASK_SLOTS, unique=True), discs),
            ),
        ),
        players=deck_words.players(PLAYER, players),
    )


def now(state: State) -> dict[str, Any]:
    """Where the game stands."""
    to_move = state["active"] + 1 if state["active"] != NOBODY else None
    return moment(state["round"], phase_of(state), to_move, stage_of(state))


# -- from a set-up ----------------------------------------------------------------------------------------------------


def lay_out(words: Words, state: dict[str, Any], setup: Mapping[str, Any]) -> None:
    """Replace what chance decided in a dealt state by what a set-up says; hands are drawn from its deck_words."""
    players, options = words.seats, words.options
    for a, name in enumerate(ASPECTS):
        old = state["deck"][a]
        state["deck"][a] = new = deck_words.replace_deck(old, name, setup)
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


def card_words(components: Components, number: int) -> dict[str, Any]:
    """A card in words."""
    card = components.cards[number - 1]
    return {
        "number": number,
        "aspect": ASPECTS[card.aspect],
        "trigger": TRIGGERS[card.trigger],
        "ability": ABILITIES[card.ability],
    }


def seat_words(components: Components, seat: State, *, own: bool) -> dict[str, Any]:
    """What lies in front of a player; of a hand the others see the backs."""
    words = PLAYER.write(seat)
    regions = [
        {
            **region,
            "cards": [card_words(components, n) for n in region["cards"]],
            "governors": seat["governors_in"][r],
            "palaces": seat["palaces_in"][r],
        }
        for r, region in enumerate(words["regions"])
    ]
    return {
        "board": words["board"],
        "vp": words["vp"],
        "hand": [card_words(components, n) if own else aspect_of(n) for n in words["hand"]],
        "regions": regions,
        "markers": {name: seat["ones"][a] + 3 * seat["threes"][a] for a, name in enumerate(ASPECTS)},
        "walls": [{"section": i + 1, "rods": rods} for i, rods in enumerate(seat["wall_at"]) if rods],
        "tasks": [k + 1 for k, slot in enumerate(seat["task"]) if slot],
        "supply": words["supply"],
    }


def view(words: Words, state: State, seat: int) -> dict[str, Any]:
    """What the player in `seat` sees: the whole table, his own hand, the backs of the others' hands."""
    components, players = words.tables, words.seats
    squares = square_names(components.numbers.bonus_vp)
    return {
        "seat": seat + 1,
        "to_move": state["active"] + 1 if state["active"] != NOBODY else None,
        "round": state["round"] + 1,
        "decision": STAGES[state["stage"]],
        "players": [seat_words(components, state["seat"][i], own=i == seat) for i in range(players)],
        "court_card": state["court"] or None,
        "markers": {name: state["ones"][a] for a, name in enumerate(ASPECTS)},
        "value_3_markers": {name: state["threes"][a] for a, name in enumerate(ASPECTS)},
        "walls": [
            {
                "section": i + 1,
                "site": components.sites[components.site_of[i]],
                "tile": CRITERIA[state["face"][i]],
                "slots": [owner or None for owner in state["slot"][i]],
            }
            for i in range(len(components.site_of))
        ],
        "tasks": [
            {"task": k + 1, "tile": tile + 1, "discs": discs}
            for k, (tile, discs) in enumerate(zip(state["tile"], state["discs"], strict=True))
        ],
        "palaces": list(state["palaces"]),
        "bonus_squares": [
            [
                {"square": squares[kind], "governor_of": owner or None}
                for kind, owner in zip(kinds, state["square"][r], strict=False)
            ]
            for r, kinds in enumerate(components.squares)
        ],
        "rewards_track": [i + 1 for i in state["order"][:players]],
        "cards_in_decks": {name: state["n_deck"][a] for a, name in enumerate(ASPECTS)},
        **drafted_words(state["seat"][seat]),
        **pending_words(components, state, players),
    }


def drafted_words(seat: State) -> dict[str, Any]:
    """The cards a player has discarded in the draft, round by round; nothing without a draft."""
    rounds = [
        {"round": r + 1, **{name: card for name, card in zip(ASPECTS, cards, strict=True) if card}}
        for r, cards in enumerate(zip(*seat["drafted"], strict=True))
        if any(cards)
    ]
    return {"drafted_away": rounds} if rounds else {}


def pending_words(components: Components, state: State, players: int) -> dict[str, Any]:
    """What the pending decision is about: the card played and points left, the reward on offer, the auction."""
    kind = STAGES[state["stage"]]
    if kind in ("play", "discard", "over"):
        return {}
    if state["within"] == RULES["WITHIN_REWARD"]:  # phase 3: the reward itself, or where it goes
        reward = components.rewards[state["aspect"]][state["round"]]
        return {
            "reward": {
                "aspect": ASPECTS[state["aspect"]],
                "kind": REWARD_KINDS[reward.kind],
                "regions": mask_words(reward.regions),
            }
        }
    if kind in ("bid", "board"):
        return {
            "auction": {
                "bid": state["bid"],
                "bidder": state["bidder"] + 1 if state["bid"] else None,
                "passed": [i + 1 for i in range(players) if state["passed"] >> i & 1],
                "boards": [board.name for b, board in enumerate(components.boards) if state["boards"] >> b & 1],
            }
        }
    turn = {"card": state["played"] or None, "action": CLASSES[state["action"]][1] or None}
    return {"turn": turn | ({"points": state["points"]} if kind == "reassign" else {})}
