"""What is indispensable, and what is not missed: one seat does without, the others do not (restricted play)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cext.commands import command
from reports.answer import Doubt, FirstScreen, ScreenRow, Verdict
from reports.charts.sheet import Key
from reports.charts.style import CATEGORIES
from reports.charts.views import difference_scale, forest_chart, forest_rows
from reports.estimators.change_tables import RETUNED
from reports.estimators.restricted import (
    FORBIDDEN,
    LOSSES,
    RESTRICTIONS,
    SHARES,
    TUNED,
    WORDS,
    compare_restrictions,
    compare_tuned,
    judge_restrictions,
    name_of,
    restrictions_of,
)
from reports.first_screen import GUESSES, SIDES, WHO, screen_row
from reports.frames import ScenarioRun
from reports.questions.base import Chart, Evidence, Findings, Question, Section, Table
from reports.sentences import (
    bot_names,
    join_names,
    more_games,
    number_word,
    of_games,
    sentence_case,
    share,
    signed_pp,
)  # fmt: skip
from reports.stats.verdict import FAIR, FEW_DEALS, STRONGER, UNCLEAR, WEAKER, Word

__all__ = ["QUESTION"]

MAX_NAMES = 3  # of a title, before "and n more"
MAX_ROWS = 12  # of the first screen's chart
SEARCHES = ("search", "mcts", "flat")  # how names of strategies begin that look ahead
LOOKS_AHEAD = (
    "a search takes the best of what is left; looking ahead, it thinks an action may be taken later: losses may be "
    "somewhat smaller"
)
UNUSED = "Never used, or nothing else was legal: {names}"
NOT_ADAPTED = (
    "{players} on as if nothing were forbidden, so this measures {measured}, not the game: `--retune 5` tunes "
    "bots for it; without --strategies a search plays."
)
ADAPTED = "bots tuned for it play without each thing, bots tuned as long with nothing forbidden play with it"


def idle_reason(run: ScenarioRun) -> str:
    """Why there is nothing to compare; "" where there is."""
    if FORBIDDEN not in run.arms:
        return f"Nothing was forbidden in this run: {command('balance', 'GAME', '--forbid', 'each')} plays such games."
    restrictions = run.result(restrictions_of)
    if restrictions is None:
        return "Not a deal is played with all restrictions yet."
    if restrictions.names:
        return ""
    listed = command("games", run.game.name, "--forbiddable")
    return f"No game is played otherwise without it. {unused_words(run)}: {listed} lists what else can be forbidden."


def show_first(run: ScenarioRun, screen: FirstScreen) -> FirstScreen:
    """Things by what their loss costs, what to look at, and whether who plays has adapted."""
    verdicts = run.result(judge_restrictions)[1]
    if not verdicts:
        return screen
    rows = tuple(_row(verdict) for verdict in sorted(verdicts, key=lambda verdict: verdict.effect or 0.0))
    tuned = " and is tuned for it" * (run.retuned is not None)
    axis = f"change of win share where one player may not{tuned}, pp"
    full = FirstScreen(title_of(verdicts), lead(run, verdicts), rows, axis, 0.0, 100 * run.margin)
    charted = full.furthest_rows(MAX_ROWS)
    if len(charted) < len(rows):
        axis += f"; the {len(charted)} furthest of {len(rows)}"
    return replace(
        full, rows=charted, axis=axis, change=_change(verdicts), cautions=(*screen.cautions, *_cautions(run)),
        doubts=tuple(_doubt(doubt, run) for doubt in screen.doubts),
    )  # fmt: skip


def _row(verdict: Verdict) -> ScreenRow:
    leaning = f", leaning {WORDS[verdict.leaning]}" if verdict.leaning else ""
    word = WORDS[verdict.verdict] + leaning * (verdict.verdict == UNCLEAR)
    return replace(screen_row(verdict), word=word, side=SIDES[verdict.verdict])


def _of(verdicts: Sequence[Verdict], word: Word) -> list[str]:
    """Names of that word, the largest effect first."""
    by_size = sorted(verdicts, key=lambda verdict: -abs(verdict.effect or 0.0))
    return [verdict.name for verdict in by_size if verdict.verdict == word]


def title_of(verdicts: Sequence[Verdict]) -> str:
    """What is indispensable, what is not missed, how much is open."""
    if max(verdict.deals for verdict in verdicts) < FEW_DEALS:
        return f"Not decided yet what is indispensable: fewer than {FEW_DEALS} deals"
    phrases = []
    for word, ending in ((WEAKER, "{} indispensable"), (FAIR, "no one misses {}"), (STRONGER, "{} better left alone")):
        if names := _of(verdicts, word):
            listed = join_names(names, max_names=MAX_NAMES)
            verb = "are" if len(names) > 1 else "is"
            phrases.append(ending.format(listed if word == FAIR else f"{listed} {verb}"))
    open_ = len(_of(verdicts, UNCLEAR))
    if not phrases:
        worst = min(verdicts, key=lambda verdict: verdict.effect or 0.0)
        leaning = f"; {worst.name} may be" if worst.leaning == WEAKER else ""
        return f"Nothing is shown to be indispensable{leaning}; {number_word(open_)} not decided"
    if open_:
        phrases.append(f"{number_word(open_)} not decided")
    return sentence_case("; ".join(phrases))


def lead(run: ScenarioRun, verdicts: Sequence[Verdict]) -> str:
    """The largest loss in numbers."""
    restrictions = run.result(restrictions_of)
    assert restrictions is not None
    first = min(verdicts, key=lambda verdict: verdict.effect or 0.0)
    effect, low, high = first.effect or 0.0, first.low or 0.0, first.high or 0.0
    wins = f"wins {share(restrictions.free + effect)} of games instead of {share(restrictions.free)}"
    sure = f"{more_games(effect)}, 95 % sure: {signed_pp(low)} to {signed_pp(high)}"
    unused = f" {unused_words(run, MAX_NAMES)}." if restrictions.unused else ""
    who = "who does" if run.retuned is None else "tuned to do"
    return f"A player {who} without {first.name}, while the others do not, {wins} ({sure}).{unused}"


def _change(verdicts: Sequence[Verdict]) -> tuple[str, str] | None:
    """What to look at: first what is not missed, then what everyone must do."""
    indispensable, useless = _of(verdicts, WEAKER), _of(verdicts, FAIR)
    if useless:
        names = join_names(useless, max_names=MAX_NAMES)
        of = "it" if len(useless) == 1 else "one of them"
        return f"Strengthen or cut {names}.", f"Without {of} a player loses less than {of_games(verdicts[0].margin)}."
    if indispensable:
        names = join_names(indispensable, max_names=MAX_NAMES)
        return f"Ask whether every player should need {names}.", "If not, offer another way to the same end."
    return "No change is proposed yet.", "Nothing is shown to be indispensable, and nothing to be of no use."


def _cautions(run: ScenarioRun) -> list[str]:
    names = [str(name) for (name,) in run.seats.select("strategy").unique().sort("strategy").collect().iter_rows()]
    plans = [name for name in names if name.partition(":")[0] not in SEARCHES and run.retuned is None]
    players = f"{sentence_case(bot_names(plans, max_names=MAX_NAMES))} play{'s' * (len(plans) == 1)}"
    measured = "this bot" if len(plans) == 1 else "these bots"
    return [NOT_ADAPTED.format(players=players, measured=measured)] if plans else []


def _doubt(doubt: Doubt, run: ScenarioRun) -> Doubt:
    """A doubt in words: of a search what it does not know; other data are not played here."""
    if doubt.source == GUESSES:
        return replace(doubt, words="restrictions are played with the data as they are")
    if doubt.source == WHO and run.retuned is not None:
        return replace(doubt, words=f"{ADAPTED}; {doubt.words}")
    return replace(doubt, words=LOOKS_AHEAD) if doubt.source == WHO and not _cautions(run) else doubt


def unused_words(run: ScenarioRun, max_names: int = 0) -> str:
    """What made no difference in any game; "" without any."""
    restrictions = run.result(restrictions_of)
    names = [name_of(name, run.game) for name in restrictions.unused] if restrictions else []
    return UNUSED.format(names=join_names(names, max_names=max_names)) if names else ""


def last_notes(run: ScenarioRun) -> list[str]:
    """What is not judged, as it made no difference."""
    return [f"{words}. Not judged."] if (words := unused_words(run)) else []


def restrictions_finding(evidence: Evidence) -> Findings:
    """How many of each verdict."""
    rows = evidence.rows("restrictions", "effect")
    counts = [(sum(row["word"] == word for row in rows), word) for word in WORDS.values()]
    words = [f"{number_word(n)} {word}" for n, word in counts if n]
    if not rows:
        return ""
    size = f"{number_word(len(rows))} thing{'s' * (len(rows) > 1)}"
    n = sum(row["word"] == WORDS[WEAKER] for row in rows)
    short = f"{number_word(n) if n else 'none'} of {size} {'are' if n > 1 else 'is'} indispensable"
    return f"Of {size}: {join_names(words)}", sentence_case(short)


def restriction_charts(evidence: Evidence, title: str) -> list[Chart | None]:
    """All of them, the largest loss first."""
    verdicts = evidence.rows("restrictions", "effect")
    # in the colours of their words, which hold together on the first screen
    rows = [{**row, "p": 1.0 if row["word"] == WORDS[UNCLEAR] else None} for row in verdicts]
    forest = forest_rows(rows, "thing", "effect")
    scale = difference_scale(evidence, less="missed", more="better without")
    subtitle = "Win share of one player who does without, less that of the same player who need not, on the same deals."
    words = {"above": "better without", "below": "indispensable"}
    return [forest_chart("restrictions", title, subtitle, forest, scale, **words)]


def tuned_finding(evidence: Evidence) -> str:
    """That plans were tuned; "" where none were."""
    return "What tuned bots lose, and bots as they come" if evidence.rows("tuned", "effect") else ""


def tuned_charts(evidence: Evidence, title: str) -> list[Chart | None]:
    """What a player loses by plans of either kind."""
    rows = forest_rows(evidence.rows("tuned", "effect"), "thing", "plain", "effect", n=False)
    series = (Key("as they come", CATEGORIES[0], "point"), Key("tuned for it", CATEGORIES[1], "point"))
    scale = difference_scale(evidence, less="missed", more="better without")
    subtitle = "Change of the win share of one player who does without."
    return [forest_chart("tuned", title, subtitle, rows, scale, series=series)]


SECTIONS = (
    Section(
        "restrictions",
        "What does a player lose who may not?",
        restrictions_finding,
        (Table("restrictions", RESTRICTIONS, compare_restrictions, (SHARES, LOSSES)),),
        restriction_charts,
        "Inside the grey band it is not missed; left of it a player needs it.",
    ),
    Section(
        "tuned",
        "Does the loss lie in the game, or in bots that have not learnt it?",
        tuned_finding,
        (Table("tuned", TUNED, compare_tuned, (LOSSES,)), RETUNED),
        tuned_charts,
        "A loss that tuning takes away was one of the bots.",
    ),
)
TERMS = (
    (
        "Forbidden",
        "One player does not do it while the others may; where nothing else is legal, it is done anyway.",
    ),
    ("Indispensable", "Who does without loses more than the tolerance, the whole interval beyond it."),
)

QUESTION = Question(
    name="restricted",
    asks=lambda game: "what is indispensable, and what is not missed?",
    judge=judge_restrictions,
    sections=SECTIONS,
    screen_of=show_first,
    screen=lambda game: ("restrictions",),
    idle_reason=idle_reason,
    summary=lambda run: title_of(run.result(judge_restrictions)[1]) if run.result(judge_restrictions)[1] else "",
    last_notes=last_notes,
    terms=lambda game: TERMS,
)
