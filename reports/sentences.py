"""Verdicts in words: the sentence of one, the finding of several, by what they are held against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from reports.stats.verdict import FAIR, FEW_DEALS, STRONGER, UNCLEAR, WEAKER, Word

if TYPE_CHECKING:
    from reports.answer import Verdict

__all__ = [
    "Reference", "add_of", "finding", "join_names", "lead", "number_word", "pp", "sentence", "sentence_case",
    "share", "signed_pp", "waits_for",
]  # fmt: skip

Kind = Literal["par", "level", "rest", "each", "before", "without"]
NAMED = 3  # of a group of like verdicts, before "and n more"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_WORDS: Mapping[Kind, Mapping[Word, str]] = {
    "par": {STRONGER: "too strong", WEAKER: "too weak"},
    "each": {STRONGER: "better", WEAKER: "worse", FAIR: "equal"},
    "before": {FAIR: "unchanged"},
}


@dataclass(frozen=True)
class Reference:
    """What the effects of a family are held against, and how they are told.

    kind: par (the win share of equals), a level of the factor (such as board A), the rest of its levels, each of them
    (who is better, by however little), before a change, or the same deal without. noun: what is compared, one and
    several. against: the reference in words, where the kind does not say it ("A", "the other numbers"). where: when it
    holds, before a comma ("with a B side in every seat"). subject: how a name stands in a sentence ("opening with
    {name}"). arms: the parts of the schedule whose games are compared.
    """

    kind: Kind
    noun: tuple[str, str]
    against: str = ""
    where: str = ""
    subject: str = "{name}"
    arms: tuple[str, ...] = ()

    @property
    def is_sided(self) -> bool:
        """Whether a direction is all that is asked."""
        return self.kind == "each"

    def word(self, word: Word) -> str:
        """The word for what was read off an interval."""
        return _WORDS.get(self.kind, {}).get(word, word)

    @property
    def than(self) -> str:
        """The reference behind "more"."""
        kind = {"par": "its share", "before": "before", "without": "without", "rest": f"the other {self.noun[1]}"}
        return f"than {self.against or kind.get(self.kind, 'the others')}"

    def subject_of(self, name: str) -> str:
        """A name as the subject of a sentence."""
        return self.subject.format(name=name)


# -- numbers and names ------------------------------------------------------------------------------------------------


def pp(fraction: float) -> str:
    """A fraction of win share in percentage points, one decimal, a true minus, no minus zero."""
    return f"{round(100 * fraction, 1) + 0.0:.1f}".replace("-", "−")


def signed_pp(fraction: float) -> str:
    """The same with a plus where it is more than zero as printed."""
    words = pp(fraction)
    return words if words.startswith("−") or float(words) == 0 else f"+{words}"


def share(fraction: float) -> str:
    """A win share in per cent."""
    return f"{pp(fraction)} %"


def number_word(n: int) -> str:
    """A small number in words."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else f"{n:,}"


def sentence_case(words: str) -> str:
    """As the words begin a sentence or a heading; names in them keep their letters."""
    return words[:1].upper() + words[1:]


def join_names(names: Sequence[str], last: str = "and", *, most: int = 0) -> str:
    """Names with commas and a last word; most: of more than one beyond so many the first, and how many more."""
    shown = [*names[:most], f"{len(names) - most} more"] if most and len(names) > most + 1 else list(names)
    return f" {last} ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown)


def add_of(parts: Sequence[str]) -> str:
    """Parts of a sentence, the empty ones left out, as a sentence."""
    words = " ".join(part for part in parts if part)
    return sentence_case(words)


# -- one verdict ------------------------------------------------------------------------------------------------------


def sentence(verdict: Verdict, par: float) -> str:
    """A verdict as a sentence with its effect, its interval, its word, and what an unclear one waits for."""
    of, effect = verdict.reference, verdict.effect
    name = sentence_case(of.subject_of(verdict.name))
    where = f" {of.where}" if of.where else ""
    if effect is None:
        return f"{name}: no number yet."
    if verdict.low is None or verdict.high is None:
        ends = "no interval yet"
    else:
        ends = f"95 % sure, all {of.noun[1]} together: {signed_pp(verdict.low)} to {signed_pp(verdict.high)}"
    gap = f"{pp(abs(effect))} percentage points {'more' if effect >= 0 else 'less'} {of.than}"
    if of.kind == "par":
        told = f"{name} wins {share(par + effect)} of games{where}, {gap}"
    else:
        told = f"{name} wins {gap}{where}"
    return f"{told} ({ends}): {_ending(verdict)}."


def _ending(verdict: Verdict) -> str:
    """The word, and what an unclear effect waits for."""
    word = verdict.reference.word(verdict.verdict)
    if verdict.verdict == FAIR:
        return f"{word} within {pp(verdict.margin)} points"
    if verdict.verdict != UNCLEAR:
        return word
    leaning = f", leaning {verdict.reference.word(verdict.leaning)}" if verdict.leaning else ""
    return f"unclear{leaning}; {waits_for(verdict)}"


def waits_for(verdict: Verdict) -> str:
    """What would settle an unclear effect."""
    if verdict.settled_by == "play":
        return "games are still being played"
    if verdict.deals < FEW_DEALS:
        return f"fewer than {FEW_DEALS} deals tell nothing"
    if verdict.settled_by == "plans":
        return "more games will not settle it: tune more plans"
    if verdict.settled_by == "data":
        return "more games will not settle it: look up the data that no rulebook states"
    if verdict.settled_by == "tolerance" or verdict.games_needed is None:
        return "close to your tolerance: more games will hardly settle it"
    return f"about {verdict.games_needed:,} games would probably settle it"


# -- several ----------------------------------------------------------------------------------------------------------


def finding(verdicts: Sequence[Verdict]) -> str:
    """What verdicts come to, as a title: a phrase a family; "" without verdicts."""
    families: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        families.setdefault(verdict.family, []).append(verdict)
    if verdicts and all(verdict.word == UNCLEAR and not verdict.leans for verdict in verdicts):
        return "Not decided yet"
    return sentence_case("; ".join(_family_finding(members) for members in families.values()))


def _family_finding(members: Sequence[Verdict]) -> str:
    """A family in a phrase: who is strong and who is weak, or that all are fair, or that nothing is decided."""
    of = members[0].reference
    by_size = sorted(members, key=lambda one: -abs(one.effect or 0.0))
    strong, weak = ([v.name for v in by_size if v.word == word] for word in (STRONGER, WEAKER))
    against = f" {of.than}" if of.kind not in ("par", "each") else ""
    if strong or weak:
        sides = [(names, of.word(word)) for names, word in ((strong, STRONGER), (weak, WEAKER)) if names]
        phrases = []
        for at, (names, word) in enumerate(sides):
            subject = of.subject_of(join_names(names, most=NAMED))
            verb = f" {_is(names)} " if not at else " " if _is(names) == _is(sides[0][0]) else f" {_is(names)} "
            phrases.append(f"{subject}{verb}{word}")
        return f"{', '.join(phrases)}{against}"
    if leaning := [v for v in by_size if v.leans]:
        first = leaning[0]
        return f"{of.subject_of(first.name)} may be {of.word(first.leans or STRONGER)}{against}, not decided"
    n = len(members)
    if all(v.word == FAIR for v in members):
        if n == 1:
            return f"{of.subject_of(members[0].name)} is {_fair(of)}"
        return f"{'both' if n == 2 else f'all {number_word(n)}'} {of.noun[1]} are {_fair(of)}"
    open_ = [v.name for v in members if v.word == UNCLEAR]
    if len(open_) == n:
        return f"{of.noun[1]}: not decided yet"
    return f"{of.subject_of(join_names(open_, most=NAMED))} {_is(open_)} not decided yet, other {of.noun[1]} are {_fair(of)}"


def _is(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _fair(of: Reference) -> str:
    """The word for what lies inside the tolerance, with what it is as good as."""
    if of.kind in ("par", "each", "before"):
        return of.word(FAIR)
    if of.kind == "rest":
        return "equally good"
    return f"as good as {of.against}" if of.against else "as good as without"


def lead(verdicts: Sequence[Verdict], par: float | None) -> str:
    """One sentence a family with numbers a designer uses, and for whom it holds."""
    families: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        families.setdefault(verdict.family, []).append(verdict)
    return " ".join(filter(None, (_family_lead(members, par) for members in families.values())))


def _family_lead(members: Sequence[Verdict], par: float | None) -> str:
    of = members[0].reference
    known = [v for v in members if v.effect is not None]
    by_size = sorted(known, key=lambda one: -(one.effect or 0.0))
    decided = [v for v in by_size if v.word in (STRONGER, WEAKER)] or [v for v in by_size if v.leans]
    rest = [v for v in by_size if v.word == FAIR]
    where = f"{of.where}, " if of.where else ""
    parts = []
    if decided:
        norm = f"where {share(par or 0.0)} is fair, " if of.kind == "par" else ""
        numbers = [_number_of(v, par or 0.0, first=not at) for at, v in enumerate(decided[:NAMED])]
        more = len(decided) - NAMED
        numbers += [f"{number_word(more)} more stand{'s' * (more == 1)} below"] if more > 0 else []
        than = "" if of.kind == "par" else f" {of.than}"
        parts.append(f"{where}{norm}{join_names(numbers)}{than}{_in_whose_hands(decided)}.")
    if rest:
        ends = [v.effect or 0.0 for v in rest]
        most = max(map(abs, ends))
        if decided:
            names = of.subject_of(join_names([v.name for v in rest], most=NAMED))
            parts.append(f"{sentence_case(names)} {_is([v.name for v in rest])} {_fair(of)}, within {pp(most)} points.")
        else:
            far = max(rest, key=lambda v: abs(v.effect or 0.0))
            name = of.subject_of(far.name)
            parts.append(
                f"{where}the furthest is {name}, {signed_pp(far.effect or 0.0)} points{_in_whose_hands(rest)}."
            )
    if not decided and (open_ := [v for v in by_size if v.word == UNCLEAR]):
        far = max(open_, key=lambda v: abs(v.effect or 0.0))
        parts.append(
            f"{of.subject_of(far.name)} is unclear at {signed_pp(far.effect or 0.0)} points: {waits_for(far)}."
        )
    return " ".join(map(sentence_case, parts))


def _number_of(verdict: Verdict, par: float, *, first: bool) -> str:
    """ "triangle wins 30.3 % of games", "triangle wins 14.7 points more"."""
    of, effect = verdict.reference, verdict.effect or 0.0
    name = of.subject_of(verdict.name)
    if of.kind == "par":
        return f"{name} {'wins ' if first else ''}{share(par + effect)}{' of games' if first else ''}"
    return f"{name} wins {pp(abs(effect))} percentage points {'more' if effect >= 0 else 'fewer'}"


def _in_whose_hands(verdicts: Sequence[Verdict]) -> str:
    """Whose plans a finding rests on."""
    counts = {v.plans.plans for v in verdicts if v.plans is not None}
    if not counts:
        return ""
    n = max(counts)
    return f", in the hands of the {number_word(n)} plans we have" if n > 1 else ""
