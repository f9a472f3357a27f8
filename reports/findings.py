"""Titles of several verdicts, and shorter headings."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from cext.player_classes import players_words
from reports.answer import is_overturned
from reports.sentences import (
    FamilyReference,
    bot_names,
    fair_words,
    join_names,
    number_word,
    sentence_case,
)  # fmt: skip
from reports.stats.verdict import FAIR, STRONGER, UNCLEAR, WEAKER, Word

if TYPE_CHECKING:
    from reports.answer import Verdict

__all__ = [
    "claim", "fair_phrase", "fair_verb", "family_of", "finding", "group_by_family", "headings", "in_name_order",
    "in_sentence_order", "only_for", "rank_family", "short_names", "sort_by_size", "subject_of_names",
]  # fmt: skip

MAX_NAMES = 3  # of a group of like verdicts, before "and n more"
PHRASES = 3  # of a title
BRACKETS = r"( \(([^()]|\([^()]*\))*\))+$"  # behind a name, with brackets of their own


def short_names(verdicts: Sequence[Verdict]) -> dict[str, str]:
    """Names without what stands in brackets behind them, by subject, where they differ without it; of who is better
    than whom both."""
    if verdicts[0].reference.is_sided:
        return {verdict.subject: f"{verdict.name} against {verdict.reference.against}" for verdict in verdicts}
    short = [re.sub(BRACKETS, "", verdict.name) for verdict in verdicts]
    names = short if len(set(short)) == len(short) else [verdict.name for verdict in verdicts]
    return {verdict.subject: name for verdict, name in zip(verdicts, names, strict=True)}


def finding(verdicts: Sequence[Verdict]) -> str:
    """What verdicts come to, as a title; "" without verdicts. First what does not survive other values of unknown data,
    then who is strong and who is weak in each family, or that all are fair, or that nothing is decided."""
    if not verdicts:
        return ""
    if not any(_is_decided(verdict) for verdict in verdicts):
        return f"Not decided yet: {_open_phrase(group_by_family(verdicts))}"
    overturned = [verdict for verdict in verdicts if is_overturned(verdict)]
    others = [verdict for verdict in verdicts if verdict not in overturned]
    guessed = [v for members in group_by_family(others) for v in _guessed(members)]
    groups = group_by_family([verdict for verdict in others if verdict not in guessed])
    unfair = [verdict for verdict in guessed if verdict.word != FAIR] or guessed
    strong, fair, partly, open_ = (
        [members for members in groups if rank_family(members) == rank] for rank in range(4)
    )  # fmt: skip
    strong = _without_repeats(strong)
    phrases = [_overturned_phrase(members) for members in group_by_family(overturned)]
    either_way = " either way" if overturned and all(verdict.over for verdict in verdicts) else ""
    phrases += [f"{claim(members)}{either_way}" for members in strong]
    phrases += [f"as we guess its data {claim(members)}" for members in group_by_family(unfair)]
    by_class = _by_other_class(verdicts)
    phrases += by_class
    phrases += [fair_phrase(fair)] if fair else []
    if strong or guessed or by_class:  # they make the title
        titled = {verdict.family for verdict in verdicts if verdict in unfair or verdict.other_words}
        undecided = [members for members in (*partly, *open_) if members[0].family not in titled]
        kinds = list(dict.fromkeys(members[0].reference.noun[1] for members in undecided))
        verb = fair_verb(undecided[0][0].reference, several=True, all_of=True) if undecided else ""
        phrases += [f"not decided yet: whether all {join_names(kinds)} {verb}"] if kinds else []
    else:
        phrases += [claim(members) for members in partly]
        open_words = _open_phrase(open_) if open_ else ""
        phrases += [f"{'not decided yet: ' * open_words.startswith('w')}{open_words}"] if open_ else []
    return sentence_case("; ".join(phrases[:PHRASES]))


def _by_other_class(verdicts: Sequence[Verdict]) -> list[str]:
    """Who is strong and who is weak for a class of players that has a word where the first has none."""
    phrases = []
    for members in group_by_family(verdicts):
        of, names = members[0].reference, short_names(members)
        words = [(names[v.subject], each) for v in in_sentence_order(members) for each in v.other_words]
        for players in dict.fromkeys(each.players for _, each in words):
            sides = [
                (side, [name for name, each in words if (each.players, each.word) == (players, side)], "")
                for side in (STRONGER, WEAKER)
            ]
            phrases.append(f"for {players_words(players)} {_sides_phrase(of, [side for side in sides if side[1]])}")
    return phrases


def _sides_phrase(of: FamilyReference, sides: Sequence[tuple[Word, Sequence[str], str]]) -> str:
    """ "triangle is too strong, star too weak"; sides: a word, who has it, and for whom."""
    phrases: list[str] = []
    plural: bool | None = None
    for side, who, whom in sides:
        subject, several = subject_of_names(of, who)
        verb = "" if several is plural else f" {_verb(of, several=several)}"
        phrases.append(f"{subject}{verb} {_side(of, side)}{_than(of) if plural is None else ''}{whom}")
        plural = several
    return ", ".join(phrases)


def _guessed(members: Sequence[Verdict]) -> list[Verdict]:
    """Those of a family whose words some of few versions of guessed data contradict; all, where all are fair."""
    contradicted = [verdict for verdict in members if verdict.versions is not None and verdict.word != UNCLEAR]
    return list(members) if contradicted and rank_family(members) == 1 else contradicted


def headings(verdicts: Sequence[Verdict]) -> tuple[str, ...]:
    """The finding of verdicts, then shorter headings: its first phrase, how many are strong or weak."""
    statement = finding(verdicts)
    first = sentence_case(re.sub("^Not decided yet: (?!wh)", "", statement.partition("; ")[0]))  # "may be" says so
    if any(is_overturned(v) or (v.versions is not None and v.verdict != UNCLEAR) for v in verdicts):
        return statement, first, "It depends on data we guess"
    sided = next((m for m in group_by_family(verdicts) if rank_family(m) == 0), None)
    if sided is None:
        return statement, first, "All are fair" if {v.word for v in verdicts} == {FAIR} else "Not decided yet"
    of = sided[0].reference
    counts: list[str] = []
    for side in (STRONGER, WEAKER):
        if n := sum(verdict.word == side for verdict in sided):
            who = number_word(n) if counts else f"{number_word(n)} {of.noun[n > 1]} {_verb(of, several=n > 1)}"
            counts.append(f"{who} {_side(of, side)}{'' if counts else _than(of)}")
    not_all = f"Not all {of.noun[1]} {fair_verb(of, several=True, all_of=True)}"
    return statement, first, sentence_case(", ".join(counts)), not_all, "Not all are alike"


def _without_repeats(groups: Sequence[list[Verdict]]) -> list[list[Verdict]]:
    """The groups that say of somebody what no group before them says of the same name in the same words."""
    claims: set[tuple[str, str, str]] = set()
    fresh = []
    for members in groups:
        own_claims = {
            (verdict.name, verdict.reference.word(verdict.word), _than(verdict.reference))
            for verdict in members
            if verdict.word in (STRONGER, WEAKER)
        }
        if not own_claims <= claims:
            fresh.append(members)
        claims |= own_claims
    return fresh


def in_name_order(names: Sequence[str]) -> list[str]:
    """Names in the order in which a reader looks for them: seat 2 before seat 10."""
    return sorted(names, key=lambda name: [int(x) if x.isdigit() else x for x in re.split(r"(\d+)", name)])


def _is_decided(verdict: Verdict) -> bool:
    """Whether there is a word for it, over deals or over other values of unknown data."""
    return UNCLEAR not in (verdict.word, verdict.verdict) or is_overturned(verdict) or bool(verdict.other_words)


def rank_family(members: Sequence[Verdict]) -> int:
    """The place of a family in a title and a lead: 0 somebody is strong or weak, 1 all are fair, 2 some are, 3 open."""
    words = {verdict.word for verdict in members}
    if words & {STRONGER, WEAKER}:
        return 0
    return 1 if words == {FAIR} else 2 if FAIR in words else 3


def group_by_family(verdicts: Sequence[Verdict]) -> list[list[Verdict]]:
    """Verdicts of a family that are held against the same; of who is better than whom, of a family."""
    groups: dict[tuple[str, str], list[Verdict]] = {}
    for verdict in verdicts:
        of = verdict.reference
        groups.setdefault((verdict.family, "" if of.is_sided else of.against), []).append(verdict)
    return list(groups.values())


def sort_by_size(members: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts from the largest effect to the smallest, whatever their sign."""
    return sorted(members, key=lambda verdict: -abs(verdict.effect or 0.0))


