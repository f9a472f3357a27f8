"""Verdicts on cards: what cards have alike, or single cards where nothing gathers them; dealt, or else forced."""

from __future__ import annotations

import numpy as np
import polars as pl

from reports.answer import OverPlans
from reports.card_facts import DEALT
from reports.cards.exposed import Exposed, exposed
from reports.cards.forced import pairs_of
from reports.cards.things import Things, judged_of, things_of
from reports.effects import Effect, Judged, contrasted, differences, effects_of, judged, plan_differences
from reports.frames import RunFrames
from reports.plans import over_plans, plan_rows
from reports.sentences import Reference, sentence_case
from reports.stats.joint import joint

__all__ = ["judge"]


def judge(run: RunFrames) -> Judged:
    """Every set by itself a family: chance deals it, or else it was forced; a set that is only chosen is not judged."""
    found = [family for one in run.game.cards if (family := _family(run, one.key)) is not None]
    rows = [rows for rows, _ in found if len(rows)]
    return pl.concat(rows) if rows else pl.DataFrame(), [verdict for _, said in found for verdict in said]


def _family(run: RunFrames, key: str) -> Judged | None:
    kinds = judged_of([one for one in things_of(run) if one.of.key == key])
    known = run.once(exposed)
    if known is not None and (key, DEALT) in known.share:
        return _dealt(run, known, key, kinds)
    return _forced(run, key, kinds)


def _dealt(run: RunFrames, known: Exposed, key: str, kinds: list[Things]) -> Judged | None:
    """What chance deals: all levels of all traits are one family."""
    found = known.share[key, DEALT]
    subjects = {at: _subject(one, label) for one in kinds for at, label in enumerate(one.labels, start=one.first)}
    at, contrast = found.contrast()
    if not len(at):
        return None
    family = contrasted(run, contrast, found.counted[at], f"cards {kinds[0].of.key}")
    noun = kinds[0].of.noun[0]

    kind = kinds[0]
    subject = f"one more {noun} with the {{name}}" if kind.trait else "one more {name}"
    reference = Reference("without", kind.of.noun, "with a random other", "as chance deals", subject)
    effects = effects_of(family, [subjects[i] for i in at])
    plans = _plans(run, known, key, [subjects[i] if i in at else "" for i in found.together])
    return judged(run, _by_size(effects), reference, family=_family_name(kinds, "dealt"), plans=plans)


def _plans(run: RunFrames, known: Exposed, key: str, subjects: list[str]) -> dict[str, OverPlans]:
    """What plans say of each thing that chance deals; "" as the subject of one without an effect."""
    sums = known.by_plan.get((key, DEALT))
    if sums is None:
        return {}
    rows, contrast, counted = sums.contrast([at for at, subject in enumerate(subjects) if subject])
    if not rows:
        return {}
    family = contrasted(run, contrast, counted, f"cards {key} by plan")
    return over_plans(run, [(subjects[at], known.plans[plan]) for at, plan in rows], family)


def _forced(run: RunFrames, key: str, kinds: list[Things]) -> Judged | None:
    """What was put into hands."""
    frames: list[pl.DataFrame] = []
    subjects: list[str] = []
    for one in kinds:
        pairs = pairs_of(run, one)
        if len(pairs):
            frames.append(pairs.with_columns(thing=pl.col("thing") + len(subjects)))
        subjects += [_subject(one, label) for label in one.labels]
    if not frames:
        return None
    pairs = pl.concat(frames)
    found = joint(pairs, ["thing"], "win_share60", scale=60)
    things, unit = found.groups["thing"].to_list(), np.eye(len(found.estimate))
    family = differences(run, found, unit, f"cards {key}")

    where = "on the same deals"
    reference = Reference("without", kinds[0].of.noun, "without", where, "a seat that begins with {name}")
    compared = [subjects[thing] for thing in things]
    by_strategy = joint(plan_rows(run, pairs.lazy()), ["thing", "strategy"], "win_share60", scale=60)
    plans = plan_differences(run, by_strategy, things, unit, compared, f"cards {key}")
    effects = _by_size(effects_of(family, compared))
    return judged(run, effects, reference, family=_family_name(kinds, "begun with"), plans=plans)


def _family_name(kinds: list[Things], how: str) -> str:
    """What is compared, as a sentence opens: "Unification cards by what they have, dealt"."""
    by = " by what they have" if kinds[0].trait else ""
    return f"{sentence_case(kinds[0].of.noun[1])}{by}, {how}"


def _subject(things: Things, label: str) -> str:
    return f"{things.noun} {label}" if things.trait else label


def _by_size(effects: list[Effect]) -> list[Effect]:
    return sorted(effects, key=lambda e: (-e.effect, e.subject))
