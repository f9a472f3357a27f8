"""How a verdict goes from the weakest players to the strongest: the answers of all levels in a few sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from reports.answer import Verdict
from reports.first_screen import verdicts_of_screen
from reports.sentences import pp, signed_pp
from reports.several import Told
from reports.stats.verdict import UNCLEAR

__all__ = ["from_weakest_to_strongest"]

MOST = 4  # comparisons of a family that are told one by one; those of the largest effects


def from_weakest_to_strongest(told: Sequence[Told]) -> str:
    """A sentence for each family of comparisons; "" where the answers have no verdicts in common.

    Intervals hold together over all levels, so a verdict may be held against that of another level: where the intervals
    of the first and the last have nothing in common, the effect surely changes.
    """
    first = told[0].answer
    sentences = []
    for family, members in _families(verdicts_of_screen(first.verdicts)).items():
        each = [(one, _course(one, told)) for one in members]
        common = [(one, course) for one, course in each if course]
        common.sort(key=lambda pair: -max(abs(verdict.effect or 0.0) for _, verdict in pair[1]))
        open_ = [pair for pair in common if {_word(verdict) for _, verdict in pair[1]} == {UNCLEAR}]
        known = [pair for pair in common if pair not in open_]
        said = [f"{one.name} {_words(course)}" for one, course in known[:MOST]]
        if left := len(known) - len(said):
            said.append(f"{left} more stand{'s' * (left == 1)} below")
        if open_:
            most = f"{open_[0][0].name} ({_effects(open_[0][1])} pp)"
            more = len(open_) - 1
            others = f" and {more} other{'s' * (more > 1)}" if more else ""
            said.append(f"{most}{others} {'are' if others else 'is'} unclear at every level")
        if said:
            about = f", {family[:1].lower()}{family[1:]}" if family else ""
            sentences.append(f"From {told[0].label} to {told[-1].label}{about}: {'; '.join(said)}.")
    return " ".join(sentences)


def _families(verdicts: Sequence[Verdict]) -> dict[str, list[Verdict]]:
    found: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        found.setdefault(verdict.family, []).append(verdict)
    return found


def _course(one: Verdict, told: Sequence[Told]) -> list[tuple[str, Verdict]]:
    """(level, verdict) about the same subject at every level; nothing where one has none."""
    found = []
    for level in told:
        same = next((verdict for verdict in level.answer.verdicts if verdict.subject == one.subject), None)
        if same is None:
            return []
        found.append((level.label, same))
    return found


def _words(course: Sequence[tuple[str, Verdict]]) -> str:
    """ "is stronger at every level (+2.1, +4.0 pp)", or what it is at which levels; and whether it surely changes."""
    steps = [(word, [level for level, _ in group]) for word, group in groupby(course, key=lambda pair: _word(pair[1]))]
    if len(steps) == 1:
        told = f"is {steps[0][0]} at every level"
    else:
        told = "is " + ", ".join(f"{word} {_at(levels)}" for word, levels in steps)
    return f"{told} ({_effects(course)} pp{_change(course[0][1], course[-1][1])})"


def _effects(course: Sequence[tuple[str, Verdict]]) -> str:
    """The effects from the first level to the last."""
    return ", ".join("?" if verdict.effect is None else signed_pp(verdict.effect) for _, verdict in course)


def _word(verdict: Verdict) -> str:
    of = verdict.reference
    return f"unclear, leaning {of.word(verdict.leans)}" if verdict.leans else of.word(verdict.word)


def _at(levels: Sequence[str]) -> str:
    """At which levels."""
    return f"with {levels[0]} players" if len(levels) == 1 else f"from {levels[0]} to {levels[-1]}"


def _change(first: Verdict, last: Verdict) -> str:
    """Whether the effect of the last surely differs from that of the first, and between which bounds it does."""
    if None in (first.low, first.high, last.low, last.high):
        return ""
    assert first.low is not None
    assert first.high is not None
    assert last.low is not None
    assert last.high is not None
    if last.low > first.high:
        return f": it grows by {pp(last.low - first.high)} or more"
    if last.high < first.low:
        return f": it falls by {pp(first.low - last.high)} or more"
    return ""