def in_sentence_order(members: Sequence[Verdict], *, is_signed: bool = False) -> list[Verdict]:
    """As a sentence names them: seats by number, all else the largest effect first; is_signed: sign and all."""
    if members[0].reference.is_of_seats:
        return list(members)
    return sorted(members, key=lambda v: -(v.effect or 0.0)) if is_signed else sort_by_size(members)


def claim(members: Sequence[Verdict], *, word: Callable[[Verdict], Word] = attrgetter("word")) -> str:
    """Of verdicts of one family who is strong and who is weak, or who is fair and who is open."""
    of, names, by_size = members[0].reference, short_names(members), in_sentence_order(members)
    if of.is_sided:
        return _pairs(by_size, word)
    than = _than(of)
    holders = list(dict.fromkeys(only_for(v) for v in by_size))
    sides = [
        (side, [names[v.subject] for v in by_size if word(v) == side and only_for(v) == whom], whom)
        for side in (STRONGER, WEAKER)
        for whom in sorted(holders)
    ]
    sides = [side for side in sides if side[1]]
    if not sides:
        fair = [v for v in by_size if word(v) == FAIR]
        if len(fair) == len(members):
            return fair_phrase([members])
        fair_names, several = subject_of_names(of, in_name_order([names[v.subject] for v in fair]))
        open_ = [names[v.subject] for v in by_size if v not in fair]
        others = f"the other {number_word(len(open_))} {of.noun[1]} are"
        others = others if len(open_) > 1 else f"{subject_of_names(of, open_)[0]} is"
        return f"{fair_names} {fair_verb(of, several)}, {others} not decided yet"
    if len(sides) == 1 and len(sides[0][1]) == len(members) > MAX_NAMES + 1:
        side, _, whom = sides[0]
        return f"all {number_word(len(members))} {of.noun[1]} {_verb(of, several=True)} {_side(of, side)}{than}{whom}"
    return _sides_phrase(of, sides)


