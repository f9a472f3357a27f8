"""Middle Kingdom in its records, and what a player sees of it: set-up, whole state, rounds that end, events."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from cext.games.middle_kingdom.data.components import Components
from cext.games.middle_kingdom.words.moves import (
    CARD_NAMES,
    DRAGON,
    GOAL_NAMES,
    MOVES,
    NONE,
    PILES,
    RULES,
    STAGES,
    STARTING_CARDS,
    bid_name,
    counted,
)
from cext.games.record_forms import Form, by_name, field, from_function, list_of, none_if_zero, number, table
from cext.games.words import RulebookWords
from cext.kernel import json_schema as js
from cext.kernel.words import Milestone

__all__ = ["events", "forms", "lay_out", "milestones", "view"]

Words = RulebookWords[Components]
State = Mapping[str, Any]

AFTER_BIDS = RULES["KIND_SWAP"]  # the stages from here on follow step 1
NOBODY = RULES["NOBODY"]
SETTLING = ("swap", "claim", "place")  # stages at which bids are settled in order


# -- what records hold ------------------------------------------------------------------------------------------------


def bids_of(player: State) -> list[dict[str, Any]]:
    """The bids a player has laid, with the tied card below."""
    return [
        {"card": card, "on": player["tied"][on - 1] if on else None}
        for card, on in zip(player["bid"], player["on"], strict=True)
        if card != NONE
    ]


def cards_in(mask: int) -> list[int]:
    """Bid Cards of a hand."""
    return [c for c in range(8) if mask >> c & 1]


def away(state: State, i: int) -> list[int]:
    """Bid Cards set aside, secret bids among them: those neither in hand nor tied nor laid openly."""
    p = state["seat"][i]
    played = [bid["card"] for bid in bids_of(p)] if state["revealed"] else []
    return [c for c in range(8) if not p["hand"] >> c & 1 and c not in p["tied"] and c not in played]


def goal_cards(state: State, i: int) -> list[str]:
    """Goal Cards a player holds, and the Dragon."""
    held = [GOAL_NAMES[k] for k, holder in enumerate(state["holder"]) if holder == i]
    return held + [DRAGON] * (state["dragon"] == i)


def names_of(cards: Sequence[int]) -> list[str]:
    """Cards by name."""
    return [*map(CARD_NAMES.__getitem__, cards)]


def order_words(state: State) -> list[dict[str, Any]]:
    """The bids still to be settled, in order."""
    return [
        {"player": (bid & 15) // 2 + 1, "bid": bid >> 9, "half": bool(bid >> 8 & 1), "stack": bool(bid >> 7 & 1)}
        for bid in state["ranked_bid"][state["n_settled"] : state["n_ranked_bids"]]
        if STAGES[state["stage"]] in SETTLING
    ]


def seat_name(seat: int) -> int | None:
    """A seat counted from 1."""
    return None if seat == NOBODY else seat + 1


of_seat = partial(field, of="seat")
NAMES = CARD_NAMES[:-1]
SEAT, COUNT, BID = js.whole(1, 5), js.whole(), js.whole(0, 7)
NO_CARD = js.or_none(BID)
BIDS = js.listed(js.table(card=BID, on=NO_CARD), 0, 2)
PLAYER = {  # what lies in front of a player
    "hand": of_seat(js.listed(BID), "hand", cards_in),
    "set_aside": from_function(js.listed(BID), away),
    "tied": of_seat(js.listed(BID, 0, 2), "tied", lambda cards: [card for card in cards if card != NONE]),
    "bids": from_function(BIDS, lambda state, i: bids_of(state["seat"][i])),
    "half": of_seat(js.choice((0, 1, None)), "half", lambda half: half - 1 if half else None),
    "cards": by_name(NAMES, of_seat(COUNT, "card")),
    "piles": by_name(PILES, of_seat(COUNT, "pile")),
    "tokens": of_seat(COUNT, "tokens"),
    "goal_cards": from_function(js.listed(js.choice((*GOAL_NAMES, DRAGON))), goal_cards),
    "began_with": of_seat(js.choice(STARTING_CARDS), "began_with", STARTING_CARDS.__getitem__),
    "had_dragon_in_round": of_seat(js.or_none(js.whole(1)), "had_dragon", none_if_zero),
    "vp": of_seat(COUNT, "vp"),
}
IN_ORDER = js.listed(js.table(player=SEAT, bid=js.whole(0, 14), half=js.flag(), stack=js.flag()))
TABLE = {  # what lies open for all
    "face_up": field(
        js.some_of(CARD_NAMES, COUNT), "open", lambda counts: {CARD_NAMES[k]: n for k, n in enumerate(counts) if n}
    ),
    "drawn": field(js.choice(("Merchant", None)), "pending", lambda card: CARD_NAMES[card] if card != NONE else None),
    "discarded": by_name(NAMES, field(COUNT, "discard")),
    "goal_cards": by_name(GOAL_NAMES, field(js.or_none(SEAT), "holder", seat_name)),
    "dragon": field(js.or_none(SEAT), "dragon", seat_name),
    "bids_in_order": from_function(IN_ORDER, order_words),
}


def forms(words: Words) -> tuple[Form, Form]:
    """The Dynasty Deck, top to bottom, before the first cards are turned up, and Goal Cards players begin with; then
    everything on the table, in hands and in the deck."""
    cards, n_deck = js.listed(js.choice(NAMES)), sum(words.tables.count)
    set_up = table(
        dynasty_deck=from_function(cards, lambda state: names_of(state["deck"][:n_deck])),
        face_up=field(COUNT, "open", sum),
        starting_goal_cards=from_function(js.some_of((*GOAL_NAMES, DRAGON), SEAT), starting_cards),
    )
    now = table(
        rounds_finished=field(COUNT, "round"),
        to_move=field(js.or_none(SEAT), "active", seat_name),
        decision=from_function(
            js.choice((*MOVES.names, None)),
            lambda state: None if state["active"] == NOBODY else STAGES[state["stage"]],
        ),
        bids_revealed=field(js.flag(), "revealed", bool),
    )
    return set_up, table(
        now=now,
        dynasty_deck=from_function(cards, lambda state: names_of(state["deck"][state["next"] : n_deck])),
        **TABLE,
        players=list_of(words.seats, table({"player": number(SEAT), **PLAYER}), 0),
    )


# -- what a player sees -----------------------------------------------------------------------------------------------


def view(words: Words, state: State, seat: int) -> dict[str, Any]:
    """What the player in `seat` sees: everything but the deck and the secret bids of the others."""
    everything = words.whole_state_of(state)
    now, players = everything["now"], everything["players"]
    for player in players:
        if player.pop("player") != seat + 1 and not now["bids_revealed"]:
            player.update(bids=None, half=None)
    return {
        "seat": seat + 1,
        "to_move": now["to_move"],
        "round": state["round"] + 1,
        "decision": STAGES[state["stage"]],
        "revealed": now["bids_revealed"],
        "players": players,
        **{name: everything[name] for name in TABLE},
        "cards_in_deck": len(everything["dynasty_deck"]),
    }


# -- from a set-up ----------------------------------------------------------------------------------------------------


def starting_cards(state: State) -> dict[str, int]:
    """Goal Cards players begin with, and who."""
    began = ((STARTING_CARDS[player["began_with"]], i) for i, player in enumerate(state["seat"]))
    return {name: i + 1 for name, i in began if name}


def lay_out(words: Words, state: dict[str, Any], setup: Mapping[str, Any]) -> None:
    """Replace the deck of a state dealt with the boards of the set-up by the deck of the set-up."""
    n_deck = sum(words.tables.count)
    if dict(setup["starting_goal_cards"]) != starting_cards(state):
        raise ValueError("starting_goal_cards: not those of the players' boards")
    deck = [CARD_NAMES.index(name) for name in setup["dynasty_deck"] if name in NAMES]
    if sorted(deck) != sorted(state["deck"][:n_deck]):
        raise ValueError(f"dynasty_deck: not the {n_deck} cards of the deck")
    state["deck"][:n_deck] = deck
    if setup["face_up"] != state["n_open"]:
        raise ValueError(f"face_up: {state['n_open']} cards are turned up in this game, not {setup['face_up']}")
    state["open"] = [deck[: state["n_open"]].count(k) for k in range(len(state["open"]))]
    state["kinds"] = sum(1 << k for k, n in enumerate(state["open"]) if n)


# -- the course -------------------------------------------------------------------------------------------------------


def milestones(words: Words, before: State | None, after: State) -> list[Milestone]:
    """The set-up; bids revealed; bids in order; rounds. What ended a round has turned up the next one's cards."""
    names = []
    if before is None:
        names = ["set-up"]
    else:
        round_ = before["round"] + 1
        ended = after["round"] != before["round"]
        if not before["revealed"] and (after["revealed"] or ended):
            names.append(f"round {round_}, secret bids")
        if before["stage"] < AFTER_BIDS and (ended or after["stage"] >= AFTER_BIDS):
            names.append(f"round {round_}, step 1 play Bid Cards")
        if ended:
            names += [
                f"round {round_}, step {n}"
                for n in ("2 claim Dynasty Cards", "3 assign the Celestial Dragon", "4 reveal Dynasty Cards")
            ]
            names.append(f"round {round_}")
    return [(names, words.whole_state_of(after))] if names else []


