"""Forced openings: what a seat may take in its first turns, and the scheme that plays each of them beside free play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from analyser.experiments.config import DesignInput
from analyser.experiments.lineups import Int, Lineups, keyed_bits
from analyser.experiments.schemes import ARMS, Free, Placement, Scheme
from reports.facts import OTHER_CLASS, GameFacts
from strategies.plan import class_mask

__all__ = ["ForcedOpening", "ForcedOpenings", "forced_opening", "group_openings", "line_of", "planned_line"]

CLASS_BITS = 4  # of a packed opening a turn takes, the first turn lowest
ORDER_KEY, TUNED_KEY = 4_000_037, 4_000_151  # set uses of the seed apart from each other
Slots = tuple[tuple[int, ...], ...]  # numbers of what shares a game of the block, taking turns


@dataclass(frozen=True)
class ForcedOpening:
    """Its letters (x: anything but the class counted) and, per turn, a bit mask of the move classes allowed.

    Turns beyond its last are free. `card`: the number of the card the seat begins the game with; -1: as dealt.
    """

    name: str
    masks: tuple[int, ...]
    group: str | None = None  # group of openings it stands for; None: an exact line
    card: int = -1


def forced_opening(text: str, game: GameFacts, *, forbidden: int = 0, group: str | None = None) -> ForcedOpening:
    """What the text says, a letter a turn; x: any class but the one whose number the game compares.

    forbidden: mask of the classes that are never taken. group: the group of openings it stands for.
    """
    masks = {letter: class_mask(letter, game.letters) for letter in game.classes}
    if game.counted_class:
        masks[OTHER_CLASS] = class_mask(game.classes, game.letters) & ~(1 << game.counted_class)
    return ForcedOpening(text, tuple(masks[letter] & ~forbidden for letter in text), group)


def orders(letter: str, number: int, turns: int) -> list[str]:
    """Every order of so many turns of a class among the turns of an opening; a packed opening has at most 8 turns, so
    there are never more than 70."""
    return [
        "".join(letter if turn in subset else OTHER_CLASS for turn in range(turns))
        for subset in combinations(range(turns), number)
    ]


def group_openings(game: GameFacts, forbidden: int = 0) -> tuple[ForcedOpening, ...]:
    """Those of each group of openings that is compared: numbers of turns of a class, or classes of the first turn.

    For u = 0, 1, …: u turns of the opening take the class counted, the others anything but it, one for every order
    they can come in, earliest first. By the first turn: that turn alone is set. forbidden: mask of the classes that are
    never taken; what they leave impossible is left out.
    """
    turns, counted_letter = game.opening_turns, game.opening.letter
    if game.counted_class:
        texts = [(str(u), text) for u in range(turns + 1) for text in orders(counted_letter, u, turns)]
    else:
        texts = [(letter, letter) for letter in game.classes]
    forced = (forced_opening(text, game, forbidden=forbidden, group=group) for group, text in texts)
    return tuple(opening for opening in forced if all(opening.masks))


def planned_line(opening: Sequence[str], game: GameFacts) -> str:
    """The opening of a group that a plan's own one, letters of the classes it prefers on each turn, comes to: the name
    of one of group_openings(); "" where it leaves open which group."""
    if not game.counted_class:
        return opening[0] if opening and len(set(opening[0])) == 1 else ""
    counted_letter = game.opening.letter
    turns = [
        counted_letter if {*letters} == {counted_letter} else OTHER_CLASS
        for letters in opening[: game.opening_turns]
        if letters and ({*letters} == {counted_letter} or counted_letter not in letters)
    ]
    return "".join(turns) if len(turns) == game.opening_turns else ""


def line_of(code: int, game: GameFacts) -> str:
    """Letters of a packed opening; class 0 ends it."""
    letters = []
    while code:
        letters.append(game.letters[code & (1 << CLASS_BITS) - 1])
        code >>= CLASS_BITS
    return "".join(letters)


@dataclass(frozen=True)
class ForcedOpenings(Scheme):
    """On each deal a line-up in its rotations, all free, then one of these games, a seat's opening forced each way.

    A group of openings is forced once a deal. Where it stands for several, the orders of a number, these take turns
    from deal to deal: each once in as many deals as there are, in an order drawn anew each time, so that a number's
    effect is the mean over its orders and an order goes with no line-up and no seat.

    Where there are plans that keep to one opening, the same seat is then played by one for each group of these: forced
    to its own opening, against the same opponents.
    """

    rotations: int
    positions: int  # in the table of line-ups; behind them lie those with a tuned plan in a seat
    openings: tuple[ForcedOpening, ...]
    slots: Slots  # of openings
    tuned: tuple[int, ...]  # the opening of each plan that keeps to one
    tuned_slots: Slots  # of these plans
    inside: tuple[str, ...]  # groups of openings that the main contrast compares with all others
    key: int

    name = "openings"

    @classmethod
    def of(cls, setting: DesignInput, openings: Sequence[ForcedOpening], *, tuned: bool = False) -> ForcedOpenings:
        """The scheme over the line-ups of Free, of strategies that keep to no opening. tuned: whether those that do
        play it as well."""
        free = Free.of(replace(setting, strategies=setting.ordinary))
        number_of = {name: number for number, name in enumerate(setting.names)}
        policy = np.array([number_of[name] for name in setting.ordinary])[free.lineups.policy]
        lineups = Lineups(policy.astype(np.uint8), free.lineups.board, free.lineups.at)
        at = {opening.name: number for number, opening in enumerate(openings) if opening.group is not None}
        tuned_openings = (
            {number_of[name]: at[line] for name, line in setting.own_openings.items() if line in at} if tuned else {}
        )
        groups = tuple(dict.fromkeys(opening.group for opening in openings if opening.group is not None))
        return cls(
            _with_tuned(lineups, tuple(tuned_openings)),
            free.rotations,
            len(lineups.at),
            tuple(openings),
            _slots(openings),
            tuple(tuned_openings.values()),
            _slots([openings[number] for number in tuned_openings.values()]),
            tuple(str(level) for level in setting.game.tip_levels) or groups[:1],
            setting.seed,
        )

    @property
    def block(self) -> int:
        """Games of a block: the free rotations, then a game a slot."""
        return self.untuned + len(self.tuned_slots)

    @property
    def untuned(self) -> int:
        """Those of them without a tuned plan, the first ones."""
        return self.rotations + len(self.slots)

    @property
    def choices(self) -> dict[str, Any]:
        """Games of a block with a tuned plan, where there are any."""
        return {"tuned": len(self.tuned_slots)} if self.tuned else {}

    @property
    def contrast_label(self) -> str:
        """The groups inside against the others."""
        return f"forced {'/'.join(self.inside)} minus the others" if self.inside else "share of seat 1"

    def place(self, block: Int, step: Int) -> Placement:
        """Free rotations first; then one of them with an opening forced, and with tuned plans in that seat; rotation
        and seat take turns."""
        r, k, bases = self.rotations, self.lineups.policy.shape[1], self.positions // self.rotations
        forced = step >= r
        base, cycle = block % bases, block // bases
        rotation = np.where(forced, (block + cycle) % r, step % r)
        forced_seat = (block + cycle // r) % k
        lineup_index, opening = base * r + rotation, _slot_occupants(self.slots, self.key + ORDER_KEY, block, step - r)
        if self.tuned:
            player = _slot_occupants(self.tuned_slots, self.key + TUNED_KEY, block, step - self.untuned)
            behind = self.positions + (lineup_index * k + forced_seat) * len(self.tuned) + player
            lineup_index = np.where(player >= 0, behind, lineup_index)
            opening = np.where(player >= 0, np.asarray(self.tuned)[player], opening)
        arms = np.array([ARMS.index(arm) for arm in ("chosen", "forced", "tuned")])
        return Placement(
            lineup_index=lineup_index,
            arm=arms[forced.astype(np.int64) + (step >= self.untuned)],
            forced_seat=np.where(forced, forced_seat, -1),
            forced_opening=opening,
        )


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
