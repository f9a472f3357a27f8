"""What does a change of the game do: to boards, seats, strategies, points, length, and to what is used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from reports.answer import SCREEN, FirstScreen, ScreenRow
from reports.charts import whatif as charts
from reports.charts.style import signed
from reports.charts.whatif import RARE, sureness
from reports.effects import MORE
from reports.estimators import change_tables as tables
from reports.estimators.change_effects import (
    FAIR_VALUES,
    RESPONSE,
    ShareChange,
    fairest_value,
    judge_changes,
    share_changes,
    solo_changes,
)
from reports.estimators.change_tables import OPEN, OUTCOMES, REVERSED, change_table
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
from reports.first_screen import GUESSES, MAX_ROWS, SIDES, screen_of
from reports.frames import ScenarioRun
from reports.plans import plans_we_have
from reports.questions.base import Evidence, Findings, Question, Rows, Section, unique
from reports.sentences import (
    BOTS,
    bot_names,
    fair_words,
    join_names,
    more_games,
    more_or_fewer,
    number_word,
    pp,
    sentence_case,
    share,
    signed_pp,
)  # fmt: skip
from reports.stats.verdict import FAIR, STRONGER, UNCLEAR, WEAKER, may_head

__all__ = ["QUESTION"]

SAME = "Nothing changes: both sides are the same game"
MAX_NAMES = 3  # of a list, before "and n more"
MAX_TITLE = 2  # things whose win shares a title has
FIXED = ((STRONGER, FAIR), (WEAKER, FAIR))  # words before and after a change
BROKEN = ((FAIR, STRONGER), (FAIR, WEAKER), (STRONGER, WEAKER), (WEAKER, STRONGER))


# -- first screen ------------------------------------------------------------------------------------------------------


def show_first(run: ScenarioRun, screen: FirstScreen) -> FirstScreen:
    """What is changed, and what that does: win shares before and after of what was changed, or else of the boards or
    seats that it moves, then of others of their kind. Bots, which are no part of the game, stay behind it."""
    if is_unchanged(run):
        return FirstScreen(SAME, "", change=("Nothing to decide.", "The value before and after is the same."))
    change, summary = describe_changes(run.result(change_table).to_dicts()), summarize(run)
    changes = _leading_changes(run) if run.par is not None and not summary else []
    if not changes:
        view = replace(screen if run.par is not None else _solo_screen(run), finding=summary or screen.finding)
        return replace(view, lead=f"{change}. {view.lead}" if change else view.lead, change=_advice(run, view))
    unknown = next((doubt.words for doubt in screen.doubts if doubt.source == GUESSES), "")
    view, headline = screen_of([each.verdict for each in changes], run, unknown=unknown), _headline(run, changes)
    first_rows, all_rows = (
        unique(row for each in members for row in _rows_of(run, each)) for members in (headline or changes[:1], changes)
    )
    norm, several = changes[0].norm, len(run.changes) > 1
    title = title_of(changes, headline, change, several=several)
    opening = f"{change}." if change and headline else ""
    view = replace(
        view,
        finding=title,
        lead=" ".join(filter(None, (opening, lead_of(changes, headline, several=several)))),
        rows=tuple(unique([*first_rows, *all_rows])[:MAX_ROWS]),
        leading=len(first_rows),
        axis="win share, %" if norm.kind == "par" else f"win share, %; word and colour compare with {norm.against}",
        fair=100 * (run.par or 0.0) if norm.kind == "par" else None,
        margin=100 * run.margin if norm.kind == "par" else None,
    )
    return replace(view, change=_advice(run, view))


def _is_moved(change: ShareChange) -> bool:
    return change.verdict.word in (STRONGER, WEAKER)


def _is_named(run: ScenarioRun, change: ShareChange) -> bool:
    """Whether a datum of it is what is changed."""
    levels = {(each.factor, each.level) for side in run.changes for each in side.differences}
    return (change.kind.name, change.level) in levels


def _leading_changes(run: ScenarioRun) -> list[ShareChange]:
    """Win shares of the kind of thing that is changed, or else is moved: boards rather than seats; in it first what is
    changed, then what is moved, by size."""
    of_kinds: dict[str, list[ShareChange]] = {}
    for each in run.result(share_changes):
        of_kinds.setdefault(each.kind.name, []).append(each)
    direct = [members for members in of_kinds.values() if any(_is_named(run, each) for each in members)]
    moved = [members for members in of_kinds.values() if any(map(_is_moved, members))]
    leading = next(iter([*direct, *moved, *of_kinds.values()]), [])
    leading = sorted(leading, key=lambda each: -abs(each.verdict.effect or 0.0))
    return sorted(leading, key=lambda each: (not _is_named(run, each), not _is_moved(each)))


def _headline(run: ScenarioRun, changes: Sequence[ShareChange]) -> list[ShareChange]:
    """Those that the title is about: of what is changed the decided ones, or else what is moved; none where nothing is
    decided."""
    direct = [each for each in changes if _is_named(run, each)]
    headline = [each for each in direct if each.verdict.word != UNCLEAR] if direct else list(filter(_is_moved, changes))
    if len(run.changes) > 1:  # the one that comes nearest to fair
        headline.sort(key=lambda each: abs(each.new.gap))
    return headline[: 1 if _is_mirrored(changes) or len(run.changes) > 1 else MAX_TITLE]


def _is_mirrored(changes: Sequence[ShareChange]) -> bool:
    """Whether one of two wins what the other loses."""
    return changes[0].norm.kind == "par" and len({each.level for each in changes}) == 2


def _rows_of(run: ScenarioRun, change: ShareChange) -> list[ScreenRow]:
    """A row for each side."""
    rows, label = [], change.change if len(run.changes) > 1 else "after"
    for name, side in ((BEFORE_CHANGE, change.old), (label, change.new)):
        share_of, low, high = (100 * end for end in (side.share, side.low, side.high))
        word = change.norm.word(side.word) if side.word else ""
        rows.append(
            ScreenRow(f"{change.name}, {name}", share_of, low, high, word=word, side=SIDES[side.word or UNCLEAR])
        )
    return rows


def title_of(changes: Sequence[ShareChange], headline: Sequence[ShareChange], change: str, *, several: bool) -> str:
    """Win shares before and after, and whether they are fair; where nothing is decided the change itself. headline:
    those that it is about; several: changes, so that it says which."""
    if headline:
        return sentence_case("; ".join(f"{f'with {t.change} ' * several}{describe_shares(t)}" for t in headline))
    if all(each.verdict.word == FAIR for each in changes):
        margin = pp(changes[0].verdict.margin)
        return f"No {changes[0].norm.noun[0]} wins {margin} more or fewer of 100 games by the change"
    return f"{change or 'The change'}: what it does is not decided yet"


def describe_shares(change: ShareChange) -> str:
    """ "noble-born wins 50.0 instead of 67.4 of 100 games: too strong before, fair now"."""
    old, new = pp(change.old.share), pp(change.new.share)
    is_fair = change.verdict.word == FAIR
    shares = f"as often as before, {new} of 100 games" if is_fair else f"{new} instead of {old} of 100 games"
    return ": ".join(filter(None, (f"{change.name} wins {shares}", _describe_fairness(change))))


def _describe_fairness(change: ShareChange) -> str:
    """Whether it is fair on either side; "" where there is nothing to compare it with."""
    norm, old, new = change.norm, change.old.word, change.new.word
    if not old or not new:
        return ""
    fair, than = fair_words(norm), "" if norm.kind == "par" else f" {norm.than}"
    words = {STRONGER: f"{norm.word(STRONGER)}{than}", WEAKER: f"{norm.word(WEAKER)}{than}", FAIR: fair}
    if old == new:
        return f"{words[new]} before and now" if new in words else f"whether it is {fair} is not decided"
    return f"{words.get(old, 'not decided')} before, {words.get(new, 'not decided')} now"


def lead_of(changes: Sequence[ShareChange], headline: Sequence[ShareChange], *, several: bool) -> str:
    """How sure the first difference is and in whose hands it was measured; then what else a single change moves."""
    first = (headline or changes)[0]
    verdict, effect = first.verdict, first.verdict.effect or 0.0
    shares = f"{pp(first.new.share)} instead of {pp(first.old.share)} of 100 games"
    wins = f"{more_games(effect)} than before" if headline else shares
    over, sure = verdict.plans, ""
    if verdict.low is not None and verdict.high is not None:
        difference = "" if headline else "the difference is "
        sure = f", 95 % sure: {difference}{signed_pp(verdict.low)} to {signed_pp(verdict.high)}"
    hands = f", in the hands of the {plans_we_have(over)}" if over is not None else ""
    sentences = [f"{first.name} wins {wins}{hands}{sure}"]
    others = [each for each in changes if _is_moved(each) and each not in headline]
    if others and not several and not _is_mirrored(changes):
        shares_of = [f"{o.name} wins {pp(o.new.share)} instead of {pp(o.old.share)}" for o in others]
        sentences.append(join_names(shares_of, max_names=MAX_NAMES).replace(" more", " more change"))
    return " ".join(f"{sentence_case(words)}." for words in sentences)


def _advice(run: ScenarioRun, view: FirstScreen) -> tuple[str, str] | None:
    """Whether to take the change, or which of the values that were played: that with which nothing is as far from
    fair."""
    if run.par is None or not view.rows:
        return ("Take it or leave it.", "How often the player should win is for you to say.") if view.rows else None
    if summarize(run):  # whose games are all the same
        return "Take it or leave it.", "No game ends differently."
    if fairest := fairest_value(run):
        return fairest
    changes, several = run.result(share_changes), len(run.changes) > 1
    movers = [each for each in changes if each.new.word and _is_moved(each)]
    fixed, broken = (
        [f"{each.name}{f' with {each.change}' * several}" for each in movers if (each.old.word, each.new.word) in of]
        for of in (FIXED, BROKEN)
    )
    phrases = [
        f"{join_names(names, max_names=MAX_NAMES)} {'becomes' if len(names) == 1 else 'become'} {word}"
        for names, word in ((fixed, "fair"), (broken, "unfair"))
        if names
    ]
    if phrases:
        title = "Weigh it." if fixed and broken else "Take the change." if fixed else "Leave it."
        others = "" if fixed and broken else f"; no board or seat is shown to become {'unfair' if fixed else 'fair'}"
        return title, f"{sentence_case(join_names(phrases))}{others}."
    movers = [each for each in movers if _is_named(run, each)] or movers
    if movers:
        each = max(movers, key=lambda mover: abs(abs(mover.new.gap) - abs(mover.old.gap)))
        gaps = f"{pp(abs(each.new.gap))} of 100 games from fair, {pp(abs(each.old.gap))} before"
        is_nearer = abs(each.new.gap) < abs(each.old.gap)
        title = "A step towards fair." if is_nearer else "A step away from fair: leave it."
        return title, f"{sentence_case(each.name)} is {gaps}."
    unclear = [each for each in changes if each.verdict.word == UNCLEAR]
    unclear = [each for each in unclear if _is_named(run, each)] or unclear
    if open_ := unique(each.name for each in [each for each in unclear if each.verdict.leans] or unclear):
        return "No advice yet.", f"Not decided: what the change does to {join_names(open_, max_names=MAX_NAMES)}."
    return "Take it or leave it.", "For fairness it makes no difference."


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
    screen=lambda game: [
        comparison.family
        for kind in KINDS
        if not (kind.name == BOARD and game.shared)
        for comparison in (kind.changes, kind.fair)
    ],
    screen_of=show_first,
    idle_reason=idle_reason,
    summary=summarize,
    notes=notes,
    header=lambda run: {f"games_{change.label}": change.run.games_played for change in run.changes},
    is_joint=True,
)
