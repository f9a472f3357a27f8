"""What a player of ZhanGuo sees: the whole table, his own hand, the backs of the others' hands."""

from collections.abc import Mapping
from typing import Any

from cext.games.deck_words import aspect_of
from cext.games.zhanguo.data.component_types import ABILITIES, ASPECTS, CRITERIA, REWARD_KINDS, TRIGGERS, Components
from cext.games.zhanguo.words.moves import NOBODY, RULES, STAGES, mask_words
from cext.games.zhanguo.words.names import CLASSES, square_names
from cext.games.zhanguo.words.record import Words, player_words

__all__ = ["view"]

State = Mapping[str, Any]


def card_words(components: Components, number: int) -> dict[str, Any]:
    """A card in words."""
    card = components.cards[number - 1]
    return {
        "number": number,
        "aspect": ASPECTS[card.aspect],
        "trigger": TRIGGERS[card.trigger],
        "ability": ABILITIES[card.ability],
    }


def seat_words(components: Components, seat: State, number: int, *, own: bool) -> dict[str, Any]:
    """What lies in front of a player; of a hand the others see the backs."""
    words = player_words(components, seat, number)
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
        "players": [seat_words(components, state["seat"][i], i, own=i == seat) for i in range(players)],
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
