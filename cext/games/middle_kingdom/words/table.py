"""Middle Kingdom's table as pictures: the middle with Goal Cards, Dynasty Cards and bids, and each player's cards."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cext.games.middle_kingdom.words.moves import DRAGON, GOAL_NAMES, LETTERS, PILES, bid_name, bid_sign
from cext.games.picture import (
    Node,
    Picture,
    box,
    coins,
    column,
    column_width,
    group,
    label,
    picture,
    rect,
    seat_piece,
    stack,
    text_node,
    tooltip,
)

__all__ = ["middle", "player_cards"]

State = Mapping[str, Any]

GROUND = {
    "Bureaucrat": "on-blue", "Farmer": "on-green", "Merchant": "on-yellow", "Noble 2": "on-orange",
    "Noble 3": "on-orange", "Noble 4": "on-orange", "Warlord": "on-red", "Philosopher": "on-white", DRAGON: "on-cyan",
}  # fmt: skip
GOALS = (*GOAL_NAMES, DRAGON)
MARK, MARK_HIGH = 13, 15  # a card as small as its letter
ACROSS = column_width(len(GOALS))
PILE_ROWS, PILE_WIDE = 3, 60  # small cards in a pile's column
BID = 27  # from one Bid Card to the next


# -- the middle ------------------------------------------------------------------------------------------------------


def middle(state: State, coming: int) -> Picture:
    """Goal Cards, cards face up, bids in order, deck and discarded cards; coming: cards shown of the deck."""
    nodes = [text_node(0, 9, "Goal Cards", size=9, tone="muted")]
    holders = {**state["goal_cards"], DRAGON: state["dragon"]}
    for k, name in enumerate(GOALS):
        here = not holders[name] and name not in state["face_up"]
        nodes.append(group(column(k, len(GOALS)), 13, *_goal_place(name, holders[name], here=here), key=name))
    lying = [name for name, n in state["face_up"].items() for _ in range(n)]
    nodes.append(text_node(0, 64, "face up" if lying else "no card face up", size=9, tone="muted"))
    up = [_dynasty(name, column(k % len(GOALS), len(GOALS)), 68 + 22 * (k // 6)) for k, name in enumerate(lying)]
    nodes.append(group(0, 0, *up, key="face up"))
    y = 68 + 22 * max(1, -(-len(lying) // len(GOALS)))
    low = [*_bids(state), *_deck(state, coming), *_discarded(state["discarded"])]
    return picture(y + 96, "The middle of the table: Goal Cards, cards, bids, deck", *nodes, group(0, y, *low))


def _goal_place(name: str, holder: int | None, *, here: bool) -> list[Node]:
    """The place of a Goal Card in the middle: the card, or who holds it."""
    if here:
        return [_goal(name, 0, 0, 36)]
    drawn = [rect(0, 0, ACROSS, 36, "empty"), label(2, 11, ACROSS - 4, _short(name), size=9, tone="muted")]
    if holder:
        drawn.append(seat_piece("disc", ACROSS / 2, 24, holder, kind="holder"))
    return drawn


def _goal(name: str, x: float, y: float, high: float) -> Node:
    """A Goal Card, on the ground of the type it goes by."""
    kind = dict(zip(GOAL_NAMES, ("Bureaucrat", "Farmer", "Merchant", "Noble 2", "Warlord"), strict=True)).get(
        name, name
    )
    return box(x, y, ACROSS, high, _short(name), tone=GROUND[kind], size=9, piece="goal")


def _short(name: str) -> str:
    """A Goal Card's name without the adjective."""
    return name.removeprefix("Celestial ")


def _dynasty(name: str, x: float, y: float) -> Node:
    """A Dynasty Card with its name, or the Celestial Dragon that is free to be claimed."""
    if name == DRAGON:
        return _goal(name, x, y, 20)
    return box(x, y, ACROSS, 20, name, tone=GROUND[name], size=9, piece="card")


def _mark(name: str, x: float, y: float, wide: float = MARK) -> list[Node]:
    """A card as small as its letter."""
    inside = text_node(wide / 2, 10.5, LETTERS[name][-1], size=8.5, anchor="middle", tone="dark")
    return [group(x, y, tooltip(name), rect(0, 0, wide, MARK_HIGH, GROUND[name], round_=2), inside)]


def _counted(name: str, x: float, y: float, kind: str, count: int) -> Node:
    """Small cards of a kind as one, with their number."""
    return group(x, y, *_mark(name, 0, 0), text_node(MARK + 3, 11, f"×{count}", size=9), piece=kind, count=count)


def _bids(state: State) -> Iterator[Node]:
    """Bids that are still to claim, from the highest on, and a Merchant drawn that waits for its pile."""
    yield text_node(0, 14, "next" if state["bids_in_order"] else "no bids to claim", size=9, tone="muted")
    inside: list[Node] = []
    for k, bid in enumerate(state["bids_in_order"]):
        x = 40 + 50 * k
        total = f"{bid['bid']}{'.5' if bid['half'] else ''}"
        inside += [
            seat_piece("disc", x, 10.5, bid["player"], kind="bidder"),
            text_node(x + 11, 14, total, tone="strong"),
        ]
    yield group(0, 0, *inside, key="next")
    if state["drawn"]:
        yield text_node(0, 32, "drawn", size=9, tone="muted")
        yield group(0, 0, _counted(state["drawn"], 32, 21, "drawn", 1), key="drawn")