def events(words: Words, before: State | None, move: int | None, after: State) -> Iterator[str]:
    """What followed from a move without a choice, one line each."""
    if before is None:
        for name, player in starting_cards(after).items():
            yield f"player {player} begins with the {name}"
        yield f"face up: {face_up(after)}"
        return
    if not before["revealed"] and (after["revealed"] or after["round"] != before["round"]):
        yield "the bids are revealed"
    for i in range(words.seats):
        yield from shown(before, after, i)
    for i in range(words.seats):
        old, new = before["seat"][i], after["seat"][i]
        drawn = new["draws"] - old["draws"]
        if drawn:
            yield f"player {i + 1} draws for a tied stack: {drawn}"
        if new["ties"] > old["ties"]:
            yield f"player {i + 1}: {new['ties'] - old['ties']} Bid Card tied, it stays"
        if new["nothing"] > old["nothing"]:
            yield f"player {i + 1} receives nothing"
        if claims(after, i) - claims(before, i) > gains(after, i) - gains(before, i):
            yield f"player {i + 1} gets no token, none is left"
    if before["next"] != after["next"]:
        cards = names_of(after["deck"][before["next"] : after["next"]])
        yield f"leave the deck: {', '.join(cards)}"
    for k, name in enumerate(GOAL_NAMES):
        if before["holder"][k] != after["holder"][k]:
            yield f"the {name} goes to player {after['holder'][k] + 1}"
    if after["round"] == before["round"]:
        return
    for k, name in enumerate(NAMES):
        if after["discard"][k] > before["discard"][k]:
            yield f"discarded: {counted(after['discard'][k] - before['discard'][k], name)}"
    for i in range(words.seats):
        if after["seat"][i]["bids"][0] > before["seat"][i]["bids"][0] or before["seat"][i]["reset"]:
            yield f"player {i + 1} picks up the Bid Cards set aside"
    if after["dragon"] != NOBODY:
        yield f"the Celestial Dragon goes to player {after['dragon'] + 1}"
    yield "the game is over" if after["active"] == NOBODY else f"face up: {face_up(after)}"


