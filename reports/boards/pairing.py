"""Which games of a deal are compared with which: what else than a seat's board differs between them."""

from __future__ import annotations

import polars as pl

from reports.boards.pairs import pair_arm, pairs
from reports.frames import RunFrames

__all__ = ["notes", "rotation"]

FULL, HALF, PAIR = "full", "half", "pair"


def rotation(run: RunFrames) -> str:
    """How many patterns of boards a strategy plays on a deal: all 2^k (full), half of them (half), a pattern and its
    opposite (pair); "" where no games pair boards of the seats, or another number of patterns was played."""
    arm = pair_arm(run)
    if arm is None or run.game.shared or not len(run.once(pairs)):
        return ""
    played = run.rows(arm).group_by("deal", "strategy").agg(pl.col("game").n_unique().alias("games"))
    usual = played.group_by("games").len().sort("len", "games").collect()["games"][-1]
    k = run.players
    return {2: PAIR, 2 ** (k - 1): HALF if k > 2 else PAIR, 2**k: FULL}.get(usual, "")


def notes(run: RunFrames) -> list[str]:
    """The pairing as it is: with `full` the seat's board alone differs, with `half` and `pair` others do as well."""
    k, base, (one, many) = run.players, run.game.baseline, run.game.nouns
    every = f"{2**k} patterns of {base} and other {many} over the seats"
    said = {
        FULL: (
            f"Every deal is played in all {every}: each game in which a seat has another {one} than {base} is held "
            f"against the game of that deal in which this seat's {one} is {base} and nothing else is changed."
        ),
        HALF: (
            f"Every deal is played in half of the {every}, those with an even or those with an odd number of other "
            f"{many}, deal by deal in turn. So no two games of a deal differ in one seat's {one} alone: a seat's mean "
            f"over the games in which it has another {one} is held against its mean over those in which it has {base}, "
            f"and between them the {many} of the others have changed as well. On every deal they have {base} as often "
            "on the one side as on the other."
        ),
        PAIR: (
            f"Every deal is played twice: in one of the {every}, and in the opposite one, in which every seat is "
            f"turned. So the two games of a seat differ in its own {one} and in those of all the others, not in its "
            f"{one} alone. Patterns change from deal to deal, so that over all deals the others have {base} as often "
            "on the one side as on the other."
        ),
    }
    return [text for name, text in said.items() if name == run.once(rotation)]
