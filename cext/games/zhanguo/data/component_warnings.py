"""Where component tables depart from what is known of the printed game: allowed in a variation, but worth saying."""

from collections import Counter
from collections.abc import Iterator

from cext.games.card_decks import changed_numbers, changed_walls, unused_abilities
from cext.games.zhanguo.data.component_types import (
    ABILITIES,
    ASPECTS,
    CRITERIA,
    PLAYERS,
    REWARD_KINDS,
    SQUARE_KINDS,
    TASK_TYPES,
    TRIGGERS,
    Components,
)

__all__ = ["warnings"]

CARDS_OF_A_TRIGGER = 8  # of each aspect: 40 cards over 5 triggers


def warnings(components: Components, shipped: Components) -> Iterator[str]:
    """One line for each departure; what the rulebook states is taken from the shipped tables."""
    yield from of_boards(components)
    yield from of_cards(components)
    yield from of_map(components, shipped)
    yield from of_numbers(components, shipped)
    yield from of_rewards(components)
    yield from of_tasks(components)
    yield from changed_walls(CRITERIA, components.wall_vp, shipped.wall_vp)


def of_boards(components: Components) -> Iterator[str]:
    """Unrest tracks, examples: level 3 in region 4, a track of 3 slots; Build 1 palace: one symbol on a track."""
    tracks = components.boards[0].tracks
    if tracks[3] < 3:
        yield f"boards.toml, A.tracks: region 4 has {tracks[3]} slots, an example of the rulebook shows it at level 3"
    if 3 not in tracks:
        yield "boards.toml, A.tracks: no region has 3 slots, an example of the rulebook has one"
    for board in components.boards:
        for region, (length, levels) in enumerate(zip(board.tracks, board.no_palace, strict=True), start=1):
            if levels & ~(1 << length) & ~(1 << length - 1):
                where = f"boards.toml, {board.name}.no_palace"
                yield f"{where}: region {region} forbids palaces below slot {length - 1}, which one symbol cannot"


def of_cards(components: Components) -> Iterator[str]:
    """Triggers spread evenly, every ability in use, the one card an example shows."""
    count = Counter((card.aspect, card.trigger) for card in components.cards)
    for aspect, aspect_name in enumerate(ASPECTS):
        for trigger, name in enumerate(TRIGGERS):
            if count[aspect, trigger] != CARDS_OF_A_TRIGGER:
                yield (
                    f"cards.csv: {count[aspect, trigger]} {aspect_name} cards have the trigger {name}, "
                    f"an even spread has {CARDS_OF_A_TRIGGER}"
                )
    yield from unused_abilities(components.cards, ABILITIES)
    known = (TRIGGERS.index("palace"), ABILITIES.index("vp_3"))
    if known not in {(card.trigger, card.ability) for card in components.cards}:
        yield "cards.csv: no card with trigger palace has the ability vp_3, an example of the rulebook shows one"


def of_map(components: Components, shipped: Components) -> Iterator[str]:
    """Re-assign officials, example: region 3 to region 5 costs 2; Available bonuses; the supplies by players."""
    third, fifth = components.adjacent[2], components.adjacent[4]
    if third >> 4 & 1 or not third & fifth:
        yield "map.toml, adjacency: from region 3 to region 5 is not 2 steps, as in an example of the rulebook"
    used = {kind for kinds in components.squares for kind in kinds}
    for kind, name in enumerate(SQUARE_KINDS):
        if kind not in used:
            yield f"map.toml, governor_squares: no region has the bonus {name}, the rulebook lists it"
    for key in ("palace_slots", "markers"):
        for players, here, printed in zip(PLAYERS, getattr(components, key), getattr(shipped, key), strict=True):
            if here != printed:
                yield f"map.toml, {key}: {here} with {players} players, the rulebook says {printed}"


def of_numbers(components: Components, shipped: Components) -> Iterator[str]:
    """Every number but the slots of the tasks stands in the rulebook; of those, three do."""
    yield from changed_numbers(components.numbers, shipped.numbers, unknown="task_vp")
    for vp in (5, 3, 2):
        if vp not in components.numbers.task_vp:
            yield f"numbers.toml, task_vp: no slot of {vp} VP, an example of the rulebook has one"


def of_rewards(components: Components) -> Iterator[str]:
    """Available rewards: every kind is somewhere in the table."""
    used = {reward.kind for row in components.rewards for reward in row}
    for kind, name in enumerate(REWARD_KINDS):
        if kind not in used:
            yield f"rewards.csv: no reward is {name}, the rulebook lists it"


def of_tasks(components: Components) -> Iterator[str]:
    """Tasks, examples: turquoise twice and gold once; palaces in regions 1, 2 and 5."""
    if (2, 1, 0) not in {task.walls for task in components.tasks}:
        two, one = components.sites[:2]
        yield f"tasks.csv: no wall task {two} {two} {one}, an example of the rulebook shows one"
    if (TASK_TYPES.index("palace"), 0b10011) not in {(task.type, task.regions) for task in components.tasks}:
        yield "tasks.csv: no palace task 1 2 5, an example of the rulebook shows one"
