"""A game of Middle Kingdom in a game record: set-up, whole state, rounds that end, what follows without a choice."""

from collections.abc import Iterator, Mapping
from typing import Any

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
from cext.games.middle_kingdom.words.view import NOBODY, Words, bids_of, player_words, table_words
from cext.kernel import json_schema as js
from cext.kernel.words import Milestone

__all__ = ["events", "lay_out", "milestones", "schemas", "set_up", "whole_state"]

State = Mapping[str, Any]
NAMES = CARD_NAMES[:-1]
AFTER_BIDS = RULES["KIND_SWAP"]  # the stages from here on follow step 1


# -- the form of its parts --------------------------------------------------------------------------------------------

SEAT, COUNT, BID = js.whole(1, 5), js.whole(), js.whole(0, 7)
CARDS = js.listed(js.choice(NAMES))
HELD = (*GOAL_NAMES, DRAGON)
PLAYER = js.table(
    player=SEAT,
    hand=js.listed(BID),
    set_aside=js.listed(BID),
    tied=js.listed(BID, 0, 2),
    bids=js.listed(js.table(card=BID, on=js.or_none(BID)), 0, 2),
    half=js.choice((0, 1, None)),
    cards=js.by_name(NAMES, COUNT),
    piles=js.by_name(PILES, COUNT),
    tokens=COUNT,
    goal_cards=js.listed(js.choice(HELD)),
    began_with=js.choice(STARTING_CARDS),
    had_dragon_in_round=js.or_none(js.whole(1)),
    vp=COUNT,
)
SCHEMAS = {
    "set_up": js.table(
        dynasty_deck=CARDS,
        face_up=COUNT,
        starting_goal_cards=js.some_of(HELD, SEAT),
    ),
    "state": js.table(
        now=js.table(
            rounds_finished=COUNT,
            to_move=js.or_none(SEAT),
            decision=js.choice((*MOVES.names, None)),
            bids_revealed=js.flag(),
        ),
        dynasty_deck=CARDS,
        face_up=js.some_of(CARD_NAMES, COUNT),
        drawn=js.choice(("Merchant", None)),
        discarded=js.by_name(NAMES, COUNT),
        goal_cards=js.by_name(GOAL_NAMES, js.or_none(SEAT)),
        dragon=js.or_none(SEAT),
        bids_in_order=js.listed(js.table(player=SEAT, bid=js.whole(0, 14), half=js.flag(), stack=js.flag())),
        players=js.listed(PLAYER),
    ),
}


def schemas(words: Words) -> dict[str, js.Schema]:
    """JSON Schemas of set_up() and whole_state()."""
    return SCHEMAS


# -- set-up -----------------------------------------------------------------------------------------------------------


def set_up(words: Words, state: State) -> dict[str, Any]:
    """The Dynasty Deck, top to bottom, before the first cards are turned up; Goal Cards players begin with."""
    return {
        "dynasty_deck": [CARD_NAMES[k] for k in state["deck"][: sum(words.tables.count)]],
        "face_up": sum(state["open"]),
        "starting_goal_cards": starting_cards(state),
    }


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


def whole_state(words: Words, state: State) -> dict[str, Any]:
    """Everything on the table, in hands and in the deck."""
    over = state["active"] == NOBODY
    return {
        "now": {
            "rounds_finished": state["round"],
            "to_move": None if over else state["active"] + 1,
            "decision": None if over else STAGES[state["stage"]],
            "bids_revealed": bool(state["revealed"]),
        },
        "dynasty_deck": [CARD_NAMES[k] for k in state["deck"][state["next"] : sum(words.tables.count)]],
        **table_words(state),
        "players": [{"player": i + 1, **player_words(state, i, shown=True)} for i in range(words.seats)],
    }


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
    return [(names, whole_state(words, after))] if names else []


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
        cards = [CARD_NAMES[k] for k in after["deck"][before["next"] : after["next"]]]
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
