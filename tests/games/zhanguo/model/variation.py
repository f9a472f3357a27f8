"""Component files of a game that was never printed: everything an edited copy may vary, drawn at random."""

from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from random import Random

from cext.games.zhanguo.data.component_types import (
    ABILITIES,
    ASPECTS,
    BLOCKS,
    BOARDS,
    CRITERIA,
    REWARD_KINDS,
    SQUARE_KINDS,
    TRIGGERS,
)
from cext.games.zhanguo.data.components import COMPONENTS, SHIPPED

SITES = ("turquoise", "gold", "jade")
STATUS = 'status = "reconstructed", source = "drawn"'
ABILITY_ROWS = SHIPPED / "boards.toml"


def write_variation(folder: Path, seed: int) -> Path:
    """All component files of variation number `seed`."""
    draw = Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    texts = (boards(draw), cards(draw), gameboard(draw), numbers(draw), rewards(draw), tasks(draw), wall_tiles(draw))
    for name, text in zip(COMPONENTS.files, texts, strict=True):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def table(rows: Iterable[Iterable[object]]) -> str:
    """Lines of a CSV file."""
    return "".join(",".join(str(cell) for cell in row) + "\n" for row in rows)


def boards(draw: Random) -> str:
    """Tracks, levels that forbid palaces, officials, and which block of abilities lies on which B side."""
    text = ""
    for name in BOARDS:
        tracks = [draw.choice((2, 2, 3, 4)) for _ in range(5)]
        forbidden = [sorted({slots, draw.randint(1, slots)}) for slots in tracks]
        officials = draw.choice(([1, 1, 1], [3, 0, 0], [0, 2, 1], [1, 0, 2]))
        block = "none" if name == "A" else draw.choice(BLOCKS[1:])
        text += f"[{name}]\n"
        for key, value in (("tracks", tracks), ("no_palace", forbidden), ("officials", officials)):
            text += f"{key} = {{ value = {value}, {STATUS} }}\n"
        text += f'block = {{ value = "{block}", {STATUS} }}\n'
    shipped = ABILITY_ROWS.read_text(encoding="utf-8")
    return text + shipped[shipped.index("[[abilities]]") :]


