"""Verdicts in words: the sentence of one, the title and the lead of several."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Literal

from reports.stats.verdict import FAIR, FEW_DEALS, STRONGER, UNCLEAR, WEAKER, Word

if TYPE_CHECKING:
    from reports.answer import Verdict

__all__ = [
    "Reference", "alternatives", "claim", "finding", "is_overturned", "join_names", "lead",
    "number_word", "pp", "sentence", "sentence_case", "settling", "share", "signed_pp", "waits_for", "word_of",
]  # fmt: skip

Kind = Literal["par", "level", "rest", "each", "before", "without"]
NAMED = 3  # of a group of like verdicts, before "and n more"
PHRASES = 3  # of a title
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_WORDS: Mapping[Kind, Mapping[Word, str]] = {
    "par": {STRONGER: "too strong", WEAKER: "too weak"},
    "each": {STRONGER: "better", WEAKER: "worse", FAIR: "equal"},
    "before": {FAIR: "unchanged"},
}


@dataclass(frozen=True)
class Reference:
    """What the effects of a family are held against, and how they are put into words.

    kind: par (the win share of equals), a level of the factor (such as board A), the rest of its levels, each of them
    (who is better, by however little), before a change, or the same deal without. noun: what is compared, one and
    several. against: the reference in words, where the kind does not say it ("A", "the other numbers"). where: when it
    holds, as it may end a sentence or open it ("with a B side in every seat"). subject: how a name stands in a sentence
    ("opening with {name}"). arms: the parts of the schedule whose games are compared.
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
    def reference(self) -> str:
        """The reference in words, behind "than" or "as"."""
        kinds = {"par": "its share", "before": "before", "without": "without", "rest": f"the other {self.noun[1]}"}
        return self.against or kinds.get(self.kind, "the others")

    @property
    def than(self) -> str:
        """The reference behind "more"."""
        return f"than {self.reference}"

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


def _short_names(verdicts: Sequence[Verdict]) -> dict[str, str]:
    """Names without what stands in brackets behind them, by subject, where they can be told apart without it."""
    short = [re.sub(r" \([^()]*\)$", "", verdict.name) for verdict in verdicts]
    names = short if len(set(short)) == len(short) else [verdict.name for verdict in verdicts]
    return {verdict.subject: name for verdict, name in zip(verdicts, names, strict=True)}


# -- one verdict ------------------------------------------------------------------------------------------------------


def sentence(verdict: Verdict, par: float) -> str:
    """A verdict as a sentence with its effect, its interval, its word, and what an unclear one waits for."""
    of = verdict.reference
    name = sentence_case(of.subject_of(verdict.name))
    if verdict.effect is None:
        return f"{name}: no number yet."
    ends = ""
    if verdict.low is not None and verdict.high is not None:
        ends = f" (95 % sure, all comparisons together: {signed_pp(verdict.low)} to {signed_pp(verdict.high)})"
    return f"{name} {_measured(of, verdict.effect, par)}{ends}: {_ending(verdict)}."


def _measured(of: Reference, effect: float, par: float) -> str:
    """What was measured of a subject: "wins 14.7 percentage points more than A"."""
    size, where = pp(abs(effect)), f" {of.where}" if of.where else ""
    is_zero, more = float(size) == 0, "more" if effect > 0 else "less"
    if of.kind == "par":
        gap = "exactly its share" if is_zero else f"{size} percentage points {more} than its share"
        return f"wins {share(par + effect)} of games{where}, {gap}"
    if of.kind == "without":
        verb = "adds nothing to" if is_zero else f"{'adds' if effect > 0 else 'costs'} {size} percentage points of"
        return f"{verb} win share{where}{f', compared {of.against}' if of.against not in ('', 'without') else ''}"
    return (
        f"wins as often as {of.reference}{where}"
        if is_zero
        else f"wins {size} percentage points {more} {of.than}{where}"
    )


