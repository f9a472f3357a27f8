"""Exact sizes of tiny endgames: the engine's enumeration against a count from the rulebook's words in plain Python.

Two players are left with one card each in the last round, so every sequence of decisions is two turns long.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from cext.games.zhanguo.data.component_types import TRIGGERS
from cext.kernel.game import Game, Position
from tests.games.positions import Tables

Officials = frozenset[tuple[tuple[str, str, int], int]]  # (type, area, region) -> number
ADJACENT = {1: (2,), 2: (1, 3), 3: (2, 4), 4: (3, 5), 5: (4,)}


def endings(position: Position) -> Iterator[Position]:
    """The end of every sequence of decisions."""
    if position.to_move is None:
        yield position
        return
    for move in position.moves():
        following = position.copy()
        following.apply(move)
        yield from endings(following)


def final_boards(game: Game, position: Position) -> tuple[Any, ...]:
    """What a ruler would see on the table: everything but the game's own notes."""
    state = game.state(position)
    names = ("governing", "working", "workers", "wall_at", "palaces_in", "actions", "vp")
    return tuple(str([player[name] for name in names]) for player in state["seat"][:2])


def last_two_turns(t: Any, full: tuple[int, ...] = ()) -> Any:
    """Round 5, one card each. The regions in `full` hold three cards and are calm; the others hold one and are at their
    maximum of unrest, so that none takes a card, hires or bears a palace. No card has a trigger that occurs here."""
    idle = [card.number for card in t.components.cards if TRIGGERS[card.trigger] == "hire"]
    for seat in (0, 1):
        for region in range(1, 6):
            n = 3 if region in full else 1
            t.place(region, *idle[:n], seat=seat)
            idle = idle[n:]
        t.unrest_everywhere(seat=seat, calm=full).hand(idle.pop(), seat=seat)
    return t.set(round=4, turns=10, active=0)


# -- recruit and re-assign -----------------------------------------------------------------------------------------


def reassigned(officials: dict[tuple[str, str, int], int], points: int) -> Iterator[dict[tuple[str, str, int], int]]:
    """The officials after every sequence of re-assignments with at most so many points, the empty one too."""
    yield officials
    if points == 0:
        return
    for (kind, area, region), n in officials.items():
        if n == 0:
            continue
        targets = []
        if area == "governors":
            targets += [(1, "governors", q) for q in ADJACENT[region]]
        else:
            targets.append((1, "governors", region))
            targets += [(cost, "workers", q) for q, cost in walks(officials, region)]
        for cost, to_area, to_region in targets:
            if cost <= points:
                after = dict(officials)
                after[kind, area, region] -= 1
                after[kind, to_area, to_region] = after.get((kind, to_area, to_region), 0) + 1
                yield from reassigned(after, points - cost)


def walks(officials: dict[tuple[str, str, int], int], region: int) -> Iterator[tuple[int, int]]:
    """Workers areas with an empty slot that can be walked to, and the points: on a row of regions there is one way."""
    full = {r for r in ADJACENT if sum(n for (_, area, q), n in officials.items() if (area, q) == ("workers", r)) >= 2}
    for step in (-1, 1):
        target = region + step
        while target in full:
            target += step
        if target in ADJACENT:
            yield target, abs(target - region)


def placed(officials: dict[tuple[str, str, int], int]) -> Officials:
    return frozenset((place, n) for place, n in officials.items() if n)


def test_two_turns_of_recruiting_and_reassigning(table: Tables) -> None:
    starts: tuple[dict[tuple[str, str, int], int], ...] = (
        {("military", "governors", 3): 1, ("civilian", "workers", 2): 2, ("inspector", "workers", 1): 1},
        {("civilian", "governors", 1): 1, ("military", "workers", 4): 1},
    )
    t = table()
    for seat, start in enumerate(starts):
        for (kind, area, region), n in start.items():
            t.officials(region, area=area, seat=seat, **{kind: n})
    last_two_turns(t)
    assert t.actions() == {"recruit", "re-assign"}
    sequences, ends = [], []
    for start in starts:
        moved = list(reassigned(start, 3))[1:]  # at least one point
        sequences.append(15 + len(moved))
        ends.append(15 + len({placed(officials) for officials in moved}))
    engine = Counter(bytes(end) for end in endings(t.position))
    assert engine.total() == sequences[0] * sequences[1] == 39_767
    assert len({final_boards(t.game, Position(t.game, data)) for data in engine}) == ends[0] * ends[1] == 4_500


# -- walls and palaces ---------------------------------------------------------------------------------------------


def wall_turns(
    slots: frozenset[tuple[int, int]], workers: tuple[int, ...]
) -> Iterator[tuple[tuple[int, int], tuple[int, ...]]]:
    """Each way to build a wall: an empty slot (section, rods) and the regions that pay."""
    have = [r for r, n in enumerate(workers) if n]
    for slot in slots:
        for regions in combinations(have, slot[1]):
            yield slot, regions


def test_two_turns_of_walls_palaces_and_recruiting(table: Tables) -> None:
    workers = ((2, 1, 1, 0, 0), (3, 0, 1, 0, 0))
    own = {0: {1, 2, 3}, 1: {4, 5}}  # sections with an own wall, in the slot with 1 rod
    t = table()
    for seat in (0, 1):
        t.workers(*workers[seat], seat=seat)
        for section in own[seat]:
            t.wall(section, 1, seat=seat)
    last_two_turns(t, full=(1,)).set(threes=[0, 0, 0])
    assert t.actions() == {"recruit", "wall", "palace"}
    empty = {(section, rods) for section in range(1, 7) for rods in (1, 2, 3)}
    empty -= {(section, 1) for sections in own.values() for section in sections}
    sequences = 0
    for _ in range(15):  # the first recruits
        sequences += turns(frozenset(empty), workers[1], own[1])
    first_slots = frozenset(slot for slot in empty if slot[0] not in own[0])
    for slot, _ in wall_turns(first_slots, workers[0]):
        sequences += turns(frozenset(empty - {slot}), workers[1], own[1])
    for _ in range(2):  # a palace, the third worker from region 2 or 3
        sequences += turns(frozenset(empty), workers[1], own[1])
    assert len(list(endings(t.position))) == sequences == 695


def turns(empty: frozenset[tuple[int, int]], workers: tuple[int, ...], own: set[int]) -> int:
    """Ways of the last turn: 15 recruitments, a palace for each region of the third worker, the walls."""
    palaces = sum(n > 0 for n in workers[1:])
    return 15 + palaces + len(list(wall_turns(frozenset(slot for slot in empty if slot[0] not in own), workers)))
