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
from pathlib import Path
from random import Random

from cext.games.card_decks import RandomNumbers, Table, shuffle, spread_evenly
from cext.games.components import write_or_compare
from cext.games.first_empire.data.component_types import ABILITIES, ASPECTS, TRIGGERS

__all__ = ["Draws", "cards_csv", "main", "reconstruct"]

CARDS = Path(__file__).parent / "cards.csv"
SEED = 221  # any number would do; B.C., the year of the unification
STEPS = 6000  # of each search; both come to rest well before
PLACES = 7  # runs of a deck; the middle one lacks two triggers
MIDDLE = PLACES // 2
# Abilities of which an aspect has 3 cards instead of 2: those that no other datum of the game tells apart by aspect.
MORE = (("ship", "move_worker"), ("moves", "calm_any"), ("token_any", "vp_per_alchemist"))
# Triggers of which an aspect has 6 cards instead of 7: one that wants a lower card and one that wants a higher.
FEWER = (("recruit", "hire"), ("elixir", "palace"), ("governor", "wall"))


class Draws:
    """Numbers of Python's random()."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed).random

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1."""
        return int(self.random() * bound)


def reconstruct(draws: RandomNumbers) -> list[tuple[int, str, str, str]]:
    """The cards as number, aspect, trigger, ability."""
    table: Table = []
    for more, fewer in zip(MORE, FEWER, strict=True):
        deck = [ability for ability, name in enumerate(ABILITIES) for _ in range(3 if name in more else 2)]
        shuffle(draws, deck)
        rows = [[run for run in range(PLACES) if run != MIDDLE or name not in fewer] for name in TRIGGERS]
        table.append([[(run, deck.pop()) for run in runs] for runs in rows])
    spread_evenly(table, draws, n_runs=PLACES, steps=STEPS)
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
    for number, aspect, trigger, ability in reconstruct(Draws(SEED)):
        source = "trigger and ability spread evenly by reconstruct.py"
        lines.append(f"{number},{aspect},{trigger},{ability},reconstructed,{source}")
    return "\n".join(lines) + "\n"


def main(arguments: list[str] | None = None) -> int:
    """Writes or compares the file; returns the exit code."""
    return write_or_compare(CARDS, cards_csv(), arguments)


if __name__ == "__main__":
    sys.exit(main())
