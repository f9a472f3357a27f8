"""Reconstructs cards.csv: which trigger and ability stands on which of the 120 cards.

The rulebook lists the triggers and abilities but prints the cards only as pictures, so the table is invented; this is
the procedure, and it gives the shipped file byte for byte. Nothing in it depends on the game's strategy:

1. Each aspect has 8 cards of each trigger. The three kinds of VP for cards and the three kinds of officials stand on 8
   cards each, the other eight abilities on 9: 120 in all, and every aspect has 2 or 3 cards of each ability.
2. Abilities go to triggers such that no trigger has an ability twice in one aspect, and each pair of trigger and
   ability stands on 1 or 2 of the 120 cards. One of them is palace with vp_3, which an example shows.
3. Numbers: each run of five (1-5, 6-10, …) has each trigger once, and the cards of an ability lie as evenly around the
   middle of their deck as they can. So neither a trigger nor an ability tends to high or low numbers, which are what
   the court pile asks for.

Random choices come from a keyed integer generator, and the two searches accept a swap that is not worse until none is
needed. `python -m cext.games.zhanguo.data.reconstruct` writes the file, with `--check` it compares instead.
"""

import sys
from pathlib import Path

from cext.games.card_decks import Table, shuffle, spread_evenly
from cext.games.components import write_or_compare
from cext.games.zhanguo.data.component_types import ABILITIES, ASPECTS, DECK, TRIGGERS

__all__ = ["Draws", "cards_csv", "main", "reconstruct"]

CARDS = Path(__file__).parent / "cards.csv"
SEED = 221  # any number would do; B.C., the year of the unification
STEPS = 3000  # of each search; both come to rest well before
OF_A_TRIGGER = DECK // len(TRIGGERS)
# Abilities of which one aspect has 2 cards instead of 3: the kinds that name that aspect or that type of official.
RARER = (("vp_per_writing", "military_here"), ("vp_per_currency", "civilian_here"), ("vp_per_laws", "inspector_here"))


class Draws:
    """Splitmix64: the same numbers on every machine and Python version."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1."""
        mask = 2**64 - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        word = self.state
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & mask
        word = (word ^ word >> 27) * 0x94D049BB133111EB & mask
        return (word ^ word >> 31) * bound >> 64


def reconstruct(draws: Draws) -> list[tuple[int, str, str, str]]:
    """The cards as number, aspect, trigger, ability."""
    table: Table = []
    for aspect in range(len(ASPECTS)):
        deck = [
            ability
            for ability, name in enumerate(ABILITIES)
            for _ in range(2 if name in RARER[aspect] else 3)
        ]  # fmt: skip
        shuffle(draws, deck)
        table.append([[*enumerate(deck[first : first + OF_A_TRIGGER])] for first in range(0, DECK, OF_A_TRIGGER)])
    spread_evenly(table, draws, n_runs=OF_A_TRIGGER, steps=STEPS)
    cards: list[tuple[int, str, str, str]] = []
    for aspect, name in enumerate(ASPECTS):
        for place in range(OF_A_TRIGGER):
            order = list(range(len(TRIGGERS)))
            shuffle(draws, order)
            for trigger in order:
                ability = ABILITIES[table[aspect][trigger][place][1]]
                cards.append((len(cards) + 1, name, TRIGGERS[trigger], ability))
    return cards


def cards_csv() -> str:
    """The text of cards.csv."""
    lines = ["number,aspect,trigger,ability,status,source"]
    for number, aspect, trigger, ability in reconstruct(Draws(SEED)):
        source = "trigger and ability spread evenly by reconstruct.py"
        if (trigger, ability) == ("palace", "vp_3"):
            source += "; an example of Card abilities activation shows one such card without its number"
        lines.append(f"{number},{aspect},{trigger},{ability},reconstructed,{source}")
    return "\n".join(lines) + "\n"


def main(arguments: list[str] | None = None) -> int:
    """Writes or compares the file; returns the exit code."""
    return write_or_compare(CARDS, cards_csv(), arguments)


if __name__ == "__main__":
    sys.exit(main())
