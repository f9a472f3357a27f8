"""What a question gives back: verdicts in words, result tables, facts for the header, notes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Literal

import polars as pl

from cext.player_classes import WEAK
from reports.sentences import FamilyReference, advice, measured, of_games, sentence_case, signed_pp
from reports.stats.verdict import FAIR, FEW_DEALS, STRONGER, UNCLEAR, WEAKER

if TYPE_CHECKING:
    from reports.run_facts import Difference, Edit, Fact, StrengthTable
    from reports.stats.verdict import Leaning, Settles, Word

__all__ = [
    "ALWAYS_TIED",
    "CHANCE",
    "EXPLORATORY",
    "SCREEN",
    "SECTION",
    "Answer",
    "ClassEffect",
    "ClassMark",
    "Doubt",
    "FirstScreen",
    "Over",
    "OverPlans",
    "PlanEffect",
    "ScreenRow",
    "Side",
    "Verdict",
    "is_overturned",
    "sentence",
    "wait_reason",
    "word_of",
]

WIDE = 6  # tolerances that an interval of a class of players may be long, to be drawn whole
ALWAYS_TIED = "Every game is a tie"  # a finding
CHANCE = "Chance in the deals"  # a source of doubt
# Where a verdict may stand: its word holds together with all others of the first screen; with those and all headings of
# sections; or with those of its own family alone.
SCREEN, SECTION, EXPLORATORY = "screen", "section", "exploratory"
Side = Literal["more", "less", "fair", "unclear"]  # of what is fair: where something is decided to lie


@dataclass(frozen=True)
class PlanEffect:
    """An effect in the hands of one plan, with the interval that holds together with those of all plans and subjects of
    its family."""

    plan: str
    effect: float
    low: float
    high: float


@dataclass(frozen=True)
class OverPlans:
    """A verdict's effect over plans: the strategies that play as well as they can, or those tuned for what is compared.

    families: of plans that choose alike (None: not measured, as many as plans), each of which counts once. mean: over
    families, low to high its 95 % interval. sd: between families. another_low to another_high: 95 % predictive
    interval, in which the effect in the hands of a plan of another family lies; None where the sd is not known well
    enough. All in fractions of win share, None with fewer than five families. above, below, unclear: plans whose own
    interval (of `effects`) lies above 0, below it, or around it. differ: whether plans are shown to differ, at 5 % for
    all subjects together. for_whom: for whom the finding holds, in words.
    """

    plans: int
    mean: float | None
    low: float | None
    high: float | None
    sd: float | None
    another_low: float | None
    another_high: float | None
    above: int
    below: int
    unclear: int
    effects: tuple[PlanEffect, ...]
    for_whom: str = ""
    families: int | None = None
    differ: bool = False

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest effect in the hands of one of the plans."""
        effects = [effect.effect for effect in self.effects]
        return min(effects), max(effects)


@dataclass(frozen=True)
class Over:
    """What a verdict comes to over admissible printings: those of unknown data, drawn within all that is known.

    mean, sd: of the effect between printings. low, high: 95 % predictive interval, off which `verdict` and `leaning`
    are read; fractions of win share. holds: printings whose effect lies where the shipped printing's word says (None:
    it says nothing), share_low to share_high the 95 % interval of their share. games: of each printing.

    Of too few printings for a spread mean, sd, low, high and the interval of the share are None: `verdict` is then the
    shipped printing's word where it holds in most of them, else unclear. n_words: printings by the word of which their
    effect is true.
    """

    printings: int
    games: int
    mean: float | None
    sd: float | None
    low: float | None
    high: float | None
    verdict: Word
    leaning: Leaning
    holds: int | None
    share_low: float | None
    share_high: float | None
    n_words: Mapping[Word, int]
    sentence: str


