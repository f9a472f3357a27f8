"""Which card is worth most: when it is dealt (chance), when it is forced into a hand (an experiment), and when it is
played (a choice, confounded)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import polars as pl

from cext.commands import command
from cext.player_classes import players_words
from reports import columns as c
from reports.answer import EXPLORATORY, SCREEN, FirstScreen, Verdict
from reports.card_facts import DEALT, CardSet
from reports.charts.forest import Row
from reports.charts.views import difference_scale, forest_chart
from reports.columns import Column
from reports.estimators.card_exposure import exposure_of, groups_of, has_whole_tables
from reports.estimators.card_pairs import DISCOVERY_RATE, pair_rows
from reports.estimators.cards import (
    KINDS,
    compare_forced,
    compare_rounds,
    compare_uses,
    dealt_rows,
    forced_rows,
    judge_cards,
    round_rows,
    use_rows,
)  # fmt: skip
from reports.estimators.printings import over_printings, printing_effects
from reports.first_screen import GUESSES, no_change, verdicts_of_screen
from reports.frames import ScenarioRun
from reports.leads import versions_words
from reports.questions.base import Chart, Evidence, Findings, Question, Rows, Section, Table, estimate, unique
from reports.sentences import join_names, more_games, number_word, of_games, pp, sentence_case, try_edits
from reports.stats.verdict import FAIR, MIXED, STRONGER, WEAKER

__all__ = ["QUESTION"]

MOST_ROWS = 20  # cards that are drawn; the table has all
MOST_NAMES = 2  # best and worst in a heading
MAX_TITLE = 100  # letters: longer names are counted

# -- tables -----------------------------------------------------------------------------------------------------------

KEYS: tuple[Column, ...] = (
    c.word("set", "set", printed=False), c.word("trait", "trait", note="null: a card by itself"),
    c.code("name", "card or trait"),
)  # fmt: skip
SHRUNK = c.pp("shrunken", "shrunken", estimate=True, note="drawn towards the mean of its kind; 95 % posterior interval")


Columns = tuple[Column, ...]


def _columns(words: str, note: str, keys: Columns = KEYS, more: Columns = ()) -> Columns:
    """Columns of effects on win share and score."""
    effect = c.pp("effect", f"{words}: win share", estimate=True, note=note)
    return (*keys, *more, c.N, effect, SHRUNK, c.points("points", f"{words}: score", sign=True, estimate=True))


def _dealt(run: ScenarioRun, *, has_trait: bool) -> pl.DataFrame:
    """A row a card that chance deals, or a level of a trait."""
    table = run.result(dealt_rows)
    return table.filter(pl.col("trait").is_not_null() == has_trait) if len(table) else table


CARDS = Table("cards", _columns("dealt", "holders minus the others of their games", (KEYS[0], KEYS[2])),
              partial(_dealt, has_trait=False))  # fmt: skip
WITH_IT = (c.count("cards", "cards with it"),)
TRAITS = Table("traits", _columns("one more dealt", "in place of a random other card", more=WITH_IT),
               partial(_dealt, has_trait=True))  # fmt: skip
STARTS = Table("forced", _columns("begins with it", "against the same seat of the same deal as dealt"), forced_rows,
               compare_forced)  # fmt: skip
USES = Table("played", (
    *KEYS, c.code("use", "use"), c.N,
    c.percent("often", "how often", note="of the copies dealt; null: not dealt to seats"),
    c.pp("effect", "used: difference in win share", estimate=True, note="who does it minus the others of their games"),
), use_rows, compare_uses)  # fmt: skip

PAIRS = Table("pairs", (
    *KEYS[:2], c.code("first", "one"), c.code("second", "with"), c.N,
    c.pp("effect", "beyond the sum", estimate=True, note="of a seat dealt both, beyond what each does"), SHRUNK,
    c.p_value("rate", "false discovery rate", note="at which it counts as found"),
), pair_rows, about="dealt both, beyond the sum of each")  # fmt: skip
ROUNDS = Table("rounds_used", (
    *KEYS, c.code("use", "use"), c.ROUND, c.N,
    c.pp("effect", "in this round", estimate=True, note="win share minus that of all uses of such cards by the same "
         "bots in any round; chosen, so no cause"),
), round_rows, compare_rounds, about="early or late, for the same bots")  # fmt: skip

# -- findings ---------------------------------------------------------------------------------------------------------


def _has_traits(of: Verdict) -> bool:
    """Whether a verdict is about what cards have alike."""
    return of.reference.noun[1].startswith(KINDS)


def _finding(verdicts: Sequence[Verdict], *, is_guessed: bool) -> str:
    """What the cards of a set come to, or kinds of them: "The Heir is worth more than others, the Market less"; where
    names are too many or too long, how many are. verdicts: of a family, best first; is_guessed: some data are."""
    singular, plural = verdicts[0].reference.noun
    better, worse = [v for v in verdicts if v.word == STRONGER], [v for v in verdicts[::-1] if v.word == WEAKER]
    if first := better or worse:
        more = "more" if better else "less"
        guess = "as we guess its data " * (is_guessed and any(not _holds_anyway(v) for v in (*better, *worse)))
        title = f"{guess}{_names(first)} {_verb(first)} worth {more} than others"
        title += f", {_names(worse)} less" if better and worse else ""
        if len(title) > MAX_TITLE:
            noun, verb = (singular, "is") if len(first) == 1 else (plural, "are")
            title = f"{guess}{number_word(len(first))} {noun} {verb} worth {more} than others"
            title += f", {number_word(len(worse))} less" if better and worse else ""
        return sentence_case(title)
    if leaning := [v for v in verdicts if v.leans]:
        furthest = max(leaning, key=lambda v: abs(v.effect or 0.0))
        more = "more" if furthest.leans == STRONGER else "less"
        return sentence_case(f"{_names([furthest])} may be worth {more}, not decided")
    if all(v.word == FAIR for v in verdicts):
        return f"No {singular} is worth much more or less than another"
    return f"No {singular} is shown to matter"


def _verb(verdicts: Sequence[Verdict]) -> str:
    """Behind their names: of a kind all cards are meant."""
    return "are" if len(verdicts) > 1 or _has_traits(verdicts[0]) else "is"


def _names(verdicts: Sequence[Verdict], *, is_single: bool = False) -> str:
    """Cards, or kinds of them, in a sentence: "the Heir and Dragon", "cards with the trigger Build 1 wall"; is_single:
    one card of the kind."""
    of, names = verdicts[0].reference, [verdict.name for verdict in verdicts]
    if _has_traits(verdicts[0]):
        with_the = "the" if is_single else f"{of.noun[1].removeprefix(KINDS)} with the"
        return f"{with_the} {join_names(names, 'or the')}"
    if names[0][:1].isdigit():
        return f"{of.noun[len(names) > 1]} {join_names(names)}"
    return f"the {join_names(names)}"


def _number_of(verdict: Verdict) -> str:
    """What it wins: "5.9 more of 100 games"."""
    return more_games(verdict.effect or 0.0)


def _holds_anyway(verdict: Verdict) -> bool:
    """Whether its word holds in all versions of guessed data that have its card."""
    return verdict.over is not None and verdict.versions is None


def _lead(verdicts: Sequence[Verdict], *, is_guessed: bool) -> str:
    """The furthest of a family that is decided, or else leans, and the furthest on the other side, or else the next."""
    of, by_size = verdicts[0].reference, sorted(verdicts, key=lambda v: -abs(v.effect or 0.0))
    decided = [v for v in by_size if v.word in (STRONGER, WEAKER)] or [v for v in by_size if v.leans]
    if not decided:
        return ""
    first, *others = decided
    others = [v for v in others if (v.effect or 0.0) * (first.effect or 0.0) < 0] or others
    rest = f"; with {_names(others[:1], is_single=True)} {_number_of(others[0])}" if others else ""
    versions = versions_words([first], {first.subject: first.name}) if first.word == first.verdict else ""
    versions = ", as we guess its data" if is_guessed and first.over is None else versions
    return sentence_case(f"{of.subject_of(first.name)} wins {_number_of(first)} {of.than}{rest}{versions}.")


def _too_few(verdicts: Sequence[Verdict], others: Sequence[Verdict]) -> str:
    """Why kinds of cards are judged in place of the cards themselves: the best interval of a card. "" where cards are.
    others: all that are not on the first screen."""
    kinds = verdicts[0].reference.noun
    cards = [v for v in others if not _has_traits(v) and f"{KINDS}{v.reference.noun[1]}" == kinds[1]]
    halves = [(v.high - v.low) / 2 for v in cards if v.low is not None and v.high is not None]
    if not _has_traits(verdicts[0]) or not halves:
        return ""
    card, cards_ = cards[0].reference.noun
    size = f"± {of_games(min(halves))} at best, your tolerance is {pp(cards[0].margin)}"
    return f"Single {cards_} are not judged: too few deals with each {card} ({size})."


def _kinds_anyway(behind: Sequence[Verdict]) -> str:
    """The kinds of cards that are worth more or less in all versions of the guessed data, where cards differ."""
    kinds = [v for v in behind if _has_traits(v) and v.word in (STRONGER, WEAKER) and _holds_anyway(v)]
    sides = [(word, [v for v in kinds if v.word == side]) for side, word in ((STRONGER, "more"), (WEAKER, "less"))]
    words = join_names([f"{_names(members)} are worth {word}" for word, members in sides if members])
    printings = max((verdict.over.printings for verdict in kinds if verdict.over), default=0)
    return f"In all {number_word(printings)} versions of the guessed data {words}." if kinds else ""


def _screen(run: ScenarioRun, screen: FirstScreen) -> FirstScreen:
    """Best and worst cards, or kinds of cards, as dealt; of a set that is not dealt as forced."""
    over = run.result(printing_effects, judge_cards)
    verdicts = [over_printings(verdict, over.get(verdict.subject)) for verdict in QUESTION.verdicts(run)[1]]
    behind = [verdict for verdict in verdicts if verdict.kind != SCREEN]
    families: dict[str, list[Verdict]] = {}
    for verdict in verdicts_of_screen(verdicts):
        families.setdefault(verdict.family, []).append(verdict)
    is_guessed = any(doubt.source == GUESSES for doubt in screen.doubts)
    findings = [_finding(members, is_guessed=is_guessed) for members in families.values()]
    finding = "; ".join(findings) or "No card is shown to matter"
    leads = [_lead(members, is_guessed=is_guessed) for members in families.values()]
    leads += [_too_few(members, behind) for members in families.values()]
    leads += [_kinds_anyway(behind)] if is_guessed else []
    change = no_change(screen, try_edits(run.game))
    return replace(screen, finding=finding, lead=" ".join(filter(None, leads)) or screen.lead, change=change)


def _helps(evidence: Evidence, table: str, doing: str) -> Findings:
    """Of each set how many of its cards are surely better, and worse, than others; "" without rows."""
    findings = []
    for cards, own_rows in _of_sets(evidence, table):
        sure = evidence.certain_rows(own_rows, "effect")
        good, bad = (sum(sign * row["effect"] > 0 for row in sure) for sign in (1, -1))
        if good or bad:
            counts = [(good, "better"), (bad, "worse")]
            parts = [f"{number_word(n)} {'is' if n == 1 else 'are'} {word}" for n, word in counts if n]
            traits = " and traits" if any(row.get("trait") for row in own_rows) else ""
            of = f"Of {number_word(len(own_rows))} {cards.nouns[1]}{traits}"
            findings.append(f"{of} {join_names(parts)} {doing} than others")
        else:
            findings.append(f"No {cards.nouns[0]} is shown to be better or worse {doing} than another")
    some = any(words.startswith("Of ") for words in findings)
    short = "Some stand out" if some else "None is shown to stand out"
    nouns = unique(cards.nouns[0] for cards, _ in _of_sets(evidence, table))
    return (
        "; ".join(findings),
        *([f"No {nouns[0]} is shown to stand out"] if len(nouns) == 1 and not some else []),
        short,
    )


def _traits_finding(evidence: Evidence) -> Findings:
    """What cards have alike that surely helps or hurts, the furthest of each trait; or whose cards differ."""
    if not evidence.rows("traits", "trait", "name"):
        return ""
    kinds = [verdict for verdict in evidence.verdicts if _has_traits(verdict)]
    decided = [v for v in kinds if v.word in (STRONGER, WEAKER)]
    verbs = ("helps", "hurts") if decided else ("may help", "may hurt")
    sided = decided or [v for v in kinds if v.leans]
    sure = {v.subject: v.effect for v in sided if v.kind != EXPLORATORY}
    findings = []
    for cards in evidence.game.cards:
        for label in cards.traits.values():
            effects = sorted((effect or 0.0, name) for name, effect in sure.items() if name.startswith(f"{label} "))
            ends = [(x, name) for x, name in (*effects[:1], *effects[:0:-1][:1]) if x]
            parts = [f"{name.removeprefix(f'{label} ')} {verbs[x < 0]}" for x, name in ends[::-1]]
            findings += [f"{label}: {join_names(parts)}"] if parts else []
    mixed = [verdict.subject for verdict in kinds if verdict.word == MIXED]
    if not decided and mixed:
        are = "is" if len(mixed) == 1 else "are"
        findings.append(f"{join_names(mixed, max_names=MOST_NAMES)} {are} fair in the mean, but cards in it differ")
    if not findings and kinds and all(v.word == FAIR for v in kinds):
        return "What cards have alike makes no great difference"
    if not findings:
        return "Nothing that cards have alike is shown to matter"
    short = (
        "Some of what they have alike matters" if decided else "Cards of a kind differ" if mixed else "Not decided yet"
    )
    return sentence_case("; ".join(findings)), sentence_case(findings[0]), short


def _uses_finding(evidence: Evidence) -> Findings:
    rows = evidence.rows("played", "set", "name", "use", "effect")
    statement = "What is played was chosen: it is no proof of what a card is worth"
    return (statement, "What is played was chosen: no proof") if rows else ""


def _pairs_found(evidence: Evidence) -> Rows:
    """The pairs that are found at the false discovery rate, best first."""
    return [row for row in evidence.rows("pairs", "first", "effect", "rate") if row["rate"] <= DISCOVERY_RATE]


def _pair_name(row: Mapping[str, Any]) -> str:
    return f"{row['first']} with {row['second']}"


def _pairs_finding(evidence: Evidence) -> Findings:
    rows = evidence.rows("pairs", "first", "effect")
    if not rows:
        return ""
    certain = evidence.certain_rows(rows, "effect")
    largest = max((abs(row["shrunken"]) for row in certain), default=0.0)
    sides = [(word, [_pair_name(row) for row in certain if sign * row["effect"] > 0])
             for sign, word in ((1, "more"), (-1, "less"))]  # fmt: skip
    parts = [f"{join_names(names[:MOST_NAMES])} {'are' if names[1:] else 'is'} worth {word} than both by themselves"
             for word, names in sides if names]  # fmt: skip
    if parts:
        statement = sentence_case(f"{'; '.join(parts)}, by {of_games(largest)}{' at most' * (len(certain) > 1)}")
        return statement, "Some pairs are worth more or less together"
    n = len(_pairs_found(evidence))
    ending = f"; {number_word(n)} may be" if n else ""
    statement = f"No pair is shown to be worth more or less than both by themselves{ending}"
    return statement, f"No pair is shown to matter{ending}", "No pair is shown to matter"


# -- charts -----------------------------------------------------------------------------------------------------------


def _of_sets(evidence: Evidence, table: str) -> Iterator[tuple[CardSet, Rows]]:
    """Each set with its rows of a table, where it has some."""
    rows = evidence.rows(table, "set", "name", "effect")
    of_sets = ((cards, [row for row in rows if row["set"] == cards.key]) for cards in evidence.game.cards)
    return ((cards, own_rows) for cards, own_rows in of_sets if own_rows)


def _chart_rows(rows: Rows, name: str = "effect", sure: Sequence[Mapping[str, Any]] | None = None) -> list[Row]:
    """Rows of a chart; sure: those that a heading may claim, which alone have a colour (None: as their p says)."""
    estimates = [estimate(row, name, 100) for row in rows]
    if sure is not None:
        estimates = [x and replace(x, may_head=row in sure) for x, row in zip(estimates, rows, strict=True)]
    return [Row(str(row["name"]), (x,)) for x, row in zip(estimates, rows, strict=True)]


def _under_traits(rows: Rows, labels: Mapping[str, str], max_rows: float = math.inf) -> list[Row]:
    """The rows of each trait under its label, where there are not too many of them; "": cards themselves."""
    of_traits = ((label, [row for row in rows if (row["trait"] or "") == trait]) for trait, label in labels.items())
    few = ((label, own_rows) for label, own_rows in of_traits if 0 < len(own_rows) <= max_rows)
    return [row for label, own_rows in few for row in (Row(label, strong=True), *_chart_rows(own_rows))]


def _dealt_charts(evidence: Evidence, finding: str) -> Iterator[Chart | None]:
    """The best and the worst cards of each set."""
    for cards, rows in _of_sets(evidence, "cards"):
        half = MOST_ROWS // 2
        ends = rows if len(rows) <= MOST_ROWS else [*rows[:half], *rows[-half:]]
        sure = evidence.certain_rows(rows, "effect")
        few = "" if len(ends) == len(rows) else f"The {half} best and {half} worst of {len(rows)}; the table has all."
        yield forest_chart(
            f"dealt_{cards.key}", f"What each {cards.nouns[0]} is worth to a seat that is dealt it",
            "Win share of seats dealt it minus the others of their games, shrunken, with 95 % posterior intervals.",
            _chart_rows(ends, "shrunken", sure), difference_scale(evidence), above="helps", below="hurts", note=few,
        )  # fmt: skip


def _traits_charts(evidence: Evidence, finding: str) -> Iterator[Chart | None]:
    """What cards have alike, with the intervals that verdicts are read off, or dots and words would differ."""
    verdicts = {row["subject"]: row for row in evidence.rows("verdicts", "subject", "effect")}
    for cards, rows in _of_sets(evidence, "traits"):
        with_verdicts = [{**row, **verdicts.get(f"{cards.traits[row['trait']]} {row['name']}", {})} for row in rows]
        together = f"{' that hold together' if verdicts else ''}"
        yield forest_chart(
            f"traits_{cards.key}", f"What {cards.nouns[1]} have in common that wins",
            f"Difference in win share for one more {cards.nouns[0]} of the kind dealt; 95 % intervals{together}.",
            _under_traits(with_verdicts, cards.traits), difference_scale(evidence), above="helps", below="hurts",
            together=bool(verdicts),
        )  # fmt: skip


def _forced_charts(evidence: Evidence, finding: str) -> Iterator[Chart | None]:
    """Cards and traits that were put into hands, where they are few enough to be drawn."""
    for cards, rows in _of_sets(evidence, "forced"):
        if listed := _under_traits(rows, {"": cards.nouns[1], **cards.traits}, MOST_ROWS):
            yield forest_chart(
                f"forced_{cards.key}", f"What it does to a seat to begin with one of these {cards.nouns[1]}",
                "Win share with it minus the same seat of the same deal as dealt, with 95 % intervals.",
                listed, difference_scale(evidence), above="helps", below="hurts", n_label="pairs",
            )  # fmt: skip


def _pairs_charts(evidence: Evidence, title: str) -> Iterator[Chart | None]:
    """The pairs furthest from the sum of both, shrunken."""
    rows = [{**row, "name": _pair_name(row)} for row in evidence.rows("pairs", "first", "shrunken")]
    furthest = sorted(rows, key=lambda row: -abs(row["shrunken"]))[: MOST_ROWS // 2]
    few = "" if len(furthest) == len(rows) else f"The {len(furthest)} furthest of {len(rows)}; the table has all."
    yield forest_chart(
        "pairs", title, "Win share of seats dealt both beyond the sum of what each does, shrunken.",
        _chart_rows([row for row in rows if row in furthest], "shrunken", evidence.certain_rows(rows, "effect")),
        difference_scale(evidence), above="more together", below="less together", note=few,
    )  # fmt: skip


def _uses_charts(evidence: Evidence, finding: str) -> Iterator[Chart | None]:
    """Those who use cards so: cards themselves where they are few, else the levels of the trait that has most of
    them within reason."""
    for cards, rows in _of_sets(evidence, "played"):
        for use in cards.uses:
            of_use = [row for row in rows if row["use"] == use.label]
            by_trait = [[row for row in of_use if row["trait"] == trait] for trait in (None, *cards.traits)]
            if few := [own_rows for own_rows in by_trait if 0 < len(own_rows) <= MOST_ROWS]:
                yield forest_chart(
                    f"played_{cards.key}_{use.key}", f"How seats do with {cards.nouns[1]} {use.label}",
                    "Who does it minus the others of their games, for each copy; chosen, so no proof of cause.",
                    _chart_rows(few[0] if few[0][0]["trait"] is None else max(few, key=len)),
                    difference_scale(evidence), above="with wins", below="with losses",
                )  # fmt: skip


# -- the page ---------------------------------------------------------------------------------------------------------


def _idle_reason(run: ScenarioRun) -> str:
    """That others sit at the tables of those who count; "" where they do not."""
    if run.result(has_whole_tables):
        return ""
    count_all = command("report", "cards", "RUN", "--class", "all")
    others = f"Others sit at the tables of {players_words(run.who)}, and cards are compared within a game"
    return f"{others}. {count_all} counts all players; or name strategies of one class."


def _notes(run: ScenarioRun) -> list[str]:
    """What the records do not say, and what the numbers stand for."""
    if not run.game.cards:
        return [f"{run.game.title} does not say what its cards are: there is nothing to compare."]
    exposure, notes = run.result(exposure_of), []
    rows = run.result(dealt_rows)
    for cards in run.game.cards:
        is_known = exposure is not None and (cards.key, DEALT) in exposure.share
        if cards.dealt and not is_known:
            notes.append(f"No decisions were recorded: who was dealt which {cards.nouns[0]} is not known.")
        if not cards.is_dealt and not cards.can_be_held:
            notes.append(f"The {cards.nouns[1]} are not dealt to seats: what they do was chosen, and is no cause.")
        if not cards.is_dealt and cards.can_be_held:
            notes.append(
                f"The game does not record which {cards.nouns[1]} a seat is dealt: there is no table of pairs."
            )
        if is_known and len(rows):
            varying = set(rows.filter(pl.col("set") == cards.key)["trait"].drop_nulls())
            constant = [label for trait, label in cards.traits.items() if trait not in varying]
            same = "Every hand has as many of each {}: being dealt one says nothing of it."
            notes += [same.format(label) for label in constant]
    return notes


SECTIONS = (
    Section(
        "dealt", "Which are the best and the worst to be dealt?",
        lambda evidence: _helps(evidence, "cards", "to be dealt"), (CARDS,), _dealt_charts,
        "Chance deals, so this is cause and effect for seats that play as these bots do. Rank by the shrunken effect: "
        "of many noisy ones the top is the luckiest.",
    ),
    Section(
        "forced", "Which are the best and the worst to begin with?",
        lambda evidence: _helps(evidence, "forced", "to begin with"), (STARTS,), _forced_charts,
        "An experiment on the same deals and seats. Where a seat had it anyway nothing changes, and the pair counts as "
        "0. Rests on fewer games than what chance deals: read kinds before single cards.",
    ),
    Section(
        "traits", "What do the cards that win have in common?", _traits_finding, (TRAITS,), _traits_charts,
        "Chance again, so cause and effect: one more of a kind in place of a random other. Kinds gather many cards, so "
        "they are measured better than any card by itself.",
    ),
    Section(
        "pairs", "Which are worth more together than by themselves?", _pairs_finding, (PAIRS,), _pairs_charts,
        "Chance deals both, so this is cause and effect: what a seat with both wins beyond the sum of what each does. "
        "Of many pairs some stand out by luck: the table has the false discovery rate of each.",
    ),
    Section(
        "played", "How do seats do that use them?", _uses_finding, (USES, ROUNDS), _uses_charts,
        "Who uses a card so held cards, pieces and a position that invited it, and who is ahead can afford more of "
        "everything. Read it for what happens at a table. A folded table has it by round.",
    ),
)  # fmt: skip

TERMS = (
    ("Dealt", "Chance deals the cards: win shares with one minus those without are cause and effect."),
    ("Played", "What a seat chose to do with a card; confounded, for seats that can afford it differ from others."),
    ("Begins with", "An experiment: the same deal, line-up and seat twice, as dealt and with the card in the hand."),
    ("Shrunken", "Drawn towards the mean by as much as noise explains of the spread (empirical Bayes)."),
    ("Trait", "What several cards have alike: an aspect, a trigger, an ability, a band of numbers."),
)

QUESTION = Question(
    name="cards",
    asks=lambda game: "which cards win?",
    judge=judge_cards,
    needs_par=False,
    sections=SECTIONS,
    screen_of=_screen,
    screen=lambda game: unique(groups.family for cards in game.cards for groups in groups_of(cards)),
    idle_reason=_idle_reason,
    last_notes=_notes,
    terms=lambda game: TERMS,
)