def word_of(verdict: Verdict) -> str:
    """The word of a verdict, with the side that an unclear one leans to."""
    of = verdict.reference
    return f"unclear, leaning {of.word(verdict.leans)}" if verdict.leans else of.word(verdict.word)


def _ending(verdict: Verdict) -> str:
    """The word of the interval over deals, and what an unclear effect waits for."""
    word = verdict.reference.word(verdict.verdict)
    if verdict.verdict == FAIR:
        return f"{word} within {pp(verdict.margin)} points" if verdict.low is not None else word
    if verdict.verdict != UNCLEAR:
        return word
    leaning = f", leaning {verdict.reference.word(verdict.leaning)}" if verdict.leaning else ""
    return f"unclear{leaning}; {waits_for(verdict)}"


def waits_for(verdict: Verdict) -> str:
    """What would settle an unclear effect."""
    return _advice(_reason(verdict), verdict.games_needed or 0)


def _reason(verdict: Verdict) -> str:
    """What an unclear effect waits for: deals, plans, data, games or tolerance."""
    if verdict.deals < FEW_DEALS:
        return "deals"
    if verdict.settled_by in ("plans", "data"):
        return verdict.settled_by
    return "games" if verdict.settled_by != "tolerance" and verdict.games_needed is not None else "tolerance"


def _advice(reason: str, games: int, them: str = "it") -> str:
    advice = {
        "deals": f"fewer than {FEW_DEALS} deals are too few to judge by",
        "plans": f"plans differ too much for more games to settle {them}: tune more plans",
        "data": f"more games will not settle {them}: look up the values that the rulebook leaves open",
        "games": f"about {games:,} games would probably settle {them}",
        "tolerance": f"close to your tolerance: more games will hardly settle {them}",
    }
    return advice[reason]


# -- several: a title -------------------------------------------------------------------------------------------------


def finding(verdicts: Sequence[Verdict]) -> str:
    """What verdicts come to, as a title; "" without verdicts. First what does not survive other values of unknown data,
    then who is strong and who is weak in each family, or that all are fair, or that nothing is decided."""
    if not verdicts:
        return ""
    if all(verdict.word == UNCLEAR and verdict.verdict == UNCLEAR for verdict in verdicts):
        return f"Not decided yet: {'; '.join(_open_phrase(members) for members in _groups(verdicts)[:PHRASES])}"
    overturned = [verdict for verdict in verdicts if is_overturned(verdict)]
    groups = _groups([verdict for verdict in verdicts if not is_overturned(verdict)])
    fair = [members for members in groups if all(verdict.word == FAIR for verdict in members)]
    strong = [members for members in groups if any(verdict.word in (STRONGER, WEAKER) for verdict in members)]
    phrases = [_overturned_phrase(members) for members in _groups(overturned)] + [claim(members) for members in strong]
    partly = [one for one in groups if one not in fair + strong and any(verdict.word == FAIR for verdict in one)]
    phrases += [_fair_phrase(fair)] if fair else []
    phrases += [claim(members) for members in partly]
    if len(phrases) < PHRASES and (open_groups := [one for one in groups if one not in fair + strong + partly]):
        phrases.append(f"not decided yet {_open_phrase(open_groups[0])}")
    return sentence_case("; ".join(phrases[:PHRASES]))


def _groups(verdicts: Sequence[Verdict]) -> list[list[Verdict]]:
    """Verdicts of a family that are held against the same; of who is better than whom, of a family."""
    groups: dict[tuple[str, str], list[Verdict]] = {}
    for verdict in verdicts:
        of = verdict.reference
        groups.setdefault((verdict.family, "" if of.is_sided else of.against), []).append(verdict)
    return list(groups.values())


def _by_size(members: Sequence[Verdict]) -> list[Verdict]:
    return sorted(members, key=lambda verdict: -abs(verdict.effect or 0.0))


