"""Component files of a game that was never printed: everything an edited copy may vary, drawn at random."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from cext.games.first_empire.data import component_types as ct
from tests.games.variations import Row, Vary, any_ability, any_borders, wall_faces, write_varied

NO_REGION = ("ship", "unlock", "wall")  # rewards that go to no region
ONE = ("wall", "governor", "palace")  # rewards of one piece
RETURNING = (1, 2, 3, 4, 5)  # Li Si's Unification cards: a deck without one of these might be played out


def write_variation(folder: Path, seed: int) -> Path:
    """All component files of variation number `seed`."""
    draw = Random(seed)
    values, board = numbers(draw), gameboard(draw)
    end = len(board["elixir_vp"])
    rows: dict[str, Vary] = {
        "abilities.csv": lambda _: {"amount": few(draw)},
        "alchemist_cards.csv": lambda _: {"trigger": draw.choice(ct.TRIGGERS), "amount": few(draw)},
        "cards.csv": any_ability(draw, ct.TRIGGERS, ct.ABILITIES),
        "emperor_tiles.csv": emperor_tiles(draw),
        "governor_tiles.csv": lambda _: governor_tile(draw),
        "lisi_cards.csv": lambda _: lisi(draw, end, values["supply_soldiers"]),
        "master_cards.csv": lambda _: {"trigger": draw.choice(ct.TRIGGERS), "amount": few(draw)},
        "mausoleum.csv": spots(draw),
        "mausoleum_tiles.csv": lambda row: mausoleum_tile(draw, row["kind"], end),
        "palace_tiles.csv": palace_tiles(draw),
        "rewards.csv": lambda _: reward(draw),
        "scoring_faces.csv": lambda _: scoring_face(draw),
        "solo_cards.csv": lambda row: solo_card(draw, row),
        "starting_tiles.csv": lambda _: starting_tile(draw, values["supply_officials"]),
        "tableaus.csv": lambda _: {"rows": any_order(draw, ct.ASPECTS)},
        "wall_tiles.csv": wall_faces(draw, ct.CRITERIA),
    }
    return write_varied("first_empire", folder, {"numbers.toml": values, "board.toml": board}, rows)


def few(draw: Random) -> int:
    """An amount: mostly that of the printed cards."""
    return draw.choice((1, 1, 1, 2, 3, 9))


def some(draw: Random, names: Sequence[str], most: int = 9) -> str:
    """Any of the names, none of them twice, as a cell holds them."""
    return " ".join(name for name in draw.sample(names, draw.randint(0, min(most, len(names)))))


def any_order(draw: Random, names: Sequence[str]) -> str:
    return " ".join(draw.sample(names, len(names)))


# -- cards and tiles ------------------------------------------------------------------------------------------------


def emperor_tiles(draw: Random) -> Vary:
    """Other backs, and triggers that may stand twice."""
    sections = draw.sample(range(1, 7), 6)
    return lambda _: {"section": sections.pop(), "trigger": draw.choice(ct.TRIGGERS)}


def governor_tile(draw: Random) -> dict[str, object]:
    first, second = draw.choice(ct.BONUSES), draw.choice(ct.BONUSES)
    return {"first": first, "first_amount": few(draw), "second": second, "second_amount": few(draw)}


def palace_tiles(draw: Random) -> Vary:
    """15 tiles, of some kinds perhaps none."""
    kinds = draw.choices(ct.PALACE_KINDS, k=15)
    return lambda row: {"copies": kinds.count(row["kind"]), "vp": draw.randint(0, 9)}


def reward(draw: Random) -> dict[str, object]:
    kind = draw.choice(ct.REWARD_KINDS)
    regions = "" if kind in NO_REGION else some(draw, ct.REGIONS) or draw.choice(ct.REGIONS)
    return {"kind": kind, "amount": 1 if kind in ONE else few(draw), "regions": regions,
            "same_region": draw.randint(0, 1)}  # fmt: skip


def starting_tile(draw: Random, officials: int) -> dict[str, object]:
    """Officials as far as the supply has them beside the General in Chu."""
    given = some(draw, ct.OFFICIALS if officials > 1 else ct.OFFICIALS[:2])
    tokens = " ".join(draw.choices(ct.ASPECTS, k=draw.choice((0, 0, 1, 3))))
    soldiers = draw.choice((0, 0, 1, 8))
    return {
        "officials": given, "unrest": some(draw, ct.REGIONS), "tokens": tokens, "ship": draw.choice((0, 0, 3, 9)),
        "soldiers": soldiers, "workers": draw.choice((0, 1, 9)) if given or tokens or soldiers else 1,
        "alchemist_cards": draw.randint(0, 1),
    }  # fmt: skip


# -- boards ---------------------------------------------------------------------------------------------------------


def gameboard(draw: Random) -> dict[str, Any]:
    """A connected map, slots of any price, a route of 8 to 40 spaces."""
    route = range(draw.choice((8, 15, 21, 40)))
    return {
        "adjacency": any_borders(draw, ct.REGIONS),
        "markings": [[[draw.randint(1, 3) for _ in range(n)] for _ in range(6)] for n in ct.PLAYERS],
        "elixir_symbols": [draw.choice((0, 0, 1, 3)) for _ in route],
        "elixir_masters": [draw.choice((0, 0, 0, 1)) for _ in route],
        "elixir_vp": sorted(draw.randint(0, 9) for _ in route),
    }


def spots(draw: Random) -> Vary:
    """The printed spots in another order."""
    places = [("region", region) for region in ct.REGIONS] + [("wall", site) for site in "123"] + [("elixir", "route")]
    draw.shuffle(places)
    return lambda _: dict(zip(("kind", "place"), places.pop(), strict=True))


def mausoleum_tile(draw: Random, kind: str, end: int) -> dict[str, object]:
    """Another condition; end: the last space of the route."""
    asked = {
        "region": {"governors": draw.randint(0, 2), "palaces": draw.randint(0, 2), "pieces": draw.randint(1, 3)},
        "wall": {"walls": draw.randint(1, 2)},
        "elixir": {"space": draw.randint(1, end), "alchemist_cards": draw.randint(0, 3)},
    }[kind]
    slots = sorted((draw.randint(0, 12) for _ in range(4)), reverse=True)
    return {**asked, "slots": " ".join(map(str, slots)), "three_plus": some(draw, "1234", 2)}


def numbers(draw: Random) -> dict[str, Any]:
    """Scarce supplies and other points; the numbers the engine is built for stay."""
    spaces = [draw.randint(0, 2) for _ in ct.PLAYERS]
    blanks = [draw.randint(0, 2) if n else 0 for n in spaces]
    blanks = [max(blank, 5 * n - 10) for blank, n in zip(blanks, spaces, strict=True)]
    points = {name: draw.choice((0, 4, 10)) for name in ("palace_vp", "line_vp", "lisi_majority_vp")}
    return points | {
        "card_tokens": [draw.choice((0, 1, 2, 3, 9)) for _ in range(3)],
        "card_unrest": [draw.choice((0, 0, 1)), draw.choice((0, 1, 2)), draw.choice((1, 2, 3))],
        "supply_governors": draw.choice((0, 1, 3, 7, 15)),
        "supply_palaces": draw.choice((0, 1, 2, 6, 15)),
        "supply_walls": draw.choice((0, 1, 2, 5, 6)),
        "supply_soldiers": draw.choice((0, 1, 3, 8, 15)),
        "unlocked_soldiers": draw.choice((0, 1, 3, 15)),
        "supply_officials": draw.choice((1, 2, 4, 15)),
        "small_tokens": [draw.choice((0, 5, 11, 40)) for _ in ct.PLAYERS],
        "emperor_tiles": [draw.randint(0, 6) for _ in ct.PLAYERS],
        "master_cards": [draw.randint(0, 5) for _ in ct.PLAYERS],
        "palace_spaces": [draw.randint(0, 3) for _ in ct.PLAYERS],
        "governor_spaces": spaces,
        "governor_blank_tiles": blanks,
        "governor_bonus_tiles": [5 * n - blank for n, blank in zip(spaces, blanks, strict=True)],
        "ship_steps": draw.choice((1, 2, 3, 7)),
        "hire_workers": draw.choice((0, 1, 2, 9)),
        "keep_tokens": draw.choice((0, 2, 5, 39)),
        "majority_vp": [draw.randint(0, 25) for _ in ct.PLAYERS],
        "entrance_vp": [draw.randint(0, 9) for _ in range(3)],
        "lisi_court_tokens": draw.choice((0, 1, 3)),
    }


# -- Li Si ----------------------------------------------------------------------------------------------------------


def solo_card(draw: Random, row: Row) -> dict[str, object]:
    """Another card of the same family; a Unification card comes back."""
    family = row["family"]
    found: dict[str, object] = {"once": draw.randint(0, 1) if family != "unification" else 0}
    if family == "elixir":
        found["steps"] = draw.choice((1, 3, 4, 9))
    if family == "governor":
        found["mode"] = draw.choice(ct.GOVERNOR_MODES[1:])
    if family in ("governor", "palace"):
        found["order"] = any_order(draw, ct.REGIONS)
    if family == "palace":
        found["tokens"] = any_order(draw, ct.ASPECTS)
    if family == "wall":
        found |= {"order": any_order(draw, "123"), "section": draw.choice(ct.SIDES), "slot": draw.choice(ct.SIDES)}
    return found | {"takes_tile": draw.randint(0, 1)}


def scoring_face(draw: Random) -> dict[str, object]:
    """A line for governors, or one for the elixir."""
    line = draw.choice(ct.GOVERNOR_LINES)
    elixir = {"elixir": int(line == "none"), "elixir_plus": draw.choice((0, 2)) if line == "none" else 0}
    return {"governors": line, **elixir, **{f"wall_{n}": draw.randint(0, 12) for n in (1, 2, 3)}}


def lisi(draw: Random, end: int, soldiers: int) -> dict[str, object]:
    """Another deck of nine, of which at least a Unification card comes back."""
    returning = draw.choice(RETURNING)
    deck = [returning, *draw.sample([number for number in range(1, 25) if number != returning], 8)]
    top, bottom = draw.sample((draw.choice("AB"), draw.choice("CD")), 2)
    return {
        "deck": " ".join(map(str, deck)), "top": top, "bottom": bottom, "position": draw.randint(1, 2),
        "space": draw.randint(0, min(end, 5)), "soldiers": draw.randint(0, min(soldiers, 8)),
    }  # fmt: skip