def only_for(verdict: Verdict) -> str:
    """The class of players whom the word of a verdict is of, where others are shown to differ."""
    return f" for {players_words(verdict.players)}" if verdict.dissenting else ""


def subject_of_names(of: FamilyReference, names: Sequence[str]) -> tuple[str, bool]:
    """Names as the subject of a title, and whether its verb is plural."""
    if of.subject == "{name}" or of.kind == "without":
        subject = bot_names if of.is_of_bots else join_names
        return subject(names, max_names=MAX_NAMES), len(names) > 1
    return of.subject_of(join_names(names, "or", max_names=MAX_NAMES)), False


def _verb(of: FamilyReference, *, several: bool) -> str:
    if of.kind == "before" or of.is_elsewhere:
        return f"{'win' if of.is_elsewhere else 'become'}{'s' * (not several)}"
    return "are" if several else "is"


def _side(of: FamilyReference, word: Word) -> str:
    """The word for a side, behind the verb."""
    return {STRONGER: "more", WEAKER: "less"}[word] if of.is_elsewhere else of.word(word)


def _than(of: FamilyReference) -> str:
    """The reference in a title."""
    if of.kind in ("par", "each", "before"):
        return ""
    if of.is_elsewhere:
        return f"{_here(of)} {of.than}"
    return f" than other {of.noun[1]}" if of.kind == "without" else f" {of.than.replace('the mean of ', '')}"


def _here(of: FamilyReference) -> str:
    """Where those are that are compared with themselves elsewhere."""
    return f" {of.where}" if of.where else ""


def _pairs(by_size: Sequence[Verdict], word: Callable[[Verdict], Word]) -> str:
    """Who is better than whom."""
    decided = [v for v in by_size if word(v) in (STRONGER, WEAKER)]
    first = decided[:MAX_NAMES]
    phrases = [f"{v.reference.subject_of(v.name)} is {v.reference.word(word(v))} {v.reference.than}" for v in first]
    phrases += [f"{len(decided) - MAX_NAMES} more pairs are decided"] if len(decided) > MAX_NAMES + 1 else []
    fair = [v for v in by_size if word(v) == FAIR]
    return join_names(phrases) or (fair_phrase([fair]) if fair else "no two can be told apart")


