"""Names in ZhanGuo's words: actions, squares, scoring categories, abilities, counters, rulings."""

from collections.abc import Sequence

from cext.games.zhanguo.data.component_types import ABILITIES

__all__ = [
    "ACTION_NAMES", "CLASSES", "POWER_NAMES", "REWARD_NAMES", "RULINGS", "SOURCES", "TILE_NAMES", "ability_names",
    "square_names", "things_counted",
]  # fmt: skip

CLASSES = (
    ("", ""), ("U", "unify"), ("R", "recruit"), ("A", "re-assign"), ("G", "governor"), ("H", "hire"), ("P", "palace"),
    ("W", "wall"),
)  # fmt: skip

ACTION_NAMES = (
    "", "Unification action", "Recruit 1 official", "Re-assign officials", "Install 1 governor", "Hire workers",
    "Build 1 palace", "Build 1 wall",
)  # fmt: skip

SOURCES = (
    ("palaces", "cards on the player board when a palace is built"),
    ("squares", "governors placed on VP squares"),
    ("abilities", "VP abilities of cards"),
    ("missing", "markers the supply could not give"),
    ("bids", "points left from the board auction"),
    ("governors", "majorities of governors in the regions"),
    ("markers", "majorities of unification markers"),
    ("tasks", "discs in the tasks sections"),
    ("walls", "walls, by slot and tile"),
)


def square_names(bonus_vp: int) -> tuple[str, ...]:
    """Bonus squares by number, and the area beside them; bonus_vp: of numbers.toml."""
    return (f"{bonus_vp} VP", "an official", "re-assignment points", "no bonus")


def ability_names(points: int, vp: Sequence[int]) -> tuple[str, ...]:
    """Card abilities in the order of ABILITIES; points, vp: ability_points and ability_vp of numbers.toml."""
    return (
        "1 marker of choice", f"{points} re-assignment point{'' if points == 1 else 's'}", f"{vp[0]} VP", f"{vp[1]} VP",
        "1 worker here", "VP per writing card", "VP per currency card", "VP per laws card", "unrest -1 anywhere",
        "unrest -1 here", "move 1 worker", "1 military official here", "1 civilian official here", "1 inspector here",
    )  # fmt: skip


# Wall tiles by their criterion: what gives points.
TILE_NAMES = {
    "unrest_empty": "regions without unrest", "colour_sets": "cards of three colours",
    "officials_cover_unrest": "officials ≥ unrest", "full_regions": "regions with 3 cards",
    "civilian_official": "regions with a civilian official", "two_same_colour": "regions with 2 cards of a colour",
    "military_official": "regions with a military official", "currency_card": "regions with a currency card",
    "inspector_official": "regions with an inspector", "laws_card": "regions with a laws card",
    "less_unrest": "VP minus total unrest", "writing_card": "regions with a writing card",
}  # fmt: skip

REWARD_NAMES = {
    "official": "official", "military_2": "2 military", "civilian_2": "2 civilian", "workers_2": "2 workers",
    "governor": "governor", "wall": "wall", "palace": "palace",
}  # fmt: skip

# By block: (ability, what it brings) of its two triggers.
POWER_NAMES: dict[str, tuple[tuple[str, str], ...]] = {
    "none": (),
    "hire": (("hire: 1 worker more", "workers"), ("governor: move a worker", "workers moved")),
    "marker": (("wall: 1 marker", "markers"), ("recruit: 1 marker", "markers")),
    "calm": (("re-assign: unrest into a worker", "workers"), ("wall: unrest into a worker", "workers")),
    "moves": (("recruit: re-assign", "points spent"), ("governor: move a governor", "governors moved")),
}


def things_counted(abilities: Sequence[str]) -> dict[str, tuple[tuple[str, object], ...]]:
    """Counters of several things, by the number rules/observables.pxd gives the first: name, and what it is of."""
    return {
        "score_after_round": tuple((f"score_after_round_{n}", n) for n in range(1, 6)),
        "action": tuple((f"action_{letter}", name) for letter, name in CLASSES[1:]),
        "power_uses": tuple((f"power_uses_{n}", n) for n in (1, 2)),
        "power_brought": tuple((f"power_brought_{n}", n) for n in (1, 2)),
        "unrest": tuple((f"unrest_{n}", n) for n in range(1, 6)),
        "ability": tuple((f"ability_{name}", text) for name, text in zip(ABILITIES, abilities, strict=True)),
    }


# R1 to R29 of the README, in one line each.
RULINGS = (
    "A palace is forbidden exactly at the symbol's level and at the rightmost slot (switch palace_from_symbol).",
    "A marker ability gives 1 VP only when all three colours have run out.",
    "A wall on the total-unrest tile never scores less than 0 points (switch wall_below_zero).",
    "A majority needs at least one governor, or one marker.",
    "Most markers means the highest value: value-3 markers count 3.",
    "Tied governors share 9 plus 3 for each of one's own, rounded down.",
    "The court pile is never cleared; the first court card of a game may activate any trigger.",
    "A region's maximum of unrest is looked at when each of its abilities is activated.",
    "Officials move from governors to workers area at no cost only in the player's own turn.",
    "The re-assign action spends at least 1 point; bonuses and abilities may spend none.",
    "Walking through a full workers area costs a point and is one move.",
    "The official of a bonus square is optional, that of an accepted reward is not.",
    "An empty bonus square must be used.",
    "A governor that a board ability moves away leaves its bonus square empty for others.",
    "Rewarded governors, walls and palaces follow all other rules, without card or board abilities.",
    "Who cannot take the full reward is not asked.",
    "For a reward the markers go back first, then the disc moves; a pass holds for one aspect.",
    "A task is claimed as soon as it is accomplished and keeps its disc.",
    "Every official in the workers area hires a worker; hiring fewer is not possible.",
    "The unrest variant counts the circle board's additional worker (switch extra_worker_unrest).",
    "An ability without effect is not offered; one that only gives is carried out at once.",
    "The draft goes clockwise, deck by deck (switch draw_all_decks); discards lie below by rounds, own ones known.",
    "Boards are chosen in reverse player order, or auctioned: as many as players, at random (switch boards_discarded).",
    "The player-order variant affects phase 2 only.",
    "A player may build several palaces in one region.",
    "A region without officials and without unrest meets the officials-and-unrest tile.",
    "The last tie-break is the order of discs after round 5.",
    "The value-3 marker of a palace is taken if there is one, in a colour of choice.",
    "Workers are not limited.",
)
