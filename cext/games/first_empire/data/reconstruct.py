"""Reconstructs cards.csv: which trigger and ability stands on which of the 120 cards.

The rulebook lists the triggers and abilities but prints the cards only as pictures, so the table is invented; this is
the procedure, and it gives the shipped file byte for byte. Nothing in it depends on the game's strategy:

1. Each of the 6 triggers stands on 20 cards, 6 or 7 of each aspect; each of the 19 abilities on 6, the six in MORE on
   7: 120 in all, and every aspect has 2 or 3 cards of each ability.
2. Abilities go to triggers such that no trigger has an ability twice in one aspect, and each pair of trigger and
   ability stands on 1 or 2 of the 120 cards.
3. Numbers: each deck has three runs of six cards (1-6, 7-12, 13-18) with each trigger once, then one of the four
   triggers that have a 7th card (19-22), then three runs of six again; the cards of an ability lie as evenly around
   the middle of their deck as they can. So neither a trigger nor an ability tends to high or low numbers, which are
   what the Court asks for.

Random choices come from Python's random(), which is the same on every machine; the two searches accept a swap that is
not worse until none is needed. `python -m cext.games.first_empire.data.reconstruct` writes the file, with `--check` it
compares instead.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from cext.games.first_empire.data.component_types import ABILITIES, ASPECTS, TRIGGERS
from cext.games.reconstruction import write_or_compare

__all__ = ["cards_csv", "main", "reconstruct"]

CARDS = Path(__file__).parent / "cards.csv"
SEED = 221  # any number would do; B.C., the year of the unification
STEPS = 6000  # of each search; both come to rest well before
PLACES = 7  # runs of a deck; the middle one lacks two triggers
MIDDLE = PLACES // 2
# Abilities of which an aspect has 3 cards instead of 2: those that no other datum of the game tells apart by aspect.
MORE = (("ship", "move_worker"), ("moves", "calm_any"), ("token_any", "vp_per_alchemist"))
# Triggers of which an aspect has 6 cards instead of 7: one that wants a lower card and one that wants a higher.
FEWER = (("recruit", "hire"), ("elixir", "palace"), ("governor", "wall"))

# [aspect][trigger]: (run, ability), one for each card
Table = list[list[list[tuple[int, int]]]]


def below(draws: Random, bound: int) -> int:
    """A number from 0 to bound - 1."""
    return int(draws.random() * bound)


def shuffle(draws: Random, items: list[int]) -> None:
    """Puts items in a random order."""
    for last in range(len(items) - 1, 0, -1):
        other = below(draws, last + 1)
        items[last], items[other] = items[other], items[last]


def search(table: Table, penalty: Callable[[Table], int], draws: Random, *, within_trigger: bool) -> None:
    """Swaps two abilities of one aspect at random, STEPS times, and takes back what makes the table worse."""
    best = penalty(table)
    for _ in range(STEPS):
        aspect = table[below(draws, len(ASPECTS))]
        one = aspect[below(draws, len(TRIGGERS))]
        other = one if within_trigger else aspect[below(draws, len(TRIGGERS))]
        i, j = below(draws, len(one)), below(draws, len(other))
        swap(one, i, other, j)
        now = penalty(table)
        if now <= best:
            best = now
        else:
            swap(one, i, other, j)


def swap(one: list[tuple[int, int]], i: int, other: list[tuple[int, int]], j: int) -> None:
    """Exchanges the abilities of two cards; triggers and runs stay."""
    first, second = one[i], other[j]
    one[i], other[j] = (first[0], second[1]), (second[0], first[1])


def repeated(table: Table) -> int:
    """How far abilities and triggers are from being spread evenly; 0 is reached."""
    pairs = [0] * (len(TRIGGERS) * len(ABILITIES))
    penalty = 0
    for aspect in table:
        first = 0
        for cards in aspect:
            penalty += len(cards) - len({ability for _, ability in cards})
            for _, ability in cards:
                pairs[first + ability] += 1
            first += len(ABILITIES)
    return penalty + pairs.count(0) + sum([count - 2 for count in pairs if count > 2])


def lopsided(table: Table) -> int:
    """How far the cards of an ability lie to one side of the middle of their deck, summed over aspects as squares."""
    penalty = 0
    for aspect in table:
        lean = [0] * len(ABILITIES)
        for cards in aspect:
            for run, ability in cards:
                lean[ability] += run - MIDDLE
        penalty += sum([value * value for value in lean])
    return penalty


def reconstruct(draws: Random) -> list[tuple[int, str, str, str]]:
    """The cards as number, aspect, trigger, ability."""
    table: Table = []
    for more, fewer in zip(MORE, FEWER, strict=True):
        deck = [ability for ability, name in enumerate(ABILITIES) for _ in range(3 if name in more else 2)]
        shuffle(draws, deck)
        rows = [[run for run in range(PLACES) if run != MIDDLE or name not in fewer] for name in TRIGGERS]
        table.append([[(run, deck.pop()) for run in runs] for runs in rows])
    search(table, repeated, draws, within_trigger=False)
    search(table, lopsided, draws, within_trigger=True)
    cards: list[tuple[int, str, str, str]] = []
    for aspect, name in enumerate(ASPECTS):
        for run in range(PLACES):
            found = [(trigger, dict(table[aspect][trigger])) for trigger in range(len(TRIGGERS))]
            order = [trigger for trigger, abilities in found if run in abilities]
            shuffle(draws, order)
            for trigger in order:
                ability = ABILITIES[dict(table[aspect][trigger])[run]]
                cards.append((len(cards) + 1, name, TRIGGERS[trigger], ability))
    return cards


def cards_csv() -> str:
    """The text of cards.csv."""
    lines = ["number,aspect,trigger,ability,status,source"]
    for number, aspect, trigger, ability in reconstruct(Random(SEED)):
        source = "trigger and ability spread evenly by reconstruct.py"
        lines.append(f"{number},{aspect},{trigger},{ability},reconstructed,{source}")
    return "\n".join(lines) + "\n"


def main(arguments: list[str] | None = None) -> int:
    """Writes or compares the file; returns the exit code."""
    return write_or_compare(CARDS, cards_csv(), arguments)


if __name__ == "__main__":
    sys.exit(main())
