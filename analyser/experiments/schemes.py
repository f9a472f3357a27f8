"""Schemes: how blocks of games are laid over deals, seats, boards and forced openings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from analyser.experiments.config import PreparedScenario
from analyser.experiments.lineups import (
    MAX_LINEUPS,
    Int,
    Lineups,
    board_layouts,
    crossed_lineups,
    cyclic_rotations,
    distinct_rotations,
    keyed_bits,
    mirrored_lineups,
    ordered_boards,
    seatings,
)
from analyser.experiments.schedule import ARMS, ForcedOpening, Placement, Scheme, free_placement

__all__ = ["ROTATIONS", "cross", "distinct_boards", "forced_openings", "free", "mirror", "shared_board"]

ROTATIONS = ("full", "half", "pair")
LINEUP_KEY, BOARD_KEY, DEALT_KEY = 1_000_003, 2_000_003, 4_000_037  # set uses of the seed apart from each other
ORDER_KEY, TUNED_KEY = 4_000_037, 4_000_151
MAX_BOARD_LINEUPS = MAX_LINEUPS // 16  # there are two such tables, beside those of mirrored and crossed line-ups
SKILL_KEY = 4_000_207
# Line-ups of a deal that is replayed to tell luck from skill: of as many games, three tell it nearly as well as more,
# and leave room for more deals. One block in eight is of such games.
REPLAYED, OTHER_BLOCKS = 3, 7
Slots = tuple[tuple[int, ...], ...]  # numbers of what shares a game of the block, taking turns


def mirror(prepared: PreparedScenario, rotation: str, strategies: Sequence[int] | None = None) -> Scheme:
    """One strategy in all seats; on each deal, patterns of A and B sides over one order of the boards.

    All strategies of the scheme play the same deals. strategies: numbers of those who play, None: all.
    """
    game, k, n = prepared.game, prepared.game.players, len(prepared.names)
    who = range(n) if strategies is None else strategies
    laid = _layouts(prepared)
    table = mirrored_lineups(who, n, game.plain, laid, k, prepared.seed + BOARD_KEY)
    patterns = {"full": 2**k, "half": 2 ** (k - 1), "pair": 2}[rotation]
    orders = len(table.at) // (len(who) * 2**k)

    def place(block: Int, step: Int) -> Placement:
        """A deal's order of boards, its strategies one after the other, each in the patterns of the rotation."""
        order, strategy = block % orders, step // patterns
        pattern = side_pattern(rotation, k, block // orders + block, step % patterns)
        return free_placement((order * len(who) + strategy) * 2**k + pattern, "mirror")

    # where side A is laid, too, some seats have no B side to be dealt, and would be taken for side A's
    label = "" if game.plain in laid else f"other boards minus {list(game.boards)[game.plain]}"
    return Scheme(
        name="mirror", lineups=table, block=len(who) * patterns, place=place, contrast_label=label,
        choices={"rotation": rotation},
    )  # fmt: skip


def side_pattern(rotation: str, players: int, turn: Int, number: Int) -> Int:
    """Bit pattern of B sides: pattern `number` of a block.

    full: all 2^k. half: those with an even number of B sides in one turn, with an odd number in the next. pair: a
    pattern and its complement. Half and pair change with the turn, so that all meet every order of the boards.
    """
    if rotation == "full":
        return number
    if rotation == "half":
        parity = np.bitwise_count(number.astype(np.uint64)).astype(np.int64) & 1
        return 2 * number + (parity ^ (turn & 1))
    low = turn % 2 ** (players - 1)
    paired: Int = np.where(number == 1, 2**players - 1 - low, low)
    return paired


def cross(prepared: PreparedScenario) -> Scheme:
    """A strategy and a board side for every seat, each line-up in its k rotations on one deal."""
    game, k = prepared.game, prepared.game.players
    table = crossed_lineups(len(prepared.names), game.plain, _layouts(prepared), k, prepared.seed + LINEUP_KEY)
    return Scheme(
        name="cross", lineups=table, block=k,
        place=lambda block, step: free_placement((block * k + step) % len(table.at), "cross"),
    )  # fmt: skip


def shared_board(prepared: PreparedScenario, *, tries: int = 1) -> Scheme:
    """One board for all seats: a line-up of free() in its k rotations on every board, all on one deal.

    As many deals in a row as there are boards keep the line-up, so that series of games, one on each board and each on
    a deal of its own, can be put together of them.
    """
    game, n = prepared.game, len(prepared.names)
    m, k = len(game.boards), game.players
    base = seatings(n, k, prepared.seed + LINEUP_KEY, tries=tries)
    policy = cyclic_rotations(base) if n > 1 else base
    board = np.repeat(np.tile(np.arange(m), len(policy))[:, None], k, axis=1)
    table = Lineups.of(np.repeat(policy, m, axis=0), board)
    rotations = len(policy) // len(base)
    games = m * rotations  # of a deal
    return Scheme(
        name="shared", lineups=table, block=m * games, deal_spans=((0, m),),
        place=lambda block, step: free_placement((block * games + step % games) % len(table.at), "table"),
        contrast_label=f"seat 1, other boards minus {list(game.boards)[game.plain]}", choices={"rotations": rotations},
    )  # fmt: skip


def free(
    prepared: PreparedScenario,
    *,
    same_deal: bool = True,
    replayed: bool = False,
    lineup: Sequence[int] | None = None,
    tries: int = 1,
) -> Scheme:
    """Strategies in balanced line-ups, rotated through the seats on one deal or on fresh ones.

    Where boards differ and no line-up is named, the boards turn against the strategies too, a place further from deal
    to deal, so that every strategy of a line-up meets every board in every seat.

    replayed: after every 7 (k + 1) REPLAYED blocks, of k seats, as many deals as a block has games are played for the
    sake of skill: REPLAYED line-ups of the table, drawn independently, play each as it is, then once more for every
    seat, with what that seat does not see of the set-up dealt anew (GameRows.redraw). lineup: the only one, if there is
    to be one: a board then goes with its place there. tries: as seatings() has them.
    """
    table, rotations, turns = _free_lineups(prepared, lineup, tries)
    block = rotations * turns
    deals, cycle = turns if same_deal else block, len(table.at) // block
    replayed = replayed and len(table.at) > 1
    replays = REPLAYED * (prepared.game.players + 1) if replayed else 0  # blocks, on the same deals
    others = OTHER_BLOCKS * replays or 1
    period = others + replays
    spans = [(number * deals, deals) for number in range(others)] + [(others * deals, block)] * replays

    def place(number: Int, step: Int) -> Placement:
        """The table's line-ups, one after the other; on deals that are replayed some of them, each redraw in turn."""
        turn, place = np.divmod(number, period)
        base = (turn * others + place) % cycle
        placement = free_placement(base * block + step, "free")
        is_skill = place >= others
        redraw, nth = np.divmod(np.where(is_skill, place - others, 0), REPLAYED)
        chance = keyed_bits(prepared.seed + SKILL_KEY, (turn * block + step) * REPLAYED + nth) % np.uint64(
            len(table.at)
        )
        return replace(
            placement,
            lineup_index=np.where(is_skill, chance.astype(np.int64), placement.lineup_index),
            arm=np.where(is_skill, ARMS.index("skill"), placement.arm),
            redraw=redraw,
        )

    choices: dict[str, float] = {"rotations": rotations, "same_deal": same_deal}
    choices |= {"board_turns": turns} if turns > 1 else {}
    choices |= {"replayed": 1 / (OTHER_BLOCKS + 1)} if replayed else {}
    return Scheme(
        name="free", lineups=table, block=block, place=place, deal_spans=tuple(spans), contrast_label="share of seat 1",
        choices=choices,
    )  # fmt: skip


def distinct_boards(
    prepared: PreparedScenario, prices: Sequence[int] = (), *, strategies: Sequence[int] | None = None
) -> Scheme:
    """One strategy in all seats, each with another board than the plain one: an order of them in its k rotations on one
    deal, so that every board sits in every seat. Strategies take turns from deal to deal, then orders. Seats that
    choose play a deal once, and get no board.

    prices: points that each of the game's boards costs at the start. strategies: numbers of those who play, None: all.
    """
    game, k, n = prepared.game, prepared.game.players, len(prepared.names)
    who = range(n) if strategies is None else strategies
    block = 1 if game.board.is_chosen else k
    if game.board.is_chosen:
        board = np.full((1, k), -1)
    else:
        laid = _layouts(prepared)
        board = ordered_boards(laid, k, prepared.seed + DEALT_KEY, max(len(laid), MAX_BOARD_LINEUPS // (k * n)))
    policy = np.repeat(np.asarray(who), len(board))
    orders = len(board) // block

    def place(number: Int, step: Int) -> Placement:
        """An order of boards for each strategy in turn, in its rotations."""
        strategy, order = number % len(who), number // len(who) % orders
        return free_placement((strategy * orders + order) * block + step, "priced" if prices else "dealt")

    table = Lineups.of(np.tile(policy[:, None], (1, k)), np.tile(board, (len(who), 1)))
    return Scheme(name="dealt", lineups=table, block=block, place=place, prices=tuple(prices))


def forced_openings(prepared: PreparedScenario, openings: Sequence[ForcedOpening], *, tuned: bool = False) -> Scheme:
    """On each deal a line-up in its rotations, all free, then one of these games, a seat's opening forced each way.

    The line-ups are those of free(), of strategies that keep to no opening. A group of openings is forced once a deal.
    Where it stands for several, the orders of a number, these take turns from deal to deal: each once in as many deals
    as there are, in an order drawn anew each time, so that a number's effect is the mean over its orders and an order
    goes with no line-up and no seat.

    tuned: where there are plans that keep to one opening, the same seat is then played by one for each group of these:
    forced to its own opening, against the same opponents.
    """
    lineups, r, _ = _free_lineups(replace(prepared, strategies=prepared.ordinary))
    number_of = {name: number for number, name in enumerate(prepared.names)}
    policy = np.array([number_of[name] for name in prepared.ordinary])[lineups.policy]
    lineups = Lineups(policy.astype(np.uint8), lineups.board, lineups.at)
    positions, k = len(lineups.at), prepared.game.players  # behind these lie those with a tuned plan in a seat
    at = {opening.name: number for number, opening in enumerate(openings) if opening.group is not None}
    lines = {number_of[name]: at[line] for name, line in prepared.own_openings.items() if tuned and line in at}
    lines_by_plan = np.array([*lines.values()], dtype=np.int64)
    slots, tuned_slots = _slots(openings), _slots([openings[number] for number in lines.values()])
    untuned = r + len(slots)  # games of a block without a tuned plan, the first ones
    arms = np.array([ARMS.index(arm) for arm in ("chosen", "forced", "tuned")])

    def place(block: Int, step: Int) -> Placement:
        """Free rotations first; then one of them with an opening forced, and with tuned plans in that seat; rotation
        and seat take turns."""
        bases, forced = positions // r, step >= r
        base, cycle = block % bases, block // bases
        rotation = np.where(forced, (base + cycle) % r, step % r)
        forced_seat = (block + cycle // r * (1 - r * bases)) % k  # in k rounds of its rotations a line-up has all seats
        lineup_index, opening = base * r + rotation, _slot_occupants(slots, prepared.seed + ORDER_KEY, block, step - r)
        if lines:
            player = _slot_occupants(tuned_slots, prepared.seed + TUNED_KEY, block, step - untuned)
            behind = positions + (lineup_index * k + forced_seat) * len(lines) + player
            lineup_index = np.where(player >= 0, behind, lineup_index)
            opening = np.where(player >= 0, lines_by_plan[player], opening)
        return Placement(
            lineup_index=lineup_index,
            arm=arms[forced.astype(np.int64) + (step >= untuned)],
            forced_seat=np.where(forced, forced_seat, -1),
            forced_opening=opening,
            redraw=np.zeros_like(step),
        )

    groups = tuple(dict.fromkeys(opening.group for opening in openings if opening.group is not None))
    inside = tuple(str(level) for level in prepared.game.tip_levels) or groups[:1]  # compared with all other groups
    return Scheme(
        name="openings",
        lineups=_with_tuned(lineups, tuple(lines)),
        block=untuned + len(tuned_slots),
        place=place,
        contrast_label=f"forced {'/'.join(inside)} minus the others" if inside else "share of seat 1",
        choices={"tuned": len(tuned_slots)} if lines else {},
    )


def _layouts(prepared: PreparedScenario) -> list[int]:
    """The boards to deal to the seats."""
    game = prepared.game
    return board_layouts(game.other_boards, game.plain, game.players, single=game.board.single)


def _free_lineups(
    prepared: PreparedScenario, lineup: Sequence[int] | None = None, tries: int = 1
) -> tuple[Lineups, int, int]:
    """The table of free(), the rotations of a line-up, and the turns of its boards against the strategies."""
    k, boards = prepared.game.players, np.asarray(prepared.boards, dtype=np.int64)
    if lineup is None:
        policy = seatings(len(prepared.names), k, prepared.seed + LINEUP_KEY, tries=tries)
    else:
        policy = np.array([lineup], dtype=np.int64)
    mixed = len(np.unique(policy)) > 1
    moving = prepared.rotate and (mixed or len(np.unique(boards)) > 1)
    board_rows = distinct_rotations(boards) if moving and mixed and lineup is None else boards[None, :]
    board = np.tile(board_rows, (len(policy), 1))
    policy = np.repeat(policy, len(board_rows), axis=0)
    table = Lineups.of(cyclic_rotations(policy), cyclic_rotations(board)) if moving else Lineups.of(policy, board)
    return table, k if moving else 1, len(board_rows)


def _slots(openings: Sequence[ForcedOpening]) -> Slots:
    """The openings by number, those of a group together."""
    groups: dict[object, list[int]] = {}
    for number, opening in enumerate(openings):
        groups.setdefault(number if opening.group is None else opening.group, []).append(number)
    return tuple(tuple(numbers) for numbers in groups.values())


def _slot_occupants(slots: Slots, key: int, block: Int, slot: Int) -> Int:
    """What plays in a slot of a block; -1 where there is no such slot."""
    occupants = np.full(len(block), -1)
    for number, members in enumerate(slots):
        here, n = np.flatnonzero(slot == number), len(members)
        turn, place = np.divmod(block[here], n)
        chance = keyed_bits(key + number, turn[:, None] * n + np.arange(n))
        sampled = np.argsort(chance, axis=1, kind="stable")[np.arange(len(here)), place]
        occupants[here] = np.asarray(members)[sampled]
    return occupants


def _with_tuned(lineups: Lineups, tuned: Sequence[int]) -> Lineups:
    """The table, and behind it every position with each of its seats in turn played by each of these strategies."""
    if not tuned:
        return lineups
    policy, board = lineups.policy[lineups.at], lineups.board[lineups.at]
    seats, numbers = policy.shape[1], np.tile(np.asarray(tuned), len(policy) * policy.shape[1])
    times = seats * len(tuned)
    tuned_policy, seat = np.repeat(policy, times, axis=0), np.tile(np.repeat(np.arange(seats), len(tuned)), len(policy))
    tuned_policy[np.arange(len(tuned_policy)), seat] = numbers
    return Lineups.of(
        np.vstack([policy, tuned_policy]).astype(np.int64), np.vstack([board, np.repeat(board, times, axis=0)])
    )
