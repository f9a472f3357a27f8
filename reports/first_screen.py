"""The first screen of a report: its finding, chart and doubts out of verdicts; which verdicts may stand there, which
may head a section behind it, and which are exploratory."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from cext.player_classes import STRONG, STRONG_AND_TUNED, players_words
from reports.answer import (
    CHANCE,
    EXPLORATORY,
    SCREEN,
    SECTION,
    ClassEffect,
    ClassMark,
    Doubt,
    FirstScreen,
    ScreenRow,
    Side,
    Verdict,
    wait_reason,
    word_of,
)
from reports.findings import finding
from reports.leads import lead
from reports.plans import MIN_PLANS
from reports.sentences import advice, join_names, number_word, pp, signed_pp
from reports.stats.verdict import ALPHA, FAIR, FEW_DEALS, MIXED, STRONGER, UNCLEAR, WEAKER, Word, holm, section_part

if TYPE_CHECKING:
    from reports.answer import OverPlans
    from reports.effects import JudgedEffects
    from reports.frames import ScenarioRun

__all__ = [
    "CHANCE",
    "GUESSES",
    "WHO",
    "by_size",
    "coarse",
    "leading_verdicts",
    "no_change",
    "screen_of",
    "screen_row",
    "verdicts_of_screen",
    "with_kinds",
]

SIDES: Mapping[Word, Side] = {
    STRONGER: "more", WEAKER: "less", FAIR: "fair", UNCLEAR: "unclear", MIXED: "unclear"
}  # fmt: skip
WHO, GUESSES = "Who plays", "Data we guess"  # sources of doubt, beside chance
MAX_ROWS = 12  # rows of the chart: of more the largest in both directions


def leading_verdicts(verdicts: Sequence[Verdict], family: str = "") -> list[Verdict]:
    """The verdicts that a first screen shows: of this family, where it is judged, else all of the screen; those that
    are held against the same kind of reference as the first."""
    screen = verdicts_of_screen(verdicts)
    leading = [verdict for verdict in screen if verdict.family == family] or screen
    return [verdict for verdict in leading if verdict.reference.kind == leading[0].reference.kind]


def screen_of(verdicts: Sequence[Verdict], run: ScenarioRun, *, unknown: str = "") -> FirstScreen:
    """The first screen of verdicts that are held against one kind of reference; unknown: the command that tells what
    data do to it that no rulebook states ("": there are none, or enough of their values were played)."""
    measured = [verdict for verdict in verdicts if verdict.effect is not None]
    if not measured:
        return FirstScreen(finding(verdicts) or "No comparison in these games", "")
    largest = sorted(measured, key=lambda verdict: -abs(verdict.effect or 0.0))[:MAX_ROWS]
    charted = [verdict for verdict in measured if verdict in largest]
    of, par = measured[0].reference, 100 * _base(measured[0])
    several = len({verdict.family for verdict in measured}) > 1
    return FirstScreen(
        finding=finding(verdicts),
        lead=lead(verdicts, run.par, is_guessed=bool(unknown) and run.printings is None),
        rows=tuple(screen_row(verdict, par, several=several) for verdict in charted),
        axis=_axis(charted)
        + _bold_class(charted)
        + f"; the {len(charted)} furthest of {len(measured)}" * (len(charted) < len(measured)),
        fair=par,
        margin=None if of.is_sided else 100 * measured[0].margin,
        doubts=tuple(_doubts(charted, measured, run, unknown)),
    )


def _base(verdict: Verdict) -> float:
    """What an effect is added to as it is drawn: the share of equals, where it is held against that."""
    return verdict.par if verdict.reference.kind == "par" else 0.0


def _axis(charted: Sequence[Verdict]) -> str:
    """What the chart measures, with its unit."""
    references = {verdict.reference.reference for verdict in charted}
    of = charted[0].reference
    if of.kind == "par":
        return f"win share{' of each bot' * of.is_of_bots}, %"
    if of.kind == "before":
        return "change of win share, pp"
    against = f" from {of.reference}" if len(references) == 1 and of.kind in ("level", "rest") else ""
    return f"difference in win share{against}, pp"


def _bold_class(charted: Sequence[Verdict]) -> str:
    """Whose the numbers of the rows are, where other classes of players are drawn below them."""
    players = next((verdict.players for verdict in charted if _drawn_classes(verdict)), "")
    return f"; in bold {players_words(players)}" if players else ""


def screen_row(verdict: Verdict, par: float = 0.0, *, several: bool = False) -> ScreenRow:
    """The line of a verdict, its numbers beyond `par`; several: families, so that it says which its own is."""
    effect, over = verdict.effect or 0.0, verdict.plans
    low, high = (effect if end is None else end for end in (verdict.low, verdict.high))
    plans = (None, None) if over is None or over.low is None or over.high is None else (over.low, over.high)
    plan_low, plan_high = (None if end is None else par + 100 * end for end in plans)
    ends = (par + 100 * effect, par + 100 * low, par + 100 * high)
    name = f"{verdict.name} against {verdict.reference.against}" if verdict.reference.is_sided else verdict.name
    group = verdict.family if several else ""
    is_for_some = verdict.dissenting and verdict.word != UNCLEAR
    word = f"{word_of(verdict)} ({verdict.players})" if is_for_some else word_of(verdict)
    words = {each.players: verdict.reference.word(each.word) for each in verdict.other_words}
    word = ", ".join(f"{other} ({players})" for players, other in words.items()) or word
    classes = tuple(
        ClassMark(
            each.players, par + 100 * each.effect, par + 100 * each.low, par + 100 * each.high,
            words.get(each.players, ""),
        )
        for each in _drawn_classes(verdict)
    )  # fmt: skip
    return ScreenRow(name, *ends, plan_low, plan_high, word, SIDES[verdict.word], group, classes)


def _drawn_classes(verdict: Verdict) -> list[ClassEffect]:
    """The other classes of players that are drawn below its row: those with deals enough for an interval."""
    return [each for each in verdict.classes if each.players != verdict.players and each.deals >= FEW_DEALS]


def _doubts(charted: Sequence[Verdict], measured: Sequence[Verdict], run: ScenarioRun, unknown: str) -> list[Doubt]:
    """How far the finding may be off, by data that are guessed, by who plays, by chance in the deals: what was not
    computed first, where there is a verdict that it may turn, then the widest. charted: those shown of all measured."""
    sources = [_doubt_of_data(charted, unknown), _doubt_of_plans(charted, run) if run.par is not None else None]
    doubts = [doubt for doubt in (*sources, _doubt_of_chance(charted, measured, run)) if doubt is not None]
    not_computed = math.inf if any(verdict.verdict != UNCLEAR for verdict in charted) else -1.0
    by_weight = sorted(doubts, key=lambda pair: -(not_computed if pair[0] is None else pair[0]))
    return [doubt for _, doubt in by_weight]


Weighted = tuple[float | None, Doubt]  # half of the interval, None: not computed


def _doubt_of_data(charted: Sequence[Verdict], unknown: str) -> Weighted | None:
    """Half the widest interval over printings, and where that of the largest effect lies; of too few for a spread how
    many words hold in all of them."""
    over = [(verdict, verdict.over) for verdict in charted if verdict.over is not None]
    if not over:
        return (None, Doubt(GUESSES, "not computed", unknown)) if unknown else None
    verdict, data = max(over, key=lambda pair: abs(pair[0].effect or 0.0))
    ends = [(spread.low, spread.high) for _, spread in over if spread.low is not None and spread.high is not None]
    if not ends or data.low is None or data.high is None:
        decided = [verdict for verdict, _ in over if verdict.verdict != UNCLEAR]
        n = sum(verdict.versions is None for verdict in decided)
        amount = f"{n} of {len(decided)} words hold in all {number_word(data.printings)} versions"
        return None, Doubt(GUESSES, amount if decided else "no word yet", unknown)
    half = max(high - low for low, high in ends) / 2
    where = f"{data.printings} ways to fill in what the rulebook leaves open"
    words = f"{where}; they put {verdict.name} anywhere from {_span(verdict, data.low, data.high)}"
    return half, Doubt(GUESSES, f"± {pp(half)} % of games", words)


def _doubt_of_chance(charted: Sequence[Verdict], measured: Sequence[Verdict], run: ScenarioRun) -> Weighted:
    """Half the widest interval of the chart, the games that these comparisons rest on, and what settles open ones."""
    half = max(((v.high - v.low) / 2 for v in charted if v.low is not None and v.high is not None), default=0.0)
    games, n = _games_of(charted, run), len(measured)
    deals = max(verdict.deals for verdict in charted)
    all_of = "both comparisons" if n == 2 else f"all {number_word(n)} comparisons"
    together = "95 % sure" if n == 1 else f"{all_of} together, 95 % sure"
    amount = f"± {pp(half)} % of games" if half else "none: every game is the same"
    games_words = f"{games:,} game{'s' * (games != 1)} on {deals:,} deal{'s' * (deals != 1)}"
    words = (games_words, together, settling(measured, run.games_played))
    return half, Doubt(CHANCE, amount, "; ".join(filter(None, words)))


def settling(verdicts: Sequence[Verdict], games: int) -> str:
    """What would decide the unclear verdicts: the games that the first and all of them need, with the option that plays
    them after `games` games; "" where none is unclear."""
    open_ = [verdict for verdict in verdicts if verdict.verdict == UNCLEAR and verdict.effect is not None]
    waiting = sorted((v for v in open_ if wait_reason(v) == "games"), key=lambda verdict: verdict.games_needed or 0)
    if not waiting:
        reasons = list(dict.fromkeys(wait_reason(verdict) for verdict in sorted(open_, key=_size, reverse=True)))
        return advice(reasons[0], 0, "it" if len(open_) == 1 else "them") if reasons else ""
    first, needed, all_needed = waiting[0], waiting[0].games_needed or 0, waiting[-1].games_needed or 0
    name = f"{first.name} against {first.reference.against}" if first.reference.is_sided else first.name
    words = f"about {_round_up(needed):,} games would probably decide {name}"
    words += f" (`--more {_amount(needed - games)}`)" * (needed > games)
    return f"{words}, all that is open {_round_up(all_needed):,}" if all_needed > needed else words


def _round_up(games: int) -> int:
    """Rounded up to two digits: the estimate is no better than that."""
    unit = int(10 ** max(len(str(games)) - 2, 0))
    return -(-games // unit) * unit


def _amount(games: int) -> str:
    """A number of games as it is typed: "26k"."""
    rounded = _round_up(games)
    return f"{rounded // 1000}k" if rounded >= 10_000 else str(rounded)


def _games_of(charted: Sequence[Verdict], run: ScenarioRun) -> int:
    """Games that the verdicts rest on; where boards are judged, those of players who count."""
    arms = {arm for verdict in charted for arm in verdict.reference.arms}
    n_games = sum(run.arms.get(arm, 0) for arm in arms) or run.games_played
    if not run.others:
        return n_games
    rows = run.rows(*arms) if arms else run.seats
    return int(rows.select(pl.col("game").n_unique()).collect().item())


def _doubt_of_plans(charted: Sequence[Verdict], run: ScenarioRun) -> Weighted:
    """How far the finding depends on who plays: half the widest interval of a mean over plans, and where another plan
    may lie."""
    halves = [(o.high - o.low) / 2 for v in charted if (o := v.plans) and o.low is not None and o.high is not None]
    who = "; ".join(filter(None, (_imprecise_classes(charted), run.who_counts.partition(" at ")[0])))
    if not halves:
        first = max((v for v in charted if v.plans is not None), key=_size, default=charted[0])
        reasons = (who, _why_no_spread(charted))  # differences are long to tell: they come last
        parts = (_range(first), *reasons) if _base(first) else (*reasons, _range(first))
        return None, Doubt(WHO, "not computed", "; ".join(filter(None, parts)))
    first = max((v for v in charted if v.plans and v.plans.low is not None), key=_size)
    over = first.plans
    assert over is not None
    words = (_another(first, over) or _range(first), who, *_families(over))
    return max(halves), Doubt(WHO, f"± {pp(max(halves))} % of games", "; ".join(filter(None, words)))


def _imprecise_classes(charted: Sequence[Verdict]) -> str:
    """The strong players of whom too few games were played for a word, with half of their widest interval."""
    halves: dict[str, float] = {}
    for each in (each for verdict in charted for each in verdict.classes if each.players in (STRONG, STRONG_AND_TUNED)):
        halves[each.players] = max(halves.get(each.players, 0.0), (each.high - each.low) / 2)
    margin = max(verdict.margin for verdict in charted)
    words = [f"{players_words(players)} known to ± {pp(half)} %" for players, half in halves.items() if half > margin]
    return f"{join_names(words)} (--strong 10m plays longer)" if words else ""


def _size(verdict: Verdict) -> float:
    return abs(verdict.effect or 0.0)


def _another(verdict: Verdict, over: OverPlans) -> str:
    """Where a plan of another family may see it; "" where that is not known well enough."""
    if over.another_low is None or over.another_high is None:
        return ""
    verb = "win" if _base(verdict) else "be at"
    span = _span(verdict, over.another_low, over.another_high).removesuffix(" %").removesuffix(" % of games")
    return f"in the hands of another bot {verdict.name} may {verb} {span} of 100 games"


def _range(verdict: Verdict) -> str:
    """Where the plans that played see it."""
    if verdict.plans is None or not verdict.plans.effects:
        return ""
    verb = "win" if _base(verdict) else "at"
    low, _, high = _span(verdict, *verdict.plans.range).partition(" to ")
    return f"single bots see {verdict.name} {verb} {high if high.startswith(low) else f'{low} to {high}'}"


def _families(over: OverPlans) -> list[str]:
    """What the mean is over."""
    if over.families is None:
        return [f"the mean over {number_word(over.plans)} bots", "how alike they choose was not measured"]
    if over.families == over.plans:
        return [f"the mean over {number_word(over.plans)} bots, each unlike the others"]
    families = f"{number_word(over.families)} families of bots that choose alike"
    return [f"the mean over {families}, each once, of {number_word(over.plans)} bots"]


def _why_no_spread(charted: Sequence[Verdict]) -> str:
    """Why there is no mean over plans."""
    largest = max((v.plans for v in charted if v.plans is not None), key=lambda over: over.plans, default=None)
    n, families = (0, None) if largest is None else (largest.plans, largest.families)
    if families is not None and families < MIN_PLANS <= n:
        bots_are = f"{number_word(n)} bots are {number_word(families)} {'family' if families == 1 else 'families'}"
        return f"{bots_are} that choose alike; a spread over bots takes at least five families"
    if n >= MIN_PLANS:
        return f"fewer than {FEW_DEALS} deals for each of {number_word(n)} bots"
    alone_words = "bots are compared with one another" if charted[0].reference.is_of_bots else "one bot played"
    return f"{f'only {number_word(n)} bots played' if n else alone_words}; a spread over bots takes at least five"


def _span(verdict: Verdict, low: float, high: float) -> str:
    """Where an effect may lie: "19.0 to 40.0 %", "−1.0 to +9.0 % of games"."""
    base = _base(verdict)
    if base:
        return f"{pp(max(base + low, 0.0))} to {pp(min(base + high, 1.0))} %"
    return f"{signed_pp(low)} to {signed_pp(high)} % of games"


def no_change(
    screen: FirstScreen,
    why: str,
    *,
    title: str = "No change is proposed.",
    unclear: str = "Nothing is shown to be unfair.",
    fair: str = "All that was compared is fair",
) -> tuple[str, str] | None:
    """That nothing is to be changed, or nothing proposed, and for what reason; title, why: where somebody is too strong
    or too weak. None where nothing was compared."""
    sides = {row.side for row in screen.rows}
    if not sides:
        return None
    if sides & {"more", "less"}:
        return title, why
    others = [mark.players for row in screen.rows for mark in row.classes if mark.word]
    if others:
        return "No change is proposed.", f"It is unfair for {players_words(others[0])}, and not shown to be for others."
    if "unclear" in sides:
        return "No change is proposed yet.", unclear
    return "No change needed.", f"{fair}, within {screen.margin or 0.0:g} of 100 games."


def by_size(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts from the largest effect to the smallest, sign and all, in each family, seats by number; those
    without one last."""
    families = list(dict.fromkeys(verdict.family for verdict in verdicts))

    def place(verdict: Verdict) -> tuple[float, ...]:
        size = 0.0 if verdict.reference.is_of_seats else -(verdict.effect or 0.0)
        return families.index(verdict.family), verdict.effect is None, size

    return sorted(verdicts, key=place)


