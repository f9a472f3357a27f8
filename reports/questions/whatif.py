"""What does a change of the game do: to boards, seats, strategies, points, length, and to what is used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from reports import columns as c
from reports.answer import SCREEN, FirstScreen, ScreenRow, Verdict
from reports.charts import Row, Scale, Series, forest, lines
from reports.charts.scale import differences as difference_scale
from reports.charts.sheet import Key, signed
from reports.charts.style import NEUTRAL, category, colours_of
from reports.estimators.change_effects import (
    NOUNS,
    OPEN,
    OUTCOMES,
    REVERSED,
    ability_table,
    change_table,
    counter_table,
    fairness_table,
    fingerprint,
    gain_table,
    judge_changes,
    point_table,
    shape_table,
    solo_changes,
    tuned_table,
    win_share_table,
)
from reports.estimators.example_games import EXAMPLES, seats_text
from reports.estimators.response import fair_value_table, response_table
from reports.estimators.scenarios import POINTS, SHAPE
from reports.estimators.sides import (
    BEFORE_CHANGE,
    BOARD,
    KINDS,
    ORDINARY,
    STRATEGY,
    is_same,
    pair_games,
)  # fmt: skip
from reports.findings import finding
from reports.first_screen import screen_of, verdicts_of_screen, with_kinds
from reports.frames import RunFrames
from reports.questions.base import Chart, Evidence, Question, Rows, Section, Table, chart, estimate, unique
from reports.sentences import join_names, number_word, pp, sentence_case, share, signed_pp
from reports.stats.certainty import HEADING_ERROR, certain_rows
from reports.stats.verdict import STRONGER, UNCLEAR, WEAKER
from reports.tuned import MORE

__all__ = ["QUESTION"]

SAME = "Nothing changes: both sides are the same game"
MAX_NAMES = 3  # subjects of a title, before "and n more"
MAX_COUNTERS = 14  # of a chart
RARE = 0.02  # a seat and game: what is rarer is left to the table
CHANGE = c.code("scenario", "change")
WHO = (c.word("kind", "kind", note="board / seat / strategy"), c.code("name", "who"), CHANGE)
USES = (
    c.count("n", "n", "seats"),
    c.number("before", "before", 3, "a seat and game", estimate=True),
    c.number("after", "after", 3, "a seat and game", estimate=True),
    c.number("difference", "difference", 3, sign=True, estimate=True, note="after minus before, on the same deals"),
    c.percent("relative", "in % of before", estimate=True, note="the difference over the mean before"),
)


# -- verdicts ----------------------------------------------------------------------------------------------------------


# -- first screen ------------------------------------------------------------------------------------------------------


def show_first(run: RunFrames, screen: FirstScreen) -> FirstScreen:
    """What the change does, in the rows of those it does it to."""
    if is_same(run):
        return FirstScreen(SAME, "")
    summary = summarize(run)
    if run.par is None or summary:
        return replace(screen if run.par is not None else _solo_screen(run), finding=summary)
    verdicts = verdicts_of_screen(run.result(with_kinds(judge_changes))[1])
    ordinary = [verdict for verdict in verdicts if not verdict.reference.where]
    movers = [v for v in ordinary if v.word in (STRONGER, WEAKER) or v.leans] or ordinary
    boards = sentence_case(run.game.nouns[1])
    has_boards = any(verdict.family == boards for verdict in movers)
    view = screen_of([v for v in ordinary if (v.family == boards) == has_boards], run)
    guesses = tuple(doubt for doubt in screen.doubts if doubt.source == "Data we guess")
    return replace(view, finding=title_of(ordinary), doubts=(*view.doubts, *guesses))


def title_of(verdicts: Sequence[Verdict]) -> str:
    """Who gets stronger and who weaker by how much, and whether anything else changes."""
    by_size = sorted(verdicts, key=lambda verdict: -abs(verdict.effect or 0.0))
    movers = [verdict for verdict in by_size if verdict.word in (STRONGER, WEAKER)]
    unclear = [verdict for verdict in by_size if verdict.word == UNCLEAR]
    leaning = [verdict for verdict in unclear if verdict.leans]
    if movers:
        phrases = [f"{v.name} gets {v.word} by {pp(abs(v.effect or 0.0))} points" for v in movers[:MAX_NAMES]]
        more = len(movers) - len(phrases)
        rest = f"{number_word(more)} more change{'s' * (more == 1)}" if more > 0 else ""
        ending = rest or ("other effects are unclear" if unclear else "nothing else changes")
        return sentence_case(f"{join_names(phrases)}; {ending}")
    if leaning:
        first = leaning[0]
        return sentence_case(
            f"{first.name} may get {first.leans} ({signed_pp(first.effect or 0.0)} points), not decided"
        )
    if unclear:
        return "Not decided yet"
    return f"Nobody gains or loses {pp(verdicts[0].margin)} points by the change" if verdicts else ""


def summarize(run: RunFrames) -> str:
    """The answer in a few words where verdicts do not have it: nothing is changed, no game is another, or one seat
    decides alone; else ""."""
    if is_same(run):
        return SAME
    if (
        run.games_played
        and run.changes
        and all(run.result(fingerprint) == x.run.result(fingerprint) for x in run.changes)
    ):
        return f"The change has no effect: all {run.games_played:,} games are the same"
    changes = run.result(solo_changes)
    if changes is None:
        return ""
    row = changes[1].table.row(0, named=True)
    gap = row["estimate"]
    if row["low_each"] <= 0 <= row["high_each"]:
        return "The player's chances are not shown to change"
    return f"The player wins {pp(abs(gap))} percentage points {'more' if gap > 0 else 'fewer'} games than before"


def _solo_screen(run: RunFrames) -> FirstScreen:
    """How often the one who decides wins on each side."""
    estimates = run.result(solo_changes)
    if estimates is None:
        return FirstScreen("", "")
    rows, share_of = [], {}
    for row in estimates[0].table.rows(named=True):
        players, label = row["tuned"], row["scenario"]
        share_of[players, label] = share(row["estimate"])
        value, low, high = (100 * row[column] for column in ("estimate", "low_each", "high_each"))
        name = label if players == ORDINARY else f"{label}, tuned"
        rows.append(ScreenRow(name, value, low, high, None, None, "", "unclear"))
    sentences = []
    for row in estimates[1].table.rows(named=True):
        players, label, gap = row["tuned"], row["scenario"], signed_pp(row["estimate"])
        who = "The player wins" if players == ORDINARY else "A player tuned for each side wins"
        after = f"with {label}" if len(run.changes) > 1 else "after"
        sure = f"95 % sure: {signed_pp(row['low_each'])} to {signed_pp(row['high_each'])}"
        shares = f"{share_of[players, BEFORE_CHANGE]} of games before and {share_of[players, label]} {after}"
        sentences.append(f"{who} {shares} ({gap} points, {sure}).")
    return FirstScreen("", " ".join(sentences), tuple(rows), "win share, %")


# -- what is changed, what becomes fair --------------------------------------------------------------------------------


def change_finding(evidence: Evidence) -> str:
    """The change as a diff in words."""
    rows = evidence.rows("changes", "what")
    if not rows:
        return "Nothing: both sides are the same game"
    afters: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        afters.setdefault((row["what"], row["before"]), []).append(row["after"])
    parts = [f"{name}: {old} → {', '.join(unique(values))}" for (name, old), values in afters.items()]
    return sentence_case(join_names(parts, max_names=MAX_NAMES))


def fairness_finding(evidence: Evidence) -> str:
    """Whose verdict is another after the change; only of those whom it surely makes stronger or weaker."""
    rows = evidence.rows("fairness", "name", "before", "after")
    if not rows:
        return ""
    sure = {verdict.subject for verdict in evidence.verdicts if verdict.word in (STRONGER, WEAKER) or verdict.leans}
    several = len({row["scenario"] for row in rows}) > 1
    phrases = []
    for row in rows:
        name = f"{row['name']} with {row['scenario']}" if several else row["name"]
        if row["outcome"] not in (OPEN, *(OUTCOMES[x, x] for x in (True, False))) and name in sure:
            phrases.append(f"{name} {'is ' if row['outcome'] == REVERSED else ''}{row['outcome']}")
    if phrases:
        return sentence_case(join_names(phrases, max_names=MAX_NAMES))
    unclear = sum(row["outcome"] == OPEN for row in rows)
    kinds = {BOARD: evidence.words.nouns[0], "seat": "seat", STRATEGY: "plan"}
    words = f"No {join_names([kinds[kind] for kind in unique(row['kind'] for row in rows)], 'or')} "
    return f"{words}{'is shown to change' if unclear else 'changed'} its verdict"


def _fairness_charts(evidence: Evidence) -> Iterator[Chart]:
    rows = evidence.rows("fairness", "name", "scenario", "before", "after")
    labels = unique(row["scenario"] for row in rows)
    forest_rows: list[Row] = []
    for kind in unique(row["kind"] for row in rows):
        forest_rows.append(Row(_heading(kind, evidence)))
        for who in unique(row["name"] for row in rows if row["kind"] == kind):
            of = {row["scenario"]: row for row in rows if row["kind"] == kind and row["name"] == who}
            first = estimate(next(iter(of.values())), "before", 100, n=False)
            after = (estimate(of[label], "after", 100, n=False) if label in of else None for label in labels)
            forest_rows.append(Row(who, (first, *after)))
    after_keys = [Key(label, colour, "point") for label, colour in zip(labels, colours_of(labels), strict=True)]
    noun, baseline = evidence.words.nouns[0], evidence.words.baseline
    boards = f"of a {noun} minus that of {baseline}, " if any(row["kind"] == BOARD for row in rows) else ""
    if rows:
        title, series = fairness_finding(evidence), [Key(BEFORE_CHANGE, NEUTRAL, "point"), *after_keys]
        subtitle = f"Distance from fair: win share {boards}of seats and strategies minus par."
        scale = difference_scale("distance from fair", "pp", margin=evidence.margin, less="weaker", more="stronger")
        figure = forest(title, subtitle, forest_rows, scale, series=series, together=True)
        yield chart("fairness", title, _alt_text(forest_rows, [key.label for key in series]), figure)


# -- before and after --------------------------------------------------------------------------------------------------


def win_share_finding(evidence: Evidence) -> str:
    """What the change does to each kind."""
    ordinary = [v for v in evidence.verdicts if v.kind == SCREEN and not v.reference.where]
    rows = evidence.rows("win_shares", "effect")
    if rows and all(row["effect_low"] is None for row in rows):
        return SAME
    return finding(ordinary) or ("Win shares before and after" if rows else "")


def _win_share_charts(evidence: Evidence) -> Iterator[Chart]:
    rows = [row for row in evidence.rows("win_shares", "name", "scenario", "effect") if row["effect_low"] is not None]
    if rows:
        yield _gains_chart("win_shares", win_share_finding(evidence), rows, evidence)


def _gains_chart(name: str, title: str, rows: Rows, evidence: Evidence) -> Chart:
    """What everybody gains or loses, under the heading of its kind, an estimate a change."""
    forest_rows: list[Row] = []
    for kind in unique(row["kind"] for row in rows):
        forest_rows += [
            Row(_heading(kind, evidence)),
            *_rows([row for row in rows if row["kind"] == kind], "name", "effect", 100),
        ]
    scale = difference_scale("difference in win share", "pp", margin=evidence.margin, less="loses", more="gains")
    subtitle = "Win share after the change minus win share before, on the same deals and seats."
    return _forest(name, title, subtitle, forest_rows, rows, scale, ("gains", "loses"), together=True)


# -- values, points, uses ----------------------------------------------------------------------------------------------


def response_finding(evidence: Evidence) -> str:
    """The values at which boards (or else seats and strategies) are fair, where their interval lies within those
    played; "" where no two values were."""
    rows = evidence.rows("fair_values", "words")
    boards = [row for row in rows if row["kind"] == BOARD] or rows
    at = [row for row in boards if None not in (row["value"], row["value_low"], row["value_high"])]
    if not rows:
        return ""
    if not at:
        return "No value is shown to make anybody fair"
    phrases = [f"{r['name']} is fair at {r['value']:.1f} ({r['value_low']:.1f} to {r['value_high']:.1f})" for r in at]
    return sentence_case(join_names(phrases, max_names=MAX_NAMES))


def _response_charts(evidence: Evidence) -> Iterator[Chart]:
    rows = evidence.rows("response", "name", "value", "apart")
    for kind in unique(row["kind"] for row in rows):
        kind_rows, series = [row for row in rows if row["kind"] == kind], []
        for number, who in enumerate(unique(row["name"] for row in kind_rows)):
            points = [(float(r["value"]), estimate(r, "apart", 100, n=False)) for r in kind_rows if r["name"] == who]
            estimates = tuple(e for _, e in points if e is not None)
            series.append(Series(who, category(number), tuple(x for x, e in points if e), estimates, bars=True))
        title = f"At which value are the {_heading(kind, evidence).lower()} fair?"
        minus = f"that of {evidence.words.baseline}, same deal and seat" if kind == BOARD else "par"
        scale = Scale("distance from fair, pp", 0.0, "fair", evidence.margin, signed)
        subtitle = f"Win share minus {minus}; bars: 95 % intervals."
        figure = lines(title, subtitle, series, scale, x_label=str(kind_rows[0]["changed"]))
        fair = [row for row in evidence.rows("fair_values", "words") if row["kind"] == kind]
        yield chart(f"response_{kind}", title, "; ".join(f"{row['name']}: {row['words']}" for row in fair), figure)


def point_finding(evidence: Evidence) -> str:
    """By how much the points of a player and the length of a game surely differ."""
    rows = [row for row in evidence.rows("shape", "measure", "difference") if row["scenario"] != BEFORE_CHANGE]
    of = {row["measure"]: row for row in certain_rows(rows, "difference")}
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
        return sentence_case(join_names(phrases))
    return "Neither points nor length are shown to change" if rows else ""


def _point_charts(evidence: Evidence) -> Iterator[Chart]:
    rows = [row for row in evidence.rows("points", "label", "scenario", "mean") if row["scenario"] != BEFORE_CHANGE]
    scale = difference_scale("difference", "points", less="fewer", more="more")
    subtitle = "Mean points of a player after the change minus those before, by scoring category, same deals."
    if forest_rows := _rows(rows, "label", "difference"):
        yield _forest(
            "points", "Which points change?", subtitle, forest_rows, rows, scale, ("more points", "fewer points")
        )


def use_finding(evidence: Evidence) -> str:
    """What is surely used more or less, the surest first."""
    rows = [row for row in evidence.rows("counters", "counter", "relative") if row["before"] >= RARE]
    certain = sorted(certain_rows(rows, "relative"), key=_sureness, reverse=True)
    if not certain:
        return "Nothing is shown to be used more or less" if rows or evidence.rows("powers", "board") else ""
    labels = unique(f"{row['label']} {signed(100 * row['relative'])} %" for row in certain)
    return join_names(labels, max_names=MAX_NAMES)


def _sureness(row: Mapping[str, Any]) -> float:
    """The change over half its interval."""
    relative = estimate(row, "relative")
    half = (relative.high - relative.low) / 2 if relative else 0.0
    return abs(row["relative"]) / half if half else float("inf") if row["relative"] else 0.0


def _use_charts(evidence: Evidence) -> Iterator[Chart]:
    rows = [row for row in evidence.rows("counters", "counter", "relative") if row["before"] >= RARE]
    off = sorted((row for row in rows if _sureness(row) > 1), key=_sureness, reverse=True)
    surest = unique(row["counter"] for row in off)[:MAX_COUNTERS]
    rows = [row for row in rows if row["counter"] in surest]
    subtitle = "Mean of a seat after the change against before, in % of before: the counters that changed most surely."
    scale = difference_scale("change", "%", less="less", more="more")
    if forest_rows := _rows(rows, "label", "relative", 100):
        yield _forest("counters", use_finding(evidence), subtitle, forest_rows, rows, scale, ("more", "less"))


# -- tuned players, games ----------------------------------------------------------------------------------------------


def tuned_finding(evidence: Evidence) -> str:
    """For whom the effect depends on whether players know the change; "" where nobody was tuned."""
    rows = [row for row in evidence.rows("tuned_players", "name", "effect", "p") if row["players"] == MORE]
    if not rows:
        return "The players tuned for each side have not played together" if evidence.rows("retuned") else ""
    certain = sorted((row for row in rows if row["p"] <= HEADING_ERROR), key=lambda row: -abs(row["effect"]))
    if not certain:
        return "The effect is not shown to depend on whether players know the change"
    phrases = [f"{row['name']} {signed_pp(row['effect'])}" for row in certain]
    return f"With players who have learnt the change: {join_names(phrases, max_names=MAX_NAMES)} points"


def _tuned_charts(evidence: Evidence) -> Iterator[Chart]:
    rows = [row for row in evidence.rows("tuned_players", "name", "players", "effect") if row["players"] != MORE]
    if rows:
        rows = [{**row, "name": f"{row['name']}, {row['players']}"} for row in rows]
        yield _gains_chart("tuned_players", tuned_finding(evidence), rows, evidence)


def games_finding(evidence: Evidence) -> str:
    """How many games are listed; "" where no game ended otherwise."""
    n = len(evidence.rows(EXAMPLES))
    return f"{sentence_case(number_word(n))} games before and after the change" if n else ""


# -- charts ------------------------------------------------------------------------------------------------------------


def _heading(kind: str, evidence: Evidence) -> str:
    return sentence_case(NOUNS.get(kind, evidence.words.nouns)[1])


def _rows(rows: Rows, key: str, name: str, factor: float = 1.0) -> list[Row]:
    """A row for each of `key`, an estimate a change; those without any are left out."""
    forest_rows, changes = [], unique(row["scenario"] for row in rows)
    for who in unique(row[key] for row in rows):
        of = {row["scenario"]: row for row in rows if row[key] == who}
        estimates = tuple(estimate(of[change], name, factor, n=False) if change in of else None for change in changes)
        forest_rows += [Row(str(who), estimates)] if any(estimates) else []
    return forest_rows


def _forest(
    name: str, title: str, subtitle: str, forest_rows: list[Row], rows: Rows, scale: Scale, words: tuple[str, str],
    *, together: bool = False,
) -> Chart:  # fmt: skip
    """A forest plot with a key for every change, or for what lies above and below where there is one."""
    labels = unique(row["scenario"] for row in rows)
    colours = zip(labels, colours_of(labels), strict=True)
    series = [Key(label, colour, "point") for label, colour in colours] if len(labels) > 1 else []
    above, below = words
    figure = forest(title, subtitle, forest_rows, scale, series=series, together=together, above=above, below=below)
    return chart(name, title, _alt_text(forest_rows, labels), figure)


def _alt_text(forest_rows: Iterable[Row], labels: Sequence[str]) -> str:
    """The numbers of a chart as a sentence."""
    parts = [
        f"{row.label}{f', {label}' if len(labels) > 1 else ''}: {signed(e.value)} [{signed(e.low)}, {signed(e.high)}]"
        for row in forest_rows
        for label, e in zip(labels, row.estimates, strict=False)
        if e is not None
    ]
    return "; ".join(parts)


# -- the question ------------------------------------------------------------------------------------------------------


def idle_reason(run: RunFrames) -> str:
    """Why there is nothing to compare; "" where there is."""
    if run.changes:
        return ""
    return "This run has one side only: `analyser whatif` plays a game before and after a change."


def notes(run: RunFrames) -> list[str]:
    """What is compared with what, and whether players know the changed game."""
    if is_same(run):
        return []
    players = (
        "Strategies play the changed game as they are: players who learn it may do better. `--retune 5` tunes them for "
        "each side."
        if run.retuned is None
        else "Tuned players: the same plans tuned for each side for as many generations, on deals none of which was "
        "searched on. Another search may find other weights."
    )
    return ["Every game after the change has the deal, the seats and the line-up of a game before it.", players]


def _kinds_typed(evidence: Evidence) -> Sequence[str]:
    arms = {BOARD: "mirror", "seat": "cross", STRATEGY: "cross"}
    kinds = unique(row["kind"] for row in evidence.rows("win_shares", "kind"))
    return [f"--by {kind},scenario --against scenario=before" for kind in kinds if kind in arms]


TYPED_CHANGE = "--by scenario --against before"
SECTIONS = (
    Section(
        "changes",
        "What is changed?",
        change_finding,
        (
            Table(
                "changes",
                (CHANGE, c.code("what", "what"), c.code("before", "before"), c.code("after", "after")),
                change_table,
            ),
        ),
        terms=(("Before, after", "The game without and with the change: the same deals, seats and line-ups."),),
    ),
    Section(
        "fairness",
        "What becomes fair or unfair?",
        fairness_finding,
        (
            Table(
                "fairness",
                (
                    *WHO,
                    c.count("n", "n", "seats or pairs"),
                    c.pp(
                        "before",
                        "from fair, before",
                        estimate=True,
                        note=f"a board from the baseline, others from par; {c.TOGETHER}",
                    ),
                    c.word("word_before", "verdict before"),
                    c.pp("after", "from fair, after", estimate=True, note=c.TOGETHER),
                    c.word("word_after", "verdict after"),
                    c.word("outcome", "so it"),
                ),
                fairness_table,
            ),
        ),
        _fairness_charts,
        reading="Inside the grey band something counts as fair.",
        ask=lambda evidence: ["--by seat --against par --where \"arm = 'cross'\""],
    ),
    Section(
        "win_shares",
        "Who gains and who loses?",
        win_share_finding,
        (
            Table(
                "win_shares",
                (
                    *WHO,
                    c.N,
                    c.percent("before", "win share before", estimate=True),
                    c.percent("after", "after", estimate=True),
                    c.pp("effect", "difference", estimate=True, note=f"after minus before; {c.TOGETHER}, the kind"),
                    c.P,
                ),
                win_share_table,
            ),
        ),
        _win_share_charts,
        reading="Each dot is a difference between games that agree in deal, seats and line-up.",
        ask=_kinds_typed,
    ),
    Section(
        "response",
        "At which value is it fair?",
        response_finding,
        (
            Table(
                "fair_values",
                (
                    *WHO[:2],
                    c.code("changed", "what is set"),
                    c.number(
                        "value", "fair at", 2, estimate=True, note="interpolated; null: not within the values played"
                    ),
                    c.percent("within", "how surely within the values played", note="share of draws with a fair value"),
                    c.code("words", "in words"),
                ),
                fair_value_table,
            ),
            Table(
                "response",
                (
                    *WHO[:2],
                    c.code("changed", "what is set"),
                    c.number("value", "value", 0),
                    c.pp("apart", "from fair", estimate=True, note="a board from the baseline, others from par"),
                ),
                response_table,
            ),
        ),
        _response_charts,
        reading="Where a line crosses that of fair, the thing is fair.",
    ),
    Section(
        "points",
        "Do points and length change?",
        point_finding,
        (
            Table("points", POINTS, point_table, side_by_side=("mean", "difference")),
            Table("shape", SHAPE, shape_table, side_by_side=("mean", "difference")),
        ),
        _point_charts,
        ask=lambda evidence: [f"--measure score {TYPED_CHANGE}", f"--measure n_decisions {TYPED_CHANGE}"],
    ),
    Section(
        "uses",
        "What is used more, what less?",
        use_finding,
        (
            Table(
                "counters",
                (c.code("counter", "counter", printed=False), c.code("label", "what"), CHANGE, *USES),
                counter_table,
            ),
            Table("powers", (c.BOARD, c.word("ability", "ability"), CHANGE, *USES), ability_table),
        ),
        _use_charts,
        ask=lambda evidence: [
            f"--measure {row['counter']} {TYPED_CHANGE}" for row in evidence.rows("counters", "counter")[:1]
        ],
    ),
    Section(
        "tuned_players",
        "Does the effect depend on whether players know the change?",
        tuned_finding,
        (
            Table(
                "tuned_players",
                (
                    *WHO,
                    c.word(
                        "players", "players", note="ordinary, tuned for the side they play, or how far the two differ"
                    ),
                    c.N,
                    c.pp("effect", "effect", estimate=True, note=f"share, after minus before; {c.TOGETHER}"),
                    c.P,
                ),
                tuned_table,
            ),
            Table(
                "retuned",
                (
                    CHANGE,
                    c.STRATEGY,
                    c.word("plays", "plays", note="found on which side: the best there of all found"),
                    c.count("generations", "generations", note="of 16 plans"),
                    c.count("deals", "fresh deals"),
                    c.pp("share", "gain of win share", estimate=True, note="over the plan whose seat it takes"),
                    c.points("ahead", "points ahead", sign=True, estimate=True, note="gain, of the mean opponent"),
                ),
                gain_table,
            ),
        ),
        _tuned_charts,
        reading="Where two dots of a row's players lie apart, the effect depends on whether players have learnt it.",
    ),
    Section(
        "examples",
        "Which games to watch?",
        games_finding,
        (
            Table(
                EXAMPLES,
                (
                    c.word("kind", "kind", note="typical / closest / strangest"),
                    c.code("change", "change", note="where there are several"),
                    c.count("game", "game", note="its number in both scenarios"),
                    c.link("replay", "before", "watch", note="the page of its replay; null: none"),
                    c.link("replay_after", "after", "watch", note="the same"),
                    c.number("apart", "apart", 1, "points a seat", note="mean over seats of how far its score moved"),
                    c.worded("played", "who played, and their scores", lambda value, words: seats_text(str(value))),
                    c.count("winning_margin", "margin, before", "points"),
                    c.count("winning_margin_after", "after", "points"),
                    replace(c.count("n_decisions", "length", "decisions"), printed=False),
                    replace(c.count("n_decisions_after", "length", "decisions"), printed=False),
                    c.word("scenario", "scenario", printed=False, note="that of the game after the change"),
                    replace(c.count("deal", "deal"), printed=False),
                ),
                pair_games,
                unfolded=True,
            ),
        ),
        reading="Typical: moved as far as the median. Closest: ended most alike. Strangest: farthest apart.",
    ),
)

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