def claim(members: Sequence[Verdict], *, word: Callable[[Verdict], Word] = attrgetter("word")) -> str:
    """Of verdicts of one family who is strong and who is weak, or who is fair and who is open."""
    of, names, by_size = members[0].reference, _short_names(members), _by_size(members)
    if of.is_sided:
        return _pairs(by_size, word)
    than = _than(of)
    sides = [(side, [names[v.subject] for v in by_size if word(v) == side]) for side in (STRONGER, WEAKER)]
    sides = [(side, who) for side, who in sides if who]
    if not sides:
        fair = [v for v in by_size if word(v) == FAIR]
        if len(fair) == len(members):
            return _fair_phrase([members])
        who, several = _subject(of, [names[v.subject] for v in fair])
        open_names = [names[v.subject] for v in by_size if v not in fair]
        return f"{who} {_fair_verb(of, several)}, {_subject(of, open_names)[0]} not decided yet"
    if len(sides) == 1 and len(sides[0][1]) == len(members) > NAMED + 1:
        return f"all {number_word(len(members))} {of.noun[1]} {_verb(of, several=True)} {of.word(sides[0][0])}{than}"
    phrases, plural = [], None
    for side, who in sides:
        subject, several = _subject(of, who)
        verb = "" if several is plural else f" {_verb(of, several=several)}"
        phrases.append(f"{subject}{verb} {of.word(side)}{than if plural is None else ''}")
        plural = several
    return ", ".join(phrases)


def _subject(of: Reference, names: Sequence[str]) -> tuple[str, bool]:
    """Names as the subject of a title, and whether its verb is plural."""
    if of.subject == "{name}" or of.kind == "without":
        return join_names(names, most=NAMED), len(names) > 1
    return of.subject_of(join_names(names, "or", most=NAMED)), False


def _verb(of: Reference, *, several: bool) -> str:
    if of.kind == "before":
        return "become" if several else "becomes"
    return "are" if several else "is"


def _than(of: Reference) -> str:
    """The reference in a title."""
    if of.kind in ("par", "each", "before"):
        return ""
    return f" than other {of.noun[1]}" if of.kind == "without" else f" {of.than.replace('the mean of ', '')}"


def _pairs(by_size: Sequence[Verdict], word: Callable[[Verdict], Word]) -> str:
    """Who is better than whom."""
    decided = [v for v in by_size if word(v) in (STRONGER, WEAKER)]
    phrases = [f"{v.name} is {v.reference.word(word(v))} {v.reference.than}" for v in decided[:NAMED]]
    phrases += [f"{len(decided) - NAMED} more pairs are decided"] if len(decided) > NAMED + 1 else []
    return join_names(phrases) or "no two can be told apart"


def _fair_phrase(groups: Sequence[Sequence[Verdict]]) -> str:
    """That all of these families are fair: "all four seats and all eight strategies are fair"."""
    of = groups[0][0].reference
    alike = all(
        len(one) > 1 and _fair_verb(one[0].reference, several=True) == _fair_verb(of, several=True) for one in groups
    )
    if len(groups) > 1 and not alike:
        return "; ".join(_fair_phrase([one]) for one in groups)
    if len(groups[0]) == 1:
        (name,) = _short_names(groups[0]).values()
        return f"{of.subject_of(name)} {_fair_verb(of, several=False, alone=True)}"
    all_of = [
        f"{'both' if len(one) == 2 else f'all {number_word(len(one))}'} {one[0].reference.noun[1]}" for one in groups
    ]
    return f"{join_names(all_of)} {_fair_verb(of, several=True)}"


def _fair_verb(of: Reference, several: bool, *, alone: bool = False) -> str:
    """Verb and word of what lies inside the tolerance; alone: it has no others to be as good as."""
    if of.kind == "before":
        return f"stay{'s' * (not several)} as strong as before"
    be = "are" if several else "is"
    if of.kind in ("rest", "without") and several:
        return "are equally good"
    if of.kind == "without":
        return f"{be} no better than other {of.noun[1]}"
    return (
        f"{be} {of.word(FAIR)}"
        if of.kind in ("par", "each")
        else f"{be} as good as {of.reference.replace('the mean of ', '')}"
    )