@dataclass(frozen=True)
class Verdict:
    """One judgement.

    `effect`, `low`, `high` (the simultaneous 95 % interval of its family, off which `verdict` is read) and `margin` are
    fractions of win share; `leaning` is the side an unclear effect surely lies on; `p` is corrected for its family; `n`
    counts seats played. `settled_by` says what would bring an unclear effect its word ("" it has one); where that is
    games, `games_needed` is what to pass to `--games` so that it probably gets it, if it is as large as it was
    estimated to be (None: more than can be played). `plans` is what plans say of it, where several played, `over` what
    printings say, where some were played. A page opens with the `word` of the widest interval of it and the family's.
    `family` is what all are about that its interval holds together with ("Against A"), `name` the subject within it
    ("star (B)"), and `reference` what they are held against and how that is told. `kind`: SCREEN, SECTION or
    EXPLORATORY.
    """

    subject: str
    reference: FamilyReference
    verdict: Word
    leaning: Leaning
    effect: float | None
    low: float | None
    high: float | None
    margin: float
    p: float | None
    n: int
    deals: int
    games_needed: int | None
    par: float = 0.0  # the win share of equals, where effects are from it
    over: Over | None = None
    family: str = ""
    name: str = ""
    kind: str = SCREEN
    settled_by: Settles | Literal[""] = ""
    plans: OverPlans | None = None
    players: str = ""  # the class of players whose effect it is, where several played
    classes: tuple[ClassEffect, ...] = ()  # of each class of players, the strongest first
    differing_pairs: tuple[tuple[str, str], ...] = ()  # pairs of these that are shown to differ

    @property
    def versions(self) -> tuple[int, int] | None:
        """In how many versions of the guessed data its word holds, and of how many, where it does not in all of them
        and they are too few for a spread."""
        over = self.over
        if over is None or over.low is not None or over.holds is None or over.holds == over.printings:
            return None
        return over.holds, over.printings

    @property
    def is_for_every_class(self) -> bool:
        """Whether the effects of all classes, beginners too, are sure to lie on the side of its word over deals."""
        is_more, is_less, is_fair = (self.verdict == word for word in (STRONGER, WEAKER, FAIR))
        return bool(self.classes) and all(
            (is_more and each.low > 0) or (is_less and each.high < 0) or (is_fair and each.word == FAIR)
            for each in self.classes
        )

    @property
    def dissenting(self) -> tuple[ClassEffect, ...]:
        """The classes of players, but for beginners, that are shown to differ from the one of its word over deals and
        have not that word; none where it is unclear, or all are sure to lie on its side."""
        if self.is_for_every_class:
            return ()
        return tuple(each for each in self._differing if each.word != self.verdict != UNCLEAR)

    @property
    def other_words(self) -> tuple[ClassEffect, ...]:
        """The classes of players, but for beginners, that have a word and are shown to differ from the one whose effect
        it is, where that has none over deals."""
        is_open = self.verdict == UNCLEAR
        return tuple(each for each in self._differing if is_open and each.word in (STRONGER, WEAKER))

    @property
    def _differing(self) -> list[ClassEffect]:
        """The classes of players, but for beginners, that are shown to differ from the one whose effect it is."""
        differing = {players for pair in self.differing_pairs if self.players in pair for players in pair}
        return [each for each in self.classes if each.players in differing - {self.players, *WEAK}]

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        return sentence(self, self.par)

    @property
    def widest(self) -> Over | None:
        """What printings say, where theirs is the widest interval that was computed, or they have none."""
        over = self.over
        if over is None or self.low is None or self.high is None or over.low is None or over.high is None:
            return over
        return over if over.high - over.low >= self.high - self.low else None

    @property
    def word(self) -> Word:
        """The word read off the widest interval."""
        return self.verdict if self.widest is None else self.widest.verdict

    @property
    def leans(self) -> Leaning:
        """The side it leans to there."""
        return self.leaning if self.widest is None else self.widest.leaning


def sentence(verdict: Verdict, par: float) -> str:
    """A verdict as a sentence with its effect, its interval, its word, and what an unclear one waits for."""
    of = verdict.reference
    name = sentence_case(of.subject_of(verdict.name))
    if verdict.effect is None:
        return f"{name}: no number yet."
    ends = ""
    if verdict.low is not None and verdict.high is not None:
        ends = f" (95 % sure, all comparisons together: {signed_pp(verdict.low)} to {signed_pp(verdict.high)})"
    return f"{name} {measured(of, verdict.effect, par)}{ends}: {_ending(verdict)}."


