"""The First Empire's table as pictures: the gameboard, and the player boards, Li Si's too."""

from collections.abc import Mapping, Sequence
from typing import Any

from cext.games.first_empire.data.component_types import ASPECTS
from cext.games.first_empire.words.names import CRITERION_NAMES
from cext.games.first_empire.words.screen_cards import CARD_INK, CUBE, Cards
from cext.games.lettering import wrapped
from cext.games.picture import (
    GAP,
    WIDTH,
    Node,
    Picture,
    box,
    card,
    coins,
    column,
    column_width,
    cubes,
    field,
    group,
    heap,
    label,
    picture,
    rect,
    rows_of,
    seat_piece,
    slot,
    slots,
    stack,
    supply,
    text_node,
    tooltip,
    track,
    workers,
)
from cext.games.screens import ASPECT_INK

__all__ = ["court", "elixir_route", "face", "mausoleum", "player_board", "regions", "wall"]

State = Mapping[str, Any]

N_REGIONS = 5
COLUMN, THIRD = column_width(N_REGIONS), column_width(3)
SPACES_A_ROW = 8  # of the elixir route, the start among them
SPACE, SPACE_LINES = 54, 5  # height of a governor space with its distance, lines of its tile's words
PALACE_TILES = {
    "writing": ("w", "on-ivory"), "currency": ("c", "on-orange"), "laws": ("l", "on-brown"),
    "alchemist": ("A", "on-green"), "any_for_unrest": ("*", "on-white"),
}  # fmt: skip


def regions(state: State, bonuses: Sequence[str]) -> Picture:
    """Governor spaces with their tiles, the open area, palaces, palace tiles; bonuses: of governor tiles."""
    spaces = max(len(region["governor_spaces"]) for region in state["regions"])
    high = SPACE * spaces
    nodes = []
    for place, region in enumerate(state["regions"]):
        drawn = [rect(0, 0, COLUMN, high + 120)]
        drawn.append(label(0, 11, COLUMN, region["region"].capitalize(), tone="strong"))
        for k, space in enumerate(region["governor_spaces"]):
            drawn.append(group(4, 16 + SPACE * k, *_space(space, bonuses), key=f"space {place}.{k}"))
        drawn.append(text_node(4, high + 25, "open area", size=9, tone="muted"))
        drawn.append(group(0, 0, *heap("governor", region["open_area"], 10, high + 36), key=f"open {place}"))
        drawn.append(text_node(4, high + 72, "palaces", size=9, tone="muted"))
        drawn.append(group(0, 0, *heap("palace", region["palaces"], 11, high + 85), key=f"palaces {place}"))
        tiles = [palace_tile(kind, 4 + 15 * k, high + 104) for k, kind in enumerate(region["palace_tiles"])]
        drawn.append(group(0, 0, *tiles, key=f"tiles {place}"))
        nodes.append(group(column(place, N_REGIONS), 0, *drawn))
    return picture(high + 120, "Regions: governors, palaces and palace tiles", *nodes)


def _space(space: State, bonuses: Sequence[str]) -> list[Node]:
    """A governor space: who stands on it, or the two halves of its tile."""
    wide, high = COLUMN - 8, SPACE - 2
    if space["governor_of"]:
        drawn = [rect(0, 0, wide, high, "field"), seat_piece("governor", wide / 2, high / 2, space["governor_of"])]
        return [tooltip(bonuses[space["tile"] - 1]), *drawn] if space["tile"] else drawn
    if not space["tile"]:
        return [rect(0, 0, wide, high, "empty")]
    text = bonuses[space["tile"] - 1]
    lines = wrapped(text, wide - 2, 8)
    shown = lines if len(lines) <= SPACE_LINES else [*lines[: SPACE_LINES - 1], "…"]
    drawn = [label(1, 9.5 + 9.8 * k, wide - 2, line, size=8) for k, line in enumerate(shown)]
    return [tooltip(text), rect(0, 0, wide, high, "field"), *drawn]


def palace_tile(kind: str, x: float, y: float) -> Node:
    """A palace tile."""
    letter, tone = PALACE_TILES[kind]
    inside = text_node(6.5, 9.8, letter, size=9, anchor="middle", tone="dark")
    return group(x, y, rect(0, 0, 13, 13, tone, round_=2), inside, piece="palace tile", count=1)