def coarse(subjects: Iterable[str]) -> list[str]:
    """Subjects that do not refine another one, as "star (B), builder" does."""
    names = dict.fromkeys(subjects)
    return [subject for subject in names if subject.rpartition(", ")[0] not in names]


def verdicts_of_screen(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts of the first screen: those that refine no other."""
    return [verdict for verdict in verdicts if verdict.kind == SCREEN]


def with_kinds(run: ScenarioRun, judge: Callable[[ScenarioRun], JudgedEffects]) -> JudgedEffects:
    """What a question judges, each verdict and row with its kind."""
    rows, verdicts = run.result(judge)
    kinds = _kinds(run, rows, verdicts)
    with_kind = rows.with_columns(kind=pl.Series(kinds, dtype=pl.String)) if len(rows) else rows
    return with_kind, [replace(verdict, kind=kind) for verdict, kind in zip(verdicts, kinds, strict=True)]


def _kinds(run: ScenarioRun, rows: pl.DataFrame, verdicts: Sequence[Verdict]) -> list[str]:
    """The kind of each verdict, whose rows stand in the same order."""
    screen = set(coarse(verdict.subject for verdict in verdicts if verdict.kind == SCREEN))
    kinds = [SCREEN if verdict.subject in screen else EXPLORATORY for verdict in verdicts]
    if len(rows):  # those that are of a family of the screen hold together with it anyway
        of_screen = rows["error_family"].is_in(list(run.error_parts)).to_list()
        pairs = zip(kinds, of_screen, strict=True)
        kinds = [SECTION if kind == EXPLORATORY and holds else kind for kind, holds in pairs]
    behind = [at for at, kind in enumerate(kinds) if kind == EXPLORATORY]
    if behind:
        on_screen = rows.filter(pl.col("subject").is_in(list(screen)))
        by_family = on_screen.group_by("error_family").agg(pl.col("has_direction").all())
        decided = by_family.filter("has_direction")["error_family"].to_list()
        error = ALPHA / run.alongside * section_part(run.error_parts, decided)
        p = rows["p_alone"].to_numpy().astype(np.float64)[behind]
        for at, heads in zip(behind, holm(p) <= error, strict=True):
            if heads and rows["has_direction"][at]:
                kinds[at] = SECTION
    return kinds