def word_of(verdict: Verdict) -> str:
    """The word of a verdict, with the side that an unclear one leans to; with the versions of the guessed data in which
    it holds, where it does not in all."""
    of = verdict.reference
    if verdict.versions is not None and verdict.verdict != UNCLEAR:
        count = "{} of {}".format(*verdict.versions)
        word = of.word(verdict.verdict)
        return f"{word}, {count}" if verdict.word == verdict.verdict else f"unclear, {count} {word}"
    return f"unclear, leaning {of.word(verdict.leans)}" if verdict.leans else of.word(verdict.word)


def _ending(verdict: Verdict) -> str:
    """The word of the interval over deals, and what an unclear effect waits for."""
    word = verdict.reference.word(verdict.verdict)
    if verdict.verdict == FAIR:
        return f"{word} within {of_games(verdict.margin)}" if verdict.low is not None else word
    if verdict.verdict != UNCLEAR:
        return word
    leaning = f", leaning {verdict.reference.word(verdict.leaning)}" if verdict.leaning else ""
    return f"unclear{leaning}; {advice(wait_reason(verdict), verdict.games_needed or 0)}"


def wait_reason(verdict: Verdict) -> str:
    """What an unclear effect waits for: the games being played, deals, plans, data, games or tolerance."""
    if verdict.settled_by == "play":
        return "play"
    if verdict.deals < FEW_DEALS:
        return "deals"
    if verdict.settled_by in ("plans", "data"):
        return verdict.settled_by
    return "games" if verdict.settled_by != "tolerance" and verdict.games_needed is not None else "tolerance"


def is_overturned(verdict: Verdict) -> bool:
    """Whether the interval over values of the data that no rulebook states takes the word of a verdict away."""
    has_spread = verdict.over is not None and verdict.over.low is not None
    return has_spread and verdict.verdict != UNCLEAR and verdict.word != verdict.verdict


@dataclass(frozen=True)
class ClassEffect:
    """The effect in the hands of a class of players, with its simultaneous interval and the word read off it, unclear
    where it is not precise: half of the interval is beyond the tolerance."""

    players: str
    effect: float
    low: float
    high: float
    word: Word
    is_precise: bool
    deals: int


@dataclass(frozen=True)
class ClassMark:
    """What a class of players makes of a row of the first screen's chart, in the unit that is drawn; word: of its
    interval, where the class of the row has none and is shown to differ."""

    players: str
    value: float
    low: float
    high: float
    word: str = ""


@dataclass(frozen=True)
class ScreenRow:
    """A line of the first screen's chart, in the unit that is drawn (per cent or percentage points): the interval over
    deals, off which its word is read, and that of the mean over plans, where it was computed. side: more, less or fair
    where that is decided, else unclear."""

    name: str
    value: float
    low: float
    high: float
    plans_low: float | None = None
    plans_high: float | None = None
    word: str = ""
    side: Side = "unclear"
    group: str = ""  # of several families: what its own is about
    classes: tuple[ClassMark, ...] = ()  # of other classes of players, the strongest first
    dots: tuple[float, ...] = ()  # what each bot makes of it

    @classmethod
    def of_estimate(
        cls, name: str, row: Mapping[str, Any], column: str, word: str = "", side: Side = "unclear",
        *, factor: float = 100.0,
    ) -> ScreenRow:  # fmt: skip
        """The line of an estimate in a row of a table; without ends its interval is the value alone."""
        value, low, high = row[column], row[f"{column}_low"], row[f"{column}_high"]
        low, high = (factor * (value if end is None else end) for end in (low, high))
        return cls(name, factor * value, low, high, word=word, side=side)


@dataclass(frozen=True)
class Doubt:
    """One source of doubt about a finding: how far it may be off ("0.6 points"; "not computed"), and on what that rests
    or the command that computes it."""

    source: str
    amount: str
    words: str


