"""What nobody but the box knows of ZhanGuo, in groups, and how each may vary within all that is known.

Priors are honest ignorance: where sources say nothing, each admissible value is as likely as another; where they lean,
the shipped value has the weight they give it. Cards are drawn by the procedure of reconstruct.py.
"""

from cext.games.card_decks import card_questions, card_stocks, wall_questions, wall_stocks
from cext.games.owner_questions import Content, is_owner_data
from cext.games.printings import KeyedRandom, RulingReading, UnknownGroup
from cext.games.zhanguo.data import owner_questions as look
from cext.games.zhanguo.data.component_tables import CARD_ROWS
from cext.games.zhanguo.data.component_types import ASPECTS, BOARDS, N_REGIONS, N_ROUNDS, REWARD_KINDS
from cext.games.zhanguo.data.reconstruct import Draws as CardDraws
from cext.games.zhanguo.data.reconstruct import reconstruct

__all__ = ["READINGS", "UNKNOWNS"]

LENGTHS = (2, 3, 4)  # of an unrest track (Unrest tracks)
SYMBOL = 0.5  # of tracks with room for it carry the symbol that forbids palaces: nobody says which
ONE_OF_EACH = 0.5  # weight of the plain reading "3 officials, as indicated": one of each colour
PATH = 0.6  # weight of the five regions joined as a path, like the columns of the player board and the 2023 game
SQUARES = ("vp_4", "official", "reassign_4")  # Available bonuses
CHORDS = ([1, 3], [1, 4], [1, 5], [2, 4], [2, 5])  # borders a path of regions might have besides
GOVERNORS = (3, 4, 5)  # rounds with a governor among the rewards (Available rewards)
AS_THE_PAGE = 0.6  # weight of wall tiles whose faces stand beside each other on the page
LAST_SLOT = 0.5  # weight of a fourth slot of 1 VP on a task; examples show 5, 3 and 2
BY_ORDER = 0.55  # weight of B sides in the order "circle, square, triangle, or star" of the abilities' pictures


def draw_cards(content: Content, draws: KeyedRandom) -> None:
    """Other triggers and abilities, spread as evenly."""
    cards = reconstruct(CardDraws(draws.below(2**32)))
    for row, (number, aspect, trigger, ability) in zip(content["cards.csv"], cards, strict=True):
        row |= {"number": number, "aspect": aspect, "trigger": trigger, "ability": ability}


def faults_of_cards(content: Content) -> int:
    """No card like the one an example shows."""
    return all((row["trigger"], row["ability"]) != ("palace", "vp_3") for row in content["cards.csv"])


def draw_tracks(content: Content, draws: KeyedRandom) -> None:
    """Lengths of all tracks, and where the symbol lies: always the slot before the last."""
    for board in BOARDS:
        while True:
            tracks = [draws.among(LENGTHS) for _ in range(N_REGIONS)]
            if board != "A" or (tracks[3] >= 3 and 3 in tracks):  # two examples
                break
        table = content["boards.toml"][board]
        if is_owner_data(table["tracks"]):
            tracks = table["tracks"]["value"]
        elif is_owner_data(table["no_palace"]):  # the last slot always forbids palaces
            tracks = [max(levels) for levels in table["no_palace"]["value"]]
        table["tracks"]["value"] = tracks
        table["no_palace"]["value"] = [[length - 1, length] if draws.chance(SYMBOL) else [length] for length in tracks]


def draw_officials(content: Content, draws: KeyedRandom) -> None:
    """Colours of the three officials at the start; all A sides are equal, B sides may differ."""
    for board in BOARDS:
        counts = [1, 1, 1]
        if not draws.chance(ONE_OF_EACH):
            counts = [0, 0, 0]
            for _ in range(3):
                counts[draws.below(3)] += 1
        content["boards.toml"][board]["officials"]["value"] = counts


def draw_sides(content: Content, draws: KeyedRandom) -> None:
    """Which B side has which block of abilities."""
    sides = [board for board in BOARDS if board != "A"]
    blocks = [content["boards.toml"][side]["block"]["value"] for side in sides]
    if not draws.chance(BY_ORDER):
        blocks = draws.shuffled(blocks)
    for side, block in zip(sides, blocks, strict=True):
        content["boards.toml"][side]["block"]["value"] = block


def draw_borders(content: Content, draws: KeyedRandom) -> None:
    """A path, or a path with one or two borders more that leave region 3 two steps from region 5."""
    borders = [[1, 2], [2, 3], [3, 4], [4, 5]]
    if not draws.chance(PATH):
        borders += draws.shuffled(CHORDS)[: 1 + draws.below(2)]
    content["map.toml"]["adjacency"]["value"] = sorted(borders)