def _deck(state: State, coming: int) -> Iterator[Node]:
    """The deck and the cards that come next."""
    yield text_node(0, 50, "deck", size=9, tone="muted")
    yield group(0, 0, stack("deck", 32, 39, "on-white", len(state["dynasty_deck"])), key="deck")
    following = state["dynasty_deck"][:coming]
    if following:
        yield text_node(78, 50, "its next cards", size=9, tone="muted")
    marks = [node for k, name in enumerate(following) for node in _mark(name, 148 + (MARK + 3) * k, 39)]
    yield group(0, 0, *marks, key="coming")


def _discarded(counts: Mapping[str, int]) -> Iterator[Node]:
    """Cards discarded."""
    there = [name for name in counts if counts[name]]
    yield text_node(0, 70, "discarded" if there else "nothing discarded", size=9, tone="muted")
    nodes = [_counted(name, 42 * k, 75, "discarded", counts[name]) for k, name in enumerate(there)]
    yield group(0, 0, *nodes, key="discarded")


# -- players ---------------------------------------------------------------------------------------------------------


def player_cards(player: State) -> Picture:
    """Bid Cards by where they lie, each in its own column; tokens; Goal Cards; Dynasty Cards in piles."""
    nodes = [*_bid_cards(player), text_node(272, 12, "tokens", size=9, tone="muted")]
    nodes.append(group(0, 0, coins("token", 308, 0, "on-yellow", player["tokens"]), key="tokens"))
    nodes.append(text_node(0, 88, "" if player["goal_cards"] else "no Goal Card", size=9, tone="muted"))
    goals = [_goal(name, column(k, len(GOALS)), 78, 18) for k, name in enumerate(player["goal_cards"])]
    nodes.append(group(0, 0, *goals, key="goals"))
    for k, name in enumerate(PILES):
        lying = _pile(name, player)
        nodes.append(group(column(k, len(PILES)), 102, *_drawn_pile(name, lying, player["piles"][name]), key=name))
    high = 102 + 16 + PILE_ROWS * (MARK_HIGH + 1) + 2
    return picture(high, "Bid Cards, tokens, Goal Cards and Dynasty Cards of a player", *nodes)


def _bid_cards(player: State) -> Iterator[Node]:
    """Bid Cards in hand, laid, tied and set aside, in four rows; a card keeps its column."""
    laid = {bid["card"]: (k, bid["on"]) for k, bid in enumerate(player["bids"])}
    rows = {
        "hand": [card for card in player["hand"] if card not in laid],
        "laid": list(laid),
        "tied": player["tied"],
        "set aside": player["set_aside"],
    }
    tones = {"hand": "on-white", "laid": "on-yellow", "tied": "on-red", "set aside": "on-gray"}
    for r, (row, cards) in enumerate(rows.items()):
        y = 18 * r
        yield text_node(0, y + 11, row, size=9, tone="muted")
        if not cards:
            yield text_node(50, y + 11, "–", size=9, tone="muted")
        for card in cards:
            k, on = laid.get(card, (None, None)) if row == "laid" else (None, None)
            text = bid_sign(card) + (f"/{bid_sign(on)}" if on is not None else "")
            text += "*" * (k is not None and k == player["half"])
            long = f"{bid_name(card)}, {row}"
            node = box(50 + BID * card, y, BID - 2, 16, text, tone=tones[row], size=9, long=long, piece="bid card")
            yield group(0, 0, node, key=f"{row} {card}")


def _pile(name: str, player: State) -> list[str]:
    """Cards of a pile: those of its type, then Merchants added to it, each of which counts as two."""
    held = player["cards"]
    if name == "Merchants":
        return ["Merchant"] * player["piles"][name]
    kinds = {"Nobles": ("Noble 2", "Noble 3", "Noble 4"), "Bureaucrats": ("Bureaucrat", "Philosopher")}
    own = [kind for kind in kinds.get(name, (name[:-1],)) for _ in range(held[kind])]
    return own + ["Merchant"] * ((player["piles"][name] - len(own)) // 2)


def _drawn_pile(name: str, cards: Sequence[str], length: int) -> list[Node]:
    """A pile in its column: what it counts for, and every card as small as its letter."""
    title = f"{name} {length}" if length else name
    drawn = [label(0, 10, PILE_WIDE, title, size=9, tone="strong" if length else "muted", middle=False)]
    a_row = max(PILE_WIDE // (MARK + 2), -(-len(cards) // PILE_ROWS))
    step = PILE_WIDE / a_row
    for k, card in enumerate(cards):
        at = (step * (k % a_row), 15 + (MARK_HIGH + 1) * (k // a_row))
        drawn.append(group(*at, *_mark(card, 0, 0, step - 1.5), piece=card, count=1))
    return drawn