@dataclass(frozen=True)
class FirstScreen:
    """What a reader sees first: the finding, a sentence with its numbers, one chart, what to change, how sure.

    axis: what the chart measures, with its unit. fair: where nobody is favoured, margin: how far off a designer would
    shrug it off, both in that unit. change: what to change and how it was tested (none: nothing to change, or no way to
    tell). cautions: what must be known before anything is believed. leading: how many of the first rows the finding is
    about.
    """

    finding: str
    lead: str
    rows: tuple[ScreenRow, ...] = ()
    axis: str = ""
    fair: float | None = None
    margin: float | None = None
    change: tuple[str, str] | None = None
    doubts: tuple[Doubt, ...] = ()
    cautions: tuple[str, ...] = ()
    leading: int = 0

    @property
    def chance(self) -> str:
        """What the dark intervals are, as the doubts call it."""
        return next((each.source.lower() for each in self.doubts if each.source.startswith("Chance")), CHANCE.lower())

    def furthest_rows(self, n: int) -> tuple[ScreenRow, ...]:
        """The rows in their order; of more than n those that the finding is about, those that are decided, from both
        sides in turn, as a finding names the first of both, or for a class of players, and those furthest from fair."""
        middle = self.fair or 0.0
        by_size = sorted(self.rows, key=lambda row: -abs(row.value - middle))
        sides = [[row for row in by_size if row.side == side] for side in ("more", "less")]
        decided = [row for pair in zip_longest(*sides) for row in pair if row is not None]
        of_class = [row for row in self.rows if any(mark.word for mark in row.classes)]
        first_rows = list(dict.fromkeys([*self.rows[: self.leading], *decided, *of_class, *by_size]))[:n]
        return tuple(row for row in self.rows if row in first_rows)

    def limits(self, rows: Sequence[ScreenRow]) -> tuple[float, float]:
        """Ends of an axis for every interval of these rows and the fair band, with some air; of another class of
        players that is known badly its value alone."""
        ends = [end for row in rows for end in (row.low, row.high, row.plans_low, row.plans_high, row.value, *row.dots)]
        for mark in (mark for row in rows for mark in row.classes):
            is_wide = mark.high - mark.low > WIDE * (self.margin or math.inf)
            ends += [mark.value] if is_wide else [mark.low, mark.high]
        if self.fair is not None:
            ends += [self.fair - (self.margin or 0.0), self.fair + (self.margin or 0.0)]
        present = [end for end in ends if end is not None]
        low, high = min(present), max(present)
        air = 0.04 * (high - low) or 1.0
        return low - air, high + air

    def text_of(self, value: float, digits: int = 1) -> str:
        """A number of the chart as it is printed: a share in %, a difference with its sign."""
        plain = f"{round(value, digits) + 0.0:,.{digits}f}"
        if self.fair == 0:
            plain = plain if value <= 0 or float(plain.replace(",", "")) == 0 else f"+{plain}"
        return plain.replace("-", "−") + (" %" if self.axis.partition(";")[0].endswith("%") else "")


@dataclass(frozen=True)
class Answer:
    """The answer to one question about one run.

    `warnings` stand before everything else, wherever it is told; `head` are lines under the title that no reader of a
    verdict should miss: how the answer came about.
    """

    question: str
    title: str
    verdicts: Sequence[Verdict]
    tables: Mapping[str, pl.DataFrame]
    facts: Mapping[str, Fact]
    notes: Sequence[str] = ()
    warnings: Sequence[str] = ()
    head: Sequence[str] = ()
    strength: StrengthTable | None = None  # of those who played; None: nothing is known, or one player decides alone
    differences: Sequence[Difference] = ()  # what a change makes otherwise, where one is asked about
    edits: Sequence[Edit] = ()  # of the component files, where they are not the shipped ones
    summary: str = ""  # the answer in a few words, before anything else
    context: str = ""  # what was played and what is asked, in small print over the finding
    screen: FirstScreen = FirstScreen("", "")
    player_class: str = ""  # who counts, where others than by default
    commands: Mapping[str, Sequence[str]] = field(default_factory=dict)  # typed for the numbers of a table

    @property
    def page(self) -> str:
        """The file name of its page."""
        return f"{self.question}.html"