def draw_squares(content: Content, draws: KeyedRandom) -> None:
    """Two to four governor squares a region, of any kind; each kind somewhere."""
    while True:
        kinds = [[draws.among(SQUARES) for _ in range(2 + draws.below(3))] for _ in range(N_REGIONS)]
        if {kind for region in kinds for kind in region} == set(SQUARES):
            break
    for table, found in zip(content["map.toml"]["governor_squares"], kinds, strict=True):
        table["kinds"] = sorted(found, key=SQUARES.index)


def faults_of_squares(content: Content) -> int:
    """Kinds of bonus squares that no region has."""
    return len(set(SQUARES) - {kind for table in content["map.toml"]["governor_squares"] for kind in table["kinds"]})


def draw_rewards(content: Content, draws: KeyedRandom) -> None:
    """The table of rewards: a governor in rounds 3, 4 and 5, every kind somewhere; regions at random."""
    others = [kind for kind in REWARD_KINDS if kind != "governor"]
    while True:
        found: dict[tuple[str, int], str] = {}
        for number in range(1, N_ROUNDS + 1):
            kinds = [draws.among(others) for _ in ASPECTS]
            if number in GOVERNORS:
                kinds[draws.below(len(ASPECTS))] = "governor"
            found |= {(aspect, number): kind for aspect, kind in zip(ASPECTS, kinds, strict=True)}
        if set(found.values()) == set(REWARD_KINDS):
            break
    for row in content["rewards.csv"]:
        kind = found[row["aspect"], row["round"]]
        row |= {"kind": kind, "regions": reward_regions(kind, row["round"], draws)}


def faults_of_rewards(content: Content) -> int:
    """Kinds that are nowhere; rounds 3, 4 and 5 without a governor."""
    rows = content["rewards.csv"]
    rounds = {row["round"] for row in rows if row["kind"] == "governor"}
    return len(set(REWARD_KINDS) - {row["kind"] for row in rows}) + len(set(GOVERNORS) - rounds)


def reward_regions(kind: str, number: int, draws: KeyedRandom) -> str:
    """The regions a reward depicts: any for palaces and the last governor, two for the others, one for the rest."""
    regions = draws.shuffled(range(1, N_REGIONS + 1))
    if kind == "wall":
        return ""
    if kind == "palace" or (kind == "governor" and number == N_ROUNDS):
        return " ".join(str(region) for region in sorted(regions))
    return " ".join(str(region) for region in sorted(regions[: 2 if kind == "governor" else 1]))


def draw_tasks(content: Content, draws: KeyedRandom) -> None:
    """The ten task tiles no example shows: 2 to 4 symbols, sites at most twice, no two tiles of a type alike."""
    sites = [site["name"] for site in content["map.toml"]["wall_sites"]]
    told = {row["tile"] for row in content["tasks.csv"] if row["status"] == "rulebook" or is_owner_data(row)}
    seen = {(row["type"], row["symbols"]) for row in content["tasks.csv"] if row["tile"] in told}
    for row in content["tasks.csv"]:
        while row["tile"] not in told:
            number = 2 + draws.below(3)
            if row["type"] == "wall":
                chosen = draws.shuffled([*sites, *sites])[:number]
                symbols = " ".join(sorted(chosen, key=sites.index))
            else:
                symbols = " ".join(str(region) for region in sorted(draws.shuffled(range(1, N_REGIONS + 1))[:number]))
            if (row["type"], symbols) not in seen:
                seen.add((row["type"], symbols))
                row["symbols"] = symbols
                break


def draw_task_slots(content: Content, draws: KeyedRandom) -> None:
    """Slots of a task: 5, 3 and 2 VP, and perhaps a last one."""
    content["numbers.toml"]["task_vp"]["value"] = [5, 3, 2, 1] if draws.chance(LAST_SLOT) else [5, 3, 2]


def draw_wall_tiles(content: Content, draws: KeyedRandom) -> None:
    """Which face of a wall tile lies behind which: cards behind officials and unrest."""
    if draws.chance(AS_THE_PAGE):
        return
    backs = [row for row in content["wall_tiles.csv"] if row["face"] == 2]
    told = draws.shuffled([{key: row[key] for key in ("criterion", "vp_1", "vp_2", "vp_3")} for row in backs])
    for row, values in zip(backs, told, strict=True):
        row |= values


