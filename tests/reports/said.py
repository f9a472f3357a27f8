"""Verdicts whose words are those of their intervals, what printings say of one, a first screen: for tests of what is
printed."""

from dataclasses import replace

from reports.answer import Doubt, FirstScreen, Over, ScreenRow, Verdict
from reports.sentences import FamilyReference
from reports.stats.verdict import Settles, judge

REFERENCE = FamilyReference("level", ("board", "boards"), "A", "in the same seat of the same deal")
PAR = 0.25
VERDICT = Verdict(
    subject="star (B)", name="star (B)", reference=REFERENCE, verdict="stronger", leaning="",
    effect=0.06, low=0.05, high=0.07, margin=0.02, p=0.0, n=1000, deals=500, games_needed=None, par=PAR,
)  # fmt: skip
OVER = Over(
    printings=40, games=2000, mean=0.03, sd=0.05, low=-0.1, high=0.2, verdict="unclear", leaning="",
    holds=38, share_low=0.8, share_high=0.99,
    n_words={"stronger": 38, "fair": 1, "weaker": 1}, sentence="",
)  # fmt: skip
SCREEN = FirstScreen(
    finding="Triangle is too strong, star too weak",
    lead="With a B side in every seat, where 25 % is fair, triangle wins 30.3 % of games and star 19.7 %.",
    rows=(
        ScreenRow("triangle", 30.3, 29.7, 30.9, 26.9, 33.7, "too strong", "more"),
        ScreenRow("square", 24.4, 23.8, 25.0, 21.0, 27.8, "unclear, leaning too weak", "unclear"),
        ScreenRow("star", 19.7, 19.1, 20.3, 16.3, 23.1, "too weak", "less"),
    ),
    axis="win share, %",
    fair=25.0,
    margin=2.0,
    change=("To make it fair, start triangle 5 points behind.", "Played so on fresh deals, triangle wins 24.9 %."),
    doubts=(
        Doubt("Chance in the deals", "± 0.6 % of games",
              "40,000 games on 10,000 deals; all three sides together, 95 % sure"),
        Doubt("Who plays", "± 3.4 % of games",
              "eight plans; another plan may see triangle anywhere from 19.0 to 40.0 %"),
        Doubt("Data we guess", "not computed",
              "184 of 233 values are our guesses; `analyser boards zhanguo --printings 40`"),
    ),
)  # fmt: skip


def verdict_of(
    name: str,
    effect: float,
    half: float,
    reference: FamilyReference = REFERENCE,
    *,
    family: str = "",
    deals: int = 500,
    settled_by: Settles = "games",
    par: float = PAR,
) -> Verdict:
    """A verdict whose word is that of its interval, all in percentage points."""
    low, high = (effect - half) / 100, (effect + half) / 100
    judgement = judge(low, high, deals, 0.02, sided=reference.is_sided)
    return replace(
        VERDICT, subject=f"{name} {reference.against}", name=name, reference=reference, family=family,
        effect=effect / 100, low=low, high=high, verdict=judgement.verdict, leaning=judgement.leaning, deals=deals,
        par=par, games_needed=None if judgement.decided or settled_by != "games" else 51_700,
        settled_by="" if judgement.decided else settled_by,
    )  # fmt: skip


def over_values(verdict: Verdict, low: float, high: float) -> Verdict:
    """The verdict with an interval over printings, in percentage points."""
    ends = low / 100, high / 100
    judgement = judge(*ends, 500, verdict.margin, sided=verdict.reference.is_sided)
    over = replace(OVER, low=ends[0], high=ends[1], verdict=judgement.verdict, leaning=judgement.leaning)
    return replace(verdict, over=over)
