"""The sentences below a title, with the numbers of its verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cext.player_classes import WEAK
from reports.findings import (
    MAX_NAMES,
    fair_phrase,
    fair_verb,
    family_of,
    group_by_family,
    in_name_order,
    in_sentence_order,
    only_for,
    rank_family,
    short_names,
    sort_by_size,
    subject_of_names,
)  # fmt: skip
from reports.plans import plans_we_have
from reports.sentences import (
    FamilyReference,
    fair_share,
    join_names,
    measured,
    more_games,
    more_or_fewer,
    number_word,
    of_games,
    pp,
    sentence_case,
    share,
    signed_pp,
)  # fmt: skip
from reports.stats.verdict import FAIR, STRONGER, UNCLEAR, WEAKER

if TYPE_CHECKING:
    from reports.answer import Verdict

__all__ = ["lead", "versions_words"]


def lead(verdicts: Sequence[Verdict], par: float | None, *, is_guessed: bool = False) -> str:
    """One or two sentences with numbers: who is strong or weak, for whom, in how many of few printings, and where all
    of a family are fair; or who is furthest from fair. is_guessed: it rests on data played with one value alone."""
    groups = sorted(group_by_family(verdicts), key=rank_family)
    data = ", as we guess its data" if is_guessed else ""
    sentences = [_group_lead(members, par or 0.0, at > 0, data * (at == 0)) for at, members in enumerate(groups)]
    return " ".join(filter(None, sentences)) or _open_lead(verdicts, par or 0.0)


def _group_lead(members: Sequence[Verdict], par: float, is_next: bool, data: str) -> str:
    of, names = members[0].reference, short_names(members)
    with_numbers = [v for v in in_sentence_order(members, is_signed=True) if v.effect is not None]
    decided = [v for v in with_numbers if v.verdict in (STRONGER, WEAKER)]
    fair = [v for v in with_numbers if v.verdict == v.word == FAIR]
    sentences = []
    by_other_class = [v for v in with_numbers if v.other_words]
    if decided:
        norm = f"where {fair_share(par)} is fair" if of.kind == "par" and not is_next else ""
        listed = sort_by_size(decided)[:MAX_NAMES] if len(decided) > MAX_NAMES + 1 else decided
        listed = [v for v in decided if v in listed]
        numbers = [_number_of(v, names[v.subject], par, first=not at) for at, v in enumerate(listed)]
        others = "are not fair either" if of.kind == "par" else "differ too"
        numbers += [f"{number_word(len(decided) - len(listed))} more {others}"] if len(decided) > len(listed) else []
        listed_numbers = "; ".join(numbers) if any(_by_class(v, par) for v in listed) else join_names(numbers)
        parts = [part for part in (of.where, norm, listed_numbers) if part]
        sentences.append(f"{', '.join(parts)}{_in_whose_hands(decided)}{data}{versions_words(decided, names)}")
        sentences += [f"{of.subject_of(names[v.subject])} is {words}" for v in listed if (words := _crossing(v))]
    if fair and len(decided) + len(fair) == len(members):  # of others the chart tells
        hands = "" if is_next or decided else f"{_in_whose_hands(fair)}{data}"
        differing = [v for v in fair if v.dissenting]
        whom = only_for(differing[0]) if differing else ""
        sentences.append(_fair_lead(fair, members, names, par, f"{whom}{hands}{versions_words(fair, names)}"))
        numbers = [_number_of(v, names[v.subject], par, first=not at) for at, v in enumerate(differing)]
        sentences += ["; ".join(numbers)] if numbers else []
    numbers = [_number_of(v, names[v.subject], par, first=not at) for at, v in enumerate(by_other_class)]
    if numbers:  # before words that hold in few versions of guessed data, which are in no title
        sentences.insert(0 if all(v.word == UNCLEAR for v in decided) else len(sentences), "; ".join(numbers))
    return " ".join(f"{sentence_case(words)}." for words in sentences)


def versions_words(verdicts: Sequence[Verdict], names: Mapping[str, str]) -> str:
    """In how many printings the words of verdicts hold, where these are too few for a spread; "" where they are not."""
    counts = {names[v.subject]: v.over.holds for v in verdicts if v.over and v.over.low is None}
    by_count: dict[int, list[str]] = {}
    for name, count in sorted(counts.items(), key=lambda pair: -(pair[1] or 0)):
        by_count.setdefault(count or 0, []).append(name)
    if not by_count:
        return ""
    n, (highest, *lower) = max(v.over.printings for v in verdicts if v.over), by_count
    versions = f"{number_word(n)} versions of the guessed data"
    if not lower:
        return f", in {'all' if highest == n else f'{_count(highest)} of'} {versions}"
    if len(counts) > MAX_NAMES:
        low = lower[-1]
        return f", {f'each in at least {_count(low)}' if low else f'in none to {_count(highest)}'} of {versions}"
    parts = [f"{_count(count)} ({join_names(who)})" for count, who in by_count.items()]
    return f", in {join_names(parts)} of {versions}"


def _count(n: int) -> str:
    return number_word(n) if n else "none"


def _open_lead(verdicts: Sequence[Verdict], par: float) -> str:
    """Of verdicts none of which is decided the one that is furthest from fair, with its interval."""
    by_size = sort_by_size([v for v in verdicts if v.effect is not None and v.verdict != FAIR])
    first = next((verdict for verdict in by_size if verdict.leans), by_size[0] if by_size else None)
    if first is None:
        return ""
    of = first.reference
    name = short_names(family_of(first, group_by_family(verdicts)))[first.subject]
    norm = f"where {fair_share(par)} is fair" if of.kind == "par" else ""
    words = [of.where, norm, _number_of(first, name, par, first=True)]
    if first.low is not None and first.high is not None:
        low, high = (
            (pp(par + first.low), share(par + first.high))
            if of.kind == "par"
            else (signed_pp(first.low), signed_pp(first.high))
        )
        words.append(f"95 % sure: {low} to {high}")
    return f"{sentence_case(', '.join(filter(None, words)))}."


def _fair_lead(
    fair: Sequence[Verdict], members: Sequence[Verdict], names: Mapping[str, str], par: float, hands: str
) -> str:
    """How far off those are that are fair; hands: whose plans that rests on."""
    of, far = members[0].reference, max(abs(v.effect or 0.0) for v in fair)
    if of.is_sided:
        return f"{fair_phrase([fair])}, at most {of_games(far)} off{hands}"
    if len(fair) == len(members) > 1:
        where = f"{of.where}, " if of.where else ""
        if of.kind == "without":
            return f"{where}none of them is worth more than {of_games(far)} either way{hands}"
        often = f"{fair_share(par)} of games" if of.kind == "par" else f"as often as {of.reference}"
        near = f", give or take {pp(far)} of 100" if float(pp(far)) else ""
        each = f"each of the {number_word(len(fair))} {of.noun[1]}"
        return f"{where}{each} wins {often}{near}{hands}"
    who, several = subject_of_names(of, in_name_order([names[v.subject] for v in fair]))
    if len(fair) > MAX_NAMES + 1:
        other = "other " if any(v.verdict in (STRONGER, WEAKER) for v in members) else ""
        who, several = f"{number_word(len(fair))} {other}{of.noun[1]}", True
    return f"{who} {fair_verb(of, several)}{f', at most {of_games(far)} off' if float(pp(far)) else ''}{hands}"


def _number_of(verdict: Verdict, name: str, par: float, *, first: bool) -> str:
    """ "triangle wins 30.3 % of games", "star 19.7 %"; "triangle wins 14.7 more of 100 games than A"."""
    of, effect = verdict.reference, verdict.effect or 0.0
    if by_class := _by_class(verdict, par, first=first):
        verb = " wins" if first or name[-1].isdigit() else ""
        return f"{of.subject_of(name)}{verb} {by_class}{f' {of.than}' if first and of.kind != 'par' else ''}"
    if of.is_sided and not first:
        return f"{of.subject_of(verdict.name)} {more_or_fewer(effect)} {of.than}"
    if first:
        name = verdict.name if of.is_sided else name
        words = measured(FamilyReference(of.kind, of.noun, of.against), effect, par).partition(", ")[0]
        return f"{of.subject_of(name)} {words}"
    subject = name if of.kind == "without" else of.subject_of(name)
    verb = " wins" if subject[-1].isdigit() else ""
    size = share(par + effect) if of.kind == "par" else more_or_fewer(effect)
    return f"{subject}{verb} {size}"


def _in_whose_hands(verdicts: Sequence[Verdict]) -> str:
    """Whose plans a finding rests on."""
    overs = [v.plans for v in verdicts if v.plans is not None and not _by_class(v, 0.0)]
    return f", in the hands of the {plans_we_have(max(overs, key=lambda over: over.plans))}" if overs else ""


def _by_class(verdict: Verdict, par: float, *, first: bool = True) -> str:
    """What several classes of players win, the strongest first: the range of all, where its word is theirs too, or
    those that are shown to differ from the one of the word; "" where it has that one's number alone."""
    is_par = verdict.reference.kind == "par"

    def number(effect: float, *, first: bool) -> str:
        if is_par:
            return f"{share(par + effect)}{' of games' * first}"
        return more_games(effect) if first else more_or_fewer(effect)

    if verdict.is_for_every_class and verdict.verdict != FAIR:
        ends = [end for each in verdict.classes for end in (each.low, each.high)]
        near, far = sorted((min(ends), max(ends)), key=lambda end: end if is_par else abs(end))
        return f"{pp(par + near if is_par else abs(near))} to {number(far, first=first)} for every class of player"
    differing = {players for pair in verdict.differing_pairs if verdict.players in pair for players in pair}
    dissenting = {each.players for each in verdict.dissenting}
    listed_classes = [
        each
        for each in verdict.classes
        if each.players in differing.difference(WEAK) and (each.is_precise or each.players in dissenting)
    ]
    if len(listed_classes) < 2:
        return ""
    numbers = [f"{number(e.effect, first=first and not at)} with {e.players}" for at, e in enumerate(listed_classes)]
    return f"{join_names(numbers)} players"


def _crossing(verdict: Verdict) -> str:
    """For whom a finding holds, where the mean over plans crosses the tolerance."""
    words = verdict.plans.for_whom if verdict.plans is not None else ""
    return words if " on average; " in words and "no clear exception" not in words else ""