def wall(sections: Sequence[State], state: State, tile_vp: Mapping[str, Sequence[int]]) -> Picture:
    """Sections with tile, Emperor tile and slots; a free slot shows the workers it takes."""
    nodes = []
    for place, (section, now) in enumerate(zip(sections, state["wall_sections"], strict=True)):
        vp = "/".join(map(str, tile_vp[section["shows"]]))
        title, text = f"{section['section']} {section['site']}", f"{vp} VP {CRITERION_NAMES[section['shows']]}"
        drawn = field(THIRD, 84, title, text, lines=3)
        if now["emperor_tile"]:
            text, piece = f"! {now['emperor_tile']}", "emperor tile"
            emperor = box(THIRD - 50, 3, 47, 12, text, tone="on-yellow", size=8.5, piece=piece)
            drawn.append(group(0, 0, emperor, key=f"emperor {place}"))
        drawn += slots("wall", now["slots"], section["slots"], THIRD / 2, 71, step=25, key=f"slot {place}")
        nodes.append(group(column(place % 3, 3), (84 + GAP) * (place // 3), *drawn))
    return picture(172, "Wall: sections with their tiles, and the walls built", *nodes)


def elixir_route(
    ships: Sequence[int],
    left: Sequence[str],
    symbols: Sequence[int],
    masters: Sequence[int],
    vp: Sequence[int],
    cards: Cards,
    *,
    n_masters: int,
) -> Picture:
    """The route with its symbols and VP, ships on it, Master Alchemist cards left.

    ships: their spaces, by seat. symbols, masters, vp: by space from the start. n_masters: cards there were at the
    start, as room for them.
    """
    wide, high = WIDTH / SPACES_A_ROW, 66
    nodes: list[Node] = []
    best = 0
    for space in range(len(symbols)):
        risen, best = vp[space] > best, max(best, vp[space])
        inside = [
            rect(0.5, 0, wide - 1, high - 2, "field"),
            text_node(3, 10, str(space or "start"), size=8, tone="muted"),
        ]
        if risen:
            inside.append(text_node(wide - 3, 10, f"{best} VP", size=8, anchor="end", tone="strong"))
        inside += _signs(symbols[space], masters[space], wide / 2, 56)
        here = [i + 1 for i, ship in enumerate(ships) if ship == space]
        for k, seat in enumerate(here):  # two a row
            x = wide / 2 if len(here) == k + 1 and k % 2 == 0 else wide / 2 + 9.5 * (2 * (k % 2) - 1)
            inside.append(seat_piece("ship", x, 23 + 17 * (k // 2), seat))
        place = (wide * (space % SPACES_A_ROW), high * (space // SPACES_A_ROW))
        nodes.append(group(*place, *inside, key=f"space {space}"))
    y = high * -(-len(symbols) // SPACES_A_ROW) + 4
    nodes.append(
        text_node(0, y + 10, "Master Alchemists left" if left else "no Master Alchemist left", size=9, tone="muted")
    )
    for k, name in enumerate(left):
        text = f"{cards.trigger(name)}: {cards.effect(name)}"
        x, below = (k % 2) * (WIDTH / 2 + 1), y + 15 + 18 * (k // 2)
        one = box(x, below, WIDTH / 2 - 1, 16, text, tone="on-cyan", size=9, piece="master")
        nodes.append(group(0, 0, one, key=f"master {name}"))
    return picture(y + 16 + 18 * -(-n_masters // 2), "The elixir route with the ships", *nodes)


def _signs(symbols: int, masters: int, middle: float, y: float) -> list[Node]:
    """What a ship earns on a space: discs for symbols, then a diamond for a Master Alchemist."""
    shapes = ["M-3 0a3 3 0 1 1 6 0a3 3 0 1 1-6 0Z"] * symbols + ["M-3.5 0L0-4.5L3.5 0L0 4.5Z"] * masters
    begin = middle - 4.5 * (len(shapes) - 1)
    moved = [f"translate({begin + 9 * k:.1f} {y})" for k in range(len(shapes))]
    return [["path", {"d": d, "class": "on-cyan", "transform": at}] for d, at in zip(shapes, moved, strict=True)]


def mausoleum(spots: Sequence[State], state: State, needs: Sequence[str]) -> Picture:
    """The nine tiles: what each asks for, and its slots with soldiers or the VP they bring; needs: by tile."""
    nodes = []
    for place, (spot, now) in enumerate(zip(spots, state["mausoleum"], strict=True)):
        name, _, asked = needs[place].partition(": ")
        drawn = field(THIRD, 64, name, asked)
        drawn += slots("soldier", now["soldiers"], spot["slots"], THIRD / 2, 52, step=24, key=f"slot {place}")
        nodes.append(group(column(spot["column"] - 1, 3), (64 + GAP) * (spot["row"] - 1), *drawn))
    return picture(200, "Mausoleum: what its tiles ask for, and the soldiers on them", *nodes)


def court(
    state: State, tableau: Sequence[str], rewards: Mapping[tuple[str, int], str], rounds: int, top: Node | None
) -> Picture:
    """Rewards of every round, decks and tokens by aspect, the turn order, the court card."""
    rows = [[rewards[name, number] for name in tableau] for number in range(1, rounds + 1)]
    nodes, begin = rows_of([(name, f"on-{ASPECT_INK[name]}") for name in tableau], rows, state["round"], high=26)
    y = 22 + 28 * rounds
    for name, x in zip(tableau, begin, strict=True):
        left = state["tokens_left"][name]
        deck = stack("deck", x, y, f"on-{ASPECT_INK[name]}", len(state["decks"][name]))
        tokens = coins("token", x + 54, y, f"on-{ASPECT_INK[name]}", left["small"], more="+2" * left["large"])
        nodes.append(group(0, 0, deck, tokens, key=f"left {name}"))
    nodes.append(text_node(0, y + 40, "turn order", size=9, tone="muted"))
    order = [seat_piece("disc", 64 + 20 * k, y + 36, seat) for k, seat in enumerate(state["turn_order"])]
    nodes.append(group(0, 0, *order, key="order"))
    nodes.append(text_node(160, y + 40, "court area", size=9, tone="muted"))
    lie = stack("court", 218, y + 28, "on-white", state["cards_in_court_area"])
    nodes.append(group(0, 0, lie, group(270, y + 22, top or box(0, 0, 61, 29, "none", tone="empty")), key="court"))
    return picture(y + 53, "Court: rewards of the rounds, decks, tokens, turn order and court card", *nodes)


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
