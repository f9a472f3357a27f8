"""Verdicts on a change: what each board, seat and strategy gains or loses by it."""

from __future__ import annotations

from functools import partial

import polars as pl

from reports.effects import Effect, Judged, differences, effects_of, interval, judged, pp, signed_pp
from reports.frames import RunFrames
from reports.page.words import sentence_case
from reports.stats.families import Family
from reports.stats.joint import joint
from reports.stats.verdict import CHANGED, FAIR, Judgement
from reports.whatif.sides import BEFORE, BOARD, Kind, contrasts, kinds_of, others, shares, sides

__all__ = ["alone", "compared", "idle", "judge", "named", "notes", "size", "unmoved"]

Named = list[tuple[str, str]]  # who, and by which change


def idle(run: RunFrames) -> str:
    """Why there is nothing to compare; "" where there is."""
    if run.changes:
        return ""
    return "This run has one side only: `analyser whatif` plays a game before and after a change."


def compared(run: RunFrames, kind: Kind) -> tuple[Named, Family]:
    """The differences of a kind's win shares, after minus before, as one family."""
    found = run.once(shares(kind))
    names, weights = contrasts(found, run)
    return names, differences(run, found, weights, f"whatif {kind.name}")


def judge(run: RunFrames) -> Judged:
    """Boards are one family of comparisons, seats another, strategies a third."""
    rows, verdicts = [], []
    for kind in kinds_of(run) if run.games_played else ():
        names, family = compared(run, kind)
        subjects = [_subject(run, kind, who, label) for who, label in names]
        say = partial(_sentence, run=run)
        table, said = judged(run, effects_of(family, subjects), say, family=_family(run, kind), words=CHANGED)
        rows.append(table)
        verdicts += said
    return pl.concat([table for table in rows if len(table)]) if verdicts else pl.DataFrame(), verdicts


def named(run: RunFrames, kind: str, who: str) -> str:
    """A board, seat or strategy in words."""
    return {BOARD: run.game.label(who), "seat": f"seat {who}"}.get(kind, who)


def _family(run: RunFrames, kind: Kind) -> str:
    """What is compared, as a sentence opens."""
    return {BOARD: sentence_case(run.game.nouns[1]), "seat": "Seats"}.get(kind.name, "Strategies")


def _subject(run: RunFrames, kind: Kind, who: str, label: str) -> str:
    name = named(run, kind.name, who)
    return f"{name} with {label}" if len(run.changes) > 1 else name


def _sentence(e: Effect, judgement: Judgement, end: str, *, run: RunFrames) -> str:
    name = sentence_case(e.subject)
    if judgement.verdict == FAIR:
        says = f"{name} wins as often as before: {signed_pp(e.effect)} pp"
    else:
        says = f"{name} wins {pp(abs(e.effect))} pp {'more' if e.effect >= 0 else 'less'} than before"
    return f"{says} ({interval(e)}): {end}"


def notes(run: RunFrames) -> list[str]:
    """What is compared with what, and whether anything at all has changed."""
    arms = [kind.name for kind in kinds_of(run)]
    mirrored = "mirror" in run.arms and BOARD in arms
    where = (
        f" {sentence_case(run.game.nouns[1])} are compared where all seats play one plan, seats and strategies where "
        "every seat has a plan and a board of its own." if mirrored and "cross" in run.arms else ""
    )  # fmt: skip
    same = _alike(run)
    alike = f" Not one of the games is another with {', '.join(same)}." if same else ""
    return [
        f"Every game after the change has the deal, the seats and the line-up of one before it.{where}{alike}",
        "Strategies play the changed game as they are: none was tuned for it, and players who learn it may do better.",
    ]


def unmoved(run: RunFrames) -> str:
    """That nothing comes of any change; "" where games differ."""
    if not run.games_played or len(_alike(run)) < len(run.changes):
        return ""
    return f"Not one of {run.games_played:,} games is another after the change: every difference is exactly 0."


def _alike(run: RunFrames) -> list[str]:
    """The changes after which every game is as before."""
    return [change.label for change in run.changes if change.run.once(_fingerprint) == run.once(_fingerprint)]


def _fingerprint(run: RunFrames) -> int:
    """A number that is the same for the same games."""
    told = [column for column in run.columns if column not in ("scenario", "board", "strategy", "plan", "arm")]
    return int(run.table.select(pl.struct(told).hash().bitwise_xor()).collect().item() or 0)


def alone(run: RunFrames) -> list[str]:
    """Where one decides: what the change does to how often the player wins, in one sentence a change."""
    if run.par is not None or not run.changes or not run.games_played:
        return []
    rows = sides(run).joined(lambda one: one.seats.select("deal", "share60"))
    found = joint(rows, ["scenario"], "share60", scale=60)
    first, said = found.index(scenario=BEFORE), []
    for label in others(run):
        place = found.index(scenario=label)
        if first is not None and place is not None:
            gap = found.contrast([float(i == place) - float(i == first) for i in range(len(found.groups))])
            shares = f"{pp(found.estimate[first])} % before, {pp(found.estimate[place])} % after"
            ends = f"95 % interval {pp(gap.low[0])} to {pp(gap.high[0])} pp"
            head = f"With {label} the" if len(run.changes) > 1 else "The"
            said.append(f"{head} player wins {shares}: {signed_pp(gap.estimate[0])} pp ({ends}).")
    return said


def size(run: RunFrames) -> dict[str, int | float]:
    """Games after the change, of each."""
    return {f"games_{change.label}": change.run.games_played for change in run.changes}