def fair_phrase(groups: Sequence[Sequence[Verdict]]) -> str:
    """That all of these families are fair: "all four seats and all eight strategies are fair"."""
    of = groups[0][0].reference
    if of.is_sided:
        pairs = [f"{v.reference.subject_of(v.name)} is as good as {v.reference.reference}" for m in groups for v in m]
        return join_names(pairs, max_names=MAX_NAMES)
    similar = all(
        len(members) > 1
        and fair_verb(members[0].reference, several=True, all_of=True) == fair_verb(of, several=True, all_of=True)
        for members in groups
    )
    if len(groups) > 1 and not similar:
        return "; ".join(fair_phrase([members]) for members in groups)
    if len(groups[0]) == 1:
        (name,) = short_names(groups[0]).values()
        return f"{of.subject_of(name)} {fair_verb(of, several=False)}{only_for(groups[0][0])}"
    all_of = [
        f"{'both' if len(members) == 2 else f'all {number_word(len(members))}'} {members[0].reference.noun[1]}"
        for members in groups
    ]
    whom = next((only_for(v) for members in groups for v in members if v.dissenting), "")
    return f"{join_names(all_of)} {fair_verb(of, several=True, all_of=True)}{whom}"


def fair_verb(of: FamilyReference, several: bool, *, all_of: bool = False) -> str:
    """Verb and word of what lies inside the tolerance; all_of: of all members of a family."""
    if of.kind == "before":
        return f"stay{'s' * (not several)} as strong as before"
    if of.is_elsewhere:
        return f"win{'s' * (not several)} as often{_here(of)} as {of.reference}"
    if of.kind in ("rest", "without") and all_of:
        return "are equally good"
    return f"{'are' if several else 'is'} {fair_words(of)}"


def _open_phrase(groups: Sequence[Sequence[Verdict]]) -> str:
    """What of families is open: who may be strong, or whether all are fair."""
    leaning = sort_by_size([verdict for members in groups for verdict in members if verdict.leans])
    if leaning:
        first = leaning[0]
        of, name = (
            first.reference,
            first.name if first.reference.is_sided else short_names(family_of(first, groups))[first.subject],
        )
        than = f" {of.than}" if of.is_sided else _than(of)
        verb = "be" if _verb(of, several=True) == "are" else _verb(of, several=True)
        return f"{subject_of_names(of, [name])[0]} may {verb} {_side(of, first.leans or STRONGER)}{than}"
    of, first = groups[0][0].reference, groups[0][0]
    if of.is_sided:
        of_pair = f"whether {of.subject_of(first.name)} is better {of.than}"
        return of_pair if len(groups[0]) == 1 else f"which {of.noun[1]} are better"
    if len(groups[0]) == 1:
        return f"whether {of.subject_of(short_names(groups[0])[first.subject])} {fair_verb(of, several=False)}"
    verb = fair_verb(of, several=True, all_of=True)
    similar = [m for m in groups if len(m) > 1 and fair_verb(m[0].reference, several=True, all_of=True) == verb]
    return f"whether {join_names([f'the {number_word(len(m))} {m[0].reference.noun[1]}' for m in similar])} {verb}"


def family_of(verdict: Verdict, groups: Sequence[Sequence[Verdict]]) -> Sequence[Verdict]:
    """The group that it is in."""
    return next(members for members in groups if verdict in members)


def _alternatives(verdict: Verdict) -> list[str]:
    """The words that an overturned verdict may have with other values of unknown data, the nearest first."""
    of, over = verdict.reference, verdict.over
    if over is None or over.low is None or over.high is None:
        return []
    edge = 0.0 if of.is_sided else verdict.margin
    reach: dict[Word, bool] = {
        FAIR: over.low < edge and over.high > -edge, STRONGER: over.high > edge, WEAKER: over.low < -edge
    }  # fmt: skip
    others = [word for word, is_reached in reach.items() if is_reached and word != verdict.verdict]
    fair = "as often" if of.is_elsewhere else fair_words(of)
    return [fair if word == FAIR else _side(of, word) for word in others]


def _overturned_phrase(members: Sequence[Verdict]) -> str:
    words = list(dict.fromkeys(word for verdict in sort_by_size(members) for word in _alternatives(verdict)))
    verb = "win" if members[0].reference.is_elsewhere else "be"
    may = f"{'it' if len(members) == 1 else 'they'} may {verb} {join_names(words, 'or')}"
    deals_claim = claim(members, word=attrgetter("verdict"))
    return f"with the values we guessed {deals_claim}, with others that the rulebook allows {may}"
