"""How much of who wins is skill and how much luck, and how far the game's plans are apart."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from reports import columns as c
from reports.balance.arms import free_arms
from reports.columns import Column
from reports.frames import RunFrames, in_order, seatwise
from reports.stats.luck import MIN_DEALS, LuckAndSkill, Part, luck_and_skill

__all__ = ["COLUMNS", "READING", "sentences", "table"]

COLUMNS: tuple[Column, ...] = (
    c.word(
        "part",
        "part",
        note="skill, what of it does not depend on the deal, and luck: of the variance of the win share over deals and "
        "line-ups, seats apart; seat: of the whole variance; Elo of the game's plans, without learners",
    ),
    c.percent("share", "share", estimate=True, note="jackknife by deal"),
    c.number("elo", "Elo", 0, estimate=True, note="of the sd none; that of errors is taken off"),
    c.count("deals", "deals", note="on which two line-ups played or one was rotated"),
)
READING = (
    "Skill is what changes when other line-ups play the same deal, be it what plans make of the deal or that one "
    "decision changes what others draw; what of it is there whatever is dealt stands below it"
)


def luck_shares(run: RunFrames) -> LuckAndSkill | None:
    """The shares of win share; None where line-ups meet on too few deals."""
    if run.players < 2:
        return None
    rows = run.rows(*free_arms(run))
    seated = in_order(rows, ["strategy", "board", "seat", "win_share60"])
    codes = seated.select(code=pl.struct("strategy", "board").rank("dense"))["code"].cast(pl.Int64)
    lineup = codes.to_numpy().reshape(-1, run.players) - 1
    digits = (int(lineup.max(initial=0)) + 1) ** np.arange(run.players)
    turned = np.stack([np.roll(lineup, turn, axis=1) @ digits for turn in range(run.players)])
    return luck_and_skill(
        pl.DataFrame(
            {
                "deal": seated["deal"],
                "seat": seated["seat"],
                "lineup": np.repeat(turned[0], run.players),
                "circle": np.repeat(turned.min(axis=0), run.players),
                "win_share60": seatwise(seated, "win_share60", run.players).ravel(),
            }
        ),
        "win_share60",
    )


def table(run: RunFrames) -> pl.DataFrame:
    """Shares of skill, luck and seat, and how far plans are apart."""
    from scipy.special import ndtri

    shares = run.once(luck_shares)
    rows: list[dict[str, Any]] = []
    if shares is not None:
        parts = {"skill": shares.skill, "skill, whatever is dealt": shares.alone}
        parts |= {"luck of the deal": shares.luck, "seat": shares.seat}
        rows = [
            {"part": name, "share": part.share, "share_low": part.low, "share_high": part.high, "deals": shares.deals}
            for name, part in parts.items()
        ]
    if run.elo:
        rated = sorted(run.elo, key=lambda one: one.elo)
        worst, best = rated[0], rated[-1]
        ends = {"elo_low": max(best.low - worst.high, 0.0), "elo_high": best.high - worst.low}
        rows.append({"part": "Elo, best less worst", "elo": best.elo - worst.elo, **ends})
        errors = -ndtri(0.025 / len(rated))  # in half of an interval that holds together with the others
        noise = np.mean([((one.high - one.low) / 2 / errors) ** 2 for one in rated])
        variance = np.var([one.elo for one in rated], ddof=1) - noise
        rows.append({"part": "Elo, standard deviation", "elo": float(np.sqrt(max(variance, 0.0)))})
    return pl.DataFrame(rows, schema_overrides={"share": pl.Float64, "deals": pl.Int64, "elo": pl.Float64})


def sentences(run: RunFrames) -> list[str]:
    """The shares in a sentence a designer can quote; where they are not known, what gives them."""
    if run.par is None:
        return []
    shares = run.once(luck_shares)
    if shares is None:
        return [UNKNOWN]
    skill, alone, luck = (_percent(part) for part in (shares.skill, shares.alone, shares.luck))
    first = f"Skill decides {skill} of who wins, seats apart: {alone} whatever is dealt"
    return [f"{first}, the rest in what players make of the deal; the deal alone decides {luck}."]


SMALL = 0.05  # shares below it have a decimal
UNKNOWN = (
    f"How much is skill is not known: that takes line-ups that meet on {MIN_DEALS} deals or more, as `analyser "
    "balance` plays them from about 6,500 games on, and results that vary."
)


def _percent(part: Part) -> str:
    """ "38 % [35, 41]", "0.4 % [0.3, 0.5]"."""
    digits = 0 if part.share >= SMALL else 1
    share, low, high = (f"{100 * x:.{digits}f}" for x in (part.share, part.low, part.high))
    return f"{share} % [{low}, {high}]"