def claims(state: State, i: int) -> int:
    """Claims of a player, with bids and with the Heir."""
    return int(state["seat"][i]["claims"] + state["seat"][i]["heir_claims"])


def gains(state: State, i: int) -> int:
    """What a player has got but by draws for tied stacks: Dynasty Cards, and tokens for the Dragon."""
    player = state["seat"][i]
    waiting = state["pending"] != NONE and state["active"] == i
    return int(player["n_cards"] + player["tokens"] - player["draws"] + waiting)


def shown(before: State, after: State, i: int) -> Iterator[str]:
    """A player's bids that were revealed; those of a round that is over have left the table, but were counted."""
    player = after["seat"][i]
    if after["round"] != before["round"]:
        for card, (old, new) in enumerate(zip(before["seat"][i]["bids"], player["bids"], strict=True)):
            if new > old:
                yield f"player {i + 1} bids {bid_name(card)}"
        return
    for k, bid in enumerate(bids_of(player)):
        laid_before = before["revealed"] and before["seat"][i]["bid"][k] != NONE
        if after["revealed"] and not laid_before:
            under = f" on the tied {bid['on']}" if bid["on"] is not None else ""
            half = ", with the Emperor's .5" if player["half"] == k + 1 else ""
            yield f"player {i + 1} bids {bid_name(bid['card'])}{under}{half}"
        elif laid_before and player["half"] == k + 1 != before["seat"][i]["half"]:
            yield f"player {i + 1} adds the Emperor's .5 to {bid_name(bid['card'])}"


def face_up(state: State) -> str:
    """The cards face up."""
    return ", ".join(counted(n, CARD_NAMES[k]) for k, n in enumerate(state["open"]) if n)
