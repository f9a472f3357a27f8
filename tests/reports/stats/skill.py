"""Shares of skill and luck in small games in which they are known.

`python -m tests.reports.stats.skill [RUNS]` plays runs of each and writes the table of `reports/stats/README.md`.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from analyser import play_games
from cext.file_games import read_literal
from reports.estimators.luck import VarianceShares, shares_of_run
from tests.reports.stats.stopping import write_table

__all__ = ["COPIES", "WORTH", "raw_shares", "true_shares"]

WORTH = Path(__file__).with_name("worth.py")
COPIES = Path(__file__).with_name("copies.py")
GAMES = 20_000
BOUGHT, DRAWN = (0, 1, 2, 3, 0), 5  # what the plans of worth.py buy, and how many numbers luck draws from
CASES: tuple[tuple[str, Path, Mapping[str, Any]], ...] = (
    ("lottery", WORTH, {"worth": 0}),
    ("lottery in which a choice shifts draws", WORTH, {"worth": 0, "shift": 1}),
    ("lottery dealt openly, a choice shifts draws", WORTH, {"worth": 0, "luck": "open", "shift": 1}),
    ("choices worth 0 to 3, luck drawn in play", WORTH, {}),
    ("the same, a choice shifts draws", WORTH, {"shift": 1}),
    ("the same luck hidden at set-up", WORTH, {"luck": "hidden"}),
    ("the same luck dealt openly", WORTH, {"luck": "open"}),
    ("choices worth 0 to 3, no luck", WORTH, {"luck": "none"}),
    ("five near copies of one plan", COPIES, {}),
)


def raw_shares(file: Path, option: Mapping[str, Any], *, games: int, seed: int) -> VarianceShares:
    """The shares of a run of a game."""
    plans = tuple(read_literal(file, "plans"))  # named, as weak ones would be left out
    with TemporaryDirectory() as folder:
        run = play_games(
            file, games=games, design="balance", strategies=plans, seed=seed, workers=0, option=dict(option),
            out=Path(folder, "run"),
        )  # fmt: skip
        shares = shares_of_run(run.scenarios[0])
    assert shares is not None
    return shares


def true_shares(option: Mapping[str, Any]) -> tuple[float, float, float]:
    """Skill, set-up and later draws of worth.py, from all line-ups and all that luck may draw."""
    luck, worth = option.get("luck", "drawn"), option.get("worth", 1)
    drawn = np.array(list(itertools.product(range(1 if luck == "none" else DRAWN), repeat=3)))
    lineups = list(itertools.permutations(worth * np.array(BOUGHT), 3))
    score = np.array(lineups)[:, None] + drawn  # [line-up, draw, seat]
    best = score == score.max(axis=2, keepdims=True)
    share = best / best.sum(axis=2, keepdims=True)
    known = share if luck == "open" else share.mean(axis=1, keepdims=True)  # E[result | set-up, line-up]
    parts = (
        known.var(axis=0).mean(axis=0),
        known.mean(axis=0).var(axis=0),
        share.var(axis=(0, 1)) - known.var(axis=(0, 1)),
    )
    skill, setup, later = (float(part.sum() / share.var(axis=(0, 1)).sum()) for part in parts)
    return skill, setup, later


def rows(runs: int) -> list[str]:
    """The rows of the table."""
    lines = []
    for name, file, option in CASES:
        found = [raw_shares(file, option, games=GAMES, seed=seed) for seed in range(runs)]
        truth = true_shares(option) if file == WORTH else None
        cells = []
        for number, part in enumerate(("skill", "setup", "later")):
            values = np.array([getattr(one, part).share for one in found])
            true = f"{100 * truth[number]:.1f} %" if truth else "-"
            cells.append(f"{true} | {100 * values.mean():.1f} ± {100 * values.std():.1f} %")
        held = "-"
        if truth:
            held = f"{100 * np.mean([one.skill.low <= truth[0] <= one.skill.high for one in found]):.0f} %"
        highest = max(one.skill.high for one in found)
        lines.append(f"| {name} | {' | '.join(cells)} | {held} | {100 * highest:.1f} % |")
    return lines


if __name__ == "__main__":
    head = "| game | skill, true | found | set-up, true | found | later, true | found | skill held | highest end |"
    write_table("skill", head, rows, 40)