def _open_phrase(members: Sequence[Verdict]) -> str:
    """What of a family is open: who may be strong, or whether all are fair."""
    of, names, n = members[0].reference, _short_names(members), len(members)
    leaning = [v for v in _by_size(members) if v.leans]
    if leaning:
        first = leaning[0]
        than = f" {first.reference.than}" if of.is_sided else _than(of)
        verb = "become" if of.kind == "before" else "be"
        return f"{of.subject_of(names[first.subject])} may {verb} {of.word(first.leans or STRONGER)}{than}"
    if n == 1:
        who = of.subject_of(names[members[0].subject])
        return f"whether {who} is better {of.than}" if of.is_sided else f"whether {who} {_fair_verb(of, several=False)}"
    if of.is_sided:
        return f"which {of.noun[1]} are better"
    return f"whether the {number_word(n)} {of.noun[1]} {_fair_verb(of, several=True)}"


# -- several: what unknown data may do to it --------------------------------------------------------------------------


def is_overturned(verdict: Verdict) -> bool:
    """Whether the word of a verdict does not hold over all values of the data that no rulebook states."""
    return verdict.over is not None and verdict.verdict != UNCLEAR and verdict.word != verdict.verdict


def alternatives(verdict: Verdict) -> list[str]:
    """The words that an overturned verdict may have with other values of unknown data, the nearest first."""
    of, over = verdict.reference, verdict.over
    if over is None:
        return []
    edge = 0.0 if of.is_sided else verdict.margin
    reach: dict[Word, bool] = {
        FAIR: over.low < edge and over.high > -edge, STRONGER: over.high > edge, WEAKER: over.low < -edge
    }  # fmt: skip
    return [of.word(word) for word, is_reached in reach.items() if is_reached and word != verdict.verdict]


def _overturned_phrase(members: Sequence[Verdict]) -> str:
    words = list(dict.fromkeys(word for verdict in _by_size(members) for word in alternatives(verdict)))
    them = "it" if len(members) == 1 else "them"
    said = claim(members, word=attrgetter("verdict"))
    can = f"can make {them} {join_names(words, 'or')}"
    return f"with the values we guessed {said}; those that the rulebook leaves open {can}"


# -- several: a lead --------------------------------------------------------------------------------------------------


def lead(verdicts: Sequence[Verdict], par: float | None) -> str:
    """One or two sentences a family with numbers a designer uses, and for whom it holds; where nothing is decided, what
    would decide it and nothing else."""
    if all(verdict.word == UNCLEAR and verdict.verdict == UNCLEAR for verdict in verdicts):
        return settling(verdicts)
    return " ".join(filter(None, (_group_lead(members, par or 0.0) for members in _groups(verdicts))))


