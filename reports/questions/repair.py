"""What is the smallest change that makes a game fair? The edits, how far all was from fair before them and is after
them, what more and fewer edits would do, and what else moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import polars as pl

from reports import columns as c
from reports.charts import style
from reports.charts.forest import Row
from reports.charts.sheet import Key, Scale, plain
from reports.charts.views import difference_scale, forest_chart
from reports.questions.base import NOTHING, Chart, Evidence, Findings, Question, Rows, Section, Table, estimate
from reports.sentences import join_names, number_word, of_games, pp, sentence_case

__all__ = ["QUESTION", "repair_tables"]

INTERVALS = "of the first screen; all hold together with what else moves"


EDITS = Table("edits", (
    c.code("datum", "what"), c.count("before", "before"), c.count("after", "after"),
    c.word("status", "rests on", note="rulebook, inferred, reconstructed, owner; null: points at the start"),
), about="what is edited")  # fmt: skip
TARGETS = Table("targets", (
    c.word("target", "what"), c.pp("before", "from fair before", estimate=True, note=INTERVALS),
    c.pp("after", "from fair after", estimate=True, note=INTERVALS),
), about="how far from fair, on the same deals")  # fmt: skip
FRONTIER = Table("frontier", (
    c.count("edits", "edits"), c.number("off", "off", 1, "pp", estimate=True, note="furthest from fair of all"),
    c.word("how", "as"), c.word("words", "nearest to fair"),
), about="the nearest to fair for each number of edits")  # fmt: skip
MOVED = Table("side_effects", (
    c.word("kind", "kind"), c.word("target", "what"), c.pp("change", "moved by", estimate=True, note=INTERVALS),
), about="what else the edits move")  # fmt: skip
TUNED = Table("tuned", (
    c.word("target", "what"), c.pp("after", "from fair", estimate=True, note=INTERVALS),
), about="with players tuned for the edited game")  # fmt: skip


def _n_edits(n: int) -> str:
    return f"{number_word(n)} edit{'' if n == 1 else 's'}"


def _edits_finding(evidence: Evidence) -> Findings:
    rows = evidence.rows("edits", "datum")
    if not rows:
        return ""
    guesses = [row["datum"] for row in rows if row["status"] in ("inferred", "reconstructed")]
    if not guesses:
        return "Nothing that is edited is a guess"
    if len(guesses) == len(rows):
        return "All that is edited are guesses of ours: look them up in the box first", "All edits are of data we guess"
    statement = f"{sentence_case(join_names(guesses))}: a guess of ours, to be looked up in the box first"
    return statement, "Some edits are of data we guess"


def _off(row: Mapping[str, object], name: str) -> float:
    return abs(float(str(row[name])))


def _targets_finding(evidence: Evidence) -> Findings:
    rows = evidence.rows("targets", "target", "before", "after")
    if not rows:
        return ""
    old = max(rows, key=lambda row: _off(row, "before"))
    new = max(rows, key=lambda row: _off(row, "after"))
    old_words = f"{old['target']} was {of_games(_off(old, 'before'))} from fair"
    statement = sentence_case(f"{old_words}; now the furthest is {new['target']}, {pp(_off(new, 'after'))}")
    return statement, f"The furthest is now {of_games(_off(new, 'after'))} off"


def _targets_charts(evidence: Evidence, title: str) -> Iterable[Chart | None]:
    rows = evidence.rows("targets", "target", "before", "after")
    series = [Key("as it is", style.NEUTRAL), Key("with the edits", style.MEASURE)]
    yield forest_chart(
        "targets", title, "Win share minus what is fair, on the same deals.",
        [Row(str(row["target"]), tuple(estimate(row, name, 100) for name in ("before", "after"))) for row in rows],
        difference_scale(evidence), series=series,
    )  # fmt: skip


def _frontier_finding(evidence: Evidence) -> Findings:
    rows = evidence.rows("frontier", "edits", "off")
    if len(rows) < 2:
        return ""
    first, best = rows[0], min(rows, key=lambda row: (row["off"], row["edits"]))
    if best["edits"] == 0:
        return "No set of edits is nearer to fair"
    off = f"{of_games(best['off'] / 100)} off, {first['off']:.1f} without any"
    verb = "may come" if best["how"] == "predicted" else "comes" if best["edits"] == 1 else "come"
    nearest = f"{sentence_case(_n_edits(best['edits']))} {verb} nearest to fair"
    return f"{nearest}: {off}", nearest


def _frontier_charts(evidence: Evidence, title: str) -> Iterable[Chart | None]:
    rows = evidence.rows("frontier", "edits", "off")
    scale = Scale("furthest from fair, pp", 0.0, "fair", evidence.margin, plain)
    listed = [Row(f"{_n_edits(row['edits'])} ({row['how']})", (estimate(row, "off"),)) for row in rows]
    subtitle = "How far from fair the furthest of all is; judged on new deals, or as the search predicts."
    yield forest_chart("frontier", title, subtitle, listed, scale, above="not fair", below="")


def _moved_finding(evidence: Evidence) -> Findings:
    rows = evidence.rows("side_effects", "target", "change", "change_low", "change_high")
    if not rows:
        return ""
    end = max(max(abs(row["change_low"]), abs(row["change_high"])) for row in rows)
    return f"Nothing else moves by more than {of_games(end)}", f"All else moves by {pp(end)} of 100 at most"


def _moved_charts(evidence: Evidence, title: str) -> Iterable[Chart | None]:
    yield forest_chart(
        "side_effects", title, "Win share with the edits minus as it is, on the same deals.",
        _under_kinds(evidence.rows("side_effects", "target", "change")), difference_scale(evidence), together=True,
        above="wins more", below="wins less",
    )  # fmt: skip


def _under_kinds(rows: Rows) -> list[Row]:
    """The rows of each kind under its name."""
    kinds: dict[str, list[Row]] = {}
    for row in rows:
        kinds.setdefault(str(row["kind"]), []).append(Row(str(row["target"]), (estimate(row, "change", 100),)))
    return [line for kind, lines in kinds.items() for line in (Row(kind, strong=True), *lines)]


def _tuned_finding(evidence: Evidence) -> Findings:
    rows = evidence.rows("tuned", "target", "after")
    if not rows:
        return ""
    row = max(rows, key=lambda row: _off(row, "after"))
    off = of_games(_off(row, "after"))
    statement = f"With players tuned for the edited game {row['target']} is furthest from fair, by {off}"
    return statement, f"With tuned players {off} off at most"


def _tuned_charts(evidence: Evidence, title: str) -> Iterable[Chart | None]:
    rows = [
        Row(str(row["target"]), (estimate(row, "after", 100),)) for row in evidence.rows("tuned", "target", "after")
    ]
    subtitle = "Win share minus what is fair; the players were tuned for the edited game."
    yield forest_chart("tuned", title, subtitle, rows, difference_scale(evidence), together=True)


QUESTION = Question(
    name="repair",
    asks=lambda game: "what should be changed?",
    judge=lambda run: NOTHING,
    is_of_run=False,
    sections=(
        Section("edits", "What is edited?", _edits_finding, (EDITS,)),
        Section("targets", "How far from fair was it, and is it now?", _targets_finding, (TARGETS,), _targets_charts),
        Section(
            "frontier", "What would fewer edits do, or more?", _frontier_finding, (FRONTIER,), _frontier_charts,
            "Only the edits of this page were judged on deals that nothing else was played on; what others do is "
            "predicted from the games of the search.",
        ),
        Section("side_effects", "What else do the edits move?", _moved_finding, (MOVED,), _moved_charts),
        Section("tuned", "Does it hold for players who know it?", _tuned_finding, (TUNED,), _tuned_charts),
    ),
)  # fmt: skip


def repair_tables(tables: Mapping[str, Sequence[Mapping[str, object]]]) -> dict[str, pl.DataFrame]:
    """The tables of an answer by name, each from its rows."""
    return {
        name: table.shaped(pl.DataFrame(list(tables[name]), infer_schema_length=None))
        for name, table in QUESTION.tables.items()
        if tables.get(name)
    }