UNKNOWNS = (  # in the order in which an owner best looks them up
    UnknownGroup(
        name="unrest tracks", data="boards.toml: tracks and no_palace of the five sides",
        prior="each track 2, 3 or 4 slots alike, each with the symbol in one of two cases; A within the examples",
        reason="Unrest tracks: 2, 3 or 4 slots, different by region and side; examples show A's region 4 at level 3, "
               "and a track of 3; Build 1 palace: the symbol lies before the last slot",
        draw=draw_tracks, lookups=look.look_at_tracks,
    ),
    UnknownGroup(
        name="blocks of B sides", data="boards.toml: block of circle, square, triangle, star",
        prior="as shipped in 55 of 100 cases, else any order",
        reason="B-sides abilities: four pictures, in the order in which the boards are named if the page keeps it",
        draw=draw_sides, lookups=look.look_at_blocks, pools=look.pools_of_blocks, legend=look.LEGEND_OF_SIDES,
    ),
    UnknownGroup(
        name="starting officials", data="boards.toml: officials of the five sides",
        prior="one of each colour in one of two cases, else three colours at random, side by side",
        reason="13. Officials: 3 in region 1, colours as indicated on the board",
        draw=draw_officials, lookups=look.look_at_officials,
    ),
    UnknownGroup(
        name="rewards", data="rewards.csv: kind and regions of the 15 rewards",
        prior="any kind in any cell, with a governor in rounds 3, 4 and 5 and every kind somewhere; regions at random",
        reason="Available rewards: seven kinds, governors in those rounds; the table is a picture",
        draw=draw_rewards, lookups=look.look_at_rewards, faults=faults_of_rewards, legend=look.LEGEND_OF_REWARDS,
    ),
    UnknownGroup(
        name="governor squares", data="map.toml: kinds of bonus squares of the five regions",
        prior="2, 3 or 4 squares a region alike, of any kind, each kind somewhere",
        reason="Available bonuses: three kinds, any free square of the region; how many is not said",
        draw=draw_squares, lookups=look.look_at_squares, faults=faults_of_squares, legend=look.LEGEND_OF_SQUARES,
    ),
    UnknownGroup(
        name="task tiles", data="tasks.csv: symbols of ten of the twelve tiles",
        prior="2, 3 or 4 symbols alike, any of them, a site at most twice, no two tiles of a type alike",
        reason="Tasks: 2 to 4 symbols; examples show two tiles; a player has at most two walls at a site",
        draw=draw_tasks, lookups=look.look_at_tasks, legend=look.LEGEND_OF_TASKS,
    ),
    UnknownGroup(
        name="borders", data="map.toml: adjacency",
        prior="a path in 60 of 100 cases, else a path with one or two borders more",
        reason="Re-assign officials, example: from region 3 to region 5 costs 2; arrows between columns; the 2023 game",
        draw=draw_borders, lookups=look.look_at_borders,
    ),
    UnknownGroup(
        name="task slots", data="numbers.toml: task_vp",
        prior="5, 3, 2 or 5, 3, 2, 1, alike",
        reason="End of the game, 3., examples: discs in slots of 5, 3 and 2 VP",
        draw=draw_task_slots, lookups=look.look_at_task_slots,
    ),
    UnknownGroup(
        name="backs of wall tiles", data="wall_tiles.csv: which faces share a tile",
        prior="as they stand on the page in 60 of 100 cases, else cards behind officials and unrest in any order",
        reason="Wall tiles: all faces and VP are stated; a page of two columns, read by rows",
        draw=draw_wall_tiles, lookups=wall_questions, pools=wall_stocks, legend=look.LEGEND_OF_WALL_TILES,
    ),
    UnknownGroup(
        name="cards", data="cards.csv: trigger and ability of the 120 cards",
        prior="the procedure of reconstruct.py with other random numbers",
        reason="the rulebook lists triggers and abilities; one card (palace, 3 VP) is shown; nothing else is known",
        draw=draw_cards,
        lookups=card_questions(CARD_ROWS, "action", "the left half of the card's ability, then the right half"),
        pools=card_stocks, faults=faults_of_cards, legend=look.LEGEND_OF_CARDS, searched=True,
    ),
)  # fmt: skip

READINGS = (
    RulingReading("palace_from_symbol", {False: 0.7, True: 0.3},
                  "Build 1 palace: exactly in the slot above the symbol, by the words; from there on, if no level "
                  "allows again what a lower one forbids"),
    RulingReading("wall_below_zero", {False: 0.7, True: 0.3},
                  "Wall tiles: 5, 10 or 15 minus the unrest; that walls may cost points is not said"),
)  # fmt: skip
