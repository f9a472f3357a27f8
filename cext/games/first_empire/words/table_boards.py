"""The First Empire's player boards as pictures, Li Si's too: regions with cards and officials, hand, tokens, supply."""

from collections.abc import Mapping, Sequence
from typing import Any

from cext.games.first_empire.data.component_types import ASPECTS
from cext.games.first_empire.words.screen_cards import CARD_INK, CUBE, Cards
from cext.games.first_empire.words.table import palace_tile
from cext.games.picture import (
    Node,
    Picture,
    box,
    card,
    coins,
    column,
    column_width,
    cubes,
    group,
    label,
    picture,
    rect,
    seat_piece,
    slot,
    stack,
    supply,
    text_node,
    track,
    workers,
)
from cext.games.screens import ASPECT_INK

__all__ = ["face", "player_board"]

State = Mapping[str, Any]

N_REGIONS = 5
COLUMN = column_width(N_REGIONS)
CARD = 29  # its height
PLAYED_A_ROW = 12  # of Li Si's action cards


def player_board(player: State, cards: Cards, max_unrest: int, *, lisi: State | None, over: bool) -> Picture:
    """A board's regions, the hand or Li Si's own cards, Alchemist cards set aside, tokens, soldiers, supply.

    lisi: his own things, on his board. over: the game is, and hands are empty.
    """
    taken = lisi["palace_tiles"] if lisi else {}
    unrest = 0 if lisi else max_unrest
    nodes = [
        cards.kept.of("region", lambda *read: _region(cards, *read), k, region, unrest, taken.get(region["region"], ()))
        for k, region in enumerate(player["regions"])
    ]
    y = 46 + 3 * CARD + 8
    if lisi is not None:
        nodes += _his_cards(lisi, y)
    elif not over:
        nodes.append(text_node(0, y + 9, "hand", size=9, tone="muted"))
        nodes += [_placed(n, k, y + 14, cards, f"hand {n}") for k, n in enumerate(player["hand"])]
    y += 0 if over and lisi is None else 16 + 2 * (CARD + 2)
    aside = player["alchemist_cards"]
    below: list[Node] = [text_node(0, 9, f"{'' if aside else 'no '}Alchemist cards aside", size=9, tone="muted")]
    below += [_placed(name, k, 13, cards, f"aside {name}") for k, name in enumerate(aside)]
    rows = max(1, -(-len(aside) // N_REGIONS))
    high = 16 + (CARD + 2) * rows
    below.append(group(0, high, *_stock(player)))  # moved as one: what has moved only has not changed
    return picture(
        y + high + 54, "A player board: regions, hand, tokens, soldiers, supply", *nodes, group(0, y, *below)
    )


def _his_cards(lisi: State, y: float) -> list[Node]:
    """Li Si's Unification cards face down, his action cards face down and played."""
    nodes = []
    piles = (("Unification cards", "unification_deck", 88), ("action cards", "action_deck", 64))
    for k, (name, pile, wide) in enumerate(piles):
        nodes.append(text_node(136 * k, y + 13, name, size=9, tone="muted"))
        nodes.append(group(0, 0, stack(pile, 136 * k + wide, y + 2, "on-white", len(lisi[pile])), key=pile))
    nodes.append(text_node(0, y + 33, "played", size=9, tone="muted"))
    for k, number in enumerate([*lisi["removed"], *lisi["discards"]]):
        at = (40 + 25 * (k % PLAYED_A_ROW), y + 22 + 18 * (k // PLAYED_A_ROW))
        played = group(0, 0, box(0, 0, 22, 15, str(number), tone="on-white", size=9), piece="played", count=1)
        nodes.append(group(*at, played, key=f"played {number}"))
    return nodes


def _region(cards: Cards, place: int, region: State, unrest: int, taken: Sequence[str]) -> Node:
    """A column of a player board; unrest: slots of its track, none on Li Si's; taken: his palace tiles from there."""
    name = region["region"]
    drawn = [rect(0, 0, COLUMN, 46 + 3 * CARD + 4), label(2, 11.5, 30, name.capitalize(), tone="strong", middle=False)]
    if unrest:
        level = track("unrest", COLUMN - 2 - 11 * unrest, 3, unrest, region["unrest"], "on-red", step=11)
        drawn.append(group(0, 0, level, key=f"unrest {name}"))
    officials = cubes(region["officials"], CUBE, 2, 16, step=20.5)
    drawn.append(group(0, 0, *officials, key=f"officials {name}"))
    tiles = [palace_tile(kind, 2 + 15 * k, 28) for k, kind in enumerate(taken)]
    drawn.append(group(0, 0, *tiles, key=f"taken {name}") if tiles else None)
    if count := region["workers"]:
        number = text_node(17, 41.5, f"×{count}", size=9, tone="strong")
        drawn.append(group(0, 0, workers(count, (9, 38), "on-white", number), key=f"workers {name}"))
    drawn += [
        face(one["card"], 2, 46 + CARD * k, cards, emperor=one["emperor_tile"], key=f"card {name} {one['card']}")
        for k, one in enumerate(region["cards"])
    ]
    return group(column(place, N_REGIONS), 0, *drawn)


def _placed(name: int | str, place: int, y: float, cards: Cards, key: str) -> Node:
    """A card beside the board, five a row."""
    x = column(place % N_REGIONS, N_REGIONS) + 2
    return face(name, x, y + (CARD + 2) * (place // N_REGIONS), cards, key=key)


def face(name: int | str, x: float, y: float, cards: Cards, *, emperor: str | None = None, key: str = "") -> Node:
    """A card: its number, what triggers it (with ! by an Emperor tile), what it brings."""
    return cards.kept.of("face", lambda *read: _face(cards, *read), name, x, y, emperor, key)


def _face(cards: Cards, name: int | str, x: float, y: float, emperor: str | None, key: str) -> Node:
    """A card that was not drawn there before."""
    tone = f"on-{CARD_INK[cards.kind(name)]}"
    triggers = cards.triggers(name, emperor)
    named = triggers[0] if len(triggers) == 1 else "/".join(trigger[:3] for trigger in triggers)
    lines = [f"!{named}" if emperor else named, cards.brings(name)]
    number = str(name) if isinstance(name, int) else name[0].upper()
    long = f"{number}, {cards.kind(name)}, {cards.words(name, emperor)}"
    return card(x, y, COLUMN - 4, number, tone, lines, long=long, key=key)


def _stock(player: State) -> list[Node]:
    """Tokens and soldiers, then the supply."""
    stock, seat = player["supply"], player["player"]
    nodes = [text_node(0, 10, "tokens", size=9, tone="muted")]
    for k, name in enumerate(ASPECTS):
        held = player["tokens"][name]
        tokens = coins("token", 40 + 46 * k, -2, f"on-{ASPECT_INK[name]}", held["small"], more="+2" * held["large"])
        nodes.append(group(0, 0, tokens, key=f"tokens {name}"))
    nodes.append(text_node(0, 29, "soldiers", size=9, tone="muted"))
    for k, place in enumerate(("entrance", "locked")):
        at, count = 52 + 110 * k, player["soldiers"][place]
        one = slot("soldier", at, 25, "0")
        if count:
            one = seat_piece("soldier", at, 25, seat, count=count, kind=place)
        nodes.append(group(0, 0, one, text_node(at + 26, 29, place, size=9, tone="muted"), key=f"soldiers {place}"))
    nodes.append(text_node(0, 48, "supply", size=9, tone="muted"))
    left = {kind: stock[f"{kind}s"] for kind in ("governor", "palace", "wall")}
    nodes += supply(left, seat, 52, 44)
    officials = cubes(stock["officials"], CUBE, 190, 38, step=32)
    nodes.append(group(0, 0, *officials, key="supply officials"))
    return nodes