def _group_lead(members: Sequence[Verdict], par: float) -> str:
    of, names = members[0].reference, _short_names(members)
    with_numbers = sorted((v for v in members if v.effect is not None), key=lambda v: -(v.effect or 0.0))
    decided = [v for v in with_numbers if v.verdict in (STRONGER, WEAKER)]
    fair, open_ = ([v for v in with_numbers if v.verdict == word] for word in (FAIR, UNCLEAR))
    sentences = []
    if decided:
        norm = f"where {share(par)} is fair" if of.kind == "par" else ""
        shown = _by_size(decided)[:NAMED] if len(decided) > NAMED + 1 else decided
        shown = [v for v in decided if v in shown]
        numbers = [_number_of(v, names[v.subject], par, first=not at) for at, v in enumerate(shown)]
        numbers += [f"{number_word(len(decided) - len(shown))} more stand below"] if len(decided) > len(shown) else []
        sentences.append(
            f"{', '.join(part for part in (of.where, norm, join_names(numbers)) if part)}{_in_whose_hands(decided)}"
        )
        sentences += [f"{of.subject_of(names[v.subject])}: {crossing}" for v in shown if (crossing := _crossing(v))]
    if fair:
        far = max(abs(v.effect or 0.0) for v in fair)
        who, several = _subject(of, [names[v.subject] for v in fair])
        if len(fair) > NAMED + 1:
            rest = "all other" if decided or open_ else "all"
            who, several = f"{rest} {number_word(len(fair)) + ' ' if rest == 'all' else ''}{of.noun[1]}", True
        within = f"within {pp(far)} percentage points" if far else "to the last game"
        hands = "" if decided else _in_whose_hands(fair)
        where = f"{of.where}, " if of.where and not decided else ""
        sentences.append(f"{where}{who} {_fair_verb(of, several, alone=len(members) == 1)}, {within}{hands}")
    if open_:
        who, several = _subject(of, [names[v.subject] for v in open_])
        if len(open_) > NAMED + 1 and not decided and not fair:
            who = f"the {of.noun[1]}"
        sentences.append(f"{who} {'are' if several else 'is'} not decided yet: {_settle(open_)}")
    return " ".join(f"{sentence_case(words)}." for words in sentences)


def _number_of(verdict: Verdict, name: str, par: float, *, first: bool) -> str:
    """ "triangle wins 30.3 % of games", "star 19.7 %"; "triangle wins 14.7 percentage points more than A"."""
    of, effect = verdict.reference, verdict.effect or 0.0
    if first or of.is_sided:
        words = _measured(Reference(of.kind, of.noun, of.against), effect, par).partition(", ")[0]
        return f"{of.subject_of(name)} {words}"
    subject = name if of.subject == "{name}" or of.kind == "without" else of.subject_of(name)
    if of.kind == "without":
        return f"{subject} {'adds' if effect >= 0 else 'costs'} {pp(abs(effect))}"
    verb = " wins" if subject[-1].isdigit() else ""
    size = share(par + effect) if of.kind == "par" else f"{pp(abs(effect))} {'more' if effect >= 0 else 'less'}"
    return f"{subject}{verb} {size}"


def _in_whose_hands(verdicts: Sequence[Verdict]) -> str:
    """Whose plans a finding rests on."""
    n = max((verdict.plans.plans for verdict in verdicts if verdict.plans is not None), default=0)
    return f", in the hands of the {number_word(n)} plans we have" if n > 1 else ""


def _crossing(verdict: Verdict) -> str:
    """For whom a finding holds, where the mean over plans crosses the tolerance."""
    words = verdict.plans.for_whom if verdict.plans is not None else ""
    return words if " on average" in words else ""


def settling(verdicts: Sequence[Verdict]) -> str:
    """What would decide verdicts of which none is decided, a sentence a reason."""
    open_ = [verdict for verdict in verdicts if verdict.verdict == UNCLEAR]
    by_reason: dict[str, list[Verdict]] = {}
    for verdict in open_:
        by_reason.setdefault(_reason(verdict), []).append(verdict)
    sentences = []
    for reason, members in by_reason.items():
        them = "it" if len(members) == 1 else "them"
        words = _advice(reason, max(v.games_needed or 0 for v in members), them)
        if len(by_reason) > 1:
            words = f"{join_names([v.reference.subject_of(v.name) for v in _by_size(members)], most=NAMED)}: {words}"
        sentences.append(f"{sentence_case(words)}.")
    return " ".join(sentences)


def _settle(open_: Sequence[Verdict]) -> str:
    """What would decide the open ones of a family: of several reasons the one of the largest effect."""
    first = _by_size(open_)[0]
    alike = [verdict for verdict in open_ if _reason(verdict) == _reason(first)]
    them = (
        "it" if len(open_) == 1 else "them" if len(alike) == len(open_) else f"{first.reference.subject_of(first.name)}"
    )
    return _advice(_reason(first), max(verdict.games_needed or 0 for verdict in alike), them)
