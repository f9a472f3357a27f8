"""How often a whole report of a game against itself has a false word: nobody and nothing in it is stronger.

`python -m tests.reports.stats.whole_report REPORTS [QUESTION …] [GAMES …]` writes the table of
`reports/stats/README.md`: in so many reports of each question and size, the part that have a word with a direction, or
lean to a side, in sight: on the first screen or at the head of a section; beside it the same if each family erred in
5 % by itself.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from reports.answer import EXPLORATORY, SCREEN
from reports.ask import QUESTIONS
from reports.facts_parser import parse_facts
from reports.first_screen import verdicts_of_screen
from reports.frames import Frames, RunFrames
from reports.stats.verdict import ALPHA, FAIR, FEW_DEALS, UNCLEAR
from tests.reports.synthetic import FACTS, FOUR, MAP_FACTS, Game, cross, dealt, frames, mirror, openings, tables

SIZES = (50, 300, 20_000)
README = Path("reports/stats/README.md")
OPEN, CLOSE = "<!-- false words of a report -->", "<!-- end of false words of a report -->"
NO_DIRECTION = (FAIR, UNCLEAR)
HEADS = (
    "question", "games", "reports", "false word in sight", "if each family erred in 5 % by itself",
    "in sight or exploratory", "half width over that",
)  # fmt: skip
SIX = (*FOUR, "banker", "scout")
LUCK, PLAY = 4.0, 5.0  # standard deviations of scores: of a deal for each seat, of a seat in a game


def own_deals(games: int) -> list[Game]:
    """Six plans, four at a table, each game on a deal of its own."""
    seatings = list(itertools.permutations(SIX, 4))
    return [(game, 0, "free", [(plan, "A", None) for plan in seatings[17 * game % 360]]) for game in range(games)]


def of_boards(games: int) -> list[Game]:
    """Mirror games of two plans, dealt and crossed ones."""
    deals = max(games // 64, 1)
    each = max(games // 16, 1)
    lines = mirror(deals) + dealt(each, first=deals) + cross(each, first=deals + each)
    return lines[:games] if games < 64 else lines


# What is played, and the game it is played of, by question; a table that shares a board is a question of its own.
PLAYED: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "balance": ("balance", FACTS),
    "boards": ("boards", FACTS),
    "boards of the table": ("boards", MAP_FACTS),
    "openings": ("openings", FACTS),
    "tournament": ("tournament", FACTS),
}


LINES: Mapping[str, Callable[[int], list[Game]]] = {
    "balance": own_deals,
    "boards": of_boards,
    "boards of the table": lambda games: tables(-(-games // 16)),
    "openings": lambda games: openings(-(-games // 11)),
    "tournament": own_deals,
}


class Report(NamedTuple):
    """Whether a report has a false word: in sight; on its first screen if each family erred by itself; anywhere."""

    in_sight: bool
    by_itself: bool
    anywhere: bool


class Itself:
    """Reports of a game against itself: the same line-ups again and again, each time with other luck."""

    def __init__(self, name: str, games: int) -> None:
        question, facts = PLAYED[name]
        lines = LINES[name](games)
        more = {"pieces_left": 0, "holds_seal": 0} if facts is MAP_FACTS else {}
        seats, self.games = frames(lines)
        self.seats = seats.with_columns(pl.lit(value, pl.Int16).alias(column) for column, value in more.items())
        self.deal = np.array([line[0] for line in lines])
        self.game, self.question = parse_facts(facts), QUESTIONS[question]

    def played(self, seed: int) -> RunFrames:
        """A run of it."""
        rng = np.random.default_rng(seed)
        luck, play = rng.normal(0, LUCK, (self.deal.max() + 1, 4)), rng.normal(0, PLAY, (len(self.deal), 4))
        score = np.rint(40 + luck[self.deal] + play).astype(np.int16)
        won = score == score.max(axis=1, keepdims=True)
        share = np.where(won, 60 // won.sum(axis=1, keepdims=True), 0)
        rank = 1 + (score[:, :, None] < score[:, None, :]).sum(axis=2)
        columns = {"score": score, "win_share60": share, "rank": rank}
        seats = self.seats.with_columns(
            pl.Series(name, values.ravel(), dtype=self.seats.schema[name]) for name, values in columns.items()
        )
        return RunFrames.of(
            Frames(seats, self.games),
            game=self.game,
            margin=0.02,
            seed=seed,
            error_parts=self.question.error_parts(self.game),
        )

    def report(self, seed: int) -> Report:
        """What a report of it says."""
        run = self.played(seed)
        rows, verdicts = self.question.verdicts(run)
        false = [bool(verdict.leaning) or verdict.verdict not in NO_DIRECTION for verdict in verdicts]
        in_sight = [verdict.kind != EXPLORATORY for verdict in verdicts]
        screen = [verdict.kind == SCREEN for verdict in verdicts]
        # p is 5 % where an interval touches 0: at a part of the error that many times what the family alone has.
        parts = [run.error_parts.get(name, 1.0) for name in rows["error_family"]] if len(rows) else []
        by_itself = [
            verdict.p is not None and verdict.p * part < ALPHA and deals >= FEW_DEALS
            for verdict, part, deals in zip(verdicts, parts, rows["deals"] if len(rows) else [], strict=True)
        ]
        return Report(
            in_sight=any(np.logical_and(false, in_sight)),
            by_itself=any(np.logical_and(by_itself, screen)),
            anywhere=any(false),
        )


def half_width(name: str, games: int) -> float:
    """Half width of an interval of the first screen over what it is if each family errs in 5 % by itself."""
    run = Itself(name, games).played(1)

    def width(run: RunFrames) -> float:
        verdicts = verdicts_of_screen(QUESTIONS[PLAYED[name][0]].verdicts(run)[1])
        return float(np.mean([one.high - one.low for one in verdicts if one.high is not None and one.low is not None]))

    return width(run) / width(replace(run, error_parts={}, _results={}))


def main(reports: int, names: Sequence[str], sizes: Sequence[int]) -> None:
    """Write the rows, each when it is there, in the place of those of the same question and size."""
    for games, name in itertools.product(sizes, names):
        itself = Itself(name, games)
        found = np.array([itself.report(seed) for seed in range(reports)], dtype=float)
        rates = " | ".join(f"{100 * rate:.1f} %" for rate in found.mean(axis=0))
        row = f"| {name} | {games:,} | {reports:,} | {rates} | {half_width(name, games):.2f} |"
        print(row, flush=True)
        _write(row)


def _write(row: str) -> None:
    """Put a row into the table of the README, whose rows are in the order of sizes and questions."""
    before, _, rest = README.read_text().partition(OPEN)
    table, _, after = rest.partition(CLOSE)
    rows = {tuple(one.split(" | ")[:2]): one for one in [*table.strip().splitlines()[2:], row]}
    order = [(f"| {name}", f"{games:,}") for games, name in itertools.product(SIZES, PLAYED)]
    lines = [f"| {' | '.join(HEADS)} |", "|---|---|---|---|---|---|---|", *(rows[key] for key in order if key in rows)]
    README.write_text("\n".join([f"{before}{OPEN}", *lines, f"{CLOSE}{after}"]))


if __name__ == "__main__":
    words = sys.argv[1:] or ["2000"]
    sizes = [int(word) for word in words[1:] if word.isdigit()]
    main(int(words[0]), [word for word in words[1:] if not word.isdigit()] or list(PLAYED), sizes or SIZES)
