"""What the rulebook allows and no list offers can matter to nobody (README, Never offered): shown in games."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from cext.games import load_game
from cext.kernel.game import Game, Position
from cext.kernel.move_table import Packed
from tests.games.zhanguo.noted import note

GAMES = 24
N_REGIONS, N_TYPES = 5, 3
N_STEP = 4  # field c of a re-assignment: type + N_STEP x points


def positions() -> Iterator[tuple[Game, Position]]:
    """Every decision of random games, boards and the unrest variant drawn at random."""
    for number in range(GAMES):
        chance = Random(number)
        game = load_game("zhanguo", players=2 + number % 3, hire_unrest=number % 4 == 3)
        position = game.deal(seed=61, deal=number, boards=[chance.randrange(5) for _ in range(game.players)])
        while position.to_move is not None:
            yield game, position
            position.apply(chance.choice(position.moves()))


def edited(game: Game, state: dict[str, Any]) -> Position:
    """The position of a state whose pieces were moved; the masks follow."""
    note(game, state)
    changed = game.position_from(state)
    assert changed.consistent() == 0
    return changed


def steps_between(adjacent: list[int], start: int, end: int) -> int:
    """Borders an official crosses between two regions."""
    reached, steps = {start}, 0
    while end not in reached:
        reached |= {q for r in reached for q in range(N_REGIONS) if adjacent[r] >> q & 1}
        steps += 1
    return steps


def test_an_official_in_a_governors_area_can_do_all_that_one_at_work_there_can() -> None:
    """So nobody gains by a move to a workers area at no cost before he hires there. Of a decision with an official at
    work, and of the same with him in the governors area, the second offers every move of the first. Only: to hire, he
    goes to the workers area first; in place of a walk he steps from governors area to governors area, for no more
    points; the step to the governors area of his region is saved; where he filled an area others may stop now."""
    seen: Counter[str] = Counter()
    for game, position in positions():
        state = game.state(position)
        own = state["seat"][state["active"]]
        at_work = [(r, c) for r in range(N_REGIONS) for c in range(N_TYPES) if own["working"][r][c]]
        if not at_work:
            continue
        region, kind = Random(len(at_work) + state["turns"]).choice(at_work)
        own["working"][region][kind] -= 1
        own["n_working"][region] -= 1
        own["governing"][region][kind] += 1
        offered, stage = set(edited(game, state).moves()), game.stages[state["stage"]]
        for move in position.moves():
            if stage == "hire" and Packed.of(move).a == region:
                move += 3**kind << 16
            seen[stage] += 1
            assert move in offered or (stage == "reassign" and is_matched(game, Packed.of(move), offered, region, kind))
    assert min(seen[stage] for stage in ("play", "reassign", "hire", "ability")) > 100


def is_matched(game: Game, made: Packed, offered: set[int], region: int, kind: int) -> bool:
    """Whether a move out of a workers area has its like where an official has left the one of `region`."""
    home, points = N_REGIONS + region, made.c // N_STEP
    if (made.a, made.c % N_STEP) == (home, kind):
        adjacent: list[int] = game.tables.adjacent  # type: ignore[attr-defined]
        return made.b == region or steps_between(adjacent, region, made.b - N_REGIONS) <= points
    halts = {Packed.of(move) for move in offered}
    return any((halt.a, halt.b) == (made.a, home) and halt.c < made.c for halt in halts)


def test_a_worker_and_points_never_take_a_move_away() -> None:
    """So abilities that only give are carried out at once."""
    seen = 0
    for number, (game, position) in enumerate(positions()):
        state = game.state(position)
        own = state["seat"][state["active"]]
        own["workers"][number % N_REGIONS] += 1
        own["vp"] += 1
        own["source"][2] += 1
        assert set(position.moves()) <= set(edited(game, state).moves())
        seen += 1
    assert seen > 1000


def test_a_task_disc_more_is_never_worse_and_a_later_slot_never_better() -> None:
    """So a task is claimed as soon as it can be: every way one to three discs of a section can lie."""
    game = load_game("zhanguo", players=4)
    state = game.state(game.deal(seed=1))
    slots = len(game.tables.numbers.task_vp)  # type: ignore[attr-defined]

    def points(discs: tuple[int, ...]) -> int:
        state["seat"][0]["task"] = [*discs, 0, 0, 0]
        scored: int = game.position_from(state).scores()["tasks"][0]
        return scored

    for others in product(range(slots + 1), repeat=2):
        by_slot = [points((slot, *others)) for slot in range(slots + 1)]  # 0: no disc
        assert by_slot[0] <= by_slot[-1]
        assert by_slot[1:] == sorted(by_slot[1:], reverse=True)
