"""What an owner of ZhanGuo would look up in the box, datum by datum: the questions in the rulebook's words."""

from cext.games.component_schema import forms_of
from cext.games.owner_questions import Content, FixedStock, OwnerQuestion, in_csv, in_toml
from cext.games.zhanguo.data.component_tables import BOARD, BORDERS, REWARD_ROWS, SQUARES, TASK_ROWS
from cext.games.zhanguo.data.component_types import BOARDS, N_REGIONS, Numbers

__all__ = [
    "LEGEND_OF_CARDS", "LEGEND_OF_REWARDS", "LEGEND_OF_SIDES", "LEGEND_OF_SQUARES", "LEGEND_OF_TASKS",
    "LEGEND_OF_WALL_TILES", "look_at_blocks", "look_at_borders", "look_at_officials",
    "look_at_rewards", "look_at_squares", "look_at_task_slots", "look_at_tasks", "look_at_tracks",
    "pools_of_blocks",
]  # fmt: skip

SHOWN = (1, 5)  # task tiles an example of the rulebook shows
SIDES = ("circle", "square", "triangle", "star", "A")  # B sides first: they decide whether a side is stronger
LEGEND_OF_CARDS = (
    "vp_2, vp_3: VP at once; marker: a unification marker of choice; reassign: up to 2 re-assignment points; worker: "
    "one in the same region; vp_per_writing, _currency, _laws: VP for cards of that aspect; calm_any, calm_here: 1 "
    "unrest less in any or the same region; move_worker: to an adjacent region; military_here, civilian_here, "
    "inspector_here: a red, gray or white official"
)
LEGEND_OF_SIDES = (
    "hire: hire workers brings a worker more; marker: a marker for a wall or a recruit; calm: unrest less for a "
    "worker; moves: 2 re-assignment points with a recruit"
)
LEGEND_OF_SQUARES = "vp_4: 4 VP; official: an official of choice; reassign_4: 4 re-assignment points"
LEGEND_OF_REWARDS = (
    "official: one of choice; military_2: 2 red; civilian_2: 2 gray; workers_2: 2 workers; governor, wall, palace: one "
    "built; then the regions it may go to, as numbers with blanks between them, - for a wall"
)
LEGEND_OF_TASKS = "wall sites by the names in map.toml, regions by their numbers 1 to 5, with blanks between them"
LEGEND_OF_WALL_TILES = (
    "what a wall scores: officials by colour (military red, civilian gray, inspector white), cards by aspect (writing "
    "ivory, currency orange, laws brown), colour_sets, two_same_colour, full_regions, unrest_empty, less_unrest, "
    "officials_cover_unrest"
)


def side(board: str) -> str:
    """A side of the player boards, as the rulebook calls it."""
    return "A side of any player board" if board == "A" else f"{board.capitalize()}, B side"


def of_sides(key: str, question: str, where: str, count: int) -> list[OwnerQuestion]:
    """A lookup of each of the five sides."""
    return [
        in_toml(
            "boards.toml", key, BOARD, f"{side(board)}: {question}", where, count=count, within=board, part=board
        )
        for board in SIDES
    ]  # fmt: skip


def look_at_tracks(content: Content) -> list[OwnerQuestion]:
    """Slots of the unrest tracks of all sides, then the levels that forbid palaces."""
    slots = of_sides(
        "tracks",
        "how many slots do the unrest tracks of regions 1 to 5 have? (five numbers, left to right)",
        "the row of black slots in each of the five columns of the player board",
        N_REGIONS,
    )
    levels = of_sides(
        "no_palace",
        "at which levels of unrest are palaces forbidden in regions 1 to 5? (the last slot, and the slot above the "
        "symbol, such as [[3], [3, 4], [3], [2], [3]])",
        "the crossed-out palace below a slot of the unrest track",
        N_REGIONS,
    )
    return slots + levels


def look_at_officials(content: Content) -> list[OwnerQuestion]:
    """Officials at the start, of all sides."""
    return of_sides(
        "officials",
        "how many red, gray and white officials does a player start with? (three numbers, 3 in all)",
        "the Governors area of region 1 on the player board",
        3,
    )


def look_at_blocks(content: Content) -> list[OwnerQuestion]:
    """The abilities of the B sides."""
    return [look for look in of_sides("block", "which abilities does it have?", "the icons on the board", 1)
            if look.place[0] != "A"]  # fmt: skip


def pools_of_blocks(content: Content) -> list[FixedStock]:
    """Every block of abilities is on one B side."""
    blocks = [content["boards.toml"][board]["block"] for board in BOARDS if board != "A"]
    return [FixedStock(blocks, ("value",), fixed=True)]


def look_at_borders(content: Content) -> list[OwnerQuestion]:
    """Neighbours on the gameboard and the player boards."""
    question = "Which regions are adjacent? (pairs such as [[1, 2], [2, 3], [3, 4], [4, 5]])"
    where = "the arrows between the columns of the player board"
    return [in_toml("map.toml", "adjacency", {"adjacency": BORDERS}, question, where, count=5)]


def look_at_squares(content: Content) -> list[OwnerQuestion]:
    """Bonus squares of the governors."""
    return [
        OwnerQuestion(
            file="map.toml",
            place=("governor_squares", number),
            fields={"kinds": SQUARES["kinds"]},
            question=f"Region {table['region']}: which bonus squares for governors does it have? (each of them)",
            where=f"region {table['region']} of the gameboard",
            count=3,
        )
        for number, table in enumerate(content["map.toml"]["governor_squares"])
    ]


look_at_rewards = in_csv(  # the table of rewards
    "rewards.csv", REWARD_ROWS, ("kind", "regions"),
    lambda row: f"Reward for the majority in {row['aspect']}, round {row['round']}: what is it? (kind; regions)",
    "the table of available rewards on the gameboard",
)  # fmt: skip


def look_at_tasks(content: Content) -> list[OwnerQuestion]:
    """The ten task tiles no example shows."""
    told = {kind: [row["tile"] for row in content["tasks.csv"] if row["type"] == kind and row["tile"] not in SHOWN]
            for kind in ("wall", "palace", "governor")}  # fmt: skip
    return in_csv(
        "tasks.csv",
        TASK_ROWS,
        ("symbols",),
        lambda row: (
            f"Task tiles of {row['type']}s, tile {told[row['type']].index(row['tile']) + 1} of {len(told[row['type']])}"
            f"{'' if row['type'] == 'governor' else ' beside the one in the rulebook'}: which symbols does it show?"
        ),
        "the task tiles, sorted by their backs; any order, but keep it",
        rows=lambda row: row["tile"] not in SHOWN,
        count=3,
    )(content)


def look_at_task_slots(content: Content) -> list[OwnerQuestion]:
    """VP of the slots of a task."""
    question = "How many VP stand in the slots of a task, from the first to the last? (such as [5, 3, 2, 1])"
    where = "beside the task tiles on the gameboard"
    return [in_toml("numbers.toml", "task_vp", forms_of(Numbers), question, where, count=4)]
