"""What verdicts come to in a few words: a sentence a family, like verdicts gathered, each group with the numbers of its
largest."""

from __future__ import annotations

from collections.abc import Sequence

from reports.answer import Verdict
from reports.effects import pp, signed_pp
from reports.stats.verdict import CHANGED, FAIR, UNDECIDED, WORDS

__all__ = ["by_size", "headline"]

NAMED = 3  # of a group of like verdicts, before "and n more"
# What one is, and several are.
_VERBS = {
    **{word: (f"is {word}", f"are {word}") for word in WORDS},
    CHANGED["stronger"]: ("gains", "gain"),
    CHANGED["weaker"]: ("loses", "lose"),
    CHANGED["slightly stronger"]: ("gains slightly", "gain slightly"),
    CHANGED["slightly weaker"]: ("loses slightly", "lose slightly"),
}
_LIKE = (FAIR, CHANGED[FAIR])  # words for an effect that is small and known to be so


def headline(verdicts: Sequence[Verdict]) -> str:
    """A sentence a family; "" without verdicts. Intervals are the widest that were computed."""
    return " ".join(_family(name, members) for name, members in _families(verdicts).items())


def by_size(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts from the largest effect to the smallest, sign and all, in each family; those without one last."""
    return [one for members in _families(verdicts).values() for one in sorted(members, key=_from_the_largest)]


def _from_the_largest(verdict: Verdict) -> tuple[bool, float]:
    return verdict.effect is None, -(verdict.effect or 0.0)


def _families(verdicts: Sequence[Verdict]) -> dict[str, list[Verdict]]:
    """The members of each family, in the order of the first."""
    found: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        found.setdefault(verdict.family, []).append(verdict)
    return found


def _family(family: str, members: Sequence[Verdict]) -> str:
    """ "Against A: triangle (B) (+14.5 pp, 8.4 to 20.5) and square (B) are stronger; star (B) is undecided." """
    groups: dict[tuple[str, str], list[Verdict]] = {}
    for verdict in sorted(members, key=lambda one: -abs(one.effect or 0.0)):
        groups.setdefault((verdict.word, verdict.leans), []).append(verdict)
    told = sorted(groups.items(), key=lambda group: (WORDS.index(group[1][0].word), not group[0][1]))
    said = "; ".join(_group(group, alone=len(groups) == 1) for _, group in told)
    return f"{family}: {said}." if family else f"{said[:1].upper()}{said[1:]}."


def _group(group: Sequence[Verdict], *, alone: bool) -> str:
    """Like verdicts; alone: the family has no others."""
    first, several = group[0], len(group) > 1
    if first.leans:
        verb = f"{'lean' if several else 'leans'} {first.leans} (undecided)"
    else:
        verb = _VERBS[first.word][several]
    if alone and several and first.word in (*_LIKE, UNDECIDED):
        furthest = f"the furthest is {first.name}{_numbers(first)}"
        if first.word == UNDECIDED:
            return f"{'neither' if len(group) == 2 else f'none of {len(group)}'} is decided; {furthest}"
        return f"{'both' if len(group) == 2 else f'all {len(group)}'} {verb} within {pp(first.margin)} pp; {furthest}"
    return f"{_listed([first.name + _numbers(first), *(one.name for one in group[1:])])} {verb}"


def _numbers(verdict: Verdict) -> str:
    """The effect and the widest interval there is of it."""
    widest = verdict.widest
    low, high = (verdict.low, verdict.high) if widest is None else (widest.low, widest.high)
    if verdict.effect is None or low is None or high is None:
        return ""
    over = f" over {widest.printings} printings" if widest else ""
    return f" ({signed_pp(verdict.effect)} pp, {pp(low)} to {pp(high)}{over})"


def _listed(names: Sequence[str]) -> str:
    """Names with commas and an "and"; of many the first."""
    shown = list(names) if len(names) <= NAMED + 1 else [*names[:NAMED], f"{len(names) - NAMED} more"]
    return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else shown[0]
