"""What does a change of the game do: to boards, seats, strategies, points, length, and to what is used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from reports.answer import SCREEN, FirstScreen, ScreenRow, Verdict
from reports.charts import whatif as charts
from reports.charts.style import signed
from reports.charts.whatif import RARE, sureness
from reports.effects import MORE
from reports.estimators import change_tables as tables
from reports.estimators.change_effects import (
    FAIR_VALUES,
    RESPONSE,
    fairest_value,
    judge_changes,
    solo_changes,
)
from reports.estimators.change_tables import FAIRNESS, OPEN, OUTCOMES, REVERSED, change_table
from reports.estimators.example_games import EXAMPLES
from reports.estimators.sides import (
    BEFORE_CHANGE,
    BOARD,
    KINDS,
    ORDINARY,
    STRATEGY,
    has_no_effect,
    is_unchanged,
    table_of,
)  # fmt: skip
from reports.findings import headings
from reports.first_screen import GUESSES, by_size, screen_of, verdicts_of_screen, with_kinds
from reports.frames import ScenarioRun
from reports.questions.base import Evidence, Findings, Question, Rows, Section, unique
from reports.sentences import (
    BOTS,
    bot_names,
    join_names,
    more_games,
    more_or_fewer,
    number_word,
    of_games,
    sentence_case,
    share,
    signed_pp,
)  # fmt: skip
from reports.stats.verdict import STRONGER, UNCLEAR, WEAKER, may_head

__all__ = ["QUESTION"]

SAME = "Nothing changes: both sides are the same game"
MAX_NAMES = 3  # subjects of a title, before "and n more"


# -- first screen ------------------------------------------------------------------------------------------------------


def show_first(run: ScenarioRun, screen: FirstScreen) -> FirstScreen:
    """What is changed, and what that does, in the rows of those it does it to."""
    if is_unchanged(run):
        return FirstScreen(SAME, "", change=("Nothing to decide.", "The value before and after is the same."))
    view, change = _show_effects(run, screen), describe_changes(run.result(change_table).to_dicts())
    return replace(view, lead=f"{change}. {view.lead}" if change else view.lead, change=_advice(run, view))


def _advice(run: ScenarioRun, view: FirstScreen) -> tuple[str, str] | None:
    """Whether to take the change, or which of the values that were played: where nobody is as far from fair."""
    if run.par is None or not view.rows:
        return ("Take it or leave it.", "How often the player should win is for you to say.") if view.rows else None
    if summarize(run):  # whose games are all the same
        return "Take it or leave it.", "No game ends differently."
    if fairest := fairest_value(run):
        return fairest
    verdicts = [v for v in verdicts_of_screen(run.result(with_kinds, judge_changes)[1]) if not v.reference.where]
    several, sided = len(run.changes) > 1, {v.subject for v in verdicts if v.word in (STRONGER, WEAKER)}
    rows = FAIRNESS.rows(run).to_dicts()
    rows = [{**row, "subject": f"{row['name']} with {row['scenario']}" if several else row["name"]} for row in rows]
    moved = [{**row, "name": _name_of(row)} for row in rows if row["subject"] in sided]
    fixed, broken = (
        [row["name"] for row in moved if row["outcome"] in outcomes]
        for outcomes in ((OUTCOMES[False, True],), (OUTCOMES[True, False], REVERSED))
    )
    phrases = [
        f"{join_names(names, max_names=MAX_NAMES)} {'becomes' if len(names) == 1 else 'become'} {word}"
        for names, word in ((fixed, "fair"), (broken, "unfair"))
        if names
    ]
    if phrases:
        title = "Weigh it." if fixed and broken else "Take the change." if fixed else "Leave it."
        nothing = "" if fixed and broken else f"; nothing is shown to become {'unfair' if fixed else 'fair'}"
        return title, f"{sentence_case(join_names(phrases))}{nothing}."
    if moved:
        row = max(moved, key=lambda row: abs(abs(row["after"]) - abs(row["before"])))
        title = "A step towards fair." if abs(row["after"]) < abs(row["before"]) else "A step away from fair: leave it."
        gaps = f"{signed_pp(row['before'])} to {signed_pp(row['after'])} of 100 games from fair"
        return title, f"{sentence_case(row['name'])} goes from {gaps}; no verdict is shown to change."
    unclear = [v for v in verdicts if v.word == UNCLEAR]
    if open_ := [_subject(v) for v in unclear if v.leans] or [_subject(v) for v in unclear]:
        return "No advice yet.", f"Not decided: what the change does to {join_names(open_, max_names=MAX_NAMES)}."
    return "Take it or leave it.", "For fairness it makes no difference."


def _show_effects(run: ScenarioRun, screen: FirstScreen) -> FirstScreen:
    """What the change does."""
    summary = summarize(run)
    if run.par is None or summary:
        return replace(screen if run.par is not None else _solo_screen(run), finding=summary)
    verdicts = verdicts_of_screen(run.result(with_kinds, judge_changes)[1])
    ordinary = [verdict for verdict in verdicts if not verdict.reference.where]
    movers = [v for v in ordinary if v.word in (STRONGER, WEAKER) or v.leans] or ordinary
    boards = sentence_case(run.game.nouns[1])
    has_boards = any(verdict.family == boards for verdict in movers)
    unknown = next((doubt.words for doubt in screen.doubts if doubt.source == GUESSES), "")
    of_kind = [verdict for verdict in ordinary if (verdict.family == boards) == has_boards]
    view = screen_of(by_size(of_kind), run, unknown=unknown)
    return replace(view, finding=title_of(ordinary))


def title_of(verdicts: Sequence[Verdict]) -> str:
    """Who gets stronger and who weaker by how much, and whether anything else changes."""
    by_size = sorted(verdicts, key=lambda verdict: -abs(verdict.effect or 0.0))
    movers = [verdict for verdict in by_size if verdict.word in (STRONGER, WEAKER)]
    unclear = [verdict for verdict in by_size if verdict.word == UNCLEAR]
    leaning = [verdict for verdict in unclear if verdict.leans]
    if movers:
        phrases = [f"{_subject(v)} wins {more_games(v.effect or 0.0)}" for v in movers[:1]]
        phrases += [f"{_subject(v)} {more_or_fewer(v.effect or 0.0)}" for v in movers[1:MAX_NAMES]]
        more = len(movers) - len(phrases)
        rest = f"{number_word(more)} more change{'s' * (more == 1)}" if more > 0 else ""
        ending = rest or ("other effects are unclear" if unclear else "nothing else changes")
        return sentence_case(f"{join_names(phrases)}; {ending}")
    if leaning:
        first = leaning[0]
        return sentence_case(f"{_subject(first)} may win {more_games(first.effect or 0.0)}, not decided")
    if unclear:
        return "Not decided yet: who gains or loses by the change"
    return f"No one gains or loses {of_games(verdicts[0].margin)} by the change" if verdicts else ""


def summarize(run: ScenarioRun) -> str:
    """The answer in a few words where verdicts do not have it: nothing is changed, no game is another, or one seat
    decides alone; else ""."""
    if is_unchanged(run):
        return SAME
    if run.result(has_no_effect):
        return f"The change has no effect: all {run.games_played:,} games are the same"
    changes = run.result(solo_changes)
    if changes is None:
        return ""
    row = changes[1].table.row(0, named=True)
    gap = row["estimate"]
    if row["low_each"] <= 0 <= row["high_each"]:
        return "The player's chances are not shown to change"
    return f"The player wins {more_games(gap)} than before"


def _solo_screen(run: ScenarioRun) -> FirstScreen:
    """How often the one who decides wins on each side."""
    estimates = run.result(solo_changes)
    if estimates is None:
        return FirstScreen("", "")
    rows, share_of = [], {}
    for row in table_of(run, estimates[0]).rows(named=True):
        players, label = row["tuned"], row["scenario"]
        share_of[players, label] = share(row["estimate"])
        value, low, high = (100 * row[column] for column in ("estimate", "low_each", "high_each"))
        name = label if players == ORDINARY else f"{label}, tuned"
        rows.append(ScreenRow(name, value, low, high))
    sentences = []
    for row in table_of(run, estimates[1]).rows(named=True):
        players, label, gap = row["tuned"], row["scenario"], signed_pp(row["estimate"])
        who = "The player wins" if players == ORDINARY else "A player tuned for each side wins"
        after = f"with {label}" if len(run.changes) > 1 else "after"
        sure = f"95 % sure: {signed_pp(row['low_each'])} to {signed_pp(row['high_each'])}"
        shares = f"{share_of[players, BEFORE_CHANGE]} of games before and {share_of[players, label]} {after}"
        sentences.append(f"{who} {shares} ({gap} of 100, {sure}).")
    return FirstScreen("", " ".join(sentences), tuple(rows), "win share, %")


def _subject(verdict: Verdict) -> str:
    """What a verdict is about, as a sentence names it."""
    return verdict.reference.subject_of(verdict.name)


def _name_of(row: Mapping[str, Any]) -> str:
    """What a row of the fairness table is about, its `subject`, as a sentence names it."""
    return bot_names([row["subject"]]) if row["kind"] == STRATEGY else str(row["subject"])


# -- what is changed, what becomes fair --------------------------------------------------------------------------------


def change_finding(evidence: Evidence) -> Findings:
    """The change as a diff in words."""
    rows = evidence.rows("changes", "what")
    if not rows:
        return "Nothing: both sides are the same game"
    n = len(unique(row["what"] for row in rows))
    return describe_changes(rows), f"{sentence_case(number_word(n))} value{'s are' if n > 1 else ' is'} changed"


def describe_changes(rows: Rows) -> str:
    """What is changed, from what, to what; "" without changes."""
    afters: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        afters.setdefault((row["what"], row["before"]), []).append(row["after"])
    parts = [f"{name}: {old} → {', '.join(unique(values))}" for (name, old), values in afters.items()]
    more = [f"{number_word(len(parts) - MAX_NAMES)} more"] if len(parts) > MAX_NAMES + 1 else []
    return sentence_case("; ".join([*parts[: MAX_NAMES if more else None], *more]))


def fairness_finding(evidence: Evidence) -> Findings:
    """Whose verdict is another after the change; only of those whom it surely makes stronger or weaker."""
    rows = evidence.rows("fairness", "name", "before", "after")
    if not rows:
        return ""
    sure = {verdict.subject for verdict in evidence.verdicts if verdict.word in (STRONGER, WEAKER) or verdict.leans}
    several = len({row["scenario"] for row in rows}) > 1
    phrases = []
    for row in rows:
        subject = f"{row['name']} with {row['scenario']}" if several else row["name"]
        if row["outcome"] not in (OPEN, *(OUTCOMES[x, x] for x in (True, False))) and subject in sure:
            verb = "is " if row["outcome"] == REVERSED else ""
            phrases.append(f"{_name_of({**row, 'subject': subject})} {verb}{row['outcome']}")
    if phrases:
        statement = sentence_case(join_names(phrases, max_names=MAX_NAMES))
        return statement, sentence_case(phrases[0]), "Some verdicts change"
    unclear = sum(row["outcome"] == OPEN for row in rows)
    kinds = {BOARD: evidence.game.nouns[0], "seat": "seat", STRATEGY: BOTS[0]}
    words = f"No {join_names([kinds[kind] for kind in unique(row['kind'] for row in rows)], 'or')} "
    verb = "is shown to change" if unclear else "changed"
    return f"{words}{verb} its verdict", f"No verdict {verb}"


# -- before and after --------------------------------------------------------------------------------------------------


def win_share_finding(evidence: Evidence) -> Findings:
    """What the change does to each kind."""
    ordinary = [v for v in evidence.verdicts if v.kind == SCREEN and not v.reference.where]
    rows = evidence.rows("win_shares", "effect")
    if rows and all(row["effect_low"] is None for row in rows):
        return "No game ends differently" if evidence.rows("changes", "what") else SAME
    return headings(ordinary) if ordinary else "Win shares before and after" if rows else ""


# -- values, points, uses ----------------------------------------------------------------------------------------------


def response_finding(evidence: Evidence) -> Findings:
    """The values at which boards (or else seats and strategies) are fair, where their interval lies within those
    played; "" where no two values were."""
    rows = evidence.rows("fair_values", "words")
    boards = [row for row in rows if row["kind"] == BOARD] or rows
    at = [row for row in boards if None not in (row["value"], row["value_low"], row["value_high"])]
    if not rows:
        return ""
    if not at:
        return "No value is shown to make anything fair"
    phrases = [f"{r['name']} is fair at {r['value']:.1f} ({r['value_low']:.1f} to {r['value_high']:.1f})" for r in at]
    first = f"{at[0]['name']} is fair at {at[0]['value']:.1f}"
    statement = sentence_case(join_names(phrases, max_names=MAX_NAMES))
    return statement, sentence_case(first), "A fair value lies within those played"


def point_finding(evidence: Evidence) -> Findings:
    """By how much the points of a player and the length of a game surely differ."""
    rows = [row for row in evidence.rows("shape", "measure", "difference") if row["scenario"] != BEFORE_CHANGE]
    of = {row["measure"]: row for row in evidence.certain_rows(rows, "difference")}
    phrases = []
    for measure, subject, unit in (
        ("mean score", "players score", "points"),
        ("decisions of a player", "games take", "decisions a player"),
    ):
        if row := of.get(measure):
            phrases.append(
                f"{subject} {abs(row['difference']):.1f} {unit} {'more' if row['difference'] > 0 else 'less'}"
            )
    if phrases:
        return sentence_case(join_names(phrases)), sentence_case(phrases[0])
    return "Neither points nor length are shown to change" if rows else ""


def use_finding(evidence: Evidence) -> Findings:
    """What is surely used more or less, the surest first."""
    rows = [row for row in evidence.rows("counters", "counter", "relative") if row["before"] >= RARE]
    certain = sorted(evidence.certain_rows(rows, "relative"), key=sureness, reverse=True)
    if not certain:
        return "Nothing is shown to be used more or less" if rows or evidence.rows("powers", "board") else ""
    labels = unique(
        f"{row['label'][:1].lower()}{row['label'][1:]} {signed(100 * row['relative'])} %" for row in certain
    )
    statement = sentence_case(join_names(labels, max_names=MAX_NAMES))
    return statement, sentence_case(labels[0]), "Some are used more or less"


# -- tuned players, games ----------------------------------------------------------------------------------------------


def tuned_finding(evidence: Evidence) -> Findings:
    """For whom the effect depends on whether players know the change; "" where nobody was tuned."""
    rows = [row for row in evidence.rows("tuned_players", "name", "effect", "p") if row["players"] == MORE]
    if not rows:
        return "Players tuned for each side have never met" if evidence.rows("retuned") else ""
    certain = sorted((row for row in rows if may_head(row["p"])), key=lambda row: -abs(row["effect"]))
    if not certain:
        statement = "The effect is not shown to depend on whether players know the change"
        return statement, "Knowing the change is not shown to matter"
    names = [bot_names([row["name"]]) if row["kind"] == STRATEGY else row["name"] for row in certain]
    first = f"{names[0]} wins {more_games(certain[0]['effect'])}"
    others = [f"{name} {more_or_fewer(row['effect'])}" for name, row in zip(names[1:], certain[1:], strict=True)]
    statement = f"With players who know the change {join_names([first, *others], max_names=MAX_NAMES)}"
    return statement, "Knowing the change matters"


def games_finding(evidence: Evidence) -> str:
    """How many games are listed; "" where no game ended otherwise."""
    n = len(evidence.rows(EXAMPLES))
    return f"{sentence_case(number_word(n))} games before and after the change" if n else ""


# -- the question ------------------------------------------------------------------------------------------------------


def idle_reason(run: ScenarioRun) -> str:
    """Why there is nothing to compare; "" where there is."""
    if run.changes:
        return ""
    return "This run has one side only: `whatif` plays a game before and after a change."


def notes(run: ScenarioRun) -> list[str]:
    """What is compared with what, and whether players know the changed game."""
    if is_unchanged(run):
        return []
    players = (
        "Bots play the changed game as they are: players who learn it may do better. `--retune 5` tunes them for "
        "each side."
        if run.retuned is None
        else "Tuned players: the same bots tuned for each side for as many generations, on deals none of which was "
        "searched on. Another search may find other weights."
    )
    return ["Every game after the change has the deal, the seats and the line-up of a game before it.", players]


SECTIONS = (
    Section(
        "changes", "What is changed?", change_finding, (tables.CHANGES,),
        terms=(("Before, after", "The game without and with the change: the same deals, seats and line-ups."),),
    ),
    Section(
        "fairness", "What becomes fair or unfair?", fairness_finding, (tables.FAIRNESS,),
        charts.fairness_charts,
        "Inside the grey band something counts as fair.",
    ),
    Section(
        "win_shares", "Who gains and who loses?", win_share_finding, (tables.WIN_SHARES,),
        charts.win_share_charts,
        "Each dot is a difference between games that agree in deal, seats and line-up.",
    ),
    Section(
        "response", "At which value is it fair?", response_finding, (FAIR_VALUES, RESPONSE),
        charts.response_charts, "Where a line crosses that of fair, the thing is fair.",
    ),
    Section(
        "points", "Do points and length change?", point_finding, (tables.POINTS, tables.SHAPE), charts.point_charts,
    ),
    Section(
        "uses", "What is used more, what less?", use_finding, (tables.COUNTERS, tables.POWERS),
        charts.use_charts,
    ),
    Section(
        "tuned_players", "Does the effect depend on whether players know the change?", tuned_finding,
        (tables.TUNED_PLAYERS, tables.RETUNED),
        charts.tuned_charts,
        "Where two dots of a row's players lie apart, the effect depends on whether players have learnt it.",
    ),
    Section(
        "examples", "Which games to watch?", games_finding, (tables.EXAMPLES,),
        reading="Typical: moved as far as the median. Close: ended most alike. Odd: farthest apart.",
    ),
)  # fmt: skip

QUESTION = Question(
    name="whatif",
    sections=SECTIONS,
    asks=lambda game: "what does the change do?",
    judge=judge_changes,
    screen=lambda game: [f"whatif {kind.name}" for kind in KINDS if not (kind.name == BOARD and game.shared)],
    screen_of=show_first,
    idle_reason=idle_reason,
    summary=summarize,
    notes=notes,
    header=lambda run: {f"games_{change.label}": change.run.games_played for change in run.changes},
    is_joint=True,
)