def cards(draw: Random) -> str:
    """Any trigger and any ability on any card, some much more often than others."""
    likely = [draw.choice((0, 1, 1, 6)) for _ in ABILITIES]
    likely[draw.randrange(len(ABILITIES))] = 6
    rows = [("number", "aspect", "trigger", "ability", "status", "source")]
    for number in range(1, 121):
        ability = draw.choices(ABILITIES, likely)[0]
        rows.append(
            (str(number), ASPECTS[(number - 1) // 40], draw.choice(TRIGGERS), ability, "reconstructed", "drawn")
        )
    return table(rows)


def gameboard(draw: Random) -> str:
    """A connected map, bonus squares (some kinds twice, some regions without), scarce palace slots and markers."""
    regions = draw.sample(range(1, 6), 5)
    likely = draw.choice((0.1, 0.3, 1.0))
    borders = [sorted((regions[k], draw.choice(regions[:k]))) for k in range(1, 5)]
    borders += [
        list(pair) for pair in combinations(range(1, 6), 2) if list(pair) not in borders and draw.random() < likely
    ]
    text = f'[adjacency]\nvalue = {borders}\nstatus = "reconstructed"\nsource = "drawn"\n'
    for site in SITES:
        text += f'[[wall_sites]]\nname = "{site}"\nsections = 2\nstatus = "rulebook"\nsource = "shipped"\n'
    for region in range(1, 6):
        kinds = [draw.choice(SQUARE_KINDS) for _ in range(draw.choice((0, 1, 2, 4)))]
        listed = ", ".join(f'"{kind}"' for kind in kinds)
        text += f"[[governor_squares]]\nregion = {region}\nkinds = [{listed}]\n"
        text += 'status = "reconstructed"\nsource = "drawn"\n'
    for key, most in (("palace_slots", 4), ("markers", 12)):
        values = sorted(draw.choice((1, 2, most)) for _ in range(3))
        text += f'[{key}]\nvalue = {values}\nstatus = "reconstructed"\nsource = "drawn"\n'
    return text


def numbers(draw: Random) -> str:
    """Scarce supplies and other points; the numbers the engine is built for stay."""
    drawn: dict[str, object] = {
        "auction_vp": draw.choice((1, 2, 15, 99)),
        "supply_officials": draw.choice((3, 4, 5, 15)),
        "supply_governors": draw.choice((0, 1, 3, 8, 15)),
        "supply_palaces": draw.choice((0, 1, 2, 6, 15)),
        "supply_walls": draw.choice((0, 1, 2, 5, 6)),
        "card_markers": [draw.choice((0, 1, 2, 3, 9)) for _ in range(3)],
        "card_unrest": [draw.choice((0, 0, 1)), draw.choice((0, 1, 2)), draw.choice((1, 2, 3))],
        "reassign_points": draw.choice((1, 2, 3, 5, 15)),
        "bonus_points": draw.choice((0, 2, 4, 15)),
        "bonus_vp": draw.choice((0, 4, 7)),
        "ability_vp": [draw.choice((0, 2)), draw.choice((3, 5))],
        "ability_points": draw.choice((0, 1, 2, 3, 15)),
        "majority_vp": draw.choice((0, 9, 10)),
        "majority_each": draw.choice((0, 3, 4)),
        "marker_vp": [draw.randint(0, 9) for _ in range(3)],
        "task_vp": sorted((draw.randint(0, 6) for _ in range(draw.randint(1, 4))), reverse=True),
    }
    lines = []
    for line in (SHIPPED / "numbers.toml").read_text(encoding="utf-8").splitlines():
        key = line.split(" ")[0]
        lines.append(f"{key} = {{ value = {drawn[key]}, {STATUS} }}" if key in drawn else line)
    return "\n".join(lines) + "\n"


def rewards(draw: Random) -> str:
    """Any reward in any cell, with as many regions as its kind and round want."""
    rows: list[tuple[object, ...]] = [("aspect", "round", "kind", "regions", "status", "source")]
    with_governor = {number: draw.choice(ASPECTS) for number in (3, 4, 5)}  # the loader wants one in these rounds
    for aspect in ASPECTS:
        for number in range(1, 6):
            kind = "governor" if with_governor.get(number) == aspect else draw.choice(REWARD_KINDS)
            wanted = {"wall": 0, "palace": 5, "governor": 5 if number == 5 else 2}.get(kind, 1)
            regions = " ".join(str(region) for region in sorted(draw.sample(range(1, 6), wanted)))
            rows.append((aspect, number, kind, regions, "reconstructed", "drawn"))
    return table(rows)


def tasks(draw: Random) -> str:
    """Twelve tiles of 2 to 4 symbols."""
    rows: list[tuple[object, ...]] = [("tile", "type", "symbols", "status", "source")]
    for tile in range(1, 13):
        kind = ("wall", "palace", "governor")[(tile - 1) // 4]
        pool: list[object] = [*SITES, *SITES] if kind == "wall" else [1, 2, 3, 4, 5]
        symbols = draw.sample(pool, draw.choice((2, 2, 3, 4)))
        rows.append((tile, kind, " ".join(str(symbol) for symbol in symbols), "reconstructed", "drawn"))
    return table(rows)


def wall_tiles(draw: Random) -> str:
    """The criteria on other faces, for other points."""
    rows: list[tuple[object, ...]] = [("tile", "face", "criterion", "vp_1", "vp_2", "vp_3", "status", "source")]
    for place, criterion in enumerate(draw.sample(CRITERIA, 12)):
        vp = [draw.randint(0, 9) for _ in range(3)]
        rows.append((place // 2 + 1, place % 2 + 1, criterion, *vp, "reconstructed", "drawn"))
    return table(rows)
